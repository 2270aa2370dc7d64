"""The numbers of a law of one's own on sliders, folded away: its text follows them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from ddcore.samples.own_law import OwnLaw
from ddcore.scores.law import MOST, Law, Part
from ddcore.scores.law_kinds import KINDS, Limit
from pages.session import link
from pages.session.settings import Setting

STARTS: Mapping[str, tuple[float, ...]] = {
    "normal": (0.5, 0.1),
    "beta": (2.0, 2.0),
    "gamma": (2.0, 1.0),
    "exponential": (1.0,),
}
"""The numbers of a part of which only the kind is chosen; bins are typed."""
ENDS = {"standard deviation": 0.5, "a": 10.0, "b": 10.0, "shape": 10.0, "scale": 5.0}
"""Where the slider of a number ends unless the number is larger; that of a standard deviation in spans of the mean."""


def choose(law: OwnLaw, texts: Mapping[str, Setting]) -> None:
    """Sliders of both classes, in a popover."""
    low, high = _scale(law)
    with st.popover("Sliders", width="stretch", help="Set the numbers of both laws by hand."):
        for name, label, own in (("law1", "positives", law.positives), ("law0", "negatives", law.negatives)):
            st.markdown(f"**{label.capitalize()}**")
            _parts(own, texts[name], low, high, label)


def _scale(law: OwnLaw) -> tuple[float, float]:
    """Between which means a slider goes: 0 and 1 where the scores lie about there, else far enough for all."""
    low, high = law.exact.span
    if low >= -0.5 and high <= 1.5:
        return 0.0, 1.0
    reach = 10.0
    while reach < max(-low, high):
        reach *= 10
    return -reach, reach


def _parts(law: Law, text: Setting, low: float, high: float, label: str) -> None:
    """How many parts there are, and the kind, the weight and the numbers of each; `label` names the class."""
    count = f"data_{text.name}_parts"
    link.put(count, len(law.parts))
    st.segmented_control(
        f"Parts, {label}",
        range(1, MOST + 1),
        key=count,
        required=True,
        help="A class may score in up to three groups.",
        on_change=partial(_resize, law, text, count),
    )
    for place, part in enumerate(law.parts):
        _part(law, place, part, text, (low, high), label)


def _part(law: Law, place: int, part: Part, text: Setting, ends: tuple[float, float], label: str) -> None:
    """The kind of a part, and its numbers and weight on sliders."""
    key = f"data_{text.name}_{place}"
    which = f"{f' of part {place + 1}' if len(law.parts) > 1 else ''}, {label}"

    def change(kind: Callable[[object], Part], widget: str) -> None:
        if widget in st.session_state:
            parts = (*law.parts[:place], kind(st.session_state[widget]), *law.parts[place + 1 :])
            text.choose(Law(parts).text)

    kinds = {name: kind.title for name, kind in KINDS.items() if name in STARTS or name == part.kind.key}
    link.put(f"{key}_kind", part.kind.key)
    st.selectbox(
        f"Distribution{which}",
        list(kinds),
        format_func=kinds.__getitem__,
        key=f"{key}_kind",
        on_change=change,
        args=(lambda chosen: _started(str(chosen), part), f"{key}_kind"),
    )
    for number, limit in enumerate(part.kind.limits):
        shown = part.numbers[number]
        first, last = _range(limit, shown, *ends)
        widget = f"{key}_{part.kind.key}_{number}_{first:g}_{last:g}"
        link.put(widget, shown)
        st.slider(
            f"{limit.name.capitalize()}{which}",
            first,
            last,
            step=(last - first) / 200,
            format="%.3g",
            key=widget,
            on_change=change,
            args=(partial(_moved, part, number), widget),
        )
    if len(law.parts) > 1:
        weights = [each.weight for each in law.parts]
        most = max(1.0, *weights)
        widget = f"{key}_weight_{most:g}"
        link.put(widget, part.weight)
        st.slider(
            f"Weight{which}",
            min(most / 1000, *weights),
            most,
            step=most / 1000,
            format="%.3g",
            key=widget,
            help="How much of the class scores so, beside the weights of its other parts.",
            on_change=change,
            args=(lambda weight: replace(part, weight=_short(weight)), widget),
        )


def _moved(part: Part, number: int, value: object) -> Part:
    """A part with one number changed."""
    numbers = (*part.numbers[:number], _short(value), *part.numbers[number + 1 :])
    return replace(part, numbers=part.kind.checked(numbers))


def _short(value: object) -> float:
    """The number of a slider without the digits of its steps."""
    return float(f"{value:.4g}")


def _started(kind: str, part: Part) -> Part:
    """A part of another kind."""
    return part if kind == part.kind.key else Part(KINDS[kind], STARTS[kind], part.weight)


def _range(limit: Limit, shown: float, low: float, high: float) -> tuple[float, float]:
    """Where the slider of a number begins and ends; it holds the number."""
    if limit.name == "mean":
        return min(low, shown), max(high, shown)
    end = ENDS[limit.name] * (high - low if limit.name == "standard deviation" else 1.0)
    if limit.name == "standard deviation" and high > 1:
        end = high / 2
    return min(max(limit.low, end / 100), shown), max(end, shown)


def _resize(law: Law, text: Setting, widget: str) -> None:
    """More parts, like the last one, or fewer."""
    wanted = st.session_state.get(widget) or len(law.parts)
    parts = [*law.parts, *[law.parts[-1]] * MOST][:wanted]
    text.choose(Law(tuple(parts)).text)
