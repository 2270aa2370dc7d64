"""The sentences about how many cases it takes: the answer, the reason, the notes, and how it is computed."""

import math

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import in_text, literal
from ddcore.answers.plan.compute import CasesNeeded, TwoModels, verdict_words
from ddcore.chance.plan import FINE, FINE_NULL, MOST, Least, Plan
from ddcore.chance.power import VERY_MANY, Claim, classes_of
from ddcore.formats import count, many, number, percent, worth
from ddcore.interval import alpha, confidence

SHARELESS = ("TPR", "TNR", "FPR", "FNR", "J", "BACC", "G2")
"""Measures that do not depend on how common positives are."""


def sentence(needed: CasesNeeded) -> str:
    """The number of cases, or that none is enough."""
    plan, least = needed.plan, needed.least
    measure = plan.claim.measure
    if math.isnan(plan.gap) and plan.claim.null is not None:
        return f"**No number is enough.** No {literal(measure.title)} is better than {number(plan.claim.null)}."
    if math.isnan(plan.gap):
        return f"**No number is enough.** {literal(measure.title)} cannot be beaten: guessing is perfect there."
    if plan.gap <= 0:
        P, N = classes_of(VERY_MANY, plan.share)
        score = float(measure(plan.claim.cells(P, N)))
        if plan.claim.null is not None:
            return (
                f"**No number is enough.** With these rates {in_text(measure)} is {number(score)} on average, not "
                f"{verdict_words(plan.claim)}."
            )
        return (
            f"**No number is enough.** With these rates {in_text(measure)} is {number(score)} on average, and no skill "
            f"is needed for {number(plan.claim.bar(P, N))}."
        )
    if math.isinf(least.steady):
        return f"**More than 10¹² cases**: with these rates {in_text(measure)} is too near to {_bar(plan.claim)}."
    positives = classes_of(int(least.steady), plan.share)[0]
    about = "" if least.exact else "about "
    return (
        f"With {about}**{count(least.steady)} cases**, {count(positives)} of them positive, the verdict "
        f"“{verdict_words(plan.claim)}” on {in_text(measure)} comes with {percent(needed.target.power)}."
    )


def _bar(claim: Claim) -> str:
    """What the score shall be better than."""
    return "chance" if claim.null is None else number(claim.null)


def reason(claim: Claim, share: float) -> str:
    """What is taken for granted, and what the verdict asks."""
    granted = (
        f"Taken for granted is a model with a recall of **{percent(claim.tpr)}** and a specificity of "
        f"**{percent(1 - claim.fpr)}**, and that **{percent(share)}** of the cases are positive."
    )
    if claim.null is not None:
        return (
            f"{granted} A score on few cases may be far from the true one: the verdict asks for an interval of "
            f"{in_text(claim.measure)} wholly {verdict_words(claim)}."
        )
    return (
        f"{granted} Even a good model may look lucky in a small set: the verdict asks for a score that guessing seldom "
        f"reaches, and for an interval wholly better than the baseline, the best mean score without skill."
    )


def notes(needed: CasesNeeded) -> list[Note]:
    """What these cases show, what narrow intervals, rarer classes and oversampling cost; up to five notes."""
    notes = [
        *_here(needed),
        *_teeth(needed.least, _fine(needed.plan.claim)),
        *_oversampled(needed),
        *_rarer(needed),
        *_narrow(needed),
        *_about(needed.plan),
    ]
    return notes[:5]


def _fine(claim: Claim) -> int:
    """Up to how many cases each number is looked at."""
    return FINE if claim.null is None else FINE_NULL


def _here(needed: CasesNeeded) -> list[Note]:
    """How probable the verdict is with as many cases as the data have."""
    if not needed.plan.gap > 0 or math.isnan(needed.here):
        return []
    these = f"{many(needed.target.cases, 'case')}, as many as there are here, come to it with {percent(needed.here)}"
    if needed.here >= needed.target.power:
        return [Note("enough", f"{these}: that is enough.")]
    return [Note("too-few", f"{these}: a verdict that is not clear says little against the model then.")]


def _teeth(least: Least, fine: int) -> list[Note]:
    """The first number with the probability, where some larger numbers lack it."""
    if not math.isfinite(least.steady) or least.first == least.steady:
        return []
    stays = f"From {count(least.steady)} on it stays."
    if least.steady > fine:
        stays = (
            f"From about {count(least.steady)} on it stays; beyond {count(fine)} cases not every number is computed."
        )
    return [
        Note(
            "teeth",
            f"{count(least.first)} cases already reach {percent(least.level)}, but some larger numbers do not: counts "
            f"are whole, so the probability goes up and down. {stays}",
        )
    ]


def _rarer(needed: CasesNeeded) -> list[Note]:
    """What it takes where positives are half as common."""
    steady, rarer = needed.least.steady, needed.rarer
    if not math.isfinite(steady):
        return []
    half = f"Were positives half as common, {percent(needed.target.share / 2)}, "
    if rarer is None:
        return [Note("rarer-never", f"{half}no number up to 100,000 cases would be enough.")]
    code = "rarer-more" if rarer > steady else "rarer-fewer"
    return [Note(code, f"{half}it would take {count(rarer)} cases instead of {count(steady)}.")]


def _oversampled(needed: CasesNeeded) -> list[Note]:
    """What choosing more of the rarer class saves."""
    best, prices = needed.cheapest, needed.prices
    if best is None:
        return []
    natural = needed.designs[0]
    if abs(natural.share - needed.target.share) > max(0.01, 1 / natural.total):
        return [
            Note(
                "oversampling-only",
                f"As they come, 100,000 cases are too few; {count(best.positives)} positive and "
                f"{count(best.negatives)} negative ones, chosen, show it for {_price(best.cost)}. "
                f"{_of_sample(needed.plan)}",
            )
        ]
    if best.cost >= 0.98 * natural.cost:
        return [
            Note(
                "oversampling-no",
                f"At these prices no other share of positives is much cheaper than the cases as they come, which cost "
                f"{_price(natural.cost)}.",
            )
        ]
    return [
        Note(
            "oversampling",
            f"Cheapest are {count(best.positives)} positive and {count(best.negatives)} negative cases: "
            f"{_price(best.cost)} instead of {_price(natural.cost)} for cases as they come, at {prices.label:,g} "
            f"a label and {prices.unlabelled:,g} an unlabelled case looked through. {_of_sample(needed.plan)}".strip(),
        )
    ]


def _price(amount: float) -> str:
    """What a design costs."""
    return worth(amount, max(amount, 1e-6))


def _of_sample(plan: Plan) -> str:
    """That a score on chosen cases is one of these cases."""
    measure = plan.claim.measure
    if measure.key in SHARELESS:
        return f"{literal(measure.title)} does not depend on that share."
    if plan.claim.null is not None:
        return f"{literal(measure.title)} is then that of the chosen cases; Prevalence tells it at the true share."
    return (
        f"{literal(measure.title)} and its baseline are then those of the chosen cases; Prevalence tells them "
        f"at the true share."
    )


def _narrow(needed: CasesNeeded) -> list[Note]:
    """What the wished interval takes."""
    name, narrow, steady = in_text(needed.plan.claim.measure), needed.narrow, needed.least.steady
    if narrow is None:
        return [Note("never-narrow", f"No number up to 10,000,000 cases makes the interval of {name} so narrow.")]
    width = number(needed.target.width)
    takes = f"An interval of {name} no wider than {width} takes {many(narrow, 'case')} on average"
    if not math.isfinite(steady):
        return [Note("narrow", f"{takes}.")]
    if narrow > steady:
        more = f"{takes}: more than the verdict, so a clear verdict leaves a wide interval."
        return [Note("narrow-takes-more", more)]
    return [Note("narrow-takes-less", f"{takes}: less than the verdict.")]


def _about(plan: Plan) -> list[Note]:
    """How near the normal law is to the exact sum, where it stands for the sum."""
    if plan.border is None:
        return []
    exact, about = plan.border
    return [
        Note(
            "by-normal-law",
            f"Beyond 100,000 cases the normal law stands for the sums; at 100,000 it tells {percent(about)} where the "
            f"sum tells {percent(exact)}.",
        )
    ]


def method(needed: CasesNeeded, models: TwoModels) -> str:
    """How the numbers come about."""
    plan, target, apart, area = needed.plan, needed.target, models.apart, models.area
    border = ""
    if plan.border is not None:
        exact, about = plan.border
        border = f" There the exact sum is {number(exact)} and the normal law {number(about)}."
    positives = (
        "The number of positives is drawn too, binomial with $M$ and the share; of more than nine likely numbers "
        "evenly spaced ones stand for all, and from 500 cases of each class on it is taken for fixed."
        if target.drawn
        else "The number of positives is $M$ times the share, rounded."
    )
    scored = (
        ""
        if area is None
        else f"""

**The AUC** of {number(area.area)} is held against 1/2 by the normal law, two-sided at {percent(alpha())}, with the
variance of two normal classes (Obuchowski 1994; sample size as in Obuchowski 1998): an approximation, rough below some
thirty cases of a class. An interval of {number(target.width)} takes about {count(area.cases_for_width(target.width))}
cases."""
    )
    areas = models.areas
    if areas is not None:
        scored += f"""

**Two AUCs**, {number(areas.first)} and {number(areas.second)}, are told apart by the normal law, two-sided at
{percent(alpha())}. The variance of their difference is exact for normal scores of one spread in each class: by the
probabilities that one pair of cases, or two with a case in common, are ranked rightly (Bamber 1975), for the same cases
by both models, whose scores correlate by {number(areas.correlation)} within each class (Hanley & McNeil 1983;
Obuchowski & McClish 1997). In simulations the test of Compare told them apart as often as planned, within 7 of 100."""
    fine = count(_fine(plan.claim))
    name = literal(plan.claim.measure.title)
    asked = (
        f"""is "beats chance" where Fisher's exact test has a $p$ of at most {percent(alpha())} and the whole
{confidence()} interval of {name} is better than the baseline of these classes, as Verdict has it"""
        if plan.claim.null is None
        else f"""is "{verdict_words(plan.claim)}" where the whole {confidence()} interval of {name} is"""
    )
    return f"""**The verdict** on so many cases {asked}. $TP$ is binomial with $P$ cases and the recall, $FP$ with $N$
cases and one less the specificity; the verdict holds from some $TP$ on for each $FP$, and the probability is the sum
over $FP$ of the tail of $TP$ from there on. Counts less probable than $10^{{-10}}$ are left out; of more than 400
likely numbers of $FP$ evenly spaced ones stand for all. {positives}

**The least number.** The probability climbs like the teeth of a saw, as counts are whole: "cases" is the least number
from which on it stays above, "first at" the first that has it. Looked at is each number up to {fine},
beyond that each percent, and of these those where the probability is no farther from the wanted one than the largest
falls seen: up to {fine} cases both numbers are exact. Beyond {count(MOST)} cases the normal law stands for the
sums.{border}

**The interval** is that of Verdict (Wilson 1927 for a plain share, the score region else), and its width the
mean over the counts to be expected; the least number for a width is found by halving.

**Two models.** One is right on {percent(apart.right)}, the other on {percent(apart.right - apart.gain)} of the cases.
On the same cases: McNemar's exact test, two-sided at {percent(alpha())}, where just one is right on
{percent(apart.differ)}; the number of such cases is binomial, and so is the part on which the better one is right. On
cases for each: Fisher's exact test of the two shares, exact up to {count(MOST)} cases. Both numbers are found by
halving, so a smaller one may do by luck of the teeth.

**Cost.** A label costs its price. Cases of the rarer class beyond those that come with the others by themselves are
searched among unlabelled ones: each takes one over the share of them on average. For nine shares of positives the
number of cases that is likely enough is found by halving, to half a percent.{scored}
"""
