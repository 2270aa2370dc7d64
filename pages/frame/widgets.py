"""The widget of a choice, by what its declaration says: its kind, label, help and limits."""

from collections.abc import Sequence
from typing import Any, Literal

import streamlit as st

from ddcore.answers.base.words import literal, own_direction
from ddcore.errors import InputError
from ddcore.measures import measure, own_measure
from ddcore.options import Measures, NumberField, Offered, OneOf, Slider, Text, beside, limits
from pages.session import link
from pages.session.choices import Choice

FORMULAS = "formulas"
"""The measures of one's own that were written in this session."""
FORMULA_HELP = (
    "A formula, with a name and an equals sign before it if you like. It can use tp, fp, fn, tn, p (positive cases), "
    "n (negative cases), m (all cases), pp (predicted positive), pn (predicted negative), numbers, + - \\* / \\*\\* "
    "( ), sqrt, log, exp, abs, min and max. Your measure then has a baseline, a curve and a verdict like any other."
)


def draw(choice: Choice) -> Any:
    """The widget of a choice; what is chosen. A choice with one value to choose from has no widget."""
    for kind, drawn in (
        (Measures, _measures),
        (OneOf, _one_of),
        (Offered, _one_of),
        (Slider, _slider),
        (NumberField, _number),
        (Text, _text),
    ):
        declared = beside(choice.field, kind)
        if declared is not None:
            return drawn(choice, declared)
    raise TypeError(
        f"{choice.name} must say how it is shown: declare a Slider, NumberField, Text, OneOf, Offered or Measures"
    )


def _common(choice: Choice) -> dict[str, Any]:
    """What every widget has; it stands at the value that was chosen on whatever page."""
    choice.put()
    return {"key": choice.key, "help": choice.field.description, "on_change": choice.take, "persist_state": "session"}


def _slider(choice: Choice, declared: Slider) -> Any:
    low, high = map(float, limits(choice.field))
    shown = "percent" if declared.percent else declared.digits
    return st.slider(choice.title, low, high, step=float(declared.step), format=shown, **_common(choice))


def _number(choice: Choice, declared: NumberField) -> Any:
    low, high = (type(declared.step)(end) for end in limits(choice.field))
    given: dict[str, Any] = {} if choice.default is not None else {"value": None}
    return st.number_input(
        choice.title,
        low,
        high,
        step=declared.step,
        format=declared.digits,
        placeholder=declared.placeholder,
        **given,
        **_common(choice),
    )


def _text(choice: Choice, declared: Text) -> Any:
    if declared.lines > 1:
        return st.text_area(
            choice.title, height=40 * declared.lines, placeholder=declared.placeholder, **_common(choice)
        )
    return st.text_input(choice.title, max_chars=declared.most, placeholder=declared.placeholder, **_common(choice))


def _one_of(choice: Choice, declared: OneOf | Offered) -> Any:
    titles = choice.titles or {}
    if len(titles) == 1:
        return choice.value
    given = {"options": list(titles), "format_func": titles.__getitem__, **_common(choice)}
    if declared.look == "tabs":
        return st.segmented_control(choice.title, required=True, wrap=True, **given)
    if declared.look == "radio":
        return st.radio(choice.title, **given)
    if declared.look == "steps":
        return st.select_slider(choice.title, **given)
    return st.selectbox(choice.title, **given)


def _measures(choice: Choice, declared: Measures) -> tuple[str, ...]:
    """The measures to show, one's own first: one from a list, several in a box, and behind a button one's own."""
    own: list[str] = st.session_state.setdefault(FORMULAS, [])
    own += [key for key in choice.value if "=" in key and key not in own]
    offered = [*own, *declared.offered]
    single = declared.most == 1
    width: Literal["content", "stretch"] = "content" if single else "stretch"
    key = None if single else f"several_{choice.key}"
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", width=width, key=key):
        keys = _one(choice, offered) if single else _several(choice, declared, offered)
        with st.popover("Own formula", help="A measure of your own, from the four counts."):
            _write_own(choice, declared, own)
    return (*(key for key in keys if key in own), *(key for key in keys if key not in own))


DEFINED = 4
"""Measures whose definitions stand in the help of a widget."""


def _defined(choice: Choice) -> str:
    """The help of a choice of measures: what it is, and what the chosen measures say."""
    rows = [measure(key) for key in choice.value[:DEFINED]]
    definitions = (f"**{literal(row.title)}**: {literal(row.definition)}" for row in rows)
    return "\n\n".join((choice.field.description or "", *definitions))


def _several(choice: Choice, declared: Measures, offered: list[str]) -> Sequence[str]:
    common = _common(choice) | {"help": _defined(choice)}
    chosen: Sequence[str] = st.multiselect(
        choice.title,
        offered,
        format_func=lambda name: measure(name).title,
        max_selections=declared.most,
        **common,
    )
    return chosen


def _one(choice: Choice, offered: list[str]) -> Sequence[str]:
    key = f"{choice.key}_one"

    def take() -> None:
        if key in st.session_state:
            choice.choose((st.session_state[key],))

    link.put(key, next(iter(choice.value), offered[0]))
    name = st.selectbox(
        choice.title,
        offered,
        format_func=lambda name: measure(name).title,
        key=key,
        help=_defined(choice),
        on_change=take,
        persist_state="session",
        width=220,
    )
    return [name]


def _write_own(choice: Choice, declared: Measures, own: list[str]) -> None:
    """The place to write a formula; a good one is added to the measures shown, a bad one stays to be mended."""
    written, problem = f"{choice.key}_own", f"{choice.key}_own_problem"

    def add() -> None:
        st.session_state.pop(problem, None)
        text = st.session_state[written].strip()
        if not text:
            return
        try:
            added = own_measure(text).key
        except InputError as refusal:
            st.session_state[problem] = str(refusal)
            return
        own[:] = dict.fromkeys([*own, added])
        choice.choose(tuple(dict.fromkeys([added, *choice.value]))[: declared.most])
        st.session_state[written] = ""

    st.text_input(
        "A measure of your own",
        key=written,
        placeholder="net benefit = (tp - fp) / m",
        help=FORMULA_HELP,
        on_change=add,
        persist_state="session",
    )
    if problem in st.session_state:
        st.error(literal(st.session_state[problem]))
    for row in map(measure, own):
        st.caption(literal(own_direction(row)))
