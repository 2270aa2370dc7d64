"""Lotteries and concave worth of money, against exact fractions, numerical inverses and Jensen's inequality."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from ddcore.counts import CELLS
from ddcore.decisions.lottery import Lottery, MoneyWorth, elicited
from ddcore.errors import InputError
from tests.helpers.decisions import refused
from tests.helpers.loops import nonempty

amounts = st.integers(-900, 900)
lotteries = st.lists(st.tuples(st.integers(1, 9), amounts), min_size=1, max_size=5)


@given(drawn=lotteries)
def test_certainty_equivalent_is_what_is_worth_as_much(drawn):
    """Found by a root of the worth itself; by Jensen's inequality at most the mean, and it where all is sure."""
    whole = sum(weight for weight, _ in drawn)
    lottery = Lottery(tuple((weight / whole, float(amount)) for weight, amount in drawn))
    assert lottery.mean == pytest.approx(float(sum(Fraction(weight, whole) * each for weight, each in drawn)), abs=1e-9)
    for worth in (MoneyWorth("exponential", 500.0), MoneyWorth("log", 1000.0)):
        sure = worth.sure(lottery.expected(worth.of))
        mean = math.fsum(weight / whole * worth.of(amount) for weight, amount in drawn)
        root = brentq(lambda amount, worth=worth, mean=mean: worth.of(amount) - mean, -990, 990, xtol=1e-10)
        assert sure == pytest.approx(root, abs=1e-6)
        assert sure <= lottery.mean + 1e-6
        assert not lottery.is_sure or sure == pytest.approx(lottery.mean, abs=1e-6)


def test_constant_aversion_is_constant_and_the_tolerance_is_what_is_said():
    """An even chance of winning t or losing t / 2 is worth about nothing, and adding an amount to all adds it."""
    shy = MoneyWorth("exponential", 500.0)
    even = Lottery(((0.5, 500.0), (0.5, -250.0)))
    assert shy.sure(even.expected(shy.of)) == pytest.approx(0, abs=0.02 * 500)
    richer = Lottery(((0.5, 600.0), (0.5, -150.0)))
    assert shy.sure(richer.expected(shy.of)) == pytest.approx(100 + shy.sure(even.expected(shy.of)))
    # With much to lose a loss weighs less: in all one owns it is.
    poor, rich = (MoneyWorth("log", owned) for owned in (300.0, 30_000.0))
    assert poor.sure(even.expected(poor.of)) < rich.sure(even.expected(rich.of)) < even.mean


def test_none_is_the_amount_itself_and_slopes_are_one_at_nothing():
    plain = MoneyWorth()
    assert plain.of(-335.0) == plain.sure(-335.0) == -335.0
    for worth in (MoneyWorth("exponential", 500.0), MoneyWorth("log", 1000.0)):
        assert worth.of(1e-6) / 1e-6 == pytest.approx(1, rel=1e-6)
        assert worth.of(0.0) == 0


def indifferent(known, best, worst, name):
    """The chance at which a lottery of the best and the worst payoff is worth as much as another one."""
    return brentq(lambda p: p * known[best] + (1 - p) * known[worst] - known[name], -0.01, 1.01)


def test_answers_about_lotteries_give_back_the_payoffs_that_they_came_from():
    """Those payoffs from 0 to 1: the chance is the place between the worst and the best."""
    rng = np.random.default_rng(1)
    for payoffs in nonempty(rng.normal(0, 100, (20, 4))):
        known = dict(zip(CELLS, payoffs, strict=True))
        best, worst = max(known, key=known.get), min(known, key=known.get)
        chances = {name: indifferent(known, best, worst, name) for name in CELLS}
        found = elicited(best, worst, chances)
        span = known[best] - known[worst]
        assert [float(getattr(found, name)) for name in CELLS] == pytest.approx(
            [(known[name] - known[worst]) / span for name in CELLS]
        )
    refused("the best and the worst outcome must be two, got tp twice", elicited, "tp", "tp", {})
    refused("the chance for fn must be between 0 and 1, got 2", elicited, "tn", "fp", {"tp": 0.7, "fn": 2})


def test_what_is_refused():
    refused('risk must be one of none, exponential, log, got "bold"', MoneyWorth, "bold")
    refused("tolerance must be above 0, got 0", MoneyWorth, "log", 0.0)
    said = "with logarithmic utility no loss may reach the total wealth, 300, got 300"
    refused(said, MoneyWorth("log", 300.0).of, -300.0)
    with pytest.raises(InputError, match=r"at least a twentieth of the largest loss, 16\.75, got 10"):
        MoneyWorth("exponential", 10.0).of(-335.0)
