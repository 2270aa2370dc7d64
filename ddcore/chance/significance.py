"""Is a score more than luck? Exact probabilities of a draw that does as well, and intervals for a score."""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv, ndtr

from ddcore.arrays import Array
from ddcore.chance import hypergeometric
from ddcore.counts import Cells, Counts
from ddcore.errors import InputError
from ddcore.interval import Interval, confident, normal_quantile
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named


def p_value(counts: Counts, *, mid: bool = False) -> Array:
    """The exact probability that a draw with as many positive predictions has as many true positives or more.

    Parameters
    ----------
    counts : Counts of any shape
        Whole numbers of cases; cases of one and the same weight are that many cases.
    mid : bool
        Whether only half of the probability of equality counts (Lancaster 1961).

    Returns
    -------
    array shaped like the counts
        P(TP of a draw >= tp). Below 10^-308 it is 0: see `log10_p_value`.

    Raises
    ------
    InputError
        For cases of different weights: a draw takes whole cases.

    Notes
    -----
    Every measure that rises with TP at fixed margins has this p value, which is that of Fisher's exact test, one-sided
    (Fisher 1935).

    Examples
    --------
    >>> f"{p_value(Counts(tp=227, fp=50, fn=31, tn=192)):.2g}"
    '3.9e-56'
    """
    return np.power(10.0, log10_p_value(counts, mid=mid))


def log10_p_value(counts: Counts, *, mid: bool = False) -> Array:
    """The decimal logarithm of `p_value`, for probabilities however small.

    Parameters
    ----------
    counts, mid
        As `p_value`, and so are shape and errors.

    Examples
    --------
    >>> log10_p_value(Counts(tp=500, fp=0, fn=0, tn=500)).round(4)  # one draw of C(1000, 500)
    np.float64(-299.4318)
    """

    def log(M: int, P: int, n: int, tp: int) -> float:
        below, here, above = hypergeometric.log_tails(M, P, n, tp)
        half = here - math.log(2)
        upper, lower = np.logaddexp(half if mid else here, above), np.logaddexp(half, below) if mid else below
        # The smaller tail is the more accurate; the larger one is 1 less it.
        return float(upper if upper < lower else np.log1p(-np.exp(lower))) / math.log(10)

    return _each(log, counts)


def log10_effective_p_value(counts: Counts) -> float:
    """About `log10_p_value` of one table of weighted cases: that of as many whole cases as they are worth.

    The effective table (`Counts.effective`) is rounded against the model, classes and true positives down and false
    positives up, and taken for one of no more than 10^9 cases. NaN where nothing is known of the weights.

    >>> counts = Counts.of_labels([1, 1, 0, 0], [1, 1, 0, 0], weight=[2, 2, 1, 1])
    >>> round(10 ** log10_effective_p_value(counts), 6)  # one draw of C(4, 2)
    0.166667
    """
    effective = counts.effective
    if effective is None:
        return math.nan
    part = min(1.0, MOST / max(float(effective.total), 1.0))
    numbers = [
        float(number) * part for number in (effective.positives, effective.negatives, effective.tp, effective.fp)
    ]
    P, N, tp = (math.floor(number + ROUNDING) for number in numbers[:3])
    fp = min(math.ceil(numbers[3] - ROUNDING), N)
    return float(log10_p_value(Counts(tp=tp, fp=fp, fn=P - tp, tn=N - fp))) if P + N else 0.0


MOST = 1e9
ROUNDING = 1e-9
"""Sums of weights may miss a whole number by so much."""


def _each(of: Callable[[int, int, int, int], float], counts: Counts) -> Array:
    counts = unweighted(counts)
    arrays = counts.total, counts.positives, counts.predicted_positives, counts.tp
    if counts.weighted:
        raise InputError("the counts must be whole numbers for an exact probability; weighted counts are not")
    values = [of(*(int(item) for item in table)) for table in zip(*(np.ravel(array) for array in arrays), strict=True)]
    return np.asarray(np.reshape(values, counts.shape))[()]


def interval(measure: str | Measure, counts: Counts, level: float | None = None, *, classes: str = "fixed") -> Interval:
    """Interval of the score of one table: that of a share of cases is Wilson's (1927), see `within`, others `Region`.

    With the class sizes "fixed" it is about the score of the model on these two classes, so that the interval of the
    distance to their baseline is this one less the baseline; with "drawn" classes about its score where the cases come
    from, whose share of positives is not known either. An end may be infinite, and a score without a value, such as a
    likelihood ratio where no false alarm was seen, has an interval too. NaN where nothing is known: no case of a class
    that the measure needs, or weighted cases of whose weights nothing is known. Raises `InputError` "counts must be
    those of one table, got tables of shape (2,)", and as `Region.of` does.

    >>> recall = interval("recall", Counts(tp=227, fp=50, fn=31, tn=192))
    >>> round(recall.low, 3), round(recall.high, 3)
    (0.834, 0.914)
    """
    if counts.shape != ():
        raise InputError(f"counts must be those of one table, got tables of shape {counts.shape}")
    return Region.of(counts, level, classes).interval(measure)


@dataclass(frozen=True, eq=False)
class Region:
    """The rates that go with counts at a level, as the tables that they lead to expect.

    Each rate is some deviations z away from the observed one, as Wilson's score has it (1927): TPR, FPR and with drawn
    classes the share of positives. The rates in reach are those whose squares of z sum to no more than that of the
    level, and an interval is what a measure goes through on them: the test of chi-square with one degree of freedom,
    turned round (Miettinen & Nurminen 1985 for two rates). Of a single rate this is Wilson's interval; of a sum of two
    it is close to adding the squares of both reaches (Newcombe 1998; Zou & Donner 2008).

    `cells` have the shape of the counts and a last axis of rates in reach.
    """

    counts: Counts
    level: float
    cells: Cells

    @classmethod
    def of(cls, counts: Counts, level: float | None = None, classes: str = "fixed") -> "Region":
        """The region of each table; NaN where the cases are weighted and nothing is known of their weights.

        Weighted cases count as their effective number, see `Counts.effective`. Raises `InputError` "level must be
        between 0 and 1, got 95" and 'classes must be "fixed" or "drawn", got "free"'.

        >>> low, high, _ = Region.of(Counts(tp=[27, 43], fp=[15, 18], fn=[23, 7], tn=[35, 32])).ends("ACC")
        >>> low.round(3).tolist(), high.round(3).tolist()
        ([0.522, 0.657], [0.709, 0.825])
        """
        level = confident(level)
        if classes not in ("fixed", "drawn"):
            raise InputError(f'classes must be "fixed" or "drawn", got "{classes:.40}"')
        counts = unweighted(counts)
        effective = counts.effective
        if effective is None:
            return cls(
                counts, level, Cells(**dict.fromkeys(("tp", "fp", "fn", "tn"), np.full((*counts.shape, 1), np.nan)))
            )
        z = normal_quantile(level) * _ball(2 if classes == "fixed" else 3)
        M, P = _column(counts.total), _column(counts.positives)
        tpr = _rates(effective.tp, effective.positives, z[0])
        fpr = _rates(effective.fp, effective.negatives, z[1])
        with np.errstate(invalid="ignore"):
            share = np.where(M > 0, P / M, 0.0)
        if classes == "drawn":
            cases = _column(_worth(counts))
            share = within(share * cases, cases, z[2])
        positives, negatives = M * share, M * (1 - share)
        cells = Cells(tp=positives * tpr, fp=negatives * fpr, fn=positives * (1 - tpr), tn=negatives * (1 - fpr))
        return cls(counts, level, cells)

    def ends(self, measure: str | Measure) -> tuple[Array, Array, Array]:
        """Lower ends, upper ends and shares of the rates without a value: three arrays shaped like the counts.

        The ends are NaN where no rate in reach has a value.
        """
        measure = measure_named(measure)
        score = measure(self.counts)
        if measure.proportion is not None and self.counts.whole:
            successes, trials = (_column(number) for number in measure.proportion(self.counts))
            if self.counts.squares is not None:
                with np.errstate(invalid="ignore"):
                    effect = np.fmax(_column(measure.proportion(self.counts.squares)[1]) / trials, 1.0)
                successes, trials = successes / effect, trials / effect
            ends = within(successes, trials, normal_quantile(self.level) * np.array([-1.0, 1.0]))
            low, high = np.moveaxis(np.where(trials > 0, ends, np.nan), -1, 0)
            return low, high, np.zeros(self.counts.shape)
        with np.errstate(all="ignore"):
            values = measure.function(self.cells) + 0 * self.cells.tp
        cells = (self.cells.tp, self.cells.fp, self.cells.fn, self.cells.tn)
        # Where a rate is 0 or 1 a cell is empty and many measures are undefined: only tables without one are counted.
        inside = np.all([cell > 0 for cell in cells], axis=0)
        empty = (inside & np.isnan(values)).sum(axis=-1) / np.maximum(inside.sum(axis=-1), 1)
        low, high = np.fmin.reduce(values, axis=-1), np.fmax.reduce(values, axis=-1)
        known = ~np.isnan(low)
        # Rounding must not leave the score outside its interval.
        return np.where(known, np.fmin(low, score), np.nan), np.where(known, np.fmax(high, score), np.nan), empty

    def interval(self, measure: str | Measure) -> Interval:
        """The interval of one measure where the counts are those of one table.

        >>> Region.of(Counts(tp=27, fp=15, fn=23, tn=35)).interval("F1").method
        'score'
        """
        measure = measure_named(measure)
        low, high, undefined = (float(end) for end in self.ends(measure))
        if math.isnan(low):
            return Interval(float(measure(self.counts)), method="none")
        plain = measure.proportion is not None and self.counts.whole
        return Interval(
            float(measure(self.counts)), low, high, method="Wilson" if plain else "score", undefined=undefined
        )


def _column(numbers: Any) -> Array:
    """Numbers as floats, with a last axis of length 1 along which the rates in reach are broadcast."""
    return np.asarray(numbers, dtype=np.float64)[..., None]


def _rates(hits: Array, cases: Array, z: Array) -> Array:
    """The rates of each table that lie z deviations away, computed once for tables that are alike."""
    pairs, places = np.unique(
        np.stack([np.ravel(number) for number in (hits, cases)]).astype(np.float64), axis=1, return_inverse=True
    )
    return np.asarray(within(_column(pairs[0]), _column(pairs[1]), z)[places.ravel()].reshape(*np.shape(hits), z.size))


def unweighted(counts: Counts) -> Counts:
    """The table of whole cases where all have the same weight, the table itself where they have not.

    >>> unweighted(Counts.of_labels([1, 0, 0], [1, 1, 0], weight=[2, 2, 2]))
    Counts(tp=1, fp=1, fn=0, tn=1)
    """
    effective = counts.effective
    return counts if effective is None or effective.weighted else effective


def _worth(counts: Counts) -> Array:
    """How many cases of one weight say as much as these, both classes together (Kish 1965)."""
    if counts.squares is None:
        return np.asarray(counts.total, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        return np.where(counts.total > 0, np.square(counts.total) / counts.squares.total, 0.0)


FEW = 3
"""The largest count of a cell, from one on, for which Wilson's limit on that side lies too near."""


def within(hits: ArrayLike, cases: ArrayLike, z: ArrayLike) -> Array:
    """The rates that lie z of Wilson's deviations (1927) from hits / cases, broadcast; from 0 to 1 for no cases.

    Where one to three cases are hits, or all but that many, Wilson's interval holds a rate near that end too seldom
    (Brown, Cai & DasGupta 2001); the limit on that side is Jeffreys' where that is further away.

    >>> within(1, 10, [-1.96, 0, 1.96]).round(4).tolist()
    [0.011, 0.1, 0.4042]
    """
    x, n, far = np.broadcast_arrays(*(np.asarray(number, dtype=np.float64) for number in (hits, cases, z)))
    with np.errstate(all="ignore"):
        share = x / n
        root = np.sqrt(share * (1 - share) / n + (far / n / 2) ** 2)
        rates = (share + far * far / n / 2 + far * root) / (1 + far * far / n)
    rates = np.where(far == 0, share, rates)
    for sign, few in ((-1, x), (1, n - x)):
        mended = (sign * far > 0) & (few > 0) & (few <= FEW)
        jeffreys = betaincinv(x[mended] + 0.5, (n - x)[mended] + 0.5, ndtr(far[mended]))
        rates[mended] = sign * np.maximum(sign * rates[mended], sign * jeffreys)
    rates = np.where((x <= 0) & (far <= 0), 0.0, np.where((x >= n) & (far >= 0), 1.0, rates))
    return np.clip(np.where(n <= 0, 0.5 + 0.5 * np.sign(far), rates), 0.0, 1.0)


@functools.cache
def _ball(dimensions: int) -> Array:
    """Points of the unit ball, (dimensions, points): the surface closely, two shells inside, and the centre.

    A measure of one's own may be best inside. On the surface the largest value is missed by 1 - cos a of its distance
    from the score, a the angle to the nearest point: one in 10,000 of a disc, one in 500 of a ball.
    """
    shells = []
    for radius, step in ((1.0, 1.5 if dimensions == 2 else 5.0), (2 / 3, 15.0), (1 / 3, 30.0)):
        around = np.radians(np.arange(0, 360, step))
        height = np.radians(np.arange(-90, 91, step)) if dimensions == 3 else np.zeros(1)
        around, height = (grid.ravel() for grid in np.meshgrid(around, height))
        points = np.cos(height) * np.cos(around), np.cos(height) * np.sin(around), np.sin(height)
        shells.append(radius * np.stack(points[:dimensions]))
    shells.append(np.zeros((dimensions, 1)))
    return np.concatenate(shells, axis=1)
