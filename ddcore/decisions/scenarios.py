"""Ways to decide under prices, shares of positives and numbers of cases that may come, and which price matters most."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from ddcore.counts import CELLS, Cells
from ddcore.decisions.period import Period
from ddcore.interval import Interval


@dataclass(frozen=True, eq=False)
class Option:
    """One way to decide: a model or a constant answer, its mean a case, and that less its fixed cost a case, `net`."""

    name: str
    constant: bool
    earned: Interval
    net: Interval


def options(models: Mapping[str, Interval], always: Mapping[str, Interval], period: Period) -> list[Option]:
    """Models and constant answers by their mean yields, the fixed cost of a model paid, the best first.

    Without a number of cases no fixed cost is paid.

    >>> earned = {"A": Interval(3.5)}, {"always long": Interval(-160.0), "always short": Interval(65.0)}
    >>> [(each.name, each.net.value) for each in options(*earned, Period("month", 10, 5.0))]
    [('always short', 65.0), ('A', 3.0), ('always long', -160.0)]
    """
    fixed = period.fixed / period.cases if period.cases else 0.0
    found = [Option(name, False, earned, earned.scaled(1.0, -fixed)) for name, earned in models.items()]
    found += [Option(name, True, earned, earned) for name, earned in always.items()]
    return sorted(found, key=lambda option: -option.net.value)


SHARE = "share"
"""What is moved where it is no price."""


@dataclass(frozen=True)
class Swing:
    """A price, or the share of positives, a step lower and a step higher, and what a classifier is worth with each.

    `moved` is the outcome of a price, or `SHARE`; `low` and `high` are what it is then.
    """

    moved: str
    low: float
    high: float
    worth: tuple[float, float]

    @property
    def width(self) -> float:
        """How far apart the two worths are."""
        return abs(self.worth[1] - self.worth[0])

    def as_written(self, sign: int) -> tuple[float, float]:
        """The worths with it lower and higher, as they are written: with the sign -1 a higher cost is a lower price.

        >>> Swing("fp", -2.0, 0.0, (-3.0, -1.0)).as_written(-1)
        (1.0, 3.0)
        """
        low, high = (sign * worth for worth in self.worth)
        return (high, low) if sign < 0 and self.moved != SHARE else (low, high)


def swings(
    payoffs: Cells, step: float, share: float, part: float, worth: Callable[[Cells, float], float]
) -> list[Swing]:
    """Each of the four prices moved by a step both ways, and the share of positives by a part of itself, at most to 1.

    All else is kept; the one that moves the mean most stands first. `worth` gives the mean at some payoffs and share.
    One class alone has no other share.

    >>> def worth(payoffs, share):
    ...     return payoffs.fp * (1 - share) + payoffs.fn * share
    >>> moved = swings(Cells(tp=0.0, fp=-1.0, fn=-5.0, tn=0.0), 0.5, 0.25, 0.2, worth)
    >>> [(swing.moved, swing.low, swing.high, swing.worth) for swing in moved[:2]]
    [('fp', -1.5, -0.5, (-2.375, -1.625)), ('share', 0.2, 0.3, (-1.8, -2.2))]
    """
    found = []
    for name in CELLS:
        low, high = getattr(payoffs, name) - step, getattr(payoffs, name) + step
        ends = worth(replace(payoffs, **{name: low}), share), worth(replace(payoffs, **{name: high}), share)
        found.append(Swing(name, low, high, ends))
    if 0 < share < 1:
        low, high = share * (1 - part), min(1.0, share * (1 + part))
        found.append(Swing(SHARE, low, high, (worth(payoffs, low), worth(payoffs, high))))
    return sorted(found, key=attrgetter("width"), reverse=True)
