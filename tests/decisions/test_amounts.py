"""Payoffs that depend on an amount, against the payoff of each case in one array, and its mean and variance."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm
from statsmodels.stats.weightstats import DescrStatsW

from ddcore.counts import Cells, Counts
from ddcore.decisions.amounts import Amounts, UtilityByCase
from tests.helpers.decisions import CELLS, named, refused

FRAUD = ((-5, -5, 0, 0), (0, 0, -1, 0))
"""Fixed and for each unit of the amount: looking into a case costs 5, a missed fraud its amount."""
BY_CASE = [FRAUD, ((0, 0, 0, 0), (1, -2, 0.5, 3)), ((1, 2, 3, 4), (0.1, -0.2, 0.3, -0.4)), ((7, 0, 0, 1), (0, 0, 0, 0))]
every_tariff = pytest.mark.parametrize("given_", BY_CASE, ids=["fraud", "rates", "both", "fixed"])


def by_case(given_, **more):
    return UtilityByCase(*(Cells(**named(four)) for four in given_), **more)


def payoffs(given_, truth, called, amount):
    """What each case is worth."""
    fixed, rate = (np.array(four, float) for four in given_)
    outcome = np.select([truth & called, ~truth & called, truth & ~called], [0, 1, 2], 3)
    return fixed[outcome] + rate[outcome] * amount


def cases(seed, size=300):
    """Truth, calls that know something of it, and amounts."""
    rng = np.random.default_rng(seed)
    truth = rng.uniform(size=size) < 0.3
    return truth, rng.uniform(size=size) < np.where(truth, 0.7, 0.2), rng.exponential(80, size)


def amounts(truth, called, amount):
    return Amounts.of_labels(truth, called, amount, positive=True)


def stratified(earned, truth):
    """The standard error of a mean in which both classes keep their sizes."""
    classes = [earned[truth], earned[~truth]]
    return math.sqrt(sum((len(one) / len(earned)) ** 2 * one.var(ddof=1) / len(one) for one in classes if len(one)))


def test_cases_amounts_and_squares_in_each_cell():
    truth, called, amount = cases(1)
    found = amounts(truth, called, amount)
    cells = {"tp": truth & called, "fp": ~truth & called, "fn": truth & ~called, "tn": ~truth & ~called}
    for name, held in cells.items():
        assert getattr(found.counts, name) == held.sum()
        assert getattr(found.sums, name) == pytest.approx(amount[held].sum(), rel=1e-12)
        assert getattr(found.squares, name) == pytest.approx((amount[held] ** 2).sum(), rel=1e-12)
    words = Amounts.of_labels(["bad", "good", "bad"], ["bad", "bad", "good"], [3, 4, 5], positive="bad")
    assert [float(getattr(words.sums, name)) for name in CELLS] == [3, 4, 5, 0]
    assert [int(getattr(words.counts, name)) for name in CELLS] == [1, 1, 1, 0]


def test_what_is_refused():
    for amount, message in (
        ([1, -2, 3], "must be 0 or more, got -2.0 in row 2"),
        ([1, 2, math.nan], "must be 0 or more, got nan in row 3"),
        ([math.inf, 2, 3], "must be 0 or more, got inf in row 1"),
        ([1, 2], "must have one number for each case, got 2 for 3 cases"),
        (["1", "two", "3"], "must be a number for each case, got ['1', 'two', '3']"),
    ):
        refused(f"amount {message}...", Amounts.of_labels, [1, 0, 1], [1, 1, 0], amount)
    message = "truth and predicted must have the same length, got 3 and 2"
    refused(message, Amounts.of_labels, [1, 0, 1], [1, 0], [1, 2, 3])
    two = Amounts.of_labels([1, 0], [1, 0], [3, 5])
    for level in (0, 1, 1.5, math.nan):
        refused(f"level must be between 0 and 1, got {level:g}...", by_case(FRAUD).interval, two, level)
    equal = by_case(((0, 6, 6, 6), (2, 0, 0, 0)))
    refused("the four payoffs must not all be equal, got 6...", equal.average, two)


def test_large_amounts_have_squares_too():
    """A thousand amounts of a million each have squares that sum to 10^15."""
    truth, called, amount = cases(2, 2000)
    for size in (1e6, 1e8, 1e12):
        found, right = amounts(truth, called, size * amount), payoffs(FRAUD, truth, called, size * amount)
        made = by_case(FRAUD).interval(found)
        assert made.value == pytest.approx(right.mean(), rel=1e-12)
        assert made.error == pytest.approx(stratified(right, truth), rel=1e-9)


@every_tariff
def test_constant_answers(given_):
    """They call every case of a class, so that the average matrix, of its mean amount, has their yield too."""
    truth, called, amount = cases(4)
    average = by_case(given_, unit="EUR").average(amounts(truth, called, amount))
    for positive in (True, False):
        always = np.full_like(truth, positive)
        right, found = payoffs(given_, truth, always, amount), amounts(truth, called, amount).constant(positive)
        assert by_case(given_)(found) == pytest.approx(right.mean(), rel=1e-12, abs=1e-12)
        made, table = by_case(given_).interval(found), Counts.of_labels(truth, always, True)
        assert made.value == pytest.approx(right.mean(), rel=1e-12, abs=1e-12)
        assert made.error == pytest.approx(stratified(right, truth), rel=1e-9, abs=1e-12)
        assert [getattr(found.counts, name) for name in CELLS] == [getattr(table, name) for name in CELLS]
        assert float(average(table)) == pytest.approx(right.mean(), rel=1e-12)
    means = [amount[truth].mean(), amount[~truth].mean()] * 2
    right = [f + r * mean for f, r, mean in zip(*given_, means, strict=True)]
    assert [float(getattr(average, name)) for name in CELLS] == pytest.approx(right, rel=1e-12)
    assert average.unit == "EUR"


def test_no_case_no_mean():
    none = Amounts.of_labels([], [], [])
    assert math.isnan(by_case(FRAUD)(none))
    found = by_case(FRAUD).interval(none)
    assert np.isnan([found.value, found.low, found.high, found.error]).all()
    one_class = Amounts.of_labels([1, 1], [1, 0], [20, 50], positive=1)
    assert by_case(FRAUD)(one_class) == by_case(FRAUD)(one_class, 1.0) == (-5 - 50) / 2
    assert math.isnan(by_case(FRAUD)(one_class, 0.5))
    fixed = by_case(((1, 2, 3, 4), (10, 20, 30, 40))).average(Amounts.of_labels([1, 1], [1, 0], [2, 4]))
    assert [float(getattr(fixed, name)) for name in CELLS] == [31, 2, 93, 4]


@every_tariff
def test_one_class_only_has_the_interval_of_a_plain_mean(given_):
    _, called, amount = cases(7)
    for truth in (np.ones_like(called), np.zeros_like(called)):
        right = DescrStatsW(payoffs(given_, truth, called, amount))
        found = by_case(given_).interval(amounts(truth, called, amount))
        low, high = right.zconfint_mean()
        assert (found.value, found.error) == pytest.approx((right.mean, right.std_mean), rel=1e-9)
        assert (found.low, found.high) == pytest.approx((low, high), rel=1e-9)


def test_one_case_in_a_class_has_no_interval():
    _, called, amount = cases(8, 20)
    for one in (True, False):
        truth = np.full(20, not one)
        truth[3] = one
        found = by_case(FRAUD).interval(amounts(truth, called, amount))
        assert found.value == pytest.approx(payoffs(FRAUD, truth, called, amount).mean(), rel=1e-12)
        assert np.isnan([found.low, found.high, found.error]).all()


@pytest.mark.parametrize("spread", [1, 20])
def test_weighted_cases_have_the_interval_of_their_effective_number(spread):
    """The variance of each class by statsmodels, its cases (sum of w)^2 / (sum of w^2); equal weights add nothing."""
    truth, called, amount = cases(9)
    weight = np.random.default_rng(4).uniform(1, spread, truth.size) + 2
    whole, parts = (
        amounts(truth, called, amount),
        [Counts.of_labels(truth, called, weight=weight * amount**k) for k in (0, 1, 2)],
    )
    found = by_case(FRAUD).interval(
        Amounts(parts[0], *(Cells(tp=one.tp, fp=one.fp, fn=one.fn, tn=one.tn) for one in parts[1:]))
    )
    worth, variance = payoffs(FRAUD, truth, called, amount), 0
    for side in (truth == 1, truth == 0):
        effective = weight[side].sum() ** 2 / (weight[side] ** 2).sum()
        share = weight[side].sum() / weight.sum()
        variance += share**2 * DescrStatsW(worth[side], weight[side]).var / (effective - 1)
    assert found.value == pytest.approx(np.average(worth, weights=weight), rel=1e-12)
    assert found.error == pytest.approx(math.sqrt(variance), rel=1e-9)
    if spread == 1:
        plain = by_case(FRAUD).interval(whole)
        assert (found.low, found.high) == pytest.approx((plain.low, plain.high), rel=1e-9)


def test_cases_of_whose_weights_nothing_is_known_have_a_mean_without_interval():
    """Those predicted positive count 2.5, the others 1."""
    truth, called, amount = cases(9)
    plain = amounts(truth, called, amount)
    reweighted = [
        Cells(tp=2.5 * part.tp, fp=2.5 * part.fp, fn=1.0 * part.fn, tn=1.0 * part.tn)
        for part in (plain.counts, plain.sums, plain.squares)
    ]
    found = by_case(FRAUD).interval(Amounts(Counts(**vars(reweighted[0])), *reweighted[1:]))
    right = np.average(payoffs(FRAUD, truth, called, amount), weights=np.where(called, 2.5, 1))
    assert found.value == pytest.approx(right, rel=1e-12)
    assert np.isnan([found.low, found.high, found.error]).all()


@pytest.mark.full
def test_the_interval_holds_the_true_mean_in_95_of_100_samples():
    """Exponential amounts: 600 positives of mean 80 and 1400 negatives of mean 40, called with 70 and 20 of 100."""
    truth, rng, hits = np.arange(2000) < 600, np.random.default_rng(10), 0
    true = (600 * (0.7 * -5 + 0.3 * -80) + 1400 * (0.2 * -5)) / 2000
    for _ in range(1000):
        called = rng.uniform(size=2000) < np.where(truth, 0.7, 0.2)
        amount = rng.exponential(np.where(truth, 80, 40))
        found = by_case(FRAUD).interval(amounts(truth, called, amount))
        hits += found.low <= true <= found.high
    assert 930 <= hits <= 965


def test_equal_payoffs_in_each_class_leave_no_doubt():
    truth, called, _ = cases(11)
    found = by_case(((3, -1, 3, -1), (2, 0.5, 2, 0.5))).interval(amounts(truth, called, np.full(300, 10.0)))
    assert found.error == pytest.approx(0, abs=1e-7)
    assert found.low == pytest.approx(found.value) == found.high


number = st.integers(-9, 9)
four = st.tuples(number, number, number, number)
some_cases = st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 50)), min_size=1, max_size=15)


@given(fixed=four, rate=four, some=some_cases, level=st.sampled_from([0.5, 0.95, 0.99]))
def test_any_tariff_case_by_case(fixed, rate, some, level):
    """The mean, and its interval by the sample variance of each class."""
    truth, called, amount = (np.array(column) for column in zip(*some, strict=True))
    right, held = payoffs((fixed, rate), truth, called, amount), amounts(truth, called, amount)
    found = by_case((fixed, rate)).interval(held, level)
    assert (found.value, by_case((fixed, rate))(held)) == pytest.approx((right.mean(),) * 2, rel=1e-12, abs=1e-12)
    if 1 in (truth.sum(), (~truth).sum()):
        assert math.isnan(found.error)
        return
    error = stratified(right, truth)
    reach = norm.ppf(0.5 + level / 2) * error
    assert found.error == pytest.approx(error, rel=1e-9, abs=1e-5)
    assert (found.low, found.high) == pytest.approx((right.mean() - reach, right.mean() + reach), rel=1e-9, abs=1e-4)
