"""Groups of cases: the counts of each model in each group, the verdicts on them, and what the charts show of these."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.cache import computed_once
from ddcore.chance import moments
from ddcore.chance.groups import STATES, GroupVerdicts, Judge
from ddcore.chance.tails import quantile
from ddcore.counts import CELLS, Cells, Counts
from ddcore.data import Data, Model
from ddcore.errors import InputError
from ddcore.figures.theme import plain
from ddcore.formats import number, plural
from ddcore.read.attributes import ATTRIBUTE
from ddcore.records.clusters import design_effects
from ddcore.records.labels import squared
from ddcore.records.rows import UNKNOWN, Predicted, Rows, Split, empty_name

CLASS = "class"
"""The name of the choice of each class against the rest, unless a column is called so."""
MAP_ROWS = 20
"""Groups that the map shows."""
MAP_MEASURES = ("ACC", "F1", "BACC", "MCC", "PPV", "TPR")
"""The measures of the map where there is one model, beside the chosen one."""


@dataclass(frozen=True, eq=False)
class Groups:
    """The counts of every model in every group, of shape (models, groups).

    `noun` is what a group is called, `column` the column that divides the cases. `sizes` are the numbers of cases with
    a truth, of a class against the rest those of that class. `empty` is the name of the group of the cases whose cell
    is empty, "" where there are none.
    """

    noun: str
    column: str
    names: tuple[str, ...]
    models: tuple[str, ...]
    counts: Counts
    sizes: NDArray[np.int64]
    empty: str = ""

    @property
    def by_class(self) -> bool:
        """Whether a group is all cases, with one of the classes for the positive one."""
        return self.noun == "class"

    @property
    def nouns(self) -> str:
        """The plural of what a group is called."""
        return plural(self.noun)


def class_key(data: Data) -> str:
    """The name of the choice of each class against the rest."""
    rows = data.rows
    return CLASS if rows is None or CLASS not in rows.splits else "each class"


def dividers(data: Data) -> dict[str, str]:
    """What can divide the cases, with titles: the columns of groups in their order, and the classes if more than two.

    >>> dividers(Data(303, 139))
    {}
    """
    rows = data.rows
    if rows is None:
        return {}
    of_classes = rows.classes is not None and any(own.classes is not None for own in rows.predicted.values())
    columns = {name: name for name in rows.splits}
    return columns | ({class_key(data): "each class against the rest"} if of_classes else {})


def groups_of(data: Data, by: str, parts: int) -> Groups:
    """The counts of the groups of a column, or of the classes; a column of numbers is cut into at most `parts` parts.

    Raises `InputError` where nothing of that name divides the cases.
    """
    offered = dividers(data)
    rows = data.rows
    if rows is None or by not in offered:
        named = ", ".join(offered) or "none"
        raise InputError(f'column must be one of those that divide the cases ({named}), got "{by:.40}"')
    cuts = tuple((name, model.threshold) for name, model in data.models.items())
    if by in rows.splits:
        return data.cached(("groups", by, parts, cuts), lambda: _by_column(data, rows, by, parts))
    return data.cached(("groups of classes",), lambda: _by_class(rows))


def _by_column(data: Data, rows: Rows, by: str, parts: int) -> Groups:
    """The groups of a column; cases whose cell is empty are one more."""
    split, codes, sizes = data.cached(("codes of groups", by, parts), partial(_coded, rows, rows.splits[by], parts))

    def counted(name: str, model: Model) -> Counts:
        counts = _counted(rows, rows.predicted[name], codes, sizes.size, model.threshold)
        return counts if model.design is None else counts.in_clusters(model.design)

    # A threshold moves the counts of its own model alone.
    tables = {
        name: data.cached(("counts of groups", by, parts, name, model.threshold), partial(counted, name, model))
        for name, model in data.models.items()
        if name in rows.predicted
    }
    kept = np.flatnonzero(sizes > 0)
    names = (*split.names, empty_name(split.names))
    return Groups(
        ATTRIBUTE if by == ATTRIBUTE else "group",
        split.name,
        tuple(names[place] for place in kept),
        tuple(tables),
        _stacked(tables, kept),
        sizes[kept],
        names[-1] if kept[-1:] == len(split.names) else "",
    )


def _coded(rows: Rows, split: Split, parts: int) -> tuple[Split, NDArray[np.int32], NDArray[np.int64]]:
    """The parts of a column, the place of each case among them, the empty cells last, and the cases of each."""
    split = split.parts(parts)
    known = rows.truth != UNKNOWN
    empty = bool(((split.codes == UNKNOWN) & known).any())
    codes = np.where(split.codes == UNKNOWN, len(split.names), split.codes).astype(np.int32)
    return split, codes, np.bincount(codes[known], minlength=len(split.names) + empty)


def _counted(rows: Rows, own: Predicted, codes: NDArray[np.int32], size: int, threshold: float | None) -> Counts:
    """The counts of a model in each of `size` groups; `codes` are the places of the groups of the cases."""
    at = slice(None) if own.places is None else own.places
    truth = rows.truth[at]
    called = own.value if own.value.dtype == np.bool_ else own.value >= (np.inf if threshold is None else threshold)
    cell, weight = 4 * codes[at], None if rows.weight is None else rows.weight[at]
    cell += 2 * (truth == 1)
    cell += called
    known = truth != UNKNOWN
    if not known.all():
        cell, weight = cell[known], None if weight is None else weight[known]

    def cells(of: Array | None) -> Cells:
        tn, fp, fn, tp = np.bincount(cell, of, minlength=4 * size).reshape(size, 4).T
        return Cells(tp=tp, fp=fp, fn=fn, tn=tn)

    return _counts(cells, weight)


def _counts(cells: Callable[[Array | None], Cells], weight: Array | None) -> Counts:
    """Counts from `cells`, which sums cases that count one each, given None, or weights."""
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
    """The counts of each class against the rest; a prediction that is none of the classes is negative for all."""
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


@dataclass(frozen=True, eq=False)
class GroupAnalysis:
    """The groups with the verdicts on one measure, of shape (models, groups); `place` is that of the selected model."""

    groups: Groups
    verdicts: GroupVerdicts
    place: int

    @property
    def model(self) -> str:
        """The selected model."""
        return self.groups.models[self.place]

    @computed_once
    def own(self) -> GroupVerdicts:
        """The verdicts on the selected model, an element a group."""
        return of_model(self.verdicts, self.place)


def analysis_of(data: Data, groups: Groups, verdicts: GroupVerdicts) -> GroupAnalysis:
    """The analysis of the selected model, or of the first one where the selected one predicts no classes."""
    place = groups.models.index(data.name) if data.name in groups.models else 0
    return GroupAnalysis(groups, verdicts, place)


def verdicts_by_measure(
    data: Data, groups: Groups, key: tuple[str, int], level: float, correction: str
) -> Callable[[str], GroupVerdicts]:
    """A function from the key of a measure to the verdicts on it, cached with the data.

    `key` names the groups: the column, and into how many parts it is cut.
    """
    thresholds = tuple((name, model.threshold) for name, model in data.models.items())
    where = "groups", *key, thresholds, level, correction
    judge = data.cached((*where, "judge"), partial(Judge, groups.counts, level, correction))
    return lambda measure: data.cached((*where, measure), partial(judge.of, measure))


def of_model(verdicts: GroupVerdicts, place: int) -> GroupVerdicts:
    """The verdicts on the model at a place, an element a group."""
    arrays = ("score", "baseline", "ideal", "poorest", "low", "high", "log10_p", "adjusted", "state")
    parts = {name: getattr(verdicts, name)[place] for name in arrays}
    return GroupVerdicts(
        verdicts.measure, verdicts.counts[place], **parts, level=verdicts.level, correction=verdicts.correction
    )


@dataclass(frozen=True, eq=False)
class Funnel:
    """The groups of one model for a chart: each lies at `over` on an axis that is titled `axis`.

    `low` and `high` are the ends of where nearly all draws with the margins of a group lie, less its baseline.
    """

    verdicts: GroupVerdicts
    names: tuple[str, ...]
    over: Array
    axis: str
    low: Array
    high: Array
    noun: str

    @property
    def states(self) -> dict[str, int]:
        """The number of groups in each state that is drawn."""
        return {state: int(self.verdicts.having(state).sum()) for state in ("behind", "unclear", "beats")}


def funnel_of(analysis: GroupAnalysis) -> Funnel:
    """The groups of the selected model over their sizes; where all sizes are equal, over something that differs."""
    groups, own = analysis.groups, analysis.own
    axes = {
        f"cases of the {groups.noun}": np.asarray(groups.sizes, np.float64),
        "positive cases": np.asarray(own.counts.positives, np.float64),
        "cases predicted positive": np.asarray(own.counts.predicted_positives, np.float64),
    }
    axis = next((name for name, over in axes.items() if np.unique(over[own.judged]).size > 1), next(iter(axes)))
    low, high = _range_of_draws(own)
    return Funnel(own, groups.names, axes[axis], axis, low, high, groups.noun)


def _range_of_draws(own: GroupVerdicts) -> tuple[Array, Array]:
    """The lower and upper ends of nearly all draws with the margins of each group, less its baseline.

    NaN for weighted cases.
    """
    if own.counts.weighted:
        return np.full(own.score.shape, np.nan), np.full(own.score.shape, np.nan)
    M = np.maximum(own.counts.total, 1)
    P, n = np.maximum(own.counts.positives, 0), np.maximum(own.counts.predicted_positives, 0)
    ends = quantile(M, P, n, [(1 - own.level) / 2, (1 + own.level) / 2])
    values = [own.measure.on(moments.cells_at(M * 1.0, P * 1.0, n * 1.0, end)) - own.baseline for end in ends]
    return np.fmin(*values), np.fmax(*values)


@dataclass(frozen=True, eq=False)
class Map:
    """How far each group is on the way from chance to perfect, of shape (groups, columns), the worst group first.

    A column is a model, or of one model a measure. `silent` cells have no value, as all cases are predicted alike, and
    count as the worst. `words` are the texts of the cells, `total` is the number of groups, shown or not.
    """

    groups: tuple[str, ...]
    columns: tuple[str, ...]
    share: Array
    unbeatable: NDArray[np.bool_]
    silent: NDArray[np.bool_]
    words: Sequence[Sequence[str]]
    total: int
    noun: str


def map_of(analysis: GroupAnalysis, by_measure: Callable[[str], GroupVerdicts]) -> Map:
    """The groups that fall shortest, by models, or of one model by measures."""
    groups, verdicts = analysis.groups, analysis.verdicts
    several = len(groups.models) > 1
    if several:
        columns, parts = groups.models, [of_model(verdicts, place) for place in range(len(groups.models))]
    else:
        keys = tuple(dict.fromkeys((verdicts.measure.key, *MAP_MEASURES)))
        parts = [of_model(by_measure(key), 0) for key in keys]
        columns = tuple(part.measure.name if "=" in part.measure.key else part.measure.key for part in parts)
    share, silent = (np.stack([getattr(part, name) for part in parts], axis=1) for name in ("share", "silent"))
    share = np.where(silent, -1.0, share)
    ordering = share if several else share[:, :1]
    with np.errstate(invalid="ignore"):
        mean = np.where(np.isfinite(ordering), ordering, 0).sum(axis=1) / np.isfinite(ordering).sum(axis=1)
    order = np.argsort(np.where(np.isfinite(share).any(axis=1), mean, np.inf), kind="stable")[:MAP_ROWS]
    words = [[_words(groups, part, name, place) for part, name in zip(parts, columns, strict=True)] for place in order]
    unbeatable = np.stack([part.having("unbeatable") for part in parts], axis=1)
    return Map(
        tuple(groups.names[place] for place in order),
        columns,
        share[order],
        unbeatable[order],
        silent[order],
        words,
        len(groups.names),
        groups.noun,
    )


def _words(groups: Groups, verdicts: GroupVerdicts, column: str, place: int) -> str:
    """The text of a cell of the map."""
    return (
        f"<b>{plain(groups.names[place], 60)}</b>, {plain(column, 60)}: {STATES[str(verdicts.state[place])]}"
        f"<br>score {number(float(verdicts.score[place]))}, baseline {number(float(verdicts.baseline[place]))}"
    )
