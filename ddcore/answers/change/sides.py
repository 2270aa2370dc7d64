"""Then and now: the cases on each side of a change."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ddcore.answers import compare
from ddcore.cache import computed_once
from ddcore.chance.two_classifiers import Comparison, TwoClassifiers
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.model import Model
from ddcore.read.archive import FILE
from ddcore.read.vocabulary import words
from ddcore.records.rows import UNKNOWN, ModelRows, Split
from ddcore.scores.change import Side
from ddcore.scores.drift import Drift, drift
from ddcore.scores.label_shift import ThreeLaws
from ddcore.table import ScoreTable

EARLIER = (
    *("then", "before", "old", "earlier", "past", "last", "previous", "reference", "ref", "baseline", "train"),
    *("training", "learn", "learning", "dev", "development", "source", "control"),
)
"""Names, or beginnings of names of files, of the earlier cases."""
TIMES = {"date", "day", "week", "month", "quarter", "year", "time", "timestamp", "period", "when", "version"}
"""Words in the names of columns that give the time of a case."""
MOST_VALUES = 1000
"""The most values of a column that are offered."""


def dividers(data: Data) -> dict[str, str]:
    """The columns that can divide the cases into then and now, with titles: "file" first, then columns of time.

    >>> dividers(Data(303, 139))
    {}
    """
    if data.rows is None or data.chosen is None:
        return {}
    splits = {name: split for name, split in data.rows.splits.items() if is_cut(split) or len(split.names) > 1}
    return {name: name for name in sorted(splits, key=lambda name: (name != FILE, not tells_time(splits[name])))}


def tells_time(split: Split) -> bool:
    """Whether a column has dates, is named for a time, or has exactly one value named for the earlier cases.

    >>> tells_time(Split("site", np.array([0, 1], np.int32), ("north", "south")))
    False
    >>> tells_time(Split("set", np.array([0, 1], np.int32), ("test", "train")))
    True
    """
    first = [name for name in split.names if set(EARLIER) & set(words(name))]
    return split.is_date or bool(TIMES & set(words(split.name))) or len(first) == 1


def columns(data: Data) -> list[str]:
    """All columns of groups in their order; a link has the place of one."""
    return [] if data.rows is None else list(data.rows.splits)


def is_cut(split: Split) -> bool:
    """Whether a column is cut at a number or a date; of other columns two values are compared.

    >>> is_cut(Split("site", np.array([0, 1], np.int32), ("a", "b")))
    False
    """
    if split.numbers is None or len(split.names) == 2:
        return False
    known = split.numbers[np.isfinite(split.numbers)]
    return bool(known.size and known.min() < known.max())


def values_of(data: Data, by: str | None) -> tuple[str, ...]:
    """The values of a column that can be compared, files in the order in which they were read; none if it is cut."""
    split = None if data.rows is None or by is None else data.rows.splits.get(by)
    if split is None or is_cut(split):
        return ()
    if by != FILE:
        return split.names[:MOST_VALUES]
    _, first = np.unique(split.codes[split.codes != UNKNOWN], return_index=True)
    return tuple(split.names[code] for code in split.codes[split.codes != UNKNOWN][np.sort(first)])[:MOST_VALUES]


def all_values(data: Data) -> list[str]:
    """The values of all columns that can be compared, each once."""
    return list(dict.fromkeys(value for by in dividers(data) for value in values_of(data, by)))


def default_pair(values: tuple[str, ...]) -> tuple[str, str] | None:
    """The default values of then and now: by their names, else the first and the last value.

    >>> default_pair(("now", "then")), default_pair(("a", "b", "c"))
    (('then', 'now'), ('a', 'c'))
    """
    if len(values) < 2:
        return None
    early = [value for value in values if value.casefold().startswith(EARLIER)]
    then = early[0] if len(early) == 1 else values[0]
    return then, next(value for value in reversed(values) if value != then)


@dataclass(frozen=True, eq=False)
class ThenAndNow:
    """The cases of a model then and now.

    Parameters
    ----------
    by, then, now : str
        The column that divides the cases, and the names of both sides.
    before, after : Side
        The cases of then and of now that have a truth.
    scores : ScoreTable
        All cases, with or without a truth, each counting one: those of now as positives, those of then as negatives.
    arriving : ScoreTable
        All cases of now by their scores with their weights, whatever their class.
    rows_then, rows_now, unlabelled : int
        The numbers of cases then, of cases now, and of cases now without a truth.
    compared : compare.Sides
        The cases with a truth as two sides of *Compare*, those of now first, at whatever thresholds.
    area : Comparison or None
        The area under the ROC curve now compared with that of then, as in *Compare*; None for labels.
    drift : Drift
        The drift of the scores.
    laws : ThreeLaws or None
        Both classes of then and all cases of now by their scores; None where then lacks a class.
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
    area: Comparison | None
    drift: Drift
    laws: ThreeLaws | None

    def at(self, then: float | None, now: float | None) -> "ThenAndNow":
        """The same cases, where a case is predicted positive from these thresholds on."""
        return replace(self, before=self.before.at(then), after=self.after.at(now))

    @property
    def has_both_classes(self) -> bool:
        """Whether both sides have cases of both classes with a truth, so that the change can be divided."""
        return self.before.has_both and self.after.has_both

    @computed_once
    def classifiers(self) -> TwoClassifiers:
        """The predictions now and then, see `compare.Sides`."""
        score, scored = self.compared.score, self.compared.scored
        if score is None or scored is None:
            return self.compared.classifiers
        if all(own.weight is None and own.cluster is None for own in scored) and self.before.counts.whole:
            return TwoClassifiers.of_counts(self.after.counts, self.before.counts)
        called = [own >= side.cut for own, side in zip(score, (self.after, self.before), strict=True)]
        now, then = scored
        return TwoClassifiers.on_separate_cases(
            np.concatenate([now.positive, then.positive]),
            np.concatenate(called),
            np.repeat([False, True], [own.size for own in called]),
            None if now.weight is None or then.weight is None else np.concatenate([now.weight, then.weight]),
            None if now.cluster is None or then.cluster is None else np.concatenate([now.cluster, then.cluster]),
        )


def _area(before: Side, after: Side, compared: compare.Sides) -> Comparison | None:
    """The area now compared with that of then."""
    if before.table is None or after.table is None:
        return None
    if not (before.has_both and after.has_both):
        return Comparison(after.table.auc, before.table.auc, Interval(math.nan))
    return compare.separate_areas_compared(compared, "AUC")


def then_and_now(data: Data, by: str, names: tuple[str, str] | None, share: float) -> ThenAndNow:
    """The cases of two values of a column, or below and above a cut that leaves about `share` of them to then.

    Nothing is predicted positive until thresholds are set, see `ThenAndNow.at`.

    Raises `InputError` where no such column divides the cases, where the column has no such value, and where a side has
    no case.
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
    then, now, titles = _by_cut(split, share) if names is None else _by_values(split, names)
    places = own.number - rows.first
    return _of_cases(own, (then[places], now[places]), (by, *titles))


def _by_values(split: Split, names: tuple[str, str]) -> tuple[NDArray[np.bool_], NDArray[np.bool_], tuple[str, str]]:
    """The cases of two values of a column, and the names of both sides."""
    for role, name in zip(("then", "now"), names, strict=True):
        if name not in split.names:
            listed = ", ".join(split.names[:20])
            raise InputError(f'{role} must be one of the values of {split.name} ({listed}), got "{name:.40}"')
    if names[0] == names[1]:
        raise InputError(f'then and now must be two values, got "{names[0]:.40}" twice')
    codes = [split.names.index(name) for name in names]
    return split.codes == codes[0], split.codes == codes[1], names


def _by_cut(split: Split, share: float) -> tuple[NDArray[np.bool_], NDArray[np.bool_], tuple[str, str]]:
    """The cases below a cut and above it, and the names of both sides; about `share` of the cases are below."""
    assert split.numbers is not None
    known = np.sort(split.numbers[np.isfinite(split.numbers)])
    values, first = np.unique(known, return_index=True)
    place = 1 + int(np.argmin(np.abs(first[1:] / known.size - share)))
    cut = float(values[place])
    number = split.told(cut, 6)
    with np.errstate(invalid="ignore"):
        below, above = split.numbers < cut, split.numbers >= cut
    if split.is_date:
        return below, above, (f"before {number}", f"from {number} on")
    return below, above, (f"below {number}", f"{number} and more")


def _of_cases(
    own: ModelRows, chosen: tuple[NDArray[np.bool_], NDArray[np.bool_]], named: tuple[str, str, str]
) -> ThenAndNow:
    for mask, name in zip(chosen, named[1:], strict=True):
        if not mask.any():
            raise InputError(f'no case of the model is on the side "{name:.60}"; choose another value or cut')
    before, after = (_side(own, mask) for mask in chosen)
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
    compared = compare.on_separate_cases(own.rows, (named[2], named[1]), *(_cases(own, mask) for mask in chosen[::-1]))
    return ThenAndNow(
        *named,
        before,
        after,
        scores,
        arriving,
        then,
        now,
        unlabelled,
        compared,
        _area(before, after, compared),
        drift(scores),
        ThreeLaws.of(before.scores, arriving) if before.table is not None and before.has_both else None,
    )


def _cases(own: ModelRows, mask: NDArray[np.bool_]) -> compare.ModelCases:
    """The cases of one side that have a truth, one by one."""
    known = mask & (own.truth != UNKNOWN)
    if own.weight is not None:
        known &= own.weight > 0
    places, value = own.number[known] - own.rows.first, own.value[known]
    if value.dtype == np.bool_:
        return compare.ModelCases(places, value, None)
    return compare.ModelCases(places, np.zeros(value.size, bool), value)


def _side(own: ModelRows, mask: NDArray[np.bool_]) -> Side:
    """The counts and scores of the cases of one side that have a truth."""
    known = mask & (own.truth != UNKNOWN)
    weight = None if own.weight is None else own.weight[known]
    cluster = None if own.cluster is None else own.cluster[known]
    model = Model.of(own.value[known], own.truth[known] == 1, weight, cluster=cluster)
    return Side(model.counts, model.table)
