"""The printed numbers and formulas of the documents, as the CSV files of this folder hold them.

A formula is read by the program's own grammar: a text out of a file is never run as code.
"""

import csv
import math
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ddcore.measures.grammar import Reader

Names = Mapping[str, Any]
"""The letters of a formula and their values: numbers, or arrays that fit together."""

COMPARED: Mapping[str, Callable[[Any, Any], Any]] = {
    "==": np.equal, "<=": np.less_equal, ">=": np.greater_equal, "<": np.less, ">": np.greater,
}  # fmt: skip


def _read(path: Path) -> tuple[Mapping[str, str], ...]:
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


# Read at once: a process that answers requests can open no file.
_ROWS = {path.name: _read(path) for path in Path(__file__).parent.glob("*.csv")}


def rows(name: str) -> tuple[Mapping[str, str], ...]:
    """The rows of one of the CSV files of this folder.

    >>> rows("001_examples.csv")[0]["printed"]
    '0.735'
    """
    return _ROWS[name]


@cache
def _formula(text: str, letters: tuple[str, ...]) -> Callable[[Names], Any]:
    names = {letter: (letter, lambda given, letter=letter: given[letter], letter, 0.0) for letter in letters}
    return Reader(names, ", ".join(letters), "a + b").of(text).function


def value(text: str, **given: Any) -> Any:
    """What a printed formula is worth, with these values of its letters; NaN or infinite where it has none.

    >>> float(value("4 * sqrt(2) / 15")), value("P / M", P=np.array([1, 2]), M=4).tolist()
    (0.3771236166328254, [0.25, 0.5])
    """
    with np.errstate(all="ignore"):
        floats = {letter: np.asarray(number, dtype=float) for letter, number in given.items()}
        return np.asarray(_formula(text, tuple(floats))(floats), dtype=float)[()]


def holds(text: str, **given: Any) -> Any:
    """Whether a printed condition is true: comparisons joined by "and" and "or", or "True".

    >>> holds("n == M or P == 0", n=[0, 3], M=3, P=1).tolist()
    [False, True]
    """
    if text == "True":
        return np.ones(np.broadcast_shapes(*map(np.shape, given.values())), dtype=bool)[()]
    if text == "False":
        return np.zeros(np.broadcast_shapes(*map(np.shape, given.values())), dtype=bool)[()]
    for word, joined in ((" or ", np.logical_or), (" and ", np.logical_and)):
        if word in text:
            return joined.reduce(np.broadcast_arrays(*(holds(part, **given) for part in text.split(word))))[()]
    left, sign, right = re.split("(==|<=|>=|<|>)", text, maxsplit=1)
    return COMPARED[sign](value(left.strip(), **given), value(right.strip(), **given))


def decimals(text: str) -> int:
    """How many decimals are printed.

    >>> decimals("0.735"), decimals("26.5%"), decimals("1,708")
    (3, 1, 0)
    """
    return len(text.strip(" %$").partition(".")[2])


def rounds_to(number: float, text: str, places: int | None = None) -> bool:
    """Whether a number is the printed one once it is rounded to as many decimals; halves may go either way.

    >>> rounds_to(0.73469, "0.735"), rounds_to(0.73469, "0.734"), rounds_to(0.265, "26.5%")
    (True, False, True)
    """
    plain = float(text.strip().replace(",", "").replace("−", "-").strip("%$"))
    shown = 100 * number if text.strip().endswith("%") else number
    unit = 10.0 ** -(decimals(text) if places is None else places)
    return math.isfinite(shown) and abs(shown - plain) <= unit / 2 * (1 + 1e-9)
