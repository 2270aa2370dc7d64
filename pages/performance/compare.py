"""Is A better than B?"""

import streamlit as st

from pages.frame import prices
from pages.frame.page import opened

page = opened("compare")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("first")
        page.control("second")
    judge = page.control("judge")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if judge == "measure":
            page.control("measure")
        page.control("margin")
    picture = st.container()
with right, st.container(key="controls_prices"):
    prices.beside(page, judge == "worth")
# It stands beside the chart of all pairs, which is drawn once the answer is there.
page.values["correction"] = page.choice("correction").value

page.ask(top)
with picture:
    page.chart("compare")
with right:
    page.worth_knowing(of_all=True)
    if "pairs" in page.answer.figures:
        page.chart("pairs", titled=True)
        page.control("correction")
if "differ" in page.answer.tables:
    page.listing("differ")
page.fold()
