"""Sentences and tables about scores on one scale."""

import math
from collections.abc import Sequence

import pandas as pd

from ddcore.chance.guessing import STRATEGIES
from ddcore.chance.scales import Scaled
from ddcore.figures.theme import number, percent
from ddcore.report.words import listing, literal

Row = Sequence[Scaled]


def guesser(guess: str | float) -> str:
    """What a guesser does, in words."""
    if isinstance(guess, str):
        return STRATEGIES[guess].words
    return f"calling each case positive with probability {guess:g}"


def answer(found: Sequence[Scaled]) -> str:
    """How far beyond chance one model is: the first two measures that can be beaten."""
    known = [one for one in found if math.isfinite(one.rescaled) and not one.unbeatable][:2]
    if not known:
        return ":primary[Nobody can tell.] None of these measures can be beaten here, or none has a value."
    name, first = literal(known[0].model), known[0]
    if first.rescaled < 0:
        also = known[1:] and known[1].rescaled >= 0
        start = "In part." if also else "Not beyond."
        rest = f", but goes{_more(known[1:])[1:]}" if also else _more(known[1:])
        return f":primary[{start}] {name} stays below the best draw on {first.measure.title}{rest}."
    return (
        f"{name} goes :primary[{percent(first.rescaled)}] of the way from chance to perfect on "
        f"{first.measure.title}{_more(known[1:])}."
    )


def _more(others: Sequence[Scaled]) -> str:
    if not others:
        return ""
    other = others[0]
    if other.rescaled < 0:
        return f", and stays below chance on {other.measure.title}"
    return f", {percent(other.rescaled)} on {other.measure.title}"


REASON = (
    "**Beyond chance**, 0 is the best that needs no skill (the *Dutch Draw* baseline), 1 is perfect, and below 0 some "
    "blind draw does better; so scores of different measures, models and data can be compared. **Beyond the guesser**, "
    "0 is what {} earns on average."
)


def reason(guess: str | float) -> str:
    """What the scales mean."""
    return REASON.format(guesser(guess))


def worth_knowing(found: Sequence[Scaled], guess: str | float, prevalence: float, own: float) -> list[str]:
    """What the scales of one model say; `own` is the share of positives in the data."""
    known = [one for one in found if math.isfinite(one.rescaled) and not one.unbeatable]
    said = []
    flattering = [one for one in known if one.measure.better == "higher" and 0 < one.rescaled < one.score - 0.1]
    if flattering:
        one = max(flattering, key=lambda item: item.score - item.rescaled)
        said.append(
            f"{one.measure.title} looks better than it is: {number(one.score)}, of which {number(one.chance)} needs no "
            f"skill; {percent(one.rescaled)} of the way is the model's own."
        )
    behind = [one.measure.title for one in known if one.rescaled < 0]
    if behind:
        said.append(f"{listing(behind)}: some blind draw does better than this model.")
    taken = [one.measure.title for one in found if one.unbeatable]
    if taken:
        said.append(
            f"*{listing(taken)} cannot be beaten*: the best draw is perfect already, so nobody gets above 0 there."
        )
    outguessed = [one for one in known if one.normalised < 0 < one.rescaled]
    if outguessed:
        said.append(f"{listing([one.measure.title for one in outguessed])} would be better by {guesser(guess)}.")
    moved = [one for one in known if math.isfinite(one.balanced) and abs(one.balanced - one.score) > 0.05]
    if moved:
        one = max(moved, key=lambda item: abs(item.balanced - item.score))
        said.append(
            f"With {percent(prevalence)} positive cases instead of {percent(own)}, {one.measure.title} would be "
            f"{number(one.balanced)} instead of {number(one.score)}, at the same recall and specificity."
        )
    silent = [one for one in found if one.silent >= 0.005 and math.isfinite(one.guessed)]
    if silent:
        one = max(silent, key=lambda item: item.silent)
        said.append(
            f"{percent(one.silent)} of the guesses have no {one.measure.title}; its mean is that of the others."
        )
    return said[:5] or [
        f"On {listing([one.measure.title for one in known])} the scales agree: chance earns about as little on each."
    ]


def table(rows: Sequence[Row]) -> pd.DataFrame:
    """Every measure of every model on each scale, with what the scales are made of."""
    return pd.DataFrame(
        {
            "Model": one.model,
            "Measure": one.measure.name,
            "Key": one.measure.key,
            "Score": one.score,
            "Beyond chance": one.rescaled,
            "Beyond guesser": one.normalised,
            "Balanced": one.balanced,
            "Chance": one.chance,
            "Best possible": one.ideal,
            "Guesser": one.guessed,
            "Guesser by expansion": one.expansion,
            "Error of expansion": one.expansion - one.guessed,
            "Guesses without a value": one.silent,
            "Can be beaten": "not judged" if not one.measure.judges else "no" if one.unbeatable else "yes",
            "Better": one.measure.better,
            "Formula": one.measure.formula,
        }
        for row in rows
        for one in row
    )


def computed(one: Scaled, guess: str | float, prevalence: float) -> str:
    """How the scales of one score come about, with its numbers put in."""
    if one.unbeatable or not math.isfinite(one.rescaled):
        rescaled = f"cannot be beaten: the best draw has {number(one.chance)}, the best possible is {number(one.ideal)}"
    elif one.rescaled < 0:
        rescaled = f"{number(one.rescaled)}, between the worst and the best draw"
    else:
        rescaled = (
            f"$\\frac{{{_plain(one.score)} - {_plain(one.chance)}}}{{{_plain(one.ideal)} - {_plain(one.chance)}}}$ = "
            f"**{number(one.rescaled)}**"
        )
    return f"""**Beyond chance.** With $\\Delta$ the best mean of a Dutch Draw, $\\delta$ the worst and $u$ the best
possible value, a score $\\mu$ becomes $(\\mu - \\Delta) / (u - \\Delta)$ above $\\Delta$,
$(\\mu - \\Delta) / (\\Delta - \\delta)$ between the two and −1 below (van de Bijl et al. 2024, section 5); a measure
that is better when low is mirrored. Where all draws score the same, a score equal to them is 0 and a lower one −1.
{one.measure.title} of {literal(one.model)}: {rescaled}.

**Beyond the guesser.** $(Q - E) / (u - E)$ with $E$ what {guesser(guess)} earns on average (Burger & Meertens, equation
1). So a teacher grades a test: of a hundred questions with four answers each guessing gets 25 right, so 60 right are
worth (60 − 25) / (100 − 25), or 4.7 of 10, and a 6 takes 70; with two answers each it takes 80. $E$ is exact: true and
false positives of a guesser are two independent binomials. Guesses without a value do not count. The table has beside
it the expansion to the order $1/M$ and its error.

**Balanced.** The counts are moved to a share of {percent(prevalence)} positive cases; recall and specificity stay. Then
the measure is computed as ever, so no measure has a second formula.
"""


def _plain(value: float) -> str:
    return f"{value:.4g}"
