"""The Dutch Draw: what a classifier without skill scores.

A draw calls n = floor(M theta + 1/2) of M cases positive, at random and without looking at them (van de Bijl et al.
2024). Its measure is a random number; here are its law, mean, variance and quantiles at any theta, and the baseline:
the best and the worst mean over all n.

Where a draw's measure is undefined with some probability, all of these are conditional on its being defined;
`undefined` is that probability.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.arrays import Array
from ddcore.chance import moments
from ddcore.chance.moments import Distribution
from ddcore.chance.optimum import Baseline, Intervals, search
from ddcore.errors import InputError
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

__all__ = [
    "LARGEST_TOTAL",
    "Baseline",
    "Distribution",
    "Intervals",
    "baseline",
    "checked_classes",
    "distribution",
    "draw",
    "expectation",
    "predicted_positives",
    "quantile",
    "undefined",
    "variance",
]


LARGEST_TOTAL = 10**9


def checked_classes(total: Any, positives: Any) -> tuple[int, int]:
    """M and P as checked whole numbers: of anything that equals one, such as 303.0 or a number of numpy.

    Raises `InputError` "M must be a whole number, got 2.5", "M, the number of cases, must be between 1 and
    1,000,000,000, got 0" and "P, the number of positive cases, must be between 0 and M = 10, got 11".

    >>> checked_classes(303.0, 139)
    (303, 139)
    """
    numbers = {}
    for name, value in (("M", total), ("P", positives)):
        try:
            numbers[name] = int(value)
            whole = numbers[name] == value
        except (TypeError, ValueError, OverflowError):
            whole = False
        if not whole:
            shown = value.item() if isinstance(value, np.generic) else value
            raise InputError(f"{name} must be a whole number, got {shown!r:.40}")
    M, P = numbers["M"], numbers["P"]
    if not 1 <= M <= LARGEST_TOTAL:
        raise InputError(f"M, the number of cases, must be between 1 and 1,000,000,000, got {M:,}")
    if not 0 <= P <= M:
        raise InputError(f"P, the number of positive cases, must be between 0 and M = {M:,}, got {P:,}")
    return M, P


def predicted_positives(total: int, theta: ArrayLike) -> NDArray[np.int64]:
    """The number of cases that a draw predicts positive, floor(M theta + 1/2), halves up.

    Parameters
    ----------
    total : int
        M, the number of cases.
    theta : array_like
        Shares of the cases, between 0 and 1.

    Returns
    -------
    int array shaped like theta

    Raises
    ------
    InputError
        "theta must be between 0 and 1, got 1.2".

    Notes
    -----
    A half is recognised by the fraction (2j+1)/(2M) that theta prints as, so that 0.58 of 25 is 14.5 and gives 15,
    although the double 0.58 lies below.

    Examples
    --------
    >>> int(predicted_positives(25, 0.58))
    15
    """
    M, _ = checked_classes(total, 0)
    try:
        share = np.asarray(theta, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"theta must be a number between 0 and 1, got {theta!r:.40}") from None
    outside = share[~((share >= 0) & (share <= 1))]
    if outside.size:
        raise InputError(f"theta must be between 0 and 1, got {outside.flat[0]:g}")
    whole = np.floor(M * share)
    called: NDArray[np.int64] = (whole + (share >= (2 * whole + 1) / (2 * M))).astype(np.int64)
    return np.asarray(np.minimum(called, M))


def distribution(measure: str | Measure, total: int, positives: int, theta: float) -> Distribution:
    """The law of a measure under a draw at one theta.

    Parameters
    ----------
    measure : str or Measure
    total, positives : int
        M and P, the numbers of cases and of positive ones.
    theta : float
        The share of the cases that is predicted positive, between 0 and 1.

    Returns
    -------
    Distribution
        `.value` and `.probability`, arrays of one length. Where more than 4,096 values are possible, those beyond ten
        standard deviations (mass below 10^-22) are left out.

    Examples
    --------
    >>> distribution("TP", 10, 4, 0.2).probability.round(12).tolist()
    [0.333333333333, 0.533333333333, 0.133333333333]
    """
    measure, M, P = measure_named(measure), *checked_classes(total, positives)
    return moments.distribution(measure, M, P, int(predicted_positives(M, theta)))


def expectation(measure: str | Measure, total: int, positives: int, theta: ArrayLike) -> Array:
    """The mean of a measure under a draw (van de Bijl et al. 2024, Table 3).

    Parameters
    ----------
    measure : str or Measure
    total, positives : int
        M and P, the numbers of cases and of positive ones.
    theta : array_like
        Shares of the cases that are predicted positive, between 0 and 1.

    Returns
    -------
    array shaped like theta
        NaN where the measure is never defined. In closed form where one is known, else an exact sum over the law of TP.

    Examples
    --------
    >>> expectation("F1", 303, 139, [0.0, 1.0]).round(6).tolist()
    [nan, 0.628959]
    """
    return _over_theta(moments.mean, measure, total, positives, theta)


def variance(measure: str | Measure, total: int, positives: int, theta: ArrayLike) -> Array:
    """The variance of a measure under a draw.

    Parameters
    ----------
    measure : str or Measure
    total, positives : int
        M and P, the numbers of cases and of positive ones.
    theta : array_like
        Shares of the cases that are predicted positive, between 0 and 1.

    Returns
    -------
    array shaped like theta
        NaN where the measure is never defined. slope^2 Var TP where the measure is linear in TP, else an exact sum over
        the law of TP.

    Examples
    --------
    >>> variance("TP", 10, 4, 0.2).round(12)
    np.float64(0.426666666667)
    """
    return _over_theta(moments.variance, measure, total, positives, theta)


def undefined(measure: str | Measure, total: int, positives: int, theta: ArrayLike) -> Array:
    """The probability that a draw leaves a measure undefined.

    Parameters
    ----------
    measure : str or Measure
    total, positives : int
        M and P, the numbers of cases and of positive ones.
    theta : array_like
        Shares of the cases that are predicted positive, between 0 and 1.

    Returns
    -------
    array shaped like theta

    Examples
    --------
    >>> undefined("PPV", 10, 4, [0.0, 0.5]).tolist()
    [1.0, 0.0]
    """
    return _over_theta(moments.undefined, measure, total, positives, theta)


def quantile(measure: str | Measure, total: int, positives: int, theta: ArrayLike, level: ArrayLike) -> Array:
    """Quantiles of a measure under a draw.

    Parameters
    ----------
    measure : str or Measure
    total, positives : int
        M and P, the numbers of cases and of positive ones.
    theta : array_like
        Shares of the cases that are predicted positive, between 0 and 1.
    level : array_like
        Probabilities between 0 and 1.

    Returns
    -------
    array of the shape of theta followed by that of level
        The smallest value that a draw does not exceed with probability `level` or more, NaN where no draw has a value.

    Raises
    ------
    InputError
        "level must be between 0 and 1, got 95".

    Examples
    --------
    >>> quantile("TP", 10, 4, 0.2, [0.025, 0.5, 0.975]).tolist()
    [0.0, 1.0, 2.0]
    """
    levels = np.asarray(level, dtype=np.float64)
    if not ((levels >= 0) & (levels <= 1)).all():
        raise InputError(f"level must be between 0 and 1, got {level!r:.60}")

    def at(measure: Measure, M: int, P: int, n: int) -> Array:
        return moments.distribution(measure, M, P, n).quantile(levels)

    return _over_theta(at, measure, total, positives, theta)


def draw(total: int, theta: float, *, rng: np.random.Generator) -> NDArray[np.int64]:
    """One draw, every subset of n = floor(M theta + 1/2) cases as likely as any other.

    Parameters
    ----------
    total : int
        M, the number of cases.
    theta : float
        The share of the cases that is predicted positive, between 0 and 1.
    rng : numpy.random.Generator

    Returns
    -------
    int array of shape (M,)
        1 for the n cases that are predicted positive, 0 for the others.

    Raises
    ------
    InputError
        As `predicted_positives`.

    Examples
    --------
    >>> int(draw(10, 0.3, rng=np.random.default_rng(1)).sum())
    3
    """
    M, _ = checked_classes(total, 0)
    called = np.zeros(M, dtype=np.int64)
    called[rng.choice(M, int(predicted_positives(M, theta)), replace=False)] = 1
    return called


def baseline(measure: str | Measure, total: int, positives: int) -> Baseline:
    """The Dutch Draw baseline: the best and the worst mean of a measure over all draws.

    Parameters
    ----------
    measure : str or Measure
    total, positives : int
        M and P, the numbers of cases and of positive ones.

    Returns
    -------
    Baseline
        `.highest` and `.lowest`, with the numbers of positive predictions that reach them, `.argmax` and `.argmin`:
        tuples of inclusive intervals (first, last). NaN and () where the measure is never defined.

    Notes
    -----
    van de Bijl et al. (2024), Table 4, with its errata put right; exact for the listed measures at any M. For a formula
    the mean is computed at every n up to M = 1,000, or 1,000,000 where it is linear in TP; above, its best n is sought
    on a grid that is refined around the best.

    Examples
    --------
    >>> baseline("F1", 303, 139).argmax
    ((303, 303),)
    """
    return search(measure_named(measure), *checked_classes(total, positives))


def _over_theta(
    of: Callable[[Measure, int, int, int], Any], measure: str | Measure, total: int, positives: int, theta: ArrayLike
) -> Array:
    """`of` at each distinct number predicted positive, spread back over theta."""
    measure, M, P = measure_named(measure), *checked_classes(total, positives)
    distinct, place = np.unique(predicted_positives(M, theta), return_inverse=True)
    values = np.array([of(measure, M, P, int(n)) for n in distinct])
    return np.asarray(values[place.reshape(np.shape(theta))])[()]
