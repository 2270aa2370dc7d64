"""JSON: an object on each line, whose keys are the columns, or one document."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.json

from ddcore.errors import InputError
from ddcore.read.delimited import blocks, utf8
from ddcore.read.document import columns_of, flat, unlike
from ddcore.read.limits import CELLS, COLUMNS, DEPTH, LONGEST_ROW
from ddcore.read.reading import AUTOMATIC, Reading
from ddcore.read.values import HEAD, array_of
from ddcore.read.words import quoted

STRING = re.compile(rb'"((?:[^"\\\n]|\\[^\n])*+)"?(\s*+:)?')
"""A string, unclosed ones up to the end of their line, and the colon that makes it a key: each is looked at once."""

NOT_SIGNS = bytes(set(range(256)) - set(b'{}[]"\n'))
PLAIN_KEY = re.compile(r"[\w .-]+")

LONGEST_INTEGER = 300
"""Digits of a whole number that is kept exactly; Python refuses to read some thousands, and a double ends at 309."""


LONGEST_LIST = 50
"""Items of a list in a cell up to which it is read: a longer one has features."""


def read_json(data: bytes, asked: Reading = AUTOMATIC) -> tuple[pa.Table, Reading]:
    """JSON lines, or a JSON document, as a table; objects in cells become columns, see `ddcore.read.document`.

    Lines are read by Arrow, or by a slower way that names a wrong row and takes cells of any kinds. Raises `InputError`
    for more keys and more levels than a file of predictions has, before anything parses them; for a line that is no
    object, a key that stands twice in one, half a character (a lone surrogate), and a document without a table.

    >>> read_json(b'{"truth": 1, "score": 0.9}\\n{"truth": "no"}\\n')[0].to_pylist()
    [{'truth': '1', 'score': 0.9}, {'truth': 'no', 'score': None}]
    >>> read_json(b'[{"truth": 1, "score": 0.9}]')[0].to_pylist()
    [{'truth': 1, 'score': 0.9}]
    """
    text, name = utf8(data, asked.encoding)
    reading = replace(asked, encoding=name)
    if _is_document(text):
        reading = replace(reading, format="JSON")
        table = _from_array(text)
        if table is not None:
            return _unnested(table), reading
        document = _parsed(text)
        if document is not None:
            columns, notes = columns_of(document)
            return _table(columns), replace(reading, notes=notes)
    return _unnested(_from_lines(text)), reading


def _is_document(text: bytes) -> bool:
    """Whether a text is one array or object, and not one on each line."""
    text = text[: LONGEST_ROW + 1].lstrip()
    first, _, rest = text.partition(b"\n")
    if text.startswith(b"["):
        return True
    if not rest.strip():
        return bool(re.search(rb"[\[{]", first[1:]))
    return not first.rstrip().endswith(b"}")


def _from_array(text: bytes) -> pa.Table | None:
    """An array of flat records as lines that Arrow reads; None for another document."""
    text = text.strip()
    inner = text[1:-1].strip() if text.startswith(b"[") and text.endswith(b"]") else b""
    if not inner.startswith(b"{") or b"\n" in inner[: inner.find(b"}")]:
        return None
    lines = re.sub(rb"\}\s*,\s*\{", b"}\n{", inner)
    if not lines.endswith(b"}") or _count(lines, "{") > _count(lines, "\n") + 1:
        return None
    try:
        return _by_arrow(lines)
    except pa.ArrowInvalid:
        # A text may hold what stands between two records.
        return None


def _parsed(text: bytes) -> Any:
    """A JSON document; None where it is none."""
    DEPTH.check(_depth(text, by_line=False))
    CELLS.check(_count(text, ","))
    try:
        document = json.loads(text, object_pairs_hook=unlike, parse_int=_integer)
        if rb"\u" in text:
            json.dumps(document, ensure_ascii=False).encode()
    except InputError:
        raise
    except UnicodeEncodeError:
        raise InputError("has half a character, such as \\ud800; save it again as UTF-8") from None
    except ValueError:
        return None
    return document


def _table(columns: Mapping[str, list[Any]]) -> pa.Table:
    """Columns of cells of any kinds; cells of several kinds in a column become text."""
    cells = flat(columns)
    return pa.table([array_of(list(each)) for each in cells.values()], names=list(cells))


def _unnested(table: pa.Table) -> pa.Table:
    """A table of Arrow without objects and short lists in its cells."""
    nested = {
        name: column.to_pylist()
        for name, column in zip(table.column_names, table.columns, strict=True)
        if _is_short(column)
    }
    if not nested:
        return table
    cells = flat({name: nested.get(name, ()) for name in table.column_names})
    kept = [name for name in table.column_names if name not in nested]
    columns = [table[name] if name in kept else array_of(list(each)) for name, each in cells.items()]
    return pa.table(columns, names=list(cells))


def _is_short(column: pa.ChunkedArray) -> bool:
    """Whether the cells of a column are objects or lists of few items."""
    if not pa.types.is_nested(column.type) or column.nbytes > 8 * CELLS.most:
        return False
    return (
        pa.types.is_struct(column.type)
        or max(map(len, filter(None, column[:HEAD].to_pylist())), default=0) <= LONGEST_LIST
    )


def _from_lines(text: bytes) -> pa.Table:
    try:
        return _by_arrow(text)
    except pa.ArrowInvalid as error:
        if "straddl" in str(error):
            raise InputError(f"has a row of more than {LONGEST_ROW:,} bytes; shorten its cells") from None
    return _one_by_one(text)


def _by_arrow(text: bytes) -> pa.Table:
    _check(text)
    options = pyarrow.json.ReadOptions(block_size=LONGEST_ROW)
    return pyarrow.json.read_json(pa.BufferReader(text), read_options=options)


def _check(text: bytes) -> None:
    """Whether keys and levels are few enough for a parser."""
    keys, lines = _first_keys(text), _count(text, "\n") + 1
    # Most files have the same few keys on each line and nothing nested: counting signs shows it at once.
    if _count(text, ":") != sum(text.count(b'"%s":' % key) for key in keys):
        keys = set()
        for block in blocks(text):
            keys.update(_keys(block))
            COLUMNS.check(len(keys))
    CELLS.check(lines * len(keys))
    if _count(text, "{") + _count(text, "[") >= lines + DEPTH.most:
        for block in blocks(text):
            DEPTH.check(_depth(block))


def _count(text: bytes, sign: str) -> int:
    """How often a sign stands in a text; `bytes.count` takes three times as long where it stands often."""
    codes = np.frombuffer(text, np.uint8)
    return sum(
        int(np.count_nonzero(codes[start : start + 2**16] == ord(sign))) for start in range(0, codes.size, 2**16)
    )


def _first_keys(text: bytes) -> set[bytes]:
    """The keys of the first line, none where there are more than 20 or one is not of the plain signs of `PLAIN_KEY`."""
    keys = _keys(text[:LONGEST_ROW].split(b"\n", 1)[0])
    plain = all(PLAIN_KEY.fullmatch(key.decode(errors="replace")) for key in keys)
    return keys if plain and len(keys) <= 20 else set()


def _keys(text: bytes) -> set[bytes]:
    return {string for string, colon in STRING.findall(text) if colon}


def _depth(text: bytes, by_line: bool = True) -> int:
    """How many objects and lists stand in one another at most, on a line or in a whole document."""
    signs = text.replace(rb"\\", b"").replace(rb"\"", b"").translate(None, NOT_SIGNS)
    codes = np.frombuffer(re.sub(rb'"[^"\n]*+"?', b"", signs), np.uint8)
    if not codes.size:
        return 0
    steps = np.zeros(256, np.int8)
    steps[list(b"{[")], steps[list(b"}]")] = 1, -1
    level = np.cumsum(steps[codes], dtype=np.int32)
    if not by_line:
        return int(level.max())
    first = np.append(0, np.flatnonzero(codes == ord("\n")) + 1)
    first = first[first < codes.size]
    before = np.append(0, level)[first]
    return int((np.maximum.reduceat(level, first) - before).max())


def _one_by_one(text: bytes) -> pa.Table:
    """The table of lines that Arrow does not take."""
    columns: dict[str, list[Any]] = {}
    rows = 0
    for place, line in enumerate(text.split(b"\n"), 1):
        if line.strip():
            for name, value in _record(line, place).items():
                cells = columns.setdefault(name, [])
                cells.extend([None] * (rows - len(cells)))
                cells.append(value)
            rows += 1
    for cells in columns.values():
        cells.extend([None] * (rows - len(cells)))
    return _table(columns)


def _record(line: bytes, place: int) -> dict[str, Any]:
    try:
        record = json.loads(line, object_pairs_hook=unlike, parse_int=_integer)
        if rb"\u" in line:
            json.dumps(record, ensure_ascii=False).encode()
    except InputError as error:
        raise InputError(str(error).replace("one record", f"row {place:,}")) from None
    except UnicodeEncodeError:
        raise InputError(f"has half a character, such as \\ud800, in row {place:,}; save it again as UTF-8") from None
    except ValueError:
        record = None
    if not isinstance(record, dict):
        shown = quoted(line[:200].decode(errors="replace"))
        raise InputError(f"must have a JSON object on each line, got {shown} in row {place:,}; fix that line")
    return record


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < LONGEST_INTEGER else float(digits)
