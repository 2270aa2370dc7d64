"""What referring more buys: a measure of the decided cases over the share that is decided."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ddcore.arrays import Array
from ddcore.decisions.reject import best_place, decided_cells, room_of
from ddcore.errors import InputError
from ddcore.measures import Measure, measure
from ddcore.scores.thresholds import rounding_error
from ddcore.table import ScoreTable, sweep


@dataclass(frozen=True, eq=False)
class RiskCoverage:
    """What referring more buys: element i of `value` is a measure among the decided ones when `coverage[i]` are.

    `coverage` rises to 1, where nobody is referred; `low` and `high` are the ends of the bands, on the scale of the
    scores. Arrays of one axis and one length.

    >>> recall = risk_coverage(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]), "TPR", points=2)
    >>> recall.low.tolist(), recall.high.tolist(), recall.area, recall.blind
    ([0.4, 0.4], [0.4, 0.4], 1.0, 1.0)
    """

    measure: Measure
    coverage: Array
    value: Array
    low: Array
    high: Array

    @cached_property
    def area(self) -> float:
        """The mean over all coverages with a value (Geifman, Uziel & El-Yaniv 2019, for the error rate)."""
        known = self.value[np.isfinite(self.value)]
        return float(known.mean()) if known.size else math.nan

    @property
    def blind(self) -> float:
        """The value when nobody is referred, and on average when cases are referred without looking at their scores."""
        return float(self.value[-1])


COVERAGES = 100
"""Coverages at which the curve is computed."""
MOST_SCORES = 1000
"""Scores between which bands begin and end, of more those at even ranks: there are half as many bands as its square."""


def risk_coverage(table: ScoreTable, name: str | Measure = "ERR", points: int = COVERAGES) -> RiskCoverage:
    """The best band's measure at each of `points` coverages 1/points to 1, or at every one where there are fewer cases.

    Every band that refers at most the rest is tried. With more than 1,000 distinct scores bands begin and end at even
    ranks, also the one that refers nobody. Raises `InputError` "a band needs cases, got none" and "points must be at
    least 1, got 0".

    >>> error = risk_coverage(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]))
    >>> error.coverage.tolist(), error.value.round(3).tolist()
    ([0.25, 0.5, 0.75, 1.0], [0.0, 0.0, 0.25, 0.25])
    """
    if points < 1:
        raise InputError(f"points must be at least 1, got {points}")
    table = table.unweighted()
    judged, every = measure(name), sweep(table)
    total = float(every.counts.total[0])
    if not total > 0:
        raise InputError("a band needs cases, got none")
    kept = np.unique(np.append(np.linspace(0, every.threshold.size - 2, MOST_SCORES).round(), every.threshold.size - 1))
    kept = kept.astype(np.intp)
    counts, at = every.counts[kept], every.threshold[kept]
    steps = min(points, int(total)) if table.whole else points
    coverage = np.arange(1, steps + 1) / steps
    below = np.asarray(counts.predicted_negatives, np.float64)
    first, last = np.triu_indices(at.size)
    held = below[last] - below[first]
    cells = decided_cells(counts, first, last)
    values, mistakes = judged.on(cells), cells.fp + cells.fn
    # The greatest coverage that each band leaves: at smaller ones it competes too.
    room = np.array([float(room_of(below, 1 - covered)) for covered in coverage.tolist()])
    leaves = np.searchsorted(-room, -held, side="right") - 1
    order = np.argsort(leaves, kind="stable")
    bounds = np.searchsorted(leaves[order], np.arange(steps + 1))
    value, low, high = (np.full(steps, math.nan) for _ in range(3))
    best = math.nan, math.nan, math.nan
    for i in reversed(range(steps)):
        bands = order[bounds[i] : bounds[i + 1]]
        if bands.size and (place := int(best_place(judged, values[bands], held[bands], mistakes[bands]))) >= 0:
            found = bands[place]
            better = float(values[found] - best[0]) * (1 if judged.better == "higher" else -1)
            if not better <= rounding_error(judged, float(values[found])):
                best = float(values[found]), float(at[first[found]]), float(at[last[found]])
        value[i], low[i], high[i] = best
    return RiskCoverage(judged, coverage, value, low, high)
