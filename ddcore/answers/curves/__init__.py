"""How well do the scores separate?"""

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import COUNTED, Answer, Figure, Number, Part, Table, measured, values_of
from ddcore.answers.base.in_use import InUse, predictive_notes
from ddcore.answers.base.known_laws import METHOD as EXACT_METHOD
from ddcore.answers.base.known_laws import exact
from ddcore.answers.base.later import Later
from ddcore.answers.base.selected_model import prediction_table, reversed_models
from ddcore.answers.base.separation import scores_of, threshold, traces
from ddcore.answers.base.words import about
from ddcore.answers.curves.against import (
    EVIDENCE,
    Other,
    against_part,
    against_reason,
    against_sentence,
    others,
    two_curves,
)
from ddcore.answers.curves.compute import (
    band_of,
    calibrated,
    calibrations,
    curves_of,
    exact_curve,
    exact_trace,
    gains_of,
    hull_of,
    judged,
    separations,
    slope_of,
    smooth_of,
)
from ddcore.answers.curves.draw import (
    calibration_alt,
    calibration_figure,
    curves_alt,
    curves_figure,
    exact_trace_figure,
)
from ddcore.answers.curves.headlines import headline
from ddcore.answers.curves.tables import error_row, gains_rows, point_tables, smooth_rows, summary_rows
from ddcore.answers.curves.words import (
    TIES,
    calibration_notes,
    calibration_remark,
    error_notes,
    exact_notes,
    in_use_notes,
    method,
    model_remark,
    notes,
    reason,
    slope_remark,
)
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures.curves import trace_alt
from ddcore.figures.marks import empty
from ddcore.formats import number, percent
from ddcore.interval import Interval
from ddcore.options import Key, Measures, OneOf, in_force
from ddcore.scores.curve_kinds import CURVE_KINDS
from ddcore.scores.curves import point
from ddcore.scores.gains_table import GainsTable
from ddcore.scores.separation import Separation

TITLE = "Curves"
SECTION = "performance"
WORDS = (
    "ROC, AUC, AUROC, precision-recall, PR curve, average precision, calibration, reliability diagram, "
    "Brier, log loss, ECE, gain, lift, Kolmogorov-Smirnov, KS, Gini, DET, TOC, discrimination, separation"
)
NEEDS = needs.scores
NEEDED = "Curves need a model's scores: a file with the truth and a column of numbers for each model."
EXAMPLE = "sample=two_class_example"
PART = 50_000
NEXT = {
    "compare": "Is one model better than the other?",
    "thresholds": "Is {threshold} the right threshold?",
    "likelihood": "Could these scores separate better?",
    "ensemble": "Are two models together better than one?",
}
"""What may be asked next, the most useful first, by the name of the question."""

CURVES = {key: kind.title for key, kind in CURVE_KINDS.items()} | {
    "difference": "Two ROC curves",
    "calibration": "Calibration",
    "measure": "A measure",
}
"""What may be drawn, and its title."""


class Choices(InUse):
    """The curve that is drawn, the measure where that is the curve, and where the model will be used."""

    curve: Annotated[str, OneOf(CURVES, "tabs"), Key("curve_of_scores")] = Field(
        "roc",
        title="Curve",
        description="Each curve shows the same thresholds in another way. How to read it is explained above the chart.",
    )
    measure: Annotated[tuple[str, ...], Measures(most=1), Key("measure_looked_at")] = in_force("F1")
    against: Other = None

    @classmethod
    def needs_single(cls, data: Data, chosen: Mapping[str, Any]) -> bool:
        """Where two models are compared on the same cases."""
        other = chosen.get("against") or next(iter(others(data)))
        return chosen.get("curve") == "difference" and other != EVIDENCE

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """What the selected model can be compared with, another model first."""
        return others(data) if name == "against" else None


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The number of the curve that is chosen, for the selected model, and that curve of every model."""
    if choices.curve == "difference":
        return _two_curves(data, choices)
    kind, measure = choices.curve, choices.measure[0]
    used = data if kind == "calibration" else choices.used(data)
    # What takes longest comes first: a page that answers for a part of the cases turns to that at once.
    judgement, models, tenths = judged(data), separations(data), gains_of(used)
    selected, ahead = judgement.separation, judgement.leads
    calibration = calibration_notes(judgement)
    first = [*calibration, *error_notes(judgement.consistent)] if kind == "calibration" else []
    numbers = model_numbers(data.name, selected)
    return Answer.of(
        Answer(
            __doc__,
            headline(kind, measure, data, used, selected),
            reason(kind, selected, tenths[data.name]),
            about(data),
        ),
        Part(
            [
                *predictive_notes(data, choices.prevalence),
                *in_use_notes(data, used, kind),
                *first,
                *notes(data, kind, selected, ahead),
                *([] if first else calibration),
                *reversed_models(data),
            ],
            {"curves": chart(data, used, kind, measure)},
            {
                "called": prediction_table(data),
                "curves": Table("All numbers", len(models), partial(summary_rows, models, ahead)),
                **point_tables(used, kind, measure),
                "tenths": Table.of("Tenths of the cases, highest scores first", gains_rows(tenths), TIES),
            },
            method(kind, selected),
            Later(lambda: {"models": {name: _values(name, each, ahead.get(name)) for name, each in models.items()}}),
            numbers,
        ),
        Part(values={"models": {name: {"tenths": _tenths(each)} for name, each in tenths.items()}}),
        *([calibration_part(data)] if kind == "calibration" else []),
        *([exact_part(data, used, kind)] if kind in CURVE_KINDS or kind == "measure" else []),
    )


def _two_curves(data: Data, choices: Choices) -> Answer:
    """The ROC curve of the selected model and another; why there is none where they cannot be compared."""
    alone = answer(data, choices.model_copy(update={"curve": "roc"}))
    try:
        both = two_curves(data, choices.against, choices.used(data).prevalence)
    except InputError as problem:
        if str(problem).startswith("against "):
            raise
        words = f"There is no second curve: {problem}."
        chart = Figure(CURVES["difference"], words, partial(empty, words=words))
        return replace(alone, reason=words, figures={"curves": chart})
    part = against_part(both)
    first = {name: alone.tables[name] for name in ("called", "curves")}
    return replace(
        alone,
        sentence=against_sentence(both),
        reason=against_reason(both),
        notes=[*part.notes, *alone.notes],
        figures=part.figures,
        tables={**first, **part.tables, **alone.tables},
        method=f"{part.method}\n\n{alone.method}",
        values={**alone.values, **part.values},
    )


def chart(data: Data, used: Data, kind: str, measure: str) -> Figure:
    """The chart of a kind of curve where it is used; a sentence in its place where there is none."""
    title, remark = CURVES[kind], model_remark(data)
    if used.original is not None:
        remark = " ".join(filter(None, (f"Drawn for a share of positives of {percent(used.prevalence)}.", remark)))
    if kind == "measure":
        lines, law = traces(used, measure), exact_trace(data, used, measure)
        words = trace_alt(lines) + ("" if law is None else " The exact line is dashed.")
        return Figure(title, words, partial(exact_trace_figure, lines, threshold=threshold(data), exact=law), remark)
    if kind == "calibration":
        try:
            bins, right = calibrated(data)
        except InputError as problem:
            words = str(problem)
            return Figure(title, words, partial(empty, words=f"{words[0].upper()}{words[1:]}."), remark)
        others = {name: each for name, each in calibrations(data).items() if name != data.name}
        draw = partial(calibration_figure, data.name, bins, right, others=others, smooth=smooth_of(data))
        return Figure(title, calibration_alt(data.name, bins, others), draw, calibration_remark(data, others))
    curves, exact_line = curves_of(used, kind), exact_curve(data, used, kind)
    cross = point(scores_of(used), kind, threshold(data))
    band, hull = (band_of(data), hull_of(data)) if kind == "roc" else (None, None)
    slope = slope_of(data) if kind == "roc" else math.nan
    words = curves_alt(curves, cross)
    if exact_line is not None:
        words = f"{words} The exact one, dashed, is {number(exact_line.summary)}."
    draw = partial(
        curves_figure, curves, chosen=data.name, point=cross, band=band, hull=hull, exact=exact_line, slope=slope
    )
    return Figure(title, words, draw, " ".join(filter(None, (slope_remark(slope), remark))))


def calibration_part(data: Data) -> Part:
    """The smooth curve of the selected model, and its expected calibration error beside what sampling makes of it."""
    right = judged(data).consistent
    if right is None:
        return Part()
    error = right.error
    return Part(
        tables={
            "calibration_error": Table.of("Expected calibration error", error_row(error)),
            "smooth": Table.of("Smooth calibration curve", smooth_rows(smooth_of(data))),
        },
        values={"calibration_error": {"p": error.p, "high_if_right": error.high}},
        numbers=[
            Number("Expected calibration error", error.value, ("calibration_error", "value"), how=COUNTED),
            Number(
                "Expected calibration error of well calibrated scores, on average",
                error.if_right,
                ("calibration_error", "if_right"),
            ),
            Number(
                "Root mean squared calibration error, without its bias",
                error.root_mean_square,
                ("calibration_error", "root_mean_square"),
                how=COUNTED,
            ),
        ],
    )


def exact_part(data: Data, used: Data, kind: str) -> Part:
    """What is exact beside the chart of a kind; empty where the laws of the scores are not known."""
    law = exact(data)
    if law is None:
        return Part()
    line = None if kind == "measure" else exact_curve(data, used, kind)
    values = {"exact": {"auc": law.auc, "best_auc": law.best_auc}}
    return Part(exact_notes(law, line), method=EXACT_METHOD, values=values)


def model_numbers(name: str, separation: Separation) -> list[Number]:
    """The area of a model and, where its scores are probabilities, slope and intercept of their calibration."""
    path, recalibration = ("models", name), separation.recalibration
    numbers = [Number("AUC", separation.auc, (*path, "auc"))]
    if recalibration is not None:
        slope, intercept = recalibration.slope, recalibration.intercept
        numbers.append(Number("Calibration slope (1 is best)", slope, (*path, "calibration_slope")))
        numbers.append(Number("Calibration intercept (0 is best)", intercept, (*path, "calibration_intercept")))
    return numbers


def _values(name: str, separation: Separation, lead: Interval | None) -> Mapping[str, object]:
    """What `values` hold of a model."""
    uncalibrated = {} if separation.recalibration else {"calibration_slope": None, "calibration_intercept": None}
    return {
        **values_of(model_numbers(name, separation))["models"][name],
        "gini": 2 * separation.auc.value - 1,
        "hull": separation.hull,
        "tied": separation.tied,
        "curves": dict(separation.summaries),
        "brier": None if separation.brier is None else separation.brier.score,
        "log_loss": separation.log_loss,
        **uncalibrated,
        "lead": None if lead is None else measured(lead),
    }


def _tenths(gains: GainsTable) -> list[Mapping[str, object]]:
    """What `values` hold of the tenths of the cases of a model, those with the highest scores first."""
    ends = zip(gains.rate.tolist(), gains.low.tolist(), gains.high.tolist(), strict=True)
    return [
        {
            "cases": float(gains.cases[at]),
            "positives": float(gains.positives[at]),
            "rate": measured(Interval(*rate)),
            "gain": float(gains.gain[at]),
            "lift": float(gains.lift[at]),
        }
        for at, rate in enumerate(ends)
    ]
