"""What classifiers come to over a period, and which of them predict more positive than may be."""

import math
from dataclasses import replace

from ddcore.answers.base.answer import Note
from ddcore.answers.base.money import Money, Totals
from ddcore.answers.base.prices import Prices, limit_text
from ddcore.answers.base.words import listing, literal
from ddcore.answers.utility.standings import share, who
from ddcore.data import Data
from ddcore.decisions.period import Limit
from ddcore.decisions.standings import Standing, Standings
from ddcore.decisions.utility import ROUNDING, useful_prevalences
from ddcore.formats import percent


def totals(standing: Standing, standings: Standings, prices: Prices, money: Money) -> Totals:
    """What one of them comes to over a period, beside the better constant answer; that needs no model."""
    rival, earned = standings.of(constant=True)[0], standing.earned
    lead = earned.scaled(1.0, -rival.earned.value)
    period = replace(prices.of_period, fixed=0.0) if standing.constant else prices.of_period
    return Totals(period, who(standing), earned, who(rival), lead, money)


def total_notes(data: Data, standings: Standings, prices: Prices, money: Money) -> list[Note]:
    """What the best model comes to over a period."""
    period, model = prices.of_period, standings.of(constant=False)[0]
    notes = totals(model, standings, prices, money).notes
    if not period.fixed or period.cases is None or standings.by_case is not None:
        return notes
    low, high = useful_prevalences(
        standings.values.utility, data.models[model.name].counts, period.fixed / period.cases
    )
    here = "here" if data.original is None else "there"
    if math.isnan(low):
        text = f"With its fixed cost paid, {literal(model.name)} beats both constant answers at no share of positives."
        return [*notes, Note("fixed-cost-nowhere", text)]
    return [
        *notes,
        Note(
            "fixed-cost-useful",
            f"With its fixed cost paid, {literal(model.name)} beats both constant answers where between {share(low)} "
            f"and {share(high)} of the cases are “{literal(data.positive)}”; {here} {share(data.prevalence)} are.",
        ),
    ]


def within_limit(standings: Standings, limit: Limit | None, prices: Prices) -> tuple[Standings, list[Note]]:
    """Those that predict no more positive than may be, compared among themselves, and a note of which do not.

    What a model leads by is over the constant answers that keep to the limit; how probably it is worth most is known
    of all of them only.
    """
    if limit is None:
        return standings, []
    shares = standings.comparison.shares
    called = {
        standing.name: float(shares.tp[standing.place] + shares.fp[standing.place]) for standing in standings.ranked
    }
    met = tuple(each for each in standings.ranked if called[each.name] <= limit.share + ROUNDING)
    over = [each for each in standings.ranked if each not in met]
    if not over:
        return standings, []
    names = listing([f"{who(each)} predicts {percent(called[each.name])} positive" for each in over])
    text = (
        f"*Over the limit*: {limit_text(limit, prices.period, prices.volume)} may be predicted positive, "
        f"{percent(limit.share)}; {names}. They are left out; a higher threshold predicts fewer."
    )
    free = max(each.earned.value for each in met if each.constant)
    kept = tuple(replace(each, lead=each.earned.value - free, probability_best=math.nan) for each in met)
    return replace(standings, ranked=kept), [Note("over-the-limit", text, kind="changes")]
