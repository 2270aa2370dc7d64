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
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.scores.curves import pooled
from tests.helpers.lines import both_classes, counted, tabled, thresholds

NAN, INF = math.nan, math.inf


def ends(interval):
    return interval.value, interval.low, interval.high


@given(st.integers(1, 10**9), st.integers(-200, 200), st.integers(0, 200), st.integers(1, 10**6))
def test_totals_are_cases_times_the_mean_less_the_fixed_cost(cases, quarter, wide, fixed):
    """And the fixed cost is earned back by the cases whose lead is as much."""
    mean = [Fraction(quarter, 4), Fraction(quarter - wide, 4), Fraction(quarter + wide, 4)]
    month, interval = Period("month", cases, float(fixed)), Interval(*map(float, mean))
    net = [cases * each - fixed for each in mean]
    assert ends(month.net(interval)) == pytest.approx([float(each) for each in net], rel=1e-12, abs=1e-9)
    back = [float(each / fixed) for each in net]
    assert ends(month.returned(interval)) == pytest.approx(back, rel=1e-9, abs=1e-9)
    pays = Period("month", None, float(fixed)).cases_to_pay(interval)
    for found, lead in zip(ends(pays), (mean[0], mean[2], mean[1]), strict=True):
        assert found == pytest.approx(float(fixed / lead)) if lead > 0 else math.isinf(found)


def test_what_nobody_said_is_not_told():
    mean = Interval(1.0, 0.5, 2.0)
    assert np.isnan(ends(Period("month", None, 5.0).net(mean))).all()
    assert np.isnan(ends(Period("month", 100, 0.0).returned(mean))).all()
    assert ends(Period("month", 100, 0.0).cases_to_pay(mean)) == (0, 0, 0)
    assert np.isnan(ends(Period("month", 100, 5.0).cases_to_pay(Interval(NAN)))).all()


def test_budget_is_a_number_of_cases_by_the_digits_that_were_typed():
    """0.3 / 0.1 is 2.9999999999999996 as a double."""
    for budget, acting, cases in ((0.3, 0.1, 3), (1000, 300, 3), (0, 5, 0), (0.7, 0.1, 7), (1e12, 1e-6, 10**18)):
        assert affordable(budget, acting) == cases
    for acting in (0, -1, NAN):
        with pytest.raises(InputError, match="acting on a case must cost more than 0, got"):
            affordable(100, acting)


PRICES = [(1, 5, 0, 0), (5, 1, 0, 0), (1, 1, 0, 0), (2, 7, -3, 1)]
"""c10, c01, c11 and c00."""


@given(both_classes, st.sampled_from(PRICES), st.integers(0, 40), st.integers(1, 40))
def test_best_threshold_within_a_limit_is_the_best_of_all_that_keep_to_it(cases, prices, most, of):
    """A limit that the best threshold keeps to moves it nowhere, also where several are as good."""
    c10, c01, c11, c00 = prices
    limit, table = Limit(most, of), tabled(cases)
    utility = costs(c10=c10, c01=c01, c11=c11, c00=c00)
    allowed = {}
    for at in thresholds(cases):
        tp, fp, fn, tn = counted(cases, at)
        met = Fraction(tp + fp, len(cases)) <= Fraction(most, of)
        assert limit.met(Counts(tp=tp, fp=fp, fn=fn, tn=tn)) == met
        if met:
            allowed[at] = -Fraction(c10 * fp + c01 * fn + c11 * tp + c00 * tn, len(cases))
    best = decision_rules(table, utility, None, None, limit.constraint)["best"]
    assert best.value == pytest.approx(float(max(allowed.values())))
    assert allowed[best.threshold] == max(allowed.values())
    assert limit.share == min(most / of, 1)
    free, within = optimum(table, utility, pooled(table)), optimum(table, utility, pooled(table), limit.constraint)
    assert within.threshold == free.threshold if limit.met(free.counts) else within.threshold > free.threshold
