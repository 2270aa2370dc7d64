"""Payoffs against lists of cases in fractions, the draw by enumeration, intervals against statsmodels and their law."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import beta, binom, norm, truncnorm
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from ddcore.chance import dutch_draw
from ddcore.chance.balance import balanced
from ddcore.counts import Cells, Counts
from ddcore.decisions.uncertain import expected_utility, perturbed
from ddcore.decisions.utility import (
    OUTCOMES,
    Utility,
    baseline,
    break_even_prevalence,
    constant_yields,
    useful_prevalences,
    yield_interval,
)
from tests import oracles
from tests.helpers.decisions import CELLS, hexagon, matrix, mean_payoff, named, rates, refused, whole, yield_of

FACTORY = (15, -335, -35, 165)
A, B = (27, 15, 23, 35), (43, 18, 7, 32)
ACCURACY = Utility(tp=1, fp=0, fn=0, tn=1)
MATRICES = [FACTORY, (45, -335, -65, 165), (1, 0, 0, 1), (1, 0, 0, 0), (0, 1, 2, 0), (3, 7, -1, 2), (0, 0, 5, 1)]
"""The last three have a wrong answer worth more than a right one, for both classes or for one."""


def utility(payoffs, **more):
    return Utility(**named(payoffs), **more)


def same(found, payoffs, **tolerance):
    for name, right in zip(CELLS, payoffs, strict=True):
        np.testing.assert_allclose(getattr(found, name), right, **tolerance)
    return True


payoff = st.integers(-50, 50)
any_payoffs = st.tuples(payoff, payoff, payoff, payoff).filter(lambda four: len(set(four)) > 1)
proper_payoffs = any_payoffs.filter(lambda four: four[0] >= four[2] and four[3] >= four[1])
cell = st.integers(0, 12)
any_cells = st.tuples(cell, cell, cell, cell).filter(any)
both_classes = any_cells.filter(lambda four: four[0] + four[2] and four[1] + four[3])

# The yield ---------------------------------------------------------------------------------------------------------


@given(payoffs=any_payoffs, cells=any_cells)
def test_yield_measure_stakes_and_normal_form_in_fractions(payoffs, cells):
    made, counts = utility(payoffs, unit="EUR"), Counts(**named(cells))
    (tp, fp, fn, tn), (low, high) = payoffs, (min(payoffs), max(payoffs))
    exact = float(mean_payoff(payoffs, cells))
    assert (made(counts), made.measure(counts)) == pytest.approx((exact, exact), rel=1e-14, abs=1e-14)
    assert (made.measure.worst, made.measure.best) == (made.lowest, made.highest) == (low, high)
    assert tuple(map(float, made.stakes)) == (tp - fn, tn - fp)
    assert same(made.normalised, [float(Fraction(one - low, high - low)) for one in payoffs], rtol=1e-15, atol=0)
    assert made.normalised.unit == ""


def test_one_matrix_on_many_tables_many_on_one_and_each_on_each():
    tables = list(itertools.product(range(3), repeat=4))[1:]
    counts = Counts(**named(np.array(tables).T))
    matrices = Utility(**named(np.array(MATRICES).T[:, :, None]))
    right = [[float(mean_payoff(payoffs, cells)) for cells in tables] for payoffs in MATRICES]
    found = matrices(counts)
    assert found.shape == (len(MATRICES), len(tables))
    np.testing.assert_allclose(found, right, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(utility(FACTORY)(counts), right[0], rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(Utility(**named(np.array(MATRICES).T))(Counts(**named(tables[70]))), found[:, 70])


def test_one_payoff_may_vary_and_an_index_takes_some_matrices():
    many = Utility(tp=[1, 2, 3], fp=0, fn=[[-1], [-2]], tn=1)
    assert many.tp.shape == many.fp.shape == many.fn.shape == many.tn.shape == (2, 3)
    assert many(Counts(tp=1, fp=1, fn=1, tn=1)).tolist() == [[0.25, 0.5, 0.75], [0.0, 0.25, 0.5]]
    several = Utility(**named(np.array(MATRICES).T), unit="EUR")
    assert repr(several[1]) == "Utility(tp=45.0, fp=-335.0, fn=-65.0, tn=165.0, unit='EUR')"
    assert (several[2:4].tp.tolist(), several[2:4].unit) == ([1.0, 1.0], "EUR")
    assert repr(Utility(tp=[1, 2], fp=0, fn=0, tn=1)) == (
        "Utility(tp=[1.0, 2.0], fp=[0.0, 0.0], fn=[0.0, 0.0], tn=[1.0, 1.0])"
    )


def test_many_cases_lose_no_digit():
    cells = (10**14 + 1, 10**14 + 3, 10**14 + 7, 10**14 + 9)
    exact = sum(p * c for p, c in zip(FACTORY, whole(*cells), strict=True)) / sum(cells)
    assert utility(FACTORY)(Counts(**named(cells))) == pytest.approx(float(exact), rel=1e-14)
    largest = utility((10**15, -(10**15), 0, 10**15))(Counts(tp=10**15, fp=0, fn=0, tn=10**15))
    assert largest == 10**15


def test_no_case_no_yield_and_one_table_a_number():
    assert math.isnan(ACCURACY(Counts(tp=0, fp=0, fn=0, tn=0)))
    assert np.isnan(ACCURACY(Counts(tp=[0, 1], fp=0, fn=0, tn=0))).tolist() == [True, False]
    single = ACCURACY(Counts(**named(A))), ACCURACY.coordinates[0], ACCURACY.lowest, ACCURACY.tp
    assert [np.ndim(one) for one in single] == [0] * 4
    assert tuple(OUTCOMES) == CELLS


# Messages ----------------------------------------------------------------------------------------------------------


def test_a_payoff_is_a_number_neither_missing_nor_too_large():
    for name in CELLS:
        for value in ("much", None, ["1", "x"], 1j):
            refused(f"the payoff {name} must be a number, got {value!r}", Utility, **{**named(FACTORY), name: value})
        for value, shown in (
            (math.inf, "inf"),
            (-math.inf, "-inf"),
            (math.nan, "nan"),
            (1.1e15, "1.1e+15"),
            (-(10**16), "-1e+16"),
            ([1, 2, math.nan], "nan"),
            ([1, 3e15, 2], "3e+15"),
            (10**20, "1e+20"),
        ):
            message = f"the payoff {name} must be between -10^15 and 10^15, got {shown}"
            refused(message, Utility, **{**named(FACTORY), name: value})
    assert utility((1e15, -1e15, 0, 0)).highest == 1e15


def test_payoffs_have_one_shape_and_are_not_all_equal():
    message = "the payoffs tp, fp, fn and tn must have one shape, got tp (2,), fp (3,), fn (), tn ()"
    refused(message, Utility, tp=[1, 2], fp=[0, 0, 0], fn=0, tn=1)
    for value, shown in ((5, "5"), (0, "0"), (-2.5, "-2.5"), (1e15, "1e+15")):
        message = f"the four payoffs must not all be equal, got {shown}: then every classifier is worth the same"
        refused(message, utility, [value] * 4)
    refused("the four payoffs must not all be equal, got 3...", Utility, tp=[1, 3, 2], fp=3, fn=3, tn=3)


# The place among all values ----------------------------------------------------------------------------------------


def test_every_place_of_the_hexagon_is_found_again():
    x, y = hexagon(10**4, 1)
    made = Utility.at(x, y)
    np.testing.assert_allclose(made.coordinates, [x, y], rtol=0, atol=1e-12)
    assert x.size == 10**4
    assert made.proper.all()
    square_x, square_y = np.random.default_rng(5).uniform(-1, 1, (2, 10**4))
    np.testing.assert_array_equal(Utility.at(square_x, square_y).proper, np.abs(square_x - square_y) <= 1)
    assert ((made.lowest == 0) & (made.highest == 1)).all()
    right = np.array([matrix(*place) for place in zip(x[:1000].tolist(), y[:1000].tolist(), strict=True)]).T
    assert same(made[:1000], right, rtol=0, atol=1e-16)
    scaled = Utility.at(x, y, -335, 165, "EUR")
    assert same(scaled, [500 * getattr(made, name) - 335 for name in CELLS], rtol=0, atol=1e-10)
    assert scaled.unit == "EUR"
    assert same(Utility.at(0.3, -0.6, -335, 165), FACTORY, rtol=1e-14)


def test_every_proper_matrix_is_found_again_but_for_unit_and_zero():
    tp, fp, fn, tn = np.random.default_rng(2).normal(size=(4, 10**4))
    tp, fn = np.maximum(tp, fn), np.minimum(tp, fn)
    tn, fp = np.maximum(tn, fp), np.minimum(tn, fp)
    made = Utility(tp=tp, fp=fp, fn=fn, tn=tn)
    x, y = made.coordinates
    normalised = [getattr(made.normalised, name) for name in CELLS]
    assert (np.abs([x, y, x - y]) <= 1 + 1e-12).all()
    assert same(Utility.at(*np.clip([x, y], -1, 1)), normalised, rtol=0, atol=1e-12)
    counts = Counts(**named(A))
    for a, b in ((1, 5), (1000, 0), (0.001, -3), (7.5, 100)):
        other = Utility(tp=a * tp + b, fp=a * fp + b, fn=a * fn + b, tn=a * tn + b)
        np.testing.assert_allclose(other.coordinates, [x, y], rtol=0, atol=1e-9)
        assert same(other.normalised, normalised, rtol=0, atol=1e-9)
        np.testing.assert_allclose(other(counts), a * made(counts) + b, rtol=1e-10, atol=1e-12)


def test_the_centre_and_the_corners():
    for place, payoffs in {
        (0, 0): (1, 0, 0, 1),
        (-1, 0): (1, 0, 0, 0),
        (1, 0): (0, 0, 0, 1),
        (0, 1): (1, 1, 0, 1),
        (0, -1): (1, 0, 1, 1),
        (1, 1): (0, 1, 0, 1),
        (-1, -1): (1, 0, 1, 0),
    }.items():
        assert same(Utility.at(*place), payoffs, rtol=0, atol=0)
        assert tuple(map(float, utility(payoffs).coordinates)) == place
        assert utility(payoffs).proper
    assert [bool(utility(payoffs).proper) for payoffs in MATRICES] == [True] * 4 + [False] * 3


def test_a_place_is_in_the_square_and_its_scale_finite_and_rising():
    for name, (value, shown) in itertools.product(
        "xy", [(1.2, "1.2"), (-1.5, "-1.5"), (math.nan, "nan"), ([0, 3], "3")]
    ):
        message = f"{name} must be between -1 and 1, got {shown}"
        refused(message, Utility.at, **{"x": 0, "y": 0, name: value})
    for low, high, shown in ((3, 1, "3 and 1"), (2, 2, "2 and 2"), (math.nan, 1, "nan and 1")):
        refused(f"low must be below high, got {shown}", Utility.at, 0, 0, low, high)
    for x, y in ((0, 0), (0.5, 0.25), (-0.5, -0.25)):
        refused("the payoff at an end must be between -10^15 and 10^15, got inf", Utility.at, x, y, 0, math.inf)


# The yield as a measure --------------------------------------------------------------------------------------------


def definition(payoffs):
    def value(tp, fp, fn, tn):
        return sum(p * c for p, c in zip(whole(*payoffs), (tp, fp, fn, tn), strict=True)) / (tp + fp + fn + tn)

    return value


def test_the_draw_by_enumeration():
    for payoffs, M in itertools.product(MATRICES, (1, 2, 5)):
        row, value = utility(payoffs).measure, definition(payoffs)
        for P, n in itertools.product(range(M + 1), repeat=2):
            law = oracles.distribution(value, M, P, n)
            found = dutch_draw.distribution(row, M, P, n / M)
            np.testing.assert_allclose(found.value, [float(v) for v, _ in law], rtol=1e-12, atol=1e-12)
            np.testing.assert_allclose(found.probability, [float(p) for _, p in law], rtol=1e-12)
            moments = dutch_draw.expectation(row, M, P, n / M), dutch_draw.variance(row, M, P, n / M)
            right = oracles.expectation(value, M, P, n), oracles.variance(value, M, P, n)
            assert moments == pytest.approx(tuple(map(float, right)), abs=1e-9), (payoffs, M, P)


def test_baseline_and_ideal_by_enumeration():
    """The ideal is the most that any table of these classes yields."""
    for payoffs, M in itertools.product([*MATRICES, (1, 0, 1, 0), (0, 1, 0, 1), (2, 1, 1, 2), (1, 1, 0, 0)], (1, 2, 6)):
        row, value = utility(payoffs).measure, definition(payoffs)
        for P in range(M + 1):
            highest, argmax, lowest, argmin = oracles.baseline(value, M, P)
            found = dutch_draw.baseline(row, M, P)
            assert (found.argmax, found.argmin) == (argmax, argmin), (payoffs, M, P)
            assert (found.highest, found.lowest) == pytest.approx((float(highest), float(lowest)), abs=1e-12)
            assert baseline(utility(payoffs), P / M) == pytest.approx(float(highest), abs=1e-12)
            tables = itertools.product(range(P + 1), range(M - P + 1))
            right = max(value(tp, fp, P - tp, M - P - fp) for tp, fp in tables)
            assert row.ideal(M, P) == pytest.approx(float(right), abs=1e-13), (payoffs, M, P)


def test_the_baseline_of_many_cases_is_the_better_constant_answer():
    sizes = [(1000, 137), (10**6, 3), (10**9, 10**9 - 1), (777, 777)]
    for payoffs, (total, positives) in itertools.product(MATRICES, sizes):
        share = Fraction(positives, total)
        always = yield_of(payoffs, 1, 1, share), yield_of(payoffs, 0, 0, share)
        found = dutch_draw.baseline(utility(payoffs).measure, total, positives)
        ends = float(max(always)), float(min(always))
        assert (found.highest, found.lowest) == pytest.approx(ends, rel=1e-12, abs=1e-12), (payoffs, total)
        assert found.reached("higher") == (((total, total),) if always[0] > always[1] else ((0, 0),))


def test_the_measure_at_another_prevalence():
    for payoffs, share in itertools.product(MATRICES, map(Fraction, ("1/10", "1/2", "3/4"))):
        row = balanced(utility(payoffs).measure, float(share))
        right = max(yield_of(payoffs, hit, alarm, share) for hit, alarm in itertools.product((0, 1), repeat=2))
        assert row(Counts(**named(A))) == pytest.approx(float(yield_of(payoffs, *rates(A), share)), rel=1e-12)
        assert row.ideal(100, 50) == pytest.approx(float(right), rel=1e-9)


def test_what_the_measure_says_of_itself():
    row = utility(FACTORY, unit="EUR").measure
    assert (row.key, row.better, row.best, row.worst) == ("yield", "higher", 165, -335)
    assert row.title == row.name == "Yield per case in EUR"
    assert row.formula == "(15 * tp - 335 * fp - 35 * fn + 165 * tn) / m"
    assert row.latex == r"\frac{15\,\mathrm{TP}-335\,\mathrm{FP}-35\,\mathrm{FN}+165\,\mathrm{TN}}{M}"
    assert row.undefined == "never"
    plain = utility((0, -1.5, 0, 0)).measure
    assert (plain.name, plain.formula) == ("Yield per case", "(-1.5 * fp) / m")
    assert plain.latex == r"\frac{-1.5\,\mathrm{FP}}{M}"
    assert plain.is_better(2, 1)
    many = Utility(tp=[1, 2], fp=0, fn=0, tn=1)
    refused("a measure needs one matrix of payoffs, got 2", lambda: many.measure)


# Several possible matrices -----------------------------------------------------------------------------------------


@given(
    matrices=st.lists(any_payoffs, min_size=1, max_size=5), weights=st.lists(st.integers(0, 9), min_size=5, max_size=5)
)
def test_the_mean_matrix_in_fractions(matrices, weights):
    weights = weights[: len(matrices)]
    assume(any(weights))
    right = [sum(w * Fraction(p) for w, p in zip(weights, column, strict=True)) / sum(weights)
             for column in zip(*matrices, strict=True)]  # fmt: skip
    assume(len(set(right)) > 1)
    made = Utility(**named(np.array(matrices).T), unit="EUR")
    found = expected_utility(made, weights)
    assert same(found, [float(one) for one in right], rtol=1e-13, atol=1e-13)
    assert (found.unit, np.ndim(found.tp)) == ("EUR", 0)
    if len(matrices) > 1 and len(set(map(sum, zip(*matrices, strict=True)))) > 1:
        assert same(expected_utility(made), np.mean(matrices, axis=0), rtol=1e-12, atol=1e-12)


def test_each_matrix_has_a_probability():
    two = Utility(tp=[1, 3], fp=0, fn=0, tn=1)
    message = "probability must have one number of 0 or more for each matrix, not all 0, got "
    for weight in ([1, -1], [0, 0], [1], [1, 2, 3], [[1, 1]], 1, [1, math.nan], [1, math.inf]):
        refused(message + str(np.asarray(weight, dtype=float).tolist()), expected_utility, two, weight)
    refused(message + "[1.0]", perturbed, two, 1, 5, rng=np.random.default_rng(18), probability=[1])
    opposite = Utility(tp=[1, 0], fp=[0, 1], fn=[0, 1], tn=[1, 0])
    refused("the four payoffs must not all be equal, got 0.5...", expected_utility, opposite)


# A cloud about a matrix --------------------------------------------------------------------------------------------

DRAWS = 20_000


def test_far_from_equal_payoffs_the_errors_are_plainly_normal():
    cloud = perturbed(utility(FACTORY, unit="EUR"), 5, DRAWS, rng=np.random.default_rng(7))
    assert cloud.unit == "EUR"
    drawn = np.array([getattr(cloud, name) for name in CELLS])
    assert drawn.shape == (4, DRAWS)
    np.testing.assert_allclose(drawn.mean(axis=1), FACTORY, rtol=0, atol=4 * 5 / math.sqrt(DRAWS))
    np.testing.assert_allclose(drawn.std(axis=1), 5, rtol=4 / math.sqrt(2 * DRAWS))
    assert np.abs(np.corrcoef(drawn) - np.eye(4)).max() < 4 / math.sqrt(DRAWS)


def test_near_equal_payoffs_the_gap_is_normal_above_0():
    """The sum of two payoffs of one class is plainly normal, their difference normal and cut off at 0."""
    spread = math.sqrt(2)
    for gap in (0.0, 0.5, 2.0):
        cloud = perturbed(Utility(tp=gap, fp=0, fn=0, tn=9), 1, DRAWS, rng=np.random.default_rng(8))
        right = truncnorm(-gap / spread, math.inf, gap, spread)
        found, both = cloud.tp - cloud.fn, cloud.tp + cloud.fn
        assert (found >= 0).all()
        assert found.mean() == pytest.approx(right.mean(), abs=4 * right.std() / math.sqrt(DRAWS))
        assert both.mean() == pytest.approx(gap, abs=4 * spread / math.sqrt(DRAWS))
        assert (found.std(), both.std()) == pytest.approx((right.std(), spread), rel=0.03)
        assert cloud.proper.all()


def test_an_improper_matrix_may_have_proper_and_improper_neighbours():
    """And a class whose right answer is worth more keeps it so, whatever the other does."""
    cloud = perturbed(Utility(tp=0, fp=0.5, fn=0.5, tn=0), 1, DRAWS, rng=np.random.default_rng(9))
    drawn = np.array([getattr(cloud, name) for name in CELLS])
    np.testing.assert_allclose(drawn.mean(axis=1), [0, 0.5, 0.5, 0], rtol=0, atol=4 / math.sqrt(DRAWS))
    likely = norm.sf(0.5 / math.sqrt(2))
    proper = (cloud.tp >= cloud.fn).mean(), (cloud.tn >= cloud.fp).mean()
    assert proper == pytest.approx((likely, likely), abs=0.015)
    cloud = perturbed(Utility(tp=0.1, fp=0.5, fn=0, tn=0), 1, DRAWS, rng=np.random.default_rng(10))
    assert (cloud.tp >= cloud.fn).all()
    assert 0.2 < (cloud.tn >= cloud.fp).mean() < 0.5


def test_one_seed_one_cloud_and_without_deviation_none():
    one, again, other = (perturbed(ACCURACY, 0.3, 50, rng=np.random.default_rng(seed)) for seed in (12, 12, 13))
    assert all((getattr(one, name) == getattr(again, name)).all() for name in CELLS)
    assert all((getattr(one, name) != getattr(other, name)).all() for name in CELLS)
    still = perturbed(utility(FACTORY), 0, 7, rng=np.random.default_rng(11))
    assert same(still, np.repeat(np.array(FACTORY)[:, None], 7, axis=1), rtol=0, atol=0)


def test_a_cloud_about_several_has_each_as_often_as_it_is_probable():
    several = Utility(tp=[1, 100, 200], fp=0, fn=[0, 0, 0], tn=[5, 50, 500])
    cloud = perturbed(several, 1, DRAWS, rng=np.random.default_rng(14), probability=[1, 3, 0])
    first = cloud.tp < 50
    assert first.mean() == pytest.approx(0.25, abs=4 * math.sqrt(0.25 * 0.75 / DRAWS))
    np.testing.assert_array_equal(first, cloud.tn < 27)
    assert cloud.tn[~first].mean() == pytest.approx(50, abs=0.05)
    assert cloud.tp.max() < 110
    equal = perturbed(several, 0, DRAWS, rng=np.random.default_rng(15))
    shares = [(equal.tp == payoff).mean() for payoff in (1, 100, 200)]
    np.testing.assert_allclose(shares, 1 / 3, rtol=0, atol=4 * math.sqrt(2 / 9 / DRAWS))


def test_a_deviation_is_0_or_more():
    for deviation, shown in ((-1, "-1"), (math.nan, "nan"), (math.inf, "inf"), (2e15, "2e+15")):
        message = f"deviation must be 0 or more and at most 10^15, got {shown}"
        refused(message, perturbed, ACCURACY, deviation, 5, rng=np.random.default_rng(16))
    assert np.std(perturbed(ACCURACY, 1e15, 100, rng=np.random.default_rng(17)).tp) > 1e14


# Constant answers --------------------------------------------------------------------------------------------------


def test_the_constant_answers_case_by_case():
    share = np.arange(13) / 12
    right = np.array(
        [
            [[float(mean_payoff(answer, (k, 12 - k))) for k in range(13)] for answer in ((tp, fp), (fn, tn))]
            for tp, fp, fn, tn in MATRICES
        ]
    )
    many = Utility(**named(np.array(MATRICES).T[:, :, None]))
    found = constant_yields(many, share)
    ours = [found.positive, found.negative, found.best]
    np.testing.assert_allclose(ours, [right[:, 0], right[:, 1], right.max(axis=1)], rtol=1e-13, atol=1e-13)
    assert baseline(many, share).tolist() == [
        [float(baseline(utility(payoffs), one)) for one in share] for payoffs in MATRICES
    ]


def test_a_prevalence_is_a_share_and_a_level_above_0_and_below_1():
    for prevalence, shown in ((1.2, "1.2"), (-0.1, "-0.1"), (math.nan, "nan"), ([0.5, 2], "2")):
        for of in (constant_yields, baseline):
            refused(f"prevalence must be between 0 and 1, got {shown}", of, ACCURACY, prevalence)
    message = "prevalence must be between 0 and 1, got 1.2"
    refused(message, yield_interval, ACCURACY, Counts(**named(A)), prevalence=1.2)
    for level in (0, 1, 1.2, math.nan):
        message = f"level must be between 0 and 1, got {level:g}..."
        refused(message, yield_interval, ACCURACY, Counts(**named(A)), level)


@given(payoffs=proper_payoffs)
def test_at_the_break_even_prevalence_both_constant_answers_are_worth_the_same(payoffs):
    tp, fp, fn, tn = payoffs

    def ahead(share):
        return yield_of(payoffs, 1, 1, share) - yield_of(payoffs, 0, 0, share)

    found = float(break_even_prevalence(utility(payoffs)))
    if tp == fn and tn == fp:
        assert math.isnan(found), "nothing at stake"
        return
    assert 0 <= found <= 1
    assert abs(float(ahead(Fraction(found)))) < 1e-13 * max(map(abs, payoffs))
    if 0 < found < 1:
        assert found == pytest.approx(brentq(ahead, 0, 1, xtol=1e-15), abs=1e-12)
        assert ahead(Fraction(found) + Fraction(1, 10**6)) > 0 > ahead(Fraction(found) - Fraction(1, 10**6))


def test_values_that_are_not_proper_have_no_break_even_prevalence():
    many = Utility(**named(np.array([*MATRICES, (1, 0, 1, 0)]).T))
    found = break_even_prevalence(many)
    assert np.isnan(found).tolist() == [False] * 4 + [True] * 4
    np.testing.assert_allclose(found[:4], [500 / 550, 500 / 610, 0.5, 0], rtol=1e-15)


# Where a classifier is useful --------------------------------------------------------------------------------------


def crossing(payoffs, hit, alarm, answer, fixed):
    """Where the lead over a constant answer, linear in the prevalence, is the fixed cost; None where it is flat."""
    at_0, at_1 = (yield_of(payoffs, hit, alarm, f) - yield_of(payoffs, answer, answer, f) - fixed for f in (0, 1))
    return None if at_0 == at_1 else at_0 / (at_0 - at_1)


@given(payoffs=proper_payoffs, cells=both_classes, sixteenths=st.just(0) | st.integers(0, 80))
def test_the_useful_prevalences_in_fractions(payoffs, cells, sixteenths):
    """The classifier pays its fixed cost a case, the constant answers do not."""
    (hit, alarm), fixed = rates(cells), Fraction(sixteenths, 16)
    found = useful_prevalences(utility(payoffs), Counts(**named(cells)), float(fixed))

    def ahead(share):
        leads = (yield_of(payoffs, hit, alarm, share) - yield_of(payoffs, one, one, share) for one in (0, 1))
        return min(leads) - fixed

    ends = [crossing(payoffs, hit, alarm, answer, fixed) for answer in (0, 1)]
    if None in ends or ends[0] >= ends[1] or ahead(sum(ends) / 2) <= 0:
        assert np.isnan(found).all()
        assert all(ahead(Fraction(k, 60)) <= 0 for k in range(61))
        return
    assert found == pytest.approx([float(end) for end in ends], abs=1e-13)
    for k in range(61):
        assert (ahead(Fraction(k, 60)) > 0) == (ends[0] < Fraction(k, 60) < ends[1])


def test_on_the_chance_line_it_is_never_useful():
    """The same part of the negatives as of the positives is predicted positive: a mixture of both constant answers."""
    tables = [
        cells
        for cells in itertools.product(range(5), repeat=4)
        if cells[0] + cells[2] and cells[1] + cells[3] and len(set(rates(cells))) == 1
    ]
    assert len(tables) > 50
    for cells, (right, kept) in itertools.product(tables, [(1, 1), (1, 3), (50, 500), (7, 0.3), (9, 10)]):
        found = useful_prevalences(Utility(tp=right, fp=0, fn=0, tn=kept), Counts(**named(cells)))
        assert np.isnan(found).all(), (cells, right, kept)


def test_a_perfect_classifier_is_useful_at_every_prevalence_and_some_at_none():
    """Not without cases of a class, and not where a wrong answer is worth more than a right one."""
    assert useful_prevalences(utility(FACTORY), Counts(tp=3, fp=0, fn=0, tn=8)) == (0, 1)
    for cells in ((0, 3, 0, 4), (3, 0, 4, 0), (0, 0, 0, 0)):
        assert np.isnan(useful_prevalences(ACCURACY, Counts(**named(cells)))).all()
    for payoffs in MATRICES[4:]:
        assert np.isnan(useful_prevalences(utility(payoffs), Counts(**named(A)))).all()


# Intervals ---------------------------------------------------------------------------------------------------------


def limits(hits, cases, level=0.95):
    """Wilson's (1927), and where one to three cases are hits, or misses, Jeffreys' on that side if further away."""
    (low, high), (least, most) = (
        proportion_confint(hits, cases, 1 - level, method=method) for method in ("wilson", "jeffreys")
    )
    return min(low, least if 0 < hits <= 3 else 1), max(high, most if 0 < cases - hits <= 3 else 0)


def test_the_difference_of_two_rates_by_newcombe():
    """With tp = M/P and fp = -M/N the yield is TPR - FPR, whose interval is Newcombe's (1998), method 10."""
    tables = [A, B, (9, 5, 4, 6), (5, 0, 0, 7), (0, 7, 5, 0), (0, 0, 6, 4), (500, 4, 20, 90)]
    for cells, level in itertools.product(tables, [0.8, 0.95, 0.999]):
        tp, fp, fn, tn = cells
        P, N = tp + fn, fp + tn
        found = yield_interval(Utility(tp=(P + N) / P, fp=-(P + N) / N, fn=0, tn=0), Counts(**named(cells)), level)
        ends = confint_proportions_2indep(tp, P, fp, N, method="newcomb", compare="diff", alpha=1 - level)
        assert (found.value, found.low, found.high) == pytest.approx((tp / P - fp / N, *ends), abs=1e-12), cells


def test_the_error_is_the_spread_of_the_yield_at_these_rates():
    tp, fp, fn, tn = cells = (9, 2, 3, 8)
    P, N = tp + fn, fp + tn
    hits, kept = np.arange(P + 1)[:, None], np.arange(N + 1)
    law = binom.pmf(hits, P, tp / P) * binom.pmf(kept, N, tn / N)
    for payoffs in MATRICES:
        earned = utility(payoffs)(Counts(tp=hits, fp=N - kept, fn=P - hits, tn=kept))
        mean = (law * earned).sum()
        found = yield_interval(utility(payoffs), Counts(**named(cells)))
        right = mean, math.sqrt((law * (earned - mean) ** 2).sum())
        assert (found.value, found.error) == pytest.approx(right, rel=1e-10)


@pytest.mark.full
@pytest.mark.parametrize("payoffs", [(1, 0, 0, 1), FACTORY, (5, -1, -40, 1)], ids=str)
def test_the_interval_holds_the_true_yield_in_95_of_100_samples(payoffs):
    """By summing the law of every table with 20 positives and 25 negatives."""
    P, N = 20, 25
    hits, kept = (side.ravel() for side in np.meshgrid(np.arange(P + 1), np.arange(N + 1)))
    tables = Counts(tp=hits, fp=N - kept, fn=P - hits, tn=kept)
    found = [yield_interval(utility(payoffs), tables[i]) for i in range(hits.size)]
    low, high = np.array([(one.low, one.high) for one in found]).T
    covered = []
    for hit, keep in itertools.product((0.55, 0.72, 0.86, 0.95), repeat=2):
        true = float(yield_of(payoffs, hit, 1 - keep, P / (P + N)))
        law = binom.pmf(hits, P, hit) * binom.pmf(kept, N, keep)
        covered.append(law[(low <= true) & (true <= high)].sum())
    assert 0.94 <= np.mean(covered) <= 0.97
    assert min(covered) >= 0.91


@pytest.mark.parametrize(("cells", "right", "cases"), [((7, 0, 3, 0), 7, 10), ((0, 2, 0, 11), 11, 13)])
def test_a_class_without_cases_leaves_one_rate(cells, right, cases):
    found = yield_interval(Utility(tp=4, fp=1, fn=1, tn=4), Counts(**named(cells)))
    assert (found.low, found.high) == pytest.approx(1 + 3 * np.array(limits(right, cases)), rel=1e-12)
    assert found.error == pytest.approx(3 * math.sqrt(right * (cases - right) / cases**3), rel=1e-12)


def test_weights_of_which_nothing_is_known_leave_a_yield_without_interval():
    """So do counts that are moved to another prevalence, which are not whole."""
    tables = [(2.5, 1.5, 2.0, 3.0), (27.5, 15, 23, 35), (1, 2, 3.5, 4), (1, 2, 3, 4.5), (1, 2.5, 3, 4)]
    for counts, cells in [(Counts, cells) for cells in tables] + [(Cells, (5.4, 27.0, 4.6, 63.0))]:
        found = yield_interval(ACCURACY, counts(**named(cells)))
        assert found.value == pytest.approx((cells[0] + cells[3]) / sum(cells), rel=1e-14)
        assert np.isnan([found.low, found.high, found.error]).all()


def test_weights_that_are_equal_change_no_interval():
    truth, called = np.repeat([1, 0, 1, 0], (9, 2, 3, 8)), np.repeat([1, 1, 0, 0], (9, 2, 3, 8))
    for weight, share in itertools.product([0.1, 1, 7.0, 1 / 3], [None, 0.1]):
        counts = Counts.of_labels(truth, called, weight=np.full(22, weight))
        right = yield_interval(utility(FACTORY), Counts(tp=9, fp=2, fn=3, tn=8), prevalence=share)
        assert yield_interval(utility(FACTORY), counts, prevalence=share) == right


def test_weighted_cases_are_as_sure_as_their_effective_number():
    """Positives with 4, 4, 2, 2, 1, 1 (14^2/42 are 4 2/3 cases), negatives with 1 each; Wilson's by hand."""
    truth, called = np.repeat([1, 0], (6, 10)), np.array([1, 0, 1, 0, 1, 0] + 5 * [1] + 5 * [0])
    weight = np.array([4, 4, 2, 2, 1, 1] + 10 * [1])
    found = yield_interval(Utility(tp=24, fp=0, fn=0, tn=0), Counts.of_labels(truth, called, weight=weight))
    n, z2 = 14**2 / 42, 1.959963984540054**2
    half = math.sqrt(z2 / 4 / n + z2**2 / 4 / n**2) / (1 + z2 / n)
    jeffreys = beta.ppf(0.975, n / 2 + 0.5, n / 2 + 0.5) - 0.5
    assert found.value == pytest.approx(7, rel=1e-12)
    assert found.high - 7 == pytest.approx(14 * max(half, jeffreys), rel=1e-10)
    assert 7 - found.low == pytest.approx(14 * max(half, jeffreys), rel=1e-10)
    assert found.error == pytest.approx(14 * math.sqrt(0.25 / n), rel=1e-12)


def test_no_case_no_interval():
    found = yield_interval(ACCURACY, Counts(tp=0, fp=0, fn=0, tn=0))
    assert np.isnan([found.value, found.low, found.high, found.error]).all()
    for cells in ((3, 0, 2, 0), (0, 3, 0, 2), (0, 0, 0, 0)):
        moved = yield_interval(ACCURACY, Counts(**named(cells)), prevalence=0.3)
        assert np.isnan([moved.value, moved.low, moved.high]).all()


@given(
    payoffs=any_payoffs,
    cells=both_classes,
    level=st.sampled_from([0.5, 0.9, 0.95]),
    share=st.sampled_from([None, Fraction(0), Fraction(1, 10), Fraction(3, 4)]),
)
def test_the_interval_by_square_and_add(payoffs, cells, level, share):
    """Of the limits of what each class yields, at the prevalence of the cases or at another."""
    (tp, fp, fn, tn), (hit, alarm), counts = cells, rates(cells), Counts(**named(cells))
    found = yield_interval(utility(payoffs), counts, level, prevalence=None if share is None else float(share))
    own = Fraction(tp + fn, sum(cells))
    assert share is not None or found == yield_interval(utility(payoffs), counts, level, prevalence=float(own))
    share = own if share is None else share
    below, above, variance = 0, 0, 0
    for size, good, bad, right, cases in (
        (share, payoffs[0], payoffs[2], tp, tp + fn), (1 - share, payoffs[3], payoffs[1], tn, fp + tn)
    ):  # fmt: skip
        ends = [float(size) * (good - bad) * (one - right / cases) for one in limits(right, cases, level)]
        below, above = below + min(ends) ** 2, above + max(ends) ** 2
        variance += (float(size) * (good - bad)) ** 2 * right * (cases - right) / cases**3
    value = float(yield_of(payoffs, hit, alarm, share))
    right = (value, value - math.sqrt(below), value + math.sqrt(above), math.sqrt(variance))
    assert (found.value, found.low, found.high, found.error) == pytest.approx(right, abs=1e-10)
    assert min(payoffs) - 1e-12 <= found.low <= found.value <= found.high <= max(payoffs) + 1e-12
