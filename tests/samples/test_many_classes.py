"""A thousand classes as in Example 5 of van de Bijl et al. 2024: sizes, law, who beats the baseline."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import ddcore
from ddcore.chance.dutch_draw import baseline
from ddcore.errors import InputError
from ddcore.samples.many_classes import MANY_CLASSES, RIGHT, SWAPPED, TWINS, USUAL
from ddcore.samples.offered import OFFERED, sizes
from tests.helpers.loops import nonempty

LAW = MANY_CLASSES["thousand_classes"]


@pytest.fixture(scope="module")
def drawn():
    table = LAW.draw()
    return {name: table[name].to_pylist() for name in table.column_names}


def behind(drawn, model):
    """The categories whose accuracy does not exceed that of calling nothing, counted case by case in fractions."""
    true, named, hits = Counter(drawn["category"]), Counter(drawn[model]), Counter()
    for one, other in zip(drawn["category"], drawn[model], strict=True):
        hits[one] += one == other
    M = len(drawn["category"])
    return {
        key for key in true if Fraction(M - true[key] - named[key] + 2 * hits[key], M) <= Fraction(M - true[key], M)
    }


def test_it_has_the_form_of_example_5(drawn):
    sizes_of = Counter(drawn["category"])
    assert len(drawn["category"]) == USUAL == 50_000
    assert len(sizes_of) == 1000
    assert set(sizes_of.values()) == {50}
    assert len(drawn) == 1 + 6
    assert round(baseline("accuracy", USUAL, 50).highest, 3) == 0.999


def test_in_some_categories_no_model_beats_the_baseline_and_pairs_are_among_them(drawn):
    fails = [behind(drawn, model) for model in nonempty(RIGHT)]
    of_all = set.intersection(*fails)
    assert of_all >= {f"category {number:04}" for number in range(1, TWINS + 1)}
    assert TWINS < len(of_all) < 50
    assert all(len(of_all) < len(each) < 120 for each in nonempty(fails))


def test_models_are_right_as_often_as_the_law_says():
    """Of 20 draws of ten times fewer cases, the mean; what a mean of so many strays by is computed from them."""
    draws = [LAW.draw(5000, seed) for seed in range(20)]
    for model, right in RIGHT.items():
        of_pairs, of_others = [], []
        for drawn in draws:
            true, named = (np.asarray(drawn[name].combine_chunks().indices) for name in ("category", model))
            pair = true < TWINS
            of_pairs.append((true == named)[pair].mean())
            of_others.append((true == named)[~pair].mean())
        for shares, expected in ((of_others, right), (of_pairs, (1 - SWAPPED) * right)):
            assert abs(np.mean(shares) - expected) < 4 * np.std(shares, ddof=1) / np.sqrt(len(shares)), model


def test_a_seed_gives_the_same_cases_and_another_one_others():
    assert LAW.draw(5000, 3).equals(LAW.draw(5000, 3))
    assert not LAW.draw(5000, 3).equals(LAW.draw(5000, 4))
    for size in (4999, 500_001):
        with pytest.raises(InputError, match="size must be between 5,000 and 500,000"):
            LAW.draw(size)


def test_it_is_offered_with_its_own_size():
    assert OFFERED[LAW.key] is LAW
    data = ddcore.sample(LAW.key)
    assert data.origin.given["size"] == sizes(LAW)[2] == data.total == 50_000
    assert data.positive == f"category {TWINS + 1:04}"
    assert set(data.models) == set(RIGHT)
    assert ddcore.sample("scenario_1").origin.given["size"] == 10_000
