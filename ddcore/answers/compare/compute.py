"""The numbers of a comparison: measures, areas and worth of both sides, all pairs of models, cases that differ."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np
import pandas as pd

from ddcore.answers.base.separation import foremost, separating
from ddcore.answers.compare.sides import Sides, alone, areas, differing, matched, rows_of
from ddcore.arrays import Array
from ddcore.chance.groups import corrected
from ddcore.chance.significance import Region, unweighted
from ddcore.chance.two_classifiers import Comparison
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.decisions.utility import Utility, yield_interval
from ddcore.errors import InputError
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures import MEASURES, Measure
from ddcore.measures import measure as measure_named
from ddcore.scores.against_chance import SCORE_MEASURES
from ddcore.table import ScoreTable

SHOWN = ("ACC", "BACC", "TPR", "TNR", "PPV", "F1", "MCC")
"""The measures of the chart, beside the one chosen and both areas."""
AREA_NAMES = {"AUC": "AUC", "AP": "average precision"}
WORTH = "worth"
METHODS = {
    "exact": "McNemar exact; Tango",
    "rates": "Fisher exact; Miettinen-Nurminen",
    "drawn": "bootstrap",
    "robust": "linearised",
    "DeLong": "DeLong, widened for few cases",
    "moved": "linearised by case",
    "areas": "intervals of both areas",
}
"""How a p value and an interval were found."""


@dataclass(frozen=True, eq=False)
class Judge:
    """By what two sides are held against each other: a measure, an area, or what the answers are worth.

    `name` stands within a sentence, `head` in a table and a chart; the other two are None where they do not apply.
    """

    key: str
    name: str
    head: str
    better: str
    measure: Measure | None = None
    utility: Utility | None = None

    @property
    def sign(self) -> int:
        """1 where higher is better, else -1."""
        return 1 if self.better == "higher" else -1

    @property
    def is_share(self) -> bool:
        """Whether differences lie on a scale that one margin can be for: all but worth and ratios without an end."""
        return self.utility is None and (self.measure is None or math.isfinite(self.measure.best - self.measure.worst))

    def of(self, data: Data, sides: Sides, margin: float) -> Comparison:
        """Both sides; NaN where they have no scores for an area."""
        if self.utility is not None:
            return sides.both.of_function(self.utility, margin)
        if self.measure is not None:
            return sides.both.difference(self.measure, margin)
        return areas(data, sides, self.key, margin) or Comparison(math.nan, math.nan, UNKNOWN)


def by_measure(key: str, name: str) -> Judge:
    """A measure as what judges; `name` stands within a sentence."""
    measure = measure_named(key)
    return Judge(measure.key, name, measure.title, measure.better, measure)


def by_area(key: str) -> Judge:
    """An area as what judges."""
    name = AREA_NAMES[key]
    return Judge(key, name, name[0].upper() + name[1:], "higher")


@dataclass(frozen=True, eq=False)
class Row:
    """One judge with what it found, and the interval of each side by itself, as other questions have it."""

    judge: Judge
    found: Comparison
    alone: tuple[Interval, Interval]

    @property
    def sign(self) -> int:
        """1 where the first is surely better, -1 where the second is, 0 where that may be luck."""
        return self.found.sign * self.judge.sign


def every_row(data: Data, sides: Sides, chosen: Judge, margin: float, names: dict[str, str]) -> list[Row]:
    """The judge that was chosen, the areas and all measures whose value does not grow with the number of cases."""
    judges = [chosen]
    if sides.score is not None:
        judges += [by_area(key) for key in AREA_NAMES]
    judges += [by_measure(key, names[key]) for key, row in MEASURES.items() if row.judges and not row.grows]
    rows = {judge.key: judge for judge in reversed(judges)} | {chosen.key: chosen}
    ordered = [rows[key] for key in dict.fromkeys(judge.key for judge in judges)]
    single = [Alone(*alone(data, sides, side)) for side in (0, 1)]
    found = [judge.of(data, sides, margin if judge.is_share else math.nan) for judge in ordered]
    return [Row(judge, both, _alone(judge, both, single)) for judge, both in zip(ordered, found, strict=True)]


class Alone:
    """One side by itself: its intervals, each NaN where its cases are not known."""

    def __init__(self, counts: Counts | None, scores: ScoreTable | None) -> None:
        self.counts = None if counts is None else unweighted(counts)
        self.region = None if self.counts is None else Region.of(self.counts, 0.95, "fixed")
        self.scores = scores

    def interval(self, judge: Judge) -> Interval:
        """That of what judges."""
        if judge.key in AREA_NAMES:
            return UNKNOWN if self.scores is None else SCORE_MEASURES[judge.key].interval(self.scores.unweighted())
        if self.counts is None or self.region is None:
            return UNKNOWN
        if judge.utility is not None:
            return yield_interval(judge.utility, self.counts)
        return UNKNOWN if judge.measure is None else self.region.interval(judge.measure)


def _alone(judge: Judge, found: Comparison, single: Sequence[Alone]) -> tuple[Interval, Interval]:
    """The intervals of both sides, with the values that are compared; no ends where there are no values."""
    first, second = (
        Interval(value) if math.isnan(value) else replace(side.interval(judge), value=value)
        for value, side in zip((found.first, found.second), single, strict=True)
    )
    return first, second


def charted(rows: Sequence[Row], chosen: Judge) -> list[Row]:
    """Those of the chart: of worth alone, as it has another scale; else the main ones on a scale with two ends."""
    if not chosen.is_share:
        return [row for row in rows if row.judge.key == chosen.key]
    shown = (chosen.key, *AREA_NAMES, *SHOWN)
    return [row for row in rows if row.judge.key in shown and row.judge.is_share]


def table(rows: Sequence[Row], names: tuple[str, str], margin: float) -> pd.DataFrame:
    """A row for each judge."""
    listed = []
    for row in rows:
        found = row.found
        listed.append(
            {
                "Measure": row.judge.head,
                names[0]: found.first,
                names[1] if names[1] != names[0] else f"{names[1]} (second)": found.second,
                "Difference": found.interval.value,
                "95 % low": found.interval.low,
                "95 % high": found.interval.high,
                "p": found.p,
                "mid-p": found.mid_p,
                f"p of ±{margin:g} or more" if margin > 0 else "p of a margin": found.p_beyond,
                "Found by": METHODS.get(found.interval.method, ""),
                "Better": {1: names[0], -1: names[1]}.get(row.sign, ""),
            }
        )
    frame = pd.DataFrame(listed)
    return frame if margin > 0 else frame.drop(columns="p of a margin")


@dataclass(frozen=True, eq=False)
class Pairs:
    """Every pair of some models by one judge: `found[i]` is that of `pairs[i]`, two places in `names`.

    `adjusted` are the p values corrected for their number.
    """

    names: tuple[str, ...]
    judge: Judge
    pairs: tuple[tuple[int, int], ...]
    found: tuple[Comparison, ...]
    adjusted: Array
    correction: str

    def better(self, place: int) -> int:
        """1 where the first of a pair is surely better for all the pairs looked at, -1 the second, else 0."""
        return self.found[place].sign * self.judge.sign if self.adjusted[place] <= 0.05 else 0

    @property
    def sure(self) -> int:
        """How many pairs differ surely."""
        return sum(self.better(place) != 0 for place in range(len(self.pairs)))

    def table(self) -> pd.DataFrame:
        """A row for each pair."""
        rows = []
        for place, ((i, j), found) in enumerate(zip(self.pairs, self.found, strict=True)):
            rows.append(
                {
                    "First": self.names[i],
                    "Second": self.names[j],
                    f"{self.judge.head}, first": found.first,
                    "second": found.second,
                    "Difference": found.interval.value,
                    "95 % low": found.interval.low,
                    "95 % high": found.interval.high,
                    "p": found.p,
                    "p, corrected": float(self.adjusted[place]),
                    "Better": {1: self.names[i], -1: self.names[j]}.get(self.better(place), ""),
                }
            )
        return pd.DataFrame(rows)


def every_pair(data: Data, judge: Judge, correction: str) -> Pairs:
    """All pairs of up to `MODELS` models, the selected one first; those that cannot be compared have no p.

    Of more models those that separate best are in it.
    """
    names = tuple(foremost(data, separating))
    pairs = tuple(combinations(range(len(names)), 2))
    found = []
    for i, j in pairs:
        try:
            found.append(judge.of(data, matched(data, names[i], names[j]), math.nan))
        except InputError:
            found.append(Comparison(math.nan, math.nan, UNKNOWN))
    p = np.array([one.p for one in found])
    adjusted, known = np.full(p.size, np.nan), ~np.isnan(p)
    adjusted[known] = corrected(p[known], correction)
    return Pairs(names, judge, pairs, tuple(found), adjusted, correction)


def differing_rows(data: Data, sides: Sides) -> tuple[int, partial[pd.DataFrame]] | None:
    """How many of the same cases both predict otherwise, and what makes a table of them; None for own cases."""
    apart = differing(sides)
    if apart is None:
        return None
    return int(apart["differ"].sum()), partial(_differing, data, sides)


def _differing(data: Data, sides: Sides) -> pd.DataFrame:
    rows, apart = rows_of(data), differing(sides)
    assert rows is not None
    assert apart is not None
    assert sides.places is not None
    assert sides.called is not None
    at = np.flatnonzero(apart["differ"])
    places = sides.places[at]
    said = np.array([data.negative, data.positive], dtype=object)
    columns: dict[str, object] = {"Row": places + rows.first}
    ids = rows.names(places)
    if ids is not None:
        columns["Case"] = ids
    columns["Truth"] = said[(rows.truth[places] == 1).astype(int)]
    for side, name in enumerate(sides.names):
        if sides.score is not None:
            columns[f"Score of {name}"] = sides.score[side][at]
        columns[f"Predicted by {name}"] = said[sides.called[side][at].astype(int)]
    columns["Right"] = np.where(apart["first"][at], sides.names[0], sides.names[1])
    return pd.DataFrame(columns)
