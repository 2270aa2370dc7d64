"""Could these scores separate better?"""

import streamlit as st

from ddcore.scores.likelihood import BEST
from pages.frame import prices
from pages.frame.page import opened

page = opened("likelihood")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    page.control("densities")
    page.control("curve")
    with st.popover("How it is estimated"):
        method = page.control("method")
        if method == "kde":
            page.control("bandwidth")
        if method != BEST:
            page.control("bounds")
        for name in ("folds", "deal"):
            page.control(name)
    prices.in_use(page)
    page.control("transformation")
charts = st.columns(3, gap="medium")

page.ask(top)
for number, (column, name) in enumerate(zip(charts, ("densities", "ratio", "likelihood"), strict=True), start=1):
    with column:
        st.subheader(f"{number} {page.answer.figures[name].title}", anchor=False)
        page.chart(name)
left, right = st.columns([3, 2], gap="medium")
with left:
    page.chart("measures", titled=True)
with right:
    if "transformation" in page.answer.figures:
        page.chart("transformation", titled=True)
    page.worth_knowing()
page.fold()
