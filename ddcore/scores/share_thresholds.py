"""The best threshold of a measure over the share of positives, the rates of both classes kept.

Gong 2022, section 4.6 and Table 4.4: which measures depend on the share of positives (the base rate), and how.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.interval import alpha
from ddcore.measures import Measure
from ddcore.scores.resampling import MOST_THRESHOLDS, Resamples, spread_ranks
from ddcore.scores.thresholds import Constraint, Objective, objective, rounding_error
from ddcore.table import ScoreTable, sweep


@dataclass(frozen=True, eq=False)
class OverShare:
    """The best threshold at each share of positives, ascending: arrays of one length.

    `threshold` is +inf where it is best to predict no case positive, NaN where the measure has no value or no threshold
    meets the conditions; `value` is the measure there.
    """

    measure: Measure
    share: Array
    threshold: Array
    value: Array


def over_share(table: ScoreTable, name: Objective, shares: Sequence[float], *constraints: Constraint) -> OverShare:
    """The best threshold at each share where TPR and FPR of every threshold stay.

    Of equally good ones the one with the fewest mistakes is taken, then the lowest. With more than 2,000 distinct
    scores thresholds at even ranks are tried. Raises `InputError` where a class has no cases.

    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> over_share(table, "ACC", [0.1, 0.5, 0.9]).threshold.tolist()
    [0.8, 0.3, 0.3]
    """
    threshold, recall, alarms, total = _rates(table)
    few = np.append(spread_ranks(table.score.size, MOST_THRESHOLDS), table.score.size)
    measure = objective(name)
    best, value = _best(measure, recall[few], alarms[few], shares, total, constraints)
    chosen = np.where(best < 0, np.nan, threshold[few][best])
    return OverShare(measure, np.asarray(shares, np.float64), chosen, value)


def kept_over_share(table: ScoreTable, name: Objective, shares: Sequence[float], threshold: float) -> Array:
    """The measure at each share where one threshold is kept; raises as `over_share`.

    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> kept_over_share(table, "ACC", [0.2, 0.5], 0.3).round(2).tolist()
    [0.6, 0.75]
    """
    every, recall, alarms, total = _rates(table)
    place = min(int(np.searchsorted(every, threshold)), recall.size - 1)
    return np.asarray(objective(name).on(_at(recall[place], alarms[place], np.asarray(shares), total)), np.float64)


def _rates(table: ScoreTable) -> tuple[Array, Array, Array, float]:
    """Every threshold, TPR and FPR there, and how many cases there are."""
    positives, negatives = (float(tally.sum()) for tally in (table.positives, table.negatives))
    if not min(positives, negatives) > 0:
        raise InputError("changing the share of positives needs cases of both classes")
    every = sweep(table)
    counts = every.counts.floats()
    return every.threshold, np.asarray(counts.tp) / positives, np.asarray(counts.fp) / negatives, positives + negatives


def band_over_share(
    drawn: Resamples, name: Objective, shares: Sequence[float], *constraints: Constraint, level: float | None = None
) -> tuple[Array, Array]:
    """Both ends of the middle part of the best thresholds of resamples, at each share; NaN where none has one.

    >>> table = ScoreTable.of(np.arange(40), np.arange(40) >= 20)
    >>> drawn = Resamples.of(table, 20, rng=np.random.default_rng(1), deals=1)
    >>> low, high = band_over_share(drawn, "ACC", [0.5])
    >>> bool(low[0] <= 20 <= high[0])
    True
    """
    tail = alpha(level) / 2
    measure, total = objective(name), float(drawn.cases[0].sum() + drawn.cases[1].sum())
    places = []
    for cells in drawn:
        recall, alarms = (np.asarray(called / np.maximum(called[:, :1], 1e-300)) for called in (cells.tp, cells.fp))
        places.append(_best(measure, recall, alarms, shares, total, constraints)[0])
    thresholds = np.append(drawn.threshold, np.nan)[np.concatenate(places, axis=1)]
    ends = np.full((2, len(shares)), np.nan)
    for at, column in enumerate(thresholds):
        known = np.sort(column[~np.isnan(column)])
        if known.size:
            first = int(tail * known.size)
            ends[:, at] = known[first], known[known.size - 1 - first]
    return ends[0], ends[1]


def _at(recall: Array, alarms: Array, share: ArrayLike, total: float) -> Cells:
    """The counts of that many cases of which that share is positive, at those rates."""
    positives = np.asarray(share, np.float64) * total
    negatives = total - positives
    return Cells(tp=positives * recall, fp=negatives * alarms, fn=positives * (1 - recall), tn=negatives * (1 - alarms))


def _best(
    measure: Measure,
    recall: Array,
    alarms: Array,
    shares: Sequence[float],
    total: float,
    constraints: Sequence[Constraint],
) -> tuple[NDArray[np.intp], Array]:
    """The place of the best threshold at each share, -1 where there is none, and the value there.

    Rates have thresholds on their last axis, and may have rows; the result has a row for each share.
    """
    places, values = [], []
    for share in shares:
        cells = _at(recall, alarms, np.float64(share), total)
        value = np.asarray(measure.on(cells), np.float64)
        better = value if measure.better == "higher" else -value
        for constraint in constraints:
            better = np.where(constraint.met(constraint.measure.on(cells)), better, np.nan)
        with np.errstate(invalid="ignore"):
            top = np.fmax.reduce(better, axis=-1, keepdims=True)
            near = np.vectorize(partial(rounding_error, measure), otypes=[np.float64])(top)
            ties = better >= top - near
        place = np.where(ties, cells.fp + cells.fn, np.inf).argmin(axis=-1)
        at = np.take_along_axis(value, place[..., None], axis=-1)[..., 0]
        places.append(np.where(ties.any(axis=-1), place, -1))
        values.append(np.where(ties.any(axis=-1), at, np.nan))
    return np.array(places), np.array(values, np.float64)


DIRECTIONS = ("rises", "falls", "stays", "rises and falls", "has no value")
"""How a measure may run as positives become more frequent."""


def direction(measure: Measure, recall: float, alarms: float) -> str:
    """How a measure runs over the share of positives at a threshold with these rates: one of `DIRECTIONS`.

    >>> from ddcore.measures import measure as named
    >>> [direction(named(key), 0.8, 0.3) for key in ("F1", "NPV", "J", "ACC")]
    ['rises', 'falls', 'stays', 'rises']
    """
    shares = np.linspace(0.005, 0.995, 199)
    values = np.asarray(measure.on(_at(np.asarray(recall), np.asarray(alarms), shares, 1e6)), np.float64)
    if not np.isfinite(values).all():
        return "has no value"
    near = 1e-9 * max(1.0, float(np.abs(values).max()))
    steps = np.diff(values)
    up, down = bool((steps > near).any()), bool((steps < -near).any())
    return {(True, False): "rises", (False, True): "falls", (False, False): "stays"}.get((up, down), "rises and falls")
