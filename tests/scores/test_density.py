"""Densities, bandwidths and ratios against sums over cases, scipy, statsmodels, KDEpy and scikit-learn."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.calibration import _sigmoid_calibration
from sklearn.isotonic import IsotonicRegression
from statsmodels.api import GLM, add_constant, families

from ddcore.errors import InputError
from ddcore.scores.density import (
    RATIO_METHODS,
    binormal,
    class_tallies,
    histogram,
    isotonic,
    kernel,
    logistic,
    uninformative,
)
from ddcore.scores.kernel import BANDWIDTHS, LARGEST_GRID, REACH
from ddcore.scores.likelihood import fit
from ddcore.scores.ranks import nearest
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.scores import grouped, mirrored, summed, table_of, tallied

# The kernel ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", list(BANDWIDTHS))
def test_a_density_is_the_sum_of_a_bell_for_each_case(rule):
    cases = grouped()
    found = kernel(table_of(*cases), rule)
    for k, one in nonempty(enumerate(cases)):
        width = BANDWIDTHS[rule][1](tallied(one))
        x = np.linspace(one.min() - width, one.max() + width, 1_001)
        np.testing.assert_allclose(found.densities(x)[k], summed(x, one, width), rtol=2e-3)
        tails = np.concatenate([one.min() - np.arange(4, 7) * width, one.max() + np.arange(4, 7) * width])
        np.testing.assert_allclose(found.densities(tails)[k], summed(tails, one, width), rtol=0.02)


@pytest.mark.parametrize(("a", "b"), [(0.6, 2), (5, 5)])
def test_what_the_kernel_throws_over_0_and_1_is_thrown_back(a, b):
    rng = np.random.default_rng(4)
    cases = np.concatenate([rng.beta(a, b, 400), [0.0, 0.0]])
    other = rng.beta(b, a, 300)
    found = kernel(table_of(cases, other), bounds="reflect")
    x = np.linspace(0.001, 0.999, 801)
    for k, one in enumerate((cases, other)):
        right = mirrored(x, one, BANDWIDTHS["sj"][1](tallied(one)))
        np.testing.assert_allclose(found.densities(x)[k], right, rtol=0.012)
        assert found.densities(np.array([-0.01, 1.01]))[k].tolist() == [0, 0], "nothing is outside"


def test_densities_and_the_cautious_ratio_are_smooth_up_to_1():
    """A pile of probabilities of exactly 1 is where most of the cases are."""
    rng = np.random.default_rng(18)
    for size in (100, 150, 200, 300, 400):
        table = table_of(np.append(rng.beta(3, 1, size), [1.0] * 20), np.append(rng.beta(1, 2, size), [1.0] * 5))
        found = kernel(table, bounds="reflect")
        x = np.array([1 - 1e-6, 1.0])
        assert [np.ptp(one) for one in found.densities(x)] == pytest.approx([0, 0], abs=1e-6)
        assert [np.ptp(one) for one in found.smoothed(x)] == pytest.approx([0, 0], abs=1e-6)


def test_where_neither_class_is_near_the_nearest_seen_score_speaks():
    """Two groups 1,000 apart, each of both classes: half way between them the answer changes hands."""
    rng = np.random.default_rng(5)
    left = [rng.normal(0, 1, size) for size in (200, 300)]
    right = [rng.normal(1000, 1, size) for size in (50, 300)]
    table = table_of(*(np.concatenate(groups) for groups in zip(left, right, strict=True)))
    found = kernel(table, "isj")
    widths = [BANDWIDTHS["isj"][1](one) for one in class_tallies(table)]
    ends = [max(group.max() + REACH * width for group, width in zip(left, widths, strict=True)),
            min(group.min() - REACH * width for group, width in zip(right, widths, strict=True))]  # fmt: skip
    middle, margin = sum(ends) / 2, 0.25 * max(widths)
    gap = found.log_ratio(np.linspace(ends[0] + margin, middle - margin, 50))
    assert np.ptp(gap) == 0
    edge = found.log_ratio(np.array([ends[0] - margin / 4]))[0]
    assert gap[0] == pytest.approx(edge, abs=4), "within steps of the last seen score, where it runs steeply"
    other = found.log_ratio(np.linspace(middle + margin, ends[1] - margin, 50))
    assert np.ptp(other) == 0
    assert other[0] != gap[0]
    assert found.log_ratio(np.array([1e5, 1e9]))[0] == found.log_ratio(np.array([1e9]))[0]


def test_where_one_class_is_near_the_ratio_is_finite_and_large():
    found = kernel(table_of(np.linspace(0, 1, 50), np.linspace(100, 101, 50)))
    low, high = found.log_ratio(np.array([0.5, 100.5]))
    assert np.isfinite([low, high]).all()
    assert low > 20
    assert high < -20
    positive, negative = found.densities(np.array([0.5, 50, 100.5]))
    assert (positive > 0).tolist() == [True, False, False]
    assert (negative > 0).tolist() == [False, False, True]


def test_scores_very_far_out_widen_the_bandwidth_and_a_fact_says_so():
    positives, negatives = grouped()
    far = table_of(np.append(positives, [1e9, -1e9]), negatives)
    found = kernel(far)
    assert [fact for fact in found.facts if "positives had to be widened" in fact]
    assert not any("negatives had" in fact for fact in found.facts)
    assert np.isfinite(found.log_ratio(far.score)).all()
    assert float(found.facts[-1].split()[1]) == pytest.approx(2 * 2e9 / LARGEST_GRID, rel=0.01)


# What is done where a rule has no answer -------------------------------------------------------------------------


def check_finite(found, table):
    assert np.isfinite(found.log_ratio(table.score)).all()
    assert all(np.isfinite(part).all() for part in found.smoothed(table.score))
    assert all(np.isfinite(part).all() for part in found.densities(table.score))


@pytest.mark.parametrize("rule", list(BANDWIDTHS))
def test_a_class_of_one_score_takes_the_bandwidth_of_both_classes(rule):
    _, negatives = grouped()
    for positives in ([0.3], [0.3] * 20):
        table = table_of(positives, negatives)
        found = kernel(table, rule)
        check_finite(found, table)
        width = BANDWIDTHS[rule][1](tallied([*positives, *negatives]))
        assert found.facts[-1].startswith(f"Bandwidth {width:.3g} for the positives, ")
    half = table_of([0.5] * 30 + [0.1, 0.9], [0.5] * 30 + [0.2, 0.3, 0.8])
    check_finite(kernel(half, rule), half)


def test_normal_reference_stands_in_where_improved_sheather_jones_has_no_solution():
    for cases in ([1.0, 2.0], [0.0, 1.0] * 30, [0.2, 0.4, 0.9], [1.0, 2.0, 3.0, 4.0, 5.0] * 9):
        table = table_of(cases, grouped()[1])
        found = kernel(table, "isj")
        check_finite(found, table)
        assert "Sheather-Jones has no bandwidth" in found.facts[0]
        assert f"Bandwidth {BANDWIDTHS['normal'][1](tallied(cases)):.3g} for the positives" in found.facts[-1]


@pytest.mark.parametrize("method", list(RATIO_METHODS))
def test_a_tally_says_the_same_as_its_cases_whatever_the_unit_of_the_weights(method):
    """Whole weights through the same path as repeated cases."""
    rng, x = np.random.default_rng(13), np.linspace(-3, 3, 101)
    score, truth, times = rng.normal(size=80).round(1), rng.integers(0, 2, 80), rng.integers(1, 5, 80)
    weighted = RATIO_METHODS[method].fit(ScoreTable.of(score, truth, weight=times.astype(float)))
    repeated = RATIO_METHODS[method].fit(ScoreTable.of(np.repeat(score, times), np.repeat(truth, times)))
    np.testing.assert_allclose(weighted.log_ratio(x), repeated.log_ratio(x), atol=1e-9)
    np.testing.assert_allclose(weighted.smoothed(x), repeated.smoothed(x), atol=1e-9)
    assert weighted.facts == repeated.facts
    plain, light = (fit(ScoreTable.of(score, truth, weight=w), method).log_ratio(x) for w in (None, np.full(80, 0.01)))
    assert plain.any()
    np.testing.assert_allclose(light, plain, atol=1e-9)


def test_equal_scores_say_nothing():
    found = uninformative(ScoreTable.of([2, 2], [0, 1]))
    assert found.log_ratio(np.array([1.0, 2.0])).tolist() == [0, 0]
    assert "All scores are equal" in found.facts[0]
    assert found.densities is None


def test_the_nearest_place_is_that_of_a_loop():
    places, x = np.array([0.0, 1.0, 4.0, 4.5]), np.linspace(-1, 6, 141)
    right = [min(range(4), key=lambda i: (abs(places[i] - one), i)) for one in x]
    assert (nearest(places, x).tolist(), nearest(np.array([3.0]), x).tolist()) == (right, [0] * x.size)


# Histogram -------------------------------------------------------------------------------------------------------


def looped(positives, negatives, x):
    """Bins, ratio and densities of each x by loops over cases."""
    every = sorted([*positives, *negatives])
    quarter, three = np.quantile(every, [0.25, 0.75])
    spread = min(np.std(every, ddof=1), (three - quarter) / 1.349)
    bins = max(min(math.ceil((every[-1] - every[0]) / (2 * 1.349 * spread * len(every) ** (-1 / 3))), 1_000), 1)
    step = (every[-1] - every[0]) / bins
    cells = [[0, 0] for _ in range(bins)]

    def cell(value):
        return min(max(int((value - every[0]) / step), 0), bins - 1)

    for k, cases in enumerate((positives, negatives)):
        for value in cases:
            cells[cell(value)][k] += 1
    held = [i for i in range(bins) if sum(cells[i])]
    ratio, high, low = [], [], []
    for one in x:
        place = cell(one)
        p, n = cells[min(held, key=lambda i: (abs(i - place), i))]
        ratio.append(math.inf if n == 0 else float(Fraction(p * len(negatives), n * len(positives))))
        inside = every[0] <= one <= every[-1]
        high.append(cells[place][0] / len(positives) / step if inside else 0)
        low.append(cells[place][1] / len(negatives) / step if inside else 0)
    return bins, step, ratio, high, low


@pytest.mark.parametrize("seed", range(2))
def test_a_histogram_is_that_of_a_loop_and_the_cautious_one_has_one_case_more_in_each_bin(seed):
    positives, negatives = grouped(60, 90, seed)
    positives = np.append(positives, 9.0)
    found = histogram(table_of(positives, negatives))
    x = np.concatenate([positives, negatives, np.linspace(-6, 12, 301)])
    bins, step, ratio, high, low = looped(positives.tolist(), negatives.tolist(), x.tolist())
    assert bins < 1_000
    assert found.facts == (f"{bins} bins of width {step:.3g}.",)
    np.testing.assert_allclose(np.exp(found.log_ratio(x)), ratio, rtol=1e-12)
    np.testing.assert_allclose(found.densities(x), [high, low], rtol=1e-12)
    p, n = np.array(high)[:151] * step * 61 + 1, np.array(low)[:151] * step * 90 + 1
    log, error = found.smoothed(x[:151])
    np.testing.assert_allclose(log, np.log((p / 61) / (n / 90)), atol=1e-9)
    np.testing.assert_allclose(error, np.sqrt(1 / p + 1 / n), rtol=1e-9)


def test_a_histogram_has_a_thousand_bins_at_most_and_of_hardly_any_scores_is_a_number():
    rng = np.random.default_rng(14)
    cases = np.concatenate([0.5 + 1e-6 * rng.normal(size=300), rng.random(100)])
    assert histogram(ScoreTable.of(cases, rng.integers(0, 2, 400))).facts[0].startswith("1000 bins ")
    for score in ([1, 1, 1, 1], [0, 5, 5, 5]):
        found = histogram(ScoreTable.of(score, [0, 1, 0, 1]))
        assert not np.isnan(found.log_ratio(np.array(score, float))).any()


# Binormal --------------------------------------------------------------------------------------------------------


def test_a_binormal_ratio_is_that_of_two_normal_laws():
    cases = grouped()
    found = binormal(table_of(*cases))
    x = np.linspace(-30, 30, 201)
    one, other = (norm(part.mean(), part.std(ddof=1)) for part in cases)
    np.testing.assert_allclose(found.log_ratio(x), one.logpdf(x) - other.logpdf(x), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(found.densities(x), [one.pdf(x), other.pdf(x)], rtol=1e-9, atol=1e-300)
    mean, deviation = cases[0].mean(), cases[0].std(ddof=1)
    assert found.facts[0] == f"Positives: mean {mean:.4g}, standard deviation {deviation:.4g}."
    assert found.smoothed(x)[0].tolist() == found.log_ratio(x).tolist()


@pytest.mark.parametrize(("truth", "name"), [([1, 0, 0], "positives"), ([0, 1, 1], "negatives")])
def test_binormal_of_one_score_in_a_class_is_said(truth, name):
    said = f"^binormal needs two different scores in each class, the {name} have one$"
    with pytest.raises(InputError, match=said):
        binormal(ScoreTable.of([1, 2, 3], truth))


# Isotonic --------------------------------------------------------------------------------------------------------


def pooled(score, truth):
    """Which pool each case is in, by the share that scikit-learn fits to it; positives and negatives of each."""
    share = IsotonicRegression().fit(score, truth).predict(score).round(12)
    pools = np.unique(share, return_inverse=True)[1]
    return pools, [np.bincount(pools[truth == one], minlength=pools.max() + 1) for one in (1, 0)]


@pytest.mark.parametrize("digits", [0, 1, 8])
def test_an_isotonic_ratio_is_that_of_scikit_learn_and_the_cautious_one_has_one_case_more_in_each_pool(digits):
    rng = np.random.default_rng(15)
    truth = rng.integers(0, 2, 400)
    score = (rng.normal(size=400) + truth).round(digits)
    reading = isotonic(ScoreTable.of(score, truth))
    pools, tallies = pooled(score, truth)
    with np.errstate(divide="ignore"):
        right = tallies[0] / truth.sum() / (tallies[1] / (1 - truth).sum())
    found = np.exp(reading.log_ratio(score))
    np.testing.assert_allclose(found, right[pools], rtol=1e-9)
    assert (np.sort(found) == found[np.argsort(score)]).all(), "it never falls"
    p, n = (tally[pools] + 1 for tally in tallies)
    log, error = reading.smoothed(score)
    np.testing.assert_allclose(log, np.log(p / truth.sum()) - np.log(n / (1 - truth).sum()), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(error, np.sqrt(1 / p + 1 / n), rtol=1e-12)


def test_an_isotonic_ratio_of_a_new_score_is_that_of_the_nearest():
    """By hand: pools of a negative case, of one of each class, and of two positive ones."""
    found = isotonic(ScoreTable.of([1, 2, 3, 4, 8], [0, 1, 0, 1, 1]))
    x = np.array([-9, 1.4, 1.6, 5.9, 6.1, 99])
    ends = -np.inf, math.log(2 / 3), np.inf
    np.testing.assert_allclose(found.log_ratio(x), np.repeat(ends, [2, 1, 3]))
    assert found.facts == ("3 pools of scores.",)
    log, error = found.smoothed(x)
    np.testing.assert_allclose(log, np.repeat([math.log(1 / 3), math.log(2 / 3), math.log(2)], [2, 1, 3]), rtol=1e-12)
    np.testing.assert_allclose(error**2, np.repeat([3 / 2, 1, 4 / 3], [2, 1, 3]), rtol=1e-12)


# Logistic --------------------------------------------------------------------------------------------------------


def regression(score, truth):
    """That of statsmodels on Platt's targets."""
    positives, negatives = (truth == 1).sum(), (truth == 0).sum()
    target = np.where(truth == 1, (positives + 1) / (positives + 2), 1 / (negatives + 2))
    return GLM(target, add_constant(score), families.Binomial()).fit(tol=1e-12, maxiter=200)


def lines():
    rng = np.random.default_rng(16)
    truth = (rng.random(300) < 0.2).astype(int)
    yield "overlapping", rng.normal(size=300) + truth, truth
    yield "falling", rng.normal(size=300) - truth, truth
    yield "noise", rng.normal(size=300), truth
    yield "separated", rng.random(300) + 3 * truth, truth
    rare = np.repeat([0, 1], [1000, 12])
    yield "rare", rng.lognormal(-8, 2, 1012) * (1 + 30 * rare), rare
    yield "few", np.array([1.0, 2, 3, 4]), np.array([0, 0, 1, 1])
    yield "two scores", np.array([0.0, 1, 1, 0, 1]), np.array([0, 1, 1, 1, 0])


LINES = {name: (score, truth) for name, score, truth in lines()}


@pytest.mark.parametrize("name", LINES)
def test_a_logistic_line_is_that_of_statsmodels_and_of_scikit_learn(name):
    """A line is surest at -cov/var of its two numbers; from there errors grow by sqrt(2) times the slope's."""
    score, truth = LINES[name]
    right = regression(score, truth)
    intercept, slope = right.params
    odds = math.log((truth == 1).sum() / (truth == 0).sum())
    x = np.linspace(score.min() - 1, score.max() + 1, 50)
    found = logistic(ScoreTable.of(score, truth))
    log, error = found.smoothed(x)
    assert log.tolist() == found.log_ratio(x).tolist()
    np.testing.assert_allclose(log, intercept - odds + slope * x, rtol=1e-4, atol=1e-5)
    assert f"{slope:.4g}" in found.facts[0]
    inside = (x >= score.min()) & (x <= score.max())
    a, b = _sigmoid_calibration(score, truth)
    np.testing.assert_allclose(log[inside], (-b - odds - a * x)[inside], rtol=2e-3, atol=2e-3)
    (_, both), (_, slope) = right.cov_params()
    np.testing.assert_allclose(error, math.sqrt(2 * slope) * np.abs(x + both / slope), rtol=1e-4, atol=1e-5)


# The smoothed ratio ----------------------------------------------------------------------------------------------


def test_a_cautious_kernel_ratio_has_one_case_more_everywhere():
    cases = grouped()
    found = kernel(table_of(*cases))
    x = np.linspace(-4, 6, 101)
    more, share = [], []
    for one in cases:
        width = BANDWIDTHS["sj"][1](tallied(one))
        extra = 1 / (2 * math.sqrt(math.pi) * width * one.size)
        more.append(summed(x, one, width) + extra)
        share.append(extra / more[-1])
    log, error = found.smoothed(x)
    np.testing.assert_allclose(log, np.log(more[0] / more[1]), atol=3e-3)
    np.testing.assert_allclose(error, np.sqrt(share[0] + share[1]), rtol=3e-3)


@pytest.mark.full
def test_the_standard_error_of_a_kernel_ratio_is_that_of_many_samples():
    """To the few per cent by which a density that is not level differs from one that is."""
    rng = np.random.default_rng(17)
    x = np.array([-0.5, 0.0, 0.5, 1.0])
    logs, errors = [], []
    for _ in range(300):
        log, error = kernel(table_of(rng.normal(1, 1, 2_000), rng.normal(0, 1, 2_000))).smoothed(x)
        logs.append(log)
        errors.append(error)
    np.testing.assert_allclose(np.std(logs, axis=0), np.mean(errors, axis=0), rtol=0.25)


@pytest.mark.parametrize("sizes", [(30, 700), (5, 4)])
def test_the_error_of_a_binormal_ratio_is_that_of_the_delta_method(sizes):
    """Slopes in mean and deviation by differences; the variances of these are s^2/n and s^2/(2n)."""
    cases, x, step, variance = grouped(*sizes), np.linspace(-4, 5, 37), 1e-4, 0.0
    for one in cases:
        mean, deviation = one.mean(), one.std(ddof=1)
        by_mean = norm.logpdf(x, mean + step, deviation) - norm.logpdf(x, mean - step, deviation)
        by_deviation = norm.logpdf(x, mean, deviation + step) - norm.logpdf(x, mean, deviation - step)
        variance = variance + (by_mean**2 + by_deviation**2 / 2) / (2 * step) ** 2 * deviation**2 / one.size
    np.testing.assert_allclose(binormal(table_of(*cases)).smoothed(x)[1], np.sqrt(variance), rtol=1e-5)
