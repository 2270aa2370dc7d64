"""What a person chose for a file: one dictionary of plain values for each, as a saved view may keep it.

Its names are the roles that `read` takes, and "confirmed": whether what was guessed is right.
"""

from typing import Any

import streamlit as st

from ddcore.read.roles import SAID

CHOICES = "data_choices"
CONFIRMED = "confirmed"

_COLUMNS = tuple(role for role, kind in SAID.items() if "column" in kind.what)
_MODELS = ("turned", "removed", "names")
FOUND_ANEW = {
    **dict.fromkeys(("delimiter", "encoding", "sheet", "join"), ("header", *_COLUMNS, "positive", *_MODELS)),
    "header": (*_COLUMNS, "positive", *_MODELS),
    "truth": ("positive",),
    "model": _MODELS,
}
"""What is found anew where another choice changes: it was chosen for other columns, classes or models."""


def chosen(source: str) -> dict[str, Any]:
    """What was chosen for a file."""
    choices: dict[str, dict[str, Any]] = st.session_state.setdefault(CHOICES, {})
    return choices.setdefault(source, {})


def choose(source: str, name: str, value: Any) -> None:
    """Somebody chose a value; with None it is found again."""
    choices = chosen(source)
    for other in FOUND_ANEW.get(name, ()):
        choices.pop(other, None)
    if FOUND_ANEW.get(name):
        choices.pop(CONFIRMED, None)
    if value is None:
        choices.pop(name, None)
    else:
        choices[name] = value


def keywords(source: str) -> dict[str, Any]:
    """What was chosen of how `read` is called."""
    return {name: value for name, value in chosen(source).items() if name != CONFIRMED}


def forget_choices(source: str) -> None:
    """Nothing stays of what was chosen for a file."""
    st.session_state.get(CHOICES, {}).pop(source, None)
