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
    """Where the best common threshold is, what it scores, and how that varies."""
    title = common.measure.title
    if common.best is None:
        return f"**Nobody can tell.** At no threshold do all {common.kind} have a value of {title} beyond this guesser."
    mean = float(common.mean[common.best])
    if mean < 0:
        return (
            f"**Not beyond guessing.** At best, {place(common)}, {title} is {percent(mean)} of the way to perfect: "
            f"below the guesser."
        )
    goes = f"{title} goes **{percent(mean)}** of the way from guessing to perfect {place(common)}, {_over(common)}"
    if math.isnan(common.unseen):
        return f"{goes}."
    if common.unseen <= 0:
        return f"{goes}; on unseen cases it is **not beyond guessing**."
    if common.unseen >= mean or percent(common.unseen) == percent(mean):
        return f"{goes}, on unseen cases too."
    return f"{goes}; {percent(common.unseen)} on unseen cases."


def _over(common: CommonThreshold) -> str:
    """How the score varies over the folds."""
    low, high = common.span
    if percent(low) != percent(high):
        middle = f"{percent(low)} to {percent(high)} over"
        return (
            f"{middle} the {common.kind}"
            if common.at_best.size <= FEW
            else f"{middle} {confidence()} of the {common.kind}"
        )
    if percent(float(common.at_best.min())) == percent(float(common.at_best.max())):
        return f"the same on all {common.kind}"
    return f"the same on {confidence()} of the {common.kind}"


def reason(common: CommonThreshold, guess: str | float) -> str:
    """What was averaged."""
    if not common.parts:
        title = common.measure.title
        return f"None of the {common.kind} has a value of {title} on the scale from {guesser_text(guess)} to perfect."
    return (
        f"On each of the **{len(common.parts)} {common.kind}** the score is put on the scale from "
        f"{guesser_text(guess)} (0) to perfect (1), at every threshold. The one with the best mean is taken for all; "
        f"how the score varies there says how far to trust it on new data."
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


def _lowest_score(common: CommonThreshold) -> list[Note]:
    """That the best common threshold is the lowest score."""
    if common.best != 0 or common.thinned:
        return []
    return [
        Note(
            "lowest-score",
            "That threshold is the lowest score: every case is predicted positive, which needs no scores.",
        )
    ]


def _own_thresholds(common: CommonThreshold) -> list[Note]:
    """Between which thresholds the folds would put their own, and what one for all costs."""
    own = common.threshold[own_best(common)]
    finite = own[np.isfinite(own)]
    if finite.size < 2 or float(np.ptp(finite)) == 0:
        return []
    lost = float(np.nanmax(common.normalised, axis=1).mean() - common.mean[common.best or 0])
    cost = number(lost) if lost >= 0.0005 else "next to nothing"
    return [
        Note(
            "own-cutoffs",
            f"Taken one by one, the {common.kind} have their best thresholds between {number(float(finite.min()))} and "
            f"{number(float(finite.max()))}; one for all costs {cost} on average.",
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
    average = f"At the threshold set, {number(threshold)}, the mean is {number(float(common.mean[at]))}"
    if lost > 0.0005:
        return [Note("in-force-worse", f"{average}, {number(lost)} less.", kind="changes")]
    return [Note("in-force-as-good", f"{average}: as good.")]


def _no_better(common: CommonThreshold) -> list[Note]:
    """The share of the parts that are no better than the guesser."""
    share = float(np.mean(common.at_best <= 0))
    if share == 0:
        return []
    return [
        Note(
            "no-better", f"{percent(share)} of the {common.kind} are no better than the guesser even at that threshold."
        )
    ]


def _on_others(common: CommonThreshold) -> Note:
    """What to expect where the threshold was not chosen."""
    same = f"The threshold was chosen on these same {common.kind}"
    if math.isnan(common.unseen):
        return Note("flatters", f"{same}, which flatters; what it scores on unseen cases cannot be told.")
    average = float(common.mean[common.best or 0])
    others = "the other folds" if common.kind == "folds" else "other cases"
    if common.unseen >= average or number(average) == number(common.unseen):
        return Note("as-good-on-others", f"{same}. Chosen on {others}, the mean is as good.")
    return Note(
        "worse-on-others",
        f"{same}. Chosen on {others}, the mean is **{number(common.unseen)}**, not {number(average)}.",
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
                f"Left out of the {common.kind}: {names}. There {title} has no value, or the cases are weighted: then "
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
            f"There are more scores than were tried; the threshold is the best of {common.threshold.size - 1:,} of "
            f"them.",
        )
    ]


def method(common: CommonThreshold, guess: str | float, seed: int | None) -> str:
    """How the common threshold is found."""
    drawn = (
        f"A resample draws as many positive and as many negative cases as there are, with replacement, within each "
        f"class (stratified bootstrap, seed {seed}). Weighted cases are drawn with their weights, and each class keeps "
        f"its sum of them."
        if seed is not None
        else "The folds are those of the file; each is compared with a guesser on its own classes."
    )
    part, guesser = common.kind[:-1], guesser_text(guess)
    return f"""For {part} $k$ and threshold $c$ the score {common.measure.title}, $Q_{{kc}}$, is put on the scale
$Q^*_{{kc}} = (Q_{{kc}} - E_k) / (u - E_k)$, with $E_k$ what {guesser} scores on average there and $u$ the best
possible value. The best common threshold is $c^* = \\arg\\max_c \\sum_k Q^*_{{kc}} / K$, and the distribution of
$Q^*_{{kc^*}}$ stands for what to expect (Burger & Meertens, section 4). A threshold counts only if each {part} has a
value there; of several best ones the lowest is taken. {drawn}

**On unseen cases.** Each fold is judged at the threshold that is best for the other folds, and the mean over them is
told. For resamples, the cases are dealt to thirds, class by class, 5 times; each third is judged at the threshold that
is best for 10 resamples of the other two, and the thirds are counted together.
"""
