"""The bootstrap: cases drawn with replacement (Efron 1979), class by class or all together."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtrit

from ddcore.arrays import Array
from ddcore.interval import confident
from ddcore.resampling.cross_validation import EqualCases, deal, deal_tally
from ddcore.table import ScoreTable


def draw(cases: int, *, rng: np.random.Generator) -> NDArray[np.int64]:
    """How often each of that many cases is in a resample of as many.

    >>> draw(5, rng=np.random.default_rng(1)).tolist()
    [1, 0, 2, 1, 1]
    """
    return np.bincount(rng.integers(max(cases, 1), size=cases), minlength=cases)


def draw_tally(
    tally: NDArray[np.int64], resamples: int, *, rng: np.random.Generator, cases: int | None = None
) -> NDArray[np.int64]:
    """How many cases of each element of `tally` are in each resample: a row a resample.

    The law is that of `draw`: sums of it over cases that are alike, which are multinomial. So a resample takes as long
    as there are elements, however many cases there are. `cases` are how many are drawn, None for as many as there are.

    >>> draw_tally(np.array([2, 0, 3]), 2, rng=np.random.default_rng(1)).tolist()
    [[2, 0, 3], [4, 0, 1]]
    """
    total = int(tally.sum())
    if not total:
        return np.zeros((resamples, tally.size), np.int64)
    return rng.multinomial(total if cases is None else cases, tally / total, resamples)


def draw_in_clusters(
    tally: NDArray[np.int64], resamples: int, design: float, *, rng: np.random.Generator
) -> NDArray[Any]:
    """Resamples of cases with a design effect: `design` of them tell as much as one independent case.

    One is drawn for that many, and counts as many: so resamples differ as if clusters were drawn (Rao & Wu 1988).

    >>> draw_in_clusters(np.array([2, 0, 4]), 2, 2.0, rng=np.random.default_rng(1)).tolist()
    [[2.0, 0.0, 4.0], [4.0, 0.0, 2.0]]
    """
    total = int(tally.sum())
    cases = max(round(total / design), 1)
    drawn = draw_tally(tally, resamples, rng=rng, cases=cases)
    return drawn if cases == total else drawn * (total / cases)


def draw_whole(tally: Array, resamples: int, *, rng: np.random.Generator) -> Array:
    """Resamples of a tally of fractional cases: a row a resample, each of as many whole cases as the tally rounds to.

    >>> draw_whole(np.array([0.5, 0.0, 2.5]), 2, rng=np.random.default_rng(1)).tolist()
    [[0.0, 0.0, 3.0], [2.0, 0.0, 1.0]]
    """
    total = float(tally.sum())
    shares = tally / total if total else np.zeros(tally.size)
    drawn = rng.multinomial(round(total), shares, resamples) if total else np.zeros((resamples, tally.size))
    return np.asarray(drawn, np.float64)


def resample(cases: EqualCases, *, rng: np.random.Generator) -> ScoreTable:
    """A table of as many cases of each class, drawn from those given; scores that are not drawn stay, with no case.

    With weights each class keeps its number of cases, not its sum of weights.

    >>> cases = EqualCases.of(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]))
    >>> drawn = resample(cases, rng=np.random.default_rng(1))
    >>> drawn.positives.tolist(), drawn.negatives.tolist()
    ([0, 1, 0, 1], [2, 0, 0, 0])
    """
    return cases.at(
        slice(None),
        [
            draw_in_clusters(times, 1, effect, rng=rng)[0]
            for times, effect in zip(cases.times, cases.table.design, strict=True)
        ],
    )


@dataclass(frozen=True, eq=False)
class WholeCases:
    """The cases of one class in bins of neighbouring scores, each counting one: `counted` is how many are in each.

    That many of them as `design` says tell as much as one independent case, see `draw_in_clusters`.

    >>> WholeCases(np.array([2, 0, 4])).resampled(2, rng=np.random.default_rng(1)).tolist()
    [[2.0, 0.0, 4.0], [4.0, 0.0, 2.0]]
    >>> [own.counted.tolist() for own, _ in WholeCases(np.array([2, 0, 4])).dealt(2, rng=np.random.default_rng(1))]
    [[0, 0, 3], [2, 0, 1]]
    """

    counted: NDArray[np.int64]
    design: float = 1.0

    def resampled(self, resamples: int, *, rng: np.random.Generator) -> Array:
        """How many cases of each bin are in each resample: a row a resample."""
        return draw_in_clusters(self.counted, resamples, self.design, rng=rng).astype(np.float64)

    def dealt(self, folds: int, *, rng: np.random.Generator) -> list[tuple["WholeCases", "WholeCases"]]:
        """The cases of each fold, and beside them those of all other folds."""
        dealt = deal_tally(self.counted, folds, rng=rng)
        return [(WholeCases(own, self.design), WholeCases(self.counted - own, self.design)) for own in dealt]


@dataclass(frozen=True, eq=False)
class WeightedCases:
    """Weighted cases of one class: `place` is the bin of each, of that many `bins`, and `weight` what it counts.

    >>> cases = WeightedCases(np.array([0, 1, 1]), np.array([1.0, 2.0, 3.0]), 3)
    >>> cases.counted.tolist(), cases.resampled(1, rng=np.random.default_rng(1)).sum(axis=1).tolist()
    ([1.0, 5.0, 0.0], [6.0])
    """

    place: NDArray[np.intp]
    weight: Array
    bins: int

    @property
    def counted(self) -> Array:
        """What the cases of each bin weigh."""
        return np.bincount(self.place, self.weight, self.bins).astype(np.float64)

    def resampled(self, resamples: int, *, rng: np.random.Generator) -> Array:
        """What the cases of each bin weigh in each resample, brought to the weight of all: a row a resample."""
        cases = self.place.size
        if not cases:
            return np.zeros((resamples, self.bins))
        rows = [np.bincount(self.place, self.weight * draw(cases, rng=rng), self.bins) for _ in range(resamples)]
        drawn = np.array(rows, np.float64)
        return np.asarray(drawn * (self.weight.sum() / drawn.sum(axis=1, keepdims=True)))

    def dealt(self, folds: int, *, rng: np.random.Generator) -> list[tuple["WeightedCases", "WeightedCases"]]:
        """The cases of each fold, and beside them those of all other folds."""
        fold = deal(self.place.size, folds, rng=rng)
        return [(self._only(fold == number), self._only(fold != number)) for number in range(folds)]

    def _only(self, cases: NDArray[np.bool_]) -> "WeightedCases":
        return WeightedCases(self.place[cases], self.weight[cases], self.bins)


BinnedCases = WholeCases | WeightedCases


def binned_by_class(table: ScoreTable, edges: Array) -> tuple[BinnedCases, BinnedCases]:
    """The positives and the negatives of a table, bin i being the scores from edges[i] up to below edges[i + 1].

    `edges` ascend, the first being no higher than any score; the last bin has no upper end. Raises `InputError` "the
    cases are weighted, and of their weights only the sums are known".

    >>> [cases.counted.tolist() for cases in binned_by_class(ScoreTable.of([1, 2, 3], [0, 1, 1]), np.array([1.0, 3.0]))]
    [[1, 1], [1, 0]]
    """
    if not table.whole:
        score, true, weight = table.cases()
        place = np.searchsorted(edges, score, side="right") - 1
        up, down = (WeightedCases(place[own], weight[own], edges.size) for own in (true, ~true))
        return up, down
    first = np.append(np.searchsorted(table.score, edges), table.score.size)
    below = (np.append(0, np.cumsum(tally))[first] for tally in (table.positives, table.negatives))
    positives, negatives = (
        WholeCases(np.diff(counts), effect) for counts, effect in zip(below, table.design, strict=True)
    )
    return positives, negatives


def expanded(level: float, cases: float) -> float:
    """The level at which a percentile interval of few cases holds as often as it should (Hesterberg 2015, section 5.1).

    Resamples vary too little by (n - 1) / n, and their quantiles are those of a normal law instead of Student's: the
    level of the quantile t sqrt(n / (n - 1)). 1 for less than two cases.

    >>> [round(expanded(0.95, cases), 4) for cases in (2, 10, 100, 10**6)]
    [1.0, 0.9829, 0.9539, 0.95]
    """
    if not cases > 1:
        return 1.0
    reach = stdtrit(cases - 1, (1 + level) / 2) * math.sqrt(cases / (cases - 1))
    return float(1 - 2 * ndtr(-reach))


def percentile_interval(values: Any, level: float | None = None) -> tuple[float, float]:
    """The ends of the middle share of what resamples gave, each one of the values; those that are NaN are left out.

    The percentile interval (Efron 1979); (NaN, NaN) where all are NaN.

    >>> percentile_interval(np.array([1.0, np.nan, 2.0, np.inf]))
    (1.0, inf)
    """
    known = np.sort(values[~np.isnan(values)])
    if not known.size:
        return math.nan, math.nan
    # Of too few cases it is 1, see `expanded`.
    level = confident() if level is None else level
    beyond = math.floor((1 - level) / 2 * known.size + 1e-9)
    return float(known[beyond]), float(known[known.size - 1 - beyond])
