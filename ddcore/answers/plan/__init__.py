"""How many cases does it take?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import BY_NORMAL_LAW, EXACT, Answer, Figure, Number, Part
from ddcore.answers.base.later import Later
from ddcore.answers.base.selected_model import auc_of
from ddcore.answers.base.words import about
from ddcore.answers.plan.compute import (
    CasesNeeded,
    Target,
    TwoModels,
    WidthNeeded,
    apart_curves,
    cases_needed,
    two_models,
    verdict_words,
    width_needed,
)
from ddcore.answers.plan.draw import (
    apart_alt,
    apart_figure,
    cost_alt,
    cost_figure,
    power_alt,
    power_figure,
    width_alt,
    width_figure,
)
from ddcore.answers.plan.tables import apart_tables, beat_tables, width_tables
from ddcore.answers.plan.words import (
    apart_method,
    apart_notes,
    apart_reason,
    apart_sentence,
    beat_method,
    beat_notes,
    beat_sentence,
    reason,
    width_method,
    width_notes,
    width_reason,
    width_sentence,
)
from ddcore.answers.prevalence import DEFAULT_RATES, Recall, Specificity, rates_of
from ddcore.answers.reach import has_two_ends
from ddcore.chance.plan import LEVELS
from ddcore.chance.plan_cost import Prices
from ddcore.chance.plan_pair import Apart, seen
from ddcore.chance.power import Claim
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure
from ddcore.options import Asked, Key, Measures, NumberField, OneOf, Slider, in_force
from ddcore.scores.area_pair_power import AreaPairPlan

TITLE = "Plan a test"
SECTION = "chance"
AIMS = {"beat": "To beat chance", "precise": "To be this precise", "apart": "To tell two models apart"}
"""What the cases are for."""
TABS = {title: {"aim": aim} for aim, title in AIMS.items()}
WORDS = (
    "sample size, power, power analysis, how many cases, test set size, how much data, confidence "
    "interval width, precision of an estimate, labelling cost, annotation, study design"
)
NEEDS = needs.classes
NEEDED = "This needs only two numbers, how many cases there are and how many are positive; all rates can be typed."
EXAMPLE = "TP=227&FP=50&FN=31&TN=192"
NEXT = {
    "verdict": "Does the model beat chance now?",
    "prevalence": "What if positives were rarer?",
    "reach": "What does a score demand?",
    "baselines": "What would chance score here?",
}
"""What may be asked next, the most useful first, by the name of the question."""


class Choices(Asked):
    """What the cases are for, the rates of a model, a share of positives, a measure; and what each aim asks for."""

    aim: Annotated[str, OneOf(AIMS, "tabs")] = Field(
        "beat", title="Aim", description="What the cases are for: the answer gives their number."
    )
    measure: Annotated[tuple[str, ...], Measures(has_two_ends, most=1), Key("measure_looked_at")] = in_force("F1")
    null: Annotated[float | None, NumberField(0.01, "%.3f", placeholder="chance")] = Field(
        None,
        ge=-1,
        le=1,
        title="Better than",
        description="The score to beat (the null value). Empty: chance, which is the baseline.",
    )
    power: Annotated[float, OneOf({0.8: "80 %", 0.9: "90 %", 0.95: "95 %"}, "tabs")] = Field(
        0.9,
        title="Chance of success",
        description="How probable it should be that new cases of this number show it (the power of the test).",
    )
    prevalence: Annotated[float | None, Slider(0.001, digits="%.3f"), Key("planned_prevalence")] = Field(
        None,
        ge=0.001,
        le=0.999,
        title="Share of positive cases",
        description="Of the cases to come. It begins at the share in your data.",
    )
    tpr: Recall = None
    tnr: Specificity = None
    counted: Annotated[str, OneOf({"fixed": "fixed by the share", "drawn": "drawn with the cases"}, "list")] = Field(
        "fixed",
        title="Number of positives",
        description="Fixed by the share, or random, as when cases are drawn one by one. Random takes a little longer.",
    )
    width: Annotated[float, NumberField(0.01, "%.3f")] = Field(
        0.1,
        ge=0.005,
        le=1,
        title="Width of the interval",
        description="From the lower to the upper end of the interval of the score.",
    )
    label_price: Annotated[float, NumberField(0.1, "%.2f")] = Field(
        1.0, ge=0.000001, le=1e9, title="Price of a label", description="What it costs to label one case."
    )
    unlabelled_price: Annotated[float, NumberField(0.1, "%.2f")] = Field(
        0.1,
        ge=0,
        le=1e9,
        title="Price of an unlabelled case",
        description="What it costs to check whether one unlabelled case belongs to the rarer class.",
    )
    gain: Annotated[float, NumberField(0.005, "%.3f")] = Field(
        0.02,
        ge=0.001,
        le=1,
        title="Difference in accuracy",
        description="The share of cases by which the other model is right more often.",
    )
    differ: Annotated[float, NumberField(0.01, "%.3f")] = Field(
        0.1,
        ge=0.001,
        le=1,
        title="Exactly one model is right on",
        description="The share of cases on which exactly one of the two models is right. It is at least the difference "
        "in accuracy.",
    )
    area: Annotated[float | None, NumberField(0.01, "%.3f")] = Field(
        None,
        ge=0.501,
        le=0.999,
        title="AUC",
        description="The probability that a positive case scores above a negative one. It begins at the AUC of the "
        "selected model, if it has scores.",
    )
    other_area: Annotated[float | None, NumberField(0.01, "%.3f")] = Field(
        None,
        ge=0.5,
        le=0.999,
        title="AUC of the other model",
        description="It begins at the AUC of the next best model; without one at 0.02 less.",
    )
    correlation: Annotated[float, NumberField(0.05, "%.2f")] = Field(
        0.5,
        ge=0,
        le=0.99,
        title="Correlation of the scores",
        description="How strongly the scores of the two models correlate within each class.",
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """The share of positives of the data, and the rates and the AUC of the selected model."""
        tpr, tnr = rates_of(data) or DEFAULT_RATES
        share = min(max(round(data.prevalence, 3), 0.001), 0.999)
        area = None if data.chosen is None else auc_of(data, data.chosen)
        known = {} if area is None or not 0.501 <= area.value <= 0.999 else {"area": round(area.value, 3)}
        return {"prevalence": share, "tpr": tpr, "tnr": tnr, **known}

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same, and an AUC of another model beside the one that is chosen."""
        defaults = dict(cls.defaults(data))
        area = chosen.get("area", defaults.get("area"))
        return defaults if area is None else defaults | {"other_area": _other_area(data, area)}


def _other_area(data: Data, area: float) -> float:
    """The AUC of the best other model, if it has one that differs; else a little less, or more if that is below 1/2."""
    others = [auc_of(data, name) for name in data.models if name != data.chosen]
    values = [round(other.value, 3) for other in others if other is not None and 0.5 <= other.value <= 0.999]
    return next((value for value in sorted(values, reverse=True) if value != area), round(area + _less(area), 3))


def _less(area: float) -> float:
    return -0.02 if area >= 0.52 else 0.02


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The least number of cases for the verdict, for an interval, for a difference, and the cheapest way to them.

    `aim` chooses the sentence, the charts and the tables; the values are those of all aims.
    """
    choices = choices.with_defaults(data)
    tpr, tnr, share = (float(given) for given in (choices.tpr, choices.tnr, choices.prevalence) if given is not None)
    measure = measure_named(choices.measure[0])
    claim = Claim(measure, tpr, 1 - tnr, null=_null(choices, measure))
    if not claim.ordered or not has_two_ends(measure):
        why = f"{measure.title} does not get better with each true positive, or has no best and worst value."
        return Answer(__doc__, f"**This measure cannot tell.** {why}", reason(claim, share), about(data))
    target = Target(share, choices.power, choices.counted == "drawn", choices.width, round(float(data.total)))
    areas = None
    if choices.area is not None and choices.other_area is not None and choices.area != choices.other_area:
        areas = AreaPairPlan(choices.area, choices.other_area, choices.correlation, share)
    asked = Wanted(
        data,
        claim,
        tnr,
        target,
        Prices(choices.label_price, choices.unlabelled_price),
        _apart(choices, claim, share),
        choices.area,
        areas,
    )
    head, own = {"beat": _beat, "precise": _precise, "apart": _told_apart}[choices.aim](asked)
    answer = Answer.of(Answer(__doc__, *head, about(data)), own)
    return replace(answer, values=Later(partial(_values, asked)))


@dataclass(frozen=True, eq=False)
class Wanted:
    """What is asked of some data, and what each aim computes of it, kept with the data."""

    data: Data
    claim: Claim
    tnr: float
    target: Target
    prices: Prices
    apart: Apart
    area: float | None
    areas: AreaPairPlan | None

    @property
    def needed(self) -> CasesNeeded:
        """The cases for the verdict."""
        return cases_needed(self.data, self.claim, self.target, self.prices)

    @property
    def width(self) -> WidthNeeded:
        """The cases for the interval."""
        return width_needed(self.data, self.claim, self.target)

    @property
    def models(self) -> TwoModels:
        """The cases for two models."""
        return two_models(self.data, self.apart, self.area, self.areas, self.target.share)


def _values(asked: Wanted) -> Mapping[str, Any]:
    """The values of all aims."""
    claim, target = asked.claim, asked.target
    own = {
        "measure": claim.measure.key,
        "null": claim.null,
        "TPR": claim.tpr,
        "TNR": asked.tnr,
        "prevalence": target.share,
        "power": target.power,
    }
    parts = (_verdict_part(asked.needed), _width_part(asked.width), _models_part(asked.models, target))
    return Answer.of(Answer("", "", ""), Part(values=own), *parts).values


Head = tuple[str, str]
"""The sentence and the reason."""


def _beat(asked: Wanted) -> tuple[Head, Part]:
    """The number of cases for the verdict, and the cheapest way to them."""
    needed = asked.needed
    plan, target = needed.plan, needed.target
    figures = {
        "plan": Figure(
            "Chance of the verdict over the number of cases",
            power_alt(plan, target.power),
            partial(power_figure, plan, target.power, target.cases),
        ),
        "cost": Figure(
            "Cost over the share of positives among the labelled cases",
            cost_alt(needed.designs),
            partial(cost_figure, needed.designs, target.share),
        ),
    }
    numbers = _verdict_part(needed).numbers
    return (
        (beat_sentence(needed), reason(plan.claim, target.share)),
        Part(beat_notes(needed), figures, beat_tables(needed), beat_method(needed), numbers=numbers),
    )


def _precise(asked: Wanted) -> tuple[Head, Part]:
    """The number of cases for the interval."""
    needed = asked.width
    width = needed.total, needed.width, needed.target.width, needed.narrow
    title = f"Average width of the interval of {needed.claim.measure.title}"
    return (
        (width_sentence(needed), width_reason(needed.claim, needed.target.share)),
        Part(
            width_notes(needed),
            {"width": Figure(title, width_alt(*width), partial(width_figure, *width))},
            width_tables(needed),
            width_method(needed),
            numbers=_width_part(needed).numbers,
        ),
    )


def _told_apart(asked: Wanted) -> tuple[Head, Part]:
    """The number of cases that tell two models apart."""
    models, target = asked.models, asked.target
    curves = apart_curves(asked.data, models)
    return (
        (apart_sentence(models, target), apart_reason(models, target)),
        Part(
            apart_notes(models, target),
            {
                "apart": Figure(
                    "Chance to tell two models apart over the number of cases",
                    apart_alt(curves, target.power),
                    partial(apart_figure, curves, target.power, target.cases),
                )
            },
            apart_tables(models),
            apart_method(models, target),
            numbers=_models_part(models, target).numbers,
        ),
    )


def _null(choices: Choices, measure: Measure) -> float | None:
    """The null value; raises `InputError` where the measure never has it."""
    low, high = sorted((measure.worst, measure.best))
    if choices.null is not None and not low <= choices.null <= high:
        raise InputError(f"null must be between {low:g} and {high:g} for {measure.title}, got {choices.null:g}")
    return choices.null


def _apart(choices: Choices, claim: Claim, share: float) -> Apart:
    """The selected model and a better one; the share on which just one is right is no less than the gain."""
    right = share * claim.tpr + (1 - share) * (1 - claim.fpr)
    if choices.gain > choices.differ:
        raise InputError(
            f"the share of cases on which just one model is right must be at least the gain, {choices.gain:g}, "
            f"got {choices.differ:g}"
        )
    return Apart(min(right + choices.gain, 1.0), choices.gain, choices.differ)


def _verdict_part(needed: CasesNeeded) -> Part:
    """The numbers of cases for the verdict, and what they cost."""
    target, name = needed.target, needed.plan.claim.measure.title
    verdict = verdict_words(needed.plan.claim)
    numbers = [
        Number(
            f"Cases for “{verdict}” on {name} with a chance of {percent(least.level)}",
            least.steady,
            ("least", f"{least.level:g}", "steady"),
            how=EXACT if least.exact else BY_NORMAL_LAW,
        )
        for least in needed.plan.least
    ]
    label = f"Chance of “{verdict}” on {name} with {number(target.cases)} cases"
    numbers.append(Number(label, needed.here, ("here", "probability"), percent))
    designs = {"natural": needed.natural, "cheapest": needed.cheapest}
    for way, label in (
        ("natural", "Cost of cases as they come"),
        ("cheapest", "Cost of the cheapest selection of cases"),
    ):
        design = designs[way]
        if design is not None:
            numbers.append(Number(label, design.cost, (way, "cost")))
    return Part(
        values={
            "least": {f"{least.level:g}": vars(least) for least in needed.plan.least},
            "beyond_chance": needed.plan.gap,
            "here": {"cases": target.cases, "probability": needed.here},
            "rarer": {"prevalence": target.share / 2, "cases": needed.rarer},
            **{way: None if design is None else vars(design) for way, design in designs.items()},
        },
        numbers=numbers,
    )


def _width_part(needed: WidthNeeded) -> Part:
    """The number of cases for a narrow interval."""
    target, name = needed.target, needed.claim.measure.title
    label = f"Cases for an interval of {name} that is {number(target.width)} wide"
    numbers = [] if needed.narrow is None else [Number(label, needed.narrow, ("width", "cases"))]
    return Part(values={"width": {"wanted": target.width, "cases": needed.narrow}}, numbers=numbers)


def _models_part(models: TwoModels, target: Target) -> Part:
    """The numbers of cases that tell two models or their AUCs apart, and those that tell an AUC from 1/2."""
    apart, area, areas = models.apart, models.area, models.areas
    paired = {f"{level:g}": cases for level, (cases, _) in models.cases.items()}
    return Part(
        values={
            "apart": {
                "gain": apart.gain,
                "differ": apart.differ,
                "paired": paired,
                "separate": {f"{level:g}": cases for level, (_, cases) in models.cases.items()},
                "seen_here": dict(
                    zip(map("{:g}".format, LEVELS), seen(max(target.cases, 1), apart.differ), strict=True)
                ),
            },
            "area": None
            if area is None
            else {
                "value": area.area,
                "cases": {f"{level:g}": area.cases_for(level) for level in LEVELS},
                "width_cases": area.cases_for_width(target.width),
            },
            "areas": None
            if areas is None
            else {
                "first": areas.first,
                "second": areas.second,
                "correlation": areas.correlation,
                "paired": {f"{level:g}": cases for level, (cases, _) in models.area_cases.items()},
                "separate": {f"{level:g}": cases for level, (_, cases) in models.area_cases.items()},
            },
        },
        numbers=[
            Number(
                f"Cases to tell accuracies {percent(apart.gain)} apart with a chance of {percent(float(level))}",
                cases,
                ("apart", "paired", level),
            )
            for level, cases in paired.items()
            if cases is not None
        ]
        + [
            Number(
                f"Cases to tell AUCs of {number(areas.first)} and {number(areas.second)} apart with a chance of "
                f"{percent(level)}",
                cases,
                ("areas", "paired", f"{level:g}"),
                how=BY_NORMAL_LAW,
            )
            for level, (cases, _) in models.area_cases.items()
            if areas is not None and cases is not None
        ],
    )
