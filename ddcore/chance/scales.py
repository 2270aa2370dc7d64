"""A score on every scale side by side: raw, beyond chance, beyond a guesser, and in balanced classes."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ddcore.chance import guessing
from ddcore.chance.balance import rebalance
from ddcore.chance.dutch_draw import baseline
from ddcore.chance.rescale import rescale
from ddcore.chance.verdict import whole_classes
from ddcore.counts import Counts
from ddcore.measures import Measure, measure


@dataclass(frozen=True)
class Scaled:
    """One measure of one model; NaN where a scale has no value.

    `score` is raw, `rescaled` on the scale of the Dutch Draw, `normalised` on that of the guesser, `balanced` the score
    at the prevalence asked for. `chance` is the Dutch Draw baseline, `guessed` the mean of the guesser, `expansion` its
    series to the order 1/M, `silent` the chance that a guess has no value. `unbeatable` says that the best draw is
    perfect already, `settled` that the guesser is.
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

    Weighted cases are compared with `verdict.whole_classes`; measures that grow with the data have no scale for them
    and are NaN. Raises `InputError` as `guessing.probability` and `balance.rebalance` do.

    >>> [[found]] = scales({"A": Counts(tp=8, fp=2, fn=2, tn=8)}, ["ACC"], "half")
    >>> round(found.score, 3), round(found.rescaled, 3), round(found.normalised, 3), round(found.balanced, 3)
    (0.8, 0.6, 0.6, 0.8)
    """
    rows = [measure(name) for name in measures]
    if not models:
        return [[] for _ in rows]
    classes = [whole_classes(float(counts.total), float(counts.positives)) for counts in models.values()]
    M, P = (np.array(numbers) for numbers in zip(*classes, strict=True))
    weighted = np.array([M[i] != float(counts.total) for i, counts in enumerate(models.values())])
    return [_each(row, models, M, P, weighted, guess, prevalence) for row in rows]


def _each(
    row: Measure,
    models: Mapping[str, Counts],
    M: np.ndarray,
    P: np.ndarray,
    weighted: np.ndarray,
    guess: str | float,
    prevalence: float,
) -> list[Scaled]:
    scores = np.array([float(row(counts)) for counts in models.values()])
    balanced = [float(row(rebalance(counts, prevalence))) for counts in models.values()]
    guessed = guessing.expectation(row, M, P, guess)
    ideal = [row.ideal(int(m), int(p)) for m, p in zip(M, P, strict=True)]
    # The classes that stand in for weighted ones are rounded; a perfect score must not pass the best possible for that.
    within = np.where(weighted & row.is_better(scores, ideal), ideal, scores)
    columns: Sequence[ArrayLike] = (
        scores,
        rescale(within, row, M, P),
        guessing.min_max(within, guessed, ideal) if row.judges else np.full(scores.shape, np.nan),
        balanced,
        [baseline(row, int(m), int(p)).best(row.better) for m, p in zip(M, P, strict=True)],
        ideal,
        guessed,
        [_expansion(row, int(m), int(p), guess) for m, p in zip(M, P, strict=True)],
        guessing.undefined(row, M, P, guess),
    )
    return [
        Scaled(name, row, *(float(number) for number in numbers))
        for name, *numbers in zip(
            models, *(np.where(weighted & row.grows, np.nan, one) for one in columns), strict=True
        )
    ]


def _expansion(row: Measure, M: int, P: int, guess: str | float) -> float:
    g = float(guessing.probability(guess, P / M))
    return float(guessing.series(row, M, P, g)) if 0 < g < 1 else math.nan
