"""Every strategy g at once: against scipy's binomials, against a fine grid, and never above the baseline."""

import itertools

import numpy as np
import pytest
from scipy.stats import binom

from ddcore.chance.dutch_draw import baseline, expectation
from ddcore.chance.strategies import FEW_POINTS, OWN_POINTS, POINTS, law, strategies
from ddcore.counts import Counts
from ddcore.measures import MEASURES, measure
from tests.helpers.loops import nonempty


def summed(key, total, positives, g):
    """The mean over all tables that have a value."""
    x, y = np.arange(positives + 1)[:, None], np.arange(total - positives + 1)
    weight = binom(positives, g).pmf(x) * binom(total - positives, g).pmf(y)
    tables = Counts(tp=x + 0 * y, fp=y + 0 * x, fn=positives - x + 0 * y, tn=total - positives - y + 0 * x)
    value = measure(key)(tables)
    known = ~np.isnan(value) & (weight > 0)
    return float((weight[known] * value[known]).sum() / weight[known].sum()) if known.any() else np.nan


@pytest.mark.parametrize("key", MEASURES)
def test_curve_by_the_double_sum(key):
    curve = strategies(key, 20, 6, points=11)
    np.testing.assert_allclose(curve.mean, [summed(key, 20, 6, g) for g in curve.g], atol=1e-12, rtol=1e-12)


@pytest.mark.parametrize("key", MEASURES)
def test_no_strategy_beats_the_baseline(key):
    """A guesser is a draw of a number that varies."""
    row = MEASURES[key]
    for total, positives in itertools.product((7, 30), (1, 3, 6)):
        curve, reach = strategies(row, total, positives, points=21), baseline(row, total, positives)
        known = curve.mean[np.isfinite(curve.mean)]
        slack = 1e-12 * max(1.0, abs(reach.highest), abs(reach.lowest)) if known.size else 0
        assert (known <= reach.highest + slack).all()
        assert (known >= reach.lowest - slack).all()


@pytest.mark.parametrize(
    ("key", "total", "positives"), [("G2", 20, 6), ("F1", 20, 6), ("ERR", 30, 12), ("G2", 5, 1), ("CC", 12, 3)]
)
def test_the_best_g_by_a_fine_grid(key, total, positives):
    sign = 1 if measure(key).better == "higher" else -1
    curve = strategies(key, total, positives, points=41)
    g, value = curve.best
    fine = np.linspace(0, 1, 401)
    means = np.array([summed(key, total, positives, at) for at in fine])
    at = int(np.nanargmax(sign * means))
    assert abs(g - fine[at]) <= 1 / 400
    assert sign * value >= sign * means[at] - 1e-12
    assert value == pytest.approx(summed(key, total, positives, g), abs=1e-12)


def test_where_all_are_the_same_none_is_best():
    for key in nonempty(("MCC", "PPV", "J", "BACC")):
        curve = strategies(key, 30, 12, points=21)
        assert curve.level
        assert curve.best is None
    assert strategies("TPR", 10, 0, points=3).best is None
    assert not strategies("TPR", 10, 0, points=3).level


def test_draw_is_that_of_the_nearest_number():
    curve = strategies("F1", 10, 4, points=5)
    np.testing.assert_array_equal(curve.draw, expectation("F1", 10, 4, [0, 0.25, 0.5, 0.75, 1]))


def test_fewer_points_where_each_takes_long():
    assert strategies("F1", 10, 4).g.size == POINTS
    assert strategies("F1", 10**8, 10**7).g.size == FEW_POINTS
    assert strategies("x = tp * tn / m ** 2", 10, 4).g.size == FEW_POINTS
    assert strategies("x = tp / m", 20_000, 4).g.size in (OWN_POINTS, FEW_POINTS, POINTS)


def test_law_of_a_single_guess_is_that_of_all_tables():
    """Accuracy is X + (N - Y) of the cases: both are binomial, so that the sum has a law by convolution."""
    found = law("ACC", 20, 6, 0.2)
    right = np.convolve(binom(6, 0.2).pmf(np.arange(7)), binom(14, 0.8).pmf(np.arange(15)))
    np.testing.assert_allclose(found.value, np.arange(21) / 20, atol=1e-15)
    np.testing.assert_allclose(found.probability, right, atol=1e-14)
    assert found.undefined == 0
    assert law("PPV", 20, 6, 0.1).undefined == pytest.approx(0.9**20, rel=1e-12)
    assert law("F1", 303, 139, 0.3).probability @ law("F1", 303, 139, 0.3).value == pytest.approx(
        summed("F1", 303, 139, 0.3), rel=1e-12
    )


def test_law_where_there_is_none():
    assert law("TPR", 10, 0, 0.5).undefined == 1
    assert law("F1", 10**6, 10**5, 0.5) is None
