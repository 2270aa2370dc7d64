"""Groups held against a reference group: by how much, and how many times, a measure is higher there, with intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.chance.groups import corrected
from ddcore.chance.two_classifiers import Comparison, TwoClassifiers
from ddcore.interval import UNKNOWN, Interval, confident
from ddcore.measures import Measure


@dataclass(frozen=True, eq=False)
class Gaps:
    """One measure of some groups beside that of a reference group; element i belongs to the group `names[i]`.

    A comparison has the group first and the reference second. `ratios` are NaN where the measure can be negative, so
    that they mean nothing. `adjusted` are the p values corrected for the number of groups, NaN where there is no gap.
    """

    names: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    ratios: tuple[Interval, ...]
    adjusted: Array
    level: float

    @property
    def sign(self) -> NDArray[np.int64]:
        """1 where a group is surely higher than the reference, -1 where lower, 0 where that may be chance."""
        signs = np.array([comparison.sign for comparison in self.comparisons], np.int64)
        return np.asarray(np.where(self.adjusted <= 1 - self.level, signs, 0))


def gaps(
    pairs: Mapping[str, TwoClassifiers], measure: Measure, correction: str = "bh", level: float | None = None
) -> Gaps:
    """The gap and the ratio of each group to the reference; `pairs` have the cases of a group first, by its name.

    The gap is that of `TwoClassifiers.difference`, the ratio that of `TwoClassifiers.ratio`: both leave out no
    difference together, but for rounding. A gap is sure where its p, corrected as `groups.corrected` does, is at most
    what the level leaves and its interval leaves out 0.

    >>> from ddcore.counts import Counts
    >>> from ddcore.measures import measure
    >>> all_cases = Counts(tp=90, fp=5, fn=10, tn=95)
    >>> pairs = {"a": TwoClassifiers.of_counts(Counts(tp=20, fp=2, fn=30, tn=48), all_cases)}
    >>> found = gaps(pairs, measure("TPR"))
    >>> found.comparisons[0].interval.value, round(found.ratios[0].value, 3), found.sign.tolist()
    (-0.5, 0.444, [-1])
    """
    comparisons = tuple(both.difference(measure) for both in pairs.values())
    positive = min(measure.best, measure.worst) >= 0
    ratios = tuple(both.ratio(measure) if positive else UNKNOWN for both in pairs.values())
    found = Gaps(tuple(pairs), comparisons, ratios, np.empty(0), confident(level))
    return together([found], correction)[0]


def both_ways(found: Gaps, other: str) -> Gaps:
    """The gap of one group to the other, and that of the other to the one; the number of comparisons stays one.

    >>> from ddcore.counts import Counts
    >>> from ddcore.measures import measure
    >>> b = Counts(tp=40, fp=5, fn=10, tn=95)
    >>> pair = {"a": TwoClassifiers.of_counts(Counts(tp=20, fp=2, fn=30, tn=48), b)}
    >>> both = both_ways(gaps(pair, measure("TPR")), "b")
    >>> both.names, [round(ratio.value, 3) for ratio in both.ratios], both.sign.tolist()
    (('a', 'b'), [0.5, 2.0], [-1, 1])
    """
    (comparison,), (ratio,) = found.comparisons, found.ratios
    with np.errstate(divide="ignore"):
        value, high, low = np.divide(1.0, [ratio.value, ratio.low, ratio.high]).tolist()
    return replace(
        found,
        names=(*found.names, other),
        comparisons=(comparison, comparison.swapped()),
        ratios=(ratio, replace(ratio, value=value, low=low, high=high)),
        adjusted=np.repeat(found.adjusted, 2),
    )


def together(found: Sequence[Gaps], correction: str = "bh") -> tuple[Gaps, ...]:
    """The gaps of several measures, each p corrected for the number of all of them.

    >>> from ddcore.counts import Counts
    >>> from ddcore.measures import measure
    >>> all_cases = Counts(tp=90, fp=5, fn=10, tn=95)
    >>> pairs = {"a": TwoClassifiers.of_counts(Counts(tp=20, fp=2, fn=30, tn=48), all_cases)}
    >>> recall, alarms = together([gaps(pairs, measure(key)) for key in ("TPR", "FPR")], "holm")
    >>> round(float(recall.adjusted[0] / recall.comparisons[0].p), 6), alarms.adjusted[0] == alarms.comparisons[0].p
    (2.0, np.True_)
    """
    p = np.array([comparison.p for each in found for comparison in each.comparisons], np.float64)
    adjusted, known = np.full(p.size, np.nan), ~np.isnan(p)
    adjusted[known] = corrected(p[known], correction)
    ends = np.cumsum([len(each.names) for each in found])[:-1]
    return tuple(replace(each, adjusted=own) for each, own in zip(found, np.split(adjusted, ends), strict=True))
