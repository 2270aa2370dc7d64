"""What divides the cases into groups, and what each model predicts right and wrong in each of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import CELLS, Cells, Counts
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import plural
from ddcore.records.clusters import design_effects
from ddcore.records.labels import squared
from ddcore.records.rows import UNKNOWN, Predicted, Rows, Split, empty_name

CLASS = "class"
"""What stands for each class against the rest, unless a column is called so."""


@dataclass(frozen=True, eq=False)
class Groups:
    """The counts of every model in every group, of shape (models, groups).

    `thing` is what a group is called, `column` the column that divides the cases, `sizes` how many cases a group has
    that have a truth: of a class against the rest those that are of it. `empty` is the name of the group of the cases
    whose cell is empty, "" where there are none.
    """

    thing: str
    column: str
    names: tuple[str, ...]
    models: tuple[str, ...]
    counts: Counts
    sizes: NDArray[np.int64]
    empty: str = ""

    @property
    def by_class(self) -> bool:
        """Whether a group is all cases, with one of the classes for the positive one."""
        return self.thing == "class"

    @property
    def things(self) -> str:
        """The plural of what a group is called."""
        return plural(self.thing)


def class_key(data: Data) -> str:
    """What stands for each class against the rest."""
    rows = data.rows
    return CLASS if rows is None or CLASS not in rows.splits else "each class"


def dividers(data: Data) -> dict[str, str]:
    """What may divide the cases, and its title: the columns of groups in their order, and the classes of more than two.

    >>> dividers(Data(303, 139))
    {}
    """
    rows = data.rows
    if rows is None:
        return {}
    of_classes = rows.classes is not None and any(own.classes is not None for own in rows.predicted.values())
    columns = {name: name for name in rows.splits}
    return columns | ({class_key(data): "each class against the rest"} if of_classes else {})


def groups_of(data: Data, by: str, most: int) -> Groups:
    """The counts of the groups that a column makes, cut into at most so many parts where it has numbers; kept.

    Raises `InputError` where nothing of that name divides the cases.
    """
    offered = dividers(data)
    rows = data.rows
    if rows is None or by not in offered:
        named = ", ".join(offered) or "none"
        raise InputError(f'column must be one of those that divide the cases ({named}), got "{by:.40}"')
    cuts = tuple((name, model.threshold) for name, model in data.models.items())
    if by in rows.splits:
        split = rows.splits[by]
        return data.cached(("groups", by, most, cuts), lambda: _by_column(data, rows, split.parts(most)))
    return data.cached(("groups of classes",), lambda: _by_class(rows))


def _by_column(data: Data, rows: Rows, split: Split) -> Groups:
    """The groups of a column; cases whose cell is empty are one more."""
    empty = bool(((split.codes == UNKNOWN) & (rows.truth != UNKNOWN)).any())
    codes = np.where(split.codes == UNKNOWN, len(split.names), split.codes).astype(np.int64)
    size = len(split.names) + empty
    tables = {}
    for name, model in data.models.items():
        if name in rows.predicted:
            counts = _counted(rows, rows.predicted[name], codes, size, model.threshold)
            tables[name] = counts if model.design is None else counts.in_clusters(model.design)
    known = rows.truth != UNKNOWN
    sizes = np.bincount(codes[known], minlength=size)
    kept = np.flatnonzero(sizes > 0)
    names = (*split.names, empty_name(split.names))
    return Groups(
        "group",
        split.name,
        tuple(names[place] for place in kept),
        tuple(tables),
        _stacked(tables, kept),
        sizes[kept],
        names[-1] if kept[-1:] == len(split.names) else "",
    )


def _counted(rows: Rows, own: Predicted, codes: NDArray[np.int64], size: int, threshold: float | None) -> Counts:
    """The counts of a model in each of so many groups."""
    at = slice(None) if own.places is None else own.places
    truth = rows.truth[at]
    called = own.value if own.value.dtype == np.bool_ else own.value >= (np.inf if threshold is None else threshold)
    known = truth != UNKNOWN
    cell = (4 * codes[at] + 2 * (truth == 1) + called)[known]
    weight = None if rows.weight is None else rows.weight[at][known]

    def cells(of: Array | None) -> Cells:
        tn, fp, fn, tp = np.bincount(cell, of, minlength=4 * size).reshape(size, 4).T
        return Cells(tp=tp, fp=fp, fn=fn, tn=tn)

    return _counts(cells, weight)


def _counts(cells: Callable[[Array | None], Cells], weight: Array | None) -> Counts:
    """The counts of cells that are summed over cases which count one each, or over their weights."""
    tp, fp, fn, tn = cells(weight).values()
    return Counts(tp=tp, fp=fp, fn=fn, tn=tn, squares=None if weight is None else cells(squared(weight)))


def _by_class(rows: Rows) -> Groups:
    """Each class for the positive one in turn, by the class that each model predicts."""
    assert rows.classes is not None
    names, truth = rows.classes.names, rows.classes.codes
    tables = {}
    for name, own in rows.predicted.items():
        if own.classes is not None:
            tables[name] = _against_rest(truth, own, rows.weight, len(names))
            if rows.cluster is not None:
                tables[name] = tables[name].in_clusters(_design_of_classes(truth, own, rows, rows.cluster, len(names)))
    known = truth != UNKNOWN
    sizes = np.bincount(truth[known], minlength=len(names))
    kept = np.flatnonzero(sizes > 0)
    return Groups(
        "class", rows.classes.name, tuple(names[place] for place in kept), tuple(tables), _stacked(tables, kept),
        sizes[kept],
    )  # fmt: skip


def _against_rest(truth: NDArray[np.int32], own: Predicted, weight: Array | None, size: int) -> Counts:
    """The counts of each class against the rest; a prediction of none of the classes calls none."""
    assert own.classes is not None
    at = slice(None) if own.places is None else own.places
    known = truth[at] != UNKNOWN
    true, called = truth[at][known], own.classes[known]
    weights = None if weight is None else weight[at][known]

    def cells(of: Array | None) -> Cells:
        def summed(codes: NDArray[np.int32], where: NDArray[np.bool_]) -> NDArray[Any]:
            return np.bincount(codes[where], None if of is None else of[where], minlength=size)

        tp = summed(true, true == called)
        positives, predicted = summed(true, true >= 0), summed(called, called != UNKNOWN)
        whole = true.size if of is None else of.sum()
        fp, fn = predicted - tp, positives - tp
        return Cells(tp=tp, fp=np.maximum(fp, 0), fn=np.maximum(fn, 0), tn=np.maximum(whole - positives - fp, 0))

    return _counts(cells, weights)


def _design_of_classes(
    truth: NDArray[np.int32], own: Predicted, rows: Rows, cluster: NDArray[np.int64], size: int
) -> tuple[Array, Array]:
    """The design effects of each class against the rest."""
    assert own.classes is not None
    at = slice(None) if own.places is None else own.places
    known = truth[at] != UNKNOWN
    true, called, belongs = truth[at][known], own.classes[known], cluster[at][known]
    weight = None if rows.weight is None else rows.weight[at][known]
    effects = [design_effects(called == code, true == code, belongs, weight) or (1.0, 1.0) for code in range(size)]
    up, down = np.array(effects).T
    return up, down


def _stacked(tables: Mapping[str, Counts], kept: NDArray[np.intp]) -> Counts:
    """The counts of all models in the groups that have cases, of shape (models, groups)."""
    parts = [table[kept] for table in tables.values()]
    tp, fp, fn, tn = (np.stack(cells) for cells in zip(*(part.values() for part in parts), strict=True))
    squares = [part.squares.values() for part in parts if part.squares is not None]
    stacked = [np.stack(cells) for cells in zip(*squares, strict=True)]
    return Counts(
        tp=tp, fp=fp, fn=fn, tn=tn, squares=Cells(**dict(zip(CELLS, stacked, strict=True))) if stacked else None
    )
