"""Two rates: printed intervals, a search for the likelihood's top, and every table of a small size."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.special import xlogy
from scipy.stats import fisher_exact
from statsmodels.stats.proportion import confint_proportions_2indep

from ddcore.chance.two_rates import difference, p_value, ratio
from ddcore.errors import InputError
from tests.helpers.loops import nonempty

PRINTED = [((56, 48), (70, 80), (0.0528, 0.3382)), ((9, 3), (10, 10), (0.1700, 0.8406))]
"""Newcombe 1998, Statistics in Medicine 17, Table II: the first rate less the second by Miettinen & Nurminen."""


@pytest.mark.parametrize(("hits", "cases", "ends"), PRINTED)
def test_intervals_as_printed(hits, cases, ends):
    found = difference(hits, cases)
    assert (round(-found.high, 4), round(-found.low, 4)) == ends
    turned = difference(hits[::-1], cases[::-1])
    assert (round(turned.low, 4), round(turned.high, 4)) == ends


def score(hits, cases, apart):
    """The deviation of an observed difference from `apart`, the likelihood being maximised by search."""
    (x, y), (m, n) = hits, cases

    def unlikely(p):
        return -(xlogy(x, p) + xlogy(m - x, 1 - p) + xlogy(y, p + apart) + xlogy(n - y, 1 - p - apart))

    bounds = (max(0, -apart), min(1, 1 - apart))
    p = minimize_scalar(unlikely, bounds=bounds, method="bounded", options={"xatol": 1e-12}).x
    q = p + apart
    variance = (p * (1 - p) / m + q * (1 - q) / n) * (m + n) / (m + n - 1)
    return (y / n - x / m - apart) / variance**0.5


def test_at_the_ends_the_score_is_the_quantile():
    for hits, cases in nonempty([((56, 48), (70, 80)), ((3, 9), (30, 40)), ((120, 90), (400, 410))]):
        found = difference(hits, cases)
        assert [score(hits, cases, end) for end in (found.low, found.high)] == pytest.approx(
            [1.95996, -1.95996], abs=1e-4
        )


def test_exact_probability_is_the_sum_over_all_tables():
    for x, m, y, n in nonempty([(3, 7, 1, 9), (0, 4, 4, 6), (5, 5, 2, 8)]):
        laws = {k: comb(m, k) * comb(n, x + y - k) for k in range(max(0, x + y - n), min(m, x + y) + 1)}
        sum_of_all = sum(laws.values())
        told = sum(law for law in laws.values() if law <= laws[x]) / sum_of_all
        assert p_value((x, y), (m, n)) == pytest.approx(told)


ENDS = [((0, 10), (20, 10)), ((0, 0), (20, 10)), ((20, 10), (20, 10)), ((10, 0), (10, 20))]


@pytest.mark.parametrize(("hits", "cases"), ENDS)
def test_rates_at_the_ends(hits, cases):
    found = difference(hits, cases)
    assert -1 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high


def test_no_cases_and_levels():
    assert np.isnan(p_value((0, 1), (0, 2)))
    assert np.isnan(difference((0, 1), (0, 2)).value)
    assert difference((3, 4), (10, 10), 0.5).high < difference((3, 4), (10, 10), 0.99).high
    with pytest.raises(InputError, match=r"level must be between 0 and 1, got 1\.2"):
        difference((3, 4), (10, 10), 1.2)


def test_interval_of_a_ratio_is_that_of_statsmodels():
    for (x, y), (m, n) in nonempty([((56, 48), (70, 80)), ((1, 7), (34, 34)), ((9, 3), (10, 10)), ((1, 1), (3, 300))]):
        found = ratio((x, y), (m, n))
        wanted = confint_proportions_2indep(y, n, x, m, compare="ratio", method="score", correction=True)
        assert (found.low, found.high) == pytest.approx(wanted, rel=1e-6)
        assert found.value == pytest.approx((y / n) / (x / m))


def ratio_score(hits, cases, r):
    """The deviation of an observed ratio from `r`, the likelihood being maximised by search."""
    (x, y), (m, n) = hits, cases

    def unlikely(p):
        return -(xlogy(x, p) + xlogy(m - x, 1 - p) + xlogy(y, r * p) + xlogy(n - y, max(1 - r * p, 0)))

    p = minimize_scalar(unlikely, bounds=(0, min(1, 1 / r)), method="bounded", options={"xatol": 1e-13}).x
    variance = (r * p * (1 - r * p) / n + r * r * p * (1 - p) / m) * (m + n) / (m + n - 1)
    return (y / n - r * x / m) / variance**0.5


def test_at_the_ends_of_a_ratio_the_score_is_the_quantile():
    for hits, cases in nonempty([((10, 4), (10, 10)), ((10, 10), (10, 10)), ((9, 10), (10, 10)), ((3, 90), (30, 400))]):
        found = ratio(hits, cases)
        scores = [ratio_score(hits, cases, end) for end in (found.low, found.high)]
        assert scores == pytest.approx([1.95996, -1.95996], abs=1e-4)


def test_ratios_at_the_ends():
    """Without a hit in the first sample there is no upper end, without one in the second the lower is 0."""
    never, always = ratio((0, 5), (10, 12)), ratio((5, 0), (12, 10))
    assert (never.value, never.high, always.value, always.low) == (np.inf, np.inf, 0, 0)
    assert ratio_score((0, 5), (10, 12), never.low) == pytest.approx(1.95996, abs=1e-4)
    assert always.high == pytest.approx(1 / never.low, rel=1e-9)
    for hits, cases in nonempty([((0, 0), (10, 12)), ((1, 0), (1, 0))]):
        assert np.isnan(ratio(hits, cases).value)
    with pytest.raises(InputError, match="level must be between 0 and 1, got 95"):
        ratio((1, 1), (2, 2), 95)


def test_a_ratio_leaves_out_one_where_the_difference_leaves_out_zero():
    pairs = [((x, y), (12, 7)) for x in range(13) for y in range(8) if x + y]
    apart = [difference(*pair) for pair in pairs]
    times = [ratio(*pair) for pair in pairs]
    assert [it.low > 0 or it.high < 0 for it in apart] == [it.low > 1 or it.high < 1 for it in times]


@given(sizes=st.tuples(*[st.integers(1, 20_000)] * 2), shares=st.tuples(*[st.floats(0, 1)] * 2), near=st.booleans())
def test_the_p_value_of_many_cases_is_that_of_fishers_test(sizes, shares, near):
    """Also where it is far below the smallest probability of a window of ten standard deviations."""
    (m, n), second = sizes, shares[0] + (shares[1] - shares[0]) / (30 if near else 1)
    x, y = round(shares[0] * m), round(second * n)
    right = min(fisher_exact([[x, m - x], [y, n - y]]).pvalue, 1)
    assert p_value((x, y), (m, n)) == pytest.approx(right, rel=1e-7, abs=1e-290)
