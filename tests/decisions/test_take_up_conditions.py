"""What the propositions ask of who accepts: against roots of polynomials, closed forms, and thresholds tried out."""

import itertools
import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, cutoff_policy
from ddcore.decisions.take_up import TakeUp, exponential, line, quartic, sigmoid, square, through_points
from ddcore.decisions.take_up_conditions import conditions, neighbours, neighbours_suffice
from tests.helpers.decisions import refused
from tests.helpers.lending import RATES, TERMS, earned
from tests.helpers.loops import nonempty

LIMITS = LendingLimits()


def start(coefficients, extra):
    """From which rate on (r + extra) T(r) falls, T a polynomial: the highest root of its slope, at least 0."""
    slope = np.polyder(np.polymul([1, extra], coefficients))
    return max([root.real for root in np.roots(slope) if abs(root.imag) < 1e-12 and 0 <= root.real <= 0.5], default=0.0)


POLYNOMIALS = [
    (quartic(), [-1, 0, -15 / 4, 0, 1]),
    (square(), [-1, -1.5, 1]),
    (line(0.25), [-2, 1]),
    (line(0.3), [-1 / 0.6, 1]),
]


def test_interest_falls_from_the_root_of_its_slope_on():
    for (take_up, coefficients), loss in itertools.product(POLYNOMIALS, (0.1, 0.5, 1.0)):
        asked = conditions(take_up, LoanTerms(0.03, loss), LIMITS)
        for ranges, extra in ((asked.falls, 0.0), (asked.falls_by_loss, loss)):
            assert ranges == ((pytest.approx(start(coefficients, extra), abs=1e-9), 0.5),)
        assert asked.log_concave == asked.concave == ((0.0, 0.5),)


def test_figures_of_the_quartic():
    """As worked out by hand from 1 - 45/4 r^2 - 5 r^4 = 0."""
    (low, high), (weaker, _) = (
        *conditions(quartic(), TERMS, LIMITS).falls,
        *conditions(quartic(), TERMS, LIMITS).falls_by_loss,
    )
    assert low == pytest.approx(math.sqrt((math.sqrt(11.25**2 + 20) - 11.25) / 10), abs=1e-12)
    assert (round(low, 3), high, round(weaker, 3)) == (0.293, 0.5, 0.173)


def test_of_an_exponential_interest_falls_from_the_inverse_of_its_rate_on():
    asked = conditions(exponential(0.2), LoanTerms(0.03, 0.1), LIMITS)
    inverse = 0.2 / math.log(2)
    assert asked.falls == ((pytest.approx(inverse, abs=1e-12), 0.5),)
    assert asked.falls_by_loss == ((pytest.approx(inverse - 0.1, abs=1e-12), 0.5),)
    assert (asked.log_concave, asked.concave) == (((0.0, 0.5),), ())


def test_a_sigmoid_is_log_concave_and_concave_down_to_one_half():
    asked = conditions(sigmoid(2, 0, -8), TERMS, LIMITS)
    assert (asked.log_concave, asked.concave) == (((0.0, 0.5),), ((0.0, pytest.approx(0.25, abs=0.5 / 2000)),))


def test_where_the_slope_turns_flat_again_nothing_is_concave():
    """From 1 steeply to 0.3 at 20 %, then hardly down to 0.25 at 40 %, and level: r T rises from there on."""
    asked = conditions(through_points([0, 0.2, 0.4], [1, 0.3, 0.25]), TERMS, LIMITS)
    assert not asked.hold(asked.log_concave, (0.1, 0.3))
    assert not any(low <= 0.3 <= high for low, high in asked.falls)


def test_rates_that_nobody_takes_are_left_aside():
    asked = conditions(line(0.2), TERMS, LIMITS)
    assert asked.ends == pytest.approx(0.4)
    assert asked.hold(asked.falls, (0.25, 0.39, 0.45))
    assert not asked.hold(asked.falls, (0.19, 0.39))
    assert asked.hold((), (0.45,))


def test_neighbours_of_the_document_do_not_rise():
    """Section 9.4's rates by equation 9.10, in fractions."""
    found = neighbours(TERMS, quartic(), RATES)
    rates = [Fraction(str(rate)) for rate in RATES]
    taken = [1 - Fraction(15, 4) * rate**2 - rate**4 for rate in rates]
    for at, risk in enumerate(nonempty(found)):
        m = taken[at + 1] * rates[at + 1] - taken[at] * rates[at]
        n = taken[at + 1] - taken[at]
        assert risk == pytest.approx(float((m - Fraction("0.03") * n) / (m + n / 2)), rel=1e-10)
    assert [round(risk, 2) for risk in found] == [8.6, -0.48, -0.08, 0.11, 0.27, 0.37]


def log_concave(rng):
    """A log-concave take-up: (1 - r^a)^b, which ends at 1, or exp(-a r^b), with a and b of 1 to 4."""
    a, b = rng.uniform(1, 4, 2)
    share = rng.choice([lambda r: (1 - r**a) ** b, lambda r: np.exp(-a * r**b)])
    return TakeUp(lambda r, s: share(r) + 0 * s, lambda r, s: np.full(np.shape(r), math.nan), False, "")


@pytest.mark.parametrize("seed", range(10))
def test_where_the_weaker_condition_holds_neighbours_are_the_best_thresholds(seed):
    """Proposition 18 with (r + LGD) T(r) falling between the rates: each threshold is the one with the next rate."""
    rng = np.random.default_rng(seed)
    terms, take_up, grid = LoanTerms(0.03, float(rng.uniform(0.05, 1))), log_concave(rng), np.linspace(0, 0.95, 1000)
    first = grid[np.argmax((grid + terms.loss) * take_up(grid))]
    rates = np.sort(rng.uniform(first, 0.95, int(rng.integers(3, 7)))).tolist()
    evens = neighbours(terms, take_up, rates)
    assert neighbours_suffice(terms, take_up, cutoff_policy(terms, rates, take_up, LendingLimits(high=1.0)))
    risks = np.linspace(0, 1, 211)
    offers = np.array([earned(take_up(rate), rate, risks, terms) for rate in rates])
    by_neighbours = offers[np.searchsorted(evens, risks), np.arange(risks.size)]
    best = offers.max(axis=0)
    assert by_neighbours[best > 0] == pytest.approx(best[best > 0], abs=1e-9)


@pytest.mark.parametrize("seed", range(15))
def test_neighbours_suffice_where_they_choose_as_all_pairs_do(seed):
    """Whatever the condition: the thresholds of neighbours, tried out at every risk, earn the most or they do not."""
    rng = np.random.default_rng(seed)
    take_up = [quartic(), square(), line(0.25), line(0.4), exponential(0.2)][seed % 5]
    terms, rates = LoanTerms(0.03, float(rng.uniform(0.1, 1))), np.sort(rng.uniform(0.05, 0.45, 2 + seed % 4)).tolist()
    risks = np.linspace(0, 1, 2001)
    offers = np.array([earned(take_up(rate), rate, risks, terms) for rate in rates])
    evens, best = neighbours(terms, take_up, rates), np.maximum(offers.max(axis=0), 0)
    rising = all(low <= high for low, high in pairwise(evens))
    chosen = offers[np.searchsorted(evens, risks), np.arange(risks.size)] if rising else best - 1
    alike = bool((best - np.maximum(chosen, 0) < 1e-9).all())
    assert neighbours_suffice(terms, take_up, cutoff_policy(terms, rates, take_up)) == alike


def test_other_forms_of_who_accepts_by_hand():
    for take_up, rate, share in nonempty(
        [
            (square(), 0.2, 0.66),
            (square(), 0.7, 0.0),
            (line(0.25), 0.1, 0.8),
            (line(0.25), 0.9, 0.0),
            (exponential(0.2), 0.1, math.sqrt(0.5)),
        ]
    ):
        assert float(take_up(rate)) == pytest.approx(share)
        around = np.array([0.2 - 1e-6, 0.2 + 1e-6])
        slope = float(np.diff(take_up(around))[0] / 2e-6)
        assert float(take_up.slope(np.array([0.2]), np.array([0.0]))[0]) == pytest.approx(slope, rel=1e-6)


def test_half_must_accept_somewhere():
    for form in (line, exponential):
        refused("the rate at which half accept must be above 0 and at most 10, got 0...", form, 0)
