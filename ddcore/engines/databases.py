"""Databases that whoever runs the program named: their tables and columns, and the predictions in a part of a table.

A person chooses names that are listed, and values of one column: no other table and no other statement can be reached.
Nothing that is raised or returned here has the address of a database. `look` and `read` do it in a process of its own.
"""

import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from fnmatch import fnmatchcase
from functools import partial
from itertools import islice
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import ibis
from ibis import Table

from ddcore import engines
from ddcore.engines import duck, sources, worker
from ddcore.engines.sources import Address
from ddcore.errors import InputError
from ddcore.read import Predictions
from ddcore.read.words import listed, quoted
from ddcore.workers import private_folder, worker_pool
from ddcore.workers.confined import confine
from ddcore.workers.worker_pool import Limits, Queue, WorkerDied

TABLES = 1_000
"""Tables that are listed, the first ones by name."""

SCHEMAS = 200
"""Schemas that are looked through for them."""

VALUES = 100
"""Values of a column that are listed, the most frequent ones."""

LONGEST = 200
"""Letters of a value that is listed."""

NAMED = 5
"""Values that a sentence names; of more their number is told."""

LIMITS = Limits(memory=worker.LIMITS.memory, processor=60, clock=120, files=True)
"""What a look at a database may use: one minute of processor here, two of the clock."""

QUEUE = Queue(places=4)
"""Looks at databases that are taken at once: they mostly wait."""

WHY = {
    "memory": "needs too much memory here to be looked at",
    "time": "did not answer within two minutes; try again",
    "crash": "could not be looked at; try again",
}
"""What is said of a database where the process that looked at it died."""

SYSTEM = frozenset({"information_schema", "pg_catalog", "pg_toast", "sys", "system"})
"""Schemas that databases have for themselves."""


@dataclass(frozen=True)
class Database:
    """A database by the name that people see; its tables are those that a pattern such as `lake.*` allows, or all.

    >>> Database("warehouse", "postgres://reader:secret@host/db", ("lake.*", "predictions"))
    Database(name='warehouse', tables=('lake.*', 'predictions'))
    """

    name: str
    url: str = field(repr=False)
    tables: tuple[str, ...] | None = None

    def allows(self, schema: str, table: str, usual: str) -> bool:
        """Whether a table may be read; a pattern without a dot is about tables of the schema that is `usual` there.

        >>> Database("warehouse", "", ("lake.*", "predictions")).allows("public", "predictions", "public")
        True
        """
        spelled = (f"{schema}.{table}", table) if schema == usual else (f"{schema}.{table}",)
        return self.tables is None or any(fnmatchcase(name, pattern) for name in spelled for pattern in self.tables)


@dataclass(frozen=True)
class Filter:
    """The rows with some `values` of a column of texts, or from `low` to `high` in one of numbers or days.

    >>> Filter("site", ("A", "B, or C")).text, Filter("age", low="18").text
    ('site=A,B%2C or C', 'age=18..')
    >>> Filter.of("day=..2024-06-30")
    Filter(column='day', values=(), low='', high='2024-06-30')
    """

    column: str
    values: tuple[str, ...] = ()
    low: str = ""
    high: str = ""

    @classmethod
    def of(cls, text: str) -> "Filter":
        """What a link says."""
        column, _, rest = text.partition("=")
        if ".." in rest:
            low, _, high = rest.partition("..")
            return cls(unquote(column), (), unquote(low), unquote(high))
        return cls(unquote(column), tuple(unquote(value) for value in rest.split(",") if value))

    @property
    def text(self) -> str:
        """What a link says of it."""
        if self.low or self.high:
            return f"{_coded(self.column)}={_coded(self.low)}..{_coded(self.high)}"
        return f"{_coded(self.column)}={','.join(map(_coded, self.values))}"

    @property
    def is_empty(self) -> bool:
        """Whether all rows are kept."""
        return not (self.values or self.low or self.high)

    @property
    def words(self) -> str:
        """The rows that are kept, in words; empty for all.

        >>> Filter("site", ("A", "B")).words, Filter("age", low="18", high="65").words
        ('“site” is “A” or “B”', '“age” from 18 to 65')
        """
        if len(self.values) > NAMED:
            return f"{quoted(self.column)} is one of {len(self.values):,} values"
        if self.values:
            return f"{quoted(self.column)} is {listed(self.values, 'or')}"
        parts = [f"{word} {end}" for word, end in (("from", self.low), ("to", self.high)) if end]
        return f"{quoted(self.column)} {' '.join(parts)}" if parts else ""


def _coded(text: str) -> str:
    """A part of a link's text without the signs that divide it."""
    return quote(text, safe=" /:@!$&'()*+;?[]äöüÄÖÜß").replace("..", "%2E%2E")


ALL = Filter("")
"""All rows of a table."""


# In a process of its own ---------------------------------------------------------------------------------------------


def look(database: Database, ask: Callable[..., Any], *arguments: str) -> worker_pool.Job:
    """A job that asks a database for its `tables`, or for `columns` or `values` of a table; `seen` takes it up.

    >>> job = look(Database("warehouse", "duckdb:///no/such.db"), tables)
    >>> job.place, job.share
    (0, 0.0)
    >>> job.end()
    """
    return worker_pool.Job(QUEUE, LIMITS, _looked, ask, database, arguments)


def seen(job: worker_pool.Job, name: str) -> Any:
    """What a database answered; raises `InputError` where it could not."""
    try:
        header, _ = job.result()
        answer = json.loads(header)
        if "defect" in answer:
            logging.getLogger(__name__).error("looking at a database: %s", answer["defect"])
            raise WorkerDied("crash")
    except WorkerDied as death:
        raise InputError(f"{name} {WHY[death.cause]}") from None
    finally:
        job.end()
    if "problem" in answer:
        raise InputError(answer["problem"])
    return answer["answer"]


def _looked(ask: Callable[..., Any], database: Database, arguments: Sequence[str]) -> tuple[bytes, list[Any]]:
    """In the worker."""
    worker_pool.never_fork()
    own = private_folder.private_folder().parent
    try:
        if (files := worker.files_named(database.url)) is not None:
            confine(files, [own])
        answer = {"answer": ask(database, *arguments)}
    except InputError as problem:
        answer = {"problem": str(problem)}
    except MemoryError:
        raise
    except Exception as defect:
        answer = {"defect": type(defect).__name__}
    finally:
        private_folder.empty_own()
    return json.dumps(answer).encode(), []


def read(database: Database, table: str, part: Filter = ALL, **roles: Any) -> worker_pool.Job:
    """A job that reads a part of a table that is listed; `ddcore.engines.worker.result` takes it up."""
    return worker.start(database.url, reader=partial(_read_named, database, table, part), **roles)


def _read_named(database: Database, table: str, part: Filter, url: str, **roles: Any) -> Predictions:
    """In the worker, which may open what the address names."""
    return read_part(database, table, part, **roles)


# What is asked -------------------------------------------------------------------------------------------------------


def tables(database: Database) -> list[str]:
    """The tables and views that may be read, with their schemas, in alphabetical order, at most `TABLES`."""
    with _opened(database) as backend:
        return list(_tables(backend, database))


def columns(database: Database, table: str) -> dict[str, str]:
    """The columns of a table that can divide its rows: "text", "number" or "day" of each."""
    with _opened(database) as backend:
        return _kinds(_table(backend, database, table))


def values(database: Database, table: str, column: str) -> list[str]:
    """The most frequent values of a column of texts, at most `VALUES`, the most frequent one first."""
    with _opened(database) as backend:
        found = _column(_table(backend, database, table), table, column).name("value")
        counted = found.as_table().group_by("value").agg(rows=lambda each: each.count())
        known = counted.filter(counted["value"].notnull())
        most = known.order_by(known["rows"].desc(), "value").limit(VALUES)
        texts = map(_text, sources.fetched(most)["value"].to_pylist())
        return [text for text in texts if 0 < len(text) <= LONGEST]


def read_part(database: Database, table: str, part: Filter = ALL, **roles: Any) -> Predictions:
    """The predictions in a part of a table that is listed; raises `InputError` as `ddcore.engines.read_table` does."""
    with _opened(database) as backend:
        kept = _kept(_table(backend, database, table), table, part)
        if not sources.fetched(kept.limit(1).select(row=ibis.literal(1))).num_rows:
            whose = table if part.is_empty else f"the part of {table} where {part.words}"
            raise InputError(f"{whose} has no rows; choose another one")
        return engines.read_table(kept, **{"name": table, **roles})


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# Its parts -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Called(Address):
    """An address of a database that messages call by its name."""

    name: str = ""

    @property
    def place(self) -> str:
        return self.name


@contextmanager
def _opened(database: Database) -> Iterator[Any]:
    """A connection for reading, for this block; no message of an error has anything of its address."""
    try:
        url = duck.database_of(database.url)
        if url is None:
            try:
                found = Address.of(database.url)
            except InputError:
                raise InputError(
                    f"{database.name} has an address that cannot be read; tell whoever runs this server"
                ) from None
            address = _Called(found.url, found.table, found.parameters, database.name)
            with sources.telling(database.name, address.password):
                yield sources.connected(address)
        else:
            with sources.telling(database.name):
                yield duck.connection(memory=sources.MEMORY, database=url[0])
    except InputError as problem:
        problem.args = (_without(str(problem), database),)
        raise


def _without(text: str, database: Database) -> str:
    """A message without what stands in the address of a database.

    >>> _without("told 10.0.0.7: no user ann", Database("warehouse", "postgres://ann:x@10.0.0.7/db"))
    'told …: no user …'
    """
    found = duck.database_of(database.url)
    if found is not None:
        for each in (str(found[0].resolve()), str(found[0]), found[0].name):
            text = text.replace(each, database.name)
        return text
    url = urlsplit(database.url)
    secrets = (url.netloc, url.password, url.username, url.hostname)
    for secret in filter(None, (each for one in secrets if one for each in (one, unquote(one)))):
        text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", "…", text)
    return text


def _in(backend: Any, schema: str) -> Any:
    """Where Ibis looks for the tables of a schema."""
    return (duck.DATABASE, schema) if backend.name == "duckdb" else schema


def _schemas(backend: Any) -> dict[str, Callable[[], Sequence[str]]]:
    """The schemas, each with what lists its tables."""
    if backend.name != "duckdb":
        return {schema: partial(sources.tables_of, backend, schema) for schema in backend.list_databases()}
    # Ibis 12 cannot list those of DuckDB 2.
    rows = backend.con.execute(
        "select table_schema, list(table_name order by table_name) from information_schema.tables "
        "where table_catalog = ? group by all",
        [duck.DATABASE],
    ).fetchall()
    return {schema: partial(list, names) for schema, names in rows}


def _tables(backend: Any, database: Database) -> Mapping[str, tuple[str, str]]:
    """The schemas and the names of the tables that may be read, by what they are called."""
    usual = backend.current_database
    found = _schemas(backend)
    wanted = ["*"] if database.tables is None else [each.rpartition(".")[0] or usual for each in database.tables]
    schemas = [
        schema
        for schema in sorted(found)
        if schema.lower() not in SYSTEM and any(fnmatchcase(schema, each) for each in wanted)
    ]
    names = (
        (schema, name)
        for schema in schemas[:SCHEMAS]
        for name in found[schema]()
        if database.allows(schema, name, usual)
    )
    return {f"{schema}.{name}": (schema, name) for schema, name in islice(names, TABLES)}


def _table(backend: Any, database: Database, table: str) -> Table:
    known = _tables(backend, database)
    if table not in known:
        raise InputError(f"{database.name} has no table {quoted(table)} that is listed; choose one of its tables")
    schema, name = known[table]
    return backend.table(name, database=_in(backend, schema))


def _kinds(table: Table) -> dict[str, str]:
    kinds = {}
    for name, kind in table.schema().items():
        if kind.is_string() or kind.is_boolean():
            kinds[name] = "text"
        elif kind.is_numeric():
            kinds[name] = "number"
        elif kind.is_date() or kind.is_timestamp():
            kinds[name] = "day"
    return kinds


def _column(table: Table, called: str, name: str) -> Any:
    if name not in _kinds(table):
        raise InputError(f"{called} has no column {quoted(name)} by which rows can be chosen; choose another")
    return table[name]


def _kept(table: Table, called: str, part: Filter) -> Table:
    """The rows of a table that a filter keeps."""
    if part.is_empty:
        return table
    column = _column(table, called, part.column)
    kind = _kinds(table)[part.column]
    if kind == "text":
        if not part.values:
            raise InputError(f"{quoted(part.column)} has texts, which have no order; choose some of its values")
        truths = {"true": True, "false": False}
        chosen = [truths.get(value) for value in part.values] if column.type().is_boolean() else part.values
        return table.filter(column.isin([value for value in chosen if value is not None]))
    if part.values:
        raise InputError(f"{quoted(part.column)} is filtered from a value to another one, not by single values")
    ends = {"low": part.low, "high": part.high}
    found = {end: _end(text, kind, part.column) for end, text in ends.items() if text}
    if kind == "day" and column.type().is_timestamp():
        days = {end: datetime.combine(day, datetime.min.time()) for end, day in found.items()}
        first, last = days.get("low"), days.get("high")
        bounds = [column >= ibis.literal(first).cast(column.type())] if first else []
        # No day follows the last of the calendar, which often stands for no end.
        if last and last.date() < date.max:
            bounds.append(column < ibis.literal(last + timedelta(days=1)).cast(column.type()))
    else:
        bounds = [column >= found["low"]] if "low" in found else []
        bounds += [column <= found["high"]] if "high" in found else []
    return table.filter(bounds)


def _end(text: str, kind: str, column: str) -> Any:
    """An end of a part of the rows: a number or a day."""
    try:
        if kind == "day":
            return date.fromisoformat(text)
        number = float(text)
        if number - number == 0:
            return int(text) if re.fullmatch(r"-?\d{1,18}", text) else number
    except ValueError:
        pass
    what = "a day such as 2024-06-30" if kind == "day" else "a number"
    raise InputError(f"the filter of {quoted(column)} must be {what}, got {quoted(text)}")
