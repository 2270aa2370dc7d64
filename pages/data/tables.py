"""A table of a database that whoever runs the server named, and which of its rows are read."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from hashlib import sha256
from typing import Any

import streamlit as st

from ddcore.answers.base.words import literal
from ddcore.data import Data
from ddcore.engines import databases
from ddcore.engines.databases import TABLES, Database, Filter
from ddcore.errors import InputError
from ddcore.read.words import quoted
from ddcore.workers.worker_pool import Job
from pages.data import files
from pages.data.source import Unclear, kind, named
from pages.session import link, work
from pages.session.view import DATABASE, OF_TABLE, view

LOOKED = "data_looked"
"""What databases answered in this session: their tables, the columns of these, and values."""

DAYS = date(1900, 1, 1), date(2199, 12, 31)
"""Between which days rows can be chosen."""


def show(name: str) -> None:
    """Somebody chose a database."""
    kind().choose(DATABASE)
    _put_database(name)


def choose() -> Data | Unclear | None:
    """What was read of the table; None while none is chosen."""
    offered = named()
    name, table, rows = (view().text(each)[0] or "" for each in OF_TABLE)
    if not name and len(offered) == 1:
        name = next(iter(offered))
    given = {"db": name, "table": table, "filter": rows}
    view().data_texts = {"data": DATABASE} | {key: text for key, text in given.items() if text}
    view().set_current(f"{DATABASE} {name} {table}")
    _box("Database", list(offered), "db", name, "Databases that whoever runs this server has named.", _put_database)
    if not name:
        return None
    if name not in offered:
        raise InputError(f"there is no database {quoted(name)} here; choose one that is listed")
    database = offered[name]
    tables: list[str] = _answer("its tables", database, databases.tables)
    _box("Table", tables, "table", table, "Its tables and views. Type to search.", _put_table)
    if len(tables) == TABLES:
        st.caption(f"The first {TABLES:,} tables are listed.")
    if not tables:
        raise InputError(f"{name} has no table that may be read here; ask whoever runs this server")
    if not table:
        return None
    if table not in tables:
        raise InputError(f"{name} has no table {quoted(table)} that is listed; choose one of its tables")
    return _read(database, table, _part(database, table, Filter.of(rows)))


def _read(database: Database, table: str, part: Filter) -> Data | Unclear:
    source = f"database {sha256(f'{database.name} {table}'.encode()).hexdigest()[:8]}"
    start = partial(databases.read, database, table, part)
    words = f", where {part.words}" if part.words else ""
    data = files.uploaded(
        source,
        files.ByEngine("table", start, partial(_close, source), "" if part.is_empty else part.text),
        table,
    )
    if not isinstance(data, Data):
        return data
    origin = data.origin
    if origin is not None:
        engine = database.url.partition("://")[0]
        address = "the table" if words else f"{engine}://…?table={table}"
        origin = replace(origin, function="read_table", given={**origin.given, "source": address})
    return replace(data, source=f"{table} in {database.name}{words}", origin=origin)


def _close(source: str) -> None:
    """No table is chosen any more, and nothing is kept of the one that was."""
    files.forget(source)
    _put_table(None)


def _put_database(name: str | None) -> None:
    view().put("db", name or None)
    _put_table(None)


def _put_table(table: str | None) -> None:
    view().put("table", table or None)
    _put_filter(None)


def _put_filter(part: Filter | None) -> None:
    view().put("filter", part.text if part else None)


# What a database answers ---------------------------------------------------------------------------------------------


def _answer(what: str, database: Database, ask: Callable[..., Any], *arguments: str) -> Any:
    """What a database answers, asked once a session; where it could not, there is a button to ask again."""
    known = st.session_state.setdefault(LOOKED, {})
    wanted = (database.name, ask.__name__, *arguments)
    if wanted not in known:
        place = st.empty()

        def show_progress(job: Job) -> None:
            place.caption(f"Asking {literal(database.name)} for {what} …")

        try:
            job = work.done(wanted, lambda: databases.look(database, ask, *arguments), show_progress)
            known[wanted] = databases.seen(job, database.name)
        except InputError as problem:
            known[wanted] = problem
        place.empty()
    answer = known[wanted]
    if isinstance(answer, InputError):
        st.button("Try again", key="data_ask_again", on_click=known.pop, args=(wanted, None))
        raise answer
    return answer


# Which rows ----------------------------------------------------------------------------------------------------------


def _part(database: Database, table: str, part: Filter) -> Filter:
    """The rows that are chosen by one column; raises `InputError` where a link chooses by what is not there."""
    columns: dict[str, str] = _answer(f"the columns of {literal(table)}", database, databases.columns, table)
    _box(
        "Only some rows, by",
        list(columns),
        "filter",
        part.column,
        "Reads only the rows with some values of one column, such as one month or one site.",
        lambda column: _put_filter(Filter(column) if column else None),
        placeholder="all rows",
    )
    if not part.column:
        return part
    if part.column not in columns:
        raise InputError(f"{table} has no column {quoted(part.column)} by which rows can be chosen; choose another one")
    if columns[part.column] == "text":
        _values(database, table, part)
    else:
        _ends(part, columns[part.column])
    return part


def _values(database: Database, table: str, part: Filter) -> None:
    frequent: list[str] = _answer(f"values of {literal(part.column)}", database, databases.values, table, part.column)
    key = "data_filter_values"
    link.put(key, list(part.values))
    st.multiselect(
        f"Values of {literal(part.column)}",
        list(dict.fromkeys((*frequent, *part.values))),
        key=key,
        placeholder="all values",
        accept_new_options=True,
        help="The most frequent values are listed. You can also type one.",
        on_change=_take,
        args=(key, lambda values: _put_filter(replace(part, values=tuple(values), low="", high=""))),
    )


def _ends(part: Filter, column_kind: str) -> None:
    """The boxes of the first and the last value."""
    for end, word in {"low": "from", "high": "to"}.items():
        key, text = f"data_filter_{column_kind}_{end}", getattr(part, end)
        taken: dict[str, Any] = {"value": None, "key": key, "on_change": _take}
        taken["args"] = (key, partial(_put_end, part, end))
        if column_kind == "day":
            link.put(key, _day(text))
            st.date_input(
                f"{literal(part.column)} {word}",
                min_value=DAYS[0],
                max_value=DAYS[1],
                format="YYYY-MM-DD",
                **taken,
            )
        else:
            link.put(key, _number(text))
            st.number_input(f"{literal(part.column)} {word}", placeholder="any", format="%g", **taken)


def _put_end(part: Filter, end: str, value: Any) -> None:
    text = "" if value is None else f"{value:.15g}" if isinstance(value, float) else str(value)
    _put_filter(replace(part, values=(), **{end: text}))


def _day(text: str) -> date | None:
    with suppress(ValueError):
        day = date.fromisoformat(text)
        return day if DAYS[0] <= day <= DAYS[1] else None
    return None


def _number(text: str) -> float | None:
    with suppress(ValueError):
        number = float(text)
        return number if number - number == 0 else None
    return None


# Widgets -------------------------------------------------------------------------------------------------------------


def _box(
    label: str,
    options: list[str],
    name: str,
    value: str,
    help: str,
    put: Callable[[Any], None],
    placeholder: str = "Please choose",
) -> None:
    """A box to search in, empty where nothing is chosen or what is not there."""
    key = f"data_{name}"
    link.put(key, value if value in options else None)
    st.selectbox(
        label,
        options,
        index=None,
        key=key,
        placeholder=placeholder,
        help=help,
        on_change=_take,
        args=(key, put),
    )


def _take(key: str, put: Callable[[Any], None]) -> None:
    if key in st.session_state:
        put(st.session_state[key])
