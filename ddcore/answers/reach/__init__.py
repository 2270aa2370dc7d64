"""How hard is a score?"""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import numpy as np
import pandas as pd
from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.base.options import Key, Measures, NumberField, OneOf, Options
from ddcore.answers.base.selected_model import auc_of as auc
from ddcore.answers.base.selected_model import classes_of_draws as whole
from ddcore.answers.base.words import about, article, calls, inside, interval_text, literal, subject
from ddcore.answers.reach.draw import Own, Path, reach_alt, reach_figure, steps_alt, steps_figure
from ddcore.chance.dutch_draw import Baseline, baseline
from ddcore.data import Data
from ddcore.formats import count, number
from ddcore.interval import Interval
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure
from ddcore.scores.reach import Needed, Reach, area, information, separation_of

TITLE = "Reach"
SECTION = "chance"
NEEDS = needs.classes
NEEDED = "What a score takes needs only two numbers: how many cases there are and how many are positive."
EXAMPLE = "M=303&P=139"
NEXT = {
    "curves": "How well do the scores separate?",
    "learned": "How much has the model learned?",
    "prevalence": "What if positives were rarer?",
    "baselines": "What is the best that chance reaches?",
}
"""What may be asked next, the most useful first, by the name of the question."""

RULERS = {"auc": "AUC", "separation": "distance d′", "bits": "information"}
"""What a score can be held against."""
STEPS = 5
"""Steps beyond the wanted score in the table."""
CURVE = 49
"""Distances at which the curve is computed."""
BARS = 20
FARTHEST = 6.0
"""The largest d' of the curve."""
USUAL = 0.9


def placed(row: Measure) -> bool:
    """Whether a measure judges on a scale with two ends, whatever the number of cases."""
    return row.judges and not row.grows and math.isfinite(row.best) and math.isfinite(row.worst)


class Choices(Options):
    """A measure, the score wanted, how much more a step is, and what to hold it against."""

    measure: Annotated[tuple[str, ...], Measures(placed, most=1), Key("measure_looked_at")] = Field(
        ("F1",), title="Measures", description="Each stands with its formula in the table below."
    )
    wanted: Annotated[float | None, NumberField(0.01, "%.3f")] = Field(
        None,
        ge=-2,
        le=2,
        title="Score wanted",
        description="The score to be reached at the best threshold. To begin with it is that of the selected model, "
        "else 0.9, or 0.1 where lower is better.",
    )
    step: Annotated[float, NumberField(0.005, "%.3f")] = Field(
        0.01,
        ge=0.001,
        le=0.2,
        title="One step more",
        description="How much better the next score is: what it takes stands beside.",
    )
    ruler: Annotated[str, OneOf(RULERS, "tabs")] = Field(
        "auc",
        title="Held against",
        description="AUC: how often a positive case scores above a negative one. d′: how many standard deviations the "
        "classes lie apart. Information: what the scores tell of the truth, in bits a case.",
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
            score = USUAL if measure.better == "higher" else 1 - USUAL
        return {"wanted": min(max(round(score, 3), -2.0), 2.0)}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """What the wanted score takes, and one step more."""
    total, positives = whole(data)
    measure = measure_named(choices.measure[0])
    wanted = choices.wanted
    if wanted is None:
        wanted = float(choices.defaults_given(data, {"measure": choices.measure})["wanted"])
    if not 0 < positives < total:
        return Answer(__doc__, "**Nobody can tell.** All cases are of one class.", _reason(), about(data))
    reach = Reach.of(measure, total, positives)
    free = baseline(measure, total, positives)
    chance, ideal = free.best(measure.better), measure.ideal(total, positives)
    if math.isnan(chance):
        unknown = f"**Nobody can tell.** {measure.title} has no value: {measure.undefined}."
        return Answer(__doc__, unknown, _reason(), about(data))
    values = _values(measure, wanted, choices.step, ideal)
    steps = data.cached(("needed", measure.key, total, positives, tuple(values)), lambda: reach.needed(values))
    path = data.cached(
        ("reached", measure.key, total, positives, choices.step),
        lambda: _path(reach, chance, ideal, choices.step),
    )
    own = _own(data, measure)
    return Answer(
        __doc__,
        _sentence(measure, steps, chance),
        _reason(),
        about(data),
        _notes(measure, reach, steps, free, own, total),
        {
            "reach": Figure(
                f"Best {measure.title} over {RULERS[choices.ruler]}",
                reach_alt(measure, path, steps, chance),
                partial(reach_figure, measure, path, steps, chance, own, choices.ruler),
            ),
            "steps": Figure(
                f"What each further {choices.step:g} takes",
                steps_alt(measure, path, choices.ruler),
                partial(steps_figure, measure, path, wanted, choices.ruler),
            ),
        },
        {
            "needed": Table.of("Step by step", _short(steps)),
            "steps": Table("What each step takes, with the bounds of any law", len(steps), partial(_table, steps)),
            "reach": Table("The curve", path.value.size, partial(_curve_table, path)),
        },
        _method(measure, reach),
        {
            "measure": measure.key,
            "baseline": chance,
            "ideal": ideal,
            "wanted": _told(steps[0]),
            "next": None if len(steps) < 2 else _told(steps[1]),
            "auc": None if own is None else measured(own[1]),
            "best_at_auc": None if own is None else measured(own[2]),
        },
    )


def _values(measure: Measure, wanted: float, step: float, ideal: float) -> list[float]:
    """The wanted score and a few steps beyond, up to the best possible."""
    sign = 1.0 if measure.better == "higher" else -1.0
    values = [wanted]
    for k in range(1, STEPS + 1):
        value = round(wanted + sign * k * step, 12)
        if sign * value >= sign * ideal:
            if sign * values[-1] < sign * ideal:
                values.append(ideal)
            break
        values.append(value)
    return values


def _path(reach: Reach, chance: float, ideal: float, step: float) -> Path:
    """Score over each ruler, and what each step takes from chance to perfect."""
    apart = np.linspace(0.0, FARTHEST, CURVE)
    value = reach.best(apart)
    told = np.array([information(float(each), reach.prevalence) for each in apart])
    at = chance + (ideal - chance) * (np.arange(BARS) + 0.5) / BARS
    sign = 1.0 if ideal >= chance else -1.0
    further = np.where(np.abs(ideal - at) > step, at + sign * step, np.nan)
    before, after = np.split(reach.separation(np.concatenate((at, further))), 2)
    effort = {
        "auc": [area(b) - area(a) for a, b in zip(before, after, strict=True)],
        "separation": (after - before).tolist(),
        "bits": [
            information(b, reach.prevalence) - information(a, reach.prevalence)
            for a, b in zip(before, after, strict=True)
        ],
    }
    concave, _, call = reach.least(at.tolist())
    rulers = {"auc": np.array([area(float(each)) for each in apart]), "separation": apart, "bits": told}
    return Path(
        value, rulers, at, {name: np.array(each) for name, each in effort.items()}, {"auc": concave, "bits": call}
    )


def _own(data: Data, measure: Measure) -> Own | None:
    """The selected model: its name, AUC, the best value at that AUC by the law, and its score."""
    if data.chosen is None:
        return None
    found = auc(data, data.name)
    if found is None or not 0.5 < found.value < 1:
        return None
    total, positives = whole(data)
    ends = [separation_of(max(end, 0.5)) for end in (found.value, found.low, found.high)]
    best, *around = Reach.of(measure, total, positives).best(ends).tolist()
    return data.name, found, Interval(best, *sorted(around)), float(measure(data.model.counts))


def _sentence(measure: Measure, steps: Sequence[Needed], chance: float) -> str:
    """What the wanted score takes, and the next one."""
    first = steps[0]
    what = f"{_a(measure).capitalize()} {inside(measure)} of **{number(first.value)}**"
    if math.isnan(first.separation):
        return f"**Out of reach.** {what} is better than perfect answers score here."
    if not measure.is_better(first.value, chance) or first.separation == 0:
        return f"**Free.** {what} needs no skill here: random guessing reaches {number(chance)} on average."
    if math.isinf(first.separation):
        return f"{what} takes answers that are all but perfect: an AUC of 1."
    told = (
        f"{what} takes an AUC of **{auc_text(first.auc)}** here, at the best threshold of two equal normals "
        f"{number(first.separation)} standard deviations apart"
    )
    if len(steps) < 2:
        return f"{told}."
    following = steps[1]
    if math.isinf(following.separation):
        return f"{told}; the next step, {number(following.value)}, takes perfect scores."
    return (
        f"{told}; {number(following.value)} takes {auc_text(following.auc)}, {number(following.auc - first.auc)} more."
    )


def auc_text(value: float) -> str:
    """An AUC with the digits that tell it from 1.

    >>> auc_text(0.97), auc_text(0.999857), auc_text(1.0)
    ('0.970', '0.999857', '1')
    """
    return f"{value:.6f}".rstrip("0") if 0.9995 <= value < 1 - 5e-7 else number(value)


def _a(measure: Measure) -> str:
    """Its article."""
    return article(measure.name).split()[0]


def _reason() -> str:
    return (
        "How far apart the scores of the two classes lie is what a model brings; the threshold, the measure and how "
        "rare positives are do the rest. The AUC says how often a positive case scores above a negative one. Assumed "
        "are the simplest scores, two normal distributions of equal spread; others may need more or less, but none "
        "less than the bounds in the table."
    )


def _notes(
    measure: Measure,
    reach: Reach,
    steps: Sequence[Needed],
    free: Baseline,
    own: Own | None,
    total: int,
) -> list[Note]:
    """How much is free, what holds under any law, and what the model's own AUC would give."""
    first, chance = steps[0], free.best(measure.better)
    notes = [
        Note(
            "free",
            f"Free is {number(chance)}: {calls(free.reached(measure.better), total)} reaches as much on average.",
        )
    ]
    if first.any_order >= 1:
        notes.append(
            Note(
                "perfect-only",
                f"Whatever the law, every answer must be right: the answers tell all there is to know, "
                f"{_bits(first.call)} a case.",
            )
        )
    elif first.separation > 0 and not math.isnan(first.concave) and measure.is_better(first.value, chance):
        notes.append(
            Note(
                "any-law",
                f"Whatever the law, scores whose ROC curve is concave need an AUC of {number(first.concave)} at least; "
                f"with any curve it may be as low as {number(first.any_order)}, if one threshold is good and the rest "
                f"is not. The answers themselves must tell {_bits(first.call)} a case.",
            )
        )
        if first.any_order < 0.5:
            notes.append(
                Note(
                    "area-says-little",
                    f"Even scores with an AUC below 1/2 can reach this {inside(measure)}: one threshold says nothing "
                    f"about the order on either side of it.",
                )
            )
    if own is not None:
        notes.append(_at_own_area(measure, own))
    return notes


def _at_own_area(measure: Measure, own: Own) -> Note:
    """What two equal normals of the model's own AUC would score, and whether the model surely scores less."""
    name, found, best, score = own
    if math.isnan(score):
        return Note("at-its-auc", f"{subject(name)} has an AUC of {number(found.value)} and no {inside(measure)}.")
    scored = f"{_a(measure)} {inside(measure)} of {number(score)}"
    has = f"{subject(name)} has an AUC of {number(found.value)} and {scored}"
    told = (
        f"{has}; two equal normals with that AUC reach {number(best.value)} ({interval_text(best)}) at their best "
        f"threshold."
    )
    worst = best.low if measure.better == "higher" else best.high
    if measure.is_better(worst, score):
        return Note("more-at-its-auc", f"{told} Its threshold, or the shape of its scores, leaves the rest.")
    return Note("at-its-auc", told)


def _table(steps: Sequence[Needed]) -> pd.DataFrame:
    """The wanted score and each step beyond: what it takes under the law, what more than the one before, the bounds."""
    frame = pd.DataFrame(
        {
            "Score": step.value,
            "AUC": step.auc,
            "More AUC": math.nan,
            "Distance": step.separation,
            "Information, bits a case": step.bits,
            "More information": math.nan,
            "Least AUC, concave curve": step.concave,
            "Least AUC, any curve": step.any_order,
            "Least information of the answers": step.call,
        }
        for step in steps
    )
    frame["More AUC"] = frame["AUC"].diff()
    frame["More information"] = frame["Information, bits a case"].diff()
    return frame


def _short(steps: Sequence[Needed]) -> pd.DataFrame:
    """The same in few columns, as it is read: under the law."""
    before = [math.nan, *(step.auc for step in steps)]
    return pd.DataFrame(
        {
            "Score": number(step.value),
            "AUC": auc_text(step.auc),
            "More AUC": number(step.auc - auc_before) if math.isfinite(auc_before) else "",
            "Distance": number(step.separation),
            "Bits a case": number(step.bits),
        }
        for step, auc_before in zip(steps, before, strict=False)
    )


def _curve_table(path: Path) -> pd.DataFrame:
    """The curve point by point."""
    return pd.DataFrame(
        {
            "Distance": path.rulers["separation"],
            "AUC": path.rulers["auc"],
            "Information, bits a case": path.rulers["bits"],
            "Best score": path.value,
        }
    )


def _told(step: Needed) -> Mapping[str, float]:
    return {
        "value": step.value,
        "separation": step.separation,
        "auc": step.auc,
        "bits": step.bits,
        "least_auc_concave": step.concave,
        "least_auc": step.any_order,
        "least_bits_of_answers": step.call,
    }


def _method(measure: Measure, reach: Reach) -> str:
    """How the least separation is found, and the bounds."""
    return f"""**The law.** Scores of negatives are normal with mean 0, those of positives with mean $d'$, both with
spread 1. A threshold $x$ has $TPR = \\Phi(d' - x)$ and $FPR = \\Phi(-x)$; {literal(measure.title)}, ${measure.latex}$,
is taken of the expected table of $M$ = {count(reach.total)} cases with $P$ = {count(reach.positives)} positive. The
best threshold is sought on a grid that is refined around the best five times, among those that call at least one case
positive and one negative on average, and the two constant answers. Its value grows with $d'$, and the least $d'$ that
reaches the score is found by bisection; $AUC = \\Phi(d' / \\sqrt 2)$. For Youden's J the value is
$2 \\Phi(d' / 2) - 1$, for balanced accuracy $\\Phi(d' / 2)$.

**Information** is Shannon's between truth and score: $H(P / M)$, the bits of the truth itself, less the mean entropy of
the truth given the score; here at most {_bits(information(math.inf, reach.prevalence))} a case.

**Any law.** A table that reaches the score has a $TPR$ and an $FPR$. A concave ROC curve through that point has an area
of $(1 + TPR - FPR) / 2$ at least, any ROC curve of $TPR\\,(1 - FPR)$; and the scores tell at least what the answers
tell (data processing inequality). The bounds are the least over all expected tables that reach the score: for each
number of false positives the fewest true positives that do, as the measure gets better with each true positive and
worse with each false one.

**These are no estimates**: they are computed from the class sizes alone, and say what a score takes on average of many
such test sets, not how a single one may fall.
"""


def _bits(information: float) -> str:
    told = number(information)
    return f"{told} bit" if told == "1" else f"{told} bits"
