"""Tables of what a loan should cost: every way to lend, who gets which rate, and thresholds and prices in turn."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from ddcore.answers.lending.draw import PER, over_risk, rate_text
from ddcore.decisions.cutoffs import LoanTerms
from ddcore.decisions.lending import LENDING_METHODS, Lending
from ddcore.decisions.take_up import TakeUp
from ddcore.interval import confidence
from ddcore.table import ScoreTable


def every_way(lending: Lending) -> pd.DataFrame:
    """What every way to lend earns of 100 applied for, as in Table 9.3 of the document."""
    return pd.DataFrame(
        {
            "Way to lend": LENDING_METHODS[key][0],
            f"Earned of {PER} applied for": PER * outcome.profit.value,
            f"{confidence()} from": PER * outcome.profit.low,
            f"{confidence()} to": PER * outcome.profit.high,
            "More than one margin": outcome.more.value,
            f"more, {confidence()} from": outcome.more.low,
            f"more, {confidence()} to": outcome.more.high,
            "If risks are right": PER * outcome.expected,
        }
        for key, outcome in lending.outcomes.items()
    )


def loans(lending: Lending) -> pd.DataFrame:
    """Who is approved and accepts by every way to lend, and what the loans bring, as in the same table."""
    return pd.DataFrame(
        {
            "Way to lend": LENDING_METHODS[key][0],
            "Approved": outcome.approved,
            "Accept, of approved": outcome.accepted,
            "Take the loan": outcome.enrolled,
            "Mean rate of loans": outcome.rate,
            f"Earned of {PER} lent": PER * outcome.per_loan,
        }
        for key, outcome in lending.outcomes.items()
    )


def policies(lending: Lending, risks: ScoreTable) -> pd.DataFrame:
    """The risks that get each rate by each way to lend, and their share of the applicants."""
    cases = risks.positives + risks.negatives
    rows = []
    for key, policy in lending.policies.items():
        held = np.bincount(policy.category(risks.score), cases, minlength=len(policy.rates) + 1) / cases.sum()
        starts = (-math.inf, *policy.bounds)
        for i in policy.used:
            rows.append(
                {
                    "Way to lend": LENDING_METHODS[key][0],
                    "Rate": policy.rates[i],
                    "Risk above": max(starts[i], 0.0),
                    "Risk up to": policy.bounds[i],
                    "Share of applicants": float(held[i]),
                }
            )
    columns = ["Way to lend", "Rate", "Risk above", "Risk up to", "Share of applicants"]
    return pd.DataFrame(rows, columns=columns)


def over_the_risk(lending: Lending, terms: LoanTerms, take_up: TakeUp) -> pd.DataFrame:
    """The points of the chart: the profit of 100 applied for at each risk, by given rate and at the best one."""
    risk, profits = over_risk(lending, terms, take_up)
    columns = {
        f"at {rate_text(rate)}": PER * row for rate, row in zip(lending.policies["cutoff"].rates, profits, strict=True)
    }
    own = np.interp(risk, lending.individual[0], lending.individual[2], right=0.0)
    return pd.DataFrame(
        {
            "Risk": risk,
            **columns,
            "Best rate": np.interp(risk, lending.individual[0], lending.individual[1], right=math.nan),
            "at the best rate": PER * own,
        }
    )


def matrix(terms: LoanTerms, rates: Sequence[float]) -> pd.DataFrame:
    """What 100 lent at each rate bring, paid back or not, as in Table 9.1 of the document; and what refusing brings."""
    lent = [(rate_text(rate), PER * float(terms.repaid(rate)), PER * terms.defaulted) for rate in rates]
    return pd.DataFrame([*lent, ("refused", 0.0, 0.0)], columns=["Rate", "Paid back", "Not paid back"])


def trace(lending: Lending) -> pd.DataFrame:
    """The alternation of thresholds and prices, step by step."""
    return pd.DataFrame(
        {
            "Step": place,
            "What": step.what,
            f"Expected of {PER} applied for": PER * step.profit,
            "Rates": ", ".join(f"{rate:.4f}" for rate in step.policy.rates),
            "Up to a risk of": ", ".join(f"{max(bound, 0.0):.4f}" for bound in step.policy.bounds),
        }
        for place, step in enumerate(lending.steps, start=1)
    )
