"""Tables of any size beside what their engine takes alone: `python -m tests.bench.bench_engines`, on a quiet machine.

    python -m tests.bench.bench_engines            the targets: 10^7 rows of three models, 10^8 rows, 10^6 rows of text
    python -m tests.bench.bench_engines growth     10^5 to 10^9 rows of one model, in files that are deleted afterwards
    python -m tests.bench.bench_engines spark      10^9 rows that Spark makes, beside its own aggregate

Each measurement is a fresh process, from its start to the verdict: what imports take is in it. A peer is DuckDB or
Spark alone, in the same run and with the same memory.
"""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MEMORY = 700 * 2**20
"""Bytes that DuckDB may use."""

SCORES = "1 / (1 + exp(-(6 * random() + 1.5 * y - 4)))"


def _made(path: Path, rows: int, models: int, kind: str = "parquet") -> None:
    """A file of cases with a truth and the scores of some models, made by DuckDB."""
    import duckdb

    columns = ", ".join(f"{SCORES} as score_{place}" for place in "abc"[:models])
    made = f"select y, {columns} from (select (random() < 0.2)::int as y from range({rows}))"
    duckdb.sql(f"copy ({made}) to '{path}' (format {kind})")


def _peak() -> int:
    """Megabytes that this process has held at most."""
    return int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) // 1024


def verdict(source: str) -> None:
    """What a person waits for."""
    import ddcore
    from ddcore.engines import read_table

    ddcore.verdict(read_table(source).data())


def memory(source: str) -> None:
    """The same of a file that is read in memory."""
    import ddcore

    ddcore.verdict(ddcore.read(source))


def grouped(source: str) -> None:
    """DuckDB alone: each column of scores grouped and put in order, with the cases of both classes."""
    connection = _duckdb()
    for (name,) in connection.sql(
        f"select column_name from (describe from '{source}') where column_name != 'y'"
    ).fetchall():
        query = f"select {name}, count(*) filter (y = 1), count(*) filter (y = 0) from '{source}' group by 1 order by 1"
        for _ in connection.sql(query).to_arrow_reader(2**17):
            pass


def binned(source: str) -> None:
    """DuckDB alone: a `group by` of the scores at 65,536 steps of one size."""
    _duckdb().sql(
        f"select floor(score_a * 65536), count(*) filter (y = 1), count(*) filter (y = 0) from '{source}' group by 1"
    ).fetchall()


def _duckdb():
    import duckdb

    connection = duckdb.connect()
    connection.sql(f"set memory_limit = '{MEMORY}B'")
    connection.sql("set preserve_insertion_order = false")
    return connection


def spark_verdict(address: str) -> None:
    """What a person waits for, of a view of Spark."""
    verdict(address)


def spark_binned(address: str) -> None:
    """Spark alone."""
    from ddcore.engines.sources import fetched, opened

    _, table = opened(address)
    stepped = table.mutate(step=(table.score_a * 65536).floor())
    fetched(stepped.group_by("step").agg(positives=stepped.y.sum(), cases=stepped.count()))


def spark_grouped(address: str) -> None:
    """Spark alone: the scores grouped and put in order, of which nothing leaves it."""
    from ddcore.engines.sources import opened

    _, table = opened(address)
    counted = table.group_by("score_a").agg(positives=table.y.sum(), cases=table.count()).order_by("score_a")
    query = table.get_backend().compile(counted)
    table.get_backend()._session.sql(query).write.format("noop").mode("overwrite").save()


WORK = {each.__name__: each for each in (verdict, memory, grouped, binned, spark_verdict, spark_binned, spark_grouped)}


def _run(work: str, source: str) -> tuple[float, int]:
    """Seconds from the start of a process to the end of its work, and its megabytes."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.bench_engines", work, source], check=True, capture_output=True, text=True
    )
    return time.perf_counter() - start, int(done.stdout.split()[-1])


def _told(what: str, took: tuple[float, int], peer: tuple[float, int] | None = None, rows: int = 0) -> None:
    beside = "" if peer is None else f", {took[0] / peer[0]:.2f} of {peer[0]:.1f} s"
    speed = "" if not rows else f", {rows / took[0] / 1e6:.1f} million rows a second"
    print(f"{what}: {took[0]:.1f} s, {took[1]:,} MB{beside}{speed}", flush=True)


def targets(folder: Path) -> None:
    """What the limits of this page of the docs rest on."""
    text, wide, long = (folder / name for name in ("text.csv", "wide.parquet", "long.parquet"))
    _made(text, 10**6, 3, "csv")
    _told("10^6 rows of three models as CSV, in memory", _run("memory", str(text)))
    _made(wide, 10**7, 3)
    _told("10^7 rows of three models", _run("verdict", str(wide)), _run("grouped", str(wide)))
    _made(long, 10**8, 1)
    _told("10^8 rows", _run("verdict", str(long)), _run("binned", str(long)), 10**8)


def growth(folder: Path) -> None:
    """A table for the docs: partitions of 10^7 rows where there are more."""
    print("| rows | seconds | MB | million rows a second | DuckDB's own `group by` into 65,536 steps, s |")
    print("|:--|--:|--:|--:|--:|")
    for power in range(5, 10):
        rows, part = 10**power, min(10**power, 10**7)
        parts = folder / f"rows_{power}"
        parts.mkdir()
        for place in range(rows // part):
            _made(parts / f"{place:03}.parquet", part, 1)
        took, peer = _run("verdict", f"{parts}/*.parquet"), _run("binned", f"{parts}/*.parquet")
        print(f"| 10^{power} | {took[0]:.1f} | {took[1]:,} | {rows / took[0] / 1e6:.1f} | {peer[0]:.1f} |", flush=True)
        for path in parts.iterdir():
            path.unlink()


def spark(rows: int) -> None:
    """Rows that Spark makes as it counts them, in local mode."""
    from tests.helpers.servers import spark_connect

    score = "1 / (1 + exp(-(6 * rand(2) + 1.5 * y - 4)))"
    made = f"select y, {score} as score_a from (select cast(rand(1) < 0.2 as int) as y from range({rows}))"
    with spark_connect() as server, server.session() as session:
        session.sql(f"create or replace view made as {made}").collect()
        address = server.address("made")
        took = _run("spark_verdict", address)
        _told(
            f"{rows:,} rows in Spark, beside its group by into 65,536 steps", took, _run("spark_binned", address), rows
        )
        _told("beside its own grouping and ordering of these scores", took, _run("spark_grouped", address))


def main(what: str = "targets", *given: str) -> None:
    if what in WORK:
        WORK[what](*given)
        print(_peak())
    elif what == "spark":
        spark(int(given[0]) if given else 10**9)
    else:
        with tempfile.TemporaryDirectory() as folder:
            {"targets": targets, "growth": growth}[what](Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
