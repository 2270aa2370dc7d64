"""Who is worth most: classifiers on one test set and the two constant answers, for one way of valuing or for all."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.ndimage import distance_transform_edt

from ddcore.arrays import Array
from ddcore.chance.balance import rebalance
from ddcore.counts import Cells, Counts
from ddcore.decisions.utility import ROUNDING, Utility, constant_yields, normalised_weights
from ddcore.errors import InputError

MAP_SIZE = 400
"""Points along a side of the map."""

NARROW = 1e-9
"""A region between two weights nearer to each other than this, relatively, is none."""

NOWHERE = -1
"""Marks a point of the square that is outside the hexagon."""


@dataclass(frozen=True, eq=False)
class Region:
    """Part of the hexagon of values in which the same classifiers are worth most.

    `winners` are their places in the comparison, more than one where they cannot be told apart. `low` and `high` bound
    the weight t of a right answer on a positive case, out of one on each class. `x`, `y` outline the part, closed;
    `share` is its part of the hexagon's area, `centre` its point farthest from the border, `room` how far that is.
    """

    winners: tuple[int, ...]
    low: float
    high: float
    x: Array
    y: Array
    share: float
    centre: tuple[float, float]
    room: float


@dataclass(frozen=True, eq=False)
class Comparison:
    """Classifiers by name, with the share of all cases that each has in the four cells: arrays of one axis.

    The last two are the constant answers. All stand at one prevalence, that of the test set.
    """

    names: tuple[str, ...]
    shares: Cells
    prevalence: float

    @classmethod
    def of(
        cls, models: Mapping[str, Counts], prevalence: float, always: Sequence[str] = ("positive", "negative")
    ) -> "Comparison":
        """The comparison of some models, each with one table, and of always answering either class, named by `always`.

        A model of another prevalence is moved to this one with its TPR and FPR kept. Raises `InputError` where it has
        no case of a class to learn a rate from, and "prevalence must be between 0 and 1, got 1.2".

        >>> Comparison.of({"A": Counts(tp=27, fp=15, fn=23, tn=35)}, 0.5, ("long", "short")).names
        ('A', 'always long', 'always short')
        """
        free = constant_yields(Utility(tp=1, fp=0, fn=0, tn=1), prevalence)
        both = [float(free.positive), float(free.negative)]
        rows = [[*both, 0.0, 0.0], [0.0, 0.0, *both]]
        for name, counts in models.items():
            total = float(counts.total)
            at = counts if total and float(counts.positives) / total == prevalence else rebalance(counts, prevalence)
            row = [float(cell) / total if total else math.nan for cell in (at.tp, at.fp, at.fn, at.tn)]
            if not np.isfinite(row).all():
                raise InputError(
                    f"the model {name} must have cases of both classes to be compared at another share of positives"
                )
            # Equal classifiers differ by rounding where one was moved.
            rows.append(next((known for known in rows if np.allclose(row, known, rtol=ROUNDING, atol=0)), row))
        tp, fp, fn, tn = np.roll(rows, -2, axis=0).T
        return cls((*models, *(f"always {answer}" for answer in always)), Cells(tp=tp, fp=fp, fn=fn, tn=tn), prevalence)

    @property
    def models(self) -> tuple[str, ...]:
        """The names of those that look at the cases."""
        return self.names[:-2]

    def draw_shares(self, models: Sequence[Counts], draws: int, *, rng: np.random.Generator) -> Cells:
        """Shares in the four cells that the cases leave possible: arrays of shape (classifiers, draws).

        The rates of both classes are drawn from Beta(x + 1/2, n - x + 1/2) (Jeffreys 1946) with the counts of each of
        the `models`, those of weighted cases with their effective numbers (Kish 1965); the share of positives is kept.
        Each model is drawn by itself, as counts do not say which cases two models share. Constant answers have their
        shares, and so have models of whose weights only the sums are known.
        """
        cells = {name: np.repeat(share[:, None], draws, axis=1) for name, share in self.shares.items()}
        for place, counts in enumerate(models):
            known = counts.effective
            if known is None:
                continue
            for right, wrong in (("tp", "fn"), ("tn", "fp")):
                hits, misses = float(getattr(known, right)), float(getattr(known, wrong))
                whole = cells[right][place] + cells[wrong][place]
                cells[right][place] = whole * rng.beta(hits + 0.5, misses + 0.5, draws)
                cells[wrong][place] = whole - cells[right][place]
        return Cells(**cells)

    def yields(self, utility: Utility, cells: Cells | None = None) -> Array:
        """Mean utility per case of each classifier, of shape (classifiers, *shape of the utility).

        With the shares of some `cells`, see `draw_shares`, instead of those observed.
        """
        column = (-1,) + (1,) * np.ndim(utility.tp)
        at = self.shares.map(lambda share: share.reshape(column)) if cells is None else cells
        return np.asarray(utility.earned(at))

    def winner(self, utility: Utility) -> NDArray[np.intp]:
        """The place of the classifier that yields most, the first of equal ones; shaped like the utility."""
        return np.asarray(np.argmax(self.yields(utility), axis=0))

    def probability_best(
        self, cloud: Utility, probability: ArrayLike | None = None, cells: Cells | None = None
    ) -> Array:
        """The probability that each classifier yields most, over a cloud of values; equal ones share a win.

        `cloud` holds arrays of one axis, `probability` a weight for each, equal ones if None. With as many `cells`,
        see `draw_shares`, element i of which goes with value i, also over what the cases leave possible.
        """
        yields = self.yields(cloud, cells)
        best = yields == yields.max(axis=0)
        return np.asarray((best / best.sum(axis=0)) @ normalised_weights(probability, yields.shape[1]))

    def map(self, size: int = MAP_SIZE) -> NDArray[np.intp]:
        """The winner at each point of a grid of the square, `NOWHERE` outside the hexagon.

        Element [i, j] belongs to y = place i and x = place j of `grid(size)`, both ascending from -1 to 1.
        """
        x, y = np.meshgrid(grid(size), grid(size))
        inside = np.abs(x - y) <= 1 + 1e-12
        winners = np.full(x.shape, NOWHERE, dtype=np.intp)
        winners[inside] = self.winner(Utility.at(x[inside], y[inside]))
        return winners

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The hexagon cut by who wins, from the values that care for negatives only to those that care for positives.

        On one test set a yield ranks as t TP + (1-t) TN does, t being the weight of a right answer on a positive case.
        So the winners are the upper envelope of lines in t, the vertices of the convex hull of the ROC points, and a
        line of equal t runs through the hexagon from corner (-1, -1) to corner (1, 1) over the two axes.
        """
        tp, tn = self.shares.tp, self.shares.tn
        with np.errstate(invalid="ignore", divide="ignore"):
            rise, fall = tp[:, None] - tp, tn - tn[:, None]
            crossings = fall / (rise + fall)
        inner = np.unique(crossings[(crossings > ROUNDING) & (crossings < 1 - ROUNDING)])
        # Where several lines meet in a point, rounding makes several points of it.
        apart = np.diff(inner, prepend=0.0) > NARROW * np.minimum(inner, 1 - inner)
        ends = np.concatenate([[0.0], inner[apart], [1.0]])
        middles = (ends[1:] + ends[:-1]) / 2
        wins = np.argmax(middles * tp[:, None] + (1 - middles) * tn[:, None], axis=0)
        first = np.flatnonzero(np.append(True, wins[1:] != wins[:-1]))
        stops = np.append(ends[first], 1.0)
        winners, axis, regions = self.map(), grid(), []
        # In these corners nothing is at stake, so that nobody wins.
        winners[0, 0] = winners[-1, -1] = NOWHERE
        for winner, low, high in zip(wins[first], stops[:-1], stops[1:], strict=True):
            same = np.flatnonzero((tp == tp[winner]) & (tn == tn[winner]))
            x, y = outline(low, high)
            depth = distance_transform_edt(np.pad(winners == winner, 1))[1:-1, 1:-1]
            row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
            centre, room = (float(axis[column]), float(axis[row])), float(depth.max()) * float(axis[1] - axis[0])
            if not room:  # too thin for a point of the grid
                centre = _middle((low + high) / 2)
            area = abs(float(x[:-1] @ y[1:] - x[1:] @ y[:-1])) / 2 / 3
            regions.append(Region(tuple(same.tolist()), float(low), float(high), x, y, area, centre, room))
        return tuple(regions)


def grid(size: int = MAP_SIZE) -> Array:
    """Places along either axis of the map."""
    return np.linspace(-1, 1, size)


def weight_line(weight: float) -> tuple[Array, Array]:
    """Where the hexagon has that weight t of a right answer on a positive case: x and y of four points.

    >>> weight_line(0.5)
    (array([-1.,  0.,  0.,  1.]), array([-1.,  0.,  0.,  1.]))
    """
    if weight <= 0.5:
        ratio = weight / (1 - weight)
        return np.array([-1.0, 0.0, 1 - ratio, 1.0]), np.array([-1.0, ratio - 1, 0.0, 1.0])
    ratio = (1 - weight) / weight
    return np.array([-1.0, ratio - 1, 0.0, 1.0]), np.array([-1.0, 0.0, 1 - ratio, 1.0])


def _middle(weight: float) -> tuple[float, float]:
    x, y = weight_line(weight)
    return float(x[1] + x[2]) / 2, float(y[1] + y[2]) / 2


def outline(low: float = 0.0, high: float = 1.0) -> tuple[Array, Array]:
    """The border of the part of the hexagon between two weights, closed; the whole hexagon by default."""
    (x, y), (back_x, back_y) = weight_line(low), weight_line(high)
    closed_x, closed_y = (np.concatenate([there, back[::-1], there[:1]]) for there, back in ((x, back_x), (y, back_y)))
    return closed_x, closed_y


def hexagon_points(step: float = 0.05) -> tuple[Array, Array]:
    """Points of the hexagon on a grid of that step, which should divide 1, row by row from below."""
    size = round(2 / step) + 1
    x, y = (axis.ravel() for axis in np.meshgrid(grid(size), grid(size)))
    inside = np.abs(x - y) <= 1 + 1e-12
    return np.round(x[inside], 9), np.round(y[inside], 9)


def stake_ratio(weight: float) -> float:
    """How many times as much a right answer on a positive case is worth as one on a negative case, for a weight t.

    >>> stake_ratio(0.5), stake_ratio(0.75)
    (1.0, 3.0)
    """
    return weight / (1 - weight) if weight < 1 else math.inf
