"""Where should the threshold be?"""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated

from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table
from ddcore.answers.base.in_use import in_use_note
from ddcore.answers.base.options import Key, Measures, OneOf, judging
from ddcore.answers.base.prices import Prices
from ddcore.answers.base.selected_model import prediction_table as called
from ddcore.answers.base.selected_model import predictions_in_words as called_of
from ddcore.answers.base.separation import SEED, reading, reading_named, resamples, scored, threshold, trace, traced
from ddcore.answers.base.words import about, inside, literal, reach, values
from ddcore.answers.thresholds import law as thresholds_law
from ddcore.answers.thresholds.closed_form import closed_form_notes
from ddcore.answers.thresholds.condition import Where, constraints_of, held
from ddcore.answers.thresholds.draw import thresholds_alt, thresholds_figure
from ddcore.answers.thresholds.evidence import METHOD, Evidence, evidence, same
from ddcore.answers.thresholds.peaks import peaks_figure, runs, two_peaks
from ddcore.answers.thresholds.shares import Shares
from ddcore.answers.thresholds.tables import table_of, values_of
from ddcore.answers.thresholds.worth import Worth
from ddcore.data import Data
from ddcore.formats import count, many, number, percent
from ddcore.interval import Interval
from ddcore.measures import MEASURES
from ddcore.resampling.cross_validation import PARTS
from ddcore.scores.best_thresholds import SLACK, BestThreshold, best_thresholds, plateau
from ddcore.scores.resampling import DEALS, RESAMPLES
from ddcore.scores.thresholds import Constraint, lead, rounding_error
from ddcore.scores.trace import over_threshold

TITLE = "Thresholds"
SECTION = "scores"
NEEDS = needs.scores
NEEDED = "A threshold needs a model's scores: a file with the truth and a column of numbers for each model."
EXAMPLE = "sample=two_class_example"
UNANSWERED = "No threshold meets this condition."
PART = 50_000
NEXT = {
    "costs": "Which threshold costs least?",
    "utility": "What is it worth?",
    "refer": "Which cases should a person see?",
}
"""What may be asked next, the most useful first, by the name of the question."""
FEW_RIGHT = 0.1
"""Where less of what is predicted positive is, that is said."""


class Choices(Prices):
    """What is to be best, a measure or worth by the prices in force, and a condition on another measure."""

    goal: Annotated[str, OneOf({"measure": "A measure", "worth": "Worth, with your prices"}, "tabs")] = Field(
        "measure",
        title="Best for",
        description="Prices say what each outcome is worth; they are those of Utility and Costs. A limit to positive "
        "predictions holds for a measure, too.",
    )
    where: Where = ""
    measure: Annotated[tuple[str, ...], Measures(judging, most=1), Key("measure_looked_at")] = Field(
        ("F1",), title="Measures", description="Each stands with its formula in the table below."
    )


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The best threshold for a measure, how sure it is, and what the one that is set gives up."""
    choices = choices.with_defaults(data)
    data = choices.used(data)
    table, limit = scored(data), choices.limited(data)
    constraints = (*constraints_of(choices.where), *(() if limit is None else (limit.constraint,)))
    worth = Worth.of(data, choices) if choices.goal == "worth" else None
    best = _best(data, choices.measure[0], constraints)
    if worth is None:
        optimum, line = best[choices.measure[0]], trace(data, table, choices.measure[0])
        free = _best(data, choices.measure[0], ())[choices.measure[0]] if constraints else None
    else:
        optimum, line = worth.best(constraints), worth.trace
        best = {worth.measure.key: optimum, **best}
        free = worth.best(()) if constraints else None
    over = None if worth is None else worth.totals(optimum, limit)
    read = None if worth is not None or constraints else evidence(data, optimum)
    optima = list(best.values())
    shares = Shares(data, optimum, optima, constraints, None if read is None else read.at_best)
    # A hundredth is much of one price and little of another.
    near = (
        (math.nan, math.nan)
        if worth is not None
        else data.cached(("plateau", optimum), lambda: plateau(table, optimum.best))
    )
    told = Answer(
        __doc__,
        f"{_sentence(optimum, data, constraints, read)}{'' if read is None else read.headline}",
        _reason(optimum, data.positive, constraints),
        about(data),
        [
            *in_use_note(data, lambda some: _place(some, choices)),
            *([] if over is None else over.notes),
            *([] if read is None else read.notes(data.positive)),
            *_notes(optimum, near, constraints, free, told=read is not None and read.gains),
            *([] if worth is not None or constraints else same(data, optimum)),
            *shares.notes,
        ],
        {
            "thresholds": Figure(
                f"{optimum.measure.title} over the threshold",
                thresholds_alt(data.name, line, optimum, threshold(data)),
                partial(thresholds_figure, data.name, line, optimum, threshold=threshold(data)),
            ),
            **({} if read is None else {"evidence": read.figure(data)}),
            "example": peaks_figure(),
            **shares.figures,
        },
        {
            "called": called(data.original or data),
            "thresholds": Table.of("All measures", table_of(optima, data.model.counts, threshold(data))),
            **({} if read is None else {"evidence": read.table}),
            "threshold_curve": Table(
                "Every threshold of the chart",
                table.score.size + 1,
                lambda: traced({data.name: over_threshold(table, optimum.measure)}),
            ),
            "two_peaks": two_peaks(),
            "runs": runs(optima),
            **shares.tables,
        },
        _method(optima, optimum, data) + METHOD + choices.method(data, thresholds=True),
        {
            "models": {
                data.name: {
                    "threshold": threshold(data),
                    "measures": {each: values_of(best[each]) for each in best},
                    "evidence": None if read is None else read.values,
                }
            },
            "totals": None if over is None else over.values,
        },
    )
    return thresholds_law.beside(told, data, optimum, constraints)


def _place(data: Data, choices: Choices) -> str:
    """Where the best threshold is, in a few words."""
    limit = choices.limited(data)
    constraints = (*constraints_of(choices.where), *(() if limit is None else (limit.constraint,)))
    if choices.goal == "worth":
        optimum = Worth.of(data, choices).best(constraints)
    else:
        optimum = _best(data, choices.measure[0], constraints)[choices.measure[0]]
    best = optimum.best.threshold
    return f"the best threshold is {number(best)}" if math.isfinite(best) else "it is best to predict no case positive"


def _best(data: Data, key: str, constraints: Sequence[Constraint]) -> Mapping[str, BestThreshold]:
    """The best threshold of a measure of one's own and of every one that judges."""
    table = scored(data)
    keys = (*([] if key in MEASURES else [key]), *[each for each, measure in MEASURES.items() if measure.judges])
    conditions = tuple((constraint.measure.key, constraint.bound) for constraint in constraints)
    make = partial(best_thresholds, table, keys, reading(data), *constraints, drawn=resamples(data))
    optima = data.cached(("best thresholds", table, keys, conditions), make, cases=table.score.size)
    return dict(zip(keys, optima, strict=True))


def _sentence(
    optimum: BestThreshold, data: Data, constraints: Sequence[Constraint], read: Evidence | None = None
) -> str:
    """The best threshold, how sure it is, and what the one that is set gives up."""
    best = optimum.best
    if math.isnan(best.value) and constraints:
        title = literal(optimum.measure.title)
        return f"{title} has no value at any threshold with {held(constraints)}: {optimum.measure.undefined}."
    if math.isnan(best.value):
        return f"{literal(optimum.measure.title)} has no value at any threshold: {optimum.measure.undefined}."
    place = f"**{number(best.threshold)}**" if math.isfinite(best.threshold) else "**predict no case positive**"
    every = f", which predicts every case {literal(data.positive)}" if not best.counts.predicted_negatives else ""
    start = "Best single threshold" if read is not None and read.gains else "Best"
    given_up = _given_up(optimum, data, constraints)
    return f"{start} for {inside(optimum.measure)}: {place}{_around(optimum)}{every}; {given_up}."


def _around(optimum: BestThreshold) -> str:
    """The interval of the threshold, where it has one."""
    interval = optimum.bootstrap
    if interval is None or math.isnan(interval.low) or interval.low == interval.high == optimum.best.threshold:
        return ""
    return f" ({reach(interval.low, interval.high)})"


def _given_up(optimum: BestThreshold, data: Data, constraints: Sequence[Constraint]) -> str:
    """What the threshold set loses, inside a sentence; on unseen cases where that can be told."""
    cut, value = threshold(data), float(optimum.measure(data.model.counts))
    here = f"{number(cut)}, the threshold set,"
    if not all(constraint.met(constraint.measure(data.model.counts)) for constraint in constraints):
        return f"{here} does not meet the condition"
    if math.isnan(value):
        return f"at {here} it has no value"
    if cut == optimum.best.threshold:
        return "it is the threshold set"
    lost = abs(optimum.best.value - value)
    if lost <= rounding_error(optimum.measure, value):
        return f"{here} is as good"
    ahead = _lead(optimum, data)
    if ahead is None or math.isnan(ahead.value):
        return f"{here} loses {number(lost)} on these cases"
    if ahead.low > 0:
        return f"{here} loses {number(ahead.value)} ({values(ahead.low, ahead.high)}) on unseen cases"
    return f"{here} may be as good (loss on unseen cases {values(ahead.low, ahead.high)})"


def _lead(optimum: BestThreshold, data: Data) -> Interval | None:
    """By how much the best threshold is better than the one set, on unseen cases."""
    drawn = resamples(data)
    if drawn is None or optimum.bootstrap is None:
        return None
    return lead(optimum.measure, optimum.bootstrap, threshold(data), drawn=drawn)


def _reason(optimum: BestThreshold, positive: str, constraints: Sequence[Constraint]) -> str:
    """How the best threshold was found, and what to expect of it elsewhere."""
    best, interval = optimum.best, optimum.bootstrap
    if math.isnan(best.value):
        return "Another measure, or another model, may have a value here."
    way = "highest" if optimum.measure.better == "higher" else "lowest"
    tried = f"Among the thresholds with {held(constraints)}," if constraints else "Every threshold was tried:"
    verb = "are" if optimum.measure.grows and "=" not in optimum.measure.key else "is"
    text = f"{tried} {inside(optimum.measure)} {verb} {way}, **{number(best.value)}**,"
    if not best.counts.predicted_negatives:
        text = f"{text} with every case predicted {literal(positive)}, at scores ≥ **{number(best.threshold)}**."
    elif math.isfinite(best.threshold):
        text = f"{text} with {literal(positive)} predicted at scores ≥ **{number(best.threshold)}**."
    else:
        text = f"{text} with no case predicted {literal(positive)}."
    if interval is None:
        return f"{text} How sure that is cannot be told: of the weights only the sums are known."
    if math.isnan(interval.value):
        return text
    return (
        f"{text} On unseen cases expect **{number(interval.value)}** "
        f"({values(interval.value_low, interval.value_high)})."
    )


def _notes(
    optimum: BestThreshold,
    near: tuple[float, float],
    constraints: Sequence[Constraint],
    free: BestThreshold | None,
    told: bool = False,
) -> list[Note]:
    """What this threshold calls for; `near` are thresholds nearly as good, `free` is the optimum without conditions.

    Where what evidence reaches is `told`, the closed form at this threshold is not.
    """
    if math.isnan(optimum.best.value):
        return [Note("no-value", f"{literal(optimum.measure.title)} has no value where {optimum.measure.undefined}.")]
    return [
        *([] if free is None else [_price(optimum, constraints, free)]),
        *([] if constraints else _plateau(optimum, near)),
        *_false_alarms(optimum),
        *_equally_good(optimum),
        *([] if told else closed_form_notes(optimum)),
        *_several_peaks(optimum),
        *_elsewhere(optimum, constraints),
    ]


def _false_alarms(optimum: BestThreshold) -> list[Note]:
    """That nearly all of what is predicted positive at the best threshold is not."""
    counts = optimum.best.counts
    predicted = counts.predicted_positives.item()
    if not predicted or counts.tp.item() >= FEW_RIGHT * predicted:
        return []
    return [Note("mostly-false-alarms", f"At {number(optimum.best.threshold)} the model predicts {called_of(counts)}.")]


def _price(optimum: BestThreshold, constraints: Sequence[Constraint], free: BestThreshold) -> Note:
    """What the condition costs."""
    best, name, condition = optimum.best, inside(optimum.measure), held(constraints)
    if free.best.threshold == best.threshold:
        return Note(
            "condition-met", f"The condition, {condition}, costs nothing: the best threshold meets it.", kind="rests"
        )
    if abs(free.best.value - best.value) <= rounding_error(optimum.measure, best.value):
        return Note(
            "condition-costs-nothing",
            f"The condition, {condition}, costs nothing: {name} is as good without it.",
        )
    place = number(free.best.threshold) if math.isfinite(free.best.threshold) else "predicting no case positive"
    price = (
        f"Without the condition, {condition}, the best on these cases would be {number(free.best.value)}, at {place}."
    )
    both = [each.bootstrap.value for each in (free, optimum) if each.bootstrap is not None]
    if len(both) < 2 or any(map(math.isnan, both)):
        return Note("condition-price", price, kind="rests")
    without, under = map(number, both)
    return Note(
        "condition-price", f"{price} On unseen cases it is {without} without it, {under} with it.", kind="rests"
    )


def _plateau(optimum: BestThreshold, near: tuple[float, float]) -> list[Note]:
    low, high = near
    if not (low < high and math.isfinite(optimum.measure.best) and math.isfinite(optimum.measure.worst)):
        return []
    return [
        Note(
            "plateau",
            f"From {reach(low, high)} {inside(optimum.measure)} is within {SLACK:g} of its best on these cases: the "
            f"exact threshold matters little.",
        )
    ]


def _equally_good(optimum: BestThreshold) -> list[Note]:
    if len(optimum.best.optima) < 2:
        return []
    return [
        Note(
            "equally-good",
            f"{count(len(optimum.best.optima))} separate ranges of thresholds are equally good; of them the one "
            f"with the fewest mistakes was taken, then the lowest.",
            kind="rests",
        )
    ]


def _several_peaks(optimum: BestThreshold) -> list[Note]:
    if optimum.mode != "several peaks":
        return []
    verb = "is" if optimum.best.peaks == 1 else "are"
    return [
        Note(
            "several-peaks",
            f"Even for ideal scores {inside(optimum.measure)} can have **several peaks** over the threshold, so a "
            f"search by climbing may stop at a lower one. Here every threshold was tried; there {verb} "
            f"{many(optimum.best.peaks, 'local peak')}.",
            kind="changes",
        )
    ]


def _elsewhere(optimum: BestThreshold, constraints: Sequence[Constraint]) -> list[Note]:
    """What cannot be promised of other cases."""
    interval = optimum.bootstrap
    if interval is None or (not math.isnan(interval.value) and not interval.undefined > 0):
        return []
    if math.isnan(interval.value):
        why = " or no threshold meets the condition" if constraints else ""
        return [
            Note(
                "no-promise",
                f"On unseen cases {inside(optimum.measure)} has no value{why}: what to expect there cannot be told.",
                kind="changes",
            )
        ]
    lacks = "meets the condition" if constraints else "has a value"
    return [
        Note(
            "partly-undefined",
            f"In {percent(interval.undefined)} of the cross-validation folds no threshold {lacks}; the value on unseen "
            f"cases is that of the rest.",
        )
    ]


def _method(optima: Sequence[BestThreshold], optimum: BestThreshold, data: Data) -> str:
    """How best thresholds are found, with sources and what was assumed."""
    counts = data.model.counts
    positives, negatives = (number(float(cases)) for cases in (counts.positives, counts.negatives))
    return f"""**Best threshold.** A case is predicted positive if its score is at or above the threshold. The measure
is computed at every distinct score and at +∞ (predicting no case positive), and the best one is taken; of several the
one with the fewest mistakes, then the lowest. {literal(optimum.measure.title)} is ${optimum.measure.latex}$, with
$P$ = {positives} and $N$ = {negatives}.

**How sure.** Cases are drawn with replacement within their class {RESAMPLES} times (seed {SEED}); the interval of the
threshold holds the middle 95 % of the best thresholds (Efron 1979). With more than 2,000 distinct scores thresholds at
even ranks are tried. It is a rough guide: where a maximum lies varies more than how high it is.

**On unseen cases.** By cross-validation in {PARTS} folds, dealt class by class, {DEALS} times. Each fold is judged by
the threshold that is best on the others, and the folds of a deal are counted together, so that both classes keep their
size. The value is that of the mean counts, its interval from Jeffreys' law of a share: 1/2 more than was counted on
either side of the threshold. It held the true value in 91 to 100 % of simulated samples of 10 to 400 cases; for
precision and other measures that are best where almost no case is predicted positive it is too low, and holds in 85 to
100 %. What the threshold set loses is judged so on the same cases.

**Closed form.** For a measure $f$ let $f_{{TP}}$ and $f_{{FP}}$ be what one more true or false positive changes, $P$
and $N$ kept. A case with the probability $p$ of being positive should be predicted positive where $p f_{{TP}} + (1-p)
f_{{FP}} > 0$. So the threshold is at $p = -f_{{FP}} / (f_{{TP}} - f_{{FP}})$ and at a likelihood ratio of $p N /
((1-p) P)$; a star means "at the best threshold" (Gong 2022, equation 4.16 and Table 4.4, corrected; Lipton, Elkan &
Naryanaswamy 2014 for F1). Which scores reach it is read from the ratio by: {literal(reading_named(data))}; see
*Likelihood*.

**Peaks.** {len([each for each in optima if each.mode == "several peaks"])} of {len(optima)} measures can have several
peaks; looked for on 200 pairs of densities whose ratio rises.
"""
