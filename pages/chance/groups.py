"""Where does it fail?"""

import streamlit as st

from pages.frame.page import opened

page = opened("groups")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("measure")
        page.control("column")
        with st.popover("How it is judged"):
            page.control("correction")
            page.control("level")
            page.control("cuts")
    picture = st.container()

page.ask(top)
with picture:
    page.chart("groups")
with right:
    page.chart("map", titled=True)
page.worth_knowing()
page.small_table("models")
page.listing("groups")
page.fold()
