"""The sentences of scores on scales of chance: how far one model is, what to know, and how it is computed."""

import math
from collections.abc import Sequence

from ddcore.answers.base.answer import Note
from ddcore.answers.base.guess import guesser_text
from ddcore.answers.base.words import as_subject, listing, literal
from ddcore.chance.scales import Scaled
from ddcore.formats import number, percent
from ddcore.interval import confidence


def sentence(selected: Sequence[Scaled]) -> str:
    """How far beyond chance one model is: the first two measures that can be beaten."""
    known = _on_scale(selected)[:2]
    if not known:
        return _off_scale(selected)
    name = as_subject(known[0].model)
    titles = [scaled.measure.title for scaled in known]
    ahead = [scaled.beyond >= 0 for scaled in known]
    if not any(ahead):
        return f"**Not beyond.** {name} stays below the best random guessing on {listing(titles)}."
    if not ahead[0]:
        return (
            f"**In part.** {name} stays below the best random guessing on {titles[0]}, but goes "
            f"{percent(known[1].beyond)}"
            f"{_interval_text(known[1])} of the way from chance to perfect on {titles[1]}."
        )
    first = (
        f"{name} goes **{percent(known[0].beyond)}**{_interval_text(known[0])} of the way from chance to perfect on "
        f"{titles[0]}"
    )
    if len(known) == 1:
        return f"{first}."
    if not ahead[1]:
        return f"{first}, and stays below the best random guessing on {titles[1]}."
    return f"{first}, {percent(known[1].beyond)}{_interval_text(known[1])} on {titles[1]}."


def _on_scale(selected: Sequence[Scaled]) -> list[Scaled]:
    """Those that have a place between chance and perfect."""
    return [scaled for scaled in selected if math.isfinite(scaled.beyond) and not scaled.unbeatable]


def _interval_text(scaled: Scaled) -> str:
    """The interval of the way beyond chance, in parentheses."""
    low, high = scaled.ends("beyond")
    return "" if math.isnan(low) or math.isnan(high) else f" ({percent(low)} to {percent(high)})"


def _off_scale(selected: Sequence[Scaled]) -> str:
    """What to say where no measure has a place between chance and perfect."""
    for scaled in selected:
        endless = math.isinf(scaled.ideal) and math.isfinite(scaled.score - scaled.chance)
        if endless and scaled.measure.is_better(scaled.score, scaled.chance):
            return (
                f"**Beyond chance, but without a scale.** {scaled.measure.title} of {literal(scaled.model)} is "
                f"{number(scaled.score)} against {number(scaled.chance)} by chance; no finite score is perfect."
            )
    return "**Nobody can tell.** None of these measures can be beaten here, or none has a value."


def reason(guess: str | float) -> str:
    """What the scales mean."""
    return (
        f"**Beyond chance**, 0 is the best that needs no skill (the *Dutch Draw* baseline), 1 is perfect, and −1 the "
        f"worst that is possible; so scores of different measures, models and data can be compared. "
        f"**Beyond the guesser**, 0 is what {guesser_text(guess)} earns on average."
    )


def notes(selected: Sequence[Scaled], prevalence: float, own: float) -> list[Note]:
    """What the scales of one model say, up to five; `own` is the share of positives in the data."""
    known = _on_scale(selected)
    notes = [
        *_flattering(known),
        *_reaches_chance(known),
        *_behind(known),
        *_cannot_be_beaten(selected),
        *_moved(known, prevalence, own),
        *_guesses_without_value(selected),
    ]
    if not known and not notes:
        return [
            Note(
                "off-scale",
                "None of these measures has a place on the scale from chance to perfect; choose another one.",
            )
        ]
    return notes[:5] or [Note("as-good-as-it-looks", "No score here looks much better than it is.")]


def _flattering(known: Sequence[Scaled]) -> list[Note]:
    flattering = [
        scaled
        for scaled in known
        if scaled.measure.better == "higher" and 0 < scaled.beyond < scaled.score - 0.1 and scaled.ideal == 1
    ]
    if not flattering:
        return []
    worst = max(flattering, key=lambda scaled: scaled.score - scaled.beyond)
    return [
        Note(
            "flattering",
            f"{worst.measure.title} looks better than it is: of {number(worst.score)}, {number(worst.chance)} needs no "
            f"skill; from there it is {percent(worst.beyond)} of the way to perfect.",
        )
    ]


def _reaches_chance(known: Sequence[Scaled]) -> list[Note]:
    near = [scaled.measure.title for scaled in known if scaled.ends("beyond")[0] <= 0 < scaled.beyond]
    if not near:
        return []
    return [Note("reaches-chance", f"{listing(near)}: the {confidence()} interval includes chance.")]


def _behind(known: Sequence[Scaled]) -> list[Note]:
    behind = [scaled.measure.title for scaled in known if scaled.beyond < 0]
    if not behind:
        return []
    return [Note("behind", f"{listing(behind)}: the best random guessing does better than this model.", kind="changes")]


def _cannot_be_beaten(selected: Sequence[Scaled]) -> list[Note]:
    unbeatable = [scaled.measure.title for scaled in selected if scaled.unbeatable]
    if not unbeatable:
        return []
    return [
        Note(
            "cannot-be-beaten",
            f"*{listing(unbeatable)} cannot be beaten*: the best random guessing is perfect already, so nobody gets "
            f"above 0 there.",
        )
    ]


def _moved(known: Sequence[Scaled], prevalence: float, own: float) -> list[Note]:
    """The measure that another share of positive cases moves most."""
    moved = [
        scaled for scaled in known if math.isfinite(scaled.balanced) and abs(scaled.balanced - scaled.score) > 0.05
    ]
    if not moved:
        return []
    most = max(moved, key=lambda scaled: abs(scaled.balanced - scaled.score))
    return [
        Note(
            "balanced",
            f"With {percent(prevalence)} positive cases instead of {percent(own)}, {most.measure.title} would be "
            f"{number(most.balanced)} instead of {number(most.score)}, at the same recall and specificity.",
        )
    ]


def _guesses_without_value(selected: Sequence[Scaled]) -> list[Note]:
    silent = [scaled for scaled in selected if scaled.silent >= 0.005 and math.isfinite(scaled.guessed)]
    if not silent:
        return []
    most = max(silent, key=lambda scaled: scaled.silent)
    return [
        Note(
            "guesses-without-value",
            f"{percent(most.silent)} of the guesses have no {most.measure.title}; its mean is that of the others.",
        )
    ]


def method(scaled: Scaled, guess: str | float, prevalence: float) -> str:
    """How the scales of one score come about, with its numbers put in."""
    guesser = guesser_text(guess)
    return f"""**Beyond chance.** With $\\Delta$ the best mean of a Dutch Draw, and $u$ and $w$ the best and the worst
value that any classifier reaches on these classes, a score $\\mu$ becomes $(\\mu - \\Delta) / (u - \\Delta)$ above
$\\Delta$ and $(\\mu - \\Delta) / (\\Delta - w)$ below it; a measure that is better when low is mirrored. So a score
just below chance is just below 0.
{scaled.measure.title} of {literal(scaled.model)}: {_put_in(scaled)}.

**Dutch Draw scale**, in the table: the same above $\\Delta$. Below it the worst mean $\\delta$ of a Dutch Draw stands
in place of $w$, and all that is worse is −1 (van de Bijl et al. 2024, section 5). Where all random guessing scores the
same, a score equal to it is 0 there and any lower one −1.

**Beyond the guesser.** $(Q - E) / (u - E)$ with $E$ what {guesser} earns on average (Burger & Meertens, equation
1). So a teacher grades a test: of a hundred questions with four answers each guessing gets 25 right, so 60 right are
worth (60 − 25) / (100 − 25), or 4.7 of 10, and a 6 takes 70; with two answers each it takes 80. $E$ is exact: true and
false positives of a guesser are two independent binomials. Guesses without a value do not count. The table has beside
it the expansion to the order $1/M$ and its error, for which an F score without a positive prediction is 0.

**Balanced.** The counts are moved to a share of {percent(prevalence)} positive cases; recall and specificity stay. Then
the measure is computed as ever, so no measure has a second formula.

**Intervals**, {confidence()}, keep the class sizes, and with them chance, the guesser and the best possible: so an end
of the score's interval has its place on each scale as the score has. How they come about is told with the verdict. The
balanced score has an interval of its own, from the same recalls and specificities.
"""


def _put_in(scaled: Scaled) -> str:
    """The place of one score beyond chance, or why it has none."""
    best = number(scaled.chance)
    if not scaled.measure.judges:
        return "describes and does not judge, so it has no scale"
    if scaled.unbeatable:
        return f"cannot be beaten: the best random guessing has {best}, the best possible is {number(scaled.ideal)}"
    if scaled.beyond < 0:
        return f"$-{_fraction(scaled.score, scaled.chance, scaled.poorest)}$ = **{number(scaled.beyond)}**"
    if math.isinf(scaled.ideal):
        return (
            f"no scale, since no finite score is perfect; the best random guessing has {best}, the model "
            f"{number(scaled.score)}"
        )
    if math.isnan(scaled.beyond):
        return f"no value: {scaled.measure.undefined}"
    return f"${_fraction(scaled.score, scaled.chance, scaled.ideal)}$ = **{number(scaled.beyond)}**"


def _fraction(score: float, chance: float, end: float) -> str:
    """(score - chance) / (end - chance) with enough digits to tell those apart that differ."""
    # What is alike in twelve digits differs by rounding errors alone.
    distinct = {d: len({f"{value:.{d}g}" for value in (score, chance, end)}) for d in (4, 6, 8, 10, 12)}
    digits = next(d for d, apart in distinct.items() if apart == distinct[12])
    top, bottom, best = (_latex(value, digits) for value in (score, end, chance))
    subtracted = rf"\left({best}\right)" if chance < 0 else best
    return rf"\frac{{{top} - {subtracted}}}{{{bottom} - {subtracted}}}"


def _latex(value: float, digits: int) -> str:
    mantissa, _, power = f"{value:.{digits}g}".partition("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}" if power else mantissa
