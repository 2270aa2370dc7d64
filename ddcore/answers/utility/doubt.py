"""By which law payoffs may be off, and deviations of their own: as several sentences tell it."""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from ddcore.answers.base.money import Money
from ddcore.answers.base.options import OfData, OneOf, Text
from ddcore.answers.base.prices import typed_number
from ddcore.counts import CELLS
from ddcore.decisions.uncertain import LAWS, UncertainUtility
from ddcore.errors import InputError
from ddcore.formats import percent


def deviations(text: str) -> tuple[float, ...] | None:
    """The deviations of TP, FP, FN and TN; None where none are given. Raises `InputError`.

    >>> deviations("0, 50, 20, 0")
    (0.0, 50.0, 20.0, 0.0)
    """
    if not text.strip():
        return None
    parts = text.split(",")
    if len(parts) != len(CELLS):
        raise InputError(f'off must be four numbers, of TP, FP, FN and TN, such as "0, 50, 20, 0", got "{text:.40}"')
    own = tuple(
        typed_number(f"how far {name.upper()} may be off", part) for name, part in zip(CELLS, parts, strict=True)
    )
    if min(own) < 0:
        raise InputError(f"how far a price may be off must be 0 or more, got {min(own):g}")
    return own


def _text(given: Any) -> Any:
    return given if isinstance(given, str) else ", ".join(f"{own:.15g}" for own in given)


def _checked(text: str) -> str:
    deviations(text)
    return text


Doubt = Annotated[
    str,
    OneOf(LAWS),
    Field(
        title="Law of the error",
        description="All have the deviation that is set. With a Dirichlet law what the outcomes lose against the best "
        "one are parts of one sum, which is kept.",
    ),
]

Off = Annotated[
    str,
    BeforeValidator(_text),
    AfterValidator(_checked),
    Text(placeholder="0, 50, 20, 0"),
    OfData(),
    Field(
        title="How far each by itself",
        description="Standard deviations of TP, FP, FN and TN in the unit of the prices, in place of the one above.",
    ),
]


def told(values: UncertainUtility, money: Money) -> str:
    """How far payoffs may be off, after "if"."""
    if values.each is not None:
        own = ", ".join(
            f"{name.upper()} {money.in_unit(off)}" for name, off in zip(CELLS, values.each, strict=True) if off
        )
        return f"payoffs may be off by deviations of their own ({own})"
    return f"each payoff may be off by {money.in_unit(values.deviation)} (a standard deviation)"


def method(values: UncertainUtility) -> str:
    """How draws are made."""
    if values.law == "dirichlet":
        return (
            f"What the outcomes lose against the best one are parts of one sum, drawn by a Dirichlet law about those "
            f"given, whose deviations have a mean square of {percent(values.relative_deviation)} of the span from the "
            f"least to the greatest payoff."
        )
    kind = "normal" if values.law == "normal" else "uniform"
    if values.each is not None:
        return f"Each payoff has a {kind} error of the deviation that is set for it."
    return (
        f"Each payoff has a {kind} error of {percent(values.relative_deviation)} of the span from the least to the "
        f"greatest."
    )
