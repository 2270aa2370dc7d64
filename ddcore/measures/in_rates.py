"""A measure as a ratio of polynomials in TPR, FPR and the shares of both classes, found by its own function.

The function of a measure is called on exact expressions instead of numbers, so that each listed measure and each
formula of one's own has its form without a second declaration.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from ddcore.counts import Cells
from ddcore.measures import Measure
from ddcore.measures.polynomial import VARIABLES, A, B, P, Polynomial, Q, TooLongError

DIGITS = 10**9
"""A number of a formula is taken as the fraction with at most this denominator that is the same double, or nearly."""


class NotRationalError(TypeError):
    """A formula has a step that no ratio of polynomials can follow."""


@dataclass(frozen=True, eq=False)
class Ratio(NDArrayOperatorsMixin):
    """top / below, two polynomials without a common power of a variable; or the root of that, for a `root`.

    >>> recall, alarms = Ratio(A), Ratio(B)
    >>> (recall * recall - alarms * recall) / recall
    Ratio(top=Polynomial(a − b), below=Polynomial(1), root=False)
    """

    top: Polynomial
    below: Polynomial = Polynomial.constant(1)  # noqa: RUF009 - it cannot be changed
    root: bool = False

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Any:
        if ufunc not in RULES or method != "__call__" or keywords:
            raise NotRationalError(f"{ufunc.__name__} is no operation of ratios")
        if ufunc is np.power:
            return _power(_ratio(inputs[0]), inputs[1])
        return RULES[ufunc](*map(_ratio, inputs))


def _ratio(number: Any) -> Ratio:
    if isinstance(number, Ratio):
        return number
    try:
        value = float(number)
        whole = Fraction(value)
    except (TypeError, ValueError, OverflowError):
        raise NotRationalError(f"{number!r:.40} is no number") from None
    short = whole.limit_denominator(DIGITS)
    return Ratio(Polynomial.constant(short if abs(float(short) - value) <= 2 * np.spacing(abs(value)) else whole))


def _made(top: Polynomial, below: Polynomial, root: bool = False) -> Ratio:
    """The ratio without the powers of the variables that both have."""
    if not below:
        raise NotRationalError("something is divided by 0")
    if not top:
        return Ratio(top)
    if top == below:
        return Ratio(Polynomial.constant(1))
    upper, lower = top.monomial, below.monomial
    low = [min(pair) for pair in zip(upper, lower, strict=True)]
    shared = (low[0], low[1], low[2], low[3])
    return Ratio(top.without(shared), below.without(shared), root)


def _added(first: Ratio, second: Ratio) -> Ratio:
    if not second.top:
        return first
    if not first.top:
        return second
    if first.root or second.root:
        raise NotRationalError("a sum of roots is no root of a ratio")
    if first.below == second.below:
        return _made(first.top + second.top, first.below)
    # The denominators need each power of a variable once.
    pairs = zip(first.below.monomial, second.below.monomial, strict=True)
    low = [min(pair) for pair in pairs]
    shared = (low[0], low[1], low[2], low[3])
    left, right = first.below.without(shared), second.below.without(shared)
    return _made(first.top * right + second.top * left, first.below * right)


def _times(first: Ratio, second: Ratio) -> Ratio:
    if first.root and second.root and first.top == second.top and first.below == second.below:
        return Ratio(first.top, first.below)
    root = first.root or second.root
    left, right = (_squared(number) if root and not number.root else number for number in (first, second))
    top, below = _shorter(left.top, right.below), _shorter(right.top, left.below)
    return _made(top[0] * below[0], below[1] * top[1], root)


def _shorter(top: Polynomial, below: Polynomial) -> tuple[Polynomial, Polynomial]:
    """1 and 1 for two that are the same."""
    return (Polynomial.constant(1), Polynomial.constant(1)) if top == below else (top, below)


def _squared(number: Ratio) -> Ratio:
    """The square of a number that is 0 or more, of which it is the root."""
    if not (_is_signed(number.top) and _is_signed(number.below)):
        raise NotRationalError("only what is never below 0 is the root of its square")
    return Ratio(number.top * number.top, number.below * number.below)


@lru_cache(maxsize=256)
def _is_signed(polynomial: Polynomial) -> bool:
    return polynomial.never_negative


def _power(base: Ratio, exponent: Any) -> Ratio:
    try:
        power = float(exponent)
    except TypeError:
        raise NotRationalError("an exponent must be a number") from None
    if power == 0.5:
        return _root(base)
    if power != int(power):
        raise NotRationalError(f"a power of {power:g} is no ratio")
    result = Ratio(Polynomial.constant(1))
    for _ in range(abs(int(power))):
        result = _times(result, base)
    return result if power >= 0 else _times(Ratio(Polynomial.constant(1)), _turned(result))


def _turned(number: Ratio) -> Ratio:
    if not number.top:
        raise NotRationalError("something is divided by 0")
    return Ratio(number.below, number.top, number.root)


def _root(number: Ratio) -> Ratio:
    if number.root:
        raise NotRationalError("a root of a root is no root of a ratio")
    return Ratio(number.top, number.below, root=True)


def _negative(number: Ratio) -> Ratio:
    if number.root:
        raise NotRationalError("a root with a minus sign is no root")
    return Ratio(-number.top, number.below)


RULES: dict[np.ufunc, Callable[..., Ratio]] = {
    np.add: _added,
    np.subtract: lambda first, second: _added(first, _negative(second)),
    np.multiply: _times,
    np.divide: lambda first, second: _times(first, _turned(second)),
    np.negative: _negative,
    np.sqrt: _root,
    np.power: _power,
    np.square: lambda number: _times(number, number),
}
"""The operations that a ratio follows."""


def cells(total: Fraction | int = 1) -> Cells:
    """The table of a classifier with TPR a and FPR b on `total` cases, a share p of them positive.

    >>> cells().fn
    Ratio(top=Polynomial(−π₁·a + π₁), below=Polynomial(1), root=False)
    """
    positive, negative = P * total, Q * total
    return Cells(
        tp=Ratio(A * positive),
        fp=Ratio(B * negative),
        fn=Ratio(positive - A * positive),
        tn=Ratio(negative - B * negative),
    )


@lru_cache(maxsize=1024)
def in_rates(measure: Measure, total: Fraction | int = 1) -> Ratio | None:
    """A measure as a ratio of polynomials, or the root of one; None where its function is neither.

    With a `root`, what holds of the order of its squares holds of that of its values. `total` matters only for what
    grows with the number of cases.

    >>> from ddcore.measures import measure
    >>> f1 = in_rates(measure("F1"))
    >>> f1.top, f1.below
    (Polynomial(2·π₁·a), Polynomial(π₁·a + π₀·b + π₁))
    """
    try:
        with np.errstate(all="ignore"):
            found = measure.function(cells(total))
        return _ratio(found)
    except (NotRationalError, TooLongError, TypeError, AttributeError, ZeroDivisionError):
        return None


def at_share(polynomial: Polynomial, share: Fraction) -> Polynomial:
    """A polynomial at one share of positives.

    >>> at_share(A * P + B * Q, Fraction(1, 4))
    Polynomial(1/4·a + 3/4·b)
    """
    return polynomial.at(**dict(zip(VARIABLES[2:], (share, 1 - share), strict=True)))
