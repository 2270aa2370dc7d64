"""How transformed scores are spread: whole classes, and the ratio of both densities is the score itself."""

import numpy as np
import pytest

from ddcore.scores.likelihood import cross_fit
from ddcore.scores.transformed import FARTHEST, SCALES, transformed_scores
from ddcore.table import ScoreTable
from tests.helpers.scores import simulated


@pytest.fixture(scope="module")
def folds():
    return cross_fit(simulated("scenario_3"), "kde", rng=np.random.default_rng(1)).readings


@pytest.mark.parametrize("scale", SCALES)
def test_the_ratio_of_the_densities_is_the_score_itself(folds, scale):
    """Proposition 1, in bins with 400 cases or more, within five standard errors and the width of a bin."""
    spread = transformed_scores(folds, scale)
    middle = (spread.edges[1:] + spread.edges[:-1]) / 2
    width = spread.edges[1] - spread.edges[0]
    cases = np.array([spread.positives, spread.negatives]) * width * 10_000
    assert cases.sum(axis=1) == pytest.approx([10_000, 10_000])
    many = cases.min(axis=0) >= 200
    assert many.sum() >= 5
    seen = np.log(cases[0, many] / cases[1, many])
    wanted = middle[many] if scale == "log_ratio" else np.log(middle[many] / (1 - middle[many]))
    room = 5 * np.sqrt((1 / cases[:, many]).sum(axis=0)) + 0.1
    assert (np.abs(seen - wanted) < room).all()


def test_far_ratios_stand_in_the_outermost_bins():
    table = ScoreTable.of(np.arange(40.0), np.arange(40) >= 20)
    folds = cross_fit(table, "histogram", rng=np.random.default_rng(1)).readings
    spread = transformed_scores(folds, "log_ratio")
    assert (spread.edges[0], spread.edges[-1]) == (-FARTHEST, FARTHEST)
    assert spread.positives[-1] * (spread.edges[1] - spread.edges[0]) > 0.9


def test_equal_ratios_have_room():
    folds = cross_fit(ScoreTable.of([1.0] * 8, [0, 1] * 4), "histogram", rng=np.random.default_rng(1)).readings
    spread = transformed_scores(folds, "log_ratio")
    assert (spread.edges[0], spread.edges[-1]) == (-1, 1)
    assert spread.positives.sum() == spread.negatives.sum() > 0
