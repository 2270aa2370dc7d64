"""Everything about the best thresholds of some measures: found, in closed form, how sure, and how the measure runs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ddcore.measures import Measure
from ddcore.scores.likelihood import Likelihood
from ddcore.scores.modes import mode
from ddcore.scores.resampling import Resamples
from ddcore.scores.thresholds import (
    Best,
    Closed,
    Constraint,
    Objective,
    Sureness,
    above,
    closed_form,
    each,
    slight,
    sureness,
    upward,
)
from ddcore.table import ScoreTable, sweep


@dataclass(frozen=True, eq=False)
class Line:
    """The best threshold of one measure.

    `closed` is its closed form and `speaks` the scores that reach it, read as evidence; () without a `likelihood`.
    Under conditions there is no closed form.
    `mode` is how the measure runs over such scores, `sure` how sure the threshold is, None without resamples.
    """

    best: Best
    closed: Closed
    speaks: tuple[tuple[float, float], ...]
    mode: str
    sure: Sureness | None

    @property
    def measure(self) -> Measure:
        """The measure that is best there."""
        return self.best.measure


def lines(
    table: ScoreTable,
    names: Sequence[Objective],
    likelihood: Likelihood | None,
    *constraints: Constraint,
    drawn: Resamples | None = None,
) -> list[Line]:
    """The line of each measure, and from the resamples `drawn` how sure it is; element i belongs to names[i].

    Raises `InputError` where no threshold meets the constraints.

    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> found = lines(table, ["ACC", "MCC"], None)
    >>> [(one.best.threshold, one.mode) for one in found]
    [(0.3, 'one peak'), (0.3, 'several peaks')]
    """
    found = each(table, names, *constraints)
    sure: Sequence[Sureness | None] = [None] * len(found)
    if drawn is not None:
        sure = sureness(names, *constraints, drawn=drawn)
    # A condition moves the best threshold away from where the derivatives balance.
    closed = [Closed(math.nan, math.nan) if constraints else closed_form(one) for one in found]
    log = None if likelihood is None else likelihood.log_ratio(table.score)
    speaks = [() if log is None else above(table.score, log, one.ratio) for one in closed]
    return [
        Line(one, form, scores, mode(one.measure), how)
        for one, form, scores, how in zip(found, closed, speaks, sure, strict=True)
    ]


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
    near = slight(found.measure, found.value)
    worse = np.flatnonzero(~(values >= values[place] - slack - near))
    after = int(np.searchsorted(worse, place))
    first = int(worse[after - 1]) + 1 if after else 0
    last = int(worse[after]) - 1 if after < worse.size else threshold.size - 1
    return float(threshold[first]), float(threshold[last])
