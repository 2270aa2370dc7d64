"""Columns that name the model of each row together, such as a representation and a variant."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ddcore.read.values import Column


def combinations(columns: Sequence[Column]) -> NDArray[np.int64]:
    """A number for what each row holds in some columns, the same for equal rows, counted in order of appearance.

    >>> a, b = Column("a", pa.array(["x", "x", "y", "x"])), Column("b", pa.array([1, 2, 1, 1]))
    >>> combinations([a, b]).tolist()
    [0, 1, 2, 0]
    """
    codes = columns[0].codes.astype(np.int64)
    for column in columns[1:]:
        _, codes = np.unique(codes * (len(column.categories) + 1) + column.codes, return_inverse=True)
    _, first, codes = np.unique(codes, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[codes]


def combined(columns: Sequence[Column]) -> Column:
    """One column of what some hold together: "raw, base", and of numbers with their names, "mtry 2, trees 500".

    A column by itself is as it is; an empty cell of any makes it empty.

    >>> mtry, trees = Column("mtry", pa.array([2, 2, 7])), Column("trees", pa.array([500, 500, None]))
    >>> both = combined([mtry, trees])
    >>> both.name, both.values.to_pylist()
    ('mtry, trees', ['mtry 2, trees 500', 'mtry 2, trees 500', None])
    """
    if len(columns) == 1:
        return columns[0]
    codes = combinations(columns)
    _, first = np.unique(codes, return_index=True)
    missing = np.any([column.missing for column in columns], axis=0)
    names = [None if missing[place] else ", ".join(_said(column, place) for column in columns) for place in first]
    texts = pa.array(names, pa.string()).take(pa.array(codes))
    return Column(", ".join(column.name for column in columns), texts, columns[0].first_row, columns[0].places)


def _said(column: Column, place: int) -> str:
    value = column.categories[column.codes[place]]
    return f"{column.name} {value}" if column.is_numeric else value
