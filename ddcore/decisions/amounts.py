"""Payoffs that depend on the case: a fixed part, and a part for each unit of an amount that a column gives."""

import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import norm

from ddcore.counts import Cells, Counts, weights
from ddcore.decisions.utility import OUTCOMES, Utility
from ddcore.scores.intervals import Interval, confident


@dataclass(frozen=True, eq=False)
class Amounts:
    """The cases in each of the four cells, the sum of their amounts, and the sum of the squares of these."""

    counts: Cells
    sums: Cells
    squares: Cells

    @classmethod
    def of_labels(cls, truth: ArrayLike, predicted: ArrayLike, amount: ArrayLike, positive: Any = 1) -> Self:
        """Those of one table, element i of each argument belonging to case i; amounts are 0 or more.

        >>> Amounts.of_labels([1, 1, 0], [1, 0, 0], [20, 50, 10]).sums.fn.item()
        50.0
        """
        counts = Counts.of_labels(truth, predicted, positive)
        share = weights(amount, np.shape(truth), "amount")
        largest = float(share.max(initial=0.0)) or 1.0

        def summed(power: int) -> Cells:
            # Counts have a limit, which amounts in parts of the largest one keep.
            parts = Counts.of_labels(truth, predicted, positive, (share / largest) ** power)
            return Cells(**{name: getattr(parts, name) * largest**power for name in OUTCOMES})

        return cls(counts, summed(1), summed(2))

    def constant(self, positive: bool) -> "Amounts":
        """The same cases, all called positive or all called negative."""

        def moved(cells: Cells) -> Cells:
            P, N, none = cells.positives, cells.negatives, 0 * cells.positives
            return Cells(tp=P, fp=N, fn=none, tn=none) if positive else Cells(tp=none, fp=none, fn=P, tn=N)

        return Amounts(moved(self.counts), moved(self.sums), moved(self.squares))


@dataclass(frozen=True, eq=False)
class Tariff:
    """Payoffs of a case with amount a: `fixed` + `rate` a for each of the four outcomes, in one unit (Elkan 2001)."""

    fixed: Cells
    rate: Cells
    unit: str = ""

    def __call__(self, amounts: Amounts) -> float:
        """Mean yield per case: the sum over the cells of fixed * cases + rate * amounts, divided by all cases.

        >>> fraud = Tariff(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0), "EUR")
        >>> fraud(Amounts.of_labels([1, 1, 0], [1, 0, 0], [20, 50, 10])).round(3).item()
        -18.333
        """
        parts = (
            getattr(self.fixed, name) * getattr(amounts.counts, name)
            + getattr(self.rate, name) * getattr(amounts.sums, name)
            for name in OUTCOMES
        )
        total = amounts.counts.total
        return sum(parts) / total if total else math.nan

    def average(self, amounts: Amounts) -> Utility:
        """The payoffs of a case with the mean amount of its true class: what the map of values can show of them.

        Raises `InputError` where that leaves four equal payoffs.
        """
        sums, counts = amounts.sums, amounts.counts
        means = {
            name: getattr(sums, of) / getattr(counts, of) if getattr(counts, of) else 0.0
            for name, of in (("tp", "positives"), ("fn", "positives"), ("fp", "negatives"), ("tn", "negatives"))
        }
        payoffs = {name: getattr(self.fixed, name) + getattr(self.rate, name) * means[name] for name in OUTCOMES}
        return Utility(**payoffs, unit=self.unit)

    def interval(self, amounts: Amounts, level: float = 0.95) -> Interval:
        """The mean yield with its normal interval, both class sizes kept; NaN ends for weighted cases and for one
        case in a class.

        The variance is the sum over both classes of (cases in it / all)^2 s^2 / cases in it, s^2 being the sample
        variance of the payoffs in the class (stratified mean, Cochran 1977). With few cases and skewed amounts it is
        too narrow: with 60 positives and exponential amounts it holds in about 91 %.
        """
        confident(level)
        counts = amounts.counts
        total, value = float(counts.total), float(self(amounts))
        if not total or not np.issubdtype(np.asarray(counts.tp).dtype, np.integer):
            return Interval(value, math.nan, math.nan, math.nan)
        variance = 0.0
        for names in (("tp", "fn"), ("fp", "tn")):
            cases = float(sum(getattr(counts, name) for name in names))
            if cases == 0:
                continue
            first = sum(self._moment(amounts, name, 1) for name in names)
            second = sum(self._moment(amounts, name, 2) for name in names)
            spread = max(second - first**2 / cases, 0.0) / (cases - 1) if cases > 1 else math.nan
            variance += spread * cases / total**2
        error = math.sqrt(variance)
        reach = float(norm.isf((1 - level) / 2)) * error
        return Interval(value, value - reach, value + reach, error)

    def _moment(self, amounts: Amounts, name: str, power: int) -> float:
        """The sum of the payoffs in a cell, or of their squares."""
        fixed, rate = float(getattr(self.fixed, name)), float(getattr(self.rate, name))
        n, a, aa = (float(getattr(cells, name)) for cells in (amounts.counts, amounts.sums, amounts.squares))
        return fixed * n + rate * a if power == 1 else fixed**2 * n + 2 * fixed * rate * a + rate**2 * aa
