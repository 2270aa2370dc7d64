"""Risk that depends on the price: in exact fractions, on brute grids, and where it does not depend on it at all."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from ddcore.decisions.cutoffs import DEFAULT_LIMITS, LendingLimits, cutoff_policy
from ddcore.decisions.price_risk import PriceRisk, best_prices_at, price_curves, price_risk_outcome, typical_risk
from ddcore.decisions.pricing import Book
from ddcore.decisions.take_up import exponential, line, quartic, sigmoid, through_points
from tests.helpers.decisions import refused
from tests.helpers.lending import RATES, TERMS
from tests.helpers.loops import nonempty

FORMS = [quartic(), line(0.25), exponential(0.2), sigmoid(3, 2, -10), through_points([0, 0.21, 0.4], [1, 0.6, 0])]


def exact(risk, rate, times, seen):
    """Profit of a loan that is taken: odds times a power, in fractions; the rate is whole tens of points off."""
    steps = (rate - seen) / Fraction("0.1")
    assert steps.denominator == 1
    odds = risk / (1 - risk) * Fraction(times) ** int(steps)
    moved = odds / (1 + odds)
    return moved, (1 - moved) * (rate - Fraction("0.03")) - moved * Fraction("0.53")


def test_risk_and_profit_in_fractions():
    for times, seen in ((1, "0.3"), (2, "0.3"), (Fraction(3, 2), "0.1"), (3, "0.2")):
        effect = PriceRisk(float(times), float(seen))
        for risk, rate in itertools.product(
            map(Fraction, ("1/20", "1/3", "9/10")), map(Fraction, ("0.1", "0.3", "0.4"))
        ):
            moved, profit = exact(risk, rate, times, Fraction(seen))
            assert float(effect.risk(float(risk), float(rate))) == pytest.approx(float(moved), rel=1e-12)
            taken = 1 - Fraction(15, 4) * rate**2 - rate**4
            found = effect.profit(TERMS, quartic(), float(rate), float(risk))
            assert float(found) == pytest.approx(float(taken * profit), abs=1e-12)
    assert PriceRisk(10.0, 0.0).risk([0.0, 1.0], [10.0, 10.0]).tolist() == [0.0, 1.0]


@pytest.mark.parametrize("take_up", FORMS, ids=["quartic", "line", "exponential", "sigmoid", "points"])
def test_best_price_is_that_of_a_fine_grid(take_up):
    grid, risks = np.linspace(0, 0.5, 50_001), np.array([0.0, 0.03, 0.15, 0.3, 0.44, 0.9])
    for times in (1.0, 1.5, 3.0):
        effect = PriceRisk(times, 0.3)
        rate, most = best_prices_at(risks, effect, TERMS, take_up, DEFAULT_LIMITS)
        for at, risk in nonempty(enumerate(risks)):
            profits = effect.profit(TERMS, take_up, grid, risk)
            assert most[at] == pytest.approx(max(profits.max(), 0), abs=1e-8)
            best = grid[profits.argmax()] if profits.max() > 0 else np.nan
            assert rate[at] == pytest.approx(best, abs=2e-4, nan_ok=True)


def book(seed=1, size=300):
    risks = np.sort(np.random.default_rng(seed).beta(1.2, 3, size))
    return Book(risks, np.full(size, 1 / size))


@pytest.mark.parametrize("take_up", FORMS, ids=["quartic", "line", "exponential", "sigmoid", "points"])
def test_what_a_book_earns_is_that_of_a_loop(take_up):
    policy, effect, limits = cutoff_policy(TERMS, RATES, take_up), PriceRisk(2.0, 0.25), LendingLimits(riskiest=0.4)
    found = price_risk_outcome(book(size=100), policy, effect, TERMS, RATES, take_up, limits)
    kept = chosen = priced = 0.0
    grid = np.linspace(0, 0.5, 2001)
    for risk in book(size=100).risk.tolist():
        rate = float(policy.rate(risk))
        kept += 0.0 if np.isnan(rate) else float(effect.profit(TERMS, take_up, rate, risk))
        if risk <= 0.4:
            chosen += max(0.0, *(float(effect.profit(TERMS, take_up, rate, risk)) for rate in RATES))
            priced += max(0.0, float(effect.profit(TERMS, take_up, grid, risk).max()))
    assert [found.kept, found.chosen] == pytest.approx([kept / 100, chosen / 100], abs=1e-12)
    assert found.priced == pytest.approx(priced / 100, abs=2e-6)
    assert found.chosen <= found.priced + 1e-12


def test_without_an_effect_the_thresholds_that_stand_are_the_best():
    policy = cutoff_policy(TERMS, RATES, quartic())
    found = price_risk_outcome(book(), policy, PriceRisk(1.0, 0.3), TERMS, RATES, quartic(), DEFAULT_LIMITS)
    assert found.kept == pytest.approx(book().profit(TERMS, quartic(), policy), abs=1e-15)
    assert (found.chosen, found.last) == (pytest.approx(found.kept, abs=1e-15), pytest.approx(policy.last))


def test_last_risk_is_where_no_rate_earns_anything():
    for times in (1.0, 1.7, 3.0):
        effect = PriceRisk(times, 0.3)
        last = effect.last(TERMS, quartic(), RATES)
        inside, outside = (effect.profit(TERMS, quartic(), np.array(RATES), last + by).max() for by in (-1e-9, 1e-9))
        assert inside > 0 > outside


def test_no_rate_may_earn_at_all():
    assert PriceRisk(2.0, 0.3).last(TERMS, quartic(), [0.01, 0.5]) == 0
    found = price_risk_outcome(
        book(), cutoff_policy(TERMS, [0.01], quartic()), PriceRisk(2.0, 0.3), TERMS, [0.01], quartic(), DEFAULT_LIMITS
    )
    assert (found.kept, found.chosen, found.last) == (0, 0, 0)
    assert found.typical == typical_risk(book(), cutoff_policy(TERMS, [0.01], quartic()))


def test_a_higher_rate_that_makes_riskier_is_lower_at_best():
    """Seen at the rate that is best without an effect, its slope there is below 0."""
    without = price_curves(0.2, PriceRisk(1.0, 0.3), TERMS, quartic(), DEFAULT_LIMITS)
    assert without.best == without.best_with
    curves = price_curves(0.2, PriceRisk(1.5, without.best[0]), TERMS, quartic(), DEFAULT_LIMITS)
    assert curves.best_with[0] < curves.best[0]
    place = int(np.searchsorted(curves.rate, without.best[0]))
    assert (curves.with_it[place:-1] < curves.without[place:-1]).all()


def test_where_nothing_is_earned_there_is_no_best_rate_and_what_cannot_be_is_refused():
    curves = price_curves(0.95, PriceRisk(2.0, 0.1), TERMS, quartic(), DEFAULT_LIMITS)
    assert all(np.isnan(both).all() for both in (curves.best, curves.best_with))
    for times in (0.5, float("nan")):
        refused(f"the odds of default must be multiplied by 1 to 10, got {times:g}", PriceRisk, times, 0.3)
    refused("the rate at which the risks were observed must be between 0 and 10, got -1", PriceRisk, 2.0, -1.0)
