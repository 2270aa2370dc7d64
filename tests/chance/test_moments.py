"""Law, mean, variance and quantiles of a draw by enumeration: exact fractions to M = 300, fifty digits to M = 10^9."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from ddcore.chance import dutch_draw
from ddcore.chance.moments import distribution as law
from ddcore.chance.moments import is_defined, step
from ddcore.measures import MEASURES
from tests.helpers.chance import KEYS, SMALL, wrong
from tests.oracles import (
    DEFINITIONS,
    TIE,
    distribution,
    expectation,
    moments,
    quantile,
    relative_error,
    undefined,
    variance,
)

TINY = [(1, 0), (1, 1), (2, 1), (3, 1), (4, 2), (4, 4), (6, 2), (6, 3)]
LARGER = [(total, positives) for total in (2, 3, 4, 6) for positives in range(total + 1)]
LARGER += [(10, 3), (10, 5), (10, 9), (31, 18), (50, 1), (50, 49)]
LARGEST = [
    (50, 25), (126, 42), (257, 100), (300, 0), (300, 1), (300, 2), (300, 139), (300, 150), (300, 298), (300, 299),
    (300, 300),
]  # fmt: skip


def called(total):
    """Some numbers predicted positive, the ends and the middle among them."""
    some = {0, 1, 2, total // 4, total // 2, total // 2 + 1, total - 2, total - 1, total}
    return sorted(n for n in some if 0 <= n <= total)


LEVELS = [2**-9, 0.025, 0.125, 0.25, 0.5, 0.75, 0.975, 0.999]


@pytest.mark.parametrize(
    "sizes",
    [TINY, *(pytest.param(more, marks=pytest.mark.full) for more in (LARGER, LARGEST))],
    ids=["tiny", "larger", "largest"],
)
def test_a_draw_is_that_of_enumeration(sizes):
    """Mean, variance, law, chance of no value and quantiles."""
    failed, ties = [], set()
    for key, (total, positives) in itertools.product(KEYS, sizes):
        numbers, definition = called(total), DEFINITIONS[key]
        theta = [n / total for n in numbers]
        means, spreads, chances = (
            of(key, total, positives, theta)
            for of in (dutch_draw.expectation, dutch_draw.variance, dutch_draw.undefined)
        )
        quantiles = dutch_draw.quantile(key, total, positives, theta, LEVELS)
        assert quantiles.shape == (len(numbers), len(LEVELS))
        for n, mean, spread, missing, row in zip(numbers, means, spreads, chances, quantiles, strict=True):
            case = total, positives, n
            law, found = distribution(definition, *case), dutch_draw.distribution(key, total, positives, n / total)
            none = undefined(definition, *case)
            fine = not wrong(mean, expectation(definition, *case), SMALL)
            fine &= not wrong(spread, variance(definition, *case), SMALL)
            fine &= not wrong(missing, none, SMALL) and found.undefined == missing
            fine &= is_defined(MEASURES[key], *case) == (none < 1)
            fine &= len(found.value) == len(found.probability) == len(law) and (np.diff(found.value) > 0).all()
            fine &= not law or abs(found.probability.sum() - 1) < 1e-14
            for value, weight, (right, share) in zip(found.value, found.probability, law, strict=True):
                fine &= relative_error(value, right) < 1e-15 and relative_error(weight, share) < SMALL
            for level, value in zip(LEVELS, row, strict=True):
                exact = quantile(definition, *case, Fraction(level))
                if exact is None:
                    fine &= math.isnan(value)
                elif exact[1] == 0 or exact[1] > 1e-10:  # met exactly, which is the hard case, or not nearly
                    fine &= relative_error(value, exact[0]) < 1e-15
                    ties |= {key} if exact[1] == 0 else set()
            if not fine:
                failed.append((key, case))
    assert failed == []
    assert sizes is LARGEST or ties >= set(KEYS) - {"prevalence", "PP"}


def test_quantiles_of_level_zero_and_one_are_the_ends():
    assert dutch_draw.quantile("TP", 10, 4, 0.5, [0, 1]).tolist() == [0, 4]
    assert np.isnan(dutch_draw.quantile("TPR", 10, 0, 0.5, [0, 1])).all()
    found = law(MEASURES["TPR"], 10, 0, 5)
    assert (found.value.size, found.undefined) == (0, 1.0)
    assert np.isnan(found.quantile([0.1, 0.9])).all()
    assert np.isnan(found.quantile(0.5))


LARGE = [
    (10**4, 1, 6000),
    (10**4, 9_999, 1),
    (10**5, 50, 700),
    (10**9, 3, 6 * 10**8),
    (10**9, 10**9 - 5, 10**8),
    (10**9, 10**9, 5),
    *(
        pytest.param(case, marks=pytest.mark.full)
        for case in (
            (10**4, 3000, 4100),
            (10**5, 30_000, 50_000),
            (10**6, 10, 999_999),
            (10**6, 999_000, 999_000),
            (10**9, 200, 5 * 10**5),
            (10**9, 10**6, 10**6),
            (10**9, 12_345, 9 * 10**8),
        )
    ),
]


@pytest.mark.parametrize("case", LARGE, ids=str)
def test_fifty_digits_at_large_m(case):
    total, positives, n = case
    for key, definition in DEFINITIONS.items():
        mean, spread, missing = (
            of(key, total, positives, n / total)
            for of in (dutch_draw.expectation, dutch_draw.variance, dutch_draw.undefined)
        )
        exact = moments(definition, *case)
        if exact is None:
            assert np.isnan([mean, spread]).all(), key
            continue
        assert not wrong(mean, exact[0], 1e-12), key
        assert not wrong(spread, exact[1], 1e-12), key
        room = max(Fraction(exact[2]) / 10**12, Fraction(1, 10**20))
        assert abs(Fraction(float(missing)) - Fraction(exact[2])) <= room, key


@pytest.mark.parametrize(
    "key", ["TS", *(pytest.param(key, marks=pytest.mark.full) for key in ("G2", "CC", "PT", "PLR"))]
)
def test_fifty_digits_at_a_thousand_million_cases(key):
    total, positives, n = 10**9, 5 * 10**5, 4 * 10**8
    mean, spread, _ = moments(DEFINITIONS[key], total, positives, n)
    assert relative_error(dutch_draw.expectation(key, total, positives, 0.4), mean) < 1e-12
    assert relative_error(dutch_draw.variance(key, total, positives, 0.4), spread) < 1e-12


def test_linear_measures_at_a_thousand_million_cases():
    """E[TP] = nP/M and Var TP = n (M-n) P N / (M^2 (M-1)): exact fractions, no sum."""
    total, positives, n = 10**9, 300_000_007, 400_000_009
    negatives = total - positives
    spread = Fraction(n * (total - n) * positives * negatives, total**2 * (total - 1))
    for key, definition in DEFINITIONS.items():
        if key in ("G2", "TS", "PT", "CC", "CP", "DOR", "PLR", "NLR"):
            continue
        low, high = ((k, n - k, positives - k, negatives - n + k) for k in (10**8, 10**8 + 1))
        slope = Fraction(definition(*high)) - Fraction(definition(*low))
        mean = Fraction(definition(*low)) + slope * (Fraction(n * positives, total) - 10**8)
        found = dutch_draw.expectation(key, total, positives, n / total)
        assert relative_error(found, mean) < 1e-12 or (found == 0 and abs(mean) < 1e-40), key
        found = dutch_draw.variance(key, total, positives, n / total)
        assert relative_error(found, slope**2 * spread) < 1e-12 or (found == 0 and slope == 0), key


BOTH, RISES, FALLS, LEVEL = {True, False}, {True}, {False}, set()
STEPPED = {"G2": BOTH, "CC": BOTH, "DOR": BOTH, "F1": RISES, "TS": RISES, "PT": FALLS, "PPV": LEVEL, "kappa": LEVEL}
"""How the mean of each moves with n."""


@pytest.mark.parametrize("key", STEPPED)
def test_a_step_has_the_sign_of_the_next_mean_less_this_one(key):
    signs = set()
    for total, positives in ((7, 3), (12, 5), (20, 10)):
        means = [expectation(DEFINITIONS[key], total, positives, n) for n in range(total + 1)]
        for n, (mean, after) in enumerate(itertools.pairwise(means)):
            if mean is not None and after is not None:
                found = step(MEASURES[key], total, positives, n)
                if abs(after - mean) < TIE:
                    assert abs(found) < 1e-15, (total, positives, n)
                else:
                    assert np.sign(found) == (1 if after > mean else -1), (total, positives, n)
                    signs.add(after > mean)
    assert signs == STEPPED[key]


def test_a_step_tells_means_apart_that_agree_in_all_digits_of_a_double():
    """Beside the highest mean of G-mean 2."""
    total, positives = 10**9, 3_000
    [(best, _)] = dutch_draw.baseline("G2", total, positives).argmax
    before, here, after = (moments(DEFINITIONS["G2"], total, positives, best + by)[0] for by in (-1, 0, 1))
    assert float(before) == float(here) == float(after)
    assert before < here > after
    assert step(MEASURES["G2"], total, positives, best - 1) > 0 > step(MEASURES["G2"], total, positives, best)
