"""Groups held against a reference group: by how much, and how many times, a measure is higher there, with intervals."""

from collections.abc import Mapping
from dataclasses import dataclass

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

    @property
    def largest(self) -> int | None:
        """The place of the largest gap that is sure; None where none is."""
        sure = np.flatnonzero(self.sign)
        return max(sure.tolist(), key=lambda place: abs(self.comparisons[place].interval.value), default=None)


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
    >>> found.comparisons[0].interval.value, round(found.ratios[0].value, 3), found.sign.tolist(), found.largest
    (-0.5, 0.444, [-1], 0)
    """
    comparisons = tuple(both.difference(measure) for both in pairs.values())
    positive = min(measure.best, measure.worst) >= 0
    ratios = tuple(both.ratio(measure) if positive else UNKNOWN for both in pairs.values())
    p = np.array([comparison.p for comparison in comparisons], np.float64)
    adjusted, known = np.full(p.size, np.nan), ~np.isnan(p)
    adjusted[known] = corrected(p[known], correction)
    return Gaps(tuple(pairs), comparisons, ratios, adjusted, confident(level))
