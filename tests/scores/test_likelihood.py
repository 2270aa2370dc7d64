"""Likelihood ratios against the dissertation's propositions, fractions, loops over cases and exact laws."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial import ConvexHull
from scipy.special import logit
from scipy.stats import norm

from ddcore.errors import InputError
from ddcore.scores.density import RATIO_METHODS, RatioEstimate
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.likelihood import fit
from ddcore.scores.ratio import INFINITE, Likelihood
from ddcore.scores.shape import shape
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.scores import BEST, BINORMAL_SAYS, EDGES, LAWS, TOO_FAR, density, middling, probabilities
from tests.helpers.tiers import some_of

# Witnesses -------------------------------------------------------------------------------------------------------


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


def largest_dent(curve):
    """How far the curve lies below a line between two of its points: 0 if it is concave."""
    (dx, dy), (ex, ey) = np.diff(curve, axis=0)[:-1].T, np.diff(curve, axis=0)[1:].T
    return float(np.max(dx * ey - dy * ex, initial=0))


def exact(key):
    """A reading that knows the laws."""
    positives, negatives = LAWS[key]
    evidence = RatioEstimate(lambda x: np.log(density(x, positives) / density(x, negatives)), lambda x: (x, x), None)
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
def test_the_ratio_and_the_prevalence_give_the_classes_back(method):
    table = ScoreTable.of(*middling(400, 1, 1))
    reading = fit(table, method)
    after = reading.transform(table)
    assert after.score.size > 3
    for found, right in zip(by_ratio(after), (after.positives, after.negatives), strict=True):
        np.testing.assert_allclose(found, right, atol=1e-9)
    posterior = reading.posterior(table.score, 0.4)
    by_posterior = ScoreTable.summed(posterior.round(12), table.positives, table.negatives)
    cases = by_posterior.positives + by_posterior.negatives
    np.testing.assert_allclose(by_posterior.score * cases, by_posterior.positives, atol=1e-8)
    known = after.negatives > 0
    own = after.positives[known] / table.positives.sum() / (after.negatives[known] / table.negatives.sum())
    np.testing.assert_allclose(after.score[known], own, rtol=1e-9)
    assert (after.score[~known] == INFINITE).all()


@pytest.mark.parametrize("key", LAWS)
def test_the_exact_ratio_gives_the_densities_back_and_has_the_best_area(key):
    after = exact(key).transform(on_grid(key))
    for found, right in zip(by_ratio(after), (after.positives, after.negatives), strict=True):
        np.testing.assert_allclose(found, right, rtol=1e-3, atol=1e-11)
    assert largest_dent(points(after)) < 1e-9
    assert under(points(after)) == pytest.approx(BEST[key], abs=2e-6)


def test_the_posterior_is_that_of_bayes_in_fractions():
    score, truth = middling(200, 6, 0)
    reading = fit(ScoreTable.of(score, truth), "isotonic")
    P, N = int(truth.sum()), int((1 - truth).sum())
    x = np.unique(score)
    ratio = reading.ratio(x)
    pools = {value: [int(truth[np.isin(score, x[ratio == value])].sum()),
                     int((1 - truth[np.isin(score, x[ratio == value])]).sum())] for value in ratio}  # fmt: skip
    for prevalence in (Fraction(0), Fraction(1, 1000), Fraction(3, 10), Fraction(1, 2), Fraction(1)):
        found = reading.posterior(x, float(prevalence))
        for value, one in nonempty(zip(ratio, found, strict=True)):
            up, down = prevalence * Fraction(pools[value][0], P), (1 - prevalence) * Fraction(pools[value][1], N)
            right = up / (up + down) if up + down else prevalence
            assert one == pytest.approx(float(right), rel=1e-12)


def test_scores_and_prevalences_are_broadcast():
    reading = fit(ScoreTable.of(*middling()))
    x, share = np.array([[-1.0], [0.0], [2.0]]), np.array([0.0, 0.2, 0.5, 1.0])
    found = reading.posterior(x, share)
    assert found.shape == (3, 4)
    for i, j in itertools.product(range(3), range(4)):
        assert found[i, j] == reading.posterior(float(x[i, 0]), float(share[j]))
    assert (found[:, 0].tolist(), found[:, 3].tolist()) == ([0, 0, 0], [1, 1, 1])
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
def test_the_curve_after_is_concave(method):
    for seed in range(2):
        table = ScoreTable.of(*middling(400, seed, 1))
        assert largest_dent(points(table)) > 1e-6
        after = points(fit(table, method).transform(table))
        assert largest_dent(after) < 1e-12
        assert ConvexHull(np.vstack([after, [1, 0]])).volume == pytest.approx(under(after), abs=1e-12)


# The transformed table -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", RATIO_METHODS)
def test_the_transformed_table_has_the_same_cases(method):
    score, truth = middling(300, 10, 1)
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
    for seed in range(10):
        rng = np.random.default_rng(seed)
        table = ScoreTable.of(rng.normal(size=400), rng.integers(0, 2, 400))
        after = fit(table, method).transform(table).score
        inner = after[(after > 0) & (after < INFINITE)]
        assert (np.diff(inner) > 1e-9 * inner[:-1]).all()


# Bounds ----------------------------------------------------------------------------------------------------------


def test_densities_on_log_odds_are_those_of_the_log_odds():
    score, truth = probabilities()
    reading = fit(ScoreTable.of(score, truth), "binormal", bounds="logit")
    x = np.linspace(0.05, 0.95, 19)
    for found, one in zip(reading.densities(x), (1, 0), strict=True):
        odds = np.log(score[truth == one] / (1 - score[truth == one]))
        right = norm.pdf(np.log(x / (1 - x)), odds.mean(), odds.std(ddof=1)) / (x * (1 - x))
        np.testing.assert_allclose(found, right, rtol=1e-9)


@pytest.mark.parametrize("method", RATIO_METHODS)
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


def test_only_0_and_1_on_log_odds_and_what_is_isotonic():
    found = fit(ScoreTable.of([0, 0, 0, 1, 1], [0, 0, 1, 1, 0]), "histogram", bounds="logit")
    np.testing.assert_allclose(found.ratio([0, 1]), [3 / 4, 3 / 2])
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
        ({"method": "magic"}, "^method must be one of best, kde, histogram, .*, got 'magic'$"),
        ({"bandwidth": "wide"}, r"^bandwidth must be one of sj, normal, silverman, scott, isj, got 'wide'$"),
        ({"bounds": "soft"}, r"^bounds must be one of none, reflect, logit, rank, got 'soft'$"),
        ({"bounds": "logit"}, r"^scores must be between 0 and 1 to be bounded, got -1 to 2\.5$"),
        ({"bounds": "reflect"}, r"^scores must be between 0 and 1 to be bounded, got -1 to 2\.5$"),
    ],
)
def test_what_cannot_be_fitted_is_said(options, message):
    with pytest.raises(InputError, match=message):
        fit(ScoreTable.of([-1, 0, 1, 2.5], [0, 1, 0, 1]), **options)


@pytest.mark.parametrize("method", RATIO_METHODS)
def test_a_class_without_cases_is_said(method):
    for score, truth, name in (
        ([1, 1, 1], [0] * 3, "positive"),
        ([1, 2, 3], [1] * 3, "negative"),
        ([], [], "positive"),
    ):
        with pytest.raises(InputError, match=f"^a likelihood ratio needs .* both classes, got no {name} case$"):
            fit(ScoreTable.of(score, truth), method)


def test_a_score_or_a_prevalence_that_is_no_number_is_said():
    reading = fit(ScoreTable.of(*middling()))
    for score in (math.nan, math.inf, [0.5, -math.inf]):
        with pytest.raises(InputError, match=r"^a score must be a finite number$"):
            reading.ratio(score)
    with pytest.raises(InputError, match=r"^scores must span 1e-100 to 1e\+100, got -1e\+308 to 1e\+308$"):
        fit(ScoreTable.of([-1e308, 0, 1, 1e308], [0, 1, 0, 1]))
    for prevalence, said in (
        (-0.1, "-0.1"),
        (math.nan, "nan"),
        (np.float64(1.2), "1.2"),
        ([0.2, 1.5], r"\[0.2, 1.5\]"),
    ):
        with pytest.raises(InputError, match=f"^prevalence must be between 0 and 1, got {said}$"):
            reading.posterior(0.5, prevalence)


# Edges -----------------------------------------------------------------------------------------------------------


def check(table, reading):
    """Numbers or infinities, never NaN, and the same cases after."""
    assert (reading.ratio(table.score) >= 0).all()
    if reading.method in ("kde", "logistic"):
        assert np.isfinite(reading.log_ratio(table.score)).all()
    posterior = reading.posterior(table.score, 0.2)
    assert ((posterior >= 0) & (posterior <= 1)).all()
    after = reading.transform(table)
    assert after.positives.sum() == table.positives.sum()
    assert after.negatives.sum() == table.negatives.sum()
    assert 0 <= after.auc <= 1
    log, error = reading.smoothed(table.score)
    assert not np.isnan(log).any()
    assert (error >= 0).all()
    if (densities := reading.densities(table.score)) is not None:
        assert all((one >= 0).all() for one in densities)
    assert all(low < high for low, high in shape(reading, table).favours_positive)


@pytest.mark.parametrize("method", RATIO_METHODS)
def test_any_scores_are_read_or_said_not_to_be(method):
    for name, table in nonempty(EDGES.items()):
        probabilities = name not in TOO_FAR and 0 <= table.score[0] <= table.score[-1] <= 1
        for bounds in nonempty((None, "logit") if probabilities else (None,)):
            if name in TOO_FAR:
                message = r"^scores must span 1e-100 to 1e\+100, got "
            elif method == "binormal" and name in BINORMAL_SAYS:
                message = r"^binormal needs two different scores in each class, the (pos|neg)"
            else:
                check(table, fit(table, method, bounds=bounds))
                continue
            with pytest.raises(InputError, match=message):
                fit(table, method, bounds=bounds)


@pytest.mark.parametrize("rule", some_of(BANDWIDTHS, "silverman", "isj"))
def test_any_scores_have_a_bandwidth_by_any_rule(rule):
    for table in nonempty(table for name, table in EDGES.items() if name not in TOO_FAR):
        check(table, fit(table, bandwidth=rule))


@pytest.mark.parametrize("method", RATIO_METHODS)
def test_a_new_score_very_far_out_is_read(method):
    reading = fit(ScoreTable.of(*middling()), method)
    for far in (1e6, -1e6, 1e200, -1e200, 1e308, -1e308):
        assert reading.ratio(far) >= 0
        if method == "binormal":
            table = ScoreTable.of([-1, 1, 2, -2, 3, 9], [1, 1, 1, 0, 0, 0])
            assert fit(table, "binormal").log_ratio(far) < -1e6, "the wider law wins"


def test_a_score_that_only_weightless_cases_have_is_as_if_it_were_not_there():
    table = ScoreTable.of([1, 1, 2], [0, 1, 1], weight=[1, 1, 0])
    for method in nonempty(RATIO_METHODS.keys() - {"binormal"}):
        assert fit(table, method).log_ratio([1, 2]).tolist() == [0, 0], method


def test_cases_of_one_score_and_unequal_weights_are_as_many_as_they_say_as_much():
    """Normal laws with the deviation of n = (sum of w)^2 / (sum of w^2) cases, w of each case and not of each score."""
    rng = np.random.default_rng(43)
    truth = np.repeat([1, 0], 40)
    score, weight = rng.normal(truth).round(), rng.uniform(1, 20, 80)
    x, logs = np.linspace(-3, 4, 15), []
    for mine in (truth == 1, truth == 0):
        w, own = weight[mine], score[mine]
        n, mean = w.sum() ** 2 / (w**2).sum(), np.average(own, weights=w)
        deviation = math.sqrt((w * (own - mean) ** 2).sum() / w.sum() * n / (n - 1))
        logs.append(norm(mean, deviation).logpdf(x))
    found = fit(ScoreTable.of(score, truth, weight=weight), "binormal")
    np.testing.assert_allclose(found.log_ratio(x), logs[0] - logs[1], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("method", RATIO_METHODS)
def test_the_scale_of_the_scores_does_not_matter(method):
    score, truth = middling(200, 41)
    areas = []
    for scale in (1, 1e-90, 1e90):
        table = ScoreTable.of(scale * score, truth)
        areas.append(fit(table, method).transform(table).auc)
    assert areas == pytest.approx([areas[0]] * 3, abs=2e-3)
