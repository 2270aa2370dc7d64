"""The two sides compared by every criterion, a measure, an area or worth, and all pairs of models by one of them."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np

from ddcore.answers.base.separation import selected_first, separation_of
from ddcore.answers.compare.sides import Sides, areas_compared, counts_and_scores, sides_of
from ddcore.arrays import Array
from ddcore.cache import computed_once
from ddcore.chance.groups import corrected
from ddcore.chance.significance import Region, unweighted
from ddcore.chance.two_classifiers import Comparison
from ddcore.data import Data
from ddcore.decisions.utility import Utility, yield_interval
from ddcore.errors import InputError
from ddcore.interval import UNKNOWN, Interval, alpha, called_at, confident
from ddcore.measures import MEASURES, Measure
from ddcore.measures import measure as measure_named
from ddcore.scores.against_chance import SCORE_MEASURES

SHOWN = ("ACC", "BACC", "TPR", "TNR", "PPV", "F1", "MCC")
"""The measures of the chart, beside the chosen one and both areas."""
AREA_NAMES = {"AUC": "AUC", "AP": "average precision"}
WORTH = "worth"


@dataclass(frozen=True, eq=False)
class Criterion:
    """What two sides are compared by: a measure, an area, or what their predictions are worth.

    `name` stands within a sentence, `title` in a table and a chart; `measure` and `utility` are None where they do not
    apply.
    """

    key: str
    name: str
    title: str
    better: str
    measure: Measure | None = None
    utility: Utility | None = None

    @property
    def sign(self) -> int:
        """1 where higher is better, else -1."""
        return 1 if self.better == "higher" else -1

    @property
    def is_share(self) -> bool:
        """Whether differences lie on a scale with two ends: for all but worth and ratios without an end."""
        return self.utility is None and (self.measure is None or math.isfinite(self.measure.best - self.measure.worst))

    @property
    def has_margin(self) -> bool:
        """Whether a margin of equivalence means something."""
        return self.is_share or self.utility is not None

    def compared(self, data: Data, sides: Sides, margin: float) -> Comparison:
        """Both sides by this criterion; NaN where it is an area and they have no scores."""
        if self.utility is not None:
            return sides.classifiers.of_function(self.utility, margin)
        if self.measure is not None:
            return sides.classifiers.difference(self.measure, margin)
        return areas_compared(data, sides, self.key, margin) or Comparison(math.nan, math.nan, UNKNOWN)


def measure_criterion(key: str, name: str) -> Criterion:
    """A measure as a criterion; `name` stands within a sentence."""
    measure = measure_named(key)
    return Criterion(measure.key, name, measure.title, measure.better, measure)


def area_criterion(key: str) -> Criterion:
    """An area as a criterion: a key of `AREA_NAMES`."""
    name = AREA_NAMES[key]
    return Criterion(key, name, name[0].upper() + name[1:], "higher")


@dataclass(frozen=True, eq=False)
class Result:
    """Both sides compared by one criterion; `find` gives the comparison and the interval of each side by itself."""

    criterion: Criterion
    find: Callable[[], tuple[Comparison, tuple[Interval, Interval]]]

    @computed_once
    def _found(self) -> tuple[Comparison, tuple[Interval, Interval]]:
        return self.find()

    @property
    def comparison(self) -> Comparison:
        """Both sides compared."""
        return self._found[0]

    @property
    def each(self) -> tuple[Interval, Interval]:
        """The interval of each side by itself, as other questions have it."""
        return self._found[1]

    @property
    def sign(self) -> int:
        """1 where the first is surely better, -1 where the second is, 0 where the difference may be chance."""
        return self.comparison.sign * self.criterion.sign


def all_results(data: Data, sides: Sides, chosen: Criterion, margin: float, names: Mapping[str, str]) -> list[Result]:
    """The chosen criterion first, then the areas and all measures whose value does not grow with the number of cases.

    `names` are those of the measures within a sentence, by key.
    """
    criteria = [chosen]
    if sides.score is not None:
        criteria += [area_criterion(key) for key in AREA_NAMES]
    criteria += [measure_criterion(key, names[key]) for key, row in MEASURES.items() if row.judges and not row.grows]
    by_key = {criterion.key: criterion for criterion in reversed(criteria)} | {chosen.key: chosen}
    ordered = [by_key[key] for key in dict.fromkeys(criterion.key for criterion in criteria)]
    each = [OneSide(data, sides, side) for side in (0, 1)]
    level = confident()

    def found(criterion: Criterion) -> tuple[Comparison, tuple[Interval, Interval]]:
        comparison = criterion.compared(data, sides, margin if criterion.is_share else math.nan)
        return comparison, _intervals(criterion, comparison, each)

    return [Result(criterion, partial(called_at, level, found, criterion)) for criterion in ordered]


class OneSide:
    """One side by itself: its intervals, NaN where its cases are not known."""

    def __init__(self, data: Data, sides: Sides, side: int) -> None:
        counts, self._scores = counts_and_scores(data, sides, side)
        self.counts = None if counts is None else unweighted(counts)
        self.region = None if self.counts is None else Region.of(self.counts)
        self._data, self._names = data, ("compare alone", data.name, sides.names, side)

    def _area(self, kind: str) -> Interval:
        return UNKNOWN if self._scores is None else SCORE_MEASURES[kind].interval(self._scores.unweighted())

    def interval(self, criterion: Criterion) -> Interval:
        """The interval of the score by a criterion; that of an area is the same at every threshold."""
        if criterion.key in AREA_NAMES:
            return self._data.cached((*self._names, criterion.key), partial(self._area, criterion.key))
        if self.counts is None or self.region is None:
            return UNKNOWN
        if criterion.utility is not None:
            return yield_interval(criterion.utility, self.counts)
        return UNKNOWN if criterion.measure is None else self.region.interval(criterion.measure)


def _intervals(criterion: Criterion, comparison: Comparison, each: Sequence[OneSide]) -> tuple[Interval, Interval]:
    """The intervals of both sides with the values that are compared; no ends where there is no value."""
    first, second = (
        Interval(value) if math.isnan(value) else replace(side.interval(criterion), value=value)
        for value, side in zip((comparison.first, comparison.second), each, strict=True)
    )
    return first, second


def charted(results: Sequence[Result], chosen: Criterion) -> list[Result]:
    """The results of the chart: worth alone, as it has another scale; else the main ones on a scale with two ends."""
    if not chosen.is_share:
        return [result for result in results if result.criterion.key == chosen.key]
    shown = (chosen.key, *AREA_NAMES, *SHOWN)
    return [result for result in results if result.criterion.key in shown and result.criterion.is_share]


@dataclass(frozen=True, eq=False)
class Pairs:
    """Every pair of some models by one criterion.

    `comparisons[i]` is that of `pairs[i]`, two places in `names`; `adjusted` are the p values corrected for the number
    of pairs.
    """

    names: tuple[str, ...]
    criterion: Criterion
    pairs: tuple[tuple[int, int], ...]
    comparisons: tuple[Comparison, ...]
    adjusted: Array
    correction: str

    def better(self, place: int) -> int:
        """1 where the first of a pair is surely better after the correction, -1 the second, else 0."""
        return self.comparisons[place].sign * self.criterion.sign if self.adjusted[place] <= alpha() else 0

    @property
    def sure(self) -> int:
        """The number of pairs that surely differ."""
        return sum(self.better(place) != 0 for place in range(len(self.pairs)))


def _pair(data: Data, criterion: Criterion, first: str, second: str) -> Comparison:
    """A pair by a criterion; a threshold moves the pairs of its own model alone."""
    cuts, utility = [data.models[name].threshold for name in (first, second)], criterion.utility
    payoffs = None if utility is None else tuple(float(payoff) for payoff in utility.payoffs.values())
    return data.cached(
        ("compare pair", first, second, *cuts, criterion.key, criterion.title, payoffs),
        lambda: criterion.compared(data, sides_of(data, first, second), math.nan),
    )


def every_pair(data: Data, criterion: Criterion, correction: str) -> Pairs:
    """All pairs of the selected model and those that separate best; pairs that cannot be compared have no p."""
    names = tuple(selected_first(data, separation_of))
    pairs = tuple(combinations(range(len(names)), 2))
    comparisons = []
    for i, j in pairs:
        try:
            comparisons.append(_pair(data, criterion, names[i], names[j]))
        except InputError:
            comparisons.append(Comparison(math.nan, math.nan, UNKNOWN))
    p = np.array([comparison.p for comparison in comparisons])
    adjusted, known = np.full(p.size, np.nan), ~np.isnan(p)
    adjusted[known] = corrected(p[known], correction)
    return Pairs(names, criterion, pairs, tuple(comparisons), adjusted, correction)
