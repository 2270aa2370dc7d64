"""The tables and the numbers of a comparison: every measure, every pair of models, and the cases that differ."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import APPROXIMATE, EXACT, Number, Part, measured
from ddcore.answers.base.later import Later
from ddcore.answers.compare.compute import AREA_NAMES, WORTH, Pairs, Result
from ddcore.answers.compare.sides import Disagreement, Sides, rows_of
from ddcore.data import Data
from ddcore.interval import confidence

METHODS = {
    "exact": "McNemar exact; Tango",
    "rates": "Fisher exact; Miettinen-Nurminen",
    "drawn": "bootstrap",
    "robust": "linearised",
    "DeLong": "DeLong, widened for few cases",
    "moved": "linearised by case",
    "areas": "intervals of both areas",
}
"""How a p value and an interval were found, by the method of the interval."""
BETTER = {1: "first", -1: "second", 0: "unclear"}


def results_table(results: Sequence[Result], names: tuple[str, str], margin: float) -> pd.DataFrame:
    """A row for each measure, area and worth."""
    rows = []
    for result in results:
        comparison = result.comparison
        rows.append(
            {
                "Measure": result.criterion.title,
                names[0]: comparison.first,
                names[1] if names[1] != names[0] else f"{names[1]} (second)": comparison.second,
                "Difference": comparison.interval.value,
                f"{confidence()} low": comparison.interval.low,
                f"{confidence()} high": comparison.interval.high,
                "p": comparison.p,
                "mid-p": comparison.mid_p,
                f"p of ±{margin:g} or more" if margin > 0 else "p of a margin": comparison.p_beyond,
                "Found by": METHODS.get(comparison.interval.method, ""),
                "Better": {1: names[0], -1: names[1]}.get(result.sign, ""),
            }
        )
    frame = pd.DataFrame(rows)
    return frame if margin > 0 else frame.drop(columns="p of a margin")


def pairs_table(pairs: Pairs) -> pd.DataFrame:
    """A row for each pair of models."""
    rows = []
    for place, ((i, j), comparison) in enumerate(zip(pairs.pairs, pairs.comparisons, strict=True)):
        rows.append(
            {
                "First": pairs.names[i],
                "Second": pairs.names[j],
                f"{pairs.criterion.title}, first": comparison.first,
                "second": comparison.second,
                "Difference": comparison.interval.value,
                f"{confidence()} low": comparison.interval.low,
                f"{confidence()} high": comparison.interval.high,
                "p": comparison.p,
                "p, corrected": float(pairs.adjusted[place]),
                "Better": {1: pairs.names[i], -1: pairs.names[j]}.get(pairs.better(place), ""),
            }
        )
    return pd.DataFrame(rows)


def differing_cases(data: Data, sides: Sides, disagreement: Disagreement) -> pd.DataFrame:
    """A row for each case that both sides predict differently."""
    rows = rows_of(data)
    assert rows is not None
    assert sides.places is not None
    assert sides.called is not None
    at = np.flatnonzero(disagreement.differ)
    places = sides.places[at]
    labels = np.array([data.negative, data.positive], dtype=object)
    columns: dict[str, object] = {"Row": places + rows.first}
    ids = rows.names(places)
    if ids is not None:
        columns["Case"] = ids
    columns["Truth"] = labels[(rows.truth[places] == 1).astype(int)]
    for side, name in enumerate(sides.names):
        if sides.score is not None:
            columns[f"Score of {name}"] = sides.score[side][at]
        columns[f"Predicted by {name}"] = labels[sides.called[side][at].astype(int)]
    columns["Right"] = np.where(disagreement.first_is_right[at], sides.names[0], sides.names[1])
    return pd.DataFrame(columns)


def values_and_numbers(
    results: Sequence[Result], sides: Sides, margin: float, pairs: Pairs | None, differ: int | None
) -> Part:
    """Both scores, their difference and p values by each measure; as numbers those of the chosen criterion.

    `differ` is the number of cases that both predict differently, None where each side has its own cases.
    """
    values = Later(partial(_all_values, results, sides, margin, pairs, differ))
    return Part(values=values, numbers=_numbers(results[0], sides.names))


def _all_values(
    results: Sequence[Result], sides: Sides, margin: float, pairs: Pairs | None, differ: int | None
) -> dict[str, object]:
    values = {
        "first": sides.names[0],
        "second": sides.names[1],
        "judge": results[0].criterion.key,
        "paired": sides.paired,
        "differ": differ,
        "margin": margin,
        "clusters": sides.clusters,
        "measures": {result.criterion.key: _values(result, margin) for result in results},
        "pairs": None if pairs is None else {"of": len(pairs.pairs), "sure": pairs.sure, "models": len(pairs.names)},
    }
    return values


def _values(result: Result, margin: float) -> dict[str, object]:
    comparison = result.comparison
    return {
        "first": comparison.first,
        "second": comparison.second,
        "of_first": measured(result.each[0]),
        "of_second": measured(result.each[1]),
        "difference": measured(comparison.interval),
        "p": comparison.p,
        "exact": _is_exact(result),
        "mid_p": comparison.mid_p,
        "p_beyond": comparison.p_beyond,
        "better": BETTER[result.sign],
        "equivalent": comparison.is_within(margin) if result.criterion.is_share else None,
    }


def _is_exact(result: Result) -> bool:
    """Whether the p value is exact."""
    return result.comparison.interval.method in ("exact", "rates")


def _numbers(chosen: Result, names: tuple[str, str]) -> list[Number]:
    """Both scores, their difference and its p value."""
    key = chosen.criterion.key
    name = "Worth of a case" if key == WORTH else key if key in AREA_NAMES else chosen.criterion.title
    path = ("measures", key)
    return [
        Number(f"{name}, {names[0]}", chosen.each[0], (*path, "of_first")),
        Number(f"{name}, {names[1]}", chosen.each[1], (*path, "of_second")),
        Number(f"{name}: the first minus the second", chosen.comparison.interval, (*path, "difference")),
        Number(
            f"{name}: probability of this large a difference by chance",
            chosen.comparison.p,
            (*path, "p"),
            how=EXACT if _is_exact(chosen) else APPROXIMATE,
        ),
    ]
