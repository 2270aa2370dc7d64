"""Ways to lend against loops over applicants, another bootstrap, linear programmes and the tables of the document.

After a dissertation on likelihood transformations, sections 9.4 and 9.5, with its misprints corrected.
"""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from ddcore.decisions.applicants import RESAMPLES, Applicants
from ddcore.decisions.cutoffs import DEFAULT_LIMITS, LendingLimits, LoanTerms, cutoff_policy, margin_policy
from ddcore.decisions.lending import LENDING_METHODS, cutoff_profit_bound, lend
from ddcore.decisions.pricing import Book, alternation, individual_rates, margin_profits
from ddcore.decisions.take_up import TakeUp, quartic, sigmoid, through_points
from ddcore.samples.applicants import APPLICANTS
from ddcore.table import ScoreTable
from tests.helpers.decisions import refused
from tests.helpers.lending import (
    RATES,
    TERMS,
    best_on_cubics,
    book_profit,
    category,
    earned,
    some_book,
    some_policy,
    some_take_up,
)
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of
from tests.oracles import published

seeds = st.integers(0, 2**32 - 1)


def lent(table, terms=TERMS, rates=RATES, take_up=None, limits=DEFAULT_LIMITS, *, seed=1, **more):
    return lend(table, terms, rates, take_up or quartic(), limits, rng=np.random.default_rng(seed), **more)


def some_cases(seed, size, highest=1.0):
    """Risks, some of them equal, and who defaults."""
    rng = np.random.default_rng(seed)
    risks = np.round(rng.beta(1, 2, size), 2) * highest
    return risks, (rng.random(size) < risks).astype(int)


# What became of the applicants -------------------------------------------------------------------------------------


def judged(cases, rate_of, take_up, terms):
    """Every number of an outcome, one applicant after the other; `rate_of` gives a rate or None."""
    profit = expected = approved = enrolled = paid = 0.0
    for risk, defaulted in cases:
        rate = rate_of(risk)
        if rate is None:
            continue
        taken = float(take_up(rate, risk))
        approved += 1
        enrolled += taken
        paid += taken * rate
        profit += taken * (-terms.loss - terms.funds if defaulted else rate - terms.funds)
        expected += earned(taken, rate, risk, terms)
    n = len(cases)
    return {
        "profit": profit / n,
        "expected": expected / n,
        "approved": approved / n,
        "accepted": enrolled / approved if approved else math.nan,
        "enrolled": enrolled / n,
        "rate": paid / enrolled if enrolled else math.nan,
        "per_loan": profit / enrolled if enrolled else math.nan,
    }


def numbers(outcome):
    return {
        "profit": outcome.profit.value,
        **{key: getattr(outcome, key) for key in ("expected", "approved", "accepted", "enrolled", "rate", "per_loan")},
    }


def by_policy(policy):
    def rate_of(risk):
        place = category(policy, risk)
        return None if place is None else policy.rates[place]

    return rate_of


def own_price(take_up, knots, terms, limits):
    @cache
    def rate_of(risk):
        rate = best_on_cubics(take_up, knots, risk, terms, limits)
        return rate if risk <= limits.riskiest and earned(float(take_up(rate)), rate, risk, terms) > 0 else None

    return rate_of


@pytest.mark.parametrize(
    ("take_up", "terms", "limits"),
    [
        (quartic(), LoanTerms(0, 0.7), LendingLimits(0.05, 0.5, 0.25)),
        (sigmoid(3, 2, -9), TERMS, DEFAULT_LIMITS),
        (through_points([0.05, 0.25, 0.5], [1, 0.7, 0]), LoanTerms(0.02, 1), DEFAULT_LIMITS),
    ],
    ids=["limited", "sigmoid", "points"],
)
def test_outcomes_are_those_of_a_loop_over_applicants(take_up, terms, limits):
    risks, truth = some_cases(1, 200)
    found = lent(ScoreTable.of(risks, truth), terms, RATES, take_up, limits)
    cases = list(zip(risks.tolist(), truth.tolist(), strict=True))
    assert list(found.outcomes) == list(LENDING_METHODS) == ["margin", "cutoff", "system", "individual"]
    for key, policy in found.policies.items():
        right = judged(cases, by_policy(policy), take_up, terms)
        assert numbers(found.outcomes[key]) == pytest.approx(right, abs=1e-12)
    individual, margin = found.outcomes["individual"], found.outcomes["margin"]
    if not take_up.by_risk:
        right = judged(cases, own_price(take_up, [0.05, 0.25, 0.5], terms, limits), take_up, terms)
        assert numbers(individual) == pytest.approx(right, abs=2e-4)
        assert individual.expected == pytest.approx(right["expected"], abs=1e-6)
    none = margin.more
    assert np.nan_to_num([none.value, none.low, none.high, none.error]).tolist() == [0] * 4
    for key, outcome in found.outcomes.items():
        assert outcome.key == key
        ahead = outcome.profit.value / margin.profit.value - 1 if margin.profit.value > 0 else math.nan
        assert outcome.more.value == pytest.approx(ahead, abs=1e-14, nan_ok=True)


def test_policies_are_those_of_their_methods():
    risks, truth = some_cases(2, 300)
    table = ScoreTable.of(risks, truth)
    found, book = lent(table), Book.of(table)
    assert found.policies == {
        "margin": margin_policy(TERMS, RATES, found.margin),
        "cutoff": cutoff_policy(TERMS, RATES, quartic()),
        "system": alternation(book, TERMS, RATES, quartic())[-1].policy,
    }
    assert found.steps[-1].policy == found.policies["system"]
    np.testing.assert_allclose(found.individual, individual_rates(TERMS, quartic()), rtol=1e-6)
    assert found.by_margin == pytest.approx(margin_profits(book, TERMS, RATES, quartic())[1])

    def earns(margin):
        return book_profit(margin_policy(TERMS, RATES, margin), quartic(), TERMS, risks, np.full(300, 1 / 300))[0]

    best = earns(found.margin)
    assert best >= max(earns(thousandth / 1000) for thousandth in range(0, 421, 12)) - 1e-14
    assert (found.outcomes["margin"].expected, found.by_margin.max()) == pytest.approx((best, best))


# How sure that is --------------------------------------------------------------------------------------------------


def profits(cases, policy, take_up=None, terms=TERMS):
    """The profit of each applicant."""
    found = []
    for risk, defaulted in cases:
        place = category(policy, risk)
        rate = None if place is None else policy.rates[place]
        taken = 0 if rate is None else float((take_up or quartic())(rate, risk))
        found.append(0 if rate is None else taken * (-terms.loss - terms.funds if defaulted else rate - terms.funds))
    return np.array(found)


def test_intervals_are_those_of_another_bootstrap_and_of_the_normal_law():
    risks, truth = some_cases(6, 1500, 0.8)
    cases = list(zip(risks.tolist(), truth.tolist(), strict=True))
    lending = lent(ScoreTable.of(risks, truth), level=0.9)
    found, per_case = lending.outcomes, {key: profits(cases, policy) for key, policy in lending.policies.items()}
    places = np.random.default_rng(77).integers(1500, size=(1500, 1500))
    for key, values in per_case.items():
        drawn, error, interval = values[places].mean(axis=1), values.std() / math.sqrt(1500), found[key].profit
        assert drawn.std() == pytest.approx(error, rel=0.06)
        assert interval.error == pytest.approx(error, rel=4 / math.sqrt(2 * RESAMPLES))
        for ends in (np.quantile(drawn, [0.05, 0.95]), values.mean() + np.array([-1.645, 1.645]) * error):
            assert (interval.low, interval.high) == pytest.approx(tuple(ends), abs=0.4 * error)
    more = per_case["cutoff"][places].mean(axis=1) / per_case["margin"][places].mean(axis=1) - 1
    interval = found["cutoff"].more
    assert interval.error == pytest.approx(more.std(), rel=0.2)
    assert (interval.low, interval.high) == pytest.approx(tuple(np.quantile(more, [0.05, 0.95])), abs=0.4 * more.std())


@pytest.mark.parametrize(("take_up", "groups"), [(quartic(), 3), (sigmoid(2, 1, -8), 200)], ids=["by rate", "by risk"])
def test_neighbours_that_are_drawn_together_leave_the_errors_as_they_are(take_up, groups, monkeypatch):
    monkeypatch.setattr("ddcore.decisions.applicants.GROUPS", groups)
    monkeypatch.setattr("ddcore.decisions.applicants.RESAMPLES", 2000)
    rng = np.random.default_rng(12)
    risks = 0.6 * rng.random(1000)
    truth = (rng.random(1000) < risks).astype(int)
    lending = lent(ScoreTable.of(risks, truth), take_up=take_up)
    cases = list(zip(risks.tolist(), truth.tolist(), strict=True))
    values = {key: profits(cases, policy, take_up) for key, policy in lending.policies.items()}
    for key in ("margin", "cutoff", "system"):
        outcome, lead = lending.outcomes[key], values[key] - values["margin"]
        assert outcome.profit.error == pytest.approx(values[key].std() / math.sqrt(1000), rel=4 / math.sqrt(4000))
        assert outcome.ahead.error == pytest.approx(lead.std() / math.sqrt(1000), rel=4 / math.sqrt(4000))


def test_resamples_of_groups_that_are_split_are_split_by_their_sizes(monkeypatch):
    """Each resample keeps its applicants of each group; the parts have the law of resampled applicants."""
    monkeypatch.setattr("ddcore.decisions.applicants.GROUPS", 3)
    monkeypatch.setattr("ddcore.decisions.applicants.RESAMPLES", 4000)
    rng = np.random.default_rng(5)
    risks, truth = np.arange(90) / 100, rng.random(90) < 0.4
    truth[:45] = False
    applicants = Applicants.of(ScoreTable.of(risks, truth), rng=rng)
    assert applicants.first.tolist() == [0, 30, 60]
    first = np.array([0, 10, 30, 60, 61, 85])
    cells = np.array([np.add.reduceat(fate.astype(int), first) for fate in (~truth, truth)])
    # Each of twelve methods earns 1 of the applicants of one group and fate alone.
    each = np.eye(12).reshape(12, 2, 6).swapaxes(0, 1) * cells[:, None]
    split = 90 * applicants.resampled(first, each, cells, rng=rng).T
    whole = np.add.reduceat(split, [0, 2, 3, 6, 8, 9], axis=1)
    np.testing.assert_allclose(whole, applicants.drawn, rtol=1e-12, atol=1e-12)
    sizes = cells.ravel()
    assert (split[:, sizes == 0] == 0).all()
    np.testing.assert_allclose(split.mean(axis=0), sizes, atol=5 * math.sqrt(30 / 4000))
    np.testing.assert_allclose(split.var(axis=0), sizes * (1 - sizes / 90), rtol=0.15, atol=1e-12)


@pytest.mark.parametrize("take_up", [quartic(), sigmoid(2, 1, -8)], ids=["by rate", "by risk"])
@pytest.mark.parametrize("weighted", [False, True], ids=["whole", "weighted"])
def test_applicants_looked_at_some_at_a_time_are_those_looked_at_all_at_once(take_up, weighted, monkeypatch):
    risks, truth = some_cases(3, 60)
    weight = np.random.default_rng(3).integers(1, 5, 60) if weighted else None
    table = ScoreTable.of(risks, truth, weight=weight)
    at_once = lent(table, take_up=take_up).outcomes
    monkeypatch.setattr("ddcore.decisions.lending.BLOCK", 7)
    for more in ({}, {"applicants": Applicants.of(table, rng=np.random.default_rng(1))}):
        found = lent(table, take_up=take_up, **more).outcomes
        for key, outcome in nonempty(at_once.items()):
            assert numbers(found[key]) == pytest.approx(numbers(outcome), rel=1e-12)
            ends = [(each.ahead.low, each.profit.high) for each in (found[key], outcome)]
            assert ends[0] == pytest.approx(ends[1], rel=1e-9, abs=1e-12)


def test_a_seed_gives_the_same_intervals_again_and_the_order_of_applicants_does_not_matter():
    risks, truth = some_cases(7, 200)
    mixed = np.random.default_rng(5).permutation(200)
    one, again, other = (lent(ScoreTable.of(risks, truth), seed=seed).outcomes for seed in (3, 3, 4))
    turned = lent(ScoreTable.of(risks[mixed], truth[mixed]), seed=3).outcomes
    assert one["cutoff"] == again["cutoff"]
    assert one["cutoff"].profit != other["cutoff"].profit
    for key in LENDING_METHODS:
        assert (numbers(one[key]), one[key].profit) == (numbers(turned[key]), turned[key].profit)


def test_weighted_applicants_are_as_repeated_ones_but_less_sure():
    """The error of a weighted mean is the root of sum w^2 (v - mean)^2 / (sum w)^2."""
    risks, truth = some_cases(8, 150)
    weight = np.random.default_rng(8).integers(1, 5, 150)
    lending = lent(ScoreTable.of(risks, truth, weight=weight))
    weighted = lending.outcomes
    repeated = lent(ScoreTable.of(np.repeat(risks, weight), np.repeat(truth, weight))).outcomes
    for key in LENDING_METHODS:
        assert numbers(weighted[key]) == pytest.approx(numbers(repeated[key]), abs=1e-12)
        assert weighted[key].more.value == pytest.approx(repeated[key].more.value, abs=1e-10)
    for key, policy in lending.policies.items():
        values, found = profits(list(zip(risks.tolist(), truth.tolist(), strict=True)), policy), weighted[key].profit
        away = values - np.average(values, weights=weight)
        error = math.sqrt((weight**2 * away**2).sum()) / weight.sum()
        assert found.error == pytest.approx(error, rel=4 / math.sqrt(2 * RESAMPLES))
        assert found.error > 1.05 * repeated[key].profit.error
        assert (found.low, found.high) == pytest.approx((found.value - 2 * error, found.value + 2 * error), abs=error)


def test_equal_weights_of_applicants_are_none_and_sums_of_weights_have_no_interval():
    risks, truth = some_cases(8, 150)
    heavy, plain = (lent(ScoreTable.of(risks, truth, weight=weight)).outcomes for weight in (np.full(150, 0.3), None))
    for key in LENDING_METHODS:
        assert heavy[key].ahead.low == pytest.approx(plain[key].ahead.low, abs=1e-12)
        assert heavy[key].profit.error == pytest.approx(plain[key].profit.error, rel=1e-9)
    table = ScoreTable.of(risks, truth)
    found = lent(ScoreTable(table.score, table.positives * 1.5, table.negatives * 1.5)).outcomes["cutoff"].profit
    assert math.isfinite(found.value)
    assert np.isnan([found.low, found.high, found.error]).all()


# Edges -------------------------------------------------------------------------------------------------------------

MIXED = ScoreTable.of([0.02, 0.1, 0.1, 0.2, 0.3, 0.6], [0, 0, 1, 0, 0, 1])
THOUSAND = LendingLimits(0, 10)
EDGES = {
    "all risks equal": (ScoreTable.of([0.2] * 5, [0, 0, 0, 0, 1]), TERMS, RATES, quartic(), DEFAULT_LIMITS),
    "one applicant without any risk": (ScoreTable.of([0.0], [0]), TERMS, RATES, quartic(), DEFAULT_LIMITS),
    "risks of 0 and 1": (ScoreTable.of([0.0, 1.0], [0, 1]), TERMS, RATES, quartic(), DEFAULT_LIMITS),
    "too risky for all rates": (ScoreTable.of([0.9, 0.95], [0, 1]), TERMS, RATES, quartic(), DEFAULT_LIMITS),
    "rates below the funds": (MIXED, TERMS, [0.01, 0.02], quartic(), DEFAULT_LIMITS),
    "rates that nobody takes": (MIXED, TERMS, [0.6, 0.7], quartic(), LendingLimits(0, 1)),
    "nobody takes any": (MIXED, TERMS, RATES, through_points([0, 0.5], [0, 0]), DEFAULT_LIMITS),
    "everybody takes all": (MIXED, TERMS, RATES, through_points([0, 0.5], [1, 1]), DEFAULT_LIMITS),
    "a loss of all": (MIXED, LoanTerms(0.03, 1), RATES, quartic(), DEFAULT_LIMITS),
    "dear funds": (MIXED, LoanTerms(1, 0), RATES, quartic(), DEFAULT_LIMITS),
    "no loss": (MIXED, LoanTerms(0.03, 0), RATES, quartic(), DEFAULT_LIMITS),
    "sigmoid, rates next to each other": (MIXED, TERMS, [0.3, 0.3 + 1e-9], sigmoid(2, 3, -8), DEFAULT_LIMITS),
    "nobody approved by law": (MIXED, TERMS, RATES, quartic(), LendingLimits(riskiest=0)),
    "riskiest below all": (ScoreTable.of([0.2, 0.3], [0, 1]), TERMS, RATES, quartic(), LendingLimits(riskiest=0.1)),
    "a thousand percent": (MIXED, TERMS, [0.5, 5, 10], sigmoid(3, 1, -1), THOUSAND),
    "sigmoid, a thousand percent that nobody takes": (MIXED, TERMS, [10], sigmoid(0, 0, -1000), THOUSAND),
    "one limit next to the other": (MIXED, TERMS, [0.3], quartic(), LendingLimits(0.3, 0.3 + 1e-9)),
    "scores without weight": (
        ScoreTable.of([0.1, 0.2, 7], [0, 1, 1], weight=[1, 0.5, 0]), TERMS, RATES, quartic(), DEFAULT_LIMITS,
    ),
}  # fmt: skip


def test_edges_of_lending():
    for name, (table, terms, rates, take_up, limits) in EDGES.items():
        found = lent(table, terms, rates, take_up, limits)
        for outcome in found.outcomes.values():
            assert np.isfinite([outcome.profit.value, outcome.expected]).all(), name
            assert 0 <= outcome.approved <= 1, name
            assert math.isnan(outcome.accepted) == (outcome.approved == 0), name
            assert math.isnan(outcome.rate) == math.isnan(outcome.per_loan) == (not outcome.enrolled > 0), name
            assert math.isnan(outcome.more.value) == (not found.outcomes["margin"].profit.value > 0), name
            assert not outcome.enrolled > 0 or limits.low <= outcome.rate <= limits.high + 1e-12, name
        margin, cutoff, system = (found.outcomes[key].expected for key in ("margin", "cutoff", "system"))
        assert system >= cutoff - 1e-12 >= margin - 2e-12, name
        assert np.isfinite([*found.by_margin, found.margin]).all(), name


def test_a_price_for_each_is_never_below_given_rates():
    """Take-up has two levels; the best price leaps from 0.2 to 0.4 between two risks that are priced."""
    take_up = through_points([0.2, 0.22, 0.4, 0.45], [1, 0.4, 0.4, 0])
    found = lent(ScoreTable.of([0.06375], [0]), TERMS, [0.2, 0.4], take_up).outcomes
    assert found["cutoff"].expected == pytest.approx(0.93625 * 0.17 - 0.06375 * 0.53)
    assert found["individual"].expected >= found["cutoff"].expected


@settings(max_examples=5)
@given(seed=seeds)
def test_a_price_for_each_is_never_below_the_system(seed):
    rng = np.random.default_rng(seed)
    table = ScoreTable.of(np.round(rng.beta(1, 3, 60), 3), rng.random(60) < 0.25)
    rates = np.sort(rng.uniform(0.05, 0.5, 3)).tolist()
    take_up = sigmoid(rng.uniform(0, 5), rng.uniform(0, 6), -rng.uniform(4, 15)) if rng.random() < 0.5 else quartic()
    found = lent(table, TERMS, rates, take_up).outcomes
    assert found["individual"].expected >= found["system"].expected - 1e-9
    assert found["system"].expected >= found["cutoff"].expected - 1e-12
    assert found["cutoff"].expected >= found["margin"].expected - 1e-12


# Simulated books ---------------------------------------------------------------------------------------------------

DOCUMENT_MARGINS = (0.02, 0.04, 0.06, 0.08, 0.10, 0.12, 0.14)


def realised(policy, risks, defaulted):
    """Profit per applicant of a policy under the quartic, in whole arrays."""
    rates = np.array([*policy.rates, math.nan])[np.searchsorted(policy.bounds, risks)]
    taken = np.where(np.isnan(rates), 0, np.clip(1 - 15 / 4 * rates**2 - rates**4, 0, 1))
    return float(np.mean(taken * np.where(defaulted, -0.53, np.nan_to_num(rates) - 0.03)))


@cache
def bound():
    """The risks that are priced, and the most that each earns."""
    risks, _, most = individual_rates(TERMS, quartic())
    return risks, most


def compared(risks, defaulted):
    """Realised profits of the best margin, the document's best one, thresholds and the system; and those expected."""
    book = Book.of(ScoreTable.of(risks, defaulted, True), most=1500)
    tried, earns = margin_profits(book, TERMS, RATES, quartic())
    steps = alternation(book, TERMS, RATES, quartic())
    policies = {
        "margin": margin_policy(TERMS, RATES, float(tried[np.argmax(earns)])),
        "cutoff": cutoff_policy(TERMS, RATES, quartic()),
        "system": steps[-1].policy,
    }
    found = {key: realised(policy, risks, defaulted) for key, policy in policies.items()}
    of_document = {
        margin: realised(margin_policy(TERMS, RATES, margin), risks, defaulted) for margin in DOCUMENT_MARGINS
    }
    found |= {f"expected {key}": book.profit(TERMS, quartic(), policy) for key, policy in policies.items()}
    found["bound"] = float(np.interp(book.risk, *bound()) @ book.share)
    return {**found, "document": max(of_document.values()), "its margin": max(of_document, key=of_document.get)}


@cache
def simulated_books(count):
    found = []
    for seed in range(1, count + 1):
        table = APPLICANTS["applicants"].draw(30_000, seed)
        defaulted = np.array(table["outcome"].to_pylist()) == "default"
        found.append(compared(table["risk"].to_numpy(), defaulted))
    return found


def ratio(books, one, other):
    return np.array([book[one] / book[other] for book in books])


some_books = pytest.mark.parametrize("count", [1, pytest.param(10, marks=pytest.mark.full)])


@some_books
def test_cut_offs_earn_a_tenth_more_than_the_best_margin_and_the_system_little_more_than_they(count):
    """C7 measures 1.145 +- 0.005 over the margin that the document tries, on books of another make."""
    books = simulated_books(count)
    over_margin, over_cutoff = ratio(books, "cutoff", "margin"), ratio(books, "system", "cutoff")
    assert 1.07 < over_margin.min() <= over_margin.max() < 1.20
    assert over_margin.mean() == pytest.approx(1.111, abs=0.03)
    assert 1 <= over_cutoff.min() <= over_cutoff.max() < 1.01
    assert over_cutoff.mean() == pytest.approx(1.005, abs=0.003)
    assert ratio(books, "cutoff", "document").mean() == pytest.approx(1.145, abs=0.01 if count == 10 else 0.04)
    for book in books:
        assert book["its margin"] == 0.14
        assert book["expected cutoff"] <= book["expected system"] <= book["bound"] <= 1.01 * book["expected cutoff"]


@some_books
def test_no_book_doubles_the_profit_as_the_document_says(count):
    printed = {row["key"]: float(row["right"]) for row in printed_rows("profit", place="Table 9.3")}
    assert printed["system"] / printed["margin"] > 2
    assert (ratio(simulated_books(count), "bound", "expected margin") < 1.3).all()
    assert (ratio(simulated_books(count), "system", "margin") < 1.3).all()


# Tables 9.2 and 9.3 ------------------------------------------------------------------------------------------------


def printed_rows(what, key=None, place=None):
    found = [
        row
        for row in published("003_lending.csv")
        if row["what"] == what and key in (None, row["key"]) and place in (None, row["place"])
    ]
    assert found
    return found


def table_9_3(what, key):
    (row,) = printed_rows(what, key, "Table 9.3")
    return float(row["right"])


APPLICANTS_TESTED = 30_000


def greatest_mean_gap(mean, low=0.03, high=0.5, step=0.0005):
    """A linear programme over laws of prices: how far these can stand above the next lower given rate, on average.

    A given rate counts as just below itself, so that its gap is that to the one before; below the first given rate the
    next lower offer is none, which forgoes the rate less the funds.
    """
    prices = np.round(np.arange(low, high + step / 2, step), 6)
    gaps = np.array([price - max([low, *(rate for rate in RATES if rate < price - 1e-9)]) for price in prices])
    found = linprog(-gaps, A_eq=[np.ones(prices.size), prices], b_eq=[1, mean], bounds=(0, 1))
    assert found.status == 0
    return -found.fun, prices[found.x > 1e-9].tolist()


def test_cut_offs_of_the_document_earn_less_than_its_system_allows():
    profit, enrolled = table_9_3("profit", "system"), table_9_3("enrolled", "system") * APPLICANTS_TESTED
    (at_most,) = printed_rows("least", "gap 0.06")
    assert round(cutoff_profit_bound(profit, enrolled, 0.06)) == 2490
    assert cutoff_profit_bound(profit, enrolled, 0.06) == pytest.approx(float(at_most["right"]), abs=0.05)
    gap, prices = greatest_mean_gap(table_9_3("rate", "system"))
    assert prices == pytest.approx([0.22, 0.5])
    (any_rates,) = printed_rows("least", "any rates")
    least = cutoff_profit_bound(profit, enrolled, gap)
    assert least == pytest.approx(float(any_rates["right"]), abs=0.05)
    assert least > 1950 > table_9_3("profit", "cutoff")


def falling(rng):
    """Any take-up that does not rise with the rate: steps or a mixture of falls, the same for all risks."""
    at, shares = np.sort(rng.uniform(0, 0.5, 6)), np.sort(rng.uniform(0, 1, 7))[::-1]
    if rng.random() < 0.3:
        return some_take_up(rng, 0.5)
    return TakeUp(
        lambda rate, risk: shares[np.searchsorted(at, rate)] + 0 * risk, lambda rate, risk: 0 * rate, False, ""
    )


@given(seed=seeds)
def test_cut_offs_earn_no_less_than_other_prices_less_the_gap_of_their_loans(seed):
    rng = np.random.default_rng(seed)
    take_up, (risks, shares), policy = falling(rng), some_book(rng), some_policy(rng, 0.5)
    rates = RATES if rng.random() < 0.5 else tuple(np.sort(rng.uniform(0.03, 0.5, 4)).tolist())
    profit, enrolled = book_profit(policy, take_up, TERMS, risks, shares)
    gap = max(price - max([0.03, *(rate for rate in rates if rate <= price)]) for price in policy.rates)
    cutoffs, _ = book_profit(cutoff_policy(TERMS, rates, take_up), take_up, TERMS, risks, shares)
    assert cutoff_profit_bound(profit, enrolled, max(gap, 0)) <= cutoffs + 1e-12


# Messages ----------------------------------------------------------------------------------------------------------


def test_what_cannot_be_lent_to_is_refused():
    two = ScoreTable.of([0.1, 0.2], [0, 1])
    refused("a book needs an applicant, got none", lent, ScoreTable.of([], []))
    refused("a rate must be between 0 and 0.5, the limits, got 0.6", lent, two, rates=[0.6])
    for level in (0, 1, 1.2, -0.5, math.nan):
        refused(f"level must be between 0 and 1, got {level:g}", lent, two, level=level)


@pytest.mark.parametrize("take_up", [quartic(), sigmoid(2, 1, -8)], ids=["alone", "by risk"])
@pytest.mark.parametrize(
    ("size", "neighbours", "near"),
    some_of([(1500, 350, 1e-3), (3000, 700, 1e-3), (9000, 2000, 1e-4), (100_000, 20_000, 1e-6)], (1500, 350, 1e-3)),
)
def test_many_risks_together_tell_what_each_tells(monkeypatch, take_up, size, neighbours, near):
    rng = np.random.default_rng(1)
    risk = rng.beta(1, 3, size)
    table = ScoreTable.of(risk, rng.random(size) < risk)
    for funds in (0.03, 0.2):
        found = []
        for parts in (neighbours, 10**6):
            monkeypatch.setattr("ddcore.decisions.applicants.NEIGHBOURS", parts)
            found.append(lent(table, LoanTerms(funds=funds), [0.12, 0.2, 0.3, 0.45], take_up).outcomes)
        for key, together in nonempty(found[0].items()):
            each, rel = found[1][key], near if key == "individual" or take_up.by_risk else 1e-12
            for name in ("approved", "accepted", "rate", "per_loan", "expected"):
                assert getattr(together, name) == pytest.approx(getattr(each, name), rel=rel, abs=1e-12)
            ends = [[one.profit.value, one.profit.low, one.profit.high] for one in (together, each)]
            assert ends[0] == pytest.approx(ends[1], rel=near)
