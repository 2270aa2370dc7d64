"""Every measure before and after: Propositions 5 and 6, Lemma 1, Corollaries 8 and 9 of Gong 2022, and values."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import norm
from sklearn import metrics

from ddcore.counts import Cells
from ddcore.decisions.cost_curves import cost_curves
from ddcore.interval import Interval
from ddcore.measures import MEASURES
from ddcore.resampling.cross_validation import folds_of
from ddcore.samples.simulated import SCENARIOS, Mixture
from ddcore.scores.before_after import AT_THE_ENDS, BETWEEN, before_after
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.curves import curve
from ddcore.scores.exact_bests import exact_bests, law_tables
from ddcore.scores.gain import BEFORE, UNSEEN, gain
from ddcore.scores.likelihood import fit
from ddcore.scores.modes import mode
from ddcore.scores.thresholds import each
from ddcore.table import ScoreTable
from tests import oracles
from tests.helpers.loops import nonempty
from tests.helpers.scores import LAWS, density

IN_M = ("TPR", "TNR", "PPV", "NPV", "FOR", "FDR", "FNR", "FPR", "ACC", "ERR", "BACC", "J", "CP", "CC", "TS", "F1", "F2",
        "F0.5", "MK", "MCC")  # fmt: skip
"""The measures of Proposition 4."""


def drawn(key, size, seed=1):
    rng = np.random.default_rng(seed)
    law = SCENARIOS[key]
    score = np.concatenate([law.positives.draw(size, rng), law.negatives.draw(size, rng)])
    return ScoreTable.of(score, np.repeat([1, 0], size))


def read(table, method="best", **options):
    found = gain(table, method, rng=np.random.default_rng(1), **options)
    return found, before_after(table, found.likelihood, found.readings, fixed=found.fixed)


def rates(region, of):
    """TPR and FPR of a union of ranges of scores, by the normal law of each part."""
    return [
        np.mean([sum(norm.cdf((b - m) / s) - norm.cdf((a - m) / s) for a, b in region) for m, s in law]) for law in of
    ]


@pytest.mark.parametrize("key", LAWS)
def test_no_region_of_scores_beats_the_best_ratio(key):
    """Proposition 6: whatever function of the score is cut, it calls a region positive."""
    rng, law, share = np.random.default_rng(1), SCENARIOS[key], 0.1
    bests = exact_bests(law.positives, law.negatives, (share, 1 - share), IN_M)
    regions = []
    for _ in range(40):
        ends = np.sort(rng.uniform(0, 0.9, 2 * rng.integers(1, 5))).reshape(-1, 2)
        regions.append(rates(ends.tolist(), (law.positives.parts, law.negatives.parts)))
    tpr, fpr = np.array(regions).T
    cells = Cells(tp=share * tpr, fn=share * (1 - tpr), fp=(1 - share) * fpr, tn=(1 - share) * (1 - fpr))
    for best in nonempty(bests):
        values, turn = best.measure.on(cells), 1 if best.measure.better == "higher" else -1
        assert (turn * values[np.isfinite(values)] <= turn * best.after + 1e-6).all(), best.measure.key
        assert best.gain == turn * (best.after - best.before) >= -1e-9, best.measure.key


def test_every_region_of_six_scores_by_exact_arithmetic():
    """All 64 regions of ties: a measure whose level lines are straight is best at a ratio, by brute force."""
    positives, negatives = (3, 1, 4, 1, 5, 2), (1, 4, 1, 5, 3, 6)
    table = ScoreTable(np.arange(6.0), np.array(positives), np.array(negatives))
    log = np.log(np.array(positives) / np.array(negatives) * 20 / 16)
    straight = ("ACC", "ERR", "BACC", "J", "F1", "F2", "F0.5", "TS", "NF1", "kappa")
    for key, best in zip(straight, each(table.rescored(log), straight), strict=True):
        values = []
        for size in range(7):
            for region in combinations(range(6), size):
                tp, fp = (sum(cases[place] for place in region) for cases in (positives, negatives))
                value = oracles.DEFINITIONS[key](tp, fp, 16 - tp, 20 - fp)
                values += [] if value is None else [Fraction(value)]
        top = max(values) if MEASURES[key].better == "higher" else min(values)
        assert best.value == pytest.approx(float(top), abs=1e-12), key


def test_ties_can_be_better_called_out_of_order():
    """Proposition 6 supposes that every TPR is reached; of a law with few scores a product of rates may gain more."""
    positives, negatives = (20, 60, 20), (5, 55, 20)
    table = ScoreTable(np.arange(3.0), np.array(positives), np.array(negatives))
    log = np.log(np.array(positives) / np.array(negatives) * 80 / 100)
    assert (np.diff(log) < 0).all()
    (best,) = each(table.rescored(log), ["CP"])
    assert best.value < float(MEASURES["CP"].on(Cells(tp=40.0, fp=25.0, fn=60.0, tn=55.0)))


@pytest.mark.parametrize("key", LAWS)
def test_curves_after_are_nowhere_below(key):
    """Theorem 1, Corollaries 8 and 9, and what is drawn from the same rates, for the score and for any mix of it."""
    law = SCENARIOS[key]
    scores, ratios = law_tables(law.positives, law.negatives, (0.3, 0.7), 4000)
    mixed = scores.rescored(np.random.default_rng(1).permutation(scores.score.size).astype(float))
    for other in (scores, mixed):
        for kind, sign in (("roc", 1), ("precision_recall", 1), ("toc", 1), ("gain", 1), ("lift", 1), ("det", -1)):
            after, before = (curve(table, kind) for table in (ratios, other))
            known = np.isfinite(before.y) & np.isfinite(before.x) & (before.x > 0.001)
            fine = np.isfinite(after.y) & np.isfinite(after.x)
            order = np.argsort(after.x[fine], kind="stable")
            height = np.interp(before.x[known], after.x[fine][order], after.y[fine][order])
            assert (sign * (height - before.y[known]) > -2e-3).all(), kind
        for kind, sign in (("cost", -1), ("decision", 1)):
            after, before = (cost_curves(table, kind).lines["best"] for table in (ratios, other))
            assert (sign * (after - before) > -1e-9).all(), kind


MAPS = {
    "exponential": np.exp,
    "cube": lambda x: (x - 0.4) * (x - 0.4) * (x - 0.4),
    "arc tangent": lambda x: np.arctan(5 * x),
}


@pytest.mark.parametrize("name", MAPS)
def test_a_rising_map_changes_no_count_no_best_value_and_no_curve(name):
    """Lemma 1, Proposition 5, Corollary 2 and Lemma 4."""
    table = drawn("scenario_3", 60)
    moved = table.rescored(MAPS[name](table.score))
    for threshold in nonempty(table.score[::7].tolist()):
        assert repr(table.at(threshold)) == repr(moved.at(float(MAPS[name](threshold))))
    keys = [key for key, row in MEASURES.items() if row.judges]
    for first, second in zip(each(table, keys), each(moved, keys), strict=True):
        assert (first.value, first.peaks, len(first.optima)) == (second.value, second.peaks, len(second.optima))
        assert second.threshold == (math.inf if first.threshold == math.inf else MAPS[name](first.threshold))
    for kind in nonempty(set(CURVE_KINDS) - {"ks"}):
        one, other = curve(table, kind), curve(moved, kind)
        np.testing.assert_array_equal((one.x, one.y), (other.x, other.y))


@pytest.mark.parametrize(("method", "bounds"), [("kde", "rank"), ("isotonic", None), ("splines", "rank")])
def test_a_rising_map_changes_nothing_after_by_methods_that_read_ranks(method, bounds):
    table = drawn("scenario_3", 40)
    moved = table.rescored(MAPS["cube"](table.score))
    (one, before), (other, after) = (read(each_of, method, bounds=bounds) for each_of in (table, moved))
    logs = one.likelihood.log_ratio(table.score), other.likelihood.log_ratio(moved.score)
    np.testing.assert_allclose(*logs, atol=1e-9)
    for first, second in zip(before, after, strict=True):
        assert first.after.value == pytest.approx(second.after.value, abs=1e-12)
        assert len(first.called[1]) == len(second.called[1])


def test_exact_values_of_normal_laws_are_the_printed_ones():
    rows = [row for row in oracles.published("003_thresholds.csv") if row["key"] in BETWEEN]
    found = exact_bests(Mixture(((1.5, 1.0),)), Mixture(((0.0, 1.0),)), (0.3, 0.7), [row["key"] for row in rows])
    for row, best in nonempty(zip(rows, found, strict=True)):
        assert (best.before, best.after) == pytest.approx([abs(float(row["value"]))] * 2, abs=1e-6), row["key"]


def test_exact_values_are_those_of_a_fine_search():
    """Scenario 3, by TPR and FPR at 10^5 places and at as many ratios, sorted without the package."""
    x = np.linspace(-0.2, 1.0, 100_001)
    dense = [density(x, LAWS["scenario_3"][side]) for side in (0, 1)]
    order = np.argsort(-(dense[0] / np.maximum(dense[1], 1e-300)), kind="stable")
    law = SCENARIOS["scenario_3"]
    exact = {row.measure.key: row for row in exact_bests(law.positives, law.negatives, (0.5, 0.5))}
    for name, place in (("before", np.arange(x.size)[::-1]), ("after", order)):
        tpr, fpr = (np.cumsum(each_of[place]) / each_of.sum() for each_of in dense)
        assert getattr(exact["J"], name) == pytest.approx((tpr - fpr).max(), abs=2e-5)
        assert getattr(exact["F1"], name) == pytest.approx((2 * tpr / (1 + tpr + fpr)).max(), abs=2e-5)
        assert getattr(exact["ACC"], name) == pytest.approx(((1 + tpr - fpr) / 2).max(), abs=2e-5)


@pytest.mark.full
def test_unseen_values_are_those_of_folds_judged_by_the_others():
    """By scikit-learn, on cases called by the best score and by the best ratio of the other folds."""
    table, judges = drawn("scenario_3", 15), {"F1": metrics.f1_score, "ACC": metrics.accuracy_score}
    _, rows = read(table, "kde")
    found = {row.measure.key: row for row in rows}
    for key, judge in nonempty(judges.items()):
        truth, called = [], ([], [])
        for fold in folds_of(table, 5, rng=np.random.default_rng(1)):
            likelihood = fit(fold.training, "kde")
            ways = (lambda score: score, likelihood.log_ratio)
            true, values = column(fold.training, ways)
            cuts = [max(np.unique(value), key=lambda cut: judge(true, value >= cut)) for value in values]
            held, others = column(fold.held_out, ways)
            truth += held.tolist()
            for mine, value, cut in zip(called, others, cuts, strict=True):
                mine += (value >= cut).tolist()
        scores = [judge(truth, calls) for calls in called]
        row = found[key]
        assert (row.unseen_before.value, row.unseen_after.value) == pytest.approx(scores, abs=1e-12), key
        assert row.gain.value == pytest.approx(scores[1] - scores[0], abs=1e-12)
        assert row.shown == (row.unseen_before.value, row.unseen_after.value)


def column(table, ways):
    """Truth case by case, and the score by each way."""
    score, true, _ = table.cases()
    return true, [np.asarray(way(score)) for way in ways]


def test_regions_called_have_the_values_on_the_same_cases():
    table = drawn("scenario_3", 100)
    _, rows = read(table)
    for row in nonempty(rows):
        for best, called in zip((row.before, row.after), row.called, strict=True):
            inside = np.zeros(table.score.size, bool)
            for low, high in called:
                inside |= (table.score >= low) & (table.score <= high)
            tp, fp = (float(tally[inside].sum()) for tally in (table.positives, table.negatives))
            counts = Cells(tp=tp, fp=fp, fn=100 - tp, tn=100 - fp)
            assert float(row.measure.on(counts)) == pytest.approx(best.value, abs=1e-12)


def test_scores_in_order_gain_nothing_at_all():
    rng = np.random.default_rng(1)
    table = ScoreTable.of(np.concatenate([rng.normal(1.5, 1, 150), rng.normal(0, 1, 150)]), np.repeat([1, 0], 150))
    found, rows = read(table, "order")
    assert found.likelihood.method == "order"
    for row in nonempty(rows):
        assert (row.gain.value, row.gain.low, row.gain.high) == (0, 0, 0)
        assert row.before.value == row.after.value
        assert row.called[0] == row.called[1]
        assert row.unseen_before.low < row.unseen_before.value < row.unseen_before.high


def test_the_state_of_a_gain_is_that_of_its_intervals():
    found = gain(drawn("scenario_3", 60), "kde", rng=np.random.default_rng(1))
    for low, high, area, state in (
        (0.05, 0.15, 0.6, "better"),
        (0.001, 0.007, 0.6, "hardly"),
        (0.05, 0.15, 0.45, "levelled"),
        (-0.2, -0.05, 0.6, "worse"),
        (-0.1, 0.2, 0.6, "unclear"),
    ):
        gains = {**found.gains, UNSEEN: Interval((low + high) / 2, low, high)}
        aucs = {BEFORE: Interval(0.6, 0.52, 0.7), UNSEEN: Interval(0.7, area, 0.8)}
        assert replace(found, gains=gains, aucs=aucs).state == state
    assert replace(found, gains={}).state == "untried"
    assert replace(found, aucs={BEFORE: Interval(1.0)}).state == "perfect"


def test_another_share_of_positives_weighs_what_was_read():
    """The cases of a class count k times as much: as if each of them stood k times in the table and in the folds."""
    table = drawn("scenario_3", 100)
    found, _ = read(table, "kde")

    def thrice(cases):
        return replace(cases, negatives=3 * cases.negatives)

    folds = [replace(fold, held=thrice(fold.held), others=thrice(fold.others)) for fold in found.readings]
    reweighted = before_after(table.reweighted(1.0, 3.0), found.likelihood, found.readings, ["F1", "ACC"])
    counted = before_after(thrice(table), found.likelihood, folds, ["F1", "ACC"])
    for one, other in nonempty(zip(reweighted, counted, strict=True)):
        assert one.unseen_after.value == pytest.approx(other.unseen_after.value, abs=1e-12)
        assert one.unseen_before.value == pytest.approx(other.unseen_before.value, abs=1e-12)


def test_every_measure_that_judges_has_a_row_or_a_reason():
    left_out = [key for keys in AT_THE_ENDS.values() for key in keys]
    assert sorted([*BETWEEN, *left_out]) == sorted(key for key, row in MEASURES.items() if row.judges)
    for key in nonempty(BETWEEN):
        assert mode(MEASURES[key]) in ("one peak", "several peaks")
        assert math.isfinite(MEASURES[key].best - MEASURES[key].worst)
        assert not MEASURES[key].grows
    assert {key for key in left_out if mode(MEASURES[key]) not in ("rises", "falls")} == {"MK", "DOR"}


def test_two_cases_a_class_and_folds_that_cannot_be_dealt():
    for score in ([0.1, 0.4, 0.35, 0.8], [0.5] * 4, [1, 2, 3, 4]):
        for weight in (None, [0.5, 1, 2, 1]):
            _, rows = read(ScoreTable.of(score, [0, 1, 0, 1], weight=weight))
            for row in nonempty(rows):
                assert not row.gain.low > row.gain.value
                assert not row.gain.high < row.gain.value
    found, rows = read(ScoreTable.of([0.1, 0.4, 0.35], [0, 1, 0]))
    assert "two cases" in found.refused
    assert found.readings == ()
    for row in nonempty(rows):
        assert math.isnan(row.gain.value)
        assert row.shown == (row.before.value, row.after.value)


@pytest.mark.parametrize("weight", [0.1, 0.25, 0.5, 0.9])
def test_no_region_beats_a_threshold_on_the_ratio_for_any_weights_of_the_rates(weight):
    """Proposition 3 of Gong 2022, in fractions: against every region of a finite law."""
    positives, negatives = [1, 5, 2, 9, 4, 3, 1, 7], [6, 2, 5, 1, 4, 8, 3, 2]
    P, N = sum(positives), sum(negatives)
    ratio = [Fraction(up, P) / Fraction(down, N) for up, down in zip(positives, negatives, strict=True)]
    order = {value: float(place) for place, value in enumerate(sorted(set(ratio)))}
    table = ScoreTable.of(
        np.repeat([order[value] for value in ratio] * 2, positives + negatives), np.repeat([1, 0], [P, N])
    )
    w = Fraction(str(weight))
    highest = max(
        w * Fraction(sum(positives[at] for at in region), P)
        + (1 - w) * (1 - Fraction(sum(negatives[at] for at in region), N))
        for size in range(9)
        for region in combinations(range(8), size)
    )
    assert each(table, [f"BACC({weight})"])[0].value == pytest.approx(float(highest), abs=1e-15)
