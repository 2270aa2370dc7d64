"""What does a mistake cost, and where is the line then?"""

import streamlit as st

from pages.data.threshold import slider
from pages.frame import prices
from pages.frame.page import opened

page = opened("costs")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    picture, controls = st.container(), st.container()
    page.control("curve")
with controls:
    prices.costs(page)
with left:
    slider()

page.ask(top)
with picture:
    page.chart("costs")
with right:
    page.small_table("lines")
    page.worth_knowing()
page.fold()
