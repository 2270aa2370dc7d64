"""Lines of several measures against each of their parts, and plateaus against slow loops in fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ddcore.errors import InputError
from ddcore.scores.best_thresholds import SLACK, best_thresholds, plateau
from ddcore.scores.likelihood import fit
from ddcore.scores.line import scores_above
from ddcore.scores.modes import mode
from ddcore.scores.resampling import Resamples
from ddcore.scores.thresholds import Constraint, best, bootstrap_intervals, closed_form
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.thresholds import (
    DEFINITIONS,
    LOSS,
    LOWER,
    NET,
    every_table,
    exact_best,
    random_cases,
    row_of,
    some_cases,
    tabled,
    wanted,
)

KEYS = ["ACC", "ERR", "F1", "FNR", "MCC", "PPV", "J", "CC", "TPR", NET, LOSS, "yield"]
"""Of either direction, with and without a solved line, rising, falling and peaked."""
ASKED = [[("TPR", 0.5)], [("FPR", 0.4)], [("TPR", 0.4), ("ERR", 0.6)]]


def a_table(seed=3, size=60):
    return tabled(random_cases(seed, size))


@pytest.mark.parametrize("method", ["isotonic", "binormal", "kde"])
def test_each_line_has_what_its_parts_say_of_it_alone(method):
    table = a_table()
    likelihood, spoken = fit(table, method), []
    for key, one in zip(KEYS, best_thresholds(table, [wanted(key) for key in KEYS], likelihood), strict=True):
        alone = best(table, wanted(key))
        assert (one.measure, one.measure.key) == (one.best.measure, row_of(key).key)
        closed = closed_form(alone)
        np.testing.assert_equal((one.best.threshold, one.closed), (alone.threshold, closed))
        assert one.favours_positive == scores_above(table.score, likelihood.log_ratio(table.score), closed.ratio), key
        assert (one.mode, one.bootstrap) == (mode(row_of(key)), None), key
        if key in ("ACC", "F1", "ERR", "J", "yield"):
            for score in table.score.tolist():
                inside = any(first <= score <= last for first, last in one.favours_positive)
                assert inside == (float(likelihood.ratio(score)) >= one.closed.ratio), (key, score)
                spoken.append(inside)
    assert {*spoken} == {True, False}
    assert best_thresholds(table, [], None) == []


def test_without_a_likelihood_nothing_speaks():
    found = best_thresholds(a_table(), ["ACC", "F1"], None)
    assert [one.favours_positive for one in found] == [(), ()]
    assert [one.closed.posterior for one in found] == [0.5, pytest.approx(found[1].best.value / 2)]


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_under_conditions_there_is_no_closed_form(asked):
    """Not even where the condition leaves the threshold as it is."""
    table, constraints = a_table(), [Constraint.of(*one) for one in asked]
    found = best_thresholds(table, [wanted(key) for key in KEYS], fit(table, "binormal"), *constraints)
    for key, one in zip(KEYS, found, strict=True):
        alone = best(table, wanted(key), *constraints)
        assert (one.best.threshold, one.best.optima) == (alone.threshold, alone.optima), key
        assert np.isnan([one.closed.ratio, one.closed.posterior]).all(), key
        assert one.favours_positive == (), key
        assert one.mode == mode(row_of(key)), key


def test_a_condition_that_no_threshold_meets_is_said():
    table = ScoreTable.of([1, 2, 3, 4], [0, 1, 1, 0])
    message = r"^no threshold has Precision \(PPV\) of at least 0.9; the best that these scores reach is 0.6667, at 2$"
    with pytest.raises(InputError, match=message):
        best_thresholds(table, ["ACC"], None, Constraint.of("PPV", 0.9))
    drawn = Resamples.of(table, 5, rng=np.random.default_rng(1))
    with pytest.raises(InputError, match=message):
        best_thresholds(table, ["ACC"], None, Constraint.of("PPV", 0.9), drawn=drawn)


@pytest.mark.parametrize("asked", [[], *ASKED], ids=str)
def test_how_sure_each_line_is(asked):
    table = a_table()
    drawn = Resamples.of(table, 50, rng=np.random.default_rng(2))
    constraints = [Constraint.of(*one) for one in asked]
    names = [wanted(key) for key in KEYS]
    found = best_thresholds(table, names, None, *constraints, drawn=drawn)
    for one, sure in nonempty(zip(found, bootstrap_intervals(names, *constraints, drawn=drawn), strict=True)):
        assert one.bootstrap.low <= one.bootstrap.high
        assert (one.bootstrap.low, one.bootstrap.high, one.bootstrap.value) == (sure.low, sure.high, sure.value)
        assert (one.bootstrap.value_low, one.bootstrap.value_high) == (sure.value_low, sure.value_high)
        assert one.bootstrap.undefined == sure.undefined


def test_what_has_no_value_has_a_line_of_missing_numbers():
    table = ScoreTable.of([1, 2, 3], [0, 0, 0])
    drawn = Resamples.of(table, 5, rng=np.random.default_rng(1))
    (found,) = best_thresholds(table, ["TPR"], None, drawn=drawn)
    assert np.isnan([found.best.threshold, found.closed.ratio, found.closed.posterior, found.bootstrap.low]).all()
    assert (found.favours_positive, found.mode, found.bootstrap.undefined) == ((), "falls", 1)


def slow_plateau(key, cases, slack):
    """From the best threshold outwards, in fractions, while the measure is worse by no more."""
    tables = every_table(cases)
    exact = exact_best(key, tables)
    if exact is None:
        return None
    sign = -1 if key in LOWER else 1
    at = [threshold for threshold, _ in tables]
    values = [DEFINITIONS[key](*cells) for _, cells in tables]
    fine = [
        value is not None and Fraction(sign * (value - exact.value)) >= -slack - Fraction(1, 10**30) for value in values
    ]
    first = last = at.index(exact.threshold)
    while first and fine[first - 1]:
        first -= 1
    while last + 1 < len(at) and fine[last + 1]:
        last += 1
    return at[first], at[last]


def checked(key, cases, slack):
    table, right = tabled(cases), slow_plateau(key, cases, slack)
    found = plateau(table, best(table, wanted(key)), float(slack))
    if right is None:
        assert np.isnan(found).all()
    else:
        assert found == right, key
    return found


@settings(max_examples=12)
@given(cases=some_cases, slack=st.sampled_from([Fraction("0.0137"), Fraction("0.1237"), Fraction("0.5137"), 100]))
def test_a_plateau_by_going_outwards_in_fractions(cases, slack):
    for key in DEFINITIONS:
        found = checked(key, cases, slack)
        assert math.isnan(found[0]) or found[0] <= found[1], key


def test_plateaus_of_many_scores():
    for key in ("ACC", "ERR", "F1", "FNR", "TPR", "PPV", "NPV", "MCC", "DOR", "PLR", LOSS, "yield"):
        widths = [checked(key, random_cases(300 + seed, 10 + 4 * seed), Fraction("0.0537")) for seed in range(18)]
        assert len(set(widths)) > 5, key


def test_a_plateau_ends_where_the_measure_is_worse_or_has_no_value():
    """Precision has none where no case is predicted positive, and accuracy has another peak that is as good."""
    cases = [(1.0, False, 1), (2.0, True, 1), (3.0, False, 1), (4.0, True, 1)]
    assert checked("ACC", cases, Fraction(1, 8)) == (2, 2)
    assert checked("PPV", cases, 5) == (1, 4)
    for table, key in ((ScoreTable.of([1, 2], [0, 0]), "TPR"), (ScoreTable.of([], []), "ACC")):
        assert np.isnan(plateau(table, best(table, key))).all()


def test_a_plateau_holds_its_best_threshold_under_conditions_too():
    """The values around it are those of all thresholds, and one that is better is worse by less than nothing."""
    cases = random_cases(11, 50)
    table = tabled(cases)
    found = best(table, "PPV", Constraint.of("TPR", 0.9))
    low, high = plateau(table, found, 0.0137)
    values = [DEFINITIONS["PPV"](*cells) for _, cells in every_table(cases)]
    at = [threshold for threshold, _ in every_table(cases)]
    inside = [value for threshold, value in zip(at, values, strict=True) if low <= threshold <= high]
    assert low <= found.threshold <= high
    assert all(value is not None and value >= Fraction(found.value) - Fraction("0.0137") for value in inside)


@pytest.mark.parametrize("key", ["ACC", "ERR"])
@pytest.mark.parametrize("size", [100, 1000])
def test_a_hundredth_less_is_within_a_hundredth_however_it_is_rounded(size, key):
    """As a bound is met by what equals it: from 3 on a hundredth more of the cases are wrong than from 2 on."""
    wrong, hundredth = [], size // 100
    for right in range(55 * hundredth, size):
        hits = size // 2 + hundredth
        positives, negatives = [0, hundredth, size // 2], [right - hits, 0, size - right]
        table = ScoreTable(np.array([1.0, 2.0, 3.0]), np.array(positives), np.array(negatives))
        found = best(table, key)
        assert (found.threshold, found.value) == (2, (right if key == "ACC" else size - right) / size)
        if plateau(table, found, SLACK) != (2, 3):
            wrong.append(right)
    assert SLACK == 0.01
    assert wrong == []
