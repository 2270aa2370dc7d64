"""What is worth knowing of a change: what the classifier lost, whether scores drifted, what they said beforehand."""

import math

from ddcore.answers.base.answer import Note
from ddcore.answers.base.words import digits4
from ddcore.answers.change.compute import LEVEL, Found
from ddcore.answers.change.words import may_be_luck, p_of
from ddcore.formats import many, number, percent
from ddcore.measures import Measure


def notes_of(found: Found, row: Measure) -> list[Note]:
    """Up to five, the most telling first."""
    notes = [
        *_more_than_the_whole(found, row),
        *_separation(found),
        *_cut(found),
        _drift(found),
        *_foretold(found),
        *_assumption(found),
        *_unlabelled(found),
        *_labels(found),
        *_weights(found),
    ]
    return notes[:5]


def _more_than_the_whole(found: Found, row: Measure) -> list[Note]:
    """Causes that work against each other."""
    ends = found.ends.get(row.key)
    if ends is None or not ends["share"].value * ends["classifier"].value < 0:
        return []
    if may_be_luck(ends["share"]) or may_be_luck(ends["classifier"]):
        return []
    return [
        Note(
            "against-each-other",
            "Share of positives and classifier work against each other: the change of the measure alone hides how much "
            "the classifier changed.",
        )
    ]


def _separation(found: Found) -> list[Note]:
    """Whether the area says that the scores separate otherwise than then."""
    area = found.rates.get("AUC")
    if area is None or math.isnan(area.p):
        return []
    told = f"AUC {number(area.then)} then, {number(area.now)} now"
    if not area.surely:
        return [
            Note(
                "separates-alike",
                f"At all thresholds together the scores separate as they did, as far as these cases tell: {told} "
                f"(probability of such a difference by luck {p_of(area.p)}).",
            )
        ]
    if area.difference.value < 0:
        return [Note("separates-less", f"The scores separate less well, which is more than luck: {told}.")]
    return [Note("separates-better", f"The scores separate better, which is more than luck: {told}.")]


def _cut(found: Found) -> list[Note]:
    """That the same threshold cuts elsewhere, by its part in recall, and which one would cut where it did."""
    ends, sides = found.ends.get("TPR"), found.sides
    if ends is None or "level" not in ends or may_be_luck(ends["level"]):
        return []
    if sides.before.threshold is None or sides.after.table is None:
        return []
    then, there = sides.before.point, sides.after.table.at(sides.before.threshold)
    now = float(there.tp / there.positives + there.fp / there.negatives)
    more = "more" if now > then.tpr + then.fpr else "fewer"
    would = _as_then(found)
    mend = "" if would is None else f" From {digits4(would)} on it would be as then."
    return [
        Note(
            "cuts-elsewhere",
            f"At scores ≥ {digits4(sides.before.threshold)} {more} cases are predicted positive than then: of equally "
            f"many of both classes {percent(now / 2)}, not {percent(float(then.tpr + then.fpr) / 2)}.{mend}",
        )
    ]


def _as_then(found: Found) -> float | None:
    """The threshold at which TPR + FPR now is nearest to that of then."""
    table, then = found.sides.after.table, found.sides.before.point
    if table is None:
        return None
    counts = table.at(table.score)
    reach = counts.tp / counts.positives + counts.fp / counts.negatives
    return float(table.score[abs(reach - (then.tpr + then.fpr)).argmin()])


def _drift(found: Found) -> Note:
    """Whether the scores come from where they came from."""
    drift = found.drift
    index = f"The stability index (PSI) is {number(drift.psi)}; {number(drift.psi_expected)} is usual without a change."
    if drift.p <= 1 - LEVEL:
        return Note(
            "drifted",
            f"The scores drifted, which needs no labels to be seen: the shares of cases up to "
            f"{number(drift.place)} differ by {percent(drift.distance)}, by luck with probability {p_of(drift.p)}. "
            f"{index}",
        )
    return Note(
        "no-drift",
        f"No drift is seen in the scores: the shares of cases below a score differ by {percent(drift.distance)} at "
        f"most, as luck does with probability {p_of(drift.p)}. {index}",
    )


def _foretold(found: Found) -> list[Note]:
    """What the scores say of the share of positives, and what it is."""
    if found.expected is None or not found.parts:
        return []
    share, rate = found.expected.by_scores, found.rates["share"]
    if math.isnan(share.value):
        return []
    told = (
        f"By the scores alone {percent(share.value)} are positive now ({percent(share.low)} to {percent(share.high)})"
    )
    if share.low <= rate.now <= share.high:
        if not rate.surely:
            return []
        if share.low <= rate.then <= share.high:
            return [
                Note(
                    "share-not-told",
                    f"{told}, by their truth {percent(rate.now)}: the {percent(rate.then)} of then were possible too, "
                    f"so the scores alone do not show the change.",
                )
            ]
        return [Note("foretold", f"{told}, by their truth {percent(rate.now)}: the change could be seen before.")]
    return [
        Note(
            "not-foretold",
            f"{told}, by their truth {percent(rate.now)}: more changed than the share of positives, so what the scores "
            f"say before labels come is off.",
        )
    ]


def _assumption(found: Found) -> list[Note]:
    """What the number of the headline rests on where labels are still to come."""
    expected = found.expected
    if expected is None or found.parts:
        return []
    if expected.assumption == "mix":
        return [
            Note(
                "rests-on-scores",
                "The numbers rest on one assumption: among cases with the same score as many are positive as then. "
                "Only labels can show whether that holds.",
            )
        ]
    if math.isnan(expected.mixture_p):
        tested = "which two values of the predictions cannot show"
    else:
        tested = f"which the scores of now do not speak against (p = {p_of(expected.mixture_p)})"
    return [
        Note(
            "rests-on-share",
            f"The numbers rest on one assumption: positives score as positives did, negatives as negatives did, "
            f"{tested}. If instead a score means what it meant, {percent(expected.share_of_mix.value)} are positive; "
            f"the table has both.",
        )
    ]


def _unlabelled(found: Found) -> list[Note]:
    few = found.sides.unlabelled
    if not few or not found.parts:
        return []
    have = "has" if few == 1 else "have"
    return [Note("unlabelled", f"{many(few, 'case')} of now {have} no truth: seen for drift, not for the change.")]


def _labels(found: Found) -> list[Note]:
    if found.sides.before.table is not None:
        return []
    return [Note("labels", "Labels have no threshold to move, so the classifier's part is not divided further.")]


def _weights(found: Found) -> list[Note]:
    if found.sides.before.counts.whole and found.sides.after.counts.whole:
        return []
    cases = many(found.sides.rows_then + found.sides.rows_now, "case")
    return [Note("weights", f"Whether scores drifted is judged on the {cases} without their weights.")]
