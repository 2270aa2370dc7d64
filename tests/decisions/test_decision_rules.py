"""The lines at given costs against lists of cases, each with the payoff of its outcome, in fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.decisions.amounts import ScoredCases
from ddcore.decisions.by_case import bayes_minimum_risk, yield_by_threshold
from ddcore.decisions.costs import costs, threshold
from ddcore.decisions.decision_rules import (
    RULES,
    DecisionRule,
    called,
    cross_fitted,
    cross_fitted_yield,
    decision_rules,
    decision_rules_by_case,
)
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.scores.curves import pooled
from ddcore.scores.likelihood import fit, probabilities
from ddcore.scores.line import scores_above
from ddcore.scores.resampling import Resamples
from ddcore.scores.thresholds import best
from ddcore.table import ScoreTable
from tests.helpers.costs import BY_CASE, LEVELS, both_classes, by_case, mean_by_amount, some_cases, tabled
from tests.helpers.decisions import CELLS, named, refused

payoff = st.integers(-9, 9)
proper = st.tuples(payoff, payoff, payoff, payoff).filter(
    lambda four: four[0] >= four[2] and four[3] >= four[1] and four[0] + four[3] > four[1] + four[2]
)
"""Payoffs of TP, FP, FN, TN of which none rewards a mistake and one is at stake."""


def log_ratio(table, method):
    """The logarithm of the likelihood ratio of each score of a table."""
    return fit(table, method).log_ratio(table.score)


def payoffs_named(payoffs):
    return Utility(**named(payoffs))


def mean_of(cases, called, payoffs):
    """The mean payoff of cases (score, truth), predicted positive where `called` says so of the score."""
    of = named(payoffs)
    name = {(True, True): "tp", (False, True): "fp", (True, False): "fn", (False, False): "tn"}
    return Fraction(sum(of[name[true, called(score)]] for score, true in cases), len(cases))


def inside(option):
    """Which scores an option predicts positive, from its stretches."""
    return lambda score: any(first <= score <= last for first, last in option.called)


def close(right):
    return pytest.approx(float(right), rel=1e-13, abs=1e-14)


@given(cases=some_cases, payoffs=proper, at=st.sampled_from([*LEVELS, -1.0, 0.5, 2.0, math.inf, -math.inf]))
def test_each_line_yields_what_its_calls_yield(cases, payoffs, at):
    """Scores taken for probabilities are called from where both answers are worth the same."""
    table, utility = tabled(cases), payoffs_named(payoffs)
    found = decision_rules(table, utility, None)
    assert [one.key for one in found.rules] == ["best", "read", "all", "none"]
    for one in (*found.rules, DecisionRule.at_threshold(table, utility, at)):
        assert one.value == close(mean_of(cases, inside(one), payoffs)), one.key
        assert one.value == close(mean_of(cases, lambda score, one=one: score >= one.threshold, payoffs)), one.key
    assert (one.key, one.threshold, one.called) == ("set", at, ((at, math.inf),) if at < math.inf else ())
    every = [*{score for score, _ in cases}, math.inf]
    assert found["best"].value == close(max(mean_of(cases, lambda score, at=at: score >= at, payoffs) for at in every))
    assert found["best"].threshold == best(table, utility).threshold
    tp, fp, fn, tn = payoffs
    line, share = Fraction(tn - fp, tn - fp + tp - fn), Fraction(sum(true for _, true in cases), len(cases))
    assert (found["read"].threshold, found.bayes_threshold.posterior) == (close(line), close(line))
    if 0 < share < 1 and tp > fn:
        assert found.bayes_threshold.ratio == close((1 - share) * (tn - fp) / (share * (tp - fn)))
    always, never = (mean_of(cases, lambda score, one=one: one, payoffs) for one in (True, False))
    assert (found["all"].value, found["none"].value) == (close(always), close(never))
    assert (found["all"].threshold, found["none"].threshold) == (-math.inf, math.inf)
    assert (found["all"].called, found["none"].called) == (((-math.inf, math.inf),), ())
    assert found.constant.value == close(max(always, never))
    if abs(always - never) > 1e-9:
        assert found.constant.key == ("all" if always > never else "none")


FOUR = [(0.1, False), (0.3, True), (0.4, False), (0.8, True)]


def test_scores_outside_0_and_1_are_not_taken_for_probabilities():
    plain = decision_rules(tabled(FOUR), costs(c10=1, c01=4), None)
    assert "read" in plain
    for shift in (-0.2, 0.3, 5.0):
        found = decision_rules(tabled([(score + shift, true) for score, true in FOUR]), costs(c10=1, c01=4), None)
        assert "read" not in found
        assert [one.key for one in found.rules] == ["best", "all", "none"]
        assert all(one.value == plain[one.key].value for one in found.rules)
    ends = decision_rules(tabled([(0.0, False), (1.0, True), (1.0, False)]), costs(c10=1, c01=4), None)
    assert ends["read"].value == close(Fraction(-1, 3))


def middling(seed, size=80):
    """Positives in the middle of the negatives: what is evidence is no threshold."""
    rng = np.random.default_rng(seed)
    truth = np.arange(size) % 5 < 2
    score = np.where(truth, rng.normal(0.5, 0.7, size), rng.normal(0, 2, size)).round(1)
    return list(zip(score.tolist(), truth.tolist(), strict=True))


@pytest.mark.parametrize("method", ["isotonic", "binormal", "kde", "histogram", "logistic"])
def test_evidence_calls_the_scores_that_reach_the_line(method):
    for seed, payoffs in enumerate([(1, 0, 0, 1), (0, -1, -5, 0), (0, -3, -1, 0)]):
        cases = middling(seed)
        table, utility = tabled(cases), payoffs_named(payoffs)
        likelihood = fit(table, method)
        found = decision_rules(table, utility, likelihood.log_ratio(table.score))
        assert [one.key for one in found.rules] == ["best", "evidence", "all", "none"]
        evidence, ratio = found["evidence"], float(found.bayes_threshold.ratio)
        assert ratio == close(threshold(utility, sum(true for _, true in cases) / len(cases)).ratio)
        assert evidence.called == scores_above(table.score, likelihood.log_ratio(table.score), ratio)
        by_ratio = {score: bool(float(likelihood.ratio(score)) >= ratio) for score, _ in cases}
        assert evidence.value == close(mean_of(cases, by_ratio.__getitem__, payoffs))
        assert evidence.value == close(mean_of(cases, inside(evidence), payoffs))


@given(cases=both_classes, payoffs=proper)
def test_the_pooled_ratio_is_as_good_as_the_best_threshold(cases, payoffs):
    """The steps of the isotonic ratio are the corners of the convex hull, and a mean payoff is best at a corner."""
    table, utility = tabled(cases), payoffs_named(payoffs)
    found = decision_rules(table, utility, log_ratio(table, "isotonic"))
    assert [one.key for one in found.rules] == ["best", "read", "evidence", "all", "none"]
    assert found["evidence"].value == close(mean_of(cases, inside(found["evidence"]), payoffs))
    assert found["evidence"].value == pytest.approx(found["best"].value, abs=1e-12)
    corner = decision_rules(table, utility, None, pooled(table))["best"]
    assert corner.value == pytest.approx(found["best"].value, abs=1e-12)
    assert mean_of(cases, lambda score: score >= corner.threshold, payoffs) == close(corner.value)


def test_evidence_in_the_middle_is_no_threshold():
    cases = middling(0)
    found = decision_rules(tabled(cases), payoffs_named((1, 0, 0, 1)), log_ratio(tabled(cases), "binormal"))["evidence"]
    ((low, high),) = found.called
    assert -2 < low < high < 3
    assert math.isnan(found.threshold)


def test_where_stretches_are_a_threshold():
    for stretches, at in {
        (): math.inf,
        ((2.0, math.inf),): 2,
        ((-math.inf, math.inf),): -math.inf,
        ((2.0, 3.0),): math.nan,
        ((-math.inf, 3.0),): math.nan,
        ((1.0, 2.0), (4.0, math.inf)): math.nan,
    }.items():
        assert DecisionRule("evidence", stretches, 0.0).threshold == pytest.approx(at, nan_ok=True)


def test_one_more_line_stands_before_the_constant_answers():
    table, utility = tabled(FOUR), costs(c10=1, c01=4)
    plain = decision_rules(table, utility, log_ratio(table, "isotonic"))
    found = plain.with_rule(DecisionRule.at_threshold(table, utility, 0.4))
    assert [one.key for one in found.rules] == ["best", "read", "evidence", "set", "all", "none"]
    assert found["set"].value == close(Fraction(-5, 4))
    assert found.bayes_threshold is plain.bayes_threshold
    assert "set" not in plain
    assert 3 not in plain
    assert [one for one in found.rules if one.key != "set"] == list(plain.rules)
    assert list(RULES) == ["best", "read", "evidence", "own", "set", "all", "none"]


@pytest.mark.parametrize(("gain", "loss"), [(0.1, -0.3), (0.7, -2.1), (0.1, -0.31), (0.1, -0.29)])
def test_of_constant_answers_that_tie_but_for_rounding_all_are_called(gain, loss):
    """Three right calls against one wrong one, held against fractions."""
    rules = decision_rules(ScoreTable.of([1, 2, 2, 0], [1, 1, 1, 0]), Utility(tp=gain, fp=loss, fn=0, tn=0), None)
    assert (rules.constant.key == "all") == (3 * Fraction(str(gain)) + Fraction(str(loss)) >= 0)


def test_what_is_refused():
    for table in (ScoreTable.of([], []), ScoreTable.of([0.2, 0.7], [0, 1], weight=[0, 0])):
        with pytest.raises(InputError):
            decision_rules(table, costs(c10=1, c01=4), None)
    table = tabled(FOUR)
    for payoffs, message in {
        (0, 0, 2, 1): "a right answer...",
        (3, 1, 3, 1): "right and wrong answers must...",
    }.items():
        for ratios in (None, log_ratio(table, "isotonic")):
            refused(message, decision_rules, table, payoffs_named(payoffs), ratios)
    equal = payoffs_named((1, 0, 0, 1))
    refused("threshold must be a number, got nan", DecisionRule.at_threshold, table, equal, math.nan)


def test_weighted_cases_count_as_their_weights():
    weights = [2, 1, 3, 5]
    table = ScoreTable.of(*zip(*FOUR, strict=True), positive=True, weight=weights)
    repeated = [case for case, times in zip(FOUR, weights, strict=True) for _ in range(times)]
    found, right = (decision_rules(one, costs(c10=1, c01=4), None) for one in (table, tabled(repeated)))
    assert [one.key for one in found.rules] == [one.key for one in right.rules]
    for one in right.rules:
        assert (found[one.key].threshold, found[one.key].value) == (one.threshold, close(one.value))


def test_what_stretches_call_has_the_squares_of_its_weights():
    """Weights whose sums are whole are weights still."""
    score, truth, weight = [0.1, 0.3, 0.3, 0.6, 0.9], [0, 1, 0, 1, 1], [2.0, 1, 4, 3, 2]
    stretches = ((0.2, 0.4), (0.8, math.inf))
    found = called(ScoreTable.of(score, truth, weight=weight), stretches)
    assert [getattr(found, name).item() for name in CELLS] == [3, 4, 3, 2]
    assert [getattr(found.squares, name).item() for name in CELLS] == [5, 16, 9, 4]
    sums = ScoreTable(np.array([0.1, 0.3]), np.array([0.0, 2.0]), np.array([1.0, 3.0]))
    assert called(sums, stretches).effective is None
    assert called(tabled([(0.3, True), (0.1, False)]), stretches).squares is None


amount_cases = st.lists(st.tuples(st.sampled_from(LEVELS), st.booleans(), st.integers(0, 50)), min_size=1, max_size=12)


def own_lines(cases, fixed, rate):
    """Each case called what pays most at its own amount, its score being its chance to be positive."""
    total, positive = Fraction(0), 0
    for score, true, amount in cases:
        tp, fp, fn, tn = (a + Fraction(b) * amount for a, b in zip(fixed, rate, strict=True))
        p = Fraction(score)
        called = p * tp + (1 - p) * fp >= p * fn + (1 - p) * tn
        total += (tp if called else fn) if true else (fp if called else tn)
        positive += called
    return total / len(cases), Fraction(positive, len(cases))


@pytest.mark.parametrize("name", BY_CASE)
@given(cases=amount_cases, at=st.sampled_from([*LEVELS, -1.0, 0.5, 0.9, 2.0, math.inf, -math.inf]))
def test_each_line_by_amount_case_by_case_and_each_case_by_its_own(name, cases, at):
    score, truth, amount = (np.array(column) for column in zip(*cases, strict=True))
    scored = ScoredCases(score, truth, amount.astype(float), np.ones(len(cases)))
    by_amount, four = by_case(*BY_CASE[name], unit="EUR"), BY_CASE[name]
    own = bayes_minimum_risk(scored, by_amount)
    assert (own.value, own.called) == tuple(map(close, own_lines(cases, *four)))
    tables = (ScoreTable.of(score, truth, positive=True, weight=weight) for weight in (None, amount.astype(float)))
    yields = yield_by_threshold(*tables, by_amount)
    found = decision_rules_by_case(yields, at, own.value)
    assert sorted(one.key for one in found.rules) == ["all", "best", "none", "own", "set"]
    assert [one.key for one in decision_rules_by_case(yields, at).rules] == ["best", "set", "all", "none"]
    assert found.rules[-2:] == (found["all"], found["none"])
    assert (found["own"].value, found["own"].called) == (own.value, None)
    assert np.isnan([found["own"].threshold, found.bayes_threshold.ratio, found.bayes_threshold.posterior]).all()
    assert found.constant.value == max(found["all"].value, found["none"].value)
    reweighted = [(*case, 1) for case in cases]
    for key in ("best", "set", "all", "none"):
        one = found[key]
        assert one.value == close(mean_by_amount(four, reweighted, one.threshold)), key
        assert one.called == (((one.threshold, math.inf),) if one.threshold < math.inf else ()), key
    assert (found["set"].threshold, found["all"].threshold, found["none"].threshold) == (at, -math.inf, math.inf)
    every = [mean_by_amount(four, reweighted, end) for end in [*{case[0] for case in cases}, math.inf]]
    assert found["best"].value == close(max(every))


@pytest.mark.full
def test_scores_read_by_others_yield_what_their_calls_yield():
    """Positives lie on both sides of the negatives, so that a threshold of the scores is of little use."""
    rng = np.random.default_rng(5)
    true = np.repeat([True, False], [40, 60])
    score = np.where(true, rng.choice([-3, 3], 100), 0) + rng.normal(size=100)
    table, utility = ScoreTable.of(score, true), costs(c10=1, c01=2)
    held = Resamples.of(table, 1, rng=rng)
    found = cross_fitted_yield(cross_fitted(table, rng=np.random.default_rng(7)).tables, utility, held)
    rng, costs_of_deals = np.random.default_rng(7), []
    for _ in range(2):
        chance, positive, _ = probabilities(table, rng=rng).cases()
        costs_of_deals.append((2 * (positive & (chance < 1 / 3)).sum() + (~positive & (chance >= 1 / 3)).sum()) / 100)
    assert found.value == close(-np.mean(costs_of_deals))
    assert found.low < found.value < found.high
    assert found.low > max(one.value for one in decision_rules(table, utility, None).rules)


def test_what_a_fixed_reading_yields_is_held_too():
    rng = np.random.default_rng(3)
    table = ScoreTable.of(
        np.concatenate([rng.normal(0.5, 0.05, 20), rng.normal(0.5, 0.1, 80)]), np.repeat([1, 0], [20, 80])
    )
    held, prices = Resamples.of(table, rng=np.random.default_rng(1)), costs(c10=1, c01=4)
    chosen, fixed = (cross_fitted(table, method, rng=np.random.default_rng(1)).tables for method in ("order", "kde"))
    one, other = (cross_fitted_yield(repeats, prices, held) for repeats in (chosen, fixed))
    both = cross_fitted_yield(chosen, prices, held, fixed)
    assert (both.value, both.low, both.high) == (one.value, min(one.low, other.low), max(one.high, other.high))
    assert one.high < other.high


def test_one_case_of_a_class_cannot_be_read_by_others():
    table = ScoreTable.of([0.1, 0.2, 0.3], [1, 0, 0])
    assert cross_fitted(table, rng=np.random.default_rng(1)).tables == ()
    held = Resamples.of(table, 1, rng=np.random.default_rng(1))
    assert math.isnan(cross_fitted_yield((), costs(c10=1, c01=2), held).value)


def test_folds_that_all_chose_one_reading_are_read_as_by_that_reading():
    rng = np.random.default_rng(1)
    true = np.arange(600) % 3 == 0
    table = ScoreTable.of(rng.normal(size=600) + 1.5 * true, true)
    chosen = cross_fitted(table, rng=np.random.default_rng(1))
    ((method, bounds),) = chosen.readings
    fixed = cross_fitted(table, method, bounds=bounds, rng=np.random.default_rng(1))
    assert fixed.readings == chosen.readings
    for own, other in zip(chosen.tables, fixed.tables, strict=True):
        for name in ("score", "positives", "negatives"):
            np.testing.assert_array_equal(getattr(own, name), getattr(other, name))
