"""How pairs of classifiers are drawn, and which classifiers of one test set are looked at closely."""

from dataclasses import dataclass

import streamlit as st

from ddcore.answers.words import literal
from ddcore.data import Data
from ddcore.decisions.ranking import TRUTHS
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.measures import measure
from pages.session import link
from pages.shared import payoffs, rates

ERRORS = tuple(round(0.025 * step, 3) for step in range(21))
"""Errors of the payoffs that are tried, from 0 to 0.5."""

USUAL_ERROR = 0.1
NUMBERS = (10_000, 100_000, 1_000_000)
USUAL_NUMBER = 100_000
PRESETS = {
    "right": ("Right counts alike", Utility(tp=1, fp=0, fn=0, tn=1)),
    "positives": ("Only positives count", Utility(tp=1, fp=0, fn=0, tn=0)),
    "yours": ("Yours", None),
}


@dataclass(frozen=True)
class Choice:
    """What was chosen: law of the true values, error, pairs; the measure looked at, the share of positives, values."""

    truth: str
    error: float
    pairs: int
    key: str
    prevalence: float
    utility: Utility


def choose(data: Data, keys: list[str]) -> Choice:
    """In the link as law=, error=, pairs=, look=, prevalence=, values= and the payoffs as on the page of utilities."""
    titles = {"uniform": "All values alike", "gaussian": "Near accuracy's more likely"}
    truth = _one(
        "law", "True values", titles, "uniform", f"How the true values are drawn: {'; '.join(TRUTHS.values())}."
    )
    link.start("ranking_error", "error", USUAL_ERROR, _error)
    error = st.select_slider(
        "Error of each payoff",
        ERRORS,
        key="ranking_error",
        persist_state="session",
        help="A standard deviation, on a scale on which the worst outcome is 0 and the best 1. The cross in the first "
        "chart.",
    )
    link.say(error=f"{error:g}" if error != USUAL_ERROR else None)
    numbers = {str(number): f"{number:,}" for number in NUMBERS}
    pairs = int(_one("pairs", "Pairs", numbers, str(USUAL_NUMBER), "More pairs take longer and err less."))
    look = _looked_at(keys)
    share = rates.asked(
        "ranking",
        data.positives / data.total,
        "Share of positive cases in the third chart",
        "The third chart has classifiers on one test set; it has this share of positive cases, at first the data's.",
    )
    told = "What outcomes are worth in the third chart; yours are those of the page Utility."
    values = _one("values", "Values in the third chart", {key: one[0] for key, one in PRESETS.items()}, "yours", told)
    return Choice(truth, error, pairs, look, share, _utility(data, values))


def _utility(data: Data, values: str) -> Utility:
    preset = PRESETS[values][1]
    try:
        yours = payoffs.current(data)
    except InputError as problem:
        yours = PRESETS["right"][1]
        if preset is None:
            st.caption(f"Your values cannot be used ({literal(str(problem))}); right answers count alike here.")
    return yours if preset is None else preset


def _looked_at(keys: list[str]) -> str:
    """The measure that the second and the third chart show, the first chosen unless somebody says another."""
    link.start("ranking_look", "look", keys[0], lambda text: link.one_of(keys, "look")(text))
    if st.session_state["ranking_look"] not in keys:
        st.session_state["ranking_look"] = keys[0]
    key = st.selectbox(
        "Look closely at",
        keys,
        format_func=lambda name: measure(name).title,
        key="ranking_look",
        help="The measure of the second and the third chart, and of what is worth knowing.",
        persist_state="session",
    )
    link.say(look=key if key != keys[0] and "=" not in key else None)
    return key


def _error(text: str) -> float:
    """A number of the scale, the nearest one that is tried."""
    asked = link.between(ERRORS[0], ERRORS[-1], "error")(text)
    return min(ERRORS, key=lambda error: abs(error - asked))


def _one(name: str, label: str, titles: dict[str, str], usual: str, told: str) -> str:
    key = f"ranking_{name}"
    link.start(key, name, usual, link.one_of(titles, name))
    chosen = st.segmented_control(
        label, list(titles), format_func=titles.__getitem__, key=key, required=True, wrap=True, help=told,
        persist_state="session",
    )  # fmt: skip
    link.say(**{name: chosen if chosen != usual else None})
    return chosen
