"""How surely a classifier is reported to be worth most, where two are worth the same and where one is worth more."""

import numpy as np

from ddcore.counts import Counts
from ddcore.decisions.standings import standings
from ddcore.decisions.uncertain import UncertainUtility
from ddcore.decisions.utility import Utility
from tests.coverage.claim import at_least, at_most

TITLE = "Who is worth most"
RIGHT = Utility(tp=1, fp=0, fn=0, tn=1)


def tested(rng, rate, cases):
    """Counts of a classifier with that TPR and TNR on as many cases of each class."""
    hits, right = rng.binomial(cases, rate, 2)
    return Counts(tp=hits, fp=cases - right, fn=cases - hits, tn=right)


def told(rates, cases, runs, least=0.975):
    """The share of runs in which one of two models is reported to win with at least that probability."""
    rng, seen = np.random.default_rng([5, cases]), 0
    for _ in range(runs):
        models = {name: tested(rng, rate, cases) for name, rate in zip("AB", rates, strict=True)}
        found = standings(
            models, 0.5, ("yes", "no"), UncertainUtility(RIGHT, relative_deviation=0.1), rng=np.random.default_rng(1)
        )
        seen += max(one.probability_best for one in found.ranked) >= least
    return seen / runs


def claims(size):
    runs = max(round(80 * size), 20)
    for cases in (25, 100, 500):
        what = f"two models with rates of .8, {cases} cases of each class: one reported to win with 97.5 % or more"
        yield at_most(what, 0.05 + 2 * np.sqrt(0.05 * 0.95 / runs), told((0.8, 0.8), cases, runs))
    for rates, cases in (((0.9, 0.7), 100), ((0.9, 0.8), 500)):
        what = f"models with rates of {rates[0]:g} and {rates[1]:g}, {cases} cases a class: one reported to win so"
        yield at_least(what, 0.8, told(rates, cases, runs))
