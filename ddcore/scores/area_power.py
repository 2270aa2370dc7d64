"""How many cases show that an AUC is above one half, or make its interval narrow: by the normal law."""

import math
from dataclasses import dataclass, field

from scipy.special import ndtr, ndtri

from ddcore.errors import InputError
from ddcore.interval import confident, normal_quantile


@dataclass(frozen=True)
class AreaPlan:
    """Cases that an AUC takes where the scores of both classes are normal, or become so by any rising transform.

    The variance of the estimated area is that of Obuchowski (1994): with P positives, N = r P negatives and
    A = 1.414 times the normal quantile of the area it is 0.0099 exp(-A^2 / 2) (5 A^2 + 8 + (A^2 + 8) / r) / P. Raises
    `InputError` "the AUC must be between 0.5 and 1, got 0.4".
    """

    area: float
    share: float
    level: float = field(default_factory=confident)

    def __post_init__(self) -> None:
        if not 0.5 < self.area < 1:
            raise InputError(f"the AUC must be between 0.5 and 1, got {self.area:g}")

    @property
    def ratio(self) -> float:
        """Negatives per positive."""
        return (1 - self.share) / self.share

    def _deviation(self, area: float) -> float:
        """Standard deviation of the estimate with one positive."""
        a = 1.414 * float(ndtri(area))
        return math.sqrt(0.0099 * math.exp(-a * a / 2) * (5 * a * a + 8 + (a * a + 8) / self.ratio))

    def power(self, positives: float) -> float:
        """The probability that the two-sided test of one half sees the area with that many positives.

        >>> round(AreaPlan(0.73, 41 / 113).power(41), 7)  # as printed by R's pROC
        0.9897453
        """
        z = normal_quantile(self.level)
        seen = math.sqrt(positives) * (self.area - 0.5) - z * self._deviation(0.5)
        return float(ndtr(seen / self._deviation(self.area)))

    def positives_for(self, probability: float) -> float:
        """The number of positives, not rounded, with which the test sees the area so often (Obuchowski 1998).

        >>> round(AreaPlan(0.9, 0.5).positives_for(0.9), 3)
        7.774
        """
        z = normal_quantile(self.level)
        needed = z * self._deviation(0.5) + float(ndtri(probability)) * self._deviation(self.area)
        return (needed / (self.area - 0.5)) ** 2

    def cases_for(self, probability: float) -> int:
        """The number of cases, that many of them positive as their share says.

        >>> AreaPlan(0.73, 0.1).cases_for(0.9)
        180
        """
        return math.ceil(math.ceil(self.positives_for(probability)) / self.share)

    def cases_for_width(self, width: float) -> int:
        """The number of cases whose interval, estimate and its errors to both sides, is at most so wide.

        >>> AreaPlan(0.73, 0.1).cases_for_width(0.1)
        1340
        """
        z = normal_quantile(self.level)
        return math.ceil(math.ceil((2 * z * self._deviation(self.area) / width) ** 2) / self.share)
