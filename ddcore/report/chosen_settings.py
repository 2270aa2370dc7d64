"""What was chosen for a section, in the words of its page."""

from collections.abc import Iterable
from typing import Any

from pydantic.fields import FieldInfo

from ddcore.answers.base.options import Measures, OneOf, Slider, beside
from ddcore.answers.base.words import literal
from ddcore.counts import CELLS
from ddcore.formats import percent
from ddcore.measures import measure
from ddcore.report.document import Fact
from ddcore.report.order import Wanted, link_text

OUTCOMES = ("u", "rate")
"""Choices of a number for each outcome."""


def told_choices(wanted: Wanted) -> tuple[Fact, ...]:
    """The label and the value of each choice that somebody made; raises `InputError` as `Wanted.made` does.

    >>> [(fact.label, fact.text) for fact in told_choices(Wanted.of("costs?u=0,-1,-5,0"))]
    [('What each outcome is worth', 'TP 0, FP −1, FN −5, TN 0')]
    """
    choices = wanted.made
    fields = type(choices).model_fields
    return tuple(
        Fact(label=field.title or name, text=_words(name, field, getattr(choices, name)))
        for name, field in fields.items()
        if name in choices.model_fields_set
    )


def _words(name: str, field: FieldInfo, value: Any) -> str:
    listed, slider = beside(field, OneOf), beside(field, Slider)
    if listed is not None:
        return literal(str(listed.titles.get(value, "")))
    if beside(field, Measures):
        return _literals(measure(key).title for key in value)
    if name in OUTCOMES and value is not None:
        return ", ".join(f"{cell.upper()} {_number(price)}" for cell, price in zip(CELLS, value, strict=True))
    if slider is not None and slider.percent and value is not None:
        return percent(value)
    if isinstance(value, tuple):
        return _literals(map(str, value))
    return _number(value) if isinstance(value, int | float) else literal(link_text(value))


def _number(value: float) -> str:
    return f"{value:,.15g}".replace("-", "−")


def _literals(names: Iterable[str]) -> str:
    return ", ".join(map(literal, names))
