"""Sentences and tables about what classifiers are worth: which yields most, how surely, and for which values."""

import math
from collections.abc import Mapping

import pandas as pd

from ddcore.counts import Counts
from ddcore.decisions.contest import Region, stake_ratio
from ddcore.decisions.worth import Standing, Worth
from ddcore.figures.theme import number, percent
from ddcore.figures.theme import worth as amount
from ddcore.measures import MEASURES
from ddcore.report.words import listing, literal
from ddcore.scores.intervals import Interval

PRODUCTS = ("TP", "FP", "FN", "TN")


def who(found: Worth, one: Standing) -> str:
    """A classifier as a sentence names it: a model by its name, a constant answer by what it says."""
    if not one.constant:
        return literal(one.name)
    return f"always answering “{literal(one.name.removeprefix('always '))}”"


def _money(found: Worth, x: float) -> str:
    unit = found.values.possible.unit
    return amount(x, found.values.span) + (f" {literal(unit)}" if unit else "")


def answer(found: Worth) -> str:
    """Which classifier is worth most? A name and its yield, and what the next one yields."""
    best = found.best
    top, models = found.standings[0], found.of(constant=False)
    if len(best) == len(found.standings):
        return f":primary[All the same:] {_money(found, top.earned.value)} a case, whoever decides."
    if len(best) > 1:
        names = listing([who(found, one) for one in best])
        return f":primary[{names[0].upper()}{names[1:]}] are worth the same, {_money(found, top.earned.value)} a case."
    if top.constant:
        others = f", {literal(models[0].name)} {_money(found, models[0].earned.value)}"
        return f":primary[None:] {who(found, top)} earns {_money(found, top.earned.value)} a case{others}."
    rest = found.standings[1]
    earns = f" earns {_money(found, rest.earned.value)}" if rest.constant else f" {_money(found, rest.earned.value)}"
    return (
        f":primary[{who(found, top)}:] it earns {_money(found, top.earned.value)} a case, {who(found, rest)}"
        f"{earns.removeprefix(' earns')}."
    )


def reason(found: Worth, counts: Mapping[str, Counts], clicks: bool = True) -> str:
    """How the map is read, whether a click on it does something, and what plain accuracy would have said."""
    said = (
        "Two numbers describe any way of valuing right and wrong answers. The map shows who is worth most for each; "
        f"**your values are the cross**{', and a click takes those of another place' if clicks else ''}."
    )
    accuracy = {name: float(MEASURES["ACC"](one)) for name, one in counts.items()}
    best = max(accuracy, key=lambda name: accuracy[name])
    if len(accuracy) > 1 and best not in [one.name for one in found.best]:
        said += f" By accuracy it would be **{literal(best)}** ({percent(accuracy[best])} right)."
    return said


def standings(found: Worth) -> str:
    """The yields as a small table, the best first."""
    unsure = found.values.unsure or len(found.values.probability) > 1
    unit = found.values.possible.unit
    heads = [f"{literal(unit)} a case" if unit else "a case", "95 %", *(["wins"] if unsure else [])]
    lines = [f"| | {' | '.join(heads)} |", f"|:--|{'--:|' * len(heads)}"]
    for one in found.standings:
        name = f"always “{literal(one.name.removeprefix('always '))}”" if one.constant else literal(one.name)
        mark = "**" if one in found.best else ""
        cells = [
            f"{mark}{name}{mark}",
            f"{mark}{amount(one.earned.value, found.values.span)}{mark}",
            _range(found, one.earned) if one.earned.high > one.earned.low or math.isnan(one.earned.low) else "exact",
            *([percent(one.chance)] if unsure else []),
        ]
        cells[1:] = [cell.replace(" ", "\u00a0") for cell in cells[1:]]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def wins(found: Worth) -> str:
    """What the last column of the small table is, and how wide the doubts are."""
    parts = ["95 %: the interval of a yield from so many cases; constant answers have none to estimate."]
    if found.values.unsure or len(found.values.probability) > 1:
        off = f" if each number may be off by {_money(found, found.values.deviation)}" if found.values.unsure else ""
        parts.append(f"Wins: how often a classifier is worth most{off or ', over the sets that are possible'}.")
    if found.tariff is not None:
        parts.append("The map takes a case of the mean amount of its class.")
    return " ".join(parts)


def _range(found: Worth, one: Interval) -> str:
    if math.isnan(one.low):
        return "none"
    return f"{amount(one.low, found.values.span)} to {amount(one.high, found.values.span)}"


def worth_knowing(found: Worth, positive: str, prevalence: float) -> list[str]:
    """What these values and these classifiers call for, at most five sentences."""
    said: list[str] = []
    utility, (top, *_) = found.values.utility, found.standings
    model, free = found.of(constant=False)[0], found.of(constant=True)[0]
    right, wrong = (float(stake) for stake in utility.stakes)
    if not utility.proper:
        said.append(
            "*Your values lie off the map*: they make a wrong answer worth more than a right one. Yields and "
            "probabilities hold all the same; is it meant so?"
        )
    if max(abs(right), abs(wrong)) == 0:
        said.append("*Nothing is at stake*: either answer is worth the same for each class, so nobody can do better.")
    elif model.lead < 0:
        all_of_them = "No model is" if len(found.of(constant=False)) > 1 else f"{literal(model.name)} is not"
        close = " That is within its uncertainty, though." if model.earned.high > free.earned.value else ""
        said.append(
            f"*{all_of_them} worth using here*: {who(found, free)} needs no model and earns "
            f"{_money(found, -model.lead)} more a case than {literal(model.name)}.{close}"
        )
    elif model.earned.low < free.earned.value:
        said.append(
            f"{literal(model.name)} is ahead of {who(found, free)} by {_money(found, model.lead)} a case, but its "
            f"interval ({_range(found, model.earned)}) reaches below the {_money(found, free.earned.value)} of that."
        )
    said += _useful(found, model, positive, prevalence)
    region = next((one for one in found.contest.regions if found.contest.names[one.winners[0]] == model.name), None)
    if region is not None and right > 0 and wrong > 0:
        said.append(
            f"{literal(model.name)} is worth most where a right answer on “{literal(positive)}” is worth "
            f"{_times(region)} as much as one on the other class; your values say {number(right / wrong)}."
        )
    nowhere = [literal(one.name) for one in found.of(constant=False) if not one.share]
    if nowhere:
        is_ = "is" if len(nowhere) == 1 else "are"
        said.append(f"{listing(nowhere)} {is_} worth most nowhere on the map: for any values another one yields more.")
    if found.values.unsure and top.chance < 0.999:
        said.append(
            f"If each payoff may be off by {_money(found, found.values.deviation)} (a standard deviation), "
            f"{who(found, top)} is still worth most with probability {percent(top.chance)}."
        )
    return said[:5]


def _useful(found: Worth, model: Standing, positive: str, prevalence: float) -> list[str]:
    low, high = model.useful
    if not math.isfinite(low) or not math.isfinite(high):
        return []
    where = f"between {percent(low)} and {percent(high)} of the cases are “{literal(positive)}”"
    here = f"here {percent(prevalence)} are"
    if low <= prevalence <= high:
        return [f"{literal(model.name)} beats both constant answers where {where}; {here}."]
    return [f"{literal(model.name)} would beat both constant answers only where {where}; {here}."]


def _times(region: Region) -> str:
    low, high = stake_ratio(region.low), stake_ratio(region.high)
    if math.isinf(high):
        return f"at least {number(low)} times"
    return f"{number(low)} to {number(high)} times" if low else f"up to {number(high)} times"


def table(found: Worth) -> pd.DataFrame:
    """Every classifier: yield, interval, lead over the better constant answer, probability of winning, ranges."""
    unit = f" ({found.values.possible.unit})" if found.values.possible.unit else ""
    return pd.DataFrame(
        {
            "Classifier": one.name,
            f"Per case{unit}": one.earned.value,
            "95 % from": one.earned.low,
            "95 % to": one.earned.high,
            "Beyond the best constant answer": one.lead,
            "Probability of being worth most": one.chance,
            "Share of the map": one.share,
            "Beats constant answers from prevalence": one.useful[0],
            "to prevalence": one.useful[1],
        }
        for one in found.standings
    )


def regions(found: Worth) -> pd.DataFrame:
    """The map: who wins while a right answer on a positive case is worth so many times one on a negative case."""
    names = found.contest.names
    return pd.DataFrame(
        {
            "Worth most": " = ".join(names[place] for place in region.winners),
            "Right on positive against negative, from": stake_ratio(region.low),
            "to": stake_ratio(region.high),
            "Share of the map": region.share,
            "Outline": "; ".join(f"({x:.4g}, {y:.4g})" for x, y in zip(region.x[:-1], region.y[:-1], strict=True)),
        }
        for region in found.contest.regions
    )


def computed(found: Worth, counts: Counts, name: str, seed: int) -> str:
    """How a yield is computed, with the numbers put in."""
    utility = found.values.utility
    x, y = (float(axis) for axis in utility.coordinates)
    payoffs = [float(getattr(utility, cell.lower())) for cell in PRODUCTS]
    cells = [getattr(counts, cell.lower()).item() for cell in PRODUCTS]
    filled = "".join(rf"{payoff:+,g}\cdot {cell:,g}" for payoff, cell in zip(payoffs, cells, strict=True)).removeprefix(
        "+"
    )
    even = (
        f"Both are worth the same where {percent(found.break_even)} of the cases are positive."
        if math.isfinite(found.break_even)
        else "One of them is better at any share of positives."
    )
    several = (
        " Several sets are possible: the one in use is their mean, weighed by probability (equation 17)."
        if len(found.values.probability) > 1
        else ""
    )
    return f"""**Yield.** Each case earns the payoff $U$ of its outcome; the yield is the mean (Dyrland, Lundervold &
Porta Mana 2022, equation 9). For {literal(name)}{_each(found)}:

$$
\\frac{{{filled}}}{{{counts.total.item():,g}}}
$$

**Interval**, 95 %, with the class sizes kept: {_method(found)}

**Constant answers.** A draw without skill that calls a share $\\theta$ of the cases positive earns on average
$\\theta (f U_{{TP}} + (1-f) U_{{FP}}) + (1-\\theta)(f U_{{FN}} + (1-f) U_{{TN}})$, where $f$ is the share of positives.
That is linear in $\\theta$, so the best draw is always one of the two constant answers. {even}

**Map.** Adding a number to all payoffs, or multiplying them by one above 0, changes no ranking. With the least payoff
at 0 and the greatest at 1 two numbers remain (equations 11 and 12): $x = U_{{TN}} - U_{{TP}}$ = {number(x)} and
$y = U_{{FP}} - U_{{FN}}$ = {number(y)}. On one test set the winner depends only on how much a right answer on a
positive case is worth against one on a negative case, so borders run from corner to corner.

**Uncertainty.** {len(found.cloud.tp):,} draws (seed {seed}): each payoff with a normal error of
{percent(found.values.unsure)} of the span from the least to the greatest. Where a right answer is worth no less than a
wrong one, so it is in every draw.{several}
"""


def _each(found: Worth) -> str:
    return ", were each case worth the mean amount of its class" if found.tariff is not None else ""


def _method(found: Worth) -> str:
    if found.tariff is not None:
        return "the normal interval of a stratified mean (Cochran 1977). Yields in the table are sums over the cases."
    return (
        "Wilson's limits (1927) of both rates, combined as by Zou & Donner (2008). There is none for weighted cases. "
        "Constant answers earn an exact sum."
    )
