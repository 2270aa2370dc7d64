"""One scale for every measure: 0 as good as the best draw, 1 perfect, and below 0 down to the worst, or as printed."""

import functools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.arrays import Array
from ddcore.chance.dutch_draw import baseline
from ddcore.chance.significance import Region
from ddcore.counts import Cells, Counts
from ddcore.errors import InputError
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

TIE = 1e-12
"""Two values that differ by less, as a share of the larger where that is above 1, are equal but for rounding."""


def beyond(score: ArrayLike, measure: str | Measure, total: ArrayLike, positives: ArrayLike) -> Array:
    """Scores on the scale beyond chance: 0 as good as the best draw, 1 perfect, -1 the worst.

    Parameters
    ----------
    score : array_like
        Values of the measure; score, total and positives are broadcast against each other.
    measure : str or Measure
    total, positives : array_like of int
        M and P, the numbers of cases and of positive ones.

    Returns
    -------
    array of the broadcast shape
        With D the best mean of a draw, and u and w the best and the worst value that any classifier reaches on these
        classes, a score m that is to be high becomes (m - D) / (u - D) above D and (m - D) / (D - w) below it, -1 at
        least; one that is to be low is mirrored. The scale is continuous: a score just below chance is just below 0,
        where `rescale` may be at -1. For balanced accuracy it is that of scikit-learn with `adjusted=True`. Where D = u
        the best draw is perfect, and no score is above 0. NaN as `rescale`.

    Raises
    ------
    InputError
        As `rescale`.

    Examples
    --------
    >>> beyond([0.0, 0.4, 0.5, 0.6, 1.0], "ACC", 10, 5).round(12).tolist()
    [-1.0, -0.2, 0.0, 0.2, 1.0]
    """
    measure = measure_named(measure)
    m, _, best, perfect, poorest = _on_marks(score, measure, total, positives)
    with np.errstate(all="ignore"):
        below = np.where(m <= poorest, -1.0, (m - best) / (best - poorest))
    return _scaled(measure, m, best, perfect, below)


def rescale(score: ArrayLike, measure: str | Measure, total: ArrayLike, positives: ArrayLike) -> Array:
    """Scores on the scale of the Dutch Draw (van de Bijl et al. 2024, section 5).

    Parameters
    ----------
    score : array_like
        Values of the measure; score, total and positives are broadcast against each other.
    measure : str or Measure
    total, positives : array_like of int
        M and P, the numbers of cases and of positive ones.

    Returns
    -------
    array of the broadcast shape
        With D and d the best and the worst mean of a draw, and u the best value that any classifier reaches on these
        classes, a score m that is to be high becomes -1 up to d, (m - D) / (D - d) up to D, and (m - D) / (u - D) above
        it; one that is to be low is mirrored. Where all draws expect the same, D = d, a score equal to it becomes 0 and
        one below -1: `beyond` has no such jump. Where D = u the best draw is perfect, and no score is above 0. NaN
        where the score or the baseline is undefined, above chance where no finite score is perfect (likelihood and odds
        ratios), and for a measure that does not judge.

    Raises
    ------
    InputError
        "a score of 1.2 is better than the best possible on these classes, 1".

    Examples
    --------
    >>> rescale([0.4, 0.5, 0.6, 1.0], "ACC", 10, 5).round(12).tolist()
    [-1.0, 0.0, 0.2, 1.0]
    """
    measure = measure_named(measure)
    m, worst, best, perfect, _ = _on_marks(score, measure, total, positives)
    with np.errstate(all="ignore"):
        below = np.where(m <= worst, -1.0, (m - best) / (best - worst))
    return _scaled(measure, m, best, perfect, below)


def _on_marks(score: ArrayLike, measure: Measure, total: ArrayLike, positives: ArrayLike) -> tuple[Array, ...]:
    """Scores, the worst and the best mean of a draw, the best and the worst value; high is better, all of one shape."""
    totals, positive = np.broadcast_arrays(total, positives)
    marks = np.array([_marks(measure, M, P) for M, P in zip(totals.flat, positive.flat, strict=True)])
    sign = 1.0 if measure.better == "higher" else -1.0
    found = np.broadcast_arrays(
        sign * np.asarray(score, dtype=np.float64), *(sign * np.moveaxis(marks.reshape(*totals.shape, 4), -1, 0))
    )
    m, perfect = found[0], found[3]
    over = (m > perfect) & ~_equal(m, perfect)
    if measure.judges and over.any():
        wrong = np.flatnonzero(over)[0]
        raise InputError(
            f"a score of {sign * m.flat[wrong]:g} is better than the best possible on these classes, "
            f"{sign * perfect.flat[wrong]:g}"
        )
    return tuple(found)


@functools.lru_cache(maxsize=4096)  # does not depend on the score
def _marks(measure: Measure, total: int, positives: int) -> tuple[float, float, float, float]:
    """The worst and the best mean of a draw, and the best and the worst value of any classifier."""
    draw = baseline(measure, total, positives)
    ends = (draw.lowest, draw.highest) if measure.better == "higher" else (draw.highest, draw.lowest)
    return *ends, measure.ideal(int(total), int(positives)), measure.poorest(int(total), int(positives))


def _scaled(measure: Measure, m: Array, best: Array, perfect: Array, below: Array) -> Array:
    """Scores from the best draw to perfect, and `below` it what a scale has there."""
    with np.errstate(all="ignore"):
        above = np.where(np.isfinite(perfect), (m - best) / (perfect - best), np.nan)
    scaled = np.where(_equal(m, best), 0.0, np.where(m > best, above, below))
    return np.where(np.isnan(m) | np.isnan(best) | (not measure.judges), np.nan, scaled)[()]


def _equal(value: Array, other: Array) -> NDArray[np.bool_]:
    with np.errstate(invalid="ignore"):
        return np.asarray(np.abs(value - other) <= TIE * np.maximum(1.0, np.abs(other)))


def share_beyond(cells: Cells, measures: Sequence[Measure], total: int, positives: int) -> Array:
    """The mean of `rescale.beyond` over the measures, for each table of these classes; NaN where one has no value.

    A score better than the best possible, by rounding or as weighted cases are not whole, counts as the best.

    >>> from ddcore.measures import measure
    >>> share_beyond(Cells(tp=45.0, fp=10.0, fn=5.0, tn=40.0), [measure("ACC"), measure("J")], 100, 50).round(12)
    np.float64(0.7)
    """
    places = []
    for measure in measures:
        score, ideal = measure.on(cells), measure.ideal(total, positives)
        places.append(beyond(np.where(measure.is_better(score, ideal), ideal, score), measure, total, positives))
    return np.asarray(np.mean(places, axis=0))[()]


def beyond_chance(
    counts: Counts, measures: Sequence[Measure], total: int, positives: int, level: float | None = None
) -> Interval:
    """The share beyond chance of one table, and its ends over the rates in reach (`Region`), class sizes kept.

    `total` and `positives` are those of the draws. NaN for no measure, and ends that are NaN where nothing is known of
    the weights.

    >>> from ddcore.measures import measure
    >>> share = beyond_chance(Counts(tp=45, fp=10, fn=5, tn=40), [measure("J")], 100, 50)
    >>> round(share.value, 3), round(share.low, 3), round(share.high, 3)
    (0.7, 0.537, 0.813)
    """
    if not measures:
        return UNKNOWN
    value = float(share_beyond(counts.floats(), measures, total, positives))
    reached = share_beyond(Region.of(counts, level).cells, measures, total, positives)
    low, high = float(np.fmin.reduce(reached)), float(np.fmax.reduce(reached))
    if math.isnan(low):
        return Interval(value)
    return Interval(value, min(low, value), max(high, value))
