"""Bands of scores whose cases a person sees: found, kept with the data, and as tables."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import pandas as pd

from ddcore.answers.base.answer import measured
from ddcore.answers.base.separation import resamples, scored
from ddcore.arrays import Array
from ddcore.data import Data
from ddcore.decisions.band_interval import BandInterval, band_interval, best_lines, cost_band_interval
from ddcore.decisions.coverage import RiskCoverage, risk_coverage
from ddcore.decisions.period import Limit
from ddcore.decisions.referral import Referral
from ddcore.decisions.reject import (
    DECIDED,
    OVERALL,
    RejectBand,
    band_counts,
    best_band,
    cost_band,
    overall,
)
from ddcore.decisions.utility import Utility
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures import measure
from ddcore.measures.type import Measure
from ddcore.scores.thinning import binned
from ddcore.scores.thresholds import best
from ddcore.table import ScoreTable


@dataclass(frozen=True, eq=False)
class Bands:
    """The band that is best, that which refers nobody, and how sure the first is; None if that is not known."""

    band: RejectBand
    alone: RejectBand
    interval: BandInterval | None

    @property
    def lead(self) -> Interval | None:
        """By how much the band is better than the best line on unseen cases; None where it is not known."""
        return None if self.interval is None or math.isnan(self.interval.lead.value) else self.interval.lead


def best_of_share(data: Data, row: Measure, share: float) -> RejectBand:
    """The best band for a measure at a share."""
    table = scored(data)
    return data.cached(("band", table, row.key, share), lambda: best_band(table, row.key, share))


def by_share(data: Data, row: Measure, share: float) -> Bands:
    """The best bands for a measure at a share; one that refers nobody is the best of those that do not."""
    table, drawn = scored(data), resamples(data)
    band = partial(best_of_share, data, row)
    interval = None
    if drawn is not None:
        lines = data.cached(("band lines", table, row.key), lambda: best_lines(row.key, drawn=drawn))
        interval = data.cached(
            ("band interval", table, row.key, share), lambda: band_interval(row.key, share, drawn=drawn, lines=lines)
        )
    return Bands(band(0.0) if band(share).closed else band(share), band(0.0), interval)


def by_cost(data: Data, utility: Utility, referral: Referral, limit: Limit | None = None) -> Bands:
    """The best bands at some costs, within a limit on what the model may predict positive."""
    table, drawn, most = scored(data), resamples(data), 1.0 if limit is None else limit.share
    costs = (*(float(payoff) for payoff in utility.payoffs.values()), referral.positive, referral.negative, most)
    interval = None
    if drawn is not None:
        interval = data.cached(
            ("cost band interval", table, *costs), lambda: cost_band_interval(utility, referral, drawn=drawn, most=most)
        )
    return Bands(
        cost_band_of(data, utility, referral, most),
        data.cached(("cost line", table, *costs), partial(_line, table, utility, limit)),
        interval,
    )


def cost_band_of(data: Data, utility: Utility, referral: Referral, most: float = 1.0) -> RejectBand:
    """The best band at some costs where no larger share of the cases than `most` may be predicted positive."""
    table = scored(data)
    costs = (*(float(payoff) for payoff in utility.payoffs.values()), referral.positive, referral.negative, most)
    return data.cached(("cost band", table, *costs), lambda: cost_band(table, utility, referral, most))


def _line(table: ScoreTable, utility: Utility, limit: Limit | None) -> RejectBand:
    """The best single threshold at some costs and within a limit, as a band that refers nobody."""
    line = best(table, utility, *([] if limit is None else [limit.constraint]))
    return RejectBand(line.threshold, line.threshold, line.value, band_counts(table, line.threshold, line.threshold))


def coverage(data: Data, key: str) -> RiskCoverage:
    """What referring more buys."""
    table = scored(data)
    return data.cached(("coverage", table, key), partial(risk_coverage, table, key))


def histogram(data: Data) -> tuple[Array, Array, Array]:
    """The histogram of the scores of both classes."""
    table = scored(data)
    return data.cached(("histogram", table), partial(binned, table))


def cells(band: RejectBand, positive: str, negative: str) -> pd.DataFrame:
    """The six cells."""
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


def every_measure(bands: Bands, row: Measure) -> pd.DataFrame:
    """Measures among the decided cases, and shares of all cases, with the band and without."""
    band, alone = bands.band.cells, bands.alone.cells
    keys = list(dict.fromkeys([row.key, *DECIDED, "F1", "TS"]))
    rows = [
        {
            "Of which cases": "decided by the model",
            "Short name": key,
            "Measure": measure(key).name,
            "With referral": float(measure(key)(band.decided)),
            "Nobody referred": float(measure(key)(alone.decided)),
        }
        for key in keys
    ]
    before, after = overall(alone), overall(band)
    rows += [
        {
            "Of which cases": "all, referred ones count as mistakes",
            "Short name": key,
            "Measure": f"share of {told}" if key == "OACC" else told,
            "With referral": after[key],
            "Nobody referred": before[key],
        }
        for key, (_, _, told) in OVERALL.items()
    ]
    rows.append(
        {
            "Of which cases": "all",
            "Short name": "referred",
            "Measure": "Share that a person sees",
            "With referral": band.share,
            "Nobody referred": alone.share,
        }
    )
    return pd.DataFrame(rows)


def coverage_rows(curve: RiskCoverage) -> pd.DataFrame:
    """Every point of the curve."""
    return pd.DataFrame(
        {
            "Share decided": curve.coverage,
            curve.measure.title: curve.value,
            "Referred from": curve.low,
            "to below": curve.high,
        }
    )


def values(bands: Bands, risk: RiskCoverage) -> Mapping[str, object]:
    """The bands with and without referrals and what referring more buys, as plain numbers by stable names."""

    def told(band: RejectBand) -> dict[str, object]:
        cells = band.cells
        return {
            "low": float(band.low),
            "high": float(band.high),
            "value": float(band.value),
            "share": float(cells.share),
            "decided": {name: float(cell) for name, cell in cells.decided.items()},
            "referred": {"positives": float(cells.positives), "negatives": float(cells.negatives)},
        }

    interval = bands.interval
    held_out = UNKNOWN if interval is None else Interval(interval.value, interval.value_low, interval.value_high)
    return {
        "band": told(bands.band),
        "nobody_referred": told(bands.alone),
        "held_out": measured(held_out),
        "lead": measured(UNKNOWN if interval is None else interval.lead),
        "risk_coverage_area": float(risk.area),
    }
