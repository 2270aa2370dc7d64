"""Baselines by trying every n: in exact fractions to M = 30, in doubles first above, by fifty digits at large M."""

import dataclasses
import itertools
from decimal import Decimal
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy.stats import hypergeom

from ddcore.chance import dutch_draw, optimum
from ddcore.measures import MEASURES, measure
from tests.helpers.chance import KEYS, SMALL, wrong
from tests.helpers.tiers import some_of
from tests.oracles import (
    DEFINITIONS,
    TIE,
    baseline,
    evaluate,
    expectation,
    extremes,
    moments,
    published,
    relative_error,
    undefined,
)

SIZES = [(200, p) for p in (2, 67, 100, 199)]
MORE = [(200, p) for p in (1, 3, 20, 99, 101, 150, 198)] + [(301, p) for p in (1, 4, 150, 151, 250, 300)]
MORE += [(1000, 30), (1000, 350)]


@cache
def probabilities(total, positives):
    """Row n: P(TP = k) of a draw that calls n cases positive, for each k."""
    n, k = np.arange(total + 1)[:, None], np.arange(positives + 1)[None, :]
    return np.nan_to_num(hypergeom.pmf(k, total, positives, n))


def scan(key, total, positives):
    """Highest, where, lowest, where: every n in doubles first, then those near the ends in exact arithmetic."""
    n, k = np.arange(total + 1)[:, None], np.arange(positives + 1)[None, :]
    weight = probabilities(total, positives)
    cells = np.broadcast_arrays(k, n - k, positives - k, total - positives - n + k)
    possible = (cells[1] >= 0) & (cells[3] >= 0)
    tp, fp, fn, tn = (np.where(possible, cell, 0).astype(float) for cell in cells)
    hit, alarm = tp / positives, fp / (total - positives)
    with np.errstate(all="ignore"):
        values = {
            "G2": lambda: np.sqrt(hit * (1 - alarm)),
            "CC": lambda: np.sqrt((1 - hit) ** 2 + alarm**2),
            "CP": lambda: hit * (1 - alarm),
            "TS": lambda: tp / (positives + fp),
            "PT": lambda: np.sqrt(alarm) / (np.sqrt(hit) + np.sqrt(alarm)),
            "PLR": lambda: hit / alarm,
            "NLR": lambda: (1 - hit) / (1 - alarm),
            "DOR": lambda: tp * tn / (fp * fn),
        }[key]()
    values[~np.isfinite(values)] = np.nan
    weight = np.where(possible & ~np.isnan(values), weight, 0)
    with np.errstate(invalid="ignore"):
        rough = np.nansum(weight * values, axis=1) / weight.sum(axis=1)
    ends = np.nanmax(rough), np.nanmin(rough)
    near = [np.flatnonzero(abs(rough - end) < 1e-9 * max(1, abs(end))) for end in ends]
    exact = {int(n): expectation(DEFINITIONS[key], total, positives, int(n)) for n in np.concatenate(near)}
    means = [exact.get(n) for n in range(total + 1)]
    return extremes(means)


NONLINEAR = ["G2", "CC", "CP", "TS", "PT", "PLR", "NLR", "DOR"]


@pytest.mark.parametrize(("total", "positives"), some_of([*SIZES, *MORE], *SIZES[:2]))
def test_baseline_is_that_of_trying_every_n_above(total, positives):
    for key in NONLINEAR:
        highest, argmax, lowest, argmin = scan(key, total, positives)
        found = dutch_draw.baseline(key, total, positives)
        assert (found.argmax, found.argmin) == (argmax, argmin), key
        assert not wrong(found.highest, highest, SMALL if total < 1000 else 1e-12), key
        assert not wrong(found.lowest, lowest, SMALL if total < 1000 else 1e-12), key


LARGE = [(10**6, 40), (10**9, 10**9 - 7), (10**6, 999_000), (10**9, 1000)]


@pytest.mark.parametrize(("total", "positives"), some_of(LARGE, *LARGE[:2]))
def test_no_neighbour_is_better_at_large_m(total, positives):
    """Expectations at the optimum and one to either side, to fifty digits: in doubles they could not be told apart."""
    for key in ("G2", "CC", "PLR", "NLR", "DOR"):
        found = dutch_draw.baseline(key, total, positives)
        for end, (first, last), sign in ((found.highest, found.argmax[0], 1), (found.lowest, found.argmin[0], -1)):
            here = moments(DEFINITIONS[key], total, positives, first)[0]
            assert not wrong(end, here, 1e-12)
            for n in (first - 1, last + 1):
                if 0 <= n <= total and (there := moments(DEFINITIONS[key], total, positives, n)) is not None:
                    assert sign * (here - there[0]) > Decimal("1e-45"), (key, first, last, n)


@pytest.mark.parametrize("positives", [333_333, 499_999, 500_000, 500_001, 600_000])
def test_the_higher_of_the_two_peaks_of_the_odds_ratio(positives):
    """One lies near each end; just beside P = M/2 they differ in the seventh digit, at P = M/2 not at all."""
    total = 10**6
    found = dutch_draw.baseline("DOR", total, positives)
    near_an_end = [*range(2, 25), *range(total - 24, total - 1)]
    means = {n: moments(DEFINITIONS["DOR"], total, positives, n)[0] for n in near_an_end}
    highest = max(means.values())
    assert {(n, n) for n, mean in means.items() if highest - mean < TIE} == set(found.argmax)
    assert len(found.argmax) == (2 if 2 * positives == total else 1)
    assert relative_error(found.highest, highest) < 1e-12


@pytest.mark.parametrize("total", [10**7, 10**9])
def test_g_mean_2_where_nobody_tries_every_n(total):
    """Its place is the asymptotic one."""
    positives = 3 * total // 10
    found = dutch_draw.baseline("G2", total, positives)
    [(best, last)] = found.argmax
    assert best == last
    p, q = Fraction(3, 10), Fraction(7, 10)
    assert abs(best - (total / 2 + float((q - p) / (8 * p * q)))) < 1
    assert (found.lowest, found.argmin) == (0, ((0, 0), (total, total)))


def test_g_mean_2_lies_on_the_side_of_the_rarer_class():
    """Document 001 (figure 2), corrected: P < N puts the best n in [M/2, M], P > N in [0, M/2]; P = 1 near 2M/3."""
    for positives in (1, 2, 1000, 10**8, 5 * 10**8 - 1, 5 * 10**8, 10**9 - 1):
        [(best, _)] = dutch_draw.baseline("G2", 10**9, positives).argmax
        assert (best >= 5 * 10**8) if positives <= 5 * 10**8 else (best <= 5 * 10**8)
        if positives == 1:
            assert abs(best - 2 * 10**9 / 3) < 2
        if positives == 5 * 10**8:
            assert best == 5 * 10**8


@pytest.mark.parametrize("positives", [0, 1, 3 * 10**8, 5 * 10**8, 10**9])
def test_optimal_sets_at_a_thousand_million_cases_are_intervals(positives):
    """The right sets of Table 4, asked at the ends and in the middle; G-mean 2 has tests of its own."""
    total = 10**9
    domains = {line["measure"]: line["right"].split(";") for line in published("000_table2.csv")}
    for row in published("000_table4.csv"):
        name = row["measure"]
        found = dutch_draw.baseline(name, total, positives)
        if any({"P": positives, "N": total - positives}.get(need, 1) == 0 for need in domains[name]):
            assert found.argmax == found.argmin == (), name
            continue
        for side in ("argmin", "argmax"):
            reached = getattr(found, side)
            assert len(reached) <= 2
            if (side, name) == ("argmax", "G2"):
                continue
            for n in (0, 1, 2, total // 2, total - 2, total - 1, total):
                inside = any(first <= n <= last for first, last in reached)
                assert inside == evaluate(row[f"{side}_right"], M=total, P=positives, n=n), (name, side, n)
    if positives == 3 * 10**8:
        found = dutch_draw.baseline("J", total, positives)
        assert (found.highest, found.lowest) == (0, 0)
        assert found.argmax == found.argmin == ((0, total),)


def unknown(key="G2"):
    """A measure about whose expectation nobody knows anything."""
    return dataclasses.replace(MEASURES[key], expected=None, slope=None, shape=None)


@pytest.mark.parametrize("key", ["G2", "F1", "PLR", "kappa", "ACC"])
def test_a_measure_of_unknown_shape_is_scanned(key):
    for total, positives in ((12, 5), (40, 1), (41, 40), (7, 7)):
        exact = baseline(DEFINITIONS[key], total, positives)
        found = dutch_draw.baseline(unknown(key), total, positives)
        if exact is None:
            assert found.argmax == ()
        else:
            assert (found.argmax, found.argmin) == (exact[1], exact[3]), (total, positives)


SOUGHT = [(1_001, 400), (30_000, 11_000), (5_001, 3), (1_000_001, 400_000)]


@pytest.mark.parametrize(("total", "positives"), some_of(SOUGHT, *SOUGHT[:2]))
def test_a_measure_of_unknown_shape_is_sought_in_large_data(total, positives):
    for key in ("G2", "F1", "TS", "ACC"):
        found, known = (dutch_draw.baseline(row, total, positives) for row in (unknown(key), MEASURES[key]))
        assert (found.highest, found.lowest) == pytest.approx((known.highest, known.lowest), rel=1e-9)
        for sought, right in ((found.argmax, known.argmax), (found.argmin, known.argmin)):
            # Neighbours of the best n whose means agree to 12 digits count as equally good.
            assert sought[0][0] <= right[0][0] <= right[-1][1] <= sought[-1][1]
            assert sought[-1][1] < sought[0][0] + total // 100 + len(right) * total


def test_a_measure_with_a_parameter_has_a_baseline():
    found = dutch_draw.baseline(measure("Fbeta", beta=3), 303, 139)
    assert relative_error(found.highest, Fraction(10 * 139, 9 * 139 + 303)) < SMALL
    assert found.argmax == ((303, 303),)
    found = dutch_draw.baseline(measure("BACC", c=0.3), 303, 139)
    assert (found.argmax, found.argmin) == (((0, 0),), ((303, 303),))
    assert relative_error(found.highest, Fraction(7, 10)) < 1e-15
    assert relative_error(dutch_draw.baseline(measure("NFbeta", beta=2), 303, 139).highest, Fraction(820, 959)) < SMALL


@pytest.mark.parametrize(("key", "most"), [("G2", 9), ("CC", 9), ("PLR", 21), ("NLR", 21)])
def test_the_turn_of_a_mean_takes_few_looks(key, most, monkeypatch):
    looks = []
    step = optimum.moments.step
    monkeypatch.setattr(optimum.moments, "step", lambda *given: looks.append(given) or step(*given))
    optimum.search.cache_clear()
    dutch_draw.baseline(key, 10**6, 300_001)
    assert 0 < len(looks) <= most


@pytest.mark.parametrize(
    "totals", [(1, 2, 3, 4, 5, 8), pytest.param((6, 7, 9, 10, 11, 12, 19, 30), marks=pytest.mark.full)], ids=str
)
def test_baseline_is_that_of_trying_every_n(totals):
    """And says how often its draws have no value."""
    failed = []
    for key, total in itertools.product(KEYS, totals):
        for positives in range(total + 1):
            exact = baseline(DEFINITIONS[key], total, positives)
            found = dutch_draw.baseline(key, total, positives)
            if exact is None:
                numbers = found.highest, found.lowest, found.highest_undefined, found.lowest_undefined
                fine = np.isnan(numbers).all() and found.argmax == found.argmin == ()
            else:
                highest, argmax, lowest, argmin = exact
                fine = (found.argmax, found.argmin) == (argmax, argmin)
                for here, right, missing, reached in (
                    (found.highest, highest, found.highest_undefined, argmax),
                    (found.lowest, lowest, found.lowest_undefined, argmin),
                ):
                    none = undefined(DEFINITIONS[key], total, positives, reached[0][0])
                    fine = fine and not wrong(here, right, SMALL) and not wrong(missing, none, SMALL)
            if not fine:
                failed.append((key, total, positives, found))
    assert failed == []
