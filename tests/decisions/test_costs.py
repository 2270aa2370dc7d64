"""Costs against fractions and lists of cases, the H-measure against quadrature, curves against scikit-learn."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from helpers_costs import (
    PICKS,
    VALUES,
    both_classes,
    counted,
    drawn,
    every_table,
    exact_h,
    posterior_at,
    quadrature_h,
    share_of_positives,
    some_cases,
    tabled,
    thresholds,
)
from helpers_decisions import CELLS, mean_payoff, named, yield_of
from hypothesis import given
from hypothesis import strategies as st
from oracles import probability
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import norm
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss

from ddcore.counts import Cells
from ddcore.decisions.amounts import Tariff
from ddcore.decisions.by_case import by_case, of_amount
from ddcore.decisions.cost_curves import KINDS, LINES, POINTS, curves, h_measure
from ddcore.decisions.costs import costs, staked, threshold
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.scores.resampling import Resamples
from ddcore.scores.thresholds import best, closed_form, sureness
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable

ONE_TO_FIVE = costs(c10=1, c01=5)


def utility(payoffs, **more):
    return Utility(**named(payoffs), **more)


def close(right, **tolerance):
    """Equal but for the last digits."""
    return pytest.approx(float(right), **{"rel": 1e-12, "abs": 1e-12, **tolerance})


def tariff(fixed, rate, **more):
    return Tariff(Cells(**named(fixed)), Cells(**named(rate)), **more)


payoff = st.integers(-20, 20)
any_payoffs = st.tuples(payoff, payoff, payoff, payoff).filter(lambda four: len(set(four)) > 1)
staked_payoffs = any_payoffs.filter(lambda four: four[0] > four[2] and four[3] > four[1])
shares = st.integers(1, 19).map(lambda twentieths: Fraction(twentieths, 20))

# Costs ------------------------------------------------------------------------------------------------------------


@given(four=any_payoffs)
def test_costs_are_payoffs_with_the_other_sign(four):
    found = costs(c11=four[0], c10=four[1], c01=four[2], c00=four[3], unit="EUR")
    assert [float(getattr(found, name)) for name in CELLS] == [-one for one in four]
    assert found.unit == "EUR"


def test_right_answers_cost_nothing_if_nothing_is_said_and_no_zero_has_a_sign():
    assert repr(ONE_TO_FIVE) == "Utility(tp=0.0, fp=-1.0, fn=-5.0, tn=0.0)"
    assert [math.copysign(1, getattr(ONE_TO_FIVE, name)) for name in ("tp", "tn")] == [1, 1]


def test_costs_may_be_arrays():
    found = costs(c10=[1, 2], c01=5)
    assert (found.fp.tolist(), found.fn.tolist(), found.tp.tolist()) == ([-1, -2], [-5, -5], [0, 0])


@pytest.mark.parametrize("value", ["much", None])
def test_a_cost_is_a_number(value):
    with pytest.raises(InputError, match=f"must be a number, got {value!r}"):
        costs(c10=value, c01=5)


@pytest.mark.parametrize("value", [math.inf, math.nan, -1e16])
def test_a_cost_is_not_too_large(value):
    with pytest.raises(InputError, match=r"must be between -10\^15 and 10\^15"):
        costs(c10=1, c01=value)


def test_four_equal_costs_value_nothing():
    with pytest.raises(InputError, match="the four payoffs must not all be equal, got -3"):
        costs(c10=3, c01=3, c11=3, c00=3)


# The line ---------------------------------------------------------------------------------------------------------


def indifferent(payoffs):
    """The posterior at which both answers are worth the same: the root of a difference that is linear in it."""
    tp, fp, fn, tn = map(Fraction, payoffs)

    def ahead(p):
        return (p * tp + (1 - p) * fp) - (p * fn + (1 - p) * tn)

    return ahead(Fraction(0)) / (ahead(Fraction(0)) - ahead(Fraction(1)))


def population(numerator, denominator):
    """29 groups of cases whose likelihood ratios are 1/15, 2/15, ... 29/15, with that share of positives.

    Ratio, positives and negatives: as many negatives in each group, positives in proportion to the ratio.
    """
    positives, negatives = 29 * numerator, 15 * (denominator - numerator) * 29
    return [(Fraction(k, 15), positives * k, negatives) for k in range(1, 30)]


def test_groups_have_the_likelihood_ratios_and_the_prevalence_that_they_say():
    groups = population(3, 10)
    P, N = (sum(group[i] for group in groups) for i in (1, 2))
    assert Fraction(P, P + N) == Fraction(3, 10)
    assert all(Fraction(p, P) / Fraction(n, N) == ratio for ratio, p, n in groups)


def cheapest(groups, payoffs):
    """All thresholds on the likelihood ratio at which the groups yield most, by trying each."""
    tp, fp, fn, tn = payoffs

    def earned(line):
        return sum(p * tp + n * fp if ratio >= line else p * fn + n * tn for ratio, p, n in groups)

    lines = [ratio for ratio, _, _ in groups]
    top = max(map(earned, lines))
    return [line for line in lines if earned(line) == top]


def test_one_to_five_by_trying_every_threshold():
    """At 7/15 both answers cost the same, so that drawing the line there or just above it is best."""
    assert cheapest(population(3, 10), (0, -1, -5, 0)) == [Fraction(7, 15), Fraction(8, 15)]
    assert indifferent((0, -1, -5, 0)) == Fraction(1, 6)
    found = threshold(ONE_TO_FIVE, 0.3)
    assert (found.ratio, found.posterior) == (close(Fraction(7, 15)), close(Fraction(1, 6)))


def test_the_printed_profits():
    """THEORY C2: profit(4, 1, -2, -6) has its line at the ratio .7 and the posterior .230769.

    In the order c11, c00, c10, c01: a hit earns 4, a right negative 1, a false alarm loses 2, a miss 6.
    """
    profits = (4, -2, -6, 1)
    assert indifferent(profits) == Fraction(3, 13)
    # Ratios of 21/30 stand between 10/15 and 11/15.
    assert cheapest(population(3, 10), profits) == [Fraction(11, 15)]
    found = threshold(utility(profits), 0.3)
    assert (round(float(found.ratio), 12), round(float(found.posterior), 6)) == (0.7, 0.230769)
    as_costs = threshold(costs(c11=-4, c10=2, c01=6, c00=-1), 0.3)
    assert (as_costs.ratio, as_costs.posterior) == (found.ratio, found.posterior)


@given(payoffs=staked_payoffs, share=shares)
def test_the_line_of_any_payoffs_in_fractions(payoffs, share):
    right = indifferent(payoffs)
    odds = right / (1 - right)
    found = threshold(utility(payoffs), float(share))
    assert found.posterior == close(right)
    assert found.ratio == close(odds * (1 - share) / share)


@given(payoffs=staked_payoffs, share=shares, a=st.sampled_from([0.25, 3, 100]), b=payoff)
def test_unit_zero_and_sign_move_no_line(payoffs, share, a, b):
    plain = threshold(utility(payoffs), float(share))
    moved = threshold(utility([a * one + b for one in payoffs]), float(share))
    tp, fp, fn, tn = payoffs
    negated = threshold(costs(c11=-tp, c10=-fp, c01=-fn, c00=-tn), float(share))
    assert (moved.ratio, moved.posterior) == (close(plain.ratio), close(plain.posterior))
    assert (negated.ratio, negated.posterior) == (plain.ratio, plain.posterior)


@given(payoffs=staked_payoffs)
def test_both_answers_are_worth_the_same_at_the_line(payoffs):
    tp, fp, fn, tn = payoffs
    root = brentq(lambda p: p * tp + (1 - p) * fp - p * fn - (1 - p) * tn, 0, 1, xtol=1e-14)
    assert threshold(utility(payoffs), 0.5).posterior == close(root, abs=1e-10)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.8])
@pytest.mark.parametrize("payoffs", [(0, -1, -5, 0), (4, -2, -6, 1), (1, 0, 0, 1)])
def test_the_ratio_is_best_for_normal_scores(payoffs, share):
    """Scores from N(0, 1) and N(1.5, 1): the likelihood ratio at x is exp(1.5 x - 1.125)."""
    found = minimize_scalar(
        lambda x: -yield_of(payoffs, norm.sf(x - 1.5), norm.sf(x), share), bounds=(-6, 8), options={"xatol": 1e-10}
    )
    assert threshold(utility(payoffs), share).ratio == pytest.approx(math.exp(1.5 * found.x - 1.125), rel=1e-5)


def test_arrays_broadcast():
    c10, c01, share = [1, 2, 4], [[5], [1]], [[[0.1]], [[0.3]]]
    found = threshold(costs(c10=c10, c01=c01), share)
    assert found.ratio.shape == (2, 2, 3)
    for (i, j, k), ratio in np.ndenumerate(found.ratio):
        alarm, miss, positive = c10[k], c01[j][0], Fraction(str(share[i][0][0]))
        assert ratio == close((1 - positive) * alarm / (positive * miss))
        assert np.broadcast_to(found.posterior, found.ratio.shape)[i, j, k] == close(Fraction(alarm, alarm + miss))


def test_one_matrix_and_one_share_give_numbers_and_not_arrays():
    found = threshold(ONE_TO_FIVE, 0.3)
    assert np.ndim(found.ratio) == np.ndim(found.posterior) == 0


def test_only_one_class_among_the_cases():
    found = threshold(ONE_TO_FIVE, [0, 1])
    assert found.ratio.tolist() == [math.inf, 0]
    assert found.posterior == close(Fraction(1, 6))


def test_nothing_at_stake_on_one_class():
    """Then only certainty that a case is of that class would make the other answer as good."""
    alarms, misses = threshold(costs(c10=1, c01=0), [0, 0.5, 1]), threshold(costs(c10=0, c01=1), [0, 0.5, 1])
    assert (alarms.posterior.tolist(), misses.posterior.tolist()) == ([1, 1, 1], [0, 0, 0])
    np.testing.assert_array_equal(alarms.ratio, [math.inf, math.inf, math.nan])
    np.testing.assert_array_equal(misses.ratio, [math.nan, 0, 0])


@pytest.mark.parametrize(("share", "shown"), [(1.2, "1.2"), (-0.1, "-0.1"), (math.nan, "nan"), ([0.5, 7], "7")])
def test_a_prevalence_is_between_0_and_1(share, shown):
    with pytest.raises(InputError, match=f"^prevalence must be between 0 and 1, got {re.escape(shown)}$"):
        threshold(ONE_TO_FIVE, share)


@pytest.mark.parametrize("share", ["much", ["0.1", "x"]])
def test_a_prevalence_is_a_number(share):
    with pytest.raises(InputError, match=r"^prevalence must be a number, got "):
        threshold(ONE_TO_FIVE, share)


@pytest.mark.parametrize(
    ("payoffs", "shown"),
    [
        ((1, 0, 2, 5), "got 1 for the right and 2 for the wrong answer on a positive case"),
        ((5, 3, 2, -1.5), "got -1.5 for the right and 3 for the wrong answer on a negative case"),
        ((0, 1, 1, 0), "got 0 for the right and 1 for the wrong answer on a positive case"),
        (([3, 1, 0], 0, 2, 5), "got 1 for the right and 2 for the wrong answer on a positive case"),
        ((5, [[0, 1], [3, 4]], 2, [2, 2]), "got 2 for the right and 3 for the wrong answer on a negative case"),
    ],
)
def test_wrong_answers_that_pay_more_leave_no_line(payoffs, shown):
    sentence = f"a right answer must be worth no less than a wrong one, {shown}: no threshold serves then"
    for asked in (lambda made: threshold(made, 0.3), staked):
        with pytest.raises(InputError, match=f"^{re.escape(sentence)}, as it pays"):
            asked(utility(payoffs))


@pytest.mark.parametrize("payoffs", [(1, 0, 1, 0), ([1, 1], 0, [0, 1], 0)])
def test_something_is_at_stake(payoffs):
    sentence = "something must be at stake, got right and wrong answers that are worth the same"
    with pytest.raises(InputError, match=f"^{sentence}$"):
        threshold(utility(payoffs), 0.3)


# The best threshold of scores (Wang & Chen 2017) ------------------------------------------------------------------


@given(cases=both_classes, payoffs=any_payoffs)
def test_the_best_threshold_yields_most_of_all(cases, payoffs):
    yields = {line: mean_payoff(payoffs, counted(cases, line)) for line in thresholds(cases)}
    found = best(tabled(cases), utility(payoffs))
    assert found.value == close(max(yields.values()))
    ties = [line for line, value in yields.items() if value == max(yields.values())]
    assert found.threshold in ties
    assert [to for _, to in found.optima if to in ties] == [to for _, to in found.optima]


@given(cases=both_classes, payoffs=any_payoffs)
def test_the_lowest_cost_is_the_highest_yield(cases, payoffs):
    tp, fp, fn, tn = payoffs
    found, cost = best(tabled(cases), utility(payoffs)), costs(c11=-tp, c10=-fp, c01=-fn, c00=-tn)
    assert (best(tabled(cases), cost).threshold, best(tabled(cases), cost).value) == (found.threshold, found.value)


def test_likelihood_ratios_as_scores_have_their_best_threshold_at_the_line():
    groups = population(3, 10)
    ratio, positives, negatives = (np.array(column) for column in zip(*groups, strict=True))
    found = best(ScoreTable(ratio.astype(float), positives, negatives), ONE_TO_FIVE)
    assert found.optima == ((6 / 15, 8 / 15),)
    assert closed_form(found).posterior == close(threshold(ONE_TO_FIVE, 0.3).posterior)
    assert closed_form(found).ratio == close(Fraction(7, 15))


def binormal(step):
    """Scores from N(0, 1) and N(1.5, 1), three in ten positive: each place has the cases of the step above it."""
    x = np.arange(-6, 8, step)
    masses = [norm.sf(x - mean) - norm.sf(x + step - mean) for mean in (1.5, 0)]
    return ScoreTable(x, 0.3 * masses[0] / masses[0].sum(), 0.7 * masses[1] / masses[1].sum())


@pytest.mark.parametrize(
    ("payoffs", "ratio"), [((0, -1, -5, 0), Fraction(7, 15)), ((4, -2, -6, 1), Fraction(7, 10))], ids=["1:5", "profit"]
)
def test_normal_scores_have_their_best_threshold_where_the_ratio_is(payoffs, ratio):
    step = 0.001
    found = best(binormal(step), utility(payoffs))
    place = (math.log(ratio) + 1.125) / 1.5
    assert abs(found.threshold - place) <= step
    right = yield_of(payoffs, norm.sf(place - 1.5), norm.sf(place), 0.3)
    assert found.value == pytest.approx(right, abs=1e-6)


def test_the_printed_accuracy_threshold_is_that_of_equal_costs():
    """THEORY C1: x* = 1.314865240258135 at the ratio 7/3 and the posterior 1/2, accuracy 0.806037180399663."""
    equal = costs(c10=1, c01=1)
    found, line = best(binormal(0.001), equal), threshold(equal, 0.3)
    assert abs(found.threshold - 1.314865240258135) <= 0.001
    assert 1 + found.value == pytest.approx(0.806037180399663, abs=1e-6)
    assert (line.ratio, line.posterior) == (close(Fraction(7, 3)), 0.5)


@pytest.mark.parametrize("payoffs", [(0, -1, -5, 0), (4, -2, -6, 1), (3, 7, -1, 2)])
def test_the_yield_over_the_threshold_and_the_mean_of_the_draw(payoffs):
    cases = [(0.1, False), (0.2, False), (0.2, True), (0.4, False), (0.5, True), (0.5, True), (0.7, False), (0.9, True)]
    found = over_threshold(tabled(cases), utility(payoffs).measure)
    assert found.threshold.tolist() == found.chance_threshold.tolist() == thresholds(cases)
    for line, value, chance in zip(found.threshold, found.value, found.chance, strict=True):
        tp, fp, fn, tn = cells = counted(cases, line)
        draws = probability(8, 4, tp + fp).items()
        right = sum(p * mean_payoff(payoffs, (k, tp + fp - k, tp + fn - k, fn + tn - 4 + k)) for k, p in draws)
        assert (value, chance) == (close(mean_payoff(payoffs, cells)), close(right))


# Curves over all costs --------------------------------------------------------------------------------------------

every_kind = pytest.mark.parametrize("kind", KINDS)
SMALL = [
    [(0.137, False), (0.293, True), (0.457, False), (0.631, True), (0.877, True)],
    [(0.137, True), (0.137, False), (0.293, False), (0.293, False), (0.457, True), (0.631, False), (0.877, True)],
    [(0.877, False), (0.631, False), (0.293, True), (0.137, True), (1.0, True), (0.0, False)],
]


def exactly(kind, found, cases):
    """The posterior threshold at each place of a curve, in fractions."""
    cells = counted(cases, math.inf)
    return [posterior_at(kind, x, cells) for x in found.x]


def optimal(kind, cases, c):
    """The best value over all thresholds, and the tables that have it."""
    values = {cells: VALUES[kind](cells, c) for cells in every_table(cases)}
    top = PICKS[kind](values.values())
    return top, [cells for cells, value in values.items() if value == top]


@every_kind
@given(cases=both_classes, at=st.sampled_from([-1.0, 0.0, 0.3, 0.457, 2.0, math.inf]))
def test_every_line_case_by_case(kind, cases, at):
    found = curves(tabled(cases), kind, at, points=12)
    assert list(found.lines) == [key for key in LINES if key != "unseen"]
    value = VALUES[kind]
    for i, c in enumerate(exactly(kind, found, cases)):
        read = counted(cases, c)
        right = {
            "best": optimal(kind, cases, c)[0],
            "read": value(read, c),
            "set": value(counted(cases, at), c),
            "all": value(counted(cases, -math.inf), c),
            "none": value(counted(cases, math.inf), c),
        }
        for name, exact in right.items():
            assert found.lines[name][i] == close(exact), (name, c)


@every_kind
@pytest.mark.parametrize("cases", SMALL)
def test_a_draw_calls_as_many_as_the_scores_taken_as_probabilities(kind, cases):
    found = curves(tabled(cases), kind, points=24)
    for drawn_, c in zip(found.lines["draw"], exactly(kind, found, cases), strict=True):
        assert drawn_ == close(drawn(kind, counted(cases, c), c))


@every_kind
@pytest.mark.parametrize("cases", SMALL)
def test_a_draw_calls_as_many_as_the_best_threshold_where_scores_are_no_probabilities(kind, cases):
    moved = [(10 * score - 3, true) for score, true in cases]
    found = curves(tabled(moved), kind, points=24)
    assert list(found.lines) == ["best", "all", "none", "draw"]
    for drawn_, c in zip(found.lines["draw"], exactly(kind, found, moved), strict=True):
        _, tables = optimal(kind, moved, c)
        assert any(drawn_ == close(drawn(kind, cells, c)) for cells in tables)


@every_kind
@pytest.mark.parametrize(("low", "high", "there"), [(0, 1, True), (0, 1.01, False), (-0.01, 1, False), (3, 9, False)])
def test_scores_outside_0_and_1_are_no_probabilities(kind, low, high, there):
    table = ScoreTable.of([low, 0.5, high, 0.5], [0, 1, 1, 0]) if low < 1 else ScoreTable.of([3, 9], [0, 1])
    assert ("read" in curves(table, kind).lines) is there


@every_kind
def test_without_a_threshold_that_is_set_its_line_is_missing(kind):
    assert "set" not in curves(tabled(SMALL[0]), kind).lines
    assert "set" in curves(tabled(SMALL[0]), kind, 0.0).lines


@every_kind
def test_every_place_of_a_curve_is_judged_by_cases_that_had_no_say(kind):
    """The same as for one price at a time, whose best threshold is looked for among all of the others."""
    rng = np.random.default_rng(8)
    true = np.repeat([True, False], [12, 20])
    table = ScoreTable.of(np.round(rng.normal(true, 1), 1), true)
    held = Resamples.of(table, 1, rng=rng)
    found = curves(table, kind, points=9, drawn=held)
    assert list(found.lines)[:2] == ["best", "unseen"]
    for place, value in list(zip(found.x, found.lines["unseen"], strict=True))[1:-1]:
        c = KINDS[kind].back(place, 12 / 32)
        (sure,) = sureness([costs(c10=c, c01=1 - c)], drawn=held)
        # The mean cost with these prices, in the unit of each curve.
        paid = -sure.value
        right = {
            "decision": (12 / 32 * (1 - c) - paid) / (1 - c),
            "cost": paid / (12 / 32 * (1 - c) + 20 / 32 * c),
            "brier": 2 * paid,
        }
        assert value == close(right[kind]), place


def test_cases_that_had_no_say_need_two_of_each_class():
    one = ScoreTable.of([0.1, 0.2, 0.3], [1, 0, 0])
    held = Resamples.of(one, 1, rng=np.random.default_rng(1))
    assert "unseen" not in curves(one, "cost", drawn=held).lines


@every_kind
@given(cases=both_classes, weight=st.lists(st.integers(1, 4), min_size=16, max_size=16))
def test_a_weight_counts_as_so_many_cases(kind, cases, weight):
    weight = weight[: len(cases)]
    many = [case for case, times in zip(cases, weight, strict=True) for _ in range(times)]
    weighed, repeated = (curves(table, kind, 0.4, points=9) for table in (tabled(cases, weight=weight), tabled(many)))
    assert list(weighed.lines) == list(repeated.lines)
    for name in weighed.lines:
        np.testing.assert_allclose(weighed.lines[name], repeated.lines[name], rtol=1e-12, atol=1e-12)


@every_kind
def test_the_axis_has_401_places_in_order_and_reaches_its_ends(kind):
    found = curves(tabled(SMALL[0]), kind)
    assert found.x.size == POINTS == 401
    assert (found.x[0], found.x[-1]) == (0, KINDS[kind].last)
    assert (np.diff(found.x) > 0).all()
    assert all(line.shape == found.x.shape and np.isfinite(line).all() for line in found.lines.values())
    assert found.kind is KINDS[kind]


@pytest.mark.parametrize("kind", ["brier", "decision"])
def test_a_score_at_the_place_itself_is_called_positive(kind):
    """A forest of 40 trees gives scores in fortieths; 0.175 is one of them, and so should a place of the axis be."""
    score = [k / 40 for k in range(40) for _ in (0, 1)]
    cases = list(zip(score, [False, True] * 40, strict=True))
    found = curves(tabled(cases), kind, points=41 if kind == "brier" else 100)
    for x, value in zip(found.x, found.lines["read"], strict=True):
        place = Fraction(x).limit_denominator(1000)
        assert value == close(VALUES[kind](counted(cases, float(place)), place)), place


@every_kind
@pytest.mark.parametrize("share", [0.01, 0.3, 0.5, 0.99])
def test_axis_and_back_undo_each_other(kind, share):
    c = np.linspace(0, 1, 101)
    axis, back = KINDS[kind].axis, KINDS[kind].back
    np.testing.assert_allclose(back(axis(c, share), share), c, atol=1e-13)
    np.testing.assert_allclose(axis(back(c, share), share), c, atol=1e-13)


def test_the_axis_of_a_cost_curve_is_the_share_of_positives_in_the_cost_at_stake():
    for tenths in range(11):
        c = Fraction(tenths, 10)
        right = share_of_positives((3, 10, 0, 4), c)
        assert KINDS["cost"].axis(tenths / 10, 3 / 17) == close(right)


@given(cases=both_classes, at=st.sampled_from([-1.0, 0.137, 0.4, 1.0, 5.0]))
def test_a_threshold_is_a_straight_line_from_fpr_to_fnr_on_a_cost_curve(cases, at):
    tp, fp, fn, tn = counted(cases, at)
    found = curves(tabled(cases), "cost", at, points=21)
    np.testing.assert_allclose(found.lines["set"], np.linspace(fp / (fp + tn), fn / (tp + fn), 21), atol=1e-13)
    np.testing.assert_allclose(found.lines["all"], 1 - found.x, atol=1e-13)
    np.testing.assert_allclose(found.lines["none"], found.x, atol=1e-13)


def test_treating_all_and_none_in_a_decision_curve():
    """Prevalence less its complement times the odds, which is 0 at the prevalence; and 0."""
    found = curves(tabled([(0.1, True), (0.2, False), (0.3, False), (0.4, False)]), "decision", points=100)
    odds = np.arange(100) / (100 - np.arange(100))
    np.testing.assert_allclose(found.lines["all"], 0.25 - 0.75 * odds, atol=1e-12)
    assert found.lines["all"][25] == pytest.approx(0, abs=1e-15)
    assert found.lines["none"].tolist() == [0] * 100


def test_four_false_alarms_for_one_hit_at_20_per_cent():
    """As the words of the decision curve say: five called, of which one is a hit, are worth as much as none."""
    cases = [(0.9, True), *[(0.9, False)] * 4, (0.1, False)]
    found = curves(tabled(cases), "decision", at=0.5, points=100)
    assert found.x[20] == pytest.approx(0.2)
    assert found.lines["set"][20] == pytest.approx(0, abs=1e-15)
    assert found.lines["set"][19] > 0 > found.lines["set"][21]


def binned(seed, size=60):
    """Scores in tenths, truth and weights, both classes there."""
    rng = np.random.default_rng(seed)
    truth = np.arange(size) % 3 == 0
    return np.clip(rng.integers(0, 9, size) + 2 * truth, 0, 10) / 10, truth, rng.integers(1, 5, size)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("weighted", [False, True])
def test_the_area_below_the_brier_curve_is_the_brier_score(seed, weighted):
    """From tenth to tenth the line is straight, so that ten values in the middle make the whole integral."""
    score, truth, weight = binned(seed)
    share = weight if weighted else None
    found = curves(ScoreTable.of(score, truth, positive=True, weight=share), "brier", points=21)
    right = brier_score_loss(truth, score, sample_weight=share)
    assert found.lines["read"][1::2].mean() == pytest.approx(right, rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_the_area_below_the_brier_curve_of_scores_of_any_kind(seed):
    rng = np.random.default_rng(seed)
    truth = rng.uniform(size=200) < 0.3
    score = rng.beta(2 + truth, 3)
    found = curves(ScoreTable.of(score, truth, positive=True), "brier", points=200_001)
    assert np.trapezoid(found.lines["read"], found.x) == pytest.approx(brier_score_loss(truth, score), abs=1e-5)


@pytest.mark.parametrize("seed", range(3))
def test_the_area_below_the_best_line_is_the_brier_score_of_the_best_probabilities(seed):
    """Isotonic regression makes of scores the probabilities in the same order that have the least Brier score."""
    score, truth, _ = binned(seed)
    found = curves(ScoreTable.of(score, truth, positive=True), "brier", points=20_001)
    right = brier_score_loss(truth, IsotonicRegression().fit_transform(score, truth))
    assert np.trapezoid(found.lines["best"], found.x) == pytest.approx(right, abs=1e-7)


@every_kind
@given(cases=both_classes, at=st.floats(-0.5, 1.5))
def test_no_line_passes_the_best_one(kind, cases, at):
    found = curves(tabled(cases), kind, at, points=25)
    upward = 1 if KINDS[kind].better == "higher" else -1
    for name in ("all", "none", "read", "set"):
        assert (upward * (found.lines["best"] - found.lines[name]) >= -1e-12).all()


@every_kind
def test_perfect_scores_make_no_mistake_and_constant_ones_are_as_good_as_a_constant_answer(kind):
    perfect = curves(tabled([(0.1, False), (0.2, False), (0.8, True)]), kind)
    right = 1 / 3 if kind == "decision" else 0
    np.testing.assert_allclose(perfect.lines["best"], right, atol=1e-13)
    flat = curves(tabled([(0.5, False), (0.5, False), (0.5, True)]), kind)
    better = np.maximum if kind == "decision" else np.minimum
    np.testing.assert_allclose(flat.lines["best"], better(flat.lines["all"], flat.lines["none"]), atol=1e-13)


@pytest.mark.parametrize("kind", ["", "roc", "Brier", None, 3])
def test_an_unknown_kind(kind):
    sentence = re.escape(f"kind must be one of decision, cost, brier, got {kind!r}")
    with pytest.raises(InputError, match=f"^{sentence}$"):
        curves(tabled(SMALL[0]), kind)


@every_kind
@pytest.mark.parametrize("truth", [[], [0, 0], [1, 1]])
def test_curves_need_cases_of_both_classes(kind, truth):
    with pytest.raises(InputError, match=r"^costs of both mistakes need cases of both classes$"):
        curves(ScoreTable.of(np.arange(len(truth)) / 5, truth), kind)


def test_a_threshold_that_is_set_is_a_number():
    with pytest.raises(InputError, match=r"^threshold must be a number, got nan$"):
        curves(tabled(SMALL[0]), "cost", math.nan)


# Words ------------------------------------------------------------------------------------------------------------


def test_kinds_and_lines_stand_under_their_names():
    assert list(KINDS) == [kind.key for kind in KINDS.values()] == ["decision", "cost", "brier"]
    assert list(LINES) == ["best", "unseen", "read", "set", "all", "none", "draw"]
    assert {kind.key: kind.better for kind in KINDS.values()} == {
        "decision": "higher", "cost": "lower", "brier": "lower",
    }  # fmt: skip


@every_kind
def test_every_kind_says_what_it_is(kind):
    row = KINDS[kind]
    assert all(text and text == text.strip() for text in (row.title, row.x_title, row.y_title, row.words))
    assert row.title[0].isupper()
    assert row.words[0].isupper()
    assert row.words.endswith(".")
    assert "  " not in row.words
    assert re.fullmatch(r".+ \((19|20)\d\d\)", row.source)
    assert 0 < row.last <= 1


def test_every_line_has_words_of_its_own():
    assert len(set(LINES.values())) == len(LINES)
    assert all(words == words.strip() and words[0].islower() and words[-1] != "." for words in LINES.values())


def test_titles_are_different():
    assert len({kind.title for kind in KINDS.values()}) == len({kind.source for kind in KINDS.values()}) == 3


# The H-measure ----------------------------------------------------------------------------------------------------


@given(cases=both_classes, law=st.sampled_from([(1, 1), (2, 2), (1, 3), (4, 2), (7, 5)]))
def test_h_in_fractions(cases, law):
    assert h_measure(tabled(cases), *law) == close(exact_h(cases, *law), abs=1e-11)


def test_h_of_four_cases_by_hand():
    """Scores 1 to 4, truth 0, 1, 0, 1; losses of four cases. From score 2 on there is one false alarm, from 4 on one
    miss: the lesser of c and 1 - c. Always or never positive make two mistakes: half is saved, whatever the law."""
    cases = [(1, False), (2, True), (3, False), (4, True)]
    assert exact_h(cases, 2, 2) == exact_h(cases, 1, 5) == Fraction(1, 2)
    for law in ((2, 2), (0.3, 11), (None, None)):
        assert h_measure(tabled(cases), *law) == close(0.5)


@pytest.mark.parametrize("law", [(30, 1000), (200, 200), (1000, 3)])
def test_h_with_a_narrow_law_loses_no_digit(law):
    """A rare class, and costs that are almost known; a quadrature passes by such a peak."""
    cases = [*[(1, False)] * 60, (2, True), (2, False), (3, False), (4, True)]
    assert h_measure(tabled(cases), *law) == close(exact_h(cases, *law), abs=1e-11)


SOME = [
    *SMALL,
    [(1, False)] * 8 + [(2, True), (2, False), (3, False), (4, True)],
    [(1, False), (1, True), (2, True), (2, True), (3, False), (3, True), (4, True), (4, True), (5, True)],
]


@pytest.mark.parametrize("cases", SOME)
def test_h_by_quadrature_and_its_default_law(cases):
    """Alpha is 1 + the share of positives, beta 1 + the share of negatives (Hand & Anagnostopoulos 2014)."""
    share = Fraction(sum(true for _, true in cases), len(cases))
    found = h_measure(tabled(cases))
    assert found == close(quadrature_h(cases, float(1 + share), float(2 - share)), abs=1e-11)
    assert found == h_measure(tabled(cases), float(1 + share), float(1 + (1 - share)))
    assert h_measure(tabled(cases), alpha=3.5) == close(quadrature_h(cases, 3.5, float(2 - share)), abs=1e-11)
    assert h_measure(tabled(cases), beta=1.25) == close(quadrature_h(cases, float(1 + share), 1.25), abs=1e-11)


@pytest.mark.parametrize("cases", SOME)
@pytest.mark.parametrize("law", [(0.5, 3), (0.5, 0.5), (40, 2.5), (2, 200), (200, 2)])
def test_h_by_quadrature_with_laws_of_any_shape(cases, law):
    assert h_measure(tabled(cases), *law) == close(quadrature_h(cases, *law), abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_h_with_equal_chances_is_what_isotonic_regression_saves_of_the_brier_score(seed):
    """With c uniform, L is half of the Brier score of the best probabilities in that order, and that of the prevalence
    is share (1 - share)."""
    score, truth, _ = binned(seed)
    right = (
        1 - brier_score_loss(truth, IsotonicRegression().fit_transform(score, truth)) / truth.mean() / (~truth).mean()
    )
    assert h_measure(ScoreTable.of(score, truth, positive=True), 1, 1) == close(right)


@given(cases=both_classes, weight=st.lists(st.integers(1, 4), min_size=16, max_size=16))
def test_h_of_weighted_cases_is_that_of_so_many(cases, weight):
    weight = weight[: len(cases)]
    many = [case for case, times in zip(cases, weight, strict=True) for _ in range(times)]
    assert h_measure(tabled(cases, weight=weight)) == close(h_measure(tabled(many)))


@pytest.mark.parametrize(("negatives", "positives"), [(1, 1), (9, 1), (1, 9), (30, 40)])
@pytest.mark.parametrize("law", [(None, None), (2, 2), (0.5, 5)])
def test_h_of_perfect_constant_and_turned_scores(negatives, positives, law):
    truth = np.repeat([0, 1], [negatives, positives])
    rank = np.arange(truth.size)
    assert h_measure(ScoreTable.of(rank, truth), *law) == close(1)
    assert h_measure(ScoreTable.of(0 * rank, truth), *law) == close(0)
    assert h_measure(ScoreTable.of(-rank, truth), *law) == close(0)


@given(cases=both_classes)
def test_h_is_between_0_and_1_and_moves_with_the_order_of_the_scores_alone(cases):
    plain = h_measure(tabled(cases))
    assert -1e-12 <= plain <= 1 + 1e-12
    for move in (math.exp, lambda score: score**3 - 7, lambda score: 1e9 * score):
        assert h_measure(tabled([(move(score), true) for score, true in cases])) == plain


@given(cases=both_classes, law=st.sampled_from([(None, None), (2, 5), (1.5, 1.5), (0.5, 2)]))
def test_h_is_the_same_for_the_other_class_with_the_other_sign(cases, law):
    """Alpha and beta change places with the classes, and so do their defaults."""
    turned = tabled([(-score, not true) for score, true in cases])
    assert h_measure(turned, *law[::-1]) == close(h_measure(tabled(cases), *law))


@pytest.mark.parametrize("truth", [[], [0, 0, 0], [1, 1]])
def test_h_needs_both_classes(truth):
    assert math.isnan(h_measure(ScoreTable.of(np.arange(len(truth)), truth)))


@pytest.mark.parametrize(
    ("law", "shown"),
    [((0, 1), "0 and 1"), ((2, -1), "2 and -1"), ((math.nan, 1), "nan and 1"), ((None, 0), "1.5 and 0")],
)
def test_alpha_and_beta_are_above_0(law, shown):
    with pytest.raises(InputError, match=f"^alpha and beta must be finite and above 0, got {shown}$"):
        h_measure(ScoreTable.of([1, 2], [0, 1]), *law)


@pytest.mark.parametrize("law", [(math.inf, 1), (1, math.inf), (math.inf, math.inf)])
def test_alpha_and_beta_are_finite(law):
    with pytest.raises(InputError, match=r"^alpha and beta must be "):
        h_measure(tabled(SMALL[0]), *law)


@pytest.mark.parametrize("law", [(1e-300, 1e300), (1e300, 1e-300)])
def test_where_no_cost_is_left_h_has_no_value(law):
    """All costs stand at one end, where a constant answer loses nothing in floats."""
    assert math.isnan(h_measure(tabled(SMALL[0]), *law))


# Costs that differ by case ----------------------------------------------------------------------------------------

TARIFFS = {
    "fraud": ((-5, -5, 0, 0), (0, 0, -1, 0)),
    "rates": ((0, 0, 0, 0), (1, -2, -3, 3)),
    "both": ((1, 2, 3, 4), (3, -2, 1, -4)),
    "fixed": ((7, -3, -2, 1), (0, 0, 0, 0)),
}
every_tariff = pytest.mark.parametrize("given_", TARIFFS.values(), ids=TARIFFS)
priced = st.lists(
    st.tuples(st.integers(1, 5), st.booleans(), st.integers(0, 40), st.integers(1, 4)), min_size=1, max_size=15
)


def mean_of(four, cases, line):
    """The mean over cases (score, truth, amount, weight), each with the payoff of its outcome."""
    fixed, rate = four
    total = Fraction(0)
    for score, true, amount, weight in cases:
        called = score >= line
        outcome = (0 if called else 2) if true else (1 if called else 3)
        total += weight * (fixed[outcome] + Fraction(rate[outcome]) * Fraction(amount))
    return total / sum(weight for *_, weight in cases)


def both_tables(cases, weighted=True):
    """The tally of the cases, and that of their amounts."""
    score, truth, amount, weight = (np.array(column) for column in zip(*cases, strict=True))
    whole = ScoreTable.of(score, truth, positive=True, weight=weight if weighted else None)
    return whole, ScoreTable.of(score, truth, positive=True, weight=amount * weight if weighted else amount)


def held(cases, four, weighted):
    """What the program finds, against loops over the cases at every threshold."""
    found = by_case(*both_tables(cases, weighted), tariff(*four))
    lines = [*sorted({score for score, *_ in cases}), math.inf]
    right = [mean_of(four, cases, line) for line in lines]
    assert found.threshold.tolist() == lines
    assert found.value.tolist() == [close(one) for one in right]
    assert found.best == right.index(max(right))
    return True


@every_tariff
@given(cases=priced)
def test_yields_at_every_threshold_case_by_case(given_, cases):
    assert held([(*case[:3], 1) for case in cases], given_, weighted=False)


@every_tariff
@given(cases=priced)
def test_yields_of_weighted_cases(given_, cases):
    assert held(cases, given_, weighted=True)


def test_amounts_with_cents_and_many_cases():
    rng = np.random.default_rng(3)
    truth = rng.uniform(size=400) < 0.2
    score = (rng.normal(size=400) + truth).round(1)
    amount = rng.exponential(80, 400).round(2)
    cases = list(zip(score.tolist(), truth.tolist(), amount.tolist(), [1] * 400, strict=True))
    found = by_case(*both_tables(cases, weighted=False), tariff(*TARIFFS["fraud"]))
    right = [mean_of(TARIFFS["fraud"], cases, line) for line in found.threshold]
    np.testing.assert_allclose(found.value, [float(one) for one in right], rtol=1e-12)
    assert found.best == right.index(max(right))


def test_the_amount_moves_the_best_threshold():
    """Two frauds that look alike, one of 10 and one of 90: at 20 for a look it is the large one that pays for both."""
    cases = [(1, False, 5, 1), (2, True, 90, 1), (3, False, 5, 1), (4, True, 10, 1)]
    look = ((-20, -20, 0, 0), (0, 0, -1, 0))
    found = by_case(*both_tables(cases, weighted=False), tariff(*look))
    assert found.value.tolist() == [-20, -15, -32.5, -27.5, -25]
    assert found.threshold[found.best] == 2


def test_of_equally_good_thresholds_the_lowest_is_best_whatever_floats_say():
    """From 1 on .1 + .7 - .8 + .1, from 4 on .1: the same, though its floats differ in the last digit."""
    cases = [(1, True, 0.1, 1), (2, True, 0.7, 1), (3, False, 0.8, 1), (4, True, 0.1, 1)]
    found = by_case(*both_tables(cases, weighted=False), tariff((0, 0, 0, 0), (1, -1, 0, 0)))
    assert (found.value[0], found.value[3]) == (close(0.025), close(0.025))
    assert found.threshold[found.best] == 1


@given(cases=priced, fixed=any_payoffs)
def test_where_the_amount_does_not_matter_the_best_threshold_is_that_of_a_utility(cases, fixed):
    whole, amounts = both_tables(cases)
    found = by_case(whole, amounts, tariff(fixed, (0, 0, 0, 0)))
    right = best(whole, utility(fixed))
    assert found.value[found.best] == close(right.value)
    assert right.threshold in found.threshold[np.isclose(found.value, found.value.max(), rtol=1e-12, atol=1e-12)]


def test_one_amount_for_all_is_a_utility_too():
    cases = [(score, true, 12, 1) for score, true in SMALL[1]]
    found = by_case(*both_tables(cases, weighted=False), tariff(*TARIFFS["both"]))
    fixed, rate = TARIFFS["both"]
    payoffs = [f + 12 * r for f, r in zip(fixed, rate, strict=True)]
    right = [mean_payoff(payoffs, counted(SMALL[1], line)) for line in thresholds(SMALL[1])]
    assert found.value.tolist() == [close(one) for one in right]


def test_a_case_without_amount_keeps_its_place():
    cases = [(1, False, 0, 1), (2, True, 0, 1), (3, True, 8, 1)]
    found = by_case(*both_tables(cases, weighted=False), tariff(*TARIFFS["fraud"]))
    assert found.threshold.tolist() == [1, 2, 3, math.inf]
    assert found.value.tolist() == [close(Fraction(one, 3)) for one in (-15, -10, -5, -8)]
    assert found.best == 2


@pytest.mark.parametrize(("score", "other"), [([1, 2, 3], [1, 2, 4]), ([1, 2, 3], [1, 2]), ([], [])])
def test_amounts_are_those_of_the_same_scores(score, other):
    tables = (ScoreTable.of(one, np.arange(len(one)) % 2) for one in (score, other))
    with pytest.raises(InputError, match=r"^the amounts must belong to the same scores, at least one$"):
        by_case(*tables, tariff(*TARIFFS["fraud"]))


def test_yields_need_a_case_that_counts():
    none = ScoreTable.of([1, 2], [0, 1], weight=[0, 0])
    with pytest.raises(InputError, match=r"needs? a case, got none"):
        by_case(none, none, tariff(*TARIFFS["fraud"]))


# The payoffs of one case ------------------------------------------------------------------------------------------


@every_tariff
def test_the_payoffs_of_an_amount(given_):
    made = tariff(*given_, unit="EUR")
    for amount in (0.5, [1, 30], [[7], [8]]):
        found = of_amount(made, amount)
        for name, fixed, rate in zip(CELLS, *given_, strict=True):
            np.testing.assert_allclose(getattr(found, name), fixed + rate * np.asarray(amount))
            assert np.shape(getattr(found, name)) == np.shape(amount)
        assert found.unit == "EUR"


@pytest.mark.parametrize("share", [0.001, 0.2, 0.9])
def test_the_posterior_from_which_a_fraud_of_that_amount_is_looked_into(share):
    """A false alarm costs 5, a miss the amount: c10 / (c10 + c01) = 5 / (5 + amount) (Elkan 2001, equation 2)."""
    amounts = [0, 1, 5, 20, 95, 495]
    found = threshold(of_amount(tariff((0, -5, 0, 0), (0, 0, -1, 0)), amounts), share)
    assert found.posterior.tolist() == [1, close(Fraction(5, 6)), 0.5, 0.2, close(0.05), close(0.01)]
    right = [(1 - share) * 5 / (share * amount) if amount else math.inf for amount in amounts]
    assert found.ratio.tolist() == pytest.approx(right, rel=1e-12)


def test_where_each_look_costs_5_the_line_is_at_5_of_the_amount():
    """A hit costs the look too: p of the amount must pay for the look, p = 5 / amount."""
    found = threshold(of_amount(tariff(*TARIFFS["fraud"]), [5, 10, 50, 500]), 0.01)
    assert found.posterior.tolist() == [1, 0.5, close(0.1), close(0.01)]


def test_below_the_cost_of_a_look_no_line_is_drawn():
    sentence = "got -5 for the right and -4 for the wrong answer on a positive case"
    with pytest.raises(InputError, match=sentence):
        threshold(of_amount(tariff(*TARIFFS["fraud"]), [10, 4]), 0.01)


@pytest.mark.parametrize("amount", ["much", None, ["1", "x"]])
def test_an_amount_is_a_number(amount):
    with pytest.raises(InputError, match="must be a number, got "):
        of_amount(tariff(*TARIFFS["fraud"]), amount)


def test_an_amount_at_which_all_payoffs_are_equal():
    with pytest.raises(InputError, match="the four payoffs must not all be equal, got 0"):
        of_amount(tariff((0, 0, 0, 0), (0, 0, -1, 0)), [3, 0])


@given(cases=some_cases, payoffs=staked_payoffs)
def test_the_line_by_amount_is_that_of_each_case_alone(cases, payoffs):
    amounts = np.arange(len(cases)) + 1.0
    found = threshold(of_amount(tariff((0, 0, 0, 0), payoffs), amounts), 0.4)
    assert found.posterior.tolist() == [close(indifferent(payoffs))] * len(cases)
