"""Two shares of the same cases: McNemar's exact test, and the score interval of their difference (Tango 1998)."""

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, gammaln, ndtr, ndtri

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.interval import confident

STEPS = 60
"""Halvings of a span of 2: what is left is less than a double resolves."""


def mcnemar(first: ArrayLike, second: ArrayLike, *, mid: bool = False) -> Array:
    """Two-sided exact p value that two shares of the same cases are equal in truth (McNemar 1947); shaped like both.

    `first` are the cases that count for the first share alone, `second` for the second alone. Were the shares equal,
    each such case would be one of the first with probability 1/2: p is twice the smaller tail of that binomial law, 1
    at most. `mid` counts only half of the probability of what was seen (Fagerland, Lydersen & Laake 2013, equation 4):
    then the level holds about, not for sure. 1 where no case is in one share alone.

    >>> mcnemar(7, 1).round(4), mcnemar(7, 1, mid=True).round(4)
    (np.float64(0.0703), np.float64(0.0391))
    """
    b, c = _whole(first, second)
    m, less = b + c, np.minimum(b, c)
    # The binomial tail; without a case in one share alone it is 1.
    tail = np.where(m > 0, betainc(np.maximum(m - less, 0.5), less + 1, 0.5), 1.0)
    if mid:
        equal = np.exp(gammaln(m + 1) - gammaln(less + 1) - gammaln(m - less + 1) - m * math.log(2))
        tail = tail - equal / 2
    return np.asarray(np.minimum(2 * tail, 1.0))[()]


def _whole(first: ArrayLike, second: ArrayLike) -> tuple[Array, Array]:
    b, c = np.broadcast_arrays(np.asarray(first, np.float64), np.asarray(second, np.float64))
    if not all((number >= 0).all() and (number == np.floor(number)).all() for number in (b, c)):
        raise InputError(f"cases must be whole numbers of 0 or more, got {first!s} and {second!s}")
    return b, c


def paired_score(first: ArrayLike, second: ArrayLike, cases: ArrayLike, difference: ArrayLike) -> Array:
    """Deviations of the seen difference of two shares from one that is supposed, by its score (Tango 1998).

    `first` and `second` as for `mcnemar`, `cases` is how many there are in all. Its sign is that of seen less supposed;
    at a difference of 0 its square is McNemar's chi-square. Where nothing can vary it is infinite, or 0 if both agree.

    >>> paired_score(7, 1, 21, 0.0).round(4)
    np.float64(2.1213)
    """
    b, c, n, d = np.broadcast_arrays(*(np.asarray(number, np.float64) for number in (first, second, cases, difference)))
    # The largest likelihood of the second share alone, under that difference (equation 26).
    half = -(b + c) + (2 * n - b + c) * d
    alone = (np.sqrt(np.maximum(half**2 + 8 * n * c * d * (1 - d), 0.0)) - half) / (4 * n)
    away = b - c - n * d
    with np.errstate(divide="ignore", invalid="ignore"):
        score = away / np.sqrt(np.maximum(n * (2 * alone + d * (1 - d)), 0.0))
    return np.where(np.abs(away) <= 1e-9 * np.maximum(n, 1.0), 0.0, score)[()]


def paired_interval(
    first: ArrayLike, second: ArrayLike, cases: ArrayLike, level: float | None = None
) -> tuple[Array, Array]:
    """The differences of two shares of the same cases that their score does not reject (Tango 1998): low and high.

    In his words the score interval; each shaped like the counts, -1 to 1 without a case. Raises `InputError` "level
    must be between 0 and 1, got 95".

    >>> low, high = paired_interval(40, 20, 160)
    >>> low.round(4), high.round(4)
    (np.float64(0.0309), np.float64(0.2181))
    """
    level = confident(level)
    b, c, n = np.broadcast_arrays(*(np.asarray(number, np.float64) for number in (first, second, cases)))
    n = np.where(n > 0, n, np.nan)
    seen, far = (b - c) / n, float(ndtri((1 + level) / 2))
    ends = np.reshape([-1.0, 1.0], (2, *np.ones_like(seen.shape)))
    inside, outside = np.broadcast_arrays(seen, ends)
    for _ in range(STEPS):
        middle = (inside + outside) / 2
        held = np.abs(paired_score(b, c, n, middle)) <= far
        inside, outside = np.where(held, middle, inside), np.where(held, outside, middle)
    low, high = np.where(np.isnan(n), ends, inside)
    return low, high


def paired_margin_p(first: ArrayLike, second: ArrayLike, cases: ArrayLike, margin: float) -> Array:
    """p value that the difference of two shares is `margin` or more in truth, either way: the larger of both tests.

    Two one-sided tests (Schuirmann 1987), each by the score. It is small where the difference surely lies within.

    >>> paired_margin_p(5, 5, 1000, 0.02).round(5)
    np.float64(3e-05)
    """
    below = ndtr(paired_score(first, second, cases, margin))
    above = ndtr(-paired_score(first, second, cases, -margin))
    return np.asarray(np.maximum(below, above))[()]
