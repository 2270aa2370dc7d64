"""Drift without labels: beside scipy and by hand, and its false alarms."""

import numpy as np
import pytest
from scipy.stats import ks_2samp, mannwhitneyu

from ddcore.scores.drift import EXACT, drift
from ddcore.table import ScoreTable


def origin(then, now):
    """Scores of both sides, those of now as positives."""
    return ScoreTable.of(np.concatenate([then, now]), np.repeat([0, 1], [len(then), len(now)]))


@pytest.mark.parametrize("sizes", [(40, 25), (700, 900), (EXACT + 1, 6000)])
def test_distance_is_that_of_scipy(sizes):
    rng = np.random.default_rng(1)
    then, now = rng.normal(size=sizes[0]), rng.normal(0.05, 1, size=sizes[1])
    found, told = drift(origin(then, now)), ks_2samp(now, then)
    assert found.distance == pytest.approx(told.statistic, abs=1e-12)
    assert found.place == told.statistic_location
    assert found.p == pytest.approx(told.pvalue, rel=1e-9)
    assert found.exact == (max(sizes) <= EXACT)
    assert found.auc.value == pytest.approx(mannwhitneyu(now, then).statistic / (len(then) * len(now)))


def test_index_by_hand():
    then, now = [0, 0, 0, 1], [0, 1, 1, 1]
    q, p = np.array([1.5, 3.5]) / 5, np.array([3.5, 1.5]) / 5
    found = drift(origin(then, now))
    assert found.bins == 2
    assert found.psi == pytest.approx(((q - p) * np.log(q / p)).sum())
    assert found.psi_expected == pytest.approx(1 / 4 + 1 / 4)


@pytest.mark.full
def test_false_alarms_are_at_their_level():
    """200 pairs of samples of one law: at 5 % up to 20 alarms lie within three standard errors and a half."""
    alarms = np.zeros(3)
    index = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        found = drift(origin(rng.normal(size=400), rng.normal(size=300)))
        alarms += [found.p <= 0.05, found.psi_p <= 0.05, not found.auc.low <= 0.5 <= found.auc.high]
        index.append(found.psi)
    assert (alarms <= 20).all()
    assert alarms[1] >= 2
    assert np.mean(index) == pytest.approx(found.psi_expected, rel=0.12)


def test_one_score_has_no_drift_and_one_side_none_that_is_known():
    found = drift(origin([1, 1, 1], [1, 1]))
    assert (found.distance, found.p, found.psi_p, found.bins) == (0, 1, 1, 1)
    assert np.isnan(drift(origin([1, 2], [])).p)
