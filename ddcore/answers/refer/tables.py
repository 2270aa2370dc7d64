"""Tables of a band of scores: who decides what, all measures, and risk over coverage."""

import pandas as pd

from ddcore.answers.refer.compute import Bands
from ddcore.decisions.coverage import RiskCoverage
from ddcore.decisions.reject import DECIDED, OVERALL, RejectBand, overall
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure


def cells(band: RejectBand, positive: str, negative: str) -> pd.DataFrame:
    """The cases of each class that are predicted positive, referred and predicted negative."""
    six = band.cells
    rows = {
        "predicted positive": (six.decided.tp, six.decided.fp),
        "referred": (six.positives, six.negatives),
        "predicted negative": (six.decided.fn, six.decided.tn),
    }
    return pd.DataFrame(
        [(name, float(truly), float(falsely)) for name, (truly, falsely) in rows.items()],
        columns=["cases", f"truly {positive}", f"truly {negative}"],
    )


def every_measure(bands: Bands, measure: Measure) -> pd.DataFrame:
    """Measures among the decided cases, and shares of all cases, with the band and without."""
    band, alone = bands.band.cells, bands.alone.cells
    keys = list(dict.fromkeys([measure.key, *DECIDED, "F1", "TS"]))
    rows = [
        {
            "Of which cases": "decided by the model",
            "Short name": key,
            "Measure": measure_named(key).name,
            "With referral": float(measure_named(key)(band.decided)),
            "No case referred": float(measure_named(key)(alone.decided)),
        }
        for key in keys
    ]
    before, after = overall(alone), overall(band)
    rows += [
        {
            "Of which cases": "all, with referred cases as mistakes",
            "Short name": key,
            "Measure": f"share of {title}" if key == "OACC" else title,
            "With referral": after[key],
            "No case referred": before[key],
        }
        for key, (_, _, title) in OVERALL.items()
    ]
    rows.append(
        {
            "Of which cases": "all",
            "Short name": "referred",
            "Measure": "Share sent to a person",
            "With referral": band.share,
            "No case referred": alone.share,
        }
    )
    return pd.DataFrame(rows)


def coverage_rows(curve: RiskCoverage) -> pd.DataFrame:
    """The points of the curve, with the ends of each band."""
    return pd.DataFrame(
        {
            "Share decided": curve.coverage,
            curve.measure.title: curve.value,
            "Referred from": curve.low,
            "to below": curve.high,
        }
    )
