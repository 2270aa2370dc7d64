"""The sentences about what a score takes: the answer, the reason, the notes, and how it is computed."""

import math
from collections.abc import Sequence

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import article, as_subject, calls, in_text, interval_text, literal
from ddcore.answers.reach.compute import ModelReach
from ddcore.chance.dutch_draw import Baseline
from ddcore.formats import between, count, number
from ddcore.measures.type import Measure
from ddcore.scores.reach import Needed, Reach, information


def sentence(measure: Measure, steps: Sequence[Needed], chance: float) -> str:
    """What the wanted score takes, and the next one."""
    first = steps[0]
    what = f"{_a(measure).capitalize()} {in_text(measure)} of **{number(first.value)}**"
    if math.isnan(first.separation):
        return f"**Out of reach.** {what} is better than the score of perfect predictions here."
    if not measure.is_better(first.value, chance) or first.separation == 0:
        return f"**No skill.** {what} is no better than random guessing, which reaches {number(chance)} on average."
    if math.isinf(first.separation):
        return f"{what} demands predictions that are almost perfect: an AUC of 1."
    demands = f"{what} demands an AUC of"
    if len(steps) < 2:
        return f"{demands} **{auc_text(first.auc)}**."
    following = steps[1]
    if math.isinf(following.separation):
        step = f"the next step, {number(following.value)}, demands perfect scores"
        return f"{demands} **{auc_text(first.auc)}**; {step}."
    own, next_one = auc_text(first.auc), auc_text(following.auc)
    if own == next_one:
        own, next_one = between(first.auc, following.auc).split(" and ")
    more = number(following.auc - first.auc)
    return f"{demands} **{own}**; {number(following.value)} demands {next_one}, which is {more} more."


def auc_text(value: float) -> str:
    """An AUC with the digits that tell it from 1.

    >>> auc_text(0.97), auc_text(0.999857), auc_text(1.0)
    ('0.970', '0.999857', '1')
    """
    return f"{value:.6f}".rstrip("0") if 0.9995 <= value < 1 - 5e-7 else number(value)


def _a(measure: Measure) -> str:
    """The article of a measure."""
    return article(measure.name).split()[0]


def reason(first: Needed | None = None) -> str:
    """What a score depends on, and what is assumed about the scores."""
    distance = (
        f", here {number(first.separation)} standard deviations apart"
        if first is not None and 0 < first.separation < math.inf
        else ""
    )
    return (
        f"The AUC is the probability that a positive case scores above a negative one. It is computed for the best "
        f"threshold of two normal distributions with equal spread{distance}. Other distributions may need a higher or "
        f"a lower AUC; the table has the lower bounds."
    )


def notes(
    measure: Measure, reach: Reach, steps: Sequence[Needed], random: Baseline, model: ModelReach | None
) -> list[Note]:
    """What needs no skill, what holds for any distribution, and what the model's own AUC would give."""
    first, chance = steps[0], random.best(measure.better)
    reached = random.reached(measure.better)
    on_average = "" if set(reached) <= {(0, 0), (reach.total, reach.total)} else " on average"
    no_skill = f"{_a(measure).capitalize()} {in_text(measure)} of {number(chance)} needs no skill"
    notes = [Note("free", f"{no_skill}: {calls(reached, reach.total)} gives it{on_average}.")]
    if first.any_order >= 1:
        notes.append(
            Note(
                "perfect-only",
                f"Whatever the distribution of the scores, every prediction must be right. Such predictions carry "
                f"{_bits(first.call)} of information a case.",
            )
        )
    elif first.separation > 0 and not math.isnan(first.concave) and measure.is_better(first.value, chance):
        notes.append(
            Note(
                "any-law",
                f"For any distribution of the scores: with a concave ROC curve the AUC is at least "
                f"{number(first.concave)}. With any ROC curve it can be as low as {number(first.any_order)}, if one "
                f"threshold is good and the others are not. The predictions carry at least {_bits(first.call)} of "
                f"information a case.",
            )
        )
        if first.any_order < 0.5:
            notes.append(
                Note(
                    "area-says-little",
                    f"Even scores with an AUC below 1/2 can reach this {in_text(measure)}: one good threshold does "
                    f"not fix the order of the scores on either side of it.",
                )
            )
    if model is not None:
        notes.append(_at_own_auc(measure, model))
    return notes


def _at_own_auc(measure: Measure, model: ModelReach) -> Note:
    """What two equal normals of the model's own AUC would score, and whether the model surely scores less."""
    best, has_auc = model.best, f"{as_subject(model.name)} has an AUC of {number(model.auc.value)}"
    if math.isnan(model.score):
        return Note("at-its-auc", f"{has_auc}; its {in_text(measure)} is undefined.")
    has = f"{has_auc} and {_a(measure)} {in_text(measure)} of {number(model.score)}"
    text = (
        f"{has}. Two normal distributions with this AUC reach {number(best.value)} ({interval_text(best)}) at their "
        f"best threshold."
    )
    worst = best.low if measure.better == "higher" else best.high
    if measure.is_better(worst, model.score):
        return Note("more-at-its-auc", f"{text} The difference is due to its threshold or to the shape of its scores.")
    return Note("at-its-auc", text)


def method(measure: Measure, reach: Reach) -> str:
    """How the least separation is found, and the bounds."""
    return f"""**The model.** Scores of negatives are normal with mean 0, those of positives normal with mean $d'$, both
with standard deviation 1. A threshold $x$ has $TPR = \\Phi(d' - x)$ and $FPR = \\Phi(-x)$; {literal(measure.title)},
${measure.latex}$, is computed on the expected table of $M$ = {count(reach.total)} cases with $P$ =
{count(reach.positives)} positive. The best threshold is searched on a grid that is refined five times around the best
one, among thresholds that predict at least one case positive and one negative on average; constant predictions are
tried, too. The best value grows with $d'$, and the least $d'$ that reaches the score is found by bisection; $AUC =
\\Phi(d' / \\sqrt 2)$. For Youden's J the value is $2 \\Phi(d' / 2) - 1$, for balanced accuracy $\\Phi(d' / 2)$.

**Information** is Shannon's mutual information of truth and score: $H(P / M)$, the entropy of the truth, minus the
mean entropy of the truth given the score; here at most {_bits(information(math.inf, reach.prevalence))} a case.

**Any distribution.** A table that reaches the score has a $TPR$ and an $FPR$. A concave ROC curve through that point
has an area of at least $(1 + TPR - FPR) / 2$, and any ROC curve one of at least $TPR\\,(1 - FPR)$. The scores carry at
least the information of the predictions (data processing inequality). The bounds are the least over all expected tables
that reach the score. For each number of false positives the fewest true positives are enough, because the measure gets
better with each true positive and worse with each false one.

**These are no estimates.** They are computed from the class sizes alone. They describe the average of many such test
sets, not a single one.
"""


def _bits(information: float) -> str:
    """An amount of information with its unit."""
    amount = number(information)
    return f"{amount} bit" if amount == "1" else f"{amount} bits"
