"""Predictions as bytes and back, without pickle: what a worker sends that read a file is taken as data only."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.counts import Cells, Counts
from ddcore.data import Joint
from ddcore.decisions.amounts import ScoredCases
from ddcore.decisions.class_probabilities import ClassProbabilities
from ddcore.errors import InputError
from ddcore.model import Grouped, Model
from ddcore.read.limits import TooLarge
from ddcore.read.predictions import Listed, Predictions
from ddcore.read.reading import Reading
from ddcore.read.words import ChoiceNeeded, Unusable
from ddcore.records.guess import Guess
from ddcore.records.rows import Numbers, Predicted, Rows, Split, Texts
from ddcore.table import ScoreTable

MODEL = (Model, Grouped, Joint, ScoredCases, ScoreTable, ClassProbabilities, Counts, Cells)
KINDS = (Predictions, Listed, Reading, Guess, *MODEL, Rows, Predicted, Split, Texts, Numbers)
PACKABLE = {kind.__name__: kind for kind in KINDS}
"""What predictions are made of."""

FEW = 64
"""Elements up to which an array stands in the header: a file of many groups has many such arrays."""

MANY = 10_000
"""Elements from which on an array is looked for among those that are sent already."""


def packed(result: Predictions | InputError) -> tuple[bytes, list[Any]]:
    """A header in JSON, and the buffers of its large arrays; an error is packed as its sentence.

    >>> packed(InputError("is empty"))
    (b'{"message": "is empty"}', [])
    """
    buffers: list[Any] = []
    if isinstance(result, Unusable):
        parts = {"reading": result.reading} | vars(result)
        tree = {"message": str(result)} | {name: _tree(part, buffers) for name, part in parts.items()}
    elif isinstance(result, InputError):
        tree = {"message": str(result)} | ({"large": True} if isinstance(result, TooLarge) else {})
    else:
        tree = _tree(result, buffers)
    return json.dumps(tree).encode(), buffers


def _tree(value: Any, buffers: list[Any]) -> Any:
    """What JSON can hold: plain values as they are, all else an object that says what it "is"."""
    if isinstance(value, np.ndarray):
        shape, kind = value.shape, value.dtype.str
        if value.size <= FEW:
            return {"is": "array", "shape": shape, "kind": kind, "items": value.ravel().tolist()}
        # Scores, cells and pairs of a large file are one array, which is sent once.
        same = (place for place, sent in enumerate(buffers) if _is_same(sent, value)) if value.size > MANY else ()
        place = next(iter(same), len(buffers))
        if place == len(buffers):
            buffers.append(np.ascontiguousarray(value))
        return {"is": "array", "shape": shape, "kind": kind, "place": place}
    if type(value).__name__ in PACKABLE:
        return {"is": type(value).__name__, "parts": {k: _tree(v, buffers) for k, v in vars(value).items()}}
    if isinstance(value, Mapping):
        return {"is": "mapping", "items": [[key, _tree(item, buffers)] for key, item in value.items()]}
    if isinstance(value, tuple | list):
        return {"is": type(value).__name__, "items": [_tree(item, buffers) for item in value]}
    if isinstance(value, np.generic):
        return {"is": "number", "kind": value.dtype.str, "item": value.item()}
    if value is None or isinstance(value, str | bool | int | float):
        return value
    raise TypeError(f"predictions must be made of {', '.join(PACKABLE)}, arrays and plain values, got {type(value)}")


def _is_same(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether two arrays are the same memory, read in the same way."""
    return one.__array_interface__ == other.__array_interface__


def unpacked(header: bytes, buffers: list[bytearray]) -> Predictions:
    """The predictions that were packed; raises the `InputError`, `TooLarge` or `ChoiceNeeded` that was.

    >>> header, buffers = packed(InputError("two.csv: is empty"))
    >>> unpacked(header, buffers)
    Traceback (most recent call last):
    ddcore.errors.InputError: two.csv: is empty
    """
    tree = json.loads(header)
    if "message" in tree:
        message = str(tree["message"])
        if "reading" not in tree:
            raise TooLarge(message) if "large" in tree else InputError(message)
        reading = _value(tree["reading"], buffers)
        if not isinstance(reading, Reading):
            raise ValueError("no reading")
        said = str(tree["choice"]), _value(tree["options"], buffers), str(tree["advice"])
        error = Unusable(message, *said)
        if "columns" in tree:
            columns, roles, values = (_value(tree[name], buffers) for name in ("columns", "roles", "truth_values"))
            error = ChoiceNeeded(message, said[0], columns, roles, values, said[1])
        error.reading = reading
        raise error
    predictions = _value(tree, buffers)
    if not isinstance(predictions, Predictions):
        raise ValueError("no predictions")
    return predictions


def _value(tree: Any, buffers: list[bytearray]) -> Any:
    if not isinstance(tree, dict):
        return tree
    kind = tree["is"]
    if kind == "array":
        if "place" in tree:
            return np.frombuffer(buffers[tree["place"]], _plain(tree["kind"])).reshape(tree["shape"])
        return np.array(tree["items"], _plain(tree["kind"])).reshape(tree["shape"])
    if kind == "number":
        return _plain(tree["kind"]).type(tree["item"])
    if kind == "mapping":
        return {key: _value(item, buffers) for key, item in tree["items"]}
    if kind in ("tuple", "list"):
        items = [_value(item, buffers) for item in tree["items"]]
        return tuple(items) if kind == "tuple" else items
    made = object.__new__(PACKABLE[kind])
    # Not by their constructors, which would check and count again.
    vars(made).update({name: _value(part, buffers) for name, part in tree["parts"].items()})
    return made


def _plain(kind: str) -> np.dtype[Any]:
    dtype = np.dtype(kind)
    if dtype.kind not in "biuf":
        raise ValueError("no numbers")
    return dtype
