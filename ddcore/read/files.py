"""Files, bytes and frames -> columns: one row of `FORMATS` for each format, told by content, then by file name.

To add a format, write a function from bytes and a `Reading` to a `pyarrow.Table` and how it was read, and add one line
to `FORMATS`.
"""

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from encodings import normalize_encoding
from encodings.aliases import aliases
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet
from python_calamine import CalamineError

from ddcore.errors import InputError
from ddcore.read import limits
from ddcore.read.archive import members, names_of, stacked
from ddcore.read.arff import read_arff
from ddcore.read.binary import read_arrow, read_orc, read_sas, read_stata
from ddcore.read.cells import cleaned
from ddcore.read.delimited import ENCODINGS, checked_names, read_delimited
from ddcore.read.header import with_own_names
from ddcore.read.joined import CASES, joined
from ddcore.read.joined import ROWS as ADDED
from ddcore.read.limits import CELLS, COLUMNS, FILES, LAYERS, LONGEST_ROW, ROW_GROUPS, ROWS, too_large
from ddcore.read.lines import read_json
from ddcore.read.others import told
from ddcore.read.reading import AUTOMATIC, PREVIEWED, Reading, previewed
from ddcore.read.spss import read_spss
from ddcore.read.values import MISSING, Column, as_text, bytes_of, compact, trimmed
from ddcore.read.vectors import apart, is_vector
from ddcore.read.words import listed, quoted
from ddcore.read.workbook import read_workbook

PACKED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
"""First bytes of the compressions that are undone."""

SETTINGS = ("delimiter", "decimal", "encoding", "sheet", "header", "join")
"""What a person may set of a reading."""

DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|", "space": " "}
"""Delimiters by name."""

PACKED_ENDINGS = (".gz", ".gzip", ".zst", ".zstd")
"""Endings of the names of such files."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """A table of named columns of one length, as it stands in a file called `name`, or in several `files`.

    >>> sheet = Sheet("two.csv", (Column("truth", pa.array(["yes", "no"]), first_row=2),))
    >>> sheet.rows, sheet.columns[0].row(1)
    (2, 3)
    """

    name: str
    columns: tuple[Column, ...]
    reading: Reading = AUTOMATIC
    files: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """The number of cases."""
        return len(self.columns[0].values) if self.columns else 0


def _parquet(data: bytes, asked: Reading) -> tuple[pa.Table, Reading]:
    """The columns of a Parquet file that can be used, and for each other one its kind in every cell.

    Text is read as a dictionary until its length is known: a file may repeat a long text by reference many times.
    """
    schema = pyarrow.parquet.ParquetFile(pa.BufferReader(data)).schema_arrow
    names = checked_names(schema.names)
    usable = [field.name for field in schema if _is_usable(field.type) or is_vector(field.type)]
    texts = [field.name for field in schema if pa.types.is_string(field.type) or pa.types.is_large_string(field.type)]
    file = pyarrow.parquet.ParquetFile(pa.BufferReader(data), read_dictionary=texts)
    ROW_GROUPS.check(file.metadata.num_row_groups)
    groups = [file.metadata.row_group(place) for place in range(file.metadata.num_row_groups)]
    rows = max(file.metadata.num_rows, sum(group.num_rows for group in groups))
    ROWS.check(rows)
    CELLS.check(rows * len(names))
    if any(is_vector(field.type) for field in schema):
        CELLS.check(sum(group.column(place).num_values for group in groups for place in range(group.num_columns)))
    parts, size = [], 0
    for place in range(len(groups)):
        parts.append(file.read_row_group(place, usable))
        size += parts[-1].nbytes
        if size > limits.BYTES:
            raise too_large("inside")
    if not parts:
        return schema.empty_table(), asked
    table = pa.concat_tables(parts)
    table.validate(full=True)
    if sum(map(_expanded, table.columns)) > limits.BYTES:
        raise too_large("inside")
    columns = [table[field.name] if field.name in usable else _kind(field.type, rows) for field in schema]
    return pa.table(columns, names), asked


def _is_usable(kind: pa.DataType) -> bool:
    """Whether a column could hold truth or predictions; others are not read."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    binary = pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind)
    return not (pa.types.is_nested(kind) or binary or isinstance(kind, pa.BaseExtensionType))


def _expanded(column: pa.ChunkedArray) -> int:
    """The bytes of a column of texts once each is written out, 0 of any other."""
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else None
    if kind not in (pa.string(), pa.large_string()):
        return 0
    lengths = (pc.take(pc.binary_length(chunk.dictionary), chunk.indices) for chunk in column.chunks)
    return sum(pc.sum(each).as_py() or 0 for each in lengths)


def _kind(kind: pa.DataType, rows: int) -> pa.ChunkedArray:
    """The kind of a column that cannot be used in each of its cells, so that an error can name it."""
    return pa.chunked_array([pa.repeat(pa.scalar(str(kind)[:30]), rows)])


@dataclass(frozen=True)
class Format:
    """A file format: its name, the endings of its file names, its first bytes (a pattern), and its reader.

    `settings` are what a person may set of its `Reading` besides the decimal sign. A reader raises `InputError`, or
    one of `UNREADABLE`, which is then told in the format's name.

    >>> FORMATS[-1].name, FORMATS[-1].endings, FORMATS[-1].settings
    ('CSV', ('.csv', '.tsv', '.txt'), ('delimiter', 'encoding', 'header'))
    """

    name: str
    endings: tuple[str, ...]
    start: bytes
    read: Callable[[bytes, Reading], tuple[pa.Table, Reading]]
    settings: tuple[str, ...] = ()


FORMATS = (
    Format("Parquet", (".parquet", ".pq"), rb"PAR1", _parquet),
    Format("an Excel workbook", (".xlsx", ".xlsm"), rb"PK\x03\x04", read_workbook, ("sheet", "header")),
    Format(
        "JSON lines",
        (".jsonl", ".ndjson", ".json"),
        rb'(\xef\xbb\xbf)?\s*(\{\s*["}]|\[\s*[\[{])',
        read_json,
        ("encoding",),
    ),
    Format("Arrow", (".arrow", ".feather", ".ipc"), rb"ARROW1|\xff\xff\xff\xff", read_arrow),
    Format("ORC", (".orc",), rb"ORC(?=[\x00-\x1f\x80-\xff])", read_orc),
    Format("Stata", (".dta",), rb"<stata_dta>|[\x69-\x73][\x01\x02]\x01\x00", read_stata),
    Format("SAS", (".sas7bdat", ".xpt"), rb"\0{12}\xc2\xea\x81\x60|HEADER RECORD\*{7}LIB", read_sas),
    Format("SPSS", (".sav", ".zsav"), rb"\$FL[23]", read_spss),
    Format("ARFF", (".arff",), rb"(?i)(?:\xef\xbb\xbf)?(?:\s|%[^\n]*\n)*@relation\b", read_arff, ("encoding",)),
    Format("CSV", (".csv", ".tsv", ".txt"), rb"(?!)", read_delimited, ("delimiter", "encoding", "header")),
)
"""Every format that can be read; the last one is taken where neither content nor name says another."""

ENDINGS = (*(ending for format in reversed(FORMATS) for ending in format.endings), *PACKED_ENDINGS, ".zip")
"""The ends of the names of files that can be read: what an uploader offers."""

UNREADABLE = (
    *(pa.ArrowException, zipfile.BadZipFile, CalamineError),
    *(OSError, EOFError, NotImplementedError, UnicodeDecodeError),
)
"""What the libraries raise for a broken file."""


def asked(
    delimiter: str | None,
    decimal: str | None,
    encoding: str | None,
    sheet: str | None,
    header: int | None = None,
    join: str | None = None,
) -> Reading:
    """What a person set of a reading; None and "" are found. Raises `InputError` for what no file can have.

    >>> reading = asked("tab", ",", "UTF8", None)
    >>> reading.delimiter, reading.decimal, reading.encoding
    ('\\t', ',', 'utf-8')
    """
    sign = DELIMITERS.get(delimiter or "", delimiter or "")
    if len(sign) > 1 or sign.isalnum() or sign in list('"\r\n.') or not sign.isascii():
        raise InputError(f"delimiter must be {listed(DELIMITERS, 'or')}, or one sign, got {quoted(delimiter)}")
    if decimal not in (None, "", ".", ","):
        raise InputError(f"decimal must be “.” or “,”, got {quoted(decimal)}")
    known = {_encoding(each): each for each in ENCODINGS}
    if header is not None and header < 0:
        raise InputError(f"header must be the number of a row, from 1, or 0 if no row has names, got {header}")
    name = _encoding(encoding or "")
    if encoding and name not in known:
        raise InputError(f"encoding must be one such as {listed(ENCODINGS[:9], 'or')}, got {quoted(encoding)}")
    if join not in (None, "", CASES, ADDED):
        raise InputError(f"join must be “{CASES}” or “{ADDED}”, got {quoted(join)}")
    return Reading("", sign, decimal or "", known.get(name, ""), sheet or "", header, join=join or "")


def _encoding(name: str) -> str:
    """An encoding by its one name. `codecs.lookup` would look for a module of any name that somebody gives."""
    plain = normalize_encoding(name).lower()
    return aliases.get(plain, plain)


def open_sheet(source: Any, name: str | Sequence[str] | None = None, asked: Reading = AUTOMATIC) -> Sheet:
    """The columns of a file, its bytes, an open binary file, a frame (pandas, polars, pyarrow), or a list of these.

    `name` is the name of the file, or the names of those listed, where the source does not have it; its ending tells
    the format where the content does not. What is `asked` of the reading is not looked for. Raises `InputError` for
    what is no table, whose text says what it is instead; see `read`.

    >>> sheet = open_sheet(b"truth,score\\nyes,0.9\\n", "one.csv")
    >>> sheet.rows, [column.name for column in sheet.columns]
    (1, ['truth', 'score'])
    """
    if isinstance(source, list | tuple):
        return _together(source, name, asked)
    name = name if isinstance(name, str) else None
    if hasattr(source, "__arrow_c_stream__"):
        try:
            table = pa.table(source)
            table.validate(full=True)
        except ValueError as error:
            reason = "; ".join(map(str, error.args))
            raise InputError(f"cannot be used as a table ({reason}); give each column one name and one kind") from None
        table = table.select([column for column in table.column_names if not column.startswith("__index_level_")])
        return _sheet(name or "the table", [(table, _fitting(asked, "a table in memory", ()))])
    data, name = _bytes(source, name)
    layers = 0
    while packed := next((packed for start, packed in PACKED.items() if data.startswith(start)), None):
        layers += 1
        if layers > LAYERS:
            raise InputError(f"is compressed more than {LAYERS} times over; unpack it")
        data, name = _unpacked(data, packed), _name_inside(name)
    if re.fullmatch(rb"[\s\0\xef\xbb\xbf\xff\xfe]*", data):
        raise InputError("is empty; choose a file with a header and rows")
    try:
        inside = members(data)
    except UNREADABLE as error:
        raise _unreadable("a ZIP archive", error) from None
    if inside is not None:
        return _together([content for _, content in inside], [each for each, _ in inside], asked)
    chosen = next((format for format in FORMATS if re.match(format.start, data)), None)
    if chosen is None:
        if (other := told(data)) is not None:
            raise InputError(other)
        by_name = (format for format in FORMATS if name.lower().endswith(format.endings))
        chosen = next(by_name, FORMATS[-1])
    asked = _fitting(asked, chosen.name, chosen.settings)
    try:
        # The bytes are passed on, not kept, so that the reader can free them.
        held = [data]
        del data
        return _sheet(name, [chosen.read(held.pop(), asked)])
    except MemoryError:
        raise
    except UNREADABLE as error:
        raise _unreadable(chosen.name, error) from None


def _unreadable(what: str, error: Exception) -> InputError:
    reason = " ".join(str(error).split())[:120].rstrip(". ")
    return InputError(f"cannot be read as {what} ({reason}); save it again")


def _together(sources: Sequence[Any], names: str | Sequence[str] | None, asked: Reading) -> Sheet:
    """Several files as one table: joined where they have the same cases, else with a column of their names."""
    if not sources:
        raise InputError("must be at least one file, got none")
    FILES.check(len(sources))
    given = [None] * len(sources) if names is None or isinstance(names, str) else names
    sheets = []
    for place, (source, name) in enumerate(zip(sources, given, strict=True), start=1):
        if isinstance(source, list | tuple):
            raise InputError("must be a list of files, not of lists")
        try:
            sheets.append(open_sheet(source, name, asked if len(sources) == 1 else replace(asked, join="")))
        except InputError as error:
            shown = name or (str(source) if isinstance(source, str | Path) else f"file {place}")
            raise InputError(f"has {quoted(shown.rpartition('/')[2])}, which {error}") from None
    if len(sheets) == 1:
        return sheets[0]
    tables = [(sheet.name, sheet.columns) for sheet in sheets]
    notes = tuple(dict.fromkeys(note for sheet in sheets for note in sheet.reading.notes))
    guesses = tuple(dict.fromkeys(guess for sheet in sheets for guess in sheet.reading.guesses))
    reading = replace(sheets[0].reading, sheets=(), join=ADDED, notes=notes, guesses=guesses)
    columns, reading = joined(tables, asked.join, reading)
    files = tuple(names_of(tables))
    columns = stacked(tables) if columns is None else columns
    others = sheets[1].name if len(sheets) == 2 else f"{len(sheets) - 1} more"
    return Sheet(f"{sheets[0].name} and {others}", columns, reading, files)


def _fitting(asked: Reading, name: str, settings: tuple[str, ...]) -> Reading:
    """What is asked of a file in this format; raises `InputError` for what the format does not have."""
    for setting in SETTINGS:
        if getattr(asked, setting) not in ("", None) and setting not in ("decimal", *settings):
            raise InputError(f"is {name}, which has no {setting} to choose; leave the {setting} out")
    return replace(asked, format=name)


def _name_inside(name: str) -> str:
    """The name of a packed file without the ending that says so."""
    return name.rpartition(".")[0] if name.lower().endswith(PACKED_ENDINGS) else name


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
        if not hasattr(source, "read") or isinstance(source, io.TextIOBase):
            kind = type(source).__name__
            raise InputError(f"must be a path, the bytes of a file, a binary file that is open, or a frame, got {kind}")
        name = name or Path(str(getattr(source, "name", "file"))).name
        source.seek(0)
        source = source.read(limits.BYTES + 1)
    if len(source) > limits.BYTES:
        raise too_large("long")
    return bytes(source), name or "file"


def _unpacked(data: bytes, packed: str) -> bytes:
    unpacked = io.BytesIO()
    try:
        with pa.CompressedInputStream(pa.BufferReader(data), packed) as stream:
            while block := stream.read(LONGEST_ROW):
                unpacked.write(block)
                if unpacked.tell() > limits.BYTES:
                    raise too_large("inside")
    except OSError as error:
        raise InputError(f"cannot be unpacked with {packed} ({error}); save it again") from None
    return unpacked.getvalue()


def _sheet(name: str, read: list[tuple[pa.Table, Reading]]) -> Sheet:
    """The sheet of a table that was read, which is taken out of its list, so that it is freed here."""
    table, reading = read.pop()
    names = table.column_names
    COLUMNS.check(len(names))
    if not names or not table.num_rows:
        raise InputError("has a header but no rows; add the predictions below it")
    ROWS.check(table.num_rows)
    CELLS.check(table.num_rows * len(names))
    # Popped from the end, so that each column is freed once its plain form is there.
    columns = table.columns
    del table
    cells = [plain(columns.pop()) for _ in names]
    cells.reverse()
    named, notes = with_own_names(names, cells)
    del cells
    named, parted = apart(named)
    reading = cleaned(named, replace(reading, notes=(*reading.notes, *notes, *parted)))
    heads = ([_text(cell) for cell in column[:PREVIEWED].to_pylist()] for column in named.values())
    reading = replace(reading, preview=previewed(named, zip(*heads, strict=True)))
    for each in named:
        named[each] = compact(named[each])
    pa.default_memory_pool().release_unused()
    return Sheet(name, tuple(Column(*pair, reading.first_row) for pair in named.items()), reading)


def _text(cell: Any) -> str:
    return "" if cell is None else as_text(cell)


def plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column as text, numbers or booleans; empty cells are null, whatever stood for them.

    >>> plain(pa.chunked_array([[" yes", "NA"]])).to_pylist()
    ['yes', None]
    """
    kind = column.type
    if is_vector(kind):
        return column
    if not _is_usable(kind):
        return _kind(kind, len(column))
    if pa.types.is_dictionary(kind):
        column = column.cast(kind.value_type)
        kind = column.type
    if pa.types.is_floating(kind):
        gaps = pc.is_nan(column)
        return pc.if_else(gaps, None, column) if pc.any(gaps).as_py() else column
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        return column
    if pa.types.is_decimal(kind):
        # Arrow's own cast is off by a bit in every fourth number: 0.3 must be the double that is written so.
        return column.cast(pa.string()).cast(pa.float64())
    try:
        chunks = column.cast(pa.string()).chunks
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid):
        # Times of an unknown zone, and types that cannot be cast to text.
        return _kind(kind, len(column))
    del column
    cells = []
    while chunks:
        cells.append(_filled(chunks.pop()))
    return pa.chunked_array(cells[::-1], pa.string())


LONGEST_MISSING = max(map(len, MISSING))
"""Letters of the longest text that stands for an empty cell."""


def _filled(texts: pa.Array) -> pa.Array:
    """Texts without blanks around them, null where they stand for an empty cell; the same where that changes none."""
    texts = trimmed(texts)
    _, places = bytes_of(texts)
    if np.diff(places).min(initial=LONGEST_MISSING + 1) > LONGEST_MISSING:
        return texts
    gaps = pc.is_in(texts, pa.array(MISSING))
    return pc.if_else(gaps, None, texts) if pc.any(gaps).as_py() else texts
