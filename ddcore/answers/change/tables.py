"""The tables and the numbers of a change."""

import math
from functools import partial
from typing import Any

import pandas as pd

from ddcore.answers.base.answer import COUNTED, Number, Part, measured
from ddcore.answers.base.later import Later
from ddcore.answers.base.words import signed
from ddcore.answers.change.compute import ChangeAnalysis
from ddcore.formats import percent
from ddcore.interval import Interval, confidence
from ddcore.measures import Measure
from ddcore.records.threshold import cut_of

PART_TITLES = {
    "change": "Change",
    "share": "From the base rate",
    "classifier": "From the classifier",
    "separation": "From separation",
    "level": "From a shift of the scores",
    "threshold": "From the threshold",
}
"""The column titles of the parts."""


def parts_table(analysis: ChangeAnalysis) -> pd.DataFrame:
    """Every measure then and now, and each part with its interval."""
    rows = []
    for key, parts in analysis.parts.items():
        row: dict[str, Any] = {
            "Measure": parts.measure.name, "Short name": key, "Then": parts.then, "Now": parts.now
        }  # fmt: skip
        for name, title in PART_TITLES.items():
            part = analysis.intervals[key].get(name)
            if part is not None and (name != "threshold" or analysis.threshold_moved):
                row |= _with_ends(title, part)
        rows.append({**row, "Better if": parts.measure.better})
    return pd.DataFrame(rows)


def rates_table(analysis: ChangeAnalysis) -> pd.DataFrame:
    """The share of positives, both rates and the area then and now, with the test of their difference."""
    return pd.DataFrame(
        {
            "What": rate.name,
            "Then": rate.then,
            "Now": rate.now,
            "Difference": rate.difference.value,
            f"Difference, {confidence()} from": rate.difference.low,
            f"Difference, {confidence()} to": rate.difference.high,
            "p": rate.p,
            "Test": rate.test,
        }
        for rate in analysis.rates.values()
    )


def drift_table(analysis: ChangeAnalysis) -> pd.DataFrame:
    """Three statistics of drift, each beside its value without a change."""
    drift = analysis.drift
    return pd.DataFrame(
        {
            "What": [
                "Largest difference between the shares up to a score",
                f"Population stability index (PSI) in {drift.bins} bins",
                "Probability that a score now is above one then",
            ],
            "Value": [drift.distance, drift.psi, drift.auc.value],
            "Without a change": [math.nan, drift.psi_expected, 0.5],
            f"Value, {confidence()} from": [math.nan, math.nan, drift.auc.low],
            f"Value, {confidence()} to": [math.nan, math.nan, drift.auc.high],
            "p": [drift.p, drift.psi_p, math.nan],
        }
    )


def expected_table(analysis: ChangeAnalysis) -> pd.DataFrame:
    """Every measure then, its estimates from the scores alone, and now."""
    assert analysis.expected is not None
    rows = [
        {
            "Measure": "Base rate",
            "Short name": "share",
            "Then": float(analysis.sides.before.point.share),
            **_with_ends("If only the base rate changed", analysis.expected.by_scores),
            **_with_ends("If only the mix of cases changed", analysis.expected.share_of_mix),
            "Now": float(analysis.sides.after.point.share),
        }
    ]
    for measure in analysis.measures:
        rows.append(
            {
                "Measure": measure.name,
                "Short name": measure.key,
                "Then": analysis.then(measure),
                **_with_ends("If only the base rate changed", analysis.expected.if_share[measure.key]),
                **_with_ends("If only the mix of cases changed", analysis.expected.if_mix[measure.key]),
                "Now": analysis.parts[measure.key].now if analysis.parts else math.nan,
            }
        )
    return pd.DataFrame(rows)


def _with_ends(title: str, interval: Interval) -> dict[str, float]:
    """A value and the ends of its interval, in three columns."""
    return {
        title: interval.value,
        f"{title}, {confidence()} from": interval.low,
        f"{title}, {confidence()} to": interval.high,
    }


def values_and_numbers(analysis: ChangeAnalysis, measure: Measure) -> Part:
    """The change of every measure, rates, drift and expectation; as numbers those of the chosen measure and drift."""
    return Part(values=Later(partial(_values, analysis)), numbers=_numbers(analysis, measure))


def _values(analysis: ChangeAnalysis) -> dict[str, Any]:
    sides, drift, expected = analysis.sides, analysis.drift, analysis.expected
    values: dict[str, Any] = {
        "by": sides.by,
        "then": {"name": sides.then, "cases": sides.rows_then, "threshold": cut_of(sides.before.threshold)},
        "now": {
            "name": sides.now,
            "cases": sides.rows_now,
            "unlabelled": sides.unlabelled,
            "threshold": cut_of(sides.after.threshold),
        },
        "measures": {
            key: {
                "then": parts.then,
                "now": parts.now,
                **{name: measured(part) for name, part in analysis.intervals[key].items()},
            }
            for key, parts in analysis.parts.items()
        },
        "rates": {
            key: {"then": rate.then, "now": rate.now, "difference": measured(rate.difference), "p": rate.p}
            for key, rate in analysis.rates.items()
        },
        "drift": {
            "distance": drift.distance,
            "place": drift.place,
            "p": drift.p,
            "exact": drift.exact,
            "psi": drift.psi,
            "psi_expected": drift.psi_expected,
            "psi_p": drift.psi_p,
            "auc": measured(drift.auc),
        },
    }
    if expected is not None:
        values["expected"] = {
            "share_by_scores": measured(expected.by_scores),
            "share_by_calls": measured(expected.by_calls),
            "share_of_mix": measured(expected.share_of_mix),
            "mixture_p": expected.mixture_p,
            "assumption": expected.assumption,
            "if_share": {row.key: measured(expected.if_share[row.key]) for row in analysis.measures},
            "if_mix": {row.key: measured(expected.if_mix[row.key]) for row in analysis.measures},
        }
    return values


def _numbers(analysis: ChangeAnalysis, measure: Measure) -> list[Number]:
    """The change of a measure with its two parts, the share of positives by the scores alone, and drift."""
    numbers = []
    if measure.key in analysis.intervals:
        intervals, path = analysis.intervals[measure.key], ("measures", measure.key)
        numbers += [
            Number(f"{measure.title}, now less then", intervals["change"], (*path, "change"), signed),
            Number("Part from the base rate", intervals["share"], (*path, "share"), signed),
            Number("Part from the classifier", intervals["classifier"], (*path, "classifier"), signed),
        ]
    expected = analysis.expected
    if expected is not None:
        name = "share_of_mix" if expected.assumption == "mix" else "share_by_scores"
        share = expected.share_of_mix if expected.assumption == "mix" else expected.by_scores
        numbers.append(Number("Base rate now, by the scores alone", share, ("expected", name), percent))
    label = "Largest difference between the shares of cases up to a score"
    numbers.append(Number(label, analysis.drift.distance, ("drift", "distance"), percent, COUNTED))
    return numbers
