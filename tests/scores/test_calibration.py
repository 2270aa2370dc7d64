"""Brier score, log loss and calibration against scikit-learn and statsmodels, and against sums of fractions."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom
from sklearn.calibration import calibration_curve
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss
from sklearn.metrics import log_loss as sklearn_log_loss

from ddcore.errors import InputError
from ddcore.read import read
from ddcore.records.labels import THE_MODEL
from ddcore.samples import SAMPLES
from ddcore.scores.calibration import brier, calibration, consistency, log_loss, recalibrated, recalibration_saving
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.oracles import share_interval

# Witnesses -------------------------------------------------------------------------------------------------------


def drawn(seed, size, digits=None, power=1.0):
    """Scores and truth of both classes; positive with probability score ** power, so 1 is well calibrated."""
    rng = np.random.default_rng(seed)
    scores = rng.uniform(0.001, 0.999, size)
    scores = scores if digits is None else scores.round(digits)
    truth = (rng.random(size) < scores**power).astype(int)
    truth[:2] = [0, 1]
    return scores, truth


def pooled(cases):
    """For each case (score, truth), in fractions, the largest over starts of the smallest mean up to an end."""
    values = sorted({score for score, _ in cases})
    groups = [[true for score, true in cases if score == value] for value in values]

    def mean(first, last):
        within = [true for group in groups[first : last + 1] for true in group]
        return Fraction(sum(within), len(within))

    fitted = {
        value: max(min(mean(first, last) for last in range(i, len(values))) for first in range(i + 1))
        for i, value in enumerate(values)
    }
    return [fitted[score] for score, _ in cases]


def squared(said, cases):
    return sum((p - true) ** 2 for p, (_, true) in zip(said, cases, strict=True)) / Fraction(len(cases))


CASES = st.lists(st.tuples(st.integers(0, 8).map(lambda i: Fraction(i, 8)), st.integers(0, 1)), min_size=1, max_size=12)
"""Score and truth of each case; the scores stand exactly in a double."""


def tabled(cases):
    return ScoreTable.of(*zip(*((float(score), true) for score, true in cases), strict=True))


# Brier score -----------------------------------------------------------------------------------------------------


@given(CASES)
def test_the_brier_score_and_its_parts_are_sums_of_fractions(cases):
    found = brier(tabled(cases))
    share = Fraction(sum(true for _, true in cases), len(cases))
    score, best, never = (squared(p, cases) for p in ([s for s, _ in cases], pooled(cases), [share] * len(cases)))
    assert found.score == pytest.approx(float(score), abs=1e-15)
    assert found.uncertainty == pytest.approx(float(share * (1 - share)), abs=1e-15)
    parts = [found.uncertainty, found.miscalibration, found.discrimination]
    assert parts == pytest.approx([float(never), float(score - best), float(never - best)], abs=1e-15)


def test_the_brier_score_and_its_parts_of_weighted_cases_are_those_of_scikit_learn():
    scores, truth = drawn(1, 500, 2, 3.0)
    weight = np.random.default_rng(3).uniform(0, 2, 500)
    found = brier(ScoreTable.of(scores, truth, weight=weight))
    isotonic = IsotonicRegression().fit(scores, truth, weight).predict(scores)
    never = np.full(500, np.average(truth, weights=weight))
    best, never = (brier_score_loss(truth, p, sample_weight=weight) for p in (isotonic, never))
    assert found.score == pytest.approx(brier_score_loss(truth, scores, sample_weight=weight), rel=1e-12)
    assert found.miscalibration == pytest.approx(found.score - best, rel=1e-9)
    assert found.discrimination == pytest.approx(never - best, rel=1e-9)
    assert found.uncertainty == pytest.approx(never, rel=1e-12)


def test_the_example_has_the_printed_brier_score():
    """0.10561859 in the tests of the R package yardstick, which had it from the package mclust."""
    sample = SAMPLES["two_class_example"]
    found = brier(read(sample.path, **sample.roles).models[THE_MODEL].table)
    assert round(found.score, 8) == 0.10561859
    assert found.uncertainty == pytest.approx(258 / 500 * 242 / 500)


# Recalibration ---------------------------------------------------------------------------------------------------


@given(CASES)
def test_recalibrated_scores_are_the_largest_smallest_means(cases):
    table = tabled(cases)
    right = dict(zip((float(score) for score, _ in cases), pooled(cases), strict=True))
    np.testing.assert_allclose(recalibrated(table), [float(right[s]) for s in table.score], rtol=1e-12, atol=1e-15)


def test_a_score_that_weighs_nothing_takes_what_is_between_its_neighbours():
    """As scikit-learn predicts for a score that it has not seen."""
    table = ScoreTable.of([0.1, 0.2, 0.5, 0.9], [0, 1, 1, 0], weight=[1, 0, 1, 0])
    right = IsotonicRegression(out_of_bounds="clip").fit([0.1, 0.5], [0, 1]).predict([0.1, 0.2, 0.5, 0.9])
    np.testing.assert_allclose(recalibrated(table), right, rtol=1e-12)


# Log loss --------------------------------------------------------------------------------------------------------


def test_log_loss_is_that_of_scikit_learn():
    scores, truth = drawn(6, 500, 2)
    weight = np.random.default_rng(7).uniform(0, 2, scores.size)
    weight[(scores == 0) | (scores == 1)] = 0
    kept = weight > 0
    weighted = sklearn_log_loss(truth[kept], scores[kept], sample_weight=weight[kept])
    assert log_loss(ScoreTable.of(scores[kept], truth[kept], weight=weight[kept])) == pytest.approx(weighted, rel=1e-12)


@given(CASES)
def test_log_loss_is_the_mean_over_cases(cases):
    found = log_loss(tabled(cases))
    if any((score, true) in ((0, 1), (1, 0)) for score, true in cases):
        assert found == math.inf
        return
    said = [-math.log(score if true else 1 - score) for score, true in cases]
    assert found == pytest.approx(math.fsum(said) / len(cases), abs=1e-15)
    assert str(log_loss(ScoreTable.of([0, 1], [0, 1]))) == "0.0", "a loss of nothing has no sign"


# Bins ------------------------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.integers(2, 80), st.sampled_from([None, 2, 1, 0]), st.integers(1, 30))
def test_bins_have_the_means_of_their_cases_and_are_as_equal_as_ties_allow(seed, size, digits, bins):
    """Between bins stands, for each cut of equal sizes, the nearest place that splits no tie."""
    scores, truth = drawn(seed, size, digits)
    found = calibration(ScoreTable.of(scores, truth), bins)
    cuts = np.cumsum(found.cases).astype(int).tolist()
    assert (cuts[-1], found.cases.min() >= 1) == (size, True)
    parts = np.split(np.argsort(scores, kind="stable"), cuts[:-1])
    np.testing.assert_allclose(found.mean, [scores[part].mean() for part in parts], rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(found.share, [truth[part].mean() for part in parts], rtol=1e-12, atol=1e-15)
    places = [0, *(int((scores <= score).sum()) for score in np.unique(scores))]
    allowed = {0, size}
    for k in range(1, bins):
        nearest = min(abs(place - Fraction(k * size, bins)) for place in places)
        here = {place for place in places if abs(place - Fraction(k * size, bins)) == nearest}
        assert here & {0, *cuts}
        allowed |= here
    assert allowed >= {*cuts}


def test_bins_without_ties_are_those_of_scikit_learn():
    for size, bins in ((200, 10), (200, 5), (1000, 20)):
        scores, truth = drawn(9, size)
        found = calibration(ScoreTable.of(scores, truth), bins)
        share, mean = calibration_curve(truth, scores, n_bins=bins, strategy="quantile")
        np.testing.assert_allclose((found.share, found.mean), (share, mean), rtol=1e-12)


@pytest.mark.parametrize(("level", "digits"), [(0.95, None), (0.5, 2)])
def test_intervals_are_those_of_wilson(level, digits):
    scores, truth = drawn(10, 300, digits, power=8.0)
    found = calibration(ScoreTable.of(scores, truth), 12, level)
    low, high = share_interval(np.rint(found.share * found.cases), found.cases, level)
    np.testing.assert_allclose(found.low, low, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(found.high, high, rtol=1e-9, atol=1e-12)
    assert ((found.low <= found.share) & (found.share <= found.high)).all()
    assert found.share.min() == 0


def test_the_curve_without_bins_is_the_isotonic_one():
    scores, truth = drawn(12, 400, 2, power=2.0)
    found = calibration(ScoreTable.of(scores, truth))
    right = IsotonicRegression().fit(scores, truth)
    np.testing.assert_array_equal(found.score, np.unique(scores))
    np.testing.assert_allclose(found.share_rising, right.predict(found.score), rtol=1e-9, atol=1e-12)


def test_weighted_bins_are_as_sure_as_their_effective_number():
    """Weights that are whole numbers give the bins of so many cases each; those of 0 are not there."""
    scores, truth = drawn(13, 60)
    weight = np.random.default_rng(14).integers(0, 4, 60)
    found = calibration(ScoreTable.of(scores, truth, weight=weight), 6)
    right = calibration(ScoreTable.of(np.repeat(scores, weight), np.repeat(truth, weight)), 6)
    for name in ("mean", "share", "cases"):
        np.testing.assert_allclose(getattr(found, name), getattr(right, name), rtol=1e-12)
    # Which case is in which bin: the one whose middle weight falls into it.
    place = {}
    order, below = np.argsort(scores), 0.0
    for case in order[weight[order] > 0]:
        place.setdefault(int((below + weight[case] / 2) / weight.sum() * 6), []).append(case)
        below += weight[case]
    for i, cases in enumerate(place.values()):
        mine = weight[cases]
        n = mine.sum() ** 2 / (mine**2).sum()
        low, high = share_interval(found.share[i] * n, n)
        assert (found.low[i], found.high[i]) == pytest.approx((low, high), abs=1e-12)
    assert found.high[0] - found.low[0] > right.high[0] - right.low[0]


def test_equal_weights_are_none():
    scores, truth = drawn(13, 60, 1)
    one, *others = (ScoreTable.of(scores, truth, weight=w) for w in (None, [50] * 60, [0.3] * 60))
    for other in nonempty(others):
        plain, heavy = calibration(one, 6), calibration(other, 6)
        for name in ("mean", "share", "low", "high", "cases", "score", "share_rising"):
            np.testing.assert_array_equal(getattr(plain, name), getattr(heavy, name))
        plain, heavy = (recalibration_saving(table, rng=np.random.default_rng(1)) for table in (one, other))
        assert plain == heavy
        np.testing.assert_array_equal(barred(one).low, barred(other).low)
        np.testing.assert_array_equal(barred(one).outside, barred(other).outside)


# What right probabilities would show -----------------------------------------------------------------------------


def barred(table, bins=10, draws=1999, level=0.95):
    return consistency(table, bins, level, draws, rng=np.random.default_rng(1))


def test_the_bar_of_one_bin_of_equal_scores_is_binomial():
    """Of 40 cases of 0.3: depths are ranks of draws, so that each end leaves out about 2.5 %."""
    found = barred(ScoreTable.of(np.full(40, 0.3), np.arange(40) < 20), 1)
    low, high = binom.ppf([0.025, 0.975], 40, 0.3) / 40
    assert abs(found.low[0] - low) <= 1 / 40
    assert abs(found.high[0] - high) <= 1 / 40
    assert found.off
    assert not barred(ScoreTable.of(np.full(40, 0.3), np.arange(40) < 12), 1).off


def test_what_cannot_be_has_happened():
    """A score of 0 or 1 that is wrong is off, however seldom; one that is right never is."""
    scores = np.repeat([0.0, 1.0], 50)
    assert not barred(ScoreTable.of(scores, scores)).off
    truth = scores.copy()
    truth[0] = 1
    assert barred(ScoreTable.of(scores, truth)).outside.tolist() == [True, False]


def test_all_cases_together_are_asked_too():
    """Of 40 cases 12 are promised; the law of their number is that of one case after the other (Poisson, binomial)."""
    scores = np.linspace(0.1, 0.5, 40)
    found = barred(ScoreTable.of(scores, np.arange(40) % 16 == 4))
    law = np.ones(1)
    for score in scores:
        law = np.convolve(law, [1 - score, score])
    low, high = (round(40 * end) for end in found.whole[1:])
    assert found.whole[0] == 3 / 40
    assert 0.0005 < law[:low].sum() < 0.025
    assert 0.0005 < law[high + 1 :].sum() < 0.025
    assert low > 3
    assert not found.outside.any()
    assert found.off
    assert not barred(ScoreTable.of(scores, np.arange(40) % 4 == 2)).off


def test_scores_beyond_2000_are_drawn_with_their_neighbours():
    scores, truth = drawn(30, 10_000)
    table = ScoreTable.of(scores, truth)
    found = barred(table, draws=399)
    mean, sd = calibration(table).mean, np.sqrt([np.sum(part * (1 - part)) for part in np.split(np.sort(scores), 10)])
    np.testing.assert_allclose((found.high - found.low) / 2, 2.8 * sd / 1000, rtol=0.25)
    np.testing.assert_allclose((found.high + found.low) / 2, mean, atol=0.01)


def test_unequal_weights_widen():
    scores, truth = drawn(31, 300)
    weights = np.where(np.arange(300) % 10, 1.0, 30.0)
    plain, heavy = (barred(ScoreTable.of(scores, truth, weight=w)) for w in (None, weights))
    assert (heavy.high - heavy.low).mean() > 1.3 * (plain.high - plain.low).mean()


def test_of_sums_of_weights_nothing_is_known():
    table = ScoreTable(np.array([0.2, 0.7]), np.array([0.5, 1.5]), np.array([1.0, 0.25]))
    found, bins = barred(table), calibration(table, 2)
    assert (found.known, found.off) == (False, False)
    assert bins.share.tolist() == pytest.approx([1 / 3, 6 / 7])
    assert np.isnan([bins.low, bins.high]).all()
    assert np.isnan(recalibration_saving(table, rng=np.random.default_rng(1)).value)


# What cannot be read as probabilities ----------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [brier, log_loss, calibration])
def test_scores_outside_0_and_1_and_no_cases_are_no_probabilities(asked):
    for scores, shown in (([-0.3, 0.5, 4.2], "-0.3 to 4.2"), ([0.5, 1.01], "0.5 to 1.01"), ([-1e-9, 1], "-1e-09 to 1")):
        message = rf"^scores must be between 0 and 1 to be read as probabilities, got {shown}$"
        with pytest.raises(InputError, match=message):
            asked(ScoreTable.of(scores, [0] * (len(scores) - 1) + [1]))
    for empty in (ScoreTable.of([], []), ScoreTable.of([0.2, 0.7], [0, 1], weight=[0, 0])):
        with pytest.raises(InputError, match=r"^there is no score to be read as a probability$"):
            asked(empty)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        *(({"bins": bins}, f"bins must be 1 or more, got {bins}") for bins in (0, -3)),
        *(({"level": level}, f"level must be between 0 and 1, got {level:g}") for level in (1.2, 0, 1, math.nan)),
    ],
)
def test_bins_and_levels_that_are_none_are_said(options, message):
    with pytest.raises(InputError, match=f"^{message}$"):
        calibration(ScoreTable.of([0.2, 0.7], [0, 1]), **options)


# Recalibrating, on unseen cases -------------------------------------------------------------------------


def test_recalibrating_saves_the_squared_distance_of_score_and_chance():
    """The mean of (p^2 - p)^2 is 1/5 - 1/2 + 1/3; on as many cases the steps of the curve lose next to nothing."""
    rng = np.random.default_rng(1)
    chance = rng.random(20_000)
    table = ScoreTable.of(chance**2, rng.random(20_000) < chance, True)
    found = recalibration_saving(table, rng=np.random.default_rng(1))
    assert found.low <= 1 / 30 <= found.high
    assert found.value == pytest.approx(1 / 30, abs=0.003)


def test_recalibrating_that_nobody_can_try():
    assert np.isnan(recalibration_saving(ScoreTable.of([0.1, 0.3, 0.4], [0, 0, 1]), rng=np.random.default_rng(1)).value)
    with pytest.raises(InputError, match="scores must be between 0 and 1"):
        recalibration_saving(ScoreTable.of([-1, 2], [0, 1]), rng=np.random.default_rng(1))


# Expected calibration error ---------------------------------------------------------------------------------------


def errors_of_all_outcomes(score, bins):
    """The calibration error of every outcome and its probability, if the scores are right."""
    parts = np.array_split(np.arange(score.size), bins)
    for outcome in itertools.product((0, 1), repeat=score.size):
        truth = np.array(outcome)
        error = sum(abs(truth[part].sum() - score[part].sum()) for part in parts) / score.size
        yield error, float(np.prod(np.where(truth, score, 1 - score)))


def test_error_of_right_scores_is_the_mean_over_all_outcomes():
    score = np.array([0.1, 0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.95])
    truth = np.array([0, 1, 0, 0, 1, 1, 0, 1])
    error = consistency(ScoreTable.of(score, truth), 2, rng=np.random.default_rng(1)).error
    every, likely = map(np.array, zip(*errors_of_all_outcomes(score, 2), strict=True))
    assert error.value == pytest.approx(abs(1 - 1.15) / 8 + abs(3 - 3.05) / 8)
    assert error.if_right == pytest.approx(likely @ every, abs=0.005)
    assert error.p == pytest.approx(likely[every >= error.value - 1e-12].sum(), abs=0.04)
    assert likely[every <= error.high + 1e-9].sum() == pytest.approx(0.95, abs=0.02)


def test_error_of_right_scores_is_what_sampling_alone_makes_of_it():
    """Right scores, and scores that are 0.2 too high: over many samples, by bins of ten cases."""
    rng = np.random.default_rng(2)
    for off in (0.0, 0.2):
        rows = []
        for _ in range(150):
            score = rng.uniform(0.3, 0.9, 100)
            table = ScoreTable.of(score, rng.random(100) < score - off)
            error = consistency(table, draws=20, rng=rng).error
            rows.append((error.value, error.if_right))
        plain, by_chance = np.mean(rows, axis=0)
        if off:
            assert plain > by_chance + 0.05
        else:
            assert plain == pytest.approx(by_chance, abs=0.01)
            assert by_chance > 0.08


def test_debiased_error_is_that_of_kumar():
    """The mean squared distance of bins of ten less the variance of a share of ten, by loops."""
    score, truth = drawn(5, 100, power=2.0)
    order = np.argsort(score)
    squares = []
    for part in np.split(order, 10):
        share = truth[part].mean()
        squares.append((share - score[part].mean()) ** 2 - share * (1 - share) / 9)
    error = consistency(ScoreTable.of(score, truth), rng=np.random.default_rng(1)).error
    assert error.root_mean_square == pytest.approx(math.sqrt(np.mean(squares)))
    assert error.p < 0.05


def test_error_of_sums_of_weights_stands_alone():
    table = ScoreTable.of([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], weight=[0.2, 0.3, 1.1, 1.5])
    known = consistency(table, 2, rng=np.random.default_rng(1)).error
    sums = consistency(ScoreTable(table.score, table.positives, table.negatives), 2, rng=np.random.default_rng(1)).error
    assert sums.value == pytest.approx(known.value)
    assert np.isnan([sums.if_right, sums.high, sums.p, sums.root_mean_square]).all()
    assert known.if_right > 0
