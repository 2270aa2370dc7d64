"""The selected model as several answers show it: its four counts, its AUC, and the classes of its draws."""

import math
from collections.abc import Mapping

import pandas as pd

from ddcore.answers.base.answer import Note, Table
from ddcore.answers.base.words import listing, literal
from ddcore.chance.verdict import classes_of_draw, whole_classes
from ddcore.counts import Counts
from ddcore.data import Data
from ddcore.formats import count, many, number, percent
from ddcore.interval import Interval, alpha
from ddcore.scores.intervals import delong


def classes_of_draws(data: Data) -> tuple[int, int]:
    """M and P of the draws to compare with."""
    return whole_classes(data.total, data.positives) if data.chosen is None else classes_of_draw(data.model.counts)


def prediction_table(data: Data) -> Table:
    """The four counts of the selected model, as a small table."""
    counts = data.model.counts
    title = f"Predictions of {literal(data.name)} against truth" if data.several else "Predictions against truth"
    rows = pd.DataFrame(
        {
            "predicted": ["positive", "negative"],
            f"truly {data.positive}": [counts.tp.item(), counts.fn.item()],
            f"truly {data.negative}": [counts.fp.item(), counts.tn.item()],
        }
    )
    return Table.of(title, rows)


def predictions_in_words(counts: Counts) -> str:
    """How many cases are predicted positive, and how many of them correctly.

    >>> predictions_in_words(Counts(tp=2, fp=48, fn=1, tn=949))
    '50 of 1,000 cases positive, 2 of them correctly'
    """
    predicted, right = counts.predicted_positives.item(), counts.tp.item()
    if not predicted:
        return "no case positive"
    if not counts.whole:
        share = percent(predicted / counts.total.item())
        return f"{share} of the cases positive, {percent(right / predicted)} of them correctly"
    return f"{count(predicted)} of {many(counts.total.item(), 'case')} positive, {count(right)} of them correctly"


def auc_of(data: Data, name: str) -> Interval | None:
    """The area under the ROC curve of a model, with its interval; None where it has no scores or one class only."""
    table = data.models[name].table
    if table is None or math.isnan(table.auc):
        return None
    return data.cached(("auc_of", table), lambda: delong(table))


def auc_clear(data: Data, name: str, level: float | None = None) -> bool:
    """Whether the area of a model is above 1/2 at a level at which that of the luckiest of all models would not be.

    The interval is that of `auc_of` at 1 - (1 - level) / k for k models (Bonferroni).
    """
    table = data.models[name].table
    if table is None or math.isnan(table.auc):
        return False
    strict = 1 - alpha(level) / len(data.models)
    return data.cached(("auc_of", table, strict), lambda: delong(table, strict)).low > 0.5


def auc_below_half(data: Data, name: str) -> Interval | None:
    """The same where it is below 1/2; None else."""
    area = auc_of(data, name)
    return area if area is not None and area.value < 0.5 else None


def reversed_models(data: Data) -> list[Note]:
    """Which models have scores that surely point the wrong way, besides the selected one."""
    areas: Mapping[str, Interval | None] = {
        name: auc_below_half(data, name) for name in data.models if name != data.chosen
    }
    surely = {name: area for name, area in areas.items() if area is not None and area.high < 0.5}
    if not surely:
        return []
    names = listing([f"{literal(name)} (AUC {number(area.value)})" for name, area in surely.items()])
    return [
        Note(
            "others-reversed",
            f"The scores of {names} point the wrong way. If the right class is positive, reverse them on the card of "
            f"the file.",
        )
    ]
