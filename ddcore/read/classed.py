"""Which of more than two classes each model predicts, case by case."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ddcore.read.candidates import Candidate, Cases
from ddcore.read.predicted import Family
from ddcore.read.values import Column, matched
from ddcore.records.rows import UNKNOWN, Split


def classes(truth: Column) -> Split | None:
    """The truth, where it has more than two values; None else."""
    return Split(truth.name, truth.codes, truth.categories) if len(truth.categories) > 2 else None


def predicted_classes(cases: Cases, candidate: Candidate, families: Sequence[Family]) -> NDArray[np.int32] | None:
    """The place of the class that a model predicts in each row among the values of the truth, `UNKNOWN` for none.

    Labels say it; of the probabilities of all classes the largest does, the first of several. None where the truth has
    two values, where a class has no probability, and for a model that was turned round.

    >>> import pyarrow as pa
    >>> from ddcore.read.columns import FoundColumns
    >>> truth, label = Column("truth", pa.array(["a", "b", "c"])), Column("label", pa.array(["b", None, "c"]))
    >>> cases = Cases.of(FoundColumns((truth, label), truth, labels=[label]), "a")
    >>> predicted_classes(cases, Candidate("label", label, False, None), []).tolist()
    [1, -1, 2]
    """
    truth = cases.roles.truth
    if len(truth.keys) < 3:
        return None
    if not candidate.is_score:
        places = {value: place for place, value in enumerate(truth.keys)}
        of_label = [UNKNOWN if value is None else places[value] for value in matched(candidate.column, truth)]
        return np.array([*of_label, UNKNOWN], np.int32)[candidate.column.codes]
    family = next((each for each in families if candidate.column in each.values()), {})
    if len(family) < len(truth.keys) or candidate.found in cases.roles.turned:
        return None
    best = np.full(truth.codes.size, -np.inf)
    found = np.full(truth.codes.size, UNKNOWN, np.int32)
    known = np.ones(truth.codes.size, bool)
    for place, value in enumerate(truth.keys):
        numbers = family[value].numbers
        known &= np.isfinite(numbers)
        above = numbers > best
        best[above], found[above] = numbers[above], place
    return np.where(known, found, np.int32(UNKNOWN))
