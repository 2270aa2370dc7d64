"""The choice of a random guesser to compare with."""

import re

import streamlit as st

from ddcore.chance.guessing import GUESSERS
from ddcore.errors import InputError
from pages.session import link

NAMES = {name: strategy.label for name, strategy in GUESSERS.items()} | {"own": "Own"}


def choose() -> str | float:
    """A strategy of `guessing.GUESSERS`, or the probability of calling a case positive; in the link as guess=."""

    def parse(text: str) -> str:
        if text in GUESSERS:
            return text
        if not re.fullmatch(r"[-+]?[0-9.]+", text):
            raise InputError(f'guess must be {", ".join(GUESSERS)} or a number from 0 to 1, got "{text:.40}"')
        link.between(0, 1, "guess")(text)
        return "own"

    asked = link.asked("guess")
    link.start("guess_kind", "guess", "half", parse)
    kind = st.segmented_control(
        "Compare with a guesser",
        list(NAMES),
        format_func=NAMES.__getitem__,
        key="guess_kind",
        required=True,
        persist_state="session",
        help="A guesser calls each case positive with the same probability, without looking: 1/2 (a coin), the share "
        "of positive cases, always the more common class, or a share of your own.",
    )
    guess: str | float = kind
    if kind == "own":
        link.hold("guess_g", _share(asked))
        guess = st.slider(
            "Probability of calling a case positive, g",
            0.0,
            1.0,
            step=0.01,
            key="guess_g",
            persist_state="session",
            help="0 never calls a case positive, 1 always.",
        )
    link.say(guess=(f"{guess:g}" if isinstance(guess, float) else guess) if guess != "half" else None)
    return guess


def _share(text: str | None) -> float:
    try:
        return link.between(0, 1, "guess")(text or "")
    except InputError:
        return 0.25
