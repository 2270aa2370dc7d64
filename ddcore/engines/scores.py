"""The scores of a model as an expression of a table's columns: the one that gives on a sample what the reader made."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import ibis
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.read.values import MISSING
from ddcore.read.words import quoted

FORMS: Mapping[str, Callable[..., Any]] = {
    "as it is": lambda x: x,
    "of the other class": lambda x: 1 - x,
    "with the other sign": lambda x: -x,
    "percent": lambda x: x / 100,
}
"""What the reader makes of one column of numbers; each works on arrays and on expressions alike."""

FORMS_OF_TWO: Mapping[str, Callable[..., Any]] = {
    "the difference of two": lambda x, y: x - y,
    "of the predicted class": lambda x, called: called * x + (1 - called) * (1 - x),
}
"""What it makes of two columns: of two scores, and of a score and whether a label is the positive class."""


@dataclass(frozen=True)
class Scores:
    """The scores of a model: a form of some columns, some numbers of which stand for missing ones.

    `called` has the values of the second column, a label, that are the positive class.
    """

    form: str
    columns: tuple[str, ...]
    missing: tuple[float, ...] = ()
    called: tuple[Any, ...] = ()

    def of(self, table: Any) -> Any:
        """The expression: a number of 64 bits, NULL where there is none."""
        first = number(table, self.columns[0])
        if self.missing:
            first = first.isin(self.missing).ifelse(ibis.null("float64"), first)
        if self.form in FORMS:
            return FORMS[self.form](first)
        second = (
            table[self.columns[1]].isin(self.called).cast("int32").cast("float64")
            if self.called
            else number(table, self.columns[1])
        )
        return FORMS_OF_TWO[self.form](first, second)


def number(table: Any, name: str) -> Any:
    """A column as numbers of 64 bits: NULL for NaN, and for texts that stand for an empty cell."""
    column = table[name]
    kind = column.type()
    if kind.is_string():
        text = column.strip()
        return text.isin(MISSING).ifelse(ibis.null("string"), text).cast("float64")
    # PostgreSQL casts true and false to whole numbers of 32 bits only.
    plain = (column.cast("int32") if kind.is_boolean() else column).cast("float64")
    return plain.isnan().ifelse(ibis.null("float64"), plain) if kind.is_floating() else plain


def scores_of(
    name: str,
    numbers: Array,
    sample: Mapping[str, Array],
    labels: Mapping[str, NDArray[np.bool_]],
    family: Sequence[str] = (),
) -> Scores:
    """The form that gives the `numbers` of a model's column in a sample, NaN where it has none.

    `sample` has the columns of the sample as numbers, `labels` whether each label is the positive class, `family` are
    columns of scores of other classes. Raises `InputError` where none gives them.

    >>> scores_of("p", np.array([0.75, np.nan]), {"p": np.array([0.25, -9.0])}, {})
    Scores(form='of the other class', columns=('p',), missing=(-9.0,), called=())
    """
    raw = sample.get(name)
    if raw is not None:
        known = np.isfinite(numbers)
        # Where the reader has no number and the column has one, that one stands for a missing one.
        missing = tuple(map(float, np.unique(raw[~known & np.isfinite(raw)])))
        for form, made in FORMS.items():
            if np.array_equal(made(raw[known]), numbers[known]):
                return Scores(form, (name,), missing)
        for label, called in labels.items():
            made = FORMS_OF_TWO["of the predicted class"]
            if np.array_equal(made(raw[known], called[known].astype(float)), numbers[known]):
                return Scores("of the predicted class", (name, label), missing)
        for one, other in permutations([each for each in family if each in sample], 2):
            if np.array_equal((sample[one] - sample[other])[known], numbers[known]):
                return Scores("the difference of two", (one, other))
    raise InputError(
        f"{quoted(name)} must be a column of plain numbers to be counted where it is; save it as numbers, or choose "
        f"another column for the score"
    )


def as_numbers(column: pa.ChunkedArray) -> Array | None:
    """A column of a sample as numbers, NaN where it has none; None for one of texts."""
    kind = column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        texts = pc.utf8_trim_whitespace(column.cast(pa.string()))
        column = pc.if_else(pc.is_in(texts, pa.array(MISSING)), None, texts)
    try:
        return np.array(pc.cast(column, pa.float64(), safe=False).fill_null(np.nan))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return None
