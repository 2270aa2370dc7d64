"""Take-up against fractions, thirty digits and numerical slopes.

After a dissertation on likelihood transformations, section 9.3.
"""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.decisions.take_up import quartic, sigmoid, sigmoid_through, through_points
from ddcore.errors import InputError
from tests.helpers.decisions import refused
from tests.helpers.lending import plain_quartic, plain_sigmoid, some_points, some_take_up
from tests.oracles import published

seeds = st.integers(0, 2**32 - 1)


@given(thousandths=st.integers(0, 10_000))
def test_the_quartic_is_its_formula_up_to_one_half_and_nothing_above(thousandths):
    (row,) = (row for row in published("003_lending.csv") if row["what"] == "take-up")
    rate = Fraction(thousandths, 1000)
    # Evaluated is a row of our own table, ddcore/papers/003_lending.csv, never what a visitor wrote.
    right = eval(row["right"].replace("15 / 4", "Fraction(15, 4)"), {"Fraction": Fraction, "r": rate})
    assert float(quartic()(float(rate))) == pytest.approx(float(max(right, Fraction(0))), abs=1e-15)
    assert (right > 0) == (rate < Fraction(1, 2))


def test_the_quartic_is_concave_from_all_to_nobody():
    rates = np.linspace(0, 0.5, 501)
    taken = quartic()(rates)
    assert (taken[0], taken[-1]) == (1, 0)
    assert (np.diff(taken, 2) < 0).all()
    np.testing.assert_allclose(taken, [float(plain_quartic(rate)) for rate in rates], atol=1e-15)


@given(
    level=st.floats(-10, 10),
    factor=st.floats(0, 50),
    steep=st.floats(-100, -0.01),
    rate=st.floats(0, 10),
    risk=st.floats(0, 1),
)
def test_the_sigmoid_is_its_formula_to_thirty_digits(level, factor, steep, rate, risk):
    with mpmath.workdps(30):
        right = plain_sigmoid(*map(mpmath.mpf, (level, factor, steep)))(mpmath.mpf(rate), mpmath.mpf(risk))
    assert float(sigmoid(level, factor, steep)(rate, risk)) == pytest.approx(float(right), rel=1e-12, abs=1e-300)


@given(seed=seeds)
def test_take_up_goes_through_its_points_never_rises_and_stays_level_outside(seed):
    rates, shares = some_points(np.random.default_rng(seed), 1.0)
    found = through_points(rates, shares)
    assert found(rates).tolist() == pytest.approx(shares, abs=1e-14)
    assert found([-1.0, 10.0]).tolist() == pytest.approx([shares[0], shares[-1]], abs=1e-14)
    assert found.slope(np.array([-1.0, 10.0]), np.zeros(2)).tolist() == [0, 0]
    for (low, high), (before, after) in zip(pairwise(rates), pairwise(shares), strict=True):
        inside = found(np.linspace(low, high, 50))
        assert (np.diff(inside) <= 1e-15).all()
        assert after - 1e-14 <= inside.min() <= inside.max() <= before + 1e-14


def test_two_points_make_a_straight_line():
    assert through_points([0.1, 0.5], [0.8, 0.2])([0.1, 0.2, 0.3, 0.5]).tolist() == pytest.approx([0.8, 0.65, 0.5, 0.2])


@given(seed=seeds)
def test_a_share_is_between_none_and_all_falls_with_the_rate_and_has_its_slope(seed):
    """And rises with the risk: risky applicants are the more willing."""
    rng = np.random.default_rng(seed)
    take_up, step = some_take_up(rng, 1.0), 1e-6
    taken = take_up(np.linspace(0, 10, 2001)[:, None], np.linspace(0, 1, 5))
    assert 0 <= taken.min() <= taken.max() <= 1
    assert (np.diff(taken, axis=0) <= 1e-15).all()
    assert (np.diff(taken, axis=1) >= 0).all()
    # Points of `some_points` and the end of the quartic lie on a grid of 1/39; the middles of its gaps are smooth.
    rates, risk = (np.arange(39) + 0.37) / 39, np.array([[0.0], [0.3], [1.0]])
    right = (take_up(rates + step, risk) - take_up(rates - step, risk)) / (2 * step)
    assert take_up.slope(rates, risk) == pytest.approx(right, rel=1e-5, abs=1e-7)
    found, steep = take_up(rates, risk), take_up.slope(rates, risk)
    assert found.shape == steep.shape == (3, 39)
    assert all(found[j, i] == take_up(rates[i], risk[j, 0]) for j in range(3) for i in (0, 5, 38))
    assert take_up(rates).shape == (39,)


def test_the_words_say_what_is_assumed_and_the_flag_whether_risk_matters():
    for take_up, by_risk, words in (
        (quartic(), False, "T(r) = 1 − 15/4 r² − r⁴"),
        (sigmoid(2, 1.5, -8), True, "T(s, r) = 1 / (1 + exp(−(2 + 1.5 s − 8 r)))"),
        (sigmoid(2, 0, -8), False, "T(s, r) = 1 / (1 + exp(−(2 + 0 s − 8 r)))"),
        (through_points([0, 0.25], [1, 0.5]), False, "through 1 at 0, 0.5 at 0.25"),
    ):
        assert take_up.words.startswith(words)
        assert take_up.by_risk is by_risk
        assert bool(np.ptp(take_up(0.2, np.linspace(0, 1, 5))) > 0) is by_risk


def test_a_sigmoid_goes_through_two_shares_of_applicants_without_risk():
    for ends in (((0.1, 0.9), (0.4, 0.3)), ((0, 0.5), (0.2, 0.01)), ((0.05, 0.99), (3, 0.98))):
        for factor in (0, 2.5):
            take_up = sigmoid_through(*ends, factor)
            for rate, share in ends:
                odds = share / (1 - share)
                assert float(take_up(rate, 0)) == pytest.approx(share, abs=1e-12)
                # At a certain default the log odds of accepting are higher by the factor of the risk.
                assert float(take_up(rate, 1)) == pytest.approx(1 - 1 / (1 + odds * math.exp(factor)), abs=1e-12)
            assert take_up.by_risk == (factor > 0)


TWO = "take-up needs two points or more, each a rate and a share, got"
FEWER = "fewer must take a loan at a higher rate"
REFUSED = (
    (sigmoid, (1, 1, 0), f"{FEWER}: the factor of the rate must be below 0, got 0"),
    (sigmoid, (1, -1, -2), "risky applicants must be the more willing: the factor of the risk must be 0 or more..."),
    (sigmoid, (math.nan, 1, -1), "the level must be between -10,000 and 10,000, got nan"),
    (sigmoid, (1, math.inf, -1), "the factor of the risk must be between -10,000 and 10,000, got inf"),
    (sigmoid, (1, 1, -math.inf), "the factor of the rate must be between -10,000 and 10,000, got -inf"),
    (sigmoid_through, ((0.1, 0.3), (0.4, 0.5)), f"{FEWER}, got 0.5 at 0.4 after 0.3 at 0.1"),
    (sigmoid_through, ((0.1, 0.3), (0.4, 0.3)), f"{FEWER}: the factor of the rate..."),
    (sigmoid_through, ((0.1, 1), (0.4, 0.3)), "a share of takers must be above 0 and below 1, got 1"),
    (sigmoid_through, ((0.4, 0.9), (0.1, 0.3)), "the rates of the points must rise, got 0.1 after 0.4"),
    (through_points, ([], []), f"{TWO} 0 rates and 0 shares"),
    (through_points, ([0.1], [1]), f"{TWO} 1 rates and 1 shares"),
    (through_points, ([0, 1, 2], [1, 0]), f"{TWO} 3 rates and 2..."),
    (through_points, ([-0.1, 0.2], [1, 0]), "a rate must be between 0 and 10, got -0.1"),
    (through_points, ([5, 25], [1, 0]), "a rate must be between 0 and 10, got 25"),
    (through_points, ([0.1, math.nan], [1, 0]), "a rate must be between 0 and 10, got nan"),
    (through_points, ([0, 0.1], [1.2, 0]), "a share of takers must be between 0 and 1, got 1.2"),
    (through_points, ([0, 0.1], [1, math.nan]), "a share of takers must be between 0 and 1, got nan"),
    (through_points, ([0.2, 0.1], [1, 0]), "the rates of the points must rise, got 0.1 after 0.2"),
    (through_points, ([0.2, 0.2], [1, 0]), "the rates of the points must rise, got 0.2 after 0.2"),
    (through_points, ([0.2, 0.3], [0.5, 0.6]), f"{FEWER}, got 0.6 at 0.3 after 0.5 at 0.2"),
)  # fmt: skip


def test_what_cannot_be_a_take_up_is_refused():
    for form, given_, message in REFUSED:
        refused(message, form, *given_)
    for form, *given_ in (
        (sigmoid, None, 1, -1),
        (sigmoid, 1, 1, "-1"),
        (through_points, [0.1, None], [1, 0]),
        (through_points, [0, 0.1], ["1", 0]),
        (quartic(), "much"),
        (quartic(), None),
    ):
        with pytest.raises(InputError, match=r"must"):
            form(*given_)


def test_extreme_numbers_are_refused_or_give_shares_without_a_warning():
    """Huge factors, points next to each other, and steep ones."""
    with pytest.raises(InputError):
        sigmoid(1e308, 1e308, -1e308)
    for near in (1e-320, 1e-300):
        try:
            taken = through_points([0, near, 0.3], [1, 0.5, 0])([0.0, 0.2, 0.5], [1.0, 0.5, 0.0])
        except InputError:
            taken = np.zeros(3)
        assert ((taken >= 0) & (taken <= 1)).all()
