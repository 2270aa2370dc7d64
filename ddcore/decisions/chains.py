"""Three classifiers at a time: how often a measure picks the wrong one, and how often it errs in their order."""

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.decisions.ranking import BLOCK, UTILITY, Progress, lead, random_tables, true_values, with_error
from ddcore.measures import Measure, measure

LENGTH = 3
"""Classifiers of a chain."""
COUPLES = tuple(combinations(range(LENGTH), 2))
"""The pairs of a chain by the places of their two classifiers."""


@dataclass(frozen=True, eq=False)
class Chains:
    """Shares of chains in which a ranker errs, by the key of a measure; under "utility" stand payoffs with an error.

    `first` is how often it prefers another one to the one that is worth most, `order` how often any two stand the wrong
    way round, `pair` the share of pairs that do, and `reverse` how often all three stand in exactly the reverse order.
    `compared` is the number of chains in which all have a value.
    """

    chains: int
    first: Mapping[str, float]
    order: Mapping[str, float]
    pair: Mapping[str, float]
    reverse: Mapping[str, float]
    compared: Mapping[str, int]

    def standard_error(self, share: float, key: str) -> float:
        """The standard error of a share of chains."""
        chains = self.compared[key]
        return math.sqrt(share * (1 - share) / chains) if chains else math.nan


def chains(
    truth: str,
    error: float,
    size: int,
    *,
    rng: np.random.Generator,
    measures: Iterable[str | Measure],
    doubt: str = "normal",
    progress: Progress | None = None,
) -> Chains:
    """Three classifiers on each of `size` test sets, drawn as pairs are in `ranking`, with the same arguments.

    >>> wrong = chains("uniform", 0.1, 2000, rng=np.random.default_rng(1), measures=["accuracy"])
    >>> wrong.pair["ACC"] < wrong.first["ACC"] < wrong.order["ACC"]
    True
    """
    judges = [measure(name) for name in measures]
    keys = [*(judge.key for judge in judges), UTILITY]
    errors, compared, done = {key: np.zeros(4) for key in keys}, dict.fromkeys(keys, 0), 0
    while done < size:
        block = min(BLOCK, size - done)
        values = true_values(truth, block, rng=rng)
        assessed = with_error(values, error, rng=rng, doubt=doubt)
        prevalence = rng.random(block)
        tables = [random_tables(prevalence, block, rng=rng) for _ in range(LENGTH)]
        worth = np.array([values(table) for table in tables])
        leads = {judge.key: _leads(judge, np.array([judge.on(table) for table in tables])) for judge in judges}
        leads[UTILITY] = _differences(np.array([assessed(table) for table in tables]))
        for key, ahead in leads.items():
            known = np.isfinite(ahead).all(axis=0)
            compared[key] += int(known.sum())
            errors[key] += _errors(worth[:, known], ahead[:, known])
        done += block
        if progress is not None:
            progress(done / size)
    shares = {key: errors[key] / compared[key] if compared[key] else np.full(4, math.nan) for key in keys}
    first, order, pair, reverse = ({key: float(shares[key][place]) for key in keys} for place in range(4))
    return Chains(size, first, order, pair, reverse, compared)


def _differences(values: Array) -> Array:
    return np.array([values[one] - values[other] for one, other in COUPLES])


def _leads(judge: Measure, values: Array) -> Array:
    return np.array([lead(judge, values[one], values[other]) for one, other in COUPLES])


def _errors(worth: Array, ahead: Array) -> Array:
    """In how many chains the first is wrong, the order is, which part of the pairs is, and in how many all three are.

    `worth` has a row a classifier, `ahead` a row a pair of `COUPLES`, a column a chain.
    """
    wrong = _differences(worth) * ahead < 0
    best = np.argmax(worth, axis=0)
    beaten: NDArray[np.bool_] = np.zeros(worth.shape[1], dtype=bool)
    for row, couple in zip(wrong, COUPLES, strict=True):
        beaten |= row & np.isin(best, couple)
    return np.array([beaten.sum(), wrong.any(axis=0).sum(), wrong.mean(axis=0).sum(), wrong.all(axis=0).sum()])


def longest_reverse(worth: Array, score: Array) -> list[int]:
    """Places of the most classifiers that a score ranks in exactly the reverse of their worth, from the least worth up.

    The longest strictly falling subsequence of the scores by rising worth (Schensted 1961); numbers that differ by
    rounding only are level, those without a value stand in none. One classifier alone where no pair is reversed.

    >>> longest_reverse(np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.5, 0.9, 0.4, 0.1]))
    [1, 2, 3]
    """
    known = np.flatnonzero(np.isfinite(worth) & np.isfinite(score))
    if not known.size:
        return []
    rising, falling = _levels(worth[known]), -_levels(score[known])
    ends: list[int] = []
    tails: list[float] = []
    before: dict[int, int] = {}
    # Of level worth the falling scores stand first, so that no two of them follow each other.
    for place in np.lexsort((-falling, rising)).tolist():
        length = bisect_left(tails, falling[place])
        if length:
            before[place] = ends[length - 1]
        tails[length:], ends[length:] = [float(falling[place]), *tails[length + 1 :]], [place, *ends[length + 1 :]]
    found = [ends[-1]]
    while found[-1] in before:
        found.append(before[found[-1]])
    return [int(known[place]) for place in reversed(found)]


def _levels(values: Array) -> Array:
    span = float(np.ptp(values)) or 1.0
    return np.round(values / span, 12)
