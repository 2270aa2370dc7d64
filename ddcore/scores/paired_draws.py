"""Resamples of the cases that two models score: their ROC curves, drawn together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.records.clusters import Design, design_effects
from ddcore.resampling.bootstrap import draw_in_clusters
from ddcore.resampling.cross_validation import EqualCases, folds_of
from ddcore.scores.choice import FOLDS, ORDER
from ddcore.scores.intervals import DeLongComponents
from ddcore.scores.likelihood import BEST, fit
from ddcore.table import ScoreTable

RESAMPLES = 400
BINS = 128
"""Bins of the scores of each model where they have more, half of them at even ranks of either class."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """Cases that two models score, those that are alike together: element i of each array belongs to cases i.

    `first` and `second` are the scores, `times` how many positives and negatives there are, `weights` what each of them
    counts, None for one. `design` are the design effects of clusters.

    >>> pairs = Pairs.of(np.array([1.0, 2.0]), np.array([2.0, 1.0]), np.array([True, False]))
    >>> [tally.tolist() for tally in pairs.times], pairs.tables[1].positives.tolist()
    ([[1, 0], [0, 1]], [0, 1])
    """

    first: Array
    second: Array
    times: tuple[NDArray[np.int64], NDArray[np.int64]]
    weights: tuple[Array, Array] | None = None
    design: Design = (1.0, 1.0)

    @classmethod
    def of(
        cls,
        first: Array,
        second: Array,
        positive: NDArray[np.bool_],
        weight: Array | None = None,
        cluster: NDArray[np.int64] | None = None,
    ) -> "Pairs":
        """Case by case; those that either model does not score, NaN, are left out.

        In clusters both have the larger design effects of the two.
        """
        known = np.isfinite(first) & np.isfinite(second)
        up = down = 1.0
        if cluster is not None:
            of = None if weight is None else weight[known]
            each = [design_effects(score[known], positive[known], cluster[known], of) for score in (first, second)]
            up, down = (max(effects) for effects in zip(*(effects or (1.0, 1.0) for effects in each), strict=True))
        times = positive[known].astype(np.int64), (~positive[known]).astype(np.int64)
        weights = None if weight is None else (weight[known], weight[known])
        return cls(first[known], second[known], times, weights, (up, down))

    @classmethod
    def read(cls, table: ScoreTable, *, folds: int = FOLDS, rng: np.random.Generator) -> "Pairs":
        """Scores as they are, and read as evidence: each case by the likelihood ratio that the other folds give.

        As in `likelihood.cross_fit` the second score is a case's place among the negatives of its fold by that ratio,
        or among all negatives where the ratio keeps the order; of those in one gap the higher one stands higher.
        Raises `InputError` as that does.

        >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 0, 1, 1])
        >>> first, second = Pairs.read(table, folds=2, rng=np.random.default_rng(1)).tables
        >>> first.auc, second.auc
        (0.8125, 0.8125)
        """
        table = table.unweighted()
        dealt = folds_of(table, folds, rng=rng)
        every, whole, places = dealt[0].every, _places(table, table.score), []
        for fold in dealt:
            likelihood, held_out = fit(fold.training, BEST), fold.held_out
            kept = likelihood.method == ORDER
            places.append(whole[fold.places] if kept else _places(held_out, likelihood.log_ratio(held_out.score)))
        own = np.concatenate([fold.places for fold in dealt])
        ups, downs = (np.concatenate([fold.times[side] for fold in dealt]) for side in (0, 1))
        weights = None if every.weights is None else (every.weights[0][own], every.weights[1][own])
        return cls(table.score[own], np.concatenate(places), (ups, downs), weights, table.design)

    @property
    def tables(self) -> tuple[ScoreTable, ScoreTable]:
        """The cases by the scores of either model."""
        ups, downs = self.times
        if self.weights is None:
            tables = [ScoreTable.summed(score, ups, downs) for score in (self.first, self.second)]
        else:
            up, down = self.weights
            squares = ups * up**2, downs * down**2
            tables = [
                ScoreTable.summed(score, ups * up, downs * down, squares=squares) for score in (self.first, self.second)
            ]
        first, second = (table if self.design == (1.0, 1.0) else table.in_clusters(self.design) for table in tables)
        return first, second


@dataclass(frozen=True, eq=False)
class RocDraws:
    """ROC curves of resamples: `fpr` and `tpr` of both models have a row a resample, the first that of all cases.

    Rates rise along a row.

    >>> tables = ScoreTable.of([1, 2], [0, 1]), ScoreTable.of([1, 2], [1, 0])
    >>> separate_draws(*tables, 1, rng=np.random.default_rng(1)).costs(np.array([0.5]), 0.5).tolist()
    [[0.5], [0.5]]
    """

    fpr: tuple[Array, Array]
    tpr: tuple[Array, Array]

    def on(self, x: Array) -> Array:
        """TPR of the first model less that of the second at some FPR: a row a resample."""
        curves = [
            np.array([np.interp(x, *row) for row in zip(fpr, tpr, strict=True)])
            for fpr, tpr in zip(self.fpr, self.tpr, strict=True)
        ]
        return np.asarray(curves[0] - curves[1])

    def costs(self, c: Array, share: float) -> Array:
        """What the second model costs more than the first at the best thresholds of each resample."""
        least = [np.empty((len(fpr), c.size)) for fpr in self.fpr]
        for fpr, tpr, costs in zip(self.fpr, self.tpr, least, strict=True):
            for place, at in enumerate(c.tolist()):
                costs[:, place] = (2 * (at * (1 - share) * fpr + (1 - at) * share * (1 - tpr))).min(axis=1)
        return least[1] - least[0]


def paired_draws(pairs: Pairs, resamples: int = RESAMPLES, *, rng: np.random.Generator) -> RocDraws:
    """Cases drawn with replacement within each class; both models score the same ones.

    Weighted cases in one bin of both models become their effective number (Kish 1965). Raises `InputError` "a ROC curve
    needs cases of both classes".

    >>> pairs = Pairs.of(np.array([1.0, 2.0]), np.array([2.0, 1.0]), np.array([True, False]))
    >>> paired_draws(pairs, 1, rng=np.random.default_rng(1)).on(np.array([0.5])).tolist()
    [[-1.0], [-1.0]]
    """
    places = [_bins(score, pairs.times) for score in (pairs.first, pairs.second)]
    positives, negatives = _drawn(places, pairs.times, pairs.weights, resamples, rng, pairs.design)
    return _curves(positives, negatives)


def separate_draws(
    first: ScoreTable, second: ScoreTable, resamples: int = RESAMPLES, *, rng: np.random.Generator
) -> RocDraws:
    """The draws of two tables whose cases are drawn independently, as the models do not score the same ones.

    >>> tables = ScoreTable.of([1, 2], [0, 1]), ScoreTable.of([1, 2], [1, 0])
    >>> separate_draws(*tables, 1, rng=np.random.default_rng(1)).on(np.array([0.5])).tolist()
    [[1.0], [1.0]]
    """
    both = []
    for table in (first, second):
        cases = EqualCases.of(table.unweighted())
        places = [_bins(table.score, cases.times)]
        positives, negatives = _drawn(places, cases.times, cases.weights, resamples, rng, table.design)
        both.append((positives[0], negatives[0]))
    return _curves([tallies[0] for tallies in both], [tallies[1] for tallies in both])


def _places(table: ScoreTable, score: Array) -> Array:
    """The place of each score among the negatives of a table, and within the gap between two of them its rank."""
    among = DeLongComponents.of_table(table, score).among_negatives
    held = table.negatives[table.negatives > 0]
    return np.asarray(among + rankdata(score) / (score.size + 1) * float(held.min() / held.sum()) / 2)


def _drawn(
    places: Sequence[NDArray[np.intp]],
    times: Sequence[NDArray[np.int64]],
    weights: Sequence[Array] | None,
    resamples: int,
    rng: np.random.Generator,
    design: Design = (1.0, 1.0),
) -> list[list[Array]]:
    """The tally of each class in each bin of each model: a row a resample, the first row that of all cases."""
    sizes = [int(place.max(initial=-1)) + 1 for place in places]
    cell = np.ravel_multi_index(tuple(places), tuple(sizes)) if places[0].size else places[0]
    drawn = []
    for side, tally in enumerate(times):
        held = np.flatnonzero(tally)
        if not held.size:
            raise InputError("a ROC curve needs cases of both classes")
        which, inverse = np.unique(cell[held], return_inverse=True)
        cases, each = tally[held].astype(float), 1.0 if weights is None else weights[side][held]
        sums, squares = (np.bincount(inverse, cases * each**power) for power in (1, 2))
        cases = np.maximum(np.rint(sums**2 / squares if weights is not None else sums), 1).astype(np.int64)
        bins = np.unravel_index(which, tuple(sizes))
        resampled = draw_in_clusters(cases, resamples, design[side], rng=rng)
        rows = np.concatenate([cases[None, :], resampled]) * (sums / cases)
        drawn.append([_summed(rows, own, size) for own, size in zip(bins, sizes, strict=True)])
    return drawn


def _summed(rows: Array, bins: NDArray[np.intp], size: int) -> Array:
    """Columns of one bin added up."""
    order = np.argsort(bins, kind="stable")
    held, first = np.unique(bins[order], return_index=True)
    summed = np.zeros((len(rows), size))
    summed[:, held] = np.add.reduceat(rows[:, order], first, axis=1)
    return summed


def _curves(positives: Sequence[Array], negatives: Sequence[Array]) -> RocDraws:
    """The curves of what is in each bin."""
    rates = []
    for tallies in (negatives, positives):
        above = [np.pad(np.cumsum(tally[:, ::-1], axis=1), ((0, 0), (1, 0))) for tally in tallies]
        rates.append(tuple(cases / cases[:, -1:] for cases in above))
    return RocDraws((rates[0][0], rates[0][1]), (rates[1][0], rates[1][1]))


def _bins(score: Array, times: Sequence[NDArray[np.int64]]) -> NDArray[np.intp]:
    """The bin of each score, from the lowest up."""
    distinct, place = np.unique(score, return_inverse=True)
    if distinct.size <= BINS:
        return place
    edges = [np.zeros(1, np.intp)]
    for tally in times:
        below = np.cumsum(np.bincount(place, tally, distinct.size))
        even = np.linspace(0, below[-1], BINS // 2, endpoint=False)[1:]
        edges.append(np.searchsorted(below, even, side="right"))
    return np.searchsorted(np.unique(np.concatenate(edges)), place, side="right") - 1
