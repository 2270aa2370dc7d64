"""Slow and obvious answers: what the tests hold the program against. Nothing here imports `ddcore`.

A value is a `Fraction` where the measure is rational in the counts, a `Decimal` of `DIGITS` digits where a root is in
it, and None where the measure is undefined. Definitions: 000, Tables 1 and 2; 002, Table 2 (NF); those of PT, CC, CP
and BA(c) stand beside them. Letters: M cases, P positive, N = M - P negative, n called positive.
"""

import csv
import itertools
import math
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType
from typing import Any

import mpmath
import numpy as np
from scipy.optimize import brentq
from scipy.stats import t as student
from statsmodels.stats.proportion import proportion_confint

DIGITS = 60
TIE = Decimal("1e-40")
"""Two expectations with a root in them are equal when they are closer than this: unequal ones are far wider apart."""

Value = Fraction | Decimal
Definition = Callable[[int, int, int, int], Value | None]


def decimal(value: Fraction | int) -> Decimal:
    """A fraction with `DIGITS` digits."""
    with localcontext() as context:
        context.prec = DIGITS
        value = Fraction(value)
        return Decimal(value.numerator) / Decimal(value.denominator)


def root(value: Fraction | int) -> Decimal:
    """The square root of a fraction with `DIGITS` digits."""
    with localcontext() as context:
        context.prec = DIGITS
        value = Fraction(value)
        return Decimal(value.numerator * value.denominator).sqrt() / Decimal(value.denominator)


def ratio(top: int, bottom: int) -> Fraction | None:
    return Fraction(top, bottom) if bottom else None


def f_beta(beta: Fraction | int) -> Definition:
    square = Fraction(beta) ** 2

    def score(tp: int, fp: int, fn: int, tn: int) -> Value | None:
        if tp + fn == 0 or tp + fp == 0:
            return None
        if tp == 0:
            return Fraction(0)  # the limit of the harmonic mean
        precision, recall = Fraction(tp, tp + fp), Fraction(tp, tp + fn)
        return (1 + square) / (1 / precision + square / recall)

    return score


def nf_beta(beta: Fraction | int) -> Definition:
    positive = f_beta(beta)
    return lambda tp, fp, fn, tn: positive(tn, fn, fp, tp)


def bacc(c: Fraction) -> Definition:
    def score(tp: int, fp: int, fn: int, tn: int) -> Value | None:
        if tp + fn == 0 or fp + tn == 0:
            return None
        return c * Fraction(tp, tp + fn) + (1 - c) * Fraction(tn, fp + tn)

    return score


def _j(tp: int, fp: int, fn: int, tn: int) -> Value | None:
    if tp + fn == 0 or fp + tn == 0:
        return None
    return Fraction(tp, tp + fn) + Fraction(tn, fp + tn) - 1


def _mk(tp: int, fp: int, fn: int, tn: int) -> Value | None:
    if tp + fp == 0 or fn + tn == 0:
        return None
    return Fraction(tp, tp + fp) + Fraction(tn, fn + tn) - 1


def _mcc(tp: int, fp: int, fn: int, tn: int) -> Value | None:
    square = (tp + fp) * (fn + tn) * (tp + fn) * (fp + tn)
    if square == 0:
        return None
    with localcontext() as context:
        context.prec = DIGITS
        return Decimal(tp * tn - fp * fn) / Decimal(square).sqrt()


def _kappa(tp: int, fp: int, fn: int, tn: int) -> Value | None:
    total = tp + fp + fn + tn
    if total == 0:
        return None
    observed = Fraction(tp + tn, total)
    expected = Fraction((tp + fp) * (tp + fn) + (fn + tn) * (fp + tn), total * total)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def _fm(tp: int, fp: int, fn: int, tn: int) -> Value | None:
    if tp + fn == 0 or tp + fp == 0:
        return None
    return root(Fraction(tp, tp + fn) * Fraction(tp, tp + fp))


def _g2(tp: int, fp: int, fn: int, tn: int) -> Value | None:
    if tp + fn == 0 or fp + tn == 0:
        return None
    return root(Fraction(tp, tp + fn) * Fraction(tn, fp + tn))


def _ts(tp: int, fp: int, fn: int, tn: int) -> Value | None:
    return None if tp + fn == 0 else Fraction(tp, tp + fn + fp)


def _pt(tp: int, fp: int, fn: int, tn: int) -> Value | None:
    if tp + fn == 0 or fp + tn == 0 or tp + fp == 0:
        return None
    hit, alarm = Fraction(tp, tp + fn), Fraction(fp, fp + tn)
    if hit == alarm:
        return decimal(Fraction(1, 2))  # the singularity is removable
    with localcontext() as context:
        context.prec = 2 * DIGITS  # the printed form loses digits near TPR = FPR
        root_ = Decimal((hit * alarm).numerator * (hit * alarm).denominator).sqrt() / (hit * alarm).denominator
        wide = (root_ - Decimal(alarm.numerator) / alarm.denominator) / (
            Decimal((hit - alarm).numerator) / (hit - alarm).denominator
        )
    with localcontext() as context:
        context.prec = DIGITS
        return +wide


def _cc(tp: int, fp: int, fn: int, tn: int) -> Value | None:
    if tp + fn == 0 or fp + tn == 0:
        return None
    return root(Fraction(fn, tp + fn) ** 2 + Fraction(fp, fp + tn) ** 2)


def _cp(tp: int, fp: int, fn: int, tn: int) -> Value | None:
    if tp + fn == 0 or fp + tn == 0:
        return None
    return Fraction(tp, tp + fn) * Fraction(tn, fp + tn)


def _plr(tp: int, fp: int, fn: int, tn: int) -> Value | None:
    return None if tp + fn == 0 or fp == 0 else Fraction(tp, tp + fn) / Fraction(fp, fp + tn)


def _nlr(tp: int, fp: int, fn: int, tn: int) -> Value | None:
    return None if tp + fn == 0 or tn == 0 else Fraction(fn, tp + fn) / Fraction(tn, fp + tn)


DEFINITIONS: dict[str, Definition] = {
    "TP": lambda tp, fp, fn, tn: Fraction(tp),
    "TN": lambda tp, fp, fn, tn: Fraction(tn),
    "FP": lambda tp, fp, fn, tn: Fraction(fp),
    "FN": lambda tp, fp, fn, tn: Fraction(fn),
    "TPR": lambda tp, fp, fn, tn: ratio(tp, tp + fn),
    "TNR": lambda tp, fp, fn, tn: ratio(tn, fp + tn),
    "FPR": lambda tp, fp, fn, tn: ratio(fp, fp + tn),
    "FNR": lambda tp, fp, fn, tn: ratio(fn, tp + fn),
    "PPV": lambda tp, fp, fn, tn: ratio(tp, tp + fp),
    "NPV": lambda tp, fp, fn, tn: ratio(tn, fn + tn),
    "FDR": lambda tp, fp, fn, tn: ratio(fp, tp + fp),
    "FOR": lambda tp, fp, fn, tn: ratio(fn, fn + tn),
    "F1": f_beta(1),
    "F2": f_beta(2),
    "F0.5": f_beta(Fraction(1, 2)),
    "NF1": nf_beta(1),
    "J": _j,
    "MK": _mk,
    "ACC": lambda tp, fp, fn, tn: ratio(tp + tn, tp + fp + fn + tn),
    "ERR": lambda tp, fp, fn, tn: ratio(fp + fn, tp + fp + fn + tn),
    "BACC": bacc(Fraction(1, 2)),
    "MCC": _mcc,
    "kappa": _kappa,
    "FM": _fm,
    "G2": _g2,
    "TS": _ts,
    "PT": _pt,
    "CC": _cc,
    "CP": _cp,
    "DOR": lambda tp, fp, fn, tn: ratio(tp * tn, fp * fn),
    "PLR": _plr,
    "NLR": _nlr,
    "prevalence": lambda tp, fp, fn, tn: ratio(tp + fn, tp + fp + fn + tn),
    "PP": lambda tp, fp, fn, tn: ratio(tp + fp, tp + fp + fn + tn),
}


def relative_error(found: float, exact: Value | int) -> float:
    """How far a float is from the exact value, as a share of it; where that is 0, all but 0 is infinitely wrong."""
    found = float(found)
    if not math.isfinite(found):
        return math.inf
    if exact == 0:
        return 0.0 if found == 0 else math.inf
    (top, bottom), (right, share) = found.as_integer_ratio(), exact.as_integer_ratio()
    return abs(top * share - right * bottom) / (bottom * abs(right))


# The draw, by enumeration ------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def weights(total: int, positives: int, called: int) -> tuple[tuple[int, int], ...]:
    """(k, number of draws with TP = k) for every possible k; the numbers sum to C(M, n)."""
    negatives = total - positives
    return tuple(
        (k, math.comb(positives, k) * math.comb(negatives, called - k))
        for k in range(max(0, called - negatives), min(positives, called) + 1)
    )


def probability(total: int, positives: int, called: int) -> dict[int, Fraction]:
    """P(TP = k), exactly."""
    return {k: Fraction(w, math.comb(total, called)) for k, w in weights(total, positives, called)}


@lru_cache(maxsize=8192)
def _scores(definition: Definition, total: int, positives: int, called: int) -> list[tuple[Value, int]]:
    found = []
    for k, weight in weights(total, positives, called):
        value = definition(k, called - k, positives - k, total - positives - called + k)
        if value is not None:
            found.append((value, weight))
    return found


def _weighted(pairs: Sequence[tuple[Value, int]]) -> Value:
    whole = sum(weight for _, weight in pairs)
    if isinstance(pairs[0][0], Fraction):
        # Brought to one denominator once, instead of at each step of the sum.
        shared = math.lcm(*(value.denominator for value, _ in pairs))
        return Fraction(sum(value.numerator * (shared // value.denominator) * weight for value, weight in pairs),
                        shared * whole)  # fmt: skip
    with localcontext() as context:
        context.prec = DIGITS
        return sum((value * weight for value, weight in pairs), Decimal(0)) / whole


def expectation(definition: Definition, total: int, positives: int, called: int) -> Value | None:
    """The mean over the draws where the measure is defined."""
    pairs = _scores(definition, total, positives, called)
    return _weighted(pairs) if pairs else None


def variance(definition: Definition, total: int, positives: int, called: int) -> Value | None:
    """The mean squared distance to the mean, over the draws where the measure is defined."""
    pairs = _scores(definition, total, positives, called)
    if not pairs:
        return None
    if len(pairs) == 1:
        return Fraction(0)
    mean = _weighted(pairs)
    with localcontext() as context:
        context.prec = DIGITS
        return _weighted([((value - mean) ** 2, weight) for value, weight in pairs])


def undefined(definition: Definition, total: int, positives: int, called: int) -> Fraction:
    """The chance that a draw leaves the measure undefined."""
    defined = sum(weight for _, weight in _scores(definition, total, positives, called))
    return 1 - Fraction(defined, math.comb(total, called))


@lru_cache(maxsize=64)
def distribution(definition: Definition, total: int, positives: int, called: int) -> list[tuple[Value, Fraction]]:
    """(value, probability given that it is defined), values ascending and distinct."""
    pairs = _scores(definition, total, positives, called)
    whole = sum(weight for _, weight in pairs)
    tally: dict[Value, int] = {}
    for value, weight in pairs:
        tally[value] = tally.get(value, 0) + weight
    return [(value, Fraction(tally[value], whole)) for value in sorted(tally)]


@lru_cache(maxsize=64)
def _cumulative(definition: Definition, total: int, positives: int, called: int) -> tuple[list[Value], list[Fraction]]:
    """The values of `distribution` and the probability of each or a smaller one."""
    law = distribution(definition, total, positives, called)
    return [value for value, _ in law], list(itertools.accumulate(chance for _, chance in law))


def quantile(
    definition: Definition, total: int, positives: int, called: int, level: Fraction
) -> tuple[Value, Fraction] | None:
    """The smallest value whose cumulative probability reaches the level, and how near any of these comes to it."""
    values, below = _cumulative(definition, total, positives, called)
    if not values:
        return None
    place = bisect_left(below, level)
    return values[place], min(abs(chance - level) for chance in below[max(place - 1, 0) : place + 1])


Intervals = tuple[tuple[int, int], ...]


def intervals(numbers: Iterable[int]) -> Intervals:
    """Ascending whole numbers as inclusive runs.

    >>> intervals([0, 1, 2, 5, 7, 8])
    ((0, 2), (5, 5), (7, 8))
    """
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return tuple(runs)


def extremes(means: Sequence[Value | None]) -> tuple[Value, Intervals, Value, Intervals] | None:
    """Highest, where, lowest, where: of expectations by n; None if none is defined. Ties are exact (roots: `TIE`)."""
    defined = [(n, mean) for n, mean in enumerate(means) if mean is not None]
    if not defined:
        return None
    highest, lowest = max(mean for _, mean in defined), min(mean for _, mean in defined)
    tolerance = TIE if isinstance(highest, Decimal) else 0
    with localcontext() as context:
        context.prec = DIGITS
        top = intervals(n for n, mean in defined if abs(mean - highest) <= tolerance)
        bottom = intervals(n for n, mean in defined if abs(mean - lowest) <= tolerance)
    return highest, top, lowest, bottom


@lru_cache(maxsize=2048)
def baseline(definition: Definition, total: int, positives: int) -> tuple[Value, Intervals, Value, Intervals] | None:
    """Highest and lowest expectation and every n that reaches them, by trying each n."""
    return extremes([expectation(definition, total, positives, called) for called in range(total + 1)])


# A guesser, by enumeration ------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def guessed(definition: Definition, total: int, positives: int, g: Fraction) -> tuple[Value | None, Fraction]:
    """The mean over every number of true and of false positives of a guesser, and the chance of no value."""
    mass = mean = Fraction(0)
    for x, y in itertools.product(range(positives + 1), range(total - positives + 1)):
        value = definition(x, y, positives - x, total - positives - y)
        if value is not None:
            ways = math.comb(positives, x) * math.comb(total - positives, y)
            weight = ways * g ** (x + y) * (1 - g) ** (total - x - y)
            mass, mean = mass + weight, mean + weight * Fraction(value)
    return (mean / mass if mass else None), 1 - mass


# The draw at large M: 50 digits by ratios of neighbours --------------------------------------------------------------

FAR = 17
"""Standard deviations summed on either side: beyond, less than exp(-17^2 / 2) = 1e-63 is left."""


@lru_cache(maxsize=8)
def window(total: int, positives: int, called: int) -> tuple[tuple[int, Decimal], ...]:
    """(k, P(TP = k)) for every k that matters to 50 digits, from p(k+1)/p(k) = (P-k)(n-k) / ((k+1)(N-n+k+1))."""
    negatives = total - positives
    spread = math.isqrt(positives * negatives * called * (total - called) // (total * total * max(total - 1, 1))) + 1
    low, high = max(0, called - negatives), min(positives, called)
    centre = min(max(positives * called // total, low), high)
    low, high = max(low, centre - FAR * spread - 200), min(high, centre + FAR * spread + 200)
    with localcontext() as context:
        context.prec = DIGITS
        up, weight = [], Decimal(1)
        for k in range(centre, high):
            weight = weight * ((positives - k) * (called - k)) / ((k + 1) * (negatives - called + k + 1))
            up.append(weight)
        down, weight = [], Decimal(1)
        for k in range(centre, low, -1):
            weight = weight * (k * (negatives - called + k)) / ((positives - k + 1) * (called - k + 1))
            down.append(weight)
        everything = [*reversed(down), Decimal(1), *up]
        whole = sum(everything)
        return tuple((low + i, weight / whole) for i, weight in enumerate(everything))


def moments(definition: Definition, total: int, positives: int, called: int) -> tuple[Decimal, Decimal, Decimal] | None:
    """Mean and variance given that the measure is defined, and the chance that it is not, to 50 digits at any M."""
    negatives = total - positives
    defined, missing = [], Decimal(0)
    with localcontext() as context:
        context.prec = DIGITS
        for k, weight in window(total, positives, called):
            value = definition(k, called - k, positives - k, negatives - called + k)
            if value is None:
                missing += weight
            elif isinstance(value, Fraction):
                defined.append((Decimal(value.numerator) / Decimal(value.denominator), weight))
            else:
                defined.append((value, weight))
        if not defined:
            return None
        whole = sum(weight for _, weight in defined)
        mean = sum(value * weight for value, weight in defined) / whole
        spread = sum((value - mean) ** 2 * weight for value, weight in defined) / whole
        return mean, spread, missing


# Significance ------------------------------------------------------------------------------------------------------


def tail(tp: int, fp: int, fn: int, tn: int) -> Fraction:
    """P(a draw with as many positive predictions has at least tp true positives), exactly."""
    total, positives, called = tp + fp + fn + tn, tp + fn, tp + fp
    return Fraction(sum(w for k, w in weights(total, positives, called) if k >= tp), math.comb(total, called))


def half_tail(tp: int, fp: int, fn: int, tn: int) -> Fraction:
    """The mid-p value: the tail less half the chance of exactly tp."""
    total, positives, called = tp + fp + fn + tn, tp + fn, tp + fp
    return tail(tp, fp, fn, tn) - probability(total, positives, called)[tp] / 2


def share_interval(hits, cases, level=0.95):
    """Wilson's interval of a share; beside one to three cases the wider of its end and that of Jeffreys."""
    ends = np.array([proportion_confint(hits, cases, 1 - level, method=name) for name in ("wilson", "jeffreys")])
    few = [np.greater(side, 1e-9) & np.less(side, 3 + 1e-9) for side in (hits, np.subtract(cases, hits))]
    low, high = (np.where(few[i], best(ends[:, i], axis=0), ends[0, i])[()] for i, best in enumerate((np.min, np.max)))
    return low, high


# Printed tables ----------------------------------------------------------------------------------------------------


def published(name: str) -> list[dict[str, str]]:
    """The rows of one file of `tests/published`, or of the documents' own in `ddcore/papers`."""
    folders = (Path(__file__).parent / "published", Path(__file__).parents[1] / "ddcore" / "papers")
    path = next(folder / name for folder in folders if (folder / name).is_file())
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@cache
def _compiled(expression: str) -> CodeType:
    return compile(re.sub(r"(?<![\w.])\d+", r"whole(\g<0>)", expression.strip()), expression, "eval")


def evaluate(expression: str, **names: int | Fraction) -> Any:
    """A printed formula with numbers put in: a `Fraction`, or a `Decimal` if there is a root, or a bool.

    Raises ZeroDivisionError where the formula divides by zero.

    >>> evaluate("1 - P / M", P=1, M=3)
    Fraction(2, 3)
    """
    # Evaluated as code, because it comes from `tests/published` only, never from a visitor.
    if "sqrt" not in expression:
        return eval(_compiled(expression), {"whole": Fraction, **{k: Fraction(v) for k, v in names.items()}})
    with mpmath.workdps(DIGITS):
        numbers = {k: mpmath.mpf(Fraction(v).numerator) / Fraction(v).denominator for k, v in names.items()}
        found = eval(_compiled(expression), {"whole": mpmath.mpf, "sqrt": mpmath.sqrt, **numbers})
        return Decimal(mpmath.nstr(found, DIGITS))


def agree(one: Value, other: Value) -> bool:
    """Whether two exact values are the same: to the last digit, or with a root in either to fifty."""
    difference = abs(Fraction(one) - Fraction(other))
    return difference == 0 if isinstance(one, Fraction) and isinstance(other, Fraction) else difference < 1e-50


def decimals(printed: str) -> int:
    """How many digits stand behind the point."""
    return len(printed.partition(".")[2])


def rounds_to(exact: Value, printed: str, digits: int) -> bool:
    """Whether the exact value, rounded to so many decimals (halves either way), is what is printed."""
    return abs(Fraction(exact) - Fraction(printed)) <= Fraction(1, 2 * 10**digits)


def freedom(parts, sizes):
    """Degrees of freedom of a sum of variances (Satterthwaite 1946, equation 17)."""
    return sum(parts) ** 2 / sum(part**2 / (n - 1) for part, n in zip(parts, sizes, strict=True))


def scored_from(ups, downs, inflation=1.0, level=0.95):
    """Ends of the interval of an area: where it is Student's quantile away, from the placements of both classes."""
    auc, parts = float(np.mean(ups)), []
    for placements in (ups, downs):
        n = len(placements)
        parts.append((np.var(placements, ddof=1) + 1 / 8 / n) / (auc * (1 - auc) + 1 / 4 / n) / n)
    quantile = student.ppf((1 + level) / 2, freedom(parts, (len(ups), len(downs))))

    def off(area):
        return (auc - area) ** 2 - quantile**2 * area * (1 - area) * sum(parts) * inflation

    return brentq(off, 0, auc - 1e-12) if auc else 0.0, brentq(off, auc + 1e-12, 1) if auc < 1 else 1.0


def gained_from(after, before, inflation=1.0, level=0.95):
    """A gain with its interval and p, from the placements (of positives, of negatives) of two scores."""
    parts, sizes, aucs = [], [len(part) for part in after], [float(np.mean(ups)) for ups, _ in (after, before)]
    for new, old, n in zip(after, before, sizes, strict=True):
        inner = [(n * auc + 0.5) / (n + 1) for auc in aucs]
        m = sum(auc * (1 - auc) for auc in inner)
        # One case of variance m / 2 beside the 2 m n that the areas misplace.
        spread = np.var(np.asarray(new, float) - np.asarray(old, float), ddof=1)
        parts.append(inflation * (2 * m * n * spread + m / 2) / (2 * m * n + 1) / n)
    value, scale, law = aucs[0] - aucs[1], math.sqrt(sum(parts)), student(freedom(parts, sizes))
    reach = law.ppf((1 + level) / 2) * scale
    return value, max(value - reach, -1), min(value + reach, 1), 2 * law.sf(abs(value) / scale)
