"""Likelihood ratios against the dissertation's propositions, fractions, loops over cases and exact laws."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial import ConvexHull
from scipy.special import logit
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

from ddcore.errors import InputError
from ddcore.samples.simulated import SCENARIOS
from ddcore.scores import likelihood
from ddcore.scores.density import METHODS, Evidence
from ddcore.scores.intervals import delong
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.likelihood import FOLDS, INFINITE, Likelihood, cross_fit, fit, shape
from ddcore.table import ScoreTable

# Witnesses -------------------------------------------------------------------------------------------------------

LAWS = {
    "scenario_1": (((0.5, 0.05),), ((0.5, 0.1),)),
    "scenario_2": (((0.5, 0.1),), ((0.5, 0.05),)),
    "scenario_3": (((0.2, 0.05), (0.5, 0.05)), ((0.38, 0.1),)),
    "scenario_4": (((0.38, 0.1),), ((0.2, 0.05), (0.5, 0.05))),
}
"""Positives and negatives of each scenario: means and standard deviations."""
AUC = {"scenario_1": 0.5, "scenario_2": 0.5, "scenario_3": 0.456068441417, "scenario_4": 0.543931558583}
BEST = dict(zip(AUC, [0.704832764699, 0.704832764699, 0.8301940618, 0.8301940618], strict=True))


def points(table):
    """The ROC curve from (0, 0) on, a point for each distinct score, counted by a loop."""
    tp = fp = 0
    found = [(0.0, 0.0)]
    P, N = table.positives.sum(), table.negatives.sum()
    for positives, negatives in zip(table.positives[::-1].tolist(), table.negatives[::-1].tolist(), strict=True):
        tp, fp = tp + positives, fp + negatives
        found.append((fp / N, tp / P))
    return np.array(found)


def under(curve):
    return float(np.trapezoid(curve[:, 1], curve[:, 0]))


def under_hull(curve):
    """Area of the smallest convex set around the curve and the lower right corner."""
    return float(ConvexHull(np.vstack([curve, [1, 0]])).volume)


def largest_dent(curve):
    """How far the curve lies below a line between two of its points: 0 if it is concave."""
    (dx, dy), (ex, ey) = np.diff(curve, axis=0)[:-1].T, np.diff(curve, axis=0)[1:].T
    return float(np.max(dx * ey - dy * ex, initial=0))


def drawn(size=300, seed=0, digits=8):
    """Scores of which the middle ones speak for the positive class, and truth, four positives in ten."""
    rng = np.random.default_rng(seed)
    truth = np.arange(size) % 5 < 2
    return np.where(truth, rng.normal(0.5, 1, size), rng.normal(0, 2, size)).round(digits), truth.astype(int)


def simulated(key, size=10_000, seed=1):
    found = SCENARIOS[key].draw(size, seed)
    return ScoreTable.of(found["score"].to_numpy(), np.repeat([1, 0], size))


def cases_of(table):
    score = np.concatenate([np.repeat(table.score, tally) for tally in (table.positives, table.negatives)])
    return score, np.repeat([1, 0], [table.positives.sum(), table.negatives.sum()])


def density(x, law):
    return sum(norm.pdf(x, mean, deviation) for mean, deviation in law) / len(law)


def exact(key):
    """A reading that knows the laws."""
    positives, negatives = LAWS[key]
    evidence = Evidence(lambda x: np.log(density(x, positives) / density(x, negatives)), lambda x: (x, x), None)
    return Likelihood("exact", "normal", "none", evidence, np.asarray, np.ones_like)


def on_grid(key, positives=300.0, negatives=700.0):
    """The exact share of each class in each of many narrow cells, for cases."""
    edges = np.linspace(-0.3, 1.2, 30_001)
    below = [sum(norm.cdf(edges, mean, deviation) for mean, deviation in law) / len(law) for law in LAWS[key]]
    return ScoreTable((edges[1:] + edges[:-1]) / 2, positives * np.diff(below[0]), negatives * np.diff(below[1]))


# Propositions 1 and 2: what the transformed scores know ----------------------------------------------------------


def by_ratio(table):
    """Positives and negatives at each ratio s, from cases and prevalence alone: s and 1 times g / (p0 + p1 s)."""
    cases, s = table.positives + table.negatives, table.score
    share = table.positives.sum() / cases.sum()
    return s * cases * share / (1 - share + share * s), cases * (1 - share) / (1 - share + share * s)


@pytest.mark.parametrize("method", ["histogram", "isotonic"])
@pytest.mark.parametrize("seed", range(4))
def test_the_ratio_and_the_prevalence_give_the_classes_back(method, seed):
    table = ScoreTable.of(*drawn(400, seed, 1))
    after = fit(table, method).transform(table)
    positives, negatives = by_ratio(after)
    np.testing.assert_allclose(positives, after.positives, atol=1e-9)
    np.testing.assert_allclose(negatives, after.negatives, atol=1e-9)
    assert after.score.size > 3


@pytest.mark.parametrize("method", ["histogram", "isotonic"])
def test_the_posterior_and_the_prevalence_give_the_classes_back(method):
    table = ScoreTable.of(*drawn(400, 3, 1))
    s = fit(table, method).posterior(table.score, 0.4)
    after = ScoreTable.summed(s.round(12), table.positives, table.negatives)
    cases = after.positives + after.negatives
    np.testing.assert_allclose(after.score * cases, after.positives, atol=1e-8)
    np.testing.assert_allclose((1 - after.score) * cases, after.negatives, atol=1e-8)


@pytest.mark.parametrize("key", LAWS)
def test_exact_densities_are_given_back_by_the_ratio(key):
    table = on_grid(key)
    after = exact(key).transform(table)
    for found, right in zip(by_ratio(after), (after.positives, after.negatives), strict=True):
        np.testing.assert_allclose(found, right, rtol=1e-3, atol=1e-11)


@pytest.mark.parametrize("key", ["scenario_1", "scenario_2"])
def test_a_binormal_fit_of_exact_shares_finds_the_exact_ratio(key):
    table = on_grid(key)
    x = np.linspace(0.3, 0.7, 41)
    log = np.log(density(x, LAWS[key][0]) / density(x, LAWS[key][1]))
    np.testing.assert_allclose(fit(table, "binormal").log_ratio(x), log, atol=0.05)


@pytest.mark.parametrize("method", ["histogram", "isotonic"])
def test_the_ratio_of_the_transformed_scores_is_the_score_itself(method):
    table = ScoreTable.of(*drawn(500, 5))
    after = fit(table, method).transform(table)
    P, N = table.positives.sum(), table.negatives.sum()
    known = after.negatives > 0
    own = after.positives[known] / P / (after.negatives[known] / N)
    np.testing.assert_allclose(after.score[known], own, rtol=1e-9)
    assert (after.score[~known] == INFINITE).all()


def test_the_posterior_is_that_of_bayes_in_fractions():
    score, truth = drawn(200, 6, 0)
    reading = fit(ScoreTable.of(score, truth), "isotonic")
    P, N = int(truth.sum()), int((1 - truth).sum())
    x = np.unique(score)
    ratio = reading.ratio(x)
    pools = {value: [int(truth[np.isin(score, x[ratio == value])].sum()),
                     int((1 - truth[np.isin(score, x[ratio == value])]).sum())] for value in ratio}  # fmt: skip
    for prevalence in (Fraction(0), Fraction(1, 1000), Fraction(3, 10), Fraction(1, 2), Fraction(1)):
        found = reading.posterior(x, float(prevalence))
        for value, one in zip(ratio, found, strict=True):
            up, down = prevalence * Fraction(pools[value][0], P), (1 - prevalence) * Fraction(pools[value][1], N)
            right = up / (up + down) if up + down else prevalence
            assert one == pytest.approx(float(right), rel=1e-12)


def test_scores_and_prevalences_are_broadcast():
    reading = fit(ScoreTable.of(*drawn()))
    x, share = np.array([[-1.0], [0.0], [2.0]]), np.array([0.0, 0.2, 0.5, 1.0])
    found = reading.posterior(x, share)
    assert found.shape == (3, 4)
    for i, j in itertools.product(range(3), range(4)):
        assert found[i, j] == reading.posterior(float(x[i, 0]), float(share[j]))
    assert found[:, 0].tolist() == [0, 0, 0]
    assert found[:, 3].tolist() == [1, 1, 1]
    assert np.ndim(reading.ratio(0.3)) == np.ndim(reading.posterior(0.3, 0.5)) == 0
    assert reading.ratio([]).shape == (0,)
    assert reading.ratio(np.zeros((2, 0, 3))).shape == (2, 0, 3)


def test_infinite_and_nil_ratios_have_a_posterior_at_any_prevalence():
    reading = fit(ScoreTable.of([1, 2, 2, 3], [0, 0, 1, 1]), "isotonic")
    assert reading.ratio([1, 2, 3]).tolist() == [0, 1, math.inf]
    assert reading.posterior([1, 2, 3], 0.3).tolist() == [0, pytest.approx(0.3), 1]
    assert reading.posterior([1, 2, 3], 0).tolist() == [0, 0, 0]
    assert reading.posterior([1, 2, 3], 1).tolist() == [1, 1, 1]


# Proposition 11 and Theorem 1: the curve after -------------------------------------------------------------------


@pytest.mark.parametrize("method", ["isotonic", "histogram"])
@pytest.mark.parametrize("seed", range(4))
def test_the_curve_after_is_concave(method, seed):
    table = ScoreTable.of(*drawn(400, seed, 1))
    assert largest_dent(points(table)) > 1e-6
    after = points(fit(table, method).transform(table))
    assert largest_dent(after) < 1e-12
    assert under_hull(after) == pytest.approx(under(after), abs=1e-12)


@pytest.mark.parametrize("key", LAWS)
def test_the_curve_of_the_exact_ratio_is_concave_and_has_the_best_area(key):
    after = points(exact(key).transform(on_grid(key)))
    assert largest_dent(after) < 1e-9
    assert under(after) == pytest.approx(BEST[key], abs=2e-6)


@pytest.mark.parametrize("key", LAWS)
def test_kernels_make_the_curves_of_the_scenarios_nearly_concave(key):
    table = simulated(key)
    before, after = points(table), points(fit(table).transform(table))
    assert under_hull(before) - under(before) > 0.05
    assert 0 <= under_hull(after) - under(after) < 0.003


def pointwise_below(low, high):
    """Whether one ROC curve is nowhere above another, at all the places where either bends."""
    places = np.unique(np.concatenate([low[:, 0], high[:, 0]]))[1:-1]
    ours, theirs = (np.interp(places, curve[:, 0], curve[:, 1]) for curve in (low, high))
    return bool((ours <= theirs + 1e-9).all())


def test_no_other_rising_reading_has_a_curve_above_the_isotonic():
    rng = np.random.default_rng(8)
    table = ScoreTable.of(*drawn(200, 8, 1))
    best = points(fit(table, "isotonic").transform(table))
    for pools in (2, 3, 5, 10, 40, table.score.size):
        for _ in range(20):
            steps = np.searchsorted(np.sort(rng.choice(table.score, pools)), table.score).astype(float)
            other = points(ScoreTable.summed(steps, table.positives, table.negatives))
            assert pointwise_below(other, best)
    assert pointwise_below(points(table), best)
    assert under(best) > under(points(table)) + 0.01


def test_no_other_reading_of_the_bins_has_a_curve_above_the_histogram():
    rng = np.random.default_rng(9)
    table = ScoreTable.of(*drawn(200, 9))
    reading = fit(table, "histogram")
    bins = int(reading.facts[0].split()[0])
    step = (table.score[-1] - table.score[0]) / bins
    cell = np.minimum((table.score - table.score[0]) // step, bins - 1).astype(int)
    best = points(reading.transform(table))
    for _ in range(200):
        values = rng.integers(0, rng.integers(2, 2 * bins), bins).astype(float)
        assert pointwise_below(points(ScoreTable.summed(values[cell], table.positives, table.negatives)), best)


# The transformed table -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_the_transformed_table_has_the_same_cases(method):
    score, truth = drawn(300, 10, 1)
    table = ScoreTable.of(score, truth)
    reading = fit(table, method)
    after = reading.transform(table)
    ratio = np.minimum(reading.ratio(score), INFINITE)
    assert after.score.tolist() == np.unique(ratio).tolist()
    for value, positives, negatives in zip(after.score, after.positives, after.negatives, strict=True):
        assert positives == (truth[ratio == value] == 1).sum()
        assert negatives == (truth[ratio == value] == 0).sum()
    assert np.issubdtype(after.positives.dtype, np.integer)


@pytest.mark.parametrize("method", ["histogram", "isotonic"])
def test_scores_of_one_ratio_become_one(method):
    """Bins of 1 and 3 cases and of 2 and 6 have the same ratio, whatever rounding does to its logarithm."""
    for seed in range(40):
        rng = np.random.default_rng(seed)
        table = ScoreTable.of(rng.normal(size=400), rng.integers(0, 2, 400))
        after = fit(table, method).transform(table).score
        inner = after[(after > 0) & (after < INFINITE)]
        assert (np.diff(inner) > 1e-9 * inner[:-1]).all()


def test_other_cases_than_those_it_was_learned_from_are_transformed():
    reading = fit(ScoreTable.of(*drawn(300, 11)), "logistic")
    other = ScoreTable.of([9.0, -9.0, 0.0], [1, 0, 0])
    after = reading.transform(other)
    assert after.score.tolist() == np.sort(reading.ratio([9.0, -9.0, 0.0])).tolist()
    assert (after.positives.sum(), after.negatives.sum()) == (1, 2)


def test_a_rising_line_keeps_the_area_and_a_falling_one_mirrors_it():
    score, truth = drawn(300, 12)
    for sign in (1, -1):
        table = ScoreTable.of(sign * (score + truth), truth)
        after = fit(table, "logistic").transform(table).auc
        assert after == pytest.approx(max(table.auc, 1 - table.auc), abs=1e-12)


# Bounds ----------------------------------------------------------------------------------------------------------


def probabilities(seed=0, size=400):
    rng = np.random.default_rng(seed)
    truth = np.arange(size) % 2
    return np.where(truth == 1, rng.beta(4, 1.5, size), rng.beta(1.5, 3, size)), truth


@pytest.mark.parametrize("method", ["kde", "binormal", "histogram"])
def test_densities_on_log_odds_have_an_integral_of_1_on_the_score(method):
    reading = fit(ScoreTable.of(*probabilities()), method, bounds="logit")
    x = np.concatenate([np.geomspace(1e-12, 1e-3, 5_000), np.linspace(1e-3, 1 - 1e-3, 100_001)[1:-1],
                        1 - np.geomspace(1e-3, 1e-12, 5_000)])  # fmt: skip
    for one in reading.densities(x):
        assert np.trapezoid(one, x) == pytest.approx(1, abs=5e-3)


def test_densities_on_log_odds_are_those_of_the_log_odds():
    score, truth = probabilities()
    reading = fit(ScoreTable.of(score, truth), "binormal", bounds="logit")
    x = np.linspace(0.05, 0.95, 19)
    for found, one in zip(reading.densities(x), (1, 0), strict=True):
        odds = np.log(score[truth == one] / (1 - score[truth == one]))
        right = norm.pdf(np.log(x / (1 - x)), odds.mean(), odds.std(ddof=1)) / (x * (1 - x))
        np.testing.assert_allclose(found, right, rtol=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_log_odds_of_exactly_0_and_1_are_those_half_way_to_the_next_scores(method):
    score, truth = probabilities()
    score[:8], score[8:20] = 0, 1
    inner = score[20:]
    moved = score.copy()
    moved[:8], moved[8:20] = inner.min() / 2, (1 + inner.max()) / 2
    found = fit(ScoreTable.of(score, truth), method, bounds="logit")
    right = fit(ScoreTable.of(logit(moved), truth), method)
    x = np.array([0, 0.1, 0.5, 0.9, 1])
    at = logit([inner.min() / 2, 0.1, 0.5, 0.9, (1 + inner.max()) / 2])
    np.testing.assert_allclose(found.log_ratio(x), right.log_ratio(at), rtol=1e-9, atol=1e-9)


def test_only_0_and_1_on_log_odds():
    found = fit(ScoreTable.of([0, 0, 0, 1, 1], [0, 0, 1, 1, 0]), "histogram", bounds="logit")
    np.testing.assert_allclose(found.ratio([0, 1]), [3 / 4, 3 / 2])


def test_the_isotonic_ratio_is_the_same_on_log_odds():
    score, truth = probabilities()
    score[:10], score[10:20] = 0, 1
    table = ScoreTable.of(score, truth)
    plain, odds = (fit(table, "isotonic", bounds=bounds) for bounds in ("none", "logit"))
    assert plain.log_ratio(score).tolist() == odds.log_ratio(score).tolist()
    assert plain.facts == odds.facts


def test_bounds_are_chosen_by_the_scores():
    score, truth = probabilities()
    assert fit(ScoreTable.of(score, truth)).bounds == "reflect"
    assert fit(ScoreTable.of(score, truth), "histogram").bounds == "none"
    assert fit(ScoreTable.of(score + 0.5, truth)).bounds == "none"
    assert fit(ScoreTable.of(score, truth), bounds="none").bounds == "none"
    assert fit(ScoreTable.of(score, truth), bandwidth="scott").bandwidth == "scott"


# Messages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "magic"}, "^method must be one of kde, histogram, binormal, isotonic, logistic, got 'magic'$"),
        ({"bandwidth": "wide"}, r"^bandwidth must be one of normal, silverman, scott, isj, got 'wide'$"),
        ({"bounds": "soft"}, r"^bounds must be one of none, reflect, logit, got 'soft'$"),
        ({"bounds": "logit"}, r"^scores must be between 0 and 1 to be bounded, got -1 to 2\.5$"),
        ({"bounds": "reflect"}, r"^scores must be between 0 and 1 to be bounded, got -1 to 2\.5$"),
    ],
)
def test_what_cannot_be_fitted_is_said(options, message):
    with pytest.raises(InputError, match=message):
        fit(ScoreTable.of([-1, 0, 1, 2.5], [0, 1, 0, 1]), **options)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("truth", "name"), [(0, "positive"), (1, "negative")])
def test_a_class_without_cases_is_said(method, truth, name):
    for score in ([1.0, 2.0, 3.0], [1.0, 1.0, 1.0]):
        with pytest.raises(InputError, match=f"needs cases of both classes, got no {name} case$"):
            fit(ScoreTable.of(score, [truth] * 3), method)


@pytest.mark.parametrize("method", METHODS)
def test_no_cases_are_said(method):
    table = ScoreTable(np.array([]), np.array([], dtype=int), np.array([], dtype=int))
    with pytest.raises(InputError, match="a likelihood ratio needs cases of both classes, got no positive case"):
        fit(table, method)


def test_scores_farther_apart_than_a_number_can_say_are_said():
    with pytest.raises(InputError, match=r"^scores must span 1e-100 to 1e\+100, got -1e\+308 to 1e\+308$"):
        fit(ScoreTable.of([-1e308, 0, 1, 1e308], [0, 1, 0, 1]))


@pytest.mark.parametrize("score", [math.nan, math.inf, [0.5, -math.inf]])
def test_a_score_that_is_no_number_is_said(score):
    with pytest.raises(InputError, match=r"^a score must be a finite number$"):
        fit(ScoreTable.of(*drawn())).ratio(score)


@pytest.mark.parametrize(("prevalence", "said"), [(1.2, r"1\.2"), (-0.1, r"-0\.1"), (math.nan, "nan")])
def test_a_prevalence_that_is_none_is_said(prevalence, said):
    reading = fit(ScoreTable.of(*drawn()))
    with pytest.raises(InputError, match=f"^prevalence must be between 0 and 1, got {said}$"):
        reading.posterior(0.5, prevalence)


def test_a_prevalence_of_numpy_is_said_as_a_number():
    reading = fit(ScoreTable.of(*drawn()))
    with pytest.raises(InputError, match=r"^prevalence must be between 0 and 1, got 1\.2$"):
        reading.posterior(0.5, np.float64(1.2))
    with pytest.raises(InputError, match=r"^prevalence must be between 0 and 1, got \[0\.2, 1\.5\]$"):
        reading.posterior(0.5, [0.2, 1.5])


# Shape -----------------------------------------------------------------------------------------------------------

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
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_shape_of_a_scenario_is_that_of_its_laws(key, seed):
    table = simulated(key, seed=seed)
    found = shape(fit(table), table)
    assert found.runs[-len(RUNS[key]) :] == RUNS[key]
    assert len(found.turns) == len(found.runs) - 1
    assert not found.is_monotone
    np.testing.assert_allclose(found.turns[-len(RUNS[key]) + 1 :], turning(key), atol=0.05)
    ends = [end for stretch in found.speaks for end in stretch if math.isfinite(end)]
    inner = [end for end in ends if 0.14 < end < 0.6]
    np.testing.assert_allclose(inner, crossings(key), atol=0.02)


@pytest.mark.parametrize("method", METHODS)
def test_a_ratio_that_rises_is_monotone(method):
    rng = np.random.default_rng(20)
    truth = np.arange(4_000) % 2
    table = ScoreTable.of(rng.normal(size=4_000) + 2 * truth, truth)
    found = shape(fit(table, method), table)
    if method == "binormal":
        assert found.runs[-1] == 1, "its two deviations differ by chance, so it may turn far out"
        return
    assert found.runs == (1,)
    assert found.turns == ()
    assert found.is_monotone
    [(low, high)] = found.speaks
    assert low == pytest.approx(1, abs=0.35)
    assert high == math.inf


@pytest.mark.parametrize("method", ["kde", "histogram", "logistic"])
def test_a_ratio_that_falls_is_not_monotone(method):
    rng = np.random.default_rng(21)
    truth = np.arange(4_000) % 2
    table = ScoreTable.of(rng.normal(size=4_000) - 2 * truth, truth)
    found = shape(fit(table, method), table)
    assert found.runs == (-1,)
    assert not found.is_monotone
    [(low, high)] = found.speaks
    assert low == -math.inf
    assert high == pytest.approx(-1, abs=0.35)


@pytest.mark.parametrize("method", ["kde", "histogram"])
def test_noise_is_mostly_level(method):
    level = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        table = ScoreTable.of(rng.normal(size=400), np.arange(400) % 2)
        found = shape(fit(table, method), table)
        level += found.runs == () and found.speaks == () and found.is_monotone
    assert level >= 54


def test_the_shape_does_not_break_at_scores_of_exactly_1():
    """Evidence that rises up to a pile of probabilities of 1 has one run, and speaks up to its end."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        truth = rng.random(1_500 + 100 * seed) < 0.5
        score = np.where(truth, rng.beta(2, 1, truth.size), rng.beta(1, 1.5, truth.size))
        table = ScoreTable.of(np.where(rng.random(truth.size) < 0.05 + 0.1 * truth, 1.0, score), truth)
        found = shape(fit(table), table)
        assert found.runs == (1,)
        assert [high for _, high in found.speaks] == [math.inf]


# Folds -----------------------------------------------------------------------------------------------------------


def slow(table, method, folds, seed, **options):
    """Each case among the negatives of its own fold, counted in loops, and the areas of the folds."""
    rng = np.random.default_rng(seed)
    dealt = [likelihood._dealt(tally, folds, rng) for tally in (table.positives, table.negatives)]
    places, truths, aucs = [], [], []
    for k in range(folds):
        fold = ScoreTable(table.score, dealt[0][k], dealt[1][k])
        rest = ScoreTable.of(*cases_of(ScoreTable(table.score, table.positives - dealt[0][k],
                                                  table.negatives - dealt[1][k])))  # fmt: skip
        score, truth = cases_of(fold)
        read = fit(rest, method, **options).log_ratio(score).tolist()
        own = [one for one, true in zip(read, truth, strict=True) if not true]
        place = [(sum(n < one for n in own) + sum(n == one for n in own) / 2) / len(own) for one in read]
        aucs.append(np.mean([one for one, true in zip(place, truth, strict=True) if true]))
        places += place
        truths += truth.tolist()
    return np.array(places), np.array(truths), aucs


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("digits", [0, 8])
def test_cross_fitting_is_that_of_a_loop_over_cases(method, digits):
    table = ScoreTable.of(*drawn(120, 30, digits))
    found = cross_fit(table, method, folds=4, rng=np.random.default_rng(5))
    places, truth, aucs = slow(table, method, 4, 5)
    assert found.aucs == pytest.approx(aucs, abs=1e-12)
    right = ScoreTable.of(places.round(12), truth)
    assert found.table.score.round(12).tolist() == pytest.approx(np.sort(np.unique(places)).tolist(), abs=1e-9)
    assert found.table.auc == pytest.approx(right.auc, abs=1e-12)
    assert found.auc.value == pytest.approx(roc_auc_score(truth, places.round(12)), abs=1e-12)
    assert found.gain.value == pytest.approx(found.auc.value - roc_auc_score(*cases_of(table)[::-1]), abs=1e-12)


@pytest.mark.parametrize("options", [{"bandwidth": "isj"}, {"bounds": "logit"}, {"bounds": "none"}])
def test_cross_fitting_takes_the_options_of_a_fit(options):
    table = ScoreTable.of(*probabilities(31, 200))
    found = cross_fit(table, folds=3, rng=np.random.default_rng(6), **options)
    assert found.aucs == pytest.approx(slow(table, "kde", 3, 6, **options)[2], abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_the_area_is_that_of_the_table(method):
    found = cross_fit(ScoreTable.of(*drawn(150, 32, 1)), method, rng=np.random.default_rng(7))
    assert found.auc.value == pytest.approx(found.table.auc, abs=1e-14)
    assert found.auc.low < found.auc.value < found.auc.high
    assert found.gain.low < found.gain.value < found.gain.high


@pytest.mark.parametrize("method", ["kde", "binormal", "logistic"])
def test_without_ties_the_area_is_the_mean_over_folds_of_one_size(method):
    found = cross_fit(ScoreTable.of(*drawn(150, 33)), method, rng=np.random.default_rng(8))
    assert found.sizes == (30,) * 5
    assert found.auc.value == pytest.approx(np.mean(found.aucs), abs=1e-12)


@pytest.mark.parametrize(("positives", "negatives", "folds"), [(7, 13, 5), (20, 31, 3), (2, 40, 5), (3, 3, 10)])
def test_every_case_is_dealt_to_one_fold(positives, negatives, folds):
    rng = np.random.default_rng(34)
    score = rng.normal(size=positives + negatives).round(1)
    table = ScoreTable.of(score, np.repeat([1, 0], [positives, negatives]))
    found = cross_fit(table, "logistic", folds=folds, rng=rng)
    taken = min(folds, positives, negatives)
    assert len(found.sizes) == len(found.aucs) == taken
    assert sum(found.sizes) == positives + negatives
    assert max(found.sizes) - min(found.sizes) <= 2, "one case more of each class"
    assert (found.table.positives.sum(), found.table.negatives.sum()) == (positives, negatives)
    assert not np.isnan(found.aucs).any(), "each fold has both classes"


def test_dealing_is_even_within_each_score_table_and_class():
    tally = np.array([3, 0, 5, 1, 8])
    dealt = likelihood._dealt(tally, 4, np.random.default_rng(9))
    assert dealt.sum(axis=0).tolist() == tally.tolist()
    assert sorted(dealt.sum(axis=1).tolist()) == [4, 4, 4, 5]


def test_the_same_seed_deals_the_same_and_another_not():
    table = ScoreTable.of(*drawn(200, 35))
    one, same, other = (cross_fit(table, rng=np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one.aucs == same.aucs
    assert one.gain == same.gain
    assert one.aucs != other.aucs
    assert len(one.aucs) == FOLDS == 5


def test_a_wider_level_has_a_wider_interval():
    table = ScoreTable.of(*drawn(200, 36))
    narrow, wide = (cross_fit(table, level=level, rng=np.random.default_rng(1)).gain for level in (0.5, 0.99))
    assert narrow.value == wide.value
    assert wide.low < narrow.low < narrow.high < wide.high


def test_what_cannot_be_dealt_is_said():
    rng = np.random.default_rng(0)
    table = ScoreTable.of(*drawn())
    for folds in (1, 0, -3):
        with pytest.raises(InputError, match=f"^folds must be 2 or more, got {folds}$"):
            cross_fit(table, folds=folds, rng=rng)
    with pytest.raises(InputError, match=r"^the cases are weighted, and only whole cases can be dealt to folds$"):
        cross_fit(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1], weight=[1, 2, 1, 1]), rng=rng)
    with pytest.raises(InputError, match=r"^cross-fitting needs two cases of each class, got 1 of one$"):
        cross_fit(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 0]), rng=rng)
    with pytest.raises(InputError, match=r"^cross-fitting needs two cases of each class, got 0 of one$"):
        cross_fit(ScoreTable.of([1, 2, 3, 4], [1, 1, 1, 1]), rng=rng)
    with pytest.raises(InputError, match=r"^level must be between 0 and 1, got 1\.5$"):
        cross_fit(table, level=1.5, rng=rng)
    with pytest.raises(InputError, match="binormal needs two different scores in each class"):
        cross_fit(ScoreTable.of([1, 2, 3, 4], [1, 1, 0, 0]), "binormal", rng=rng)


@pytest.mark.parametrize("method", ["kde", "histogram"])
def test_what_a_case_says_of_itself_does_not_leak(method):
    """Most scores are nearly equal, so bandwidths and bins are tiny and every other score is learned by heart."""
    gains, seen = [], []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        score = np.where(rng.random(400) < 0.6, 0.5 + 1e-5 * rng.random(400), rng.random(400))
        table = ScoreTable.of(score, np.arange(400) % 2)
        seen.append(fit(table, method).transform(table).auc)
        gains.append(cross_fit(table, method, rng=rng).auc.value)
    assert min(seen) > 0.75
    assert max(gains) < 0.58


@pytest.mark.parametrize("method", ["kde", "histogram", "isotonic"])
def test_noise_gains_nothing(method):
    covered = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        table = ScoreTable.of(rng.normal(size=300), np.arange(300) % 2)
        gain = cross_fit(table, method, rng=rng).gain
        covered += gain.low <= 0 <= gain.high
    assert covered >= 95


# The four scenarios ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", LAWS)
def test_the_areas_of_a_scenario_are_those_of_its_laws(key):
    table = simulated(key)
    before = delong(table)
    assert abs(before.value - AUC[key]) < 3 * before.error
    after = fit(table).transform(table)
    assert abs(after.auc - BEST[key]) < max(3 * delong(after).error, 0.01)
    unseen = cross_fit(table, rng=np.random.default_rng(1))
    assert abs(unseen.auc.value - BEST[key]) < max(3 * unseen.auc.error, 0.01)
    assert unseen.gain.low > 0.15
    assert unseen.auc.low < BEST[key] < unseen.auc.high


@pytest.mark.parametrize("key", LAWS)
def test_methods_that_keep_the_order_gain_less_than_those_that_do_not(key):
    table = simulated(key, 3_000)
    found = {method: fit(table, method).transform(table).auc for method in METHODS}
    assert found["logistic"] == pytest.approx(max(table.auc, 1 - table.auc), abs=0.01)
    assert found["logistic"] <= found["isotonic"] + 1e-12 or table.auc < 0.5
    assert found["isotonic"] < min(found["kde"], found["histogram"]) - 0.05


# Edges -----------------------------------------------------------------------------------------------------------


def edges():
    rng = np.random.default_rng(40)
    truth = np.arange(60) % 2
    z = rng.normal(size=60) + truth
    yield "constant", np.full(60, 0.5), truth
    yield "constant outside", np.full(60, -7.0), truth
    yield "two scores", np.where(rng.random(60) < 0.3 + 0.4 * truth, 7.0, 3.0), truth
    yield "only 0 and 1", np.where(rng.random(60) < 0.5, 0.0, 1.0), truth
    yield "ten rows", z[:10], truth[:10]
    yield "one positive", z, np.arange(60) == 5
    yield "one negative", z, np.arange(60) != 5
    yield "two rows", np.array([0.2, 0.7]), np.array([0, 1])
    yield "all tied by class", np.where(truth == 1, 0.3, 0.6), truth
    yield "positives tied", np.where(truth == 1, 0.3, rng.random(60)), truth
    yield "outside 0 and 1", 10 * z, truth
    yield "large", 1e100 * z, truth
    yield "small", 1e-100 * z, truth
    yield "huge", 1e300 * z, truth
    yield "huge and near", 1e300 + 1e299 * z, truth
    yield "tiny", 1e-300 * z, truth
    yield "far from 0", 1e9 + 1e-3 * z, truth
    yield "one far out", np.append(z[:-2], [1e12, -1e12]), truth
    yield "one huge", np.append(z[:-2], [1e300, -1e300]), truth
    yield "heavy tails", rng.standard_cauchy(60) ** 3, truth
    yield "piled at 0 and 1", np.clip(rng.normal(0.3 + 0.4 * truth, 0.6), 0, 1), truth
    yield "separated", 10 * truth + rng.random(60), truth
    rare = np.concatenate([np.full(980, 1e-6), 0.1 * rng.random(20), rng.random(10) ** 2])
    yield "rare event", rare, np.repeat([0, 1], [1000, 10])
    yield "rare event, spread", rare * rng.lognormal(0, 0.1, 1010).clip(0, 1), np.repeat([0, 1], [1000, 10])
    yield "ratings", rng.integers(1, 6, 60).astype(float), truth


EDGES = {name: ScoreTable.of(score, truth) for name, score, truth in edges()}
TOO_FAR = ("large", "huge", "huge and near", "tiny", "one huge")
"""Squares of such spans are no numbers any more."""
PROBABILITIES = [name for name, table in EDGES.items() if 0 <= table.score[0] <= table.score[-1] <= 1]
BINORMAL_SAYS = {"one positive", "one negative", "two rows", "all tied by class", "positives tied"}


def check(table, reading):
    """Numbers or infinities, never NaN, and the same cases after."""
    ratio = reading.ratio(table.score)
    assert (ratio >= 0).all()
    if reading.method in ("kde", "logistic"):
        assert np.isfinite(reading.log_ratio(table.score)).all()
    posterior = reading.posterior(table.score, 0.2)
    assert ((posterior >= 0) & (posterior <= 1)).all()
    after = reading.transform(table)
    assert after.positives.sum() == table.positives.sum()
    assert after.negatives.sum() == table.negatives.sum()
    assert 0 <= after.auc <= 1
    log, error = reading.cautious(table.score)
    assert not np.isnan(log).any()
    assert (error >= 0).all()
    if (densities := reading.densities(table.score)) is not None:
        assert all((one >= 0).all() for one in densities)
    assert all(low < high for low, high in shape(reading, table).speaks)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", EDGES)
def test_any_scores_are_read_or_said_not_to_be(name, method):
    table = EDGES[name]
    if name in TOO_FAR:
        with pytest.raises(InputError, match=r"^scores must span 1e-100 to 1e\+100, got "):
            fit(table, method)
        return
    if method == "binormal" and name in BINORMAL_SAYS:
        with pytest.raises(InputError, match=r"^binormal needs two different scores in each class, the (pos|neg)"):
            fit(table, method)
        return
    check(table, fit(table, method))


@pytest.mark.parametrize("rule", BANDWIDTHS)
@pytest.mark.parametrize("name", [name for name in EDGES if name not in TOO_FAR])
def test_any_scores_have_a_bandwidth_by_any_rule(name, rule):
    table = EDGES[name]
    check(table, fit(table, bandwidth=rule))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", PROBABILITIES)
def test_any_probabilities_are_read_on_log_odds(name, method):
    table = EDGES[name]
    if method == "binormal" and name in BINORMAL_SAYS:
        with pytest.raises(InputError, match=r"^binormal needs two different scores in each class, the (pos|neg)"):
            fit(table, method, bounds="logit")
        return
    check(table, fit(table, method, bounds="logit"))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", EDGES)
def test_any_scores_are_cross_fitted_or_said_not_to_be(name, method):
    table = EDGES[name]
    if min(table.positives.sum(), table.negatives.sum()) < 2:
        with pytest.raises(InputError, match="cross-fitting needs two cases of each class, got 1 of one"):
            cross_fit(table, method, rng=np.random.default_rng(0))
        return
    if method == "binormal" and name in BINORMAL_SAYS:
        with pytest.raises(InputError, match="binormal needs two different scores in each class, the positives"):
            cross_fit(table, method, rng=np.random.default_rng(0))
        return
    if name in TOO_FAR:
        with pytest.raises(InputError, match=r"^scores must span 1e-100 to 1e\+100, got "):
            cross_fit(table, method, rng=np.random.default_rng(0))
        return
    found = cross_fit(table, method, rng=np.random.default_rng(0))
    assert 0 <= found.auc.value <= 1
    assert -1 <= found.gain.low <= found.gain.value <= found.gain.high <= 1
    assert sum(found.sizes) == table.positives.sum() + table.negatives.sum()


@pytest.mark.parametrize("method", METHODS)
def test_a_new_score_very_far_out_is_read(method):
    reading = fit(ScoreTable.of(*drawn()), method)
    for far in (1e6, -1e6, 1e200, -1e200, 1e308, -1e308):
        assert reading.ratio(far) >= 0


@pytest.mark.parametrize("far", [1e200, -1e200, 1e308])
def test_the_wider_normal_law_wins_very_far_out(far):
    table = ScoreTable.of([-1, 1, 2, -2, 3, 9], [1, 1, 1, 0, 0, 0])
    assert fit(table, "binormal").log_ratio(far) < -1e6


@pytest.mark.parametrize("method", [method for method in METHODS if method != "binormal"])
def test_a_score_that_only_weightless_cases_have_is_as_if_it_were_not_there(method):
    table = ScoreTable.of([1, 1, 2], [0, 1, 1], weight=[1, 1, 0])
    assert fit(table, method).log_ratio([1, 2]).tolist() == [0, 0]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("scale", [1e-90, 1e-6, 1e6, 1e90])
def test_the_scale_of_the_scores_does_not_matter(scale, method):
    score, truth = drawn(200, 41)
    right = fit(ScoreTable.of(score, truth), method).transform(ScoreTable.of(score, truth)).auc
    table = ScoreTable.of(scale * score, truth)
    assert fit(table, method).transform(table).auc == pytest.approx(right, abs=2e-3)
