"""Fewer points that draw the same curve, and histograms of scores."""

import math

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.table import ScoreTable


def thinned(x: Array, y: Array, height: float | None = None) -> NDArray[np.intp]:
    """Places of few points whose polyline is nowhere farther from the curve than 1/1,000 of an axis, at most 2,000.

    `height` is the length of the upright axis, that of the values if None. Points that are not finite are left out.
    First neighbours in one cell of 1/4,000 are reduced to the first and last of them, then Douglas & Peucker (1973).

    >>> thinned(np.linspace(0, 1, 10**5), np.linspace(0, 2, 10**5)).tolist()
    [0, 99999]
    """
    places = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    if places.size < 3:
        return places
    across, up = x[places] / (np.ptp(x[places]) or 1.0), y[places] / (height or np.ptp(y[places]) or 1.0)
    new = (np.diff(np.floor(across * CELLS)) != 0) | (np.diff(np.floor(up * CELLS)) != 0)
    places = places[np.append(True, new) | np.append(new, True)]
    across, up = (values[np.append(True, new) | np.append(new, True)] for values in (across, up))
    return np.asarray(places[_corners(across, up, 1 / 1000 - math.sqrt(2) / CELLS)])


STEPS = 20_000


def joined(table: ScoreTable, steps: int = STEPS) -> ScoreTable:
    """The cases at fewer scores: neighbours are joined where they hold less than 1/`steps` of the cases of each class.

    Counts at the thresholds that are left stay as they were. A line through them, of anything that is a sum of a
    multiple of the share of each class predicted positive, is off by at most 1/`steps` of both multiples. The table
    itself where it has no more than 4 `steps` scores.

    >>> joined(ScoreTable.of(np.arange(9), [0, 0, 0, 0, 1, 0, 1, 1, 1]), steps=2).score
    array([0., 2., 3., 6., 7., 8.])
    """
    if table.score.size <= 4 * steps:
        return table
    places = [np.array([0, table.score.size - 1])]
    for tally in (table.positives, table.negatives):
        below = np.cumsum(tally) - tally
        reached = np.searchsorted(below, np.linspace(0, tally.sum(), steps, endpoint=False)[1:])
        places += [reached - 1, reached]
    first = np.unique(np.concatenate(places))
    first = first[first < table.score.size]
    parts = [np.add.reduceat(tally, first) for tally in (table.positives, table.negatives, *(table.squares or ()))]
    return ScoreTable(table.score[first], parts[0], parts[1], (parts[2], parts[3]) if table.squares else None)


BINS = 40


def binned(table: ScoreTable, bins: int = BINS) -> tuple[Array, Array, Array]:
    """A histogram of the scores: edges, ascending, and the positives and negatives between each two.

    From 0 to 1 where all scores lie there. The farthest 0.2 % on each side count in the outermost bins if they are far.

    >>> edges, positives, negatives = binned(ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1]), 2)
    >>> edges.tolist(), positives.tolist(), negatives.tolist()
    ([0.0, 0.5, 1.0], [1.0, 1.0], [2.0, 0.0])
    """
    low, high = float(table.score[0]), float(table.score[-1])
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    else:
        both = np.cumsum(table.positives + table.negatives)
        inner = table.score[np.searchsorted(both, [0.002 * both[-1], 0.998 * both[-1]])].tolist()
        if high - low > 2 * (inner[1] - inner[0]) > 0:
            low, high = inner
    if (low, high) == (0.0, 1.0):
        edges = np.arange(bins + 1) / bins
    elif low < high:
        # A span of 1e300 or more is halved first: the difference of the largest doubles overflows.
        edges = np.linspace(low, high, bins + 1) if high - low < 1e300 else 2 * np.linspace(low / 2, high / 2, bins + 1)
    else:
        half = max(0.5, abs(low) * 1e-12)
        edges = np.array([low - half, low + half])
    place = np.clip(np.searchsorted(edges, table.score, side="right") - 1, 0, edges.size - 2)
    positives, negatives = (
        np.asarray(np.bincount(place, tally, edges.size - 1), np.float64)
        for tally in (table.positives, table.negatives)
    )
    return edges, positives, negatives


CELLS = 4000
MOST = 2000
"""Points of a curve in a figure."""
ROUNDS = 64


def _corners(x: Array, y: Array, tolerance: float) -> NDArray[np.intp]:
    """Which points stay so that no other is farther than that from the line between its kept neighbours.

    All stretches are split at once at their farthest points, which takes as many rounds as there are levels. A curve
    so wild that this takes too many rounds or points has the lowest and highest point of each of 999 columns.
    """
    kept = np.zeros(x.size, dtype=bool)
    kept[[0, -1]] = True
    for _ in range(ROUNDS):
        ends = np.flatnonzero(kept)
        if ends.size > MOST:
            break
        stretch = np.repeat(np.arange(ends.size - 1), np.diff(ends))
        start, stop = ends[stretch], ends[stretch + 1]
        dx, dy = x[stop] - x[start], y[stop] - y[start]
        from_x, from_y = x[:-1] - x[start], y[:-1] - y[start]
        along = np.clip((from_x * dx + from_y * dy) / np.maximum(dx * dx + dy * dy, 1e-300), 0, 1)
        far = np.hypot(from_x - along * dx, from_y - along * dy)
        worst = np.maximum.reduceat(far, ends[:-1])[stretch]
        split = (far == worst) & (far > tolerance)
        if not split.any():
            return ends
        kept[:-1] |= split
    return _columns(x, y)


def _columns(x: Array, y: Array) -> NDArray[np.intp]:
    """Places of the lowest and highest point of each column, and of both ends; the line fills each column the same."""
    columns = MOST // 2 - 1
    column = np.minimum(((x - x.min()) / (np.ptp(x) or 1.0) * columns).astype(np.intp), columns - 1)
    order = np.lexsort((y, column))
    last = np.flatnonzero(np.append(np.diff(column[order]) > 0, True))
    first = np.append(0, last[:-1] + 1)
    return np.unique(np.concatenate(([0, x.size - 1], order[first], order[last])))
