"""A value with the ends of its interval and its standard error: what every interval here is."""

import math
from dataclasses import dataclass

from scipy.special import stdtr

from ddcore.errors import InputError


@dataclass(frozen=True)
class Interval:
    """A value with the ends of its interval and its standard error, each NaN where it has none.

    `reach` is the error that the interval was made from, where that is another one, and `freedom` the degrees of
    freedom of Student's law that goes with it. `method` names the interval; `undefined` is the share of the rates in
    reach, or of the resamples, that have no value.

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


def confident(level: float) -> None:
    """Raises `InputError` "level must be between 0 and 1, got 1.2".

    >>> confident(95)
    Traceback (most recent call last):
    ddcore.errors.InputError: level must be between 0 and 1, got 95
    """
    if not 0 < level < 1:
        raise InputError(f"level must be between 0 and 1, got {level:g}")
