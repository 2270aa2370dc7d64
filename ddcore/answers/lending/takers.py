"""Whether those who accept a rate are as the propositions need them, and what follows where they are not."""

import math
from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Figure, Note, Table
from ddcore.answers.lending import closer_draw as figures
from ddcore.answers.lending.draw import rate_text
from ddcore.arrays import Array
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy
from ddcore.decisions.take_up import TakeUp
from ddcore.decisions.take_up_conditions import Ranges, TakeUpConditions, neighbours, neighbours_suffice
from ddcore.formats import percent

POINTS = 251
RISK = 0.5
"""At this risk a take-up that depends on the risk is drawn once more."""


def figure(asked: TakeUpConditions, take_up: TakeUp, rates: Sequence[float], limits: LendingLimits) -> Figure:
    """Who accepts, and what interest that brings."""
    rate, taken = _taken(take_up, limits)
    first = next(iter(taken.values()))
    peak = asked.falls[-1][0] if asked.falls and asked.falls[-1][1] >= asked.ends else math.nan
    return Figure(
        "Share who accept",
        figures.takers_alt(rate, first, peak),
        partial(figures.takers_figure, rate, taken, rate * first, rates, peak),
    )


def _taken(take_up: TakeUp, limits: LendingLimits) -> tuple[Array, dict[str, Array]]:
    """Rates, and the share who accept each, by name: where risk matters, without risk and with much."""
    rate = np.linspace(0, limits.high, POINTS)
    if not take_up.by_risk:
        return rate, {"accept": take_up(rate)}
    return rate, {"accept, without risk": take_up(rate), f"accept, at a risk of {RISK}": take_up(rate, RISK)}


def over_the_rate(take_up: TakeUp, limits: LendingLimits) -> pd.DataFrame:
    """The curves of who accepts, and the interest of those without risk."""
    rate, taken = _taken(take_up, limits)
    return pd.DataFrame({"Rate": rate, **taken, "interest: rate × share": rate * next(iter(taken.values()))})


def table(asked: TakeUpConditions, rates: Sequence[float]) -> Table:
    """Each condition, where it holds, and whether it does from the lowest to the highest of the rates."""
    rows = [
        (name, _ranges(ranges), "yes" if asked.hold(ranges, rates) else "no", needed)
        for name, ranges, needed in (
            ("T is log-concave", asked.log_concave, "Proposition 18"),
            ("r T(r) falls", asked.falls, "Proposition 18"),
            ("(r + LGD) T(r) falls", asked.falls_by_loss, "enough instead"),
            ("T is concave", asked.concave, "Proposition 19"),
        )
    ]
    frame = pd.DataFrame(rows, columns=["Condition", "Holds at rates of", "At all of yours", "Needed by"])
    return Table.of("What the propositions ask of who accepts", frame)


def _ranges(ranges: Ranges) -> str:
    return ", ".join(f"{percent(low)} to {percent(high)}" for low, high in ranges) or "none"


def pairs(terms: LoanTerms, take_up: TakeUp, policy: Policy) -> pd.DataFrame:
    """From which risk on each rate earns more than the one before it, beside the thresholds in use."""
    ahead = neighbours(terms, take_up, policy.rates)
    return pd.DataFrame(
        {
            "Rate": rate_text(low),
            "Next rate": rate_text(high),
            "Next one earns more from a risk of": _risk_text(risk),
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


def note(asked: TakeUpConditions, terms: LoanTerms, take_up: TakeUp, policy: Policy) -> list[Note]:
    """Whether break-evens of neighbouring rates would do, and why, or why not."""
    rates = policy.rates
    if len(rates) < 2 or not policy.used:
        return []
    if take_up.by_risk:
        return [
            Note(
                "accept-by-risk",
                "Proposition 18 needs that risk does not matter for who accepts. Here it does, so all pairs of rates "
                "are compared (Propositions 16 and 17).",
            )
        ]
    held = asked.hold(asked.log_concave, rates) and asked.hold(asked.falls, rates)
    weaker = asked.hold(asked.log_concave, rates) and asked.hold(asked.falls_by_loss, rates)
    if held or weaker:
        product = "r·T(r) falls" if held else "(r + LGD)·T(r) falls, which is enough, though r·T(r) does not"
        return [
            Note(
                "conditions-hold",
                f"Who accepts is as Proposition 18 needs it at all of these rates: T is log-concave and {product}. "
                f"Each threshold is the break-even with the next rate.",
            )
        ]
    if neighbours_suffice(terms, take_up, policy):
        return [
            Note(
                "conditions-fail",
                f"{_missing(asked, rates)} So Proposition 18 promises nothing here; comparing each rate with the next "
                f"gives the best thresholds all the same.",
            )
        ]
    return [
        Note(
            "envelope",
            f"{_missing(asked, rates)} So Proposition 18 promises nothing here, and comparing each rate with the next "
            f"does not give the best thresholds: all pairs of rates are compared instead.",
        )
    ]


def _missing(asked: TakeUpConditions, rates: Sequence[float]) -> str:
    """Which condition is not met at which of the rates."""
    if not asked.hold(asked.log_concave, rates):
        return "Who accepts is not log-concave in the rate between these rates."
    if not asked.falls or asked.falls[-1][1] < min(asked.ends, rates[-1]):
        return "The interest that a rate brings in all, r·T(r), rises at the highest of these rates."
    start = asked.falls[-1][0]
    return (
        f"Up to a rate of {percent(start)} a higher one brings more interest in all, although fewer accept, and the "
        f"lowest rate here is {rate_text(rates[0])}."
    )


def values(asked: TakeUpConditions, rates: Sequence[float]) -> dict[str, object]:
    """The same as numbers: ranges of rates, and whether they cover those in use."""
    return {
        name: {"ranges": [list(each) for each in ranges], "holds": asked.hold(ranges, rates)}
        for name, ranges in (
            ("log_concave", asked.log_concave),
            ("falls", asked.falls),
            ("falls_with_loss", asked.falls_by_loss),
            ("concave", asked.concave),
        )
    }
