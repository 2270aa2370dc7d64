"""The tables of best thresholds: every measure, how it runs over the threshold, and an example of two peaks."""

import math
from collections.abc import Sequence

import pandas as pd

from ddcore.answers.base.answer import Table
from ddcore.answers.thresholds.words import reached_scores
from ddcore.counts import Counts
from ddcore.interval import confidence
from ddcore.measures import MEASURES
from ddcore.scores.best_thresholds import BestThreshold
from ddcore.scores.modes import MODES, PUBLISHED_MODES, example


def measures(optima: Sequence[BestThreshold], counts: Counts, threshold: float) -> pd.DataFrame:
    """One row a measure: best threshold, its value, both intervals, closed form, and how the measure runs.

    `counts` are those at the `threshold` that is set.
    """
    return pd.DataFrame(
        {
            "Short name": optimum.measure.key,
            "Measure": optimum.measure.name,
            "Best threshold": optimum.best.threshold,
            "Value there": optimum.best.value,
            f"Threshold, {confidence()} from": math.nan if optimum.bootstrap is None else optimum.bootstrap.low,
            "to": math.nan if optimum.bootstrap is None else optimum.bootstrap.high,
            "On unseen cases": math.nan if optimum.bootstrap is None else optimum.bootstrap.value,
            f"unseen, {confidence()} from": math.nan if optimum.bootstrap is None else optimum.bootstrap.value_low,
            "unseen, to": math.nan if optimum.bootstrap is None else optimum.bootstrap.value_high,
            f"At {threshold:.4g}": float(optimum.measure(counts)),
            "Loss on these cases": (optimum.best.value - float(optimum.measure(counts)))
            * (1 if optimum.measure.better == "higher" else -1),
            "Closed form: probability": optimum.closed.posterior,
            "Closed form: likelihood ratio": optimum.closed.ratio,
            "Closed form": optimum.measure.line_words or "by its derivatives",
            "Scores that reach it": reached_scores(optimum),
            "Over the likelihood ratio": MODES[optimum.mode],
            "Local peaks here": optimum.best.peaks,
            "Equally good ranges": len(optimum.best.optima),
            "Better if": optimum.measure.better,
        }
        for optimum in optima
    )


def two_peaks() -> Table:
    """The example of two peaks, point by point."""
    threshold, counts = example()
    values = {MEASURES[key].title: MEASURES[key].on(counts) for key in ("MCC", "MK")}
    return Table.of(
        "Example of a threshold search with two peaks", pd.DataFrame({"Threshold": threshold, **values}), example=True
    )


def runs(optima: Sequence[BestThreshold]) -> Table:
    """How each measure runs over the threshold of scores read as evidence, beside what is published."""
    return Table.of(
        "How each measure runs over the threshold",
        pd.DataFrame(
            {
                "Short name": optimum.measure.key,
                "Measure": optimum.measure.name,
                "Over the threshold": MODES[optimum.mode],
                "By Gong 2022": MODES[PUBLISHED_MODES[optimum.measure.key]]
                if optimum.measure.key in PUBLISHED_MODES
                else "not named",
            }
            for optimum in optima
            if optimum.mode != "level"
        ),
    )
