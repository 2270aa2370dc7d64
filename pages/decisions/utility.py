"""Which classifier is worth most?"""

from functools import partial

import streamlit as st

from ddcore.answers.looked import story
from pages.frame import prices
from pages.frame.page import opened

page = opened("utility")
top = st.container()
left, right = st.columns([6, 5], gap="medium")
with right:
    if (told := story(page.data)) is not None:
        st.info(told.told)
    st.subheader("What is each outcome worth?", anchor=False)
    as_costs = page.control("written") == "costs"
    page.control("u", partial(prices.payoffs, as_costs=as_costs))
    with st.popover("Unit, doubts, other values"):
        page.control("unit")
        page.control("unsure")
        several = bool(page.control("other").strip())
        grows = prices.grow(page, as_costs)

page.ask(top)
with right:
    page.small_table("standings", titled=False)
with left:
    # An average case, or the mean of several sets, is no matrix that the table could hold.
    if several or grows:
        page.chart("utility")
    else:
        page.chart("utility", partial(prices.take, page.choice("u")))
        st.caption("A click on the map takes the values of that place.")
    page.worth_knowing(of_all=True)
page.fold()
