"""Resamples of scored cases and their parts, counted at thresholds: the interval and the unseen value of a choice."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import CELLS, Cells
from ddcore.errors import InputError
from ddcore.interval import UNKNOWN, Interval, confident
from ddcore.resampling.bootstrap import BinnedCases, binned_by_class, percentile_interval
from ddcore.resampling.cross_validation import PARTS
from ddcore.scores.curves import pooled
from ddcore.table import ScoreTable

RESAMPLES = 200
MOST_THRESHOLDS = 2000
"""Thresholds at which cases are counted; where there are more, those at even ranks."""
ENDS = 100
"""The number of additional thresholds at either end, where some measures are best."""
AT_ONCE = 20
DEALS = 20
DRAWS = 2000
"""Draws of the rates from their posterior law given the held out cases."""


@dataclass(frozen=True, eq=False)
class Split:
    """Counts at each threshold, one row a part: of the cases of the `other` parts, and of those `held` out.

    The others are brought to the size of each class, so that a class is not rarer among them by what is held out.

    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 0, 1, 0, 1, 1])
    >>> drawn = Resamples.of(table, 1, rng=np.random.default_rng(1), deals=1)
    >>> [split] = drawn.splits()
    >>> split.other.tp.shape, split.other.tp[:, 0].tolist(), split.held.tp[:, 0].tolist()
    ((3, 7), [3.0, 3.0, 3.0], [1.0, 1.0, 1.0])
    """

    other: Cells
    held: Cells

    def at_cases(self, places: NDArray[np.intp]) -> NDArray[np.intp]:
        """The choices by scores that the other cases have, as a threshold found on all cases is one of theirs.

        `places` has a row for each part; -1, which stands for no threshold, stays.
        """
        last = self.other.tp.shape[1] - 1
        held = np.pad(np.diff(self.other.fn + self.other.tn, axis=1) > 0, ((0, 0), (0, 1)))
        upward = np.where(held, np.arange(last + 1), last)[:, ::-1]
        moved = np.minimum.accumulate(upward, axis=1)[:, ::-1]
        return np.where(places < 0, places, np.take_along_axis(moved, np.maximum(places, 0), axis=1))


@dataclass(frozen=True, eq=False)
class Corners:
    """Places of some thresholds and the counts there, a row for each sweep; the last place stands again in short ones.

    >>> drawn = Resamples.of(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), 2, rng=np.random.default_rng(1), deals=1)
    >>> drawn.hulls[1].places.tolist()
    [[0, 3, 4], [0, 1, 4], [1, 4, 4]]
    """

    places: NDArray[np.intp]
    cells: Cells


@dataclass(frozen=True, eq=False)
class Resamples:
    """The cases of a table drawn with replacement within each class (Efron 1979), and dealt to parts class by class.

    `threshold` are those at which they are counted, ascending, the last one +inf. `cases`, `drawn` and `held` have the
    positives and the negatives between each two of them: all cases; one row a resample; one row a part, those of the
    first deal first. `effective` are the effective numbers of cases of each class (Kish 1965). `seed` is that of
    the rates drawn by `pooled_value`.
    """

    threshold: Array
    cases: tuple[Array, Array]
    drawn: tuple[Array, Array]
    held: tuple[Array, Array]
    effective: tuple[float, float]
    seed: int

    @classmethod
    def of(
        cls,
        table: ScoreTable,
        resamples: int = RESAMPLES,
        *,
        rng: np.random.Generator,
        points: int = MOST_THRESHOLDS,
        deals: int = DEALS,
    ) -> "Resamples":
        """Counted at every threshold, or where there are more at `points` even ranks and 100 at either end.

        Weighted cases keep their weights, and each class its sum of them. Raises `InputError` "resamples must be 1 or
        more, got 0", "there is no case to resample", and "the cases are weighted, so they cannot be resampled: only the
        sums of weights are known".

        >>> table = ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1])
        >>> drawn = Resamples.of(table, 5, rng=np.random.default_rng(1), deals=2)
        >>> len(drawn), drawn.drawn[0].shape, drawn.held[0].shape
        (5, (5, 4), (6, 4))
        """
        if resamples < 1:
            raise InputError(f"resamples must be 1 or more, got {resamples}")
        if table.weighted and table.squares is None:
            raise InputError(
                "the cases are weighted, so they cannot be resampled: only the sums of their weights are known"
            )
        table = table.unweighted()
        size = table.score.size
        if not (table.positives.any() or table.negatives.any()):
            raise InputError("there is no case to resample")
        first = spread_ranks(size, points)
        positives, negatives = binned_by_class(table, table.score[first])
        return cls(
            np.append(table.score[first], np.inf),
            (positives.counted.astype(float), negatives.counted.astype(float)),
            (positives.resampled(resamples, rng=rng), negatives.resampled(resamples, rng=rng)),
            (_held_out(positives, deals, rng), _held_out(negatives, deals, rng)),
            table.effective,
            int(rng.integers(2**32)),
        )

    def reweighted(self, positive: float, negative: float) -> "Resamples":
        """The resamples and parts, the weight of each class multiplied by a factor.

        >>> drawn = Resamples.of(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), 5, rng=np.random.default_rng(1), deals=2)
        >>> drawn.reweighted(0.5, 2.0).cases[1].tolist(), drawn.reweighted(0.5, 2.0).effective
        ([2.0, 0.0, 2.0, 0.0], (2.0, 2.0))
        """
        cases, drawn, held = (
            (positive * tallies[0], negative * tallies[1]) for tallies in (self.cases, self.drawn, self.held)
        )
        return Resamples(self.threshold, cases, drawn, held, self.effective, self.seed)

    def __len__(self) -> int:
        return len(self.drawn[0])

    def __iter__(self) -> Iterator[Cells]:
        """Counts at each threshold, one row a resample, some at a time."""
        for start in range(0, len(self), AT_ONCE):
            yield _cells(*(tally[start : start + AT_ONCE] for tally in self.drawn))

    def splits(self) -> Iterator[Split]:
        """Every part held out once in each deal, some at a time."""
        for start in range(0, len(self.held[0]), AT_ONCE):
            held = [tally[start : start + AT_ONCE] for tally in self.held]
            rest = [every - mine for every, mine in zip(self.cases, held, strict=True)]
            scales = []
            for every, others in zip(self.cases, rest, strict=True):
                size = others.sum(axis=1, keepdims=True)
                scales.append(np.divide(every.sum(), size, out=np.zeros_like(size), where=size > 0))
            other = _cells(rest[0], rest[1])
            (p, n) = scales
            yield Split(
                Cells(tp=p * other.tp, fp=n * other.fp, fn=p * other.fn, tn=n * other.tn), _cells(held[0], held[1])
            )

    @cached_property
    def hulls(self) -> tuple[Corners, Corners]:
        """Corners of the ROC curves' convex hulls: of each resample, then of what is left without each part.

        Whatever payoffs reward right answers, the best threshold is one of them; those of the latter are among the
        scores that its cases have, as by `Split.at_cases`.
        """
        splits = list(self.splits())
        rest = Cells(**{name: np.concatenate([getattr(split.other, name) for split in splits]) for name in CELLS})
        of_resamples, of_rest = _corners(_cells(*self.drawn)), _corners(rest)
        return of_resamples, replace(of_rest, places=Split(rest, rest).at_cases(of_rest.places))

    @cached_property
    def _held_below(self) -> tuple[Array, Array]:
        positives, negatives = (_summed(tally) for tally in self.held)
        return positives, negatives

    def held_below(self, places: NDArray[np.intp]) -> tuple[Array, Array]:
        """Positives and negatives held out below the thresholds at `places`, one row a part; shaped like places."""
        rows = np.arange(len(places))[:, None]
        positives, negatives = (below[rows, places] for below in self._held_below)
        return positives, negatives


def spread_ranks(size: int, points: int) -> NDArray[np.intp]:
    """The places of even ranks among `size` scores and of the `ENDS` at either end, ascending and distinct.

    >>> spread_ranks(1000, 3).tolist() == [*range(100), 333, 666, *range(900, 1000)]
    True
    """
    even = np.linspace(0, size, points, endpoint=False).astype(np.intp)
    return np.unique([*even, *range(min(ENDS, size)), *range(max(size - ENDS, 0), size)])


def _held_out(cases: BinnedCases, deals: int, rng: np.random.Generator) -> Array:
    """What each part of each deal holds between each two thresholds: a row a part."""
    rows = [part.counted for _ in range(deals) for part, _ in cases.dealt(PARTS, rng=rng)]
    return np.array(rows, np.float64)


def _cells(positives: Array, negatives: Array) -> Cells:
    """Counts at each threshold from the cases between each two."""
    fn, tn = (_summed(counted) for counted in (positives, negatives))
    return Cells(tp=fn[:, -1:] - fn, fp=tn[:, -1:] - tn, fn=fn, tn=tn)


def _summed(counted: Array) -> Array:
    """Sums along rows up to each element and, last, of all."""
    sums = np.zeros((len(counted), counted.shape[1] + 1))
    np.cumsum(counted, axis=1, out=sums[:, 1:])
    return sums


def _corners(cells: Cells) -> Corners:
    """The corners of the convex hull of the ROC curve of each row of some counts."""
    last = cells.tp.shape[1] - 1
    thresholds = np.arange(last, dtype=float)
    positives, negatives = (np.diff(below, axis=1) for below in (cells.fn, cells.tn))
    rows = [
        # The lowest of the thresholds that call the same cases positive.
        np.searchsorted(below, below[pooled(ScoreTable(thresholds, *tallies)).score.astype(np.intp)])
        for below, *tallies in zip(cells.fn + cells.tn, positives, negatives, strict=True)
    ]
    places = np.full((len(rows), 1 + max(row.size for row in rows)), last)
    for row, corners in zip(places, rows, strict=True):
        row[: corners.size] = corners
    return Corners(places, cells.map(lambda cell: np.take_along_axis(cell, places, axis=1)))


def held_out_value(
    drawn: Resamples,
    regions: tuple[Array, Array],
    worth: Callable[[Array, Array], Any],
    level: float | None = None,
) -> Interval:
    """What a choice is worth on cases it was not made on, at the class sizes of all cases.

    `regions` are the positives and the negatives held out, one row a part and one column a region into which the choice
    made on the other parts puts them; rows of NaN had no choice. `worth` gives the value from such columns, those of
    the positives and of the negatives. The parts of a deal are pooled (Forman & Scholz 2010), and the mean over the
    deals brought to the class sizes has the value. For the interval a deal is drawn, and then the shares of the k
    regions from the Dirichlet law with 1/k more than its cases in each (Perks 1947), which for two is Jeffreys' law.
    Raises `InputError` "level must be between 0 and 1, got 1.2".

    >>> drawn = Resamples.of(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), 1, rng=np.random.default_rng(1), deals=1)
    >>> regions = np.array([[1, 0], [0, 1], [0, 0]]), np.array([[0, 1], [0, 1], [0, 0]])
    >>> held_out_value(drawn, regions, lambda positives, negatives: (positives[0] + negatives[1]) / 4).value
    0.75
    """
    deals = len(regions[0]) // PARTS
    positives, negatives = (np.nansum(part.reshape(deals, PARTS, -1), axis=1) for part in regions)
    return pooled_value(drawn, (positives, negatives), worth, level)


def pooled_value(
    drawn: Resamples,
    pooled: tuple[Array, Array],
    worth: Callable[[Array, Array], Any],
    level: float | None = None,
) -> Interval:
    """The value of `held_out_value` where the parts of each deal are pooled: `pooled` has a row for each deal.

    >>> drawn = Resamples.of(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), 1, rng=np.random.default_rng(1), deals=1)
    >>> pooled = np.array([[3.0, 1.0]]), np.array([[1.0, 1.0]])
    >>> pooled_value(drawn, pooled, lambda positives, negatives: positives[0] / positives.sum(axis=0)).value
    0.75
    """
    level = confident(level)
    sizes = [float(part.sum()) for part in drawn.cases]
    known = np.all([part.sum(axis=1) > 0 for part, size in zip(pooled, sizes, strict=True) if size], axis=0)
    if not known.any():
        return UNKNOWN
    rng, means, draws = np.random.default_rng(drawn.seed), [], []
    deal = rng.integers(int(known.sum()), size=DRAWS)
    for part, size, effective in zip(pooled, sizes, drawn.effective, strict=True):
        shares = part[known] / np.maximum(part[known].sum(axis=1, keepdims=True), 1e-300)
        means.append(size * shares.mean(axis=0))
        gammas = rng.standard_gamma(effective * shares[deal] + 1 / part.shape[1])
        draws.append(size * gammas / gammas.sum(axis=1, keepdims=True))
    value = float(worth(means[0], means[1]))
    if math.isnan(value):
        return Interval(value, value, value)
    low, high = percentile_interval(np.asarray(worth(draws[0].T, draws[1].T)), level)
    # Where all cases of a class are on one side, so is the end of the interval (Brown, Cai & DasGupta 2001).
    return Interval(value, min(low, value), max(high, value))
