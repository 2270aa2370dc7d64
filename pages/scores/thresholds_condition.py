"""The choice of a condition that every threshold must meet: a measure and its bound."""

import streamlit as st

from ddcore.answers.thresholds.condition import CONDITIONS
from ddcore.measures import measure
from pages.session import link
from pages.session.choices import Choice

NONE = ""
KEY, BOUND = "where_measure", "where_bound"

LAST = "where_last"
"""The bound that was chosen last, while there is no condition."""
USUAL = 0.9


def draw(choice: Choice) -> str:
    """The condition as text, such as "PPV:0.9"; empty where there is none."""

    def take() -> None:
        key, bound = st.session_state[KEY], st.session_state[BOUND]
        st.session_state[LAST] = bound
        choice.choose(NONE if key == NONE else f"{key}:{bound:.12g}")

    key, _, bound = choice.value.partition(":")
    link.put(KEY, key)
    link.put(BOUND, float(bound) if bound else st.session_state.get(LAST, USUAL))
    with st.popover("Only where …"):
        st.selectbox(
            choice.title,
            [NONE, *CONDITIONS],
            format_func=lambda key: "no condition" if key == NONE else measure(key).title,
            key=KEY,
            help=choice.field.description,
            on_change=take,
            persist_state="session",
        )
        st.number_input(
            "at least (at most, where lower is better)",
            key=BOUND,
            step=0.05,
            format="%.3f",
            help="Thresholds that miss it are left out; if all do, the page says how near the scores come.",
            on_change=take,
            persist_state="session",
        )
    value: str = choice.value
    return value
