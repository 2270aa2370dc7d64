"""How many cases: the sentence, the reason and the notes."""

import math
from collections.abc import Sequence

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import inside, literal
from ddcore.answers.plan.tables import Asked
from ddcore.chance.plan import FINE, Least, Plan
from ddcore.chance.plan_cost import Design, Prices, cheapest
from ddcore.chance.power import VERY_MANY, Claim, classes_of
from ddcore.formats import count, many, number, percent, worth

SHARELESS = ("TPR", "TNR", "FPR", "FNR", "J", "BACC", "G2")
"""Measures that do not depend on how common positives are."""


def wanted(plan: Plan, asked: Asked) -> Least:
    """The least number for the probability asked for."""
    return next(one for one in plan.least if one.level == asked.power)


def plan_sentence(plan: Plan, asked: Asked) -> str:
    """The number of cases, or that none is enough."""
    measure, one = plan.claim.measure, wanted(plan, asked)
    if math.isnan(plan.gap):
        return f"**No number is enough.** {literal(measure.title)} cannot be beaten: guessing is perfect there."
    if plan.gap <= 0:
        P, N = classes_of(VERY_MANY, plan.share)
        score = float(measure(plan.claim.cells(P, N)))
        return (
            f"**No number is enough.** With these rates {inside(measure)} is {number(score)} on average, and no skill "
            f"is needed for {number(plan.claim.chance(P, N))}."
        )
    if math.isinf(one.steady):
        return f"**More than 10¹² cases**: with these rates {inside(measure)} is too near to chance."
    positives = classes_of(int(one.steady), plan.share)[0]
    about = "" if one.exact else "about "
    return (
        f"With {about}**{count(one.steady)} cases**, {count(positives)} of them positive, the verdict “beats chance” "
        f"on {inside(measure)} comes with {percent(asked.power)}."
    )


def plan_reason(claim: Claim, share: float) -> str:
    """What is taken for granted, and what the verdict asks."""
    return (
        f"Taken for granted is a model with a recall of **{percent(claim.tpr)}** and a specificity of "
        f"**{percent(1 - claim.fpr)}**, and that **{percent(share)}** of the cases are positive. Even a good model may "
        f"look lucky in a small set: the verdict asks for a score that guessing seldom reaches, and for an interval "
        f"wholly better than the baseline, the best mean score without skill."
    )


def plan_notes(
    plan: Plan,
    asked: Asked,
    here: float,
    narrow: int | None,
    designs: Sequence[Design],
    rarer: int | None,
    prices: Prices,
) -> list[Note]:
    """What these cases show, what narrow intervals, rarer classes and oversampling cost; up to five notes."""
    notes = [
        *_here(plan, asked, here),
        *_teeth(plan, asked),
        *_oversampled(plan, asked, designs, prices),
        *_rarer(plan, asked, rarer),
        *_narrow(plan, asked, narrow),
        *_about(plan),
    ]
    return notes[:5]


def _here(plan: Plan, asked: Asked, here: float) -> list[Note]:
    """What as many cases as in the data show."""
    if not plan.gap > 0 or math.isnan(here):
        return []
    told = f"{many(asked.cases, 'case')}, as many as there are here, come to it with {percent(here)}"
    if here >= asked.power:
        return [Note("enough", f"{told}: that is enough.")]
    return [Note("too-few", f"{told}: a verdict that is not clear says little against the model then.")]


def _teeth(plan: Plan, asked: Asked) -> list[Note]:
    one = wanted(plan, asked)
    if not math.isfinite(one.steady) or one.first == one.steady:
        return []
    stays = f"From {count(one.steady)} on it stays."
    if one.steady > FINE:
        stays = f"From about {count(one.steady)} on it stays; beyond {count(FINE)} cases not every number is computed."
    return [
        Note(
            "teeth",
            f"{count(one.first)} cases already reach {percent(one.level)}, but some larger numbers do not: counts are "
            f"whole, so the probability goes up and down. {stays}",
        )
    ]


def _rarer(plan: Plan, asked: Asked, rarer: int | None) -> list[Note]:
    """What it takes where positives are half as common."""
    one = wanted(plan, asked)
    if not math.isfinite(one.steady):
        return []
    half = f"Were positives half as common, {percent(asked.share / 2)}, "
    if rarer is None:
        return [Note("rarer-never", f"{half}no number up to 100,000 cases would be enough.")]
    code = "rarer-more" if rarer > one.steady else "rarer-fewer"
    return [Note(code, f"{half}it would take {count(rarer)} cases instead of {count(one.steady)}.")]


def _oversampled(plan: Plan, asked: Asked, designs: Sequence[Design], prices: Prices) -> list[Note]:
    """What choosing more of the rarer class saves."""
    best = cheapest(designs)
    if best is None:
        return []
    natural = designs[0]
    if abs(natural.share - asked.share) > max(0.01, 1 / natural.total):
        return [
            Note(
                "oversampling-only",
                f"As they come, 100,000 cases are too few; {count(best.positives)} positive and "
                f"{count(best.negatives)} negative ones, chosen, show it for {_price(best.cost)}. {_of_sample(plan)}",
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
            f"a label and {prices.unlabelled:,g} an unlabelled case looked through. {_of_sample(plan)}".strip(),
        )
    ]


def _price(amount: float) -> str:
    return worth(amount, max(amount, 1e-6))


def _of_sample(plan: Plan) -> str:
    """That a score on chosen cases is one of these cases."""
    measure = plan.claim.measure
    if measure.key in SHARELESS:
        return f"{literal(measure.title)} does not depend on that share."
    return (
        f"{literal(measure.title)} and its baseline are then those of the chosen cases; Prevalence tells them "
        f"at the true share."
    )


def _narrow(plan: Plan, asked: Asked, narrow: int | None) -> list[Note]:
    """What the wished interval takes."""
    name = inside(plan.claim.measure)
    if narrow is None:
        return [Note("never-narrow", f"No number up to 10,000,000 cases makes the interval of {name} so narrow.")]
    told = f"An interval of {name} no wider than {number(asked.width)} takes {many(narrow, 'case')} on average"
    one = wanted(plan, asked)
    if not math.isfinite(one.steady):
        return [Note("narrow", f"{told}.")]
    if narrow > one.steady:
        return [Note("narrow-takes-more", f"{told}: more than the verdict, so a clear verdict leaves a wide interval.")]
    return [Note("narrow-takes-less", f"{told}: less than the verdict.")]


def _about(plan: Plan) -> list[Note]:
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
