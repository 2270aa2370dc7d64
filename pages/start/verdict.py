"""Does this model beat chance?"""

import streamlit as st

from pages.frame import called, prices, use
from pages.frame.page import opened
from pages.start import verdict_models

page = opened("verdict")
top = st.container(key="verdict_answer")
left, right = st.columns([5, 3], gap="medium")
with left:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("measure")
        with st.container(width=200):
            prices.in_use(page)
    picture = st.container()

page.ask(top)
with picture:
    page.chart("verdict")
    if "runs" in page.answer.figures:
        page.chart("runs", titled=True)
    use.threshold(page)
verdict_models.draw(page)
with picture:
    if "scores" in page.answer.figures:
        page.chart("scores", titled=True)
with right:
    if "called" in page.answer.tables:
        called.draw(page)
    page.worth_knowing()
page.fold()
