"""Tails, quantiles and laws of many draws at once, beside those of one draw, of scipy and of fractions."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.stats import hypergeom

from ddcore.chance import hypergeometric
from ddcore.chance.significance import log10_p_value
from ddcore.chance.tails import log10_tail, over_laws, quantile
from ddcore.counts import Counts
from tests.helpers.loops import nonempty


def tables(largest, many, seed=1):
    """M, P, n and TP of some draws, near their means, anywhere and at both ends."""
    rng = np.random.default_rng(seed)
    M = rng.integers(max(1, largest // 2), largest + 1, many)
    P, n = rng.integers(0, M + 1), rng.integers(0, M + 1)
    low, high = np.maximum(0, n - (M - P)), np.minimum(P, n)
    spread = np.sqrt(n / M * (M - n) * (P / M) * (M - P) / np.maximum(M - 1, 1))
    near = np.clip(np.rint(n * P / M + rng.normal(0, 3, many) * spread), low, high).astype(np.int64)
    return M, P, n, np.stack([near, rng.integers(low, high + 1), low, high])


@pytest.mark.parametrize(("largest", "close"), [(6, 1e-14), (60, 1e-13), (50_000, 1e-12), (10**9, 1e-11)])
def test_tails_are_those_of_one_table(largest, close):
    """`log10_p_value` takes its logarithms from gamma functions of 50 digits."""
    M, P, n, tp = tables(largest, 15)
    found = log10_tail(M, P, n, tp)
    expected = log10_p_value(Counts(tp=tp, fp=n - tp, fn=P - tp, tn=M - P - n + tp))
    np.testing.assert_allclose(found, expected, rtol=close, atol=close)


def test_tails_are_those_of_scipy():
    M, P, n, tp = tables(300, 100, seed=2)
    np.testing.assert_allclose(10 ** log10_tail(M, P, n, tp), hypergeom.sf(tp - 1, M, P, n), rtol=1e-9, atol=1e-300)


def test_tails_of_small_tables_are_those_of_fractions():
    for M in nonempty(range(1, 8)):
        P, n = (grid.ravel() for grid in np.meshgrid(range(M + 1), range(M + 1)))
        for p, m in nonempty(zip(P.tolist(), n.tolist(), strict=True)):
            low, high = max(0, m - (M - p)), min(p, m)
            values = np.arange(low, high + 1)
            tails = [
                float(sum(Fraction(comb(p, k) * comb(M - p, m - k), comb(M, m)) for k in range(tp, high + 1)))
                for tp in values.tolist()
            ]
            np.testing.assert_allclose(10 ** log10_tail(M, p, m, values), tails, rtol=1e-13)


def test_quantiles_are_the_least_value_that_holds_enough():
    M, P, n, _ = tables(200, 60, seed=3)
    levels = [0.005, 0.025, 0.5, 0.975]
    np.testing.assert_array_equal(quantile(M, P, n, levels), [hypergeom.ppf(level, M, P, n) for level in levels])


def test_laws_are_those_of_one_draw():
    M, P, n, _ = (np.asarray(number, np.float64) for number in tables(3000, 25, seed=4))
    seen = []

    def look(rows, tp, probability):
        for row, values, shares in nonempty(zip(rows, tp, probability, strict=True)):
            value, share = hypergeometric.window(int(M[row]), int(P[row]), int(n[row]))
            kept = (value >= values[0]) & (value <= values[-1])
            np.testing.assert_allclose(shares[: kept.sum()], share[kept], rtol=1e-10, atol=1e-25)
            assert share[~kept].sum() < 1e-20
            seen.append(int(row))

    over_laws(M, P, n, look)
    assert sorted(seen) == list(range(25))
