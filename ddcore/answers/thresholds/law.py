"""The exact best threshold and all peaks, where the laws of the scores are known."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ddcore.answers.base.answer import Figure, Note, Part
from ddcore.answers.base.known_laws import METHOD, classes, exact
from ddcore.answers.base.separation import scores_of
from ddcore.answers.base.words import in_text
from ddcore.answers.thresholds.draw import peaks_alt, peaks_figure, with_exact_trace
from ddcore.arrays import Array
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import many, number
from ddcore.measures import MEASURES, Measure
from ddcore.scores.best_thresholds import BestThreshold
from ddcore.scores.exact import Exact, Peak
from ddcore.scores.gain import Portrait
from ddcore.scores.thresholds import Constraint, best

PEAKED = ("MCC", "MK")
"""The measures that may peak several times though the ratio rises (Gong 2022, section 4.5.4)."""


@dataclass(frozen=True, eq=False)
class ExactThreshold:
    """What is exact of a measure where the laws of the scores are known.

    `peaks` are all of them, the best first; `by_evidence` is the best value on the likelihood ratio, `here` the value
    at the best threshold of these cases.
    """

    law: Exact
    data: Data
    measure: Measure
    peaks: tuple[Peak, ...]
    by_evidence: float
    here: float

    @property
    def best(self) -> Peak | None:
        """The best place; None where the measure goes on improving to the end of the scores."""
        return self.peaks[0] if self.peaks and not self.peaks[0].at_end else None

    def with_trace(self, chart: Figure) -> Figure:
        """The chart of the measure over the threshold, with the exact line and the best place on it."""
        score, best = scores_of(self.data).score, self.best
        at = np.unique(np.concatenate((self.law.edges, score[[0, -1]])))
        at = at[(at >= score[0]) & (at <= score[-1])]
        trace = self.law.over(self.measure, at, self.data.prevalence, float(self.data.total))
        shown = best if best is not None and score[0] <= best.threshold <= score[-1] else None
        return replace(
            chart,
            words=f"{chart.words} The exact line is dashed.",
            drawn=lambda theme: with_exact_trace(chart.drawn(theme), theme, at, trace, shown),
        )

    def part(self, optimum: BestThreshold) -> Part:
        """The laws with all peaks, and what is exact in words and numbers."""
        best = self.best
        values = {
            "threshold": math.nan if best is None else best.threshold,
            "value": math.nan if best is None else best.value,
            "at_threshold_found": self.here,
            "by_evidence": self.by_evidence,
            "peaks": [{"threshold": peak.threshold, "value": peak.value} for peak in self.peaks if not peak.at_end],
        }
        figures = {"law": _laws(self.law, self.data, self.measure)}
        return Part(_notes(self, optimum), figures, method=METHOD, values={"exact": values})


def exact_threshold(data: Data, optimum: BestThreshold, constraints: Sequence[Constraint]) -> ExactThreshold | None:
    """The exact best threshold for what `optimum` is best for; None where the laws of the scores are not known.

    `data` are the cases as they count where the model will be used.
    """
    law = exact(data)
    if law is None:
        return None
    words = tuple(each.words for each in constraints)
    peaks, by_evidence, here = data.cached(
        ("exact threshold", data.name, optimum.measure.key, words, data.prevalence),
        partial(_peaks_and_values, law, data, optimum, constraints),
    )
    return ExactThreshold(law, data, optimum.measure, peaks, by_evidence, here)


def _peaks_and_values(
    law: Exact, data: Data, optimum: BestThreshold, constraints: Sequence[Constraint]
) -> tuple[tuple[Peak, ...], float, float]:
    """All peaks, the best value by evidence, and the value at the best threshold of these cases."""
    total, share, measure = float(data.total), data.prevalence, optimum.measure
    peaks = law.peaks(measure, share, total, constraints)
    try:
        by_evidence = best(law.read(*classes(data)), measure, *constraints).value
    except InputError:
        by_evidence = math.nan
    cut = optimum.best.threshold
    here = float(law.over(measure, np.array([cut]), share, total)[0]) if math.isfinite(cut) else math.nan
    return tuple(peaks), by_evidence, here


def _notes(truth: ExactThreshold, optimum: BestThreshold) -> list[Note]:
    """The exact best place, and the number of peaks."""
    name, at = in_text(truth.measure), truth.best
    known = "The distribution of these scores is known."
    if at is None:
        ends = {
            "low": f"Exactly, {name} is best where every case is predicted positive.",
            "high": f"Exactly, {name} is better the fewer cases are predicted positive.",
        }
        return [Note("exact-end", f"{known} {ends[truth.peaks[0].end]}")] if truth.peaks else []
    here = ""
    if not math.isnan(truth.here):
        here = f" The threshold found on these cases, {number(optimum.best.threshold)}, gives {number(truth.here)}."
    evidence = ""
    if not math.isnan(truth.by_evidence) and number(truth.by_evidence) != number(at.value):
        evidence = f" Reshaped by their likelihood ratio, the scores reach {number(truth.by_evidence)}."
    notes = [
        Note(
            "exact-threshold",
            f"{known} The exact best threshold for {name} is **{number(at.threshold)}**, with the value "
            f"{number(at.value)}.{here}{evidence}",
        )
    ]
    inner = [peak for peak in truth.peaks if not peak.at_end]
    if len(inner) > 1:
        where = " and ".join(f"{number(peak.value)} at {number(peak.threshold)}" for peak in inner[:3])
        notes.append(Note("exact-peaks", f"Exactly, {name} has {many(len(inner), 'peak')}: {where}."))
    return notes


def _laws(law: Exact, data: Data, measure: Measure) -> Figure:
    """Both densities, their ratio, and the selected measure with those that may peak several times."""
    keys = [
        *([] if measure.key in PEAKED or measure.grows or not math.isfinite(measure.worst) else [measure]),
        *map(MEASURES.get, PEAKED),
    ]
    measures = [each for each in keys if each is not None]
    keyed = ("exact peaks", data.name, tuple(each.key for each in measures), data.prevalence)
    portrait, values, tops = data.cached(keyed, partial(_peaks, law, data, measures))
    names = [each.name for each in measures]
    remark = (
        "The likelihood ratio never falls as the score rises, yet Matthews correlation and markedness may peak twice."
        if law.is_monotone and max(map(len, tops), default=0) > 1
        else "The likelihood ratio rises throughout, so no rule is better than one threshold on the scores."
        if law.is_monotone
        else "The likelihood ratio rises and falls, so a threshold on the ratio is better than one on the scores."
    )
    return Figure(
        "Exact densities of both classes, their likelihood ratio, and the peaks of measures",
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
