"""What loans earn where risk depends on the price: a higher rate is itself a reason not to pay back.

Gong 2022, equation 9.1, says that it may and leaves it out; this is what it would do if the odds of default of those
who accept rose with the rate. Rates, risks and profits are parts of a loan.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from ddcore.arrays import Array
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy
from ddcore.decisions.pricing import Book, rate_grid
from ddcore.decisions.take_up import TakeUp
from ddcore.decisions.utility import numbers
from ddcore.errors import InputError

TYPICAL = 0.75
"""The part of those approved who are no riskier than the applicant who is looked at."""
STEP = 0.1
"""The rise of the rate by which the odds of default are multiplied once."""
RISKS = 401
"""Risks at which a price of one's own is looked for; between them what it earns is straight."""
SECTIONS = 26
"""Golden sections between two rates of the grid, which leave less than a millionth of them."""


@dataclass(frozen=True)
class PriceRisk:
    """The odds of default are `times` as high for each `STEP` that a rate is above `seen`, at which risks are as known.

    Raises `InputError` "the odds of default must be multiplied by 1 to 10, got 0.5" and "the rate at which the risks
    were seen must be between 0 and 10, got -1".

    >>> PriceRisk(2.0, 0.2).risk([0.5, 0.5, 0.0], [0.2, 0.3, 0.3]).round(4).tolist()
    [0.5, 0.6667, 0.0]
    """

    times: float = 1.0
    seen: float = 0.3

    def __post_init__(self) -> None:
        if not 1 <= float(numbers("the factor of the odds", self.times)) <= 10:
            raise InputError(f"the odds of default must be multiplied by 1 to 10, got {self.times:g}")
        if not 0 <= float(numbers("the rate at which the risks were observed", self.seen)) <= 10:
            raise InputError(f"the rate at which the risks were observed must be between 0 and 10, got {self.seen:g}")

    def risk(self, risk: ArrayLike, rate: ArrayLike) -> Array:
        """The risk at a rate of who has the `risk` at the rate that was seen; both are broadcast."""
        known = np.asarray(risk, np.float64)
        factor = self._factor(np.asarray(rate, np.float64))
        return np.asarray(known * factor / (1 - known + known * factor))

    def profit(self, terms: LoanTerms, take_up: TakeUp, rate: ArrayLike, risk: ArrayLike) -> Array:
        """Expected profit of an applicant who is offered a rate; rate and risk are broadcast.

        >>> from ddcore.decisions.take_up import quartic
        >>> PriceRisk(2.0, 0.3).profit(LoanTerms(), quartic(), [0.2, 0.3, 0.4], 0.1).round(4).tolist()
        [0.113, 0.1243, 0.0773]
        """
        return np.asarray(terms.profit(rate, self.risk(risk, rate)) * take_up(rate, risk))

    def last(self, terms: LoanTerms, take_up: TakeUp, rates: Sequence[float]) -> float:
        """The risk from which on none of the rates earns anything, 0 if none does at any risk.

        That of a rate has the odds (r - funds) / (loss + funds), less what the rate itself adds to them.

        >>> from ddcore.decisions.take_up import quartic
        >>> round(PriceRisk(2.0, 0.3).last(LoanTerms(), quartic(), [0.3, 0.4]), 4)
        0.3375
        """
        offered = np.array([rate for rate in rates if rate > terms.funds and take_up(rate, 1.0) > 0])
        odds = terms.repaid(offered) / -terms.defaulted / self._factor(offered)
        return float(np.max(odds / (1 + odds), initial=0.0))

    def _factor(self, rate: Array) -> Array:
        # At 10 times and a rate of 10 it is 10^100: no overflow.
        return np.asarray(self.times ** ((rate - self.seen) / STEP))


def best_prices_at(
    risk: ArrayLike, price_risk: PriceRisk, terms: LoanTerms, take_up: TakeUp, limits: LendingLimits
) -> tuple[Array, Array]:
    """For each risk the rate that earns most, and what it earns, at least 0; NaN and 0 where none earns anything.

    The highest of a grid of rates, refined between its neighbours by golden sections.

    >>> from ddcore.decisions.take_up import quartic
    >>> rate, most = best_prices_at([0.1], PriceRisk(), LoanTerms(), quartic(), LendingLimits())
    >>> rate.round(4).tolist(), most.round(4).tolist()
    ([0.3229], [0.126])
    """
    risks, grid = np.atleast_1d(np.asarray(risk, np.float64)), rate_grid(take_up, limits)

    def earned(rate: Array) -> Array:
        return price_risk.profit(terms, take_up, rate, risks)

    top = np.argmax(earned(grid[:, None]), axis=0)
    best = grid[top]
    most = earned(best)
    part = (np.sqrt(5) - 1) / 2
    # On either side of the highest rate by itself: at a bend of the take-up the slope may leap.
    left = np.stack([grid[np.maximum(top - 1, 0)], best])
    right = np.stack([best, grid[np.minimum(top + 1, grid.size - 1)]])
    for _ in range(SECTIONS):
        inner, outer = right - part * (right - left), left + part * (right - left)
        at_inner, at_outer = earned(np.stack([inner, outer]))
        lower = at_inner < at_outer
        left, right = np.where(lower, inner, left), np.where(lower, right, outer)
    middle = (left + right) / 2
    for rate, profit in zip(middle, earned(middle), strict=True):
        better = profit > most
        best, most = np.where(better, rate, best), np.where(better, profit, most)
    earns = (most > 0) & (risks <= limits.riskiest)
    return np.where(earns, best, np.nan), np.where(earns, most, 0.0)


@lru_cache(8)
def _most_by_risk(
    price_risk: PriceRisk, terms: LoanTerms, take_up: TakeUp, limits: LendingLimits
) -> tuple[Array, Array]:
    """Risks up to the highest that is approved, and what the best rate earns at each."""
    risks = np.linspace(0, limits.riskiest, RISKS)
    return risks, best_prices_at(risks, price_risk, terms, take_up, limits)[1]


@dataclass(frozen=True)
class PriceRiskOutcome:
    """What a book earns per applicant if the odds of default rise so, and the risks are right else.

    `kept`: by the thresholds that are best where price does not matter. `chosen`: each applicant at the one of the same
    rates that earns most now. `priced`: each at the best rate of all. `last` is the risk from which on none of the
    given rates earns anything, 0 if none does; `rate` is the best one at the `typical` risk, NaN if none earns there.
    """

    price_risk: PriceRisk
    kept: float
    chosen: float
    priced: float
    last: float
    typical: float
    rate: float


def price_risk_outcome(
    book: Book,
    policy: Policy,
    price_risk: PriceRisk,
    terms: LoanTerms,
    rates: Sequence[float],
    take_up: TakeUp,
    limits: LendingLimits,
) -> PriceRiskOutcome:
    """What lending to a book earns if risk depends on the price; `policy` are the thresholds that stand.

    >>> from ddcore.decisions.cutoffs import cutoff_policy
    >>> from ddcore.decisions.take_up import quartic
    >>> book, rates = Book(np.array([0.05, 0.2]), np.array([0.5, 0.5])), (0.2, 0.3, 0.4)
    >>> given = LoanTerms(), rates, quartic()
    >>> found = price_risk_outcome(book, cutoff_policy(*given), PriceRisk(2.0, 0.3), *given, LendingLimits())
    >>> round(found.kept, 4), round(found.chosen, 4), round(found.priced, 4)
    (0.1112, 0.1144, 0.1167)
    """
    approved = book.risk <= policy.last
    held = price_risk.profit(terms, take_up, policy.rate(book.risk[approved]), book.risk[approved])
    offers = price_risk.profit(terms, take_up, np.array(rates)[:, None], book.risk).max(axis=0)
    offers = np.where(book.risk <= limits.riskiest, np.maximum(offers, 0), 0)
    risks, most = _most_by_risk(price_risk, terms, take_up, limits)
    priced = np.where(book.risk <= limits.riskiest, np.interp(book.risk, risks, most), 0)
    typical = typical_risk(book, policy)
    return PriceRiskOutcome(
        price_risk,
        float(book.share[approved] @ held),
        float(book.share @ offers),
        float(book.share @ np.maximum(priced, offers)),
        min(price_risk.last(terms, take_up, rates), limits.riskiest),
        typical,
        float(best_prices_at(typical, price_risk, terms, take_up, limits)[0][0]),
    )


@dataclass(frozen=True, eq=False)
class PriceCurves:
    """What an applicant of the `typical` risk earns at each `rate`: `without` an effect of the price, and `with_it`.

    `best` and `best_with` are the rate that earns most and what it earns, both NaN where none earns anything.
    """

    typical: float
    rate: Array
    without: Array
    with_it: Array
    best: tuple[float, float]
    best_with: tuple[float, float]


def price_curves(
    typical: float, price_risk: PriceRisk, terms: LoanTerms, take_up: TakeUp, limits: LendingLimits
) -> PriceCurves:
    """Profit over the rate, with and without an effect of the price on the risk.

    >>> from ddcore.decisions.take_up import quartic
    >>> curves = price_curves(0.1, PriceRisk(2.0, 0.3), LoanTerms(), quartic(), LendingLimits())
    >>> round(curves.best[0], 4), round(curves.best_with[0], 4)
    (0.3229, 0.2698)
    """
    rate, effects = rate_grid(take_up, limits), (PriceRisk(1.0, price_risk.seen), price_risk)
    without, with_it = (effect.profit(terms, take_up, rate, typical) for effect in effects)
    tops = []
    for effect in effects:
        best, most = (float(found[0]) for found in best_prices_at(typical, effect, terms, take_up, limits))
        tops.append((best, most if most > 0 else math.nan))
    return PriceCurves(typical, rate, without, with_it, *tops)


def typical_risk(book: Book, policy: Policy) -> float:
    """The risk up to which three quarters of those have who are approved; of all applicants where nobody is.

    >>> typical_risk(Book(np.array([0.1, 0.2, 0.9]), np.array([0.2, 0.5, 0.3])), Policy((0.3,), (0.3,)))
    0.2
    """
    approved = book.risk <= policy.last
    if not approved.any():
        approved = np.ones(book.risk.size, bool)
    reached = np.cumsum(book.share[approved])
    return float(book.risk[approved][np.searchsorted(reached, TYPICAL * reached[-1])])
