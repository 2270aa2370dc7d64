"""Baselines of many pairs of class sizes, beside those of one pair, which their own tests hold to enumeration."""

import numpy as np
import pytest

from ddcore.chance.baselines import baselines
from ddcore.chance.dutch_draw import baseline
from ddcore.measures import MEASURES, measure
from tests.helpers.loops import nonempty

EVERY = [(M, P) for M in range(1, 10) for P in range(M + 1)]
LARGER = [(37, 11), (40, 20), (41, 2), (99, 98), (150, 75), (303, 139), (800, 30), (2000, 70), (50_000, 50)]


@pytest.mark.parametrize("key", MEASURES)
def test_baselines_are_those_of_one_pair(key):
    M, P = np.array([*EVERY, *LARGER]).T
    row = measure(key)
    expected = [baseline(key, m, p).best(row.better) for m, p in nonempty(zip(M.tolist(), P.tolist(), strict=True))]
    np.testing.assert_allclose(baselines(key, M, P), expected, rtol=1e-11, atol=1e-13)


def test_a_formula_of_ones_own_has_one_too():
    found = baselines("gain = (tp - 2 * fp) / m", [10, 20], [4, 5])
    expected = [baseline("gain = (tp - 2 * fp) / m", M, P).highest for M, P in nonempty(((10, 4), (20, 5)))]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-15)


def test_shapes_are_kept():
    assert baselines("F1", [[10, 20], [10, 30]], 4).shape == (2, 2)
    assert baselines("F1", np.empty((2, 0), int), np.empty((2, 0), int)).shape == (2, 0)
