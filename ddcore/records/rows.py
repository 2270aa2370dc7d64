"""The cases of a file one by one, in its order: what a table of them lists, those without a truth among them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array

UNKNOWN = -1
"""The truth of a case whose cell is empty, its part where the cell of the column of parts is, its class likewise."""

EMPTY = "(none)"
"""What the part of the cases whose cell is empty is called, unless a value is called so."""


def empty_name(names: Collection[str]) -> str:
    """The name of the part of the cases whose cell is empty, beside the parts with these names.

    >>> empty_name(["a", "b"]), empty_name(["a", "(none)"])
    ('(none)', '(none, empty cells)')
    """
    name = EMPTY
    while name in names:
        name = f"{name[:-1]}, empty cells)"
    return name


@dataclass(frozen=True, eq=False)
class Split:
    """A column that divides the cases into parts: element i of `codes` is the place in `names` of the value of row i.

    The code of an empty cell is `UNKNOWN`. `numbers` are those of a column of numbers, NaN where a cell is empty; of a
    column of dates they are days since 1970-01-01, and `is_date` is true. A column of more numbers than are listed has
    no names, and `parts` cuts it.

    >>> age = Split("age", np.array([0, 1, -1], np.int32), ("31", "45"), np.array([31, 45, np.nan]))
    >>> age.parts(5).names, age.parts(1).names
    (('31', '45'), ('31 to 45',))
    """

    name: str
    codes: NDArray[np.int32]
    names: tuple[str, ...]
    numbers: Array | None = None
    is_date: bool = False

    def parts(self, most: int) -> "Split":
        """The values themselves where they are texts or at most that many; else their numbers cut at quantiles.

        Each part then has about as many cases, equal numbers are in one part, and its name says from where to where it
        goes; there are fewer than `most` where many cases have the same number.
        """
        if self.numbers is None or 0 < len(self.names) <= most:
            return self
        known = np.isfinite(self.numbers)
        every = np.full(self.numbers.size, UNKNOWN, np.int32)
        if not known.any():
            return Split(self.name, every, (), self.numbers, self.is_date)
        own = self.numbers[known]
        inside = np.unique(np.quantile(own, np.arange(1, most) / most, method="lower"))
        _, every[known] = np.unique(np.searchsorted(inside, own), return_inverse=True)
        size = int(every.max()) + 1
        lows, highs = np.full(size, np.inf), np.full(size, -np.inf)
        np.minimum.at(lows, every[known], own)
        np.maximum.at(highs, every[known], own)
        return Split(self.name, every, self._between(lows, highs), self.numbers, self.is_date)

    def _between(self, lows: Array, highs: Array) -> tuple[str, ...]:
        """The names of parts from low to high numbers, with as many digits as tell them apart."""
        names: list[str] = []
        for digits in (4, 8, 17):
            ends = [(self.told(low, digits), self.told(high, digits)) for low, high in zip(lows, highs, strict=True)]
            names = [low if low == high else f"{low} to {high}" for low, high in ends]
            if len(set(names)) == len(names):
                break
        return tuple(names)

    def where(self, chosen: NDArray[np.bool_]) -> "Split":
        """The column of some rows, with all its values.

        >>> Split("site", np.array([0, 1], np.int32), ("a", "b")).where(np.array([False, True])).codes.tolist()
        [1]
        """
        numbers = None if self.numbers is None else self.numbers[chosen]
        return Split(self.name, self.codes[chosen], self.names, numbers, self.is_date)

    def told(self, value: float, digits: int = 4) -> str:
        """A number of the column as text, a date as one, to the second.

        >>> Split("day", np.empty(0, np.int32), (), np.empty(0), True).told(19723.5)
        '2024-01-01 12:00:00'
        """
        if not self.is_date:
            told = f"{value:,.{digits}g}" if abs(value) < 10**digits else f"{value:,.0f}"
            return told.replace("-", "−", 1) if value < 0 else told
        moment = np.datetime64(round(value * 86_400), "s")
        return str(moment).removesuffix("T00:00:00").replace("T", " ")


@dataclass(frozen=True, eq=False)
class Texts:
    """One text a row: text i are the bytes of `text`, in UTF-8, from `ends[i - 1]` to `ends[i]`.

    Row i has text i, or that at `places[i]` where texts stand in several rows or some rows were left out.

    >>> sites = Texts(np.frombuffer(b"northsouth", np.uint8), np.array([5, 10]), np.array([1, 0, 1]))
    >>> sites.at(np.array([0, 1])), sites.where(np.array([False, False, True])).at(np.array([0]))
    (['south', 'north'], ['south'])
    """

    text: NDArray[np.uint8]
    ends: NDArray[Any]
    places: NDArray[Any] | None = None

    @property
    def _places(self) -> NDArray[Any]:
        return np.arange(self.ends.size) if self.places is None else self.places

    def at(self, rows: NDArray[Any]) -> list[str]:
        """The texts of some rows."""
        text, places = self.text.tobytes(), self._places[rows]
        starts = np.where(places > 0, self.ends[np.maximum(places, 1) - 1], 0).tolist()
        ends = self.ends[places].tolist()
        return [text[start:end].decode(errors="replace") for start, end in zip(starts, ends, strict=True)]

    def where(self, chosen: NDArray[Any]) -> "Texts":
        """The texts of the rows that are chosen: a mask, or their places."""
        return Texts(self.text, self.ends, self._places[chosen])


@dataclass(frozen=True, eq=False)
class Numbers:
    """One number a row as programs write it, NaN where there is none: what a file holds as numbers, not as text.

    >>> Numbers(np.array([1.0, 0.35, np.nan])).at(np.array([0, 1, 2]))
    ['1', '0.35', '']
    """

    value: NDArray[Any]

    def at(self, rows: NDArray[Any]) -> list[str]:
        """The numbers of some rows as texts."""
        numbers = self.value[rows].tolist()
        return ["" if x != x else str(int(x)) if x % 1 == 0 and abs(x) < 2**53 else repr(x) for x in numbers]

    def where(self, chosen: NDArray[Any]) -> "Numbers":
        """The numbers of the rows that are chosen: a mask, or their places."""
        return Numbers(self.value[chosen])


@dataclass(frozen=True, eq=False)
class Predicted:
    """What a model predicted: `value` has its scores, or whether each label is the positive one.

    Element i belongs to the row at `places[i]`, or to row i where `places` is None. `classes` has the class it
    predicted of more than two, by its place in the names of `Rows.classes`, `UNKNOWN` where that is none of them; None
    where there are two classes, or the file does not say.
    """

    value: NDArray[Any]
    places: NDArray[np.int64] | None = None
    classes: NDArray[np.int32] | None = None


@dataclass(frozen=True, eq=False)
class ModelRows:
    """The rows that have a prediction of a model: arrays of one length, in the order of the file.

    `number` is that of the row as a person counts it, `value` the score or whether the label is the positive one,
    `truth` is 1, 0 or `UNKNOWN`; `weight`, `amount` and `cluster` are None where there are none.
    """

    number: NDArray[np.int64]
    value: NDArray[Any]
    truth: NDArray[np.int8]
    weight: Array | None
    amount: Array | None
    rows: "Rows"
    cluster: NDArray[np.int64] | None = None

    @property
    def names(self) -> list[str] | None:
        """What the file calls the cases; None where it has no names."""
        return self.rows.names(self.number - self.rows.first)


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a file: truth, weight and amount, and by the names of models what these predicted.

    `truth` is 1, 0 or `UNKNOWN`; `first` is the number of the first row as a person counts it. `named` are the names of
    the cases, None without names, `own` all columns of the file by their names, as their cells stand there, none where
    there are too many. `splits` has the columns of groups by their names, `cluster` a number for each row, the same for
    rows of one cluster, None without clusters; `classes` is the truth where it has more than two values.

    >>> rows = Rows(np.array([1, -1], np.int8), {"a": Predicted(np.array([0.7, 0.2]))}, 2)
    >>> rows.of("a").number.tolist(), rows.of("a").names, rows.of("b")
    ([2, 3], None, None)
    """

    truth: NDArray[np.int8]
    predicted: Mapping[str, Predicted]
    first: int = 1
    weight: Array | None = None
    amount: Array | None = None
    named: Texts | None = None
    splits: Mapping[str, Split] = field(default_factory=dict)
    cluster: NDArray[np.int64] | None = None
    classes: Split | None = None
    own: Mapping[str, Texts | Numbers] = field(default_factory=dict)

    def of(self, name: str) -> ModelRows | None:
        """The rows of one model; None where it has none here."""
        predicted = self.predicted.get(name)
        if predicted is None:
            return None
        places = np.arange(self.truth.size) if predicted.places is None else predicted.places
        at = slice(None) if predicted.places is None else places
        weight, amount = (None if column is None else column[at] for column in (self.weight, self.amount))
        cluster = None if self.cluster is None else self.cluster[at]
        return ModelRows(places + self.first, predicted.value, self.truth[at], weight, amount, self, cluster)

    def where(self, chosen: NDArray[np.bool_]) -> "Rows":
        """Some of the rows, in their order: element i of `chosen` is that of row i; they are numbered anew.

        >>> rows = Rows(np.array([1, 0, 1], np.int8), {"a": Predicted(np.array([0.7, 0.2]), np.array([0, 2]))})
        >>> rows.where(np.array([False, True, True])).of("a").value.tolist()
        [0.2]
        """
        kept = np.cumsum(chosen) - 1
        predicted = {}
        for name, own in self.predicted.items():
            at = chosen if own.places is None else chosen[own.places]
            places = None if own.places is None else kept[own.places[at]]
            predicted[name] = Predicted(own.value[at], places, None if own.classes is None else own.classes[at])
        return Rows(
            self.truth[chosen],
            predicted,
            self.first,
            None if self.weight is None else self.weight[chosen],
            None if self.amount is None else self.amount[chosen],
            None if self.named is None else self.named.where(chosen),
            splits={name: split.where(chosen) for name, split in self.splits.items()},
            cluster=None if self.cluster is None else self.cluster[chosen],
            classes=None if self.classes is None else self.classes.where(chosen),
            own={name: texts.where(chosen) for name, texts in self.own.items()},
        )

    def names(self, places: NDArray[np.int64]) -> list[str] | None:
        """The names of the rows at some places.

        >>> rows = Rows(np.zeros(2, np.int8), {}, named=Texts(np.frombuffer(b"aBC", np.uint8), np.array([1, 3])))
        >>> rows.names(np.array([1, 0]))
        ['BC', 'a']
        """
        return None if self.named is None else self.named.at(places)
