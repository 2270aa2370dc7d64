"""What does it cost to see that a model beats chance? The cheapest number of cases of each class."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ddcore.chance import power as powers
from ddcore.chance.power import Claim
from ddcore.errors import InputError

SHARES = 9
"""Shares of the rarer class among the labelled cases that are tried."""
MOST = 100_000


@dataclass(frozen=True)
class Prices:
    """What a labelled case costs, and an unlabelled one that is only looked through to find one of the rarer class.

    A case of the rarer class beyond those that come by themselves takes 1 / share unlabelled ones on average. Raises
    `InputError` "the price of a label must be above 0, got 0" and "the price of an unlabelled case must be 0 or more,
    got -1".
    """

    label: float = 1.0
    unlabelled: float = 0.1

    def __post_init__(self) -> None:
        if not self.label > 0:
            raise InputError(f"the price of a label must be above 0, got {self.label:g}")
        if not self.unlabelled >= 0:
            raise InputError(f"the price of an unlabelled case must be 0 or more, got {self.unlabelled:g}")

    def of(self, positives: float, negatives: float, share: float) -> float:
        """What that many labelled cases of each class cost, where that share is positive.

        >>> Prices(label=2, unlabelled=0.1).of(50, 50, 0.1)  # 44.4 positives more than come with 50 negatives
        244.44444444444446
        """
        more_positives = max(0.0, positives - negatives * share / (1 - share))
        more_negatives = max(0.0, negatives - positives * (1 - share) / share)
        looked_through = more_positives / share + more_negatives / (1 - share)
        return self.label * (positives + negatives) + self.unlabelled * looked_through


@dataclass(frozen=True)
class Design:
    """Cases of each class, what they cost, and the probability of "beats chance" among them."""

    positives: int
    negatives: int
    cost: float
    probability: float

    @property
    def total(self) -> int:
        """All labelled cases."""
        return self.positives + self.negatives

    @property
    def share(self) -> float:
        """The share of positives among them."""
        return self.positives / self.total


def designs(claim: Claim, share: float, level: float, prices: Prices) -> list[Design]:
    """For each share of positives that is tried, the design whose verdict is likely enough; the natural share first.

    Tried are steps from the natural share towards four fifths of the rarer class. The number of cases is found by
    halving, so that the teeth of the probability may hide a smaller one by a few cases. Left out are shares at which
    100,000 cases are too few.

    >>> from ddcore.measures import measure
    >>> natural, *others = designs(Claim(measure("J"), 0.8, 0.3), 0.05, 0.9, Prices())
    >>> natural.total, min(others, key=lambda design: design.cost).total
    (190, 46)
    """
    rare = min(share, 1 - share)
    tried = np.geomspace(rare, 0.8, SHARES) if rare < 0.4 else np.linspace(rare, 0.8, SHARES)
    found = [_design(claim, part if share <= 0.5 else 1 - part, share, level, prices) for part in tried]
    return [design for design in found if design is not None]


def _design(claim: Claim, sampled: float, share: float, level: float, prices: Prices) -> Design | None:
    total = enough(claim, sampled, level)
    if total is None:
        return None
    P, N = powers.classes_of(total, sampled)
    return Design(P, N, prices.of(P, N, share), powers.power(claim, P, N))


def enough(claim: Claim, share: float, level: float) -> int | None:
    """A number of cases whose verdict is likely enough, found by halving to half a percent; None beyond 100,000.

    >>> from ddcore.measures import measure
    >>> enough(Claim(measure("J"), 0.8, 0.3), 0.5, 0.9)
    36
    """
    if not powers.ahead(claim, share) > 0:
        return None

    def probability(total: int) -> float:
        return powers.power(claim, *powers.classes_of(total, share))

    low, high = 2, 16
    while probability(high) < level:
        low, high = high, 2 * high
        if high > MOST:
            return None
    while high - low > max(1, high // 200):
        middle = (low + high) // 2
        low, high = (low, middle) if probability(middle) >= level else (middle, high)
    return high


def cheapest(found: Sequence[Design]) -> Design | None:
    """The design that costs least; None where there is none."""
    return min(found, key=lambda design: design.cost, default=None)
