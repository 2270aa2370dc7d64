"""What the scores save at given costs, told of cases that had no say in the threshold."""

import numpy as np
from scipy.stats import norm

from ddcore.decisions.costs import costs, unseen_h
from ddcore.decisions.referral import Referral
from ddcore.decisions.reject import sure_cost_band
from ddcore.scores.resampling import Resamples
from ddcore.scores.thresholds import best, lead, sureness
from ddcore.table import ScoreTable
from tests.coverage.claim import at_least, at_most, within

TITLE = "Savings at given costs"
SETS = 150
NOISE = {"P 10, N 40": (10, 40), "P 50, N 150": (50, 150)}
UTILITY = costs(c10=1, c01=5)


def cost(tpr, fpr, P, N):
    """The mean cost per case of a threshold with these rates."""
    return (5 * P * (1 - tpr) + N * fpr) / (P + N)


def drawn(rng, P, N, apart):
    """Scores of a binormal, whose positives lie so far above the negatives."""
    scores = np.concatenate([rng.normal(apart, 1, P), rng.normal(0, 1, N)])
    return ScoreTable.of(scores, np.repeat([1, 0], [P, N]))


def told(table, rng):
    """The saving of the best threshold over the better constant answer, and its interval; the threshold."""
    held = Resamples.of(table, 10, rng=rng)
    (sure,) = sureness([UTILITY], drawn=held)
    leads = [lead(UTILITY, sure, at, drawn=held) for at in (-np.inf, np.inf)]
    saving = min(leads, key=lambda one: one.value)
    return saving, best(table, UTILITY).threshold, held


def claims(size):
    sets = round(SETS * size)
    for seed, (name, (P, N)) in enumerate(NOISE.items()):
        rng, shares, claimed, h = np.random.default_rng(seed), [], [], []
        for _ in range(sets):
            saving, _, held = told(drawn(rng, P, N, 0.0), rng)
            least = min(5 * P, N) / (P + N)
            shares.append(saving.value / least)
            claimed.append(saving.low > 0)
            h.append(unseen_h(held).low > 0)
        yield at_most(f"noise, {name}: mean share of the cost that the scores are said to save", 0.02, np.mean(shares))
        yield at_most(f"noise, {name}: said to save", 0.05, np.mean(claimed))
        yield at_most(f"noise, {name}: H-measure said to be above 0", 0.05, np.mean(h))
    P, N, apart = 50, 150, 1.5
    rng, inside, off, claimed, bands = np.random.default_rng(9), [], [], [], []
    for _ in range(sets):
        saving, at, held = told(drawn(rng, P, N, apart), rng)
        true = min(5 * P, N) / (P + N) - cost(norm.sf(at - apart), norm.sf(at), P, N)
        inside.append(saving.low <= true <= saving.high)
        off.append(saving.value - true)
        claimed.append(saving.low > 0)
        bands.append(sure_cost_band(UTILITY, Referral.costing(UTILITY, 0.3), drawn=held).lead.low > 0)
    yield at_least("skill (AUC 0.86), P 50, N 150: said to save", 0.9, np.mean(claimed))
    yield within("skill: the interval holds what the threshold saves on unseen cases", 0.9, 1.0, np.mean(inside))
    yield within("skill: told saving less the true one, per case", -0.03, 0.03, np.mean(off))
    yield at_least("skill: a band by costs is said to save, referrals costing 0.3", 0.8, np.mean(bands))
