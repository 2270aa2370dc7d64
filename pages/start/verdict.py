"""Does this model beat chance?"""

import streamlit as st

from pages.frame.page import opened

page = opened("verdict")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    picture = st.container()
    page.control("measure")

page.ask(top)
with picture:
    page.chart("verdict")
with right:
    page.small_table("called")
    page.worth_knowing()
page.fold()
