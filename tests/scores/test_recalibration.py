"""Intercept and slope of logistic recalibration, against statsmodels and against laws that are known."""

import math

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.optimize import brentq
from scipy.special import expit, logit

from ddcore.errors import InputError
from ddcore.scores.recalibration import recalibration
from ddcore.table import ScoreTable


def drawn(cases, *, slope=1.0, level=0.0, seed=1, digits=None):
    """Scores, and truths whose log odds are `slope` times those of the scores and `level` more."""
    rng = np.random.default_rng(seed)
    score = expit(rng.normal(-0.5, 1.3, cases))
    if digits is not None:
        score = score.round(digits).clip(0.01, 0.99)
    return score, rng.random(cases) < expit(level + slope * logit(score))


def by_statsmodels(score, truth, weight=None, **robust):
    """Intercept beside a slope of 1 and slope, as value, error and both ends."""
    x = logit(score)
    results = []
    for design, offset in ((np.ones((x.size, 1)), x), (sm.add_constant(x), None)):
        model = sm.GLM(truth.astype(float), design, sm.families.Binomial(), offset=offset, var_weights=weight)
        fit = model.fit(tol=1e-12, **robust)
        results.append((fit.params[-1], fit.bse[-1], *np.asarray(fit.conf_int())[-1]))
    return results


def parts(interval):
    return interval.value, interval.error, interval.low, interval.high


@pytest.mark.parametrize(
    ("cases", "slope", "level", "digits", "weighted"),
    [
        (40, 1, 0, None, False),
        (400, 0.4, 0.8, None, False),
        (400, 2.5, -1, None, False),
        (4000, -0.7, 0, None, False),
        (400, 1, 0.3, 1, False),
        (60, 0.6, 0, None, True),
        (900, 0.6, 0, None, True),
    ],
)
def test_against_statsmodels(cases, slope, level, digits, weighted):
    score, truth = drawn(cases, slope=slope, level=level, digits=digits)
    weight = np.random.default_rng(4).gamma(2, 1, cases) if weighted else None
    fit = recalibration(ScoreTable.of(score, truth, True, weight))
    robust = {"cov_type": "HC0"} if weighted else {}
    for found, right in zip((fit.intercept, fit.slope), by_statsmodels(score, truth, weight, **robust), strict=True):
        assert parts(found) == pytest.approx(right, rel=1e-6, abs=1e-7)


def test_equal_weights_are_none_and_sums_of_weights_have_no_interval():
    score, truth = drawn(200, slope=0.6)
    once, thrice = (recalibration(ScoreTable.of(score, truth, True, weight)) for weight in (None, np.full(200, 3.0)))
    assert once == thrice
    table = ScoreTable.of(score, truth, True)
    fit = recalibration(ScoreTable(table.score, 1.5 * table.positives, 1.5 * table.negatives))
    assert (fit.intercept.value, fit.slope.value) == pytest.approx((once.intercept.value, once.slope.value))
    assert all(math.isnan(end) for part in (fit.intercept, fit.slope) for end in (part.low, part.high))


@pytest.mark.parametrize(
    ("score", "truth"),
    [
        ([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1]),
        ([0.1, 0.2, 0.8, 0.9], [1, 1, 0, 0]),
        ([0.1, 0.5, 0.5, 0.9], [0, 0, 1, 1]),
        ([0.4, 0.4, 0.4], [0, 1, 1]),
    ],
)
def test_no_slope_where_a_score_parts_the_classes(score, truth):
    fit = recalibration(ScoreTable.of(score, truth))
    assert math.isnan(fit.slope.value)
    # As many positives are expected of the moved scores as there are.
    intercept = brentq(lambda by: expit(logit(score) + by).sum() - sum(truth), -9, 9)
    assert fit.intercept.value == pytest.approx(intercept, abs=1e-9)


def test_one_class_has_neither():
    fit = recalibration(ScoreTable.of([0.2, 0.8], [1, 1]))
    assert np.isnan([fit.intercept.value, fit.slope.value]).all()


def test_scores_of_0_and_1_move_half_way_to_the_next():
    score, truth = np.array([0, 0, 0.2, 0.3, 0.6, 0.8, 1, 1]), np.array([0, 1, 0, 1, 0, 1, 1, 0])
    fit = recalibration(ScoreTable.of(score, truth))
    _, slope = by_statsmodels(np.where(score == 0, 0.1, np.where(score == 1, 0.9, score)), truth == 1)
    assert parts(fit.slope) == pytest.approx(slope)


def test_what_is_no_probability_is_refused():
    with pytest.raises(InputError, match=r"^scores must be between 0 and 1 to be read as probabilities, got -1 to 2$"):
        recalibration(ScoreTable.of([-1, 2], [0, 1]))
    with pytest.raises(InputError, match=r"^level must be between 0 and 1, got 95$"):
        recalibration(ScoreTable.of([0.1, 0.9], [0, 1]), 95)
