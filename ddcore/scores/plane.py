"""The axes in which the scores of two models are seen, and a kernel density in their plane.

The kernel is convolved on a grid; scipy convolves and interpolates.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates

from ddcore.arrays import Array
from ddcore.scores.kernel import REACH

STEPS = 8
"""Points of the grid in one bandwidth, along each of its axes."""
LARGEST_GRID = 768
"""Points along each axis; where cases lie farther apart, the bandwidth is widened to two steps."""
ALIKE = 1e-9
"""Relative spread below which scores are taken as all equal, or as points of one line."""
NOTHING = -200.0
"""Logarithms of a kernel density below this stand for a density of 0: within 8 bandwidths of a case it is higher."""


@dataclass(frozen=True, eq=False)
class Frame:
    """The axes in which one class is seen: the sum and the difference of its standardised scores, by the root of 2.

    They are uncorrelated. `mean` and `deviation` are those of the scores, `spread` those of the two axes.

    >>> scores = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 3.0]])
    >>> frame = Frame.of(scores, np.ones(3))
    >>> frame.mean.tolist(), frame.spread.round(3).tolist(), frame.place(scores)[2].round(3).tolist()
    ([2.0, 2.0], [1.225, 0.707], [1.414, 0.0])
    """

    mean: Array
    deviation: Array
    spread: Array

    @classmethod
    def of(cls, scores: Array, weight: Array, instead: "Frame | None" = None) -> "Frame":
        """The axes of scores of shape (cases, 2); where they do not differ, the axes and spreads of `instead`."""
        mean, deviation = np.average(scores, axis=0, weights=weight), deviation_of(scores, weight)
        if instead is not None and not (deviation > ALIKE * instead.deviation).all():
            return instead
        spread = deviation_of(_turned((scores - mean) / np.where(deviation > 0, deviation, 1)), weight)
        if instead is not None and not (spread > ALIKE).all():
            return instead
        return cls(mean, deviation, spread)

    def place(self, scores: Array) -> Array:
        """Scores in these axes, of shape (cases, 2): the sum and the difference of the standardised scores."""
        return _turned((scores - self.mean) / self.deviation)

    def log_normal(self, place: Array) -> Array:
        """Logarithm of the normal density with the same means, spreads and correlation, per unit of place."""
        z = place / self.spread
        return np.asarray(-(z**2).sum(axis=1) / 2 - math.log(2 * math.pi) - math.log(self.spread.prod()))

    @property
    def log_unit(self) -> float:
        """Logarithm of what turns a density per unit of place into one per unit of both scores."""
        return -float(np.log(self.deviation).sum())


def counting(cases: Array, weight: Array | None) -> Array:
    """What each case of a class counts, 1 where there are no weights: their sum is the effective number of cases.

    >>> counting(np.zeros((2, 2)), np.array([3.0, 1.0])).round(9).tolist(), counting(np.zeros((2, 2)), None).tolist()
    ([1.2, 0.4], [1.0, 1.0])
    """
    if weight is None:
        return np.ones(len(cases))
    share = weight / weight.max()
    return np.asarray(share * (share.sum() / (share @ share)))


def deviation_of(scores: Array, weight: Array) -> Array:
    """Standard deviations with n - 1; exactly 0 where all are equal."""
    cases = float(weight.sum())
    if len(scores) < 2 or cases <= 1:
        return np.zeros(scores.shape[1])
    away = scores - np.average(scores, axis=0, weights=weight)
    return np.where(scores.min(axis=0) < scores.max(axis=0), np.sqrt(weight @ away**2 / (cases - 1)), 0.0)


def _turned(standard: Array) -> Array:
    first, second = standard.T
    return np.stack([first + second, first - second], axis=1) / math.sqrt(2)


@dataclass(frozen=True, eq=False)
class Plane:
    """A Gaussian kernel density in a plane, kept as its logarithm on a grid.

    >>> plane = Plane.of(np.array([[0.0, 0.0], [1.0, 1.0]]), np.ones(2), np.array([0.5, 0.5]))
    >>> plane(np.array([[0.0, 0.0], [1.0, 1.0], [99.0, 0.0]])).round(3).tolist()
    [-1.127, -1.127, -inf]
    """

    low: Array
    step: Array
    log: Array
    bandwidth: Array

    @classmethod
    def of(cls, place: Array, weight: Array, bandwidth: Array) -> "Plane":
        """The density of places of shape (cases, 2), with a bandwidth along each axis."""
        low, high = place.min(axis=0), place.max(axis=0)
        room = 2 * (REACH + 1)
        # At two steps a bandwidth, the room on both sides takes up 2 * room points of the grid.
        width = np.maximum(bandwidth, 2 * (high - low) / (LARGEST_GRID - 2 * room))
        span = high - low + room * width
        points = np.minimum(np.ceil(span / width * STEPS), LARGEST_GRID).astype(int) + 1
        low, step = low - room / 2 * width, span / (points - 1)
        at = (place - low) / step
        corner = np.minimum(at.astype(np.intp), points - 2)
        part = at - corner
        shared = np.zeros(points.prod())
        for across in (0, 1):
            for up in (0, 1):
                cell = (corner[:, 0] + across) * points[1] + corner[:, 1] + up
                share = weight * np.abs(1 - across - part[:, 0]) * np.abs(1 - up - part[:, 1])
                shared += np.bincount(cell, share, minlength=shared.size)
        density = gaussian_filter(shared.reshape(points), width / step, mode="constant", truncate=REACH)
        return cls(low, step, np.log(np.maximum(density / (weight.sum() * step.prod()), math.exp(2 * NOTHING))), width)

    def __call__(self, place: Array) -> Array:
        """Logarithm of the density, straight between the points of the grid; -inf where no case is near."""
        at = (place - self.low) / self.step
        log = map_coordinates(self.log, at.T, order=1, mode="constant", cval=2 * NOTHING)
        return np.where(log > NOTHING, log, -math.inf)
