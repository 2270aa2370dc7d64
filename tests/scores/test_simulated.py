"""The four scenarios against numerical integration, scipy's tests, and a reader that asks nothing."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import ndtr
from scipy.stats import kstest

from ddcore.errors import InputError
from ddcore.read import read
from ddcore.samples.simulated import LARGEST, SCENARIOS, SIZE, SMALLEST
from tests.helpers.loops import nonempty
from tests.helpers.scores import AUC, BEST, LAWS, density


def below(x, law):
    return sum(ndtr((x - mean) / deviation) for mean, deviation in law) / len(law)


@pytest.mark.parametrize("key", LAWS)
def test_the_scenarios_and_draws_of_them_are_those_of_the_dissertation(key):
    scenario, x = SCENARIOS[key], np.linspace(-0.2, 1.2, 57)
    for law, parts in zip((scenario.positives, scenario.negatives), LAWS[key], strict=True):
        np.testing.assert_allclose(np.exp(law.log_density(x)), density(x, parts), rtol=1e-10)
        np.testing.assert_allclose(law.below(x), below(x, parts), rtol=1e-10, atol=1e-300)
    assert scenario.key == key
    for drawn, parts in nonempty(zip(scores(scenario.draw(seed=2)), LAWS[key], strict=True)):
        assert drawn.size == SIZE
        assert kstest(drawn, lambda x, law=parts: below(x, law)).pvalue > 1e-3


@pytest.mark.parametrize("key", LAWS)
def test_the_areas_of_the_scores_and_of_the_ratio_are_integrals(key):
    """The best one over 200,000 places in the order of the ratio; its further digits are those found score by score."""
    positives, negatives = LAWS[key]
    area = quad(lambda x: density(x, positives) * below(x, negatives), -0.6, 1.6, epsabs=1e-13, limit=500,
                points=[0.2, 0.38, 0.5])[0]  # fmt: skip
    assert SCENARIOS[key].auc == pytest.approx(area, abs=1e-11)
    assert SCENARIOS[key].auc == pytest.approx(AUC[key], abs=1e-12)
    x = np.linspace(-0.3, 1.2, 200_001)
    up, down = (density(x, law) for law in (positives, negatives))
    order = np.argsort(np.log(up) - np.log(down))
    up, down = (cells[order] / cells.sum() for cells in (up, down))
    assert up @ (np.cumsum(down) - down / 2) == pytest.approx(BEST[key], abs=1e-7)
    assert SCENARIOS[key].best_auc == pytest.approx(BEST[key], abs=1e-10)


def scores(drawn):
    truth = np.array(drawn["truth"].to_pylist())
    score = drawn["score"].to_numpy()
    return score[truth == "positive"], score[truth == "negative"]


def test_the_classes_are_drawn_apart_and_every_case_anew():
    drawn = SCENARIOS["scenario_3"].draw(2_000)
    assert drawn.equals(SCENARIOS["scenario_3"].draw(2_000, seed=1))
    assert not drawn.equals(SCENARIOS["scenario_3"].draw(2_000, seed=4))
    positives, negatives = scores(drawn)
    assert np.unique(np.concatenate([positives, negatives])).size == 4_000
    assert abs(np.corrcoef(positives, negatives)[0, 1]) < 0.08
    for one in (positives, negatives):
        assert abs(np.corrcoef(one[1:], one[:-1])[0, 1]) < 0.08


@pytest.mark.parametrize("size", [SMALLEST, LARGEST])
def test_there_are_as_many_cases_of_each_class_as_asked_for(size):
    drawn = SCENARIOS["scenario_2"].draw(size)
    assert drawn.column_names == ["truth", "score"]
    assert [drawn["truth"][place].as_py() for place in (0, size)] == ["positive", "negative"]
    assert drawn["truth"].value_counts().field("counts").to_pylist() == [size, size]


def test_too_few_and_too_many_cases_are_said():
    for size in (4, 0, -1, 500_001):
        with pytest.raises(InputError, match=f"^size must be between 5 and 500,000, got {size:,}$"):
            SCENARIOS["scenario_1"].draw(size)


@pytest.mark.parametrize("size", [SMALLEST, 1_000])
def test_a_draw_is_read_without_a_question(size):
    drawn = SCENARIOS["scenario_3"].draw(size)
    found = read(drawn)
    assert (found.positive, found.negative) == ("positive", "negative")
    [model] = found.models.values()
    assert model.table.positives.sum() == model.table.negatives.sum() == size
    positives, negatives = scores(drawn)
    pairs = np.sign(positives[:, None] - negatives).mean() / 2 + 0.5
    assert model.table.auc == pytest.approx(pairs, abs=1e-12)
