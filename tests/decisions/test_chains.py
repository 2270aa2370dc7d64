"""Three classifiers at a time, against pairs drawn otherwise, a loop over orders, and what holds for any ranker."""

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from ddcore.decisions.chains import LENGTH, chains, longest_reverse
from ddcore.decisions.ranking import UTILITY, random_tables, true_values, with_error
from ddcore.measures import measure
from tests.helpers.loops import nonempty
from tests.helpers.ranking_answers import PAPER

EIGHT = ("ACC", "BACC", "PPV", "F1", "MCC", "FM", "TPR", "TNR")
CHAINS = 40_000


@pytest.fixture(scope="module")
def wrong():
    return {truth: chains(truth, 0.1, CHAINS, rng=np.random.default_rng(1), measures=EIGHT) for truth in PAPER}


@pytest.mark.parametrize("truth", PAPER)
def test_pairs_of_a_chain_err_as_pairs_drawn_alone_do(wrong, truth):
    """Twenty million pairs of another program; the three pairs of a chain are not independent, so bounds are wider.

    If the order of three is wrong, one to three of its pairs are; the winner is the best of two of them.
    """
    found = wrong[truth]
    for key, share in nonempty(PAPER[truth].items()):
        assert found.pair[key] == pytest.approx(share, abs=4 * (share * (1 - share) / CHAINS) ** 0.5)
    for key in (*EIGHT, UTILITY):
        assert found.pair[key] <= found.first[key] <= found.order[key] <= 3 * found.pair[key]
        assert found.first[key] <= 2 * found.pair[key] + 4 * found.standard_error(found.first[key], key)
        assert found.compared[key] == CHAINS


def order(values):
    return sorted(range(LENGTH), key=lambda place: -values[place])


def test_a_loop_over_orders_counts_the_same():
    """The same draws, each chain put into order by the two rankings, without leads."""
    size, rng = 2000, np.random.default_rng(7)
    found = chains("gaussian", 0.2, size, rng=np.random.default_rng(7), measures=["F1", "ERR"])
    truth = true_values("gaussian", size, rng=rng)
    assessed = with_error(truth, 0.2, rng=rng)
    prevalence = rng.random(size)
    tables = [random_tables(prevalence, size, rng=rng) for _ in range(LENGTH)]
    worth = np.array([truth(table) for table in tables])
    scores = {
        "F1": [measure("F1").on(table) for table in tables],
        "ERR": [-measure("ERR").on(table) for table in tables],
        UTILITY: [assessed(table) for table in tables],
    }
    for key, given in scores.items():
        orders = [(order(worth[:, i]), order(np.array(given)[:, i])) for i in range(size)]
        assert found.order[key] == sum(true != told for true, told in orders) / size
        assert found.reverse[key] == sum(true == told[::-1] for true, told in orders) / size
        assert found.first[key] == sum(true[0] != told[0] for true, told in orders) / size
        pairs = sum(
            (true.index(a) < true.index(b)) != (told.index(a) < told.index(b))
            for true, told in orders
            for a, b in combinations(range(LENGTH), 2)
        )
        assert found.pair[key] == pytest.approx(pairs / (3 * size))


def test_a_ranker_that_knows_nothing_errs_in_two_thirds_and_five_sixths():
    drawn = np.random.default_rng(2)
    lot = replace(measure("ACC"), key="lot", function=lambda cells: drawn.random(np.shape(cells.tp)))
    found = chains("uniform", 0.1, 20_000, rng=np.random.default_rng(1), measures=[lot])
    assert (found.pair["lot"], found.first["lot"]) == pytest.approx((1 / 2, 2 / 3), abs=0.015)
    assert (found.order["lot"], found.reverse["lot"]) == pytest.approx((5 / 6, 1 / 6), abs=0.015)


def test_what_ranks_none_is_never_wrong_and_what_has_no_value_is_compared_nowhere():
    constant, nowhere = "= p / m", "= sqrt(tp / m - 0.9999)"
    found = chains("uniform", 0.1, 500, rng=np.random.default_rng(1), measures=[constant, nowhere])
    assert found.order[constant] == found.first[constant] == 0
    assert found.compared[nowhere] == 0
    assert np.isnan([found.pair[nowhere], found.first[nowhere], found.order[nowhere]]).all()
    assert np.isnan(found.standard_error(found.order[nowhere], nowhere))


def test_progress_is_told():
    told = []
    chains("uniform", 0.1, 45_000, rng=np.random.default_rng(1), measures=["ACC"], progress=told.append)
    assert told == [20_000 / 45_000, 40_000 / 45_000, 1.0]


def in_reverse(worth, score, places):
    rising = sorted(places, key=lambda place: worth[place])
    return all(worth[a] < worth[b] and score[a] > score[b] for a, b in combinations(rising, 2))


@pytest.mark.parametrize("seed", range(8))
def test_the_longest_reverse_chain_is_that_of_a_search_over_all_subsets(seed):
    worth, score = np.random.default_rng(seed).integers(0, 6, (2, 9)).astype(float)
    found = longest_reverse(worth, score)
    assert in_reverse(worth, score, found)
    assert sorted(worth[found]) == worth[found].tolist()
    subsets = (np.flatnonzero(chosen) for chosen in product([0, 1], repeat=9))
    assert len(found) == max(len(places) for places in subsets if in_reverse(worth, score, places))


def test_rounding_reverses_nothing_and_what_has_no_value_stands_in_no_chain():
    worth = np.array([0.3, 0.1 + 0.2, 0.5, 0.7])
    assert len(longest_reverse(worth, worth[::-1][::-1] * (1 + 1e-15))) == 1
    assert longest_reverse(worth, np.array([9.0, np.nan, 2.0, 1.0])) == [0, 2, 3]
    assert longest_reverse(worth, np.full(4, np.nan)) == []
