"""Curves over all costs and the H-measure: against fractions, quadrature and scikit-learn."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss

from ddcore.decisions.cost_curves import COST_CURVES, CURVE_LABELS, PLACES, cost_curves, h_measure
from ddcore.decisions.costs import costs
from ddcore.errors import InputError
from ddcore.scores.resampling import Resamples
from ddcore.scores.thresholds import bootstrap_intervals
from ddcore.table import ScoreTable
from tests.helpers.costs import (
    PICKS,
    SMALL,
    VALUES,
    both_classes,
    close,
    counted,
    drawn,
    every_table,
    exact_h,
    posterior_at,
    quadrature_h,
    share_of_positives,
    tabled,
)
from tests.helpers.loops import nonempty

ONE_TO_FIVE = costs(c10=1, c01=5)


every_kind = pytest.mark.parametrize("kind", COST_CURVES)


def exactly(kind, found, cases):
    """The posterior threshold at each place of a curve, in fractions."""
    cells = counted(cases, math.inf)
    return [posterior_at(kind, x, cells) for x in found.x]


def optimal(kind, cases, c):
    """The best value over all thresholds, and the tables that have it."""
    values = {cells: VALUES[kind](cells, c) for cells in every_table(cases)}
    top = PICKS[kind](values.values())
    return top, [cells for cells, value in values.items() if value == top]


@every_kind
@given(cases=both_classes, at=st.sampled_from([-1.0, 0.0, 0.3, 0.457, 2.0, math.inf]))
def test_every_line_case_by_case(kind, cases, at):
    found = cost_curves(tabled(cases), kind, at, points=12)
    assert list(found.lines) == [key for key in CURVE_LABELS if key != "unseen"]
    value = VALUES[kind]
    for i, c in enumerate(exactly(kind, found, cases)):
        read = counted(cases, c)
        right = {
            "best": optimal(kind, cases, c)[0],
            "read": value(read, c),
            "set": value(counted(cases, at), c),
            "all": value(counted(cases, -math.inf), c),
            "none": value(counted(cases, math.inf), c),
        }
        for name, exact in right.items():
            assert found.lines[name][i] == close(exact), (name, c)


@every_kind
@pytest.mark.parametrize("cases", SMALL)
def test_a_draw_calls_as_many_as_the_scores_taken_as_probabilities(kind, cases):
    found = cost_curves(tabled(cases), kind, points=24)
    for drawn_, c in nonempty(zip(found.lines["draw"], exactly(kind, found, cases), strict=True)):
        assert drawn_ == close(drawn(kind, counted(cases, c), c))


@every_kind
@pytest.mark.parametrize("cases", SMALL)
def test_a_draw_calls_as_many_as_the_best_threshold_where_scores_are_no_probabilities(kind, cases):
    moved = [(10 * score - 3, true) for score, true in cases]
    found = cost_curves(tabled(moved), kind, points=24)
    assert list(found.lines) == ["best", "all", "none", "draw"]
    for drawn_, c in zip(found.lines["draw"], exactly(kind, found, moved), strict=True):
        _, tables = optimal(kind, moved, c)
        assert any(drawn_ == close(drawn(kind, cells, c)) for cells in tables)


@every_kind
@pytest.mark.parametrize(("low", "high", "there"), [(0, 1, True), (0, 1.01, False), (-0.01, 1, False), (3, 9, False)])
def test_scores_outside_0_and_1_are_no_probabilities(kind, low, high, there):
    table = ScoreTable.of([low, 0.5, high, 0.5], [0, 1, 1, 0]) if low < 1 else ScoreTable.of([3, 9], [0, 1])
    assert ("read" in cost_curves(table, kind).lines) is there


@every_kind
def test_without_a_threshold_that_is_set_its_line_is_missing(kind):
    assert "set" not in cost_curves(tabled(SMALL[0]), kind).lines
    assert "set" in cost_curves(tabled(SMALL[0]), kind, 0.0).lines


@every_kind
def test_every_place_of_a_curve_is_judged_by_cases_that_had_no_say(kind):
    """The same as for one price at a time, whose best threshold is looked for among all of the others."""
    rng = np.random.default_rng(8)
    true = np.repeat([True, False], [12, 20])
    table = ScoreTable.of(np.round(rng.normal(true, 1), 1), true)
    held = Resamples.of(table, 1, rng=rng)
    found = cost_curves(table, kind, points=9, drawn=held)
    assert list(found.lines)[:2] == ["best", "unseen"]
    for place, value in list(zip(found.x, found.lines["unseen"], strict=True))[1:-1]:
        c = COST_CURVES[kind].back(place, 12 / 32)
        (sure,) = bootstrap_intervals([costs(c10=c, c01=1 - c)], drawn=held)
        # The mean cost with these prices, in the unit of each curve.
        paid = -sure.value
        right = {
            "decision": (12 / 32 * (1 - c) - paid) / (1 - c),
            "cost": paid / (12 / 32 * (1 - c) + 20 / 32 * c),
            "brier": 2 * paid,
        }
        assert value == close(right[kind]), place


def test_cases_that_had_no_say_need_two_of_each_class():
    one = ScoreTable.of([0.1, 0.2, 0.3], [1, 0, 0])
    held = Resamples.of(one, 1, rng=np.random.default_rng(1))
    assert "unseen" not in cost_curves(one, "cost", drawn=held).lines


@every_kind
@given(cases=both_classes, weight=st.lists(st.integers(1, 4), min_size=16, max_size=16))
def test_a_weight_counts_as_so_many_cases(kind, cases, weight):
    weight = weight[: len(cases)]
    many = [case for case, times in zip(cases, weight, strict=True) for _ in range(times)]
    weighed, repeated = (
        cost_curves(table, kind, 0.4, points=9) for table in (tabled(cases, weight=weight), tabled(many))
    )
    assert list(weighed.lines) == list(repeated.lines)
    for name in weighed.lines:
        np.testing.assert_allclose(weighed.lines[name], repeated.lines[name], rtol=1e-12, atol=1e-12)


@every_kind
def test_the_axis_has_401_places_in_order_and_reaches_its_ends(kind):
    found = cost_curves(tabled(SMALL[0]), kind)
    assert found.x.size == PLACES == 401
    assert (found.x[0], found.x[-1]) == (0, COST_CURVES[kind].last)
    assert (np.diff(found.x) > 0).all()
    assert all(line.shape == found.x.shape and np.isfinite(line).all() for line in found.lines.values())
    assert found.kind is COST_CURVES[kind]


@pytest.mark.parametrize("kind", ["brier", "decision"])
def test_a_score_at_the_place_itself_is_called_positive(kind):
    """A forest of 40 trees gives scores in fortieths; 0.175 is one of them, and so should a place of the axis be."""
    score = [k / 40 for k in range(40) for _ in (0, 1)]
    cases = list(zip(score, [False, True] * 40, strict=True))
    found = cost_curves(tabled(cases), kind, points=41 if kind == "brier" else 100)
    for x, value in nonempty(zip(found.x, found.lines["read"], strict=True)):
        place = Fraction(x).limit_denominator(1000)
        assert value == close(VALUES[kind](counted(cases, float(place)), place)), place


@every_kind
@pytest.mark.parametrize("share", [0.01, 0.3, 0.5, 0.99])
def test_axis_and_back_undo_each_other(kind, share):
    c = np.linspace(0, 1, 101)
    axis, back = COST_CURVES[kind].axis, COST_CURVES[kind].back
    np.testing.assert_allclose(back(axis(c, share), share), c, atol=1e-13)
    np.testing.assert_allclose(axis(back(c, share), share), c, atol=1e-13)


def test_the_axis_of_a_cost_curve_is_the_share_of_positives_in_the_cost_at_stake():
    for tenths in range(11):
        c = Fraction(tenths, 10)
        right = share_of_positives((3, 10, 0, 4), c)
        assert COST_CURVES["cost"].axis(tenths / 10, 3 / 17) == close(right)


@given(cases=both_classes, at=st.sampled_from([-1.0, 0.137, 0.4, 1.0, 5.0]))
def test_a_threshold_is_a_straight_line_from_fpr_to_fnr_on_a_cost_curve(cases, at):
    tp, fp, fn, tn = counted(cases, at)
    found = cost_curves(tabled(cases), "cost", at, points=21)
    np.testing.assert_allclose(found.lines["set"], np.linspace(fp / (fp + tn), fn / (tp + fn), 21), atol=1e-13)
    np.testing.assert_allclose(found.lines["all"], 1 - found.x, atol=1e-13)
    np.testing.assert_allclose(found.lines["none"], found.x, atol=1e-13)


def test_treating_all_and_none_in_a_decision_curve():
    """Prevalence less its complement times the odds, which is 0 at the prevalence; and 0."""
    found = cost_curves(tabled([(0.1, True), (0.2, False), (0.3, False), (0.4, False)]), "decision", points=100)
    odds = np.arange(100) / (100 - np.arange(100))
    np.testing.assert_allclose(found.lines["all"], 0.25 - 0.75 * odds, atol=1e-12)
    assert found.lines["all"][25] == pytest.approx(0, abs=1e-15)
    assert found.lines["none"].tolist() == [0] * 100


def test_four_false_alarms_for_one_hit_at_20_per_cent():
    """As the words of the decision curve say: five called, of which one is a hit, are worth as much as none."""
    cases = [(0.9, True), *[(0.9, False)] * 4, (0.1, False)]
    found = cost_curves(tabled(cases), "decision", at=0.5, points=100)
    assert found.x[20] == pytest.approx(0.2)
    assert found.lines["set"][20] == pytest.approx(0, abs=1e-15)
    assert found.lines["set"][19] > 0 > found.lines["set"][21]


def binned(seed, size=60):
    """Scores in tenths, truth and weights, both classes there."""
    rng = np.random.default_rng(seed)
    truth = np.arange(size) % 3 == 0
    return np.clip(rng.integers(0, 9, size) + 2 * truth, 0, 10) / 10, truth, rng.integers(1, 5, size)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("weighted", [False, True])
def test_the_area_below_the_brier_curve_is_the_brier_score(seed, weighted):
    """From tenth to tenth the line is straight, so that ten values in the middle make the whole integral."""
    score, truth, weight = binned(seed)
    share = weight if weighted else None
    found = cost_curves(ScoreTable.of(score, truth, positive=True, weight=share), "brier", points=21)
    right = brier_score_loss(truth, score, sample_weight=share)
    assert found.lines["read"][1::2].mean() == pytest.approx(right, rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_the_area_below_the_brier_curve_of_scores_of_any_kind(seed):
    rng = np.random.default_rng(seed)
    truth = rng.uniform(size=200) < 0.3
    score = rng.beta(2 + truth, 3)
    found = cost_curves(ScoreTable.of(score, truth, positive=True), "brier", points=200_001)
    assert np.trapezoid(found.lines["read"], found.x) == pytest.approx(brier_score_loss(truth, score), abs=1e-5)


@pytest.mark.parametrize("seed", range(3))
def test_the_area_below_the_best_line_is_the_brier_score_of_the_best_probabilities(seed):
    """Isotonic regression makes of scores the probabilities in the same order that have the least Brier score."""
    score, truth, _ = binned(seed)
    found = cost_curves(ScoreTable.of(score, truth, positive=True), "brier", points=20_001)
    right = brier_score_loss(truth, IsotonicRegression().fit_transform(score, truth))
    assert np.trapezoid(found.lines["best"], found.x) == pytest.approx(right, abs=1e-7)


@every_kind
@given(cases=both_classes, at=st.floats(-0.5, 1.5))
def test_no_line_passes_the_best_one(kind, cases, at):
    found = cost_curves(tabled(cases), kind, at, points=25)
    upward = 1 if COST_CURVES[kind].better == "higher" else -1
    for name in ("all", "none", "read", "set"):
        assert (upward * (found.lines["best"] - found.lines[name]) >= -1e-12).all()


@every_kind
def test_perfect_scores_make_no_mistake_and_constant_ones_are_as_good_as_a_constant_answer(kind):
    perfect = cost_curves(tabled([(0.1, False), (0.2, False), (0.8, True)]), kind)
    right = 1 / 3 if kind == "decision" else 0
    np.testing.assert_allclose(perfect.lines["best"], right, atol=1e-13)
    flat = cost_curves(tabled([(0.5, False), (0.5, False), (0.5, True)]), kind)
    better = np.maximum if kind == "decision" else np.minimum
    np.testing.assert_allclose(flat.lines["best"], better(flat.lines["all"], flat.lines["none"]), atol=1e-13)


@pytest.mark.parametrize("kind", ["", "roc", "Brier", None, 3])
def test_an_unknown_kind(kind):
    sentence = re.escape(f"kind must be one of decision, cost, brier, got {kind!r}")
    with pytest.raises(InputError, match=f"^{sentence}$"):
        cost_curves(tabled(SMALL[0]), kind)


@every_kind
@pytest.mark.parametrize("truth", [[], [0, 0], [1, 1]])
def test_curves_need_cases_of_both_classes(kind, truth):
    with pytest.raises(InputError, match=r"^costs of both mistakes need cases of both classes$"):
        cost_curves(ScoreTable.of(np.arange(len(truth)) / 5, truth), kind)


def test_a_threshold_that_is_set_is_a_number():
    with pytest.raises(InputError, match=r"^threshold must be a number, got nan$"):
        cost_curves(tabled(SMALL[0]), "cost", math.nan)


# Words ------------------------------------------------------------------------------------------------------------


def test_kinds_and_lines_stand_under_their_names():
    assert list(COST_CURVES) == [kind.key for kind in COST_CURVES.values()] == ["decision", "cost", "brier"]
    assert list(CURVE_LABELS) == ["best", "unseen", "read", "set", "all", "none", "draw"]
    assert {kind.key: kind.better for kind in COST_CURVES.values()} == {
        "decision": "higher", "cost": "lower", "brier": "lower",
    }  # fmt: skip


@every_kind
def test_every_kind_says_what_it_is(kind):
    row = COST_CURVES[kind]
    assert all(text and text == text.strip() for text in (row.title, row.x_title, row.y_title, row.words))
    assert row.title[0].isupper()
    assert row.words[0].isupper()
    assert row.words.endswith(".")
    assert "  " not in row.words
    assert re.fullmatch(r".+ \((19|20)\d\d\)", row.source)
    assert 0 < row.last <= 1


def test_every_line_has_words_of_its_own():
    assert len(set(CURVE_LABELS.values())) == len(CURVE_LABELS)
    assert all(words == words.strip() and words[0].islower() and words[-1] != "." for words in CURVE_LABELS.values())


def test_titles_are_different():
    assert (
        len({kind.title for kind in COST_CURVES.values()}) == len({kind.source for kind in COST_CURVES.values()}) == 3
    )


# The H-measure ----------------------------------------------------------------------------------------------------


@given(cases=both_classes, law=st.sampled_from([(1, 1), (2, 2), (1, 3), (4, 2), (7, 5)]))
def test_h_in_fractions(cases, law):
    assert h_measure(tabled(cases), *law) == close(exact_h(cases, *law), abs=1e-11)


def test_h_of_four_cases_by_hand():
    """Scores 1 to 4, truth 0, 1, 0, 1; losses of four cases. From score 2 on there is one false alarm, from 4 on one
    miss: the lesser of c and 1 - c. Always or never positive make two mistakes: half is saved, whatever the law."""
    cases = [(1, False), (2, True), (3, False), (4, True)]
    assert exact_h(cases, 2, 2) == exact_h(cases, 1, 5) == Fraction(1, 2)
    for law in ((2, 2), (0.3, 11), (None, None)):
        assert h_measure(tabled(cases), *law) == close(0.5)


@pytest.mark.parametrize("law", [(30, 1000), (200, 200), (1000, 3)])
def test_h_with_a_narrow_law_loses_no_digit(law):
    """A rare class, and costs that are almost known; a quadrature passes by such a peak."""
    cases = [*[(1, False)] * 60, (2, True), (2, False), (3, False), (4, True)]
    assert h_measure(tabled(cases), *law) == close(exact_h(cases, *law), abs=1e-11)


SOME = [
    *SMALL,
    [(1, False)] * 8 + [(2, True), (2, False), (3, False), (4, True)],
    [(1, False), (1, True), (2, True), (2, True), (3, False), (3, True), (4, True), (4, True), (5, True)],
]


@pytest.mark.parametrize("cases", SOME)
def test_h_by_quadrature_and_its_default_law(cases):
    """Alpha is 1 + the share of positives, beta 1 + the share of negatives (Hand & Anagnostopoulos 2014)."""
    share = Fraction(sum(true for _, true in cases), len(cases))
    found = h_measure(tabled(cases))
    assert found == close(quadrature_h(cases, float(1 + share), float(2 - share)), abs=1e-11)
    assert found == h_measure(tabled(cases), float(1 + share), float(1 + (1 - share)))
    assert h_measure(tabled(cases), alpha=3.5) == close(quadrature_h(cases, 3.5, float(2 - share)), abs=1e-11)
    assert h_measure(tabled(cases), beta=1.25) == close(quadrature_h(cases, float(1 + share), 1.25), abs=1e-11)


@pytest.mark.parametrize("cases", SOME)
@pytest.mark.parametrize("law", [(0.5, 3), (0.5, 0.5), (40, 2.5), (2, 200), (200, 2)])
def test_h_by_quadrature_with_laws_of_any_shape(cases, law):
    assert h_measure(tabled(cases), *law) == close(quadrature_h(cases, *law), abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_h_with_equal_chances_is_what_isotonic_regression_saves_of_the_brier_score(seed):
    """With c uniform, L is half of the Brier score of the best probabilities in that order, and that of the prevalence
    is share (1 - share)."""
    score, truth, _ = binned(seed)
    right = (
        1 - brier_score_loss(truth, IsotonicRegression().fit_transform(score, truth)) / truth.mean() / (~truth).mean()
    )
    assert h_measure(ScoreTable.of(score, truth, positive=True), 1, 1) == close(right)


@given(cases=both_classes, weight=st.lists(st.integers(1, 4), min_size=16, max_size=16))
def test_h_of_weighted_cases_is_that_of_so_many(cases, weight):
    weight = weight[: len(cases)]
    many = [case for case, times in zip(cases, weight, strict=True) for _ in range(times)]
    assert h_measure(tabled(cases, weight=weight)) == close(h_measure(tabled(many)))


@pytest.mark.parametrize(("negatives", "positives"), [(1, 1), (9, 1), (1, 9), (30, 40)])
@pytest.mark.parametrize("law", [(None, None), (2, 2), (0.5, 5)])
def test_h_of_perfect_constant_and_turned_scores(negatives, positives, law):
    truth = np.repeat([0, 1], [negatives, positives])
    rank = np.arange(truth.size)
    assert h_measure(ScoreTable.of(rank, truth), *law) == close(1)
    assert h_measure(ScoreTable.of(0 * rank, truth), *law) == close(0)
    assert h_measure(ScoreTable.of(-rank, truth), *law) == close(0)


@given(cases=both_classes)
def test_h_is_between_0_and_1_and_moves_with_the_order_of_the_scores_alone(cases):
    plain = h_measure(tabled(cases))
    assert -1e-12 <= plain <= 1 + 1e-12
    for move in (math.exp, lambda score: score**3 - 7, lambda score: 1e9 * score):
        assert h_measure(tabled([(move(score), true) for score, true in cases])) == plain


@given(cases=both_classes, law=st.sampled_from([(None, None), (2, 5), (1.5, 1.5), (0.5, 2)]))
def test_h_is_the_same_for_the_other_class_with_the_other_sign(cases, law):
    """Alpha and beta change places with the classes, and so do their defaults."""
    turned = tabled([(-score, not true) for score, true in cases])
    assert h_measure(turned, *law[::-1]) == close(h_measure(tabled(cases), *law))


@pytest.mark.parametrize("truth", [[], [0, 0, 0], [1, 1]])
def test_h_needs_both_classes(truth):
    assert math.isnan(h_measure(ScoreTable.of(np.arange(len(truth)), truth)))


@pytest.mark.parametrize(
    ("law", "shown"),
    [((0, 1), "0 and 1"), ((2, -1), "2 and -1"), ((math.nan, 1), "nan and 1"), ((None, 0), "1.5 and 0")],
)
def test_alpha_and_beta_are_above_0(law, shown):
    with pytest.raises(InputError, match=f"^alpha and beta must be finite and above 0, got {shown}$"):
        h_measure(ScoreTable.of([1, 2], [0, 1]), *law)


@pytest.mark.parametrize("law", [(math.inf, 1), (1, math.inf), (math.inf, math.inf)])
def test_alpha_and_beta_are_finite(law):
    with pytest.raises(InputError, match=r"^alpha and beta must be "):
        h_measure(tabled(SMALL[0]), *law)


@pytest.mark.parametrize("law", [(1e-300, 1e300), (1e300, 1e-300)])
def test_where_no_cost_is_left_h_has_no_value(law):
    """All costs stand at one end, where a constant answer loses nothing in floats."""
    assert math.isnan(h_measure(tabled(SMALL[0]), *law))
