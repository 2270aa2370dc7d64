"""The table of every number that curves are quoted by."""

import math
from collections.abc import Mapping

import pandas as pd

from ddcore.interval import UNKNOWN, Interval
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.recalibration import Recalibration
from ddcore.scores.separation import EARLY, Separation


def summary(separations: Mapping[str, Separation], leads: Mapping[str, Interval]) -> pd.DataFrame:
    """One row a model: every number that curves are quoted by, and how far it is ahead of the selected one."""
    return pd.DataFrame(
        {
            "Model": name,
            "AUC": separation.auc.value,
            "95 % from": separation.auc.low,
            "95 % to": separation.auc.high,
            "Gini": 2 * separation.auc.value - 1,
            "AUC of the convex hull": separation.hull,
            f"Partial AUC, FPR up to {EARLY:g}": separation.partial.raw,
            "the same after McClish": separation.partial.mcclish,
            **{_heading(key): value for key, value in separation.summaries.items() if key not in ("roc", "toc")},
            "Brier score": math.nan if separation.brier is None else separation.brier.score,
            "of it miscalibration": math.nan if separation.brier is None else separation.brier.miscalibration,
            "less discrimination": math.nan if separation.brier is None else separation.brier.discrimination,
            "plus uncertainty": math.nan if separation.brier is None else separation.brier.uncertainty,
            "Log loss": math.nan if separation.log_loss is None else separation.log_loss,
            **_recalibrated(separation.recalibration),
            "AUC above the selected model": leads.get(name, UNKNOWN).value,
            "above, 95 % from": leads.get(name, UNKNOWN).low,
            "above, 95 % to": leads.get(name, UNKNOWN).high,
            "above, two-sided p": leads.get(name, UNKNOWN).p,
        }
        for name, separation in separations.items()
    )


def _recalibrated(recalibration: Recalibration | None) -> dict[str, float]:
    """Slope and intercept with their intervals."""
    slope = UNKNOWN if recalibration is None else recalibration.slope
    intercept = UNKNOWN if recalibration is None else recalibration.intercept
    return {
        "Calibration slope": slope.value,
        "slope, 95 % from": slope.low,
        "slope, 95 % to": slope.high,
        "Calibration intercept": intercept.value,
        "intercept, 95 % from": intercept.low,
        "intercept, 95 % to": intercept.high,
    }


def _heading(key: str) -> str:
    name = CURVE_KINDS[key].summary_name
    return f"{CURVE_KINDS[key].title}: {name}" if name.startswith("area") else name[0].upper() + name[1:]
