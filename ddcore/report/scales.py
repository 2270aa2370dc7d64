"""Sentences and tables about scores on one scale."""

import math
from collections.abc import Sequence

import pandas as pd

from ddcore.answers.words import listing, literal, subject
from ddcore.chance.guessing import GUESSERS
from ddcore.chance.scales import Scaled
from ddcore.formats import number, percent

Row = Sequence[Scaled]


def guesser(guess: str | float) -> str:
    """What a guesser does, in words."""
    if isinstance(guess, str):
        return GUESSERS[guess].words
    return f"calling each case positive with probability {guess:g}"


def answer(found: Sequence[Scaled]) -> str:
    """How far beyond chance one model is: the first two measures that can be beaten."""
    known = [one for one in found if math.isfinite(one.rescaled) and not one.unbeatable][:2]
    if not known:
        return _off_scale(found)
    name, first = subject(known[0].model), known[0]
    ahead, behind = ([one for one in known if (one.rescaled >= 0) is better] for better in (True, False))
    if not ahead:
        return f":primary[Not beyond.] {name} stays below the best draw on {' and '.join(map(_title, behind))}."
    far = [f"{percent(one.rescaled)}{_sure(one)}" for one in ahead]
    ways = [f"{far[0]} of the way from chance to perfect on {_title(ahead[0])}"]
    ways += [f"{way} on {_title(one)}" for way, one in zip(far[1:], ahead[1:], strict=True)]
    if behind and first is behind[0]:
        return f":primary[In part.] {name} stays below the best draw on {_title(first)}, but goes {ways[0]}."
    below = f", and stays below the best draw on {_title(behind[0])}" if behind else ""
    start, rest = ways[0].split(" %", 1)
    return f"{name} goes :primary[{start} %]{', '.join([rest, *ways[1:]])}{below}."


def _sure(one: Scaled) -> str:
    """The interval of the way beyond chance, in parentheses."""
    low, high = one.ends("rescaled")
    return "" if math.isnan(low) or math.isnan(high) else f" ({percent(low)} to {percent(high)})"


def _title(one: Scaled) -> str:
    return one.measure.title


def _off_scale(found: Sequence[Scaled]) -> str:
    """What to say where no measure has a place between chance and perfect."""
    endless = [one for one in found if math.isinf(one.ideal) and math.isfinite(one.score - one.chance)]
    if endless:
        one = endless[0]
        ahead = one.measure.is_better(one.score, one.chance)
        return (
            f":primary[{'Beyond chance' if ahead else 'Not beyond'}, but without a scale.] {_title(one)} of "
            f"{literal(one.model)} is {number(one.score)} against {number(one.chance)} by chance; no finite score is "
            f"perfect."
        )
    return ":primary[Nobody can tell.] None of these measures can be beaten here, or none has a value."


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
    flattering = [
        one for one in known if one.measure.better == "higher" and 0 < one.rescaled < one.score - 0.1 and one.ideal == 1
    ]
    if flattering:
        one = max(flattering, key=lambda item: item.score - item.rescaled)
        said.append(
            f"{one.measure.title} looks better than it is: of {number(one.score)}, {number(one.chance)} needs no "
            f"skill; from there it is {percent(one.rescaled)} of the way to perfect."
        )
    near = [one.measure.title for one in known if one.ends("rescaled")[0] <= 0 < one.rescaled]
    if near:
        said.append(f"{listing(near)}: the 95 % interval reaches down to the best draw, so it may be no way at all.")
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
    if not known and not said:
        said.append("None of these measures has a place on the scale from chance to perfect; choose another one.")
    return said[:5] or ["No score here looks much better than it is."]


SCALES = {"Score": "score", "Beyond chance": "rescaled", "Beyond guesser": "normalised", "Balanced": "balanced"}
"""Each scale's name in the table, and its name in the results."""


def table(rows: Sequence[Row]) -> pd.DataFrame:
    """Every measure of every model on each scale, with its 95 % interval there and what the scales are made of."""
    return pd.DataFrame(
        {
            "Model": one.model,
            "Measure": one.measure.name,
            "Key": one.measure.key,
            "Score": one.score,
            "Beyond chance": one.rescaled,
            "Beyond guesser": one.normalised,
            "Balanced": one.balanced,
            **{
                f"{name} {end}": one.ends(scale)[i]
                for name, scale in SCALES.items()
                for i, end in enumerate(("from", "to"))
            },
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
    best, perfect = number(one.chance), number(one.ideal)
    if not one.measure.judges:
        rescaled = "describes and does not judge, so it has no scale"
    elif one.unbeatable:
        rescaled = f"cannot be beaten: the best draw has {best}, the best possible is {perfect}"
    elif math.isinf(one.ideal):
        rescaled = (
            f"no scale, since no finite score is perfect; the best draw has {best}, the model {number(one.score)}"
        )
    elif math.isnan(one.rescaled):
        rescaled = f"no value: {one.measure.undefined}"
    elif one.rescaled <= -1:
        rescaled = "−1, at or below the worst draw"
    elif one.rescaled < 0:
        rescaled = f"{number(one.rescaled)}, between the worst and the best draw"
    else:
        rescaled = f"${_fraction(one.score, one.chance, one.ideal)}$ = **{number(one.rescaled)}**"
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

**Intervals**, 95 %, keep the class sizes, and with them chance, the guesser and the best possible: so an end of the
score's interval has its place on each scale as the score has. How they come about stands on the page *Verdict*. The
balanced score has an interval of its own, from the same recalls and specificities.
"""


def _fraction(score: float, chance: float, ideal: float) -> str:
    """(score - chance) / (ideal - chance) with enough digits to tell those apart that differ."""
    # What is alike in twelve digits differs by rounding errors alone.
    told = {d: len({f"{x:.{d}g}" for x in (score, chance, ideal)}) for d in (4, 6, 8, 10, 12)}
    digits = next(d for d, apart in told.items() if apart == told[12])
    top, bottom, best = (_latex(value, digits) for value in (score, ideal, chance))
    minus = rf"\left({best}\right)" if chance < 0 else best
    return rf"\frac{{{top} - {minus}}}{{{bottom} - {minus}}}"


def _latex(value: float, digits: int) -> str:
    mantissa, _, power = f"{value:.{digits}g}".partition("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}" if power else mantissa
