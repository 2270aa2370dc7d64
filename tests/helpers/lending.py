"""Lending by plain loops: what an offer earns, who gets which rate, and the best rate from a polynomial's roots."""

import math
from itertools import pairwise

import mpmath
import numpy as np

from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy
from ddcore.decisions.take_up import TakeUp, quartic, sigmoid, through_points

RATES = (0.10, 0.22, 0.28, 0.30, 0.35, 0.40, 0.45)
TERMS = LoanTerms(funds=0.03, loss=0.5)

# One offer ---------------------------------------------------------------------------------------------------------


def earned(share, rate, risk, terms):
    """Of an offer that this share takes: who pays back brings the rate, who does not loses a part, both cost funds."""
    return share * ((1 - risk) * rate - risk * terms.loss - terms.funds)


def plain_quartic(rate, risk=0):
    value = 1 - mpmath.mpf(15) / 4 * rate**2 - rate**4
    return min(max(value, 0), 1)


def plain_sigmoid(level, factor, steep):
    return lambda rate, risk=0: 1 / (1 + mpmath.exp(-(level + factor * risk + steep * rate)))


def crossing(share, low, high, terms, solver="bisect"):
    """The risk at which two rates earn the same, to thirty digits: from 0 to where the lower rate earns nothing.

    The solver "secant" finds one outside as well.
    """
    with mpmath.workdps(30):
        low, high = mpmath.mpf(low), mpmath.mpf(high)

        def ahead(risk):
            return earned(share(low, risk), low, risk, terms) - earned(share(high, risk), high, risk, terms)

        ends = (mpmath.mpf(0), (low - terms.funds) / (low + terms.loss))
        return float(mpmath.findroot(ahead, ends, solver=solver, tol=mpmath.mpf(10) ** -25))


# Who gets what -----------------------------------------------------------------------------------------------------


def category(policy, risk):
    """The place of the first bound that is no lower than the risk, None where there is none."""
    return next((i for i, bound in enumerate(policy.bounds) if risk <= bound), None)


def book_profit(policy, take_up, terms, risks, shares):
    """Expected profit per applicant and share that gets a loan, applicant by applicant."""
    profit = enrolled = 0.0
    for risk, share in zip(risks, shares, strict=True):
        place = category(policy, risk)
        if place is not None:
            taken = float(take_up(policy.rates[place], risk))
            profit += share * earned(taken, policy.rates[place], risk, terms)
            enrolled += share * taken
    return profit, enrolled


def highest(take_up, rates, risks, terms, limits):
    """What the best of the given rates or rejection earns at each risk: one column a risk, one row a rate."""
    offers = np.array([earned(take_up(rate, risks), rate, risks, terms) for rate in rates])
    return offers, np.where(risks <= limits.riskiest, np.maximum(offers.max(axis=0), 0), 0)


def chosen(policy, offers, risks):
    """What a policy earns at each risk."""
    places = [category(policy, risk) for risk in risks]
    return np.array([0.0 if place is None else offers[place, i] for i, place in enumerate(places)])


# The best rate -----------------------------------------------------------------------------------------------------


def best_on_cubics(take_up, knots, risk, terms, limits):
    """The best rate at a risk where take-up is a polynomial of at most fourth degree between knots.

    Five values give the polynomial of a piece, the roots of the derivative of the profit are tried beside its ends.
    """
    ends = sorted({limits.low, limits.high, *(knot for knot in knots if limits.low < knot < limits.high)})
    tried = list(ends)
    for low, high in pairwise(ends):
        width = high - low
        at = np.linspace(0, 1, 5)
        shares = np.polyfit(at, take_up(low + width * at), 4)
        margin = np.array([(1 - risk) * width, (1 - risk) * low - risk * terms.loss - terms.funds])
        found = np.roots(np.polyder(np.polymul(shares, margin)))
        tried += [low + width * root.real for root in found if abs(root.imag) < 1e-9 and 0 <= root.real <= 1]
    return max(tried, key=lambda rate: earned(float(take_up(rate)), rate, risk, terms))


def best_of_sigmoid(numbers, risks, shares, terms, limits):
    """The best rate for several risks: a peak of a grid, then the root of the derivative to thirty digits."""
    share = plain_sigmoid(*numbers)

    def slope(rate):
        return mpmath.diff(
            lambda r: sum(
                part * earned(share(r, risk), r, risk, terms) for risk, part in zip(risks, shares, strict=True)
            ),
            rate,
        )

    grid = np.linspace(limits.low, limits.high, 4001)
    level, factor, steep = numbers
    taken = 1 / (1 + np.exp(-(level + factor * np.asarray(risks)[None] + steep * grid[:, None])))
    place = int(np.argmax(earned(taken, grid[:, None], np.asarray(risks)[None], terms) @ np.asarray(shares)))
    if place in (0, grid.size - 1):
        return float(grid[place])
    with mpmath.workdps(30):
        return float(
            mpmath.findroot(slope, (mpmath.mpf(grid[place - 1]), mpmath.mpf(grid[place + 1])), solver="ridder")
        )


def ordered_best(offers, groups):
    """The most that groups of columns earn, a row each, when the row of a later group is no earlier."""
    best = np.zeros(len(offers))
    for first, last in groups:
        best = np.maximum.accumulate(best) + offers[:, first:last].sum(axis=1)
    return float(best.max())


# Random cases ------------------------------------------------------------------------------------------------------


def some_terms(rng):
    funds, loss = rng.choice([0, 0.03, rng.uniform(0, 0.3)]), rng.choice([0, 0.5, 1, rng.uniform(0, 1)])
    return LoanTerms(float(funds) if funds or loss else 0.01, float(loss))


def some_limits(rng):
    most = rng.choice([0.5, 1, 10, rng.uniform(0.2, 2)])
    return LendingLimits(0.0, float(most), float(rng.choice([1, 1, rng.uniform(0, 0.5)])))


def some_sigmoid(rng):
    return float(rng.uniform(-2, 8)), float(rng.choice([0, rng.uniform(0, 20)])), -float(np.exp(rng.uniform(0, 3.5)))


def some_points(rng, most):
    count = int(rng.integers(2, 7))
    rates = np.linspace(0, most, 40)[np.sort(rng.choice(40, count, replace=False))]
    return rates.tolist(), np.sort(rng.choice([rng.uniform(0, 1, count), rng.uniform(0, 1, count).round(1)]))[
        ::-1
    ].tolist()


def some_take_up(rng, most) -> TakeUp:
    """A quartic, a sigmoid or points, each as often."""
    kind = int(rng.integers(3))
    if kind == 0:
        return quartic()
    return sigmoid(*some_sigmoid(rng)) if kind == 1 else through_points(*some_points(rng, most))


def some_book(rng, count=60, most=1.0):
    risks = np.sort(rng.beta(1, 3, count)) * most
    return risks, rng.dirichlet(np.ones(count))


def some_policy(rng, most):
    """Any rates and any bounds, in order."""
    count = int(rng.integers(1, 7))
    bounds = np.sort(rng.uniform(-0.1, 1, count)).tolist()
    return Policy(tuple(np.sort(rng.uniform(0, most, count)).tolist()), (*bounds[:-1], max(bounds[-1], -math.inf)))
