"""Where the ROC curve of unseen cases is clearly higher after: of known laws, and of none."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_curve

from ddcore.errors import InputError
from ddcore.scores.likelihood import ReadCases, cross_fit
from ddcore.scores.roc_bands import RATES, above
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.scores import simulated


def found(table, method="kde"):
    folds = cross_fit(table, method, rng=np.random.default_rng(1)).readings
    return above(folds, rng=np.random.default_rng(1)), folds


def test_two_groups_are_higher_at_every_rate_and_lower_at_none():
    curves, _ = found(simulated("scenario_3", 2000))
    assert curves.lower == ()
    [(low, high)] = curves.higher
    assert (low, high > 0.95) == (0.01, True)


@pytest.mark.parametrize("method", ["order", "isotonic"])
def test_the_order_kept_gains_and_loses_nothing_that_is_clear(method):
    rng = np.random.default_rng(1)
    score = np.concatenate([rng.normal(1.5, 1, 150), rng.normal(0, 1, 150)])
    curves, _ = found(ScoreTable.of(score, np.repeat([1, 0], 150)), method)
    assert (curves.higher, curves.lower) == ((), ())
    if method == "order":
        assert not curves.difference.any()


def test_difference_is_that_of_two_curves_of_placed_cases():
    """By scikit-learn, on the place of each case among the negatives of its fold."""
    curves, folds = found(simulated("scenario_3", 100))
    places, truth = {"score": [], "log_ratio": []}, []
    for fold in nonempty(folds):
        held = fold.held
        for name, kept in places.items():
            value = getattr(held, name)
            others = np.repeat(value, held.negatives)
            below = [(np.sum(others < x) + np.sum(others == x) / 2) / others.size for x in value]
            kept += [*np.repeat(below, held.positives), *np.repeat(below, held.negatives)]
        truth += [1] * int(held.positives.sum()) + [0] * int(held.negatives.sum())
    heights = []
    for name in ("log_ratio", "score"):
        fpr, tpr, _ = roc_curve(truth, places[name], drop_intermediate=False)
        heights.append(np.interp(RATES, fpr, tpr))
    np.testing.assert_allclose(curves.difference, heights[0] - heights[1], atol=1e-9)


def test_a_reading_that_turns_scores_round_is_lower():
    turned = []
    for fold in cross_fit(simulated("scenario_3", 500), "kde", rng=np.random.default_rng(1)).readings:
        order = np.argsort(fold.held.log_ratio)
        ratio, *tallies = (getattr(fold.held, name)[order] for name in ("log_ratio", "positives", "negatives"))
        turned.append(replace(fold, held=ReadCases(ratio, -ratio, *tallies)))
    curves = above(turned, rng=np.random.default_rng(1))
    assert curves.higher == ()
    assert sum(high - low for low, high in curves.lower) > 0.5
    with pytest.raises(InputError, match="there are no folds to compare"):
        above((), rng=np.random.default_rng(1))
