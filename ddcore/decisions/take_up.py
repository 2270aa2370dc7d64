"""How many applicants take a loan that is offered at a rate: functions of the rate, and maybe of the risk.

Two things hold for each (M. Gong, *Studies on classification problems and application in consumer lending optimization
system*, University of Delaware, 2022, section 9.3): fewer take it at a higher rate, and where risk matters, risky
applicants are the more willing (adverse selection; Phillips 2013).
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike
from scipy.interpolate import PchipInterpolator
from scipy.special import expit, logit

from ddcore.arrays import Array
from ddcore.decisions.utility import numbers
from ddcore.errors import InputError


@dataclass(frozen=True, eq=False)
class TakeUp:
    """The share of applicants who accept a rate; called with a rate and a risk, it gives that share.

    `share` and `slope`, its derivative by the rate, are functions of (rate, risk), arrays of one shape.

    `by_risk` says whether risk matters, `bends` are rates at which the slope may leap; `words` say what is assumed.

    >>> line = TakeUp(lambda rate, risk: 1 - 2 * rate + 0 * risk, lambda rate, risk: -2 + 0 * rate, False, "a line")
    >>> line([0.1, 0.25]).tolist(), line.slope(np.array([0.1]), np.array([0.0])).tolist()
    ([0.8, 0.5], [-2.0])
    """

    share: Callable[[Array, Array], Array]
    slope: Callable[[Array, Array], Array]
    by_risk: bool
    words: str
    bends: tuple[float, ...] = ()

    def __call__(self, rate: ArrayLike, risk: ArrayLike = 0.0) -> Array:
        """The share at a rate and a risk; arrays are broadcast."""
        return self.share(numbers("a rate", rate), numbers("a risk", risk))


@lru_cache(64)  # one object for each: results are kept by it
def quartic() -> TakeUp:
    """T(r) = 1 - 15/4 r^2 - r^4, which nobody takes from a rate of 0.5 on.

    A guess: the formula printed in section 9.4 of Gong 2022 cannot be read. This one is concave, has the printed -r^4
    and the printed 1, and ends at the highest legitimate rate there.

    >>> quartic()([0, 0.3, 0.5]).round(3).tolist()
    [1.0, 0.654, 0.0]
    """
    return TakeUp(
        # For a single number `np.clip` takes ten times as long as these two, for many `rate**4` as its square's square.
        lambda rate, risk: np.maximum(np.minimum(1 - 3.75 * rate**2 - (rate**2) ** 2, 1), 0) + 0 * risk,
        lambda rate, risk: np.where((rate >= 0) & (rate <= 0.5), -7.5 * rate - 4 * rate * rate**2, 0) + 0 * risk,
        False,
        "T(r) = 1 − 15/4 r² − r⁴, a guess, since the formula in the document cannot be read",
        (0.5,),
    )


@lru_cache(64)  # one object for each: results are kept by it
def square() -> TakeUp:
    """T(r) = 1 - 3/2 r - r^2, another guess at the formula that cannot be read; it, too, ends at a rate of 0.5.

    >>> square()([0, 0.3, 0.5]).round(3).tolist()
    [1.0, 0.46, 0.0]
    """
    return TakeUp(
        lambda rate, risk: np.maximum(np.minimum(1 - 1.5 * rate - rate**2, 1), 0) + 0 * risk,
        lambda rate, risk: np.where((rate >= 0) & (rate <= 0.5), -1.5 - 2 * rate, 0) + 0 * risk,
        False,
        "T(r) = 1 − 3/2 r − r², a guess, since the formula in the document cannot be read",
        (0.5,),
    )


@lru_cache(64)  # one object for each: results are kept by it
def line(half: float) -> TakeUp:
    """Down a straight line from all at a rate of 0 to nobody at twice the rate at which half accept.

    Raises `InputError` "the rate at which half accept must be above 0 and at most 10, got 0".

    >>> line(0.25)([0, 0.25, 0.4, 0.6]).round(3).tolist()
    [1.0, 0.5, 0.2, 0.0]
    """
    end = 2 * _half(half)
    return TakeUp(
        lambda rate, risk: np.clip(1 - rate / end, 0, 1) + 0 * risk,
        lambda rate, risk: np.where((rate >= 0) & (rate <= end), -1 / end, 0) + 0 * risk,
        False,
        f"T(r) = 1 − r/{end:.4g}, a straight line",
        (end,),
    )


@lru_cache(64)  # one object for each: results are kept by it
def exponential(half: float) -> TakeUp:
    """Half as many accept whenever the rate rises by this.

    Raises `InputError` as `line` does.

    >>> exponential(0.2)([0, 0.2, 0.4]).round(3).tolist()
    [1.0, 0.5, 0.25]
    """
    fall = math.log(2) / _half(half)
    return TakeUp(
        lambda rate, risk: np.exp(-fall * rate) + 0 * risk,
        lambda rate, risk: -fall * np.exp(-fall * rate) + 0 * risk,
        False,
        f"T(r) = 2^(−r/{half:.4g}): half as many whenever the rate rises by {100 * half:.4g} %",
    )


def _half(half: float) -> float:
    if not 0 < float(numbers("the rate at which half accept", half)) <= 10:
        raise InputError(f"the rate at which half accept must be above 0 and at most 10, got {half:g}")
    return float(half)


STEEPEST = 10_000.0
"""The largest factor of a sigmoid."""
CLOSEST = 1e-6
"""Points of a take-up are farther apart than this."""


@lru_cache(64)  # one object for each: results are kept by it
def sigmoid(level: float, risk: float, rate: float) -> TakeUp:
    """T(s, r) = 1 / (1 + exp(-(level + risk s + rate r))), the logistic law of Gong 2022, section 9.3.1.

    Raises `InputError` "the level must be between -10,000 and 10,000, got nan", "fewer must take a loan at a higher
    rate: the factor of the rate must be below 0, got 2" and "risky applicants must be the more willing: the factor of
    the risk must be 0 or more, got -1".

    >>> float(sigmoid(2, 1, -8)(0.25, 0))
    0.5
    """
    for name, value in (("level", level), ("factor of the risk", risk), ("factor of the rate", rate)):
        if not abs(float(numbers(f"the {name}", value))) <= STEEPEST:
            raise InputError(f"the {name} must be between -10,000 and 10,000, got {value:g}")
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

    words = f"T(s, r) = 1 / (1 + exp(−({level:.3g} + {risk:.3g} s {rate:.3g} r)))".replace("-", "−")
    return TakeUp(share, slope, risk > 0, re.sub(r" −(?=\d)", " − ", words))


def sigmoid_through(low: tuple[float, float], high: tuple[float, float], risk: float = 0.0) -> TakeUp:
    """The sigmoid that goes, for applicants without risk, through two points: a rate and a share above 0 and below 1.

    `risk` is its factor of the risk. Raises `InputError` as `through_points` and `sigmoid` do, and "a share of takers
    must be above 0 and below 1, got 1".

    >>> take_up = sigmoid_through((0.1, 0.9), (0.4, 0.3))
    >>> take_up([0.1, 0.4]).round(9).tolist()
    [0.9, 0.3]
    """
    through_points([low[0], high[0]], [low[1], high[1]])
    for _, share in (low, high):
        if not 0 < share < 1:
            raise InputError(f"a share of takers must be above 0 and below 1, got {share:g}")
    rate = float(logit(high[1]) - logit(low[1])) / (high[0] - low[0])
    return sigmoid(float(logit(low[1])) - low[0] * rate, risk, rate)


def through_points(rates: Sequence[float], shares: Sequence[float]) -> TakeUp:
    """Through points of one's own, smooth and without a rise between them (Fritsch & Carlson 1980; scipy's PCHIP).

    Below the first rate the share is the first, above the last rate the last. Raises `InputError` "take-up needs two
    points or more, each a rate and a share, got 3 rates and 2 shares", "a rate must be between 0 and 10, got 20", "a
    share of takers must be between 0 and 1, got 1.2", "the rates of the points must rise, got 0.1 after 0.2" and "fewer
    must take a loan at a higher rate, got 0.6 at 0.3 after 0.5 at 0.2".

    >>> float(through_points([0, 0.2, 0.4], [1, 0.5, 0])(0.2))
    0.5
    """
    at_rates, at_shares = numbers("a rate", rates).ravel().tolist(), numbers("a share", shares).ravel().tolist()
    if len(at_rates) < 2 or len(at_rates) != len(at_shares):
        raise InputError(
            f"take-up needs two points or more, each a rate and a share, got {len(at_rates)} rates and "
            f"{len(at_shares)} shares"
        )
    for rate, share in zip(at_rates, at_shares, strict=True):
        if not 0 <= rate <= 10:
            raise InputError(f"a rate must be between 0 and 10, got {rate:g}")
        if not 0 <= share <= 1:
            raise InputError(f"a share of takers must be between 0 and 1, got {share:g}")
    at = list(zip(at_rates, at_shares, strict=True))
    for (low, before), (high, after) in pairwise(at):
        if not high > low + CLOSEST:
            raise InputError(f"the rates of the points must rise, got {high:g} after {low:g}")
        if after > before:
            raise InputError(
                f"fewer must take a loan at a higher rate, got {after:g} at {high:g} after {before:g} at {low:g}"
            )
    first, last = at_rates[0], at_rates[-1]
    curve = PchipInterpolator(at_rates, at_shares)
    steep = curve.derivative()

    def slope(r: Array, s: Array) -> Array:
        return np.where((r >= first) & (r <= last), steep(np.clip(r, first, last)), 0) + 0 * s

    return TakeUp(
        lambda r, s: np.clip(curve(np.clip(r, first, last)), 0, 1) + 0 * s,
        slope,
        False,
        "through " + ", ".join(f"{share:g} at {rate:g}" for rate, share in at),
        tuple(at_rates),
    )
