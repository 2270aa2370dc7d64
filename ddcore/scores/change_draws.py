"""Resamples of two sets of cases, and what they make of the parts of a change: its intervals."""

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.interval import Interval
from ddcore.measures import Measure
from ddcore.resampling.bootstrap import WeightedCases, binned_by_class, draw_in_clusters, percentile_interval
from ddcore.scores.change import CAUSES, Parts, Point, Side, parts_of
from ddcore.table import ScoreTable

RESAMPLES = 400
FEWEST = 100
WEIGHTED_CASES = 20_000_000
"""Weighted cases are drawn one by one; no more of them than this in all resamples."""
POINTS = 300
"""Scores of either side at which resamples are counted, where there are more."""


def resampled_states(then: Side, now: Side, resamples: int = RESAMPLES, *, rng: np.random.Generator) -> Point | None:
    """`change.states` of resamples, which have one more axis: each side is drawn from its own cases, with replacement.

    All cases of a side are drawn together, so that the share of positives varies too (Efron 1979). None where only sums
    of weights are known.

    >>> from ddcore.counts import Counts
    >>> sides = [Side(Counts(tp=8, fp=3, fn=2, tn=tn)) for tn in (7, 17)]
    >>> resampled_states(*sides, 50, rng=np.random.default_rng(1)).tpr.shape
    (2, 2, 50)
    """
    if any(side.counts.effective is None for side in (then, now)):
        return None
    tables = [side.scores for side in (then, now)]
    thresholds = [side.cut for side in (then, now)]
    edges = _edges(tables, thresholds)
    cuts = np.searchsorted(edges, thresholds)
    drawn = [_called(table, edges, resamples, rng) for table in tables]
    with np.errstate(invalid="ignore"):
        share = np.array([up[:, 0] / (up[:, 0] + down[:, 0]) for up, down in drawn])
        rates = [(up / up[:, :1], down / down[:, :1]) for up, down in drawn]
    if then.table is None or now.table is None:
        tpr, fpr = (np.array([pair[which][:, cuts[0]] for pair in rates]) for which in (0, 1))
        return Point(*np.broadcast_arrays(share[:, None], tpr[None], fpr[None]))
    return _crossed(share, rates, cuts)


def _crossed(share: Array, rates: list[tuple[Array, Array]], cuts: NDArray[np.intp]) -> Point:
    """Each curve where the other side's cut falls on it."""
    resamples = share.shape[1]
    found = np.empty((2, 2, 2, 2, resamples))
    ascending = [[np.ascontiguousarray(part[:, ::-1]) for part in pair] for pair in rates]
    for level, cut in np.ndindex(2, 2):
        own = [part[:, cuts[cut]] for part in rates[level]]
        found[:, level, level, cut] = own
        tpr, fpr = ascending[1 - level]
        reach, place = own[0] + own[1], tpr + fpr
        for row in range(resamples):
            found[0, 1 - level, level, cut, row] = np.interp(reach[row], place[row], tpr[row])
            found[1, 1 - level, level, cut, row] = np.interp(reach[row], place[row], fpr[row])
    shape = (2, 2, 2, 2, resamples)
    return Point(
        np.broadcast_to(share[:, None, None, None], shape),
        np.broadcast_to(found[0], shape),
        np.broadcast_to(found[1], shape),
    )


def _edges(tables: list[ScoreTable], thresholds: list[float]) -> Array:
    """Scores of both sides, ascending, the thresholds and the lowest score among them."""
    some = []
    for table in tables:
        places = np.linspace(0, table.score.size - 1, min(POINTS, table.score.size)).astype(np.intp)
        some.append(table.score[places])
    lowest = min(*(table.score[0] for table in tables), *thresholds)
    return np.unique([*np.concatenate(some), *(cut for cut in thresholds if np.isfinite(cut)), lowest])


def _called(table: ScoreTable, edges: Array, resamples: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Positives and negatives with a score of edge k or more, a row a resample; none behind the last edge."""
    binned = binned_by_class(table, edges)
    size = edges.size
    up, down = binned
    if isinstance(up, WeightedCases) and isinstance(down, WeightedCases):
        place = np.concatenate([up.place, size + down.place])
        weight = np.concatenate([up.weight, down.weight])
        fewer = max(FEWEST, min(resamples, WEIGHTED_CASES // max(place.size, 1)))
        drawn = WeightedCases(place, weight, 2 * size).resampled(min(resamples, fewer), rng=rng)
        drawn = drawn[np.arange(resamples) % len(drawn)]
    else:
        counted = np.concatenate([own.counted for own in binned]).astype(np.int64)
        # Both classes are drawn together, as if all cases were as alike in a cluster as those of either are on average.
        worth = sum(table.effective)
        drawn = draw_in_clusters(counted, resamples, counted.sum() / worth, rng=rng).astype(np.float64)
    both = drawn.reshape(resamples, 2, size)
    above = np.cumsum(both[:, :, ::-1], axis=2)[:, :, ::-1]
    padded = np.concatenate([above, np.zeros((resamples, 2, 1))], axis=2)
    return padded[:, 0], padded[:, 1]


def intervals(found: Parts, resampled: Point | None, level: float | None = None) -> dict[str, Interval]:
    """The change, and the part of each cause and of the classifier, with percentile intervals (Efron 1979).

    A part that is exactly 0 in all resamples has the interval from 0 to 0. NaN ends without resamples, and where a
    measure has no value.

    >>> from ddcore.counts import Counts
    >>> from ddcore.measures import measure
    >>> sides = [Side(Counts(tp=80, fp=30, fn=20, tn=tn)) for tn in (70, 170)]
    >>> drawn = resampled_states(*sides, 200, rng=np.random.default_rng(1))
    >>> sorted(intervals(Parts.of(measure("ACC"), *sides), drawn))
    ['change', 'classifier', 'share']
    """
    known = {"change": found.change, "classifier": found.part("classifier")}
    known |= {name: found.part(name) for name in found.names}
    if resampled is None:
        return {name: Interval(value) for name, value in known.items()}
    drawn = _drawn_parts(found.measure, resampled, len(found.names))
    return {name: Interval(value, *_ends(drawn[name], value, level)) for name, value in known.items()}


def _drawn_parts(measure: Measure, resampled: Point, causes: int) -> dict[str, Array]:
    values = np.asarray(measure.on(resampled.cells))
    split = parts_of(values, causes)
    names = CAUSES if causes == len(CAUSES) else ("share", "classifier")
    drawn = dict(zip(names, split, strict=True))
    return drawn | {"classifier": split[1:].sum(axis=0), "change": split.sum(axis=0)}


def _ends(drawn: Array, value: float, level: float | None) -> tuple[float, float]:
    """The percentile interval, which holds the value."""
    if np.isnan(value):
        return np.nan, np.nan
    low, high = percentile_interval(drawn, level)
    return min(low, value), max(high, value)
