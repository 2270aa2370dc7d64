"""One number of cases predicted positive: the shares θ that it stands for, and a measure there as a TP + b."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ddcore.chance import moments
from ddcore.chance.optimum import Intervals
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named


@dataclass(frozen=True)
class Shares:
    """The shares from `low` on up to `high`, which belongs to them where `closed`.

    >>> str(Shares(Fraction(0), Fraction(1, 606), False))
    '[0, 1/606)'
    """

    low: Fraction
    high: Fraction
    closed: bool

    def __str__(self) -> str:
        return f"[{self.low}, {self.high}{']' if self.closed else ')'}"


def shares(total: int, reached: Intervals) -> tuple[Shares, ...]:
    """The shares θ of M cases that predict that many positive: [(first - 1/2) / M, (last + 1/2) / M), cut at 0 and 1.

    A half is rounded up, so that it belongs to the number above it (van de Bijl et al., Appendix A).

    >>> [str(part) for part in shares(303, ((0, 0), (303, 303)))]
    ['[0, 1/606)', '[605/606, 1]']
    """
    return tuple(
        Shares(
            Fraction(max(0, 2 * first - 1), 2 * total),
            Fraction(min(2 * total, 2 * last + 1), 2 * total),
            last == total,
        )
        for first, last in reached
    )


def coefficients(measure: str | Measure, total: int, positives: int, called: int) -> tuple[float, float] | None:
    """The a and b of a measure that is a TP + b where that many cases are predicted positive.

    None where it is not linear in TP, or has no value (van de Bijl et al. 2024, Table 3).

    >>> coefficients("TNR", 10, 4, 3), coefficients("G2", 10, 4, 3)
    ((0.16666666666666666, 0.5), None)
    """
    measure = measure_named(measure)
    if measure.slope is None or not moments.is_defined(measure, total, positives, called):
        return None
    with np.errstate(all="ignore"):
        slope = measure.slope(float(positives), float(total - positives), float(called))
        start = measure.function(moments.cells_at(total, positives, called, np.zeros(())))
    return float(slope), float(start)
