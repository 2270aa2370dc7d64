"""Are the scores probabilities? Brier score and its parts, log loss, and the calibration curve with its intervals."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression
from scipy.special import xlogy
from scipy.stats import binomtest

from ddcore.errors import InputError
from ddcore.scores.intervals import confident
from ddcore.table import ScoreTable

Array = NDArray[np.float64]


def probabilities(table: ScoreTable) -> None:
    """Raises `InputError` "scores must be between 0 and 1 to be read as probabilities, got -0.3 to 4.2"."""
    if not (table.positives + table.negatives).sum() > 0:
        raise InputError("there is no score to be read as a probability")
    low, high = table.score[0], table.score[-1]
    if low < 0 or high > 1:
        raise InputError(f"scores must be between 0 and 1 to be read as probabilities, got {low:.10g} to {high:.10g}")


@dataclass(frozen=True)
class Brier:
    """Brier score = miscalibration - discrimination + uncertainty, all in squared probabilities.

    `miscalibration` is what recalibrating (by pooling adjacent violators) would save, `discrimination` what the scores
    so recalibrated save against saying the prevalence always, and `uncertainty` the Brier score of the latter.
    """

    score: float
    miscalibration: float
    discrimination: float
    uncertainty: float


def brier(table: ScoreTable) -> Brier:
    """Mean squared distance of score and truth (Brier 1950), decomposed exactly and without bins.

    The decomposition is that of Dimitriadis, Gneiting & Jordan (2021), equation 3. Raises `InputError` for scores
    outside 0 and 1.

    >>> found = brier(ScoreTable.of([0.2, 0.8, 0.6, 0.4], [0, 1, 1, 0]))
    >>> round(found.score, 3), found.uncertainty
    (0.1, 0.25)
    """
    probabilities(table)
    cases = table.positives + table.negatives
    total, share = float(cases.sum()), float(table.positives.sum() / cases.sum())
    score, best, uncertainty = (_squared(table, p) / total for p in (table.score, recalibrated(table), share))
    return Brier(score, score - best, uncertainty - best, uncertainty)


def _squared(table: ScoreTable, p: Array | float) -> float:
    return float((table.positives * (1 - p) ** 2 + table.negatives * p**2).sum())


def recalibrated(table: ScoreTable) -> Array:
    """For each score the share of positives there, made to rise by pooling adjacent violators (Ayer et al. 1955)."""
    cases = table.positives + table.negatives
    held = cases > 0
    pooled = isotonic_regression(table.positives[held] / cases[held], weights=cases[held]).x
    return np.asarray(np.interp(table.score, table.score[held], pooled))


def log_loss(table: ScoreTable) -> float:
    """Mean of -log p of what came true (Good 1952); infinite where a score of 0 or 1 was wrong.

    >>> round(log_loss(ScoreTable.of([0.5, 0.5], [0, 1])), 6)
    0.693147
    """
    probabilities(table)
    said = xlogy(table.positives, table.score).sum() + xlogy(table.negatives, 1 - table.score).sum()
    return -float(said) / float((table.positives + table.negatives).sum()) + 0.0


@dataclass(frozen=True, eq=False)
class Calibration:
    """Cases in bins of neighbouring scores: mean score, share of positives with its interval, and how many cases.

    `low` and `high` are NaN where cases are weighted. `score` and `share_rising` are the curve without bins.
    """

    mean: Array
    share: Array
    low: Array
    high: Array
    cases: Array
    score: Array
    share_rising: Array


def calibration(table: ScoreTable, bins: int = 10, level: float = 0.95) -> Calibration:
    """Mean score against the share of positives in bins of as equal numbers of cases as ties allow.

    Intervals are Wilson's (1927). Raises `InputError` for scores outside 0 and 1 and for less than one bin.

    >>> calibration(ScoreTable.of([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1]), bins=2).share.tolist()
    [0.0, 1.0]
    """
    probabilities(table)
    confident(level)
    if bins < 1:
        raise InputError(f"bins must be 1 or more, got {bins}")
    cases = table.positives + table.negatives
    middle = np.cumsum(cases) - cases / 2
    place = np.minimum((middle / cases.sum() * bins).astype(np.intp), bins - 1)
    held, place = np.unique(place[cases > 0], return_inverse=True)
    number = np.bincount(place, cases[cases > 0]).astype(np.float64)
    positives = np.bincount(place, table.positives[cases > 0])
    mean = np.bincount(place, (cases * table.score)[cases > 0]) / number
    ends = np.full((2, held.size), math.nan)
    if not table.weighted:
        for i in range(held.size):
            wilson = binomtest(int(positives[i]), int(number[i])).proportion_ci(level, method="wilson")
            ends[:, i] = wilson.low, wilson.high
    return Calibration(mean, positives / number, ends[0], ends[1], number, table.score, recalibrated(table))
