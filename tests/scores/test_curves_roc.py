"""Parts of the area under the ROC curve and its convex hull, against fractions, scikit-learn and scipy."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from sklearn.metrics import roc_auc_score

from ddcore.errors import InputError
from ddcore.scores.curves import area, convex_hull, partial_area, roc, slope_at
from ddcore.table import ScoreTable
from tests.helpers.scores import NAN, both_classes, close, counted, path, tabled, tied, upside_down


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


@given(
    cases=both_classes | upside_down,
    ends=st.lists(st.integers(0, 12), min_size=2, max_size=2, unique=True).map(sorted),
    parts=st.sampled_from([12, 13, 16]),
)
def test_part_of_the_area_is_that_of_fractions(cases, ends, parts):
    low, high = (end / parts for end in ends)
    raw = area_between(cases, Fraction(low), Fraction(high))
    found = partial_area(tabled(cases), low, high)
    assert found.raw == close(raw)
    chance = (Fraction(high) ** 2 - Fraction(low) ** 2) / 2
    perfect = Fraction(high) - Fraction(low)
    assert found.mcclish == pytest.approx(float((1 + (raw - chance) / (perfect - chance)) / 2), abs=1e-12)


def test_mcclish_is_that_of_scikit_learn():
    truth, score = tied(1, 300, 40)
    for high in (0.01, 0.05, 0.1, 0.25, 0.5, 0.9, 1.0):
        found = partial_area(ScoreTable.of(score, truth), 0, high)
        right = roc_auc_score(truth, score, max_fpr=high)
        assert (found.mcclish if high < 1 else found.raw) == pytest.approx(right, rel=1e-11), high


@pytest.mark.parametrize(
    ("low", "high"), [(0.3, 0.2), (0.3, 0.3), (-0.1, 0.5), (0.5, 1.2), (NAN, 0.5), (0.1, NAN), (0.0, math.inf)]
)
def test_rates_that_do_not_rise_are_said(low, high):
    shown = f"{low:g} to {high:g}" if math.isfinite(low + high) else ""
    with pytest.raises(InputError, match=f"^the false positive rates must rise within 0 to 1, got {shown}"):
        partial_area(tabled([(0.1, True), (0.2, False)]), low, high)


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


@pytest.mark.parametrize("seed", range(3))
def test_the_hull_is_that_of_scipy(seed):
    truth, score = tied(seed, 40 + 60 * seed, (4, 30, 10**6)[seed % 3])
    table = ScoreTable.of(score, truth)
    found = roc(table)
    places = np.column_stack((found.x * found.negatives, found.y * found.positives)).round()
    places = np.vstack((places, [found.negatives, 0]))  # below the curve, so that the rest is its upper side
    corners = {(int(x), int(y)) for x, y in places[ConvexHull(places).vertices]} - {(int(found.negatives), 0)}
    assert set(in_cases(convex_hull(table))) == corners
    assert 3 <= len(corners) < places.shape[0]


def test_the_hull_of_weighted_cases_lies_above_and_is_concave():
    truth, score = tied(1, 300, 80)
    table = ScoreTable.of(score, truth, weight=np.random.default_rng(1).exponential(size=300))
    found, raw = convex_hull(table), roc(table)
    assert set(found.threshold) <= set(raw.threshold)
    corners = ConvexHull(np.column_stack((np.append(raw.x, 1), np.append(raw.y, 0)))).volume
    assert area(found) == pytest.approx(corners, rel=1e-12)
    assert (np.interp(raw.x, found.x[::-1], found.y[::-1])[raw.x > 0] >= raw.y[raw.x > 0] - 1e-12).all()
    with np.errstate(divide="ignore"):
        slopes = np.abs(np.diff(found.y) / np.diff(found.x))
    assert (slopes[1:] >= slopes[:-1] * (1 - 1e-9)).all()


def test_the_slope_of_the_hull_is_that_of_its_corners_and_near_the_likelihood_ratio():
    """Corners by scipy's hull; the ratio of two normal densities for many cases (Gong 2022, equation 5.4)."""
    rng = np.random.default_rng(4)
    score = np.concatenate([rng.normal(1, 1, 4000), rng.normal(0, 1, 4000)])
    table = ScoreTable.of(score, np.repeat([1, 0], 4000))
    line = roc(table)
    points = np.vstack([np.column_stack([line.x, line.y]), [1.0, 0.0]])
    corners = points[ConvexHull(points).vertices]
    corners = np.unique(corners[corners[:, 1] >= corners[:, 0]], axis=0)
    steps = np.diff(corners, axis=0)
    slopes = np.divide(steps[:, 1], steps[:, 0], out=np.full(len(steps), math.inf), where=steps[:, 0] > 0)
    for cut in (-0.5, 0.3, 1.2):
        found = slope_at(table, cut)
        assert np.abs(slopes - found).min() < 1e-9 * found
        assert found == pytest.approx(math.exp(cut - 0.5), rel=0.25)
    rising = [slope_at(table, cut) for cut in np.linspace(-3, 3, 41)]
    assert rising == sorted(rising)
    assert slope_at(table, 99.0) == slope_at(table, float(score.max()))
    assert math.isnan(slope_at(ScoreTable.of([0.1, 0.2], [1, 1]), 0.1))
    assert slope_at(ScoreTable.of([0.1, 0.2], [0, 1]), 0.2) == math.inf
