"""Several numbers in one cell: lists, vectors and objects of probabilities become columns of their own."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ddcore.read.cells import first_and_spread
from ddcore.read.limits import CELLS, COLUMNS
from ddcore.read.values import FEW, HEAD
from ddcore.read.words import listed, quoted

NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
MORE = rf"(?:\s*[,;|\s]\s*{NUMBER})"

BRACKETS = re.compile(
    rf"(?:[A-Za-z_.]+\s*)?[\[({{<]+\s*{NUMBER}{MORE}*\s*[,;.]?\s*[\])}}>]+\s*(?:,\s*dtype=[\w.]+\s*\))?"
)
"""[0.1, 0.9], [0.1 0.9], (0.1, 0.9), c(0.1, 0.9), {0.1,0.9}, DenseVector([0.1, 0.9]), array([0.1, 0.9], dtype=float)"""

BARE = re.compile(rf"(?=.*[.;|]){NUMBER}{MORE}+|\d*,\d+(?:\s*[;|]\s*\d*,\d+)+")
"""0.1|0.9, 0.1;0.9, 0.1 0.9, and 0,1;0,9."""

SIGNS = r"^\s*[\[({<]|^[A-Za-z_.]{1,20}\(|\d\s*[;|]\s*[\d.]|\.\d+[\s,]+[\d.]|\d[\s,]+\d*\.\d"
"""What the cells of such columns have at least."""

SPARSE = re.compile(r"\(?(\d{1,2}),\s*\[([\d,\s]*)\],\s*\[([^\]]*)\]\)?")
"""Spark's (2,[1],[1.0]): how many numbers, the places of those that are not zero, and these."""

VALUES = rf"[\"'](?:values|scores|probabilities|probs|confidences)[\"']\s*:\s*(?P<inner>\[\s*{NUMBER}{MORE}*\s*\])"
CLASSES = r"[\"'](?:classes|labels|class_names|displayNames)[\"']\s*:\s*(?P<classes>\[[^\[\]{}]*\])"

NAME = r"[\"'][^\"'{}\[\]:]{1,60}[\"']"
PAIR = re.compile(rf"[\"']([^\"'{{}}\[\]:]{{1,60}})[\"']\s*:\s*({NUMBER})(?=\s*[,}}])")
OBJECT = re.compile(rf"\{{(?:\s*{NAME}\s*:\s*{NUMBER}\s*,?)+\s*\}}")
"""{"no": 0.1, "yes": 0.9}"""

CALLED = r"[\"'](?:label|class|name|category|tag|className|displayName|value)[\"']\s*:\s*"
GIVES = r"[\"'](?:score|prob|probability|confidence|p)[\"']\s*:\s*[\"']?"
QUOTED = r"[\"']([^\"'{}\[\]:]{1,60})[\"']"
ENTRY = re.compile(rf"\{{\s*{CALLED}{QUOTED}\s*,\s*{GIVES}{NUMBER}|\{{\s*{GIVES}{NUMBER}[\"']?\s*,\s*{CALLED}{QUOTED}")
"""{"label": "yes", "score": 0.9}, in either order."""

LONGEST = 4_000
"""Characters of a cell of numbers."""

CLOSE = 0.02
"""How far from one the numbers of a cell may sum: they may be printed with two digits."""


def is_vector(kind: pa.DataType) -> bool:
    """Whether a column of Arrow holds lists of numbers, or structs of these and of numbers.

    >>> is_vector(pa.list_(pa.float64())), is_vector(pa.list_(pa.string()))
    (True, False)
    """
    if pa.types.is_struct(kind):
        fields = [_is_number(field.type) or is_vector(field.type) for field in kind]
        return 0 < len(fields) <= FEW and all(fields)
    lists = pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    return bool(lists and _is_number(kind.value_type))


def _is_number(kind: pa.DataType) -> bool:
    return bool(pa.types.is_floating(kind) or pa.types.is_integer(kind))


def apart(columns: Mapping[str, pa.ChunkedArray]) -> tuple[dict[str, pa.ChunkedArray], list[str]]:
    """The columns with those of several numbers in a cell as one column a number, and what was done.

    They are called as the column and the class that the cell names, else its place from 0 on. That is done where the
    numbers are between 0 and 1 and sum to one, or are two; a list of one number is the number. A cell that is written
    otherwise stays in each of the columns, so that an error can name it.

    >>> columns, notes = apart({"p": pa.chunked_array([["[0.1, 0.9]", "[0.75 0.25]"]])})
    >>> {name: column.to_pylist() for name, column in columns.items()}, len(notes)
    ({'p_0': ['0.1', '0.75'], 'p_1': ['0.9', '0.25']}, 1)
    """
    found: dict[str, pa.ChunkedArray] = {}
    notes = []
    for name, column in columns.items():
        parts = _parts(column)
        names = {part: f"{name}_{part}" if part else name for part in parts}
        if not parts or any(new in columns and new != name for new in names.values()):
            found[name] = _kind(column) if is_vector(column.type) else column
            continue
        found |= {names[part]: values for part, values in parts.items()}
        if len(parts) > 1:
            notes.append(
                f"Each cell of {quoted(name)} has several numbers, which were read as {listed(names.values())}."
            )
    COLUMNS.check(len(found))
    CELLS.check(sum(map(len, found.values())))
    return found, notes


def _kind(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """The kind of a column that cannot be used in each of its cells, so that an error can name it."""
    return pa.chunked_array([pa.repeat(pa.scalar(str(column.type)[:30]), len(column))])


def _parts(column: pa.ChunkedArray) -> dict[str, pa.ChunkedArray]:
    """The numbers of each cell by their class or place, "" for the only one; none where cells hold no such thing."""
    if is_vector(column.type):
        return _of_arrow(column, "")
    if not pa.types.is_string(column.type):
        return {}
    sample = first_and_spread(column)
    signs = pc.match_substring_regex(sample, SIGNS)
    if not len(sample) or 2 * (pc.sum(signs).as_py() or 0) < len(sample):
        return {}
    texts = [" ".join(text[: LONGEST + 1].split()) for text in sample.to_pylist()]
    if max(map(len, texts)) > LONGEST:
        return {}
    for read in (_of_lists, _of_entries, _of_objects):
        parts = read(texts, column)
        if parts:
            return parts
    return {}


def _of_arrow(column: pa.ChunkedArray, name: str) -> dict[str, pa.ChunkedArray]:
    if _is_number(column.type):
        is_nan = pa.types.is_floating(column.type)
        return {name: pc.if_else(pc.is_nan(column), None, column) if is_nan else column}
    if pa.types.is_struct(column.type):
        fields = {field.name: pc.struct_field(column, field.name) for field in column.type}
        if "values" in fields and is_vector(fields["values"].type):
            return _of_arrow(fields["values"], name)
        return {
            part: values
            for each, own in fields.items()
            for part, values in _of_arrow(own, f"{name}_{each}" if name else each).items()
        }
    lengths = pc.unique(pc.list_value_length(column).drop_null()).to_pylist()
    if len(lengths) != 1 or not 0 < lengths[0] <= FEW:
        return {}
    head = [[np.nan if cell is None else cell for cell in row] for row in column[:HEAD].to_pylist() if row is not None]
    if not head or not _are_probabilities(head):
        return {}
    if lengths[0] == 1:
        return _of_arrow(pc.list_element(column, 0), name)
    return {
        f"{name}_{place}" if name else f"{place}": _of_arrow(pc.list_element(column, place), "")[""]
        for place in range(lengths[0])
    }


def _are_probabilities(rows: list[list[float]]) -> bool:
    """Whether most rows of numbers are what a model gives of the classes of a case; one number may be any."""
    if {len(row) for row in rows} == {1}:
        return True
    numbers = np.array(rows)
    within = ((numbers >= 0) & (numbers <= 1)).all(axis=1)
    fit = within & ((np.abs(numbers.sum(axis=1) - 1) <= CLOSE) | (numbers.shape[1] == 2))
    return bool(fit.mean() > 0.9)


def _inner(texts: Any) -> Any:
    """The numbers of lists with one blank between two, null where a cell is none; decimal commas have become points."""
    values = pc.struct_field(pc.extract_regex(texts, VALUES), "inner")
    texts = pc.coalesce(values, texts)
    inner = pc.replace_substring_regex(texts, r",\s*dtype=[\w.]+", "")
    inner = pc.replace_substring_regex(inner, r"^(?:[A-Za-z_.]*[\[({<\s]+)+|[\])}>\s]+$", "")
    commas = pc.match_substring_regex(inner, r"^\d*,\d+(\s*[;|]\s*\d*,\d+)+$")
    inner = pc.if_else(commas, pc.replace_substring(inner, ",", "."), inner)
    inner = pc.utf8_trim_whitespace(pc.replace_substring_regex(inner, r"[\s,;|]+", " "))
    whole = pc.match_substring_regex(inner, f"^{NUMBER}( {NUMBER})*$")
    return pc.if_else(whole, inner, None)


def _dense(text: str) -> str:
    """A sparse vector of Spark as a list, any other text as it is."""
    match = SPARSE.fullmatch(text.strip())
    if match is None:
        return text
    places, numbers = match[2].replace(",", " ").split(), match[3].replace(",", " ").split()
    if len(places) != len(numbers) or any(len(place) > 2 or int(place) >= int(match[1]) for place in places):
        return text
    given = dict(zip(map(int, places), numbers, strict=True))
    return f"[{', '.join(given.get(place, '0') for place in range(int(match[1])))}]"


def _without_sparse(column: pa.ChunkedArray) -> pa.ChunkedArray:
    parts = []
    for chunk in column.chunks:
        sparse = pc.match_substring_regex(chunk, r"^\s*\(?\d{1,2},\s*\[")
        if pc.any(sparse).as_py():
            dense = [None if text is None else _dense(text) for text in chunk.to_pylist()]
            parts.append(pa.array(dense, pa.string()))
        else:
            parts.append(chunk)
    return pa.chunked_array(parts, pa.string())


def _of_lists(texts: list[str], column: pa.ChunkedArray) -> dict[str, pa.ChunkedArray]:
    """The numbers of lists by their place, or by the names of classes that all cells list in one order."""
    texts = [_dense(text) for text in texts]
    match = sum(bool(BRACKETS.fullmatch(text) or BARE.fullmatch(text) or re.search(VALUES, text)) for text in texts)
    if not match or match * 10 < len(texts) * 9:
        return {}
    inner = [text.split(" ") for text in _inner(pa.array(texts)).drop_null().to_pylist()]
    size, _ = Counter(map(len, inner)).most_common(1)[0]
    rows = [[float(number) for number in each] for each in inner if len(each) == size]
    if len(rows) * 10 < len(texts) * 9 or size > FEW or not _are_probabilities(rows):
        return {}
    names = _class_names(column, size) or ([""] if size == 1 else [f"{place}" for place in range(size)])
    own = _without_sparse(column)
    parts: dict[str, list[pa.Array]] = {name: [] for name in names}
    for chunk, cells in zip(own.chunks, column.chunks, strict=True):
        split = pc.split_pattern(_inner(chunk), " ")
        split = pc.if_else(pc.equal(pc.list_value_length(split), size), split, None)
        for place, name in enumerate(names):
            parts[name].append(pc.coalesce(pc.list_element(split, place), cells))
    return {name: pa.chunked_array(chunks, pa.string()) for name, chunks in parts.items()}


def _class_names(column: pa.ChunkedArray, size: int) -> list[str]:
    """The classes that each cell lists beside its numbers, none where these differ from cell to cell."""
    named = pc.struct_field(pc.extract_regex(column, CLASSES), "classes")
    lists = pc.unique(named).to_pylist()
    if len(lists) != 1 or lists[0] is None:
        return []
    names = [each.strip().strip("\"'") for each in lists[0].strip("[]").split(",")]
    return names if len(set(names)) == size and all(names) else []


def _of_entries(texts: list[str], column: pa.ChunkedArray) -> dict[str, pa.ChunkedArray]:
    """The numbers of lists of objects by their classes, in any order: [{"label": "yes", "prob": 0.9}, ...]."""
    names: dict[str, None] = {}
    rows = []
    for text in texts:
        entries = [one or other for one, other in ENTRY.findall(text)]
        names |= dict.fromkeys(entries)
        rows.append(len(entries))
    if not names or len(names) > FEW or min(rows) != len(names) or len(names) < 2:
        return {}
    return {
        name: _extracted(
            column,
            rf"\{{\s*{CALLED}[\"']{re.escape(name)}[\"']\s*,\s*{GIVES}(?P<one>{NUMBER})"
            rf"|\{{\s*{GIVES}(?P<other>{NUMBER})[\"']?\s*,\s*{CALLED}[\"']{re.escape(name)}[\"']",
        )
        for name in sorted(names)
    }


def _of_objects(texts: list[str], column: pa.ChunkedArray) -> dict[str, pa.ChunkedArray]:
    """The numbers of objects by their keys: {"no": 0.1, "yes": 0.9}, also inside another object."""
    found = [match[0] if (match := OBJECT.search(text)) else "" for text in texts]
    rows = [{name: float(number) for name, number in PAIR.findall(text)} for text in found if text]
    names = rows[0].keys() if rows else ()
    alike = [[row[name] for name in names] for row in rows if row.keys() == names]
    if len(alike) * 10 < len(texts) * 9 or not 1 < len(names) <= FEW or not _are_probabilities(alike):
        return {}
    return {name: _extracted(column, rf"[\"']{re.escape(name)}[\"']\s*:\s*(?P<one>{NUMBER})\s*[,}}]") for name in names}


def _extracted(column: pa.ChunkedArray, pattern: str) -> pa.ChunkedArray:
    """What a pattern finds in each cell, the cell itself where it finds nothing."""
    parts = []
    for chunk in column.chunks:
        pieces = pc.extract_regex(chunk, pattern)
        fields = [pc.struct_field(pieces, field.name) for field in pieces.type]
        filled = [pc.if_else(pc.equal(each, ""), None, each) for each in fields]
        parts.append(pc.coalesce(*filled, chunk))
    return pa.chunked_array(parts, pa.string())
