"""The sentences of scores on scales of chance: how far one model is, what to know, and how it is computed."""

import math
from collections.abc import Sequence

from ddcore.answers.base.answer import Note
from ddcore.answers.base.guess import guesser_text
from ddcore.answers.base.words import in_text, listing, literal
from ddcore.chance.scales import Scaled
from ddcore.formats import number, percent
from ddcore.interval import confidence


def sentence(selected: Sequence[Scaled]) -> str:
    """How far beyond chance one model is: the first two measures that can be beaten."""
    known = _on_scale(selected)[:2]
    if not known:
        return _off_scale(selected)
    name = literal(known[0].model)
    titles = [in_text(scaled.measure) for scaled in known]
    ahead = [scaled.beyond >= 0 for scaled in known]
    if not any(ahead):
        return f"**Not beyond chance.** On {listing(titles)}, {name} scores below the best random guessing."
    if not ahead[0]:
        return (
            f"**In part.** On {titles[0]}, {name} scores below the best random guessing; on {titles[1]}, it is "
            f"**{percent(known[1].beyond)}**{_interval_text(known[1])} of the way from chance to perfect."
        )
    first = (
        f"On {titles[0]}, {name} is **{percent(known[0].beyond)}**{_interval_text(known[0])} of the way from chance to "
        f"perfect"
    )
    if len(known) == 1:
        return f"{first}."
    if not ahead[1]:
        return f"{first}; on {titles[1]}, it scores below the best random guessing."
    return f"{first}; on {titles[1]}, {percent(known[1].beyond)}{_interval_text(known[1])}."


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
                f"**Beyond chance, but without a scale.** On {in_text(scaled.measure)}, {literal(scaled.model)} scores "
                f"{number(scaled.score)} and chance {number(scaled.chance)}; no finite score is perfect."
            )
    return "**These measures cannot tell.** Each of them is undefined here, or cannot be beaten."


def reason(guess: str | float) -> str:
    """What the scales mean."""
    return (
        f"**Beyond chance**, 0 % is the best mean score of random guessing (the *Dutch Draw* baseline) and 100 % is "
        f"perfect. The **oracle's share** is that of correct answers in a mix with random guesses that scores as the "
        f"model does. **Beyond the guesser**, 0 is the mean score of {guesser_text(guess)}."
    )


def notes(selected: Sequence[Scaled], prevalence: float, own: float) -> list[Note]:
    """What the scales of one model show, up to five; `own` is the share of positives in the data."""
    known = _on_scale(selected)
    others = [
        *_flattering(known),
        *_reaches_chance(known),
        *_behind(known),
        *_moved(known, prevalence, own),
        *_guesses_without_value(selected),
    ]
    if not known and not others:
        return [
            Note(
                "off-scale",
                "None of these measures has a scale from chance to perfect here. Choose another measure.",
            )
        ]
    if not others:
        others = [Note("as-good-as-it-looks", "Each of these scores is about as good as it looks.")]
    return [*[*_two_scales(known), *others][:5], *_kappa(selected)]


def _kappa(selected: Sequence[Scaled]) -> list[Note]:
    """That Cohen's kappa is on such a scale already, where it is shown."""
    if all(scaled.measure.key != "kappa" for scaled in selected):
        return []
    return [
        Note(
            "kappa-is-rescaled",
            "Cohen's kappa is accuracy on such a scale: 0 is a guesser who predicts each case positive with a "
            "probability equal to the share that the model predicts positive, and 1 is perfect (Burger & Meertens "
            "2020, equation 1).",
        )
    ]


def _two_scales(known: Sequence[Scaled]) -> list[Note]:
    """How the two scales differ, and which one to report."""
    if not known:
        return []
    return [
        Note(
            "two-scales",
            "The two scales differ where a score does not rise evenly with each right answer, which only the oracle's "
            "share corrects; report the way from chance to perfect, which follows from the score and its baseline.",
        )
    ]


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
            f"The {in_text(worst.measure)} of {number(worst.score)} looks better than it is: random guessing reaches "
            f"{number(worst.chance)}. From there the model is {percent(worst.beyond)} of the way to perfect.",
        )
    ]


def _reaches_chance(known: Sequence[Scaled]) -> list[Note]:
    near = [in_text(scaled.measure) for scaled in known if scaled.ends("beyond")[0] <= 0 < scaled.beyond]
    if not near:
        return []
    return [Note("reaches-chance", f"On {listing(near)}, the {confidence()} interval includes chance.")]


def _behind(known: Sequence[Scaled]) -> list[Note]:
    behind = [in_text(scaled.measure) for scaled in known if scaled.beyond < 0]
    if not behind:
        return []
    return [
        Note("behind", f"On {listing(behind)}, the best random guessing scores better than this model.", kind="changes")
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
            f"With {percent(prevalence)} positive cases instead of {percent(own)}, {in_text(most.measure)} would be "
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
            f"{most.measure.title} is undefined for {percent(most.silent)} of the guesses; the mean leaves them out.",
        )
    ]


def method(scaled: Scaled, guess: str | float, prevalence: float) -> str:
    """How the scales of one score are computed, with its numbers put in."""
    guesser = guesser_text(guess)
    return f"""**Beyond chance.** With $\\Delta$ the best mean of a Dutch Draw, and $u$ and $w$ the best and the worst
value that any classifier reaches on these classes, a score $\\mu$ becomes $(\\mu - \\Delta) / (u - \\Delta)$ above
$\\Delta$ and $(\\mu - \\Delta) / (\\Delta - w)$ below it; a measure that is better when low is mirrored. So a score
just below chance becomes a number just below 0.
{scaled.measure.title} of {literal(scaled.model)}: {_put_in(scaled)}.

**Dutch Draw scale**, in the table: the same above $\\Delta$. Below it the worst mean $\\delta$ of a Dutch Draw
replaces $w$, and every worse score becomes −1 (van de Bijl et al. 2024, section 5). Where all random guessing scores
the same, an equal score becomes 0 and a lower one −1.

**Beyond the guesser.** $(Q - E) / (u - E)$, with $E$ the mean score of {guesser} (Burger & Meertens, equation 1). A
teacher grades a multiple-choice test in this way: with a hundred questions of four answers each, guessing gets 25
right. So 60 right answers are worth (60 − 25) / (100 − 25), or 4.7 of 10, and a 6 needs 70; with two answers each it
needs 80. $E$ is exact: true and false positives of a guesser are two independent binomials. Guesses for which the
measure is undefined are left out. The table also has the expansion to the order $1/M$ and its error, for which an F
score without a positive prediction is 0.

**Balanced.** The counts are moved to a share of {percent(prevalence)} positive cases; recall and specificity stay. Then
the measure is computed with its usual formula.

**Intervals**, {confidence()}, are computed with fixed class sizes. So chance, the guesser and the best possible score
are fixed, too, and each end of the score's interval is rescaled like the score. The score's interval is that of the
verdict. The balanced score has its own interval, from the same recalls and specificities.
"""


def _put_in(scaled: Scaled) -> str:
    """The place of one score beyond chance, or why it has none."""
    best = number(scaled.chance)
    if not scaled.measure.judges:
        return "has no scale, because it describes and does not judge"
    if scaled.unbeatable:
        return (
            f"cannot be beaten: the best random guessing has {best}, and the best possible score is "
            f"{number(scaled.ideal)}"
        )
    if scaled.beyond < 0:
        return f"$-{_fraction(scaled.score, scaled.chance, scaled.poorest)}$ = **{number(scaled.beyond)}**"
    if math.isinf(scaled.ideal):
        return (
            f"no scale, because no finite score is perfect; the best random guessing has {best} and the model "
            f"{number(scaled.score)}"
        )
    if math.isnan(scaled.beyond):
        return f"undefined: {scaled.measure.undefined}"
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
