"""Could these scores separate better?"""

import streamlit as st

from ddcore.scores.likelihood import BEST
from pages.frame.page import opened

page = opened("likelihood")
top = st.container()
columns = st.columns(3, gap="medium")
pictures = [column.container() for column in columns]
with columns[0]:
    page.control("densities")
with columns[1], st.container(horizontal=True, vertical_alignment="bottom"):
    method = page.control("method")
    with st.popover("Settings"):
        if method == "kde":
            page.control("bandwidth")
        if method != BEST:
            page.control("bounds")
        for name in ("folds", "deal"):
            page.control(name)
with columns[2]:
    page.control("curve")
left, right = st.columns([3, 2], gap="medium")
with right:
    page.control("prevalence")
    page.control("transformation")

page.ask(top)
for number, (picture, name) in enumerate(zip(pictures, ("densities", "ratio", "likelihood"), strict=True), start=1):
    with picture:
        st.subheader(f"{number} {page.answer.figures[name].title}", anchor=False)
        page.chart(name)
with left:
    page.chart("measures", titled=True)
with right:
    if "transformation" in page.answer.figures:
        page.chart("transformation", titled=True)
    page.worth_knowing()
page.fold()
