"""The tables of the likelihood ratio: AUC before and after, and the rescaled scores."""

import math

import numpy as np
import pandas as pd

from ddcore.formats import percent
from ddcore.interval import UNKNOWN, confidence
from ddcore.scores.gain import Gain
from ddcore.table import ScoreTable


def area_rows(gain: Gain) -> pd.DataFrame:
    """Before and after: areas with intervals, gains with intervals, and the summaries of the other curves."""
    return pd.DataFrame(
        {
            "Scores": name,
            "AUC": gain.aucs[name].value,
            f"{confidence()} from": gain.aucs[name].low,
            f"{confidence()} to": gain.aucs[name].high,
            "Gain": gain.gains.get(name, UNKNOWN).value,
            f"gain, {confidence()} from": gain.gains.get(name, UNKNOWN).low,
            f"gain, {confidence()} to": gain.gains.get(name, UNKNOWN).high,
            "gain, two-sided p": gain.gains.get(name, UNKNOWN).p,
            "Average precision": gain.precisions[name],
            "Added by the convex hull": gain.hull_gains.get(name, math.nan),
        }
        for name in gain.tables
    )


def transformed_rows(gain: Gain, table: ScoreTable, prevalence: float | None = None) -> pd.DataFrame:
    """Every distinct score with its ratio, its posterior at a share of positives (None for that here), its cases."""
    share = table.prevalence if prevalence is None else prevalence
    return pd.DataFrame(
        {
            "Score": table.score,
            "Likelihood ratio": np.asarray(gain.likelihood.ratio(table.score)),
            f"Probability at {percent(share)} positives": gain.likelihood.posterior(table.score, share),
            "Positive cases": table.positives,
            "Negative cases": table.negatives,
        }
    )
