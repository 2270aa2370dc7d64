"""What is best done with single cases: the expected worth of each answer, the best one, and what they are worth.

Equations are those of Dyrland, Lundervold & Porta Mana 2022, where class 0 is the positive one.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit, ndtri

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.decisions.utility import ROUNDING
from ddcore.interval import Interval, confident
from ddcore.records.clusters import Design
from ddcore.resampling.bootstrap import percentile_interval

ANSWERS = ("positive", "negative", "refer")
"""What may be done with a case: predict one of the classes, or let a person see it."""
DRAWS = 2000
"""Draws of what else the shares of the answers could have been."""
NEAR = 1e-9
"""How far from a switch rounding may leave the probability from which another answer is best, with room to spare."""


def probability(log_ratio: ArrayLike, share: float) -> Array:
    """The probability of being positive by Bayes' rule (equation 31), shaped like the logarithms of the ratio.

    `share` is the share of positives, between 0 and 1.

    >>> round(float(probability(np.log(9.0), 0.1)), 9)
    0.5
    """
    return np.asarray(expit(np.asarray(log_ratio, np.float64) + logit(share)))


def log_ratio(probability: ArrayLike, share: float) -> Array:
    """The logarithm of the likelihood ratio of which that is the probability, shaped like it: Bayes' rule turned.

    >>> round(float(log_ratio(0.5, 0.1)), 9), round(float(np.log(9.0)), 9)
    (2.197224577, 2.197224577)
    """
    return np.asarray(logit(np.asarray(probability, np.float64)) - logit(share))


@dataclass(frozen=True, eq=False)
class Expected:
    """The expected worth of each answer, in the unit of the payoffs, one shape; `refer` is None without a person.

    `span` is that of the payoffs: answers nearer to each other than rounding are equally good.
    """

    positive: Array
    negative: Array
    refer: Array | None
    span: float

    @property
    def best(self) -> NDArray[np.intp]:
        """The place in `ANSWERS` of the best one; of equally good ones positive first, referring last (equation 20)."""
        slight = ROUNDING * self.span
        best = np.where(self.positive >= self.negative - slight, 0, 1)
        if self.refer is None:
            return best
        return np.where(self.refer > np.maximum(self.positive, self.negative) + slight, 2, best)

    @property
    def lead(self) -> Array:
        """How much more the best answer is worth than the second."""
        ways = [self.positive, self.negative, *([] if self.refer is None else [self.refer])]
        first = reduce(np.maximum, ways)
        if len(ways) == 2:
            return np.asarray(first - np.minimum(*ways))
        return np.asarray(first - reduce(np.maximum, map(np.minimum, ways, [*ways[1:], ways[0]])))


def expected(payoffs: Cells, chance: ArrayLike, referral: tuple[ArrayLike, ArrayLike] | None = None) -> Expected:
    """The expected worth of each answer for cases with that probability of being positive (equations 8 and 28).

    `payoffs` and `referral`, what a referred positive and a referred negative case are worth, are numbers or arrays as
    long as the probabilities, one a case.

    >>> worth = expected(Cells(tp=15, fp=-335, fn=-35, tn=165), [0.5, 0.95])
    >>> worth.positive.round(2).tolist(), worth.negative.round(2).tolist(), worth.best.tolist()
    ([-160.0, -2.5], [65.0, -25.0], [1, 0])
    """
    p = np.asarray(chance, np.float64)
    every = [*payoffs.values(), *(referral or ())]
    span = float(max(np.max(part) for part in every) - min(np.min(part) for part in every)) if p.size else 0.0
    return Expected(
        p * payoffs.tp + (1 - p) * payoffs.fp,
        p * payoffs.fn + (1 - p) * payoffs.tn,
        None if referral is None else p * np.asarray(referral[0]) + (1 - p) * np.asarray(referral[1]),
        span,
    )


def switches(payoffs: Cells, referral: tuple[float, float] | None = None) -> tuple[tuple[float, int], ...]:
    """From which probability on which answer is best, ascending from 0: places in `ANSWERS`.

    >>> [(round(p, 3), ANSWERS[at]) for p, at in switches(Cells(tp=0, fp=-1, fn=-5, tn=0), (-0.5, -0.5))]
    [(0.0, 'negative'), (0.1, 'refer'), (0.5, 'positive')]
    """
    lines = [(payoffs.fp, payoffs.tp), (payoffs.tn, payoffs.fn), *([] if referral is None else [referral[::-1]])]
    ends = {0.0, 1.0}
    for (low, high), (other_low, other_high) in combinations(lines, 2):
        ahead, behind = low - other_low, other_high - high
        if (ahead > 0 and behind > 0) or (ahead < 0 and behind < 0):
            ends.add(float(ahead / (ahead + behind)))
    cuts = sorted(ends)
    middles = [(low + high) / 2 for low, high in pairwise(cuts)]
    best = expected(payoffs, middles, referral).best.tolist()
    before = [-1, *best]
    return tuple((cut, at) for cut, at, last in zip(cuts, best, before, strict=False) if at != last)


def best_by_chance(payoffs: Cells, chance: Array, referral: tuple[float, float] | None = None) -> NDArray[np.int8]:
    """The places in `ANSWERS` of the best answers, as `Expected.best`, for many cases with the same payoffs.

    The probability from which another answer is best is found to the last digit, and each case compared with that.

    >>> best_by_chance(Cells(tp=0, fp=-1, fn=-5, tn=0), np.array([0.05, 0.2, 0.5]), (-0.5, -0.5)).tolist()
    [1, 2, 0]
    """

    def best_at(chance: float) -> int:
        return int(expected(payoffs, chance, referral).best)

    ends = [*(cut for cut, _ in switches(payoffs, referral)), 1.0]
    near = [cut + far for cut in ends[1:-1] for far in (-NEAR, NEAR)]
    looked = sorted({*ends, *near, *((low + high) / 2 for low, high in pairwise(ends))})
    best = np.full(chance.shape, best_at(0.0), np.int8)
    for low, high in pairwise(looked):
        at = best_at(high)
        if at == best_at(low):
            continue
        while low < (middle := (low + high) / 2) < high:
            low, high = (low, middle) if best_at(middle) == at else (middle, high)
        best[chance >= high] = at
    return best


def closest_call(payoffs: Cells, chance: Array, referral: tuple[float, float] | None = None) -> int:
    """The place of the case whose two best answers are nearest in worth, for cases with the same payoffs.

    Between two switches the lead of the best answer is concave in the probability: it is least at one of their ends.

    >>> closest_call(Cells(tp=0, fp=-1, fn=-5, tn=0), np.array([0.05, 0.16, 0.9]))
    1
    """
    nearest = [np.argmin(chance), np.argmax(chance)]
    for cut, _ in switches(payoffs, referral)[1:]:
        below = chance < cut
        nearest += [np.argmax(np.where(below, chance, -1)), np.argmin(np.where(below, 2, chance))]
    places = np.unique(nearest)
    return int(places[np.argmin(expected(payoffs, chance[places], referral).lead)])


@dataclass(frozen=True, eq=False)
class Regions:
    """Cases by what is done with them: positives and negatives, or their weight, in each of k regions.

    `effective` are the cases of each class that count one each and say as much, NaN where that is not known.
    """

    positives: Array
    negatives: Array
    effective: tuple[float, float]

    def worth(
        self,
        payoffs: Mapping[str, tuple[Array, Array]],
        share: float,
        *,
        rng: np.random.Generator,
        level: float | None = None,
    ) -> dict[str, Interval]:
        """The mean worth per case where that share is positive, for payoffs of positives and negatives in each region.

        The interval draws the shares of the regions in each class from the Dirichlet law with 1/k more than its cases
        in each (Perks 1947); NaN where a class has no cases, and without an interval where weights are not known.
        Raises `InputError` "level must be between 0 and 1, got 1.2".

        >>> regions = Regions(np.array([8.0, 2.0]), np.array([1.0, 9.0]), (10.0, 10.0))
        >>> worth = {"recall": (np.array([1.0, 0.0]), np.zeros(2))}
        >>> regions.worth(worth, 0.5, rng=np.random.default_rng(1))["recall"].value
        0.4
        """
        level = confident(level)
        totals = float(self.positives.sum()), float(self.negatives.sum())
        if not min(totals) > 0:
            return {name: Interval(math.nan) for name in payoffs}
        shares = [tally / whole for tally, whole in zip((self.positives, self.negatives), totals, strict=True)]
        parts = share, 1 - share
        drawn = None
        if all(map(math.isfinite, self.effective)):
            gammas = [
                rng.standard_gamma(cases * own + 1 / own.size, (DRAWS, own.size))
                for cases, own in zip(self.effective, shares, strict=True)
            ]
            drawn = [gamma / gamma.sum(axis=1, keepdims=True) for gamma in gammas]
        intervals = {}
        for name, worth in payoffs.items():
            value = float(sum(part * (own @ of) for part, own, of in zip(parts, shares, worth, strict=True)))
            low = high = math.nan
            if drawn is not None:
                draws = sum(part * (own @ of) for part, own, of in zip(parts, drawn, worth, strict=True))
                low, high = percentile_interval(np.asarray(draws), level)
            intervals[name] = Interval(value, min(low, value), max(high, value)) if drawn else Interval(value)
        return intervals


def mean_by_case(
    worth: Array,
    positive: NDArray[np.bool_],
    weight: Array,
    share: float,
    level: float | None = None,
    design: Design = (1.0, 1.0),
) -> Interval:
    """The mean worth per case where that share is positive, each case with a worth of its own.

    The interval is that of a normal law of the mean of each class, whose variance is times the design effect of
    clusters; NaN where a class has no cases. Raises
    `InputError` "level must be between 0 and 1, got 1.2".

    >>> four = np.array([1.0, 3.0, 0.0, 0.0]), np.array([True, True, False, False])
    >>> mean_by_case(*four, np.ones(4), 0.5).value
    1.0
    """
    level = confident(level)
    value = variance = 0.0
    for mine, part, effect in ((positive, share, design[0]), (~positive, 1 - share, design[1])):
        own, each = worth[mine], weight[mine]
        whole = float(each.sum())
        if not whole > 0:
            return Interval(math.nan)
        mean = float(each @ own) / whole
        value += part * mean
        squares = effect * float((each**2).sum()) / whole**2
        spread = float(each @ (own - mean) ** 2) / whole
        variance += part**2 * (spread * squares / (1 - squares) if squares < 1 else math.inf)
    if not math.isfinite(variance):
        return Interval(value)
    reach = float(ndtri((1 + level) / 2)) * math.sqrt(variance)
    return Interval(value, value - reach, value + reach, math.sqrt(variance))
