"""How many cases does it take? The least number whose verdict is likely enough, and the cheapest way to get them."""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from ddcore.arrays import Array
from ddcore.chance import power as powers
from ddcore.chance.power import Claim, classes_of
from ddcore.errors import InputError

LEVELS = (0.8, 0.9, 0.95)
"""How probable a verdict shall be."""
FINE = 10_000
"""Up to so many cases each number is looked at, beyond them every percent."""
FINE_NULL = 200
"""The same for a null value, whose probability has longer teeth, so that more numbers must be looked at."""
MOST = 100_000
"""Up to so many cases probabilities are exact sums, beyond them the normal law's."""


def _grid(fine: int) -> list[int]:
    numbers = list(range(2, fine + 1))
    while numbers[-1] < MOST:
        numbers.append(min(math.ceil(numbers[-1] * 1.01), MOST))
    return numbers


FEW = 400
"""Below so many cases drawn numbers of positives move the number that is enough by more than a quarter."""
GRID, NULL_GRID = _grid(FINE), _grid(FINE_NULL)
"""The numbers of cases that are looked at, ascending."""


@dataclass(frozen=True)
class Least:
    """The least number of cases with which something has a probability of at least `level`.

    `first` is the first number that has it, `steady` the first from which on all have it: probabilities of whole counts
    go up and down like the teeth of a saw. `exact` is False where both are the normal law's. NaN where no number is
    enough, infinite where more than 10^12 are.
    """

    level: float
    first: float
    steady: float
    exact: bool = True


@dataclass(eq=False)
class Search:
    """A probability that rises with the number of cases but for teeth, at the numbers of a `grid`, kept as computed.

    `teeth` bounds how far it may fall from one number to a later one.
    """

    probability: Callable[[int], float]
    teeth: Callable[[int], float]
    grid: Sequence[int] = tuple(GRID)
    known: dict[int, float] = field(default_factory=dict)

    def at(self, place: int) -> float:
        """The probability at a place of the grid."""
        total = self.grid[place]
        if total not in self.known:
            self.known[total] = self.probability(total)
        return self.known[total]

    def coarse(self) -> list[int]:
        """Places, ever farther apart, until the probability is nearly 1 or the grid ends."""
        places, total = [0], 2.0
        while places[-1] < len(self.grid) - 1 and not (self.at(places[-1]) > 0.999 and len(places) > 8):
            total = max(total * 1.25, total + 1)
            places.append(min(bisect_left(self.grid, total), len(self.grid) - 1))
        return places

    def halved(self, level: float, near: Least) -> Least:
        """The first number with a probability that has no teeth, near that of another one."""
        apart = 2 if near.first < FEW else 1.25
        low, high = (bisect_left(self.grid, cases) for cases in (near.first / apart, min(near.steady * apart, MOST)))
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.at(middle) >= level else (middle + 1, high)
        return Least(level, self.grid[low], self.grid[low])

    def least(self, level: float) -> Least | None:
        """The first number with a probability of at least `level`, and the first that keeps it; None beyond the grid.

        Halving finds where the probability is farther from the level than the teeth reach, below and above; every place
        between is looked at.

        >>> search = Search(lambda total: total / 100 - 0.02 * (total % 3 == 0), lambda total: 0.03)
        >>> search.least(0.8)
        Least(level=0.8, first=80, steady=82, exact=True)
        """
        places = self.coarse()
        sure = [place for place in places if self.at(place) >= level + self.teeth(self.grid[place])]
        if not sure and self.at(places[-1]) < level:
            return None
        last = sure[0] if sure else places[-1]
        below = [place for place in places if place < last and self.at(place) < level - self.teeth(self.grid[place])]
        start = below[-1] if below else 0
        if sure:
            last = self._edge(start, last, lambda place: self.at(place) < level + self.teeth(self.grid[place]))[1]
        if below:
            start = self._edge(start, last, lambda place: self.at(place) < level - self.teeth(self.grid[place]))[0]
        scanned = range(start, last + 1)
        reached = [place for place in scanned if self.at(place) >= level]
        failed = [place for place in scanned if self.at(place) < level]
        steady = failed[-1] + 1 if failed else scanned[0]
        return Least(level, self.grid[reached[0]], self.grid[min(steady, len(self.grid) - 1)])

    @staticmethod
    def _edge(low: int, high: int, is_low: Callable[[int], bool]) -> tuple[int, int]:
        """Two neighbouring places between a low one and a high one, the first of them low and the other not."""
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if is_low(middle) else (low, middle)
        return low, high


@dataclass(frozen=True, eq=False)
class Plan:
    """What that many cases of a claim can show, and the least number for each probability wanted.

    `total` are numbers of cases, ascending, `probability` is that of "beats chance" with each, or of "better than the
    null value". `gap` is how far the score lies beyond the bar among very many cases, NaN where nothing lies beyond it.
    """

    claim: Claim
    share: float
    drawn: bool
    least: tuple[Least, ...]
    total: Array
    probability: Array
    gap: float

    @property
    def border(self) -> tuple[float, float] | None:
        """The exact probability with the most cases of the curve and the normal law's, where the sums end."""
        if self.total.size == 0 or self.total[-1] < MOST:
            return None
        return float(self.probability[-1]), float(powers.approximate_power(self.claim, MOST, self.share))


def plan(
    claim: Claim,
    share: float,
    levels: Sequence[float] = LEVELS,
    *,
    drawn: bool = False,
) -> Plan:
    """The least numbers of cases, `share` of them positive, whose verdict is "beats chance" with each probability.

    With a null value in the claim the verdict is that the score is better than it. Up to 100,000 cases the
    probabilities are exact sums (`power.power`, and `power.drawn_power` where the number of positives is `drawn`),
    beyond them the normal law's. Raises `InputError` "the share of positives must be between 0 and 1, got 1".

    >>> from ddcore.measures import measure
    >>> [least.steady for least in plan(Claim(measure("J"), 0.8, 0.3), 0.5).least]
    [29, 38, 48]
    """
    if not 0 < share < 1:
        raise InputError(f"the share of positives must be between 0 and 1, got {share:g}")
    gap = powers.ahead(claim, share)
    if not gap > 0:
        return Plan(claim, share, drawn, tuple(Least(level, math.nan, math.nan) for level in levels), *_none(), gap)
    teeth, grid = (_teeth, GRID) if claim.null is None else (powers.weight_of_a_count, NULL_GRID)
    search = Search(lambda total: powers.power(claim, *classes_of(total, share)), partial(teeth, claim, share), grid)
    least = tuple(search.least(level) or _beyond(claim, share, level) for level in levels)
    if drawn:
        search, least = _drawn(claim, share, least, sorted(search.known))
    total = np.array(sorted(search.known))
    return Plan(claim, share, drawn, least, total, np.array([search.known[cases] for cases in total]), gap)


CURVE = 10
"""Numbers of cases at which the curve of a drawn number of positives is computed."""


def _drawn(
    claim: Claim, share: float, least: Sequence[Least], totals_searched: Sequence[int]
) -> tuple[Search, tuple[Least, ...]]:
    """The search where the number of positives is drawn, which smooths the teeth: near the numbers found without."""
    grid = GRID if claim.null is None else NULL_GRID
    search = Search(lambda total: powers.drawn_power(claim, total, share), lambda total: 0.0, grid)
    found = tuple(search.halved(one.level, one) if one.exact else one for one in least)
    for total in np.unique(np.geomspace(totals_searched[0], totals_searched[-1], CURVE).astype(int)):
        search.at(bisect_left(grid, total))
    return search, found


def _none() -> tuple[Array, Array]:
    return np.array([]), np.array([])


def _teeth(claim: Claim, share: float, total: int) -> float:
    """How far the probability may fall at most, by the largest falls seen: about as probable as one single count."""
    t, f = claim.tpr, claim.fpr
    spread = math.sqrt(total * (share * t * (1 - t) + (1 - share) * f * (1 - f)) + 1)
    return 0.4 / spread * min(1.0, math.sqrt(100 / total))


def _beyond(claim: Claim, share: float, level: float) -> Least:
    """The least number by the normal law, which rises with the cases, where exact sums would be long."""
    low, high = float(MOST), 2.0 * MOST
    while powers.approximate_power(claim, high, share) < level:
        low, high = high, 2 * high
        if high > 1e12:
            return Least(level, math.inf, math.inf, exact=False)
    while high - low > max(1.0, 1e-6 * high):
        middle = (low + high) / 2
        low, high = (low, middle) if powers.approximate_power(claim, middle, share) >= level else (middle, high)
    return Least(level, math.ceil(high), math.ceil(high), exact=False)
