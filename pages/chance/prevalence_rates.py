"""The choice of a classifier's recall and specificity: those of the model, or typed ones."""

import streamlit as st

from ddcore.answers.prevalence import DEFAULT_RATES, rates_of
from pages.frame.page import Page
from pages.session import link

KIND = "rates_kind"
LAST = "rates_last"
"""The rates typed last, while those of the model are chosen."""


def draw(page: Page) -> bool:
    """Whether the rates are typed; nobody chose any where they are the model's."""
    choices = [page.choice(name) for name in ("tpr", "tnr")]
    kinds = {"model": "The model's", "typed": "Typed"} if rates_of(page.data) else {"typed": "Typed"}
    kind = "model" if "model" in kinds and all(choice.chosen is None for choice in choices) else "typed"

    def take() -> None:
        typed = st.session_state.get(LAST, DEFAULT_RATES)
        for choice, rate in zip(choices, typed, strict=True):
            choice.choose(rate if st.session_state[KIND] == "typed" else None)

    link.put(KIND, kind)
    st.segmented_control(
        "Recall and specificity",
        list(kinds),
        format_func=kinds.__getitem__,
        key=KIND,
        required=True,
        help="Those of the model at its threshold, or any others.",
        on_change=take,
    )
    return kind == "typed"


def sliders(page: Page) -> None:
    """The two rates."""
    choices = [page.choice(name) for name in ("tpr", "tnr")]
    for choice, column in zip(choices, st.columns(2), strict=True):
        with column:
            page.control(choice.name)
    st.session_state[LAST] = tuple(choice.value for choice in choices)
