"""How many cases does it take?"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Table
from ddcore.answers.base.options import Key, Measures, NumberField, OneOf, Options, Slider
from ddcore.answers.base.selected_model import auc_of as auc
from ddcore.answers.base.words import about
from ddcore.answers.plan.draw import cost_alt, cost_figure, power_alt, power_figure, width_alt, width_figure
from ddcore.answers.plan.notes import plan_notes, plan_reason, plan_sentence
from ddcore.answers.plan.tables import (
    Asked,
    apart_table,
    design_table,
    needed_table,
    plan_method,
    power_table,
    width_table,
)
from ddcore.answers.prevalence import USUAL_RATES, rates_of
from ddcore.answers.reach import has_two_ends
from ddcore.arrays import Array
from ddcore.chance.plan import LEVELS, Plan, plan
from ddcore.chance.plan_cost import Design, Prices, cheapest, designs, enough
from ddcore.chance.plan_pair import Apart, fewest, seen
from ddcore.chance.power import Claim, classes_of, power
from ddcore.chance.width import fewest_for, width_among
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.measures import measure as measure_named
from ddcore.scores.area_power import AreaPlan

TITLE = "Cases needed"
SECTION = "chance"
NEEDS = needs.classes
NEEDED = "Any data will do to begin with; recall, specificity and the share of positives can then be typed."
EXAMPLE = "TP=227&FP=50&FN=31&TN=192"
NEXT = {
    "verdict": "Does the model beat chance now?",
    "prevalence": "What if positives were rarer?",
    "reach": "How hard is a score?",
    "baselines": "What would chance score here?",
}
"""What may be asked next, the most useful first, by the name of the question."""

WIDE = 12
"""Numbers of cases at which the width is computed."""
LARGEST = 100_000
"""The most cases whose own probability is told."""


class Choices(Options):
    """The rates of a model, a share of positives, a measure; how sure, how narrow, how different and at what price."""

    measure: Annotated[tuple[str, ...], Measures(has_two_ends, most=1), Key("measure_looked_at")] = Field(
        ("F1",), title="Measures", description="Each stands with its formula in the table below."
    )
    power: Annotated[float, OneOf({0.8: "80 %", 0.9: "90 %", 0.95: "95 %"}, "tabs")] = Field(
        0.9,
        title="Probability wanted",
        description="How often a new set of so many cases shall lead to the verdict “beats chance”.",
    )
    prevalence: Annotated[float | None, Slider(0.001, digits="%.3f"), Key("planned_prevalence")] = Field(
        None,
        ge=0.001,
        le=0.999,
        title="Share of positive cases",
        description="Among the cases to come. To begin with it is that of the data.",
    )
    tpr: Annotated[float | None, Slider(0.005)] = Field(
        None,
        ge=0,
        le=1,
        alias="TPR",
        title="Recall, TPR",
        description="Recall: the share of truly positive cases that is predicted positive.",
    )
    tnr: Annotated[float | None, Slider(0.005)] = Field(
        None,
        ge=0,
        le=1,
        alias="TNR",
        title="Specificity, TNR",
        description="Specificity: the share of truly negative cases that is predicted negative.",
    )
    counted: Annotated[str, OneOf({"fixed": "as the share says", "drawn": "drawn with the cases"}, "list")] = Field(
        "fixed",
        title="Number of positives",
        description="Fixed at the share, or as it comes when cases are drawn one by one; drawn takes a little longer.",
    )
    width: Annotated[float, NumberField(0.01, "%.3f")] = Field(
        0.1,
        ge=0.005,
        le=1,
        title="Interval as narrow as",
        description="From one end of the 95 % interval of the score to the other.",
    )
    label_price: Annotated[float, NumberField(0.1, "%.2f")] = Field(
        1.0, ge=0.000001, le=1e9, title="Price of a label", description="What it costs to label one case."
    )
    unlabelled_price: Annotated[float, NumberField(0.1, "%.2f")] = Field(
        0.1,
        ge=0,
        le=1e9,
        title="Price of an unlabelled case",
        description="What it costs to look through one unlabelled case for one of the rarer class.",
    )
    gain: Annotated[float, NumberField(0.005, "%.3f")] = Field(
        0.02,
        ge=0.001,
        le=1,
        title="Another model is right on more",
        description="The share of cases by which another model is right more often: a difference of accuracies.",
    )
    differ: Annotated[float, NumberField(0.01, "%.3f")] = Field(
        0.1,
        ge=0.001,
        le=1,
        title="Just one of the two is right on",
        description="The share of cases on which just one of the two models is right; at least the gain.",
    )
    area: Annotated[float | None, NumberField(0.01, "%.3f")] = Field(
        None,
        ge=0.501,
        le=0.999,
        title="AUC",
        description="How often a positive case scores above a negative one; that of the selected model, where it has "
        "scores.",
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """The share of positives of the data, and the rates and the AUC of the selected model."""
        tpr, tnr = rates_of(data) or USUAL_RATES
        share = min(max(round(data.prevalence, 3), 0.001), 0.999)
        found = None if data.chosen is None else auc(data, data.chosen)
        known = {} if found is None or not 0.501 <= found.value <= 0.999 else {"area": round(found.value, 3)}
        return {"prevalence": share, "tpr": tpr, "tnr": tnr, **known}


@dataclass(frozen=True, eq=False)
class Found:
    """All that is computed: the plan, the widths, the designs and the models to be told apart."""

    plan: Plan
    wide: tuple[Array, Array]
    narrow: int | None
    designs: list[Design]
    rarer: int | None
    here: float


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The least number of cases for the verdict, for an interval, for a difference, and the cheapest way to them."""
    choices = choices.with_defaults(data)
    tpr, tnr, share = (float(chosen) for chosen in (choices.tpr, choices.tnr, choices.prevalence) if chosen is not None)
    measure = measure_named(choices.measure[0])
    claim = Claim(measure, tpr, 1 - tnr)
    asked = Asked(share, choices.power, choices.counted == "drawn", choices.width, _cases_of(data))
    if not claim.ordered or not has_two_ends(measure):
        why = f"{measure.title} does not get better with each true positive, or has no best and worst value."
        return Answer(__doc__, f"**Nobody can tell.** {why}", plan_reason(claim, asked.share), about(data))
    prices = Prices(choices.label_price, choices.unlabelled_price)
    apart = _apart(choices, claim)
    found: Found = data.cached(
        ("plan", measure.key, claim.tpr, claim.fpr, asked, prices), partial(_found, claim, asked, prices)
    )
    pairs = data.cached(("apart", apart), partial(_pairs, apart))
    area = None if choices.area is None else AreaPlan(choices.area, asked.share)
    best = cheapest(found.designs)
    return Answer(
        __doc__,
        plan_sentence(found.plan, asked),
        plan_reason(claim, asked.share),
        about(data),
        plan_notes(found.plan, asked, found.here, found.narrow, found.designs, found.rarer, prices),
        _figures(found, asked),
        {
            "needed": Table.of("Cases that the verdict needs", needed_table(found.plan)),
            "apart": Table.of("Cases that tell two models apart", apart_table(pairs, area)),
            "plan": Table("Probability of the verdict", found.plan.total.size, partial(power_table, found.plan)),
            "width": Table("Width of the interval", WIDE, partial(width_table, *found.wide)),
            "designs": Table("Ways to choose the cases", len(found.designs), partial(design_table, found.designs)),
        },
        plan_method(found.plan, apart, area, asked),
        {
            "measure": measure.key,
            "TPR": claim.tpr,
            "TNR": tnr,
            "prevalence": asked.share,
            "power": asked.power,
            "least": {f"{one.level:g}": vars(one) for one in found.plan.least},
            "beyond_chance": found.plan.gap,
            "here": {"cases": asked.cases, "probability": found.here},
            "width": {"wanted": asked.width, "cases": found.narrow},
            "rarer": {"prevalence": asked.share / 2, "cases": found.rarer},
            "natural": None if not _natural(found.designs, asked) else vars(found.designs[0]),
            "cheapest": None if best is None else vars(best),
            "apart": {
                "gain": apart.gain,
                "differ": apart.differ,
                "paired": {f"{level:g}": cases for level, (cases, _) in pairs.items()},
                "separate": {f"{level:g}": cases for level, (_, cases) in pairs.items()},
                "seen_here": dict(
                    zip(map("{:g}".format, LEVELS), seen(max(asked.cases, 1), apart.differ), strict=True)
                ),
            },
            "area": None
            if area is None
            else {
                "value": area.area,
                "cases": {f"{level:g}": area.cases_for(level) for level in LEVELS},
                "width_cases": area.cases_for_width(asked.width),
            },
        },
    )


def _cases_of(data: Data) -> int:
    return round(float(data.total))


def _apart(choices: Choices, claim: Claim) -> Apart:
    """The selected model and a better one; the share on which just one is right is no less than the gain."""
    share = choices.prevalence or 0.5
    right = share * claim.tpr + (1 - share) * (1 - claim.fpr)
    if choices.gain > choices.differ:
        raise InputError(
            f"the share of cases on which just one model is right must be at least the gain, {choices.gain:g}, "
            f"got {choices.differ:g}"
        )
    return Apart(min(right + choices.gain, 1.0), choices.gain, choices.differ)


def _found(claim: Claim, asked: Asked, prices: Prices) -> Found:
    planned = plan(claim, asked.share, drawn=asked.drawn)
    kind = "drawn" if asked.drawn else "fixed"
    narrow = fewest_for(claim, asked.width, asked.share, kind)
    ends = [one.steady for one in planned.least if math.isfinite(one.steady)]
    most = max(100.0, *ends, narrow or 0) * 1.5
    totals = np.unique(np.geomspace(10, most, WIDE).astype(int))
    widths = np.array([width_among(claim, int(total), asked.share, kind) for total in totals])
    tried = designs(claim, asked.share, asked.power, prices) if planned.gap > 0 else []
    rarer = enough(claim, asked.share / 2, asked.power) if planned.gap > 0 else None
    here = power(claim, *classes_of(asked.cases, asked.share)) if 2 <= asked.cases <= LARGEST else math.nan
    return Found(planned, (totals.astype(float), widths), narrow, tried, rarer, here)


def _pairs(apart: Apart) -> dict[float, tuple[int | None, int | None]]:
    """For each probability the cases that tell two models apart: the same for both, and some for each."""
    return {level: (fewest(apart.paired, level), fewest(apart.separate, level, apart.guess(level))) for level in LEVELS}


def _natural(found: list[Design], asked: Asked) -> bool:
    """Whether the first design has the share of positives as it comes."""
    return bool(found) and abs(found[0].share - asked.share) <= 1 / found[0].total


def _figures(found: Found, asked: Asked) -> dict[str, Figure]:
    planned, name = found.plan, found.plan.claim.measure.title
    return {
        "plan": Figure(
            "Probability of the verdict over the number of cases",
            power_alt(planned, asked.power),
            partial(power_figure, planned, asked.power, asked.cases),
        ),
        "width": Figure(
            f"Expected width of the interval of {name}",
            width_alt(*found.wide, asked.width, found.narrow),
            partial(width_figure, *found.wide, asked.width, found.narrow),
        ),
        "cost": Figure(
            "Cost over the share of positives among the labelled cases",
            cost_alt(found.designs),
            partial(cost_figure, found.designs, asked.share),
        ),
    }
