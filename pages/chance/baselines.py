"""What would chance score?"""

import streamlit as st

from pages.frame.page import opened

page = opened("baselines")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    page.control("measure")
    picture = st.container()

page.ask(top)
with picture:
    page.chart("baselines")
with right:
    page.worth_knowing(of_all=True)
page.fold()
