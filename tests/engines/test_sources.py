"""Addresses of tables, opened on real servers, and the sentences for what goes wrong there."""

import gc
import threading
from contextlib import contextmanager, suppress
from urllib.parse import quote

import ibis
import psycopg
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcore.engines import sources
from ddcore.engines.sources import Address, connected, drawn_from, fetched, opened, public, telling, told
from ddcore.errors import InputError
from tests.engines import cases
from tests.helpers.loops import nonempty
from tests.helpers.servers import PASSWORD, spark_connect
from tests.helpers.until import soon

SECRETS = (PASSWORD, quote(PASSWORD), quote(PASSWORD, safe=""), "hunter2")


@pytest.fixture(scope="module")
def rows():
    return cases.table(500)


@pytest.fixture(scope="module")
def on_postgresql(rows, postgres):
    """The address of the table on PostgreSQL, where ann may read another table only, and one takes long."""
    address = cases.in_postgresql(rows, postgres, "known_cases")
    postgres.run("create schema risk; create table risk.scores as select * from known_cases")
    postgres.run(f"create role ann login password '{PASSWORD}'; grant usage on schema risk to ann")
    postgres.run("create view slow as select n as score from generate_series(1, 100) n where pg_sleep(.2) is not null")
    return address


@pytest.fixture(scope="module")
def on_spark(rows, spark):
    """The address of the table on Spark."""
    return cases.in_spark(rows, spark, "known_cases")


BY = [("at", "ascending"), ("patient", "ascending")]


def counted(table):
    return fetched(table.aggregate(rows=table.count()))["rows"][0].as_py()


@contextmanager
def said(words):
    """An error with these words, which has no secret in it or behind it."""
    with pytest.raises(InputError, match=words) as caught:
        yield
    for secret in nonempty(SECRETS):
        assert secret not in str(caught.value)
    assert caught.value.__cause__ is None


# Addresses -----------------------------------------------------------------------------------------------------------


def test_address_is_shown_without_what_is_secret():
    shown = {
        "postgres://ann:hunter2@db.example:5433/risk?table=public.t": "postgres://ann@db.example:5433/risk?table=public.t",
        "postgres://ann:hunter2@db.example/risk/t": "postgres://ann@db.example/risk?table=t",
        "sc://c:15002/;token=hunter2;use_ssl=true?table=t": "sc://c:15002?table=t",
        "databricks://:hunter2@a.example/0123-ab?table=m.s.t": "databricks://a.example/0123-ab?table=m.s.t",
        "databricks://hunter2@a.example/0123-ab?table=t": "databricks://a.example/0123-ab?table=t",
        "trino://ann:hunter2@db.example/c/s?table=t&auth=hunter2": "trino://ann@db.example/c/s?table=t",
        "duckdb://folder/file.db?table=t": "duckdb://folder/file.db?table=t",
        "folder/file.parquet": "folder/file.parquet",
    }
    assert [public(address) for address in shown] == list(shown.values())


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("mysql://ann:hunter2@db.example/risk?table=t", "mysql"),
        ("postgres://ann:hunter2@db.example:port/risk?table=t", "in a password"),
        ("postgres://ann:12/hunter2@db.example/risk?table=t", "in a password"),
        ("postgres://ann:12#hunter2@db.example/risk?table=t", "in a password"),
        ("postgres://ann:hunter2@db.example/risk?table=t&passfile=hunter2", "passfile"),
        ("postgres://ann:hunter2@127.0.0.1:1/risk?table=t&sslmode=hunter2", "parameter"),
        ("postgres://ann:hunter2@127.0.0.1:1/risk?table=t&seconds=long", "seconds must be"),
        ("spark:///?table=t", "host"),
        ("trino://ann:hunter2@db.example/c?table=t", r"ibis-framework\[trino\]"),
        ("snowflake://ann:hunter2@db.example/c?table=t", r"ibis-framework\[snowflake\]"),
        ("bigquery://project/data?table=t", r"ibis-framework\[bigquery\]"),
        ("clickhouse://ann:hunter2@db.example/c?table=t", r"ibis-framework\[clickhouse\]"),
        (["a.csv"], "list"),
    ],
)
def test_address_that_cannot_be_used(address, words):
    with said(words):
        opened(address)


@given(st.text(st.characters(codec="utf-8"), min_size=6))
def test_no_part_of_a_password_is_shown(password):
    address = Address.of(f"postgres://ann:{quote(password, safe='')}@db.example:5433/risk?table=t")
    assert address.password == password
    assert address.shown == "postgres://ann@db.example:5433/risk?table=t"
    assert address.place == "PostgreSQL at db.example:5433"


@given(st.text("ab@/?#:%[]", min_size=1))
def test_password_as_it_is_typed_is_understood_or_refused(password):
    text = f"postgres://ann:{password}@db.example/risk?table=t"
    if any(sign in password for sign in "/?#"):
        with said("in a password"):
            Address.of(text)
        return
    with suppress(InputError):
        assert Address.of(text).shown == "postgres://ann@db.example/risk?table=t"


def test_files_and_tables_of_ibis_are_opened_too(rows, tmp_path):
    whole = ibis.memtable(rows)
    named = {
        "cases.parquet": cases.as_parquet(rows, tmp_path),
        "cases.csv": str(cases.as_csv(rows, tmp_path)),
        "cases": cases.as_partitions(rows, tmp_path),
        "*.parquet": str(tmp_path / "*.parquet"),
        whole.get_name(): whole,
    }
    found = [opened(source) for source in [*named.values(), cases.as_duckdb(rows, tmp_path)]]
    assert [name for name, _ in found] == [*named, "cases"]
    assert [counted(table) for _, table in found] == [rows.num_rows] * len(found)


# PostgreSQL ----------------------------------------------------------------------------------------------------------


def test_each_address_of_a_postgresql_table_opens_it(on_postgresql, rows, postgres):
    base = postgres.address()
    addresses = {
        on_postgresql: "known_cases",
        f"{base}/known_cases": "known_cases",
        f"{base}/risk.scores": "risk.scores",
        f"{base}?table=risk.scores".replace("postgres://", "postgresql://"): "risk.scores",
        f"{base}?table=known_cases&sslmode=disable": "known_cases",
    }
    for address, name in nonempty(addresses.items()):
        called, table = opened(address)
        assert (called, counted(table), table.columns) == (name, rows.num_rows, tuple(rows.column_names))
    postgres.run('create view "odd.name" as select 1 as score')
    assert opened(postgres.address("odd.name"))[1].columns == ("score",)
    kinds = table.schema()
    assert [str(kinds[name]) for name in ("sick", "old", "new", "called")] == [
        "string",
        "float64",
        "decimal(9, 6)",
        "boolean",
    ]


ODD = pa.table(
    {
        "text": ["", None, "a,b", 'say "no"', "two\nlines", "NULL", "\\N", "ü"],
        "number": pa.array([0.1, None, float("nan"), float("inf"), -float("inf"), 1e-320, 1 / 3, -0.0]),
        "whole": pa.array([1, None, -1, 2**62, 0, 5, 6, 7], pa.int64()),
        "said": pa.array([True, None, False, True, True, False, True, False]),
    }
)
"""What is easily taken for something else."""


def same(found, given):
    """Whether rows are equal, each not-a-number to each other."""
    return [list(map(repr, column.to_pylist())) for column in found.columns] == [
        list(map(repr, column.to_pylist())) for column in given.columns
    ]


def test_rows_of_postgresql_come_as_they_are(on_postgresql, rows, postgres):
    with postgres.connect() as connection, connection.cursor() as cursor:
        cursor.execute("create table odd (text text, number double precision, whole bigint, said boolean)")
        with cursor.copy("copy odd from stdin") as copy:
            for row in ODD.to_pylist():
                copy.write_row(tuple(row.values()))
    _, table = opened(postgres.address("odd"))
    assert same(fetched(table), ODD)
    assert fetched(table.filter(table.whole > 2**62)).num_rows == 0
    _, table = opened(on_postgresql)
    assert same(fetched(table).sort_by(BY), rows.sort_by(BY))
    assert fetched(table).schema.field("new").type == rows.schema.field("new").type


def drawn_twice(address):
    """How many rows are drawn, and whether they are the same ones in another session."""
    some, others = (fetched(drawn_from(opened(address)[1], 0.3)) for _ in range(2))
    return some.num_rows, same(some, others)


def test_postgresql_draws_the_same_rows_again(on_postgresql, rows):
    number, again = drawn_twice(on_postgresql)
    assert again
    assert 0.2 < number / rows.num_rows < 0.4


@pytest.mark.full
def test_spark_draws_the_same_rows_again(on_spark, rows):
    number, again = drawn_twice(on_spark)
    assert again
    assert 0.2 < number / rows.num_rows < 0.4


def test_session_of_postgresql_reads_only_and_ends_with_its_table(on_postgresql, postgres):
    _, table = opened(on_postgresql)
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        table.get_backend().raw_sql("delete from known_cases")
    sessions = "select count(*) from pg_stat_activity where application_name = 'ddcore'"
    [(open_now,)] = postgres.run(sessions)
    del table
    gc.collect()
    soon(lambda: postgres.run(sessions) == [(0,)])
    assert open_now >= 1


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"table": ""}, "some tables are|the tables are"),
        ({"table": "knowncases"}, "nearest is “known_cases”"),
        ({"table": "risk.score"}, "nearest is “scores”"),
        ({"table": "nowhere.scores"}, "no table in “nowhere”"),
        ({"table": "known_cases", "password": "hunter2"}, "refused the user"),
        ({"table": "known_cases", "user": "nobody"}, "refused the user"),
        ({"table": "known_cases", "database": "nowhere"}, "no such database"),
    ],
)
def test_postgresql_cannot_open_it(on_postgresql, postgres, parts, words):
    with said(words):
        opened(postgres.address(**parts))


@pytest.mark.full
def test_postgresql_cannot_be_reached(on_postgresql, postgres):
    _, table = opened(on_postgresql)
    with postgres.stopped():
        with said("cannot be reached"):
            opened(on_postgresql)
        with said("connection was lost"), telling("known_cases"):
            counted(table)
    with said("cannot be reached"):
        opened("postgres://ann:hunter2@no-host.invalid/risk?table=t")
    with said("cannot be encrypted"):
        opened(f"{on_postgresql}&sslmode=require")


def test_right_to_read_is_missing(on_postgresql, postgres):
    _, table = opened(postgres.address("risk.scores", user="ann"))
    with said("may not read it"), telling("risk.scores"):
        counted(table)
    postgres.run("grant select on risk.scores to ann")
    assert counted(table) == 500
    postgres.run("revoke select on risk.scores from ann")
    with said("may not read it"), telling("risk.scores"):
        counted(table)


def test_text_is_no_number_on_postgresql(on_postgresql):
    _, table = opened(on_postgresql)
    with said("“(?:yes|no)” stands where"), telling("known_cases"):
        fetched(table.select(table.sick.cast("float64")))


def test_table_that_is_dropped_meanwhile(on_postgresql, postgres):
    postgres.run("create table passing as select 1 as score")
    _, table = opened(postgres.address("passing"))
    postgres.run("drop table passing")
    with said("table is gone"), telling("passing"):
        counted(table)


@pytest.mark.parametrize(
    ("by", "words"), [("pg_terminate_backend", "connection was lost"), ("pg_cancel_backend", "was cancelled")]
)
def test_query_is_ended_in_the_middle(on_postgresql, postgres, by, words):
    _, table = opened(postgres.address("slow"))
    running = f"select {by}(pid) from pg_stat_activity where application_name = 'ddcore' and state = 'active'"
    end = threading.Thread(target=soon, args=[lambda: bool(postgres.run(running))])
    end.start()
    with said(words), telling("slow"):
        counted(table)
    end.join()


def test_query_that_takes_too_long(on_postgresql, postgres):
    _, table = opened(f"{postgres.address('slow')}&seconds=0.2")
    with said("longer than is allowed"), telling("slow"):
        counted(table)


# Spark ---------------------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_spark_table_is_opened(on_spark, rows, spark):
    for address in nonempty([on_spark, on_spark.replace("spark://", "sc://"), spark.address("default.known_cases")]):
        _, table = opened(address)
        assert counted(table) == rows.num_rows
    assert same(fetched(table).sort_by(BY), rows.sort_by(BY))


@pytest.mark.full
@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("", "the tables are"),
        ("knowncases", "nearest is “known_cases”"),
        ("nowhere.scores", "no table in “nowhere”"),
    ],
)
def test_spark_cannot_open_it(on_spark, spark, table, words):
    with said(words):
        opened(spark.address(table))


@pytest.mark.full
def test_text_is_no_number_on_spark(on_spark):
    _, table = opened(on_spark)
    with said("“(?:yes|no)” stands where"), telling("known_cases"):
        fetched(table.select(table.sick.cast("float64")))


@pytest.mark.full
def test_query_on_spark_is_cancelled(on_spark):
    _, table = opened(on_spark)
    many = ibis.range(10**12).unnest().name("n").as_table()
    session = table.get_backend()._session
    end = threading.Thread(target=soon, args=[lambda: bool(session.interruptAll()), 60])
    end.start()
    with said("was cancelled"), telling("known_cases"):
        table.cross_join(table.view()).cross_join(table.view()).cross_join(many.limit(1000)).pipe(counted)
    end.join()


@pytest.mark.full
def test_spark_is_lost_and_cannot_be_reached(rows):
    with spark_connect() as server:
        address = cases.in_spark(rows, server)
        _, table = opened(address)
        server.stop()
        with said("cannot be reached"), telling("cases"):
            counted(table)
        with said("cannot be reached"):
            opened(address)


# What else engines raise ---------------------------------------------------------------------------------------------


class EngineError(Exception):
    """As a driver that is not installed raises it."""

    __module__ = "trino.exceptions"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (EngineError("PERMISSION_DENIED: Access Denied: Cannot select from table"), "may not read it"),
        (EngineError("error 401: Unauthorized"), "refused the user"),
        (EngineError("Query exceeded: EXCEEDED_TIME_LIMIT"), "longer than is allowed"),
        (EngineError("Query was canceled"), "was cancelled"),
        (EngineError("EXCEEDED_GLOBAL_MEMORY_LIMIT"), "too little memory"),
        (EngineError("line 1: hunter2 is odd"), "line 1: … is odd"),
        (ConnectionResetError(104, "Connection reset by peer"), "connection was lost"),
        (TimeoutError("timed out"), "longer than is allowed"),
    ],
)
def test_errors_of_other_engines_are_told(error, words):
    with said(words):
        raise told(error, "t", "hunter2") from None


def test_what_comes_from_no_engine_is_raised_as_it_is():
    with pytest.raises(ZeroDivisionError):
        told(ZeroDivisionError("a defect"), "t")
    with pytest.raises(pa.ArrowInvalid), telling("t"):
        pa.array([1, "a"])


def test_connection_can_be_had_without_a_table(on_postgresql, postgres):
    backend = connected(Address.of(postgres.address()))
    assert {"known_cases", "slow"} <= set(sources.tables_of(backend))
    assert sources.tables_of(backend, "risk") == ["scores"]
