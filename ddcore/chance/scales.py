"""A score on every scale side by side: raw, beyond chance, beyond a guesser, and in balanced classes."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ddcore.chance import guessing
from ddcore.chance.balance import balanced, rebalance
from ddcore.chance.dutch_draw import baseline
from ddcore.chance.rescale import rescale
from ddcore.chance.significance import Region, unweighted
from ddcore.chance.verdict import classes_of_draw
from ddcore.counts import Counts
from ddcore.measures import Measure, measure

Ends = tuple[float, float]


@dataclass(frozen=True)
class Scaled:
    """One measure of one model; NaN where a scale has no value.

    `score` is raw, `rescaled` on the scale of the Dutch Draw, `normalised` on that of the guesser, `balanced` the score
    at the prevalence asked for. `chance` is the Dutch Draw baseline, `guessed` the mean of the guesser, `expansion` its
    series to the order 1/M, `silent` the chance that a guess has no value. `unbeatable` says that the best draw is
    perfect already, `settled` that the guesser is. `intervals` has the 95 % interval of `score`, `rescaled`,
    `normalised` and `balanced` by these names, with the class sizes kept; NaN where there is none.
    """

    model: str
    measure: Measure
    score: float
    rescaled: float
    normalised: float
    balanced: float
    chance: float
    ideal: float
    guessed: float
    expansion: float
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


def _same(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)


def scales(
    models: Mapping[str, Counts], measures: Iterable[str | Measure], guess: str | float, prevalence: float = 0.5
) -> list[list[Scaled]]:
    """For each measure the list of the models, in the order given.

    Weighted cases are compared with `verdict.classes_of_draw`; measures that grow with the data have no scale for them
    and are NaN. Raises `InputError` as `guessing.probability` and `balance.rebalance` do.

    >>> [[found]] = scales({"A": Counts(tp=8, fp=2, fn=2, tn=8)}, ["ACC"], "half")
    >>> round(found.score, 3), round(found.rescaled, 3), round(found.normalised, 3), round(found.balanced, 3)
    (0.8, 0.6, 0.6, 0.8)
    """
    rows = [measure(name) for name in measures]
    if not models:
        return [[] for _ in rows]
    tables = {name: unweighted(counts) for name, counts in models.items()}
    M, P = (np.array(numbers) for numbers in zip(*map(classes_of_draw, tables.values()), strict=True))
    regions = [Region.of(counts) for counts in tables.values()]
    return [_each(row, tables, regions, M, P, guess, prevalence) for row in rows]


def _each(
    row: Measure,
    models: Mapping[str, Counts],
    regions: Sequence[Region],
    M: np.ndarray,
    P: np.ndarray,
    guess: str | float,
    prevalence: float,
) -> list[Scaled]:
    scores = np.array([float(row(counts)) for counts in models.values()])
    replaced = np.array([counts.weighted or M[i] != float(counts.total) for i, counts in enumerate(models.values())])
    guessed = guessing.expectation(row, M, P, guess)
    ideal = np.array([row.ideal(int(m), int(p)) for m, p in zip(M, P, strict=True)])

    def placed(values: np.ndarray, rounded: np.ndarray | bool) -> dict[str, np.ndarray]:
        """On both scales; what is rounded must not pass the best possible score for that."""
        within = np.where(rounded & row.is_better(values, ideal), ideal, values)
        guess_scale = guessing.min_max(within, guessed, ideal) if row.judges else np.full(scores.shape, np.nan)
        return {"rescaled": rescale(within, row, M, P), "normalised": guess_scale}

    # The classes that stand in for weighted ones, or for more than 10^9, are rounded.
    scaled = placed(scores, replaced)
    columns: Sequence[ArrayLike] = (
        scores,
        scaled["rescaled"],
        scaled["normalised"],
        [float(row(rebalance(counts, prevalence))) for counts in models.values()],
        [baseline(row, int(m), int(p)).best(row.better) for m, p in zip(M, P, strict=True)],
        ideal,
        guessed,
        [_expansion(row, int(m), int(p), guess) for m, p in zip(M, P, strict=True)],
        guessing.undefined(row, M, P, guess),
    )
    # The rates in reach lead to tables between those of whole cases, whose score may pass that of any of these.
    around = [region.interval(row) for region in regions]
    low, high = ({"score": end} | placed(end, True) for end in np.array([[one.low, one.high] for one in around]).T)
    found = []
    for i, name in enumerate(models):
        if replaced[i] and row.grows:
            found.append(Scaled(name, row, *[math.nan] * len(columns)))
            continue
        intervals = {scale: _ordered(float(low[scale][i]), float(high[scale][i])) for scale in low}
        if 0 < prevalence < 1:
            moved = regions[i].interval(balanced(row, prevalence))
            intervals["balanced"] = moved.low, moved.high
        found.append(Scaled(name, row, *(float(np.asarray(column)[i]) for column in columns), intervals=intervals))
    return found


def _ordered(one: float, other: float) -> Ends:
    return (one, other) if math.isnan(one) or one <= other else (other, one)


def _expansion(row: Measure, M: int, P: int, guess: str | float) -> float:
    g = float(guessing.probability(guess, P / M))
    return float(guessing.series(row, M, P, g)) if 0 < g < 1 else math.nan
