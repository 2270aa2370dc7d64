"""How well do the scores separate?"""

import streamlit as st

from pages.data.model import slider
from pages.frame import called, prices
from pages.frame.page import opened

page = opened("curves")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    kind = page.control("curve")
    if kind in ("measure", "difference"):
        page.control("measure" if kind == "measure" else "against")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        slider()
        prices.in_use(page)
    picture = st.container()

page.ask(top)
with picture:
    page.chart("curves")
    if "preferred" in page.answer.figures:
        page.chart("preferred", titled=True)
with right:
    called.draw(page)
    page.worth_knowing()
page.fold()
