"""Cases that tell two AUCs apart: bivariate normal probabilities of scipy, and draws of normal scores."""

import math

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

from ddcore.errors import InputError
from ddcore.scores.area_pair_power import AreaPairPlan, fewest_cases
from ddcore.scores.two_areas import AREAS, Ranked, ScoredCases, paired_areas, separate_areas
from tests.helpers.loops import nonempty


def drawn(rng, areas, correlation, positives, negatives):
    """Truth, and normal scores of two models that correlate within each class."""
    law = np.array([[1, correlation], [correlation, 1]])
    truth = np.arange(positives + negatives) < positives
    return truth, rng.multivariate_normal([0, 0], law, truth.size) + truth[:, None] * math.sqrt(2) * norm.ppf(areas)


@pytest.mark.parametrize(("areas", "correlation"), [((0.85, 0.7), 0.6), ((0.9, 0.5), 0.0)])
def test_error_is_that_of_draws(areas, correlation):
    rng = np.random.default_rng(3)
    seen = []
    for _ in range(400):
        truth, scores = drawn(rng, areas, correlation, 12, 28)
        seen.append(np.subtract(*(np.mean(score[truth][:, None] > score[~truth]) for score in scores.T)))
    error = AreaPairPlan(*areas, correlation, 0.3).error(40, correlation)
    assert np.std(seen) == pytest.approx(error, rel=3 / math.sqrt(2 * len(seen)))
    assert np.mean(seen) == pytest.approx(areas[0] - areas[1], abs=4 * error / math.sqrt(len(seen)))


def test_error_is_made_of_bivariate_normal_probabilities():
    """Two pairs of cases rank rightly together by the normal law of both differences (Bamber 1975)."""
    for (first, second), correlation, cases in nonempty([((0.85, 0.7), 0.6, 50), ((0.99, 0.51), 0.2, 1000)]):
        P, N = cases // 2, cases // 2

        def together(a, b, shared):
            if shared == 1:
                return min(a, b)
            return multivariate_normal([0, 0], [[1, shared], [shared, 1]]).cdf(norm.ppf([a, b]))

        def covariance(a, b, shared, together=together, P=P, N=N):
            return (together(a, b, shared) + (P - 1 + N - 1) * together(a, b, shared / 2) - (P + N - 1) * a * b) / P / N

        variance = (
            covariance(first, first, 1) + covariance(second, second, 1) - 2 * covariance(first, second, correlation)
        )
        found = AreaPairPlan(first, second, correlation, 0.5).error(cases, correlation)
        assert found == pytest.approx(math.sqrt(variance), rel=1e-6)


def test_cases_reach_the_probability_and_one_less_do_not():
    plan = AreaPairPlan(0.8, 0.76, 0.5, 0.5)
    for probability in (plan.paired, plan.separate):
        cases = fewest_cases(probability, 0.9)
        assert probability(cases) >= 0.9 > probability(cases - 2)
    assert fewest_cases(plan.paired, 0.9) < fewest_cases(plan.separate, 0.9)
    alike = AreaPairPlan(0.8, 0.76, 0.95, 0.5)
    assert fewest_cases(alike.paired, 0.9) < 0.2 * fewest_cases(plan.paired, 0.9)
    assert fewest_cases(AreaPairPlan(0.8, 0.8 - 1e-6, 0.5, 0.5).paired, 0.9) is None
    assert plan.paired(1) == 0


@pytest.mark.full
@pytest.mark.parametrize(("areas", "correlation", "share"), [((0.85, 0.78), 0.5, 0.3), ((0.7, 0.6), 0.0, 0.5)])
def test_compare_tells_them_apart_about_as_often(areas, correlation, share):
    """DeLong's test with Student's quantile, as Compare has it, on as many cases as the plan asks for."""
    rng, plan = np.random.default_rng(7), AreaPairPlan(*areas, correlation, share)
    for separate in (False, True):
        cases = fewest_cases(plan.separate if separate else plan.paired, 0.8)
        P, sure = round(share * cases), []
        for _ in range(400):
            sides = [drawn(rng, areas, correlation, P, cases - P) for _ in range(2)]
            own = [ScoredCases(truth) for truth, _ in sides]
            one = AREAS["AUC"](Ranked.of(sides[0][1][:, 0], own[0]))
            two = AREAS["AUC"](Ranked.of(sides[separate][1][:, 1], own[separate]))
            found = separate_areas(one, two, (own[0], own[1]), math.nan) if separate else paired_areas(one, two, own[0])
            sure.append(found.sign == 1)
        assert np.mean(sure) == pytest.approx(0.8, abs=0.07)


def test_what_cannot_be_planned():
    for given, problem in nonempty(
        {
            (0.4, 0.8, 0.5): "the AUC must be between 0.5 and 1, got 0.4",
            (0.8, 0.8, 0.5): "the two AUCs must differ, got 0.8 twice",
            (0.8, 0.7, 1.0): "the correlation must be 0 or more and below 1, got 1",
        }.items()
    ):
        with pytest.raises(InputError, match=problem):
            AreaPairPlan(*given, 0.5)
