"""Thresholds by group against a linear program over all mixes of thresholds, and against all thresholds by hand."""

import numpy as np
import pytest
from scipy.optimize import linprog

from ddcore.decisions.group_thresholds import RULES, GroupThresholds, group_thresholds
from ddcore.decisions.utility import Utility
from ddcore.table import ScoreTable
from tests.helpers.decisions import refused
from tests.helpers.loops import nonempty

MISSES = (1.0, 5.0, 0.2)


def made(seed, groups=3, digits=1):
    rng = np.random.default_rng(seed)
    tables = {}
    for group in range(groups):
        truth = np.append(rng.random(25 + 5 * group) < 0.25 + 0.2 * group, [True, False] * 3)
        score = np.round(rng.normal(truth * (0.4 + 0.5 * group), 1), digits)
        tables[f"g{group}"] = ScoreTable.of(score, truth)
    return tables


def found(tables, miss=1.0, deals=1):
    utility = Utility(tp=0, fp=-1, fn=-miss, tn=0)
    return group_thresholds(tables, utility, rng=np.random.default_rng(1), deals=deals)


def points(table):
    """TPR, FPR and accuracy at every threshold, case by case."""
    score, true, _ = table.cases()
    rows = []
    for line in [*np.unique(score), np.inf]:
        called = score >= line
        rows.append([called[true].mean(), called[~true].mean(), (called == true).mean()])
    return np.array(rows)


def program(tables, miss, same):
    """The least cost of a case, the columns `same` of the points being equal in all groups; inf where they cannot."""
    every = [points(table) for table in tables.values()]
    P, N = (np.array([getattr(table, side).sum() for table in tables.values()]) for side in ("positives", "negatives"))
    cost = np.concatenate([miss * p * (1 - at[:, 0]) + n * at[:, 1] for at, p, n in zip(every, P, N, strict=True)])
    starts = np.cumsum([0, *(len(at) for at in every)])
    equalities, sides = [], []
    for group, start in enumerate(starts[:-1]):
        row = np.zeros(cost.size)
        row[start : starts[group + 1]] = 1
        equalities.append(row)
        sides.append(1.0)
        for column in same if group else ():
            row = np.zeros(cost.size)
            row[starts[0] : starts[1]] = every[0][:, column]
            row[start : starts[group + 1]] -= every[group][:, column]
            equalities.append(row)
            sides.append(0.0)
    solved = linprog(cost, A_eq=np.array(equalities), b_eq=sides, method="highs")
    return solved.fun / (P.sum() + N.sum()) if solved.status == 0 else np.inf


@pytest.mark.parametrize("seed", range(4))
def test_least_cost_equals_that_of_a_linear_program_and_rules_are_kept(seed):
    tables = made(seed)
    columns = {"opportunity": (0,), "rates": (0, 1), "accuracy": (2,), "own": ()}
    for miss in MISSES:
        thresholds = found(tables, miss)
        rules = thresholds.rules
        for rule, same in columns.items():
            cost = thresholds.cost_of_all(rules[rule])
            assert cost == pytest.approx(program(tables, miss, same), abs=1e-9), (rule, miss)
        assert np.ptp(rules["opportunity"].tpr) < 1e-12
        assert np.ptp(rules["rates"].tpr) < 1e-9
        assert np.ptp(rules["rates"].fpr) < 1e-9
        cells = thresholds.cells(rules["accuracy"])
        assert np.ptp((cells.tp + cells.tn) / cells.total) < 1e-12
        assert len(set(rules["one"].mixes)) == 1


@pytest.mark.parametrize("seed", range(3))
def test_mixes_have_these_rates_case_by_case(seed):
    tables = made(seed)
    thresholds = found(tables, 2.0)
    for rule in nonempty(RULES):
        for group, (table, mix) in nonempty(enumerate(zip(tables.values(), thresholds.rules[rule].mixes, strict=True))):
            score, true, _ = table.cases()
            called = sum(share * (score >= line) for line, share in mix)
            assert sum(share for _, share in mix) == pytest.approx(1)
            assert called[true].mean() == pytest.approx(thresholds.rules[rule].tpr[group], abs=1e-9)
            assert called[~true].mean() == pytest.approx(thresholds.rules[rule].fpr[group], abs=1e-9)


def test_one_and_own_by_all_thresholds():
    tables = made(7, groups=2)
    lines = np.append(np.unique(np.concatenate([table.score for table in tables.values()])), np.inf)
    total = sum(table.total for table in tables.values())
    counts = [[table.at(line) for line in lines] for table in tables.values()]
    for miss in MISSES:
        thresholds = found(tables, miss)
        first, second = (np.array([miss * int(one.fn) + int(one.fp) for one in each]) / total for each in counts)
        one, own = (thresholds.cost_of_all(thresholds.rules[rule]) for rule in ("one", "own"))
        assert (one, own) == pytest.approx((min(first + second), min(first) + min(second)))


def test_equal_weights_are_as_many_cases_and_leave_all_rates():
    rng = np.random.default_rng(3)
    plain, weighted = {}, {}
    for name in nonempty("ab"):
        truth, score = rng.random(40) < 0.4, rng.normal(size=40).round(1)
        plain[name], weighted[name] = ScoreTable.of(score, truth), ScoreTable.of(score, truth, weight=np.full(40, 2.5))
    first, second = found(plain, 2.0), found(weighted, 2.0)
    for rule in nonempty(RULES):
        assert first.rules[rule].tpr == pytest.approx(second.rules[rule].tpr)
        assert first.unseen[rule].tpr == pytest.approx(second.unseen[rule].tpr)
    interval, other = (one.cost_interval(one.rules["one"]) for one in (first, second))
    assert (interval.low, interval.high) == pytest.approx((other.low, other.high))


def test_equal_accuracy_of_scores_that_say_nothing_by_hand():
    """Only constant answers: the first is right on one half, the second on 1/30 to 29/30, so half of it is called."""
    tables = {
        "halves": ScoreTable.of([1, 1], [0, 1]),
        "nearly all positive": ScoreTable.of(np.ones(30), [0, *[1] * 29]),
    }
    thresholds = found(tables)
    lines, shares = np.array(thresholds.rules["accuracy"].mixes[1]).T
    assert lines.tolist() == [1.0, np.inf]
    assert shares == pytest.approx([0.5, 0.5])
    assert thresholds.rules["accuracy"].drawn[1] == pytest.approx(0.5)


@pytest.mark.full
def test_unseen_cases_cost_more_than_those_the_thresholds_were_chosen_on():
    """Over 40 samples of 60 cases a group: the mean cost told for unseen cases against 40,000 fresh ones."""
    told, true, here = [], [], []
    rng = np.random.default_rng(5)
    fresh = sample(rng, 20_000)
    for _ in nonempty(range(40)):
        thresholds = found(sample(rng, 60), 2.0, deals=2)
        rule = thresholds.rules["own"]
        here.append(thresholds.cost_of_all(rule))
        told.append(thresholds.cost_of_all(thresholds.unseen["own"]))
        cost = [
            2 * counts.fn + counts.fp
            for table, mix in zip(fresh.values(), rule.mixes, strict=True)
            for counts in [table.at(mix[0][0])]
        ]
        true.append(sum(cost) / 40_000)
    assert np.mean(here) < np.mean(true) < np.mean(told) + 0.01
    assert abs(np.mean(told) - np.mean(true)) < abs(np.mean(here) - np.mean(true))


def sample(rng, size):
    tables = {}
    for name, shift in nonempty({"a": 1.0, "b": 1.5}.items()):
        truth = np.arange(size) % 2 == 0
        tables[name] = ScoreTable.of(rng.normal(truth * shift, 1), truth)
    return tables


@pytest.mark.full
def test_interval_of_a_cost_holds_it():
    """Of 300 samples the 95 % interval at fixed thresholds holds the true cost in 92 % or more."""
    rng = np.random.default_rng(2)
    fresh = found(sample(rng, 100_000), 1.0, deals=1)
    rule = fresh.rules["one"]
    truth = fresh.cost_of_all(rule)
    held = []
    for _ in nonempty(range(300)):
        tables = sample(rng, 40)
        counts = [table.at(mix[0][0]) for table, mix in zip(tables.values(), rule.mixes, strict=True)]
        tpr, fpr = (np.array([float(one.tp / 20) for one in counts]), np.array([float(one.fp / 20) for one in counts]))
        size = np.full(2, 20.0)
        own = GroupThresholds(("a", "b"), size, size, (size, size), fresh.utility, {}, {})
        interval = own.cost_interval(type(rule)("one", rule.mixes, tpr, fpr))
        held.append(interval.low <= truth <= interval.high)
    assert 0.92 <= np.mean(held) <= 0.99


def test_what_is_refused():
    two, one_class = ScoreTable.of([1, 2], [0, 1]), ScoreTable.of([1, 2], [0, 0])
    refused("there must be two groups or more with cases of both classes, got 1", found, {"a": two})
    message = "group b must have cases of both classes, got 0 positive and 2 negative"
    refused(message, found, {"a": two, "b": one_class})


def test_too_few_for_unseen_cases_are_said_to_be_unknown():
    tables = {name: ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]) for name in "ab"}
    assert np.isnan(found(tables).unseen["one"].tpr).all()


FAIRLEARN = {"opportunity": (0.7425, [0.44, 0.44], [0.1, 0.04]), "rates": (0.7275, [0.44, 0.44], [0.1, 0.1])}
"""Accuracy, TPR and FPR by fairlearn 0.15.0: ThresholdOptimizer with the objective accuracy_score, a grid of 100,000,
and the constraints true_positive_rate_parity and equalized_odds, on the cases below."""


def test_equal_rates_are_those_of_fairlearn():
    rng = np.random.default_rng(20)
    truth = np.concatenate([np.arange(200) % 4 == 0, np.arange(200) % 2 == 0])
    group = np.repeat([0, 1], 200)
    score = np.round(rng.normal(truth * np.where(group == 0, 1.0, 1.6), 1), 1)
    thresholds = found({name: ScoreTable.of(score[group == at], truth[group == at]) for at, name in enumerate("ab")})
    for rule, (accuracy, tpr, fpr) in FAIRLEARN.items():
        own = thresholds.rules[rule]
        assert 1 - thresholds.cost_of_all(own) == pytest.approx(accuracy, abs=1e-9), rule
        assert own.tpr == pytest.approx(tpr, abs=1e-9), rule
        assert own.fpr == pytest.approx(fpr, abs=1e-9), rule
