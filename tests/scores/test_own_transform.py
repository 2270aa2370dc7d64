"""A transformation by a formula: areas by scikit-learn, pairs in order by brute force, hostile texts refused."""

import itertools

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from ddcore.errors import InputError
from ddcore.scores.own_transform import MOST, agreed, held, spelled, transformed
from ddcore.table import ScoreTable


def test_the_area_is_that_of_the_transformed_scores():
    rng = np.random.default_rng(8)
    truth = rng.random(400) < 0.4
    score = np.where(truth, np.where(rng.random(400) < 0.5, 0.2, 0.7), 0.45) + rng.normal(0, 0.1, 400)
    table = ScoreTable.of(score, truth)
    against = held(table, "(x - 0.45)**2", np.zeros(table.score.size))
    after, before = roc_auc_score(truth, (score - 0.45) ** 2), roc_auc_score(truth, score)
    assert (against.auc.value, against.gain.value) == pytest.approx((after, after - before))
    assert against.gain.low < after - before < against.gain.high
    assert np.isnan(against.agreement)


def test_pairs_in_the_order_of_the_ratio_are_counted():
    rng = np.random.default_rng(2)
    value, ratio, cases = rng.integers(0, 5, 40) * 1.0, rng.integers(0, 6, 40) * 1.0, rng.integers(1, 4, 40) * 1.0
    right = whole = 0.0
    for i, j in itertools.combinations(range(40), 2):
        if ratio[i] != ratio[j]:
            pairs = cases[i] * cases[j]
            whole += pairs
            right += pairs * (0.5 if value[i] == value[j] else (value[i] > value[j]) == (ratio[i] > ratio[j]))
    assert agreed(value, ratio, cases) == pytest.approx(right / whole)


@pytest.mark.full
def test_of_many_scores_an_even_part_tells_nearly_the_same():
    rng = np.random.default_rng(3)
    value = rng.normal(size=3 * MOST)
    ratio = value + rng.normal(size=3 * MOST)
    above = np.triu_indices(value.size, 1)
    same = (value[above[0]] > value[above[1]]) == (ratio[above[0]] > ratio[above[1]])
    order = np.argsort(value)
    assert agreed(value[order], ratio[order], np.ones(value.size)) == pytest.approx(same.mean(), abs=0.01)


def test_what_keeps_the_order_is_known_and_an_infinite_ratio_is_the_largest():
    table = ScoreTable.of([-1.0, 0.5, 2.0], [0, 1, 1])
    orders = {"2*x + 1": 1, "-x": -1, "abs(x)": 0, "3": 0, "exp(x)": 1}
    assert {text: held(table, text, np.arange(3.0)).order for text in orders} == orders
    assert agreed(np.array([1.0, 2.0, 3.0]), np.array([-np.inf, 0.0, np.inf]), np.ones(3)) == 1


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("__import__('os').system('x')", 'the formula has the unknown name "__import__" at character 1'),
        ("x.real", 'the formula has "." at character 2'),
        ("(lambda: x)()", 'has the unknown name "lambda"'),
        ("x**x", "has an exponent at character 4 that is no plain number"),
        ("tp + x", 'has the unknown name "tp" at character 1; known names are x, sqrt'),
        ("x[0]", r'has "\[" at character 2; use \( \)'),
        ("abs(x", "cannot be read"),
        ("", r"the formula is empty; write something like abs\(x - 0.5\)"),
        ("x" * 301, "a formula must have at most 300 characters, got 301"),
        ("(" * 150 + "x" + ")" * 150, "at most 300 characters"),
    ],
)
def test_what_is_no_formula_in_x_is_refused(text, refusal):
    with pytest.raises(InputError, match=refusal):
        spelled(text)


def test_a_score_without_a_finite_value_is_named():
    with pytest.raises(InputError, match=r"a finite value at every score, has none at 0$"):
        transformed("log(x)", np.array([0.0, 1.0]))
    with pytest.raises(InputError, match=r"has none at -2 and 1 more$"):
        transformed("log(x)", np.array([-2.0, -1.0, 1.0]))
    assert transformed("2", np.array([0.0, 1.0])).tolist() == [2, 2]
