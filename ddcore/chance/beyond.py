"""How far beyond chance a model is: the mean over several measures of the way from the best draw to perfect."""

import math
from collections.abc import Sequence

import numpy as np

from ddcore.arrays import Array
from ddcore.chance.rescale import beyond
from ddcore.chance.significance import Region
from ddcore.counts import Cells, Counts
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures import Measure


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
    counts: Counts, measures: Sequence[Measure], total: int, positives: int, level: float = 0.95
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
