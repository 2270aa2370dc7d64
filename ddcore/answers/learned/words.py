"""The sentences of what a model has learned: the share of oracle, what it means, and how it is computed."""

import math
from collections.abc import Sequence

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import as_subject, in_text, listing, literal
from ddcore.chance.dutch_scaler import DRAWS
from ddcore.chance.learned import Learned
from ddcore.formats import count, number, percent
from ddcore.interval import confidence


def sentence(placed: Sequence[Learned], draw: str) -> str:
    """What one model has learned by the first two measures that can tell."""
    if not placed:
        return "**Nobody can tell.** None of these measures can be beaten here, or none has a value."
    first, *others = placed
    name, title, guessing = as_subject(first.model), in_text(first.measure), DRAWS[draw]
    better = next((result for result in others if result.surely), None)
    if first.share.value <= 0 and better is not None:
        scores = "as" if first.share.value == 0 else "below"
        return (
            f"**In part.** {name} scores on {title} {scores} {guessing}{' does' if first.share.value == 0 else ''}, "
            f"but on {in_text(better.measure)} as if **{percent(better.share.value)}**{_interval_text(better)} of its "
            f"answers came from an oracle."
        )
    if first.share.value == 0:
        return f"**Nothing learned.** {name} scores on {title} as {guessing} does."
    if first.share.value < 0:
        opening = "Less than nothing learned" if first.share.high < 0 else "Nothing learned, as far as one can tell"
        return (
            f"**{opening}.** {name} scores on {title} below {guessing}: as if "
            f"{percent(-first.share.value)}{_interval_text(first, -1)} of its answers came from an oracle that is "
            f"always wrong."
        )
    unsure = "**Perhaps nothing.** " if first.share.low <= 0 and better is None else ""
    opening = (
        f"{unsure}{name} scores on {title} as if **{percent(first.share.value)}**{_interval_text(first)} of its "
        f"answers came from an oracle and the rest from {guessing}"
    )
    if not others or others[0].share.value <= 0:
        return f"{opening}."
    return (
        f"{opening}; on {in_text(others[0].measure)} it is {percent(others[0].share.value)}{_interval_text(others[0])}."
    )


def _interval_text(result: Learned, sign: int = 1) -> str:
    """The interval of the share, in parentheses."""
    if math.isnan(result.share.low) or math.isnan(result.share.high):
        return ""
    low, high = sorted((sign * result.share.low, sign * result.share.high))
    return f" ({percent(low)} to {percent(high)})"


def reason(draw: str) -> str:
    """What an oracle and a blend are."""
    return (
        f"An oracle knows every answer; random guessing knows none. Let a part of the answers come from the oracle and "
        f"the rest from {DRAWS[draw]}: the part with which the two together score on average what the model "
        f"scores is how much the model has learned. This is the *Dutch Scaler*; 0 % is guessing, 100 % is perfect."
    )


def notes(selected: Sequence[Learned], placed: Sequence[Learned]) -> list[Note]:
    """What the shares of one model say, up to five."""
    notes = [
        *_maybe_nothing(placed),
        *_below(placed),
        *_cheap(placed),
        *_apart(placed),
        *_without(selected),
    ]
    return notes[:5] or [Note("steady", "All these measures tell about the same.")]


def _maybe_nothing(placed: Sequence[Learned]) -> list[Note]:
    near = [in_text(result.measure) for result in placed if result.share.low <= 0 < result.share.value]
    if not near:
        return []
    return [Note("maybe-nothing", f"The {confidence()} interval includes nothing learned on {listing(near)}.")]


def _below(placed: Sequence[Learned]) -> list[Note]:
    below = [in_text(result.measure) for result in placed if result.share.value < 0]
    if not below:
        return []
    return [Note("less-than-nothing", f"The guessing scores better than this model on {listing(below)}.")]


def _cheap(placed: Sequence[Learned]) -> list[Note]:
    """The measure that the least oracle lifts most."""
    cheap = [result for result in placed if result.lifted]
    if not cheap:
        return []
    most = min(cheap, key=lambda result: result.share.value / result.straight)
    return [
        Note(
            "little-oracle",
            f"On {in_text(most.measure)} a little oracle goes a long way: {percent(most.share.value)} of it is enough "
            f"for {number(most.score.value)}, which is {percent(most.straight)} of the way from guessing to perfect. "
            f"So the score says little about the rest of the answers.",
        )
    ]


def _apart(placed: Sequence[Learned]) -> list[Note]:
    """The measures that tell least and most."""
    if len(placed) < 2:
        return []
    low, high = min(placed, key=lambda result: result.share.value), max(placed, key=lambda result: result.share.value)
    if high.share.value - low.share.value < 0.05:
        return []
    return [
        Note(
            "measures-differ",
            f"Measures differ in what they reward: from {percent(low.share.value)} on {in_text(low.measure)} to "
            f"{percent(high.share.value)} on {in_text(high.measure)}. No single share is the whole truth about a "
            "model.",
        )
    ]


def _without(selected: Sequence[Learned]) -> list[Note]:
    """Measures without a share, by the reason."""
    reasons = {
        "unbeatable": (
            "cannot-be-beaten",
            "*{names} cannot be beaten*: the guessing is perfect there already, so nothing can be learned from it.",
        ),
        "endless": ("endless", "{names}: no share, as no finite score is perfect there."),
        "several": ("several", "{names}: no share, as blends of different shares have the same mean."),
        "undefined": ("undefined", "{names}: no share, as the model or the guessing has no value there."),
    }
    return [
        Note(
            code,
            text.format(names=listing([literal(result.measure.title) for result in selected if result.state == state])),
        )
        for state, (code, text) in reasons.items()
        if any(result.state == state for result in selected)
    ]


def method(selected: Sequence[Learned], draw: str) -> str:
    """How a share comes about, with the numbers of the first measure put in."""
    first = next((result for result in selected if result.state == "learned" and result.blend is not None), None)
    put_in = ""
    if first is not None and first.blend is not None:
        s, mixed = first.share.value, first.blend
        put_in = (
            f"\n\n{first.measure.title} of {literal(first.model)}: $M$ = {count(mixed.total)}, $P$ = "
            f"{count(mixed.positives)}, $n$ = {count(mixed.called)}; $E(0)$ = {number(first.chance)}, $E(1)$ = "
            f"{number(first.ideal)}, and $E(s)$ = {number(first.score.value)} at $s$ = **{number(s)}** "
            f"({number(first.published)} by the mean table)."
        )
    return f"""**The blend.** Each case, by itself and with probability $s$, is predicted as it truly is; all others as
a *Dutch Draw* of $n$ positive predictions has them, here {DRAWS[draw]}. With $K$ the true positives of the draw,
which are hypergeometric, $TP = K + \\mathrm{{Bin}}(P - K, s)$ and $FP = \\mathrm{{Bin}}(n - K, 1 - s)$. $E(s)$ is the
mean of the measure over these laws: a sum over every table up to 100,000 of them, above over those within ten standard
deviations; wide windows keep one value of $K$ and two of the others per standard deviation, which leaves ten digits.
Tables without a value do not count.

**The share** is the $s$ with $E(s)$ equal to the score. More oracle makes predictions right and none wrong, so where a
measure gets better with each right prediction, $E$ cannot fall and the share is the only one; this is looked at, and a
measure of which it does not hold has no share. Where several draws are equally good, the one at the end of them that
needs less oracle is taken. A negative share is that of an oracle which is always wrong.

**As published** (van de Bijl, Klein, Pries, Bhulai & van der Mei 2025, *The Dutch Scaler Performance Indicator: How
Much Did My Model Actually Learn?*, and the formulas of the authors' package; the oracle that makes no mistakes) the
measure is taken of the mean table instead: $TP_s = P (s + (1 - s)\\, n / M)$ and $FP_s = N (1 - s)\\, n / M$. The table
has that share beside; the two are the same where a measure is linear in $TP$ and $FP$, and else differ by about $1/M$,
more where few cases are predicted positive.

**Intervals**, {confidence()}, are those of the score, each end at its place on the same curve: the class sizes are
kept, and with them the curve. Weighted cases have the curve of as many cases as they are worth, $(\\sum w)^2 / \\sum
w^2$ (Kish 1965), or of a million where of the weights only sums are known.{put_in}
"""
