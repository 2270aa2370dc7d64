"""Results as tables, for pages and reports: one row a measure, plain numbers in columns that say what they are."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from ddcore.chance.bands import Bands
from ddcore.chance.dutch_draw import Baseline
from ddcore.chance.verdict import STATES, MeasureVerdict, Verdict
from ddcore.measures import Measure
from ddcore.report.words import calls


def verdict(verdicts: Sequence[Verdict]) -> pd.DataFrame:
    """Every measure of every model: score, chance, distance (positive is better), exact p, interval, verdict.

    The 95 % interval keeps the class sizes; "Other cases" is that where they are drawn too. "About p" is that of
    weighted cases, which have no exact one.
    """
    return pd.DataFrame(
        {
            "Model": found.name,
            "Measure": line.measure.name,
            "Key": line.measure.key,
            "Score": line.score,
            "Chance": line.chance,
            "Distance": line.distance,
            "Exact p": 10**found.log10_p if _has_p(line) else np.nan,
            "95 % from": line.interval.low,
            "95 % to": line.interval.high,
            "Verdict": STATES[line.state],
            "Distance from": line.distance_interval[0],
            "Distance to": line.distance_interval[1],
            "Other cases from": line.drawn.low,
            "Other cases to": line.drawn.high,
            "About p": 10**found.log10_luck if found.counts.weighted and _has_p(line) else np.nan,
            "log10 of p": found.log10_p if _has_p(line) else np.nan,
            "Better": line.measure.better,
            "No value when": line.measure.undefined,
            "Formula": line.measure.formula,
            "Also called": ", ".join(line.measure.aliases),
            "Source": line.measure.source,
        }
        for found in verdicts
        for line in found.lines
    )


def _has_p(line: MeasureVerdict) -> bool:
    return line.measure.judges and line.follows and not math.isnan(line.score)


def baselines(rows: Sequence[tuple[Measure, Baseline, float]], total: int) -> pd.DataFrame:
    """Every measure's highest and lowest expectation, and the numbers called positive that reach them."""
    return pd.DataFrame(
        {
            "Measure": row.name,
            "Key": row.key,
            "Highest": reach.highest,
            "reached by": calls(reach.argmax, total),
            "Lowest": reach.lowest,
            "reached by ": calls(reach.argmin, total),
            "Baseline": reach.best(row.better),
            "Best possible": ideal,
            "Draws without a value": reach.undefined(row.better),
            "Can be beaten": "not judged" if not row.judges else "no" if reach.best(row.better) == ideal else "yes",
            "Better": row.better,
            "No value when": row.undefined,
            "n of highest": _intervals(reach.argmax),
            "n of lowest": _intervals(reach.argmin),
            "Formula": row.formula,
            "Also called": ", ".join(row.aliases),
            "Source": row.source,
        }
        for row, reach, ideal in rows
    )


def _intervals(reached: Sequence[tuple[int, int]]) -> str:
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in reached)


def bands(curves: Sequence[Bands]) -> pd.DataFrame:
    """The curves point by point: theta, mean, and the bands that hold half and 95 % of the draws."""
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "Measure": curve.measure.key,
                    "Theta": curve.theta,
                    "Mean": curve.mean,
                    "50 % from": curve.low50,
                    "50 % to": curve.high50,
                    "95 % from": curve.low95,
                    "95 % to": curve.high95,
                }
            )
            for curve in curves
        ],
        ignore_index=True,
    )
