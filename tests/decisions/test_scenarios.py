"""Classifiers under other prices and shares of positives, and moved prices, in fractions and case by case."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ddcore.chance.balance import rebalance
from ddcore.counts import CELLS, Counts
from ddcore.decisions.period import Period
from ddcore.decisions.scenarios import options, swings
from ddcore.decisions.utility import Utility, yield_interval
from ddcore.errors import InputError

COUNTS = st.tuples(*4 * (st.integers(0, 30),)).filter(lambda cells: cells[0] + cells[2] and cells[1] + cells[3])
PAYOFFS = st.tuples(*4 * (st.integers(-40, 40),)).filter(lambda payoffs: payoffs[0] != payoffs[2])


def named(values):
    return dict(zip(CELLS, values, strict=True))


def mean_at(payoffs, cells, share):
    """The mean payoff where that share is positive, TPR and FPR kept, in fractions."""
    tp, fp, fn, tn = cells
    positive = Fraction(tp * payoffs[0] + fn * payoffs[2], tp + fn)
    negative = Fraction(fp * payoffs[1] + tn * payoffs[3], fp + tn)
    return share * positive + (1 - share) * negative


@given(COUNTS, PAYOFFS, st.fractions(0, 1, max_denominator=40))
@settings(max_examples=80)
def test_payoffs_at_another_share_have_its_mean_on_these_cases(cells, payoffs, share):
    counts, prevalence = Counts(**named(cells)), (cells[0] + cells[2]) / sum(cells)
    if len({payoff for payoff, at in zip(payoffs, (share, 1 - share, share, 1 - share), strict=True) if at}) < 2:
        return
    try:
        there = Utility(**named(payoffs)).at_share(float(share), prevalence)
    except InputError:
        return
    expected = float(mean_at(payoffs, cells, share))
    assert float(there(counts)) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert float(Utility(**named(payoffs))(rebalance(counts, float(share)))) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("share", [0.0, 0.03, 0.5, 0.9, 1.0])
def test_interval_at_another_share_is_that_of_rates_weighed_anew(share):
    """With the class sizes kept an interval is made of two rates: those of the cases, each with its new weight."""
    utility, counts = Utility(tp=15, fp=-335, fn=-35, tn=165), Counts(tp=27, fp=15, fn=23, tn=45)
    moved = yield_interval(utility.at_share(share, 50 / 110), counts)
    own = yield_interval(utility, counts, prevalence=share)
    for end in ("value", "low", "high", "error"):
        assert getattr(moved, end) == pytest.approx(getattr(own, end))


@given(COUNTS, COUNTS, PAYOFFS, st.fractions(0, 1, max_denominator=12), st.integers(0, 300), st.integers(1, 50))
@settings(max_examples=80)
def test_options_are_ranked_by_what_they_are_worth_with_their_fixed_cost(one, other, payoffs, share, fixed, cases):
    models = {"A": Counts(**named(one)), "B": Counts(**named(other))}
    prevalence = (one[0] + one[2]) / sum(one)
    try:
        ranked = options(
            models,
            ("yes", "no"),
            Utility(**named(payoffs)),
            prevalence,
            Period("day", cases, float(fixed)),
            float(share),
        )
    except InputError:
        return
    paid = Fraction(fixed, cases)
    expected = {name: mean_at(payoffs, cells, share) for name, cells in (("A", one), ("B", other))}
    expected |= {
        "always yes": share * payoffs[0] + (1 - share) * payoffs[1],
        "always no": share * payoffs[2] + (1 - share) * payoffs[3],
    }
    for option in ranked:
        assert option.earned.value == pytest.approx(float(expected[option.name]), abs=1e-9)
        assert option.net.value == pytest.approx(float(expected[option.name] - paid * (not option.constant)), abs=1e-9)
    nets = [option.net.value for option in ranked]
    assert nets == sorted(nets, reverse=True)


def test_no_number_of_cases_no_fixed_cost():
    models = {"A": Counts(tp=27, fp=15, fn=23, tn=35)}
    ranked = options(models, ("yes", "no"), Utility(tp=1, fp=0, fn=0, tn=1), 0.5, Period("day", None, 5.0))
    assert {option.name: option.net.value for option in ranked}["A"] == pytest.approx(0.62)


@given(COUNTS, PAYOFFS, st.integers(1, 20))
def test_price_that_is_moved_moves_the_mean_by_the_share_of_its_cell(cells, payoffs, quarters):
    step = Fraction(quarters, 4)
    moved = swings(Utility(**named(payoffs)), float(step), Counts(**named(cells)))
    base = Fraction(sum(np.multiply(payoffs, cells).tolist()), sum(cells))
    for swing in moved:
        share = Fraction(named(cells)[swing.cell], sum(cells))
        expected = [float(base - step * share), float(base + step * share)]
        assert list(swing.worth) == pytest.approx(expected, rel=1e-9, abs=1e-9)
        for utility, by in ((swing.low, -step), (swing.high, step)):
            after = {name: float(price) for name, price in utility.payoffs.items()}
            assert after == {name: float(p + by * (name == swing.cell)) for name, p in named(payoffs).items()}
    widths = [swing.width for swing in moved]
    assert widths == sorted(widths, reverse=True)
