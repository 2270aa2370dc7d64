"""Both ends of the range of scores that a person sees: one slider with two ends, and two fields to type in."""

import math
from operator import attrgetter

import streamlit as st

from ddcore.answers.base.separation import scored
from pages.frame.page import Page
from pages.session import link
from pages.session.choices import Choice

SHOWN = {"share": ("share",), "wanted": ("wanted_value",), "rates": ("misses", "alarms")}


def asked(page: Page, by: str) -> None:
    """What is asked of a range that is looked for."""
    for name in SHOWN.get(by, ()):
        page.control(name)


def ends(page: Page, by: str) -> None:
    """The slider, and below it both numbers, where they are set by hand; what is moved in one stands in the other."""
    if by != "hand":
        return
    low, high = page.choice("low"), page.choice("high")
    first, last = _limits(low)
    if not first < last:
        page.control("low", attrgetter("value"))
        page.control("high", attrgetter("value"))
        return
    key = f"ends_{low.owner}"
    now = sorted(min(max(float(each.value), first), last) for each in (low, high))
    link.put(key, (now[0], now[1]))
    st.slider(
        "Scores that a person sees",
        first,
        last,
        step=(last - first) / 200,
        key=key,
        format="%.3g",
        help="Cases with scores between both ends go to a person; those above are predicted positive.",
        on_change=_take,
        args=(low, high, key, last),
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("low", _field)
        page.control("high", _field)


def _take(low: Choice, high: Choice, key: str, last: float) -> None:
    """The slider was moved; its upper end is above every score."""
    if key in st.session_state:
        first, end = st.session_state[key]
        low.choose(first)
        high.choose(math.inf if end >= last else end)


def _field(choice: Choice) -> float:
    """A field to type an end in."""
    value, (first, last) = float(choice.value), _limits(choice)
    link.put(choice.key, min(max(value, first), last))
    st.number_input(
        choice.title,
        first,
        last,
        step=(last - first) / 200,
        format="%.6g",
        key=choice.key,
        help=choice.field.description,
        on_change=choice.take,
    )
    return value


def _limits(choice: Choice) -> tuple[float, float]:
    """The lowest score, and a step above the highest; 0 and 1 for probabilities below 1."""
    score = scored(choice.data).score
    low, high = float(score[0]), float(score[-1])
    if low >= 0 and high < 1:
        return 0.0, 1.0
    return low, high + (high - low) / 200
