"""How well do the scores separate?"""

import streamlit as st

from pages.data.threshold import slider
from pages.frame.page import opened

page = opened("curves")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    picture = st.container()
    if page.control("curve") == "measure":
        page.control("measure")
    slider()

page.ask(top)
with picture:
    page.chart("curves")
with right:
    page.small_table("called")
    page.worth_knowing()
page.fold()
