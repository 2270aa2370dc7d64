"""Lending closer by, in three parts: every margin, who accepts a rate, and risk that depends on the price."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Figure, Part, Table, measured
from ddcore.answers.lending.choices import Choices
from ddcore.answers.lending.compute import SAME, splitting
from ddcore.answers.lending.draw import (
    PER,
    earned_text,
    margins_alt,
    margins_figure,
    price_risk_alt,
    price_risk_figure,
    rate_text,
    takers_alt,
    takers_figure,
)
from ddcore.answers.lending.words import condition_notes
from ddcore.arrays import Array
from ddcore.data import Data
from ddcore.decisions.applicants import Applicants
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy
from ddcore.decisions.lending import Lending, LendingOutcome
from ddcore.decisions.margins import margin_outcomes, margin_shares
from ddcore.decisions.price_risk import PriceCurves, PriceRisk, PriceRiskOutcome, price_curves, price_risk_outcome
from ddcore.decisions.pricing import Book
from ddcore.decisions.take_up import TakeUp
from ddcore.decisions.take_up_conditions import Ranges, TakeUpConditions, conditions, neighbours
from ddcore.formats import number, percent
from ddcore.interval import confidence

POINTS = 251
"""Points of the curve of who accepts."""
RISK = 0.5
"""At this risk a take-up that depends on the risk is drawn once more."""
TIMES = (1.0, 1.25, 1.5, 2.0, 3.0)
"""Factors of the odds that stand in the table beside the one that is set."""


def margins_part(
    data: Data, applicants: Applicants, lending: Lending, terms: LoanTerms, limits: LendingLimits, choices: Choices
) -> Part:
    """What each single margin for all earns, and who gets a loan then."""
    take_up, rates = choices.take_up, lending.policies["cutoff"].rates
    outcomes = data.cached(
        ("margins", applicants, choices.apart_from("margin", "riskier", "seen")),
        lambda: margin_outcomes(applicants, terms, rates, take_up, limits, rng=splitting()),
        cases=applicants.table.score.size if take_up.by_risk else 0,
    )
    listed, setting = with_chosen(outcomes, lending), (applicants.book, terms, take_up, limits)
    return Part(
        figures={"margins": _margins_chart(lending, listed, *setting)},
        tables={
            "by_margin": _margins_table(listed, lending),
            "margins": Table("Every margin", lending.margins.size, partial(margin_rows, lending, *setting)),
        },
        values={
            "margins": [
                {
                    "margin": margin,
                    "approved": float(outcome.approved),
                    "enrolled": float(outcome.enrolled if outcome.approved else 0.0),
                    "profit": measured(outcome.profit),
                    "expected": float(outcome.expected),
                }
                for margin, outcome in listed.items()
            ]
        },
    )


def with_chosen(outcomes: Mapping[float, LendingOutcome], lending: Lending) -> dict[float, LendingOutcome]:
    """The outcome of each margin of the document's table and of the one in use, by margin, ascending."""
    chosen = lending.margin
    others = {margin: outcome for margin, outcome in outcomes.items() if abs(margin - chosen) > SAME}
    return dict(sorted({**others, chosen: lending.outcomes["margin"]}.items()))


def _margins_chart(
    lending: Lending,
    outcomes: Mapping[float, LendingOutcome],
    book: Book,
    terms: LoanTerms,
    take_up: TakeUp,
    limits: LendingLimits,
) -> Figure:
    """Profit and shares by margin, up to a little beyond the highest margin listed."""
    rates = lending.policies["margin"].rates
    most = max(*outcomes, lending.best_margin, 0.16) * 1.15
    shown = lending.margins <= max(most, 0.01)
    margins, earned = lending.margins[shown], lending.by_margin[shown]
    shares = margin_shares(book, terms, rates, take_up, margins, limits)
    return Figure(
        "What each margin earns",
        margins_alt(outcomes),
        partial(margins_figure, margins, earned, shares, outcomes, lending.margin),
        _best_margin_text(lending),
    )


def _best_margin_text(lending: Lending) -> str:
    """The margin that promises most, in words."""
    best, most = lending.best_margin, float(lending.by_margin.max())
    if not most > 0:
        return "No margin promises a profit here."
    return f"If the risks are right, a margin of {percent(best)} earns most; the diamond is the selected margin."


def _margins_table(outcomes: Mapping[float, LendingOutcome], lending: Lending) -> Table:
    """Approved, enrolled and profit by margin, as the document's Table 9.2 has them."""
    listed = sorted(outcomes, key=lambda margin: (margin != lending.margin, margin))
    frame = pd.DataFrame(
        {
            "Margin": percent(margin),
            "Approved": percent(outcomes[margin].approved),
            "Takes the loan": percent(outcomes[margin].enrolled if outcomes[margin].approved else 0.0),
            "Earned": earned_text(outcomes[margin].profit.value),
            confidence(): _profit_interval(outcomes[margin]),
        }
        for margin in listed
    )
    return Table.of(
        "Loans and profit by margin",
        frame,
        f"The first row is the selected margin. Shares are of all applicants; earned is of {PER} applied for.",
        bold=1,
    )


def _profit_interval(outcome: LendingOutcome) -> str:
    """The interval of a profit of 100; empty where it is unknown."""
    profit = outcome.profit
    return "" if math.isnan(profit.low) else f"{earned_text(profit.low)} to {earned_text(profit.high)}"


def margin_rows(lending: Lending, book: Book, terms: LoanTerms, take_up: TakeUp, limits: LendingLimits) -> pd.DataFrame:
    """The shares approved and enrolled, and the expected profit, of every margin."""
    rates = lending.policies["margin"].rates
    approved, taken = margin_shares(book, terms, rates, take_up, np.asarray(lending.margins), limits)
    return pd.DataFrame(
        {
            "Margin": lending.margins,
            "Approved": approved,
            "Takes the loan": taken,
            f"Expected of {PER} applied for": PER * lending.by_margin,
        }
    )


def takers_part(lending: Lending, terms: LoanTerms, limits: LendingLimits, take_up: TakeUp) -> Part:
    """Who accepts a rate, and whether that is as the propositions on best thresholds need it."""
    policy, shape = lending.policies["cutoff"], conditions(take_up, terms, limits)
    rate, taken = _taken(take_up, limits)
    first = next(iter(taken.values()))
    peak = shape.falls[-1][0] if shape.falls and shape.falls[-1][1] >= shape.ends else math.nan
    return Part(
        condition_notes(shape, terms, take_up, policy),
        {
            "takers": Figure(
                "Share who accept",
                takers_alt(rate, first, peak),
                partial(takers_figure, rate, taken, rate * first, policy.rates, peak),
            )
        },
        {
            "conditions": _conditions_table(shape, policy.rates),
            "neighbours": Table(
                "Break-evens of neighbouring rates",
                len(policy.rates) - 1,
                partial(_neighbour_rows, terms, take_up, policy),
            ),
            "takers": Table("Share who accept", POINTS, partial(_taker_rows, take_up, limits)),
        },
        values={
            "who_accepts": {
                name: {"ranges": [list(each) for each in ranges], "holds": shape.hold(ranges, policy.rates)}
                for name, ranges in (
                    ("log_concave", shape.log_concave),
                    ("falls", shape.falls),
                    ("falls_with_loss", shape.falls_by_loss),
                    ("concave", shape.concave),
                )
            }
        },
    )


def _taken(take_up: TakeUp, limits: LendingLimits) -> tuple[Array, dict[str, Array]]:
    """Rates, and by name the share who accept each; where the risk matters, without risk and at a high risk."""
    rate = np.linspace(0, limits.high, POINTS)
    if not take_up.by_risk:
        return rate, {"accept": take_up(rate)}
    return rate, {"accept, without risk": take_up(rate), f"accept, at a risk of {RISK}": take_up(rate, RISK)}


def _taker_rows(take_up: TakeUp, limits: LendingLimits) -> pd.DataFrame:
    """The curves of who accepts, and the interest of those without risk."""
    rate, taken = _taken(take_up, limits)
    return pd.DataFrame({"Rate": rate, **taken, "interest: rate × share": rate * next(iter(taken.values()))})


def _conditions_table(shape: TakeUpConditions, rates: Sequence[float]) -> Table:
    """Each condition with the rates at which it holds, and whether it holds at all rates in use."""
    rows = [
        (name, _ranges(ranges), "yes" if shape.hold(ranges, rates) else "no", needed)
        for name, ranges, needed in (
            ("T is log-concave", shape.log_concave, "Proposition 18"),
            ("r T(r) falls", shape.falls, "Proposition 18"),
            ("(r + LGD) T(r) falls", shape.falls_by_loss, "enough instead"),
            ("T is concave", shape.concave, "Proposition 19"),
        )
    ]
    frame = pd.DataFrame(rows, columns=["Condition", "True at rates of", "All yours", "Needed by"])
    return Table.of("Conditions on the share who accept, T", frame)


def _ranges(ranges: Ranges) -> str:
    return ", ".join(f"{percent(low)} to {percent(high)}" for low, high in ranges) or "none"


def _neighbour_rows(terms: LoanTerms, take_up: TakeUp, policy: Policy) -> pd.DataFrame:
    """From which risk on each rate earns more than the one before it, beside the thresholds in use."""
    ahead = neighbours(terms, take_up, policy.rates)
    return pd.DataFrame(
        {
            "Rate": rate_text(low),
            "Next rate": rate_text(high),
            "Next rate earns more from a risk of": _risk_text(risk),
            "Best threshold": bound if i in policy.used else math.nan,
        }
        for i, (low, high, risk, bound) in enumerate(
            zip(policy.rates, policy.rates[1:], ahead, policy.bounds, strict=False)
        )
    )


def _risk_text(risk: float) -> str:
    """From which risk on a rate earns more: any, never, or a number of four digits."""
    if math.isfinite(risk):
        return f"{risk:.4f}"
    return "any" if risk < 0 else "never"


def price_risk_part(
    data: Data, applicants: Applicants, lending: Lending, terms: LoanTerms, limits: LendingLimits, choices: Choices
) -> Part:
    """What changes if a higher rate itself makes loans riskier."""
    take_up, policy, key = choices.take_up, lending.policies["cutoff"], choices.apart_from("margin", "riskier")

    def outcome_of(times: float) -> PriceRiskOutcome:
        effect = PriceRisk(times, choices.seen)
        return data.cached(
            ("price risk", applicants, key, times),
            lambda: price_risk_outcome(applicants.book, policy, effect, terms, policy.rates, take_up, limits),
        )

    outcome = outcome_of(choices.riskier)
    curves = price_curves(outcome.typical, outcome.price_risk, terms, take_up, limits)
    return Part(
        figures={
            "price_risk": Figure(
                "If rates raise risk",
                price_risk_alt(curves),
                partial(price_risk_figure, curves),
                price_risk_remark(curves, outcome),
            )
        },
        tables={
            "price_risk": _price_risk_table(outcome_of, outcome.price_risk.times),
            "prices": Table("Profit by rate at one risk", curves.rate.size, partial(_price_rows, curves)),
        },
        values={
            "price_risk": {
                "times": outcome.price_risk.times,
                "seen": outcome.price_risk.seen,
                "kept": outcome.kept,
                "chosen": outcome.chosen,
                "priced": outcome.priced,
                "last_risk": outcome.last,
                "typical_risk": outcome.typical,
                "best_rate": curves.best_with[0],
                "best_rate_without": curves.best[0],
            }
        },
    )


def price_risk_remark(curves: PriceCurves, outcome: PriceRiskOutcome) -> str:
    """How the best rate and the profit of the book would change."""
    return (
        f"A what-if. At a risk of {number(curves.typical)} (three in four of those approved have less), "
        f"{_best_rates(curves, outcome.price_risk.times)}. The thresholds above would then earn "
        f"{earned_text(outcome.kept)} of {PER} applied for; new thresholds for the same rates, "
        f"{earned_text(outcome.chosen)}."
    )


def _best_rates(curves: PriceCurves, times: float) -> str:
    """The best rate as risks are read, and where they rise with the rate."""
    (rate, most), (rate_with, most_with) = curves.best, curves.best_with
    if not math.isfinite(most) and not math.isfinite(most_with):
        return "no rate earns anything"
    if not math.isfinite(most):
        return f"no rate earns anything; if the risks rise with the rate, {percent(rate_with)} earns most"
    if not math.isfinite(most_with):
        return f"{percent(rate)} earns most; if the risks rise with the rate, no rate earns anything"
    if times == 1:
        return f"the best rate is {percent(rate)}"
    return f"the best rate changes from {percent(rate)} to {percent(rate_with)}"


def _price_risk_table(outcome_of: Callable[[float], PriceRiskOutcome], times: float) -> Table:
    """The profit of the book by how much the odds of default rise with the rate."""
    listed = sorted({*TIMES, times})
    return Table(
        "All applicants, if rates raise risk",
        len(listed),
        lambda: pd.DataFrame(
            {
                "Odds": f"×{each.price_risk.times:g}",
                "Same thresholds": earned_text(each.kept),
                "New thresholds": earned_text(each.chosen),
                "Own prices": earned_text(each.priced),
                "Best rate": percent(each.rate) if math.isfinite(each.rate) else "none",
            }
            for each in map(outcome_of, listed)
        ),
        f"Odds: factor on the odds of default per 10 points of rate. The next columns are earned of {PER} applied for, "
        f"if the risks are right at the rate where they were observed. The best rate is for the risk in the chart.",
    )


def _price_rows(curves: PriceCurves) -> pd.DataFrame:
    """The profit of an applicant with the typical risk, by rate."""
    return pd.DataFrame(
        {
            "Rate": curves.rate,
            "risk as estimated": PER * curves.without,
            "risk rises with the rate": PER * curves.with_it,
        }
    )
