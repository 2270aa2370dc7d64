"""Labels and their texts: what a report says of its data, of what was chosen for a section, and its model card."""

from collections.abc import Sequence
from typing import Any

from pydantic.fields import FieldInfo

from ddcore.answers.base.prices import Prices
from ddcore.answers.base.words import as_much_as, digits4, literal
from ddcore.counts import CELLS
from ddcore.data import Data
from ddcore.formats import cases_text, percent
from ddcore.measures import measure
from ddcore.options import Measures, OneOf, Slider, beside
from ddcore.read.words import quoted
from ddcore.records.threshold import at_scores
from ddcore.report.document import Fact, Section
from ddcore.report.order import Order, Wanted, link_text

FEW = 12
"""Models that are listed one by one."""


def facts(data: Data) -> tuple[Fact, ...]:
    """The source of the data, the number of cases, their classes, models, groups and folds."""
    texts = {
        "Source": _source(data),
        "Cases": _cases(data),
        "Positive class": _positive(data),
        "Negative class": literal(data.negative),
    }
    if data.chosen is not None:
        texts["Selected model"] = literal(data.name)
        texts["Predicted positive"] = _threshold(data, data.name)
        groups, folds = len(data.model.groups), len(data.model.folds)
        texts |= {"Groups": str(groups)} if groups else {}
        texts |= {"Folds": str(folds)} if folds else {}
    if data.several:
        others = [name for name in data.models if name != data.chosen]
        shown = [f"{literal(name)} ({_threshold(data, name)})" for name in others[:FEW]]
        more = [f"{len(others) - FEW} more"] if len(others) > FEW else []
        texts["Other models"] = "; ".join([*shown, *more])
    if data.amount:
        texts["Amounts"] = literal(data.amount)
    return tuple(Fact(label=label, text=text) for label, text in texts.items())


def _source(data: Data) -> str:
    if data.origin is not None and data.origin.function == "predictions":
        return "arrays in Python"
    return literal(data.source) or "typed numbers"


def _cases(data: Data) -> str:
    total = cases_text(data.total)
    return f"{total} (sum of weights, worth {as_much_as(data.model.counts)})" if data.weighted else total


def _positive(data: Data) -> str:
    """The class, its number and share of cases, and why it is that one if nothing says so."""
    text = f"{literal(data.positive)} ({cases_text(data.positives)}, {percent(data.prevalence)})"
    if data.origin is None or not data.origin.positive:
        return text
    return f"{text}; guessed: {literal(data.origin.positive)}"


def _threshold(data: Data, name: str) -> str:
    threshold = data.models[name].threshold
    return "by its labels; it has no scores" if threshold is None else f"at {at_scores(threshold, digits4)}"


def moved_thresholds(data: Data) -> tuple[str, ...]:
    """A sentence for each threshold that was set after the data were read."""
    before = {} if data.origin is None else data.origin.thresholds
    models = data.models if data.original is None else data.original.models
    now = {name: models[name].threshold for name in before if name in models}
    return tuple(
        f"The threshold of {literal(quoted(name))} was changed by hand to {digits4(threshold)}."
        for name, threshold in now.items()
        if threshold is not None and threshold != before[name]
    )


def card(data: Data, order: Order, sections: Sequence[Section]) -> tuple[Fact, ...]:
    """The model card in the order of Mitchell et al. (2019), "Model cards for model reporting".

    What only people know is empty unless they wrote it.
    """
    given = order.card
    headings = ", ".join(dict.fromkeys(section.heading for section in sections))
    cases = f"{cases_text(data.total)} cases, {cases_text(data.positives)} of them positive."
    texts = {
        "Model details": f"Owner: {given.owner}" if given.owner else "",
        "Intended use": given.intended_use,
        "Factors": "The data have groups of cases."
        if data.chosen and data.model.groups
        else "The data have no groups, so this report cannot compare any.",
        "Metrics": f"Those of the sections {headings}.",
        "Evaluation data": f"{cases} Period: {given.data_period}" if given.data_period else cases,
        "Training data": "",
        "Quantitative analyses": "See the sections of this report.",
        "Ethical considerations": "",
        "Caveats and recommendations": given.limits,
    }
    return tuple(Fact(label=label, text=text) for label, text in texts.items())


def chosen_settings(wanted: Wanted) -> tuple[Fact, ...]:
    """The label and the value of each choice that somebody made for a section, in the words of its page.

    Raises `InputError` as `Wanted.made` does.

    >>> [(fact.label, fact.text) for fact in chosen_settings(Wanted.of("costs?u=0,-1,-5,0"))]
    [('What each outcome is worth', 'TP 0, FP −1, FN −5, TN 0')]
    """
    choices = wanted.made
    fields = type(choices).model_fields
    unused = choices.unused if isinstance(choices, Prices) else ()
    return tuple(
        Fact(label=field.title or name, text=_setting(name, field, getattr(choices, name)))
        for name, field in fields.items()
        if name in choices.model_fields_set and name not in unused
    )


OF_OUTCOMES = ("u", "rate")
"""Choices of a number for each outcome."""


def _setting(name: str, field: FieldInfo, value: Any) -> str:
    listed, slider = beside(field, OneOf), beside(field, Slider)
    if listed is not None:
        return literal(str(listed.titles.get(value, "")))
    if beside(field, Measures):
        return ", ".join(literal(measure(key).title) for key in value)
    if name in OF_OUTCOMES and value is not None:
        return ", ".join(f"{cell.upper()} {_number(price)}" for cell, price in zip(CELLS, value, strict=True))
    if slider is not None and slider.percent and value is not None:
        return percent(value)
    if isinstance(value, tuple):
        return ", ".join(literal(str(each)) for each in value)
    return _number(value) if isinstance(value, int | float) else literal(link_text(value))


def _number(value: float) -> str:
    return f"{value:,.15g}".replace("-", "−")
