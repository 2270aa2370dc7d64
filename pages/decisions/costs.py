"""What does a mistake cost, and which threshold follows?"""

import streamlit as st

from pages.data.model import slider
from pages.frame import prices
from pages.frame.page import opened

page = opened("costs")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    page.control("curve")
    growing = prices.outcomes(page)
left, right = st.columns([5, 3], gap="medium")
with left, st.container(horizontal=True, gap="medium"):
    prices.times(page, growing)
    slider()

page.ask(top)
with left:
    page.chart("costs")
    page.small_table("lines")
    if "models" in page.answer.figures:
        page.chart("models", titled=True)
with right:
    page.worth_knowing()
page.fold()
