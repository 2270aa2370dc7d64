"""Classifiers under other prices and shares of positives, and moved prices, in fractions and case by case."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ddcore.chance.balance import rebalance
from ddcore.counts import CELLS, Cells, Counts
from ddcore.decisions.period import Limit, Period
from ddcore.decisions.scenarios import SHARE, options, swings
from ddcore.decisions.standings import yields
from ddcore.decisions.utility import Utility, yield_interval
from ddcore.errors import InputError
from ddcore.interval import Interval

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
def test_payoffs_at_another_share_have_its_mean_on_these_cases(cells, payoffs, share):
    counts, prevalence = Counts(**named(cells)), (cells[0] + cells[2]) / sum(cells)
    try:
        there = Utility(**named(payoffs)).at_share(float(share), prevalence)
    except InputError:
        assume(False)
    expected = float(mean_at(payoffs, cells, share))
    assert float(there(counts)) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert float(Utility(**named(payoffs))(rebalance(counts, float(share)))) == pytest.approx(expected, abs=1e-9)


def test_interval_at_another_share_is_that_of_rates_weighed_anew():
    """With the class sizes kept an interval is made of two rates: those of the cases, each with its new weight."""
    utility, counts = Utility(tp=15, fp=-335, fn=-35, tn=165), Counts(tp=27, fp=15, fn=23, tn=45)
    for share in (0.0, 0.03, 0.5, 0.9, 1.0):
        moved = yield_interval(utility.at_share(share, 50 / 110), counts)
        own = yield_interval(utility, counts, prevalence=share)
        for end in ("value", "low", "high", "error"):
            assert getattr(moved, end) == pytest.approx(getattr(own, end)), share


@given(COUNTS, COUNTS, PAYOFFS, st.fractions(0, 1, max_denominator=12), st.integers(0, 300), st.integers(1, 50))
def test_options_are_ranked_by_what_they_are_worth_with_their_fixed_cost(one, other, payoffs, share, fixed, cases):
    models = {"A": Counts(**named(one)), "B": Counts(**named(other))}
    try:
        *earned, yes, no = yields(models, float(share), Utility(**named(payoffs)))
    except InputError:
        assume(False)
    always = {"always yes": yes, "always no": no}
    ranked = options(dict(zip(models, earned, strict=True)), always, Period("day", cases, float(fixed)))
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
    ranked = options({"A": Interval(0.62)}, {"no": Interval(0.5)}, Period("day", None, 5.0))
    assert {option.name: option.net.value for option in ranked} == {"A": 0.62, "no": 0.5}


@given(COUNTS, PAYOFFS, st.integers(1, 20), st.sampled_from([Fraction(1, 10), Fraction(1, 2)]))
def test_price_or_share_that_is_moved_moves_the_mean(cells, payoffs, quarters, part):
    step, share = Fraction(quarters, 4), Fraction(cells[0] + cells[2], sum(cells))

    def worth(moved, at):
        return float(mean_at([Fraction(price) for price in moved.values()], cells, Fraction(at)))

    moved = swings(Cells(**{name: float(price) for name, price in named(payoffs).items()}), float(step), float(share),
                   float(part), worth)  # fmt: skip
    base = Fraction(sum(np.multiply(payoffs, cells).tolist()), sum(cells))
    for swing in moved:
        if swing.moved == SHARE:
            ends = [share * (1 - part), min(1, share * (1 + part))]
            expected = [float(mean_at(payoffs, cells, end)) for end in ends]
        else:
            ends = [named(payoffs)[swing.moved] + by for by in (-step, step)]
            of_cell = Fraction(named(cells)[swing.moved], sum(cells))
            expected = [float(base - step * of_cell), float(base + step * of_cell)]
        assert [swing.low, swing.high] == pytest.approx([float(end) for end in ends])
        assert list(swing.worth) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    widths = [swing.width for swing in moved]
    assert widths == sorted(widths, reverse=True)
    assert {swing.moved for swing in moved} == {*CELLS, SHARE}


@given(COUNTS, st.integers(0, 40), st.integers(1, 40), st.fractions(0, 1, max_denominator=20))
def test_limit_at_another_share_is_of_calls_that_count_as_there(cells, most, of, share):
    tp, fp, fn, tn = cells
    called = share * Fraction(tp, tp + fn) + (1 - share) * Fraction(fp, fp + tn)
    limit = Limit(most, of).at_share(float(share), (tp + fn) / sum(cells))
    if called != Fraction(most, of):
        assert limit.met(Counts(**named(cells))) == (called <= Fraction(most, of))
