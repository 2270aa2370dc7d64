"""Law, mean, variance and quantiles of a draw by enumeration: exact fractions to M = 300, fifty digits to M = 10^9."""

import math
from fractions import Fraction

import numpy as np
import pytest

from ddcore.chance import dutch_draw
from ddcore.chance.moments import distribution as law
from ddcore.chance.moments import is_defined, step
from ddcore.measures import MEASURES
from tests.helpers.chance import KEYS, SMALL, wrong
from tests.helpers.loops import nonempty
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

TINY = [(total, positives) for total in (1, 2, 3, 4, 6) for positives in range(total + 1)]
LARGER = [
    (10, 3), (10, 5), (10, 9), (31, 18), (50, 1), (50, 25), (50, 49), (126, 42), (257, 100), (300, 0), (300, 1),
    (300, 2), (300, 139), (300, 150), (300, 298), (300, 299), (300, 300),
]  # fmt: skip


def called(total):
    """Some numbers predicted positive, the ends and the middle among them."""
    return sorted({n for n in (0, 1, 2, total // 4, total // 2, total // 2 + 1, total - 2, total - 1, total) if n >= 0})


CASES = [
    (total, positives, [n for n in called(total) if n <= total]) for total, positives in [*TINY, *LARGER]
]  # fmt: skip


# One measure after another, so that its tests share what is enumerated.
every_key = pytest.mark.parametrize("key", KEYS, scope="module")


@every_key
def test_expectation_is_that_of_enumeration(key):
    for total, positives, numbers in CASES:
        found = dutch_draw.expectation(key, total, positives, [n / total for n in numbers])
        for n, mean in nonempty(zip(numbers, found, strict=True)):
            exact = expectation(DEFINITIONS[key], total, positives, n)
            assert not wrong(mean, exact, SMALL), (total, positives, n, mean, exact)


@every_key
def test_variance_is_that_of_enumeration(key):
    for total, positives, numbers in CASES:
        found = dutch_draw.variance(key, total, positives, [n / total for n in numbers])
        for n, spread in nonempty(zip(numbers, found, strict=True)):
            exact = variance(DEFINITIONS[key], total, positives, n)
            assert not wrong(spread, exact, SMALL), (total, positives, n, spread, exact)


@every_key
def test_distribution_is_that_of_enumeration(key):
    for total, positives, numbers in CASES:
        chance = dutch_draw.undefined(key, total, positives, [n / total for n in numbers])
        for n, missing in nonempty(zip(numbers, chance, strict=True)):
            case = (total, positives, n)
            found = dutch_draw.distribution(key, total, positives, n / total)
            exact = distribution(DEFINITIONS[key], *case)
            assert len(found.value) == len(found.probability) == len(exact), case
            assert (np.diff(found.value) > 0).all(), case
            assert not exact or abs(found.probability.sum() - 1) < 1e-14, case
            for value, weight, (right, share) in zip(found.value, found.probability, exact, strict=True):
                assert relative_error(value, right) < 1e-15, case
                assert relative_error(weight, share) < SMALL, case
            assert not wrong(missing, undefined(DEFINITIONS[key], *case), SMALL), case
            assert found.undefined == missing, case


LEVELS = [2**-9, 0.025, 0.125, 0.25, 0.5, 0.75, 0.975, 0.999]


@every_key
def test_quantiles_are_those_of_enumeration(key):
    compared = ties = 0
    for total, positives, numbers in CASES:
        found = dutch_draw.quantile(key, total, positives, [n / total for n in numbers], LEVELS)
        assert found.shape == (len(numbers), len(LEVELS))
        for n, row in zip(numbers, found, strict=True):
            for level, value in zip(LEVELS, row, strict=True):
                exact = quantile(DEFINITIONS[key], total, positives, n, Fraction(level))
                if exact is None:
                    assert math.isnan(value), (total, positives, n)
                elif exact[1] == 0 or exact[1] > 1e-10:  # met exactly, or not nearly
                    assert relative_error(value, exact[0]) < 1e-15, (total, positives, n, level, value, exact)
                    ties += exact[1] == 0
                    compared += 1
    assert compared > 500
    assert ties > 0 or key in ("prevalence", "PP"), "a level met exactly is the hard case"


def test_quantiles_of_level_zero_and_one_are_the_ends():
    assert dutch_draw.quantile("TP", 10, 4, 0.5, [0, 1]).tolist() == [0, 4]
    assert np.isnan(dutch_draw.quantile("TPR", 10, 0, 0.5, [0, 1])).all()


LARGE = [
    (10**4, 3000, 4100),
    (10**4, 1, 6000),
    (10**4, 9_999, 1),
    (10**5, 50, 700),
    (10**5, 30_000, 50_000),
    (10**6, 10, 999_999),
    (10**6, 999_000, 999_000),
    (10**9, 3, 6 * 10**8),
    (10**9, 200, 5 * 10**5),
    (10**9, 10**6, 10**6),
    (10**9, 10**9 - 5, 10**8),
    (10**9, 10**9, 5),
    (10**9, 12_345, 9 * 10**8),
]


@pytest.mark.parametrize("case", LARGE, ids=lambda case: "-".join(map(str, case)))
def test_fifty_digits_at_large_m(case):
    total, positives, n = case
    theta = n / total
    for key, definition in DEFINITIONS.items():
        exact = moments(definition, *case)
        if exact is None:
            assert math.isnan(dutch_draw.expectation(key, total, positives, theta)), key
            assert math.isnan(dutch_draw.variance(key, total, positives, theta)), key
            continue
        mean, spread, missing = exact
        assert not wrong(dutch_draw.expectation(key, total, positives, theta), mean, 1e-12), key
        assert not wrong(dutch_draw.variance(key, total, positives, theta), spread, 1e-12), key
        assert abs(Fraction(float(dutch_draw.undefined(key, total, positives, theta))) - Fraction(missing)) <= max(
            Fraction(missing) / 10**12, Fraction(1, 10**20)
        ), key


@pytest.mark.parametrize("key", ["G2", "TS", "CC", "PT", "PLR"])
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
        for n in range(total):
            if means[n] is not None and means[n + 1] is not None:
                change = means[n + 1] - means[n]
                found = step(MEASURES[key], total, positives, n)
                if abs(change) < TIE:
                    assert abs(found) < 1e-15, (total, positives, n)
                else:
                    assert np.sign(found) == (1 if change > 0 else -1), (total, positives, n)
                    signs.add(change > 0)
    assert signs == STEPPED[key]


def test_a_step_tells_means_apart_that_agree_in_all_digits_of_a_double():
    """Beside the highest mean of G-mean 2."""
    total, positives = 10**9, 3_000
    [(best, _)] = dutch_draw.baseline("G2", total, positives).argmax
    before, here, after = (moments(DEFINITIONS["G2"], total, positives, best + by)[0] for by in (-1, 0, 1))
    assert float(before) == float(here) == float(after)
    assert before < here > after
    assert step(MEASURES["G2"], total, positives, best - 1) > 0 > step(MEASURES["G2"], total, positives, best)


@every_key
def test_a_measure_is_defined_where_any_draw_has_a_value(key):
    for total, positives, numbers in CASES[:24]:
        for n in nonempty(numbers):
            right = undefined(DEFINITIONS[key], total, positives, n) < 1
            assert is_defined(MEASURES[key], total, positives, n) == right, (total, positives, n)


def test_no_value_has_no_quantile():
    found = law(MEASURES["TPR"], 10, 0, 5)
    assert (found.value.size, found.undefined) == (0, 1.0)
    assert np.isnan(found.quantile([0.1, 0.9])).all()
    assert np.isnan(found.quantile(0.5))
