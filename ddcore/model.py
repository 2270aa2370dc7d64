"""What one model predicted, whole and by groups of cases."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.arrays import Array, added
from ddcore.counts import Cells, Counts
from ddcore.decisions.amounts import Amounts, ScoredCases
from ddcore.decisions.class_probabilities import ClassProbabilities
from ddcore.errors import InputError
from ddcore.records.clusters import Design, design_effects
from ddcore.resampling.cross_validation import EqualCases
from ddcore.table import ScoreTable

NO_SCORES = "the model has labels without scores, so it has no threshold to move; choose a model with scores"


@dataclass(frozen=True, eq=False)
class Model:
    """What one model predicted: `table` has its scores (None if it gave labels only), `counts` those in force.

    `threshold` is the one in force: a case is predicted positive if score >= threshold; None without scores. `groups`
    and `folds` hold the same for each group and each fold, in order of their names, at the same threshold. `moments`
    holds the same twice more where there are amounts, each case counted as its amount and as the square of it; both in
    parts of `scale`, a power of two above the amounts. `scored` has the cases one by one where there are scores and
    amounts. `run_of` is the model that this is one run of, empty where there are no runs. `classes` has
    the probabilities of all classes where there are more than two and the model gave them. `clusters` is how many
    clusters its cases stand in, 0 where they are independent, and `design` what these do to the cases of each class.
    """

    table: ScoreTable | None
    threshold: float | None
    counts: Counts
    groups: "Grouped" = field(default_factory=lambda: NO_GROUPS)
    folds: Mapping[str, "Model"] = field(default_factory=dict)
    moments: tuple["Model", ...] = ()
    scale: float = 1.0
    scored: ScoredCases | None = None
    run_of: str = ""
    classes: ClassProbabilities | None = None
    clusters: int = 0
    design: Design | None = None

    @classmethod
    def of(
        cls,
        value: NDArray[Any],
        true: NDArray[np.bool_],
        weight: Array | None = None,
        threshold: float | None = None,
        cluster: NDArray[np.int64] | None = None,
        design: Design | None = None,
        times: NDArray[np.int64] | None = None,
        *,
        squares: Array | None = None,
        highest: Array | None = None,
    ) -> "Model":
        """The model of some cases: `value` has their scores, cut at the threshold, or whether they are called positive.

        Cases of one `cluster` have its number; cases that are part of others may have the `design` effects of these.
        Where each element stands for as many cases as `times` says, which have no clusters, `weight` is the sum of
        their weights, `squares` that of the squared weights, `value` the lowest of their scores and `highest` the
        highest, None where all are the same.

        >>> Model.of(np.array([True, False]), np.array([True, True])).counts
        Counts(tp=1, fp=0, fn=1, tn=0)
        """
        if cluster is not None:
            design = design_effects(value, true, cluster, weight)
        if value.dtype == np.bool_:
            table = None
            if times is None:
                counts = Counts.of_labels(true, value, True, weight, design)
            else:
                counts = _of_many(value, true, times if weight is None else weight, squares)
                counts = counts if design is None else counts.in_clusters(design)
        else:
            if times is None:
                table = ScoreTable.of(value, true, True, weight, design)
            else:
                tally = times if weight is None else weight
                pair = None if squares is None else (true * squares, ~true * squares)
                table = ScoreTable.summed(value, true * tally, ~true * tally, squares=pair, highest=highest)
                table = table if design is None else table.in_clusters(design)
            counts = table.at(np.inf if threshold is None else threshold)
        clusters = 0 if cluster is None or design is None else int(np.unique(cluster).size)
        return cls(table, None if table is None else threshold, counts, clusters=clusters, design=design)

    @property
    def amounts(self) -> Amounts | None:
        """Cases, their amounts and the squares in each cell, at the threshold in force; None without amounts."""
        if not self.moments:
            return None
        sums, squares = (
            moment.counts.map(lambda cell, power=power: cell * self.scale**power)
            for power, moment in enumerate(self.moments, start=1)
        )
        return Amounts(self.counts, sums, squares)

    def at(self, threshold: ArrayLike) -> Counts:
        """Counts when a case is predicted positive from `threshold` on; shaped like threshold.

        Raises `InputError` "the model has labels without scores, so it has no threshold to move; choose a model
        with scores".

        >>> table = ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])
        >>> Model(table, 0.5, table.at(0.5)).at([0.0, 0.4]).fp.tolist()
        [1, 0]
        """
        if self.table is None:
            raise InputError(NO_SCORES)
        return self.table.at(threshold)

    def cut(self, threshold: float | None) -> "Model":
        """The model, with its groups and folds, at another threshold; labels, which have none, stay.

        >>> table = ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])
        >>> Model(table, 0.5, table.at(0.5)).cut(0.4).counts
        Counts(tp=2, fp=0, fn=0, tn=1)
        """
        if self.table is None or threshold is None:
            return self
        return replace(
            self,
            threshold=threshold,
            counts=self.at(threshold),
            groups=self.groups.cut(threshold),
            folds={name: part.cut(threshold) for name, part in self.folds.items()},
            moments=tuple(part.cut(threshold) for part in self.moments),
        )

    def reweighted(self, table: ScoreTable | None, positive: float, negative: float) -> "Model":
        """The model with the weight of each class multiplied by a factor; `table` has its scores so; no groups.

        >>> table = ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])
        >>> Model(table, 0.5, table.at(0.5)).reweighted(table.reweighted(0.5, 2.0), 0.5, 2.0).counts.tp.item()
        0.5
        """
        moments = tuple(
            moment.reweighted(
                None if moment.table is None else moment.table.reweighted(positive, negative), positive, negative
            )
            for moment in self.moments
        )
        scored = self.scored
        if scored is not None:
            weight = scored.weight * np.where(scored.positive, positive, negative)
            scored = replace(scored, weight=weight)
        counts = self.counts.reweighted(positive, negative)
        return Model(
            table,
            self.threshold,
            counts,
            moments=moments,
            scale=self.scale,
            scored=scored,
            run_of=self.run_of,
            clusters=self.clusters,
            design=self.design,
        )

    def part(self, cases: int, *, rng: np.random.Generator) -> "Model":
        """The scores of so many of the cases, each class with its share, at the same threshold; no groups nor amounts.

        Raises `InputError` as `at` does, and "the cases are weighted, and only the sums of their weights are known".

        >>> table = ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 1, 0, 1])
        >>> Model(table, 0.4, table.at(0.4)).part(2, rng=np.random.default_rng(1)).counts.positives
        np.int64(1)
        """
        if self.table is None:
            raise InputError(NO_SCORES)
        equal = EqualCases.of(self.table)
        share = cases / sum(int(times.sum()) for times in equal.times)
        table = equal.counted([drawn(times, share, rng) for times in equal.times])
        counts = table.at(np.inf if self.threshold is None else self.threshold)
        return Model(table, self.threshold, counts, clusters=self.clusters, design=self.design)


@dataclass(frozen=True, eq=False)
class Grouped(Mapping[str, Model]):
    """The model on each group of cases by its name, in their order; each is counted when it is looked up.

    The cases of group i are `value`, `true` and, where they have any, `weight` from `starts[i]` to `starts[i + 1]`;
    where `times` is there, each of them as often, see `Model.of`.

    >>> two = Grouped(("a", "b"), np.array([0, 2, 3]), np.array([0.2, 0.9, 0.4]), np.array([False, True, True]))
    >>> {name: int(part.counts.tp) for name, part in two.cut(0.5).items()}
    {'a': 1, 'b': 0}
    """

    names: tuple[str, ...]
    starts: NDArray[np.int64]
    value: NDArray[Any]
    true: NDArray[np.bool_]
    weight: Array | None = None
    threshold: float | None = None
    design: Design | None = None
    times: NDArray[np.int64] | None = None
    squares: Array | None = None
    highest: Array | None = None

    def __getitem__(self, name: str) -> Model:
        if name not in self.names:
            raise KeyError(name)
        place = self.names.index(name)
        cases = slice(*self.starts[place : place + 2])
        columns: tuple[NDArray[Any] | None, ...] = (self.weight, self.times, self.squares, self.highest)
        weight, times, squares, highest = (None if each is None else each[cases] for each in columns)
        value, true = self.value[cases], self.true[cases]
        return Model.of(
            value, true, weight, self.threshold, design=self.design, times=times, squares=squares, highest=highest
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def cut(self, threshold: float | None) -> "Grouped":
        """The groups at another threshold."""
        return replace(self, threshold=threshold)


NO_GROUPS: Grouped = Grouped((), np.zeros(1, np.int64), np.empty(0), np.empty(0, np.bool_))
"""No groups."""


def _of_many(called: NDArray[np.bool_], true: NDArray[np.bool_], tally: NDArray[Any], squares: Array | None) -> Counts:
    """The counts of labels that each stand for many cases, or for the sum of their weights."""
    cells = {"tp": true & called, "fp": ~true & called, "fn": true & ~called, "tn": ~true & ~called}
    known = None
    if tally.dtype.kind == "f":
        known = Cells(**{cell: math.nan if squares is None else _sum(squares[own]) for cell, own in cells.items()})
    return Counts(**{cell: _sum(tally[own]) for cell, own in cells.items()}, squares=known)


def _sum(tally: NDArray[Any]) -> Any:
    """The sum, of weights rounded once."""
    if tally.dtype.kind != "f":
        return tally.sum()
    return added(tally, np.zeros(tally.size, np.intp), 1)[0]


def drawn(tally: NDArray[np.int64], share: float, rng: np.random.Generator) -> NDArray[np.int64]:
    """How many of the cases of each element are in a share of them, drawn without replacement; at most all of them.

    >>> int(drawn(np.array([3, 0, 5]), 0.5, np.random.default_rng(1)).sum())
    4
    """
    reached = np.cumsum(tally)
    total = int(tally.sum())
    # In order they are found four times faster.
    places = np.sort(rng.choice(total, min(round(share * total), total), replace=False, shuffle=False))
    return np.bincount(np.searchsorted(reached, places, side="right"), minlength=tally.size)
