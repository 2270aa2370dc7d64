"""One table with all that a column may hold, and the places where the same rows can lie."""

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset
import pyarrow.ipc
import pyarrow.parquet
import zstandard

from tests.helpers.servers import PostgreSQL, Spark

ROWS = 20_000
FULL_ROWS = 1_000_000

ROLES: dict[str, Any] = {
    "truth": "sick",
    "positive": "yes",
    "score": ["old", "new"],
    "label": "called",
    "weight": "counts",
    "group": "site",
    "fold": "fold",
}
"""What the columns of `table` are; `patient` may be the clusters and `costs` the amount."""


def table(rows: int = ROWS, seed: int = 38) -> pa.Table:
    """Cases whose truth is text with NULLs, with scores of two models, labels of a third, and all other roles.

    `old` are doubles with ties, NaN and NULLs, `new` decimals, `called` is boolean, `at` a time, `counts` are weights
    that no sum of doubles adds up exactly.
    """
    rng = np.random.default_rng(seed)

    def some(share: float) -> np.ndarray[Any, np.dtype[np.bool_]]:
        return rng.random(rows) < share

    sick = some(0.3)
    old = 1 / (1 + np.exp(-rng.normal(2 * sick - 1, 1.5)))
    old = np.where(some(0.5), np.round(old, 3), old)
    old[some(0.01)] = np.nan
    new = np.round(1e6 / (1 + np.exp(-rng.normal(3 * sick - 1.5, 1)))).astype(np.int64)
    sites = np.array(["north", "south", "east and west"])
    seconds = rng.integers(0, 2 * 365 * 86_400, rows)
    return pa.table(
        {
            "sick": pa.array(np.where(sick, "yes", "no"), mask=some(0.01)),
            "old": pa.array(old, mask=some(0.01)),
            "new": _decimals(new, some(0.01)),
            "called": pa.array(sick ^ some(0.2), mask=some(0.01)),
            "counts": rng.choice([0.1, 0.25, 1.0, 1.3, 2.7], rows),
            "site": pa.array(sites[rng.integers(0, 3, rows)], mask=some(0.05)),
            "fold": rng.integers(1, 6, rows),
            "at": pa.array(np.datetime64("2024-01-01", "us") + seconds.astype("timedelta64[s]")),
            "patient": rng.integers(0, rows // 4, rows),
            "costs": np.round(rng.lognormal(5, 1, rows), 2),
        }
    )


def _decimals(millionths: np.ndarray[Any, np.dtype[np.int64]], missing: np.ndarray[Any, Any]) -> pa.Array:
    """DECIMAL(9, 6) of whole millionths, whose 16 bytes are the whole number itself."""
    places = np.zeros((millionths.size, 2), np.int64)
    places[:, 0] = millionths
    bits = pa.py_buffer(np.packbits(~missing, bitorder="little").tobytes())
    return pa.Array.from_buffers(pa.decimal128(9, 6), millionths.size, [bits, pa.py_buffer(places.tobytes())])


def _text(rows: pa.Table) -> bytes:
    written = io.BytesIO()
    pa.csv.write_csv(rows, written)
    return written.getvalue()


def as_csv(rows: pa.Table, folder: Path) -> Path:
    path = folder / "cases.csv"
    path.write_bytes(_text(rows))
    return path


def as_gzip(rows: pa.Table, folder: Path) -> Path:
    path = folder / "cases.csv.gz"
    path.write_bytes(gzip.compress(_text(rows), 1))
    return path


def as_zstd(rows: pa.Table, folder: Path) -> Path:
    path = folder / "cases.csv.zst"
    path.write_bytes(zstandard.compress(_text(rows)))
    return path


def as_parquet(rows: pa.Table, folder: Path) -> Path:
    path = folder / "cases.parquet"
    pa.parquet.write_table(rows, path, row_group_size=max(rows.num_rows // 3, 1))
    return path


def as_partitions(rows: pa.Table, folder: Path) -> Path:
    """A folder with a folder for each fold."""
    path = folder / "cases"
    flavour = pa.dataset.partitioning(pa.schema([("fold", pa.int64())]), flavor="hive")
    pa.dataset.write_dataset(rows, path, format="parquet", partitioning=flavour)
    return path


def as_arrow(rows: pa.Table, folder: Path) -> Path:
    path = folder / "cases.arrow"
    with pa.ipc.new_file(str(path), rows.schema) as file:
        file.write_table(rows, max_chunksize=max(rows.num_rows // 3, 1))
    return path


def as_json_lines(rows: pa.Table, folder: Path) -> Path:
    """Not a number is null there: JSON has no word for it."""
    path = folder / "cases.jsonl"
    lines = csv.DictReader(io.StringIO(_text(rows).decode()))
    of_kind: dict[str, Any] = {"fold": int, "patient": int, "old": float, "new": float, "counts": float, "costs": float}
    of_kind["called"] = {"true": True, "false": False}.get
    with path.open("w") as file:
        for line in lines:
            known = {name: text for name, text in line.items() if text not in ("", "nan")}
            values = {name: of_kind.get(name, str)(known[name]) if name in known else None for name in line}
            file.write(json.dumps(values) + "\n")
    return path


def as_duckdb(rows: pa.Table, folder: Path) -> str:
    path = folder / "cases.db"
    with duckdb.connect(str(path)) as database:
        database.register("given", rows)
        database.execute("create table cases as select * from given")
    return f"duckdb://{path}?table=cases"


TYPES = "sick text, old double precision, new numeric(9, 6), called boolean, counts double precision, site text, " + (
    "fold bigint, at timestamp, patient bigint, costs double precision"
)


def in_postgresql(rows: pa.Table, server: PostgreSQL, name: str = "cases") -> str:
    with server.connect() as connection, connection.cursor() as cursor:
        cursor.execute(f'drop table if exists "{name}"')
        cursor.execute(f'create table "{name}" ({TYPES})')
        with cursor.copy(f'copy "{name}" from stdin (format csv, header)') as copy:
            copy.write(_text(rows))
    return server.address(name)


def in_spark(rows: pa.Table, server: Spark, name: str = "cases") -> str:
    path = server.folder / name
    path.mkdir(exist_ok=True)
    pa.parquet.write_table(rows, path / "rows.parquet")
    with server.session() as session:
        session.sql(f"drop table if exists {name}")
        session.sql(f"create table {name} using parquet location '{path}'")
    return server.address(name)
