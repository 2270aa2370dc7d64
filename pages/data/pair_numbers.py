"""The numbers of two models' laws: means, variances and covariance of each class."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from ddcore.samples.own_pair import FIRM, LEAST, OwnPair, written
from ddcore.samples.pairs import Law
from pages.session import link
from pages.session.settings import Setting


def choose(law: OwnPair, texts: Mapping[str, Setting]) -> None:
    """The covariances on sliders; means and variances to be typed, folded away."""
    classes = (("law1", "positives", law.positives), ("law0", "negatives", law.negatives))
    for name, label, own in classes:
        _covariance(own, texts[name], label)
    with st.popover("Means and variances", width="stretch", help="Of the scores of both models in each class."):
        for name, label, own in classes:
            st.markdown(f"**{label.capitalize()}**")
            for place in range(4):
                _number(own, texts[name], place)


def _covariance(law: Law, text: Setting, label: str) -> None:
    """How the two scores go together within a class."""
    end = max(_most(*law.variance), abs(law.covariance))
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
        on_change=partial(_take, law, text, widget, 4),
    )


def _number(law: Law, text: Setting, place: int) -> None:
    """A mean or a variance."""
    is_mean, model = place < 2, 1 + place % 2
    value = (*law.mean, *law.variance)[place]
    widget = f"data_{text.name}_{place}"
    link.put(widget, value)
    st.number_input(
        f"{'Mean' if is_mean else 'Variance'} of model {model}",
        -1000.0 if is_mean else LEAST,
        1000.0,
        step=0.5,
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


def _most(first: float, second: float) -> float:
    """The largest covariance that two variances allow, with few digits."""
    return float(f"{0.99 * FIRM * (first * second) ** 0.5:.4g}")
