"""Two curves over one axis: where one is above the other, where they cross, and whether one dominates."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.interval import confident
from ddcore.scores.curves import roc
from ddcore.table import ScoreTable

NONE = 1e-12
"""Differences of rates below this are those of rounding."""


@dataclass(frozen=True)
class Stretch:
    """A stretch of an axis where the first curve is above the second (`sign` 1), below (-1), or the same (0).

    >>> Stretch(0.25, 1.0, -1).length
    0.75
    """

    low: float
    high: float
    sign: int

    @property
    def length(self) -> float:
        """From end to end."""
        return self.high - self.low


@dataclass(frozen=True)
class Crossing:
    """A crossing of two curves: one place of the axis, or from `low` to `high` if they coincide in between.

    `sign` is 1 where the first curve is above from there on, -1 where the second one is.
    """

    low: float
    high: float
    sign: int


@dataclass(frozen=True, eq=False)
class Difference:
    """The first curve less the second: straight from `start` at `x[i]` to `end` at `x[i + 1]`, with jumps between.

    `x` ascends and has one element more than `start` and `end`; `stretches` cover it, from left to right.

    >>> apart = roc_difference(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), ScoreTable.of([1, 2, 3, 4], [1, 0, 0, 1]))
    >>> apart.x.tolist(), apart.start.tolist(), apart.end.tolist(), apart.dominates
    ([0.0, 0.5, 1.0], [0.0, 0.5], [0.0, 0.5], 1)
    """

    x: Array
    start: Array
    end: Array
    stretches: tuple[Stretch, ...]

    @classmethod
    def of(cls, x: Array, start: Array, end: Array) -> "Difference":
        """The difference with its stretches; what rounding leaves is no difference."""
        start, end = (np.where(np.abs(values) <= NONE, 0.0, values) for values in (start, end))
        return cls(x, start, end, _stretches(x, start, end))

    def share(self, sign: int) -> float:
        """The part of the axis where the first curve is above (1), below (-1) or the same (0)."""
        whole = float(self.x[-1] - self.x[0])
        return sum(stretch.length for stretch in self.stretches if stretch.sign == sign) / whole

    @property
    def dominates(self) -> int:
        """1 if the first curve is nowhere below and somewhere above, -1 the other way round; 0 if neither dominates.

        Gong 2022, Definition 6, for curves of cases.
        """
        signs = {stretch.sign for stretch in self.stretches} - {0}
        return signs.pop() if len(signs) == 1 else 0

    @property
    def crossings(self) -> tuple[Crossing, ...]:
        """Every change of which curve is above, from left to right."""
        apart = [stretch for stretch in self.stretches if stretch.sign]
        return tuple(
            Crossing(before.high, after.low, after.sign)
            for before, after in pairwise(apart)
            if before.sign != after.sign
        )

    def line(self, most: int = 2000) -> tuple[Array, Array]:
        """The places and values of the line to draw, jumps included; of many pieces those at even places."""
        if self.start.size > most:
            even = even_places(most)
            return even, self.at(even)
        return np.repeat(self.x, 2)[1:-1], np.column_stack([self.start, self.end]).ravel()

    def at(self, x: Array) -> Array:
        """The difference at some places; where it jumps, what it is to the right."""
        place = np.clip(np.searchsorted(self.x, x, side="right") - 1, 0, self.start.size - 1)
        along = (x - self.x[place]) / np.diff(self.x)[place]
        return np.asarray(self.start[place] + along * (self.end[place] - self.start[place]))


def roc_difference(first: ScoreTable, second: ScoreTable) -> Difference:
    """TPR of the first at each FPR less that of the second, between thresholds along straight lines.

    At a rate where a curve rises straight up, both ends of the rise count. Raises `InputError` "a ROC curve needs cases
    of both classes".

    >>> roc_difference(ScoreTable.of([1, 2], [0, 1]), ScoreTable.of([1, 2], [1, 0])).stretches
    (Stretch(low=0.0, high=1.0, sign=1),)
    """
    curves = []
    for table in (first, second):
        if not (table.positives.any() and table.negatives.any()):
            raise InputError("a ROC curve needs cases of both classes")
        whole = roc(table)
        # Sums of weights in another order differ in their last digits, and would part what is one rate.
        fpr = whole.x.round(12) if table.weighted else whole.x
        curves.append((fpr[::-1], whole.y[::-1]))
    x = np.union1d(curves[0][0], curves[1][0])
    (start, end), (other_start, other_end) = (_limits(x, *curve) for curve in curves)
    return Difference.of(x, start - other_start, end - other_end)


def _limits(knots: Array, x: Array, y: Array) -> tuple[Array, Array]:
    """Heights of a rising curve just right of each knot but the last, and just left of each but the first."""
    at = knots[:-1]
    left = np.searchsorted(x, at, side="right") - 1
    start = _between(x, y, left, at)
    at = knots[1:]
    right = np.searchsorted(x, at, side="left")
    return start, _between(x, y, np.where(x[right] == at, right, right - 1), at)


def _between(x: Array, y: Array, left: NDArray[np.intp], at: Array) -> Array:
    """The height at some places, each between the point at `left` and the next one, or on the former."""
    after = np.minimum(left + 1, x.size - 1)
    width = np.where(x[left] == at, 1.0, x[after] - x[left])
    return np.asarray(y[left] + (y[after] - y[left]) * ((at - x[left]) / width))


def _stretches(x: Array, start: Array, end: Array) -> tuple[Stretch, ...]:
    """Stretches of one sign."""
    crossing = start * end < 0
    middle = np.where(crossing, x[:-1] + np.diff(x) * start / np.where(crossing, start - end, 1.0), x[:-1])
    lows = np.column_stack([x[:-1], middle]).ravel()
    sign = np.sign(start + end)
    signs = np.column_stack([np.where(crossing, np.sign(start), sign), np.where(crossing, np.sign(end), sign)]).ravel()
    new = np.flatnonzero(np.append(True, signs[1:] != signs[:-1]))
    edges = np.append(lows[new], x[-1]).tolist()
    return tuple(
        Stretch(low, high, int(own)) for (low, high), own in zip(pairwise(edges), signs[new].tolist(), strict=True)
    )


@dataclass(frozen=True, eq=False)
class SureBand:
    """A band for a whole curve of differences at once, at even places `x`: `low` and `high` have an element for each.

    >>> band = SureBand(np.array([0.25, 0.75]), np.array([-0.1, 0.1]), np.array([0.2, 0.3]))
    >>> band.share(1), band.share(-1), band.sure
    (0.5, 0.0, (Stretch(low=0.5, high=1.0, sign=1),))
    """

    x: Array
    low: Array
    high: Array

    @property
    def _signs(self) -> Array:
        return np.where(self.low > NONE, 1, np.where(self.high < -NONE, -1, 0))

    @property
    def sure(self) -> tuple[Stretch, ...]:
        """Whether the band leaves no doubt which curve is above, at each place; each stands for as much of the axis."""
        edges = np.arange(self.x.size + 1) / self.x.size
        found = _stretches(edges, self._signs, self._signs)
        return tuple(stretch for stretch in found if stretch.sign)

    def share(self, sign: int) -> float:
        """The part of the axis where the first curve is surely above (1) or below (-1)."""
        return float((self._signs == sign).mean())


def even_places(points: int) -> Array:
    """The middles of that many equal parts of 0 to 1.

    >>> even_places(2).tolist()
    [0.25, 0.75]
    """
    return (np.arange(points) + 0.5) / points


FEWEST = 10
"""Cases of each class below which resamples cannot tell how sure a whole curve is."""
LEAST_REACH = 1.5


def sure_band(
    curve: Difference,
    draws: Array,
    x: Array,
    floor: float,
    cases: float,
    *,
    level: float | None = None,
    inflation: float = 1.0,
) -> SureBand:
    """The band that holds a whole curve at once: `draws` has the curve of all cases, then those of resamples, in rows.

    Half its width is as many times s(x) as the level asks for, s being the standard deviation at x and `floor` times
    the largest one, or 1 / `cases` of the smaller class where that is more: at the ends of the axis resamples hardly
    vary. The variance is multiplied by `inflation` where a curve was learned. Raises `InputError` "level must be
    between 0 and 1, got 95".

    >>> curve = Difference.of(np.array([0.0, 1.0]), np.array([0.0]), np.array([0.2]))
    >>> draws = np.array([[0.0, 0.1], [0.1, 0.1], [-0.1, 0.1]])
    >>> band = sure_band(curve, draws, np.array([0.25, 0.75]), 0.5, 20)
    >>> band.low.round(3).tolist(), band.high.round(3).tolist()
    ([-0.175, 0.075], [0.275, 0.225])
    """
    level = confident(level)
    away = draws[1:] - draws[0]
    spread = away.std(axis=0)
    spread = spread + floor * max(float(spread.max()), 1 / cases)
    most = np.sort((np.abs(away) / spread).max(axis=1))
    reach = max(float(most[min(math.ceil(level * most.size), most.size) - 1]), LEAST_REACH) * math.sqrt(inflation)
    middle = curve.at(x)
    return SureBand(x, middle - reach * spread, middle + reach * spread)
