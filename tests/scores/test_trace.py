"""A measure over the threshold, and the draw beside it, against fractions, closed forms and shares of weights."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from ddcore.errors import InputError
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.scores import NAN, both_classes, close, counted, large, tabled, thresholds, tied
from tests.oracles import DEFINITIONS, expectation

TRACED = ["ACC", "F1", "TPR", "PPV", "NPV", "J", "MCC", "kappa", "TS", "G2", "PLR", "FM", "TP", "PP"]


def places(found):
    """Where chance is known among the thresholds of a whole trace."""
    return np.flatnonzero(np.isin(found.threshold, found.chance_threshold))


@pytest.mark.parametrize("key", TRACED)
@pytest.mark.parametrize("seed", [1, 2])
def test_values_and_chance_are_those_of_fractions(key, seed):
    truth, score = tied(seed, 24, 10)
    cases = list(zip(score.tolist(), truth.tolist(), strict=True))
    found = over_threshold(ScoreTable.of(score, truth), key)
    assert found.threshold.tolist() == thresholds(cases)
    assert places(found).tolist() == list(range(len(found.threshold)))
    for i, threshold in enumerate(found.threshold):
        tp, fp, P, N = counted(cases, threshold)
        value = DEFINITIONS[key](tp, fp, P - tp, N - fp)
        chance = expectation(DEFINITIONS[key], P + N, P, tp + fp)
        assert found.called[i] == tp + fp
        assert found.value[i] == pytest.approx(NAN if value is None else float(value), abs=1e-13, nan_ok=True)
        assert found.chance[i] == pytest.approx(NAN if chance is None else float(chance), abs=1e-12, nan_ok=True)
    assert found.called[-1] == 0


@given(cases=both_classes)
def test_chance_has_the_closed_forms_of_accuracy_and_f1(cases):
    """Van de Bijl et al. (2024), Table 3: (n P + (M - n) N) / M^2 and 2 n P / (M (n + P))."""
    _, _, P, N = counted(cases, math.inf)
    M = P + N
    accuracy, f1 = (over_threshold(tabled(cases), key) for key in ("ACC", "F1"))
    for i, threshold in nonempty(enumerate(accuracy.threshold)):
        n = sum(counted(cases, threshold)[:2])
        assert accuracy.chance[i] == close(Fraction(n * P + (M - n) * N, M * M))
        assert f1.chance[i] == close(Fraction(2 * n * P, M * (n + P)) if n else NAN)


@pytest.mark.parametrize("points", [1, 2, 3, 7, 50, 51, 400])
def test_chance_is_known_at_as_many_thresholds_as_asked(points):
    truth, score = np.arange(50) % 3 == 0, np.arange(50)
    found = over_threshold(ScoreTable.of(score, truth), "TPR", points)
    assert places(found).size == found.chance.size == min(points, 51)
    assert places(found)[0] == 0
    assert (np.diff(places(found)) > 0).all()
    assert places(found)[-1] == (50 if points > 1 else 0)
    np.testing.assert_allclose(found.chance, found.called[places(found)] / 50, rtol=1e-13)
    assert found.value.size == found.called.size == 51


def test_of_many_thresholds_the_first_and_the_last_are_compared():
    rng = np.random.default_rng(3)
    score, truth = rng.random(30_000), rng.integers(0, 2, 30_000)
    found = over_threshold(ScoreTable.of(score, truth), "ACC")
    assert places(found).size == 400
    assert places(found)[[0, -1]].tolist() == [0, 30_000]
    assert np.diff(places(found)).min() > 70
    share, positive = found.called[places(found)] / 30_000, truth.mean()
    np.testing.assert_allclose(found.chance, share * positive + (1 - share) * (1 - positive), rtol=1e-12)
    assert found.value[-1] == pytest.approx(1 - positive)


def test_a_row_of_the_measures_will_do_in_place_of_its_name():
    table = tabled([(0.1, False), (0.4, True), (0.8, True)])
    found = over_threshold(table, over_threshold(table, "ACC").measure)
    np.testing.assert_allclose(found.value, [2 / 3, 1, 2 / 3, 1 / 3])
    with pytest.raises(InputError, match="measure must be one of the known names"):
        over_threshold(table, "no such measure")


def test_weighted_cases_are_compared_with_their_shares():
    truth, score = tied(5, 60, 12)
    weight = np.random.default_rng(5).exponential(size=60)
    table = ScoreTable.of(score, truth, weight=weight)
    found = over_threshold(table, "F1")
    for i, threshold in nonempty(enumerate(found.threshold)):
        called = score >= threshold
        tp, n, P, M = (weight[one].sum() for one in (called & (truth == 1), called, truth == 1, truth >= 0))
        assert found.called[i] == pytest.approx(n, abs=1e-12)
        assert found.value[i] == pytest.approx(2 * tp / (P + n) if n else NAN, nan_ok=True)
        assert found.chance[i] == pytest.approx(2 * n * P / (M * (n + P)) if n else NAN, abs=1e-5, nan_ok=True)


def test_weights_that_sum_to_whole_numbers_are_compared_with_their_shares():
    """Of cases that weigh 5 and 1 a draw may call any share; 24 whole ones would have another mean."""
    found = over_threshold(ScoreTable.of(np.arange(8), [0, 0, 1, 0, 1, 0, 1, 1], weight=[5, 1] * 4), "F1")
    n, P = found.called, 16
    assert n.tolist() == [24, 19, 18, 13, 12, 7, 6, 1, 0]
    np.testing.assert_allclose(found.chance[:-1], 2 * n[:-1] * P / 24 / (n[:-1] + P), atol=1e-6)


@pytest.mark.parametrize("weight", [0.5, 50, 0.3])
def test_equal_weights_are_none(weight):
    truth, score = tied(5, 60, 12)
    one, other = (over_threshold(ScoreTable.of(score, truth, weight=w), "F1") for w in (None, np.full(60, weight)))
    for name in ("threshold", "value", "called", "chance"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_chance_of_weighted_cases_is_in_their_own_unit_or_missing():
    table = ScoreTable.of([0.1, 0.2, 0.3], [0, 1, 1], weight=[1.5, 2.2, 0.3])
    found = over_threshold(table, "TP")
    np.testing.assert_allclose(found.value, [2.5, 2.5, 0.3, 0], atol=1e-15)
    known = ~np.isnan(found.chance)
    np.testing.assert_allclose(found.chance[known], found.called[known] * 2.5 / 4, atol=1e-5)


def test_no_weight_at_all_is_said():
    with pytest.raises(InputError, match=r"^a measure over the threshold needs a case, got none$"):
        over_threshold(ScoreTable.of([0.1, 0.2], [0, 1], weight=[0, 0]), "F1")


@pytest.mark.parametrize("truth", [True, False])
def test_one_class_only_is_traced_without_a_warning(truth):
    found = over_threshold(tabled([(0.1, truth), (0.2, truth)]), "J")
    assert np.isnan(found.value).all()
    assert np.isnan(found.chance).all()
    assert over_threshold(tabled([(0.1, truth)]), "ACC").value[0] == close(truth)


def test_a_drawn_trace_keeps_chance_as_it_is():
    found = over_threshold(large()["tied"], "F1", 30)
    line = found.thin()
    assert line.chance_threshold.size == 30
    np.testing.assert_array_equal(line.chance_threshold, found.chance_threshold)
    np.testing.assert_array_equal(line.chance, found.chance)
    assert np.isin(line.threshold, found.threshold).all()
    assert (np.diff(line.threshold) > 0).all()


def test_a_drawn_trace_has_2000_points_at_most_however_wild():
    found = over_threshold(ScoreTable.of(np.arange(6000), np.arange(6000) % 2), "F1")
    wild = replace(found, value=np.arange(6001) % 2.0).thin()
    assert 1000 < wild.threshold.size == wild.value.size == wild.called.size <= 2000
    assert wild.chance.size == 400
