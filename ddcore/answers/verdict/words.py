"""The sentences of a verdict: its headline, the reason, what it calls for, and how it is computed."""

import math
from collections.abc import Sequence
from functools import partial

from ddcore.answers.base.answer import Note
from ddcore.answers.base.selected_model import auc_of, predictions_in_words
from ddcore.answers.base.separation import resamples
from ddcore.answers.base.words import (
    as_much_as,
    as_subject,
    calls,
    interval_text,
    listing,
    literal,
    not_drawn,
    typed,
    values,
    why_approximate,
)
from ddcore.answers.verdict.compute import RANKED_BY, Ranked, cases_picked, runs_have_own_cases, unseen_best
from ddcore.chance.dutch_draw import Intervals
from ddcore.chance.runs import RunMean
from ddcore.chance.verdict import MARKS, STATES, MeasureVerdict, Verdict, classes_of_draw, verdict
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.formats import count, number, p_text, percent, worth
from ddcore.interval import Interval, alpha, confidence
from ddcore.measures import measure
from ddcore.records.threshold import cut_of
from ddcore.scores.best_thresholds import simple_best
from ddcore.scores.thresholds import lead


def seldom(verdict: Verdict) -> bool:
    """Whether a draw with as many positive predictions does as well only seldom."""
    return verdict.log10_luck <= math.log10(alpha())


def notes(verdict: Verdict, auc: Interval | None) -> list[Note]:
    """Up to four; `auc` is the area under the ROC curve where it is below 1/2."""
    total, _ = classes_of_draw(verdict.counts)
    notes = [
        *_scores_reversed(auc),
        *not_drawn([line.measure for line in verdict.lines]),
        *_clearly_worse(verdict, total),
        *_behind(verdict),
        *[_unclear(verdict, line) for line in verdict.having("unclear")[:1]],
        *_no_score(verdict),
        *_no_calls(verdict),
        *_undefined_nearby(verdict.lines),
        *_cannot_be_beaten(verdict, total),
        *_free_f1(verdict, total),
        *_free_accuracy(verdict),
    ]
    share = float(verdict.counts.positives / verdict.counts.total)
    return notes[:4] or [
        Note(
            "balanced",
            f"The classes are about equally common ({percent(share)} positive), so accuracy is a fair first look here.",
        )
    ]


def _scores_reversed(auc: Interval | None) -> list[Note]:
    if auc is None or auc.high >= 0.5:
        return []
    return [
        Note(
            "reversed",
            f"The scores point the wrong way: a random positive case outscores a random negative one in only "
            f"{percent(auc.value)} of pairs (AUC {number(auc.value)}, {number(auc.low)} to {number(auc.high)}). "
            f"Is the right class positive? If it is, turn the scores round: *Turn* on the card of a file.",
        )
    ]


def _clearly_worse(verdict: Verdict, total: int) -> list[Note]:
    lines = verdict.having("worse")
    if not lines:
        return []
    first, names = lines[0], listing([line.measure.title for line in lines])
    score, chance = number(first.score), number(first.chance)
    without = calls(first.baseline.reached(first.measure.better), total)
    if len(lines) == 1:
        return [
            Note(
                "clearly-worse", f"{names} of {score} is clearly worse than the {chance} of {without}.", kind="changes"
            )
        ]
    return [
        Note(
            "clearly-worse",
            f"{names} are clearly worse than without skill: {first.measure.title} is {score}, against the {chance} of "
            f"{without}.",
            kind="changes",
        )
    ]


def _behind(verdict: Verdict) -> list[Note]:
    lines = verdict.having("behind")
    if not lines:
        return []
    names = listing([line.measure.title for line in lines])
    do = "do" if len(lines) > 1 else "does"
    if seldom(verdict) and all(line.follows for line in lines):
        return [
            Note(
                "behind",
                f"{names} {do} no better than the best classifier that never looks at the cases. Random guessing with "
                f"as many positive predictions is beaten, but with another number of them it is as good.",
                kind="changes",
            )
        ]
    return [Note("behind", f"{names} {do} no better than a classifier that never looks at the cases.", kind="changes")]


def _unclear(verdict: Verdict, line: MeasureVerdict) -> Note:
    """Why a lead may be luck; luck and the model's own uncertainty apart where they differ."""
    title, score, chance = line.measure.title, number(line.score), number(line.chance)
    ends, p = f"{number(line.interval.low)} to {number(line.interval.high)}", p_text(verdict.log10_luck)
    about = "about " if verdict.counts.weighted else ""
    includes = line.distance_interval[0] <= 0
    if math.isnan(line.interval.low):
        return Note("unclear", f"{title} of {score} is ahead of {chance}, but nobody can say how sure that is.")
    if includes and not seldom(verdict):
        return Note(
            "unclear",
            f"{title} of {score} is ahead of {chance}, but its {confidence()} interval ({ends}) includes chance, and "
            f"random guessing with as many positive predictions does as well with probability {about}{p}.",
        )
    if includes:
        return Note(
            "two-comparisons",
            f"Two comparisons differ. *Luck*: random guessing with as many positive predictions does as well with "
            f"probability {about}{p}, so this is hardly luck. *Own uncertainty*: the {confidence()} interval of "
            f"{title} ({ends}) includes {chance}, the best without skill, so its lead is not clear.",
        )
    if not seldom(verdict):
        return Note(
            "two-comparisons",
            f"Two comparisons differ. *Own uncertainty*: the {confidence()} interval of {title} ({ends}) is beyond "
            f"{chance}, the best without skill. *Luck*: random guessing with as many positive predictions does as well "
            f"with probability {about}{p}, too often to rule luck out.",
        )
    return Note(
        "unclear",
        f"{title} of {score} is ahead of {chance}, but random guessing with as many positive predictions does as well "
        f"with a probability of more than {percent(alpha())}.",
    )


def _no_score(verdict: Verdict) -> list[Note]:
    """A measure without a score whose interval has one end."""
    return [
        Note(
            "no-score",
            f"{line.measure.title} has no value on these cases, but its interval says that it is "
            f"{number(line.interval.low)} or more.",
        )
        for line in verdict.having("undefined")
        if _one_end(line)
    ][:1]


def _no_calls(verdict: Verdict) -> list[Note]:
    """Which measures have no value because nothing is predicted positive, or everything is."""
    counts = verdict.counts
    none = [line.measure.title for line in verdict.having("undefined") if not _one_end(line)]
    have = "have" if len(none) > 1 else "has"
    if none and counts.predicted_positives == 0:
        return [Note("none-called", f"{listing(none)} {have} no value here: no case is predicted positive.")]
    if none and counts.predicted_negatives == 0:
        return [Note("all-called", f"{listing(none)} {have} no value here: every case is predicted positive.")]
    return []


def _one_end(line: MeasureVerdict) -> bool:
    return math.isfinite(line.interval.low) and math.isinf(line.interval.high)


def _undefined_nearby(lines: Sequence[MeasureVerdict]) -> list[Note]:
    """A measure of one's own that has no value at some of the rates that its interval looks at."""
    return [
        Note(
            "undefined-nearby",
            f"{line.measure.title} has no value at {percent(line.interval.undefined)} of the rates that go with these "
            f"counts; its interval is that of the others.",
        )
        for line in lines
        if line.interval.undefined >= 0.005
    ][:1]


def _cannot_be_beaten(verdict: Verdict, total: int) -> list[Note]:
    unbeatable = verdict.having("unbeatable")
    if not unbeatable:
        return []
    first = unbeatable[0]
    return [
        Note(
            "cannot-be-beaten",
            f"*{listing([line.measure.title for line in unbeatable])} cannot be beaten*: "
            f"{calls(first.baseline.reached(first.measure.better), total)} already gives {first.measure.title} "
            f"{number(first.chance)}. Read such measures in pairs, as J or balanced accuracy.",
        )
    ]


def _free_f1(verdict: Verdict, total: int) -> list[Note]:
    return [
        Note("free-f1", f"F1 of {number(line.chance)} is free here: {calls(line.baseline.argmax, total)} reaches it.")
        for line in verdict.lines
        if line.measure.key == "F1" and line.chance > 0.5 and line.state != "unbeatable"
    ]


def _free_accuracy(verdict: Verdict) -> list[Note]:
    share = float(verdict.counts.positives / verdict.counts.total)
    if 0.2 <= share <= 0.8:
        return []
    rare = "positive" if share < 0.5 else "negative"
    return [
        Note(
            "free-accuracy",
            f"Only {percent(min(share, 1 - share))} of the cases are {rare}, so {percent(max(share, 1 - share))} "
            f"accuracy is free.",
        )
    ]


FEW = 1 / 4
"""A model that beats chance on no larger share of the measures does so barely."""


def verdict_case(verdict: Verdict, models: int) -> str:
    """The case of a verdict on one of that many models.

    "untold" where no measure can be beaten; "yes", "part" or "barely" where all, some or few are; "luck" where some
    are, but as many models without skill may do as much; "unclear" where the model is ahead, and "no" where it is not.
    """
    tally = verdict.tally
    if not tally.of:
        return "untold"
    if tally.beats and not verdict.clear_of(models):
        return "luck"
    if tally.beats:
        return "yes" if tally.beats == tally.of else "barely" if tally.beats <= FEW * tally.of else "part"
    return "unclear" if verdict.having("unclear") else "no"


def headline(ranked: Ranked, models: int) -> str:
    """The verdict in a few words and a sentence; of several models it says whether the best or another is told of."""
    verdict = ranked.verdict
    case = verdict_case(verdict, models)
    word = {
        "yes": "Yes",
        "part": "In part",
        "barely": "Barely",
        "no": "No",
        "luck": "No clear improvement",
        "unclear": "No clear improvement",
        "untold": "Nobody can tell",
    }[case]
    words = (word,) if case == "untold" else (word, won(verdict))
    if models == 1:
        return f"**{': '.join(words)}.** {_headline_told(verdict, case, models, as_subject(verdict.name))}"
    short = ", ".join(words)
    short = f"{short[0].lower()}{short[1:]}"
    if ranked.rank > 1:
        place = f"{literal(verdict.name)}, {ordinal(ranked.rank)} of {models}"
        return f"**You look at {place}: {short}.** {_headline_told(verdict, case, models, 'It')}"
    first = f"One of {ranked.equals} best of {models}" if ranked.equals > 1 else f"Best of {models}"
    return f"**{first}: {short}.** {_headline_told(verdict, case, models, as_subject(verdict.name))}"


def _headline_told(verdict: Verdict, case: str, models: int, name: str) -> str:
    """What the headline stands for."""
    beaten, worse, unclear = (_titles(verdict, *states) for states in (("beats",), ("worse",), ("unclear", "behind")))
    if case == "yes":
        return f"{name} beats chance on every measure that can be beaten."
    if case == "part" and not worse:
        return f"{name} beats chance, but not clearly on {unclear}."
    if case == "part" and not unclear:
        return f"{name} beats chance, but is clearly worse than chance on {worse}."
    if case == "part":
        return f"{name} beats chance, but not clearly on {unclear}, and is clearly worse than chance on {worse}."
    if case == "luck":
        return (
            f"{name} beats chance by itself on {beaten}, but the luckiest of {models} models without skill may do as "
            f"much."
        )
    if case == "untold":
        return f"None of these measures can be beaten by {literal(verdict.name)} on these cases."
    told = {
        "barely": f"{name} beats chance on {beaten} only",
        "unclear": f"{name} is not clearly better than chance on any of these measures",
        "no": f"{name} beats chance on none of these measures",
    }[case]
    return f"{told}, and is clearly worse than chance on {worse}." if worse else f"{told}."


def won(verdict: Verdict) -> str:
    """The count of measures on which a model beats chance, and of those on which it is clearly worse if there are any.

    >>> from ddcore.chance.verdict import verdict
    >>> from ddcore.counts import Counts
    >>> won(verdict("A", Counts(tp=9, fp=60, fn=1, tn=930), ["accuracy", "MCC"]))
    '1 of 2, 1 clearly worse'
    """
    tally = verdict.tally
    return f"{tally}, {tally.worse} clearly worse" if tally.worse else str(tally)


def _titles(verdict: Verdict, *states: str) -> str:
    """The measures that have one of these states, in words; empty where none has."""
    titles = [line.measure.title for line in verdict.beatable if line.state in states]
    return listing(titles, 3) if titles else ""


def ordinal(rank: int) -> str:
    """A rank in words.

    >>> [ordinal(rank) for rank in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '111th']
    """
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{rank}{'th' if rank % 100 in (11, 12, 13) else ends.get(rank % 10, 'th')}"


def facts(ranked: Ranked) -> str:
    """Share beyond chance, AUC with its interval and number of cases, in one line; what is not known is left out."""
    auc, counts = ranked.auc, ranked.verdict.counts
    parts = []
    beyond = ranked.beyond
    between = "" if math.isnan(beyond.low) else f" ({reached(beyond)})"
    if beyond.value < 0:
        parts.append(f"on average **below chance**: {percent(beyond.value)}{between}")
    elif beyond.value >= 0:
        parts.append(f"on average **{percent(beyond.value)}** of the way from chance to perfect{between}")
    if auc is not None:
        parts.append(f"AUC **{number(auc.value)}** ({interval_text(auc)})")
    if counts.whole:
        parts.append(f"**{count(counts.total.item())}** {'case' if counts.total == 1 else 'cases'}")
    text = " · ".join(parts)
    return f"{text[:1].upper()}{text[1:]}"


def reason(verdict: Verdict, data: Data) -> str:
    """Accuracy against its baseline, and the exact chance that random guessing does as well."""
    accuracy = next(line for line in verdict.lines if line.measure.key == "ACC")
    total, _ = classes_of_draw(verdict.counts)
    always: dict[Intervals, str] = {
        ((total, total),): f"by always saying {literal(data.positive)}",
        ((0, 0),): f"by always saying {literal(data.negative)}",
    }
    how = always.get(accuracy.baseline.argmax, "whatever it says")
    sentence = (
        f"Without skill nobody can expect more than {percent(accuracy.chance)} accuracy ({how}); "
        f"this model reaches **{percent(accuracy.score)}**. "
    )
    if math.isnan(verdict.log10_luck):
        return sentence + (
            "The cases are weighted and nothing is known of the single weights: no probability, no interval, and any "
            "lead may be luck."
        )
    p = p_text(verdict.log10_luck)
    often = ""
    if verdict.having("unclear") and not seldom(verdict):
        often = " That is too often to tell skill from luck."
    if verdict.counts.weighted:
        return sentence + (
            f"{why_approximate(verdict.counts)} and say as much as {as_much_as(verdict.counts)}; random guessing with "
            f"as many positive predictions does as well with probability **about {p}**.{often}"
        )
    how = "or less" if math.isnan(verdict.log10_p) else "exact"
    return (
        sentence
        + f"Random guessing with as many positive predictions does as well with probability **{p}** ({how}).{often}"
    )


def best_of(ranked: Sequence[Ranked], selected: Ranked) -> str:
    """Which model is the best of several, where another one is selected at; empty where it is that one."""
    if selected.rank == 1:
        return ""
    best = ranked[0].verdict
    told = f"Best of {len(ranked)} is **{literal(best.name)}**: {won(best)}."
    if selected.auc is None or ranked[0].auc is not None:
        return told
    return (
        f"{told} It has no scores, which most questions need: unless you choose, you look at the best one with scores."
    )


MENDED_BY = "J"
"""The measure at whose best threshold a model is told to be cut: as the AUC it looks at both classes alike, whatever
their sizes; chance has 0, and so has a threshold at which no case is predicted positive."""


SLACK = 0.005
"""By how much that measure may be worse at a threshold with fewer digits."""


def threshold_fails(data: Data, shown: Verdict) -> list[Note]:
    """The note on a threshold that fails the selected model, with one that mends it.

    The model's AUC is clearly above 1/2, yet it beats chance on half of the measures or fewer; at the threshold at
    which Youden's J is best it beats chance on more of them, and on unseen cases its J is clearly above 0
    and above that of the threshold that is set.
    """
    table, area = data.model.table, auc_of(data, data.name)
    tally = shown.tally
    if table is None or data.model.threshold is None or area is None or 2 * tally.beats > tally.of:
        return []
    if not area.low > 0.5:
        return []
    drawn = resamples(data)
    made = partial(simple_best, table, MENDED_BY, SLACK, drawn=drawn)
    threshold, unseen = data.cached(("mended threshold", table), made)
    if unseen is None or drawn is None or not unseen.value_low > 0 or not math.isfinite(threshold):
        return []
    ahead = lead(MENDED_BY, unseen, data.model.threshold, drawn=drawn)
    there = table.at(threshold)
    mended = verdict(data.name, there, [line.measure for line in shown.lines])
    if not ahead.low > 0 or mended.tally.beats <= tally.beats:
        return []
    counts = data.model.counts
    return [
        Note(
            "threshold-fails",
            f"**The threshold fails, not the model.** Its scores separate (AUC {number(area.value)}, "
            f"{interval_text(area)}), but at {shortest(cut_of(data.model.threshold))} it predicts "
            f"{predictions_in_words(counts)}. At "
            f"**{shortest(threshold)}** Youden's J (recall + specificity − 1) is about highest on these cases, and "
            f"{number(unseen.value)} on unseen ones ({values(unseen.value_low, unseen.value_high)}), against "
            f"{worth(float(measure(MENDED_BY)(counts)), 1)} as it is. There it predicts {predictions_in_words(there)}.",
            threshold,
        )
    ]


def shortest(threshold: float) -> str:
    """A threshold with all the digits it takes and a minus sign.

    >>> shortest(0.062), shortest(-0.25)
    ('0.062', '−0.25')
    """
    return f"{threshold:.15g}".replace("-", "−")


def best_of_many(data: Data, ranked: Sequence[Ranked]) -> list[Note]:
    """What a best one that was found on the same cases is worth on unseen ones; nothing where it shows no skill."""
    models, best = len(ranked), ranked[0].verdict
    if models == 1 or not best.tally.beats or not best.clear_of(models):
        return []
    unseen, seen = unseen_best(data, ranked), ranked[0].beyond.value
    looks = f"Picked on these cases, the best of {models} looks better than it is"
    if unseen is None or math.isnan(unseen.low):
        return [Note("best-of-many", f"{looks}: expect less on unseen ones.", kind="changes")]
    told = f"**{percent(unseen.value)}** of the way from chance to perfect ({reached(unseen)})"
    if data.total > cases_picked(models):
        told += f", as counted on {count(cases_picked(models))} of these"
    if unseen.value < seen - 0.0005:
        return [Note("best-unseen", f"{looks}: on unseen cases expect {told}, not {percent(seen)}.")]
    return [Note("best-unseen-as-good", f"On unseen cases expect about as much of the best of {models}: {told}.")]


def reached(share: Interval) -> str:
    """From one end of the interval of a share to the other."""
    return f"{percent(share.low)} to {percent(share.high)}"


def run_notes(data: Data, found: Sequence[RunMean]) -> list[Note]:
    """The mean of the first measure over the runs, and how many of them beat chance."""
    known = [row for row in found if not math.isnan(row.mean.low)]
    if not known:
        return []
    row, runs = known[0], len(data.runs)
    beating = {0: "none of them beats", runs: "each of them beats"}.get(row.beating, f"{row.beating} of them beat")
    reach = (
        "That interval is for other runs, each on other cases like these, as far as no two runs share cases."
        if runs_have_own_cases(data)
        else "That interval is for other runs on the same cases; for other cases there is the interval of each run."
    )
    return [
        Note(
            "mean-of-runs",
            f"{row.name} is **{number(row.mean.value)}** on average over {runs} runs of {literal(data.model.run_of)} "
            f"({interval_text(row.mean)}); {beating} chance ({number(row.chance)}). {reach}",
        )
    ]


def method(verdict: Verdict, models: int) -> str:
    """How the verdict on one of that many models is computed, with the numbers put in."""
    total, positives = classes_of_draw(verdict.counts)
    states = "\n".join(f"- {MARKS.get(state, '')} *{words}*" for state, words in STATES.items())
    formulas = "\n\n".join(f"{line.measure.title}:\n\n{typed(line.measure)}" for line in verdict.lines)
    return f"""**Score.** A measure is a function of the four counts, here as it can be typed for one of your own; those
of all others stand in the table.

{formulas}

**Chance.** Random guessing predicts $n$ of all cases positive, $M$ = {count(total)}, drawn blindly (a *Dutch Draw*);
$P$ = {count(positives)} are truly positive. The best mean over all $n$ is the baseline (van de Bijl et al. 2024, Tables
3 and 4).

{_probability(verdict)}

**Interval**, {confidence()}. {INTERVAL}

**Verdict.** A score beats chance where that probability is at most {alpha():g} and its whole interval is on the better
side of the baseline. So what has no skill beats chance on any of these measures in at most {percent(alpha())} of data
sets, however many measures are looked at; of several models each by itself. A score is clearly worse where its whole
interval is on the other side, and random guessing with as many positive predictions scores as badly, or reaches the
baseline at all, with a probability of at most {alpha():g}. One of:
{states}

**Beyond chance.** Each score that can be beaten has its place between the best random guessing, 0, and perfect, 1;
below 0 it runs to the worst value that any classifier has on these classes, −1. The headline has the mean over the
measures shown; its {confidence()} interval is what that mean goes through on the same pairs of recall and specificity.
{_several(models) if models > 1 else ""}"""


def _several(models: int) -> str:
    """How models are ranked, and when the best of that many is clear of luck."""
    return f"""
**Rank.** {RANKED_BY} Equal models share a rank. Each stands at its own threshold; the AUC takes no part.

**Best of {models}.** The best of {models} models without skill does as well as one of them with no more than {models}
times the probability of one (Bonferroni), however alike they are. So the headline tells of skill only where that
probability is at most {alpha():g} / {models}. The table tells of each model by itself.

**On unseen cases.** Where the models predicted the same cases, these are dealt to three parts, class by class, 20
times. Each part is judged by the model that is furthest beyond chance on the others, and the parts are counted
together; the interval is that of so many cases, and held the share of the model picked in 89 to 100 % of simulated
samples of 60 to 1,000 cases. Of more than {count(cases_picked(models))} cases so many are drawn.
"""


INTERVAL = """Wilson's (1927) for plain proportions. For the others it is what the measure goes through on all pairs
of recall and specificity that go with the counts: each rate some deviations $z$ away from the one observed, as Wilson
has it, with $z_1^2 + z_2^2$ at most the square of the normal quantile of the level (a test of chi-square turned round:
Miettinen & Nurminen 1985, Newcombe 1998, Zou & Donner 2008). On the side of a cell with one to three cases Jeffreys'
limit is taken where it is further away (Brown, Cai & DasGupta 2001). The class sizes are kept, so the distance to
chance has the same width; in the columns *Other cases* of the table the share of positives may differ as well, as it
does in another sample."""


def _probability(verdict: Verdict) -> str:
    """What a draw with as many positive predictions does, in formulas."""
    if not math.isnan(verdict.log10_p):
        return _exact(verdict.counts)
    if verdict.counts.weighted and verdict.counts.whole:
        return f"""**Approximate p.** The cases stand in clusters, and those of one cluster tell of each other. They say
as much as {as_much_as(verdict.counts)}: the cases of each class over their design effect (Kish 1965; Obuchowski 1997).
$p$ is that of Fisher's exact test on a table of so many, rounded against the model."""
    total = count(classes_of_draw(verdict.counts)[0])
    chance = f"Chance is that of {total} cases with as large a share of positives; bare counts are left out."
    if math.isnan(verdict.log10_luck):
        return (
            f"**No exact p and no interval.** The cases are weighted, and random guessing takes whole cases. {chance}"
        )
    if not verdict.counts.weighted:
        return f"**No exact p.** So many cases are taken for 1,000,000,000, which makes $p$ larger. {chance}"
    return f"""**Approximate p.** The cases are weighted, and random guessing takes whole cases. They say as much as
{as_much_as(verdict.counts)}, $(\\sum w)^2 / \\sum w^2$ in each class (Kish 1965), and $p$ is that of Fisher's exact
test on a table of so many, rounded against the model. {chance}"""


def _exact(counts: Counts) -> str:
    total, positives, called = (round(n) for n in (counts.total, counts.positives, counts.predicted_positives))
    # A formula is a block of its own only where its signs stand on lines of their own.
    return f"""**Exact p.** With as many positive predictions as this model made, $n$ = {count(called)}, the true
positives of random guessing are hypergeometric:

$$
p = \\sum_{{k \\ge {counts.tp.item()}}} \\frac{{\\binom{{{positives}}}{{k}}
\\binom{{{total - positives}}}{{{called} - k}}}}{{\\binom{{{total}}}{{{called}}}}}
$$

It is one number for all measures, because each of them rises with the true positives once $P$ and $n$ are given
(Fisher's exact test, one-sided). A measure of your own has it only where it rises too; where it does not, its own law
is asked as well."""
