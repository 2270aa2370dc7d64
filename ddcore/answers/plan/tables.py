"""How many cases: the tables, and how the numbers are computed."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ddcore.answers.base.words import literal
from ddcore.arrays import Array
from ddcore.chance.plan import FINE, MOST, Plan
from ddcore.chance.plan_cost import Design
from ddcore.chance.plan_pair import Apart
from ddcore.chance.power import classes_of
from ddcore.formats import count, number, percent
from ddcore.scores.area_power import AreaPlan


@dataclass(frozen=True)
class Asked:
    """What is asked of a plan: the share of positives, the probability, the width, and how many cases there are."""

    share: float
    power: float
    drawn: bool
    width: float
    cases: int


def cases_told(cases: float) -> str:
    """A number of cases in a table: with commas, or that none is enough.

    >>> cases_told(1240), cases_told(float("nan")), cases_told(float("inf"))
    ('1,240', 'none', 'over 10¹²')
    """
    return "none" if math.isnan(cases) else "over 10¹²" if math.isinf(cases) else count(cases)


def needed_table(plan: Plan) -> pd.DataFrame:
    """For each probability the least number of cases from which on the verdict has it, and the first that has it."""
    return pd.DataFrame(
        {
            "How sure": percent(one.level),
            "Cases": ("" if one.exact else "about ") + cases_told(one.steady),
            "Positive": count(classes_of(int(one.steady), plan.share)[0]) if math.isfinite(one.steady) else "",
            "First at": cases_told(one.first) if math.isfinite(one.steady) else "",
        }
        for one in plan.least
    )


def apart_table(pairs: Mapping[float, tuple[int | None, int | None]], area: AreaPlan | None) -> pd.DataFrame:
    """For each probability the cases that tell two models apart, on the same cases and on separate ones."""
    return pd.DataFrame(
        {
            "How sure": percent(level),
            "Same cases": cases_told(math.nan if paired is None else paired),
            "Cases for each": cases_told(math.nan if separate is None else separate),
        }
        | ({} if area is None else {"AUC above 1/2": f"about {count(area.cases_for(level))}"})
        for level, (paired, separate) in pairs.items()
    )


def power_table(plan: Plan) -> pd.DataFrame:
    """The probability of the verdict at each number of cases that was looked at."""
    return pd.DataFrame(
        {
            "Cases": plan.total.astype(int),
            "Positive": np.floor(plan.total * plan.share + 0.5).astype(int),
            "Probability of beats chance": plan.probability,
        }
    )


def width_table(total: Array, width: Array) -> pd.DataFrame:
    """The expected width of the interval over the number of cases."""
    return pd.DataFrame({"Cases": total.astype(int), "Expected width": width})


def design_table(designs: Sequence[Design]) -> pd.DataFrame:
    """Positives and negatives to label at each share that was tried, what they cost, and what they show."""
    return pd.DataFrame(
        {
            "Share positive": [design.share for design in designs],
            "Positive": [design.positives for design in designs],
            "Negative": [design.negatives for design in designs],
            "Cases": [design.total for design in designs],
            "Cost": [design.cost for design in designs],
            "Probability of beats chance": [design.probability for design in designs],
        }
    )


def plan_method(plan: Plan, apart: Apart, area: AreaPlan | None, asked: Asked) -> str:
    """How the numbers come about."""
    border = ""
    if plan.border is not None:
        exact, about = plan.border
        border = f" There the exact sum is {number(exact)} and the normal law {number(about)}."
    positives = (
        "The number of positives is drawn too, binomial with $M$ and the share; of more than nine likely numbers "
        "evenly spaced ones stand for all, and from 500 cases of each class on it is taken for fixed."
        if asked.drawn
        else "The number of positives is $M$ times the share, rounded."
    )
    scored = (
        ""
        if area is None
        else f"""

**The AUC** of {number(area.area)} is held against 1/2 by the normal law, two-sided at 5 %, with the variance of two
normal classes (Obuchowski 1994; sample size as in Obuchowski 1998): an approximation, rough below some thirty cases of
a class. An interval of {number(asked.width)} takes about {count(area.cases_for_width(asked.width))} cases."""
    )
    return f"""**The verdict** on so many cases is "beats chance" where Fisher's exact test has $p \\le 5$ % and the
whole 95 % interval of {literal(plan.claim.measure.title)} is better than the baseline of these classes, as Verdict
has it. $TP$ is binomial with $P$ cases and the recall, $FP$ with $N$ cases and one less the specificity; both
conditions hold from some $TP$ on for each $FP$, and the probability is the sum over $FP$ of the tail of $TP$ from there
on. Counts less probable than $10^{{-10}}$ are left out; of more than 400 likely numbers of $FP$ evenly spaced ones
stand for all. {positives}

**The least number.** The probability climbs like the teeth of a saw, as counts are whole: "cases" is the least number
from which on it stays above, "first at" the first that has it. Looked at is each number up to {count(FINE)},
beyond that each percent, and of these those where the probability is no farther from the wanted one than the largest
falls seen: up to {count(FINE)} cases both numbers are exact. Beyond {count(MOST)} cases the normal law stands for the
sums.{border}

**The interval** is that of Verdict (Wilson 1927 for a plain share, the score region else), and its width the
mean over the counts to be expected; the least number for a width is found by halving.

**Two models.** One is right on {percent(apart.right)}, the other on {percent(apart.right - apart.gain)} of the cases.
On the same cases: McNemar's exact test, two-sided at 5 %, where just one is right on {percent(apart.differ)}; the
number of such cases is binomial, and so is the part on which the better one is right. On cases for each: Fisher's exact
test of the two shares, exact up to {count(MOST)} cases. Both numbers are found by halving, so a smaller one may do by
luck of the teeth.

**Cost.** A label costs its price. Cases of the rarer class beyond those that come with the others by themselves are
searched among unlabelled ones: each takes one over the share of them on average. For nine shares of positives the
number of cases that is likely enough is found by halving, to half a percent.{scored}
"""
