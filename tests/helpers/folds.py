"""Parts of data made up, with their best common threshold."""

import math

import numpy as np

from ddcore.chance.folds import CommonThreshold
from ddcore.measures import measure


def parts_of(normalised, key="F1", parts=None, threshold=None, left_out=(), thinned=False):
    """A row of scores for each part, the last at a threshold of +inf."""
    table = np.array(normalised, dtype=float)
    mean = table.mean(axis=0)
    threshold = [*np.arange(1, table.shape[1]) / 10, np.inf] if threshold is None else threshold
    names = tuple(parts or (f"part {k + 1}" for k in range(len(table))))
    best = None if np.isnan(mean).all() else int(np.nanargmax(mean))
    return CommonThreshold(measure(key), names, np.array(threshold), table, mean, best, tuple(left_out), thinned)


def nothing(key="F1", left_out=()):
    """No part has a value."""
    scores, mean = np.zeros((0, 2)), np.full(2, np.nan)
    return CommonThreshold(measure(key), (), np.array([0.1, np.inf]), scores, mean, None, tuple(left_out), False)


THREE = parts_of([[0.1, 0.5, 0.4, math.nan], [-0.2, 0.3, 0.6, math.nan], [0.0, 0.7, 0.2, math.nan]])
