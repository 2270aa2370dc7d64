"""The areas under the curves of two scores, and how they differ: on the same cases, on their own, in clusters."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri, stdtr

from ddcore.arrays import Array
from ddcore.chance.both import Compared, from_units
from ddcore.counts import all_equal
from ddcore.interval import Interval
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
        """The same; weights that are all equal are none, and so are clusters of one case each.

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
        """The standard error of the share of positives; weighted cases count as their effective number (Kish 1965).

        >>> ScoredCases(np.array([True, False, False, True])).share_error
        0.25
        """
        weight = np.ones(self.positive.size) if self.weight is None else self.weight
        share = float(weight @ self.positive / weight.sum())
        return math.sqrt(share * (1 - share) * float((weight**2).sum())) / float(weight.sum())

    @property
    def units(self) -> DeLongComponents:
        """The cases as they enter a variance, without components."""
        up, down = self.positive.astype(np.int64), (~self.positive).astype(np.int64)
        none = np.empty(0)
        if self.weight is None:
            return DeLongComponents(none, none, up, down)
        squares = up * self.weight**2, down * self.weight**2
        return DeLongComponents(none, none, up * self.weight, down * self.weight, squares)


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
        first, units = np.flatnonzero(new), cases.units
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
        return self.around(self.value, cases.units, self.of_positives, self.of_negatives)


def _auc(ranked: Ranked) -> Area:
    placed, at = DeLongComponents.of_table(ranked.table), ranked.places
    return Area(placed.auc, placed.among_negatives[at], placed.among_positives[at])


def _average_precision(ranked: Ranked) -> Area:
    value, of_positives, of_negatives = precision_components(ranked.table)
    at = ranked.places
    return Area(value, of_positives[at], of_negatives[at], precision_interval, precision_slope(ranked.table))


AREAS: Mapping[str, Callable[[Ranked], Area]] = {"AUC": _auc, "AP": _average_precision}


def paired_areas(first: Area, second: Area, cases: ScoredCases, margin: float = math.nan) -> Compared:
    """Two scores of the same cases: the area of the first less that of the second.

    The AUC by DeLong's variance, widened for few cases, see `auc_difference`, average precision likewise by how it
    moves with each case. In clusters the variance is that of Obuchowski (1997), of how the difference moves with each
    cluster, with Student's quantile as in `from_units`.

    >>> cases = ScoredCases(np.array([False, False, True, True, True, False]))
    >>> scores = np.array([[1.0, 2, 3, 4, 5, 0], [1.0, 3, 2, 4, 5, 0]])
    >>> areas = [AREAS["AUC"](Ranked.of(score, cases)) for score in scores]
    >>> round(paired_areas(*areas, cases).interval.value, 3)
    0.111
    """
    across = first.of_positives - second.of_positives, first.of_negatives - second.of_negatives
    if not (cases.positive.any() and not cases.positive.all()):
        return Compared(first.value, second.value, Interval(math.nan))
    if cases.cluster is None:
        interval = area_difference((first.value, second.value), cases.units, *across)
        return Compared(
            first.value,
            second.value,
            replace(interval, method="DeLong"),
            1.0 if interval.error == 0 and interval.value == 0 else interval.p,
            beyond=_beyond(interval, margin),
        )
    return _clustered(first.value, second.value, [(across, cases)], margin)


def separate_areas(first: Area, second: Area, cases: tuple[ScoredCases, ScoredCases], margin: float) -> Compared:
    """The same where each score has cases of its own, a cluster of which may be in both.

    Each area has its own interval, and the squares of what they reach are added (Zou & Donner 2008). As each has its
    own share of positives by luck, an area that moves with it has the square of what that makes of it added, too.

    >>> cases = ScoredCases(np.array([False, False, True, True]))
    >>> areas = [AREAS["AUC"](Ranked.of(np.array(score), cases)) for score in ([1.0, 2, 3, 4], [1.0, 3, 2, 4])]
    >>> found = separate_areas(*areas, (cases, cases), 0.1)
    >>> found.interval.value, found.interval.low < 0 < found.interval.high
    (0.25, True)
    """
    if any(not own.positive.any() or own.positive.all() for own in cases):
        return Compared(first.value, second.value, Interval(math.nan))
    pairs = list(zip((first, second), cases, strict=True))
    if any(own.cluster is not None for own in cases):
        parts = [
            ((sign * area.of_positives, sign * area.of_negatives), own)
            for sign, (area, own) in zip((1, -1), pairs, strict=True)
        ]
        return _clustered(first.value, second.value, parts, margin)
    one, two = (area.interval(own) for area, own in pairs)
    seen = one.value - two.value
    z = float(ndtri(0.975))
    luck = math.hypot(*(area.of_share * own.share_error for area, own in pairs))
    low = seen - math.hypot(one.value - one.low, two.high - two.value, z * luck)
    high = seen + math.hypot(one.high - one.value, two.value - two.low, z * luck)
    interval = Interval(seen, low, high, math.hypot(one.error, two.error, luck), method="areas")
    reach = seen - low if seen > 0 else high - seen
    p = float(2 * ndtr(-z * abs(seen) / reach)) if reach > 0 else math.nan
    beyond = math.nan
    if not math.isnan(margin) and reach > 0:
        # Areas of 1 and of 0 are as far apart as areas can be: that way the interval does not reach.
        with np.errstate(divide="ignore", invalid="ignore"):
            steps = np.divide([seen - margin, -(seen + margin)], [high - seen, seen - low])
        beyond = float(ndtr(z * steps).max())
    return Compared(first.value, second.value, interval, p, beyond=beyond)


def _beyond(interval: Interval, margin: float) -> float:
    """The larger p value of two one-sided tests by Student's law of an interval."""
    if math.isnan(margin) or not interval.reach > 0:
        return math.nan
    value, freedom, reach = interval.value, interval.freedom, interval.reach
    return float(max(stdtr(freedom, (value - margin) / reach), stdtr(freedom, -(value + margin) / reach)))


def _clustered(
    first: float, second: float, parts: list[tuple[tuple[Array, Array], ScoredCases]], margin: float
) -> Compared:
    """By what each cluster moves: the sums S10 and S01 of Obuchowski (1997, section 3) over the cases of each class."""
    codes = np.concatenate([_codes(own, place) for place, (_, own) in enumerate(parts)])
    _, codes = np.unique(codes, return_inverse=True)
    size = int(codes.max()) + 1
    sums = []
    for side in (0, 1):
        moved, held = [], []
        for across, own in parts:
            of_class = own.positive if side == 0 else ~own.positive
            weight = of_class * (1.0 if own.weight is None else own.weight)
            mean = float(weight @ across[side] / weight.sum())
            moved.append(weight * (across[side] - mean) / weight.sum())
            held.append(of_class)
        summed = np.bincount(codes, np.concatenate(moved), size)
        clusters = float((np.bincount(codes, np.concatenate(held), size) > 0).sum())
        sums.append((summed, clusters))
    (up, ups), (down, downs) = sums
    if min(ups, downs) <= 1:
        return Compared(first, second, Interval(first - second))
    variance = ups / (ups - 1) * up @ up + downs / (downs - 1) * down @ down + 2 * size / (size - 1) * up @ down
    fourth = float(((up + down) ** 4).sum())
    square = max(float(variance), 0.0) * (size - 1) / size
    found = from_units(first, second, float(size), square, fourth, margin, seen=first - second)
    return replace(found, interval=replace(found.interval, method="clusters"))


def _codes(cases: ScoredCases, place: int) -> NDArray[np.int64]:
    """The clusters of the cases; where there are none each case is one of its own."""
    if cases.cluster is not None:
        return cases.cluster
    return np.arange(cases.positive.size) + (place + 1) * 2**40
