"""A measure over the threshold, and the draw beside it, against fractions, closed forms and shares of weights."""

from dataclasses import replace

import numpy as np
import pytest

from ddcore.errors import InputError
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable
from tests.helpers.loops import nonempty
from tests.helpers.scores import NAN, close, counted, tabled, thresholds, tied
from tests.oracles import DEFINITIONS, expectation

TRACED = ["ACC", "F1", "TPR", "PPV", "NPV", "J", "MCC", "kappa", "TS", "G2", "PLR", "FM", "TP", "PP"]


def places(found):
    """Where chance is known among the thresholds of a whole trace."""
    return np.flatnonzero(np.isin(found.threshold, found.chance_threshold))


def test_values_and_chance_are_those_of_fractions():
    truth, score = tied(1, 24, 10)
    cases = list(zip(score.tolist(), truth.tolist(), strict=True))
    cells = [counted(cases, threshold) for threshold in thresholds(cases)]
    for key in TRACED:
        found = over_threshold(ScoreTable.of(score, truth), key)
        assert found.threshold.tolist() == thresholds(cases)
        assert places(found).tolist() == list(range(len(found.threshold)))
        assert found.called.tolist() == [tp + fp for tp, fp, _, _ in cells]
        values = [DEFINITIONS[key](tp, fp, P - tp, N - fp) for tp, fp, P, N in cells]
        chance = [expectation(DEFINITIONS[key], P + N, P, tp + fp) for tp, fp, P, N in cells]
        for ours, right in ((found.value, values), (found.chance, chance)):
            right = [NAN if one is None else float(one) for one in right]
            np.testing.assert_allclose(ours, right, rtol=1e-6, atol=1e-12, err_msg=key)
    with pytest.raises(InputError, match="measure must be one of the known names"):
        over_threshold(ScoreTable.of(score, truth), "no such measure")


def test_chance_is_known_at_as_many_thresholds_as_asked():
    truth, score = np.arange(50) % 3 == 0, np.arange(50)
    for points in (1, 2, 7, 50, 51, 400):
        found = over_threshold(ScoreTable.of(score, truth), "TPR", points)
        known = places(found)
        assert known.size == found.chance.size == min(points, 51)
        assert (np.diff(known) > 0).all()
        assert (known[0], known[-1]) == (0, 50 if points > 1 else 0)
        np.testing.assert_allclose(found.chance, found.called[known] / 50, rtol=1e-13)
        assert found.value.size == found.called.size == 51
    many = over_threshold(ScoreTable.of(np.arange(30_000), np.arange(30_000) % 2), "ACC")
    assert places(many).size == 400
    assert places(many)[[0, -1]].tolist() == [0, 30_000]
    assert np.diff(places(many)).min() > 70


def test_weighted_cases_are_compared_with_their_shares():
    truth, score = tied(5, 60, 12)
    weight = np.random.default_rng(5).exponential(size=60)
    found = over_threshold(ScoreTable.of(score, truth, weight=weight), "F1")
    for i, threshold in nonempty(enumerate(found.threshold)):
        called = score >= threshold
        tp, n, P, M = (weight[one].sum() for one in (called & (truth == 1), called, truth == 1, truth >= 0))
        assert found.called[i] == pytest.approx(n, abs=1e-12)
        assert found.value[i] == pytest.approx(2 * tp / (P + n) if n else NAN, nan_ok=True)
        assert found.chance[i] == pytest.approx(2 * n * P / (M * (n + P)) if n else NAN, abs=1e-5, nan_ok=True)


def test_chance_of_weighted_cases_is_that_of_their_shares_in_their_own_unit():
    """Of cases that weigh 5 and 1 a draw may call any share; 24 whole ones would have another mean."""
    found = over_threshold(ScoreTable.of(np.arange(8), [0, 0, 1, 0, 1, 0, 1, 1], weight=[5, 1] * 4), "F1")
    n, P = found.called, 16
    assert n.tolist() == [24, 19, 18, 13, 12, 7, 6, 1, 0]
    np.testing.assert_allclose(found.chance[:-1], 2 * n[:-1] * P / 24 / (n[:-1] + P), atol=1e-6)
    found = over_threshold(ScoreTable.of([0.1, 0.2, 0.3], [0, 1, 1], weight=[1.5, 2.2, 0.3]), "TP")
    np.testing.assert_allclose(found.value, [2.5, 2.5, 0.3, 0], atol=1e-15)
    known = ~np.isnan(found.chance)
    np.testing.assert_allclose(found.chance[known], found.called[known] * 2.5 / 4, atol=1e-5)


def test_equal_weights_are_none_and_no_weight_at_all_is_said():
    truth, score = tied(5, 60, 12)
    one, *others = (
        over_threshold(ScoreTable.of(score, truth, weight=w), "F1") for w in (None, [0.5] * 60, [50] * 60, [0.3] * 60)
    )
    for name in ("threshold", "value", "called", "chance"):
        for other in others:
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    with pytest.raises(InputError, match=r"^a measure over the threshold needs a case, got none$"):
        over_threshold(ScoreTable.of([0.1, 0.2], [0, 1], weight=[0, 0]), "F1")


def test_one_class_only_is_traced_without_a_warning():
    for truth in (True, False):
        found = over_threshold(tabled([(0.1, truth), (0.2, truth)]), "J")
        assert np.isnan([*found.value, *found.chance]).all()
        assert over_threshold(tabled([(0.1, truth)]), "ACC").value[0] == close(truth)


def test_a_drawn_trace_keeps_chance_as_it_is_and_has_2000_points_at_most():
    found = over_threshold(ScoreTable.of(np.arange(6000), np.arange(6000) % 2), "F1", 30)
    line = found.thin()
    assert line.chance_threshold.size == 30
    np.testing.assert_array_equal(line.chance_threshold, found.chance_threshold)
    np.testing.assert_array_equal(line.chance, found.chance)
    assert np.isin(line.threshold, found.threshold).all()
    assert (np.diff(line.threshold) > 0).all()
    wild = replace(found, value=np.arange(6001) % 2.0).thin()
    assert 1000 < wild.threshold.size == wild.value.size == wild.called.size <= 2000
