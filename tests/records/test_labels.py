"""One check of labels at every public door: what is refused, with which sentence, and what each label means."""

import math

import numpy as np
import pandas as pd
import pytest

from ddcore.counts import Counts
from ddcore.decisions.amounts import Amounts
from ddcore.errors import InputError
from ddcore.records.labels import are_positive
from ddcore.scores import ensemble, together
from ddcore.scores.separation import paired_auc_difference
from ddcore.table import ScoreTable

SCORE = [0.1, 0.4, 0.35, 0.8]
OTHER = [0.3, 0.2, 0.6, 0.7]
BOTH = np.array([SCORE, OTHER]).T

DOORS = {
    "Counts.of_labels": lambda truth, **more: Counts.of_labels(truth, truth, **more),
    "ScoreTable.of": lambda truth, **more: ScoreTable.of(SCORE, truth, **more),
    "Amounts.of_labels": lambda truth, **more: Amounts.of_labels(truth, truth, [1, 2, 3, 4], **more),
    "ahead": lambda truth, **more: paired_auc_difference(SCORE, OTHER, truth, **more),
    "ensemble.fit": lambda truth, **more: ensemble.fit(BOTH, truth, "logistic", **more),
    "together": lambda truth, **more: together.together(BOTH, truth, rng=np.random.default_rng(1), **more),
}
"""Every function that takes labels of the truth."""


def positives(labels, **more):
    return are_positive({"truth": labels}, **more)[0].tolist()


@pytest.mark.parametrize(
    ("truth", "more", "words"),
    [
        (["yes", "no", "no", "yes"], {}, "positive must be given, as the labels are “yes” and “no”"),
        ([0, 5, 5, 0], {}, "positive must be given, as the labels are 0 and 5"),
        ([5, 5, 5, 5], {}, "positive must be given, as the label is 5"),
        ([-1, 0, 1, 1], {}, "positive must be given, as the labels are -1, 0 and 1"),
        (["1", "0", "1", "0"], {}, "positive must be given, as the labels are “1” and “0”"),
        (["yes", "no", "no", "yes"], {"positive": "Yes"}, "positive must be a label that occurs, “yes” or “no”, got "),
        ([0, 5, 5, 0], {"positive": 1}, "positive must be a label that occurs, 0 or 5, got 1"),
        ([0, 1, 1, 0], {"positive": "1"}, "positive must be a label that occurs, 0 or 1, got “1”"),
        ([0, 1, 1, 0], {"positive": [0, 1]}, r"positive must be one label, got \[0, 1\]"),
        ([0, 1, None, 1], {}, "truth must have a label for each case, got None in row 3"),
        ([0, math.nan, 1, 1], {}, "truth must have a label for each case, got nan in row 2"),
        (["yes", "no", math.nan, "no"], {"positive": "yes"}, "truth must have a label for each case, got nan in row 3"),
        (["yes", "no", " ", "no"], {"positive": "yes"}, "truth must have a label for each case, got “ ” in row 3"),
        (pd.array([0, 1, pd.NA, 1]), {}, "truth must have a label for each case, got (nan|<NA>) in row 3"),
        (np.ma.array([0, 1, 1, 1], mask=[0, 0, 0, 1]), {}, "truth must have a label for each case, got 1 in row 4"),
        (SCORE, {}, "truth must have labels, got the score 0.1 in row 1; are two arguments swapped"),
        (SCORE, {"positive": 0.8}, "truth must have labels, got the score 0.1 in row 1; are two arguments swapped"),
        ([[0, 1], [1, 0]], {}, r"truth must be one column of labels, got an array of shape \(2, 2\)"),
    ],
)  # fmt: skip
def test_what_cannot_be_labels_has_a_sentence_at_every_door(truth, more, words):
    for door in DOORS.values():
        with pytest.raises(InputError, match=words):
            door(truth, **more)


def test_columns_of_different_lengths_have_a_sentence_at_every_door():
    for door in DOORS.keys() - {"Counts.of_labels"}:
        with pytest.raises(InputError, match=r"must have the same length|must have one number for each case, got 4"):
            DOORS[door]([0, 1, 1])


def test_labels_that_say_themselves_which_is_positive():
    for truth in ([0, 1, 1], [-1, 1, 1], [False, True, True], [0.0, 1.0, 1.0], np.array([0, 1, 1], dtype=object)):
        assert positives(truth) == [False, True, True]
        assert positives(truth, positive=True) == positives(truth, positive=1.0) == [False, True, True]
    assert positives([0, 1, 1], positive=0) == positives([-1, 1, 1], positive=-1) == [True, False, False]
    assert positives([False, True], positive=False) == [True, False]


def test_one_class_alone_is_allowed_where_labels_say_themselves():
    for truth in ([0, 0], [-1, -1], [False, False]):
        assert positives(truth) == positives(truth, positive=1) == [False, False]
    assert positives([1, 1]) == positives([True, True]) == [True, True]
    assert positives(["no", "no"], positive="no") == [True, True]
    assert positives([]) == positives([], positive="yes") == []


def test_a_positive_that_is_named_is_one_against_all_others():
    assert positives(["a", "b", "c"], positive="b") == [False, True, False]
    assert positives([0, 1, 2], positive=2) == [False, False, True]
    assert positives([0.5, 1.5], positive=1.5) == [False, True]
    assert positives(pd.Series(["a", "b"], dtype="category"), positive="b") == [False, True]


def test_what_is_predicted_are_labels_of_the_same_kind():
    for truth, predicted, positive, words in (
        ([0, 1, 1, 0], SCORE, None, "must have labels, got the score 0.1 in row 1.*or is a threshold mis"),
        (["yes", "no", "no", "yes"], SCORE, "yes", "must have labels, got the score 0.1 in row 1"),
        (["yes", "no"], [0, 1], "yes", "must have labels like those of truth, got 0 beside “yes”"),
        ([0, 1], [1, None], None, "must have a label for each case, got None in row 2"),
    ):
        with pytest.raises(InputError, match=f"predicted {words}"):
            Counts.of_labels(truth, predicted, positive=positive)
    counts = Counts.of_labels(["no", "no"], ["yes", "no"], positive="yes")
    assert (int(counts.fp), int(counts.tn)) == (1, 1)
    counts = Counts.of_labels([0, 1, 1], [False, True, False])
    assert (int(counts.tp), int(counts.fn), int(counts.tn)) == (1, 1, 1)


def test_scores_that_are_labels_have_a_sentence():
    for function, columns, words in (
        (ScoreTable.of, (["yes", "no"], [0.3, 0.7]), "a number for each case, got .'yes', 'no'.; are two arguments sw"),
        (paired_auc_difference, (["yes", "no"], [0.3, 0.7], [0, 1]), "a number for each case"),
        (ScoreTable.of, (BOTH[:2], [[0, 1], [1, 0]]), r"one column of numbers, got an array of shape \(2, 2\)"),
    ):
        with pytest.raises(InputError, match=f"score must be {words}"):
            function(*columns)


def test_ahead_reads_labels_as_all_doors_do():
    right = paired_auc_difference(SCORE, OTHER, [0, 1, 0, 1])
    assert right.value == 0.5
    assert paired_auc_difference(SCORE, OTHER, [-1, 1, -1, 1]) == right
    assert paired_auc_difference(SCORE, OTHER, ["no", "yes", "no", "yes"], positive="yes") == right
