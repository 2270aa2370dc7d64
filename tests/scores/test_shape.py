"""How the ratio runs over the scores, against the laws that they were drawn from."""

import math

import numpy as np
import pytest

from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.likelihood import fit
from ddcore.scores.shape import shape
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.scores import LAWS, density, simulated

RUNS = {"scenario_1": (1, -1), "scenario_2": (-1, 1), "scenario_3": (-1, 1, -1), "scenario_4": (1, -1, 1)}
"""Of the exact ratios, but for the ends of scenarios 3 and 4 below 0.14, where there are hardly any cases."""


def crossings(key):
    """Scores at which the exact densities are equal, where there are many cases."""
    x = np.linspace(0.14, 0.6, 200_001)
    above = density(x, LAWS[key][0]) > density(x, LAWS[key][1])
    return x[1:][above[1:] != above[:-1]]


def turning(key):
    """Scores at which the exact ratio turns, from 0.14 on."""
    x = np.linspace(0.145, 0.7, 200_001)
    log = np.log(density(x, LAWS[key][0])) - np.log(density(x, LAWS[key][1]))
    rising = np.diff(log) > 0
    return x[1:-1][rising[1:] != rising[:-1]]


@pytest.mark.parametrize("key", LAWS)
def test_the_shape_of_a_scenario_is_that_of_its_laws(key):
    table = simulated(key)
    found = shape(fit(table), table)
    assert found.runs[-len(RUNS[key]) :] == RUNS[key]
    assert len(found.turns) == len(found.runs) - 1
    assert not found.is_monotone
    np.testing.assert_allclose(found.turns[-len(RUNS[key]) + 1 :], turning(key), atol=0.05)
    ends = [end for stretch in found.favours_positive for end in stretch if math.isfinite(end)]
    np.testing.assert_allclose([end for end in ends if 0.14 < end < 0.6], crossings(key), atol=0.02)


@pytest.mark.parametrize("method", RATIO_METHODS)
def test_a_ratio_that_rises_is_monotone_and_one_that_falls_is_not(method):
    rng = np.random.default_rng(20)
    truth = np.arange(4_000) % 2
    score = rng.normal(size=4_000) + 2 * truth
    for sign in nonempty((1, -1) if method in ("kde", "histogram", "binormal", "logistic") else (1,)):
        table = ScoreTable.of(sign * score, truth)
        found = shape(fit(table, method), table)
        assert (found.runs, found.turns, found.is_monotone) == ((sign,), (), sign == 1)
        [ends] = found.favours_positive
        assert sorted(sign * end for end in ends) == [pytest.approx(1, abs=0.35), math.inf]


@pytest.mark.parametrize("method", RATIO_METHODS)
def test_noise_is_mostly_level(method):
    level = 0
    for seed in range(10):
        table = ScoreTable.of(np.random.default_rng(seed).normal(size=400), np.arange(400) % 2)
        found = shape(fit(table, method), table)
        level += found.runs == () and found.favours_positive == () and found.is_monotone
    assert level >= 7


def test_the_shape_does_not_break_at_scores_of_exactly_1():
    """Evidence that rises up to a pile of probabilities of 1 has one run, and speaks up to its end."""
    for seed in range(4):
        rng = np.random.default_rng(seed)
        truth = rng.random(1_500 + 100 * seed) < 0.5
        score = np.where(truth, rng.beta(2, 1, truth.size), rng.beta(1, 1.5, truth.size))
        table = ScoreTable.of(np.where(rng.random(truth.size) < 0.05 + 0.1 * truth, 1.0, score), truth)
        found = shape(fit(table), table)
        assert found.runs == (1,)
        assert [high for _, high in found.favours_positive] == [math.inf]
