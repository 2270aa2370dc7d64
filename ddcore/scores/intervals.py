"""How sure an area is: DeLong's interval of one AUC and of the difference of two, and bootstrap bands of a curve."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from ddcore.errors import InputError
from ddcore.scores.curves import roc
from ddcore.scores.thinning import thinned
from ddcore.table import ScoreTable

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """A value with its standard error and interval, NaN where it has none (one case in a class, or weighted cases)."""

    value: float
    low: float
    high: float
    error: float

    @property
    def p(self) -> float:
        """Two-sided probability of a value so far from 0 if it were 0 in truth, by the normal law."""
        if not self.error > 0:
            return math.nan if math.isnan(self.error) or self.value == 0 else 0.0
        return float(2 * norm.sf(abs(self.value) / self.error))


def confident(level: float) -> None:
    """Raises `InputError` "level must be between 0 and 1, got 1.2"."""
    if not 0 < level < 1:
        raise InputError(f"level must be between 0 and 1, got {level:g}")


def normal(value: float, error: float, level: float, low: float = -1.0, high: float = 1.0) -> Interval:
    """The value plus and minus normal quantiles of its standard error, cut at the ends of its scale.

    Raises `InputError` "level must be between 0 and 1, got 1.2".
    """
    confident(level)
    reach = float(norm.isf((1 - level) / 2)) * error
    ends = (max(value - reach, low), min(value + reach, high)) if math.isfinite(error) else (math.nan, math.nan)
    return Interval(value, *ends, error)


@dataclass(frozen=True, eq=False)
class Placed:
    """DeLong's structural components: element i belongs to the cases of unit i, all of one score and one class each.

    `among_negatives` is the share of negatives below a score, `among_positives` the share of positives above it, ties
    by half. Both average to the AUC.
    """

    among_negatives: Array
    among_positives: Array
    positives: NDArray[Any]
    negatives: NDArray[Any]

    @classmethod
    def of(cls, score: Array, positives: NDArray[Any], negatives: NDArray[Any]) -> "Placed":
        """In O(n log n) by one sort (Sun & Xu 2014); units may share a score and stand in any order."""
        table = ScoreTable.summed(score, positives, negatives)
        at = slice(None) if table.score is score else np.unique(score, return_inverse=True)[1]
        P, N = (float(tally.sum()) for tally in (positives, negatives))
        below = np.cumsum(table.negatives) - table.negatives / 2
        above = P - np.cumsum(table.positives) + table.positives / 2
        with np.errstate(invalid="ignore", divide="ignore"):
            return cls(below[at] / N, above[at] / P, positives, negatives)

    def at(self, units: NDArray[np.intp], positives: NDArray[Any], negatives: NDArray[Any]) -> "Placed":
        """The same placements for units in another order, or divided into several, with their own cases."""
        return Placed(self.among_negatives[units], self.among_positives[units], positives, negatives)

    @property
    def weighted(self) -> bool:
        """Whether the cases are weighted, which DeLong's variance does not know."""
        return "f" in (self.positives.dtype.kind, self.negatives.dtype.kind)

    @property
    def auc(self) -> float:
        """The mean of either component, NaN with one class only."""
        P = self.positives.sum()
        return float(self.positives @ self.among_negatives / P) if P and self.negatives.sum() else math.nan


def delong(table: ScoreTable, level: float = 0.95) -> Interval:
    """AUC with DeLong's interval (DeLong, DeLong & Clarke-Pearson 1988), in O(n log n) (Sun & Xu 2014).

    The variance is var(V10)/P + var(V01)/N over the placements V of positives among negatives and the reverse, the
    interval normal and cut at 0 and 1. No interval (NaN) with one case in a class, or with weighted cases.

    >>> found = delong(ScoreTable.of([0.1, 0.3, 0.4, 0.2, 0.6, 0.8], [0, 0, 0, 1, 1, 1]))
    >>> round(found.value, 3), round(found.low, 3), found.high
    (0.778, 0.291, 1.0)
    """
    return area(Placed.of(table.score, table.positives, table.negatives), level)


def area(placed: Placed, level: float = 0.95, *, inflation: float = 1.0) -> Interval:
    """The same of units that are placed already; `inflation` multiplies the variance."""
    error = _error(placed.among_negatives, placed.among_positives, placed) * math.sqrt(inflation)
    return normal(placed.auc, error, level, low=0.0)


def difference(after: Placed, before: Placed, level: float = 0.95, *, inflation: float = 1.0) -> Interval:
    """The gain in AUC of one score over another on the same cases, with DeLong's paired interval (1988).

    Both must have the same units. `inflation` multiplies the variance. NaN ends with one case in a class.

    >>> truth, one, other = np.array([0, 0, 1, 1]), np.array([1.0, 2, 3, 4]), np.array([1.0, 3, 2, 4])
    >>> gain = difference(*(Placed.of(score, truth, 1 - truth) for score in (one, other)))
    >>> gain.value, round(gain.error, 3)
    (0.25, 0.354)
    """
    up, across = (
        after.among_negatives - before.among_negatives,
        after.among_positives - before.among_positives,
    )
    return normal(after.auc - before.auc, _error(up, across, after) * math.sqrt(inflation), level)


def _error(among_negatives: Array, among_positives: Array, units: Placed) -> float:
    """Standard error of the mean of both components."""
    variance = 0.0
    for component, cases in ((among_negatives, units.positives), (among_positives, units.negatives)):
        total = float(cases.sum())
        if total < 2 or units.weighted:
            return math.nan
        mean = float(cases @ component) / total
        variance += float(cases @ (component - mean) ** 2) / (total - 1) / total
    return math.sqrt(variance)


@dataclass(frozen=True, eq=False)
class Band:
    """Where the ROC curve lies: for each FPR in x, the middle share of the TPR of its resamples."""

    x: Array
    low: Array
    high: Array
    resamples: int


def roc_band(
    table: ScoreTable, resamples: int = 500, level: float = 0.95, *, rng: np.random.Generator, points: int = 201
) -> Band:
    """Pointwise bootstrap band of the ROC curve, cases resampled within each class (Efron 1979; Fawcett 2006).

    Each resample is drawn as the multinomial counts of cases between the thresholds of the thinned curve, which is
    the same law as drawing cases, and straight between them. Raises `InputError` for weighted cases and where a class
    is empty.

    >>> band = roc_band(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), rng=np.random.default_rng(1), points=3)
    >>> band.x.tolist(), band.high.tolist()
    ([0.0, 0.5, 1.0], [1.0, 1.0, 1.0])
    """
    confident(level)
    if table.weighted:
        raise InputError("the cases are weighted, so they cannot be resampled")
    curve = roc(table)
    if not np.isfinite(curve.x[0] + curve.y[0]):
        raise InputError("a ROC curve needs cases of both classes")
    x = np.linspace(0, 1, points)
    # Between two thresholds a resample runs straight, so those next to each place of the band are needed as well.
    near = [np.maximum(curve.x.size - 1 - np.searchsorted(rate[::-1], x), 0) for rate in (curve.x, curve.y)]
    kept = np.unique(np.concatenate([thinned(curve.x, curve.y), *near]))
    rates = [_resampled(values[kept], int(total), resamples, rng)
             for values, total in ((curve.x, curve.negatives), (curve.y, curve.positives))]  # fmt: skip
    drawn = np.array([np.interp(x, fpr, tpr) for fpr, tpr in zip(*rates, strict=True)])
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return Band(x, low, high, resamples)


def _resampled(rate: Array, total: int, resamples: int, rng: np.random.Generator) -> Array:
    """Rates of the resamples at each threshold, rising: one row a resample."""
    drawn = rng.multinomial(total, np.diff(rate[::-1]), size=resamples)
    return np.concatenate([np.zeros((resamples, 1)), np.cumsum(drawn, axis=1) / total], axis=1)
