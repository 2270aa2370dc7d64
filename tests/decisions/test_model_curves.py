"""Curves of several models over all costs: values by hand, bands by another package, and how often a band holds."""

import math

import numpy as np
import pytest
from scipy.special import expit
from statsmodels.stats.proportion import proportion_confint

from ddcore.decisions.cost_curves import COST_CURVES, cost_curves
from ddcore.decisions.model_curves import model_curve
from ddcore.table import ScoreTable
from tests.helpers.decisions import refused

kinds = pytest.mark.parametrize("kind", COST_CURVES)


def drawn(cases=400, seed=1, share=0.4):
    rng = np.random.default_rng(seed)
    truth = np.arange(cases) < share * cases
    return expit(rng.normal(truth * 1.4 - 0.7, 1)), truth


SCORE, TRUTH = drawn()
TABLE = ScoreTable.of(SCORE, TRUTH, True)


@pytest.mark.parametrize("share", [None, 0.1])
def test_net_benefit_case_by_case_also_where_positives_are_rarer(share):
    """Of 400 cases 40 % are positive; where 10 % are, each case weighs and its odds are by what the classes weigh."""
    curve = model_curve(TABLE, "decision", points=12, share=share)
    ratio = np.array([0.9 / 0.6, 0.1 / 0.4]) if share else np.ones(2)
    weight, odds = ratio[TRUTH.astype(int)], SCORE / (1 - SCORE) * ratio[1] / ratio[0]
    chance = odds / (1 + odds)
    gain = np.array([weight * np.where(TRUTH, 1, -at / (1 - at)) for at in curve.x])
    assert curve.value == pytest.approx(np.mean(gain * (chance >= curve.x[:, None] - 1e-12), axis=1))
    assert (curve.always, curve.never.tolist()) == (pytest.approx(gain.mean(axis=1)), [0] * 12)
    assert (curve.low[1:-1] < curve.value[1:-1]).all()


@kinds
def test_value_is_the_line_of_probabilities_also_at_the_share_of_the_cases(kind):
    curve, other = model_curve(TABLE, kind), cost_curves(TABLE, kind, points=201)
    assert curve.x.tolist() == other.x.tolist()
    for mine, name in ((curve.value, "read"), (curve.always, "all"), (curve.never, "none")):
        assert mine == pytest.approx(other.lines[name])
    assert model_curve(TABLE, kind, share=0.4).value.tolist() == curve.value.tolist()


@kinds
def test_band_adds_the_distances_of_both_classes_in_squares(kind):
    """Where both classes have enough mistakes for Wilson's interval alone."""
    curve = model_curve(TABLE, kind, points=9)
    c = COST_CURVES[kind].back(curve.x[4], 0.4)
    shares, ends = [], []
    for cases in (TRUTH, ~TRUTH):
        hits = int((SCORE[cases] >= c).sum())
        assert 4 <= hits <= cases.sum() - 4
        shares.append(hits / cases.sum())
        ends.append(proportion_confint(hits, cases.sum(), method="wilson"))
    value = COST_CURVES[kind].value
    centre = value(*shares, c, 0.4)
    by_positives = [value(end, shares[1], c, 0.4) - centre for end in ends[0]]
    by_negatives = [value(shares[0], end, c, 0.4) - centre for end in ends[1]]
    assert curve.low[4] == pytest.approx(centre - math.hypot(min(by_positives), min(by_negatives)))
    assert curve.high[4] == pytest.approx(centre + math.hypot(max(by_positives), max(by_negatives)))


@pytest.mark.full
@kinds
def test_band_holds_the_truth_in_19_of_20_samples(kind):
    whole = ScoreTable.of(*drawn(400_000, seed=9), True)
    truth = model_curve(whole, kind, points=9).value[1:-1]
    held = []
    for seed in range(400):
        curve = model_curve(ScoreTable.of(*drawn(120, seed), True), kind, points=9)
        held.append((curve.low[1:-1] <= truth) & (truth <= curve.high[1:-1]))
    assert np.mean(held, axis=0).min() > 0.92
    assert 0.94 < np.mean(held) < 0.985


def test_weighted_cases_count_as_many_as_say_as_much():
    weight = np.random.default_rng(2).gamma(2, 1, SCORE.size)
    curve = model_curve(ScoreTable.of(SCORE, TRUTH, True, weight), "decision", points=5)
    c, total = curve.x[2], weight.sum()
    assert curve.value[2] == pytest.approx(
        (weight[TRUTH & (c <= SCORE)].sum() - weight[~TRUTH & (c <= SCORE)].sum() * c / (1 - c)) / total
    )
    equal = model_curve(ScoreTable.of(SCORE, TRUTH, True, np.full(SCORE.size, 3.0)), "decision", points=5)
    alone = model_curve(TABLE, "decision", points=5)
    assert equal.low == pytest.approx(alone.low)
    assert curve.high[2] - curve.low[2] > 1.1 * (alone.high[2] - alone.low[2])


def test_sums_of_weights_have_no_band():
    sums = ScoreTable(TABLE.score, 1.5 * TABLE.positives, 1.5 * TABLE.negatives)
    curve = model_curve(sums, "brier")
    assert curve.value == pytest.approx(model_curve(TABLE, "brier").value)
    assert np.isnan(curve.low).all()
    assert np.isnan(curve.high).all()


def test_what_cannot_be_drawn_is_said():
    refused("kind must be one of decision, cost, brier, got 'gain'", model_curve, TABLE, "gain")
    refused("level must be between 0 and 1, got 2", model_curve, TABLE, "cost", level=2)
    unread = ScoreTable.of([-1, 2], [0, 1])
    refused("scores must be between 0 and 1 to be read as probabilities...", model_curve, unread, "cost")
    one_class = ScoreTable.of([0.1, 0.2], [1, 1])
    refused("costs of both mistakes need cases of both classes", model_curve, one_class, "cost")
