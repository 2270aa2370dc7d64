"""The type of most arrays here, and sums of doubles that do not depend on their order."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
"""Numbers of any shape, as doubles."""

Parts = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""Doubles, or sums of them, as whole numbers: of 2^-26, of 2^-52 and of 2^-78 of a scale."""

BITS, MASK = 26, 2**26 - 1
"""The bits of each part, of which 2^37 are added up without overflow."""


AT_ONCE = 2**15
"""Values that are added up at once."""


def power_of_two_above(number: float) -> float:
    """The power of two above a number, 2^1023 at most: to divide by it loses no digit.

    >>> power_of_two_above(300.0)
    512.0
    """
    return math.ldexp(1.0, min(math.frexp(number)[1], 1023))


def split(values: Array, scale: float) -> Parts:
    """Doubles of 0 or more as whole numbers, to be added in any order; `whole` makes doubles of the sums.

    `scale` is a power of two, at least the largest value. What is below 2^-78 of it is cut off: nothing of a value
    from 2^-26 of it on.

    >>> [part.tolist() for part in split(np.array([1.0, 0.75]), 2.0)]
    [[33554432, 25165824], [0, 0], [0, 0]]
    """
    rest = values / scale
    return _next(rest), _next(rest), _next(rest)


def _next(rest: Array) -> NDArray[np.int64]:
    """The next part of values, of which the rest is left."""
    rest *= 2.0**BITS
    part = rest.astype(np.int64)
    rest -= part
    return part


def whole(sums: Sequence[NDArray[np.int64]], scale: float) -> Array:
    """The doubles closest to sums of what `split` gave, rounded once; of sums of single values these values.

    More than three parts go on in the same way: the next one has whole numbers of 2^-104 of the scale.

    >>> tenths = np.full(10, 0.1)
    >>> sum(tenths.tolist()), whole([part.sum() for part in split(tenths, 1.0)], 1.0).item()
    (0.9999999999999999, 1.0)
    """
    parts = [np.array(part, np.int64) for part in sums]
    for place in range(len(parts) - 1, 0, -1):
        parts[place - 1] += parts[place] >> BITS
        parts[place] &= MASK
    first, second, third, *others = parts
    total = _rounded(first, second << BITS | third) * 2.0**-BITS
    below = np.flatnonzero(np.any(others, axis=0)) if others else ()
    if len(below):
        total[below] = _of_many([part[below] for part in parts])
    with np.errstate(over="ignore"):
        return np.asarray(total * scale)


def _rounded(units: NDArray[np.int64], below: NDArray[np.int64]) -> Array:
    """The doubles closest to whole numbers and so many parts of 2^-52 of one."""
    # Up to 2^53 both are doubles, so that their sum is rounded once. Above it, `below` decides between two neighbours.
    near = units + below * 2.0 ** (-2 * BITS)
    large = units >= 2**53
    return np.where(large, (units.astype(np.uint64) << 1 | (below > 0)) / 2, near) if large.any() else near


def _of_many(parts: list[NDArray[np.int64]]) -> Array:
    """The doubles closest to sums of more than three parts each: of the first four that are not 0, and one more bit."""
    none = np.zeros_like(parts[0])
    digits = np.array([parts[0] >> BITS, parts[0] & MASK, *parts[1:], none, none, none])
    held = digits > 0
    start = np.argmax(held, axis=0)
    last = len(digits) - 1 - np.argmax(held[::-1], axis=0)
    four = np.take_along_axis(digits, start + np.arange(4)[:, np.newaxis], axis=0)
    total = _rounded(four[0] << BITS | four[1], four[2] << BITS | four[3] | (last > start + 3))
    return np.asarray(np.ldexp(total, -BITS * (start + 1)))


def added(values: Array, place: NDArray[np.intp], places: int) -> Array:
    """The sum of the values of each place, rounded once: the same in any order of the values, which are 0 or more.

    >>> added(np.array([0.1, 0.2, 7.0, 0.3]), np.array([0, 0, 2, 0]), 3).tolist()
    [0.6, 0.0, 7.0]
    """
    scale = power_of_two_above(float(values.max(initial=0.0)))
    sums = [np.zeros(places, np.int64) for _ in range(3)]
    # What is at work at once stays near the processor: that takes half the time.
    for start in range(0, values.size, AT_ONCE):
        rest, own = values[start : start + AT_ONCE] / scale, place[start : start + AT_ONCE]
        for part in range(3):
            np.add.at(sums[part], own, _next(rest))
        while (left := np.flatnonzero(rest)).size:
            rest, own, part = rest[left], own[left], part + 1
            if part == len(sums):
                sums.append(np.zeros(places, np.int64))
            np.add.at(sums[part], own, _next(rest))
    return whole(sums, scale)
