"""Every way to lend to the applicants of a model: their risks, the best thresholds and prices, cached with the data."""

import numpy as np

from ddcore.answers.base.separation import SEED, scores_of
from ddcore.answers.lending.choices import Choices
from ddcore.data import Data
from ddcore.decisions.applicants import Applicants
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms
from ddcore.decisions.lending import Lending, lend, with_margin
from ddcore.errors import InputError
from ddcore.scores.likelihood import probabilities
from ddcore.table import ScoreTable

SAME = 5e-7
"""Margins that differ by less are the same."""


def risks_of(data: Data, source: str) -> ScoreTable:
    """The applicants with their risks as scores; raises `InputError` where the scores are not risks."""
    table = scores_of(data)
    if source == "scores":
        if not table.is_probability:
            raise InputError("scores must be between 0 and 1 to be risks; read the risks from them instead")
        return table
    return data.cached(
        ("risks", table),
        lambda: probabilities(table, rng=np.random.default_rng(SEED)),
        cases=table.score.size,
        large=True,
    )


def lending_to(data: Data, risks: ScoreTable, terms: LoanTerms, limits: LendingLimits, choices: Choices) -> Lending:
    """Every way to lend to applicants with these risks."""
    rates, take_up = choices.rates, choices.take_up
    if rates and not 0 <= rates[0] <= rates[-1] <= limits.high:
        wrong = rates[0] if rates[0] < 0 else rates[-1]
        raise InputError(
            f"a rate must be between 0 and {100 * limits.high:g} %, the highest allowed, got {100 * wrong:g} %"
        )
    applicants, size = applicants_of(data, risks), risks.score.size if take_up.by_risk else 0
    key = choices.apart_from("margin", "riskier", "seen")
    best = data.cached(
        ("lending", risks, key),
        lambda: lend(risks, terms, rates, take_up, limits, rng=splitting(), applicants=applicants),
        cases=size,
    )
    margin = choices.margin
    if margin is None or abs(margin - best.margin) < SAME:
        return best
    return data.cached(
        ("lending", risks, key, margin),
        lambda: with_margin(best, margin, applicants, terms, take_up, limits, rng=splitting()),
        cases=size,
    )


def applicants_of(data: Data, risks: ScoreTable) -> Applicants:
    """Applicants with these risks, drawn to be judged by."""
    return data.cached(("applicants", risks), lambda: Applicants.of(risks, rng=np.random.default_rng(SEED)))


def splitting() -> np.random.Generator:
    """A generator with another seed than that of the applicants, so that splits do not repeat their draws."""
    return np.random.default_rng(SEED + 1)


def is_best_margin(lending: Lending) -> bool:
    """Whether the margin in use is the one that promises most."""
    return abs(lending.margin - lending.best_margin) < SAME
