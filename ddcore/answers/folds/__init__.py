"""How steady is the score?"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ddcore.answers.base import needs, threshold_free
from ddcore.answers.base.answer import NO_INTERVAL, PICKED, Answer, Figure, Number, Part, Table, values_of
from ddcore.answers.base.guess import Empty, Guess, with_empty_value
from ddcore.answers.base.words import about
from ddcore.answers.folds.compute import SEED, SIZES, common_threshold, part_table, score_tables
from ddcore.answers.folds.draw import folds_alt, folds_figure, spread_alt, spread_figure
from ddcore.answers.folds.words import method, notes, reason, sentence
from ddcore.chance.folds import RESAMPLES, CommonThreshold
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import percent
from ddcore.interval import Interval
from ddcore.options import Asked, Key, Measures, OneOf, in_force, judging

TITLE = "Stability"
SECTION = "performance"
WORDS = (
    "cross-validation, crossvalidation, CV, folds, k-fold, bootstrap, resampling, standard deviation, "
    "variance, stability, robust, seeds, runs, repeated, generalise, overfitting"
)
NEEDS = needs.scores
NEEDED = "Folds or resamples show whether a score is stable on other data. This needs a model with scores."
EXAMPLE = "sample=hpc_cv"
NEXT = {
    "plan": "How many cases would make it steadier?",
    "thresholds": "Is {threshold} the right threshold?",
    "curves": "How well do the scores separate?",
    "utility": "What is it worth?",
}
"""What may be asked next, the most useful first, by the name of the question."""


class Choices(Asked):
    """The measure, the guesser it is compared with, and the parts of the data that it is computed on."""

    measure: Annotated[tuple[str, ...], Measures(judging, most=1), Key("measure_looked_at")] = in_force("F1")
    guess: Guess = "half"
    empty: Empty = "none"
    parts: Annotated[str | None, OneOf({"folds": "Folds", "runs": "Runs", "resamples": "Resamples"}, "tabs")] = Field(
        None,
        title="Folds, runs or resamples",
        description="Folds, and runs of a model that was trained again, come from a column of the file, chosen on its "
        "card. Resamples draw the same number of cases with replacement, within each class (bootstrap).",
    )
    resamples: Annotated[int, OneOf({size: str(size) for size in SIZES}, "steps")] = Field(
        RESAMPLES,
        title="Number of resamples",
        description="More resamples make the spread smoother; the threshold hardly changes.",
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """The folds of the data where there are any, else the runs."""
        return {"parts": "folds" if len(data.model.folds) > 1 else "runs" if data.runs else "resamples"}

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """Folds and runs are offered only where there are any."""
        if name != "parts":
            return None
        folds = len(data.model.folds)
        parts = {"folds": folds if folds > 1 else 0, "runs": len(data.runs)}
        return {kind: f"{size} {kind}" for kind, size in parts.items() if size} | {"resamples": "Resamples"}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The best threshold for all folds or resamples, and how the score varies there."""
    choices = choices.with_defaults(data)
    measure, guess, kind = with_empty_value(choices.measure[0], choices.empty), choices.guess, str(choices.parts)
    if kind not in (choices.offered("parts", data, {}) or {}):
        raise InputError(f"parts cannot be {kind}, because {data.name} has none; choose resamples")
    resamples = choices.resamples if kind == "resamples" else None
    common = common_threshold(data, measure, guess, kind, resamples)
    return Answer.of(
        Answer(__doc__, sentence(common), reason(common, guess), about(data)),
        Part(
            notes(common, data.model.threshold),
            {
                "folds": Figure("The score over the threshold", folds_alt(common), partial(folds_figure, common)),
                "spread": Figure(
                    f"The {kind} at the best threshold", spread_alt(common), partial(spread_figure, common)
                ),
            },
            {"folds": Table(f"Every {kind[:-1]}", len(common.parts), partial(part_table, common))},
            method(common, guess, SEED if resamples else None),
        ),
        _common_part(common),
        _scores_part(data, kind),
    )


def _common_part(common: CommonThreshold) -> Part:
    """The best common threshold, and the mean score there with those of the worst and the best part."""
    if common.best is None:
        return Part(values={"left_out": common.left_out})
    cutoff = Number("Best common threshold", float(common.threshold[common.best]), ("cutoff",), how=PICKED)
    mean = Number(
        f"Way from guessing to perfect, mean over the {common.kind}",
        Interval(float(common.mean[common.best]), *common.span),
        ("beyond_guesser",),
        percent,
    )
    unseen = Number("The same on unseen cases", common.unseen, ("chosen_on_others",), percent, NO_INTERVAL)
    parts = dict(zip(common.parts, common.at_best.tolist(), strict=True))
    return Part(
        values={**values_of([cutoff, mean, unseen]), "parts": parts, "left_out": common.left_out},
        numbers=[mean, unseen, cutoff],
    )


def _scores_part(data: Data, kind: str) -> Part:
    """Measures that need no threshold: of each fold or run, or of the model itself where it is resampled."""
    parts = threshold_free.of_tables(data, score_tables(data, kind))
    part = threshold_free.part(parts) if kind == "resamples" else threshold_free.spread_part(parts, kind)
    return replace(part, values={"scores": {name: threshold_free.values(lines) for name, lines in parts.items()}})
