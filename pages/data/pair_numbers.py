"""The numbers of two models' laws: means, variances and covariance of each class, on sliders and typed."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from ddcore.samples.own_pair import FARTHEST, FIRM, LEAST, NUMBERS, OwnPair, written
from ddcore.samples.pairs import Law
from pages.session import link
from pages.session.settings import Setting

COVARIANCE = 4
"""Its place among the numbers."""


def choose(law: OwnPair, texts: Mapping[str, Setting]) -> None:
    """The covariances on sliders; all numbers to be typed, folded away."""
    classes = (("law1", "positives", law.positives), ("law0", "negatives", law.negatives))
    for name, label, own in classes:
        _covariance(own, texts[name], label)
    with st.popover(
        "Type the numbers", width="stretch", help="Means, variances and covariance of both scores in each class."
    ):
        for name, label, own in classes:
            st.markdown(f"**{label.capitalize()}**")
            for place in range(len(NUMBERS)):
                _number(own, texts[name], place, label)


def _covariance(law: Law, text: Setting, label: str) -> None:
    """How the two scores go together within a class."""
    end = _end(law)
    widget = f"data_{text.name}_covariance_{end:g}"
    link.put(widget, law.covariance)
    st.slider(
        f"Covariance among {label}",
        -end,
        end,
        step=end / 100,
        format="%.3g",
        key=widget,
        help="Above 0 the scores of both models rise together within the class, below 0 one falls as the other rises.",
        on_change=partial(_take, law, text, widget, COVARIANCE),
    )


def _number(law: Law, text: Setting, place: int, label: str) -> None:
    """A mean, a variance or the covariance."""
    end = _end(law)
    low, high = ((-FARTHEST, FARTHEST), (LEAST, FARTHEST), (-end, end))[place // 2]
    widget = f"data_{text.name}_{place}" + (f"_{end:g}" if place == COVARIANCE else "")
    link.put(widget, (*law.mean, *law.variance, law.covariance)[place])
    st.number_input(
        f"{NUMBERS[place].capitalize()}, {label}",
        low,
        high,
        step=0.5 if place < COVARIANCE else 0.1,
        format="%.4g",
        key=widget,
        on_change=partial(_take, law, text, widget, place),
    )


def _take(law: Law, text: Setting, widget: str, place: int) -> None:
    """One of the five numbers was changed; a covariance that a variance no longer allows follows it."""
    if widget not in st.session_state:
        return
    numbers = [*law.mean, *law.variance, law.covariance]
    numbers[place] = float(f"{st.session_state[widget]:.4g}")
    most = _most(numbers[2], numbers[3])
    changed = replace(
        law,
        mean=(numbers[0], numbers[1]),
        variance=(numbers[2], numbers[3]),
        covariance=max(-most, min(numbers[4], most)),
    )
    text.choose(written(changed))


def _end(law: Law) -> float:
    """The largest covariance that can be chosen; that of the law is one of them."""
    return max(_most(*law.variance), abs(law.covariance))


def _most(first: float, second: float) -> float:
    """The largest covariance that two variances allow, with few digits."""
    return float(f"{0.99 * FIRM * (first * second) ** 0.5:.4g}")
