"""Where should the threshold be?"""

import math
from functools import partial
from typing import Any

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Number, Part, Table, values_of
from ddcore.answers.base.bins import best_notes, best_values
from ddcore.answers.base.in_use import in_use_note
from ddcore.answers.base.later import Later
from ddcore.answers.base.selected_model import prediction_table
from ddcore.answers.base.separation import scores_of, threshold, trace_rows
from ddcore.answers.base.words import about, best_threshold_text, in_text
from ddcore.answers.thresholds import evidence, tables, words
from ddcore.answers.thresholds.choices import CONDITIONS, Choices
from ddcore.answers.thresholds.compute import Search
from ddcore.answers.thresholds.decide import decision
from ddcore.answers.thresholds.draw import EXAMPLE_ALT, EXAMPLE_TITLE, example_figure, thresholds_alt, thresholds_figure
from ddcore.answers.thresholds.law import exact_threshold
from ddcore.answers.thresholds.shares import Shares
from ddcore.data import Data
from ddcore.interval import Interval
from ddcore.records.threshold import cut_of
from ddcore.scores.best_thresholds import BestThreshold
from ddcore.scores.trace import over_threshold

__all__ = ["CONDITIONS", "Choices", "answer"]

TITLE = "Thresholds"
SECTION = "performance"
WORDS = (
    "threshold, cutoff, cut-off, cutpoint, operating point, tune, optimise, optimize, Youden, maximise "
    "F1, sensitivity at specificity, recall at precision, top k, decision boundary"
)
NEEDS = needs.scores
NEEDED = "A threshold needs a model's scores: a file with the truth and a column of numbers for each model."
EXAMPLE = "sample=two_class_example"
IN_REPORT = "no prices"
UNANSWERED = "No threshold meets this condition."
PART = 50_000
NEXT = {
    "costs": "Which threshold costs least?",
    "utility": "Which model is worth most?",
    "refer": "Which cases should a person see?",
}
"""What may be asked next, the most useful first, by the name of the question."""


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The best threshold for a measure or for worth, its interval, and the loss of the current one."""
    choices = choices.with_defaults(data)
    data = choices.used(data)
    search = Search(data, choices)
    optimum, constraints, current = search.optimum, search.constraints, threshold(data)
    by_measure = search.worth is None and not constraints
    read = evidence.evidence_of(data, optimum) if by_measure else None
    gains = read is not None and read.gains
    exact = exact_threshold(data, optimum, constraints)
    optima = list(search.optima.values())
    numbers = {key: _numbers(data.name, key, best) for key, best in search.optima.items()}
    chart = Figure(
        f"{optimum.measure.title} over the threshold",
        thresholds_alt(data.name, search.trace, optimum, current),
        partial(thresholds_figure, data.name, search.trace, optimum, threshold=current),
    )
    return Answer.of(
        Answer(
            __doc__,
            words.sentence(optimum, data, constraints, read),
            words.reason(optimum, data.positive, constraints),
            about(data),
            decision=decision(optimum, data, constraints),
        ),
        Part(
            [
                *in_use_note(data, lambda there: best_threshold_text(Search(there, choices).optimum.best.threshold)),
                *([] if search.totals is None else search.totals.notes),
            ],
            {"thresholds": chart if exact is None else exact.with_trace(chart)},
            {
                "called": prediction_table(data.original or data),
                "thresholds": Table.of("All measures", tables.measures(optima, data.model.counts, current)),
            },
            words.method(optima, optimum, data) + evidence.METHOD,
            values_of(number for stated in numbers.values() for number in stated),
            numbers.get(choices.measure[0], []),
        ),
        Part() if read is None else read.part(data),
        Part(
            [
                *words.at_best(optimum, current, scores_of(data)),
                *words.notes(optimum, search.plateau, constraints, search.unconstrained, gains),
                *(evidence.same_order_notes(data, optimum) if by_measure else []),
            ],
            {"example": Figure(EXAMPLE_TITLE, EXAMPLE_ALT, example_figure, words.example_remark(), example=True)},
            {
                "threshold_curve": Table(
                    "Every threshold of the chart",
                    scores_of(data).score.size + 1,
                    lambda: trace_rows({data.name: over_threshold(scores_of(data), optimum.measure)}),
                ),
                "two_peaks": tables.two_peaks(),
                "runs": tables.runs(optima),
            },
            choices.method(data, thresholds=True),
            _values(search, evidence_given=read is not None),
        ),
        Shares(data, optimum, optima, constraints, None if read is None else read.at_best).part,
        Part() if exact is None else exact.part(optimum),
        _bins(search),
    )


def _numbers(model: str, key: str, optimum: BestThreshold) -> list[Number]:
    """The best threshold for a measure, and the value there on unseen cases where it is known."""
    path, interval = ("models", model, "measures", key), optimum.bootstrap
    low, high = (math.nan, math.nan) if interval is None else (interval.low, interval.high)
    best = Interval(optimum.best.threshold, low, high)
    numbers = [Number(f"Best threshold for {optimum.measure.title}", best, (*path, "threshold"))]
    if interval is not None:
        unseen = Interval(interval.value, interval.value_low, interval.value_high)
        numbers.append(Number(f"{optimum.measure.title} there, on unseen cases", unseen, (*path, "held_out")))
    return numbers


def _values(search: Search, *, evidence_given: bool) -> dict[str, Any]:
    """What else `values` hold."""
    totals = search.totals
    measures = {
        key: {
            "value": optimum.best.value,
            **({"held_out": None} if optimum.bootstrap is None else {}),
            "closed_form": {"posterior": optimum.closed.posterior, "ratio": optimum.closed.ratio},
            "runs": optimum.mode,
            "peaks": optimum.best.peaks,
        }
        for key, optimum in search.optima.items()
    }
    model = {"threshold": cut_of(threshold(search.data)), "measures": measures}
    if not evidence_given:
        model["evidence"] = None
    return {"models": {search.data.name: model}, "totals": None if totals is None else totals.values}


def _bins(search: Search) -> Part:
    """What bins leave open of each best threshold and its value; empty where scores are not binned."""
    if not scores_of(search.data).binned:
        return Part()

    def values() -> dict[str, Any]:
        measures = {key: best_values(search.bounds(optimum.measure)) for key, optimum in search.optima.items()}
        return {"models": {search.data.name: {"measures": measures}}}

    measure = search.optimum.measure
    return Part(best_notes(search.bounds(measure), f"the best {in_text(measure)}"), values=Later(values))
