"""The areas under the curves of two scores, and how they differ: on the same cases, on their own, in clusters."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtr

from ddcore.arrays import Array
from ddcore.chance.two_classifiers import Comparison
from ddcore.counts import all_equal
from ddcore.interval import Interval, normal_quantile
from ddcore.scores.against_chance import precision_components, precision_slope
from ddcore.scores.intervals import DeLongComponents, area_difference, precision_interval, score_interval
from ddcore.table import ScoreTable


@dataclass(frozen=True, eq=False)
class ScoredCases:
    """Cases one by one: truth, what each counts, None for one, and a number that those of one cluster share."""

    positive: NDArray[np.bool_]
    weight: Array | None = None
    cluster: NDArray[np.int64] | None = None

    @classmethod
    def of(
        cls, positive: NDArray[np.bool_], weight: Array | None = None, cluster: NDArray[np.int64] | None = None
    ) -> "ScoredCases":
        """The cases with weights dropped where they are all equal, and clusters where they have one case each.

        >>> ScoredCases.of(np.array([True, False]), np.array([2.0, 2.0]), np.array([4, 7])).cluster is None
        True
        """
        if weight is not None and all_equal(weight):
            weight = None
        if cluster is not None and np.unique(cluster).size == cluster.size:
            cluster = None
        return cls(positive, weight, cluster)

    @property
    def share_error(self) -> float:
        """The standard error of the share of positives, by cases as they are weighted, or by clusters.

        >>> ScoredCases(np.array([True, False, False, True])).share_error
        0.25
        >>> ScoredCases(np.array([True, False, False, True]), None, np.array([1, 2, 2, 1])).share_error
        0.5
        """
        weight = np.ones(self.positive.size) if self.weight is None else self.weight
        share = float(weight @ self.positive / weight.sum())
        moved = weight * (self.positive - share)
        if self.cluster is None:
            return math.sqrt(float(moved @ moved)) / float(weight.sum())
        sums = np.bincount(np.unique(self.cluster, return_inverse=True)[1], moved)
        return math.sqrt(sums.size / max(sums.size - 1, 1) * float(sums @ sums)) / float(weight.sum())

    def units(self, of_positives: Array, of_negatives: Array) -> DeLongComponents:
        """The cases as they enter a variance, and how each moves a value; in clusters with their design effects."""
        up, down = self.positive.astype(np.int64), (~self.positive).astype(np.int64)
        if self.weight is None:
            return DeLongComponents(of_positives, of_negatives, up, down).in_clusters(self.cluster)
        squares = up * self.weight**2, down * self.weight**2
        weighted = DeLongComponents(of_positives, of_negatives, up * self.weight, down * self.weight, squares)
        return weighted.in_clusters(self.cluster)


@dataclass(frozen=True, eq=False)
class Ranked:
    """Scores in order: the table of them, and the place there of the score of each case.

    >>> ranked = Ranked.of(np.array([2.0, 1.0, 2.0]), ScoredCases(np.array([True, False, False])))
    >>> ranked.table.negatives.tolist(), ranked.places.tolist()
    ([1, 1], [1, 0, 1])
    """

    table: ScoreTable
    places: NDArray[np.int64]

    @classmethod
    def of(cls, score: Array, cases: ScoredCases) -> "Ranked":
        """The scores of some cases, element i that of case i."""
        order = np.argsort(score, kind="stable")
        ascending = score[order]
        new = np.append(True, ascending[1:] > ascending[:-1])
        places = np.empty(score.size, np.int64)
        places[order] = np.cumsum(new) - 1
        first = np.flatnonzero(new)
        units = replace(cases, cluster=None).units(score, score)
        positives, negatives, *squares = (
            np.add.reduceat(tally[order], first) for tally in (units.positives, units.negatives, *(units.squares or ()))
        )
        both = (squares[0], squares[1]) if squares else None
        return cls(ScoreTable(ascending[first], positives, negatives, both), places)


@dataclass(frozen=True, eq=False)
class Area:
    """An area of some scores, `value`, and how it moves with each case, by the class the case is of.

    `around` makes its interval, `of_share` is how it moves with the share of positives.

    >>> cases = ScoredCases(np.array([False, True, False, True]))
    >>> AREAS["AUC"](Ranked.of(np.array([1.0, 2.0, 3.0, 4.0]), cases)).value
    0.75
    """

    value: float
    of_positives: Array
    of_negatives: Array
    around: Callable[..., Interval] = score_interval
    of_share: float = 0.0

    def interval(self, cases: ScoredCases) -> Interval:
        """The interval of the area by itself, of the same cases that it was found on."""
        units = cases.units(self.of_positives, self.of_negatives)
        return self.around(self.value, units, self.of_positives, self.of_negatives)


def _auc(ranked: Ranked) -> Area:
    placed, at = DeLongComponents.of_table(ranked.table), ranked.places
    return Area(placed.auc, placed.among_negatives[at], placed.among_positives[at])


def _average_precision(ranked: Ranked) -> Area:
    value, of_positives, of_negatives = precision_components(ranked.table)
    at = ranked.places
    return Area(value, of_positives[at], of_negatives[at], precision_interval, precision_slope(ranked.table))


AREAS: Mapping[str, Callable[[Ranked], Area]] = {"AUC": _auc, "AP": _average_precision}


def paired_areas(first: Area, second: Area, cases: ScoredCases, margin: float = math.nan) -> Comparison:
    """Two scores of the same cases: the area of the first less that of the second.

    The AUC by DeLong's variance, widened for few cases, see `auc_difference`, average precision likewise by how it
    moves with each case. In clusters each class has the design effect of the difference, see
    `clusters.component_effects`.

    >>> cases = ScoredCases(np.array([False, False, True, True, True, False]))
    >>> scores = np.array([[1.0, 2, 3, 4, 5, 0], [1.0, 3, 2, 4, 5, 0]])
    >>> areas = [AREAS["AUC"](Ranked.of(score, cases)) for score in scores]
    >>> round(paired_areas(*areas, cases).interval.value, 3)
    0.111
    """
    across = first.of_positives - second.of_positives, first.of_negatives - second.of_negatives
    if not (cases.positive.any() and not cases.positive.all()):
        return Comparison(first.value, second.value, Interval(math.nan))
    interval = area_difference((first.value, second.value), cases.units(*across), *across)
    return Comparison(
        first.value,
        second.value,
        replace(interval, method="DeLong"),
        1.0 if interval.error == 0 and interval.value == 0 else interval.p,
        p_beyond=_p_beyond(interval, margin),
    )


def separate_areas(first: Area, second: Area, cases: tuple[ScoredCases, ScoredCases], margin: float) -> Comparison:
    """The difference of two areas where each score has cases of its own.

    Each area has its own interval, and the squares of what they reach are added (Zou & Donner 2008), less what clusters
    with cases of both move both areas by. As each has its own share of positives by luck, an area that moves with it
    has the square of what that makes of it added, too.

    >>> cases = ScoredCases(np.array([False, False, True, True]))
    >>> areas = [AREAS["AUC"](Ranked.of(np.array(score), cases)) for score in ([1.0, 2, 3, 4], [1.0, 3, 2, 4])]
    >>> found = separate_areas(*areas, (cases, cases), 0.1)
    >>> found.interval.value, found.interval.low < 0 < found.interval.high
    (0.25, True)
    """
    if any(not own.positive.any() or own.positive.all() for own in cases):
        return Comparison(first.value, second.value, Interval(math.nan))
    one, two = (area.interval(own) for area, own in zip((first, second), cases, strict=True))
    seen, apart = one.value - two.value, _apart(first, second, cases)
    z = normal_quantile()
    luck = math.hypot(*(area.of_share * own.share_error for area, own in zip((first, second), cases, strict=True)))
    low = seen - apart * math.hypot(one.value - one.low, two.high - two.value, z * luck)
    high = seen + apart * math.hypot(one.high - one.value, two.value - two.low, z * luck)
    interval = Interval(seen, low, high, apart * math.hypot(one.error, two.error, luck), method="areas")
    reach = seen - low if seen > 0 else high - seen
    p = float(2 * ndtr(-z * abs(seen) / reach)) if reach > 0 else math.nan
    p_beyond = math.nan
    if not math.isnan(margin) and reach > 0:
        # Areas of 1 and of 0 are as far apart as areas can be: that way the interval does not reach.
        with np.errstate(divide="ignore", invalid="ignore"):
            steps = np.divide([seen - margin, -(seen + margin)], [high - seen, seen - low])
        p_beyond = float(ndtr(z * steps).max())
    return Comparison(first.value, second.value, interval, p, p_beyond=p_beyond)


def _apart(first: Area, second: Area, cases: tuple[ScoredCases, ScoredCases]) -> float:
    """The error of the difference of two areas in parts of that without clusters that have cases of both.

    At least the root of one in that many clusters, as areas that seem to move together may not always do.
    """
    one, two = (own.cluster for own in cases)
    if one is None or two is None:
        return 1.0
    _, codes = np.unique(np.concatenate([one, two]), return_inverse=True)
    size, sums = int(codes.max()) + 1, []
    for area, own, code in zip((first, second), cases, np.split(codes, [one.size]), strict=True):
        moved = np.zeros(code.size)
        for mine, across in ((own.positive, area.of_positives), (~own.positive, area.of_negatives)):
            counted = np.ones(int(mine.sum())) if own.weight is None else own.weight[mine]
            moved[mine] = counted * (across[mine] - np.average(across[mine], weights=counted)) / counted.sum()
        sums.append(np.bincount(code, moved, size))
    alone = float(sums[0] @ sums[0] + sums[1] @ sums[1])
    return math.sqrt(max(1 - 2 * float(sums[0] @ sums[1]) / alone, 1 / size)) if alone > 0 else 1.0


def _p_beyond(interval: Interval, margin: float) -> float:
    """The larger p value of two one-sided tests by Student's law of an interval."""
    if math.isnan(margin) or not interval.reach > 0:
        return math.nan
    value, freedom, reach = interval.value, interval.freedom, interval.reach
    return float(max(stdtr(freedom, (value - margin) / reach), stdtr(freedom, -(value + margin) / reach)))
