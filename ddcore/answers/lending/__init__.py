"""What should a loan cost?"""

import math
from collections.abc import Mapping
from functools import partial

import numpy as np

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.base.separation import SEED, scored
from ddcore.answers.base.words import about, interval_text, listing, literal
from ddcore.answers.lending import draw as figures
from ddcore.answers.lending import tables as lending_tables
from ddcore.answers.lending.choices import Choices
from ddcore.answers.lending.closer import closer
from ddcore.answers.lending.draw import PER, rate_text
from ddcore.answers.lending.words import method
from ddcore.data import Data
from ddcore.decisions.applicants import Applicants
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms
from ddcore.decisions.lending import Lending, LendingOutcome, lend, with_margin
from ddcore.errors import InputError
from ddcore.formats import many, number, percent
from ddcore.interval import Interval
from ddcore.scores.likelihood import probabilities
from ddcore.table import ScoreTable

TITLE = "Lending"
SECTION = "decisions"
NEEDS = needs.scores
NEEDED = "Lending needs scores of applicants and what became of them: a file with the truth and a column of numbers."
EXAMPLE = "sample=applicants&size=500"
SAMPLE = "lending_club"
SAME = 5e-7
"""Margins that differ by less are one."""
UNANSWERED = "This cannot be used yet."
PART = 10_000
NEXT = {
    "costs": "Which threshold costs least?",
    "curves": "How well do the scores separate?",
    "utility": "Which model is worth most?",
}
"""What may be asked next, the most useful first, by the name of the question."""

__all__ = ["Choices", "answer"]


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """Every way to lend to the applicants of the selected model."""
    terms, limits = LoanTerms(choices.funds, choices.lgd), LendingLimits(0.0, choices.highest, choices.riskiest)
    take_up = choices.take_up
    risks = _risks(data, choices.risk)
    lending = _lending(data, risks, terms, limits, choices)
    outcomes, applicants = lending.outcomes, _applicants(data, risks)
    parts = closer(data, applicants, lending, terms, limits, choices, rng=_splitting())
    return Answer(
        __doc__,
        _sentence(lending),
        _reason(lending),
        about(data),
        [*_notes(lending, data.positive), *parts.notes],
        {
            "lending": Figure(
                "What an applicant earns",
                figures.envelope_alt(lending),
                partial(figures.envelope_figure, lending, terms, take_up),
            ),
            "outcomes": Figure(
                "What each way earns", figures.outcomes_alt(outcomes), partial(figures.outcomes_figure, outcomes)
            ),
            "loans": Figure("Who gets a loan", figures.loans_alt(outcomes), partial(figures.loans_figure, outcomes)),
            **parts.figures,
        },
        {
            "lending": Table("Every way to lend", len(outcomes), partial(lending_tables.outcomes, lending)),
            "policies": Table(
                "Who gets which rate",
                sum(len(policy.used) for policy in lending.policies.values()),
                partial(lending_tables.policies, lending, risks),
            ),
            "envelope": Table(
                "What an applicant earns",
                figures.POINTS,
                partial(lending_tables.over_the_risk, lending, terms, take_up),
            ),
            "matrix": Table.of(
                f"What {PER} lent bring", lending_tables.matrix(terms, lending.policies["cutoff"].rates)
            ),
            "trace": Table("Thresholds and prices in turn", len(lending.steps), partial(lending_tables.trace, lending)),
            **parts.tables,
        },
        method(lending, terms, take_up, limits, choices.risk, choices.seen),
        {**_values(lending), **parts.values},
    )


def _risks(data: Data, source: str) -> ScoreTable:
    """The applicants with their risk for a score; raises `InputError` where scores cannot be read, or are none."""
    table = scored(data)
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


def _lending(data: Data, risks: ScoreTable, terms: LoanTerms, limits: LendingLimits, choices: Choices) -> Lending:
    """Every way to lend to applicants of these risks."""
    rates, take_up = choices.rates, choices.take_up
    if rates and not 0 <= rates[0] <= rates[-1] <= limits.high:
        wrong = rates[0] if rates[0] < 0 else rates[-1]
        raise InputError(
            f"a rate must be between 0 and {100 * limits.high:g} %, the highest allowed, got {100 * wrong:g} %"
        )
    applicants, size = _applicants(data, risks), risks.score.size if take_up.by_risk else 0
    of = choices.apart_from("margin", "riskier", "seen")
    best = data.cached(
        ("lending", risks, of),
        lambda: lend(risks, terms, rates, take_up, limits, rng=_splitting(), applicants=applicants),
        cases=size,
    )
    margin = choices.margin
    if margin is None or abs(margin - best.margin) < SAME:
        return best
    return data.cached(
        ("lending", risks, of, margin),
        lambda: with_margin(best, margin, applicants, terms, take_up, limits, rng=_splitting()),
        cases=size,
    )


def _applicants(data: Data, risks: ScoreTable) -> Applicants:
    return data.cached(("applicants", risks), lambda: Applicants.of(risks, rng=np.random.default_rng(SEED)))


def _splitting() -> np.random.Generator:
    """With another seed than that of the applicants: what splits their groups must not repeat what drew them."""
    return np.random.default_rng(SEED + 1)


def _sentence(lending: Lending) -> str:
    """How far best thresholds are above one margin for all."""
    cut, margin, policy = lending.outcomes["cutoff"], lending.outcomes["margin"], lending.policies["cutoff"]
    if not policy.used:
        return "Lend to nobody at these rates: none of them earns anything, at any risk."
    if cut.approved == 0:
        return f"Lend to nobody here: no applicant has a risk of {number(policy.last)} or less."
    doubt = _doubt(cut)
    cutting = f"A threshold of **{number(policy.last)}** on the risk"
    one = "one margin for all" if _is_best(lending) else f"one margin of {percent(lending.margin)} for all"
    if not (cut.profit.value > 0 and margin.profit.value > 0):
        earned, by_margin = _earns(cut.profit.value), _earns(margin.profit.value)
        return f"{cutting} {earned}, {one} {by_margin} of {PER} applied for{doubt}."
    if abs(cut.more.value) < 0.0005:
        return f"{cutting} earns as much as {one}."
    more = "more" if cut.more.value > 0 else "less"
    return f"{cutting} earns **{percent(abs(cut.more.value))}** {more} than {one}{doubt}."


def _is_best(lending: Lending) -> bool:
    """Whether the margin in use is the one that promises most."""
    return abs(lending.margin - lending.best_margin) < SAME


def _doubt(cut: LendingOutcome) -> str:
    """What is added where the difference may be chance."""
    if math.isnan(cut.ahead.low):
        return "; how surely cannot be told"
    return ", maybe by chance" if cut.ahead.value and cut.ahead.low <= 0 <= cut.ahead.high else ""


def _earns(profit: float) -> str:
    """A profit per 100 applied for, in words."""
    return f"{'earns' if profit >= 0 else 'loses'} {number(PER * abs(profit))}"


def _reason(lending: Lending) -> str:
    """What each way to lend earns."""
    outcomes = lending.outcomes
    system = number(PER * outcomes["system"].profit.value)
    if not lending.policies["cutoff"].used:
        if outcomes["system"].profit.value > 0:
            return (
                f"Try other rates, or lend at lower costs. As many of the best rates would earn **{system}** of {PER} "
                f"applied for."
            )
        if not lending.individual[2].any():
            return "Lend at lower costs: no rate within the limits earns anything."
        return "Try other rates, or lend at lower costs; to these applicants no rate at all can be offered."
    profit = outcomes["cutoff"].profit
    scaled = Interval(PER * profit.value, PER * profit.low, PER * profit.high, PER * profit.error)
    sure = "" if math.isnan(profit.low) else f" (95 % interval {interval_text(scaled)})"
    one = (
        f"the single margin that promises most, {percent(lending.margin)}, earns"
        if _is_best(lending)
        else f"a margin of {percent(lending.margin)}, where {percent(lending.best_margin)} promises most, earns"
    )
    return (
        f"Of {PER} applied for, {one} **{number(PER * outcomes['margin'].profit.value)}**. The same rates, each given "
        f"to the risks where it earns most, earn **{number(scaled.value)}**{sure}; no more rates, but those that "
        f"promise most, **{system}**."
    )


CLEAR = 1e-9
"""Standard errors of a profit below this are those of rounding."""


def _notes(lending: Lending, positive: str) -> list[Note]:
    """What these applicants call for, and what cannot be had."""
    outcomes, profit = lending.outcomes, lending.outcomes["cutoff"].profit
    notes = [
        Note(
            "defaults",
            f"Truly {literal(positive)} cases are taken for **loans that are not paid back**, all others for good "
            f"ones.",
            kind="assumed",
        ),
        *_idle(lending),
        *_most(lending),
    ]
    if math.isnan(profit.low):
        notes.append(
            Note(
                "no-interval",
                "How sure these profits are cannot be told: there is only one applicant, or of the weights only the "
                "sums are known.",
                kind="rests",
            )
        )
    expected = outcomes["cutoff"].expected
    if profit.error > CLEAR and abs(expected - profit.value) > 3 * profit.error:
        notes.append(
            Note(
                "risks-do-not-fit",
                f"If the risks were right, best thresholds would earn {number(PER * expected)}; on what became of "
                f"these applicants they earn {number(PER * profit.value)}. The risks do not fit these applicants.",
            )
        )
    return [*notes, _offers(outcomes["margin"], outcomes["cutoff"])]


def _idle(lending: Lending) -> list[Note]:
    """Which rates are best for nobody."""
    cut = lending.policies["cutoff"]
    idle = [place for place in range(len(cut.rates)) if place not in cut.used]
    if not idle or not cut.used:
        return []
    rates, are = listing([rate_text(cut.rates[place]) for place in idle], 8), "is" if len(idle) == 1 else "are"
    never = f"{rates} {are} never the best of these rates for anybody who is approved."
    if idle[-1] > cut.used[0]:
        return [Note("idle-rates", never)]
    better = "A higher rate earns more from those who accept it than it loses by those who refuse."
    return [Note("low-rates", f"{never} {better}")]


def _most(lending: Lending) -> list[Note]:
    """What no prices can exceed."""
    most, system = lending.outcomes["individual"].expected, lending.outcomes["system"].expected
    if not most > 0:
        return []
    rates = len(lending.policies["system"].used)
    get = "gets" if rates == 1 else "get"
    return [
        Note(
            "most-by-prices",
            f"If the risks are right, no prices can be expected to earn more than {number(PER * most)}; "
            f"{many(rates, 'best rate')} {get} {number(PER * system)}.",
        )
    ]


def _offers(margin: LendingOutcome, cut: LendingOutcome) -> Note:
    """Who is offered a loan, and who accepts it."""
    if margin.approved == cut.approved == 0:
        return Note("nobody-approved", "Neither one margin for all nor best thresholds offer anybody a loan.")
    if margin.approved == 0:
        return Note(
            "margin-approves-nobody",
            f"One margin offers nobody a loan; best thresholds offer it to {percent(cut.approved)} of the applicants, "
            f"and {percent(cut.accepted)} of these accept.",
        )
    if cut.approved == 0:
        return Note(
            "thresholds-approve-nobody",
            f"One margin offers {percent(margin.approved)} of the applicants a loan, and {percent(margin.accepted)} of "
            f"these accept; best thresholds offer it to nobody.",
        )
    return Note(
        "offers",
        f"One margin offers {percent(margin.approved)} of the applicants a loan, and {percent(margin.accepted)} of "
        f"these accept; best thresholds offer it to {percent(cut.approved)}, and {percent(cut.accepted)} accept.",
    )


def _values(lending: Lending) -> Mapping[str, object]:
    """Profits are of 1 applied for."""
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
        "last_risk": float(lending.policies["cutoff"].last),
    }
