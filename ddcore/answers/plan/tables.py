"""The tables of how many cases it takes."""

import math
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Table
from ddcore.answers.plan.compute import CasesNeeded, TwoModels, WidthNeeded, verdict_words
from ddcore.chance.plan import Plan
from ddcore.chance.power import classes_of
from ddcore.formats import count, number, percent
from ddcore.scores.area_pair_power import AreaPairPlan


def beat_tables(needed: CasesNeeded) -> dict[str, Table]:
    """The cases that the verdict needs, and the curve and the designs behind them."""
    return {
        "needed": Table.of("Cases that the verdict needs", _needed(needed.plan)),
        "plan": Table("Chance of the verdict", needed.plan.total.size, partial(_probability, needed.plan)),
        "designs": Table("Ways to select the cases", len(needed.designs), partial(_designs, needed)),
    }


def width_tables(needed: WidthNeeded) -> dict[str, Table]:
    """The width of the interval over the number of cases."""
    return {"width": Table("Width of the interval", needed.total.size, partial(_width, needed))}


def apart_tables(models: TwoModels) -> dict[str, Table]:
    """The cases that tell two models apart."""
    return {
        "apart": Table.of("Cases that tell two models apart", _apart(models)),
        **({} if models.areas is None else {"areas": Table.of(_title(models.areas), _areas(models))}),
    }


def cases_text(cases: float) -> str:
    """A number of cases in a table: with commas, or that none is enough.

    >>> cases_text(1240), cases_text(float("nan")), cases_text(float("inf"))
    ('1,240', 'none', 'over 10¹²')
    """
    return "none" if math.isnan(cases) else "over 10¹²" if math.isinf(cases) else count(cases)


def _needed(plan: Plan) -> pd.DataFrame:
    """For each probability the least number of cases from which on the verdict has it, and the first that has it."""
    return pd.DataFrame(
        {
            "Chance": percent(least.level),
            "Cases": ("" if least.exact else "about ") + cases_text(least.steady),
            "Positive": count(classes_of(int(least.steady), plan.share)[0]) if math.isfinite(least.steady) else "",
            "First at": cases_text(least.first) if math.isfinite(least.steady) else "",
        }
        for least in plan.least
    )


def _apart(models: TwoModels) -> pd.DataFrame:
    """For each probability the cases that tell two models apart, on the same cases and on separate ones."""
    return pd.DataFrame(
        {
            "Chance": percent(level),
            "Same cases": cases_text(math.nan if paired is None else paired),
            "Own cases, each": cases_text(math.nan if separate is None else separate),
        }
        | ({} if models.area is None else {"AUC above 1/2": f"about {count(models.area.cases_for(level))}"})
        for level, (paired, separate) in models.cases.items()
    )


def _title(areas: AreaPairPlan) -> str:
    return f"Cases that tell AUCs of {number(areas.first)} and {number(areas.second)} apart"


def _areas(models: TwoModels) -> pd.DataFrame:
    """For each probability the cases that tell two AUCs apart, by the normal law."""
    return pd.DataFrame(
        {
            "Chance": percent(level),
            "Same cases": _about(paired),
            "Own cases, each": _about(separate),
        }
        for level, (paired, separate) in models.area_cases.items()
    )


def _about(cases: int | None) -> str:
    return "over 10⁹" if cases is None else f"about {count(cases)}"


def _probability(plan: Plan) -> pd.DataFrame:
    """The probability of the verdict at each number of cases that was tried."""
    return pd.DataFrame(
        {
            "Cases": plan.total.astype(int),
            "Positive": np.floor(plan.total * plan.share + 0.5).astype(int),
            f"Probability of {verdict_words(plan.claim)}": plan.probability,
        }
    )


def _width(needed: WidthNeeded) -> pd.DataFrame:
    """The expected width of the interval over the number of cases."""
    return pd.DataFrame({"Cases": needed.total.astype(int), "Expected width": needed.width})


def _designs(needed: CasesNeeded) -> pd.DataFrame:
    """Positives and negatives to label at each share that was tried, what they cost, and what they show."""
    designs = needed.designs
    return pd.DataFrame(
        {
            "Share positive": [design.share for design in designs],
            "Positive": [design.positives for design in designs],
            "Negative": [design.negatives for design in designs],
            "Cases": [design.total for design in designs],
            "Cost": [design.cost for design in designs],
            f"Probability of {verdict_words(needed.plan.claim)}": [design.probability for design in designs],
        }
    )
