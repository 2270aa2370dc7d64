"""How the cases for a person are chosen: by their share, or by what mistakes and referrals cost."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from ddcore.answers.base.known_laws import printed_region
from ddcore.answers.base.prices import OF_WORTH, Prices, typed_number
from ddcore.answers.base.prices import cells as priced
from ddcore.answers.base.separation import scores_of
from ddcore.answers.refer.compute import best_of_share
from ddcore.data import Data
from ddcore.decisions.referral import break_even_cost
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure
from ddcore.options import Key, Measures, NumberField, OfData, OneOf, Slider, in_force, judging_share


def _two(given: str | Sequence[object]) -> tuple[float, ...]:
    """What a referral costs, of a positive and of a negative case."""
    parts = given.split(",") if isinstance(given, str) else list(given)
    if len(parts) != 2:
        raise InputError(f'must be two costs, of a positive and a negative case, such as 0.2,0.2, got "{given!s:.40}"')
    return tuple(typed_number("the cost of a referral", part) for part in parts)


WAY_TITLES = {
    "share": "By share",
    "cost": "By cost",
    "hand": "By hand",
    "wanted": "By a wanted value",
    "rates": "By two error rates",
}
"""How the cases may be chosen."""
ReferralCosts = Annotated[
    tuple[float, ...] | None,
    BeforeValidator(_two),
    OfData(),
    Field(
        title="Cost of referring a truly positive and a truly negative case",
        description="The cost of a person who then decides correctly; add the cost of errors if a person may be wrong. "
        "The default is two fifths of the most that a person may cost at these prices.",
    ),
]
"""What a referral costs, of a positive and of a negative case, "0.2,0.2" or two numbers."""


class Choices(Prices):
    """A share of the cases and the measure that the rest is judged by, or what mistakes and referrals cost."""

    by: Annotated[str, OneOf(WAY_TITLES)] = Field(
        "share",
        title="Choose the cases",
        description="A share fits the time that a person has. Costs, a wanted value or error rates determine the "
        "share. By hand, you set both ends.",
    )
    share: Annotated[float, Slider(0.01, percent=True)] = Field(
        0.2,
        ge=0,
        le=0.95,
        title="Share of cases sent to a person",
        description="At most this share of the cases is referred.",
    )
    referral: ReferralCosts = None
    low: Annotated[float | None, OfData()] = Field(
        None,
        allow_inf_nan=False,
        title="Refer from a score of",
        description="Cases below are predicted negative. By default both ends are those of the best range at the "
        "share set under “By share”.",
    )
    high: Annotated[float | None, OfData()] = Field(
        None, title="to below", description="Cases at or above are predicted positive."
    )
    wanted_value: Annotated[float | None, NumberField(0.01, digits="%g"), OfData()] = Field(
        None,
        ge=-1e6,
        le=1e6,
        title="Value wanted for the decided cases",
        description="The fewest cases are referred that make the measure at least this good. The default is half way "
        "from the best single threshold to a perfect value.",
    )
    misses: Annotated[float, Slider(0.01, percent=True)] = Field(
        0.05,
        ge=0,
        le=0.5,
        title="Positives that may be predicted negative",
        description="At most this share of the truly positive cases is predicted negative on these cases.",
    )
    alarms: Annotated[float, Slider(0.01, percent=True)] = Field(
        0.05,
        ge=0,
        le=0.5,
        title="Negatives that may be predicted positive",
        description="At most this share of the truly negative cases is predicted positive on these cases.",
    )
    measure: Annotated[tuple[str, ...], Measures(judging_share, most=1), Key("measure_looked_at")] = in_force("F1")

    @property
    def unused(self) -> Collection[str]:
        """The prices, where they do not choose the cases."""
        return () if self.by == "costs" else (*OF_WORTH, "referral")

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """The defaults, with the cost of a referral and the ends that follow from what is chosen."""
        unsaid = super().defaults_given(data, chosen)
        unsaid = {**unsaid, "referral": 2 * (assumed_referral(chosen.get("u") or unsaid["u"]),)}
        if chosen.get("by") not in ("hand", "wanted") or scores_of(data).total == 0:
            return unsaid
        measure = measure_named(chosen.get("measure", cls.model_fields["measure"].default)[0])
        if chosen["by"] == "wanted":
            return {**unsaid, "wanted_value": half_way(measure, best_of_share(data, measure, 0.0).value)}
        if (printed := printed_region(data)) is not None:
            return {**unsaid, "low": printed[0], "high": printed[1]}
        band = best_of_share(data, measure, chosen.get("share", cls.model_fields["share"].default))
        if math.isnan(band.value):
            middle = float(scores_of(data).score[scores_of(data).score.size // 2])
            return {**unsaid, "low": middle, "high": middle}
        top = float(scores_of(data).score[-1])
        low = band.low if math.isfinite(band.low) else top
        return {**unsaid, "low": low, "high": band.high}


def half_way(measure: Measure, alone: float) -> float:
    """Half way from a value to the best value of a measure, of two digits.

    >>> half_way(measure_named("ACC"), 0.81), half_way(measure_named("ERR"), 0.21)
    (0.91, 0.1)
    """
    if math.isnan(alone):
        return measure.best if math.isfinite(measure.best) else 0.0
    middle = (alone + measure.best) / 2 if math.isfinite(measure.best) else alone
    return round(middle, 2)


def assumed_referral(payoffs: Sequence[float]) -> float:
    """The assumed cost of a referral at some prices: two fifths of the most that it may cost, of two digits.

    >>> assumed_referral((0, -1, -1, 0)), assumed_referral((0, -100, -500, 0))
    (0.2, 33.0)
    """
    try:
        return float(f"{0.4 * break_even_cost(Utility.of(priced(payoffs))):.2g}")
    except InputError:
        return 0.0
