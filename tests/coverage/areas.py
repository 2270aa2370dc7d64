"""How often the intervals of an area, of a difference of two and of a ROC curve hold what is true."""

import math
from itertools import product

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

from ddcore.scores.intervals import delong, roc_band
from ddcore.scores.separation import paired_auc_difference
from ddcore.table import ScoreTable
from tests.coverage.claim import Claim, at_least

TITLE = "Areas under the ROC curve, their differences, and bands"
CUTS = np.array([-1.2, -0.4, 0.4, 1.2])
POSITIVES, NEGATIVES, AREAS = (5, 10, 30, 100), (10, 190, 1000), (0.5, 0.7, 0.9, 0.95, 0.99)


def binormal(area, spread=1.0):
    """Normal scores with that area; `spread` is the standard deviation of the positives."""
    shift = norm.ppf(area) * math.hypot(1, spread)
    return lambda rng, P, N: (rng.normal(shift, spread, P), rng.normal(size=N))


def rated(area):
    """Normal scores cut into five ratings, with that area."""

    def found(shift):
        positives, negatives = (np.diff([0, *norm.cdf(CUTS - mean), 1]) for mean in (shift / 2, -shift / 2))
        return positives @ (np.cumsum(negatives) - negatives / 2) - area

    shift = brentq(found, -1e-9, 12)
    return lambda rng, P, N: tuple(
        np.digitize(rng.normal(mean, size=size), CUTS) for mean, size in ((shift / 2, P), (-shift / 2, N))
    )


LAWS = {
    "normal scores": binormal,
    "positives three times as spread": lambda area: binormal(area, 3.0),
    "five ratings": rated,
}


def table(positives, negatives, weight=None):
    truth = np.repeat([1, 0], [len(positives), len(negatives)])
    return ScoreTable.of(np.concatenate([positives, negatives]), truth, weight=weight)


def areas(P, runs, seed):
    """The share of runs whose interval holds the area, by law, negatives and area."""
    rng = np.random.default_rng([seed, P])
    shares = {}
    for (law, make), N, area in product(LAWS.items(), NEGATIVES, AREAS):
        draw = make(area)
        found = [delong(table(*draw(rng, P, N))) for _ in range(runs)]
        shares[law, N, area] = np.mean([one.low <= area <= one.high for one in found])
    return shares


PAIRS = ((0.7, 0.7), (0.95, 0.95), (0.99, 0.95), (0.8, 0.7))


def differences(P, runs, seed, heavy=False):
    """The share of runs whose interval holds the difference, by negatives, areas and the correlation of the scores.

    Cases weigh 1 to 20 each where they are heavy.
    """
    rng = np.random.default_rng([seed, P])
    shares = {}
    for N, pair, together in product((30 if heavy else 10, 190), PAIRS, (0.0, 0.9) if heavy else (0.0, 0.5, 0.9)):
        shift, root = math.sqrt(2) * norm.ppf(pair), np.linalg.cholesky([[1, together], [together, 1]])
        true = np.repeat([1, 0], [P, N])
        hits = 0
        for _ in range(runs):
            one, other = (rng.normal(size=(P + N, 2)) @ root.T + true[:, None] * shift).T
            found = paired_auc_difference(one, other, true, weight=rng.uniform(1, 20, P + N) if heavy else None)
            hits += found.low <= pair[0] - pair[1] <= found.high
        shares[N, pair, together] = hits / runs
    return shares


SIZES = ((5, 190), (10, 10), (10, 190), (30, 30), (100, 1000))
RATES = (0.05, 0.1, 0.3, 0.5)


def bands(runs, seed, band=roc_band):
    """The share of runs whose band holds the true TPR, by sizes, area and FPR."""
    rng = np.random.default_rng(seed)
    places = [round(20 * rate) for rate in RATES]
    shares = {}
    for (P, N), area in product(SIZES, (0.7, 0.95, 0.99)):
        draw, true = binormal(area), norm.sf(norm.isf(RATES) - math.sqrt(2) * norm.ppf(area))
        found = [band(table(*draw(rng, P, N)), points=21) for _ in range(runs)]
        held = [(one.low[places] <= true) & (true <= one.high[places]) for one in found]
        for rate, share in zip(RATES, np.mean(held, axis=0), strict=True):
            shares[P, N, area, rate] = share
    return shares


def weighted(P, runs, seed):
    """The share of runs whose interval of the area, and whose band at FPR .3, hold them; cases of weight 1 to 20."""
    rng = np.random.default_rng([seed, P])
    areas, rates = {}, {}
    for N, area in product((30, 190), (0.7, 0.9, 0.95)):
        draw, hits = binormal(area), np.zeros(2)
        true = norm.sf(norm.isf(0.3) - math.sqrt(2) * norm.ppf(area))
        for _ in range(runs):
            found = table(*draw(rng, P, N), weight=rng.uniform(1, 20, P + N))
            auc, band = delong(found), roc_band(found, points=11)
            hits += [auc.low <= area <= auc.high, band.low[3] <= true <= band.high[3]]
        areas[N, area], rates[N, area] = hits / runs
    return areas, rates


def worst(what, shares, runs):
    """That no cell is below .9, but for what so many runs leave open (two standard errors)."""
    lowest = min(shares.values())
    luck = 2 * math.sqrt(0.09 / runs)
    return Claim(what, f"0.9 or more, ± {luck:.3f}", lowest, lowest >= 0.9 - luck)


def claims(size):
    """At full size some 300 runs a cell."""
    runs = max(round(300 * size), 20)
    for P in POSITIVES:
        shares = areas(P, runs, 1)
        if P == 10:
            issue = [shares["normal scores", N, 0.95] for N in NEGATIVES]
            yield at_least("an AUC of .95, 10 positives, normal scores: the interval holds it", 0.93, np.mean(issue))
        what = f"an AUC of .5 to .99, {P} positives, 10 to 1,000 negatives, normal, spread or rated scores"
        yield at_least(f"{what}: the interval holds it", 0.93, np.mean([*shares.values()]))
        yield worst(f"{what}: in the worst cell of 45", shares, runs)
    for P in POSITIVES:
        shares = differences(P, runs, 2)
        what = f"two AUCs of the same cases, {P} positives"
        yield at_least(f"{what}: the interval holds the difference", 0.93, np.mean([*shares.values()]))
        yield worst(f"{what}: in the worst cell of 24", shares, runs)
    shares = bands(runs, 3)
    few = [shares[10, 190, area, 0.3] for area in (0.7, 0.95, 0.99)]
    yield at_least("the ROC curve at FPR .3, 10 positives, 190 negatives: the band holds it", 0.93, np.mean(few))
    yield at_least("the ROC curve at FPR .05 to .5: the band holds it", 0.93, np.mean([*shares.values()]))
    yield worst("the ROC curve: in the worst cell of 60", shares, runs)
    for P in (10, 30, 100):
        held, rates = weighted(P, runs // 2, 4)
        what = f"weights of 1 to 20, {P} positives"
        yield at_least(f"{what}: the interval holds an AUC of .7 to .95", 0.93, np.mean([*held.values()]))
        yield worst(f"{what}: the interval, in the worst cell of 6", held, runs // 2)
        yield at_least(f"{what}: the band holds the ROC curve at FPR .3", 0.93, np.mean([*rates.values()]))
        shares = differences(P, runs // 2, 5, heavy=True)
        what = f"two AUCs of the same cases of weight 1 to 20, {P} positives"
        yield at_least(f"{what}: the interval holds the difference", 0.93, np.mean([*shares.values()]))
        yield worst(f"{what}: in the worst cell of 16", shares, runs // 2)
