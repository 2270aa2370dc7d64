"""Where the choices of a lender stand: costs and rates at once, who accepts, limits and risks folded."""

import streamlit as st

from pages.decisions.lending_rates import rates
from pages.frame.page import Page

ASKED = {"sigmoid": ("at10", "at40", "eager"), "points": ("points",), "line": ("half",), "exponential": ("half",)}
"""What else is asked of who accepts a rate, by how that is said."""
CLOSER = ("margin", "riskier", "seen")
"""What is chosen beside the charts below, which are drawn once the answer is there."""


def draw(page: Page) -> None:
    """The controls; those that say nothing here are left out."""
    for name in CLOSER:
        page.control(name, lambda choice: choice.value)
    with st.container(horizontal=True, gap="medium"):
        page.control("funds")
        page.control("lgd")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("rates", rates)
        with st.popover("Who accepts a rate"):
            take = page.control("take")
            for name in ASKED.get(take or "", ()):
                page.control(name)
        with st.popover("Limits and risks"):
            page.control("highest")
            page.control("riskiest")
            table = page.data.model.table
            if table is not None and table.is_probability:
                page.control("risk")
