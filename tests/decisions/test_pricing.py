"""Cut-offs, prices and margins against argmax over fine grids, roots of polynomials, thirty digits and plain loops.

After a dissertation on likelihood transformations, chapter 9: equations 9.4, 9.10 and 9.11, Lemma 5, Propositions 16
to 19, with its misprints corrected.
"""

import itertools
import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from ddcore.decisions.cutoffs import (
    DEFAULT_LIMITS,
    HIGHEST,
    LendingLimits,
    LoanTerms,
    Policy,
    break_even_risk,
    checked_rates,
    cutoff_policy,
    expected_profit,
    margin_policy,
)
from ddcore.decisions.pricing import (
    Book,
    _rates_alone,
    _rates_between,
    alternation,
    best_prices,
    best_rate,
    individual_rates,
    margin_profits,
)
from ddcore.decisions.take_up import TakeUp, quartic, sigmoid, through_points
from ddcore.errors import InputError
from ddcore.table import ScoreTable
from tests.helpers.decisions import refused
from tests.helpers.lending import (
    RATES,
    TERMS,
    best_of_sigmoid,
    best_on_cubics,
    book_profit,
    category,
    chosen,
    crossing,
    earned,
    highest,
    ordered_best,
    plain_quartic,
    plain_sigmoid,
    some_book,
    some_limits,
    some_points,
    some_policy,
    some_take_up,
    some_terms,
)
from tests.oracles import evaluate, published, rounds_to

seeds = st.integers(0, 2**32 - 1)
ALL = slice(None)


def rows(*what, place=None):
    found = [row for row in published("003_lending.csv") if row["what"] in what and place in (None, row["place"])]
    assert found
    return found


def one(what, place):
    (row,) = rows(what, place=place)
    return float(row["right"])


# What a loan earns -------------------------------------------------------------------------------------------------


@given(seed=seeds)
def test_a_loan_earns_the_rate_or_loses_a_part_and_always_costs_its_funds(seed):
    rng = np.random.default_rng(seed)
    terms, rates, risks = some_terms(rng), rng.uniform(0, 2, 5), rng.uniform(0, 1, 5)
    assert terms.repaid(rates).tolist() == pytest.approx([rate - terms.funds for rate in rates])
    assert terms.defaulted == pytest.approx(-terms.loss - terms.funds)
    assert terms.profit(rates, risks).tolist() == pytest.approx(
        [earned(1, *pair, terms) for pair in zip(rates, risks, strict=True)]
    )
    for rate, risk in zip(rates, terms.zero_profit_risk(rates), strict=True):
        if rate > terms.funds:
            assert earned(1, rate, risk, terms) == pytest.approx(0, abs=1e-14)
            assert 0 < risk <= 1
        else:
            assert risk == 0


def test_the_last_bound_of_the_document_and_that_of_a_rate_of_nothing():
    (row,) = rows("last bound")
    assert float(TERMS.zero_profit_risk(float(row["key"]))) == pytest.approx(float(evaluate(row["right"])), abs=1e-15)
    for terms in (LoanTerms(0, 1), LoanTerms(1, 0), LoanTerms(0.03, 0), LoanTerms(1, 1)):
        assert float(terms.zero_profit_risk(0.0)) == 0


# Break-even --------------------------------------------------------------------------------------------------------


def test_break_evens_of_the_rates_in_the_document():
    for row in rows("break-even"):
        low, high = map(float, row["key"].split())
        found = break_even_risk(TERMS, quartic(), low, high)
        assert found == pytest.approx(crossing(plain_quartic, low, high, TERMS, "secant"), abs=1e-10), row
        assert found == pytest.approx(float(row["right"]), abs=1e-11), row
    neighbours = [break_even_risk(TERMS, quartic(), low, high) for low, high in pairwise(RATES)]
    assert [round(value, 3 if value < 0 else 4 if value < 1 else 2) for value in neighbours] == [
        8.60, -0.477, -0.077, 0.1106, 0.2702, 0.3712,
    ]  # fmt: skip


@given(seed=seeds)
def test_break_even_without_risk_is_a_fraction(seed):
    """Both profits are straight in the risk, so that the crossing of the shares as given is exact in fractions."""
    rng = np.random.default_rng(seed)
    terms, rate = some_terms(rng), np.sort(rng.uniform(0, 0.5, 2))
    take_up = through_points(*some_points(rng, 0.5))
    low, high = map(Fraction, map(float, rate))
    below, above = (Fraction(float(take_up(float(one)))) for one in (low, high))
    funds, loss = Fraction(terms.funds), Fraction(terms.loss)
    flatter = above * (high + loss) - below * (low + loss)
    found = break_even_risk(terms, take_up, *map(float, rate))
    if above and abs(flatter) > Fraction(1, 10**6):
        right = float((above * (high - funds) - below * (low - funds)) / flatter)
        assert found == pytest.approx(right, rel=1e-8, abs=1e-10)
    elif not above:
        assert found == math.inf


@given(seed=seeds)
def test_profits_of_two_rates_cross_once_under_adverse_selection(seed):
    """Lemma 5: where both earn something the lower rate is ahead up to the break-even, and the higher one after it."""
    rng = np.random.default_rng(seed)
    numbers = (rng.uniform(-1, 5), rng.uniform(0.1, 10), -rng.uniform(2, 25))
    low, high = np.sort(rng.uniform(0.05, 0.5, 2)).tolist()
    take_up, share = sigmoid(*numbers), plain_sigmoid(*map(mpmath.mpf, numbers))
    found = break_even_risk(TERMS, take_up, low, high)
    first = [float(earned(share(rate), rate, 0, TERMS)) for rate in (low, high)]
    assert found == (pytest.approx(crossing(share, low, high, TERMS), abs=1e-10) if first[0] > first[1] else math.inf)
    risks = np.linspace(0, (low - 0.03) / (low + 0.5), 2001)[1:-1]
    ahead = earned(take_up(low, risks), low, risks, TERMS) - earned(take_up(high, risks), high, risks, TERMS)
    clear = np.abs(ahead) > 1e-12
    assert np.abs(np.diff(np.sign(ahead[clear]))).sum() <= 2
    assert ((ahead > 0) == (risks < (found if math.isfinite(found) else -1)))[clear].all()


def test_profits_of_two_rates_that_nobody_tells_apart_do_not_cross():
    level = through_points([0, 10], [0.5, 0.5])
    for low, high in ((0.05, 0.5), (0.21, 0.22)):
        assert cutoff_policy(TERMS, [low, high], level).used == (1,)
    assert break_even_risk(TERMS, through_points([0, 0.01], [1, 0]), 0.2, 0.3) == math.inf


# One margin --------------------------------------------------------------------------------------------------------


def test_the_example_of_risk_based_pricing():
    terms, margin = LoanTerms(one("funds", "Section 9.1")), one("margin", "Section 9.1")
    rates, bounds = (rows(what, place="Section 9.1") for what in ("rate", "bound"))
    found = margin_policy(terms, [float(row["right"]) for row in rates], margin)
    assert found.bounds == pytest.approx([float(row["right"]) for row in bounds], abs=1e-12)
    assert [f"{bound:.2%}" for bound in found.bounds] == [row["printed"] for row in bounds]
    assert found.category([0, 0.0899 - 1e-9, 0.09, 0.12, 0.13, 0.2, 0.21]).tolist() == [0, 0, 1, 1, 2, 2, 3]
    assert all(rounds_to(Fraction(row["right"]) * 100, row["printed"].strip("%"), 1) for row in rows("approved"))


@given(seed=seeds)
def test_every_margin_gives_the_lowest_rate_that_covers_it_and_earns_what_a_loop_finds(seed):
    rng = np.random.default_rng(seed)
    terms, limits = some_terms(rng), some_limits(rng)
    rates = np.sort(rng.uniform(0, min(limits.high, 1), rng.integers(1, 8))).tolist()
    take_up, (risks, shares) = some_take_up(rng, limits.high), some_book(rng)
    tried, found = margin_profits(Book(risks, shares), terms, rates, take_up, limits)
    assert tried == pytest.approx(np.arange(tried.size) / 1000)
    assert tried[-1] == pytest.approx(max(rates[-1] - terms.funds, 0), abs=0.0005 + 1e-9)
    for place in {0, tried.size - 1, *rng.integers(tried.size, size=3).tolist()}:
        margin = float(tried[place])
        policy = margin_policy(terms, rates, margin, limits)
        assert found[place] == pytest.approx(book_profit(policy, take_up, terms, risks, shares)[0], abs=1e-13)
        for risk in rng.uniform(0, 1, 20):
            covering = [rate for rate in rates if rate - terms.funds - margin >= risk and risk <= limits.riskiest]
            assert policy.rate(risk) == pytest.approx(covering[0] if covering else math.nan, nan_ok=True)


# Best cut-offs -----------------------------------------------------------------------------------------------------


def test_three_of_the_seven_rates_of_the_document_are_never_best():
    policy = cutoff_policy(TERMS, RATES, quartic())
    assert [RATES[i] for i in policy.used] == [0.30, 0.35, 0.40, 0.45]
    assert policy.bounds[:3] == (-math.inf,) * 3
    assert policy.bounds[3:] == pytest.approx([0.110627450821, 0.270179362627, 0.371214451319, 0.42 / 0.95], abs=1e-11)
    offers, _ = highest(quartic(), RATES, np.linspace(0, 0.4399, 2001), TERMS, DEFAULT_LIMITS)
    assert set(np.argmax(offers, axis=0)) == {3, 4, 5, 6}


@settings(max_examples=8)
@given(seed=seeds)
def test_break_evens_of_neighbours_rise_where_the_hypothesis_of_proposition_18_holds(seed):
    rates = np.sort(np.random.default_rng(seed).uniform(0.2935, 0.499, 6)).tolist()
    neighbours = [crossing(plain_quartic, low, high, TERMS, "secant") for low, high in pairwise(rates)]
    assert sorted(neighbours) == neighbours
    assert cutoff_policy(TERMS, rates, quartic()).bounds[:-1] == pytest.approx(
        [risk if risk > 0 else -math.inf for risk in neighbours], abs=1e-9
    )


def gap(policy, take_up, rates, terms, limits, risks):
    """How much less a policy earns than the best of its rates, and than rejection, at the worst risk."""
    offers, best = highest(take_up, rates, risks, terms, limits)
    places = np.searchsorted(policy.bounds, risks)
    got = np.vstack([offers, np.zeros(risks.size)])[places, np.arange(risks.size)]
    return float((best - got).max())


@pytest.mark.parametrize("policies", [60, pytest.param(1200, marks=pytest.mark.full)])
def test_nowhere_is_another_given_rate_or_rejection_better(policies):
    rng, worst = np.random.default_rng(policies), 0.0
    for _ in range(policies):
        terms, limits = some_terms(rng), some_limits(rng)
        rates = np.sort(rng.uniform(0, limits.high, rng.choice([1, 2, 3, 7, 15]))).tolist()
        take_up = some_take_up(rng, limits.high)
        policy = cutoff_policy(terms, rates, take_up, limits)
        assert all(bound <= later for bound, later in pairwise(policy.bounds))
        assert policy.last <= limits.riskiest
        risks = rng.uniform(0, 1, 5)
        places = [category(policy, risk) for risk in risks]
        assert policy.category(risks).tolist() == [len(rates) if place is None else place for place in places]
        right = [math.nan if place is None else policy.rates[place] for place in places]
        assert policy.rate(risks) == pytest.approx(right, nan_ok=True)
        worst = max(worst, gap(policy, take_up, rates, terms, limits, np.linspace(0, 1, 301)))
    assert worst < 1e-12


@settings(max_examples=10)
@given(seed=seeds)
def test_a_category_is_left_out_where_its_rivals_meet_before_it(seed):
    """Proposition 16: if the first and last of three rates break even before the first two do, the middle is out."""
    rng = np.random.default_rng(seed)
    numbers = (rng.uniform(0, 5), rng.uniform(0.1, 8), -rng.uniform(5, 20))
    take_up, rates = sigmoid(*numbers), np.sort(rng.uniform(0.1, 0.5, 3)).tolist()
    start = [earned(float(take_up(rate, 0.0)), rate, 0, TERMS) for rate in rates]
    assume(min(start[0] - start[1], start[1] - start[2]) > 1e-4)
    share = plain_sigmoid(*map(mpmath.mpf, numbers))
    middle, last = (crossing(share, rates[0], rate, TERMS) for rate in rates[1:])
    used = cutoff_policy(TERMS, rates, take_up).used
    assert used == ((0, 2) if last < middle else (0, 1, 2))


def test_some_of_three_rates_are_left_out_and_some_not():
    rng = np.random.default_rng(1)
    tried = [np.sort(rng.uniform(0.1, 0.5, 3)).tolist() for _ in range(60)]
    assert {(0, 1, 2), (1, 2)} <= {cutoff_policy(TERMS, rates, sigmoid(2, 3, -12)).used for rates in tried}
    falling = through_points([0, 0.2, 0.3, 0.31, 0.5], [1, 0.9, 0.4, 0.39, 0])
    assert cutoff_policy(TERMS, [0.2, 0.3, 0.31], falling).used == (0, 2)


def test_a_rate_that_only_risky_applicants_take_is_found():
    """At the risk where 10 % earns nothing, next to nobody takes 45 %; at higher risks some do, and it earns."""
    risks = np.linspace(0, 0.5, 501)
    for numbers in ((0, 120, -120), (-3, 180, -160), (0, 200, -200)):
        take_up = sigmoid(*numbers)
        offers, best = highest(take_up, [0.1, 0.45], risks, TERMS, DEFAULT_LIMITS)
        assert best[risks > 0.2].max() > 1e-6
        policy = cutoff_policy(TERMS, [0.1, 0.45], take_up)
        assert chosen(policy, offers, risks) == pytest.approx(best, abs=1e-9)


def test_rates_below_the_cost_of_funds_or_that_nobody_takes_are_given_to_nobody():
    for rates, limits in (([0.01, 0.02], DEFAULT_LIMITS), ([0.03], DEFAULT_LIMITS), ([0.6, 0.7], LendingLimits(0, 1))):
        policy = cutoff_policy(TERMS, rates, quartic(), limits)
        assert (policy.used, policy.last) == ((), -math.inf)
        assert np.isnan(policy.rate([0, 0.1])).all()


def test_a_thousand_percent_is_a_rate():
    limits, take_up = LendingLimits(0, 10), sigmoid(3, 1, -1)
    rates = np.linspace(0.05, 10, 20).tolist()
    policy = cutoff_policy(TERMS, rates, take_up, limits)
    assert gap(policy, take_up, rates, TERMS, limits, np.linspace(0, 1, 1001)) < 1e-12
    assert checked_rates([10], LendingLimits(0, HIGHEST)) == (10.0,)


# Best prices -------------------------------------------------------------------------------------------------------


@given(seed=seeds, kind=st.sampled_from(["quartic", "points"]))
def test_the_best_rate_is_a_root_of_the_slope_or_a_point(seed, kind):
    rng = np.random.default_rng(seed)
    limits = LendingLimits(float(rng.choice([0, rng.uniform(0, 0.29)])), float(rng.choice([0.3, 0.5])))
    knots, taken = ([0.5], None) if kind == "quartic" else some_points(rng, 0.5)
    terms, take_up = some_terms(rng), quartic() if kind == "quartic" else through_points(knots, taken)
    risks, shares = some_book(rng, 5, 0.5)
    risk = float(risks @ shares)
    right = best_on_cubics(take_up, knots, risk, terms, limits)
    most = value_of(right, take_up, risk, terms)
    assume(most > 1e-3)
    found = best_rate(Book(risks, shares), terms, take_up, ALL, limits)
    assert value_of(found, take_up, risk, terms) == pytest.approx(most, abs=1e-12)
    assert kind == "points" or found == pytest.approx(right, abs=1e-10)


@settings(max_examples=8)
@given(seed=seeds)
def test_the_best_rate_of_a_sigmoid_is_a_root_to_thirty_digits(seed):
    rng = np.random.default_rng(seed)
    numbers, limits = (
        (rng.uniform(-1, 5), rng.uniform(0, 8), -rng.uniform(3, 25)),
        LendingLimits(0, float(rng.choice([0.5, 2]))),
    )
    risks, shares = some_book(rng, 4, 0.6)
    found = best_rate(Book(risks, shares), TERMS, sigmoid(*numbers), ALL, limits)
    assert found == pytest.approx(best_of_sigmoid(numbers, risks, shares, TERMS, limits), abs=1e-10)


def test_equation_9_11_holds_at_the_best_rate():
    """(T + T' (r - funds)) n = (T + T' (r + loss)) sum of risks, with the slope of T in fractions."""
    risks, shares = some_book(np.random.default_rng(4), 30, 0.4)
    rate = best_rate(Book(risks, shares), TERMS, quartic(), ALL, DEFAULT_LIMITS)
    taken, steep = 1 - 3.75 * rate**2 - rate**4, -7.5 * rate - 4 * rate**3
    assert (taken + steep * (rate - 0.03)) * shares.sum() == pytest.approx(
        (taken + steep * (rate + 0.5)) * (risks @ shares), abs=1e-12
    )


def test_a_limit_binds_where_the_best_rate_is_beyond_it():
    book = Book(np.array([0.05, 0.1]), np.array([0.5, 0.5]))
    assert 0.2 < best_rate(book, TERMS, quartic(), ALL, DEFAULT_LIMITS) < 0.4
    for limits, right in ((LendingLimits(0.4, 0.5), 0.4), (LendingLimits(0, 0.2), 0.2)):
        for take_up in (quartic(), sigmoid(2, 1, -9)):
            assert best_rate(book, TERMS, take_up, ALL, limits) == right


def value_of(rate, take_up, risk, terms):
    return earned(float(take_up(rate, risk)), rate, risk, terms)


def alone(risk):
    return Book(np.array([risk]), np.array([1.0]))


def test_the_best_rate_is_found_within_wide_limits():
    """Only rates from 0.467 to 0.5 earn anything here, less than the step of the rates that are tried up to 10."""
    terms, limits = LoanTerms(0.28, 0), LendingLimits(0, 10)
    right = best_on_cubics(quartic(), [0.5], 0.4, terms, limits)
    assert value_of(right, quartic(), 0.4, terms) > 1e-4
    assert best_rate(alone(0.4), terms, quartic(), ALL, limits) == pytest.approx(right, abs=1e-10)


def test_the_best_rate_is_found_between_the_rates_that_are_tried():
    """Just before a steep fall, and at the higher of two peaks, of which the other, at 0.3619, earns 0.0001 less."""
    for knots, shares, risk in (
        ([0.2011, 0.2012, 0.5], [1, 0.1, 0.1], 0.05),
        ([0.2564, 0.27, 0.36, 0.4, 0.46], [0.5, 0.3, 0.3, 0.1, 0], 0.115),
    ):
        take_up = through_points(knots, shares)
        right = best_on_cubics(take_up, knots, risk, TERMS, DEFAULT_LIMITS)
        assert right == pytest.approx(knots[0], abs=1e-4)
        found = best_rate(alone(risk), TERMS, take_up, ALL, DEFAULT_LIMITS)
        assert found == pytest.approx(right, abs=1e-10)


def tempted():
    """Safe applicants take any rate, few as they are; risky ones nearly all take one up to 0.2."""

    def share(rate, risk):
        return 0.1 + 0.85 * np.minimum(risk / 0.1, 1) / (1 + np.exp(100 * (rate - 0.2)))

    def slope(rate, risk):
        inner = 1 / (1 + np.exp(100 * (rate - 0.2)))
        return -85 * np.minimum(risk / 0.1, 1) * inner * (1 - inner)

    return TakeUp(share, slope, True, "tempted")


@pytest.mark.parametrize("safe", [0.5, 0.9, 0.99])
def test_categories_are_pooled_where_a_riskier_one_would_get_a_lower_rate(safe):
    risks, shares, take_up = np.array([0.0, 0.1, 0.12]), np.array([safe, 0.7 - 0.7 * safe, 0.3 - 0.3 * safe]), tempted()
    book, policy = Book(risks, shares), Policy((0.2, 0.3, 0.4), (0.0, 0.1, 0.12))
    by_itself = [best_rate(book, TERMS, take_up, slice(i, i + 1), DEFAULT_LIMITS) for i in range(3)]
    assert by_itself[0] > by_itself[1]
    found = best_prices(book, TERMS, take_up, policy)
    assert (list(found.rates), found.rates[0]) == (sorted(found.rates), found.rates[1])
    grid = np.linspace(0, 0.5, 5001)[:, None]
    right = ordered_best(earned(take_up(grid, risks), grid, risks, TERMS) * shares, [(0, 1), (1, 2), (2, 3)])
    assert -1e-12 <= book_profit(found, take_up, TERMS, risks, shares)[0] - right <= 1e-6


@given(seed=seeds)
def test_prices_of_given_categories_are_the_best_that_rise(seed):
    """Proposition 19: without adverse selection each category's own best price rises with its risk by itself."""
    rng = np.random.default_rng(seed)
    take_up, limits = some_take_up(rng, 0.5), LendingLimits(float(rng.choice([0, 0.25])), 0.5)
    risks, shares = some_book(rng, 40, 0.45)
    cuts = [0, *np.sort(rng.choice(np.arange(1, 41), 3, replace=False)).tolist()]
    policy = Policy((0.1, 0.2, 0.3), tuple(float(risks[cut - 1]) for cut in cuts[1:]))
    grid = np.linspace(limits.low, limits.high, 1001)[:, None]
    offers = earned(take_up(grid, risks), grid, risks, TERMS) * shares
    found = best_prices(Book(risks, shares), TERMS, take_up, policy, limits)
    right = ordered_best(offers, list(pairwise(cuts)))
    assert book_profit(found, take_up, TERMS, risks, shares)[0] >= right - 1e-12
    assert list(found.rates) == sorted(found.rates)
    if not take_up.by_risk:
        each = sum(offers[:, first:last].sum(axis=1).max() for first, last in pairwise(cuts))
        assert right == pytest.approx(each, abs=1e-6)


@pytest.mark.full
@given(seed=seeds)
def test_rates_between_known_ones_are_those_that_are_looked_for(seed):
    """Also at limits, bends and leaps, and above the riskiest that is approved."""
    rng = np.random.default_rng(seed)
    take_up = some_take_up(rng, 0.5)
    assume(not take_up.by_risk)
    terms, risk = some_terms(rng), np.append(rng.random(20), [0.0, 1.0, 0.25])
    limits = LendingLimits(float(rng.choice([0, 0.25])), 0.5, float(rng.choice([0.3, 1])))
    right, most = _rates_alone(risk, terms, take_up, limits)
    found = _rates_between(risk, terms, take_up, limits)
    np.testing.assert_allclose(expected_profit(terms, take_up, found, risk), most, rtol=0, atol=1e-14)
    # Where rates earn the same but for rounding it may be any of them.
    apart = most > np.max([expected_profit(terms, take_up, right + by, risk) for by in (-1e-5, 1e-5)], axis=0) + 1e-12
    np.testing.assert_allclose(found[apart], right[apart], rtol=0, atol=1e-7)


@given(seed=seeds)
def test_a_book_earns_by_category_what_it_earns_one_by_one(seed):
    rng = np.random.default_rng(seed)
    terms, take_up, rates = some_terms(rng), some_take_up(rng, 0.5), np.sort(rng.uniform(0.05, 0.5, 4)).tolist()
    book = Book(*some_book(rng, 40, 0.6))
    for policy in (cutoff_policy(terms, rates, take_up), Policy((0.2, 0.3), (0.1, 0.1)), Policy((0.2,), (-math.inf,))):
        right = book.profit_one_by_one(terms, take_up, policy)
        assert book.profit(terms, take_up, policy) == pytest.approx(right, rel=1e-12, abs=1e-15)


# Books -------------------------------------------------------------------------------------------------------------


@settings(max_examples=5)
@given(seed=seeds)
def test_a_large_book_keeps_its_mean_and_nearly_its_profit(seed):
    rng = np.random.default_rng(seed)
    table = ScoreTable.of(rng.beta(1, 3, 2000), rng.random(2000) < 0.3, weight=rng.uniform(0, 2, 2000))
    whole, fewer = Book.of(table), Book.of(table, most=100)
    assert fewer.risk.size <= 100 < whole.risk.size
    assert (np.diff(fewer.risk) > 0).all()
    assert (fewer.share.sum(), fewer.risk @ fewer.share) == pytest.approx((1, whole.risk @ whole.share))
    policy = Policy((0.4,), (1.0,))
    assert fewer.profit(TERMS, quartic(), policy) == pytest.approx(whole.profit(TERMS, quartic(), policy))


@given(seed=seeds)
def test_the_profit_of_a_book_is_that_of_a_loop_over_its_applicants(seed):
    rng = np.random.default_rng(seed)
    terms, take_up, policy, (risks, shares) = some_terms(rng), some_take_up(rng, 1), some_policy(rng, 1), some_book(rng)
    right, _ = book_profit(policy, take_up, terms, risks, shares)
    assert Book(risks, shares).profit(terms, take_up, policy) == pytest.approx(right, abs=1e-14)


def test_who_is_at_the_bound_is_approved():
    """Four applicants, of whom the second and third are at the ends of the two categories."""
    book = Book.of(ScoreTable.of([0.4, 0.2, 0.3, 0.1, 0.2], [0, 1, 1, 0, 0]))
    assert (book.risk.tolist(), book.share.tolist()) == ([0.1, 0.2, 0.3, 0.4], [0.2, 0.4, 0.2, 0.2])
    policy, take_up = Policy((0.2, 0.3), (0.2, 0.3)), quartic()
    offers = ((0.2, 0.1, 0.2), (0.2, 0.2, 0.4), (0.3, 0.3, 0.2))
    right = sum(share * float(TERMS.profit(rate, risk) * take_up(rate, risk)) for rate, risk, share in offers)
    assert book.profit(TERMS, take_up, policy) == pytest.approx(right, abs=1e-15)


# Cut-offs and prices in turn ---------------------------------------------------------------------------------------


def approving(rng):
    """A book, rates and a take-up that earn something."""
    while True:
        limits = LendingLimits(0.0, float(rng.choice([0.5, 1])), float(rng.choice([1, 0.3])))
        rates = np.sort(rng.uniform(0.05, limits.high, rng.choice([1, 2, 3, 7]))).tolist()
        take_up, (risks, shares) = some_take_up(rng, limits.high), some_book(rng, int(rng.choice([1, 2, 80])))
        if Book(risks, shares).profit(TERMS, take_up, cutoff_policy(TERMS, rates, take_up, limits)) > 1e-4:
            return Book(risks, shares), rates, take_up, limits


@settings(max_examples=12)
@given(seed=seeds)
def test_profits_never_fall_and_end_at_a_fixed_point_below_a_price_for_each(seed):
    book, rates, take_up, limits = approving(np.random.default_rng(seed))
    steps = alternation(book, TERMS, rates, take_up, limits)

    def earns(policy):
        return book_profit(policy, take_up, TERMS, book.risk, book.share)[0]

    profits, last = [step.profit for step in steps], steps[-1]
    assert profits == pytest.approx([earns(step.policy) for step in steps], abs=1e-13)
    assert profits == sorted(profits)
    assert profits[0] == pytest.approx(earns(cutoff_policy(TERMS, rates, take_up, limits)), abs=1e-13)
    grid = np.linspace(limits.low, limits.high, 2001)[:, None]
    most = np.maximum(earned(take_up(grid, book.risk), grid, book.risk, TERMS).max(axis=0), 0)
    assert profits[-1] <= (most * (book.risk <= limits.riskiest)) @ book.share + 2e-5
    assert [step.what for step in steps] == ["thresholds", *(["prices", "thresholds"] * (len(steps) // 2))]
    assert len(last.policy.rates) <= len(rates)
    priced = best_prices(book, TERMS, take_up, last.policy, limits)
    cut = cutoff_policy(TERMS, sorted(set(priced.rates)), take_up, limits)
    assert earns(cut) - last.profit <= 1e-9 * last.profit
    again = alternation(book, TERMS, sorted(set(last.policy.rates)), take_up, limits)
    assert again[-1].profit == pytest.approx(last.profit, rel=1e-3)


def test_the_system_puts_as_many_categories_to_use_as_there_are_rates():
    risks = np.linspace(0.001, 0.9, 300)
    book = Book(risks, np.full(300, 1 / 300))
    for take_up, rates in itertools.product((quartic(), sigmoid(3, 2, -10)), ([0.3], [0.3, 0.3 + 1e-9], RATES)):
        policy = alternation(book, TERMS, rates, take_up)[-1].policy
        assert len(set(policy.rates)) == len(rates)
        assert set(policy.category(risks).tolist()) == set(range(len(rates) + 1))
        assert list(policy.rates) == sorted(policy.rates)


def test_the_system_serves_a_book_of_one_or_two_applicants():
    for risks in ((0.0,), (1.0,), (0.2,), (0.2, 0.9)):
        book = Book(np.array(risks), np.full(len(risks), 1 / len(risks)))
        best = [best_on_cubics(quartic(), [0.5], risk, TERMS, DEFAULT_LIMITS) for risk in risks]
        right = sum(max(value_of(rate, quartic(), risk, TERMS), 0) for rate, risk in zip(best, risks, strict=True))
        found = alternation(book, TERMS, RATES, quartic())[-1].profit
        assert found == pytest.approx(right / len(risks), abs=1e-10), risks


HOPELESS = {
    "dear funds and a loss of all": (LoanTerms(1, 1), RATES, quartic(), DEFAULT_LIMITS),
    "a take-up of nobody": (TERMS, RATES, through_points([0, 0.5], [0, 0]), DEFAULT_LIMITS),
    "only higher risks than are approved": (TERMS, RATES, quartic(), LendingLimits(riskiest=0.05)),
    "limits below the funds": (TERMS, [0.01, 0.02], quartic(), LendingLimits(0, 0.025)),
}


def test_the_system_rejects_everybody_where_no_rate_earns():
    book = Book(np.array([0.1, 0.4]), np.array([0.5, 0.5]))
    for name, setting in HOPELESS.items():
        assert {step.profit for step in alternation(book, *setting)} == {0.0}, name
    assert {step.profit for step in alternation(alone(1.0), TERMS, RATES, quartic())} == {0.0}


MENDED = {
    "rates below the funds": ([0.01, 0.02], quartic(), DEFAULT_LIMITS),
    "rates that nobody takes": ([0.6, 0.7], quartic(), LendingLimits(0, 1)),
    "rates that only the safest repay": ([0.04, 0.05], sigmoid(3, 2, -9), DEFAULT_LIMITS),
    "a rate of the funds": ([0.03], quartic(), DEFAULT_LIMITS),
}


def test_the_system_finds_prices_where_the_given_rates_earn_nothing():
    risks, shares = np.array([0.1, 0.2, 0.3]), np.array([0.2, 0.5, 0.3])
    for name, (rates, take_up, limits) in MENDED.items():
        steps = alternation(Book(risks, shares), TERMS, rates, take_up, limits)
        assert steps[0].profit == 0
        grid = np.linspace(limits.low, limits.high, 2001)[:, None]
        offers = earned(take_up(grid, risks), grid, risks, TERMS) * shares
        two_prices = max(ordered_best(offers, [(0, cut), (cut, 3)]) for cut in (1, 2))
        right = offers.sum(axis=1).max() if len(rates) == 1 else two_prices
        assert steps[-1].profit >= right - 1e-6, name


# A price for each --------------------------------------------------------------------------------------------------


def test_a_price_for_each_is_the_best_rate_at_each_risk():
    for take_up, limits in (
        (quartic(), LendingLimits(0.2, 0.4, 0.35)),
        (sigmoid(2, 3, -8), LendingLimits(0, 1)),
        (through_points([0.05, 0.25, 0.5], [1, 0.7, 0]), DEFAULT_LIMITS),
    ):
        risks, rates, most = individual_rates(TERMS, take_up, limits)
        assert (risks[0], risks[-1]) == (0, limits.riskiest)
        grid = np.linspace(limits.low, limits.high, 20_001)
        for risk, rate, earns in zip(risks[::40], rates[::40], most[::40], strict=True):
            offers = earned(take_up(grid, risk), grid, risk, TERMS)
            assert earns == pytest.approx(max(offers.max(), 0), abs=1e-7)
            assert math.isnan(rate) == (earns == 0)
            if earns > 1e-9:
                assert value_of(rate, take_up, risk, TERMS) == pytest.approx(earns, abs=1e-14)
                assert rate == pytest.approx(grid[offers.argmax()], abs=1e-3)


# Messages ----------------------------------------------------------------------------------------------------------


def test_what_cannot_be_lent_by_is_refused():
    for value in (3, -0.1, math.nan):
        refused(f"the cost of funds must be between 0 and 1, got {value:g}; a percent is 0.01", LoanTerms, value)
    refused("the loss given default must be between 0 and 1, got 50; a percent is 0.01", LoanTerms, 0.03, 50)
    refused("a default must cost something: the cost of funds and the loss are both 0", LoanTerms, 0, 0)
    for ends in ((0.5, 0.2), (0.5, 0.5), (-0.1, 0.5), (0, 10.5), (0, math.nan)):
        message = "the highest rate must be above the lowest, both between 0 and 10, got {:g} and {:g}"
        refused(message.format(*ends), LendingLimits, *ends)
    for value in (1.5, math.nan):
        refused(f"the highest risk must be between 0 and 1, got {value:g}", LendingLimits, riskiest=value)
    for margin in (-0.1, 12, math.nan):
        refused(f"the margin must be between 0 and 10, got {margin:g}", margin_policy, TERMS, RATES, margin)
    for rates, low, message in (
        ([], 0, "a lender needs a rate or more, got none"),
        ([0.28, 0.22], 0, "rates must rise, got 0.22 after 0.28"),
        ([0.28, 0.28], 0, "rates must rise, got 0.28 after 0.28"),
        ([0.2, math.nan], 0, "rates must rise, got nan after 0.2"),
        ([0.6], 0, "a rate must be between 0 and 0.5, the limits, got 0.6"),
        ([math.nan], 0, "a rate must be between 0 and 0.5, the limits, got nan"),
        ([0.1, 0.4], 0.2, "a rate must be between 0.2 and 0.5, the limits, got 0.1"),
    ):
        limits, book = LendingLimits(low, 0.5), Book.of(ScoreTable.of([0.1, 0.2], [0, 1]))
        refused(message, checked_rates, rates, limits)
        refused(message, margin_policy, TERMS, rates, 0.1, limits)
        refused(message, cutoff_policy, TERMS, rates, quartic(), limits)
        refused(message, margin_profits, book, TERMS, rates, quartic(), limits)
        refused(message, alternation, book, TERMS, rates, quartic(), limits)
    for risks, said in (([0.1, 1.2], "0.1 to 1.2"), ([-1, 0], "-1 to 0")):
        refused(f"a risk must be between 0 and 1, got {said}", Book.of, ScoreTable.of(risks, [0, 1]))
    for table in (ScoreTable.of([], []), ScoreTable.of([0.1], [0], weight=[0])):
        refused("a book needs an applicant, got none", Book.of, table)


def test_what_is_no_number_is_refused_in_words():
    for wanted, *given_ in (
        (LoanTerms, 0.03, "0.5"),
        (LendingLimits, 0, 0.5, "1"),
        (checked_rates, 0.3, DEFAULT_LIMITS),
        (checked_rates, [0.1, None], DEFAULT_LIMITS),
        (checked_rates, ["0.1"], DEFAULT_LIMITS),
        (margin_policy, TERMS, RATES, "0.1"),
    ):
        with pytest.raises(InputError, match=r"must|needs"):
            wanted(*given_)


def test_the_hypothesis_of_proposition_18_fails_at_low_rates():
    """The product of rate and take-up rises up to 0.293; there break-evens of neighbours fall as the rates rise."""
    top = minimize_scalar(lambda rate: -rate * float(plain_quartic(rate)), bounds=(0, 0.5), method="bounded").x
    assert top == pytest.approx(0.293, abs=0.0005)
    neighbours = [crossing(plain_quartic, low, high, TERMS, "secant") for low, high in pairwise(RATES)]
    assert neighbours[0] > neighbours[1]
    assert sorted(neighbours[2:]) == neighbours[2:]
