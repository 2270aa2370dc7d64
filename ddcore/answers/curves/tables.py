"""The tables of the curves: every number they are quoted by, and every point of the chart."""

import math
from collections.abc import Mapping

import pandas as pd

from ddcore.answers.base.answer import Table
from ddcore.answers.base.separation import points, tables, trace_rows
from ddcore.answers.curves.compute import calibrations
from ddcore.data import Data
from ddcore.interval import UNKNOWN, Interval, confidence
from ddcore.scores.calibration import Calibration, CalibrationError
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.curves import curve
from ddcore.scores.gains_table import GainsTable
from ddcore.scores.recalibration import Recalibration
from ddcore.scores.separation import EARLY, Separation
from ddcore.scores.smooth_calibration import SmoothCalibration
from ddcore.scores.trace import over_threshold


def point_tables(data: Data, kind: str, measure: str) -> dict[str, Table]:
    """Every point of the chart of a kind, none left out; without a table where there is no chart."""
    title, shown = "Every point of the chart", tables(data)
    if kind == "calibration":
        bins = calibrations(data)
        return {kind: Table.of(title, bin_rows(bins))} if data.name in bins else {}
    size = sum(table.score.size + 1 for table in shown.values())
    if kind == "measure":
        return {
            kind: Table(
                title, size, lambda: trace_rows({name: over_threshold(table, measure) for name, table in shown.items()})
            )
        }
    return {kind: Table(title, size, lambda: points({name: curve(table, kind) for name, table in shown.items()}))}


def summary_rows(separations: Mapping[str, Separation], leads: Mapping[str, Interval]) -> pd.DataFrame:
    """One row a model: the number of every curve, and how far its AUC is ahead of that of the selected model."""
    return pd.DataFrame(
        {
            "Model": name,
            "AUC": separation.auc.value,
            f"{confidence()} from": separation.auc.low,
            f"{confidence()} to": separation.auc.high,
            "Gini": 2 * separation.auc.value - 1,
            "AUC of the convex hull": separation.hull,
            f"Partial AUC, FPR up to {EARLY:g}": separation.partial.raw,
            "Partial AUC after McClish": separation.partial.mcclish,
            **{_heading(key): value for key, value in separation.summaries.items() if key not in ("roc", "toc")},
            "Brier score": math.nan if separation.brier is None else separation.brier.score,
            "Brier score: miscalibration": math.nan if separation.brier is None else separation.brier.miscalibration,
            "Brier score: minus discrimination": math.nan
            if separation.brier is None
            else separation.brier.discrimination,
            "Brier score: plus uncertainty": math.nan if separation.brier is None else separation.brier.uncertainty,
            "Log loss": math.nan if separation.log_loss is None else separation.log_loss,
            **_recalibrated(separation.recalibration),
            "AUC difference from the selected model": leads.get(name, UNKNOWN).value,
            f"AUC difference, {confidence()} from": leads.get(name, UNKNOWN).low,
            f"AUC difference, {confidence()} to": leads.get(name, UNKNOWN).high,
            "AUC difference, two-sided p": leads.get(name, UNKNOWN).p,
        }
        for name, separation in separations.items()
    )


def _recalibrated(recalibration: Recalibration | None) -> dict[str, float]:
    """Calibration slope and intercept with their intervals."""
    slope = UNKNOWN if recalibration is None else recalibration.slope
    intercept = UNKNOWN if recalibration is None else recalibration.intercept
    return {
        "Calibration slope": slope.value,
        f"slope, {confidence()} from": slope.low,
        f"slope, {confidence()} to": slope.high,
        "Calibration intercept": intercept.value,
        f"intercept, {confidence()} from": intercept.low,
        f"intercept, {confidence()} to": intercept.high,
    }


def _heading(key: str) -> str:
    """The column of the number that a kind of curve is quoted by."""
    name = CURVE_KINDS[key].summary_name
    return f"{CURVE_KINDS[key].title}: {name}" if name.startswith("area") else name[0].upper() + name[1:]


def bin_rows(models: Mapping[str, Calibration]) -> pd.DataFrame:
    """One row a bin of the calibration curve of each model."""
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Model": name,
                    "Mean score": bins.mean,
                    "Share that is truly positive": bins.share,
                    f"{confidence()} from": bins.low,
                    f"{confidence()} to": bins.high,
                    "Cases": bins.cases,
                }
            )
            for name, bins in models.items()
        ],
        ignore_index=True,
    )


def gains_rows(models: Mapping[str, GainsTable]) -> pd.DataFrame:
    """One row a tenth of the cases of each model, those with the highest scores first."""
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Model": name,
                    "Tenth": range(1, tenths.cases.size + 1),
                    "Score from": tenths.lowest,
                    "Score to": tenths.highest,
                    "Cases": tenths.cases,
                    "Truly positive": tenths.positives,
                    "Share that is truly positive": tenths.rate,
                    f"{confidence()} from": tenths.low,
                    f"{confidence()} to": tenths.high,
                    "Cumulative share of positives": tenths.gain,
                    "Lift": tenths.lift,
                    "Cumulative lift": tenths.cumulative_lift,
                }
            )
            for name, tenths in models.items()
        ],
        ignore_index=True,
    )


def error_row(error: CalibrationError) -> pd.DataFrame:
    """The expected calibration error of the selected model, beside that of right probabilities on such cases."""
    return pd.DataFrame(
        {
            "Expected calibration error": [error.value],
            "Of well calibrated scores, on average": error.if_right,
            f"of well calibrated scores, at most in {confidence()} of samples": error.high,
            "Probability of this much, if well calibrated": error.p,
            "Root mean squared error, without its bias": error.root_mean_square,
        }
    )


def smooth_rows(smooth: SmoothCalibration) -> pd.DataFrame:
    """The smooth calibration curve of the selected model, at even scores."""
    return pd.DataFrame(
        {
            "Score": smooth.x,
            "Share that is truly positive": smooth.share,
            f"{confidence()} from": smooth.low,
            f"{confidence()} to": smooth.high,
        }
    )
