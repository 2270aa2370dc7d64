"""Bands of scores whose cases a person sees, at a share or by costs, and risk over coverage; cached with the data."""

import math
from dataclasses import dataclass
from functools import partial

from ddcore.answers.base.separation import resamples, scores_of
from ddcore.arrays import Array
from ddcore.data import Data
from ddcore.decisions.band_interval import BandInterval, band_interval, best_lines, cost_band_interval
from ddcore.decisions.coverage import RiskCoverage, risk_coverage
from ddcore.decisions.period import Limit
from ddcore.decisions.referral import Referral
from ddcore.decisions.reject import (
    RejectBand,
    band_counts,
    best_band,
    cost_band,
)
from ddcore.decisions.utility import Utility
from ddcore.interval import Interval
from ddcore.measures.type import Measure
from ddcore.scores.thinning import binned
from ddcore.scores.thresholds import best
from ddcore.table import ScoreTable


@dataclass(frozen=True, eq=False)
class Bands:
    """The best band, the best one that refers nobody, and the interval of the first; None where it is unknown."""

    band: RejectBand
    alone: RejectBand
    interval: BandInterval | None

    @property
    def lead(self) -> Interval | None:
        """The lead of the band over the best single threshold on unseen cases; None where it is unknown."""
        return None if self.interval is None or math.isnan(self.interval.lead.value) else self.interval.lead


def best_of_share(data: Data, measure: Measure, share: float) -> RejectBand:
    """The best band for a measure at a share."""
    table = scores_of(data)
    return data.cached(("band", table, measure.key, share), lambda: best_band(table, measure.key, share))


def by_share(data: Data, measure: Measure, share: float) -> Bands:
    """The best bands for a measure at a share; a closed one is the best of those that refer nobody."""
    table, drawn = scores_of(data), resamples(data)
    band = partial(best_of_share, data, measure)
    interval = None
    if drawn is not None:
        lines = data.cached(("band lines", table, measure.key), lambda: best_lines(measure.key, drawn=drawn))
        interval = data.cached(
            ("band interval", table, measure.key, share),
            lambda: band_interval(measure.key, share, drawn=drawn, lines=lines),
        )
    return Bands(band(0.0) if band(share).closed else band(share), band(0.0), interval)


def by_cost(data: Data, utility: Utility, referral: Referral, limit: Limit | None = None) -> Bands:
    """The best bands at some costs, within a limit on what the model may predict positive."""
    table, drawn, most = scores_of(data), resamples(data), 1.0 if limit is None else limit.share
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
    table = scores_of(data)
    costs = (*(float(payoff) for payoff in utility.payoffs.values()), referral.positive, referral.negative, most)
    return data.cached(("cost band", table, *costs), lambda: cost_band(table, utility, referral, most))


def _line(table: ScoreTable, utility: Utility, limit: Limit | None) -> RejectBand:
    """The best single threshold at some costs and within a limit, as a band that refers nobody."""
    line = best(table, utility, *([] if limit is None else [limit.constraint]))
    return RejectBand(line.threshold, line.threshold, line.value, band_counts(table, line.threshold, line.threshold))


def coverage(data: Data, key: str) -> RiskCoverage:
    """The measure among the decided cases over the share that is decided."""
    table = scores_of(data)
    return data.cached(("coverage", table, key), partial(risk_coverage, table, key))


def histogram(data: Data) -> tuple[Array, Array, Array]:
    """The histogram of the scores of both classes."""
    table = scores_of(data)
    return data.cached(("histogram", table), partial(binned, table))


def referral_of(utility: Utility, costs: tuple[float, ...] | None) -> Referral:
    """What a referred positive and a referred negative case are worth, by what referring them costs."""
    positive, negative = costs or (0.0, 0.0)
    return Referral(float(utility.tp) - positive, float(utility.tn) - negative)
