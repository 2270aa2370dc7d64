"""The best threshold of every measure as a table, and as numbers."""

import math
from collections.abc import Mapping, Sequence

import pandas as pd

from ddcore.answers.thresholds.closed_form import reached_scores
from ddcore.counts import Counts
from ddcore.scores.best_thresholds import BestThreshold
from ddcore.scores.modes import MODES


def table_of(optima: Sequence[BestThreshold], counts: Counts, cut: float) -> pd.DataFrame:
    """One row a measure: best threshold, its value, how sure, closed form, and how the measure runs."""
    return pd.DataFrame(
        {
            "Short name": optimum.measure.key,
            "Measure": optimum.measure.name,
            "Best threshold": optimum.best.threshold,
            "Value there": optimum.best.value,
            "Threshold, 95 % from": math.nan if optimum.bootstrap is None else optimum.bootstrap.low,
            "to": math.nan if optimum.bootstrap is None else optimum.bootstrap.high,
            "On unseen cases": math.nan if optimum.bootstrap is None else optimum.bootstrap.value,
            "unseen, 95 % from": math.nan if optimum.bootstrap is None else optimum.bootstrap.value_low,
            "unseen, to": math.nan if optimum.bootstrap is None else optimum.bootstrap.value_high,
            f"At {cut:.4g}": float(optimum.measure(counts)),
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


def values_of(optimum: BestThreshold) -> Mapping[str, object]:
    """The numbers of one measure by stable names."""
    interval = optimum.bootstrap
    low, high = (math.nan, math.nan) if interval is None else (interval.low, interval.high)
    return {
        "threshold": {"value": optimum.best.threshold, "low": low, "high": high},
        "value": optimum.best.value,
        "held_out": None
        if interval is None
        else {"value": interval.value, "low": interval.value_low, "high": interval.value_high},
        "closed_form": {"posterior": optimum.closed.posterior, "ratio": optimum.closed.ratio},
        "runs": optimum.mode,
        "peaks": optimum.best.peaks,
    }
