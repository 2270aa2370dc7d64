"""What should a loan cost?"""

from functools import partial

from ddcore.answers.base import needs
from ddcore.answers.base.answer import PICKED, Answer, Figure, Number, Part, Table, measured
from ddcore.answers.base.words import about
from ddcore.answers.lending.choices import Choices
from ddcore.answers.lending.closer import margins_part, price_risk_part, takers_part
from ddcore.answers.lending.compute import applicants_of, lending_to, risks_of
from ddcore.answers.lending.draw import (
    PER,
    POINTS,
    earned_text,
    envelope_alt,
    envelope_figure,
    loans_alt,
    loans_figure,
    outcomes_alt,
    outcomes_figure,
)
from ddcore.answers.lending.tables import every_way, loans, matrix, over_the_risk, policies, trace
from ddcore.answers.lending.words import method, notes, reason, sentence
from ddcore.data import Data
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms
from ddcore.decisions.lending import Lending
from ddcore.formats import percent

TITLE = "Loan prices"
SECTION = "more"
WORDS = (
    "loan, credit, lending, interest rate, default, scorecard, pricing, bank, applicants, borrowers, "
    "risk-based pricing, insurance"
)
NEEDS = needs.scores
NEEDED = "This needs scores of applicants and whether they paid back: a file with the truth and a column of numbers."
EXAMPLE = "sample=applicants&size=500"
SAMPLE = "lending_club"
UNANSWERED = "These settings cannot be used yet."
PART = 10_000
NEXT = {
    "costs": "Which threshold costs least?",
    "curves": "How well do the scores separate?",
    "utility": "Which model is worth most?",
}
"""What may be asked next, the most useful first, by the name of the question."""

__all__ = ["Choices", "answer"]


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """What a lender earns with one margin for all, with rates chosen by risk, and with better rates."""
    terms, limits = LoanTerms(choices.funds, choices.lgd), LendingLimits(0.0, choices.highest, choices.riskiest)
    take_up, risks = choices.take_up, risks_of(data, choices.risk)
    lending = lending_to(data, risks, terms, limits, choices)
    outcomes, applicants = lending.outcomes, applicants_of(data, risks)
    return Answer.of(
        Answer(__doc__, sentence(lending), reason(lending), about(data)),
        Part(
            notes(lending, data.positive),
            {
                "lending": Figure(
                    "What an applicant earns",
                    envelope_alt(lending),
                    partial(envelope_figure, lending, terms, take_up),
                ),
                "outcomes": Figure("What each way earns", outcomes_alt(outcomes), partial(outcomes_figure, outcomes)),
                "loans": Figure("Who gets a loan", loans_alt(outcomes), partial(loans_figure, outcomes)),
            },
            {
                "lending": Table("Every way to lend", len(outcomes), partial(every_way, lending)),
                "loans": Table("Loans by every way to lend", len(outcomes), partial(loans, lending)),
                "policies": Table(
                    "Who gets which rate",
                    sum(len(policy.used) for policy in lending.policies.values()),
                    partial(policies, lending, risks),
                ),
                "envelope": Table("What an applicant earns", POINTS, partial(over_the_risk, lending, terms, take_up)),
                "matrix": Table.of(f"What {PER} lent bring", matrix(terms, lending.policies["cutoff"].rates)),
                "trace": Table("Thresholds and prices in turn", len(lending.steps), partial(trace, lending)),
            },
            method(lending, terms, take_up, limits, choices.risk, choices.seen),
            _values(lending),
            _numbers(lending),
        ),
        margins_part(data, applicants, lending, terms, limits, choices),
        takers_part(lending, terms, limits, take_up),
        price_risk_part(data, applicants, lending, terms, limits, choices),
    )


WAYS = {
    "margin": "one margin for all",
    "cutoff": "rates chosen by risk",
    "system": "the same number of rates, chosen by expected profit",
}
"""The ways to lend whose profits carry the answer."""


def _numbers(lending: Lending) -> list[Number]:
    """The profits of the three ways, of 100 applied for, their lead over one margin, and the threshold on the risk."""
    numbers = []
    for key, way in WAYS.items():
        outcome = lending.outcomes.get(key)
        if outcome is None:
            continue
        numbers.append(Number(f"Earned of {PER} applied for, {way}", outcome.profit, ("ways", key, "profit"), _of_100))
        if key != "margin":
            numbers.append(Number(f"More than one margin for all, {way}", outcome.more, ("ways", key, "more"), percent))
    last = float(lending.policies["cutoff"].last)
    return [*numbers, Number("Highest risk that gets a loan", last, ("last_risk",), how=PICKED)]


def _of_100(profit: float) -> str:
    return earned_text(profit)


def _values(lending: Lending) -> dict[str, object]:
    """Every way to lend as plain numbers; profits are of 1 applied for."""
    return {
        "ways": {
            key: {
                "profit": measured(outcome.profit),
                "expected": float(outcome.expected),
                "approved": float(outcome.approved),
                "accepted": float(outcome.accepted),
                "mean_rate": float(outcome.rate),
                "per_loan": float(outcome.per_loan),
                "ahead": measured(outcome.ahead),
                "more": measured(outcome.more),
            }
            for key, outcome in lending.outcomes.items()
        },
        "margin": float(lending.margin),
        "best_margin": lending.best_margin,
    }
