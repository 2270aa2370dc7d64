"""Parquet: long dictionary entries, nested columns, a footer that lies, and rows that cost no bytes."""

import io
import random
import struct

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from tests.hostile.expected import EITHER, RIGHT, SENTENCE, Hostile, right, says
from tests.hostile.good_files import frame, parquet


def stored(table, **more):
    pyarrow.parquet.write_table(table, stream := io.BytesIO(), **more)
    return stream.getvalue()


def beside(rng, name, values, kind=None):
    """The table with one more column."""
    return frame(rng).append_column(name, pa.array(values, kind))


LARGE = "GB|large|characters|bytes|memory|long"
KINDS = {
    "string": pa.string(),
    "large string": pa.large_string(),
    "binary": pa.binary(),
    "large binary": pa.large_binary(),
    "list": pa.list_(pa.string()),
    "struct": pa.struct([("a", pa.string())]),
    "map": pa.map_(pa.string(), pa.string()),
    "dictionary": pa.dictionary(pa.int32(), pa.string()),
    "list of lists": pa.list_(pa.list_(pa.large_string())),
}


def long_entry(kind, size, rows):
    """Rows that all hold one long text, which a dictionary stores once."""
    value = "x" * size
    shapes = {"list": [value], "struct": {"a": value}, "map": [(value, "a")], "list of lists": [[value]]}
    truth = pa.array(np.arange(rows) % 2)
    held = pa.array([shapes.get(kind, value)], KINDS[kind])
    parts = [pa.table({"truth": [0], "score": [0.5], "more": held}).slice(0, 0)]
    schema = parts[0].schema
    with pyarrow.parquet.ParquetWriter(stream := io.BytesIO(), schema, dictionary_pagesize_limit=2**30) as writer:
        step = max(1, 50_000_000 // size)
        repeated = (
            pa.concat_arrays([held] * min(step, rows)) if kind != "dictionary" else held.take([0] * min(step, rows))
        )
        for start in range(0, rows, step):
            part = truth[start : start + step]
            score = pa.array(np.full(len(part), 0.5))
            writer.write_table(pa.table([part, score, repeated[: len(part)]], schema=schema))
    return stream.getvalue()


def entries():
    """One long entry of a dictionary, many times."""
    for kind in KINDS:
        yield Hostile(
            f"{kind}, 10,000 times 300 kB.parquet",
            lambda rng, kind=kind: long_entry(kind, 300_000, 10_000),
            right(10_000, 5_000, LARGE),
        )


def nested():
    """Columns of every kind beside the two that are needed."""
    decimal, time = pa.decimal128(38, 0), pa.timestamp("ns", "UTC")
    values = {
        "lists": ([[1]] * 40, None),
        "structs": ([{"a": {"b": [1]}}] * 40, None),
        "maps": ([[("a", 1)]] * 40, pa.map_(pa.string(), pa.int8())),
        "nulls": ([None] * 40, pa.null()),
        "bytes": ([b"\0\xff"] * 40, pa.binary()),
        "fixed bytes": ([b"ab"] * 40, pa.binary(2)),
        "decimals": ([1] * 40, decimal),
        "times": ([0] * 40, time),
        "dates": ([0] * 40, pa.date32()),
        "durations": ([1] * 40, pa.duration("us")),
        "hours": ([1] * 40, pa.time64("us")),
        "halves": (np.zeros(40, np.float16), pa.float16()),
        "unsigned": ([2**64 - 1] * 40, pa.uint64()),
        "text of no unicode": (pa.array([b"\xff"] * 40).view(pa.string()), None),
    }
    for name, (column, kind) in values.items():
        yield Hostile(
            f"{name} beside.parquet",
            lambda rng, column=column, kind=kind: stored(beside(rng, "more", column, kind)),
            right(40, 15, "text") if "unicode" in name else RIGHT,
        )
        yield Hostile(
            f"{name} for a score.parquet",
            lambda rng, column=column, kind=kind: stored(
                frame(rng).drop_columns("score").append_column("score", pa.array(column, kind))
            ),
            EITHER,
        )
    kind, value = pa.int8(), 1
    for _ in range(200):
        kind, value = pa.list_(kind), [value]
    yield Hostile(
        "lists, 200 deep.parquet",
        lambda rng: stored(beside(rng, "more", [value] * 40, kind)),
        right(40, 15, "nest|deep|Parquet"),
    )
    for number in (1_001, 10_000):
        yield Hostile(
            f"{number} columns.parquet",
            lambda rng, n=number: stored(pa.table({f"c{i}": [1, 0] for i in range(n)})),
            says("column"),
        )
    fields = pa.struct([(f"f{i}", pa.int8()) for i in range(5_000)])
    yield Hostile(
        "5,000 columns inside one.parquet",
        lambda rng: stored(beside(rng, "more", [None] * 40, fields)),
        right(40, 15, "column"),
    )
    for size in (0, 1):
        yield Hostile(f"{size} rows.parquet", lambda rng, n=size: stored(frame(rng)[:n]), says("rows|classes"))
    yield Hostile("no columns.parquet", lambda rng: stored(pa.table({})), SENTENCE)
    yield Hostile("a name twice.parquet", lambda rng: stored(beside(rng, "score", [0.5] * 40)), says("two columns"))
    endless = {"inf": np.inf, "minus inf": -np.inf, "nan": np.nan}
    for name, number in endless.items():
        yield Hostile(
            f"scores of {name}.parquet",
            lambda rng, number=number: stored(beside(rng, "scores", [number] * 40)),
            right(40, 15, "finite|leave such rows"),
        )


def varint(number):
    """A number as Thrift's compact protocol writes it."""
    number, out = 2 * number, bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def with_footer(data, old, new):
    """The file with other bytes in its footer, of a length that fits again."""
    (size,) = struct.unpack("<I", data[-8:-4])
    footer = data[-8 - size : -8].replace(old, new)
    return data[: -8 - size] + footer + struct.pack("<I", len(footer)) + b"PAR1"


def many_rows(rows):
    """A file of two constant columns, which stores a million rows in a hundred bytes."""
    part = pa.table({"truth": np.arange(10**6, dtype=np.int8) % 2, "score": np.full(10**6, 0.5, np.float32)})
    with pyarrow.parquet.ParquetWriter(stream := io.BytesIO(), part.schema, compression="zstd") as writer:
        for _ in range(rows // 10**6):
            writer.write_table(part)
    return stream.getvalue()


def lies():
    """A footer whose numbers are not those of the data, and data that take no room."""
    rows = 123_457
    truth = random.Random(1).choices([0, 1], k=rows)
    for claimed in (0, 1, 10**6, 10**9, 10**15, 2**62):
        yield Hostile(
            f"{rows} rows called {claimed}.parquet",
            lambda rng, claimed=claimed: with_footer(
                stored(pa.table({"truth": truth, "score": np.linspace(0, 1, rows)})), varint(rows), varint(claimed)
            ),
            EITHER,
        )
    for length in (0, 7, 2**31 - 1, 2**32 - 1):
        yield Hostile(
            f"a footer of {length}.parquet",
            lambda rng, length=length: parquet(rng)[:-8] + struct.pack("<I", length) + b"PAR1",
            says("Parquet"),
        )
    yield Hostile("four bytes.parquet", lambda rng: b"PAR1", says("Parquet"))
    yield Hostile("eight bytes.parquet", lambda rng: b"PAR1PAR1", says("Parquet"))
    yield Hostile("a secret footer.parquet", lambda rng: parquet(rng)[:-4] + b"PARE", says("Parquet"))
    yield Hostile(
        "names that are no text.parquet", lambda rng: with_footer(parquet(rng), b"score", b"sc\xffre"), EITHER
    )
    for million in (1, 30, 300):
        yield Hostile(
            f"{million} million rows.parquet",
            lambda rng, n=million * 10**6: many_rows(n),
            right(million * 10**6, million * 500_000, "GB|rows|large"),
        )
    yield Hostile("a group for each row.parquet", lambda rng: stored(frame(rng), row_group_size=1), RIGHT)
    for packing in ("snappy", "gzip", "brotli", "zstd", "lz4", "none"):
        yield Hostile(f"{packing}.parquet", lambda rng, packing=packing: stored(frame(rng), compression=packing), RIGHT)
