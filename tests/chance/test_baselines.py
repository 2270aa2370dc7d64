"""Baselines of many pairs of class sizes, beside those of one pair, which their own tests hold to enumeration."""

import numpy as np

from ddcore.chance.baselines import baselines
from ddcore.chance.dutch_draw import baseline
from ddcore.measures import MEASURES, measure

EVERY = [(M, P) for M in (1, 2, 3, 6) for P in range(M + 1)]
LARGER = [(37, 11), (40, 20), (41, 2), (99, 98), (303, 139), (50_000, 50)]


def test_baselines_are_those_of_one_pair():
    """Of a formula of one's own too; shapes are kept."""
    M, P = np.array([*EVERY, *LARGER]).T
    for key in (*MEASURES, "gain = (tp - 2 * fp) / m"):
        row = measure(key)
        some = slice(None) if key in MEASURES else slice(0, 20, 4)
        expected = [
            baseline(row, m, p).best(row.better) for m, p in zip(M[some].tolist(), P[some].tolist(), strict=True)
        ]
        np.testing.assert_allclose(baselines(key, M[some], P[some]), expected, rtol=1e-11, atol=1e-13, err_msg=key)
    assert baselines("F1", [[10, 20], [10, 30]], 4).shape == (2, 2)
    assert baselines("F1", np.empty((2, 0), int), np.empty((2, 0), int)).shape == (2, 0)
