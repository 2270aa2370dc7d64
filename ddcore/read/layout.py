"""The columns of a file on their way to rows of cases: what is given of them, and what was assumed of the rows."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ddcore.errors import InputError
from ddcore.read.columns import Given
from ddcore.read.values import Column
from ddcore.records.guess import Guess


@dataclass(frozen=True, eq=False)
class Layout:
    """The columns of a file, the roles given of them, and sentences on what was taken for what.

    `counted` says whether the notes have the number of cases already, `keys` which columns of the file name the models
    together.

    >>> Layout((), {"truth": "y", "group": ["site", "sex"], "model": None}).named == {"y", "site", "sex"}
    True
    """

    columns: tuple[Column, ...]
    given: Mapping[str, Given]
    notes: tuple[str, ...] = ()
    guesses: tuple[Guess, ...] = ()
    counted: bool = False
    keys: tuple[str, ...] = ()

    @property
    def named(self) -> set[str]:
        """The columns that somebody gave a role."""
        return {name for given in self.given.values() for name in names_in(given)}

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.columns[0].values) if self.columns else 0


def names_in(given: Given) -> list[str]:
    """The names in a role as a person gives it, none for an empty one.

    >>> names_in(" n "), names_in(["a", ""]), names_in(None)
    (['n'], ['a'], [])
    """
    names = [given] if isinstance(given, str) else list(given or ())
    return [str(name).strip() for name in names if str(name).strip()]


def whole_numbers(column: Column) -> NDArray[np.int64] | None:
    """The cells as counts; None where one of them is empty, below 0 or no whole number.

    >>> import pyarrow as pa
    >>> counts = Column("n", pa.array(["60", "0", "12.0"])), Column("share", pa.array([0.4, 0.6, 1]))
    >>> [None if (found := whole_numbers(each)) is None else found.tolist() for each in counts]
    [[60, 0, 12], None]
    """
    if not column.is_numeric or column.missing.any():
        return None
    try:
        numbers = column.numbers
    except InputError:
        return None
    whole = (numbers >= 0) & (numbers < 2**53) & (numbers == np.floor(numbers))
    return numbers.astype(np.int64) if whole.all() else None
