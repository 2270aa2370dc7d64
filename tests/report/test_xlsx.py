"""A report as a spreadsheet, read by another library: numbers are numbers, no text is a formula."""

import io
import math
import re
import zipfile
from functools import cache

import openpyxl
import pytest
from openpyxl.workbook import Workbook

from ddcore.report import words, xlsx
from ddcore.report.document import Document, Table
from ddcore.report.xlsx import number_format
from tests.helpers import documents
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of


def opened(document: Document) -> Workbook:
    return openpyxl.load_workbook(io.BytesIO(xlsx.written(document)))


@cache
def content_of(kind: str) -> bytes:
    """A document of one kind, written once for all tests that read it."""
    return xlsx.written(documents.EVERY[kind]())


@cache
def book_of(kind: str) -> Workbook:
    return openpyxl.load_workbook(io.BytesIO(content_of(kind)))


def with_table(document: Document, **given: object) -> Document:
    """The same document with one table."""
    base = {"key": "1_a_b", "title": "A", "remark": "", "size": 1, "bold": 0}
    section = document.sections[0].model_copy(update={"tables": (Table(**(base | given)),)})
    return document.model_copy(update={"sections": (section,)})


def first(book: Workbook) -> list[str]:
    """All letters of the first sheet."""
    return [str(cell) for row in book.worksheets[0].iter_rows(values_only=True) for cell in row if cell is not None]


@pytest.mark.parametrize("kind", some_of(documents.EVERY, "hostile"))
def test_no_cell_is_a_formula_and_each_table_has_its_sheet(kind):
    document = documents.EVERY[kind]()
    content = content_of(kind)
    assert content == xlsx.written(document)
    packed = zipfile.ZipFile(io.BytesIO(content))
    assert not [name for name in packed.namelist() if re.search(r"external|vba|\.\.", name, re.IGNORECASE)]
    assert {info.date_time for info in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    book = book_of(kind)
    assert book.sheetnames[0] == "Report"
    assert len(book.worksheets) == 1 + len([table for _, table in document.tables() if table.rows is not None])
    assert len({name.casefold() for name in book.sheetnames}) == len(book.sheetnames)
    cells = nonempty(cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row)
    assert {cell.data_type for cell in cells} <= {"n", "s", "b"}
    for name in book.sheetnames:
        assert 0 < len(name) <= 31
        assert not set(name) & set("[]:*?/\\'\0\u202e")


def test_a_word_that_is_cut_in_the_name_of_a_sheet_shows_it():
    taken = set()
    for text, name in (
        ("3 Groups, Every group", "3 Groups, Every group"),
        ("10 If positives were rarer, Measures by share", "10 If positives were rarer"),
        ("1 Verdict, Gradientenverstärkungsverfahren", "1 Verdict, Gradientenverstärku…"),
        ("1 Verdict, Gradientenverstärkungsverfahren 2", "1 Verdict, Gradientenverst… (2)"),
    ):
        assert xlsx.sheet_name(text, taken) == name
        assert len(name) <= 31
        taken.add(name.casefold())


def test_cells_have_the_values_of_the_tables():
    document = documents.example()
    for (_, table), sheet in nonempty(zip(document.tables(), book_of("example").worksheets[1:], strict=True)):
        for row, cells in enumerate(nonempty(table.rows), 2):
            for column, cell in enumerate(cells, 1):
                read = sheet.cell(row, column).value
                if not isinstance(cell, float):
                    assert read == (cell or None)
                elif math.isfinite(cell):
                    assert read == pytest.approx(cell, rel=1e-14)
                else:
                    assert read is None if math.isnan(cell) else read in ("∞", "−∞")


@pytest.mark.parametrize(
    ("cell", "read", "shown"),
    [
        (3, 3, "#,##0"),
        (True, True, "General"),
        (0.25, 0.25, "#,##0.000"),
        (-3e-9, -3e-9, "0.0E+00"),
        (float("inf"), "∞", "General"),
        (float("-inf"), "−∞", "General"),
        (float("nan"), None, "General"),
        (None, None, "General"),
        (10**18 + 1, "1000000000000000001", "General"),
        ("=1+1", "=1+1", "General"),
        ("https://example.org", "https://example.org", "General"),
        ("12", "12", "General"),
        ("a\0b", "a\ufffdb", "General"),
    ],
)
def test_each_kind_of_cell(cell, read, shown):
    document = with_table(documents.of_classes(), columns=("A",), floats=(False,), rows=((cell,),))
    written = opened(document).worksheets[1]["A2"]
    assert written.value == read
    assert type(written.value) is type(read)
    assert written.number_format == shown
    assert written.hyperlink is None
    if isinstance(cell, str):
        assert written.data_type == "s"
        assert bool(written.quotePrefix) == cell.startswith("=")


def test_number_formats_of_large_numbers():
    assert [number_format(10**12), number_format(1e300)] == ["#,##0", "0.00E+00"]


def test_text_that_is_too_long_is_cut_and_says_so():
    rows = (("x" * 40_000,), ("\U0001f600" * 20_000,))
    sheet = opened(with_table(documents.of_classes(), columns=("A",), floats=(False,), rows=rows)).worksheets[1]
    for cell in (sheet["A2"].value, sheet["A3"].value):
        assert cell.endswith(xlsx.CUT)
        assert len(cell.encode("utf-16-le")) // 2 <= 32_767


def test_heads_stand_alone_stay_in_view_and_filter():
    sheet = book_of("example").worksheets[2]
    heads = [cell.value for cell in sheet[1]]
    assert "Lower end of the 95 % interval" in heads
    assert (sheet.freeze_panes, sheet.print_title_rows) == ("A2", "$1:$1")
    assert sheet.auto_filter.ref == f"A1:{sheet.cell(1, len(heads)).column_letter}35"
    assert (sheet.page_setup.orientation, sheet.page_setup.fitToHeight) == ("landscape", 0)
    assert all(8 <= width.width <= 61 for width in sheet.column_dimensions.values())


@pytest.mark.parametrize(("paper", "number"), [("a4", 9), ("letter", 1)])
def test_paper(paper, number):
    document = documents.of_classes()
    order = document.order.model_copy(update={"paper": paper})
    for sheet in nonempty(opened(document.model_copy(update={"order": order})).worksheets):
        assert int(sheet.page_setup.paperSize) == number


def test_bold_rows_and_remark_below():
    table = {"columns": ("A", "B"), "floats": (False, False), "rows": (("a", 1), ("b", 2), ("c", 3))}
    sheet = opened(with_table(documents.of_classes(), **table, bold=2, remark="**Of** all.")).worksheets[1]
    assert [sheet.cell(row, 2).font.bold for row in (2, 3, 4)] == [True, True, False]
    assert sheet["A7"].value == "Of all."


def test_first_sheet_says_what_the_report_says():
    document = documents.example()
    book = book_of("example")
    cells = first(book)
    for number in nonempty(document.numbers):
        assert {number.name, number.text} <= set(cells)
        assert any(text.startswith(number.interval) and text.endswith(number.baseline) for text in cells)
    assert document.title == cells[0]
    assert document.python.splitlines()[0] in cells
    for digest in (document.fingerprint, document.data_fingerprint):
        assert any(digest[:12] in text for text in cells)
    assert {words.DECISION, words.RESTS_ON, words.WOULD_CHANGE, words.DATA, words.CARD} <= set(cells)
    links = [cell.hyperlink.location for row in book.worksheets[0].iter_rows() for cell in row if cell.hyperlink]
    assert links == [f"'{name}'!A1" for name in book.sheetnames[1:]]


def test_table_that_is_too_large_is_said_and_a_long_title_is_short_above_and_whole_below():
    document = documents.short()
    [size] = [table.size for _, table in document.tables() if table.key == "1_thresholds_threshold_curve"]
    assert any(text.startswith(f"{size:,} rows") for text in first(book_of("short")))
    cells = first(book_of("hostile"))
    assert len(cells[0]) <= 160
    assert any(text.endswith("x" * 5000) for text in cells[1:])
