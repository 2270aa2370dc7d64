"""Three classifiers at a time: how often a measure picks the wrong one, and how often it errs in their order."""

import math
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
    way round, `pair` the share of pairs that do. `compared` is the number of chains in which all have a value.
    """

    chains: int
    first: Mapping[str, float]
    order: Mapping[str, float]
    pair: Mapping[str, float]
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
    errors, compared, done = {key: np.zeros(3) for key in keys}, dict.fromkeys(keys, 0), 0
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
    shares = {key: errors[key] / compared[key] if compared[key] else np.full(3, math.nan) for key in keys}
    first, order, pair = ({key: float(shares[key][place]) for key in keys} for place in range(3))
    return Chains(size, first, order, pair, compared)


def _differences(values: Array) -> Array:
    return np.array([values[one] - values[other] for one, other in COUPLES])


def _leads(judge: Measure, values: Array) -> Array:
    return np.array([lead(judge, values[one], values[other]) for one, other in COUPLES])


def _errors(worth: Array, ahead: Array) -> Array:
    """In how many chains the first is wrong, the order is wrong, and which part of the pairs is, summed over chains.

    `worth` has a row a classifier, `ahead` a row a pair of `COUPLES`, a column a chain.
    """
    wrong = _differences(worth) * ahead < 0
    best = np.argmax(worth, axis=0)
    beaten: NDArray[np.bool_] = np.zeros(worth.shape[1], dtype=bool)
    for row, couple in zip(wrong, COUPLES, strict=True):
        beaten |= row & np.isin(best, couple)
    return np.array([beaten.sum(), wrong.any(axis=0).sum(), wrong.mean(axis=0).sum()])
