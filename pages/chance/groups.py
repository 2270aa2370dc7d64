"""Where does it fail?"""

import streamlit as st

from pages.chance.group_looks import BESIDE, FOLDED, LISTED, looks
from pages.frame.page import opened

page = opened("groups")
top = st.container()
show = page.control("show", looks)
left, right = st.columns([5, 3], gap="medium")
with left:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for name in BESIDE[show]:
            page.control(name)
        with st.popover("How it is judged" if show == "each" else "Parts and sizes"):
            for name in FOLDED[show]:
                page.control(name)
    if show == "thresholds":
        page.control("panel")
    picture = st.container()

page.ask(top)
with picture:
    page.chart("groups", titled=show != "each")
with picture if show == "each" else right:
    page.worth_knowing()
if show == "each":
    with right:
        page.chart("map", titled=True)
    page.small_table("models")
page.listing(LISTED[show])
page.fold()
