"""The sentences of best thresholds: the answer, its reason, its notes, and how it is computed."""

import math
from collections.abc import Sequence

from ddcore.answers.base.answer import Note
from ddcore.answers.base.selected_model import predictions_in_words
from ddcore.answers.base.separation import SEED, reading_name, score_ranges, threshold
from ddcore.answers.base.words import in_text, literal, reach, values
from ddcore.answers.thresholds.compute import lead_over_current
from ddcore.answers.thresholds.evidence import Evidence
from ddcore.data import Data
from ddcore.formats import count, many, number, percent
from ddcore.interval import confidence
from ddcore.resampling.cross_validation import PARTS
from ddcore.scores.best_thresholds import SLACK, BestThreshold
from ddcore.scores.modes import EXAMPLE_NEGATIVES, EXAMPLE_POSITIVES
from ddcore.scores.resampling import DEALS, RESAMPLES
from ddcore.scores.thresholds import Constraint, rounding_error

FEW_RIGHT = 0.1
"""A smaller share of true positives among the positive predictions is noted."""


def sentence(
    optimum: BestThreshold, data: Data, constraints: Sequence[Constraint], evidence: Evidence | None = None
) -> str:
    """The best threshold with its interval, and the loss of the one that is set."""
    best = optimum.best
    if math.isnan(best.value) and constraints:
        title = literal(optimum.measure.title)
        return f"{title} has no value at any threshold with {condition_text(constraints)}: {optimum.measure.undefined}."
    if math.isnan(best.value):
        return f"{literal(optimum.measure.title)} has no value at any threshold: {optimum.measure.undefined}."
    place = f"**{number(best.threshold)}**" if math.isfinite(best.threshold) else "**predict no case positive**"
    every = f", which predicts every case {literal(data.positive)}" if not best.counts.predicted_negatives else ""
    where = f"{in_text(optimum.measure)}: {place}{_interval(optimum)}{every}; {_loss(optimum, data, constraints)}."
    if evidence is None or not evidence.gains:
        return f"Best for {where}"
    after, before = number(evidence.row.unseen_after.value), number(evidence.row.unseen_before.value)
    return (
        f"Best single threshold for {where} Read as evidence, the same scores reach **{after}** instead of {before} on "
        f"unseen cases."
    )


def _interval(optimum: BestThreshold) -> str:
    """The interval of the threshold, where it has one."""
    interval = optimum.bootstrap
    if interval is None or math.isnan(interval.low) or interval.low == interval.high == optimum.best.threshold:
        return ""
    return f" ({reach(interval.low, interval.high)})"


def _loss(optimum: BestThreshold, data: Data, constraints: Sequence[Constraint]) -> str:
    """The loss of the threshold that is set, inside a sentence; on unseen cases where it is known."""
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
    ahead = lead_over_current(optimum, data)
    if ahead is None or math.isnan(ahead.value):
        return f"{here} loses {number(lost)} on these cases"
    if ahead.low > 0:
        return f"{here} loses {number(ahead.value)} ({values(ahead.low, ahead.high)}) on unseen cases"
    return f"{here} may be as good (loss on unseen cases {values(ahead.low, ahead.high)})"


def condition_text(constraints: Sequence[Constraint]) -> str:
    """The conditions in words."""
    return " and ".join(
        f"{in_text(constraint.measure)} of at {'least' if constraint.measure.better == 'higher' else 'most'} "
        f"{constraint.bound:.12g}"
        for constraint in constraints
    ).replace("-", "−")


def reason(optimum: BestThreshold, positive: str, constraints: Sequence[Constraint]) -> str:
    """How the best threshold was found, and its value on unseen cases."""
    best, interval = optimum.best, optimum.bootstrap
    if math.isnan(best.value):
        return "Another measure, or another model, may have a value here."
    way = "highest" if optimum.measure.better == "higher" else "lowest"
    tried = f"Among the thresholds with {condition_text(constraints)}," if constraints else "Every threshold was tried:"
    verb = "are" if optimum.measure.grows and "=" not in optimum.measure.key else "is"
    text = f"{tried} {in_text(optimum.measure)} {verb} {way}, **{number(best.value)}**,"
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


def notes(
    optimum: BestThreshold,
    near: tuple[float, float],
    constraints: Sequence[Constraint],
    unconstrained: BestThreshold | None,
    evidence_gains: bool = False,
) -> list[Note]:
    """What this threshold calls for; `near` are the ends of thresholds nearly as good.

    `unconstrained` is the optimum without conditions. Where evidence gains, the closed form is left out.
    """
    if math.isnan(optimum.best.value):
        return [Note("no-value", f"{literal(optimum.measure.title)} has no value where {optimum.measure.undefined}.")]
    return [
        *([] if unconstrained is None else [_price_of_condition(optimum, constraints, unconstrained)]),
        *([] if constraints else _plateau(optimum, near)),
        *_false_alarms(optimum),
        *_equally_good(optimum),
        *([] if evidence_gains else closed_form_notes(optimum)),
        *_several_peaks(optimum),
        *_on_unseen(optimum, constraints),
    ]


def _price_of_condition(
    optimum: BestThreshold, constraints: Sequence[Constraint], unconstrained: BestThreshold
) -> Note:
    """The price of the condition."""
    best, name, condition = optimum.best, in_text(optimum.measure), condition_text(constraints)
    if unconstrained.best.threshold == best.threshold:
        return Note(
            "condition-met", f"The condition, {condition}, costs nothing: the best threshold meets it.", kind="rests"
        )
    if abs(unconstrained.best.value - best.value) <= rounding_error(optimum.measure, best.value):
        return Note(
            "condition-costs-nothing",
            f"The condition, {condition}, costs nothing: {name} is as good without it.",
        )
    free = unconstrained.best
    where = number(free.threshold) if math.isfinite(free.threshold) else "predicting no case positive"
    price = f"Without the condition, {condition}, the best on these cases would be {number(free.value)}, at {where}."
    both = [each.bootstrap.value for each in (unconstrained, optimum) if each.bootstrap is not None]
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
            f"From {reach(low, high)} {in_text(optimum.measure)} is within {SLACK:g} of its best on these cases: the "
            f"exact threshold matters little.",
        )
    ]


def _false_alarms(optimum: BestThreshold) -> list[Note]:
    """That at the best threshold nearly all positive predictions are wrong."""
    counts = optimum.best.counts
    predicted = counts.predicted_positives.item()
    if not predicted or counts.tp.item() >= FEW_RIGHT * predicted:
        return []
    return [
        Note(
            "mostly-false-alarms",
            f"At {number(optimum.best.threshold)} the model predicts {predictions_in_words(counts)}.",
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


def closed_form_notes(optimum: BestThreshold) -> list[Note]:
    """The threshold in closed form, and which scores reach it."""
    title, chance = literal(optimum.measure.title), optimum.closed.posterior
    if optimum.mode == "rises":
        why = "over the likelihood ratio it is the better the fewer cases are predicted positive"
        return [Note("no-line", f"{title} alone gives no useful threshold: {why}.")]
    if optimum.mode == "falls":
        why = "over the likelihood ratio it is the better the more cases are predicted positive"
        return [Note("no-line", f"{title} alone gives no useful threshold: {why}.")]
    if math.isnan(chance) or optimum.mode == "level":
        return []
    words = f" (`{optimum.measure.line_words}`)" if optimum.measure.line_words else ""
    closed = f"In closed form the threshold is a **probability of {number(chance)}** of being positive{words}"
    reaching = optimum.favours_positive
    if not reaching:
        return [Note("closed-form", f"{closed}.")]
    if len(reaching) > 1 or not math.isinf(reaching[0][1]):
        return [
            Note(
                "closed-form-stretches",
                f"{closed}. By the estimated likelihood ratio that is not one threshold on the scores: "
                f"{score_ranges(reaching)} "
                f"have it. *Likelihood* shows whether that is more than noise.",
            )
        ]
    if math.isinf(reaching[0][0]):
        return [Note("closed-form-all", f"{closed}; every score has it.")]
    low = number(reaching[0][0])
    return [Note("closed-form-score", f"{closed}: scores ≥ {low}, by the estimated likelihood ratio.")]


def reached_scores(optimum: BestThreshold) -> str:
    """The scores that reach the threshold in closed form, as a table has them."""
    if math.isnan(optimum.closed.posterior):
        return "no threshold"
    return score_ranges(optimum.favours_positive) if optimum.favours_positive else "none"


def _several_peaks(optimum: BestThreshold) -> list[Note]:
    if optimum.mode != "several peaks":
        return []
    verb = "is" if optimum.best.peaks == 1 else "are"
    return [
        Note(
            "several-peaks",
            f"Even for ideal scores {in_text(optimum.measure)} can have **several peaks** over the threshold, so a "
            f"search by climbing may stop at a lower one. Here every threshold was tried; there {verb} "
            f"{many(optimum.best.peaks, 'local peak')}.",
            kind="changes",
        )
    ]


def _on_unseen(optimum: BestThreshold, constraints: Sequence[Constraint]) -> list[Note]:
    """What is not known of unseen cases."""
    interval = optimum.bootstrap
    if interval is None or (not math.isnan(interval.value) and not interval.undefined > 0):
        return []
    if math.isnan(interval.value):
        why = " or no threshold meets the condition" if constraints else ""
        return [
            Note(
                "no-promise",
                f"On unseen cases {in_text(optimum.measure)} has no value{why}: what to expect there cannot be told.",
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


def method(optima: Sequence[BestThreshold], optimum: BestThreshold, data: Data) -> str:
    """How best thresholds are found, with sources and assumptions."""
    counts = data.model.counts
    positives, negatives = (number(float(cases)) for cases in (counts.positives, counts.negatives))
    return f"""**Best threshold.** A case is predicted positive if its score is at or above the threshold. The measure
is computed at every distinct score and at +∞ (predicting no case positive), and the best one is taken; of several the
one with the fewest mistakes, then the lowest. {literal(optimum.measure.title)} is ${optimum.measure.latex}$, with
$P$ = {positives} and $N$ = {negatives}.

**How sure.** Cases are drawn with replacement within their class {RESAMPLES} times (seed {SEED}); the interval of the
threshold holds the middle {confidence()} of the best thresholds (Efron 1979). With more than 2,000 distinct scores
thresholds at even ranks are tried. It is a rough guide: where a maximum lies varies more than how high it is.

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
Naryanaswamy 2014 for F1). Which scores reach it is read from the ratio by: {literal(reading_name(data))}; see
*Likelihood*.

**Peaks.** {len([each for each in optima if each.mode == "several peaks"])} of {len(optima)} measures can have several
peaks; looked for on 200 pairs of densities whose ratio rises.
"""


def example_remark() -> str:
    """Why a search that climbs may stop at the wrong peak, with the example that is drawn."""
    positives, negatives = (
        ", ".join(f"{share:g}" for share in shares) for shares in (EXAMPLE_POSITIVES, EXAMPLE_NEGATIVES)
    )
    return f"""Over the likelihood ratio, where a higher value never speaks less for the positive class, most
measures have a single peak over the threshold, and climbing finds it. **Markedness and Matthews correlation need not**:
here three bins of scores hold {positives} of the positive and {negatives} of the negative cases, and half of all are
positive. The ratio of the two rises from bin to bin, and yet both measures peak twice, at 1 and at 2. Fowlkes-Mallows
and the diagnostic odds ratio may peak several times too. (The example printed in appendix B of Gong 2022 is no pair of
densities; this one is.)"""
