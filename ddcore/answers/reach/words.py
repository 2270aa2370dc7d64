"""The sentences about what a score takes: the answer, the reason, the notes, and how it is computed."""

import math
from collections.abc import Sequence

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import article, as_subject, calls, in_text, interval_text, literal
from ddcore.answers.reach.compute import ModelReach
from ddcore.chance.dutch_draw import Baseline
from ddcore.formats import count, number
from ddcore.measures.type import Measure
from ddcore.scores.reach import Needed, Reach, information


def sentence(measure: Measure, steps: Sequence[Needed], chance: float) -> str:
    """What the wanted score takes, and the next one."""
    first = steps[0]
    what = f"{_a(measure).capitalize()} {in_text(measure)} of **{number(first.value)}**"
    if math.isnan(first.separation):
        return f"**Out of reach.** {what} is better than perfect answers score here."
    if not measure.is_better(first.value, chance) or first.separation == 0:
        return f"**Free.** {what} needs no skill here: random guessing reaches {number(chance)} on average."
    if math.isinf(first.separation):
        return f"{what} takes answers that are all but perfect: an AUC of 1."
    takes = (
        f"{what} takes an AUC of **{auc_text(first.auc)}** here, at the best threshold of two equal normals "
        f"{number(first.separation)} standard deviations apart"
    )
    if len(steps) < 2:
        return f"{takes}."
    following = steps[1]
    if math.isinf(following.separation):
        return f"{takes}; the next step, {number(following.value)}, takes perfect scores."
    return (
        f"{takes}; {number(following.value)} takes {auc_text(following.auc)}, {number(following.auc - first.auc)} more."
    )


def auc_text(value: float) -> str:
    """An AUC with the digits that tell it from 1.

    >>> auc_text(0.97), auc_text(0.999857), auc_text(1.0)
    ('0.970', '0.999857', '1')
    """
    return f"{value:.6f}".rstrip("0") if 0.9995 <= value < 1 - 5e-7 else number(value)


def _a(measure: Measure) -> str:
    """The article of a measure."""
    return article(measure.name).split()[0]


def reason() -> str:
    """What a score rests on, and what is assumed of the scores."""
    return (
        "How far apart the scores of the two classes lie is what a model brings; the threshold, the measure and how "
        "rare positives are do the rest. The AUC says how often a positive case scores above a negative one. Assumed "
        "are the simplest scores, two normal distributions of equal spread; others may need more or less, but none "
        "less than the bounds in the table."
    )


def notes(
    measure: Measure, reach: Reach, steps: Sequence[Needed], random: Baseline, model: ModelReach | None
) -> list[Note]:
    """How much is free, what holds under any law, and what the model's own AUC would give."""
    first, chance = steps[0], random.best(measure.better)
    best_guess = calls(random.reached(measure.better), reach.total)
    notes = [Note("free", f"Free is {number(chance)}: {best_guess} reaches as much on average.")]
    if first.any_order >= 1:
        notes.append(
            Note(
                "perfect-only",
                f"Whatever the law, every answer must be right: the answers tell all there is to know, "
                f"{_bits(first.call)} a case.",
            )
        )
    elif first.separation > 0 and not math.isnan(first.concave) and measure.is_better(first.value, chance):
        notes.append(
            Note(
                "any-law",
                f"Whatever the law, scores whose ROC curve is concave need an AUC of {number(first.concave)} at least; "
                f"with any curve it may be as low as {number(first.any_order)}, if one threshold is good and the rest "
                f"is not. The answers themselves must tell {_bits(first.call)} a case.",
            )
        )
        if first.any_order < 0.5:
            notes.append(
                Note(
                    "area-says-little",
                    f"Even scores with an AUC below 1/2 can reach this {in_text(measure)}: one threshold says nothing "
                    f"about the order on either side of it.",
                )
            )
    if model is not None:
        notes.append(_at_own_auc(measure, model))
    return notes


def _at_own_auc(measure: Measure, model: ModelReach) -> Note:
    """What two equal normals of the model's own AUC would score, and whether the model surely scores less."""
    best, has_auc = model.best, f"{as_subject(model.name)} has an AUC of {number(model.auc.value)}"
    if math.isnan(model.score):
        return Note("at-its-auc", f"{has_auc} and no {in_text(measure)}.")
    has = f"{has_auc} and {_a(measure)} {in_text(measure)} of {number(model.score)}"
    text = (
        f"{has}; two equal normals with that AUC reach {number(best.value)} ({interval_text(best)}) at their best "
        f"threshold."
    )
    worst = best.low if measure.better == "higher" else best.high
    if measure.is_better(worst, model.score):
        return Note("more-at-its-auc", f"{text} Its threshold, or the shape of its scores, leaves the rest.")
    return Note("at-its-auc", text)


def method(measure: Measure, reach: Reach) -> str:
    """How the least separation is found, and the bounds."""
    return f"""**The law.** Scores of negatives are normal with mean 0, those of positives with mean $d'$, both with
spread 1. A threshold $x$ has $TPR = \\Phi(d' - x)$ and $FPR = \\Phi(-x)$; {literal(measure.title)}, ${measure.latex}$,
is taken of the expected table of $M$ = {count(reach.total)} cases with $P$ = {count(reach.positives)} positive. The
best threshold is sought on a grid that is refined around the best five times, among those that call at least one case
positive and one negative on average, and the two constant answers. Its value grows with $d'$, and the least $d'$ that
reaches the score is found by bisection; $AUC = \\Phi(d' / \\sqrt 2)$. For Youden's J the value is
$2 \\Phi(d' / 2) - 1$, for balanced accuracy $\\Phi(d' / 2)$.

**Information** is Shannon's between truth and score: $H(P / M)$, the bits of the truth itself, less the mean entropy of
the truth given the score; here at most {_bits(information(math.inf, reach.prevalence))} a case.

**Any law.** A table that reaches the score has a $TPR$ and an $FPR$. A concave ROC curve through that point has an area
of $(1 + TPR - FPR) / 2$ at least, any ROC curve of $TPR\\,(1 - FPR)$; and the scores tell at least what the answers
tell (data processing inequality). The bounds are the least over all expected tables that reach the score: for each
number of false positives the fewest true positives that do, as the measure gets better with each true positive and
worse with each false one.

**These are no estimates**: they are computed from the class sizes alone, and say what a score takes on average of many
such test sets, not how a single one may fall.
"""


def _bits(information: float) -> str:
    """An amount of information with its unit."""
    amount = number(information)
    return f"{amount} bit" if amount == "1" else f"{amount} bits"
