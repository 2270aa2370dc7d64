"""Curves over all costs and the H-measure: against fractions, quadrature and scikit-learn."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss

from ddcore.decisions.cost_curves import COST_CURVES, CURVE_LABELS, PLACES, cost_curves, h_measure
from ddcore.decisions.costs import costs
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
from tests.helpers.decisions import refused
from tests.helpers.loops import nonempty

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
            assert PICKS[kind]([exact, right["best"]]) == right["best"], (name, c)


@every_kind
def test_a_draw_calls_as_many_as_scores_taken_as_probabilities_or_as_the_best_threshold(kind):
    """As the best threshold where scores are no probabilities."""
    for cases in SMALL:
        found = cost_curves(tabled(cases), kind, points=24)
        for one, c in nonempty(zip(found.lines["draw"], exactly(kind, found, cases), strict=True)):
            assert one == close(drawn(kind, counted(cases, c), c))
        moved = [(10 * score - 3, true) for score, true in cases]
        found = cost_curves(tabled(moved), kind, points=24)
        assert list(found.lines) == ["best", "all", "none", "draw"]
        for one, c in zip(found.lines["draw"], exactly(kind, found, moved), strict=True):
            assert any(one == close(drawn(kind, cells, c)) for cells in optimal(kind, moved, c)[1])


@every_kind
def test_scores_outside_0_and_1_are_no_probabilities(kind):
    for scores, there in (((0, 1), True), ((0, 1.01), False), ((-0.01, 1), False), ((3, 9), False)):
        table = ScoreTable.of([*scores, *scores], [0, 1, 1, 0])
        assert ("read" in cost_curves(table, kind).lines) is there
    assert "set" not in cost_curves(table, kind).lines
    assert "set" in cost_curves(table, kind, 0.0).lines


@every_kind
def test_every_place_of_a_curve_is_judged_by_cases_that_had_no_say(kind):
    """The same as for one price at a time, whose best threshold is looked for among all of the others."""
    rng = np.random.default_rng(8)
    true = np.repeat([True, False], [12, 20])
    table = ScoreTable.of(np.round(rng.normal(true, 1), 1), true)
    held = Resamples.of(table, 1, rng=rng)
    found = cost_curves(table, kind, points=9, drawn=held)
    assert list(found.lines)[:2] == ["best", "unseen"]
    one = ScoreTable.of([0.1, 0.2, 0.3], [1, 0, 0])
    assert "unseen" not in cost_curves(one, kind, drawn=Resamples.of(one, 1, rng=rng)).lines
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


@every_kind
@given(cases=both_classes, weight=st.lists(st.integers(1, 4), min_size=16, max_size=16))
def test_a_weight_counts_as_so_many_cases(kind, cases, weight):
    weight = weight[: len(cases)]
    many = [case for case, times in zip(cases, weight, strict=True) for _ in range(times)]
    reweighted, repeated = (
        cost_curves(table, kind, 0.4, points=9) for table in (tabled(cases, weight=weight), tabled(many))
    )
    assert list(reweighted.lines) == list(repeated.lines)
    for name in reweighted.lines:
        np.testing.assert_allclose(reweighted.lines[name], repeated.lines[name], rtol=1e-12, atol=1e-12)


@every_kind
def test_the_axis_has_401_places_in_order_and_reaches_its_ends(kind):
    found, row = cost_curves(tabled(SMALL[0]), kind), COST_CURVES[kind]
    assert (found.kind, row.key, found.x.size) == (row, kind, PLACES)
    assert (found.x[0], found.x[-1]) == (0, row.last)
    assert (np.diff(found.x) > 0).all()
    assert all(line.shape == found.x.shape and np.isfinite(line).all() for line in found.lines.values())
    c = np.linspace(0, 1, 101)
    for share in (0.01, 0.3, 0.5, 0.99):
        np.testing.assert_allclose(row.back(row.axis(c, share), share), c, atol=1e-13)
        np.testing.assert_allclose(row.axis(row.back(c, share), share), c, atol=1e-13)
    assert row.better == ("higher" if kind == "decision" else "lower")
    assert list(CURVE_LABELS) == ["best", "unseen", "read", "set", "all", "none", "draw"]


@pytest.mark.parametrize("kind", ["brier", "decision"])
def test_a_score_at_the_place_itself_is_called_positive(kind):
    """A forest of 40 trees gives scores in fortieths; 0.175 is one of them, and so should a place of the axis be."""
    score = [k / 40 for k in range(40) for _ in (0, 1)]
    cases = list(zip(score, [False, True] * 40, strict=True))
    found = cost_curves(tabled(cases), kind, points=41 if kind == "brier" else 100)
    for x, value in nonempty(zip(found.x, found.lines["read"], strict=True)):
        place = Fraction(x).limit_denominator(1000)
        assert value == close(VALUES[kind](counted(cases, float(place)), place)), place


def test_the_axis_of_a_cost_curve_is_the_share_of_positives_in_the_cost_at_stake():
    for tenths in range(11):
        c = Fraction(tenths, 10)
        right = share_of_positives((3, 10, 0, 4), c)
        assert COST_CURVES["cost"].axis(tenths / 10, 3 / 17) == close(right)


def binned(seed, size=60):
    """Scores in tenths, truth and weights, both classes there."""
    rng = np.random.default_rng(seed)
    truth = np.arange(size) % 3 == 0
    return np.clip(rng.integers(0, 9, size) + 2 * truth, 0, 10) / 10, truth, rng.integers(1, 5, size)


@pytest.mark.parametrize("seed", range(3))
def test_areas_below_the_brier_curve_are_brier_scores(seed):
    """From tenth to tenth the line is straight, so that ten values in the middle make the whole integral.

    Isotonic regression makes of scores the probabilities in the same order that have the least Brier score.
    """
    score, truth, weight = binned(seed)
    for share in (weight, None):
        table = ScoreTable.of(score, truth, positive=True, weight=share)
        found = cost_curves(table, "brier", points=21)
        right = brier_score_loss(truth, score, sample_weight=share)
        assert found.lines["read"][1::2].mean() == pytest.approx(right, rel=1e-12)
    found = cost_curves(table, "brier", points=20_001)
    least = brier_score_loss(truth, IsotonicRegression().fit_transform(score, truth))
    assert np.trapezoid(found.lines["best"], found.x) == pytest.approx(least, abs=1e-7)
    # With c uniform, L is half of that, and that of the prevalence is share (1 - share).
    assert h_measure(table, 1, 1) == close(1 - least / truth.mean() / (~truth).mean())
    rng = np.random.default_rng(seed)
    truth = rng.uniform(size=200) < 0.3
    score = rng.beta(2 + truth, 3)
    found = cost_curves(ScoreTable.of(score, truth, positive=True), "brier", points=50_001)
    assert np.trapezoid(found.lines["read"], found.x) == pytest.approx(brier_score_loss(truth, score), abs=4e-5)


def test_what_is_refused():
    for kind in ("", "roc", "Brier", None, 3):
        refused(f"kind must be one of decision, cost, brier, got {kind!r}", cost_curves, tabled(SMALL[0]), kind)
    for kind, truth in itertools.product(COST_CURVES, ([], [0, 0], [1, 1])):
        table = ScoreTable.of(np.arange(len(truth)) / 5, truth)
        refused("costs of both mistakes need cases of both classes", cost_curves, table, kind)
    refused("threshold must be a number, got nan", cost_curves, tabled(SMALL[0]), "cost", math.nan)
    message = "alpha and beta must be finite and above 0, got "
    shown = {(0, 1): "0 and 1", (2, -1): "2 and -1", (None, 0): "1.5 and 0", (math.inf, 1): "inf and 1"}
    for law, said in {**shown, (math.nan, 1): "nan and 1", (1, math.inf): "1 and inf"}.items():
        refused(message + said, h_measure, ScoreTable.of([1, 2], [0, 1]), *law)


@given(
    cases=both_classes,
    law=st.sampled_from([(1, 1), (2, 2), (1, 3), (4, 2), (7, 5)]),
    weight=st.lists(st.integers(1, 4), min_size=16, max_size=16),
)
def test_h_in_fractions(cases, law, weight):
    """It moves with the order of the scores alone, changes alpha and beta with the classes, and counts weights."""
    plain = h_measure(tabled(cases), *law)
    assert plain == close(exact_h(cases, *law), abs=1e-11)
    for move in (math.exp, lambda score: score**3 - 7, lambda score: 1e9 * score):
        assert h_measure(tabled([(move(score), true) for score, true in cases]), *law) == plain
    turned = tabled([(-score, not true) for score, true in cases])
    assert (h_measure(turned, *law[::-1]), h_measure(turned)) == (close(plain), close(h_measure(tabled(cases))))
    many = [case for case, times in zip(cases, weight, strict=False) for _ in range(times)]
    assert h_measure(tabled(cases, weight=weight[: len(cases)])) == close(h_measure(tabled(many)))


def test_h_with_a_narrow_law_loses_no_digit():
    """A rare class, and costs that are almost known; a quadrature passes by such a peak."""
    cases = [*[(1, False)] * 60, (2, True), (2, False), (3, False), (4, True)]
    for law in ((30, 1000), (200, 200), (1000, 3)):
        assert h_measure(tabled(cases), *law) == close(exact_h(cases, *law), abs=1e-11), law


SOME = [*SMALL[:2], [(1, False)] * 8 + [(2, True), (2, False), (3, False), (4, True)]]


@pytest.mark.parametrize("cases", SOME)
def test_h_by_quadrature_its_default_law_and_laws_of_any_shape(cases):
    """Alpha is 1 + the share of positives, beta 1 + the share of negatives (Hand & Anagnostopoulos 2014)."""
    share = Fraction(sum(true for _, true in cases), len(cases))
    found = h_measure(tabled(cases))
    assert found == close(quadrature_h(cases, float(1 + share), float(2 - share)), abs=1e-11)
    assert found == h_measure(tabled(cases), float(1 + share), float(1 + (1 - share)))
    assert h_measure(tabled(cases), alpha=3.5) == close(quadrature_h(cases, 3.5, float(2 - share)), abs=1e-11)
    assert h_measure(tabled(cases), beta=1.25) == close(quadrature_h(cases, float(1 + share), 1.25), abs=1e-11)
    for law in ((0.5, 3), (40, 2.5), (2, 200)):
        assert h_measure(tabled(cases), *law) == close(quadrature_h(cases, *law), abs=1e-9), law


def test_h_of_perfect_constant_and_turned_scores():
    sizes = [(1, 1), (9, 1), (1, 9), (30, 40)]
    for (negatives, positives), law in itertools.product(sizes, [(None, None), (2, 2), (0.5, 5)]):
        truth = np.repeat([0, 1], [negatives, positives])
        rank = np.arange(truth.size)
        found = [h_measure(ScoreTable.of(score, truth), *law) for score in (rank, 0 * rank, -rank)]
        assert found == [close(1), close(0), close(0)]


def test_where_a_class_is_missing_or_no_cost_is_left_h_has_no_value():
    """All costs stand at one end, where a constant answer loses nothing in floats."""
    for truth in ([], [0, 0, 0], [1, 1]):
        assert math.isnan(h_measure(ScoreTable.of(np.arange(len(truth)), truth)))
    for law in ((1e-300, 1e300), (1e300, 1e-300)):
        assert math.isnan(h_measure(tabled(SMALL[0]), *law))
