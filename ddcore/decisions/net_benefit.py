"""Net benefit: what a decision is worth in hits per case, where a false alarm weighs the odds of a threshold."""

from dataclasses import dataclass

from ddcore.counts import Cells
from ddcore.decisions.utility import Utility, yield_interval
from ddcore.errors import InputError
from ddcore.interval import Interval


@dataclass(frozen=True)
class NetBenefit:
    """The net benefit of some decisions, and of treating all cases; that of treating none is 0.

    `over_all` and `value` are the differences to both, with intervals.
    """

    threshold: float
    value: Interval
    treat_all: float
    over_all: Interval

    @property
    def over_constant(self) -> Interval:
        """By how much it is more than the better of treating all and treating none."""
        return self.over_all if self.treat_all > 0 else self.value


def net_benefit(counts: Cells, threshold: float, level: float | None = None) -> NetBenefit:
    """The net benefit at a threshold p on the probability (Vickers & Elkin 2006), both class sizes kept.

    TP / M - FP / M p / (1 - p): who acts at p takes (1 - p) / p false alarms for one hit. To treat all is worth
    P / M - N / M p / (1 - p), which is less by TN / M p / (1 - p) - FN / M. Each is a yield of fixed payoffs, so its
    interval is that of `utility.yield_interval`. Raises `InputError` "the threshold probability must be 0 or
    more and below 1, got 1".

    >>> from ddcore.counts import Counts
    >>> found = net_benefit(Counts(tp=60, fp=40, fn=20, tn=180), 0.2)
    >>> round(found.value.value, 4), round(found.treat_all, 4), round(found.over_constant.value, 4)
    (0.1667, 0.0833, 0.0833)
    """
    if not 0 <= threshold < 1:
        raise InputError(f"the threshold probability must be 0 or more and below 1, got {threshold:g}")
    odds = threshold / (1 - threshold)
    value = yield_interval(Utility(tp=1, fp=-odds, fn=0, tn=0), counts, level)
    over_all = yield_interval(Utility(tp=0, fp=0, fn=-1, tn=odds), counts, level)
    return NetBenefit(threshold, value, value.value - over_all.value, over_all)
