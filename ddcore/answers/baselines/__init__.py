"""What would chance score?"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pandas as pd

from ddcore.answers.base import needs
from ddcore.answers.base.answer import Answer, Figure, Note, Table
from ddcore.answers.base.selected_model import classes_of_draws as whole
from ddcore.answers.base.words import DRAW, about, article, calls, expected_formula, listing, not_drawn, typed
from ddcore.answers.baselines import sets as baselines_sets
from ddcore.answers.baselines import share as baselines_share
from ddcore.answers.baselines.choices import Choices
from ddcore.answers.baselines.draw import BaselineRow, baselines_alt, baselines_figure
from ddcore.chance.dutch_draw import Baseline, Intervals, baseline
from ddcore.chance.linear import coefficients, shares
from ddcore.data import Data
from ddcore.formats import count, many, number, percent
from ddcore.measures import MEASURES
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure

__all__ = ["BaselineRow", "Choices", "answer", "rows_of"]

TITLE = "Baselines"
SECTION = "chance"
NEEDS = needs.classes
NEEDED = "A baseline needs only two numbers: how many cases there are and how many are positive."
EXAMPLE = "M=303&P=139"
NEXT = {
    "verdict": "Does the model beat that?",
    "expectation": "What does random guessing score as it predicts more positives?",
    "prevalence": "What if positives were rarer?",
}
"""What may be asked next, the most useful first, by the name of the question."""


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The baseline of every measure on these classes, those chosen first."""
    total, positives = whole(data)
    keys = choices.measure
    rows = rows_of(total, positives, [*keys, *(key for key in MEASURES if key not in keys)])
    shown = rows[: len(keys)]
    base = _here(data, total, positives, rows, shown)
    if choices.over == "share":
        return baselines_share.answered(base, data, choices, total, positives)
    if choices.over == "sets":
        return baselines_sets.answered(base, choices, total, positives)
    return base


def _here(data: Data, total: int, positives: int, rows: Sequence[BaselineRow], shown: Sequence[BaselineRow]) -> Answer:
    """The answer for the cases as they are."""
    keys = [measure.key for measure, _, _ in shown]
    return Answer(
        __doc__,
        _sentence(total, positives, shown, data.weighted),
        DRAW,
        about(data),
        _notes(total, positives, rows, keys),
        {"baselines": Figure("Mean scores without skill", baselines_alt(shown), partial(baselines_figure, shown))},
        {"baselines": Table("All baselines", len(rows), partial(_table, rows, total, positives))},
        _method(shown, total, positives),
        {"measures": {row[0].key: _values(row, total, positives) for row in rows}},
    )


def _values(row: BaselineRow, total: int, positives: int) -> dict[str, Any]:
    """The baseline of one measure, the guesses that reach it, and the measure as a TP + b at the best of them."""
    measure, reach, ideal = row
    a, b = _linear(row, total, positives)
    return {
        "baseline": reach.best(measure.better),
        "highest": reach.highest,
        "lowest": reach.lowest,
        "argmax": reach.argmax,
        "argmin": reach.argmin,
        "ideal": ideal,
        "a": a,
        "b": b,
        "theta_argmax": _thetas(total, reach.argmax),
        "theta_argmin": _thetas(total, reach.argmin),
    }


def _thetas(total: int, reached: Intervals) -> list[dict[str, Any]]:
    return [{"from": float(part.low), "to": float(part.high), "closed": part.closed} for part in shares(total, reached)]


def _linear(row: BaselineRow, total: int, positives: int) -> tuple[float | None, float | None]:
    """The coefficients a and b at the best guess; None for what is not linear, or has no value."""
    measure, reach, _ = row
    best = reach.reached(measure.better)
    known = coefficients(measure, total, positives, best[0][0]) if best else None
    return known or (None, None)


def rows_of(total: int, positives: int, keys: Sequence[str]) -> list[BaselineRow]:
    """Each measure with its baseline and the best value that these classes allow."""
    return [
        (measure, baseline(measure, total, positives), measure.ideal(total, positives))
        for measure in map(measure_named, keys)
    ]


def _sentence(total: int, positives: int, rows: Sequence[BaselineRow], weighted: bool) -> str:
    """On a measure of one's own, else on F1 if it is shown, the first measure otherwise."""
    own = (item for item in rows if "=" in item[0].key)
    measure, reach, _ = next(own, next((item for item in rows if item[0].key == "F1"), rows[0]))
    if weighted:
        cases = f"With {percent(positives / total)} positive"
    else:
        cases = f"With {many(total, 'case')}, {count(positives)} positive"
    if not reach.argmax:
        return f"{cases}, {measure.title} has no value: {measure.undefined}."
    return (
        f"{cases}, no skill is needed for {article(measure.title)} of **{number(reach.best(measure.better))}**: "
        f"{calls(reach.reached(measure.better), total)} reaches it."
    )


def _notes(total: int, positives: int, rows: Sequence[BaselineRow], keys: Sequence[str]) -> list[Note]:
    """What these classes make free: in accuracy always, otherwise among the measures shown."""
    reach_of = {measure.key: reach for measure, reach, _ in rows}
    shown = [item for item in rows if item[0].key in keys]
    return [
        _free_accuracy(reach_of["ACC"], total, positives),
        *not_drawn([measure for measure, _, _ in shown]),
        *_cannot_be_beaten(shown),
        *_partly_undefined(shown),
        *_best_in_between(reach_of["G2"], total),
        *_undefined(shown),
    ]


def _free_accuracy(accuracy: Baseline, total: int, positives: int) -> Note:
    free = f"Accuracy of {number(accuracy.highest)} is free: {calls(accuracy.argmax, total)} reaches it."
    if accuracy.highest <= 0.8:
        return Note("free-accuracy", free)
    rarer = percent(min(positives, total - positives) / total)
    return Note("free-accuracy", f"{free} That is high because only {rarer} are of the rarer class.")


def _cannot_be_beaten(rows: Sequence[BaselineRow]) -> list[Note]:
    unbeatable = [
        measure
        for measure, reach, ideal in rows
        if measure.judges and reach.argmax and reach.best(measure.better) == ideal
    ]
    if not unbeatable:
        return []
    return [
        Note(
            "cannot-be-beaten",
            f"*{listing([measure.title for measure in unbeatable], 5)} cannot be beaten*: random guessing already "
            f"reaches the best value. Alone they say nothing about skill.",
        )
    ]


def _partly_undefined(rows: Sequence[BaselineRow]) -> list[Note]:
    """A measure whose best draws have no value now and then."""
    return [
        Note(
            "partly-undefined",
            f"{measure.title} is an average over the guesses that have a value: "
            f"{percent(reach.undefined(measure.better))} of the best ones have none ({measure.undefined}).",
        )
        for measure, reach, _ in rows
        if reach.argmax and reach.undefined(measure.better) >= 0.005
    ][:1]


def _best_in_between(middle: Baseline, total: int) -> list[Note]:
    if not middle.argmax:
        return []
    return [
        Note(
            "best-in-between",
            f"G-mean 2 is best in between: {calls(middle.argmax, total)} scores {number(middle.highest)} on average.",
        )
    ]


def _undefined(rows: Sequence[BaselineRow]) -> list[Note]:
    empty = [measure for measure, reach, _ in rows if not reach.argmax]
    if not empty:
        return []
    have = "have" if len(empty) > 1 else "has"
    return [
        Note(
            "undefined",
            f"{listing([measure.title for measure in empty], 5)} {have} no value here: {empty[0].undefined}.",
        )
    ]


def _table(rows: Sequence[BaselineRow], total: int, positives: int) -> pd.DataFrame:
    """Every measure's highest and lowest expectation, and the numbers and shares predicted positive that reach them."""
    return pd.DataFrame(
        {
            "Measure": measure.name,
            "Short name": measure.key,
            "Highest mean": reach.highest,
            "Highest reached by": calls(reach.argmax, total),
            "Lowest mean": reach.lowest,
            "Lowest reached by": calls(reach.argmin, total),
            "Baseline": reach.best(measure.better),
            "Best possible": ideal,
            "Guesses without a value": reach.undefined(measure.better),
            "Can be beaten": _can_be_beaten(measure, reach, ideal),
            "Better if": measure.better,
            "No value when": measure.undefined,
            "Positive predictions, highest": _intervals(reach.argmax),
            "Positive predictions, lowest": _intervals(reach.argmin),
            "Share predicted positive, highest": _shares(reach.argmax, total),
            "Share predicted positive, lowest": _shares(reach.argmin, total),
            "Change per true positive": a,
            "Value without true positives": b,
            "Formula": measure.formula,
            "Other names": ", ".join(measure.aliases),
            "Source": measure.source,
        }
        for measure, reach, ideal in rows
        for a, b in [_linear((measure, reach, ideal), total, positives)]
    )


def _shares(reached: Intervals, total: int) -> str:
    return " or ".join(map(str, shares(total, reached)))


def _can_be_beaten(measure: Measure, reach: Baseline, ideal: float) -> str:
    if not measure.judges:
        return "not judged"
    return "no" if reach.best(measure.better) == ideal else "yes"


def _intervals(reached: Sequence[tuple[int, int]]) -> str:
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in reached)


def _method(rows: Sequence[BaselineRow], total: int, positives: int) -> str:
    """The formula of each expectation, with the numbers of the best draw put in."""
    return "\n\n".join(
        [
            f"$M$ = {many(total, 'case')}, $P$ = {count(positives)} positive, $N$ = {count(total - positives)} "
            f"negative, $n$ predicted positive. Closed forms are those of van de Bijl et al. (2024), Table 3; the "
            f"others are exact sums over the hypergeometric law of the true positives $k$. Halves are rounded up, so "
            f"that $n$ stands for all shares $\\theta$ of $[(n - 1/2)/M, (n + 1/2)/M)$, cut at 0 and 1. F "
            f"scores and Fowlkes-Mallows need a positive prediction, the threat score does not; so their lowest mean "
            f"is at $n$ = 1, and its at 0. Where a guess may have no value, the mean is that of the guesses that have "
            f"one; the table says how many have none. Below each is the measure as it can be typed for one of your "
            f"own.",
            *(
                f"**{row[0].title}**: {expected_formula(*row[:2], total, positives)}{_line(row, total, positives)}"
                f"\n\n{typed(row[0])}"
                for row in rows
            ),
        ]
    )


def _line(row: BaselineRow, total: int, positives: int) -> str:
    """The shares that reach the best mean, and the measure as a line in the true positives there."""
    measure, reach, _ = row
    if not reach.argmax:
        return ""
    told = f"; reached by $\\theta$ in {_shares(reach.reached(measure.better), total)}"
    a, b = _linear(row, total, positives)
    if a is None or b is None:
        return f"{told}. It is not linear in TP."
    return f"{told}. There it is $a\\,\\mathrm{{TP}} + b$ with $a$ = {_digits(a)}, $b$ = {_digits(b)}."


def _digits(value: float) -> str:
    return f"{value + 0.0:.6g}".replace("-", "−")
