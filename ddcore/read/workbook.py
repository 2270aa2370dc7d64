"""One sheet of an Excel workbook: checked part by part, and only what was checked is handed to the reader.

The library ends the process for a row number of twenty digits and asks for 500 GB for one cell in a far corner; it
takes parts by names that other readers of archives resolve otherwise, and other formats from the same archive. So it
is given a new archive, of the checked parts alone.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any
from xml.parsers import expat

import pyarrow as pa
from python_calamine import CalamineError, CalamineWorkbook

from ddcore.errors import InputError
from ddcore.read import limits
from ddcore.read.header import BOTTOM, TOP, another, find_header, foot, starts_another
from ddcore.read.limits import COLUMNS, LONGEST_ROW, SHEET_CELLS, SHEET_TEXT, too_large
from ddcore.read.reading import AUTOMATIC, PREVIEWED, Reading, previewed
from ddcore.read.values import array_of, as_text
from ddcore.read.words import Unusable, counted, listed, quoted
from ddcore.records.guess import Guess

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
"""The corner of an Excel sheet, XFD1048576."""

CELL, SHARED = (re.compile(rb"<(?:[^\s<>/:]*+:)?%s[\s/>]" % name) for name in (b"c", b"si"))
"""The beginning of a cell in a sheet, and of a text that cells refer to."""

TEXTS = re.compile(rb"<(?:[^\s<>/:]*+:)?sst[^>]*>")
COUNTED = re.compile(rb"""\s(?:count|uniqueCount)\s*=\s*(?:"[^"]*"|'[^']*')""")
"""How many shared texts there are, as the part says: the library would make room for them."""

ERRORS = frozenset({"#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#CALC!", "#SPILL!"})
"""What Excel shows in place of a value that it could not compute."""

REFERENCE = re.compile(r"([A-Za-z]{0,3})(\d{0,7})")

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
FRAME = {
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" Type="{OFFICE}/officeDocument" '
    'Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" Type="{OFFICE}/worksheet" '
    'Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns:r="{OFFICE}"><workbookPr date1904="%d"/><sheets><sheet name="1" sheetId="1" '
    'r:id="rId1"/></sheets></workbook>',
}
"""The parts of a workbook of one sheet that say where it is."""


OTHERS = {"xl/workbook.bin": "a binary workbook (.xlsb)", "word/document.xml": "a Word document"}
"""Parts of other files of Office."""

LOOKED_AT = 2**20
"""Bytes of a sheet by which one with a table is found."""


class _Parts:
    """The parts of an archive, unpacked one at a time and together within the limit of bytes."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive, self.size = archive, 0
        self.names = {name.replace("\\", "/").lower(): name for name in archive.namelist()}

    def __contains__(self, name: str) -> bool:
        return name.lower() in self.names

    def __getitem__(self, name: str) -> bytes:
        """A part, empty where there is none; some programs write names in other letters than they refer to."""
        if name not in self:
            return b""
        part = io.BytesIO()
        with self.archive.open(self.names[name.lower()]) as stream:
            while block := stream.read(LONGEST_ROW):
                self.size += len(block)
                if self.size > limits.BYTES:
                    raise too_large("inside")
                part.write(block)
        return part.getvalue()


class _Sheet:
    """What a sheet spans; `shared` counts the cells whose text stands elsewhere."""

    def __init__(self) -> None:
        self.rows = self.width = self.shared = 0
        self.row = self.column = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """A row or a cell begins: where it says it is, or else behind the last one."""
        match _local(name):
            case "row":
                self.row, self.column = _place(attributes.get("r", str(self.row + 1)))[0], 0
            case "c":
                self.shared += attributes.get("t") == "s"
                if "r" in attributes:
                    row, self.column = _place(attributes["r"])
                else:
                    row, self.column = self.row, self.column + 1
                self.rows, self.width = max(self.rows, row), max(self.width, self.column)
            case "dimension" | "mergeCell":
                for corner in attributes.get("ref", "").split(":"):
                    _place(corner)

    def check(self) -> None:
        """Whether as many cells as the sheet spans can be held."""
        if self.rows * self.width > SHEET_CELLS.most:
            raise InputError(
                f"spans {self.rows:,} rows and {self.width:,} columns, more than {SHEET_CELLS.most:,} cells; save it "
                f"as CSV"
            )


def _place(reference: str) -> tuple[int, int]:
    """The row and the column that a reference names."""
    match = REFERENCE.fullmatch(reference)
    if match is None:
        raise _no_cell(reference)
    row, column = int(match[2] or 1), 0
    for letter in match[1].upper():
        column = 26 * column + ord(letter) - 64
    if not 1 <= row <= LAST_ROW or column > LAST_COLUMN:
        raise _no_cell(reference)
    return row, column


def _no_cell(reference: str) -> InputError:
    shown = reference if len(reference) <= 30 else f"{reference[:30]}…"
    return InputError(f"refers to “{shown}”, which is not a cell of an Excel sheet; save it again with Excel or as CSV")


def _parse(part: bytes, is_whole: bool = True, **handlers: Any) -> None:
    """Show the parts of an XML text to handlers of expat; one that defines entities of its own is refused."""
    parser = expat.ParserCreate()
    for name, handler in {"StartDoctypeDeclHandler": _refused, **handlers}.items():
        setattr(parser, name, handler)
    try:
        parser.Parse(part, is_whole)
    except (expat.ExpatError, LookupError) as error:
        raise zipfile.BadZipFile(str(error)) from None


def _refused(*_: Any) -> None:
    raise zipfile.BadZipFile("it has XML that no spreadsheet program writes")


def _local(name: str) -> str:
    """The name of an element without its prefix."""
    return name.rpartition(":")[2]


def _elements(part: bytes, name: str) -> list[dict[str, str]]:
    """The attributes of each element of a name."""
    elements: list[dict[str, str]] = []
    _parse(part, StartElementHandler=lambda tag, own: elements.append(own) if _local(tag) == name else None)
    return elements


@dataclass(frozen=True)
class _Book:
    """The sheets of a workbook: their names, their parts, which are hidden, and whether dates count from 1904."""

    names: list[str]
    paths: list[str]
    hidden: list[bool]
    dates: bool

    @classmethod
    def of(cls, parts: _Parts) -> "_Book":
        workbook, relations = parts["xl/workbook.xml"], parts["xl/_rels/workbook.xml.rels"]
        sheets = _elements(workbook, "sheet")
        links = (
            {link.get("Id"): link.get("Target", "") for link in _elements(relations, "Relationship")}
            if relations
            else {}
        )
        targets = [links.get(next((sheet[name] for name in sheet if name.endswith(":id")), ""), "") for sheet in sheets]
        return cls(
            [sheet.get("name", "") for sheet in sheets],
            [target.removeprefix("/") if target.startswith(("/xl/", "xl/")) else f"xl/{target}" for target in targets],
            [sheet.get("state", "visible") != "visible" for sheet in sheets],
            any(element.get("date1904") in ("1", "true") for element in _elements(workbook, "workbookPr")),
        )

    def found(self, parts: _Parts, chosen: str) -> tuple[int, bytes]:
        """The place of the sheet chosen, or else of the first that is shown and may have a table, and its part."""
        if chosen and chosen not in self.names:
            error = Unusable(f"has no sheet {quoted(chosen)}, but {listed(self.names)}; choose one of them")
            error.reading = Reading("an Excel workbook", sheets=tuple(self.names))
            raise error
        if chosen:
            return (place := self.names.index(chosen)), self._part(parts, place)
        shown = [place for place, hidden in enumerate(self.hidden) if not hidden] or [0]
        first = self._part(parts, shown[0])
        if len(shown) > 1 and not _may_have_table(first):
            for place in shown[1:]:
                if self.paths[place] in parts and _may_have_table(part := parts[self.paths[place]]):
                    return place, part
        return shown[0], first

    def _part(self, parts: _Parts, place: int) -> bytes:
        if not self.paths or self.paths[place] not in parts:
            raise zipfile.BadZipFile("that sheet is not in it" if place else "its first sheet is not in it")
        return parts[self.paths[place]]


def _may_have_table(sheet: bytes) -> bool:
    """Whether a sheet spans three rows and two columns at least, as names and a case of each class do."""
    span = _Sheet()
    _parse(sheet[:LOOKED_AT], len(sheet) <= LOOKED_AT, StartElementHandler=span.start)
    return span.rows > 2 and span.width > 1


UNCOMPUTED = re.compile(
    rb"""<(?:[^\s<>/:]*+:)?c(?=[\s>])(?![^>]*\st=["']str["'])([^>]*)>\s*"""
    rb"""<(?:[^\s<>/:]*+:)?f(?:\s[^>]*)?(?:/>|>[^<]*</[^>]*>)\s*"""
    rb"""(?:</|<(?:[^\s<>/:]*+:)?v\s*/>|<(?:[^\s<>/:]*+:)?v>\s*</)"""
)
"""A cell with a formula whose value is not in the file; one that came to an empty text says so."""

REFERENCED = re.compile(rb"""\sr=["']([A-Za-z]{1,3}\d{1,7})["']""")


def _uncomputed(sheet: bytes) -> list[tuple[int, int]]:
    """The row and column of each formula without a value, which programs leave that compute nothing."""
    cells = (REFERENCED.search(cell[1]) for cell in islice(UNCOMPUTED.finditer(sheet), SHEET_CELLS.most))
    return [_place(cell[1].decode()) for cell in cells if cell is not None]


def _check_formulas(formulas: Sequence[tuple[int, int]], first: int, rows: int, width: int) -> None:
    """Raise `InputError` for formulas without values among the cases."""
    within = [(row, column) for row, column in formulas if first <= row < first + rows and column <= width]
    if within:
        row, column = within[0]
        raise InputError(
            f"has {counted(len(within), 'formula')} without a value, the first in row {row:,}, column {column}; open "
            f"it in Excel or LibreOffice, save it, and choose it again"
        )


def _check_text(shared: bytes, sheet: bytes, cells: int) -> None:
    """Whether the texts that cells refer to can be held as often as they are referred to."""
    lengths = _lengths(shared) if shared else []
    # The upper bound is cheap; the references are followed only where it is too much.
    if cells * max(lengths, default=0) > SHEET_TEXT.most:
        references = _References(lengths)
        _parse(
            sheet,
            StartElementHandler=references.start,
            EndElementHandler=references.end,
            CharacterDataHandler=references.text,
            CommentHandler=_refused,
            ProcessingInstructionHandler=_refused,
        )
        SHEET_TEXT.check(references.sum)


def _lengths(shared: bytes) -> list[int]:
    """The number of characters of each shared text."""
    lengths: list[int] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        if _local(name) == "si":
            lengths.append(0)
        elif "count" in attributes or "uniqueCount" in attributes:
            _refused()

    def text(data: str) -> None:
        if lengths:
            lengths[-1] += len(data)

    _parse(shared, StartElementHandler=start, CharacterDataHandler=text)
    return lengths


class _References:
    """The sum of the shared texts' lengths, each as often as a cell refers to it."""

    def __init__(self, lengths: list[int]) -> None:
        self.lengths, self.sum = lengths, 0
        self.is_shared, self.digits = False, ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """A cell, or what it holds, begins."""
        if _local(name) == "c":
            self.is_shared = attributes.get("t") == "s"
        self.digits = ""

    def text(self, data: str) -> None:
        """A piece of what a cell holds."""
        if self.is_shared:
            self.digits += data[:20]

    def end(self, name: str) -> None:
        """What a cell holds ends: where it is a reference, the text counts."""
        if _local(name) == "v" and self.is_shared and self.digits.strip().isdecimal():
            place = int(self.digits)
            self.sum += self.lengths[place] if place < len(self.lengths) else 0


def _checked(data: bytes, asked: Reading) -> tuple[io.BytesIO, list[tuple[int, int]], Reading]:
    """The sheet chosen, or else the first that is shown, as a workbook of its own; and its formulas without values."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = _Parts(archive)
        if other := next((what for name, what in OTHERS.items() if name in parts), None):
            raise InputError(f"is {other}; save the table as XLSX or CSV")
        if "xl/workbook.xml" not in parts:
            raise InputError("is a ZIP archive, not a workbook; unpack it and choose the table inside")
        book = _Book.of(parts)
        place, sheet = book.found(parts, asked.sheet)
        shared, styles = parts["xl/sharedStrings.xml"], parts["xl/styles.xml"]
    shared = TEXTS.sub(lambda tag: COUNTED.sub(b"", tag[0]), shared, count=1)
    for part, sign in ((sheet, CELL), (shared, SHARED)):
        SHEET_CELLS.check(sum(1 for _ in sign.finditer(part)))
    span = _Sheet()
    _parse(sheet, StartElementHandler=span.start)
    span.check()
    formulas = _uncomputed(sheet)
    _check_text(shared, sheet, span.shared)
    contents = {"xl/worksheets/sheet1.xml": sheet, "xl/sharedStrings.xml": shared, "xl/styles.xml": styles}
    with zipfile.ZipFile(stream := io.BytesIO(), "w") as copy:
        for name, text in FRAME.items():
            copy.writestr(name, text % book.dates if "%d" in text else text)
        for name, part in contents.items():
            if part:
                copy.writestr(name, part)
    stream.seek(0)
    return (
        stream,
        formulas,
        replace(asked, sheet=book.names[place], sheets=tuple(book.names), notes=_of_hidden(book, place)),
    )


def _of_hidden(book: _Book, read: int) -> tuple[str, ...]:
    """The note about hidden sheets."""
    if book.hidden[read]:
        return (f"The sheet {quoted(book.names[read])} is hidden in the workbook.",)
    hidden = [name for name, is_hidden in zip(book.names, book.hidden, strict=True) if is_hidden]
    if not hidden:
        return ()
    one = len(hidden) == 1
    return (
        f"The {'sheet' if one else 'sheets'} {listed(hidden)} {'is' if one else 'are'} hidden in the workbook, and "
        f"{'was' if one else 'were'} not read.",
    )


def read_workbook(data: bytes, asked: Reading = AUTOMATIC) -> tuple[pa.Table, Reading]:
    """The sheet chosen, or else the first that is shown and has a table; and which it was of which.

    Raises `InputError` for a sheet that is not there, a reference that is no cell of Excel, formulas whose values are
    not in the file, and more cells and more text than can be held, `Unusable` for a sheet without cells; `BadZipFile`
    or `CalamineError` for a broken workbook.

    >>> import pandas as pd
    >>> pd.DataFrame({"truth": ["yes"], "score": [0.9]}).to_excel(book := io.BytesIO(), index=False, engine="openpyxl")
    >>> table, reading = read_workbook(book.getvalue())
    >>> table.to_pylist(), reading.sheet
    ([{'truth': 'yes', 'score': 0.9}], 'Sheet1')
    """
    try:
        checked, formulas, reading = _checked(data, asked)
    except InputError:
        raise
    except (zlib.error, ValueError, RuntimeError) as error:
        # What zipfile lets through from a broken or encrypted archive.
        raise zipfile.BadZipFile(str(error)) from None
    rows = _rows(checked)
    if not rows:
        raise _without_cells(reading)
    return _table(rows, formulas, reading)


def _table(rows: list[list[Any]], formulas: Sequence[tuple[int, int]], reading: Reading) -> tuple[pa.Table, Reading]:
    """The table among the rows of a sheet: what stands above it, beside it and below it is left out."""
    top = [list(map(as_text, row)) for row in rows[: max(TOP, (reading.header or 0) + BOTTOM)]]
    found = find_header(top, reading.header)
    COLUMNS.check(len(found.names))
    del rows[: found.first - 1]
    notes, guesses = list(found.notes), list(found.guesses)
    blank = [place for place, row in enumerate(rows) if not any(cell != "" for cell in row)]
    for place in blank:
        if place + 1 < len(rows) and starts_another(row := list(map(as_text, rows[place + 1])), found.numeric):
            guesses.append(another(found.first + place + 1, row))
            del rows[place:]
            break
    names, beside = _first_of_several(found.names, rows, found.first - 1)
    guesses += beside
    left, below = foot([list(map(as_text, row[: len(names)])) for row in rows[-BOTTOM:]], found.first + len(rows) - 1)
    del rows[len(rows) - left :]
    _check_formulas(formulas, found.first, len(rows), len(names))
    columns = [array_of([row[place] for row in rows]) for place in range(len(names))]
    reading = replace(
        reading,
        header=found.header,
        first_row=found.first,
        top=previewed((), top[:PREVIEWED])[1:],
        notes=(*reading.notes, *notes, *below),
        guesses=tuple(guesses),
    )
    return pa.table(columns, names=names), reading


def _first_of_several(names: Sequence[str], rows: list[list[Any]], header: int) -> tuple[list[str], list[Guess]]:
    """The names of the first of several tables that stand beside each other, and the guess that it is meant.

    A column without a name and cells is between them; two that end in the same row are one.
    """

    def last_row(first: int, end: int) -> int:
        return next(
            (place for place in range(len(rows), 0, -1) if any(cell != "" for cell in rows[place - 1][first:end])), 0
        )

    is_blank = [not name and last_row(place, place + 1) == 0 for place, name in enumerate(names)]
    begin = is_blank.index(False) if False in is_blank else 0
    gaps = [place for place in range(begin, len(names)) if is_blank[place]]
    for gap in gaps:
        beyond = next((place for place in range(gap, len(names)) if not is_blank[place]), None)
        if beyond is None:
            break
        end = next((place for place in gaps if place > beyond), len(names))
        if last_row(begin, gap) != last_row(beyond, end):
            text = (
                f"Another table seems to begin at {quoted(names[beyond])} in row {header:,}, beside the first one. "
                f"Only the first was read; move the other to its own sheet to read it."
            )
            return list(names[:gap]), [Guess("header-guessed", "header", text, (str(header),))]
    return list(names), []


def _without_cells(reading: Reading) -> Unusable:
    others = [name for name in reading.sheets if name != reading.sheet]
    if others:
        error = Unusable(
            f"has no cells in its sheet {quoted(reading.sheet)}; choose another one, {listed(others, 'or')}"
        )
    else:
        error = Unusable("is empty: its first sheet has no cells; choose a file with a table")
    error.reading = reading
    return error


def _rows(workbook: io.BytesIO) -> list[list[Any]]:
    try:
        book = CalamineWorkbook.from_filelike(workbook)
        workbook.close()
        rows = book.get_sheet_by_index(0).to_python(skip_empty_area=False)
        return [["" if cell in ERRORS else cell for cell in row] for row in rows]
    except BaseException as error:
        # A panic of the library is a BaseException whose class cannot be imported.
        if type(error).__name__ != "PanicException":
            raise
        raise CalamineError("the library that reads it gave up") from None
