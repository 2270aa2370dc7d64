"""A condition that every threshold must meet: a measure and how good it must be at least."""

import math
from collections.abc import Sequence
from typing import Annotated

from pydantic import BeforeValidator, Field

from ddcore.answers.base.words import inside
from ddcore.errors import InputError
from ddcore.measures import MEASURES
from ddcore.scores.thresholds import Constraint

CONDITIONS = tuple(key for key, row in MEASURES.items() if row.judges and not row.grows)
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


def constraints_of(where: str) -> tuple[Constraint, ...]:
    """What a condition demands of every threshold."""
    if not where:
        return ()
    key, _, bound = where.partition(":")
    return (Constraint.of(key, float(bound)),)


def held(constraints: Sequence[Constraint]) -> str:
    """The conditions in words."""
    return " and ".join(
        f"{inside(constraint.measure)} of at {'least' if constraint.measure.better == 'higher' else 'most'} "
        f"{constraint.bound:.12g}"
        for constraint in constraints
    ).replace("-", "−")
