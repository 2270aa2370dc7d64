"""Which cases should a person see?"""

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from ddcore.answers.base import needs
from ddcore.answers.base.answer import COUNTED, PICKED, Answer, Figure, Number, Part, Table
from ddcore.answers.base.in_use import in_use_note
from ddcore.answers.base.known_laws import printed_region
from ddcore.answers.base.separation import scores_of
from ddcore.answers.base.words import about
from ddcore.answers.refer.choices import Choices, ReferralCosts, assumed_referral
from ddcore.answers.refer.compute import coverage, histogram
from ddcore.answers.refer.draw import band_alt, band_figure, coverage_alt, coverage_figure, dots_alt, dots_figure
from ddcore.answers.refer.tables import cells, coverage_rows, every_measure
from ddcore.answers.refer.ways import METHODS, Referred, as_printed, cost_note, referred, without_referral
from ddcore.answers.refer.words import method, notes, person_costs, referred_scores
from ddcore.data import Data
from ddcore.decisions.coverage import RiskCoverage
from ddcore.decisions.reject import DECIDED, OVERALL, RejectBand
from ddcore.decisions.smallest_band import band_between
from ddcore.formats import percent
from ddcore.interval import UNKNOWN
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure

__all__ = ["Choices", "ReferralCosts", "answer", "assumed_referral", "person_costs"]

TITLE = "Human review"
SECTION = "decisions"
WORDS = (
    "human in the loop, human review, reject option, abstain, abstention, selective classification, "
    "selective prediction, risk-coverage, coverage, defer, refer, triage, escalate, uncertain, manual "
    "check, grey zone"
)
NEEDS = needs.scores
NEEDED = "This needs a model's scores: a file with the truth and a column of scores for each model."
EXAMPLE = "sample=two_class_example"
UNANSWERED = "These choices cannot be used."
NEXT = {
    "cases": "What should be done with each case?",
    "actions": "What if there are more than two answers?",
    "utility": "Which model is worth most?",
    "costs": "Which threshold costs least?",
    "verdict": "Does it beat chance?",
}
"""What may be asked next, the most useful first, by the name of the question."""


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The best band of scores, or the one that is set, and what referring its cases does."""
    asked = choices
    choices = choices.with_defaults(data)
    data = choices.used(data)
    measure = measure_named(choices.measure[0])
    chosen = referred(data, choices, measure)
    bands = chosen.bands
    risk, curve = coverage(data, "ERR"), coverage(data, measure.key)
    # The error rate says more than accuracy, which is the rest of it.
    shown = risk if measure.key == "ACC" else curve
    return Answer.of(
        Answer(
            __doc__,
            chosen.sentence,
            f"{chosen.reason} {without_referral(data, choices, measure, bands.alone)}".strip(),
            about(data),
            in_use_note(data, lambda some: _whom(referred(some, choices, measure).bands.band)),
        ),
        Part(
            [
                *chosen.notes,
                *([] if choices.by == "hand" else as_printed(data, measure)),
                *notes(measure, bands, chosen.share, curve, risk),
                *([] if choices.by in ("hand", "cost") else cost_note(data, choices, bands.band)),
            ],
            {
                "refer": _picture(data, asked, measure, bands.band),
                "coverage": Figure(
                    "What referring more cases gains",
                    coverage_alt(shown),
                    partial(coverage_figure, shown, bands.band.cells.share),
                ),
            },
            {
                "cells": Table.of("Who decides what", cells(bands.band, data.positive, data.negative), chosen.remark),
                "refer": Table("All measures", len(DECIDED) + len(OVERALL), partial(every_measure, bands, measure)),
                "coverage": Table("Risk and coverage", shown.coverage.size, partial(coverage_rows, shown)),
            },
            method(measure, data.prevalence) + METHODS.get(choices.by, "") + choices.method(data),
            _values(chosen, risk),
            _numbers(chosen),
        ),
    )


FEW, ROWS = 60, 4
"""Cases that are drawn one by one, and models whose cases are."""


def _picture(data: Data, asked: Choices, measure: Measure, band: RejectBand) -> Figure:
    """The band on a histogram of the scores; of a few cases on the cases themselves, of other models too."""
    title = "Scores sent to a person (reject option)"
    if data.original is not None or data.weighted or data.total > FEW:
        drawn = partial(band_figure, histogram(data), band, data.positive, data.negative)
        return Figure(title, band_alt(band), drawn)
    models = {data.name: (scores_of(data), band)}
    for name, model in data.models.items():
        if name != data.name and model.table is not None and len(models) < ROWS:
            other = replace(data, chosen=name)
            models[name] = scores_of(other), _band_of(other, asked, measure)
    shown = {name: models[name] for name in data.models if name in models}
    return Figure(title, dots_alt(shown), partial(dots_figure, shown, data.positive, data.negative))


def _band_of(data: Data, asked: Choices, measure: Measure) -> RejectBand:
    """The band of another model by the same choices; ends by hand are of one model, and so is what a source prints."""
    printed = printed_region(data)
    if asked.by == "hand" and printed is not None:
        return band_between(scores_of(data), measure, *printed)
    return referred(data, asked.with_defaults(data), measure).bands.band


def _whom(band: RejectBand) -> str:
    """Whom a band refers, in a few words."""
    return "no case is referred" if band.closed else f"scores {referred_scores(band)} are referred"


def _numbers(chosen: Referred) -> list[Number]:
    """The share that is referred, the ends, the value on these cases and on unseen ones, and the lead there."""
    band, alone = chosen.bands.band, chosen.bands.alone
    ends = [
        Number(label, float(end), ("band", name), how=PICKED)
        for name, label, end in (
            ("low", "Referred from a score of", band.low),
            ("high", "Referred to below a score of", band.high),
        )
        if math.isfinite(end)
    ]
    interval = chosen.bands.interval
    return [
        Number("Share of these cases sent to a person", float(band.cells.share), ("band", "share"), percent, COUNTED),
        *ends,
        Number("On these cases, no case referred", float(alone.value), ("nobody_referred", "value"), how=PICKED),
        Number("On these cases, among those that the model decides", float(band.value), ("band", "value"), how=PICKED),
        Number("On unseen cases, among those that the model decides", chosen.held_out, ("held_out",)),
        Number(
            "More than without referring, on unseen cases", UNKNOWN if interval is None else interval.lead, ("lead",)
        ),
    ]


def _values(chosen: Referred, risk: RiskCoverage) -> Mapping[str, object]:
    """The bands with and without referrals and what referring more buys, as plain numbers by stable names."""

    def values_of(band: RejectBand) -> dict[str, object]:
        cells = band.cells
        return {
            "low": float(band.low),
            "high": float(band.high),
            "value": float(band.value),
            "share": float(cells.share),
            "decided": {name: float(cell) for name, cell in cells.decided.items()},
            "referred": {"positives": float(cells.positives), "negatives": float(cells.negatives)},
        }

    return {
        "band": values_of(chosen.bands.band),
        "nobody_referred": values_of(chosen.bands.alone),
        "risk_coverage_area": float(risk.area),
        **chosen.values,
    }
