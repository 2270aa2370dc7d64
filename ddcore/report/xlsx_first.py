"""The first sheet of a spreadsheet: what the report says, without its charts, and where its tables are."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from xlsxwriter.worksheet import Worksheet

from ddcore.report.document import Document, Fact
from ddcore.report.office import allowed, foot, line, plain
from ddcore.report.texts import Texts
from ddcore.report.xlsx_cells import HEAD, Styles
from ddcore.report.xlsx_tables import Sheet

WIDTHS = (46, 24, 40)
"""Of its columns, in letters."""
HIGHEST = 409
"""Points that a row can have."""


@dataclass
class First:
    """The sheet, written from above."""

    sheet: Worksheet
    styles: Styles
    texts: Texts
    row: int = 0

    def write(self, document: Document, tables: Sequence[Sheet]) -> None:
        """All of it."""
        for column, width in enumerate(WIDTHS):
            self.sheet.set_column(column, column, width)
        self.sheet.hide_gridlines(2)
        self._first_page(document)
        self._sections(document)
        self._tables(tables)
        self._data(document)
        self._again(document)

    def _first_page(self, document: Document) -> None:
        texts = self.texts
        self._wide(line(document.title), size=18, bold=True)
        by = ", ".join(filter(None, (document.author and f"{texts.by} {document.author}", document.date)))
        if by:
            self._wide(line(by))
        self._part(texts.decision, map(plain, document.decision))
        if document.numbers:
            self._heading(texts.numbers)
            self._rows(
                (texts.number, texts.value, texts.interval),
                [(number.name, number.text, number.interval) for number in document.numbers],
            )
        self._part(texts.rests_on, map(plain, document.rests_on))
        self._part(texts.would_change, map(plain, document.would_change))
        if document.compared is not None:
            self._part(texts.compared, map(plain, document.compared.sentences))
            changes = [(f"{plain(row.section)} {row.name}", row.before, row.after) for row in document.compared.changes]
            if changes:
                self._rows((texts.number, texts.before, texts.after), changes)

    def _sections(self, document: Document) -> None:
        for section in document.sections:
            chosen = [f"{fact.label}: {plain(fact.text)}" for fact in section.chosen]
            remark = [section.remark] if section.remark else []
            told = [section.sentence, section.reason, section.about, *(note.text for note in section.notes)]
            self._part(
                f"{section.heading}: {section.text}", [*chosen, *map(plain, filter(None, told)), *map(plain, remark)]
            )
            if section.numbers:
                self._rows((), [(number.name, number.text, number.interval) for number in section.numbers])

    def _tables(self, tables: Sequence[Sheet]) -> None:
        """Where each table is, with a link to its sheet; of one that is too large, that it is not here."""
        if not tables:
            return
        self._heading(self.texts.tables)
        for table in tables:
            if table.rows is None:
                said = self.texts.too_many_rows.format(rows=f"{table.size:,}")
                self._rows((), [("", line(table.title), said)])
                continue
            self._rows((), [("", line(table.title), f"{len(table.rows):,}")])
            place = table.name.replace("'", "''")
            look = self.styles.of(font_color="#0B5394", underline=1)
            self.sheet.write_url(self.row - 1, 0, f"internal:'{place}'!A1", look, table.name)

    def _data(self, document: Document) -> None:
        self._facts(self.texts.data, document.facts)
        self._part(self.texts.oddities, map(plain, document.data_notes))
        self._facts(self.texts.card, document.card)

    def _again(self, document: Document) -> None:
        texts = self.texts
        self._part(texts.again, [texts.again_python, *filter(None, document.python.splitlines())])
        self._part("", [texts.again_command, document.command])
        whole = [document.title] if line(document.title) != document.title else []
        self._part(texts.whole_title, whole)
        self._part("", [foot(document, texts), texts.fingerprints])

    def _facts(self, head: str, facts: Iterable[Fact]) -> None:
        self._heading(head)
        self._rows((), [(fact.label, plain(fact.text) or self.texts.to_fill) for fact in facts])

    def _part(self, head: str, told: Iterable[str]) -> None:
        """A heading and lines below it; nothing where there are none."""
        lines = list(told)
        if lines:
            self._heading(head)
        for text in lines:
            self._wide(text)

    def _heading(self, head: str) -> None:
        self.row += 1
        if head:
            self._wide(head, size=13, bold=True)

    def _wide(self, text: str, size: int = 11, bold: bool = False) -> None:
        """A text over all columns, in as many lines as it takes."""
        look = {"font_size": size, "text_wrap": True} | ({"bold": True} if bold else {})
        self.sheet.set_row(self.row, _height(text, sum(WIDTHS) * 11 / size, size))
        self.sheet.merge_range(self.row, 0, self.row, len(WIDTHS) - 1, "", self.styles.of(**look))
        self.styles.text(self.sheet, self.row, 0, text, **look)
        self.row += 1

    def _rows(self, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """A small table; each row as high as its longest cell needs, the last cell of two over two columns."""
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


def _height(text: str, room: float, size: int = 11) -> float:
    """Of a row whose text has room for so many letters a line, in points."""
    lines = sum(max(1, math.ceil(len(part) / room)) for part in allowed(text).splitlines() or [""])
    return min(HIGHEST, 1.4 * size * lines)
