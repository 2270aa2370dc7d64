"""The tables of a report as sheets of a spreadsheet: their names, widths, and what stands below them."""

import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xlsxwriter.worksheet import Worksheet

from ddcore.answers.base.table_files import SMALLEST_P, column_titles, is_p
from ddcore.report.document import Cell, Document, Section, Table
from ddcore.report.office import line, plain, shown
from ddcore.report.xlsx_cells import HEAD, Styles

LONGEST_NAME = 31
"""Letters of a sheet's name."""
NARROWEST, WIDEST = 8, 60
"""Columns, in letters."""
HEAD_WIDTH = 16
"""Letters of a head before it takes a second line."""
ACROSS = 190
"""Letters across a page; a wider table takes several."""
LOOKED_AT = 500
"""Rows that say how wide a column is to be."""


@dataclass(frozen=True)
class Sheet:
    """A table and the name of its sheet; `below` is said beneath it. `rows` is None where there are too many."""

    name: str
    title: str
    below: tuple[str, ...]
    bold: int
    size: int
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]] | None


def sheets(document: Document) -> Iterator[Sheet]:
    """The tables in their order, each with a name of its own."""
    taken: set[str] = set()
    for place, section in enumerate(document.sections, 1):
        for table in section.tables:
            name = _name(f"{place} {section.heading}, {plain(table.title)}", taken)
            taken.add(name.casefold())
            yield Sheet(
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


def _name(text: str, taken: set[str]) -> str:
    """A name that a sheet can have and none has yet."""
    text = "".join(" " if letter in "[]:*?/\\'" or _unseen(letter) else letter for letter in text)
    text = " ".join(text.split())
    name, copy = _cut(text, LONGEST_NAME), 2
    while name.casefold() in taken:
        end = f" ({copy})"
        name, copy = f"{_cut(text, LONGEST_NAME - len(end))}{end}", copy + 1
    return name


def _cut(text: str, room: int) -> str:
    """The words that there is room for, without a comma at the end; of a long one its beginning, which shows it."""
    if len(text) <= room:
        return text
    words = text[: room + 1].rpartition(" ")[0].rstrip(",")
    return words if 2 * len(words) > room else f"{text[: room - 1].strip()}…"


def _unseen(letter: str) -> bool:
    """Whether a letter is a control sign, or one that takes the room of two."""
    return unicodedata.category(letter).startswith("C") or ord(letter) > 0xFFFF


def write(sheet: Worksheet, table: Sheet, styles: Styles) -> None:
    """Heads, rows, and below them what the table is."""
    rows = table.rows or ()
    columns = [[row[place] for row in rows[:LOOKED_AT]] for place in range(len(table.heads))]
    highest, across = 1, 0
    for place, (head, cells) in enumerate(zip(table.heads, columns, strict=True)):
        width = _width(head, cells)
        highest, across = max(highest, _lines(head, width)), across + width
        sheet.set_column(place, place, width)
        numeric = any(isinstance(cell, int | float) for cell in cells)
        side = {"align": "right"} if numeric else {"align": "left", "indent": 1}
        styles.text(sheet, 0, place, head, **side, **HEAD)
    sheet.set_row(0, 15 * min(highest, 6) + 3)
    for row, told in enumerate(rows, 1):
        bold = {"bold": True} if row <= table.bold else {}
        for place, cell in enumerate(told):
            unsaid = cell == 0 and is_p(table.heads[place])
            styles.cell(sheet, row, place, SMALLEST_P if unsaid else cell, **bold)
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
    longest = max((len(shown(head, cell)) for cell in cells), default=0)
    word = max(map(len, head.split()), default=0)
    return min(WIDEST, max(NARROWEST, longest + 1, word + 3, min(len(head), HEAD_WIDTH) + 3))


def _lines(head: str, width: int) -> int:
    """Lines that a head takes, word by word."""
    lines, room = 1, width - 2
    for word in head.split():
        if room < len(word) and room < width - 2:
            lines, room = lines + 1, width - 2
        room -= len(word) + 1
    return lines
