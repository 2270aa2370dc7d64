"""The share beyond chance and its interval, and what a picked model is worth, beside ways that share no code."""

import math
from collections import Counter

import numpy as np
import pytest
from scipy.optimize import brentq
from sklearn.metrics import balanced_accuracy_score

from ddcore.chance.rescale import beyond_chance
from ddcore.chance.selection_optimism import _tally, best_on_unseen_cases
from ddcore.counts import Counts
from ddcore.measures import measure


def rate(hits, cases, z):
    """The rate of which `hits` of so many cases lie z deviations below, found by search."""
    seen = hits / cases
    if abs(z) < 1e-9:
        return seen
    low, high = (seen, 1.0) if z > 0 else (0.0, seen)
    return brentq(lambda p: (p - seen) - z * math.sqrt(p * (1 - p) / cases), low + 1e-12, high - 1e-12)


def test_interval_of_two_measures_by_going_round_the_region():
    """On even classes J and accuracy both are TPR - FPR on the way from chance to perfect."""
    tp, fp, P, N = 43, 15, 60, 60
    ways = []
    for angle in np.linspace(0, 2 * np.pi, 721):
        z = 1.959964 * np.cos(angle), 1.959964 * np.sin(angle)
        ways.append(rate(tp, P, z[0]) - rate(fp, N, z[1]))
    share = beyond_chance(Counts(tp=tp, fp=fp, fn=P - tp, tn=N - fp), [measure("J"), measure("ACC")], P + N, P)
    assert share.value == pytest.approx(tp / P - fp / N, abs=1e-12)
    assert (share.low, share.high) == pytest.approx((min(ways), max(ways)), abs=2e-4)


def test_below_chance_the_way_runs_to_the_worst_classifier():
    """Two thirds are of the larger class, so that chance is 2/3: half right is a quarter of the way down to none."""
    share = beyond_chance(Counts(tp=20, fp=10, fn=20, tn=10), [measure("ACC")], 60, 40)
    assert share.value == pytest.approx(-0.25, abs=1e-12)
    assert beyond_chance(Counts(tp=0, fp=20, fn=40, tn=0), [measure("ACC")], 60, 40).value == -1


def test_a_case_more_or_less_at_chance_moves_the_share_a_little():
    """24, 25 and 26 of 50 right, which were -1, 0 and 0.04 on even classes."""
    tables = [Counts(tp=tp, fp=13, fn=25 - tp, tn=12) for tp in (12, 13, 14)]
    shares = [beyond_chance(counts, [measure("ACC"), measure("MCC")], 50, 25).value for counts in tables]
    assert shares == pytest.approx([-0.04, 0, 0.04], abs=2e-3)


def test_nothing_is_known_without_measures_or_weights():
    assert math.isnan(beyond_chance(Counts(tp=1, fp=1, fn=1, tn=1), [], 4, 2).value)
    share = beyond_chance(Counts(tp=1.5, fp=1, fn=1, tn=1), [measure("J")], 1_000_000, 555_556)
    assert share.value == pytest.approx(0.1, abs=1e-5)
    assert math.isnan(share.low)


def slowly(called, positive, deals, rng):
    """What the best by balanced accuracy on two thirds has on the other third, case by case."""
    values = []
    for _ in range(deals):
        part = np.empty(positive.size, int)
        for own in (positive, ~positive):
            part[own] = rng.permutation(np.arange(own.sum()) % 3)
        said = np.empty(positive.size, bool)
        for held in (part == 0, part == 1, part == 2):
            known = positive & ~held, ~positive & ~held
            scores = [round(column[known[0]].mean() - column[known[1]].mean(), 12) for column in called.T]
            said[held] = called[held, int(np.argmax(scores))]
        values.append(2 * balanced_accuracy_score(positive, said) - 1)
    return np.mean(values)


def test_a_picked_model_is_worth_what_parts_say_case_by_case():
    """Equal weights change nothing."""
    rng = np.random.default_rng(3)
    positive = np.arange(90) < 39
    called = rng.random((90, 5)) < np.where(positive, 0.7, 0.35)[:, None]
    right = slowly(called, positive, 200, rng)
    for weight in (None, np.full(90, 2.0)):
        found = [
            best_on_unseen_cases(
                called, positive, [measure("J")], 90, 39, rng=np.random.default_rng(seed), weight=weight
            ).value
            for seed in range(10)
        ]
        assert np.mean(found) == pytest.approx(right, abs=0.012)


def test_many_models_are_picked_from_as_few_are():
    """A hundred models, each of which is one of five: as the same five, but for which of equal ones is taken."""
    rng = np.random.default_rng(3)
    positive = np.arange(300) < 130
    called = rng.random((300, 5)) < np.where(positive, 0.7, 0.35)[:, None]
    five, hundred = (
        best_on_unseen_cases(
            np.repeat(called, times, axis=1), positive, [measure("J")], 300, 130, rng=np.random.default_rng(1)
        )
        for times in (1, 20)
    )
    assert hundred.value == pytest.approx(five.value, abs=0.03)


def test_heavy_cases_make_the_interval_of_a_picked_model_wider():
    rng = np.random.default_rng(3)
    positive = np.arange(400) < 200
    called = rng.random((400, 5)) < np.where(positive, 0.7, 0.35)[:, None]
    widths = []
    for weight in (None, np.where(np.arange(400) % 10, 1.0, 40.0)):
        share = best_on_unseen_cases(
            called, positive, [measure("J")], 400, 200, rng=np.random.default_rng(1), weight=weight
        )
        widths.append(share.high - share.low)
    assert widths[1] > 2 * widths[0]
    few = np.arange(20) < 2
    share = best_on_unseen_cases(few[:, None] & [True, False], few, [measure("J")], 20, 2, rng=np.random.default_rng(1))
    assert math.isnan(share.value)


@pytest.mark.parametrize("models", [1, 15, 16, 63, 64])
def test_cases_that_are_alike_are_counted(models):
    rng = np.random.default_rng(1)
    called, positive = rng.random((500, models)) < 0.02, rng.random(500) < 0.3
    rows, true, times = _tally(called, positive)
    cases, held = Counter(map(tuple, np.column_stack([positive, called]).tolist())), Counter()
    for row, many in zip(np.column_stack([true, rows]).tolist(), times.tolist(), strict=True):
        held[tuple(row)] += many
    assert held == cases
    assert (len(times) == len(cases)) == (models < 64)
