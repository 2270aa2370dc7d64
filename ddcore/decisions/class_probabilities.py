"""What a model says of each of several classes, case by case, with the truth."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.table import ScoreTable


@dataclass(frozen=True, eq=False)
class ClassProbabilities:
    """The probabilities of some classes, a row a unit; `cases` has how many of its cases are of each true class.

    A unit is a case, or all cases with the same probabilities. `squares` are the sums of squared weights, None where
    each case counts one.

    >>> two = ClassProbabilities.of_table(ScoreTable.of([0.2, 0.9, 0.9], [0, 1, 0]), ("ill", "well"))
    >>> two.probability.round(1).tolist(), two.cases.tolist()
    ([[0.2, 0.8], [0.9, 0.1]], [[0, 1], [1, 1]])
    """

    names: tuple[str, ...]
    probability: Array
    cases: NDArray[Any]
    squares: Array | None = None

    @classmethod
    def of_table(cls, table: ScoreTable, names: tuple[str, str]) -> "ClassProbabilities":
        """Two classes, by scores that are probabilities of the first."""
        squares = None if table.squares is None else np.column_stack(table.squares)
        return cls(
            names,
            np.column_stack([table.score, 1 - table.score]),
            np.column_stack([table.positives, table.negatives]),
            squares,
        )

    @classmethod
    def of_cases(
        cls,
        names: tuple[str, ...],
        probability: Array,
        codes: NDArray[np.signedinteger[Any]],
        weight: Array | None = None,
    ) -> "ClassProbabilities":
        """One unit a case, whose true class has that place among the names."""
        own = np.eye(len(names), dtype=np.int8)[codes]
        if weight is None:
            return cls(names, probability, own)
        return cls(names, probability, own * weight[:, None], own * weight[:, None] ** 2)
