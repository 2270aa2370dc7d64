"""Costs that differ by case: against loops over the cases."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.decisions.by_case import utility_at, yield_by_threshold
from ddcore.decisions.costs import threshold
from ddcore.decisions.period import Limit
from ddcore.errors import InputError
from ddcore.table import ScoreTable
from tests.helpers.costs import BY_CASE, by_case, close, mean_by_amount
from tests.helpers.decisions import CELLS, refused

every_tariff = pytest.mark.parametrize("given_", BY_CASE.values(), ids=BY_CASE)
priced = st.lists(
    st.tuples(st.integers(1, 5), st.booleans(), st.integers(0, 40), st.integers(1, 4)), min_size=1, max_size=15
)


def both_tables(cases, weighted=True):
    """The tally of the cases, and that of their amounts."""
    score, truth, amount, weight = (np.array(column) for column in zip(*cases, strict=True))
    whole = ScoreTable.of(score, truth, positive=True, weight=weight if weighted else None)
    return whole, ScoreTable.of(score, truth, positive=True, weight=amount * weight if weighted else amount)


@every_tariff
@given(cases=priced, weighted=st.booleans(), most=st.integers(0, 30), of=st.integers(1, 30))
def test_yields_at_every_threshold_case_by_case(given_, cases, weighted, most, of):
    """The best is the lowest of those that yield most, also of those that keep to a limit."""
    cases = cases if weighted else [(*case[:3], 1) for case in cases]
    tables, whole = both_tables(cases, weighted), sum(weight for *_, weight in cases)
    right = {line: mean_by_amount(given_, cases, line) for line in [*sorted({score for score, *_ in cases}), math.inf]}
    found = yield_by_threshold(*tables, by_case(*given_))
    assert found.threshold.tolist() == list(right)
    assert found.value.tolist() == [close(one) for one in right.values()]
    assert found.threshold[found.best] == max(right, key=right.get)
    within = yield_by_threshold(*tables, by_case(*given_), Limit(most, of))
    called = {line: Fraction(sum(case[3] for case in cases if case[0] >= line), whole) for line in right}
    kept = {line: value for line, value in right.items() if called[line] <= Fraction(most, of)}
    assert within.threshold[within.best] == max(kept, key=kept.get)
    assert within.value[within.best] == close(max(kept.values()))


def test_of_equally_good_thresholds_the_lowest_is_best_whatever_floats_say():
    """From 1 on .1 + .7 - .8 + .1, from 4 on .1: the same, though its floats differ in the last digit."""
    cases = [(1, True, 0.1, 1), (2, True, 0.7, 1), (3, False, 0.8, 1), (4, True, 0.1, 1)]
    found = yield_by_threshold(*both_tables(cases, weighted=False), by_case((0, 0, 0, 0), (1, -1, 0, 0)))
    assert (found.value[0], found.value[3]) == (close(0.025), close(0.025))
    assert found.threshold[found.best] == 1


def test_what_is_refused():
    for score, other in (([1, 2, 3], [1, 2, 4]), ([1, 2, 3], [1, 2]), ([], [])):
        tables = (ScoreTable.of(one, np.arange(len(one)) % 2) for one in (score, other))
        message = "the amounts must belong to the same scores, at least one"
        refused(message, yield_by_threshold, *tables, by_case(*BY_CASE["fraud"]))
    none = ScoreTable.of([1, 2], [0, 1], weight=[0, 0])
    with pytest.raises(InputError, match=r"needs? a case, got none"):
        yield_by_threshold(none, none, by_case(*BY_CASE["fraud"]))
    for amount in ("much", None, ["1", "x"]):
        with pytest.raises(InputError, match="must be a number, got "):
            utility_at(by_case(*BY_CASE["fraud"]), amount)
    nothing_fixed = by_case((0, 0, 0, 0), (0, 0, -1, 0))
    refused("the four payoffs must not all be equal, got 0...", utility_at, nothing_fixed, [3, 0])
    with pytest.raises(InputError, match="got -5 for the right and -4 for the wrong answer on a positive case"):
        threshold(utility_at(by_case(*BY_CASE["fraud"]), [10, 4]), 0.01)


@every_tariff
def test_the_payoffs_of_an_amount(given_):
    made = by_case(*given_, unit="EUR")
    for amount in (0.5, [1, 30], [[7], [8]]):
        found = utility_at(made, amount)
        for name, fixed, rate in zip(CELLS, *given_, strict=True):
            np.testing.assert_allclose(getattr(found, name), fixed + rate * np.asarray(amount))
            assert np.shape(getattr(found, name)) == np.shape(amount)
        assert found.unit == "EUR"


def test_the_posterior_from_which_a_fraud_of_that_amount_is_looked_into():
    """A false alarm costs 5, a miss the amount: c10 / (c10 + c01) = 5 / (5 + amount) (Elkan 2001, equation 2)."""
    amounts = [0, 1, 5, 20, 95, 495]
    for share in (0.001, 0.2, 0.9):
        found = threshold(utility_at(by_case((0, -5, 0, 0), (0, 0, -1, 0)), amounts), share)
        assert found.posterior.tolist() == [1, close(Fraction(5, 6)), 0.5, 0.2, close(0.05), close(0.01)]
        right = [(1 - share) * 5 / (share * amount) if amount else math.inf for amount in amounts]
        assert found.ratio.tolist() == pytest.approx(right, rel=1e-12)
