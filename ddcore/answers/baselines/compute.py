"""Baselines of these cases, of another share of positives and of several data sets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ddcore.chance.dutch_draw import Baseline, Intervals, baseline
from ddcore.chance.linear import coefficients
from ddcore.chance.shares import ShareCurve
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named
from ddcore.samples.data_sets import DataSet

THESE_DATA = "These data"


class BaselineRow(NamedTuple):
    """A measure, its baseline and the best value that any classifier reaches with these classes."""

    measure: Measure
    baseline: Baseline
    ideal: float

    @property
    def best(self) -> float:
        """The best mean of random guessing."""
        return self.baseline.best(self.measure.better)

    @property
    def reached(self) -> Intervals:
        """The numbers predicted positive that reach it; () where no draw has a value."""
        return self.baseline.reached(self.measure.better)

    @property
    def unbeatable(self) -> bool:
        """Whether no classifier does better than that."""
        return bool(self.reached) and not self.measure.is_better(self.ideal, self.best)

    def linear(self, total: int, positives: int) -> tuple[float | None, float | None]:
        """The measure as a TP + b at the best guess: a and b; None for what is not linear, or has no value."""
        known = coefficients(self.measure, total, positives, self.reached[0][0]) if self.reached else None
        return known or (None, None)


def rows_of(total: int, positives: int, measures: Sequence[str | Measure]) -> list[BaselineRow]:
    """Each measure with its baseline and the best value that these classes allow."""
    return [
        BaselineRow(measure, baseline(measure, total, positives), measure.ideal(total, positives))
        for measure in map(measure_named, measures)
    ]


@dataclass(frozen=True)
class OverShare:
    """Baselines over the share of positives, a curve a measure; its row with the positives here, and with others."""

    curves: Sequence[ShareCurve]
    here: Sequence[BaselineRow]
    there: Sequence[BaselineRow]
    share_here: float
    share_there: float

    @classmethod
    def of(cls, curves: Sequence[ShareCurve], total: int, positives: int, positives_there: int) -> "OverShare":
        """The curves with the rows of their measures."""
        here, there = (
            rows_of(total, count, [curve.measure for curve in curves]) for count in (positives, positives_there)
        )
        return cls(curves, here, there, positives / total, positives_there / total)


class SetRow(NamedTuple):
    """A measure and its baseline on each of several data sets."""

    measure: Measure
    baselines: Sequence[Baseline]

    @property
    def best(self) -> list[float]:
        """The best mean of random guessing on each of them."""
        return [reach.best(self.measure.better) for reach in self.baselines]

    @property
    def spread(self) -> float:
        """From the lowest to the highest of these; 0 where fewer than two have a value."""
        known = [value for value in self.best if np.isfinite(value)]
        return float(np.ptp(known)) if len(known) > 1 else 0.0


def set_rows(keys: Sequence[str], sets: Sequence[DataSet]) -> list[SetRow]:
    """Each measure with its baselines on the data sets."""
    return [
        SetRow(measure, [baseline(measure, data_set.total, data_set.positives) for data_set in sets])
        for measure in map(measure_named, keys)
    ]


def with_these_data(sets: Sequence[DataSet], total: int, positives: int) -> list[DataSet]:
    """The data sets and these cases, once, the rarest positives first."""
    others = [data_set for data_set in sets if (data_set.total, data_set.positives) != (total, positives)]
    named = [data_set.name for data_set in sets if data_set not in others]
    here = DataSet(f"{THESE_DATA} ({named[0]})" if named else THESE_DATA, THESE_DATA, total, positives)
    return sorted([here, *others], key=lambda data_set: data_set.share)
