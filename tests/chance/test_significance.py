"""Exact tail probabilities against fractions, fifty digits and scipy; intervals against statsmodels and brute force."""

import itertools
import math
from decimal import Decimal, localcontext

import mpmath
import numpy as np
import pytest
from scipy.stats import hypergeom
from statsmodels.stats.proportion import proportion_confint

from ddcore.chance import significance
from ddcore.counts import Cells, Counts
from ddcore.errors import InputError
from ddcore.measures import MEASURES
from tests.helpers.loops import nonempty
from tests.oracles import DIGITS, half_tail, relative_error, tail

WORKED = {"tp": 227, "fp": 50, "fn": 31, "tn": 192}
"""`two_class_example.csv`, positive = Class1."""


def counts(tp, fp, fn, tn):
    return Counts(tp=tp, fp=fp, fn=fn, tn=tn)


# p values --------------------------------------------------------------------------------------------------------


def test_the_worked_example():
    assert f"{significance.p_value(Counts(**WORKED)):.1e}" == "3.9e-56"


@pytest.mark.parametrize("counts", [(0, 1, 2, 5), pytest.param(range(6), marks=pytest.mark.full)], ids=["few", "all"])
def test_every_small_table(counts):
    tables = [cells for cells in itertools.product(counts, repeat=4) if sum(cells)]
    tp, fp, fn, tn = np.array(tables).T
    found = significance.p_value(Counts(tp=tp, fp=fp, fn=fn, tn=tn))
    middle = significance.p_value(Counts(tp=tp, fp=fp, fn=fn, tn=tn), mid=True)
    logarithm = significance.log10_p_value(Counts(tp=tp, fp=fp, fn=fn, tn=tn))
    for cells, p, half, log in nonempty(zip(tables, found, middle, logarithm, strict=True)):
        assert relative_error(p, tail(*cells)) < 1e-14, cells
        assert relative_error(half, half_tail(*cells)) < 1e-14, cells
        assert abs(log - math.log10(tail(*cells))) < 1e-14, cells
        assert p <= 1


MIDDLING = [
    (10, 10, 10, 10), (50, 0, 0, 50), (0, 50, 50, 0), (30, 70, 20, 180), (12, 3, 400, 500), (1, 0, 0, 999),
    (139, 0, 164, 0), (0, 300, 1, 0), (77, 31, 49, 143), (227, 50, 31, 192), (231, 32, 27, 54),
]  # fmt: skip


def test_tables_of_hundreds():
    """The last one is `pathology.csv`, Altman & Bland (1994)."""
    for cells in MIDDLING:
        tp, fp, fn, _ = cells
        found = significance.p_value(counts(*cells))
        assert relative_error(found, tail(*cells)) < 1e-13, cells
        assert relative_error(significance.p_value(counts(*cells), mid=True), half_tail(*cells)) < 1e-13, cells
        assert math.isclose(found, hypergeom.sf(tp - 1, sum(cells), tp + fn, tp + fp), rel_tol=1e-9), cells


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
    (10**6, 0, 0, 10**6),
    (400_000, 100_000, 100_000, 400_000),
    (200, 1, 300, 10**9 - 501),
    (124_980_000, 375_020_000, 125_020_000, 374_980_000),
    *(
        pytest.param(cells, marks=pytest.mark.full)
        for cells in (
            (150_100, 349_900, 149_900, 350_100),
            (125_020_000, 374_980_000, 124_980_000, 375_020_000),
            (125_000_000, 375_000_000, 125_000_000, 375_000_000),
        )
    ),
]


def test_nothing_to_draw_is_no_evidence_and_fractional_counts_have_no_probability():
    for cells in ((0, 0, 5, 5), (5, 5, 0, 0), (3, 0, 4, 0)):
        assert significance.p_value(counts(*cells)) == 1
    with pytest.raises(InputError, match="whole numbers"):
        significance.p_value(counts(1.5, 2, 3, 4))
    assert math.isnan(significance.log10_effective_p_value(counts(1.5, 2, 3, 4))), "unknown weights"
    assert significance.p_value(counts([1], [2], [3], [4])).shape == (1,)


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


def test_cases_of_one_weight_are_that_many_cases():
    """Twelve cases of weight 50 are twelve cases, not 600."""
    labels = [1] * 6 + [0] * 6, [1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0]
    plain, heavy = Counts.of_labels(*labels), Counts.of_labels(*labels, weight=[50] * 12)
    assert significance.p_value(heavy) == significance.p_value(plain) == pytest.approx(float(tail(4, 2, 2, 4)))
    assert significance.log10_effective_p_value(heavy) == significance.log10_p_value(plain)


def test_weights_that_sum_to_whole_numbers_have_no_exact_probability():
    heavy = Counts.of_labels([1, 1, 1, 0, 0, 0], [1, 1, 0, 0, 0, 1], weight=[1, 2, 3, 1, 2, 3])
    with pytest.raises(InputError, match="whole numbers"):
        significance.p_value(heavy)
    # 36/14 = 2.57 cases of each class: two positives, one of them found, and two negatives, two called positive.
    assert significance.log10_effective_p_value(heavy) == pytest.approx(math.log10(float(tail(1, 2, 1, 0))))


# Intervals -------------------------------------------------------------------------------------------------------

PROPORTIONS = {  # successes and trials of each plain proportion, worked out by hand
    "TPR": (227, 258), "TNR": (192, 242), "FPR": (50, 242), "FNR": (31, 258), "PPV": (227, 277), "NPV": (192, 223),
    "FDR": (50, 277), "FOR": (31, 223), "ACC": (419, 500), "ERR": (81, 500),
}  # fmt: skip


def test_proportions_have_wilsons_interval():
    for level, (key, parts) in itertools.product((0.5, 0.95, 0.999), PROPORTIONS.items()):
        found = significance.interval(key, Counts(**WORKED), level)
        right = proportion_confint(*parts, alpha=1 - level, method="wilson")
        assert (found.low, found.high) == pytest.approx(right, rel=1e-10), (key, level)


@pytest.mark.parametrize("level", [0.5, 0.95])
def test_limits_near_a_small_cell_are_those_of_jeffreys_where_they_are_further(level):
    """Both intervals are statsmodels'; beside a cell with one to three cases the wider of the two limits stands."""
    for hits, cases in ((0, 5), (1, 3), (2, 3), (1, 20), (3, 50), (4, 50), (47, 50), (49, 50), (7, 7)):
        found = significance.interval("TPR", counts(hits, 3, cases - hits, 4), level)
        (low, high), (lower, higher) = (
            proportion_confint(hits, cases, alpha=1 - level, method=method) for method in ("wilson", "jeffreys")
        )
        assert found.low == pytest.approx(min(low, lower) if 1 <= hits <= 3 else low, rel=1e-9, abs=1e-15)
        assert found.high == pytest.approx(max(high, higher) if 1 <= cases - hits <= 3 else high, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize(
    "cells", [pytest.param((9, 4, 5, 8), marks=pytest.mark.full), (60, 9, 12, 400)], ids=["small", "large"]
)
def test_interval_is_the_reach_of_a_chi_square_test(cells):
    """Each end against every rate on a fine grid that a chi-square of one degree of freedom does not exclude."""
    for kind, closeness in (("fixed", 0.008), ("drawn", 0.05)):
        tables, kept = in_reach(cells, 1.959963984540054**2, kind == "drawn")
        for key, row in MEASURES.items():
            if row.proportion is None and key != "prevalence":
                found = significance.interval(key, counts(*cells), classes=kind)
                values = row.on(Cells(**{name: table[kept] for name, table in tables.items()}))
                room = closeness * (found.high - found.low)
                assert (found.low, found.high) == pytest.approx((values.min(), values.max()), abs=room), (key, kind)
                assert found.undefined == 0


def in_reach(cells, squared, drawn):
    """Tables on a fine grid of rates, and which of them have a sum of chi-squares of no more than `squared`."""
    tp, fp, fn, tn = cells
    axes = [(tp, tp + fn), (fp, fp + tn)] + ([(tp + fn, sum(cells))] if drawn else [])
    steps = 61 if drawn else 501
    grids = []
    for hits, cases in axes:
        at = hits / cases
        span = 1.1 * math.sqrt(squared * max(at * (1 - at), 0.05) / cases) + squared / cases
        grids.append(np.linspace(max(at - span, 1e-9), min(at + span, 1 - 1e-9), steps))
    rates = np.meshgrid(*grids, indexing="ij")
    chi = sum(
        (hits / cases - rate) ** 2 * cases / (rate * (1 - rate))
        for (hits, cases), rate in zip(axes, rates, strict=True)
    )
    share = rates[2] if drawn else (tp + fn) / sum(cells)
    P, N = (sum(cells) * part * np.ones_like(rates[0]) for part in (share, 1 - share))
    tables = {"tp": P * rates[0], "fp": N * rates[1], "fn": P * (1 - rates[0]), "tn": N * (1 - rates[1])}
    return tables, chi <= squared


def test_difference_of_two_rates_is_close_to_that_of_miettinen_and_nurminen():
    """Newcombe (1998), Table II (a), 56/70 and 48/80: 0.0528 to 0.3382 by method 5, 0.0524 to 0.3339 by method 10."""
    found = significance.interval("J", counts(56, 48, 14, 32))
    assert (found.low, found.high) == pytest.approx((0.0528, 0.3382), abs=0.001)


@pytest.mark.full
def test_large_tables_have_the_interval_of_the_bootstrap():
    """Where no cell is small, percentiles of resamples within each class are right."""
    rng, cells = np.random.default_rng(3), (2270, 500, 310, 1920)
    tp, fp = rng.binomial(2580, 2270 / 2580, 100_000), rng.binomial(2420, 500 / 2420, 100_000)
    for key in ("F1", "MCC", "G2", "J", "kappa", "FM", "TS", "CC", "DOR"):
        low, high = np.quantile(MEASURES[key](Counts(tp=tp, fp=fp, fn=2580 - tp, tn=2420 - fp)), [0.025, 0.975])
        found = significance.interval(key, counts(*cells))
        assert (found.low, found.high) == pytest.approx((low, high), abs=0.03 * (high - low)), key


@pytest.mark.parametrize("kind", ["fixed", "drawn"])
@pytest.mark.parametrize("cells", [(3, 0, 0, 47), (0, 0, 3, 7), (0, 5, 5, 0), (1, 17, 0, 2), (25, 1, 0, 24)], ids=str)
def test_intervals_hold_the_score_whatever_cell_is_empty(cells, kind):
    region = significance.Region.of(counts(*cells), classes=kind)
    for key, row in MEASURES.items():
        found, score = region.interval(key), float(row(counts(*cells)))
        if not math.isnan(score):
            assert found.low <= score <= found.high, key
            assert key == "prevalence" or found.high > found.low, key


def test_a_score_without_a_value_has_an_interval_with_one_end():
    found = significance.interval("PLR", counts(20, 0, 5, 25))
    assert math.isnan(MEASURES["PLR"](counts(20, 0, 5, 25)))
    assert 3 < found.low < 10
    assert found.high == math.inf


def test_drawn_classes_widen_what_depends_on_their_share_only():
    fixed, drawn = (significance.Region.of(counts(4, 6, 2, 60), classes=kind) for kind in ("fixed", "drawn"))
    for key in ("TPR", "J", "BACC", "G2", "PLR"):
        one, other = fixed.interval(key), drawn.interval(key)
        assert (other.low, other.high) == pytest.approx((one.low, one.high), rel=0.01), key
    for key in ("F1", "MCC", "kappa", "prevalence"):
        one, other = fixed.interval(key), drawn.interval(key)
        assert other.low < one.low <= one.high < other.high, key


def test_tables_in_an_array_have_the_ends_of_each():
    tables = counts([3, 227], [1, 50], [0, 31], [20, 192])
    for key in ("F1", "PPV", "DOR"):
        low, high, _ = significance.Region.of(tables).ends(key)
        for i in range(2):
            found = significance.interval(key, tables[i])
            assert (found.low, found.high) == (low[i], high[i])


def test_weighted_cases_are_as_sure_as_their_effective_number():
    """Weights 1 and 3 in turn: 40 cases of a class are worth 80^2 / 200 = 32 of one weight, J that of 32 and 32."""
    truth, weight = np.repeat([1, 0], 40), np.tile([1, 3], 40)
    called = np.tile(np.repeat([1, 1, 1, 0, 0, 0, 0, 1], 5), 2)[:80]
    table = Counts.of_labels(truth, called, weight=weight)
    found = significance.interval("J", table)
    share = [float(table.tp / table.positives), float(table.fp / table.negatives)]
    low, high = zip(*(proportion_confint(32 * rate, 32, method="wilson") for rate in share), strict=True)
    close = math.hypot(share[0] - low[0], high[1] - share[1]), math.hypot(high[0] - share[0], share[1] - low[1])
    score = share[0] - share[1]
    assert (score - found.low, found.high - score) == pytest.approx(close, rel=0.05)


def test_equal_weights_have_the_plain_interval_and_unknown_ones_none():
    labels = [1, 1, 1, 1, 0, 0, 0], [1, 1, 0, 1, 0, 0, 1]
    for key in MEASURES:
        plain, heavy = (
            significance.interval(key, Counts.of_labels(*labels, weight=weight)) for weight in (None, [0.3] * 7)
        )
        assert plain == heavy or math.isnan(plain.low)
        assert math.isnan(significance.interval(key, counts(1.5, 2, 3, 4)).low)


def test_a_formula_without_a_value_on_part_of_the_rates_says_on_how_many():
    found = significance.interval("x = log(tp - 4)", counts(6, 0, 2, 8))
    assert 0.1 < found.undefined < 0.4
    assert found.low == -math.inf or found.low < math.log(2) <= found.high


def test_nothing_known_no_interval():
    for key, cells in {"TPR": (0, 3, 0, 4), "J": (0, 3, 0, 4), "MCC": (4, 0, 3, 0), "PPV": (0, 0, 3, 4)}.items():
        found = significance.interval(key, counts(*cells))
        assert np.isnan([found.low, found.high]).all()


def test_what_is_refused():
    for level in (0, 1, -0.5, 1.5, math.nan):
        with pytest.raises(InputError, match="level must be between 0 and 1"):
            significance.interval("F1", Counts(**WORKED), level)
    with pytest.raises(InputError, match='classes must be "fixed" or "drawn", got "both"'):
        significance.interval("F1", Counts(**WORKED), classes="both")
    with pytest.raises(InputError, match="one table"):
        significance.interval("F1", counts([1, 2], 2, 3, 4))
