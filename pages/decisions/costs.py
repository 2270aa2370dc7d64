"""What does a mistake cost, and which threshold follows?"""

import streamlit as st

from pages.data.model import put_threshold, slider, use_threshold
from pages.frame import prices
from pages.frame.page import opened


def pick(threshold: float, cost: float) -> None:
    """Set the threshold of a point that is clicked."""
    del cost
    put_threshold(threshold)


page = opened("costs")
top = st.container()
chart = page.control("curve")
left, right = st.columns([5, 4], gap="medium")
with right, st.container(key="controls_prices"):
    growing = prices.outcomes(page)
    prices.in_use(page)
    prices.over_period(page, unit=True)
with left, st.container(horizontal=True, gap="medium"):
    prices.times(page, growing)
    slider()

page.ask(top)
with left:
    page.chart("costs", pick if chart == "expected" else None)
    use_threshold(page.answer.values["best_threshold"]["value"])
    page.small_table("lines")
    if "models" in page.answer.figures:
        page.chart("models", titled=True)
with right:
    page.worth_knowing()
page.fold()
