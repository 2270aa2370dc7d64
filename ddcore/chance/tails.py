"""Exact tails and quantiles of the draws of many tables at once, an element each.

The logarithm of a probability comes from Stirling's series and the deviances of binomial laws, which keep 13 digits
where those of gamma functions cancel (Loader 2000, Fast and accurate computation of binomial probabilities); the rest
of a tail from the exact ratios of neighbours, as in `hypergeometric.log_tails`.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaln

from ddcore.arrays import Array
from ddcore.chance.hypergeometric import MARGIN, WIDTH

CELLS = 200_000
"""Terms of sums that are held at once."""


def log10_tail(total: ArrayLike, positives: ArrayLike, called: ArrayLike, tp: ArrayLike) -> Array:
    """Decimal logarithms of P(TP of a draw >= tp), for arrays of whole numbers that are broadcast.

    `tp` lies between the least and the most that a draw can have.

    >>> log10_tail([10, 1000], [4, 500], [2, 500], [2, 500]).round(4).tolist()  # 2 / 15, and one draw of C(1000, 500)
    [-0.8751, -299.4318]
    """
    tables = np.broadcast_arrays(*(np.asarray(one, np.float64) for one in (total, positives, called, tp)))
    M, P, n, k = (np.ravel(one) for one in tables)
    N = M - P
    low, high = np.maximum(0.0, n - N), np.minimum(P, n)
    upwards = k >= np.floor((n + 1) * (P + 1) / (M + 2))
    reach = np.floor(WIDTH * np.sqrt(_variance(M, P, n))) + MARGIN
    steps = np.minimum(np.where(upwards, high - k, k - low), reach).astype(np.int64)
    here, others = _log_probability(M, P, n, k), np.zeros(k.size)

    def ratios(rows: NDArray[np.intp], away: Array) -> Array:
        at = k[rows, None] + np.where(upwards[rows, None], away, -away)
        p, m, rest = P[rows, None], n[rows, None], (N - n)[rows, None]
        up, down = (p - at) * (m - at), at * (rest + at)
        down = down / ((p - at + 1) * (m - at + 1))
        return np.asarray(np.where(upwards[rows, None], up / ((at + 1) * (rest + at + 1)), down))

    for rows, width in _chunks(steps):
        if width:
            # The ratio is 0 at the last value, and so is every product after it.
            with np.errstate(all="ignore"):
                shares = ratios(rows, np.arange(width, dtype=np.float64))
            shares[np.arange(width) >= steps[rows, None]] = 0.0
            others[rows] = np.cumprod(shares, axis=1).sum(axis=1)
    with np.errstate(divide="ignore"):
        tail = here + np.log(np.where(upwards, 1 + others, others))
        natural = np.where(upwards, np.minimum(tail, 0.0), np.log1p(-np.minimum(np.exp(tail), 1.0)))
    return np.asarray((natural / math.log(10)).reshape(tables[0].shape))


def quantile(total: ArrayLike, positives: ArrayLike, called: ArrayLike, levels: ArrayLike) -> Array:
    """The smallest TP that a draw does not exceed with a probability: shaped like the levels, then like the tables.

    >>> quantile([10, 10], 4, [2, 5], [0.025, 0.5, 0.975]).tolist()
    [[0.0, 1.0], [1.0, 2.0], [2.0, 3.0]]
    """
    tables = np.broadcast_arrays(*(np.asarray(one, np.float64) for one in (total, positives, called)))
    M, P, n = (np.ravel(one) for one in tables)
    wanted = np.ravel(np.asarray(levels, np.float64))
    found = np.empty((wanted.size, M.size))

    def fill(rows: NDArray[np.intp], tp: Array, probability: Array) -> None:
        # Rounding may leave a cumulative sum just below a level that it equals.
        reached = np.cumsum(probability, axis=1) * (1 + 1e-13)
        for level, into in zip(wanted, found, strict=True):
            into[rows] = tp[np.arange(rows.size), np.argmax(reached >= min(level, 1.0), axis=1)]

    over_laws(M, P, n, fill)
    return found.reshape(*np.shape(levels), *tables[0].shape)


def over_laws(M: Array, P: Array, n: Array, use: Callable[[NDArray[np.intp], Array, Array], Any]) -> None:
    """Hand over the laws of TP of many draws, some rows at a time: their places, the values and the probabilities.

    Rows are equally long; behind the last value of a law others follow with probability 0.
    """
    N = M - P
    low, high = np.maximum(0.0, n - N), np.minimum(P, n)
    reach = np.floor(WIDTH * np.sqrt(_variance(M, P, n))) + MARGIN
    mode = np.floor((n + 1) * (P + 1) / (M + 2))
    low, high = np.maximum(low, mode - reach), np.minimum(high, mode + reach)
    for rows, width in _chunks((high - low).astype(np.int64)):
        tp = low[rows, None] + np.arange(width + 1.0)
        before, p, m = tp[:, :-1], P[rows, None], n[rows, None]
        with np.errstate(all="ignore"):
            steps = np.log((p - before) * (m - before) / ((before + 1) * ((N - n)[rows, None] + before + 1)))
        steps[before >= high[rows, None]] = -np.inf
        logs = np.concatenate((np.zeros((rows.size, 1)), np.cumsum(steps, axis=1)), axis=1)
        weight = np.exp(logs - logs.max(axis=1, keepdims=True))
        use(rows, tp, weight / weight.sum(axis=1, keepdims=True))


def _chunks(steps: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.intp], int]]:
    """Rows that take about as many steps, and the most that one of them takes."""
    order = np.argsort(steps, kind="stable")
    start = 0
    while start < order.size:
        # The last row of a chunk has the most steps: as many rows as fit, with half as many more steps at most.
        first = int(steps[order[start]])
        end = int(np.searchsorted(steps[order], first + first // 2 + 16, side="right"))
        end = min(end, start + max(1, CELLS // (first + first // 2 + 17)))
        rows = order[start:end]
        yield rows, int(steps[rows[-1]])
        start = end


def _variance(M: Array, P: Array, n: Array) -> Array:
    share = n / M
    return np.asarray(share * (M - n) * (P / M) * (M - P) / np.maximum(M - 1, 1))


def _log_probability(M: Array, P: Array, n: Array, k: Array) -> Array:
    """Logarithm of P(TP = k): that of three binomial laws with p = n / M."""
    p = n / M
    parts = _log_binomial(k, P, p) + _log_binomial(n - k, M - P, p) - _log_binomial(n, M, p)
    return np.asarray(np.where((n == 0) | (n == M), 0.0, np.minimum(parts, 0.0)))


def _log_binomial(x: Array, n: Array, p: Array) -> Array:
    """Logarithm of the probability of x successes of n, Loader's form; 0 < p < 1."""
    with np.errstate(all="ignore"):
        inner = (
            _stirling(n) - _stirling(x) - _stirling(n - x) - _deviance(x, n * p) - _deviance(n - x, n * (1 - p))
            + np.log(n / (2 * math.pi * x * (n - x))) / 2
        )  # fmt: skip
        return np.where(n == 0, 0.0, np.where(x == 0, n * np.log1p(-p), np.where(x == n, n * np.log(p), inner)))


def _deviance(x: Array, mean: Array) -> Array:
    """x log(x / mean) + mean - x without cancellation."""
    away = (x - mean) / mean
    return np.asarray(mean * ((1 + away) * np.log1p(away) - away))


def _stirling(n: Array) -> Array:
    """What Stirling's formula lacks of log n!."""
    small = gammaln(n + 1) - (n + 0.5) * np.log(n) + n - math.log(2 * math.pi) / 2
    square = n * n
    return np.asarray(
        np.where(n < 16, small, (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / square) / square) / square) / n)
    )
