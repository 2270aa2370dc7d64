"""Kernel densities, tallies and bandwidths against sums over cases, numpy, scipy, statsmodels and KDEpy."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from KDEpy.bw_selection import improved_sheather_jones
from scipy.stats import gaussian_kde
from statsmodels.nonparametric.bandwidths import bw_normal_reference, bw_silverman

from ddcore.scores.kernel import BANDWIDTHS, REACH, Kernel, Tally
from tests.helpers.ensemble import improved_sheather_jones as solved
from tests.helpers.ensemble import sheather_jones as pairs
from tests.helpers.scores import grouped, mirrored, summed, tallied


def test_a_density_is_that_of_scipy():
    cases, _ = grouped(seed=3)
    x = np.linspace(cases.min(), cases.max(), 300)
    for factor in (0.05, 0.3, 1.0):
        width = factor * cases.std(ddof=1)
        found = Kernel.of(tallied(cases), width, None)
        np.testing.assert_allclose(np.exp(found(x)), gaussian_kde(cases, bw_method=factor)(x), rtol=4e-3)
        assert found.bandwidth == width


def test_the_ends_0_and_1_are_seen():
    """Whatever the number of points of the grid is, even or odd."""
    cases, ends = np.array([0.0, 0.01, 0.4, 0.99, 1.0]), np.array([0.0, 1.0])
    for bandwidth in (0.05, 0.0499, 0.1, 0.11, 1 / 3, 0.01):
        found = Kernel.of(tallied(cases), bandwidth, (0.0, 1.0))
        assert found.sees(ends).all()
        np.testing.assert_allclose(np.exp(found(ends)), mirrored(ends, cases, bandwidth), rtol=0.01)


def test_a_kernel_wider_than_the_bounds_is_reflected_again_and_again():
    found = Kernel.of(Tally(np.array([0.3]), np.array([1.0])), 0.5, (0.0, 1.0))
    x = np.linspace(0.05, 0.95, 19)
    images = np.array([2.0 * k + side * 0.3 for k in range(-10, 11) for side in (1, -1)])
    np.testing.assert_allclose(np.exp(found(x)), summed(x, images, 0.5) * images.size, rtol=2e-3)


def test_a_case_is_seen_within_its_reach():
    found = Kernel.of(Tally(np.array([0.0, 100.0]), np.array([1.0, 1.0])), 1.0, None)
    near = np.array([-REACH + 0.1, 0, REACH - 0.1, 100 - REACH + 0.1, 100 + REACH - 0.1])
    far = np.array([-REACH - 0.2, REACH + 0.2, 50, 100 - REACH - 0.2, 100 + REACH + 0.2, 1e6, -1e6])
    assert found.sees(near).all()
    assert not found.sees(far).any()


SAMPLES = {
    "normal": lambda rng, n: rng.normal(3, 2, n),
    "skewed": lambda rng, n: rng.lognormal(0, 1, n),
    "bounded": lambda rng, n: rng.beta(0.5, 0.7, n),
    "ratings": lambda rng, n: rng.integers(1, 6, n).astype(float),
    "two groups": lambda rng, n: np.where(rng.random(n) < 0.5, rng.normal(0, 1, n), rng.normal(30, 1, n)),
}


@pytest.mark.parametrize("size", [11, 200, 2_001])
def test_bandwidths_are_those_of_statsmodels_and_scipy(size):
    for name, sample in SAMPLES.items():
        cases = sample(np.random.default_rng(size), size)
        right = {
            "normal": bw_normal_reference(cases),
            "silverman": bw_silverman(cases),
            "scott": gaussian_kde(cases).factor * cases.std(ddof=1),
        }
        assert {rule: BANDWIDTHS[rule][1](tallied(cases)) for rule in right} == pytest.approx(right, rel=1e-12), name


@pytest.mark.parametrize("name", SAMPLES)
def test_sheather_jones_is_that_of_sums_over_pairs_of_cases(name):
    for size in (5, 11, 200, 1_000):
        cases = SAMPLES[name](np.random.default_rng(size), size)
        # Cases are shared between points of a grid: of five in two groups they lie few points apart.
        assert BANDWIDTHS["sj"][1](tallied(cases)) == pytest.approx(pairs(cases), rel=6e-3 if size == 5 else 1e-3)


def test_sheather_jones_leaves_out_what_is_far():
    cases = np.random.default_rng(1).normal(0, 1, 300)
    near, far = (BANDWIDTHS["sj"][1](tallied(each)) for each in (cases, np.append(cases, [1e7, -1e9])))
    assert far == pytest.approx(pairs(np.append(cases, [1e7, -1e9])), rel=2e-3)
    assert far == pytest.approx(near, rel=0.01)


def test_sheather_jones_is_near_the_best_bandwidth_where_normal_reference_is_not():
    """Of two groups 6 deviations apart the best h is (1 / (2 sqrt(pi) n psi_4))^(1/5), psi_4 of the law by hand."""
    rng = np.random.default_rng(2)
    cases = np.where(rng.random(2_000) < 0.5, rng.normal(0, 1, 2_000), rng.normal(6, 1, 2_000))
    psi = 3 / (8 * math.sqrt(math.pi)) / 2
    best = (1 / (2 * math.sqrt(math.pi) * psi * 2_000)) ** 0.2
    assert BANDWIDTHS["sj"][1](tallied(cases)) == pytest.approx(best, rel=0.15)
    assert BANDWIDTHS["normal"][1](tallied(cases)) > 2 * best


@pytest.mark.parametrize("name", ["normal", "bounded", "two groups"])
def test_improved_sheather_jones_solves_its_equation(name):
    cases = SAMPLES[name](np.random.default_rng(8), 1_500)
    assert BANDWIDTHS["isj"][1](tallied(cases)) == pytest.approx(solved(cases), rel=2e-3)


@pytest.mark.parametrize("name", ["normal", "two groups"])
def test_improved_sheather_jones_is_that_of_kdepy(name):
    """KDEpy scales its solution by the range R of the data, not the length L of its grid: times L / R it is right.

    Its grid pads the range by max(6, R / 2) on either side; the finite grids differ by a few per cent.
    """
    cases = 10 * SAMPLES[name](np.random.default_rng(9), 2_000)
    reach = np.ptp(cases)
    length = reach + 2 * max(6, reach / 2)
    witness = improved_sheather_jones(cases[:, None]) * length / reach
    assert BANDWIDTHS["isj"][1](tallied(cases)) == pytest.approx(witness, rel=0.05)


def test_bandwidths_of_few_cases_are_finite_and_those_without_a_solution_nan():
    for rule in ("sj", "normal", "silverman", "scott"):
        assert BANDWIDTHS[rule][1](tallied([2.0])) == BANDWIDTHS[rule][1](tallied([2.0, 2.0, 2.0])) == 0
        assert BANDWIDTHS[rule][1](tallied([2.0, 5.0])) > 0
    for cases in ([1.0, 2.0, 3.0], [1.0, 2.0, 3.0, 4.0, 5.0] * 20, [0.0, 1.0] * 30):
        assert math.isnan(BANDWIDTHS["isj"][1](tallied(cases)))


def test_a_spread_whose_middle_half_is_equal_is_the_standard_deviation():
    cases = np.array([1.0] * 8 + [0.0, 5.0])
    assert tallied(cases).spread == pytest.approx(cases.std(ddof=1), rel=1e-14)
    assert BANDWIDTHS["normal"][1](tallied(cases)) == pytest.approx(bw_normal_reference(cases), rel=1e-12)


@given(
    cases=st.lists(st.integers(-5, 5), min_size=1, max_size=30),
    level=st.sampled_from([0.005, 0.1, 0.25, 1 / 3, 0.5, 0.75, 0.9, 0.995, 0.0, 1.0]),
)
def test_a_tally_has_the_moments_and_quantiles_of_its_cases(cases, level):
    tally = tallied(cases)
    assert tally.total == len(cases)
    assert tally.mean == pytest.approx(np.mean(cases), abs=1e-12)
    assert tally.deviation == pytest.approx(np.std(cases, ddof=1) if len(cases) > 1 else 0, abs=1e-12)
    assert tally.quantile(level) == pytest.approx(np.quantile(cases, level), abs=1e-9)


def test_scores_that_no_case_has_are_left_out_of_a_tally():
    found = Tally.of(np.array([1.0, 2.0, 3.0]), np.array([2, 0, 1]))
    assert (found.score.tolist(), found.cases.tolist()) == ([1, 3], [2, 1])
