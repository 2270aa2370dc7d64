"""The tables and the numbers of what changed."""

import math
from collections.abc import Mapping
from typing import Any

import pandas as pd

from ddcore.answers.base.answer import measured
from ddcore.answers.change.compute import Found
from ddcore.answers.change.words import then
from ddcore.interval import Interval

HEADS = {
    "change": "Change",
    "share": "By the share of positives",
    "classifier": "By the classifier",
    "separation": "By the separation",
    "level": "By where the scores lie",
    "threshold": "By the threshold",
}
"""The heads of the parts."""


def parts_rows(found: Found) -> pd.DataFrame:
    """Every measure then and now, and each part with its interval."""
    rows = []
    for key, parts in found.parts.items():
        row: dict[str, Any] = {
            "Measure": parts.measure.name, "Short name": key, "Then": parts.then, "Now": parts.now
        }  # fmt: skip
        for name, head in HEADS.items():
            part = found.ends[key].get(name)
            if part is not None and (name != "threshold" or _moved(found)):
                row |= {head: part.value, f"{head}, 95 % from": part.low, f"{head}, 95 % to": part.high}
        rows.append({**row, "Better if": parts.measure.better})
    return pd.DataFrame(rows)


def _moved(found: Found) -> bool:
    return found.sides.before.threshold != found.sides.after.threshold


def rates_rows(found: Found) -> pd.DataFrame:
    """The share of positives, both rates and the area, whether they changed and how that is known."""
    return pd.DataFrame(
        {
            "What": rate.name,
            "Then": rate.then,
            "Now": rate.now,
            "Difference": rate.difference.value,
            "Difference, 95 % from": rate.difference.low,
            "Difference, 95 % to": rate.difference.high,
            "Probability by luck": rate.p,
            "Test": rate.test,
        }
        for rate in found.rates.values()
    )


def drift_rows(found: Found) -> pd.DataFrame:
    """What the scores show without a truth: each with what it is if nothing changed."""
    drift = found.drift
    return pd.DataFrame(
        {
            "What": [
                "Largest distance of the shares below a score",
                f"Stability index in {drift.bins} bins",
                "How often a score of now is above one of then",
            ],
            "Value": [drift.distance, drift.psi, drift.auc.value],
            "Without a change": [math.nan, drift.psi_expected, 0.5],
            "Value, 95 % from": [math.nan, math.nan, drift.auc.low],
            "Value, 95 % to": [math.nan, math.nan, drift.auc.high],
            "Probability by luck": [drift.p, drift.psi_p, math.nan],
        }
    )


def expected_rows(found: Found) -> pd.DataFrame:
    """Every measure then, as it would be by the scores alone, and now."""
    assert found.expected is not None
    rows = [
        {
            "Measure": "Share of positives",
            "Short name": "share",
            "Then": float(found.sides.before.point.share),
            **_told("If only the share of positives moved", found.expected.by_scores),
            **_told("If only other cases come", found.expected.share_of_mix),
            "Now": float(found.sides.after.point.share),
        }
    ]
    for row in found.measures:
        rows.append(
            {
                "Measure": row.name,
                "Short name": row.key,
                "Then": then(found, row),
                **_told("If only the share of positives moved", found.expected.if_share[row.key]),
                **_told("If only other cases come", found.expected.if_mix[row.key]),
                "Now": found.parts[row.key].now if found.parts else math.nan,
            }
        )
    return pd.DataFrame(rows)


def _told(head: str, interval: Interval) -> dict[str, float]:
    return {head: interval.value, f"{head}, 95 % from": interval.low, f"{head}, 95 % to": interval.high}


def values(found: Found) -> Mapping[str, Any]:
    """The numbers by stable names."""
    drift, sides = found.drift, found.sides
    told: dict[str, Any] = {
        "by": sides.by,
        "then": {"name": sides.then, "cases": sides.rows_then, "threshold": sides.before.threshold},
        "now": {
            "name": sides.now,
            "cases": sides.rows_now,
            "unlabelled": sides.unlabelled,
            "threshold": sides.after.threshold,
        },
        "measures": {
            key: {
                "then": parts.then,
                "now": parts.now,
                **{name: measured(part) for name, part in found.ends[key].items()},
            }
            for key, parts in found.parts.items()
        },
        "rates": {
            key: {"then": rate.then, "now": rate.now, "difference": measured(rate.difference), "p": rate.p}
            for key, rate in found.rates.items()
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
    if found.expected is not None:
        told["expected"] = {
            "share_by_scores": measured(found.expected.by_scores),
            "share_by_calls": measured(found.expected.by_calls),
            "share_of_mix": measured(found.expected.share_of_mix),
            "mixture_p": found.expected.mixture_p,
            "assumption": found.expected.assumption,
            "if_share": {key: measured(value) for key, value in found.expected.if_share.items()},
            "if_mix": {key: measured(value) for key, value in found.expected.if_mix.items()},
        }
    return told
