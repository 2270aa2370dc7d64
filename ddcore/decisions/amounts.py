"""Payoffs that depend on the case: a fixed part, and a part for each unit of an amount that a column gives."""

import math
from dataclasses import dataclass
from operator import mul
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from ddcore.arrays import Array, power_of_two_above
from ddcore.counts import Cells, Counts
from ddcore.decisions.utility import Utility, times_at_share
from ddcore.interval import Interval, confident
from ddcore.records.labels import weights


@dataclass(frozen=True, eq=False)
class ScoredCases:
    """Cases one by one: score, whether truly positive, amount, weight, and a number that those of one cluster share.

    Arrays of one length, element i belonging to case i; amounts and weights are 0 or more. The amount of a case may
    depend on its class, as where errors have costs of their own: then it is a row of two, that of a negative first.

    >>> cases = ScoredCases(np.array([0.2, 0.9]), np.array([False, True]), np.array([50.0, 20.0]), np.ones(2))
    >>> float(cases.amount[cases.positive].sum())
    20.0
    """

    score: Array
    positive: NDArray[np.bool_]
    amount: Array
    weight: Array
    cluster: NDArray[np.int64] | None = None

    @property
    def own(self) -> Array:
        """The amount of each case, of its true class.

        >>> costs = np.array([[1.0, 5.0], [2.0, 7.0]])
        >>> ScoredCases(np.array([0.2, 0.9]), np.array([False, True]), costs, np.ones(2)).own.tolist()
        [1.0, 7.0]
        """
        return own_amount(self.amount, self.positive)


def by_class(amount: Array) -> tuple[Array, Array]:
    """The amount of each case were it positive, and were it negative: see `ScoredCases`.

    >>> [of_class.tolist() for of_class in by_class(np.array([[1.0, 5.0], [2.0, 7.0]]))]
    [[5.0, 7.0], [1.0, 2.0]]
    """
    return (amount, amount) if amount.ndim == 1 else (amount[:, 1], amount[:, 0])


def own_amount(amount: Array, positive: NDArray[np.bool_]) -> Array:
    """The amounts of cases, each of its true class: see `ScoredCases`.

    >>> own_amount(np.array([3.0, 4.0]), np.array([False, True])).tolist()
    [3.0, 4.0]
    """
    return np.where(positive, *by_class(amount))


@dataclass(frozen=True, eq=False)
class Amounts:
    """The cases in each of the four cells, the sum of their amounts, and the sum of the squares of these.

    `sums` is in the unit of the amounts, `squares` in its square; all cells are single numbers.
    """

    counts: Counts
    sums: Cells
    squares: Cells

    @classmethod
    def of_labels(cls, truth: ArrayLike, predicted: ArrayLike, amount: ArrayLike, positive: Any = None) -> Self:
        """The amounts of cases given by label, element i of each argument belonging to case i.

        Labels are those of `Counts.of_labels`, with its errors. Raises `InputError` for an amount that is no number, or
        below 0, naming its row.

        >>> Amounts.of_labels([1, 1, 0], [1, 0, 0], [20, 50, 10]).sums.fn.item()
        50.0
        """
        counts = Counts.of_labels(truth, predicted, positive)
        share = weights(amount, np.shape(truth), "amount")
        scale = power_of_two_above(float(share.max(initial=0.0)))

        def summed(power: int) -> Cells:
            # `Counts` refuses weights above a limit, so amounts are first divided by a larger power of two.
            parts = Counts.of_labels(truth, predicted, positive, (share / scale) ** power)
            return parts.map(lambda cell: cell * scale**power)

        return cls(counts, summed(1), summed(2))

    def constant(self, positive: bool) -> "Amounts":
        """The amounts of the cases, all predicted positive or all predicted negative.

        >>> Amounts.of_labels([1, 1, 0], [1, 0, 0], [20, 50, 10]).constant(True).sums.tp.item()
        70.0
        """

        def moved(cells: Cells) -> Cells:
            P, N, none = cells.positives, cells.negatives, 0 * cells.positives
            return Cells(tp=P, fp=N, fn=none, tn=none) if positive else Cells(tp=none, fp=none, fn=P, tn=N)

        squares = self.counts.squares and moved(self.counts.squares)
        counts = Counts(**vars(moved(self.counts)), squares=squares)
        return Amounts(counts, moved(self.sums), moved(self.squares))


@dataclass(frozen=True, eq=False)
class UtilityByCase:
    """A cost matrix by case: with amount a each of the four outcomes pays `fixed` + `rate` a (Elkan 2001).

    Also called an instance-dependent or example-dependent cost matrix, its costs with the other sign. `fixed` is in the
    `unit`, `rate` in the unit for each unit of the amount.

    >>> fraud = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0), "EUR")
    >>> fraud.payoffs(np.array([20.0, 50.0])).fn.tolist()
    [-20.0, -50.0]
    """

    fixed: Cells
    rate: Cells
    unit: str = ""

    def __call__(self, amounts: Amounts, prevalence: float | None = None) -> float:
        """Mean yield per case: that of each class, weighted by its share of the cases, or by a `prevalence`.

        NaN without cases of a class whose share is not 0.

        >>> fraud = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0), "EUR")
        >>> round(fraud(Amounts.of_labels([1, 1, 0], [1, 0, 0], [20, 50, 10])), 3)
        -18.333
        """
        return sum(share * self._mean(amounts, names) for names, share in _classes(amounts, prevalence) if share)

    def _mean(self, amounts: Amounts, names: tuple[str, str]) -> float:
        cases = sum(float(getattr(amounts.counts, name)) for name in names)
        return sum(self._moment(amounts, name, 1) for name in names) / cases if cases else math.nan

    def at_share(self, share: float, prevalence: float) -> "UtilityByCase":
        """The payoffs that count each class as much as it has where another share is positive; see `Utility.at_share`.

        >>> fraud = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0))
        >>> fraud.at_share(0.1, 0.5).rate.fn
        -0.2
        """
        times = times_at_share(share, prevalence)
        return UtilityByCase(self.fixed.map(mul, times), self.rate.map(mul, times), self.unit)

    def average(self, amounts: Amounts) -> Utility:
        """The payoffs of a case with the mean amount of its true class: one matrix, as a map of payoffs needs it.

        A class without cases has the mean amount 0. Raises `InputError` where that leaves four equal payoffs.

        >>> fraud = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0), "EUR")
        >>> fraud.average(Amounts.of_labels([1, 1, 0], [1, 0, 0], [20, 50, 10]))
        Utility(tp=-5.0, fp=-5.0, fn=-35.0, tn=0.0, unit='EUR')
        """
        sums, counts = amounts.sums, amounts.counts
        means = {
            name: getattr(sums, of) / getattr(counts, of) if getattr(counts, of) else 0.0
            for name, of in (("tp", "positives"), ("fn", "positives"), ("fp", "negatives"), ("tn", "negatives"))
        }
        payoffs = self.fixed.map(lambda fixed, rate, mean: fixed + rate * mean, self.rate, Cells(**means))
        return Utility.of(payoffs, self.unit)

    def payoffs(self, amount: Array, of_negative: Array | None = None) -> Cells:
        """The four payoffs of cases with these amounts, shaped like them; a negative may have another amount.

        >>> errors = UtilityByCase(Cells(tp=0, fp=0, fn=0, tn=0), Cells(tp=0, fp=-1, fn=-1, tn=0))
        >>> payoffs = errors.payoffs(np.array([5.0, 7.0]), np.array([1.0, 2.0]))
        >>> payoffs.fp.tolist(), payoffs.fn.tolist()
        ([-1.0, -2.0], [-5.0, -7.0])
        """
        of_negative = amount if of_negative is None else of_negative
        own = Cells(tp=amount, fp=of_negative, fn=amount, tn=of_negative)
        return self.fixed.map(lambda fixed, rate, of_case: fixed + rate * of_case, self.rate, own)

    def interval(self, amounts: Amounts, level: float | None = None, *, prevalence: float | None = None) -> Interval:
        """The mean yield with its normal interval, both class sizes kept; NaN ends for one case in a class.

        The variance is the sum over both classes of share^2 s^2 / cases in it, s^2 being the sample variance of the
        payoffs in the class (stratified mean, Cochran 1977). With few cases and skewed amounts the interval is too
        narrow: with 60 positives and exponential amounts it holds in about 91 %. Weighted cases count as their
        effective number (Kish 1965); NaN ends where nothing is known of the weights. `level` is the share of such
        intervals that hold the true mean. Raises `InputError` "level must be between 0 and 1, got 95".

        >>> fraud = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0), "EUR")
        >>> half = fraud.interval(Amounts.of_labels([1, 1, 0, 0], [1, 0, 0, 1], [20, 50, 10, 5]))
        >>> half.value, round(half.error, 3)
        (-15.0, 11.319)
        """
        level = confident(level)
        value, effective = self(amounts, prevalence), amounts.counts.effective
        if effective is None:
            return Interval(value)
        variance = 0.0
        for names, share in _classes(amounts, prevalence):
            weight, cases = (sum(float(getattr(of, name)) for name in names) for of in (amounts.counts, effective))
            if not share:
                continue
            if not cases > 1:
                return Interval(value)
            first, second = (sum(self._moment(amounts, name, power) for name in names) for power in (1, 2))
            variance += share**2 * max(second - first**2 / weight, 0.0) / (cases - 1) / weight
        error = math.sqrt(variance)
        reach = float(ndtri((1 + level) / 2)) * error
        return Interval(value, value - reach, value + reach, error)

    def _moment(self, amounts: Amounts, name: str, power: int) -> float:
        """The sum of the payoffs in a cell, or of their squares."""
        fixed, rate = float(getattr(self.fixed, name)), float(getattr(self.rate, name))
        n, a, aa = (float(getattr(cells, name)) for cells in (amounts.counts, amounts.sums, amounts.squares))
        return fixed * n + rate * a if power == 1 else fixed**2 * n + 2 * fixed * rate * a + rate**2 * aa


def _classes(amounts: Amounts, prevalence: float | None) -> tuple[tuple[tuple[str, str], float], ...]:
    """The cells of each class, and its share of the cases."""
    counts = amounts.counts
    total = float(counts.total)
    share = prevalence if prevalence is not None else float(counts.positives) / total if total else math.nan
    return (("tp", "fn"), share), (("fp", "tn"), 1 - share)
