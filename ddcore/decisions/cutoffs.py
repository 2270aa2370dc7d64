"""Who is approved at which of some given rates: one margin for all, or the best thresholds between them.

After M. Gong, *Studies on classification problems and application in consumer lending optimization system*, University
of Delaware, 2022, sections 9.1 to 9.3. Rates, shares and profits are parts of a loan: 0.1 is 10 %.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

from ddcore.arrays import Array
from ddcore.decisions.take_up import TakeUp
from ddcore.decisions.utility import numbers
from ddcore.errors import InputError

HIGHEST = 10.0
"""The highest rate that may be asked for, 1,000 %."""


@dataclass(frozen=True)
class LoanTerms:
    """What a loan costs the lender: `funds` is the rate of the lender's own money, `loss` what a default loses of it.

    Both are parts of the loan, from 0 to 1. Raises `InputError` "the cost of funds must be between 0 and 1, got 3; a
    percent is 0.01", the same for "the loss given default", and where both are 0.

    >>> LoanTerms(funds=0.03, loss=0.5).profit(rate=0.2, risk=0.1).round(3).tolist()
    0.1
    """

    funds: float = 0.03
    loss: float = 0.5

    def __post_init__(self) -> None:
        for name, value in (("cost of funds", self.funds), ("loss given default", self.loss)):
            if not 0 <= float(numbers(f"the {name}", value)) <= 1:
                raise InputError(f"the {name} must be between 0 and 1, got {value:g}; a percent is 0.01")
        if self.funds + self.loss == 0:
            raise InputError("a default must cost something: the cost of funds and the loss are both 0")

    def repaid(self, rate: ArrayLike) -> Array:
        """Profit of a loan that is paid back, shaped like `rate` (Gong 2022, Table 9.1: c10)."""
        return np.asarray(np.asarray(rate, np.float64) - self.funds)

    @property
    def defaulted(self) -> float:
        """Profit of a loan that is not paid back, below 0 (Gong 2022, Table 9.1: c1)."""
        return -(self.loss + self.funds)

    def profit(self, rate: ArrayLike, risk: ArrayLike) -> Array:
        """Expected profit of a loan that is taken; `risk` is the probability of default. Both are broadcast."""
        chance = np.asarray(risk, np.float64)
        return np.asarray((1 - chance) * self.repaid(rate) + chance * self.defaulted)

    def zero_profit_risk(self, rate: ArrayLike) -> Array:
        """The risk from which on a rate loses money: (r - funds) / (r + loss), at least 0 (Gong 2022, equation 9.4).

        Shaped like `rate`.

        >>> LoanTerms().zero_profit_risk([0.1, 0.5]).round(4).tolist()
        [0.1167, 0.47]
        """
        rates = np.asarray(rate, np.float64)
        return np.maximum(self.repaid(rates) / np.maximum(rates + self.loss, 1e-300), 0.0)


@dataclass(frozen=True)
class LendingLimits:
    """What the law or the lender allows: rates from `low` to `high`, and nobody approved above a risk of `riskiest`.

    Raises `InputError` "the highest rate must be above the lowest, both between 0 and 10, got 0.5 and 0.4" and "the
    highest risk must be between 0 and 1, got 1.2".

    >>> LendingLimits(0.1, 0.3), DEFAULT_LIMITS.riskiest
    (LendingLimits(low=0.1, high=0.3, riskiest=1.0), 1.0)
    """

    low: float = 0.0
    high: float = 0.5
    riskiest: float = 1.0

    def __post_init__(self) -> None:
        for name, value in (("lowest rate", self.low), ("highest rate", self.high), ("highest risk", self.riskiest)):
            numbers(f"the {name}", value)
        if not 0 <= self.low < self.high <= HIGHEST:
            raise InputError(
                f"the highest rate must be above the lowest, both between 0 and {HIGHEST:g}, got {self.low:g} and "
                f"{self.high:g}"
            )
        if not 0 <= self.riskiest <= 1:
            raise InputError(f"the highest risk must be between 0 and 1, got {self.riskiest:g}")


DEFAULT_LIMITS = LendingLimits()
"""Rates up to 50 %, and any risk."""


def checked_rates(rates: Sequence[float], limits: LendingLimits) -> tuple[float, ...]:
    """Rates of the categories, lowest first, as floats.

    Raises `InputError` "a lender needs a rate or more, got none", "rates must rise, got 0.22 after 0.28" and "a rate
    must be between 0 and 0.5, the limits, got 0.6".

    >>> checked_rates([0.1, 0.22], DEFAULT_LIMITS)
    (0.1, 0.22)
    """
    rising = numbers("a rate", rates)
    if rising.ndim != 1 or not rising.size:
        raise InputError("a lender needs a rate or more, got none")
    for before, rate in pairwise(rising.tolist()):
        if not rate > before:
            raise InputError(f"rates must rise, got {rate:g} after {before:g}")
    for rate in rising.tolist():
        if not limits.low <= rate <= limits.high:
            raise InputError(f"a rate must be between {limits.low:g} and {limits.high:g}, the limits, got {rate:g}")
    return tuple(rising.tolist())


@dataclass(frozen=True)
class Policy:
    """Category i gets `rates[i]` above a risk of `bounds[i-1]` up to `bounds[i]`; neither falls.

    A category whose bound is that of the one before has nobody, nor have the first ones whose bound is -inf. Above the
    last bound nobody is approved.

    >>> Policy((0.1, 0.3), (0.2, 0.4)).rate([0.1, 0.2, 0.3, 0.5]).tolist()
    [0.1, 0.1, 0.3, nan]
    """

    rates: tuple[float, ...]
    bounds: tuple[float, ...]

    @property
    def last(self) -> float:
        """The risk up to which applicants are approved; -inf if nobody is."""
        return self.bounds[-1] if self.bounds else -math.inf

    @property
    def used(self) -> tuple[int, ...]:
        """The categories that somebody could be in."""
        starts = (-math.inf, *self.bounds)
        return tuple(i for i, bound in enumerate(self.bounds) if bound > starts[i])

    def category(self, risk: ArrayLike) -> NDArray[np.intp]:
        """The category of each risk, shaped like it; the number of categories for who is not approved."""
        return np.searchsorted(np.array(self.bounds), np.asarray(risk, np.float64), side="left")

    def rate(self, risk: ArrayLike) -> Array:
        """The rate of each risk, shaped like it; NaN for who is not approved."""
        return np.append(np.array(self.rates), np.nan)[self.category(risk)]


def break_even_risk(terms: LoanTerms, take_up: TakeUp, low: float, high: float) -> float:
    """The risk from which on the higher of two rates earns more (Gong 2022, equations 9.4 and 9.10, Lemma 5).

    Where risk does not matter for the take-up T: (M - funds N) / (M + loss N), with M = T(high) high - T(low) low and
    N = T(high) - T(low), which may lie outside 0 and 1; else the root in between. +inf where nobody would take the
    higher rate, where the profits never cross, and by risk where the lower rate earns less already at a risk of 0.

    >>> from ddcore.decisions.take_up import quartic
    >>> round(break_even_risk(LoanTerms(), quartic(), 0.35, 0.40), 4)
    0.2702
    """
    if not take_up.by_risk:
        rates = np.array([low, high])
        return float(_break_evens_by_rate(terms, rates, take_up(rates))[0, 1])
    end = float(terms.zero_profit_risk(low))

    def ahead(risk: float) -> float:
        # At this risk the lower rate earns exactly 0, which rounding would turn into a number of either sign.
        lower = 0.0 if risk == end else float(expected_profit(terms, take_up, low, risk))
        return lower - float(expected_profit(terms, take_up, high, risk))

    return float(brentq(ahead, 0, end, xtol=1e-15)) if ahead(end) < 0 <= ahead(0) else math.inf


def _break_evens_by_rate(terms: LoanTerms, rates: Array, taken: Array) -> Array:
    """The cutoffs of each rate, a row, and each higher one, where risk does not matter for the take-up."""
    earned = taken * rates
    m, n = earned - earned[:, None], taken - taken[:, None]
    steeper = m + terms.loss * n
    known = (taken > 0) & (steeper != 0)
    return np.asarray(np.divide(m - terms.funds * n, steeper, out=np.full(n.shape, math.inf), where=known))


def expected_profit(terms: LoanTerms, take_up: TakeUp, rate: ArrayLike, risk: ArrayLike) -> Array:
    """Expected profit of an applicant who is offered a rate: that of a loan, times the chance that it is taken.

    Rate and risk are broadcast.

    >>> from ddcore.decisions.take_up import quartic
    >>> expected_profit(LoanTerms(), quartic(), [0.2, 0.3], 0.1).round(4).tolist()
    [0.0848, 0.1243]
    """
    return np.asarray(terms.profit(rate, risk) * take_up(rate, risk))


def margin_policy(
    terms: LoanTerms, rates: Sequence[float], margin: float, limits: LendingLimits = DEFAULT_LIMITS
) -> Policy:
    """Risk-based pricing: the lowest rate that covers the cost of funds, one margin for all, and the risk.

    Category i ends at the risk r_i - funds - margin (Gong 2022, section 9.1). Raises `InputError` as `checked_rates`,
    and "the margin must be between 0 and 10, got -0.1".

    >>> [round(bound, 4) for bound in margin_policy(LoanTerms(0.02), [0.1399, 0.1799, 0.2599], 0.03).bounds]
    [0.0899, 0.1299, 0.2099]
    """
    rising = checked_rates(rates, limits)
    if not 0 <= float(numbers("the margin", margin)) <= HIGHEST:
        raise InputError(f"the margin must be between 0 and {HIGHEST:g}, got {margin:g}")
    covered = (rate - terms.funds - margin for rate in rising)
    return Policy(rising, tuple(min(risk, limits.riskiest) if risk >= 0 else -math.inf for risk in covered))


def cutoff_policy(
    terms: LoanTerms, rates: Sequence[float], take_up: TakeUp, limits: LendingLimits = DEFAULT_LIMITS
) -> Policy:
    """The best category for each risk: the upper envelope of the expected profits of all rates, and rejection.

    From the rate that earns most at a risk of 0, on to the rate with the nearest break-even, and so on (Gong 2022,
    Propositions 16 and 17). Rates that are nowhere best have nobody. The break-evens of neighbours alone (equation
    9.10) need not rise: the hypothesis of Proposition 18 fails at low rates. Raises `InputError` as `checked_rates`.

    >>> from ddcore.decisions.take_up import quartic
    >>> [round(bound, 4) for bound in cutoff_policy(LoanTerms(), [0.28, 0.35, 0.4], quartic()).bounds]
    [0.0683, 0.2702, 0.4111]
    """
    rising = checked_rates(rates, limits)
    offered = np.array(rising)
    taken = take_up(offered)
    at_zero = terms.repaid(offered) * taken
    bounds = [-math.inf] * len(rising)
    if not at_zero.max() > 0:
        return Policy(rising, tuple(bounds))
    here = int(np.argmax(at_zero))
    reached = 0.0
    ends = terms.zero_profit_risk(rising).tolist()
    by_rate = [] if take_up.by_risk else _break_evens_by_rate(terms, offered, taken).tolist()
    while True:
        later = {
            j: break_even_risk(terms, take_up, rising[here], rising[j]) if take_up.by_risk else by_rate[here][j]
            for j in range(here + 1, len(rising))
        }
        next_one = min(later, key=lambda j: (later[j], -j), default=None)
        end = ends[here]
        if next_one is None or later[next_one] > end:
            reached = max(reached, end)
            bounds[here:] = [reached] * (len(rising) - here)
            break
        reached = max(reached, later[next_one])
        bounds[here:next_one] = [reached] * (next_one - here)
        here = next_one
    return Policy(rising, tuple(min(bound, limits.riskiest) for bound in bounds))


def profit_by_rate(terms: LoanTerms, rates: ArrayLike, take_up: TakeUp, risk: ArrayLike) -> Array:
    """Expected profit per applicant at each rate (a row each) and risk (a column each): what thresholds choose from.

    >>> from ddcore.decisions.take_up import quartic
    >>> profit_by_rate(LoanTerms(), [0.2, 0.3], quartic(), [0.0, 0.1]).round(4).tolist()
    [[0.1442, 0.0848], [0.1767, 0.1243]]
    """
    return expected_profit(terms, take_up, np.asarray(rates, np.float64)[:, None], np.asarray(risk, np.float64))
