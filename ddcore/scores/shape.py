"""How the likelihood ratio runs over the scores: up, down, or level, as far as its standard error lets one tell."""

import math
from dataclasses import dataclass

import numpy as np

from ddcore.arrays import Array
from ddcore.scores.kernel import Tally
from ddcore.scores.ratio import Likelihood
from ddcore.table import ScoreTable


@dataclass(frozen=True)
class Shape:
    """How the ratio runs over the scores, as far as its standard error lets one tell.

    `runs` are its directions in turn, 1 up and -1 down, none if it is level; `turns` the scores between them.
    `favours_positive` are the stretches (low, high) of scores whose likelihood ratio is above 1.

    >>> from ddcore.scores.likelihood import fit
    >>> table = ScoreTable.of(np.arange(300), abs(np.arange(300) - 150) > 70)
    >>> bathtub = shape(fit(table, "histogram"), table)
    >>> bathtub.runs, len(bathtub.turns), bathtub.is_monotone, len(bathtub.favours_positive)
    ((-1, 1), 1, False, 2)
    """

    runs: tuple[int, ...]
    turns: tuple[float, ...]
    favours_positive: tuple[tuple[float, float], ...]

    @property
    def is_monotone(self) -> bool:
        """Whether it never falls: then the ROC curve is concave and one threshold is enough (Gong 2022, Lemma 3)."""
        return self.runs in ((), (1,))


CERTAIN = 3.0
"""Standard errors that a run must span, since the largest of many differences is looked at."""
SLIGHT = 0.05
"""Smaller changes of the logarithm are not taken for a run, even where they exceed their standard error."""


def shape(likelihood: Likelihood, table: ScoreTable, points: int = 401) -> Shape:
    """The runs of the ratio over the middle 99 % of a table's scores.

    >>> from ddcore.scores.likelihood import fit
    >>> table = ScoreTable.of(np.arange(200), np.arange(200) > 90)
    >>> shape(fit(table, "histogram"), table).runs
    (1,)
    """
    both = Tally.of(table.score, table.positives + table.negatives)
    x = np.linspace(both.quantile(0.005), both.quantile(0.995), points)
    log, error = likelihood.smoothed(x)
    log = np.clip(log, -700, 700)
    runs: list[int] = []
    turns: list[float] = []
    low = high = 0
    for i in range(1, points):
        if log[i] > log[high]:
            high = i
        if log[i] < log[low]:
            low = i
        for start, direction in ((low, 1), (high, -1)):
            change = direction * (log[i] - log[start])
            if change > max(CERTAIN * math.hypot(error[i], error[start]), SLIGHT):
                if runs[-1:] != [direction]:
                    turns += [float(x[start])] if runs else []
                    runs.append(direction)
                low = high = i
                break
    return Shape(tuple(runs), tuple(turns), _favouring_positive(x, log, error))


def _favouring_positive(x: Array, log: Array, error: Array) -> tuple[tuple[float, float], ...]:
    """Stretches of a ratio above 1, those that may be chance left out; the outermost ones are open."""
    above = np.concatenate(([False], log > 0, [False]))
    edges = np.flatnonzero(above[1:] != above[:-1]).reshape(-1, 2)
    ends = np.concatenate(([-math.inf], x[1:-1], [math.inf]))
    return tuple(
        (float(ends[first]), float(ends[last - 1]))
        for first, last in edges.tolist()
        if (log[first:last] > np.maximum(CERTAIN * error[first:last], SLIGHT)).any()
    )
