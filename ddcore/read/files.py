"""Files, bytes and frames -> columns: one row of `FORMATS` for each format, told by content, then by file name.

To add a format, write a function from bytes to a `pyarrow.Table` and add one line to `FORMATS`.
"""

import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet
from python_calamine import CalamineError

from ddcore.errors import InputError
from ddcore.read import limits
from ddcore.read.delimited import checked_names, read_delimited
from ddcore.read.limits import LONGEST_ROW, too_large
from ddcore.read.lines import read_lines
from ddcore.read.values import MISSING, Column
from ddcore.read.workbook import read_workbook

PACKED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
"""First bytes of the compressions that are undone."""

NOT_TABLES = {
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"%PDF": "a PDF document",
    b"\xd0\xcf\x11\xe0": "a workbook of an old Excel, or one with a password",
    b"ARROW1": "an Arrow or Feather file",
    b"SQLite format 3": "a database",
    b"\x80\x03": "a Python pickle, which could run a program,",
    b"\x80\x04": "a Python pickle, which could run a program,",
    b"\x80\x05": "a Python pickle, which could run a program,",
    b"<!doctype html": "a web page",
    b"<!DOCTYPE html": "a web page",
    b"<html": "a web page",
    b"BZh": "compressed with bzip2",
    b"\xfd7zXZ": "compressed with xz",
    b"Rar!": "a RAR archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
}
"""First bytes of files that hold no table, and what they are."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """A table of named columns of one length, as it stands in a file called `name`."""

    name: str
    columns: tuple[Column, ...]

    @property
    def rows(self) -> int:
        """The number of cases."""
        return len(self.columns[0].values) if self.columns else 0


def _parquet(data: bytes) -> pa.Table:
    file = pyarrow.parquet.ParquetFile(pa.BufferReader(data))
    schema = file.schema_arrow
    width = max(len(schema), 1)
    inflated = sum(file.metadata.row_group(group).total_byte_size for group in range(file.metadata.num_row_groups))
    if inflated > limits.BYTES or 8 * width * file.metadata.num_rows > limits.BYTES:
        raise too_large("inside")
    # Text stays a dictionary until its length is known: a long text repeated by reference is small in the file only.
    texts = [field.name for field in schema if pa.types.is_string(field.type) or pa.types.is_large_string(field.type)]
    table = pyarrow.parquet.ParquetFile(pa.BufferReader(data), read_dictionary=texts).read()
    for column in table.columns:
        if pa.types.is_dictionary(column.type) and pa.types.is_string(column.type.value_type):
            longest = max(
                (pc.max(pc.binary_length(chunk.dictionary)).as_py() or 0 for chunk in column.chunks), default=0
            )
            if longest * len(column) > limits.BYTES:
                raise too_large("inside")
    return table


@dataclass(frozen=True)
class Format:
    """A file format: its name, the endings of its file names, its first bytes (a pattern), and its reader.

    `first_row` is the row of the first case as a person counts it. A reader raises `InputError`, or one of
    `UNREADABLE`, which is then told in the format's name.
    """

    name: str
    endings: tuple[str, ...]
    start: bytes
    read: Callable[[bytes], pa.Table]
    first_row: int = 1


FORMATS = (
    Format("Parquet", (".parquet", ".pq"), rb"PAR1", _parquet),
    Format("an Excel workbook", (".xlsx", ".xlsm"), rb"PK\x03\x04", read_workbook, first_row=2),
    Format("JSON lines", (".jsonl", ".ndjson", ".json"), rb'(\xef\xbb\xbf)?\s*\{\s*["}]', read_lines),
    Format("CSV", (".csv", ".tsv", ".txt"), rb"(?!)", read_delimited, first_row=2),
)
"""Every format that can be read; the last one is taken where neither content nor name says another."""

UNREADABLE = (pa.ArrowException, zipfile.BadZipFile, CalamineError, OSError, EOFError, NotImplementedError)
"""What the libraries raise for a broken file."""


def open_sheet(source: Any, name: str | None = None) -> Sheet:
    """The columns of a file, its bytes, an open binary file, or a frame (pandas, polars, pyarrow).

    Raises `InputError` for what is no table, whose text says what it is instead; see `read`.
    """
    if hasattr(source, "__arrow_c_stream__"):
        try:
            table = pa.table(source)
        except ValueError as error:
            reason = "; ".join(map(str, error.args))
            raise InputError(f"cannot be used as a table ({reason}); give each column one name and one kind") from None
        table = table.select([column for column in table.column_names if not column.startswith("__index_level_")])
        return _sheet(name or "the table", table, first_row=1)
    data, name = _bytes(source, name)
    for start, packed in PACKED.items():
        if data.startswith(start):
            data, name = _unpacked(data, packed), re.sub(r"(?i)\.(gz|gzip|zst|zstd)$", "", name)
    if re.fullmatch(rb"[\s\0\xef\xbb\xbf\xff\xfe]*", data):
        raise InputError("is empty; choose a file with a header and rows")
    for start, what in NOT_TABLES.items():
        if data.startswith(start):
            raise InputError(f"is {what} and holds no table; save the table as CSV, Parquet, XLSX or JSON lines")
    by_content = (one for one in FORMATS if re.match(one.start, data))
    by_name = (one for one in FORMATS if name.lower().endswith(one.endings))
    chosen = next(by_content, None) or next(by_name, FORMATS[-1])
    try:
        return _sheet(name, chosen.read(data), chosen.first_row)
    except UNREADABLE as error:
        reason = " ".join(str(error).split())[:120].rstrip(". ")
        raise InputError(f"cannot be read as {chosen.name} ({reason}); save it again") from None


def _bytes(source: Any, name: str | None) -> tuple[bytes, str]:
    if isinstance(source, str | Path):
        path = Path(source)
        try:
            if path.stat().st_size > limits.BYTES:
                raise too_large("long")
            return path.read_bytes(), name or path.name
        except OSError as error:
            raise InputError(f"cannot be opened ({error.strerror}); choose another file") from None
    if not isinstance(source, bytes | bytearray | memoryview):
        name = name or Path(str(getattr(source, "name", "file"))).name
        source.seek(0)
        source = source.read(limits.BYTES + 1)
    if len(source) > limits.BYTES:
        raise too_large("long")
    return bytes(source), name or "file"


def _unpacked(data: bytes, packed: str) -> bytes:
    blocks, size = [], 0
    try:
        with pa.CompressedInputStream(pa.BufferReader(data), packed) as stream:
            while block := stream.read(LONGEST_ROW):
                size += len(block)
                if size > limits.BYTES:
                    raise too_large("inside")
                blocks.append(block)
    except OSError as error:
        raise InputError(f"cannot be unpacked with {packed} ({error}); save it again") from None
    return b"".join(blocks)


def _sheet(name: str, table: pa.Table, first_row: int) -> Sheet:
    names = checked_names(table.column_names)
    if not names or not table.num_rows:
        raise InputError("has a header but no rows; add the predictions below it")
    columns = (_plain(column) for column in table.columns)
    return Sheet(name, tuple(Column(*pair, first_row) for pair in zip(names, columns, strict=True)))


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column as text, numbers or booleans; empty cells are null, whatever stood for them."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        column = column.cast(kind.value_type)
        kind = column.type
    if pa.types.is_floating(kind):
        return pc.if_else(pc.is_nan(column), None, column)
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        return column
    if pa.types.is_decimal(kind):
        return column.cast(pa.float64())
    if pa.types.is_nested(kind) or pa.types.is_binary(kind):
        # Such a column cannot be used; its kind stands in each cell, so that an error can name it.
        return pa.chunked_array([pa.repeat(pa.scalar(str(kind)), len(column))])
    column = pc.utf8_trim_whitespace(column.cast(pa.string()))
    return pc.if_else(pc.is_in(column, pa.array(MISSING)), None, column)
