"""Which cases should a person see?"""

import streamlit as st

from pages.decisions.refer_referral import referral
from pages.frame import prices
from pages.frame.page import opened

page = opened("refer")
top = st.container()
left, right = st.columns([5, 4], gap="medium")
with left:
    picture = st.container()
    way = page.control("by")
    if way == "cost":
        prices.costs(page)
        page.control("referral", referral)
    else:
        page.control("share")
    page.control("measure")

page.ask(top)
with left:
    page.small_table("cells", titled=False)
with picture:
    page.chart("refer")
with right:
    page.chart("coverage")
    page.worth_knowing()
page.fold()
