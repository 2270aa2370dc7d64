"""A report as a spreadsheet: the first sheet says what it says, and a sheet a table holds its numbers as numbers."""

import io
from datetime import datetime

import xlsxwriter
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from ddcore.report.document import Document
from ddcore.report.office import DATE, foot, line
from ddcore.report.texts import ENGLISH, Texts
from ddcore.report.xlsx_cells import Styles
from ddcore.report.xlsx_first import First
from ddcore.report.xlsx_tables import sheets, write

PAPER = {"a4": 9, "letter": 1}
"""The numbers of papers."""

_LETTERS_STAY = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def written(document: Document, texts: Texts = ENGLISH) -> bytes:
    """The bytes of the workbook."""
    content = io.BytesIO()
    workbook = xlsxwriter.Workbook(content, _LETTERS_STAY)
    workbook.set_properties(
        {"title": line(document.title), "author": line(document.author), "created": datetime(*DATE)}
    )
    styles, tables = Styles(workbook, texts), list(sheets(document))
    First(_sheet(workbook, texts.report, document, texts), styles, texts).write(document, tables)
    for table in tables:
        if table.rows is not None:
            write(_sheet(workbook, table.name, document, texts), table, styles)
    workbook.close()
    return content.getvalue()


def _sheet(workbook: Workbook, name: str, document: Document, texts: Texts) -> Worksheet:
    """A sheet as it is printed: across, as wide as the paper, with its page and the report's fingerprint."""
    sheet = workbook.add_worksheet(name)
    sheet.set_landscape()
    sheet.set_paper(PAPER[document.order.paper])
    sheet.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    sheet.fit_to_pages(1, 0)
    sheet.set_footer(f"&L&8{foot(document, texts)}&R&8&A, &P / &N")
    return sheet
