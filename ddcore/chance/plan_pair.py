"""How many cases tell two models apart, and which difference do that many cases show?"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scipy.special import ndtr, ndtri

from ddcore.chance.plan import LEVELS, MOST
from ddcore.chance.power import paired_power, two_sample_power
from ddcore.errors import InputError
from ddcore.interval import normal_quantile


@dataclass(frozen=True)
class Apart:
    """Two models, one right on more cases than the other: `gain` is by how many, a share of the cases.

    `right` is the share on which the better one is right, `differ` the share on which just one of the two is.
    """

    right: float
    gain: float
    differ: float

    def __post_init__(self) -> None:
        if not 0 < self.gain <= self.right <= 1:
            raise InputError(f"the gain must be above 0 and at most {self.right:.3g}, got {self.gain:g}")
        if not self.gain <= self.differ <= 1:
            raise InputError(
                f"the share of cases on which the models differ must be between the gain, {self.gain:g}, and 1, "
                f"got {self.differ:g}"
            )

    def paired(self, cases: int) -> float:
        """The probability that McNemar's exact test, two-sided, finds the better one on the same cases.

        >>> round(Apart(0.85, 0.1, 0.2).paired(200), 3)
        0.875
        """
        return paired_power(cases, (self.differ + self.gain) / 2, (self.differ - self.gain) / 2)

    def separate(self, cases: int) -> float:
        """The number of cases for Fisher's exact test where each model has that many cases of its own.

        Beyond 100,000 cases the difference of the two shares is taken for normal.

        >>> round(Apart(0.85, 0.1, 0.2).separate(200), 3)
        0.665
        """
        better, worse = self.right, self.right - self.gain
        if cases <= MOST:
            return two_sample_power(cases, cases, better, worse)
        pooled = better - self.gain / 2
        spread = math.sqrt(better * (1 - better) + worse * (1 - worse))
        far = self.gain * math.sqrt(cases) - normal_quantile() * math.sqrt(2 * pooled * (1 - pooled))
        return float(ndtr(far / spread)) if spread else 1.0

    def guess(self, level: float) -> int:
        """About how many cases each `separate` takes, by the normal law."""
        middle = self.right - self.gain / 2
        return math.ceil(2 * middle * (1 - middle) * ((normal_quantile() + float(ndtri(level))) / self.gain) ** 2)


def fewest(probability: Callable[[int], float], level: float, guess: int = 0) -> int | None:
    """The least number of cases whose probability is at least that, found by halving; None beyond 10^9.

    The probability goes up and down a little from one number to the next: a smaller number may have it too. A `guess`
    shortens the way.

    >>> fewest(Apart(0.85, 0.1, 0.2).paired, 0.8)
    168
    """
    low, high = 1, guess + 8
    while probability(high) < level:
        low, high = high, high + high // 32 if guess else 2 * high
        if high > 1e9:
            return None
    while guess and low == 1 and high > 64:
        below = high - high // 32
        if probability(below) < level:
            low = below
        else:
            high = below
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if probability(middle) >= level else (middle, high)
    return high


def seen(cases: int, differ: float, levels: Sequence[float] = LEVELS) -> list[float]:
    """The least gain that so many cases, the same for both models, show with each probability; NaN where none is seen.

    >>> [round(gain, 3) for gain in seen(200, 0.2)]
    [0.091, 0.104, 0.114]
    """
    return [_seen(cases, differ, level) for level in levels]


def _seen(cases: int, differ: float, level: float) -> float:
    low, high = 0.0, differ
    if paired_power(cases, differ, 0.0) < level:
        return math.nan
    while high - low > 1e-6:
        middle = (low + high) / 2
        found = paired_power(cases, (differ + middle) / 2, (differ - middle) / 2)
        low, high = (low, middle) if found >= level else (middle, high)
    return high
