"""Parts of a document of Word: paragraphs of runs, lists, tables with heads, pictures with words, a foot."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from docx.document import Document as Word
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_TAB_ALIGNMENT
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.shared import Emu, Length
from docx.table import Table, _Cell
from docx.text.paragraph import Paragraph

from ddcore.report.docx_styles import CODE, GAP, IN_CELL, LETTERS, TABLE
from ddcore.report.formulas import linear
from ddcore.report.markdown_blocks import Block, Run, blocks
from ddcore.report.office import allowed, backwards

NARROWEST = 4
"""Letters of the narrowest column."""
APART = 3
"""Letters that stay free between two columns."""
TOGETHER = 16
"""Rows of a table that one page is to hold."""
WIDEST = 34
"""Letters of a column before its cells take a second line."""


@dataclass
class Parts:
    """Writes one part after another; `width` is that of the text."""

    word: Word
    width: Emu
    _found: dict[str, str] = field(default_factory=dict)

    def heading(self, text: str, level: int) -> None:
        """A heading, or the title where the level is 0."""
        self._plain(f"Heading {level}" if level else "Title", text)

    def plain(self, text: str, style: str | None = None) -> None:
        """A plain text as a paragraph."""
        if text:
            self._plain(style, text)

    def _plain(self, style: str | None, text: str) -> None:
        write(self._paragraph(style), [Run(text)])

    def _paragraph(self, style: str | None = None) -> Paragraph:
        """A paragraph; looking for a style takes longer than all else, and each is looked for once."""
        paragraph = self.word.add_paragraph()
        if style is not None:
            paragraph._p.style = self._style(style)
        return paragraph

    def _style(self, name: str) -> str:
        if name not in self._found:
            self._found[name] = self.word.styles[name].style_id
        return self._found[name]

    def code(self, text: str) -> None:
        """Lines of code."""
        self._plain(CODE, text)

    def prose(self, markdown: str, style: str | None = None, formulas: bool = False) -> None:
        """The blocks of a text; formulas as lines of letters."""
        for block in blocks(markdown, formulas):
            self._block(block, style)

    def _block(self, block: Block, style: str | None) -> None:
        if block.kind == "table":
            self._marked_table(block.rows)
            return
        if block.kind == "item":
            style = "List Bullet" if block.level <= 1 else f"List Bullet {min(block.level, 3)}"
        write(self._paragraph(CODE if block.kind == "code" else style), block.runs)

    def labelled(self, label: str, markdown: str) -> None:
        """A text behind what it is."""
        told = blocks(markdown)
        first = told[0].runs if told and told[0].kind == "paragraph" else ()
        write(self._paragraph(), [Run(f"{label}: ", bold=True), *first])
        for block in told[bool(first) :]:
            self._block(block, None)

    def entries(self, texts: Iterable[str]) -> None:
        """A list, an entry a text."""
        for text in texts:
            self.prose(text, "List Bullet")

    def table(
        self, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool] = ()
    ) -> None:
        """A table of plain texts; its head stands on each page again. `right` tells which columns hold numbers."""
        sides = right or [False] * len(heads)
        table = self._empty_table(title, len(rows) + 1, widths(heads, rows))
        for place, cells in enumerate([heads, *rows]):
            for column, cell in enumerate(table.rows[place].cells):
                paragraph = self._in_cell(cell)
                write(paragraph, [Run(cells[column])])
                if sides[column]:
                    paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
                if place < len(rows) <= TOGETHER:
                    paragraph.paragraph_format.keep_with_next = True

    def _marked_table(self, rows: Sequence[Sequence[Sequence[Run]]]) -> None:
        """A table out of a text, whose cells have runs."""
        letters = [["".join(run.text for run in cell) for cell in row] for row in rows]
        table = self._empty_table("", len(rows), widths(letters[0], letters[1:]))
        for row, cells in zip(table.rows, rows, strict=True):
            for cell, runs in zip(row.cells, cells, strict=True):
                write(self._in_cell(cell), runs)
        self.gap()

    def _in_cell(self, cell: _Cell) -> Paragraph:
        paragraph: Paragraph = cell.paragraphs[0]
        paragraph._p.style = self._style(IN_CELL)
        return paragraph

    def _empty_table(self, title: str, rows: int, shares: Sequence[int]) -> Table:
        table: Table = self.word.add_table(rows, len(shares), style=TABLE)
        for column, share in zip(table.columns, shares, strict=True):
            column.width = Emu(self.width * share // max(1, sum(shares)))
        for row in table.rows:
            _set(row._tr.get_or_add_trPr(), "w:cantSplit")
        _set(table.rows[0]._tr.get_or_add_trPr(), "w:tblHeader")
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
        self._paragraph(GAP)

    def picture(self, png: bytes, words: str, title: str, highest: Length) -> None:
        """A picture as wide as the text, if it is not higher then, with words for those who do not see it."""
        paragraph = self._paragraph()
        paragraph.paragraph_format.keep_with_next = True
        shape = paragraph.add_run().add_picture(io.BytesIO(png), width=self.width)
        if shape.height > highest:
            shape.width, shape.height = Emu(shape.width * highest // shape.height), highest
        properties = shape._inline.docPr
        properties.set("descr", allowed(words))
        properties.set("title", allowed(title))

    def foot(self, text: str, page: str) -> None:
        """Below each page: a text, and at its right end the number of the page."""
        paragraph = self.word.sections[0].footer.paragraphs[0]
        paragraph.paragraph_format.tab_stops.add_tab_stop(self.width, WD_TAB_ALIGNMENT.RIGHT)
        write(paragraph, [Run(f"{text}\t{page} ")])
        for field_name, before in (("PAGE", ""), ("NUMPAGES", " / ")):
            paragraph.add_run(before)
            one = "<w:r><w:t>1</w:t></w:r>"
            paragraph._p.append(parse_xml(f'<w:fldSimple {nsdecls("w")} w:instr=" {field_name} ">{one}</w:fldSimple>'))


def _set(parent: BaseOxmlElement, name: str) -> None:
    """A property that is on, once."""
    if parent.find(qn(name)) is None:
        parent.append(OxmlElement(name))


def write(paragraph: Paragraph, runs: Sequence[Run]) -> None:
    """Runs in their styles; a text whose letters run from right to left does so."""
    turned = backwards("".join(run.text for run in runs))
    if turned:
        _set(paragraph._p.get_or_add_pPr(), "w:bidi")
    for run in runs:
        written = paragraph.add_run(allowed(linear(run.text) if run.math else run.text))
        written.bold = run.bold or None
        written.italic = run.italic or run.math or None
        if run.code:
            written.style = LETTERS
        if turned:
            written.font.rtl = True


def widths(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column in letters: as its cells need, and as the longest word of its head."""
    return [_width(head, [row[place] for row in rows]) for place, head in enumerate(heads)]


def _width(head: str, cells: Sequence[str]) -> int:
    longest = max((len(text) for text in (*head.split(), *cells)), default=0)
    return APART + min(WIDEST, max(NARROWEST, longest))
