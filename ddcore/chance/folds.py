"""How steady is a score? The normalised score at every threshold on each fold or resample of the data, the
threshold that is best for all of them together, and how the score varies there (Burger & Meertens, section 4).
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ddcore.arrays import Array
from ddcore.chance import guessing
from ddcore.chance.verdict import classes_of_draw
from ddcore.counts import EQUAL, Cells
from ddcore.errors import InputError
from ddcore.interval import tails
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named
from ddcore.resampling.bootstrap import BinnedCases, binned_by_class
from ddcore.resampling.cross_validation import PARTS
from ddcore.table import ScoreTable

MOST_THRESHOLDS = 20_000
MOST_RESAMPLED = 2_000
"""More distinct scores than these are tried as thresholds at even ranks only, for folds and for resamples."""
RESAMPLES = 200
STREAM = 50
"""Resamples that share a stream of random numbers."""
FEW = 25
"""Folds or resamples that are shown and told one by one."""
AT_ONCE = 10
"""Resamples at once: what a measure keeps on the way then stays in the processor's own memory."""


@dataclass(frozen=True, eq=False)
class CommonThreshold:
    """The normalised score of a measure on folds or resamples: element (k, i) belongs to parts[k] and threshold[i].

    Thresholds ascend; at the last, +inf, nothing is predicted positive. `mean` is NaN at a threshold where a fold has
    none. `best` is the place of the highest mean, the lowest such threshold if there are several, None if there is no
    mean. `left_out` are folds without a value at any threshold, such as those of one class. `thinned` says that the
    scores are too many to try all of them, and that the thresholds are at even ranks. `unseen` is the mean where the
    threshold is chosen without the fold that it is judged on; NaN if there is none. `kind` is "folds", "runs" or
    "resamples".

    >>> first, second = ScoreTable.of([1, 2, 3], [0, 1, 1]), ScoreTable.of([1, 2, 3], [0, 0, 1])
    >>> common = of_folds("ACC", {"first": first, "second": second}, "half")
    >>> common.threshold[common.best], common.at_best.tolist(), common.unseen
    (np.float64(2.0), [1.0, 0.33333333333333326], 0.3333333333333333)
    """

    measure: Measure
    parts: tuple[str, ...]
    threshold: Array
    normalised: Array
    mean: Array
    best: int | None
    left_out: tuple[str, ...]
    thinned: bool
    unseen: float = math.nan
    kind: str = "folds"

    @property
    def at_best(self) -> Array:
        """The normalised score of each fold or resample at the best common threshold; empty if there is none."""
        return self.normalised[:, self.best] if self.best is not None else np.array([])

    def middle(self, level: float | None = None) -> tuple[Array, Array]:
        """The ends of the middle of the folds or resamples at each threshold; NaN where one has no value."""
        low, high = np.quantile(self.normalised, tails(level), axis=0)
        return low, high

    @property
    def span(self) -> tuple[float, float]:
        """Its lowest and its highest; of more than `FEW` parts where the middle lies, at the level in force."""
        few = self.at_best.size <= FEW
        low, high = (self.at_best.min(), self.at_best.max()) if few else np.quantile(self.at_best, tails())
        return float(low), float(high)


def of_folds(measure: str | Measure, folds: Mapping[str, ScoreTable], guess: str | float) -> CommonThreshold:
    """The measure on each fold, at the thresholds of all of them; each is compared with a guesser on its own classes.

    Weighted cases are held against a guesser on very many with as large a share of positives, see
    `verdict.classes_of_draw`; a measure in numbers of cases has no value for them. Raises `InputError` "there must be
    two folds or more, got 1".

    >>> table = ScoreTable.of([0.1, 0.4, 0.6, 0.8], [0, 1, 0, 1])
    >>> common = of_folds("ACC", {"first": table, "second": table}, "half")
    >>> common.threshold.tolist(), common.mean.tolist(), common.best
    ([0.1, 0.4, 0.6, 0.8, inf], [0.0, 0.5, 0.0, 0.5, 0.0], 1)
    """
    if len(folds) < 2:
        raise InputError(f"there must be two folds or more, got {len(folds)}")
    folds = {part: table.unweighted() for part, table in folds.items()}
    scores = np.unique(np.concatenate([table.score for table in folds.values()]))
    threshold, thinned = _thresholds(scores, MOST_THRESHOLDS)
    measure = measure_named(measure)
    normalised = {
        part: _normaliser(measure, *classes_of_draw(table.at(-math.inf)), guess)(table.at(threshold))
        for part, table in folds.items()
    }
    common = _common(measure, normalised, threshold, thinned)
    return replace(common, unseen=_on_other_folds(common.normalised))


def of_resamples(
    measure: str | Measure,
    table: ScoreTable,
    guess: str | float,
    resamples: int = RESAMPLES,
    *,
    rng: np.random.Generator,
    fewer: CommonThreshold | None = None,
) -> CommonThreshold:
    """The measure on bootstrap resamples in which each class keeps its size (stratified; Efron 1979).

    Only how many cases of a class lie between two thresholds matters, and these numbers are multinomial; so a resample
    costs as much as there are thresholds, however many cases there are. Weighted cases are drawn one by one, with their
    weights, and each class brought to its sum of them. More resamples of one seed begin with the same ones: those of
    `fewer`, if given, are not drawn again. Raises `InputError` where of weights only the sums are known.

    >>> table = ScoreTable.of([0.1, 0.4, 0.6, 0.8], [0, 1, 0, 1])
    >>> of_resamples("ACC", table, "half", resamples=50, rng=np.random.default_rng(1)).normalised.shape
    (50, 5)
    """
    table = table.unweighted()
    measure = measure_named(measure)
    threshold, thinned = _thresholds(table.score, MOST_RESAMPLED)
    every = binned_by_class(table, threshold)
    normalised = _normaliser(measure, *classes_of_draw(table.at(-math.inf)), guess)
    held_out, *streams = rng.spawn(1 + math.ceil(resamples / STREAM))
    done = 0 if fewer is None or fewer.left_out else len(fewer.normalised) // STREAM
    values = [] if fewer is None else [fewer.normalised[: done * STREAM]]
    for stream in streams[done:]:
        drawn = [cases.resampled(STREAM, rng=stream) for cases in every]
        values += [
            normalised(_cells(*(tally[start : start + AT_ONCE] for tally in drawn)))
            for start in range(0, STREAM, AT_ONCE)
        ]
    parts = np.concatenate(values)[:resamples]
    common = _common(measure, {f"resample {k + 1}": value for k, value in enumerate(parts)}, threshold, thinned)
    unseen = _on_other_cases(normalised, every, held_out) if fewer is None else fewer.unseen
    return replace(common, unseen=unseen, kind="resamples")


def _on_other_folds(normalised: Array) -> float:
    """The mean over the folds, each at the threshold that is best for the others; NaN with only one fold."""
    values = []
    for k in range(len(normalised) if len(normalised) > 1 else 0):
        mean = np.delete(normalised, k, axis=0).mean(axis=0)
        if not np.isnan(mean).all():
            values.append(normalised[k, _highest(mean)])
    known = [value for value in values if not math.isnan(value)]
    return float(np.mean(known)) if known else math.nan


DEALS = 5
FEW_RESAMPLES = 10


def _cells(positives: Array, negatives: Array) -> Cells:
    """Counts at each threshold, from the cases between each threshold and the next along the last axis."""
    tp, fp = (np.cumsum(between[..., ::-1], axis=-1)[..., ::-1] for between in (positives, negatives))
    return Cells(tp=tp, fp=fp, fn=tp[..., :1] - tp, tn=fp[..., :1] - fp)


def _on_other_cases(
    normalised: Callable[[Cells], Array], every: tuple[BinnedCases, BinnedCases], rng: np.random.Generator
) -> float:
    """The value of folds of the cases, each at the threshold that is best for resamples of the others.

    The folds of a deal are counted together, so that both classes keep their size (Forman & Scholz 2010).
    """
    called, sizes = np.zeros(2), [float(cases.counted.sum()) for cases in every]
    for _ in range(DEALS):
        for folds in zip(*(cases.dealt(PARTS, rng=rng) for cases in every), strict=True):
            drawn = [
                others.resampled(FEW_RESAMPLES, rng=rng) * (size / (float(others.counted.sum()) or 1.0))
                for (_, others), size in zip(folds, sizes, strict=True)
            ]
            mean = normalised(_cells(*drawn)).mean(axis=0)
            if np.isnan(mean).all():
                return math.nan
            best = _highest(mean)
            called += [float(own.counted[best:].sum()) / DEALS for own, _ in folds]
    tp, fp = (np.array([count]) for count in called)
    return float(normalised(Cells(tp=tp, fp=fp, fn=sizes[0] - tp, tn=sizes[1] - fp))[0])


def _highest(mean: Array) -> int:
    """The place of the highest mean, the lowest threshold of several; means that differ in last digits are as good."""
    return int(np.argmax(mean >= np.nanmax(mean) - 1e-12))


def _thresholds(score: Array, most: int) -> tuple[Array, bool]:
    thinned = score.size > most
    kept = score[np.linspace(0, score.size - 1, most).astype(int)] if thinned else score
    return np.append(kept, np.inf), thinned


def _normaliser(measure: Measure, M: int, P: int, guess: str | float) -> Callable[[Cells], Array]:
    """The measure on counts, 0 for a guesser and 1 for perfect predictions."""
    guessed, perfect = guessing.expectation(measure, M, P, guess), measure.ideal(M, P)

    def normalised(cells: Cells) -> Array:
        if measure.grows and not np.allclose(cells.total, M, rtol=EQUAL, atol=0):
            return np.full(np.shape(cells.tp), math.nan)
        return guessing.min_max(measure(cells), guessed, perfect)

    return normalised


def _common(measure: Measure, normalised: Mapping[str, Array], threshold: Array, thinned: bool) -> CommonThreshold:
    usable = {part: values for part, values in normalised.items() if not np.isnan(values).all()}
    left_out = tuple(part for part in normalised if part not in usable)
    table = np.array(list(usable.values())).reshape(len(usable), threshold.size)
    mean = table.mean(axis=0) if usable else np.full(threshold.size, np.nan)
    best = None if np.isnan(mean).all() else _highest(mean)
    return CommonThreshold(measure, tuple(usable), threshold, table, mean, best, left_out, thinned)
