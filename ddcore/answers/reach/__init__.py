"""What does a score demand?"""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Number, Part, measured, values_of
from ddcore.answers.base.selected_model import classes_of_draws
from ddcore.answers.base.words import about
from ddcore.answers.reach.compute import ModelReach, curve_of, has_two_ends, model_reach, scores_from, steps_of
from ddcore.answers.reach.draw import reach_alt, reach_figure, steps_alt, steps_figure
from ddcore.answers.reach.tables import step_tables
from ddcore.answers.reach.words import auc_text, method, notes, reason, sentence
from ddcore.chance.dutch_draw import baseline
from ddcore.data import Data
from ddcore.formats import number
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure
from ddcore.options import Asked, Key, Measures, NumberField, OneOf, in_force
from ddcore.scores.reach import Needed, Reach

__all__ = ["RULERS", "Choices", "answer", "auc_text", "has_two_ends"]

TITLE = "What a score demands"
SECTION = "chance"
PAGE = "plan"
TAB = "What a score demands"
WORDS = (
    "how good is a score, what does an F1 mean, required, possible scores, minimum, requirement, target, hard, demands"
)
NEEDS = needs.classes
NEEDED = "This needs only two numbers: how many cases there are and how many are positive."
EXAMPLE = "M=303&P=139"
NEXT = {
    "curves": "How well do the scores separate?",
    "learned": "How much has the model learned?",
    "prevalence": "What if positives were rarer?",
    "baselines": "What is the best that chance reaches?",
}
"""What may be asked next, the most useful first, by the name of the question."""

RULERS = {"auc": "AUC", "separation": "distance d′", "bits": "information"}
"""What a score can be compared with."""
DEFAULT_SCORE = 0.9
"""The score wanted where there is no model, of a measure whose best value is 1."""


class Choices(Asked):
    """A measure, the score wanted, the size of a step, and what the score is compared with."""

    measure: Annotated[tuple[str, ...], Measures(has_two_ends, most=1), Key("measure_looked_at")] = in_force("F1")
    wanted: Annotated[float | None, NumberField(0.01, "%.3f")] = Field(
        None,
        ge=-2,
        le=2,
        title="Score wanted",
        description="The score to be reached at the best threshold. It begins at the score of the selected model; "
        "without a model at 0.9, or at 0.1 where lower is better.",
    )
    step: Annotated[float, NumberField(0.005, "%.3f")] = Field(
        0.01,
        ge=0.001,
        le=0.2,
        title="Size of a step",
        description="How much better the next score is. The answer and the second chart show what one more step "
        "demands.",
    )
    ruler: Annotated[str, OneOf(RULERS, "tabs")] = Field(
        "auc",
        title="Demanded",
        description="AUC: the probability that a positive case scores above a negative one. d′: the distance between "
        "the classes in standard deviations. Information: what the scores reveal about the truth, in bits a case.",
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """The score of the selected model on F1."""
        return cls.defaults_given(data, {})

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """The score of the selected model on the measure chosen, rounded; the usual one without a model."""
        keys = chosen.get("measure") or ("F1",)
        measure = measure_named(keys[0])
        score = math.nan if data.chosen is None else float(measure(data.model.counts))
        if math.isnan(score):
            score = DEFAULT_SCORE if measure.better == "higher" else 1 - DEFAULT_SCORE
        return {"wanted": min(max(round(score, 3), -2.0), 2.0)}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """What the wanted score demands, and one step more."""
    total, positives = classes_of_draws(data)
    measure = measure_named(choices.measure[0])
    wanted = choices.wanted
    if wanted is None:
        wanted = float(choices.defaults_given(data, {"measure": choices.measure})["wanted"])
    if not 0 < positives < total:
        return Answer(__doc__, "**These cases cannot tell.** All of them belong to one class.", reason(), about(data))
    reach = Reach.of(measure, total, positives)
    random = baseline(measure, total, positives)
    chance, ideal = random.best(measure.better), measure.ideal(total, positives)
    if math.isnan(chance):
        unknown = f"**These cases cannot tell.** {measure.title} is undefined: {measure.undefined}."
        return Answer(__doc__, unknown, reason(), about(data))
    steps = steps_of(data, reach, scores_from(wanted, choices.step, ideal, measure))
    curve = curve_of(data, reach, chance, ideal, choices.step)
    model = model_reach(data, measure)
    return Answer.of(
        Answer(__doc__, sentence(measure, steps, chance), reason(steps[0]), about(data)),
        Part(
            notes(measure, reach, steps, random, model),
            {
                "reach": Figure(
                    f"Best {measure.title} over {RULERS[choices.ruler]}",
                    reach_alt(measure, curve, steps, chance),
                    partial(reach_figure, measure, curve, steps, chance, model, choices.ruler),
                ),
                "steps": Figure(
                    f"What each further {choices.step:g} demands",
                    steps_alt(measure, curve, choices.ruler),
                    partial(steps_figure, measure, curve, wanted, choices.ruler),
                ),
            },
            step_tables(steps, curve),
            method(measure, reach),
        ),
        _numbers(measure, chance, ideal, steps, model),
    )


def _numbers(measure: Measure, chance: float, ideal: float, steps: Sequence[Needed], model: ModelReach | None) -> Part:
    """The numbers that carry the answer, and what else `values` hold."""
    name = measure.title
    free = Number(f"{name}, baseline", chance, ("baseline",))
    wanted = _step_numbers(measure, steps[0], "wanted", "wanted")
    following = _step_numbers(measure, steps[1], "next", "one step further") if len(steps) > 1 else {}
    carrying = [free, wanted["value"], wanted["auc"]]
    if following:
        more = Number("More AUC for this step", steps[1].auc - steps[0].auc)
        carrying += [following["value"], following["auc"], more]
    carrying += [wanted["separation"], wanted["least_auc_concave"]]
    if model is not None:
        carrying.append(Number("AUC", model.auc, ("auc",)))
    values = values_of([*wanted.values(), *following.values()])
    return Part(
        values={
            "measure": measure.key,
            "baseline": chance,
            "ideal": ideal,
            "wanted": values["wanted"],
            "next": values.get("next"),
            "auc": None if model is None else measured(model.auc),
            "best_at_auc": None if model is None else measured(model.best),
        },
        numbers=carrying,
    )


def _step_numbers(measure: Measure, step: Needed, place: str, which: str) -> dict[str, Number]:
    """What a score demands, by its name in `values`; `which` says which score it is."""
    it = f"{measure.title} of {number(step.value)}"
    stated = {
        "value": (f"{measure.title} {which}", step.value, number),
        "separation": (
            f"Distance d′ that {it} demands, of two normal distributions with equal spread",
            step.separation,
            number,
        ),
        "auc": (f"AUC that {it} demands, of two normal distributions with equal spread", step.auc, auc_text),
        "bits": (
            f"Information that {it} demands, bits a case, of two normal distributions with equal spread",
            step.bits,
            number,
        ),
        "least_auc_concave": (f"Least AUC for {it}, any concave ROC curve", step.concave, auc_text),
        "least_auc": (f"Least AUC for {it}, any ROC curve", step.any_order, auc_text),
        "least_bits_of_answers": (f"Least information of the predictions for {it}, bits a case", step.call, number),
    }
    return {key: Number(label, value, (place, key), writer) for key, (label, value, writer) in stated.items()}
