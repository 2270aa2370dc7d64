"""Lending closer by, in one piece: every margin, who accepts a rate, and risk that depends on the price."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ddcore.answers.base.answer import Figure, Note, Table
from ddcore.answers.lending import margins as lending_margins
from ddcore.answers.lending import takers as lending_takers
from ddcore.answers.lending import what_if as lending_what_if
from ddcore.answers.lending.choices import Choices
from ddcore.data import Data
from ddcore.decisions.applicants import Applicants
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms
from ddcore.decisions.lending import Lending, LendingOutcome
from ddcore.decisions.margins import margin_outcomes
from ddcore.decisions.price_risk import (
    PriceCurves,
    PriceRisk,
    PriceRiskOutcome,
    price_curves,
    price_risk_outcome,
)
from ddcore.decisions.take_up import TakeUp
from ddcore.decisions.take_up_conditions import TakeUpConditions, conditions


@dataclass(frozen=True, eq=False)
class Closer:
    """What is looked at closer by: `margins` by margin, the conditions `asked`, and the effect of a price.

    `by_times` gives what the book earns by how much the odds of default rise, `found` that of what is set.
    """

    lending: Lending
    applicants: Applicants
    terms: LoanTerms
    take_up: TakeUp
    limits: LendingLimits
    margins: Mapping[float, LendingOutcome]
    asked: TakeUpConditions
    by_times: Callable[[float], PriceRiskOutcome]
    found: PriceRiskOutcome
    curves: PriceCurves

    @property
    def rates(self) -> tuple[float, ...]:
        """The given rates."""
        return self.lending.policies["cutoff"].rates

    @property
    def _book(self) -> tuple[Any, ...]:
        return self.applicants.book, self.terms, self.take_up, self.limits

    @property
    def figures(self) -> dict[str, Figure]:
        """A figure each."""
        return {
            "margins": lending_margins.figure(self.lending, self.margins, *self._book),
            "takers": lending_takers.figure(self.asked, self.take_up, self.rates, self.limits),
            "price_risk": lending_what_if.figure(self.curves, self.found),
        }

    @property
    def tables(self) -> dict[str, Table]:
        """What is behind them."""
        lending, cutoff = self.lending, self.lending.policies["cutoff"]
        every = partial(lending_margins.by_margin, lending, *self._book)
        pairs = partial(lending_takers.pairs, self.terms, self.take_up, cutoff)
        curve = partial(lending_takers.over_the_rate, self.take_up, self.limits)
        prices = partial(lending_what_if.over_the_rate, self.curves)
        return {
            "by_margin": lending_margins.table(self.margins, lending),
            "margins": Table("Every margin", lending.margins.size, every),
            "conditions": lending_takers.table(self.asked, self.rates),
            "neighbours": Table("Break-evens of neighbouring rates", len(self.rates) - 1, pairs),
            "takers": Table("Share who accept", lending_takers.POINTS, curve),
            "price_risk": lending_what_if.table(self.by_times, self.found.price_risk.times),
            "prices": Table("What an applicant earns by rate", self.curves.rate.size, prices),
        }

    @property
    def notes(self) -> list[Note]:
        """Whether the propositions hold for who accepts."""
        return lending_takers.note(self.asked, self.terms, self.take_up, self.lending.policies["cutoff"])

    @property
    def values(self) -> dict[str, object]:
        """The same as numbers."""
        return {
            "margins": lending_margins.values(self.margins),
            "who_accepts": lending_takers.values(self.asked, self.rates),
            "price_risk": lending_what_if.values(self.found, self.curves),
        }


def closer(
    data: Data,
    applicants: Applicants,
    lending: Lending,
    terms: LoanTerms,
    limits: LendingLimits,
    choices: Choices,
    *,
    rng: np.random.Generator,
) -> Closer:
    """All of it for these choices; what costs time is kept with the data."""
    take_up, rates, policy = choices.take_up, lending.policies["cutoff"].rates, lending.policies["cutoff"]
    outcomes = data.cached(
        ("margins", applicants, choices.apart_from("margin", "riskier", "seen")),
        lambda: margin_outcomes(applicants, terms, rates, take_up, limits, rng=rng),
        cases=applicants.table.score.size if take_up.by_risk else 0,
    )
    of = choices.apart_from("margin", "riskier")

    def found(times: float) -> PriceRiskOutcome:
        effect = PriceRisk(times, choices.seen)
        return data.cached(
            ("price risk", applicants, of, times),
            lambda: price_risk_outcome(applicants.book, policy, effect, terms, rates, take_up, limits),
        )

    chosen = found(choices.riskier)
    return Closer(
        lending,
        applicants,
        terms,
        take_up,
        limits,
        lending_margins.with_chosen(outcomes, lending),
        conditions(take_up, terms, limits),
        found,
        chosen,
        price_curves(chosen.typical, chosen.price_risk, terms, take_up, limits),
    )
