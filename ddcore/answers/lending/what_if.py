"""What if a higher rate itself made loans riskier: the figure, the table and what is said of them."""

import math
from collections.abc import Callable
from functools import partial

import pandas as pd

from ddcore.answers.base.answer import Figure, Table
from ddcore.answers.lending import closer_draw as figures
from ddcore.answers.lending.draw import PER
from ddcore.decisions.price_risk import PriceCurves, PriceRiskOutcome
from ddcore.formats import number, percent

TIMES = (1.0, 1.25, 1.5, 2.0, 3.0)
"""Factors of the odds that stand in the table beside the one that is set."""


def figure(curves: PriceCurves, found: PriceRiskOutcome) -> Figure:
    """Profit over the rate at the typical risk, with the best rates."""
    return Figure(
        "If rates raise risk",
        figures.price_risk_alt(curves),
        partial(figures.price_risk_figure, curves),
        _remark(curves, found),
    )


def _remark(curves: PriceCurves, found: PriceRiskOutcome) -> str:
    """What it would change: the price, and what the book earns."""
    return (
        f"A what-if. At a risk of {number(curves.typical)}, which three in four of those approved do not exceed, "
        f"{_moved(curves, found.price_risk.times)}. The thresholds above would then earn {number(PER * found.kept)} of "
        f"{PER} applied for; the same rates, chosen anew, {number(PER * found.chosen)}."
    )


def _moved(curves: PriceCurves, times: float) -> str:
    """Where the best rate goes."""
    (rate, most), (rate_with, most_with) = curves.best, curves.best_with
    if not math.isfinite(most) and not math.isfinite(most_with):
        return "no rate earns anything"
    if not math.isfinite(most):
        return f"no rate earns anything as risks are read, and then {percent(rate_with)} earns most"
    if not math.isfinite(most_with):
        return f"{percent(rate)} earns most as risks are read, and then no rate earns anything"
    if times == 1:
        return f"the best rate is {percent(rate)}"
    return f"the best rate goes from {percent(rate)} to {percent(rate_with)}"


def table(found: Callable[[float], PriceRiskOutcome], times: float) -> Table:
    """What a book earns by how much the odds of default rise with the rate."""
    listed = sorted({*TIMES, times})
    return Table(
        "The whole book, if rates raise risk",
        len(listed),
        lambda: pd.DataFrame(
            {
                "Odds": f"×{each.price_risk.times:g}",
                "Thresholds as above": PER * each.kept,
                "Chosen anew": PER * each.chosen,
                "A price for each": PER * each.priced,
                "Best rate": percent(each.rate) if math.isfinite(each.rate) else "none",
            }
            for each in map(found, listed)
        ),
        f"Odds of default for each 10 points of rate; what is earned of {PER} applied for, if the risks are right at "
        f"the rate at which they were seen; the best rate at the risk of the chart.",
    )


def over_the_rate(curves: PriceCurves) -> pd.DataFrame:
    """Profit over the rate at the typical risk."""
    return pd.DataFrame(
        {
            "Rate": curves.rate,
            "risk as read": PER * curves.without,
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
