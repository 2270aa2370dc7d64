"""Rescaled scores against exact fractions by the printed rule, its degenerate cases, and what every scale must do."""

import itertools
import math
from decimal import Decimal
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import balanced_accuracy_score

from ddcore.chance import dutch_draw
from ddcore.chance.rescale import beyond, rescale
from ddcore.chance.verdict import whole_classes
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from tests import oracles
from tests.helpers.loops import nonempty
from tests.oracles import DEFINITIONS, TIE

BETTER = {
    "higher": [
        "TP", "TN", "TPR", "TNR", "PPV", "NPV", "F1", "F2", "F0.5", "NF1", "J", "MK", "ACC", "BACC", "MCC", "kappa",
        "FM", "G2", "TS", "CP", "DOR", "PLR",
    ],
    "lower": ["FP", "FN", "FPR", "FNR", "FDR", "FOR", "ERR", "PT", "CC", "NLR"],
    "neither": ["prevalence", "PP"],
}  # fmt: skip
JUDGING = [*BETTER["higher"], *BETTER["lower"]]
ENDLESS = ("DOR", "PLR")
"""A perfect classifier has no finite score on these."""
LEVEL = ["PPV", "NPV", "FDR", "FOR", "J", "MK", "BACC", "MCC", "kappa"]
"""All draws expect the same: the two baselines coincide."""
TAKEN = ["TP", "TN", "FP", "FN", "TPR", "TNR", "FPR", "FNR", "NLR"]
"""The best draw is perfect by these: it calls everything positive, or nothing; by NLR all but one case, for where that
one is positive nobody is called negative rightly, and NLR has no value."""


def test_every_measure_is_classified():
    assert sorted([*JUDGING, *BETTER["neither"]]) == sorted(MEASURES)
    for better in ("higher", "lower"):
        assert {MEASURES[key].better for key in BETTER[better]} == {better}


@cache
def marks(key, total, positives):
    """The worst and the best mean of a draw, and the best score of all, as fractions; None where there is none.

    Scores that are better low are turned round first, so that one rule serves both.
    """
    sign = 1 if key in BETTER["higher"] else -1
    found = oracles.baseline(DEFINITIONS[key], total, positives)
    if found is None:
        return None
    worst, best = sorted((sign * Fraction(found[0]), sign * Fraction(found[2])))
    perfect = DEFINITIONS[key](positives, 0, 0, total - positives)
    return worst, best, None if perfect is None else sign * Fraction(perfect)


def same(one, other):
    return abs(one - other) < Fraction(TIE)


def by_the_rule(key, total, positives, score):
    """Van de Bijl et al. (2024), section 5, with a score that equals coinciding baselines at 0; None for no value."""
    found = marks(key, total, positives)
    if found is None or score is None:
        return None
    worst, best, perfect = found
    m = Fraction(score) if key in BETTER["higher"] else -Fraction(score)
    if same(m, best):
        return Fraction(0)
    if m < worst or same(m, worst):
        return Fraction(-1)
    if m < best:
        return (m - best) / (best - worst)
    return None if perfect is None else (m - best) / (perfect - best)


def tables(total, positives):
    negatives = total - positives
    return [(tp, fp, positives - tp, negatives - fp) for tp in range(positives + 1) for fp in range(negatives + 1)]


CLASSES = [(total, positives) for total in (1, 2, 3, 4) for positives in range(total + 1)]
LARGER = [(total, positives) for total in range(1, 7) for positives in range(total + 1)]
by_classes = pytest.mark.parametrize(
    "classes", [CLASSES, pytest.param(LARGER, marks=pytest.mark.full)], ids=["small", "larger"]
)


@by_classes
def test_every_score_is_rescaled_by_the_printed_rule(classes):
    """Those of all tables, and in larger classes others too, such as those of weighted cases."""
    for key in JUDGING:
        sign = 1 if key in BETTER["higher"] else -1
        seen = set()
        for total, positives in classes:
            cells = tables(total, positives)
            tp, fp, fn, tn = np.array(cells).T
            scores = MEASURES[key](Counts(tp=tp, fp=fp, fn=fn, tn=tn))
            exact = [DEFINITIONS[key](*table) for table in cells]
            found = marks(key, total, positives)
            if total > 3 and found is not None:
                worst, best, perfect = found
                ends = ((worst - 1, worst), (worst, best), (best, best if perfect is None else perfect))
                more = [sign * (low + (high - low) * Fraction(k, 7)) for low, high in ends for k in range(8)]
                exact, scores = exact + more, np.concatenate([scores, [float(score) for score in more]])
            right = [by_the_rule(key, total, positives, score) for score in exact]
            right = np.array([math.nan if one is None else float(one) for one in right])
            found = rescale(scores, key, total, positives)
            np.testing.assert_allclose(found, right, rtol=1e-9, atol=1e-11, err_msg=f"{key} {total} {positives}")
            own = slice(len(cells))
            np.testing.assert_allclose(found[own], right[own], rtol=1e-11, atol=1e-12, err_msg=f"{key} {total}")
            seen |= set(np.sign(right[own][~np.isnan(right[own])]))
            if key in TAKEN and not np.isnan(scores).all():
                # The best draw is perfect, so that no score is above zero.
                assert np.nanmax(found) == 0, key
                assert (found[scores == MEASURES[key].ideal(total, positives)] == 0).all(), key
        assert seen == {-1, 0} if key in ENDLESS else seen >= ({0, -1} if key in TAKEN else {0, -1, 1}), key


def test_examples_by_hand():
    for score, name, total, positives, right in (
        (0.4, "ACC", 10, 5, -1),  # D = d = 1/2
        (0.8, "ACC", 10, 3, 1 / 3),  # D = 0.7, u = 1
        (0.5, "ACC", 10, 3, -0.5),  # d = 0.3
        (0.5, "ERR", 10, 3, -0.5),  # the mirror image
        (0.9, "F1", 10, 5, 0.7),  # D = 2/3: all called positive
        (-0.25, "MCC", 10, 4, -1),
        (0.25, "FDR", 10, 4, 35 / 60),
        (0.6, "TPR", 10, 4, -0.4),
        (1, "TP", 10, 4, -0.75),
    ):
        found = rescale(score, name, total, positives)
        assert found == pytest.approx(right, rel=1e-13), (score, name)
        assert np.shape(found) == ()


def worth(key, total, positives):
    found, row = dutch_draw.baseline(key, total, positives), MEASURES[key]
    ends = [found.lowest, found.highest]
    worst, best = ends if row.better == "higher" else ends[::-1]
    return row, worst, best, row.ideal(total, positives)


def test_where_the_baselines_coincide():
    for key, (total, positives) in itertools.product(LEVEL, ((10, 4), (31, 18), (303, 139), (50_000, 7))):
        row, worst, best, ideal = worth(key, total, positives)
        assert worst == pytest.approx(best, abs=1e-13)
        if total < 100:
            assert best == pytest.approx(float(abs(marks(key, total, positives)[1])), rel=1e-14)
        up = 1 if row.better == "higher" else -1
        assert rescale(best, key, total, positives) == 0
        for far in (1e-9, 1e-6, 1e-4):
            assert rescale(best - up * far, key, total, positives) == -1
            found = rescale(best + up * far, key, total, positives)
            assert found == pytest.approx(far / abs(ideal - best), rel=1e-5)


@given(total=st.integers(2, 500), data=st.data())
def test_a_draw_that_is_level_is_zero_and_not_minus_one(total, data):
    """Its mean in doubles may differ from the baseline in the last digit, on either side."""
    positives, key = data.draw(st.integers(1, total - 1)), data.draw(st.sampled_from(LEVEL))
    n = data.draw(st.integers(1, total - 1))
    mean = float(dutch_draw.expectation(key, total, positives, n / total))
    near = [mean, np.nextafter(mean, -9), np.nextafter(mean, 9), mean - 1e-13, mean + 1e-13]
    assert rescale(near, key, total, positives).tolist() == [0] * 5


@pytest.mark.parametrize(("total", "positives"), [(15.3, 4.8), (7.0, 0.1 + 0.2), (1e3 / 3, 1e2 / 3)])
def test_weighted_cases_all_called_alike_are_zero(total, positives):
    """Their share is not a whole number in a million; what is left of it is looked past only where it is rounding."""
    M, P = whole_classes(total, positives)
    assert M == 1_000_000
    assert rescale(0.5, "BACC", M, P) == 0
    assert rescale(0.5 + 2e-16, "BACC", M, P) == 0
    assert rescale(0.5 - 2e-16, "BACC", M, P) == 0
    assert rescale(0.0 - 3e-17, "MCC", M, P) == 0
    assert rescale(P / M - 1e-16, "PPV", M, P) == 0
    assert rescale(P / M - 1e-9, "PPV", M, P) == -1
    assert rescale(1 - 1e-16, "TPR", M, P) == 0
    assert rescale(1 + 1e-16, "ACC", M, P) == 1


def test_a_tie_is_a_share_of_a_large_score():
    """Counts of a million cases: their best draw in doubles is right to a part in 10^12, not to 10^-12."""
    M, P = 1_000_000, 313_725
    assert rescale(P - 1e-7, "TP", M, P) == 0
    assert rescale(P + 1e-7, "TP", M, P) == 0
    assert rescale(P - 1e-5, "TP", M, P) < 0


def test_no_finite_score_is_perfect_by_ratios():
    for key in ENDLESS:
        chance = float(dutch_draw.baseline(key, 20, 8).highest)
        assert math.isnan(rescale(chance * 1.001, key, 20, 8))
        assert math.isnan(rescale(1e9, key, 20, 8))
        assert rescale(chance, key, 20, 8) == 0
        assert -1 < rescale(chance * 0.999, key, 20, 8) < 0
        assert rescale(0, key, 20, 8) == -1


SOME = [(10, 4), (31, 18), (126, 42), (300, 297), (2_000, 20)]


def test_minus_one_zero_and_one():
    """And between them a better score is not worse rescaled."""
    for key, (total, positives) in itertools.product(JUDGING, SOME):
        row, worst, best, ideal = worth(key, total, positives)
        up = 1 if row.better == "higher" else -1
        assert rescale(best, key, total, positives) == 0
        if key not in ENDLESS:
            assert rescale(ideal, key, total, positives) == (0 if key in TAKEN else 1)
        assert (rescale(worst - up * np.array([0.01, 0.3, 17]), key, total, positives) == -1).all()
        if key not in LEVEL:
            assert rescale(worst, key, total, positives) == -1
            assert rescale((worst + best) / 2, key, total, positives) == pytest.approx(-0.5, rel=1e-9)
        far = best if key in ENDLESS else ideal
        scores = np.linspace(worst - (far - worst), far, 400)
        found = rescale(scores, key, total, positives)
        assert (np.diff(found) >= -1e-12).all()
        assert ((found >= -1) & (found <= 1 + 1e-12)).all()
        between = found[(found > -1) & (found < 0)]
        assert key in LEVEL or (np.diff(between) > 0).all()
        assert (scores[0] < scores[-1]) == (row.better == "higher")


def test_models_by_groups_equal_one_by_one():
    totals, positives = np.array([10, 25, 10, 7]), np.array([4, 9, 4, 0])
    rng = np.random.default_rng(3)
    tp, fp = rng.integers(0, positives + 1, (3, 4)), rng.integers(0, totals - positives + 1, (3, 4))
    counts = Counts(tp=tp, fp=fp, fn=positives - tp, tn=totals - positives - fp)
    for key in (*JUDGING, "PP"):
        scores = MEASURES[key](counts)
        together = rescale(scores, key, totals, positives)
        apart = [
            [float(rescale(s, key, M, P)) for s, M, P in zip(row, totals, positives, strict=True)] for row in scores
        ]
        np.testing.assert_array_equal(together, apart, err_msg=key)


def test_what_cannot_be_is_said():
    for score, key, total, positives, words in (
        (1.2, "ACC", 10, 5, "a score of 1.2 is better than the best possible on these classes, 1$"),
        (-0.1, "ERR", 10, 5, "a score of -0.1 is better than the best possible on these classes, 0$"),
        (5, "TP", 10, 4, "a score of 5 is better than the best possible on these classes, 4$"),
        (1 + 1e-9, "F1", 10, 5, "a score of 1 is better than the best possible on these classes, 1$"),
        (math.inf, "MCC", 10, 5, "a score of inf is better than the best possible on these classes, 1$"),
        ([0.5, math.nan, 1.5, 1.7], "ACC", 10, 5, "a score of 1.5 is better than the best possible"),
        ([7, 7], "TN", [20, 10], [10, 4], "a score of 7 is better than the best possible on these classes, 6$"),
        (0.5, "accurate", 10, 5, "measure must be one of the known names"),
        (0.5, "ACC", 10, 11, "must be between 0 and M = 10, got 11"),
    ):
        with pytest.raises(InputError, match=words):
            rescale(score, key, total, positives)


def test_one_score_on_many_classes_and_many_scores_on_one():
    assert rescale(0.9, "ACC", [10, 10, 20], [5, 3, 19]).tolist() == pytest.approx([0.8, 2 / 3, -1 / 18])
    assert rescale([[0.9], [0.5]], "ACC", 10, [[5, 3]]).shape == (2, 2)
    assert rescale([], "ACC", 10, 5).shape == (0,)
    assert rescale([0.5, 0.9], measure("ACC"), np.int64(10), 5.0).tolist() == pytest.approx([0, 0.8])


def test_no_value_without_a_score_a_baseline_or_a_judgement():
    assert np.isnan(rescale([math.nan, 0.5, math.nan], "ACC", 10, 4)).tolist() == [True, False, True]
    for key in ("TPR", "F1", "J", "BACC", "MCC", "G2", "TS", "CC", "PT", "FM", "PLR", "DOR"):
        assert math.isnan(rescale(0.5, key, 10, 0)), key
    for key in ("TNR", "NF1", "J", "BACC", "MCC", "G2", "CC", "NLR"):
        assert math.isnan(rescale(0.5, key, 10, 10)), key
    for key in BETTER["neither"]:
        assert np.isnan(rescale([0.0, 0.4, 1.0, 7.0], key, 10, 4)).all(), "it does not judge, so nothing is too good"
    assert np.isnan(rescale(0.5, "TPR", [10, 10], [0, 4])).tolist() == [True, False]


@given(total=st.integers(2, 60), data=st.data())
def test_balanced_accuracy_is_that_of_scikit_learn_adjusted_for_chance(total, data):
    positives = data.draw(st.integers(1, total - 1))
    truth = np.array([1] * positives + [0] * (total - positives))
    called = np.array(data.draw(st.lists(st.integers(0, 1), min_size=total, max_size=total)))
    adjusted = balanced_accuracy_score(truth, called, adjusted=True)
    score = measure("BACC")(Counts.of_labels(truth, called))
    found = rescale(score, "BACC", total, positives)
    assert found == pytest.approx(adjusted if adjusted > 1e-12 else 0 if adjusted > -1e-12 else -1, abs=1e-12)
    assert beyond(score, "BACC", total, positives) == pytest.approx(adjusted, abs=1e-12)


def test_g_mean_2_in_large_data_against_fifty_digits():
    total, positives = 2_000, 600
    n = dutch_draw.baseline("G2", total, positives).argmax[0][0]
    best, _, _ = oracles.moments(DEFINITIONS["G2"], total, positives, n)
    right = (Decimal("0.8") - best) / (1 - best)
    assert rescale(0.8, "G2", total, positives) == pytest.approx(float(right), rel=1e-12)


# Beyond chance: the scale that goes on evenly below it --------------------------------------------------------------


@by_classes
def test_below_chance_the_scale_runs_on_to_the_worst_table(classes):
    """Every table of small classes, by exact fractions; above chance both scales are one."""
    for key in JUDGING:
        sign = 1 if key in BETTER["higher"] else -1
        for total, positives in nonempty(classes):
            cells = tables(total, positives)
            scores = MEASURES[key](Counts(**dict(zip(("tp", "fp", "fn", "tn"), np.array(cells).T, strict=True))))
            found, marked = beyond(scores, key, total, positives), marks(key, total, positives)
            values = [DEFINITIONS[key](*table) for table in cells]
            if marked is None or all(value is None for value in values):
                assert np.isnan(found).all()
                continue
            _, best, perfect = marked
            poorest = min(sign * Fraction(value) for value in values if value is not None)
            for value, place in zip(values, found, strict=True):
                if value is None:
                    assert math.isnan(place)
                    continue
                m = sign * Fraction(value)
                if same(m, best):
                    assert place == 0
                elif m < best:
                    assert place == pytest.approx(float((m - best) / (best - poorest)), rel=1e-9), key
                else:
                    above = math.nan if perfect is None else float((m - best) / (perfect - best))
                    assert place == pytest.approx(above, rel=1e-9, nan_ok=True), key


def test_the_scale_is_continuous_and_rises_with_the_score():
    """Even steps of the score are even steps from the worst, -1, to chance, 0, and from there to perfect, 1."""
    for key, (total, positives) in itertools.product(JUDGING, SOME):
        row, _, best, ideal = worth(key, total, positives)
        poorest = row.poorest(total, positives)
        far = best if key in ENDLESS else ideal
        above = np.linspace(best, far, 201)[1:] if far != best else []
        found = beyond(np.concatenate([np.linspace(poorest, best, 201), above]), key, total, positives)
        assert found[0] == -1
        np.testing.assert_allclose(np.diff(found), 0.005, rtol=1e-6, err_msg=key)
        assert beyond(poorest - (best - poorest), key, total, positives) == -1
    assert beyond([0.48, 0.5, 0.52], "ACC", 50, 25).tolist() == pytest.approx([-0.04, 0, 0.04])
    assert beyond([-1e-9, 0, 1e-9], "MCC", 50, 25).tolist() == pytest.approx([-1e-9, 0, 1e-9], abs=1e-12)


def test_a_formula_has_a_worst_value_too():
    for text, (total, positives) in itertools.product(("= min(tp/p, tn/n)", "= log(tp/fp)", "net = tp - 3*fp"), SOME):
        row = measure(text)
        tp, fp = (grid.ravel() for grid in np.meshgrid(np.arange(positives + 1), np.arange(total - positives + 1)))
        values = row(Counts(tp=tp, fp=fp, fn=positives - tp, tn=total - positives - fp))
        assert row.poorest(total, positives) == np.nanmin(values)
        assert beyond(np.nanmin(values), text, total, positives) == -1
