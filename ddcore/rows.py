"""The cases of a file one by one, in its order: what a table of them lists, those without a truth among them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array

UNKNOWN = -1
"""The truth of a case whose cell is empty."""


@dataclass(frozen=True, eq=False)
class Predicted:
    """What a model predicted: `value` has its scores, or whether each label is the positive one.

    Element i belongs to the row at `places[i]`, or to row i where `places` is None.
    """

    value: NDArray[Any]
    places: NDArray[np.int64] | None = None


@dataclass(frozen=True, eq=False)
class ModelRows:
    """The rows that have a prediction of a model: arrays of one length, in the order of the file.

    `number` is that of the row as a person counts it, `value` the score or whether the label is the positive one,
    `truth` is 1, 0 or `UNKNOWN`; `weight` and `amount` are None where there are none.
    """

    number: NDArray[np.int64]
    value: NDArray[Any]
    truth: NDArray[np.int8]
    weight: Array | None
    amount: Array | None
    rows: "Rows"

    @property
    def names(self) -> list[str] | None:
        """What the file calls the cases; None where it has no names."""
        return self.rows.names(self.number - self.rows.first)


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a file: truth, weight and amount, and by the names of models what these predicted.

    `truth` is 1, 0 or `UNKNOWN`; `first` is the number of the first row as a person counts it. The name of row i are
    the bytes of `text`, in UTF-8, from `ends[i - 1]` to `ends[i]`; None without names.

    >>> rows = Rows(np.array([1, -1], np.int8), {"a": Predicted(np.array([0.7, 0.2]))}, 2)
    >>> rows.of("a").number.tolist(), rows.of("a").names, rows.of("b")
    ([2, 3], None, None)
    """

    truth: NDArray[np.int8]
    predicted: Mapping[str, Predicted]
    first: int = 1
    weight: Array | None = None
    amount: Array | None = None
    text: NDArray[np.uint8] | None = None
    ends: NDArray[np.int64] | None = None

    def of(self, name: str) -> ModelRows | None:
        """The rows of one model; None where it has none here."""
        predicted = self.predicted.get(name)
        if predicted is None:
            return None
        places = np.arange(self.truth.size) if predicted.places is None else predicted.places
        at = slice(None) if predicted.places is None else places
        weight, amount = (None if column is None else column[at] for column in (self.weight, self.amount))
        return ModelRows(places + self.first, predicted.value, self.truth[at], weight, amount, self)

    def names(self, places: NDArray[np.int64]) -> list[str] | None:
        """The names of the rows at some places.

        >>> rows = Rows(np.zeros(2, np.int8), {}, text=np.frombuffer(b"aBC", np.uint8), ends=np.array([1, 3]))
        >>> rows.names(np.array([1, 0]))
        ['BC', 'a']
        """
        if self.text is None or self.ends is None:
            return None
        text, ends = self.text.tobytes(), self.ends
        starts = np.where(places > 0, ends[np.maximum(places, 1) - 1], 0).tolist()
        return [
            text[start:end].decode(errors="replace") for start, end in zip(starts, ends[places].tolist(), strict=True)
        ]
