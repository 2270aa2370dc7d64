"""How scores are read as evidence: method, bandwidth, bounds, folds and seed, with defaults that need no choice."""

import streamlit as st

from ddcore.scores.choice import FOLDS
from pages.session import link

BANDWIDTH_HELP = (
    "How wide the kernel is. The first three suit densities with one top; Improved Sheather-Jones also several."
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
