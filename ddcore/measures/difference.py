"""Arithmetic with differences: what a formula changes by between two tables, without subtracting its values.

At M = 10^9 neighbouring values differ by 10^-9 and neighbouring expectations by 10^-18, far less than a double resolves
after subtraction. The rules of differences (like those of derivatives, but exact for finite steps) keep full precision:
d(ab) = da b' + a db, d(a/b) = (da b - a db) / (b b'), d sqrt(a) = da / (sqrt(a) + sqrt(a')).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from ddcore.counts import Cells


@dataclass(eq=False)
class Change(NDArrayOperatorsMixin):
    """A number, or an array of them, at one table (`old`), at another (`new`), and the difference of the two (`by`).

    >>> big = Change(1e20, 1e20, 1.0)
    >>> (big / 2).by, (1e20 + 1.0 - 1e20) / 2
    (0.5, 0.0)
    """

    old: Any
    new: Any
    by: Any

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Any:
        if ufunc not in RULES or method != "__call__" or keywords:
            return NotImplemented
        numbers = [item if isinstance(item, Change) else Change(item, item, 0.0) for item in inputs]
        return Change(
            ufunc(*(number.old for number in numbers)),
            ufunc(*(number.new for number in numbers)),
            RULES[ufunc](*numbers),
        )


def _of_root(a: Change) -> Any:
    return np.where(a.by == 0, 0.0, a.by / (np.sqrt(a.old) + np.sqrt(a.new)))


RULES: dict[np.ufunc, Any] = {
    np.add: lambda a, b: a.by + b.by,
    np.subtract: lambda a, b: a.by - b.by,
    np.multiply: lambda a, b: a.by * b.new + a.old * b.by,
    np.divide: lambda a, b: (a.by * b.old - a.old * b.by) / (b.old * b.new),
    np.sqrt: _of_root,
}
"""The operations that a measure may use, each with its rule of differences."""


def change(old: Cells, new: Cells, by: Cells) -> Cells:
    """Cells on which a measure's formula computes with differences: those of `old`, of `new`, and what lies between.

    >>> zero, step = Cells(tp=3.0, fp=2.0, fn=4.0, tn=5.0), Cells(tp=1.0, fp=0.0, fn=-1.0, tn=0.0)
    >>> change(zero, zero.map(lambda a, b: a + b, step), step).positives.by
    0.0
    """
    return old.map(Change, new, by)
