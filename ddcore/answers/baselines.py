"""What would chance score?"""

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import pandas as pd
from pydantic import Field

from ddcore.answers import needs
from ddcore.answers.answer import Answer, Figure, Note, Table
from ddcore.answers.looked import whole
from ddcore.answers.options import Key, Measures, Options
from ddcore.answers.words import DRAW, about, article, calls, expected_formula, listing, not_drawn, typed
from ddcore.chance.dutch_draw import Baseline, baseline
from ddcore.data import Data
from ddcore.figures.chance import BaselineRow, baselines_alt, baselines_figure
from ddcore.formats import count, number, percent
from ddcore.measure_type import Measure
from ddcore.measures import MEASURES
from ddcore.measures import measure as measure_named

TITLE = "Baselines"
NEEDS = needs.classes
NEEDED = "A baseline needs only two numbers: how many cases there are and how many are positive."
EXAMPLE = "M=303&P=139"

HEADLINES = ("ACC", "F1", "PPV", "NPV", "BACC", "G2", "J", "MK", "MCC", "kappa", "FM", "TS", "TPR", "TNR")
"""The measures shown until somebody chooses others."""


class Choices(Options):
    """The measures to judge by."""

    measure: Annotated[tuple[str, ...], Measures(), Key("measures")] = Field(
        HEADLINES, title="Measures", description="Each stands with its formula in the table below."
    )


def answer(data: Data, choices: Choices = Choices()) -> Answer:
    """The baseline of every measure on these classes, those chosen first."""
    total, positives = whole(data)
    keys = choices.measure
    rows = rows_of(total, positives, [*keys, *(key for key in MEASURES if key not in keys)])
    shown = rows[: len(keys)]
    return Answer(
        __doc__,
        _sentence(total, positives, shown, data.weighted),
        DRAW,
        about(data),
        _notes(total, positives, rows, keys),
        {"baselines": Figure("Mean scores without skill", baselines_alt(shown), partial(baselines_figure, shown))},
        {"baselines": Table("All baselines", len(rows), partial(_table, rows, total))},
        _method(shown, total, positives),
        {
            "measures": {
                measure.key: {
                    "baseline": reach.best(measure.better),
                    "highest": reach.highest,
                    "lowest": reach.lowest,
                    "argmax": reach.argmax,
                    "argmin": reach.argmin,
                    "ideal": ideal,
                }
                for measure, reach, ideal in rows
            }
        },
    )


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
    elif total == 1:
        cases = f"With 1 case, {count(positives)} positive"
    else:
        cases = f"With {count(total)} cases, {count(positives)} positive"
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


def _table(rows: Sequence[BaselineRow], total: int) -> pd.DataFrame:
    """Every measure's highest and lowest expectation, and the numbers predicted positive that reach them."""
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
            "Formula": measure.formula,
            "Other names": ", ".join(measure.aliases),
            "Source": measure.source,
        }
        for measure, reach, ideal in rows
    )


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
            f"$M$ = {count(total)} cases, $P$ = {count(positives)} positive, $N$ = {count(total - positives)} "
            f"negative, $n$ predicted positive. Closed forms are those of van de Bijl et al. (2024), Table 3; the "
            f"others are exact sums over the hypergeometric law of the true positives $k$. Halves are rounded up. F "
            f"scores and Fowlkes-Mallows need a positive prediction, the threat score does not; so their lowest mean "
            f"is at $n$ = 1, and its at 0. Where a guess may have no value, the mean is that of the guesses that have "
            f"one; the table says how many have none. Below each is the measure as it can be typed for one of your "
            f"own.",
            *(
                f"**{measure.title}**: {expected_formula(measure, reach, total, positives)}\n\n{typed(measure)}"
                for measure, reach, _ in rows
            ),
        ]
    )
