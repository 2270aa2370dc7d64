"""What a measure would be before labels come, in two ways, each with its assumption and its interval."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ddcore.cache import Each, computed_once
from ddcore.interval import Interval, confident
from ddcore.measures import Measure
from ddcore.resampling.bootstrap import expanded, percentile_interval
from ddcore.scores.change import Point
from ddcore.scores.covariate_shift import CovariateShift
from ddcore.scores.label_shift import TEST_BINS, ThreeLaws
from ddcore.table import ScoreTable

DRAWS = 400
REFUTED = 0.05
"""Scores that are less probable of any mixture are none."""


@dataclass(frozen=True, eq=False)
class Expected:
    """What is known of now before labels come: the share of positives, by scores and by calls, and the measures.

    `if_share` and `if_mix` map the keys of measures to what they would be, see `LabelShift` and `CovariateShift`;
    `mixture_p` is the probability of scores as those of now if only the share of positives changed. What the mix of
    cases would be is computed when somebody reads it.
    """

    by_scores: Interval
    by_calls: Interval
    find_share_of_mix: Callable[[], Interval]
    if_share: Mapping[str, Interval]
    if_mix: Mapping[str, Interval]
    mixture_p: float

    @computed_once
    def share_of_mix(self) -> Interval:
        """The share of positives if only the mix of cases changed."""
        return self.find_share_of_mix()

    @property
    def assumption(self) -> str:
        """What the scores of now allow to assume: "share" that only the share of positives changed, else "mix"."""
        return "mix" if self.mixture_p <= REFUTED else "share"

    @property
    def share(self) -> Interval:
        """The share of positives now under that assumption."""
        return self.share_of_mix if self.assumption == "mix" else self.by_scores

    @property
    def measures(self) -> Mapping[str, Interval]:
        """The measures under that assumption, by their keys."""
        return self.if_mix if self.assumption == "mix" else self.if_share


def expected(
    then: ScoreTable,
    now: ScoreTable,
    threshold: float,
    measures: list[Measure],
    *,
    rng: np.random.Generator,
    level: float | None = None,
    laws: ThreeLaws | None = None,
) -> Expected:
    """The estimates with percentile intervals, expanded for few cases of the smaller class of then (Hesterberg 2015).

    Of `now` only the scores count; then has both classes. `laws` are those of both, if they are known already.

    >>> from ddcore.measures import measure
    >>> then = ScoreTable.of([0.1, 0.2, 0.3, 0.6, 0.7, 0.8], [0, 0, 1, 0, 1, 1])
    >>> found = expected(then, then, 0.5, [measure("ACC")], rng=np.random.default_rng(1))
    >>> round(found.by_calls.value, 3), round(found.if_share["ACC"].value, 3)
    (0.5, 0.667)
    """
    laws = laws or ThreeLaws.of(then, now)
    label = laws.at(threshold)
    drawn, keys = label.drawn(DRAWS, rng=rng), [row.key for row in measures]
    named = dict(zip(keys, measures, strict=True))
    wider = expanded(confident(level), min(label.positives.sum(), label.negatives.sum()))

    def interval(value: Any, values: Any) -> Interval:
        low, high = percentile_interval(np.asarray(values), wider)
        return Interval(float(value), min(low, float(value)), max(high, float(value)))

    @cache
    def mixed() -> tuple[Point, Point]:
        covariate = CovariateShift.of(then, now, threshold)
        return covariate.point, covariate.drawn(DRAWS, rng=rng)

    def share_of_mix() -> Interval:
        return interval(*(point.share for point in mixed()))

    def measured(key: str, points: tuple[Point, Point]) -> Interval:
        return interval(*(named[key].on(point.cells) for point in points))

    return Expected(
        interval(label.by_scores, drawn.by_scores),
        interval(label.by_calls, drawn.by_calls),
        share_of_mix,
        Each(keys, lambda key: measured(key, (label.point, drawn.point))),
        Each(keys, lambda key: measured(key, mixed())),
        laws.at(threshold, TEST_BINS).p,
    )
