"""Bands of a draw over theta: by enumeration, by scipy, and how many draws they hold."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import hypergeom

from ddcore.chance.bands import bands
from ddcore.measures import measure
from tests import oracles
from tests.helpers.chance import KEYS, SMALL, wrong

LEVELS = (0.025, 0.25, 0.75, 0.975)


@pytest.mark.parametrize(("points", "right"), [(201, 201), (21, 21), (5_000, 1_001)])
def test_up_to_so_many_thetas_evenly_spaced(points, right):
    found = bands("TP", 1_000, 300, points)
    np.testing.assert_allclose(found.theta, np.arange(right) / (right - 1), rtol=1e-15)
    called = np.floor(1_000 * np.arange(right) / (right - 1) + 0.5).astype(int)
    np.testing.assert_allclose(found.mean, 0.3 * called, rtol=1e-14)
    some = slice(None, None, max(1, right // 20))
    law = hypergeom(1_000, 300, called[some])
    for edge, level in zip(edges(found), LEVELS, strict=True):
        np.testing.assert_array_equal(edge[some], law.ppf(level) * (called[some] > 0))
    for low, high, share in ((found.low, found.high, 0.95), (found.low50, found.high50, 0.5)):
        assert (law.cdf(high[some]) - law.cdf(low[some] - 1) >= share - 1e-9).all()


def test_each_number_called_positive_by_enumeration():
    """The bands hold half of the draws and 95 %."""
    levels = [Fraction(level) for level in ("0.025", "0.25", "0.75", "0.975")]
    assert tuple(float(level) for level in levels) == LEVELS
    for key, (total, positives) in itertools.product(KEYS, ((11, 4), (6, 0))):
        definition, found = oracles.DEFINITIONS[key], bands(key, total, positives)
        assert (found.measure, found.theta) == (measure(key), pytest.approx(np.arange(total + 1) / total))
        for n in range(total + 1):
            assert not wrong(found.mean[n], oracles.expectation(definition, total, positives, n), SMALL), (key, n)
            for level, edge in zip(levels, edges(found), strict=True):
                exact = oracles.quantile(definition, total, positives, n, level)
                assert exact is None or exact[1] > 1e-12
                assert not wrong(edge[n], exact and exact[0], 1e-14), (key, n, level)


def edges(found):
    return found.low, found.low50, found.high50, found.high
