"""Typed numbers: the cases of both classes, or the four counts of a model."""

import streamlit as st

from ddcore import front
from ddcore.data import Data
from ddcore.formats import parse_count
from pages.data.source import typed
from pages.session.choices import Choice, one_of
from pages.session.view import view

CLASSES = {"M": "Cases, M", "P": "Truly positive cases, P"}
COUNTS = {
    "TP": "Truly positive, predicted positive (TP)",
    "FP": "Truly negative, predicted positive (FP)",
    "FN": "Truly positive, predicted negative (FN)",
    "TN": "Truly negative, predicted negative (TN)",
}
HELP = {
    "M": "The number of cases, up to 1,000,000,000. You can also type 10,000 or 1e6.",
    "P": "The number of cases that are truly positive.",
    "TP": "True positives (hits): positive cases that are predicted positive.",
    "FP": "False positives (false alarms): negative cases that are predicted positive.",
    "FN": "False negatives (misses): positive cases that are predicted negative.",
    "TN": "True negatives: negative cases that are predicted negative.",
}
WAYS = ("Cases only", "A model's counts")


def way() -> Choice:
    """Which numbers are typed: those that a link says, and the cases only where it says none."""
    default = WAYS[any(field(name).value for name in COUNTS)]
    return Choice("data_way", "way", default, one_of(WAYS, "way"))


def field(name: str) -> Choice:
    """A number as it is typed, letter by letter."""
    return Choice(f"data_{name}", name)


def choose() -> Data | None:
    """The data that the numbers make; None until all are typed."""
    view().set_current("Numbers")
    texts = boxes()
    source = {"data": "Numbers"} | ({"way": WAYS[1]} if "TP" in texts else {})
    view().data_texts = {name: text for name, text in texts.items() if text.strip()} or source
    numbers = [parse_count(name, text, int(name == "M")) for name, text in texts.items() if text.strip()]
    if len(numbers) < len(texts):
        return None
    make = front.classes if "M" in texts else front.counts
    return typed(tuple(numbers), lambda: make(*numbers))


def boxes() -> dict[str, str]:
    """The texts of the typed numbers."""
    chosen = way()
    fields = CLASSES if chosen.put() == WAYS[0] else COUNTS
    st.radio(
        "Numbers",
        WAYS,
        key=chosen.key,
        label_visibility="collapsed",
        horizontal=True,
        on_change=chosen.take,
    )
    texts = {}
    for name, label in fields.items():
        number = field(name)
        texts[name] = number.put()
        st.text_input(label, key=number.key, placeholder="a whole number", help=HELP[name], on_change=number.take)
    return texts
