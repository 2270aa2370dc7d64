"""Classifiers under prices, shares of positives and numbers of cases that may come, and which price matters most."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from ddcore.counts import CELLS, Cells, Counts
from ddcore.decisions.period import Period
from ddcore.decisions.utility import Utility, constant_yields, yield_interval
from ddcore.interval import Interval


@dataclass(frozen=True, eq=False)
class Option:
    """One way to decide: a model or a constant answer, its mean a case, and that less its fixed cost a case, `net`."""

    name: str
    constant: bool
    earned: Interval
    net: Interval


def options(
    models: Mapping[str, Counts],
    always: Sequence[str],
    utility: Utility,
    prevalence: float,
    period: Period,
    share: float | None = None,
) -> list[Option]:
    """Models and constant answers by what they are worth, the fixed cost of a model paid, the best first.

    The cases have the `prevalence`; with another `share` of positives each class counts as much as it has there.
    Without a number of cases no fixed cost is paid.

    >>> models = {"A": Counts(tp=27, fp=15, fn=23, tn=35)}
    >>> factory = Utility(tp=15, fp=-335, fn=-35, tn=165)
    >>> ranked = options(models, ("long", "short"), factory, 0.5, Period("month", 10, 5.0))
    >>> [(each.name, each.net.value) for each in ranked]
    [('always short', 65.0), ('A', 3.0), ('always long', -160.0)]
    """
    there = utility if share is None else utility.at_share(share, prevalence)
    fixed = period.fixed / period.cases if period.cases else 0.0
    found = []
    for name, counts in models.items():
        earned = yield_interval(there, counts, prevalence=prevalence)
        found.append(Option(name, False, earned, earned.scaled(1.0, -fixed)))
    free = constant_yields(there, prevalence)
    for name, value in zip(always, (float(free.positive), float(free.negative)), strict=True):
        earned = Interval(value, value, value, 0.0)
        found.append(Option(f"always {name}", True, earned, earned))
    return sorted(found, key=lambda option: -option.net.value)


@dataclass(frozen=True, eq=False)
class Swing:
    """A price, or the share of positives, a step lower and a step higher, and what a classifier is worth with each.

    `cell` is the outcome of a price, or `SHARE`; `low` and `high` are the payoffs then, and `shares` the shares, None
    for a price. Payoffs at another share count each class as much as it has there (`Utility.at_share`).
    """

    cell: str
    low: Utility
    high: Utility
    worth: tuple[float, float]
    shares: tuple[float, float] | None = None

    @property
    def width(self) -> float:
        """How far apart the two worths are."""
        return abs(self.worth[1] - self.worth[0])

    def as_written(self, sign: int) -> tuple[float, float]:
        """The worths with it lower and higher, as they are written: with the sign -1 a higher cost is a lower price.

        >>> nothing = Utility(tp=0, fp=-1, fn=-1, tn=0)
        >>> Swing("fp", nothing, nothing, (-3.0, -1.0)).as_written(-1)
        (1.0, 3.0)
        """
        low, high = (sign * worth for worth in self.worth)
        return (high, low) if sign < 0 and self.shares is None else (low, high)


def swings(utility: Utility, step: float, counts: Cells) -> list[Swing]:
    """Each of the four prices moved by a step both ways, the others kept; the one that moves the mean most first.

    The mean of the counts is linear in each price: it moves by the step times the share of cases in that cell.

    >>> moved = swings(Utility(tp=0, fp=-1, fn=-5, tn=0), 0.5, Counts(tp=3, fp=2, fn=1, tn=4))
    >>> [(swing.cell, swing.worth) for swing in moved][:2]
    [('tn', (-0.9, -0.5)), ('tp', (-0.85, -0.55))]
    """
    found = []
    for cell in CELLS:
        low, high = (_moved(utility, cell, by) for by in (-step, step))
        found.append(Swing(cell, low, high, (float(low(counts)), float(high(counts)))))
    return sorted(found, key=attrgetter("width"), reverse=True)


SHARE = "share"
"""What is moved where it is no price."""


def share_swing(utility: Utility, part: float, counts: Cells, prevalence: float) -> Swing:
    """The share of positives lower and higher by a part of itself, the rates kept; no higher than 1.

    >>> moved = share_swing(Utility(tp=0, fp=-1, fn=-5, tn=0), 0.5, Counts(tp=3, fp=2, fn=1, tn=4), 0.4)
    >>> [round(share, 6) for share in moved.shares], [round(worth, 6) for worth in moved.worth]
    ([0.2, 0.6], [-0.516667, -0.883333])
    """
    low, high = shares = prevalence * (1 - part), min(1.0, prevalence * (1 + part))
    there = utility.at_share(low, prevalence), utility.at_share(high, prevalence)
    return Swing(SHARE, *there, (float(there[0](counts)), float(there[1](counts))), shares)


def _moved(utility: Utility, cell: str, by: float) -> Utility:
    payoffs = {name: np.asarray(payoff) + by * (name == cell) for name, payoff in utility.payoffs.items()}
    return Utility(**payoffs, unit=utility.unit)
