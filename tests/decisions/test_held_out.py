"""What a threshold is worth on unseen cases with amounts, beside a dealing counted case by case."""

import math

import numpy as np
import pytest
from scipy.stats import beta

from ddcore.counts import Cells
from ddcore.decisions.amounts import ScoredCases, UtilityByCase
from ddcore.decisions.held_out import held_out_yield, share_drawn
from ddcore.decisions.period import Limit
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.resampling.cross_validation import PARTS
from ddcore.scores.resampling import DEALS
from tests.helpers.loops import nonempty

FRAUD = UtilityByCase(Cells(tp=-5, fp=-5, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0))
LOAN = UtilityByCase(Cells(tp=1, fp=-2, fn=0, tn=3), Cells(tp=0.5, fp=-0.1, fn=-1, tn=0.2))


def cases(seed=0, P=9, N=14, ties=False, weighted=False):
    rng = np.random.default_rng(seed)
    true = rng.permutation(np.repeat([True, False], [P, N]))
    score = rng.normal(true, 1)
    score = np.round(score * 2) / 2 if ties else score
    amount = np.round(rng.lognormal(2, 1, P + N), 2)
    return ScoredCases(score, true, amount, rng.integers(1, 9, P + N) / 4 if weighted else np.ones(P + N))


def payoff(by_case, true, amount, called):
    name = ("tp" if called else "fn") if true else ("fp" if called else "tn")
    return getattr(by_case.fixed, name) + getattr(by_case.rate, name) * amount


def size(rows, true):
    return sum(row[3] for row in rows if row[1] == true)


def best_without(part, parts, own, by_case, most=1):
    """The lowest of the thresholds that yield most on the other parts, their classes brought to their size.

    Of those that predict no more than a share of them positive.
    """
    rows = list(zip(own.score, own.positive, own.amount, own.weight, parts, strict=True))
    others = [row for row in rows if row[4] != part]
    scale = {true: size(rows, true) / size(others, true) for true in (True, False)}
    yields = {
        cut: math.fsum(scale[t] * w * payoff(by_case, t, a, s >= cut) for s, t, a, w, _ in others)
        for cut in sorted({row[0] for row in others} | {math.inf})
        if math.fsum(scale[row[1]] * row[3] for row in others if row[0] >= cut) <= most * own.weight.sum() + 1e-9
    }
    return next(cut for cut, value in yields.items() if value >= max(yields.values()) - 1e-9)


def dealt(own, by_case, rng, most=1):
    """The mean payoff of each deal, the deals drawn in the same order."""
    for _ in range(DEALS):
        parts = np.zeros(own.score.size, dtype=int)
        for truth in (True, False):
            mine = np.flatnonzero(own.positive == truth)
            parts[mine] = (rng.permutation(mine.size) + rng.integers(PARTS)) % PARTS
        cuts = [best_without(part, parts, own, by_case, most) for part in range(PARTS)]
        paid = [
            w * payoff(by_case, t, a, s >= cuts[p])
            for s, t, a, w, p in zip(own.score, own.positive, own.amount, own.weight, parts, strict=True)
        ]
        yield sum(paid) / own.weight.sum()


@pytest.mark.parametrize("by_case", [FRAUD, LOAN])
@pytest.mark.parametrize("how", [{}, {"ties": True}, {"weighted": True}])
def test_value_is_that_of_the_deals_counted_case_by_case(by_case, how):
    own = cases(**how)
    found = held_out_yield(own, by_case, rng=np.random.default_rng(4))
    right = np.mean(list(dealt(own, by_case, np.random.default_rng(4))))
    assert found["best"].value == pytest.approx(right, abs=1e-12)
    for key, called in (("all", True), ("none", False)):
        paid = [payoff(by_case, t, a, called) for t, a in zip(own.positive, own.amount, strict=True)]
        constant = np.average(paid, weights=own.weight)
        assert found[key].value == pytest.approx(right - constant, abs=1e-12)
    assert all(one.low <= one.value <= one.high for key, one in found.items() if key != "apart")


def test_a_positive_case_yields_so_much_more_than_a_negative_one():
    """A payoff that positives alone have, and its share: the yield is that of the class times its share."""
    own = cases(P=9, N=14)
    ill = UtilityByCase(Cells(tp=4, fp=0, fn=-2, tn=0), Cells(tp=0, fp=0, fn=0, tn=0))
    found = held_out_yield(own, ill, rng=np.random.default_rng(4))
    assert found["apart"].value == pytest.approx(found["best"].value * 23 / 9)
    level = UtilityByCase(Cells(tp=7, fp=3, fn=7, tn=3), Cells(tp=0, fp=0, fn=0, tn=0))
    assert held_out_yield(own, level, rng=np.random.default_rng(4))["apart"].value == pytest.approx(4)


def test_the_share_of_positives_widens_the_interval_as_far_as_classes_are_apart():
    """With no other doubt it is Jeffreys' interval of the share, times what the classes are apart."""
    sure = Interval(2.0, 2.0, 2.0)
    low, high = beta(30.5, 70.5).ppf([0.025, 0.975])
    for apart in (5.0, -5.0):
        wide = share_drawn(sure, apart, 30, 70)
        ends = sorted(2 + apart * (end - 0.3) for end in (low, high))
        assert (wide.low, wide.high) == pytest.approx(tuple(ends))
    kept = Interval(2.0, 1.5, 2.25)
    same = share_drawn(kept, 0.0, 30, 70)
    assert (same.value, same.low, same.high) == pytest.approx((2.0, 1.5, 2.25))
    both = share_drawn(kept, 5.0, 30, 70)
    assert both.low == pytest.approx(2 - math.hypot(0.5, 5 * (0.3 - low)))
    assert both.high == pytest.approx(2 + math.hypot(0.25, 5 * (high - 0.3)))


@pytest.mark.parametrize("how", [{}, {"ties": True}, {"weighted": True}])
def test_value_within_a_limit_is_that_of_thresholds_that_keep_to_it_on_the_other_parts(how):
    own = cases(**how)
    free = held_out_yield(own, FRAUD, rng=np.random.default_rng(4))["best"]
    for most in (0, 2, 5, 12):
        found = held_out_yield(own, FRAUD, Limit(most, 23), rng=np.random.default_rng(4))["best"]
        right = np.mean(list(dealt(own, FRAUD, np.random.default_rng(4), most / 23)))
        assert found.value == pytest.approx(right, abs=1e-12)
        assert most == 12 or found.value != free.value


def test_equal_amounts_have_jeffreys_law_of_a_share():
    """All 20 positive cases are called, and 1/2 more is missed."""
    own = ScoredCases(
        np.repeat([0.0, 1.0], [30, 20]), np.repeat([False, True], [30, 20]), np.full(50, 4.0), np.ones(50)
    )
    misses = UtilityByCase(Cells(tp=0, fp=-1, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0))
    found = held_out_yield(own, misses, rng=np.random.default_rng(1))["all"]
    assert found.value == found.high == pytest.approx(0.6)
    missed, alarms = beta(0.5, 20.5).rvs(10**5, random_state=1), beta(0.5, 30.5).rvs(10**5, random_state=2)
    assert found.low == pytest.approx(np.quantile(0.6 * (1 - alarms) - 0.4 * 4 * missed, 0.025), abs=0.02)


def test_large_samples_have_the_standard_error_of_a_mean():
    own = cases(seed=3, P=3000, N=5000)
    found = held_out_yield(own, FRAUD, rng=np.random.default_rng(1))["none"]
    gains = np.where(own.score >= 0, np.where(own.positive, own.amount - 5, -5), 0.0)
    error = math.hypot(*(gains[own.positive == t].std() * math.sqrt((own.positive == t).sum()) for t in (True, False)))
    assert (found.high - found.low) / (2 * 1.96 * error / 8000) == pytest.approx(1, abs=0.25)


def test_unit_of_the_amounts_does_not_matter():
    own = cases()
    large = ScoredCases(own.score, own.positive, own.amount * 1e6, own.weight)
    small = UtilityByCase(
        LOAN.fixed, Cells(**{name: getattr(LOAN.rate, name) / 1e6 for name in ("tp", "fp", "fn", "tn")})
    )
    found, same = (
        held_out_yield(one, by_case, rng=np.random.default_rng(2)) for one, by_case in ((own, LOAN), (large, small))
    )
    for key, one in nonempty(found.items()):
        if key == "apart":
            assert one.value == pytest.approx(same[key].value)
            continue
        assert (one.value, one.low, one.high) == pytest.approx((same[key].value, same[key].low, same[key].high))


def test_one_class_and_no_case():
    own = cases(P=6, N=0)
    misses = UtilityByCase(Cells(tp=0, fp=0, fn=0, tn=0), Cells(tp=0, fp=0, fn=-1, tn=0))
    found = held_out_yield(own, misses, rng=np.random.default_rng(1))
    assert found["all"].value < 0 < found["none"].value, "a lower score is missed"
    empty = ScoredCases(np.array([]), np.array([], bool), np.array([]), np.array([]))
    assert all(math.isnan(one.value) for one in held_out_yield(empty, FRAUD, rng=np.random.default_rng(1)).values())
    with pytest.raises(InputError, match=r"^level must be between 0 and 1, got 1.2$"):
        held_out_yield(own, FRAUD, rng=np.random.default_rng(1), level=1.2)
