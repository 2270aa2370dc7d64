"""How scores are read as evidence: method, bandwidth, bounds, folds and seed, with defaults that need no choice."""

from dataclasses import dataclass

import streamlit as st

from ddcore.scores.choice import FOLDS
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.likelihood import BEST
from ddcore.scores.ratio import BOUNDS
from ddcore.table import ScoreTable
from pages.session import link


@dataclass(frozen=True)
class Choice:
    """What was chosen; the arguments of a fit, the seed, and the share of positives elsewhere, None for that here."""

    method: str
    bandwidth: str
    bounds: str | None
    folds: int
    seed: int
    prevalence: float | None


def choose(table: ScoreTable) -> Choice:
    """In the link as method=, bandwidth=, bounds=, folds=, deal= and prevalence=."""
    with st.popover("How it is estimated"):
        method = one("method", "Method", TITLES, BEST, METHOD_HELP)
        bandwidth, bounds = "normal", None
        if method == "kde":
            titles = {key: title for key, (title, _) in BANDWIDTHS.items()}
            bandwidth = one("bandwidth", "Bandwidth", titles, "normal", BANDWIDTH_HELP)
        if method != BEST:
            bounds = scale(table, method)
        dealt = numbers("likelihood")
        link.start("likelihood_prevalence", "prevalence", None, link.between(0.001, 0.999, "prevalence"))
        prevalence = st.number_input(
            "Share of positives where the scores are used",
            0.001,
            0.999,
            value=None,
            key="likelihood_prevalence",
            format="%.3f",
            placeholder="as here",
            help="The probabilities in the table below are for this share; the ratio does not depend on it.",
            persist_state="session",
        )
        link.say(prevalence=None if prevalence is None else f"{prevalence:g}")
    return Choice(method, bandwidth, bounds, dealt["folds"], dealt["deal"], prevalence)


def scale(table: ScoreTable, method: str) -> str:
    """On which scale the scores are read; scores that are no probabilities have fewer."""
    within = table.is_probability
    usual = RATIO_METHODS[method].usual if within else "none"
    fitting = {"none", "rank", usual} | ({"logit"} if within else set())
    titles = {key: title for key, title in BOUNDS.items() if key in fitting}
    return one("bounds", "Scale of the scores", titles, usual, BOUNDS_HELP, BOUNDS_KEYS[usual])


BOUNDS_KEYS = {"reflect": "likelihood_bounds", "none": "likelihood_bounds_plain", "logit": "likelihood_bounds_logit"}
TITLES = {BEST: "Best on unseen cases", **{key: one.title for key, one in RATIO_METHODS.items()}}
METHOD_HELP = (
    "How the likelihood ratio is found from the scores. Best on unseen cases: the scores as they are, unless another "
    "reading separates cases better that it has not seen; "
    + "; ".join(f"{one.title}: {one.words}" for one in RATIO_METHODS.values())
)
BANDWIDTH_HELP = (
    "How wide the kernel is. The first three suit densities with one top; Improved Sheather-Jones also several."
)
BOUNDS_HELP = (
    "Probabilities pile up at 0 and 1, where a kernel would throw some of them over the edge; log odds and ranks "
    "spread them out."
)
NUMBERS = (
    ("folds", "Folds", 2, 50, FOLDS, "Each part of the cases is read by what the others teach."),
    ("deal", "Seed of the folds", 0, 10**6, 1, "The same seed deals the cases the same way."),
)


def numbers(page: str) -> dict[str, int]:
    """The folds and their seed; in the link as folds= and deal=."""
    chosen = {}
    for name, label, low, high, usual, told in NUMBERS:
        key = f"{page}_{name}"
        link.start(key, name, usual, link.whole(low, high, name))
        chosen[name] = st.number_input(label, low, high, step=1, key=key, help=told, persist_state="session")
        link.say(**{name: chosen[name] if chosen[name] != usual else None})
    return chosen


def one(name: str, label: str, titles: dict[str, str], usual: str, told: str, key: str = "") -> str:
    """One of several, the usual one unless the link says another."""
    key = key or f"likelihood_{name}"
    link.start(key, name, usual, link.one_of(titles, name))
    if st.session_state[key] not in titles:
        st.session_state[key] = usual
    chosen = st.selectbox(
        label, list(titles), format_func=titles.__getitem__, key=key, help=told, persist_state="session"
    )
    link.say(**{name: chosen if chosen != usual else None})
    return chosen
