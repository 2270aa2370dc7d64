"""Tallies: rows that each stand for as many cases as a column of counts says."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.acero  # what group_by imports when it is called, which a worker may not
from numpy.typing import NDArray

from ddcore.errors import InputError
from ddcore.read.columns import FoundColumns, chosen, has_scores, is_named
from ddcore.read.layout import Layout, whole_numbers
from ddcore.read.limits import CELLS, ROWS
from ddcore.read.predicted import Family
from ddcore.read.values import FEW, Column
from ddcore.read.vocabulary import says, without
from ddcore.read.words import counted, quoted
from ddcore.records.guess import Guess

LONGEST = 100_000
"""Rows of a tally that is found; one with more is said by hand."""

BESIDE = {"", "of", "rows", "obs", "observations", "de", "der", "nr", "no", "abs", "absolute", "total"}
"""Words that may stand in the name of counts."""

DENSE, SPARSE = 4, 50
"""Combinations of values that there could be for each row of a tally: surely one, and one by a guess."""


def tally(layout: Layout) -> Layout:
    """The layout with the column of counts settled: as given, else one so named whose rows are few and all differ.

    A column is surely one of counts where the others hold few values and each of their combinations stands once. Where
    rows might be cases, each with a number of its own, it is a guess or a note. Raises `InputError` for a column that
    is given and holds no counts.

    >>> table = {"truth": ["yes", "yes", "no", "no"], "pred": ["yes", "no"] * 2, "n": [60, 40, 50, 850]}
    >>> found = tally(Layout(tuple(Column(name, pa.array(cells)) for name, cells in table.items()), {}))
    >>> found.given["count"], found.notes
    ('n', ('“n” is the number of cases in each row: 1,000 cases in 4 rows.',))
    """
    asked = layout.given.get("count")
    if asked is not None:
        for column in chosen(layout.columns, "count", asked):
            if whole_numbers(column) is None:
                raise InputError(
                    f"{quoted(column.name)} must have a whole number of 0 or more in each row to be the count; choose "
                    f"another column"
                )
            return _counted(layout, column)
        return replace(layout, given={**layout.given, "count": ""})
    unsaid = replace(layout, given={**layout.given, "count": ""})
    named = (column for column in layout.columns if is_count(column.name) and column.name not in layout.named)
    counts = [
        (column, times) for column in named if (times := whole_numbers(column)) is not None and (times != 1).any()
    ]
    if not counts:
        return unsaid
    column, times = counts[0]
    others = [each for each in layout.columns if each is not column]
    doubt = _doubt(others, layout.rows)
    if doubt == "" and times.any():
        return _counted(layout, column)
    if doubt == "sparse":
        text = (
            f"{quoted(column.name)} was taken as the number of cases in each row ({int(times.sum(dtype=object)):,} "
            f"cases in {counted(times.size, 'row')}). Its name suggests this, and no two rows agree in all other "
            f"columns."
        )
        found = _counted(layout, column)
        guess = Guess("counts-guessed", "count", text, (column.name, ""))
        return replace(found, notes=layout.notes, guesses=(*layout.guesses, guess))
    if doubt == "repeats" and layout.rows <= FEW:
        text = (
            f"{quoted(column.name)} may be the number of cases in each row. It was not used, because some rows agree "
            f"in all other columns: each row counts as one case."
        )
        return replace(unsaid, guesses=(*layout.guesses, Guess("counts-guessed", "count", text, ("", column.name))))
    return replace(unsaid, notes=(*layout.notes, counts_offered(column.name)))


def is_count(name: str) -> bool:
    """Whether a name says that a column counts cases, and nothing else.

    >>> is_count("Häufigkeit"), is_count("number_of_cases"), is_count("pixel_count")
    (True, True, False)
    """
    # Names of counts are short, and others may be very long.
    return len(name) < 40 and says(name, "count") and set(without(name, "count").split("_")) <= BESIDE


def counts_offered(name: str) -> str:
    """The note on a column that could hold counts."""
    return (
        f"{quoted(name)} could be the number of cases in each row. It is not used, and each row counts as one case; "
        f"choose it as count if it is."
    )


def _counted(layout: Layout, column: Column) -> Layout:
    times = whole_numbers(column)
    assert times is not None
    total = int(times.sum(dtype=object))
    if not total:
        raise InputError(f"{quoted(column.name)} adds up to 0 cases; choose another column for the count")
    note = f"{quoted(column.name)} is the number of cases in each row: {total:,} cases in {counted(times.size, 'row')}."
    notes = layout.notes if layout.counted else (*layout.notes, note)
    return replace(layout, given={**layout.given, "count": column.name}, notes=notes)


def _doubt(others: Sequence[Column], rows: int) -> str:
    """Why rows may be cases themselves: "repeats", "sparse" or "cases"; empty where they are surely a tally."""
    if not others or rows > LONGEST or any(is_named(column.name, "id") for column in others):
        return "cases"
    for column in others:
        is_score = column.is_numeric and (says(column.name, "label", "score") or _fits_scores(column))
        if rows > 4 and column.distinct == rows and not is_score:
            return "cases"
    table = pa.table([column.values for column in others], names=[str(place) for place in range(len(others))])
    if table.group_by(table.column_names, use_threads=False).aggregate([]).num_rows < rows:
        return "repeats"
    possible = int(np.prod([max(column.distinct, 1) for column in others], dtype=object))
    once = rows > 4 and any(column.distinct == rows for column in others)
    if possible <= DENSE * rows and not once:
        return ""
    return "sparse" if possible <= SPARSE * rows else "cases"


def _fits_scores(column: Column) -> bool:
    try:
        return has_scores(column)
    except InputError:
        return False


def values_of(column: Column, times: NDArray[np.int64] | None) -> dict[str, int]:
    """The distinct values of a column with their rows, each as often as it counts.

    >>> values_of(Column("truth", pa.array(["yes", "no", "yes"])), np.array([60, 40, 2]))
    {'yes': 62, 'no': 40}
    """
    counts = np.bincount(column.codes + 1, times, len(column.categories) + 1)[1:].astype(np.int64).tolist()
    values = zip(column.categories, counts, strict=True)
    return {value: number for value, number in values if number or times is None}


def times_of(roles: FoundColumns) -> NDArray[np.int64] | None:
    """How many cases each row stands for; None where it is one."""
    return whole_numbers(roles.single["count"]) if "count" in roles.single else None


def by_case(
    roles: FoundColumns, families: Sequence[Family]
) -> tuple[FoundColumns, list[Family], NDArray[np.int64] | None]:
    """The columns that have a role with each row as often as it counts, and the families of scores likewise.

    Rows that stand for more cases than there may be rows stay as they are: how often each counts is then the third.
    Raises `InputError` for these where weights, amounts or clusters need cases one by one.

    >>> table = {"truth": ["yes", "no"], "n": [1, 2]}
    >>> truth, n = (Column(name, pa.array(cells)) for name, cells in table.items())
    >>> by_case(FoundColumns((truth, n), truth, single={"count": n}), [])[0].truth.values.to_pylist()
    ['yes', 'no', 'no']
    """
    times = times_of(roles)
    if times is None:
        return roles, list(families), None
    used = {id(column): column for column in (*roles.taken, *roles.scores, *roles.labels)}
    used |= {id(column): column for family in families for column in family.values()}
    total = int(times.sum(dtype=object))
    if total > ROWS.most or total * len(used) > CELLS.most:
        for role in {"weight", "amount", "cluster"} & roles.single.keys():
            raise InputError(
                f"{quoted(roles.single['count'].name)} adds up to {total:,} cases, too many for a {role} of each "
                f"case; leave out the column for the {role}"
            )
        return roles, list(families), times
    places = np.repeat(np.arange(times.size), times)
    swapped = {name: _repeated(column, places) for name, column in used.items()}
    return (
        replace(
            roles,
            truth=swapped[id(roles.truth)],
            scores=[swapped[id(column)] for column in roles.scores],
            labels=[swapped[id(column)] for column in roles.labels],
            single={role: swapped[id(column)] for role, column in roles.single.items()},
            groups=[swapped[id(column)] for column in roles.groups],
        ),
        [{value: swapped[id(column)] for value, column in family.items()} for family in families],
        None,
    )


def _repeated(column: Column, places: NDArray[np.intp]) -> Column:
    """The column with the cells at some places; each remembers its row of the file."""
    rows = places if column.places is None else column.places[places]
    return Column(column.name, column.values.take(pa.array(places)), column.first_row, rows)
