"""Score tables and their sweeps against scikit-learn and against counting case by case."""

import math
import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix, roc_auc_score, roc_curve

from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.records.origin import fingerprint
from ddcore.resampling.cross_validation import EqualCases
from ddcore.table import Packed, ScoreTable, sweep

cases = st.lists(
    st.tuples(st.sampled_from([-2.5, 0.0, 0.1, 0.1 + 1e-16, 0.3, 1.0, 7.0]), st.booleans()), min_size=1, max_size=40
)


def cells(counts):
    return [int(number) for number in (counts.tp, counts.fp, counts.fn, counts.tn)]


@given(rows=cases, threshold=st.one_of(st.sampled_from([-2.5, 0.1, 1.0, math.inf, -math.inf]), st.floats(-3, 8)))
def test_tally_and_sweep_are_those_of_counting(rows, threshold):
    """A sweep goes from all to none; positive means at least the threshold; in the area ties count half."""
    score, truth = (np.array(column) for column in zip(*rows, strict=True))
    table = ScoreTable.of(score, truth, positive=True)
    assert table.score.tolist() == sorted(set(score.tolist()))
    assert table.positives.tolist() == [int(truth[score == value].sum()) for value in table.score]
    assert table.negatives.tolist() == [int((~truth)[score == value].sum()) for value in table.score]
    assert table.positives.dtype.kind == table.negatives.dtype.kind == "i"
    (tn, fp), (fn, tp) = confusion_matrix(truth, score >= threshold, labels=[False, True])
    assert cells(table.at(threshold)) == [tp, fp, fn, tn]
    found = sweep(table)
    assert found.threshold.tolist() == [*table.score, math.inf]
    for i, one in enumerate(found.threshold):
        assert cells(found.counts[i]) == cells(Counts.of_labels(truth, score >= one, positive=True))
    auc = roc_auc_score(truth, score) if len(set(truth.tolist())) == 2 else math.nan
    assert table.auc == pytest.approx(auc, abs=1e-14, nan_ok=True)


def test_scikit_learns_roc_is_the_sweep_backwards():
    rng = np.random.default_rng(1)
    truth, score = rng.integers(0, 2, 500), rng.integers(0, 60, 500) / 60
    found = sweep(ScoreTable.of(score, truth))
    false_rate, true_rate, threshold = roc_curve(truth, score, drop_intermediate=False)
    np.testing.assert_array_equal(found.threshold[::-1], threshold)
    np.testing.assert_allclose((found.counts.tp / found.counts.positives)[::-1], true_rate, rtol=1e-15)
    np.testing.assert_allclose((found.counts.fp / found.counts.negatives)[::-1], false_rate, rtol=1e-15)


def test_thresholds_of_any_shape():
    table = ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1])
    found = table.at([[0.0, 0.1], [0.4, 0.9]])
    assert found.tp.tolist() == [[2, 2], [2, 0]]
    assert found.fp.tolist() == [[2, 2], [1, 0]]
    with pytest.raises(InputError, match="threshold"):
        table.at(np.nan)


def test_the_positive_label_is_chosen():
    score, truth = [0.2, 0.7, 0.7, 0.9], ["sick", "well", "sick", "well"]
    sick, well = (ScoreTable.of(score, truth, positive=label) for label in ("sick", "well"))
    assert sick.positives.tolist() == well.negatives.tolist() == [1, 1, 0]
    assert sick.negatives.tolist() == well.positives.tolist() == [0, 1, 1]


def test_weights_are_added():
    table = ScoreTable.of([0.3, 0.1, 0.3], [1, 0, 1], weight=[0.5, 2, 0.25])
    assert table.score.tolist() == [0.1, 0.3]
    assert table.positives.tolist() == [0, 0.75]
    assert table.negatives.tolist() == [2, 0]
    assert float(table.at(0.2).tp) == 0.75


reweighted = st.lists(
    st.tuples(st.sampled_from([0.1, 0.3, 1.0]), st.booleans(), st.integers(1, 20)), min_size=1, max_size=30
)


@given(rows=reweighted, threshold=st.sampled_from([0.0, 0.1, 0.3, math.inf]))
def test_squares_of_weights_go_where_the_weights_go(rows, threshold):
    score, truth, weight = (np.array(column) for column in zip(*rows, strict=True))
    table = ScoreTable.of(score, truth, True, weight)
    squared = ScoreTable.of(score, truth, True, weight**2.0)
    assert table.weighted
    assert cells(table.at(threshold).squares) == cells(squared.at(threshold))
    assert table.at(threshold).weighted
    swept, theirs = sweep(table).counts.squares, sweep(squared).counts
    assert all((getattr(swept, name) == getattr(theirs, name)).all() for name in ("tp", "fp", "fn", "tn"))
    again = ScoreTable.summed(*(np.tile(part, 2) for part in (table.score, table.positives, table.negatives)),
                              squares=tuple(np.tile(part, 2) for part in table.squares))  # fmt: skip
    assert cells(again.at(threshold).squares) == [2 * cell for cell in cells(squared.at(threshold))]
    moved = table.rescored(-table.score)
    assert [part.tolist() for part in moved.squares] == [part[::-1].tolist() for part in table.squares]
    for found, of in zip(table.effective, (truth, ~truth), strict=True):
        sums = [float((weight[of].astype(float) ** power).sum()) for power in (1, 2)]
        assert found == pytest.approx(sums[0] ** 2 / sums[1] if sums[0] else 0, rel=1e-12)


@given(rows=reweighted, weight=st.sampled_from([0.1, 1.0, 50.0]))
def test_equal_weights_leave_the_unweighted_table(rows, weight):
    score, truth, _ = (np.array(column) for column in zip(*rows, strict=True))
    plain, table = ScoreTable.of(score, truth, True), ScoreTable.of(score, truth, True, np.full(len(rows), weight))
    found = table.unweighted()
    assert table.weighted
    assert not found.weighted
    assert repr(found) == repr(plain)
    assert repr(plain.unweighted()) == repr(plain)
    assert sweep(table).counts.effective.tp.tolist() == sweep(plain).counts.tp.tolist()


@given(rows=reweighted)
def test_cases_hold_the_weight_of_the_table(rows):
    """A plain table holds its cases; a weighted one a number of cases that says the same."""
    score, truth, weight = (np.array(column) for column in zip(*rows, strict=True))
    table = ScoreTable.of(score, truth, True, weight)
    again = ScoreTable.of(*table.cases()[:2], True, table.cases()[2])
    np.testing.assert_allclose([again.positives, again.negatives], [table.positives, table.negatives], rtol=1e-12)
    plain = ScoreTable.of(score, truth, True).cases()
    assert sorted(zip(*(part.tolist() for part in plain), strict=True)) == sorted(
        (float(s), bool(true), 1.0) for s, true, _ in rows
    )
    found = ScoreTable.of([0.5, 0.5, 0.5, 0.7], [1, 1, 1, 0], weight=[3, 1, 1, 9]).cases()
    assert [part.tolist() for part in found] == [[0.5, 0.5, 0.7], [True, True, False], [2.5, 2.5, 9]]


def test_sums_without_squares_are_weighted_and_nothing_is_known_of_them():
    """Although they happen to be whole."""
    table = ScoreTable(np.array([0.1, 0.4]), np.array([0.0, 2.0]), np.array([3.0, 0.0]))
    assert table.weighted
    assert np.isnan(table.effective).all()
    assert table.unweighted() is table
    assert table.at(0.4).effective is None
    with pytest.raises(InputError, match="weighted, and only the sums of their weights are known"):
        table.cases()


@pytest.mark.parametrize(
    ("score", "truth", "weight", "words"),
    [
        ([0.1, 0.2, 0.3], [0, 1], None, "score and truth must have the same length, got 3 and 2"),
        ([0.1, 0.2], [0, 1], [1], "weight must have one number for each case, got 1 for 2 cases"),
        (["low", "high"], [0, 1], None, "score must be a"),
        ([0.1, 0.2], [0, 1], [1, -1], "weight must be 0 or more"),
        ([0.1, 0.2], [0, 1], [1, np.nan], "weight must be"),
        ([0.1, 0.2], [0, 1], ["a", "b"], "weight must be"),
        *(
            ([0.1, 0.2, broken, broken], [0, 1, 0, 1], None, f"score must be a finite number, got {broken} in row 3")
            for broken in (np.nan, np.inf, -np.inf)
        ),
    ],
)
def test_what_is_no_column_is_said(score, truth, weight, words):
    with pytest.raises(InputError, match=words):
        ScoreTable.of(score, truth, weight=weight)


def test_scores_at_the_precision_of_a_double_stay_apart():
    assert ScoreTable.of([2**53 - 1, 2**53], [0, 1]).score.size == 2


def test_a_table_put_by_is_the_same_again():
    """What was computed from it stays behind."""
    for weight in (None, [0.5, 2.0, 1.5, 1.0]):
        table = ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1], weight=weight)
        again = Packed.of(table).table
        for name in ("score", "positives", "negatives"):
            assert getattr(again, name).tolist() == getattr(table, name).tolist()
            assert getattr(again, name).dtype == getattr(table, name).dtype
        assert again.squares is table.squares
    binned = table.in_bins(1)
    assert Packed.of(binned).table.highest is binned.highest is not None
    for many in (255, 256, 2**32):
        table = ScoreTable(np.array([0.5]), np.array([many]), np.array([0]))
        assert Packed.of(table).table.positives.tolist() == [many]
    table = ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])
    before = len(pickle.dumps(table))
    assert table.auc == 1
    assert table.effective == (2, 1)
    assert len(pickle.dumps(table)) == before


@given(rows=cases, bins=st.integers(1, 12), weighted=st.booleans())
def test_bins_hold_what_their_scores_held(rows, bins, weighted):
    """Bins are as full as they may be, and counts at the scores that are left are those of all scores."""
    score, truth = (np.array(column) for column in zip(*rows, strict=True))
    weight = np.arange(1, score.size + 1) / 4 if weighted else None
    table = ScoreTable.of(score, truth, True, weight)
    binned = table.in_bins(bins)
    if not binned.binned:
        assert binned is table
        return
    for name in ("tp", "fp"):
        np.testing.assert_array_equal(getattr(binned.at(binned.score), name), getattr(table.at(binned.score), name))
    if weighted:
        np.testing.assert_array_equal(binned.at(binned.score).squares.tp, table.at(binned.score).squares.tp)
    inside = [
        (table.score >= low) & (table.score <= high) for low, high in zip(binned.score, binned.highest, strict=True)
    ]
    np.testing.assert_array_equal(np.sum(inside, axis=0), 1)
    held, most = binned.positives + binned.negatives, table.total / bins
    several = np.sum(inside, axis=1) > 1
    assert (held[several] <= most).all()
    following = (table.positives + table.negatives)[np.searchsorted(table.score, binned.score[1:])]
    assert (held[:-1] + following > most).all()
    again = binned.in_bins(1)
    assert (again.score[0], again.highest[-1]) == (table.score[0], table.score[-1])


def test_a_binned_table_stays_binned():
    table = ScoreTable.of([0.1, 0.2, 0.4, 0.4, 0.7, 0.8], [0, 0, 1, 0, 1, 1], weight=[2] * 6).in_bins(3)
    order = np.array([2, 0, 1])
    shuffled = ScoreTable.summed(
        table.score[order], table.positives[order], table.negatives[order], highest=table.highest[order]
    )
    same = (
        table.unweighted(),
        table.reweighted(2, 3),
        table.in_clusters((2, 3)),
        table.rescored(table.score.copy()),
        EqualCases.of(table).counted([np.ones(3, np.int64)] * 2),
        shuffled,
        pickle.loads(pickle.dumps(table)),
    )
    np.testing.assert_array_equal([each.highest for each in same], [[0.2, 0.4, 0.8]] * len(same))
    assert not table.rescored(table.score + 1).binned
    assert ScoreTable.summed(np.array([1, 0, 1.0]), *2 * [np.ones(3)], highest=np.array([2, 0, 3.0])).highest[1] == 3


def test_bins_are_no_part_of_a_fingerprint():
    """The number is what it was before a table could be binned."""
    table = ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])
    same = {fingerprint(replace(table, highest=table.score)), fingerprint(table)}
    assert same == {"c7855959c75a4a7d350d5c1c82b4c737e00d98aec63d4b100c184c186250b3b4"}


def test_the_area_of_a_long_table_is_exact_and_one_threshold_needs_no_sums():
    """In several parts; counts at one threshold are those of all thresholds."""
    rng = np.random.default_rng(4)
    score = rng.permutation(150_000) / 7
    truth = rng.random(score.size) < 0.3
    table = ScoreTable.of(score, truth, True)
    ranks = np.flatnonzero(truth[np.argsort(score)]) + 1
    above = int(ranks.sum()) - ranks.size * (ranks.size + 1) // 2
    assert table.auc == above / (ranks.size * (score.size - ranks.size))
    alone = table.at(100.0)
    every = table.at([100.0])
    assert cells(alone) == [int(cell[0]) for cell in every.values()]
    assert repr(table.at(100.0)) == repr(alone)
