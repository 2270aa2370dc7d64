"""How the cases for a person are chosen: by their share, or by what mistakes and referrals cost."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from ddcore.answers.answer import Note
from ddcore.answers.bands import Bands
from ddcore.answers.money import Money
from ddcore.answers.options import Key, Measures, OfData, OneOf, Slider, judging_share
from ddcore.answers.period import limit_told
from ddcore.answers.prices import Prices, typed_number
from ddcore.answers.prices import cells as priced
from ddcore.answers.totals import Totals
from ddcore.data import Data
from ddcore.decisions.referral import break_even_cost
from ddcore.decisions.reject import RejectBand
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.formats import number
from ddcore.interval import Interval


def _two(given: str | Sequence[object]) -> tuple[float, ...]:
    """What a referral costs, of a positive and of a negative case."""
    parts = given.split(",") if isinstance(given, str) else list(given)
    if len(parts) != 2:
        raise InputError(f'must be two costs, of a positive and a negative case, such as 0.2,0.2, got "{given!s:.40}"')
    return tuple(typed_number("the cost of a referral", part) for part in parts)


ReferralCosts = Annotated[
    tuple[float, ...] | None,
    BeforeValidator(_two),
    OfData(),
    Field(
        title="Referring a truly positive and a truly negative case costs",
        description="What a person costs who then gets it right; more, if a person may be wrong. Until somebody says "
        "otherwise, two fifths of what a person may cost at most at these prices.",
    ),
]
"""What a referral costs, of a positive and of a negative case, "0.2,0.2" or two numbers."""


class Choices(Prices):
    """A share of the cases and the measure that the rest is judged by, or what mistakes and referrals cost."""

    by: Annotated[str, OneOf({"share": "By their share", "cost": "By what it costs"}, "tabs")] = Field(
        "share",
        title="Choose the cases",
        description="A share fits a person's time; costs set the share by themselves.",
    )
    share: Annotated[float, Slider(0.01, percent=True)] = Field(
        0.2,
        ge=0,
        le=0.95,
        title="Share of cases that a person sees",
        description="At most this share of the cases is referred.",
    )
    referral: ReferralCosts = None
    measure: Annotated[tuple[str, ...], Measures(judging_share, most=1), Key("measure_looked_at")] = Field(
        ("ACC",), title="Measures", description="Each stands with its formula in the table below."
    )

    @classmethod
    def following(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a referral costs follows from the prices in force."""
        unsaid = super().following(data, chosen)
        return {**unsaid, "referral": 2 * (assumed_referral(chosen.get("u") or unsaid["u"]),)}


def assumed_referral(payoffs: Sequence[float]) -> float:
    """What a referral is taken to cost at some prices: two fifths of what it may cost at most, of two digits.

    >>> assumed_referral((0, -1, -1, 0)), assumed_referral((0, -100, -500, 0))
    (0.2, 33.0)
    """
    try:
        return float(f"{0.4 * break_even_cost(Utility.of(priced(payoffs))):.2g}")
    except InputError:
        return 0.0


def period_notes(data: Data, choices: Choices, bands: Bands, free: RejectBand, money: Money) -> list[Note]:
    """What the band comes to over a period, and what a limit changes; `free` is the best band without one.

    A model's fixed cost is paid with the band and without.
    """
    notes, lead = [], bands.lead
    if lead is not None and bands.interval is not None and choices.volume is not None and not bands.band.closed:
        worth = Interval(bands.interval.value, bands.interval.value_low, bands.interval.value_high)
        period = replace(choices.of_period, fixed=0.0)
        notes += Totals(period, "referring", worth, "referring nobody", lead, money, "judged on unseen cases").notes
    limit = choices.limited(data)
    if limit is not None:
        told = limit_told(limit, choices.period, choices.volume)
        start = f"The limit is on what the model predicts positive: {told}. Referred cases are not counted"
        high, without = bands.band.high, free.high
        if high == without:
            return [*notes, Note("limit-met", f"{start}; the best range of scores keeps to it by itself.")]
        top = "never predicts positive" if math.isinf(high) else f"predicts positive at scores ≥ {number(high)}"
        text = f"{start}. So the model {top}; without the limit it would at scores ≥ {number(without)}."
        notes.append(Note("limit-moves-band", text))
    return notes
