"""The choice of a number of cases: as many as here, very many, or another number."""

from typing import Any

import streamlit as st

from ddcore.answers.base.selected_model import classes_of_draws as whole
from ddcore.answers.prevalence import MOST_CASES, cases_of
from pages.session import link
from pages.session.choices import Choice

KIND, NUMBER = "cases_kind", "cases_number"
LAST = "cases_last"
"""The number typed last, while another kind is chosen."""
USUAL_NUMBER = 1000


def draw(choice: Choice) -> Any:
    """The number, "here" or "many"."""
    here = cases_of(choice.data)
    names = {
        "here": f"{here:,}, as here" if here == whole(choice.data)[0] else f"{here:,}, the most",
        "many": "Very many",
        "own": "Other",
    }

    def take_kind() -> None:
        kind = st.session_state[KIND]
        choice.choose(st.session_state.get(LAST, USUAL_NUMBER) if kind == "own" else kind)

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
