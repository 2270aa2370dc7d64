"""Bands of a draw over theta: by enumeration, by scipy, and how many draws they hold."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import hypergeom

from ddcore.chance.bands import LEVELS, bands
from ddcore.measures import measure
from tests import oracles
from tests.helpers.chance import KEYS, SMALL, wrong


def test_the_bands_hold_half_and_95_percent():
    assert LEVELS == (0.025, 0.25, 0.75, 0.975)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("total", "positives"), [(11, 4), (6, 0)])
def test_each_number_called_positive_by_enumeration(key, total, positives):
    definition, found = oracles.DEFINITIONS[key], bands(key, total, positives)
    assert found.measure == measure(key)
    assert found.theta == pytest.approx(np.arange(total + 1) / total)
    for n in range(total + 1):
        assert not wrong(found.mean[n], oracles.expectation(definition, total, positives, n), SMALL), n
        edges = {"0.025": found.low95, "0.25": found.low50, "0.75": found.high50, "0.975": found.high95}
        for level, edge in edges.items():
            exact = oracles.quantile(definition, total, positives, n, Fraction(level))
            if exact is None:
                assert np.isnan(edge[n]), n
            else:
                value, near = exact
                assert near > 1e-12
                assert not wrong(edge[n], value, 1e-14), (n, level)


@pytest.mark.parametrize(("points", "right"), [(201, 201), (21, 21), (1_001, 1_001), (5_000, 1_001)])
def test_up_to_so_many_thetas_evenly_spaced(points, right):
    found = bands("TP", 1_000, 300, points)
    np.testing.assert_allclose(found.theta, np.arange(right) / (right - 1), rtol=1e-15)
    called = np.floor(1_000 * np.arange(right) / (right - 1) + 0.5).astype(int)
    law = hypergeom(1_000, 300, called)
    np.testing.assert_allclose(found.mean, 0.3 * called, rtol=1e-14)
    for edge, level in zip((found.low95, found.low50, found.high50, found.high95), LEVELS, strict=True):
        np.testing.assert_array_equal(edge, law.ppf(level) * (called > 0))
    assert (law.cdf(found.high95) - law.cdf(found.low95 - 1) >= 0.95 - 1e-9).all()
    assert (law.cdf(found.high50) - law.cdf(found.low50 - 1) >= 0.5 - 1e-9).all()


def test_a_measure_of_which_less_is_better_has_the_same_order():
    found = bands("ERR", 40, 15)
    for lower, upper in (("low95", "low50"), ("low50", "mean"), ("mean", "high50"), ("high50", "high95")):
        assert (getattr(found, lower) <= getattr(found, upper) + 0.02).all(), (lower, upper)
    assert (found.low95 < found.high95)[1:-1].all()
