"""What binned scores leave open holds the number of the cases without bins, as scikit-learn and loops have it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, brier_score_loss, log_loss, roc_auc_score

from ddcore.counts import CELLS
from ddcore.decisions.utility import Utility
from ddcore.measures import MEASURES, measure
from ddcore.scores import binned
from ddcore.scores import thresholds as unbinned
from ddcore.scores.curves import convex_hull, curve
from ddcore.scores.thresholds import Constraint
from ddcore.table import ScoreTable, sweep
from tests.helpers.loops import nonempty

OWN = [
    "a = tp / (p + 3 * fp)",
    "b = tp - 2 * fp, lower",
    "c = (tp + 1) * tn / (pp + 1)",
    "d = abs(tp - fp)",
    "e = tp * tp / (fp + 1)",
    "f = tp / (fp - 2.5)",
]
OBJECTIVES = [
    *[each for each in MEASURES.values() if each.judges],
    *map(measure, OWN),
    Utility(tp=3, fp=-5, fn=-1, tn=0.5),
    Utility(tp=-1, fp=2, fn=3, tn=-4),
]
UNPROVED = [measure(own).key for own in OWN[3:]]
RNG = np.random.default_rng(38)
EPS = 1e-12


@st.composite
def cases(draw, size=60):
    """Scores with ties from 0 to 1, truth of both classes at any balance, and weights that add up exactly."""
    many = draw(st.integers(2, size))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    score = rng.integers(0, draw(st.sampled_from([3, 12, 200])), many) / 256
    truth = rng.random(many) < draw(st.sampled_from([0.05, 0.5, 0.9])) * (0.5 + score)
    truth[:2] = [False, True]
    weight = draw(st.sampled_from([None, rng.integers(1, 9, many) / 4]))
    return score, truth, weight


def holds(ends, exact):
    low, high = ends
    assert low - EPS <= exact <= high + EPS


@given(case=cases(), bins=st.integers(1, 9))
def test_numbers_without_a_threshold_are_held(case, bins):
    score, truth, weight = case
    table = ScoreTable.of(score, truth, True, weight).in_bins(bins)
    holds(binned.area(table), roc_auc_score(truth, score, sample_weight=weight))
    holds(binned.average_precision(table), average_precision_score(truth, score, sample_weight=weight))
    holds(binned.brier_score(table), brier_score_loss(truth, score, sample_weight=weight))
    some = np.maximum(score, 1 / 512)
    holds(
        binned.log_loss(ScoreTable.of(some, truth, True, weight).in_bins(bins)),
        log_loss(truth, some, sample_weight=weight),
    )


@given(case=cases(), bins=st.integers(1, 9))
def test_numbers_of_curves_are_held(case, bins):
    """Each number is that of the curve of the cases without bins; in one bin, every order is possible."""
    table = ScoreTable.of(case[0], case[1], True, case[2])
    part = table.in_bins(bins)
    holds(binned.hull_area(part), convex_hull(table).area)
    numbers = {"ks": binned.kolmogorov_smirnov, "lift": binned.top_lift, "det": binned.equal_error}
    for kind, ends in nonempty([*numbers.items()]):
        holds(ends(part), curve(table, kind).summary)
    worst, best = binned.extremes(part)
    assert (worst.auc, best.auc) == pytest.approx(binned.area(part))
    for each in (worst, best):
        np.testing.assert_array_equal(each.at(part.score).tp, part.at(part.score).tp)
        np.testing.assert_array_equal(each.at(part.score).fp, part.at(part.score).fp)


@given(case=cases(25), bins=st.integers(1, 6))
def test_counts_at_every_threshold_are_held(case, bins):
    """At the lowest score of a bin they are exact."""
    score, truth, weight = case
    table = ScoreTable.of(score, truth, True, weight).in_bins(bins)
    weight = np.ones(score.size) if weight is None else weight
    for threshold in nonempty([*score, *(score + 1 / 512), -1.0]):
        called = score >= threshold
        exact = [weight[own].sum() for own in (truth & called, ~truth & called, truth & ~called, ~truth & ~called)]
        ends = np.array([[getattr(counts, cell) for cell in CELLS] for counts in binned.around(table, threshold)])
        assert (ends.min(axis=0) <= exact).all()
        assert (exact <= ends.max(axis=0)).all()
        if threshold in table.score:
            np.testing.assert_array_equal(ends, [exact, exact])


@given(case=cases(), bins=st.integers(1, 9), at=st.integers(0, len(OBJECTIVES) - 1))
def test_the_best_of_all_thresholds_is_held(case, bins, at):
    """Value and place, of each measure and of utilities that reward mistakes, too."""
    score, truth, weight = case
    table = ScoreTable.of(score, truth, True, weight)
    binned_table = table.in_bins(bins)
    exact, bounds = unbinned.best(table, OBJECTIVES[at]), binned.best(binned_table, OBJECTIVES[at])
    if math.isnan(bounds.first):
        # A measure such as the odds ratio may have a value only within bins.
        assert np.isnan(exact.measure(sweep(binned_table).counts)).all()
        return
    if bounds.low == bounds.low:
        assert exact.value >= bounds.low - EPS
    if bounds.high == bounds.high:
        assert exact.value <= bounds.high + EPS
    assert math.isnan(bounds.low + bounds.high) <= (exact.measure.key in UNPROVED)
    assert bounds.first <= exact.threshold <= bounds.last


@pytest.mark.parametrize("name", ["ACC", "F1", "ERR", OWN[0]])
def test_the_best_under_a_condition_is_held(name):
    score, truth = RNG.random(500).round(2), RNG.random(500)
    table = ScoreTable.of(score, score > truth)
    condition = Constraint.of("TPR", 0.83)
    exact = unbinned.best(table, name, condition)
    for bins in (5, 20, 60):
        bounds = binned.best(table.in_bins(bins), name, condition)
        assert bounds.low - EPS <= exact.value <= bounds.high + EPS
        assert bounds.first <= exact.threshold <= bounds.last
    assert bounds.last - bounds.first < 0.3


def test_more_bins_leave_less_open():
    """Until there are as many as scores, when nothing is left open."""
    score = RNG.random(4000)
    truth = RNG.random(4000) < score**3
    table = ScoreTable.of(score, truth)
    numbers = (binned.area, binned.average_precision, binned.brier_score, binned.log_loss)
    bests = ("F1", "J", Utility(tp=1, fp=-3, fn=0, tn=0))
    widths = []
    for bins in (4, 40, 400, 4000):
        part = table.in_bins(bins)
        ends = [number(part) for number in numbers]
        found = [binned.best(part, name) for name in bests]
        widths.append([high - low for low, high in [*ends, *((each.low, each.high) for each in found)]])
    narrower = np.array(widths[1:-1]) / np.array(widths[:-2])
    assert (narrower < 0.2).all()
    np.testing.assert_allclose(widths[-1], 0, atol=1e-15)
    assert binned.area(ScoreTable.of([0.1], [1]))[0] != binned.area(ScoreTable.of([0.1], [1]))[0]
    assert math.isnan(binned.brier_score(ScoreTable.of([0.1, 2], [0, 1]))[1])


def test_thresholds_said_to_be_as_good_are_outside_of_bins():
    """A stretch begins above the bin before it."""
    table = ScoreTable.of([0.1, 0.2, 0.3, 0.4, 0.6, 0.7], [0, 0, 1, 1, 1, 1]).in_bins(3)
    found = unbinned.best(table, "J")
    assert (found.threshold, found.optima) == (0.3, ((0.2, 0.3),))
    assert [binned.is_inside(table, threshold) for threshold in (0.2, 0.25, 0.3)] == [True, False, False]
