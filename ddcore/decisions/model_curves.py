"""What the scores of one model, taken for probabilities, are worth over all costs, with a band: for several models."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from ddcore.arrays import Array
from ddcore.chance import significance
from ddcore.decisions.cost_curves import COST_CURVES, CostCurveKind
from ddcore.errors import InputError
from ddcore.interval import confident
from ddcore.scores.calibration import check_probabilities
from ddcore.table import ScoreTable

PLACES = 201
"""Even places along the axis: each model has a line of its own, and ten of them are drawn at once."""


@dataclass(frozen=True, eq=False)
class ModelCurve:
    """One kind of curve over all costs: its value at each place of x, and from `low` to `high` its band.

    `always` and `never` are the values of calling all or nothing positive.

    >>> drawn = model_curve(ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1]), "brier", points=3)
    >>> drawn.x.tolist(), drawn.value.tolist(), drawn.low[1].round(3), drawn.high[1].round(3)
    ([0.0, 0.5, 1.0], [0.0, 0.25, 0.0], np.float64(0.03), np.float64(0.649))
    """

    kind: CostCurveKind
    x: Array
    value: Array
    low: Array
    high: Array
    always: Array
    never: Array


def model_curve(
    table: ScoreTable,
    kind: str,
    points: int = PLACES,
    level: float | None = None,
    share: float | None = None,
    x: Array | None = None,
) -> ModelCurve:
    """The curve of scores taken for probabilities: at each place positive is called from its posterior threshold on.

    It has that many even `points` of the axis, or those of `x`. Where another `share` is positive than of these cases,
    a score of p stands for the odds p / (1 - p) times those of that share over those of these cases (prior shift,
    Saerens et al. 2002), and the rates are those of these cases.

    The threshold of a place does not depend on the cases, so the band is that of two proportions: each class has its
    interval, see `significance.within`, of weighted cases for their effective number (Kish 1965), and their distances
    are added in squares (Zou & Donner 2008). It holds for each place by itself, the classes being as frequent as here.
    NaN where of weights only the sums are known. Raises `InputError` as `check_probabilities` does, for an unknown
    kind, and where a class has no case.
    """
    if kind not in COST_CURVES:
        raise InputError(f"kind must be one of {', '.join(COST_CURVES)}, got {kind!r:.40}")
    check_probabilities(table)
    level = confident(level)
    P, N = (float(tally.sum()) for tally in (table.positives, table.negatives))
    if not (P > 0 and N > 0):
        raise InputError("costs of both mistakes need cases of both classes")
    chosen, here = COST_CURVES[kind], P / (P + N)
    share = here if share is None else share
    x = np.linspace(0, chosen.last, points).round(12) if x is None else x
    c = chosen.back(x, share)
    counts = table.at(c if share == here else score_of(c, here, share))
    rates = counts.tp / P, counts.fp / N
    value = chosen.value(*rates, c, share)
    # The value is linear in both rates: what one of them adds is that of 1 less that of 0.
    nothing = chosen.value(0.0, 0.0, c, share)
    weights = chosen.value(1.0, 0.0, c, share) - nothing, chosen.value(0.0, 1.0, c, share) - nothing
    z = float(ndtri((1 + level) / 2))
    below, above = np.zeros(x.size), np.zeros(x.size)
    for rate, weight, cases in zip(rates, weights, table.unweighted().effective, strict=True):
        if math.isnan(cases):
            below = above = np.full(x.size, math.nan)
            break
        ends = np.array([weight * (significance.within(rate * cases, cases, side) - rate) for side in (-z, z)])
        below, above = below + ends.min(axis=0) ** 2, above + ends.max(axis=0) ** 2
    low, high = value - np.sqrt(below), value + np.sqrt(above)
    return ModelCurve(chosen, x, value, low, high, chosen.value(1.0, 1.0, c, share), nothing + 0 * c)


def score_of(posterior: Array, here: float, there: float) -> Array:
    """The score that stands for a probability where another share is positive than where scores are probabilities.

    >>> score_of(np.array([0.0, 0.5, 1.0]), 0.5, 0.2).tolist()
    [0.0, 0.8, 1.0]
    """
    positive, negative = posterior * here * (1 - there), (1 - posterior) * there * (1 - here)
    return np.asarray(positive / (positive + negative))
