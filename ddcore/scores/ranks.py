"""Scores by their rank among the cases: shares below a score, neighbours taken together, values between scores."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.table import ScoreTable


def nearest(places: Array, x: Array) -> NDArray[np.intp]:
    """Which of the ascending places is nearest to each x; half way between two, the lower one.

    >>> nearest(np.array([1.0, 2.0, 4.0]), np.array([0.0, 1.5, 3.5])).tolist()
    [0, 0, 2]
    """
    return np.searchsorted((places[1:] + places[:-1]) / 2, x, side="left")


def between(places: Array, values: Array, x: Array) -> Array:
    """Values at x, straight between ascending places and level beyond them.

    `numpy.interp` gives NaN where two places are nearer to each other than 10^-308; then the sums are done here.

    >>> between(np.array([0.0, 2.0]), np.array([1.0, 5.0]), np.array([-1.0, 0.5, 9.0])).tolist()
    [1.0, 2.0, 5.0]
    """
    if (places[1:] - places[:-1] > SMALLEST).all():
        return np.interp(x, places, values)
    left = np.clip(np.searchsorted(places, x, side="right") - 1, 0, max(places.size - 2, 0))
    right = np.minimum(left + 1, places.size - 1)
    apart = places[right] - places[left]
    part = np.clip((x - places[left]) / np.where(apart > 0, apart, 1), 0, 1)
    return np.asarray(values[left] + part * (values[right] - values[left]))


SMALLEST = 1e-300
"""Places farther apart than that are for `numpy.interp`."""


def ranks(table: ScoreTable) -> Callable[[Array], Array]:
    """The share of cases below a score, ties by half, both classes counting alike; straight between known scores.

    Below the lowest score half the share of its cases, above the highest one as far from 1.

    >>> ranks(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]))(np.array([0.0, 1.0, 1.5])).tolist()
    [0.0625, 0.125, 0.25]
    """
    place = table.places

    def rank(x: Array) -> Array:
        inside = np.where(x < table.score[0], place[0] / 2, between(table.score, place, x))
        return np.where(x > table.score[-1], (1 + place[-1]) / 2, inside)

    return rank


def coarse(table: ScoreTable, most: int) -> ScoreTable:
    """The cases at no more than `most` different scores: neighbours by `ranks` are given their mean score.

    >>> coarse(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), 2).score.tolist()
    [1.5, 3.5]
    """
    if table.score.size <= most:
        return table
    first = np.unique(np.searchsorted(table.places * most, np.arange(most)))
    first = first[first < table.score.size]
    tallies = (table.positives, table.negatives, *(table.squares or ()))
    positives, negatives, *squares = (np.add.reduceat(tally, first) for tally in tallies)
    # From the first score of each group, so that a mean is between its ends in spite of rounding.
    beyond = table.score - np.repeat(table.score[first], np.diff(np.append(first, table.score.size)))
    beyond *= table.positives + table.negatives
    mean = table.score[first] + np.add.reduceat(beyond, first) / (positives + negatives)
    return ScoreTable(mean, positives, negatives, (squares[0], squares[1]) if squares else None)
