"""Means over the runs of one model, trained anew with another seed each time and tried on the same cases or others."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.special import stdtrit

from ddcore.interval import Interval, confident


class Line(Protocol):
    """A measure of one run: its score, that of chance, and its state, "beats" where it surely beats chance."""

    @property
    def score(self) -> float: ...
    @property
    def chance(self) -> float: ...
    @property
    def state(self) -> str: ...


def mean_over_runs(scores: Sequence[float], level: float | None = None) -> Interval:
    """The mean of a measure over runs with Student's interval for what one more run has on average.

    The runs are taken for independent; where all have the same cases, the interval says nothing of others.
    `error` is that of the mean. NaN where a run has no value, and ends that are NaN with one run.

    >>> mean = mean_over_runs([0.5, 0.6, 0.7])
    >>> round(mean.value, 3), round(mean.low, 3), round(mean.high, 3)
    (0.6, 0.352, 0.848)
    """
    runs = np.asarray(scores, dtype=float)
    value = float(runs.mean())
    if runs.size < 2 or not math.isfinite(value):
        return Interval(value)
    error = float(runs.std(ddof=1)) / math.sqrt(runs.size)
    reach = float(stdtrit(runs.size - 1, (1 + confident(level)) / 2)) * error
    return Interval(value, value - reach, value + reach, error)


@dataclass(frozen=True)
class RunMean:
    """A measure over the runs: the scores, their mean with its interval, the mean of chance, and how many beat it."""

    name: str
    key: str
    better: str
    scores: tuple[float, ...]
    chance: float
    beating: int

    @classmethod
    def of(cls, name: str, key: str, better: str, lines: Sequence[Line]) -> "RunMean":
        """The measure by its name and key, from its line in each run."""
        scores = tuple(line.score for line in lines)
        chance = float(np.mean([line.chance for line in lines]))
        return cls(name, key, better, scores, chance, sum(line.state == "beats" for line in lines))

    @property
    def mean(self) -> Interval:
        """The mean over the runs."""
        return mean_over_runs(self.scores)

    @property
    def short(self) -> bool:
        """Whether the mean is worse than that of chance.

        >>> RunMean("F1", "F1", "higher", (0.7, 0.72), 0.735, 0).short
        True
        """
        value = self.mean.value
        return value < self.chance if self.better == "higher" else value > self.chance

    @property
    def deviation(self) -> float:
        """The standard deviation of the scores."""
        return float(np.std(self.scores, ddof=1))
