"""A logistic regression on a natural cubic spline of tallied scores, its curvature held back a little."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.special import expit, log_expit

from ddcore.arrays import Array
from ddcore.table import ScoreTable

LEVELS = (0.05, 0.275, 0.5, 0.725, 0.95)
"""The places of five knots, as quantiles (Harrell 2015, Table 2.3)."""
RIDGE = 1.0
"""What a standardised column of curvature is held back by: as much as one case of chance 1/2 and four of them tell."""
STEPS = 100


@dataclass(frozen=True, eq=False)
class Spline:
    """The logarithm of the odds less that of the classes: a line in `basis`, centred at `middle`, in units of `unit`.

    `covariance` is that of the level and the coefficients.

    >>> spline = Spline.of(ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 1, 0, 1, 0, 1]))
    >>> spline.knots.tolist(), spline.error(np.array([1.0, 6.0])).shape
    ([1.0, 3.0, 4.0, 5.0, 6.0], (2,))
    """

    knots: Array
    middle: Array
    unit: Array
    level: float
    coefficients: Array
    covariance: Array

    @classmethod
    def of(cls, table: ScoreTable, *, cautious: bool = True) -> "Spline":
        """The fit to a tally; `cautious` with Platt's (1999) targets, so that classes apart have moderate slopes.

        Those draw shares near 0 and 1 to the middle, which is no matter for ranks but for probabilities. Knots are
        quantiles of the two classes in equal parts; where they fall together there are fewer, and a line where less
        than three are left.
        """
        score, positives, negatives = table.score, table.positives, table.negatives
        P, N = float(positives.sum()), float(negatives.sum())
        shares = positives / P + negatives / N
        place = np.searchsorted((np.cumsum(shares) - shares / 2) / 2, LEVELS)
        knots = np.unique(score[np.minimum(place, score.size - 1)])
        cases = positives + negatives
        columns = basis(score, knots)
        middle = cases @ columns / cases.sum()
        unit = np.sqrt(cases @ (columns - middle) ** 2 / cases.sum())
        unit[unit == 0] = 1.0
        design = np.column_stack([np.ones(score.size), (columns - middle) / unit])
        # The slope is held back as well, very slightly, so that there always is one best fit.
        held = np.array([1e-9, 1e-3, *[RIDGE] * (columns.shape[1] - 1)])
        right = (P + 1) / (P + 2) * positives + 1 / (N + 2) * negatives if cautious else 1.0 * positives
        coefficients, curvature = _fitted(design, right, cases, held, math.log(P / N))
        covariance = cho_solve(cho_factor(curvature), np.eye(coefficients.size))
        return cls(knots, middle, unit, float(coefficients[0]) - math.log(P / N), coefficients[1:], covariance)

    def __call__(self, x: Array) -> Array:
        """The logarithm of the ratio of the two densities at each score, shaped like x."""
        return np.asarray(self.level + self._place(x) @ self.coefficients)

    def error(self, x: Array) -> Array:
        """Its standard error at each score less that in the middle of the scores, times the root of 2; shaped like x.

        The square of the error between two scores is then at most the sum of their squares: (a + b)^2 <= 2 a^2 + 2 b^2.
        """
        place = self._place(x)
        return np.asarray(np.sqrt(2 * np.einsum("ij,jk,ik->i", place, self.covariance[1:, 1:], place)))

    def deviation(self, x: Array) -> Array:
        """The standard error of the logarithm of the ratio at each score; shaped like x.

        >>> spline = Spline.of(ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 1, 0, 1, 0, 1]))
        >>> bool((spline.deviation(np.array([3.0, 6.0])) > 0).all())
        True
        """
        place = np.column_stack([np.ones(x.size), self._place(x)])
        return np.asarray(np.sqrt(np.einsum("ij,jk,ik->i", place, self.covariance, place)))

    def drawn(self, x: Array, draws: int, *, rng: np.random.Generator) -> Array:
        """The logarithm of the ratio at each score, level and coefficients drawn from their normal law: a row a draw.

        >>> spline = Spline.of(ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 1, 0, 1, 0, 1]))
        >>> spline.drawn(np.array([1.0, 6.0]), 3, rng=np.random.default_rng(1)).shape
        (3, 2)
        """
        mean = np.append(self.level, self.coefficients)
        lines = rng.multivariate_normal(mean, self.covariance, draws, method="cholesky")
        return np.asarray(lines[:, :1] + lines[:, 1:] @ self._place(x).T)

    def _place(self, x: Array) -> Array:
        return (basis(x, self.knots) - self.middle) / self.unit


def basis(x: Array, knots: Array) -> Array:
    """The score itself, and a column of curvature for all but two of the knots, straight beyond the outermost ones.

    (Hastie, Tibshirani & Friedman 2009, equations 5.4 and 5.5.) With less than three knots the score alone.

    >>> basis(np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 2.0])).round(3).tolist()
    [[0.0, 0.0], [1.0, 0.125], [2.0, 0.75]]
    """
    if knots.size < 3:
        return x[:, None]
    low, *_, before, last = knots
    inside = np.clip(x, low, last)

    def bent(knot: float) -> Array:
        return np.asarray(np.maximum(inside - knot, 0) ** 3 / (last - knot))

    columns = [x]
    for knot in knots[:-2].tolist():
        beyond = 3 * (before - knot) * np.maximum(x - last, 0)
        columns.append((bent(knot) - bent(float(before)) + beyond) / (last - low) ** 2)
    return np.stack(columns, axis=1)


def _fitted(design: Array, right: Array, cases: Array, held: Array, odds: float) -> tuple[Array, Array]:
    """Coefficients and curvature of the logistic loss and the penalty `held`, by Newton's method with halved steps."""
    coefficients = np.zeros(design.shape[1])
    coefficients[0] = odds

    def loss(at: Array) -> float:
        z = design @ at
        return float(-(right @ log_expit(z)) - (cases - right) @ log_expit(-z) + held[1:] @ at[1:] ** 2 / 2)

    now, size = loss(coefficients), float(cases.sum())
    for _ in range(STEPS):
        chance = expit(design @ coefficients)
        uphill = design.T @ (right - cases * chance) - np.append(0.0, held[1:] * coefficients[1:])
        curvature = (design * (cases * chance * (1 - chance))[:, None]).T @ design + np.diag(held)
        step = cho_solve(cho_factor(curvature), uphill)
        part = 1.0
        while (tried := loss(coefficients + part * step)) > now and part > 1e-9:
            part /= 2
        if not now - tried > 1e-12 * size:
            break
        coefficients, now = coefficients + part * step, tried
    return coefficients, curvature
