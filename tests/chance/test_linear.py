"""Shares θ of a number of cases, and a measure as a line in the true positives."""

import math
from fractions import Fraction

import numpy as np
import pytest

from ddcore.chance.dutch_draw import predicted_positives
from ddcore.chance.linear import coefficients, shares
from ddcore.counts import Counts
from ddcore.measures import MEASURES
from tests.helpers.loops import nonempty


@pytest.mark.parametrize("total", [1, 2, 3, 50, 303, 10**9])
def test_ends_are_where_the_number_predicted_positive_changes(total):
    for n in nonempty({0, 1, total // 2, max(total - 1, 0), total}):
        (part,) = shares(total, ((n, n),))
        number = math.floor(total * part.low + Fraction(1, 2))
        assert number == n or (n == 0 and part.low == 0)
        assert part.closed == (n == total)
        above = math.floor(total * part.high + Fraction(1, 2))
        assert above == (n if part.closed else n + 1)
        assert (part.low == 0) == (n == 0)
        assert (part.high == 1) == (n == total)
        if total < 1000:
            assert int(predicted_positives(total, float(part.low))) == n
            middle = (part.low + part.high) / 2
            assert int(predicted_positives(total, float(middle))) == n


def test_shares_of_several_numbers_are_one_interval_each():
    assert [str(part) for part in shares(10, ((1, 9),))] == ["[1/20, 19/20)"]
    assert [str(part) for part in shares(10, ((0, 0), (4, 6)))] == ["[0, 1/20)", "[7/20, 13/20)"]
    assert [str(part) for part in shares(1, ((0, 1),))] == ["[0, 1]"]
    assert shares(10, ()) == ()


def test_a_line_through_every_score():
    for total, positives, called in ((12, 5, 3), (12, 5, 9), (40, 39, 20)):
        tp = np.arange(max(0, called - (total - positives)), min(called, positives) + 1)
        counts = Counts(tp=tp, fp=called - tp, fn=positives - tp, tn=total - positives - called + tp)
        for key, row in MEASURES.items():
            if row.slope is not None:
                a, b = coefficients(key, total, positives, called)
                np.testing.assert_allclose(a * tp + b, row(counts), atol=1e-13, err_msg=key)
    assert coefficients("G2", 10, 4, 3) is None
    assert coefficients("PPV", 10, 4, 0) is None
    assert coefficients("x = tp * tn", 10, 4, 3) is None
