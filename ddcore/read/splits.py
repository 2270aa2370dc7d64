"""Columns that divide the cases: their values in order, and the numbers or dates by which they can be cut."""

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.read.limits import GROUPS
from ddcore.read.values import Column
from ddcore.records.rows import UNKNOWN, Split

DATE = re.compile(r"\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?)?")
"""How programs write a date, or a date and a time, without a zone."""


def split(column: Column) -> Split:
    """A column of groups; of more numbers or dates than there may be groups these alone, without names.

    >>> of_days = split(Column("day", pa.array(["2024-03-01", None, "2024-02-01"])))
    >>> of_days.names, of_days.codes.tolist(), of_days.numbers
    (('2024-02-01', '2024-03-01'), [1, -1, 0], array([19783.,    nan, 19754.]))
    """
    dates, numbers = days(column), None
    if dates is None and column.is_numeric:
        try:
            numbers = column.numbers
        except InputError:
            numbers = None
    measured = numbers if dates is None else dates
    if column.distinct > GROUPS.most:
        return Split(column.name, np.full(len(column.values), UNKNOWN, np.int32), (), measured, dates is not None)
    names = column.categories
    order = sorted(range(len(names)), key=lambda at: (0.0 if numbers is None else float(names[at]), names[at]))
    place = np.full(len(names) + 1, UNKNOWN, np.int32)
    place[order] = np.arange(len(names))
    return Split(column.name, place[column.codes], tuple(names[at] for at in order), measured, dates is not None)


def days(column: Column) -> Array | None:
    """The dates of a column as days since 1970-01-01, NaN where a cell is empty; None where it holds something else.

    >>> days(Column("when", pa.array(["1970-01-02 12:00", "1970-01-01"]))).tolist()
    [1.5, 0.0]
    """
    if not pa.types.is_string(column.values.type) or not column.head or not all(map(DATE.fullmatch, column.head)):
        return None
    try:
        moments = pc.cast(column.values, pa.timestamp("us"))
    except pa.ArrowInvalid:
        return None
    return np.asarray(pc.cast(pc.cast(moments, pa.int64()), pa.float64()).fill_null(np.nan)) / 86_400e6


def can_be_cut(column: Column) -> bool:
    """Whether a column holds numbers or dates.

    >>> can_be_cut(Column("age", pa.array([31.5]))), can_be_cut(Column("site", pa.array(["north"])))
    (True, False)
    """
    if days(column) is not None:
        return True
    try:
        return column.is_numeric and column.numbers.size > 0
    except InputError:
        return False


def could_divide(column: Column) -> bool:
    """Whether the cases may be divided by a column that nobody asked for: few values, several, or numbers, or dates.

    By the first thousand rows; a column in which nearly each has a value of its own, and that cannot be cut, divides
    nothing.

    >>> [could_divide(Column("c", pa.array(cells))) for cells in (["north", "south"] * 9, ["only"] * 9, [*"abcdefgh"])]
    [True, False, False]
    """
    values = len(column.head_keys)
    is_date = bool(column.head) and all(map(DATE.fullmatch, column.head))
    return values > 1 and (column.is_numeric or is_date or (column.is_few and 2 * values <= len(column.head)))
