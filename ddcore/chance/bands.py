"""The draw over theta: its mean, and the bands of half of the draws and of the share that the level in force names."""

from dataclasses import dataclass

import numpy as np

from ddcore.arrays import Array
from ddcore.chance.dutch_draw import expectation, quantile
from ddcore.interval import tails
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named


@dataclass(frozen=True, eq=False)
class Bands:
    """A measure over theta; element i of each array belongs to theta[i], NaN where the measure is never defined.

    `low` to `high` holds the share of draws that the level in force names, `low50` to `high50` half of them.

    >>> tp = bands("TP", 10, 4, points=3)
    >>> tp.theta.tolist(), tp.mean.tolist(), tp.low50.tolist(), tp.high50.tolist()
    ([0.0, 0.5, 1.0], [0.0, 2.0, 4.0], [0.0, 1.0, 4.0], [0.0, 3.0, 4.0])
    """

    measure: Measure
    theta: Array
    mean: Array
    low: Array
    low50: Array
    high50: Array
    high: Array


def bands(measure: str | Measure, total: int, positives: int, points: int = 201) -> Bands:
    """Mean and bands at up to `points` evenly spaced thetas; with fewer cases, at every number predicted positive.

    M is `total`, P is `positives`. Raises `InputError` as `dutch_draw.expectation` does.

    >>> bands("TP", 10, 4).high[[0, 5, 10]].tolist()
    [0.0, 3.0, 4.0]
    """
    measure = measure_named(measure)
    theta = np.linspace(0, 1, min(points, total + 1))
    first, last = tails()
    edges = quantile(measure, total, positives, theta, [first, 0.25, 0.75, last]).T
    return Bands(measure, theta, expectation(measure, total, positives, theta), *edges)
