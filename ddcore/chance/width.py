"""How wide will the interval of a score be? Its expected width for that many cases, and the fewest for a wished one."""

import math

import numpy as np

from ddcore.chance.power import Claim, classes_of, law, thinned
from ddcore.chance.significance import Region
from ddcore.counts import Counts

POINTS = {"fixed": 24, "drawn": 16}
"""Values of TP and of FP that stand for all: a width is as smooth as a square root."""
MOST = 10_000_000
"""Cases among which the fewest are searched."""


def expected_width(claim: Claim, positives: int, negatives: int, classes: str = "fixed") -> float:
    """The mean width of the interval of `significance.interval`, over the counts that the rates may lead to.

    Tables without an interval with two ends are left out; NaN where that leaves none. TP and FP are binomial; of more
    than 24 likely values of each, evenly spaced ones stand for all, which moves the mean by less than a thousandth
    of itself. `classes` is "fixed" or "drawn".

    >>> from ddcore.measures import measure
    >>> round(expected_width(Claim(measure("recall"), 0.75, 0.2), 38, 212), 3)
    0.262
    """
    (tp, tp_weight), (fp, fp_weight) = (
        thinned(*law(cases, rate), POINTS.get(classes, 16))
        for cases, rate in ((positives, claim.tpr), (negatives, claim.fpr))
    )
    counts = Counts(tp=tp[:, None], fp=fp, fn=positives - tp[:, None], tn=negatives - fp)
    low, high, _ = Region.of(counts, claim.level, classes).ends(claim.measure)
    width, weight = high - low, tp_weight[:, None] * fp_weight
    known = np.isfinite(width)
    return float((width * weight)[known].sum() / weight[known].sum()) if known.any() else math.nan


def width_among(claim: Claim, total: int, share: float, classes: str = "fixed") -> float:
    """`expected_width` for that many cases, of which that share is positive.

    >>> from ddcore.measures import measure
    >>> round(width_among(Claim(measure("recall"), 0.75, 0.2), 250, 0.15), 3)
    0.262
    """
    return expected_width(claim, *classes_of(total, share), classes)


def fewest_for(claim: Claim, width: float, share: float, classes: str = "fixed") -> int | None:
    """The fewest cases whose interval is expected to be at most so wide; None where 10^7 are too few.

    The first guess has 32 cases of the rarer class. The width falls with the square root of the cases but for the
    rounding of the number of positives; from that guess on the place is found by halving.

    >>> from ddcore.measures import measure
    >>> fewest_for(Claim(measure("recall"), 0.75, 0.2), 0.1, 0.5)
    569
    """

    def narrow(cases: int) -> bool:
        return width_among(claim, cases, share, classes) <= width

    guess = math.ceil(32 / max(min(share, 1 - share), 32 / MOST))
    for _ in range(GUESSES):
        here = width_among(claim, guess, share, classes)
        if not math.isfinite(here):
            return None
        guess = min(max(math.ceil(guess * (here / width) ** 2), 2), MOST)
    low, high = max(guess - guess // 50 - 2, 1), guess + guess // 50 + 2
    while narrow(low) and low > 1:
        low, high = max(low // 2, 1), low
    while not narrow(high):
        low, high = high, 2 * high
        if high > MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if narrow(middle) else (middle, high)
    return high


GUESSES = 3
