"""JSON lines: an object on each line, whose keys are the columns."""

import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.json

from ddcore.errors import InputError
from ddcore.read.delimited import blocks, utf8
from ddcore.read.limits import CELLS, COLUMNS, DEPTH, LONGEST_ROW
from ddcore.read.reading import AUTOMATIC, Reading
from ddcore.read.values import array_of
from ddcore.read.words import quoted

STRING = re.compile(rb'"((?:[^"\\\n]|\\[^\n])*+)"?(\s*+:)?')
"""A string, unclosed ones up to the end of their line, and the colon that makes it a key: each is looked at once."""

NOT_SIGNS = bytes(set(range(256)) - set(b'{}[]"\n'))
PLAIN_KEY = re.compile(r"[\w .-]+")

LONGEST_INTEGER = 300
"""Digits of a whole number that is kept exactly; Python refuses to read some thousands, and a double ends at 309."""


def read_lines(data: bytes, asked: Reading = AUTOMATIC) -> tuple[pa.Table, Reading]:
    """JSON lines as a table: Arrow's reading, or a slower one that names a wrong row and takes cells of any kinds.

    Raises `InputError` for more keys and more levels than a file of predictions has, before anything parses them;
    for a line that is no object, a key that stands twice in one, and half a character (a lone surrogate).

    >>> read_lines(b'{"truth": 1, "score": 0.9}\\n{"truth": "no"}\\n')[0].to_pylist()
    [{'truth': '1', 'score': 0.9}, {'truth': 'no', 'score': None}]
    """
    text, name = utf8(data, asked.encoding)
    reading = replace(asked, encoding=name)
    _check(text)
    try:
        options = pyarrow.json.ReadOptions(block_size=LONGEST_ROW)
        return pyarrow.json.read_json(pa.BufferReader(text), read_options=options), reading
    except pa.ArrowInvalid as error:
        if "straddl" in str(error):
            raise InputError(f"has a row of more than {LONGEST_ROW:,} bytes; shorten its cells") from None
    return _one_by_one(text), reading


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


def _depth(text: bytes) -> int:
    """How many objects and lists stand in one another at most on a line."""
    signs = text.replace(rb"\\", b"").replace(rb"\"", b"").translate(None, NOT_SIGNS)
    codes = np.frombuffer(re.sub(rb'"[^"\n]*+"?', b"", signs), np.uint8)
    steps = np.zeros(256, np.int8)
    steps[list(b"{[")], steps[list(b"}]")] = 1, -1
    level = np.cumsum(steps[codes], dtype=np.int32)
    first = np.append(0, np.flatnonzero(codes == ord("\n")) + 1)
    first = first[first < codes.size]
    before = np.append(0, level)[first]
    return int((np.maximum.reduceat(level, first) - before).max(initial=0)) if codes.size else 0


def _one_by_one(text: bytes) -> pa.Table:
    """The table of lines that Arrow does not take: cells of several kinds in a column become text."""
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
    return pa.table([array_of(cells) for cells in columns.values()], names=list(columns))


def _record(line: bytes, place: int) -> dict[str, Any]:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        record = dict(pairs)
        if len(record) < len(pairs):
            (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
            raise InputError(f"has {quoted(twice)} twice in row {place:,}; rename one of them")
        return record

    try:
        record = json.loads(line, object_pairs_hook=unique, parse_int=_integer)
        if rb"\u" in line:
            json.dumps(record, ensure_ascii=False).encode()
    except InputError:
        raise
    except UnicodeEncodeError:
        raise InputError(f"has half a character, such as \\ud800, in row {place:,}; save it again as UTF-8") from None
    except ValueError:
        record = None
    if not isinstance(record, dict):
        shown = quoted(line[:200].decode(errors="replace"))
        raise InputError(f"must hold a JSON object on each line, got {shown} in row {place:,}; mend that line")
    return record


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < LONGEST_INTEGER else float(digits)
