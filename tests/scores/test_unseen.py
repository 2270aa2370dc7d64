"""Ratios that cases get from others: no case has a part in its own, and all cases are there once."""

import math

import numpy as np
import pytest

from ddcore.errors import InputError
from ddcore.scores.unseen import best_reader, rates_reader, unseen_ratios, unseen_ratios_of_cases
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty

RNG = np.random.default_rng(4)
SCORE, TRUE = RNG.permutation(200) / 7.0, RNG.random(200) < 0.3


def test_no_case_has_a_part_in_its_own_ratio():
    """All scores differ: those that are read have not been learned."""
    learned = []

    def reader(table):
        def log_ratio(score):
            learned.append((set(table.score.tolist()), set(score.tolist())))
            return score

        return log_ratio

    log = unseen_ratios_of_cases(SCORE, TRUE, reader=reader, rng=np.random.default_rng(1))
    assert log.tolist() == SCORE.tolist()
    unseen = unseen_ratios(ScoreTable.of(SCORE, TRUE, True), reader, rng=np.random.default_rng(1))
    assert sorted(unseen.score.tolist()) == sorted(SCORE.tolist())
    for known, read in nonempty(learned):
        assert not known & read
        assert len(known | read) == 200
    assert len(learned) == 10


def test_weights_go_where_their_cases_go():
    weight = np.where(TRUE, 2.0, 1.0) * np.where(SCORE > 14, 3.0, 1.0)
    totals = []

    def reader(table):
        totals.append(float(table.total))
        return np.zeros_like

    unseen_ratios_of_cases(SCORE, TRUE, weight, reader, rng=np.random.default_rng(1))
    assert sum(totals) == pytest.approx(4 * weight.sum())
    with pytest.raises(InputError, match="cross-fitting needs two cases of each class, got 1 of one"):
        unseen_ratios_of_cases(np.arange(4.0), np.array([True, False, False, False]), rng=np.random.default_rng(1))


def test_labels_have_the_ratio_of_their_rates():
    found = rates_reader(ScoreTable.of([0, 0, 0, 1, 1, 1, 1], [0, 0, 1, 0, 1, 1, 1]))(np.array([1.0, 0.0]))
    assert found.tolist() == pytest.approx([math.log(3 / 4 / (1 / 3)), math.log(1 / 4 / (2 / 3))])
    assert rates_reader(ScoreTable.of([1, 1], [0, 1]))(np.array([0.0, 1.0])).tolist() == [0, 0]


def test_best_reader_reads_what_rises_as_rising():
    score = np.repeat(np.arange(10.0), 20)
    log = best_reader(ScoreTable.of(score, np.arange(200) % 20 < score * 2, True))(np.array([1.0, 8.0]))
    assert log[0] < 0 < log[1]
