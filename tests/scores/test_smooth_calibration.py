"""A smooth calibration curve: by another regression, and at its limits."""

import numpy as np
import pytest
import statsmodels.api as sm
from patsy import dmatrix
from scipy.special import expit, logit

from ddcore.errors import InputError
from ddcore.scores.smooth_calibration import smooth_calibration
from ddcore.table import ScoreTable
from tests.coverage import smooth
from tests.helpers.curves_answers import calibrated


def test_curve_is_that_of_a_regression_of_statsmodels():
    """A natural cubic spline of patsy with the same five knots; of many cases curvature is hardly held back."""
    score, truth = calibrated(6000, power=2.0)
    score = np.clip(score, 1e-3, 1 - 1e-3)
    x = logit(score)
    parts = [np.sort(x[truth == own]) for own in (True, False)]
    shares = np.concatenate([np.full(part.size, 1 / part.size / 2) for part in parts])
    every = np.concatenate(parts)
    order = np.argsort(every)
    knots = np.interp([0.05, 0.275, 0.5, 0.725, 0.95], np.cumsum(shares[order]), every[order])
    inner, ends = knots[1:-1], (knots[0], knots[-1])
    formula = f"cr(x, knots={inner.tolist()}, lower_bound={ends[0]}, upper_bound={ends[1]}) - 1"
    at = np.array([0.05, 0.2, 0.5, 0.8, 0.95])
    design, there = (np.asarray(dmatrix(formula, {"x": values})) for values in (x, logit(at)))
    fit = sm.GLM(truth.astype(float), design, family=sm.families.Binomial()).fit()
    middle = there @ fit.params
    error = np.sqrt(np.einsum("ij,jk,ik->i", there, fit.cov_params(), there))
    found = smooth_calibration(ScoreTable.of(score, truth, True), x=at)
    np.testing.assert_allclose(found.share, expit(middle), atol=0.01)
    width = np.ptp(expit([middle - 1.96 * error, middle + 1.96 * error]), axis=0)
    # Held back a little, the curve is a little surer.
    assert ((found.high - found.low) / width).min() > 0.75
    assert ((found.high - found.low) / width).max() < 1.1


def test_weighted_cases_are_less_sure_and_sums_of_weights_have_no_band():
    score, truth = calibrated(300)
    weight = np.resize([1.0, 9.0], 300)
    plain, weighted = (smooth_calibration(ScoreTable.of(score, truth, True, own)) for own in (None, weight))
    assert np.mean(weighted.high - weighted.low) > 1.1 * np.mean(plain.high - plain.low)
    equal = smooth_calibration(ScoreTable.of(score, truth, True, np.full(300, 3.0)))
    np.testing.assert_allclose(equal.low, plain.low)
    table = ScoreTable.of(score, truth, True, weight)
    sums = smooth_calibration(ScoreTable(table.score, table.positives, table.negatives))
    assert np.isnan(sums.low).all()
    assert np.isfinite(sums.share).all()


def test_odd_scores_have_a_curve_within_0_and_1():
    for score, truth in (([0, 0, 1, 1], [0, 1, 0, 1]), ([0.5] * 4, [0, 1, 0, 1]), ([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1])):
        found = smooth_calibration(ScoreTable.of(score, truth))
        assert ((found.low <= found.share) & (found.share <= found.high)).all()
        assert found.low.min() >= 0
        assert found.high.max() <= 1


def test_what_has_no_curve():
    with pytest.raises(InputError, match="a calibration curve needs cases of both classes"):
        smooth_calibration(ScoreTable.of([0.1, 0.2], [0, 0], 1))
    with pytest.raises(InputError, match="scores must be between 0 and 1"):
        smooth_calibration(ScoreTable.of([-1, 2], [0, 1]))


@pytest.mark.full
@pytest.mark.parametrize("power", smooth.WRONG.values())
def test_band_holds_the_share(power):
    rates = smooth.held("uniform", 400, 60, power)
    assert rates.mean() >= 0.91
    assert rates.min() >= 0.8
