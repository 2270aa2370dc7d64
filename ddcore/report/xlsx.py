"""A report as a spreadsheet: its texts on the first sheet, and a sheet for each table, with numbers as numbers."""

import io
import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from ddcore.answers.base.table_files import FORMULA, SMALLEST_P, column_titles, is_p
from ddcore.formats import number
from ddcore.report import words
from ddcore.report.document import Cell, Document, Fact, Number, Section, Table
from ddcore.report.office import DATE, allowed, backwards, cell_shown, line, plain

PAPER = {"a4": 9, "letter": 1}
"""The numbers of papers."""

_TEXTS_STAY = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def written(document: Document) -> bytes:
    """The bytes of the workbook."""
    content = io.BytesIO()
    workbook = xlsxwriter.Workbook(content, _TEXTS_STAY)
    workbook.set_properties(
        {"title": line(document.title), "author": line(document.author), "created": datetime(*DATE)}
    )
    styles, tables = Styles(workbook), list(table_sheets(document))
    FirstSheet(_sheet(workbook, "Report", document), styles).write(document, tables)
    for table in tables:
        if table.rows is not None:
            _write_table(_sheet(workbook, table.name, document), table, styles)
    workbook.close()
    return content.getvalue()


def _sheet(workbook: Workbook, name: str, document: Document) -> Worksheet:
    """A sheet that is printed across, as wide as the paper, with its page and the report's fingerprint."""
    sheet = workbook.add_worksheet(name)
    sheet.set_landscape()
    sheet.set_paper(PAPER[document.order.paper])
    sheet.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    sheet.fit_to_pages(1, 0)
    sheet.set_footer(f"&L&8{words.foot(document)}&R&8&A, &P / &N")
    return sheet


LONGEST = 32_767
"""Characters that a cell can hold."""
MOST_EXACT = 10**15
"""Whole numbers that a spreadsheet keeps to the last digit are smaller."""

HEAD = {"bold": True, "text_wrap": True, "bottom": 1, "bg_color": "#E8EDF3"}


@dataclass
class Styles:
    """The formats of a workbook, each made once, and how a cell is written in them."""

    workbook: Workbook
    _made: dict[tuple[tuple[str, Any], ...], Format] = field(default_factory=dict)

    def of(self, **properties: Any) -> Format:
        """The format of these properties."""
        key = tuple(sorted(properties.items()))
        if key not in self._made:
            self._made[key] = self.workbook.add_format({"font_name": "Calibri", "valign": "top", **properties})
        return self._made[key]

    def text(self, sheet: Worksheet, row: int, column: int, text: str, **properties: Any) -> None:
        """Write a text; what looks like a formula stays a text when somebody edits the cell."""
        if text.lstrip().startswith(FORMULA):
            properties["quote_prefix"] = True
        if backwards(text):
            properties["reading_order"] = 2
        sheet.write_string(row, column, _fitting(allowed(text)), self.of(**properties))

    def cell(self, sheet: Worksheet, row: int, column: int, cell: Cell, **properties: Any) -> None:
        """Write a cell of a table; one without a value stays empty, an infinite one is a text."""
        if isinstance(cell, bool):
            sheet.write_boolean(row, column, cell, self.of(**properties))
        elif cell is None or cell == "" or cell != cell:
            return
        elif isinstance(cell, str):
            self.text(sheet, row, column, cell, indent=1, **properties)
        elif math.isinf(cell):
            self.text(sheet, row, column, number(cell), align="right", **properties)
        elif isinstance(cell, int) and abs(cell) >= MOST_EXACT:
            self.text(sheet, row, column, str(cell), align="right", **properties)
        else:
            sheet.write_number(row, column, cell, self.of(num_format=number_format(cell), **properties))


CUT = "… (cut here: a cell holds no more letters)"


def _fitting(text: str) -> str:
    """A text that a cell can hold; one that is cut says so."""
    units = text.encode("utf-16-le")
    if len(units) <= 2 * LONGEST:
        return text
    return units[: 2 * (LONGEST - len(CUT))].decode("utf-16-le", errors="ignore") + CUT


def number_format(value: float) -> str:
    """How a number is shown: as everywhere in the program, three decimals, whole numbers without.

    >>> [number_format(value) for value in (227, 0.84906, 3.9e-56, 2.5e12)]
    ['#,##0', '#,##0.000', '0.0E+00', '0.00E+00']
    """
    size = abs(value)
    if size >= 1e9 and not isinstance(value, int):
        return "0.00E+00"
    if value == int(value):
        return "#,##0"
    return "#,##0.000" if size >= 0.0005 else "0.0E+00"


LONGEST_NAME = 31
"""Characters of a sheet's name."""
NARROWEST, WIDEST = 8, 60
"""Widths of columns, in characters."""
HEAD_WIDTH = 16
"""Characters of a head before it takes a second line."""
ACROSS = 190
"""Characters across a page; a wider table takes several."""
MEASURED_ROWS = 500
"""Rows that decide how wide a column is."""


@dataclass(frozen=True)
class TableSheet:
    """A table and the name of its sheet; `below` stands beneath it. `rows` is None where there are too many."""

    name: str
    title: str
    below: tuple[str, ...]
    bold: int
    size: int
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]] | None


def table_sheets(document: Document) -> Iterator[TableSheet]:
    """The tables in their order, each with a name of its own."""
    taken: set[str] = set()
    for place, section in enumerate(document.sections, 1):
        for table in section.tables:
            name = sheet_name(f"{place} {section.heading}, {plain(table.title)}", taken)
            taken.add(name.casefold())
            yield TableSheet(
                name=name,
                title=plain(table.title),
                below=_below(section, table),
                bold=table.bold,
                size=table.size,
                heads=column_titles(table.columns),
                rows=table.rows,
            )


def _below(section: Section, table: Table) -> tuple[str, ...]:
    title = line(f"{section.heading}: {plain(table.title)}")
    return (title, plain(table.remark)) if table.remark else (title,)


def sheet_name(text: str, taken: set[str]) -> str:
    """A name that a sheet can have and that is not taken yet.

    >>> sheet_name("1 Verdict, Models", set()), sheet_name("1 Verdict, Models", {"1 verdict, models"})
    ('1 Verdict, Models', '1 Verdict, Models (2)')
    """
    text = "".join(" " if letter in "[]:*?/\\'" or _is_unseen(letter) else letter for letter in text)
    text = " ".join(text.split())
    name, copy = _cut(text, LONGEST_NAME), 2
    while name.casefold() in taken:
        end = f" ({copy})"
        name, copy = f"{_cut(text, LONGEST_NAME - len(end))}{end}", copy + 1
    return name


def _cut(text: str, room: int) -> str:
    """The words that there is room for, without a comma at the end; of a long one its beginning, with an ellipsis."""
    if len(text) <= room:
        return text
    cut = text[: room + 1].rpartition(" ")[0].rstrip(",")
    return cut if 2 * len(cut) > room else f"{text[: room - 1].strip()}…"


def _is_unseen(letter: str) -> bool:
    """Whether a character is a control sign, or takes the room of two."""
    return unicodedata.category(letter).startswith("C") or ord(letter) > 0xFFFF


def _write_table(sheet: Worksheet, table: TableSheet, styles: Styles) -> None:
    """Write the heads, the rows, and below them what the table is."""
    rows = table.rows or ()
    columns = [[row[place] for row in rows[:MEASURED_ROWS]] for place in range(len(table.heads))]
    highest, across = 1, 0
    for place, (head, cells) in enumerate(zip(table.heads, columns, strict=True)):
        width = _width(head, cells)
        highest, across = max(highest, _lines(head, width)), across + width
        sheet.set_column(place, place, width)
        numeric = any(isinstance(cell, int | float) for cell in cells)
        side = {"align": "right"} if numeric else {"align": "left", "indent": 1}
        styles.text(sheet, 0, place, head, **side, **HEAD)
    sheet.set_row(0, 15 * min(highest, 6) + 3)
    for row, values in enumerate(rows, 1):
        bold = {"bold": True} if row <= table.bold else {}
        for place, cell in enumerate(values):
            underflow = cell == 0 and is_p(table.heads[place])
            styles.cell(sheet, row, place, SMALLEST_P if underflow else cell, **bold)
    sheet.freeze_panes(1, 0)
    sheet.repeat_rows(0)
    if across > ACROSS:
        sheet.repeat_columns(0, 0)
        sheet.fit_to_pages(math.ceil(across / ACROSS), 0)
    if table.heads:
        sheet.autofilter(0, 0, max(1, len(rows)), len(table.heads) - 1)
    for row, text in enumerate(table.below, len(rows) + 2):
        styles.text(sheet, row, 0, text, italic=True)


def _width(head: str, cells: Sequence[Cell]) -> int:
    """As wide as its cells, and as the longest word of its head; the arrow of the filter takes room, too."""
    longest = max((len(cell_shown(head, cell)) for cell in cells), default=0)
    word = max(map(len, head.split()), default=0)
    return min(WIDEST, max(NARROWEST, longest + 1, word + 3, min(len(head), HEAD_WIDTH) + 3))


def _lines(head: str, width: int) -> int:
    """How many lines a head takes, word by word."""
    lines, room = 1, width - 2
    for word in head.split():
        if room < len(word) and room < width - 2:
            lines, room = lines + 1, width - 2
        room -= len(word) + 1
    return lines


WIDTHS = (46, 24, 40)
"""Widths of its columns, in characters."""
HIGHEST = 409
"""Points that a row can have."""


@dataclass
class FirstSheet:
    """What the report says, without its charts, and where its tables are; written from above, now at `row`."""

    sheet: Worksheet
    styles: Styles
    row: int = 0

    def write(self, document: Document, tables: Sequence[TableSheet]) -> None:
        """Write all of it."""
        for column, width in enumerate(WIDTHS):
            self.sheet.set_column(column, column, width)
        self.sheet.hide_gridlines(2)
        self._first_page(document)
        self._sections(document)
        self._tables(tables)
        self._facts(words.DATA, document.facts)
        self._part(words.ODDITIES, map(plain, document.data_notes))
        self._facts(words.CARD, document.card)
        self._recipe(document)

    def _first_page(self, document: Document) -> None:
        self._across(line(document.title), size=18, bold=True)
        if byline := words.byline(document):
            self._across(line(byline))
        self._part(words.DECISION, map(plain, document.decision))
        self._part(words.GUESSED, map(plain, document.guessed))
        if document.numbers:
            self._heading(words.NUMBERS)
            self._rows((words.NUMBER, words.VALUE, words.INTERVAL), map(_cells, document.numbers))
        self._part(words.RESTS_ON, map(plain, document.rests_on))
        self._part(words.WOULD_CHANGE, map(plain, document.would_change))
        if document.compared is not None:
            self._part(words.COMPARED, map(plain, document.compared.sentences))
            changes = [
                (f"{plain(change.section)} {change.name}", change.before, change.after)
                for change in document.compared.changes
            ]
            if changes:
                self._rows((words.NUMBER, words.BEFORE, words.AFTER), changes)

    def _sections(self, document: Document) -> None:
        for section in document.sections:
            chosen = [f"{fact.label}: {plain(fact.text)}" for fact in section.chosen]
            texts = [section.sentence, section.reason, section.about, *(note.text for note in section.notes)]
            remark = [section.remark] if section.remark else []
            self._part(
                f"{section.heading}: {section.text}", [*chosen, *map(plain, filter(None, texts)), *map(plain, remark)]
            )
            if section.numbers:
                self._rows((), map(_cells, section.numbers))

    def _tables(self, tables: Sequence[TableSheet]) -> None:
        """The place of each table, with a link to its sheet; one that is too large says that it is not here."""
        if not tables:
            return
        self._heading(words.TABLES)
        for table in tables:
            if table.rows is None:
                self._rows((), [("", line(table.title), words.too_many_rows(table.size))])
                continue
            self._rows((), [("", line(table.title), f"{len(table.rows):,}")])
            place = table.name.replace("'", "''")
            link = self.styles.of(font_color="#0B5394", underline=1)
            self.sheet.write_url(self.row - 1, 0, f"internal:'{place}'!A1", link, table.name)

    def _recipe(self, document: Document) -> None:
        self._part(words.AGAIN, [words.AGAIN_PYTHON, *filter(None, document.python.splitlines())])
        self._part("", [words.AGAIN_COMMAND, document.command])
        self._part(words.WHOLE_TITLE, [document.title] if line(document.title) != document.title else [])
        self._part("", [words.foot(document), words.FINGERPRINTS])

    def _facts(self, head: str, facts: Iterable[Fact]) -> None:
        self._heading(head)
        self._rows((), [(fact.label, plain(fact.text) or words.TO_FILL) for fact in facts])

    def _part(self, head: str, texts: Iterable[str]) -> None:
        """A heading and texts below it; nothing where there are no texts."""
        texts = list(texts)
        if texts:
            self._heading(head)
        for text in texts:
            self._across(text)

    def _heading(self, head: str) -> None:
        self.row += 1
        if head:
            self._across(head, size=13, bold=True)

    def _across(self, text: str, size: int = 11, bold: bool = False) -> None:
        """A text over all columns, in as many lines as it takes."""
        style = {"font_size": size, "text_wrap": True} | ({"bold": True} if bold else {})
        self.sheet.set_row(self.row, _height(text, sum(WIDTHS) * 11 / size, size))
        self.sheet.merge_range(self.row, 0, self.row, len(WIDTHS) - 1, "", self.styles.of(**style))
        self.styles.text(self.sheet, self.row, 0, text, **style)
        self.row += 1

    def _rows(self, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """A small table, each row as high as its highest cell; of a row of two cells, the last takes two columns."""
        for column, head in enumerate(heads):
            self.styles.text(self.sheet, self.row, column, head, **HEAD)
        self.row += bool(heads)
        for cells in rows:
            widths = (WIDTHS[0], sum(WIDTHS[1:])) if len(cells) == 2 else WIDTHS
            height = max(_height(cell, width) for cell, width in zip(cells, widths, strict=True))
            self.sheet.set_row(self.row, height)
            if len(cells) == 2:
                self.sheet.merge_range(self.row, 1, self.row, 2, "", self.styles.of(text_wrap=True))
            for column, cell in enumerate(cells):
                self.styles.text(self.sheet, self.row, column, cell, text_wrap=True)
            self.row += 1


def _cells(stated: Number) -> tuple[str, str, str]:
    """The cells of a number: beside its interval stands what guessing reaches."""
    guessing = f"{words.BASELINE}: {stated.baseline}" if stated.baseline else ""
    return stated.name, stated.text, "; ".join(filter(None, (stated.interval, guessing)))


def _height(text: str, room: float, size: int = 11) -> float:
    """The height in points of a row whose text has room for `room` characters a line."""
    lines = sum(max(1, math.ceil(len(part) / room)) for part in allowed(text).splitlines() or [""])
    return min(HIGHEST, 1.4 * size * lines)
