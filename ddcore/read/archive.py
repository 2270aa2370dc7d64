"""Several tables as one: the files of a ZIP archive, or of a list, with a column that says which file a row is of."""

import io
import re
import zipfile
from collections.abc import Iterable, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ddcore.errors import InputError
from ddcore.read import limits
from ddcore.read.limits import CELLS, COLUMNS, FILES, ROWS, too_large
from ddcore.read.values import Column, as_text

FILE = "file"
"""The column that says which file a row is of."""
OF_WORKBOOKS = re.compile(r"[/\\]?(xl[/\\].*|\[Content_Types\]\.xml)", re.IGNORECASE)
"""The names of files in a workbook of Excel, which is a ZIP archive too."""
NOT_SHOWN = ("__MACOSX/", ".")
"""How names begin that archives hold besides what somebody put there."""


def members(data: bytes) -> list[tuple[str, bytes]] | None:
    """The files in a ZIP archive by their names, in its order; None for what is no archive, such as a workbook.

    Raises `InputError` for one without files, for more files or bytes than are read, for one with a password, and for
    an OpenDocument file.

    >>> members(packed([("a.csv", b"truth,score")])), members(b"truth,score")
    ([('a.csv', b'truth,score')], None)
    """
    if not data.startswith(b"PK\x03\x04") or not zipfile.is_zipfile(io.BytesIO(data)):
        return None
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        named = {each.filename: each for each in archive.infolist()}
        if any(map(OF_WORKBOOKS.fullmatch, named)):
            return None
        if "mimetype" in named:
            raise InputError("is an OpenDocument file, such as of LibreOffice; save the table as CSV or XLSX")
        wanted = [
            each for name, each in named.items() if not each.is_dir() and not name.rpartition("/")[2].startswith(".")
        ]
        wanted = [each for each in wanted if not each.filename.startswith(NOT_SHOWN)]
        if not wanted:
            raise InputError("is a ZIP archive without a file; put a table into it")
        FILES.check(len(wanted))
        if any(each.flag_bits & 1 for each in wanted):
            raise InputError("is a ZIP archive with a password; unpack it")
        # What the archive says of sizes may be wrong: no more is unpacked than may be.
        found, left = [], limits.BYTES
        for each in wanted:
            with archive.open(each) as file:
                content = file.read(left + 1)
            left -= len(content)
            if left < 0:
                raise too_large("inside")
            found.append((each.filename.rpartition("/")[2], content))
        return found


def packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A ZIP archive of files by their names, uncompressed, whose bytes depend on nothing else."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content)
    return held.getvalue()


def stacked(tables: Sequence[tuple[str, Sequence[Column]]]) -> tuple[Column, ...]:
    """The columns of several tables below each other, with that of the files first; what a table lacks is empty there.

    Equal names of files are numbered. The table's own columns of that name are called "file 2" and so on.

    >>> one = Column("truth", pa.array(["yes", "no"])), Column("score", pa.array([0.9, 0.2]))
    >>> two = [Column("score", pa.array([0.4]))]
    >>> [column.values.to_pylist() for column in stacked([("a.csv", one), ("b.csv", two)])]
    [['a.csv', 'a.csv', 'b.csv'], ['yes', 'no', None], [0.9, 0.2, 0.4]]
    """
    sizes = [len(columns[0].values) for _, columns in tables]
    names = list(dict.fromkeys(column.name for _, columns in tables for column in columns))
    COLUMNS.check(len(names) + 1)
    ROWS.check(sum(sizes))
    CELLS.check(sum(sizes) * len(names))
    files = names_of(tables)
    texts = pa.DictionaryArray.from_arrays(np.repeat(np.arange(len(files), dtype=np.int32), sizes), files)
    first_row = tables[0][1][0].first_row
    found = [Column(FILE, pa.chunked_array([texts.cast(pa.string())]), first_row)]
    for name in names:
        own = [next((each.values for each in columns if each.name == name), None) for _, columns in tables]
        free = name if name != FILE else next(f"{FILE} {n}" for n in range(2, 1002) if f"{FILE} {n}" not in names)
        found.append(Column(free, below(own, sizes), first_row))
    return tuple(found)


def names_of(tables: Sequence[tuple[str, Sequence[Column]]]) -> list[str]:
    """The names of tables; equal ones are numbered.

    >>> names_of([("a.csv", ()), ("b.csv", ()), ("a.csv", ())])
    ['a.csv', 'b.csv', 'a.csv (2)']
    """
    files: list[str] = []
    for name, _ in tables:
        files.append(name if name not in files else f"{name} ({sum(each.startswith(name) for each in files) + 1})")
    return files


def below(parts: Sequence[pa.ChunkedArray | pa.Array | None], sizes: Sequence[int]) -> pa.ChunkedArray:
    """The cells of one column of each table, as numbers where all are, else as text; empty where a table lacks it.

    >>> below([pa.array([1, 2]), None, pa.array([0.5])], [2, 1, 1]).to_pylist()
    [1.0, 2.0, None, 0.5]
    """
    kinds = {part.type for part in parts if part is not None and part.null_count < len(part)} or {pa.string()}
    numbers = all(pa.types.is_integer(kind) or pa.types.is_floating(kind) for kind in kinds)
    kind = kinds.pop() if len(kinds) == 1 else pa.float64() if numbers else pa.string()
    chunks: list[pa.Array] = []
    for part, size in zip(parts, sizes, strict=True):
        if part is None or part.null_count == len(part):
            chunks.append(pa.nulls(size, kind))
            continue
        cast = _texts(part) if kind == pa.string() and part.type != kind else pc.cast(part, kind)
        chunks += cast.chunks if isinstance(cast, pa.ChunkedArray) else [cast]
    return pa.chunked_array(chunks, kind)


def _texts(part: pa.ChunkedArray | pa.Array) -> pa.Array:
    return pa.array([None if cell is None else as_text(cell) for cell in part.to_pylist()], pa.string())
