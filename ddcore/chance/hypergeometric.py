"""The law of a draw: how many of the n cases predicted positive are truly positive.

TP is hypergeometric with M cases, P positive and n predicted positive: p(k) = C(P, k) C(N, n-k) / C(M, n), N = M - P
(van de Bijl et al. 2024, section 3.1.1). scipy's law is not exact enough where M is large: its logarithms of gamma
functions cancel, which leaves five digits at M = 10^9. So a window's weights come from the exact ratios of neighbours,
and a single logarithm from gamma functions of 50 digits (mpmath), where the cancelling costs nothing.
"""

import math
from collections.abc import Callable

import mpmath
import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array

WIDTH = 10.0
"""Half the width of a window in standard deviations, and below it `MARGIN` more cases for skewed laws."""
MARGIN = 40
"""The mass outside is below 10^-22, so that it cannot move the last digit of a sum."""
WHOLE = 4096
"""A support of at most so many values is never cut: its law is shown, not only summed over."""


def support(total: int, positives: int, called: int) -> tuple[int, int]:
    """The smallest and the largest TP that a draw can have.

    >>> support(10, 4, 8)
    (2, 4)
    """
    return max(0, called - (total - positives)), min(positives, called)


def variance(total: int, positives: int, called: float | Array) -> float | Array:
    """Var TP = n (M-n) P N / (M^2 (M-1)), 0 at M = 1; shaped like `called`.

    >>> round(variance(10, 4, 2), 12)
    0.426666666667
    """
    share = called / total
    return share * (total - called) * (positives / total) * (total - positives) / max(total - 1, 1)


def mode(total: int, positives: int, called: int) -> int:
    """The most probable TP, floor((n+1)(P+1) / (M+2)).

    >>> mode(10, 4, 2)
    1
    """
    return (called + 1) * (positives + 1) // (total + 2)


PER_DEVIATION = 8
"""Values kept per standard deviation where a window is thinned."""


def window(total: int, positives: int, called: int, *, thin: bool = False, reach: int = 0) -> tuple[Array, Array]:
    """Values of TP and their probabilities, ascending: all of them, or at large M all that matter.

    The probabilities come from the exact ratio of neighbours outwards from the mode and sum to 1. With `thin` a wide
    window that touches no end of the support is thinned evenly; the mean of any function that is smooth on the scale of
    a standard deviation stays the same, because the sum is a trapezoidal rule for a bell-shaped integrand, whose error
    falls like exp(-2 (pi PER_DEVIATION)^2) (Trefethen & Weideman 2014). With `reach` it holds all values that are more
    probable than the one so far from the mode, on either side, and the next less probable ones.

    >>> window(10, 4, 2)[1].round(12).tolist()
    [0.333333333333, 0.533333333333, 0.133333333333]
    """
    ends = support(total, positives, called)
    deviation = math.sqrt(variance(total, positives, called))
    # No tail reaches farther than e - 1 times as far as the other before it is as improbable, which Poisson's law does.
    deviation += 2 * reach / WIDTH

    def up(before: Array) -> Array:
        return ((positives - before) * (called - before)) / ((before + 1) * ((total - positives - called) + before + 1))

    return outwards(
        ends, mode(total, positives, called), deviation, up, points=PER_DEVIATION if thin else 0, whole=WHOLE
    )


def outwards(
    ends: tuple[int, int], centre: int, deviation: float, up: Callable[[Array], Array], *, points: int, whole: int = 0
) -> tuple[Array, Array]:
    """The window of any law with one mode, from the ratios `up` of the probabilities of value + 1 and value.

    Two arrays of one length: values, ascending, and probabilities that sum to 1. `ends` are those of the support,
    `centre` is the mode. A support of at most `whole` values is never cut; where `points` is not 0, a window that
    touches no end of the support keeps only that many values per standard deviation.

    >>> outwards((0, 2), 1, 0.7, lambda value: (2 - value) / (value + 1), points=0)[1].tolist()  # two coins
    [0.25, 0.5, 0.25]
    """
    (low, high), stride = ends, 1
    if high - low > whole:
        reach = int(WIDTH * deviation) + MARGIN
        low, high = max(low, centre - reach), min(high, centre + reach)
        if points and ends[0] < low and high < ends[1]:
            stride = max(1, int(deviation / points))
    value = np.arange(low, high + 1, dtype=np.float64)
    ratio = up(value[:-1])
    start = centre - low
    above = np.cumprod(ratio[start:])
    below = np.cumprod(1 / ratio[:start][::-1])[::-1]
    weight = np.concatenate((below, [1.0], above))[::stride]
    return value[::stride], weight / weight.sum()


LARGEST_LAWS = 1_000
"""Up to this M no probability is so small, next to another of its law, that their ratio overflows a double."""


def laws(total: int, positives: int, called: NDArray[np.int64]) -> tuple[Array, Array]:
    """The laws of several numbers predicted positive, a row each: values of TP, ascending, and their probabilities.

    Rows are equally long: behind the last value of a law it stands again, with probability 0. M is at most
    `LARGEST_LAWS`.

    >>> tp, probability = laws(10, 4, np.array([1, 2]))
    >>> tp[:, :3].tolist(), probability[:, :3].round(12).tolist()
    ([[0.0, 1.0, 1.0], [0.0, 1.0, 2.0]], [[0.6, 0.4, 0.0], [0.333333333333, 0.533333333333, 0.133333333333]])
    """
    P, N = positives, total - positives
    n = called.astype(np.float64)[:, None]
    tp = np.maximum(0.0, n - N) + np.arange(min(P, N) + 1.0)
    before = tp[:, :-1]
    weight = np.ones(tp.shape)
    # The ratio of neighbours is 0 at the last value, and so is every product after it.
    np.cumprod((P - before) * (n - before) / ((before + 1) * (N - n + before + 1)), axis=1, out=weight[:, 1:])
    return np.minimum(tp, np.minimum(n, P)), weight / weight.sum(axis=1, keepdims=True)


def log_probability(total: int, positives: int, called: int, tp: int) -> float:
    """Natural logarithm of P(TP = tp), rounded correctly, for any tp of the support.

    >>> round(math.exp(log_probability(10, 4, 2, 1)), 12)
    0.533333333333
    """
    with mpmath.workdps(50):
        pairs = (positives, tp), (total - positives, called - tp)
        inside = mpmath.fsum(_log_choose(n, k) for n, k in pairs)
        return float(inside - _log_choose(total, called))


def _log_choose(n: int, k: int) -> mpmath.mpf:
    return mpmath.loggamma(n + 1) - mpmath.loggamma(k + 1) - mpmath.loggamma(n - k + 1)


def log_tails(total: int, positives: int, called: int, tp: int) -> tuple[float, float, float]:
    """Natural logarithms of P(TP < tp), P(TP = tp) and P(TP > tp), for any tp of the support.

    The sum runs away from the mode, where each term is smaller than the one before; the other side is 1 less the sum.

    >>> [round(math.exp(log), 12) for log in log_tails(10, 4, 2, 1)]
    [0.333333333333, 0.533333333333, 0.133333333333]
    """
    low, high = support(total, positives, called)
    here = log_probability(total, positives, called, tp)
    reach = int(WIDTH * math.sqrt(variance(total, positives, called))) + MARGIN
    if tp >= mode(total, positives, called):
        k = np.arange(tp, min(high, tp + reach), dtype=np.float64)
        ratio = ((positives - k) * (called - k)) / ((k + 1) * (total - positives - called + k + 1))
        above = _log(here, np.cumprod(ratio).sum())
        return _rest(here, above), here, above
    k = np.arange(tp, max(low, tp - reach), -1, dtype=np.float64)
    ratio = (k * (total - positives - called + k)) / ((positives - k + 1) * (called - k + 1))
    below = _log(here, np.cumprod(ratio).sum())
    return below, here, _rest(here, below)


def _log(here: float, multiple: float) -> float:
    return here + math.log(multiple) if multiple > 0 else -math.inf


def _rest(here: float, tail: float) -> float:
    remaining = -math.expm1(here) - math.exp(tail)
    return math.log(remaining) if remaining > 0 else -math.inf
