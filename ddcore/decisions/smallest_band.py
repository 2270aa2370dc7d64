"""The smallest band of scores that does what is wanted, and what it does on unseen cases.

A case is predicted negative if score < low, referred if low <= score < high, and predicted positive if score >= high.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.decisions.reject import BandCounts, RejectBand, band_counts, decided_cells
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.measures import Measure, measure
from ddcore.scores.resampling import Resamples, held_out_value, pooled_value
from ddcore.scores.thresholds import rounding_error
from ddcore.table import ScoreTable, sweep

PLACES, RANKS = 1000, 200
"""Thresholds at which a band may begin and end, on all cases and on parts of them; of more, those at even ranks."""

Worth = Callable[[Any, Any, Any], Any]
"""The value of decided cells and of the positives and negatives that are referred."""


def band_between(table: ScoreTable, name: str | Measure, low: float, high: float) -> RejectBand:
    """The band with these ends, and its measure among the decided cases; raises `InputError` as `band_counts`.

    >>> band_between(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]), "ACC", 0.4, 0.9).value
    1.0
    """
    cells = band_counts(table, low, high)
    return RejectBand(low, high, float(measure(name)(cells.decided)), cells)


def given_value(drawn: Resamples, cells: BandCounts, worth: Worth, level: float | None = None) -> Interval:
    """The value of a band that was not chosen on the cases, with the interval of `resampling.pooled_value`.

    >>> table = ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1])
    >>> drawn = Resamples.of(table, 1, rng=np.random.default_rng(1), deals=1)
    >>> given_value(drawn, band_counts(table, 0.4, 0.9), lambda decided, p, n: decided.tp / 2).value
    0.5
    """
    ours = cells.decided
    positives, negatives = ours.tp, ours.fp
    regions = (
        np.array([[positives, cells.positives, ours.fn]], np.float64),
        np.array([[negatives, cells.negatives, ours.tn]], np.float64),
    )
    return pooled_value(drawn, regions, _judged(worth), level)


def _judged(worth: Worth) -> Callable[[Array, Array], Any]:
    """The rates of positives and negatives above, within and below a band."""

    def of(positives: Array, negatives: Array) -> Any:
        (tp, p, fn), (fp, n, tn) = positives, negatives
        return worth(Cells(tp=tp, fp=fp, fn=fn, tn=tn), p, n)

    return of


def least_band(table: ScoreTable, name: str | Measure, wanted: float) -> RejectBand | None:
    """The band that refers the fewest cases of those with a measure as good as wanted; None where none has.

    Of several that refer as many the best is taken, then the lowest. With more than 1,000 scores bands begin and end at
    even ranks. Raises `InputError` "a band needs cases, got none".

    >>> band = least_band(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]), "accuracy", 0.9)
    >>> band.low, band.high, band.value
    (0.4, 0.9, 1.0)
    """
    judged, every = measure(name), sweep(table.unweighted())
    if not float(every.counts[0].total) > 0:
        raise InputError("a band needs cases, got none")
    first, last = least_places(judged, every.counts.floats().map(np.atleast_2d), wanted, PLACES)[0].tolist()
    if first < 0:
        return None
    return band_between(table, judged, float(every.threshold[first]), float(every.threshold[last]))


def least_places(judged: Measure, counts: Cells, wanted: float, most: int = RANKS) -> NDArray[np.intp]:
    """Places of the thresholds at both ends, a row for each sweep of some counts; -1 where no band does.

    >>> swept = sweep(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]))
    >>> least_places(measure("accuracy"), swept.counts.floats().map(np.atleast_2d), 0.9).tolist()
    [[1, 3]]
    """
    last = counts.tp.shape[-1] - 1
    kept = np.unique(np.append(np.linspace(0, last, min(most, last + 1)).round().astype(np.intp), last))
    first, end = (kept[side] for side in np.triu_indices(kept.size))
    near = rounding_error(judged, wanted)
    found = np.full((len(counts.tp), 2), -1, np.intp)
    for row in range(len(found)):
        own = counts.map(lambda cell, row=row: np.asarray(cell)[row])
        value = np.asarray(judged.on(decided_cells(own, first, end)), np.float64)
        better = value if judged.better == "higher" else -value
        goal = (wanted if judged.better == "higher" else -wanted) - near
        below = np.asarray(own.predicted_negatives, np.float64)
        referred = below[end] - below[first]
        reach = np.flatnonzero(better >= goal)
        if reach.size:
            fewest = reach[referred[reach] <= referred[reach].min() + 1e-9]
            best = fewest[better[fewest] >= better[fewest].max() - near][0]
            found[row] = first[best], end[best]
    return found


def rates_band(table: ScoreTable, misses: float, alarms: float) -> RejectBand:
    """The smallest band with which no more than these shares of the positives and of the negatives are called wrong.

    It begins at the highest threshold that has no larger share `misses` of the positives below it, and ends at the
    lowest that has no larger share `alarms` of the negatives at or above it (Lei 2014). Where that is no higher than
    the first, one threshold keeps both, and the band is closed at the one of them with the fewest mistakes; its value
    is the share that is referred. Raises `InputError` "misses must be 0 or more and below 1, got 1.2", as for alarms,
    and "error rates need cases of both classes".

    >>> band = rates_band(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]), 0, 0)
    >>> band.low, band.high, band.value
    (0.4, 0.9, 0.5)
    """
    for name, share in (("misses", misses), ("alarms", alarms)):
        if not 0 <= share < 1:
            raise InputError(f"{name} must be 0 or more and below 1, got {share:g}")
    if not (table.positives.any() and table.negatives.any()):
        raise InputError("error rates need cases of both classes")
    every = sweep(table)
    first, last = rates_places(every.counts.floats().map(np.atleast_2d), misses, alarms)[0].tolist()
    low, high = float(every.threshold[first]), float(every.threshold[last])
    cells = band_counts(table, low, high)
    return RejectBand(low, high, cells.share, cells)


def rates_places(counts: Cells, misses: float, alarms: float) -> NDArray[np.intp]:
    """Places of the thresholds at both ends of that band, a row for each sweep of some counts.

    >>> swept = sweep(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]))
    >>> rates_places(swept.counts.floats().map(np.atleast_2d), 0, 0.5).tolist()
    [[1, 1]]
    """
    missed = counts.fn <= misses * counts.positives * (1 + 1e-12)
    alarmed = counts.fp <= alarms * counts.negatives * (1 + 1e-12)
    size = missed.shape[-1]
    first = size - 1 - missed[:, ::-1].argmax(axis=1)
    last = alarmed.argmax(axis=1)
    mistakes = np.where(missed & alarmed, counts.fn + counts.fp, np.inf)
    alone = np.where(first >= last, mistakes.argmin(axis=1), -1)
    return np.column_stack([np.where(alone < 0, first, alone), np.where(alone < 0, last, alone)]).astype(np.intp)


def unseen_regions(drawn: Resamples, choose: Callable[[Cells], NDArray[np.intp]]) -> tuple[Array, Array]:
    """Positives and negatives held out above, within and below the bands chosen without them: a row a part.

    `choose` gives places of both ends from the counts of sweeps; rows are NaN where it found none.

    >>> drawn = Resamples.of(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), 1, rng=np.random.default_rng(1), deals=1)
    >>> [part.sum() for part in unseen_regions(drawn, lambda counts: rates_places(counts, 0, 0))]
    [np.float64(2.0), np.float64(2.0)]
    """
    places = np.concatenate([split.at_cases(choose(split.other)) for split in drawn.splits()])
    end = np.full(len(places), drawn.threshold.size - 1)
    regions = []
    for below in drawn.held_below(np.column_stack([np.maximum(places, 0), end])):
        low, high, every = below.T
        part = np.stack([every - high, high - low, low], axis=1)
        part[places[:, 0] < 0] = np.nan
        regions.append(part)
    return regions[0], regions[1]


def unseen_value(drawn: Resamples, regions: tuple[Array, Array], worth: Worth, level: float | None = None) -> Interval:
    """What the bands of `unseen_regions` are worth on unseen cases, see `resampling.held_out_value`.

    >>> drawn = Resamples.of(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), 1, rng=np.random.default_rng(1), deals=1)
    >>> regions = np.full((3, 3), 1.0), np.full((3, 3), 1.0)
    >>> round(unseen_value(drawn, regions, lambda decided, p, n: (p + n) / 4).value, 3)
    0.333
    """
    return held_out_value(drawn, regions, _judged(worth), level)
