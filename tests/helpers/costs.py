"""Costs over all thresholds in fractions, case by case: what the tests of `costs` hold the program against."""

import itertools
import math
from fractions import Fraction

import mpmath
import pytest
from hypothesis import strategies as st

from ddcore.counts import Cells
from ddcore.decisions.amounts import UtilityByCase
from ddcore.decisions.utility import Utility
from ddcore.table import ScoreTable
from tests.helpers.decisions import named
from tests.oracles import probability

# Cases ------------------------------------------------------------------------------------------------------------

LEVELS = [0.0, 0.137, 0.293, 0.457, 0.631, 0.877, 1.0]
"""Scores that no place of a curve meets but 0 and 1: the others are primes in thousandths."""
some_cases = st.lists(st.tuples(st.sampled_from(LEVELS), st.booleans()), min_size=1, max_size=14)
both_classes = some_cases.map(lambda cases: [*cases, (0.293, True), (0.457, False)])


def tabled(cases, **more):
    """A table of cases (score, truth)."""
    return ScoreTable.of([score for score, _ in cases], [true for _, true in cases], positive=True, **more)


def thresholds(cases):
    """Every distinct score, and one above all."""
    return [*sorted({score for score, _ in cases}), math.inf]


def counted(cases, threshold):
    """TP, FP, FN, TN when a case is predicted positive from the threshold on, counted one by one."""
    tp = sum(1 for score, true in cases if true and score >= threshold)
    fp = sum(1 for score, true in cases if not true and score >= threshold)
    fn = sum(1 for score, true in cases if true and score < threshold)
    return tp, fp, fn, len(cases) - tp - fp - fn


def every_table(cases):
    """The table at every threshold."""
    return [counted(cases, threshold) for threshold in thresholds(cases)]


# Curves -----------------------------------------------------------------------------------------------------------


def net_benefit(cells, c):
    """Hits per case less false alarms per case, each counted as the odds of the threshold (Vickers & Elkin 2006)."""
    tp, fp, _, _ = cells
    return Fraction(tp, sum(cells)) - Fraction(fp, sum(cells)) * c / (1 - c)


def double_cost(cells, c):
    """The mean over the cases where a false alarm costs 2c and a miss 2(1-c)."""
    _, fp, fn, _ = cells
    return (fp * 2 * c + fn * 2 * (1 - c)) / sum(cells)


def share_of_worst(cells, c):
    """What the mistakes cost, of what it would cost to be wrong on every case."""
    tp, fp, fn, tn = cells
    return (fp * c + fn * (1 - c)) / ((fp + tn) * c + (tp + fn) * (1 - c))


VALUES = {"decision": net_benefit, "brier": double_cost, "cost": share_of_worst}
PICKS = {"decision": max, "brier": min, "cost": min}


def share_of_positives(cells, c):
    """Of the cost of being wrong on every case, the part on positives (Drummond & Holte 2006)."""
    tp, fp, fn, tn = cells
    return (tp + fn) * (1 - c) / ((fp + tn) * c + (tp + fn) * (1 - c))


def posterior_at(kind, x, cells):
    """The posterior threshold at a place of the axis, exactly."""
    place = Fraction(x)
    if kind != "cost":
        return place
    tp, fp, fn, tn = cells
    P, N = tp + fn, fp + tn
    c = P * (1 - place) / (P * (1 - place) + N * place)
    assert share_of_positives(cells, c) == place
    return c


def drawn(kind, cells, c):
    """The mean value of a draw without skill that predicts as many positive, over all draws."""
    tp, fp, fn, tn = cells
    P, N, called = tp + fn, fp + tn, tp + fp
    return sum(
        chance * VALUES[kind]((k, called - k, P - k, N - called + k), c)
        for k, chance in probability(P + N, P, called).items()
    )


# The H-measure ----------------------------------------------------------------------------------------------------


def losses(cases):
    """(at c = 0, at c = 1) of the loss at each threshold, which is linear in c; times the number of cases."""
    return sorted({(fn, fp) for _, fp, fn, _ in every_table(cases)})


def pieces(lines):
    """(low, high, line) where the lowest of some lines is the same one from low to high."""
    turns = {Fraction(0), Fraction(1)}
    for i, (a, b) in enumerate(lines):
        for u, v in lines[:i]:
            if b - a != v - u:
                place = Fraction(u - a, (b - a) - (v - u))
                turns |= {place} if 0 < place < 1 else set()
    ends = sorted(turns)
    for low, high in itertools.pairwise(ends):
        middle = (low + high) / 2
        yield low, high, min(lines, key=lambda line: line[0] * (1 - middle) + line[1] * middle)


def saved(cases, mean_over):
    """1 - L / L_max of Hand (2009), `mean_over` being an integral of a line from low to high."""
    lines = losses(cases)
    P, N = sum(1 for _, true in cases if true), sum(1 for _, true in cases if not true)
    least, most = (sum(mean_over(*piece) for piece in pieces(of)) for of in (lines, [(0, N), (P, 0)]))
    return 1 - least / most


def exact_h(cases, alpha, beta):
    """The H-measure in fractions where alpha and beta are whole: polynomials, term by term."""

    def integral(low, high, line):
        at_0, at_1 = line
        most, terms = alpha, beta
        if terms > most:  # from the other end there are fewer terms
            low, high, at_0, at_1, most, terms = 1 - high, 1 - low, at_1, at_0, terms, most
        total = Fraction(0)
        for k in range(terms):
            sign = math.comb(terms - 1, k) * (-1) ** k
            for times, power in ((at_0, most - 1 + k), (at_1 - at_0, most + k)):
                total += sign * times * (high ** (power + 1) - low ** (power + 1)) / (power + 1)
        return total

    return saved(cases, integral)


def quadrature_h(cases, alpha, beta):
    """The same by tanh-sinh quadrature of the Beta law with 25 digits."""
    with mpmath.workdps(25):
        a, b = mpmath.mpf(alpha), mpmath.mpf(beta)

        def integral(low, high, line):
            at_0, at_1 = line
            ends = [mpmath.mpf(end.numerator) / end.denominator for end in (low, high)]
            return mpmath.quad(lambda c: c ** (a - 1) * (1 - c) ** (b - 1) * (at_0 * (1 - c) + at_1 * c), ends)

        return float(saved(cases, integral))


def utility(payoffs, **more):
    return Utility(**named(payoffs), **more)


def by_case(fixed, rate, **more):
    return UtilityByCase(Cells(**named(fixed)), Cells(**named(rate)), **more)


def mean_by_amount(four, cases, line):
    """The mean over cases (score, truth, amount, weight), each with the payoff of its outcome."""
    fixed, rate = four
    total = Fraction(0)
    for score, true, amount, weight in cases:
        called = score >= line
        outcome = (0 if called else 2) if true else (1 if called else 3)
        total += weight * (fixed[outcome] + Fraction(rate[outcome]) * Fraction(amount))
    return total / sum(weight for *_, weight in cases)


BY_CASE = {
    "fraud": ((-5, -5, 0, 0), (0, 0, -1, 0)),
    "rates": ((0, 0, 0, 0), (1, -2, -3, 3)),
    "both": ((1, 2, 3, 4), (3, -2, 1, -4)),
    "fixed": ((7, -3, -2, 1), (0, 0, 0, 0)),
}
"""Fixed and for each unit of the amount: a fraud costs its amount, and looking at a case 5."""


def close(right, **tolerance):
    """Equal but for the last digits."""
    return pytest.approx(float(right), **{"rel": 1e-12, "abs": 1e-12, **tolerance})


payoff = st.integers(-20, 20)
any_payoffs = st.tuples(payoff, payoff, payoff, payoff).filter(lambda four: len(set(four)) > 1)
shares = st.integers(1, 19).map(lambda twentieths: Fraction(twentieths, 20))
staked_payoffs = any_payoffs.filter(lambda four: four[0] > four[2] and four[3] > four[1])
SMALL = [
    [(0.137, False), (0.293, True), (0.457, False), (0.631, True), (0.877, True)],
    [(0.137, True), (0.137, False), (0.293, False), (0.293, False), (0.457, True), (0.631, False), (0.877, True)],
    [(0.877, False), (0.631, False), (0.293, True), (0.137, True), (1.0, True), (0.0, False)],
]


def indifferent(payoffs):
    """The posterior at which both answers are worth the same: the root of a difference that is linear in it."""
    tp, fp, fn, tn = map(Fraction, payoffs)

    def ahead(p):
        return (p * tp + (1 - p) * fp) - (p * fn + (1 - p) * tn)

    return ahead(Fraction(0)) / (ahead(Fraction(0)) - ahead(Fraction(1)))
