"""A condition that a threshold must meet: a measure and how good it must be at least."""

import streamlit as st

from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from ddcore.scores.thresholds import Constraint
from pages.session import link

NONE = "none"
OPTIONS = [NONE, *[key for key, row in MEASURES.items() if row.judges and not row.grows]]
USUAL = 0.9


def choose() -> tuple[Constraint, ...]:
    """In the link as where=PPV:0.9; nothing is demanded to begin with."""
    link.start("thresholds_where", "where", NONE, _first)
    link.hold("thresholds_bound", USUAL)
    with st.popover("Only where …"):
        key = st.selectbox(
            "Only thresholds that reach",
            OPTIONS,
            format_func=lambda key: "no condition" if key == NONE else measure(key).title,
            key="thresholds_where",
            help="A condition on a second measure, such as the highest recall with a precision of at least 0.9.",
            persist_state="session",
        )
        bound = st.number_input(
            "at least (at most, where lower is better)",
            key="thresholds_bound",
            step=0.05,
            format="%.3f",
            help="Thresholds that miss it are left out; if all do, the page says how near the scores come.",
            persist_state="session",
        )
    link.say(where=f"{key}:{bound:g}" if key != NONE else None)
    return () if key == NONE else (Constraint.of(key, bound),)


def _first(text: str) -> str:
    """The measure of where=; the bound is kept itself."""
    key, colon, bound = text.partition(":")
    if key not in OPTIONS[1:] or not colon:
        raise InputError(f'where must be a measure, a colon and a number, such as PPV:0.9, got "{text:.40}"')
    st.session_state["thresholds_bound"] = link.between(-1e6, 1e6, "the bound of where")(bound)
    return key
