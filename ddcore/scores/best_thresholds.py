"""Everything about the best thresholds of some measures: found, in closed form, how sure, and how the measure runs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ddcore.measures import MEASURES, Measure
from ddcore.scores.modes import mode
from ddcore.scores.ratio import Likelihood
from ddcore.scores.resampling import Resamples
from ddcore.scores.thresholds import (
    Best,
    BootstrapInterval,
    Closed,
    Constraint,
    Objective,
    bootstrap_intervals,
    closed_form,
    each,
    rounding_error,
    scores_above,
    upward,
)
from ddcore.table import ScoreTable, sweep


@dataclass(frozen=True, eq=False)
class BestThreshold:
    """The best threshold of one measure.

    `closed` is its closed form, NaN under conditions. `favours_positive` are the stretches of scores whose likelihood
    ratio is at least that of the closed form; () without a `likelihood`. `mode` is how the measure runs over such
    scores, `bootstrap` its bootstrap interval, None without resamples.
    """

    best: Best
    closed: Closed
    favours_positive: tuple[tuple[float, float], ...]
    mode: str
    bootstrap: BootstrapInterval | None

    @property
    def measure(self) -> Measure:
        """The measure that is best there."""
        return self.best.measure


def best_thresholds(
    table: ScoreTable,
    names: Sequence[Objective],
    likelihood: Likelihood | None,
    *constraints: Constraint,
    drawn: Resamples | None = None,
) -> list[BestThreshold]:
    """The line of each measure, and from the resamples `drawn` how sure it is; element i belongs to names[i].

    Raises `InputError` where no threshold meets the constraints.

    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> found = best_thresholds(table, ["ACC", "MCC"], None)
    >>> [(one.best.threshold, one.mode) for one in found]
    [(0.3, 'one peak'), (0.3, 'several peaks')]
    """
    found = each(table, names, *constraints)
    sure: Sequence[BootstrapInterval | None] = [None] * len(found)
    if drawn is not None:
        sure = bootstrap_intervals(names, *constraints, drawn=drawn)
    # A condition moves the best threshold away from where the derivatives balance.
    closed = [Closed(math.nan, math.nan) if constraints else closed_form(one) for one in found]
    log = None if likelihood is None else likelihood.log_ratio(table.score)
    favours_positive = [() if log is None else scores_above(table.score, log, one.ratio) for one in closed]
    return [
        BestThreshold(one, form, scores, mode(one.measure), how)
        for one, form, scores, how in zip(found, closed, favours_positive, sure, strict=True)
    ]


def warm() -> None:
    """How the listed measures run is found before anybody waits for it; `apart.serve` calls this."""
    for row in MEASURES.values():
        mode(row)


SLACK = 0.01


def plateau(table: ScoreTable, found: Best, slack: float = SLACK) -> tuple[float, float]:
    """The stretch of thresholds around the best one at which the measure is worse by at most `slack`.

    Both ends are thresholds that do; NaN where the measure has no value.

    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> plateau(table, each(table, ["ACC"])[0], 0.3)
    (0.1, inf)
    """
    if math.isnan(found.value):
        return math.nan, math.nan
    every = sweep(table)
    threshold, values = every.threshold, upward(found.measure, every.counts)
    place = int(np.searchsorted(threshold, found.threshold))
    near = rounding_error(found.measure, found.value)
    worse = np.flatnonzero(~(values >= values[place] - slack - near))
    after = int(np.searchsorted(worse, place))
    first = int(worse[after - 1]) + 1 if after else 0
    last = int(worse[after]) - 1 if after < worse.size else threshold.size - 1
    return float(threshold[first]), float(threshold[last])
