"""Baselines over the number of positives: Figure 2 of 001, and each point by trying every number."""

import math
from fractions import Fraction

import numpy as np
import pytest

from ddcore.chance.dutch_draw import baseline
from ddcore.chance.shares import EVERY, SLOW, SOUGHT, baseline_over_share, is_quick_over_share
from ddcore.errors import InputError
from tests.helpers.loops import nonempty
from tests.oracles import DEFINITIONS, TIE, published, relative_error
from tests.oracles import baseline as by_trying


def test_figure_2_of_001_is_one_curve():
    curve = baseline_over_share("G2", 50)
    assert curve.positives.tolist() == list(range(51))
    rows = {int(row["P"]): row for row in published("001_figure2.csv")}
    for P, reached, best in nonempty(zip(range(51), curve.reached, curve.best, strict=True)):
        if P in rows:
            assert reached == ((int(rows[P]["argmax"]),) * 2,)
            assert math.isclose(best, float(rows[P]["right"]), rel_tol=1e-14)
        else:
            assert reached == ()
            assert math.isnan(best)


def test_every_point_by_trying_every_number():
    for key in ("ACC", "F1", "TS", "ERR", "MCC", "PT"):
        curve = baseline_over_share(key, 12)
        for P, reach in nonempty(zip(curve.positives.tolist(), curve.reaches, strict=True)):
            exact = by_trying(DEFINITIONS[key], 12, P)
            if exact is None:
                assert reach.argmax == ()
                continue
            assert (reach.argmax, reach.argmin) == (exact[1], exact[3]), key
            assert relative_error(reach.highest, exact[0]) < 1e-13 or abs(exact[0]) < TIE, key
    # The best is the lowest where lower is better.
    curve = baseline_over_share("ERR", 10)
    np.testing.assert_allclose(curve.best, [min(P, 10 - P) / 10 for P in range(11)], atol=1e-15)
    assert curve.reached[3] == ((0, 0),)


def test_shares_and_where_there_is_no_curve():
    assert baseline_over_share("F1", 4).share.tolist() == [float(Fraction(P, 4)) for P in range(5)]
    assert not is_quick_over_share("x = tp * tn / m ** 2", 10**9)
    assert is_quick_over_share("x = tp * tn / m ** 2", 10**6)
    assert is_quick_over_share("G2", 10**9)
    with pytest.raises(InputError, match="must be between 1 and 1,000,000,000, got 0"):
        baseline_over_share("F1", 0)


def test_of_many_numbers_of_positives_some_are_taken_with_the_rarest():
    own = "x = tp * tn / m ** 2"
    for key, total, most in (("F1", 1000, EVERY), ("G2", 10_000, SOUGHT), (own, 30, SLOW), ("G2", 10**8, SLOW)):
        curve = baseline_over_share(key, total)
        P = curve.positives.tolist()
        assert most <= len(P) <= most + 2
        assert {0, 1, total - 1, total} <= set(P)
        assert np.diff(P).max() <= math.ceil(total / (most - 1))
        middle = P[len(P) // 3]
        assert curve.reaches[len(P) // 3] == baseline(key, total, middle)
