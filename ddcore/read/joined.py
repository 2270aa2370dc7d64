"""Several tables of the same cases as one, each with models of its own: joined by the ids of the cases."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ddcore.errors import InputError
from ddcore.formats import count
from ddcore.read.archive import below
from ddcore.read.columns import is_named, is_named_truth
from ddcore.read.limits import CELLS, COLUMNS
from ddcore.read.reading import Reading
from ddcore.read.values import Column
from ddcore.read.words import quoted
from ddcore.records.guess import Guess

CASES, ROWS = "cases", "rows"
"""What several tables are: the same cases again, or further rows."""
SHARED = 0.9
"""The share of the cases of the smaller table that others have too, from which on they are the same cases."""
CHANGES = 10
"""How often the truth of tables without ids changes from row to row, at least, where equal ones tell the same cases."""

Tables = Sequence[tuple[str, Sequence[Column]]]
Places = list[NDArray[np.int64]]
"""For each table the row of each case among all rows of all tables, -1 where it does not have the case."""


def joined(tables: Tables, wish: str, reading: Reading) -> tuple[tuple[Column, ...] | None, Reading]:
    """The cases of several tables beside each other where they are the same, and how that was told.

    A column that is equal in all tables where several have a case stands once; the others are named after their tables,
    as "score (forest)". They are the same cases where a column of ids names most of them in each table, once each, and
    a column named as the truth, or where none is, one of two values, is equal there. None where they are other cases;
    with a `wish` nothing is guessed. Raises `InputError` where the same cases are wished for and no column tells them.

    >>> one = [Column("id", pa.array([1, 2])), Column("truth", pa.array(["y", "n"])), Column("p", pa.array([0.9, 0.2]))]
    >>> two = [Column("id", pa.array([2, 1])), Column("truth", pa.array(["n", "y"])), Column("p", pa.array([0.4, 0.6]))]
    >>> columns, _ = joined([("a.csv", one), ("b.csv", two)], "", Reading())
    >>> {column.name: column.values.to_pylist() for column in columns}["p (b)"]
    [0.6, 0.4]
    """
    if wish == ROWS:
        return None, reading
    found = {name: places for name in _keys(tables) if (places := _by_key(tables, name)) is not None}
    shared = _in_all(tables)
    truths = [name for name in shared if is_named_truth(name)] or [name for name in shared if _has_two(tables, name)]
    for key, places in found.items():
        if wish or any(_agree(tables, name, places) and _changes(tables, name) for name in truths):
            cases = int(np.all([at >= 0 for at in places], axis=0).sum())
            note = (
                f"The files have the same cases and were joined by {quoted(key)}: {count(cases)} cases are in each "
                f"file."
            )
            return _beside(tables, places, key), _told(reading, note)
    places = _by_row(tables)
    same = [name for name in truths if places and _agree(tables, name, places) and _changes(tables, name) >= CHANGES]
    if places and (same or wish):
        text = "The files have the same number of rows and no ids"
        text += f", and {quoted(same[0])} agrees in every row" if same else ""
        text += ": they were taken as the same cases in the same order."
        columns = _beside(tables, places, "")
        return columns, _told(reading, text) if wish else _guessed(reading, text, CASES)
    if wish:
        raise InputError("have no common column with an id for each case; give the id column one name in all files")
    if found and not truths:
        text = (
            f"The files share values of {quoted(next(iter(found)))}, but not every file has a truth. They were taken "
        )
        return None, _guessed(reading, text + "as different cases; they may be the same cases.", ROWS)
    return None, reading


def _told(reading: Reading, note: str) -> Reading:
    return replace(reading, join=CASES, notes=(*reading.notes, note))


def _guessed(reading: Reading, text: str, join: str) -> Reading:
    options = (join, ROWS if join == CASES else CASES)
    guess = Guess("join-guessed", "join", text, options)
    return replace(reading, join=join, guesses=(*reading.guesses, guess))


def _in_all(tables: Tables) -> list[str]:
    """The names of the columns that each table has."""
    return [column.name for column in tables[0][1] if all(_column(columns, column.name) for _, columns in tables)]


def _has_two(tables: Tables, name: str) -> bool:
    """Whether a column has two values in each table."""
    own = [_column(columns, name) for _, columns in tables]
    return all(column is not None and len(column.head_keys) == 2 for column in own)


def _column(columns: Sequence[Column], name: str) -> Column | None:
    return next((column for column in columns if column.name == name), None)


def _keys(tables: Tables) -> list[str]:
    """The columns named as ids that each table has."""
    return [name for name in _in_all(tables) if is_named(name, "id")]


def _whole(tables: Tables, name: str) -> Any:
    """The cells of a column in all tables, below each other."""
    sizes = [len(columns[0].values) for _, columns in tables]
    own = [_column(columns, name) for _, columns in tables]
    return below([None if column is None else column.values for column in own], sizes)


def _by_key(tables: Tables, name: str) -> Places | None:
    """The rows of each case by a column; None where it does not name most cases of each table, once each."""
    whole = Column(name, _whole(tables, name))
    codes, cases, places, start = whole.codes, len(whole.categories), [], 0
    for _, columns in tables:
        own = codes[start : start + len(columns[0].values)]
        at = np.full(cases, -1, np.int64)
        at[own] = start + np.arange(own.size)
        if (own < 0).any() or (at >= 0).sum() < own.size:
            return None
        places.append(at)
        start += own.size
    there = [at >= 0 for at in places]
    return places if np.all(there, axis=0).sum() >= SHARED * min(each.sum() for each in there) else None


def _by_row(tables: Tables) -> Places | None:
    sizes = {len(columns[0].values) for _, columns in tables}
    rows = sizes.pop()
    return None if sizes else [place * rows + np.arange(rows) for place in range(len(tables))]


def _of_table(whole: Any, at: NDArray[np.int64]) -> Any:
    """The cells of a column that one table has, in the order of the cases."""
    return pc.take(whole, pa.array(at, mask=at < 0))


def _agree(tables: Tables, name: str, places: Places) -> bool:
    """Whether a column is equal in all tables where several have a case; where a table has none, the others."""
    whole = _whole(tables, name)
    first, *others = (_of_table(whole, at) for at in places)
    for other in others:
        if pc.any(pc.not_equal(first, other)).as_py():
            return False
        first = pc.coalesce(first, other)
    return True


def _changes(tables: Tables, name: str) -> int:
    """How often a column changes from row to row in the first table."""
    column = _column(tables[0][1], name)
    return 0 if column is None else int((np.diff(column.codes) != 0).sum())


def _beside(tables: Tables, places: Places, key: str) -> tuple[Column, ...]:
    """The columns of all tables, each case in one row."""
    names = list(dict.fromkeys(column.name for _, columns in tables for column in columns))
    first_row, stems = tables[0][1][0].first_row, _stems([name for name, _ in tables])
    made: list[Column] = []
    for name in names:
        whole = _whole(tables, name)
        cells = {
            stem: _of_table(whole, at)
            for stem, at, (_, columns) in zip(stems, places, tables, strict=True)
            if _column(columns, name)
        }
        if len(cells) == 1 or name == key or _agree(tables, name, places):
            made.append(Column(name, pc.coalesce(*cells.values()), first_row))
        else:
            made += [Column(f"{name} ({stem})", own, first_row) for stem, own in cells.items()]
    COLUMNS.check(len(made))
    CELLS.check(len(made) * places[0].size)
    return tuple(made)


def _stems(names: Sequence[str]) -> list[str]:
    """The names of files without their endings, numbered where they are equal."""
    stems: list[str] = []
    for name in names:
        stem = name.partition(".")[0] or name
        stems.append(stem if stem not in stems else f"{stem} {len(stems) + 1}")
    return stems
