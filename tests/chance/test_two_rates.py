"""Two rates: printed intervals, a search for the likelihood's top, and every table of a small size."""

from math import comb

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.special import xlogy

from ddcore.chance.two_rates import difference, p_value
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
