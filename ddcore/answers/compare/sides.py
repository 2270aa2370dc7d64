"""What stands on either side of a comparison: two models on the same cases or on their own, or one on two parts."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.chance.two_classifiers import Comparison, TwoClassifiers
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.records.clusters import Design, design_effects
from ddcore.records.rows import UNKNOWN, Rows, Split
from ddcore.scores.two_areas import AREAS, Area, Ranked, ScoredCases, paired_areas, separate_areas
from ddcore.table import ScoreTable

MOST_PARTS = 50
"""Values of a column that are offered."""
CUTS = 4
"""Parts that a column of numbers is cut into."""


def parts(data: Data) -> dict[str, tuple[str, int]]:
    """By what they are called, the parts of the cases: the column of each, and its place there."""
    if data.rows is None:
        return {}
    found: dict[str, tuple[str, int]] = {}
    for name in data.rows.splits:
        split = divided(data, name)
        if 2 <= len(split.names) <= MOST_PARTS:
            found |= {f"{name}: {value}": (name, place) for place, value in enumerate(split.names)}
    return {label: part for label, part in found.items() if label not in data.models}


def divided(data: Data, column: str) -> Split:
    """A column as its parts."""
    rows = data.rows
    assert rows is not None
    return data.cached(("compare parts", column), lambda: rows.splits[column].parts(CUTS), large=True)


def sides(data: Data) -> Sequence[str]:
    """What can stand on a side: the models, and the parts of the cases."""
    return [*data.models, *parts(data)]


def opponents(data: Data, first: str) -> Sequence[str]:
    """What a side can be held against: another model, or another part of the same column."""
    own = parts(data)
    if first in own:
        column = own[first][0]
        return [label for label, (name, _) in own.items() if name == column and label != first]
    return [name for name in data.models if name != first]


@dataclass(frozen=True, eq=False)
class Cases:
    """What is known of one model case by case: its rows, whether it predicts them positive, its scores or None."""

    places: NDArray[np.int64]
    called: NDArray[np.bool_]
    score: Array | None


@dataclass(frozen=True, eq=False)
class Sides:
    """Two sides with their cases: `both` has them by kinds, `score` the scores of each where both have them.

    `scored` are the cases of either, of the same cases twice the same. `places` are the rows of the same cases, None
    where each side has its own or they are not known; `called` what either predicts there. `left_out` counts the cases
    that only one side has; `clusters` how many there are, 0 where none were named. `whole` says that the sides are
    models with all their cases; `tables` are the counts of the sides else.
    """

    names: tuple[str, str]
    both: TwoClassifiers
    score: tuple[Array, Array] | None = None
    scored: tuple[ScoredCases, ScoredCases] | None = None
    places: NDArray[np.int64] | None = None
    called: tuple[NDArray[np.bool_], NDArray[np.bool_]] | None = None
    left_out: int = 0
    clusters: int = 0
    whole: bool = False
    tables: tuple[Counts, Counts] | None = None

    @property
    def paired(self) -> bool:
        """Whether both score the same cases."""
        return self.both.paired


def rows_of(data: Data) -> Rows | None:
    """The cases one by one: of the file, or those of which only scores are known."""
    if data.rows is not None:
        return data.rows
    joint = data.joint
    if joint is None:
        return None

    def made() -> Rows:
        from ddcore.records.rows import Predicted

        predicted = {}
        for name, score in joint.score.items():
            known = np.flatnonzero(np.isfinite(score))
            predicted[name] = Predicted(score[known], known)
        return Rows(joint.positive.astype(np.int8), predicted, weight=joint.weight)

    return data.cached(("compare rows",), made, large=True)


def cases(data: Data, rows: Rows, name: str) -> Cases:
    """The cases of a model that have a truth and count; raises `InputError` where the model has none."""
    own = rows.predicted.get(name)
    if own is None:
        raise InputError(f"the cases of {name} must be known one by one; choose a file of predictions")
    places = np.arange(rows.truth.size) if own.places is None else own.places
    counts = rows.truth[places] != UNKNOWN
    if rows.weight is not None:
        counts &= rows.weight[places] > 0
    value = own.value
    if value.dtype != np.bool_:
        counts &= np.isfinite(value)
    if not counts.all():
        places, value = places[counts], value[counts]
    if value.dtype == np.bool_:
        return Cases(places, value, None)
    threshold = data.models[name].threshold
    return Cases(places, value >= (math.inf if threshold is None else threshold), value)


def matched(data: Data, first: str, second: str) -> Sides:
    """The two sides with the cases that they are held against each other on.

    Raises `InputError` where they cannot be compared.
    """
    if second not in opponents(data, first):
        raise InputError(f"{first} must be held against another model or another part of its column, got {second}")
    cuts = tuple((name, model.threshold) for name, model in data.models.items())
    return data.cached(
        ("compare sides", data.name, first, second, cuts),
        partial(_matched, data, first, second),
        large=True,
    )


def _matched(data: Data, first: str, second: str) -> Sides:
    own, rows = parts(data), rows_of(data)
    if first in own:
        assert rows is not None
        return _parts(data, rows, (first, second), (own[first], own[second]))
    if rows is None or not all(name in rows.predicted for name in (first, second)):
        tables = [data.models[name].counts for name in (first, second)]
        if any(table.weighted for table in tables):
            raise InputError("models of weighted cases can be compared only where the cases are known one by one")
        return Sides((first, second), TwoClassifiers.of_counts(*tables), whole=True)
    a, b = cases(data, rows, first), cases(data, rows, second)
    if a.places.size == b.places.size and (a.places == b.places).all():
        return _same(rows, (first, second), a, b, 0, whole=True)
    common, at, there = np.intersect1d(a.places, b.places, assume_unique=True, return_indices=True)
    if common.size:
        left_out = a.places.size + b.places.size - 2 * common.size
        a, b = (_some(side, places) for side, places in ((a, at), (b, there)))
        return _same(rows, (first, second), a, b, left_out, whole=False)
    return apart(rows, (first, second), a, b)


def _some(side: Cases, at: NDArray[np.intp]) -> Cases:
    return Cases(side.places[at], side.called[at], None if side.score is None else side.score[at])


def _same(rows: Rows, names: tuple[str, str], a: Cases, b: Cases, left_out: int, *, whole: bool) -> Sides:
    positive, weight, cluster = _about(rows, a.places)
    both = TwoClassifiers.of(positive, a.called, b.called, weight, cluster)
    scored = ScoredCases.of(positive, weight, cluster)
    return Sides(
        names,
        both,
        None if a.score is None or b.score is None else (a.score, b.score),
        (scored, scored),
        a.places,
        (a.called, b.called),
        left_out,
        0 if cluster is None else int(np.unique(cluster).size),
        whole,
        (_counts(a, scored), _counts(b, scored)),
    )


def _counts(side: Cases, cases: ScoredCases) -> Counts:
    design = _design(side.called if side.score is None else side.score, cases)
    return Counts.of_labels(cases.positive, side.called, weight=cases.weight, design=design)


def _design(value: NDArray[Any], cases: ScoredCases) -> Design | None:
    return None if cases.cluster is None else design_effects(value, cases.positive, cases.cluster, cases.weight)


def _parts(data: Data, rows: Rows, names: tuple[str, str], at: tuple[tuple[str, int], tuple[str, int]]) -> Sides:
    """The selected model on two parts of its cases."""
    codes, every = divided(data, at[0][0]).codes, cases(data, rows, data.name)
    chosen = [np.flatnonzero(codes[every.places] == place) for _, place in at]
    for name, held in zip(names, chosen, strict=True):
        if not held.size:
            raise InputError(f"there must be cases in both parts, but {data.name} has none in {name}; choose another")
    return apart(rows, names, *(_some(every, held) for held in chosen))


def apart(rows: Rows, names: tuple[str, str], a: Cases, b: Cases) -> Sides:
    """Two sides that have cases of their own; places may be none."""
    places = np.concatenate([a.places, b.places])
    positive, weight, cluster = _about(rows, places)
    of_second = np.arange(places.size) >= a.places.size
    both = TwoClassifiers.on_separate_cases(positive, np.concatenate([a.called, b.called]), of_second, weight, cluster)
    pooled = ScoredCases.of(positive, weight, cluster)
    halves = [
        ScoredCases(
            pooled.positive[side],
            None if pooled.weight is None else pooled.weight[side],
            None if pooled.cluster is None else pooled.cluster[side],
        )
        for side in (~of_second, of_second)
    ]
    clusters = 0 if cluster is None else int(np.unique(cluster).size)
    score = None if a.score is None or b.score is None else (a.score, b.score)
    one, two = (_counts(own, half) for half, own in zip(halves, (a, b), strict=True))
    return Sides(names, both, score, (halves[0], halves[1]), clusters=clusters, tables=(one, two))


def _about(rows: Rows, places: NDArray[np.int64]) -> tuple[NDArray[np.bool_], Array | None, NDArray[np.int64] | None]:
    """Truth, weights and clusters of some rows; a row whose cluster is not named is one by itself."""
    cluster = rows.cluster
    if cluster is not None:
        cluster = np.where(cluster[places] < 0, cluster.size + places, cluster[places])
    return rows.truth[places] == 1, None if rows.weight is None else rows.weight[places], cluster


def area(data: Data, sides: Sides, kind: str, side: int) -> Area:
    """An area of one side, kept where it is of all its cases."""
    assert sides.score is not None
    assert sides.scored is not None
    score, scored, name = sides.score[side], sides.scored[side], sides.names[side]
    if not sides.whole:
        ranked = data.cached(("compare ranked", sides.names, side), partial(Ranked.of, score, scored), large=True)
        return AREAS[kind](ranked)
    ranked = data.cached(("compare ranked", name), partial(Ranked.of, score, scored), large=True)
    return data.cached(("compare area", kind, name), partial(AREAS[kind], ranked), large=True)


def areas(data: Data, sides: Sides, kind: str, margin: float) -> Comparison | None:
    """An area of both sides; None where not both have scores."""
    if sides.score is None or sides.scored is None:
        return None
    first, second = (area(data, sides, kind, side) for side in (0, 1))
    if sides.paired:
        found = paired_areas(first, second, sides.scored[0], margin)
        if kind == "AUC" or found.interval.method != "DeLong":
            return found
        return replace(found, interval=replace(found.interval, method="moved"))
    return separate_areas(first, second, sides.scored, margin)


def area_difference(sides: Sides, kind: str) -> Comparison:
    """An area of both sides, each with scores and cases of its own; nothing is kept."""
    assert sides.score is not None
    assert sides.scored is not None
    first, second = (AREAS[kind](Ranked.of(*own)) for own in zip(sides.score, sides.scored, strict=True))
    return separate_areas(first, second, sides.scored, math.nan)


def alone(data: Data, sides: Sides, side: int) -> tuple[Counts | None, ScoreTable | None]:
    """The counts and the scores of one side by itself, as other questions have them; None where they are not known."""
    model = data.models.get(sides.names[side])
    if sides.whole and model is not None:
        return model.counts, model.table
    scores = None
    if sides.score is not None and sides.scored is not None:
        score, cases = sides.score[side], sides.scored[side]
        scores = ScoreTable.of(score, cases.positive, True, cases.weight, _design(score, cases))
    return None if sides.tables is None else sides.tables[side], scores


def differing(sides: Sides) -> Mapping[str, NDArray[np.bool_]] | None:
    """The cases on which both predict otherwise, and those of them on which the first is right; None for own cases."""
    if sides.called is None or sides.scored is None:
        return None
    first, second = sides.called
    return {"differ": first != second, "first": first == sides.scored[0].positive}
