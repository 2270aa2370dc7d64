"""Best thresholds by loops over cases in fractions, and the binormal case of a dissertation in mpmath."""

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
from hypothesis import strategies as st

from ddcore.decisions.utility import Utility
from ddcore.measures import measure
from ddcore.table import ScoreTable
from tests import oracles

# What is made best, and by which definition ----------------------------------------------------------------------

UTILITY = Utility(tp=5, fp=-3, fn=-7, tn=1, unit="EUR")
NET = "net = (tp - 2*fp) / m"
LOSS = "loss = (3*fn + fp) / m"


def share(top, bottom):
    return Fraction(top, bottom) if bottom else None


DEFINITIONS = {
    **oracles.DEFINITIONS,
    "F3": oracles.f_beta(3),
    "NF2": oracles.nf_beta(2),
    "BACC(0.2)": oracles.bacc(Fraction(1, 5)),
    NET: lambda tp, fp, fn, tn: share(tp - 2 * fp, tp + fp + fn + tn),
    LOSS: lambda tp, fp, fn, tn: share(3 * fn + fp, tp + fp + fn + tn),
    "yield": lambda tp, fp, fn, tn: share(5 * tp - 3 * fp - 7 * fn + tn, tp + fp + fn + tn),
}
"""Every measure, members of families, own formulas and a utility, each defined without the program."""
LOWER = {"FP", "FN", "FPR", "FNR", "FDR", "FOR", "ERR", "PT", "CC", "NLR", LOSS}
"""Of these a lower value is better."""


def wanted(key):
    """What the program is asked for."""
    return UTILITY if key == "yield" else key


def row_of(key):
    return UTILITY.measure if key == "yield" else measure(key)


# Every threshold, case by case -----------------------------------------------------------------------------------

levels = st.sampled_from([-1.5, 0.0, 0.1, 0.3, 1 / 3, 0.5, 2.0, 9.0])
some_cases = st.lists(st.tuples(levels, st.booleans(), st.just(1)), min_size=1, max_size=20)
weighted_cases = st.lists(
    st.tuples(levels, st.booleans(), st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(3)])),
    min_size=1,
    max_size=12,
)


def tabled(cases):
    """A table of cases (score, truth, times)."""
    score, truth, times = zip(*cases, strict=True)
    weight = None if set(times) == {1} else [float(one) for one in times]
    return ScoreTable.of(score, truth, positive=True, weight=weight)


def every_table(cases):
    """(threshold, (TP, FP, FN, TN)) for every distinct score and for +inf, ascending."""
    found = []
    for threshold in [*sorted({score for score, _, _ in cases}), math.inf]:
        tally = [0, 0, 0, 0]
        for score, true, times in cases:
            tally[(0 if true else 1) if score >= threshold else (2 if true else 3)] += times
        found.append((threshold, tuple(tally)))
    return found


def random_cases(seed, size):
    """Cases of which the positive ones score a little higher, with ties."""
    rng = np.random.default_rng(seed)
    truth = rng.random(size) < rng.choice([0.2, 0.5, 0.8])
    truth[:2] = [True, False]
    score = rng.integers(0, 14, size) + truth
    return [(float(one), bool(true), 1) for one, true in zip(score, truth, strict=True)]


def equal(one, other):
    """Whether two exact values are the same; with a root in them to forty digits."""
    if isinstance(one, Decimal) or isinstance(other, Decimal):
        return abs(Fraction(one) - Fraction(other)) <= Fraction(oracles.TIE)
    return one == other


@dataclass(frozen=True)
class Exact:
    """What `best` must find."""

    threshold: float
    value: Fraction | Decimal
    cells: tuple
    optima: tuple


def exact_best(key, tables, allowed=None):
    """The best of all thresholds, None if there is no value; `allowed` says of each whether it may be taken."""
    values = [DEFINITIONS[key](*cells) for _, cells in tables]
    sign = -1 if key in LOWER else 1
    known = [i for i, value in enumerate(values) if value is not None and (allowed is None or allowed[i])]
    if not known:
        return None
    top = max(sign * values[i] for i in known)
    ties = [i for i in known if equal(sign * values[i], top)]
    taken = min(ties, key=lambda i: (tables[i][1][1] + tables[i][1][2], i))
    edges = [-math.inf, *(threshold for threshold, _ in tables)]
    optima = tuple((edges[first], edges[last + 1]) for first, last in oracles.intervals(ties))
    return Exact(tables[taken][0], values[taken], tables[taken][1], optima)


def exact_peaks(key, tables):
    sign = -1 if key in LOWER else 1
    values = [DEFINITIONS[key](*cells) for _, cells in tables]
    return slow_peaks([None if value is None else sign * value for value in values])


def slow_peaks(values):
    """Level stretches with nothing higher on either side, values that are missing left out."""
    known = [value for value in values if value is not None]
    count, i = 0, 0
    while i < len(known):
        j = i
        while j + 1 < len(known) and equal(known[j + 1], known[i]):
            j += 1
        left = i == 0 or known[i - 1] < known[i]
        right = j + 1 == len(known) or known[j + 1] < known[i]
        count, i = count + (left and right), j + 1
    return count


def cells_of(counts):
    return tuple(getattr(counts, name).item() for name in ("tp", "fp", "fn", "tn"))


# Densities that are level in each of a few bins --------------------------------------------------------------------

TWO_PEAKS = (
    [Fraction(1, 10), Fraction(6, 10), Fraction(3, 10)],
    [Fraction(7, 10), Fraction(299, 1000), Fraction(1, 1000)],
)
"""Shares of the positives and of the negatives in three bins of width 1: their ratio rises."""


def binned(prevalence, at):
    """(TP, FP, FN, TN) in shares of all cases at a threshold from 0 to 3, in fractions."""
    fn, tn = (
        weight * sum(part * min(max(at - i, 0), 1) for i, part in enumerate(parts))
        for weight, parts in zip((prevalence, 1 - prevalence), TWO_PEAKS, strict=True)
    )
    return prevalence - fn, 1 - prevalence - tn, fn, tn


# Measures of rates, in mpmath --------------------------------------------------------------------------------------


def _f(beta):
    square = mpmath.mpf(beta) ** 2
    return lambda a, b, p: (1 + square) * p * a / (square * p + p * a + (1 - p) * b)


def _ba(c):
    weight = mpmath.mpf(c)
    return lambda a, b, p: weight * a + (1 - weight) * (1 - b)


def _mcc(a, b, p):
    called = p * a + (1 - p) * b
    return (a - b) * mpmath.sqrt(p * (1 - p) / (called * (1 - called)))


def _markedness(a, b, p):
    called = p * a + (1 - p) * b
    return p * a / called + (1 - p) * (1 - b) / (1 - called) - 1


def _kappa(a, b, p):
    called = p * a + (1 - p) * b
    right, chance = p * a + (1 - p) * (1 - b), p * called + (1 - p) * (1 - called)
    return (right - chance) / (1 - chance)


OF_RATES = {
    "ACC": lambda a, b, p: p * a + (1 - p) * (1 - b),
    "ERR": lambda a, b, p: p * (1 - a) + (1 - p) * b,
    "J": lambda a, b, p: a - b,
    "F1": _f("1"),
    "F2": _f("2"),
    "F0.5": _f("0.5"),
    "F3": _f("3"),
    "NF1": lambda a, b, p: _f("1")(1 - b, 1 - a, 1 - p),
    "NF2": lambda a, b, p: _f("2")(1 - b, 1 - a, 1 - p),
    "TS": lambda a, b, p: p * a / (p + (1 - p) * b),
    "BACC": _ba("0.5"),
    "BACC(0.2)": _ba("0.2"),
    "BACC(0.7)": _ba("0.7"),
    "CC": lambda a, b, p: mpmath.sqrt((1 - a) ** 2 + b**2),
    "CP": lambda a, b, p: a * (1 - b),
    "G2": lambda a, b, p: mpmath.sqrt(a * (1 - b)),
    "kappa": _kappa,
    "MCC": _mcc,
    "MK": _markedness,
    "FM": lambda a, b, p: a * mpmath.sqrt(p / (p * a + (1 - p) * b)),
    "DOR": lambda a, b, p: a * (1 - b) / (b * (1 - a)),
    NET: lambda a, b, p: p * a - 2 * (1 - p) * b,
    LOSS: lambda a, b, p: 3 * p * (1 - a) + (1 - p) * b,
    "yield": lambda a, b, p: p * (5 * a - 7 * (1 - a)) + (1 - p) * (-3 * b + (1 - b)),
}
"""Measures of the hit rate a, the false alarm rate b and the share p of positives: the dissertation's Table 4.1."""


def line_by_derivatives(key, a, b, p):
    """Equation 4.16: the ratio from which on it pays to call a case positive, -f_b / f_a."""
    with mpmath.workdps(40):
        a, b, p = (mpmath.mpf(one.numerator) / one.denominator for one in (a, b, p))
        by_hit, by_alarm = (
            mpmath.diff(lambda *rates: OF_RATES[key](*rates, p), (a, b), order) for order in ((1, 0), (0, 1))
        )
        return -by_alarm / by_hit


# Normal scores: negatives N(0, 1), positives N(1.5, 1), 3 of 10 positive ---------------------------------------------


def tails(x):
    """TPR and FPR of the threshold x, in mpmath."""
    x = mpmath.mpf(x)
    return mpmath.ncdf(mpmath.mpf("1.5") - x), mpmath.ncdf(-x)
