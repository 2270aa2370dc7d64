"""A transformation of scores by a formula of one's own, held against the likelihood ratio."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.measures.grammar import LONGEST, TYPED, Function, Reader
from ddcore.measures.grammar import spaced as with_blanks
from ddcore.scores.intervals import DeLongComponents, auc_difference, delong
from ddcore.table import ScoreTable

NAMES = {"x": ("score", lambda x: x, "x", 1.0)}
EXAMPLE = "abs(x - 0.5)"
READER = Reader(NAMES, "x", EXAMPLE)

MOST = 1000
"""Scores whose pairs are compared one by one; of more so many are taken, evenly by their cases."""


@lru_cache(maxsize=64)
def _function(text: str) -> Function:
    return READER.of(text).function


def spelled(text: str) -> str:
    """A formula in x as it is kept, with blanks where they help; raises `InputError` with the place of what is wrong.

    >>> spelled("-(x−0.38)**2")
    '-(x - 0.38)**2'
    """
    if len(text) > LONGEST:
        raise InputError(f"a formula must have at most {LONGEST} characters, got {len(text):,}")
    body = " ".join(text.translate(TYPED).split())
    _function(body)
    shown = with_blanks(body)
    return shown if len(shown) <= LONGEST else body


def transformed(text: str, score: Array) -> Array:
    """T(x) at each score; raises `InputError` "T(x) must have a finite value at every score, has none at 0".

    >>> transformed("abs(x - 0.5)", np.array([0.2, 0.5])).round(12).tolist()
    [0.3, 0.0]
    """
    with np.errstate(all="ignore"):
        values = np.asarray(_function(text)(np.asarray(score, np.float64)) + 0 * score, np.float64)
    broken = np.flatnonzero(~np.isfinite(values))
    if broken.size:
        others = f" and {broken.size - 1:,} more" if broken.size > 1 else ""
        raise InputError(f"T(x) must have a finite value at every score, has none at {score[broken[0]]:.6g}{others}")
    return values


@dataclass(frozen=True, eq=False)
class Held:
    """Scores transformed by a formula, beside the scores as they are and their likelihood ratio.

    `auc` is the area of T(x), `gain` what it is above that of the scores as they are, on the same cases. `agreement` is
    the share of pairs of cases with different ratios that T(x) puts in the order of the ratio, ties by half; NaN where
    all ratios are equal. `order` of 1 says that T rises with the score at every score, -1 that it falls, 0 neither.
    """

    table: ScoreTable
    auc: Interval
    gain: Interval
    agreement: float
    order: int


def held(table: ScoreTable, text: str, log_ratio: Array) -> Held:
    """What T(x) does to the cases; element i of `log_ratio` belongs to score i.

    >>> table = ScoreTable.of([1, 2, 3, 4], [1, 0, 0, 1])
    >>> against = held(table, "abs(x - 2.5)", np.array([1.0, -1.0, -1.0, 1.0]))
    >>> against.auc.value, against.gain.value, against.agreement
    (1.0, 0.5, 1.0)
    """
    table = table.unweighted()
    value = transformed(text, table.score)
    after, before = (DeLongComponents.of_table(table, score) for score in (value, table.score))
    steps = np.sign(np.diff(value))
    order = int(steps[0]) if steps.size and (steps == steps[0]).all() else 0
    scored = table.rescored(value)
    agreement = agreed(value, log_ratio, np.asarray(table.positives + table.negatives, np.float64))
    return Held(scored, delong(scored), auc_difference(after, before), agreement, order)


def agreed(value: Array, ratio: Array, cases: Array) -> float:
    """The share of pairs of cases with different ratios that `value` puts in their order, ties by half.

    >>> agreed(np.array([1.0, 2.0, 3.0]), np.array([0.0, 1.0, 0.5]), np.ones(3)).__round__(3)
    0.667
    """
    if value.size > MOST:
        reached = np.cumsum(cases)
        places = np.searchsorted(reached, (np.arange(MOST) + 0.5) / MOST * reached[-1])
        value, ratio, cases = value[places], ratio[places], np.ones(MOST)
    above = np.triu_indices(value.size, 1)
    pairs = cases[above[0]] * cases[above[1]]
    with np.errstate(invalid="ignore"):
        apart = np.sign(ratio[above[0]] - ratio[above[1]])
    same = np.sign(value[above[0]] - value[above[1]]) * apart
    different = np.where(np.abs(apart) == 1, pairs, 0.0)
    whole = float(different.sum())
    if not whole > 0:
        return float("nan")
    return float((different * (1 + np.nan_to_num(same)) / 2).sum()) / whole
