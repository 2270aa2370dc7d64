"""The source of the data, what choosing them gives besides data, and the data of numbers, made once."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from ddcore.data import Data
from pages.session.choices import Choice, one_of
from pages.session.view import view

KINDS = ("Sample", "File", "Numbers")
TYPED = "data_typed"
"""The data of the numbers typed last, or of the selected story last, with what was computed from them."""


@dataclass(frozen=True)
class Unclear:
    """What a file cannot be read without knowing, in a sentence; its card has the box for it."""

    sentence: str


def typed(numbers: tuple[object, ...], make: Callable[[], Data]) -> Data:
    """The data as at the last run, with what was computed from them, if the numbers are the same."""
    known: dict[tuple[object, ...], Data] = st.session_state.get(TYPED, {})
    if numbers not in known:
        known = st.session_state[TYPED] = {numbers: make()}
    return known[numbers]


def kind() -> Choice:
    """The source of the data: what a link says, and a sample until somebody chooses."""
    default = "Numbers" if view().link_data == "Numbers" else "Sample"
    return Choice("data_kind", "data", default, one_of(KINDS, "data"), keep_default=True)
