"""Tables in databases, on clusters and in files too large for memory -> tallies: only these leave the engine.

`read_table` finds what the columns are with the reader of `ddcore.read`, on a sample of the rows. Then the engine is
asked, for each model, how many cases have each score, each class and each value of what divides them; a random part of
the cases is read as well, for what needs them one by one.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import ibis
import pyarrow as pa

from ddcore.engines.counting import Counting, Looked, categories, own_name
from ddcore.engines.scores import number
from ddcore.engines.sources import drawn_from, fetched, opened, telling
from ddcore.errors import InputError
from ddcore.read import Found, Predictions, assembled, find, read, wanted_of
from ddcore.read.arranged import Wishes
from ddcore.read.files import Sheet, open_sheet
from ddcore.read.limits import CLASSES, COLUMNS, MODELS
from ddcore.read.predictions import reduce
from ddcore.read.roles import Roles, takes
from ddcore.read.values import Column, key
from ddcore.read.words import Unusable, having_read, listed
from ddcore.workers import progress

SAMPLE = 20_000
"""Rows by which it is found what the columns are."""

PART = 100_000
"""Rows of a table up to which all are read, and of a larger one a random part."""

BLOCKS = frozenset({"duckdb", "postgres", "bigquery", "snowflake"})
"""Engines that draw blocks of rows without looking at all others."""

NAMES: Mapping[str, str] = {
    "duckdb": "DuckDB",
    "postgres": "PostgreSQL",
    "pyspark": "Spark",
    "databricks": "Databricks",
    "bigquery": "BigQuery",
    "snowflake": "Snowflake",
    "trino": "Trino",
    "clickhouse": "ClickHouse",
}
"""What engines are called."""


MONEY = ibis.dtype("decimal(19, 4)")
"""What Ibis takes PostgreSQL's money for."""


@takes(Roles)
def read_table(source: Any, *, part: int = PART, **roles: Any) -> Predictions:
    """The predictions in a table, counted where they are: tallies of each model, its groups and its folds.

    Parameters
    ----------
    source : str, Path or ibis.Table
        A table or a query of any engine that Ibis speaks to; the address of a table, such as
        `postgres://user@host/database?table=predictions`; or a file, a glob or a folder, which DuckDB reads.
    part : int
        How many of the cases are read one by one, drawn at random; all of them where there are no more. With 0 only
        tallies leave the engine.
    **roles

    Returns
    -------
    Predictions
        As `ddcore.read.read` gives them, without single cases: `.single` has those of a random part.

    Raises
    ------
    InputError
        One sentence with the table and what to do; `ChoiceNeeded` as `ddcore.read.read` does.

    Examples
    --------
    >>> import ibis
    >>> table = ibis.memtable(pa.table({"truth": ["yes", "no", "yes"], "score": [0.9, 0.2, 0.4]}))
    >>> read_table(table, name="three").models["the model"].counts
    Counts(tp=1, fp=0, fn=1, tn=1)
    """
    given = Roles.of(**roles)
    wishes = wanted_of(given)
    called, table = opened(source)
    name = given.name if isinstance(given.name, str) else called
    try:
        with telling(name):
            return _read(table, name, given, wishes, part)
    except Unusable as problem:
        raise _named(problem, name) from None
    except InputError as problem:
        raise _named(Unusable(str(problem)), name) from None


def _named(problem: Unusable, name: str) -> Unusable:
    # Rows of a sample are none that anybody can look up.
    text = re.sub(r" in row [\d,]+", "", str(problem))
    problem.args = (text if text.startswith((f"{name}: ", f"{name} ")) else f"{name}: {text}",)
    return problem


def _read(source: Any, name: str, given: Roles, wishes: Wishes, part: int) -> Predictions:
    table = _usable(source)
    unused = [column for column in source.columns if column not in table.columns]
    progress.tell(0.0, "Counting the rows")
    rows = fetched(table.agg(rows=table.count()))["rows"][0].as_py()
    said = given.said()
    notes = [f"Columns whose cells hold several values are not used: {listed(unused)}."] if unused else []
    if rows <= part:
        found = read(fetched(table), **{**said, "name": name, "missing": given.missing, "strict": given.strict})
        reading = replace(found.reading, format=_engine(table))
        return replace(found, reading=reading, notes=(*found.notes, *notes))
    progress.tell(0.05, f"Looking at some of {rows:,} rows")
    looked = Looked(table)
    with progress.told_to(lambda share, doing: None):
        sheet, columns, frame = _find(looked, _sample(table, rows), name, given, wishes)
    with having_read(sheet.reading):
        if given.weight and "weight" not in columns.roles.single:
            _keep_weights(columns, table)
        counting = Counting(looked, rows, frame, columns, exact=given.exact)
        missing = "ask" if given.missing == "keep" else given.missing
        models = counting.models(notes, missing, given.threshold)
        reduced = reduce(counting.sample, given.threshold, missing, wishes, (), given.rule, models)
        cases = sum(columns.truth_values.values()) if "count" in columns.roles.single else rows
        every = replace(reduced, notes=(*notes, *reduced.notes))
        result = assembled(sheet, columns, wishes, every, cases)
    progress.tell(0.95, "Reading a random part of the cases")
    # What is told while a part is read is not told of all.
    with progress.told_to(lambda share, doing: None):
        single = _single(table, rows, part, name, columns, given) if part else None
    return replace(result, given=said, single=single)


def _engine(table: Any) -> str:
    name: str = table.get_backend().name
    return NAMES.get(name, name)


def _single(table: Any, rows: int, part: int, name: str, found: Found, given: Roles) -> Predictions | None:
    """A random part of the cases, one by one, read as all were; None where it cannot be read: it may have one class."""
    roles = found.roles
    if "count" in roles.single:
        return None
    families = (column for family in found.families for column in family.values())
    used = {column.name for column in (*roles.taken, *roles.scores, *roles.labels, *families)}
    names = {each.strip(): each for each in table.columns}
    some = drawn_from(table.select([names[each] for each in names if each in used]), part / rows)
    taken = {role: list(columns) for role, columns in roles.names().items() if columns and role in Roles.model_fields}
    said = {**given.said(), **taken, "positive": found.positive.value, "missing": "leave out", "name": name}
    if given.missing == "keep":
        said["missing"] = "keep"
    try:
        return read(fetched(some), **said)
    except InputError:
        return None


def _usable(table: Any) -> Any:
    """The table with the columns that can be read, numbers of any precision as those of 64 bits."""
    columns = {}
    for name, kind in table.schema().items():
        if kind.is_nested() or kind.is_binary() or kind.is_json() or kind.is_interval():
            continue
        column = table[name]
        if kind.is_decimal():
            # Amounts of money in PostgreSQL have this type, and become doubles by way of a decimal only.
            column = (column.cast("decimal(38, 4)") if kind == MONEY else column).cast("float64")
        elif not (kind.is_numeric() or kind.is_boolean() or kind.is_temporal() or kind.is_string()):
            column = column.cast("string")
        columns[name] = column
    if not columns:
        raise InputError("has no column of numbers, words or dates; choose another table")
    COLUMNS.check(len(columns))
    return table.select(**columns)


def _sample(table: Any, rows: int) -> pa.Table:
    """Some rows, from all over the table where its engine can draw them at little cost, else the first ones."""
    if table.get_backend().name in BLOCKS:
        drawn = fetched(drawn_from(table, 3 * SAMPLE / rows, "block").limit(SAMPLE))
        if drawn.num_rows > SAMPLE / 10:
            return drawn
    return fetched(table.limit(SAMPLE))


class _Unseen(Exception):  # noqa: N818 - rows are missing, nothing is wrong
    """Values of a column that no row of the sample has."""

    def __init__(self, column: str, values: list[Any]) -> None:
        super().__init__()
        self.column, self.values = column, values


def _find(looked: Looked, frame: pa.Table, name: str, given: Roles, wishes: Wishes) -> tuple[Sheet, Found, pa.Table]:
    """What the columns are, by a sample that has each value of the truth and of the models."""
    for _ in range(4):
        sheet = open_sheet(frame, name)
        sheet = replace(sheet, reading=replace(sheet.reading, format=_engine(looked.table)))
        try:
            with having_read(sheet.reading):
                found = find(sheet, given, wishes, partial(_counted, looked, frame, given.count))
                for role in ("model", "run"):
                    if role in found.roles.single:
                        _all_seen(looked, found.roles.single[role])
            return sheet, found, frame
        except _Unseen as more:
            column = looked.table[more.column]
            some = fetched(looked.table.filter(column.isin(more.values[:1000])).limit(SAMPLE))
            frame = pa.concat_tables([some, frame])
    raise InputError("has values of the truth that come and go; read it again")


def _counted(looked: Looked, frame: pa.Table, times: Any, truth: Column) -> dict[str, int]:
    """The values of the truth in all rows with their cases, without what stands for a missing one."""
    own = own_name(looked.table, truth)
    rows = looked.rows_of(own, CLASSES.most, None if not times else str(times))
    known = dict(zip(truth.keys, truth.categories, strict=True))
    seen = {key(value) for value in frame[own].unique().to_pylist() if value is not None}
    counts, unseen = dict.fromkeys(truth.categories, 0), []
    for (value, cases), text in zip(rows.items(), categories(list(rows), truth.name), strict=True):
        if text is not None and key(text) in known:
            counts[known[key(text)]] += cases
        elif text is not None and key(value) not in seen:
            unseen.append(value)
    if unseen:
        raise _Unseen(own, unseen)
    return counts


def _all_seen(looked: Looked, column: Column) -> None:
    own = own_name(looked.table, column)
    values = list(looked.rows_of(own, MODELS.most))
    unseen = [
        value
        for value, text in zip(values, categories(values, column.name), strict=True)
        if text is not None and key(text) not in column.keys
    ]
    if unseen:
        raise _Unseen(own, unseen)


def _keep_weights(found: Found, table: Any) -> None:
    """Weights that are equal in the sample are weights where they differ in the table."""
    said = found.table.given["weight"]
    name = said if isinstance(said, str) else next(iter(said or ()))
    column = number(table, name)
    low, high = fetched(table.agg(low=column.min(), high=column.max())).to_pylist()[0].values()
    if low != high:
        found.roles.single["weight"] = next(each for each in found.roles.columns if each.name == name)
        found.roles.notes[:] = [note for note in found.roles.notes if not note.startswith("Every weight in")]
