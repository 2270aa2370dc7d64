"""Typed numbers: the cases of both classes, or the four counts of a model."""

import re

import streamlit as st

from ddcore.chance.dutch_draw import checked_classes
from ddcore.counts import Counts
from ddcore.data import Data, Model
from ddcore.errors import InputError
from ddcore.labels import THE_MODEL
from pages.data.choice import typed
from pages.session.settings import Setting, one_of
from pages.session.view import view

CLASSES = {"M": "Cases, M", "P": "Truly positive cases, P"}
COUNTS = {
    "TP": "Truly positive, predicted positive (TP)",
    "FP": "Truly negative, predicted positive (FP)",
    "FN": "Truly positive, predicted negative (FN)",
    "TN": "Truly negative, predicted negative (TN)",
}
HELP = {
    "M": "How many cases there are, up to 1,000,000,000. 10,000 and 1e6 are understood too.",
    "P": "How many of the cases are truly positive.",
    "TP": "Hits: positive cases that are predicted positive.",
    "FP": "False alarms: negative cases that are predicted positive.",
    "FN": "Misses: positive cases that are predicted negative.",
    "TN": "Correct rejections: negative cases that are predicted negative.",
}
WAYS = ("Cases only", "A model's counts")


def way() -> Setting:
    """Which numbers are typed: those that a link says, and the cases only where it says none."""
    usual = WAYS[any(field(name).value for name in COUNTS)]
    return Setting("data_way", "way", usual, one_of(WAYS, "way"))


def field(name: str) -> Setting:
    """A number as it is typed, letter by letter."""
    return Setting(f"data_{name}", name)


def choose() -> Data | None:
    """The data that the numbers make; None until all are typed."""
    view().are("Numbers")
    texts = boxes()
    view().data = {name: text for name, text in texts.items() if text.strip()} or {"data": "Numbers"}
    numbers = {name: _whole(name, text) for name, text in texts.items() if text.strip()}
    if len(numbers) < len(texts):
        return None
    if "M" in numbers:
        total, positives = checked_classes(numbers["M"], numbers["P"])
        return typed((total, positives), lambda: Data(total, positives))
    counts = Counts(tp=numbers["TP"], fp=numbers["FP"], fn=numbers["FN"], tn=numbers["TN"])
    total, positives = checked_classes(int(counts.total), int(counts.positives))
    models = {THE_MODEL: Model(table=None, threshold=None, counts=counts)}
    return typed(tuple(numbers.values()), lambda: Data(total, positives, models=models, chosen=THE_MODEL))


def boxes() -> dict[str, str]:
    """Where the numbers are typed; their texts."""
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


def _whole(name: str, text: str) -> int:
    """A whole number as people type it: 10,000 or 1e6."""
    plain = re.sub(r"[,\s]", "", text).replace("−", "-")
    if not re.fullmatch(r"[-+]?\d{1,40}(\.\d{0,40})?(e\+?\d{1,2})?", plain, re.IGNORECASE) or float(plain) % 1:
        raise InputError(f'{name} must be a whole number such as 303, got "{text:.40}"')
    low = 1 if name == "M" else 0
    if not low <= float(plain) <= 10**9:
        raise InputError(f"{name} must be between {low} and 1,000,000,000, got {text:.40}")
    return int(float(plain))
