"""What is exact where the laws of both classes are known: ratio, curves, areas, and a measure over the threshold."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import ndtr

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.measures import Measure
from ddcore.scores.gain import PORTRAIT_POINTS, Portrait
from ddcore.scores.law import Law
from ddcore.scores.likelihood import FARTHEST
from ddcore.scores.modes import ROUNDING
from ddcore.scores.thresholds import Constraint, upward
from ddcore.table import ScoreTable

STEPS = 1200
"""Edges for each part of a law between which areas are summed: they are exact to six digits."""


@dataclass(frozen=True)
class Peak:
    """A local best of a measure: where, its value there, and which end of the scores it is at, where it may go on.

    `end` is "low", "high", or empty between them.
    """

    threshold: float
    value: float
    end: str = ""

    @property
    def at_end(self) -> bool:
        """Whether it is no peak between the ends."""
        return bool(self.end)


@dataclass(frozen=True)
class Exact:
    """The laws of the scores of positives and negatives.

    >>> exact = Exact(Law.of("normal(1.5,1)"), Law.of("normal(0,1)"))
    >>> round(exact.auc, 12), round(exact.best_auc, 6)
    (0.855577816827, 0.855578)
    """

    positives: Law
    negatives: Law

    @cached_property
    def edges(self) -> Array:
        """Places between which little of either class lies, sorted."""
        return np.union1d(self.positives.edges(STEPS), self.negatives.edges(STEPS))

    @cached_property
    def masses(self) -> tuple[Array, Array]:
        """How much of the positives and of the negatives lies between each two edges, and beyond the outer ones."""
        tpr, fpr, fnr, tnr = self._at_edges
        return _masses(fnr, tpr), _masses(tnr, fpr)

    def log_ratio(self, x: Array) -> Array:
        """Logarithm of the likelihood ratio at each x, shaped like x; NaN where no case of either class is.

        >>> Exact(Law.of("normal(2,1)"), Law.of("normal(0,1)")).log_ratio(np.array([1.0, 2.0])).tolist()
        [0.0, 2.0]
        """
        with np.errstate(invalid="ignore"):
            return np.asarray(self.positives.log_density(x) - self.negatives.log_density(x))

    def table(self, positives: float = 1.0, negatives: float = 1.0) -> ScoreTable:
        """The laws as weighted cases, those between two edges at the lower one: its curves are exact at each edge."""
        score = np.append(np.nextafter(self.edges[0], -np.inf), self.edges)
        return ScoreTable(score, positives * self.masses[0], negatives * self.masses[1])

    @cached_property
    def middles(self) -> Array:
        """A score between each two edges, and the outer edges: element i is where `masses` has its element i."""
        return np.concatenate((self.edges[:1], (self.edges[1:] + self.edges[:-1]) / 2, self.edges[-1:]))

    def read(self, positives: float = 1.0, negatives: float = 1.0) -> ScoreTable:
        """The laws of the logarithm of the likelihood ratio, infinity being 1e9."""
        return self.rescored(np.clip(self.log_ratio(self.middles), -1e9, 1e9), positives, negatives)

    def rescored(self, score: Array, positives: float = 1.0, negatives: float = 1.0) -> ScoreTable:
        """The laws of transformed scores, one for each of `middles`; those without one are left out.

        >>> exact = Exact(Law.of("normal(0.5,0.1)"), Law.of("normal(0.5,0.05)"))
        >>> round(exact.rescored(np.abs(exact.middles - 0.5)).auc, 5) == round(exact.best_auc, 5)
        True
        """
        known = ~np.isnan(score)
        tallies = (scale * mass[known] for scale, mass in zip((positives, negatives), self.masses, strict=True))
        return ScoreTable.summed(score[known], *tallies)

    @cached_property
    def auc(self) -> float:
        """Area under the ROC curve of the scores as they are: in closed form for normals, else to six digits."""
        positives, negatives = self.positives.normals, self.negatives.normals
        if positives is None or negatives is None:
            return self.table().auc
        return float(
            sum(
                share * part * ndtr((mean - other) / np.hypot(deviation, spread))
                for share, mean, deviation in positives
                for part, other, spread in negatives
            )
        )

    @cached_property
    def best_auc(self) -> float:
        """Area under the ROC curve of the likelihood ratio, to six digits."""
        return self.read().auc

    def portrait(self, low: float, high: float) -> Portrait:
        """Both densities and the logarithm of the ratio from one score to another; endless densities are cut."""
        x = np.linspace(low, high, PORTRAIT_POINTS)
        densities = np.exp([law.log_density(x) for law in (self.positives, self.negatives)])
        inner = densities[:, 2:-2]
        most = 2 * float(inner[np.isfinite(inner)].max(initial=0.0))
        densities = np.minimum(densities, most)
        unknown = np.full_like(x, np.nan)
        return Portrait(
            x, densities[0], densities[1], np.clip(self.log_ratio(x), -FARTHEST, FARTHEST), unknown, unknown
        )

    @property
    def span(self) -> tuple[float, float]:
        """From where to where a chart of both laws goes."""
        ends = [law.span() for law in (self.positives, self.negatives)]
        return min(low for low, _ in ends), max(high for _, high in ends)

    @cached_property
    def is_monotone(self) -> bool:
        """Whether the ratio never falls as the score rises, where there are cases."""
        middles = (self.edges[1:] + self.edges[:-1]) / 2
        held = (self.masses[0][1:-1] > 0) | (self.masses[1][1:-1] > 0)
        ratio = np.clip(self.log_ratio(middles[held]), -1e9, 1e9)
        return bool((np.diff(ratio[~np.isnan(ratio)]) >= -1e-7).all())

    def cells(self, threshold: Array, share: float, total: float = 1.0) -> Cells:
        """The table at each threshold where a share is positive, its cases summing to `total`."""
        positives, negatives = share * total, (1 - share) * total
        tpr, fpr, fnr, tnr = self._at_edges if threshold is self.edges else self._rates(threshold)
        return Cells(tp=positives * tpr, fp=negatives * fpr, fn=positives * fnr, tn=negatives * tnr)

    @cached_property
    def _at_edges(self) -> tuple[Array, Array, Array, Array]:
        return self._rates(self.edges)

    def _rates(self, threshold: Array) -> tuple[Array, Array, Array, Array]:
        """TPR, FPR, FNR and TNR at each threshold."""
        return (
            self.positives.above(threshold),
            self.negatives.above(threshold),
            self.positives.below(threshold),
            self.negatives.below(threshold),
        )

    def over(self, measure: Measure, threshold: Array, share: float, total: float = 1.0) -> Array:
        """A measure at each threshold, NaN where it has no value."""
        values = upward(measure, self.cells(threshold, share, total))
        return values if measure.better == "higher" else -values

    def peaks(
        self, measure: Measure, share: float, total: float = 1.0, constraints: Sequence[Constraint] = ()
    ) -> list[Peak]:
        """Every local best of a measure over the threshold, the best first; of a level stretch its middle.

        >>> exact = Exact(Law.of("bins(0,3,0.1,0.6,0.3)"), Law.of("bins(0,3,0.7,0.299,0.001)"))
        >>> from ddcore.measures import measure
        >>> [(round(peak.threshold, 6), round(peak.value, 6)) for peak in exact.peaks(measure("MCC"), 0.5)]
        [(1.0, 0.612372), (2.0, 0.418111)]
        """
        edges = self.edges
        values = upward(measure, self.cells(edges, share, total))
        for constraint in constraints:
            values = np.where(constraint.met(self.over(constraint.measure, edges, share, total)), values, np.nan)
        held = np.flatnonzero(np.isfinite(values))
        if not held.size:
            return []
        sign = 1.0 if measure.better == "higher" else -1.0
        found = []
        for first, last in _tops(values[held]):
            low, high = int(held[first]), int(held[last])
            at, value = float(edges[low] + edges[high]) / 2, float(values[low])
            end = "low" if first == 0 else "high" if last == held.size - 1 else ""
            if not end and not constraints:
                at, value = self._closer(measure, share, total, at, value, (edges[low - 1], edges[high + 1]))
            found.append(Peak(at, sign * value, end))
        return sorted(found, key=lambda peak: -sign * peak.value)

    def _closer(
        self, measure: Measure, share: float, total: float, at: float, value: float, around: tuple[float, float]
    ) -> tuple[float, float]:
        """A peak between the edges around it; the edge itself where nothing between is better, as at a kink."""

        def loss(x: float) -> float:
            lost = -float(upward(measure, self.cells(np.array([x]), share, total))[0])
            return lost if np.isfinite(lost) else 1e300

        found = minimize_scalar(
            loss, bounds=around, method="bounded", options={"xatol": 1e-10 * (around[1] - around[0])}
        )
        return (float(found.x), -float(found.fun)) if -found.fun > value else (at, value)


def _masses(below: Array, above: Array) -> Array:
    """How much of a law lies between each two edges, and beyond the outer ones."""
    between = np.where(below[1:] < 0.5, np.diff(below), -np.diff(above))
    return np.concatenate((below[:1], np.maximum(between, 0.0), above[-1:]))


def _tops(values: Array) -> list[tuple[int, int]]:
    """First and last place of each local top of a sequence; a dip of a few roundings parts none."""
    slight = ROUNDING * float(np.abs(values).max())
    tops, top, floor, rising = [], 0, 0, True
    for place in range(values.size):
        if rising and values[place] > values[top]:
            top = place
        elif rising and values[place] < values[top] - slight:
            tops.append(top)
            rising, floor = False, place
        elif not rising and values[place] < values[floor]:
            floor = place
        elif not rising and values[place] > values[floor] + slight:
            rising, top = True, place
    if rising:
        tops.append(top)
    level = np.abs(np.diff(values)) <= slight / 1000
    return [_stretch(level, place) for place in tops]


def _stretch(level: NDArray[np.bool_], place: int) -> tuple[int, int]:
    """How far the values around a place are level with it."""
    after = level[place:]
    before = level[:place][::-1]
    return (
        place - int(before.size if before.all() else before.argmin()),
        place + int(after.size if after.all() else after.argmin()),
    )
