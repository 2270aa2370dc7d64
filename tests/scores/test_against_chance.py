"""Scores at no threshold against chance: scikit-learn's values, every order of the truth, and simulated samples."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, brier_score_loss, log_loss, roc_auc_score

from ddcore.chance.verdict import WEIGHTED
from ddcore.scores.against_chance import SCORE_MEASURES, against_chance, average_precision_of_chance
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty

PEERS = {"AUC": roc_auc_score, "AP": average_precision_score, "Brier": brier_score_loss, "log loss": log_loss}


def drawn(positives, negatives, rng, shift=1.0):
    truth = np.repeat([1, 0], [positives, negatives])
    line = rng.normal(shift * truth, 1)
    return 1 / (1 + np.exp(-(shift or 0.3) * line - math.log(positives / negatives))), truth


def by_key(table):
    return {row.measure.key: row for row in against_chance(table)}


def test_values_are_those_of_scikit_learn_with_ties_too():
    for digits in (1, 6):
        score, truth = drawn(30, 70, np.random.default_rng(1))
        score = score.round(digits).clip(0.05, 0.95)
        found = {key: row.score for key, row in by_key(ScoreTable.of(score, truth)).items()}
        assert found == pytest.approx({key: peer(truth, score) for key, peer in PEERS.items()}, abs=1e-12)


@pytest.mark.parametrize(("total", "positives"), [(4, 1), (5, 2), (6, 3), (7, 5)])
def test_average_precision_of_chance_is_the_mean_over_all_orders_and_no_ties_do_better(total, positives):
    best = Fraction(0)
    for sizes in nonempty(compositions(total)):
        mean = mean_average_precision(sizes, positives)
        best = max(best, mean)
        if len(sizes) == total:
            assert average_precision_of_chance(positives, total - positives) == pytest.approx(float(mean), abs=1e-14)
    assert best == mean_average_precision((1,) * total, positives)


def compositions(total):
    return [
        tuple(np.diff([0, *cuts, total]).tolist())
        for number in range(total)
        for cuts in itertools.combinations(range(1, total), number)
    ]


def mean_average_precision(sizes, positives):
    """Over all places of the positives; the cases of a group share their score, the first group scores highest."""
    total, ends = sum(sizes), np.cumsum(sizes).tolist()
    values = []
    for places in itertools.combinations(range(total), positives):
        found = [sum(place < end for place in places) for end in ends]
        steps = zip(found, [0, *found], ends, strict=False)
        values.append(sum(Fraction(now - before, positives) * Fraction(now, end) for now, before, end in steps))
    return sum(values, Fraction(0)) / len(values)


@pytest.mark.parametrize("key", ["Brier", "log loss"])
def test_no_scores_without_skill_expect_less_loss_than_the_share_of_positives(key):
    grid = np.linspace(0.01, 0.99, 99)
    share = 0.27
    losses = {"Brier": ((1 - grid) ** 2, grid**2), "log loss": (-np.log(grid), -np.log(1 - grid))}[key]
    expected = share * losses[0] + (1 - share) * losses[1]
    assert SCORE_MEASURES[key].chance(27, 73) == pytest.approx(expected.min(), abs=1e-12)
    assert grid[expected.argmin()] == pytest.approx(share)


def test_perfect_scores_go_the_whole_way_and_chance_none():
    for measure in nonempty(SCORE_MEASURES.values()):
        chance = measure.chance(30, 70)
        assert (measure.beyond(measure.perfect, chance), measure.beyond(chance, chance)) == (1, 0)
    table = ScoreTable.of(*drawn(30, 70, np.random.default_rng(2)))
    assert by_key(table)["AUC"].beyond.value == pytest.approx(2 * table.auc - 1, abs=1e-15), "Gini"


def test_scores_outside_0_to_1_have_areas_only_and_one_class_nothing():
    assert list(by_key(ScoreTable.of([-1, 0.5, 3], [0, 1, 1]))) == ["AUC", "AP"]
    assert against_chance(ScoreTable.of([0.2, 0.3], [1, 1])) == ()


@pytest.mark.parametrize("cases", [([0.2, 0.9], [0, 1]), ([0.5, 0.5, 0.5], [0, 1, 1]), ([0.0, 1.0, 0.0], [1, 0, 1])])
def test_a_case_in_a_class_all_alike_and_all_wrong_are_told_without_an_interval_that_cannot_be(cases):
    for row in nonempty(against_chance(ScoreTable.of(*cases))):
        assert not row.interval.low > row.score
        assert not row.interval.high < row.score
        assert row.state in ("unclear", "behind", "undefined")


def test_equal_weights_change_nothing_and_weights_stand_for_very_many_cases():
    score, truth = drawn(20, 30, np.random.default_rng(3))
    plain = by_key(ScoreTable.of(score, truth))
    heavy = by_key(ScoreTable.of(score, truth, weight=np.full(50, 7.0)))
    uneven = by_key(ScoreTable.of(score, truth, weight=np.where(truth, 2.0, 1.0)))
    for key in nonempty(plain):
        assert heavy[key].interval == plain[key].interval
    share = 40 / 70
    assert uneven["Brier"].chance == pytest.approx(share * (1 - share), abs=1e-6)
    wanted = average_precision_of_chance(round(WEIGHTED * share), WEIGHTED * 30 / 70)
    assert uneven["AP"].chance == pytest.approx(wanted)
    assert uneven["AP"].interval.low < uneven["AP"].score < uneven["AP"].interval.high


def test_sums_of_weights_alone_give_no_interval():
    table = ScoreTable(np.array([0.2, 0.8]), np.array([0.5, 1.5]), np.array([2.5, 0.5]))
    for row in nonempty(against_chance(table)):
        assert math.isnan(row.interval.low)
        assert row.state == ("unclear" if row.beyond.value > 0 else "behind")


@pytest.mark.full
@pytest.mark.parametrize(("positives", "negatives", "shift"), [(20, 20, 1.0), (10, 90, 1.0), (50, 450, 0.0)])
def test_intervals_hold_and_chance_seldom_beats_chance(positives, negatives, shift):
    rng = np.random.default_rng(4)
    samples = 400
    rows = [by_key(ScoreTable.of(*drawn(positives, negatives, rng, shift))) for _ in range(samples)]
    exact = by_key(ScoreTable.of(*drawn(positives * 2000, negatives * 2000, rng, shift)))
    for key in nonempty(PEERS):
        intervals = [row[key].interval for row in rows]
        target = np.mean([interval.value for interval in intervals]) if key == "AP" else exact[key].score
        held = np.mean([interval.low <= target <= interval.high for interval in intervals])
        assert held > 0.92, (key, held)
        if not shift:
            assert np.mean([row[key].state == "beats" for row in rows]) < 0.05
