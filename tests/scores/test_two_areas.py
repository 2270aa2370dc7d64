"""Differences of two areas: as on Curves, Obuchowski's sums cluster by cluster, cases left out one by one."""

import math

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from ddcore.scores.intervals import DeLongComponents, auc_difference, delong
from ddcore.scores.two_areas import AREAS, Ranked, ScoredCases, paired_areas, separate_areas
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty


def drawn(cases=200, seed=1, ties=False):
    rng = np.random.default_rng(seed)
    positive = rng.random(cases) < 0.3
    first = rng.normal(positive, 1)
    second = 0.6 * first + rng.normal(0.3 * positive, 0.8)
    if ties:
        first, second = np.round(first), np.round(second, 1)
    return positive, first, second


def area(kind, score, cases):
    return AREAS[kind](Ranked.of(score, cases))


@pytest.mark.parametrize("ties", [False, True])
def test_values_are_those_of_scikit_learn(ties):
    positive, first, _ = drawn(ties=ties)
    weight = np.random.default_rng(2).exponential(1, positive.size)
    for weights in nonempty([None, weight]):
        cases = ScoredCases.of(positive, weights)
        for kind, peer in (("AUC", roc_auc_score), ("AP", average_precision_score)):
            assert area(kind, first, cases).value == pytest.approx(peer(positive, first, sample_weight=weights))


def test_ranked_is_the_table_of_the_scores():
    positive, first, _ = drawn(ties=True)
    ranked, table = Ranked.of(first, ScoredCases(positive)), ScoreTable.of(first, positive)
    assert ranked.table.score.tolist() == table.score.tolist()
    assert ranked.table.positives.tolist() == table.positives.tolist()
    assert (ranked.table.score[ranked.places] == first).all()


@pytest.mark.parametrize("ties", [False, True])
def test_same_cases_are_those_of_delong_and_clusters_of_them_those_of_obuchowski(ties):
    positive, *scores = drawn(ties=ties)
    cases = ScoredCases(positive)
    found = paired_areas(*(area("AUC", score, cases) for score in scores), cases, 0.2)
    truth = positive.astype(int)
    peer = auc_difference(*(DeLongComponents.of(score, truth, 1 - truth) for score in scores))
    assert (found.interval.low, found.interval.high) == pytest.approx((peer.low, peer.high))
    assert found.p == pytest.approx(peer.p)
    assert found.p_beyond < 0.5
    # Cases of one class that differ alike; one case more in each class hardly counts.
    cluster = 2 * (np.argsort(np.argsort(scores[0] - scores[1])) // 20) + positive
    cases = ScoredCases.of(positive, None, cluster)
    found = paired_areas(*(area("AUC", score, cases) for score in scores), cases, 0.1)
    auc, variance = obuchowski(positive, scores, cluster)
    assert found.interval.value == pytest.approx(auc)
    assert found.interval.error == pytest.approx(math.sqrt(variance), rel=0.05)
    assert found.interval.error > 1.4 * peer.error
    assert 0 < found.p_beyond < 1


def obuchowski(positive, scores, cluster):
    """The variance of the difference, with her sums over clusters and cases (1997, section 3), one by one."""
    placed = []
    for score in scores:
        up, down = score[positive], score[~positive]
        kernel = (up[:, None] > down[None, :]) + 0.5 * (up[:, None] == down[None, :])
        placed.append((kernel.mean(axis=1), kernel.mean(axis=0), kernel.mean()))
    auc = placed[0][2] - placed[1][2]
    v10, v01 = placed[0][0] - placed[1][0], placed[0][1] - placed[1][1]
    names, of_up, of_down = np.unique(cluster), cluster[positive], cluster[~positive]
    up = np.array([sum(v10[of_up == name] - auc) for name in names])
    down = np.array([sum(v01[of_down == name] - auc) for name in names])
    m, n = len(v10), len(v01)
    i10, i01, i = len(np.unique(of_up)), len(np.unique(of_down)), len(names)
    s10 = i10 / ((i10 - 1) * m) * sum(up**2)
    s01 = i01 / ((i01 - 1) * n) * sum(down**2)
    s11 = i / (i - 1) * sum(up * down)
    return auc, s10 / m + s01 / n + 2 * s11 / (m * n)


@pytest.mark.full
def test_average_precision_spreads_as_cases_left_out_say():
    """The jackknife within each class; the difference moves with a case as its influence function has it."""
    positive, *scores = drawn(400)
    cases = ScoredCases(positive)
    found = paired_areas(*(area("AP", score, cases) for score in scores), cases)
    variance = 0.0
    for side in (positive, ~positive):
        left = []
        for at in np.flatnonzero(side):
            kept = np.arange(400) != at
            one, other = (average_precision_score(positive[kept], score[kept]) for score in scores)
            left.append(one - other)
        n = len(left)
        variance += (n - 1) / n * np.sum((np.array(left) - np.mean(left)) ** 2)
    assert found.interval.error == pytest.approx(math.sqrt(variance), rel=0.05)


def test_cases_of_ones_own_add_their_squares():
    (one, first, _), (two, second, _) = drawn(), drawn(300, 2)
    cases = ScoredCases(one), ScoredCases(two)
    areas = area("AUC", first, cases[0]), area("AUC", second, cases[1])
    found = separate_areas(*areas, cases, 0.1)
    a, b = delong(ScoreTable.of(first, one)), delong(ScoreTable.of(second, two))
    assert found.interval.value == pytest.approx(a.value - b.value)
    assert found.interval.low == pytest.approx(a.value - b.value - math.hypot(a.value - a.low, b.high - b.value))
    assert found.interval.error == pytest.approx(math.hypot(a.error, b.error))
    assert (found.p <= 0.05) == (found.interval.low > 0 or found.interval.high < 0)


def test_areas_of_one_and_of_zero_are_beyond_any_margin():
    cases = ScoredCases(np.array([False, False, True, True]))
    best, worst = (AREAS["AUC"](Ranked.of(np.array(score), cases)) for score in ([1.0, 2, 3, 4], [3.0, 4, 1, 2]))
    for areas in ((best, worst), (worst, best)):
        assert separate_areas(*areas, (cases, cases), 0.1).p_beyond == 1


def test_average_precision_of_ones_own_cases_moves_with_the_share_of_positives():
    """The jackknife of all cases together, whose class is luck too."""
    (one, first, _), (two, second, _) = drawn(150), drawn(200, 2)
    cases = ScoredCases(one), ScoredCases(two)
    found = separate_areas(area("AP", first, cases[0]), area("AP", second, cases[1]), cases, 0.1)
    variance = 0.0
    for positive, score in ((one, first), (two, second)):
        at = np.arange(positive.size)
        left = [average_precision_score(positive[at != case], score[at != case]) for case in at]
        variance += (at.size - 1) / at.size * np.sum((np.array(left) - np.mean(left)) ** 2)
    assert found.interval.error == pytest.approx(math.sqrt(variance), rel=0.05)


def test_a_cluster_in_both_of_ones_own_cases():
    """The same cases on either side, each with its twin in a cluster: the areas hardly differ by chance."""
    positive, first, _ = drawn()
    cases = ScoredCases(positive, None, np.arange(200))
    areas = area("AUC", first, cases), area("AUC", first, cases)
    found = separate_areas(*areas, (cases, cases), 0.1)
    assert found.interval.value == 0
    assert found.interval.error == pytest.approx(
        math.sqrt(2 / 200) * delong(ScoreTable.of(first, positive)).error, rel=0.01
    )


def test_one_class_and_the_same_scores():
    alone = ScoredCases(np.array([True, True]))
    some = AREAS["AUC"](Ranked.of(np.array([1.0, 2.0]), ScoredCases(np.array([True, False]))))
    assert math.isnan(paired_areas(some, some, alone).interval.value)
    assert math.isnan(separate_areas(some, some, (alone, alone), 0.1).interval.value)
    positive, first, _ = drawn()
    cases = ScoredCases(positive)
    same = area("AUC", first, cases)
    assert (paired_areas(same, same, cases).interval.value, paired_areas(same, same, cases).p) == (0, 1)


def test_all_in_front_leaves_a_width_whatever_the_sum_rounds_to():
    """Ten times a tenth is less than 1 by rounding: the interval of an average precision was that from 1 to 1."""
    for positives in nonempty(range(2, 60)):
        cases = ScoredCases(np.arange(100) >= 100 - positives)
        perfect = area("AP", np.arange(100.0), cases)
        assert perfect.value == pytest.approx(1)
        assert perfect.interval(cases).low < 0.999
        found = paired_areas(perfect, perfect, cases)
        assert found.interval.low < -1e-4


def test_equal_scores_have_the_same_area_whatever_the_cases():
    cases = ScoredCases(np.arange(10) < 3)
    for kind, value in nonempty([("AUC", 0.5), ("AP", 0.3)]):
        found = area(kind, np.zeros(10), cases).interval(cases)
        assert (found.value, found.low, found.high) == pytest.approx((value, value, value))
