"""The baselines of many pairs of class sizes at once, such as those of the groups of a file.

The same numbers as `optimum.search` gives one by one, by the shape of the mean over the number predicted positive:
closed forms where it is linear in TP, exact sums over the laws of many draws in one array where it is not.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.arrays import Array
from ddcore.chance import moments
from ddcore.chance.optimum import search
from ddcore.chance.tails import over_laws
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

TURNS = ("rises, then falls", "falls, then rises")
FEW = 40
"""Up to so many cases the two peaks of a mean are looked for at every number predicted positive."""


def baselines(measure: str | Measure, total: ArrayLike, positives: ArrayLike) -> Array:
    """The best mean of a draw for each M and P, an array like them broadcast; NaN where no draw has a value.

    As `Baseline.best` of `dutch_draw.baseline` (van de Bijl et al. 2024, Table 4).

    >>> baselines("accuracy", [303, 50_000], [139, 50]).round(4).tolist()
    [0.5413, 0.999]
    """
    measure = measure_named(measure)
    M, P = np.broadcast_arrays(np.asarray(total, np.int64), np.asarray(positives, np.int64))
    wide = int(P.max(initial=0)) + 1
    pairs, places = np.unique(M * wide + P, return_inverse=True)
    return np.asarray(_best(measure, pairs // wide, pairs % wide)[places.ravel()].reshape(M.shape))


def _best(measure: Measure, M: NDArray[np.int64], P: NDArray[np.int64]) -> Array:
    """The best means of some pairs, by the shapes that the mean has for them."""
    found = np.full(M.size, np.nan)
    shapes = np.array([_shape(measure, int(m), int(p)) for m, p in zip(M, P, strict=True)], dtype=object)
    for shape in set(shapes.tolist()):
        rows = np.flatnonzero(shapes == shape)
        found[rows] = _of_shape(measure, M[rows], P[rows], shape)
    return found


def _shape(measure: Measure, M: int, P: int) -> str:
    if measure.shape is not None:
        return measure.shape(M, P)
    return "monotone" if measure.slope is not None and measure.expected is not None else ""


def _of_shape(measure: Measure, M: NDArray[np.int64], P: NDArray[np.int64], shape: str) -> Array:
    inner = (shape == TURNS[0] and measure.better == "higher") or (shape == TURNS[1] and measure.better == "lower")
    if shape == "symmetric" and measure.better == "higher":
        return means(measure, M, P, M // 2)
    if shape == "two peaks" and measure.better == "higher":
        return _peaks(measure, M, P)
    if inner:
        return _turn(measure, M, P, np.where(M > 1, 1, 0), np.maximum(M - 1, 0))
    if shape:
        return _outer(measure, np.stack([means(measure, M, P, n) for n in (0 * M, np.minimum(1, M), M - 1, M)]))
    pairs = zip(M.tolist(), P.tolist(), strict=True)
    return np.array([search(measure, m, p).best(measure.better) for m, p in pairs], dtype=np.float64)


def _outer(measure: Measure, values: Array) -> Array:
    """The best of some values along the first axis, NaN where there is none."""
    return np.asarray((np.fmax if measure.better == "higher" else np.fmin).reduce(values, axis=0))


def means(measure: Measure, total: NDArray[np.int64], positives: NDArray[np.int64], called: NDArray[np.int64]) -> Array:
    """The mean of the draws that have a value, for each M, P and n; NaN where none has.

    >>> from ddcore.measures import measure
    >>> means(measure("accuracy"), *map(np.array, ([10, 10], [4, 4], [0, 2]))).round(4).tolist()
    [0.6, 0.56]
    """
    M, P, n = (number.astype(np.float64) for number in (total, positives, called))
    if measure.expected is not None:
        ends = (moments.cells_at(M, P, n, tp) for tp in (np.maximum(0.0, n - (M - P)), np.minimum(n, P)))
        defined = np.logical_or(*(measure.defined(cells) for cells in ends))
        with np.errstate(all="ignore"):
            return np.where(defined, measure.expected(P, M - P, n), np.nan)
    found = np.full(M.size, np.nan)

    def fill(rows: NDArray[np.intp], tp: Array, probability: Array) -> None:
        value = measure.on(moments.cells_at(M[rows, None], P[rows, None], n[rows, None], tp))
        defined = ~np.isnan(value) & (probability > 0)
        mass = np.where(defined, probability, 0.0)
        with np.errstate(invalid="ignore"):
            found[rows] = (mass * np.where(defined, value, 0.0)).sum(axis=1) / mass.sum(axis=1)

    over_laws(M, P, n, fill)
    return found


def _turn(
    measure: Measure, M: NDArray[np.int64], P: NDArray[np.int64], first: NDArray[np.int64], last: NDArray[np.int64]
) -> Array:
    """The best mean from first to last, where the mean gets better and then worse; no and all cases count too.

    The step from n to n + 1 is looked at where a straight line through the two nearest ones known is 0, and in the
    middle every other time. Rounding moves the n found only where means differ in the last digit.
    """
    sign = 1.0 if measure.better == "higher" else -1.0
    low, high = first.copy(), last.copy()
    before, after = np.full(M.size, np.nan), np.full(M.size, np.nan)
    straight = False
    while (rows := np.flatnonzero(low < high)).size:
        start, end = low[rows], high[rows]
        at = (start + end) // 2
        if straight:
            with np.errstate(all="ignore"):
                crossing = start - 1 + (end - start + 1) * before[rows] / (before[rows] - after[rows])
            at = np.where(np.isfinite(crossing), np.clip(np.rint(np.nan_to_num(crossing)), start, end - 1), at)
            at = at.astype(np.int64)
        straight = not straight
        here, there = (means(measure, M[rows], P[rows], n) for n in (at, at + 1))
        step = sign * (there - here)
        up = step > 0
        low[rows], high[rows] = np.where(up, at + 1, start), np.where(up, end, at)
        before[rows], after[rows] = np.where(up, step, before[rows]), np.where(up, after[rows], step)
    return _outer(measure, np.stack([means(measure, M, P, n) for n in (low, 0 * M, M)]))


def _peaks(measure: Measure, M: NDArray[np.int64], P: NDArray[np.int64]) -> Array:
    """The highest of two peaks, one near each end: a grid that is dense there, then the turn around its best."""
    grids = [_grid(m) for m in M.tolist()]
    sizes = np.array([grid.size for grid in grids])
    values = means(measure, np.repeat(M, sizes), np.repeat(P, sizes), np.concatenate(grids))
    found, around = np.full(M.size, np.nan), np.zeros((2, M.size), np.int64)
    for row, (grid, own) in enumerate(zip(grids, np.split(values, np.cumsum(sizes)[:-1]), strict=True)):
        if not np.isnan(own).all():
            best = int(np.nanargmax(own))
            found[row] = own[best]
            around[:, row] = grid[max(best - 1, 0)], grid[min(best + 1, grid.size - 1)]
    return np.asarray(np.fmax(found, _turn(measure, M, P, *around)))


def _grid(total: int) -> NDArray[np.int64]:
    """Numbers predicted positive, close together near both ends; all of few."""
    if total <= FEW:
        return np.arange(total + 1)
    steps = np.geomspace(1, total - 1, int(8 * math.log(total))).astype(np.int64)
    return np.unique(np.concatenate((steps, total - steps)))
