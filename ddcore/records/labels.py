"""The one check of labels and weights: which cases are positive, wherever labels come in."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.arrays import Array
from ddcore.errors import InputError

BINARY = ({0, 1}, {-1, 1})
"""Labels that say themselves which one is positive; so do True and False, which equal 1 and 0."""

THE_MODEL = "the model"
"""What a single model is called, whatever its column is named: that may be the name of a class, or anything."""

MOST_NAMED = 5
"""Labels that a message names."""


def are_positive(columns: Mapping[str, ArrayLike], positive: Any = None) -> list[NDArray[np.bool_]]:
    """For each column of labels, by the name a message calls it, which of its cases are positive.

    A label equal to `positive` is positive, every other one negative. Labels that are 0 and 1, -1 and 1 or False and
    True need no `positive`: it is 1. Those may be of one class alone; else `positive` must occur.

    Raises `InputError` "truth must have a label for each case, got None in row 2" (rows count from 1); "truth must have
    labels, got the score 0.37 in row 1; are two arguments swapped?"; "positive must be given, as the labels are “no”
    and “yes”"; "positive must be a label that occurs, “no” or “yes”, got “Yes”"; and where the columns
    differ in length.

    >>> are_positive({"truth": ["yes", "no"]}, "yes")[0].tolist(), are_positive({"truth": [-1, 1]})[0].tolist()
    ([True, False], [False, True])
    """
    if np.ndim(positive):
        raise InputError(f"positive must be one label, got {positive!r:.40}")
    arrays = {what: _column(labels, what) for what, labels in columns.items()}
    sizes = [array.size for array in arrays.values()]
    if len(set(sizes)) > 1:
        raise InputError(f"{' and '.join(arrays)} must have the same length, got {' and '.join(map(str, sizes))}")
    known = all(array.dtype.kind == "b" for array in arrays.values()) and (positive is None or positive in (0, 1))
    if not known and any(sizes):
        _check(arrays, positive)
    return [np.asarray(array == (1 if positive is None else positive), dtype=bool) for array in arrays.values()]


def _column(labels: ArrayLike, what: str) -> NDArray[Any]:
    """Labels as an array of one dimension without gaps; an object array where text is mixed with other kinds."""
    try:
        array = np.asarray(labels)
    except ValueError:
        raise InputError(f"{what} must be one column of labels, got lists of different lengths") from None
    if array.ndim != 1:
        raise InputError(f"{what} must be one column of labels, got an array of shape {array.shape}")
    if array.dtype.kind in "US" and not isinstance(labels, np.ndarray):
        array = np.asarray(labels, dtype=object)  # numbers and NaN among the texts stay what they are
    missing = np.ma.getmaskarray(labels) if isinstance(labels, np.ma.MaskedArray) else _missing(array)
    if missing.any():
        place = int(np.argmax(missing))
        raise InputError(f"{what} must have a label for each case, got {_shown(array[place])} in row {place + 1}")
    if array.dtype.kind == "O" and all(isinstance(item, bool | int | float | np.number | np.bool_) for item in array):
        array = np.array(array.tolist())
    return array


def _missing(array: NDArray[Any]) -> NDArray[np.bool_]:
    match array.dtype.kind:
        case "f" | "c":
            return np.asarray(np.isnan(array))
        case "m" | "M":
            return np.asarray(np.isnat(array))
        case "U" | "S":
            return np.asarray(np.strings.str_len(np.strings.strip(array)) == 0)
        case "O":
            return np.array([_is_gap(item) for item in array], dtype=bool)
    return np.zeros(array.shape, dtype=bool)


def _is_gap(item: Any) -> bool:
    """Whether a label is None, blank text, or NaN, NaT and the like, which differ from themselves."""
    if item is None or (isinstance(item, str) and not item.strip()):
        return True
    try:
        return bool(item != item)
    except (TypeError, ValueError):
        return True


def _check(arrays: Mapping[str, NDArray[Any]], positive: Any) -> None:
    """Whether these are labels at all, of one kind, and `positive` is one of them."""
    for what, array in arrays.items():
        if array.dtype.kind == "f":
            broken = array % 1 != 0
            if broken.any() and (positive is None or np.unique(array).size > 2):
                place = int(np.argmax(broken))
                raise InputError(
                    f"{what} must have labels, got the score {array[place]:g} in row {place + 1}; are two arguments "
                    f"swapped, or is a threshold missing?"
                )
    (first, first_labels), *others = arrays.items()
    for what, array in others:
        if len({_is_text(first_labels), _is_text(array)} - {None}) > 1:
            raise InputError(
                f"{what} must have labels like those of {first}, got {_shown(array[0])} beside "
                f"{_shown(first_labels[0])}"
            )
    for binary in BINARY:
        if (positive is None or positive in binary) and all(_within(array, binary) for array in arrays.values()):
            return
    if positive is not None and any(np.any(array == positive) for array in arrays.values()):
        return
    labels = {item: None for array in arrays.values() for item in dict.fromkeys(array.tolist())}
    shown = [_shown(item) for item in list(labels)[:MOST_NAMED]]
    if len(labels) > MOST_NAMED:
        shown.append(f"{len(labels) - MOST_NAMED:,} more")
    if positive is None:
        verb = "label is" if len(labels) == 1 else "labels are"
        raise InputError(
            f"positive must be given, as the {verb} {_listed(shown, 'and')}; only 0 and 1, -1 and 1, and False and "
            f"True show by themselves which one is positive"
        )
    raise InputError(f"positive must be a label that occurs, {_listed(shown, 'or')}, got {_shown(positive)}")


def _within(array: NDArray[Any], binary: set[int]) -> bool:
    return array.dtype.kind in "biuf" and bool(np.isin(array, list(binary)).all())


def _is_text(array: NDArray[Any]) -> bool | None:
    """Whether all labels are text (True) or none is (False); None if only some are."""
    if array.dtype.kind != "O":
        return array.dtype.kind in "US"
    text = {isinstance(item, str) for item in array}
    return text.pop() if len(text) == 1 else None


def _shown(item: Any) -> str:
    if isinstance(item, np.generic):
        item = item.item()
    return f"“{item:.40}”" if isinstance(item, str) else f"{item!r:.40}"


def _listed(texts: list[str], last: str) -> str:
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def weights(weight: ArrayLike, shape: tuple[int, ...], name: str = "weight") -> Array:
    """Case weights as floats; raises `InputError` unless there is one for each case, finite and 0 or more.

    `shape` is that of the cases, `name` what a message calls them: "weight must be 0 or more, got -1.0 in row 2".

    >>> weights([1, 2], (2,)).tolist()
    [1.0, 2.0]
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


def squared(weight: Array) -> Array:
    """Squares of weights; those above 10^150 are cut there, lest the sums overflow: no table counts to 10^15.

    >>> squared(np.array([3.0, 1e200])).tolist()
    [9.0, 9.999999999999999e+299]
    """
    with np.errstate(under="ignore"):
        return np.asarray(np.minimum(weight, 1e150) ** 2)


def scores(score: ArrayLike, what: str = "score") -> Array:
    """One column of scores as floats; raises `InputError` for what is no number, and for more than one column.

    >>> scores([[0.1, 0.9], [0.4, 0.6]])
    Traceback (most recent call last):
    ddcore.errors.InputError: score must be one column of numbers, got an array of shape (2, 2)
    """
    try:
        column = np.asarray(score, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(
            f"{what} must be a number for each case, got {score!r:.40}; are two arguments swapped?"
        ) from None
    if column.ndim != 1:
        raise InputError(f"{what} must be one column of numbers, got an array of shape {column.shape}")
    return column
