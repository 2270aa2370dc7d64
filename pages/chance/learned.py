"""How much has this model learned?"""

import streamlit as st

from pages.frame.page import opened

page = opened("learned")
page.held("headline")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    page.control("measure")
    page.control("draw")
left, right = st.columns([5, 3], gap="medium")

page.ask(top)
with left:
    page.chart("blend", titled=True)
with right:
    page.chart("learned", titled=True)
page.worth_knowing()
page.fold()
