"""How far beyond chance is this model?"""

import streamlit as st

from pages.frame import guess
from pages.frame.page import opened

page = opened("rescaled")
page.held("headline")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    page.control("measure")
    both = st.container()
st.subheader("All models on four scales", anchor=False)
with st.container(horizontal=True, vertical_alignment="bottom"):
    page.control("guess", guess.draw)
    page.control("empty", guess.empty)
page.control("prevalence")
scales, scored = st.columns([5, 3], gap="medium")

page.ask(top)
with both:
    page.chart("both", titled=True)
with right:
    page.worth_knowing()
with scales:
    page.chart("rescaled")
with scored:
    if "scores" in page.answer.figures:
        page.chart("scores", titled=True)
page.fold()
