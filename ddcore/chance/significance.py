"""Is a score more than luck? Exact probabilities of a draw that does as well, and intervals for a score."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

from ddcore.chance import hypergeometric
from ddcore.counts import Cells, Counts
from ddcore.errors import InputError
from ddcore.measures import Measure, measure

Array = NDArray[np.float64]

RESAMPLES = 10_000


def p_value(counts: Counts, *, mid: bool = False) -> Array:
    """P(TP of a draw with as many positive predictions >= tp), exact: a number for one table, an array for several.

    Every measure that rises with TP at fixed margins has this p value, which is that of Fisher's exact test, one-sided
    (Fisher 1935). `mid` counts only half of the probability of equality (Lancaster 1961). Below 10^-308 it is 0: see
    `log10_p_value`. Raises `InputError` for fractional counts: a draw calls whole cases.

    >>> f"{p_value(Counts(tp=227, fp=50, fn=31, tn=192)):.2g}"
    '3.9e-56'
    """
    return np.power(10.0, log10_p_value(counts, mid=mid))


def log10_p_value(counts: Counts, *, mid: bool = False) -> Array:
    """Decimal logarithm of `p_value`, for probabilities of any smallness."""

    def log(M: int, P: int, n: int, tp: int) -> float:
        below, here, above = hypergeometric.log_tails(M, P, n, tp)
        half = here - math.log(2)
        upper, lower = np.logaddexp(half if mid else here, above), np.logaddexp(half, below) if mid else below
        # The smaller side is the accurate one; the other is what it leaves of 1.
        return float(upper if upper < lower else np.log1p(-np.exp(lower))) / math.log(10)

    return _each(log, counts)


def _each(of: Callable[[int, int, int, int], float], counts: Counts) -> Array:
    arrays = counts.total, counts.positives, counts.predicted_positives, counts.tp
    if any(np.any(np.asarray(array) % 1 != 0) for array in arrays):
        raise InputError("the counts must be whole numbers for an exact probability; weighted counts are not")
    values = [of(*(int(item) for item in table)) for table in zip(*(np.ravel(array) for array in arrays), strict=True)]
    return np.asarray(np.reshape(values, counts.shape if len(values) != 1 else ()))[()]


def resample(counts: Counts, resamples: int = RESAMPLES, *, rng: np.random.Generator) -> Cells:
    """Bootstrap resamples of one table, with both class sizes kept: four float arrays of length `resamples`.

    Drawing cases with replacement within each class makes TP binomial(P, TPR) and FP binomial(N, FPR) (Efron 1979).
    """
    if counts.shape != ():
        raise InputError(f"counts must be those of one table, got tables of shape {counts.shape}")
    P, N = _whole(counts.positives), _whole(counts.negatives)
    tp = rng.binomial(P, counts.tp / P if P else 0.0, resamples).astype(float)
    fp = rng.binomial(N, counts.fp / N if N else 0.0, resamples).astype(float)
    return Cells(tp=tp, fp=fp, fn=P - tp, tn=N - fp)


def _whole(number: Any) -> int:
    if number % 1:
        raise InputError("the counts must be whole numbers to be resampled; weighted counts are not")
    return int(number)


@dataclass(frozen=True)
class Interval:
    """Where a score lies, and in how many resamples it had no value (0 where no resampling was needed)."""

    low: float
    high: float
    method: str
    undefined: float = 0.0


def interval(
    name: str | Measure,
    counts: Counts,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    *,
    rng: np.random.Generator | None = None,
    drawn: Cells | None = None,
) -> Interval:
    """Interval of a score: Wilson's (1927) for a plain proportion, percentiles of the bootstrap otherwise.

    Class sizes are fixed, so the interval of the distance to a baseline is this one less the baseline. Give `rng`, or
    with several measures of one table the same `drawn` from `resample`. NaN where the score is undefined.

    >>> found = interval("recall", Counts(tp=227, fp=50, fn=31, tn=192))
    >>> round(found.low, 3), round(found.high, 3)
    (0.834, 0.914)
    """
    row = measure(name)
    if not 0 < level < 1:
        raise InputError(f"level must be between 0 and 1, got {level:g}")
    if math.isnan(float(row(counts))):
        return Interval(math.nan, math.nan, "none")
    if row.proportion is not None:
        successes, trials = (_whole(number) for number in row.proportion(counts))
        wilson = binomtest(successes, trials).proportion_ci(level, method="wilson")
        return Interval(float(wilson.low), float(wilson.high), "Wilson")
    if drawn is None:
        if rng is None:
            raise TypeError("interval needs rng, or the resamples drawn")
        drawn = resample(counts, resamples, rng=rng)
    values = row.on(drawn)
    found = values[~np.isnan(values)]
    low, high = np.quantile(found, [(1 - level) / 2, (1 + level) / 2]) if found.size else (math.nan, math.nan)
    return Interval(float(low), float(high), "bootstrap", 1 - found.size / values.size)
