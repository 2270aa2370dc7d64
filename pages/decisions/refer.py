"""Which cases should a person see?"""

import math
from operator import attrgetter

import streamlit as st

from ddcore.answers.base.separation import scores_of
from pages.frame import prices
from pages.frame.page import opened
from pages.session import link
from pages.session.choices import Choice

ASKED = {"share": ("share",), "wanted": ("wanted_value",), "rates": ("misses", "alarms")}
"""What is asked of a range that is looked for, by the way."""


def ends(low: Choice, high: Choice) -> None:
    """Both ends of the range on one slider, and below it as numbers; what is moved in one stands in the other."""
    first, last = limits(low)
    if not first < last:
        page.control("low", attrgetter("value"))
        page.control("high", attrgetter("value"))
        return
    key = f"ends_{low.owner}"
    now = sorted(min(max(float(each.value), first), last) for each in (low, high))
    link.put(key, (now[0], now[1]))

    def take() -> None:
        # The upper end of the slider is above every score.
        if key in st.session_state:
            lower, upper = st.session_state[key]
            low.choose(lower)
            high.choose(math.inf if upper >= last else upper)

    st.slider(
        "Scores that a person sees",
        first,
        last,
        step=(last - first) / 200,
        key=key,
        format="%.3g",
        help="Cases with scores between both ends go to a person; those above are predicted positive.",
        on_change=take,
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page.control("low", end_field)
        page.control("high", end_field)


def end_field(choice: Choice) -> float:
    """A field to type an end in."""
    value, (first, last) = float(choice.value), limits(choice)
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


def limits(choice: Choice) -> tuple[float, float]:
    """The lowest score, and a step above the highest; 0 and 1 for probabilities below 1."""
    score = scores_of(choice.data).score
    low, high = float(score[0]), float(score[-1])
    if low >= 0 and high < 1:
        return 0.0, 1.0
    return low, high + (high - low) / 200


page = opened("refer")
top = st.container()
with st.container(horizontal=True, vertical_alignment="bottom"):
    by_cost = (by := page.control("by")) == "cost"
    if not by_cost:
        page.control("measure")
left, right = st.columns([5, 4], gap="medium")
with right, st.container(key="controls_prices"):
    growing = by_cost and prices.outcomes(page)
    if by_cost:
        page.control("referral", prices.referral)
        prices.over_period(page, unit=True)
    else:
        prices.kept(page, "u", "written", "referral", "unit", *prices.PERIOD)
    prices.in_use(page)
with left:
    if by_cost:
        prices.times(page, growing)
    if by == "hand":
        ends(page.choice("low"), page.choice("high"))
    with st.container(horizontal=True, gap="medium"):
        for name in ASKED.get(by, ()):
            page.control(name)
    picture = st.container()
# Prices leave no room beside the first chart.
with left if by_cost else right:
    if by_cost:
        page.control("measure")
    coverage = st.container()

page.ask(top)
with picture:
    page.chart("refer")
    page.small_table("cells", titled=False)
with coverage:
    page.chart("coverage")
with right if by_cost else st.container():
    page.worth_knowing()
page.fold()
