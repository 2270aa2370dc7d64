"""The smallest band that does what is wanted: by looking at every band there is, and against a normal law."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from ddcore.decisions.smallest_band import (
    band_between,
    given_value,
    least_band,
    least_places,
    rates_band,
    rates_places,
    unseen_regions,
    unseen_value,
)
from ddcore.measures import measure
from ddcore.scores.resampling import Resamples
from ddcore.table import ScoreTable, sweep
from tests.helpers.decisions import refused
from tests.helpers.loops import nonempty

CASES = st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=3, max_size=14)
ACC = measure("ACC")


def bands(rows):
    """Both ends of every band, and its six cells counted case by case: TP, FP, FN, TN, referred."""
    ends = [*sorted({score for score, _ in rows}), math.inf]
    for low, high in itertools.combinations_with_replacement(ends, 2):
        above = [true for score, true in rows if score >= high]
        below = [true for score, true in rows if score < low]
        cells = sum(above), len(above) - sum(above), sum(below), len(below) - sum(below)
        yield low, high, cells, len(rows) - len(above) - len(below)


@given(CASES, st.sampled_from([0.5, 0.7, 0.8, 0.9, 1.0]))
def test_fewest_cases_that_reach_a_value(rows, wanted):
    table = ScoreTable.of([score for score, _ in rows], [int(true) for _, true in rows], 1)
    reached = [
        referred
        for _, _, (tp, fp, fn, tn), referred in bands(rows)
        if tp + fp + fn + tn and (tp + tn) / (tp + fp + fn + tn) >= wanted - 1e-12
    ]
    found = least_band(table, "ACC", wanted)
    assert (found is None) == (not reached)
    if found is not None:
        assert found.cells.referred == min(reached)
        assert found.value >= wanted - 1e-12


def test_a_measure_to_be_low_is_reached_from_above():
    found = least_band(ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 1, 0, 1, 0, 1]), "ERR", 0.25)
    assert found.value <= 0.25
    assert found.cells.referred == 2
    assert least_band(ScoreTable.of([1, 2], [1, 1], 1), "TNR", 0.5) is None


@given(CASES, st.sampled_from([0.0, 0.1, 0.25, 0.4]), st.sampled_from([0.0, 0.2, 0.34]))
def test_fewest_cases_at_two_error_rates(rows, misses, alarms):
    truth = [true for _, true in rows]
    if len(set(truth)) < 2:
        return
    positives = sum(truth)
    kept = [
        referred
        for _, _, (_, fp, fn, _), referred in bands(rows)
        if fn <= misses * positives + 1e-9 and fp <= alarms * (len(rows) - positives) + 1e-9
    ]
    found = rates_band(ScoreTable.of([score for score, _ in rows], truth, True), misses, alarms)
    cells = found.cells
    assert cells.referred == min(kept)
    assert cells.decided.fn <= misses * positives + 1e-9
    assert cells.decided.fp <= alarms * (len(rows) - positives) + 1e-9
    assert found.value == cells.share


def test_one_threshold_that_keeps_both_rates_has_the_fewest_mistakes():
    rng = np.random.default_rng(1)
    truth = np.arange(200) < 100
    score = rng.normal(size=200) + 2.5 * truth
    found = rates_band(ScoreTable.of(score, truth, True), 0.3, 0.3)
    assert found.closed
    mistakes = [(truth[score < at].sum() + (~truth)[score >= at].sum(), at) for at in score]
    both = [wrong for wrong, at in mistakes if truth[score < at].sum() <= 30 and (~truth)[score >= at].sum() <= 30]
    assert found.cells.decided.fn + found.cells.decided.fp == min(nonempty(both))


def test_ends_are_quantiles_of_each_class():
    """Of 20,000 normal scores of each class, those of the law."""
    rng = np.random.default_rng(1)
    truth = np.arange(40_000) < 20_000
    found = rates_band(ScoreTable.of(rng.normal(size=40_000) + 1.5 * truth, truth, True), 0.02, 0.05)
    low, high = 1.5 + norm.ppf(0.02), norm.isf(0.05)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.06)
    assert found.cells.negatives / 20_000 == pytest.approx(norm.cdf(high) - norm.cdf(low), abs=0.02)


def test_what_is_refused():
    two, one_class = ScoreTable.of([1, 2], [0, 1]), ScoreTable.of([1, 2], [1, 1], 1)
    refused("a band needs cases...", least_band, ScoreTable.of([], [], 1), "ACC", 0.5)
    refused("misses must be 0 or more and below 1...", rates_band, two, 1.2, 0.1)
    refused("alarms must be 0 or more and below 1...", rates_band, two, 0.1, -0.5)
    refused("error rates need cases of both classes...", rates_band, one_class, 0.1, 0.1)


def test_rows_are_looked_at_one_by_one():
    """Of several sweeps each has its own band."""
    tables = [ScoreTable.of([1, 2, 3, 4, 5, 6], truth) for truth in ([0, 1, 0, 1, 0, 1], [1, 0, 0, 1, 1, 1])]
    cells = [sweep(table).counts.floats() for table in tables]
    both = type(cells[0])(
        **{name: np.stack([getattr(each, name) for each in cells]) for name in ("tp", "fp", "fn", "tn")}
    )
    for row, table in enumerate(nonempty(tables)):
        least, rates = least_band(table, "ACC", 0.9), rates_band(table, 0.1, 0.1)
        places = least_places(ACC, both, 0.9)[row], rates_places(both, 0.1, 0.1)[row]
        ends = [tuple(np.append(table.score, np.inf)[place]) for place in places]
        assert ends == [(least.low, least.high), (rates.low, rates.high)]


@pytest.mark.parametrize("samples", [2, pytest.param(30, marks=pytest.mark.full)])
def test_unseen_rates_hold_what_the_law_says(samples):
    """The interval holds the true rate of misses in 26 samples of 30 or more."""
    rng, held = np.random.default_rng(4), 0
    for _ in range(samples):
        truth = np.arange(150) < 50
        table = ScoreTable.of(rng.normal(size=150) + 1.5 * truth, truth, True)
        drawn = Resamples.of(table, 1, rng=rng, deals=6)
        regions = unseen_regions(drawn, lambda counts: rates_places(counts, 0.1, 0.1))
        value = unseen_value(drawn, regions, lambda decided, p, n: decided.fn / 50)
        held += value.low <= norm.cdf(rates_band(table, 0.1, 0.1).low - 1.5) <= value.high
    assert held >= 0.85 * samples


@pytest.mark.parametrize("samples", [2, pytest.param(60, marks=pytest.mark.full)])
def test_given_ends_hold_what_the_law_says(samples):
    rng, held = np.random.default_rng(4), 0
    for _ in range(samples):
        truth = np.arange(150) < 50
        table = ScoreTable.of(rng.normal(size=150) + 1.5 * truth, truth, True)
        band = band_between(table, "ACC", 0.2, 1.2)
        value = given_value(Resamples.of(table, 1, rng=rng, deals=1), band.cells, lambda decided, p, n: ACC.on(decided))
        assert value.value == pytest.approx(band.value)
        right = 50 * norm.sf(1.2 - 1.5) + 100 * norm.cdf(0.2)
        wrong = 50 * norm.cdf(0.2 - 1.5) + 100 * norm.sf(1.2)
        held += value.low <= right / (right + wrong) <= value.high
    assert held >= 0.9 * samples
