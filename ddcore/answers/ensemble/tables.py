"""The tables of models together: every way to score the cases, what each finds, and the plane of two models."""

import math
from collections.abc import Mapping, Sequence

import pandas as pd

from ddcore.answers.base.answer import Table
from ddcore.answers.base.before_after import curve_of
from ddcore.answers.base.separation import points
from ddcore.answers.ensemble.words import compared_ways, way_title
from ddcore.counts import Counts
from ddcore.formats import cases_text, number, percent
from ddcore.interval import confidence
from ddcore.samples.pairs import COVARIANCES, NAMES, correlated
from ddcore.scores.ensemble import Regions
from ddcore.scores.joint import JOINT_METHODS
from ddcore.scores.together import MIXTURES, Together, Way, unique


def way_rows(together: Together) -> pd.DataFrame:
    """Every way to score the cases: areas, and what the models together gain on it."""
    kinds = {
        "alone": "the scores themselves",
        "read": "likelihood ratio, unseen cases",
        "together": JOINT_METHODS[together.ensemble.method].words + ", unseen cases",
        "stacked": JOINT_METHODS["logistic"].words + ", unseen cases",
    }
    mixed = {mixture.title: mixture.words for mixture in MIXTURES.values()}
    return pd.DataFrame(
        {
            "Scores": way_title(way),
            "What they are": kinds.get(way.kind) or mixed[way.title.split(" (")[0]],
            "AUC": way.auc.value,
            f"{confidence()} from": way.auc.low,
            f"{confidence()} to": way.auc.high,
            "Together gains": way.gain.value,
            f"gain, {confidence()} from": way.gain.low,
            f"gain, {confidence()} to": way.gain.high,
            "gain, two-sided p": math.nan if way.kind == "together" else way.gain.p,
            "Average precision": way.average_precision,
        }
        for way in together.ways
    )


def pair_rows(pairs: Sequence[tuple[tuple[str, ...], Together]]) -> pd.DataFrame:
    """A row a pair of models: the area of each alone and by its likelihood ratio, of both together, and the gain.

    The gain is that on the better of the two by its likelihood ratio, as in Gong 2022, Table 8.1.
    """
    rows = []
    for (first, second), together in pairs:
        read = together.of("read") or together.of("alone")
        both, better = together.joint_way, max(read, key=lambda way: way.auc.value)
        rows.append(
            {
                "First": first,
                "Second": second,
                "AUC, first": together.of("alone")[0].auc.value,
                "AUC, second": together.of("alone")[1].auc.value,
                "first, by likelihood ratio": read[0].auc.value,
                "second, by likelihood ratio": read[1].auc.value,
                "Together": both.auc.value,
                f"together, {confidence()} from": both.auc.low,
                f"together, {confidence()} to": both.auc.high,
                "Gain": better.gain.value,
                f"gain, {confidence()} from": better.gain.low,
                f"gain, {confidence()} to": better.gain.high,
            }
        )
    return pd.DataFrame(rows)


def found_rows(calls: Sequence[tuple[Way, Counts]], positive: str) -> pd.DataFrame:
    """What each way finds at one share of cases predicted positive, as texts."""
    rows = []
    for way, counts in calls:
        hits, called_positive = float(counts.tp), float(counts.predicted_positives)
        share = f"{cases_text(hits)} of {cases_text(called_positive)}"
        rows.append(
            {
                "Model": way.title,
                f"Truly {positive}, of predicted positive": share
                if called_positive
                else "none: more cases share its highest score",
                "Recall": percent(float(counts.tp / counts.positives)),
                "Precision": number(hits / called_positive) if called_positive else "–",
            }
        )
    return pd.DataFrame(rows)


def above_rows(together: Together) -> pd.DataFrame:
    """Shares of the false positive rates where together is above each model, below it, and where that is sure."""
    return pd.DataFrame(
        {
            "Together compared with": way_title(way),
            "above": way.shares.above,
            "below": way.shares.below,
            "clearly above": _number(way.shares.surely_above),
            "clearly below": _number(way.shares.surely_below),
        }
        for way in compared_ways(together)
        if way.shares is not None
    )


def share_values(way: Way) -> Mapping[str, object]:
    """Where all together are above a way along the ROC curve; empty for ways that they are not compared with."""
    if way.shares is None:
        return {}
    return {
        "together_above": {
            "above": way.shares.above,
            "below": way.shares.below,
            "surely_above": _number(way.shares.surely_above),
            "surely_below": _number(way.shares.surely_below),
        }
    }


def _number(share: float | None) -> float:
    """A share, NaN where there are too few cases to tell."""
    return math.nan if share is None else share


def point_table(together: Together, kind: str) -> Table:
    """Every point of the curves of all ways."""
    size = sum(way.table.score.size for way in together.ways)
    return Table(
        "Every point of the curves",
        size,
        lambda: points({way_title(way): curve_of(way.table, kind) for way in together.ways}),
    )


def plane_rows(regions: Regions, names: tuple[str, ...]) -> pd.DataFrame:
    """The evidence at every point of the plane."""
    size = regions.x.size
    return pd.DataFrame(
        {
            names[0]: regions.x.tolist() * regions.y.size,
            names[1]: [value for value in regions.y.tolist() for _ in range(size)],
            unique("Log likelihood ratio", names): regions.log_ratio.ravel(),
        }
    )


def correlation_rows() -> pd.DataFrame:
    """The exact areas at other correlations: the document quotes 0.81 alone and 0.94 together."""
    pairs = [(covariances, correlated(*covariances)) for covariances in COVARIANCES]
    return pd.DataFrame(
        {
            "Covariance within the negatives": negatives,
            "within the positives": positives,
            "AUC alone": pair.alone(NAMES[0]).auc,
            "AUC together": pair.best_auc,
        }
        for (negatives, positives), pair in pairs
    )
