"""How well do the scores separate?"""

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.base.in_use import InUse, predictive_notes
from ddcore.answers.base.options import Key, Measures, OneOf
from ddcore.answers.base.selected_model import prediction_table as called
from ddcore.answers.base.selected_model import reversed_models
from ddcore.answers.base.separation import MODELS, points, scored, tables, threshold, traced, traces
from ddcore.answers.base.words import about, interval_text, listing, literal
from ddcore.answers.curves import against as curves_against
from ddcore.answers.curves import law as curves_law
from ddcore.answers.curves import probabilities
from ddcore.answers.curves import summary as curve_tables
from ddcore.answers.curves.lines import band_of, curves_of, hull_of, in_use, leads
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures import curves as figures
from ddcore.figures.calibration import banded, calibration_alt, calibration_figure
from ddcore.figures.marks import empty
from ddcore.formats import cases_text, many, number, percent
from ddcore.interval import Interval
from ddcore.measures import MEASURES
from ddcore.scores.calibration import Calibration
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.curves import curve, point
from ddcore.scores.separation import EARLY, Separation, separation
from ddcore.scores.trace import over_threshold

TITLE = "Curves"
SECTION = "scores"
NEEDS = needs.scores
NEEDED = "Curves need a model's scores: a file with the truth and a column of numbers for each model."
EXAMPLE = "sample=two_class_example"
PART = 50_000
NEXT = {
    "compare": "Is one model better than the other?",
    "thresholds": "Is {threshold} the right threshold?",
    "likelihood": "Could these scores separate better?",
    "ensemble": "Are two models better than one?",
}
"""What may be asked next, the most useful first, by the name of the question."""

CURVES = {key: kind.title for key, kind in CURVE_KINDS.items()} | {
    "difference": "Two ROC curves",
    "calibration": "Calibration",
    "measure": "A measure",
}
"""What may be drawn, and its title."""


class Choices(InUse):
    """The curve to look at, the measure where that is the curve, and where the model will be used."""

    curve: Annotated[str, OneOf(CURVES, "tabs"), Key("curve_of_scores")] = Field(
        "roc",
        title="Curve",
        description="Each shows the same thresholds in another way; how to read it stands above the chart.",
    )
    measure: Annotated[tuple[str, ...], Measures(most=1), Key("measure_looked_at")] = Field(
        ("F1",), title="Measures", description="Each stands with its formula in the table below."
    )
    against: curves_against.Other = None

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """What the selected model can be held against, another model first."""
        return curves_against.others(data) if name == "against" else None


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The area under the ROC curve of the selected model, and the curve that is chosen, of every model."""
    separations = {
        name: data.cached(("separation", table), partial(separation, table)) for name, table in tables(data).items()
    }
    ahead = leads(data)
    chosen = separations[data.name]
    used = data if choices.curve == "calibration" else choices.used(data)
    if choices.curve == "difference":
        return _two(data, used, choices, answer(data, choices.model_copy(update={"curve": "roc"})))
    every_point = _every_point(used, choices)
    told = Answer(
        __doc__,
        _sentence(chosen),
        _reason(choices.curve, chosen),
        about(data),
        [
            *predictive_notes(data, choices.prevalence),
            *in_use(data, used, choices.curve),
            *_notes(data, chosen, ahead),
            *probabilities.notes(data, chosen.brier),
            *reversed_models(data),
        ],
        {"curves": _figure(data, used, choices)},
        {
            "called": called(data),
            "curves": Table.of("All numbers", curve_tables.summary(separations, ahead)),
            **({} if every_point is None else {choices.curve: every_point}),
        },
        _method(choices.curve, chosen),
        {"models": {name: _values(part, ahead.get(name)) for name, part in separations.items()}},
    )
    return curves_law.beside(told, data, used, choices.curve, choices.measure[0])


def _two(data: Data, used: Data, choices: Choices, plain: Answer) -> Answer:
    """The ROC curve of the selected model and another; why there is none where they cannot be compared."""
    try:
        found = curves_against.against(data, choices.against, used.prevalence)
    except InputError as problem:
        if str(problem).startswith("against "):
            raise
        words = f"There is no second curve: {problem}."
        chart = Figure(CURVES["difference"], words, partial(empty, words=words))
        return replace(plain, reason=words, figures={"curves": chart})
    first = {name: plain.tables[name] for name in ("called", "curves")}
    return replace(
        plain,
        sentence=curves_against.sentence(found),
        reason=curves_against.reason(found),
        notes=[*curves_against.notes(found), *plain.notes],
        figures=curves_against.drawn(found),
        tables={**first, **curves_against.tables(found), **plain.tables},
        method=f"{curves_against.method(found)}\n\n{plain.method}",
        values={**plain.values, "against": curves_against.values(found)},
    )


def _figure(data: Data, used: Data, choices: Choices) -> Figure:
    """The chart of a kind of curve where it is used; a sentence in its place where there is none."""
    title, remark = CURVES[choices.curve], _missing(data)
    if used.original is not None:
        remark = " ".join(filter(None, (f"Drawn for where {percent(used.prevalence)} are positive.", remark)))
    if choices.curve == "measure":
        lines = traces(used, choices.measure[0])
        return Figure(
            title, figures.trace_alt(lines), partial(figures.trace_figure, lines, threshold=threshold(data)), remark
        )
    if choices.curve == "calibration":
        try:
            bins, consistent = probabilities.calibrated(data)
        except InputError as problem:
            words = str(problem)
            return Figure(title, words, partial(empty, words=f"{words[0].upper()}{words[1:]}."), remark)
        others = {name: part for name, part in _binned(data).items() if name != data.name}
        draw = partial(calibration_figure, data.name, bins, consistent, others=others)
        return Figure(title, calibration_alt(data.name, bins, others), draw, _of_bands(data, others, remark))
    curves = curves_of(used, choices.curve)
    cross = point(scored(used), choices.curve, threshold(data))
    band, hull = (band_of(data), hull_of(data)) if choices.curve == "roc" else (None, None)
    draw = partial(figures.curves_figure, curves, chosen=data.name, point=cross, band=band, hull=hull)
    return Figure(title, figures.curves_alt(curves, cross), draw, remark)


def _missing(data: Data) -> str:
    """Which models are not in the chart, and why some are not compared."""
    models = sum(model.table is not None for model in data.models.values())
    remarks = []
    if models > MODELS:
        shown = f"{MODELS} of {models} models: the selected one, and those with the highest AUC"
        remarks.append(f"The chart and the tables show {shown}.")
    if models > 1 and not leads(data):
        remarks.append("The models are not compared case by case, because they do not stand in columns of one table.")
    return " ".join(remarks)


def _binned(data: Data) -> Mapping[str, Calibration]:
    """The calibration curve of each model whose scores are probabilities, that of the selected one first."""
    bins = {name: probabilities.binned(data, table) for name, table in tables(data).items()}
    return {name: part for name, part in bins.items() if part is not None}


def _of_bands(data: Data, others: Mapping[str, Calibration], remark: str) -> str:
    """What the bands of several calibration curves are, and which models have none."""
    without = [literal(name) for name in tables(data) if name not in (data.name, *others)]
    parts = [f"Not here, because their scores are no probabilities: {listing(without)}."] if without else []
    if others:
        whose = "bands are" if banded(1 + len(others)) > 1 else f"band is that of {literal(data.name)}:"
        parts.insert(0, f"The {whose} 95 % intervals of each bin by itself, not of a whole curve.")
    return " ".join([*parts, *([remark] if remark else [])])


def _every_point(data: Data, choices: Choices) -> Table | None:
    """Every point of the chart, none left out; None where there is no chart."""
    title, shown = "Every point of the chart", tables(data)
    size = sum(table.score.size + 1 for table in shown.values())
    if choices.curve == "measure":
        key = choices.measure[0]
        return Table(title, size, lambda: traced({name: over_threshold(table, key) for name, table in shown.items()}))
    if choices.curve == "calibration":
        try:
            probabilities.calibrated(data)
        except InputError:
            return None
        return Table.of(title, probabilities.bin_rows(_binned(data)))
    return Table(title, size, lambda: points({name: curve(table, choices.curve) for name, table in shown.items()}))


def _sentence(separation: Separation) -> str:
    """The area under the ROC curve with its interval, and what it means."""
    auc = separation.auc
    area = f"**AUC {number(auc.value)}**"
    if separation.tied == 1:
        return f"{area}: all scores are equal, so no case outscores another."
    if auc.low < auc.high:
        area = f"{area} ({interval_text(auc)})"
    pairs = f"a positive case outscores a negative one in {percent(auc.value)} of pairs"
    meaning = f"{pairs}, ties counted half." if separation.tied > 0.01 else f"{pairs}."
    if auc.value < 0.5 and math.isnan(auc.error):
        return f"{area}, below one half: {meaning}"
    if auc.value < 0.5 and not auc.high >= 0.5:
        return f"{area}, the wrong way round: {meaning}"
    if auc.low <= 0.5 <= auc.high:
        than = "less" if auc.value < 0.5 else "more"
        return f"{area}, not clearly {than} than chance: {meaning}"
    return f"{area}: {meaning}"


def _reason(kind: str, separation: Separation) -> str:
    """How to read the curve that is shown, and its number."""
    if kind == "measure":
        return (
            "A measure at every threshold, beside random guessing that predicts as many cases positive (the *Dutch "
            "Draw*). The gap between them is skill."
        )
    if kind == "calibration":
        return probabilities.reason(separation.brier, separation.recalibration)
    shown = CURVE_KINDS[kind]
    if kind == "roc":
        return shown.words
    return f"{shown.words} The {shown.summary_name} is **{number(separation.summaries[kind])}**."


def _notes(data: Data, separation: Separation, leads: Mapping[str, Interval]) -> list[Note]:
    """What the area calls for, and by how much up to three other models are ahead."""
    return [
        _at_threshold(data),
        *_area(separation),
        *[_compared(literal(name), lead) for name, lead in list(leads.items())[:3]],
        *_dented(separation),
        *_tied(separation),
        *_rare(data, separation),
    ]


def _at_threshold(data: Data) -> Note:
    caught, alarmed = (float(MEASURES[key](data.model.counts)) for key in ("TPR", "FPR"))
    return Note(
        "at-threshold",
        f"At scores ≥ {number(threshold(data))}, **{percent(caught)}** of the positives are predicted positive, and "
        f"**{percent(alarmed)}** of the negatives.",
    )


def _area(separation: Separation) -> list[Note]:
    """Why the area has no interval, and what it means at its ends."""
    auc, notes = separation.auc, []
    if math.isnan(auc.low):
        notes.append(Note("no-interval", _no_interval(separation), kind="rests"))
    elif separation.tied == 1:
        notes.append(Note("all-equal", "All scores are equal, so they separate nothing, whatever the cases."))
    elif auc.value == 1:
        notes.append(
            Note(
                "perfect",
                f"No negative scores as high as any positive. With {cases_text(separation.positives)} positive and "
                f"{many(separation.negatives, 'negative case')} that rules out areas below {number(auc.low)}, no "
                f"others.",
            )
        )
    if auc.high < 0.5:
        notes.append(
            Note(
                "reversed",
                "Low scores speak for the positive class. Is the right class positive? Nothing was flipped.",
            )
        )
    return notes


def _no_interval(separation: Separation) -> str:
    if math.isnan(separation.effective[0]):
        return "The area has no interval, because the cases are weighted and only sums of weights are known."
    if max(separation.effective) <= 1:
        return "The area has no interval, because each class has a single case."
    return "The area has no interval, because one class has a single case."


def _compared(name: str, lead: Interval) -> Note:
    """By how much the area of another model is ahead."""
    if math.isnan(lead.value):
        return Note(
            "not-comparable", f"{name} cannot be compared: one class has no case that both models score.", kind="rests"
        )
    if lead.value == 0:
        return Note("same-area", f"The area of {name} is the same on the same cases.")
    size = f"{number(abs(lead.value))} {'larger' if lead.value > 0 else 'smaller'}"
    if math.isnan(lead.low):
        return Note(
            "lead-unsure", f"The area of {name} is {size} on the same cases; how surely cannot be told.", kind="changes"
        )
    between = f"95 % interval {number(lead.low)} to {number(lead.high)}"
    if lead.low <= 0 <= lead.high:
        return Note(
            "lead-unclear",
            f"The area of {name} is {size} on the same cases, which may be chance ({between}).",
            kind="changes",
        )
    code = "other-ahead" if lead.value > 0 else "other-behind"
    return Note(code, f"The area of {name} is {size} on the same cases ({between}).")


def _dented(separation: Separation) -> list[Note]:
    auc = separation.auc
    if separation.hull - auc.value <= max(0.01, 3 * auc.error) or not auc.high > 0.5:
        return []
    return [
        Note(
            "dented",
            f"The ROC curve is dented: its convex hull has an area of {number(separation.hull)}. Some scores are out "
            f"of order; by their likelihood ratio they may separate better: see *Likelihood*.",
        )
    ]


def _tied(separation: Separation) -> list[Note]:
    if not 0.01 < separation.tied < 1:
        return []
    share = percent(separation.tied)
    return [Note("tied", f"In {share} of the pairs both cases have the same score; they count half.")]


def _rare(data: Data, separation: Separation) -> list[Note]:
    share = separation.positives / (separation.positives + separation.negatives)
    precision = float(MEASURES["PPV"](data.model.counts))
    if share >= 0.1 or math.isnan(precision):
        return []
    return [
        Note(
            "rare",
            f"Only {percent(share)} of the cases are positive: at scores ≥ {number(threshold(data))}, "
            f"{percent(precision)} of the positive predictions are right. ROC hides this; precision-recall shows it.",
        )
    ]


def _values(separation: Separation, lead: Interval | None) -> Mapping[str, object]:
    brier, recalibration = separation.brier, separation.recalibration
    return {
        "auc": measured(separation.auc),
        "gini": 2 * separation.auc.value - 1,
        "hull": separation.hull,
        "tied": separation.tied,
        "curves": dict(separation.summaries),
        "brier": None if brier is None else brier.score,
        "log_loss": separation.log_loss,
        "calibration_slope": None if recalibration is None else measured(recalibration.slope),
        "calibration_intercept": None if recalibration is None else measured(recalibration.intercept),
        "lead": None if lead is None else measured(lead),
    }


def _method(kind: str, separation: Separation) -> str:
    """Formulas, sources and rules."""
    parts = [_areas_told(separation), *([METHODS[kind]] if kind in METHODS else [])]
    if kind in CURVE_KINDS:
        parts.append(f"{CURVE_KINDS[kind].title}: {CURVE_KINDS[kind].source}.")
    return "\n\n".join(parts)


def _areas_told(separation: Separation) -> str:
    """How the areas and the band are computed."""
    return f"""A case is predicted positive if its score is at or above the threshold; every distinct score is a
threshold, so ties move together. The **AUC** is the share of all pairs of a positive and a negative case,
$P \\cdot N$ = {cases_text(separation.positives)} · {cases_text(separation.negatives)}, in which the positive one scores
higher, ties by half (Hanley & McNeil 1982). Its **interval**, 95 %, holds the areas $A$ for which
$(\\mathrm{{AUC}} - A)^2 \\le t^2 A (1 - A) k$, as Wilson's (1927) does for a proportion. Here $k$ is the variance of
DeLong, DeLong & Clarke-Pearson (1988), $s_{{10}}^2/P + s_{{01}}^2/N$ with the variances of the placements of positives
among negatives and the reverse, as a part of AUC · (1 − AUC); as few cases show little of their
spread, $1/8P$ is added to $s_{{10}}^2$ and $1/4P$ to what it is a part of, likewise for the negatives, and $t$ is
Student's quantile. Differences of two models pair the placements case by case. Weighted cases are as sure as
$(\\sum w)^2 / \\sum w^2$ cases of one weight in each class (Kish 1965), cases in clusters as their number over the
design effect of the placements of their class (Obuchowski 1997). In simulations of normal, skew and rated scores, with
5 positives or more, such intervals held the true area in 93 of 100 samples or more.

The **partial area** is that up to a false positive rate of {EARLY:g}, raw and as McClish (1989) rescales it, 0.5
for chance and 1 for perfect. The **band** is one for each false positive rate by itself, not for the whole curve at
once: where the true positive rate lies, 95 %, by the limits of Clopper & Pearson (1934) and by how far the threshold
may be off (the law of order statistics), added in squares (Zou & Donner 2008). Figures leave out points that would move
no line by a thousandth of an axis; the table leaves out none."""


METHODS = {
    "calibration": probabilities.METHOD,
    "precision_recall": (
        "The area is summed in steps, $\\sum_i (R_i - R_{i-1}) P_i$, which is average precision; straight lines "
        "between points would promise what no threshold gives (Davis & Goadrich 2006). Where nothing is called "
        "positive precision has no value: the table says 1 there, as is usual, and the area does not depend on it."
    ),
    "precision_recall_gain": (
        "Precision gain is $1 - \\frac{P}{N} \\frac{FP}{TP}$, recall gain $1 - \\frac{P}{N} \\frac{FN}{TP}$ "
        "(Flach & Kull 2015). The area is that where recall gain is 0 or more; below lie thresholds worse than "
        "always predicting positive."
    ),
    "measure": (
        "The grey line is the mean of random guessing that predicts as many cases positive as the threshold (van de "
        "Bijl et al. 2024), at up to 400 thresholds at even ranks."
    ),
}
"""How those curves are made that need more than a source."""
