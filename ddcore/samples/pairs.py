"""Simulated scores of two models whose best joint reading is known: the two cases of Gong 2022, section 8.3.

The covariances printed there can hardly be read: of case 2 a 7 among the negatives and a 9 among the positives. Those
here give the areas that its text quotes, -1.7 and 1.9 the 0.94 of both models of case 2; others do too, see
`COVARIANCES`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from scipy.special import expit

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.samples.simulated import GONG, LARGEST, SIZE, SMALLEST, Mixture, Scenario
from ddcore.table import ScoreTable

NAMES = ("model 1", "model 2")
WIDE = 8.5
"""Standard deviations around the means in which areas are computed."""
_GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True)
class Law:
    """A normal law of two scores: their means, their variances, and their covariance."""

    mean: tuple[float, float]
    variance: tuple[float, float]
    covariance: float

    @property
    def matrix(self) -> Array:
        """The covariance matrix."""
        return np.array([[self.variance[0], self.covariance], [self.covariance, self.variance[1]]])

    def draw(self, size: int, rng: np.random.Generator) -> Array:
        """Pairs of scores drawn from the law, of shape (size, 2)."""
        return np.asarray(rng.multivariate_normal(self.mean, self.matrix, size))

    def log_density(self, scores: Array) -> Array:
        """Logarithm of the density of scores of shape (cases, 2), an array of shape (cases,).

        >>> Law((6, 8), (1.0, 1.0), 0.0).log_density(np.array([[6.0, 8.0]])).round(6)  # -log(2 pi)
        array([-1.837877])
        """
        away = scores - np.array(self.mean)
        squares = ((away @ np.linalg.inv(self.matrix)) * away).sum(axis=1)
        return np.asarray(-squares / 2 - math.log(2 * math.pi) - math.log(np.linalg.det(self.matrix)) / 2)

    def rings(self, cells: int) -> Array:
        """Places in so many rings around the means, as many in each, of shape (cells * cells, 2), from the middle out.

        They are spread as the law is, whatever its spreads and its covariance; each ring is turned against the last.
        """
        edges = np.linspace(0, WIDE, cells + 1)
        radius = np.sqrt((edges[1:] ** 2 + edges[:-1] ** 2) / 2)[:, None]
        turned = (_GOLDEN * np.arange(cells)[:, None]) % 1
        angle = 2 * math.pi * (np.arange(cells) + turned) / cells
        circles = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1).reshape(-1, 2)
        return np.asarray(np.array(self.mean) + circles @ np.linalg.cholesky(self.matrix).T)

    def alone(self, number: int) -> Mixture:
        """The law of one of the scores."""
        return Mixture(((self.mean[number], math.sqrt(self.variance[number])),))


@dataclass(frozen=True, eq=False)
class Pair:
    """Two laws of two scores: that of the positives and that of the negatives; the rest is as in `Scenario`."""

    key: str
    title: str
    description: str
    positives: Law
    negatives: Law
    counted: str = "Cases of each class"
    roles: Mapping[str, Any] = field(
        default_factory=lambda: {"positive": "positive", "score": list(NAMES), "threshold": 6}
    )
    source: str = (
        f"{GONG}, section 8.3; the covariances printed there are hardly legible; these give the AUCs in the text"
    )

    @property
    def turned(self) -> "Pair":
        """The laws with the other class as the positive one."""
        return replace(self, positives=self.negatives, negatives=self.positives)

    def alone(self, name: str) -> Scenario:
        """The scores of one of the models."""
        number = NAMES.index(name)
        laws = self.positives.alone(number), self.negatives.alone(number)
        return Scenario(self.key, self.title, self.description, *laws, source=self.source)

    def log_ratio(self, scores: Array) -> Array:
        """Logarithm of the true likelihood ratio of scores of shape (cases, 2), an array of shape (cases,).

        >>> correlated(0, 0).log_ratio(np.array([[5.0, 7.0], [6.0, 8.0]])).round(6)  # between the means, and at one
        array([0. , 1.6])
        """
        return self.positives.log_density(scores) - self.negatives.log_density(scores)

    @cached_property
    def best_auc(self) -> float:
        """Area under the ROC curve of the true likelihood ratio, to 6 digits.

        Places count as cells, which errs by the square of their width; two widths extrapolate to none.

        >>> round(PAIRS["pair_2"].best_auc, 4)
        0.9448
        """
        coarse, fine = (self.read(cells).auc for cells in (150, 300))
        return min((4 * fine - coarse) / 3, 1.0)

    def read(self, cells: int, positives: float = 1.0, negatives: float = 1.0) -> ScoreTable:
        """The laws as weighted cases, scored by the logarithm of their likelihood ratio.

        They stand in rings around the means of either class, half of all cases by each: a place whose ratio is L holds
        positives in proportion to L / (1 + L) and negatives to 1 / (1 + L), so that the curve has the slope L there.

        >>> table = correlated(0, 0).read(100, 30, 70)
        >>> round(float(table.positives.sum()), 6), round(float(table.negatives.sum()), 6)
        (30.0, 70.0)
        """
        edges = np.linspace(0, WIDE, cells + 1)
        share = np.tile(np.repeat(-np.diff(np.exp(-(edges**2) / 2)), cells), 2)
        ratio = self.log_ratio(np.concatenate([law.rings(cells) for law in (self.positives, self.negatives)]))
        masses = share * expit(ratio), share * expit(-ratio)
        tallies = [scale * mass / mass.sum() for scale, mass in zip((positives, negatives), masses, strict=True)]
        return ScoreTable.summed(ratio, *tallies)

    def draw(self, size: int = SIZE, seed: int = 1) -> pa.Table:
        """`size` cases of each class, positives first, with their truth and both scores.

        Raises `InputError` "size must be between 5 and 500,000, got 3".

        >>> PAIRS["pair_1"].draw(10).shape
        (20, 3)
        """
        if not SMALLEST <= size <= LARGEST:
            raise InputError(f"size must be between {SMALLEST} and {LARGEST:,}, got {size:,}")
        rng = np.random.default_rng(seed)
        scores = np.concatenate([law.draw(size, rng) for law in (self.positives, self.negatives)])
        truth = np.repeat(["positive", "negative"], size)
        return pa.table({"truth": truth, **dict(zip(NAMES, scores.T, strict=True))})


@cache
def correlated(negatives: float, positives: float) -> Pair:
    """Case 2 with other covariances of the two scores within each class; their variances are 2.5.

    >>> round(correlated(-0.85, -0.85).best_auc, 5)
    0.94026
    """
    return Pair(
        "pair_2",
        "Simulated: two models, better together",
        "Two models with an AUC of 0.81 each. Their scores rise together among positives and in opposite directions "
        "among negatives.",
        Law((6, 8), (2.5, 2.5), positives),
        Law((4, 6), (2.5, 2.5), negatives),
    )


COVARIANCES = ((-1.7, 1.9), (-1.9, 1.9), (-1.7, 1.7), (-1.9, 1.2), (-0.85, -0.85), (0, 0), (1.9, 1.9))
"""Covariances of case 2 worth comparing: within the negatives, within the positives."""

PAIRS: Mapping[str, Pair] = {
    pair.key: pair
    for pair in (
        Pair(
            "pair_1",
            "Simulated: one good model, one poor",
            "A model with an AUC of 0.50 still improves one of 0.91, because their scores are correlated differently "
            "in each class.",
            Law((6, 8), (0.9, 2.5), 0.9),
            Law((6, 5), (1.25, 2.5), -0.9),
        ),
        correlated(-1.7, 1.9),
    )
}
"""The two cases by key."""
