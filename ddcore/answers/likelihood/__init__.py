"""Could these scores separate better?"""

import math
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

import numpy as np
import pandas as pd
from pydantic import Field

from ddcore.answers.base import before_after, in_use, needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.base.before_after import COMPARED, Bandwidth, Compared, Deal, Folds
from ddcore.answers.base.in_use import Share
from ddcore.answers.base.known_laws import scenario
from ddcore.answers.base.options import OneOf, Options
from ddcore.answers.base.separation import SEED, reading_title, scored
from ddcore.answers.base.words import about, interval_text, sentence, signed
from ddcore.answers.likelihood import (
    at_share,
    readings,
)
from ddcore.answers.likelihood import draw as figures
from ddcore.answers.likelihood import (
    formula as likelihood_formula,
)
from ddcore.answers.likelihood import (
    law as likelihood_law,
)
from ddcore.answers.likelihood.densities import Scale, densities
from ddcore.answers.likelihood.formula import Transformation
from ddcore.answers.likelihood.measures import METHOD, Measured, exact_of
from ddcore.answers.likelihood.ratio import ratio_told
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.interval import UNKNOWN, Interval
from ddcore.scores.choice import FOLDS, LEAST, ORDER
from ddcore.scores.density import RATIO_METHODS
from ddcore.scores.gain import BEFORE, CLEAR, LEARNED, RESAMPLES, UNSEEN, Gain, Portrait, portrait
from ddcore.scores.gain import gain as gain_of
from ddcore.scores.kernel import USUAL
from ddcore.scores.likelihood import BEST
from ddcore.scores.ratio import BOUNDS
from ddcore.table import ScoreTable

__all__ = ["Choices", "answer", "exact_of"]

TITLE = "Likelihood"
SECTION = "scores"
NEEDS = needs.scores
NEEDED = "A likelihood ratio needs a model's scores: a file with the truth and a column of numbers for each model."
EXAMPLE = "sample=scenario_2&size=500"
PART = 50_000
NEXT = {
    "thresholds": "Is {threshold} the right threshold?",
    "ensemble": "Are two models better than one?",
    "costs": "What does a mistake cost?",
}
"""What may be asked next, the most useful first, by the name of the question."""

TITLES = {BEST: "Best on unseen cases", **{key: method.title for key, method in RATIO_METHODS.items()}}
"""The ways to read scores."""


class Choices(Options):
    """How the scores are read as evidence, and which curve is compared; the default needs no choice."""

    curve: Compared = "roc"
    densities: Scale = "score"
    method: Annotated[str, OneOf(TITLES)] = Field(
        BEST,
        title="Method",
        description="How the likelihood ratio is estimated from the scores. Best on unseen cases: the scores as they "
        "are, unless another reading separates cases better that it has not seen; "
        + "; ".join(f"{method.title}: {method.words}" for method in RATIO_METHODS.values()),
    )
    bandwidth: Bandwidth = USUAL
    bounds: Annotated[str | None, OneOf(BOUNDS)] = Field(
        None,
        title="Scale of the scores",
        description="Probabilities pile up at 0 and 1, where a kernel would throw some of them over the edge; log odds "
        "and ranks spread them out.",
    )
    folds: Folds = FOLDS
    deal: Deal = 1
    prevalence: Share = None
    transformation: Transformation = ""

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """The scales that suit the method and the scores, the usual one first."""
        if name != "bounds":
            return None
        method, within = chosen.get("method", BEST), scored(data).is_probability
        usual = RATIO_METHODS[method].usual if method != BEST and within else "none"
        fitting = [usual, "none", "rank", *(["logit"] if within else [])]
        return {key: BOUNDS[key] for key in dict.fromkeys(fitting)}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The areas before and after, on the same and on unseen cases, and what a score says."""
    table = scored(data)
    try:
        gain = gain_by(data, choices)
    except InputError as problem:
        return Answer(__doc__, _unread(choices.method), sentence(problem), about(data))
    shown = data.cached(("portrait", gain), partial(_portrait, gain, table))
    used, counted = at_share.counted(data, gain, choices.prevalence)
    remark = at_share.remark(used)
    curves = data.cached(
        ("gain curve", counted, choices.curve), partial(before_after.curves_before_after, counted, choices.curve)
    )
    measures = Measured.of(used, gain)
    told = Answer(
        __doc__,
        _sentence(gain),
        _reason(gain, data.positive, data.negative),
        about(data),
        [*_notes(gain, data, measures), *at_share.note(used)],
        {
            "likelihood": Figure(
                f"{COMPARED[choices.curve]}, before and after",
                figures.gain_alt(curves),
                partial(figures.gain_figure, curves),
                before_after.curve_remark(choices.curve, remark),
            ),
            "densities": densities(gain, shown, choices.densities, data),
            "ratio": Figure(
                "What a score says",
                figures.ratio_alt(shown),
                partial(figures.ratio_figure, shown, threshold=data.model.threshold),
                _band_told(shown),
            ),
            "measures": measures.figure,
        },
        {
            "likelihood": Table.of("Areas before and after", areas(counted), remark),
            "transformed": Table(
                "Transformed scores",
                table.score.size,
                partial(transformed, gain, table, choices.prevalence),
            ),
            "measures": measures.table,
        },
        f"{readings.method(gain, choices.folds, choices.deal)}\n\n{METHOD}\n\n{before_after.METHOD}"
        f"{'' if used.original is None else in_use.METHOD}",
        {"models": {data.name: {**_values(counted), "measures": measures.values}}},
    )
    told = likelihood_law.beside(told, used, choices.curve)
    return likelihood_formula.beside(told, used, counted, choices.curve, choices.transformation)


def gain_by(data: Data, choices: Choices) -> Gain:
    """The scores before and after the likelihood transformation; what has no effect on a method is left out."""
    table, method = scored(data), choices.method
    bandwidth = choices.bandwidth if method == "kde" else USUAL
    bounds = None if method == BEST else choices.bounds
    make = partial(
        gain_of,
        table,
        method,
        bandwidth=bandwidth,
        bounds=bounds,
        folds=choices.folds,
        rng=np.random.default_rng(choices.deal),
    )
    key = ("gain", table, method, bandwidth, bounds, choices.folds, choices.deal)
    return data.cached(key, make, cases=table.score.size, large=True)


def _portrait(gain: Gain, table: ScoreTable) -> Portrait:
    """The two densities, and the ratio in its band."""
    return portrait(gain.likelihood, table, rng=np.random.default_rng(SEED))


def _band_told(shown: Portrait) -> str:
    """How to read the band of the ratio."""
    if np.isnan(shown.low).any():
        return "The ratio has no band, because the cases are weighted and only sums of weights are known."
    return (
        f"The band holds the middle 95 % of {RESAMPLES} resamples, at each score by itself. Where it holds 1, the line "
        f"is dotted: these cases do not show that such a score speaks for either class."
    )


def _unread(method: str) -> str:
    """That a method does not fit these scores."""
    if method == BEST:
        return "**Nobody can tell.** These scores cannot be read."
    return f"**Not by this method.** {RATIO_METHODS[method].title} does not fit these scores; choose another one."


RATIO = "By their likelihood ratio (the evidence)"


def _sentence(gain: Gain) -> str:
    """Yes, no or not clearly, by what these cases show."""
    state, before = gain.state, number(gain.aucs[BEFORE].value)
    if state == "perfect":
        return "**No.** These scores separate perfectly already: their AUC is 1."
    if state == "untried":
        return _untried(number(gain.aucs[LEARNED].value), before)
    if state == "turned":
        return (
            f"**Yes, turned round.** The scores point the wrong way: their AUC is {before}, and turned round it would "
            f"be {number(1 - gain.aucs[BEFORE].value)}."
        )
    if state == "kept" and gain.likelihood.choice is None:
        return f"**Not by this method.** It keeps the order of the scores, and with it their AUC of {before}."
    if state == "kept":
        return (
            "**Not that these cases could show.** No estimate of their likelihood ratio (the evidence) separates "
            f"unseen cases clearly better than the scores as they are, whose AUC is {before}."
        )
    after = number(gain.aucs[UNSEEN].value)
    if state == "unclear":
        return (
            f"**Not that these cases could show.** {RATIO} unseen cases reach an AUC of {after}; the scores as they "
            f"are {before}."
        )
    if state == "levelled":
        return f"**Only up to chance.** {RATIO} the same scores have an AUC of {after} instead of {before}."
    if state == "worse":
        return f"**No.** {RATIO} the same scores separate worse, with an AUC of {after} instead of {before}."
    better = f"{RATIO} the same scores reach an AUC of {after} instead of {before}"
    if state == "likely":
        return f"**Probably.** {better}, but that may still be chance."
    return f"**Yes.** {better}." if state == "better" else f"**Hardly.** {better}."


def _untried(learned: str, before: str) -> str:
    """That no unseen cases can be tried; areas as they are written."""
    if learned == before:
        return (
            "**Nobody can tell.** No likelihood ratio could be tried on unseen cases; the scores as they are have an "
            f"AUC of {before}."
        )
    return (
        f"**Nobody can tell.** {RATIO} the same scores reach an AUC of {learned} instead of {before}, but only on the "
        f"cases that it was estimated from."
    )


def _reason(gain: Gain, positive: str, negative: str) -> str:
    """What the ratio looks like, and the gain with its interval."""
    return f"{ratio_told(gain, positive, negative)} {_gained(gain)}"


def _gained(gain: Gain) -> str:
    """The gain on unseen cases with its interval; of the scores as they are, what the best other reading gains."""
    reading = gain.likelihood.choice
    if UNSEEN not in gain.gains:
        return f"Unseen cases cannot be tried: {gain.refused}."
    if gain.state == "kept" and reading is not None and reading.tried:
        best = max(reading.tried, key=lambda tried: tried.gain.value)
        if best.gain.value < LEAST:
            return f"None of {len(reading.tried)} estimates of the ratio gains anything on unseen cases."
        return (
            f"Of {len(reading.tried)} estimates of the ratio, {reading_title(best.method, best.bounds)} does best on "
            f"unseen cases: a gain of {_sized(best.gain)}."
        )
    unseen = gain.gains[UNSEEN]
    if unseen.low > 0:
        return f"The gain holds on unseen cases: {_sized(unseen)}."
    return f"On unseen cases the gain is {_sized(unseen)}."


def _sized(gain: Interval) -> str:
    return f"**{signed(gain.value)}** (95 % interval {interval_text(gain)})"


def _notes(gain: Gain, data: Data, measures: Measured) -> list[Note]:
    """The advice that follows, and what would mislead."""
    return [
        Note(f"advice-{gain.state}", _advice(gain)),
        *measures.notes,
        *before_after.dominance_notes(gain, data, SEED),
        *readings.chosen(gain),
        *_flattered(gain),
        *_dented(gain),
        *[Note("reading", fact) for fact in gain.likelihood.facts if _must_be_known(fact)],
        *_truth(data),
    ]


def _advice(gain: Gain) -> str:
    state = gain.state
    if state == "untried" and gain.tables[BEFORE].weighted and gain.tables[BEFORE].squares is None:
        return "Keep the scores as they are until cases can be tried of which each one's weight is known."
    if state == "untried":
        return "Keep the scores as they are until there are cases enough to try the ratio on."
    if state == "turned":
        return "Turn the scores round, or take the other class for positive: then a threshold on them is enough."
    if state == "levelled":
        return "Turn the scores round, or try another method: this one only levels them."
    if state == "better":
        return (
            "Do not discard or retrain this model for its AUC yet: put the threshold on the likelihood ratio, which "
            "stands beside each score in the table of transformed scores, instead of the score."
        )
    if state == "likely":
        return (
            "Try a threshold on the likelihood ratio, which stands beside each score in the table of transformed "
            "scores, on more cases before you rely on it."
        )
    if state == "worse" and gain.shape.is_monotone:
        return f"Keep the scores as they are; this ratio loses {number(-gain.gains[UNSEEN].value)} of AUC."
    if state == "worse":
        return "Keep the scores as they are, or try another method: this one does not fit them."
    if state == "hardly":
        return "Keep the scores as they are: a threshold on them loses next to nothing."
    return "Keep the scores as they are: a threshold on them loses nothing that these cases could show."


def _flattered(gain: Gain) -> list[Note]:
    """How much larger the gain looks on the cases that it was learned from."""
    learned, unseen = gain.gains[LEARNED].value, gain.gains.get(UNSEEN)
    if unseen is None and learned > LEAST:
        return [
            Note(
                "flatters",
                f"A gain of {signed(learned)} on the cases that the ratio was estimated from always flatters.",
            )
        ]
    if unseen is None or learned <= CLEAR or learned <= unseen.high:
        return []
    return [
        Note(
            "learned-by-heart",
            f"On the cases that the ratio was estimated from the gain looks like {signed(learned)}; on unseen cases it "
            f"is {signed(unseen.value)}. The rest is overfitting.",
        )
    ]


def _dented(gain: Gain) -> list[Note]:
    """What the convex hull adds to the area, before and after."""
    before, after = gain.hull_gains[BEFORE], gain.hull_gains[LEARNED]
    if gain.likelihood.method == ORDER or before <= max(0.01, 3 * gain.aucs[BEFORE].error):
        return []
    dents = f"Before, the ROC curve has dents: its convex hull adds {number(before)} of area; after,"
    if after < LEAST:
        return [Note("dents-gone", f"{dents} nothing.")]
    return [Note("dents", f"{dents} {number(after)}. With the true densities nothing would be left.")]


def _must_be_known(fact: str) -> bool:
    """Whether a fact about a reading says more than how it was made."""
    return "had to be" in fact or "was taken" in fact or "equal" in fact


def _truth(data: Data) -> list[Note]:
    law = scenario(data)
    if law is None:
        return []
    return [
        Note(
            "simulated",
            f"These scores are simulated, so the truth is known: the exact areas are {law.auc:.6f} before and "
            f"{law.best_auc:.6f} after, and nothing made of these scores can do better.",
        )
    ]


def areas(gain: Gain) -> pd.DataFrame:
    """Before and after: areas with intervals, gains with intervals, and the summaries of the other curves."""
    return pd.DataFrame(
        {
            "Scores": name,
            "AUC": gain.aucs[name].value,
            "95 % from": gain.aucs[name].low,
            "95 % to": gain.aucs[name].high,
            "Gain": gain.gains.get(name, UNKNOWN).value,
            "gain, 95 % from": gain.gains.get(name, UNKNOWN).low,
            "gain, 95 % to": gain.gains.get(name, UNKNOWN).high,
            "gain, two-sided p": gain.gains.get(name, UNKNOWN).p,
            "Average precision": gain.precisions[name],
            "Area that a convex hull adds": gain.hull_gains.get(name, math.nan),
        }
        for name in gain.tables
    )


def transformed(gain: Gain, table: ScoreTable, prevalence: float | None = None) -> pd.DataFrame:
    """Every distinct score with its ratio, its posterior at a share of positives (None for that here), its cases."""
    share = table.prevalence if prevalence is None else prevalence
    return pd.DataFrame(
        {
            "Score": table.score,
            "Likelihood ratio": np.asarray(gain.likelihood.ratio(table.score)),
            f"Probability of positive at {percent(share)}": gain.likelihood.posterior(table.score, share),
            "Positive cases": table.positives,
            "Negative cases": table.negatives,
        }
    )


def _values(gain: Gain) -> Mapping[str, object]:
    names = {BEFORE: "before", LEARNED: "same_cases", UNSEEN: "unseen_cases"}
    return {
        "state": gain.state,
        "method": gain.likelihood.method,
        "bounds": gain.likelihood.bounds,
        "areas": {names[name]: measured(area) for name, area in gain.aucs.items()},
        "gains": {names[name]: measured(area) for name, area in gain.gains.items()},
        "average_precision": {names[name]: precision for name, precision in gain.precisions.items()},
        "refused": gain.refused,
    }
