"""One column: its numbers, its distinct values, its gaps; "1", 1, 1.0 and True are told and matched here."""

import re
import unicodedata
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.read.vocabulary import is_denial, sense
from ddcore.read.words import quoted

MISSING = ("", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NAN", "NaT", "NULL", "null", "None")
"""Texts that stand for an empty cell."""

HEAD = 1000
"""Rows at the top of a column by which its content is judged; what is then used is checked in every row."""

FEW = 50
"""A column with more distinct values than this among its first thousand rows is not a column of classes."""

UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\xad"))
"""Signs without width, which nobody sees."""

BOOLEAN = {
    **dict.fromkeys(
        ("1", "true", "t", "yes", "y", "ja", "j", "oui", "o", "sí", "si", "sim", "sì", "tak", "evet"), True
    ),
    **dict.fromkeys(("0", "false", "f", "no", "n", "nein", "non", "não", "nao", "nee", "nie", "hayır"), False),
}
"""Spellings of true and false, which some programs mix in one column."""

NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def as_text(value: Any) -> str:
    """A cell as text; a whole number has no decimal point, whatever type held it.

    >>> as_text(1.0), as_text("01"), as_text(True)
    ('1', '01', 'True')
    """
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return str(value).strip()


def key(value: Any) -> str:
    """What a value is matched by: "1", 1 and 1.0 are one value, and so are "Yes" and "yes".

    Blanks of any kind and width are one, and a letter with an accent is the same however it is written.

    >>> key("1.0"), key(1), key(" Yes"), key("cafe\u0301\xa0noir") == key("café  noir")
    ('1', '1', 'yes', True)
    """
    text = as_text(value)
    if len(text) < 400 and is_number(text):
        return as_text(float(text))
    if not text.isascii():
        text = unicodedata.normalize("NFC", text.translate(UNSEEN))
    return " ".join(text.casefold().split())


def _merged(keys: Iterable[str]) -> dict[str, str]:
    """What each key is taken for: one value of true, 1 and yes, and one of false, 0 and no, where these are mixed.

    >>> _merged(["true", "1", "0"]), _merged(["1", "0", "-1"])
    ({'true': '1', '1': '1', '0': '0'}, {'1': '1', '0': '0', '-1': '-1'})
    """
    merged = {each: each for each in keys}
    if 2 < len(merged) <= len(BOOLEAN) and merged.keys() <= BOOLEAN.keys():
        first: dict[bool, str] = {BOOLEAN[each]: each for each in merged if each in ("1", "0")}
        merged = {each: first.setdefault(BOOLEAN[each], each) for each in merged}
    return merged


def is_number(text: str) -> bool:
    """Whether a text is a number as programs write it.

    >>> is_number("-1.5e-3"), is_number("1,5")
    (True, False)
    """
    return bool(NUMBER.fullmatch(text[:400]))


def _first_without_number(texts: Any) -> int:
    """The place of the first text that Arrow takes for no number, of which there is one."""
    low, high = 0, len(texts)
    while high - low > 1:
        middle = (low + high) // 2
        try:
            pc.cast(texts[low:middle], pa.float64())
            low = middle
        except pa.ArrowInvalid:
            high = middle
    return low


def array_of(cells: list[Any]) -> pa.Array:
    """Cells of a workbook or of JSON: numbers or booleans where all are, else text.

    >>> array_of([1, "", 2.5]).to_pylist(), array_of([1, True]).to_pylist()
    ([1.0, None, 2.5], ['1', 'True'])
    """
    filled = {type(cell) for cell in cells if cell is not None and cell != ""}
    if filled and (filled <= {int, float} or filled == {bool}):
        kind = pa.bool_() if filled == {bool} else pa.float64()
        plain = bool if filled == {bool} else float
        return pa.array([None if cell is None or cell == "" else plain(cell) for cell in cells], kind)
    return pa.array([None if cell is None else as_text(cell) for cell in cells], pa.string())


def trimmed(texts: pa.Array) -> pa.Array:
    """Texts without blanks around them; the same where no byte is a blank or beyond ASCII, as in numbers.

    >>> trimmed(pa.array([" a", None])).to_pylist()
    ['a', None]
    """
    text, _ = bytes_of(texts)
    close = not text.size or text.view(np.int8).min() > ord(" ")
    return texts if close else pc.utf8_trim_whitespace(texts)


def bytes_of(texts: pa.Array) -> tuple[NDArray[np.uint8], NDArray[Any]]:
    """The bytes of texts, and where each begins there and the last one ends; not copied.

    >>> [each.tolist() for each in bytes_of(pa.array(["x", "ab", None, "c"])[1:])]
    [[97, 98, 99], [0, 2, 2, 3]]
    """
    _, offsets, text = texts.buffers()
    if not len(texts) or text is None:
        return np.empty(0, np.uint8), np.zeros(len(texts) + 1, np.int32)
    kind = np.int64 if pa.types.is_large_string(texts.type) else np.int32
    places = np.frombuffer(offsets, kind)[texts.offset : texts.offset + len(texts) + 1]
    first, last = int(places[0]), int(places[-1])
    return np.frombuffer(text, np.uint8)[first:last], places - first if first else places


def in_numpy(numbers: pa.Array | pa.ChunkedArray) -> NDArray[Any]:
    """Numbers as NumPy has them, NaN where empty; those of one piece are not copied, and cannot be changed.

    >>> in_numpy(pa.chunked_array([[1.5], [None]])).tolist()
    [1.5, nan]
    """
    filled = pc.cast(numbers, pa.float64(), safe=False).fill_null(np.nan) if numbers.null_count else numbers
    one = isinstance(filled, pa.ChunkedArray) and filled.num_chunks == 1
    return np.asarray(filled.chunk(0) if one else filled)


def compact(cells: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column in one piece, texts as numbers where each is what `as_text` makes of its number: in half the memory.

    >>> [compact(pa.chunked_array([[f"{n / 64}{end}" for n in range(1, 64)]])).type for end in ("", "0")]
    [DataType(double), DataType(string)]
    """
    kept = cells
    if pa.types.is_string(cells.type) and _are_written_as_numbers(cells[:HEAD]):
        # Arrow works without the lock of Python, so that chunks are read side by side.
        with ThreadPoolExecutor(min(4, pa.cpu_count())) as pool:
            numbers = list(pool.map(_as_numbers, cells.chunks))
        if all(each is not None for each in numbers):
            kept = pa.chunked_array(numbers, pa.float64())
    return kept if kept.num_chunks == 1 else pa.chunked_array([pa.concat_arrays(kept.chunks)], kept.type)


def _are_written_as_numbers(head: pa.ChunkedArray) -> bool:
    """Whether there are many distinct texts, most with a decimal point, each the one of its number."""
    texts = [text for text in head.unique().to_pylist() if text is not None]
    return (
        len(texts) > FEW
        and 2 * sum("." in text for text in texts) > len(texts)
        and all(is_number(text) and as_text(float(text)) == text for text in texts)
    )


def _as_numbers(texts: pa.Array) -> pa.Array | None:
    """The numbers of texts; None where one has another text."""
    try:
        numbers = pc.cast(texts, pa.float64())
    except pa.ArrowInvalid:
        return None
    size = pc.abs(numbers)
    # Between these Arrow writes a number as `as_text` does.
    usual = pc.and_(pc.greater_equal(size, 1e-4), pc.less(size, 1e15))
    others = texts.filter(pc.invert(pc.and_(usual, pc.equal(pc.cast(numbers, pa.string()), texts))))
    if 20 * len(others) > len(texts) + HEAD:
        return None
    return numbers if all(as_text(float(text)) == text for text in others.to_pylist()) else None


@dataclass(frozen=True, eq=False)
class Column:
    """One column of a file: `values` is text, numbers or booleans of Arrow, null where the cell is empty.

    `first_row` is the number of the first case as a person counts it, 2 below a header. `places` has the row of the
    file that each cell is of, counted from 0; None where each has a row of its own.

    >>> column = Column("truth", pa.array(["Yes", "no", None, "yes"]))
    >>> column.categories, column.codes.tolist(), column.missing.tolist()
    (('Yes', 'no'), [0, 1, -1, 0], [False, False, True, False])
    """

    name: str
    values: Any
    first_row: int = 1
    places: NDArray[np.intp] | None = None

    @cached_property
    def missing(self) -> NDArray[np.bool_]:
        """Whether each cell is empty."""
        return np.asarray(self.values.is_null())

    @cached_property
    def head(self) -> list[str]:
        """The filled cells among the first thousand, as text."""
        return [as_text(value) for value in self.values[:HEAD].to_pylist() if value is not None]

    @cached_property
    def top(self) -> Array:
        """The first thousand cells as numbers, NaN where a cell is none."""
        cells = self.values[:HEAD]
        if cells.type == pa.bool_():
            return np.full(len(cells), np.nan)
        try:
            numbers = np.array(pc.cast(cells, pa.float64(), safe=False).fill_null(np.nan))
        except pa.ArrowInvalid:
            texts = ["" if cell is None else as_text(cell) for cell in cells.to_pylist()]
            return np.array([float(text) if is_number(text) else np.nan for text in texts])
        return np.where(np.isfinite(numbers), numbers, np.nan)

    @cached_property
    def head_keys(self) -> set[str]:
        """The distinct values among the first thousand, as they are matched."""
        numbers = np.unique(self.top[np.isfinite(self.top)])
        if numbers.size > FEW:
            # Of so many none is looked at: that there are many says all.
            return set(map(str, numbers.tolist()))
        return set(_merged(dict.fromkeys(map(key, dict.fromkeys(self.head)))).values())

    @cached_property
    def is_few(self) -> bool:
        """Whether the column holds few distinct values, as classes do."""
        return 0 < len(self.head_keys) <= FEW

    @cached_property
    def is_numeric(self) -> bool:
        """Whether most of the first thousand cells are numbers."""
        if self.values.type == pa.bool_():
            return False
        filled = len(self.top) - self.values[:HEAD].null_count
        return bool(2 * np.isfinite(self.top).sum() > filled)

    @cached_property
    def numbers(self) -> Array:
        """The cells as numbers, NaN where empty.

        Raises `InputError` "“score” must have numbers, got “high” in row 7; fix that cell" for text, and the same
        for an infinite number.
        """
        try:
            numbers = in_numpy(pc.cast(self.values, pa.float64(), safe=False))
        except pa.ArrowInvalid:
            raise self.wrong("have numbers", _first_without_number(self.values)) from None
        endless = np.isinf(numbers)
        if endless.any():
            raise self.wrong("have finite numbers", int(np.argmax(endless)))
        return numbers

    @cached_property
    def distinct(self) -> int:
        """How many distinct values there are before those that match each other are put together."""
        return int(pc.count_distinct(self.values).as_py())

    @cached_property
    def _coded(self) -> tuple[tuple[str, ...], NDArray[np.int32], tuple[str, ...]]:
        chunks = self.values.chunks if isinstance(self.values, pa.ChunkedArray) else [self.values]
        encoded = pa.chunked_array([chunk.dictionary_encode() for chunk in chunks]).unify_dictionaries()
        texts = [as_text(value) for value in encoded.chunk(0).dictionary.to_pylist()]
        keys = [key(text) for text in texts]
        merged, first = _merged(keys), dict[str, int]()
        place = [first.setdefault(merged[each], len(first)) for each in keys]
        lookup = np.array([*place, -1], dtype=np.int32)
        kept: list[str] = [""] * len(first)
        for text, own, index in reversed(list(zip(texts, keys, place, strict=True))):
            if own == merged[own]:
                kept[index] = own if is_number(text) else text
        codes = [lookup[np.asarray(chunk.indices.fill_null(-1))] for chunk in encoded.chunks]
        return tuple(kept), np.concatenate(codes), tuple(texts)

    @property
    def categories(self) -> tuple[str, ...]:
        """The distinct values as text, in order of appearance; values that match each other are one."""
        return self._coded[0]

    @property
    def codes(self) -> NDArray[np.int32]:
        """Which of the categories each cell holds, -1 where it is empty."""
        return self._coded[1]

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """What each of the categories is matched by."""
        return tuple(map(key, self.categories))

    @property
    def spellings(self) -> tuple[str, ...]:
        """The distinct values before those that match each other were put together."""
        return self._coded[2]

    def row(self, place: int) -> int:
        """The row of a case as a person counts it."""
        return self.first_row + int(place if self.places is None else self.places[place])

    def wrong(self, condition: str, place: int) -> InputError:
        """The error for one cell, which it names.

        >>> print(Column("score", pa.array([0.5, None]), first_row=2).wrong("have numbers", 1))
        “score” must have numbers, got nothing in row 3; fix that cell
        """
        value = self.values[place].as_py()
        shown = "nothing" if value is None else quoted(as_text(value))
        return InputError(
            f"{quoted(self.name)} must {condition}, got {shown} in row {self.row(place):,}; fix that cell"
        )


def misfits(column: Column, truth: Column) -> list[str]:
    """The values of a column that are no value of the truth.

    >>> misfits(Column("label", pa.array(["Yes", "maybe"])), Column("truth", pa.array(["yes", "no"])))
    ['maybe']
    """
    known = matched(column, truth)
    return [value for value, fit in zip(column.categories, known, strict=True) if fit is None]


def matched(column: Column, truth: Column) -> list[str | None]:
    """Which value of the truth each category of a label column is, as its key; None for one the truth does not have.

    Values match by themselves ("1" and 1.0), or all of them by what they say ("yes" and True) if the truth has two
    values that say yes and no.

    >>> matched(Column("label", pa.array([True, False])), Column("truth", pa.array(["no", "yes"])))
    ['yes', 'no']
    """
    own, known = column.keys, set(truth.keys)
    if not known.issuperset(own):
        said = {sense(value): value for value in known}
        # Of “negative” and “not valid” only the first says no.
        denies = {value for value in own if is_denial(value)}
        is_said = any(sense(value) is False for value in set(own) - denies)
        meant = [None if is_said and value in denies else sense(value) for value in own]
        if len(known) == len(said) == 2 and None not in said and None not in meant:
            return [said[meaning] for meaning in meant]
    return [value if value in known else None for value in own]
