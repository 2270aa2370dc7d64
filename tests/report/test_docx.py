"""A report as a document of Word, read back: headings, tables with heads, pictures with words, a foot."""

import io
import re
import zipfile
from collections.abc import Mapping
from xml.etree import ElementTree as ET

import docx
import pytest
from docx.document import Document as Word
from docx.oxml.ns import qn

from ddcore.report import docx as report_docx
from ddcore.report.document import Document
from ddcore.report.office import DATE, plain
from ddcore.report.texts import ENGLISH
from tests.helpers import documents
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

# One dot, 1 by 1.
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8ffff3f0005fe02fe0def46b8"
    "0000000049454e44ae426082"
)


def dots(document: Document, kind: str) -> tuple[Mapping[str, bytes], str]:
    """A dot for each chart."""
    return {chart.key: PNG for _, chart in document.charts()}, ""


@pytest.fixture(autouse=True)
def drawn(monkeypatch):
    monkeypatch.setattr(report_docx, "drawn", dots)


def opened(document: Document) -> Word:
    return docx.Document(io.BytesIO(report_docx.written(document)))


def headings(word: Word, level: int) -> list[str]:
    return [each.text for each in word.paragraphs if each.style.name == (f"Heading {level}" if level else "Title")]


def letters(word: Word) -> str:
    """All letters of the document."""
    return "\n".join(node.text or "" for node in word.element.iter(qn("w:t")))


@pytest.mark.parametrize("kind", some_of(documents.EVERY, "hostile"))
def test_parts_stand_in_their_order(kind):
    document = documents.EVERY[kind]()
    word = opened(document)
    [title] = headings(word, 0)
    assert 0 < len(title) <= 160
    large = [table for _, table in document.tables() if table.rows is None or len(table.rows) > 12]
    expected = [ENGLISH.decision, *(plain(section.text) for section in document.sections)]
    expected += [ENGLISH.data, ENGLISH.method, ENGLISH.card, ENGLISH.again, *([ENGLISH.tables] if large else [])]
    assert headings(word, 1) == expected


@pytest.mark.parametrize("kind", some_of(documents.EVERY, "hostile"))
def test_same_bytes_and_one_date(kind):
    content = report_docx.written(documents.EVERY[kind]())
    assert content == report_docx.written(documents.EVERY[kind]())
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        assert {info.date_time for info in files.infolist()} == {DATE}
        for name in nonempty(name for name in files.namelist() if name.endswith((".xml", ".rels"))):
            ET.fromstring(files.read(name))
            assert b'TargetMode="External"' not in files.read(name)


def test_it_tells_what_it_is():
    document = documents.example().model_copy(update={"author": "A", "title": "T"})
    told = opened(document).core_properties
    assert (told.title, told.author, told.language, told.comments) == ("T", "A", "en", "")
    assert told.created.year == DATE[0]


def test_numbers_stand_with_their_intervals():
    document = documents.example()
    word = opened(document)
    rows = [tuple(cell.text for cell in row.cells) for row in word.tables[0].rows]
    assert rows[0] == (ENGLISH.number, ENGLISH.value, ENGLISH.interval)
    assert rows[1:] == [(number.name, number.text, number.interval) for number in document.numbers]


@pytest.mark.parametrize("kind", some_of(documents.EVERY, "hostile"))
def test_each_table_has_a_head_that_stands_on_each_page(kind):
    for table in nonempty(opened(documents.EVERY[kind]()).tables):
        assert table.style.name == "Report Table"
        first, *others = table._tbl.tr_lst
        assert first.trPr.find(qn("w:tblHeader")) is not None
        assert all(row.trPr.find(qn("w:tblHeader")) is None for row in others)
        assert table._tbl.tblPr.find(qn("w:tblLook")).get(qn("w:firstRow")) == "1"


def test_each_picture_has_words():
    document = documents.example()
    shapes = opened(document).inline_shapes
    charts = {chart.words: plain(chart.title) for _, chart in document.charts()}
    told = {shape._inline.docPr.get("descr"): shape._inline.docPr.get("title") for shape in nonempty(shapes)}
    assert told == charts
    assert len(shapes) == len(charts)


def test_pictures_are_not_higher_than_a_page():
    document = documents.example()
    for shape in nonempty(opened(document).inline_shapes):
        assert shape.height <= 12 * 360_000
        assert shape.width == pytest.approx(shape.height, rel=1e-4)


def test_chart_that_is_not_drawn_is_told_in_words(monkeypatch):
    monkeypatch.setattr(report_docx, "drawn", lambda document, kind: ({}, "a browser is needed"))
    document = documents.example()
    word = opened(document)
    told = [each.text for each in word.paragraphs]
    assert len(word.inline_shapes) == 0
    for _, chart in nonempty(document.charts()):
        assert ENGLISH.no_chart.format(why=ENGLISH.no_browser, words=chart.words) in told


def test_table_of_many_rows_and_columns_says_where_the_rest_is():
    told = [each.text for each in opened(documents.example()).paragraphs]
    assert ENGLISH.first_rows.format(shown=12, rows="501") in told
    assert any(re.fullmatch(r"\d of 21 columns; .*", text) for text in told)
    size = next(t.size for _, t in documents.short().tables() if t.rows is None)
    assert ENGLISH.not_here.format(rows=size) in [each.text for each in opened(documents.short()).paragraphs]


def test_foot_has_fingerprints_and_pages():
    document = documents.example()
    footer = opened(document).sections[0].footer._element
    assert f"Report {document.fingerprint[:12]}" in "".join(node.text for node in footer.iter(qn("w:t")))
    fields = [node.get(qn("w:instr")).strip() for node in footer.iter(qn("w:fldSimple"))]
    assert fields == ["PAGE", "NUMPAGES"]


@pytest.mark.parametrize(("paper", "width"), [("a4", 210), ("letter", 215.9)])
def test_paper(paper, width):
    document = documents.of_classes()
    order = document.order.model_copy(update={"paper": paper})
    page = opened(document.model_copy(update={"order": order})).sections[0]
    assert page.page_width.mm == pytest.approx(width, abs=0.1)


def test_hostile_texts_are_letters():
    word = opened(documents.hostile())
    text = letters(word)
    assert "=cmd|' /C calc'!A0" in text
    assert "<script>alert(1)</script>" in text
    assert "x" * 5000 in text
    assert not set(text) & {"\0", "\x01", "\ufffe", "\u202e", "\u2066"}
    assert not list(word.element.iter(qn("w:hyperlink")))


def test_formula_is_a_line_of_letters_and_code_is_code():
    document = documents.example()
    section = document.sections[0].model_copy(update={"method": "**A** $\\frac{P}{M}$ is\n\n```\ntp / p\n```\n"})
    word = opened(document.model_copy(update={"sections": (section,)}))
    [method] = [each for each in word.paragraphs if each.text == "A P/M is"]
    assert [(run.text, bool(run.bold), bool(run.italic)) for run in method.runs if run.text.strip()] == [
        ("A", True, False),
        ("P/M", False, True),
        (" is", False, False),
    ]
    [code] = [each for each in word.paragraphs if each.text == "tp / p"]
    assert code.style.name == "Code"


def test_title_from_right_to_left_runs_so():
    word = opened(documents.of_classes().model_copy(update={"title": "דוח על המודל"}))
    [title] = [each for each in word.paragraphs if each.style.name == "Title"]
    assert title._p.pPr.find(qn("w:bidi")) is not None
    assert title.runs[0].font.rtl
    [decision, *_] = [each for each in word.paragraphs if each.style.name == "Heading 1"]
    assert decision._p.pPr.find(qn("w:bidi")) is None


def test_list_within_a_list_and_table_in_a_note():
    document = documents.of_classes()
    remark = "- a\n  - b\n\n| h |\n|---|\n| **c** |\n"
    section = document.sections[0].model_copy(update={"remark": remark})
    word = opened(document.model_copy(update={"sections": (section,)}))
    styles = {each.text: each.style.name for each in word.paragraphs}
    assert (styles["a"], styles["b"]) == ("List Bullet", "List Bullet 2")
    assert ["h", "c"] in [[row.cells[0].text for row in table.rows] for table in word.tables]
