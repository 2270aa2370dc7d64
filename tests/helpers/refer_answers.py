"""Bands made up, and what is said of them."""

import math
from dataclasses import replace

import numpy as np
import pytest

from ddcore.answers import refer
from ddcore.answers.base.money import Money
from ddcore.answers.refer import ways
from ddcore.answers.refer.compute import Bands
from ddcore.counts import Counts
from ddcore.decisions.band_interval import BandInterval
from ddcore.decisions.costs import costs
from ddcore.decisions.coverage import RiskCoverage
from ddcore.decisions.reject import BandCounts, RejectBand
from ddcore.interval import Interval
from ddcore.measures import measure
from ddcore.scores.resampling import Resamples
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, notes, sound
from tests.helpers.scored import scored

NAN, INF = math.nan, math.inf
ACC, F1 = measure("ACC"), measure("F1")
FIVE = costs(c10=1, c01=5)


def six(cases, low, high):
    """TP, FP, FN, TN of the decided cases, and the referred positives and negatives, counted one by one."""
    found = dict.fromkeys(("tp", "fp", "fn", "tn", "p", "n"), 0)
    for score, true in cases:
        cell = (
            ("tp" if true else "fp") if score >= high else ("fn" if true else "tn") if score < low else "pn"[not true]
        )
        found[cell] += 1
    return tuple(found.values())


def band(tp=0, fp=0, fn=0, tn=0, p=0, n=0, *, low=0.38, high=0.71, value=NAN, row=ACC):
    """A band whose six cells are put in."""
    cells = BandCounts(Counts(tp=tp, fp=fp, fn=fn, tn=tn), *(np.asarray(one) for one in (p, n)))
    return RejectBand(low, high, float(row(cells.decided)) if math.isnan(value) else value, cells)


def closed(tp=3, fp=1, fn=1, tn=5, low=0.5, **more):
    return band(tp, fp, fn, tn, low=low, high=low, **more)


def sure(low=(0.1, 0.2), high=(0.6, 0.7), value=0.8125, lead=(0.05, 0.02, 0.08)):
    return BandInterval(low, high, value, value - 0.125, value + 0.0625, Interval(*lead))


def curve(values, row=ACC):
    """What more referring does, at even steps."""
    steps = len(values)
    return RiskCoverage(row, np.arange(1, steps + 1) / steps, np.array(values, float), *np.full((2, steps), 0.5))


def by_accuracy(data, **choices):
    """The answer, judged by accuracy unless another measure is asked for."""
    return asked("refer", data, **{"measure": ["ACC"], **choices})


RISK = curve(np.linspace(0.01, 0.4, 9), measure("ERR"))
OPEN, ALONE = band(30, 5, 5, 40, 8, 12), closed(36, 12, 7, 45)


def answered(row=ACC, one=OPEN, alone=ALONE, share=0.2, how=None, found=RISK, risk=RISK, positive="yes"):
    """The answer at a share where these are the bands; `found` is the measure over the coverage, `risk` the errors."""
    data = replace(scored(ScoreTable.of([0.2, 0.8], [0, 1])), positive=positive)
    choices = refer.Choices().model_copy(update={"share": share, "measure": (row.key,)})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ways, "by_share", lambda *given: Bands(one, alone, how))
        patch.setattr(refer, "coverage", lambda data, key: risk if key == "ERR" else found)
        answer = refer.answer(data, choices)
    sound(answer)
    return answer


def answered_by_cost(one, alone=ALONE, how=None, *, money=None, positive="yes", utility=FIVE, unit="", thresholds=None):
    """The answer by costs where these are the bands, how prices are written, and the band of honest probabilities."""
    data = replace(scored(ScoreTable.of([0.2, 0.8], [0, 1])), positive=positive)
    payoffs = tuple(float(payoff) for payoff in utility.payoffs.values())
    choices = refer.Choices().model_copy(update={"by": "cost", "u": payoffs, "unit": unit})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ways, "by_cost", lambda *given: Bands(one, alone, how))
        patch.setattr(refer, "coverage", lambda data, key: RISK)
        if money:
            patch.setattr(Money, "of", lambda *given: money)
        if thresholds:
            patch.setattr(ways, "band_thresholds", lambda *given: thresholds)
        answer = refer.answer(data, choices)
    sound(answer)
    return answer


def known(*given, **more):
    """The notes by their codes."""
    return notes(answered(*given, **more))


def drawn_from(table, resamples=20):
    return Resamples.of(table, resamples, rng=np.random.default_rng(1))
