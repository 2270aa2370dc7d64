"""Dealing to folds against the list of all ways there are to deal."""

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from ddcore.errors import InputError
from ddcore.resampling.cross_validation import EqualCases, deal, deal_by_class, deal_tally, folds_of
from ddcore.table import ScoreTable
from tests.helpers.laws import as_likely
from tests.helpers.loops import nonempty

DRAWS = 4000


def fresh(seed=1):
    return np.random.default_rng(seed)


def every_deal(cases, folds):
    """All ways to deal cases as evenly as can be, each as likely as another."""
    even = sorted((cases + number) // folds for number in range(folds))
    ways = itertools.product(range(folds), repeat=cases)
    return [way for way in ways if sorted(way.count(number) for number in range(folds)) == even]


@pytest.mark.full
def test_every_even_deal_is_as_likely():
    """Dealing a tally has the law of dealing its cases."""
    for cases, folds in ((4, 2), (5, 2), (5, 3), (4, 4)):
        rng = fresh()
        drawn = [tuple(deal(cases, folds, rng=rng).tolist()) for _ in range(DRAWS)]
        assert as_likely(drawn, every_deal(cases, folds)), (cases, folds)
    for tally, folds in (([3, 1, 1], 2), ([2, 0, 2], 3), ([4], 3), ([1, 2, 1, 1], 3), ([4, 3], 2)):
        element = np.repeat(np.arange(len(tally)), tally)
        wanted = []
        for way in every_deal(sum(tally), folds):
            rows = [[0] * len(tally) for _ in range(folds)]
            for fold, place in zip(way, element, strict=True):
                rows[fold][place] += 1
            wanted.append(tuple(map(tuple, rows)))
        rng = fresh(2)
        drawn = [tuple(map(tuple, deal_tally(np.array(tally), folds, rng=rng).tolist())) for _ in range(DRAWS)]
        assert as_likely(drawn, wanted), (tally, folds)


@given(positive=st.lists(st.booleans(), max_size=40), folds=st.integers(2, 6), seed=st.integers(0, 99))
def test_classes_are_dealt_each_by_itself(positive, folds, seed):
    positive = np.array(positive, dtype=bool)
    fold = deal_by_class(positive, folds, rng=fresh(seed))
    assert fold.shape == positive.shape
    for cases in (positive, ~positive):
        sizes = np.bincount(fold[cases], minlength=folds)
        assert sizes.size == folds
        assert sizes.max() - sizes.min() <= 1


def test_which_folds_have_one_case_more_is_not_the_same_in_both_classes():
    positive = np.repeat([True, False], 4)
    rng = fresh(3)
    pairs = Counter()
    for _ in range(900):
        fold = deal_by_class(positive, 3, rng=rng)
        pairs[tuple(int(np.bincount(fold[own], minlength=3).argmax()) for own in (positive, ~positive))] += 1
    assert len(pairs) == 9
    assert chisquare(list(pairs.values())).pvalue > 1e-3


# Tables ------------------------------------------------------------------------------------------------------------


@given(
    cases=st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=6, max_size=40),
    folds=st.integers(2, 7),
    seed=st.integers(0, 99),
)
def test_each_case_is_held_out_once_and_trains_all_other_folds(cases, folds, seed):
    table = ScoreTable.of([score for score, _ in cases], [true for _, true in cases], True)
    smaller = min(int(table.positives.sum()), int(table.negatives.sum()))
    if smaller < 2:
        with pytest.raises(InputError, match=rf"^cross-fitting needs two cases of each class, got {smaller} of one$"):
            folds_of(table, folds, rng=fresh(seed))
        return
    found = folds_of(table, folds, rng=fresh(seed))
    assert len(found) == min(folds, smaller)
    for fold in found:
        assert fold.held_out.positives.sum() >= 1 <= fold.held_out.negatives.sum()
        assert fold.cases == fold.held_out.total
        assert table.score[fold.places].tolist() == fold.held_out.score.tolist()
        both = Counter()
        for part in (fold.held_out, fold.training):
            for score, up, down in zip(part.score, part.positives, part.negatives, strict=True):
                assert up + down > 0
                both[score, True] += int(up)
                both[score, False] += int(down)
        assert +both == Counter((float(score), true) for score, true in cases)
    assert sum(fold.cases for fold in found) == len(cases)


def test_weighted_cases_keep_their_weights():
    rng = fresh(4)
    score, truth, weight = rng.permutation(30) / 30, np.arange(30) % 3 == 0, rng.uniform(1, 20, 30)
    by_score = dict(zip(score.tolist(), weight.tolist(), strict=True))
    for fold in nonempty(folds_of(ScoreTable.of(score, truth, True, weight), 4, rng=fresh(5))):
        for part in (fold.held_out, fold.training):
            weights = np.array([by_score[one] for one in part.score.tolist()])
            assert (part.positives + part.negatives).tolist() == pytest.approx(weights)
            assert (part.squares[0] + part.squares[1]).tolist() == pytest.approx(weights**2)


@given(score=st.lists(st.integers(0, 3), min_size=1, max_size=20), seed=st.integers(0, 99), weighted=st.booleans())
def test_equal_cases_are_those_of_the_table(score, seed, weighted):
    rng = fresh(seed)
    truth, weight = rng.random(len(score)) < 0.5, rng.uniform(0.5, 9, len(score)) if weighted else None
    table = ScoreTable.of(score, truth, True, weight)
    every = EqualCases.of(table)
    wanted = Counter((float(at), bool(true)) for at, true, _ in zip(*table.cases(), strict=True))
    found = {
        (float(at), positive): int(times)
        for positive, column in zip((True, False), every.times, strict=True)
        for at, times in zip(table.score, column, strict=True)
        if times
    }
    assert found == wanted
    whole = every.counted(every.times)
    assert whole.positives.tolist() == pytest.approx(table.positives.tolist())
    assert whole.negatives.tolist() == pytest.approx(table.negatives.tolist())


def test_weights_whose_squares_are_0_as_doubles_are_a_case_each():
    table = ScoreTable.of([1, 1, 2], [0, 0, 1], True, weight=[1e-200, 2e-200, 3e-200])
    every = EqualCases.of(table)
    assert [times.tolist() for times in every.times] == [[0, 1], [1, 0]]
    assert table.cases()[0].tolist() == [2.0, 1.0]


def test_what_cannot_be_dealt():
    table = ScoreTable.of([1, 2, 3, 4], [0, 0, 1, 1])
    with pytest.raises(InputError, match=r"^folds must be 2 or more, got 1$"):
        folds_of(table, 1, rng=fresh())
    sums = ScoreTable(table.score, table.positives / 2, table.negatives / 2)
    with pytest.raises(InputError, match=r"^the cases are weighted, and only the sums of their weights are known$"):
        folds_of(sums, 2, rng=fresh())
