"""Cases that belong together, such as the pictures of one patient: by how much they say less than independent ones."""

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
    """The design effect of each class, at least 1; None where every cluster has one case.

    Element i of each array belongs to case i: its score or whether it is called positive, whether it is truly positive,
    a number that the cases of its cluster share, and what it counts. The effect of a class is the variance of the mean
    of its placements among the other class (DeLong et al. 1988) when clusters are drawn, over that when cases are drawn
    (Kish 1965, Survey Sampling, section 5.4): that of the cases' sums by cluster, K / (K - 1) times their squares
    summed (Obuchowski 1997), over that of the single cases. Both get one case more, of variance 1/4, whose cluster is
    all alike: so a class without spread counts as many cases as it has clusters. Where clusters have cases of both
    classes that are well placed together, both effects rise by what that adds to the variance of the AUC.

    >>> score, positive = np.array([0.9, 0.9, 0.2, 0.2, 0.6, 0.6, 0.1, 0.1]), np.array([1, 1, 1, 1, 0, 0, 0, 0]) == 1
    >>> [round(effect, 2) for effect in design_effects(score, positive, np.array([0, 0, 1, 1, 2, 2, 3, 3]))]
    [2.57, 2.57]
    >>> design_effects(score, positive, np.arange(8)) is None
    True
    """
    _, code = np.unique(cluster, return_inverse=True)
    clusters = int(code.max(initial=-1)) + 1
    if clusters == code.size:
        return None
    counted = np.ones(code.size) if weight is None else weight
    effects, spreads, moved = [], [], []
    for own in (positive, ~positive):
        effect, sums = _of_class(_placements(score, own, counted), code[own], counted[own], clusters)
        effects.append(effect)
        spreads.append(float(sums @ sums))
        moved.append(sums)
    alone = sum(spreads)
    # Placements of negatives have the other sign in the AUC.
    together = max(-2 * float(moved[0] @ moved[1]) / alone, 0.0) if alone > 0 else 0.0
    return effects[0] * (1 + together), effects[1] * (1 + together)


def _placements(score: NDArray[np.floating | np.bool_], own: NDArray[np.bool_], counted: Array) -> Array:
    """For each case of a class the share of the other class below it, ties by half."""
    values, others = score[own], score[~own]
    order = np.argsort(others, kind="stable")
    below = np.concatenate(([0.0], np.cumsum(counted[~own][order])))
    ends = (np.searchsorted(others[order], values, side=side) for side in ("left", "right"))
    first, last = (below[places] for places in ends)
    return np.asarray((first + last) / 2 / below[-1]) if below[-1] else np.zeros(values.size)


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
