"""Sentences and tables about how steady a score is over parts of the data."""

import math

import numpy as np
import pandas as pd

from ddcore.answers.guess import guesser
from ddcore.answers.words import listing, literal
from ddcore.chance.folds import CommonCutoff
from ddcore.figures.folds import FEW, place
from ddcore.formats import number, percent


def answer(found: CommonCutoff, kind: str) -> str:
    """Where the best common cutoff is, what it earns, and how that varies."""
    row = found.measure
    if found.best is None:
        return f":primary[Nobody can tell.] {row.title} has no value beyond this guesser that all {kind} share."
    low, high = span(found)
    mean = float(found.mean[found.best])
    if mean < 0:
        return (
            f":primary[Not beyond guessing.] At best, {place(found)}, {row.title} is {percent(mean)} of the way to "
            f"perfect: below the guesser."
        )
    over = f"{percent(low)} to {percent(high)} over {'' if found.at_best.size <= FEW else '95 % of '}the {kind}"
    if percent(low) == percent(high):
        alike = percent(float(found.at_best.min())) == percent(float(found.at_best.max()))
        over = f"the same on {'all' if alike else '95 % of the'} {kind}"
    said = f"{row.title} goes :primary[{percent(mean)}] of the way from guessing to perfect {place(found)}, {over}"
    if math.isnan(found.unseen):
        return f"{said}."
    if found.unseen <= 0:
        return f"{said}; with a cutoff chosen on others it is **not beyond guessing**."
    if found.unseen >= mean or percent(found.unseen) == percent(mean):
        return f"{said}, also with a cutoff chosen on others."
    return f"{said}; {percent(found.unseen)} with a cutoff chosen on others."


def span(found: CommonCutoff) -> tuple[float, float]:
    """From the worst to the best fold, or where 95 % of many resamples lie."""
    at = found.at_best
    low, high = (at.min(), at.max()) if at.size <= FEW else np.quantile(at, [0.025, 0.975])
    return float(low), float(high)


def reason(found: CommonCutoff, kind: str, guess: str | float) -> str:
    """What was averaged."""
    if not found.parts:
        return f"None of the {kind} has a value of {found.measure.title} on the scale from {guesser(guess)} to perfect."
    return (
        f"On each of the **{len(found.parts)} {kind}** the score is put on the scale from {guesser(guess)} (0) to "
        f"perfect (1), at every cutoff. The cutoff with the best average holds for all; how the score varies there "
        f"says how far to trust it on new data."
    )


def worth_knowing(found: CommonCutoff, kind: str, in_force: float) -> list[str]:
    """What these parts say, and what the average hides."""
    if found.best is None:
        return [_left_out(found, kind)] if found.left_out else ["Choose another measure or another guesser."]
    at, said = found.at_best, []
    if found.best == 0 and not found.thinned:
        said.append("That cutoff is the lowest score: every case is called positive, which needs no scores.")
    own = found.cutoff[np.nanargmax(np.nan_to_num(found.normalised, nan=-np.inf), axis=1)]
    finite = own[np.isfinite(own)]
    if finite.size > 1 and float(np.ptp(finite)) > 0:
        cost = number(_cost(found)) if _cost(found) >= 0.0005 else "next to nothing"
        said.append(
            f"Taken one by one, the {kind} would put their cutoffs between {number(float(finite.min()))} and "
            f"{number(float(finite.max()))}; one for all costs {cost} on average."
        )
    now = int(np.searchsorted(found.cutoff, in_force))
    if now < found.mean.size and np.isfinite(found.mean[now]):
        lost = float(found.mean[found.best] - found.mean[now])
        said.append(
            f"At the threshold in force, {number(in_force)}, the average is {number(float(found.mean[now]))}"
            + (f", {number(lost)} less." if lost > 0.0005 else ", as good.")
        )
    below = float(np.mean(at <= 0))
    if below > 0:
        said.append(f"{percent(below)} of the {kind} are no better than the guesser even there.")
    said.append(_unseen(found, kind))
    if found.left_out:
        said.append(_left_out(found, kind))
    if found.thinned:
        said.append(
            f"There are more scores than were tried; the cutoff is the best of {found.cutoff.size - 1:,} of them."
        )
    return said[:5]


def _unseen(found: CommonCutoff, kind: str) -> str:
    """What to expect where the cutoff was not chosen."""
    average = float(found.mean[found.best or 0])
    mean, unseen = number(average), number(found.unseen)
    if math.isnan(found.unseen):
        return f"The cutoff was chosen on these same {kind}, which flatters; without one of them none can be chosen."
    others = "the other folds" if kind == "folds" else "other cases"
    if found.unseen >= average or mean == unseen:
        return f"The cutoff was chosen on these same {kind}. Chosen on {others}, the average is as good."
    return f"The cutoff was chosen on these same {kind}. Chosen on {others}, the average is **{unseen}**, not {mean}."


def _cost(found: CommonCutoff) -> float:
    return float(np.nanmax(found.normalised, axis=1).mean() - found.mean[found.best or 0])


def _left_out(found: CommonCutoff, kind: str) -> str:
    names = listing([literal(part) for part in found.left_out])
    if found.measure.grows:
        return (
            f"Left out of the {kind}: {names}. There {found.measure.title} has no value, or the cases are weighted, so "
            f"that a measure in numbers of cases has none."
        )
    return f"Left out of the {kind}, because {found.measure.title} has no value there: {names}."


def table(found: CommonCutoff) -> pd.DataFrame:
    """Each part at the best common cutoff, beside its own best one."""
    if found.best is None:
        return pd.DataFrame({"Part": [], "At the common cutoff": [], "Own best cutoff": [], "Own best": []})
    filled = np.nan_to_num(found.normalised, nan=-np.inf)
    own = filled.argmax(axis=1)
    return pd.DataFrame(
        {
            "Part": found.parts,
            "At the common cutoff": found.at_best,
            "Own best cutoff": found.cutoff[own],
            "Own best": filled.max(axis=1),
        }
    )


def computed(found: CommonCutoff, guess: str | float, seed: int | None) -> str:
    """How the common cutoff is found."""
    drawn = (
        f"A resample draws as many positive and as many negative cases as there are, with replacement, within each "
        f"class (stratified bootstrap, seed {seed}). Weighted cases are drawn with their weights, and each class keeps "
        f"its sum of them."
        if seed is not None
        else "The folds are those of the file; each is compared with a guesser on its own classes."
    )
    return f"""For part $k$ and cutoff $c$ the score {found.measure.title}, $Q_{{kc}}$, is put on the scale
$Q^*_{{kc}} = (Q_{{kc}} - E_k) / (u - E_k)$, with $E_k$ what {guesser(guess)} earns on average on this part and $u$ the
best possible value. The best common cutoff is $c^* = \\arg\\max_c \\sum_k Q^*_{{kc}} / K$, and the distribution of
$Q^*_{{kc^*}}$ stands for what to expect (Burger & Meertens, section 4). A cutoff counts only if each part has a value
there; of several best ones the lowest is taken. {drawn}

**Chosen on others.** For folds, each is judged at the cutoff that is best for the other ones, and the mean over them is
told. For resamples, the cases are dealt to thirds, class by class, 5 times; each third is judged at the cutoff that is
best for 10 resamples of the other two, and the thirds are counted together.
"""
