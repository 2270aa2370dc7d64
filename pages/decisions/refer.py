"""Which cases should a person see?"""

import streamlit as st

from pages.decisions.refer_ends import asked, ends
from pages.decisions.refer_referral import referral
from pages.frame import prices
from pages.frame.page import opened

KEPT = ("u", "unit", "written", "volume", "period", "fixed", "limit", "budget", "acting")
page = opened("refer")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    by_cost = (by := page.control("by")) == "cost"
    growing = by_cost and prices.outcomes(page)
    if not by_cost:
        page.control("measure")
ends(page, by)
with st.container(horizontal=True, gap="medium"):
    if by_cost:
        prices.times(page, growing)
        page.control("referral", referral)
    else:
        prices.kept(page, *KEPT)
        asked(page, by)
        page.control("prevalence")
left, right = st.columns([5, 4], gap="medium")
if by_cost:
    with right:
        page.control("measure")

page.ask(top)
with left:
    page.chart("refer")
    page.small_table("cells", titled=False)
with right:
    page.chart("coverage")
    page.worth_knowing()
page.fold()
