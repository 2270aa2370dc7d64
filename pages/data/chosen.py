"""What a person chose for a file: one dictionary of plain values for each, as a saved view may keep it.

Its names are keywords of `read` (truth, score, label, model, run, group, fold, cluster, weight, amount, id, positive,
missing, turned, removed, names, delimiter, decimal, encoding, sheet), and "confirmed": whether what was guessed is
right.
"""

from typing import Any

import streamlit as st

CHOICES = "data_choices"
CONFIRMED = "confirmed"

READING = ("delimiter", "decimal", "encoding", "sheet")
"""How the file is read."""

FOUND_ANEW = {
    "delimiter": ("truth", *("score", "label", "model", "run", "group", "fold", "cluster", "weight", "amount", "id")),
    "truth": ("positive",),
    "model": ("turned", "removed", "names"),
}
"""What is found anew where another choice changes: it was chosen for other columns, classes or models."""
FOUND_ANEW["delimiter"] += (*FOUND_ANEW["truth"], *FOUND_ANEW["model"])
FOUND_ANEW |= dict.fromkeys(("encoding", "sheet"), FOUND_ANEW["delimiter"])


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
