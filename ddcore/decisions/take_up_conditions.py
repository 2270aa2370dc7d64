"""What propositions about lending ask of those who accept a rate, and from which rates on they have it.

After M. Gong, *Studies on classification problems and application in consumer lending optimization system*, University
of Delaware, 2022, section 9.3: Lemma 5 and Propositions 18 and 19. Rates are parts of a loan.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from ddcore.arrays import Array
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy, break_even_risk, expected_profit
from ddcore.decisions.take_up import TakeUp

Ranges = tuple[tuple[float, float], ...]
"""Ranges of rates, ascending."""

GRID = 2001
"""Even rates between which each condition is looked at; where one begins or ends is refined."""
ROUNDING = 1e-9
"""Slopes that rise by less than this part of themselves do not rise."""


@dataclass(frozen=True)
class TakeUpConditions:
    """The ranges between the limits in which each condition holds, at no risk and as far as anybody accepts.

    `log_concave`: T'/T does not rise. `concave`: T' does not. `falls`: r T(r) falls, and `falls_by_loss`: (r + loss)
    T(r) does, which is weaker and enough for Proposition 18. `ends` is the rate from which on nobody accepts.
    """

    log_concave: Ranges
    concave: Ranges
    falls: Ranges
    falls_by_loss: Ranges
    ends: float

    def hold(self, ranges: Ranges, rates: Sequence[float]) -> bool:
        """Whether one of the ranges covers all of these rates that somebody accepts.

        >>> TakeUpConditions((), (), (), (), 0.5).hold(((0.2, 0.5),), [0.2, 0.4, 0.6])
        True
        """
        taken = [rate for rate in rates if rate <= self.ends]
        return not taken or any(low <= taken[0] and taken[-1] <= high for low, high in ranges)


def conditions(take_up: TakeUp, terms: LoanTerms, limits: LendingLimits) -> TakeUpConditions:
    """The ranges between the lowest and the highest rate in which the conditions hold.

    >>> from ddcore.decisions.take_up import quartic
    >>> asked = conditions(quartic(), LoanTerms(), LendingLimits())
    >>> [(round(low, 3), round(high, 3)) for low, high in (*asked.log_concave, *asked.falls, *asked.falls_by_loss)]
    [(0.0, 0.5), (0.293, 0.5), (0.173, 0.5)]
    """
    bends = [rate for rate in take_up.bends if limits.low < rate < limits.high]
    grid = np.unique(np.append(np.linspace(limits.low, limits.high, GRID), bends))
    taken = take_up.share(grid, np.zeros(grid.size))
    last = int(np.argmax(taken <= 0)) if (taken <= 0).any() else grid.size - 1
    grid, taken = grid[: last + 1], taken[: last + 1]
    steep = take_up.slope(grid, np.zeros(grid.size))
    # At the last rate nobody may accept: a share of no one has no slope of its logarithm.
    relative = np.divide(steep, taken, out=np.full(grid.size, -np.inf), where=taken > 0)

    def falls(extra: float) -> Ranges:
        def slope(rate: float) -> float:
            at, none = np.array([rate]), np.zeros(1)
            return float((take_up.share(at, none) + (rate + extra) * take_up.slope(at, none))[0])

        return _ranges(grid, np.diff((grid + extra) * taken) < 0, slope)

    return TakeUpConditions(
        _ranges(grid, _no_rise(relative)),
        _ranges(grid, _no_rise(steep)),
        falls(0.0),
        falls(terms.loss),
        float(grid[-1]),
    )


def _no_rise(slopes: Array) -> NDArray[np.bool_]:
    """Between which neighbours a slope does not rise, but for rounding."""
    return slopes[1:] <= slopes[:-1] + ROUNDING * np.maximum(np.abs(slopes[:-1]), 1)


def _ranges(grid: Array, held: NDArray[np.bool_], slope: Callable[[float], float] | None = None) -> Ranges:
    """The runs of cells of a grid in which something holds; ends inside are where `slope` is 0, if it is given."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], held, [False])).astype(np.int8)))
    runs = []
    for first, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        runs.append((_refined(grid, first, slope), _refined(grid, end, slope)))
    return tuple(runs)


def _refined(grid: Array, place: int, slope: Callable[[float], float] | None) -> float:
    """The zero of a slope next to a place of a grid; the place itself at the ends and where the slope jumps."""
    here = float(grid[place])
    if slope is None or place in (0, grid.size - 1):
        return here
    low, high = float(grid[place - 1]), float(grid[place + 1])
    return float(brentq(slope, low, high, xtol=1e-14)) if slope(low) * slope(high) < 0 else here


def ahead_from(terms: LoanTerms, take_up: TakeUp, low: float, high: float) -> float:
    """The risk from which on the higher of two rates earns more: -inf where it does at any risk, +inf where at none.

    An equation such as 9.10 of Gong 2022 may put the two even at a risk that nobody has, below 0 or above 1: then the
    higher rate earns more at every risk, since it loses less by those who default.

    >>> from ddcore.decisions.take_up import quartic
    >>> [round(ahead_from(LoanTerms(), quartic(), *pair), 3) for pair in ((0.1, 0.22), (0.35, 0.4), (0.4, 0.6))]
    [-inf, 0.27, inf]
    """
    taken = take_up(high, np.array([0.0, 1.0]))
    if not taken.max() > 0 or not terms.zero_profit_risk(high) > 0:
        return math.inf
    lower, higher = expected_profit(terms, take_up, [low, high], 0.0)
    return -math.inf if higher >= lower else break_even_risk(terms, take_up, low, high)


def neighbours(terms: LoanTerms, take_up: TakeUp, rates: Sequence[float]) -> tuple[float, ...]:
    """From which risk on each rate but the first earns more than the one before it, see `ahead_from`.

    >>> from ddcore.decisions.take_up import quartic
    >>> [round(risk, 3) for risk in neighbours(LoanTerms(), quartic(), [0.22, 0.3, 0.35, 0.4])]
    [-inf, 0.111, 0.27]
    """
    return tuple(ahead_from(terms, take_up, low, high) for low, high in pairwise(rates))


@dataclass(frozen=True)
class RateCrossing:
    """Two rates that earn the same, `profit`, at a risk between 0 and 1; below it the lower one earns more."""

    low: float
    high: float
    risk: float
    profit: float


def rate_crossings(terms: LoanTerms, take_up: TakeUp, rates: Sequence[float]) -> list[RateCrossing]:
    """The risks at which two neighbouring rates earn the same, and earn anything (Gong 2022, Lemma 5).

    >>> from ddcore.decisions.take_up import quartic
    >>> [(at.low, at.high, round(at.risk, 3)) for at in rate_crossings(LoanTerms(), quartic(), [0.1, 0.35, 0.4])]
    [(0.35, 0.4, 0.27)]
    """
    found = []
    for low, high in combinations(rates, 2):
        risk = ahead_from(terms, take_up, low, high)
        profit = float(expected_profit(terms, take_up, low, risk)) if math.isfinite(risk) else 0.0
        if profit > 0:
            found.append(RateCrossing(low, high, risk, profit))
    return found


def neighbours_suffice(terms: LoanTerms, take_up: TakeUp, policy: Policy) -> bool:
    """Whether comparing neighbouring rates alone gives the best thresholds, those of `policy`.

    The risks from which on the next rate earns more have to rise; -inf says that the lower rate is best for nobody, and
    one beyond the last threshold that nobody gets the higher one.

    >>> from ddcore.decisions.cutoffs import cutoff_policy
    >>> from ddcore.decisions.take_up import quartic, through_points
    >>> def suffice(take_up):
    ...     return neighbours_suffice(LoanTerms(), take_up, cutoff_policy(LoanTerms(), [0.2, 0.3, 0.4], take_up))
    >>> suffice(quartic()), suffice(through_points([0.2, 0.3, 0.4], [0.9, 0.42, 0.29]))
    (True, False)
    """
    evens = neighbours(terms, take_up, policy.rates)
    if not policy.used or any(low > high for low, high in pairwise(evens)):
        return False
    return all(
        abs(even - bound) <= ROUNDING if 0 < bound < policy.last else even <= ROUNDING if bound <= 0 else even >= bound
        for even, bound in zip(evens, policy.bounds, strict=False)
    )
