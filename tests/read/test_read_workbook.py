"""Workbooks: what stands in the first sheet is checked before the library that reads it sees it."""

import io
import zipfile

import openpyxl
import pytest
import xlsxwriter

from ddcore.errors import InputError
from ddcore.read import limits, read, workbook
from ddcore.records.labels import THE_MODEL
from tests.helpers.read import cells

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
HEAD = "".join(
    f'<c r="{place}" t="inlineStr"><is><t>{name}</t></is></c>' for place, name in (("A1", "truth"), ("B1", "score"))
)
ROWS = (
    f'<row r="1">{HEAD}</row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>0.5</v></c></row>'
    '<row r="3"><c r="A3"><v>0</v></c><c r="B3"><v>0.25</v></c></row>'
)
TARGET = "worksheets/sheet1.xml"


def sheet(rows: str = "", before: str = "", after: str = "") -> str:
    return f'<worksheet xmlns="{MAIN}">{before}<sheetData>{ROWS}{rows}</sheetData>{after}</worksheet>'


def book(first: str | bytes, target: str = TARGET, name: str = TARGET, **parts: str) -> bytes:
    """A workbook of one sheet, packed by hand."""
    with zipfile.ZipFile(stream := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns:r="{OFFICE}"><sheets><sheet name="x" sheetId="1" r:id="a"/></sheets></workbook>',
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels", f'<Relationships><Relationship Id="a" Target="{target}"/></Relationships>'
        )
        archive.writestr(f"xl/{name}", first)
        for part, content in parts.items():
            archive.writestr(f"xl/{part}.xml", content)
    return stream.getvalue()


def shared(*texts: str) -> str:
    return f'<sst xmlns="{MAIN}">{"".join(f"<si><t>{text}</t></si>" for text in texts)}</sst>'


def cell(reference: str) -> str:
    return sheet(f'<row r="4"><c r="{reference}"><v>1</v></c></row>')


NO_CELL = r"^x.xlsx refers to “{}”, which is not a cell of an Excel sheet; save it again with Excel or as CSV$"
FAR = {
    "twenty digits": (sheet('<row r="99999999999999999999"/>'), "99999999999999999999"),
    "twenty digits in a cell": (cell("A99999999999999999999"), "A99999999999999999999"),
    "seven letters": (cell("ZZZZZZZ1"), "ZZZZZZZ1"),
    "one column more": (cell("XFE1"), "XFE1"),
    "one row more": (cell("A1048577"), "A1048577"),
    "32 bits": (cell("A4294967297"), "A4294967297"),
    "row 0": (sheet('<row r="0"><c><v>1</v></c></row>'), "0"),
    "cell in row 0": (cell("A0"), "A0"),
    "single quotes and spaces": (sheet("<row r = '4'><c s='1' r = 'ZZZZZZZ4'/></row>"), "ZZZZZZZ4"),
    "behind a bracket": (sheet('<row><c x=">" r="ZZZZZZZ4"/></row>'), "ZZZZZZZ4"),
    "entity": (cell("&#90;ZZZ4"), "ZZZZ4"),
    "prefix": (f'<x:a xmlns:x="{MAIN}"><x:sheetData><x:row><x:c r="ZZZZ1"/></x:row></x:sheetData></x:a>', "ZZZZ1"),
    "dimension": (sheet(before='<dimension ref="A1:ZZZZZZZ2"/>'), "ZZZZZZZ2"),
    "merged": (sheet(after='<mergeCells><mergeCell ref="A1:A99999999999"/></mergeCells>'), "A99999999999"),
    "behind the last row": (sheet('<row r="1048576"/><row><c><v>1</v></c></row>'), "1048577"),
    "long": (sheet(f'<row r="{"9" * 1000}"/>'), "9" * 30 + "…"),
}


@pytest.mark.parametrize("far", FAR)
def test_reference_that_is_no_cell_is_refused(far: str) -> None:
    first, shown = FAR[far]
    with pytest.raises(InputError, match=NO_CELL.format(shown)):
        read(book(first), name="x.xlsx")


NO_BOOK = r"^x.xlsx cannot be read as an Excel workbook \({}\); save it again$"
NO_SHEET_XML = NO_BOOK.format("it has XML that no spreadsheet program writes")
REFUSED = {
    "two far cells": (
        book(sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
        r"^x.xlsx spans 1,048,576 rows and 16,384 columns, more than 5,000,000 cells; save it as CSV$",
    ),
    "one long text in many cells": (
        book(sheet('<row><c t="s"><v>0</v></c></row>' * 30_000), sharedStrings=shared("x" * 10_000)),
        r"^x.xlsx has 300,000,000 characters in its cells, more than 200,000,000; save it as CSV$",
    ),
    "comment in a reference": (
        book(sheet('<row><c t="s"><v>0<!-- -->1</v></c></row>' * 30_000), sharedStrings=shared("x" * 10_000, "")),
        NO_SHEET_XML,
    ),
    "entities": (book('<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + sheet()), NO_SHEET_XML),
    "unknown encoding": (book('<?xml version="1.0" encoding="UT-8"?>' + sheet()), NO_BOOK.format(r"unknown .*: UT-8")),
    "no sheet": (book(sheet(), target="worksheets/other.xml"), NO_BOOK.format("its first sheet is not in it")),
    "no XML": (book("truth,score"), NO_BOOK.format("syntax error.*")),
    "unknown shared text": (
        book(sheet('<row><c t="s"><v>7</v></c></row>'), sharedStrings=shared("a")),
        NO_BOOK.format(".*not found in shared strings.*"),
    ),
    "no cells": (book(f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>'), r"^x.xlsx is empty: its first sheet has"),
}


@pytest.mark.parametrize("refused", REFUSED)
def test_workbook_that_cannot_be_held_is_refused(refused: str) -> None:
    data, message = REFUSED[refused]
    with pytest.raises(InputError, match=message):
        read(data, name="x.xlsx")


@pytest.mark.parametrize(
    "packed",
    [book(sheet(f'<row r="4">{"<c/>" * 994}</row>')), book(sheet(), sharedStrings=f"<sst>{'<si/>' * 1000}</sst>")],
)
def test_cells_are_counted_before_they_are_parsed(packed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(packed, name="x.xlsx", missing="leave out").total == 2
    monkeypatch.setattr(workbook, "SHEET_CELLS", limits.Limit(999, "cells", "save it as CSV"))
    monkeypatch.setattr(workbook, "_parse", None)
    sheets = workbook._Book(["x"], [f"xl/{TARGET}"], [False], False)
    monkeypatch.setattr(workbook._Book, "of", lambda parts: sheets)
    with pytest.raises(InputError, match=r"^x.xlsx has 1,000 cells, more than 999; save it as CSV$"):
        read(packed, name="x.xlsx")


READ = {
    "as it is": book(sheet()),
    "with a dimension that is too wide": book(sheet(before='<dimension ref="A1:XFD1048576"/>')),
    "without references": book(sheet().replace(' r="A2"', "").replace(' r="B2"', "").replace(' r="2"', "")),
    "named from the root": book(sheet(), target=f"/xl/{TARGET}"),
    "named in other letters": book(sheet(), target="worksheets/Sheet1.xml"),
    "with strokes the other way": book(sheet(), name=TARGET.replace("/", "\\")),
    "counts of texts that lie": book(
        sheet(), sharedStrings=shared("a").replace("<sst", "<sst count='4000000000' uniqueCount = \"4000000000\"")
    ),
    "beside a sheet that cannot be read": book(sheet(), sheet2=cell("ZZZZZZZ1")),
}


@pytest.mark.parametrize("way", READ)
def test_workbook_that_is_read(way: str) -> None:
    found = read(READ[way], name="x.xlsx")
    assert cells(found.models[THE_MODEL].counts) == (1, 0, 0, 1)


def test_long_text_is_counted_only_as_often_as_cells_refer_to_it() -> None:
    rows = "".join(f'<row><c t="s"><v>{place % 2}</v></c><c><v>0.5</v></c></row>' for place in range(3_000))
    texts = shared("yes", "no", "x" * 100_000)
    first = f'<worksheet xmlns="{MAIN}"><sheetData><row r="1">{HEAD}</row>{rows}</sheetData></worksheet>'
    found = read(book(first, sharedStrings=texts), name="x.xlsx")
    assert (found.rows, found.truth_values) == (3_000, {"yes": 1_500, "no": 1_500})


def test_panic_of_the_library_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):
        pass

    class Broken:
        @staticmethod
        def from_filelike(_: object) -> None:
            raise PanicException("capacity overflow")

    monkeypatch.setattr(workbook, "CalamineWorkbook", Broken)
    with pytest.raises(InputError, match=NO_BOOK.format("the library that reads it gave up")):
        read(book(sheet()), name="x.xlsx")


def test_what_the_check_takes_for_the_last_cell_is_that_of_excel() -> None:
    assert (workbook.LAST_ROW, workbook.LAST_COLUMN) == (2**20, 2**14)


def sheets(*tables, hidden=()):
    """A workbook of sheets called 1, 2 and so on, each of rows."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for place, table in enumerate(tables, 1):
        own = made.create_sheet(str(place))
        own.sheet_state = "hidden" if place in hidden else "visible"
        for row in table:
            own.append(row)
    made.save(stream := io.BytesIO())
    return stream.getvalue()


TABLE = [["truth", "score"], ["yes", 0.9], ["no", 0.2], ["no", 0.4]]
NOTES = [["These are the results"], [], ["They were made today"]]


@pytest.mark.parametrize(
    ("tables", "hidden", "found", "told"),
    [
        ([NOTES, TABLE], (), "2", []),
        ([[["truth", "score"], ["a", 1]], TABLE], (1,), "2", ["“1” is hidden"]),
        ([TABLE, NOTES, TABLE], (2, 3), "1", ["“2” and “3” are hidden"]),
        ([NOTES, [], TABLE], (1,), "3", ["“1” is hidden"]),
    ],
)
def test_the_first_sheet_that_is_shown_and_has_a_table_is_read(tables, hidden, found, told) -> None:
    reading = read(sheets(*tables, hidden=hidden)).reading
    assert reading.sheet == found
    assert [any(words in note for note in reading.notes) for words in told] == [True] * len(told)
    assert len(reading.notes) == len(told)


def test_a_hidden_sheet_can_be_chosen() -> None:
    reading = read(sheets(TABLE, NOTES, hidden=(1,)), sheet="1").reading
    assert (reading.sheet, len(reading.notes)) == ("1", 1)


def test_formulas_without_values_are_refused() -> None:
    computed = [["truth", "score"], ["yes", "=1/2"], ["no", "=1/4"]]
    with pytest.raises(InputError, match=r"^x.xlsx has 2 formulas without a value, the first in row 2, column 2; open"):
        read(sheets(computed), name="x.xlsx")
    made = xlsxwriter.Workbook(stream := io.BytesIO())
    page = made.add_worksheet()
    for row, (truth, score) in enumerate([("truth", "score"), ("yes", 0.5), ("no", 0.25)]):
        page.write_row(row, 0, [truth, score])
    page.write_formula("B2", "=1/2", None, 0.5)
    made.close()
    assert read(stream).models["the model"].table.score.tolist() == [0.25, 0.5]


def test_a_table_below_a_merged_title_at_another_place_than_the_first() -> None:
    made = openpyxl.Workbook()
    made.active["C2"] = "Results of the model"
    made.active.merge_cells("C2:D2")
    for row, own in enumerate([*TABLE, ["no", "#DIV/0!"]], 4):
        for column, content in enumerate(own, 3):
            made.active.cell(row, column, content)
    made.save(stream := io.BytesIO())
    found = read(stream, missing="leave out")
    assert (found.reading.header, found.columns, found.total) == (4, ("truth", "score"), 3)


def test_the_first_of_two_tables_beside_each_other_is_read() -> None:
    beside = [
        [*row, None, *more] for row, more in zip(TABLE, [["measure", "value"], ["AUC", 0.5], [], []], strict=True)
    ]
    found = read(sheets(beside))
    assert (found.columns, [guess.code for guess in found.reading.guesses]) == (("truth", "score"), ["header-guessed"])
    apart = read(sheets([[*row, None, *row] for row in TABLE]))
    assert (apart.columns, apart.reading.guesses) == (("truth", "score"), ())


@pytest.mark.parametrize(("part", "what"), [("xl/workbook.bin", "binary workbook"), ("word/document.xml", "Word")])
def test_other_files_of_office_are_named(part: str, what: str) -> None:
    with zipfile.ZipFile(stream := io.BytesIO(), "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(part, "")
    with pytest.raises(InputError, match=rf"^x is a {what}.*; save the table as XLSX or CSV$"):
        read(stream, name="x")
