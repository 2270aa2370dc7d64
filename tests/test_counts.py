"""Counts: shapes, exactness, labels and what is refused."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix

from ddcore.counts import LARGEST, Cells, Counts
from ddcore.errors import InputError

CELLS = ("tp", "fp", "fn", "tn")


def cells(counts):
    return [float(getattr(counts, name)) for name in CELLS]


@given(tables=st.tuples(*[st.integers(0, LARGEST)] * 4))
def test_margins_are_exact_up_to_a_thousand_million_million(tables):
    """And still exact as doubles."""
    tp, fp, fn, tn = tables
    counts = Counts(tp=tp, fp=fp, fn=fn, tn=tn)
    found = [
        counts.positives, counts.negatives, counts.predicted_positives, counts.predicted_negatives, counts.total,
    ]  # fmt: skip
    assert [int(number) for number in found] == [tp + fn, fp + tn, tp + fp, fn + tn, sum(tables)]
    assert Fraction(float(counts.total)) == sum(tables)
    assert counts.shape == ()


def test_whole_numbers_stay_whole_and_weights_stay_fractions():
    assert all(getattr(Counts(tp=1, fp=np.uint8(2), fn=True, tn=[3]), name).dtype == np.int64 for name in CELLS)
    weighted = Counts(tp=0.25, fp=2, fn=1, tn=np.float32(0.5))
    assert weighted.tp.dtype == np.float64
    assert float(weighted.total) == 3.75


def test_the_four_are_broadcast_to_one_shape():
    for tp, tn, shape in ((1, 2, ()), ([[1], [2]], [1, 2, 3], (2, 3)), ([], [], (0,)), (np.ones((2, 1)), 1, (2, 1))):
        counts = Counts(tp=tp, fp=0, fn=1, tn=tn)
        assert counts.shape == np.shape(counts.total) == shape
        assert all(getattr(counts, name).shape == shape for name in CELLS)


def test_a_table_or_some_can_be_picked():
    """With the squares of their weights, if there are any."""
    counts = Counts(tp=[1, 2, 3], fp=[4, 5, 6], fn=7, tn=[8, 9, 10])
    assert repr(counts[1]) == "Counts(tp=2, fp=5, fn=7, tn=9)"
    assert counts[1].shape == ()
    assert (counts[1:].tp.tolist(), counts[1:].fn.tolist()) == ([2, 3], [7, 7])
    counts = Counts(tp=[1, 2], fp=1, fn=3, tn=4, squares=Cells(tp=[1, 4], fp=1, fn=9, tn=16))
    assert counts.squares.fn.tolist() == [9, 9]
    assert cells(counts[1].squares) == [4, 1, 9, 16]
    assert "squares=Cells(tp=4.0," in repr(counts[1])


def test_counts_of_labels_is_scikit_learns_confusion_matrix():
    """Any label but the positive one is negative."""
    rng = np.random.default_rng(0)
    for labels in ([0, 1], ["no", "yes"], [False, True], [-1.0, 1.0]):
        truth, predicted = rng.choice(labels, 200), rng.choice(labels, 200)
        (tn, fp), (fn, tp) = confusion_matrix(truth, predicted, labels=labels)
        assert cells(Counts.of_labels(truth, predicted, positive=labels[1])) == [tp, fp, fn, tn]
        assert cells(Counts.of_labels(truth, predicted, positive=labels[0])) == [tn, fn, fp, tp]
    assert cells(Counts.of_labels(["a", "b", "c", "a"], ["a", "a", "b", "c"], positive="a")) == [1, 1, 1, 1]
    weight = [0.5, 2.0, 4.0, 0.25]
    (tn, fp), (fn, tp) = confusion_matrix([1, 0, 1, 0], [1, 1, 0, 0], sample_weight=weight)
    assert cells(Counts.of_labels([1, 0, 1, 0], [1, 1, 0, 0], weight=weight)) == [tp, fp, fn, tn]
    assert int(Counts.of_labels([], []).total) == 0


def kish(weights):
    """Effective number of cases, exactly."""
    weights = [Fraction(weight) for weight in weights]
    return sum(weights) ** 2 / sum(weight**2 for weight in weights) if weights else Fraction(0)


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(1, 20)), min_size=1, max_size=30))
def test_effective_counts_have_kishs_size_in_each_class_and_the_same_rates(rows):
    truth, called, weight = (np.array(column) for column in zip(*rows, strict=True))
    counts = Counts.of_labels(truth, called, True, weight)
    assert counts.weighted
    found = counts.effective
    for name, right, of in (("positives", "tp", truth), ("negatives", "tn", ~truth)):
        assert float(getattr(found, name)) == pytest.approx(float(kish(weight[of])), rel=1e-12)
        mine, theirs = (
            getattr(part, right) * getattr(other, name) for part, other in ((found, counts), (counts, found))
        )
        assert float(mine) == pytest.approx(float(theirs), rel=1e-12)
    assert cells(found.effective) == cells(found)


def test_equal_weights_are_the_cases_themselves():
    """Weighted is weighted, whatever the sums are."""
    truth, called = (np.random.default_rng(seed).integers(0, 2, 3000) for seed in (1, 2))
    plain = Counts.of_labels(truth, called)
    assert not plain.weighted
    for weight in (1, 50, 0.1, 1 / 3, 1e-7, 12345.678):
        counts = Counts.of_labels(truth, called, weight=np.full(3000, weight))
        assert counts.weighted
        assert repr(counts.effective) == repr(plain)
        assert not counts.effective.weighted


def test_sums_of_unequal_weights_are_no_cases():
    """Nor are fractions whose weights are unknown; whole numbers given as counts are counts."""
    assert Counts.of_labels([1, 1, 0, 0], [1, 0, 0, 1], weight=[1, 2, 1, 2]).effective.weighted
    by_class = Counts.of_labels([1, 1, 0, 0], [1, 0, 0, 1], weight=[2, 2, 3, 3]).effective
    assert cells(by_class) == [1, 1, 1, 1]
    assert by_class.weighted
    counts = Counts(tp=[1.5, 2], fp=1, fn=2, tn=3)
    assert counts[1].weighted
    assert counts.effective is None
    whole = Counts(tp=2.0, fp=1.0, fn=2.0, tn=3.0)
    assert whole.tp.dtype == np.int64
    assert whole.effective is whole


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (-(10**30), "must be 0 or more"),
        ([3, -0.5], "must be 0 or more, got -0.5"),
        (np.nan, "must be 0 or more, got nan"),
        (10**15 + 1, r"must be at most 10\^15, got 1000000000000001"),
        (np.inf, r"must be at most 10\^15, got inf"),
        ("many", "must be a number, got 'many'"),
        (None, "must be a number, got None"),
        (1j, "must be a number, got 1j"),
    ],
)
def test_what_is_no_count_is_said(value, words):
    for name in CELLS:
        with pytest.raises(InputError, match=f"^{name} {words}"):
            Counts(**dict.fromkeys(CELLS, 1) | {name: value})


def test_shapes_and_weights_that_do_not_fit_are_said():
    with pytest.raises(InputError, match=r"tp, fp, fn and tn must have one shape, got tp \(2,\), fp \(3,\)"):
        Counts(tp=[1, 2], fp=[1, 2, 3], fn=0, tn=0)
    with pytest.raises(InputError, match="truth and predicted must have the same length, got 3 and 2"):
        Counts.of_labels([1, 0, 1], [1, 0])
    with pytest.raises(InputError, match="weight"):
        Counts.of_labels([1, 0, 1], [1, 0, 1], weight=[1, 2])
    with pytest.raises(InputError, match="must be 0 or more"):
        Counts.of_labels([1, 0, 1], [1, 0, 1], weight=[1, -2, 1])
