"""Did a rate change between two samples? Exact probabilities and score intervals of the difference of two shares."""

import math

from scipy.optimize import brentq
from scipy.special import ndtri
from scipy.stats import fisher_exact

from ddcore.chance import hypergeometric
from ddcore.interval import UNKNOWN, Interval, confident

SLIGHT = 1e-14
"""A rate nearer to 0 or 1 is taken for it."""
TIE = 1e-10
"""Probabilities that differ by no more, in parts of themselves, are the same but for rounding."""
NEAR = 1e-9
"""A difference that is no further away is within any interval."""


def p_value(hits: tuple[float, float], cases: tuple[float, float]) -> float:
    """Probability of counts as improbable as these or more, if both samples have one rate: exact, two-sided.

    Fisher's test (1935), given how many hits there are in all; NaN where a sample has no case.

    >>> round(p_value((8, 1), (10, 6)), 4)
    0.035
    """
    if min(cases) <= 0:
        return math.nan
    (x, y), (m, n) = (tuple(round(number) for number in pair) for pair in (hits, cases))
    value, law = hypergeometric.window(m + n, x + y, m, reach=abs(x - hypergeometric.mode(m + n, x + y, m)))
    own = law[value == x]
    if not own.all():
        # Too improbable beside the most probable number for a double.
        return min(float(fisher_exact([[x, m - x], [y, n - y]]).pvalue), 1.0)
    return min(float(law[law <= own * (1 + TIE)].sum()), 1.0)


def difference(hits: tuple[float, float], cases: tuple[float, float], level: float | None = None) -> Interval:
    """The second rate less the first, with the interval of Miettinen & Nurminen (1985).

    It holds the differences d whose score, |p2 - p1 - d| / sqrt((p1' q1' / m + p2' q2' / n) N / (N - 1)), is within the
    normal quantile; p1' and p2' are the most likely rates that are d apart, and N = m + n. NaN where a sample has no
    case; raises `InputError` "level must be between 0 and 1, got 1.2".

    >>> change = difference((56, 48), (70, 80))
    >>> round(change.value, 3), round(change.low, 4), round(change.high, 4)
    (-0.2, -0.3382, -0.0528)
    """
    level = confident(level)
    (x, y), (m, n) = hits, cases
    if min(cases) <= 0:
        return UNKNOWN
    value, z = y / n - x / m, float(ndtri((1 + level) / 2))

    def beyond(d: float, sign: int) -> float:
        first = _most_likely(x, m, y, n, d)
        second = first + d
        variance = (first * (1 - first) / m + second * (1 - second) / n) * (m + n) / (m + n - 1)
        return sign * (d - value) - z * math.sqrt(max(variance, 0.0))

    ends = []
    for sign, end in ((-1, -1.0), (1, 1.0)):
        # At the value itself the score may be 0 / 0.
        start = value + sign * NEAR
        inside = abs(start) < 1 and beyond(end, sign) > 0
        ends.append(float(brentq(beyond, start, end, args=(sign,), xtol=1e-12)) if inside else end)
    return Interval(value, min(ends[0], value), max(ends[1], value), method="Miettinen-Nurminen")


def ratio(hits: tuple[float, float], cases: tuple[float, float], level: float | None = None) -> Interval:
    """The second rate over the first, with the interval of Miettinen & Nurminen (1985, section 3).

    It holds the ratios r whose score, |p2 - r p1| / sqrt((p2' q2' / n + r^2 p1' q1' / m) N / (N - 1)), is within the
    normal quantile; p1' and p2' = r p1' are the most likely rates of that ratio, and N = m + n: where it leaves out 1
    `difference` leaves out 0. Infinite where the first sample has no hit; NaN where neither has, or one has no case.
    Raises as `difference` does.

    >>> change = ratio((56, 48), (70, 80))
    >>> round(change.value, 3), round(change.low, 4), round(change.high, 4)
    (0.75, 0.598, 0.9267)
    """
    level = confident(level)
    (x, y), (m, n) = hits, cases
    if min(cases) <= 0 or not x + y > 0:
        return UNKNOWN
    value, z = y * m / (x * n) if x else math.inf, float(ndtri((1 + level) / 2))

    def beyond(log_ratio: float, sign: int) -> float:
        r = math.exp(log_ratio)
        # The smaller root of the slope of the likelihood, written without a difference of near numbers.
        b = r * (x + n) + m + y
        first = 2 * (x + y) / (b + math.sqrt(max(b * b - 4 * r * (m + n) * (x + y), 0.0)))
        second = min(r * first, 1.0)
        variance = (second * (1 - second) / n + r * r * first * (1 - first) / m) * (m + n) / (m + n - 1)
        return sign * (r * x / m - y / n) - z * math.sqrt(max(variance, 0.0))

    ends = []
    for sign, at_once, end in ((-1, y == 0, 0.0), (1, x == 0, math.inf)):
        if at_once:
            ends.append(end)
            continue
        # At the value itself the score may be 0 / 0.
        near = math.log(value) + sign * NEAR if 0 < value < math.inf else 0.0
        far = near + sign
        while beyond(far, sign) <= 0:
            far += sign * 2
        while beyond(near, sign) > 0:
            near -= sign * 2
        ends.append(math.exp(brentq(beyond, near, far, args=(sign,), xtol=1e-12)))
    return Interval(value, min(ends[0], value), max(ends[1], value), method="Miettinen-Nurminen")


def _most_likely(x: float, m: float, y: float, n: float, d: float) -> float:
    """The most likely rate of the first sample if that of the second is d more: where the likelihood stops rising."""
    low, high = max(0.0, -d) + SLIGHT, min(1.0, 1.0 - d) - SLIGHT

    def slope(p: float) -> float:
        return _pull(x, m, p) + _pull(y, n, p + d)

    if low >= high or slope(low) <= 0:
        return low
    return high if slope(high) >= 0 else float(brentq(slope, low, high, xtol=SLIGHT))


def _pull(x: float, n: float, p: float) -> float:
    """The slope of the logarithm of the likelihood of a rate, that of a rate without hits or misses having one part."""
    return (x / p if x else 0.0) - ((n - x) / (1 - p) if n > x else 0.0)
