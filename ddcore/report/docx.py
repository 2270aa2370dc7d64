"""A report as a document of Word, to be edited: headings, lists and tables are those of Word, charts are pictures."""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import docx
from docx.document import Document as Word
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_TAB_ALIGNMENT
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.shared import Cm, Emu, Length, Pt, RGBColor
from docx.styles.style import ParagraphStyle
from docx.table import Table as WordTable
from docx.table import _Cell
from docx.text.paragraph import Paragraph

from ddcore.formats import many
from ddcore.report import words
from ddcore.report.document import Chart, Document, Fact, Number, Section, Table
from ddcore.report.formulas import linear
from ddcore.report.markdown_blocks import Block, Run, blocks
from ddcore.report.office import DATE, allowed, backwards, cell_shown, dated, line, plain
from ddcore.report.pictures import drawn

PAPER = {"a4": (Cm(21.0), Cm(29.7)), "letter": (Cm(21.59), Cm(27.94))}
MARGIN = Cm(2.0)

TABLE_STYLE, CELL_STYLE, CODE_STYLE, LETTERS_STYLE, GAP_STYLE = (
    "Report Table",
    "Table Text",
    "Code",
    "Code Letters",
    "Gap",
)
"""Styles of a report's own."""
FONT = "Calibri"
DARK = RGBColor(0x1F, 0x2A, 0x37)
REGIONS = {"en": "en-US"}
"""The languages of Word, which wants to know of which country."""
SIZES = {"Title": 24, "Heading 1": 16, "Heading 2": 13, "Heading 3": 11}
"""Points of the letters of styles."""

HIGHEST = Cm(22)
"""Height that a chart may have."""
SMALL_ROWS, MOST_ROWS = 12, 40
"""Rows of a table that stands in its section, and of one that stands in the annex."""
ACROSS = 100
"""Characters across a page."""
IN_CELL = 80
"""Characters of a cell that are shown."""
NARROWEST, WIDEST = 4, 34
"""Characters of the narrowest column, and of a column before its cells take a second line."""
APART = 3
"""Characters that stay free between two columns."""
TOGETHER = 16
"""Rows of a table that one page is to hold."""

_TABLE = """
<w:style {space} w:type="table" w:customStyle="1" w:styleId="ReportTable">
  <w:name w:val="Report Table"/><w:basedOn w:val="TableNormal"/><w:uiPriority w:val="99"/>
  <w:tblPr><w:tblBorders>
    <w:top w:val="single" w:sz="6" w:space="0" w:color="5B6B7C"/>
    <w:bottom w:val="single" w:sz="6" w:space="0" w:color="5B6B7C"/>
    <w:insideH w:val="single" w:sz="4" w:space="0" w:color="D5DCE4"/>
  </w:tblBorders></w:tblPr>
  <w:tblStylePr w:type="firstRow">
    <w:rPr><w:b/><w:bCs/></w:rPr>
    <w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="E8EDF3"/></w:tcPr>
  </w:tblStylePr>
</w:style>
"""


def written(document: Document) -> bytes:
    """The bytes of the document; charts that cannot be drawn are described in words."""
    word = docx.Document()
    page = word.sections[0]
    page.page_width, page.page_height = PAPER[document.order.paper]
    page.left_margin = page.right_margin = page.top_margin = page.bottom_margin = MARGIN
    _set_properties(word, document)
    _set_styles(word)
    _add_styles(word)
    pictures, why = drawn(document, "png")
    parts = Parts(word, Emu(page.page_width - 2 * MARGIN))
    Writer(parts, document, pictures, words.NO_BROWSER if why else "").write()
    content = io.BytesIO()
    word.save(content)
    return dated(content.getvalue())


def _set_properties(word: Word, document: Document) -> None:
    """Title, author and language of the document, and always the same time."""
    properties = word.core_properties
    properties.title, properties.author, properties.last_modified_by = line(document.title), line(document.author), ""
    properties.comments = properties.subject = properties.keywords = ""
    properties.language = words.LANGUAGE
    properties.created = properties.modified = datetime(*DATE)
    for setting in word.settings.element.iter(qn("w:compatSetting")):
        if setting.get(qn("w:name")) == "compatibilityMode":
            setting.set(qn("w:val"), "15")


def _set_styles(word: Word) -> None:
    """Language, fonts, sizes and colours of the styles that Word has."""
    for language in word.styles.element.iter(qn("w:lang")):
        language.set(qn("w:val"), REGIONS.get(words.LANGUAGE, words.LANGUAGE))
    normal = _style(word, "Normal")
    normal.font.size = Pt(10.5)
    normal.paragraph_format.space_after = Pt(6)
    normal.paragraph_format.line_spacing = 1.1
    for name in ("Normal", "Title", "Subtitle", "Heading 1", "Heading 2", "Heading 3", "Caption"):
        style = _style(word, name)
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        fonts.attrib.clear()
        for kind in ("ascii", "hAnsi", "cs", "eastAsia"):
            fonts.set(qn(f"w:{kind}"), FONT)
        style.font.color.rgb = DARK
    for name, size in SIZES.items():
        style = _style(word, name)
        style.font.size = Pt(size)
        style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(size), Pt(4)
    _style(word, "Title").paragraph_format.space_before = Pt(0)
    _style(word, "Subtitle").font.size = Pt(11)
    _style(word, "Caption").font.bold = True
    foot = _style(word, "Footer")
    foot.font.size = Pt(8)
    foot.paragraph_format.tab_stops.clear_all()


def _add_styles(word: Word) -> None:
    """Styles of code, of tables, and of what keeps them apart."""
    code = word.styles.add_style(CODE_STYLE, WD_STYLE_TYPE.PARAGRAPH)
    code.base_style = word.styles["Normal"]
    letters = word.styles.add_style(LETTERS_STYLE, WD_STYLE_TYPE.CHARACTER)
    for style in (code, letters):
        style.font.name, style.font.size = "Consolas", Pt(9)
    in_cell = word.styles.add_style(CELL_STYLE, WD_STYLE_TYPE.PARAGRAPH)
    in_cell.base_style = word.styles["Normal"]
    in_cell.font.size = Pt(9)
    in_cell.paragraph_format.space_before = in_cell.paragraph_format.space_after = Pt(1)
    in_cell.paragraph_format.line_spacing = 1.0
    gap = word.styles.add_style(GAP_STYLE, WD_STYLE_TYPE.PARAGRAPH)
    gap.font.size = Pt(4)
    gap.paragraph_format.space_after = Pt(4)
    word.styles.element.append(parse_xml(_TABLE.format(space=nsdecls("w"))))


def _style(word: Word, name: str) -> ParagraphStyle:
    style = word.styles[name]
    assert isinstance(style, ParagraphStyle)
    return style


@dataclass
class Parts:
    """Writes paragraphs, lists, tables and pictures one after another; `width` is that of the text."""

    word: Word
    width: Emu
    _style_ids: dict[str, str] = field(default_factory=dict)

    def heading(self, text: str, level: int) -> None:
        """A heading, or the title where the level is 0."""
        self._plain(f"Heading {level}" if level else "Title", text)

    def plain(self, text: str, style: str | None = None) -> None:
        """A plain text as a paragraph."""
        if text:
            self._plain(style, text)

    def _plain(self, style: str | None, text: str) -> None:
        _write(self._paragraph(style), [Run(text)])

    def _paragraph(self, style: str | None = None) -> Paragraph:
        paragraph = self.word.add_paragraph()
        if style is not None:
            paragraph._p.style = self._style_id(style)
        return paragraph

    def _style_id(self, name: str) -> str:
        """The id of a style, looked up once: a look-up takes longer than all else."""
        if name not in self._style_ids:
            self._style_ids[name] = self.word.styles[name].style_id
        return self._style_ids[name]

    def code(self, text: str) -> None:
        """Lines of code."""
        self._plain(CODE_STYLE, text)

    def prose(self, markdown: str, style: str | None = None, formulas: bool = False) -> None:
        """The blocks of a text; formulas as lines of letters."""
        for block in blocks(markdown, formulas):
            self._block(block, style)

    def _block(self, block: Block, style: str | None) -> None:
        if block.kind == "table":
            self._markdown_table(block.rows)
            return
        if block.kind == "item":
            style = "List Bullet" if block.level <= 1 else f"List Bullet {min(block.level, 3)}"
        _write(self._paragraph(CODE_STYLE if block.kind == "code" else style), block.runs)

    def labelled(self, label: str, markdown: str) -> None:
        """A text behind its label."""
        parsed = blocks(markdown)
        first = parsed[0].runs if parsed and parsed[0].kind == "paragraph" else ()
        _write(self._paragraph(), [Run(f"{label}: ", bold=True), *first])
        for block in parsed[bool(first) :]:
            self._block(block, None)

    def entries(self, texts: Iterable[str]) -> None:
        """A list, an entry for each text."""
        for text in texts:
            self.prose(text, "List Bullet")

    def table(
        self, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool] = ()
    ) -> None:
        """A table of plain texts; its head stands on each page again. `right` marks the columns that hold numbers."""
        sides = right or [False] * len(heads)
        table = self._empty_table(title, len(rows) + 1, _widths(heads, rows))
        for place, texts in enumerate([heads, *rows]):
            for column, cell in enumerate(table.rows[place].cells):
                paragraph = self._in_cell(cell)
                _write(paragraph, [Run(texts[column])])
                if sides[column]:
                    paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
                if place < len(rows) <= TOGETHER:
                    paragraph.paragraph_format.keep_with_next = True

    def _markdown_table(self, rows: Sequence[Sequence[Sequence[Run]]]) -> None:
        """A table out of a text, whose cells have runs."""
        letters = [["".join(run.text for run in cell) for cell in row] for row in rows]
        table = self._empty_table("", len(rows), _widths(letters[0], letters[1:]))
        for row, cells in zip(table.rows, rows, strict=True):
            for cell, runs in zip(row.cells, cells, strict=True):
                _write(self._in_cell(cell), runs)
        self.gap()

    def _in_cell(self, cell: _Cell) -> Paragraph:
        paragraph: Paragraph = cell.paragraphs[0]
        paragraph._p.style = self._style_id(CELL_STYLE)
        return paragraph

    def _empty_table(self, title: str, rows: int, widths: Sequence[int]) -> WordTable:
        table: WordTable = self.word.add_table(rows, len(widths), style=TABLE_STYLE)
        for column, width in zip(table.columns, widths, strict=True):
            column.width = Emu(self.width * width // max(1, sum(widths)))
        for row in table.rows:
            _turn_on(row._tr.get_or_add_trPr(), "w:cantSplit")
        _turn_on(table.rows[0]._tr.get_or_add_trPr(), "w:tblHeader")
        look = table._tbl.tblPr.find(qn("w:tblLook"))
        if look is not None:
            for name, value in (("firstRow", 1), ("firstColumn", 0), ("noVBand", 1), ("noHBand", 1)):
                look.set(qn(f"w:{name}"), str(value))
            look.set(qn("w:val"), "0620")
        if title:
            caption = OxmlElement("w:tblCaption")
            caption.set(qn("w:val"), allowed(title))
            table._tbl.tblPr.append(caption)
        return table

    def gap(self) -> None:
        """Room below a table."""
        self._paragraph(GAP_STYLE)

    def picture(self, png: bytes, alt: str, title: str, highest: Length) -> None:
        """A picture as wide as the text, if it is not higher then, with words for those who do not see it."""
        paragraph = self._paragraph()
        paragraph.paragraph_format.keep_with_next = True
        shape = paragraph.add_run().add_picture(io.BytesIO(png), width=self.width)
        if shape.height > highest:
            shape.width, shape.height = Emu(shape.width * highest // shape.height), highest
        properties = shape._inline.docPr
        properties.set("descr", allowed(alt))
        properties.set("title", allowed(title))

    def foot(self, text: str, page: str) -> None:
        """Below each page: a text, and at its right end the number of the page."""
        paragraph = self.word.sections[0].footer.paragraphs[0]
        paragraph.paragraph_format.tab_stops.add_tab_stop(self.width, WD_TAB_ALIGNMENT.RIGHT)
        _write(paragraph, [Run(f"{text}\t{page} ")])
        for field_name, before in (("PAGE", ""), ("NUMPAGES", " / ")):
            paragraph.add_run(before)
            shown = "<w:r><w:t>1</w:t></w:r>"
            paragraph._p.append(
                parse_xml(f'<w:fldSimple {nsdecls("w")} w:instr=" {field_name} ">{shown}</w:fldSimple>')
            )


def _turn_on(parent: BaseOxmlElement, name: str) -> None:
    """Set a property, once."""
    if parent.find(qn(name)) is None:
        parent.append(OxmlElement(name))


def _write(paragraph: Paragraph, runs: Sequence[Run]) -> None:
    """Write runs in their styles; a text whose letters run from right to left does so."""
    turned = backwards("".join(run.text for run in runs))
    if turned:
        _turn_on(paragraph._p.get_or_add_pPr(), "w:bidi")
    for run in runs:
        added = paragraph.add_run(allowed(linear(run.text) if run.math else run.text))
        added.bold = run.bold or None
        added.italic = run.italic or run.math or None
        if run.code:
            added.style = LETTERS_STYLE
        if turned:
            added.font.rtl = True


def _widths(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column in characters: as its cells need, and as the longest word of its head."""
    return [_width(head, [row[place] for row in rows]) for place, head in enumerate(heads)]


def _width(head: str, cells: Sequence[str]) -> int:
    longest = max((len(text) for text in (*head.split(), *cells)), default=0)
    return APART + min(WIDEST, max(NARROWEST, longest))


@dataclass
class Writer:
    """Writes a report; `why` says why there are no pictures."""

    parts: Parts
    document: Document
    pictures: Mapping[str, bytes]
    why: str

    def write(self) -> None:
        """Write all of it."""
        self.parts.foot(words.foot(self.document), words.PAGE)
        self._first_page()
        self._compared()
        for section in self.document.sections:
            self._section(section)
        self._data()
        self._card()
        self._recipe()
        if self.document.order.annex:
            self._methods()
            self._tables()
        self.parts.plain(words.foot(self.document))
        self.parts.plain(words.FINGERPRINTS)

    def _first_page(self) -> None:
        document, parts = self.document, self.parts
        parts.heading(line(document.title), 0)
        parts.plain(line(words.byline(document)), "Subtitle")
        parts.heading(words.DECISION, 1)
        for sentence in document.decision:
            parts.prose(sentence)
        self._entries(words.GUESSED, document.guessed)
        if document.numbers:
            parts.heading(words.NUMBERS, 2)
            self._numbers(words.NUMBERS, document.numbers)
        if document.lead is not None:
            self._chart(document.lead)
        self._entries(words.RESTS_ON, document.rests_on)
        self._entries(words.WOULD_CHANGE, document.would_change)

    def _compared(self) -> None:
        compared = self.document.compared
        if compared is None:
            return
        self.parts.heading(words.COMPARED, 1)
        for sentence in compared.sentences:
            self.parts.prose(sentence)
        if compared.changes:
            heads = (words.SECTION, words.NUMBER, words.BEFORE, words.AFTER)
            rows = [(plain(change.section), change.name, change.before, change.after) for change in compared.changes]
            self.parts.table(words.COMPARED, heads, rows)
            self.parts.gap()

    def _section(self, section: Section) -> None:
        parts = self.parts
        parts.heading(line(plain(section.text)), 1)
        for fact in section.chosen:
            parts.plain(f"{words.ASKED_WITH} {fact.label}: {plain(fact.text)}")
        for text in (section.sentence, section.reason, section.about, section.remark):
            parts.prose(text)
        if section.numbers:
            self._numbers(plain(section.text), section.numbers)
        for chart in section.charts:
            if chart is self.document.lead:
                parts.plain(f"{words.ON_FIRST_PAGE} {plain(chart.title)}")
            else:
                self._chart(chart)
        for table in section.tables:
            if fits(table, SMALL_ROWS):
                self._table(table, plain(table.title))
        self._entries(words.WORTH_KNOWING, [note.text for note in section.notes])

    def _data(self) -> None:
        self.parts.heading(words.DATA, 1)
        self._facts(self.document.facts)
        if line(self.document.title) != self.document.title:
            self.parts.heading(words.WHOLE_TITLE, 2)
            self.parts.plain(self.document.title)
        self._entries(words.ODDITIES, self.document.data_notes)

    def _methods(self) -> None:
        self.parts.heading(words.ANNEX_METHODS, 1)
        for section in self.document.sections:
            if section.method:
                self.parts.heading(line(plain(section.text)), 2)
                self.parts.prose(section.method, formulas=True)

    def _card(self) -> None:
        self.parts.heading(words.CARD, 1)
        self._facts(self.document.card)
        self.parts.plain(words.CARD_SOURCE)

    def _recipe(self) -> None:
        parts = self.parts
        parts.heading(words.AGAIN, 1)
        parts.plain(words.AGAIN_PYTHON)
        parts.code(self.document.python)
        parts.plain(words.AGAIN_COMMAND)
        parts.code(self.document.command)
        parts.plain(", ".join(f"{name} {version}" for name, version in self.document.versions.items()))
        if not self.document.order.annex:
            parts.plain(words.MORE)
        self._elsewhere()

    def _elsewhere(self) -> None:
        """The names of the tables that are not here."""
        annex = self.document.order.annex
        left = [
            f"{section.heading}: {plain(table.title)} ({many(table.size, 'row')})"
            for section, table in self.document.tables()
            if not fits(table, MOST_ROWS if annex else SMALL_ROWS)
        ]
        self._entries(words.ELSEWHERE, left)

    def _tables(self) -> None:
        """The tables that are too large for their sections and fit on a page."""
        large = [pair for pair in self.document.tables() if not fits(pair[1], SMALL_ROWS) and fits(pair[1], MOST_ROWS)]
        if large:
            self.parts.heading(words.ANNEX_TABLES, 1)
        for section, table in large:
            self._table(table, f"{section.heading}: {plain(table.title)}")

    def _numbers(self, title: str, numbers: Sequence[Number]) -> None:
        compared = any(stated.baseline for stated in numbers)
        heads = (words.NUMBER, words.VALUE, words.INTERVAL, *([words.BASELINE] if compared else []))
        rows = [(stated.name, stated.text, stated.interval, stated.baseline)[: len(heads)] for stated in numbers]
        self.parts.table(title, heads, rows, (False, True, True, True)[: len(heads)])
        self.parts.gap()

    def _facts(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            self.parts.labelled(fact.label, fact.text or words.TO_FILL)

    def _entries(self, head: str, entries: Sequence[str]) -> None:
        if entries:
            self.parts.heading(head, 2)
            self.parts.entries(entries)

    def _chart(self, chart: Chart) -> None:
        if chart.key in self.pictures:
            self.parts.picture(self.pictures[chart.key], chart.words, plain(chart.title), HIGHEST)
        self.parts.prose(chart.title, "Caption")
        if chart.key not in self.pictures:
            self.parts.plain(words.no_chart(self.why, chart.words))
        self.parts.prose(chart.remark)

    def _table(self, table: Table, title: str) -> None:
        """A table that fits on a page."""
        self.parts.heading(line(title), 2)
        rows = table.rows or ()
        numeric = [any(isinstance(row[place], int | float) for row in rows) for place in range(len(table.columns))]
        self.parts.table(title, table.columns, _texts(table), numeric)
        self.parts.gap()
        self.parts.prose(table.remark)


def _texts(table: Table) -> list[list[str]]:
    """The cells as they are written."""
    return [
        [line(cell_shown(head, cell), IN_CELL) for head, cell in zip(table.columns, row, strict=True)]
        for row in table.rows or ()
    ]


def fits(table: Table, rows: int) -> bool:
    """Whether a table has no more rows than these and is not wider than a page."""
    if table.rows is None or len(table.rows) > rows:
        return False
    return sum(_widths(table.columns, _texts(table))) <= ACROSS
