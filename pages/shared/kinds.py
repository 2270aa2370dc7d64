"""The choice of a curve that is compared."""

from collections.abc import Mapping

import streamlit as st

from ddcore.scores.curves import CURVE_KINDS
from pages.session import link

COMPARED = {key: CURVE_KINDS[key].title for key in ("roc", "precision_recall", "toc")}
"""The curves that are compared before and after."""


def compare(page: str) -> str:
    """The kind of curve to compare."""
    told = "The curve that the last chart compares; “read” are the scores of one model read as evidence."
    return _tabs(f"{page}_curve", "Compare", COMPARED, told)


def _tabs(key: str, label: str, curves: Mapping[str, str], told: str) -> str:
    """One of some curves, in the link as curve=."""
    link.start(key, "curve", "roc", link.one_of(curves, "curve"))
    kind = st.segmented_control(
        label,
        list(curves),
        format_func=curves.__getitem__,
        key=key,
        required=True,
        wrap=True,
        persist_state="session",
        help=told,
    )
    link.say(curve=kind if kind != "roc" else None)
    return kind
