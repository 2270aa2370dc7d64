"""A logistic regression on a natural cubic spline of tallied scores, its curvature held back a little."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve

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
        rows = basis(score, knots)
        middle = rows @ cases / cases.sum()
        rows = rows - middle[:, None]
        unit = np.sqrt(rows**2 @ cases / cases.sum())
        unit[unit == 0] = 1.0
        design = np.vstack([np.ones(score.size), rows / unit[:, None]])
        # The slope is held back as well, very slightly, so that there always is one best fit.
        held = np.array([1e-9, 1e-3, *[RIDGE] * (len(rows) - 1)])
        right = (P + 1) / (P + 2) * positives + 1 / (N + 2) * negatives if cautious else 1.0 * positives
        coefficients, curvature = _fitted(design, right, cases, held, math.log(P / N))
        covariance = cho_solve(cho_factor(curvature), np.eye(coefficients.size))
        return cls(knots, middle, unit, float(coefficients[0]) - math.log(P / N), coefficients[1:], covariance)

    def __call__(self, x: Array) -> Array:
        """The logarithm of the ratio of the two densities at each score, shaped like x."""
        # Row by row: a product of matrices may round equal scores in two ways.
        rows = zip(self.coefficients.tolist(), self._place(x), strict=True)
        return np.asarray(sum((coefficient * row for coefficient, row in rows), self.level))

    def error(self, x: Array) -> Array:
        """Its standard error at each score less that in the middle of the scores, times the root of 2; shaped like x.

        The square of the error between two scores is then at most the sum of their squares: (a + b)^2 <= 2 a^2 + 2 b^2.
        """
        place = self._place(x)
        return np.asarray(np.sqrt(2 * ((self.covariance[1:, 1:] @ place) * place).sum(axis=0)))

    def deviation(self, x: Array) -> Array:
        """The standard error of the logarithm of the ratio at each score; shaped like x.

        >>> spline = Spline.of(ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 1, 0, 1, 0, 1]))
        >>> bool((spline.deviation(np.array([3.0, 6.0])) > 0).all())
        True
        """
        place = np.vstack([np.ones(x.size), self._place(x)])
        return np.asarray(np.sqrt(((self.covariance @ place) * place).sum(axis=0)))

    def drawn(self, x: Array, draws: int, *, rng: np.random.Generator) -> Array:
        """The logarithm of the ratio at each score, level and coefficients drawn from their normal law: a row a draw.

        >>> spline = Spline.of(ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 1, 0, 1, 0, 1]))
        >>> spline.drawn(np.array([1.0, 6.0]), 3, rng=np.random.default_rng(1)).shape
        (3, 2)
        """
        mean = np.append(self.level, self.coefficients)
        lines = rng.multivariate_normal(mean, self.covariance, draws, method="cholesky")
        return np.asarray(lines[:, :1] + lines[:, 1:] @ self._place(x))

    def _place(self, x: Array) -> Array:
        return (basis(x, self.knots) - self.middle[:, None]) / self.unit[:, None]


def basis(x: Array, knots: Array) -> Array:
    """The score itself, and a row of curvature for all but two of the knots, straight beyond the outermost ones.

    (Hastie, Tibshirani & Friedman 2009, equations 5.4 and 5.5.) With less than three knots the score alone.

    >>> basis(np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 2.0])).round(3).tolist()
    [[0.0, 1.0, 2.0], [0.0, 0.125, 0.75]]
    """
    if knots.size < 3:
        return x[None]
    low, *_, before, last = knots
    inside, beyond = np.clip(x, low, last), 3 * np.maximum(x - last, 0)

    def bent(knot: float) -> Array:
        above = np.maximum(inside - knot, 0)
        return np.asarray(above * above * above / (last - knot))

    end, span = bent(float(before)), (last - low) ** 2
    bends = [(bent(knot) - end + (before - knot) * beyond) / span for knot in knots[:-2].tolist()]
    return np.stack([x, *bends])


def _fitted(design: Array, right: Array, cases: Array, held: Array, odds: float) -> tuple[Array, Array]:
    """Coefficients and curvature of the logistic loss and the penalty `held`, by Newton's method with halved steps.

    `design` has a row for each coefficient.
    """
    coefficients = np.zeros(len(design))
    coefficients[0] = odds
    penalty, slight, seen = np.append(0.0, held[1:]), 1e-12 * float(cases.sum()), design @ right

    def look(at: Array) -> tuple[float, Array]:
        """The loss, and the chance of each score."""
        z = at @ design
        smaller = np.exp(-np.abs(z))
        loss = cases @ (np.maximum(z, 0) + np.log1p(smaller)) - at @ seen + penalty @ at**2 / 2
        return float(loss), np.where(z < 0, smaller, 1.0) / (1 + smaller)

    now, chance = look(coefficients)
    for _ in range(STEPS):
        expected = cases * chance
        uphill = seen - design @ expected - penalty * coefficients
        curvature = (design * (expected * (1 - chance))) @ design.T + np.diag(held)
        step = np.linalg.solve(curvature, uphill)
        # The loss is convex: no part of the step saves more.
        if not uphill @ step > slight:
            break
        part = 1.0
        while (tried := look(coefficients + part * step))[0] > now and part > 1e-9:
            part /= 2
        if not now - tried[0] > slight:
            break
        coefficients, (now, chance) = coefficients + part * step, tried
    return coefficients, curvature
