"""Cases that belong together, such as the pictures of one patient: by how much they say less than independent ones."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array

Design = tuple[float, float]
"""The design effects of the positives and of the negatives: so many cases say as much as one independent case."""


def design_effects(
    score: NDArray[np.floating | np.bool_],
    positive: NDArray[np.bool_],
    cluster: NDArray[np.int64],
    weight: Array | None = None,
) -> Design | None:
    """The design effects of both classes on the AUC of a score, see `component_effects`.

    Element i of each array belongs to case i: its score or whether it is called positive, whether it is truly positive,
    a number that the cases of its cluster share, and what it counts. Rates at a threshold vary in clusters about as
    much as the placements do (tests/coverage has the levels). None where every cluster has one case.

    >>> score, positive = np.array([0.9, 0.9, 0.2, 0.2, 0.6, 0.6, 0.1, 0.1]), np.array([1, 1, 1, 1, 0, 0, 0, 0]) == 1
    >>> [round(effect, 2) for effect in design_effects(score, positive, np.array([0, 0, 1, 1, 2, 2, 3, 3]))]
    [2.57, 2.57]
    >>> design_effects(score, positive, np.arange(8)) is None
    True
    """
    below = np.empty(score.size)
    for own in (positive, ~positive):
        below[own] = _below(score[own], score[~own], None if weight is None else weight[~own])
    return component_effects(np.where(positive, below, 1 - below), positive, cluster, weight)


def component_effects(
    component: Array, positive: NDArray[np.bool_], cluster: NDArray[np.int64], weight: Array | None = None
) -> Design | None:
    """The design effects of both classes on what moves with each case as `component` says; at least 1.

    Components are those of DeLong, DeLong & Clarke-Pearson (1988) or the difference of two: element i is that of case
    i among the cases of the other class. The effect of a class is the variance of their mean when clusters are drawn
    over that when cases are drawn (Kish 1965, Survey Sampling, section 5.4): K / (K - 1) times the squared sums of the
    K clusters (Obuchowski 1997), over the same of single cases. Both get one case more, of variance 1/4, in a cluster
    of cases that are all alike: so a class without spread says as much as it has clusters. Where clusters of both
    classes move the value the same way, both effects rise by what that adds to its variance. None where every cluster
    has one case.

    >>> up, _ = component_effects(np.array([0.9, 0.9, 0.4, 0.4]), np.ones(4, bool), np.array([0, 0, 1, 1]))
    >>> round(up, 2)
    2.57
    """
    _, code = np.unique(cluster, return_inverse=True)
    clusters = int(code.max(initial=-1)) + 1
    if clusters == code.size:
        return None
    counted = np.ones(code.size) if weight is None else weight
    sums, moved = [], []
    for own in (positive, ~positive):
        of_class, of_clusters = _of_class(component[own], code[own], counted[own], clusters)
        sums.append(of_class)
        moved.append(of_clusters)
    return effects_of(sums[0], sums[1], float(moved[0] @ moved[1]))


class ClassSums(NamedTuple):
    """What the design effect of a class is made of: sums over its cases, and over the clusters that hold any of them.

    `cases` is their number, `total` the sum of their weights, `squares` that of the squared weights, and `away` that of
    the squares of each weight times its component's distance from the mean. `clusters` is the number of clusters,
    `weights` the sum of the squares of their weights, and `moved` that of the squares of their sums of distances.
    """

    cases: float
    total: float
    squares: float
    away: float
    clusters: float
    weights: float
    moved: float

    @property
    def effect(self) -> float:
        """The design effect of the class by itself."""
        if self.cases < 2 or not self.total > 0:
            return 1.0
        most = self.weights / self.squares
        if self.clusters < 2:
            return most
        drawn = self.clusters / (self.clusters - 1) * self.moved
        single = self.cases / (self.cases - 1) * self.away
        one = self.squares / self.cases / 4
        return max((drawn + most * one) / (single + one), 1.0)

    @property
    def counts(self) -> bool:
        """Whether clusters of the class can move its mean."""
        return self.cases >= 2 and self.total > 0 and self.clusters >= 2


def effects_of(positives: ClassSums, negatives: ClassSums, together: float) -> Design:
    """The design effects of both classes; `together` sums the products of both classes' distances in each cluster."""
    both = positives, negatives
    alone = sum(each.moved / each.total**2 for each in both if each.counts)
    rise = 0.0
    if alone > 0 and positives.counts and negatives.counts:
        rise = max(2 * together / (positives.total * negatives.total) / alone, 0.0)
    return positives.effect * (1 + rise), negatives.effect * (1 + rise)


def _below(score: NDArray[np.floating | np.bool_], others: NDArray[Any], weight: Array | None) -> Array:
    """For each score the share of the others below it, ties by half; 0 without others."""
    order = np.argsort(others, kind="stable")
    counted = np.ones(others.size) if weight is None else weight[order]
    reached = np.concatenate(([0.0], np.cumsum(counted)))
    first, last = (reached[np.searchsorted(others[order], score, side=side)] for side in ("left", "right"))
    return np.asarray((first + last) / 2 / reached[-1]) if reached[-1] else np.zeros(score.size)


def _of_class(placed: Array, code: NDArray[np.intp], counted: Array, clusters: int) -> tuple[ClassSums, Array]:
    """The sums of a class, and by how much each cluster moves the sum of its components."""
    cases, total = placed.size, float(counted.sum())
    if cases < 2 or not total > 0:
        return ClassSums(cases, total, 0.0, 0.0, 0, 0.0, 0.0), np.zeros(clusters)
    away = counted * (placed - counted @ placed / total)
    weights = np.bincount(code, counted, clusters)
    held = int((np.bincount(code, minlength=clusters) > 0).sum())
    sums: Array = np.bincount(code, away, clusters).astype(np.float64)
    squares = float(counted @ counted), float(away @ away)
    return ClassSums(cases, total, *squares, held, float(weights @ weights), float(sums @ sums)), sums
