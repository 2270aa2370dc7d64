"""Resamples of scored cases, and for each the cases that it left out."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.table import ScoreTable

Array = NDArray[np.float64]
Tally = NDArray[np.int32]

RESAMPLES = 200
POINTS = 2000
"""Thresholds at which resamples are counted; where there are more, those at even ranks."""
ENDS = 100
"""And as many at either end, where some measures are best."""
AT_ONCE = 20


@dataclass(frozen=True, eq=False)
class Bags:
    """Counts at each threshold, one row a resample: of the cases drawn (`bag`), and of those never drawn (`rest`)."""

    bag: Cells
    rest: Cells


@dataclass(frozen=True, eq=False)
class Resamples:
    """Resamples of a table: cases are drawn with replacement within each class (Efron 1979).

    `threshold` are those at which they are counted, ascending, the last one +inf. `drawn` and `left` hold the positives
    and the negatives between each two of them, one row a resample: cases drawn, and cases never drawn.
    """

    threshold: Array
    drawn: tuple[Tally, Tally]
    left: tuple[Tally, Tally]

    @classmethod
    def of(
        cls,
        table: ScoreTable,
        resamples: int = RESAMPLES,
        *,
        rng: np.random.Generator,
        points: int = POINTS,
        progress: Callable[[float], None] = lambda done: None,
    ) -> "Resamples":
        """Counted at every threshold, or where there are more at `points` even ranks and 100 at either end.

        `progress` is told the share that is done. Raises `InputError` "the cases are weighted, so they cannot be
        resampled", "there is no case to resample" and "resamples must be 1 or more, got 0".
        """
        if resamples < 1:
            raise InputError(f"resamples must be 1 or more, got {resamples}")
        if table.weighted:
            raise InputError("the cases are weighted, so they cannot be resampled")
        size = table.score.size
        if not (table.positives.any() or table.negatives.any()):
            raise InputError("there is no case to resample")
        even = np.linspace(0, size, points, endpoint=False).astype(np.intp)
        first = np.unique([*even, *range(min(ENDS, size)), *range(max(size - ENDS, 0), size)])
        group = np.searchsorted(first, np.arange(size), side="right") - 1
        classes = [np.repeat(group, tally) for tally in (table.positives, table.negatives)]
        drawn, left = ([np.zeros((resamples, first.size), np.int32) for _ in classes] for _ in range(2))
        for row in range(resamples):
            for at, cases in enumerate(classes):
                times = (
                    np.bincount(rng.integers(0, cases.size, cases.size), minlength=cases.size) if cases.size else cases
                )
                drawn[at][row] = np.bincount(cases, times, first.size)
                left[at][row] = np.bincount(cases, times == 0, first.size)
            progress((row + 1) / resamples)
        return cls(np.append(table.score[first], np.inf), (drawn[0], drawn[1]), (left[0], left[1]))

    def __len__(self) -> int:
        return len(self.drawn[0])

    def __iter__(self) -> Iterator[Bags]:
        """The resamples, some at a time."""
        for start in range(0, len(self), AT_ONCE):
            part = slice(start, start + AT_ONCE)
            yield Bags(*(_cells(*(one[part] for one in tallies)) for tallies in (self.drawn, self.left)))


def _cells(positives: Tally, negatives: Tally) -> Cells:
    """Counts at each threshold from the cases between each two."""
    fn, tn = (np.pad(np.cumsum(one, axis=1, dtype=np.float64), ((0, 0), (1, 0))) for one in (positives, negatives))
    return Cells(tp=fn[:, -1:] - fn, fp=tn[:, -1:] - tn, fn=fn, tn=tn)


def middle(values: Any, level: float = 0.95) -> tuple[float, float]:
    """The ends of the middle share of some values, each an actual value; those that are missing are left out.

    >>> middle(np.array([1.0, np.nan, 2.0, np.inf]))
    (1.0, inf)
    """
    known = np.sort(values[~np.isnan(values)])
    if not known.size:
        return math.nan, math.nan
    beyond = math.floor((1 - level) / 2 * known.size + 1e-9)
    return float(known[beyond]), float(known[known.size - 1 - beyond])
