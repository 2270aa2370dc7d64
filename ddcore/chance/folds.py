"""How steady is a score? The normalised score at every cutoff on each part of the data, the cutoff that is best for all
parts together, and how the score varies there (Burger & Meertens, section 4).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.chance import guessing
from ddcore.chance.verdict import classes_of_draw
from ddcore.counts import EQUAL, Cells
from ddcore.errors import InputError
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named
from ddcore.table import ScoreTable

MOST_CUTOFFS = 20_000
MOST_RESAMPLED = 2_000
"""More distinct scores than these are tried as cutoffs at even ranks only, for folds and for resamples."""
RESAMPLES = 200


@dataclass(frozen=True, eq=False)
class CommonCutoff:
    """The normalised score of a measure on parts of the data: element (k, i) belongs to parts[k] and cutoff[i].

    Cutoffs ascend; at the last, +inf, nothing is called positive. `mean` is NaN at a cutoff where a part has no value.
    `best` is the place of the highest mean, the lowest such cutoff if there are several, None if there is no mean.
    `left_out` are parts without a value at any cutoff, such as those of one class. `thinned` says that the scores are
    too many to try all of them, and that the cutoffs are at even ranks. `unseen` is the mean where the cutoff is chosen
    without the part that it is judged on; NaN if there is none.
    """

    measure: Measure
    parts: tuple[str, ...]
    cutoff: Array
    normalised: Array
    mean: Array
    best: int | None
    left_out: tuple[str, ...]
    thinned: bool
    unseen: float = math.nan

    @property
    def at_best(self) -> Array:
        """The normalised score of each part at the best common cutoff; empty if there is none."""
        return self.normalised[:, self.best] if self.best is not None else np.array([])


def of_folds(measure: str | Measure, folds: Mapping[str, ScoreTable], guess: str | float) -> CommonCutoff:
    """The measure on each fold, at the cutoffs of all of them; each is compared with a guesser on its own classes.

    Weighted cases are held against a guesser on very many with as large a share of positives, see
    `verdict.classes_of_draw`; a measure in numbers of cases has no value for them. Raises `InputError` "there must be
    two folds or more, got 1".

    >>> table = ScoreTable.of([0.1, 0.4, 0.6, 0.8], [0, 1, 0, 1])
    >>> common = of_folds("ACC", {"first": table, "second": table}, "half")
    >>> common.cutoff.tolist(), common.mean.tolist(), common.best
    ([0.1, 0.4, 0.6, 0.8, inf], [0.0, 0.5, 0.0, 0.5, 0.0], 1)
    """
    if len(folds) < 2:
        raise InputError(f"there must be two folds or more, got {len(folds)}")
    folds = {part: table.unweighted() for part, table in folds.items()}
    scores = np.unique(np.concatenate([table.score for table in folds.values()]))
    cutoff, thinned = _cutoffs(scores, MOST_CUTOFFS)
    measure = measure_named(measure)
    normalised = {
        part: _normalised(measure, table.at(cutoff), *classes_of_draw(table.at(-math.inf)), guess)
        for part, table in folds.items()
    }
    common = _common(measure, normalised, cutoff, thinned)
    return replace(common, unseen=_on_other_folds(common.normalised))


def of_resamples(
    measure: str | Measure,
    table: ScoreTable,
    guess: str | float,
    resamples: int = RESAMPLES,
    *,
    rng: np.random.Generator,
) -> CommonCutoff:
    """The measure on bootstrap resamples in which each class keeps its size (stratified; Efron 1979).

    Only how many cases of a class lie between two cutoffs matters, and these numbers are multinomial; so a resample
    costs as much as there are cutoffs, however many cases there are. Weighted cases are drawn one by one, with their
    weights, and each class brought to its sum of them. Raises `InputError` where of weights only the sums are known.

    >>> table = ScoreTable.of([0.1, 0.4, 0.6, 0.8], [0, 1, 0, 1])
    >>> of_resamples("ACC", table, "half", resamples=50, rng=np.random.default_rng(1)).normalised.shape
    (50, 5)
    """
    table = table.unweighted()
    measure = measure_named(measure)
    cutoff, thinned = _cutoffs(table.score, MOST_RESAMPLED)
    every = _weighted(table, cutoff) if table.weighted else _whole(table, cutoff)
    tp, fp = (cases.resampled(resamples, rng) for cases in every)
    P, N = (float(cases.called[0]) for cases in every)
    sizes = classes_of_draw(table.at(-math.inf))
    values = _normalised(measure, Cells(tp=tp, fp=fp, fn=P - tp, tn=N - fp), *sizes, guess)
    common = _common(measure, {f"resample {k + 1}": value for k, value in enumerate(values)}, cutoff, thinned)
    return replace(common, unseen=_on_other_cases(measure, every, *sizes, guess, rng))


def _on_other_folds(normalised: Array) -> float:
    """The mean over the folds, each at the cutoff that is best for the others; NaN with one fold that has a value."""
    values = []
    for k in range(len(normalised) if len(normalised) > 1 else 0):
        mean = np.delete(normalised, k, axis=0).mean(axis=0)
        if not np.isnan(mean).all():
            values.append(normalised[k, _highest(mean)])
    known = [value for value in values if not math.isnan(value)]
    return float(np.mean(known)) if known else math.nan


THIRDS = 3
DEALS = 5
FEW_RESAMPLES = 10


@dataclass(frozen=True, eq=False)
class Whole:
    """Cases of one class that count one each: how many are called positive at each cutoff, from all down to 0."""

    called: NDArray[np.int64]

    def resampled(self, resamples: int, rng: np.random.Generator) -> Array:
        """Cases called positive at each cutoff in each resample."""
        cases = int(self.called[0])
        if not cases:
            return np.zeros((resamples, self.called.size))
        return _from_top(rng.multinomial(cases, self._between / cases, size=resamples)).astype(np.float64)

    def dealt(self, rng: np.random.Generator) -> list[tuple["Whole", "Whole"]]:
        """Thirds of the cases, each with the cases of the other two."""
        rest, parts, cases = self._between, [], int(self.called[0])
        for third in range(1, THIRDS):
            parts.append(rng.multivariate_hypergeometric(rest, (cases + third) // THIRDS, method="marginals"))
            rest = rest - parts[-1]
        held = [_from_top(part) for part in (*parts, rest)]
        return [(Whole(mine), Whole(self.called - mine)) for mine in held]

    @property
    def _between(self) -> NDArray[np.int64]:
        return np.append(-np.diff(self.called), 0)


@dataclass(frozen=True, eq=False)
class Weighted:
    """The same of weighted cases: `place` is the highest of so many `cutoffs` at which each is called positive."""

    place: NDArray[np.intp]
    weight: Array
    cutoffs: int

    @property
    def called(self) -> Array:
        """The weight that is called positive at each cutoff."""
        return _from_top(np.bincount(self.place, self.weight, self.cutoffs).astype(np.float64))

    def resampled(self, resamples: int, rng: np.random.Generator) -> Array:
        """The weight called positive at each cutoff in each resample, in all that of the class."""
        drawn, cases = np.zeros((resamples, self.cutoffs)), self.place.size
        if not cases:
            return drawn
        for k in range(resamples):
            drawn[k] = self.only(rng.integers(cases, size=cases)).called
        # Divided first, so that all of the class stays all of it.
        return np.asarray(drawn / drawn[:, :1] * self.called[0])

    def dealt(self, rng: np.random.Generator) -> list[tuple["Weighted", "Weighted"]]:
        """Thirds of the cases, each with the cases of the other two."""
        third = rng.permutation(self.place.size) % THIRDS
        return [(self.only(third == k), self.only(third != k)) for k in range(THIRDS)]

    def only(self, cases: NDArray[Any]) -> "Weighted":
        """Some of the cases, by their numbers or a mask."""
        return Weighted(self.place[cases], self.weight[cases], self.cutoffs)


def _whole(table: ScoreTable, cutoff: Array) -> tuple[Whole, Whole]:
    at = table.at(cutoff)
    return Whole(at.tp), Whole(at.fp)


def _weighted(table: ScoreTable, cutoff: Array) -> tuple[Weighted, Weighted]:
    score, true, weight = table.cases()
    place = np.searchsorted(cutoff, score, side="right") - 1
    return Weighted(place[true], weight[true], cutoff.size), Weighted(place[~true], weight[~true], cutoff.size)


def _from_top(between: NDArray[Any]) -> NDArray[Any]:
    """Sums from each cutoff on, of what lies from each cutoff to the next."""
    return np.cumsum(between[..., ::-1], axis=-1)[..., ::-1]


def _on_other_cases(
    measure: Measure,
    every: tuple[Whole, Whole] | tuple[Weighted, Weighted],
    M: int,
    P: int,
    guess: str | float,
    rng: np.random.Generator,
) -> float:
    """The value of thirds of the cases, each at the cutoff that is best for resamples of the others.

    The thirds of a deal are counted together, so that both classes keep their size (Forman & Scholz 2010).
    """
    sizes = [float(cases.called[0]) for cases in every]
    sums = np.zeros(2)
    for _ in range(DEALS):
        for parts in zip(*(cases.dealt(rng) for cases in every), strict=True):
            drawn = [rest.resampled(FEW_RESAMPLES, rng) for _, rest in parts]
            tp, fp = (
                called / called[0, 0] * size if called[0, 0] else called
                for called, size in zip(drawn, sizes, strict=True)
            )
            mean = _normalised(measure, Cells(tp=tp, fp=fp, fn=sizes[0] - tp, tn=sizes[1] - fp), M, P, guess).mean(0)
            if np.isnan(mean).all():
                return math.nan
            best = _highest(mean)
            sums += [float(held.called[best]) / DEALS for held, _ in parts]
    tp, fp = (np.array([cases]) for cases in sums)
    return float(_normalised(measure, Cells(tp=tp, fp=fp, fn=sizes[0] - tp, tn=sizes[1] - fp), M, P, guess)[0])


def _highest(mean: Array) -> int:
    """The place of the highest mean, the lowest cutoff of several; means that differ in last digits are as good."""
    return int(np.argmax(mean >= np.nanmax(mean) - 1e-12))


def _cutoffs(score: Array, most: int) -> tuple[Array, bool]:
    thinned = score.size > most
    kept = score[np.linspace(0, score.size - 1, most).astype(int)] if thinned else score
    return np.append(kept, np.inf), thinned


def _normalised(measure: Measure, cells: Cells, M: int, P: int, guess: str | float) -> Array:
    if measure.grows and not np.allclose(cells.total, M, rtol=EQUAL, atol=0):
        return np.full(np.shape(cells.tp), math.nan)
    guessed = guessing.expectation(measure, M, P, guess)
    return guessing.min_max(measure(cells), guessed, measure.ideal(M, P))


def _common(measure: Measure, normalised: Mapping[str, Array], cutoff: Array, thinned: bool) -> CommonCutoff:
    usable = {part: values for part, values in normalised.items() if not np.isnan(values).all()}
    left_out = tuple(part for part in normalised if part not in usable)
    table = np.array(list(usable.values())).reshape(len(usable), cutoff.size)
    mean = table.mean(axis=0) if usable else np.full(cutoff.size, np.nan)
    best = None if np.isnan(mean).all() else _highest(mean)
    return CommonCutoff(measure, tuple(usable), cutoff, table, mean, best, left_out, thinned)
