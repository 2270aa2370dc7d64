"""A report as a document of Word, to be edited: headings, lists and tables are those of Word, charts are pictures."""

import io
from collections.abc import Iterator, Mapping, Sequence

from docx.shared import Cm, Length

from ddcore.report.charts import drawn
from ddcore.report.document import Chart, Document, Fact, Number, Section, Table
from ddcore.report.docx_parts import Parts, widths
from ddcore.report.docx_styles import opened
from ddcore.report.office import dated, foot, line, plain, shown
from ddcore.report.texts import ENGLISH, Texts

ACROSS = 100
"""Letters across a page."""
DOWN, BEGINNING = 40, 12
"""Rows of a table; of one that has more, its first ones."""
HIGHEST_FIRST, HIGHEST = Cm(8.5), Cm(12)
"""Charts, on the first page and elsewhere."""
IN_CELL = 80
"""Letters of a cell."""
SMALL = (12, 6)
"""Rows and columns up to which a table stands in its section."""


def written(document: Document, texts: Texts = ENGLISH) -> bytes:
    """The bytes of the document; charts that cannot be drawn are told in words."""
    word, width = opened(document, texts.language)
    pictures, why = drawn(document, "png")
    _Report(Parts(word, width), document, texts, pictures, texts.no_browser if why else "").write()
    content = io.BytesIO()
    word.save(content)
    return dated(content.getvalue())


class _Report:
    """Writes a report, part after part."""

    def __init__(self, parts: Parts, document: Document, texts: Texts, pictures: Mapping[str, bytes], why: str) -> None:
        self.parts, self.document, self.texts = parts, document, texts
        self.pictures, self.why = pictures, why

    def write(self) -> None:
        """All of it."""
        self.parts.foot(foot(self.document, self.texts), self.texts.page)
        self._first_page()
        self._compared()
        for section in self.document.sections:
            self._section(section)
        self._data()
        self._methods()
        self._card()
        self._again()
        self._tables()
        self.parts.plain(foot(self.document, self.texts))
        self.parts.plain(self.texts.fingerprints)

    def _first_page(self) -> None:
        document, texts, parts = self.document, self.texts, self.parts
        parts.heading(line(document.title), 0)
        by = ", ".join(filter(None, (document.author and f"{texts.by} {document.author}", document.date)))
        parts.plain(line(by), "Subtitle")
        parts.heading(texts.decision, 1)
        for sentence in document.decision:
            parts.prose(sentence)
        if document.numbers:
            parts.heading(texts.numbers, 2)
            self._numbers(texts.numbers, document.numbers)
        if document.lead is not None:
            self._chart(document.lead, HIGHEST_FIRST)
        for head, entries in ((texts.rests_on, document.rests_on), (texts.would_change, document.would_change)):
            self._entries(head, entries)

    def _compared(self) -> None:
        texts, compared = self.texts, self.document.compared
        if compared is None:
            return
        self.parts.heading(texts.compared, 1)
        for sentence in compared.sentences:
            self.parts.prose(sentence)
        if compared.changes:
            heads = (texts.section, texts.number, texts.before, texts.after)
            rows = [(plain(row.section), row.name, row.before, row.after) for row in compared.changes]
            self.parts.table(texts.compared, heads, rows)
            self.parts.gap()

    def _section(self, section: Section) -> None:
        texts, parts = self.texts, self.parts
        parts.heading(line(plain(section.text)), 1)
        for fact in section.chosen:
            parts.plain(f"{texts.asked_with} {fact.label}: {plain(fact.text)}")
        for text in (section.sentence, section.reason, section.about, section.remark):
            parts.prose(text)
        if section.numbers:
            self._numbers(plain(section.text), section.numbers)
        for chart in section.charts:
            if chart is self.document.lead:
                parts.plain(f"{texts.on_first_page} {plain(chart.title)}")
            else:
                self._chart(chart)
        for table in filter(_small, section.tables):
            self._table(table, plain(table.title))
        self._entries(texts.worth_knowing, [note.text for note in section.notes])

    def _data(self) -> None:
        texts = self.texts
        self.parts.heading(texts.data, 1)
        self._facts(self.document.facts)
        if line(self.document.title) != self.document.title:
            self.parts.heading(texts.whole_title, 2)
            self.parts.plain(self.document.title)
        self._entries(texts.oddities, self.document.data_notes)

    def _methods(self) -> None:
        self.parts.heading(self.texts.method, 1)
        for section in self.document.sections:
            if section.method:
                self.parts.heading(line(plain(section.text)), 2)
                self.parts.prose(section.method, formulas=True)

    def _card(self) -> None:
        self.parts.heading(self.texts.card, 1)
        self._facts(self.document.card)
        self.parts.plain(self.texts.card_source)

    def _again(self) -> None:
        texts, parts = self.texts, self.parts
        parts.heading(texts.again, 1)
        parts.plain(texts.again_python)
        parts.code(self.document.python)
        parts.plain(texts.again_command)
        parts.code(self.document.command)
        parts.plain(", ".join(f"{name} {version}" for name, version in self.document.versions.items()))

    def _tables(self) -> None:
        """Those that are too large for their sections."""
        large = [(section, table) for section, table in self.document.tables() if not _small(table)]
        if large:
            self.parts.heading(self.texts.tables, 1)
        for section, table in large:
            self._table(table, f"{section.heading}: {plain(table.title)}")

    def _numbers(self, title: str, numbers: Sequence[Number]) -> None:
        heads = (self.texts.number, self.texts.value, self.texts.interval)
        self.parts.table(title, heads, [(row.name, row.text, row.interval) for row in numbers], (False, True, True))
        self.parts.gap()

    def _facts(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            self.parts.labelled(fact.label, fact.text or self.texts.to_fill)

    def _entries(self, head: str, entries: Sequence[str]) -> None:
        if entries:
            self.parts.heading(head, 2)
            self.parts.entries(entries)

    def _chart(self, chart: Chart, highest: Length = HIGHEST) -> None:
        if chart.key in self.pictures:
            self.parts.picture(self.pictures[chart.key], chart.words, plain(chart.title), highest)
        self.parts.prose(chart.title, "Caption")
        if chart.key not in self.pictures:
            self.parts.plain(self.texts.no_chart.format(why=self.why, words=chart.words))
        self.parts.prose(chart.remark)

    def _table(self, table: Table, title: str) -> None:
        """As many first rows and columns as a page holds, and that there are more."""
        texts, parts = self.texts, self.parts
        parts.heading(line(title), 2)
        if table.rows is None:
            parts.plain(texts.not_here.format(rows=f"{table.size:,}"))
        else:
            heads, rows, right = _fitting(table)
            parts.table(title, heads, rows, right)
            parts.gap()
            for sentence in _left_out(table, len(heads), len(rows), texts):
                parts.plain(sentence)
        parts.prose(table.remark)


def _small(table: Table) -> bool:
    return table.rows is not None and len(table.rows) <= SMALL[0] and len(table.columns) <= SMALL[1]


def _fitting(table: Table) -> tuple[list[str], list[list[str]], list[bool]]:
    """Heads, rows in letters, and which columns hold numbers, as far as a page holds them."""
    rows = table.rows or ()
    rows = rows if len(rows) <= DOWN else rows[:BEGINNING]
    letters = [
        [line(shown(head, cell), IN_CELL) for head, cell in zip(table.columns, row, strict=True)] for row in rows
    ]
    heads, room, columns = list(table.columns), ACROSS, 0
    for width in widths(heads, letters):
        room -= width
        if room < 0 and columns:
            break
        columns += 1
    numeric = [any(isinstance(row[place], int | float) for row in rows) for place in range(columns)]
    return heads[:columns], [row[:columns] for row in letters], numeric


def _left_out(table: Table, columns: int, rows: int, texts: Texts) -> Iterator[str]:
    if columns < len(table.columns):
        yield texts.first_columns.format(shown=columns, columns=len(table.columns))
    if rows < len(table.rows or ()):
        yield texts.first_rows.format(shown=rows, rows=f"{len(table.rows or ()):,}")
