"""Which classifier is worth most?"""

from functools import partial

import streamlit as st

from ddcore.answers.base.known_laws import story
from pages.decisions import utility_scenarios, utility_tree
from pages.frame import prices
from pages.frame.page import opened

page = opened("utility")
top = st.container()
picture, prices_side, tree = utility_tree.laid_out(page)
with prices_side:
    if told := story(page.data):
        st.info(told.told)
    with st.container(key="controls_prices"):
        st.subheader("What is each outcome worth?", anchor=False)
        as_costs = prices.matrix(page)
        with st.container(horizontal=True):
            with st.popover("Unit, doubts, other prices"):
                utility_tree.doubts(page)
                several = bool(page.control("other").strip()) | prices.grow(page, as_costs)
            prices.over_period(page)
box = utility_scenarios.asked(page, as_costs)
page.ask(top)
with picture:
    page.chart("utility", None if several else partial(prices.take, page.choice("u")))
    if not several:
        st.container(key="controls_map").caption("A click on the map sets the prices of that place.")
sides = (picture, prices_side) if page.answer.tables["standings"].size > 6 else (prices_side, picture)
with sides[0]:
    page.small_table("standings", titled=False)
with sides[1]:
    page.worth_knowing(of_all=True)
utility_tree.told(page, *tree, box)
page.fold()
