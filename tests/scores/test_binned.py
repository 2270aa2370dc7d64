"""Histograms of scores against numpy.histogram, and which scores are so far that they stand in the outermost bins."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.scores.thinning import BINS, binned
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.scores import EDGES, both_classes, cases_of, probabilities, tabled


def counted(table, edges):
    """Both classes by numpy.histogram; what lies outside stands in the outermost bins."""
    score, truth = cases_of(table)
    inside = np.clip(score, edges[0], edges[-1])
    return [np.histogram(inside[truth == true], edges)[0].tolist() for true in (1, 0)]


def check(table, bins=BINS):
    """Edges ascend at even steps, and the tallies are those of numpy."""
    edges, positives, negatives = binned(table, bins)
    assert (np.diff(edges) > 0).all()
    assert [positives.tolist(), negatives.tolist()] == counted(table, edges)
    assert positives.size == negatives.size == edges.size - 1
    assert positives.dtype == negatives.dtype == np.float64
    assert (positives.sum(), negatives.sum()) == (table.positives.sum(), table.negatives.sum())
    return edges


def from_to(edges, low, high, bins=BINS):
    """Whether edges cut a stretch evenly."""
    right = [low + (high - low) * i / bins for i in range(bins + 1)]
    return edges.tolist() == pytest.approx(right, rel=1e-12, abs=1e-12 * (high - low))


@given(cases=both_classes, bins=st.sampled_from([1, 2, 7, 40]))
def test_any_cases_as_numpy_counts_them(cases, bins):
    table = tabled(cases)
    low, high = min(score for score, _ in cases), max(score for score, _ in cases)
    assert from_to(check(table, bins), *((0, 1) if low >= 0 and high <= 1 else (low, high)), bins)


def test_odd_scores_as_numpy_counts_them():
    for table in nonempty(EDGES.values()):
        edges = check(table)
        assert np.isfinite(edges).all()
        assert edges.size in (2, BINS + 1)


def test_scores_within_0_and_1_have_the_whole_stretch():
    score, truth = probabilities()
    for cases in ((score / 3 + 0.2, truth), ([0, 1], [0, 1]), ([0.3], [1])):
        assert from_to(check(ScoreTable.of(*cases)), 0, 1)
    far = ScoreTable.of([*np.linspace(0, 0.01, 999), 1.0], np.arange(1000) % 2)
    assert from_to(check(far), 0, 1), "the stretch is as long as it is"
    for off in (-1e-9, 1 + 1e-9, 2.0, -3.0):
        assert from_to(check(ScoreTable.of([0.2, 0.5, off], [0, 1, 1])), min(0.2, off), max(0.5, off))


def test_one_score_stands_in_the_middle_of_one_bin():
    for score in (-7.0, 1.5, 1e9, 1e17):
        edges, positives, negatives = binned(ScoreTable.of([score] * 5, [1, 1, 1, 0, 0]))
        assert edges.tolist() == [score - 0.5, score + 0.5] if score < 1e17 else edges[0] < edges[-1]
        assert (positives.tolist(), negatives.tolist()) == ([3], [2])
    wide = ScoreTable.of([-1.5e308, 0.0, 1.5e308], [0, 1, 1])
    assert np.isfinite(check(wide)).all(), "a span that is no number"


def slow_ends(score):
    """Lowest and highest edge: cases in order, the farthest 0.2 % on each side aside if that halves the stretch."""
    order = sorted(score)
    size = len(order)
    if order[0] >= 0 and order[-1] <= 1:
        return 0, 1
    inner = [order[max(math.ceil(Fraction(part, 1000) * size) - 1, 0)] for part in (2, 998)]
    far = order[-1] - order[0] > 2 * (inner[1] - inner[0]) > 0
    return inner if far else (order[0], order[-1])


def test_the_farthest_two_of_a_thousand_stand_in_the_outermost_bins():
    wrong = []
    for far, size, reach in itertools.product((0, 1, 3, 10), (100, 1000, 1700, 5000), (3.0, 8.0, 1e12)):
        rng = np.random.default_rng(size + far)
        score, truth = rng.normal(size=size), rng.integers(0, 2, size)
        score[:far] = reach + rng.random(far)
        if not from_to(check(ScoreTable.of(score, truth)), *slow_ends(score.tolist())):
            wrong.append((far, size, reach))
    assert wrong == []
    edges = check(ScoreTable.of([5.0] * 999 + [1e6], np.arange(1000) % 2))
    assert from_to(edges, 5.0, 1e6), "most cases have one score"


def test_far_scores_on_either_side():
    for sides in ((1,), (-1,), (1, -1)):
        score = np.random.default_rng(9).normal(size=2000)
        score[: len(sides)] = 1e6 * np.array(sides)
        edges = check(ScoreTable.of(score, np.arange(2000) % 2))
        assert -4 < edges[0] < -2.5
        assert 2.5 < edges[-1] < 4


def test_a_weight_is_worth_as_many_cases_and_its_unit_does_not_matter():
    rng = np.random.default_rng(4)
    score, truth, times = rng.standard_cauchy(400), rng.integers(0, 2, 400), rng.integers(1, 6, 400)
    weighted = binned(ScoreTable.of(score, truth, weight=times))
    repeated = binned(ScoreTable.of(np.repeat(score, times), np.repeat(truth, times)))
    small = binned(ScoreTable.of(score, truth, weight=times * 2.0**-20))
    for one, other, third, unit in nonempty(zip(weighted, repeated, small, (1, 2**20, 2**20), strict=True)):
        np.testing.assert_array_equal(one, other)
        np.testing.assert_allclose(one, third * unit, rtol=1e-12)
