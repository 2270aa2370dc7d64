"""The law of a guesser who calls each case positive with probability g, whatever the case: binomial in each class."""

import math

from ddcore.arrays import Array
from ddcore.chance.hypergeometric import outwards


def window(cases: int, g: float, *, points: int = 0) -> tuple[Array, Array]:
    """How many of some cases are predicted positive, and the probabilities: all that matter, as in `hypergeometric`.

    Two arrays of one length: the numbers, ascending, and probabilities that sum to 1. With `points` a wide window is
    thinned to that many values per standard deviation.

    >>> window(2, 0.25)[1].tolist()
    [0.5625, 0.375, 0.0625]
    """
    ends = (0 if g < 1 else cases, cases if g > 0 else 0)
    mode = min(math.floor((cases + 1) * g), cases)
    odds = g / (1 - g) if g < 1 else math.inf

    def up(before: Array) -> Array:
        return (cases - before) / (before + 1) * odds

    value, weight = outwards(ends, mode, math.sqrt(cases * g * (1 - g)), up, points=points)
    kept = weight > NEGLIGIBLE * weight.max()
    return value[kept], weight[kept]


NEGLIGIBLE = 1e-20
"""Probabilities below this share of the largest are cut: a sum over two such laws has the product of both lengths."""
