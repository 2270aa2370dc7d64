"""The sentences about how steady a score is: the answer, the reason, the notes, and how it is computed."""

import math

import numpy as np

from ddcore.answers.base.answer import Note
from ddcore.answers.base.guess import guesser_text
from ddcore.answers.base.words import listing, literal
from ddcore.answers.folds.compute import own_best
from ddcore.answers.folds.draw import place
from ddcore.chance.folds import FEW, CommonThreshold
from ddcore.formats import number, percent
from ddcore.interval import confidence


def sentence(common: CommonThreshold) -> str:
    """The best common threshold, its score, and how that varies."""
    title, part = common.measure.title, common.kind[:-1]
    if common.best is None:
        return f"**These cases cannot tell.** No threshold gives {title} a value beyond this guesser on every {part}."
    mean = float(common.mean[common.best])
    if mean < 0:
        return (
            f"**No better than guessing.** Even {place(common)}, {title} is below the guesser: {percent(mean)} of the "
            f"way from guessing to perfect."
        )
    at = place(common)
    head = f"{at[0].upper()}{at[1:]}, {title} is **{percent(mean)}** of the way from guessing to perfect"
    score = f"{head}, {_over(common)}."
    if math.isnan(common.unseen):
        return score
    if common.unseen <= 0:
        return f"{score} On unseen cases it is **no better than guessing**."
    if common.unseen >= mean or percent(common.unseen) == percent(mean):
        return f"{score} On unseen cases it is as good."
    return f"{score} On unseen cases it is {percent(common.unseen)}."


def _over(common: CommonThreshold) -> str:
    """How the score varies over the folds."""
    low, high = common.span
    if percent(low) != percent(high):
        if common.at_best.size <= FEW:
            return f"between {percent(low)} and {percent(high)} on the {common.kind}"
        return f"between {percent(low)} and {percent(high)} on the middle {confidence()} of the {common.kind}"
    if percent(float(common.at_best.min())) == percent(float(common.at_best.max())):
        return f"the same on all {common.kind}"
    return f"the same on the middle {confidence()} of the {common.kind}"


def reason(common: CommonThreshold, guess: str | float) -> str:
    """What was averaged."""
    title = common.measure.title
    if not common.parts:
        return (
            f"On none of the {common.kind} does {title} have a value on the scale from {guesser_text(guess)} to a "
            f"perfect score."
        )
    return (
        f"On each of the **{len(common.parts)} {common.kind}**, {title} at every threshold is put on a scale from "
        f"{guesser_text(guess)} (0 %) to perfect (100 %). The threshold with the best mean is shown. The spread there "
        f"shows how much the score may change on new data."
    )


def notes(common: CommonThreshold, threshold: float | None) -> list[Note]:
    """What the parts say, and what their mean hides, up to five; `threshold` is the one that is set."""
    if common.best is None:
        return _left_out(common) or [Note("nothing-common", "Choose another measure or another guesser.")]
    notes = [
        *_lowest_score(common),
        *_own_thresholds(common),
        *_in_force(common, threshold),
        *_no_better(common),
        _on_others(common),
        *_left_out(common),
        *_thinned(common),
    ]
    return notes[:5]


def _points(lost: float) -> str:
    """A difference of two shares of the way, in points."""
    points = percent(lost).removesuffix(" %")
    return f"{points} point" if points == "1" else f"{points} points"


def _lowest_score(common: CommonThreshold) -> list[Note]:
    """That the best common threshold is the lowest score."""
    if common.best != 0 or common.thinned:
        return []
    return [
        Note(
            "lowest-score",
            "This threshold is the lowest score: every case is predicted positive, which needs no scores.",
        )
    ]


def _own_thresholds(common: CommonThreshold) -> list[Note]:
    """Between which thresholds the folds would put their own, and what one for all costs."""
    own = common.threshold[own_best(common)]
    finite = own[np.isfinite(own)]
    if finite.size < 2 or float(np.ptp(finite)) == 0:
        return []
    lost = float(np.nanmax(common.normalised, axis=1).mean() - common.mean[common.best or 0])
    cost = _points(lost) if lost >= 0.0005 else "almost nothing"
    return [
        Note(
            "own-cutoffs",
            f"The best thresholds of single {common.kind} are between {number(float(finite.min()))} and "
            f"{number(float(finite.max()))}. One threshold for all costs {cost} on average.",
            kind="changes",
        )
    ]


def _in_force(common: CommonThreshold, threshold: float | None) -> list[Note]:
    """The mean at the threshold that is set."""
    if threshold is None:
        return []
    at = int(np.searchsorted(common.threshold, threshold))
    if at >= common.mean.size or not np.isfinite(common.mean[at]):
        return []
    lost = float(common.mean[common.best or 0] - common.mean[at])
    average = f"At the threshold in force, {number(threshold)}, the mean is {percent(float(common.mean[at]))}"
    if lost > 0.0005:
        return [Note("in-force-worse", f"{average}, {_points(lost)} lower.", kind="changes")]
    return [Note("in-force-as-good", f"{average}, which is as good.")]


def _no_better(common: CommonThreshold) -> list[Note]:
    """The share of the parts that are no better than the guesser."""
    share = float(np.mean(common.at_best <= 0))
    if share == 0:
        return []
    return [
        Note(
            "no-better", f"{percent(share)} of the {common.kind} are no better than the guesser even at this threshold."
        )
    ]


def _on_others(common: CommonThreshold) -> Note:
    """What to expect where the threshold was not chosen."""
    same = f"The threshold was chosen on these same {common.kind}"
    if math.isnan(common.unseen):
        return Note(
            "flatters", f"{same}, so its score looks better than it is. Its score on unseen cases is not known."
        )
    average = float(common.mean[common.best or 0])
    others = "the other folds" if common.kind == "folds" else "other cases"
    if common.unseen >= average or percent(average) == percent(common.unseen):
        return Note("as-good-on-others", f"{same}. Chosen on {others}, it scores as well.")
    return Note(
        "worse-on-others",
        f"{same}. Chosen on {others}, the mean is **{percent(common.unseen)}** instead of {percent(average)}.",
        kind="changes",
    )


def _left_out(common: CommonThreshold) -> list[Note]:
    """The parts on which the measure has no value."""
    if not common.left_out:
        return []
    names, title = listing([literal(part) for part in common.left_out]), common.measure.title
    if common.measure.grows:
        return [
            Note(
                "left-out",
                f"Left out of the {common.kind}: {names}. {title} has no value there, or the cases are weighted, where "
                f"a measure in numbers of cases has none.",
                kind="changes",
            )
        ]
    return [
        Note("left-out", f"Left out of the {common.kind}, because {title} has no value there: {names}.", kind="changes")
    ]


def _thinned(common: CommonThreshold) -> list[Note]:
    """That only some of the scores were tried as thresholds."""
    if not common.thinned:
        return []
    return [
        Note(
            "thinned",
            f"There are too many distinct scores to try each: the threshold is the best of "
            f"{common.threshold.size - 1:,} that were tried.",
        )
    ]


def method(common: CommonThreshold, guess: str | float, seed: int | None) -> str:
    """How the common threshold is found."""
    drawn = (
        f"A resample draws the same number of positive and of negative cases with replacement, within each class "
        f"(stratified bootstrap, seed {seed}). Weighted cases are drawn with their weights, and the weight of each "
        f"class stays the same."
        if seed is not None
        else "The folds are those of the file; each is compared with a guesser on its own classes."
    )
    part, guesser = common.kind[:-1], guesser_text(guess)
    return f"""For {part} $k$ and threshold $c$, the score {common.measure.title}, $Q_{{kc}}$, is put on the scale
$Q^*_{{kc}} = (Q_{{kc}} - E_k) / (u - E_k)$. Here $E_k$ is the average score of {guesser} there and $u$ the best
possible value. The best common threshold is $c^* = \\arg\\max_c \\sum_k Q^*_{{kc}} / K$. The distribution of
$Q^*_{{kc^*}}$ shows what to expect (Burger & Meertens, section 4). A threshold counts only if each {part} has a value
there; of several best ones the lowest is taken. {drawn}

**On unseen cases.** Each fold is judged at the threshold that is best for the other folds; the result is the mean over
the folds. For resamples, the cases are split into thirds, class by class, 5 times. Each third is judged at the
threshold that is best for 10 resamples of the other two, and the thirds are counted together.
"""
