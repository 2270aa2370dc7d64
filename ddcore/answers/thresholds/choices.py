"""The choices of Thresholds, with the conditions that every threshold must meet: a measure and its bound each."""

import math
import re
from collections.abc import Collection, Sequence
from typing import Annotated

from pydantic import BeforeValidator, Field

from ddcore.answers.base.prices import OF_WORTH, Prices
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from ddcore.options import Key, Measures, OneOf, in_force, judging
from ddcore.scores.thresholds import Constraint

CONDITIONS = tuple(key for key, row in MEASURES.items() if row.judges and not row.grows)
"""The measures that a threshold may have to reach."""
MOST, LONGEST = 10, 200
"""Conditions, and letters of one."""
FARTHEST = 1e6
"""A bound lies between this and its opposite."""


CONDITION = re.compile(r"(?P<name>.+?)\s*(?P<sign>:|>=|=>|≥|<=|=<|≤)\s*(?P<bound>[^:<>=≥≤%]+?)\s*(?P<percent>%?)")
"""A measure, a sign and a number: "TPR>=0.95", "sensitivity ≥ 95 %", and as links have it "TPR:0.95"."""

BETWEEN = re.compile(r"[,;&\n]|\band\b")
"""What stands between several conditions."""


def _checked(given: str | Constraint | Sequence[str | Constraint]) -> str:
    """Conditions as links have them, each a measure, a colon and its bound, with commas between, empty for none.

    Raises `InputError` for what is no condition.

    >>> _checked("sensitivity >= 95 %, PPV:0.50"), _checked(["TPR>=0.95", "FPR<=0.1"]), _checked("")
    ('TPR:0.95,PPV:0.5', 'TPR:0.95,FPR:0.1', '')
    """
    listed = [given] if isinstance(given, str | Constraint) else given
    parts = (part for each in listed for part in ([each] if isinstance(each, Constraint) else BETWEEN.split(str(each))))
    found = dict.fromkeys(_condition(part) for part in parts if isinstance(part, Constraint) or part.strip())
    if len(found) > MOST:
        raise InputError(f"must be at most {MOST} conditions, got {len(found):,}")
    return ",".join(found)


def _condition(given: str | Constraint) -> str:
    """A condition as links have it."""
    if isinstance(given, Constraint):
        return f"{given.measure.key}:{given.bound:.12g}"
    parts = CONDITION.fullmatch(given.strip()[:LONGEST])
    if parts is None:
        raise InputError(
            f'must be conditions such as TPR>=0.95, with commas between several, got "{given.strip():.40}"'
        )
    found = measure(parts["name"])
    if found.key not in CONDITIONS:
        raise InputError(f"must name measures that judge, which {found.title} does not; such as TPR>=0.95")
    try:
        size = float(parts["bound"]) / (100 if parts["percent"] else 1)
    except ValueError:
        size = math.nan
    if not -FARTHEST <= size <= FARTHEST:
        raise InputError(
            f'the bound of where must be between {-FARTHEST:,.10g} and {FARTHEST:,.10g}, got "{parts["bound"]:.40}"'
        )
    sign = ">=" if found.better == "higher" else "<="
    if parts["sign"] != ":" and (parts["sign"] in (">=", "=>", "≥")) != (sign == ">="):
        raise InputError(
            f"must ask what is better, which {found.better} values of {found.title} are: write "
            f"{found.key}{sign}{size:.12g}"
        )
    return f"{found.key}:{size:.12g}"


Where = Annotated[
    str,
    BeforeValidator(_checked),
    Field(
        title="Condition on another measure",
        description="A condition on a second measure, such as TPR>=0.95 or FPR<=10%. Separate several with commas.",
    ),
]
"""Measures, each with a colon and its bound, such as "PPV:0.9,TPR:0.5"; empty for no condition."""


class Choices(Prices):
    """What is to be best, a measure or worth by the prices in force, and a condition on another measure."""

    goal: Annotated[str, OneOf({"measure": "A measure", "worth": "Your prices"}, "tabs")] = Field(
        "measure",
        title="Best for",
        description="Your prices are the worth of each outcome, the same on all pages. A limit on positive predictions "
        "applies to a measure too.",
    )
    where: Where = ""
    measure: Annotated[tuple[str, ...], Measures(judging, most=1), Key("measure_looked_at")] = in_force("F1")

    @property
    def unused(self) -> Collection[str]:
        """The prices, where a measure decides."""
        return () if self.goal == "worth" else OF_WORTH

    def constraints(self, data: Data) -> tuple[Constraint, ...]:
        """The conditions and the limit of positive predictions, as every threshold must meet them."""
        asked = (part.split(":") for part in self.where.split(",") if part)
        limit = self.limited(data)
        return (
            *(Constraint.of(key, float(bound)) for key, bound in asked),
            *(() if limit is None else (limit.constraint,)),
        )
