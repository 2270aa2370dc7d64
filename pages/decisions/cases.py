"""What should be done with each case?"""

import streamlit as st

from pages.frame import prices
from pages.frame.page import opened

page = opened("cases")
top = st.container()
left, right = st.columns([5, 4], gap="medium")
with left:
    asked = page.control("person") == "asked"
with right, st.container(key="controls_prices"):
    growing = prices.outcomes(page)
    if asked:
        page.control("referral", prices.referral)
    prices.in_use(page)
    if page.data.model.table is not None and page.data.model.table.is_probability:
        page.control("chance")
    with st.popover("Unit"):
        page.control("unit")
with left:
    prices.times(page, growing)
with right:
    case = st.container()
with case:
    page.control("row")

page.ask(top)
with left:
    page.chart("cases")
    page.small_table("answers", titled=False)
    if "frequencies" in page.answer.figures:
        page.chart("frequencies", titled=True)
    page.worth_knowing()
with case:
    page.small_table("case")
page.listing("cases")
page.fold()
