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


def test_margins_of_the_worked_example():
    counts = Counts(tp=227, fp=50, fn=31, tn=192)
    assert (counts.positives, counts.negatives, counts.total) == (258, 242, 500)
    assert (counts.predicted_positives, counts.predicted_negatives) == (277, 223)
    assert counts.shape == ()


@given(cells=st.tuples(*[st.integers(0, LARGEST)] * 4))
def test_margins_are_exact_up_to_a_thousand_million_million(cells):
    tp, fp, fn, tn = cells
    counts = Counts(tp=tp, fp=fp, fn=fn, tn=tn)
    found = [
        counts.positives, counts.negatives, counts.predicted_positives, counts.predicted_negatives, counts.total,
    ]  # fmt: skip
    assert [int(number) for number in found] == [tp + fn, fp + tn, tp + fp, fn + tn, sum(cells)]
    assert Fraction(float(counts.total)) == sum(cells), "and still exact as a double"


def test_whole_numbers_stay_whole_and_weights_stay_fractions():
    assert all(getattr(Counts(tp=1, fp=np.uint8(2), fn=True, tn=[3]), name).dtype == np.int64 for name in CELLS)
    weighted = Counts(tp=0.25, fp=2, fn=1, tn=np.float32(0.5))
    assert weighted.tp.dtype == np.float64
    assert float(weighted.total) == 3.75


@pytest.mark.parametrize(
    ("tp", "tn", "shape"),
    [
        (1, 2, ()),
        ([1, 2, 3], 4, (3,)),
        ([[1], [2]], [1, 2, 3], (2, 3)),
        ([], [], (0,)),
        (np.ones((2, 1, 2)), 1, (2, 1, 2)),
    ],
)
def test_the_four_are_broadcast_to_one_shape(tp, tn, shape):
    counts = Counts(tp=tp, fp=0, fn=1, tn=tn)
    assert counts.shape == shape
    assert all(getattr(counts, name).shape == shape for name in CELLS)
    assert np.shape(counts.total) == shape


def test_a_table_or_some_can_be_picked():
    counts = Counts(tp=[1, 2, 3], fp=[4, 5, 6], fn=7, tn=[8, 9, 10])
    one, some = counts[1], counts[1:]
    assert [int(getattr(one, name)) for name in CELLS] == [2, 5, 7, 9]
    assert one.shape == ()
    assert some.tp.tolist() == [2, 3]
    assert some.fn.tolist() == [7, 7]
    assert repr(one) == "Counts(tp=2, fp=5, fn=7, tn=9)"


def test_counts_of_labels_is_scikit_learns_confusion_matrix():
    rng = np.random.default_rng(0)
    for labels in ([0, 1], ["no", "yes"], [False, True], [-1.0, 1.0]):
        truth, predicted = rng.choice(labels, 200), rng.choice(labels, 200)
        (tn, fp), (fn, tp) = confusion_matrix(truth, predicted, labels=labels)
        counts = Counts.of_labels(truth, predicted, positive=labels[1])
        assert [int(getattr(counts, name)) for name in CELLS] == [tp, fp, fn, tn]
        turned = Counts.of_labels(truth, predicted, positive=labels[0])
        assert [int(getattr(turned, name)) for name in CELLS] == [tn, fn, fp, tp]


def test_any_label_but_the_positive_one_is_negative():
    counts = Counts.of_labels(["a", "b", "c", "a"], ["a", "a", "b", "c"], positive="a")
    assert [int(getattr(counts, name)) for name in CELLS] == [1, 1, 1, 1]


def test_weights_of_labels():
    weight = [0.5, 2.0, 4.0, 0.25]
    counts = Counts.of_labels([1, 0, 1, 0], [1, 1, 0, 0], weight=weight)
    assert [float(getattr(counts, name)) for name in CELLS] == [0.5, 2.0, 4.0, 0.25]
    theirs = confusion_matrix([1, 0, 1, 0], [1, 1, 0, 0], sample_weight=weight)
    assert theirs.ravel().tolist() == [float(counts.tn), float(counts.fp), float(counts.fn), float(counts.tp)]


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
    again = found.effective
    assert [float(getattr(again, name)) for name in CELLS] == [float(getattr(found, name)) for name in CELLS]


@pytest.mark.parametrize("weight", [1, 50, 0.1, 1 / 3, 1e-7, 12345.678])
def test_equal_weights_are_the_cases_themselves(weight):
    truth, called = (np.random.default_rng(seed).integers(0, 2, 3000) for seed in (1, 2))
    plain = Counts.of_labels(truth, called)
    counts = Counts.of_labels(truth, called, weight=np.full(3000, weight))
    assert counts.weighted, "weighted is weighted, whatever the sums are"
    assert not plain.weighted
    found = counts.effective
    assert repr(found) == repr(plain)
    assert found.tp.dtype == np.int64
    assert not found.weighted


def test_whole_sums_of_unequal_weights_are_no_cases():
    counts = Counts.of_labels([1, 1, 0, 0], [1, 0, 0, 1], weight=[1, 2, 1, 2])
    assert counts.effective.weighted
    by_class = Counts.of_labels([1, 1, 0, 0], [1, 0, 0, 1], weight=[2, 2, 3, 3])
    assert [float(getattr(by_class.effective, name)) for name in CELLS] == [1, 1, 1, 1]
    assert by_class.effective.weighted, "positives and negatives count differently"


def test_fractions_of_which_nothing_is_known_have_no_effective_counts():
    counts = Counts(tp=[1.5, 2], fp=1, fn=2, tn=3)
    assert counts.weighted
    assert counts[1].weighted
    assert counts.effective is None
    whole = Counts(tp=2.0, fp=1.0, fn=2.0, tn=3.0)
    assert not whole.weighted, "whole numbers given as counts are counts"
    assert whole.tp.dtype == np.int64
    assert whole.effective is whole


def test_squares_are_broadcast_and_picked_with_the_cells():
    squares = Cells(tp=[1, 4], fp=1, fn=9, tn=16)
    counts = Counts(tp=[1, 2], fp=1, fn=3, tn=4, squares=squares)
    assert counts.squares.fn.tolist() == [9, 9]
    assert counts[1].squares.tp == 4
    assert repr(counts[1]) == "Counts(tp=2, fp=1, fn=3, tn=4, squares=Cells(tp=4.0, fp=1.0, fn=9.0, tn=16.0))"


def test_no_cases_are_four_zeros():
    counts = Counts.of_labels([], [])
    assert int(counts.total) == 0


@pytest.mark.parametrize("name", CELLS)
@pytest.mark.parametrize(
    ("value", "words"),
    [
        (-1, "must be 0 or more, got -1"),
        ([3, -0.5], "must be 0 or more, got -0.5"),
        (np.nan, "must be 0 or more, got nan"),
        (10**15 + 1, r"must be at most 10\^15, got 1000000000000001"),
        (np.inf, r"must be at most 10\^15, got inf"),
        (10**30, r"must be at most 10\^15, got 1e\+30"),
        ("many", "must be a number, got 'many'"),
        (None, "must be a number, got None"),
        (1j, "must be a number, got 1j"),
    ],
)
def test_what_is_no_count_is_said(name, value, words):
    cells = dict.fromkeys(CELLS, 1) | {name: value}
    with pytest.raises(InputError, match=f"^{name} {words}"):
        Counts(**cells)


def test_very_negative_whole_numbers_are_said_to_be_negative():
    with pytest.raises(InputError, match="tp must be 0 or more"):
        Counts(tp=-(10**30), fp=1, fn=1, tn=1)


def test_shapes_that_do_not_fit_are_said():
    with pytest.raises(InputError, match=r"tp, fp, fn and tn must have one shape, got tp \(2,\), fp \(3,\)"):
        Counts(tp=[1, 2], fp=[1, 2, 3], fn=0, tn=0)
    with pytest.raises(InputError, match="truth and predicted must have the same length, got 3 and 2"):
        Counts.of_labels([1, 0, 1], [1, 0])


def test_a_wrong_weight_is_said():
    with pytest.raises(InputError, match="weight"):
        Counts.of_labels([1, 0, 1], [1, 0, 1], weight=[1, 2])
    with pytest.raises(InputError, match="must be 0 or more"):
        Counts.of_labels([1, 0, 1], [1, 0, 1], weight=[1, -2, 1])
