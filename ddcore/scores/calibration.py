"""Are the scores probabilities? Brier score and its parts, log loss, the calibration curve, what chance makes of it."""

import math
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit, xlogy

from ddcore.arrays import Array
from ddcore.chance import significance
from ddcore.errors import InputError
from ddcore.interval import UNKNOWN, Interval, confident
from ddcore.resampling.cross_validation import PARTS, deal_by_class
from ddcore.scores.curves import pooled_blocks
from ddcore.table import ScoreTable


def check_probabilities(table: ScoreTable) -> None:
    """Raises `InputError` "scores must be between 0 and 1 to be read as probabilities, got -0.3 to 4.2".

    And "there is no score to be read as a probability" of a table without cases.

    >>> check_probabilities(ScoreTable.of([-0.3, 4.2], [0, 1]))
    Traceback (most recent call last):
    ddcore.errors.InputError: scores must be between 0 and 1 to be read as probabilities, got -0.3 to 4.2
    """
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

    >>> parts = brier(ScoreTable.of([0.2, 0.8, 0.6, 0.4], [0, 1, 0, 1]))
    >>> round(parts.miscalibration, 3), round(parts.discrimination, 3), parts.uncertainty
    (0.075, 0.125, 0.25)
    """

    score: float
    miscalibration: float
    discrimination: float
    uncertainty: float


def brier(table: ScoreTable) -> Brier:
    """Mean squared distance of score and truth (Brier 1950), decomposed exactly and without bins.

    The decomposition is that of Dimitriadis, Gneiting & Jordan (2021), equation 3. Raises `InputError` for scores
    outside 0 and 1.

    >>> parts = brier(ScoreTable.of([0.2, 0.8, 0.6, 0.4], [0, 1, 1, 0]))
    >>> round(parts.score, 3), parts.uncertainty
    (0.1, 0.25)
    """
    check_probabilities(table)
    cases = table.positives + table.negatives
    total, share = float(cases.sum()), float(table.positives.sum() / cases.sum())
    score, best, uncertainty = (_squared(table, p) / total for p in (table.score, recalibrated(table), share))
    return Brier(score, score - best, uncertainty - best, uncertainty)


def _squared(table: ScoreTable, p: Array | float) -> float:
    return float((table.positives * (1 - p) ** 2 + table.negatives * p**2).sum())


def recalibrated(table: ScoreTable) -> Array:
    """For each score the share of positives there, made to rise by pooling adjacent violators (Ayer et al. 1955).

    >>> recalibrated(ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1])).tolist()
    [0.0, 0.5, 0.5, 1.0]
    """
    return np.asarray(np.interp(table.score, *_recalibration(table.score, table.positives, table.negatives)))


def _recalibration(score: Array, positives: NDArray[Any], negatives: NDArray[Any]) -> tuple[Array, Array]:
    """Both ends of each pooled block, ascending, and its share; scores without cases lie on the line between them."""
    cases = positives + negatives
    held = np.flatnonzero(cases > 0)
    tallies = positives[held], cases[held]
    first = pooled_blocks(*tallies)
    hits, number = (np.add.reduceat(tally, first) for tally in tallies)
    ends = np.unique(np.concatenate((first, first[1:] - 1, [held.size - 1])))
    return score[held[ends]], (hits / number)[np.searchsorted(first, ends, side="right") - 1]


DEALS = 4
"""How often the cases are dealt to parts anew; as all deals are of the same cases, more of them change little."""


OTHERS = [[part for part in range(PARTS) if part != own] for own in range(PARTS)]
"""The other parts of each part."""


def recalibration_saving(table: ScoreTable, level: float | None = None, *, rng: np.random.Generator) -> Interval:
    """What recalibrating saves of the Brier score on cases it was not learned from, below 0 where it costs.

    The cases are dealt to three parts `DEALS` times, and each part is recalibrated by the others, see `recalibrated`.
    The saving of a case is its squared error before less that after, their mean over the deals (Stone 1974); the
    interval is Student's for the mean over the cases.

    Returns squared probabilities; NaN with fewer than two cases of a class, and where of weights only the sums are
    known. Raises `InputError` as `check_probabilities` does, and "level must be between 0 and 1, got 1.2".

    >>> table = ScoreTable.of([0.1] * 40 + [0.9] * 40, [0] * 40 + [0, 1] * 20)
    >>> saving = recalibration_saving(table, rng=np.random.default_rng(1))
    >>> saving.low > 0, round(saving.value, 3)
    (True, 0.085)
    """
    check_probabilities(table)
    level = confident(level)
    table = table.unweighted()
    if min(table.effective) < 2 or math.isnan(table.effective[0]):
        return UNKNOWN
    score, true, weight = table.cases()
    place, split = np.searchsorted(table.score, score), int(true.sum())
    after = np.zeros(score.size)
    for _ in range(DEALS):
        part = deal_by_class(true, PARTS, rng=rng)
        cell = part * table.score.size + place
        # Each row has the cases of a part; those of both classes stand one after the other.
        positives, negatives = (
            np.bincount(cell[own], None if table.whole else weight[own], PARTS * table.score.size).reshape(PARTS, -1)
            for own in (slice(split), slice(split, None))
        )
        for own in range(PARTS):
            others = [
                reduce(np.add, [rows[other] for other in range(PARTS) if other != own])
                for rows in (positives, negatives)
            ]
            mine = np.flatnonzero(part == own)
            after[mine] += (np.interp(score[mine], *_recalibration(table.score, *others)) - true[mine]) ** 2 / DEALS
    saved = (score - true) ** 2 - after
    total = weight.sum()
    value = float((weight * saved).sum() / total)
    error = float(np.sqrt((weight**2 * (saved - value) ** 2).sum())) / float(total)
    half = float(stdtrit(sum(table.effective) - 1, (1 + level) / 2)) * error
    return Interval(value, value - half, value + half)


def log_loss(table: ScoreTable) -> float:
    """Mean of -log p of what came true (Good 1952); infinite where a score of 0 or 1 was wrong.

    >>> round(log_loss(ScoreTable.of([0.5, 0.5], [0, 1])), 6)
    0.693147
    """
    check_probabilities(table)
    said = xlogy(table.positives, table.score).sum() + xlogy(table.negatives, 1 - table.score).sum()
    return -float(said) / float((table.positives + table.negatives).sum()) + 0.0


@dataclass(frozen=True, eq=False)
class Calibration:
    """Cases in bins of neighbouring scores: mean score, share of positives with its interval, and how many cases.

    `low` and `high` are NaN where of weights only the sums are known. `score` and `share_rising` are the curve without
    bins.

    >>> bins = calibration(ScoreTable.of([0.1, 0.2, 0.8, 0.9], [0, 1, 1, 1]), bins=2)
    >>> bins.mean.round(3).tolist(), bins.cases.tolist(), bins.low.round(3).tolist(), bins.share_rising.tolist()
    ([0.15, 0.85], [2.0, 2.0], [0.061, 0.333], [0.0, 1.0, 1.0, 1.0])
    """

    mean: Array
    share: Array
    low: Array
    high: Array
    cases: Array
    score: Array
    share_rising: Array


def calibration(table: ScoreTable, bins: int = 10, level: float | None = None) -> Calibration:
    """Mean score against the share of positives in bins of as equal numbers of cases as ties allow.

    Intervals are those of `significance.within`, of weighted cases for the effective number in the bin (Kish 1965).
    Raises `InputError` as `check_probabilities` does, and "bins must be 1 or more, got 0".

    >>> calibration(ScoreTable.of([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1]), bins=2).share.tolist()
    [0.0, 1.0]
    """
    check_probabilities(table)
    level = confident(level)
    if bins < 1:
        raise InputError(f"bins must be 1 or more, got {bins}")
    table = table.unweighted()
    cases = table.positives + table.negatives
    held = cases > 0
    place, count = _bins(table, bins)
    number = np.bincount(place, cases[held]).astype(np.float64)
    hits = np.bincount(place, table.positives[held]).astype(np.float64)
    mean = np.bincount(place, (cases * table.score)[held]) / number
    effective = number
    if table.weighted:
        squares = np.full(held.size, math.nan) if table.squares is None else table.squares[0] + table.squares[1]
        effective = number**2 / np.bincount(place, squares[held], count)
    z = float(ndtri((1 + level) / 2))
    low, high = (significance.within(hits * (effective / number), effective, side) for side in (-z, z))
    return Calibration(mean, hits / number, low, high, number, table.score, recalibrated(table))


def _bins(table: ScoreTable, bins: int) -> tuple[NDArray[np.intp], int]:
    """The bin of each score that has a case, and how many bins there are."""
    cases = table.positives + table.negatives
    middle = np.cumsum(cases) - cases / 2
    place = np.minimum((middle / cases.sum() * bins).astype(np.intp), bins - 1)[cases > 0]
    held, place = np.unique(place, return_inverse=True)
    return place, held.size


@dataclass(frozen=True)
class CalibrationError:
    """The expected calibration error (ECE) of bins of equal numbers of cases, beside what sampling alone makes of it.

    `value` is the mean distance of the share of positives of a bin and its mean score (Naeini, Cooper & Hauskrecht
    2015). It is above 0 for right scores too, and the more so the fewer cases a bin has (Roelofs et al. 2022):
    `if_right` is its mean, and `high` the end that it stays below with the probability of the level, were each case
    positive with the probability that is its score; `p` is the probability that it is then so large. `root_mean_square`
    is the root of the mean squared distance less its bias (Kumar, Liang & Ma 2019), 0 where the bias is more; NaN where
    a bin has one case. All are NaN, but the value, where of weights only the sums are known.
    """

    value: float
    if_right: float = math.nan
    high: float = math.nan
    p: float = math.nan
    root_mean_square: float = math.nan


@dataclass(frozen=True, eq=False)
class Consistency:
    """The range, from `low` to `high`, of the share of positives of each bin if the scores were calibrated.

    All bins at once, and all cases together, do so with the probability that was asked for. `outside` are the bins
    whose share does not, and `whole` are share, `low` and `high` of all cases: with one outside the scores are off. NaN
    where of weights only the sums are known. `error` is the calibration error of the same bins by the same draws.

    >>> table = ScoreTable.of([0.5] * 20, [0] * 3 + [1] * 17)
    >>> bars = consistency(table, 1, rng=np.random.default_rng(1))
    >>> bars.low.tolist(), bars.high.tolist(), bars.whole, bars.off
    ([0.3], [0.7], (0.85, 0.3, 0.7), True)
    >>> round(bars.error.value, 3), round(bars.error.if_right, 2), bars.error.p < 0.01
    (0.35, 0.09, True)
    """

    low: Array
    high: Array
    outside: NDArray[np.bool_]
    error: CalibrationError
    whole: tuple[float, float, float] = (math.nan, math.nan, math.nan)

    @property
    def known(self) -> bool:
        """Whether anything can be said."""
        return not bool(np.isnan(self.low).any())

    @property
    def off(self) -> bool:
        """Whether the scores are off as probabilities, at the level that was asked for."""
        share, low, high = self.whole
        return bool(self.outside.any()) or share < low or share > high


GROUPS = 2000
"""Groups of neighbouring scores whose outcomes are drawn together, if there are more scores."""


def consistency(
    table: ScoreTable, bins: int = 10, level: float | None = None, draws: int = 1999, *, rng: np.random.Generator
) -> Consistency:
    """What the bins of `calibration` would show, were each case positive with the probability that is its score.

    Outcomes are drawn `draws` times from the scores (Broecker & Smith 2007), so that the law is exact at any
    probability. The bars cut off equally many draws on each side in every bin and for all cases together: as many as
    leave a share `level` of the draws, the observed shares being one of them, inside all bars. So right scores are off
    in at most 1 - level of samples, however few the draws (Barnard 1963). Beyond 2,000 distinct scores neighbours have
    the mean of their scores. Raises `InputError` as `calibration` does.

    >>> table = ScoreTable.of([0.1] * 20 + [0.9] * 20, [0] * 20 + [0, 1] * 10)
    >>> consistency(table, 2, rng=np.random.default_rng(1)).outside.tolist()
    [False, True]
    """
    check_probabilities(table)
    level = confident(level)
    table = table.unweighted()
    place, count = _bins(table, bins)
    held = table.positives + table.negatives > 0
    positives, cases = table.positives[held], (table.positives + table.negatives)[held]
    number = np.bincount(place, cases).astype(np.float64)
    share, mean = np.bincount(place, positives) / number, np.bincount(place, cases * table.score[held]) / number
    if table.weighted and table.squares is None:
        unknown = np.full(count, math.nan)
        error = CalibrationError(float(np.abs(share - mean) @ number / number.sum()))
        return Consistency(unknown, unknown, np.zeros(count, dtype=bool), error)
    # If the scores are right, the observed shares are one more draw, so they are ranked among the draws.
    drawn = np.empty((draws + 1, count + 1))
    drawn[draws, :count] = share
    for i in range(count):
        mine = place == i
        drawn[:draws, i] = _drawn(table.score[held][mine], cases[mine], _effective(table, held)[mine], draws, rng)
    # Rounded, so that equal sums are equal whatever bins they are summed over.
    drawn[:, count] = np.round(drawn[:, :count] @ (number / cases.sum()), 12)
    ordered = np.sort(drawn, axis=0)
    # Equal sums of weights may differ in their last digits.
    near = 1e-12 * (1 if table.weighted else 0)
    depth = np.full(draws + 1, draws + 1)
    for column, values in zip(ordered.T, drawn.T, strict=True):
        below = np.searchsorted(column, values + near, side="right")
        above = draws + 1 - np.searchsorted(column, values - near, side="left")
        depth = np.minimum(depth, np.minimum(below, above))
    # The deepest bars that leave out at most 1 - level of the draws: those of a depth of k or less.
    k = int(np.sort(depth)[int((1 - level) * (draws + 1) + 1e-9)]) - 1
    low, high = ordered[k, :count], ordered[draws - k, :count]
    whole = float(drawn[draws, count]), float(ordered[k, count]), float(ordered[draws - k, count])
    squares = cases if table.squares is None else (table.squares[0] + table.squares[1])[held]
    error = _error(drawn[:, :count] - mean, share, number, number**2 / np.bincount(place, squares), level)
    return Consistency(low, high, (share < low - near) | (share > high + near), error, whole)


def _error(apart: Array, share: Array, number: Array, effective: Array, level: float) -> CalibrationError:
    """The calibration error of bins with so many cases, worth so many; `apart` are the distances of draws, a row each.

    The last row has the distances that are observed.
    """
    weight = number / number.sum()
    # Rounded, so that equal distances are equal whatever they are summed from.
    errors = np.round(np.abs(apart) @ weight, 12)
    with np.errstate(divide="ignore", invalid="ignore"):
        square = float(
            weight @ (apart[-1] ** 2 - np.where(effective > 1, share * (1 - share) / (effective - 1), np.nan))
        )
    return CalibrationError(
        float(np.abs(apart[-1]) @ weight),
        float(errors[:-1].mean()),
        float(np.quantile(errors[:-1], level)),
        float((errors >= errors[-1]).mean()),
        math.sqrt(max(square, 0.0)) if not math.isnan(square) else math.nan,
    )


def _effective(table: ScoreTable, held: NDArray[np.bool_]) -> Array:
    """The effective number of cases at each score (Kish 1965), at least 1."""
    total: Array = (table.positives + table.negatives)[held].astype(np.float64)
    if table.squares is None:
        return total
    return np.asarray(np.maximum(np.rint(total**2 / (table.squares[0] + table.squares[1])[held]), 1.0))


def _drawn(score: Array, cases: NDArray[Any], whole: Array, draws: int, rng: np.random.Generator) -> Array:
    """Shares of positives of one bin when each case is positive with the probability of its score."""
    weights = cases / whole
    if score.size > GROUPS // 10 and np.ptp(weights) == 0:
        first = np.linspace(0, score.size, GROUPS // 10, endpoint=False).astype(np.intp)
        sums = np.add.reduceat(score * whole, first)
        whole = np.add.reduceat(whole, first)
        score, weights = sums / whole, weights[: first.size]
    sums = np.zeros(draws)
    for start in range(0, score.size, GROUPS):
        part = slice(start, start + GROUPS)
        sums += rng.binomial(whole[part].astype(np.int64), score[part], (draws, score[part].size)) @ weights[part]
    return np.asarray(sums / cases.sum())
