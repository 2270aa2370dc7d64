"""The gains table: cases in equal parts by their score."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.errors import InputError
from ddcore.scores.gains_table import gains_table
from ddcore.table import ScoreTable
from tests.oracles import share_interval


def in_parts(cases, parts):
    """Positives of each part: the mean over all orders in which equal scores may stand, in fractions."""
    orders = [
        order
        for order in itertools.permutations(range(len(cases)))
        if all(cases[a][0] >= cases[b][0] for a, b in itertools.pairwise(order))
    ]
    size = Fraction(len(cases), parts)
    sums = [Fraction(0)] * parts
    for order in orders:
        for place, case in enumerate(order):
            for part in range(parts):
                inside = min(Fraction(place + 1), size * (part + 1)) - max(Fraction(place), size * part)
                sums[part] += max(inside, Fraction(0)) * cases[case][1]
    return [total / len(orders) for total in sums]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1)), min_size=1, max_size=6), st.integers(1, 4))
def test_positives_of_a_part_are_the_mean_over_all_orders_of_ties(cases, parts):
    score, truth = zip(*cases, strict=True)
    found = gains_table(ScoreTable.of(score, truth), parts)
    wanted = in_parts(cases, parts)
    assert found.cases == pytest.approx(len(cases) / parts)
    assert found.positives == pytest.approx([float(each) for each in wanted], abs=1e-12)
    if sum(truth):
        share = Fraction(sum(truth), len(truth))
        assert found.gain == pytest.approx([float(sum(wanted[: at + 1]) / sum(truth)) for at in range(parts)])
        lift = [float(each * parts / len(cases) / share) for each in wanted]
        assert found.lift == pytest.approx(lift, abs=1e-12)
        whole = [float(sum(wanted[: at + 1]) * parts / (at + 1) / len(cases) / share) for at in range(parts)]
        assert found.cumulative_lift == pytest.approx(whole, abs=1e-12)


def test_parts_of_distinct_scores_by_slices():
    """Without ties at an end, a part is a slice of the sorted cases; its interval is Wilson's or Jeffreys'."""
    rng = np.random.default_rng(1)
    score = rng.permutation(500) / 500
    truth = rng.random(500) < score
    found = gains_table(ScoreTable.of(score, truth))
    slices = np.split(np.argsort(-score), 10)
    assert found.highest.tolist() == [score[each].max() for each in slices]
    assert found.lowest.tolist() == [score[each].min() for each in slices]
    hits = np.array([truth[each].sum() for each in slices])
    assert found.positives == pytest.approx(hits)
    np.testing.assert_allclose([found.low, found.high], share_interval(hits, np.full(10, 50)), atol=1e-9)


def test_weighted_cases_are_cut_by_weight():
    """A case of weight three is three cases of one score; its interval is that of fewer."""
    rng = np.random.default_rng(2)
    score, weight = rng.permutation(60) / 60, rng.integers(1, 4, 60)
    truth = rng.random(60) < score
    found = gains_table(ScoreTable.of(score, truth, weight=weight))
    repeated = gains_table(ScoreTable.of(np.repeat(score, weight), np.repeat(truth, weight)))
    for name in ("highest", "lowest", "cases", "positives", "rate", "gain", "lift", "cumulative_lift"):
        np.testing.assert_allclose(getattr(found, name), getattr(repeated, name), atol=1e-9, err_msg=name)
    assert (found.high - found.low > repeated.high - repeated.low).all()
    table = ScoreTable.of(score, truth, weight=weight)
    sums = gains_table(ScoreTable(table.score, table.positives, table.negatives))
    assert np.isnan([sums.low, sums.high]).all()
    assert sums.gain == pytest.approx(found.gain)


def test_what_cannot_be_cut():
    table = ScoreTable.of([0.1, 0.8], [0, 1])
    for call, problem in (
        (lambda: gains_table(table, 0), "parts must be 1 or more, got 0"),
        (lambda: gains_table(table, level=95), "level must be between 0 and 1, got 95"),
        (lambda: gains_table(ScoreTable(np.array([0.5]), np.array([0]), np.array([0]))), "there is no case"),
    ):
        with pytest.raises(InputError, match=problem):
            call()
