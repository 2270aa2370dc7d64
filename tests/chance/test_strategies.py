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


@pytest.mark.parametrize(
    ("classes", "larger", "points"),
    [((11, 4), (7, 23), 5), pytest.param((20, 6), (7, 30), 11, marks=pytest.mark.full)],
    ids=["few", "many"],
)
def test_curve_by_the_double_sum(classes, larger, points):
    """And no strategy beats the baseline: a guesser is a draw of a number that varies."""
    for key, row in MEASURES.items():
        curve = strategies(key, *classes, points=points)
        right = [summed(key, *classes, g) for g in curve.g]
        np.testing.assert_allclose(curve.mean, right, atol=1e-12, rtol=1e-12, err_msg=key)
        for total, positives in itertools.product(larger, (1, 3, 6)):
            curve, reach = strategies(row, total, positives, points=2 * points - 1), baseline(row, total, positives)
            known = curve.mean[np.isfinite(curve.mean)]
            slack = 1e-12 * max(1.0, abs(reach.highest), abs(reach.lowest)) if known.size else 0
            assert (known <= reach.highest + slack).all(), key
            assert (known >= reach.lowest - slack).all(), key


@pytest.mark.parametrize(
    ("key", "total", "positives"), [("G2", 20, 6), ("F1", 20, 6), ("ERR", 30, 12), ("G2", 5, 1), ("CC", 12, 3)]
)
def test_the_best_g_by_a_fine_grid(key, total, positives):
    sign = 1 if measure(key).better == "higher" else -1
    g, value = strategies(key, total, positives, points=41).best
    assert value == pytest.approx(summed(key, total, positives, g), abs=1e-12)
    near = [at for at in (*np.linspace(0, 1, 41), g - 1 / 400, g + 1 / 400) if 0 <= at <= 1 and abs(at - g) > 1e-6]
    assert not any(sign * value <= sign * summed(key, total, positives, at) for at in near)


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
    of_f1 = law("F1", 303, 139, 0.3)
    assert of_f1.probability @ of_f1.value == pytest.approx(summed("F1", 303, 139, 0.3), rel=1e-12)
    assert law("TPR", 10, 0, 0.5).undefined == 1
    assert law("F1", 10**6, 10**5, 0.5) is None
