"""Baselines at any share of positives: what chance scores best, and how many cases it then predicts positive."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Answer, Figure, Note, Table
from ddcore.answers.base.words import article, calls, listing
from ddcore.answers.baselines.choices import Choices
from ddcore.answers.baselines.share_draw import Asked, guess_alt, guess_figure, share_alt, share_figure
from ddcore.arrays import Array
from ddcore.chance.dutch_draw import Baseline, baseline
from ddcore.chance.linear import shares
from ddcore.chance.shares import ShareCurve, baseline_over_share, is_quick_over_share
from ddcore.data import Data
from ddcore.formats import count, many, number, percent, theta_text
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure


def answered(base: Answer, data: Data, choices: Choices, total: int, positives: int) -> Answer:
    """The answer for any share of positives; `base` is that for the cases as they are."""
    choices = choices.with_defaults(data)
    drawn = [key for key in choices.shown if is_quick_over_share(key, total)]
    curves = [data.cached(("share curve", key, total), partial(baseline_over_share, key, total)) for key in drawn]
    asked = min(total, max(0, round((choices.prevalence or 0) * total)))
    found = [
        Asked(row, baseline(row, total, positives), baseline(row, total, asked), positives, asked)
        for row in (curve.measure for curve in curves)
    ]
    return replace(
        base,
        sentence=_sentence(found[0], total, data.weighted) if found else base.sentence,
        notes=[*_notes(curves), *_left_out(choices.shown, drawn)],
        figures={
            "share": Figure(
                "Best mean score without skill", share_alt(curves, found), partial(share_figure, curves, found)
            ),
            "guess": Figure(
                "The guess that reaches it", guess_alt(curves, found), partial(guess_figure, curves, found)
            ),
        },
        tables={
            "share": Table("The curves", sum(curve.positives.size for curve in curves), partial(_table, curves)),
            **base.tables,
        },
        method=f"{_method(total, asked)}\n\n{base.method}",
        values={
            **base.values,
            "share": {
                "positives": asked,
                "measures": {row.measure.key: _values(row.measure, row.there, total) for row in found},
            },
        },
    )


def _values(measure: Measure, reach: Baseline, total: int) -> dict[str, object]:
    reached = reach.reached(measure.better)
    return {
        "baseline": reach.best(measure.better),
        "reached": reached,
        "theta": [[float(part.low), float(part.high)] for part in shares(total, reached)],
    }


def _sentence(row: Asked, total: int, weighted: bool) -> str:
    """What the first measure needs there, and what it needs here."""
    measure, here, there = row.measure, row.here, row.there
    if weighted:
        where, now = f"With {percent(row.asked / total)} positive", f"with {percent(row.positives / total)}"
    else:
        where = f"With {count(row.asked)} of {many(total, 'case')} positive"
        now = f"with {count(row.positives)}"
    if not there.argmax:
        return f"{where}, {measure.title} has no value: {measure.undefined}."
    best, best_here = number(there.best(measure.better)), number(here.best(measure.better))
    if not here.argmax or row.asked == row.positives:
        instead = ""
    else:
        instead = f", {now} likewise" if best == best_here else f", {now} for {best_here}"
    return (
        f"{where}, no skill is needed for {article(measure.title)} of **{best}**{instead}: "
        f"{calls(there.reached(measure.better), total)} reaches it."
    )


def _notes(curves: Sequence[ShareCurve]) -> list[Note]:
    """How the best guess and its score move with the share, measure by measure."""
    level = [curve for curve in curves if _known(curve).size and np.ptp(_known(curve)) < 1e-9]
    notes = [note for curve in curves for note in _guess(curve)]
    moving = max(curves, key=_spread, default=None)
    if moving is not None and moving not in level and _spread(moving) > 0:
        low, high = (_at(moving, int(place(moving.best))) for place in (np.nanargmin, np.nanargmax))
        notes.append(
            Note(
                "share-moves",
                f"Without skill {moving.measure.title} reaches from {low} to {high}: the same score says more or less, "
                f"depending on the share.",
            )
        )
    if level:
        names = listing([curve.measure.title for curve in level])
        do = "do" if len(level) > 1 else "does"
        notes.append(Note("share-level", f"What chance reaches on {names} {do} not depend on the share."))
    return notes


def _known(curve: ShareCurve) -> Array:
    return np.asarray(curve.best[np.isfinite(curve.best)])


def _spread(curve: ShareCurve) -> float:
    known = _known(curve)
    return float(np.ptp(known)) if known.size else 0.0


def _at(curve: ShareCurve, place: int) -> str:
    return f"{number(float(curve.best[place]))} at {percent(float(curve.share[place]))} positive"


def _guess(curve: ShareCurve) -> list[Note]:
    """Whether the best guess changes with the share."""
    total, title = curve.total, curve.measure.title
    known = [(int(P), reached) for P, reached in zip(curve.positives, curve.reached, strict=True) if reached]
    single = [(P, reached[0][0]) for P, reached in known if len(reached) == 1 and reached[0][0] == reached[0][1]]
    if len(single) < 2:
        wide = known and all(last > first for _, ((first, last), *_) in known)
        return [Note("any-guess", f"On {title} it does not matter how many are predicted positive.")] if wide else []
    (least, low), (most, high) = single[0], single[-1]
    if len({called for _, called in single}) == 1:
        return [
            Note(
                "same-guess",
                f"{title} is best by {calls(((low, low),), total)} at every share: the guess stays, its score moves.",
            )
        ]
    return [
        Note(
            "guess-moves",
            f"The best guess for {title} changes: with {count(least)} of {count(total)} positive it predicts a share "
            f"θ* of {theta_text(low / total)} positive, with {count(most)} a share of {theta_text(high / total)}.",
        )
    ]


def _left_out(look: Sequence[str], drawn: Sequence[str]) -> list[Note]:
    missing = [measure_named(key).title for key in look if key not in drawn]
    if not missing:
        return []
    return [
        Note(
            "share-left-out",
            f"Not drawn above 10 million cases, as its best guess would have to be sought at every share: "
            f"{listing(missing)}.",
        )
    ]


def _table(curves: Sequence[ShareCurve]) -> pd.DataFrame:
    """Each measure at each number of positives: the best mean, and the guesses that reach it."""
    return pd.DataFrame(
        {
            "Measure": curve.measure.key,
            "Positive cases": int(P),
            "Share positive": float(P) / curve.total,
            "Baseline": reach.best(curve.measure.better),
            "Highest mean": reach.highest,
            "Lowest mean": reach.lowest,
            "Predicted positive": _numbers(reached),
            "Share predicted positive": " or ".join(map(str, shares(curve.total, reached))),
        }
        for curve in curves
        for P, reach, reached in zip(curve.positives, curve.reaches, curve.reached, strict=True)
    )


def _numbers(reached: Sequence[tuple[int, int]]) -> str:
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in reached)


def _method(total: int, asked: int) -> str:
    return (
        f"Each point is the baseline of {many(total, 'case')} of which so many are positive, exact; of more than 100 "
        f"numbers of positives some are taken, evenly. The second chart has the discrete share $\\theta^* = n / M$ of "
        f"the number $n$ that reaches it, as van de Bijl et al. (2024), Figure 2; a strip where several numbers do. "
        f"The dotted line is at {many(asked, 'positive case')}; the formulas below are those of the cases as they are."
    )
