"""The likelihood ratio of scores, fitted to all cases, and judged on cases that it was not fitted to.

The likelihood ratio separates at least as well as any other function of the same scores (Gong 2022, Theorem 1; Neyman &
Pearson 1933). On the cases that an estimate was made from it looks better than it is; `cross_fit` takes others.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.resampling.cross_validation import Fold, folds_of
from ddcore.scores.choice import FOLDS, INFLATION, ORDER, choose
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.intervals import DeLongComponents, auc_difference, auc_interval
from ddcore.scores.kernel import BANDWIDTHS, USUAL
from ddcore.scores.ranks import coarse
from ddcore.scores.ratio import Likelihood, checked_bounds, fit_method
from ddcore.table import OfTable, ScoreTable

BEST = "best"
"""The method that `choose` finds."""


@OfTable
def fit(table: ScoreTable, method: str = "kde", *, bandwidth: str = USUAL, bounds: str | None = None) -> Likelihood:
    """The likelihood ratio of a table's scores.

    Parameters
    ----------
    table : ScoreTable
        Or two arrays, scores and truth, see `ddcore.table.OfTable`.
    method : str
        A key of `RATIO_METHODS`, or "best" for the one that is best on unseen cases, which chooses the scale as well,
        see `choose`.
    bandwidth : str
        A rule of `BANDWIDTHS` for the kernel.
    bounds : str or None
        "reflect" (kernel only), "logit" (log odds), "rank" or "none"; None takes what suits the method for scores
        within 0 and 1, and "none" otherwise.

    Returns
    -------
    Likelihood
        With `.ratio(x)`, `.posterior(x, prevalence)` and `.transform(table)`. Where all scores are equal, the ratio is
        1.

    Raises
    ------
    InputError
        "method must be one of best, kde, ..., got 'magic'", the same of the bandwidth, "bounds must be one of none,
        reflect, logit, rank, got 'x'", "a likelihood ratio needs cases of both classes, got no positive case", and
        "scores must be between 0 and 1 to be bounded, got -1 to 2".

    Examples
    --------
    >>> likelihood = fit(ScoreTable.of([1, 2, 2, 3], [0, 0, 1, 1]), method="histogram")
    >>> likelihood.ratio([1, 2, 3]).tolist(), float(likelihood.posterior(2, 0.3))
    ([0.0, 1.0, inf], 0.3)
    """
    if method not in (BEST, *RATIO_METHODS):
        raise InputError(f"method must be one of {', '.join((BEST, *RATIO_METHODS))}, got {method!r:.40}")
    if bandwidth not in BANDWIDTHS:
        raise InputError(f"bandwidth must be one of {', '.join(BANDWIDTHS)}, got {bandwidth!r:.40}")
    if method != BEST:
        return fit_method(table, method, bandwidth, bounds)
    if bounds is not None:
        raise InputError(f"bounds must be left to the best method, got {bounds!r:.40}")
    choice = choose(table, bandwidth)
    return replace(fit_method(table, choice.method, bandwidth, choice.bounds), choice=choice)


@dataclass(frozen=True, eq=False)
class CrossFit:
    """Cases by the likelihood ratio that the other folds give them.

    The score of `table` is a case's place among the negatives of its own fold, the share of them that its ratio
    exceeds: folds are then comparable, although each has a ratio of its own. `auc` is the area of that table with its
    interval, which is the mean over the folds (LeDell, Petersen & van der Laan 2015) but for ties and for sizes that
    differ by one case; `gain` is that area less the area of the scores as they were. `drawn` has the place among the
    negatives of the other folds instead, for curves: the few of one fold would make the highest scores look purer than
    they are. `units` and `places` are what both are made of: the cases with their place in their own fold, and that in
    the others. `sizes` are the cases of each fold, `aucs` their areas, `readings` the folds themselves.

    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 0, 1, 1])
    >>> unseen = cross_fit(table, "order", folds=2, rng=np.random.default_rng(1))
    >>> unseen.auc.value, unseen.gain.value, len(unseen.aucs), unseen.table.score.tolist()
    (0.8125, 0.0, 2, [0.125, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0])
    """

    units: DeLongComponents
    places: Array
    auc: Interval
    gain: Interval
    sizes: tuple[int, ...]
    aucs: tuple[float, ...]
    readings: tuple["FoldReading", ...]

    @cached_property
    def table(self) -> ScoreTable:
        """The cases by their place among the negatives of their own fold."""
        return self._by(self.units.among_negatives)

    @cached_property
    def drawn(self) -> ScoreTable:
        """The cases by their place among the negatives of the other folds."""
        return self._by(self.places)

    def _by(self, place: Array) -> ScoreTable:
        units = self.units
        return ScoreTable.summed(place, units.positives, units.negatives, squares=units.squares)


POINTS = 2000
"""Different scores at which the cases of a fold are kept; more are taken together with their neighbours."""


@dataclass(frozen=True, eq=False)
class ReadCases:
    """Cases by their score and by the logarithm of a ratio, cut where it overflows: element i belongs to score i.

    >>> table = ScoreTable.of([1, 2, 2, 3], [0, 0, 1, 1])
    >>> ReadCases.of(table, fit(table, "histogram")).log_ratio.tolist()
    [-700.0, 0.0, 700.0]
    """

    score: Array
    log_ratio: Array
    positives: NDArray[Any]
    negatives: NDArray[Any]

    @classmethod
    def of(cls, table: ScoreTable, likelihood: Likelihood) -> "ReadCases":
        """The cases of a table, at up to `POINTS` different scores."""
        few = coarse(table, POINTS)
        log = np.clip(likelihood.log_ratio(few.score), -FARTHEST, FARTHEST)
        return cls(few.score, log, few.positives, few.negatives)


FARTHEST = 700.0
"""Logarithms of the ratio are cut here, on both sides: the ratio itself would overflow, or be 0."""


@dataclass(frozen=True, eq=False)
class FoldReading:
    """The cases of the `others` folds and of the one `held` out, by the ratio of the others; `method` made it.

    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 0, 1, 1])
    >>> first, _ = cross_fit(table, "logistic", folds=2, rng=np.random.default_rng(1)).readings
    >>> first.held.score.tolist(), first.others.score.tolist(), first.method
    ([2.0, 3.0, 6.0, 7.0], [1.0, 4.0, 5.0, 8.0], 'logistic')
    """

    method: str
    others: ReadCases
    held: ReadCases

    @classmethod
    def of(cls, learned: ScoreTable, held_out: ScoreTable, likelihood: Likelihood) -> "FoldReading":
        """The cases of a fold by the ratio that was fitted to the first of them."""
        return cls(likelihood.method, ReadCases.of(learned, likelihood), ReadCases.of(held_out, likelihood))


def cross_fit(
    table: ScoreTable,
    method: str = "kde",
    *,
    bandwidth: str = USUAL,
    bounds: str | None = None,
    folds: int = FOLDS,
    level: float | None = None,
    rng: np.random.Generator,
) -> CrossFit:
    """Each case by the likelihood ratio of the other folds, and what that gains in area.

    Parameters: `method`, `bandwidth` and `bounds` are those of `fit`; "best" is chosen by the other folds too, so that
    the area is that of cases without a part in the choice. Fewer than `folds` folds are taken where a class has fewer
    cases. `level` is that of the intervals, of which the variance is multiplied by `INFLATION`; that of the gain is
    paired by case.

    Where a fold's ratio keeps the order of the scores, its cases keep their place among all negatives, so that nothing
    is gained or lost. Raises `InputError` as `fit` and `folds.folds_of` do.

    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [1, 0, 0, 1, 1, 0, 0, 1])
    >>> cross_fit(table, "isotonic", folds=2, rng=np.random.default_rng(1)).sizes
    (4, 4)
    """
    table = table.unweighted()
    dealt = folds_of(table, folds, rng=rng)
    return read_folds(table, dealt, method, bandwidth=bandwidth, bounds=bounds, level=level)


def read_folds(
    table: ScoreTable,
    dealt: Sequence[Fold],
    method: str = "kde",
    *,
    bandwidth: str = USUAL,
    bounds: str | None = None,
    level: float | None = None,
) -> CrossFit:
    """The `cross_fit` of the folds to which a table was dealt.

    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [1, 0, 0, 1, 1, 0, 0, 1])
    >>> read_folds(table, folds_of(table, 2, rng=np.random.default_rng(1)), "isotonic").sizes
    (4, 4)
    """
    bounds = bounds if method == BEST else checked_bounds(table.score, method, bounds)
    whole = DeLongComponents.of_table(table)
    own_components, components, readings, places = [], [], [], []
    for fold in dealt:
        learned, held_out = fold.training, fold.held_out
        likelihood = fit(learned, method, bandwidth=bandwidth, bounds=bounds)
        log = likelihood.log_ratio(held_out.score)
        own_components.append(DeLongComponents.of_table(held_out, log))
        kept = whole.at(fold.places, held_out.positives, held_out.negatives, held_out.squares)
        ordered = likelihood.method == ORDER
        components.append(kept if ordered else own_components[-1])
        places.append(kept.among_negatives if ordered else _places(learned, likelihood, log))
        readings.append(FoldReading.of(learned, held_out, likelihood))
    after = DeLongComponents.joined(components)
    own = np.concatenate([fold.places for fold in dealt])
    before = whole.at(own, after.positives, after.negatives, after.squares)
    units = after
    after = DeLongComponents.of(units.among_negatives, units.positives, units.negatives, squares=units.squares)
    return CrossFit(
        units,
        np.concatenate(places),
        auc_interval(after, level, inflation=INFLATION),
        auc_difference(after, before, level, inflation=INFLATION),
        tuple(fold.cases for fold in dealt),
        tuple(units.auc for units in own_components),
        tuple(readings),
    )


def _places(learned: ScoreTable, likelihood: Likelihood, own: Array) -> Array:
    """The share of the negatives of a table whose ratio is exceeded by each of these, as logarithms; ties by half."""
    log = likelihood.log_ratio(learned.score)
    order = np.argsort(log, kind="stable")
    below = np.append(0.0, np.cumsum(learned.negatives[order], dtype=np.float64))
    left, right = (below[np.searchsorted(log[order], own, side)] for side in ("left", "right"))
    return np.asarray((left + right) / (2 * below[-1]))


def probabilities(
    table: ScoreTable,
    method: str = BEST,
    *,
    bounds: str | None = None,
    folds: int = FOLDS,
    rng: np.random.Generator,
) -> ScoreTable:
    """The cases with their probability of being positive as score, each by the ratio of the other folds.

    The prevalence is that of the table. Raises `InputError` as `cross_fit` does.

    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 0, 1, 1])
    >>> score = probabilities(table, "logistic", folds=2, rng=np.random.default_rng(1)).score
    >>> bool(0 < score[0] < 0.5 < score[-1] < 1)
    True
    """
    return read_by_others(table, method, bounds=bounds, folds=folds, rng=rng)[0]


def read_by_others(
    table: ScoreTable,
    method: str = BEST,
    *,
    bounds: str | None = None,
    folds: int = FOLDS,
    rng: np.random.Generator,
) -> tuple[ScoreTable, frozenset[tuple[str, str]]]:
    """The table of `probabilities`, and the methods with their scales by which folds were read.

    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 0, 1, 1])
    >>> set(read_by_others(table, rng=np.random.default_rng(1))[1])
    {('order', 'none')}
    """
    table = table.unweighted()
    bounds = None if method == BEST else checked_bounds(table.score, method, bounds)
    posteriors, readings, held = [], set(), []
    for fold in folds_of(table, folds, rng=rng):
        likelihood = fit(fold.training, method, bounds=bounds)
        held.append(fold.held_out)
        posteriors.append(likelihood.posterior(held[-1].score, table.prevalence))
        readings.add((likelihood.method, likelihood.bounds))
    tallies = [(own.positives, own.negatives, *(own.squares or ())) for own in held]
    positives, negatives, *squares = (np.concatenate(parts) for parts in zip(*tallies, strict=True))
    pair = (squares[0], squares[1]) if squares else None
    return ScoreTable.summed(np.concatenate(posteriors), positives, negatives, squares=pair), frozenset(readings)
