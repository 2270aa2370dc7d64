"""Where the line is at given costs: against fractions, lists of cases and the ratio of normal scores."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from ddcore.decisions.costs import checked_stakes, costs, threshold
from ddcore.scores.thresholds import best, closed_form
from ddcore.table import ScoreTable
from tests.helpers.costs import (
    any_payoffs,
    both_classes,
    close,
    counted,
    indifferent,
    payoff,
    shares,
    staked_payoffs,
    tabled,
    thresholds,
    utility,
)
from tests.helpers.decisions import CELLS, mean_payoff, refused, yield_of

ONE_TO_FIVE = costs(c10=1, c01=5)


@given(four=any_payoffs)
def test_costs_are_payoffs_with_the_other_sign(four):
    """Right answers cost nothing if nothing is said, and no zero has a sign."""
    found = costs(c11=four[0], c10=four[1], c01=four[2], c00=four[3], unit="EUR")
    assert [float(getattr(found, name)) for name in CELLS] == [-one for one in four]
    assert found.unit == "EUR"
    several = costs(c10=[1, 2], c01=5)
    assert (several.fp.tolist(), several.fn.tolist(), several.tp.tolist()) == ([-1, -2], [-5, -5], [0, 0])
    assert repr(ONE_TO_FIVE) == "Utility(tp=0.0, fp=-1.0, fn=-5.0, tn=0.0)"


def test_what_is_refused():
    for value in ("much", None):
        refused(f"the cost c10 must be a number, got {value!r}", costs, c10=value, c01=5)
    for share in ("much", ["0.1", "x"]):
        refused(f"prevalence must be a number, got {share!r}", threshold, ONE_TO_FIVE, share)
    for value in (math.inf, math.nan, -1e16):
        refused("the cost c01 must be between -10^15 and 10^15, got ...", costs, c10=1, c01=value)
    refused("the four payoffs must not all be equal, got -3...", costs, c10=3, c01=3, c11=3, c00=3)
    for share, shown in ((1.2, "1.2"), (-0.1, "-0.1"), (math.nan, "nan"), ([0.5, 7], "7")):
        refused(f"prevalence must be between 0 and 1, got {shown}", threshold, ONE_TO_FIVE, share)
    for payoffs, shown in (
        ((1, 0, 2, 5), "got 1 for the right and 2 for the wrong answer on a positive case"),
        ((5, 3, 2, -1.5), "got -1.5 for the right and 3 for the wrong answer on a negative case"),
        (([3, 1, 0], 0, 2, 5), "got 1 for the right and 2 for the wrong answer on a positive case"),
        ((5, [[0, 1], [3, 4]], 2, [2, 2]), "got 2 for the right and 3 for the wrong answer on a negative case"),
    ):
        message = (
            f"a right answer must be worth at least as much as a wrong one, {shown}; with such payoffs no threshold..."
        )
        refused(message, threshold, utility(payoffs), 0.3)
        refused(message, checked_stakes, utility(payoffs))
    for payoffs in ((1, 0, 1, 0), ([1, 1], 0, [0, 1], 0)):
        message = "right and wrong answers must differ in worth, got the same for both"
        refused(message, threshold, utility(payoffs), 0.3)


def population(numerator, denominator):
    """29 groups of cases whose likelihood ratios are 1/15, 2/15, ... 29/15, with that share of positives.

    Ratio, positives and negatives: as many negatives in each group, positives in proportion to the ratio.
    """
    positives, negatives = 29 * numerator, 15 * (denominator - numerator) * 29
    return [(Fraction(k, 15), positives * k, negatives) for k in range(1, 30)]


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
    groups = population(3, 10)
    assert cheapest(groups, (0, -1, -5, 0)) == [Fraction(7, 15), Fraction(8, 15)]
    assert indifferent((0, -1, -5, 0)) == Fraction(1, 6)
    found = threshold(ONE_TO_FIVE, 0.3)
    assert (found.ratio, found.posterior) == (close(Fraction(7, 15)), close(Fraction(1, 6)))
    ratio, positives, negatives = (np.array(column) for column in zip(*groups, strict=True))
    likelihoods = best(ScoreTable(ratio.astype(float), positives, negatives), ONE_TO_FIVE)
    assert likelihoods.optima == ((6 / 15, 8 / 15),)
    line = closed_form(likelihoods)
    assert (line.ratio, line.posterior) == (close(Fraction(7, 15)), close(found.posterior))


def test_the_printed_profits():
    """In exact fractions: profit(4, 1, -2, -6) has its line at the ratio .7 and the posterior .230769.

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


@given(payoffs=staked_payoffs, share=shares, a=st.sampled_from([0.25, 3, 100]), b=payoff)
def test_the_line_of_any_payoffs_in_fractions(payoffs, share, a, b):
    """Unit and zero move no line, and costs have that of their payoffs."""
    right, (tp, fp, fn, tn) = indifferent(payoffs), payoffs
    line = close(right / (1 - right) * (1 - share) / share), close(right)
    negated = costs(c11=-tp, c10=-fp, c01=-fn, c00=-tn)
    for made in (utility(payoffs), utility([a * one + b for one in payoffs]), negated):
        found = threshold(made, float(share))
        assert (found.ratio, found.posterior) == line
        assert np.ndim(found.ratio) == np.ndim(found.posterior) == 0


def test_arrays_broadcast():
    c10, c01, share = [1, 2, 4], [[5], [1]], [[[0.1]], [[0.3]]]
    found = threshold(costs(c10=c10, c01=c01), share)
    assert found.ratio.shape == (2, 2, 3)
    for (i, j, k), ratio in np.ndenumerate(found.ratio):
        alarm, miss, positive = c10[k], c01[j][0], Fraction(str(share[i][0][0]))
        assert ratio == close((1 - positive) * alarm / (positive * miss))
        assert np.broadcast_to(found.posterior, found.ratio.shape)[i, j, k] == close(Fraction(alarm, alarm + miss))


def test_one_class_among_the_cases_or_nothing_at_stake_on_one():
    """Then only certainty that a case is of that class would make the other answer as good."""
    found = threshold(ONE_TO_FIVE, [0, 1])
    assert (found.ratio.tolist(), found.posterior) == ([math.inf, 0], close(Fraction(1, 6)))
    alarms, misses = threshold(costs(c10=1, c01=0), [0, 0.5, 1]), threshold(costs(c10=0, c01=1), [0, 0.5, 1])
    assert (alarms.posterior.tolist(), misses.posterior.tolist()) == ([1, 1, 1], [0, 0, 0])
    np.testing.assert_array_equal(alarms.ratio, [math.inf, math.inf, math.nan])
    np.testing.assert_array_equal(misses.ratio, [math.nan, 0, 0])


@given(cases=both_classes, payoffs=any_payoffs)
def test_the_best_threshold_yields_most_of_all(cases, payoffs):
    """As in Wang & Chen (2017)."""
    yields = {line: mean_payoff(payoffs, counted(cases, line)) for line in thresholds(cases)}
    found = best(tabled(cases), utility(payoffs))
    tp, fp, fn, tn = payoffs
    cost = best(tabled(cases), costs(c11=-tp, c10=-fp, c01=-fn, c00=-tn))
    assert (cost.threshold, cost.value) == (found.threshold, found.value)
    assert found.value == close(max(yields.values()))
    ties = [line for line, value in yields.items() if value == max(yields.values())]
    assert found.threshold in ties
    assert [to for _, to in found.optima if to in ties] == [to for _, to in found.optima]


def binormal(step):
    """Scores from N(0, 1) and N(1.5, 1), three in ten positive: each place has the cases of the step above it."""
    x = np.arange(-6, 8, step)
    masses = [norm.sf(x - mean) - norm.sf(x + step - mean) for mean in (1.5, 0)]
    return ScoreTable(x, 0.3 * masses[0] / masses[0].sum(), 0.7 * masses[1] / masses[1].sum())


def test_normal_scores_have_their_best_threshold_where_the_ratio_is():
    """Worked out by hand: x* = 1.314865240258135 at the ratio 7/3 and the posterior 1/2, accuracy 0.806037180399663."""
    step, table = 0.001, binormal(0.001)
    for payoffs, ratio in (((0, -1, -5, 0), Fraction(7, 15)), ((4, -2, -6, 1), Fraction(7, 10))):
        found, place = best(table, utility(payoffs)), (math.log(ratio) + 1.125) / 1.5
        assert abs(found.threshold - place) <= step
        right = yield_of(payoffs, norm.sf(place - 1.5), norm.sf(place), 0.3)
        assert found.value == pytest.approx(right, abs=1e-6)
    equal = costs(c10=1, c01=1)
    found, line = best(table, equal), threshold(equal, 0.3)
    assert abs(found.threshold - 1.314865240258135) <= step
    assert 1 + found.value == pytest.approx(0.806037180399663, abs=1e-6)
    assert (line.ratio, line.posterior) == (close(Fraction(7, 3)), 0.5)
