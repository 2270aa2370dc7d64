"""The best thresholds of some measures: by search, in closed form, with their intervals, and how each measure runs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ddcore.measures import MEASURES, Measure
from ddcore.scores.line import scores_above
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
    upward,
)
from ddcore.table import ScoreTable, sweep


@dataclass(frozen=True, eq=False)
class BestThreshold:
    """The best threshold of one measure.

    `closed` is its closed form, NaN under conditions. `favours_positive` are the stretches of scores whose likelihood
    ratio is at least that of the closed form; () without a `likelihood`. `mode` is how the measure runs over such
    scores, `bootstrap` its bootstrap interval, None without resamples.

    >>> from ddcore.scores.likelihood import fit
    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> [f1] = best_thresholds(table, ["F1"], fit(table, "isotonic"))
    >>> f1.measure.key, f1.closed.posterior, f1.favours_positive, f1.bootstrap
    ('F1', 0.4, ((0.3, inf),), None)
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
    """The best threshold of each measure and all that is told of it; element i belongs to names[i].

    Parameters: `names` are measures, their names or utilities. `likelihood` gives the scores that reach the closed
    form. `constraints` are what every threshold must reach. `drawn` are resamples for the bootstrap intervals.

    Raises `InputError` "no threshold has Precision (PPV) of at least 0.9; the best that these scores reach is ...".

    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> optima = best_thresholds(table, ["ACC", "MCC"], None)
    >>> [(optimum.best.threshold, optimum.mode) for optimum in optima]
    [(0.3, 'one peak'), (0.3, 'several peaks')]
    """
    bests = each(table, names, *constraints)
    bootstraps: Sequence[BootstrapInterval | None] = [None] * len(bests)
    if drawn is not None:
        bootstraps = bootstrap_intervals(names, *constraints, drawn=drawn)
    # A condition moves the best threshold away from where the derivatives balance.
    closed = [Closed(math.nan, math.nan) if constraints else closed_form(best) for best in bests]
    log = None if likelihood is None else likelihood.log_ratio(table.score)
    favours_positive = [() if log is None else scores_above(table.score, log, form.ratio) for form in closed]
    return [
        BestThreshold(best, form, scores, mode(best.measure), bootstrap)
        for best, form, scores, bootstrap in zip(bests, closed, favours_positive, bootstraps, strict=True)
    ]


def warm() -> None:
    """How the listed measures run is found before anybody waits for it; the server and `apart.serve` call this."""
    for measure in MEASURES.values():
        mode(measure)


SLACK = 0.01


def plateau(table: ScoreTable, best: Best, slack: float = SLACK) -> tuple[float, float]:
    """The stretch of thresholds around the best one at which the measure is worse by at most `slack`.

    Returns the lowest and the highest threshold of the stretch; NaN where the measure has no value.

    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> plateau(table, each(table, ["ACC"])[0], 0.3)
    (0.1, inf)
    """
    if math.isnan(best.value):
        return math.nan, math.nan
    every = sweep(table)
    threshold, values = every.threshold, upward(best.measure, every.counts)
    place = int(np.searchsorted(threshold, best.threshold))
    near = rounding_error(best.measure, best.value)
    worse = np.flatnonzero(~(values >= values[place] - slack - near))
    after = int(np.searchsorted(worse, place))
    first = int(worse[after - 1]) + 1 if after else 0
    last = int(worse[after]) - 1 if after < worse.size else threshold.size - 1
    return float(threshold[first]), float(threshold[last])


def simple_best(
    table: ScoreTable, measure: str, slack: float, *, drawn: Resamples | None = None
) -> tuple[float, BootstrapInterval | None]:
    """A threshold with few digits at which the measure is worse than at the best by `slack` at most, and the interval
    of the best one; None without resamples.

    >>> simple_best(ScoreTable.of([0.1234, 0.3456, 0.4567, 0.8765], [0, 0, 1, 1]), "J", 0.1)
    (0.4567, None)
    """
    [optimum] = best_thresholds(table, [measure], None, drawn=drawn)
    low, high = plateau(table, optimum.best, slack)
    return rounded(optimum.best.threshold, low, high), optimum.bootstrap


def rounded(threshold: float, low: float, high: float) -> float:
    """A threshold with as few digits as one from low to high can have, the nearest of these.

    >>> rounded(0.061886, 0.0612, 0.0626), rounded(-3.2, -3.4, -3.1), rounded(0.5, 0.5, 0.5)
    (0.062, -3.2, 0.5)
    """
    for digits in range(1, 17):
        shorter = float(f"{threshold:.{digits}g}")
        if low <= shorter <= high:
            return shorter
    return threshold
