"""How a file is read: what a person set by hand, what was found, and the first rows that came of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from ddcore.records.guess import Guess

PREVIEWED = 10
"""Rows of a file that are shown as they were read."""

LONGEST_SHOWN = 100
"""Characters of a cell that are shown of them."""


@dataclass(frozen=True)
class Reading:
    """How a file was read; how it is to be read, where what is empty is found.

    `format` is the name of its format, `delimiter` the sign between two values, `decimal` the decimal sign, `encoding`
    that of a text as Python names it, `sheet` the one of the `sheets` of a workbook, `header` the row of the names as a
    person counts it, 0 where none has them, `first_row` that of the first case. `preview` has the names of the columns
    and the first cases, `top` the first rows as they stand in the file, blank ones too, by which a person can say which
    has the names; each cell is text. `join` says whether several files are the same "cases" or further "rows". `notes`
    and `guesses` say what was assumed of the table and its cells.

    >>> Reading("CSV", delimiter=";").delimiter
    ';'
    """

    format: str = ""
    delimiter: str = ""
    decimal: str = ""
    encoding: str = ""
    sheet: str = ""
    header: int | None = None
    first_row: int = 1
    join: str = ""
    sheets: tuple[str, ...] = ()
    preview: tuple[tuple[str, ...], ...] = ()
    top: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    guesses: tuple[Guess, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, as far as they are known."""
        return self.preview[0] if self.preview else ()


AUTOMATIC = Reading()
"""Everything is found."""


def previewed(header: Iterable[str], rows: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """A header and the first rows below it, their cells shortened.

    >>> previewed(["truth"], [["x" * 200]])[1][0] == "x" * 100 + "…"
    True
    """
    return tuple(header), *(tuple(map(_short, row)) for row in islice(rows, PREVIEWED))


def _short(cell: str) -> str:
    return cell if len(cell) <= LONGEST_SHOWN else f"{cell[:LONGEST_SHOWN]}…"
