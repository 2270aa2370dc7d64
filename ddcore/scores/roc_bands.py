"""Where the ROC curve of unseen cases is clearly higher after the likelihood transformation, and where lower.

With the true ratio it is nowhere lower (Gong 2022, Theorem 1), and so are precision-recall and TOC curves (Corollaries
8 and 9), as all of them are drawn from the same rates.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.scores.choice import INFLATION, ORDER
from ddcore.scores.intervals import DeLongComponents
from ddcore.scores.likelihood import FoldReading
from ddcore.scores.line import stretches

RATES = np.linspace(0.01, 0.99, 99)
"""The false positive rates at which the curves are compared."""
RESAMPLES = 200
UNITS = 400
"""Groups of neighbouring scores of a fold that are resampled; where there are fewer scores, each by itself."""


@dataclass(frozen=True, eq=False)
class Above:
    """The true positive rate after less that before at each of `rate`, on unseen cases, and its band from low to high.

    The band is one for all rates at once.

    >>> from ddcore.scores.likelihood import cross_fit
    >>> from ddcore.table import ScoreTable
    >>> table = ScoreTable.of(np.arange(40), [1] * 10 + [0] * 20 + [1] * 10)
    >>> folds = cross_fit(table, "histogram", rng=np.random.default_rng(1)).readings
    >>> found = above(folds, rng=np.random.default_rng(1))
    >>> len(found.higher), found.lower
    (1, ())
    """

    rate: Array
    difference: Array
    low: Array
    high: Array

    @property
    def higher(self) -> tuple[tuple[float, float], ...]:
        """The stretches of rates at which the curve after is clearly higher."""
        return self._where(self.low > 0)

    @property
    def lower(self) -> tuple[tuple[float, float], ...]:
        """The stretches of rates at which it is clearly lower."""
        return self._where(self.high < 0)

    def _where(self, inside: NDArray[np.bool_]) -> tuple[tuple[float, float], ...]:
        ends = float(self.rate[0]), float(self.rate[-1])
        return tuple((max(low, ends[0]), min(high, ends[1])) for low, high in stretches(self.rate, inside))


def above(readings: Sequence[FoldReading], level: float = 0.95, *, rng: np.random.Generator) -> Above:
    """Both ROC curves of the held out cases, paired case by case; `readings` are those of `cross_fit`.

    Cases are drawn with replacement within their class; the band is as many standard errors wide as hold the largest
    of all differences in the share `level` of resamples, those being multiplied by the root of `INFLATION`. Raises
    `InputError` "there are no folds to compare".
    """
    if not readings:
        raise InputError("there are no folds to compare")
    before, after, tallies = _units(readings)
    orders = [np.argsort(-place, kind="stable") for place in (before, after)]
    difference = _heights(before, after, orders, [tally[None, :] for tally in tallies])[0]
    drawn: list[NDArray[Any]] = [
        rng.multinomial(round(float(tally.sum())), tally / tally.sum(), size=RESAMPLES) for tally in tallies
    ]
    resampled = _heights(before, after, orders, drawn)
    cases = min(float(tally.sum()) for tally in tallies)
    # Near the ends resamples hardly differ, which says little about other cases.
    error = np.maximum(resampled.std(axis=0), 0.5 / np.sqrt(cases) * difference.any())
    apart = np.abs(resampled - difference) / np.where(error > 0, error, np.inf)
    reach = np.sqrt(INFLATION) * float(np.quantile(apart.max(axis=1), level)) * error
    return Above(RATES, difference, difference - reach, difference + reach)


def _units(readings: Sequence[FoldReading]) -> tuple[Array, Array, list[Array]]:
    """Places of the held out cases among the negatives of their fold, before and after, and how many each has."""
    before, after, positives, negatives = [], [], [], []
    for reading in readings:
        held, size = reading.held, reading.held.score.size
        first = np.unique(np.arange(min(UNITS, size)) * size // min(UNITS, size))
        middle = (first + np.append(first[1:], size)) // 2
        cases = [np.add.reduceat(tally, first) for tally in (held.positives, held.negatives)]
        before.append(DeLongComponents.of(held.score[middle], *cases).among_negatives)
        after.append(DeLongComponents.of(held.log_ratio[middle], *cases).among_negatives)
        if reading.method == ORDER:
            after[-1] = before[-1]
        positives.append(cases[0])
        negatives.append(cases[1])
    tallies = [np.concatenate(parts).astype(np.float64) for parts in (positives, negatives)]
    return np.concatenate(before), np.concatenate(after), tallies


def _heights(before: Array, after: Array, orders: Sequence[NDArray[np.intp]], drawn: Sequence[NDArray[Any]]) -> Array:
    """TPR after less TPR before at `RATES`, a row a resample."""
    heights = []
    for place, order in zip((before, after), orders, strict=True):
        last = np.append(np.diff(place[order]) != 0, True)
        hits, alarms = (np.pad(np.cumsum(tally[:, order], axis=1)[:, last], ((0, 0), (1, 0))) for tally in drawn)
        heights.append(
            [np.interp(RATES, alarm / alarm[-1], hit / hit[-1]) for hit, alarm in zip(hits, alarms, strict=True)]
        )
    return np.asarray(np.subtract(heights[1], heights[0]), np.float64)
