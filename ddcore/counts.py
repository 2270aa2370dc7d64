"""The four counts that every measure is a function of."""

import math
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.errors import InputError

LARGEST = 10**15
"""The largest count accepted: the sum of four still stands exactly in a double (2^53 is 9.007 * 10^15)."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Cells:
    """The cells of a two by two table and their margins, unchecked: any numbers that can be added."""

    tp: Any
    fp: Any
    fn: Any
    tn: Any

    @property
    def positives(self) -> Any:
        """Cases that are truly positive, P = TP + FN."""
        return self.tp + self.fn

    @property
    def negatives(self) -> Any:
        """Cases that are truly negative, N = FP + TN."""
        return self.fp + self.tn

    @property
    def predicted_positives(self) -> Any:
        """Cases called positive, TP + FP."""
        return self.tp + self.fp

    @property
    def predicted_negatives(self) -> Any:
        """Cases called negative, FN + TN."""
        return self.fn + self.tn

    @property
    def total(self) -> Any:
        """All cases, M."""
        return self.tp + self.fn + self.fp + self.tn


def _checked(name: str, value: ArrayLike) -> NDArray[Any]:
    array = np.asarray(value)
    if array.dtype.kind == "b":
        array = array.astype(np.int64)
    if array.dtype.kind == "O" and all(isinstance(item, int) for item in array.flat):
        largest = max(array.flat, key=abs)
        raise InputError(f"{name} must be {'at most 10^15' if largest > 0 else '0 or more'}, got {largest:.3g}")
    if array.dtype.kind not in "iuf":
        raise InputError(f"{name} must be a number, got {value!r:.40}")
    # A NaN makes both comparisons false.
    if array.size and not (array.min() >= 0 and array.max() <= LARGEST):
        wrong = array[~((array >= 0) & (array <= LARGEST))]
        condition = "at most 10^15" if wrong.flat[0] > LARGEST else "0 or more"
        raise InputError(f"{name} must be {condition}, got {wrong.flat[0]}")
    return array.astype(np.float64 if array.dtype.kind == "f" else np.int64)


def weights(weight: ArrayLike, shape: tuple[int, ...], name: str = "weight") -> NDArray[np.float64]:
    """Case weights as floats; raises `InputError` unless there is one for each case, finite and 0 or more.

    `name` is what a message calls them.
    """
    try:
        shares = np.asarray(weight, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be a number for each case, got {weight!r:.40}") from None
    if shares.shape != shape:
        raise InputError(f"{name} must have one number for each case, got {shares.size} for {math.prod(shape)} cases")
    wrong = np.flatnonzero(~(np.isfinite(shares) & (shares >= 0)))
    if wrong.size:
        raise InputError(f"{name} must be 0 or more, got {shares.flat[wrong[0]]} in row {wrong[0] + 1}")
    return shares


class Counts(Cells):
    """True and false positives and negatives: four arrays of one shape, element i of each belonging to table i.

    Whole numbers are kept as int64 and never lose a unit; with case weights the counts are float64.
    Arrays, lists and plain numbers are accepted and broadcast against each other.

    Raises `InputError` "tp must be 0 or more, got -1" for a negative or missing count, "tp must be at most 10^15,
    got ..." above that, and where the four shapes do not fit together.

    >>> Counts(tp=227, fp=50, fn=31, tn=192).positives
    np.int64(258)
    """

    def __init__(self, *, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike) -> None:
        given = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
        cells = {name: _checked(name, value) for name, value in given.items()}
        try:
            arrays = np.broadcast_arrays(*cells.values())
        except ValueError:
            shapes = ", ".join(f"{name} {array.shape}" for name, array in cells.items())
            raise InputError(f"tp, fp, fn and tn must have one shape, got {shapes}") from None
        super().__init__(**dict(zip(cells, arrays, strict=True)))

    def __getitem__(self, index: Any) -> Self:
        """The tables at an index or slice."""
        return type(self)(**{cell.name: getattr(self, cell.name)[index] for cell in fields(self)})

    def __repr__(self) -> str:
        return "Counts(" + ", ".join(f"{cell.name}={getattr(self, cell.name).tolist()}" for cell in fields(self)) + ")"

    @property
    def shape(self) -> tuple[int, ...]:
        """The common shape of the four arrays."""
        return tuple(self.tp.shape)

    @classmethod
    def of_labels(
        cls, truth: ArrayLike, predicted: ArrayLike, positive: Any = 1, weight: ArrayLike | None = None
    ) -> Self:
        """Counts of one table from two columns of labels, element i of each belonging to case i.

        A label equal to `positive` is positive, every other one negative. `weight` is what each case counts.
        Raises `InputError` "truth and predicted must have the same length, got 3 and 2".

        >>> Counts.of_labels(["yes", "no", "yes"], ["yes", "yes", "no"], positive="yes")
        Counts(tp=1, fp=1, fn=1, tn=0)
        """
        true, called = np.asarray(truth) == positive, np.asarray(predicted) == positive
        if np.shape(true) != np.shape(called):
            raise InputError(
                f"truth and predicted must have the same length, got {np.size(truth)} and {np.size(predicted)}"
            )
        share = np.ones(true.shape, dtype=np.int64) if weight is None else weights(weight, true.shape)
        return cls(
            tp=share[true & called].sum(),
            fp=share[~true & called].sum(),
            fn=share[true & ~called].sum(),
            tn=share[~true & ~called].sum(),
        )
