"""Several truths in one table, such as attributes of a picture: one row for each case and attribute."""

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from ddcore.errors import InputError
from ddcore.read.archive import below
from ddcore.read.columns import PREDICTION_WORDS, TRUTH_WORDS, Given, chosen, words
from ddcore.read.limits import CELLS, ROWS
from ddcore.read.values import Column
from ddcore.read.words import quoted

ATTRIBUTE = "attribute"
"""The column that says which attribute a row is about."""
TRUTH = "truth"


def stacked(
    columns: Sequence[Column], given: Mapping[str, Given]
) -> tuple[tuple[Column, ...], dict[str, Given]] | None:
    """The table with a row for each case and truth, and the roles there; None where there is one truth.

    The predictions of a truth are the columns that have its name in theirs: those of "smiling", or "true_smiling", are
    "smiling_a" and "score_b_smiling", by the models "a" and "b". Where scores or labels are given, these alone. All
    other columns stand in the rows of each truth.

    Raises `InputError` for a truth without predictions.

    >>> table = {"hat": ["yes", "no"], "smile": ["no", "no"], "hat_a": [0.9, 0.2], "smile_a": [0.4, 0.1]}
    >>> columns = [Column(name, pa.array(cells)) for name, cells in table.items()]
    >>> found, roles = stacked(columns, {"truth": ["hat", "smile"]})
    >>> {column.name: column.values.to_pylist() for column in found}["a"]
    [0.9, 0.2, 0.4, 0.1]
    """
    truths = chosen(columns, "truth", given.get("truth"))
    if len(truths) < 2:
        return None
    asked = [column for role in ("score", "label") for column in chosen(columns, role, given.get(role))]
    offered = [column for column in asked or columns if column not in truths]
    named = {_plain(truth.name, TRUTH_WORDS) or truth.name: truth for truth in truths}
    # The longest name first: "hat" is in "red_hat_a" too.
    of: dict[str, dict[str, Column]] = {name: {} for name in named}
    for column in offered:
        name = max((name for name in named if _holds(column.name, name)), key=len, default=None)
        if name is not None:
            of[name][_model(column.name, name)] = column
    for name, own in of.items():
        if not own:
            raise InputError(
                f"no column holds predictions of {quoted(named[name].name)}; name them {quoted(f'{name}_model')}"
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


def _plain(name: str, without: set[str]) -> str:
    return "_".join(word for word in words(name) if word not in without)


def _holds(column: str, name: str) -> bool:
    """Whether the words of a name stand one after the other in that of a column."""
    return f"_{name}_" in f"_{'_'.join(words(column))}_"


def _model(column: str, name: str) -> str:
    """What is left of a column's name without that of its truth: the model, or "score"."""
    rest = f"_{'_'.join(words(column))}_".replace(f"_{name}_", "_", 1).strip("_")
    return _plain(rest, PREDICTION_WORDS) or rest or "score"


def _free(model: str, rest: Sequence[Column]) -> str:
    taken = {ATTRIBUTE, TRUTH, *(column.name for column in rest)}
    return f"model {model}" if model in taken else model
