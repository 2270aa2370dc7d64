"""Applicants and ways to lend, made up and counted one by one."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest

from ddcore.answers import lending
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy
from ddcore.decisions.lending import lend
from ddcore.decisions.take_up import quartic, sigmoid
from ddcore.read import read
from ddcore.table import ScoreTable
from tests.helpers.answers import asked, interval
from tests.helpers.scored import scored

NAN, INF = math.nan, math.inf
RATES = (0.10, 0.22, 0.28, 0.30, 0.35, 0.40, 0.45)
TERMS, TAKE = LoanTerms(0.03, 0.5), quartic()


def applicants(cases=200, seed=1, factor=1.0):
    """Risks and who defaults; by a factor other than 1 the risks are off."""
    rng = np.random.default_rng(seed)
    risk = rng.beta(1.2, 3, cases)
    return np.clip(risk * factor, 0, 1), rng.random(cases) < risk


def lent(risk, defaults, rates=RATES, terms=TERMS, take_up=TAKE, limits=None, weight=None):
    table = ScoreTable.of(risk, defaults, True, weight=weight)
    return lend(table, terms, rates, take_up, limits or LendingLimits(), rng=np.random.default_rng(1))


RISK, DEFAULTS = applicants()
BASE = lent(RISK, DEFAULTS)


def made(used=True, **ways):
    """The outcomes of some ways put in; `used` says whether thresholds would approve anybody."""
    outcomes = {key: replace(one, **ways.get(key, {})) for key, one in BASE.outcomes.items()}
    cut = BASE.policies["cutoff"] if used else Policy(RATES, (-INF,) * len(RATES))
    return replace(BASE, outcomes=outcomes, policies={**BASE.policies, "cutoff": cut})


def cut(profit=(0.06, 0.05, 0.07), more=(0.125, 0.05, 0.2), ahead=(0.01, 0.005, 0.015), **other):
    return {"profit": interval(*profit), "more": interval(*more), "ahead": interval(*ahead), **other}


def answered(found, positive="ill"):
    """The answer where every way to lend earns so."""
    data = replace(scored(ScoreTable.of(RISK, DEFAULTS, True)), positive=positive)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lending, "lending_to", lambda *given: found)
        return asked("lending", data, risk="scores")


def notes(found, positive="ill"):
    return answered(found, positive).notes


def share(rate):
    """Of the quartic."""
    return np.maximum(0.0, 1 - 15 / 4 * rate**2 - rate**4)


def earns(rate, default, terms=TERMS):
    """Of an applicant who is offered a rate: who pays back brings it less the funds, who does not loses a part."""
    return share(rate) * (-(terms.loss + terms.funds) if default else rate - terms.funds)


def expects(rate, risk, terms=TERMS):
    return (1 - risk) * earns(rate, False, terms) + risk * earns(rate, True, terms)


def by_margin(margin, rates=RATES, terms=TERMS):
    """Who gets what: the lowest rate that covers the funds, the margin and the risk."""

    def rate_of(risk):
        return next((rate for rate in rates if risk <= rate - terms.funds - margin), None)

    return rate_of


def by_best(risk):
    """The given rate that earns most, None where none earns anything."""
    most = max(RATES, key=lambda rate: expects(rate, risk))
    return most if expects(most, risk) > 0 else None


def mean(rate_of, risks, defaults):
    """Profit per applicant, by what became of them."""
    offers = [(rate_of(risk), default) for risk, default in zip(risks, defaults, strict=True)]
    return sum(earns(rate, default) for rate, default in offers if rate is not None) / len(offers)


def file_of(score, true=None, weight=None):
    """Data of applicants of whom the truth, a score and maybe a weight are known."""
    true = np.arange(len(score)) % 3 == 0 if true is None else true
    columns = {"truth": np.where(true, "bad", "good"), "score": score, "weight": weight}
    frame = pd.DataFrame({name: column for name, column in columns.items() if column is not None})
    roles = {role: role for role in ("truth", "score", "weight") if role in frame}
    return read(frame, positive="bad", **roles).data()


# Applicants of whom few are needed to find a sentence wrong.
DOUBTFUL = (
    [0.05, 0.14, 0.53, 0.45, 0.58, 0.26, 0.18, 0.88, 0.33, 0.2, 0.23,
     0.15, 0.21, 0.06, 0.71, 0.14, 0.22, 0.36, 0.54, 0.74, 0.4, 0.5],
    [0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1],
)  # fmt: skip


def of(book, **options):
    risks, defaults = book
    return lent(risks, [bool(one) for one in defaults], **options)


WEIGHTS = np.random.default_rng(1).uniform(0.1, 3, (2, 50))


def by_sums():
    """Of the weights only the sums are known."""
    table = ScoreTable.of(RISK[:50], DEFAULTS[:50], True, weight=WEIGHTS[1])
    table = ScoreTable(table.score, table.positives, table.negatives)
    return lend(table, TERMS, RATES, TAKE, rng=np.random.default_rng(1))


ODD = {
    "one": lambda: lent([0.1], [False]),
    "one default": lambda: lent([0.1], [True]),
    "no risk": lambda: lent([0.0], [False]),
    "all too risky": lambda: lent([0.9, 1.0], [True, True]),
    "weighted": lambda: lent(RISK[:50], DEFAULTS[:50], weight=WEIGHTS[0]),
    "sums of weights": by_sums,
    "one rate": lambda: lent(RISK, DEFAULTS, (0.3,)),
    "rates below the funds": lambda: lent(RISK, DEFAULTS, (0.01, 0.02)),
    "a rate that nobody takes": lambda: lent(RISK, DEFAULTS, (0.5,)),
    "nobody beyond no risk": lambda: lent(RISK, DEFAULTS, limits=LendingLimits(riskiest=0.0)),
    "eager defaulters": lambda: lent(RISK, DEFAULTS, take_up=sigmoid(3, 10, -20)),
    "no loss": lambda: lent(RISK, DEFAULTS, terms=LoanTerms(0.03, 0)),
    "all default": lambda: lent(RISK, np.ones(200, bool)),
}
"""Odd applicants, rates, laws and limits by name."""


@cache
def odd(name):
    """What is lent to them."""
    return ODD[name]()
