"""The Dutch Draw against enumeration: exact fractions to M = 300, fifty digits to M = 10^9, baselines by every n."""

import dataclasses
import itertools
import math
from decimal import Decimal
from fractions import Fraction

import DutchDraw
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import hypergeom

from ddcore.chance import dutch_draw
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure
from tests.oracles import (
    DEFINITIONS,
    TIE,
    baseline,
    distribution,
    evaluate,
    expectation,
    extremes,
    moments,
    published,
    quantile,
    relative_error,
    undefined,
    variance,
    window,
)

KEYS = list(DEFINITIONS)
SMALL = 1e-13
"""Relative error allowed to M = 300; above it is 1e-12."""


def wrong(found, exact, allowed):
    """Whether a float is further from the exact value than allowed; an exact zero must be met exactly."""
    if exact is None:
        return not math.isnan(found)
    if exact == 0 or (isinstance(exact, Decimal) and abs(exact) < TIE):
        return found != 0
    return relative_error(found, exact) > allowed


# Law, mean, variance and quantiles to M = 300 -----------------------------------------------------

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


@pytest.mark.parametrize("key", KEYS)
def test_expectation_is_that_of_enumeration(key):
    for total, positives, numbers in CASES:
        found = dutch_draw.expectation(key, total, positives, [n / total for n in numbers])
        for n, mean in zip(numbers, found, strict=True):
            exact = expectation(DEFINITIONS[key], total, positives, n)
            assert not wrong(mean, exact, SMALL), (total, positives, n, mean, exact)


@pytest.mark.parametrize("key", KEYS)
def test_variance_is_that_of_enumeration(key):
    for total, positives, numbers in CASES:
        found = dutch_draw.variance(key, total, positives, [n / total for n in numbers])
        for n, spread in zip(numbers, found, strict=True):
            exact = variance(DEFINITIONS[key], total, positives, n)
            assert not wrong(spread, exact, SMALL), (total, positives, n, spread, exact)


@pytest.mark.parametrize("key", KEYS)
def test_distribution_is_that_of_enumeration(key):
    for total, positives, numbers in CASES:
        chance = dutch_draw.undefined(key, total, positives, [n / total for n in numbers])
        for n, missing in zip(numbers, chance, strict=True):
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


@pytest.mark.parametrize("key", KEYS)
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


# To M = 10^9, fifty digits ------------------------------------------------------------------------

LARGE = [
    (10**4, 3000, 4100),
    (10**4, 1, 6000),
    (10**4, 9_999, 1),
    (10**5, 50, 700),
    (10**6, 300_000, 500_000),
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
    total, positives, n = 10**9, 3 * 10**8, 4 * 10**8
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


def test_the_law_of_tp_at_a_thousand_million_cases():
    found = dutch_draw.distribution("TP", 10**9, 12_345, 0.9)
    assert abs(found.probability.sum() - 1) < 1e-13
    exact = dict(window(10**9, 12_345, 9 * 10**8))
    for k, weight in zip(found.value, found.probability, strict=True):
        if weight > 1e-15:
            assert relative_error(weight, exact[int(k)]) < 1e-12, k
    assert set(np.array(list(exact))[np.array([float(w) for w in exact.values()]) > 1e-18]) <= set(found.value)


# Baselines ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_baseline_is_that_of_trying_every_n_to_m_30(key):
    for total in range(1, 31):
        for positives in range(total + 1):
            exact = baseline(DEFINITIONS[key], total, positives)
            found = dutch_draw.baseline(key, total, positives)
            if exact is None:
                assert math.isnan(found.highest), (total, positives)
                assert math.isnan(found.lowest), (total, positives)
                assert found.argmax == found.argmin == (), (total, positives)
                continue
            highest, argmax, lowest, argmin = exact
            assert found.argmax == argmax, (total, positives, found)
            assert found.argmin == argmin, (total, positives, found)
            assert not wrong(found.highest, highest, SMALL), (total, positives, found)
            assert not wrong(found.lowest, lowest, SMALL), (total, positives, found)


@pytest.mark.parametrize("key", KEYS)
def test_baseline_says_how_often_its_draws_have_no_value(key):
    for total, positives in [(6, p) for p in range(7)] + [(15, p) for p in (1, 4, 14)]:
        found = dutch_draw.baseline(key, total, positives)
        for chance, reached in ((found.highest_undefined, found.argmax), (found.lowest_undefined, found.argmin)):
            exact = undefined(DEFINITIONS[key], total, positives, reached[0][0]) if reached else None
            assert not wrong(chance, exact, SMALL), (total, positives, found)


def scan(key, total, positives):
    """Highest, where, lowest, where: every n in doubles first, then those near the ends in exact arithmetic."""
    n, k = np.arange(total + 1)[:, None], np.arange(positives + 1)[None, :]
    weight = np.nan_to_num(hypergeom.pmf(k, total, positives, n))
    cells = np.broadcast_arrays(k, n - k, positives - k, total - positives - n + k)
    possible = (cells[1] >= 0) & (cells[3] >= 0)
    tp, fp, fn, tn = (np.where(possible, cell, 0).astype(float) for cell in cells)
    hit, alarm = tp / positives, fp / (total - positives)
    with np.errstate(all="ignore"):
        values = {
            "G2": np.sqrt(hit * (1 - alarm)),
            "CC": np.sqrt((1 - hit) ** 2 + alarm**2),
            "CP": hit * (1 - alarm),
            "TS": tp / (positives + fp),
            "PT": np.sqrt(alarm) / (np.sqrt(hit) + np.sqrt(alarm)),
            "PLR": hit / alarm,
            "NLR": (1 - hit) / (1 - alarm),
            "DOR": tp * tn / (fp * fn),
        }[key]
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


@pytest.mark.parametrize("key", NONLINEAR)
@pytest.mark.parametrize(
    ("total", "positives"),
    [(200, p) for p in (1, 2, 3, 20, 67, 99, 100, 101, 150, 198, 199)] + [(301, p) for p in (1, 4, 150, 151, 250, 300)],
)
def test_baseline_is_that_of_trying_every_n_above(key, total, positives):
    highest, argmax, lowest, argmin = scan(key, total, positives)
    found = dutch_draw.baseline(key, total, positives)
    assert (found.argmax, found.argmin) == (argmax, argmin)
    assert not wrong(found.highest, highest, SMALL)
    assert not wrong(found.lowest, lowest, SMALL)


@pytest.mark.parametrize("key", NONLINEAR)
@pytest.mark.parametrize("positives", [30, 350])
def test_baseline_is_that_of_trying_every_n_at_m_1000(key, positives):
    highest, argmax, lowest, argmin = scan(key, 1000, positives)
    found = dutch_draw.baseline(key, 1000, positives)
    assert (found.argmax, found.argmin) == (argmax, argmin)
    assert not wrong(found.highest, highest, 1e-12)
    assert not wrong(found.lowest, lowest, 1e-12)


@pytest.mark.parametrize("key", ["G2", "CC", "PLR", "NLR", "DOR"])
@pytest.mark.parametrize(("total", "positives"), [(10**6, 40), (10**6, 999_000), (10**9, 1000), (10**9, 10**9 - 7)])
def test_no_neighbour_is_better_at_large_m(key, total, positives):
    """Expectations at the optimum and one to either side, to fifty digits: in doubles they could not be told apart."""
    found = dutch_draw.baseline(key, total, positives)
    for end, (first, last), sign in (
        (found.highest, found.argmax[0], 1),
        (found.lowest, found.argmin[0], -1),
    ):
        here = moments(DEFINITIONS[key], total, positives, first)[0]
        assert not wrong(end, here, 1e-12)
        for n in (first - 1, last + 1):
            if 0 <= n <= total and (there := moments(DEFINITIONS[key], total, positives, n)) is not None:
                assert sign * (here - there[0]) > Decimal("1e-45"), (first, last, n)


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


@pytest.mark.parametrize("total", [10**8, 10**9])
def test_g_mean_2_where_nobody_tries_every_n(total):
    positives = 3 * total // 10
    found = dutch_draw.baseline("G2", total, positives)
    [(best, last)] = found.argmax
    assert best == last
    p, q = Fraction(3, 10), Fraction(7, 10)
    assert abs(best - (total / 2 + float((q - p) / (8 * p * q)))) < 1, "the asymptotic place, THEORY A10"
    assert (found.lowest, found.argmin) == (0, ((0, 0), (total, total)))
    if total == 10**8:
        here, *beside = (moments(DEFINITIONS["G2"], total, positives, n)[0] for n in (best, best - 1, best + 1))
        assert all(0 < here - there < Decimal("1e-15") for there in beside)
        assert relative_error(found.highest, here) < 1e-12


@pytest.mark.parametrize("positives", [1, 2, 1000, 10**8, 5 * 10**8 - 1, 5 * 10**8, 10**9 - 1])
def test_g_mean_2_lies_on_the_side_of_the_rarer_class(positives):
    """Document 001 (figure 2) and THEORY A6: P < N puts the best n in [M/2, M], P > N in [0, M/2]; P = 1 near 2M/3."""
    [(best, _)] = dutch_draw.baseline("G2", 10**9, positives).argmax
    assert (best >= 5 * 10**8) if positives <= 5 * 10**8 else (best <= 5 * 10**8)
    if positives == 1:
        assert abs(best - 2 * 10**9 / 3) < 2
    if positives == 5 * 10**8:
        assert best == 5 * 10**8


@pytest.mark.parametrize("row", published("000_table4.csv"), ids=lambda row: row["measure"])
@pytest.mark.parametrize(
    ("total", "positives"), [(10**9, 0), (10**9, 1), (10**9, 3 * 10**8), (10**9, 5 * 10**8), (10**9, 10**9)]
)
def test_optimal_sets_at_a_thousand_million_cases_are_intervals(row, total, positives):
    """The right sets of Table 4, asked at the ends and in the middle; G-mean 2 has tests of its own."""
    if row["measure"] == "G2":
        row = row | {"argmax_right": row["argmin_right"]}
    found = dutch_draw.baseline(row["measure"], total, positives)
    domain = {"P": positives, "N": total - positives}
    needs = next(line for line in published("000_table2.csv") if line["measure"] == row["measure"])["right"].split(";")
    if any(domain.get(need, 1) == 0 for need in needs):
        assert found.argmax == found.argmin == ()
        return
    for side in ("argmin", "argmax"):
        reached = getattr(found, side)
        assert len(reached) <= 2
        if (side, row["measure"]) == ("argmax", "G2"):
            continue
        for n in (0, 1, 2, total // 2, total - 2, total - 1, total):
            inside = any(first <= n <= last for first, last in reached)
            assert inside == evaluate(row[f"{side}_right"], M=total, P=positives, n=n), (side, n)


def test_youdens_j_at_a_thousand_million_cases_is_one_interval():
    found = dutch_draw.baseline("J", 10**9, 3 * 10**8)
    assert (found.highest, found.lowest) == (0, 0)
    assert found.argmax == found.argmin == ((0, 10**9),)


def unknown(key="G2"):
    """A measure about whose expectation nobody knows anything."""
    return dataclasses.replace(
        MEASURES[key],
        **{
            field.name: None
            for field in dataclasses.fields(MEASURES[key])
            if field.name in ("expected", "slope", "shape")
        },
    )


@pytest.mark.parametrize("key", ["G2", "F1", "PLR", "kappa", "ACC"])
def test_a_measure_of_unknown_shape_is_scanned(key):
    for total, positives in ((12, 5), (40, 1), (41, 40), (7, 7)):
        exact = baseline(DEFINITIONS[key], total, positives)
        found = dutch_draw.baseline(unknown(key), total, positives)
        if exact is None:
            assert found.argmax == ()
        else:
            assert (found.argmax, found.argmin) == (exact[1], exact[3]), (total, positives)


@pytest.mark.parametrize("key", ["G2", "F1", "TS", "ACC"])
@pytest.mark.parametrize(("total", "positives"), [(1_001, 400), (5_001, 3), (30_000, 11_000), (1_000_001, 400_000)])
def test_a_measure_of_unknown_shape_is_sought_in_large_data(key, total, positives):
    found, known = (dutch_draw.baseline(row, total, positives) for row in (unknown(key), MEASURES[key]))
    assert (found.highest, found.lowest) == pytest.approx((known.highest, known.lowest), rel=1e-9)
    for sought, right in ((found.argmax, known.argmax), (found.argmin, known.argmin)):
        # Neighbours of the best n whose means agree to 12 digits count as equally good.
        assert (
            sought[0][0]
            <= right[0][0]
            <= right[-1][1]
            <= sought[-1][1]
            < sought[0][0] + total // 100 + len(right) * total
        )


def test_a_measure_with_a_parameter_has_a_baseline():
    found = dutch_draw.baseline(measure("Fbeta", beta=3), 303, 139)
    assert relative_error(found.highest, Fraction(10 * 139, 9 * 139 + 303)) < SMALL
    assert found.argmax == ((303, 303),)
    found = dutch_draw.baseline(measure("BACC", c=0.3), 303, 139)
    assert (found.argmax, found.argmin) == (((0, 0),), ((303, 303),))
    assert relative_error(found.highest, Fraction(7, 10)) < 1e-15
    assert relative_error(dutch_draw.baseline(measure("NFbeta", beta=2), 303, 139).highest, Fraction(820, 959)) < SMALL


# Rounding -----------------------------------------------------------------------------------------


def test_rounding_of_every_tenth_of_a_percent_to_m_1000():
    """In doubles 103 of these go wrong (THEORY A7)."""
    thousandths = np.arange(1001)
    theta, naive_is_wrong = thousandths / 1000, 0
    for total in range(1, 1001):
        right = (2 * total * thousandths + 1000) // 2000
        np.testing.assert_array_equal(dutch_draw.predicted_positives(total, theta), right)
        naive_is_wrong += (np.floor(total * theta + 0.5) != right).sum()
    assert naive_is_wrong > 0


@given(total=st.integers(1, 10**9), data=st.data())
def test_rounding_of_fractions_of_m(total, data):
    j = data.draw(st.integers(0, total))
    assert dutch_draw.predicted_positives(total, j / total) == j
    if j < total:
        assert dutch_draw.predicted_positives(total, (2 * j + 1) / (2 * total)) == j + 1


@given(total=st.integers(1, 10**9), theta=st.floats(0, 1))
def test_rounding_of_any_theta(total, theta):
    exact = total * Fraction(theta) + Fraction(1, 2)
    assume(min(exact % 1, 1 - exact % 1) > Fraction(1, 10**6))
    assert dutch_draw.predicted_positives(total, theta) == math.floor(exact)


def test_predicted_positives_has_the_shape_of_theta():
    found = dutch_draw.predicted_positives(10, [[0.0, 0.25], [0.5, 1.0]])
    assert found.tolist() == [[0, 3], [5, 10]]
    assert found.dtype.kind == "i"


# Shapes and properties ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_arrays_have_the_shape_of_theta_and_equal_one_by_one(key):
    theta = np.array([[0.0, 0.1, 0.5], [0.31, 0.99, 1.0]])
    for of in (dutch_draw.expectation, dutch_draw.variance, dutch_draw.undefined):
        together = of(key, 20, 7, theta)
        assert together.shape == theta.shape
        apart = [[float(of(key, 20, 7, float(t))) for t in row] for row in theta]
        np.testing.assert_array_equal(together, apart)
        assert np.shape(of(key, 20, 7, 0.3)) == ()
    assert dutch_draw.quantile(key, 20, 7, theta, [[0.1, 0.5]]).shape == (2, 3, 1, 2)
    assert np.shape(dutch_draw.quantile(key, 20, 7, 0.5, 0.5)) == ()


@given(total=st.integers(1, 5000), data=st.data())
def test_properties_of_a_draw(total, data):
    positives, n = data.draw(st.integers(0, total)), data.draw(st.integers(0, total))
    key = data.draw(st.sampled_from(KEYS))
    found, theta = dutch_draw.distribution(key, total, positives, n / total), n / total
    mean, spread = (
        dutch_draw.expectation(key, total, positives, theta),
        dutch_draw.variance(key, total, positives, theta),
    )
    missing = dutch_draw.undefined(key, total, positives, theta)
    assert 0 <= missing <= 1 + 1e-15
    if not found.value.size:
        assert math.isnan(mean)
        assert math.isnan(spread)
        assert missing > 1 - 1e-12
        return
    assert (np.diff(found.value) > 0).all()
    assert (found.probability >= 0).all()
    assert abs(found.probability.sum() - 1) < 1e-13
    assert found.value[0] - 1e-12 * abs(found.value[0]) <= mean <= found.value[-1] * (1 + 1e-12)
    scale = max(abs(found.value[0]), abs(found.value[-1]), 1e-300)
    assert math.isclose(found.probability @ found.value, mean, rel_tol=1e-11, abs_tol=1e-13 * scale)
    assert spread >= 0
    assert math.isclose(found.probability @ (found.value - mean) ** 2, spread, rel_tol=1e-9, abs_tol=1e-13 * scale**2)
    low, high = dutch_draw.quantile(key, total, positives, theta, [0.1, 0.9])
    assert found.value[0] <= low <= high <= found.value[-1]


@given(total=st.integers(1, 60), data=st.data())
def test_no_theta_beats_the_baseline(total, data):
    positives, key = data.draw(st.integers(0, total)), data.draw(st.sampled_from(KEYS))
    means = dutch_draw.expectation(key, total, positives, np.arange(total + 1) / total)
    found = dutch_draw.baseline(key, total, positives)
    if np.isnan(means).all():
        assert found.argmax == ()
    else:
        assert math.isclose(np.nanmax(means), found.highest, rel_tol=1e-13, abs_tol=1e-15)
        assert math.isclose(np.nanmin(means), found.lowest, rel_tol=1e-13, abs_tol=1e-15)
        reached = [n for first, last in found.argmax for n in range(first, last + 1)]
        np.testing.assert_allclose(means[reached], found.highest, rtol=1e-13, atol=1e-15)


# Drawing ------------------------------------------------------------------------------------------


def test_a_draw_calls_as_many_positive_as_theta_says():
    rng = np.random.default_rng(0)
    for total, theta in ((1, 0), (1, 0.5), (25, 0.58), (1000, 0.3), (10, 1)):
        found = dutch_draw.draw(total, theta, rng=rng)
        assert found.shape == (total,)
        assert found.dtype.kind == "i"
        assert set(found) <= {0, 1}
        assert found.sum() == dutch_draw.predicted_positives(total, theta)


def test_a_draw_is_the_same_with_the_same_seed_and_another_with_another():
    one, same, other = (dutch_draw.draw(200, 0.5, rng=np.random.default_rng(seed)) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert (one != other).any()


def test_each_subset_is_drawn_equally_often():
    rng = np.random.default_rng(5)
    tally = dict.fromkeys(itertools.combinations(range(5), 2), 0)
    for _ in range(5000):
        tally[tuple(np.flatnonzero(dutch_draw.draw(5, 0.4, rng=rng)))] += 1
    assert sum((seen - 500) ** 2 / 500 for seen in tally.values()) < 27.9, "chi square, 9 degrees of freedom, 0.1 %"


# Errors -------------------------------------------------------------------------------------------

FUNCTIONS = {
    "distribution": lambda m, p, theta: dutch_draw.distribution("F1", m, p, theta),
    "expectation": lambda m, p, theta: dutch_draw.expectation("F1", m, p, theta),
    "variance": lambda m, p, theta: dutch_draw.variance("F1", m, p, theta),
    "undefined": lambda m, p, theta: dutch_draw.undefined("F1", m, p, theta),
    "quantile": lambda m, p, theta: dutch_draw.quantile("F1", m, p, theta, 0.5),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize(
    ("total", "positives", "theta", "words"),
    [
        (10, 4, 1.2, "theta must be between 0 and 1, got 1.2"),
        (10, 4, -0.1, "theta must be between 0 and 1, got -0.1"),
        (10, 4, math.nan, "theta must be between 0 and 1, got nan"),
        (10, 4, "half", "theta must be a number"),
        (10, 11, 0.5, "P, .*must be between 0 and M = 10, got 11"),
        (10, -1, 0.5, "P, .*must be between 0 and M = 10, got -1"),
        (10, 2.5, 0.5, "P must be a whole number, got 2.5"),
        (0, 0, 0.5, "M, .*must be between 1 and .*, got 0"),
        (10**9 + 1, 0, 0.5, "M, .*must be between 1 and 1,000,000,000, got 1,000,000,001"),
        (math.inf, 0, 0.5, "M must be a whole number, got inf"),
        ("ten", 0, 0.5, "M must be a whole number, got 'ten'"),
    ],
)
def test_what_cannot_be_drawn_is_said(name, total, positives, theta, words):
    with pytest.raises(InputError, match=words):
        FUNCTIONS[name](total, positives, theta)


def test_baseline_says_what_is_wrong():
    with pytest.raises(InputError, match="must be between 0 and M = 10, got 11"):
        dutch_draw.baseline("F1", 10, 11)
    with pytest.raises(InputError, match="nearest"):
        dutch_draw.baseline("F one", 10, 3)


@pytest.mark.parametrize("level", [-0.1, 1.1, math.nan])
def test_a_level_outside_is_said(level):
    with pytest.raises(InputError, match="level must be between 0 and 1"):
        dutch_draw.quantile("F1", 10, 4, 0.5, level)


def test_whole_floats_are_whole_numbers():
    assert dutch_draw.baseline("F1", 303.0, np.int32(139)).argmax == ((303, 303),)


# The DutchDraw package, version 0.0.2: where it is right, and where and why it is not -------------


def labels(total, positives):
    return [1] * positives + [0] * (total - positives)


@pytest.mark.parametrize("key", [key for key in DutchDraw.measure_dictionary if key not in ("G2", "TS")])
def test_the_dutchdraw_package_agrees_on_linear_measures(key):
    for total, positives in ((10, 4), (31, 18), (126, 42)):
        functions = DutchDraw.baseline_functions(labels(total, positives), key)
        for n in (1, 3, total // 2, total - 1):
            mean, spread = functions["Expectation Function"](n / total), functions["Variance Function"](n / total)
            ours = dutch_draw.expectation(key, total, positives, n / total)
            assert math.isclose(ours, mean, rel_tol=1e-12, abs_tol=1e-13)
            assert math.isclose(dutch_draw.variance(key, total, positives, n / total), spread, rel_tol=1e-12)


@pytest.mark.parametrize("key", [key for key in DutchDraw.measure_dictionary if key != "G2"])
def test_the_dutchdraw_package_agrees_on_baselines(key):
    for total, positives in ((10, 4), (31, 18), (126, 42), (8, 4)):
        theirs = DutchDraw.optimized_baseline_statistics(labels(total, positives), key)
        found = dutch_draw.baseline(key, total, positives)
        assert math.isclose(found.highest, theirs["Max Expected Value"], rel_tol=1e-13)
        assert math.isclose(found.lowest, theirs["Min Expected Value"], rel_tol=1e-13)
        for ours, name in ((found.argmax, "Argmax"), (found.argmin, "Argmin")):
            numbers = [n for first, last in ours for n in range(first, last + 1)]
            assert numbers == [round(theta * total) for theta in theirs[f"{name} Expected Value"]]


@pytest.mark.parametrize("key", ["G2", "TS"])
def test_the_dutchdraw_package_gives_the_second_moment_as_the_variance(key):
    functions = DutchDraw.baseline_functions(labels(10, 4), key)
    mean, spread = (dutch_draw.expectation(key, 10, 4, 0.5), dutch_draw.variance(key, 10, 4, 0.5))
    assert math.isclose(functions["Expectation Function"](0.5), mean, rel_tol=1e-13)
    assert math.isclose(functions["Variance Function"](0.5), spread + mean**2, rel_tol=1e-13)
    assert functions["Variance Function"](0.5) > 4 * spread


def test_the_dutchdraw_package_agrees_on_g_mean_2_but_counts_some_ties(monkeypatch, capsys):
    """It tries every n in doubles and compares with ==; the wait of two seconds before is left out here."""
    monkeypatch.setattr(DutchDraw.DutchDraw.time, "sleep", lambda seconds: None)
    for total, positives in ((10, 9), (31, 18)):
        theirs = DutchDraw.optimized_baseline_statistics(labels(total, positives), "G2")
        found = dutch_draw.baseline("G2", total, positives)
        assert math.isclose(theirs["Max Expected Value"], found.highest, rel_tol=1e-13)
        [(best, _)] = found.argmax
        assert best in [round(theta * total) for theta in theirs["Argmax Expected Value"]]
    assert "Press Control + C" in capsys.readouterr().out, "it talks"


def test_the_dutchdraw_package_rounds_halves_to_even():
    functions = DutchDraw.baseline_functions(labels(5, 2), "TPR")
    assert functions["Expectation Function"](0.5) == 0.4
    assert dutch_draw.expectation("TPR", 5, 2, 0.5) == 0.6


def test_the_dutchdraw_package_cannot_compute_some_of_its_own_functions():
    functions = DutchDraw.baseline_functions(labels(10, 4), "FBETA")
    with pytest.raises(SyntaxError):  # a bracket too many in the text that it evaluates
        functions["Fast Expectation Function"](0.5)
    with pytest.raises(TypeError):  # a number minus the text of a formula
        functions["Distribution"](0.4, 0.5)
    assert math.isclose(dutch_draw.expectation("F1", 10, 4, 0.5), 4 / 9, rel_tol=1e-15)
    with pytest.raises(ZeroDivisionError):  # its variance divides by M - 1
        DutchDraw.baseline_functions_given_theta(1.0, [1], "TP")
    assert dutch_draw.variance("TP", 1, 1, 1) == 0


def test_the_dutchdraw_package_has_baselines_where_nothing_is_defined():
    for key, total, positives in (("TPR", 10, 0), ("TNR", 10, 10), ("J", 10, 0), ("FM", 10, 0), ("MCC", 10, 10)):
        assert DutchDraw.optimized_baseline_statistics(labels(total, positives), key)["Max Expected Value"] in (0, 1)
        assert math.isnan(dutch_draw.baseline(key, total, positives).highest)


@pytest.mark.parametrize(
    ("key", "total", "positives", "side", "theirs", "ours"),
    [
        ("KAPPA", 10, 10, "Argmax", list(range(11)), ((0, 9),)),  # at n = M kappa is undefined
        ("KAPPA", 10, 0, "Argmax", list(range(11)), ((1, 10),)),  # at n = 0 as well
        ("TS", 10, 1, "Argmax", [10], ((1, 10),)),  # the footnote P = 1
        ("TP", 10, 0, "Argmax", [10], ((0, 10),)),  # all are 0
        ("FP", 10, 10, "Argmin", [0], ((0, 10),)),
    ],
)
def test_the_dutchdraw_package_misses_footnotes(key, total, positives, side, theirs, ours):
    statistics = DutchDraw.optimized_baseline_statistics(labels(total, positives), key)
    assert [round(theta * total) for theta in statistics[f"{side} Expected Value"]] == theirs
    assert getattr(dutch_draw.baseline(key, total, positives), side.lower()) == ours


def test_the_dutchdraw_package_draws_no_random_classifier_and_sometimes_too_few_cases():
    truth = labels(5, 2)
    once, again = (DutchDraw.DutchDraw_classifier(truth, theta=0.5, measure="ACC") for _ in range(2))
    assert once == again == [1, 1, 0, 0], "two of the halves were rounded to even: four cases of five, always the same"
    assert dutch_draw.draw(5, 0.5, rng=np.random.default_rng(0)).shape == (5,)


def test_counts_of_a_draw_follow_the_law():
    """A thousand draws scored as classifiers: mean and spread of their MCC."""
    rng, truth = np.random.default_rng(11), np.array(labels(40, 15))
    called_ = np.array([dutch_draw.draw(40, 0.35, rng=rng) for _ in range(2000)])
    tp = (called_ & truth).sum(axis=1)
    counts = Counts(tp=tp, fp=14 - tp, fn=15 - tp, tn=11 + tp)
    scores = measure("MCC")(counts)
    spread = math.sqrt(dutch_draw.variance("MCC", 40, 15, 0.35))
    assert abs(scores.mean()) < 4 * spread / math.sqrt(2000)
    assert 0.93 < scores.std() / spread < 1.07
