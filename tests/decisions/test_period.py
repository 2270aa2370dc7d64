"""Totals of a period, its fixed cost and its limit, against fractions and against every threshold one by one."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.counts import Counts
from ddcore.decisions.costs import costs
from ddcore.decisions.decision_rules import decision_rules, optimum
from ddcore.decisions.period import Limit, Period, affordable
from ddcore.decisions.utility import Utility, useful_prevalences
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.scores.curves import pooled
from tests.helpers.lines import both_classes, counted, tabled, thresholds
from tests.helpers.loops import nonempty

NAN, INF = math.nan, math.inf


def ends(interval):
    return interval.value, interval.low, interval.high


@given(st.integers(1, 10**9), st.integers(-200, 200), st.integers(0, 200), st.integers(1, 10**6))
def test_totals_are_cases_times_the_mean_less_the_fixed_cost(cases, quarter, wide, fixed):
    mean = [Fraction(quarter, 4), Fraction(quarter - wide, 4), Fraction(quarter + wide, 4)]
    month, interval = Period("month", cases, float(fixed)), Interval(*map(float, mean))
    net = [cases * each - fixed for each in mean]
    assert ends(month.net(interval)) == pytest.approx([float(each) for each in net], rel=1e-12, abs=1e-9)
    back = [float(each / fixed) for each in net]
    assert ends(month.returned(interval)) == pytest.approx(back, rel=1e-9, abs=1e-9)


@given(st.integers(-50, 50), st.integers(0, 50), st.integers(1, 10**6))
def test_fixed_cost_is_earned_back_by_the_cases_whose_lead_is_as_much(eighth, wide, fixed):
    leads = [Fraction(eighth + more, 8) for more in (0, wide, -wide)]
    pays = Period("month", None, float(fixed)).cases_to_pay(Interval(*(float(leads[at]) for at in (0, 2, 1))))
    for found, lead in zip(ends(pays), leads, strict=True):
        assert found == pytest.approx(float(Fraction(fixed) / lead)) if lead > 0 else math.isinf(found)


def test_what_nobody_said_is_not_told():
    mean = Interval(1.0, 0.5, 2.0)
    assert np.isnan(ends(Period("month", None, 5.0).net(mean))).all()
    assert np.isnan(ends(Period("month", 100, 0.0).returned(mean))).all()
    assert ends(Period("month", 100, 0.0).cases_to_pay(mean)) == (0, 0, 0)
    assert np.isnan(ends(Period("month", 100, 5.0).cases_to_pay(Interval(NAN)))).all()


@pytest.mark.parametrize(
    ("budget", "acting", "cases"), [(0.3, 0.1, 3), (1000, 300, 3), (0, 5, 0), (0.7, 0.1, 7), (1e12, 1e-6, 10**18)]
)
def test_budget_is_a_number_of_cases_by_the_digits_that_were_typed(budget, acting, cases):
    """0.3 / 0.1 is 2.9999999999999996 as a double."""
    assert affordable(budget, acting) == cases


@pytest.mark.parametrize("acting", [0, -1, NAN])
def test_acting_without_a_cost_limits_nothing(acting):
    with pytest.raises(InputError, match="acting on a case must cost more than 0, got"):
        affordable(100, acting)


PRICES = [(1, 5, 0, 0), (5, 1, 0, 0), (1, 1, 0, 0), (2, 7, -3, 1)]
"""c10, c01, c11 and c00."""


@given(both_classes, st.sampled_from(PRICES), st.integers(0, 40), st.integers(1, 40))
def test_best_threshold_within_a_limit_is_the_best_of_all_that_keep_to_it(cases, prices, most, of):
    c10, c01, c11, c00 = prices
    limit = Limit(most, of)
    utility = costs(c10=c10, c01=c01, c11=c11, c00=c00)
    allowed = {}
    for at in thresholds(cases):
        tp, fp, fn, tn = counted(cases, at)
        met = Fraction(tp + fp, len(cases)) <= Fraction(most, of)
        assert limit.met(Counts(tp=tp, fp=fp, fn=fn, tn=tn)) == met
        if met:
            allowed[at] = -Fraction(c10 * fp + c01 * fn + c11 * tp + c00 * tn, len(cases))
    best = decision_rules(tabled(cases), utility, None, None, limit.constraint)["best"]
    assert best.value == pytest.approx(float(max(allowed.values())))
    assert allowed[best.threshold] == max(allowed.values())


def test_limit_of_all_cases_holds_everywhere():
    assert Limit(7, 5).share == 1
    assert Limit(7, 5).met(Counts(tp=2, fp=3, fn=0, tn=0))


@given(st.tuples(*4 * (st.integers(0, 9),)), st.integers(1, 9), st.integers(1, 9), st.integers(0, 20))
def test_useful_prevalences_with_a_fixed_cost(cells, right, kept, sixteenth):
    """By fractions, at every share of 400: the model pays its cost a case, the constant answers do not."""
    tp, fp, fn, tn = cells
    if not (tp + fn and fp + tn):
        return
    fixed = Fraction(sixteenth, 16)
    tpr, fpr = Fraction(tp, tp + fn), Fraction(fp, fp + tn)
    better = []
    for step in range(401):
        share = Fraction(step, 400)
        model = share * tpr * right + (1 - share) * (1 - fpr) * kept - fixed
        better.append(model > max(share * right, (1 - share) * kept))
    low, high = useful_prevalences(
        Utility(tp=right, fp=0, fn=0, tn=kept), Counts(tp=tp, fp=fp, fn=fn, tn=tn), float(fixed)
    )
    for step, ahead in nonempty(enumerate(better)):
        if not math.isnan(low) and min(abs(step / 400 - low), abs(step / 400 - high)) < 1e-9:
            continue
        assert ahead == (low < step / 400 < high)


@given(both_classes, st.sampled_from(PRICES), st.integers(0, 40))
def test_limit_that_the_best_threshold_keeps_to_moves_it_nowhere(cases, prices, most):
    """Where several thresholds are as good, as on an edge of the hull, it stays the same of them."""
    c10, c01, c11, c00 = prices
    table, utility = tabled(cases), costs(c10=c10, c01=c01, c11=c11, c00=c00)
    free = optimum(table, utility, pooled(table))
    within = optimum(table, utility, pooled(table), Limit(most, 40).constraint)
    if Limit(most, 40).met(free.counts):
        assert within.threshold == free.threshold
    else:
        assert within.threshold > free.threshold
