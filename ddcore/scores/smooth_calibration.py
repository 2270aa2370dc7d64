"""A smooth calibration curve: the share of positives over the score by a logistic spline, with a pointwise band."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.interval import normal_quantile
from ddcore.scores.calibration import check_probabilities
from ddcore.scores.ratio import log_odds
from ddcore.scores.spline import Spline
from ddcore.table import ScoreTable

POINTS = 101


@dataclass(frozen=True, eq=False)
class SmoothCalibration:
    """The share of positives at each score of `x`, rising, with its band; NaN ends where there is none.

    >>> rng = np.random.default_rng(1)
    >>> score = rng.random(400)
    >>> smooth = smooth_calibration(ScoreTable.of(score, rng.random(400) < score))
    >>> float(np.abs(smooth.share - smooth.x).max().round(2)), bool((smooth.low < smooth.share).all())
    (0.05, True)
    """

    x: Array
    share: Array
    low: Array
    high: Array


def smooth_calibration(
    table: ScoreTable, points: int = POINTS, level: float | None = None, x: Array | None = None
) -> SmoothCalibration:
    """The truth regressed on a natural cubic spline of the log odds of the scores (Austin & Steyerberg 2014).

    The spline has up to five knots and its curvature is held back a little, see `Spline.of`; scores of 0 and 1 move
    half way to the next score. The band is Wald's on the log odds, for each score by itself; weighted and clustered
    cases count as the effective number of their class (Kish 1965), and it is NaN where of weights only the sums are
    known. It stands at even points from the lowest
    to the highest score, or at those of `x`. Raises `InputError` as `check_probabilities` does, and
    "a calibration curve needs cases of both classes".
    """
    check_probabilities(table)
    table = table.unweighted()
    held = table.positives + table.negatives > 0
    score, positives, negatives = table.score[held], table.positives[held], table.negatives[held]
    P, N = float(positives.sum()), float(negatives.sum())
    if not (P > 0 and N > 0):
        raise InputError("a calibration curve needs cases of both classes")
    known = not math.isnan(table.effective[0])
    parts = [effective / cases if known else 1.0 for effective, cases in zip(table.effective, (P, N), strict=True)]
    to_log_odds = log_odds(score)[0]
    spline = Spline.of(ScoreTable(to_log_odds(score), parts[0] * positives, parts[1] * negatives), cautious=False)
    x = np.linspace(score[0], score[-1], points) if x is None else x
    at = to_log_odds(x)
    middle, reach = spline(at) + math.log(P / N), normal_quantile(level) * spline.deviation(at)
    if not known:
        reach = np.full(x.size, math.nan)
    return SmoothCalibration(x, expit(middle), expit(middle - reach), expit(middle + reach))
