"""Areas against the double loop over pairs, scipy's Brunner-Munzel and simulation; bands against order statistics."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.special import erfc
from scipy.stats import beta, brunnermunzel
from scipy.stats import t as student
from sklearn.metrics import roc_auc_score, roc_curve

from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.scores.intervals import DeLongComponents, auc_difference, delong, roc_band
from ddcore.scores.separation import paired_auc_difference
from ddcore.table import ScoreTable
from tests.oracles import freedom, gained_from, scored_from


def psi(positive, negative):
    """The kernel of DeLong, DeLong & Clarke-Pearson (1988): 1 for a pair in order, a half for a tie, else 0."""
    return Fraction(1) if positive > negative else Fraction(1, 2) if positive == negative else Fraction(0)


def components(scores, truth):
    """V10 of each positive and V01 of each negative."""
    X = [score for score, true in zip(scores, truth, strict=True) if true]
    Y = [score for score, true in zip(scores, truth, strict=True) if not true]
    return [sum(psi(x, y) for y in Y) / len(Y) for x in X], [sum(psi(x, y) for x in X) / len(X) for y in Y]


def covariance(one, other):
    mean, other_mean = sum(one) / len(one), sum(other) / len(other)
    return sum((a - mean) * (b - other_mean) for a, b in zip(one, other, strict=True)) / (len(one) - 1)


def covariances(columns, truth):
    """The areas of several scores of the same cases, and the covariance matrix S10 / m + S01 / n of the areas."""
    parts = [components(scores, truth) for scores in columns]
    areas = [sum(V10) / len(V10) for V10, _ in parts]
    matrix = [[sum(covariance(a, b) / len(a) for a, b in zip(one, other, strict=True)) for other in parts]
              for one in parts]  # fmt: skip
    return areas, matrix


def scored(scores, truth, level=0.95, inflation=1.0):
    """The interval from the double loop."""
    return scored_from(*([float(v) for v in part] for part in components(scores, truth)), inflation, level)


def drawn(seed, size, gap=1.0, digits=None):
    """Scores and truth of so many cases of each class; rounded scores have ties."""
    rng = np.random.default_rng(seed)
    truth = np.repeat([0, 1], size)
    scores = rng.normal(gap * truth)
    return (scores if digits is None else scores.round(digits)), truth


def placed(scores, truth):
    truth = np.asarray(truth)
    return DeLongComponents.of(np.asarray(scores, float), truth, 1 - truth)


BOTH_TWICE = st.lists(st.integers(0, 4), min_size=2, max_size=9)
"""Scores of one class: at least two cases, often tied."""


@given(positives=BOTH_TWICE, negatives=BOTH_TWICE)
def test_the_area_its_error_and_interval_are_those_of_the_double_loop(positives, negatives):
    scores, truth = positives + negatives, [1] * len(positives) + [0] * len(negatives)
    areas, matrix = covariances([scores], truth)
    found = delong(ScoreTable.of(scores, truth))
    assert found.value == pytest.approx(float(areas[0]), rel=1e-14, abs=1e-15)
    assert found.error == pytest.approx(math.sqrt(matrix[0][0]), rel=1e-12, abs=1e-12)
    assert 0 <= found.low <= found.value <= found.high <= 1
    if len({*scores}) > 1:
        assert (found.low, found.high) == pytest.approx(scored(scores, truth), abs=1e-9)


def test_ratings_of_hanley_and_mcneil():
    """109 scans rated 1 to 5 (Hanley & McNeil 1982, Table I); as printed in Stata's manual, [R] roctab.

    The interval printed there is the normal one, cut at 1; ours is drawn in from 1.
    """
    normal, abnormal = np.array([33, 6, 6, 11, 2]), np.array([3, 2, 2, 11, 33])
    found = delong(ScoreTable(np.arange(1.0, 6.0), abnormal, normal))
    assert (round(found.value, 4), round(found.error, 4)) == (0.8932, 0.0307)
    ends = found.value - 1.959964 * found.error, found.value + 1.959964 * found.error
    assert (round(ends[0], 5), round(ends[1], 5)) == (0.83295, 0.95339)
    assert found.low < ends[0] < found.high < ends[1]


@pytest.mark.parametrize("digits", [None, 1])
def test_the_error_and_the_gain_over_a_score_that_says_nothing_are_those_of_brunner_and_munzel(digits):
    """Their statistic is the distance of the area from a half in standard errors, by ranks instead of pairs."""
    scores, truth = drawn(2, 400, gap=0.3, digits=digits)
    found = delong(ScoreTable.of(scores, truth))
    right = brunnermunzel(scores[truth == 0], scores[truth == 1], distribution="t")
    gain = auc_difference(placed(scores, truth), placed(np.zeros(truth.size), truth))
    distances = [(found.value - 0.5) / found.error, gain.value / gain.error]
    assert distances == pytest.approx([abs(right.statistic)] * 2, rel=1e-9)
    assert (found.value, gain.value + 0.5) == pytest.approx([roc_auc_score(truth, scores)] * 2, rel=1e-12)
    assert gain.p == pytest.approx(right.pvalue, rel=0.1), "but for the case that the spread is drawn in by"


PAIRS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=8)
"""Two scores of each case of one class."""


@given(positives=PAIRS, negatives=PAIRS)
def test_the_gain_its_error_interval_and_p_are_those_of_the_double_loop(positives, negatives):
    truth = [1] * len(positives) + [0] * len(negatives)
    one, other = (list(column) for column in zip(*positives, *negatives, strict=True))
    areas, matrix = covariances([one, other], truth)
    found = auc_difference(placed(one, truth), placed(other, truth))
    assert found.value == pytest.approx(float(areas[0] - areas[1]), abs=1e-15)
    assert found.error == pytest.approx(math.sqrt(matrix[0][0] + matrix[1][1] - 2 * matrix[0][1]), abs=1e-12)
    assert -1 <= found.low <= found.high <= 1
    _, low, high, p = gained_from(*([list(map(float, part)) for part in components(x, truth)] for x in (one, other)))
    if not found.error and not found.value and 0 < areas[0] < 1:
        assert (found.low, found.high) == (0, 0)
        return
    assert (found.low, found.high, found.p) == pytest.approx((low, high, p), abs=1e-9)
    if low > -1 and high < 1:
        assert (found.p < 0.05) == (not found.low <= 0 <= found.high)


def test_a_score_gains_nothing_over_itself_or_over_the_same_order():
    equal = delong(ScoreTable.of([7, 7, 7, 7], [0, 0, 1, 1]))
    assert (equal.value, equal.low, equal.high, equal.error) == (0.5, 0.5, 0.5, 0)
    scores, truth = drawn(4, 30, digits=1)
    found = auc_difference(placed(scores, truth), placed(np.exp(scores), truth))
    assert (found.value, found.low, found.high, found.error) == (0, 0, 0, 0)
    assert math.isnan(found.p), "no distance and no error"


def test_placements_are_the_means_of_the_kernel_and_a_part_keeps_its_places_among_all():
    scores, truth = [2, 1, 2, 3, 1, 2], [1, 0, 0, 1, 1, 0]
    found = placed(scores, truth)
    V10, V01 = components(scores, truth)
    np.testing.assert_allclose(found.among_negatives[found.positives > 0], [float(v) for v in V10], rtol=1e-15)
    np.testing.assert_allclose(found.among_positives[found.negatives > 0], [float(v) for v in V01], rtol=1e-15)
    assert found.auc == pytest.approx(float(sum(V01) / len(V01)), rel=1e-15)
    scores, truth = drawn(8, 10)
    half = np.arange(0, 20, 2)
    found = placed(scores, truth).at(half, truth[half], 1 - truth[half])
    V10, _ = components(scores, truth)
    assert found.auc == pytest.approx(float(sum(V10[::2]) / 5), rel=1e-12)


def test_classes_apart_have_an_interval_to_where_that_is_still_likely():
    """The spread is unknown, so that half of the largest is taken: 4 t^2 (1/2 / 3 + 1/2 / 4) / 4 from the end."""
    found = delong(ScoreTable.of([1, 2, 3, 4, 5, 6, 7], [0, 0, 0, 0, 1, 1, 1]))
    parts = [1 / 2 / 3, 1 / 2 / 4]
    square = student.ppf(0.975, freedom(parts, (3, 4))) ** 2 * sum(parts)
    assert (found.value, found.high, found.error) == (1, 1, 0)
    assert found.low == pytest.approx(1 / (1 + square), rel=1e-9)
    other = delong(ScoreTable.of([1, 2, 3, 4, 5, 6, 7], [1, 1, 1, 0, 0, 0, 0]))
    assert (other.value, other.low, other.high, other.error) == (0, 0, pytest.approx(1 - found.low), 0)


def test_one_case_in_a_class_has_an_area_without_interval():
    for truth in ([0, 0, 1, 0], [1, 1, 0, 1]):
        found = delong(ScoreTable.of([1, 2, 3, 4], truth))
        assert found.value == pytest.approx(roc_auc_score(truth, [1, 2, 3, 4]))
        gain = auc_difference(placed([1, 2, 3, 4], truth), placed([4, 2, 3, 1], truth))
        assert math.isfinite(gain.value)
        for one in (found, gain):
            assert np.isnan([one.low, one.high, one.error, one.p]).all()


def test_cases_of_whose_weights_only_sums_are_known_have_an_area_without_interval_or_band():
    scores, truth = drawn(11, 30)
    weight = np.random.default_rng(12).uniform(0, 3, 60)
    known = ScoreTable.of(scores, truth, weight=weight)
    table = ScoreTable(known.score, known.positives, known.negatives)
    found = delong(table)
    assert found.value == pytest.approx(roc_auc_score(truth, scores, sample_weight=weight), rel=1e-12)
    assert np.isnan([found.low, found.high, found.error, found.p]).all()
    with pytest.raises(InputError, match=r"^the cases are weighted, and only the sums of their weights are known$"):
        roc_band(table)


@pytest.mark.parametrize("truth", [[0, 0, 0], [1, 1, 1], []])
def test_one_class_only_has_no_area_and_no_band(truth):
    table = ScoreTable.of(np.arange(len(truth)), truth)
    found = delong(table)
    assert np.isnan([found.value, found.low, found.high, found.error, found.p]).all()
    with pytest.raises(InputError, match=r"^a ROC curve needs cases of both classes$"):
        roc_band(table)


@pytest.mark.parametrize(("level", "reach"), [(0.9, 1.6448536), (0.99, 2.5758293)])
def test_another_level_reaches_as_far_as_printed_tables_say(level, reach):
    """Of so many cases that Student's law is the normal one and the score interval even."""
    scores, truth = drawn(13, 100_000, digits=2)
    one, other = placed(scores, truth), placed(-np.abs(scores), truth)
    for found in (delong(ScoreTable.of(scores, truth), level), auc_difference(one, other, level)):
        assert (found.high - found.value) / found.error == pytest.approx(reach, abs=0.01)
        assert (found.value - found.low) / found.error == pytest.approx(reach, abs=0.01)
    scores, truth = drawn(13, 12, digits=1)
    found = delong(ScoreTable.of(scores, truth), level)
    assert (found.low, found.high) == pytest.approx(scored(scores.tolist(), truth, level), rel=1e-9)


@pytest.mark.parametrize("level", [1.2, 0, 1, -0.5, math.nan])
def test_a_level_is_between_0_and_1(level):
    table, truth = ScoreTable.of(*drawn(14, 5)), np.array([0, 1, 0, 1])
    for asked in (
        lambda: delong(table, level),
        lambda: auc_difference(placed([1, 2, 3, 4], truth), placed([1, 2, 4, 3], truth), level),
        lambda: roc_band(table, level),
    ):
        with pytest.raises(InputError, match=rf"^level must be between 0 and 1, got {level:g}$"):
            asked()


def test_the_probability_of_a_value_is_that_of_the_normal_law():
    for value in (-0.4, -0.01, 0.0, 0.001, 0.2, 1.0):
        found = Interval(value, math.nan, math.nan, 0.03).p
        assert found == pytest.approx(erfc(abs(value) / 0.03 / math.sqrt(2)), rel=1e-12)
    assert Interval(0.1, 0.1, 0.1, 0.0).p == 0
    assert math.isnan(Interval(0.0, 0.0, 0.0, 0.0).p)
    assert math.isnan(Interval(0.1, math.nan, math.nan, math.nan).p)


# Bands -----------------------------------------------------------------------------------------------------------


def bands(scores, truth, x, level=0.95):
    """TPR at the rate x, and its band, by scipy's laws of order statistics and of a proportion, without ties."""
    negatives, positives = np.sort(scores[truth == 0])[::-1], scores[truth == 1]
    N, P, tail = negatives.size, positives.size, (1 - level) / 2
    heights = [0.0, *((positives >= limit).mean() for limit in negatives), 1.0]

    def height(j):
        return np.interp(j, np.arange(N + 2), heights)

    def rank(share):
        return brentq(lambda j: beta.cdf(x, j, N + 1 - j) - share, 1e-9, N + 1 - 1e-9)

    tpr = height(x * (N + 1))
    low = beta.ppf(tail, tpr * P, P - tpr * P + 1) if tpr > 0 else 0
    high = beta.ppf(1 - tail, tpr * P + 1, P - tpr * P) if tpr < 1 else 1
    return (
        tpr,
        max(tpr - math.hypot(tpr - low, tpr - height(rank(1 - tail))), 0),
        min(tpr + math.hypot(high - tpr, height(rank(tail)) - tpr), 1),
    )


@pytest.mark.parametrize(("sizes", "level"), [((40, 7), 0.95), ((6, 300), 0.95), ((30, 30), 0.5)])
def test_a_band_is_that_of_order_statistics(sizes, level):
    rng = np.random.default_rng(16)
    truth = np.repeat([0, 1], sizes)
    scores = rng.normal(1.5 * truth)
    found = roc_band(ScoreTable.of(scores, truth), level, points=21)
    right = np.array([bands(scores, truth, x, level) for x in found.x[1:-1].tolist()])
    np.testing.assert_allclose(found.x, np.arange(21) / 20, rtol=1e-15)
    np.testing.assert_allclose(found.low[1:-1], right[:, 1], atol=1e-9)
    np.testing.assert_allclose(found.high[1:-1], right[:, 2], atol=1e-9)


@pytest.mark.parametrize("digits", [None, 0])
def test_a_band_holds_the_curve_and_runs_from_0_to_1(digits):
    scores, truth = drawn(18, 100, digits=digits)
    found = roc_band(ScoreTable.of(scores, truth))
    curve = np.interp(found.x, *roc_curve(truth, scores, drop_intermediate=False)[:2])
    assert ((found.low <= curve) & (curve <= found.high)).all()
    assert found.low[100] < curve[100] < found.high[100]
    assert (found.x[0], found.x[-1], found.low[0], found.high[-1]) == (0, 1, 0, 1)
    assert ((found.low >= 0) & (found.high <= 1)).all()


def test_a_band_of_rounded_scores_is_near_that_of_finer_ones():
    scores, truth = drawn(16, 300)
    fine, coarse = (roc_band(ScoreTable.of(scores.round(digits), truth), points=41) for digits in (8, 1))
    np.testing.assert_allclose([coarse.low, coarse.high], [fine.low, fine.high], atol=0.04)


def test_a_band_of_few_classes_apart_is_wide():
    """Two positives above two negatives: of two that are all right, 16 % are still likely (1 - 0.025^(1/2))."""
    found = roc_band(ScoreTable.of([1, 2, 3, 4], [0, 0, 1, 1]))
    assert found.high[1:].tolist() == [1.0] * 200
    assert found.low[190] == pytest.approx(0.025**0.5)
    assert found.low[20] == 0


# Weights ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("digits", [None, 0])
@pytest.mark.parametrize("weight", [50, 0.3, 1e-9])
def test_equal_weights_are_none(weight, digits):
    scores, truth = drawn(22, 30, digits=digits)
    weights = np.full(60, weight)
    one, other = (ScoreTable.of(scores, truth, weight=w) for w in (None, weights))
    assert delong(one) == delong(other)
    np.testing.assert_array_equal(roc_band(one).low, roc_band(other).low)
    np.testing.assert_array_equal(roc_band(one).high, roc_band(other).high)
    before = scores + np.random.default_rng(28).normal(size=60)
    plain, heavy = (paired_auc_difference(before, scores, truth, weight=w) for w in (None, weights))
    assert plain == heavy


def test_weighted_areas_and_differences_have_the_variance_of_kish():
    """Sum of w^2 (V - mean)^2 / (sum of w)^2 over the placements V, times n / (n - 1) for the n cases that say as much.

    Kish (1965); for a difference V are the differences of the placements.
    """
    scores, truth = drawn(29, 15, digits=1)
    rng = np.random.default_rng(30)
    other, weight = (scores + rng.normal(size=30)).round(1), rng.uniform(1, 20, 30)
    up, down = truth == 1, truth == 0
    before, after = ((np.sign(score[up][:, None] - score[down]) + 1) / 2 for score in (scores, other))
    for found, kernel in (
        (delong(ScoreTable.of(scores, truth, weight=weight)), before),
        (paired_auc_difference(other, scores, truth, weight=weight), after - before),
    ):
        ups, downs = weight[up], weight[down]
        value, variance = ups @ kernel @ downs / ups.sum() / downs.sum(), 0.0
        for w, V in ((ups, kernel @ downs / downs.sum()), (downs, ups @ kernel / ups.sum())):
            n = w.sum() ** 2 / (w**2).sum()
            variance += (w**2 * (V - value) ** 2).sum() / w.sum() ** 2 * n / (n - 1)
        assert (found.value, found.error) == pytest.approx((value, math.sqrt(variance)), rel=1e-9)
        assert found.low < found.value < found.high


def test_cases_that_weigh_nothing_or_lack_a_score_are_not_compared():
    scores, truth = drawn(33, 20)
    rng = np.random.default_rng(34)
    other, weight = scores + rng.normal(size=40), rng.choice([0.0, 1.0, 4.0], 40)
    other[::7] = math.nan
    kept = (weight > 0) & ~np.isnan(other)
    assert paired_auc_difference(other, scores, truth, weight=weight) == paired_auc_difference(
        other[kept], scores[kept], truth[kept], weight=weight[kept]
    )
    assert math.isnan(paired_auc_difference(other, scores, truth, weight=np.where(truth == 1, weight, 0)).value)
    with pytest.raises(InputError, match=r"^weight must have one number for each case, got 2 for 40 cases$"):
        paired_auc_difference(other, scores, truth, weight=[1, 2])


def test_one_heavy_case_widens_the_band():
    scores, truth = drawn(27, 20)
    weight = np.ones(40)
    weight[-1] = 30
    even, heavy = (ScoreTable.of(scores, truth, weight=w) for w in (None, weight))
    assert heavy.effective[0] < 3
    wide, narrow = (band.high - band.low for band in (roc_band(heavy), roc_band(even)))
    assert wide.mean() > 1.5 * narrow.mean()
