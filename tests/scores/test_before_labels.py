"""What a measure would be before labels come: by slow minimisers, by hand, and where the assumptions hold."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize
from scipy.special import softmax

from ddcore.measures import measure
from ddcore.scores.before_labels import expected
from ddcore.scores.covariate_shift import CovariateShift
from ddcore.scores.label_shift import MOST_BINS, LabelShift
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty

CASES = Path(__file__).parents[1] / "samples" / "unlabelled_shift.csv"
"""Simulated: 600 cases of then with their truth, 600 of now without. A score means what it meant, and scores are higher
now; the truth of now was drawn and left out: it has an accuracy of 0.678 and a share of 0.42."""


def drawn(rng, size, share):
    true = rng.random(size) < share
    return ScoreTable.of(rng.normal(size=size) + 1.5 * true, true, True)


def test_share_and_laws_are_the_most_likely_ones_of_all_cases_together():
    """A minimiser of the whole likelihood, both laws and the share free."""
    rng = np.random.default_rng(3)
    found = LabelShift.of(drawn(rng, 150, 0.4), drawn(rng, 400, 0.15), 0.7)
    shapes = [own / own.sum() for own in (found.positives, found.negatives, found.now)]
    u, v = (own + sum(shapes) / 3 for own in (found.positives, found.negatives))

    def loss(at):
        share, up, down = 1 / (1 + np.exp(-at[0])), *softmax(at[1:].reshape(2, -1), axis=1)
        mixed = share * up + (1 - share) * down
        return -(u @ np.log(up) + v @ np.log(down) + found.now @ np.log(mixed))

    right = minimize(loss, np.zeros(1 + 2 * u.size), method="L-BFGS-B", options={"maxiter": 2000, "ftol": 1e-14})
    share = 1 / (1 + np.exp(-right.x[0]))
    assert found.by_scores == pytest.approx(share, abs=1e-4)
    assert found.likelihood(share) == pytest.approx(-right.fun, abs=1e-6)
    near = [found.likelihood(share + away) for away in (-0.02, 0, 0.02)]
    assert near[1] == max(near)


def test_with_many_cases_of_then_the_share_is_that_of_saerens():
    """Both laws are then known, and the algorithm of Saerens, Latinne & Decaestecker converges to the same share."""
    u, v = np.array([1.0, 2.0, 3.0, 4.0]) * 1e7, np.array([4.0, 3.0, 2.0, 1.0]) * 1e7
    found = LabelShift(u, v, np.array([30.0, 40.0, 20.0, 60.0]), 2)
    up, down, share = u / u.sum(), v / v.sum(), 0.5
    for _ in range(5000):
        posterior = share * up / (share * up + (1 - share) * down)
        share = float(found.now @ posterior / found.now.sum())
    assert found.by_scores == pytest.approx(share, abs=1e-5)


def test_bins_are_as_many_as_the_smaller_class_allows():
    rng = np.random.default_rng(1)
    many, few = drawn(rng, 4000, 0.4), drawn(rng, 100, 0.1)
    assert LabelShift.of(many, few, 0.7).now.size == MOST_BINS + 1
    assert LabelShift.of(few, many, 0.7).now.size == 4


def test_share_by_calls_by_hand_and_within_0_and_1():
    found = LabelShift(np.array([20.0, 80.0]), np.array([90.0, 10.0]), np.array([70.0, 30.0]), 1)
    assert found.by_calls == pytest.approx((0.3 - 0.1) / (0.8 - 0.1))
    assert LabelShift(found.positives, found.negatives, np.array([95.0, 5.0]), 1).by_calls == 0
    assert np.isnan(LabelShift(found.negatives, found.positives, found.now, 1).by_calls)


def test_two_bins_cannot_refute_a_mixture_and_what_neither_class_has_does():
    two = LabelShift(np.array([20.0, 80.0]), np.array([90.0, 10.0]), np.array([1.0, 99.0]), 1)
    assert np.isnan(two.p)
    laws = np.array([60.0, 30.0, 10.0]), np.array([10.0, 30.0, 60.0])
    assert LabelShift(*laws, 2 * laws[0] + laws[1], 1).p > 0.99
    assert LabelShift(*laws, np.array([10.0, 80.0, 10.0]), 1).p < 1e-6


def test_weights_count_as_the_effective_number_of_cases():
    rng = np.random.default_rng(2)
    score, true = rng.normal(size=300), rng.random(300) < 0.4
    plain, heavy = (ScoreTable.of(score, true, weight=weight) for weight in (None, np.full(300, 1000.0)))
    for shift in nonempty((LabelShift, CovariateShift)):
        found, same = (shift.of(table, table, 0.2) for table in (plain, heavy))
        points = (found.point, same.point)
        assert float(points[1].share) == pytest.approx(float(points[0].share), abs=1e-9)
    assert same.then.total == pytest.approx(300)


def test_where_each_score_means_what_it_did_the_counts_to_expect_are_those():
    rng = np.random.default_rng(5)

    def of(size, middle):
        chance = 1 / (1 + np.exp(-(rng.normal(middle, 1, size))))
        return ScoreTable.of(chance, rng.random(size) < chance, True)

    then, now = of(10**5, 0.0), of(10**5, -1.0)
    found = expected(then, now, 0.5, [measure("F1"), measure("ACC")], rng=rng)
    for key in nonempty(("F1", "ACC")):
        assert found.if_mix[key].value == pytest.approx(float(measure(key)(now.at(0.5))), abs=0.01)
    assert found.share_of_mix.value == pytest.approx(now.prevalence, abs=0.005)
    assert found.by_scores.value < now.prevalence - 0.03  # the other assumption is wrong here
    assert (found.assumption, found.share) == ("mix", found.share_of_mix)


def test_a_step_that_no_spline_follows_is_mended_by_the_bins():
    rng = np.random.default_rng(6)

    def of(size, middle):
        score = rng.normal(middle, 1, size)
        return ScoreTable.of(score, rng.random(size) < np.where(score > 0.3, 0.8, 0.15), True)

    now = of(10**5, 0.5)
    point = CovariateShift.of(of(20_000, 0.0), now, 0.3).point
    assert float(measure("ACC").on(point.cells)) == pytest.approx(float(measure("ACC")(now.at(0.3))), abs=0.01)


def test_scores_that_moved_are_no_change_of_the_share():
    """The share that fits best is 1, which would make the accuracy 0.166."""
    cases = pd.read_csv(CASES)
    then, now = (cases[cases.period == side] for side in ("then", "now"))
    tables = ScoreTable.of(then.y_prob, then.y_true), ScoreTable.of(now.y_prob, np.ones(len(now)))
    found = expected(*tables, 0.5, [measure("ACC")], rng=np.random.default_rng(1))
    assert found.by_scores.value > 0.999
    assert found.mixture_p < 0.01
    assert found.assumption == "mix"
    assert found.measures["ACC"].low < 0.678 < found.measures["ACC"].high
    assert found.measures["ACC"].value == pytest.approx(0.681, abs=0.015)
    assert found.share.low < 0.42 < found.share.high


@pytest.mark.parametrize(("threshold", "rate"), [(np.inf, 0.0), (-np.inf, 1.0)])
def test_nothing_or_everything_called(threshold, rate):
    table = ScoreTable.of([0.1, 0.4, 0.6, 0.8], [0, 1, 0, 1])
    found, mix = (shift.of(table, table, threshold) for shift in (LabelShift, CovariateShift))
    assert (float(found.tpr), float(found.fpr)) == (rate, rate)
    assert (float(mix.point.tpr), float(mix.point.fpr)) == (rate, rate)


@pytest.mark.parametrize("scores", [[3, 3, 3, 3], [-1e308, 0, 0, 1e308], [0, 1, 0, 1], [1e-300, 2e-300, 3e-300, 1.0]])
def test_any_scores_have_a_share(scores):
    then = ScoreTable.of(scores, [0, 1, 0, 1])
    found = expected(then, ScoreTable.of([scores[0], 0.5], [0, 0]), 0.5, [measure("ACC")], rng=np.random.default_rng(1))
    for share in (found.by_scores, found.share_of_mix):
        assert 0 <= share.low <= share.value <= share.high <= 1
