"""How steady is the score?"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pydantic import Field

from ddcore.answers.base import needs
from ddcore.answers.base import threshold_free as at_no_threshold
from ddcore.answers.base.answer import Answer, Figure, Note, Table, measured
from ddcore.answers.base.guess import Empty, Guess, guesser, taken
from ddcore.answers.base.options import Key, Measures, OneOf, Options, judging
from ddcore.answers.base.words import about, listing, literal
from ddcore.answers.folds.draw import folds_alt, folds_figure, place, spread_alt, spread_figure
from ddcore.chance.folds import FEW, RESAMPLES, CommonThreshold, of_folds, of_resamples
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.formats import number, percent
from ddcore.interval import Interval
from ddcore.measures import Measure
from ddcore.table import ScoreTable

TITLE = "Folds"
SECTION = "chance"
NEEDS = needs.scores
NEEDED = "Whether a score holds on other data shows in folds or resamples of these: a model's scores are needed."
EXAMPLE = "sample=hpc_cv"
NEXT = {
    "plan": "How many cases would make it steadier?",
    "thresholds": "Is {threshold} the right threshold?",
    "curves": "How well do the scores separate?",
    "utility": "What is it worth?",
}
"""What may be asked next, the most useful first, by the name of the question."""

SEED = 1
"""Of the resamples, so that everybody sees the same spread."""

SIZES = (50, 100, 200, 500, 1000)
"""How many resamples there may be."""


class Choices(Options):
    """The measure, the guesser it is compared with, and the parts of the data that it is computed on."""

    measure: Annotated[tuple[str, ...], Measures(judging, most=1), Key("measure_looked_at")] = Field(
        ("F1",), title="Measures", description="Each stands with its formula in the table below."
    )
    guess: Guess = "half"
    empty: Empty = "none"
    parts: Annotated[str | None, OneOf({"folds": "Folds", "runs": "Runs", "resamples": "Resamples"}, "tabs")] = Field(
        None,
        title="Folds, runs or resamples",
        description="Folds are a column of the file, chosen on its card, and so are runs: the model trained anew. "
        "Resamples draw as many cases again and again, with replacement, within each class (bootstrap).",
    )
    resamples: Annotated[int, OneOf({size: str(size) for size in SIZES}, "steps")] = Field(
        RESAMPLES,
        title="How many resamples",
        description="More of them make the spread smoother; the threshold hardly moves.",
    )

    @classmethod
    def defaults(cls, data: Data) -> Mapping[str, Any]:
        """The folds of the data where there are any, else the runs."""
        return {"parts": "folds" if len(data.model.folds) > 1 else "runs" if data.runs else "resamples"}

    @classmethod
    def offered(cls, name: str, data: Data, chosen: Mapping[str, Any]) -> Mapping[Any, str] | None:
        """Folds and runs are offered only where there are any."""
        if name != "parts":
            return None
        folds = len(data.model.folds)
        found = {"folds": folds if folds > 1 else 0, "runs": len(data.runs)}
        return {kind: f"{number} {kind}" for kind, number in found.items() if number} | {"resamples": "Resamples"}


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The best threshold for all folds or resamples, and how the score varies there."""
    choices = choices.with_defaults(data)
    row, guess, kind = taken(choices.measure[0], choices.empty), choices.guess, str(choices.parts)
    if kind not in (choices.offered("parts", data, {}) or {}):
        raise InputError(f"there must be {kind} to look at, but {literal(data.name)} has none; choose resamples")
    resamples = choices.resamples if kind == "resamples" else None
    common = _common(data, row, guess, kind, resamples)
    parts = at_no_threshold.of_tables(data, _tables(data, kind))
    return Answer(
        __doc__,
        _sentence(common),
        _reason(common, guess),
        about(data),
        _notes(common, data.model.threshold),
        {
            "folds": Figure("The score over the threshold", folds_alt(common), partial(folds_figure, common)),
            "spread": Figure(f"The {kind} at that threshold", spread_alt(common), partial(spread_figure, common)),
            **(at_no_threshold.figure(parts) if resamples else at_no_threshold.spread(parts, kind)),
        },
        {
            "folds": Table(f"Every {kind[:-1]}", len(common.parts), partial(_table, common)),
            **at_no_threshold.table(parts, "Model" if resamples else kind[:-1].capitalize()),
        },
        _method(common, guess, SEED if resamples else None) + at_no_threshold.method(parts),
        {**_values(common), "scores": {name: at_no_threshold.values(lines) for name, lines in parts.items()}},
    )


def _tables(data: Data, kind: str) -> dict[str, ScoreTable | None]:
    """The scores of each fold or run; of the model itself where it is resampled."""
    if kind == "folds":
        return {name: fold.table for name, fold in data.model.folds.items()}
    return {name: data.models[name].table for name in (data.runs if kind == "runs" else [data.name])}


def _common(data: Data, row: Measure, guess: str | float, kind: str, resamples: int | None) -> CommonThreshold:
    """The best common threshold of the selected model over its folds, runs or resamples, kept with the data."""
    model = data.model

    def made() -> CommonThreshold:
        if resamples is None:
            tables = {name: table for name, table in _tables(data, kind).items() if table is not None}
            common = of_folds(row, tables, guess)
            # The same cases come in every run, so that those of the other runs are not unseen.
            return replace(common, kind=kind, unseen=math.nan) if kind == "runs" else common
        if model.table is None:
            raise InputError("resamples need scores, but the model gave labels; choose a model with scores")
        fewer = max((size for size in SIZES if size < resamples), default=None)
        before = None if fewer is None else _common(data, row, guess, kind, fewer)
        return of_resamples(row, model.table, guess, resamples, rng=np.random.default_rng(SEED), fewer=before)

    return data.cached(("folds", data.name, row.key, row.spared, guess, kind, resamples), made)


def _sentence(common: CommonThreshold) -> str:
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
        return f"{middle} the {common.kind}" if common.at_best.size <= FEW else f"{middle} 95 % of the {common.kind}"
    if percent(float(common.at_best.min())) == percent(float(common.at_best.max())):
        return f"the same on all {common.kind}"
    return f"the same on 95 % of the {common.kind}"


def _reason(common: CommonThreshold, guess: str | float) -> str:
    """What was averaged."""
    if not common.parts:
        title = common.measure.title
        return f"None of the {common.kind} has a value of {title} on the scale from {guesser(guess)} to perfect."
    return (
        f"On each of the **{len(common.parts)} {common.kind}** the score is put on the scale from {guesser(guess)} (0) "
        f"to perfect (1), at every threshold. The one with the best mean is taken for all; how the score varies there "
        f"says how far to trust it on new data."
    )


def _notes(common: CommonThreshold, in_force: float | None) -> list[Note]:
    """What these parts say, and what the average hides, up to five."""
    if common.best is None:
        return _left_out(common) or [Note("nothing-common", "Choose another measure or another guesser.")]
    notes = [
        *_lowest_score(common),
        *_own_thresholds(common),
        *_in_force(common, in_force),
        *_no_better(common),
        _on_others(common),
        *_left_out(common),
        *_thinned(common),
    ]
    return notes[:5]


def _lowest_score(common: CommonThreshold) -> list[Note]:
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
    own = common.threshold[_own_best(common)]
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


def _own_best(common: CommonThreshold) -> NDArray[np.intp]:
    """The place of the best threshold of each fold by itself."""
    own: NDArray[np.intp] = np.argmax(np.nan_to_num(common.normalised, nan=-np.inf), axis=1)
    return own


def _in_force(common: CommonThreshold, threshold: float | None) -> list[Note]:
    """The average at the threshold in force."""
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
    if not common.thinned:
        return []
    return [
        Note(
            "thinned",
            f"There are more scores than were tried; the threshold is the best of {common.threshold.size - 1:,} of "
            f"them.",
        )
    ]


def _table(common: CommonThreshold) -> pd.DataFrame:
    """Each fold at the best common threshold, beside its own best one."""
    part = common.kind[:-1].capitalize()
    if common.best is None:
        return pd.DataFrame(
            {part: [], "Score at the common threshold": [], "Own best threshold": [], "Score there": []}
        )
    own = _own_best(common)
    return pd.DataFrame(
        {
            part: common.parts,
            "Score at the common threshold": common.at_best,
            "Own best threshold": common.threshold[own],
            "Score there": common.normalised[np.arange(own.size), own],
        }
    )


def _values(common: CommonThreshold) -> Mapping[str, object]:
    """The best common threshold, the score there on average and from the worst to the best fold, and that of each."""
    left_out: Sequence[str] = common.left_out
    if common.best is None:
        return {"left_out": left_out}
    return {
        "cutoff": float(common.threshold[common.best]),
        "beyond_guesser": measured(Interval(float(common.mean[common.best]), *common.span)),
        "chosen_on_others": common.unseen,
        "parts": dict(zip(common.parts, common.at_best.tolist(), strict=True)),
        "left_out": left_out,
    }


def _method(common: CommonThreshold, guess: str | float, seed: int | None) -> str:
    """How the common threshold is found."""
    drawn = (
        f"A resample draws as many positive and as many negative cases as there are, with replacement, within each "
        f"class (stratified bootstrap, seed {seed}). Weighted cases are drawn with their weights, and each class keeps "
        f"its sum of them."
        if seed is not None
        else "The folds are those of the file; each is compared with a guesser on its own classes."
    )
    part = common.kind[:-1]
    return f"""For {part} $k$ and threshold $c$ the score {common.measure.title}, $Q_{{kc}}$, is put on the scale
$Q^*_{{kc}} = (Q_{{kc}} - E_k) / (u - E_k)$, with $E_k$ what {guesser(guess)} scores on average there and $u$ the best
possible value. The best common threshold is $c^* = \\arg\\max_c \\sum_k Q^*_{{kc}} / K$, and the distribution of
$Q^*_{{kc^*}}$ stands for what to expect (Burger & Meertens, section 4). A threshold counts only if each {part} has a
value there; of several best ones the lowest is taken. {drawn}

**On unseen cases.** Each fold is judged at the threshold that is best for the other folds, and the mean over them is
told. For resamples, the cases are dealt to thirds, class by class, 5 times; each third is judged at the threshold that
is best for 10 resamples of the other two, and the thirds are counted together.
"""
