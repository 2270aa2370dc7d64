"""What the address of a table names, opened for reading: files, databases and clusters; and what their errors mean.

An address is `engine://user:password@host:port/database?table=name`. Its password is used once, to connect: no message,
no name and no origin has it.
"""

import importlib
import logging
import os
import re
import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit

import ibis
import pyarrow as pa
import pyarrow.csv
from ibis import Table

from ddcore.engines import duck
from ddcore.errors import InputError
from ddcore.read.reading import AUTOMATIC, Reading
from ddcore.read.words import LONGEST_LIST, listed, quoted

SECONDS = 600
"""A statement of PostgreSQL that takes longer is broken off, unless its address has another `seconds`."""

TO_CONNECT = 10
"""Seconds within which PostgreSQL must answer."""

LOST_WITHIN = 2
"""Seconds within which PostgreSQL notices that nobody waits for an answer any more."""

MEMORY = 2**30
"""Bytes that DuckDB may use."""

TEXTS = 8 * 2**30
"""Bytes of files of text up to which DuckDB keeps their rows, in memory or in its temporary folder."""

OF_POSTGRESQL = ("sslmode", "sslrootcert", "sslcert", "sslkey", "target_session_attrs", "host")
"""Parameters of an address that PostgreSQL's own client takes."""

PUBLIC = ("table", "seconds", "warehouse", "role", *OF_POSTGRESQL)
"""Parameters of an address that are no secret."""


@dataclass(frozen=True)
class Address:
    """The address of a table, taken apart; `table` is "" where it names none.

    >>> Address.of("postgres://ann:secret@db.example/risk?table=predictions").shown
    'postgres://ann@db.example/risk?table=predictions'
    """

    url: SplitResult
    table: str
    parameters: Mapping[str, str]

    @classmethod
    def of(cls, text: str) -> "Address":
        """Raises `InputError` where the text has no engine that is known, or parts that cannot be told apart."""
        try:
            url = urlsplit(text)
            # The rest of a password with a slash would stand behind what is then taken for the host.
            whole = "@" not in url.path + url.query + url.fragment
            url.port  # noqa: B018 - it is checked when it is asked for
        except ValueError:
            whole = False
        if not whole:
            raise InputError(
                "the address of the table must be engine://user:password@host:port/database?table=name; "
                "write each of : / ? # [ ] @ in a password as % and two digits"
            )
        if url.scheme not in ENGINES:
            raise InputError(f"the address of the table must start with {_schemes()}, got {quoted(url.scheme + '://')}")
        parameters = dict(parse_qsl(url.query))
        table = parameters.pop("table", "")
        if not table and url.scheme in POSTGRESQL:
            database, _, table = url.path.strip("/").partition("/")
            url = url._replace(path=f"/{database}")
            table = unquote(table)
        return cls(url, table, parameters)

    @property
    def engine(self) -> "Engine":
        return ENGINES[self.url.scheme]

    @property
    def place(self) -> str:
        """The engine and its host, as messages name them."""
        host = self.url.hostname or self.parameters.get("host", "") or "this computer"
        return f"{self.engine.name} at {host}{f':{self.url.port}' if self.url.port else ''}"

    @property
    def shown(self) -> str:
        """The address without its password, or what else may be a secret."""
        netloc = self.url.netloc.rpartition("@")[2]
        if self.url.username and self.engine is not ENGINES["databricks"]:
            netloc = f"{self.url.username}@{netloc}"
        asked = {"table": self.table, **self.parameters}
        query = urlencode({name: value for name, value in asked.items() if value and name in PUBLIC}, safe="/")
        # What follows a semicolon are parameters of Spark Connect, such as a token.
        path = self.url.path.partition(";")[0].rstrip("/")
        return f"{self.url.scheme}://{netloc}{path}{f'?{query}' if query else ''}"

    @property
    def password(self) -> str:
        return unquote(self.url.password or "")


@dataclass(frozen=True)
class Engine:
    """A database or a cluster: what it is called, what connects to it, and what is to be installed for that."""

    name: str
    connected: Callable[[Address], Any]
    package: str


def is_address(source: object) -> bool:
    """Whether a source is the address of a table, rather than of a file.

    >>> is_address("spark://cluster:15002?table=predictions"), is_address("predictions.parquet")
    (True, False)
    """
    return isinstance(source, str) and re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", source) is not None


def public(source: str) -> str:
    """An address without its password; a path as it is.

    >>> public("sc://cluster:15002/;token=abc?table=predictions")
    'sc://cluster:15002?table=predictions'
    """
    return Address.of(source).shown if is_address(source) and not source.startswith(duck.SCHEME) else source


def opened(source: Any, *, name: str = "", asked: Reading = AUTOMATIC, memory: int = MEMORY) -> tuple[str, Table]:
    """What a source is called, and its table; nothing is read but names and types of columns, and files of text.

    Parameters
    ----------
    source : str, Path or ibis.Table
        The address of a table, such as `postgres://user:password@host/database?table=name`; a path, a glob or a
        folder; or a table of Ibis.
    name : str, optional
        What a file is called, if its path does not say it.
    asked : Reading, optional
        How a CSV file is to be read; what is empty is found.
    memory : int
        Bytes that DuckDB may use.

    Returns
    -------
    name : str
        The name of the table or of the file.
    table : ibis.Table
        The connection ends with the table.

    Raises
    ------
    InputError
        One sentence with what is wrong, where, and what to do. It never has a password.

    Examples
    --------
    >>> opened("postgres://ann:secret@localhost:1/risk?table=predictions")
    Traceback (most recent call last):
    ddcore.errors.InputError: PostgreSQL at localhost:1 cannot be reached; check its host and port, and whether it runs
    """
    if isinstance(source, Table):
        # A query has no name.
        return getattr(source.op(), "name", "the table"), source
    if not isinstance(source, str | os.PathLike):
        raise InputError(f"the source must be an address, a path or a table of Ibis, got {type(source).__name__}")
    text = os.fspath(source)
    if is_address(text) and not text.startswith(duck.SCHEME):
        return _of_address(Address.of(text))
    database = duck.database_of(text)
    if database is not None:
        table = duck.table_of(duck.connection(memory=memory, database=database[0]), text)
        return database[1] or table.get_name(), table
    name = name or Path(text).name
    reading = duck.reading_of(text, name, asked)
    other = duck.in_utf8(text, reading, name)
    if other is not None:
        text, reading = f"{duck.BY_DESCRIPTOR}{other.fileno()}", replace(reading, encoding="utf-8")
    backend = duck.connection([text], memory=memory)
    if other is not None:
        weakref.finalize(backend, other.close)
    return name, _kept(backend, duck.table_of(backend, text, reading, name=name), text, name)


def _kept(backend: Any, table: Table, source: str, name: str) -> Table:
    """The table of files; texts that are not too long are read once, into DuckDB: each query would read them again."""
    paths = duck.files_of(source).paths
    kind, packed = duck.kind_of(paths[0], name)
    if kind not in ("CSV", "JSON lines") or sum(path.stat().st_size for path in paths) > TEXTS / (6 if packed else 1):
        return table
    kept = ibis.util.gen_name("texts")
    with duck.telling(name):
        backend.con.execute(f'create table "{kept}" as {backend.compile(table)}')
    return backend.table(kept)


def _of_address(address: Address) -> tuple[str, Table]:
    backend = connected(address)
    if not address.table:
        raise InputError(f"the address must end with ?table= and a name; {_tables(backend, address)}")
    *schema, name = address.table.split(".")
    with telling(address.place, address.password):
        # A name may have dots of its own.
        for within, own in ((schema, name), ([], address.table))[: len(schema) + 1]:
            table = _found(backend, own, _within(within))
            if table is not None:
                return address.table, table
    raise InputError(f"{address.place} has no table {quoted(address.table)}; {_tables(backend, address, schema, name)}")


def _found(backend: Any, name: str, within: str | tuple[str, ...] | None) -> Table | None:
    try:
        return backend.table(name, database=within)
    except ibis.common.exceptions.TableNotFound:
        return None
    except Exception as error:
        if re.search(NOT_FOUND, f"{type(error).__name__} {error}"):
            return None
        raise


def _within(schema: list[str]) -> str | tuple[str, ...] | None:
    """A catalogue and a schema, or one of them, as Ibis takes them."""
    return tuple(schema) if len(schema) > 1 else schema[0] if schema else None


NOT_FOUND = r"TableNotFound|NoSuchTable|TABLE_OR_VIEW_NOT_FOUND|SCHEMA_NOT_FOUND|UndefinedTable|UNKNOWN_TABLE|NotFound"
"""What engines say of a table that is not there."""


def connected(address: Address) -> Any:
    """A connection of Ibis to a database, for reading alone where the database can promise it; raises `InputError`."""
    try:
        with telling(address.place, address.password):
            return address.engine.connected(address)
    except ImportError:
        raise InputError(
            f"{address.engine.name} needs packages that are not installed; type pip install '{address.engine.package}'"
        ) from None


def tables_of(backend: Any, schema: str | tuple[str, ...] | None = None) -> list[str]:
    """The names of the tables and views that the user of a connection may see, in alphabetical order."""
    return sorted(backend.list_tables(database=schema))


def _tables(backend: Any, address: Address, schema: list[str] | None = None, name: str = "") -> str:
    """The tables that are there, those with a name like this one first, as the end of a sentence."""
    within = ".".join(schema or [])
    try:
        with telling(address.place, address.password):
            names = tables_of(backend, _within(schema or []))
    except InputError:
        # Nothing is there that would have such a name.
        names = []
    if not names:
        return f"no table {f'in {quoted(within)} ' if within else ''}can be seen by this user"
    near = get_close_matches(name, names, n=3, cutoff=0.6) if name else []
    if near:
        return f"the nearest {'is' if len(near) == 1 else 'are'} {listed(near)}"
    return f"the tables are {listed(names)}" if len(names) <= LONGEST_LIST else f"some tables are {listed(names)}"


def _postgresql(address: Address) -> Any:
    """A session that reads only, and whose statements end after some time."""
    psycopg = importlib.import_module("psycopg")
    parameters = dict(address.parameters)
    seconds = parameters.pop("seconds", str(SECONDS))
    if not re.fullmatch(r"\d{1,5}(\.\d+)?", seconds):
        raise InputError(f"seconds must be a number of seconds up to 99,999, got {quoted(seconds)}")
    unknown = set(parameters) - set(OF_POSTGRESQL)
    if unknown:
        raise InputError(
            f"the address has {listed(sorted(unknown))}; it may have {listed(['table', 'seconds', *OF_POSTGRESQL])}"
        )
    url = address.url
    host = {"host": unquote(url.hostname)} if url.hostname else {}
    given: dict[str, Any] = {
        **host,
        **parameters,
        "port": url.port,
        "user": unquote(url.username) if url.username else None,
        "password": address.password or None,
        "dbname": unquote(url.path.strip("/")) or None,
        "application_name": "ddcore",
        "connect_timeout": TO_CONNECT,
    }
    try:
        connection = psycopg.connect(**{name: value for name, value in given.items() if value}, autocommit=True)
    except psycopg.ProgrammingError:
        raise InputError(f"{address.place}: the parameters of its address cannot be read; check them") from None
    for setting, value in {"default_transaction_read_only": "on", "statement_timeout": f"{seconds}s"}.items():
        connection.execute(f"set {setting} = '{value}'")
    # A query ends soon after whoever asked it has: PostgreSQL 14 on Linux can tell, others finish it.
    with suppress(psycopg.Error):
        connection.execute(f"set client_connection_check_interval = '{LOST_WITHIN}s'")
    # Random rows are the same ones each time.
    connection.execute("select setseed(0.5)")
    backend = ibis.postgres.from_connection(connection)
    weakref.finalize(backend, connection.close)
    return backend


def _spark(address: Address) -> Any:
    """A session of Spark Connect, which gives up soon where nobody answers."""
    if not address.url.hostname:
        raise InputError(
            f"the address of {address.engine.name} must name its host, as in {EXAMPLES[address.url.scheme]}"
        )
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    warnings.filterwarnings("ignore", r"\[RETRIES_EXCEEDED\]", UserWarning)
    client = importlib.import_module("pyspark.sql.connect.client")
    sessions = importlib.import_module("pyspark.sql.connect.session")
    # It writes each error of a query, with values of the table, where `told` makes a sentence of it.
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
    session = sessions.SparkSession(_remote(address))
    session.client.set_retry_policies([client.retries.DefaultPolicy(max_retries=4)])
    try:
        backend = ibis.pyspark.connect(session)
        # By default 2^16 groups are quick; bins with their classes are more, and took half as long again.
        session.conf.set("spark.sql.codegen.aggregate.fastHashMap.capacityBit", "19")
    except Exception:
        session.stop()
        raise
    weakref.finalize(backend, session.stop)
    return backend


def rand(seed: int) -> float:
    """Spark's random number for each row, for which Ibis has no word."""
    raise NotImplementedError(seed)


_of_spark = ibis.udf.scalar.builtin(rand)


def drawn_from(table: Table, share: float, method: Literal["row", "block"] = "row") -> Table:
    """Rows drawn at random, each with the same chance, or block by block.

    DuckDB, Spark and a newly opened session of PostgreSQL draw the same ones each time.
    """
    engine = table.get_backend().name
    if engine in ("pyspark", "databricks"):
        return table.filter(_of_spark(1) < share)
    if engine == "postgres":
        return table.filter(ibis.random() < share)
    seed = {"seed": 1} if engine == "duckdb" else {}
    return table.sample(min(1.0, share), method=method, **seed)


def fetched(table: Table) -> pa.Table:
    """The rows of a query as Arrow, in the way that is fastest for its engine and keeps NULL apart from NaN.

    >>> fetched(ibis.memtable(pa.table({"score": [0.5, float("nan"), None]}))).to_pydict()
    {'score': [0.5, nan, None]}
    """
    backend = table.get_backend()
    schema = table.schema().to_pyarrow()
    if backend.name == "pyspark":
        # Ibis asks for a frame of pandas, where NULL is NaN.
        rows = backend._session.sql(backend.compile(table)).toArrow()
        # Of decimals that are added up or averaged, Ibis does not know the digits.
        kinds = zip(schema, rows.schema.types, strict=True)
        return rows.rename_columns(schema.names).cast(
            pa.schema([wanted.with_type(kind) if pa.types.is_decimal(kind) else wanted for wanted, kind in kinds])
        )
    if backend.name == "postgres" and all(_copied(kind) for kind in schema.types):
        return _copy(backend, backend.compile(table), schema)
    if backend.name == "duckdb":
        with duck.watched(backend):
            return table.to_pyarrow()
    return table.to_pyarrow()


def _copied(kind: pa.DataType) -> bool:
    """Whether a type means the same as text of PostgreSQL and of pyarrow."""
    numbers = pa.types.is_integer(kind) or pa.types.is_floating(kind)
    texts = pa.types.is_string(kind) or pa.types.is_boolean(kind) or pa.types.is_date(kind)
    return numbers or texts or (pa.types.is_timestamp(kind) and kind.tz is None)


def _copy(backend: Any, query: str, schema: pa.Schema) -> pa.Table:
    """A query's rows by COPY, ten times as fast as one by one."""
    rows = pa.BufferOutputStream()
    with backend.con.cursor() as cursor, cursor.copy(f"copy ({query}) to stdout (format csv)") as copy:
        for block in copy:
            rows.write(block)
    if not rows.tell():
        return schema.empty_table()
    return pa.csv.read_csv(
        pa.BufferReader(rows.getvalue()),
        pa.csv.ReadOptions(column_names=schema.names),
        pa.csv.ParseOptions(newlines_in_values=True),
        pa.csv.ConvertOptions(
            column_types=schema,
            null_values=[""],
            true_values=["t"],
            false_values=["f"],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        ),
    )


EXAMPLES: Mapping[str, str] = {
    "spark": "spark://host:15002?table=name",
    "sc": "sc://host:15002?table=name",
    "databricks": "databricks://:token@workspace/cluster?table=name",
}


def _remote(address: Address) -> str:
    """The address as Spark Connect takes it.

    >>> _remote(Address.of("databricks://:dapi12@adb-1.azuredatabricks.net/0123-4567-ab?table=t"))
    'sc://adb-1.azuredatabricks.net:443/;token=dapi12;x-databricks-cluster-id=0123-4567-ab'
    """
    host = address.url.netloc.rpartition("@")[2]
    if address.url.scheme != "databricks":
        return f"sc://{host}{address.url.path}"
    port = "" if address.url.port else ":443"
    token, cluster = (quote(part, safe="") for part in (address.password, unquote(address.url.path.strip("/"))))
    return f"sc://{host}{port}/;token={token};x-databricks-cluster-id={cluster}"


def _by_ibis(address: Address) -> Any:
    """What Ibis makes of the rest of the address."""
    return ibis.connect(address.url._replace(query=urlencode(dict(address.parameters))).geturl())


_POSTGRESQL = Engine("PostgreSQL", _postgresql, "ddcore[engines]")
_SPARK = Engine("Spark Connect", _spark, "ddcore[spark]")

ENGINES: Mapping[str, Engine] = MappingProxyType(
    {
        "postgres": _POSTGRESQL,
        "postgresql": _POSTGRESQL,
        "spark": _SPARK,
        "sc": _SPARK,
        "databricks": Engine("Databricks", _spark, "ddcore[spark]"),
        "bigquery": Engine("BigQuery", _by_ibis, "ibis-framework[bigquery]"),
        "snowflake": Engine("Snowflake", _by_ibis, "ibis-framework[snowflake]"),
        "trino": Engine("Trino", _by_ibis, "ibis-framework[trino]"),
        "clickhouse": Engine("ClickHouse", _by_ibis, "ibis-framework[clickhouse]"),
    }
)
"""How the address of a table starts, and what it then is; `duckdb://` is a file."""

POSTGRESQL = ("postgres", "postgresql")


def _schemes() -> str:
    """The ways in which an address can start."""
    return listed([f"{scheme}://" for scheme in ("duckdb", *ENGINES) if scheme not in ("postgresql", "sc")], "or")


# What went wrong -----------------------------------------------------------------------------------------------------


@contextmanager
def telling(place: str, secret: str = "") -> Iterator[None]:
    """What an engine raises within this block is raised as `told` says it."""
    try:
        yield
    except (InputError, ImportError):
        raise
    except Exception as error:
        raise told(error, place, secret) from None


def told(error: Exception, place: str, secret: str = "") -> InputError:
    """The sentence for what an engine raised: the table or the engine, what is wrong, and what to do.

    `place` is what the sentence starts with; `secret` is what it must not have. An error that comes from no engine is
    raised again: it is a defect.

    >>> told(ConnectionRefusedError(111, "Connection refused"), "Trino at db.example")
    InputError('Trino at db.example cannot be reached; check its host and port, and whether it runs')
    """
    if isinstance(error, InputError):
        return error
    modules = {kind.__module__.partition(".")[0] for kind in type(error).__mro__}
    if "duckdb" in modules or "_duckdb" in modules:
        return duck.told(error, place)
    if "psycopg" in modules:
        return InputError(f"{place}{_of_postgresql(error)}")
    # Traces of a server follow, where any word may stand.
    text = f"{type(error).__name__}: {_condition(error)}{error}"[:500]
    if "ibis" in modules and isinstance(error, ibis.common.exceptions.TableNotFound):
        return InputError(f"{place}: the table is gone; choose another one")
    if not modules & DRIVERS and not isinstance(error, ConnectionError | TimeoutError):
        raise error
    for pattern, sentence in SENTENCES:
        if match := re.search(pattern, text, re.DOTALL):
            return InputError(place + sentence.format(*(quoted(group) for group in match.groups())))
    reason = " ".join(text.split())
    for each in filter(None, (secret, quote(secret, safe=""))):
        reason = reason.replace(each, "…")
    return InputError(f"{place} broke off with {quoted(reason[:200])}; see what its administrator says")


def _condition(error: Exception) -> str:
    """Spark's name of an error, such as "CAST_INVALID_INPUT "."""
    name = getattr(error, "getCondition", lambda: None)()
    return f"{name} " if name else ""


DRIVERS = frozenset(
    {"pyspark", "grpc", "trino", "clickhouse_connect", "google", "snowflake", "databricks", "requests", "urllib3"}
)
"""Packages whose errors come from an engine."""

UNREACHABLE = " cannot be reached; check its host and port, and whether it runs"
LOST = ": the connection was lost while it was asked; check whether it still runs, and ask again"
DENIED = ": this user may not read it; ask its owner for the right to select from it"
REFUSED = " refused the user or the password; check both"
UNENCRYPTED = ": the connection cannot be encrypted as its address asks; check sslmode and certificates"
KILLED = ": the query was cancelled there; ask again, or ask its administrator"
SLOW = ": the query took longer than is allowed; ask its administrator for more time"
GONE = ": the table is gone; choose another one"
NO_NUMBER = ": {} stands where a number is expected; choose another column"

SENTENCES = (
    (r"UNAUTHENTICATED|Unauthorized|AuthenticationFailed|AUTHENTICATION_FAILED", REFUSED),
    (r"PERMISSION_DENIED|INSUFFICIENT_PERMISSIONS|Forbidden|AccessDenied|ACCESS_DENIED|not authorized", DENIED),
    (r"TABLE_OR_VIEW_NOT_FOUND|SCHEMA_NOT_FOUND|UNKNOWN_TABLE|TABLE_NOT_FOUND", GONE),
    (r"CAST_INVALID_INPUT.*?The value '(.*?)' of the type", NO_NUMBER),
    (r"DATATYPE_MISMATCH", ": a column has another type than is needed; choose another column"),
    (r"OPERATION_CANCELED|OPERATION_ABANDONED|[Jj]ob.*? cancelled|was cancel+ed|CANCELLED", KILLED),
    (r"DEADLINE_EXCEEDED|[Tt]imed? ?out|EXCEEDED_TIME_LIMIT", SLOW),
    (r"SESSION_CLOSED|SESSION_NOT_FOUND|SESSION_CHANGED|OPERATION_NOT_FOUND", LOST),
    (r"OutOfMemory|OUT_OF_MEMORY|MEMORY_LIMIT|No space left", ": the engine has too little memory or disk for it"),
    (r"Connection refused|UNAVAILABLE|RetriesExceeded|RETRIES_EXCEEDED|service not known|No route", UNREACHABLE),
    (r"^Connection|reset by peer|Socket closed", LOST),
)
"""Patterns in what other engines raise, and how the sentence goes on."""


def _of_postgresql(error: Any) -> str:
    """How the sentence goes on for an error of psycopg; its own text is repeated nowhere but for a value."""
    state, text = error.sqlstate or "", str(error)
    for states, patterns, sentence in POSTGRESQL_SENTENCES:
        if (state.startswith(states) if state else not states) and (match := re.search(patterns, text)):
            return sentence.format(*(quoted(group) for group in match.groups()))
    return f" broke off with the error {quoted(state or type(error).__name__)}; see what its administrator says"


POSTGRESQL_SENTENCES: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("28",), "", REFUSED),
    (("42501",), "", DENIED),
    (("42P01", "3F000"), "", GONE),
    (("42703",), "", ": a column is gone; read its columns again"),
    (("22P02",), r'type [\w ]+: "(.*?)"', NO_NUMBER),
    (("42804", "42883", "42846"), "", ": a column has another type than is needed; choose another column"),
    (("57014",), "statement timeout", ": the query took longer than is allowed; add &seconds= to its address"),
    (("57014",), "", KILLED),
    (("57P03",), "", " is starting or stopping; ask again"),
    (("57P", "08"), "", LOST),
    (("53300",), "", " has no connection left; ask again"),
    (("53", "54"), "", ": the engine has too little memory or disk for it"),
    (("3D000",), "", " has no such database; check its name"),
    ((), "password authentication failed|no password supplied|authentication failed", REFUSED),
    ((), 'role ".*" does not exist|role ".*" is not permitted to log in', REFUSED),
    ((), 'database ".*" does not exist', " has no such database; check its name"),
    ((), "no pg_hba.conf entry", " lets this user not connect from here; ask its administrator"),
    ((), "permission denied for database", " lets this user not connect; ask its administrator"),
    ((), "too many (?:clients|connections)|remaining connection slots", " has no connection left; ask again"),
    ((), "is starting up|is shutting down", " is starting or stopping; ask again"),
    ((), "SSL |certificate", UNENCRYPTED),
    ((), "invalid .*value", ": a parameter of its address has a value that it cannot have; check sslmode"),
    ((), "server closed|consuming input|connection (?:is )?(?:closed|lost)|terminat", LOST),
    ((), "connection (?:failed|timeout)|timeout expired|could not translate|not known|refused|No such", UNREACHABLE),
)
"""The states and texts of errors, and how the sentence goes on; errors of a connection have no state."""
