"""Worth by the prices in force as what a threshold is best for: against every threshold of the sample, case by case."""

import numpy as np
import pytest

from ddcore.answers.thresholds.compute import cost_measure
from ddcore.counts import Counts
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from tests.helpers.answers import asked, codes, notes
from tests.helpers.costs_answers import read_orders
from tests.helpers.lines import sentences
from tests.helpers.score_pages import SCORE, TRUE
from tests.helpers.scored import two_class_example
from tests.helpers.tiers import some_of

SOME = [(0, -1, -1, 0), (0, -1, -5, 0), (15, -335, -35, 165), (-2, -3, -9, -1)]


@pytest.fixture(scope="module")
def example():
    return two_class_example().data()


def worths(payoffs, most=500):
    """What a case is worth at each threshold that calls no more than so many positive."""
    tp, fp, fn, tn = payoffs
    at = {}
    for cut in [*sorted(set(SCORE)), np.inf]:
        called = cut <= SCORE
        if called.sum() <= most:
            at[cut] = np.where(called, np.where(TRUE, tp, fp), np.where(TRUE, fn, tn)).mean()
    return at


@pytest.mark.full
@pytest.mark.parametrize(
    ("payoffs", "most"), some_of([*((payoffs, 40) for payoffs in SOME), (SOME[1], 500)], (SOME[1], 40), (SOME[2], 40))
)
def test_best_threshold_is_worth_most_of_all_that_may_be(example, payoffs, most):
    answer = asked("thresholds", example, goal="worth", u=payoffs, limit=most, volume=500)
    at, pays = worths(payoffs, most), max(payoffs) > 0
    found = answer.values["models"]["the model"]["measures"]["yield" if pays else "cost"]
    assert found["value"] == pytest.approx(max(at.values()) if pays else -max(at.values()))
    assert at[found["threshold"]["value"]] == pytest.approx(max(at.values()))
    assert answer.sentence.startswith(f"The best threshold for {'yield' if pays else 'cost'} ")
    assert "plateau" not in codes(answer)
    assert sentences([answer.sentence, answer.reason, *notes(answer).values()])


@pytest.mark.full
def test_totals_are_those_of_costs(example):
    """Both find the best threshold for the same prices and judge it on the same unseen cases."""
    given = {"u": (0, -1, -5, 0), "unit": "EUR", "volume": 10_000, "fixed": 500}
    costs, thresholds = asked("costs", example, **given), asked("thresholds", example, goal="worth", **given)
    assert notes(thresholds)["total"] == notes(costs)["total"]
    assert notes(thresholds)["fixed-cost"] == notes(costs)["fixed-cost"]
    for name, told in costs.values["totals"].items():
        assert thresholds.values["totals"][name] == pytest.approx(told)


@pytest.mark.full
def test_limit_is_a_condition_for_a_measure_too(example):
    for most in (40, 0):
        answer = asked("thresholds", example, limit=most, measure="ACC")
        best = answer.values["models"]["the model"]["measures"]["ACC"]
        assert best["value"] == pytest.approx(max(worths((1, 0, 0, 1), most).values()))
        assert answer.values["totals"] is None


def test_condition_on_another_measure_holds_for_worth(example):
    answer = asked("thresholds", example, goal="worth", u=(0, -1, -5, 0), where="PPV:0.9")
    at = {}
    for cut, worth in worths((0, -1, -5, 0)).items():
        called = cut <= SCORE
        if called.any() and (called & TRUE).sum() / called.sum() >= 0.9:
            at[cut] = worth
    assert answer.values["models"]["the model"]["measures"]["cost"]["value"] == pytest.approx(-max(at.values()))
    assert "condition-price" in codes(answer)


def test_cost_is_the_yield_with_the_other_sign():
    counts = Counts(tp=[27, 5, 0], fp=[15, 0, 3], fn=[23, 1, 4], tn=[35, 9, 0])
    for payoffs in SOME:
        utility = Utility(**dict(zip(("tp", "fp", "fn", "tn"), payoffs, strict=True)), unit="EUR")
        cost, earned = cost_measure(utility), utility.measure
        assert cost(counts) == pytest.approx(-earned(counts))
        assert (cost.better, cost.best, cost.worst) == ("lower", -earned.best, -earned.worst)
        assert cost.expected(40, 60, np.arange(101)) == pytest.approx(-earned.expected(40, 60, np.arange(101)))
        assert cost.slope(40, 60, 7) == pytest.approx(-earned.slope(40, 60, 7))
        assert cost.ideal(100, 40) == pytest.approx(-earned.ideal(100, 40))
        assert cost.poorest(100, 40) == pytest.approx(-earned.poorest(100, 40))


def test_prices_that_grow_with_an_amount_are_refused():
    data = read_orders()[0]
    with pytest.raises(InputError, match="worth needs prices that do not grow with an amount"):
        asked("thresholds", data, goal="worth", rate=(0, 0, -1, 0))
    assert asked("thresholds", data, rate=(0, 0, -1, 0)).sentence.startswith("The best threshold")
