"""The law of a draw's true positives: exact fractions, scipy, and fifty digits where M is large."""

import math

import mpmath
import numpy as np
import pytest
from scipy.stats import binom, hypergeom

from ddcore.chance import hypergeometric
from tests.oracles import probability, relative_error, window

SMALL = [(M, P, n) for M in (1, 2, 3, 7, 12) for P in range(M + 1) for n in range(M + 1)]
LARGE = [
    (10**9, 3, 6 * 10**8),
    (10**9, 12_345, 9 * 10**8),
    *(pytest.param(case, marks=pytest.mark.full) for case in ((10**9, 10**6, 10**6), (10**6, 300_000, 500_000))),
]


def logarithm(exact):
    """Natural logarithm of a fraction, -inf of 0."""
    with mpmath.workdps(40):
        return float(mpmath.log(mpmath.mpf(exact.numerator) / exact.denominator)) if exact else -math.inf


def test_small_laws_are_those_of_counting():
    for M, P, n in SMALL:
        exact = probability(M, P, n)
        assert hypergeometric.support(M, P, n) == (min(exact), max(exact))
        tp, share = hypergeometric.window(M, P, n)
        assert tp.tolist() == list(exact)
        assert max(relative_error(one, right) for one, right in zip(share, exact.values(), strict=True)) < 1e-14
        mean = sum(k * p for k, p in exact.items())
        spread = sum((k - mean) ** 2 * p for k, p in exact.items())
        assert hypergeometric.variance(M, P, n) == pytest.approx(float(spread), rel=1e-14, abs=0)
        assert exact[hypergeometric.mode(M, P, n)] == max(exact.values()), (M, P, n)


def test_scipy_has_the_same_law():
    for M, P, n in ((5_000, 2_000, 2_500), (4_000, 40, 3_900), (9_000, 4_500, 4_100)):
        tp, share = hypergeometric.window(M, P, n)
        np.testing.assert_allclose(share, hypergeom(M, P, n).pmf(tp), rtol=1e-9, atol=1e-22)
        assert abs(share.sum() - 1) < 1e-13
        assert hypergeom(M, P, n).sf(tp[-1]) + hypergeom(M, P, n).cdf(tp[0] - 1) < 1e-20


def test_a_support_of_4096_values_is_shown_whole_and_a_wider_one_where_it_matters():
    assert hypergeometric.window(20_000, 4_096, 10_000)[0].tolist() == list(range(4_097))
    tp, _ = hypergeometric.window(20_000, 4_097, 10_000)
    deviation = math.sqrt(10_000**2 * 4_097 * 15_903 / 20_000**2 / 19_999)
    assert tp[0] == (10_001 * 4_098 // 20_002) - int(10 * deviation) - 40
    assert tp[-1] - tp[0] == 2 * (int(10 * deviation) + 40)


@pytest.mark.parametrize("case", LARGE, ids=str)
def test_large_laws_to_fifty_digits(case):
    exact = dict(window(*case))
    tp, share = hypergeometric.window(*case)
    kept = [(k, weight) for k, weight in zip(tp, share, strict=True) if weight > 1e-15]
    assert sum(weight for _, weight in kept) > 1 - 1e-11
    assert max(relative_error(weight, exact[int(k)]) for k, weight in kept) < 1e-12
    assert {k for k, weight in exact.items() if weight > 1e-18} <= set(tp)


def test_a_thinned_law_keeps_eight_values_a_deviation_and_all_moments():
    for M, P, n, stride in [(10**9, 10**6, 10**6, 3), (10**9, 3 * 10**8, 4 * 10**8, 887), (10**5, 2_000, 700, 1)]:
        tp, share = hypergeometric.window(M, P, n, thin=True)
        assert set(np.diff(tp)) == {stride}
        mean, spread = n * P / M, n * (M - n) / M * P / M * (M - P) / (M - 1)
        assert share @ tp == pytest.approx(mean, rel=1e-13)
        assert share @ (tp - mean) ** 2 == pytest.approx(spread, rel=1e-11)


def test_a_law_that_touches_an_end_is_not_thinned():
    tp, share = hypergeometric.window(10**9, 10**5, 10**6, thin=True)
    assert (tp[0], set(np.diff(tp))) == (0, {1})
    assert share @ tp == pytest.approx(100, rel=1e-13)


def test_outwards_takes_any_law_with_one_mode():
    n, g = 3_000, 0.3
    deviation = math.sqrt(n * g * (1 - g))

    def up(k):
        return (n - k) / (k + 1) * g / (1 - g)

    value, share = hypergeometric.outwards((0, n), 900, deviation, up, points=0)
    assert (value[0], value[-1]) == (900 - 290, 900 + 290)
    np.testing.assert_allclose(share, binom(n, g).pmf(value), rtol=1e-10)
    thinned, _ = hypergeometric.outwards((0, n), 900, deviation, up, points=8)
    assert set(np.diff(thinned)) == {3}
    whole, _ = hypergeometric.outwards((0, n), 900, deviation, up, points=8, whole=3_000)
    assert len(whole) == 3_001


@pytest.mark.parametrize(("M", "P", "n"), [(12, 5, 4), (300, 139, 150), (40, 1, 39), (7, 7, 3), (7, 0, 3)])
def test_logarithms_of_small_laws_are_those_of_fractions(M, P, n):
    exact = probability(M, P, n)
    for tp, share in exact.items():
        assert hypergeometric.log_probability(M, P, n, tp) == pytest.approx(logarithm(share), rel=1e-15, abs=0)
        below, here, above = hypergeometric.log_tails(M, P, n, tp)
        assert here == hypergeometric.log_probability(M, P, n, tp)
        for found, side in (
            (below, [p for k, p in exact.items() if k < tp]),
            (above, [p for k, p in exact.items() if k > tp]),
        ):
            # What is nearly everything is the rest of what was summed: its logarithm is near 0.
            assert found == pytest.approx(logarithm(sum(side)), rel=1e-12, abs=1e-14), (tp, side)
    assert len(exact) == min(P, n) - max(0, n - (M - P)) + 1


@pytest.mark.parametrize("deviations", [-12, 0, 4])
def test_logarithms_at_a_thousand_million_cases(deviations):
    M, P, n = 10**9, 12_345, 9 * 10**8
    tp = round(n * P / M + deviations * math.sqrt(hypergeometric.variance(M, P, n)))
    exact = dict(window(M, P, n))
    below, here, above = hypergeometric.log_tails(M, P, n, tp)
    assert here == pytest.approx(float(exact[tp].ln()), rel=1e-14)
    assert below == pytest.approx(float(sum(p for k, p in exact.items() if k < tp).ln()), rel=1e-12, abs=1e-14)
    assert above == pytest.approx(float(sum(p for k, p in exact.items() if k > tp).ln()), rel=1e-12, abs=1e-14)


def test_a_logarithm_far_below_the_smallest_double():
    found = hypergeometric.log_probability(3_000, 1_500, 1_500, 1_500)
    assert found == pytest.approx(-float(mpmath.log(math.comb(3_000, 1_500))), rel=1e-15)


@pytest.mark.parametrize(("total", "positives"), [(1, 0), (7, 3), (1000, 500), (1000, 999), (1000, 0)])
def test_laws_of_all_numbers_at_once(total, positives):
    called = np.arange(total + 1)
    tp, probability = hypergeometric.laws(total, positives, called)
    assert probability.sum(axis=1) == pytest.approx(1, abs=1e-12)
    for n in {0, total // 3, total // 2, total}:
        low, high = max(0, n - (total - positives)), min(positives, n)
        support = tp[n, : high - low + 1]
        assert support.tolist() == list(range(low, high + 1))
        assert probability[n, : support.size] == pytest.approx(hypergeom.pmf(support, total, positives, n), abs=1e-11)
        assert not probability[n, support.size :].any()
        assert (tp[n, support.size :] == high).all()
