"""The choice of a random guesser: one with a name, or a probability of one's own."""

from typing import Any

import streamlit as st

from ddcore.answers.base.guess import has_empty_value
from ddcore.chance.guessing import GUESSERS
from pages.frame import widgets
from pages.session import link
from pages.session.choices import Choice

OWN = "own"
NAMES = {name: strategy.label for name, strategy in GUESSERS.items()} | {OWN: "Own"}
KIND, SHARE = "guess_kind", "guess_g"

LAST = "guess_last"
"""The probability of one's own, while a guesser with a name is chosen."""
USUAL_SHARE = 0.25


def empty(choice: Choice) -> Any:
    """What an F score of a guess without a positive prediction is, where one of the measures has such a choice."""
    return widgets.draw(choice) if has_empty_value(choice.others["measure"]) else choice.value


def draw(choice: Choice) -> Any:
    """A guesser by its name, or the probability of predicting a case positive."""

    def take_kind() -> None:
        kind = st.session_state[KIND]
        choice.choose(st.session_state.get(LAST, USUAL_SHARE) if kind == OWN else kind)

    def take_share() -> None:
        choice.choose(st.session_state[SHARE])

    own = isinstance(choice.value, float)
    link.put(KIND, OWN if own else choice.value)
    st.segmented_control(
        choice.title,
        list(NAMES),
        format_func=NAMES.__getitem__,
        key=KIND,
        required=True,
        help=choice.field.description,
        on_change=take_kind,
    )
    if own:
        st.session_state[LAST] = choice.value
        link.put(SHARE, choice.value)
        st.slider(
            "Probability of predicting a case positive, g",
            0.0,
            1.0,
            step=0.01,
            key=SHARE,
            help="0 never predicts positive, 1 always does.",
            on_change=take_share,
        )
    return choice.value
