"""Simulated scores whose best reading is known: the four scenarios of Gong 2022, section 5.3.3."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from scipy.special import logsumexp, ndtr

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.table import ScoreTable

GONG = "Gong 2022, Studies on classification problems and application in consumer lending optimization system"

SIZE = 10_000
"""Cases of each class unless somebody asks for more or fewer, as in Gong 2022."""
SMALLEST, LARGEST = 5, 500_000


@dataclass(frozen=True)
class Mixture:
    """Equal parts of normal laws, each a mean and a standard deviation."""

    parts: tuple[tuple[float, float], ...]

    def draw(self, size: int, rng: np.random.Generator) -> Array:
        """Scores drawn from the law, an array of that size."""
        part = rng.integers(len(self.parts), size=size)
        mean, deviation = np.array(self.parts).T
        return np.asarray(rng.normal(mean[part], deviation[part]))

    def log_density(self, x: Array) -> Array:
        """Logarithm of the density at each x, shaped like x.

        >>> Mixture(((0.0, 1.0),)).log_density(np.array([0.0])).round(6)  # -log(2 pi) / 2
        array([-0.918939])
        """
        mean, deviation = np.array(self.parts).T[:, :, None]
        logs = -(((x - mean) / deviation) ** 2) / 2 - np.log(deviation * math.sqrt(2 * math.pi))
        return np.asarray(logsumexp(logs, axis=0) - math.log(len(self.parts)))

    def below(self, x: Array) -> Array:
        """Probability of a score below each x, shaped like x.

        >>> Mixture(((0.2, 0.05), (0.5, 0.05))).below(np.array([0.35])).round(6)
        array([0.5])
        """
        mean, deviation = np.array(self.parts).T[:, :, None]
        return np.asarray(ndtr((x - mean) / deviation).mean(axis=0))


@dataclass(frozen=True, eq=False)
class Scenario:
    """Two laws of scores: those of the positives and those of the negatives.

    `counted` says what the size of a draw counts, `roles` how its columns are read.
    """

    key: str
    title: str
    description: str
    positives: Mixture
    negatives: Mixture
    counted: str = "Cases of each class"
    roles: Mapping[str, Any] = field(default_factory=lambda: {"positive": "positive", "threshold": 0.5})
    source: str = f"{GONG}, section 5.3.3; the second parameter of each normal law is its standard deviation"

    @property
    def turned(self) -> "Scenario":
        """The laws with the other class as the positive one."""
        return replace(self, positives=self.negatives, negatives=self.positives)

    @cached_property
    def auc(self) -> float:
        """Exact area under the ROC curve of the scores as they are: a mean of normal probabilities.

        >>> round(SCENARIOS["scenario_3"].auc, 12)
        0.456068441417
        """
        pairs = [
            ndtr((mean - other) / math.hypot(deviation, spread))
            for mean, deviation in self.positives.parts
            for other, spread in self.negatives.parts
        ]
        return float(np.mean(pairs))

    @cached_property
    def best_auc(self) -> float:
        """Area under the ROC curve of the likelihood ratio, to 11 digits (Gong 2022 prints two).

        Cells of the score count as ties, which errs by the square of their width; two widths extrapolate to none.

        >>> round(SCENARIOS["scenario_1"].best_auc, 10) == round(2 / math.pi * math.atan(2), 10)
        True
        """
        coarse, fine = (self._best_auc(cells) for cells in (20_000, 40_000))
        return (4 * fine - coarse) / 3

    def _best_auc(self, cells: int) -> float:
        parts = self.positives.parts + self.negatives.parts
        away = np.linspace(-10, 10, cells + 1)
        edges = np.unique([mean + deviation * away for mean, deviation in parts])
        middles = (edges[1:] + edges[:-1]) / 2
        ratio = self.positives.log_density(middles) - self.negatives.log_density(middles)
        return ScoreTable.summed(ratio, *(np.diff(law.below(edges)) for law in (self.positives, self.negatives))).auc

    def draw(self, size: int = SIZE, seed: int = 1) -> pa.Table:
        """`size` cases of each class, positives first, with their truth and their score.

        Raises `InputError` "size must be between 5 and 500,000, got 3".

        >>> SCENARIOS["scenario_1"].draw(10).column("truth").to_pylist().count("positive")
        10
        """
        if not SMALLEST <= size <= LARGEST:
            raise InputError(f"size must be between {SMALLEST} and {LARGEST:,}, got {size:,}")
        rng = np.random.default_rng(seed)
        score: Any = np.concatenate([law.draw(size, rng) for law in (self.positives, self.negatives)])
        return pa.table({"truth": np.repeat(["positive", "negative"], size), "score": score})


_NARROW, _WIDE = Mixture(((0.5, 0.05),)), Mixture(((0.5, 0.1),))
_GROUPS, _BETWEEN = Mixture(((0.2, 0.05), (0.5, 0.05))), Mixture(((0.38, 0.1),))

SCENARIOS: Mapping[str, Scenario] = {
    scenario.key: scenario
    for scenario in (
        Scenario(
            "scenario_1",
            "Simulated: in the middle",
            "Both classes score 0.5 on average, the positives closer to it.",
            _NARROW,
            _WIDE,
        ),
        Scenario(
            "scenario_2",
            "Simulated: on both sides",
            "Both classes score 0.5 on average, the positives farther from it.",
            _WIDE,
            _NARROW,
        ),
        Scenario(
            "scenario_3",
            "Simulated: in two groups",
            "Half of the positives score about 0.2, half about 0.5, the negatives between them.",
            _GROUPS,
            _BETWEEN,
        ),
        Scenario(
            "scenario_4",
            "Simulated: between two groups",
            "Half of the negatives score about 0.2, half about 0.5, the positives between them.",
            _BETWEEN,
            _GROUPS,
        ),
    )
}
"""The scenarios by key, in the document's order."""
