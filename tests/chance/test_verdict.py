"""When a score beats chance: by the exact law of a draw and by its interval, for measures of one's own too."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import hypergeom

from ddcore.chance.verdict import verdict
from ddcore.counts import Counts
from ddcore.measures import MEASURES


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
            assert line.state == ("beats" if ahead and clear else "unclear" if ahead else "behind"), line.measure.key
            seen.add((line.state, p <= 0.05))
    assert {("beats", True), ("unclear", True), ("unclear", False), ("behind", False)} <= seen


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
    """Uneven weights tell less: over all calls of twelve cases, rounded against the model."""
    truth, weight = np.repeat([1, 0], 6), np.array([1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 2])
    for hits, alarms in itertools.product(range(7), repeat=2):
        called = np.concatenate((np.arange(6) < hits, np.arange(6) < alarms)).astype(int)
        plain, heavy = (verdict("A", Counts.of_labels(truth, called, weight=w), ["J"]) for w in (None, weight))
        if plain.lines[0].score > 0 and heavy.lines[0].score <= plain.lines[0].score:
            assert heavy.log10_luck >= plain.log10_p - 1e-9


def test_more_cases_than_a_draw_is_computed_for():
    found = verdict("A", Counts(tp=2 * 10**12, fp=10**12, fn=10**12, tn=2 * 10**12), ["ACC", "J"])
    assert math.isnan(found.log10_p)
    assert -math.inf < found.log10_luck < -1e6
    assert [line.state for line in found.lines] == ["beats", "beats"]
