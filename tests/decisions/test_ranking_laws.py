"""Laws of true prices that are no law on the hexagon, and of their error, against moments of scipy and by hand."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import dirichlet, kstest, truncnorm, uniform

from ddcore.decisions.ranking import drawn_payoffs, misranked_by_error, true_values, with_error
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError

SIZE = 50_000
OUTCOMES = ("tp", "fp", "fn", "tn")


def seeded(seed=1):
    return np.random.default_rng(seed)


def test_payoffs_drawn_are_parts_of_one_sum_or_two_uniform_numbers_in_order():
    """Which of the two payoffs of a class is the larger is their order: the sums over a class keep their law."""
    parts = drawn_payoffs("dirichlet", SIZE, rng=seeded())
    known = dirichlet([1, 1, 1, 1])
    np.testing.assert_allclose(parts.tp + parts.fn + parts.tn + parts.fp, 1)
    every = np.concatenate([getattr(parts, name) for name in OUTCOMES])
    assert every.mean() == pytest.approx(known.mean()[0])
    assert every.var() == pytest.approx(known.var()[0], rel=0.02)
    # The sum of two parts is Beta(2, 2), of which the smaller part is uniform up to its half.
    assert kstest(parts.tp + parts.fn, "beta", (2, 2)).pvalue > 0.001
    assert kstest(2 * parts.fn / (parts.tp + parts.fn), "uniform").pvalue > 0.001
    each = drawn_payoffs("each", SIZE, rng=seeded())
    for right, wrong in (("tp", "fn"), ("tn", "fp")):
        assert kstest(getattr(each, right), "beta", (2, 1)).pvalue > 0.001
        assert kstest(getattr(each, wrong), "beta", (1, 2)).pvalue > 0.001


def middle(truth):
    """The two payoffs between the least and the greatest, on the scale from 0 to 1, by their expectation."""
    if truth == "each":
        return 1 / 3, 2 / 3

    # Gaps a, b and c between exponential numbers are exponential with rates 3, 2 and 1. The mean of one over their sum
    # is the integral over s of E[gap exp(-s gap)] times E[exp(-s other)] of the other two.
    def part(rate):
        return quad(lambda s: rate / (rate + s) ** 2 * math.prod(r / (r + s) for r in {1, 2, 3} - {rate}), 0, math.inf)[
            0
        ]

    return part(3), part(3) + part(2)


@pytest.mark.parametrize("truth", ["each", "dirichlet"])
def test_true_prices_lie_on_the_map_and_have_the_right_means(truth):
    values = true_values(truth, SIZE, rng=seeded())
    x, y = values.coordinates
    assert np.abs([x, y, x - y]).max() <= 1 + 1e-12
    assert bool(values.proper.all())
    four = np.sort([getattr(values, name) for name in OUTCOMES], axis=0)
    assert ((four[0] == 0) & (four[3] == 1)).all()
    assert four[1:3].mean(axis=1).tolist() == pytest.approx(middle(truth), abs=0.005)
    assert [x.mean(), y.mean()] == pytest.approx([0, 0], abs=0.01)


def test_a_uniform_error_has_the_deviation_that_is_set():
    """In the middle of the scale nothing is cut."""
    half = Utility(tp=np.full(SIZE, 0.75), fp=0.25, fn=0.25, tn=0.75)
    for error in (0.05, 0.1):
        drawn = with_error(half, error, rng=seeded(), doubt="uniform")
        for name in OUTCOMES:
            off = getattr(drawn, name) - getattr(half, name)
            assert off.std() == pytest.approx(error, rel=0.02)
            assert kstest(off, uniform(-error * math.sqrt(3), 2 * error * math.sqrt(3)).cdf).pvalue > 0.001
    with pytest.raises(InputError, match='doubt must be one of normal, uniform, got "flat"'):
        with_error(half, 0.1, rng=seeded(), doubt="flat")


def test_a_uniform_error_is_cut_as_a_normal_one_is():
    """A payoff of 0 may only rise: half of either law is left."""
    ends = Utility(tp=np.ones(SIZE), fp=0, fn=0, tn=1)
    flat, bell = (with_error(ends, 0.1, rng=seeded(), doubt=doubt) for doubt in ("uniform", "normal"))
    assert kstest(flat.fp, uniform(0, 0.1 * math.sqrt(3)).cdf).pvalue > 0.001
    assert kstest(bell.fp, truncnorm(0, 10, scale=0.1).cdf).pvalue > 0.001


def test_laws_of_the_error_of_one_deviation_do_about_the_same_harm():
    normal, flat = (
        misranked_by_error("uniform", [0.1], 100_000, rng=seeded(), measures=["ACC"], doubt=doubt)
        for doubt in ("normal", "uniform")
    )
    assert flat.utility[0] == pytest.approx(normal.utility[0], rel=0.15)
    assert flat.utility[0] != normal.utility[0]
    assert flat.share["ACC"] == pytest.approx(normal.share["ACC"], abs=0.003)
