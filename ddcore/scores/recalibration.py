"""Logistic recalibration: by how much log odds would have to be moved and stretched to be right."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, ndtri

from ddcore.arrays import Array
from ddcore.interval import UNKNOWN, Interval, confident
from ddcore.scores.calibration import check_probabilities
from ddcore.scores.ratio import log_odds
from ddcore.table import ScoreTable

STEPS = 60
SLIGHT = 1e-11
"""A step of Newton's method that moves no parameter by more is the last."""
MANY, MEANS = 20_000, 1_000
"""From how many scores on a fit begins at that of the means of neighbours, and how many of these there are."""
FAR = 10.0
"""A parameter of the means beyond it is no start: means may part the classes where the cases do not."""


@dataclass(frozen=True)
class Recalibration:
    """Intercept and slope of logistic recalibration, each with its interval; right scores have 0 and 1.

    `intercept` is what would have to be added to all log odds, the slope kept at 1: below 0 the scores are too high on
    average. `slope` is what they would have to be multiplied by, with an intercept of its own: below 1 the scores are
    too extreme.

    >>> fit = recalibration(ScoreTable.of([0.2] * 5 + [0.8] * 5, [1, 0, 0, 0, 0, 1, 1, 1, 1, 0]))
    >>> round(fit.intercept.value, 6) + 0.0, round(fit.slope.value, 6), fit.slope.low < 1 < fit.slope.high
    (0.0, 1.0, True)
    """

    intercept: Interval
    slope: Interval


def recalibration(table: ScoreTable, level: float | None = None) -> Recalibration:
    """The truth regressed on the log odds of the scores by maximum likelihood (Cox 1958; Van Calster et al. 2019).

    logit P(positive) = a + logit(score) has the intercept a, logit P(positive) = a' + b logit(score) the slope b.
    Scores of 0 and 1, whose log odds are infinite, move half way to the next score. The intervals are Wald's, of
    weighted cases by the sandwich of squared weights (White 1980), and unknown where only sums of weights are known.
    UNKNOWN without cases of both classes; the slope also where all scores are equal, or some score parts the classes,
    so that every larger slope fits better. Raises `InputError` as `check_probabilities` does.

    >>> recalibration(ScoreTable.of([0.2, 0.8], [0, 1])).slope.value
    nan
    """
    check_probabilities(table)
    level = confident(level)
    table = table.unweighted()
    held = table.positives + table.negatives > 0
    positives, negatives = (tally[held].astype(np.float64) for tally in (table.positives, table.negatives))
    if not (positives.any() and negatives.any()):
        return Recalibration(UNKNOWN, UNKNOWN)
    score = table.score[held]
    x = log_odds(score)[0](score)
    if not table.weighted:
        squares = positives, negatives
    elif table.squares is None:
        squares = 2 * (np.full(score.size, math.nan),)
    else:
        squares = table.squares[0][held], table.squares[1][held]
    z = float(ndtri((1 + level) / 2))
    ones = np.ones(score.size)
    intercept = _fitted(ones[None], x, positives, negatives, squares, z)
    of_positives, of_negatives = score[positives > 0], score[negatives > 0]
    if not (of_positives[0] < of_negatives[-1] and of_negatives[0] < of_positives[-1]):
        return Recalibration(intercept, UNKNOWN)
    # Centred, so that level and slope hardly depend on each other.
    centred = x - (positives + negatives) @ x / (positives + negatives).sum()
    columns = np.vstack([ones, centred])
    return Recalibration(intercept, _fitted(columns, np.zeros(score.size), positives, negatives, squares, z))


def _fitted(
    columns: Array, offset: Array, positives: Array, negatives: Array, squares: tuple[Array, Array], z: float
) -> Interval:
    """The last parameter of a logistic regression, and its interval; `columns` has a row for each parameter."""
    line, chance, curvature, _ = _top(columns, offset, positives, negatives)
    variance = inverse = np.linalg.inv(curvature)
    if squares[0] is not positives:
        variance = inverse @ _curvature(columns, squares[0] * (1 - chance) ** 2 + squares[1] * chance**2) @ inverse
    value, error = float(line[-1]), math.sqrt(variance[-1, -1])
    return Interval(value, value - z * error, value + z * error, error)


def _top(columns: Array, offset: Array, positives: Array, negatives: Array) -> tuple[Array, Array, Array, bool]:
    """The parameters of the largest likelihood, each probability, the curvature, and whether it is reached.

    By Newton's method; of many scores it begins at the top of the means of neighbours, from where few steps are left.
    """
    line, cases, arrived = np.zeros(len(columns)), positives + negatives, False
    if cases.size > MANY:
        first = np.arange(0, cases.size, cases.size // MEANS)
        tallies = [np.add.reduceat(tally, first) for tally in (positives, negatives)]
        *means, middle = (np.add.reduceat(row * cases, first) / sum(tallies) for row in (*columns, offset))
        near, _, _, found = _top(np.array(means), middle, *tallies)
        line = near if found and np.abs(near).max() < FAR else line
    for _ in range(STEPS):
        chance = expit(offset + line @ columns)
        uphill = columns @ (positives - cases * chance)
        curvature = _curvature(columns, cases * chance * (1 - chance))
        step = np.linalg.solve(curvature + 1e-12 * np.trace(curvature) * np.eye(line.size), uphill)
        # No step is longer than 2: far from the top the curve is flat, and Newton's would leap over it.
        line = line + step / max(1.0, float(np.abs(step).max()) / 2)
        if arrived := bool(np.abs(step).max() < SLIGHT):
            break
    return line, chance, curvature, arrived


def _curvature(columns: Array, weight: Array) -> Array:
    curvature: Array = (columns * weight) @ columns.T
    return curvature
