"""Baselines of several data sets side by side, those of the cases at hand among them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd

from ddcore.answers.base.answer import Answer, Figure, Note, Table
from ddcore.answers.base.words import article, inside, listing
from ddcore.answers.baselines.choices import Choices
from ddcore.answers.baselines.sets_draw import SetRow, sets_alt, sets_figure
from ddcore.chance.dutch_draw import baseline
from ddcore.formats import number
from ddcore.measures import MEASURES
from ddcore.measures import measure as measure_named
from ddcore.measures.type import Measure
from ddcore.samples.data_sets import DataSet, data_sets

HERE = "These data"


def answered(base: Answer, choices: Choices, total: int, positives: int) -> Answer:
    """The answer for several data sets; `base` is that for the cases as they are."""
    sets = _with_these(data_sets(choices.sets), total, positives)
    keys = [*choices.measure, *(key for key in MEASURES if key not in choices.measure)]
    rows = [_row(measure_named(key), sets) for key in keys]
    shown = rows[: len(choices.measure)]
    return replace(
        base,
        sentence=_sentence(shown, sets),
        notes=_notes(shown, sets),
        figures={
            "sets": Figure("Best mean score without skill", sets_alt(shown, sets), partial(sets_figure, shown, sets))
        },
        tables={
            "sets": Table.of("The data sets", _sizes(sets)),
            "measures": Table("All baselines of the data sets", len(rows), partial(_table, rows, sets)),
            **base.tables,
        },
        values={
            **base.values,
            "sets": [
                {
                    "name": data_set.name,
                    "total": data_set.total,
                    "positives": data_set.positives,
                    "baselines": {measure.key: reaches[at].best(measure.better) for measure, reaches in rows},
                }
                for at, data_set in enumerate(sets)
            ],
        },
    )


def _with_these(sets: Sequence[DataSet], total: int, positives: int) -> list[DataSet]:
    """The data sets and the cases at hand, once, the rarest positives first."""
    others = [data_set for data_set in sets if (data_set.total, data_set.positives) != (total, positives)]
    named = [data_set.name for data_set in sets if data_set not in others]
    here = DataSet(f"{HERE} ({named[0]})" if named else HERE, HERE, total, positives)
    return sorted([here, *others], key=lambda data_set: data_set.share)


def _row(measure: Measure, sets: Sequence[DataSet]) -> SetRow:
    return measure, [baseline(measure, data_set.total, data_set.positives) for data_set in sets]


def _best(row: SetRow) -> list[float]:
    measure, reaches = row
    return [reach.best(measure.better) for reach in reaches]


def _spread(row: SetRow) -> float:
    known = [value for value in _best(row) if np.isfinite(value)]
    return float(np.ptp(known)) if len(known) > 1 else 0.0


def _leading(rows: Sequence[SetRow]) -> SetRow:
    """F1 where it is shown, else the first one."""
    return next((row for row in rows if row[0].key == "F1"), rows[0])


def _sentence(rows: Sequence[SetRow], sets: Sequence[DataSet]) -> str:
    row = _leading(rows)
    values = _best(row)
    if len(sets) < 2 or not np.isfinite(values).any():
        return f"Of {inside(row[0])} there is nothing to compare."
    low, high = int(np.nanargmin(values)), int(np.nanargmax(values))
    if _spread(row) < 1e-9:
        return f"Without skill {row[0].title} reaches **{number(values[high])}** on each of these data sets."
    return (
        f"No skill is needed for {article(row[0].title)} of **{number(values[high])}** on {_named(sets[high])}, and "
        f"for one of **{number(values[low])}** on {_named(sets[low])}."
    )


def _named(data_set: DataSet) -> str:
    """A data set inside a sentence; names are those of the program or made of digits."""
    return f"these data{data_set.name.removeprefix(HERE)}" if data_set.short == HERE else data_set.name


def _notes(rows: Sequence[SetRow], sets: Sequence[DataSet]) -> list[Note]:
    """Which baselines differ most from set to set, and which do not."""
    notes = []
    told = _leading(rows)
    shares = [row for row in rows if not row[0].grows and row is not told]
    widest = max(shares, key=_spread, default=None)
    if widest is not None and _spread(widest) > 1e-9:
        measure, values = widest[0], _best(widest)
        low, high = int(np.nanargmin(values)), int(np.nanargmax(values))
        notes.append(
            Note(
                "sets-differ",
                f"{measure.title} differs, too: what needs no skill goes from {number(values[low])} on "
                f"{_named(sets[low])} to {number(values[high])} on {_named(sets[high])}.",
            )
        )
    same = [row[0].title for row in rows if _spread(row) < 1e-9 and np.isfinite(_best(row)).all()]
    if same and len(sets) > 1:
        notes.append(
            Note(
                "sets-agree",
                f"The baseline is the same for all: {listing(same, 6)}. Scores on these can be compared as they are, "
                f"as far as chance goes.",
            )
        )
    empty = [row[0].title for row in rows if np.isnan(_best(row)).any()]
    if empty:
        notes.append(Note("sets-undefined", f"Without a value on some data set: {listing(empty, 6)}."))
    return notes or [Note("sets-alike", "All these baselines are close to each other.")]


def _sizes(sets: Sequence[DataSet]) -> pd.DataFrame:
    return pd.DataFrame(
        {"Data set": part.name, "Cases": part.total, "Positive": part.positives, "Share": part.share} for part in sets
    )


def _table(rows: Sequence[SetRow], sets: Sequence[DataSet]) -> pd.DataFrame:
    """A row a measure and data set: the baseline, the extreme means and the guesses that reach them."""
    return pd.DataFrame(
        {
            "Measure": measure.name,
            "Short name": measure.key,
            "Data set": data_set.name,
            "Baseline": reach.best(measure.better),
            "Highest mean": reach.highest,
            "Lowest mean": reach.lowest,
            "Highest reached by": _numbers(reach.argmax),
            "Lowest reached by": _numbers(reach.argmin),
        }
        for measure, reaches in rows
        for data_set, reach in zip(sets, reaches, strict=True)
    )


def _numbers(reached: Sequence[tuple[int, int]]) -> str:
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in reached)
