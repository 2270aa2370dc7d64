"""The sentences of groups: in how many a model fails, notes, and how that is computed."""

import math

import numpy as np
from numpy.typing import NDArray

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import about, in_text, listing, literal, why_approximate
from ddcore.answers.groups.compute import GroupAnalysis, Groups
from ddcore.chance.gaps import Gaps
from ddcore.chance.groups import GroupVerdicts, best_log10_p
from ddcore.data import Data
from ddcore.formats import count, many, number, percent
from ddcore.interval import confidence

MOST_NOTES = 6


def sentence(analysis: GroupAnalysis) -> str:
    """How many groups do no better than chance."""
    groups, own = analysis.groups, analysis.own
    measure = in_text(own.measure)
    judged, behind, sure = (int(where.sum()) for where in (own.judged, own.having("behind"), own.having("beats")))
    by = f" by {literal(analysis.model)}" if len(groups.models) > 1 else ""
    if not judged:
        return f"**Nobody can tell.** In no {groups.noun} can {measure} be beaten, or it has no value there."
    of = many(judged, groups.noun)
    if behind:
        verb = "does" if behind == 1 else "do"
        return f"**{count(behind)} of {of}** {verb} no better than chance on {measure}{by}."
    everywhere = f"all {of}" if judged > 1 else f"the only {groups.noun} that can be judged"
    if sure == judged:
        return f"**Nowhere.** In {everywhere} {measure}{by} is surely better than chance."
    surely = f", in {count(sure)} of them surely" if judged > 1 else ", but perhaps by luck"
    return f"**Nowhere for sure.** In {everywhere} {measure}{by} is better than chance{surely}."


def reason(analysis: GroupAnalysis) -> str:
    """What each group is compared with, and when it is surely better."""
    groups, comparisons = analysis.groups, int(analysis.verdicts.judged.sum())
    at_once = (
        f" only where it holds for **{count(comparisons)} comparisons at once**"
        if comparisons > 1
        else " by one comparison"
    )
    divided = (
        "Each class is the positive one in turn, and all others are negative."
        if groups.by_class
        else f"The column {literal(groups.column)} divides the cases."
    )
    return (
        f"{divided} In each {groups.noun} the score is held against the best that guessing without looking reaches "
        f"there, its **baseline**. "
        f"Better is called sure{at_once}."
    )


def about_groups(data: Data, groups: Groups) -> str:
    """The data, and what is positive: of classes each in turn."""
    if not groups.by_class:
        return about(data)
    return f"{about(data)} Here the class with the highest probability, or the label, is what a model predicts."


def notes(analysis: GroupAnalysis, gaps: Gaps | None = None, reference: str | None = None) -> list[Note]:
    """What these groups call for, the most useful first."""
    groups, own = analysis.groups, analysis.own
    every = [
        *_worst(groups, own),
        *([] if gaps is None else _largest_gap(own, gaps, literal(str(reference)))),
        *_silent(groups, own),
        *_no_model(groups, analysis.verdicts),
        *_perhaps_luck(groups, own),
        *_too_few(groups, own),
        *_unbeatable(groups, own),
        *_no_value(groups, own),
        *_empty(groups),
        *_weighted(own),
    ]
    return every[:MOST_NOTES]


def _named(groups: Groups, places: NDArray[np.intp]) -> str:
    return listing([literal(groups.names[place]) for place in places])


def _worst(groups: Groups, own: GroupVerdicts) -> list[Note]:
    """The group that falls shortest of its baseline or comes nearest to it, of groups with a name if there are any."""
    if not own.judged.any():
        return []
    nameless = np.array(groups.names) == groups.empty
    place = int(np.lexsort((-own.counts.positives, own.rank, nameless))[0])
    score = _alike(own, place) if own.silent[place] else f"{in_text(own.measure)} {_against_baseline(own, place)}"
    group = (
        f"**{literal(groups.names[place])}**: {score}, with {many(float(own.counts.total[place]), 'case')}, "
        f"{number(float(own.counts.positives[place]))} positive."
    )
    if own.state[place] == "behind":
        return [Note("farthest-behind", f"Farthest behind is {group}")]
    return [Note("nearest-to-chance", f"Nearest to chance is {group}")]


def _largest_gap(own: GroupVerdicts, gaps: Gaps, reference: str) -> list[Note]:
    """The largest gap to the reference group that is sure; that there is none."""
    measure, place = in_text(own.measure), gaps.largest
    if place is None:
        if np.isnan(gaps.adjusted).all():
            return []
        return [Note("no-sure-gap", f"In no group does {measure} surely differ from that in {reference}.")]
    gap, ratio = gaps.comparisons[place].interval, gaps.ratios[place]
    side = "higher" if gap.value > 0 else "lower"
    times = "" if not math.isfinite(ratio.value) else f", {number(ratio.value)} times as high"
    return [
        Note(
            "largest-gap",
            f"Largest gap that is sure: in **{literal(gaps.names[place])}** {measure} is "
            f"**{number(abs(gap.value))} {side}** than in {reference} ({confidence()} interval of the difference "
            f"{number(gap.low)} to {number(gap.high)}){times}.",
        )
    ]


def _alike(own: GroupVerdicts, place: int) -> str:
    """Why a group whose cases are all predicted alike has no value."""
    which = "no" if own.counts.predicted_positives[place] == 0 else "every"
    return f"{which} case there is predicted positive, so {in_text(own.measure)} has no value"


def _silent(groups: Groups, own: GroupVerdicts) -> list[Note]:
    """The groups that count as no better than chance because all their cases are predicted alike."""
    places = np.flatnonzero(own.silent)
    if places.size < 2:
        return []
    return [
        Note(
            "predicted-alike",
            f"{many(places.size, groups.noun)} count as no better than chance without a value, as all their cases are "
            f"predicted alike: {_named(groups, places)}.",
        )
    ]


def _against_baseline(own: GroupVerdicts, place: int) -> str:
    """A score and its baseline, with as many digits as tell them apart."""
    score, baseline = float(own.score[place]), float(own.baseline[place])
    apart = abs(score - baseline)
    if not 0 < apart < 0.0005:
        return f"{number(score)} against a baseline of {number(baseline)}"
    digits = min(12, 1 - math.floor(math.log10(apart)))
    return f"{score:.{digits}f} against a baseline of {baseline:.{digits}f}".replace("-", "−")


def _no_model(groups: Groups, verdict: GroupVerdicts) -> list[Note]:
    """The groups in which no model does better than chance."""
    if len(groups.models) < 2:
        return []
    places = np.flatnonzero(verdict.having("behind").all(axis=0))
    models = f"none of the {len(groups.models)} models"
    if not places.size:
        return [Note("some-model-better", f"In every {groups.noun} some model does better than chance, or none can.")]
    return [
        Note(
            "no-model-better",
            f"In **{many(places.size, groups.noun)}** {models} does better than chance: {_named(groups, places)}. "
            f"What all models fail at may lie in the data, such as in their labels.",
        )
    ]


def _perhaps_luck(groups: Groups, own: GroupVerdicts) -> list[Note]:
    """The number of groups that are better than chance, but not surely."""
    perhaps, sure = int(own.having("unclear").sum()), int(own.having("beats").sum())
    if not perhaps:
        return []
    verb = "is" if perhaps == 1 else "are"
    return [
        Note(
            "perhaps-luck",
            f"{many(perhaps, groups.noun)} {verb} better than chance but perhaps by luck, {count(sure)} surely better.",
        )
    ]


def _too_few(groups: Groups, own: GroupVerdicts) -> list[Note]:
    """The number of groups in which not even perfect answers would be surely better than chance."""
    best = best_log10_p(own.counts)
    few = own.judged & ~own.having("beats") & (best > math.log10(1 - own.level))
    if not few.any():
        return []
    return [
        Note(
            "too-few-cases",
            f"In {many(int(few.sum()), groups.noun)} there are too few cases: not even perfect answers would surely be "
            f"better than chance.",
        )
    ]


def _unbeatable(groups: Groups, own: GroupVerdicts) -> list[Note]:
    places = np.flatnonzero(own.having("unbeatable"))
    if not places.size:
        return []
    P, M = own.counts.positives[places], own.counts.total[places]
    one_class = bool(((P == 0) | (P == M)).all())
    why = "all cases there are of one class" if one_class else "guessing there is as good as perfect answers"
    verb = "is" if places.size == 1 else "are"
    return [
        Note(
            "cannot-be-beaten",
            f"{many(places.size, groups.noun)} {verb} left out of the count, as {why}: {_named(groups, places)}.",
        )
    ]


def _no_value(groups: Groups, own: GroupVerdicts) -> list[Note]:
    places = np.flatnonzero(own.having("undefined"))
    if not places.size:
        return []
    verb = "is" if places.size == 1 else "are"
    return [
        Note(
            "no-value",
            f"{many(places.size, groups.noun)} {verb} left out of the count, as {in_text(own.measure)} has no value "
            f"where {own.measure.undefined}: {_named(groups, places)}.",
        )
    ]


def _empty(groups: Groups) -> list[Note]:
    if not groups.empty:
        return []
    size = float(groups.sizes[groups.names.index(groups.empty)])
    cases = (
        "1 case has nothing in that column; it is"
        if size == 1
        else f"{number(size)} cases have nothing in that column; they are"
    )
    return [Note("empty-cells", f"{cases} the group {literal(groups.empty)}.")]


def _weighted(own: GroupVerdicts) -> list[Note]:
    if not own.counts.weighted:
        return []
    return [
        Note(
            "weighted",
            f"{why_approximate(own.counts)}: p is that of as many independent cases as they are worth, and no bars are "
            f"drawn for chance.",
        )
    ]


def method(analysis: GroupAnalysis) -> str:
    """How the baseline, the interval, p and its correction are computed."""
    groups, verdict = analysis.groups, analysis.verdicts
    measure, left, tests = verdict.measure, percent(1 - verdict.level), count(int(verdict.judged.sum()))
    correct = CORRECTED[verdict.correction].format(left=left)
    weighted = (IN_CLUSTERS if verdict.counts.whole else WEIGHTED) if verdict.counts.weighted else ""
    return f"""**{measure.title}** is ${measure.latex}$ ({measure.source}). Of a {groups.noun} with $M$ cases, $P$ of
them positive, the baseline is the best mean of a draw that predicts $n$ of them positive without looking, over all $n$
(van de Bijl et al. 2024, Table 4). The interval, {percent(verdict.level)}, is that of the score with the class sizes
as they are (Wilson 1927; Miettinen & Nurminen 1985). Where all cases are predicted alike and the measure has no value
for that, the {groups.noun} counts as no better than chance and stands first: a constant answer shows no skill.

**Exact p.** With the model's own $n$ the true positives of a draw are hypergeometric, so that
$p = \\sum_{{k \\ge \\mathrm{{TP}}}} \\binom{{P}}{{k}} \\binom{{M-P}}{{n-k}} / \\binom{{M}}{{n}}$: Fisher's exact test,
one-sided (1935).{weighted}

**Correction.** The number of comparisons is $m$ = {tests}: all {groups.nouns} of all models that can be judged.
{correct} Here $a$ = {left}.

**Grey bars** are exact: with a probability of {percent(verdict.level)} or more a draw with the margins of that
{groups.noun} lies there.
"""


GAPS_METHOD = """
**Gap and ratio** are the score of a group less, and over, that of the reference group, which has cases of its own.
Shares of cases have the score intervals of Miettinen & Nurminen (1985) and Fisher's exact p; of other measures the
intervals hold the middle of 20,000 draws of both groups' tables given their cases (Rubin 1981; Jeffreys 1946).
Weighted and clustered cases are followed one by one, cluster by cluster (Liang & Zeger 1986; the ratio as Fieller 1954
has it), and are no surer than as many independent cases. p is corrected for the number of groups as above. In
simulations of groups of 20 to 200 cases beside 200 or 500, plain, weighted or in clusters, both intervals held the
true value in 95 of 100 samples or more on average of each design, and in 92 or more in its worst cell.
"""
"""How gaps and ratios are computed."""
CORRECTED = {
    "bh": "$\\tilde p_{{(i)}} = \\min_{{j \\ge i}} \\min(1, p_{{(j)}}\\, m / j)$ bounds the mean share of false claims "
    "among all claims by {left} (Benjamini & Hochberg 1995). The interval must lie beyond the baseline at the level "
    "$1 - a R / m$, too, with $R$ the number of comparisons that pass (Benjamini & Yekutieli 2005).",
    "holm": "$\\tilde p_{{(i)}} = \\max_{{j \\le i}} \\min(1, (m - j + 1)\\, p_{{(j)}})$ bounds the probability of any "
    "false claim by {left} (Holm 1979). The interval must lie beyond the baseline at the level $1 - a / m$, too.",
}
"""How p is corrected, by the keys of `CORRECTIONS`."""
IN_CLUSTERS = (
    " The cases stand in clusters: p is that of as many independent cases as they are worth by the design effects of "
    "all cases (Kish 1965), rounded against the model."
)
WEIGHTED = (
    " The cases are weighted: p is that of as many whole cases as they are worth (Kish 1965), rounded against the "
    "model, and the baseline that of very many cases with the same share of positives."
)
