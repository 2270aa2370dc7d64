"""A value with the ends of its interval and its standard error: what every interval here is."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from scipy.special import ndtri, stdtr, stdtrit

from ddcore.errors import InputError

Result = TypeVar("Result")


@dataclass(frozen=True)
class Interval:
    """A value with the ends of its interval and its standard error, each NaN where it has none.

    Parameters
    ----------
    value, low, high : float
    error : float
        The standard error.
    reach : float
        The error that the interval was made from, where that is another one.
    freedom : float
        The degrees of freedom of Student's law that goes with it.
    method : str
        The name of the interval.
    undefined : float
        The share of the rates in reach, or of the resamples, that have no value.

    Examples
    --------
    >>> Interval(0.2, 0.1, 0.3, 0.05).p < 0.001
    True
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    error: float = math.nan
    reach: float = math.nan
    freedom: float = math.inf
    method: str = ""
    undefined: float = 0.0

    def scaled(self, times: float, plus: float = 0.0) -> "Interval":
        """The interval of `times` the quantity, 0 or more, and `plus`; both are taken as known.

        >>> Interval(0.2, 0.1, 0.3, 0.05).scaled(10.0, -1.0).low
        0.0
        """
        return Interval(
            times * self.value + plus, times * self.low + plus, times * self.high + plus, times * self.error
        )

    def holding(self, other: "Interval") -> "Interval":
        """The value with the lower of both lower ends, the higher of both higher ones, and the larger error.

        `p` is below what a level leaves where the interval of that level leaves out 0, as before.

        >>> both = Interval(0.2, 0.1, 0.3, 0.05).holding(Interval(0.3, 0.05, 0.55, 0.125))
        >>> both.value, both.low, both.high, both.error, round(both.reach, 3)
        (0.2, 0.05, 0.55, 0.125, 0.075)
        """
        low, high = min(self.low, other.low), max(self.high, other.high)
        # How much wider it is on the side of 0.
        new, old = (
            (self.value - low, self.value - self.low) if self.value > 0 else (high - self.value, self.high - self.value)
        )
        own = self.error if math.isnan(self.reach) else self.reach
        return replace(
            self,
            low=low,
            high=high,
            error=max(self.error, other.error),
            reach=own * new / old if old > 0 else math.nan,
        )

    @property
    def is_finite(self) -> bool:
        """Whether both ends are finite.

        >>> Interval(1.0, 0.5, math.inf).is_finite
        False
        """
        return math.isfinite(self.low) and math.isfinite(self.high)

    @property
    def p(self) -> float:
        """Two-sided probability of a value so far from 0 if it were 0 in truth, by the law of the interval."""
        error = self.error if math.isnan(self.reach) else self.reach
        if not error > 0:
            return math.nan if math.isnan(error) or self.value == 0 else 0.0
        return float(2 * stdtr(self.freedom, -abs(self.value) / error))


UNKNOWN = Interval(math.nan)
"""An interval without a value."""


USUAL_LEVEL = 0.95
"""The level of intervals and claims unless another is in force."""
LEVELS = {0.9: "90 %", 0.95: "95 %", 0.99: "99 %"}
"""The levels that people choose from, and how they are written."""

_in_force: ContextVar[float] = ContextVar("level", default=USUAL_LEVEL)


@contextmanager
def at_level(level: float) -> Iterator[None]:
    """Within this block intervals, bands and claims that name no level of their own have this one.

    It is to them what the precision of a context is to `decimal`: said once, by whoever asks a question.

    >>> with at_level(0.9):
    ...     confident(), confidence(), confident(0.99)
    (0.9, '90 %', 0.99)
    """
    before = _in_force.set(confident(level))
    try:
        yield
    finally:
        _in_force.reset(before)


def called_at(level: float, function: Callable[..., Result], *given: Any) -> Result:
    """What a function gives with this level in force.

    >>> called_at(0.99, confidence)
    '99 %'
    """
    with at_level(level):
        return function(*given)


def confident(level: float | None = None) -> float:
    """The level itself, or the one in force; raises `InputError` "level must be between 0 and 1, got 1.2".

    >>> confident()
    0.95
    >>> confident(95)
    Traceback (most recent call last):
    ddcore.errors.InputError: level must be between 0 and 1, got 95
    """
    if level is None:
        return _in_force.get()
    if not 0 < level < 1:
        raise InputError(f"level must be between 0 and 1, got {level:g}")
    return level


def alpha(level: float | None = None) -> float:
    """The probability of error that a level leaves, 1 less it: p values up to it are those of a claim.

    >>> alpha(), alpha(0.9)
    (0.05, 0.1)
    """
    # 1 - 0.95 is above 0.05 by a rounding.
    return round(1 - confident(level), 15)


def confidence() -> str:
    """The level in force, as texts have it.

    >>> confidence()
    '95 %'
    """
    return f"{100 * confident():.10g} %"


def tails(level: float | None = None) -> tuple[float, float]:
    """The shares of a law below the two ends of its middle part, which a level names.

    >>> tails(), tails(0.9)
    ((0.025, 0.975), (0.05, 0.95))
    """
    tail = alpha(level) / 2
    return tail, 1 - tail


def normal_quantile(level: float | None = None) -> float:
    """How many standard errors the interval of a normal law reaches from its middle at a level.

    >>> round(normal_quantile(), 2)
    1.96
    """
    return float(ndtri((1 + confident(level)) / 2))


def bounded_mean(
    mean: float, variance: float, cases: float, level: float | None = None, *, inflation: float = 1.0
) -> Interval:
    """The interval of a mean of numbers between 0 and 1, of that many cases with this variance.

    Wilson's (1927) for a share, with Student's quantile, the variance s^2 taken for (s^2 + 1/8n) / (m (1 - m) + 1/4n)
    of the largest that numbers of that mean can have. So it never leaves 0 to 1, and has a width where all are alike.
    `inflation` multiplies the variance of the mean. NaN ends with one case.

    >>> around = bounded_mean(0.3, 0.21, 100)
    >>> round(around.low, 3), round(around.high, 3)
    (0.218, 0.397)
    """
    level = confident(level)
    if not cases > 1:
        return Interval(mean)
    largest = mean * (1 - mean)
    share = inflation * (variance + 1 / (8 * cases)) / (largest + 1 / (4 * cases)) / cases
    square = float(stdtrit(cases - 1, (1 + level) / 2)) ** 2 * share
    middle = (mean + square / 2) / (1 + square)
    reach = math.sqrt(square * largest + square**2 / 4) / (1 + square)
    # A mean of 0 or 1 is an end of its interval, which rounding may miss.
    return Interval(mean, min(max(middle - reach, 0.0), mean), max(min(middle + reach, 1.0), mean))
