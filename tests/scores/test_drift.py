"""Drift without labels: beside scipy and by hand, its false alarms, and the share of positives that scores tell."""

import numpy as np
import pytest
from scipy.stats import ks_2samp, mannwhitneyu

from ddcore.measures import measure
from ddcore.scores.drift import EXACT, FINE, Binned, drift, expected
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty


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


def drawn(rng, size, share):
    true = rng.random(size) < share
    return ScoreTable.of(rng.normal(size=size) + 1.5 * true, true, True)


def test_most_likely_share_is_what_the_algorithm_of_saerens_converges_to():
    rng = np.random.default_rng(3)
    binned = Binned.of(drawn(rng, 2000, 0.4), drawn(rng, 1500, 0.15), 0.7)
    up, down = ((tally + 0.5) / (tally.sum() + tally.size / 2) for tally in (binned.positives, binned.negatives))
    share = 0.4
    for _ in range(20_000):
        posterior = share * up / (share * up + (1 - share) * down)
        share = float(binned.now @ posterior / binned.now.sum())
    assert binned.by_scores == pytest.approx(share, abs=1e-9)
    near = [binned.likelihood(share + away) for away in (-0.02, 0, 0.02)]
    assert near[1] == max(near)
    assert FINE <= binned.now.size <= FINE + 1


def test_share_by_calls_by_hand_and_within_0_and_1():
    binned = Binned(np.array([20.0, 80.0]), np.array([90.0, 10.0]), np.array([70.0, 30.0]), 1)
    assert binned.by_calls == pytest.approx((0.3 - 0.1) / (0.8 - 0.1))
    assert Binned(binned.positives, binned.negatives, np.array([95.0, 5.0]), 1).by_calls == 0
    assert np.isnan(Binned(binned.negatives, binned.positives, binned.now, 1).by_calls)


@pytest.mark.full
def test_estimates_hold_where_only_the_share_moves():
    """100 samples whose share moves from 40 to 15 %: intervals of 95 % hold it, and the accuracy, in 86 or more."""
    rng = np.random.default_rng(4)
    big = drawn(rng, 10**6, 0.15).at(0.7)
    true = {"share": 0.15, "ACC": float(measure("ACC")(big))}
    held = np.zeros(3)
    for _ in range(100):
        found = expected(Binned.of(drawn(rng, 600, 0.4), drawn(rng, 500, 0.15), 0.7), [measure("ACC")], rng=rng)
        ends = ((found.by_scores, "share"), (found.by_calls, "share"), (found.if_share["ACC"], "ACC"))
        held += [end.low <= true[name] <= end.high for end, name in ends]
    assert (held >= 86).all()


def test_where_each_score_means_what_it_did_the_counts_to_expect_are_those():
    rng = np.random.default_rng(5)

    def of(size, middle):
        chance = 1 / (1 + np.exp(-(rng.normal(middle, 1, size))))
        return ScoreTable.of(chance, rng.random(size) < chance, True)

    then, now = of(10**5, 0.0), of(10**5, -1.0)
    found = expected(Binned.of(then, now, 0.5), [measure("F1"), measure("ACC")], rng=rng)
    for key in nonempty(("F1", "ACC")):
        assert found.if_mix[key].value == pytest.approx(float(measure(key)(now.at(0.5))), abs=0.01)
    assert found.share_of_mix.value == pytest.approx(now.prevalence, abs=0.005)
    assert found.by_scores.value < now.prevalence - 0.03  # the other supposition is wrong here


@pytest.mark.parametrize(("threshold", "rate"), [(np.inf, 0.0), (-np.inf, 1.0)])
def test_nothing_or_everything_called(threshold, rate):
    table = ScoreTable.of([0.1, 0.4, 0.6, 0.8], [0, 1, 0, 1])
    found = Binned.of(table, table, threshold)
    assert (float(found.tpr), float(found.fpr)) == (rate, rate)
