"""Tables of what classifiers are worth: in words, in numbers, and the map."""

import math

import pandas as pd

from ddcore.answers.base.money import Money
from ddcore.answers.utility.words import all_compared, error_words
from ddcore.decisions.comparison import stake_ratio
from ddcore.decisions.standings import Standings
from ddcore.formats import percent
from ddcore.interval import confidence


def small_table(standings: Standings, money: Money) -> pd.DataFrame:
    """The yields in words, the best first."""
    head = "cost a case" if money.as_costs else "worth a case"
    head = f"{head}, {money.unit}" if money.unit else head
    rows = []
    for standing in standings.ranked:
        earned = standing.earned
        row = {
            "classifier": f"always “{standing.name.removeprefix('always ')}”" if standing.constant else standing.name,
            head: money.amount(earned.value),
            confidence(): "exact" if earned.high <= earned.low else money.between(earned.low, earned.high),
        }
        if math.isnan(earned.low):
            row[confidence()] = "none"
        if standings.by_case is None and all_compared(standings):
            row["wins"] = percent(standing.probability_best)
        rows.append(row)
    return pd.DataFrame(rows)


def standings_remark(standings: Standings, money: Money) -> str:
    """What the columns of the small table hold, and which uncertainty they have."""
    off = f"{confidence()}: an interval for the amount, from this number of cases."
    if standings.by_case is not None:
        return (
            f"{off} Each amount is the mean over the cases, each with its own price. The map is for a case with the "
            f"average amount of its class."
        )
    if not all_compared(standings):
        return f"{off} Constant answers are exact."
    wins_are = "Constant answers are exact. Wins: the probability of being worth most, given this number of cases"
    if standings.values.each is not None and standings.values.is_off:
        return f"{off} {wins_are} and if {error_words(standings.values, money)}."
    if standings.values.is_off:
        deviation = money.in_unit(standings.values.deviation)
        return f"{off} {wins_are} and if each price may be off by {deviation} (standard deviation)."
    if len(standings.values.probability) > 1:
        return f"{off} {wins_are} and the possible sets of prices."
    return f"{off} {wins_are}."


def all_numbers(standings: Standings, money: Money) -> pd.DataFrame:
    """Every classifier: yield, interval, lead over the better constant answer, probability of winning, ranges."""
    unit = f" ({money.unit})" if money.unit else ""
    head = f"Cost per case{unit}" if money.as_costs else f"Per case{unit}"
    counted = standings.by_case is None
    return pd.DataFrame(
        {
            "Classifier": standing.name,
            head: money.sign * standing.earned.value,
            f"{confidence()} from": money.ends(standing.earned)[0],
            f"{confidence()} to": money.ends(standing.earned)[1],
            "More than the best constant answer": standing.lead,
            "Probability of being worth most": standing.probability_best if counted else math.nan,
            "Share of the map": standing.share,
            "Beats constant answers from a base rate of": standing.useful[0] if counted else math.nan,
            "to a base rate of": standing.useful[1] if counted else math.nan,
        }
        for standing in standings.ranked
    )


def regions(standings: Standings) -> pd.DataFrame:
    """The regions of the map, by how many times a right answer on a positive case is worth one on a negative case."""
    names = standings.comparison.names
    return pd.DataFrame(
        {
            "Worth most": " = ".join(names[place] for place in region.winners),
            "Right on positive, in times right on negative, from": stake_ratio(region.low),
            "to": stake_ratio(region.high),
            "Share of the map": region.share,
            "Outline": "; ".join(f"({x:.4g}, {y:.4g})" for x, y in zip(region.x[:-1], region.y[:-1], strict=True)),
        }
        for region in standings.comparison.regions
    )
