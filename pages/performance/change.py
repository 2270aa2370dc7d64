"""What changed?"""

import streamlit as st

from pages.frame.page import opened

page = opened("change")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    page.control("by")
    if page.choice("then").titles:
        page.control("then")
        page.control("now")
    else:
        page.control("cut")
    page.control("threshold_now")
    page.control("measure")
left, right = st.columns([5, 4], gap="medium")

page.ask(top)
with left:
    page.chart("change", titled=True)
    page.worth_knowing()
with right:
    page.chart("drift", titled=True)
page.fold()
