"""The sentences of groups beside chance: in how many the model fails, notes, and how that is computed."""

import math

import numpy as np
from numpy.typing import NDArray

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import about, in_text, listing, literal, why_approximate
from ddcore.answers.groups.compute import GroupAnalysis, Groups
from ddcore.chance.groups import GroupVerdicts, best_log10_p
from ddcore.data import Data
from ddcore.formats import count, many, number, percent
from ddcore.read.attributes import ATTRIBUTE

MOST_NOTES = 6


def sentence(analysis: GroupAnalysis) -> str:
    """In how many groups the model does no better than chance."""
    groups, own = analysis.groups, analysis.own
    measure = in_text(own.measure)
    judged, behind, sure = (int(where.sum()) for where in (own.judged, own.having("behind"), own.having("beats")))
    model = literal(analysis.model) if len(groups.models) > 1 else "the model"
    if not judged:
        return (
            f"**These cases cannot tell.** In no {groups.noun} can a model beat chance on {measure}, or the measure "
            f"has no value there."
        )
    of = many(judged, groups.noun)
    each = f"both {groups.nouns}" if judged == 2 else f"all {of}"
    if behind:
        return f"In **{count(behind)} of {of}** {model} does no better than chance on {measure}."
    if judged == 1 and sure:
        return f"**No {groups.noun} fails.** On {measure}, {model} beats chance in the only {groups.noun} judged."
    if judged == 1:
        return (
            f"**No {groups.noun} surely fails.** On {measure}, {model} beats chance in the only {groups.noun} judged, "
            f"but this may be luck."
        )
    if sure == judged:
        return f"**No {groups.noun} fails.** On {measure}, {model} clearly beats chance in {each}."
    if sure:
        return (
            f"**No {groups.noun} surely fails.** On {measure}, {model} beats chance in {each}, clearly in "
            f"{count(sure)}."
        )
    return f"**No {groups.noun} surely fails.** On {measure}, {model} beats chance in {each}, but this may be luck."


def reason(analysis: GroupAnalysis) -> str:
    """What each group is compared with, and when it clearly beats chance."""
    groups, comparisons = analysis.groups, int(analysis.verdicts.judged.sum())
    divided = f"The column **{literal(groups.column)}** divides the cases into {many(len(groups.names), groups.noun)}."
    if groups.by_class:
        divided = "Each class in turn is the positive one; all others are negative."
    elif groups.noun == ATTRIBUTE:
        divided = "Each attribute is judged on its own truth."
    corrected = (
        f"A lead over it is clear only if it remains so after correction for **{count(comparisons)} comparisons**."
        if comparisons > 1
        else "A lead over it is clear if luck rarely gives it."
    )
    return (
        f"{divided} In each {groups.noun} the score is compared with its **baseline**, the best average score of "
        f"random guessing there. {corrected}"
    )


def about_groups(data: Data, groups: Groups) -> str:
    """The data, and what is positive: of classes each in turn."""
    if not groups.by_class:
        return about(data)
    return f"{about(data)} Here a model predicts the class with the highest probability, or the class of its label."


def notes(analysis: GroupAnalysis) -> list[Note]:
    """What these groups call for, the most useful first."""
    groups, own = analysis.groups, analysis.own
    every = [
        *_worst(groups, own),
        *_silent(groups, own),
        *_no_model(groups, analysis.verdicts),
        *_perhaps_luck(groups, own),
        *_too_few(groups, own),
        *_unbeatable(groups, own),
        *_no_value(groups, own),
        *empty_note(groups),
        *_weighted(own),
    ]
    return every[:MOST_NOTES]


def _named(groups: Groups, places: NDArray[np.intp], most: int = 4) -> str:
    return listing([literal(groups.names[place]) for place in places], most)


def _worst(groups: Groups, own: GroupVerdicts) -> list[Note]:
    """The group that falls shortest of its baseline or comes nearest to it, of groups with a name if there are any."""
    if not own.judged.any():
        return []
    nameless = np.array(groups.names) == groups.empty
    place = int(np.lexsort((-own.counts.positives, own.rank, nameless))[0])
    score = _alike(own, place) if own.silent[place] else f"{in_text(own.measure)} {_against_baseline(own, place)}"
    cases = many(float(own.counts.total[place]), "case")
    group = (
        f"**{literal(groups.names[place])}**, with {cases}, {number(float(own.counts.positives[place]))} of them "
        f"positive: {score}."
    )
    if own.state[place] == "behind":
        return [Note("farthest-behind", f"The {groups.noun} farthest below chance is {group}")]
    return [Note("nearest-to-chance", f"The {groups.noun} closest to chance is {group}")]


def _alike(own: GroupVerdicts, place: int) -> str:
    """Why a group whose cases are all predicted alike has no value."""
    if own.counts.predicted_positives[place] == 0:
        return f"no case there is predicted positive, so {in_text(own.measure)} has no value"
    return f"every case there is predicted positive, so {in_text(own.measure)} has no value"


def _silent(groups: Groups, own: GroupVerdicts) -> list[Note]:
    """The groups that count as no better than chance because all their cases are predicted alike."""
    places = np.flatnonzero(own.silent)
    if places.size < 2:
        return []
    return [
        Note(
            "predicted-alike",
            f"In {many(places.size, groups.noun)} all cases get the same prediction, so {in_text(own.measure)} has no "
            f"value. These {groups.nouns} count as no better than chance: {_named(groups, places)}.",
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
    if not places.size:
        return [
            Note(
                "some-model-better",
                f"Wherever chance can be beaten, at least one of the {len(groups.models)} models beats it.",
            )
        ]
    return [
        Note(
            "no-model-better",
            f"In **{many(places.size, groups.noun)}** none of the {len(groups.models)} models beats chance: "
            f"{_named(groups, places, 5)}. Where all models fail, the cause may be in the data, such as wrong labels.",
        )
    ]


def _perhaps_luck(groups: Groups, own: GroupVerdicts) -> list[Note]:
    """The number of groups that are better than chance, but not surely."""
    perhaps, sure = int(own.having("unclear").sum()), int(own.having("beats").sum())
    if not perhaps:
        return []
    return [
        Note(
            "perhaps-luck",
            f"In {many(perhaps, groups.noun)} the lead over chance may be luck; in {count(sure)} it is clear.",
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
            f"In {many(int(few.sum()), groups.noun)} there are too few cases: even perfect predictions would not "
            f"clearly beat chance.",
        )
    ]


def _unbeatable(groups: Groups, own: GroupVerdicts) -> list[Note]:
    places = np.flatnonzero(own.having("unbeatable"))
    if not places.size:
        return []
    P, M = own.counts.positives[places], own.counts.total[places]
    one_class = bool(((P == 0) | (P == M)).all())
    why = "all cases there are of one class" if one_class else "guessing there is as good as perfect predictions"
    verb = "is" if places.size == 1 else "are"
    return [
        Note(
            "cannot-be-beaten",
            f"{many(places.size, groups.noun)} {verb} not judged, because {why}: {_named(groups, places)}.",
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
            f"{many(places.size, groups.noun)} {verb} not judged, because {in_text(own.measure)} has no value where "
            f"{own.measure.undefined}: {_named(groups, places)}.",
        )
    ]


def empty_note(groups: Groups) -> list[Note]:
    """The number of cases whose cell of the column is empty."""
    if not groups.empty:
        return []
    size = float(groups.sizes[groups.names.index(groups.empty)])
    verb = "has" if size == 1 else "have"
    return [
        Note("empty-cells", f"{many(size, 'case')} {verb} an empty cell in this column: group {literal(groups.empty)}.")
    ]


def _weighted(own: GroupVerdicts) -> list[Note]:
    if not own.counts.weighted:
        return []
    return [
        Note(
            "weighted",
            f"{why_approximate(own.counts)}: p is that of the independent cases they are worth, and the chart has no "
            f"bars for chance.",
        )
    ]


def method(analysis: GroupAnalysis) -> str:
    """How the baseline, the interval, p and its correction are computed."""
    groups, verdict = analysis.groups, analysis.verdicts
    measure, left = verdict.measure, percent(1 - verdict.level)
    tests = many(int(verdict.judged.sum()), "comparison")
    correct, beyond = CORRECTED[verdict.correction].format(left=left), BEYOND[verdict.correction]
    weighted = (IN_CLUSTERS if verdict.counts.whole else WEIGHTED) if verdict.counts.weighted else ""
    return f"""**{measure.title}** is ${measure.latex}$ ({measure.source}). For each {groups.noun}, with $M$ cases, $P$
of them positive, guessing predicts $n$ cases positive at random. The baseline is its best average score over all $n$
(van de Bijl et al. 2024, Table 4). The {percent(verdict.level)} interval is that of the score with the class sizes
fixed (Wilson 1927; Miettinen & Nurminen 1985). Where all cases are predicted alike and the measure therefore has no
value, the {groups.noun} counts as no better than chance and comes first: a constant prediction shows no skill.

**Exact p.** With the model's own $n$, the true positives of guessing are hypergeometric, so
$p = \\sum_{{k \\ge \\mathrm{{TP}}}} \\binom{{P}}{{k}} \\binom{{M-P}}{{n-k}} / \\binom{{M}}{{n}}$: Fisher's exact test,
one-sided (1935).{weighted}

**Correction.** $m$ is {tests}: all {groups.nouns} of all models that can be judged.
{correct} {beyond} Here $a$ = {left}.

**Grey bars** are exact: guessing with the margins of that {groups.noun} scores within them with a probability of
{percent(verdict.level)} or more.
"""


CORRECTED = {
    "bh": "$\\tilde p_{{(i)}} = \\min_{{j \\ge i}} \\min(1, p_{{(j)}}\\, m / j)$ limits the average share of false "
    "claims among all claims to {left} (Benjamini & Hochberg 1995).",
    "holm": "$\\tilde p_{{(i)}} = \\max_{{j \\le i}} \\min(1, (m - j + 1)\\, p_{{(j)}})$ limits the probability of any "
    "false claim to {left} (Holm 1979).",
}
"""How p is corrected, by the keys of `CORRECTIONS`."""
BEYOND = {
    "bh": "The interval must also be beyond the baseline at the level $1 - a R / m$, where $R$ comparisons pass "
    "(Benjamini & Yekutieli 2005).",
    "holm": "The interval must also be beyond the baseline at the level $1 - a / m$.",
}
"""What the interval must show, by the keys of `CORRECTIONS`."""
IN_CLUSTERS = (
    " The cases are in clusters: p is that of the independent cases they are worth by the design effects of all cases "
    "(Kish 1965), rounded against the model."
)
WEIGHTED = (
    " The cases are weighted: p is that of the whole cases they are worth (Kish 1965), rounded against the model, and "
    "the baseline is that of very many cases with the same base rate."
)
