"""The model that the pages look at first."""

import streamlit as st

from ddcore.figures.names import shortened
from ddcore.read import Predictions
from pages.session.settings import Setting, valued

LETTERS = 26
"""Of a name for which the list has room."""
LOOKED_AT = "data_model"
"""The `Setting` of the selected model."""


def places(file: Predictions) -> list[str]:
    """The names of the models of a file, each in its place; empty where one was left out on the card."""
    return [model.name for model in file.listed]


def selected_model(source: str, placed: list[str], usual: str, *, named: bool = True) -> str:
    """The selected model, `usual` until a list chooses one of several; in a link it is `named`, or placed."""
    names = [name for name in placed if name]
    read, write = valued(placed, "model", named=named)
    chosen = Setting(f"data_model_{source}", "model", usual, read, source, write, keep_usual=True)
    if len(names) == 1:
        return str(chosen.value)
    st.session_state[LOOKED_AT] = chosen
    name: str = chosen.put()
    st.selectbox(
        "Model",
        names,
        format_func=shortened(names, LETTERS).__getitem__,
        key=chosen.key,
        help="The model that the pages look at first.",
        on_change=chosen.take,
    )
    return name


def select(name: str) -> None:
    """Look at another model, on every page."""
    st.session_state[LOOKED_AT].choose(name)
