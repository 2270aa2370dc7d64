"""The least number of cases, against every number; the pairs and the prices by what they are made of."""

import math
from itertools import pairwise

import numpy as np
import pytest

from ddcore.chance.plan import FINE, GRID, MOST, NULL_GRID, Search, plan
from ddcore.chance.plan_cost import Prices, cheapest, designs, enough
from ddcore.chance.plan_pair import Apart, fewest, seen
from ddcore.chance.power import Claim, classes_of, paired_power, power, two_sample_power
from ddcore.measures import measure
from tests.helpers.decisions import refused
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

CLAIMS = [("MCC", 0.99, 0.02, 0.05), ("ACC", 0.7, 0.2, 0.45), ("F1", 0.8, 0.2, 0.3), ("J", 0.8, 0.3, 0.5)]


@pytest.mark.parametrize(("key", "tpr", "fpr", "share"), some_of(CLAIMS, CLAIMS[0]))
def test_least_is_that_of_a_look_at_every_number(key, tpr, fpr, share):
    claim = Claim(measure(key), tpr, fpr)
    told = plan(claim, share)
    numbers = np.arange(2, 220)
    probability = np.array([power(claim, *classes_of(int(total), share)) for total in numbers])
    for one in nonempty(told.least):
        reached = probability >= one.level
        assert one.first == numbers[reached][0]
        assert one.steady == numbers[~reached][-1] + 1 < 200
        assert one.exact


HUNDREDS = [("J", 0.445, 0.276, 0.1), ("kappa", 0.508, 0.392, 0.5), ("ACC", 0.57, 0.44, 0.5), ("J", 0.3, 0.1, 0.02)]


@pytest.mark.full
@pytest.mark.parametrize(("key", "tpr", "fpr", "share"), HUNDREDS)
def test_least_is_that_of_a_look_at_every_number_beyond_400(key, tpr, fpr, share):
    """By every percent alone, J with 10 % positive took 669 cases, first and for good: it is 659 and 665."""
    claim = Claim(measure(key), tpr, fpr)
    for one in nonempty(plan(claim, share).least):
        assert 400 < one.steady < 2500
        numbers = np.arange(int(0.9 * one.first), int(1.15 * one.steady))
        reached = np.array([power(claim, *classes_of(int(total), share)) for total in numbers]) >= one.level
        assert one.first == numbers[reached][0]
        assert one.steady == numbers[~reached][-1] + 1


@pytest.mark.full
def test_least_for_a_null_value_is_that_of_a_look_at_every_number_of_its_grid():
    claim = Claim(measure("TPR"), 0.9, 0.2, null=0.75)
    told = plan(claim, 0.3)
    numbers = [total for total in NULL_GRID if total < 1500]
    probability = np.array([power(claim, *classes_of(total, 0.3)) for total in numbers])
    for one in nonempty(told.least):
        reached = probability >= one.level
        assert one.first == numbers[int(np.flatnonzero(reached)[0])]
        assert one.steady == numbers[int(np.flatnonzero(~reached)[-1]) + 1] < 1000
    assert told.gap == pytest.approx(0.15)
    assert math.isnan(plan(Claim(measure("TPR"), 0.9, 0.2, null=0.9), 0.3).least[0].steady)


@pytest.mark.full
def test_beyond_400_what_stays_has_no_failure_after_and_one_before():
    claim = Claim(measure("J"), 0.445, 0.276)
    [one] = plan(claim, 0.1, [0.8]).least
    assert power(claim, *classes_of(int(one.steady) - 1, 0.1)) < 0.8
    numbers = range(int(one.steady), int(one.steady) + 60)
    assert min(power(claim, *classes_of(total, 0.1)) for total in numbers) >= 0.8


def test_teeth_are_told():
    """Accuracy counts whole hits against half of the cases: from 37 cases on 80 % is reached, from 44 on it stays."""
    [first, *_] = plan(Claim(measure("ACC"), 0.7, 0.2), 0.45).least
    assert (first.first, first.steady) == (37, 44)


@pytest.mark.full
def test_beyond_the_sums_the_normal_law_goes_on():
    told = plan(Claim(measure("J"), 0.52, 0.5), 0.05)
    assert [one.exact for one in told.least] == [False] * 3
    assert MOST < told.least[0].steady < told.least[1].steady < told.least[2].steady < 200_000
    exact, about = told.border
    assert exact == pytest.approx(about, abs=0.002)
    assert plan(Claim(measure("J"), 0.8, 0.3), 0.5).border is None


@pytest.mark.full
def test_where_no_number_is_enough():
    behind, unbeatable = (plan(Claim(measure(key), 0.7, 0.2), 0.1) for key in ("ACC", "TPR"))
    assert behind.gap == pytest.approx(0.1 * 0.7 + 0.9 * 0.8 - 0.9)
    assert math.isnan(unbeatable.gap)
    assert all(math.isnan(one.steady) for told in (behind, unbeatable) for one in nonempty(told.least))
    nearly = plan(Claim(measure("J"), 0.5000001, 0.5), 0.5)
    assert all(math.isinf(one.steady) for one in nonempty(nearly.least))


@pytest.mark.parametrize(
    ("tpr", "fpr", "share"), [(0.95, 0.1, 0.2), pytest.param(0.9, 0.2, 0.05, marks=pytest.mark.full)]
)
def test_a_drawn_number_of_positives_takes_more_where_few_are_positive(tpr, fpr, share):
    claim = Claim(measure("J"), tpr, fpr)
    fixed, drawn = plan(claim, share), plan(claim, share, drawn=True)
    for one, other in nonempty(list(zip(fixed.least, drawn.least, strict=True))):
        assert one.steady < other.steady < 1.3 * one.steady
        assert other.first == other.steady


def test_the_grid_has_every_number_and_then_every_percent():
    assert (GRID[: FINE - 1], GRID[-1]) == (list(range(2, FINE + 1)), MOST)
    assert max(b / a for a, b in pairwise(GRID[FINE - 2 :])) < 1.0126
    assert Search(lambda total: 0.5, lambda total: 0.1).least(0.8) is None


def test_share_must_have_both_classes():
    refused("the share of positives must be between 0 and 1, got 1", plan, Claim(measure("J"), 0.8, 0.3), 1)


def test_paired_cases_are_those_of_mcnemars_test():
    apart = Apart(0.85, 0.1, 0.2)
    least = fewest(apart.paired, 0.8)
    assert apart.paired(least) >= 0.8 > apart.paired(least - 1)
    assert apart.paired(least) == pytest.approx(paired_power(least, 0.15, 0.05), rel=1e-12)
    for level, gain in zip((0.8, 0.9, 0.95), nonempty(seen(least, 0.2)), strict=True):
        assert paired_power(least, (0.2 + gain) / 2, (0.2 - gain) / 2) == pytest.approx(level, abs=1e-4)
    assert all(math.isnan(gain) for gain in nonempty(seen(5, 0.2)))


def test_separate_cases_are_those_of_fishers_test_whatever_is_guessed():
    apart = Apart(0.85, 0.1, 0.2)
    least = fewest(apart.separate, 0.8)
    assert apart.separate(least) == two_sample_power(least, least, 0.85, 0.75) >= 0.8 > apart.separate(least - 1)
    assert abs(fewest(apart.separate, 0.8, apart.guess(0.8)) - least) <= 8
    assert fewest(apart.paired, 0.8) < least
    assert Apart(0.85, 0.001, 0.01).separate(4_000_000) == pytest.approx(
        Apart(0.85, 0.01, 0.01).separate(40_000), abs=0.01
    )
    assert fewest(lambda cases: 0.0, 0.8) is None


def test_models_that_cannot_be():
    refused("the gain must be above 0 and at most 0.5, got 0.6", Apart, 0.5, 0.6, 0.7)
    message = "the share of cases on which the models differ must be between the gain, 0.2, and 1, got 0.1"
    refused(message, Apart, 0.5, 0.2, 0.1)


def test_cost_is_that_of_labels_and_of_cases_looked_through():
    prices = Prices(label=2, unlabelled=0.5)
    assert (prices.of(10, 90, 0.1), prices.of(20, 90, 0.1)) == pytest.approx((200, 220 + 0.5 * 100))
    assert prices.of(10, 180, 0.1) == pytest.approx(380 + 0.5 * 100)
    refused("the price of a label must be above 0, got 0", Prices, label=0)
    refused("the price of an unlabelled case must be 0 or more, got -1", Prices, unlabelled=-1)


def test_oversampling_pays_where_cases_to_look_through_are_cheap():
    claim = Claim(measure("J"), 0.8, 0.3)
    free, dear = (designs(claim, 0.02, 0.9, Prices(1, price)) for price in (0.0, 100.0))
    assert abs(cheapest(free).share - 0.5) < 0.3
    assert cheapest(dear) == dear[0]
    assert cheapest(free).cost < 0.2 * free[0].cost
    assert all(design.probability >= 0.9 for design in nonempty([*free, *dear]))
    assert cheapest([]) is None
    assert designs(Claim(measure("J"), 0.3, 0.8), 0.02, 0.9, Prices()) == []


def test_enough_is_near_the_least():
    claim = Claim(measure("F1"), 0.7, 0.2)
    assert enough(claim, 0.3, 0.9) == pytest.approx(plan(claim, 0.3).least[1].steady, abs=3)
    assert enough(claim, 0.9, 0.9) is None
