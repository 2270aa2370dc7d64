"""What if positives were rarer?"""

from typing import Any

import streamlit as st

from ddcore.answers.base.selected_model import classes_of_draws
from ddcore.answers.prevalence import MOST_CASES, cases_of
from pages.chance import prevalence_rates
from pages.frame import guess
from pages.frame.page import opened
from pages.session import link
from pages.session.choices import Choice

KIND, NUMBER = "cases_kind", "cases_number"
LAST = "cases_last"
"""The number typed last, while another kind is chosen."""
DEFAULT_CASES = 1000


def number_of_cases(choice: Choice) -> Any:
    """The choice of a number of cases: "here" for as many as the data have, "many" for very many, or a number."""
    here = cases_of(choice.data)
    names = {
        "here": f"{here:,}, as here" if here == classes_of_draws(choice.data)[0] else f"{here:,}, the most",
        "many": "Very many",
        "own": "Other",
    }

    def take_kind() -> None:
        kind = st.session_state[KIND]
        choice.choose(st.session_state.get(LAST, DEFAULT_CASES) if kind == "own" else kind)

    def take_number() -> None:
        choice.choose(int(st.session_state[NUMBER]))

    own = isinstance(choice.value, int)
    link.put(KIND, "own" if own else choice.value)
    st.segmented_control(
        choice.title,
        list(names),
        format_func=names.__getitem__,
        key=KIND,
        required=True,
        help=choice.field.description,
        on_change=take_kind,
    )
    if own:
        st.session_state[LAST] = choice.value
        link.put(NUMBER, choice.value)
        st.number_input(
            "How many cases",
            2,
            MOST_CASES,
            key=NUMBER,
            help="Positive and negative ones together.",
            on_change=take_number,
        )
    return choice.value


page = opened("prevalence")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    page.control("measure")
    page.control("empty", guess.empty)
    typed = prevalence_rates.draw(page)
    if not page.data.weighted:
        page.control("cases", number_of_cases)
if typed:
    prevalence_rates.sliders(page)
page.control("prevalence")
left, right = st.columns(2, gap="medium")
with right:
    beyond = st.container()
    page.control("guess", guess.draw)

page.ask(top)
with left:
    page.chart("prevalence", titled=True)
with beyond:
    page.chart("beyond", titled=True)
page.worth_knowing(of_all=True)
page.fold()
