"""Do scores come from where they came from? What tells before any label comes."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2, ks_2samp, kstwo

from ddcore.interval import UNKNOWN, Interval
from ddcore.scores.intervals import delong
from ddcore.table import ScoreTable

BINS = 10
"""Bins of the population stability index, of as many cases of both sides together as ties allow."""
EXACT = 10_000
"""Cases of a side up to which the probability of the largest distance is exact."""


@dataclass(frozen=True, eq=False)
class Drift:
    """How far the scores of two sets of cases are apart, whatever their truth.

    `distance` is the largest between the two shares of cases below a score, at `place`, and `p` the probability of
    one as large if all scores come from one law, `exact` or by its limit. `psi` is the population stability index in
    `bins` bins, `psi_expected` what it is on average if nothing changed, `psi_p` the probability of one as large then.
    `auc` is how often a case of now scores higher than one of then, ties by half; 1/2 if nothing changed.
    """

    distance: float
    place: float
    p: float
    exact: bool
    psi: float
    psi_expected: float
    psi_p: float
    bins: int
    auc: Interval


def drift(scores: ScoreTable) -> Drift:
    """The drift of scores where the cases of now are the positives of the table and those of then the negatives.

    The probability of the distance is that of Kolmogorov and Smirnov (Hodges 1958; scipy's), which ties make too
    large. The index is sum (q - p) log(q / p) over the bins, half a case being added to each; times 1 / (1/n + 1/m) it
    has about the law of chi-square with bins - 1 degrees of freedom if nothing changed (Yurdakul & Naranjo 2020), so
    that its mean then is about (bins - 1)(1/n + 1/m), and 0 only with very many cases. Weights are left out: the table
    has whole cases. In clusters n and m are as many independent cases as say as much, see `clusters.design_effects`.

    >>> found = drift(ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 1]))
    >>> found.distance, found.exact, round(found.p, 3), found.auc.value
    (1.0, True, 0.1, 1.0)
    """
    now, then = scores.positives, scores.negatives
    m, n = int(now.sum()), int(then.sum())
    if not min(m, n):
        return Drift(math.nan, math.nan, math.nan, False, math.nan, math.nan, math.nan, 0, UNKNOWN)
    away = np.abs(np.cumsum(now) / m - np.cumsum(then) / n)
    place = int(np.argmax(away))
    distance = float(away[place])
    worth = scores.effective
    exact = max(m, n) <= EXACT and not scores.weighted
    if exact:
        p = float(ks_2samp(np.repeat(scores.score, now), np.repeat(scores.score, then), method="exact").pvalue)
    else:
        p = float(kstwo.sf(distance, max(round(worth[0] * worth[1] / sum(worth)), 1)))
    shares = [np.bincount(_tenths(now + then, BINS), tally) for tally in (now, then)]
    bins = shares[0].size
    q, r = ((tally + 0.5) / (tally.sum() + bins / 2) for tally in shares)
    psi, unit = float(((q - r) * np.log(q / r)).sum()), 1 / worth[0] + 1 / worth[1]
    psi_p = float(chi2.sf(psi / unit, bins - 1)) if bins > 1 else 1.0
    return Drift(
        distance, float(scores.score[place]), min(p, 1.0), exact, psi, (bins - 1) * unit, psi_p, bins, delong(scores)
    )


def _tenths(cases: NDArray[Any], bins: int) -> NDArray[np.intp]:
    """The bin of each score, bins of as equal numbers of cases as ties allow, counted from 0 without gaps."""
    middle = np.cumsum(cases) - cases / 2
    _, place = np.unique(np.minimum((middle / cases.sum() * bins).astype(np.intp), bins - 1), return_inverse=True)
    return np.asarray(place)
