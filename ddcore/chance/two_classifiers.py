"""What two classifiers predict of the same cases, or each of its own: any measure of both, and its difference."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from ddcore.arrays import Array
from ddcore.chance import two_rates
from ddcore.chance.paired import mcnemar, paired_interval, paired_margin_p
from ddcore.counts import Cells, Counts, all_equal
from ddcore.interval import Interval, alpha, tails
from ddcore.measures import Measure

DRAWS = 20_000
PRIOR_CASES = 0.5
"""Cases added to each kind before shares of the kinds are drawn: the prior of Jeffreys (1946)."""
ROUNDING = 1e-9
"""How far a number of cases may be from a whole one."""

DISCORDANT = {
    "TPR": ((1,), (2,), (0, 1, 2, 3)),
    "FNR": ((2,), (1,), (0, 1, 2, 3)),
    "FPR": ((5,), (6,), (4, 5, 6, 7)),
    "TNR": ((6,), (5,), (4, 5, 6, 7)),
    "ACC": ((1, 6), (2, 5), tuple(range(8))),
    "ERR": ((2, 5), (1, 6), tuple(range(8))),
}
"""Shares of the same cases for both: the kinds of cases counted for the first alone, for the second alone, and all."""


@dataclass(frozen=True)
class Comparison:
    """A score of two classifiers: `first`, `second`, the first less the second with its interval, and p values.

    `p` is two-sided, that the difference is 0 in truth; `mid_p` is less strict where `p` is exact, NaN else; `p_beyond`
    is that it is as large as a margin or larger, either way, NaN without a margin. The method stands in the interval.

    >>> Comparison(0.8, 0.7, Interval(0.1, 0.05, 0.2), 0.01).swapped().interval.low
    -0.2
    """

    first: float
    second: float
    interval: Interval
    p: float = math.nan
    mid_p: float = math.nan
    p_beyond: float = math.nan

    @property
    def sign(self) -> int:
        """1 where the first is surely higher, -1 where the second is, 0 where that may be chance at the level."""
        it = self.interval
        return int(math.copysign(1, it.value)) if self.p <= alpha() and (it.low > 0 or it.high < 0) else 0

    def is_within(self, margin: float) -> bool:
        """Whether the whole interval lies within a margin on both sides of 0."""
        return margin > 0 and -margin < self.interval.low and self.interval.high < margin

    def no_surer_than(self, other: "Comparison") -> "Comparison":
        """This comparison with an interval that contains that of another one too, and the larger p values.

        >>> sure, unsure = (Comparison(1.0, 0.0, Interval(1.0, low, 1.0), 1 - low) for low in (1.0, 0.9))
        >>> sure.no_surer_than(unsure).interval.low, round(sure.no_surer_than(unsure).p, 9)
        (0.9, 0.1)
        """
        it, its = self.interval, other.interval
        wider = replace(it, low=min(it.low, its.low), high=max(it.high, its.high))
        return replace(self, interval=wider, p=max(self.p, other.p), p_beyond=max(self.p_beyond, other.p_beyond))

    def swapped(self) -> "Comparison":
        """The second classifier compared with the first."""
        it = self.interval
        low, high = -it.high, -it.low
        return replace(
            self, first=self.second, second=self.first, interval=replace(it, value=-it.value, low=low, high=high)
        )


@dataclass(frozen=True, eq=False)
class TwoClassifiers:
    """The cases of two classifiers by kinds: `cells` has how many there are of each of eight, or their weights.

    Of the same cases the kinds are, first for the positives and then for the negatives: both predict them positive, the
    first alone, the second alone, neither. Where each has its own cases (`paired` is False) they are TP, FN, FP and TN
    of the first, then of the second. `squares` and `fourths` are sums of these powers of weights, `units` the sums of
    each cluster, a row each; None where there are no weights, no clusters.

    >>> both = TwoClassifiers.of(*np.array([[True, True, False], [True, True, False], [True, False, True]]))
    >>> both.cells.astype(int).tolist(), both.counts[0]
    ([1, 1, 0, 0, 0, 0, 1, 0], Counts(tp=2, fp=0, fn=0, tn=1))
    """

    cells: Array
    paired: bool = True
    squares: Array | None = None
    fourths: Array | None = None
    units: Array | None = None

    @classmethod
    def of(
        cls,
        positive: NDArray[np.bool_],
        first: NDArray[np.bool_],
        second: NDArray[np.bool_],
        weight: Array | None = None,
        cluster: NDArray[np.int64] | None = None,
    ) -> "TwoClassifiers":
        """Case by case: the truth, what either predicts, what it counts, and a number that cases of a cluster share."""
        return cls._of_kinds((~positive, ~first, ~second), weight, cluster, paired=True)

    @classmethod
    def on_separate_cases(
        cls,
        positive: NDArray[np.bool_],
        called: NDArray[np.bool_],
        of_second: NDArray[np.bool_],
        weight: Array | None = None,
        cluster: NDArray[np.int64] | None = None,
    ) -> "TwoClassifiers":
        """Cases of which `of_second` says whose they are; a cluster may have cases of both classifiers.

        >>> positive, called, of_second = np.array([[True, False], [True, True], [False, True]])
        >>> both = TwoClassifiers.on_separate_cases(positive, called, of_second)
        >>> both.cells.astype(int).tolist()
        [1, 0, 0, 0, 0, 0, 1, 0]
        """
        return cls._of_kinds((of_second, ~positive, ~called), weight, cluster, paired=False)

    @classmethod
    def _of_kinds(
        cls,
        bits: tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]],
        weight: Array | None,
        cluster: NDArray[np.int64] | None,
        *,
        paired: bool,
    ) -> "TwoClassifiers":
        """The kind of a case as a number of three bits, the highest first."""
        if weight is not None and all_equal(weight):
            weight = None
        if cluster is not None:
            _, codes = np.unique(cluster, return_inverse=True)
            size = int(codes.max(initial=-1)) + 1
            if size < codes.size:
                kinds = _numbers(bits)
                units = np.bincount(8 * codes + kinds, weight, 8 * size).reshape(size, 8).astype(np.float64)
                return cls(units.sum(axis=0), paired, units=units)
        if weight is None:
            return cls(_counted(bits), paired)
        cells, squares, fourths = (np.bincount(_numbers(bits), weight**power, 8).astype(float) for power in (1, 2, 4))
        return cls(cells, paired, squares, fourths)

    @classmethod
    def of_counts(cls, first: Counts, second: Counts) -> "TwoClassifiers":
        """Two tables of whole cases, each of cases of its own.

        >>> TwoClassifiers.of_counts(Counts(tp=3, fp=1, fn=2, tn=4), Counts(tp=1, fp=0, fn=0, tn=1)).counts[0]
        Counts(tp=3, fp=1, fn=2, tn=4)
        """
        tables = [[float(cell) for cell in (table.tp, table.fn, table.fp, table.tn)] for table in (first, second)]
        return cls(np.concatenate(tables), paired=False)

    @property
    def is_plain(self) -> bool:
        """Whether the cases have no weights and stand in no clusters."""
        return self.squares is None and self.units is None

    @cached_property
    def counts(self) -> tuple[Counts, Counts]:
        """The four counts of either, or sums of weights."""
        tables = _tables(self.cells, self.paired)
        if not self.is_plain:
            return Counts.unchecked(tables[0]), Counts.unchecked(tables[1])
        first, second = (Counts.unchecked(table.map(lambda cell: np.int64(round(float(cell))))) for table in tables)
        return first, second

    @cached_property
    def _drawn(self) -> tuple[Cells, Cells]:
        """Tables of both from the law of the kinds given the cases: sizes of no account, as only ratios are judged."""
        shares = np.random.default_rng(1).standard_gamma(self.cells + PRIOR_CASES, (DRAWS, 8))
        return _tables(shares, self.paired)

    def difference(self, measure: Measure, margin: float = math.nan) -> Comparison:
        """A measure of both: that of the first less that of the second.

        A share of the same cases for both (`DISCORDANT`) has McNemar's exact p and Tango's interval; of cases of its
        own Fisher's exact p and the interval of Miettinen & Nurminen. Any other measure is drawn, see `of_function`.
        With weights or clusters each is linearised, and no surer than as many independent cases as these are worth, as
        cases that are all alike show no spread where there is one.

        >>> from ddcore.measures import measure
        >>> both = TwoClassifiers(np.array([50.0, 12, 3, 10, 8, 5, 6, 106]))
        >>> found = both.difference(measure("ACC"), 0.1)
        >>> round(found.interval.value, 3), round(found.p, 4), found.sign
        (0.05, 0.0755, 0)
        """
        if not self.paired and measure.proportion is not None:
            return self.share(measure.proportion)
        if measure.key not in DISCORDANT:
            return self.of_function(measure.on, margin)
        if not self.is_plain:
            robust, independent = self._robust(measure.on, margin)
            return robust if independent is None else robust.no_surer_than(independent.difference(measure, margin))
        first, second = (float(measure.on(table)) for table in _tables(self.cells, self.paired))
        b, c, n = (float(self.cells[list(kinds)].sum()) for kinds in DISCORDANT[measure.key])
        low, high = (float(end) for end in paired_interval(b, c, n)) if n else (math.nan, math.nan)
        interval = Interval(first - second, low, high, method="exact")
        p_beyond = math.nan if math.isnan(margin) or not n else float(paired_margin_p(b, c, n, margin))
        # Of cases that stand for others the smaller number is rounded up and the larger down.
        least, most = math.ceil(min(b, c) - ROUNDING), math.floor(max(b, c) + ROUNDING)
        p, mid_p = (float(mcnemar(least, max(least, most), mid=mid)) for mid in (False, True))
        return Comparison(first, second, interval, p, mid_p, p_beyond)

    def share(self, proportion: Callable[[Any], tuple[Any, Any]]) -> Comparison:
        """A share of both, each of its own cases: `proportion` gives the hits and the cases.

        Fisher's exact p and the interval of Miettinen & Nurminen (1985), see `two_rates`; with weights or clusters it
        is linearised, see `of_function`.

        >>> both = TwoClassifiers.of_counts(Counts(tp=48, fp=0, fn=32, tn=0), Counts(tp=56, fp=0, fn=14, tn=0))
        >>> found = both.share(lambda cells: (cells.tp, cells.positives))
        >>> round(found.interval.low, 4), round(found.interval.high, 4), found.sign
        (-0.3382, -0.0528, -1)
        """

        def value(cells: Cells) -> Any:
            with np.errstate(invalid="ignore"):
                return np.divide(*proportion(cells))

        tables = _tables(self.cells, self.paired)
        first, second = (float(value(table)) for table in tables)
        if not self.is_plain and not math.isnan(first - second):
            robust, independent = self._robust(value, math.nan)
            return robust if independent is None else robust.no_surer_than(independent.share(proportion))
        (x, m), (y, n) = (tuple(map(float, proportion(table))) for table in tables)
        interval = replace(two_rates.difference((y, x), (n, m)), method="rates")
        return Comparison(first, second, interval, two_rates.p_value((x, y), (m, n)))

    def of_function(self, value: Callable[[Cells], Any], margin: float = math.nan) -> Comparison:
        """Any function of the four counts of both that does not depend on how many cases there are.

        Whole cases: the interval holds the middle of 20,000 differences at shares of the eight kinds drawn from their
        law given the cases, with half a case more of each (a Bayesian bootstrap, Rubin 1981; Jeffreys 1946), and p is
        twice the smaller part of them on one side of 0. Weighted or clustered cases: the function is followed
        along each kind, u_k is what it moves with unit k, a case or a cluster, and K / (K - 1) times the sum of u_k^2
        the variance (Liang & Zeger 1986), with Student's quantile at 2 K / (kurtosis of u - 1) degrees of freedom, K -
        1 at most; and no surer than what is drawn from as many independent cases, see `difference`.
        """
        first, second = (float(value(table)) for table in _tables(self.cells, self.paired))
        if math.isnan(first - second):
            return Comparison(first, second, Interval(first - second))
        if not self.is_plain:
            robust, independent = self._robust(value, margin)
            return robust if independent is None else robust.no_surer_than(independent.of_function(value, margin))
        drawn = [value(table) for table in self._drawn]
        with np.errstate(invalid="ignore"):
            away = np.asarray(drawn[0] - drawn[1])
        away = away[~np.isnan(away)]
        seen = first - second
        if not (away.size and np.isfinite(seen)):
            return Comparison(first, second, Interval(seen))
        if self.paired and not self.cells[[1, 2, 5, 6]].any():
            p = 1.0
        else:
            p = min(2 * (int(min((away <= 0).sum(), (away >= 0).sum())) + 1) / (away.size + 1), 1.0)
        low, high = (float(end) for end in np.quantile(away, tails()))
        p_beyond = math.nan
        if not math.isnan(margin):
            p_beyond = float((max((away >= margin).sum(), (away <= -margin).sum()) + 1) / (away.size + 1))
        interval = Interval(seen, min(low, seen), max(high, seen), float(away.std()), method="drawn")
        return Comparison(first, second, interval, p, p_beyond=p_beyond)

    def ratio(self, measure: Measure) -> Interval:
        """A measure that is never negative: that of the first over that of the second, each on cases of its own.

        Of whole cases a share has the interval of Miettinen & Nurminen (1985), see `two_rates.ratio`, any other measure
        the middle of the ratios that are drawn as `of_function` draws differences. With weights or clusters it holds
        the ratios r for which the first less r times the second may be 0 by what each unit moves them (Fieller 1954),
        and is no surer than that of as many independent cases, see `difference`. NaN where one has no value, or both
        are 0.

        >>> from ddcore.measures import measure
        >>> both = TwoClassifiers.of_counts(Counts(tp=48, fp=0, fn=32, tn=0), Counts(tp=56, fp=0, fn=14, tn=0))
        >>> found = both.ratio(measure("TPR"))
        >>> round(found.value, 3), round(found.low, 4), round(found.high, 4)
        (0.75, 0.598, 0.9267)
        """
        tables = _tables(self.cells, self.paired)
        first, second = (float(measure.on(table)) for table in tables)
        if math.isnan(first - second) or not first + second > 0:
            return Interval(math.nan)
        if not self.is_plain:
            return self._robust_ratio(measure, first, second)
        if measure.proportion is not None:
            (x, m), (y, n) = (tuple(map(float, measure.proportion(table))) for table in tables)
            return two_rates.ratio((y, x), (n, m))
        value = first / second if second else math.inf
        with np.errstate(divide="ignore", invalid="ignore"):
            drawn = np.divide(*(measure.on(table) for table in self._drawn))
        low, high = (float(end) for end in np.quantile(drawn[~np.isnan(drawn)], tails()))
        return Interval(value, min(low, value), max(high, value), method="drawn")

    def _robust_ratio(self, measure: Measure, first: float, second: float) -> Interval:
        """The ratio by what each unit moves both values, and no surer than as many independent cases as say as much."""
        one, two = self._slopes(measure.on)
        size, square, fourth = self._powers(second * one - first * two)
        value = first / second if second else math.inf
        if size <= 1:
            return Interval(value)
        # The variances of both and the sum of their products, which the variance of the difference has twice.
        squares = [self._powers(slope)[1] for slope in (one, two, one - two)]
        far = float(stdtrit(_freedom(size, square, fourth), tails()[1])) ** 2 * size / (size - 1)
        a = second**2 - far * squares[1]
        b = first * second - far * (squares[0] + squares[1] - squares[2]) / 2
        c = first**2 - far * squares[0]
        root = math.sqrt(max(b * b - a * c, 0.0))
        low = c / (b + root) if c > 0 else 0.0
        high = (b + root) / a if a > 0 else math.inf
        other = self._independent(one - two).ratio(measure)
        return Interval(value, min(low, other.low, value), max(high, other.high, value), method="robust")

    def _robust(self, value: Callable[[Cells], Any], margin: float) -> "tuple[Comparison, TwoClassifiers | None]":
        """The difference by what each unit moves it, and as many independent cases as say as much of it.

        None where only one unit is known.
        """
        first, second = (float(value(table)) for table in _tables(self.cells, self.paired))
        slope = np.subtract(*self._slopes(value))
        size, square, fourth = self._powers(slope)
        robust = linearised(first, second, size, square, fourth, margin, seen=first - second)
        return robust, self._independent(slope) if size > 1 else None

    def _powers(self, slope: Array) -> tuple[float, float, float]:
        """The number of units, and the sums of squares and fourth powers of what they move a value by."""
        if self.units is not None:
            moved = self.units @ slope
            return float(moved.size), float((moved**2).sum()), float((moved**4).sum())
        assert self.squares is not None
        assert self.fourths is not None
        size = float(np.square(self.cells.sum()) / self.squares.sum())
        return size, float(slope**2 @ self.squares), float(slope**4 @ self.fourths)

    def _independent(self, slope: Array) -> "TwoClassifiers":
        """As many independent cases as say as much of what the kinds move by `slope`.

        Of weighted cases these are the effective number of each class (Kish 1965); of cases in clusters they are fewer
        by the design effect in each class, see `clusters.component_effects`.
        """
        classes = [slice(0, 4), slice(4, 8)] if self.paired else [slice(at, at + 2) for at in range(0, 8, 2)]
        if self.units is not None:
            effects = [self._effect(self.units[:, kinds], slope[kinds]) for kinds in classes]
        else:
            assert self.squares is not None
            sums = [(float(self.squares[kinds].sum()), float(self.cells[kinds].sum())) for kinds in classes]
            effects = [squares / cases if cases else 1.0 for squares, cases in sums]
        return TwoClassifiers(self.cells / np.repeat(effects, 8 // len(effects)), self.paired)

    @staticmethod
    def _effect(units: Array, slope: Array) -> float:
        """The design effect of clusters on a mean over one class, whose cases move it by `slope`."""
        sizes = units.sum(axis=1)
        held, cases = int((sizes > 0).sum()), float(sizes.sum())
        if not cases:
            return 1.0
        most = float(sizes @ sizes) / cases
        if held < 2:
            return most
        moved = units @ slope
        one = float(np.abs(slope).max()) ** 2 / 4
        drawn = held / (held - 1) * float(moved @ moved) + most * one
        single = float(units.sum(axis=0) @ slope**2) + one
        return max(drawn / single, 1.0) if single else most

    def _slopes(self, value: Callable[[Cells], Any]) -> tuple[Array, Array]:
        """What the value of the first, and that of the second, moves with one more case of each kind."""
        step = 1e-6 * self.cells.sum() * np.eye(8)
        above, below = self.cells + step, np.maximum(self.cells - step, 0.0)
        ends = (_tables(cells, self.paired) for cells in (above, below))
        width = (above - below).sum(axis=1)
        first, second = (
            np.asarray(np.nan_to_num((value(high) - value(low)) / width)) for high, low in zip(*ends, strict=True)
        )
        return first, second


def _numbers(bits: tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]) -> NDArray[np.int64]:
    """The number of each case: 4, 2 and 1 times its bits."""
    return np.asarray(4 * bits[0] + 2 * bits[1] + 1 * bits[2])


def _counted(bits: tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]) -> Array:
    """How many cases have each number; counts of true values take a tenth of the time of a count of numbers.

    >>> bits = tuple(np.array([[True, True, False], [True, False, False], [False, True, True]]))
    >>> _counted(bits).tolist()
    [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0]
    """
    a, b, c = bits
    cells = np.empty((2, 2, 2))
    # With a bit whatever it is in place 0, and set in place 1.
    ab, ac, bc = a & b, a & c, b & c
    for place, own in np.ndenumerate(np.array([[[None, c], [b, bc]], [[a, ac], [ab, ab & c]]], object)):
        cells[place] = a.size if own is None else np.count_nonzero(own)
    for axis in range(3):
        whole, held = np.moveaxis(cells, axis, 0)
        whole -= held
    return cells.ravel()


def linearised(
    first: float, second: float, size: float, square: float, fourth: float, margin: float, *, seen: float
) -> Comparison:
    """A difference whose variance is the sum of the squares of what each of `size` units moves it by.

    `square` and `fourth` are sums of these powers. See `TwoClassifiers.of_function`.

    >>> found = linearised(0.8, 0.7, 50.0, 0.001, 4e-8, float("nan"), seen=0.1)
    >>> round(found.interval.low, 3), round(found.p, 4)
    (0.036, 0.0029)
    """
    if size <= 1:
        return Comparison(first, second, Interval(seen))
    if not square:
        return Comparison(first, second, Interval(seen, seen, seen, 0.0, method="robust"), 1.0 if not seen else 0.0)
    error = math.sqrt(size / (size - 1) * square)
    freedom = _freedom(size, square, fourth)
    reach = float(stdtrit(freedom, tails()[1])) * error
    p_beyond = math.nan
    if not math.isnan(margin):
        p_beyond = float(max(stdtr(freedom, (seen - margin) / error), stdtr(freedom, -(seen + margin) / error)))
    interval = Interval(seen, seen - reach, seen + reach, error, error, freedom, "robust")
    return Comparison(first, second, interval, float(2 * stdtr(freedom, -abs(seen) / error)), p_beyond=p_beyond)


def _freedom(size: float, square: float, fourth: float) -> float:
    """The degrees of freedom of a variance that is the sum of the squares of what so many units move."""
    kurtosis = size * fourth / square**2 if square else math.inf
    return max(min(2 * size / max(kurtosis - 1, 1e-9), size - 1), 1.0)


def _tables(cells: Array, paired: bool) -> tuple[Cells, Cells]:
    """The four counts of both from the eight kinds, which are along the last axis."""
    kind = np.moveaxis(cells, -1, 0)
    if not paired:
        first, second = (Cells(tp=four[0], fn=four[1], fp=four[2], tn=four[3]) for four in (kind[:4], kind[4:]))
        return first, second
    tables = []
    for alone, other in ((1, 2), (2, 1)):
        tp, fn, fp, tn = (kind[a] + kind[b] for a, b in ((0, alone), (other, 3), (4, 4 + alone), (4 + other, 7)))
        tables.append(Cells(tp=tp, fn=fn, fp=fp, tn=tn))
    return tables[0], tables[1]
