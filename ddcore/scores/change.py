"""What a change of a measure is made of: the share of positives, how well the scores separate, where the cut falls.

A classifier at a threshold is a point of its ROC curve. The share of the cases that are positive is no part of it: any
measure that does not grow with the data is a function of TPR, FPR and that share (Luque et al. 2019; Burger & Meertens,
Table 4). So a change between two sets of cases has two causes, the share of positives and the classifier. The point
itself has two more: which curve it lies on, and how far along the curve, here the sum TPR + FPR, which every curve
passes once: half of it is the share called positive where both classes are as frequent. And that sum depends on the
scores and on the threshold. Each cause is moved alone, in every order, see `parts`.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ddcore.arrays import Array
from ddcore.counts import Cells, Counts
from ddcore.measures import Measure
from ddcore.table import ScoreTable, sweep

CAUSES = ("share", "separation", "level", "threshold")
"""The share of positives; the curve; where the scores lie, so that the same threshold cuts elsewhere; the threshold."""

ROUNDING = 1e-14
"""A part that is smaller, of the largest value, is a rounding error."""


def parts(values: Array) -> Array:
    """The part of each cause in the change from values[0, 0, ...] to values[1, 1, ...], the first axis of the result.

    Axis i of `values`, of length 2, says whether cause i is as before or as after; there are `causes` such axes before
    any others. The first cause stands alone, the others belong together: first or last comes the first, and the others
    one after the other in every order, and a part is the mean over these orders of what the cause changes when its turn
    comes (Owen 1977; of two causes, Shapley 1953). So the parts add up, the first does not depend on how the others are
    divided, and what changes nothing has no part.

    >>> parts(np.array([[0.0, 1.0], [2.0, 6.0]])).tolist()
    [3.5, 2.5]
    """
    return parts_of(values, values.ndim)


def parts_of(values: Array, causes: int) -> Array:
    """`parts` where `values` has further axes behind those of the causes.

    >>> parts_of(np.array([[[0.0, 0.0], [1.0, 0.0]], [[2.0, 0.0], [6.0, 1.0]]]), 2).tolist()
    [[3.5, 0.5], [2.5, 0.5]]
    """
    found = np.zeros((causes, *values.shape[causes:]))
    orders = list(itertools.permutations(range(1, causes)))
    turns = [order for others in orders for order in ((0, *others), (*others, 0))]
    for turn in turns:
        state = [0] * causes
        for cause in turn:
            before = values[tuple(state)]
            state[cause] = 1
            found[cause] += (values[tuple(state)] - before) / len(turns)
    axes = tuple(range(causes))
    with np.errstate(invalid="ignore"):
        return np.where(np.abs(found) < ROUNDING * np.abs(values).max(axis=axes), 0.0, found)


@dataclass(frozen=True, eq=False)
class Curve:
    """The ROC curve of some cases: TPR and FPR at each threshold, from calling all positive to calling none.

    >>> curve = Curve.of(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]))
    >>> curve.at(0.75), curve.at(1.5)
    ((0.75, 0.0), (1.0, 0.5))
    """

    tpr: Array
    fpr: Array

    @classmethod
    def of(cls, table: ScoreTable) -> "Curve":
        """The curve of a table of cases of both classes."""
        counts = sweep(table).counts
        return cls(counts.tp / counts.positives, counts.fp / counts.negatives)

    @cached_property
    def _ascending(self) -> tuple[Array, Array, Array]:
        tpr, fpr = self.tpr[::-1], self.fpr[::-1]
        return tpr + fpr, tpr, fpr

    def at(self, reach: float) -> tuple[float, float]:
        """TPR and FPR where their sum is `reach`: on the line between two thresholds, as tossing a coin gives it."""
        place, tpr, fpr = self._ascending
        return float(np.interp(reach, place, tpr)), float(np.interp(reach, place, fpr))


@dataclass(frozen=True, eq=False)
class Point:
    """Share of positives, TPR and FPR: numbers, or arrays of one shape."""

    share: Any
    tpr: Any
    fpr: Any

    @classmethod
    def of(cls, counts: Counts) -> "Point":
        """The share of positives and the rates of a table of counts; NaN for the rate of a class without a case.

        >>> point = Point.of(Counts(tp=3, fp=1, fn=1, tn=5))
        >>> point.share, point.tpr, round(point.fpr, 3)
        (0.4, 0.75, 0.167)
        """
        tp, fp, P, N = (float(number) for number in (counts.tp, counts.fp, counts.positives, counts.negatives))
        return cls(*(part / whole if whole else math.nan for part, whole in ((P, P + N), (tp, P), (fp, N))))

    @property
    def cells(self) -> Cells:
        """The table of one case, in four parts.

        >>> [float(cell) for cell in Point(0.5, 1.0, 0.5).cells.values()]
        [0.5, 0.25, 0.0, 0.25]
        """
        share, rest = np.asarray(self.share, np.float64), 1 - np.asarray(self.share, np.float64)
        return Cells(
            tp=share * self.tpr, fp=rest * self.fpr, fn=share * (1 - self.tpr), tn=rest * (1 - self.fpr)
        ).floats()


@dataclass(frozen=True, eq=False)
class Side:
    """One of two sets of cases: the counts at its threshold, its scores (None for labels), and the threshold."""

    counts: Counts
    table: ScoreTable | None = None
    threshold: float | None = None

    def at(self, threshold: float | None) -> "Side":
        """The same cases at another threshold; labels stay.

        >>> Side(Counts(tp=0, fp=0, fn=1, tn=1), ScoreTable.of([0.2, 0.8], [0, 1])).at(0.5).counts.tp.item()
        1
        """
        if self.table is None:
            return self
        side = Side(self.table.at(np.inf if threshold is None else threshold), self.table, threshold)
        # These are those of all thresholds.
        vars(side).update(curve=self.curve, scores=self.scores)
        return side

    @cached_property
    def point(self) -> Point:
        """Its share of positives and its rates."""
        return Point.of(self.counts)

    @cached_property
    def curve(self) -> Curve | None:
        """Its ROC curve; None of labels."""
        return Curve.of(self.table) if self.table is not None and self.has_both else None

    @cached_property
    def scores(self) -> ScoreTable:
        """Its scores; of labels scores of 0 and 1.

        >>> Side(Counts(tp=3, fp=1, fn=1, tn=5)).scores.positives.tolist()
        [1, 3]
        """
        if self.table is not None:
            return self.table.unweighted()
        cells, squares = self.counts, self.counts.squares
        return ScoreTable(
            np.array([0.0, 1.0]),
            np.array([cells.fn, cells.tp]),
            np.array([cells.tn, cells.fp]),
            None if squares is None else (np.array([squares.fn, squares.tp]), np.array([squares.tn, squares.fp])),
        ).unweighted()

    @property
    def cut(self) -> float:
        """The threshold of `scores`: 1 of labels, infinite where nothing is predicted positive."""
        if self.table is None:
            return 1.0
        return np.inf if self.threshold is None else self.threshold

    @property
    def has_both(self) -> bool:
        """Whether there are cases of both classes."""
        return bool(self.counts.positives > 0 and self.counts.negatives > 0)


def states(then: Side, now: Side) -> Point:
    """The rates of a classifier as each cause is as then (place 0 of its axis) or as now (1).

    Arrays of shape (2, 2, 2, 2), an axis for each of `CAUSES`; of labels, whose rates cannot be divided further, of
    shape (2, 2): the share of positives and the classifier. Both sides have cases of both classes.
    """
    points = then.point, now.point
    share = np.array([point.share for point in points])
    if then.curve is None or now.curve is None:
        tpr, fpr = (np.array([getattr(point, name) for point in points]) for name in ("tpr", "fpr"))
        return Point(*np.broadcast_arrays(share[:, None], tpr[None, :], fpr[None, :]))
    rates = np.empty((2, 2, 2, 2))
    for level, side in enumerate((then, now)):
        for cut, threshold in enumerate((then.threshold, now.threshold)):
            assert side.table is not None
            there = Point.of(side.table.at(np.inf if threshold is None else threshold))
            for place, curve in enumerate((then.curve, now.curve)):
                on_own = place == level
                rates[:, place, level, cut] = (there.tpr, there.fpr) if on_own else curve.at(there.tpr + there.fpr)
    shape = (2, 2, 2, 2)
    return Point(
        np.broadcast_to(share[:, None, None, None], shape),
        np.broadcast_to(rates[0], shape),
        np.broadcast_to(rates[1], shape),
    )


@dataclass(frozen=True, eq=False)
class Parts:
    """One measure then and now, and the part of each cause in its change; `names` are those of the causes.

    >>> then, now = (Side(Counts(tp=8, fp=9 * k, fn=2, tn=81 * k)) for k in (1, 2))
    >>> from ddcore.measures import measure
    >>> found = Parts.of(measure("precision"), then, now)
    >>> round(found.change, 4), found.part("share") == found.change, found.part("classifier")
    (-0.1629, True, 0.0)
    """

    measure: Measure
    then: float
    now: float
    names: tuple[str, ...]
    values: Array

    @classmethod
    def of(cls, measure: Measure, then: Side, now: Side) -> "Parts":
        """The parts of a measure that does not grow with the number of cases."""
        return cls.at(measure, states(then, now))

    @classmethod
    def at(cls, measure: Measure, where: Point) -> "Parts":
        """The parts of a measure at the points of `states`."""
        values = np.asarray(measure.on(where.cells))
        names = CAUSES if values.ndim == len(CAUSES) else ("share", "classifier")
        first, last = (0,) * values.ndim, (1,) * values.ndim
        return cls(measure, float(values[first]), float(values[last]), names, parts(values))

    @property
    def change(self) -> float:
        """By how much the measure is higher now."""
        return self.now - self.then

    def part(self, name: str) -> float:
        """The part of one cause; of "classifier" that of all but the share of positives."""
        if name == "classifier":
            return float(self.values[1:].sum())
        return float(self.values[self.names.index(name)])


def all_parts(measures: Sequence[Measure], then: Side, now: Side) -> list[Parts]:
    """The parts of each measure."""
    where = states(then, now)
    return [Parts.at(measure, where) for measure in measures]
