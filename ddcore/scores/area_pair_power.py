"""How many cases tell the AUCs of two models apart, on the same cases or on cases of their own: by the normal law."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from scipy.special import ndtr, ndtri, owens_t

from ddcore.chance.power import classes_of
from ddcore.errors import InputError
from ddcore.interval import confident, normal_quantile

MOST = 1_000_000_000
"""The most cases that are tried."""


@dataclass(frozen=True)
class AreaPairPlan:
    """Cases that tell two AUCs apart where the scores of both models are normal in each class, with one spread.

    `correlation` is that of the two scores of a case within its class, of the same cases. The variance of the estimated
    areas and of their difference is exact for such scores: by the probabilities that one or two of two pairs of cases
    are ranked rightly (Bamber 1975; for two areas Hanley & McNeil 1983, Obuchowski & McClish 1997), which are bivariate
    normal. The test takes their difference for normal with that variance. Raises `InputError` "the AUC must be between
    0.5 and 1, got 0.4", "the two AUCs must differ, got 0.8 twice" and "the correlation must be 0 or more and below 1,
    got 1".
    """

    first: float
    second: float
    correlation: float
    share: float
    level: float = field(default_factory=confident)

    def __post_init__(self) -> None:
        for area in (self.first, self.second):
            if not 0.5 <= area < 1:
                raise InputError(f"the AUC must be between 0.5 and 1, got {area:g}")
        if self.first == self.second:
            raise InputError(f"the two AUCs must differ, got {self.first:g} twice")
        if not 0 <= self.correlation < 1:
            raise InputError(f"the correlation must be 0 or more and below 1, got {self.correlation:g}")

    def paired(self, cases: int) -> float:
        """The probability that the two-sided test tells the areas apart on that many cases, the same for both models.

        >>> round(AreaPairPlan(0.8, 0.75, 0.5, 0.5).paired(500), 3)
        0.646
        """
        return self._power(cases, self.correlation)

    def separate(self, cases: int) -> float:
        """The same where each model has that many cases of its own.

        >>> round(AreaPairPlan(0.8, 0.75, 0.5, 0.5).separate(500), 3)
        0.407
        """
        return self._power(cases, 0.0)

    def error(self, cases: int, correlation: float) -> float:
        """The standard error of the difference of the areas on that many cases."""
        positives, negatives = classes_of(cases, self.share)
        one, two, both = (
            _covariance(*pair, shared, positives, negatives)
            for pair, shared in (
                ((self.first, self.first), 1.0),
                ((self.second, self.second), 1.0),
                ((self.first, self.second), correlation),
            )
        )
        return math.sqrt(max(one + two - 2 * both, 0.0))

    def _power(self, cases: int, correlation: float) -> float:
        if min(classes_of(cases, self.share)) < 1:
            return 0.0
        far = abs(self.first - self.second) / self.error(cases, correlation)
        return float(ndtr(far - normal_quantile(self.level)))


def _covariance(first: float, second: float, shared: float, positives: int, negatives: int) -> float:
    """The covariance of two estimated areas of the same cases, whose scores correlate by `shared` in each class."""
    product = first * second
    both, common = _both(first, second, shared) - product, _both(first, second, shared / 2) - product
    return (both + (positives + negatives - 2) * common) / (positives * negatives)


def _both(first: float, second: float, correlation: float) -> float:
    """The probability that two standard normal numbers of that correlation are below the quantiles of two shares.

    Owen (1956); shares of 1/2 or more.
    """
    if correlation >= 1:
        return min(first, second)
    if min(first, second) == 0.5:
        return _both(max(first, 0.5 + TINY), max(second, 0.5 + TINY), correlation)
    h, k = float(ndtri(first)), float(ndtri(second))
    root = math.sqrt(1 - correlation**2)
    tails = owens_t(h, (k / h - correlation) / root) + owens_t(k, (h / k - correlation) / root)
    return (first + second) / 2 - float(tails)


TINY = 1e-12
"""How far above 1/2 a share of 1/2 is taken to be, as the quantile is divided by."""


def fewest_cases(probability: Callable[[int], float], level: float) -> int | None:
    """The least number of cases with a probability of at least that; None beyond 10^9.

    But for the rounding of the number of positives the probability rises with the cases.

    >>> plan = AreaPairPlan(0.8, 0.75, 0.5, 0.5)
    >>> fewest_cases(plan.paired, 0.9), fewest_cases(plan.separate, 0.9)
    (963, 1766)
    """
    low, high = 1, 2
    while probability(high) < level:
        low, high = high, 2 * high
        if high > MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if probability(middle) >= level else (middle, high)
    return high
