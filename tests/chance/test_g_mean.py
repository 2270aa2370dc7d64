"""G-mean 2 under a draw: its mean square and the bounds on its mean, against every draw of small test sets."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from ddcore.chance.dutch_draw import expectation
from ddcore.chance.g_mean import jensen_bound, mean_square, product_bound
from ddcore.errors import InputError
from tests.helpers.loops import nonempty


def drawn(M, P, n):
    """The squares of G-mean 2 of all choices of n of M cases, the first P of which are positive."""
    for chosen in itertools.combinations(range(M), n):
        tp = sum(case < P for case in chosen)
        yield Fraction(tp * (M - P - (n - tp)), P * (M - P))


def test_mean_square_and_bounds_are_those_of_every_draw():
    for M, P in nonempty([(2, 1), (5, 2), (6, 4), (7, 1)]):
        for n in range(M + 1):
            squares = list(drawn(M, P, n))
            assert Fraction(n * (M - n), M * (M - 1)) == sum(squares) / len(squares)
            assert mean_square(M, n) == pytest.approx(float(sum(squares) / len(squares)), abs=1e-15)
            mean = math.fsum(math.sqrt(square) for square in squares) / len(squares)
            assert mean <= product_bound(M, n) + 1e-15 <= jensen_bound(M, n) + 2e-15


def test_the_bound_is_close_for_many_cases():
    called = np.array([1000, 5000, 9000])
    means = expectation("G2", 10_000, 4000, called / 10_000)
    assert (means < product_bound(10_000, called)).all()
    np.testing.assert_allclose(means, product_bound(10_000, called), rtol=2e-3)


def test_one_case_has_no_mean_square():
    with pytest.raises(InputError, match="total must be 2 or more, got 1"):
        mean_square(1, 0)
