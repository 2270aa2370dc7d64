"""A database that was named: what is listed of it, which of its rows are read, and that nothing tells its address."""

import json
from dataclasses import replace
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from ddcore.engines import databases, worker
from ddcore.engines.databases import ALL, Database, Filter, columns, look, read_part, seen, tables, values
from ddcore.errors import InputError
from ddcore.read import read
from tests.engines import cases
from tests.helpers.loops import nonempty
from tests.helpers.servers import PASSWORD, PostgreSQL, Spark
from tests.helpers.until import soon

QUOTES = 'it\'s "so"; drop table t; --'
"""A value that would end a text of SQL."""


def made(schema: str, numbers: str) -> str:
    """The statements that make three tables, from a table of whole numbers g from 0 on."""
    text = QUOTES.replace("'", "''")
    return f"""
        create table {schema}.t as select g % 3 = 0 as truth, (g % 97) / 97.0 as score, g as age,
            date '2024-01-01' + (g % 100) as day, timestamp '2024-01-01 12:00' + (g % 100) * interval '1 day' as moment,
            case when g % 4 = 0 then null when g % 4 = 1 then '{text}' else 'north' end as site
        from {numbers};
        create table {schema}.other as select 1 as truth;
        create table lake.t as select truth, score from {schema}.t where age < 50;
    """


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with three tables."""
    path = tmp_path_factory.mktemp("secret_folder") / "secret_file.db"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create schema lake;" + made("main", "(select range::int from range(400)) r(g)"))
    return path


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers do not wait here until nobody else wants the processor."""
    monkeypatch.setattr(worker, "LIMITS", replace(worker.LIMITS, last=False))


@pytest.fixture
def here(file: Path) -> Database:
    return Database("warehouse", f"duckdb://{file}")


def test_only_tables_that_the_operator_allows_are_listed(here: Database) -> None:
    for patterns, expected in {
        None: ["lake.t", "main.other", "main.t"],
        (): [],
        ("lake.*",): ["lake.t"],
        ("t",): ["main.t"],
        ("main.o*", "lake.x"): ["main.other"],
        ("*",): ["main.other", "main.t"],
    }.items():
        assert tables(Database("warehouse", here.url, patterns)) == expected


@pytest.mark.parametrize(
    "table", ["main.other", "opened.main.t", "main.t; drop table main.t", "information_schema.tables"]
)
def test_no_other_table_can_be_read(here: Database, table: str) -> None:
    allowed = Database("warehouse", here.url, ("lake.*", "t"))
    for ask in nonempty([lambda: columns(allowed, table), lambda: read_part(allowed, table)]):
        with pytest.raises(InputError, match=r"^warehouse has no table “.*” that is listed; choose one of its tables$"):
            ask()


def test_columns_and_values_that_rows_can_be_chosen_by(here: Database) -> None:
    kinds = {"truth": "text", "score": "number", "age": "number", "day": "day", "moment": "day", "site": "text"}
    assert columns(here, "main.t") == kinds
    assert values(here, "main.t", "site") == ["north", QUOTES]
    assert values(here, "main.t", "truth") == ["false", "true"]
    with pytest.raises(InputError, match=r"^main\.t has no column “x”"):
        values(here, "main.t", "x")


PARTS = {
    "site=north": 200,
    Filter("site", (QUOTES,)).text: 100,
    Filter("site", ("north", QUOTES, "nobody's")).text: 300,
    "age=100..": 300,
    "age=..99.5": 100,
    "age=100..149": 50,
    "day=2024-01-11..2024-01-20": 40,
    "moment=2024-01-11..2024-01-20": 40,
    "moment=..2024-01-01": 4,
    "moment=2024-01-11..9999-12-31": 360,
}
"""How many rows a part has, counted by hand."""


@pytest.mark.parametrize("part", PARTS)
def test_part_of_the_rows(here: Database, part: str) -> None:
    assert read_part(here, "main.t", Filter.of(part), truth="truth", score="score").rows == PARTS[part]


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("age=x..", "the filter of “age” must be a number, got “x”"),
        ("age=inf..", "the filter of “age” must be a number, got “inf”"),
        ("day=1.1.2024..", "the filter of “day” must be a day such as 2024-06-30"),
        ("age=1", "“age” is filtered from a value to another one"),
        ("site=a..b", "“site” has texts, which have no order"),
        ("nothing=1", "main.t has no column “nothing”"),
        ("site=nobody", "the part of main.t where “site” is “nobody” has no rows"),
        ("day=2030-01-01..", "the part of main.t where “day” from 2030-01-01 has no rows"),
    ],
)
def test_part_that_is_none_is_told_in_a_sentence(here: Database, part: str, words: str) -> None:
    with pytest.raises(InputError) as problem:
        read_part(here, "main.t", Filter.of(part))
    assert str(problem.value).startswith(words)


@pytest.mark.parametrize(
    "part", [Filter("a=b", ("c,d", "50 %", "e..f", "ä=ö")), Filter("x..y", low="1", high="2"), ALL]
)
def test_part_is_the_same_after_a_link(part: Filter) -> None:
    assert Filter.of(part.text) == part


@pytest.mark.full
def test_worker_reads_what_is_read_here(here: Database) -> None:
    found = worker.result(databases.read(here, "main.t", Filter("site", ("north",)), truth="truth"), "main.t")
    assert (found.name, found.reading.format) == ("main.t", "DuckDB")
    rows = [f"{not g % 3},{g % 97 / 97}" for g in range(400) if g % 4 > 1]
    expected = read("\n".join(["truth,score", *rows]).encode(), positive="True")
    assert found.data().fingerprint == expected.data().fingerprint


def test_nothing_tells_the_address_of_a_file(here: Database, file: Path) -> None:
    gone = Database("warehouse", f"duckdb://{file.parent}/secret_name.db")
    for name in nonempty([str(here), repr(gone), json.dumps({"said": _refused(gone)})]):
        assert "secret" not in name
    broken = file.parent / "secret_name.db"
    broken.write_bytes(b"no database" * 1000)
    assert _refused(gone).startswith("warehouse cannot be read")


def _refused(database: Database, ask=tables, *arguments: str) -> str:
    with pytest.raises(InputError) as problem:
        seen(look(database, ask, *arguments), database.name)
    return str(problem.value)


def test_postgresql_lists_and_reads_a_part(postgres: PostgreSQL) -> None:
    postgres.run("create schema if not exists lake;" + made("public", "generate_series(0, 399) g"))
    there = Database("warehouse", postgres.address(), ("t", "lake.t"))
    assert tables(there) == ["lake.t", "public.t"]
    assert values(there, "public.t", "site") == ["north", QUOTES]
    for part in nonempty(PARTS):
        assert read_part(there, "public.t", Filter.of(part), truth="truth", score="score").rows == PARTS[part]
    postgres.run("create role nobody login password 'other'")
    nobody = Database("warehouse", postgres.address(user="nobody", password="other"))
    told = {
        "refused the user or the password": Database("warehouse", postgres.address(password="no:one's")),
        "has no such database": Database("warehouse", postgres.address(database="nowhere")),
        "has an address that cannot be read": Database("warehouse", "mysql://root:secret@127.0.0.1/db"),
        "has no table that": nobody,
    }
    for words, database in nonempty(told.items()):
        if database is nobody:
            assert tables(nobody) == []
        else:
            assert _refused(database).startswith(f"warehouse {words}")
    with postgres.stopped():
        lost = _refused(there)
    assert lost.startswith("warehouse cannot be reached")
    assert not {PASSWORD, "127.0.0.1", str(postgres.port)} & set(lost.split())


@pytest.mark.full
def test_cancelled_query_ends_in_postgresql_too(postgres: PostgreSQL) -> None:
    postgres.run("create view endless as select pg_sleep(60)::text as truth, 0.5 as score from generate_series(1, 9)")
    job = databases.read(Database("warehouse", postgres.address()), "public.endless")
    asked = "select count(*) from pg_stat_activity where application_name = 'ddcore' and query like '%endless%'"
    soon(lambda: not job.wait(0.1) and postgres.run(asked) == [(1,)])
    job.end()
    soon(lambda: postgres.run(asked) == [(0,)])


@pytest.mark.full
def test_spark_lists_and_reads_a_part(spark: Spark) -> None:
    rows = [(g % 3 == 0, g % 97 / 97, g, QUOTES if g % 4 == 1 else "north" if g % 4 else None) for g in range(400)]
    columns_of = dict(zip(("truth", "score", "age", "site"), zip(*rows, strict=True), strict=True))
    cases.in_spark(pa.table(columns_of), spark, "t")
    there = Database("cluster", spark.address(), ("t",))
    assert tables(there) == ["default.t"]
    assert columns(there, "default.t")["site"] == "text"
    assert values(there, "default.t", "site") == ["north", QUOTES]
    for part in nonempty([part for part in PARTS if not part.startswith(("day", "moment"))]):
        assert read_part(there, "default.t", Filter.of(part), truth="truth", score="score").rows == PARTS[part]
