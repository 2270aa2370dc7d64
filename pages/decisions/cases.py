"""What should be done with each case?"""

import streamlit as st

from pages.frame import prices
from pages.frame.page import opened

page = opened("cases")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    asked = page.control("person") == "asked"
    with st.popover("All four outcomes"):
        as_costs = prices.matrix(page)
        page.control("unit")
        growing = prices.grow(page, as_costs)
    prices.in_use(page)
    if page.data.model.table is not None and page.data.model.table.is_probability:
        page.control("chance")
with st.container(horizontal=True, gap="medium"):
    prices.times(page, growing)
    if asked:
        page.control("referral", prices.referral)
left, right = st.columns([5, 4], gap="medium")
with right:
    page.control("row")

page.ask(top)
with left:
    page.chart("cases")
    page.small_table("answers", titled=False)
    if "frequencies" in page.answer.figures:
        page.chart("frequencies", titled=True)
with right:
    page.small_table("case")
    page.worth_knowing()
page.listing("cases")
page.fold()
