"""Scores of which curves are drawn, and what is said of them."""

import math
from functools import cache

import numpy as np

from ddcore.table import ScoreTable
from tests.helpers.answers import asked
from tests.helpers.scored import scored
from tests.oracles import scored_from


def simulated(apart=1.0, cases=300, seed=1, share=0.4):
    """Normal scores and the truth."""
    rng = np.random.default_rng(seed)
    truth = rng.random(cases) < share
    truth[:2] = True, False
    return rng.normal(size=cases) + apart * truth, truth


def of(score, truth, **options):
    return ScoreTable.of(score, truth, True, **options)


def calibrated(cases=400, seed=1, power=1.0):
    """Probabilities that are right for a power of one."""
    rng = np.random.default_rng(seed)
    share = rng.random(cases)
    return share**power, rng.random(cases) < share


HAND_SCORE, HAND_TRUTH = [0.1, 0.2, 0.4, 0.4, 0.7, 0.9], [0, 1, 0, 1, 0, 1]
HAND = ScoreTable.of(HAND_SCORE, HAND_TRUTH)
GOOD = of(*simulated())
NOISE = of(*simulated(0.0))
RARE_CASES = simulated(2.0, 800, share=0.02)
RARE = of(*RARE_CASES)
CONSTANT = ScoreTable.of([0.4] * 8, [0, 1] * 4)
PERFECT = ScoreTable.of([0.1, 0.2, 0.3, 0.8, 0.9], [0, 0, 0, 1, 1])
WEIGHTED = ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], weight=[0.2, 0.3, 1.1, 1.5])
SUMS = ScoreTable(WEIGHTED.score, WEIGHTED.positives, WEIGHTED.negatives)
ONE_POSITIVE = ScoreTable.of([0.1, 0.3, 0.4, 0.9, 0.5], [0, 0, 1, 0, 0])
ODD = {
    "two cases": ScoreTable.of([0.2, 0.8], [0, 1]),
    "two tied cases": ScoreTable.of([0.5, 0.5], [0, 1]),
    "one positive": ONE_POSITIVE,
    "one negative": ScoreTable.of([0.1, 0.3, 0.4], [1, 0, 1]),
    "perfect": PERFECT,
    "perfect labels": ScoreTable.of([0, 0, 1, 1], [0, 0, 1, 1]),
    "wrong labels": ScoreTable.of([0, 0, 1, 1], [1, 1, 0, 0]),
    "reversed": ScoreTable.of([0.1, 0.2, 0.8, 0.9], [1, 1, 0, 0]),
    "constant": CONSTANT,
    "labels": ScoreTable.of([0, 0, 1, 1, 1], [0, 1, 0, 1, 1]),
    "weighted": WEIGHTED,
    "sums of weights": SUMS,
    "outside": GOOD,
    "far out": ScoreTable.of([-1e9, -3.0, 0.5, 2.0, 1e12], [0, 1, 0, 1, 1]),
    "rare": RARE,
    "noise": NOISE,
}


@cache
def data_of(table, threshold):
    """Data of one table: what is computed for one curve stays for the next."""
    return scored(table, threshold)


def curves(table, threshold=0.5, **choices):
    return asked("curves", data_of(table, threshold), **choices)


def placed(score, truth):
    """The area and its interval by loops over all pairs."""
    score, truth = np.asarray(score, float), np.asarray(truth, bool)
    wins = (score[truth][:, None] > score[~truth]) + 0.5 * (score[truth][:, None] == score[~truth])
    return wins.mean(), *scored_from(wins.mean(axis=1), wins.mean(axis=0))


def hull_area(score, truth):
    """Area under the upper hull of all points of the ROC curve, by gift wrapping."""
    score, truth = np.asarray(score), np.asarray(truth, bool)
    limits = [math.inf, *np.unique(score)[::-1]]
    points = [((score[~truth] >= limit).mean(), (score[truth] >= limit).mean()) for limit in limits]
    at, total = (0.0, 0.0), 0.0
    while at[0] < 1:
        further = [(x, y) for x, y in points if x > at[0]]
        x, y = max(further, key=lambda to: ((to[1] - at[1]) / (to[0] - at[0]), to[0]))
        if (up := max((b for a, b in points if a == at[0]), default=0)) > at[1]:
            at = (at[0], up)
            continue
        total += (x - at[0]) * (y + at[1]) / 2
        at = (x, y)
    return total
