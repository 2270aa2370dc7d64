"""A score on every scale side by side: raw, beyond chance, beyond a guesser, and in balanced classes."""

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ddcore.chance import guessing
from ddcore.chance.balance import balanced, rebalance
from ddcore.chance.dutch_draw import baseline
from ddcore.chance.rescale import beyond, rescale
from ddcore.chance.significance import Region, unweighted
from ddcore.chance.verdict import classes_of_draw
from ddcore.counts import Counts
from ddcore.measures import Measure, counted
from ddcore.measures import measure as measure_named

Ends = tuple[float, float]


@dataclass(frozen=True)
class Scaled:
    """One measure of one model; NaN where a scale has no value.

    `score` is raw, `beyond` on the scale from chance to perfect, `rescaled` on that of van de Bijl et al. (2024), which
    differs below chance, `normalised` on that of the guesser, `balanced` the score at the prevalence asked for.
    `chance` is the Dutch Draw baseline, `ideal` and `poorest` the best and the worst value of any classifier, `guessed`
    the mean of the guesser, `expansion` its series to the order 1/M, `expansion_error` what that has beyond the exact
    mean of `measures.counted`, `silent` the chance that a guess has no value. `unbeatable` says that the best draw is
    perfect already, `settled` that the guesser is. `intervals` has the interval on each scale by its name, with
    the class sizes kept; NaN where there is none.

    >>> [[recall]] = scales({"A": Counts(tp=8, fp=2, fn=2, tn=8)}, ["TPR"], "half")
    >>> recall.chance, recall.guessed, recall.unbeatable, [round(end, 3) for end in recall.ends("score")]
    (1.0, 0.5, True, [0.49, 0.956])
    """

    model: str
    measure: Measure
    score: float
    beyond: float
    rescaled: float
    normalised: float
    balanced: float
    chance: float
    ideal: float
    poorest: float
    guessed: float
    expansion: float
    expansion_error: float
    silent: float
    intervals: Mapping[str, Ends] = field(default_factory=dict, kw_only=True)

    def ends(self, scale: str) -> Ends:
        """The interval on one of the scales, NaN where there is none."""
        return self.intervals.get(scale, (math.nan, math.nan))

    @property
    def unbeatable(self) -> bool:
        """Whether no classifier can do better than the best draw."""
        return self.measure.judges and _same(self.chance, self.ideal)

    @property
    def settled(self) -> bool:
        """Whether no classifier can do better than the guesser."""
        return self.measure.judges and _same(self.guessed, self.ideal)


def _same(value: float, other: float) -> bool:
    return math.isclose(value, other, rel_tol=1e-12, abs_tol=1e-12)


def scales(
    models: Mapping[str, Counts], measures: Iterable[str | Measure], guess: str | float, prevalence: float = 0.5
) -> list[list[Scaled]]:
    """For each measure the list of the models, in the order given.

    Weighted cases are compared with `verdict.classes_of_draw`; measures that grow with the data have no scale for them
    and are NaN. Raises `InputError` as `guessing.probability` and `balance.rebalance` do.

    >>> [[accuracy]] = scales({"A": Counts(tp=8, fp=2, fn=2, tn=8)}, ["ACC"], "half")
    >>> [round(value, 3) for value in (accuracy.score, accuracy.beyond, accuracy.normalised, accuracy.balanced)]
    [0.8, 0.6, 0.6, 0.8]
    """
    asked = [measure_named(name) for name in measures]
    if not models:
        return [[] for _ in asked]
    tables = {name: unweighted(counts) for name, counts in models.items()}
    M, P = (np.array(numbers) for numbers in zip(*map(classes_of_draw, tables.values()), strict=True))
    regions = [Region.of(counts) for counts in tables.values()]
    return [_each(measure, tables, regions, M, P, guess, prevalence) for measure in asked]


def _each(
    measure: Measure,
    models: Mapping[str, Counts],
    regions: Sequence[Region],
    M: np.ndarray,
    P: np.ndarray,
    guess: str | float,
    prevalence: float,
) -> list[Scaled]:
    scores = np.array([float(measure(counts)) for counts in models.values()])
    replaced = np.array([not counts.whole or M[i] != float(counts.total) for i, counts in enumerate(models.values())])
    of_classes = np.array([_of_classes(measure, int(m), int(p), guess) for m, p in zip(M, P, strict=True)])
    _, ideal, _, guessed, *_ = of_classes.T

    def placed(values: np.ndarray, rounded: np.ndarray | bool) -> dict[str, np.ndarray]:
        """Values on the scales; rounded ones that pass the best possible score are set to it."""
        within = np.where(rounded & measure.is_better(values, ideal), ideal, values)
        guess_scale = guessing.min_max(within, guessed, ideal) if measure.judges else np.full(scores.shape, np.nan)
        return {
            "beyond": beyond(within, measure, M, P),
            "rescaled": rescale(within, measure, M, P),
            "normalised": guess_scale,
        }

    # Classes in place of weighted ones, or of more than 10^9 cases, are rounded.
    scaled = placed(scores, replaced)
    columns: Sequence[ArrayLike] = (
        scores,
        *scaled.values(),
        [float(measure(rebalance(counts, prevalence))) for counts in models.values()],
        *of_classes.T,
    )
    # The tables of the interval are not whole, and may score a little better than any whole one.
    around = [region.interval(measure) for region in regions]
    ends = np.array([[interval.low, interval.high] for interval in around]).T
    low, high = ({"score": end} | placed(end, True) for end in ends)
    scaled_models = []
    for i, name in enumerate(models):
        if replaced[i] and measure.grows:
            scaled_models.append(Scaled(name, measure, *[math.nan] * len(columns)))
            continue
        intervals = {scale: _ordered(float(low[scale][i]), float(high[scale][i])) for scale in low}
        if 0 < prevalence < 1:
            moved = regions[i].interval(balanced(measure, prevalence))
            intervals["balanced"] = moved.low, moved.high
        values = (float(np.asarray(column)[i]) for column in columns)
        scaled_models.append(Scaled(name, measure, *values, intervals=intervals))
    return scaled_models


def _ordered(end: float, other: float) -> Ends:
    return (end, other) if math.isnan(end) or end <= other else (other, end)


@functools.lru_cache(4096)  # does not depend on the threshold
def _of_classes(measure: Measure, M: int, P: int, guess: str | float) -> tuple[float, ...]:
    """The fields of `Scaled` from `chance` to `silent`."""
    guessed = float(guessing.expectation(measure, M, P, guess))
    g = float(guessing.probability(guess, P / M))
    expansion = float(guessing.series(measure, M, P, g)) if 0 < g < 1 else math.nan
    return (
        baseline(measure, M, P).best(measure.better),
        measure.ideal(M, P),
        measure.poorest(M, P),
        guessed,
        expansion,
        expansion - float(guessing.expectation(counted(measure), M, P, guess)),
        float(guessing.undefined(measure, M, P, guess)),
    )
