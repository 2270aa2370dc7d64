"""The sentences about the number of cases: for the verdict, for an interval, and for two models."""

import math

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import in_text, literal
from ddcore.answers.plan.compute import CasesNeeded, Target, TwoModels, WidthNeeded, verdict_words
from ddcore.chance.plan import FINE, FINE_NULL, MOST, Least, Plan
from ddcore.chance.plan_pair import seen
from ddcore.chance.power import VERY_MANY, Claim, classes_of
from ddcore.formats import count, many, number, percent, worth
from ddcore.interval import alpha, confidence

SHARELESS = ("TPR", "TNR", "FPR", "FNR", "J", "BACC", "G2")
"""Measures that do not depend on how common positives are."""


def beat_sentence(needed: CasesNeeded) -> str:
    """The number of cases for the verdict, or that none is enough."""
    plan, least = needed.plan, needed.least
    measure = plan.claim.measure
    if math.isnan(plan.gap) and plan.claim.null is not None:
        return f"**No number is enough.** No {literal(measure.title)} is better than {number(plan.claim.null)}."
    if math.isnan(plan.gap):
        return f"**No number is enough.** {literal(measure.title)} cannot be beaten: guessing is perfect there."
    if plan.gap <= 0:
        P, N = classes_of(VERY_MANY, plan.share)
        score = float(measure(plan.claim.cells(P, N)))
        rates = f"With this recall and specificity, {in_text(measure)} is {number(score)} on average"
        if plan.claim.null is not None:
            return f"**No number is enough.** {rates}, which is not {verdict_words(plan.claim)}."
        return f"**No number is enough.** {rates}, and random guessing already reaches {number(plan.claim.bar(P, N))}."
    if math.isinf(least.steady):
        close = f"{in_text(measure)} is too close to {_bar(plan.claim)}"
        return f"**More than 10¹² cases** are needed: with this recall and specificity, {close}."
    positives = classes_of(int(least.steady), plan.share)[0]
    about = "" if least.exact else "about "
    return (
        f"With {about}**{count(least.steady)} cases**, {count(positives)} of them positive, the chance of the verdict "
        f"“{verdict_words(plan.claim)}” on {in_text(measure)} is {percent(needed.target.power)}."
    )


def _bar(claim: Claim) -> str:
    """What the score should be better than."""
    return "chance" if claim.null is None else number(claim.null)


def width_sentence(needed: WidthNeeded) -> str:
    """The number of cases for the interval, or that none is enough."""
    target, name, narrow = needed.target, in_text(needed.claim.measure), needed.narrow
    width = number(target.width)
    if narrow is not None:
        positives = classes_of(narrow, target.share)[0]
        return (
            f"With **{many(narrow, 'case')}**, {count(positives)} of them positive, the {confidence()} interval of "
            f"{name} is {width} wide on average."
        )
    if any(math.isfinite(wide) for wide in needed.width):
        return f"**More than 10,000,000 cases** are needed for an interval of {name} that is {width} wide."
    return f"**No number is enough.** The interval of {name} has no two ends."


def apart_sentence(models: TwoModels, target: Target) -> str:
    """The number of cases that tell the two models apart."""
    apart, paired = models.apart, models.cases[target.power][0]
    accuracies = f"accuracies of {percent(apart.right)} and {percent(apart.right - apart.gain)}"
    if paired is None:
        return f"**More than 10⁹ cases** are needed to tell {accuracies} apart."
    return (
        f"With **{many(paired, 'case')}** that both models predict, the chance to tell {accuracies} apart is "
        f"{percent(target.power)}."
    )


def reason(claim: Claim, share: float) -> str:
    """What is assumed, and what the verdict requires."""
    if claim.null is not None:
        return (
            f"{_assumed(claim, share)} A score on few cases may be far from the true one. So the verdict requires that "
            f"the whole interval of {in_text(claim.measure)} is {verdict_words(claim)}."
        )
    return (
        f"{_assumed(claim, share)} On few cases even a good model may look lucky. So the verdict requires a score that "
        f"guessing rarely reaches, and an interval that is wholly better than the baseline, the best mean score of "
        f"random guessing."
    )


def _assumed(claim: Claim, share: float) -> str:
    return (
        f"Assumed: a model with a recall of **{percent(claim.tpr)}** and a specificity of "
        f"**{percent(1 - claim.fpr)}**, and **{percent(share)}** positive cases."
    )


def width_reason(claim: Claim, share: float) -> str:
    """What is assumed, and how the width falls."""
    return f"{_assumed(claim, share)} An interval half as wide needs about four times the number of cases."


def apart_reason(models: TwoModels, target: Target) -> str:
    """What is assumed, and what models need that do not predict the same cases."""
    separate = models.cases[target.power][1]
    assumed = f"Assumed: exactly one of the two models is right on **{percent(models.apart.differ)}** of the cases."
    if separate is None:
        return f"{assumed} If each model predicts cases of its own, more than 10⁹ cases are needed for each."
    return f"{assumed} If each model predicts cases of its own, **{count(separate)} cases** are needed for each."


def beat_notes(needed: CasesNeeded) -> list[Note]:
    """What these cases show, and what rarer classes and oversampling cost."""
    return [
        *_here(needed),
        *_teeth(needed.least, _fine(needed.plan.claim)),
        *_oversampled(needed),
        *_rarer(needed),
        *_about(needed.plan),
    ]


def width_notes(needed: WidthNeeded) -> list[Note]:
    """What these cases show."""
    cases = many(needed.target.cases, "case")
    if math.isnan(needed.here):
        return [Note("no-width", f"With your {cases} the interval has no two ends.")]
    return [Note("width-here", f"Your {cases} give an interval that is {number(needed.here)} wide on average.")]


def apart_notes(models: TwoModels, target: Target) -> list[Note]:
    """Which difference these cases show, and what two AUCs need."""
    cases, chance = many(target.cases, "case"), percent(target.power)
    (gain,) = seen(max(target.cases, 1), models.apart.differ, [target.power])
    if math.isnan(gain):
        notes = [Note("none-seen", f"Your {cases} are too few to show any difference with a chance of {chance}.")]
    else:
        here = f"Your {cases} show a difference in accuracy of {percent(gain)} or more"
        notes = [Note("seen-here", f"{here} with a chance of {chance}, if both models predict them.")]
    if models.areas is not None:
        paired, separate = models.area_cases[target.power]
        areas = f"AUCs of {number(models.areas.first)} and {number(models.areas.second)}"
        if paired is None or separate is None:
            notes.append(Note("areas-too-near", f"{areas} are too close to be told apart with 10⁹ cases."))
        else:
            text = f"To tell {areas} apart, about {count(paired)} cases are needed that both models score"
            notes.append(Note("areas", f"{text}, or about {count(separate)} for each."))
    if models.area is not None:
        needs = f"About {count(models.area.cases_for(target.power))} cases"
        notes.append(Note("area", f"{needs} show with a chance of {chance} that the first AUC is above 1/2."))
    return notes


def _fine(claim: Claim) -> int:
    """Up to how many cases each number is computed."""
    return FINE if claim.null is None else FINE_NULL


def _here(needed: CasesNeeded) -> list[Note]:
    """How probable the verdict is with the number of cases that the data have."""
    if not needed.plan.gap > 0 or math.isnan(needed.here):
        return []
    cases, chance = many(needed.target.cases, "case"), percent(needed.here)
    if needed.here >= needed.target.power:
        return [Note("enough", f"Your {cases} are enough: the chance of this verdict is {chance}.")]
    text = f"Your {cases} are too few: the chance of this verdict is {chance}"
    return [Note("too-few", f"{text}. So a verdict that is not clear is no evidence against the model.")]


def _teeth(least: Least, fine: int) -> list[Note]:
    """The first number with the probability, where some larger numbers lack it."""
    if not math.isfinite(least.steady) or least.first == least.steady:
        return []
    level = percent(least.level)
    text = (
        f"{count(least.first)} cases already give {level}, but some larger numbers do not, because counts are whole "
        f"numbers"
    )
    if least.steady > fine:
        stays = f"From about {count(least.steady)} cases on it stays above {level}"
        return [Note("teeth", f"{text}. {stays}; above {count(fine)} cases not every number is computed.")]
    return [Note("teeth", f"{text}. From {count(least.steady)} cases on it stays above {level}.")]


def _rarer(needed: CasesNeeded) -> list[Note]:
    """What it takes where positives are half as common."""
    steady, rarer = needed.least.steady, needed.rarer
    if not math.isfinite(steady):
        return []
    half = f"If positives were half as common ({percent(needed.target.share / 2)})"
    if rarer is None:
        return [Note("rarer-never", f"{half}, 100,000 cases would not be enough.")]
    code = "rarer-more" if rarer > steady else "rarer-fewer"
    return [Note(code, f"{half}, {count(rarer)} cases would be needed instead of {count(steady)}.")]


def _oversampled(needed: CasesNeeded) -> list[Note]:
    """What choosing more of the rarer class saves."""
    best, prices = needed.cheapest, needed.prices
    if best is None:
        return []
    natural = needed.designs[0]
    cases = f"{count(best.positives)} positive and {count(best.negatives)} negative cases"
    if abs(natural.share - needed.target.share) > max(0.01, 1 / natural.total):
        return [
            Note(
                "oversampling-only",
                f"Of cases as they come, 100,000 are too few. Selected {cases} are enough, for {_price(best.cost)}. "
                f"{_of_sample(needed.plan)}",
            )
        ]
    if best.cost >= 0.98 * natural.cost:
        return [
            Note(
                "oversampling-no",
                f"At these prices, cases as they come are about the cheapest, for {_price(natural.cost)}.",
            )
        ]
    return [
        Note(
            "oversampling",
            f"Cheapest is a selection of {cases}: {_price(best.cost)} instead of {_price(natural.cost)} for cases as "
            f"they come, at {prices.label:,g} a label and {prices.unlabelled:,g} for each unlabelled case searched. "
            f"{_of_sample(needed.plan)}",
        )
    ]


def _price(amount: float) -> str:
    """What a design costs."""
    return worth(amount, max(amount, 1e-6))


def _of_sample(plan: Plan) -> str:
    """That a score on selected cases is one of these cases."""
    measure = plan.claim.measure
    if measure.key in SHARELESS:
        return f"{literal(measure.title)} does not depend on this share."
    if plan.claim.null is not None:
        return (
            f"{literal(measure.title)} is then that of the selected cases; *If positives were rarer* has it at the "
            f"true share."
        )
    return (
        f"{literal(measure.title)} and its baseline are then those of the selected cases; *If positives were rarer* "
        f"has them at the true share."
    )


def _about(plan: Plan) -> list[Note]:
    """How near the normal law is to the exact sum, where it replaces the sum."""
    if plan.border is None:
        return []
    exact, about = plan.border
    return [
        Note(
            "by-normal-law",
            f"Above 100,000 cases the probability is that of the normal approximation. At 100,000 cases it is "
            f"{percent(about)}, and the exact one {percent(exact)}.",
        )
    ]


def beat_method(needed: CasesNeeded) -> str:
    """How the number of cases for the verdict is computed."""
    plan = needed.plan
    border = ""
    if plan.border is not None:
        exact, about = plan.border
        border = f" There the exact sum is {number(exact)} and the normal approximation {number(about)}."
    fine = count(_fine(plan.claim))
    name = literal(plan.claim.measure.title)
    asked = (
        f"""is "beats chance" where Fisher's exact test has a $p$ of at most {percent(alpha())} and the whole
{confidence()} interval of {name} is better than the baseline of these classes, as in the verdict on a model"""
        if plan.claim.null is None
        else f"""is "{verdict_words(plan.claim)}" where the whole {confidence()} interval of {name} is"""
    )
    return f"""**The verdict** {asked}. $TP$ is binomial with $P$ cases and the recall, $FP$ with $N$ cases and one
    minus the specificity. For each $FP$ the verdict holds from some $TP$ on, and the probability is the sum over $FP$
    of the tail of $TP$ from there on. Counts less probable than $10^{{-10}}$ are left out; of more than 400 likely
    numbers of $FP$, evenly spaced ones are used. {_positives(needed.target)}

**The least number.** The probability goes up and down a little, because counts are whole. "Cases" is the least number
from which on it stays above the wanted one, "first at" the first number that has it. Each number up to {fine} is
considered, and above that each percent, wherever the probability is no farther from the wanted one than the largest
falls that occur: up to {fine} cases both numbers are exact. Above {count(MOST)} cases the normal approximation is
used.{border}

**Cost.** A label costs its price. More cases of the rarer class are searched among unlabelled ones; each takes one over
their share of them on average. For nine shares of positives the number of cases is found by halving, to half a percent.
"""


def _positives(target: Target) -> str:
    """Whether the number of positives is fixed or drawn."""
    if target.drawn:
        return (
            "The number of positives is binomial with $M$ and the share; of more than nine likely numbers evenly "
            "spaced ones are used, and from 500 cases of each class on it is fixed."
        )
    return "The number of positives is $M$ times the share, rounded."


def width_method(needed: WidthNeeded) -> str:
    """How the number of cases for an interval is computed."""
    return f"""**The interval**, {confidence()}, is that of the verdict on a model (Wilson 1927 for a plain share, the
score region for other measures). Its width is the mean over the counts that this recall and specificity may lead to,
and the least number of cases for a width is found by halving. {_positives(needed.target)}
"""


def apart_method(models: TwoModels, target: Target) -> str:
    """How the number of cases for two models is computed."""
    apart, area, areas = models.apart, models.area, models.areas
    text = f"""**Two models.** One is right on {percent(apart.right)} of the cases, the other on
{percent(apart.right - apart.gain)}. On the same cases the test is McNemar's exact test, two-sided at
{percent(alpha())}: just one model is right on {percent(apart.differ)} of the cases; the number of such cases is
binomial, and so is the part on which the better one is right. On cases for each it is Fisher's exact test of the two
shares, exact up to {count(MOST)} cases. Both numbers are found by halving; some smaller numbers may also be enough.
"""
    if area is not None:
        text += f"""
**The AUC** of {number(area.area)} is compared with 1/2 by the normal approximation, two-sided at {percent(alpha())},
with the variance of two normal classes (Obuchowski 1994; sample size as in Obuchowski 1998). It is rough below some
thirty cases of a class. An interval of {number(target.width)} needs about {count(area.cases_for_width(target.width))}
cases.
"""
    if areas is not None:
        text += f"""
**Two AUCs**, {number(areas.first)} and {number(areas.second)}, are compared by the normal approximation, two-sided at
{percent(alpha())}. The variance of their difference is exact for normal scores with equal spread in each class. It
follows from the probabilities that one pair of cases, or two with a case in common, are ranked correctly (Bamber 1975).
For the same cases by both models, the scores correlate by {number(areas.correlation)} within each class (Hanley &
McNeil 1983; Obuchowski & McClish 1997). In simulations the test told the models apart with the planned probability,
within 7 of 100.
"""
    return text
