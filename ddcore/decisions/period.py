"""What a mean a case comes to over a period of that many cases, beside the fixed cost of a model, and where it pays."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.counts import Cells
from ddcore.decisions.utility import times_at_share
from ddcore.errors import InputError
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures import Measure
from ddcore.scores.thresholds import Constraint


@dataclass(frozen=True)
class Period:
    """A period, such as a month: how many `cases` it brings, None if not given, and the `fixed` cost of a model.

    All intervals are those of the mean, moved and stretched: the number of cases is taken as known.

    >>> month = Period("month", 10_000, 500.0)
    >>> month.net(Interval(0.25, 0.125, 0.5)).value, month.returned(Interval(0.25, 0.125, 0.5)).value
    (2000.0, 4.0)
    """

    name: str
    cases: int | None
    fixed: float

    def net(self, mean: Interval) -> Interval:
        """A mean a case as the total of the period, less the fixed cost; NaN where the number of cases is not said."""
        cases = math.nan if self.cases is None else self.cases
        return mean.scaled(cases, -self.fixed)

    def returned(self, lead: Interval) -> Interval:
        """What each unit of the fixed cost brings beyond itself; NaN where there is no such cost, or no cases."""
        return self.net(lead).scaled(1 / self.fixed) if self.fixed else UNKNOWN

    def cases_to_pay(self, lead: Interval) -> Interval:
        """From how many cases a period on a lead a case pays the fixed cost; infinite where it never does.

        >>> pays = Period("month", None, 500.0).cases_to_pay(Interval(0.25, -0.125, 0.5))
        >>> pays.value, pays.low, pays.high
        (2000.0, 1000.0, inf)
        """
        return Interval(self._cases(lead.value), self._cases(lead.high), self._cases(lead.low))

    def _cases(self, lead: float) -> float:
        if math.isnan(lead):
            return math.nan
        return self.fixed / lead if lead > 0 else math.inf if self.fixed else 0.0


SHARE_CALLED = Measure(
    key="called",
    name="Share of cases predicted positive",
    function=lambda cells: cells.predicted_positives / cells.total,
    formula="(TP + FP) / M",
    latex=r"\frac{\mathrm{TP} + \mathrm{FP}}{M}",
    best=0.0,
    worst=1.0,
    better="lower",
    source="",
)
"""What a limit is set to."""


@dataclass(frozen=True)
class Limit:
    """At most that many of some cases may be predicted positive.

    `times` is how many times a positive case counts what it does among the counts that are judged, and a negative one.

    >>> Limit(200, 10_000).share
    0.02
    """

    most: int
    of: float
    times: tuple[float, float] = (1.0, 1.0)

    def at_share(self, share: float, prevalence: float) -> "Limit":
        """The totals where another share is positive, TPR and FPR kept, judged by counts that have the `prevalence`.

        >>> Limit(1, 2).at_share(0.9, 0.5).met(Cells(tp=1, fp=4, fn=4, tn=1))
        True
        """
        times = times_at_share(share, prevalence)
        return replace(self, times=(times.tp, times.fp))

    @property
    def share(self) -> float:
        """The largest share of the cases that may be predicted positive."""
        return min(self.most / self.of, 1.0)

    @property
    def constraint(self) -> Constraint:
        """The limit as a condition on a threshold."""
        return Constraint(replace(SHARE_CALLED, function=self._called), self.share)

    def _called(self, cells: Cells) -> Any:
        positive, negative = self.times
        counted = Cells(tp=positive, fp=negative, fn=positive, tn=negative).map(mul, cells)
        return counted.predicted_positives / counted.total

    def met(self, counts: Cells) -> bool:
        """Whether no larger share of these cases is predicted positive; shares that differ by rounding only are one.

        >>> Limit(1, 2).met(Cells(tp=2, fp=0, fn=1, tn=1)), Limit(1, 3).met(Cells(tp=2, fp=0, fn=1, tn=1))
        (True, False)
        """
        return bool(self.each_met(counts))

    def each_met(self, counts: Cells) -> NDArray[np.bool_]:
        """The totals of each of several counts, shaped like them.

        >>> Limit(1, 2).each_met(Cells(tp=np.array([2, 1]), fp=1, fn=np.array([0, 1]), tn=1)).tolist()
        [False, True]
        """
        constraint = self.constraint
        return constraint.met(constraint.measure.on(counts))


def affordable(budget: float, acting: float) -> int:
    """How many cases can be acted on with a budget, exactly: the budget over the cost of one, rounded down.

    Raises `InputError` "acting on a case must cost more than 0, got 0".

    >>> affordable(0.3, 0.1), affordable(1000, 300)
    (3, 3)
    """
    if not acting > 0:
        raise InputError(f"acting on a case must cost more than 0, got {acting:g}")
    return int(Fraction(repr(float(budget))) / Fraction(repr(float(acting))))
