"""What each single margin for all comes to: the figure, the table and what is said of them."""

import math
from collections.abc import Mapping
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Figure, Table, measured
from ddcore.answers.lending import closer_draw as figures
from ddcore.answers.lending.draw import PER
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms
from ddcore.decisions.lending import Lending, LendingOutcome
from ddcore.decisions.margins import margin_shares
from ddcore.decisions.pricing import Book
from ddcore.decisions.take_up import TakeUp
from ddcore.formats import percent, worth

SPAN = 10.0
"""Profits of 100 are written with the digits of this."""
NEAR = 5e-7
"""Margins that differ by less are one."""


def with_chosen(outcomes: Mapping[float, LendingOutcome], lending: Lending) -> dict[float, LendingOutcome]:
    """Each margin of the document's table, the one in use and that which promises most among them, ascending."""
    chosen = lending.margin
    others = {margin: outcome for margin, outcome in outcomes.items() if abs(margin - chosen) > NEAR}
    return dict(sorted({**others, chosen: lending.outcomes["margin"]}.items()))


def figure(
    lending: Lending,
    rows: Mapping[float, LendingOutcome],
    book: Book,
    terms: LoanTerms,
    take_up: TakeUp,
    limits: LendingLimits,
) -> Figure:
    """Profit and shares by margin, as far as a margin is of interest."""
    rates = lending.policies["margin"].rates
    most = max(*rows, lending.best_margin, 0.16) * 1.15
    shown = lending.margins <= max(most, 0.01)
    margins, earned = lending.margins[shown], lending.by_margin[shown]
    shares = margin_shares(book, terms, rates, take_up, margins, limits)
    return Figure(
        "What each margin earns",
        figures.margins_alt(rows),
        partial(figures.margins_figure, margins, earned, shares, rows, lending.margin),
        _remark(lending),
    )


def _remark(lending: Lending) -> str:
    """Which margin promises most."""
    best, most = lending.best_margin, float(lending.by_margin.max())
    if not most > 0:
        return "No margin promises a profit here."
    return f"If the risks are right, a margin of {percent(best)} promises most; the diamond is the margin in use."


def table(rows: Mapping[float, LendingOutcome], lending: Lending) -> Table:
    """Approved, enrolled and profit by margin, as the document's Table 9.2 has them."""
    listed = sorted(rows, key=lambda margin: (margin != lending.margin, margin))
    frame = pd.DataFrame(
        {
            "Margin": percent(margin),
            "Approved": percent(rows[margin].approved),
            "Enrolled": percent(rows[margin].enrolled if rows[margin].approved else 0.0),
            "Earned": worth(PER * rows[margin].profit.value, SPAN),
            "95 %": _sure(rows[margin]),
        }
        for margin in listed
    )
    return Table.of(
        "Approved, enrolled and profit by margin",
        frame,
        f"First the margin in use. Approved and enrolled are shares of all applicants, earned is of {PER} applied for.",
        bold=1,
    )


def _sure(outcome: LendingOutcome) -> str:
    """The interval of a profit; empty where there is none."""
    low, high = PER * outcome.profit.low, PER * outcome.profit.high
    return "" if math.isnan(low) else f"{worth(low, SPAN)} to {worth(high, SPAN)}"


def values(rows: Mapping[float, LendingOutcome]) -> list[dict[str, object]]:
    """The same numbers."""
    return [
        {
            "margin": margin,
            "approved": float(outcome.approved),
            "enrolled": float(outcome.enrolled if outcome.approved else 0.0),
            "profit": measured(outcome.profit),
            "expected": float(outcome.expected),
        }
        for margin, outcome in rows.items()
    ]


def by_margin(lending: Lending, book: Book, terms: LoanTerms, take_up: TakeUp, limits: LendingLimits) -> pd.DataFrame:
    """What every margin does and earns, if the risks are right."""
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
