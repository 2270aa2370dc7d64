"""Curves of scores against scikit-learn and scipy, and against loops over cases in fractions."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ks_2samp
from sklearn.metrics import (
    average_precision_score,
    det_curve,
    precision_recall_curve,
    roc_auc_score,
    roc_curve,
)

from ddcore.read import read
from ddcore.samples import SAMPLES
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


def nothing(cases):
    return NAN


AREAS = {
    "roc": pairs,
    "precision_recall": mean_precision,
    "precision_recall_gain": area_of_gains,
    "toc": pairs,
    "gain": gain_area,
    "lift": nothing,
    "det": nothing,
    "ks": nothing,
}

SUMMARIES = AREAS | {"lift": top_lift, "det": equal_error, "ks": widest}

ALONE = {
    "roc": (NAN, NAN),
    "precision_recall": (1, NAN),
    "precision_recall_gain": (NAN, NAN),
    "toc": (NAN, NAN),
    "gain": (0.5, NAN),
    "lift": (1, NAN),
    "det": (NAN, NAN),
    "ks": (NAN, NAN),
}
"""What each kind is quoted by with positive cases only, and with negative cases only."""


def test_each_kind_has_its_witnesses():
    assert set(POINTS) == set(AREAS) == set(SUMMARIES) == set(ALONE) == set(CURVE_KINDS)
    assert all(kind.key == key for key, kind in CURVE_KINDS.items())


# The tally -------------------------------------------------------------------------------------------------------


@given(
    rows=st.lists(
        st.tuples(st.sampled_from([0.3, 0.1, 0.0, -0.0, 7.0]), st.integers(0, 4), st.integers(0, 4)), max_size=12
    )
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


def test_tallies_of_weights_are_added_as_fractions_of_two():
    score, tally = np.array([0.5, 0.2, 0.5, 0.5]), np.array([0.25, 1.5, 3.0, 0.125])
    found = ScoreTable.summed(score, tally, tally[::-1])
    assert found.positives.tolist() == [1.5, 3.375]
    assert found.negatives.tolist() == [3.0, 1.875]


# Points ----------------------------------------------------------------------------------------------------------


@every_kind
@given(cases=some_cases)
def test_every_point_is_that_of_counting(kind, cases):
    found = curve(tabled(cases), kind)
    assert found.kind is CURVE_KINDS[kind]
    assert found.threshold.tolist() == thresholds(cases)
    assert (found.positives, found.negatives) == counted(cases, math.inf)[2:]
    assert found.x.size == found.y.size == found.threshold.size
    for x, y, threshold in zip(found.x, found.y, found.threshold, strict=True):
        right = POINTS[kind](*counted(cases, threshold), threshold)
        assert x == close(right[0])
        assert y == close(right[1])


@every_kind
@given(cases=both_classes | upside_down)
def test_areas_and_summaries_are_those_of_counting(kind, cases):
    found = curve(tabled(cases), kind)
    assert area(found) == close(AREAS[kind](cases))
    assert found.summary == close(SUMMARIES[kind](cases))


@every_kind
@pytest.mark.parametrize("size", [1, 2, 5])
def test_one_class_only_has_the_value_it_has_or_none(kind, size):
    for truth, right in zip((True, False), ALONE[kind], strict=True):
        for distinct in (1, size):
            table = tabled([(0.1 * (i % distinct), truth) for i in range(size)])
            found = curve(table, kind)
            assert found.summary == close(right)
            assert area(found) == close(NAN if CURVE_KINDS[kind].area is None else right)


@pytest.mark.parametrize("truth", [True, False])
def test_one_class_only_has_no_area_of_pairs(truth):
    table = tabled([(0.1, truth), (0.4, truth), (0.4, truth)])
    assert math.isnan(gini(table))
    for low, high in ((0, 1), (0.2, 0.7)):
        found = partial_area(table, low, high)
        assert math.isnan(found.raw)
        assert math.isnan(found.mcclish)
    assert math.isnan(area(convex_hull(table)))
    assert len(convex_hull(table).threshold) == 2


@every_kind
@pytest.mark.parametrize("weight", [None, 0.0])
def test_no_cases_have_no_area(kind, weight):
    table = ScoreTable.of([], []) if weight is None else ScoreTable.of([0.1, 0.2], [0, 1], weight=[weight] * 2)
    found = curve(table, kind)
    assert math.isnan(area(found))
    assert math.isnan(found.summary)


@every_kind
def test_one_score_for_all_is_chance(kind):
    """Everything or no case is predicted positive."""
    cases = [(0.4, True)] * 3 + [(0.4, False)] * 5
    found = curve(tabled(cases), kind)
    assert found.threshold.tolist() == [0.4, math.inf]
    usual = {"precision_recall": 3 / 8, "precision_recall_gain": 0, "lift": 1, "ks": 0}
    assert found.summary == close(usual.get(kind, 0.5))


@every_kind
def test_a_draw_without_skill_lies_on_the_line_of_chance(kind):
    """Two positives to one negative at each score, which is the mean of every draw."""
    table = ScoreTable(np.array([0.1, 0.2, 0.5]), np.array([2, 4, 6]), np.array([1, 2, 3]))
    found, line = curve(table, kind), CURVE_KINDS[kind].chance(12.0, 6.0)
    if kind == "ks":
        assert line == ()
        np.testing.assert_allclose(found.y, 0, atol=1e-15)
        return
    (x0, y0), (x1, y1) = line[0], line[-1]
    inner = slice(0, -1)  # nothing predicted positive is on no line of precision
    np.testing.assert_allclose(found.y[inner], y0 + (found.x[inner] - x0) * (y1 - y0) / (x1 - x0), atol=1e-14)


def test_perfect_and_reversed_scores():
    perfect, wrong = ([(i, (i >= 6) == best) for i in range(10)] for best in (True, False))
    expected = {"roc": (1, 0), "toc": (1, 0), "gain": (0.8, 0.3), "det": (0, 1), "ks": (1, 1)}
    for kind, values in expected.items():
        for cases, value in zip((perfect, wrong), values, strict=True):
            assert curve(tabled(cases), kind).summary == close(value)
    assert curve(tabled(perfect), "lift").summary == close(2.5)
    assert curve(tabled(perfect), "precision_recall").summary == close(1)
    assert curve(tabled(perfect), "precision_recall_gain").summary == close(1)


@pytest.mark.parametrize("kind", ["ROC", "", "pr"])
def test_an_unknown_kind_is_no_curve(kind):
    with pytest.raises(KeyError, match=f"'{kind}'"):
        curve(tabled([(0.1, True)]), kind)


# The gain curve's start ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("truth", "right"),
    [
        ([1, 0, 1, 0, 0], Fraction(2, 3)),
        ([1, 1, 0, 0, 1], Fraction(1, 16)),
        ([0, 1, 0, 1, 0], Fraction(1, 12)),
        ([0, 0, 1, 1, 1], Fraction(-1, 3)),
        ([0, 1, 0], Fraction(0)),
    ],
)
def test_the_gain_area_starts_on_the_line_from_the_threshold_before(truth, right):
    """By hand; scores fall from left to right. The line to the first positive starts at the negatives above it."""
    cases = [(-i, bool(true)) for i, true in enumerate(truth)]
    assert area_of_gains(cases) == right
    assert area(curve(tabled(cases), "precision_recall_gain")) == close(right)


# scikit-learn and scipy ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_roc_and_precision_recall_are_those_of_scikit_learn(seed):
    truth, score = tied(seed)
    table = ScoreTable.of(score, truth)
    false_rate, true_rate, limits = roc_curve(truth, score, drop_intermediate=False)
    np.testing.assert_allclose(roc(table).x[::-1], false_rate, rtol=1e-15)
    np.testing.assert_allclose(roc(table).y[::-1], true_rate, rtol=1e-15)
    np.testing.assert_array_equal(roc(table).threshold[::-1], limits)
    precision, recall, limits = precision_recall_curve(truth, score)
    np.testing.assert_allclose(precision_recall(table).x, recall, rtol=1e-15)
    np.testing.assert_allclose(precision_recall(table).y, precision, rtol=1e-15)
    np.testing.assert_array_equal(precision_recall(table).threshold[:-1], limits)


@pytest.mark.parametrize("seed", range(3))
def test_det_is_that_of_scikit_learn(seed):
    truth, score = tied(seed)
    false_rate, missed, limits = det_curve(truth, score, drop_intermediate=False)
    found = curve(ScoreTable.of(score, truth), "det")
    places = np.searchsorted(found.threshold, limits)
    assert places.size > 40
    np.testing.assert_allclose(found.x[places], false_rate, rtol=1e-15)
    np.testing.assert_allclose(found.y[places], missed, rtol=1e-13)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_areas_are_those_of_scikit_learn(seed, weighted):
    truth, score = tied(seed)
    weight = np.random.default_rng(seed).exponential(size=truth.size) if weighted else None
    table = ScoreTable.of(score, truth, weight=weight)
    auc = roc_auc_score(truth, score, sample_weight=weight)
    assert area(roc(table)) == pytest.approx(auc, rel=1e-12)
    assert area(toc(table)) == pytest.approx(auc, rel=1e-12)
    assert gini(table) == pytest.approx(2 * auc - 1, rel=1e-11)
    right = average_precision_score(truth, score, sample_weight=weight)
    assert area(precision_recall(table)) == pytest.approx(right, rel=1e-12)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("levels", [5, 60, 10**9])
def test_the_largest_gap_is_the_one_sided_statistic_of_scipy(seed, levels):
    truth, score = tied(seed, 200, levels)
    right = ks_2samp(score[truth == 1], score[truth == 0], method="asymp").statistic
    assert curve(ScoreTable.of(score, truth), "ks").summary == pytest.approx(right, abs=1e-14)


@given(cases=both_classes | upside_down)
def test_gini_and_the_area_of_the_parallelogram_are_the_auc(cases):
    table = tabled(cases)
    assert gini(table) == close(2 * pairs(cases) - 1)
    assert area(toc(table)) == close(area(roc(table)))
    assert area(roc(table)) == close(table.auc)


def test_a_file_has_the_areas_that_scikit_learn_finds():
    sample = SAMPLES["two_class_example"]
    [model] = read(sample.path, **sample.roles).models.values()
    assert round(area(roc(model.table)), 6) == 0.939314
    assert round(area(precision_recall(model.table)), 6) == 0.946557
    score = np.repeat(model.table.score, model.table.positives + model.table.negatives)
    tallies = zip(model.table.positives, model.table.negatives, strict=True)
    truth = np.concatenate([[1] * positives + [0] * negatives for positives, negatives in tallies])
    assert score.size == 500
    assert area(roc(model.table)) == pytest.approx(roc_auc_score(truth, score), rel=1e-13)
    assert area(precision_recall(model.table)) == pytest.approx(average_precision_score(truth, score), rel=1e-13)


# Weights and empty rows ------------------------------------------------------------------------------------------


@every_kind
@given(rows=st.lists(st.tuples(levels, st.booleans(), st.integers(0, 4)), min_size=1, max_size=12))
def test_weights_are_repeated_cases(kind, rows):
    rows = [*rows, (0.3, True, 3), (0.5, False, 2)]
    score, truth, times = (np.array(column) for column in zip(*rows, strict=True))
    weighted = ScoreTable.of(score, truth, positive=True, weight=times / 4)
    repeated = ScoreTable.of(np.repeat(score, times), np.repeat(truth, times), positive=True)
    found, right = curve(weighted, kind), curve(repeated, kind)
    assert weighted.positives.dtype == np.float64
    assert (found.positives, found.negatives) == (right.positives / 4, right.negatives / 4)
    unit = 0.25 if kind == "toc" else 1.0
    kept = np.isin(found.threshold, right.threshold)
    np.testing.assert_allclose(found.x[kept], right.x * unit, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(found.y[kept], right.y * unit, rtol=1e-13, atol=1e-15)
    assert area(found) == close(area(right))
    assert found.summary == close(right.summary)


no_case_has = st.lists(st.sampled_from([-7.0, 0.05, 0.2, 1.0, 99.0]), min_size=1, unique=True)


def with_empty_rows(table, scores):
    none = np.zeros(len(scores), int)
    columns = ((table.score, scores), (table.positives, none), (table.negatives, none))
    return ScoreTable.summed(*(np.append(*column) for column in columns))


@every_kind
@given(cases=both_classes, extra=no_case_has)
def test_scores_that_no_case_has_change_no_area(kind, cases, extra):
    full, held = tabled(cases), with_empty_rows(tabled(cases), extra)
    assert held.score.size == full.score.size + len(extra)
    found, right = curve(held, kind), curve(full, kind)
    assert area(found) == close(area(right))
    assert found.summary == close(right.summary)
    if kind != "ks":
        places = np.searchsorted(full.score, held.score)
        np.testing.assert_array_equal(found.x, right.x[np.append(places, -1)])
        np.testing.assert_array_equal(found.y, right.y[np.append(places, -1)])


@given(cases=both_classes, extra=no_case_has)
def test_scores_that_no_case_has_change_no_hull(cases, extra):
    full, held = tabled(cases), with_empty_rows(tabled(cases), extra)
    for values in ("x", "y", "threshold"):
        assert getattr(convex_hull(held), values).tolist() == getattr(convex_hull(full), values).tolist()
    assert partial_area(held, 0.1, 0.6).raw == close(partial_area(full, 0.1, 0.6).raw)


# What a figure draws ---------------------------------------------------------------------------------------------


@every_kind
@pytest.mark.parametrize("threshold", [-1.0, 0.1, 0.35, 0.4, 0.5, 1.0])
def test_the_point_of_a_threshold_is_that_of_counting(kind, threshold):
    cases = [(0.1, False), (0.4, True), (0.4, False), (0.8, True), (0.9, False)]
    found = point(tabled(cases), kind, threshold)
    right = POINTS[kind](*counted(cases, threshold), threshold)
    assert (found.x.shape, found.y.shape, found.threshold.tolist()) == ((1,), (1,), [threshold])
    assert found.x[0] == close(right[0])
    assert found.y[0] == close(right[1])
    assert (found.positives, found.negatives) == (2, 3)


def test_precision_is_drawn_in_steps():
    """Up to each recall the precision is the one there; thresholds fall, and corners have none."""
    cases = [(0.1, False), (0.4, True), (0.6, False), (0.8, True)]
    found = precision_recall(tabled(cases)).thin()
    corners = list(dict.fromkeys(zip(found.x.tolist(), found.y.tolist(), strict=True)))
    assert corners == [(0, 1), (0.5, 1), (0.5, 0.5), (0.5, 2 / 3), (1, 2 / 3), (1, 0.5)]
    known = ~np.isnan(found.threshold)
    assert found.threshold[known].tolist() == [0.8, 0.6, 0.4, 0.1]
    assert list(zip(found.x[known], found.y[known], strict=True)) == [(0.5, 1), (0.5, 0.5), (1, 2 / 3), (1, 0.5)]
    assert list(zip(found.x[~known], found.y[~known], strict=True)) == [(0, 1), (0.5, 0.5), (0.5, 2 / 3)]
    assert np.trapezoid(found.y, found.x) == pytest.approx(5 / 6)
    assert found.summary == pytest.approx(5 / 6)


@every_kind
@pytest.mark.parametrize("name", ["noise", "normal", "tied"])
def test_drawn_points_are_those_of_their_thresholds(kind, name):
    """But for corners of steps, which have none, and for the point where a curve enters the chart."""
    found = curve(large()[name], kind)
    line = found.thin()
    known = np.flatnonzero(~np.isnan(line.threshold))
    assert known.size == line.x.size or CURVE_KINDS[kind].steps
    assert known.size > 0.3 * line.x.size
    assert (np.diff(line.threshold[known]) < 0).all()
    inner = known[CURVE_KINDS[kind].left is not None :]
    places = np.searchsorted(found.threshold, line.threshold[inner])
    np.testing.assert_array_equal(line.threshold[inner], found.threshold[places])
    np.testing.assert_array_equal(line.x[inner], found.x[places])
    np.testing.assert_array_equal(line.y[inner], found.y[places])


SQUARE = ["roc", "precision_recall", "precision_recall_gain", "gain"]
"""Kinds whose chart shows 0 to 1 on both axes, whatever the curve does outside."""


@pytest.mark.parametrize("kind", SQUARE)
@pytest.mark.parametrize("name", ["noise", "normal", "tied"])
def test_a_drawn_curve_is_close_where_the_chart_shows_it(kind, name):
    """Every point of the curve in the unit square has the drawn line near it."""
    found = curve(large()[name], kind)
    line = found.thin()
    assert line.x.size <= 2000
    assert line.summary == found.summary
    x, y = found.x[:-1], found.y[:-1]
    seen = np.flatnonzero((x >= 0) & (x <= 1) & (y >= 0) & (y <= 1))
    some = seen[np.linspace(0, seen.size - 1, 300).astype(int)]
    start, stop = (line.x + 1j * line.y)[:-1], (line.x + 1j * line.y)[1:]
    ahead = (x + 1j * y)[some][:, None] - start
    length = np.maximum(np.abs(stop - start), 1e-100)
    along = np.clip((ahead * np.conj(stop - start)).real / length**2, 0, 1)
    far = np.abs(ahead - along * (stop - start)).min(axis=1).max()
    assert far <= 1.01 / 1000
