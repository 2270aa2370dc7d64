"""The standings of classifiers in words: their names and yields, their tables, and how they are computed."""

import math

import numpy as np
import pandas as pd

from ddcore.answers.base.money import Money
from ddcore.answers.base.separation import SEED
from ddcore.answers.base.words import literal, subject
from ddcore.answers.utility import doubt
from ddcore.data import Data
from ddcore.decisions.comparison import stake_ratio
from ddcore.decisions.standings import Standing, Standings
from ddcore.formats import number, percent


def who(standing: Standing) -> str:
    """A classifier within a sentence: a model by its name, a constant answer by what it says."""
    if standing.constant:
        return f"always answering “{_said(standing)}”"
    return literal(standing.name)


def begun(standing: Standing) -> str:
    """The same at the beginning of a sentence."""
    return f"Always answering “{_said(standing)}”" if standing.constant else subject(standing.name)


def _said(standing: Standing) -> str:
    return literal(standing.name.removeprefix("always "))


def share(share: float) -> str:
    """A share in percent, with digits even where it is nearly none or nearly all."""
    text = percent(share)
    return f"{number(100 * share)} %" if text.startswith(("below", "above")) else text


def whole(standings: Standings) -> bool:
    """Whether none is left out, as one that predicts more positive than may be."""
    return len(standings.ranked) == len(standings.comparison.names)


def small_table(standings: Standings, money: Money) -> pd.DataFrame:
    """The yields in words, the best first."""
    head = f"{money.unit} a case" if money.unit else "a case"
    head = f"cost {head}" if money.as_costs else head
    rows = []
    for standing in standings.ranked:
        earned = standing.earned
        row = {
            "classifier": f"always “{standing.name.removeprefix('always ')}”" if standing.constant else standing.name,
            head: money.amount(earned.value),
            "95 %": "exact" if earned.high <= earned.low else money.between(earned.low, earned.high),
        }
        if math.isnan(earned.low):
            row["95 %"] = "none"
        if standings.by_case is None and whole(standings):
            row["wins"] = percent(standing.probability_best)
        rows.append(row)
    return pd.DataFrame(rows)


def wins(standings: Standings, money: Money) -> str:
    """What the columns of the small table are, and how wide the doubts are."""
    off = "95 %: how far the yield could be off with this many cases."
    if standings.by_case is not None:
        return (
            f"{off} Each yield is the mean over the cases with their own amounts; the map is for a case with the "
            f"average amount of its class."
        )
    if not whole(standings):
        return f"{off} Constant answers are exact."
    wins_are = "Constant answers are exact. Wins: how probably a classifier is worth most"
    if standings.values.each is not None and standings.values.is_off:
        return (
            f"{off} {wins_are}, if {doubt.told(standings.values, money)} and rates by what this many cases leave open."
        )
    if standings.values.is_off:
        deviation = money.in_unit(standings.values.deviation)
        return (
            f"{off} {wins_are}, if each number may be off by {deviation} and the rates by what this many cases leave "
            f"open."
        )
    if len(standings.values.probability) > 1:
        return f"{off} {wins_are}, over the possible sets of values and the rates that this many cases leave open."
    return f"{off} {wins_are}, over the rates that this many cases leave open."


def table(standings: Standings, money: Money) -> pd.DataFrame:
    """Every classifier: yield, interval, lead over the better constant answer, probability of winning, ranges."""
    unit = f" ({money.unit})" if money.unit else ""
    head = f"Cost per case{unit}" if money.as_costs else f"Per case{unit}"
    counted = standings.by_case is None
    return pd.DataFrame(
        {
            "Classifier": standing.name,
            head: money.sign * standing.earned.value,
            "95 % from": money.ends(standing.earned)[0],
            "95 % to": money.ends(standing.earned)[1],
            "Beyond the best constant answer": standing.lead,
            "Probability of being worth most": standing.probability_best if counted else math.nan,
            "Share of the map": standing.share,
            "Beats constant answers from prevalence": standing.useful[0] if counted else math.nan,
            "to prevalence": standing.useful[1] if counted else math.nan,
        }
        for standing in standings.ranked
    )


def regions(standings: Standings) -> pd.DataFrame:
    """The map: who wins while a right answer on a positive case is worth so many times one on a negative case."""
    names = standings.comparison.names
    return pd.DataFrame(
        {
            "Worth most": " = ".join(names[place] for place in region.winners),
            "Right on positive against negative, from": stake_ratio(region.low),
            "to": stake_ratio(region.high),
            "Share of the map": region.share,
            "Outline": "; ".join(f"({x:.4g}, {y:.4g})" for x, y in zip(region.x[:-1], region.y[:-1], strict=True)),
        }
        for region in standings.comparison.regions
    )


def method(standings: Standings, data: Data) -> str:
    """How a yield is computed, with the numbers put in."""
    utility = standings.values.utility
    x, y = (float(axis) for axis in utility.coordinates)
    payoffs = [float(payoff) for payoff in utility.payoffs.values()]
    counts = data.model.counts
    cells = [cell.item() for cell in counts.values()]
    filled = "".join(
        rf"{_digits(payoff, '+')}\cdot {_digits(cell)}" for payoff, cell in zip(payoffs, cells, strict=True)
    ).removeprefix("+")
    right, wrong = (float(stake) for stake in utility.stakes)
    if right * wrong < 0:
        even = "The same one is better at every share of positives."
    elif right == wrong == 0:
        even = "Both are worth the same at every share of positives, as nothing is at stake."
    else:
        even = f"Both are worth the same where {percent(wrong / (right + wrong))} of the cases are positive."
    several = (
        " Several sets are possible: the one in use is their mean, weighted by probability (equation 17)."
        if len(standings.values.probability) > 1
        else ""
    )
    return f"""**Yield.** Each case earns the payoff $U$ of its outcome; the yield is the mean (Dyrland, Lundervold &
Porta Mana 2022, equation 9). For {literal(data.name)}{_each(standings)}:

$$
\\frac{{{filled}}}{{{_digits(counts.total.item())}}}
$$

**Interval**, 95 %, with the class sizes kept: {_interval(standings)}

**Constant answers.** Random guessing (a *Dutch Draw*) that predicts a share $\\theta$ of the cases positive earns on
average $\\theta (f U_{{TP}} + (1-f) U_{{FP}}) + (1-\\theta)(f U_{{FN}} + (1-f) U_{{TN}})$, where $f$ is the share of
positives. That is linear in $\\theta$, so the best random guessing is always one of the two constant answers. {even}

**Map.** Adding a number to all payoffs, or multiplying them by one above 0, changes no ranking. With the least payoff
at 0 and the greatest at 1 two numbers remain (equations 11 and 12): $x = U_{{TN}} - U_{{TP}}$ = {number(x)} and
$y = U_{{FP}} - U_{{FN}}$ = {number(y)}. On one test set the winner depends only on how much a right answer on a
positive case is worth against one on a negative case, so borders run from corner to corner.

**Uncertainty.** {_doubts(standings)}{several}
"""


def _digits(x: float, sign: str = "") -> str:
    """A number of a formula with all its digits, but none that is a rounding error; the comma is no list's."""
    whole, point, rest = np.format_float_positional(float(f"{abs(x):.15g}"), trim="-").partition(".")
    before = "-" if x < 0 else sign
    return f"{before}{int(whole):,}{point}{rest}".replace(",", "{,}")


def _each(standings: Standings) -> str:
    return ", were each case worth the mean amount of its class" if standings.by_case is not None else ""


def _doubts(standings: Standings) -> str:
    if standings.by_case is not None:
        return "The numbers are taken as they stand."
    rates = (
        f"{len(standings.draws.tp):,} draws (seed {SEED}): the rates of each model from Beta laws, Jeffreys's "
        f"posterior (1946), with the share of positives kept. Each model is drawn by itself, as if tested on cases of "
        f"its own, since counts do not say which cases two models share: where they go up and down together on the "
        f"same cases, the better one is surer than told."
    )
    if not standings.values.is_off:
        return f"{rates} The payoffs are taken as they stand."
    return (
        f"{rates} {doubt.method(standings.values)} If a right answer is worth at least as much as a wrong one, every "
        f"draw keeps it so."
    )


def _interval(standings: Standings) -> str:
    if standings.by_case is not None:
        return "the normal interval of a stratified mean (Cochran 1977). Yields in the table are sums over the cases."
    return (
        "Wilson's limits (1927) of both rates, combined as by Zou & Donner (2008). Where one to three cases of a class "
        "are right, or wrong, the limit on that side is that of Jeffreys's posterior (1946) if it is wider. Weighted "
        "cases count as their effective number (Kish 1965). What a constant answer earns is known exactly."
    )
