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
    pairs, places = np.unique(np.stack((M.ravel(), P.ravel())), axis=1, return_inverse=True)
    return np.asarray(_best(measure, pairs[0], pairs[1])[places.ravel()].reshape(M.shape))


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


def means(measure: Measure, M: NDArray[np.int64], P: NDArray[np.int64], n: NDArray[np.int64]) -> Array:
    """The mean of the draws that have a value, for each M, P and n; NaN where none has.

    >>> from ddcore.measures import measure
    >>> means(measure("accuracy"), *map(np.array, ([10, 10], [4, 4], [0, 2]))).round(4).tolist()
    [0.6, 0.56]
    """
    M, P, n = (np.asarray(number, np.float64) for number in (M, P, n))
    if measure.expected is not None:
        ends = (moments.cells_at(M, P, n, tp) for tp in (np.maximum(0.0, n - (M - P)), np.minimum(n, P)))
        defined = np.logical_or(*(measure.defined(cells) for cells in ends))
        with np.errstate(all="ignore"):
            return np.where(defined, measure.expected(P, M - P, n), np.nan)
    found = np.full(M.size, np.nan)

    def fill(rows: NDArray[np.intp], tp: Array, probability: Array) -> None:
        value = measure.on(moments.cells_at(*(one[rows, None] for one in (M, P, n)), tp))
        defined = ~np.isnan(value) & (probability > 0)
        mass = np.where(defined, probability, 0.0)
        with np.errstate(invalid="ignore"):
            found[rows] = (mass * np.where(defined, value, 0.0)).sum(axis=1) / mass.sum(axis=1)

    over_laws(M, P, n, fill)
    return found


def _turn(
    measure: Measure, M: NDArray[np.int64], P: NDArray[np.int64], first: NDArray[np.int64], last: NDArray[np.int64]
) -> Array:
    """The best mean from first to last, where the mean gets better and then worse; the ends count too.

    The step from n to n + 1 is halved in on; rounding moves the n found only where means differ in the last digit.
    """
    low, high = first.copy(), last.copy()
    for _ in range(math.ceil(math.log2(max(2, int((last - first).max(initial=0)) + 1)))):
        middle = (low + high) // 2
        open_ = low < high
        before, after = (means(measure, M, P, n) for n in (middle, np.minimum(middle + 1, last)))
        better = measure.is_better(after, before)
        low = np.where(open_ & better, middle + 1, low)
        high = np.where(open_ & ~better, middle, high)
    return _outer(measure, np.stack([means(measure, M, P, n) for n in (low, first, last, 0 * M, M)]))


def _peaks(measure: Measure, M: NDArray[np.int64], P: NDArray[np.int64]) -> Array:
    """The highest of two peaks, one near each end: a grid that is dense there, then the turn around its best."""
    found = np.full(M.size, np.nan)
    for row, (m, p) in enumerate(zip(M.tolist(), P.tolist(), strict=True)):
        steps = np.unique(np.geomspace(1, max(m - 1, 1), int(8 * math.log(max(m, 2)))).astype(int))
        grid = np.arange(m + 1) if m <= FEW else np.unique(np.concatenate((steps, m - steps)))
        values = means(measure, np.full(grid.size, m), np.full(grid.size, p), grid)
        if not np.isnan(values).all():
            best = int(np.nanargmax(values))
            around = (grid[max(best - 1, 0)], grid[min(best + 1, grid.size - 1)])
            ends = (np.array([end]) for end in around)
            found[row] = max(values[best], _turn(measure, np.array([m]), np.array([p]), *ends)[0])
    return found
