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
from ddcore.scores.best_thresholds import SLACK, BestThreshold, rounded
from ddcore.scores.binned import is_inside
from ddcore.scores.modes import EXAMPLE_NEGATIVES, EXAMPLE_POSITIVES
from ddcore.scores.resampling import DEALS, RESAMPLES
from ddcore.scores.thresholds import Constraint, rounding_error
from ddcore.table import ScoreTable

FEW_RIGHT = 0.1
"""A smaller share of true positives among the positive predictions is noted."""


def sentence(
    optimum: BestThreshold, data: Data, constraints: Sequence[Constraint], evidence: Evidence | None = None
) -> str:
    """The best threshold with its interval, and the loss of the current one."""
    best = optimum.best
    if math.isnan(best.value) and constraints:
        title = literal(optimum.measure.title)
        return f"{title} has no value at any threshold with {condition_text(constraints)}: {optimum.measure.undefined}."
    if math.isnan(best.value):
        return f"{literal(optimum.measure.title)} has no value at any threshold: {optimum.measure.undefined}."
    name = in_text(optimum.measure)
    gains = evidence is not None and evidence.gains
    if not math.isfinite(best.threshold):
        where = f"For {name} it is best to **predict no case positive**{_interval(optimum)}."
    else:
        single = "best single threshold" if gains else "best threshold"
        every = (
            "" if best.counts.predicted_negatives else f", at which every case is predicted {literal(data.positive)}"
        )
        where = f"The {single} for {name} is **{number(best.threshold)}**{_interval(optimum)}{every}."
    if evidence is None or not gains:
        return f"{where} {_loss(optimum, data, constraints)}"
    after, before = number(evidence.row.unseen_after.value), number(evidence.row.unseen_before.value)
    return (
        f"{where} {_loss(optimum, data, constraints)} Read as evidence, the same scores reach **{after}** instead of "
        f"{before} on unseen cases."
    )


def _interval(optimum: BestThreshold) -> str:
    """The interval of the threshold, where it has one."""
    interval = optimum.bootstrap
    if interval is None or math.isnan(interval.low) or interval.low == interval.high == optimum.best.threshold:
        return ""
    return f" ({reach(interval.low, interval.high)})"


def _loss(optimum: BestThreshold, data: Data, constraints: Sequence[Constraint]) -> str:
    """What the current threshold loses; on unseen cases where it is known."""
    cut, value = threshold(data), float(optimum.measure(data.model.counts))
    current = f"The current threshold, {number(cut)},"
    if not all(constraint.met(constraint.measure(data.model.counts)) for constraint in constraints):
        return f"{current} does not meet the condition."
    if math.isnan(value):
        return f"At the current threshold, {number(cut)}, it has no value."
    if cut == optimum.best.threshold:
        return "It is the current threshold."
    lost = abs(optimum.best.value - value)
    if lost <= rounding_error(optimum.measure, value):
        return f"{current} is as good."
    ahead = lead_over_current(optimum, data)
    if ahead is None or math.isnan(ahead.value):
        return f"{current} loses {number(lost)} on these cases."
    if ahead.low > 0:
        return f"{current} loses {number(ahead.value)} ({values(ahead.low, ahead.high)}) on unseen cases."
    return f"{current} may be just as good (difference on unseen cases {values(-ahead.high, -ahead.low)})."


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
    among = f"Among the thresholds with {condition_text(constraints)}," if constraints else "On these cases"
    verb = "are" if optimum.measure.grows and "=" not in optimum.measure.key else "is"
    text = f"{among} {in_text(optimum.measure)} {verb} {way}, **{number(best.value)}**,"
    if not best.counts.predicted_negatives:
        text = f"{text} if every case is predicted {literal(positive)}, at scores ≥ **{number(best.threshold)}**."
    elif math.isfinite(best.threshold):
        text = f"{text} if {literal(positive)} is predicted at scores ≥ **{number(best.threshold)}**."
    else:
        text = f"{text} if no case is predicted {literal(positive)}."
    if interval is None:
        return f"{text} How sure that is cannot be computed, because only the sums of the weights are known."
    if math.isnan(interval.value):
        return text
    return (
        f"{text} On unseen cases expect **{number(interval.value)}** "
        f"({values(interval.value_low, interval.value_high)})."
    )


def at_best(optimum: BestThreshold, current: float, table: ScoreTable) -> list[Note]:
    """What the model predicts at the best threshold, which it offers where the current one is another."""
    best, counts = optimum.best, optimum.best.counts
    if math.isnan(best.value) or not math.isfinite(best.threshold) or not counts.predicted_positives:
        return []
    right = counts.tp.item() / counts.predicted_positives.item()
    code = "mostly-false-alarms" if right < FEW_RIGHT else "at-best"
    below, to = next((each for each in best.optima if each[0] < best.threshold <= each[1]), (best.threshold,) * 2)
    short = best.threshold if below >= to else rounded(best.threshold, math.nextafter(below, math.inf), to)
    if is_inside(table, short):
        short = best.threshold
    text = f"At **{number(best.threshold)}** the model predicts {predictions_in_words(counts)}."
    return [Note(code, text, None if below < current <= to else short)]


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
        text = f"The condition, {condition}, costs nothing: the best threshold meets it."
        return Note("condition-met", text, kind="rests")
    if abs(unconstrained.best.value - best.value) <= rounding_error(optimum.measure, best.value):
        text = f"The condition, {condition}, costs nothing: without it {name} is no better."
        return Note("condition-costs-nothing", text)
    free = unconstrained.best
    where = number(free.threshold) if math.isfinite(free.threshold) else "predicting no case positive"
    price = f"Without the condition, {condition}, the best on these cases would be {number(free.value)}, at {where}."
    both = [each.bootstrap.value for each in (unconstrained, optimum) if each.bootstrap is not None]
    if len(both) < 2 or any(map(math.isnan, both)):
        return Note("condition-price", price, kind="rests")
    without, under = map(number, both)
    text = f"{price} On unseen cases the value is {without} without the condition and {under} with it."
    return Note("condition-price", text, kind="rests")


def _plateau(optimum: BestThreshold, near: tuple[float, float]) -> list[Note]:
    low, high = near
    if not (low < high and math.isfinite(optimum.measure.best) and math.isfinite(optimum.measure.worst)):
        return []
    return [
        Note(
            "plateau",
            f"From {reach(low, high)} {in_text(optimum.measure)} is within {SLACK:g} of its best on these cases, so "
            "the exact threshold matters little.",
        )
    ]


def _equally_good(optimum: BestThreshold) -> list[Note]:
    if len(optimum.best.optima) < 2:
        return []
    return [
        Note(
            "equally-good",
            f"{count(len(optimum.best.optima))} separate ranges of thresholds are equally good. The one with the "
            "fewest mistakes was taken, and of several the lowest.",
            kind="rests",
        )
    ]


def closed_form_notes(optimum: BestThreshold) -> list[Note]:
    """The threshold in closed form, and which scores reach it."""
    name, chance = in_text(optimum.measure), optimum.closed.posterior
    if optimum.mode == "rises":
        fewer = "With ideal scores it is better the fewer cases are predicted positive."
        return [Note("no-line", f"By itself {name} gives no useful threshold. {fewer}")]
    if optimum.mode == "falls":
        more = "With ideal scores it is better the more cases are predicted positive."
        return [Note("no-line", f"By itself {name} gives no useful threshold. {more}")]
    if math.isnan(chance) or optimum.mode == "level":
        return []
    words = f" (`{optimum.measure.line_words}`)" if optimum.measure.line_words else ""
    closed = f"In closed form the best threshold is a **probability of {number(chance)}** of being positive{words}."
    reaching = optimum.favours_positive
    if not reaching:
        return [Note("closed-form", closed)]
    if len(reaching) > 1 or not math.isinf(reaching[0][1]):
        return [
            Note(
                "closed-form-stretches",
                f"{closed} By the estimated likelihood ratio the scores {score_ranges(reaching)} reach it, so it is "
                f"not one threshold on the scores. *Reshape the scores* shows whether that is more than noise.",
            )
        ]
    if math.isinf(reaching[0][0]):
        return [Note("closed-form-all", f"{closed} By the estimated likelihood ratio every score reaches it.")]
    low = number(reaching[0][0])
    return [Note("closed-form-score", f"{closed} By the estimated likelihood ratio, scores ≥ {low} reach it.")]


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
            f"Even for ideal scores {in_text(optimum.measure)} can have **several peaks** over the threshold, and a "
            f"search that climbs may stop at a lower one. Here every threshold was tried; there {verb} "
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
                f"On unseen cases {in_text(optimum.measure)} has no value{why}. So what to expect there is unknown.",
                kind="changes",
            )
        ]
    lacks = "meets the condition" if constraints else "has a value"
    return [
        Note(
            "partly-undefined",
            f"In {percent(interval.undefined)} of the cross-validation folds no threshold {lacks}. The value on unseen "
            f"cases is that of the other folds.",
        )
    ]


def method(optima: Sequence[BestThreshold], optimum: BestThreshold, data: Data) -> str:
    """How best thresholds are found, with sources and assumptions."""
    counts = data.model.counts
    positives, negatives = (number(float(cases)) for cases in (counts.positives, counts.negatives))
    return f"""**Best threshold.** A case is predicted positive if its score is at or above the threshold. The measure
is computed at every distinct score and at +∞ (predicting no case positive), and the best threshold is taken. Of several
it is the one with the fewest mistakes, then the lowest. {literal(optimum.measure.title)} is ${optimum.measure.latex}$,
with $P$ = {positives} and $N$ = {negatives}.

**Interval of the threshold.** Cases are drawn with replacement within their class {RESAMPLES} times (seed {SEED}). The
interval contains the middle {confidence()} of the best thresholds (Efron 1979). With more than 2,000 distinct scores,
thresholds at even ranks are tried. The interval is a rough guide: the place of a maximum varies more than its height.

**On unseen cases.** The cases are split into {PARTS} folds, class by class, {DEALS} times (cross-validation). Each fold
is judged at the threshold that is best on the others. The folds of one split are counted together, so that both classes
keep their size. The value is that of the mean counts. Its interval is from Jeffreys' law of a share, with 1/2 more than
was counted on either side of the threshold. In simulated samples of 10 to 400 cases it contained the true value in 91
to 100 %. For precision and other measures that are best where almost no case is predicted positive, it is too low and
contained the true value in 85 to 100 %. The loss of the current threshold is computed on the same cases.

**Closed form.** For a measure $f$ let $f_{{TP}}$ and $f_{{FP}}$ be its change with one more true or false positive,
while $P$ and $N$ stay the same. A case with the probability $p$ of being positive should be predicted positive where
$p f_{{TP}} + (1-p) f_{{FP}} > 0$. So the threshold is at $p = -f_{{FP}} / (f_{{TP}} - f_{{FP}})$ and at a likelihood
ratio of $p N / ((1-p) P)$. A star means "at the best threshold" (Gong 2022, equation 4.16 and Table 4.4, corrected;
Lipton, Elkan & Naryanaswamy 2014 for F1). Which scores reach it is computed from the likelihood ratio, estimated by
{literal(reading_name(data))}; see *Reshape the scores*.

**Peaks.** {len([each for each in optima if each.mode == "several peaks"])} of {len(optima)} measures can have several
peaks. This was searched for on 200 pairs of densities whose ratio rises.
"""


def example_remark() -> str:
    """Why a search that climbs may stop at the wrong peak, with the example that is drawn."""
    positives, negatives = (
        ", ".join(f"{share:g}" for share in shares) for shares in (EXAMPLE_POSITIVES, EXAMPLE_NEGATIVES)
    )
    return f"""With ideal scores most measures have a single peak over the threshold, so a search that climbs finds it.
**Markedness and Matthews correlation need not.** In this example three bins of scores have {positives} of the
positive and {negatives} of the negative cases, and half of all cases are positive. The likelihood ratio rises from bin
to bin, yet both measures peak twice, at 1 and at 2. Fowlkes-Mallows and the diagnostic odds ratio may peak several
times too. (The example printed in appendix B of Gong 2022 is not a pair of densities; this one is.)"""
