"""Cases that stand in several rows, told by the column of their ids or of what they belong to."""

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.acero  # what group_by imports when it is called, which a worker may not
import pyarrow.compute as pc

from ddcore.read.columns import FoundColumns
from ddcore.read.values import Column, as_text
from ddcore.read.vocabulary import says, words
from ddcore.read.words import counted, quoted
from ddcore.records.guess import Guess

SEVERAL = 0.05
"""The share of ids from which on that they stand in several rows is a guess; that few do is a note."""

BELONG = {
    *("patient", "patients", "subject", "subjects", "participant", "person", "proband", "user", "customer", "client"),
    *("household", "family", "animal", "speaker", "student", "employee", "patientin", "kunde", "kundin"),
    *("nutzer", "paciente", "paziente", "pacjent", "hasta", "患者", "客户", "顧客"),
}
"""Words in the names of what may have several cases."""

NUMBERED = {"row", "sample", "example"}
"""Words in the names of what numbers cases."""

FEWEST, LONGEST = 10, 20
"""How many of these there are at least, and how many rows they have on average at most: a hospital has more."""


def repeated_cases(roles: FoundColumns) -> list[str]:
    """Notes on ids that stand twice, in a long file for the same model, and on those with more than one truth.

    Where many do, or where rows belong to patients or the like, that each row counts is a guess of `roles` instead.

    >>> from ddcore.read.values import Column
    >>> truth, case = Column("truth", pa.array(["yes", "no", "yes"])), Column("id", pa.array([7, 8, 7]))
    >>> roles = FoundColumns((truth, case), truth, single={"id": case})
    >>> repeated_cases(roles), roles.guesses[0].text
    ([], '1 case occurs in more than one row, “7” of “id”: each row counts as a separate case.')
    """
    if "id" not in roles.single:
        _tell_belonging(roles)
        return []
    case, model = roles.single["id"], roles.single.get("model")
    if model is None and case.distinct == len(case.values) - case.values.null_count:
        _tell_belonging(roles)
        return []
    columns = {"id": _whole(case.values), "truth": pa.array(roles.truth.codes, mask=roles.truth.missing)}
    keys = ["id"]
    for role in ("model", "run"):
        if role in roles.single:
            columns[role] = _whole(roles.single[role].values)
            keys.append(role)
    table = pa.table(columns)
    table = table.filter(pc.is_valid(table["id"]))
    notes = []
    rows = table.group_by(keys, use_threads=False).aggregate([([], "count_all")])
    twice = rows.filter(pc.greater(rows["count_all"], 1))
    if twice.num_rows:
        text = _told(twice, case.name, model is not None)
        if twice.num_rows < SEVERAL * rows.num_rows or "cluster" in roles.single:
            notes.append(text)
        else:
            roles.guesses.append(Guess("repeats-guessed", "cluster", text, (case.name,)))
    truths = table.group_by("id", use_threads=False).aggregate([("truth", "count_distinct")])
    torn = truths.filter(pc.greater(truths["truth_count_distinct"], 1))
    if torn.num_rows == 1:
        notes.append(
            f"1 case has more than one truth, {_first(torn)} of {quoted(case.name)}; each row keeps its own truth."
        )
    elif torn.num_rows:
        notes.append(
            f"{torn.num_rows:,} cases have more than one truth, such as {_first(torn)} of {quoted(case.name)}; each "
            f"row keeps its own truth."
        )
    return notes


def _tell_belonging(roles: FoundColumns) -> None:
    """A guess for the first column of patients or the like that have several rows each."""
    if "cluster" in roles.single or "model" in roles.single:
        return
    for column in roles.columns:
        said = says(column.name, "id") or (BELONG | NUMBERED) & set(words(column.name))
        if not said or column in roles.taken or column in (*roles.scores, *roles.labels):
            continue
        rows, distinct = len(column.values) - column.values.null_count, column.distinct
        if distinct < FEWEST or not 2 * distinct <= rows <= LONGEST * distinct:
            continue
        if not says(column.name, "id") and NUMBERED & set(words(column.name)) and not _has_one_truth(column, roles):
            continue
        text = (
            f"{quoted(column.name)} has {counted(distinct, 'value')} in {counted(rows, 'row')}: each row counts as a "
            f"separate case, independent of the others."
        )
        roles.guesses.append(Guess("repeats-guessed", "cluster", text, (column.name,)))
        return


def _has_one_truth(column: Column, roles: FoundColumns) -> bool:
    """Whether all rows of each value have one truth: numbers of rows begin anew in files that were put together."""
    codes = column.codes[~column.missing & ~roles.truth.missing]
    truths = roles.truth.codes[~column.missing & ~roles.truth.missing]
    _, first = np.unique(codes, return_index=True)
    of_value = np.zeros(len(column.categories), truths.dtype)
    of_value[codes[first]] = truths[first]
    return bool((of_value[codes] == truths).all())


def _told(twice: Any, name: str, long: bool) -> str:
    number, first = twice.num_rows, _first(twice)
    if long:
        model = quoted(as_text(twice["model"][0].as_py()))
        if number == 1:
            return (
                f"1 case occurs more than once for a model, {first} of {quoted(name)} for {model}: each row counts as "
                f"a separate case."
            )
        return (
            f"{number:,} times a case occurs more than once for a model, such as {first} of {quoted(name)} for "
            f"{model}: each row counts as a separate case."
        )
    if number == 1:
        return f"1 case occurs in more than one row, {first} of {quoted(name)}: each row counts as a separate case."
    return (
        f"{number:,} cases occur in more than one row, such as {first} of {quoted(name)}: each row counts as a "
        f"separate case."
    )


def _first(rows: Any) -> str:
    return quoted(as_text(rows["id"][0].as_py()))


def _whole(values: Any) -> Any:
    return values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values
