"""The servers of the tests have the rows that they were given, and nothing of them is left behind."""

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.compute
import pytest

from tests.engines import cases
from tests.helpers.until import soon


@pytest.fixture(scope="module")
def rows():
    return cases.table(1000)


def test_table_has_all_that_a_column_may_hold(rows):
    missing = {name: column.null_count for name, column in zip(rows.column_names, rows.columns, strict=True)}
    assert [name for name, number in missing.items() if number] == ["sick", "old", "new", "called", "site"]
    assert pa.compute.sum(pa.compute.is_nan(rows["old"])).as_py() > 0
    assert len(rows["old"].unique()) < rows.num_rows
    assert rows.schema.field("new").type == pa.decimal128(9, 6)
    assert 0 < float(min(rows["new"].drop_null().to_pylist())) < float(max(rows["new"].drop_null().to_pylist())) < 1


def test_postgresql_has_the_rows(rows, postgres):
    cases.in_postgresql(rows, postgres, "given")
    [found] = postgres.run("select count(*), count(sick), count(new), sum(new), sum(patient) from given")
    new = rows["new"].drop_null().to_pylist()
    known = len(rows["sick"].drop_null())
    assert found == (rows.num_rows, known, len(new), sum(new), pa.compute.sum(rows["patient"]).as_py())


@pytest.mark.full
def test_spark_has_the_rows(rows, spark):
    cases.in_spark(rows, spark, "given")
    with spark.session() as session:
        [found] = session.sql("select count(*), count(sick), count(new), sum(new) from given").collect()
    new = rows["new"].drop_null().to_pylist()
    assert tuple(found) == (rows.num_rows, len(rows["sick"].drop_null()), len(new), sum(new))


WAITING = """
import sys
from tests.helpers.servers import {name}
with {name}() as server:
    print(server.process.pid, server.folder, flush=True)
    sys.stdin.read()
"""


def ended(process):
    """Whether a process has ended; one whose parent has not asked for it is a zombie."""
    status = Path(f"/proc/{process}/status")
    return not status.exists() or "State:\tZ" in status.read_text()


@pytest.mark.full
@pytest.mark.parametrize("name", ["postgresql", pytest.param("spark_connect", marks=pytest.mark.full)])
def test_server_ends_with_a_process_that_is_killed(name):
    waits = [sys.executable, "-c", WAITING.format(name=name)]
    with subprocess.Popen(waits, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        server, _, folder = process.stdout.readline().strip().partition(" ")
        assert not ended(server)
        process.kill()
        soon(lambda: ended(server))
    subprocess.run(["rm", "-r", folder], check=True)
