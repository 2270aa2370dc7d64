"""The rows of a file one by one, kept beside what they were reduced to, where there are not too many."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ddcore.read.candidates import Candidate, Cases
from ddcore.read.classed import classes, predicted_classes
from ddcore.read.limits import LISTED, OWN_BYTES
from ddcore.read.predicted import Family
from ddcore.read.splits import split
from ddcore.read.values import HEAD, Column, bytes_of, in_numpy, trimmed
from ddcore.records.rows import UNKNOWN, Numbers, Predicted, Rows, Texts

LONGEST_NAME = 80
"""Letters of the name of a case; what is longer is cut."""


def rows_of(cases: Cases, candidates: Mapping[str, Candidate], families: Sequence[Family] = ()) -> Rows | None:
    """The rows of some models by their names; None where there are more predictions than are kept.

    Of more than two classes each model has those that it predicts, by its labels or by the probabilities of `families`.

    >>> from ddcore.read.columns import FoundColumns
    >>> truth, p = Column("truth", pa.array(["yes", None])), Column("p", pa.array([0.9, 0.2]))
    >>> cases = Cases.of(FoundColumns((truth, p), truth, scores=[p]), "yes")
    >>> rows_of(cases, {"the model": Candidate("p", p, True, None)}).truth.tolist()
    [1, -1]
    """
    sizes = (cases.true.size if each.own is None else each.own.size for each in candidates.values())
    if cases.times is not None or sum(sizes) + len(cases.roles.groups) * cases.true.size > LISTED:
        return None
    predicted = {name: _predicted(cases, candidate, families) for name, candidate in candidates.items()}
    truth = np.where(cases.unknown, UNKNOWN, cases.true).astype(np.int8)
    named = cases.roles.single.get("id")
    return Rows(
        truth,
        predicted,
        cases.roles.truth.first_row,
        cases.weight,
        cases.amount,
        None
        if named is None
        else _texts(pc.utf8_slice_codeunits(_cells(pc.cast(named.values, pa.large_string())), 0, LONGEST_NAME)),
        splits={column.name: split(column) for column in cases.roles.groups},
        cluster=cases.cluster,
        classes=classes(cases.roles.truth),
    )


def _predicted(cases: Cases, candidate: Candidate, families: Sequence[Family]) -> Predicted:
    values: NDArray[Any] = candidate.column.numbers if candidate.is_score else cases.called(candidate.column)
    of_class = predicted_classes(cases, candidate, families)
    if candidate.own is None and not candidate.gaps.size:
        return Predicted(values, None, of_class)
    places = np.sort(candidate.rows(np.zeros(cases.true.size, bool)))
    return Predicted(values[places], places.astype(np.int64), None if of_class is None else of_class[places])


def own_columns(
    columns: Sequence[Column], rows: int, places: NDArray[np.intp] | None = None
) -> dict[str, Texts | Numbers]:
    """The columns of a file as their cells stand there, for a table of that many rows; none where they are too many.

    Where each case has a row for each of several truths, the file's rows stand there as many times. `places` has the
    row that each is of, where a row of the file stands for many cases.

    >>> own = own_columns([Column("Kunden-Nr.", pa.array(["007", None]))], 4)
    >>> own["Kunden-Nr."].at(np.arange(4))
    ['007', '', '007', '']
    """
    length = len(columns[0].values)
    size = sum(column.values.nbytes for column in columns)
    if rows * len(columns) > LISTED or size > OWN_BYTES:
        return {}
    texts = {column.name: _own(column) for column in columns}
    if places is None and rows == length:
        return texts
    of_file = (np.arange(rows) if places is None else places) % length
    return {name: own.where(of_file) for name, own in texts.items()}


def _names(column: Column) -> Texts:
    """The names of cases; together they may be longer than the file."""
    return _texts(pc.utf8_slice_codeunits(_cells(pc.cast(column.values, pa.large_string())), 0, LONGEST_NAME))


def _cells(values: Any) -> Any:
    """Cells as texts without blanks around them, empty where there is nothing."""
    chunks = values.chunks if isinstance(values, pa.ChunkedArray) else [values]
    return pa.chunked_array([trimmed(chunk).fill_null("") for chunk in chunks], values.type)


def _own(column: Column) -> Texts | Numbers:
    """The cells of a column, numbers as such; each different text once where most stand in several rows."""
    if pa.types.is_floating(column.values.type) or pa.types.is_integer(column.values.type):
        return Numbers(in_numpy(column.values))
    cells = _cells(pc.cast(column.values, pa.string()))
    if 2 * pc.count_distinct(cells[:HEAD]).as_py() > len(cells[:HEAD]):
        return _texts(cells)
    encoded = pa.chunked_array([chunk.dictionary_encode() for chunk in cells.chunks]).unify_dictionaries()
    places = np.concatenate([np.asarray(chunk.indices) for chunk in encoded.chunks])
    texts = _texts(encoded.chunk(0).dictionary)
    return Texts(texts.text, texts.ends, places)


def _texts(cells: Any) -> Texts:
    """The texts, as the bytes of one and where each of them ends there."""
    chunks = cells.chunks if isinstance(cells, pa.ChunkedArray) else [cells]
    text, places = bytes_of(chunks[0] if len(chunks) == 1 else pa.concat_arrays(chunks))
    return Texts(text, places[1:].astype(np.int32, copy=False) if text.size < 2**31 else places[1:])
