"""The best threshold by what is chosen: for a measure, or for the worth of a case at the prices in force."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ddcore.answers.base.bins import best_bounds
from ddcore.answers.base.money import CONSTANTS, Money, Totals
from ddcore.answers.base.prices import Prices
from ddcore.answers.base.separation import reading, resamples, scores_of, threshold, trace
from ddcore.answers.thresholds.choices import Choices
from ddcore.cache import computed_once
from ddcore.data import Data
from ddcore.decisions.period import Limit
from ddcore.decisions.utility import Utility, constant_yields
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.measures import MEASURES
from ddcore.measures.type import OTHER, Measure
from ddcore.scores.best_thresholds import BestThreshold, best_thresholds, plateau
from ddcore.scores.binned import Bounds
from ddcore.scores.thresholds import Constraint, lead
from ddcore.scores.trace import Trace, over_threshold


@dataclass(frozen=True, eq=False)
class Search:
    """The search for the best threshold of the selected model; `data` count as where it will be used."""

    data: Data
    choices: Choices

    @computed_once
    def constraints(self) -> tuple[Constraint, ...]:
        """What every threshold must meet."""
        return self.choices.constraints(self.data)

    @computed_once
    def worth(self) -> "Worth | None":
        """The worth of a case; None where a measure is to be best."""
        return Worth.of(self.data, self.choices) if self.choices.goal == "worth" else None

    @computed_once
    def optima(self) -> Mapping[str, BestThreshold]:
        """The best threshold for what is to be best, and for every measure that judges."""
        measures = best_for_measures(self.data, self.choices.measure[0], self.constraints)
        return measures if self.worth is None else {self.worth.measure.key: self.optimum, **measures}

    @computed_once
    def optimum(self) -> BestThreshold:
        """The best threshold for what is to be best."""
        return self._best(self.constraints)

    @computed_once
    def unconstrained(self) -> BestThreshold | None:
        """The best threshold without conditions; None where there are none."""
        return self._best(()) if self.constraints else None

    def _best(self, constraints: Sequence[Constraint]) -> BestThreshold:
        if self.worth is not None:
            return self.worth.best(constraints)
        key = self.choices.measure[0]
        return best_for_measures(self.data, key, constraints)[key]

    def bounds(self, measure: Measure) -> Bounds | None:
        """What the best value of a measure may be over all scores; None where they are not binned."""
        return best_bounds(self.data, scores_of(self.data), measure, self.constraints)

    @property
    def trace(self) -> Trace:
        """What is to be best over the threshold, thinned."""
        if self.worth is not None:
            return self.worth.trace
        return trace(self.data, scores_of(self.data), self.choices.measure[0])

    @property
    def plateau(self) -> tuple[float, float]:
        """The ends of the thresholds nearly as good; NaN for worth, as a hundredth is much of one price and little of
        another."""
        if self.worth is not None:
            return math.nan, math.nan
        optimum = self.optimum
        return self.data.cached(("plateau", optimum), lambda: plateau(scores_of(self.data), optimum.best))

    @property
    def totals(self) -> Totals | None:
        """The totals of the best threshold over a period; None for a measure."""
        return None if self.worth is None else self.worth.totals(self.optimum, self.choices.limited(self.data))


def best_for_measures(data: Data, key: str, constraints: Sequence[Constraint]) -> Mapping[str, BestThreshold]:
    """The best threshold for a measure of one's own and for every measure that judges."""
    table = scores_of(data)
    keys = (*([] if key in MEASURES else [key]), *[each for each, measure in MEASURES.items() if measure.judges])
    make = partial(best_thresholds, table, keys, reading(data), *constraints, drawn=resamples(data))
    optima = data.cached(("best thresholds", table, keys, conditions(constraints)), make, cases=table.score.size)
    return dict(zip(keys, optima, strict=True))


def conditions(constraints: Sequence[Constraint]) -> tuple[tuple[str, float], ...]:
    """Constraints by what tells them apart."""
    return tuple((constraint.measure.key, constraint.bound) for constraint in constraints)


def lead_over_current(optimum: BestThreshold, data: Data) -> Interval | None:
    """The lead of the best threshold over the one that is set, on unseen cases; None where it is not known."""
    drawn = resamples(data)
    if drawn is None or optimum.bootstrap is None:
        return None
    return lead(optimum.measure, optimum.bootstrap, threshold(data), drawn=drawn)


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
    """The worth of a case by the prices in force, for the selected model; results are cached with the data."""

    data: Data
    prices: Prices
    utility: Utility
    measure: Measure

    @classmethod
    def of(cls, data: Data, prices: Prices) -> "Worth":
        """The worth at these prices; raises `InputError` for prices that grow with an amount."""
        if prices.grows:
            raise InputError("worth needs prices that do not grow with an amount; set these rates to 0")
        utility = prices.utility(data)
        make = (lambda: cost_measure(utility)) if prices.written == "costs" else (lambda: utility.measure)
        return cls(data, prices, utility, data.cached(("worth", prices.u, prices.unit, prices.written), make))

    def best(self, constraints: Sequence[Constraint]) -> BestThreshold:
        """The best threshold under some conditions."""
        table = scores_of(self.data)
        return self.data.cached(
            ("best worth", table, self.measure, conditions(constraints)),
            lambda: best_thresholds(
                table, [self.measure], reading(self.data), *constraints, drawn=resamples(self.data)
            )[0],
        )

    @property
    def trace(self) -> Trace:
        """The worth of a case over the threshold, thinned."""
        table = scores_of(self.data)
        make = partial(over_threshold, table, self.measure)
        return self.data.cached(("trace of worth", table, self.measure), lambda: make().thin())

    def totals(self, optimum: BestThreshold, limit: Limit | None) -> Totals:
        """The totals of the best threshold over a period: on unseen cases, where these are known."""
        sign = -1 if self.prices.written == "costs" else 1
        constants = constant_yields(self.utility, self.data.prevalence)
        everything = constants.positive > constants.negative and limit is None
        rival, key = (constants.positive, "all") if everything else (constants.negative, "none")
        best, drawn = optimum.bootstrap, resamples(self.data)
        value = sign * optimum.best.value
        mean, ahead, where = Interval(value), Interval(value - float(rival)), "judged on the cases it was chosen on"
        if best is not None and drawn is not None and not math.isnan(best.value):
            low, high = sorted((sign * best.value_low, sign * best.value_high))
            mean, where = Interval(sign * best.value, low, high), "judged on unseen cases"
            at = float(scores_of(self.data).score[0]) if everything else math.inf
            ahead = lead(self.measure, best, at, drawn=drawn)
        money = Money.of(self.prices, self.utility, mean.value, float(rival))
        return Totals(self.prices.of_period, "the best threshold", mean, CONSTANTS[key], ahead, money, where)
