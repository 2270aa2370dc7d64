"""What a verdict on a model calls for: which comparisons differ, what cannot be beaten, what is free."""

import math
from collections.abc import Sequence

from ddcore.answers.answer import Note
from ddcore.answers.words import calls, listing, not_drawn
from ddcore.chance.verdict import MeasureVerdict, Verdict, classes_of_draw
from ddcore.formats import number, p_text, percent
from ddcore.interval import Interval

SELDOM = 0.05
"""A draw that does as well with a larger probability leaves a lead unclear."""


def seldom(verdict: Verdict) -> bool:
    """Whether a draw with as many positive predictions does as well only seldom."""
    return verdict.log10_luck <= math.log10(SELDOM)


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
        return [Note("clearly-worse", f"{names} of {score} is clearly worse than the {chance} of {without}.")]
    return [
        Note(
            "clearly-worse",
            f"{names} are clearly worse than without skill: {first.measure.title} is {score}, against the {chance} of "
            f"{without}.",
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
            )
        ]
    return [Note("behind", f"{names} {do} no better than a classifier that never looks at the cases.")]


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
            f"{title} of {score} is ahead of {chance}, but its 95 % interval ({ends}) includes chance, and random "
            f"guessing with as many positive predictions does as well with probability {about}{p}.",
        )
    if includes:
        return Note(
            "two-comparisons",
            f"Two comparisons differ. *Luck*: random guessing with as many positive predictions does as well with "
            f"probability {about}{p}, so this is hardly luck. *Own uncertainty*: the 95 % interval of {title} ({ends}) "
            f"includes {chance}, the best without skill, so its lead is not clear.",
        )
    if not seldom(verdict):
        return Note(
            "two-comparisons",
            f"Two comparisons differ. *Own uncertainty*: the 95 % interval of {title} ({ends}) is beyond {chance}, the "
            f"best without skill. *Luck*: random guessing with as many positive predictions does as well with "
            f"probability {about}{p}, too often to rule luck out.",
        )
    return Note(
        "unclear",
        f"{title} of {score} is ahead of {chance}, but random guessing with as many positive predictions does as well "
        f"with a probability of more than {percent(SELDOM)}.",
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
