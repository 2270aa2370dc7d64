"""Resamples of scored cases, and for each the cases that it left out."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.scores.intervals import is_whole
from ddcore.table import ScoreTable

Array = NDArray[np.float64]

RESAMPLES = 200
POINTS = 2000
"""Thresholds at which resamples are counted; where there are more, those at even ranks."""
AT_ONCE = 20


@dataclass(frozen=True, eq=False)
class Bags:
    """Counts at each threshold, one row a resample: of the cases drawn (`bag`), and of those never drawn (`rest`)."""

    bag: Cells
    rest: Cells


@dataclass(frozen=True, eq=False)
class Resampling:
    """How a table is resampled: cases are drawn with replacement within each class (Efron 1979).

    `threshold` are those at which resamples are counted, ascending, the last one +inf; `threshold[i]` calls positive
    every case of the groups from i on. `positives` and `negatives` hold the group of each case.
    """

    threshold: Array
    positives: NDArray[np.intp]
    negatives: NDArray[np.intp]

    @classmethod
    def of(cls, table: ScoreTable, also: Iterable[float] = (), points: int = POINTS) -> "Resampling":
        """Counted at every threshold, or at `points` at even ranks; `also` are scores that are among them in any case.

        Raises `InputError` "the cases are weighted, so they cannot be resampled".
        """
        if not is_whole(table):
            raise InputError("the cases are weighted, so they cannot be resampled")
        even = np.linspace(0, table.score.size, points, endpoint=False).astype(np.intp)
        named = np.searchsorted(table.score, [score for score in also if math.isfinite(score)])
        first = np.union1d(even, np.minimum(named, table.score.size - 1))
        group = np.searchsorted(first, np.arange(table.score.size), side="right") - 1
        cases = (np.repeat(group, tally) for tally in (table.positives, table.negatives))
        return cls(np.append(table.score[first], np.inf), *cases)

    def draw(self, resamples: int, *, rng: np.random.Generator) -> Iterator[Bags]:
        """The resamples, some at a time."""
        for start in range(0, resamples, AT_ONCE):
            rows = min(AT_ONCE, resamples - start)
            drawn = [self._class(groups, rows, rng) for groups in (self.positives, self.negatives)]
            yield Bags(*(_cells(drawn[0][place], drawn[1][place]) for place in (0, 1)))

    def _class(self, group: NDArray[np.intp], rows: int, rng: np.random.Generator) -> tuple[Array, Array]:
        """For one class, the cases in and out of the bag in each group, a row a resample."""
        groups = self.threshold.size - 1
        inside, outside = np.zeros((rows, groups)), np.zeros((rows, groups))
        for row in range(rows):
            times = np.bincount(rng.integers(0, group.size, group.size), minlength=group.size) if group.size else group
            inside[row] = np.bincount(group, times, groups)
            outside[row] = np.bincount(group, times == 0, groups)
        return inside, outside


def _cells(positives: Array, negatives: Array) -> Cells:
    """Counts at each threshold from the cases of each group."""
    fn, tn = (np.pad(np.cumsum(one, axis=1), ((0, 0), (1, 0))) for one in (positives, negatives))
    return Cells(tp=fn[:, -1:] - fn, fp=tn[:, -1:] - tn, fn=fn, tn=tn)


def middle(values: Any, level: float = 0.95) -> tuple[float, float]:
    """The ends of the middle share of some values, each one of them; those that are missing are left out.

    >>> middle(np.array([1.0, np.nan, 2.0, np.inf]))
    (1.0, inf)
    """
    known = np.sort(values[~np.isnan(values)])
    if not known.size:
        return math.nan, math.nan
    ends = ((1 - level) / 2 * known.size, (1 + level) / 2 * known.size)
    return float(known[max(math.floor(ends[0]), 0)]), float(known[min(math.ceil(ends[1]), known.size) - 1])
