"""The four scenarios against numerical integration, scipy's tests, and a reader that asks nothing."""

import itertools
import math

import numpy as np
import pyarrow as pa
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import ndtr
from scipy.stats import kstest, norm

from ddcore.errors import InputError
from ddcore.read import read
from ddcore.samples.simulated import LARGEST, SCENARIOS, SIZE, SMALLEST
from tests.helpers.loops import nonempty

GROUPS, BETWEEN, NARROW, WIDE = ((0.2, 0.05), (0.5, 0.05)), ((0.38, 0.1),), ((0.5, 0.05),), ((0.5, 0.1),)
LAWS = {
    "scenario_1": (NARROW, WIDE),
    "scenario_2": (WIDE, NARROW),
    "scenario_3": (GROUPS, BETWEEN),
    "scenario_4": (BETWEEN, GROUPS),
}
"""Positives and negatives of each scenario (the dissertation, section 5.3.3): means and standard deviations."""
AUC = {"scenario_1": 0.5, "scenario_2": 0.5, "scenario_3": 0.456068441417, "scenario_4": 0.543931558583}
BEST = dict(zip(AUC, [0.7048327647, 0.7048327647, 0.8301940618, 0.8301940618], strict=True))


def density(x, law):
    bells = (np.exp(-(((x - mean) / deviation) ** 2) / 2) / deviation for mean, deviation in law)
    return sum(bells) / len(law) / math.sqrt(2 * math.pi)


def below(x, law):
    return sum(ndtr((x - mean) / deviation) for mean, deviation in law) / len(law)


def log_ratio(x, laws):
    """Logarithm of the ratio of the two densities at one score, in plain arithmetic."""
    high, low = (
        sum(math.exp(-(((x - mean) / deviation) ** 2) / 2) / deviation for mean, deviation in law) / len(law)
        for law in laws
    )
    return math.log(high / low)


def steepness(x, laws):
    """Derivative of the same."""
    slopes = []
    for law in laws:
        bells = [math.exp(-(((x - mean) / deviation) ** 2) / 2) / deviation for mean, deviation in law]
        pulls = [bell * (mean - x) / deviation**2 for bell, (mean, deviation) in zip(bells, law, strict=True)]
        slopes.append(sum(pulls) / sum(bells))
    return slopes[0] - slopes[1]


def stretches(laws, low=-0.4, high=1.3):
    """The ends of the stretches on which the ratio rises or falls."""
    grid = np.linspace(low, high, 402)
    signs = np.sign([steepness(x, laws) for x in grid])
    turns = [brentq(steepness, grid[i], grid[i + 1], (laws,)) for i in np.flatnonzero(signs[:-1] != signs[1:])]
    return [low, *turns, high]


def at_level(level, laws, ends):
    """Every score with a level of the ratio, ascending."""
    found = []
    for a, b in itertools.pairwise(ends):
        high, low = (log_ratio(x, laws) - level for x in (a, b))
        if high * low < 0:
            found.append(brentq(lambda x: log_ratio(x, laws) - level, a, b, xtol=1e-13))
    return found


def negatives_below(level, laws, ends):
    """Share of the negatives whose ratio is below a level, from the scores that have it."""
    shares = [0.0, *(float(below(x, laws[1])) for x in at_level(level, laws, ends)), 1.0]
    first = 0 if log_ratio(ends[0], laws) < level else 1
    return sum(high - low for low, high in zip(shares[first::2], shares[first + 1 :: 2], strict=False))


@pytest.mark.parametrize("key", LAWS)
def test_the_scenarios_are_those_of_the_dissertation(key):
    scenario, x = SCENARIOS[key], np.linspace(-0.2, 1.2, 57)
    for law, parts in zip((scenario.positives, scenario.negatives), LAWS[key], strict=True):
        np.testing.assert_allclose(np.exp(law.log_density(x)), density(x, parts), rtol=1e-10)
        np.testing.assert_allclose(law.below(x), below(x, parts), rtol=1e-10, atol=1e-300)
    assert scenario.key == key


@pytest.mark.parametrize("key", LAWS)
def test_the_area_of_the_scores_is_an_integral(key):
    positives, negatives = LAWS[key]
    area = quad(lambda x: density(x, positives) * below(x, negatives), -0.6, 1.6, epsabs=1e-13, limit=500,
                points=[0.2, 0.38, 0.5])[0]  # fmt: skip
    assert SCENARIOS[key].auc == pytest.approx(area, abs=1e-11)
    assert SCENARIOS[key].auc == pytest.approx(AUC[key], abs=1e-12)


@pytest.mark.parametrize("key", LAWS)
def test_the_best_area_is_an_integral_over_the_ratio(key):
    """The chance that a negative case has a smaller ratio than a positive one, score after score."""
    laws = LAWS[key]
    ends = stretches(laws)
    kinks = sorted({x for turn in ends[1:-1] for x in [turn, *at_level(log_ratio(turn, laws), laws, ends)]})
    cuts = [-0.2, *(x for x in kinks if -0.2 < x < 1.1), 1.1]
    area = sum(
        quad(lambda x: density(x, laws[0]) * negatives_below(log_ratio(x, laws), laws, ends), a, b, epsabs=1e-9)[0]
        for a, b in itertools.pairwise(cuts)
    )
    assert SCENARIOS[key].best_auc == pytest.approx(area, abs=1e-8)
    assert SCENARIOS[key].best_auc == pytest.approx(BEST[key], abs=1e-10)


@pytest.mark.parametrize("key", ["scenario_1", "scenario_2"])
def test_the_best_area_of_two_normal_laws_of_one_mean_has_a_closed_form(key):
    """The ratio is a function of the distance d from the mean, so the area is that of d: 2/pi arctan(0.1/0.05)."""
    wider = norm(0, 0.1)
    area = quad(lambda d: 2 * wider.pdf(d) * (2 * norm.cdf(d, 0, 0.05) - 1), 0, 2, points=[0.05, 0.1, 0.3])[0]
    assert area == pytest.approx(2 / math.pi * math.atan(2), abs=1e-10)
    assert SCENARIOS[key].best_auc == pytest.approx(area, abs=1e-10)
    assert SCENARIOS[key].best_auc == pytest.approx(0.704832764699, abs=1e-11)


@pytest.mark.parametrize(("one", "other"), [("scenario_1", "scenario_2"), ("scenario_3", "scenario_4")])
def test_exchanging_the_classes_mirrors_the_area_and_keeps_the_best(one, other):
    assert SCENARIOS[one].auc + SCENARIOS[other].auc == pytest.approx(1, abs=1e-14)
    assert SCENARIOS[one].best_auc == pytest.approx(SCENARIOS[other].best_auc, abs=1e-10)


# Draws -----------------------------------------------------------------------------------------------------------


def scores(drawn):
    truth = np.array(drawn["truth"].to_pylist())
    score = drawn["score"].to_numpy()
    return score[truth == "positive"], score[truth == "negative"]


@pytest.mark.parametrize("key", LAWS)
@pytest.mark.parametrize("seed", [1, 2, 77])
def test_draws_have_the_law_of_the_scenario(key, seed):
    for drawn, law in nonempty(zip(scores(SCENARIOS[key].draw(seed=seed)), LAWS[key], strict=True)):
        assert drawn.size == SIZE
        assert kstest(drawn, lambda x, law=law: below(x, law)).pvalue > 1e-3


@pytest.mark.parametrize("key", ["scenario_1", "scenario_3"])
def test_the_classes_are_drawn_apart_and_every_case_anew(key):
    positives, negatives = scores(SCENARIOS[key].draw(2_000))
    assert np.unique(np.concatenate([positives, negatives])).size == 4_000
    assert abs(np.corrcoef(positives, negatives)[0, 1]) < 0.08
    for one in (positives, negatives):
        assert abs(np.corrcoef(one[1:], one[:-1])[0, 1]) < 0.08


def test_the_same_seed_gives_the_same_cases_and_another_gives_others():
    scenario = SCENARIOS["scenario_4"]
    assert scenario.draw(50, seed=3).equals(scenario.draw(50, seed=3))
    assert not scenario.draw(50, seed=3).equals(scenario.draw(50, seed=4))
    assert scenario.draw(50).equals(scenario.draw(50, seed=1))


@pytest.mark.parametrize("size", [SMALLEST, 123, LARGEST])
def test_there_are_as_many_cases_of_each_class_as_asked_for(size):
    drawn = SCENARIOS["scenario_2"].draw(size)
    assert isinstance(drawn, pa.Table)
    assert drawn.column_names == ["truth", "score"]
    assert drawn.num_rows == 2 * size
    assert drawn["truth"].slice(0, 1).to_pylist() + drawn["truth"].slice(size, 1).to_pylist() == [
        "positive",
        "negative",
    ]
    assert drawn["truth"].value_counts().field("counts").to_pylist() == [size, size]


@pytest.mark.parametrize(("size", "said"), [(3, "3"), (0, "0"), (-1, "-1"), (500_001, "500,001"), (4, "4")])
def test_too_few_and_too_many_cases_are_said(size, said):
    with pytest.raises(InputError, match=f"^size must be between 5 and 500,000, got {said}$"):
        SCENARIOS["scenario_1"].draw(size)


@pytest.mark.parametrize("key", LAWS)
@pytest.mark.parametrize("size", [SMALLEST, 1_000])
def test_a_draw_is_read_without_a_question(key, size):
    drawn = SCENARIOS[key].draw(size)
    found = read(drawn)
    assert (found.positive, found.negative) == ("positive", "negative")
    [model] = found.models.values()
    assert model.table.positives.sum() == model.table.negatives.sum() == size
    positives, negatives = scores(drawn)
    pairs = np.sign(positives[:, None] - negatives).mean() / 2 + 0.5
    assert model.table.auc == pytest.approx(pairs, abs=1e-12)


def test_each_scenario_has_its_words():
    assert list(SCENARIOS) == ["scenario_1", "scenario_2", "scenario_3", "scenario_4"]
    assert len({one.title for one in SCENARIOS.values()}) == 4
    assert all("section 5.3.3" in one.source and one.description.endswith(".") for one in SCENARIOS.values())
