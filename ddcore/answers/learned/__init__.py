"""How much has this model learned?"""

import math
from collections.abc import Sequence
from functools import partial
from typing import Annotated

import pandas as pd
from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Number, Part, Table, measured, values_of
from ddcore.answers.base.words import about
from ddcore.answers.learned.draw import (
    MODELS,
    Row,
    blend_alt,
    blend_figure,
    drawn_lines,
    learned_alt,
    learned_figure,
)
from ddcore.answers.learned.words import method, notes, reason, sentence
from ddcore.chance.learned import STATES, Learned, learned
from ddcore.data import Data, Model
from ddcore.formats import percent
from ddcore.interval import confidence
from ddcore.options import Headline, Judged, OneOf, in_force

TITLE = "The oracle's share"
SECTION = "chance"
PAGE = "rescaled"
TAB = "The oracle's share"
WORDS = "oracle, Dutch Scaler, how much was learned, mixture, learning, improvement left, headroom"
NEEDS = needs.a_model
NEEDED = "This needs a model: its predictions, or its four counts."
EXAMPLE = "TP=227&FP=50&FN=31&TN=192"
NEXT = {
    "reach": "What would a better score take?",
    "rescaled": "How far beyond chance is that?",
    "thresholds": "Is {threshold} the right threshold?",
}
"""What may be asked next, the most useful first, by the name of the question."""

FEW = 6
"""Measures whose shares carry the answer."""


class Choices(Judged):
    """The measures, and the guessing that is mixed with the oracle's answers."""

    headline: Headline = in_force("F1")
    draw: Annotated[
        str,
        OneOf(
            {
                "best": "best for each measure",
                "share": "positives at the base rate",
                "half": "half of the cases positive",
                "none": "never positive",
                "all": "always positive",
            }
        ),
    ] = Field(
        "best",
        title="How the other answers are guessed",
        description="Answers that do not come from the oracle are random guesses. Their score alone counts as 0 % "
        "learned; with the best guessing for each measure that is the baseline.",
    )


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The oracle's share of each model on each measure, that of the selected model in words."""
    keys, draw = choices.measure, choices.draw
    # A threshold moves the results of its own model alone.
    of_models = [
        data.cached(
            ("learned", name, model.threshold, keys, draw, data.positives), partial(_of_model, name, model, keys, draw)
        )
        for name, model in data.models.items()
    ]
    rows: Sequence[Row] = list(map(list, zip(*of_models, strict=True)))
    every = [result for row in rows for result in row]
    selected = [result for result in every if result.model == data.name]
    leading = sorted(selected, key=lambda result: result.measure.key not in choices.headline)
    placed = [result for result in leading if result.state == "learned"]
    return Answer.of(
        Answer(__doc__, sentence(placed, draw), reason(draw), about(data)),
        Part(
            notes(selected, placed),
            _figures(rows, len(placed), data.name),
            {"learned": Table("Oracle's share by measure", len(every), partial(_table, rows))},
            method(selected, draw),
            {"draw": draw} | values_of(map(_number, every)),
            [_number(result) for result in selected[:FEW]],
        ),
        Part(
            values={
                "models": {
                    name: {"measures": {row[at].measure.key: _values(row[at]) for row in rows}}
                    for at, name in enumerate(data.models)
                }
            }
        ),
    )


def _of_model(name: str, model: Model, keys: Sequence[str], draw: str) -> list[Learned]:
    """The results of one model, one a measure."""
    return [result for [result] in learned({name: model.counts}, keys, draw)]


def _number(result: Learned) -> Number:
    """The oracle's share of a model on one measure."""
    path = ("models", result.model, "measures", result.measure.key, "learned")
    return Number(f"{result.measure.title}: oracle's share", result.share, path, percent)


def _values(result: Learned) -> dict[str, object]:
    """The other values of a measure of a model: its score, and what the share rests on."""
    return {
        "by_mean_table": result.published,
        "score": measured(result.score),
        "guessing": result.chance,
        "ideal": result.ideal,
        "called_positive": None if result.blend is None else result.blend.called,
        "state": result.state,
    }


def _figures(rows: Sequence[Row], placed: int, selected: str) -> dict[str, Figure]:
    """Both charts; of the selected model `placed` measures have a share."""
    shown = [_drawn(row, selected) for row in rows]
    lines, models = drawn_lines(shown, selected), len(rows[0])
    return {
        "blend": Figure(
            "Mean score of a mix of oracle and guessing",
            blend_alt(lines, selected),
            partial(blend_figure, lines, selected),
            ""
            if placed <= len(lines)
            else f"The chart shows {len(lines)} of {placed} measures; the other chart has all.",
        ),
        "learned": Figure(
            "Oracle's share by measure",
            learned_alt(shown, selected),
            partial(learned_figure, shown),
            "" if models <= MODELS else f"The chart shows {MODELS} of {models} models; the table has all.",
        ),
    }


def _drawn(row: Row, selected: str) -> Row:
    """The models in the charts: the first ones, and the selected one."""
    later = [result for result in row[MODELS:] if result.model == selected]
    return [*row[: MODELS - len(later)], *later]


def _table(rows: Sequence[Row]) -> pd.DataFrame:
    """Every measure of every model: its score, the share of oracle with its interval, and what they rest on."""
    return pd.DataFrame(
        {
            "Model": result.model,
            "Measure": result.measure.name,
            "Short name": result.measure.key,
            "Share of oracle": result.share.value,
            f"Share of oracle, {confidence()} from": result.share.low,
            f"Share of oracle, {confidence()} to": result.share.high,
            "Share by the mean table": result.published,
            "Share of the straight way": result.straight if result.state == "learned" else math.nan,
            "Score": result.score.value,
            f"Score, {confidence()} from": result.score.low,
            f"Score, {confidence()} to": result.score.high,
            "Guessing": result.chance,
            "Best possible": result.ideal,
            "Guessing predicts positive": math.nan if result.blend is None else result.blend.called,
            "State": STATES[result.state],
            "Better if": result.measure.better,
        }
        for row in rows
        for result in row
    )
