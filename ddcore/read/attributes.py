"""Several truths in one table, such as attributes of a picture: one row for each case and attribute."""

import re
from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pyarrow as pa

from ddcore.errors import InputError
from ddcore.read.archive import below
from ddcore.read.columns import Given, chosen, joined
from ddcore.read.limits import CELLS, ROWS
from ddcore.read.values import Column
from ddcore.read.vocabulary import said_words
from ddcore.read.words import quoted

ATTRIBUTE = "attribute"
"""The column that says which attribute a row is about."""
TRUTH = "truth"
WORD = re.compile(r"([^\W_]+)([)\]]*)")
"""A word of a name, and the brackets that it closes."""


def stacked(
    columns: Sequence[Column], given: Mapping[str, Given]
) -> tuple[tuple[Column, ...], dict[str, Given]] | None:
    """The table with a row for each case and truth, and the roles there; None where there is one truth.

    The predictions of a truth are the columns that have its name in theirs: those of "Smiling", or "true_Smiling", are
    "smiling_a" and "score_b_smiling", by the models "a" and "b". Where scores or labels are given, these alone. All
    other columns stand in the rows of each truth. Attributes and models are written as in the file.

    Raises `InputError` for a truth without predictions.

    >>> table = {"Hat": ["yes", "no"], "Big_Lips": ["no", "no"], "hat_A": [0.9, 0.2], "Big_Lips_A": [0.4, 0.1]}
    >>> columns = [Column(name, pa.array(cells)) for name, cells in table.items()]
    >>> found, roles = stacked(columns, {"truth": ["Hat", "Big_Lips"]})
    >>> {column.name: column.values.to_pylist() for column in found}["A"]
    [0.9, 0.2, 0.4, 0.1]
    """
    truths = chosen(columns, "truth", given.get("truth"))
    if len(truths) < 2:
        return None
    asked = [column for role in ("score", "label") for column in chosen(columns, role, given.get(role))]
    offered = [column for column in asked or columns if column not in truths]
    named = {_without(truth.name, said_words(truth.name, "truth")) or truth.name: truth for truth in truths}
    # The longest name first: "hat" is in "red_hat_a" too.
    of: dict[str, dict[str, Column]] = {name: {} for name in named}
    spelt: dict[str, str] = {}
    for column in offered:
        name = max((name for name in named if _place(column.name, name) is not None), key=len, default=None)
        if name is not None:
            model = _model(column.name, name)
            of[name][spelt.setdefault(joined(model), model)] = column
    for name, own in of.items():
        if not own:
            raise InputError(
                f"no column has predictions of {quoted(named[name].name)}; name such a column {quoted(f'{name}_model')}"
            )
    used = {id(column) for own in of.values() for column in own.values()} | set(map(id, truths))
    rest = [column for column in columns if id(column) not in used and (not asked or column not in offered)]
    rows, models = len(truths[0].values), list(dict.fromkeys(model for own in of.values() for model in own))
    ROWS.check(rows * len(truths))
    CELLS.check(rows * len(truths) * (len(models) + len(rest) + 2))
    sizes = [rows] * len(truths)
    names = pa.array(np.repeat(np.array(list(of), dtype=object), rows), pa.string())
    first_row = truths[0].first_row
    made = [
        Column(ATTRIBUTE, pa.chunked_array([names]), first_row),
        Column(TRUTH, below([truth.values for truth in truths], sizes), first_row),
    ]
    for model in models:
        cells = [own[model].values if model in own else None for own in of.values()]
        made.append(Column(_free(model, rest), below(cells, sizes), first_row))
    made += [Column(column.name, below([column.values] * len(truths), sizes), first_row) for column in rest]
    kinds = {model: any(model in own and own[model].is_numeric for own in of.values()) for model in models}
    roles = {**given, "truth": TRUTH}
    if asked:
        roles |= {
            "score": [model for model in models if kinds[model]] or None,
            "label": [model for model in models if not kinds[model]] or None,
        }
    return tuple(made), roles


def _words(name: str) -> list[str]:
    return [word[1].casefold() for word in WORD.finditer(name)]


def _place(column: str, name: str) -> int | None:
    """The first of the words of a column's name that are those of another name; None where these do not stand there."""
    own, wanted = _words(column), _words(name)
    return next((at for at in range(len(own)) if own[at : at + len(wanted)] == wanted), None)


def _model(column: str, name: str) -> str:
    """What is left of a column's name without that of its truth: the model, or "score"."""
    first, own = _place(column, name) or 0, _words(column)
    rest = _kept(column, [not first <= at < first + len(_words(name)) for at in range(len(own))])
    return _without(rest, said_words(rest, "label") | said_words(rest, "score")) or rest or "score"


def _without(name: str, left_out: Collection[str]) -> str:
    return _kept(name, [word not in left_out for word in _words(name)])


def _kept(name: str, chosen: Sequence[bool]) -> str:
    """The chosen words of a name as they are written, each with the signs that stand before it."""
    if all(chosen):
        return name
    kept, end, whole = "", 0, True
    for word, is_kept in zip(WORD.finditer(name), chosen, strict=True):
        if is_kept:
            before = name[end : word.start()]
            kept += (before if whole else before.strip("()[]")) if kept else before.lstrip(" _.:/|-)]")
            kept += word[0] if any(sign in kept for sign in "([") else word[1]
        whole, end = is_kept, word.end()
    return kept


def _free(model: str, rest: Sequence[Column]) -> str:
    taken = {ATTRIBUTE, TRUTH, *(column.name for column in rest)}
    return f"model {model}" if model in taken else model
