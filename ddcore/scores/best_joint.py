"""Which way to read several scores together separates unseen cases best."""

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.resampling.cross_validation import PARTS, deal_by_class
from ddcore.scores.ensemble import fit
from ddcore.scores.joint import JOINT_METHODS
from ddcore.table import ScoreTable

BEST = "best"
SIMPLEST = "logistic"
SEED = 1


def best_method(scores: Array, true: NDArray[np.bool_], weight: Array | None = None, bandwidth: str = "normal") -> str:
    """The key of `JOINT_METHODS` with the largest area on a third of the cases, read by what the others give.

    The simplest where there are too few cases to try, and where none is better.

    >>> scores = np.random.default_rng(1).normal(size=(200, 2))
    >>> best_method(scores, (scores**2).sum(axis=1) > 2)
    'binormal'
    """
    if min(int(true.sum()), int((~true).sum())) < PARTS:
        return SIMPLEST
    held = deal_by_class(true, PARTS, rng=np.random.default_rng(SEED)) == 0
    others, own = (None if weight is None else weight[cases] for cases in (~held, held))
    areas = {}
    for method in (SIMPLEST, *(key for key in JOINT_METHODS if key != SIMPLEST)):
        most = JOINT_METHODS[method].most
        if most is not None and scores.shape[1] > most:
            continue
        try:
            found = fit(
                scores[~held], true[~held], method, positive=True, bandwidth=bandwidth, bounds="none", weight=others
            )
        except InputError:
            continue  # such as one score that is the other on another scale
        areas[method] = ScoreTable.of(found.log_ratio(scores[held]), true[held], True, own).auc
    return max(areas, key=lambda each: areas[each], default=SIMPLEST)
