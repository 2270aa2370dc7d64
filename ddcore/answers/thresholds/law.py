"""Where should the threshold be: the exact best one and every peak, where the laws of the scores are known."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go

from ddcore.answers.base.answer import Answer, Figure, Note
from ddcore.answers.base.known_laws import METHOD, classes, exact
from ddcore.answers.base.separation import scored
from ddcore.answers.base.words import inside
from ddcore.answers.thresholds.draw import peaks_alt, peaks_figure, with_exact_trace
from ddcore.arrays import Array
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.figures.theme import Theme
from ddcore.formats import many, number
from ddcore.measures import MEASURES, Measure
from ddcore.scores.best_thresholds import BestThreshold
from ddcore.scores.exact import Exact, Peak
from ddcore.scores.gain import Portrait
from ddcore.scores.thresholds import Constraint, best

PEAKED = ("MCC", "MK")
"""The measures that may peak several times though the ratio rises (Gong 2022, section 4.5.4)."""


@dataclass(frozen=True)
class Truth:
    """What is exact of a measure: its peaks, the best first, and what evidence and the threshold found reach."""

    measure: Measure
    peaks: tuple[Peak, ...]
    evidence: float
    found: float

    @property
    def best(self) -> Peak | None:
        """The best place; None where the measure goes on improving to the end of the scores."""
        return self.peaks[0] if self.peaks and not self.peaks[0].at_end else None

    @property
    def values(self) -> Mapping[str, Any]:
        """The numbers by stable names."""
        best = self.best
        return {
            "threshold": math.nan if best is None else best.threshold,
            "value": math.nan if best is None else best.value,
            "at_threshold_found": self.found,
            "by_evidence": self.evidence,
            "peaks": [{"threshold": peak.threshold, "value": peak.value} for peak in self.peaks if not peak.at_end],
        }


def beside(answer: Answer, data: Data, optimum: BestThreshold, constraints: Sequence[Constraint]) -> Answer:
    """The answer with the exact line and best place in its chart, and the laws with every peak below it.

    `data` are the cases as they count where the model will be used.
    """
    law = exact(data)
    if law is None:
        return answer
    truth = data.cached(
        ("exact threshold", data.name, optimum.measure.key, tuple(each.words for each in constraints), data.prevalence),
        partial(_truth, law, data, optimum, constraints),
    )
    score = scored(data).score
    at = np.unique(np.concatenate((law.edges, score[[0, -1]])))
    at = at[(at >= score[0]) & (at <= score[-1])]
    line = law.over(optimum.measure, at, data.prevalence, float(data.total))
    figure, shown = answer.figures["thresholds"], truth.best
    within = shown if shown is not None and score[0] <= shown.threshold <= score[-1] else None
    figures = {
        **answer.figures,
        "thresholds": replace(
            figure, words=f"{figure.words} The exact line is dashed.", drawn=partial(_traced, figure, at, line, within)
        ),
        "law": _laws(law, data, optimum.measure),
    }
    values = {**answer.values, "exact": truth.values}
    return replace(
        answer,
        figures=figures,
        notes=[*answer.notes, *_notes(truth, optimum)],
        values=values,
        method=answer.method + METHOD,
    )


def _truth(law: Exact, data: Data, optimum: BestThreshold, constraints: Sequence[Constraint]) -> Truth:
    total, share, row = float(data.total), data.prevalence, optimum.measure
    peaks = law.peaks(row, share, total, constraints)
    try:
        evidence = best(law.read(*classes(data)), row, *constraints).value
    except InputError:
        evidence = math.nan
    cut = optimum.best.threshold
    found = float(law.over(row, np.array([cut]), share, total)[0]) if math.isfinite(cut) else math.nan
    return Truth(row, tuple(peaks), evidence, found)


def _notes(truth: Truth, optimum: BestThreshold) -> list[Note]:
    """Where it is best exactly, and how many peaks it has."""
    name, at = inside(truth.measure), truth.best
    known = "The law of these scores is known: exactly,"
    if at is None:
        ends = {"low": "where every case is predicted positive", "high": "the fewer cases are predicted positive"}
        return [Note("exact-end", f"{known} {name} is best {ends[truth.peaks[0].end]}.")] if truth.peaks else []
    found = ""
    if not math.isnan(truth.found):
        found = f"; the threshold found here, {number(optimum.best.threshold)}, gives {number(truth.found)}"
    evidence = ""
    if not math.isnan(truth.evidence) and number(truth.evidence) != number(at.value):
        evidence = f" Read by their likelihood ratio (the evidence) the same scores reach {number(truth.evidence)}."
    notes = [
        Note(
            "exact-threshold",
            f"{known} {name} is best at scores ≥ **{number(at.threshold)}**, where it is {number(at.value)}{found}."
            f"{evidence}",
        )
    ]
    inner = [peak for peak in truth.peaks if not peak.at_end]
    if len(inner) > 1:
        where = " and ".join(f"{number(peak.value)} at {number(peak.threshold)}" for peak in inner[:3])
        notes.append(Note("exact-peaks", f"Exactly, {name} has {many(len(inner), 'peak')}: {where}."))
    return notes


def _laws(law: Exact, data: Data, row: Measure) -> Figure:
    """Both densities, their ratio, and the selected measure with those that may peak several times."""
    keys = [
        *([] if row.key in PEAKED or row.grows or not math.isfinite(row.worst) else [row]),
        *map(MEASURES.get, PEAKED),
    ]
    measures = [each for each in keys if each is not None]
    keyed = ("exact peaks", data.name, tuple(each.key for each in measures), data.prevalence)
    portrait, values, tops = data.cached(keyed, partial(_peaks, law, data, measures))
    names = [each.name for each in measures]
    remark = (
        "The ratio never falls as the score rises, and yet Matthews correlation and markedness may peak twice."
        if law.is_monotone and max(map(len, tops), default=0) > 1
        else "Where the ratio rises throughout, a threshold on the scores is as good as one on the evidence."
        if law.is_monotone
        else "The ratio rises and falls, so a threshold on the scores is not as good as one on the evidence."
    )
    return Figure(
        "Exactly: how each class scores, what a score says, and where measures peak",
        peaks_alt(names, tops),
        partial(peaks_figure, portrait, names, values, tops),
        remark,
    )


def _peaks(
    law: Exact, data: Data, measures: Sequence[Measure]
) -> tuple[Portrait, Sequence[Array], Sequence[Sequence[Peak]]]:
    """The densities with their ratio, each measure over the same scores, and its peaks among them."""
    share, total = data.prevalence, float(data.total)
    low, high = law.span
    portrait = law.portrait(low, high)
    values = [law.over(each, portrait.score, share, total) for each in measures]
    tops = [
        [peak for peak in law.peaks(each, share, total) if not peak.at_end and low <= peak.threshold <= high]
        for each in measures
    ]
    return portrait, values, tops


def _traced(figure: Figure, at: Array, line: Array, shown: Peak | None, theme: Theme) -> go.Figure:
    return with_exact_trace(figure.draw(theme), theme, at, line, shown)
