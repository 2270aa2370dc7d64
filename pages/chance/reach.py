"""What does a score demand?"""

import streamlit as st

from pages.frame.page import opened

page = opened("reach")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    page.control("measure")
    page.control("wanted")
    page.control("ruler")
left, right = st.columns([5, 3], gap="medium")
with right:
    page.control("step")

page.ask(top)
with left:
    page.chart("reach", titled=True)
with right:
    page.chart("steps", titled=True)
page.worth_knowing()
page.small_table("needed")
page.fold()
