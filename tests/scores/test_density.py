"""Densities, bandwidths and ratios against sums over cases, scipy, statsmodels, KDEpy and scikit-learn."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from KDEpy.bw_selection import improved_sheather_jones
from scipy.optimize import brentq
from scipy.stats import gaussian_kde, norm
from sklearn.calibration import _sigmoid_calibration
from sklearn.isotonic import IsotonicRegression
from statsmodels.nonparametric.bandwidths import bw_normal_reference, bw_silverman

from ddcore.errors import InputError
from ddcore.scores import curves
from ddcore.scores.density import METHODS, binormal, classes, histogram, isotonic, kernel, logistic, nearest, nothing
from ddcore.scores.kernel import BANDWIDTHS, LARGEST_GRID, REACH, Kernel, Tally
from ddcore.scores.likelihood import fit
from ddcore.table import ScoreTable

# Witnesses -------------------------------------------------------------------------------------------------------


def summed(x, cases, width):
    """The Gaussian kernel density at each x: one bell for each case, added up."""
    bells = np.exp(-(((x[:, None] - cases) / width) ** 2) / 2)
    return bells.sum(axis=1) / (cases.size * width * math.sqrt(2 * math.pi))


def mirrored(x, cases, width):
    """The same within 0 and 1, each case having a mirror image behind either end."""
    return sum(summed(x, images, width) for images in (cases, -cases, 2 - cases))


def solved(cases):
    """The bandwidth of Botev, Grotowski & Kroese (2010) from cosines of the cases themselves, without a grid."""
    low, reach, different = cases.min(), np.ptp(cases), np.unique(cases).size
    length = 1.2 * reach
    k = np.arange(1, 1500)
    powers = np.cos(np.pi * np.outer(k, (cases - low + reach / 10) / length)).mean(axis=1) ** 2

    def roughness(order, t):
        return 2 * math.pi ** (2 * order) * np.sum(k ** (2.0 * order) * powers * np.exp(-((k * math.pi) ** 2) * t))

    def xi(t):
        f = roughness(7, t)
        for s in (6, 5, 4, 3, 2):
            odd = math.factorial(2 * s) / (2**s * math.factorial(s)) / math.sqrt(2 * math.pi)
            f = roughness(s, (2 * (1 + 0.5 ** (s + 0.5)) / 3 * odd / (different * f)) ** (2 / (3 + 2 * s)))
        return (2 * different * math.sqrt(math.pi) * f) ** (-2 / 5)

    return math.sqrt(brentq(lambda t: t - xi(t), 1e-8, 0.05)) * length


def tallied(cases):
    """Distinct values and how many cases have each, counted by a dictionary."""
    counted = Counter(np.asarray(cases, float).tolist())
    return Tally(np.array(sorted(counted)), np.array([float(counted[value]) for value in sorted(counted)]))


def drawn(positives=300, negatives=500, seed=0):
    """Scores of both classes: positives in two groups, negatives in one."""
    rng = np.random.default_rng(seed)
    high = np.where(rng.random(positives) < 0.4, rng.normal(-1, 0.5, positives), rng.normal(2, 1, positives))
    return high, rng.normal(0, 1.3, negatives)


def table_of(positives, negatives):
    truth = np.repeat([1, 0], [len(positives), len(negatives)])
    return ScoreTable.of(np.concatenate([positives, negatives]), truth)


# The kernel ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", list(BANDWIDTHS))
def test_a_density_is_the_sum_of_a_bell_for_each_case(rule):
    cases = drawn()
    found = kernel(table_of(*cases), rule)
    for k, one in enumerate(cases):
        width = BANDWIDTHS[rule][1](tallied(one))
        x = np.linspace(one.min() - width, one.max() + width, 1_001)
        np.testing.assert_allclose(found.densities(x)[k], summed(x, one, width), rtol=2e-3)


@pytest.mark.parametrize("out", [4, 5, 6])
def test_a_density_has_its_digits_in_the_tails(out):
    cases = drawn()
    found = kernel(table_of(*cases))
    for k, one in enumerate(cases):
        width = BANDWIDTHS["normal"][1](tallied(one))
        x = np.array([one.min() - out * width, one.max() + out * width])
        right = summed(x, one, width)
        assert right.max() < 1e-4, "it is a tail"
        np.testing.assert_allclose(found.densities(x)[k], right, rtol=0.02)


def test_a_ratio_has_its_digits_in_the_tails():
    positives, negatives = drawn()
    widths = [BANDWIDTHS["normal"][1](tallied(one)) for one in (positives, negatives)]
    x = np.linspace(negatives.min() - 5 * widths[1], positives.max() + 5 * widths[0], 500)
    f1, f0 = (summed(x, one, width) for one, width in zip((positives, negatives), widths, strict=True))
    both = (f1 > 1e-9) & (f0 > 1e-9)
    assert both.sum() > 300
    found = kernel(table_of(positives, negatives)).log_ratio(x)
    np.testing.assert_allclose(found[both], np.log(f1 / f0)[both], atol=0.02)


@pytest.mark.parametrize("factor", [0.05, 0.3, 1.0])
def test_a_density_is_that_of_scipy(factor):
    cases, _ = drawn(seed=3)
    width = factor * cases.std(ddof=1)
    found = Kernel.of(tallied(cases), width, None)
    x = np.linspace(cases.min(), cases.max(), 300)
    np.testing.assert_allclose(np.exp(found(x)), gaussian_kde(cases, bw_method=factor)(x), rtol=4e-3)
    assert found.bandwidth == width


@pytest.mark.parametrize("bounds", ["none", "reflect"])
def test_a_density_has_an_integral_of_1(bounds):
    rng = np.random.default_rng(2)
    found = kernel(table_of(rng.beta(0.6, 2, 400), rng.beta(3, 0.8, 300)), bounds=bounds)
    x = np.linspace(0, 1, 20_001) if bounds == "reflect" else np.linspace(-1, 2, 60_001)
    for density in found.densities(x):
        assert np.trapezoid(density, x) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(("a", "b"), [(0.6, 2), (3, 0.8), (0.5, 0.5), (5, 5)])
def test_what_the_kernel_throws_over_0_and_1_is_thrown_back(a, b):
    rng = np.random.default_rng(4)
    cases = np.concatenate([rng.beta(a, b, 400), [0.0, 0.0]])
    other = rng.beta(b, a, 300)
    found = kernel(table_of(cases, other), bounds="reflect")
    x = np.linspace(0.001, 0.999, 801)
    for k, one in enumerate((cases, other)):
        right = mirrored(x, one, BANDWIDTHS["normal"][1](tallied(one)))
        np.testing.assert_allclose(found.densities(x)[k], right, rtol=0.01)
        assert found.densities(np.array([-0.01, 1.01]))[k].tolist() == [0, 0], "nothing is outside"


@pytest.mark.parametrize("bandwidth", [0.05, 0.0499, 0.1, 0.11, 1 / 3, 0.01])
def test_the_ends_0_and_1_are_seen(bandwidth):
    """Whatever the number of points of the grid is, even or odd."""
    cases = np.array([0.0, 0.01, 0.4, 0.99, 1.0])
    found = Kernel.of(tallied(cases), bandwidth, (0.0, 1.0))
    assert found.sees(np.array([0.0, 1.0])).tolist() == [True, True]
    ends = np.array([0.0, 1.0])
    np.testing.assert_allclose(np.exp(found(ends)), mirrored(ends, cases, bandwidth), rtol=0.01)


def test_densities_and_the_cautious_ratio_are_smooth_up_to_1():
    """A pile of probabilities of exactly 1 is where most of the cases are."""
    rng = np.random.default_rng(18)
    for size in (100, 150, 200, 300, 400):
        table = table_of(np.append(rng.beta(3, 1, size), [1.0] * 20), np.append(rng.beta(1, 2, size), [1.0] * 5))
        found = kernel(table, bounds="reflect")
        x = np.array([1 - 1e-6, 1.0])
        assert [np.ptp(one) for one in found.densities(x)] == pytest.approx([0, 0], abs=1e-6)
        assert [np.ptp(one) for one in found.cautious(x)] == pytest.approx([0, 0], abs=1e-6)


def test_a_kernel_wider_than_the_bounds_is_reflected_again_and_again():
    found = Kernel.of(Tally(np.array([0.3]), np.array([1.0])), 0.5, (0.0, 1.0))
    x = np.linspace(0.05, 0.95, 19)
    images = np.array([2.0 * k + side * 0.3 for k in range(-10, 11) for side in (1, -1)])
    np.testing.assert_allclose(np.exp(found(x)), summed(x, images, 0.5) * images.size, rtol=2e-3)


def test_a_case_is_seen_within_its_reach():
    found = Kernel.of(Tally(np.array([0.0, 100.0]), np.array([1.0, 1.0])), 1.0, None)
    near = np.array([-REACH + 0.1, 0, REACH - 0.1, 100 - REACH + 0.1, 100 + REACH - 0.1])
    far = np.array([-REACH - 0.2, REACH + 0.2, 50, 100 - REACH - 0.2, 100 + REACH + 0.2, 1e6, -1e6])
    assert found.sees(near).all()
    assert not found.sees(far).any()


def test_where_neither_class_is_near_the_nearest_seen_score_speaks():
    """Two groups 1,000 apart, each of both classes: half way between them the answer changes hands."""
    rng = np.random.default_rng(5)
    left = [rng.normal(0, 1, size) for size in (200, 300)]
    right = [rng.normal(1000, 1, size) for size in (50, 300)]
    table = table_of(*(np.concatenate(groups) for groups in zip(left, right, strict=True)))
    found = kernel(table, "isj")
    widths = [BANDWIDTHS["isj"][1](one) for one in classes(table)]
    ends = [max(group.max() + REACH * width for group, width in zip(left, widths, strict=True)),
            min(group.min() - REACH * width for group, width in zip(right, widths, strict=True))]  # fmt: skip
    middle, margin = sum(ends) / 2, 0.25 * max(widths)
    gap = found.log_ratio(np.linspace(ends[0] + margin, middle - margin, 50))
    assert np.ptp(gap) == 0
    edge = found.log_ratio(np.array([ends[0] - margin / 4]))[0]
    assert gap[0] == pytest.approx(edge, abs=4), "within steps of the last seen score, where it runs steeply"
    other = found.log_ratio(np.linspace(middle + margin, ends[1] - margin, 50))
    assert np.ptp(other) == 0
    assert other[0] != gap[0]
    assert found.log_ratio(np.array([1e5, 1e9]))[0] == found.log_ratio(np.array([1e9]))[0]


def test_where_one_class_is_near_the_ratio_is_finite_and_large():
    table = table_of(np.linspace(0, 1, 50), np.linspace(100, 101, 50))
    found = kernel(table)
    low, high = found.log_ratio(np.array([0.5, 100.5]))
    assert np.isfinite([low, high]).all()
    assert low > 20
    assert high < -20
    positive, negative = found.densities(np.array([0.5, 50, 100.5]))
    assert (positive > 0).tolist() == [True, False, False]
    assert (negative > 0).tolist() == [False, False, True]


def test_scores_very_far_out_widen_the_bandwidth_and_a_fact_says_so():
    positives, negatives = drawn()
    far = table_of(np.append(positives, [1e9, -1e9]), negatives)
    found = kernel(far)
    assert "Some scores lie so far out that the bandwidth of the positives had to be widened." in found.facts
    assert not any("negatives had" in fact for fact in found.facts)
    assert np.isfinite(found.log_ratio(far.score)).all()
    widened = float(found.facts[-1].split()[1])
    assert widened == pytest.approx(2 * 2e9 / LARGEST_GRID, rel=0.01)
    assert not any("far out" in fact for fact in kernel(table_of(positives, negatives)).facts)


# Bandwidths ------------------------------------------------------------------------------------------------------

SAMPLES = {
    "normal": lambda rng, n: rng.normal(3, 2, n),
    "skewed": lambda rng, n: rng.lognormal(0, 1, n),
    "bounded": lambda rng, n: rng.beta(0.5, 0.7, n),
    "ratings": lambda rng, n: rng.integers(1, 6, n).astype(float),
    "two groups": lambda rng, n: np.where(rng.random(n) < 0.5, rng.normal(0, 1, n), rng.normal(30, 1, n)),
}


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("size", [11, 200, 2_001])
def test_bandwidths_are_those_of_statsmodels_and_scipy(name, size):
    cases = SAMPLES[name](np.random.default_rng(size), size)
    for rule, witness in (
        ("normal", bw_normal_reference(cases)),
        ("silverman", bw_silverman(cases)),
        ("scott", gaussian_kde(cases).factor * cases.std(ddof=1)),
    ):
        assert BANDWIDTHS[rule][1](tallied(cases)) == pytest.approx(witness, rel=1e-12)


@pytest.mark.parametrize("name", ["normal", "bounded", "two groups"])
def test_improved_sheather_jones_solves_its_equation(name):
    cases = SAMPLES[name](np.random.default_rng(8), 1_500)
    assert BANDWIDTHS["isj"][1](tallied(cases)) == pytest.approx(solved(cases), rel=2e-3)


@pytest.mark.parametrize("name", ["normal", "two groups"])
def test_improved_sheather_jones_is_that_of_kdepy(name):
    """KDEpy scales its solution by the range R of the data, not the length L of its grid: times L / R it is right.

    Its grid pads the range by max(6, R / 2) on either side; the finite grids differ by a few per cent.
    """
    cases = 10 * SAMPLES[name](np.random.default_rng(9), 2_000)
    reach = np.ptp(cases)
    length = reach + 2 * max(6, reach / 2)
    witness = improved_sheather_jones(cases[:, None]) * length / reach
    assert BANDWIDTHS["isj"][1](tallied(cases)) == pytest.approx(witness, rel=0.05)


def test_improved_sheather_jones_is_near_normal_reference_for_normal_data():
    cases = np.random.default_rng(10).normal(0, 1, 5_000)
    assert BANDWIDTHS["isj"][1](tallied(cases)) == pytest.approx(BANDWIDTHS["normal"][1](tallied(cases)), rel=0.15)


def test_improved_sheather_jones_is_much_smaller_for_two_groups():
    cases = SAMPLES["two groups"](np.random.default_rng(11), 5_000)
    one_group = BANDWIDTHS["normal"][1](tallied(cases[cases < 15]))
    assert BANDWIDTHS["isj"][1](tallied(cases)) < BANDWIDTHS["normal"][1](tallied(cases)) / 8
    assert BANDWIDTHS["isj"][1](tallied(cases)) == pytest.approx(one_group, rel=0.25)


@pytest.mark.parametrize("rule", list(BANDWIDTHS))
@pytest.mark.parametrize(("shift", "scale"), [(7, 1), (0, 1e-6), (-3, 250), (100, 1e6)])
def test_bandwidths_go_with_the_scores(rule, shift, scale):
    cases = SAMPLES["two groups"](np.random.default_rng(12), 400)
    found = BANDWIDTHS[rule][1](tallied(shift + scale * cases))
    assert found == pytest.approx(scale * BANDWIDTHS[rule][1](tallied(cases)), rel=1e-6)


@pytest.mark.parametrize("rule", ["normal", "silverman", "scott"])
def test_bandwidths_of_few_cases_are_finite(rule):
    assert BANDWIDTHS[rule][1](tallied([2.0])) == 0
    assert BANDWIDTHS[rule][1](tallied([2.0, 2.0, 2.0])) == 0
    assert BANDWIDTHS[rule][1](tallied([2.0, 5.0])) > 0


@pytest.mark.parametrize("cases", [[1.0, 2.0, 3.0], [1.0, 2.0, 3.0, 4.0, 5.0] * 20, [0.0, 1.0] * 30])
def test_improved_sheather_jones_without_a_solution_is_nan(cases):
    assert math.isnan(BANDWIDTHS["isj"][1](tallied(cases)))


def test_a_spread_whose_middle_half_is_equal_is_the_standard_deviation():
    cases = np.array([1.0] * 8 + [0.0, 5.0])
    assert tallied(cases).spread == pytest.approx(cases.std(ddof=1), rel=1e-14)
    assert BANDWIDTHS["normal"][1](tallied(cases)) == pytest.approx(bw_normal_reference(cases), rel=1e-12)


@settings(max_examples=200)
@given(
    cases=st.lists(st.integers(-5, 5), min_size=1, max_size=30),
    level=st.sampled_from([0.005, 0.1, 0.25, 1 / 3, 0.5, 0.75, 0.9, 0.995, 0.0, 1.0]),
)
def test_a_tally_has_the_moments_and_quantiles_of_its_cases(cases, level):
    tally = tallied(cases)
    assert tally.total == len(cases)
    assert tally.mean == pytest.approx(np.mean(cases), abs=1e-12)
    assert tally.deviation == pytest.approx(np.std(cases, ddof=1) if len(cases) > 1 else 0, abs=1e-12)
    assert tally.quantile(level) == pytest.approx(np.quantile(cases, level), abs=1e-9)


def test_scores_that_no_case_has_are_left_out_of_a_tally():
    found = Tally.of(np.array([1.0, 2.0, 3.0]), np.array([2, 0, 1]))
    assert (found.score.tolist(), found.cases.tolist()) == ([1, 3], [2, 1])


# What is done where a rule has no answer -------------------------------------------------------------------------


def check_finite(found, table):
    assert np.isfinite(found.log_ratio(table.score)).all()
    assert all(np.isfinite(part).all() for part in found.cautious(table.score))
    assert all(np.isfinite(part).all() for part in found.densities(table.score))


@pytest.mark.parametrize("rule", list(BANDWIDTHS))
def test_a_class_of_one_score_takes_the_bandwidth_of_both_classes(rule):
    _, negatives = drawn()
    for positives in ([0.3], [0.3] * 20):
        table = table_of(positives, negatives)
        found = kernel(table, rule)
        check_finite(found, table)
        width = BANDWIDTHS[rule][1](tallied([*positives, *negatives]))
        assert found.facts[-1].startswith(f"Bandwidth {width:.3g} for the positives, ")


@pytest.mark.parametrize("cases", [[1.0, 2.0], [0.0, 1.0] * 30, [0.2, 0.4, 0.9], [1.0, 2.0, 3.0, 4.0, 5.0] * 9])
def test_normal_reference_stands_in_where_improved_sheather_jones_has_no_solution(cases):
    table = table_of(cases, drawn()[1])
    found = kernel(table, "isj")
    check_finite(found, table)
    instead = "Improved Sheather-Jones has no bandwidth for the positives; normal reference was taken."
    assert found.facts[0] == instead
    assert f"Bandwidth {BANDWIDTHS['normal'][1](tallied(cases)):.3g} for the positives" in found.facts[-1]


@pytest.mark.parametrize("rule", list(BANDWIDTHS))
def test_half_of_the_scores_being_equal_is_no_matter(rule):
    table = table_of([0.5] * 30 + [0.1, 0.9], [0.5] * 30 + [0.2, 0.3, 0.8])
    check_finite(kernel(table, rule), table)


@pytest.mark.parametrize("method", ["kde", "histogram", "binormal", "isotonic"])
def test_weights_that_sum_to_1_say_the_same_as_others(method):
    """Weights say what a case counts beside the others, whatever their unit."""
    score, truth = np.concatenate(drawn(40, 60)), np.repeat([1, 0], [40, 60])
    light, heavy = (fit(ScoreTable.of(score, truth, weight=np.full(100, weight)), method) for weight in (0.01, 1.0))
    x = np.linspace(-1, 2, 7)
    found = light.log_ratio(x)
    assert not np.isnan(found).any()
    assert found.any(), "it says something"
    np.testing.assert_allclose(found, heavy.log_ratio(x), atol=1e-9)
    np.testing.assert_allclose(found, fit(ScoreTable.of(score, truth), method).log_ratio(x), atol=1e-9)


@pytest.mark.parametrize("positives", [0, 3])
def test_a_class_without_cases_is_said(positives):
    table = ScoreTable.of([1, 2, 3], [1] * positives + [0] * (3 - positives))
    name = "positive" if positives == 0 else "negative"
    for method in METHODS.values():
        with pytest.raises(InputError, match=f"^a likelihood ratio needs .* both classes, got no {name} case$"):
            method.fit(table)
    with pytest.raises(InputError, match=f"got no {name} case"):
        nothing(table)


def test_equal_scores_say_nothing():
    found = nothing(ScoreTable.of([2, 2], [0, 1]))
    assert found.log_ratio(np.array([1.0, 2.0])).tolist() == [0, 0]
    assert found.facts == ("All scores are equal, so they say nothing.",)
    assert found.densities is None


def test_the_nearest_place_is_that_of_a_loop():
    places, x = np.array([0.0, 1.0, 4.0, 4.5]), np.linspace(-1, 6, 141)
    right = [min(range(4), key=lambda i: (abs(places[i] - one), i)) for one in x]
    assert nearest(places, x).tolist() == right
    assert nearest(np.array([3.0]), x).tolist() == [0] * x.size


# Repeated cases --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", list(METHODS))
def test_a_tally_says_the_same_as_its_cases(method):
    """Whole weights through the same path as repeated cases."""
    rng = np.random.default_rng(13)
    score, truth, times = rng.normal(size=80).round(1), rng.integers(0, 2, 80), rng.integers(1, 5, 80)
    weighted = METHODS[method].fit(ScoreTable.of(score, truth, weight=times.astype(float)))
    repeated = METHODS[method].fit(ScoreTable.of(np.repeat(score, times), np.repeat(truth, times)))
    x = np.linspace(-3, 3, 101)
    np.testing.assert_allclose(weighted.log_ratio(x), repeated.log_ratio(x), atol=1e-9)
    assert weighted.facts == repeated.facts


# Histogram -------------------------------------------------------------------------------------------------------


def looped(positives, negatives, x):
    """Bins, ratio and densities of each x by loops over cases."""
    every = sorted([*positives, *negatives])
    quarter, three = np.quantile(every, [0.25, 0.75])
    spread = min(np.std(every, ddof=1), (three - quarter) / 1.349)
    bins = max(min(math.ceil((every[-1] - every[0]) / (2 * 1.349 * spread * len(every) ** (-1 / 3))), 1_000), 1)
    step = (every[-1] - every[0]) / bins
    cells = [[0, 0] for _ in range(bins)]

    def cell(value):
        return min(max(int((value - every[0]) / step), 0), bins - 1)

    for k, cases in enumerate((positives, negatives)):
        for value in cases:
            cells[cell(value)][k] += 1
    held = [i for i in range(bins) if sum(cells[i])]
    ratio, high, low = [], [], []
    for one in x:
        place = cell(one)
        p, n = cells[min(held, key=lambda i: (abs(i - place), i))]
        ratio.append(math.inf if n == 0 else float(Fraction(p * len(negatives), n * len(positives))))
        inside = every[0] <= one <= every[-1]
        high.append(cells[place][0] / len(positives) / step if inside else 0)
        low.append(cells[place][1] / len(negatives) / step if inside else 0)
    return bins, step, ratio, high, low


@pytest.mark.parametrize("seed", range(5))
def test_a_histogram_is_that_of_a_loop(seed):
    positives, negatives = drawn(60, 90, seed)
    positives = np.append(positives, 9.0)
    found = histogram(table_of(positives, negatives))
    x = np.concatenate([positives, negatives, np.linspace(-6, 12, 301)])
    bins, step, ratio, high, low = looped(positives.tolist(), negatives.tolist(), x.tolist())
    assert bins < 1_000
    assert found.facts == (f"{bins} bins of width {step:.3g}.",)
    np.testing.assert_allclose(np.exp(found.log_ratio(x)), ratio, rtol=1e-12)
    np.testing.assert_allclose(found.densities(x), [high, low], rtol=1e-12)


def test_a_histogram_has_a_thousand_bins_at_most():
    rng = np.random.default_rng(14)
    cases = np.concatenate([0.5 + 1e-6 * rng.normal(size=300), rng.random(100)])
    assert histogram(ScoreTable.of(cases, rng.integers(0, 2, 400))).facts[0].startswith("1000 bins of width ")


@pytest.mark.parametrize("score", [[1, 1, 1, 1], [0, 5, 5, 5]])
def test_a_histogram_of_hardly_any_scores_is_finite_or_infinite(score):
    found = histogram(ScoreTable.of(score, [0, 1, 0, 1]))
    assert not np.isnan(found.log_ratio(np.array(score, float))).any()


# Binormal --------------------------------------------------------------------------------------------------------


def test_a_binormal_ratio_is_that_of_two_normal_laws():
    cases = drawn()
    found = binormal(table_of(*cases))
    x = np.linspace(-30, 30, 201)
    one, other = (norm(part.mean(), part.std(ddof=1)) for part in cases)
    np.testing.assert_allclose(found.log_ratio(x), one.logpdf(x) - other.logpdf(x), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(found.densities(x), [one.pdf(x), other.pdf(x)], rtol=1e-9, atol=1e-300)
    mean, deviation = cases[0].mean(), cases[0].std(ddof=1)
    assert found.facts[0] == f"Positives: mean {mean:.4g}, standard deviation {deviation:.4g}."


@pytest.mark.parametrize(("truth", "name"), [([1, 0, 0], "positives"), ([0, 1, 1], "negatives")])
def test_binormal_of_one_score_in_a_class_is_said(truth, name):
    said = f"^binormal needs two different scores in each class, the {name} have one$"
    with pytest.raises(InputError, match=said):
        binormal(ScoreTable.of([1, 2, 3], truth))


# Isotonic --------------------------------------------------------------------------------------------------------


def of_scikit_learn(score, truth):
    """Ratio at each case from the fitted share of positives."""
    share = IsotonicRegression().fit(score, truth).predict(score)
    odds = np.where(share < 1, share / np.where(share < 1, 1 - share, 1), np.inf)
    return odds * (truth == 0).sum() / (truth == 1).sum()


@pytest.mark.parametrize("digits", [0, 1, 8])
def test_an_isotonic_ratio_is_that_of_scikit_learn(digits):
    rng = np.random.default_rng(15)
    truth = rng.integers(0, 2, 400)
    score = (rng.normal(size=400) + truth).round(digits)
    found = np.exp(isotonic(ScoreTable.of(score, truth)).log_ratio(score))
    np.testing.assert_allclose(found, of_scikit_learn(score, truth), rtol=1e-9)
    assert (np.sort(found) == found[np.argsort(score)]).all(), "it never falls"


def test_an_isotonic_ratio_of_a_new_score_is_that_of_the_nearest():
    found = isotonic(ScoreTable.of([1, 2, 3, 4, 8], [0, 1, 0, 1, 1]))
    np.testing.assert_allclose(
        found.log_ratio(np.array([-9, 1.4, 1.6, 5.9, 6.1, 99])),
        [-np.inf, -np.inf, math.log(2 / 3), np.inf, np.inf, np.inf],
    )
    assert found.facts == ("3 pools of scores.",)


@pytest.mark.parametrize("seed", range(4))
def test_the_isotonic_area_is_that_of_the_hull(seed):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, 300)
    table = ScoreTable.of((rng.normal(size=300) + truth).round(1), truth)
    ratio = np.minimum(np.exp(isotonic(table).log_ratio(table.score)), 1e300)
    hull = curves.convex_hull(table)
    area = np.trapezoid(hull.y[::-1], hull.x[::-1])
    assert ScoreTable.summed(ratio, table.positives, table.negatives).auc == pytest.approx(area, rel=1e-12)
    assert area > table.auc


# Logistic --------------------------------------------------------------------------------------------------------


def newton(score, truth):
    """Intercept and slope with Platt's targets by Newton's method, halving the steps that go too far."""
    positives, negatives = (truth == 1).sum(), (truth == 0).sum()
    target = np.where(truth == 1, (positives + 1) / (positives + 2), 1 / (negatives + 2))
    design, line = np.column_stack([np.ones_like(score), score]), np.zeros(2)

    def loss(at):
        z = design @ at
        return np.sum(np.logaddexp(0, z) - target * z)

    for _ in range(200):
        p = 1 / (1 + np.exp(-design @ line))
        step = np.linalg.solve((design * (p * (1 - p))[:, None]).T @ design, design.T @ (target - p))
        while loss(line + step) > loss(line) + 1e-13 and np.abs(step).max() > 1e-13:
            step = step / 2
        line = line + step
    return line


def lines():
    rng = np.random.default_rng(16)
    truth = (rng.random(300) < 0.2).astype(int)
    yield "overlapping", rng.normal(size=300) + truth, truth
    yield "falling", rng.normal(size=300) - truth, truth
    yield "noise", rng.normal(size=300), truth
    yield "separated", rng.random(300) + 3 * truth, truth
    rare = np.repeat([0, 1], [1000, 12])
    yield "rare", rng.lognormal(-8, 2, 1012) * (1 + 30 * rare), rare
    yield "few", np.array([1.0, 2, 3, 4]), np.array([0, 0, 1, 1])
    yield "two scores", np.array([0.0, 1, 1, 0, 1]), np.array([0, 1, 1, 1, 0])


LINES = {name: (score, truth) for name, score, truth in lines()}


@pytest.mark.parametrize("name", LINES)
def test_a_logistic_line_is_that_of_newton(name):
    score, truth = LINES[name]
    intercept, slope = newton(score, truth)
    level = intercept - math.log((truth == 1).sum() / (truth == 0).sum())
    x = np.linspace(score.min() - 1, score.max() + 1, 50)
    found = logistic(ScoreTable.of(score, truth))
    np.testing.assert_allclose(found.log_ratio(x), level + slope * x, rtol=1e-4, atol=1e-5)
    assert found.facts == (f"Slope {slope:.4g} per unit of the score.",)


@pytest.mark.parametrize("name", LINES)
def test_a_logistic_line_is_that_of_scikit_learn(name):
    score, truth = LINES[name]
    a, b = _sigmoid_calibration(score, truth)
    level = -b - math.log((truth == 1).sum() / (truth == 0).sum())
    x = np.linspace(score.min(), score.max(), 50)
    found = logistic(ScoreTable.of(score, truth)).log_ratio(x)
    np.testing.assert_allclose(found, level - a * x, rtol=2e-3, atol=2e-3)


@pytest.mark.parametrize(("shift", "scale"), [(0, 1e-6), (1e6, 1), (-5, 1e6)])
def test_a_logistic_line_goes_with_the_scores(shift, scale):
    score, truth = LINES["overlapping"]
    one, other = (logistic(ScoreTable.of(values, truth)) for values in (score, shift + scale * score))
    np.testing.assert_allclose(one.log_ratio(score), other.log_ratio(shift + scale * score), atol=1e-5)


# The cautious ratio ----------------------------------------------------------------------------------------------


def test_a_cautious_kernel_ratio_has_one_case_more_everywhere():
    cases = drawn()
    found = kernel(table_of(*cases))
    x = np.linspace(-4, 6, 101)
    more, share = [], []
    for one in cases:
        width = BANDWIDTHS["normal"][1](tallied(one))
        extra = 1 / (2 * math.sqrt(math.pi) * width * one.size)
        more.append(summed(x, one, width) + extra)
        share.append(extra / more[-1])
    log, error = found.cautious(x)
    np.testing.assert_allclose(log, np.log(more[0] / more[1]), atol=3e-3)
    np.testing.assert_allclose(error, np.sqrt(share[0] + share[1]), rtol=3e-3)


def test_the_standard_error_of_a_kernel_ratio_is_that_of_many_samples():
    """To the few per cent by which a density that is not level differs from one that is."""
    rng = np.random.default_rng(17)
    x = np.array([-0.5, 0.0, 0.5, 1.0])
    logs, errors = [], []
    for _ in range(300):
        found = kernel(table_of(rng.normal(1, 1, 2_000), rng.normal(0, 1, 2_000)))
        log, error = found.cautious(x)
        logs.append(log)
        errors.append(error)
    np.testing.assert_allclose(np.std(logs, axis=0), np.mean(errors, axis=0), rtol=0.25)


def test_a_cautious_histogram_has_one_case_more_in_each_bin():
    positives, negatives = drawn(60, 90)
    found = histogram(table_of(positives, negatives))
    x = np.sort(np.concatenate([positives, negatives]))
    _, step, _, high, low = looped(positives.tolist(), negatives.tolist(), x.tolist())
    p, n = np.array(high) * step * 60 + 1, np.array(low) * step * 90 + 1
    log, error = found.cautious(x)
    np.testing.assert_allclose(log, np.log((p / 60) / (n / 90)), atol=1e-9)
    np.testing.assert_allclose(error, np.sqrt(1 / p + 1 / n), rtol=1e-9)


@pytest.mark.parametrize("method", ["binormal", "isotonic", "logistic"])
def test_a_prescribed_shape_is_taken_at_its_word(method):
    found = METHODS[method].fit(table_of(*drawn()))
    x = np.linspace(-2, 3, 11)
    log, error = found.cautious(x)
    assert log.tolist() == found.log_ratio(x).tolist()
    assert error.tolist() == [0] * 11
