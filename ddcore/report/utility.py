"""Sentences and tables about what classifiers are worth: which yields most, how surely, and for which values."""

import math
import re

import numpy as np
import pandas as pd

from ddcore.answers.words import listing, literal, subject
from ddcore.counts import Counts
from ddcore.decisions.comparison import Region, stake_ratio
from ddcore.decisions.standings import Standing, Standings
from ddcore.decisions.utility import ROUNDING
from ddcore.formats import number, percent
from ddcore.formats import worth as amount
from ddcore.interval import Interval


def who(found: Standings, one: Standing) -> str:
    """A classifier as a sentence names it: a model by its name, a constant answer by what it says."""
    if not one.constant:
        return literal(one.name)
    return f"always answering “{literal(one.name.removeprefix('always '))}”"


def _start(found: Standings, one: Standing) -> str:
    """The same at the beginning of a sentence."""
    name = subject(one.name) if not one.constant else who(found, one)
    return name[0].upper() + name[1:] if one.constant else name


def _money(found: Standings, x: float) -> str:
    unit = found.values.possible.unit
    text = amount(x, found.values.span)
    if x and not re.search("[1-9]", text):  # a small difference on a wide scale
        text = number(x)
    return text + (f" {literal(unit)}" if unit else "")


def answer(found: Standings) -> str:
    """Which classifier is worth most? A name and its yield, and what the next one yields."""
    best = found.best
    top, models = found.ranked[0], found.of(constant=False)
    value = _money(found, top.earned.value)
    if len(best) == len(found.ranked):
        return f":primary[All the same:] {value} a case, whoever decides."
    if len(best) > 1:
        names = listing([_start(found, best[0]), *(who(found, one) for one in best[1:])])
        return f":primary[{names}] are worth the same, {value} a case."
    verb = "earns" if top.earned.value >= 0 else "comes to"
    doubt = "" if _surely(found) else ", but not surely"
    if top.constant:
        other = models[0]
        return (
            f":primary[None{doubt}:] {who(found, top)} {verb} {value} a case, {who(found, other)} "
            f"{_money(found, other.earned.value)}."
        )
    rest = found.ranked[1]
    next_one = f"{who(found, rest)} {_money(found, rest.earned.value)}"
    return f":primary[{_start(found, top)}{doubt}:] it {verb} {value} a case, {next_one}."


SURE = 0.95
"""The probability of being worth most from which a classifier is said to be so without a doubt."""


def _surely(found: Standings) -> bool:
    """Whether the classifier that yields most does so surely; with amounts, whether the intervals say so."""
    top, *rest = found.ranked
    if found.by_case is None:
        return top.probability_best >= SURE
    if top.constant:
        return all(one.constant or one.earned.high <= top.earned.value for one in rest)
    return top.earned.low >= rest[0].earned.value


def reason(found: Standings, clicks: bool = True) -> str:
    """How the map is read, whether a click on it does something, and what plain accuracy would have said."""
    said = (
        "Two numbers describe any way of valuing right and wrong answers. The map shows who is worth most for each; "
        f"**your values are the cross**{', and a click takes those of another place' if clicks else ''}."
    )
    shares = found.comparison.shares
    accuracy = shares.tp + shares.tn
    right = [one for one in found.ranked if accuracy[one.place] >= accuracy.max() - ROUNDING]
    if not any(one in found.best for one in right):
        names = " or ".join(f"**{who(found, one)}**" for one in right[:3])
        said += f" By accuracy it would be {names} ({percent(accuracy.max())} right)."
    return said


def standings(found: Standings) -> str:
    """The yields as a small table, the best first."""
    unit = found.values.possible.unit
    heads = [f"{literal(unit)} a case" if unit else "a case", "95 %", *(["wins"] if found.by_case is None else [])]
    lines = [f"| classifier | {' | '.join(heads)} |", f"|:--|{'--:|' * len(heads)}"]
    for one in found.ranked:
        name = f"always “{literal(one.name.removeprefix('always '))}”" if one.constant else literal(one.name)
        mark = "**" if one in found.best else ""
        cells = [
            f"{mark}{name}{mark}",
            f"{mark}{amount(one.earned.value, found.values.span)}{mark}",
            _range(found, one.earned) if one.earned.high > one.earned.low or math.isnan(one.earned.low) else "exact",
            *([percent(one.probability_best)] if found.by_case is None else []),
        ]
        cells[1:] = [cell.replace(" ", "\u00a0") for cell in cells[1:]]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def wins(found: Standings) -> str:
    """What the columns of the small table are, and how wide the doubts are."""
    if found.by_case is not None:
        return (
            "95 %: how far the yield could be off with this many cases. Each yield is the mean over the cases with "
            "their own amounts; the map is for a case with the average amount of its class."
        )
    parts = ["95 %: how far the yield could be off with this many cases. Constant answers are exact."]
    return " ".join([*parts, f"Wins: how probably a classifier is worth most, {_given(found)}."])


def _given(found: Standings) -> str:
    """What the probability of winning allows for."""
    if found.values.relative_deviation:
        off = _money(found, found.values.deviation)
        return f"if each number may be off by {off} and the rates by what this many cases leave open"
    if len(found.values.probability) > 1:
        return "over the possible sets of values and the rates that this many cases leave open"
    return "over the rates that this many cases leave open"


def _range(found: Standings, one: Interval) -> str:
    if math.isnan(one.low):
        return "none"
    return f"{amount(one.low, found.values.span)} to {amount(one.high, found.values.span)}"


def worth_knowing(found: Standings, positive: str, negative: str) -> list[str]:
    """What these values and these classifiers call for, at most five sentences."""
    said: list[str] = []
    utility, model = found.values.utility, found.of(constant=False)[0]
    right, wrong = (float(stake) for stake in utility.stakes)
    if not utility.proper:
        said.append(
            "*Your values lie off the map*: they make a wrong answer worth more than a right one. Is that what you "
            "mean? Yields and probabilities hold all the same."
        )
    if right == wrong == 0:
        return [
            *said,
            "*Nothing is at stake*: either answer is worth the same for each class, so nobody can do better.",
        ]
    said += _against_constants(found, model) + _close(found)
    if found.by_case is not None:
        sure = " by more than its interval reaches" if math.isfinite(model.earned.low) else ""
        return said or [f"{subject(model.name)} is ahead of both constant answers{sure}."]
    if abs(model.lead) > ROUNDING * found.values.span:
        said += _useful(found, model, positive)
    region = next((one for one in found.comparison.regions if model.place in one.winners), None)
    if region is not None and right > 0 and wrong > 0:
        said.append(_where(model, region, right / wrong, positive, negative))
    nowhere = [one for one in found.of(constant=False) if not one.share]
    if nowhere and utility.proper:
        names = listing([_start(found, nowhere[0]), *(who(found, one) for one in nowhere[1:])])
        said.append(
            f"{names} {'is' if len(nowhere) == 1 else 'are'} worth most nowhere on the map: whatever the values on it, "
            f"another one is worth at least as much."
        )
    top = found.ranked[0]
    if top.probability_best < 0.999 and len(found.best) == 1:
        off = _money(found, found.values.deviation)
        doubts = (
            f"If each payoff may be off by {off} (a standard deviation), and with"
            if found.values.relative_deviation
            else "With"
        )
        said.append(
            f"{doubts} this many cases only, {who(found, top)} is worth most with probability "
            f"{percent(top.probability_best)}."
        )
    return said[:5]


def _against_constants(found: Standings, model: Standing) -> list[str]:
    """Whether the best model is worth using at all, and how surely."""
    free, name, start = found.of(constant=True)[0], literal(model.name), subject(model.name)
    if abs(model.lead) <= ROUNDING * found.values.span:
        return [f"*{start} gains nothing here*: {who(found, free)} earns as much and needs no model."]
    if model.lead < 0:
        all_of_them = "No model is" if len(found.of(constant=False)) > 1 else f"{start} is not"
        close = f" That is within the uncertainty of {name}, though." if model.earned.high > free.earned.value else ""
        return [
            f"*{all_of_them} worth using here*: {who(found, free)} needs no model and earns "
            f"{_money(found, -model.lead)} more a case than {name}.{close}"
        ]
    if model.earned.low < free.earned.value:
        return [
            f"{start} is ahead of {who(found, free)} by {_money(found, model.lead)} a case, but its interval "
            f"({_range(found, model.earned)}) reaches below the {_money(found, free.earned.value)} that this earns."
        ]
    return []


def _close(found: Standings) -> list[str]:
    """That the two best models are nearer to each other than their intervals reach."""
    first, *rest = found.of(constant=False)
    if not rest or not first.earned.low < rest[0].earned.value or first.lead < 0:
        return []
    lead = first.earned.value - rest[0].earned.value
    if lead <= ROUNDING * found.values.span:
        return []
    return [
        f"{subject(first.name)} is ahead of {literal(rest[0].name)} by only {_money(found, lead)} a case, less than "
        f"its own interval reaches down: on other cases the order may turn."
    ]


def _useful(found: Standings, model: Standing, positive: str) -> list[str]:
    (low, high), name, here = model.useful, subject(model.name), found.comparison.prevalence
    if not math.isfinite(low) or not math.isfinite(high):
        return []
    if low == 0 and high == 1:
        return [f"{name} beats both constant answers at any share of “{literal(positive)}”."]
    if _part(low) == _part(high):
        return []
    where, now = f"between {_part(low)} and {_part(high)} of the cases", f"here {_part(here)} are"
    if low <= here <= high:
        return [f"{name} beats both constant answers where {where} are “{literal(positive)}”; {now}."]
    return [f"{name} would beat both constant answers only if {where} were “{literal(positive)}”; {now}."]


def _part(share: float) -> str:
    """A share in percent, with digits even where it is nearly none or nearly all."""
    text = percent(share)
    return f"{number(100 * share)} %" if text.startswith(("below", "above")) else text


def _where(model: Standing, region: Region, yours: float, positive: str, negative: str) -> str:
    """For which values a model is worth most."""
    low, high, yours = (float(f"{one:.9g}") for one in (*map(stake_ratio, (region.low, region.high)), yours))
    name, true, false = subject(model.name), literal(positive), literal(negative)
    if low == 0 and math.isinf(high):
        return f"{name} is worth most wherever a right answer is worth more than a wrong one."
    if math.isinf(high):
        times = "at least as much as" if low == 1 else f"at least {number(low)} times as much as"
    elif low == 0:
        times = "at most as much as" if high == 1 else f"up to {number(high)} times as much as"
    else:
        times = f"between {number(low)} and {number(high)} times as much as"
    mine = "as much" if yours == 1 else f"{number(yours)} times as much"
    return (
        f"{name} is worth most where a right answer on “{true}” is worth {times} one on “{false}”; by your values "
        f"it is worth {mine}."
    )


def table(found: Standings) -> pd.DataFrame:
    """Every classifier: yield, interval, lead over the better constant answer, probability of winning, ranges."""
    unit = f" ({found.values.possible.unit})" if found.values.possible.unit else ""
    return pd.DataFrame(
        {
            "Classifier": one.name,
            f"Per case{unit}": one.earned.value,
            "95 % from": one.earned.low,
            "95 % to": one.earned.high,
            "Beyond the best constant answer": one.lead,
            "Probability of being worth most": one.probability_best if found.by_case is None else math.nan,
            "Share of the map": one.share,
            "Beats constant answers from prevalence": one.useful[0] if found.by_case is None else math.nan,
            "to prevalence": one.useful[1] if found.by_case is None else math.nan,
        }
        for one in found.ranked
    )


def regions(found: Standings) -> pd.DataFrame:
    """The map: who wins while a right answer on a positive case is worth so many times one on a negative case."""
    names = found.comparison.names
    return pd.DataFrame(
        {
            "Worth most": " = ".join(names[place] for place in region.winners),
            "Right on positive against negative, from": stake_ratio(region.low),
            "to": stake_ratio(region.high),
            "Share of the map": region.share,
            "Outline": "; ".join(f"({x:.4g}, {y:.4g})" for x, y in zip(region.x[:-1], region.y[:-1], strict=True)),
        }
        for region in found.comparison.regions
    )


def computed(found: Standings, counts: Counts, name: str, seed: int) -> str:
    """How a yield is computed, with the numbers put in."""
    utility = found.values.utility
    x, y = (float(axis) for axis in utility.coordinates)
    payoffs = [float(payoff) for payoff in utility.payoffs.values()]
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
        " Several sets are possible: the one in use is their mean, weighed by probability (equation 17)."
        if len(found.values.probability) > 1
        else ""
    )
    return f"""**Yield.** Each case earns the payoff $U$ of its outcome; the yield is the mean (Dyrland, Lundervold &
Porta Mana 2022, equation 9). For {literal(name)}{_each(found)}:

$$
\\frac{{{filled}}}{{{_digits(counts.total.item())}}}
$$

**Interval**, 95 %, with the class sizes kept: {_method(found)}

**Constant answers.** A draw without skill that calls a share $\\theta$ of the cases positive earns on average
$\\theta (f U_{{TP}} + (1-f) U_{{FP}}) + (1-\\theta)(f U_{{FN}} + (1-f) U_{{TN}})$, where $f$ is the share of positives.
That is linear in $\\theta$, so the best draw is always one of the two constant answers. {even}

**Map.** Adding a number to all payoffs, or multiplying them by one above 0, changes no ranking. With the least payoff
at 0 and the greatest at 1 two numbers remain (equations 11 and 12): $x = U_{{TN}} - U_{{TP}}$ = {number(x)} and
$y = U_{{FP}} - U_{{FN}}$ = {number(y)}. On one test set the winner depends only on how much a right answer on a
positive case is worth against one on a negative case, so borders run from corner to corner.

**Uncertainty.** {_doubts(found, seed)}{several}
"""


def _digits(x: float, sign: str = "") -> str:
    """A number of a formula with all its digits, but none that is a rounding error; the comma is no list's."""
    whole, point, rest = np.format_float_positional(float(f"{abs(x):.15g}"), trim="-").partition(".")
    before = "-" if x < 0 else sign
    return f"{before}{int(whole):,}{point}{rest}".replace(",", "{,}")


def _each(found: Standings) -> str:
    return ", were each case worth the mean amount of its class" if found.by_case is not None else ""


def _doubts(found: Standings, seed: int) -> str:
    if found.by_case is not None:
        return "The numbers are taken as they stand."
    rates = (
        f"{len(found.draws.tp):,} draws (seed {seed}): the rates of each model from Beta laws, Jeffreys's posterior "
        f"(1946), with the share of positives kept. Each model is drawn by itself, as if tested on cases of its own, "
        f"since counts do not say which cases two models share: where they go up and down together on the same "
        f"cases, the better one is surer than told."
    )
    if not found.values.relative_deviation:
        return f"{rates} The payoffs are taken as they stand."
    return (
        f"{rates} Each payoff has a normal error of {percent(found.values.relative_deviation)} of the span from the "
        f"least to the greatest. If a right answer is worth at least as much as a wrong one, every draw keeps it so."
    )


def _method(found: Standings) -> str:
    if found.by_case is not None:
        return "the normal interval of a stratified mean (Cochran 1977). Yields in the table are sums over the cases."
    return (
        "Wilson's limits (1927) of both rates, combined as by Zou & Donner (2008). Where one to three cases of a class "
        "are right, or wrong, the limit on that side is that of Jeffreys's posterior (1946) if it is wider. Weighted "
        "cases count as their effective number (Kish 1965). What a constant answer earns is known exactly."
    )
