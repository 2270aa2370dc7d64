"""The four counts that every measure is a function of."""

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore import Door
from ddcore.arrays import Array, added
from ddcore.errors import InputError
from ddcore.records.clusters import Design
from ddcore.records.labels import are_positive, squared, weights

sys.modules[__name__].__class__ = Door

LARGEST = 10**15
"""The largest count accepted: the sum of four still stands exactly in a double (2^53 is 9.007 * 10^15)."""


CELLS = ("tp", "fp", "fn", "tn")
"""The names of the four cells, in the order in which counts and payoffs are written."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Cells:
    """The cells of a two by two table and their margins, unchecked: any numbers or arrays that can be added.

    >>> Cells(tp=27, fp=15, fn=23, tn=35).predicted_positives
    42
    """

    tp: Any
    fp: Any
    fn: Any
    tn: Any

    def items(self) -> tuple[tuple[str, Any], ...]:
        """Name and content of the four cells, in the order of `CELLS`."""
        return tuple((name, getattr(self, name)) for name in CELLS)

    def values(self) -> tuple[Any, ...]:
        """The content of the four cells, in the order of `CELLS`."""
        return tuple(getattr(self, name) for name in CELLS)

    def floats(self) -> "Cells":
        """The cells as arrays of float64."""
        return self.map(lambda cell: np.asarray(cell, dtype=np.float64))

    def map(self, function: Callable[..., Any], *others: "Cells") -> "Cells":
        """A function of each cell, and of the same cell of each of the others.

        >>> Cells(tp=1, fp=2, fn=3, tn=4).map(pow, Cells(tp=2, fp=2, fn=2, tn=2)).values()
        (1, 4, 9, 16)
        """
        return Cells(**{name: function(*(getattr(cells, name) for cells in (self, *others))) for name in CELLS})

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
        """Cases predicted positive, TP + FP."""
        return self.tp + self.fp

    @property
    def predicted_negatives(self) -> Any:
        """Cases predicted negative, FN + TN."""
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
    # A NaN makes both comparisons false, so that it is refused too.
    if array.size and not (array.min() >= 0 and array.max() <= LARGEST):
        wrong = array[~((array >= 0) & (array <= LARGEST))]
        condition = "at most 10^15" if wrong.flat[0] > LARGEST else "0 or more"
        raise InputError(f"{name} must be {condition}, got {wrong.flat[0]}")
    return array.astype(np.float64 if array.dtype.kind == "f" else np.int64)


EQUAL = 1e-9
"""Relative difference up to which sums of weights are taken as equal: adding millions of them rounds no further."""


def all_equal(weight: Array) -> bool:
    """Whether all of one or more weights are the same, but for rounding.

    >>> all_equal(np.array([0.1 + 0.2, 0.3])), all_equal(np.array([0.3, 0.4]))
    (True, False)
    """
    return bool(np.allclose(weight, weight[:1], rtol=EQUAL, atol=0))


def equal_weight(sums: NDArray[Any], squares: NDArray[Any]) -> float:
    """The weight of each case where sums of weights and of their squares show that all have the same; NaN else.

    Weights are equal where each sum of squares is the sum times one weight, and each sum a whole number of it.

    >>> equal_weight(np.array([1.5, 1.0]), np.array([0.75, 0.5])), equal_weight(np.array([1.5]), np.array([1.25]))
    (0.5, nan)
    """
    total = sums.sum()
    weight = float(squares.sum() / total) if total > 0 else math.nan
    if not 0 < weight < math.inf:
        return math.nan
    cases = sums / weight
    alike = np.allclose(squares, weight * sums, rtol=EQUAL, atol=EQUAL * weight * total)
    return weight if alike and np.allclose(cases, np.rint(cases), rtol=EQUAL, atol=1e-6) else math.nan


class Counts(Cells):
    """True and false positives and negatives of one or of many tables.

    Parameters
    ----------
    tp, fp, fn, tn : array_like
        Numbers of cases, of one shape or broadcast against each other; element i of each belongs to table i. Whole
        numbers are kept as int64 and never lose a unit; with case weights they are sums of weights.
    squares : tuple of four arrays, optional
        Sums of the squared weights in the same four cells; None where each case counts one and is independent of the
        others. Those of cases in clusters are multiplied by the design effect. Fractions without squares are weighted
        cases of which nothing else is known: their squares are NaN.

    Raises
    ------
    InputError
        "tp must be 0 or more, got -1" for a negative or missing count, "tp must be at most 10^15, got ..." above that,
        and where the four shapes do not fit together.

    Examples
    --------
    >>> Counts(tp=227, fp=50, fn=31, tn=192).positives
    np.int64(258)
    """

    squares: Cells | None

    def __init__(
        self, *, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: ArrayLike, squares: Cells | None = None
    ) -> None:
        given = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
        cells = {name: _checked(name, value) for name, value in given.items()}
        try:
            arrays = np.broadcast_arrays(*cells.values())
        except ValueError:
            shapes = ", ".join(f"{name} {array.shape}" for name, array in cells.items())
            raise InputError(f"tp, fp, fn and tn must have one shape, got {shapes}") from None
        if squares is None and any((array % 1 != 0).any() for array in arrays if array.dtype.kind == "f"):
            squares = Cells(tp=math.nan, fp=math.nan, fn=math.nan, tn=math.nan)
        if squares is None:
            arrays = tuple(array.astype(np.int64, copy=False) for array in arrays)
        else:
            shape = arrays[0].shape
            squares = squares.map(lambda square: np.broadcast_to(np.asarray(square, float), shape))
        super().__init__(**dict(zip(cells, arrays, strict=True)))
        object.__setattr__(self, "squares", squares)

    @classmethod
    def unchecked(cls, cells: Cells) -> Self:
        """Whole counts known to be right, as sums of tallies are: int64 arrays of one shape, taken as they are.

        >>> Counts.unchecked(Cells(**{name: np.array([1, 2]) for name in CELLS})).total.tolist()
        [4, 8]
        """
        counts = cls.__new__(cls)
        for name, cell in (*cells.items(), ("squares", None)):
            object.__setattr__(counts, name, cell)
        return counts

    def __getitem__(self, index: Any) -> Self:
        """The tables at an index or slice."""
        squares = self.squares and self.squares.map(lambda square: square[index])
        return type(self)(**{name: cell[index] for name, cell in self.items()}, squares=squares)

    def __repr__(self) -> str:
        cells = ", ".join(f"{name}={cell.tolist()}" for name, cell in self.items())
        if self.squares is None:
            return f"Counts({cells})"
        squares = ", ".join(f"{name}={square.tolist()}" for name, square in self.squares.items())
        return f"Counts({cells}, squares=Cells({squares}))"

    def reweighted(self, positive: float, negative: float) -> Self:
        """The counts with the weight of each class multiplied by a factor.

        >>> Counts(tp=2, fp=1, fn=0, tn=3).reweighted(0.5, 2.0).effective.tp.tolist()
        2.0
        """
        times = Cells(tp=positive, fp=negative, fn=positive, tn=negative)
        squares = self if self.squares is None else self.squares
        cells = self.map(lambda cell, by: np.asarray(by * cell, np.float64), times)
        return type(self)(**dict(cells.items()), squares=squares.map(lambda square, by: by**2 * square, times))

    @property
    def weighted(self) -> bool:
        """Whether cases say other than one independent case each: by weights, or because they stand in clusters."""
        return self.squares is not None

    @property
    def whole(self) -> bool:
        """Whether each case counts one, independent or not.

        >>> Counts.of_labels([1, 0], [1, 0], design=(2.0, 1.0)).whole, Counts.of_labels([1], [1], weight=[2]).whole
        (True, False)
        """
        return self.tp.dtype.kind != "f" and (self.squares is None or not np.isnan(self.squares.tp).any())

    def in_clusters(self, design: tuple[ArrayLike, ArrayLike]) -> Self:
        """The counts with design effects: that many cases of a class tell as much as one independent case; broadcast.

        >>> Counts(tp=3, fp=0, fn=1, tn=3).in_clusters((2.0, 1.5)).effective.positives.tolist()
        2.0
        """
        effect = Cells(tp=design[0], fp=design[1], fn=design[0], tn=design[1])
        squares = (self if self.squares is None else self.squares).floats().map(lambda cell, by: by * cell, effect)
        return type(self)(**dict(self.items()), squares=squares)

    @property
    def effective(self) -> "Counts | None":
        """The table of cases that count one each and say as much: itself where they do; None where nothing is known.

        The cells of each class times (sum of w) / (sum of w^2), so that a class has its effective size
        (sum of w)^2 / (sum of w^2) (Kish 1965, Survey Sampling, section 8.2), in clusters its size over the design
        effect. Where all weights are equal these are the numbers of cases, as integers.

        >>> Counts.of_labels([1, 1, 0, 0], [1, 0, 0, 0], weight=[5, 5, 5, 5]).effective
        Counts(tp=1, fp=0, fn=1, tn=2)
        """
        if self.squares is None:
            return self
        cells = dict(self.floats().items())
        squares = {name: np.asarray(square) for name, square in self.squares.items()}
        if any(np.isnan(part).any() for part in squares.values()):
            return None
        weight = math.nan if self.whole else equal_weight(*(np.array(list(part.values())) for part in (cells, squares)))
        if not math.isnan(weight):
            tp, fp, fn, tn = (np.rint(cell / weight).astype(np.int64) for cell in cells.values())
            return Counts(tp=tp, fp=fp, fn=fn, tn=tn)
        for names in (("tp", "fn"), ("fp", "tn")):
            whole, square = (sum(part[name] for name in names) for part in (cells, squares))
            factor = np.divide(whole, square, out=np.zeros(self.shape), where=square > 0)
            cells |= {name: cells[name] * factor for name in names}
        return Counts(**cells, squares=Cells(**cells))

    @property
    def shape(self) -> tuple[int, ...]:
        """The common shape of the four arrays."""
        return tuple(self.tp.shape)

    @classmethod
    def of_labels(
        cls,
        truth: ArrayLike,
        predicted: ArrayLike,
        positive: Any = None,
        weight: ArrayLike | None = None,
        design: Design | None = None,
    ) -> Self:
        """The counts of one table from two columns of labels.

        Parameters
        ----------
        truth, predicted : array_like of shape (cases,)
            Labels; element i of each belongs to case i.
        positive : optional
            The label that is positive, every other one being negative. Without it labels must be 0 and 1, -1 and 1 or
            False and True, and 1 is positive.
        weight : array_like of shape (cases,), optional
            What each case counts.
        design : optional
            The effects of clusters, see `clusters.design_effects`.

        Returns
        -------
        Counts
            Of shape ().

        Raises
        ------
        InputError
            "truth and predicted must have the same length, got 3 and 2", and for what cannot be labels, see
            `labels.are_positive`.

        Examples
        --------
        >>> Counts.of_labels(["yes", "no", "yes"], ["yes", "yes", "no"], positive="yes")
        Counts(tp=1, fp=1, fn=1, tn=0)
        """
        true, called = are_positive({"truth": truth, "predicted": predicted}, positive)
        if weight is None:
            places = {"tp": true & called, "fp": ~true & called, "fn": true & ~called, "tn": ~true & ~called}
            counts = cls(**{name: place.sum() for name, place in places.items()})
        else:
            share = weights(weight, true.shape)
            place = np.where(called, 0, 2) + ~true
            cells, squares = (dict(zip(CELLS, added(each, place, 4), strict=True)) for each in (share, squared(share)))
            counts = cls(**cells, squares=Cells(**squares))
        return counts if design is None else counts.in_clusters(design)
