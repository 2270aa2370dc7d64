"""Then and now: which cases are on which side of a change, and what is known of each side."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ddcore.answers import compare
from ddcore.chance.two_classifiers import Comparison
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.model import Model
from ddcore.read.archive import FILE
from ddcore.read.columns import words
from ddcore.records.rows import UNKNOWN, ModelRows, Split
from ddcore.scores.change import Side
from ddcore.table import ScoreTable

EARLIER = (
    *("then", "before", "old", "earlier", "past", "last", "previous", "reference", "ref", "baseline", "train"),
    *("training", "learn", "learning", "dev", "development", "source", "control"),
)
"""Names, or beginnings of names of files, of what was first."""
TIMES = {"date", "day", "week", "month", "quarter", "year", "time", "timestamp", "period", "when", "version"}
"""Words of names of columns that say when a case was."""
MOST = 1000
"""Values of a column that are offered."""


def dividers(data: Data) -> dict[str, str]:
    """The columns that may say what is then and what now, and their titles: "file" first, then what tells of time.

    >>> dividers(Data(303, 139))
    {}
    """
    if data.rows is None or data.chosen is None:
        return {}
    splits = {name: split for name, split in data.rows.splits.items() if is_cut(split) or len(split.names) > 1}
    return {name: name for name in sorted(splits, key=lambda name: (name != FILE, not tells_time(splits[name])))}


def tells_time(split: Split) -> bool:
    """Whether a column holds dates, is named for a time, or has one value that is named for what was first.

    >>> tells_time(Split("site", np.array([0, 1], np.int32), ("north", "south")))
    False
    >>> tells_time(Split("set", np.array([0, 1], np.int32), ("test", "train")))
    True
    """
    first = [name for name in split.names if set(EARLIER) & set(words(name))]
    return split.is_date or bool(TIMES & set(words(split.name))) or len(first) == 1


def columns(data: Data) -> list[str]:
    """All columns of groups in their order, by which a link has the place of one."""
    return [] if data.rows is None else list(data.rows.splits)


def is_cut(split: Split) -> bool:
    """Whether a column is cut at a number or a date instead of two of its values being compared.

    >>> is_cut(Split("site", np.array([0, 1], np.int32), ("a", "b")))
    False
    """
    if split.numbers is None or len(split.names) == 2:
        return False
    known = split.numbers[np.isfinite(split.numbers)]
    return bool(known.size and known.min() < known.max())


def values_of(data: Data, by: str | None) -> tuple[str, ...]:
    """The values of a column that may be compared, files in the order in which they were read; none if it is cut."""
    split = None if data.rows is None or by is None else data.rows.splits.get(by)
    if split is None or is_cut(split):
        return ()
    if by != FILE:
        return split.names[:MOST]
    _, first = np.unique(split.codes[split.codes != UNKNOWN], return_index=True)
    return tuple(split.names[code] for code in split.codes[split.codes != UNKNOWN][np.sort(first)])[:MOST]


def all_values(data: Data) -> list[str]:
    """The values of all columns that may be compared, each once."""
    return list(dict.fromkeys(value for by in dividers(data) for value in values_of(data, by)))


def usual_pair(values: tuple[str, ...]) -> tuple[str, str] | None:
    """What is then and what is now where nobody says so: by their names, else the first and the last.

    >>> usual_pair(("now", "then")), usual_pair(("a", "b", "c"))
    (('then', 'now'), ('a', 'c'))
    """
    if len(values) < 2:
        return None
    early = [value for value in values if value.casefold().startswith(EARLIER)]
    then = early[0] if len(early) == 1 else values[0]
    return then, next(value for value in reversed(values) if value != then)


@dataclass(frozen=True, eq=False)
class Sides:
    """The cases of a model then and now; `then` and `now` are their names.

    `before` and `after` are those with a truth. `scores` has all, with or without one, those of now as its positives
    and those of then as its negatives, each counting one, None for labels; `arriving` are all of now by their scores,
    weighted as they are, whatever their class. `rows_then` and `rows_now` count the cases, `unlabelled` those of now
    without a truth. `compared` holds the cases with a truth against each other, those of now first.
    """

    by: str
    then: str
    now: str
    before: Side
    after: Side
    scores: ScoreTable
    arriving: ScoreTable
    rows_then: int
    rows_now: int
    unlabelled: int
    compared: compare.Sides

    @property
    def known(self) -> bool:
        """Whether both sides have cases of both classes with a truth, so that the change can be divided."""
        return self.before.has_both and self.after.has_both

    @cached_property
    def area(self) -> Comparison | None:
        """The area under the ROC curve now less that of then, as *Compare* has it of two parts; None of labels."""
        if self.before.table is None or self.after.table is None:
            return None
        if not self.known:
            return Comparison(self.after.table.auc, self.before.table.auc, Interval(math.nan))
        return compare.separate_areas_compared(self.compared, "AUC")


def sides(data: Data, by: str, names: tuple[str, str] | None, share: float, threshold_now: float | None) -> Sides:
    """Then and now by two values of a column, or by a cut that leaves about such a share of the cases to then.

    Raises `InputError` where nothing of the name divides the cases, where a value is none of the column, and where a
    side has no case.
    """
    rows = data.rows
    offered = dividers(data)
    if rows is None or by not in offered:
        raise InputError(
            f'by must be one of the columns that divide the cases ({", ".join(offered) or "none"}), got "{by:.40}"'
        )
    own = rows.of(data.name)
    if own is None:
        raise InputError("the cases of the model must be known one by one; choose a file of predictions")
    split = rows.splits[by]
    then, now, told = _cut(split, share) if names is None else _named(split, names)
    places = own.number - rows.first
    return _sides(data.model, own, (then[places], now[places]), (by, *told), threshold_now)


def _named(split: Split, names: tuple[str, str]) -> tuple[NDArray[np.bool_], NDArray[np.bool_], tuple[str, str]]:
    for role, name in zip(("then", "now"), names, strict=True):
        if name not in split.names:
            listed = ", ".join(split.names[:20])
            raise InputError(f'{role} must be one of the values of {split.name} ({listed}), got "{name:.40}"')
    if names[0] == names[1]:
        raise InputError(f'then and now must be two values, got "{names[0]:.40}" twice')
    codes = [split.names.index(name) for name in names]
    return split.codes == codes[0], split.codes == codes[1], names


def _cut(split: Split, share: float) -> tuple[NDArray[np.bool_], NDArray[np.bool_], tuple[str, str]]:
    """Below a number, and from it on: the one that leaves nearest to that share of the cases below."""
    assert split.numbers is not None
    known = np.sort(split.numbers[np.isfinite(split.numbers)])
    values, first = np.unique(known, return_index=True)
    place = 1 + int(np.argmin(np.abs(first[1:] / known.size - share)))
    cut = float(values[place])
    told = split.told(cut, 6)
    with np.errstate(invalid="ignore"):
        return split.numbers < cut, split.numbers >= cut, (f"before {told}", f"from {told} on") if split.is_date else (
            f"below {told}", f"{told} and more"
        )  # fmt: skip


def _sides(
    model: Model,
    own: ModelRows,
    chosen: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    named: tuple[str, str, str],
    threshold_now: float | None,
) -> Sides:
    for mask, name in zip(chosen, named[1:], strict=True):
        if not mask.any():
            raise InputError(f'no case of the model is on the side "{name:.60}"; choose another value or cut')
    thresholds = (model.threshold, model.threshold if threshold_now is None else threshold_now)
    before, after = (_side(own, mask, cut) for mask, cut in zip(chosen, thresholds, strict=True))
    either = chosen[0] | chosen[1]
    cluster = None if own.cluster is None else own.cluster[either]
    # Each period is a class: how much alike the scores of a cluster are in it.
    parted = Model.of(own.value[either].astype(np.float64), chosen[1][either], cluster=cluster)
    assert parted.table is not None
    scores, value = parted.table, own.value[chosen[1]].astype(np.float64)
    weight = None if own.weight is None else own.weight[chosen[1]]
    arriving = ScoreTable.of(value, np.ones(value.size, bool), True, weight, parted.design)
    then, now = (int(mask.sum()) for mask in chosen)
    unlabelled = int((own.truth[chosen[1]] == UNKNOWN).sum())
    compared = compare.on_separate_cases(
        own.rows,
        (named[2], named[1]),
        *(_cases(own, mask, cut) for mask, cut in zip(chosen[::-1], thresholds[::-1], strict=True)),
    )
    return Sides(*named, before, after, scores, arriving, then, now, unlabelled, compared)


def _cases(own: ModelRows, mask: NDArray[np.bool_], threshold: float | None) -> compare.ModelCases:
    """The same one by one."""
    known = mask & (own.truth != UNKNOWN)
    if own.weight is not None:
        known &= own.weight > 0
    places, value = own.number[known] - own.rows.first, own.value[known]
    if value.dtype == np.bool_:
        return compare.ModelCases(places, value, None)
    return compare.ModelCases(places, value >= (np.inf if threshold is None else threshold), value)


def _side(own: ModelRows, mask: NDArray[np.bool_], threshold: float | None) -> Side:
    """The cases of one side that have a truth."""
    known = mask & (own.truth != UNKNOWN)
    weight = None if own.weight is None else own.weight[known]
    cluster = None if own.cluster is None else own.cluster[known]
    model = Model.of(own.value[known], own.truth[known] == 1, weight, threshold, cluster)
    return Side(model.counts, model.table, model.threshold)
