"""Classifiers ranked by what they are worth, and those of them that keep to a limit of positive predictions."""

import math
from dataclasses import replace
from functools import partial

import numpy as np

from ddcore.answers.base.prices import uncertain
from ddcore.answers.base.separation import SEED, selected_first
from ddcore.answers.utility.choices import Choices, deviations
from ddcore.data import Data
from ddcore.decisions.comparison import Comparison
from ddcore.decisions.period import Limit
from ddcore.decisions.standings import Standing, Standings, standings
from ddcore.decisions.utility import ROUNDING
from ddcore.errors import InputError


def standings_on(data: Data, choices: Choices) -> Standings:
    """The classifiers of some data and both constant answers, ranked by what they are worth."""
    by_case, utility = choices.by_case(data), choices.utility(data)
    names = selected_first(data, lambda model: float(utility(model.counts)))
    models = {name: data.models[name] for name in names}
    if by_case is not None and choices.other.strip():
        raise InputError("other prices cannot be used beside payoffs that grow with an amount; empty one of them")
    amounts = {name: model.amounts for name, model in models.items() if model.amounts is not None}
    counts, always = {name: model.counts for name, model in models.items()}, (data.positive, data.negative)
    cut = tuple((name, model.threshold) for name, model in models.items())
    comparison = data.cached(
        ("comparison", data.prevalence, *cut), partial(Comparison.of, counts, data.prevalence, always)
    )
    return data.cached(
        (
            "standings",
            data.prevalence,
            choices.u,
            choices.unit,
            choices.rate,
            choices.unsure,
            choices.other,
            choices.doubt,
            choices.off,
            *cut,
        ),
        lambda: standings(
            counts,
            data.prevalence,
            always,
            replace(uncertain(utility, choices.other, choices.unsure), law=choices.doubt, each=deviations(choices.off)),
            rng=np.random.default_rng(SEED),
            by_case=by_case,
            amounts=amounts if by_case is not None else None,
            comparison=comparison,
        ),
    )


def predicted_positive(standings: Standings, standing: Standing) -> float:
    """The share of the cases that a classifier predicts positive."""
    shares = standings.comparison.shares
    return float(shares.tp[standing.place] + shares.fp[standing.place])


def within_limit(standings: Standings, limit: Limit | None) -> Standings:
    """The classifiers that predict no more cases positive than the limit allows.

    The lead of a model is over the constant answers that keep to the limit. The probability of being worth most is
    known of all classifiers only: it is NaN where any is left out.
    """
    if limit is None:
        return standings
    met = [
        standing for standing in standings.ranked if predicted_positive(standings, standing) <= limit.share + ROUNDING
    ]
    if len(met) == len(standings.ranked):
        return standings
    free = max(standing.earned.value for standing in met if standing.constant)
    kept = [replace(standing, lead=standing.earned.value - free, probability_best=math.nan) for standing in met]
    return replace(standings, ranked=tuple(kept))
