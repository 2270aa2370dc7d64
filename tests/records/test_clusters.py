"""Clusters against loops over clusters and pairs, and against patients that are drawn with replacement."""

import numpy as np
import pytest

from ddcore.counts import Counts
from ddcore.model import Model
from ddcore.records.clusters import component_effects, design_effects
from ddcore.scores.intervals import delong
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty


def patients(seed, clusters=40, size=4, shared=0.7):
    """Patients who are ill or well, with several pictures each."""
    rng = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(clusters), size)
    positive = (np.arange(clusters) % 2 == 0)[cluster]
    score = 0.5 * positive + shared * rng.normal(size=clusters)[cluster] + 0.5 * rng.normal(size=cluster.size)
    return score, positive, cluster


def by_loops(score, positive, cluster, weight):
    """The design effects by their definition, pair by pair and cluster by cluster; classes share no cluster."""
    effects = []
    for own in (positive, ~positive):
        cases, others = np.flatnonzero(own), np.flatnonzero(~own)
        placed = []
        for i in cases:
            pairs = [(score[i] > score[j]) + (score[i] == score[j]) / 2 for j in others]
            placed.append(sum(w * p for w, p in zip(weight[others], pairs, strict=True)) / weight[others].sum())
        w = weight[cases]
        mean = sum(w * placed) / w.sum()
        held = np.unique(cluster[cases])
        sums = [sum((w * (placed - mean))[cluster[cases] == c]) for c in held]
        most = sum(w[cluster[cases] == c].sum() ** 2 for c in held) / (w**2).sum()
        one = (w**2).mean() / 4
        drawn = len(held) / (len(held) - 1) * sum(s**2 for s in sums)
        single = len(cases) / (len(cases) - 1) * sum((w * (placed - mean)) ** 2)
        effects.append((drawn + most * one) / (single + one))
    return effects


@pytest.mark.parametrize("weighted", [False, True])
def test_effects_are_those_of_their_definition(weighted):
    score, positive, cluster = patients(1)
    score = score.round(1)
    weight = np.random.default_rng(2).exponential(1, score.size) if weighted else np.ones(score.size)
    found = design_effects(score, positive, cluster, weight if weighted else None)
    assert found == pytest.approx(by_loops(score, positive, cluster, weight), rel=1e-9)
    assert min(found) > 1.5


def test_an_auc_of_patients_drawn_with_replacement_spreads_as_its_interval_says():
    score, positive, cluster = patients(5)
    rng, drawn = np.random.default_rng(3), []
    for _ in range(400):
        # Ill and well patients are drawn apart, as their numbers are fixed.
        chosen = np.concatenate([rng.choice(np.arange(side, 40, 2), 20) for side in (0, 1)])
        rows = (4 * chosen[:, None] + np.arange(4)).ravel()
        drawn.append(ScoreTable.of(score[rows], positive[rows]).auc)
    told = delong(Model.of(score, positive, cluster=cluster).table)
    assert told.error == pytest.approx(np.std(drawn), rel=0.15)
    assert delong(ScoreTable.of(score, positive)).error < 0.65 * told.error


def test_no_spread_counts_a_case_for_each_cluster_and_clusters_of_one_none():
    positive = np.arange(40) < 20
    model = Model.of(positive.astype(float), positive, None, 0.5, np.arange(40) // 4)
    assert model.table.effective == pytest.approx((5.0, 5.0))
    assert model.counts.effective.positives == pytest.approx(5.0)
    assert (model.clusters, Model.of(positive, positive, cluster=np.arange(40)).clusters) == (10, 0)
    assert Model.of(positive, positive, cluster=np.arange(40)).counts.squares is None


def test_a_class_in_one_cluster_is_one_case():
    positive = np.arange(12) < 6
    effects = design_effects(np.arange(12.0), positive, np.where(positive, 0, np.arange(12)))
    assert effects == (6.0, 1.0)


def test_clusters_that_move_both_classes_the_same_way_raise_both_effects():
    rng = np.random.default_rng(7)
    cluster, positive = np.repeat(np.arange(30), 6), np.tile([True, True, True, False, False, False], 30)
    shared, own = rng.normal(size=30)[cluster], rng.normal(size=180)
    better, shifted = (np.where(positive, shared, sign * shared) + own for sign in (1.0, -1.0))
    alike, against = (component_effects(component, positive, cluster) for component in (better, shifted))
    for up, down in nonempty(zip(alike, against, strict=True)):
        assert 1.5 < up / down < 2.1


def test_counts_keep_their_cases_and_lose_their_certainty():
    counts = Counts(tp=30, fp=10, fn=10, tn=50).in_clusters((4.0, 2.0))
    assert (counts.whole, counts.weighted, counts.total.item()) == (True, True, 100)
    assert [cell.item() for cell in counts.effective.values()] == [7.5, 5.0, 2.5, 25.0]
    table = ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1]).in_clusters((2.0, 1.0))
    assert (table.unweighted() is table, table.design, table.effective) == (True, (2.0, 1.0), (1.0, 2.0))
    assert table.at(0.4).effective.tp.item() == 1.0
