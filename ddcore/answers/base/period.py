"""What a period brings, as people say it: cases, a fixed cost, and how many may be predicted positive."""

from typing import Annotated

from pydantic import Field

from ddcore.answers.base.options import NumberField, OfData, OneOf
from ddcore.decisions.period import Limit
from ddcore.formats import count, many

MOST = 10**9
"""The largest number of cases, and the largest cost, that is accepted."""

PERIODS = {name: f"a {name}" for name in ("day", "week", "month", "quarter", "year")}
"""The periods there are."""

Volume = Annotated[
    int | None,
    NumberField(1, placeholder="not said"),
    OfData(),
    Field(
        ge=1,
        le=MOST,
        title="Cases a period",
        description="How many cases come in a period, such as 10,000 a month: totals then stand beside means.",
    ),
]

PeriodName = Annotated[
    str,
    OneOf(PERIODS, "list"),
    OfData(),
    Field(title="Period", description="What the cases, the fixed cost and the limit are counted by."),
]

Fixed = Annotated[
    float,
    NumberField(1.0, digits="%g"),
    OfData(),
    Field(
        ge=0,
        le=MOST,
        title="Fixed cost a period",
        description="What using a model costs in a period, however many cases come. Always answering the same needs "
        "no model and does not pay it.",
    ),
]

MostCalled = Annotated[
    int | None,
    NumberField(1, placeholder="no limit"),
    OfData(),
    Field(
        ge=0,
        le=MOST,
        title="At most so many predicted positive",
        description="How many cases can be acted on in a period. Where nobody said how many come, it is a limit for "
        "the cases at hand.",
    ),
]

Budget = Annotated[
    float | None,
    NumberField(1.0, digits="%g", placeholder="no budget"),
    OfData(),
    Field(
        ge=0,
        le=MOST,
        title="Budget for acting a period",
        description="What may be spent in a period on the cases predicted positive: a limit to their number.",
    ),
]

Acting = Annotated[
    float,
    NumberField(1.0, digits="%g"),
    OfData(),
    Field(
        ge=0.001,
        le=MOST,
        title="Acting on one case costs",
        description="It turns the budget into a number of cases. What outcomes are worth holds it already.",
    ),
]


PERIOD = """

**Over a period** a mean is multiplied by the number of cases, which is taken as known, and so are the ends of its
interval; the fixed cost is taken off for a model and not for a constant answer. The return is what is left of the lead
over the better constant answer, divided by the fixed cost; that cost is earned back where cases times lead are as much.
"""
"""How totals are computed."""

LIMIT = """

**The limit** is a largest share of the cases that may be predicted positive. Of all thresholds that keep to it on these
cases the best one is taken, each one tried; unseen cases are judged by thresholds that keep to it on the others.
"""
"""How a limit is held to."""


def limit_told(limit: Limit, period: str, volume: int | None) -> str:
    """A limit in words: "at most 200 of 10,000 cases a month"."""
    of = f"{many(limit.of, 'case')} a {period}" if volume else f"the {many(limit.of, 'case')} here"
    return f"at most {count(limit.most)} of {of}"
