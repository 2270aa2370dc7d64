"""The tables of baselines: every measure, the curves over the share of positives, and the data sets."""

from collections.abc import Sequence

import pandas as pd

from ddcore.answers.base.words import calls
from ddcore.answers.baselines.compute import BaselineRow, SetRow
from ddcore.chance.dutch_draw import Intervals
from ddcore.chance.linear import shares
from ddcore.chance.shares import ShareCurve
from ddcore.samples.data_sets import DataSet


def baselines_table(rows: Sequence[BaselineRow], total: int, positives: int) -> pd.DataFrame:
    """Every measure's highest and lowest expectation, and the numbers and shares predicted positive that reach them."""
    return pd.DataFrame(
        {
            "Measure": row.measure.name,
            "Short name": row.measure.key,
            "Highest mean": row.baseline.highest,
            "Highest reached by": calls(row.baseline.argmax, total),
            "Lowest mean": row.baseline.lowest,
            "Lowest reached by": calls(row.baseline.argmin, total),
            "Baseline": row.best,
            "Best possible": row.ideal,
            "Guesses without a value": row.baseline.undefined(row.measure.better),
            "Can be beaten": "not judged" if not row.measure.judges else "no" if row.unbeatable else "yes",
            "Better if": row.measure.better,
            "No value when": row.measure.undefined,
            "Positive predictions, highest": numbers_text(row.baseline.argmax),
            "Positive predictions, lowest": numbers_text(row.baseline.argmin),
            "Share predicted positive, highest": shares_text(row.baseline.argmax, total),
            "Share predicted positive, lowest": shares_text(row.baseline.argmin, total),
            "Change per true positive": a,
            "Value without true positives": b,
            "Formula": row.measure.formula,
            "Other names": ", ".join(row.measure.aliases),
            "Source": row.measure.source,
        }
        for row in rows
        for a, b in [row.linear(total, positives)]
    )


def shares_table(curves: Sequence[ShareCurve]) -> pd.DataFrame:
    """Each measure at each number of positives: the best mean, and the guesses that reach it."""
    return pd.DataFrame(
        {
            "Measure": curve.measure.key,
            "Positive cases": int(P),
            "Share positive": float(P) / curve.total,
            "Baseline": reach.best(curve.measure.better),
            "Highest mean": reach.highest,
            "Lowest mean": reach.lowest,
            "Predicted positive": numbers_text(reached),
            "Share predicted positive": shares_text(reached, curve.total),
        }
        for curve in curves
        for P, reach, reached in zip(curve.positives, curve.reaches, curve.reached, strict=True)
    )


def sizes_table(sets: Sequence[DataSet]) -> pd.DataFrame:
    """The sizes of the data sets and of their classes."""
    return pd.DataFrame(
        {"Data set": part.name, "Cases": part.total, "Positive": part.positives, "Share": part.share} for part in sets
    )


def sets_table(rows: Sequence[SetRow], sets: Sequence[DataSet]) -> pd.DataFrame:
    """A row a measure and data set: the baseline, the extreme means and the guesses that reach them."""
    return pd.DataFrame(
        {
            "Measure": measure.name,
            "Short name": measure.key,
            "Data set": data_set.name,
            "Baseline": reach.best(measure.better),
            "Highest mean": reach.highest,
            "Lowest mean": reach.lowest,
            "Highest reached by": numbers_text(reach.argmax),
            "Lowest reached by": numbers_text(reach.argmin),
        }
        for measure, reaches in rows
        for data_set, reach in zip(sets, reaches, strict=True)
    )


def numbers_text(reached: Intervals) -> str:
    """Numbers predicted positive, such as "1 to 9, 12".

    >>> numbers_text(((1, 9), (12, 12)))
    '1 to 9, 12'
    """
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in reached)


def shares_text(reached: Intervals, total: int) -> str:
    """The shares of cases that come to these numbers predicted positive, as intervals.

    >>> shares_text(((0, 0), (2, 2)), 2)
    '[0, 1/4) or [3/4, 1]'
    """
    return " or ".join(map(str, shares(total, reached)))
