"""Worth by the prices in force as what a threshold is chosen for: its measure, its best threshold, its totals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from ddcore.answers.base.money import Money, Totals
from ddcore.answers.base.prices import Prices
from ddcore.answers.base.separation import reading, resamples, scored
from ddcore.data import Data
from ddcore.decisions.cost_curves import CURVE_LABELS
from ddcore.decisions.period import Limit
from ddcore.decisions.utility import Utility, constant_yields
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.measures.type import OTHER, Measure
from ddcore.scores.best_thresholds import BestThreshold, best_thresholds
from ddcore.scores.thresholds import Constraint, lead
from ddcore.scores.trace import Trace, over_threshold


def cost_measure(utility: Utility) -> Measure:
    """The mean cost per case as a measure, lower being better: that of the yield with the other sign.

    >>> from ddcore.counts import Counts
    >>> float(cost_measure(Utility(tp=0, fp=-1, fn=-5, tn=0))(Counts(tp=3, fp=2, fn=1, tn=1)))
    1.0
    """
    earned = utility.measure
    expected, slope, reached = earned.expected, earned.slope, earned.reached
    return replace(
        earned,
        key="cost",
        name=f"Cost per case in {utility.unit}" if utility.unit else "Cost per case",
        function=lambda cells: -earned.function(cells),
        formula=f"-{earned.formula}",
        latex=f"-{earned.latex}",
        better="lower",
        best=-earned.best,
        worst=-earned.worst,
        expected=None if expected is None else lambda P, N, n: -expected(P, N, n),
        slope=None if slope is None else lambda P, N, n: -slope(P, N, n),
        reached=None if reached is None else lambda end, M, P: -reached(OTHER[end], M, P),
    )


@dataclass(frozen=True, eq=False)
class Worth:
    """What a case is worth by the prices in force, for the selected model; results are kept with the data."""

    data: Data
    prices: Prices
    utility: Utility
    measure: Measure

    @classmethod
    def of(cls, data: Data, prices: Prices) -> "Worth":
        """At these prices; raises `InputError` for what cannot be used."""
        if any(prices.rate):
            raise InputError("worth needs prices that do not grow with an amount; set these rates to 0")
        utility = prices.utility(data)
        kept = ("worth", prices.u, prices.unit, prices.written)
        make = (lambda: cost_measure(utility)) if prices.written == "costs" else (lambda: utility.measure)
        return cls(data, prices, utility, data.cached(kept, make))

    def best(self, constraints: Sequence[Constraint]) -> BestThreshold:
        """The best threshold under some conditions."""
        table = scored(self.data)
        conditions = tuple((constraint.measure.key, constraint.bound) for constraint in constraints)
        return self.data.cached(
            ("best worth", table, self.measure, conditions),
            lambda: best_thresholds(
                table, [self.measure], reading(self.data), *constraints, drawn=resamples(self.data)
            )[0],
        )

    @property
    def trace(self) -> Trace:
        """What a case is worth over the threshold, thinned."""
        table = scored(self.data)
        make = partial(over_threshold, table, self.measure)
        return self.data.cached(("trace of worth", table, self.measure), lambda: make().thin())

    def totals(self, optimum: BestThreshold, limit: Limit | None) -> Totals:
        """What the best threshold comes to over a period: on unseen cases, where that is known."""
        sign = -1 if self.prices.written == "costs" else 1
        free = constant_yields(self.utility, self.data.prevalence)
        everything = free.positive > free.negative and limit is None
        rest, key = (free.positive, "all") if everything else (free.negative, "none")
        best, drawn = optimum.bootstrap, resamples(self.data)
        value = sign * optimum.best.value
        mean, ahead, where = Interval(value), Interval(value - float(rest)), "judged on the cases it was chosen on"
        if best is not None and drawn is not None and not math.isnan(best.value):
            low, high = sorted((sign * best.value_low, sign * best.value_high))
            mean, where = Interval(sign * best.value, low, high), "judged on unseen cases"
            at = float(scored(self.data).score[0]) if everything else math.inf
            ahead = lead(self.measure, best, at, drawn=drawn)
        money = Money.of(self.prices, self.utility, mean.value, float(rest))
        return Totals(self.prices.of_period, "the best threshold", mean, CURVE_LABELS[key], ahead, money, where)
