"""Two models whose joint law is known, against printed areas, integrals, scipy's laws and draws."""

import itertools
import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.stats import chi2, kstest, multivariate_normal, norm
from sklearn.metrics import roc_auc_score

from ddcore.errors import InputError
from ddcore.samples.pairs import COVARIANCES, NAMES, PAIRS, Law, Pair, correlated
from ddcore.samples.simulated import LARGEST, SMALLEST
from tests import oracles
from tests.helpers.ensemble import best_area, curve, log_ratio, lowest_lead

ROWS = oracles.published("003_ensemble.csv")


def printed(what, key):
    (row,) = [row for row in ROWS if (row["what"], row["key"]) == (what, key)]
    return row


def laws(pair):
    return [(np.array(law.mean), law.matrix) for law in (pair.positives, pair.negatives)]


def some(seed):
    """Two normal laws drawn at random."""
    rng = np.random.default_rng(seed)

    def one():
        a, b = rng.uniform(0.5, 2, 2)
        return Law(tuple(rng.normal(size=2)), (a * a, b * b), a * b * rng.uniform(-0.9, 0.9))

    return Pair(f"some {seed}", "", "", one(), one())


ALL = {
    **PAIRS,
    **{f"{one} and {other}": correlated(one, other) for one, other in COVARIANCES},
    **{f"some {seed}": some(seed) for seed in range(3)},
}
every_pair = pytest.mark.parametrize("key", ALL)


@cache
def exact(key):
    """The areas of the models, as they are and read, and of both together, by integration."""
    (m1, s1), (m0, s0) = laws(ALL[key])
    alone = [norm.cdf((m1[i] - m0[i]) / math.sqrt(s1[i, i] + s0[i, i])) for i in (0, 1)]
    read = [best_area((m1[i], s1[i, i]), (m0[i], s0[i, i])) for i in (0, 1)]
    return alone, read, best_area((m1, s1), (m0, s0))


def test_the_means_and_areas_are_those_in_print():
    for key, name in itertools.product(PAIRS, ("positives", "negatives")):
        row = printed(f"mean of the {name}", key)
        assert list(getattr(PAIRS[key], name).mean) == [float(number) for number in row["printed"].split()]
    found = {
        ("area of model 1", "pair_1"): PAIRS["pair_1"].alone("model 1").auc,
        ("area of model 1 read", "pair_1"): PAIRS["pair_1"].alone("model 1").best_auc,
        ("area of each model", "pair_2"): PAIRS["pair_2"].alone("model 1").auc,
    }
    for key, area in found.items():
        row = printed(*key)
        assert f"{area:.2f}" == row["printed"]
        assert area == pytest.approx(float(row["right"]), abs=1e-10)
    assert PAIRS["pair_2"].alone("model 2").auc == PAIRS["pair_2"].alone("model 1").auc


def test_both_models_together_have_the_area_in_print():
    """The value beside it is that of a million draws, whose standard error is 0.0002; other covariances give it too."""
    row = printed("area of the ensemble", "pair_2")
    assert PAIRS["pair_2"].best_auc == pytest.approx(float(row["right"]), abs=3e-4)
    assert (PAIRS["pair_2"].negatives.covariance, PAIRS["pair_2"].positives.covariance) == (-1.7, 1.9)
    for covariances in ((-1.7, 1.9), (-1.7, 1.7), (-0.85, -0.85)):
        assert f"{correlated(*covariances).best_auc:.2f}" == row["printed"]
    keys = {row["key"] for row in ROWS if row["place"] == "Table 8.1"}
    assert keys == {"LR + DT", "LR + NN", "DT + NN"}
    for key in keys:
        one, other, both = (float(printed(what, key)["printed"]) for what in ("s1", "s2", "s12"))
        assert both > max(one, other)


def test_variances_of_model_1_that_round_to_the_printed_area():
    """Two digits allow a ratio of the variances from 1.328 to 1.415."""
    for ratio, area in ((1.328, 0.545), (1.415, 0.555), (2.5 / 1.9, 0.5435), (1.25 / 0.9, 0.5520), (1.2 / 0.9, 0.5456)):
        assert 2 / math.pi * math.atan(math.sqrt(ratio)) == pytest.approx(area, abs=6e-5)
        pair = Pair("", "", "", Law((0, 0), (1, 1), 0), Law((0, 0), (ratio, 1), 0))
        assert pair.alone("model 1").best_auc == pytest.approx(2 / math.pi * math.atan(math.sqrt(ratio)), abs=1e-9)


def test_the_best_area_has_a_closed_form_where_covariances_are_equal_and_is_that_of_a_million_draws():
    for covariance in (-1.9, -0.85, 0, 1.9):
        right = norm.cdf(math.sqrt(8 / (2.5 + covariance)) / math.sqrt(2))
        assert correlated(covariance, covariance).best_auc == pytest.approx(right, abs=1e-6)
    # Of the draws the standard error is 0.0002.
    assert correlated(-1.9, 1.9).best_auc == pytest.approx(0.9520, abs=3e-4)
    assert correlated(-1.9, 1.2).best_auc == pytest.approx(0.9408, abs=3e-4)


@every_pair
def test_the_best_area_is_that_of_an_integral(key):
    alone, read, both = exact(key)
    pair = ALL[key]
    assert [pair.alone(name).auc for name in NAMES] == pytest.approx(alone, abs=1e-12)
    assert [pair.alone(name).best_auc for name in NAMES] == pytest.approx(read, abs=1e-7)
    assert pair.best_auc == pytest.approx(both, abs=2e-6)
    assert pair.best_auc > max(read) >= max(alone) - 1e-12


@every_pair
def test_densities_are_those_of_scipy(key):
    pair = ALL[key]
    x = np.random.default_rng(1).normal(5, 3, (200, 2))
    for found, right in zip((pair.positives, pair.negatives), laws(pair), strict=True):
        np.testing.assert_allclose(found.log_density(x), multivariate_normal(*right).logpdf(x), rtol=1e-9)
        for number in (0, 1):
            single = norm(found.mean[number], math.sqrt(found.variance[number]))
            np.testing.assert_allclose(found.alone(number).log_density(x[:, 0]), single.logpdf(x[:, 0]), rtol=1e-9)
    np.testing.assert_allclose(pair.log_ratio(x), log_ratio(x, *laws(pair)), rtol=1e-9, atol=1e-9)


def on_grid(pair, points=161):
    """Places in the plane, and the share of each class in the cell around each."""
    (m1, s1), (m0, s0) = laws(pair)
    far = 7 * np.sqrt(np.maximum(np.diag(s1), np.diag(s0)))
    axes = np.linspace(np.minimum(m1, m0) - far, np.maximum(m1, m0) + far, points).T
    x = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    masses = [multivariate_normal(*law).pdf(x) * np.prod(axes[:, 1] - axes[:, 0]) for law in laws(pair)]
    return x, *masses


@every_pair
def test_the_joint_ratio_dominates_each_model_and_each_models_own_ratio(key):
    pair = ALL[key]
    x, positives, negatives = on_grid(pair)
    assert (positives.sum(), negatives.sum()) == pytest.approx((1, 1), abs=1e-6)
    best = curve(pair.log_ratio(x), positives, negatives)
    assert np.trapezoid(best[1], best[0]) == pytest.approx(exact(key)[2], abs=1e-4)
    (m1, s1), (m0, s0) = laws(pair)
    for i, name in enumerate(NAMES):
        own = norm.logpdf(x[:, i], m1[i], math.sqrt(s1[i, i])) - norm.logpdf(x[:, i], m0[i], math.sqrt(s0[i, i]))
        alone = pair.alone(name)
        ours = alone.positives.log_density(x[:, i]) - alone.negatives.log_density(x[:, i])
        np.testing.assert_allclose(ours, own, rtol=1e-9, atol=1e-9)
        read = curve(own.round(10), positives, negatives)
        assert np.trapezoid(read[1], read[0]) == pytest.approx(exact(key)[1][i], abs=1e-3)
        for other in (read, *(curve(sign * x[:, i], positives, negatives) for sign in (1, -1))):
            assert lowest_lead(best, other) > -1e-12


@pytest.mark.parametrize("key", PAIRS)
def test_a_sample_is_drawn_from_the_laws(key):
    pair = PAIRS[key]
    table = pair.draw(4_000, seed=7)
    assert table.column_names == ["truth", *NAMES]
    assert table["truth"].to_pylist() == ["positive"] * 4_000 + ["negative"] * 4_000
    scores = np.column_stack([table[name].to_numpy() for name in NAMES])
    for cases, law in zip((scores[:4_000], scores[4_000:]), laws(pair), strict=True):
        away = cases - law[0]
        distance = ((away @ np.linalg.inv(law[1])) * away).sum(axis=1)
        assert kstest(distance, chi2(2).cdf).pvalue > 0.01
        np.testing.assert_allclose(cases.mean(axis=0), law[0], atol=0.1)
        np.testing.assert_allclose(np.cov(cases.T), law[1], atol=0.2)
    np.testing.assert_allclose(roc_auc_score(table["truth"].to_numpy() == "positive", pair.log_ratio(scores)),
                               exact(key)[2], atol=0.006)  # fmt: skip


def test_a_seed_gives_the_same_sample_and_a_size_that_cannot_be_drawn_is_said():
    pair = PAIRS["pair_1"]
    assert pair.draw(50, seed=3).equals(pair.draw(50, seed=3))
    assert not pair.draw(50, seed=3).equals(pair.draw(50, seed=4))
    for size in (SMALLEST - 1, 0, -3, LARGEST + 1):
        with pytest.raises(InputError, match=rf"^size must be between 5 and 500,000, got {size:,}$"):
            pair.draw(size)


SPREADS = [
    # In two dimensions of equal spread the ratio falls with the squared distance, which is exponential: s0 / (s0 + s1).
    (((0, 0), (1e-4, 1e-4), 0), ((0, 0), (1e4, 1e4), 0), 1e4 / (1e4 + 1e-4)),
    (((0, 0), (1, 1), 0), ((0, 0), (4, 4), 0), 0.8),
    (((0, 0), (1, 1), 0), ((0, 0), (100, 100), 0), 100 / 101),
    # One score that tells nothing beside one of equal means.
    (((0, 0), (1, 1), 0), ((0, 0), (4, 1), 0), 2 / math.pi * math.atan(2)),
    # Equal matrices: the normal probability of the distance between the means, here along a narrow ridge.
    (((0.02, 0), (1, 1), 0.999), ((0, 0), (1, 1), 0.999), norm.cdf(0.02 / math.sqrt(1 - 0.999**2) / math.sqrt(2))),
    (((1e4, 0), (1e-4, 1), 0), ((0, -1e4), (1, 1e4), 0), 1.0),
    (((1, 0), (1, 1), 0.5), ((1, 0), (1, 1), 0.5), 0.5),
]


@pytest.mark.full
def test_the_exact_area_holds_for_any_spreads_and_covariances():
    for positives, negatives, area in SPREADS:
        pair = replace(PAIRS["pair_2"], positives=Law(*positives), negatives=Law(*negatives))
        assert pair.best_auc == pytest.approx(area, abs=2e-7)
        table = pair.read(150, 30, 70)
        assert [table.positives.sum(), table.negatives.sum()] == pytest.approx([30, 70])
