"""Are two better than one?"""

import math
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

import numpy as np
import pandas as pd
from pydantic import BeforeValidator, Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.base.before_after import COMPARED, Bandwidth, Compared, Deal, Folds, curve_of
from ddcore.answers.base.known_laws import pair
from ddcore.answers.base.options import OfData, OfFile, OneOf, Options, Slider
from ddcore.answers.base.separation import points
from ddcore.answers.base.words import about, interval_text, listing, literal, signed
from ddcore.answers.ensemble import above as ensemble_above
from ddcore.answers.ensemble import how as ensemble_how
from ddcore.answers.ensemble import law as ensemble_law
from ddcore.answers.ensemble.draw import ways_alt, ways_figure
from ddcore.answers.ensemble.joint import Cases, called_by, cases_of, correlations, models_of, plane, plane_table
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.formats import cases_text, many, number, percent
from ddcore.interval import Interval
from ddcore.samples.pairs import NAMES, PAIRS, Pair
from ddcore.scores.best_joint import BEST
from ddcore.scores.choice import FOLDS
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.joint import JOINT_METHODS
from ddcore.scores.together import MIXTURES, Together, Way, together

TITLE = "Ensemble"
SECTION = "scores"
NEEDS = needs.two_models
NEEDED = "Two models together need the scores of both: a file with the truth and a column of numbers for each model."
EXAMPLE = "sample=pair_2&size=200"
SAMPLE = "pair_2"
UNANSWERED = "These scores cannot be read together yet."
PART = 20_000
NEXT = {
    "thresholds": "Is {threshold} the right threshold?",
    "costs": "What does a mistake cost?",
    "utility": "Which model is worth most?",
}
"""What may be asked next, the most useful first, by the name of the question."""

MOST = 8
"""Models that are read together at most."""


METHODS = {key: method.title for key, method in JOINT_METHODS.items()} | {BEST: "Best on unseen cases"}
SMOOTH = (*(key for key, method in JOINT_METHODS.items() if method.smooth), BEST)
"""Methods that have bandwidths."""


def _names(given: Any) -> Any:
    return tuple(given.split(",")) if isinstance(given, str) else given


class Choices(Options):
    """Which models are read together, how, and how many cases are predicted positive."""

    called: Annotated[float | None, Slider(0.01, percent=True)] = Field(
        None,
        ge=0.01,
        le=0.99,
        title="Share of cases predicted positive",
        description="Every way then predicts as many cases positive, the ones it scores highest.",
    )
    curve: Compared = "roc"
    models: Annotated[tuple[str, ...] | None, BeforeValidator(_names), OfData(), OfFile()] = Field(
        None,
        max_length=MOST,
        title="Models",
        description="Three or more are read by kernels in pairs, or by any other method but the kernel in the plane.",
    )
    method: Annotated[str | None, OneOf(METHODS)] = Field(
        None,
        alias="joint",
        title="Method",
        description="How the scores are read at once: "
        + "; ".join(f"{method.title}: {method.words}" for method in JOINT_METHODS.values())
        + "; Best on unseen cases: of these the one that separates a third of the other cases best.",
    )
    bandwidth: Bandwidth = "normal"
    judged: Annotated[str, OneOf({"folds": "In folds", "held": "Held out"}, "tabs")] = Field(
        "folds",
        title="Unseen cases",
        description="In folds, every case is judged by what the others teach. Held out, one part of the cases is "
        "judged by what the rest teaches.",
    )
    folds: Folds = FOLDS
    held: Annotated[float, Slider(0.05, percent=True)] = Field(
        0.2, ge=0.05, le=0.8, title="Share held out", description="Of each class; all that learns learns from the rest."
    )
    deal: Deal = 1

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """The first two models, and as many positive predictions as there are positives."""
        share = min(max(round(data.prevalence, 2), 0.01), 0.99)
        return {"called": share, "models": models_of(data)[:2]}

    @classmethod
    def defaults_given(cls, data: Data, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """Two models are read by a kernel in the plane, more by kernels in pairs."""
        several = len(chosen.get("models") or ()) > 2
        return {**cls.defaults(data), "method": "vine" if several else "kde"}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The areas of every way to score the cases, alone and together, and what each finds at one share of calls."""
    choices = choices.with_defaults(data)
    cases, share = cases_of(data, choices.models or ()), choices.called or 0.5
    whole = _together(data, cases, choices)
    calls = [(way, called_by(data, whole, way, share).counts) for way in (*whole.of("alone"), whole.whole)]
    drawn = {way.title: way.kind for way in whole.ways if way.kind != "mixed"}
    curves = data.cached(("ways", whole, choices.curve), partial(_curves, whole, choices.curve))
    told = Answer(
        __doc__,
        _sentence(whole),
        _reason(whole),
        about(data),
        _notes(whole, calls, data, cases.left_out),
        {
            "ensemble": Figure(
                f"{COMPARED[choices.curve]}, alone and together",
                ways_alt(curves, drawn),
                partial(ways_figure, curves, drawn),
            ),
            **({"plane": plane(data, cases, whole, share)} if len(cases.names) == 2 else {}),
        },
        {
            "found": Table.of("What each finds", _found_rows(calls, data.positive)),
            "ensemble": Table.of("Every way to score the cases", _ways(whole)),
            "above": Table.of("Where together is above each", ensemble_above.rows(whole)),
            **({"plane": plane_table(data, cases, whole)} if len(cases.names) == 2 else {}),
            "ensemble_points": Table(
                "Every point of the curves",
                sum(way.table.score.size for way in whole.ways),
                lambda: points({way.title: curve_of(way.table, choices.curve) for way in whole.ways}),
            ),
            **({"correlations": correlations()} if isinstance(data.sample, Pair) and data.sample.key in PAIRS else {}),
        },
        ensemble_how.method(whole, choices),
        _values(whole, calls),
    )
    return ensemble_law.beside(told, data, choices.curve, cases.names, share)


def _together(data: Data, cases: Cases, choices: Choices) -> Together:
    """Every way to score the cases; raises `InputError` where they cannot be read together."""
    method = str(choices.method)
    bandwidth = choices.bandwidth if method in SMOOTH else "normal"
    held = choices.held if choices.judged == "held" else None
    make = partial(
        together,
        cases.scores,
        cases.positive,
        method,
        positive=True,
        bandwidth=bandwidth,
        names=cases.names,
        weight=cases.weight,
        cluster=cases.cluster,
        folds=choices.folds,
        held=held,
        rng=np.random.default_rng(choices.deal),
    )
    key = ("together", cases.names, method, bandwidth, choices.folds, held, choices.deal)
    return data.cached(key, make, cases=len(cases.scores), large=True)


def _curves(whole: Together, kind: str) -> Mapping[str, Curve]:
    """One kind of curve of every way but the mixtures, thinned."""
    return {way.title: curve_of(way.table, kind).thin() for way in whole.ways if way.kind != "mixed"}


def _best(ways: tuple[Way, ...]) -> Way:
    """The way with the largest area."""
    return max(ways, key=lambda way: way.auc.value)


def _sentence(whole: Together) -> str:
    """The areas on unseen cases; "yes" and "no" are about the best model alone."""
    area = number(whole.whole.auc.value)
    alone = listing([number(way.auc.value) for way in whole.of("alone")], 6)
    gain = _best(whole.of("alone")).gain
    if gain.low > 0 and whole.enough is not None:
        enough = f"{literal(whole.enough.title)} **{number(whole.enough.auc.value)}**"
        return (
            f"One may be enough, by its likelihood ratio (the evidence): together **{area}**, alone {alone}, {enough}."
        )
    if gain.low > 0:
        return f"Yes. Together **{area}**, alone {alone}."
    if gain.high < 0:
        return f"No: together **{area}**, alone {alone}."
    return f"Not that these cases could show: together **{area}**, alone {alone}."


def _reason(whole: Together) -> str:
    """What the areas are, and how sure the gain is."""
    areas = "The numbers are AUCs on unseen cases: how often a positive case scores above a negative one."
    return f"{areas} {_gained(whole)}"


def _gained(whole: Together) -> str:
    """By how much all together are ahead of the best model alone."""
    models = whole.of("alone")
    best = _best(models)
    gain, which = best.gain, f"the {'better' if len(models) == 2 else 'best'} one, {literal(best.title)}"
    if gain.low == gain.high:
        return f"Together puts the cases into the same order as {which}."
    if number(gain.value) == "0":
        return f"Together reaches the same area as {which}; {_ruled_out(gain)}."
    difference = f"{which} (95 % interval of the difference {interval_text(gain)})."
    if gain.value > 0:
        size = f"Together gains **{signed(gain.value)}** on {difference}"
    else:
        size = f"Together is **{number(-gain.value)}** below {difference}"
    if gain.high < 0:
        return f"{size} Together they do worse here: too few cases to learn from, or too little to learn."
    if gain.low > 0 and whole.enough is not None:
        enough = whole.enough
        return (
            f"{size} But one of them alone, by its likelihood ratio, may do as well: {literal(enough.title)} reaches "
            f"**{number(enough.auc.value)}**, on which {_ruled_out(enough.gain)}. *Likelihood* shows how."
        )
    return size if gain.low > 0 else f"{size} That could be chance; {_ruled_out(gain)}."


def _ruled_out(gain: Interval) -> str:
    """What a gain that is not shown cannot be, by its 95 % interval, inside a sentence."""
    if math.isnan(gain.high):
        return "how surely cannot be told"
    if gain.high <= 0:
        return "any gain is ruled out"
    return f"a gain of more than {number(gain.high)} is ruled out"


def _notes(whole: Together, calls: list[tuple[Way, Counts]], data: Data, left_out: int) -> list[Note]:
    """What the data call for: simpler ways, what is found at one share, what would mislead."""
    mended = ("had to be widened.", "were taken.", "was taken.")
    return [
        _simpler(whole),
        _found(calls),
        *ensemble_above.notes(whole),
        *ensemble_how.chosen(whole),
        *_alike(whole),
        *_flattered(whole),
        *_correlated(whole),
        *[Note("reading", literal(fact)) for fact in whole.ensemble.facts if fact.endswith(mended)],
        *_left_out(left_out),
        *_truth(data),
    ]


def _simpler(whole: Together) -> Note:
    """What ways that need no densities reach."""
    others = (*whole.of("stacked"), *whole.of("mixed"))
    areas = ", ".join(f"{way.title} {number(way.auc.value)}" for way in others)
    top = _best(others)
    if top.gain.low > 0:
        return Note("simpler-less", f"Simpler mixtures reach less: {areas}.")
    if top.gain.high < 0:
        return Note(
            "simpler-better",
            f"Take {top.title}, which is simpler and better here. Simpler mixtures reach: {areas}.",
        )
    return Note(
        "simpler-as-well",
        f"{top.title} may do as well: on it, {_ruled_out(top.gain)}. Simpler mixtures reach: {areas}.",
    )


def _found(calls: list[tuple[Way, Counts]]) -> Note:
    """How many of the positives each way finds when all call as many positive."""
    shares = ", ".join(
        f"{literal(way.title.lower() if way.kind == 'together' else way.title)} "
        f"{percent(float(counts.tp / counts.positives))}"
        for way, counts in calls
    )
    most = percent(max(float(counts.predicted_positives / counts.total) for _, counts in calls))
    return Note(
        "found", f"With up to {most} of the cases predicted positive, of all truly positive ones are found: {shares}."
    )


def _alike(whole: Together) -> list[Note]:
    if not whole.alike:
        return []
    return [
        Note(
            "alike",
            "The models put the cases into the same order, so that none knows anything that another does not. Any "
            "gain comes from the likelihood ratio of the scores.",
        )
    ]


def _flattered(whole: Together) -> list[Note]:
    """How much larger the area looks on the cases that it was learned from."""
    flattery = whole.learned.value - whole.whole.auc.value
    if flattery <= 0.002:
        return []
    return [
        Note(
            "flatters",
            f"On the cases that it was fitted to, the AUC would look like {number(whole.learned.value)}: "
            f"{number(flattery)} too high, by overfitting.",
        )
    ]


def _correlated(whole: Together) -> list[Note]:
    positive, negative = whole.correlations
    if math.isnan(positive) or math.isnan(negative) or abs(positive - negative) <= 0.2:
        return []
    return [
        Note(
            "correlated-differently",
            f"The two scores go together differently in the two classes (correlation {number(positive)} among the "
            f"positives, {number(negative)} among the negatives): neither score alone, and no mean of both, shows "
            f"that.",
        )
    ]


def _left_out(left_out: int) -> list[Note]:
    if not left_out:
        return []
    verb = "is" if left_out == 1 else "are"
    return [
        Note("left-out", f"{many(left_out, 'case')} without a score of each model {verb} left out.", kind="changes")
    ]


def _truth(data: Data) -> list[Note]:
    law = pair(data)
    if law is None:
        return []
    alone = listing([f"{law.alone(name).auc:.4f}" for name in NAMES])
    return [
        Note(
            "simulated",
            f"These scores are simulated, so the truth is known: the exact AUCs are {alone} alone and "
            f"{law.best_auc:.4f} together, and no rule can do better.",
        )
    ]


def _ways(whole: Together) -> pd.DataFrame:
    """Every way to score the cases: areas, and what the models together gain on it."""
    kinds = {
        "alone": "the scores as they are",
        "read": "likelihood ratio, unseen cases",
        "together": JOINT_METHODS[whole.ensemble.method].words + ", unseen cases",
        "stacked": JOINT_METHODS["logistic"].words + ", unseen cases",
    }
    mixed = {mixture.title: mixture.words for mixture in MIXTURES.values()}
    return pd.DataFrame(
        {
            "Scores": way.title,
            "What they are": kinds.get(way.kind) or mixed[way.title.split(" (")[0]],
            "AUC": way.auc.value,
            "95 % from": way.auc.low,
            "95 % to": way.auc.high,
            "Gain of together": way.gain.value,
            "gain, 95 % from": way.gain.low,
            "gain, 95 % to": way.gain.high,
            "gain, two-sided p": math.nan if way.kind == "together" else way.gain.p,
            "Average precision": way.average_precision,
        }
        for way in whole.ways
    )


def _found_rows(calls: list[tuple[Way, Counts]], positive: str) -> pd.DataFrame:
    """What each way finds at one share of cases predicted positive, as it is read."""
    rows = []
    for way, counts in calls:
        hits, called_positive = float(counts.tp), float(counts.predicted_positives)
        share = f"{cases_text(hits)} of {cases_text(called_positive)}"
        rows.append(
            {
                "predicted positive by": way.title,
                f"truly {positive}": share if called_positive else "none: its highest score alone holds more",
                "found": percent(float(counts.tp / counts.positives)),
                "precision": number(hits / called_positive) if called_positive else "–",
            }
        )
    return pd.DataFrame(rows)


def _values(whole: Together, calls: list[tuple[Way, Counts]]) -> Mapping[str, object]:
    return {
        "ways": {
            way.title: {
                "kind": way.kind,
                "auc": measured(way.auc),
                "gain_of_together": measured(way.gain),
                "average_precision": way.average_precision,
                **ensemble_above.values(way),
            }
            for way in whole.ways
        },
        "found": {way.title: float(counts.tp / counts.positives) for way, counts in calls},
        "learned": measured(whole.learned),
    }
