"""Sums of doubles that do not depend on their order, against exact fractions."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ddcore.arrays import added, power_of_two_above, split, whole
from ddcore.counts import Counts
from ddcore.table import ScoreTable

PLACES = 3
any_weight = st.floats(0, 1e100, allow_subnormal=False)
near_weight = st.floats(2.0**-20, 1).map(lambda weight: weight if weight > 2.0**-20 else 0.0)
"""Of near weights no bit is below 2^-78."""


def exact(values):
    """The sum as the fraction that it is, made a double once."""
    total = sum(map(Fraction, values), Fraction(0))
    return total.numerator / total.denominator


def of_groups(score, column):
    return [exact(column[score == own]) for own in np.unique(score)]


@given(rows=st.lists(st.tuples(st.one_of(any_weight, near_weight), st.integers(0, PLACES - 1)), max_size=40))
def test_sums_are_rounded_once_whatever_the_range(rows):
    values, place = np.array([row[0] for row in rows], float), np.array([row[1] for row in rows], np.intp)
    assert added(values, place, PLACES).tolist() == [exact(values[place == own]) for own in range(PLACES)]


@given(values=st.lists(near_weight, min_size=1, max_size=40), shift=st.integers(0, 6), order=st.randoms())
def test_parts_give_the_same_sum_in_any_order_and_of_any_coarser_scale(values, shift, order):
    """Also where they were added up in several pieces, as an engine may."""
    moved = order.sample(values, len(values))
    scale = power_of_two_above(max(values))
    half = len(moved) // 2
    pieces = [split(np.array(piece), scale) for piece in (moved[:half], moved[half:])]
    sums = [sum(part.sum() for part in parts) for parts in zip(*pieces, strict=True)]
    coarser = [part.sum() for part in split(np.array(values), scale * 2.0**shift)]
    assert whole(sums, scale).item() == whole(coarser, scale * 2.0**shift).item() == exact(values)


def test_sums_of_very_many_are_rounded_to_even():
    """Ties and what lies just beside them, where the first part alone has more digits than a double."""
    firsts = [2**53 - 1, 2**53, 2**53 + 1, 2**54 + 2, 2**54 + 3, 2**62 + 512, 2**62 + 511, 2**63 - 1]
    pairs = np.array([(first, below) for first in firsts for below in (0, 1, 2**25, 2**51, 2**52 - 1)])
    found = whole((pairs[:, 0], pairs[:, 1] >> 26, pairs[:, 1] & (2**26 - 1)), 1.0)
    assert found.tolist() == [((int(first) << 52) + int(below)) / 2**78 for first, below in pairs]


def test_the_largest_and_the_smallest_doubles_are_added():
    assert added(np.array([1.7e308, 5e-324]), np.array([0, 1]), 2).tolist() == [1.7e308, 0.0]
    assert added(np.array([5e-324, 5e-324]), np.zeros(2, int), 2).tolist() == [1e-323, 0.0]
    assert added(np.full(2, 1.7e308), np.zeros(2, int), 1).tolist() == [np.inf]
    assert added(np.empty(0), np.empty(0, int), 2).tolist() == [0.0, 0.0]


def test_tallies_and_counts_of_weighted_cases_are_exact_in_any_order():
    rng = np.random.default_rng(5)
    # More than is added up at once, with squares of a range that three parts do not hold.
    weight, score, truth = rng.lognormal(0, 4, 40_000), rng.integers(0, 7, 40_000) / 7, rng.random(40_000) < 0.3
    order = rng.permutation(weight.size)
    masks = truth, ~truth
    expected = [of_groups(score[mask], column[mask]) for column in (weight, weight * weight) for mask in masks]
    every = ScoreTable.of(score, truth, True, weight)
    moved = ScoreTable.of(score[order], truth[order], True, weight[order])
    summed = ScoreTable.summed(score, truth * weight, ~truth * weight, squares=(truth * weight**2, ~truth * weight**2))
    for table in (every, moved, summed):
        assert [tally.tolist() for tally in (table.positives, table.negatives, *table.squares)] == expected
    called = score > 0.4
    counts = Counts.of_labels(truth, called, True, weight)
    cells = {"tp": truth & called, "fp": ~truth & called, "fn": truth & ~called, "tn": ~truth & ~called}
    assert {name: cell.item() for name, cell in counts.items()} == {
        name: exact(weight[cell]) for name, cell in cells.items()
    }
    assert [square.item() for square in counts.squares.values()] == [
        exact((weight * weight)[cell]) for cell in cells.values()
    ]
