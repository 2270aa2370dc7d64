"""Bands by loops over all pairs of thresholds in fractions, and bands of a binormal to forty digits."""

import itertools
import math
from fractions import Fraction
from functools import cache

import mpmath
import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr

from ddcore.table import ScoreTable
from tests.oracles import DEFINITIONS

CELLS = ("tp", "fp", "fn", "tn")

# Loops over all pairs of thresholds ---------------------------------------------------------------------------------


def own(tp, fp, fn, tn):
    """A formula of one's own, None where it has no value."""
    return Fraction(tp) / (tp + 2 * fp + 3 * fn) if tp + fp + fn else None


OWN = "own = tp / (tp + 2 * fp + 3 * fn)"
MEASURES = {**{key: DEFINITIONS[key] for key in ("ACC", "F1", "TPR", "PPV", "MCC", "ERR", "FNR", "kappa")}, OWN: own}
LOWER = ("ERR", "FNR")


def tally(cases):
    """The weight of positives and of negatives at each score of cases (score, truth, weight), by score."""
    found = {score: [0, 0] for score in sorted({score for score, _, _ in cases})}
    for score, true, weight in cases:
        found[score][not true] += weight
    return found


def six(tallied, low, high):
    """TP, FP, FN, TN, and the referred positives and negatives."""
    cells = [0] * 6
    for score, (positives, negatives) in tallied.items():
        at = 0 if score >= high else 2 if score < low else 4
        cells[at] += positives
        cells[at + 1] += negatives
    return tuple(cells)


def whole(weight):
    """A weight that is a whole number; a share is the same in quarters, and roots want whole numbers."""
    assert Fraction(weight).denominator == 1
    return int(weight)


def pairs(tallied):
    """Every pair of thresholds, the lower one first."""
    return itertools.combinations_with_replacement([*tallied, math.inf], 2)


def within(tallied, share):
    """The bands that hold no more than the share, and not every case."""
    total = sum(map(sum, tallied.values()))
    held = {ends: sum(six(tallied, *ends)[4:]) for ends in pairs(tallied)}
    return [ends for ends, cases in held.items() if cases <= Fraction(share) * total]


def best(tallied, key, share):
    """Low, high and value of the best band within a share; None without value.

    Of equally good ones the fewest referred decide, then the fewest mistakes, then the lowest.
    """
    found = []
    for low, high in within(tallied, share):
        tp, fp, fn, tn, *referred = six(tallied, low, high)
        value = MEASURES[key](*(whole(4 * cell) for cell in (tp, fp, fn, tn)))
        if value is not None:
            found.append((Fraction(-value if key in LOWER else value), (sum(referred), fp + fn), low, high))
    if not found:
        return None
    top = max(value for value, *_ in found)
    _, low, high = min((ties, low, high) for value, ties, low, high in found if top - value < 1e-40)
    return low, high, abs(float(top)) if key in LOWER else float(top)


def worth(payoffs, tallied, low, high):
    """The mean payoff over all cases; payoffs of TP, FP, FN, TN, and of referred positives and negatives."""
    cells = six(tallied, low, high)
    return Fraction(sum(payoff * cell for payoff, cell in zip(payoffs, cells, strict=True))) / sum(cells)


def greatest(payoffs, tallied, most=1):
    """The greatest mean payoff of all bands, the least weight that such a band refers, and every band that does so.

    Bands whose upper end calls a larger share of the cases positive than `most` are left out.
    """
    total, found = sum(map(sum, tallied.values())), {}
    for ends in pairs(tallied):
        cells = six(tallied, *ends)
        if sum(cells[:2]) <= Fraction(most) * total:
            earned = sum(payoff * cell for payoff, cell in zip(payoffs, cells, strict=True))
            found[ends] = earned, -sum(cells[4:])
    top, fewest = max(found.values())
    return Fraction(top) / total, -fewest, [ends for ends, one in found.items() if one == (top, fewest)]


# A binormal ---------------------------------------------------------------------------------------------------------

SHARE = 0.3
"""Scores are N(0, 1) for negatives and N(1.5, 1) for positives, three of ten being positive."""


def ratio(x):
    """The likelihood ratio of a score."""
    return np.exp(1.5 * np.asarray(x, float) - 1.125)


def place(t):
    """The score with that likelihood ratio."""
    with np.errstate(divide="ignore"):
        return (np.log(t) + 1.125) / 1.5


def rates(low, high):
    """TP, FP, FN, TN of the decided cases as shares of all, in the numbers that are put in."""
    with mpmath.workdps(40):
        p = mpmath.mpf(3) / 10
        return (
            p * mpmath.ncdf(mpmath.mpf(3) / 2 - high), (1 - p) * mpmath.ncdf(-high),
            p * mpmath.ncdf(low - mpmath.mpf(3) / 2), (1 - p) * mpmath.ncdf(low),
        )  # fmt: skip


OF_RATES = {
    "ACC": lambda tp, fp, fn, tn: (tp + tn) / (tp + fp + fn + tn),
    "F1": lambda tp, fp, fn, tn: 2 * tp / (2 * tp + fp + fn),
    "TS": lambda tp, fp, fn, tn: tp / (tp + fp + fn),
}


@cache
def optimum(key, share):
    """Ratios at both ends and the value of the best band that refers that share, by golden section search."""
    with mpmath.workdps(40):
        p, alpha = mpmath.mpf(3) / 10, mpmath.mpf(share)

        def below(x):
            return (1 - p) * mpmath.ncdf(x) + p * mpmath.ncdf(x - mpmath.mpf(3) / 2)

        def upper(low):
            aim = below(low) + alpha
            x = mpmath.mpf(brentq(lambda x: (1 - SHARE) * ndtr(x) + SHARE * ndtr(x - 1.5) - float(aim), float(low), 12))
            for _ in range(3):  # Newton's steps, each of which doubles the digits
                x -= (below(x) - aim) / ((1 - p) * mpmath.npdf(x) + p * mpmath.npdf(x - mpmath.mpf(3) / 2))
            return x

        def value(low):
            return OF_RATES[key](*rates(low, upper(low)))

        golden = (mpmath.sqrt(5) - 1) / 2
        a = mpmath.mpf("-0.5")
        b = mpmath.findroot(lambda x: 1 - below(x) - alpha, (-2, 5), solver="anderson") - mpmath.mpf("0.01")
        c, d = b - golden * (b - a), a + golden * (b - a)
        at_c, at_d = value(c), value(d)
        for _ in range(80):
            if at_c > at_d:
                b, d, at_d = d, c, at_c
                c = b - golden * (b - a)
                at_c = value(c)
            else:
                a, c, at_c = c, d, at_d
                d = a + golden * (b - a)
                at_d = value(d)
        low = (a + b) / 2
        ends = [mpmath.exp(mpmath.mpf(3) / 2 * x - mpmath.mpf(9) / 8) for x in (low, upper(low))]
        return (*ends, value(low))


GROUPS = 200_000


@cache
def fine():
    """The binormal cut into as many groups of equal weight: thresholds stand at the cuts, and tallies are exact."""
    coarse = np.linspace(-9, 11, 200_001)
    mixed = (1 - SHARE) * ndtr(coarse) + SHARE * ndtr(coarse - 1.5)
    aim = np.arange(1, GROUPS) / GROUPS
    kept = np.flatnonzero(np.diff(mixed) > 0)
    cuts = np.interp(aim, mixed[kept], coarse[kept])
    for _ in range(4):
        density = ((1 - SHARE) * np.exp(-(cuts**2) / 2) + SHARE * np.exp(-((cuts - 1.5) ** 2) / 2)) / math.sqrt(
            2 * math.pi
        )
        cuts -= ((1 - SHARE) * ndtr(cuts) + SHARE * ndtr(cuts - 1.5) - aim) / density
    edges = np.concatenate(([-np.inf], cuts, [np.inf]))
    positives, negatives = (np.diff(ndtr(edges - mean)) for mean in (1.5, 0.0))
    return ScoreTable(np.append(-20.0, cuts), SHARE * positives, (1 - SHARE) * negatives)


def step(x):
    """The distance of the cuts on either side of a score, the wider one."""
    score = fine().score
    at = min(max(int(np.searchsorted(score, x)), 2), score.size - 2)
    return float(max(score[at] - score[at - 1], score[at + 1] - score[at]))


def expected_cost(matrix, prevalence, low, high):
    """The cost per case of a band of likelihood ratios on the binormal; costs c00, cu0, c10, c11, cu1, c01."""
    c00, cu0, c10, c11, cu1, c01 = matrix
    x0, x1 = place(low), place(high)
    of_negatives = ndtr(x0) * c00 + (ndtr(x1) - ndtr(x0)) * cu0 + ndtr(-x1) * c10
    of_positives = ndtr(x0 - 1.5) * c01 + (ndtr(x1 - 1.5) - ndtr(x0 - 1.5)) * cu1 + ndtr(1.5 - x1) * c11
    return (1 - prevalence) * of_negatives + prevalence * of_positives


def drawn(size, seed, positives=0.3):
    """A table of so many scores of the binormal, and the true scores: positives are a fixed part."""
    rng = np.random.default_rng(seed)
    truth = np.arange(size) < round(positives * size)
    return ScoreTable.of(rng.normal(size=size) + 1.5 * truth, truth, positive=True)
