"""The highest and the lowest mean of a draw over all numbers of cases predicted positive."""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.chance import hypergeometric, moments
from ddcore.measures.type import Measure

Intervals = tuple[tuple[int, int], ...]

LARGEST_SCAN = 1_000
LARGEST_CLOSED = 1_000_000
"""A measure whose shape is not known is computed at every n up to this M, or that if its mean is a closed form."""


@dataclass(frozen=True)
class Baseline:
    """The highest and the lowest mean over all draws, and the numbers predicted positive that reach them.

    `argmax` and `argmin` are tuples of inclusive intervals (first, last); () and NaN where no draw is ever defined.
    The means are those of draws that have a value; `highest_undefined` and `lowest_undefined` say how probable it is
    that a draw with the first of these numbers has none.
    """

    highest: float
    argmax: Intervals
    lowest: float
    argmin: Intervals
    highest_undefined: float = math.nan
    lowest_undefined: float = math.nan

    def best(self, better: str) -> float:
        """What a classifier without skill can reach at best: the highest mean, or the lowest where lower is better.

        >>> Baseline(0.6, ((10, 10),), 0.4, ((0, 0),)).best("lower")
        0.4
        """
        return self.highest if better == "higher" else self.lowest

    def undefined(self, better: str) -> float:
        """How probable it is that the draw which reaches `best` has no value."""
        return self.highest_undefined if better == "higher" else self.lowest_undefined

    def reached(self, better: str) -> Intervals:
        """The numbers predicted positive that reach `best`, as tuples (first, last).

        >>> Baseline(0.6, ((10, 10),), 0.4, ((0, 0),)).reached("higher")
        ((10, 10),)
        """
        return self.argmax if better == "higher" else self.argmin


@functools.lru_cache(maxsize=4096)  # does not depend on the threshold
def search(measure: Measure, M: int, P: int) -> Baseline:
    """The baseline by the shape of the mean; by a look at every n where no shape is known.

    >>> from ddcore.measures import measure
    >>> search(measure("CP"), 11, 5).argmax
    ((5, 6),)
    """
    shape = _shape(measure, M, P)
    if shape is None:
        return _scan(measure, M, P)
    first = 0 if moments.is_defined(measure, M, P, 0) else 1
    last = M if moments.is_defined(measure, M, P, M) else M - 1
    if first > last or not moments.is_defined(measure, M, P, first):
        return Baseline(math.nan, (), math.nan, ())
    return _known(measure, M, P, *SHAPES[shape](measure, M, P, first, last))


def _shape(measure: Measure, M: int, P: int) -> str | None:
    if measure.shape is not None:
        return measure.shape(M, P)
    return "monotone" if measure.slope is not None else None  # Table 3: each mean is constant, rising or falling in n


def _monotone(measure: Measure, M: int, P: int, first: int, last: int) -> tuple[Intervals, Intervals]:
    start, end = moments.mean(measure, M, P, first), moments.mean(measure, M, P, last)
    if start == end:
        return ((first, last),), ((first, last),)
    ends: tuple[Intervals, Intervals] = ((first, first),), ((last, last),)
    return ends if start > end else (ends[1], ends[0])


def _jump(measure: Measure, M: int, P: int, first: int, last: int) -> tuple[Intervals, Intervals]:
    return ((first + 1, last),), ((first, first),)


def _turn(measure: Measure, M: int, P: int, first: int, last: int, sign: int) -> int:
    """The n at which a mean that moves in the direction of sign, then against it, turns.

    Its step is looked at where a straight line through the two nearest ones known is 0, and in the middle every other
    time, so that bisection bounds how often.
    """
    before = after = math.nan
    straight = False
    while first < last:
        n = (first + last) // 2
        if straight and before > after:
            n = min(max(round(first - 1 + (last - first + 1) * before / (before - after)), first), last - 1)
        straight = not straight
        height = sign * moments.step(measure, M, P, n)
        if height > 0:
            first, before = n + 1, height
        else:
            last, after = n, height
    return first


def _ends(measure: Measure, M: int, P: int, first: int, last: int, sign: int) -> Intervals:
    """The end, or both, at which sign times the mean is largest."""
    start, end = sign * moments.mean(measure, M, P, first), sign * moments.mean(measure, M, P, last)
    if first == last or start > end:
        return ((first, first),)
    return ((last, last),) if end > start else ((first, first), (last, last))


def _rises_then_falls(measure: Measure, M: int, P: int, first: int, last: int) -> tuple[Intervals, Intervals]:
    top = _turn(measure, M, P, first, last, 1)
    return ((top, top),), _ends(measure, M, P, first, last, -1)


def _falls_then_rises(measure: Measure, M: int, P: int, first: int, last: int) -> tuple[Intervals, Intervals]:
    bottom = _turn(measure, M, P, first, last, -1)
    return _ends(measure, M, P, first, last, 1), ((bottom, bottom),)


def _symmetric(measure: Measure, M: int, P: int, first: int, last: int) -> tuple[Intervals, Intervals]:
    return ((M // 2, (M + 1) // 2),), _ends(measure, M, P, first, last, -1)


def _two_peaks(measure: Measure, M: int, P: int, first: int, last: int) -> tuple[Intervals, Intervals]:
    """One peak near each end, of few cases predicted positive or few negative: found by a grid, then by bisection.

    Where the classes are equally large the law is the same from both ends and so are the peaks.
    """
    if M <= SMALL:
        scanned = _scan(measure, M, P)
        return scanned.argmax, scanned.argmin
    steps = np.unique(np.geomspace(1, last - first + 1, int(8 * math.log(M))).astype(int)) - 1
    grid = np.unique(np.concatenate((first + steps, last - steps)))
    best = int(np.argmax([moments.mean(measure, M, P, int(n)) for n in grid]))
    top = _turn(measure, M, P, int(grid[max(best - 1, 0)]), int(grid[min(best + 1, grid.size - 1)]), 1)
    tops = (top, M - top) if 2 * P == M else (top,)
    return tuple((n, n) for n in sorted(tops)), _ends(measure, M, P, first, last, -1)


SMALL = 1_000
"""Up to this M the two peaks may be so close that only a look at every n tells them apart."""
SHAPES: dict[str, Callable[[Measure, int, int, int, int], tuple[Intervals, Intervals]]] = {
    "monotone": _monotone,
    "jumps once": _jump,
    "rises, then falls": _rises_then_falls,
    "falls, then rises": _falls_then_rises,
    "symmetric": _symmetric,
    "two peaks": _two_peaks,
}
"""How a mean can move with n -> where it is highest and lowest between the first and last n that define it."""


def _known(measure: Measure, M: int, P: int, argmax: Intervals, argmin: Intervals) -> Baseline:
    top, bottom = argmax[0][0], argmin[0][0]
    return Baseline(
        moments.mean(measure, M, P, top),
        argmax,
        moments.mean(measure, M, P, bottom),
        argmin,
        moments.undefined(measure, M, P, top),
        moments.undefined(measure, M, P, bottom),
    )


def _scan(measure: Measure, M: int, P: int) -> Baseline:
    """The baseline by the mean at every n, or at large M at a grid of n that is refined around the best and the worst.

    Means that agree to 12 digits of what they sum over count as equal.
    """
    closed = measure.expected is not None
    most = LARGEST_CLOSED if closed else LARGEST_SCAN
    numbers = np.arange(M + 1) if most >= M else _refined(measure, M, P)
    means, sizes = (_closed_means if closed else _summed_means)(measure, M, P, numbers)
    if np.isnan(means).all():
        return Baseline(math.nan, (), math.nan, ())
    close = 1e-12 * float(np.nanmax(sizes))
    top, bottom = (
        tuple((int(numbers[first]), int(numbers[last])) for first, last in _runs(reached))
        for reached in (means >= np.nanmax(means) - close, means <= np.nanmin(means) + close)
    )
    return _known(measure, M, P, top, bottom)


def _closed_means(measure: Measure, M: int, P: int, numbers: NDArray[np.int64]) -> tuple[Array, Array]:
    """Means by a closed form, NaN where undefined, and the largest values that enter them."""
    n, N = numbers.astype(np.float64), float(M - P)
    ends = [moments.cells_at(M, P, n, tp) for tp in (np.maximum(0.0, n - N), np.minimum(n, P))]
    defined = measure.defined(ends[0]) | measure.defined(ends[1])
    with np.errstate(all="ignore"):
        means = np.where(defined, measure.expected(float(P), N, n) if measure.expected else np.nan, np.nan)
    return means, np.max([np.abs(np.nan_to_num(measure.on(cells))) for cells in ends], axis=0)


def _summed_means(measure: Measure, M: int, P: int, numbers: NDArray[np.int64]) -> tuple[Array, Array]:
    """Means by sums, NaN where undefined, and the means of the absolute values.

    The laws of several numbers stand in one array, so that the measure is called once for all of them.
    """
    batches = min(numbers.size, 1 + numbers.size * min(P, M - P) // LARGEST_BATCH)
    parts = [_batch_means(measure, M, P, batch) for batch in np.array_split(numbers, batches)]
    means, sizes = np.concatenate(parts, axis=1)
    return means, sizes


LARGEST_BATCH = 10_000
"""The largest number of tables computed at once: they fit into the processor's cache."""


def _batch_means(measure: Measure, M: int, P: int, numbers: NDArray[np.int64]) -> Array:
    if M > hypergeometric.LARGEST_LAWS:
        return np.array([_window_means(measure, M, P, n) for n in numbers.tolist()]).T
    tp, probability = hypergeometric.laws(M, P, numbers)
    value = measure.on(moments.cells_at(M, P, numbers.astype(np.float64)[:, None], tp))
    defined = ~np.isnan(value)
    value, mass = np.where(defined, value, 0.0), (defined * probability).sum(axis=1)
    sums = np.array([(part * probability).sum(axis=1) for part in (value, np.abs(value))])
    return np.asarray(np.divide(sums, mass, out=np.full(sums.shape, np.nan), where=mass > 0))


def _window_means(measure: Measure, M: int, P: int, n: int) -> tuple[float, float]:
    tp, probability = hypergeometric.window(M, P, n, thin=measure.smooth)
    value = measure.on(moments.cells_at(M, P, n, tp))
    defined = ~np.isnan(value)
    mass = float(probability[defined].sum())
    if not mass:
        return math.nan, math.nan
    mean, size = (float(probability[defined] @ part) / mass for part in (value[defined], np.abs(value[defined])))
    return mean, size


def _refined(measure: Measure, M: int, P: int) -> NDArray[np.int64]:
    """Numbers predicted positive: both ends closely, the rest evenly, and closer around the best and worst."""
    near = np.arange(50)
    numbers = np.unique(np.concatenate((near, M - near, np.linspace(0, M, 200).astype(np.int64))))
    means_at = _closed_means if measure.expected is not None else _summed_means
    means = means_at(measure, M, P, numbers)[0]
    if np.isnan(means).all():
        return numbers
    extra = [numbers]
    for end in (int(np.nanargmax(means)), int(np.nanargmin(means))):
        sign = 1 if end == int(np.nanargmax(means)) else -1
        low, high = int(numbers[max(end - 1, 0)]), int(numbers[min(end + 1, numbers.size - 1)])
        while high - low > 2:
            between = np.unique(np.linspace(low, high, 21).astype(np.int64))
            inner = sign * means_at(measure, M, P, between)[0]
            extra.append(between)
            at = 0 if np.isnan(inner).all() else int(np.nanargmax(inner))
            low, high = int(between[max(at - 1, 0)]), int(between[min(at + 1, between.size - 1)])
    return np.unique(np.concatenate(extra))


def _runs(chosen: NDArray[np.bool_]) -> Intervals:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], chosen.astype(int), [0]))))
    return tuple((int(start), int(stop) - 1) for start, stop in edges.reshape(-1, 2))
