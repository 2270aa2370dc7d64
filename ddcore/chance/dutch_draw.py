"""The Dutch Draw: what a classifier without skill scores.

A draw calls n = floor(M theta + 1/2) of M cases positive, at random and without looking at them (van de Bijl et al.
2024). Its measure is a random number; here are its law, mean, variance and quantiles at any theta, and the baseline:
the best and the worst mean over all n.

Where a draw's measure is undefined with some probability, all of these are conditional on its being defined;
`undefined` is that probability.
"""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.chance import hypergeometric
from ddcore.chance.difference import change
from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.measures import Measure, measure

Array = NDArray[np.float64]
Intervals = tuple[tuple[int, int], ...]

LARGEST_TOTAL = 10**9
LARGEST_SCAN = 20_000
"""A measure whose shape nobody knows is computed at every n, up to this M."""


def classes(total: Any, positives: Any) -> tuple[int, int]:
    """M and P as checked whole numbers. Raises `InputError` that names the one to mend."""
    numbers = {}
    for name, value in (("M", total), ("P", positives)):
        try:
            numbers[name] = int(value)
            whole = numbers[name] == value
        except (TypeError, ValueError, OverflowError):
            whole = False
        if not whole:
            raise InputError(f"{name} must be a whole number, got {value!r:.40}")
    M, P = numbers["M"], numbers["P"]
    if not 1 <= M <= LARGEST_TOTAL:
        raise InputError(f"M, the number of cases, must be between 1 and 1,000,000,000, got {M:,}")
    if not 0 <= P <= M:
        raise InputError(f"P, the number of positive cases, must be between 0 and M = {M:,}, got {P:,}")
    return M, P


def predicted_positives(total: int, theta: ArrayLike) -> NDArray[np.int64]:
    """The number called positive, floor(M theta + 1/2), halves up; an int array shaped like theta.

    A half is recognised by the fraction (2j+1)/(2M) that theta prints as, so that 0.58 of 25 is 14.5 and gives 15,
    although the double 0.58 lies below. Raises `InputError` "theta must be between 0 and 1, got 1.2".

    >>> int(predicted_positives(25, 0.58))
    15
    """
    M, _ = classes(total, 0)
    try:
        share = np.asarray(theta, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"theta must be a number between 0 and 1, got {theta!r:.40}") from None
    outside = share[~((share >= 0) & (share <= 1))]
    if outside.size:
        raise InputError(f"theta must be between 0 and 1, got {outside.flat[0]:g}")
    whole = np.floor(M * share)
    called: NDArray[np.int64] = (whole + (share >= (2 * whole + 1) / (2 * M))).astype(np.int64)
    return np.asarray(np.minimum(called, M))


@dataclass(frozen=True, eq=False)
class Distribution:
    """Distinct values of a measure, ascending, their probabilities (sum 1), and the chance of being undefined."""

    value: Array
    probability: Array
    undefined: float

    def quantile(self, level: ArrayLike) -> Array:
        """The smallest value that a draw does not exceed with probability `level` or more; shaped like level."""
        levels = np.asarray(level, dtype=np.float64)
        if not self.value.size:
            return np.full(levels.shape, np.nan)
        # A cumulative sum may miss a level it should meet by a rounding error.
        reached = np.cumsum(self.probability) * (1 + 1e-13)
        return np.asarray(self.value[np.minimum(np.searchsorted(reached, levels), self.value.size - 1)])


def distribution(measure: str | Measure, total: int, positives: int, theta: float) -> Distribution:
    """The law of a measure under a draw at one theta.

    Where more than 4,096 values are possible, those beyond ten standard deviations (mass below 10^-22) are left out.

    >>> distribution("TP", 10, 4, 0.2).probability.round(12).tolist()
    [0.333333333333, 0.533333333333, 0.133333333333]
    """
    row, M, P = _row(measure), *classes(total, positives)
    return _distribution(row, M, P, int(predicted_positives(M, theta)))


def _distribution(row: Measure, M: int, P: int, n: int) -> Distribution:
    tp, probability = hypergeometric.window(M, P, n)
    value = row.on(_cells(M, P, n, tp))
    defined = ~np.isnan(value)
    missing = float(probability[~defined].sum())
    value, probability = value[defined], probability[defined]
    if np.any(value[1:] < value[:-1]):
        order = np.argsort(value, kind="stable")  # quick where the measure falls with TP
        value, probability = value[order], probability[order]
    first = np.flatnonzero(np.concatenate(([True], value[1:] > value[:-1]))[: value.size])
    weight = np.add.reduceat(probability, first) if value.size else probability
    return Distribution(value[first], weight / weight.sum(), missing)


def expectation(measure: str | Measure, total: int, positives: int, theta: ArrayLike) -> Array:
    """Mean of a measure under a draw, an array like theta, NaN where it is never defined.

    Closed form where one is known (van de Bijl et al. 2024, Table 3), an exact sum over the law of TP otherwise.

    >>> expectation("F1", 303, 139, [0.0, 1.0]).round(6).tolist()
    [nan, 0.628959]
    """
    return _over_theta(_mean, measure, total, positives, theta)


def variance(measure: str | Measure, total: int, positives: int, theta: ArrayLike) -> Array:
    """Variance of a measure under a draw, an array like theta, NaN where it is never defined.

    >>> variance("TP", 10, 4, 0.2).round(12)
    np.float64(0.426666666667)
    """
    return _over_theta(_variance, measure, total, positives, theta)


def undefined(measure: str | Measure, total: int, positives: int, theta: ArrayLike) -> Array:
    """Probability that a draw leaves the measure undefined, an array like theta.

    >>> undefined("PPV", 10, 4, [0.0, 0.5]).tolist()
    [1.0, 0.0]
    """
    return _over_theta(_undefined, measure, total, positives, theta)


def quantile(measure: str | Measure, total: int, positives: int, theta: ArrayLike, level: ArrayLike) -> Array:
    """Quantiles of a measure under a draw; the shape is that of theta followed by that of level.

    >>> quantile("TP", 10, 4, 0.2, [0.025, 0.5, 0.975]).tolist()
    [0.0, 1.0, 2.0]
    """
    levels = np.asarray(level, dtype=np.float64)
    if not ((levels >= 0) & (levels <= 1)).all():
        raise InputError(f"level must be between 0 and 1, got {level!r:.60}")

    def at(row: Measure, M: int, P: int, n: int) -> Array:
        return _distribution(row, M, P, n).quantile(levels)

    return _over_theta(at, measure, total, positives, theta)


def draw(total: int, theta: float, *, rng: np.random.Generator) -> NDArray[np.int64]:
    """One draw: an int array of M zeros and ones, n of them ones, each subset as likely as any other.

    >>> int(draw(10, 0.3, rng=np.random.default_rng(1)).sum())
    3
    """
    M, _ = classes(total, 0)
    called = np.zeros(M, dtype=np.int64)
    called[rng.choice(M, int(predicted_positives(M, theta)), replace=False)] = 1
    return called


@dataclass(frozen=True)
class Baseline:
    """The highest and the lowest mean over all draws, and the numbers called positive that reach them.

    `argmax` and `argmin` are tuples of inclusive intervals (first, last); () and NaN where no draw is ever defined.
    """

    highest: float
    argmax: Intervals
    lowest: float
    argmin: Intervals

    def best(self, better: str) -> float:
        """What a classifier without skill can reach at best: the highest mean, or the lowest where lower is better."""
        return self.highest if better == "higher" else self.lowest

    def reached(self, better: str) -> Intervals:
        """The numbers called positive that reach `best`."""
        return self.argmax if better == "higher" else self.argmin


def baseline(measure: str | Measure, total: int, positives: int) -> Baseline:
    """The Dutch Draw baseline (van de Bijl et al. 2024, Table 4, with its errata put right).

    Raises `InputError` for a measure of unknown shape above M = 20,000.

    >>> baseline("F1", 303, 139).argmax
    ((303, 303),)
    """
    return _baseline(_row(measure), *classes(total, positives))


@functools.lru_cache(maxsize=4096)  # a threshold moves the calls, never M and P
def _baseline(row: Measure, M: int, P: int) -> Baseline:
    shape = _shape(row, M, P)
    if shape is None:
        return _scan(row, M, P)
    first = 0 if _defined(row, M, P, 0) else 1
    last = M if _defined(row, M, P, M) else M - 1
    if first > last or not _defined(row, M, P, first):
        return Baseline(math.nan, (), math.nan, ())
    return _known(row, M, P, *SHAPES[shape](row, M, P, first, last))


def _row(name: str | Measure) -> Measure:
    return measure(name)


def _shape(row: Measure, M: int, P: int) -> str | None:
    if row.slope is not None:
        return "monotone"  # each mean of Table 3 is constant, rising or falling in n
    return row.shape(M, P) if row.shape else None


def _cells(M: int, P: int, n: int, tp: Array) -> Cells:
    return Cells(tp=tp, fp=n - tp, fn=P - tp, tn=(M - P - n) + tp)


def _over_theta(
    of: Callable[[Measure, int, int, int], Any], name: str | Measure, total: int, positives: int, theta: ArrayLike
) -> Array:
    """`of` at each distinct number called positive, spread back over theta."""
    row, M, P = _row(name), *classes(total, positives)
    distinct, place = np.unique(predicted_positives(M, theta), return_inverse=True)
    values = np.array([of(row, M, P, int(n)) for n in distinct])
    return np.asarray(values[place.reshape(np.shape(theta))])[()]


def _defined(row: Measure, M: int, P: int, n: int) -> bool:
    tp, _ = hypergeometric.window(M, P, n)
    return bool(row.defined(_cells(M, P, n, tp)).any())


def _undefined(row: Measure, M: int, P: int, n: int) -> float:
    tp, probability = hypergeometric.window(M, P, n)
    return float(probability[~row.defined(_cells(M, P, n, tp))].sum())


def _mean(row: Measure, M: int, P: int, n: int) -> float:
    if row.expected is not None:
        return float(row.expected(float(P), float(M - P), float(n))) if _defined(row, M, P, n) else math.nan
    tp, probability = hypergeometric.window(M, P, n, thin=row.shape is not None)
    value = row.on(_cells(M, P, n, tp))
    defined = ~np.isnan(value)
    mass = probability[defined].sum()
    return float(probability[defined] @ value[defined] / mass) if mass else math.nan


def _variance(row: Measure, M: int, P: int, n: int) -> float:
    if row.slope is not None:
        if not _defined(row, M, P, n):
            return math.nan
        slope = float(row.slope(float(P), float(M - P), float(n)))
        return slope * slope * float(hypergeometric.variance(M, P, n))
    tp, probability = hypergeometric.window(M, P, n)
    cells = _cells(M, P, n, tp)
    defined = row.defined(cells)
    if not defined.any():
        return math.nan
    tp, probability = tp[defined], probability[defined] / probability[defined].sum()
    centre = tp[np.argmax(probability)]
    step = tp - centre
    old, new = _cells(M, P, n, np.full_like(tp, centre)), _cells(M, P, n, tp)
    distance = _changed(row, old, new, Cells(tp=step, fp=-step, fn=-step, tn=step))
    return float(probability @ (distance - probability @ distance) ** 2)


def _changed(row: Measure, old: Cells, new: Cells, by: Cells) -> Array:
    """What the measure changes by from old to new, to full precision; where only one is defined, plus or minus it."""
    with np.errstate(all="ignore"):
        both = row.function(change(old, new, by)).by
    before, after = row.on(old), row.on(new)
    one = np.nan_to_num(after) - np.nan_to_num(before)
    return np.where(np.isnan(before) | np.isnan(after), one, both)


def _step(row: Measure, M: int, P: int, n: int) -> float:
    """A number with the sign of E(n+1) - E(n), accurate even where the two agree in all digits of a double.

    One more case is called positive: a positive one with probability (P-TP)/(M-n), a negative one otherwise. With A
    the sum of probability times value and Z the chance of being defined, E = A/Z and the sign is that of dA Z - A dZ.
    """
    tp, probability = hypergeometric.window(M, P, n, thin=True)
    old = _cells(M, P, n, tp)
    before, defined = np.nan_to_num(row.on(old)), row.defined(old)
    mean_change = mass_change = 0.0
    for picked, by in ((old.fn, (1.0, 0.0)), (old.tn, (0.0, 1.0))):
        possible = picked > 0
        part, weight = _where(old, possible), (probability * picked)[possible] / (M - n)
        tp_by, fp_by = by
        new = Cells(tp=part.tp + tp_by, fp=part.fp + fp_by, fn=part.fn - tp_by, tn=part.tn - fp_by)
        mean_change += weight @ _changed(row, part, new, Cells(tp=tp_by, fp=fp_by, fn=-tp_by, tn=-fp_by))
        mass_change += weight @ (row.defined(new).astype(float) - defined[possible])
    return float(mean_change * probability[defined].sum() - mass_change * (probability @ before))


def _where(cells: Cells, chosen: NDArray[np.bool_]) -> Cells:
    return Cells(tp=cells.tp[chosen], fp=cells.fp[chosen], fn=cells.fn[chosen], tn=cells.tn[chosen])


def _monotone(row: Measure, M: int, P: int, first: int, last: int) -> tuple[Intervals, Intervals]:
    start, end = _mean(row, M, P, first), _mean(row, M, P, last)
    if start == end:
        return ((first, last),), ((first, last),)
    ends: tuple[Intervals, Intervals] = ((first, first),), ((last, last),)
    return ends if start > end else (ends[1], ends[0])


def _jump(row: Measure, M: int, P: int, first: int, last: int) -> tuple[Intervals, Intervals]:
    return ((first + 1, last),), ((first, first),)


def _turn(row: Measure, M: int, P: int, first: int, last: int, sign: int) -> int:
    """The n at which a mean that moves in the direction of sign, then against it, turns: bisection on its step."""
    while first < last:
        middle = (first + last) // 2
        if sign * _step(row, M, P, middle) > 0:
            first = middle + 1
        else:
            last = middle
    return first


def _ends(row: Measure, M: int, P: int, first: int, last: int, sign: int) -> Intervals:
    """The end, or both, at which sign times the mean is largest."""
    start, end = sign * _mean(row, M, P, first), sign * _mean(row, M, P, last)
    if first == last or start > end:
        return ((first, first),)
    return ((last, last),) if end > start else ((first, first), (last, last))


def _rises_then_falls(row: Measure, M: int, P: int, first: int, last: int) -> tuple[Intervals, Intervals]:
    top = _turn(row, M, P, first, last, 1)
    return ((top, top),), _ends(row, M, P, first, last, -1)


def _falls_then_rises(row: Measure, M: int, P: int, first: int, last: int) -> tuple[Intervals, Intervals]:
    bottom = _turn(row, M, P, first, last, -1)
    return _ends(row, M, P, first, last, 1), ((bottom, bottom),)


def _symmetric(row: Measure, M: int, P: int, first: int, last: int) -> tuple[Intervals, Intervals]:
    return ((M // 2, (M + 1) // 2),), _ends(row, M, P, first, last, -1)


def _two_peaks(row: Measure, M: int, P: int, first: int, last: int) -> tuple[Intervals, Intervals]:
    """One peak near each end, where few cases are called positive or few negative: a grid finds it, bisection the top.

    Where the classes are equally large the law is the same from both ends and so are the peaks.
    """
    if M <= SMALL:
        scanned = _scan(row, M, P)
        return scanned.argmax, scanned.argmin
    steps = np.unique(np.geomspace(1, last - first + 1, int(8 * math.log(M))).astype(int)) - 1
    grid = np.unique(np.concatenate((first + steps, last - steps)))
    best = int(np.argmax([_mean(row, M, P, int(n)) for n in grid]))
    top = _turn(row, M, P, int(grid[max(best - 1, 0)]), int(grid[min(best + 1, grid.size - 1)]), 1)
    tops = (top, M - top) if 2 * P == M else (top,)
    return tuple((n, n) for n in sorted(tops)), _ends(row, M, P, first, last, -1)


SMALL = 1_000
SHAPES: dict[str, Callable[[Measure, int, int, int, int], tuple[Intervals, Intervals]]] = {
    "monotone": _monotone,
    "jumps once": _jump,
    "rises, then falls": _rises_then_falls,
    "falls, then rises": _falls_then_rises,
    "symmetric": _symmetric,
    "two peaks": _two_peaks,
}
"""How a mean can move with n -> where it is highest and lowest between the first and last n that define it."""


def _known(row: Measure, M: int, P: int, argmax: Intervals, argmin: Intervals) -> Baseline:
    return Baseline(_mean(row, M, P, argmax[0][0]), argmax, _mean(row, M, P, argmin[0][0]), argmin)


def _scan(row: Measure, M: int, P: int) -> Baseline:
    """The baseline by the mean at every n; means that agree to 12 digits count as equal."""
    if M > LARGEST_SCAN:
        raise InputError(
            f"the baseline of {row.name} is computed for at most {LARGEST_SCAN:,} cases, "
            f"because how it moves with the calls is not known, got M = {M:,}"
        )
    means = np.array([_mean(row, M, P, n) for n in range(M + 1)])
    if np.isnan(means).all():
        return Baseline(math.nan, (), math.nan, ())
    highest, lowest = float(np.nanmax(means)), float(np.nanmin(means))
    close = 1e-12 * max(abs(highest), abs(lowest))
    return Baseline(highest, _runs(means >= highest - close), lowest, _runs(means <= lowest + close))


def _runs(chosen: NDArray[np.bool_]) -> Intervals:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], chosen.astype(int), [0]))))
    return tuple((int(start), int(stop) - 1) for start, stop in edges.reshape(-1, 2))
