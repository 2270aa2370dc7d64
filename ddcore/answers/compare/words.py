"""The words of a comparison: its sentence, the reason, notes and the method."""

import math

import numpy as np

from ddcore.answers.base.answer import Note
from ddcore.answers.base.money import Money
from ddcore.answers.base.words import as_subject, clusters_note, literal, values
from ddcore.answers.compare.compute import AREA_NAMES, Criterion, Pairs, Result
from ddcore.answers.compare.sides import Sides, disagreement_of
from ddcore.chance.paired import mcnemar
from ddcore.chance.two_classifiers import DRAWS, Comparison
from ddcore.formats import count, many, number, p_text, percent
from ddcore.interval import alpha, confidence, tails
from ddcore.scores.dominance import Difference

MOST_NOTES = 6


class Writer:
    """How scores by a criterion are written: worth in its unit, any other as a number."""

    def __init__(self, criterion: Criterion, money: Money | None) -> None:
        self.criterion, self.money = criterion, money

    def score(self, value: float) -> str:
        """A score as text."""
        return number(value) if self.money is None else self.money.text(value)

    def size(self, value: float) -> str:
        """A difference as text, without its sign."""
        return number(abs(value)) if self.money is None else self.money.in_unit(abs(value))

    def between(self, low: float, high: float) -> str:
        """The ends of an interval of differences as text."""
        if self.money is not None:
            return self.money.lead(low, high)
        return values(low, high)


def better_first(result: Result, names: tuple[str, str]) -> tuple[str, str, Comparison]:
    """The better side, the other one, and their comparison with the better one first."""
    if result.comparison.interval.value * result.criterion.sign >= 0:
        return names[0], names[1], result.comparison
    return names[1], names[0], result.comparison.swapped()


def sentence(result: Result, sides: Sides, margin: float, writer: Writer) -> str:
    """Which side is better, or that these cases do not decide it, or that the difference does not matter."""
    name = result.criterion.name
    if math.isnan(result.comparison.interval.value):
        return f"**These cases cannot tell.** {_without(result, sides)}"
    better, other, comparison = better_first(result, sides.names)
    if _same(result, sides):
        return f"**No difference.** On these cases {literal(better)} and {literal(other)} have the same {name}."
    difference = comparison.interval
    both = (
        f"{name[:1].upper()}{name[1:]} is {writer.score(comparison.first)} for {literal(better)} and "
        f"{writer.score(comparison.second)} for {literal(other)}"
    )
    if math.isnan(difference.low):
        return f"**These cases cannot tell.** {both}. How sure the difference is cannot be computed."
    low, high = sorted((result.criterion.sign * difference.low, result.criterion.sign * difference.high))
    between = writer.between(low, high)
    if result.comparison.is_within(margin):
        surely = f" {as_subject(better)} is surely ahead, but by less than that." if result.sign else ""
        return (
            f"**No difference that matters.** {both}. The difference, {between}, is within "
            f"±{writer.size(margin)}.{surely}"
        )
    if result.sign:
        return (
            f"**{as_subject(better)} is better than {literal(other)}** on {name}: "
            f"{writer.score(comparison.first)} against {writer.score(comparison.second)}, a "
            f"difference of {writer.size(difference.value)} ({between})."
        )
    return f"**These cases cannot tell.** {both}. The difference, {between}, may be chance."


def _same(result: Result, sides: Sides) -> bool:
    """Whether both sides have the same predictions, or for areas scores in the same order."""
    if result.criterion.key in AREA_NAMES:
        return result.comparison.interval.value == 0 and result.comparison.interval.error == 0
    disagreement = disagreement_of(sides)
    return disagreement is not None and not disagreement.differ.any()


def _without(result: Result, sides: Sides) -> str:
    """Why there is no value."""
    measure = result.criterion.measure
    if measure is not None:
        which = " and ".join(
            literal(name)
            for name, value in zip(sides.names, (result.comparison.first, result.comparison.second), strict=True)
            if math.isnan(value)
        )
        return f"{measure.title} has no value for {which or 'both'}: {measure.undefined}."
    if sides.score is None:
        return f"The {result.criterion.name} needs scores of both, but one of them has labels only."
    return f"The {result.criterion.name} needs cases of both classes."


def reason(sides: Sides) -> str:
    """On which cases the sides are compared."""
    first, second = (literal(name) for name in sides.names)
    if sides.paired:
        return (
            f"Both are judged on the same cases, so only the cases count on which they disagree. A is {first}, B is "
            f"{second}. The interval is at {confidence()}."
        )
    of_first, of_second = (count(round(float(counts.total))) for counts in sides.classifiers.counts)
    return (
        f"Each is judged on its own cases, {of_first} for {first} and {of_second} for {second}, so chance affects "
        f"both. The interval is at {confidence()}."
    )


def notes(
    results: list[Result], sides: Sides, margin: float, writer: Writer, pairs: Pairs | None, curves: Difference | None
) -> list[Note]:
    """What these sides call for, the most useful first."""
    every = [
        *_differ(sides),
        *_not_worse(results[0], sides, margin, writer),
        *_trade(results, sides),
        *_pairs(pairs),
        *_curves(sides, curves),
        *_clusters(sides),
        *_left_out(sides),
        *_own_cases(sides),
    ]
    return every[:MOST_NOTES]


def _differ(sides: Sides) -> list[Note]:
    """The number of cases on which they differ, who is right there, and how likely that is by chance."""
    disagreement = disagreement_of(sides)
    if disagreement is None:
        return []
    first, second = (literal(name) for name in sides.names)
    differ, cases = int(disagreement.differ.sum()), int(disagreement.differ.size)
    if not differ:
        return [
            Note(
                "same-predictions",
                f"{as_subject(sides.names[0])} and {second} make the same prediction for every case.",
            )
        ]
    right = int((disagreement.differ & disagreement.first_is_right).sum())
    text = (
        f"They disagree on **{many(differ, 'case')}** of {count(cases)} ({percent(differ / cases)}). Of those, {first} "
        f"predicts {count(right)} correctly and {second} {count(differ - right)}."
    )
    if sides.classifiers.is_plain:
        p, mid = (float(mcnemar(right, differ - right, mid=mid)) for mid in (False, True))
        text += (
            f" If both were right equally often, the probability of a split at least this uneven would be {_p(p)} "
            f"(McNemar's exact test; mid-p {_p(mid)})."
        )
    return [Note("differ", text)]


def _p(p: float) -> str:
    return p_text(math.log10(p)) if p > 0 else "below 10⁻³⁰⁰"


def _not_worse(result: Result, sides: Sides, margin: float, writer: Writer) -> list[Note]:
    """That one side is surely not worse by the margin, where nothing stronger is sure."""
    comparison = result.comparison
    if not margin > 0 or result.sign or comparison.is_within(margin) or not comparison.interval.is_finite:
        return []
    better, other, comparison = better_first(result, sides.names)
    worst = comparison.interval.low if result.criterion.sign > 0 else comparison.interval.high
    if result.criterion.sign * worst <= -margin:
        return []
    return [
        Note(
            "not-worse",
            f"{as_subject(better)} is surely not worse than {literal(other)} by {writer.size(margin)} or more "
            f"(*non-inferiority*).",
        )
    ]


def _trade(results: list[Result], sides: Sides) -> list[Note]:
    """That one side finds more positives and the other raises fewer false alarms."""
    by_key = {result.criterion.key: result for result in results}
    tpr, tnr = by_key["TPR"], by_key["TNR"]
    if not tpr.sign * tnr.sign < 0:
        return []
    finds, spares = (sides.names[0 if result.sign > 0 else 1] for result in (tpr, tnr))
    return [
        Note(
            "trade",
            f"{as_subject(finds)} surely finds more of the positives (recall {_scores(tpr)}). {as_subject(spares)} "
            f"surely recognises more of the negatives (specificity {_scores(tnr)}). Which is better depends on what "
            "mistakes cost.",
        )
    ]


def _scores(result: Result) -> str:
    """The higher score and the lower one."""
    high, low = sorted((result.comparison.first, result.comparison.second), reverse=True)
    return f"{number(high)} against {number(low)}"


def _pairs(pairs: Pairs | None) -> list[Note]:
    if pairs is None:
        return []
    known = int((~np.isnan(pairs.adjusted)).sum())
    how = "Holm's correction" if pairs.correction == "holm" else "the correction of Benjamini and Hochberg"
    return [
        Note(
            "pairs",
            f"Of {many(known, 'pair')} of models, **{pairs.sure or 'none'}** surely differ in {pairs.criterion.name}, "
            f"after {how} for the number of pairs.",
        )
    ]


def _curves(sides: Sides, curves: Difference | None) -> list[Note]:
    """Which ROC curve is the higher one, and where."""
    if curves is None:
        return []
    first, second = (literal(name) for name in sides.names)
    if not any(stretch.sign for stretch in curves.stretches):
        return [Note("same-curves", "Both ROC curves are equally high at every false positive rate.")]
    if curves.dominates:
        up, down = (first, second) if curves.dominates > 0 else (second, first)
        return [
            Note(
                "curve-dominates",
                f"On these cases the ROC curve of {up} is nowhere below that of {down}. *Curves* shows how sure that "
                "is.",
            )
        ]
    return [
        Note(
            "curves-cross",
            f"The ROC curve of {first} is higher at {percent(curves.share(1))} of the false positive rates, that of "
            f"{second} at {percent(curves.share(-1))}. *Curves* shows where, and how sure that is.",
        )
    ]


def _clusters(sides: Sides) -> list[Note]:
    if not sides.clusters or sides.classifiers.units is None:
        return []
    return [clusters_note(sides.clusters)]


def _left_out(sides: Sides) -> list[Note]:
    if not sides.left_out:
        return []
    return [
        Note(
            "left-out",
            f"{many(sides.left_out, 'case')} for which only one of the two has a prediction "
            f"{'is' if sides.left_out == 1 else 'are'} left out.",
            kind="changes",
        )
    ]


def _own_cases(sides: Sides) -> list[Note]:
    if sides.paired or sides.scored is not None:
        return []
    return [
        Note(
            "counts-alone",
            "Only the counts of both are known, so they are treated as counts of different cases. If the cases are the "
            "same, add a file with the predictions of both: then the difference is known more precisely.",
        )
    ]


def method(sides: Sides, margin: float) -> str:
    """How differences, intervals and p values are found."""
    same = """**Shares of the same cases** (accuracy, TPR, FPR and their complements): let $b$ cases count for A alone
and $c$ for B alone. The p value is exact, twice the smaller tail of the binomial law of $b$ among $b + c$ at one half
(McNemar 1947). Mid-p counts half of the probability of the observed value (Fagerland, Lydersen & Laake 2013). The
interval contains the differences that the score test of Tango (1998) does not reject."""
    own = """**Shares of separate cases**: the p value is Fisher's exact one (1935), the interval that of Miettinen &
Nurminen (1985)."""
    return f"""{same if sides.paired else own}

**Any other measure, and worth**: cases are of eight kinds, by truth and by the predictions of A and B. {DRAWS:,} sets
of shares of the kinds are drawn from their distribution given the cases, with half a case more of each kind (Bayesian
bootstrap, Rubin 1981, with the prior of Jeffreys 1946). The interval contains the middle {confidence()} of the
differences; p is twice the smaller part of them on one side of 0, so never below {2 / DRAWS:g}. In simulations of 60 to
400 cases such intervals contained the true difference in 92 to 99 of 100 samples.

**Weighted and clustered cases**: the measure is linearised along each kind of case. Its change with each case or
cluster is squared and summed (Liang & Zeger 1986), and Student's quantile is taken at as many degrees of freedom as
these squares have. The interval is no narrower, and p no smaller, than those of the equivalent number of independent
cases (Kish 1965). In simulations of 20 and 60 clusters, and of 200 weighted cases, such intervals contained the true
difference in 93 of 100 samples or more.

**Areas**: the difference of two AUC has the variance of DeLong, DeLong & Clarke-Pearson (1988), widened for few cases
as on *Curves*, in clusters times the design effect of each class (Obuchowski 1997). Average precision likewise has the
variance of its change with each case. On separate cases the squares of the reach of both intervals are added (Zou &
Donner 2008). The interval of an average precision is the wider of Wilson's and the logit form (Boyd et al. 2013), plus
what chance in both shares of positives adds. In simulations of 3 to 30 positives a side such intervals contained the
true difference in 93 of 100 samples or more.

**Equivalence**: no difference matters where the whole interval is within the margin, {_margin(margin)} either way.
These are two one-sided tests (Schuirmann 1987) at {percent(tails()[0])} each; the table has the larger p value.
A side is surely better at p ≤ {alpha():g} with an interval that leaves out 0. **Many pairs**: p values are corrected by
Holm (1979), so that the probability of any false claim is at most {percent(alpha())}, or by Benjamini & Hochberg
(1995), so that at most {percent(alpha())} of claims are expected to be false."""


def _margin(margin: float) -> str:
    return f"{margin:g}" if margin > 0 else "not chosen"
