"""What propositions about lending ask of those who accept a rate, and from which rates on they have it.

After M. Gong, *Studies on classification problems and application in consumer lending optimization system*, University
of Delaware, 2022, section 9.3: Lemma 5 and Propositions 18 and 19. Rates are parts of a loan.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from ddcore.arrays import Array
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy, break_even_risk
from ddcore.decisions.take_up import TakeUp

Ranges = tuple[tuple[float, float], ...]
"""Ranges of rates, ascending."""

GRID = 2001
"""Even rates between which each condition is looked at; where one begins or ends is refined."""
ROUNDING = 1e-9
"""Slopes that rise by less than this part of themselves do not rise."""


@dataclass(frozen=True)
class TakeUpConditions:
    """Where between the limits each condition holds, at no risk and as far as anybody accepts.

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
    """Where the conditions hold between the lowest and the highest rate.

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
    """Where a slope is 0 next to a place of a grid; the place itself at the ends and where it only leaps."""
    here = float(grid[place])
    if slope is None or place in (0, grid.size - 1):
        return here
    low, high = float(grid[place - 1]), float(grid[place + 1])
    return float(brentq(slope, low, high, xtol=1e-14)) if slope(low) * slope(high) < 0 else here


def neighbours(terms: LoanTerms, take_up: TakeUp, rates: Sequence[float]) -> tuple[float, ...]:
    """The risk at which each rate but the first earns as much as the one before it (Gong 2022, equation 9.10).

    >>> from ddcore.decisions.take_up import quartic
    >>> [round(risk, 3) for risk in neighbours(LoanTerms(), quartic(), [0.3, 0.35, 0.4])]
    [0.111, 0.27]
    """
    return tuple(break_even_risk(terms, take_up, low, high) for low, high in pairwise(rates))


def neighbours_suffice(terms: LoanTerms, take_up: TakeUp, policy: Policy) -> bool:
    """Whether the break-evens of neighbouring rates alone are the best thresholds, those of `policy`.

    They have to rise; one of 0 or less says that the lower rate is best for nobody, and one beyond the last threshold
    that nobody gets the higher one.

    >>> from ddcore.decisions.cutoffs import cutoff_policy
    >>> from ddcore.decisions.take_up import quartic
    >>> given = [cutoff_policy(LoanTerms(), rates, quartic()) for rates in ([0.3, 0.35, 0.4], [0.1, 0.22, 0.3])]
    >>> [neighbours_suffice(LoanTerms(), quartic(), policy) for policy in given]
    [True, False]
    """
    evens = neighbours(terms, take_up, policy.rates)
    if not policy.used or any(low > high for low, high in pairwise(evens)):
        return False
    return all(
        abs(even - bound) <= ROUNDING if 0 < bound < policy.last else even <= ROUNDING if bound <= 0 else even >= bound
        for even, bound in zip(evens, policy.bounds, strict=False)
    )
