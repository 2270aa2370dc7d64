"""Resamples against the list of all that there are, and percentiles against slow counts."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.resampling.bootstrap import (
    WeightedCases,
    WholeCases,
    binned_by_class,
    draw,
    draw_tally,
    percentile_interval,
    resample,
)
from ddcore.resampling.cross_validation import EqualCases
from ddcore.table import ScoreTable
from tests.helpers.laws import as_likely

DRAWS = 4000


def fresh(seed=1):
    return np.random.default_rng(seed)


def every_resample(tally):
    """How often each element of a tally is in each of the n^n resamples of its n cases."""
    element = np.repeat(np.arange(len(tally)), tally).tolist()
    return [
        tuple(drawn.count(place) for place in range(len(tally)))
        for drawn in itertools.product(element, repeat=len(element))
    ]


def test_drawing_a_tally_has_the_law_of_drawing_its_cases():
    rng = fresh()
    assert as_likely([tuple(draw(4, rng=rng).tolist()) for _ in range(DRAWS)], every_resample([1, 1, 1, 1]))
    for tally in ([2, 1], [3, 0, 1], [1, 2, 2]):
        rows = draw_tally(np.array(tally), DRAWS, rng=fresh(2))
        assert as_likely(list(map(tuple, rows.tolist())), every_resample(tally))
    assert draw(0, rng=fresh()).size == 0
    assert draw_tally(np.zeros(3, int), 2, rng=fresh()).tolist() == [[0, 0, 0], [0, 0, 0]]


def test_a_table_is_drawn_class_by_class():
    """Each apart from the other."""
    table = ScoreTable.of([1, 1, 2, 3, 3, 4], [0, 1, 1, 0, 1, 0])
    drawn = [resample(EqualCases.of(table), rng=rng) for rng in [fresh(3)] for _ in range(DRAWS)]
    assert as_likely([tuple(one.positives.tolist()) for one in drawn], every_resample([1, 1, 1, 0]))
    assert as_likely([tuple(one.negatives.tolist()) for one in drawn], every_resample([1, 0, 1, 1]))
    both = np.array([(one.positives[0], one.negatives[0]) for one in drawn])
    assert abs(np.corrcoef(both.T)[0, 1]) < 4 / math.sqrt(DRAWS)


# Cases in bins -----------------------------------------------------------------------------------------------------


def unit_weights(tally):
    """Whole cases as weighted ones that count one each."""
    place = np.repeat(np.arange(len(tally)), tally)
    return WeightedCases(place, np.ones(place.size), len(tally))


@pytest.mark.parametrize("of", [lambda tally: WholeCases(np.array(tally)), unit_weights], ids=["whole", "weighted"])
def test_bins_are_drawn_and_dealt_as_their_cases_are(of):
    rows = of([2, 0, 2]).resampled(DRAWS, rng=fresh(4))
    assert as_likely([tuple(map(int, row)) for row in rows.tolist()], every_resample([2, 0, 2]))
    for folds in (2, 3):
        dealt = of([3, 1, 4]).dealt(folds, rng=fresh(5))
        assert np.sum([own.counted for own, _ in dealt], axis=0).tolist() == [3, 1, 4]
        assert all((own.counted + others.counted).tolist() == [3, 1, 4] for own, others in dealt)
        assert sorted(own.counted.sum() for own, _ in dealt) == sorted((8 + part) // folds for part in range(folds))


def test_weighted_resamples_keep_the_weight_of_the_class():
    place, weight = np.array([0, 0, 1, 3]), np.array([1.0, 2.5, 4.0, 0.5])
    cases = WeightedCases(place, weight, 4)
    assert cases.counted.tolist() == [3.5, 4.0, 0.0, 0.5]
    rows = cases.resampled(50, rng=fresh(6))
    assert rows.sum(axis=1).tolist() == pytest.approx([8.0] * 50)
    possible = set()
    for drawn in itertools.product(range(4), repeat=4):
        bins = np.bincount(place[list(drawn)], weight[list(drawn)], 4)
        possible.add(tuple((bins * 8 / bins.sum()).round(9)))
    assert {tuple(row.round(9)) for row in rows} <= possible
    assert len({tuple(row.round(9)) for row in rows}) > 10
    empty = WeightedCases(place[:0], weight[:0], 4)
    assert empty.resampled(2, rng=fresh()).tolist() == [[0] * 4] * 2
    assert [own.counted.sum() for own, _ in empty.dealt(3, rng=fresh())] == [0, 0, 0]


@given(
    cases=st.lists(st.tuples(st.integers(0, 9), st.booleans(), st.integers(1, 5)), min_size=1, max_size=30),
    inner=st.sets(st.integers(1, 9)),
    weighted=st.booleans(),
)
def test_bins_hold_what_lies_between_their_edges(cases, inner, weighted):
    lowest = min(score for score, _, _ in cases)
    edges = [lowest, *sorted(edge for edge in inner if edge > lowest), math.inf]
    score, truth, weight = (list(column) for column in zip(*cases, strict=True))
    table = ScoreTable.of(score, truth, True, weight if weighted else None)
    found = binned_by_class(table, np.array(edges, float))
    for positive, binned in zip((True, False), found, strict=True):
        wanted = [
            sum(w if weighted else 1 for s, true, w in cases if true == positive and low <= s < high)
            for low, high in itertools.pairwise(edges)
        ]
        assert binned.counted.tolist() == pytest.approx([*wanted, 0])


# The middle share --------------------------------------------------------------------------------------------------


@given(
    values=st.lists(st.sampled_from([0.0, 1.0, 2.5, 7.0, math.inf, math.nan]), max_size=60),
    level=st.sampled_from([Fraction(1, 2), Fraction(9, 10), Fraction(19, 20)]),
)
def test_the_middle_share_leaves_no_more_than_its_part_on_either_side(values, level):
    """The widest pair of values with at most (1 - level) / 2 of them outside on each side."""
    low, high = percentile_interval(np.array(values), float(level))
    known = sorted(value for value in values if not math.isnan(value))
    if not known:
        assert math.isnan(low)
        assert math.isnan(high)
        return
    outside = (1 - level) / 2 * len(known)
    assert sum(value < low for value in known) <= outside
    assert sum(value > high for value in known) <= outside
    # No value further inside, but for rounding of the rank.
    rank = math.floor(outside)
    assert low in known[max(rank - 1, 0) : rank + 1]
    assert high in known[len(known) - 1 - rank : len(known) - max(rank - 1, 0)]


def test_the_middle_share_by_hand():
    for size, level, outside in ((100, 0.9, 5), (200, 0.9, 10), (200, 0.8, 20), (200, 0.95, 5), (201, 0.95, 5)):
        found = percentile_interval(np.arange(1.0, size + 1), level)
        assert found == (outside + 1, size - outside)
    assert percentile_interval(np.array([3.0, 1.0, 2.0])) == (1, 3)
    assert percentile_interval(np.array([math.inf, 1.0, math.nan])) == (1, math.inf)
    assert percentile_interval(np.array([4.0])) == (4, 4)
