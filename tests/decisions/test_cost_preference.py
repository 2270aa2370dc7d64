"""Which of two models is cheaper over all costs: against every threshold at many costs."""

import numpy as np
import pytest
from hypothesis import given

from ddcore.decisions.cost_preference import cost_difference
from ddcore.scores.paired_draws import Pairs, paired_draws
from ddcore.table import ScoreTable
from tests.helpers.decisions import refused
from tests.helpers.dominance import CASES


def least(score, truth, c, share):
    """The cost at the best threshold, each tried."""
    score, truth = np.array(score), np.array(truth, bool)
    found = []
    for threshold in [*score, np.inf]:
        fpr, fnr = (score[~truth] >= threshold).mean(), (score[truth] < threshold).mean()
        found.append(2 * (c * (1 - share) * fpr + (1 - c) * share * fnr))
    return min(found)


@given(CASES)
def test_difference_is_that_of_the_best_thresholds(rows):
    first, second, truth = zip(*rows, strict=True)
    found = cost_difference(ScoreTable.of(first, truth), ScoreTable.of(second, truth), 0.3)
    costs = np.linspace(0, 1, 11)
    wanted = [least(second, truth, c, 0.3) - least(first, truth, c, 0.3) for c in costs]
    assert found.at(costs) == pytest.approx(wanted, abs=1e-12)
    pairs = Pairs.of(np.array(first, float), np.array(second, float), np.array(truth))
    drawn = paired_draws(pairs, 1, rng=np.random.default_rng(1)).costs(costs, 0.3)
    assert drawn[0] == pytest.approx(wanted, abs=1e-12)


def test_two_corners_by_hand():
    """The first calls half of the positives without a false alarm, the second all with half of the negatives."""
    truth = [1, 1, 0, 0]
    first, second = ScoreTable.of([3, 1, 1, 1], truth), ScoreTable.of([3, 3, 3, 1], truth)
    found = cost_difference(first, second, 0.5)
    [crossing] = found.crossings
    assert (crossing.low, crossing.sign) == (0.5, 1)
    assert found.share(1) == found.share(-1) == 0.5
    assert found.at(np.array([0.25, 0.75])) == pytest.approx([-0.125, 0.125])
    [crossing] = cost_difference(first, second, 0.2).crossings
    assert crossing.low == pytest.approx(0.2), "the share of positives moves it"


def test_both_classes_are_needed():
    table = ScoreTable.of([1, 2], [0, 1])
    for share in (0.0, 1.0):
        refused("share must be above 0 and below 1...", cost_difference, table, table, share)
    message = "costs of both mistakes need cases of both classes"
    refused(message, cost_difference, table, ScoreTable.of([1, 2], [1, 1]), 0.5)
