"""Cases that belong together, such as the pictures of one patient: by how much they say less than independent ones."""

from typing import Any

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
    effects, moved = [], []
    for own in (positive, ~positive):
        effect, sums = _of_class(component[own], code[own], counted[own], clusters)
        effects.append(effect)
        moved.append(sums)
    alone = sum(float(sums @ sums) for sums in moved)
    together = max(2 * float(moved[0] @ moved[1]) / alone, 0.0) if alone > 0 else 0.0
    return effects[0] * (1 + together), effects[1] * (1 + together)


def _below(score: NDArray[np.floating | np.bool_], others: NDArray[Any], weight: Array | None) -> Array:
    """For each score the share of the others below it, ties by half; 0 without others."""
    order = np.argsort(others, kind="stable")
    counted = np.ones(others.size) if weight is None else weight[order]
    reached = np.concatenate(([0.0], np.cumsum(counted)))
    first, last = (reached[np.searchsorted(others[order], score, side=side)] for side in ("left", "right"))
    return np.asarray((first + last) / 2 / reached[-1]) if reached[-1] else np.zeros(score.size)


def _of_class(placed: Array, code: NDArray[np.intp], counted: Array, clusters: int) -> tuple[float, Array]:
    """The design effect of a class, and how far its mean is moved by each cluster."""
    none = np.zeros(clusters)
    cases, total = placed.size, float(counted.sum())
    if cases < 2 or not total > 0:
        return 1.0, none
    away = counted * (placed - counted @ placed / total)
    squares = float(counted @ counted)
    weights = np.bincount(code, counted, clusters)
    held = int((np.bincount(code, minlength=clusters) > 0).sum())
    most = float(weights @ weights) / squares
    if held < 2:
        return most, none
    sums = np.bincount(code, away, clusters)
    drawn, single = held / (held - 1) * float(sums @ sums), cases / (cases - 1) * float(away @ away)
    one = squares / cases / 4
    return max((drawn + most * one) / (single + one), 1.0), sums / total
