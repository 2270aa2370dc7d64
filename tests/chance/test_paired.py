"""Two shares of the same cases: printed numbers, statsmodels, sums of Fractions, and the likelihood maximised anew."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import norm
from statsmodels.stats.contingency_tables import mcnemar as peer

from ddcore.chance.paired import mcnemar, paired_interval, paired_margin_p, paired_score
from tests.helpers.decisions import refused
from tests.helpers.loops import nonempty
from tests.oracles import published


def digits(text):
    return len(text.partition(".")[2])


@pytest.mark.parametrize("row", published("paired_shares.csv"), ids=lambda row: row["what"])
def test_printed_numbers(row):
    b, c, n = (int(row[name]) for name in ("first", "second", "cases"))
    low, high = paired_interval(b, c, n, float(row["level"]))
    found = {"low": low, "high": high, "p": mcnemar(b, c), "mid_p": mcnemar(b, c, mid=True)}
    for name in nonempty(name for name in found if row[name]):
        assert round(float(found[name]), digits(row[name])) == float(row[name]), name


def test_p_is_that_of_statsmodels_and_of_fractions():
    for b, c in nonempty([(0, 0), (1, 0), (3, 3), (7, 1), (40, 20), (250, 320)]):
        tail = sum(Fraction(math.comb(b + c, k)) for k in range(min(b, c) + 1)) / 2 ** (b + c)
        point = Fraction(math.comb(b + c, min(b, c)), 2 ** (b + c))
        assert float(mcnemar(b, c)) == pytest.approx(float(min(1, 2 * tail)), rel=1e-12)
        assert float(mcnemar(b, c)) == pytest.approx(peer([[0, b], [c, 0]], exact=True).pvalue, rel=1e-9)
        if b != c:
            assert float(mcnemar(b, c, mid=True)) == pytest.approx(float(2 * tail - point), rel=1e-9)


def test_p_of_millions_and_what_is_no_count():
    assert 0 < mcnemar(500_000, 501_000) < 1
    assert mcnemar(500_000, 501_000) == pytest.approx(peer([[0, 500_000], [501_000, 0]], exact=False).pvalue, rel=2e-3)
    refused("cases must be whole numbers of 0 or more, got 1.5 and 2...", mcnemar, 1.5, 2)
    refused("level must be between 0 and 1, got 95...", paired_interval, 1, 2, 3, 95)


def slow_score(b, c, n, d):
    """Tango's score, the likelihood under a difference maximised by search and not in closed form."""

    def loss(alone):
        parts = [(b, alone + d), (c, alone), (n - b - c, 1 - d - 2 * alone)]
        return -sum(cases * math.log(max(share, 1e-300)) for cases, share in parts if cases)

    low, high = max(0.0, -d), (1 - d) / 2
    alone = minimize_scalar(loss, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
    return (b - c - n * d) / math.sqrt(n * (2 * alone + d * (1 - d)))


@pytest.mark.parametrize(("b", "c", "n"), [(7, 1, 21), (40, 20, 160), (5, 0, 30), (0, 3, 12), (300, 250, 5000)])
def test_interval_is_where_the_slow_score_meets_the_quantile(b, c, n):
    z, seen = norm.ppf(0.975), (b - c) / n
    low = brentq(lambda d: slow_score(b, c, n, d) - z, -1 + 1e-9, seen - 1e-9)
    high = brentq(lambda d: slow_score(b, c, n, d) + z, seen + 1e-9, 1 - 1e-9)
    assert [float(end) for end in paired_interval(b, c, n)] == pytest.approx([low, high], abs=2e-6)


def test_at_no_difference_its_square_is_the_chi_square_of_mcnemar():
    assert float(paired_score(40, 20, 160, 0.0)) ** 2 == pytest.approx(
        peer([[0, 40], [20, 0]], exact=False, correction=False).statistic
    )


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 200))
def test_the_second_beside_the_first_turns_it_round(b, c, more):
    n = b + c + more
    low, high = (float(end) for end in paired_interval(b, c, n))
    turned = [float(end) for end in paired_interval(c, b, n)]
    assert -1 <= low <= (b - c) / n <= high <= 1
    assert [-high, -low] == pytest.approx(turned, abs=1e-12)
    assert mcnemar(b, c) == mcnemar(c, b)


def test_arrays_equal_one_by_one():
    b, c, n = np.array([7, 40, 0]), np.array([1, 20, 0]), np.array([21, 160, 50])
    low, high = paired_interval(b, c, n)
    for i in nonempty(range(3)):
        assert (low[i], high[i]) == paired_interval(b[i], c[i], n[i])
        assert mcnemar(b, c)[i] == mcnemar(b[i], c[i])
    assert [float(end) for end in paired_interval(0, 0, 0)] == [-1, 1]


@given(st.integers(0, 30), st.integers(0, 30), st.floats(0.01, 0.5))
def test_beyond_a_margin_is_unlikely_where_the_wider_interval_lies_within(b, c, margin):
    low, high = paired_interval(b, c, 200, 0.95)
    inside = -margin < low and high < margin
    near = min(abs(low + margin), abs(high - margin)) < 1e-9
    assert near or (float(paired_margin_p(b, c, 200, margin)) < 0.025) == inside
