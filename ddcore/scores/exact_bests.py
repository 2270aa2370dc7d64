"""Exact best values of measures where the laws of the scores are known: before and after the likelihood transformation.

From the laws themselves, cell by cell of the score, not from cases that were drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ddcore.arrays import Array
from ddcore.measures import Measure
from ddcore.scores.before_after import BETWEEN
from ddcore.scores.likelihood import FARTHEST
from ddcore.scores.thresholds import Objective, each, objective
from ddcore.table import ScoreTable

CELLS = 20_000
"""Cells of the score; with four times as many no best value of scenarios 1 to 4 changes by 1e-7."""
LEFT_OUT = 1e-12
"""The mass of a class beyond the outermost cells, on either side."""


class Law(Protocol):
    """A law of scores: the logarithm of its density and its probability below, each shaped like x."""

    def log_density(self, x: Array) -> Any: ...

    def below(self, x: Array) -> Any: ...


@dataclass(frozen=True)
class ExactBest:
    """The best value of a measure over all thresholds of the score, and over all of the likelihood ratio."""

    measure: Measure
    before: float
    after: float

    @property
    def gain(self) -> float:
        """By how much the latter is better."""
        return self.after - self.before if self.measure.better == "higher" else self.before - self.after


def exact_bests(
    positives: Law, negatives: Law, classes: tuple[float, float], names: Sequence[Objective] = BETWEEN
) -> list[ExactBest]:
    """The exact best values of each measure where the classes have such laws; element i belongs to names[i].

    `classes` are the positives and negatives, or their shares.

    >>> from ddcore.samples.simulated import SCENARIOS
    >>> third = SCENARIOS["scenario_3"]
    >>> [accuracy] = exact_bests(third.positives, third.negatives, (0.5, 0.5), ["ACC"])
    >>> round(accuracy.before, 3), round(accuracy.after, 3)
    (0.591, 0.757)
    """
    measures = [objective(name) for name in names]
    scores, ratios = law_tables(positives, negatives, classes)
    bests = (each(cases, measures) for cases in (scores, ratios))
    return [
        ExactBest(measure, before.value, after.value) for measure, before, after in zip(measures, *bests, strict=True)
    ]


def law_tables(
    positives: Law, negatives: Law, classes: tuple[float, float], cells: int = CELLS
) -> tuple[ScoreTable, ScoreTable]:
    """Two laws as cases in small cells: by the middle of each cell, and by the logarithm of the likelihood ratio there.

    >>> from ddcore.samples.simulated import SCENARIOS
    >>> scores, ratios = law_tables(SCENARIOS["scenario_1"].positives, SCENARIOS["scenario_1"].negatives, (1, 1))
    >>> round(scores.auc, 6), round(ratios.auc, 6)
    (0.5, 0.704833)
    """
    laws = (positives, negatives)
    ends = [[_quantile(law, share) for law in laws] for share in (LEFT_OUT, 1 - LEFT_OUT)]
    edges = np.linspace(min(ends[0]), max(ends[1]), cells + 1)
    middles = (edges[1:] + edges[:-1]) / 2
    masses = [size * np.diff(law.below(edges)) for law, size in zip(laws, classes, strict=True)]
    held = masses[0] + masses[1] > 0
    log = positives.log_density(middles[held]) - negatives.log_density(middles[held])
    table = ScoreTable(middles[held], masses[0][held], masses[1][held])
    return table, table.rescored(np.clip(log, -FARTHEST, FARTHEST))


def _quantile(law: Law, share: float) -> float:
    """The score below which a share of the law lies, by doubling and halving."""
    low, high = -1.0, 1.0
    while law.below(np.array([low]))[0] > share:
        low *= 2
    while law.below(np.array([high]))[0] < share:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        if law.below(np.array([middle]))[0] < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2
