"""Which classifier yields most on one test set, two constant answers among them: for one utility, or for all."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.arrays import Array
from ddcore.chance.balance import rebalance
from ddcore.counts import Cells, Counts
from ddcore.decisions.uncertain import normalised_weights
from ddcore.decisions.utility import ROUNDING, Utility, constant_yields
from ddcore.errors import InputError

MAP_SIZE = 400
"""Points along a side of the map."""

CENTRES = 201
"""Points along a side of the square among which the centre of each region is looked for."""

NARROW = 1e-9
"""Regions are left out whose two bounding weights differ by less, relative to the smaller of t and 1 - t."""

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
        """The names of the classifiers, without the constant answers."""
        return self.names[:-2]

    def draw_shares(self, models: Sequence[Counts], draws: int, *, rng: np.random.Generator) -> Cells:
        """Shares in the four cells that the cases leave possible: arrays of shape (classifiers, draws).

        The rates of both classes are drawn from Beta(x + 1/2, n - x + 1/2) (Jeffreys 1946) with the counts of each of
        the `models`, those of weighted cases with their effective numbers (Kish 1965); the share of positives is kept.
        Each model is drawn by itself, as counts do not say which cases two models share. Constant answers have their
        shares, and so have models of whose weights only the sums are known.

        >>> models = {"A": Counts(tp=27, fp=15, fn=23, tn=35)}
        >>> drawn = Comparison.of(models, 0.5).draw_shares(list(models.values()), 4, rng=np.random.default_rng(1))
        >>> drawn.tp.shape, (drawn.tp + drawn.fn)[0].tolist()
        ((3, 4), [0.5, 0.5, 0.5, 0.5])
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

        >>> models = {"A": Counts(tp=27, fp=15, fn=23, tn=35)}
        >>> Comparison.of(models, 0.5).yields(Utility(tp=15, fp=-335, fn=-35, tn=165)).round(9).tolist()
        [3.5, -160.0, 65.0]
        """
        column = (-1,) + (1,) * np.ndim(utility.tp)
        at = self.shares.map(lambda share: share.reshape(column)) if cells is None else cells
        return np.asarray(utility.earned(at))

    def winner(self, utility: Utility) -> NDArray[np.intp]:
        """The place of the classifier that yields most, the first of equal ones; shaped like the utility.

        >>> models = {"A": Counts(tp=27, fp=15, fn=23, tn=35)}
        >>> Comparison.of(models, 0.5).winner(Utility(tp=15, fp=-335, fn=-35, tn=165))
        array(2)
        """
        return np.asarray(np.argmax(_best(self.yields(utility), utility), axis=0))

    def probability_best(
        self, cloud: Utility, probability: ArrayLike | None = None, cells: Cells | None = None
    ) -> Array:
        """The probability that each classifier yields most, over utilities that are possible; equal ones share a win.

        `cloud` holds these utilities, arrays of one axis, `probability` a weight for each, equal ones if None. With as
        many `cells`, see `draw_shares`, element i of which goes with utility i, also over what the cases leave open.
        One number a classifier, summing to 1. Raises `InputError` for probabilities as `uncertain.expected_utility`.

        >>> models = {"A": Counts(tp=27, fp=15, fn=23, tn=35)}
        >>> Comparison.of(models, 0.5).probability_best(Utility(tp=[1, 15], fp=[0, -335], fn=[0, -35], tn=[1, 165]))
        array([0.5, 0. , 0.5])
        """
        best = _best(self.yields(cloud, cells), cloud)
        return np.asarray((best / best.sum(axis=0)) @ normalised_weights(probability, best.shape[1]))

    def map(self, size: int = MAP_SIZE) -> NDArray[np.intp]:
        """The winner at each point of a grid of the square, `NOWHERE` outside the hexagon.

        Element [i, j] belongs to y = place i and x = place j of `grid(size)`, both ascending from -1 to 1.

        >>> Comparison.of({"A": Counts(tp=45, fp=5, fn=5, tn=45)}, 0.5).map(5)[::-1].tolist()
        [[-1, -1, 1, 1, 0], [-1, 1, 0, 0, 2], [1, 0, 0, 0, 2], [1, 0, 0, 2, -1], [0, 2, 2, -1, -1]]
        """
        x, y = np.meshgrid(grid(size), grid(size))
        inside = np.abs(x - y) <= 1 + 1e-12
        winners = np.full(x.shape, NOWHERE, dtype=np.intp)
        winners[inside] = self.winner(Utility.at(x[inside], y[inside]))
        return winners

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The hexagon cut by who yields most, from where only negatives count to where only positives do.

        On one test set a yield ranks as t TP + (1-t) TN does, t being the weight of a right answer on a positive case.
        So the winners are the upper envelope of lines in t, the vertices of the convex hull of the ROC points, and a
        line of equal t runs through the hexagon from corner (-1, -1) to corner (1, 1) over the two axes.
        """
        tp, tn = self.shares.tp, self.shares.tn
        with np.errstate(invalid="ignore", divide="ignore"):
            rise, fall = tp[:, None] - tp, tn - tn[:, None]
            crossings = fall / (rise + fall)
        inner = np.unique(crossings[(crossings > ROUNDING) & (crossings < 1 - ROUNDING)])
        # Where several lines cross in one point, rounding gives several crossings: all but the first are dropped.
        apart = np.diff(inner, prepend=0.0) > NARROW * np.minimum(inner, 1 - inner)
        ends = np.concatenate([[0.0], inner[apart], [1.0]])
        middles = (ends[1:] + ends[:-1]) / 2
        wins = np.argmax(middles * tp[:, None] + (1 - middles) * tn[:, None], axis=0)
        first = np.flatnonzero(np.append(True, wins[1:] != wins[:-1]))
        stops = np.append(ends[first], 1.0)
        winners, axis, regions = self.map(CENTRES), grid(CENTRES), []
        # In these two corners right and wrong answers are worth the same, so all classifiers are equal.
        winners[0, 0] = winners[-1, -1] = NOWHERE
        for winner, low, high in zip(wins[first], stops[:-1], stops[1:], strict=True):
            same = np.flatnonzero((tp == tp[winner]) & (tn == tn[winner]))
            x, y = outline(low, high)
            rows, columns = np.nonzero(winners == winner)
            centre, room = _middle((low + high) / 2), 0.0
            if rows.size:  # else it is too thin for a point of the grid
                far = _distance(axis[columns], axis[rows], x, y)
                place = int(np.argmax(far))
                centre, room = (float(axis[columns[place]]), float(axis[rows[place]])), float(far[place])
            area = abs(float(x[:-1] @ y[1:] - x[1:] @ y[:-1])) / 2 / 3
            regions.append(Region(tuple(same.tolist()), float(low), float(high), x, y, area, centre, room))
        return tuple(regions)


def _best(yields: Array, utility: Utility) -> NDArray[np.bool_]:
    """Which yields are the greatest, but for rounding."""
    scale = np.maximum(np.abs(utility.lowest), np.abs(utility.highest))
    return np.asarray(yields >= yields.max(axis=0) - ROUNDING * scale)


def grid(size: int = MAP_SIZE) -> Array:
    """Places along either axis of the map, ascending.

    >>> grid(5).tolist()
    [-1.0, -0.5, 0.0, 0.5, 1.0]
    """
    return np.linspace(-1, 1, size)


def weight_line(weight: float) -> tuple[Array, Array]:
    """The points of the hexagon with weight t of a right answer on a positive case: x and y of four points.

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
    """The border of the part of the hexagon between two weights t: x and y, closed; the whole hexagon by default.

    >>> [axis.tolist() for axis in outline()]
    [[-1.0, 0.0, 1.0, 1.0, 1.0, 0.0, -1.0, -1.0, -1.0], [-1.0, -1.0, 0.0, 1.0, 1.0, 1.0, 0.0, -1.0, -1.0]]
    """
    (x, y), (back_x, back_y) = weight_line(low), weight_line(high)
    closed_x, closed_y = (np.concatenate([there, back[::-1], there[:1]]) for there, back in ((x, back_x), (y, back_y)))
    return closed_x, closed_y


def _distance(x: Array, y: Array, line_x: Array, line_y: Array) -> Array:
    """How far points are from a line through others."""
    far = np.full(x.size, math.inf)
    for start_x, start_y, across, up in zip(line_x, line_y, np.diff(line_x), np.diff(line_y), strict=False):
        length = across * across + up * up
        from_x, from_y = x - start_x, y - start_y
        along = np.clip((from_x * across + from_y * up) / length, 0, 1) if length else 0.0
        np.minimum(far, np.hypot(from_x - along * across, from_y - along * up), out=far)
    return far


def hexagon_points(step: float = 0.05) -> tuple[Array, Array]:
    """Points of the hexagon on a grid of that step, which should divide 1: x and y, row by row from below.

    >>> [axis.tolist() for axis in hexagon_points(1.0)]
    [[-1.0, 0.0, -1.0, 0.0, 1.0, 0.0, 1.0], [-1.0, -1.0, 0.0, 0.0, 0.0, 1.0, 1.0]]
    """
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
