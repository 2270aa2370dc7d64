"""Which of two models is cheaper, over all costs that mistakes may have."""

import numpy as np

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.scores.curves import convex_hull
from ddcore.scores.dominance import Difference
from ddcore.table import ScoreTable


def cost_difference(first: ScoreTable, second: ScoreTable, share: float) -> Difference:
    """What the second model costs more than the first, c being a false alarm's share of the cost of both.

    Each is used at the threshold that is best at c on these cases, a corner of its convex hull (Provost & Fawcett 2001;
    Drummond & Holte 2006); the cost per case is 2 (c (1 - pi) FPR + (1 - c) pi FNR) with `share` pi positive. Straight
    between the turns, and above 0 where the first is cheaper. Raises `InputError` "costs of both mistakes need cases of
    both classes" and "share must be above 0 and below 1, got 1".

    >>> apart = cost_difference(ScoreTable.of([1, 2], [0, 1]), ScoreTable.of([1, 2], [1, 0]), 0.5)
    >>> apart.x.tolist(), apart.start.tolist(), apart.dominates
    ([0.0, 0.5, 1.0], [0.0, 0.5], 1)
    """
    if not 0 < share < 1:
        raise InputError(f"share must be above 0 and below 1, got {share:g}")
    hulls = []
    for table in (first, second):
        if not (table.positives.any() and table.negatives.any()):
            raise InputError("costs of both mistakes need cases of both classes")
        hull = convex_hull(table)
        order = np.lexsort((hull.y, hull.x))
        hulls.append((hull.x[order], hull.y[order]))
    turns = [_turns(fpr, tpr, share) for fpr, tpr in hulls]
    c = np.unique(np.concatenate([[0.0, 1.0], *turns]))
    cost = [_least(fpr, tpr, turn, c, share) for (fpr, tpr), turn in zip(hulls, turns, strict=True)]
    more = cost[1] - cost[0]
    return Difference.of(c, more[:-1], more[1:])


def _turns(fpr: Array, tpr: Array, share: float) -> Array:
    """The costs at which neighbouring corners of a hull are equally good, falling: the first is best above them."""
    up, across = share * np.diff(tpr), (1 - share) * np.diff(fpr)
    return np.asarray(up / (up + across))


def _least(fpr: Array, tpr: Array, turns: Array, c: Array, share: float) -> Array:
    """The cost of the best corner at each c."""
    place = np.searchsorted(-turns, -c)
    return np.asarray(2 * (c * (1 - share) * fpr[place] + (1 - c) * share * (1 - tpr[place])))
