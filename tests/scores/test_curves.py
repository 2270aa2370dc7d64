"""Curves of scores against scikit-learn and scipy, and against loops over cases in fractions."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import DEFINITIONS, expectation
from scipy.spatial import ConvexHull, cKDTree
from scipy.stats import ks_2samp
from sklearn.metrics import (
    average_precision_score,
    det_curve,
    precision_recall_curve,
    roc_auc_score,
    roc_curve,
)

from ddcore.errors import InputError
from ddcore.read import read
from ddcore.samples import SAMPLES
from ddcore.scores.curves import KINDS, area, convex_hull, curve, gini, partial_area, point, precision_recall, roc, toc
from ddcore.scores.thinning import thinned
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable

NAN = math.nan

# Loops over cases ----------------------------------------------------------------------------------------------------


def counted(cases, threshold):
    """TP, FP, P and N when a case (score, truth) is called positive from the threshold on."""
    tp = sum(1 for score, true in cases if true and score >= threshold)
    fp = sum(1 for score, true in cases if not true and score >= threshold)
    positives = sum(1 for _, true in cases if true)
    return tp, fp, positives, len(cases) - positives


def thresholds(cases):
    return [*sorted({score for score, _ in cases}), math.inf]


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


def path(cases):
    """(FP, TP) from calling nothing positive to calling everything."""
    found = [counted(cases, threshold)[:2] for threshold in reversed(thresholds(cases))]
    return [(Fraction(fp), Fraction(tp)) for tp, fp in found]


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

every_kind = pytest.mark.parametrize("kind", KINDS)
levels = st.sampled_from([-1.5, 0.0, 0.1, 0.3, 1 / 3, 0.5, 2.0, 9.0])
some_cases = st.lists(st.tuples(levels, st.booleans()), min_size=1, max_size=25)
both_classes = some_cases.map(lambda cases: [*cases, (0.3, True), (0.1, False)])
upside_down = some_cases.map(lambda cases: [*cases, (0.1, True), (9.0, False)])


def tabled(cases):
    return ScoreTable.of([score for score, _ in cases], [true for _, true in cases], positive=True)


def drawn(seed, size=400, levels=60):
    """Truth and tied scores that know something of it; the first two cases are one of each class."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, size)
    truth[:2] = [0, 1]
    return truth, (rng.integers(0, levels, size) + levels // 4 * truth) / levels


def same(found, right):
    assert float(found) == pytest.approx(float(right), rel=1e-12, abs=1e-13, nan_ok=True)


def test_each_kind_has_its_witnesses():
    assert set(POINTS) == set(AREAS) == set(SUMMARIES) == set(ALONE) == set(KINDS)
    assert all(kind.key == key for key, kind in KINDS.items())


# The tally -----------------------------------------------------------------------------------------------------------


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


# Points --------------------------------------------------------------------------------------------------------------


@every_kind
@settings(max_examples=40)
@given(cases=some_cases)
def test_every_point_is_that_of_counting(kind, cases):
    found = curve(tabled(cases), kind)
    assert found.kind is KINDS[kind]
    assert found.threshold.tolist() == thresholds(cases)
    assert (found.positives, found.negatives) == counted(cases, math.inf)[2:]
    assert found.x.size == found.y.size == found.threshold.size
    for x, y, threshold in zip(found.x, found.y, found.threshold, strict=True):
        right = POINTS[kind](*counted(cases, threshold), threshold)
        same(x, right[0])
        same(y, right[1])


@every_kind
@settings(max_examples=40)
@given(cases=both_classes | upside_down)
def test_areas_and_summaries_are_those_of_counting(kind, cases):
    found = curve(tabled(cases), kind)
    same(area(found), AREAS[kind](cases))
    same(found.summary, SUMMARIES[kind](cases))


@every_kind
@pytest.mark.parametrize("size", [1, 2, 5])
def test_one_class_only_has_the_value_it_has_or_none(kind, size):
    for truth, right in zip((True, False), ALONE[kind], strict=True):
        for distinct in (1, size):
            table = tabled([(0.1 * (i % distinct), truth) for i in range(size)])
            found = curve(table, kind)
            same(found.summary, right)
            same(area(found), NAN if KINDS[kind].area is None else right)


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
    """Everything or nothing is called positive."""
    cases = [(0.4, True)] * 3 + [(0.4, False)] * 5
    found = curve(tabled(cases), kind)
    assert found.threshold.tolist() == [0.4, math.inf]
    usual = {"precision_recall": 3 / 8, "precision_recall_gain": 0, "lift": 1, "ks": 0}
    same(found.summary, usual.get(kind, 0.5))


@every_kind
def test_a_draw_without_skill_lies_on_the_line_of_chance(kind):
    """Two positives to one negative at each score, which is the mean of every draw."""
    table = ScoreTable(np.array([0.1, 0.2, 0.5]), np.array([2, 4, 6]), np.array([1, 2, 3]))
    found, line = curve(table, kind), KINDS[kind].chance(12.0, 6.0)
    if kind == "ks":
        assert line == ()
        np.testing.assert_allclose(found.y, 0, atol=1e-15)
        return
    (x0, y0), (x1, y1) = line[0], line[-1]
    inner = slice(0, -1)  # nothing called positive is on no line of precision
    np.testing.assert_allclose(found.y[inner], y0 + (found.x[inner] - x0) * (y1 - y0) / (x1 - x0), atol=1e-14)


def test_perfect_and_reversed_scores():
    perfect, wrong = ([(i, (i >= 6) == best) for i in range(10)] for best in (True, False))
    expected = {"roc": (1, 0), "toc": (1, 0), "gain": (0.8, 0.3), "det": (0, 1), "ks": (1, 1)}
    for kind, values in expected.items():
        for cases, value in zip((perfect, wrong), values, strict=True):
            same(curve(tabled(cases), kind).summary, value)
    same(curve(tabled(perfect), "lift").summary, 2.5)
    same(curve(tabled(perfect), "precision_recall").summary, 1)
    same(curve(tabled(perfect), "precision_recall_gain").summary, 1)


@pytest.mark.parametrize("kind", ["ROC", "", "pr"])
def test_an_unknown_kind_is_no_curve(kind):
    with pytest.raises(KeyError, match=f"'{kind}'"):
        curve(tabled([(0.1, True)]), kind)


# The gain curve's start ----------------------------------------------------------------------------------------------


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
    same(area(curve(tabled(cases), "precision_recall_gain")), right)


# scikit-learn and scipy ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_roc_and_precision_recall_are_those_of_scikit_learn(seed):
    truth, score = drawn(seed)
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
    truth, score = drawn(seed)
    false_rate, missed, limits = det_curve(truth, score, drop_intermediate=False)
    found = curve(ScoreTable.of(score, truth), "det")
    places = np.searchsorted(found.threshold, limits)
    assert places.size > 40
    np.testing.assert_allclose(found.x[places], false_rate, rtol=1e-15)
    np.testing.assert_allclose(found.y[places], missed, rtol=1e-13)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_areas_are_those_of_scikit_learn(seed, weighted):
    truth, score = drawn(seed)
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
    truth, score = drawn(seed, 200, levels)
    right = ks_2samp(score[truth == 1], score[truth == 0], method="asymp").statistic
    assert curve(ScoreTable.of(score, truth), "ks").summary == pytest.approx(right, abs=1e-14)


@given(cases=both_classes | upside_down)
def test_gini_and_the_area_of_the_parallelogram_are_the_auc(cases):
    table = tabled(cases)
    same(gini(table), 2 * pairs(cases) - 1)
    same(area(toc(table)), area(roc(table)))
    same(area(roc(table)), table.auc)


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


# Weights and empty rows ----------------------------------------------------------------------------------------------


@every_kind
@settings(max_examples=40)
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
    same(area(found), area(right))
    same(found.summary, right.summary)


no_case_has = st.lists(st.sampled_from([-7.0, 0.05, 0.2, 1.0, 99.0]), min_size=1, unique=True)


def with_empty_rows(table, scores):
    none = np.zeros(len(scores), int)
    columns = ((table.score, scores), (table.positives, none), (table.negatives, none))
    return ScoreTable.summed(*(np.append(*column) for column in columns))


@every_kind
@settings(max_examples=40)
@given(cases=both_classes, extra=no_case_has)
def test_scores_that_no_case_has_change_no_area(kind, cases, extra):
    full, held = tabled(cases), with_empty_rows(tabled(cases), extra)
    assert held.score.size == full.score.size + len(extra)
    found, right = curve(held, kind), curve(full, kind)
    same(area(found), area(right))
    same(found.summary, right.summary)
    if kind != "ks":
        places = np.searchsorted(full.score, held.score)
        np.testing.assert_array_equal(found.x, right.x[np.append(places, -1)])
        np.testing.assert_array_equal(found.y, right.y[np.append(places, -1)])


@given(cases=both_classes, extra=no_case_has)
def test_scores_that_no_case_has_change_no_hull(cases, extra):
    full, held = tabled(cases), with_empty_rows(tabled(cases), extra)
    for values in ("x", "y", "threshold"):
        assert getattr(convex_hull(held), values).tolist() == getattr(convex_hull(full), values).tolist()
    same(partial_area(held, 0.1, 0.6).raw, partial_area(full, 0.1, 0.6).raw)


# Part of the area ----------------------------------------------------------------------------------------------------


def area_between(cases, low, high):
    """Exactly under the lines of the ROC curve, each cut to the stretch."""
    _, _, P, N = counted(cases, math.inf)
    places, whole = [(fp / N, tp / P) for fp, tp in path(cases)], Fraction(0)
    for (x0, y0), (x1, y1) in itertools.pairwise(places):
        start, stop = max(x0, low), min(x1, high)
        if start < stop:
            first, last = (y0 + (y1 - y0) * (x - x0) / (x1 - x0) for x in (start, stop))
            whole += (stop - start) * (first + last) / 2
    return whole


@settings(max_examples=40)
@given(
    cases=both_classes | upside_down,
    ends=st.lists(st.integers(0, 12), min_size=2, max_size=2, unique=True).map(sorted),
    parts=st.sampled_from([12, 13, 16]),
)
def test_part_of_the_area_is_that_of_fractions(cases, ends, parts):
    low, high = (end / parts for end in ends)
    raw = area_between(cases, Fraction(low), Fraction(high))
    found = partial_area(tabled(cases), low, high)
    same(found.raw, raw)
    chance = (Fraction(high) ** 2 - Fraction(low) ** 2) / 2
    perfect = Fraction(high) - Fraction(low)
    assert found.mcclish == pytest.approx(float((1 + (raw - chance) / (perfect - chance)) / 2), abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("high", [0.01, 0.05, 0.1, 0.25, 0.5, 0.9, 1.0])
def test_mcclish_is_that_of_scikit_learn(seed, high):
    truth, score = drawn(seed, 300, 40)
    found = partial_area(ScoreTable.of(score, truth), 0, high)
    right = roc_auc_score(truth, score, max_fpr=high)
    assert (found.mcclish if high < 1 else found.raw) == pytest.approx(right, rel=1e-11)


def test_vertical_stretches_at_both_ends_have_no_area():
    """FPR stays at 0, 1/2 and 1 while TPR rises by a third: 1/3 up to 1/2, then 2/3."""
    cases = [(6, True), (5, False), (4, True), (3, False), (2, True)]
    table = tabled(cases)
    parts = ((0, 0.5, 1 / 6), (0.5, 1, 1 / 3), (0, 1, 1 / 2), (0.25, 0.5, 1 / 12), (0.5, 0.75, 1 / 6))
    for low, high, raw in parts:
        assert partial_area(table, low, high).raw == pytest.approx(raw, rel=1e-14)
        assert area_between(cases, Fraction(low), Fraction(high)) == Fraction(raw).limit_denominator(100)


@settings(max_examples=40)
@given(cases=both_classes, cut=st.floats(0.001, 0.999))
def test_parts_of_the_area_add_up(cases, cut):
    table = tabled(cases)
    parts = partial_area(table, 0, cut).raw + partial_area(table, cut, 1).raw
    assert parts == pytest.approx(table.auc, abs=1e-12)
    whole = partial_area(table)
    assert whole.raw == pytest.approx(table.auc, abs=1e-12)
    assert whole.mcclish == pytest.approx(table.auc, abs=1e-12)


def test_perfect_scores_have_all_of_every_part():
    table = tabled([(1, False), (2, False), (3, True)])
    for low, high in ((0, 0.1), (0.3, 0.4), (0.9, 1)):
        found = partial_area(table, low, high)
        assert found.raw == pytest.approx(high - low, rel=1e-12)
        assert found.mcclish == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [(0.3, 0.2, "0.3 to 0.2"), (0.3, 0.3, "0.3 to 0.3"), (-0.1, 0.5, "-0.1 to 0.5"), (0.5, 1.2, "0.5 to 1.2")],
)
def test_rates_that_do_not_rise_are_said(low, high, shown):
    with pytest.raises(InputError, match=f"^the false positive rates must rise within 0 to 1, got {shown}$"):
        partial_area(tabled([(0.1, True), (0.2, False)]), low, high)


@pytest.mark.parametrize("ends", [(NAN, 0.5), (0.1, NAN), (0.0, math.inf)])
def test_rates_that_are_no_numbers_are_said(ends):
    with pytest.raises(InputError, match="the false positive rates must rise within 0 to 1"):
        partial_area(tabled([(0.1, True), (0.2, False)]), *ends)


# The hull ------------------------------------------------------------------------------------------------------------


def upper_corners(places):
    """From nothing to everything called, exactly: a corner stays where the path turns right."""
    kept = []
    for x, y in places:
        while len(kept) > 1:
            (a, b), (c, d) = kept[-2:]
            if (c - a) * (y - b) < (x - a) * (d - b):
                break
            kept.pop()
        if not kept or kept[-1] != (x, y):
            kept.append((x, y))
    return kept


def in_cases(found):
    """The points of a hull as (FP, TP), from nothing to everything called."""
    x, y = found.x[::-1] * found.negatives, found.y[::-1] * found.positives
    np.testing.assert_allclose(x, x.round(), atol=1e-9)
    np.testing.assert_allclose(y, y.round(), atol=1e-9)
    return [(round(a), round(b)) for a, b in zip(x, y, strict=True)]


@given(cases=both_classes | upside_down)
def test_the_hull_has_the_corners_of_fractions_at_their_thresholds(cases):
    found = convex_hull(tabled(cases))
    assert in_cases(found) == upper_corners(path(cases))
    assert found.threshold[-1] == math.inf
    for (fp, tp), threshold in zip(in_cases(found), found.threshold[::-1], strict=True):
        assert counted(cases, threshold)[:2] == (tp, fp)


@pytest.mark.parametrize("seed", range(12))
def test_the_hull_is_that_of_scipy(seed):
    truth, score = drawn(seed, 40 + 60 * seed, (4, 30, 10**6)[seed % 3])
    table = ScoreTable.of(score, truth)
    found = roc(table)
    places = np.column_stack((found.x * found.negatives, found.y * found.positives)).round()
    places = np.vstack((places, [found.negatives, 0]))  # below the curve, so that the rest is its upper side
    corners = {(int(x), int(y)) for x, y in places[ConvexHull(places).vertices]} - {(int(found.negatives), 0)}
    assert set(in_cases(convex_hull(table))) == corners
    assert 3 <= len(corners) < places.shape[0]


@given(cases=both_classes | upside_down)
def test_the_hull_lies_above_and_falls_in_slope(cases):
    table = tabled(cases)
    found, raw = convex_hull(table), roc(table)
    corners = in_cases(found)
    steps = [(c - a, d - b) for (a, b), (c, d) in itertools.pairwise(corners)]
    assert all(y * next_x > next_y * x for (x, y), (next_x, next_y) in itertools.pairwise(steps))
    for x, y in zip(raw.x, raw.y, strict=True):
        tops = [top for at, top in zip(found.x, found.y, strict=True) if abs(at - x) < 1e-12]
        assert y <= max([*tops, np.interp(x, found.x[::-1], found.y[::-1])]) + 1e-12
    assert area(found) >= max(area(raw), 0.5) - 1e-12


@pytest.mark.parametrize("seed", range(5))
def test_the_hull_of_weighted_cases_lies_above_and_is_concave(seed):
    truth, score = drawn(seed, 300, 80)
    weight = np.random.default_rng(seed).exponential(size=300)
    table = ScoreTable.of(score, truth, weight=weight)
    found, raw = convex_hull(table), roc(table)
    assert set(found.threshold) <= set(raw.threshold)
    corners = ConvexHull(np.column_stack((np.append(raw.x, 1), np.append(raw.y, 0)))).volume
    assert area(found) == pytest.approx(corners, rel=1e-12)
    assert (np.interp(raw.x, found.x[::-1], found.y[::-1])[raw.x > 0] >= raw.y[raw.x > 0] - 1e-12).all()
    with np.errstate(divide="ignore"):
        slopes = np.abs(np.diff(found.y) / np.diff(found.x))
    assert (slopes[1:] >= slopes[:-1] * (1 - 1e-9)).all()


def test_the_hull_of_reversed_scores_is_the_diagonal():
    found = convex_hull(tabled([(1, True), (2, True), (3, False)]))
    assert found.x.tolist() == found.y.tolist() == [1, 0]
    assert found.threshold.tolist() == [1, math.inf]


# A measure over the threshold ----------------------------------------------------------------------------------------

TRACED = ["ACC", "F1", "TPR", "PPV", "NPV", "J", "MCC", "kappa", "TS", "G2", "PLR", "FM", "TP", "PP"]


@pytest.mark.parametrize("key", TRACED)
@pytest.mark.parametrize("seed", [1, 2])
def test_values_and_chance_are_those_of_fractions(key, seed):
    truth, score = drawn(seed, 24, 10)
    cases = list(zip(score.tolist(), truth.tolist(), strict=True))
    found = over_threshold(ScoreTable.of(score, truth), key)
    assert found.threshold.tolist() == thresholds(cases)
    assert found.at.tolist() == list(range(len(found.threshold)))
    for i, threshold in enumerate(found.threshold):
        tp, fp, P, N = counted(cases, threshold)
        value = DEFINITIONS[key](tp, fp, P - tp, N - fp)
        chance = expectation(DEFINITIONS[key], P + N, P, tp + fp)
        assert found.called[i] == tp + fp
        assert found.value[i] == pytest.approx(NAN if value is None else float(value), abs=1e-13, nan_ok=True)
        assert found.chance[i] == pytest.approx(NAN if chance is None else float(chance), abs=1e-12, nan_ok=True)
    assert found.called[-1] == 0


@given(cases=both_classes)
def test_chance_has_the_closed_forms_of_accuracy_and_f1(cases):
    """Van de Bijl et al. (2024), Table 3: (n P + (M - n) N) / M^2 and 2 n P / (M (n + P))."""
    _, _, P, N = counted(cases, math.inf)
    M = P + N
    accuracy, f1 = (over_threshold(tabled(cases), key) for key in ("ACC", "F1"))
    for i, threshold in enumerate(accuracy.threshold):
        n = sum(counted(cases, threshold)[:2])
        same(accuracy.chance[i], Fraction(n * P + (M - n) * N, M * M))
        same(f1.chance[i], Fraction(2 * n * P, M * (n + P)) if n else NAN)


@pytest.mark.parametrize("points", [1, 2, 3, 7, 50, 51, 400])
def test_chance_is_known_at_as_many_thresholds_as_asked(points):
    truth, score = np.arange(50) % 3 == 0, np.arange(50)
    found = over_threshold(ScoreTable.of(score, truth), "TPR", points)
    assert found.at.size == found.chance.size == min(points, 51)
    assert found.at[0] == 0
    assert (np.diff(found.at) > 0).all()
    assert found.at[-1] == (50 if points > 1 else 0)
    np.testing.assert_allclose(found.chance, found.called[found.at] / 50, rtol=1e-13)
    assert found.value.size == found.called.size == 51


def test_of_many_thresholds_the_first_and_the_last_are_compared():
    rng = np.random.default_rng(3)
    score, truth = rng.random(30_000), rng.integers(0, 2, 30_000)
    found = over_threshold(ScoreTable.of(score, truth), "ACC")
    assert found.at.size == 400
    assert found.at[[0, -1]].tolist() == [0, 30_000]
    assert np.diff(found.at).min() > 70
    share, positive = found.called[found.at] / 30_000, truth.mean()
    np.testing.assert_allclose(found.chance, share * positive + (1 - share) * (1 - positive), rtol=1e-12)
    assert found.value[-1] == pytest.approx(1 - positive)


def test_a_row_of_the_measures_will_do_in_place_of_its_name():
    table = tabled([(0.1, False), (0.4, True), (0.8, True)])
    found = over_threshold(table, over_threshold(table, "ACC").measure)
    np.testing.assert_allclose(found.value, [2 / 3, 1, 2 / 3, 1 / 3])
    with pytest.raises(InputError, match="measure must be one of the known names"):
        over_threshold(table, "no such measure")


def test_weighted_cases_are_compared_with_their_shares():
    truth, score = drawn(5, 60, 12)
    weight = np.random.default_rng(5).exponential(size=60)
    table = ScoreTable.of(score, truth, weight=weight)
    found = over_threshold(table, "F1")
    for i, threshold in enumerate(found.threshold):
        called = score >= threshold
        tp, n, P, M = (weight[one].sum() for one in (called & (truth == 1), called, truth == 1, truth >= 0))
        assert found.called[i] == pytest.approx(n, abs=1e-12)
        assert found.value[i] == pytest.approx(2 * tp / (P + n) if n else NAN, nan_ok=True)
        assert found.chance[i] == pytest.approx(2 * n * P / (M * (n + P)) if n else NAN, abs=1e-5, nan_ok=True)


def test_weights_that_sum_to_whole_numbers_are_compared_with_their_shares():
    """A draw recalls the share that it calls; half cases are not rounded to whole ones."""
    table = ScoreTable.of(np.arange(8), [0, 0, 1, 0, 1, 0, 1, 1], weight=[0.5] * 8)
    found = over_threshold(table, "TPR")
    assert found.called.tolist() == [4, 3.5, 3, 2.5, 2, 1.5, 1, 0.5, 0]
    np.testing.assert_allclose(found.chance, found.called / 4, atol=1e-5)


def test_chance_of_weighted_cases_is_in_their_own_unit_or_missing():
    table = ScoreTable.of([0.1, 0.2, 0.3], [0, 1, 1], weight=[1.5, 2.2, 0.3])
    found = over_threshold(table, "TP")
    np.testing.assert_allclose(found.value, [2.5, 2.5, 0.3, 0], atol=1e-15)
    known = ~np.isnan(found.chance)
    np.testing.assert_allclose(found.chance[known], found.called[known] * 2.5 / 4, atol=1e-5)


def test_no_weight_at_all_is_said():
    with pytest.raises(InputError, match=r"^a measure over the threshold needs a case, got none$"):
        over_threshold(ScoreTable.of([0.1, 0.2], [0, 1], weight=[0, 0]), "F1")


@pytest.mark.parametrize("truth", [True, False])
def test_one_class_only_is_traced_without_a_warning(truth):
    found = over_threshold(tabled([(0.1, truth), (0.2, truth)]), "J")
    assert np.isnan(found.value).all()
    assert np.isnan(found.chance).all()
    same(over_threshold(tabled([(0.1, truth)]), "ACC").value[0], truth)


# Few points for many -------------------------------------------------------------------------------------------------

MILLION = 10**6
FAR = 1 / 1000


def distance(x, y, kept, width, height):
    """Largest distance of a finite point from the nearest of the five lines around it, in parts of the axes."""
    finite = np.isfinite(x) & np.isfinite(y)
    assert finite[kept].all()
    points = np.where(finite, x, 0) / width + 1j * np.where(finite, y, 0) / height
    numbers = np.flatnonzero(finite)
    after = np.searchsorted(kept, numbers, "right")
    points, corners = points[numbers], points[kept]
    nearest = np.full(numbers.size, math.inf)
    for shift in range(-2, 3):
        end = np.clip(after + shift, 1, len(kept) - 1)
        start, line = corners[end - 1], corners[end] - corners[end - 1]
        length = np.abs(line)
        line = line / np.where(length > 0, length, 1)
        along = np.clip(((points - start) * np.conj(line)).real, 0, length)
        nearest = np.minimum(nearest, np.abs(points - start - along * line))
    return nearest.max()


def sampled(x, y, step=1 / 4000):
    """Points on a polyline that are nowhere farther apart than the step."""
    length = np.hypot(np.diff(x), np.diff(y))
    parts = np.ceil(length / step).astype(int) + 1
    start = np.repeat(np.arange(parts.size), parts)
    share = (np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)) / np.repeat(parts, parts)
    across, up = (values[start] + share * np.diff(values)[start] for values in (x, y))
    return np.column_stack((np.append(across, x[-1]), np.append(up, y[-1])))


def apart(x, y, kept):
    """Hausdorff distance of two polylines over axes of length 1, from points 1/4,000 apart; errs below 1/8,000."""
    one, other = sampled(x, y), sampled(x[kept], y[kept])
    return max(cKDTree(a).query(b)[0].max() for a, b in ((one, other), (other, one)))


def check(x, y, height=None):
    """Few points, in order, with both ends, and close to all."""
    kept = thinned(x, y, height)
    finite = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    assert (np.diff(kept) > 0).all()
    assert kept[[0, -1]].tolist() == finite[[0, -1]].tolist()
    assert kept.size <= 2000
    width, own = (np.ptp(values[finite]) or 1.0 for values in (x, y))
    assert distance(x, y, kept, width, height or own) <= FAR * (1 + 1e-9)
    return kept


@pytest.fixture(scope="module")
def large():
    """A million cases of noise, and 200,000 of normal scores, of a rare class, and with few distinct scores."""
    rng = np.random.default_rng(1)
    truth, score, normal = rng.integers(0, 2, MILLION), rng.random(MILLION), rng.normal(size=MILLION)
    some = slice(MILLION // 5)
    return {
        "noise": ScoreTable.of(score, truth),
        "normal": ScoreTable.of((normal + truth)[some], truth[some]),
        "rare": ScoreTable.of(score[some], (rng.random(MILLION) < 0.002 * score)[some], positive=True),
        "tied": ScoreTable.of((normal + truth)[some].round(1), truth[some]),
    }


@every_kind
@pytest.mark.parametrize("name", ["noise", "normal", "rare", "tied"])
def test_curves_of_many_cases_are_thinned(kind, name, large):
    found = curve(large[name], kind)
    kept = check(found.x, found.y, 1.0 if kind == "ks" else None)
    assert kept.size >= 2


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("noise", "F1"),
        ("noise", "PPV"),
        ("noise", "DOR"),
        ("normal", "NPV"),
        ("normal", "PLR"),
        ("rare", "F1"),
        ("rare", "PPV"),
    ],
)
def test_measures_over_many_thresholds_are_thinned(name, key, large):
    found = over_threshold(large[name], key, 2)
    kept = check(found.threshold, found.value)
    assert kept.size >= 2


@pytest.mark.parametrize("size", [10**3, 10**5])
@pytest.mark.parametrize("kind", ["precision_recall", "lift", "precision_recall_gain", "roc", "det"])
def test_the_polylines_are_close_in_both_directions(kind, size):
    rng = np.random.default_rng(size)
    truth, score = rng.integers(0, 2, size), rng.random(size)
    found = curve(ScoreTable.of(score, truth), kind)
    finite = np.isfinite(found.x) & np.isfinite(found.y)
    x, y = (values[finite] / np.ptp(values[finite]) for values in (found.x, found.y))
    assert apart(x, y, check(x, y)) <= FAR * 1.01


@every_kind
@settings(max_examples=40)
@given(cases=both_classes)
def test_few_cases_stay_as_they_look(kind, cases):
    found = curve(tabled(cases), kind)
    kept = check(found.x, found.y)
    assert kept.size <= found.x.size


@pytest.mark.parametrize("couples", [500, 1000, 1090])
def test_cases_that_alternate_give_few_points(couples):
    """A positive after each negative: the ROC curve is a stair, and with 1,090 most of its corners stand out."""
    found = roc(ScoreTable.of(np.arange(2 * couples), np.arange(2 * couples) % 2))
    kept = check(found.x, found.y)
    assert kept.size >= 900


@pytest.mark.parametrize("teeth", [500, 1000, 1500, 5000])
def test_a_saw_gives_few_points(teeth):
    x = np.linspace(0, 1, 2 * teeth)
    y = np.arange(2 * teeth) % 2 * 1.0
    assert check(x, y).size >= 2


@pytest.mark.parametrize("size", [3_000, 10_000, 30_000])
def test_a_walk_and_white_noise_give_few_points(size):
    rng = np.random.default_rng(size)
    x = np.linspace(0, 1, size)
    assert check(x, np.cumsum(rng.normal(size=size))).size > 1000
    assert check(x, rng.random(size)).size > 100


def test_smooth_lines_are_reduced_to_few_points():
    x = np.linspace(0, 1, 10**5)
    for y, most in ((x, 2), (np.zeros_like(x), 2), (x**2, 40), (np.sin(20 * x), 300), (np.sqrt(x), 60)):
        assert check(x, y).size <= most
    for stairs in (np.floor(x * 50), np.floor(x * 200)):
        kept = check(x, stairs)
        assert apart(x, stairs / np.ptp(stairs), kept) <= FAR * 1.01


@given(
    points=st.lists(
        st.tuples(st.floats(-1e6, 1e6, allow_subnormal=False), st.floats(-1e-3, 1e-3, allow_subnormal=False)),
        min_size=3,
        max_size=60,
    ),
    rising=st.booleans(),
)
def test_any_polyline_is_thinned(points, rising):
    x, y = (np.array(column) for column in zip(*points, strict=True))
    x = np.sort(x) if rising else x
    assert check(x, y).size <= x.size


def test_points_that_are_not_finite_are_left_out():
    x = np.array([NAN, 0.0, 0.1, 0.2, math.inf, 0.4, 1.0, -math.inf])
    y = np.array([0.0, 0.0, 0.5, NAN, 0.3, 0.1, 0.9, 1.0])
    assert thinned(x, y).tolist() == [1, 2, 5, 6]
    assert check(x, y).size == 4


@pytest.mark.parametrize("finite", [0, 1, 2])
def test_two_points_or_fewer_all_stay(finite):
    y = np.full(5, NAN)
    y[1 : 1 + finite] = 0.5
    assert thinned(np.arange(5.0), y).tolist() == list(range(1, 1 + finite))


def test_one_place_many_times_is_two_points():
    assert thinned(np.full(1000, 3.0), np.full(1000, 7.0)).tolist() == [0, 999]


def test_the_height_of_the_chart_says_what_can_be_seen():
    x, y = np.linspace(0, 1, 1001), np.arange(1001) % 2 * 0.0005
    assert thinned(x, y, 1.0).tolist() == [0, 1000]
    assert thinned(x, y).size > 500


def test_the_unit_of_an_axis_changes_nothing():
    truth, score = drawn(9, 3000, 10**6)
    found = curve(ScoreTable.of(score, truth), "ks")
    kept = check(found.x, found.y).tolist()
    assert thinned(1024 * found.x, found.y / 64).tolist() == kept
    assert thinned(found.x / 64, 1024 * found.y, 1024 * np.ptp(found.y[:-1])).tolist() == kept


# What a figure draws -------------------------------------------------------------------------------------------------


@every_kind
@pytest.mark.parametrize("threshold", [-1.0, 0.1, 0.35, 0.4, 0.5, 1.0])
def test_the_point_of_a_threshold_is_that_of_counting(kind, threshold):
    cases = [(0.1, False), (0.4, True), (0.4, False), (0.8, True), (0.9, False)]
    found = point(tabled(cases), kind, threshold)
    right = POINTS[kind](*counted(cases, threshold), threshold)
    assert (found.x.shape, found.y.shape, found.threshold.tolist()) == ((1,), (1,), [threshold])
    same(found.x[0], right[0])
    same(found.y[0], right[1])
    assert (found.positives, found.negatives) == (2, 3)


def test_precision_is_drawn_in_steps():
    """Up to each recall the precision is the one there; thresholds fall."""
    cases = [(0.1, False), (0.4, True), (0.6, False), (0.8, True)]
    found = precision_recall(tabled(cases)).thin()
    corners = list(dict.fromkeys(zip(found.x.tolist(), found.y.tolist(), strict=True)))
    assert corners == [(0, 1), (0.5, 1), (0.5, 0.5), (0.5, 2 / 3), (1, 2 / 3), (1, 0.5)]
    assert (np.diff(found.threshold) <= 0).all()
    assert np.trapezoid(found.y, found.x) == pytest.approx(5 / 6)
    assert found.summary == pytest.approx(5 / 6)


def test_a_drawn_trace_keeps_every_place_where_chance_is_known(large):
    found = over_threshold(large["tied"], "F1", 30)
    line = found.thin()
    assert line.at.size == 30
    np.testing.assert_array_equal(line.threshold[line.at], found.threshold[found.at])
    np.testing.assert_array_equal(line.called[line.at], found.called[found.at])
    np.testing.assert_array_equal(line.chance, found.chance)
    assert np.isin(line.threshold, found.threshold).all()
    assert (np.diff(line.threshold) > 0).all()


SQUARE = ["roc", "precision_recall", "precision_recall_gain", "gain"]
"""Kinds whose chart shows 0 to 1 on both axes, whatever the curve does outside."""


@pytest.mark.parametrize("kind", SQUARE)
@pytest.mark.parametrize("name", ["noise", "normal", "tied"])
def test_a_drawn_curve_is_close_where_the_chart_shows_it(kind, name, large):
    """Every point of the curve in the unit square has the drawn line near it."""
    found = curve(large[name], kind)
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
    assert far <= FAR * 1.01
