"""The origin of data: the function of `ddcore` that gives them, and its arguments."""

from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass
from dataclasses import fields as fields_of
from hashlib import sha256
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Origin:
    """How data can be got again: `ddcore.<function>(**given)`.

    `thresholds` are those in force when they were read, by the names of the models: others were set afterwards.
    `positive` says why the positive class is that one, if not given which it is.

    >>> Origin("classes", {"total": 303, "positives": 139}).given["total"]
    303
    """

    function: str
    given: Mapping[str, Any]
    thresholds: Mapping[str, float | None] = field(default_factory=dict)
    positive: str = ""


class Called(str):
    """What an array is called in lines of Python, where its values do not stand.

    >>> Called("weight")
    weight
    """

    def __repr__(self) -> str:
        return str(self)


def fingerprint(parts: Any) -> str:
    """The SHA-256 of arrays, numbers and texts in mappings, sequences and data classes, whatever computer holds them.

    Fields of data classes that are not compared are no part of it.

    >>> fingerprint({"a": np.array([1, 2])})[:8] == fingerprint({"a": np.array([1.0, 2.0])})[:8]
    True
    """
    digest = sha256()
    _add(digest, parts)
    return digest.hexdigest()


def _add(digest: Any, part: Any) -> None:
    if isinstance(part, np.ndarray | np.generic | int | float):
        # Tallies are whole numbers or floats of the same value; minus zero is zero.
        array = np.asarray(part, dtype="<f8") + 0.0
        digest.update(f"array {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).data)
    elif isinstance(part, Mapping):
        for name, value in part.items():
            _add(digest, str(name))
            _add(digest, value)
    elif isinstance(part, list | tuple):
        digest.update(f"list {len(part)}".encode())
        for value in part:
            _add(digest, value)
    elif is_dataclass(part):
        for each in fields_of(part):
            if each.compare:
                _add(digest, each.name)
                _add(digest, getattr(part, each.name))
    else:
        text = "" if part is None else str(part)
        digest.update(f"text {len(text)} {text}".encode(errors="surrogatepass"))
