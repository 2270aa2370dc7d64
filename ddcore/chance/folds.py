"""How steady is a score? The normalised score at every cutoff on each part of the data, the cutoff that is best for all
parts together, and how the score varies there (Burger & Meertens, section 4).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ddcore.chance import guessing
from ddcore.chance.verdict import whole_classes
from ddcore.counts import Cells, Counts
from ddcore.errors import InputError
from ddcore.measures import Measure, measure
from ddcore.table import ScoreTable

Array = NDArray[np.float64]

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


def of_folds(name: str | Measure, folds: Mapping[str, ScoreTable], guess: str | float) -> CommonCutoff:
    """The measure on each fold, at the cutoffs of all of them; each is compared with a guesser on its own classes.

    Raises `InputError` "there must be two folds or more, got 1".
    """
    if len(folds) < 2:
        raise InputError(f"there must be two folds or more, got {len(folds)}")
    scores = np.unique(np.concatenate([table.score for table in folds.values()]))
    cutoff, thinned = _cutoffs(scores, MOST_CUTOFFS)
    row = measure(name)
    found = {}
    for part, table in folds.items():
        counts = table.at(cutoff)
        found[part] = _normalised(row, counts, *_classes(table), guess)
    common = _common(row, found, cutoff, thinned)
    return replace(common, unseen=_on_other_folds(common.normalised))


def of_resamples(
    name: str | Measure,
    table: ScoreTable,
    guess: str | float,
    resamples: int = RESAMPLES,
    *,
    rng: np.random.Generator,
) -> CommonCutoff:
    """The measure on bootstrap resamples in which each class keeps its size (stratified; Efron 1979).

    Only how many cases of a class lie between two cutoffs matters, and these numbers are multinomial; so a resample
    costs as much as there are cutoffs, however many cases there are. Raises `InputError` for weighted cases.
    """
    if table.weighted:
        raise InputError("weighted cases are not resampled; choose a file without weights, or with a column of folds")
    row = measure(name)
    cutoff, thinned = _cutoffs(table.score, MOST_RESAMPLED)
    at = table.at(cutoff)
    tp, fp = (_resampled(called, resamples, rng) for called in (at.tp, at.fp))
    P, N = float(table.positives.sum()), float(table.negatives.sum())
    values = _normalised(row, Cells(tp=tp, fp=fp, fn=P - tp, tn=N - fp), *_classes(table), guess)
    found = {f"resample {k + 1}": one for k, one in enumerate(values)}
    common = _common(row, found, cutoff, thinned)
    return replace(common, unseen=_on_other_cases(row, at, _classes(table), guess, rng))


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


def _on_other_cases(
    row: Measure, at: Counts, classes: tuple[int, int], guess: str | float, rng: np.random.Generator
) -> float:
    """The value of thirds of the cases, each at the cutoff that is best for resamples of the others.

    The thirds of a deal are counted together, so that both classes keep their size (Forman & Scholz 2010).
    """
    every = [np.asarray(called) for called in (at.tp, at.fp)]
    sizes = [float(called[0]) for called in every]
    sums = np.zeros(2)
    for _ in range(DEALS):
        parts = [_dealt(called, rng) for called in every]
        for held in zip(*parts, strict=True):
            rest = [called - mine for called, mine in zip(every, held, strict=True)]
            drawn = [_resampled(called, FEW_RESAMPLES, rng) for called in rest]
            tp, fp = (
                called * (size / float(others[0]) if others[0] else 0.0)
                for called, size, others in zip(drawn, sizes, rest, strict=True)
            )
            mean = _normalised(row, Cells(tp=tp, fp=fp, fn=sizes[0] - tp, tn=sizes[1] - fp), *classes, guess).mean(0)
            if np.isnan(mean).all():
                return math.nan
            best = _highest(mean)
            sums += [float(called[best]) / DEALS for called in held]
    tp, fp = (np.array([one]) for one in sums)
    return float(_normalised(row, Cells(tp=tp, fp=fp, fn=sizes[0] - tp, tn=sizes[1] - fp), *classes, guess)[0])


def _dealt(called: NDArray[np.int64], rng: np.random.Generator) -> list[NDArray[np.int64]]:
    """Cases of one class called positive at each cutoff in each third of them; `called` falls from all to 0."""
    rest, parts = np.append(-np.diff(called), 0), []
    total = int(called[0])
    for third in range(1, THIRDS):
        parts.append(rng.multivariate_hypergeometric(rest, (total + third) // THIRDS, method="marginals"))
        rest = rest - parts[-1]
    return [np.cumsum(part[::-1])[::-1] for part in (*parts, rest)]


def _highest(mean: Array) -> int:
    """The place of the highest mean, the lowest cutoff of several; means that differ in last digits are as good."""
    return int(np.argmax(mean >= np.nanmax(mean) - 1e-12))


def _cutoffs(score: Array, most: int) -> tuple[Array, bool]:
    thinned = score.size > most
    kept = score[np.linspace(0, score.size - 1, most).astype(int)] if thinned else score
    return np.append(kept, np.inf), thinned


def _classes(table: ScoreTable) -> tuple[int, int]:
    positives = float(table.positives.sum())
    return whole_classes(positives + float(table.negatives.sum()), positives)


def _resampled(called: NDArray[np.int64], resamples: int, rng: np.random.Generator) -> Array:
    """Cases called positive at each cutoff in each resample of one class; `called` falls from all of them to 0."""
    cases = int(called[0])
    if not cases:
        return np.zeros((resamples, called.size))
    between = np.append(-np.diff(called), 0) / cases
    drawn = rng.multinomial(cases, between, size=resamples)
    return np.cumsum(drawn[:, ::-1], axis=1)[:, ::-1].astype(np.float64)


def _normalised(row: Measure, cells: Cells, M: int, P: int, guess: str | float) -> Array:
    guessed = guessing.expectation(row, M, P, guess)
    return guessing.min_max(row(cells), guessed, row.ideal(M, P))


def _common(row: Measure, found: Mapping[str, Array], cutoff: Array, thinned: bool) -> CommonCutoff:
    usable = {part: one for part, one in found.items() if not np.isnan(one).all()}
    left_out = tuple(part for part in found if part not in usable)
    table = np.array(list(usable.values())).reshape(len(usable), cutoff.size)
    mean = table.mean(axis=0) if usable else np.full(cutoff.size, np.nan)
    best = None if np.isnan(mean).all() else _highest(mean)
    return CommonCutoff(row, tuple(usable), cutoff, table, mean, best, left_out, thinned)
