"""A column that says which cell of the confusion matrix each case is in -> the truth and the label of each case."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ddcore.read.confusion import CELLS, NEGATIVE, POSITIVE, PREDICTED, TRUTH, cell_of
from ddcore.read.layout import Layout
from ddcore.read.values import Column
from ddcore.read.words import quoted


def from_outcomes(layout: Layout) -> Layout:
    """The layout with a column of TP, FP, FN and TN taken apart, where no other column holds the truth that it says.

    Where a column holds what the model called the cases, the truth has its two values, and it is the label.

    >>> table = {"case": [1, 2, 3], "outcome": ["TP", "FN", "TN"], "score": [0.9, 0.4, 0.2]}
    >>> found = from_outcomes(Layout(tuple(Column(name, pa.array(cells)) for name, cells in table.items()), {}))
    >>> {column.name: column.values.to_pylist() for column in found.columns[3:]}
    {'truth': ['positive', 'positive', 'negative'], 'predicted': ['positive', 'negative', 'negative']}
    """
    if layout.given.get("truth") is not None:
        return layout
    outcome = next((column for column in layout.columns if _is_outcome(column)), None)
    if outcome is None:
        return layout
    sides = [CELLS[cell_of(value) or ""] for value in outcome.categories]
    true, called = (np.array([*(side[at] == POSITIVE for side in sides), False]) for at in (0, 1))
    if any(_two_sides(column, true, outcome) for column in layout.columns):
        return layout
    labels = {column.name: found for column in layout.columns if (found := _two_sides(column, called, outcome))}
    names = next(iter(labels.values()), (POSITIVE, NEGATIVE))
    made = {TRUTH: true} if labels else {TRUTH: true, PREDICTED: called}
    taken = {column.name for column in layout.columns}
    if taken & made.keys():
        return layout
    columns = layout.columns + tuple(
        Column(name, pa.array(np.where(side[outcome.codes], *names).tolist(), mask=outcome.missing), outcome.first_row)
        for name, side in made.items()
    )
    note = f"{quoted(outcome.name)} gives the true and the predicted class of each case; the truth was taken from it."
    return replace(layout, columns=columns, given={**layout.given, "truth": TRUTH}, notes=(*layout.notes, note))


def _is_outcome(column: Column) -> bool:
    """Whether all values of a column are of the four, of both classes."""
    if column.is_numeric or not 2 <= len(column.head_keys) <= 8:
        return False
    cells = [cell_of(value) for value in (column.categories if column.is_few else ())]
    return None not in cells and len({CELLS[cell][0] for cell in cells if cell}) == 2


def _two_sides(column: Column, side: NDArray[np.bool_], outcome: Column) -> tuple[str, str] | None:
    """The two values of a column that has one just where a side is true: that one, and the other; None of any other."""
    if column is outcome or len(column.head_keys) != 2:
        return None
    codes = np.where(side[outcome.codes], 1, 0)[~outcome.missing]
    own = column.codes[~outcome.missing]
    pairs = set(zip(codes.tolist(), own.tolist(), strict=True))
    if len(column.categories) != 2 or pairs not in ({(1, 0), (0, 1)}, {(1, 1), (0, 0)}):
        return None
    place = 0 if (1, 0) in pairs else 1
    return column.categories[place], column.categories[1 - place]
