"""The two sides of a comparison and their cases: two models on the same or on separate cases, or one on two parts."""

import math
from collections.abc import Sequence
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
from ddcore.records.rows import UNKNOWN, Predicted, Rows, Split
from ddcore.scores.two_areas import AREAS, Area, Ranked, ScoredCases, paired_areas, separate_areas
from ddcore.table import ScoreTable

MOST_PARTS = 50
"""Values of a column that are offered."""
CUTS = 4
"""The number of parts of a column of numbers."""


def case_parts(data: Data) -> dict[str, tuple[str, int]]:
    """The parts of the cases by their names: the column of each and its place among the parts of that column."""
    if data.rows is None:
        return {}
    named: dict[str, tuple[str, int]] = {}
    for column in data.rows.splits:
        split = split_of(data, column)
        if 2 <= len(split.names) <= MOST_PARTS:
            named |= {f"{column}: {value}": (column, place) for place, value in enumerate(split.names)}
    return {label: part for label, part in named.items() if label not in data.models}


def split_of(data: Data, column: str) -> Split:
    """The parts of a column."""
    rows = data.rows
    assert rows is not None
    return data.cached(("compare parts", column), lambda: rows.splits[column].parts(CUTS), large=True)


def side_names(data: Data) -> Sequence[str]:
    """The names of all possible sides: the models, and the parts of the cases."""
    return [*data.models, *case_parts(data)]


def opponents(data: Data, first: str) -> Sequence[str]:
    """What a side can be compared with: the other models, or the other parts of the same column."""
    named = case_parts(data)
    if first in named:
        column = named[first][0]
        return [label for label, (other, _) in named.items() if other == column and label != first]
    return [name for name in data.models if name != first]


@dataclass(frozen=True, eq=False)
class ModelCases:
    """The cases of one model: their rows, whether it predicts them positive, and its scores or None."""

    places: NDArray[np.int64]
    called: NDArray[np.bool_]
    score: Array | None


@dataclass(frozen=True, eq=False)
class Sides:
    """Two sides with their cases.

    Parameters
    ----------
    names : tuple of str
        The models or parts.
    classifiers : TwoClassifiers
        The cases by their kinds.
    score : tuple of arrays or None
        The scores of both sides, where both have them.
    scored : tuple of ScoredCases or None
        The cases of each side; of the same cases twice the same object. None where only counts are known.
    places : array or None
        The rows of the cases, where both sides have the same ones.
    called : tuple of arrays or None
        Which of these cases each side predicts positive.
    left_out : int
        The number of cases that only one side has.
    clusters : int
        The number of clusters, 0 where none were named.
    has_all_cases : bool
        Whether the sides are models with all their cases.
    tables : tuple of Counts or None
        The counts of each side, where the cases are known one by one.
    """

    names: tuple[str, str]
    classifiers: TwoClassifiers
    score: tuple[Array, Array] | None = None
    scored: tuple[ScoredCases, ScoredCases] | None = None
    places: NDArray[np.int64] | None = None
    called: tuple[NDArray[np.bool_], NDArray[np.bool_]] | None = None
    left_out: int = 0
    clusters: int = 0
    has_all_cases: bool = False
    tables: tuple[Counts, Counts] | None = None

    @property
    def paired(self) -> bool:
        """Whether both sides have the same cases."""
        return self.classifiers.paired


def rows_of(data: Data) -> Rows | None:
    """The cases one by one: those of the file, or those that have scores alone."""
    if data.rows is not None:
        return data.rows
    joint = data.joint
    if joint is None:
        return None

    def rows_of_scores() -> Rows:
        predicted = {}
        for name, score in joint.score.items():
            known = np.flatnonzero(np.isfinite(score))
            predicted[name] = Predicted(score[known], known)
        return Rows(joint.positive.astype(np.int8), predicted, weight=joint.weight)

    return data.cached(("compare rows",), rows_of_scores, large=True)


def cases_of_model(data: Data, rows: Rows, name: str) -> ModelCases:
    """The cases of a model with a truth and a weight above 0; raises `InputError` where its cases are not known."""
    places, value = data.cached(("compare cases", name), partial(_places_and_values, rows, name), large=True)
    if value.dtype == np.bool_:
        return ModelCases(places, value, None)
    threshold = data.models[name].threshold
    return ModelCases(places, value >= (math.inf if threshold is None else threshold), value)


def _places_and_values(rows: Rows, name: str) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """The rows of these cases, and what the model predicted of them."""
    own = rows.predicted.get(name)
    if own is None:
        raise InputError(f"the cases of {name} must be known one by one; choose a file of predictions")
    places = np.arange(rows.truth.size) if own.places is None else own.places
    used = rows.truth[places] != UNKNOWN
    if rows.weight is not None:
        used &= rows.weight[places] > 0
    value = own.value
    if value.dtype != np.bool_:
        used &= np.isfinite(value)
    if not used.all():
        places, value = places[used], value[used]
    return places, value


def sides_of(data: Data, first: str, second: str) -> Sides:
    """The two sides with the cases on which they are compared.

    Raises `InputError` where they cannot be compared.
    """
    if second not in opponents(data, first):
        raise InputError(f"{first} must be compared with another model or another part of its column, got {second}")
    cuts = [(name, data.models[name].threshold) for name in (first, second, data.name) if name in data.models]
    return data.cached(
        ("compare sides", data.name, first, second, *cuts),
        partial(_sides_of, data, first, second),
        large=True,
    )


def _sides_of(data: Data, first: str, second: str) -> Sides:
    parts, rows = case_parts(data), rows_of(data)
    if first in parts:
        assert rows is not None
        return _sides_of_parts(data, rows, (first, second), (parts[first], parts[second]))
    if rows is None or not all(name in rows.predicted for name in (first, second)):
        tables = [data.models[name].counts for name in (first, second)]
        if any(table.weighted for table in tables):
            raise InputError("models of weighted cases can be compared only where the cases are known one by one")
        return Sides((first, second), TwoClassifiers.of_counts(*tables), has_all_cases=True)
    a, b = cases_of_model(data, rows, first), cases_of_model(data, rows, second)
    if a.places.size == b.places.size and (a.places == b.places).all():
        return _on_same_cases(rows, (first, second), a, b, 0, has_all_cases=True)
    common, at, there = np.intersect1d(a.places, b.places, assume_unique=True, return_indices=True)
    if common.size:
        left_out = a.places.size + b.places.size - 2 * common.size
        a, b = (_selected(side, places) for side, places in ((a, at), (b, there)))
        return _on_same_cases(rows, (first, second), a, b, left_out, has_all_cases=False)
    named = _same_by_name(rows, a, b)
    if named is not None:
        left_out = a.places.size + b.places.size - 2 * named[0].size
        a, b = (_selected(side, places) for side, places in zip((a, b), named, strict=True))
        return _on_same_cases(rows, (first, second), a, b, left_out, has_all_cases=not left_out)
    return on_separate_cases(rows, (first, second), a, b)


def _selected(side: ModelCases, at: NDArray[np.intp]) -> ModelCases:
    return ModelCases(side.places[at], side.called[at], None if side.score is None else side.score[at])


def _same_by_name(rows: Rows, a: ModelCases, b: ModelCases) -> tuple[NDArray[np.intp], NDArray[np.intp]] | None:
    """Where each side has the cases that both name, in one order; None where names or truths do not fit.

    In a long file each model has rows of its own, and ids say which of them are about one case.
    """
    if rows.named is None:
        return None
    of_a, of_b = (np.array(rows.named.at(side.places), dtype=np.str_) for side in (a, b))
    if any(np.unique(names).size < names.size for names in (of_a, of_b)):
        return None
    common, at, there = np.intersect1d(of_a, of_b, assume_unique=True, return_indices=True)
    if not common.size or (rows.truth[a.places[at]] != rows.truth[b.places[there]]).any():
        return None
    order = np.argsort(at)
    return at[order], there[order]


def _on_same_cases(
    rows: Rows, names: tuple[str, str], a: ModelCases, b: ModelCases, left_out: int, *, has_all_cases: bool
) -> Sides:
    positive, weight, cluster = _truth_weight_cluster(rows, a.places)
    classifiers = TwoClassifiers.of(positive, a.called, b.called, weight, cluster)
    scored = ScoredCases.of(positive, weight, cluster)
    plain = scored.weight is None and scored.cluster is None
    return Sides(
        names,
        classifiers,
        None if a.score is None or b.score is None else (a.score, b.score),
        (scored, scored),
        a.places,
        (a.called, b.called),
        left_out,
        0 if cluster is None else int(np.unique(cluster).size),
        has_all_cases,
        classifiers.counts if plain else (_counts(a, scored), _counts(b, scored)),
    )


def _counts(side: ModelCases, cases: ScoredCases) -> Counts:
    design = _design(side.called if side.score is None else side.score, cases)
    return Counts.of_labels(cases.positive, side.called, weight=cases.weight, design=design)


def _design(value: NDArray[Any], cases: ScoredCases) -> Design | None:
    return None if cases.cluster is None else design_effects(value, cases.positive, cases.cluster, cases.weight)


def _sides_of_parts(
    data: Data, rows: Rows, names: tuple[str, str], at: tuple[tuple[str, int], tuple[str, int]]
) -> Sides:
    """The selected model on two parts of its cases."""
    codes, every = split_of(data, at[0][0]).codes, cases_of_model(data, rows, data.name)
    parts = [np.flatnonzero(codes[every.places] == place) for _, place in at]
    for name, own in zip(names, parts, strict=True):
        if not own.size:
            raise InputError(f"there must be cases in both parts, but {data.name} has none in {name}; choose another")
    return on_separate_cases(rows, names, *(_selected(every, own) for own in parts))


def on_separate_cases(rows: Rows, names: tuple[str, str], a: ModelCases, b: ModelCases) -> Sides:
    """Two sides each of which has its own cases; there may be none."""
    places = np.concatenate([a.places, b.places])
    positive, weight, cluster = _truth_weight_cluster(rows, places)
    of_second = np.arange(places.size) >= a.places.size
    classifiers = TwoClassifiers.on_separate_cases(
        positive, np.concatenate([a.called, b.called]), of_second, weight, cluster
    )
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
    return Sides(names, classifiers, score, (halves[0], halves[1]), clusters=clusters, tables=(one, two))


def _truth_weight_cluster(
    rows: Rows, places: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], Array | None, NDArray[np.int64] | None]:
    """Truth, weights and clusters of some rows; a row whose cluster is not named is one by itself."""
    cluster = rows.cluster
    if cluster is not None:
        cluster = np.where(cluster[places] < 0, cluster.size + places, cluster[places])
    return rows.truth[places] == 1, None if rows.weight is None else rows.weight[places], cluster


def area_of_side(data: Data, sides: Sides, kind: str, side: int) -> Area:
    """An area of one side, cached by its name alone where it has all its cases."""
    assert sides.score is not None
    assert sides.scored is not None
    score, scored, name = sides.score[side], sides.scored[side], sides.names[side]
    if not sides.has_all_cases:
        ranked = data.cached(("compare ranked", sides.names, side), partial(Ranked.of, score, scored), large=True)
        return AREAS[kind](ranked)
    ranked = data.cached(("compare ranked", name), partial(Ranked.of, score, scored), large=True)
    return data.cached(("compare area", kind, name), partial(AREAS[kind], ranked), large=True)


def areas_compared(data: Data, sides: Sides, kind: str, margin: float) -> Comparison | None:
    """An area of both sides, the same at every threshold; None where not both have scores."""
    wanted = ("compare areas", data.name, sides.names, kind, margin)
    return data.cached(wanted, partial(_areas_compared, data, sides, kind, margin))


def _areas_compared(data: Data, sides: Sides, kind: str, margin: float) -> Comparison | None:
    if sides.score is None or sides.scored is None:
        return None
    first, second = (area_of_side(data, sides, kind, side) for side in (0, 1))
    if not sides.paired:
        return separate_areas(first, second, sides.scored, margin)
    comparison = paired_areas(first, second, sides.scored[0], margin)
    if kind == "AUC" or comparison.interval.method != "DeLong":
        return comparison
    return replace(comparison, interval=replace(comparison.interval, method="moved"))


def separate_areas_compared(sides: Sides, kind: str) -> Comparison:
    """An area of both sides, each of which has its own cases with scores; nothing is cached."""
    assert sides.score is not None
    assert sides.scored is not None
    first, second = (AREAS[kind](Ranked.of(*own)) for own in zip(sides.score, sides.scored, strict=True))
    return separate_areas(first, second, sides.scored, math.nan)


def counts_and_scores(data: Data, sides: Sides, side: int) -> tuple[Counts | None, ScoreTable | None]:
    """The counts and the scores of one side by itself, as other questions have them; None where they are not known."""
    model = data.models.get(sides.names[side])
    if sides.has_all_cases and model is not None:
        return model.counts, model.table
    scores = None
    if sides.score is not None and sides.scored is not None:
        score, cases = sides.score[side], sides.scored[side]
        scores = ScoreTable.of(score, cases.positive, True, cases.weight, _design(score, cases))
    return None if sides.tables is None else sides.tables[side], scores


@dataclass(frozen=True, eq=False)
class Disagreement:
    """The cases that both sides have: which of them they predict differently, and on which the first is right."""

    differ: NDArray[np.bool_]
    first_is_right: NDArray[np.bool_]


def disagreement_of(sides: Sides) -> Disagreement | None:
    """Where both sides predict the same cases differently; None where each has its own cases."""
    if sides.called is None or sides.scored is None:
        return None
    first, second = sides.called
    return Disagreement(first != second, first == sides.scored[0].positive)
