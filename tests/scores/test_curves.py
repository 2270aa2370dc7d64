"""Curves of scores against scikit-learn and scipy, and against loops over cases in fractions."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ks_2samp
from sklearn.metrics import average_precision_score, det_curve, precision_recall_curve, roc_auc_score, roc_curve

from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.curves import area, convex_hull, curve, gini, partial_area, point, precision_recall, roc, toc
from ddcore.table import ScoreTable
from tests.helpers.scores import (
    NAN,
    both_classes,
    close,
    counted,
    every_kind,
    large,
    levels,
    path,
    some_cases,
    tabled,
    thresholds,
    tied,
    upside_down,
)
from tests.helpers.tiers import some_of

# Loops over cases ------------------------------------------------------------------------------------------------


def quotient(top, bottom):
    return Fraction(top, bottom) if bottom else NAN


def gain(wrong, tp, positives, negatives):
    """Flach & Kull (2015), theorem 1: (v - π) / ((1 - π) v) for precision or recall v."""
    if not tp or not negatives:
        return NAN
    share, value = Fraction(positives, positives + negatives), Fraction(tp, tp + wrong)
    return (value - share) / ((1 - share) * value)


def lift(tp, fp, positives, negatives):
    if not positives or not tp + fp:
        return NAN
    return Fraction(tp, tp + fp) / Fraction(positives, positives + negatives)


def gap(tp, fp, positives, negatives):
    return Fraction(tp, positives) - Fraction(fp, negatives) if positives and negatives else NAN


POINTS = {
    "roc": lambda tp, fp, P, N, t: (quotient(fp, N), quotient(tp, P)),
    "precision_recall": lambda tp, fp, P, N, t: (quotient(tp, P), Fraction(tp, tp + fp) if tp + fp else 1),
    "precision_recall_gain": lambda tp, fp, P, N, t: (gain(P - tp, tp, P, N), gain(fp, tp, P, N)),
    "toc": lambda tp, fp, P, N, t: (tp + fp, tp),
    "gain": lambda tp, fp, P, N, t: (Fraction(tp + fp, P + N), quotient(tp, P)),
    "lift": lambda tp, fp, P, N, t: (Fraction(tp + fp, P + N), lift(tp, fp, P, N)),
    "det": lambda tp, fp, P, N, t: (quotient(fp, N), quotient(P - tp, P)),
    "ks": lambda tp, fp, P, N, t: (t, gap(tp, fp, P, N)),
}
"""What each kind draws, by its definition."""


def pairs(cases):
    """Share of pairs of a positive and a negative case in which the positive one is ahead, ties by half."""
    up, down = ([score for score, true in cases if bool(true) == one] for one in (True, False))
    ahead = sum(Fraction(1) if a > b else Fraction(1, 2) if a == b else Fraction(0) for a in up for b in down)
    return ahead / (len(up) * len(down))


def mean_precision(cases):
    """Mean over the positive cases of the precision at their score."""
    places = [counted(cases, score)[:2] for score, true in cases if true]
    return sum(Fraction(tp, tp + fp) for tp, fp in places) / len(places)


def gain_area(cases):
    """Share of pairs of a positive and any case in which the positive one is ahead, itself and ties by half."""
    _, _, P, N = counted(cases, math.inf)
    return (Fraction(P) / 2 + N * pairs(cases)) / (P + N)


def area_of_gains(cases):
    """Trapezoids of the gains of every line of the ROC curve, cut where the recall is the share of positives."""
    _, _, P, N = counted(cases, math.inf)
    start, whole, places = Fraction(P * P, P + N), Fraction(0), path(cases)
    for (fp0, tp0), (fp1, tp1) in itertools.pairwise(places):
        if tp1 <= start or tp1 == tp0:
            continue
        if tp0 < start:
            fp0, tp0 = fp0 + (fp1 - fp0) * (start - tp0) / (tp1 - tp0), start
        low, high = ((1 - P * (P - tp) / (N * tp), 1 - P * fp / (N * tp)) for fp, tp in ((fp0, tp0), (fp1, tp1)))
        whole += (high[0] - low[0]) * (low[1] + high[1]) / 2
    return whole


def top_lift(cases):
    """Positives expected in the tenth that scores highest, ties in proportion, over a tenth of the positives."""
    room, found = Fraction(len(cases), 10), Fraction(0)
    for score in sorted({score for score, _ in cases}, reverse=True):
        tied = [true for one, true in cases if one == score]
        taken = min(room, Fraction(len(tied)))
        found, room = found + taken * sum(map(bool, tied)) / len(tied), room - taken
    return found / Fraction(sum(bool(true) for _, true in cases), 10)


def equal_error(cases):
    """Where the straight lines of (FPR, FNR) cross the diagonal."""
    _, _, P, N = counted(cases, math.inf)
    rates = [(fp / N, 1 - tp / P) for fp, tp in path(cases)]
    for (a, b), (c, d) in itertools.pairwise(rates):
        if a <= b and c >= d:
            share = (b - a) / ((b - a) + (c - d))
            return a + share * (c - a)
    raise AssertionError("no crossing")


def widest(cases):
    return max(abs(gap(*counted(cases, threshold))) for threshold in thresholds(cases))


AREAS = dict.fromkeys(POINTS, lambda cases: NAN) | {
    "roc": pairs,
    "precision_recall": mean_precision,
    "precision_recall_gain": area_of_gains,
    "toc": pairs,
    "gain": gain_area,
}

SUMMARIES = AREAS | {"lift": top_lift, "det": equal_error, "ks": widest}

ALONE = dict.fromkeys(POINTS, (NAN, NAN)) | {"precision_recall": (1, NAN), "gain": (0.5, NAN), "lift": (1, NAN)}
"""What each kind is quoted by with positive cases only, and with negative cases only."""


def test_each_kind_has_its_witnesses():
    assert set(POINTS) == set(AREAS) == set(SUMMARIES) == set(CURVE_KINDS)
    assert all(kind.key == key for key, kind in CURVE_KINDS.items())


# The tally -------------------------------------------------------------------------------------------------------


@given(
    rows=st.lists(st.tuples(st.sampled_from([0.3, 0.0, -0.0, 7.0]), *[st.integers(0, 4)] * 2), max_size=12),
)
def test_tallies_of_one_score_are_added(rows):
    columns = [np.array([row[i] for row in rows], dtype) for i, dtype in enumerate((float, int, int))]
    before = [column.copy() for column in columns]
    found = ScoreTable.summed(*columns)
    assert found.score.tolist() == sorted({score for score, _, _ in rows})
    for i, tally in ((1, found.positives), (2, found.negatives)):
        assert tally.tolist() == [sum(row[i] for row in rows if row[0] == score) for score in found.score]
        assert tally.dtype.kind == "i"
    for column, old in zip(columns, before, strict=True):
        np.testing.assert_array_equal(column, old)


# Points ----------------------------------------------------------------------------------------------------------


@given(cases=some_cases)
def test_every_point_is_that_of_counting(cases):
    table, limits = tabled(cases), thresholds(cases)
    cells = [counted(cases, threshold) for threshold in limits]
    for key, kind in CURVE_KINDS.items():
        found = curve(table, key)
        assert found.kind is kind
        assert found.threshold.tolist() == limits
        assert (found.positives, found.negatives) == cells[-1][2:]
        right = [POINTS[key](*four, limit) for four, limit in zip(cells, limits, strict=True)]
        for ours, place in ((found.x, 0), (found.y, 1)):
            assert ours.tolist() == pytest.approx(
                [float(one[place]) for one in right], rel=1e-12, abs=1e-13, nan_ok=True
            ), key


@given(cases=both_classes | upside_down)
def test_areas_and_summaries_are_those_of_counting(cases):
    table = tabled(cases)
    for kind in CURVE_KINDS:
        found = curve(table, kind)
        assert area(found) == close(AREAS[kind](cases)), kind
        assert found.summary == close(SUMMARIES[kind](cases)), kind
    assert gini(table) == close(2 * pairs(cases) - 1)
    assert table.auc == close(pairs(cases))


def test_one_class_only_has_the_value_it_has_or_none():
    for truth, size, distinct in itertools.product((True, False), (1, 5), (1, 5)):
        table = tabled([(0.1 * (i % distinct), truth) for i in range(size)])
        for kind, (positives, negatives) in ALONE.items():
            found, right = curve(table, kind), positives if truth else negatives
            assert found.summary == close(right), kind
            assert area(found) == close(NAN if CURVE_KINDS[kind].area is None else right), kind
    for table in (ScoreTable.of([], []), ScoreTable.of([0.1, 0.2], [0, 1], weight=[0.0] * 2)):
        for kind in CURVE_KINDS:
            assert np.isnan([area(curve(table, kind)), curve(table, kind).summary]).all(), kind


def test_one_class_only_has_no_area_of_pairs():
    for truth in (True, False):
        table = tabled([(0.1, truth), (0.4, truth), (0.4, truth)])
        parts = [partial_area(table, low, high) for low, high in ((0, 1), (0.2, 0.7))]
        hull = convex_hull(table)
        assert np.isnan([gini(table), area(hull), *(one.raw for one in parts), *(one.mcclish for one in parts)]).all()
        assert len(hull.threshold) == 2


def test_a_draw_without_skill_lies_on_the_line_of_chance():
    """Two positives to one negative at each score, which is the mean of every draw."""
    table = ScoreTable(np.array([0.1, 0.2, 0.5]), np.array([2, 4, 6]), np.array([1, 2, 3]))
    for kind in CURVE_KINDS:
        found, line = curve(table, kind), CURVE_KINDS[kind].chance(12.0, 6.0)
        if kind == "ks":
            assert line == ()
            np.testing.assert_allclose(found.y, 0, atol=1e-15)
            continue
        (x0, y0), (x1, y1) = line[0], line[-1]
        inner = slice(0, -1)  # nothing predicted positive is on no line of precision
        right = y0 + (found.x[inner] - x0) * (y1 - y0) / (x1 - x0)
        np.testing.assert_allclose(found.y[inner], right, atol=1e-14, err_msg=kind)


# The gain curve's start ------------------------------------------------------------------------------------------


def test_the_gain_area_starts_on_the_line_from_the_threshold_before():
    """By hand; scores fall from left to right. The line to the first positive starts at the negatives above it."""
    by_hand = {"10100": Fraction(2, 3), "11001": Fraction(1, 16), "01010": Fraction(1, 12), "00111": Fraction(-1, 3)}
    for truth, right in by_hand.items():
        cases = [(-i, true == "1") for i, true in enumerate(truth)]
        assert area_of_gains(cases) == right
        assert area(curve(tabled(cases), "precision_recall_gain")) == close(right)


# scikit-learn and scipy ------------------------------------------------------------------------------------------


def test_roc_precision_recall_and_det_are_those_of_scikit_learn():
    truth, score = tied(0)
    table = ScoreTable.of(score, truth)
    false_rate, true_rate, limits = roc_curve(truth, score, drop_intermediate=False)
    np.testing.assert_allclose((roc(table).x[::-1], roc(table).y[::-1]), (false_rate, true_rate), rtol=1e-15)
    np.testing.assert_array_equal(roc(table).threshold[::-1], limits)
    precision, recall, limits = precision_recall_curve(truth, score)
    found = precision_recall(table)
    np.testing.assert_allclose((found.x, found.y), (recall, precision), rtol=1e-15)
    np.testing.assert_array_equal(found.threshold[:-1], limits)
    false_rate, missed, limits = det_curve(truth, score, drop_intermediate=False)
    found = curve(table, "det")
    places = np.searchsorted(found.threshold, limits)
    assert places.size > 40
    np.testing.assert_allclose((found.x[places], found.y[places]), (false_rate, missed), rtol=1e-13)


@pytest.mark.parametrize("weighted", [False, True])
def test_areas_are_those_of_scikit_learn(weighted):
    truth, score = tied(2)
    weight = np.random.default_rng(2).exponential(size=truth.size) if weighted else None
    table = ScoreTable.of(score, truth, weight=weight)
    auc = roc_auc_score(truth, score, sample_weight=weight)
    assert (area(roc(table)), area(toc(table))) == pytest.approx((auc, auc), rel=1e-12)
    assert gini(table) == pytest.approx(2 * auc - 1, rel=1e-11)
    right = average_precision_score(truth, score, sample_weight=weight)
    assert area(precision_recall(table)) == pytest.approx(right, rel=1e-12)


def test_the_largest_gap_is_the_one_sided_statistic_of_scipy():
    for size in (5, 60, 10**9):
        truth, score = tied(1, 200, size)
        right = ks_2samp(score[truth == 1], score[truth == 0], method="asymp").statistic
        assert curve(ScoreTable.of(score, truth), "ks").summary == pytest.approx(right, abs=1e-14)


# Weights and empty rows ------------------------------------------------------------------------------------------


@given(rows=st.lists(st.tuples(levels, st.booleans(), st.integers(0, 4)), min_size=1, max_size=12))
def test_weights_are_repeated_cases(rows):
    rows = [*rows, (0.3, True, 3), (0.5, False, 2)]
    score, truth, times = (np.array(column) for column in zip(*rows, strict=True))
    weighted = ScoreTable.of(score, truth, positive=True, weight=times / 4)
    repeated = ScoreTable.of(np.repeat(score, times), np.repeat(truth, times), positive=True)
    assert weighted.positives.dtype == np.float64
    for kind in CURVE_KINDS:
        found, right = curve(weighted, kind), curve(repeated, kind)
        assert (found.positives, found.negatives) == (right.positives / 4, right.negatives / 4)
        unit = 0.25 if kind == "toc" else 1.0
        kept = np.isin(found.threshold, right.threshold)
        np.testing.assert_allclose(found.x[kept], right.x * unit, rtol=1e-13, atol=1e-15, err_msg=kind)
        np.testing.assert_allclose(found.y[kept], right.y * unit, rtol=1e-13, atol=1e-15, err_msg=kind)
        assert (area(found), found.summary) == (close(area(right)), close(right.summary)), kind


@given(cases=both_classes, extra=st.lists(st.sampled_from([-7.0, 0.05, 0.2, 1.0, 99.0]), min_size=1, unique=True))
def test_scores_that_no_case_has_change_no_area_and_no_hull(cases, extra):
    full, none = tabled(cases), np.zeros(len(extra), int)
    columns = ((full.score, extra), (full.positives, none), (full.negatives, none))
    held = ScoreTable.summed(*(np.append(*column) for column in columns))
    assert held.score.size == full.score.size + len(extra)
    places = np.append(np.searchsorted(full.score, held.score), -1)
    for kind in CURVE_KINDS:
        found, right = curve(held, kind), curve(full, kind)
        assert (area(found), found.summary) == (close(area(right)), close(right.summary)), kind
        if kind != "ks":
            np.testing.assert_array_equal(found.x, right.x[places], err_msg=kind)
            np.testing.assert_array_equal(found.y, right.y[places], err_msg=kind)
    for values in ("x", "y", "threshold"):
        assert getattr(convex_hull(held), values).tolist() == getattr(convex_hull(full), values).tolist()
    assert partial_area(held, 0.1, 0.6).raw == close(partial_area(full, 0.1, 0.6).raw)


# What a figure draws ---------------------------------------------------------------------------------------------

SQUARE = ["roc", "precision_recall", "precision_recall_gain", "gain"]
"""Kinds whose chart shows 0 to 1 on both axes, whatever the curve does outside."""


def test_the_point_of_a_threshold_is_that_of_counting():
    cases = [(0.1, False), (0.4, True), (0.4, False), (0.8, True), (0.9, False)]
    for kind, threshold in itertools.product(POINTS, (-1.0, 0.1, 0.35, 0.4, 0.5, 1.0)):
        found = point(tabled(cases), kind, threshold)
        x, y = POINTS[kind](*counted(cases, threshold), threshold)
        assert (found.x.shape, found.y.shape, found.threshold.tolist()) == ((1,), (1,), [threshold])
        assert (found.x[0], found.y[0]) == (close(x), close(y)), (kind, threshold)
        assert (found.positives, found.negatives) == (2, 3)


def test_precision_is_drawn_in_steps():
    """Up to each recall the precision is the one there; thresholds fall, and corners have none."""
    found = precision_recall(tabled([(0.1, False), (0.4, True), (0.6, False), (0.8, True)])).thin()
    known = ~np.isnan(found.threshold)
    assert found.threshold[known].tolist() == [0.8, 0.6, 0.4, 0.1]
    assert list(zip(found.x[known], found.y[known], strict=True)) == [(0.5, 1), (0.5, 0.5), (1, 2 / 3), (1, 0.5)]
    assert list(zip(found.x[~known], found.y[~known], strict=True)) == [(0, 1), (0.5, 0.5), (0.5, 2 / 3)]
    assert (np.trapezoid(found.y, found.x), found.summary) == pytest.approx((5 / 6, 5 / 6))


@every_kind
@pytest.mark.parametrize("name", some_of(["noise", "normal", "tied"], "tied"))
def test_drawn_points_are_those_of_their_thresholds_and_every_point_has_the_line_near_it(kind, name):
    """But for corners of steps, which have no threshold, and for the point where a curve enters the chart."""
    found = curve(large()[name], kind)
    line = found.thin()
    known = np.flatnonzero(~np.isnan(line.threshold))
    assert known.size == line.x.size or CURVE_KINDS[kind].steps
    assert known.size > 0.3 * line.x.size
    assert (np.diff(line.threshold[known]) < 0).all()
    inner = known[CURVE_KINDS[kind].left is not None :]
    places = np.searchsorted(found.threshold, line.threshold[inner])
    for values in ("threshold", "x", "y"):
        np.testing.assert_array_equal(getattr(line, values)[inner], getattr(found, values)[places])
    assert line.x.size <= 2000
    assert line.summary == found.summary
    if kind not in SQUARE:
        return
    x, y = found.x[:-1], found.y[:-1]
    seen = np.flatnonzero((x >= 0) & (x <= 1) & (y >= 0) & (y <= 1))
    some = seen[np.linspace(0, seen.size - 1, 100).astype(int)]
    start, stop = (line.x + 1j * line.y)[:-1], (line.x + 1j * line.y)[1:]
    ahead = (x + 1j * y)[some][:, None] - start
    length = np.maximum(np.abs(stop - start), 1e-100)
    along = np.clip((ahead * np.conj(stop - start)).real / length**2, 0, 1)
    assert np.abs(ahead - along * (stop - start)).min(axis=1).max() <= 1.01 / 1000
