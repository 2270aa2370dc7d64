"""How far beyond chance is this model?"""

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import pandas as pd
from pydantic import Field

from ddcore.answers import verdict
from ddcore.answers.base import needs, threshold_free
from ddcore.answers.base.answer import Answer, Figure, Number, Part, Table, measured, values_of
from ddcore.answers.base.guess import Empty, Guess, with_empty_value
from ddcore.answers.base.words import about
from ddcore.answers.rescaled.both import both_alt, both_figure, both_table, placed
from ddcore.answers.rescaled.draw import ACROSS, Row, scales_alt, scales_figure
from ddcore.answers.rescaled.words import method, notes, reason, sentence
from ddcore.chance.learned import Learned, learned
from ddcore.chance.scales import Scaled, scales
from ddcore.data import Data
from ddcore.formats import percent
from ddcore.interval import Interval, confidence
from ddcore.measures import Measure
from ddcore.options import Headline, Key, Slider, in_force

TITLE = "Beyond chance"
SECTION = "chance"
TAB = "Both scales"
WORDS = (
    "normalise, normalize, rescaled, adjusted, chance-corrected, adjusted for chance, skill score, "
    "percent of the way, comparable across data sets, scale, guess-normalised"
)
NEEDS = needs.a_model
NEEDED = "This needs a model: its predictions, or its four counts."
EXAMPLE = "TP=227&FP=50&FN=31&TN=192"
NEXT = {
    "folds": "How steady is that?",
    "learned": "How much has the model learned?",
    "prevalence": "What if positives were rarer?",
    "thresholds": "Is {threshold} the right threshold?",
    "utility": "What is it worth?",
}
"""What may be asked next, the most useful first, by the name of the question."""

DRAWN = max(ACROSS)
"""Models in one chart."""
FEW = 6
"""Measures whose places beyond chance carry the answer."""


class Choices(verdict.Choices):
    """The measures, the guesser to compare with, and the share of positive cases of the balanced score."""

    headline: Headline = in_force("F1")
    guess: Guess = "half"
    empty: Empty = "none"
    prevalence: Annotated[float, Slider(0.01), Key("balanced_prevalence")] = Field(
        0.5,
        ge=0.01,
        le=0.99,
        title="Share of positives of the balanced score",
        description="The balanced score is the score at this share of positive cases, with the same recall and "
        "specificity.",
    )


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """Each measure of each model on every scale, those of the selected model in words."""
    keys, empty, guess, prevalence = choices.measure, choices.empty, choices.guess, choices.prevalence
    rows = data.cached(
        ("scales", tuple(model.threshold for model in data.models.values()), keys, empty, guess, prevalence),
        lambda: scales(
            {name: model.counts for name, model in data.models.items()},
            [with_empty_value(key, empty) for key in keys],
            guess,
            prevalence,
        ),
    )
    every = [scaled for row in rows for scaled in row]
    selected = [scaled for scaled in every if scaled.model == data.name]
    leading = sorted(selected, key=lambda scaled: scaled.measure.key not in choices.headline)
    drawn = [_drawn(row, data.name) for row in rows]
    both = placed(selected, _shares(data, [scaled.measure for scaled in selected]))
    models = len(data.models)
    scored = threshold_free.of_models(data)
    return Answer.of(
        Answer(__doc__, sentence(leading), reason(guess), about(data)),
        Part(
            notes(selected, prevalence, data.prevalence),
            {
                "both": Figure(
                    "From chance to perfect",
                    both_alt(both),
                    partial(both_figure, both, list(data.models).index(data.name)),
                ),
                "rescaled": Figure(
                    "Scores on four scales",
                    scales_alt(drawn),
                    partial(scales_figure, drawn),
                    "" if models <= DRAWN else f"The chart shows {DRAWN} of {models} models; the table has all.",
                ),
            },
            {
                "both": Table("Both scales", len(both), partial(both_table, both)),
                "rescaled": Table("All scales of all models", len(every), partial(_table, rows)),
            },
            method(selected[0], guess, prevalence),
            values_of([number for scaled in every for number in _numbers(scaled)]),
            [_numbers(scaled)[1] for scaled in selected[:FEW]],
        ),
        threshold_free.part(scored),
        Part(
            values={
                "models": {
                    name: {
                        "measures": {row[at].measure.key: _values(row[at]) for row in rows},
                        "scores": threshold_free.values(scored.get(name, ())),
                    }
                    for at, name in enumerate(data.models)
                }
            }
        ),
    )


def _shares(data: Data, measures: Sequence[Measure]) -> list[Learned]:
    """The oracle's share of the selected model on each measure."""
    wanted = ("oracle", data.name, data.model.threshold, tuple(measures), data.positives)
    rows = data.cached(wanted, lambda: learned({data.name: data.model.counts}, measures))
    return [result for (result,) in rows]


def _numbers(scaled: Scaled) -> tuple[Number, Number]:
    """A measure of a model: its score, and how far that is beyond chance."""
    path = ("models", scaled.model, "measures", scaled.measure.key)
    return (
        Number(scaled.measure.title, _on(scaled, "score"), (*path, "score")),
        Number(f"{scaled.measure.title}, beyond chance", _on(scaled, "beyond"), (*path, "beyond_chance"), percent),
    )


def _values(scaled: Scaled) -> dict[str, object]:
    """The other values of a measure of a model: its place on the other scales, and the ends of the scales."""
    return {
        "rescaled": measured(_on(scaled, "rescaled")),
        "beyond_guesser": measured(_on(scaled, "normalised")),
        "balanced": measured(_on(scaled, "balanced")),
        "baseline": scaled.chance,
        "guesser": scaled.guessed,
        "ideal": scaled.ideal,
        "poorest": scaled.poorest,
    }


def _on(scaled: Scaled, scale: str) -> Interval:
    """A score on one of the scales, with its interval there."""
    return Interval(getattr(scaled, scale), *scaled.ends(scale))


def _drawn(row: Row, selected: str) -> Row:
    """The models in the chart: the first ones, and the selected one."""
    later = [scaled for scaled in row[DRAWN:] if scaled.model == selected]
    return [*row[: DRAWN - len(later)], *later]


SCALES = {
    "Score": "score",
    "Beyond chance": "beyond",
    "Dutch Draw scale": "rescaled",
    "Beyond guesser": "normalised",
    "Balanced": "balanced",
}
"""Each scale's name in the table, and its name in the results."""


def _table(rows: Sequence[Row]) -> pd.DataFrame:
    """Every measure of every model on each scale, with its interval there and what the scales are made of."""
    return pd.DataFrame(
        {
            "Model": scaled.model,
            "Measure": scaled.measure.name,
            "Short name": scaled.measure.key,
            **{name: getattr(scaled, scale) for name, scale in SCALES.items()},
            **{
                f"{name}, {confidence()} {end}": scaled.ends(scale)[i]
                for name, scale in SCALES.items()
                for i, end in enumerate(("from", "to"))
            },
            "Chance": scaled.chance,
            "Best possible": scaled.ideal,
            "Worst possible": scaled.poorest,
            "Guesser": scaled.guessed,
            "Guesser by expansion": scaled.expansion,
            "Error of expansion": scaled.expansion_error,
            "Guesses without a value": scaled.silent,
            "Can be beaten": "not judged" if not scaled.measure.judges else "no" if scaled.unbeatable else "yes",
            "Better if": scaled.measure.better,
            "Formula": scaled.measure.formula,
        }
        for row in rows
        for scaled in row
    )
