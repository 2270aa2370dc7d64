"""What a measure would be before labels come, in two ways, each with its assumption and its interval."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ddcore.interval import Interval, confident
from ddcore.measures import Measure
from ddcore.resampling.bootstrap import expanded, percentile_interval
from ddcore.scores.change import Point
from ddcore.scores.covariate_shift import CovariateShift
from ddcore.scores.label_shift import TEST_BINS, LabelShift
from ddcore.table import ScoreTable

DRAWS = 400
REFUTED = 0.05
"""Scores that are less probable of any mixture are none."""


@dataclass(frozen=True, eq=False)
class Expected:
    """What is known of now before labels come: the share of positives, by scores and by calls, and the measures.

    `if_share` and `if_mix` map the keys of measures to what they would be, see `LabelShift` and `CovariateShift`;
    `mixture_p` is the probability of scores as those of now if only the share of positives changed.
    """

    by_scores: Interval
    by_calls: Interval
    share_of_mix: Interval
    if_share: dict[str, Interval]
    if_mix: dict[str, Interval]
    mixture_p: float

    @property
    def assumption(self) -> str:
        """What the scores of now allow to assume: "share" that only the share of positives changed, else "mix"."""
        return "mix" if self.mixture_p <= REFUTED else "share"

    @property
    def share(self) -> Interval:
        """The share of positives now under that assumption."""
        return self.share_of_mix if self.assumption == "mix" else self.by_scores

    @property
    def measures(self) -> dict[str, Interval]:
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
) -> Expected:
    """The estimates with percentile intervals, expanded for few cases of the smaller class of then (Hesterberg 2015).

    Of `now` only the scores count; then has both classes.

    >>> from ddcore.measures import measure
    >>> then = ScoreTable.of([0.1, 0.2, 0.3, 0.6, 0.7, 0.8], [0, 0, 1, 0, 1, 1])
    >>> found = expected(then, then, 0.5, [measure("ACC")], rng=np.random.default_rng(1))
    >>> round(found.by_calls.value, 3), round(found.if_share["ACC"].value, 3)
    (0.5, 0.667)
    """
    label, covariate = LabelShift.of(then, now, threshold), CovariateShift.of(then, now, threshold)
    drawn, mix = label.drawn(DRAWS, rng=rng), covariate.point
    drawn_mix = covariate.drawn(DRAWS, rng=rng)
    wider = expanded(confident(level), min(label.positives.sum(), label.negatives.sum()))

    def interval(value: Any, values: Any) -> Interval:
        low, high = percentile_interval(np.asarray(values), wider)
        return Interval(float(value), min(low, float(value)), max(high, float(value)))

    def measured(where: Point, around: Point) -> dict[str, Interval]:
        return {row.key: interval(row.on(where.cells), row.on(around.cells)) for row in measures}

    return Expected(
        interval(label.by_scores, drawn.by_scores),
        interval(label.by_calls, drawn.by_calls),
        interval(mix.share, drawn_mix.share),
        measured(label.point, drawn.point),
        measured(mix, drawn_mix),
        LabelShift.of(then, now, threshold, TEST_BINS).p,
    )
