"""Densities built from pairs against normal laws, exact areas, sums over a grid and scipy."""

import math
import time

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm, rankdata

from ddcore.scores.ensemble import fit
from ddcore.scores.vine import FAR, Apart, Margin, Normal, Smooth, Vine, copula
from ddcore.table import ScoreTable
from tests.helpers.ensemble import best_area
from tests.helpers.loops import nonempty


def law(mean, *correlations):
    """Means and the matrix of three scores: correlations of 1 and 2, 2 and 3, 1 and 3."""
    first, second, outer = correlations
    return np.array(mean, float), np.array([[1, first, outer], [first, 1, second], [outer, second, 1]])


LAWS = {
    "apart and together": (law((1, 1, 1), 0.7, 0.5, 0.3), law((0, 0, 0), -0.4, 0.2, -0.3)),
    "the same in both": (law((1, 0.2, 0.5), 0.8, 0.6, 0.6), law((0, 0, 0), 0.8, 0.6, 0.6)),
    "independent": (law((1, 0.7, 0.5), 0, 0, 0), law((0, 0, 0), 0, 0, 0)),
}


def draw(laws, size, seed):
    rng = np.random.default_rng(seed)
    return np.concatenate([rng.multivariate_normal(*each, size) for each in laws]), np.repeat([1, 0], size)


def area(score, truth):
    return ScoreTable.of(score, truth).auc


def mean_area(laws, method, size, seeds=3):
    """The area on 20,000 unseen cases, a mean over some trainings, each less that of the true ratio there."""
    lost = []
    for seed in range(seeds):
        found = fit(*draw(laws, size, seed), method)
        unseen, truth = draw(laws, 20_000, 100 + seed)
        true = multivariate_normal(*laws[0]).logpdf(unseen) - multivariate_normal(*laws[1]).logpdf(unseen)
        lost.append(area(found.log_ratio(unseen), truth) - area(true, truth))
    return best_area(*laws) + float(np.mean(lost))


@pytest.mark.full
@pytest.mark.parametrize("laws", LAWS.values(), ids=LAWS)
def test_three_scores_come_within_half_a_hundredth_of_the_exact_area(laws):
    exact = best_area(*laws)
    small, large = mean_area(laws, "vine", 1000), mean_area(laws, "vine", 4000)
    assert exact - 0.006 < small < exact + 0.001
    assert exact - 0.003 < large < exact + 0.001


def test_it_is_ahead_of_a_sum_where_scores_go_together_differently_and_loses_nothing_elsewhere():
    for name, ahead in (("apart and together", 0.04), ("independent", -0.01)):
        areas = [mean_area(LAWS[name], method, 500, 1) for method in ("vine", "logistic")]
        assert areas[0] > areas[1] + ahead


@pytest.mark.parametrize("rule", ["normal", "isj"])
def test_a_margin_is_a_density_and_its_normal_scores_are_its_share_below(rule):
    margin = Margin.of(np.random.default_rng(3).gamma(2, size=150), np.ones(150), rule, 1.0)

    x = np.linspace(-15, 25, 40_001)
    density = np.exp(margin.log(x))
    assert np.trapezoid(density, x) == pytest.approx(1, abs=1e-3)
    for end in nonempty((0.3, 1.0, 4.0, 9.0)):
        below = np.trapezoid(density[x <= end], x[x <= end])
        assert norm.cdf(margin.normal(np.array([end]))[0]) == pytest.approx(below, abs=1e-3)


def test_a_normal_copula_is_that_of_scipy():
    x = np.random.default_rng(4).normal(size=(2, 50))
    right = multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]]).logpdf(x.T) - norm.logpdf(x).sum(axis=0)
    np.testing.assert_allclose(Normal(0.6).log(*x), right, atol=1e-12)


def bent(size=600, seed=5):
    """Normal scores of two that go together on one side only."""
    first, second = np.random.default_rng(seed).normal(size=(2, size))
    second = np.where(first > 0, 0.9 * first + 0.45 * second, second)
    return tuple(norm.ppf((rankdata(score) - 0.5) / size) for score in (first, second))


def test_a_smooth_copula_is_the_sum_of_bells_by_its_margins():
    first, second = bent(200)
    ours = Smooth.of(first, second, np.ones(200), 0.5)
    width, n = 200 ** (-1 / 6), 200
    matrix = np.array([[1, 0.5], [0.5, 1]])

    def bells(x, y):
        at = np.array([x, y]) * math.sqrt(1 + width**2)
        own = multivariate_normal([0, 0], width**2 * matrix).pdf(at - np.column_stack([first, second])).sum()
        return (own + multivariate_normal([0, 0], (1 + width**2) * matrix).pdf(at)) / (n + 1)

    def margin(cases, x):
        at = x * math.sqrt(1 + width**2)
        return (norm.pdf(at, cases, width).sum() + norm.pdf(at, 0, math.sqrt(1 + width**2))) / (n + 1)

    for x, y in nonempty(((0, 0), (1, 1), (-1, 0.5), (1.5, -1))):
        right = math.log(bells(x, y) / margin(first, x) / margin(second, y))
        assert ours.log(np.array([float(x)]), np.array([float(y)]))[0] == pytest.approx(right, abs=0.06)


def test_each_given_the_other_is_the_share_of_the_density_below():
    first, second = bent()
    ours = Smooth.of(first, second, np.ones(600), 0.4)

    axis = np.linspace(-5, 5, 1001)
    for x, y in nonempty(((0.5, 0.2), (-0.5, -1.0), (1.5, 2.0))):
        density = np.exp(ours.log(np.full(1001, x), axis)) * norm.pdf(axis)
        below = np.trapezoid(density[axis <= y], axis[axis <= y]) / np.trapezoid(density, axis)
        assert norm.cdf(ours.given(np.array([x]), np.array([y]))[1][0]) == pytest.approx(below, abs=0.01)
    first, second = (at.ravel() for at in np.meshgrid(axis, axis))
    whole = (np.exp(ours.log(first, second)) * norm.pdf(first) * norm.pdf(second)).sum() * 0.01**2
    assert whole == pytest.approx(1, abs=0.02)


def test_what_it_tells_of_a_case_by_the_others_is_a_density_without_that_case():
    first, second = bent(60)
    every = np.ones(60)
    ours = Smooth.of(first, second, every, 0.4)
    for case in nonempty((0, 7, 20)):
        others = np.arange(60) != case
        # The bandwidth stays: that of 60 cases, by their weights.
        without = Smooth.of(first[others], second[others], np.full(59, 60 / 59), 0.4)
        right = without.log(first[[case]], second[[case]])[0]
        assert ours.unseen(first[[case]], second[[case]], every[[case]])[0] == pytest.approx(right, abs=0.06)


def test_the_copula_is_chosen_by_what_the_cases_show():
    rng = np.random.default_rng(6)
    chosen = {Apart: 0, Normal: 0, Smooth: 0}
    for _ in range(20):
        chosen[type(copula(*rng.normal(size=(2, 300)), np.ones(300)))] += 1
    # Of independent scores, a correlation is taken where twice its gain is above 2: of 100, about 16.
    assert chosen[Apart] >= 13
    assert chosen[Smooth] <= 3
    assert isinstance(copula(*rng.multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]], 300).T, np.ones(300)), Normal)
    for size in (600, 20_001):
        assert isinstance(copula(*bent(size), np.ones(size)), Smooth)
    for first in (np.arange(4.0), np.zeros(9)):
        assert isinstance(copula(first, np.arange(float(first.size)), np.ones(first.size)), Apart)


def test_neighbours_in_the_row_go_together_most():
    rng = np.random.default_rng(7)
    first = rng.normal(size=400)
    third = first + 0.3 * rng.normal(size=400)
    second = third + 2 * rng.normal(size=400)
    vine = Vine.of(np.column_stack([first, second, third]), np.ones(400), "normal", np.ones(3))
    assert vine.order in ((0, 2, 1), (1, 2, 0))
    assert sum(vine.numbers()) == 3


def test_a_case_of_weight_two_is_two_cases():
    first, second = bent(100)
    twice = np.arange(100) < 40
    weight = np.where(twice, 2.0, 1.0)
    one, other = (np.append(score, score[twice]) for score in (first, second))
    weighted, repeated = Smooth.of(first, second, weight, 0.4), Smooth.of(one, other, np.ones(140), 0.4)
    np.testing.assert_allclose(weighted.density, repeated.density, atol=1e-12)
    x = np.linspace(-4, 4, 33)
    weighted, repeated = Margin.of(first, weight, "normal", 1.0), Margin.of(one, np.ones(140), "normal", 1.0)
    np.testing.assert_allclose(weighted.normal(x), repeated.normal(x), atol=1e-9)
    np.testing.assert_allclose(weighted.log(x), repeated.log(x), atol=1e-9)


def test_ties_far_scores_and_a_class_of_one_case_have_ratios():
    rng = np.random.default_rng(9)
    for columns in (3, 8):
        truth = np.arange(80) % 2
        scores = np.round(rng.normal(size=(80, columns)) + truth[:, None])
        found = fit(scores, truth, "vine")
        x = np.concatenate([scores, np.full((1, columns), 1e300), np.full((1, columns), -1e300)])
        assert np.isfinite(found.log_ratio(x)).all()
        assert area(found.log_ratio(scores), truth) > 0.8
    scores = rng.normal(size=(30, 3))
    assert np.isfinite(fit(scores, np.arange(30) == 0, "vine").log_ratio(scores)).all()
    scores[:15, 1] = 2.0
    assert np.isfinite(fit(scores, np.arange(30) < 15, "vine").log_ratio(scores)).all()


@pytest.mark.full
def test_a_million_cases_take_seconds():
    scores, truth = draw(LAWS["apart and together"], 500_000, 12)
    start = time.perf_counter()
    found = fit(scores, truth, "vine").log_ratio(scores)
    assert time.perf_counter() - start < 20
    assert area(found, truth) == pytest.approx(best_area(*LAWS["apart and together"]), abs=0.002)
    assert np.abs(found).max() < 40 * FAR
