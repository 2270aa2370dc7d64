"""What changed?"""

import streamlit as st

from pages.frame.page import opened

page = opened("change")
top = st.container()
left, right = st.columns([5, 4], gap="medium")
with left:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("measure")
        with st.popover("Then and now"):
            page.control("by")
            if page.choice("then").titles:
                page.control("then")
                page.control("now")
            else:
                page.control("cut")
            page.control("threshold_now")
    picture = st.container()

page.ask(top)
with picture:
    page.chart("change", titled=True)
with right:
    page.chart("drift", titled=True)
    page.worth_knowing()
page.fold()
