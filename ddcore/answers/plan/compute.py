"""The number of cases for the verdict, for a narrow interval and for two models, and the cheapest way to them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from ddcore.arrays import Array
from ddcore.chance.plan import LEVELS, Least, Plan, plan
from ddcore.chance.plan_cost import Design, Prices, cheapest, designs, enough
from ddcore.chance.plan_pair import Apart, fewest
from ddcore.chance.power import Claim, classes_of, power
from ddcore.chance.width import MOST, fewest_for, width_among
from ddcore.data import Data
from ddcore.formats import number
from ddcore.scores.area_pair_power import AreaPairPlan, fewest_cases
from ddcore.scores.area_power import AreaPlan

WIDTHS = 12
"""Numbers of cases at which the width of the interval is computed."""
POINTS = 14
"""Numbers of cases at which the probability to tell two models apart is computed."""
LARGEST = 100_000
"""The most cases in the data for which the probability of the verdict is computed."""


@dataclass(frozen=True)
class Target:
    """What the number of cases is for: the share of positives, the probability of the verdict, the width of the score.

    `drawn` says that the number of positives is drawn with the cases; `cases` is how many the data have.
    """

    share: float
    power: float
    drawn: bool
    width: float
    cases: int


@dataclass(frozen=True, eq=False)
class CasesNeeded:
    """The number of cases that the verdict on a model takes, and what they cost.

    Parameters
    ----------
    plan : Plan
        The least numbers of cases, and the probability of the verdict over the number of cases.
    target : Target
        What the number of cases is for.
    prices : Prices
        Of a label, and of an unlabelled case.
    designs : list of Design
        Ways to choose the cases, at several shares of positives.
    rarer : int or None
        The number of cases that is enough where positives are half as common; None where none is.
    here : float
        The probability of the verdict with the cases that the data have.
    """

    plan: Plan
    target: Target
    prices: Prices
    designs: list[Design]
    rarer: int | None
    here: float

    @property
    def least(self) -> Least:
        """The least number of cases for the probability wanted."""
        return next(least for least in self.plan.least if least.level == self.target.power)

    @property
    def natural(self) -> Design | None:
        """The design with the share of positives as it comes; None where it is not among those tried."""
        first = self.designs[0] if self.designs else None
        return first if first is not None and abs(first.share - self.target.share) <= 1 / first.total else None

    @property
    def cheapest(self) -> Design | None:
        """The design that costs least; None without any."""
        return cheapest(self.designs)


@dataclass(frozen=True, eq=False)
class TwoModels:
    """The cases that tell two models apart, and those that tell an AUC from 1/2.

    `cases` has for each probability the number where both models predict the same cases, and the number for each model
    where they predict different ones; None where none is enough. `area` is None where no AUC is known, and so is
    `areas`, two AUCs to tell apart, whose numbers of cases are `area_cases`.
    """

    apart: Apart
    cases: Mapping[float, tuple[int | None, int | None]]
    area: AreaPlan | None
    areas: AreaPairPlan | None = None
    area_cases: Mapping[float, tuple[int | None, int | None]] = field(default_factory=dict)


def verdict_words(claim: Claim) -> str:
    """What the cases should show, as it is quoted: that chance is beaten, or on which side of a value the score is.

    >>> from ddcore.measures import measure
    >>> verdict_words(Claim(measure("F1"), 0.8, 0.3)), verdict_words(Claim(measure("F1"), 0.8, 0.3, null=0.7))
    ('beats chance', 'above 0.700')
    """
    if claim.null is None:
        return "beats chance"
    return f"{'above' if claim.measure.better == 'higher' else 'below'} {number(claim.null)}"


def cases_needed(data: Data, claim: Claim, target: Target, prices: Prices) -> CasesNeeded:
    """The number of cases that the verdict takes."""
    wanted = ("plan", claim.measure.key, claim.tpr, claim.fpr, claim.null, target, prices)
    return data.cached(wanted, partial(_cases_needed, claim, target, prices))


def _cases_needed(claim: Claim, target: Target, prices: Prices) -> CasesNeeded:
    planned = plan(claim, target.share, drawn=target.drawn)
    beatable, known = planned.gap > 0, 2 <= target.cases <= LARGEST
    return CasesNeeded(
        planned,
        target,
        prices,
        designs(claim, target.share, target.power, prices) if beatable else [],
        enough(claim, target.share / 2, target.power) if beatable else None,
        power(claim, *classes_of(target.cases, target.share)) if known else math.nan,
    )


@dataclass(frozen=True, eq=False)
class WidthNeeded:
    """The number of cases that a narrow interval takes.

    `total` are numbers of cases and `width` the expected width of the interval with each; `narrow` is the least number
    whose interval is narrow enough, None where none is; `here` is the width with the cases that the data have.
    """

    claim: Claim
    target: Target
    total: Array
    width: Array
    narrow: int | None
    here: float


def width_needed(data: Data, claim: Claim, target: Target) -> WidthNeeded:
    """The number of cases that a narrow interval takes."""
    wanted = ("width planned", claim.measure.key, claim.tpr, claim.fpr, target)
    return data.cached(wanted, partial(_width_needed, claim, target))


def _width_needed(claim: Claim, target: Target) -> WidthNeeded:
    kind = "drawn" if target.drawn else "fixed"
    narrow = fewest_for(claim, target.width, target.share, kind)
    totals = np.unique(np.geomspace(10, 1.5 * max(100, narrow or MOST), WIDTHS).astype(int))
    widths = np.array([width_among(claim, int(total), target.share, kind) for total in totals])
    here = width_among(claim, target.cases, target.share, kind) if target.cases >= 2 else math.nan
    return WidthNeeded(claim, target, totals.astype(float), widths, narrow, here)


@dataclass(frozen=True, eq=False)
class ApartCurve:
    """The probability to tell two models apart over the number of cases; `needed` has that for each probability."""

    name: str
    total: Array
    probability: Array
    needed: Mapping[float, int]


def apart_curves(data: Data, models: TwoModels) -> list[ApartCurve]:
    """By accuracy, and by AUC where two are known: on the same cases and on cases of their own."""
    return data.cached(("apart curves", models.apart, models.areas), partial(_apart_curves, models))


def _apart_curves(models: TwoModels) -> list[ApartCurve]:
    asked = [
        ("accuracy, same cases", models.apart.paired, {level: cases[0] for level, cases in models.cases.items()}),
        ("accuracy, own cases", models.apart.separate, {level: cases[1] for level, cases in models.cases.items()}),
    ]
    if models.areas is not None:
        needed = models.area_cases.items()
        asked += [
            ("AUC, same cases", models.areas.paired, {level: cases[0] for level, cases in needed}),
            ("AUC, own cases", models.areas.separate, {level: cases[1] for level, cases in needed}),
        ]
    curves = []
    for name, probability, found in asked:
        known = {level: cases for level, cases in found.items() if cases is not None}
        if known:
            totals = np.unique(np.geomspace(10, max(1.5 * max(known.values()), 20), POINTS).astype(int))
            values = np.array([probability(int(total)) for total in totals])
            curves.append(ApartCurve(name, totals.astype(float), values, known))
    return curves


def two_models(data: Data, apart: Apart, area: float | None, areas: AreaPairPlan | None, share: float) -> TwoModels:
    """The cases that tell two models apart; `area` is the AUC to tell from 1/2, `share` that of positives."""
    cases = data.cached(("apart", apart), partial(_cases_apart, apart))
    one = None if area is None else AreaPlan(area, share)
    if areas is None:
        return TwoModels(apart, cases, one)
    return TwoModels(apart, cases, one, areas, data.cached(("areas apart", areas), partial(_areas_apart, areas)))


def _areas_apart(areas: AreaPairPlan) -> dict[float, tuple[int | None, int | None]]:
    return {level: (fewest_cases(areas.paired, level), fewest_cases(areas.separate, level)) for level in LEVELS}


def _cases_apart(apart: Apart) -> dict[float, tuple[int | None, int | None]]:
    return {level: (fewest(apart.paired, level), fewest(apart.separate, level, apart.guess(level))) for level in LEVELS}
