"""A logistic regression on a natural cubic spline, against scipy's spline and its minimiser, and scales of ranks."""

import numpy as np
import pytest
from scipy.interpolate import CubicSpline
from scipy.optimize import minimize
from scipy.special import expit, log_expit
from scipy.stats import multivariate_normal

from ddcore.scores.likelihood import fit
from ddcore.scores.ranks import coarse, ranks
from ddcore.scores.spline import RIDGE, Spline, basis
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.scores import cases_of, middling

KNOTS = np.array([-1.0, 0.2, 0.5, 2.0, 3.0])


def test_a_column_is_the_natural_cubic_spline_of_scipy_through_its_values_at_the_knots():
    x = np.linspace(-5, 9, 800)
    for own, at in nonempty(zip(basis(x, KNOTS), basis(KNOTS, KNOTS), strict=True)):
        spline = CubicSpline(KNOTS, at, bc_type="natural")
        inside = np.clip(x, KNOTS[0], KNOTS[-1])
        np.testing.assert_allclose(own, spline(inside) + spline(inside, 1) * (x - inside), atol=1e-10)


def test_less_than_three_knots_leave_a_line():
    x = np.array([1.0, 2.0, 5.0])
    assert basis(x, np.array([1.0, 2.0])).tolist() == [x.tolist()]
    assert "straight line" in fit(ScoreTable.of([0, 0, 1, 1, 1, 0], [0, 1, 1, 1, 0, 0]), "splines").facts[0]


@pytest.mark.parametrize("seed", [1, 2])
def test_the_fit_is_that_of_a_minimiser_case_by_case(seed):
    table = ScoreTable.of(*middling(80, seed, 1))
    score, truth = cases_of(table)
    found = Spline.of(table)
    P, N = truth.sum(), (~truth.astype(bool)).sum()
    target = np.where(truth, (P + 1) / (P + 2), 1 / (N + 2))
    columns = basis(score, found.knots).T
    design = (columns - columns.mean(axis=0)) / columns.std(axis=0)

    def loss(at):
        z = at[0] + design @ at[1:]
        held = RIDGE * (at[2:] ** 2).sum() + 1e-3 * at[1] ** 2
        return -(target * log_expit(z) + (1 - target) * log_expit(-z)).sum() + held / 2

    right = minimize(loss, np.zeros(5), method="BFGS", options={"gtol": 1e-7}).x
    np.testing.assert_allclose(found.coefficients, right[1:], atol=1e-3)
    x = np.linspace(score.min() - 1, score.max() + 1, 50)
    line = right[0] + (basis(x, found.knots).T - columns.mean(axis=0)) / columns.std(axis=0) @ right[1:]
    np.testing.assert_allclose(found(x), line - np.log(P / N), atol=1e-3)


def test_the_error_is_that_of_the_curvature():
    table = ScoreTable.of(*middling(80, 3, 1))
    found = Spline.of(table)
    score, _ = cases_of(table)
    design = np.column_stack([np.ones(score.size), (basis(score, found.knots).T - found.middle) / found.unit])
    positives, negatives = table.positives.sum(), table.negatives.sum()
    chance = expit(found(score) + np.log(positives / negatives))
    information = (design * (chance * (1 - chance))[:, None]).T @ design + np.diag([0, 1e-3, *[RIDGE] * 3])
    np.testing.assert_allclose(found.covariance, np.linalg.inv(information), rtol=1e-4)
    x = np.array([score.mean() + 1])
    place = (basis(x, found.knots).T - found.middle) / found.unit
    draws = multivariate_normal(cov=found.covariance[1:, 1:], seed=1).rvs(20_000) @ place[0]
    assert found.error(x)[0] == pytest.approx(np.sqrt(2) * draws.std(), rel=0.03)
    drawn = found.drawn(x, 20_000, rng=np.random.default_rng(1))
    whole = np.append(1.0, place[0])
    assert drawn.mean() == pytest.approx(float(found(x)[0]), abs=0.02)
    assert drawn.var() == pytest.approx(whole @ found.covariance @ whole, rel=0.05)


def test_order_is_kept_and_the_ratio_never_falls():
    for seed in range(5):
        score, truth = middling(60, seed)
        table = ScoreTable.of(score, truth)
        found = fit(table, "order")
        log = found.log_ratio(table.score)
        assert (np.diff(log) > 0).all()
        assert found.transform(table).auc == pytest.approx(table.auc, abs=1e-14)
        assert (np.diff(found.log_ratio(np.linspace(score.min() - 3, score.max() + 3, 999))) >= 0).all()


def test_ranks_count_both_classes_alike():
    table = ScoreTable(np.array([1.0, 2, 4]), np.array([1, 0, 1]), np.array([10, 20, 10]))
    place = ranks(table)(np.array([0.0, 1, 2, 3, 4, 5]))
    # Shares of 1/2 and 1/4, 0 and 1/2, 1/2 and 1/4, each counting half.
    np.testing.assert_allclose(place, [0.1875 / 2, 0.1875, 0.5, 0.65625, 0.8125, (1 + 0.8125) / 2])
    # Scores nearer than numbers can divide.
    table = ScoreTable(np.array([0.0, 5e-324, 1.0]), np.array([1, 1, 1]), np.array([1, 1, 1]))
    assert np.isfinite(ranks(table)(np.array([0.0, 5e-324, 1e-320, 0.5, 1.0]))).all()


def test_coarse_tables_keep_cases_means_and_nearly_the_area():
    rng = np.random.default_rng(1)
    truth = rng.random(20_000) < 0.05
    table = ScoreTable.of(rng.normal(size=20_000) + truth, truth)
    few = coarse(table, 300)
    assert few.score.size <= 300
    assert (np.diff(few.score) > 0).all()
    for tally, same in ((few.positives, table.positives), (few.negatives, table.negatives)):
        assert tally.sum() == same.sum()
    sums = [one.score @ (one.positives + one.negatives) for one in (few, table)]
    assert sums[0] == pytest.approx(sums[1])
    assert few.auc == pytest.approx(table.auc, abs=1e-4)
    assert coarse(table, 20_000) is table
