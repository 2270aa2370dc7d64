"""The baseline over the number of positives, at a fixed number of cases (van de Bijl et al. 2024, Figure 2)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.chance.dutch_draw import Baseline, baseline, checked_classes
from ddcore.chance.optimum import SMALL, Intervals
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

EVERY = 101
"""Numbers of positives up to which each has its baseline; of more as many are taken, evenly."""
SOUGHT = 61
"""The number of shares computed where the best number of positive predictions has to be searched for."""
SLOW = 21
"""The number of shares where that search takes long: for a formula, two peaks among few cases, or above 10^7 cases."""
LARGEST_OWN = 10_000_000
"""Cases up to which a formula of one's own, of whose mean no shape is known, has a curve."""


@dataclass(frozen=True, eq=False)
class ShareCurve:
    """The baselines of one measure; element i of each belongs to `positives[i]` of `total` cases.

    >>> curve = baseline_over_share("G2", 4)
    >>> curve.positives.tolist(), curve.reached
    ([0, 1, 2, 3, 4], ((), ((3, 3),), ((2, 2),), ((1, 1),), ()))
    """

    measure: Measure
    total: int
    positives: NDArray[np.int64]
    reaches: tuple[Baseline, ...]

    @property
    def share(self) -> Array:
        """The share of positives."""
        return self.positives / self.total

    @property
    def best(self) -> Array:
        """The best mean without skill, NaN where no draw has a value."""
        return np.array([reach.best(self.measure.better) for reach in self.reaches])

    @property
    def reached(self) -> tuple[Intervals, ...]:
        """The numbers predicted positive that reach it."""
        return tuple(reach.reached(self.measure.better) for reach in self.reaches)


def baseline_over_share(measure: str | Measure, total: int, points: int | None = None) -> ShareCurve:
    """The baseline at every number of positives; of more than `points` at that many, evenly spaced, and at 1 and M - 1.

    Raises `InputError` as `dutch_draw.baseline` does.

    >>> baseline_over_share("ACC", 4).best.tolist()
    [1.0, 0.75, 0.5, 0.75, 1.0]
    """
    measure = measure_named(measure)
    M, _ = checked_classes(total, 0)
    most = points or _points(measure, M)
    spread = np.linspace(0, M, min(most, M + 1)).round()
    positives = np.unique(np.append(spread, [1, M - 1])).astype(np.int64)
    return ShareCurve(measure, M, positives, tuple(baseline(measure, M, int(P)) for P in positives))


def _points(measure: Measure, M: int) -> int:
    if measure.slope is not None:
        return EVERY
    shape = measure.shape(M, M // 3) if measure.shape else None
    return SLOW if shape is None or M > 10**7 or (shape == "two peaks" and M <= SMALL) else SOUGHT


def is_quick_over_share(measure: str | Measure, total: int) -> bool:
    """Whether the curve of a measure takes seconds at most.

    >>> is_quick_over_share("G2", 10**9), is_quick_over_share("x = tp * tn / m ** 2", 10**9)
    (True, False)
    """
    row = measure_named(measure)
    return total <= LARGEST_OWN or row.slope is not None or row.shape is not None
