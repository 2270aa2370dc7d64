"""Where a table stands among rows of cells: the row of its names, what is written around it, and its first case.

Text and workbooks share it. Rows are counted from 1, as a person counts them in a spreadsheet.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

from ddcore.errors import InputError
from ddcore.read.values import MISSING
from ddcore.read.vocabulary import folded, says, words
from ddcore.read.words import listed, quoted
from ddcore.records.guess import Guess

TOP = 50
"""Rows at the top of a file by which its table is found."""

BOTTOM = 20
"""Rows at the end of a file that may stand below its table."""

FIRST = 20
"""Among so many rows the names are looked for."""

LONGEST = 60
"""Characters of a cell that are looked at."""

ENOUGH = 5
"""Words of a role in a row that leave no doubt."""

COMMENT = re.compile(r"#+|//+|%+")
"""What begins a line of comment."""

NUMERIC = re.compile(
    r"[(<>≤≥~]?\s*[^\w\s]?\s*[+\-−]?\s*[\d.,'’\s]*\d[\d.,'’\s]*([eE][+-]?\d+)?\s*([%‰€$£¥]|EUR|USD)?\)?"
)
"""A number as people write it, whatever stands between thousands."""

LACKING = frozenset(folded(text) for text in (*MISSING, "unknown", "missing", "none", "nil", "inf", "-inf", "infinity"))
"""Words for a missing number, which are no names."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


UNITS = _words(
    "% ‰ percent prozent pct probability fraction ratio eur usd gbp chf € $ £ ¥ k€ k$ years year yr jahre ans days day "
    "d h hr s sec ms min mm cm m km kg g mg µg ug ml l mmhg bpm °c c f kb mb gb unit units - 0-1 0/1 1/0 0..1 date "
    "a.u. au arb. text yyyy-mm-dd dd.mm.yyyy mm/dd/yyyy"
)
"""What a row of units may hold, besides anything in brackets."""

KINDS = _words(
    "continuous discrete string time c d s t n numeric nominal real integer int double float num chr dbl fct lgl "
    "character factor logical date text categorical category varchar bool boolean int64 int32 float64 float32 object "
    "bigint tinyint smallint decimal number str"
)
"""What a row of types may hold, as Orange and prints of R write them."""

FLAGS = _words("class meta ignore weight i m w")
"""What stands below the types in Orange: what a column is for."""

TOTALS = _words(
    "total totals sum subtotal overall average avg mean gesamt gesamtsumme gesamtergebnis summe mittelwert "
    "durchschnitt insgesamt somme moyenne ensemble suma promedio soma media totale somma totaal som gemiddelde razem "
    "lacznie srednia toplam ortalama 合計 总计 合计 総計 平均"
) | {"grand total", "total general", "total geral", "genel toplam"}
"""What a row of totals begins with, without case and accents."""

ALL = _words("all alle tous toutes todos todas tutti tutte wszystkie tum")
"""What else a row of totals of several words begins with."""

SAID = ("truth", "class", "label", "score", "id")
"""Roles whose words in a row speak for names."""

Row = Sequence[str]


@dataclass(frozen=True)
class Header:
    """Where a table stands: the row of its names, 0 where none has them, and the row of its first case.

    `numeric` are the places of the columns that hold numbers. `notes` say what was left out, `guesses` what is unsure.
    """

    header: int
    first: int
    names: tuple[str, ...]
    numeric: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()
    guesses: tuple[Guess, ...] = ()


def find_header(rows: Sequence[Row], asked: int | None = None) -> Header:
    """Where the table stands among the first rows of a file, each a list of cells; blank rows count.

    Titles, lines of comment and blank rows above the names are passed over, and rows of units and types below them. A
    first row whose every cell could be a case's is one. `asked` is the row that a person chose. Raises `InputError`
    for a row that is not there or is blank.

    >>> found = find_header([["Results"], [], ["truth", "score"], ["", "%"], ["yes", "90"], ["no", "20"]])
    >>> found.header, found.first, found.names
    (3, 5, ('truth', 'score'))
    >>> find_header([["yes", "0.9"], ["no", "0.2"], ["no", "0.1"]]).names
    ('column 1', 'column 2')
    """
    rows = [[cell.strip() for cell in row] for row in rows]
    if asked:
        if asked > len(rows) or not any(rows[asked - 1]):
            raise InputError(
                f"has no names in row {asked:,}, which was chosen for them; choose one that is not blank, or 0"
            )
        return _below(rows, asked, _Body(rows[asked:]))
    body = _Body(rows)
    if not body.wide:
        return Header(1, 2, tuple(rows[0]) if rows else ())
    header, guess = (0, None) if asked == 0 else _header(body)
    if header:
        found = _below(rows, header, body)
        notes = _passed_over(rows, header) if guess is None else ()
        return _with(found, notes, guess)
    first = body.wide[0] + 1
    width = max(map(len, rows[first - 1 :]))
    names = tuple(f"column {place}" for place in range(1, width + 1))
    return Header(0, first, names, body.numeric, _passed_over(rows, first), () if guess is None else (guess,))


def wide_rows(rows: Sequence[Row]) -> list[int]:
    """The places of the rows that are about as wide as most, and so belong to the table.

    >>> wide_rows([["Results"], [], ["truth", "score"], ["yes", "0.9"]])
    [2, 3]
    """
    return _Body([[cell.strip() for cell in row] for row in rows]).wide


def _with(found: Header, notes: tuple[str, ...], guess: Guess | None) -> Header:
    return Header(
        *(found.header, found.first, found.names, found.numeric),
        notes=(*notes, *found.notes),
        guesses=() if guess is None else (guess,),
    )


def _passed_over(rows: Sequence[Row], header: int) -> tuple[str, ...]:
    """The note for what stands above the names."""
    above = [" ".join(filter(None, row)) for row in rows[: header - 1] if any(row)]
    if not above:
        return ()
    return (f"The table begins in row {header:,}; the text above it ({listed(above[:3])}) is not used.",)


class _Body:
    """The rows of a table, those that are about as wide as most, with what its columns hold."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = [[cell[:LONGEST] for cell in row] for row in rows]
        own = [0 if _is_comment(row) else _span(row) for row in rows]
        spans = Counter(filter(None, own))
        self.width = max(spans, key=lambda span: (spans[span], span), default=0)
        self.wide = [place for place, row in enumerate(rows) if own[place] and self._is_wide(row, own[place])]

    @cached_property
    def numeric(self) -> frozenset[int]:
        """The places of the columns that hold numbers, by the lower half of the rows."""
        lower = [self.rows[place] for place in self.wide[len(self.wide) // 2 :]]
        return frozenset(place for place in range(self.width) if _are_numbers([_cell(row, place) for row in lower]))

    def _is_wide(self, row: Row, span: int) -> bool:
        if span < self.width - 1:
            return False
        return sum(map(bool, row)) > 1 or self.width == 1 or (self.width == 2 and not row[0])

    def is_commented_header(self, place: int) -> bool:
        """Whether a line of comment has as many words as the table has columns, as numpy writes names."""
        row = self.rows[place]
        return _is_comment(row) and len(_uncommented(row)) == self.width > 1

    @cached_property
    def _values(self) -> list[Counter[str]]:
        return [Counter(_cell(self.rows[row], place) for row in self.wide) for place in range(self.width)]

    @cached_property
    def _shapes(self) -> list[Counter[str]]:
        return [Counter(_shape(_cell(self.rows[row], place)) for row in self.wide) for place in range(self.width)]

    def evidence(self, place: int) -> "_Evidence":
        """What the cells of a row speak for."""
        names = numbers = texts = others = known = 0
        for column, cell in enumerate(self.rows[place][: self.width]):
            if not cell or folded(cell) in LACKING:
                continue
            again = self._values[column][cell] > 1
            if column in self.numeric and NUMERIC.fullmatch(cell):
                numbers += again or "." in cell
            elif column in self.numeric:
                names += any(map(str.isalpha, cell))
                known += known < ENOUGH and says(cell, *SAID)
            elif again or self._shapes[column][_shape(cell)] > 1:
                texts += 1
            else:
                others += 1
                known += known < ENOUGH and says(cell, *SAID)
        return _Evidence(names, numbers, texts, others, known)

    def could_be_names(self, place: int) -> bool:
        """Whether a row below the first one has names and nothing else, no two alike."""
        row = self.rows[place]
        found = self.evidence(place)
        if not found.names or found.numbers or found.texts or not all(row) or len(set(row)) < len(row):
            return False
        return not _is_units(row, self.numeric) and not _is_types(row, _values(self.rows[place + 1 :], len(row)))


class _Evidence(NamedTuple):
    """Cells of a row: words above numbers; numbers that are no names; texts and others, that stand below or do not.

    `known` are those that are called as columns usually are.
    """

    names: int
    numbers: int
    texts: int
    others: int
    known: int


def _header(body: _Body) -> tuple[int, Guess | None]:
    """The row of the names, 0 for none, and the guess that it is where another one could be."""
    first = body.wide[0]
    own = body.evidence(first)
    above = next((place for place in range(first - 1, -1, -1) if any(body.rows[place])), None)
    if above is not None and not own.names and not own.known and body.is_commented_header(above):
        return above + 1, None
    later = [place for place in body.wide[1:] if place < FIRST and body.could_be_names(place)]
    best = max([first, *later], key=lambda place: body.evidence(place).known)
    if best == first:
        best = _run(body, first, later)
    if best != first:
        is_apart = any(not any(row) for row in body.rows[first:best])
        is_sure = is_apart or (body.evidence(best).known > 1 and not own.known)
        return best + 1, None if is_sure else _unsure(body, best, first)
    if own.known or own.names or len(body.wide) == 1 or body.width == 1:
        return first + 1, None
    row = [cell for cell in body.rows[first] if cell]
    if row == list(map(str, range(len(row)))) and not own.numbers:
        # Above an index pandas leaves a cell empty.
        return first + 1, _numbered(row, first + 1) if body.rows[first][0] else None
    is_case = own.numbers or not own.others
    return (0, _nameless(row, first + 1)) if is_case else (first + 1, None)


def _run(body: _Body, first: int, later: Sequence[int]) -> int:
    """The last of the rows right below the first one that could be the names as well as it."""
    last = first
    while last + 1 in later and body.evidence(last + 1).known >= body.evidence(first).known:
        last += 1
    return last


def _unsure(body: _Body, chosen: int, other: int) -> Guess:
    return Guess(
        "header-guessed",
        "header",
        f"The column names were taken from row {chosen + 1:,} ({listed(body.rows[chosen][:4])}). They could also be "
        f"in row {other + 1:,} ({listed(filter(None, body.rows[other][:4]))}).",
        (str(chosen + 1), str(other + 1)),
    )


def _numbered(row: Row, place: int) -> Guess:
    return Guess(
        "header-guessed",
        "header",
        f"The numbers in row {place:,} ({listed(row[:4])}) were taken as column names.",
        (str(place), "0"),
    )


def _nameless(row: Row, place: int) -> Guess:
    return Guess(
        "header-guessed",
        "header",
        f"No row has column names: row {place:,} ({listed(row[:4])}) looks like a case. The columns are called "
        f"“column 1”, “column 2” and so on.",
        ("0", str(place)),
    )


def _below(rows: Sequence[Row], header: int, body: _Body) -> Header:
    """The header of a table whose row of names is known: rows of units and types below it are passed over."""
    names = tuple(_uncommented(rows[header - 1]) if _is_comment(rows[header - 1]) else rows[header - 1])
    place, notes = header, []
    values = _values(rows[header + 1 :], len(names))
    if place + 1 < len(rows) and _is_types(rows[place], values):
        notes.append(f"Row {place + 1:,} ({listed(_few(rows[place]))}) describes the columns and is not a case.")
        place += 1
        if (
            place + 1 < len(rows)
            and len(rows[place]) > 1
            and _is_flags(rows[place], _values(rows[place + 1 :], len(names)))
        ):
            place += 1
    elif place + 1 < len(rows) and _is_units(rows[place], _Body(rows[place + 1 :]).numeric):
        notes.append(f"Row {place + 1:,} ({listed(_few(rows[place]))}) gives units and is not a case.")
        place += 1
    return Header(header, place + 1, names, body.numeric, tuple(notes))


def _values(rows: Sequence[Row], width: int) -> list[set[str]]:
    """The values of each column."""
    return [{_cell(row, column) for row in rows} for column in range(width)]


def _few(row: Row) -> list[str]:
    return list(dict.fromkeys(filter(None, row)))


def _is_units(row: Row, numeric: frozenset[int]) -> bool:
    """Whether all cells of a row are units or empty, one of them at least above numbers."""
    filled = [place for place, cell in enumerate(row) if cell]
    return any(place in numeric for place in filled) and all(
        row[place].casefold() in UNITS or re.fullmatch(r"[\[(<{].*[\])>}]|[^\W\d]{1,5}/[^\W\d]{1,5}", row[place])
        for place in filled
    )


def _is_types(row: Row, values: Sequence[set[str]]) -> bool:
    """Whether all cells of a row are types, or list the values that stand below, as Orange does."""
    filled = [(cell, values[place]) for place, cell in enumerate(row[: len(values)]) if cell]
    plain = [cell.strip("<>").casefold() in KINDS for cell, _ in filled]
    return (
        len(filled) > 1
        and any(plain)
        and all(
            cell not in below and (is_plain or (len(words := cell.split()) > 1 and below - {""} - FLAGS <= set(words)))
            for is_plain, (cell, below) in zip(plain, filled, strict=True)
        )
    )


def _is_flags(row: Row, values: Sequence[set[str]]) -> bool:
    """Whether all cells of a row, below one of types, are what Orange writes there, or empty."""
    words = [(word, values[place]) for place, cell in enumerate(row[: len(values)]) for word in cell.split()]
    return all((word.casefold() in FLAGS or "=" in word) and word not in below for word, below in words)


def with_own_names(names: Sequence[str], columns: Sequence[Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The columns by names of their own, and sentences about those of one name.

    A column without a name is called by its place, and left out where it is empty. Of columns of one name the copies of
    another are left out, and the others are numbered.

    >>> import pyarrow as pa
    >>> cells = [pa.chunked_array([[number]]) for number in (1, 0.5, 0.7, 0.5)]
    >>> found, notes = with_own_names(["truth", "score", "score ", ""], cells)
    >>> list(found)
    ['truth', 'score', 'score (2)', 'column 4']
    """
    own: dict[str, Any] = {}
    copies: list[str] = []
    renamed: list[str] = []
    names = [name.strip() for name in names]
    for place, (name, column) in enumerate(zip(names, columns, strict=True), 1):
        if not name and column.null_count == len(column) and any(names):
            continue
        name = name or f"column {place}"
        if name in own:
            alike = (each for other, each in own.items() if other == name or other.startswith(f"{name} ("))
            if any(column.equals(each) for each in alike):
                copies.append(name)
                continue
            name = next(new for number in count(2) if (new := f"{name} ({number})") not in own and new not in names)
            renamed.append(name)
        own[name] = column
    notes = [f"The file has the column {quoted(name)} twice with the same cells; it was read once." for name in copies]
    if renamed:
        notes.append(f"Columns with the same name were numbered: {listed(renamed)}.")
    return own, tuple(dict.fromkeys(notes))


def starts_another(row: Row, numeric: frozenset[int]) -> bool:
    """Whether a row below a blank one begins another table: words where the first table has numbers.

    >>> starts_another(["measure", "value"], frozenset({1})), starts_another(["yes", "0.9"], frozenset({1}))
    (True, False)
    """
    filled = [(place, cell) for place, cell in enumerate(row) if cell]
    words = [any(map(str.isalpha, cell)) and folded(cell) not in LACKING for _, cell in filled]
    numbers = any(NUMERIC.fullmatch(cell) for _, cell in filled)
    return len(filled) > 1 and not numbers and any(place in numeric for place, _ in filled) and all(words)


def another(place: int, row: Row) -> Guess:
    """The guess that a table ends where another one seems to begin.

    >>> another(9, ["measure", "value"]).code
    'header-guessed'
    """
    return Guess(
        "header-guessed",
        "header",
        f"Another table seems to begin in row {place:,}, {listed(filter(None, row[:4]))}; only the table above it was "
        f"read.",
        (str(place),),
    )


def foot(rows: Sequence[Row], last: int) -> tuple[int, tuple[str, ...]]:
    """How many of the last rows are no cases, and sentences that say so; `last` is the number of the last row.

    Such are blank rows, a line of text below the table, and a row of totals.

    >>> foot([["yes", "0.9"], ["no", "0.2"], ["Total", "1.1"], [], ["Source: a survey"]], 6)[0]
    3
    """
    rows = [[cell.strip() for cell in row] for row in rows]
    left, notes = 0, []
    while left < len(rows) - 1:
        *above, row = rows[: len(rows) - left]
        if any(row):
            if _is_total(row, above):
                why = "has totals"
            elif _is_footer(row, above):
                why = "is below the table"
            else:
                break
            notes.append(f"Row {last - left:,}, {listed(list(filter(None, row))[:4])}, {why} and is not a case.")
        left += 1
    return left, tuple(reversed(notes))


def _is_total(row: Row, above: Sequence[Row]) -> bool:
    place = next(place for place, cell in enumerate(row) if cell)
    others = [cell for cell in row[place + 1 :] if cell]
    said = words(row[place][:LONGEST])
    named = folded(row[place]).rstrip(" :") in TOTALS
    # Of "all sites" the cells below texts are empty, or hold numbers.
    begins = 1 < len(said) < 5 and bool({said[0], said[-1]} & (TOTALS | ALL)) and _lacks_texts(row, above, place)
    return (
        (named or begins)
        and bool(others)
        and all(map(NUMERIC.fullmatch, others))
        and all(_cell(each, place) != row[place] for each in above)
    )


def _lacks_texts(row: Row, above: Sequence[Row], place: int) -> bool:
    """Whether a column that holds texts in each row above has none here."""
    texts = [
        column
        for column in range(place + 1, max(map(len, above), default=0))
        if all(cell and not NUMERIC.fullmatch(cell) for cell in (_cell(each, column) for each in above if any(each)))
    ]
    return any(NUMERIC.fullmatch(_cell(row, column)) or not _cell(row, column) for column in texts)


def _is_footer(row: Row, above: Sequence[Row]) -> bool:
    """Whether a row is one text, such as a source, below a table of several columns."""
    text = row[0]
    if sum(map(bool, row)) > 1 or not any(map(str.isalpha, text)) or max(map(_span, above)) < 2:
        return False
    apart = not any(above[-1]) or _is_comment(row) or ":" in text or (len(row) == 1 and " " in text)
    return apart and all(_cell(each, 0) != text for each in above)


def _is_comment(row: Row) -> bool:
    return bool(row) and COMMENT.match(row[0]) is not None and COMMENT.fullmatch(row[0]) is None


def _uncommented(row: Row) -> list[str]:
    """A row without the sign of comment before its first cell."""
    return [COMMENT.sub("", row[0], count=1).strip(), *row[1:]]


def _span(row: Row) -> int:
    """How many cells a row has up to its last filled one."""
    span = len(row)
    while span and not row[span - 1]:
        span -= 1
    return span


def _cell(row: Row, place: int) -> str:
    return row[place] if place < len(row) else ""


def _shape(cell: str) -> str:
    """What cells made alike have in common, such as “p01” and “p17”: it is the cell itself where it has no digit."""
    return re.sub(r"\d+", "0", cell)


def _are_numbers(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell and folded(cell) not in LACKING]
    return bool(filled) and sum(bool(NUMERIC.fullmatch(cell)) for cell in filled) >= 0.6 * len(filled)
