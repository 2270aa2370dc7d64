"""The draw over theta: its mean, and the bands in which half and 95 % of the draws lie."""

from dataclasses import dataclass

import numpy as np

from ddcore.arrays import Array
from ddcore.chance.dutch_draw import expectation, quantile
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

LEVELS = (0.025, 0.25, 0.75, 0.975)


@dataclass(frozen=True, eq=False)
class Bands:
    """A measure over theta; element i of each array belongs to theta[i], NaN where the measure is never defined.

    `low95` to `high95` holds 95 % of the draws, `low50` to `high50` half of them.

    >>> tp = bands("TP", 10, 4, points=3)
    >>> tp.theta.tolist(), tp.mean.tolist(), tp.low50.tolist(), tp.high50.tolist()
    ([0.0, 0.5, 1.0], [0.0, 2.0, 4.0], [0.0, 1.0, 4.0], [0.0, 3.0, 4.0])
    """

    measure: Measure
    theta: Array
    mean: Array
    low95: Array
    low50: Array
    high50: Array
    high95: Array


def bands(measure: str | Measure, total: int, positives: int, points: int = 201) -> Bands:
    """Mean and bands at up to `points` evenly spaced thetas; with fewer cases, at every number predicted positive.

    M is `total`, P is `positives`. Raises `InputError` as `dutch_draw.expectation` does.

    >>> bands("TP", 10, 4).high95[[0, 5, 10]].tolist()
    [0.0, 3.0, 4.0]
    """
    measure = measure_named(measure)
    theta = np.linspace(0, 1, min(points, total + 1))
    edges = quantile(measure, total, positives, theta, LEVELS).T
    return Bands(measure, theta, expectation(measure, total, positives, theta), *edges)
