"""How many applicants take a loan that is offered at a rate: functions of the rate, and maybe of the risk.

Two things hold for each (a dissertation on likelihood transformations, section 9.3): fewer take it at a higher rate,
and where risk matters, risky applicants are the more willing (adverse selection; Phillips 2013).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.interpolate import PchipInterpolator
from scipy.special import expit

from ddcore.errors import InputError

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TakeUp:
    """`share` of the applicants who accept a rate, `slope` its derivative by the rate; both of (rate, risk).

    `by_risk` says whether risk matters; `words` say what is assumed.
    """

    share: Callable[[Array, Array], Array]
    slope: Callable[[Array, Array], Array]
    by_risk: bool
    words: str

    def __call__(self, rate: ArrayLike, risk: ArrayLike = 0.0) -> Array:
        """The share at a rate and a risk; arrays are broadcast."""
        return self.share(np.asarray(rate, np.float64), np.asarray(risk, np.float64))


def quartic() -> TakeUp:
    """T(r) = 1 - 15/4 r^2 - r^4, which nobody takes from a rate of 0.5 on.

    A guess: the formula printed in section 9.4 of the dissertation cannot be read. This one is concave, has the printed
    -r^4 and the printed 1, and ends at the highest legitimate rate of the document.

    >>> quartic()([0, 0.3, 0.5]).round(3).tolist()
    [1.0, 0.654, 0.0]
    """
    return TakeUp(
        lambda rate, risk: np.clip(1 - 3.75 * rate**2 - rate**4, 0, 1) + 0 * risk,
        lambda rate, risk: np.where((rate >= 0) & (rate <= 0.5), -7.5 * rate - 4 * rate**3, 0) + 0 * risk,
        False,
        "T(r) = 1 − 15/4 r² − r⁴",
    )


def sigmoid(level: float, risk: float, rate: float) -> TakeUp:
    """T(s, r) = 1 / (1 + exp(-(level + risk s + rate r))), dissertation section 9.3.1.

    Raises `InputError` "fewer must take a loan at a higher rate: the factor of the rate must be below 0, got 2" and
    "risky applicants must be the more willing: the factor of the risk must be 0 or more, got -1".

    >>> float(sigmoid(2, 1, -8)(0.25, 0))
    0.5
    """
    for name, value in (("level", level), ("factor of the risk", risk), ("factor of the rate", rate)):
        if not np.isfinite(value):
            raise InputError(f"the {name} must be a finite number, got {value}")
    if not rate < 0:
        raise InputError(
            f"fewer must take a loan at a higher rate: the factor of the rate must be below 0, got {rate:g}"
        )
    if not risk >= 0:
        raise InputError(
            f"risky applicants must be the more willing: the factor of the risk must be 0 or more, got {risk:g}"
        )

    def share(r: Array, s: Array) -> Array:
        return np.asarray(expit(level + risk * s + rate * r))

    def slope(r: Array, s: Array) -> Array:
        taken = share(r, s)
        return rate * taken * (1 - taken)

    return TakeUp(share, slope, risk > 0, f"T(s, r) = 1 / (1 + exp(−({level:g} + {risk:g} s + {rate:g} r)))")


def points(rates: Sequence[float], shares: Sequence[float]) -> TakeUp:
    """Through points of one's own, smooth and without a rise between them (PCHIP, Fritsch & Carlson 1980).

    Below the first rate the share is the first, above the last rate the last. Raises `InputError` "take-up needs two
    points or more, got 1", "a rate must be ...", "the rates of the points must rise, got 0.1 after 0.2", "a share must
    be between 0 and 1, got 1.2" and "fewer must take a loan at a higher rate, got 0.6 at 0.3 after 0.5 at 0.2".

    >>> float(points([0, 0.2, 0.4], [1, 0.5, 0])(0.2))
    0.5
    """
    if len(rates) < 2 or len(rates) != len(shares):
        raise InputError(f"take-up needs two points or more, a rate and a share each, got {len(rates)}")
    for rate, share in zip(rates, shares, strict=True):
        if not 0 <= rate <= 10:
            raise InputError(f"a rate must be between 0 and 10, got {rate:g}")
        if not 0 <= share <= 1:
            raise InputError(f"a share of takers must be between 0 and 1, got {share:g}")
    at = list(zip(rates, shares, strict=True))
    for (low, before), (high, after) in pairwise(at):
        if not high > low:
            raise InputError(f"the rates of the points must rise, got {high:g} after {low:g}")
        if after > before:
            raise InputError(
                f"fewer must take a loan at a higher rate, got {after:g} at {high:g} after {before:g} at {low:g}"
            )
    first, last = float(rates[0]), float(rates[-1])
    curve = PchipInterpolator(np.array(rates, float), np.array(shares, float))
    steep = curve.derivative()

    def slope(r: Array, s: Array) -> Array:
        return np.where((r >= first) & (r <= last), steep(np.clip(r, first, last)), 0) + 0 * s

    return TakeUp(
        lambda r, s: np.clip(curve(np.clip(r, first, last)), 0, 1) + 0 * s,
        slope,
        False,
        "through " + ", ".join(f"{share:g} at {rate:g}" for rate, share in at),
    )
