"""Where does it fail?"""

import streamlit as st

from pages.frame.page import opened

page = opened("groups")
top = st.container()
look = page.control("look")
left, right = st.columns([5, 3], gap="medium")
with left:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if look != "thresholds":
            page.control("measure")
        if look != "segments":
            page.control("column")
        if look == "thresholds":
            page.control("miss")
        with st.popover("How sure" if look == "each" else "Parts and sizes"):
            for name in {"each": ("correction", "level", "cuts"), "segments": ("least", "level", "cuts")}.get(
                look, ("cuts",)
            ):
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
for name in {"each": ("models",), "segments": (), "thresholds": ("rules",)}.get(look, ()):
    page.small_table(name)
page.listing({"each": "groups", "segments": "segments"}.get(look, "whom"))
page.fold()
