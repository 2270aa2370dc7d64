"""How a document of Word looks: paper, letters, headings, tables; and what it tells of itself."""

from datetime import datetime

import docx
from docx.document import Document as Word
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Cm, Emu, Pt, RGBColor
from docx.styles.style import ParagraphStyle

from ddcore.report.document import Document
from ddcore.report.office import DATE, line

PAPER = {"a4": (Cm(21.0), Cm(29.7)), "letter": (Cm(21.59), Cm(27.94))}
MARGIN = Cm(2.0)

TABLE, IN_CELL, CODE, LETTERS, GAP = "Report Table", "Table Text", "Code", "Code Letters", "Gap"
"""Styles of a report's own."""
WORDS = "Calibri"
DARK = RGBColor(0x1F, 0x2A, 0x37)
REGIONS = {"en": "en-US"}
"""What Word calls a language, where it wants to know of which country."""

_SIZES = {"Title": 24, "Heading 1": 16, "Heading 2": 13, "Heading 3": 11}

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


def opened(document: Document, language: str) -> tuple[Word, Emu]:
    """An empty document of Word in the looks of a report, and the width of its text."""
    word = docx.Document()
    page = word.sections[0]
    page.page_width, page.page_height = PAPER[document.order.paper]
    page.left_margin = page.right_margin = page.top_margin = page.bottom_margin = MARGIN
    _about(word, document, language)
    _letters(word, language)
    _own(word)
    return word, Emu(page.page_width - 2 * MARGIN)


def _about(word: Word, document: Document, language: str) -> None:
    """What the document tells of itself, always at the same time."""
    told = word.core_properties
    told.title, told.author, told.last_modified_by = line(document.title), line(document.author), ""
    told.comments = told.subject = told.keywords = ""
    told.language = language
    told.created = told.modified = datetime(*DATE)
    for setting in word.settings.element.iter(qn("w:compatSetting")):
        if setting.get(qn("w:name")) == "compatibilityMode":
            setting.set(qn("w:val"), "15")


def _letters(word: Word, language: str) -> None:
    styles = word.styles
    for spoken in styles.element.iter(qn("w:lang")):
        spoken.set(qn("w:val"), REGIONS.get(language, language))
    normal = _style(word, "Normal")
    normal.font.size = Pt(10.5)
    normal.paragraph_format.space_after = Pt(6)
    normal.paragraph_format.line_spacing = 1.1
    for name in ("Normal", "Title", "Subtitle", "Heading 1", "Heading 2", "Heading 3", "Caption"):
        style = _style(word, name)
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        fonts.attrib.clear()
        for kind in ("ascii", "hAnsi", "cs", "eastAsia"):
            fonts.set(qn(f"w:{kind}"), WORDS)
        style.font.color.rgb = DARK
    for name, size in _SIZES.items():
        style = _style(word, name)
        style.font.size = Pt(size)
        style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(size), Pt(4)
    _style(word, "Title").paragraph_format.space_before = Pt(0)
    _style(word, "Subtitle").font.size = Pt(11)
    _style(word, "Caption").font.bold = True
    foot = _style(word, "Footer")
    foot.font.size = Pt(8)
    foot.paragraph_format.tab_stops.clear_all()


def _own(word: Word) -> None:
    """Styles of code, of tables, and of what keeps them apart."""
    code = word.styles.add_style(CODE, WD_STYLE_TYPE.PARAGRAPH)
    code.base_style = word.styles["Normal"]
    letters = word.styles.add_style(LETTERS, WD_STYLE_TYPE.CHARACTER)
    for style in (code, letters):
        style.font.name, style.font.size = "Consolas", Pt(9)
    in_cell = word.styles.add_style(IN_CELL, WD_STYLE_TYPE.PARAGRAPH)
    in_cell.base_style = word.styles["Normal"]
    in_cell.font.size = Pt(9)
    in_cell.paragraph_format.space_before = in_cell.paragraph_format.space_after = Pt(1)
    in_cell.paragraph_format.line_spacing = 1.0
    gap = word.styles.add_style(GAP, WD_STYLE_TYPE.PARAGRAPH)
    gap.font.size = Pt(4)
    gap.paragraph_format.space_after = Pt(4)
    word.styles.element.append(parse_xml(_TABLE.format(space=nsdecls("w"))))


def _style(word: Word, name: str) -> ParagraphStyle:
    style = word.styles[name]
    assert isinstance(style, ParagraphStyle)
    return style
