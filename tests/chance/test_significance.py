"""Exact tail probabilities against fractions, fifty digits and scipy; intervals against statsmodels and enumeration."""

import itertools
import math
from decimal import Decimal, localcontext
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import DEFINITIONS, DIGITS, bootstrap, half_tail, relative_error, tail
from scipy.stats import fisher_exact, hypergeom
from statsmodels.stats.proportion import proportion_confint

from ddcore.chance import significance
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.measures import MEASURES, measure

WORKED = {"tp": 227, "fp": 50, "fn": 31, "tn": 192}
"""`two_class_example.csv`, positive = Class1."""


def counts(tp, fp, fn, tn):
    return Counts(tp=tp, fp=fp, fn=fn, tn=tn)


# p values --------------------------------------------------------------------------------------------------------


def test_the_worked_example():
    found = significance.p_value(Counts(**WORKED))
    assert f"{found:.1e}" == "3.9e-56"
    assert relative_error(found, tail(**WORKED)) < 1e-12
    assert relative_error(significance.p_value(Counts(**WORKED), mid=True), half_tail(**WORKED)) < 1e-12


def test_every_small_table():
    tables = [cells for cells in itertools.product(range(6), repeat=4) if sum(cells)]
    tp, fp, fn, tn = np.array(tables).T
    found = significance.p_value(Counts(tp=tp, fp=fp, fn=fn, tn=tn))
    middle = significance.p_value(Counts(tp=tp, fp=fp, fn=fn, tn=tn), mid=True)
    logarithm = significance.log10_p_value(Counts(tp=tp, fp=fp, fn=fn, tn=tn))
    for cells, p, half, log in zip(tables, found, middle, logarithm, strict=True):
        assert relative_error(p, tail(*cells)) < 1e-14, cells
        assert relative_error(half, half_tail(*cells)) < 1e-14, cells
        assert abs(log - math.log10(tail(*cells))) < 1e-14, cells
        assert p <= 1


MIDDLING = [
    (10, 10, 10, 10), (50, 0, 0, 50), (0, 50, 50, 0), (30, 70, 20, 180), (12, 3, 400, 500), (1, 0, 0, 999),
    (139, 0, 164, 0), (0, 300, 1, 0), (77, 31, 49, 143), (231, 32, 27, 54),
]  # fmt: skip


@pytest.mark.parametrize("cells", MIDDLING, ids=str)
def test_tables_of_hundreds(cells):
    """The last one is `pathology.csv`, Altman & Bland (1994)."""
    assert relative_error(significance.p_value(counts(*cells)), tail(*cells)) < 1e-13
    assert relative_error(significance.p_value(counts(*cells), mid=True), half_tail(*cells)) < 1e-13


@pytest.mark.parametrize("cells", MIDDLING, ids=str)
def test_scipy_agrees(cells):
    tp, fp, fn, tn = cells
    found = significance.p_value(counts(*cells))
    assert math.isclose(found, hypergeom.sf(tp - 1, sum(cells), tp + fn, tp + fp), rel_tol=1e-9)
    assert math.isclose(found, fisher_exact([[tp, fp], [fn, tn]], alternative="greater").pvalue, rel_tol=1e-9)


def log10_tail(tp, fp, fn, tn):
    """Decimal logarithm of the tail to many digits: the first term from gamma functions, the others by ratios."""
    positives, negatives, n = tp + fn, fp + tn, tp + fp
    with mpmath.workdps(DIGITS + 20):
        first = (
            mpmath.loggamma(positives + 1) - mpmath.loggamma(tp + 1) - mpmath.loggamma(fn + 1)
            + mpmath.loggamma(negatives + 1) - mpmath.loggamma(fp + 1) - mpmath.loggamma(tn + 1)
            - mpmath.loggamma(positives + negatives + 1) + mpmath.loggamma(n + 1) + mpmath.loggamma(fn + tn + 1)
        )  # fmt: skip
        with localcontext() as context:
            context.prec = DIGITS
            term = multiple = Decimal(1)
            for k in range(tp, min(positives, n)):
                term = term * ((positives - k) * (n - k)) / ((k + 1) * (negatives - n + k + 1))
                multiple += term
                if term < multiple * Decimal("1e-40") and (k + 1) * (positives + negatives + 2) > positives * n:
                    break
        return (first + mpmath.log(mpmath.mpf(str(multiple)))) / mpmath.log(10), multiple


LARGE = [
    (2000, 1000, 3000, 4000),
    (300_200, 199_800, 199_800, 300_200),
    (150_100, 349_900, 149_900, 350_100),
    (10**6, 0, 0, 10**6),
    (400_000, 100_000, 100_000, 400_000),
    (200, 1, 300, 10**9 - 501),
    (125_020_000, 374_980_000, 124_980_000, 375_020_000),
    (125_000_000, 375_000_000, 125_000_000, 375_000_000),
    (124_980_000, 375_020_000, 125_020_000, 374_980_000),
]


@pytest.mark.parametrize("cells", LARGE, ids=str)
def test_tables_of_up_to_a_thousand_million(cells):
    exact, multiple = log10_tail(*cells)
    found = significance.log10_p_value(counts(*cells))
    assert abs(found - exact) <= max(1e-12, 4e-16 * abs(exact))
    if exact > -290:
        assert relative_error(significance.p_value(counts(*cells)), Decimal(str(mpmath.power(10, exact)))) < 1e-12
    else:
        assert significance.p_value(counts(*cells)) < 1e-290
    half = exact + mpmath.log10((mpmath.mpf(str(multiple)) - 0.5) / mpmath.mpf(str(multiple)))
    assert abs(significance.log10_p_value(counts(*cells), mid=True) - half) <= max(1e-12, 4e-16 * abs(half))


def test_a_probability_below_the_smallest_double_has_a_logarithm():
    cells = (10**6, 0, 0, 10**6)
    assert significance.p_value(counts(*cells)) == 0
    assert significance.log10_p_value(counts(*cells)) < -600_000


@given(cells=st.tuples(*[st.integers(0, 300)] * 4).filter(any))
def test_properties_of_p_values(cells):
    tp, fp, fn, tn = cells
    p, half = significance.p_value(counts(*cells)), significance.p_value(counts(*cells), mid=True)
    assert 0 < half <= p <= 1
    assert math.isclose(p - half, float(tail(*cells) - half_tail(*cells)), rel_tol=1e-9, abs_tol=1e-15)
    # Positive and negative change places, calls too: the same event.
    assert math.isclose(significance.p_value(counts(tn, fn, fp, tp)), p, rel_tol=1e-12)
    assert math.isclose(significance.p_value(counts(tp, fn, fp, tn)), p, rel_tol=1e-12)
    # At least tp here and at least fn in the calls turned round share just the table itself.
    other = significance.p_value(counts(fn, tn, tp, fp))
    assert math.isclose(p + other - 2 * (p - half), 1, rel_tol=1e-12)
    if fp and fn and p < 0.999:  # one more hit is less likely
        assert significance.p_value(counts(tp + 1, fp - 1, fn - 1, tn + 1)) < p


def test_p_values_have_the_shape_of_the_counts_and_equal_one_by_one():
    tp = np.array([[3, 5, 7], [2, 2, 2]])
    tables = Counts(tp=tp, fp=2, fn=[1, 2, 3], tn=9)
    for of in (significance.p_value, significance.log10_p_value):
        for mid in (False, True):
            found = of(tables, mid=mid)
            assert found.shape == (2, 3)
            for index in np.ndindex(2, 3):
                assert found[index] == of(tables[index], mid=mid)
    assert np.shape(significance.p_value(counts(1, 2, 3, 4))) == ()


def test_nothing_to_draw_is_no_evidence():
    assert significance.p_value(counts(0, 0, 5, 5)) == 1
    assert significance.p_value(counts(5, 5, 0, 0)) == 1
    assert significance.p_value(counts(3, 0, 4, 0)) == 1


def test_fractional_counts_have_no_exact_probability():
    with pytest.raises(InputError, match="whole numbers"):
        significance.p_value(counts(1.5, 2, 3, 4))
    with pytest.raises(InputError, match="whole numbers"):
        significance.resample(counts(1.5, 2, 3, 4), rng=np.random.default_rng(0))


# Resamples -------------------------------------------------------------------------------------------------------


def test_resamples_keep_the_class_sizes():
    drawn = significance.resample(Counts(**WORKED), 5000, rng=np.random.default_rng(1))
    for cell in (drawn.tp, drawn.fp, drawn.fn, drawn.tn):
        assert np.shape(cell) == (5000,)
        assert (np.asarray(cell) >= 0).all()
        assert (np.asarray(cell) % 1 == 0).all()
    assert (drawn.positives == 258).all()
    assert (drawn.negatives == 242).all()


def test_resamples_follow_two_independent_binomials():
    drawn, number = significance.resample(Counts(**WORKED), 20_000, rng=np.random.default_rng(2)), 20_000
    for cell, size, share in ((drawn.tp, 258, 227 / 258), (drawn.fp, 242, 50 / 242)):
        spread = math.sqrt(size * share * (1 - share))
        assert abs(np.mean(cell) - size * share) < 4 * spread / math.sqrt(number)
        assert abs(np.std(cell) / spread - 1) < 0.025
    assert abs(np.corrcoef(drawn.tp, drawn.fp)[0, 1]) < 4 / math.sqrt(number)


def test_resamples_are_the_same_with_the_same_seed_and_others_with_another():
    one, same, other = (
        significance.resample(Counts(**WORKED), 50, rng=np.random.default_rng(seed)) for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(one.tp, same.tp)
    np.testing.assert_array_equal(one.fp, same.fp)
    assert (one.tp != other.tp).any()


@pytest.mark.parametrize("cells", [(5, 0, 0, 0), (0, 0, 0, 7), (0, 4, 0, 0), (3, 3, 0, 0)])
def test_resamples_of_degenerate_tables(cells):
    drawn = significance.resample(counts(*cells), 10, rng=np.random.default_rng(0))
    assert (drawn.positives == cells[0] + cells[2]).all()
    assert (drawn.negatives == cells[1] + cells[3]).all()


def test_resamples_are_of_one_table():
    with pytest.raises(InputError, match="one table"):
        significance.resample(counts([1, 2], 2, 3, 4), rng=np.random.default_rng(0))


# Intervals -------------------------------------------------------------------------------------------------------

PROPORTIONS = {  # successes and trials of each plain proportion, worked out by hand
    "TPR": (227, 258), "TNR": (192, 242), "FPR": (50, 242), "FNR": (31, 258), "PPV": (227, 277), "NPV": (192, 223),
    "FDR": (50, 277), "FOR": (31, 223), "ACC": (419, 500), "ERR": (81, 500),
}  # fmt: skip


@pytest.mark.parametrize("key", PROPORTIONS)
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_proportions_have_wilsons_interval(key, level):
    found = significance.interval(key, Counts(**WORKED), level)
    low, high = proportion_confint(*PROPORTIONS[key], alpha=1 - level, method="wilson")
    assert math.isclose(found.low, low, rel_tol=1e-10)
    assert math.isclose(found.high, high, rel_tol=1e-10)


@pytest.mark.parametrize("cells", [(5, 0, 0, 5), (0, 5, 5, 0), (1, 0, 0, 1)])
def test_wilsons_interval_at_the_ends(cells):
    """A share of 0 or 1 has an interval of positive width that stays in [0, 1]."""
    for key in PROPORTIONS:
        found = significance.interval(key, counts(*cells))
        score = float(measure(key)(counts(*cells)))
        assert 0 <= found.low <= score <= found.high <= 1, key
        assert found.high - found.low > 0.1


def exact_percentiles(key, cells, level):
    """The same percentiles of the exact law of the resamples, each with the levels at which it is taken."""
    law = bootstrap(DEFINITIONS[key], *cells)
    values = [float(value) for value, _ in law]
    reached = list(itertools.accumulate(float(weight) for _, weight in law))
    return values, reached, ((1 - level) / 2, (1 + level) / 2)


@pytest.mark.parametrize("key", [key for key in DEFINITIONS if key not in PROPORTIONS])
@pytest.mark.parametrize("cells", [(9, 4, 3, 8), (14, 2, 6, 5)], ids=str)
def test_bootstrap_interval_is_that_of_the_exact_law_of_the_resamples(key, cells):
    """With 40,000 resamples an end lies between the exact quantiles of levels half a percent to either side."""
    found = significance.interval(key, counts(*cells), 0.9, 40_000, rng=np.random.default_rng(3))
    values, reached, levels = exact_percentiles(key, cells, 0.9)
    for end, level in zip((found.low, found.high), levels, strict=True):
        below, above = (
            values[min(np.searchsorted(reached, level + shift), len(values) - 1)] for shift in (-0.005, 0.005)
        )
        assert below * (1 - 1e-12) - 1e-12 <= end <= above * (1 + 1e-12) + 1e-12, (end, below, above)


@pytest.mark.parametrize("key", ["F1", "MCC", "G2", "BACC", "kappa", "J"])
def test_intervals_are_reproducible_and_hold_the_score(key):
    one, same, other = (
        significance.interval(key, Counts(**WORKED), rng=np.random.default_rng(seed)) for seed in (7, 7, 8)
    )
    assert (one.low, one.high) == (same.low, same.high) != (other.low, other.high)
    score = float(measure(key)(Counts(**WORKED)))
    assert one.low < score < one.high
    narrow = significance.interval(key, Counts(**WORKED), 0.5, rng=np.random.default_rng(7))
    assert one.low < narrow.low < score < narrow.high < one.high
    spread = np.std(MEASURES[key].on(significance.resample(Counts(**WORKED), 20_000, rng=np.random.default_rng(9))))
    assert 3.7 < (one.high - one.low) / spread < 4.15, "about twice 1.96 standard deviations"


def test_coverage_of_f1_over_every_table_of_a_small_study():
    """P = N = 15, true rates 0.7 and 0.3: the chance, over all 256 tables, that a 90 % interval holds the truth."""
    size, hit, alarm = 15, 0.7, 0.3
    truth = 2 * hit / (2 * hit + (1 - hit) + alarm)
    chance = [math.comb(size, k) * 0.7**k * 0.3 ** (size - k) for k in range(size + 1)]
    covered = 0.0
    for tp, tn in itertools.product(range(size + 1), repeat=2):
        weight = chance[tp] * chance[tn]
        if weight > 1e-5:
            found = significance.interval(
                "F1", counts(tp, size - tn, size - tp, tn), 0.9, 2000, rng=np.random.default_rng(1)
            )
            covered += weight * (found.low <= truth <= found.high)
    assert 0.84 < covered < 0.95


def test_an_undefined_score_has_no_interval():
    for key, cells in (("MCC", (5, 5, 0, 0)), ("TPR", (0, 3, 0, 4)), ("DOR", (5, 0, 1, 4))):
        found = significance.interval(key, counts(*cells), rng=np.random.default_rng(0))
        assert math.isnan(found.low)
        assert math.isnan(found.high)


@pytest.mark.parametrize("level", [0, 1, -0.5, 1.5, math.nan])
def test_a_level_outside_is_said(level):
    with pytest.raises(InputError, match="level must be between 0 and 1"):
        significance.interval("F1", Counts(**WORKED), level, rng=np.random.default_rng(0))


def test_the_distance_to_the_baseline_is_the_interval_moved():
    """P and N are fixed while resampling, so the baseline is a constant."""
    drawn = significance.resample(Counts(**WORKED), rng=np.random.default_rng(4))
    found = significance.interval("F1", Counts(**WORKED), rng=np.random.default_rng(4))
    distance = MEASURES["F1"].on(drawn) - float(Fraction(2 * 258, 258 + 500))
    low, high = np.quantile(distance, [0.025, 0.975])
    assert math.isclose(found.low - 516 / 758, low, rel_tol=1e-9)
    assert math.isclose(found.high - 516 / 758, high, rel_tol=1e-9)
