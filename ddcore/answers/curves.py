"""How well do the scores separate?"""

import math
from collections.abc import Mapping
from functools import partial
from typing import Annotated

import pandas as pd
from pydantic import Field

from ddcore.answers import needs, probabilities
from ddcore.answers.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.looked import called, reversed_models
from ddcore.answers.options import Key, Measures, OneOf, Options
from ddcore.answers.separation import MODELS, points, scored, tables, threshold, traced, traces
from ddcore.answers.words import about, cases_text, interval_text, literal
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures import curves as figures
from ddcore.figures.parts import empty
from ddcore.formats import number, percent
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures import MEASURES
from ddcore.scores.curve_kinds import CURVE_KINDS, Curve
from ddcore.scores.curves import convex_hull, curve, point
from ddcore.scores.intervals import Band, roc_band
from ddcore.scores.separation import EARLY, Separation, paired_auc_difference, separation
from ddcore.scores.trace import over_threshold
from ddcore.table import ScoreTable

TITLE = "Curves"
NEEDS = needs.scores
NEEDED = "Curves need a model's scores: a file with the truth and a column of numbers for each model."
EXAMPLE = "sample=two_class_example"
PART = 50_000

CURVES = {key: kind.title for key, kind in CURVE_KINDS.items()} | {"calibration": "Calibration", "measure": "A measure"}
"""What may be drawn, and its title."""


class Choices(Options):
    """The curve to look at, and the measure where that is the curve."""

    curve: Annotated[str, OneOf(CURVES, "tabs"), Key("curve_of_scores")] = Field(
        "roc",
        title="Curve",
        description="Each looks at the same thresholds in another way; how to read it stands above the chart.",
    )
    measure: Annotated[tuple[str, ...], Measures(most=1), Key("measure_over_threshold")] = Field(
        ("F1",), title="Measures", description="Each stands with its formula in the table below."
    )


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The area under the ROC curve of the model looked at, and the curve that is chosen, of every model."""
    separations = {
        name: data.kept(("separation", table), partial(separation, table)) for name, table in tables(data).items()
    }
    leads = _leads(data)
    chosen = separations[data.name]
    every_point = _every_point(data, choices)
    return Answer(
        __doc__,
        _sentence(chosen),
        _reason(choices.curve, chosen),
        about(data),
        [*_notes(data, chosen, leads), *probabilities.notes(data, chosen.brier), *reversed_models(data)],
        {"curves": _figure(data, choices)},
        {
            "called": called(data),
            "curves": Table.of("All numbers", _summary(separations, leads)),
            **({} if every_point is None else {choices.curve: every_point}),
        },
        _method(choices.curve, chosen),
        {"models": {name: _values(part, leads.get(name)) for name, part in separations.items()}},
    )


def _leads(data: Data) -> Mapping[str, Interval]:
    """By how much the area of each other model is ahead of that of the one looked at, on the same cases."""
    if data.joint is None or data.name not in data.joint.score:
        return {}
    score, positive, weight = data.joint.score, data.joint.positive, data.joint.weight
    return {
        name: data.kept(
            ("ahead", name, data.name),
            partial(paired_auc_difference, score[name], score[data.name], positive, weight=weight),
            cases=positive.size,
        )
        for name in tables(data)
        if name != data.name and name in score
    }


def _figure(data: Data, choices: Choices) -> Figure:
    """The chart of a kind of curve; a sentence in its place where there is none."""
    title, remark = CURVES[choices.curve], _missing(data)
    if choices.curve == "measure":
        lines = traces(data, choices.measure[0])
        return Figure(
            title, figures.trace_alt(lines), partial(figures.trace_figure, lines, threshold=threshold(data)), remark
        )
    if choices.curve == "calibration":
        try:
            bins, consistent = probabilities.calibrated(data)
        except InputError as problem:
            words = str(problem)
            return Figure(title, words, partial(empty, words=f"{words[0].upper()}{words[1:]}."), remark)
        draw = partial(figures.calibration_figure, data.name, bins, consistent)
        return Figure(title, figures.calibration_alt(data.name, bins), draw, remark)
    curves = _curves(data, choices.curve)
    cross = point(scored(data), choices.curve, threshold(data))
    band, hull = (_band(data), _hull(data)) if choices.curve == "roc" else (None, None)
    draw = partial(figures.curves_figure, curves, chosen=data.name, point=cross, band=band, hull=hull)
    return Figure(title, figures.curves_alt(curves, cross), draw, remark)


def _missing(data: Data) -> str:
    """Which models are not in the chart, and why some are not compared."""
    models = sum(model.table is not None for model in data.models.values())
    remarks = []
    if models > MODELS:
        remarks.append(f"The chart and the tables show {MODELS} of {models} models, the one looked at first.")
    if models > 1 and not _leads(data):
        remarks.append("The models are not compared case by case, because they do not stand in columns of one table.")
    return " ".join(remarks)


def _curves(data: Data, kind: str) -> Mapping[str, Curve]:
    """The thinned curve of each model."""

    def thin(table: ScoreTable) -> Curve:
        return data.kept(("curve", table, kind), lambda: curve(table, kind).thin())

    return {name: thin(table) for name, table in tables(data).items()}


def _band(data: Data) -> Band | None:
    """The band of the ROC curve of the model looked at; none where of weights only the sums are known."""
    table = scored(data)
    if table.weighted and table.squares is None:
        return None
    return data.kept(("ROC band", table), partial(roc_band, table))


def _hull(data: Data) -> Curve:
    """The convex hull of its ROC curve."""
    table = scored(data)
    return data.kept(("ROC hull", table), lambda: convex_hull(table).thin())


def _every_point(data: Data, choices: Choices) -> Table | None:
    """Every point of the chart, none left out; None where there is no chart."""
    title, shown = "Every point of the chart", tables(data)
    size = sum(table.score.size + 1 for table in shown.values())
    if choices.curve == "measure":
        key = choices.measure[0]
        return Table(title, size, lambda: traced({name: over_threshold(table, key) for name, table in shown.items()}))
    if choices.curve == "calibration":
        try:
            return Table.of(title, probabilities.bin_rows(probabilities.calibrated(data)[0]))
        except InputError:
            return None
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
            "A measure at every threshold, beside what a draw scores that calls as many cases positive (the *Dutch "
            "Draw*): what lies between them is what the scores know."
        )
    if kind == "calibration":
        return probabilities.reason(separation.brier)
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
        f"From {number(threshold(data))} on, **{percent(caught)}** of the positives are called positive, and "
        f"**{percent(alarmed)}** of the negatives.",
    )


def _area(separation: Separation) -> list[Note]:
    """Why the area has no interval, and what it means at its ends."""
    auc, notes = separation.auc, []
    if math.isnan(auc.low):
        notes.append(Note("no-interval", _no_interval(separation)))
    elif separation.tied == 1:
        notes.append(Note("all-equal", "All scores are equal, so they separate nothing, whatever the cases."))
    elif auc.value == 1:
        notes.append(
            Note(
                "perfect",
                f"No negative scores as high as any positive. With {cases_text(separation.positives)} positive and "
                f"{cases_text(separation.negatives)} negative cases that rules out areas below {number(auc.low)}, no "
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
        return Note("not-comparable", f"{name} cannot be compared: one class has no case that both models score.")
    if lead.value == 0:
        return Note("same-area", f"The area of {name} is the same on the same cases.")
    size = f"{number(abs(lead.value))} {'larger' if lead.value > 0 else 'smaller'}"
    if math.isnan(lead.low):
        return Note("lead-unsure", f"The area of {name} is {size} on the same cases; how surely is not known.")
    between = f"95 % interval {number(lead.low)} to {number(lead.high)}"
    if lead.low <= 0 <= lead.high:
        return Note("lead-unclear", f"The area of {name} is {size} on the same cases, which may be luck ({between}).")
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
            f"of order, and read as evidence they may separate better: see *Likelihood*.",
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
            f"Only {percent(share)} of the cases are positive: from the threshold {number(threshold(data))} on, "
            f"{percent(precision)} of the positive calls are right. ROC hides this; precision-recall shows it.",
        )
    ]


def _summary(separations: Mapping[str, Separation], leads: Mapping[str, Interval]) -> pd.DataFrame:
    """One row a model: every number that curves are quoted by, and how far it is ahead of the one looked at."""
    return pd.DataFrame(
        {
            "Model": name,
            "AUC": separation.auc.value,
            "95 % from": separation.auc.low,
            "95 % to": separation.auc.high,
            "Gini": 2 * separation.auc.value - 1,
            "AUC of the convex hull": separation.hull,
            f"Partial AUC, FPR up to {EARLY:g}": separation.partial.raw,
            "the same after McClish": separation.partial.mcclish,
            **{_heading(key): value for key, value in separation.summaries.items() if key not in ("roc", "toc")},
            "Brier score": math.nan if separation.brier is None else separation.brier.score,
            "of it miscalibration": math.nan if separation.brier is None else separation.brier.miscalibration,
            "less discrimination": math.nan if separation.brier is None else separation.brier.discrimination,
            "plus uncertainty": math.nan if separation.brier is None else separation.brier.uncertainty,
            "Log loss": math.nan if separation.log_loss is None else separation.log_loss,
            "AUC above the model looked at": leads.get(name, UNKNOWN).value,
            "above, 95 % from": leads.get(name, UNKNOWN).low,
            "above, 95 % to": leads.get(name, UNKNOWN).high,
            "above, two-sided p": leads.get(name, UNKNOWN).p,
        }
        for name, separation in separations.items()
    )


def _heading(key: str) -> str:
    name = CURVE_KINDS[key].summary_name
    return f"{CURVE_KINDS[key].title}: {name}" if name.startswith("area") else name[0].upper() + name[1:]


def _values(separation: Separation, lead: Interval | None) -> Mapping[str, object]:
    brier = separation.brier
    return {
        "auc": measured(separation.auc),
        "gini": 2 * separation.auc.value - 1,
        "hull": separation.hull,
        "tied": separation.tied,
        "curves": dict(separation.summaries),
        "brier": None if brier is None else brier.score,
        "log_loss": separation.log_loss,
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
    return f"""A case is called positive if its score is at or above the threshold; every distinct score is a
threshold, so ties move together. The **AUC** is the share of the $P \\cdot N$ = {cases_text(separation.positives)} ·
{cases_text(separation.negatives)} pairs of a positive and a negative case in which the positive one scores higher, ties
by half (Hanley & McNeil 1982). Its **interval**, 95 %, holds the areas $A$ for which
$(\\mathrm{{AUC}} - A)^2 \\le t^2 A (1 - A) k$, as Wilson's (1927) does for a proportion. Here $k$ is the variance of
DeLong, DeLong & Clarke-Pearson (1988), $s_{{10}}^2/P + s_{{01}}^2/N$ with the variances of the placements of positives
among negatives and the reverse, as a part of AUC · (1 − AUC); as few cases show little of their
spread, $1/8P$ is added to $s_{{10}}^2$ and $1/4P$ to what it is a part of, likewise for the negatives, and $t$ is
Student's quantile. Differences of two models pair the placements case by case. Weighted cases are as sure as
$(\\sum w)^2 / \\sum w^2$ cases of one weight in each class (Kish 1965). In simulations of normal, skew and
rated scores, with 5 positives or more, such intervals held the true area in 93 of 100 samples or more.

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
        "always calling positive."
    ),
    "measure": (
        "The grey line is the mean of a draw that calls as many cases positive as the threshold (van de Bijl "
        "et al. 2024), at up to 400 thresholds at even ranks."
    ),
}
"""How those curves are made that need more than a source."""
