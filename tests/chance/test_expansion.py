"""The mean of a guesser by its expansion: derivatives by differences of 50 digits, bounds by trying, in fractions."""

import itertools
import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from ddcore.chance import guessing
from ddcore.chance.balance import balanced
from ddcore.chance.expansion import BOUNDS, CURVATURES, HIGHEST_F1, LOWEST_F1, METRICS, expansion, expansions
from ddcore.measures import counted
from tests.helpers.loops import nonempty
from tests.oracles import DEFINITIONS, evaluate, guessed

PLACES = ((20, 6, 0.2), (100, 70, 0.6), (50, 25, 0.5))

# The measures of true and false positives x and y, written anew.
WRITTEN = {
    "PPV": lambda x, y, P, N: x / (x + y),
    "NPV": lambda x, y, P, N: (N - y) / (P + N - x - y),
    "MK": lambda x, y, P, N: x / (x + y) + (N - y) / (P + N - x - y) - 1,
    "MCC": lambda x, y, P, N: (N * x - P * y) / mpmath.sqrt(P * N * (x + y) * (P + N - x - y)),
    "F1": lambda x, y, P, N: 2 * x / (P + x + y),
    "NF1": lambda x, y, P, N: 2 * (N - y) / (P + 2 * N - x - y),
}


def written(key, is_balanced, P, N):
    if is_balanced:
        return lambda x, y: WRITTEN[key](x / P, y / N, mpmath.mpf(1), mpmath.mpf(1))
    return lambda x, y: WRITTEN[key](x, y, mpmath.mpf(P), mpmath.mpf(N))


@pytest.mark.parametrize(("key", "is_balanced"), CURVATURES)
def test_second_derivatives(key, is_balanced):
    """What is computed and what is shown are both the derivatives of the measure."""
    for total, positives, g in PLACES:
        P, N = positives, total - positives
        exact_g = Fraction(str(g))
        part = expansion(key, total, positives, g, is_balanced=is_balanced)
        with mpmath.workdps(50):
            x, y = (mpmath.mpf((cases * exact_g).numerator) / (cases * exact_g).denominator for cases in (P, N))
            exact = [float(mpmath.diff(written(key, is_balanced, P, N), (x, y), order)) for order in ((2, 0), (0, 2))]
        names = {"M": total, "P": P, "N": N, "g": exact_g, "x": P * exact_g, "y": N * exact_g}
        shown = [float(evaluate(text, **names, r=exact_g, s=exact_g)) for text in CURVATURES[key, is_balanced]]
        np.testing.assert_allclose([part.xx, part.yy], exact, rtol=1e-10, atol=1e-16)
        np.testing.assert_allclose(shown, exact, rtol=1e-12, atol=1e-18)


def test_parts_are_those_of_the_series():
    for key, (total, positives, g), is_balanced in itertools.product(METRICS, PLACES, (False, True)):
        part = expansion(key, total, positives, g, is_balanced=is_balanced)
        row = balanced(counted(key)) if is_balanced else counted(key)
        assert part.middle + part.first == pytest.approx(float(guessing.series(row, total, positives, g)), abs=1e-15)
        assert part.var_x == pytest.approx(positives * g * (1 - g), rel=1e-15)
        assert part.var_y == pytest.approx((total - positives) * g * (1 - g), rel=1e-15)
        assert part.exact == float(guessing.expectation(row, total, positives, g))
    for key in ("PPV", "F1", "NF1"):
        exact, missing = guessed(DEFINITIONS[key], 20, 6, Fraction(1, 5))
        part = expansion(key, 20, 6, 0.2)
        mean = exact if key == "PPV" else exact * (1 - missing)
        assert part.left_out == pytest.approx(float(mean) - part.middle - part.first, abs=1e-15)
        assert (abs(part.left_out) < 1e-15) == (key == "PPV")


@pytest.mark.parametrize(
    ("key", "is_balanced", "at_20", "at_50", "at_1600"),
    [
        ("F1", False, 0.228118254793, -0.1587, -0.1657),
        ("NF1", False, 0.744270205773, -0.02885, -0.02851),
        ("F1", True, 0.264552843428, 0.1648, 0.1416),
        ("NF1", True, 0.615529678813, 0.02286, 0.02251),
    ],
)
def test_what_is_left_out_of_an_f_score_falls_with_the_square_of_the_cases(key, is_balanced, at_20, at_50, at_1600):
    """P = 0.3 M, g = 0.2, sums of 60 digits: the mean of 20 cases, and what is left out times M^2 at 50 and 1600.

    An F score is 0 where no case is predicted positive, as its formula on counts is (Burger & Meertens, Table 2).
    """
    assert expansion(key, 20, 6, 0.2, is_balanced=is_balanced).exact == pytest.approx(at_20, abs=5e-13)
    for total, printed in ((50, at_50), (1600, at_1600)):
        left_out = expansion(key, total, 3 * total // 10, 0.2, is_balanced=is_balanced).left_out * total**2
        assert float(f"{left_out:.4g}") == printed


@pytest.mark.parametrize("key", BOUNDS)
def test_first_term_lies_within_its_bounds_and_comes_near_them(key):
    for g in nonempty((0.05, 0.2, 0.4, 0.5, 0.6, 0.9)):
        low, high = expansion(key, 2, 1, g, is_balanced=True).bounds
        terms = [
            expansion(key, total, positives, g, is_balanced=True).first
            for total in (2, 10, 1000)
            for positives in {1, total // 2, total - 1}
        ]
        assert min(terms) >= low - 1e-15
        assert max(terms) <= high + 1e-15
        far = [expansion(key, 10**7, positives, g, is_balanced=True).first for positives in (1, 10**7 - 1)]
        np.testing.assert_allclose(sorted(far), [low, high], rtol=1e-6, atol=1e-8)


def test_the_widest_bounds_of_f1():
    """8/243 at g = 2/5 in fractions; the other end where 9 g^2 + 12 g - 3 is 0, which (sqrt(7) - 2) / 3 solves."""
    g = Fraction(2, 5)
    assert 2 * g * g * (1 - g) / (2 * g + 1) ** 3 == Fraction(8, 243) == Fraction(HIGHEST_F1[1]).limit_denominator(1000)
    assert HIGHEST_F1[0] == float(g)
    with mpmath.workdps(30):
        root = (mpmath.sqrt(7) - 2) / 3
        lowest = -2 * root * (1 - root**2) / (2 * root + 1) ** 3
        assert abs(lowest + mpmath.mpf(4) / 243 * (7 * mpmath.sqrt(7) - 10)) < 1e-25
        np.testing.assert_allclose(LOWEST_F1, [float(root), float(lowest)], rtol=1e-15)
    grid = np.linspace(0.001, 0.999, 4001)
    for key, turned in (("F1", grid), ("NF1", 1 - grid)):
        low = [BOUNDS[key].low(at) for at in turned]
        high = [BOUNDS[key].high(at) for at in turned]
        assert math.isclose(max(high), HIGHEST_F1[1], rel_tol=1e-6)
        assert math.isclose(min(low), LOWEST_F1[1], rel_tol=1e-6)
        assert abs(grid[int(np.argmax(high))] - HIGHEST_F1[0]) < 1e-3
        assert abs(grid[int(np.argmin(low))] - LOWEST_F1[0]) < 1e-3


def test_all_expansions_are_those_as_they_are_then_the_balanced_ones():
    parts = expansions(100, 30, 0.2)
    assert [(part.key, part.is_balanced) for part in parts] == [(key, way) for way in (False, True) for key in METRICS]
    assert all((part.bounds is None) != part.is_balanced for part in parts)
    for total, positives, g in ((10, 4, 0.0), (10, 4, 1.0), (10, 0, 0.5), (10, 10, 0.5)):
        assert expansions(total, positives, g) == [], "nothing to expand"
