"""The sentences of a verdict: its headline, the reason, what it calls for, and how it is computed."""

import math
from collections.abc import Mapping, Sequence
from functools import partial

from ddcore.answers.base.answer import Note
from ddcore.answers.base.selected_model import auc_of, predictions_in_words
from ddcore.answers.base.separation import resamples
from ddcore.answers.base.words import (
    as_much_as,
    as_subject,
    calls,
    in_text,
    interval_text,
    listing,
    literal,
    not_drawn,
    typed,
    values,
    why_approximate,
)
from ddcore.answers.verdict.compute import (
    RANKED_BY,
    Ranked,
    cases_known,
    cases_picked,
    runs_have_own_cases,
    unseen_best,
)
from ddcore.chance.dutch_draw import Intervals
from ddcore.chance.runs import RunMean
from ddcore.chance.verdict import MARKS, STATES, MeasureVerdict, Tally, Verdict, classes_of_draw, verdict
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.formats import count, many, number, p_text, percent, shortest, worth
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
        *_behind(verdict, total),
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
            f"The classes are about equally common ({percent(share)} positive), so accuracy is a fair first measure.",
        )
    ]


def _scores_reversed(auc: Interval | None) -> list[Note]:
    if auc is None or auc.high >= 0.5:
        return []
    return [
        Note(
            "reversed",
            f"The scores point the wrong way: a positive case outscores a negative one in only {percent(auc.value)} of "
            f"pairs (AUC {number(auc.value)}, {number(auc.low)} to {number(auc.high)}). Check which class is positive. "
            f"If it is the right one, choose *Reverse* on the card of the file.",
        )
    ]


def _clearly_worse(verdict: Verdict, total: int) -> list[Note]:
    lines = verdict.having("worse")
    if not lines:
        return []
    first, score, chance = lines[0], number(lines[0].score), number(lines[0].chance)
    without = calls(first.baseline.reached(first.measure.better), total)
    if len(lines) == 1:
        text = f"{first.measure.title} is {score}. That is clearly worse than {without}, which gives {chance}."
    else:
        text = (
            f"{listing([line.measure.title for line in lines])} are clearly worse than chance. "
            f"{first.measure.title}, for example, is {score}; {without} gives {chance}."
        )
    return [Note("clearly-worse", text, kind="changes")]


def _behind(verdict: Verdict, total: int) -> list[Note]:
    lines = verdict.having("behind")
    if not lines:
        return []
    first, chance = lines[0], number(lines[0].chance)
    without = calls(first.baseline.reached(first.measure.better), total)
    if len(lines) == 1:
        text = f"On {in_text(first.measure)}, {without} is at least as good as this model: it gives {chance}."
    else:
        text = (
            f"On {listing([in_text(line.measure) for line in lines])}, guessing can be at least as good as this model. "
            f"For example, {without} gives {chance} on {in_text(first.measure)}."
        )
    if seldom(verdict) and all(line.follows for line in lines):
        text = f"{text} The model does beat random guessing with the same number of positive predictions."
    return [Note("behind", text, kind="changes")]


def _unclear(verdict: Verdict, line: MeasureVerdict) -> Note:
    """Why a lead may be luck; luck and the model's own uncertainty apart where they differ."""
    title, score, chance = line.measure.title, number(line.score), number(line.chance)
    ends, p = f"{number(line.interval.low)} to {number(line.interval.high)}", p_text(verdict.log10_luck)
    about = "about " if verdict.counts.weighted else ""
    includes = line.distance_interval[0] <= 0
    if math.isnan(line.interval.low):
        return Note(
            "unclear",
            f"{title} is {score}, ahead of chance ({chance}). How sure that is cannot be computed from these cases.",
        )
    if includes and not seldom(verdict):
        return Note(
            "unclear",
            f"{title} is {score}, ahead of chance ({chance}). But its {confidence()} interval ({ends}) includes "
            f"chance, and the probability that random guessing does as well is {about}{p}.",
        )
    if includes:
        return Note(
            "two-comparisons",
            f"Two comparisons disagree about {title}. *Luck*: the probability that random guessing does as well, with "
            f"the same number of positive predictions, is {about}{p}. So this is hardly luck. *Uncertainty*: its "
            f"{confidence()} interval ({ends}) includes {chance}, the best that guessing gives. So its lead is not "
            f"clear.",
        )
    if not seldom(verdict):
        return Note(
            "two-comparisons",
            f"Two comparisons disagree about {title}. *Uncertainty*: its {confidence()} interval ({ends}) is better "
            f"than {chance}, the best that guessing gives. *Luck*: the probability that random guessing does as well, "
            f"with the same number of positive predictions, is {about}{p}. That does not rule luck out.",
        )
    return Note(
        "unclear",
        f"{title} is {score}, ahead of chance ({chance}). But the probability that random guessing does as well is "
        f"more than {percent(alpha())}.",
    )


def _no_score(verdict: Verdict) -> list[Note]:
    """A measure without a score whose interval has one end."""
    return [
        Note(
            "no-score",
            f"{line.measure.title} has no value on these cases, but its {confidence()} interval begins at "
            f"{number(line.interval.low)}.",
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
        return [Note("none-called", f"{listing(none)} {have} no value here, because no case is predicted positive.")]
    if none and counts.predicted_negatives == 0:
        return [Note("all-called", f"{listing(none)} {have} no value here, because every case is predicted positive.")]
    return []


def _one_end(line: MeasureVerdict) -> bool:
    return math.isfinite(line.interval.low) and math.isinf(line.interval.high)


def _undefined_nearby(lines: Sequence[MeasureVerdict]) -> list[Note]:
    """A measure of one's own that has no value at some of the rates that its interval covers."""
    return [
        Note(
            "undefined-nearby",
            f"{line.measure.title} has no value at {percent(line.interval.undefined)} of the rates that agree with "
            f"these counts. Its interval is computed from the other rates.",
        )
        for line in lines
        if line.interval.undefined >= 0.005
    ][:1]


KNOWN = ("TPR", "FNR", "TNR", "FPR")
"""Measures of which most people know that predicting one class only makes them perfect."""


def _cannot_be_beaten(verdict: Verdict, total: int) -> list[Note]:
    """Where chance is perfect on a measure of which few know it, or where no other measure is shown."""
    every = verdict.having("unbeatable")
    unbeatable = [line for line in every if line.measure.key not in KNOWN] if verdict.tally.of else every
    if not unbeatable:
        return []
    first = unbeatable[0]
    return [
        Note(
            "cannot-be-beaten",
            f"*{listing([line.measure.title for line in unbeatable])} cannot be beaten*: "
            f"{calls(first.baseline.reached(first.measure.better), total)} already gives a {first.measure.title} of "
            f"{number(first.chance)}. Judge such measures in pairs, for example by balanced accuracy.",
        )
    ]


def _free_f1(verdict: Verdict, total: int) -> list[Note]:
    return [
        Note(
            "free-f1",
            f"An F1 of {number(line.chance)} needs no skill here: {calls(line.baseline.argmax, total)} reaches it.",
        )
        for line in verdict.lines
        if line.measure.key == "F1" and line.chance > 0.5 and line.state != "unbeatable"
    ]


def _free_accuracy(verdict: Verdict) -> list[Note]:
    share = float(verdict.counts.positives / verdict.counts.total)
    if 0.4 <= share <= 0.6:
        return []
    return [
        Note(
            "free-accuracy",
            f"{percent(share)} of the cases are positive, so an accuracy of {percent(max(share, 1 - share))} needs no "
            f"skill here.",
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


def headline(ranked: Ranked, models: int, trained: int = 0) -> str:
    """The verdict in a word and a sentence; of several models it says which of them the sentence is about.

    `trained` is as in `among`.
    """
    verdict, tally, name = ranked.verdict, ranked.verdict.tally, _subject(ranked, models, trained)
    case = verdict_case(verdict, models)
    beaten, worse, unclear = (_titles(verdict, *states) for states in (("beats",), ("worse",), ("unclear", "behind")))
    if case == "untold":
        return f"**These measures cannot tell.** {name} cannot beat chance on any of them."
    if case == "luck":
        return (
            f"**No clear improvement.** {name} beats chance by itself on {_of(tally)}. But the luckiest of {models} "
            f"models without skill may do as well."
        )
    if case == "yes":
        every = beaten if tally.of == 1 else f"all {tally.of} measures"
        return f"**Yes.** {name} beats chance on {every}."
    if case == "part" and not worse:
        return f"**In part.** {name} beats chance on {_of(tally)}, but not clearly on {unclear}."
    if case == "part" and not unclear:
        return f"**In part.** {name} beats chance on {_of(tally)}, but is clearly worse than chance on {worse}."
    if case == "part":
        return (
            f"**In part.** {name} beats chance on {_of(tally)}, not clearly on {unclear}, and is clearly worse than "
            f"chance on {worse}."
        )
    if case == "barely":
        few = f"**Barely.** {name} beats chance on only {_of(tally)}: {beaten}."
        return f"{few} It is clearly worse than chance on {worse}." if worse else few
    if tally.of == 1 and worse:
        return f"**No.** {name} is clearly worse than chance on {worse}."
    if tally.of == 1 and case == "unclear":
        return f"**No clear improvement.** {name} does not clearly beat chance on {unclear}."
    if tally.of == 1:
        return f"**No.** {name} does not beat chance on {unclear}."
    word = "No clear improvement" if case == "unclear" else "No"
    none = f"**{word}.** {name} {'clearly beats' if case == 'unclear' else 'beats'} chance on 0 of {tally.of} measures"
    return f"{none}, and is clearly worse than chance on {worse}." if worse else f"{none}."


def _of(tally: Tally) -> str:
    return f"{tally.beats} of {many(tally.of, 'measure')}"


def _subject(ranked: Ranked, models: int, trained: int) -> str:
    """The model at the beginning of a sentence, with its place among several."""
    name, all_of_them = as_subject(ranked.name), among(models, trained)
    if models == 1:
        return name
    if ranked.rank > 1:
        return f"{name}, {ordinal(ranked.rank)} of {all_of_them},"
    if ranked.equals > 1:
        return f"{name}, one of the {ranked.equals} best of {all_of_them},"
    return f"{name}, the {'better' if models == 2 else 'best'} of {all_of_them},"


def among(models: int, trained: int = 0) -> str:
    """The models that one is among; where some were trained several times, `trained` is their number without runs.

    >>> among(3), among(23, 5)
    ('3 models', '23 runs of 5 models')
    """
    return f"{models} runs of {trained} models" if trained else f"{models} models"


def _titles(verdict: Verdict, *states: str) -> str:
    """The measures that have one of these states, in words; empty where none has."""
    titles = [line.measure.title for line in verdict.beatable if line.state in states]
    return listing(titles, 3) if titles else ""


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ordinal(rank: int) -> str:
    """A rank in words.

    >>> [ordinal(rank) for rank in (1, 2, 10, 11, 13, 21, 102, 111)]
    ['first', 'second', 'tenth', '11th', '13th', '21st', '102nd', '111th']
    """
    if rank <= len(ORDINALS):
        return ORDINALS[rank - 1]
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
    """Accuracy against its baseline, and the exact probability that random guessing does as well."""
    accuracy = next(line for line in verdict.lines if line.measure.key == "ACC")
    total, _ = classes_of_draw(verdict.counts)
    always: dict[Intervals, str] = {
        ((total, total),): f"always predicting {literal(data.positive)}",
        ((0, 0),): f"always predicting {literal(data.negative)}",
    }
    how = always.get(accuracy.baseline.argmax, "random guessing")
    sentence = f"Accuracy is **{percent(accuracy.score)}**; {how} gives {percent(accuracy.chance)}. "
    if math.isnan(verdict.log10_luck):
        return sentence + (
            "The cases are weighted, and only the sums of their weights are known. So there is no probability and no "
            "interval, and any lead may be luck."
        )
    p = p_text(verdict.log10_luck)
    often = ""
    if verdict.having("unclear") and not seldom(verdict):
        often = " That does not rule luck out."
    if verdict.counts.weighted:
        return sentence + (
            f"{why_approximate(verdict.counts)} and count like {as_much_as(verdict.counts)}. The probability that "
            f"random guessing does this well, with the same number of positive predictions, is **about {p}**.{often}"
        )
    if verdict.log10_luck >= 0:
        return f"{sentence}Guessing the same number of positives always does as well."
    if math.isnan(verdict.log10_p):
        return f"{sentence}The probability that random guessing does this well is at most **{p}**.{often}"
    return (
        f"{sentence}The probability that random guessing does this well, with the same number of positive predictions, "
        f"is **{p}** (exact).{often}"
    )


def best_of(ranked: Sequence[Ranked], selected: Ranked, trained: int = 0) -> str:
    """Which model is the best of several, where another one is selected; empty where it is that one."""
    if selected.rank == 1:
        return ""
    best, name = ranked[0].verdict, literal(ranked[0].name)
    worse = f" It is clearly worse than chance on {best.tally.worse} of them." if best.tally.worse else ""
    which = f"The best of {among(len(ranked), trained)} is **{name}**: it beats chance on {_of(best.tally)}.{worse}"
    if selected.auc is None or ranked[0].auc is not None:
        return which
    return f"{which} It has no scores, which most questions need, so at first the best model with scores is selected."


MENDED_BY = "J"
"""The measure whose best threshold is proposed: like the AUC it weighs both classes equally, whatever their sizes;
chance has 0, and so has a threshold at which no case is predicted positive."""


SLACK = 0.005
"""By how much that measure may be worse at a threshold with fewer digits."""


def threshold_fails(data: Data, shown: Verdict) -> list[Note]:
    """The note on a threshold that fails the selected model, with a better one.

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
            "**The model is fine; its threshold is wrong.** Its scores separate the classes (AUC "
            f"{number(area.value)}, {interval_text(area)}). But at the threshold "
            f"{shortest(cut_of(data.model.threshold))} the model predicts {predictions_in_words(counts)}. At "
            f"**{shortest(threshold)}** it would predict {predictions_in_words(there)}. Youden's J (recall + "
            f"specificity − 1) would then be {number(unseen.value)} on unseen cases "
            f"({values(unseen.value_low, unseen.value_high)}); at the current threshold it is "
            f"{worth(float(measure(MENDED_BY)(counts)), 1)}.",
            threshold,
        )
    ]


def best_of_many(data: Data, ranked: Sequence[Ranked]) -> list[Note]:
    """What the best of several models is worth on unseen cases; nothing where it shows no skill."""
    models, best = len(ranked), ranked[0].verdict
    if models == 1 or not best.tally.beats or not best.clear_of(models):
        return []
    unseen, seen = unseen_best(data, ranked), ranked[0].beyond.value
    picked = f"The best of {models} models was picked on these same cases, so it looks better than it is."
    if unseen is None or math.isnan(unseen.low):
        return [Note("best-of-many", f"{picked} Expect less on unseen cases.", kind="changes")]
    expected = f"**{percent(unseen.value)}** of the way from chance to perfect ({reached(unseen)})"
    part = f" This was computed on {count(cases_known(data))} of the cases."
    part = part if data.total > cases_known(data) else ""
    if unseen.value < seen - 0.0005:
        return [Note("best-unseen", f"{picked} On unseen cases expect {expected}, not {percent(seen)}.{part}")]
    return [
        Note(
            "best-unseen-as-good",
            f"On unseen cases expect about the same from the best of {models}: {expected}.{part}",
        )
    ]


def reached(share: Interval) -> str:
    """From one end of the interval of a share to the other."""
    return f"{percent(share.low)} to {percent(share.high)}"


def run_notes(data: Data, found: Sequence[RunMean]) -> list[Note]:
    """The mean of the first measure over the runs, and how many of them beat chance."""
    known = [row for row in found if not math.isnan(row.mean.low)]
    if not known:
        return []
    row, runs = known[0], len(data.runs)
    beating = {0: "None of them beats", runs: "Each of them beats"}.get(row.beating, f"{row.beating} of them beat")
    reach = (
        "The interval is for other runs on other cases like these, provided that no two runs share cases."
        if runs_have_own_cases(data)
        else "The interval is for other runs on the same cases. The interval of each run is for other cases."
    )
    return [
        Note(
            "mean-of-runs",
            f"{row.name} is **{number(row.mean.value)}** on average over {runs} runs of {literal(data.model.run_of)} "
            f"({interval_text(row.mean)}). {beating} chance ({number(row.chance)}). {reach}",
        )
    ]


def short_models(by_model: Mapping[str, RunMean]) -> list[Note]:
    """The models that fall short of chance on average over their runs, on the measure that is shown."""
    short = {name: row for name, row in by_model.items() if row.short}
    if not short:
        return []
    first = next(iter(short.values()))
    named = listing([f"{literal(name)} (**{number(row.mean.value)}**)" for name, row in short.items()])
    fall = "falls" if len(short) == 1 else "fall"
    return [
        Note(
            "runs-short",
            f"On {first.name}, **{len(short)} of {len(by_model)}** models {fall} short of the best score without skill "
            f"(**{number(first.chance)}**), on average over their runs: {named}.",
            kind="changes",
        )
    ]


def method(verdict: Verdict, models: int) -> str:
    """How the verdict on one of that many models is computed, with the numbers put in."""
    total, positives = classes_of_draw(verdict.counts)
    states = "\n".join(f"- {MARKS.get(state, '')} *{words}*" for state, words in STATES.items())
    formulas = "\n\n".join(f"{line.measure.title}:\n\n{typed(line.measure)}" for line in verdict.lines)
    return f"""**Score.** A measure is a function of the four counts. These are the formulas of the measures shown, as
they can be typed for a measure of your own; the table has those of all others.

{formulas}

**Chance.** Random guessing predicts $n$ of all cases positive, drawn blindly (a *Dutch Draw*). Here
$M$ = {count(total)} and $P$ = {count(positives)} are truly positive. The best mean score over all $n$ is
the baseline (van de Bijl et al. 2024, Tables 3 and 4). Recall and specificity **cannot be beaten**: predicting only one
class already makes them perfect.

{_probability(verdict)}

**Interval**, {confidence()}. {INTERVAL}

**Verdict.** A score beats chance under two conditions: that probability is at most {alpha():g}, and the whole interval
is better than the baseline. So a model without skill beats chance on any of these measures in at most
{percent(alpha())} of data sets, however many measures are shown. Of several models this holds for each by itself. A
score is clearly worse where its whole interval is worse than the baseline, and random guessing with the same number of
positive predictions scores as badly, or reaches the baseline at all, with a probability of at most {alpha():g}. The
verdicts are:
{states}

**Beyond chance.** Each score that can be beaten is placed on a scale from the best random guessing, 0, to perfect, 1.
Below 0 the scale goes down to −1, the worst value that any classifier has on these classes. The answer gives the mean
over the measures shown. Its {confidence()} interval is the range of that mean over the same pairs of recall and
specificity.
{_several(models) if models > 1 else ""}"""


def _several(models: int) -> str:
    """How models are ranked, and when the best of that many is clear of luck."""
    return f"""
**Rank.** {RANKED_BY} Equal models share a rank. Each model is judged at its own threshold; the AUC does not count.

**Best of {models}.** The best of {models} models without skill does this well with at most {models} times the
probability of a single one (Bonferroni), however alike they are. So the headline reports skill only where that
probability is at most {alpha():g} / {models}. The table judges each model by itself.

**On unseen cases.** Where the models predicted the same cases, these are split into three parts, class by class, 20
times. In each part the model is judged that is furthest beyond chance on the two others, and the parts are counted
together. The interval is that of the same number of cases. In simulated samples of 60 to 1,000 cases it contained the
true value in 89 to 100 %. Of more than {count(cases_picked(models))} cases, that many are drawn at random.
"""


INTERVAL = """For plain proportions it is Wilson's (1927). For the other measures it is the range of the measure over
all pairs of recall and specificity that agree with the counts. In such a pair each rate is some number of standard
deviations $z$ away from the observed one, as in Wilson's interval, and $z_1^2 + z_2^2$ is at most the square of the
normal quantile of the level (an inverted chi-square test: Miettinen & Nurminen 1985, Newcombe 1998, Zou & Donner 2008).
On the side of a cell with one to three cases Jeffreys' limit is used where it is further away (Brown, Cai & DasGupta
2001). The class sizes are kept, so the distance to chance has an interval of the same width. In the columns *Other
cases* of the table the share of positives may vary as well, as it does in another sample."""


def _probability(verdict: Verdict) -> str:
    """The probability of a draw with the same number of positive predictions, in formulas."""
    if not math.isnan(verdict.log10_p):
        return _exact(verdict.counts)
    if verdict.counts.weighted and verdict.counts.whole:
        return f"""**Approximate p.** The cases come in clusters, and cases of one cluster resemble each other. They
count like {as_much_as(verdict.counts)}: the cases of each class divided by their design effect (Kish 1965; Obuchowski
1997). $p$ is that of Fisher's exact test on a table of that size, rounded against the model."""
    total = count(classes_of_draw(verdict.counts)[0])
    chance = f"Chance is that of {total} cases with the same share of positives; bare counts are left out."
    if math.isnan(verdict.log10_luck):
        return (
            f"**No exact p and no interval.** The cases are weighted, and random guessing takes whole cases. {chance}"
        )
    if not verdict.counts.weighted:
        return f"**No exact p.** This many cases are counted as 1,000,000,000, which makes $p$ larger. {chance}"
    return f"""**Approximate p.** The cases are weighted, and random guessing takes whole cases. They count like
{as_much_as(verdict.counts)}, $(\\sum w)^2 / \\sum w^2$ in each class (Kish 1965). $p$ is that of Fisher's exact
test on a table of that size, rounded against the model. {chance}"""


def _exact(counts: Counts) -> str:
    total, positives, called = (round(n) for n in (counts.total, counts.positives, counts.predicted_positives))
    # A formula is a block of its own only where its signs stand on lines of their own.
    return f"""**Exact p.** With the same number of positive predictions as this model, $n$ = {count(called)}, the true
positives of random guessing are hypergeometric:

$$
p = \\sum_{{k \\ge {counts.tp.item()}}} \\frac{{\\binom{{{positives}}}{{k}}
\\binom{{{total - positives}}}{{{called} - k}}}}{{\\binom{{{total}}}{{{called}}}}}
$$

This is one number for all measures, because each of them rises with the true positives once $P$ and $n$ are given
(Fisher's exact test, one-sided). A measure of your own has this $p$ only where it rises too; where it does not, its own
distribution must agree as well."""
