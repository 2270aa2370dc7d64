"""Where a ROC curve is clearly higher than another: after the transformation, and of models together."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_curve

from ddcore.errors import InputError
from ddcore.scores.likelihood import ReadCases, cross_fit
from ddcore.scores.roc_bands import RATES, together_shares, transformed_band
from ddcore.table import ScoreTable
from tests.helpers.ensemble import two
from tests.helpers.loops import nonempty
from tests.helpers.scores import simulated


def found(table, method="kde"):
    folds = cross_fit(table, method, rng=np.random.default_rng(1)).readings
    return transformed_band(folds, rng=np.random.default_rng(1)), folds


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
    curves = transformed_band(turned, rng=np.random.default_rng(1))
    assert curves.higher == ()
    assert sum(high - low for low, high in curves.lower) > 0.5
    with pytest.raises(InputError, match="there are no folds to compare"):
        transformed_band((), rng=np.random.default_rng(1))


def higher(first, second, true):
    """The shares of the false positive rates where one curve of scikit-learn is above the other, and where below."""
    x = (np.arange(200_000) + 0.5) / 200_000
    heights = [np.interp(x, *roc_curve(true, score, drop_intermediate=False)[:2]) for score in (first, second)]
    return [float((sign * (heights[0] - heights[1]) > 1e-9).mean()) for sign in (1, -1)]


@pytest.mark.parametrize("tied", [False, True])
def test_shares_are_those_between_two_curves_of_scikit_learn(tied):
    scores, truth = two(90, 1)
    scores = scores.round() if tied else scores
    one, other = together_shares(*scores.T, truth == 1), together_shares(*scores.T[::-1], truth == 1)
    assert [one.above, one.below] == pytest.approx(higher(*scores.T, truth), abs=2e-4)
    assert (one.above, one.below) == (other.below, other.above)
    assert (one.surely_above, one.surely_below) == (other.surely_below, other.surely_above)


def test_a_score_is_nowhere_above_itself_and_few_cases_tell_nothing_for_sure():
    scores, truth = two(80, 6)
    assert together_shares(scores[:, 0], scores[:, 0], truth == 1) == together_shares(
        scores[:, 0], 3 * scores[:, 0], truth == 1
    )
    assert together_shares(scores[:, 0], scores[:, 0], truth == 1).above == 0
    scores, truth = two(20, 8)
    found = together_shares(*scores.T, truth == 1)
    assert (found.surely_above, found.surely_below) == (None, None)


def test_more_pairs_and_folds_leave_less_sure():
    generator = np.random.default_rng(9)
    truth = np.arange(2000) % 2 == 0
    first = generator.normal(size=2000) + 1.2 * truth
    second = first + generator.normal(size=2000)
    shares = [together_shares(first, second, truth, None, *more).surely_above for more in ((), (1.0, 6), (2.0, 6))]
    assert shares[0] >= shares[1] >= shares[2]
    assert shares[0] > shares[2]


def test_weights_count():
    scores, truth = two(100, 10)
    weight = np.where(np.arange(100) < 50, 2.0, 1.0)
    twice = np.repeat(np.arange(100), weight.astype(int))
    weighted = together_shares(*scores.T, truth == 1, weight)
    repeated = together_shares(*scores[twice].T, truth[twice] == 1)
    assert (weighted.above, weighted.below) == pytest.approx((repeated.above, repeated.below), abs=1e-9)


@pytest.mark.full
def test_noise_is_seldom_surely_anywhere():
    sure = 0
    for seed in range(40):
        generator = np.random.default_rng(seed)
        found = together_shares(*generator.normal(size=(2, 200)), np.arange(200) % 2 == 0)
        sure += found.surely_above > 0 or found.surely_below > 0
    # 5 % of 40 are 2; 7 or more have a probability of 0.003.
    assert sure <= 6
