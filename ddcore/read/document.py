"""JSON that is one document, and JSON in cells of JSON: the columns that they hold.

A document is an array of records or of rows, an object of columns (each orientation of pandas), or an object that has
one of these under a key. What is nested becomes columns that are called by the last key, with the keys before it where
several have the same last one; scores of classes become a column a class.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ddcore.errors import InputError
from ddcore.read.header import TOP, find_header
from ddcore.read.limits import CELLS, COLUMNS
from ddcore.read.values import as_text
from ddcore.read.words import listed, quoted

CLASSES = ("classes", "labels", "class_names", "displayNames", "display_names", "categories")
SCORES = ("scores", "probabilities", "confidences", "probs")
"""Keys of two lists, of classes and of their scores, as of Vertex AI."""

CLASS = ("label", "class", "class_name", "displayName", "display_name", "category", "name", "value")
SCORE = ("score", "prob", "probability", "confidence")
"""Keys of an object of one class and its score, in a list, as of BigQuery and Hugging Face."""

NAMES = ("columns", "fields")
ROWS = ("data", "rows", "values")
"""Keys of rows beside a list of names, as in the orientation "split" of pandas, and of IBM's services."""

Columns = dict[str, list[Any]]
Path = tuple[str, ...]


def columns_of(document: Any) -> tuple[Columns, tuple[str, ...]]:
    """The columns of a document, nested cells as they are, and a sentence about what was left out.

    Raises `InputError` for what holds no table.

    >>> columns_of([{"truth": 1, "score": 0.9}, {"truth": 0}])[0]
    {'truth': [1, 0], 'score': [0.9, None]}
    >>> columns_of({"truth": {"0": 1, "1": 0}, "score": {"0": 0.9, "1": 0.2}})[0]
    {'truth': [1, 0], 'score': [0.9, 0.2]}
    >>> columns_of({"run": "a", "rows": [{"truth": 1}, {"truth": 0}]})
    ({'truth': [1, 0]}, ('Of the JSON, “rows” was read; “run” was left out.',))
    """
    if isinstance(document, list) and document:
        if len(document) == 1 and isinstance(document[0], dict) and any(_are(list, it) for it in document[0].values()):
            return _of_object(document[0])
        if all(isinstance(item, dict) for item in document):
            return _of_records(document), ()
        if all(isinstance(item, list) for item in document):
            of_objects = all(isinstance(part, dict) for item in document for part in item)
            return ({"": document} if of_objects else _of_rows(document)), ()
    if isinstance(document, dict):
        return _of_object(document)
    raise InputError("is JSON without a table; it must be an array of records, such as [{“truth”: 1, “score”: 0.9}]")


def _of_records(records: Sequence[Mapping[str, Any]]) -> Columns:
    names = dict.fromkeys(name for record in records for name in record)
    COLUMNS.check(len(names))
    CELLS.check(len(names) * len(records))
    return {name: [record.get(name) for record in records] for name in names}


def _of_rows(rows: Sequence[Sequence[Any]], names: Sequence[Any] | None = None) -> Columns:
    """Columns of rows whose names are given or stand in one of the first."""
    if names is None:
        found = find_header([[as_text("" if cell is None else cell) for cell in row] for row in rows[:TOP]])
        names, rows = found.names, rows[found.first - 1 :]
    COLUMNS.check(len(names))
    short = next((place for place, row in enumerate(rows, 1) if not isinstance(row, list) or len(row) != len(names)), 0)
    if short:
        raise InputError(
            f"must have {len(names):,} cells in each row, got another number in row {short:,}; fix that row"
        )
    texts = [as_text(name) or f"column {place}" for place, name in enumerate(names, 1)]
    return {name: [row[place] for row in rows] for place, name in enumerate(texts)}


def _of_object(document: Mapping[str, Any]) -> tuple[Columns, tuple[str, ...]]:
    names = next((key for key in NAMES if _are(str, document.get(key))), None)
    rows = next((key for key in ROWS if names is not None and _are(list, document.get(key))), None)
    if names is not None and rows is not None:
        return _of_rows(document[rows], document[names]), ()
    lists = {key: value for key, value in document.items() if isinstance(value, list) and value}
    if lists:
        records = {key: value for key, value in lists.items() if _are(dict, value)}
        rows_most = max(map(len, (records or lists).values()))
        taken = {key: value for key, value in lists.items() if len(value) == rows_most}
        notes = _left_out(taken, document)
        if len(taken) > 1:
            return taken, notes
        (only,) = taken.values()
        return (columns_of(only)[0] if isinstance(only[0], dict | list) else taken), notes
    if document and all(isinstance(value, dict) for value in document.values()):
        within = [value for value in document.values() if any(isinstance(each, dict | list) for each in value.values())]
        if within and len(document) == 1:
            return columns_of(within[0])
        if not within:
            return _of_labels(document), ()
    for key, value in document.items():
        if isinstance(value, dict) and any(isinstance(each, dict | list) for each in value.values()):
            return columns_of(value)[0], _left_out({key: value}, document)
    return _of_records([document]), ()


def _of_labels(document: Mapping[str, Mapping[str, Any]]) -> Columns:
    """Columns of an object of objects: of columns by the labels of rows, or of rows, by numbers, of columns."""
    inner = dict.fromkeys(label for column in document.values() for label in column)
    if all(map(_is_number, document)) and not all(map(_is_number, inner)):
        return _of_records([*document.values()])
    COLUMNS.check(len(document))
    CELLS.check(len(document) * len(inner))
    return {name: [column.get(label) for label in inner] for name, column in document.items()}


def _is_number(label: str) -> bool:
    return label.isdecimal()


def _are(kind: type, value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, kind) for item in value)


def _left_out(taken: Mapping[str, Any], document: Mapping[str, Any]) -> tuple[str, ...]:
    others = [key for key in document if key not in taken]
    if not others:
        return ()
    were = "was" if len(taken) == 1 else "were"
    return (
        f"Of the JSON, {listed(taken)} {were} read; {listed(others)} {'was' if len(others) == 1 else 'were'} left out.",
    )


def flat(columns: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
    """Columns without objects in their cells; a list of anything else becomes its JSON, and so does what stands beside
    plain values.

    >>> flat({"instance": [{"truth": 1}], "prediction": [{"classes": ["a", "b"], "scores": [0.9, 0.1]}]})
    {'truth': [1], 'a': [0.9], 'b': [0.1]}
    >>> flat({"probs": [[{"label": "1", "prob": 0.9}, {"label": "0", "prob": 0.1}]], "x": [[1, 2]]})
    {'1': [0.9], '0': [0.1], 'x': ['[1, 2]']}
    """
    rows = max(map(len, columns.values()), default=0)
    found: dict[Path, Sequence[Any]] = {}
    for name, cells in columns.items():
        kinds = {isinstance(cell, dict | list) for cell in cells if cell is not None}
        if kinds != {True}:
            found[(name,)] = [_as_json(cell) for cell in cells] if True in kinds else cells
            continue
        parts: dict[Path, list[Any]] = {}
        for row, cell in enumerate(cells):
            for path, value in _parts((name,), cell):
                if path not in parts:
                    COLUMNS.check(len(found) + len(parts) + 1)
                    CELLS.check((len(found) + len(parts) + 1) * rows)
                    parts[path] = [None] * rows
                parts[path][row] = value
        found |= parts
    last = Counter(path[-1] for path in found)
    return {path[-1] if last[path[-1]] == 1 else ".".join(filter(None, path)): cells for path, cells in found.items()}


def _parts(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    """The plain values in a cell, each with its keys."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, dict):
        by_class = _lists_by_class(value)
        for name, score in zip(*by_class.values(), strict=True):
            yield (*path, as_text(name)), score
        for key, part in value.items():
            if key not in by_class:
                yield from _parts((*path, key), part)
    elif isinstance(value, list):
        pairs = [_pair(item) for item in value]
        if pairs and None not in pairs:
            for name, score in filter(None, pairs):
                yield (*path, as_text(name)), score
        else:
            yield path, _as_json(value)
    elif value is not None:
        yield path, value


def _as_json(cell: Any) -> Any:
    return json.dumps(cell, ensure_ascii=False) if isinstance(cell, dict | list) else cell


def _lists_by_class(value: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The two lists, of classes and of their scores, that an object has; nothing for another one."""
    classes, scores = (
        next((key for key in keys if isinstance(value.get(key), list)), "") for keys in (CLASSES, SCORES)
    )
    if not classes or not scores or len(value[classes]) != len(value[scores]):
        return {}
    return {classes: value[classes], scores: value[scores]}


def _pair(item: Any) -> tuple[Any, Any] | None:
    """The class and the score that an object in a list has."""
    if not isinstance(item, dict):
        return None
    name = next((key for key in CLASS if isinstance(item.get(key), str | int | bool)), None)
    score = next((key for key in SCORE if isinstance(item.get(key), int | float)), None)
    return None if name is None or score is None else (item[name], item[score])


def unlike(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; raises `InputError` for a key that stands twice in it.

    >>> unlike([("truth", 1), ("truth", 0)])
    Traceback (most recent call last):
    ddcore.errors.InputError: has “truth” twice in one record; rename one of them
    """
    record = dict(pairs)
    if len(record) < len(pairs):
        (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise InputError(f"has {quoted(twice)} twice in one record; rename one of them")
    return record
