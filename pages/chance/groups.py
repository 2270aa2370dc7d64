"""Where does it fail?"""

import streamlit as st

from pages.chance.group_looks import BESIDE, FOLDED, LISTED, looks
from pages.frame.page import opened

page = opened("groups")
top = st.container()
look = page.control("look", looks)
left, right = st.columns([5, 3], gap="medium")
with left:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for name in BESIDE[look]:
            page.control(name)
        with st.popover("How it is judged" if look == "each" else "Parts and sizes"):
            for name in FOLDED[look]:
                page.control(name)
    if look == "thresholds":
        page.control("shown")
    picture = st.container()

page.ask(top)
with picture:
    page.chart("groups", titled=look != "each")
with right:
    if look == "each":
        page.chart("map", titled=True)
    page.worth_knowing()
if look == "each":
    page.small_table("models")
page.listing(LISTED[look])
page.fold()
