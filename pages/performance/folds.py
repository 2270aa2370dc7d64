"""How steady is the score?"""

import streamlit as st

from pages.data.model import put_threshold, use_threshold
from pages.frame import guess
from pages.frame.page import opened


def pick(threshold: float, score: float) -> None:
    """Set the threshold of a point that is clicked."""
    del score
    put_threshold(threshold)


page = opened("folds")
top = st.container()
left, right = st.columns([5, 3], gap="medium")
with left:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("measure")
        page.control("guess", guess.draw)
        page.control("empty", guess.empty)
    if page.control("parts") == "resamples":
        page.control("resamples")
    picture = st.container()

page.ask(top)
with picture:
    page.chart("folds", pick)
    if "cutoff" in page.answer.values:
        use_threshold(page.answer.values["cutoff"])
    if "scores" in page.answer.figures:
        page.chart("scores", titled=True)
with right:
    page.chart("spread")
    page.worth_knowing()
page.fold()
