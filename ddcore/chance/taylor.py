"""Arithmetic with derivatives: the value, the first and the second derivative of a formula, computed together.

The libraries that do this compile (jax) or work symbolically (sympy): too much for a dozen rules.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin


@dataclass(eq=False)
class Jet(NDArrayOperatorsMixin):
    """A number, or an array of them, with its first and second derivative along one direction.

    >>> x = Jet(3.0, 1.0)
    >>> x * x / 2
    Jet(value=4.5, first=3.0, second=1.0)
    """

    value: Any
    first: Any = 0.0
    second: Any = 0.0

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Any:
        if ufunc not in RULES or method != "__call__" or keywords:
            return NotImplemented
        return RULES[ufunc](*(item if isinstance(item, Jet) else Jet(item) for item in inputs))


def _of(a: Jet, value: Any, first: Any, second: Any) -> Jet:
    """The chain rule for a function of one number with these derivatives at a."""
    return Jet(value, first * a.first, second * a.first * a.first + first * a.second)


def _divide(a: Jet, b: Jet) -> Jet:
    value = a.value / b.value
    first = (a.first - value * b.first) / b.value
    return Jet(value, first, (a.second - 2 * first * b.first - value * b.second) / b.value)


def _multiply(a: Jet, b: Jet) -> Jet:
    second = a.second * b.value + 2 * a.first * b.first + a.value * b.second
    return Jet(a.value * b.value, a.first * b.value + a.value * b.first, second)


def _sqrt(a: Jet) -> Jet:
    root = np.sqrt(a.value)
    return _of(a, root, 1 / (2 * root), -1 / (4 * root * a.value))


def _power(a: Jet, b: Jet) -> Jet:
    """The power of a series to a constant exponent, the only kind that a measure has."""
    p = b.value
    first = p * a.value ** (p - 1) if p != 0 else 0.0
    second = p * (p - 1) * a.value ** (p - 2) if p not in (0, 1) else 0.0
    return _of(a, a.value**p, first, second)


def _chosen(where: Any, a: Jet, b: Jet) -> Jet:
    return Jet(*(np.where(where, of_a, of_b) for of_a, of_b in zip(_parts(a), _parts(b), strict=True)))


def _parts(a: Jet) -> tuple[Any, Any, Any]:
    return a.value, a.first, a.second


RULES: dict[np.ufunc, Any] = {
    np.add: lambda a, b: Jet(a.value + b.value, a.first + b.first, a.second + b.second),
    np.subtract: lambda a, b: Jet(a.value - b.value, a.first - b.first, a.second - b.second),
    np.multiply: _multiply,
    np.divide: _divide,
    np.negative: lambda a: Jet(-a.value, -a.first, -a.second),
    np.positive: lambda a: a,
    np.sqrt: _sqrt,
    np.power: _power,
    np.log: lambda a: _of(a, np.log(a.value), 1 / a.value, -1 / a.value**2),
    np.exp: lambda a: _of(a, np.exp(a.value), np.exp(a.value), np.exp(a.value)),
    np.absolute: lambda a: _of(a, np.abs(a.value), np.sign(a.value), 0.0),
    np.minimum: lambda a, b: _chosen(a.value <= b.value, a, b),
    np.maximum: lambda a, b: _chosen(a.value >= b.value, a, b),
}
"""The operations that a measure may use, each with its rules of differentiation."""
