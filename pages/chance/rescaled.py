"""How far beyond chance is this model?"""

import streamlit as st

from pages.frame import guess
from pages.frame.page import opened

page = opened("rescaled")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("measure")
        page.control("guess", guess.draw)
        page.control("empty", guess.empty)
    page.control("prevalence")
    picture = st.container()

page.ask(top)
with picture:
    page.chart("rescaled")
    if "scores" in page.answer.figures:
        page.chart("scores", titled=True)
with right:
    page.worth_knowing()
page.fold()
