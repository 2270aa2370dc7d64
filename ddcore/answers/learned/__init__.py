"""How much has this model learned?"""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated

import pandas as pd
from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.base.options import Judged, OneOf
from ddcore.answers.base.words import about, inside, listing, literal, subject
from ddcore.answers.learned.draw import (
    MODELS,
    Row,
    blend_alt,
    blend_figure,
    drawn_lines,
    learned_alt,
    learned_figure,
)
from ddcore.chance.dutch_scaler import DRAWS
from ddcore.chance.learned import STATES, Learned, learned
from ddcore.data import Data
from ddcore.formats import count, number, percent

TITLE = "Learned"
SECTION = "chance"
NEEDS = needs.a_model
NEEDED = "What was learned can be told once there is a model: its predictions, or its four counts."
EXAMPLE = "TP=227&FP=50&FN=31&TN=192"
NEXT = {
    "reach": "What would a better score take?",
    "rescaled": "How far beyond chance is that?",
    "thresholds": "Is {threshold} the right threshold?",
}
"""What may be asked next, the most useful first, by the name of the question."""


class Choices(Judged):
    """The measures, and the guessing that the oracle is blended with."""

    draw: Annotated[
        str,
        OneOf(
            {
                "best": "best by the measure",
                "share": "as many positive as there are",
                "half": "half positive",
                "none": "never positive",
                "all": "always positive",
            }
        ),
    ] = Field(
        "best",
        title="How the rest is guessed",
        description="The answers that do not come from the oracle: so many cases are predicted positive, blindly. What "
        "that scores alone counts as nothing learned; the best by the measure is the baseline.",
    )


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The share of oracle of each model on each measure, that of the selected model in words."""
    keys, draw = choices.measure, choices.draw
    rows: Sequence[Row] = data.cached(
        ("learned", tuple(model.threshold for model in data.models.values()), keys, draw, data.positives),
        lambda: learned({name: model.counts for name, model in data.models.items()}, keys, draw),
    )
    looked = [one for row in rows for one in row if one.model == data.name]
    placed = [one for one in looked if one.state == "learned"]
    shown = [_first(row, data.name) for row in rows]
    return Answer(
        __doc__,
        _sentence(placed, draw),
        _reason(draw),
        about(data),
        _notes(looked, placed),
        _figures(rows, shown, data.name),
        {"learned": Table("Share of oracle", sum(map(len, rows)), partial(_table, rows))},
        _method(data, looked, draw),
        {
            "draw": draw,
            "models": {
                name: {"measures": {row[i].measure.key: _values(row[i]) for row in rows}}
                for i, name in enumerate(data.models)
            },
        },
    )


def _figures(rows: Sequence[Row], shown: Sequence[Row], selected: str) -> dict[str, Figure]:
    drawn = drawn_lines(shown, selected)
    models = len(rows[0])
    return {
        "blend": Figure(
            "Mean score of a blend of oracle and guessing",
            blend_alt(drawn, selected),
            partial(blend_figure, drawn, selected),
            _more_lines(shown, drawn, selected),
        ),
        "learned": Figure(
            "Share of oracle by measure",
            learned_alt(shown, selected),
            partial(learned_figure, shown),
            "" if models <= MODELS else f"The chart shows {MODELS} of {models} models; the table has all.",
        ),
    }


def _more_lines(shown: Sequence[Row], drawn: Sequence[Row], selected: str) -> str:
    placed = sum(one.state == "learned" for row in shown for one in row if one.model == selected)
    if placed <= len(drawn):
        return ""
    return f"Drawn are {len(drawn)} of {placed} measures; the other chart has all."


def _first(row: Row, selected: str) -> Row:
    """The models in the charts: the first ones, and the selected one."""
    later = [one for one in row[MODELS:] if one.model == selected]
    return [*row[: MODELS - len(later)], *later]


def _guessing(draw: str) -> str:
    return DRAWS[draw]


def _sentence(placed: Sequence[Learned], draw: str) -> str:
    """What one model has learned by the first two measures that can tell."""
    if not placed:
        return "**Nobody can tell.** None of these measures can be beaten here, or none has a value."
    first, *others = placed
    name, title, guessing = subject(first.model), inside(first.measure), _guessing(draw)
    better = next((one for one in others if one.surely), None)
    if first.share.value <= 0 and better is not None:
        scores = "as" if first.share.value == 0 else "below"
        return (
            f"**In part.** {name} scores on {title} {scores} {guessing}{' does' if first.share.value == 0 else ''}, "
            f"but on {inside(better.measure)} as if **{percent(better.share.value)}**{_interval(better)} of its "
            f"answers came from an oracle."
        )
    if first.share.value == 0:
        return f"**Nothing learned.** {name} scores on {title} as {guessing} does."
    if first.share.value < 0:
        opening = "Less than nothing learned" if first.share.high < 0 else "Nothing learned, as far as one can tell"
        return (
            f"**{opening}.** {name} scores on {title} below {guessing}: as if "
            f"{percent(-first.share.value)}{_interval(first, -1)} of its answers came from an oracle that is always "
            f"wrong."
        )
    unsure = "**Perhaps nothing.** " if first.share.low <= 0 and better is None else ""
    told = (
        f"{unsure}{name} scores on {title} as if **{percent(first.share.value)}**{_interval(first)} of its answers "
        f"came from an oracle and the rest from {guessing}"
    )
    if not others or others[0].share.value <= 0:
        return f"{told}."
    return f"{told}; on {inside(others[0].measure)} it is {percent(others[0].share.value)}{_interval(others[0])}."


def _interval(one: Learned, sign: int = 1) -> str:
    """The interval of the share, in parentheses."""
    if math.isnan(one.share.low) or math.isnan(one.share.high):
        return ""
    low, high = sorted((sign * one.share.low, sign * one.share.high))
    return f" ({percent(low)} to {percent(high)})"


def _reason(draw: str) -> str:
    """What an oracle and a blend are."""
    return (
        f"An oracle knows every answer; random guessing knows none. Let a part of the answers come from the oracle and "
        f"the rest from {_guessing(draw)}: the part with which the two together score on average what the model "
        f"scores is how much the model has learned. This is the *Dutch Scaler*; 0 % is guessing, 100 % is perfect."
    )


def _notes(looked: Sequence[Learned], placed: Sequence[Learned]) -> list[Note]:
    """What the shares of one model say, up to five."""
    notes = [
        *_maybe_nothing(placed),
        *_below(placed),
        *_cheap(placed),
        *_apart(placed),
        *_without(looked),
    ]
    return notes[:5] or [Note("steady", "All these measures tell about the same.")]


def _maybe_nothing(placed: Sequence[Learned]) -> list[Note]:
    near = [inside(one.measure) for one in placed if one.share.low <= 0 < one.share.value]
    if not near:
        return []
    return [Note("maybe-nothing", f"The 95 % interval includes nothing learned on {listing(near)}.")]


def _below(placed: Sequence[Learned]) -> list[Note]:
    below = [inside(one.measure) for one in placed if one.share.value < 0]
    if not below:
        return []
    return [Note("less-than-nothing", f"The guessing scores better than this model on {listing(below)}.")]


def _cheap(placed: Sequence[Learned]) -> list[Note]:
    """The measure that the least oracle lifts most."""
    cheap = [one for one in placed if one.lifted]
    if not cheap:
        return []
    most = min(cheap, key=lambda one: one.share.value / one.straight)
    return [
        Note(
            "little-oracle",
            f"On {inside(most.measure)} a little oracle goes a long way: {percent(most.share.value)} of it is enough "
            f"for {number(most.score.value)}, which is {percent(most.straight)} of the way from guessing to perfect. "
            f"So the score says little about the rest of the answers.",
        )
    ]


def _apart(placed: Sequence[Learned]) -> list[Note]:
    """The measures that tell least and most."""
    if len(placed) < 2:
        return []
    low, high = min(placed, key=lambda one: one.share.value), max(placed, key=lambda one: one.share.value)
    if high.share.value - low.share.value < 0.05:
        return []
    return [
        Note(
            "measures-differ",
            f"Measures differ in what they reward: from {percent(low.share.value)} on {inside(low.measure)} to "
            f"{percent(high.share.value)} on {inside(high.measure)}. No single share is the whole truth about a model.",
        )
    ]


def _without(looked: Sequence[Learned]) -> list[Note]:
    """Measures without a share, by the reason."""
    said = {
        "unbeatable": (
            "cannot-be-beaten",
            "*{names} cannot be beaten*: the guessing is perfect there already, so nothing can be learned from it.",
        ),
        "endless": ("endless", "{names}: no share, as no finite score is perfect there."),
        "several": ("several", "{names}: no share, as blends of different shares have the same mean."),
        "undefined": ("undefined", "{names}: no share, as the model or the guessing has no value there."),
    }
    return [
        Note(code, text.format(names=listing([literal(one.measure.title) for one in looked if one.state == state])))
        for state, (code, text) in said.items()
        if any(one.state == state for one in looked)
    ]


def _table(rows: Sequence[Row]) -> pd.DataFrame:
    """Every measure of every model: its score, the share of oracle with its interval, and what they rest on."""
    return pd.DataFrame(
        {
            "Model": one.model,
            "Measure": one.measure.name,
            "Short name": one.measure.key,
            "Share of oracle": one.share.value,
            "Share of oracle, 95 % from": one.share.low,
            "Share of oracle, 95 % to": one.share.high,
            "Share by the mean table": one.published,
            "Share of the straight way": one.straight if one.state == "learned" else math.nan,
            "Score": one.score.value,
            "Score, 95 % from": one.score.low,
            "Score, 95 % to": one.score.high,
            "Guessing": one.chance,
            "Best possible": one.ideal,
            "Guessing predicts positive": math.nan if one.blend is None else one.blend.called,
            "State": STATES[one.state],
            "Better if": one.measure.better,
        }
        for row in rows
        for one in row
    )


def _values(one: Learned) -> Mapping[str, object]:
    """One measure of one model: its share of oracle and its score with intervals, and what they rest on."""
    return {
        "learned": measured(one.share),
        "by_mean_table": one.published,
        "score": measured(one.score),
        "guessing": one.chance,
        "ideal": one.ideal,
        "called_positive": None if one.blend is None else one.blend.called,
        "state": one.state,
    }


def _method(data: Data, looked: Sequence[Learned], draw: str) -> str:
    """How a share comes about, with the numbers of the first measure put in."""
    first = next((one for one in looked if one.state == "learned" and one.blend is not None), None)
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
a *Dutch Draw* of $n$ positive predictions has them, here {_guessing(draw)}. With $K$ the true positives of the draw,
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

**Intervals**, 95 %, are those of the score, each end at its place on the same curve: the class sizes are kept, and with
them the curve. Weighted cases have the curve of as many cases as they are worth, $(\\sum w)^2 / \\sum w^2$ (Kish 1965),
or of a million where of the weights only sums are known.{put_in}
"""
