"""What is best done with single cases: against fractions, every probability tried, and cases drawn."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from ddcore.counts import Cells
from ddcore.decisions.cases import (
    ANSWERS,
    Regions,
    best_by_chance,
    closest_call,
    expected,
    mean_by_case,
    probability,
    switches,
)
from ddcore.decisions.referral import Referral, band_thresholds
from ddcore.decisions.utility import Utility
from tests.helpers.decisions import refused

FACTORY = Cells(tp=15, fp=-335, fn=-35, tn=165)
whole = st.integers(-20, 20)


@given(st.fractions("0.001", "0.999", max_denominator=1000), st.fractions("0.001", "0.999", max_denominator=1000))
def test_probability_is_that_of_bayes_rule(share, recall):
    """Of cases that are so frequent, each with a prediction that one class has so often and the other half as often."""
    alarms = recall / 2
    right = share * recall / (share * recall + (1 - share) * alarms)
    assert float(probability(math.log(2), float(share))) == pytest.approx(float(right))
    assert probability([math.inf, -math.inf], float(share)).tolist() == [1, 0]


@given(st.tuples(*4 * (whole,)), st.tuples(whole, whole), st.integers(0, 400))
def test_best_answer_is_that_of_the_greatest_expectation_and_switches_where_it_changes(payoffs, person, place):
    p, (tp, fp, fn, tn) = Fraction(place, 400), payoffs
    cells = Cells(tp=tp, fp=fp, fn=fn, tn=tn)
    worth = [p * tp + (1 - p) * fp, p * fn + (1 - p) * tn, p * person[0] + (1 - p) * person[1]]
    found = expected(cells, float(p), person)
    values = [float(found.positive), float(found.negative), float(found.refer)]
    assert values == pytest.approx([float(w) for w in worth])
    assert int(found.best) == worth.index(max(worth))
    assert int(expected(cells, float(p)).best) == worth.index(max(worth[:2]))
    for ways, who in ((worth, person), (worth[:2], None)):
        cuts = switches(cells, who)
        assert cuts[0][0] == 0
        best = [at for cut, at in cuts if cut <= p][-1]
        assert float(ways[best]) == pytest.approx(float(max(ways)))
        assert len({at for _, at in cuts}) == len(cuts), "each answer is best on one stretch"


@given(st.tuples(*4 * (whole,)), st.tuples(whole, whole), st.integers(1, 400))
def test_many_cases_with_the_same_payoffs_have_the_best_answers_of_each_and_the_closest_call(payoffs, person, steps):
    tp, fp, fn, tn = payoffs
    cells, chance = Cells(tp=tp, fp=fp, fn=fn, tn=tn), np.random.default_rng(steps).permutation(steps + 1) / steps
    for who in (person, None):
        one_by_one = expected(cells, chance, who)
        assert best_by_chance(cells, chance, who).tolist() == one_by_one.best.tolist()
        lead = one_by_one.lead
        assert lead[closest_call(cells, chance, who)] == pytest.approx(lead.min(), abs=1e-12)


def test_a_person_sees_what_the_band_of_propositions_15_has():
    utility = Utility(tp=0, fp=-1, fn=-5, tn=0)
    for cost in (0.1, 0.5, 0.8):
        found = switches(Cells(tp=0, fp=-1, fn=-5, tn=0), (-cost, -cost))
        assert [ANSWERS[at] for _, at in found] == ["negative", "refer", "positive"]
        for share in (0.05, 0.5):
            band = band_thresholds(utility, Referral.costing(utility, cost), share)
            assert [cut for cut, _ in found[1:]] == pytest.approx([band.low.posterior, band.high.posterior])


def test_the_factory_ships_a_part_only_where_it_is_all_but_sure():
    """Dyrland et al. 2022, matrix (4): at even odds either answer, and both at nine in ten, by hand."""
    worth = expected(FACTORY, [0.5, 0.9])
    assert worth.positive.tolist() == pytest.approx([-160, -20])
    assert worth.negative.tolist() == pytest.approx([65, -15])
    (_, first), (cut, then) = switches(FACTORY)
    assert (ANSWERS[first], ANSWERS[then]) == ("negative", "positive")
    assert cut == pytest.approx(float(Fraction(500, 550)))


def test_worth_of_regions_is_that_of_both_classes_by_their_share():
    regions = Regions(np.array([8.0, 1.0, 1.0]), np.array([2.0, 9.0, 9.0]), (10, 20))
    worth = {"yield": (np.array([15.0, -35.0, 5.0]), np.array([-335.0, 165.0, 100.0]))}
    found = regions.worth(worth, 0.1, rng=np.random.default_rng(1))["yield"]
    right = Fraction(1, 10) * Fraction(8 * 15 - 35 + 5, 10) + Fraction(9, 10) * Fraction(-670 + 9 * 265, 20)
    assert found.value == pytest.approx(float(right))
    assert found.low < found.value < found.high


@pytest.mark.full
def test_interval_of_regions_holds_the_true_worth_of_most_samples():
    """Recall .8 and alarms .3 of 30 and 60 cases: of 400 samples some 95 % hold what they are drawn from."""
    rng, held = np.random.default_rng(7), 0
    worth = {"w": (np.array([0.0, -5.0]), np.array([-1.0, 0.0]))}
    truth = 0.2 * 0.2 * -5 + 0.8 * 0.3 * -1
    for hits, alarms in zip(
        *(binom.rvs(n, p, size=400, random_state=rng).tolist() for n, p in ((30, 0.8), (60, 0.3))), strict=True
    ):
        regions = Regions(np.array([hits, 30.0 - hits]), np.array([alarms, 60.0 - alarms]), (30, 60))
        found = regions.worth(worth, 0.2, rng=np.random.default_rng(1))["w"]
        held += found.low <= truth <= found.high
    assert 0.92 <= held / 400 <= 0.98


def test_without_a_class_or_weights_there_is_no_interval():
    worth = {"w": (np.ones(2), np.ones(2))}
    empty = Regions(np.zeros(2), np.ones(2), (0, 2)).worth(worth, 0.5, rng=np.random.default_rng(1))["w"]
    assert math.isnan(empty.value)
    unknown = Regions(np.ones(2), np.ones(2), (math.nan, 2)).worth(worth, 0.5, rng=np.random.default_rng(1))["w"]
    assert (unknown.value, math.isnan(unknown.low)) == (1, True)


def test_mean_by_case_has_students_error_of_each_class():
    rng = np.random.default_rng(2)
    worth, positive = rng.normal(size=50) * 10, np.arange(50) % 3 == 0
    found = mean_by_case(worth, positive, np.ones(50), 0.2)
    means = [worth[of].mean() for of in (positive, ~positive)]
    errors = [worth[of].std(ddof=1) / math.sqrt(of.sum()) for of in (positive, ~positive)]
    assert found.value == pytest.approx(0.2 * means[0] + 0.8 * means[1])
    assert found.error == pytest.approx(math.hypot(0.2 * errors[0], 0.8 * errors[1]))
    assert found.high - found.value == pytest.approx(1.959964 * found.error)


def test_weights_count_as_their_effective_number():
    worth, positive = np.array([1.0, 3.0, 0.0, 0.0]), np.array([True, True, False, False])
    weighted = mean_by_case(worth, positive, np.array([3.0, 1.0, 1.0, 1.0]), 0.5)
    assert weighted.value == 0.75
    alone = mean_by_case(worth[1:], positive[1:], np.ones(3), 0.5)
    assert (alone.value, math.isnan(alone.low)) == (1.5, True)
    assert math.isnan(mean_by_case(worth, positive, np.array([0.0, 0, 1, 1]), 0.5).value)


def test_levels_are_between_0_and_1():
    regions, rng = Regions(np.ones(2), np.ones(2), (2, 2)), np.random.default_rng(1)
    for level in (0, 1, 95):
        refused("level must be between 0 and 1...", regions.worth, {}, 0.5, rng=rng, level=level)
        two = np.array([True, False])
        refused("level must be between 0 and 1...", mean_by_case, np.ones(2), two, np.ones(2), 0.5, level)
