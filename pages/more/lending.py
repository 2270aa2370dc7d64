"""What should a loan cost?"""

import numpy as np
import streamlit as st

from ddcore.answers.lending.choices import percent_typed
from ddcore.errors import InputError
from pages.frame import widgets
from pages.frame.page import opened
from pages.session import link
from pages.session.choices import Choice
from pages.session.view import view

ASKED = {"sigmoid": ("at10", "at40", "eager"), "points": ("points",), "line": ("half",), "exponential": ("half",)}
"""What else is asked of who accepts a rate, by how that is said."""
IN_TABS = ("margin", "riskier", "seen")
"""What is chosen beside the charts of the tabs, which are drawn once the answer is there."""


def rates(choice: Choice) -> tuple[float, ...]:
    """A text, and a way to spread rates evenly; raises `InputError` for what is no rate, which stays to be fixed."""
    typed = view().typed.setdefault(choice.key, {})
    text = typed.get(choice.name, ", ".join(f"{100 * rate:.10g}" for rate in choice.value))

    def write(written: str) -> None:
        typed[choice.name] = written
        try:
            choice.choose(rates_of(written))
        except InputError:
            return

    def take() -> None:
        # Called too where another file was dropped and the box is gone.
        if choice.key in st.session_state:
            write(st.session_state[choice.key])

    def spread() -> None:
        low, high = st.session_state["lending_span"]
        even = np.linspace(low, high, st.session_state["lending_categories"])
        write(", ".join(f"{rate:.4g}" for rate in even))

    link.put(choice.key, text)
    st.text_input(choice.title, key=choice.key, help=choice.field.description, on_change=take, width=300)
    with st.popover("Spread them evenly"):
        st.slider(
            "Categories",
            1,
            12,
            7,
            key="lending_categories",
            on_change=spread,
            persist_state="session",
            help="How many rates there are.",
        )
        st.slider(
            "Lowest and highest rate in %",
            1,
            50,
            (10, 45),
            key="lending_span",
            on_change=spread,
            persist_state="session",
            help="The rates are spread evenly from one to the other.",
        )
    return rates_of(text)


def rates_of(text: str) -> tuple[float, ...]:
    """Rates that are written in percent, with commas between them."""
    return tuple(percent_typed("a rate", part) for part in text.split(",") if part.strip())


def margin_controls(choice: Choice, margin: float, best: float) -> None:
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


def side_by_side(chart: str, table: str) -> None:
    """A chart, and beside it what is behind it as a small table."""
    chart_side, table_side = st.columns(2, gap="medium")
    with chart_side:
        page.chart(chart)
    with table_side:
        page.small_table(table)


page = opened("lending")
top = st.container()
for name in IN_TABS:
    page.control(name, lambda choice: choice.value)
left, right = st.columns([5, 4], gap="medium")
earned, who = left.container(), left.container()
with right:
    with st.container(horizontal=True, gap="medium"):
        page.control("funds")
        page.control("lgd")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("rates", rates)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        take = page.control("take")
        for name in ASKED.get(take or "", ()):
            page.control(name)
        with st.popover("Limits and risks"):
            page.control("highest")
            page.control("riskiest")
            scores = page.data.model.table
            if scores is not None and scores.is_probability:
                page.control("risk")
    ways = st.container()

page.ask(top)
for number, (place, name) in enumerate(((earned, "lending"), (ways, "outcomes"), (who, "loans")), start=1):
    with place:
        st.subheader(f"{number} {page.answer.figures[name].title}", anchor=False)
        page.chart(name)
titles = [page.answer.figures[name].title for name in ("margins", "takers", "price_risk")]
margins, takers, price_risk = st.tabs(titles, key="lending_closer", on_change="rerun")
for name in ("by_margin", "conditions", "price_risk"):
    page.taken(name)
# Only the open tab is drawn.
if margins.open:
    with margins:
        values = page.answer.values
        margin_controls(page.choice("margin"), float(values["margin"]), float(values["best_margin"]))
        side_by_side("margins", "by_margin")
if takers.open:
    with takers:
        side_by_side("takers", "conditions")
if price_risk.open:
    with price_risk:
        with st.container(horizontal=True, gap="medium"):
            for name in ("riskier", "seen"):
                widgets.draw(page.choice(name))
        side_by_side("price_risk", "price_risk")
page.worth_knowing(of_all=True)
page.fold()
