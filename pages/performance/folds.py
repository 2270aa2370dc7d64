"""How steady is the score?"""

from typing import Any

import streamlit as st

from pages.data.model import put_threshold, use_threshold
from pages.frame import guess, widgets
from pages.frame.page import opened
from pages.session.choices import Choice


def parts(choice: Choice) -> Any:
    """Folds, runs or resamples, where there are folds or runs."""
    return widgets.draw(choice) if len(choice.titles or ()) > 1 else choice.value


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
    if page.control("parts", parts) == "resamples":
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
