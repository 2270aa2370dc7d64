"""What is known in closed form of G-mean 2 under a draw: the mean of its square, and bounds on its mean."""

import numpy as np
from numpy.typing import ArrayLike

from ddcore.arrays import Array
from ddcore.errors import InputError


def mean_square(total: int, called: ArrayLike) -> Array:
    """E[G2²] where that many of M cases are predicted positive: θ (1 - θ) M / (M - 1), whatever the share of positives.

    van de Bijl et al., Appendix A.21. It holds for M of 2 or more; raises `InputError` for fewer.

    >>> mean_square(10, 3).round(12)
    np.float64(0.233333333333)
    """
    if total < 2:
        raise InputError(f"total must be 2 or more, got {total}")
    share = np.asarray(called, np.float64) / total
    return np.asarray(share * (1 - share) * (total / (total - 1)))[()]


def jensen_bound(total: int, called: ArrayLike) -> Array:
    """The bound on E[G2] that Jensen's inequality gives: the root of the mean square (Appendix A.21).

    >>> jensen_bound(10, 3).round(6)
    np.float64(0.483046)
    """
    return np.sqrt(mean_square(total, called))


def product_bound(total: int, called: ArrayLike) -> Array:
    """The bound √(θ (1 - θ)) on E[G2], which is lower and at most 1/2: the root of E[TPR] E[TNR] (Cauchy-Schwarz).

    >>> product_bound(10, 3).round(6)
    np.float64(0.458258)
    """
    share = np.asarray(called, np.float64) / total
    return np.sqrt(share * (1 - share))
