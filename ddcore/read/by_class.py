"""The probabilities of all classes that a model gives, case by case, where a file has them."""

from collections.abc import Sequence

import numpy as np

from ddcore.decisions.class_probabilities import ClassProbabilities
from ddcore.read.candidates import Candidate, Cases
from ddcore.read.limits import PROBABILITIES, ROWS
from ddcore.read.predicted import Family
from ddcore.read.words import quoted

CLOSE = 0.01
"""How far from one the probabilities of a row may sum: printed with two digits they are rarely exact."""


def by_class(
    cases: Cases, candidate: Candidate, families: Sequence[Family], notes: list[str]
) -> ClassProbabilities | None:
    """The probabilities of more than two classes by one model: those of the family of its column, on its own rows.

    The classes stand in their own order, numbers by size and names by letters, however the rows are sorted: what an
    answer is worth is given class by class. None where the truth has two classes, where a class has no column, where
    rows do not sum to one, and for a model that was turned round. Rows without a truth or one of the probabilities are
    left out. Of more numbers than are kept `notes` says so.

    >>> import pyarrow as pa
    >>> from ddcore.read.columns import Column, FoundColumns
    >>> truth = Column("truth", pa.array(["a", "b", "c"]))
    >>> own = {name: Column(name, pa.array(p)) for name, p in {"a": [0.5, 1, 0], "b": [0.3, 0, 0]}.items()}
    >>> own["c"] = Column("c", pa.array([0.2, None, 1]))
    >>> cases = Cases.of(FoundColumns((truth, *own.values()), truth), "b")
    >>> by_class(cases, Candidate("b", own["b"], True, None), [own], []).cases.tolist()
    [[1, 0, 0], [0, 0, 1]]
    """
    truth = cases.roles.truth
    named = candidate.column.name
    family = next((each for each in families if named in {column.name for column in each.values()}), {})
    if len(truth.keys) < 3 or len(family) < len(truth.keys) or candidate.found in cases.roles.turned:
        return None
    rows = candidate.rows(cases.unknown)
    many = rows.size if cases.times is None else ROWS.most
    if many * len(truth.keys) * len(families) > PROBABILITIES:
        notes.append(
            f"The file has more than {PROBABILITIES:,} class probabilities, so {quoted(candidate.name)} is judged "
            f"only for {quoted(cases.positive)} against all other classes."
        )
        return None
    order = sorted(range(len(truth.keys)), key=lambda place: _by_size_or_letters(truth.categories[place]))
    probability = np.column_stack([family[truth.keys[place]].numbers[rows] for place in order])
    known = np.isfinite(probability).all(axis=1)
    rows, probability = rows[known], probability[known]
    totals = probability.sum(axis=1, keepdims=True)
    if not rows.size or (probability < 0).any() or (np.abs(totals - 1) > CLOSE).any():
        return None
    weight = None if cases.weight is None else cases.weight[rows]
    names = tuple(truth.categories[place] for place in order)
    return ClassProbabilities.of_cases(names, probability / totals, np.argsort(order)[truth.codes[rows]], weight)


def _by_size_or_letters(name: str) -> tuple[bool, float, str, str]:
    try:
        return False, float(name), "", name
    except ValueError:
        return True, 0.0, name.casefold(), name
