"""Intervals of one AUC and of the difference of two, and a band of the ROC curve."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, betaincinv, expit, logit, stdtrit

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.interval import Interval, confident
from ddcore.records.clusters import component_effects
from ddcore.scores.curves import roc
from ddcore.table import OfTable, ScoreTable


@dataclass(frozen=True, eq=False)
class DeLongComponents:
    """DeLong's structural components: element i belongs to the cases of unit i, all of one score and one class each.

    `among_negatives` is the share of negatives below a score, `among_positives` the share of positives above it, ties
    by half. Both average to the AUC. `squares` are those of a weighted `ScoreTable`.

    >>> components = DeLongComponents.of_table(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]))
    >>> components.among_negatives.tolist(), components.among_positives.tolist(), components.auc
    ([0.25, 0.5, 0.75, 1.0], [1.0, 0.75, 0.5, 0.25], 0.75)
    """

    among_negatives: Array
    among_positives: Array
    positives: NDArray[Any]
    negatives: NDArray[Any]
    squares: tuple[Array, Array] | None = None

    @classmethod
    def of(
        cls,
        score: Array,
        positives: NDArray[Any],
        negatives: NDArray[Any],
        *,
        squares: tuple[Array, Array] | None = None,
    ) -> "DeLongComponents":
        """In O(n log n) by one sort (Sun & Xu 2014); units may share a score and stand in any order.

        Arrays of one length, element i belonging to unit i: its score, and how many positives and negatives it has.
        """
        P, N = (float(tally.sum()) for tally in (positives, negatives))
        ups, downs = positives, negatives
        order = times = None
        if not (score[1:] > score[:-1]).all():
            order = np.argsort(score)
            ascending, ups, downs = score[order], positives[order], negatives[order]
            new = ascending[1:] > ascending[:-1]
            if not new.all():
                first = np.flatnonzero(np.append(True, new))
                ups, downs = (np.add.reduceat(tally, first) for tally in (ups, downs))
                times = np.diff(np.append(first, score.size))
        with np.errstate(invalid="ignore", divide="ignore"):
            placed = [(np.cumsum(downs) - downs / 2) / N, (P - np.cumsum(ups) + ups / 2) / P]
        if times is not None:
            placed = [np.repeat(share, times) for share in placed]
        if order is not None:
            ascending_shares, placed = placed, [np.empty(score.size) for _ in placed]
            for share, ascending_share in zip(placed, ascending_shares, strict=True):
                share[order] = ascending_share
        return cls(placed[0], placed[1], positives, negatives, squares)

    @classmethod
    def of_table(cls, table: ScoreTable, score: Array | None = None) -> "DeLongComponents":
        """The cases of a table by its scores, or by others, element i in place of score i."""
        score = table.score if score is None else score
        return cls.of(score, table.positives, table.negatives, squares=table.squares)

    @classmethod
    def joined(cls, parts: Sequence["DeLongComponents"]) -> "DeLongComponents":
        """The units of several in one, each with the components that it has in its own part."""
        names = ("among_negatives", "among_positives", "positives", "negatives")
        above, below, positives, negatives = (np.concatenate([getattr(part, name) for part in parts]) for name in names)
        weighted = [part.squares for part in parts if part.squares is not None]
        squares = [np.concatenate(sums) for sums in zip(*weighted, strict=True)]
        return cls(above, below, positives, negatives, (squares[0], squares[1]) if squares else None)

    def at(
        self,
        units: NDArray[np.intp],
        positives: NDArray[Any],
        negatives: NDArray[Any],
        squares: tuple[Array, Array] | None = None,
    ) -> "DeLongComponents":
        """The components of the units at these places, with their own cases: in another order, or divided.

        Element i of each array belongs to the unit at place units[i], which may occur several times.
        """
        return DeLongComponents(self.among_negatives[units], self.among_positives[units], positives, negatives, squares)

    def in_clusters(
        self, cluster: NDArray[np.int64] | None, beside: "DeLongComponents | None" = None
    ) -> "DeLongComponents":
        """The components with the design effects of their clusters, see `clusters.component_effects`.

        They are those of the difference to other components of the same units, where these are given.

        >>> placed = DeLongComponents.of(np.array([1.0, 1, 2, 2]), np.array([0, 0, 1, 1]), np.array([1, 1, 0, 0]))
        >>> placed.in_clusters(np.array([1, 1, 2, 2])).squares[0].tolist()
        [0.0, 0.0, 2.0, 2.0]
        """
        if cluster is None:
            return self
        of_positives, of_negatives = (
            own if beside is None else own - getattr(beside, name)
            for name, own in (("among_negatives", self.among_negatives), ("among_positives", self.among_positives))
        )
        weight = (self.positives + self.negatives).astype(np.float64)
        positive = self.positives > 0
        effects = component_effects(np.where(positive, of_positives, of_negatives), positive, cluster, weight)
        if effects is None:
            return self
        up, down = self.squares or (self.positives, self.negatives)
        return replace(self, squares=(effects[0] * up, effects[1] * down))

    @property
    def weighted(self) -> bool:
        """Whether cases count other than one each."""
        return self.squares is not None or "f" in (self.positives.dtype.kind, self.negatives.dtype.kind)

    @property
    def auc(self) -> float:
        """The mean of either component, NaN with one class only."""
        P = self.positives.sum()
        return float(self.positives @ self.among_negatives / P) if P and self.negatives.sum() else math.nan


@OfTable
def delong(table: ScoreTable, level: float | None = None) -> Interval:
    """The AUC with DeLong's standard error and an interval of it, widened for few cases, in O(n log n).

    Parameters
    ----------
    table : ScoreTable
        Or two arrays, scores and truth, see `ddcore.table.OfTable`.
    level : float
        Between 0 and 1; the interval holds with this probability.

    Returns
    -------
    Interval
        `.value`, `.low`, `.high` and `.error`. No interval (NaN) with one case in a class, and where of weights only
        the sums are known.

    Notes
    -----
    The variance (DeLong, DeLong & Clarke-Pearson 1988) is s10^2/P + s01^2/N over the placements V of positives among
    negatives and the reverse (Sun & Xu 2014 by one sort); `error` is its root. The interval holds the areas A' with |A
    - A'| <= t sqrt(A'(1 - A') k), as Wilson's (1927) does, k = (s10^2 + 1/8P) / (A(1 - A) + 1/4P) / P + the same of the
    negatives: the share of the largest possible variance that the placements have, drawn to 1/2, which is that of the
    exponential law (Hanley & McNeil 1982) near 1, by as much as one case tells. t is Student's, with Satterthwaite's
    (1946) degrees of freedom. So an area of 0 or 1 has an interval too, and no interval leaves 0 to 1. Weighted cases
    have s^2 = sum of w^2 (V - mean)^2 / sum of w^2 and P their effective number (Kish 1965).

    Examples
    --------
    >>> interval = delong(ScoreTable.of([0.1, 0.3, 0.4, 0.2, 0.6, 0.8], [0, 0, 0, 1, 1, 1]))
    >>> round(interval.value, 3), round(interval.low, 3), round(interval.high, 3)
    (0.778, 0.15, 0.986)
    """
    table = table.unweighted()
    return auc_interval(DeLongComponents.of_table(table), level)


def auc_interval(placed: DeLongComponents, level: float | None = None, *, inflation: float = 1.0) -> Interval:
    """The interval of `delong` from its components; `inflation` multiplies the variance.

    >>> components = DeLongComponents.of_table(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]))
    >>> auc_interval(components).value, auc_interval(components, inflation=4).error / auc_interval(components).error
    (0.75, 2.0)
    """
    return score_interval(
        placed.auc, placed, placed.among_negatives, placed.among_positives, level, inflation=inflation
    )


def score_interval(
    value: float,
    units: "DeLongComponents | ScoreTable",
    of_positives: Array,
    of_negatives: Array,
    level: float | None = None,
    *,
    inflation: float = 1.0,
) -> Interval:
    """The interval of `delong` for any value between 0 and 1 that is a mean of structural components, or nearly so.

    Element i of either array says how the value moves with a case of unit i of that class: the components of DeLong,
    the loss of a case, or an influence function; only their spread within a class counts. NaN ends as `delong`.

    >>> table = ScoreTable.of([0.2, 0.4, 0.6, 0.8], [0, 1, 0, 1])
    >>> loss = score_interval(0.2, table, (1 - table.score) ** 2 / 2, table.score**2 / 2)
    >>> round(loss.low, 3), round(loss.high, 3), round(loss.error, 3)
    (0.008, 0.891, 0.113)
    """
    level = confident(level)
    spreads = spreads_of(units, of_positives, of_negatives)
    if spreads is None or math.isnan(value):
        return Interval(value)
    error = math.sqrt(inflation * sum(spread / cases for spread, cases in spreads))
    if not error and _is_inside(value):  # all scores are equal: the same value, whatever the cases
        return Interval(value, value, value, error)
    square = _square(value, spreads, level) * inflation
    middle = (value + square / 2) / (1 + square)
    reach = math.sqrt(square * value * (1 - value) + square**2 / 4) / (1 + square)
    # A value of 0 or 1 is an end of its interval, which rounding may miss.
    return Interval(value, min(max(middle - reach, 0.0), value), max(min(middle + reach, 1.0), value), error)


def precision_interval(
    value: float,
    units: "DeLongComponents | ScoreTable",
    of_positives: Array,
    of_negatives: Array,
    level: float | None = None,
) -> Interval:
    """The interval of an area under a precision-recall curve: each end the wider of `score_interval` and the logit's.

    Such an area varies more the higher it is, up to far above 1/2, which Wilson's form does not know. The logit (Boyd,
    Eng & Page 2013) has the reach t sqrt(k / (A (1 - A))) with the k and t of `delong` and A = (P value + 1/2) / (P +
    1), so that an area of 0 or 1 has it too.

    >>> table = ScoreTable.of([0.2, 0.4, 0.6, 0.8], [0, 0, 1, 1])
    >>> perfect = precision_interval(1.0, table, np.ones(4), np.zeros(4))
    >>> round(perfect.low, 3), perfect.high
    (0.001, 1.0)
    """
    around = score_interval(value, units, of_positives, of_negatives, level)
    spreads = spreads_of(units, of_positives, of_negatives)
    if spreads is None or math.isnan(around.low) or around.low == around.high:
        return around
    (_, P), _ = spreads
    drawn = (P * value + 0.5) / (P + 1)
    reach = math.sqrt(_square(value, spreads, confident(level)) / (drawn * (1 - drawn)))
    low, high = (float(expit(logit(drawn) + end)) for end in (-reach, reach))
    return replace(around, low=min(around.low, low), high=max(around.high, high) if value < 1 else 1.0)


def _is_inside(value: float) -> bool:
    """Whether a value is more than rounding away from 0 and 1."""
    return 1e-9 < value < 1 - 1e-9


def _square(value: float, spreads: list[tuple[float, float]], level: float) -> float:
    """The square of Student's quantile times k of `delong`, the share of the largest possible variance."""
    largest = value * (1 - value)
    parts = [(spread + 1 / (8 * n)) / (largest + 1 / (4 * n)) / n for spread, n in spreads]
    return _student(parts, spreads, level)[0] ** 2 * sum(parts)


def auc_difference(
    after: DeLongComponents, before: DeLongComponents, level: float | None = None, *, inflation: float = 1.0
) -> Interval:
    """The gain in AUC of one score over another on the same cases, paired by case (DeLong et al. 1988).

    Both must have the same units; `error` is DeLong's, times the root of `inflation`. Where few cases are misplaced
    their spread is poorly known; so the interval takes (s^2 + 1/4n) / (1 + 1/(2 n m)) for the variance s^2 of the
    differences of the placements of the n cases of a class, m = A(1 - A) + B(1 - B) with A = (n AUC + 1/2) / (n + 1):
    half of the largest that is possible for unpaired scores, weighted as one case among those that the areas misplace.
    It multiplies Student's quantile, with Satterthwaite's (1946) degrees of freedom. NaN ends with one case in a class.

    >>> truth, first, second = np.array([0, 0, 1, 1]), np.array([1.0, 2, 3, 4]), np.array([1.0, 3, 2, 4])
    >>> gain = auc_difference(*(DeLongComponents.of(score, truth, 1 - truth) for score in (first, second)))
    >>> gain.value, round(gain.error, 3)
    (0.25, 0.354)
    """
    across = after.among_negatives - before.among_negatives, after.among_positives - before.among_positives
    return area_difference((after.auc, before.auc), after, *across, level, inflation=inflation)


def area_difference(
    values: tuple[float, float],
    units: "DeLongComponents | ScoreTable",
    of_positives: Array,
    of_negatives: Array,
    level: float | None = None,
    *,
    inflation: float = 1.0,
) -> Interval:
    """The interval of `auc_difference` for any two values between 0 and 1, the first less the second.

    Element i of either array says how the difference moves with a case of unit i of that class, as `score_interval` has
    it.

    >>> table = ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1])
    >>> found = area_difference((0.75, 0.5), table, np.array([0.0, 0.5, 0.0, 0.1]), np.array([0.0, 0.2, 0.4, 0.0]))
    >>> found.value, round(found.error, 3)
    (0.25, 0.283)
    """
    level = confident(level)
    spreads = spreads_of(units, of_positives, of_negatives)
    if spreads is None:
        return Interval(values[0] - values[1])
    error = math.sqrt(inflation * sum(spread / cases for spread, cases in spreads))
    if not error and values[0] == values[1] and _is_inside(values[0]):  # the same order: no cases would tell them apart
        return Interval(0.0, 0.0, 0.0, error)
    parts = []
    for spread, n in spreads:
        drawn = [(n * value + 0.5) / (n + 1) for value in values]
        largest = sum(value * (1 - value) for value in drawn)
        parts.append((spread + 1 / (4 * n)) / (1 + 1 / (2 * n * largest)) / n)
    quantile, freedom = _student(parts, spreads, level)
    scale = math.sqrt(inflation * sum(parts))
    value, reach = values[0] - values[1], quantile * scale
    return Interval(value, max(value - reach, -1.0), min(value + reach, 1.0), error, scale, freedom)


def spreads_of(units: DeLongComponents | ScoreTable, *components: Array) -> list[tuple[float, float]] | None:
    """The variance of each component over the cases of its class and how many these are; None with one of a class."""
    tallies = (units.positives, units.negatives)
    if units.weighted and units.squares is None:
        return None
    spreads = []
    for component, tally, square in zip(components, tallies, units.squares or tallies, strict=True):
        total, squares = float(tally.sum()), float(square.sum())
        cases = total / squares * total if squares else 0.0
        if cases <= 1:
            return None
        away = component - float(tally @ component) / total
        spreads.append((float(square @ away**2) / squares * cases / (cases - 1), cases))
    return spreads


def _student(parts: list[float], spreads: list[tuple[float, float]], level: float) -> tuple[float, float]:
    """The quantile for the sum of two variances, and its degrees of freedom (Satterthwaite 1946)."""
    freedom = sum(parts) ** 2 / sum(part**2 / (cases - 1) for part, (_, cases) in zip(parts, spreads, strict=True))
    return float(stdtrit(freedom, (1 + level) / 2)), freedom


@dataclass(frozen=True, eq=False)
class Band:
    """The interval of the true TPR at each FPR in x, taken by itself: from `low` to `high`.

    >>> perfect = roc_band(ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0] * 4 + [1] * 4), points=5)
    >>> perfect.x.tolist(), perfect.low.round(3).tolist(), perfect.high.tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 0.0, 0.304, 0.398, 0.398], [1.0, 1.0, 1.0, 1.0, 1.0])
    """

    x: Array
    low: Array
    high: Array


def roc_band(table: ScoreTable, level: float | None = None, *, points: int = 201) -> Band:
    """Pointwise band of the ROC curve: at each false positive rate by itself, not for the whole curve at once.

    The true FPR of the threshold at the j-th highest of N negatives has the law Beta(j, N + 1 - j) (David & Nagaraja
    2003, section 2.1), whatever the scores. So the TPR at FPR x is that at j = x (N + 1), and the TPRs at the j whose
    laws have x as their upper and lower quantile are how far the threshold may be off; to that the limits of Clopper &
    Pearson (1934) of that TPR are added in squares (Zou & Donner 2008). Between thresholds it runs straight. Weighted
    cases count as their effective number (Kish 1965). Raises `InputError` "the cases are weighted, and of their weights
    only the sums are known" and "a ROC curve needs cases of both classes".

    >>> band = roc_band(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), points=3)
    >>> band.x.tolist(), band.low.tolist(), band.high.tolist()
    ([0.0, 0.5, 1.0], [0.0, 0.0, 0.0], [1.0, 1.0, 1.0])
    """
    level = confident(level)
    table = table.unweighted()
    if table.weighted and table.squares is None:
        raise InputError("the cases are weighted, and only the sums of their weights are known")
    curve = roc(table)
    if not np.isfinite(curve.x[0] + curve.y[0]):
        raise InputError("a ROC curve needs cases of both classes")
    (P, N), tail = table.effective, (1 - level) / 2
    rate, least, most = (_height(curve.x, curve.y, N, rank) for rank in _ranks(points, N, tail))
    with np.errstate(invalid="ignore"):
        low = np.where(rate > 0, betaincinv(rate * P, P - rate * P + 1, tail), 0.0)
        high = np.where(rate < 1, betaincinv(rate * P + 1, P - rate * P, 1 - tail), 1.0)
    low = np.maximum(rate - np.hypot(rate - low, rate - least), 0)
    high = np.minimum(rate + np.hypot(high - rate, most - rate), 1)
    x = np.linspace(0, 1, points)
    return Band(x, np.concatenate(([0.0], low, low[-1:])), np.concatenate((high[:1], high, [1.0])))


@lru_cache(maxsize=8)
def _ranks(points: int, N: float, tail: float) -> tuple[Array, Array, Array]:
    """For the rates x between 0 and 1 the j of x = j / (N + 1), and those whose law has all but a tail below, above x.

    Found by halving, as the quantile of Beta(j, N + 1 - j) rises with j.
    """
    x = np.linspace(0, 1, points)[1:-1]
    ends = []
    for share in (1 - tail, tail):
        low, high = np.zeros_like(x), np.full_like(x, N + 1)
        for _ in range(60):
            middle = (low + high) / 2
            above = betainc(middle, N + 1 - middle, x) > share
            low, high = np.where(above, middle, low), np.where(above, high, middle)
        ends.append(low)
    return x * (N + 1), ends[0], ends[1]


def _height(fpr: Array, tpr: Array, N: float, rank: Array) -> Array:
    """TPR at the j-th highest negative: 0 at j = 0, 1 at N + 1, straight between two of them."""
    first = np.floor(rank)
    ends = [np.interp((j - 0.5) / N, fpr[::-1], tpr[::-1], left=0.0, right=1.0) for j in (first, first + 1)]
    return np.asarray(ends[0] + (rank - first) * (ends[1] - ends[0]))
