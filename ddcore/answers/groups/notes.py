"""What groups call for, in sentences."""

import math

import numpy as np

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import inside, listing, literal, why_approximate
from ddcore.answers.groups.compute import Groups
from ddcore.answers.groups.tables import of_model
from ddcore.chance.groups import GroupVerdicts, best_log10_p
from ddcore.formats import count, many, number

MOST = 5
"""Notes that are told."""


def notes_of(groups: Groups, verdict: GroupVerdicts, at: int) -> list[Note]:
    """What these groups call for, the most useful first."""
    own = of_model(verdict, at)
    notes = [
        *_worst(groups, own),
        *_silent(groups, own),
        *_no_model(groups, verdict),
        *_perhaps_luck(groups, own),
        *_too_few(groups, own),
        *_unbeatable(groups, own),
        *_no_value(groups, own),
        *_empty(groups),
        *_weighted(own),
    ]
    return notes[:MOST]


def _named(groups: Groups, places: "np.ndarray[tuple[int], np.dtype[np.intp]]") -> str:
    return listing([literal(groups.names[place]) for place in places])


def _these(groups: Groups, number_of: int) -> str:
    return many(number_of, groups.thing)


def _worst(groups: Groups, own: GroupVerdicts) -> list[Note]:
    """The group that falls shortest of its baseline, or comes nearest to it: one with a name where there is one."""
    if not own.judged.any():
        return []
    nameless = np.array(groups.names) == groups.empty
    place = int(np.lexsort((-own.counts.positives, own.rank, nameless))[0])
    told = (
        f"**{literal(groups.names[place])}**: {_alike(own, place) if own.silent[place] else _scored(own, place)}, with "
        f"{many(float(own.counts.total[place]), 'case')}, {number(float(own.counts.positives[place]))} positive."
    )
    if own.state[place] == "behind":
        return [Note("farthest-behind", f"Farthest behind is {told}")]
    return [Note("nearest-to-chance", f"Nearest to chance is {told}")]


def _alike(own: GroupVerdicts, place: int) -> str:
    """That all cases are predicted alike."""
    which = "no" if own.counts.predicted_positives[place] == 0 else "every"
    return f"{which} case there is predicted positive, so {inside(own.measure)} has no value"


def _silent(groups: Groups, own: GroupVerdicts) -> list[Note]:
    """Which groups count as no better than chance as all their cases are predicted alike."""
    places = np.flatnonzero(own.silent)
    if places.size < 2:
        return []
    return [
        Note(
            "predicted-alike",
            f"{_these(groups, places.size)} count as no better than chance without a value, as all their cases are "
            f"predicted alike: {_named(groups, places)}.",
        )
    ]


def _scored(own: GroupVerdicts, place: int) -> str:
    """A score against its baseline, with the digits that tell them apart."""
    return f"{inside(own.measure)} {_digits(own, place)}"


def _digits(own: GroupVerdicts, place: int) -> str:
    score, baseline = float(own.score[place]), float(own.baseline[place])
    apart = abs(score - baseline)
    if not 0 < apart < 0.0005:
        return f"{number(score)} against a baseline of {number(baseline)}"
    digits = min(12, 1 - math.floor(math.log10(apart)))
    return f"{score:.{digits}f} against a baseline of {baseline:.{digits}f}".replace("-", "−")


def _no_model(groups: Groups, verdict: GroupVerdicts) -> list[Note]:
    """In which groups no model does better than chance."""
    if len(groups.models) < 2:
        return []
    places = np.flatnonzero(verdict.having("behind").all(axis=0))
    models = f"none of the {len(groups.models)} models"
    if not places.size:
        return [Note("some-model-better", f"In every {groups.thing} some model does better than chance, or none can.")]
    return [
        Note(
            "no-model-better",
            f"In **{_these(groups, places.size)}** {models} does better than chance: {_named(groups, places)}. "
            f"What all models fail at may lie in the data, such as in their labels.",
        )
    ]


def _perhaps_luck(groups: Groups, own: GroupVerdicts) -> list[Note]:
    """How many are better than chance, but not surely."""
    perhaps, sure = int(own.having("unclear").sum()), int(own.having("beats").sum())
    if not perhaps:
        return []
    verb = "is" if perhaps == 1 else "are"
    return [
        Note(
            "perhaps-luck",
            f"{_these(groups, perhaps)} {verb} better than chance but perhaps by luck, {count(sure)} surely better.",
        )
    ]


def _too_few(groups: Groups, own: GroupVerdicts) -> list[Note]:
    """In how many groups not even perfect answers would be sure."""
    best = best_log10_p(own.counts)
    few = own.judged & ~own.having("beats") & (best > math.log10(1 - own.level))
    if not few.any():
        return []
    return [
        Note(
            "too-few-cases",
            f"In {_these(groups, int(few.sum()))} there are too few cases: not even perfect answers would surely be "
            f"better than chance.",
        )
    ]


def _unbeatable(groups: Groups, own: GroupVerdicts) -> list[Note]:
    places = np.flatnonzero(own.having("unbeatable"))
    if not places.size:
        return []
    P, M = own.counts.positives[places], own.counts.total[places]
    one = bool(((P == 0) | (P == M)).all())
    why = "all cases there are of one class" if one else "guessing there is as good as perfect answers"
    verb = "is" if places.size == 1 else "are"
    return [
        Note(
            "cannot-be-beaten",
            f"{_these(groups, places.size)} {verb} left out of the count, as {why}: {_named(groups, places)}.",
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
            f"{_these(groups, places.size)} {verb} left out of the count, as {inside(own.measure)} has no value where "
            f"{own.measure.undefined}: {_named(groups, places)}.",
        )
    ]


def _empty(groups: Groups) -> list[Note]:
    if not groups.empty:
        return []
    size = float(groups.sizes[groups.names.index(groups.empty)])
    told = (
        f"{number(size)} cases have nothing in that column; they are"
        if size != 1
        else ("1 case has nothing in that column; it is")
    )
    return [Note("empty-cells", f"{told} the group {literal(groups.empty)}.")]


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
