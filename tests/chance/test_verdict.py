"""When a score beats chance: by the exact law of a draw and by its interval, for measures of one's own too."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import hypergeom

from ddcore.chance.dutch_draw import baseline, expectation
from ddcore.chance.verdict import ranks, verdict
from ddcore.counts import Counts
from ddcore.measures import MEASURES
from tests.helpers.tiers import some_of


def lines(counts, measures):
    return {line.measure.key: line for line in verdict("A", counts, measures).lines}


@pytest.mark.parametrize(("P", "N", "n"), [(6, 6, 6), (3, 17, 4), (5, 40, 9)])
def test_beats_needs_both_a_seldom_draw_and_an_interval_beyond_the_baseline(P, N, n):
    """On every table with these margins, the two conditions by themselves."""
    seen = set()
    for tp in range(max(0, n - N), min(P, n) + 1):
        found = verdict("A", Counts(tp=tp, fp=n - tp, fn=P - tp, tn=N - n + tp), MEASURES)
        p = hypergeom(P + N, P, n).sf(tp - 1)
        assert 10**found.log10_p == pytest.approx(p, rel=1e-9)
        for line in found.beatable:
            sign = 1 if line.measure.better == "higher" else -1
            ahead = sign * (line.score - line.chance) > 1e-9
            clear = p <= 0.05 and line.distance_interval[0] > 1e-9
            if line.state == "worse":
                assert line.distance_interval[1] < 0
            expected = ("beats" if clear else "unclear",) if ahead else ("behind", "worse")
            assert line.state in expected, line.measure.key
            seen.add((line.state, p <= 0.05))
    assert {("beats", True), ("unclear", True), ("unclear", False), ("behind", False), ("worse", False)} <= seen


@pytest.mark.parametrize(
    ("P", "N"), [(3, 9), *(pytest.param(*two, marks=pytest.mark.full) for two in ((3, 17), (20, 30)))]
)
def test_what_is_as_good_as_chance_is_seldom_clearly_worse(P, N):
    """Of draws that expect what chance has, by counting, on all measures at once; and worse ones are told so."""
    told = 0
    for n in range(1, P + N, 2):
        law = hypergeom(P + N, P, n)
        same = [
            key
            for key, measure in MEASURES.items()
            if measure.judges
            and abs(expectation(key, P + N, P, n / (P + N)) - baseline(key, P + N, P).best(measure.better)) < 1e-12
        ]
        share = 0.0
        for tp in range(max(0, n - N), min(P, n) + 1):
            found = verdict("A", Counts(tp=tp, fp=n - tp, fn=P - tp, tn=N - n + tp), same)
            share += law.pmf(tp) * bool(found.having("worse"))
            told += bool(found.having("worse"))
        assert share <= 0.05
    assert told > 0


def test_clearly_worse_than_a_constant_answer():
    """85.3 % right where 99.7 % are negative; one case less than all is not clearly worse, nor is an unlucky draw."""
    for cells, key, state in (
        ((2, 146, 1, 851), "ACC", "worse"),
        ((2, 146, 1, 851), "ERR", "worse"),
        ((2, 146, 1, 851), "MCC", "unclear"),
        ((0, 1, 3, 996), "ACC", "behind"),
        ((0, 0, 3, 997), "ACC", "behind"),
        ((1, 9, 9, 1), "MCC", "worse"),
        ((4, 6, 6, 4), "MCC", "behind"),
        ((2, 18, 8, 2), "= min(tp/p, tn/n)", "worse"),
    ):
        [line] = lines(Counts(**dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True))), [key]).values()
        assert line.state == state, (cells, key)
    weighted = Counts.of_labels([1] * 10 + [0] * 990, [0] * 5 + [1] * 155 + [0] * 840, weight=[2, 3] * 500)
    assert lines(weighted, ["ACC"])["ACC"].state == "worse"
    assert lines(Counts(tp=0.5, fp=155.5, fn=9.5, tn=834.5), ["ACC"])["ACC"].state == "behind", "unknown weights"
    many = Counts(tp=10**9, fp=2 * 10**12, fn=10**9, tn=8 * 10**12)
    assert lines(many, ["ACC"])["ACC"].state == "worse"


@pytest.mark.parametrize("text", ["= abs(fp - fn)/m, lower", "= (tp - 4) ** 2 / m", "= fp/n, higher", "= pp/m, higher"])
def test_formula_that_does_not_follow_is_held_against_its_own_law_too(text):
    """It never beats chance where draws with the same margins are as good in more than one of twenty, by counting."""
    P, N, n = 8, 12, 8
    tables = [Counts(tp=k, fp=n - k, fn=P - k, tn=N - n + k) for k in range(n + 1)]
    found = [verdict("A", table, [text]) for table in tables]
    values = np.array([each.lines[0].score for each in found])
    chances = hypergeom(P + N, P, n).pmf(np.arange(n + 1))
    for each, value in zip(found, values, strict=True):
        line = each.lines[0]
        sign = 1 if line.measure.better == "higher" else -1
        as_good = chances[sign * values >= sign * value - 1e-9].sum()
        assert line.state != "beats" or as_good <= 0.05
        assert line.state != "beats" or 10**each.log10_p <= 0.05


def test_known_and_unknown_weights():
    truth, called = np.repeat([1, 0], 40), np.tile(np.repeat([1, 0], [32, 8]), 2)
    called[40:] = 1 - called[40:]
    heavy = Counts.of_labels(truth, called, weight=np.tile([1, 2, 3, 4], 20))
    found = verdict("A", heavy, MEASURES)
    assert math.isnan(found.log10_p)
    assert found.log10_luck < -3
    assert {line.state for line in found.having("beats")} == {"beats"}
    assert not any(line.measure.grows for line in found.lines)
    unknown = verdict("A", Counts(tp=32.5, fp=8, fn=8, tn=32), MEASURES)
    assert math.isnan(unknown.log10_luck)
    assert not unknown.having("beats")


def test_weighted_p_is_never_below_that_of_the_cases_themselves():
    """Uneven weights tell less: over calls of twelve cases, rounded against the model."""
    truth, weight = np.repeat([1, 0], 6), np.array([1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 2])
    compared = 0
    for hits, alarms in itertools.product(range(1, 7, 2), range(0, 7, 2)):
        called = np.concatenate((np.arange(6) < hits, np.arange(6) < alarms)).astype(int)
        plain, heavy = (verdict("A", Counts.of_labels(truth, called, weight=w), ["J"]) for w in (None, weight))
        if plain.lines[0].score > 0 and heavy.lines[0].score <= plain.lines[0].score:
            assert heavy.log10_luck >= plain.log10_p - 1e-9
            compared += 1
    assert compared > 3


def test_more_cases_than_a_draw_is_computed_for():
    found = verdict("A", Counts(tp=2 * 10**12, fp=10**12, fn=10**12, tn=2 * 10**12), ["ACC", "J"])
    assert math.isnan(found.log10_p)
    assert -math.inf < found.log10_luck < -1e6
    assert [line.state for line in found.lines] == ["beats", "beats"]


def test_beyond_chance_is_the_mean_way_to_perfect_of_what_can_be_beaten():
    """In balanced classes accuracy, its error and J start at 1/2, 1/2 and 0; recall is free, odds have no end."""
    for tp, fp, fn, tn in ((45, 10, 5, 40), (30, 5, 20, 45), (20, 30, 30, 20), (25, 25, 25, 25)):
        accuracy = (tp + tn) / 100
        way = 2 * accuracy - 1
        found = verdict("A", Counts(tp=tp, fp=fp, fn=fn, tn=tn), ["ACC", "ERR", "J", "TPR", "DOR", "prevalence"])
        assert found.beyond_chance.value == pytest.approx(way, abs=1e-12)
        assert math.isnan(found.only(["TPR", "prevalence"]).beyond_chance.value)
    # The classes of weighted cases are rounded to a million, and a perfect score may pass the best possible on these.
    truth = np.array([1, 1, 0, 0, 0])
    found = verdict("A", Counts.of_labels(truth, truth, weight=[0.3, 1.1, 2.7, 0.9, 1.3]), MEASURES)
    assert found.beyond_chance.value == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("models", some_of([5, 20], 20))
def test_the_best_of_models_without_skill_is_clear_of_them_in_five_percent_at_most(models):
    """The law of the highest of k hypergeometric numbers, and of the exact probability that each leads to."""
    tp = np.arange(61)
    below = hypergeom(120, 60, 60).cdf(tp) ** models
    chance = np.diff(below, prepend=0)
    found = [verdict("A", Counts(tp=k, fp=60 - k, fn=60 - k, tn=k), ["J"]) for k in tp.tolist()]
    assert chance @ [one.clear_of(models) for one in found] <= 0.05
    assert chance @ [one.clear_of(1) for one in found] > 0.1
    assert not verdict("A", Counts(tp=4.5, fp=0.3, fn=0.3, tn=6.75), ["J"]).clear_of(1), "unknown weights"


def test_ranks():
    for beaten, beyond, expected in (
        ([12, 12, 3, 12], [0.4, 0.6, 0.7, 0.4], [2, 1, 4, 2]),
        ([0, 0, 0], [math.nan, -0.5, math.nan], [2, 1, 2]),
        ([1, 1], [0.3, 0.1 + 0.2], [1, 1]),
        ([1], [math.nan], [1]),
    ):
        assert ranks(beaten, beyond) == expected
