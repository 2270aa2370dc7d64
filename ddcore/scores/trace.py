"""Any measure over the threshold, beside what a draw scores that predicts as many cases positive."""

import math
from dataclasses import dataclass, replace

import numpy as np

from ddcore.arrays import Array
from ddcore.chance.dutch_draw import expectation
from ddcore.chance.verdict import classes_of_draw
from ddcore.errors import InputError
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named
from ddcore.scores.thinning import MOST, thinned
from ddcore.table import ScoreTable, sweep


@dataclass(frozen=True, eq=False)
class Trace:
    """A measure over the threshold, element i of `value` at threshold[i], the last one +inf.

    `chance` is the mean of the draw that predicts as many cases positive, at the thresholds `chance_threshold`.

    >>> trace = over_threshold(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]), "TPR")
    >>> trace.value.tolist(), trace.called.tolist(), trace.chance.round(3).tolist()
    ([1.0, 1.0, 0.5, 0.0], [3.0, 2.0, 1.0, 0.0], [1.0, 0.667, 0.333, 0.0])
    """

    measure: Measure
    threshold: Array
    value: Array
    called: Array
    chance_threshold: Array
    chance: Array

    def thin(self) -> "Trace":
        """What a figure draws: the points that `thinned` keeps, and those where chance is known, at most 2,000.

        The latter keep open the gaps where the measure has no value; a curve that takes all 2,000 points has none.
        """
        line = thinned(self.threshold, self.value)
        kept = np.union1d(line, np.searchsorted(self.threshold, self.chance_threshold))
        kept = kept if kept.size <= MOST else line
        return replace(self, threshold=self.threshold[kept], value=self.value[kept], called=self.called[kept])


def over_threshold(table: ScoreTable, name: str | Measure, points: int = 400) -> Trace:
    """Any measure at every threshold, and the mean of a draw with as many positive predictions at up to `points` of
    them.

    Weighted cases are held against a draw from very many with as large a share of positives, see
    `verdict.classes_of_draw`. Cases of one weight count one each. Raises `InputError` "a measure over the
    threshold needs a case, got none".

    >>> over_threshold(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]), "ACC").value.round(3).tolist()
    [0.667, 1.0, 0.667, 0.333]
    """
    measure, swept = measure_named(name), sweep(table.unweighted())
    counts = swept.counts
    called, cases = counts.predicted_positives, float(counts[0].total)
    if not cases > 0:
        raise InputError("a measure over the threshold needs a case, got none")
    at = np.unique(np.linspace(0, swept.threshold.size - 1, points).round().astype(np.intp))
    total, positives = classes_of_draw(counts[0])
    chance = expectation(measure, total, positives, np.minimum(called[at] / cases, 1.0))
    if measure.grows and total != cases:
        chance = np.full(at.size, math.nan)
    return Trace(measure, swept.threshold, measure(counts), np.asarray(called, np.float64), swept.threshold[at], chance)
