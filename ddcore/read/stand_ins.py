"""What stands for a missing value: words among the classes of the truth, and a number far from all scores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.read.cells import UNKNOWN
from ddcore.read.evidence import SINGLE
from ddcore.read.values import HEAD, Column, as_text, is_number, key, misfits
from ddcore.read.vocabulary import is_called, says
from ddcore.read.words import ChoiceNeeded, counted, listed, quoted
from ddcore.records.guess import Guess

CODES = frozenset(
    float(f"{sign}{digit * length}") for sign in ("", "-") for digit in "98" for length in range(2, 9)
) | {-1.0, -9.0, -8.0, float(2**31 - 1), float(-(2**31)), 1e30, -1e30, 32767.0, -32768.0}
"""Numbers by which programs and people mark a missing value."""

FAR = 5
"""A code that is so many times the spread of all other scores away from them is none of them."""

MOST = 4
"""Numbers of one column that may stand for a missing one: some codes say why."""

KEPT = frozenset({"9", "99", "999", "9999", "-9", "-99", "-999", "-9999"})
"""What stands for a missing truth beside 0 and 1, or 1 and 2."""


CHOICES = ("leave out", "keep")
"""What a person may say of cells that may stand for missing ones."""


@dataclass(frozen=True)
class StandIn:
    """The cells of a column that may stand for missing ones, as they are written, and how many there are.

    `rest` is what all other numbers lie between; None for words.
    """

    column: Column
    texts: tuple[str, ...]
    rows: int
    rest: tuple[float, float] | None = None

    @property
    def what(self) -> str:
        """What else they may be."""
        return "class" if self.rest is None else "score"

    def said(self) -> str:
        """A sentence that says so, without its end."""
        occur = "occurs" if len(self.texts) == 1 else "occur"
        shown = f"{listed(self.texts)} {occur} in {counted(self.rows, 'row')} of {quoted(self.column.name)}"
        if self.rest is not None:
            low, high = (f"{each:.6g}" for each in self.rest)
            shown += f", far from all other values ({low} to {high}),"
        return f"{shown} and may mean a missing {self.what}"


def without_stand_ins(
    columns: Sequence[Column], positive: object = None
) -> tuple[tuple[Column, ...], dict[str, StandIn]]:
    """The columns with empty cells where something seems to stand for a missing value, and what it is by column.

    Words are looked for in columns of two other classes, numbers in those that may be scores; a number is one if
    it is negative, or stands twice far from 1, where all others lie between 0 and 1, or is a code `FAR` from all
    others. What is `positive` is a class.

    >>> score = Column("score", pa.array([0.1, -999, 0.5, 0.9, 0.25, -999]))
    >>> truth = Column("truth", pa.array(["yes", "?", "no", "no"]))
    >>> (one, two), found = without_stand_ins([truth, score])
    >>> one.values.to_pylist(), two.missing.tolist(), found["score"].said()[:40]
    (['yes', None, 'no', 'no'], [False, True, False, False, False, True], '“-999” occurs in 2 rows of “score”, far ')
    """
    found: dict[str, StandIn] = {}
    for column in columns:
        if not any(is_called(column.name, role) for role in SINGLE):
            stand_in = _word(column, key(positive)) or _number(column)
            if stand_in is not None:
                found[column.name] = stand_in
    return tuple(_without(each, found[each.name]) if each.name in found else each for each in columns), found


def of_predictions(
    filled: Sequence[Column], columns: Sequence[Column], truth: Column, stand_ins: Mapping[str, StandIn]
) -> tuple[tuple[Column, ...], dict[str, StandIn]]:
    """The truth, what may be scores, and labels of the truth's classes `filled`; all other columns as they were.

    A group may well be called “unknown”.

    >>> truth, sex = Column("truth", pa.array(["a", "?", "b"])), Column("sex", pa.array(["f", "unknown", "m"]))
    >>> filled, found = without_stand_ins([truth, sex])
    >>> columns, found = of_predictions(filled, [truth, sex], filled[0], found)
    >>> columns[0].values.null_count, columns[1].values.null_count, list(found)
    (1, 0, ['truth'])
    """
    kept = {
        name: each
        for (name, each), column in zip(stand_ins.items(), (c for c in filled if c.name in stand_ins), strict=True)
        if each.rest is not None or column is truth or not misfits(column, truth)
    }
    pairs = zip(filled, columns, strict=True)
    return tuple(new if new is truth or new.name in kept else old for new, old in pairs), kept


def _without(column: Column, stand_in: StandIn) -> Column:
    if stand_in.rest is None:
        gone = [place for place, text in enumerate(column.categories) if text in stand_in.texts]
        empty = np.isin(column.codes, gone)
        values = pc.if_else(pa.array(empty), None, column.values)
    else:
        numbers = column.numbers
        empty = np.isin(numbers, [float(text) for text in stand_in.texts])
        values = pa.array(np.where(empty, np.nan, numbers), from_pandas=True)
    return replace(column, values=values)


def _word(column: Column, positive: str) -> StandIn | None:
    """The words for a missing class beside two classes; with "+" a "-" is one of these."""
    keys = column.head_keys
    if not 3 <= len(keys) <= 2 + MOST:
        return None
    unknown = (keys & UNKNOWN) - ({"-"} if "+" in keys else set()) - {positive}
    if keys - KEPT in ({"0", "1"}, {"1", "2"}):
        unknown |= keys & KEPT - {positive}
    if len(keys - unknown) != 2 or not unknown:
        return None
    texts = tuple(text for text in column.categories if key(text) in unknown)
    places = [column.categories.index(text) for text in texts]
    return StandIn(column, texts, int(np.isin(column.codes, places).sum()))


def _number(column: Column) -> StandIn | None:
    """The numbers far from all others of a column that may hold scores."""
    if not column.is_numeric or len(column.head_keys) < 3:
        return None
    head = np.array([float(text) for text in column.head if is_number(text)])
    broken = head != np.floor(head)
    if not broken.any() or not (says(column.name, "score", "label") or _within(head[broken])):
        return None
    try:
        numbers = column.numbers
    except InputError:
        return None
    if np.nanmin(numbers) >= 0 and np.nanmax(numbers) <= 1:
        return None
    rest, codes = numbers[np.isfinite(numbers)], []
    for _ in range(MOST):
        code = _code(rest)
        if code is None:
            break
        codes.append(code)
        rest = rest[rest != code]
    if not codes:
        return None
    rows = int(np.isin(numbers, codes).sum())
    return StandIn(column, tuple(as_text(each) for each in codes), rows, (float(rest.min()), float(rest.max())))


def _within(numbers: Array) -> bool:
    return bool(numbers.min() >= 0 and numbers.max() <= 1)


def _code(numbers: Array) -> float | None:
    """The lowest or highest number, if it seems to stand for a missing one."""
    for end in (numbers.min(), numbers.max()):
        rest = numbers[numbers != end]
        first = rest[:HEAD]
        if not float(end).is_integer() or np.unique(first).size < 3 or (first == np.floor(first)).all():
            continue
        low, high = rest.min(), rest.max()
        gap = low - end if end < low else end - high
        twice = numbers.size - rest.size > 1
        if _within(rest) and not 0 <= end <= 1 and (end < 0 or end in CODES or (twice and gap > FAR)):
            return float(end)
        negative = end < 0 <= low and end in CODES and twice
        if negative or (gap > FAR * (high - low) and (end in CODES or (twice and gap > FAR * FAR * (high - low)))):
            return float(end)
    return None


def ask_for(stand_ins: Iterable[StandIn], missing: str, guesses: list[Guess]) -> None:
    """Raise `ChoiceNeeded` for cells that may stand for missing ones if `missing` is "ask", else tell them as guesses.

    >>> truth, guesses = Column("truth", pa.array(["yes", "?", "no"])), []
    >>> ask_for([StandIn(truth, ("?",), 1)], "leave out", guesses)
    >>> guesses[0].text
    '“?” occurs in 1 row of “truth” and may mean a missing class. These cells were left out.'
    """
    for each in stand_ins:
        if missing == "ask":
            raise ChoiceNeeded(
                f"{each.said()}: choose “leave out” to leave such rows out or “keep” to use it as a {each.what}",
                "missing",
                options=CHOICES,
            )
        guesses.append(Guess("sentinel-guessed", "missing", f"{each.said()}. These cells were left out.", CHOICES))
