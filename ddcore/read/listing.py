"""The rows of a file one by one, kept beside what they were reduced to, where there are not too many."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ddcore.read.candidates import Candidate, Cases
from ddcore.read.classed import classes, predicted_classes
from ddcore.read.limits import LISTED
from ddcore.read.predicted import Family
from ddcore.read.splits import split
from ddcore.read.values import Column
from ddcore.records.rows import UNKNOWN, Predicted, Rows

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
    if sum(sizes) + len(cases.roles.groups) * cases.true.size > LISTED:
        return None
    predicted = {name: _predicted(cases, candidate, families) for name, candidate in candidates.items()}
    truth = np.where(cases.unknown, UNKNOWN, cases.true).astype(np.int8)
    named = cases.roles.single.get("id")
    text, ends = (None, None) if named is None else _texts(named)
    return Rows(
        truth,
        predicted,
        cases.roles.truth.first_row,
        cases.weight,
        cases.amount,
        text,
        ends,
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


def _texts(column: Column) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The cells as the bytes of one text, and where each of them ends there; an empty cell is an empty text."""
    cells = pc.cast(column.values, pa.large_string())
    cells = pc.utf8_slice_codeunits(pc.utf8_trim_whitespace(cells.fill_null("")), 0, LONGEST_NAME)
    whole = cells.combine_chunks() if isinstance(cells, pa.ChunkedArray) else cells
    lengths = np.asarray(pc.binary_length(whole), np.int64)
    return np.frombuffer("".join(whole.to_pylist()).encode(), np.uint8), np.cumsum(lengths)
