"""Payoffs against lists of cases in fractions, the draw by enumeration, intervals against statsmodels and their law."""

import dataclasses
import itertools
import math
import re
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
from ddcore.errors import InputError
from tests import oracles
from tests.helpers.decisions import CELLS, hexagon, matrix, mean_payoff, named, rates, whole, yield_of

FACTORY = (15, -335, -35, 165)
A, B = (27, 15, 23, 35), (43, 18, 7, 32)
ACCURACY = Utility(tp=1, fp=0, fn=0, tn=1)
MATRICES = [FACTORY, (45, -335, -65, 165), (1, 0, 0, 1), (1, 0, 0, 0), (0, 1, 2, 0), (3, 7, -1, 2), (0, 0, 5, 1)]
"""The last three have a wrong answer worth more than a right one, for both classes or for one."""
PROPER = MATRICES[:4]


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
def test_the_yield_is_the_mean_over_all_cases(payoffs, cells):
    exact = mean_payoff(payoffs, cells)
    assert utility(payoffs)(Counts(**named(cells))) == pytest.approx(float(exact), rel=1e-14, abs=1e-14)


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


def test_one_payoff_may_vary_and_the_others_stay():
    many = Utility(tp=[1, 2, 3], fp=0, fn=[[-1], [-2]], tn=1)
    assert many.tp.shape == many.fp.shape == many.fn.shape == many.tn.shape == (2, 3)
    assert many(Counts(tp=1, fp=1, fn=1, tn=1)).tolist() == [[0.25, 0.5, 0.75], [0.0, 0.25, 0.5]]


def test_an_index_takes_some_of_the_matrices_and_keeps_the_unit():
    many = Utility(**named(np.array(MATRICES).T), unit="EUR")
    assert repr(many[1]) == "Utility(tp=45.0, fp=-335.0, fn=-65.0, tn=165.0, unit='EUR')"
    assert many[2:4].tp.tolist() == [1.0, 1.0]
    assert many[2:4].unit == "EUR"


def test_weighted_cases_count_as_their_weights():
    rng = np.random.default_rng(1)
    truth, called = rng.integers(0, 2, (2, 200))
    weight = rng.uniform(0, 3, 200)
    earned = np.where(truth, np.where(called, 15, -35), np.where(called, -335, 165))
    found = utility(FACTORY)(Counts.of_labels(truth, called, weight=weight))
    assert found == pytest.approx(np.average(earned, weights=weight), rel=1e-12)


def test_many_cases_lose_no_digit():
    cells = (10**14 + 1, 10**14 + 3, 10**14 + 7, 10**14 + 9)
    exact = sum(p * c for p, c in zip(FACTORY, whole(*cells), strict=True)) / sum(cells)
    assert utility(FACTORY)(Counts(**named(cells))) == pytest.approx(float(exact), rel=1e-14)
    largest = utility((10**15, -(10**15), 0, 10**15))(Counts(tp=10**15, fp=0, fn=0, tn=10**15))
    assert largest == 10**15


def test_no_case_no_yield():
    assert math.isnan(ACCURACY(Counts(tp=0, fp=0, fn=0, tn=0)))
    assert np.isnan(ACCURACY(Counts(tp=[0, 1], fp=0, fn=0, tn=0))).tolist() == [True, False]


def test_a_single_table_gives_a_number_and_not_an_array():
    assert np.ndim(ACCURACY(Counts(**named(A)))) == 0
    assert np.ndim(ACCURACY.coordinates[0]) == np.ndim(ACCURACY.lowest) == np.ndim(ACCURACY.tp) == 0


def test_the_outcomes_are_written_in_the_order_of_the_payoffs():
    assert tuple(OUTCOMES) == CELLS
    assert [words.split(", predicted ")[0][6:] == words.split(", predicted ")[1] for words in OUTCOMES.values()] == [
        name.startswith("t") for name in OUTCOMES
    ]


def test_the_text_of_a_matrix():
    assert repr(utility(FACTORY)) == "Utility(tp=15.0, fp=-335.0, fn=-35.0, tn=165.0)"
    assert repr(utility(FACTORY, unit="months")) == "Utility(tp=15.0, fp=-335.0, fn=-35.0, tn=165.0, unit='months')"
    assert repr(Utility(tp=[1, 2], fp=0, fn=0, tn=1)) == (
        "Utility(tp=[1.0, 2.0], fp=[0.0, 0.0], fn=[0.0, 0.0], tn=[1.0, 1.0])"
    )


def test_a_matrix_stays_as_it_was_made():
    made = utility(FACTORY)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'tp'"):
        made.tp = 16


# Messages ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CELLS)
@pytest.mark.parametrize(
    ("value", "shown"), [("much", "'much'"), (None, "None"), (["1", "x"], "['1', 'x']"), (1j, "1j")]
)
def test_a_payoff_is_a_number(name, value, shown):
    with pytest.raises(InputError, match=re.escape(f"the payoff {name} must be a number, got {shown}")):
        Utility(**{**named(FACTORY), name: value})


@pytest.mark.parametrize("name", CELLS)
@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (math.nan, "nan"),
        (1.1e15, "1.1e+15"),
        (-(10**16), "-1e+16"),
        ([1, 2, math.nan], "nan"),
        ([1, 3e15, 2], "3e+15"),
        (10**20, "1e+20"),
    ],
)
def test_a_payoff_is_neither_missing_nor_too_large(name, value, shown):
    message = f"the payoff {name} must be between -10^15 and 10^15, got {shown}"
    with pytest.raises(InputError, match=re.escape(message) + "$"):
        Utility(**{**named(FACTORY), name: value})


def test_the_largest_payoff_is_accepted():
    assert utility((1e15, -1e15, 0, 0)).highest == 1e15


def test_payoffs_have_one_shape():
    message = "the payoffs tp, fp, fn and tn must have one shape, got tp (2,), fp (3,), fn (), tn ()"
    with pytest.raises(InputError, match=re.escape(message)):
        Utility(tp=[1, 2], fp=[0, 0, 0], fn=0, tn=1)


@pytest.mark.parametrize(("value", "shown"), [(5, "5"), (0, "0"), (-2.5, "-2.5"), (1e15, "1e+15")])
def test_four_equal_payoffs_value_nothing(value, shown):
    message = f"the four payoffs must not all be equal, got {shown}: then every classifier is worth the same"
    with pytest.raises(InputError, match=re.escape(message)):
        Utility(tp=value, fp=value, fn=value, tn=value)


def test_one_matrix_of_four_equal_payoffs_among_many_is_too_many():
    with pytest.raises(InputError, match="the four payoffs must not all be equal, got 3"):
        Utility(tp=[1, 3, 2], fp=3, fn=3, tn=3)


# The place among all values ----------------------------------------------------------------------------------------


@given(payoffs=any_payoffs)
def test_normalised_in_fractions(payoffs):
    low, high = min(payoffs), max(payoffs)
    right = [float(Fraction(one - low, high - low)) for one in payoffs]
    made = utility(payoffs, unit="EUR")
    assert same(made.normalised, right, rtol=1e-15, atol=0)
    assert (made.lowest, made.highest, made.normalised.unit) == (low, high, "")


def test_every_place_of_the_hexagon_is_found_again():
    x, y = hexagon(10**5, 1)
    made = Utility.at(x, y)
    back_x, back_y = made.coordinates
    np.testing.assert_allclose(back_x, x, rtol=0, atol=1e-12)
    np.testing.assert_allclose(back_y, y, rtol=0, atol=1e-12)
    assert x.size == 10**5
    assert made.proper.all()
    assert (made.lowest == 0).all()
    assert (made.highest == 1).all()
    right = np.array([matrix(*place) for place in zip(x[:1000].tolist(), y[:1000].tolist(), strict=True)]).T
    assert same(made[:1000], right, rtol=0, atol=1e-16)


def test_every_proper_matrix_is_found_again_but_for_unit_and_zero():
    tp, fp, fn, tn = np.random.default_rng(2).normal(size=(4, 10**5))
    tp, fn = np.maximum(tp, fn), np.minimum(tp, fn)
    tn, fp = np.maximum(tn, fp), np.minimum(tn, fp)
    made = Utility(tp=tp, fp=fp, fn=fn, tn=tn)
    x, y = made.coordinates
    assert (np.abs([x, y, x - y]) <= 1 + 1e-12).all()
    clipped = np.clip([x, y], -1, 1)
    assert same(Utility.at(*clipped), [getattr(made.normalised, name) for name in CELLS], rtol=0, atol=1e-12)


def test_unit_and_zero_do_not_change_the_place():
    tp, fp, fn, tn = np.random.default_rng(3).normal(size=(4, 1000))
    plain = Utility(tp=tp, fp=fp, fn=fn, tn=tn)
    for a, b in ((1, 5), (1000, 0), (0.001, -3), (7.5, 100)):
        other = Utility(tp=a * tp + b, fp=a * fp + b, fn=a * fn + b, tn=a * tn + b)
        np.testing.assert_allclose(other.coordinates, plain.coordinates, rtol=0, atol=1e-10)
        assert same(other.normalised, [getattr(plain.normalised, name) for name in CELLS], rtol=0, atol=1e-10)
        counts = Counts(**named(A))
        np.testing.assert_allclose(other(counts), a * plain(counts) + b, rtol=1e-10, atol=1e-12)


def test_the_low_and_the_high_end_of_the_scale_are_free():
    x, y = hexagon(100, 4)
    made, plain = Utility.at(x, y, -335, 165, "EUR"), Utility.at(x, y)
    assert same(made, [500 * getattr(plain, name) - 335 for name in CELLS], rtol=0, atol=1e-10)
    assert made.unit == "EUR"
    assert same(Utility.at(0.3, -0.6, -335, 165), FACTORY, rtol=1e-14)


@pytest.mark.parametrize(
    ("place", "payoffs"),
    [
        ((0, 0), (1, 0, 0, 1)),
        ((-1, 0), (1, 0, 0, 0)),
        ((1, 0), (0, 0, 0, 1)),
        ((0, 1), (1, 1, 0, 1)),
        ((0, -1), (1, 0, 1, 1)),
        ((1, 1), (0, 1, 0, 1)),
        ((-1, -1), (1, 0, 1, 0)),
    ],
)
def test_the_centre_and_the_corners(place, payoffs):
    assert same(Utility.at(*place), payoffs, rtol=0, atol=0)
    assert tuple(map(float, utility(payoffs).coordinates)) == place
    assert utility(payoffs).proper


def test_outside_the_hexagon_a_wrong_answer_is_worth_more_than_a_right_one():
    x, y = np.random.default_rng(5).uniform(-1, 1, (2, 10**4))
    made = Utility.at(x, y)
    worse = (made.tp < made.fn) | (made.tn < made.fp)
    np.testing.assert_array_equal(worse, np.abs(x - y) > 1)
    np.testing.assert_array_equal(made.proper, ~worse)
    assert 2000 < worse.sum() < 3000, "a quarter of the square"
    np.testing.assert_allclose(made.coordinates, [x, y], rtol=0, atol=1e-12)


def test_proper_is_no_worse_and_not_better():
    assert [bool(utility(payoffs).proper) for payoffs in MATRICES] == [True] * 4 + [False] * 3
    assert utility((1, 0, 1, 0)).proper, "nothing at stake"


@given(payoffs=any_payoffs)
def test_stakes_in_fractions(payoffs):
    tp, fp, fn, tn = payoffs
    assert tuple(map(float, utility(payoffs).stakes)) == (tp - fn, tn - fp)


@pytest.mark.parametrize("name", ["x", "y"])
@pytest.mark.parametrize(("value", "shown"), [(1.2, "1.2"), (-1.5, "-1.5"), (math.nan, "nan"), ([0, 3], "3")])
def test_a_place_is_in_the_square(name, value, shown):
    with pytest.raises(InputError, match=re.escape(f"{name} must be between -1 and 1, got {shown}")):
        Utility.at(**{"x": 0, "y": 0, name: value})


@pytest.mark.parametrize(("low", "high", "shown"), [(3, 1, "3 and 1"), (2, 2, "2 and 2"), (math.nan, 1, "nan and 1")])
def test_the_low_end_is_below_the_high_one(low, high, shown):
    with pytest.raises(InputError, match=f"low must be below high, got {shown}"):
        Utility.at(0, 0, low, high)


@pytest.mark.parametrize(("x", "y"), [(0, 0), (0.5, 0.25), (-0.5, -0.25)])
def test_a_scale_without_end_has_no_payoffs(x, y):
    with pytest.raises(InputError, match="must be between -10\\^15 and 10\\^15, got inf"):
        Utility.at(x, y, 0, math.inf)


# The yield as a measure --------------------------------------------------------------------------------------------


def definition(payoffs):
    def value(tp, fp, fn, tn):
        return sum(p * c for p, c in zip(whole(*payoffs), (tp, fp, fn, tn), strict=True)) / (tp + fp + fn + tn)

    return value


@pytest.mark.parametrize("payoffs", MATRICES, ids=str)
def test_the_draw_by_enumeration(payoffs):
    row, value = utility(payoffs).measure, definition(payoffs)
    for M in (1, 2, 5, 8):
        for P in range(M + 1):
            for n in range(M + 1):
                exact = oracles.expectation(value, M, P, n)
                assert abs(dutch_draw.expectation(row, M, P, n / M) - float(exact)) < 1e-12, (M, P, n)
                spread = oracles.variance(value, M, P, n)
                assert abs(dutch_draw.variance(row, M, P, n / M) - float(spread)) < 1e-9, (M, P, n)
                law = oracles.distribution(value, M, P, n)
                found = dutch_draw.distribution(row, M, P, n / M)
                np.testing.assert_allclose(found.value, [float(v) for v, _ in law], rtol=1e-12, atol=1e-12)
                np.testing.assert_allclose(found.probability, [float(p) for _, p in law], rtol=1e-12)


@pytest.mark.parametrize("payoffs", [*MATRICES, (1, 0, 1, 0), (0, 1, 0, 1), (2, 1, 1, 2), (1, 1, 0, 0)], ids=str)
def test_the_baseline_by_enumeration(payoffs):
    row, value = utility(payoffs).measure, definition(payoffs)
    for M in (1, 2, 3, 6, 7, 10):
        for P in range(M + 1):
            highest, argmax, lowest, argmin = oracles.baseline(value, M, P)
            found = dutch_draw.baseline(row, M, P)
            assert (found.argmax, found.argmin) == (argmax, argmin), (M, P)
            assert (found.highest, found.lowest) == pytest.approx((float(highest), float(lowest)), abs=1e-12)
            assert baseline(utility(payoffs), P / M) == pytest.approx(float(highest), abs=1e-12)


@pytest.mark.parametrize("payoffs", MATRICES, ids=str)
@pytest.mark.parametrize(("total", "positives"), [(1000, 137), (10**6, 3), (10**9, 10**9 - 1), (777, 777)])
def test_the_baseline_of_many_cases_is_the_better_constant_answer(payoffs, total, positives):
    share = Fraction(positives, total)
    always = yield_of(payoffs, 1, 1, share), yield_of(payoffs, 0, 0, share)
    found = dutch_draw.baseline(utility(payoffs).measure, total, positives)
    assert found.highest == pytest.approx(float(max(always)), rel=1e-12, abs=1e-12)
    assert found.lowest == pytest.approx(float(min(always)), rel=1e-12, abs=1e-12)
    assert found.reached("higher") == (((total, total),) if always[0] > always[1] else ((0, 0),))


@given(payoffs=any_payoffs, cells=any_cells)
def test_the_measure_is_the_yield(payoffs, cells):
    made, counts = utility(payoffs), Counts(**named(cells))
    assert made.measure(counts) == pytest.approx(float(mean_payoff(payoffs, cells)), rel=1e-14, abs=1e-14)
    assert made.measure.worst <= made.measure(counts) + 1e-12
    assert made.measure(counts) <= made.measure.best + 1e-12


@pytest.mark.parametrize("payoffs", [*MATRICES, (1, 2, 0, 0), (-1, -2, -3, -4)], ids=str)
def test_the_ideal_is_the_most_that_any_table_of_these_classes_yields(payoffs):
    row, value = utility(payoffs).measure, definition(payoffs)
    for M in range(1, 7):
        for P in range(M + 1):
            tables = itertools.product(range(P + 1), range(M - P + 1))
            right = max(value(tp, fp, P - tp, M - P - fp) for tp, fp in tables)
            assert row.ideal(M, P) == pytest.approx(float(right), abs=1e-13), (M, P)


@pytest.mark.parametrize("payoffs", MATRICES, ids=str)
@pytest.mark.parametrize("share", ["1/10", "1/2", "3/4"])
def test_the_measure_at_another_prevalence(payoffs, share):
    share = Fraction(share)
    row = balanced(utility(payoffs).measure, float(share))
    found = row(Counts(**named(A)))
    assert found == pytest.approx(float(yield_of(payoffs, *rates(A), share)), rel=1e-12)
    right = max(yield_of(payoffs, hit, alarm, share) for hit, alarm in itertools.product((0, 1), repeat=2))
    assert row.ideal(100, 50) == pytest.approx(float(right), rel=1e-9)


def test_what_the_measure_says_of_itself():
    row = utility(FACTORY, unit="EUR").measure
    assert (row.name, row.key, row.better, row.best, row.worst) == (
        "Yield per case in EUR",
        "yield",
        "higher",
        165,
        -335,
    )
    assert row.formula == "(15 * tp - 335 * fp - 35 * fn + 165 * tn) / m"
    assert row.latex == r"\frac{15\,\mathrm{TP}-335\,\mathrm{FP}-35\,\mathrm{FN}+165\,\mathrm{TN}}{M}"
    assert row.title == "Yield per case in EUR"
    assert row.undefined == "never"
    plain = utility((0, -1.5, 0, 0)).measure
    assert (plain.name, plain.formula) == ("Yield per case", "(-1.5 * fp) / m")
    assert plain.latex == r"\frac{-1.5\,\mathrm{FP}}{M}"
    assert plain.is_better(2, 1)


def test_a_measure_is_of_one_matrix():
    with pytest.raises(InputError, match="a measure needs one matrix of payoffs, got 2"):
        _ = Utility(tp=[1, 2], fp=0, fn=0, tn=1).measure


# Several possible matrices -----------------------------------------------------------------------------------------


@given(
    matrices=st.lists(any_payoffs, min_size=1, max_size=5),
    weights=st.lists(st.integers(0, 9), min_size=5, max_size=5),
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
    assert found.unit == "EUR"


def test_the_yield_of_the_mean_is_the_mean_of_the_yields():
    rng = np.random.default_rng(6)
    many, weight = Utility(**named(rng.normal(size=(4, 50)))), rng.uniform(size=50)
    counts = Counts(**named(B))
    assert expected_utility(many, weight)(counts) == pytest.approx(np.average(many(counts), weights=weight), rel=1e-12)
    assert expected_utility(many)(counts) == pytest.approx(many(counts).mean(), rel=1e-12)
    assert np.ndim(expected_utility(many).tp) == 0


@pytest.mark.parametrize(
    "weight", [[1, -1], [0, 0], [1], [1, 2, 3], [[1, 1]], 1, [1, math.nan], [1, math.inf]], ids=str
)
def test_each_matrix_has_a_probability(weight):
    text = re.escape(str(np.asarray(weight, dtype=float).tolist()))
    message = "probability must have one number of 0 or more for each matrix, not all 0, got " + text + "$"
    with pytest.raises(InputError, match=message):
        expected_utility(Utility(tp=[1, 3], fp=0, fn=0, tn=1), weight)


def test_opposite_matrices_that_are_equally_probable_value_nothing():
    with pytest.raises(InputError, match=r"the four payoffs must not all be equal, got 0\.5"):
        expected_utility(Utility(tp=[1, 0], fp=[0, 1], fn=[0, 1], tn=[1, 0]))


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


@pytest.mark.parametrize("gap", [0.0, 0.5, 2.0])
def test_near_equal_payoffs_the_gap_is_normal_above_0(gap):
    """The sum of two payoffs of one class is plainly normal, their difference normal and cut off at 0."""
    cloud = perturbed(Utility(tp=gap, fp=0, fn=0, tn=9), 1, DRAWS, rng=np.random.default_rng(8))
    spread = math.sqrt(2)
    right = truncnorm(-gap / spread, math.inf, gap, spread)
    found, both = cloud.tp - cloud.fn, cloud.tp + cloud.fn
    assert (found >= 0).all()
    assert found.mean() == pytest.approx(right.mean(), abs=4 * right.std() / math.sqrt(DRAWS))
    assert found.std() == pytest.approx(right.std(), rel=0.03)
    assert both.mean() == pytest.approx(gap, abs=4 * spread / math.sqrt(DRAWS))
    assert both.std() == pytest.approx(spread, rel=0.03)
    assert cloud.proper.all()


def test_an_improper_matrix_may_have_proper_and_improper_neighbours():
    cloud = perturbed(Utility(tp=0, fp=0.5, fn=0.5, tn=0), 1, DRAWS, rng=np.random.default_rng(9))
    drawn = np.array([getattr(cloud, name) for name in CELLS])
    np.testing.assert_allclose(drawn.mean(axis=1), [0, 0.5, 0.5, 0], rtol=0, atol=4 / math.sqrt(DRAWS))
    likely = norm.sf(0.5 / math.sqrt(2))
    assert (cloud.tp >= cloud.fn).mean() == pytest.approx(likely, abs=0.015)
    assert (cloud.tn >= cloud.fp).mean() == pytest.approx(likely, abs=0.015)


def test_a_class_whose_right_answer_is_worth_more_keeps_it_so_whatever_the_other_does():
    cloud = perturbed(Utility(tp=0.1, fp=0.5, fn=0, tn=0), 1, DRAWS, rng=np.random.default_rng(10))
    assert (cloud.tp >= cloud.fn).all()
    assert 0.2 < (cloud.tn >= cloud.fp).mean() < 0.5


def test_no_deviation_no_cloud():
    cloud = perturbed(utility(FACTORY), 0, 7, rng=np.random.default_rng(11))
    assert same(cloud, np.repeat(np.array(FACTORY)[:, None], 7, axis=1), rtol=0, atol=0)


def test_one_seed_one_cloud():
    one, again, other = (perturbed(ACCURACY, 0.3, 50, rng=np.random.default_rng(seed)) for seed in (12, 12, 13))
    assert all((getattr(one, name) == getattr(again, name)).all() for name in CELLS)
    assert all((getattr(one, name) != getattr(other, name)).all() for name in CELLS)


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


@pytest.mark.parametrize(("deviation", "shown"), [(-1, "-1"), (math.nan, "nan"), (math.inf, "inf"), (2e15, "2e+15")])
def test_a_deviation_is_0_or_more(deviation, shown):
    with pytest.raises(InputError, match=re.escape(f"deviation must be 0 or more and at most 10^15, got {shown}")):
        perturbed(ACCURACY, deviation, 5, rng=np.random.default_rng(16))


def test_the_largest_deviation_that_is_accepted_makes_a_cloud():
    cloud = perturbed(ACCURACY, 1e15, 100, rng=np.random.default_rng(17))
    assert np.std(cloud.tp) > 1e14


def test_a_cloud_about_several_needs_a_probability_for_each():
    with pytest.raises(InputError, match="probability must have one number of 0 or more for each matrix"):
        perturbed(Utility(tp=[1, 3], fp=0, fn=0, tn=1), 1, 5, rng=np.random.default_rng(18), probability=[1])


# Constant answers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("payoffs", MATRICES, ids=str)
def test_the_constant_answers_case_by_case(payoffs):
    tp, fp, fn, tn = payoffs
    share = np.arange(13) / 12
    positive = [float(mean_payoff((tp, fp), (k, 12 - k))) for k in range(13)]
    negative = [float(mean_payoff((fn, tn), (k, 12 - k))) for k in range(13)]
    found = constant_yields(utility(payoffs), share)
    np.testing.assert_allclose(found.positive, positive, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(found.negative, negative, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(found.best, np.maximum(positive, negative), rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(
        baseline(utility(payoffs), share), np.maximum(positive, negative), rtol=1e-13, atol=1e-13
    )


def test_constant_answers_of_many_matrices_at_many_prevalences():
    many, share = Utility(**named(np.array(MATRICES).T[:, :, None])), np.array([0.1, 0.5, 0.9])
    found = baseline(many, share)
    assert found.shape == (7, 3)
    one_by_one = [[float(baseline(utility(payoffs), one)) for one in share] for payoffs in MATRICES]
    assert found.tolist() == one_by_one


@pytest.mark.parametrize(("prevalence", "shown"), [(1.2, "1.2"), (-0.1, "-0.1"), (math.nan, "nan"), ([0.5, 2], "2")])
@pytest.mark.parametrize("of", [constant_yields, baseline])
def test_a_prevalence_is_a_share(of, prevalence, shown):
    with pytest.raises(InputError, match=re.escape(f"prevalence must be between 0 and 1, got {shown}")):
        of(ACCURACY, prevalence)


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


def crossing(payoffs, hit, alarm, answer):
    """Where the lead over a constant answer, linear in the prevalence, is 0; None where it never changes sign."""
    at_0, at_1 = (yield_of(payoffs, hit, alarm, f) - yield_of(payoffs, answer, answer, f) for f in (0, 1))
    return None if at_0 == at_1 else at_0 / (at_0 - at_1)


@given(payoffs=proper_payoffs, cells=both_classes)
def test_the_useful_prevalences_in_fractions(payoffs, cells):
    hit, alarm = rates(cells)
    found = useful_prevalences(utility(payoffs), Counts(**named(cells)))

    def ahead(share):
        return min(yield_of(payoffs, hit, alarm, share) - yield_of(payoffs, one, one, share) for one in (0, 1))

    ends = [crossing(payoffs, hit, alarm, answer) for answer in (0, 1)]
    if None in ends or ends[0] >= ends[1] or ahead(sum(ends) / 2) <= 0:
        assert np.isnan(found).all()
        assert all(ahead(Fraction(k, 60)) <= 0 for k in range(61))
        return
    assert found == pytest.approx([float(end) for end in ends], abs=1e-13)
    for k in range(61):
        assert (ahead(Fraction(k, 60)) > 0) == (ends[0] < Fraction(k, 60) < ends[1])


def test_the_useful_prevalences_of_the_factory():
    """A pays where 85 to 93 of 100 parts are long; on its own test set, with 50, calling all short pays more."""
    low, high = useful_prevalences(utility(FACTORY), Counts(**named(A)))
    share = np.linspace(0, 1, 10_001)
    earned = share * (0.54 * 15 - 0.46 * 35) + (1 - share) * (-0.3 * 335 + 0.7 * 165)
    ahead = earned > np.maximum(share * 15 - (1 - share) * 335, -share * 35 + (1 - share) * 165)
    assert (share[ahead].min(), share[ahead].max()) == pytest.approx((low, high), abs=1e-4)
    assert low > 0.5, "on its own test set it loses to always calling short"


def test_on_the_chance_line_it_is_never_useful():
    """As many of the negatives are predicted positive as of the positives: a mixture of both constant answers."""
    tables = [
        cells
        for cells in itertools.product(range(6), repeat=4)
        if cells[0] + cells[2] and cells[1] + cells[3] and len(set(rates(cells))) == 1
    ]
    assert len(tables) == 99
    for cells, (right, kept) in itertools.product(tables, [(1, 1), (1, 3), (50, 500), (7, 0.3), (9, 10)]):
        found = useful_prevalences(Utility(tp=right, fp=0, fn=0, tn=kept), Counts(**named(cells)))
        assert np.isnan(found).all(), (cells, right, kept)


def test_a_perfect_classifier_is_useful_at_every_prevalence():
    assert useful_prevalences(utility(FACTORY), Counts(tp=3, fp=0, fn=0, tn=8)) == (0, 1)


@pytest.mark.parametrize("cells", [(0, 3, 0, 4), (3, 0, 4, 0), (0, 0, 0, 0)])
def test_a_class_without_cases_shows_no_use(cells):
    assert np.isnan(useful_prevalences(ACCURACY, Counts(**named(cells)))).all()


@pytest.mark.parametrize("payoffs", MATRICES[4:], ids=str)
def test_values_that_are_not_proper_show_no_use(payoffs):
    assert np.isnan(useful_prevalences(utility(payoffs), Counts(**named(A)))).all()


# Intervals ---------------------------------------------------------------------------------------------------------


def limits(hits, cases, level=0.95):
    """Wilson's (1927), and where one to three cases are hits, or misses, Jeffreys' on that side if further away."""
    (low, high), (least, most) = (
        proportion_confint(hits, cases, 1 - level, method=method) for method in ("wilson", "jeffreys")
    )
    return min(low, least if 0 < hits <= 3 else 1), max(high, most if 0 < cases - hits <= 3 else 0)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize("cells", [A, B, (9, 5, 4, 6), (5, 0, 0, 7), (0, 7, 5, 0), (0, 0, 6, 4), (500, 4, 20, 90)])
def test_the_difference_of_two_rates_by_newcombe(cells, level):
    """With tp = M/P and fp = -M/N the yield is TPR - FPR, whose interval is Newcombe's (1998), method 10."""
    tp, fp, fn, tn = cells
    P, N = tp + fn, fp + tn
    found = yield_interval(Utility(tp=(P + N) / P, fp=-(P + N) / N, fn=0, tn=0), Counts(**named(cells)), level)
    low, high = confint_proportions_2indep(tp, P, fp, N, method="newcomb", compare="diff", alpha=1 - level)
    assert found.value == pytest.approx(tp / P - fp / N, abs=1e-13)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)


def recovered(payoffs, cells, level):
    """Square-and-add of the limits of what each class yields; the lower limit of a falling part is its upper."""
    tp, fp, fn, tn = cells
    total, below, above = sum(cells), 0, 0
    for good, bad, right, wrong in ((payoffs[0], payoffs[2], tp, fn), (payoffs[3], payoffs[1], tn, fp)):
        cases = right + wrong
        ends = [(good * rate + bad * (1 - rate)) * cases / total for rate in limits(right, cases, level)]
        centre = (good * right + bad * wrong) / total
        below, above = below + (centre - min(ends)) ** 2, above + (max(ends) - centre) ** 2
    centre = float(mean_payoff(payoffs, cells))
    return centre - math.sqrt(below), centre + math.sqrt(above)


@given(payoffs=any_payoffs, cells=both_classes, level=st.sampled_from([0.5, 0.9, 0.95]))
def test_any_payoffs_by_square_and_add(payoffs, cells, level):
    found = yield_interval(utility(payoffs), Counts(**named(cells)), level)
    assert (found.low, found.high) == pytest.approx(recovered(payoffs, cells, level), abs=1e-10)
    assert found.low <= found.value <= found.high
    assert min(payoffs) - 1e-12 <= found.low
    assert found.high <= max(payoffs) + 1e-12


@pytest.mark.parametrize("payoffs", MATRICES, ids=str)
def test_the_error_is_the_spread_of_the_yield_at_these_rates(payoffs):
    tp, fp, fn, tn = cells = (9, 2, 3, 8)
    P, N = tp + fn, fp + tn
    hits, kept = np.arange(P + 1)[:, None], np.arange(N + 1)
    law = binom.pmf(hits, P, tp / P) * binom.pmf(kept, N, tn / N)
    earned = utility(payoffs)(Counts(tp=hits, fp=N - kept, fn=P - hits, tn=kept))
    mean = (law * earned).sum()
    found = yield_interval(utility(payoffs), Counts(**named(cells)))
    assert found.value == pytest.approx(mean, rel=1e-12)
    assert found.error == pytest.approx(math.sqrt((law * (earned - mean) ** 2).sum()), rel=1e-10)


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


def test_no_mistake_seen_by_hand():
    """Wilson's lower limit of n of n is n / (n + z^2); half of each class's doubt, square and add."""
    z2, n = norm.isf(0.025) ** 2, 10
    found = yield_interval(ACCURACY, Counts(tp=n, fp=0, fn=0, tn=n))
    doubt = z2 / (n + z2)
    assert (found.value, found.high, found.error) == (1, pytest.approx(1), 0)
    assert found.low == pytest.approx(1 - math.sqrt(2) * doubt / 2, rel=1e-12)
    worst = yield_interval(ACCURACY, Counts(tp=0, fp=n, fn=n, tn=0))
    assert (worst.low, worst.high) == pytest.approx((0, math.sqrt(2) * doubt / 2), abs=1e-12)


@pytest.mark.parametrize(("cells", "right", "cases"), [((7, 0, 3, 0), 7, 10), ((0, 2, 0, 11), 11, 13)])
def test_a_class_without_cases_leaves_one_rate(cells, right, cases):
    found = yield_interval(Utility(tp=4, fp=1, fn=1, tn=4), Counts(**named(cells)))
    assert (found.low, found.high) == pytest.approx(1 + 3 * np.array(limits(right, cases)), rel=1e-12)
    assert found.error == pytest.approx(3 * math.sqrt(right * (cases - right) / cases**3), rel=1e-12)


@pytest.mark.parametrize(
    "cells", [(2.5, 1.5, 2.0, 3.0), (27.5, 15, 23, 35), (1, 2, 3.5, 4), (1, 2, 3, 4.5), (1, 2.5, 3, 4)], ids=str
)
def test_weights_of_which_nothing_is_known_leave_a_yield_without_interval(cells):
    found = yield_interval(ACCURACY, Counts(**named(cells)))
    assert found.value == pytest.approx((cells[0] + cells[3]) / sum(cells), rel=1e-14)
    assert np.isnan([found.low, found.high, found.error]).all()


@pytest.mark.parametrize("weight", [0.1, 1, 7.0, 1 / 3])
@pytest.mark.parametrize("share", [None, 0.1])
def test_weights_that_are_equal_change_no_interval(weight, share):
    truth, called = np.repeat([1, 0, 1, 0], (9, 2, 3, 8)), np.repeat([1, 1, 0, 0], (9, 2, 3, 8))
    found = yield_interval(
        utility(FACTORY), Counts.of_labels(truth, called, weight=np.full(22, weight)), prevalence=share
    )
    assert found == yield_interval(utility(FACTORY), Counts(tp=9, fp=2, fn=3, tn=8), prevalence=share)


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


@given(payoffs=any_payoffs, cells=both_classes, a=st.sampled_from([0.01, 2, 1000]), b=st.integers(-100, 100))
def test_the_interval_moves_with_unit_and_zero(payoffs, cells, a, b):
    counts = Counts(**named(cells))
    plain, moved = (
        yield_interval(utility(payoffs), counts),
        yield_interval(utility([a * one + b for one in payoffs]), counts),
    )
    right = [a * one + b for one in (plain.value, plain.low, plain.high)]
    assert [moved.value, moved.low, moved.high] == pytest.approx(right, rel=1e-9, abs=1e-9)
    assert moved.error == pytest.approx(a * plain.error, rel=1e-9, abs=1e-9)


def test_what_is_worth_nothing_adds_no_doubt():
    one = yield_interval(Utility(tp=1, fp=0, fn=0, tn=0), Counts(tp=27, fp=15, fn=23, tn=35))
    other = yield_interval(Utility(tp=1, fp=0, fn=0, tn=0), Counts(tp=27, fp=49, fn=23, tn=1))
    assert (one.low, one.high) == (other.low, other.high)
    assert one.low > 0.2


@given(payoffs=any_payoffs, cells=both_classes, share=st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(3, 4)]))
def test_the_interval_at_another_prevalence_by_square_and_add(payoffs, cells, share):
    found = yield_interval(utility(payoffs), Counts(**named(cells)), prevalence=float(share))
    (tp, fp, fn, tn), (hit, alarm) = cells, rates(cells)
    below, above, variance = 0, 0, 0
    for size, good, bad, right, cases in (
        (share, payoffs[0], payoffs[2], tp, tp + fn), (1 - share, payoffs[3], payoffs[1], tn, fp + tn)
    ):  # fmt: skip
        ends = [float(size) * (good - bad) * (one - right / cases) for one in limits(right, cases)]
        below, above = below + min(ends) ** 2, above + max(ends) ** 2
        variance += (float(size) * (good - bad)) ** 2 * right * (cases - right) / cases**3
    value = float(yield_of(payoffs, hit, alarm, share))
    right = (value, value - math.sqrt(below), value + math.sqrt(above), math.sqrt(variance))
    assert (found.value, found.low, found.high, found.error) == pytest.approx(right, abs=1e-10)


def test_the_interval_at_its_own_prevalence_is_the_plain_one():
    counts = Counts(**named((7, 4, 2, 5)))
    assert yield_interval(utility(FACTORY), counts, prevalence=0.5) == yield_interval(utility(FACTORY), counts)


@pytest.mark.parametrize("cells", [(3, 0, 2, 0), (0, 3, 0, 2), (0, 0, 0, 0)])
def test_a_class_without_cases_has_no_interval_where_the_other_is_moved(cells):
    found = yield_interval(ACCURACY, Counts(**named(cells)), prevalence=0.3)
    assert np.isnan([found.value, found.low, found.high]).all()


def test_an_interval_is_moved_to_a_share():
    with pytest.raises(InputError, match=r"prevalence must be between 0 and 1, got 1\.2"):
        yield_interval(ACCURACY, Counts(**named(A)), prevalence=1.2)


@pytest.mark.parametrize(("level", "shown"), [(0, "0"), (1, "1"), (1.2, "1.2"), (math.nan, "nan")])
def test_a_level_is_above_0_and_below_1(level, shown):
    with pytest.raises(InputError, match=re.escape(f"level must be between 0 and 1, got {shown}")):
        yield_interval(ACCURACY, Counts(**named(A)), level)


def test_moved_counts_have_a_yield_but_no_interval():
    """What is moved to another prevalence is not whole."""
    found = yield_interval(ACCURACY, Cells(tp=5.4, fp=27.0, fn=4.6, tn=63.0))
    assert found.value == pytest.approx(0.684)
    assert math.isnan(found.low)
