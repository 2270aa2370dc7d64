"""Lending closer by, a tab each: every margin, who accepts a rate, and risk that depends on the price."""

import streamlit as st

from pages.frame import widgets
from pages.frame.page import Page
from pages.session import link
from pages.session.choices import Choice


def draw(page: Page) -> None:
    """The tabs; only the open one is drawn."""
    answer = page.answer
    names = [answer.figures[name].title for name in ("margins", "takers", "price_risk")]
    margins, takers, price_risk = st.tabs(names, key="lending_closer", on_change="rerun")
    for name in ("by_margin", "conditions", "price_risk"):
        page.taken(name)
    if margins.open:
        with margins:
            _margin(page.choice("margin"), float(answer.values["margin"]), float(answer.values["best_margin"]))
            _side_by_side(page, "margins", "by_margin")
    if takers.open:
        with takers:
            _side_by_side(page, "takers", "conditions")
    if price_risk.open:
        with price_risk:
            with st.container(horizontal=True, gap="medium"):
                for name in ("riskier", "seen"):
                    widgets.draw(page.choice(name))
            _side_by_side(page, "price_risk", "price_risk")


def _side_by_side(page: Page, chart: str, table: str) -> None:
    """A chart, and beside it what is behind it as a small table."""
    left, right = st.columns([5, 4], gap="medium")
    with left:
        page.chart(chart)
    with right:
        page.small_table(table)


def _margin(choice: Choice, margin: float, best: float) -> None:
    """The margin on a slider, typed, and a way back to the one that promises most; `margin` is the one in use."""
    typed = f"{choice.key}_typed"

    def take_typed() -> None:
        if typed in st.session_state:
            choice.choose(st.session_state[typed] / 100)

    high = max(0.3, margin)
    link.put(choice.key, margin)
    link.put(typed, 100 * margin)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        st.slider(
            choice.title,
            0.0,
            high,
            step=0.001,
            format="percent",
            key=choice.key,
            help=choice.field.description,
            on_change=choice.take,
        )
        st.number_input(
            "Margin in %",
            0.0,
            100.0,
            step=0.1,
            format="%g",
            key=typed,
            help="The margin of the slider as a number, also above the slider's end.",
            on_change=take_typed,
            width=140,
        )
        if margin != best:
            st.button("The one that promises most", key="lending_best_margin", on_click=choice.choose, args=(None,))
