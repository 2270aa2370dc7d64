"""The choices of Thresholds, with the condition that every threshold must meet: a measure and its bound."""

import math
from typing import Annotated

from pydantic import BeforeValidator, Field

from ddcore.answers.base.prices import Prices
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.measures import MEASURES
from ddcore.options import Key, Measures, OneOf, judging
from ddcore.scores.thresholds import Constraint

CONDITIONS = tuple(key for key, measure in MEASURES.items() if measure.judges and not measure.grows)
"""The measures that a threshold may have to reach."""
FARTHEST = 1e6
"""A bound lies between this and its opposite."""


def _checked(given: str | Constraint) -> str:
    """A condition as text, a measure, a colon and its bound, empty for none; raises `InputError` for anything else."""
    if isinstance(given, Constraint):
        return f"{given.measure.key}:{given.bound:.12g}"
    if not str(given).strip():
        return ""
    key, colon, bound = str(given).partition(":")
    if key not in CONDITIONS or not colon:
        raise InputError(f'must be a measure, a colon and a number, such as PPV:0.9, got "{given!s:.40}"')
    try:
        size = float(bound)
    except ValueError:
        size = math.nan
    if not -FARTHEST <= size <= FARTHEST:
        raise InputError(
            f'the bound of where must be between {-FARTHEST:,.10g} and {FARTHEST:,.10g}, got "{bound:.40}"'
        )
    return f"{key}:{size:.12g}"


Where = Annotated[
    str,
    BeforeValidator(_checked),
    Field(
        title="Only thresholds that reach",
        description="A condition on a second measure, such as the highest recall with a precision of at least 0.9.",
    ),
]
"""A measure, a colon and its bound, such as "PPV:0.9"; empty for no condition."""


class Choices(Prices):
    """What is to be best, a measure or worth by the prices in force, and a condition on another measure."""

    goal: Annotated[str, OneOf({"measure": "A measure", "worth": "Worth, with your prices"}, "tabs")] = Field(
        "measure",
        title="Best for",
        description="Prices say what each outcome is worth; they are those of Utility and Costs. A limit to positive "
        "predictions holds for a measure, too.",
    )
    where: Where = ""
    measure: Annotated[tuple[str, ...], Measures(judging, most=1), Key("measure_looked_at")] = Field(
        ("F1",), title="Measures", description="Each stands with its formula in the table below."
    )

    def constraints(self, data: Data) -> tuple[Constraint, ...]:
        """The condition and the limit of positive predictions, as every threshold must meet them."""
        key, _, bound = self.where.partition(":")
        limit = self.limited(data)
        return (
            *((Constraint.of(key, float(bound)),) if key else ()),
            *(() if limit is None else (limit.constraint,)),
        )
