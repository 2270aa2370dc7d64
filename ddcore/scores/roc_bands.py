"""How far a ROC curve is surely above another of the same cases: after the transformation, and of models together.

With the true ratio it is nowhere lower after the likelihood transformation (Gong 2022, Theorem 1), and so are
precision-recall and TOC curves (Corollaries 8 and 9), as all of them are drawn from the same rates. With the true
densities models together are nowhere below one of them (Theorem 2).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.interval import alpha, confident
from ddcore.scores.choice import INFLATION, ORDER
from ddcore.scores.dominance import FEWEST, even_places, roc_difference, sure_band
from ddcore.scores.intervals import DeLongComponents
from ddcore.scores.likelihood import FoldReading
from ddcore.scores.line import stretches
from ddcore.scores.paired_draws import Pairs, paired_draws
from ddcore.table import ScoreTable

RATES = np.linspace(0.01, 0.99, 99)
"""The false positive rates at which the curves before and after are compared."""
RESAMPLES = 200
UNITS = 400
"""Groups of neighbouring scores of a fold that are resampled; where there are fewer scores, each by itself."""
PLACES = 200
"""Even places along the false positive rates at which models together are compared with one."""
BINS = 64
"""Bins of each score for the resamples, half of them at even ranks of either class."""
FLOOR = 0.5
"""How much of the largest standard deviation is added everywhere, see `sure_band`."""
SEED = 1
"""Of the resamples."""


@dataclass(frozen=True, eq=False)
class TransformedBand:
    """The true positive rate after less that before at each of `rate`, on unseen cases, and its band from low to high.

    The band is one for all rates at once.

    >>> from ddcore.scores.likelihood import cross_fit
    >>> from ddcore.table import ScoreTable
    >>> table = ScoreTable.of(np.arange(40), [1] * 10 + [0] * 20 + [1] * 10)
    >>> folds = cross_fit(table, "histogram", rng=np.random.default_rng(1)).readings
    >>> band = transformed_band(folds, rng=np.random.default_rng(1))
    >>> len(band.higher), band.lower
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


def transformed_band(
    readings: Sequence[FoldReading], level: float | None = None, *, rng: np.random.Generator
) -> TransformedBand:
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
    reach = np.sqrt(INFLATION) * float(np.quantile(apart.max(axis=1), confident(level))) * error
    return TransformedBand(RATES, difference, difference - reach, difference + reach)


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


@dataclass(frozen=True)
class TogetherShares:
    """Shares of the false positive rates: where the first curve is above and below, and where that is sure.

    `surely_above` and `surely_below` are None where there are too few cases to tell.

    >>> scores, true = np.arange(40.0), np.arange(40) >= 20
    >>> together_shares(scores, -scores, true)
    TogetherShares(above=1.0, below=0.0, surely_above=1.0, surely_below=0.0)
    """

    above: float
    below: float
    surely_above: float | None
    surely_below: float | None


def together_shares(
    first: Array,
    second: Array,
    true: NDArray[np.bool_],
    weight: Array | None = None,
    inflation: float = 1.0,
    pairs: int = 1,
    cluster: NDArray[np.int64] | None = None,
) -> TogetherShares:
    """Two scores of the same cases; resamples draw the cases within each class, the variance times `inflation`.

    What is sure holds for the whole curve at once, and for that number of `pairs` of curves, at the level in force.
    """
    tables = [ScoreTable.of(score, true, True, weight) for score in (first, second)]
    rates = roc_difference(tables[0], tables[1])
    binned = Pairs.of(_binned(first, true), _binned(second, true), true, weight, cluster)
    cases = min(min(table.effective) for table in binned.tables)
    if cases < FEWEST:
        return TogetherShares(rates.share(1), rates.share(-1), None, None)
    places = even_places(PLACES)
    draws = paired_draws(binned, RESAMPLES, rng=np.random.default_rng(SEED)).on(places)
    band = sure_band(rates, draws, places, FLOOR, cases, level=1 - alpha() / pairs, inflation=inflation)
    return TogetherShares(rates.share(1), rates.share(-1), band.share(1), band.share(-1))


def _binned(score: Array, true: NDArray[np.bool_]) -> Array:
    """The bin of each score."""
    even = np.linspace(0, 1, BINS // 2 + 1)[1:-1]
    edges = [np.quantile(score[cases], even, method="higher") for cases in (true, ~true)]
    return np.searchsorted(np.unique(np.concatenate(edges)), score, side="right").astype(np.float64)
