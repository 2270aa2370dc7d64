"""The sentences of what a model has learned: the oracle's share, what it means, and how it is computed."""

import math
from collections.abc import Sequence

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import article, in_text, listing, literal
from ddcore.chance.dutch_scaler import DRAWS
from ddcore.chance.learned import Learned
from ddcore.formats import count, number, percent
from ddcore.interval import confidence


def sentence(placed: Sequence[Learned], draw: str) -> str:
    """What one model has learned by the first two measures that can tell."""
    if not placed:
        return "**These measures cannot tell.** Each of them is undefined here, or cannot be beaten."
    first, *others = placed
    name, title, guessing = literal(first.model), in_text(first.measure), DRAWS[draw]
    better = next((result for result in others if result.surely), None)
    if first.share.value <= 0 and better is not None:
        worse = f"no better than {guessing}" if first.share.value == 0 else f"worse than {guessing}"
        return (
            f"**In part.** On {title}, {name} scores {worse}; on {in_text(better.measure)}, it scores like a mix with "
            f"**{percent(better.share.value)}**{_interval_text(better)} oracle."
        )
    if first.share.value == 0:
        return f"**Nothing.** On {title}, {name} scores the same as {guessing}."
    if first.share.value < 0:
        opening = "Less than nothing" if first.share.high < 0 else "Nothing, as far as these cases show"
        return (
            f"**{opening}.** On {title}, {name} scores worse than {guessing}: like a mix with "
            f"{percent(-first.share.value)}{_interval_text(first, -1)} of an oracle that is always wrong."
        )
    unsure = "**Possibly nothing.** " if first.share.low <= 0 and better is None else ""
    opening = (
        f"{unsure}On {title}, {name} scores like a mix with **{percent(first.share.value)}**{_interval_text(first)} "
        f"oracle"
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
    """What an oracle and a mix are."""
    return (
        f"An oracle knows every answer. A mix takes some answers from the oracle and the rest from {DRAWS[draw]}. "
        f"What a model has learned is the oracle's share at which this mix scores as the model does (the *Dutch "
        f"Scaler*). 0 % is guessing, 100 % is perfect."
    )


def notes(selected: Sequence[Learned], placed: Sequence[Learned]) -> list[Note]:
    """What the shares of one model show, up to five."""
    notes = [
        *_maybe_nothing(placed),
        *_below(placed),
        *_cheap(placed),
        *_apart(placed),
        *_without(selected),
    ]
    if notes:
        return notes[:5]
    if len(selected) == 1:
        return [Note("steady", "Another measure may give another share, because each measure rewards something else.")]
    return [Note("steady", "All these measures give about the same share.")]


def _maybe_nothing(placed: Sequence[Learned]) -> list[Note]:
    near = [in_text(result.measure) for result in placed if result.share.low <= 0 < result.share.value]
    if not near:
        return []
    return [Note("maybe-nothing", f"On {listing(near)}, the {confidence()} interval includes 0 %.")]


def _below(placed: Sequence[Learned]) -> list[Note]:
    below = [in_text(result.measure) for result in placed if result.share.value < 0]
    if not below:
        return []
    return [Note("less-than-nothing", f"On {listing(below)}, guessing scores better than this model.")]


def _cheap(placed: Sequence[Learned]) -> list[Note]:
    """The measure that the least oracle lifts most."""
    cheap = [result for result in placed if result.lifted]
    if not cheap:
        return []
    most = min(cheap, key=lambda result: result.share.value / result.straight)
    only = f"only {percent(most.share.value)}" if most.share.value >= 0.001 else "less than 0.1 %"
    return [
        Note(
            "little-oracle",
            f"A mix with {only} oracle already has {article(in_text(most.measure))} of "
            f"{number(most.score.value)}, which is {percent(most.straight)} of the way from guessing to perfect. So "
            f"this score reveals little about the other answers.",
        )
    ]


def _apart(placed: Sequence[Learned]) -> list[Note]:
    """The measures with the lowest and the highest share."""
    if len(placed) < 2:
        return []
    low, high = min(placed, key=lambda result: result.share.value), max(placed, key=lambda result: result.share.value)
    if high.share.value - low.share.value < 0.05:
        return []
    return [
        Note(
            "measures-differ",
            f"The share depends on the measure: from {percent(low.share.value)} on {in_text(low.measure)} to "
            f"{percent(high.share.value)} on {in_text(high.measure)}. No single share describes a model completely.",
        )
    ]


def _without(selected: Sequence[Learned]) -> list[Note]:
    """Measures without a share, by the reason."""
    reasons = {
        "endless": ("endless", "No share on {names}: no finite score is perfect there."),
        "several": ("several", "No share on {names}: mixes with different shares have the same mean score."),
        "undefined": ("undefined", "No share on {names}: undefined for the model or for the guessing."),
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
    """How a share is computed, with the numbers of the first measure put in."""
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
    return f"""**The mix.** Each case is predicted correctly with probability $s$, independently of the others. All
    other cases are predicted by a *Dutch Draw* with $n$ positive predictions, here {DRAWS[draw]}. The true positives
    $K$ of the draw are hypergeometric, and $TP = K + \\mathrm{{Bin}}(P - K, s)$, $FP = \\mathrm{{Bin}}(n - K, 1 - s)$.
    $E(s)$ is the mean of the measure over these distributions. Up to 100,000 tables the sum has every one of them;
    above, it has those within ten standard deviations, where wide windows keep one value of $K$ and two of the others
    per standard deviation, which leaves ten digits. Tables for which the measure is undefined are left out.

**The share** is the $s$ at which $E(s)$ equals the score. More oracle makes predictions right and none wrong. So where
a measure gets better with each right prediction, $E$ cannot fall and there is only one such share. The program checks
this; a measure that fails the check has no share. Where several draws are equally good, the one that needs less oracle
is used. A negative share is that of an oracle which is always wrong.

**As published** (van de Bijl, Klein, Pries, Bhulai & van der Mei 2025, *The Dutch Scaler Performance Indicator: How
Much Did My Model Actually Learn?*, and the formulas of the authors' package; the oracle that makes no mistakes) the
measure is computed on the mean table instead: $TP_s = P (s + (1 - s)\\, n / M)$ and $FP_s = N (1 - s)\\, n / M$. The
table has this share, too. The two are the same where a measure is linear in $TP$ and $FP$; for other measures they
differ by about $1/M$, and more where few cases are predicted positive.

**Intervals**, {confidence()}, are those of the score, with each end read off the same curve; the class sizes are fixed.
For weighted cases the curve is that of their effective number, $(\\sum w)^2 / \\sum w^2$ (Kish 1965), or of a million
cases where only sums of the weights are known.{put_in}
"""
