"""What if a higher rate itself made loans riskier: the figure, the table and what is said of them."""

import math
from collections.abc import Callable
from functools import partial

import pandas as pd

from ddcore.answers.answer import Figure, Table
from ddcore.decisions.price_risk import PriceCurves, PriceRiskOutcome
from ddcore.figures import lending_parts as figures
from ddcore.figures.lending import PER
from ddcore.formats import number, percent

TIMES = (1.0, 1.25, 1.5, 2.0, 3.0)
"""Factors of the odds that stand in the table beside the one that is set."""


def figure(curves: PriceCurves, found: PriceRiskOutcome) -> Figure:
    """Profit over the rate at the typical risk, with the best rates."""
    return Figure(
        "If a higher rate makes a loan riskier",
        figures.price_risk_alt(curves),
        partial(figures.price_risk_figure, curves),
        _remark(curves, found),
    )


def _remark(curves: PriceCurves, found: PriceRiskOutcome) -> str:
    """What it would change: the price, and what the book earns."""
    (rate, most), (rate_with, most_with) = curves.best, curves.best_with
    if not (math.isfinite(most) and math.isfinite(most_with)):
        return f"A what-if, at a risk of {number(curves.typical)}: no rate earns anything there."
    if found.price_risk.times == 1:
        moved = f"the best rate is {percent(rate)}"
    else:
        moved = f"the best rate goes from {percent(rate)} to {percent(rate_with)}"
    return (
        f"A what-if. At a risk of {number(curves.typical)}, the middle of those approved, {moved}. The thresholds "
        f"above would then earn {number(PER * found.kept)} of {PER} applied for; the same rates, chosen anew, "
        f"{number(PER * found.chosen)}."
    )


def table(found: Callable[[float], PriceRiskOutcome], times: float) -> Table:
    """What a book earns by how much the odds of default rise with the rate."""
    listed = sorted({*TIMES, times})
    return Table(
        "If a higher rate makes a loan riskier",
        len(listed),
        lambda: pd.DataFrame(
            {
                "Odds of default, times for each 10 points": each.price_risk.times,
                f"Thresholds above earn of {PER}": PER * each.kept,
                "the same rates, chosen anew": PER * each.chosen,
                "a price for each": PER * each.priced,
                "Best rate in the middle": percent(each.rate) if math.isfinite(each.rate) else "none",
                "Nobody beyond a risk of": each.last,
            }
            for each in map(found, listed)
        ),
        "Expected, if the risks are right at the rate at which they were seen.",
    )


def over_the_rate(curves: PriceCurves) -> pd.DataFrame:
    """Profit over the rate at the typical risk."""
    return pd.DataFrame(
        {
            "Rate": curves.rate,
            "risk does not depend on the rate": PER * curves.without,
            "risk rises with the rate": PER * curves.with_it,
        }
    )


def values(found: PriceRiskOutcome, curves: PriceCurves) -> dict[str, float]:
    """The same numbers."""
    return {
        "times": found.price_risk.times,
        "seen": found.price_risk.seen,
        "kept": found.kept,
        "chosen": found.chosen,
        "priced": found.priced,
        "last_risk": found.last,
        "typical_risk": found.typical,
        "best_rate": curves.best_with[0],
        "best_rate_without": curves.best[0],
    }
