"""A report as a document of Word, read back: headings, tables with heads, pictures with words, a foot."""

import base64
import io
import zipfile
from collections.abc import Mapping
from functools import cache
from xml.etree import ElementTree as ET

import docx
import pytest
from docx.document import Document as Word
from docx.oxml.ns import qn

from ddcore.report import docx as report_docx
from ddcore.report import words
from ddcore.report.document import Document
from ddcore.report.office import DATE, plain
from tests.helpers import documents
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

# One dot, 1 by 1.
PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC")


def dots(document: Document, kind: str) -> tuple[Mapping[str, bytes], str]:
    """A dot for each chart."""
    return {chart.key: PNG for _, chart in document.charts()}, ""


@pytest.fixture(autouse=True)
def drawn(monkeypatch):
    monkeypatch.setattr(report_docx, "drawn", dots)


def opened(document: Document) -> Word:
    return docx.Document(io.BytesIO(report_docx.written(document)))


@cache
def content_of(kind: str) -> bytes:
    """A document of one kind with dots for charts, written once for all tests that read it."""
    return report_docx.written(documents.EVERY[kind]())


def word_of(kind: str) -> Word:
    return docx.Document(io.BytesIO(content_of(kind)))


def headings(word: Word, level: int) -> list[str]:
    return [each.text for each in word.paragraphs if each.style.name == (f"Heading {level}" if level else "Title")]


@pytest.mark.parametrize("kind", some_of(documents.EVERY, "hostile"))
def test_parts_stand_in_their_order_and_each_table_has_a_head_on_each_page(kind):
    document = documents.EVERY[kind]()
    content = content_of(kind)
    assert content == report_docx.written(document)
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        assert {info.date_time for info in files.infolist()} == {DATE}
        for name in nonempty(name for name in files.namelist() if name.endswith((".xml", ".rels"))):
            ET.fromstring(files.read(name))
            assert b'TargetMode="External"' not in files.read(name)
    word = docx.Document(io.BytesIO(content))
    [title] = headings(word, 0)
    assert 0 < len(title) <= 160
    expected = [words.DECISION, *(plain(section.text) for section in document.sections)]
    assert headings(word, 1) == [*expected, words.DATA, words.CARD, words.AGAIN]
    for table in nonempty(word.tables):
        assert table.style.name == "Report Table"
        first, *others = table._tbl.tr_lst
        assert first.trPr.find(qn("w:tblHeader")) is not None
        assert all(row.trPr.find(qn("w:tblHeader")) is None for row in others)
        assert table._tbl.tblPr.find(qn("w:tblLook")).get(qn("w:firstRow")) == "1"


def test_it_tells_what_it_is_and_numbers_with_their_intervals():
    document = documents.example().model_copy(update={"author": "A", "title": "T"})
    word = opened(document)
    properties = word.core_properties
    assert (properties.title, properties.author, properties.language, properties.comments) == ("T", "A", "en", "")
    assert properties.created.year == DATE[0]
    rows = [tuple(cell.text for cell in row.cells) for row in word.tables[0].rows]
    assert rows[0] == (words.NUMBER, words.VALUE, words.INTERVAL, words.BASELINE)
    numbers = [(number.name, number.text, number.interval, number.baseline) for number in document.numbers]
    assert rows[1:] == numbers
    footer = word.sections[0].footer._element
    assert f"Report {document.fingerprint[:12]}" in "".join(node.text for node in footer.iter(qn("w:t")))
    assert [node.get(qn("w:instr")).strip() for node in footer.iter(qn("w:fldSimple"))] == ["PAGE", "NUMPAGES"]
    paragraphs = [each.text for each in word.paragraphs]
    assert words.MORE in paragraphs
    assert any("(501 rows)" in text for text in paragraphs[paragraphs.index(words.ELSEWHERE) :])


def test_each_picture_has_words_and_is_not_higher_than_a_page():
    document = documents.example()
    shapes = nonempty(word_of("example").inline_shapes)
    charts = {chart.words: plain(chart.title) for _, chart in document.charts()}
    assert {shape._inline.docPr.get("descr"): shape._inline.docPr.get("title") for shape in shapes} == charts
    assert len(shapes) == len(charts)
    for shape in shapes:
        assert shape.height <= 22 * 360_000
        assert shape.width == pytest.approx(shape.height, rel=1e-4)


def test_chart_that_is_not_drawn_is_told_in_words(monkeypatch):
    monkeypatch.setattr(report_docx, "drawn", lambda document, kind: ({}, "a browser is needed"))
    word = opened(documents.short())
    paragraphs = [each.text for each in word.paragraphs]
    assert len(word.inline_shapes) == 0
    for _, chart in nonempty(documents.short().charts()):
        assert words.no_chart(words.NO_BROWSER, chart.words) in paragraphs


@pytest.mark.parametrize(("paper", "width"), some_of([("a4", 210), ("letter", 215.9)], ("letter", 215.9)))
def test_paper(paper, width):
    document = documents.of_classes()
    order = document.order.model_copy(update={"paper": paper})
    page = opened(document.model_copy(update={"order": order})).sections[0]
    assert page.page_width.mm == pytest.approx(width, abs=0.1)


def test_hostile_texts_are_letters():
    word = word_of("hostile")
    text = "\n".join(node.text or "" for node in word.element.iter(qn("w:t")))
    for letters in ("=cmd|' /C calc'!A0", "<script>alert(1)</script>", "x" * 5000):
        assert letters in text
    assert not set(text) & {"\0", "\x01", "\ufffe", "\u202e", "\u2066"}
    assert not list(word.element.iter(qn("w:hyperlink")))


def test_formula_code_lists_and_tables_of_a_section():
    document = documents.of_classes()
    remark = "- a\n  - b\n\n| h |\n|---|\n| **c** |\n"
    method = "**A** $\\frac{P}{M}$ is\n\n```\ntp / p\n```\n"
    section = document.sections[0].model_copy(update={"remark": remark, "method": method})
    annexed = document.order.model_copy(update={"annex": True})
    word = opened(document.model_copy(update={"sections": (section,), "order": annexed}))
    assert words.ANNEX_METHODS in headings(word, 1)
    [formula] = [each for each in word.paragraphs if each.text == "A P/M is"]
    runs = [(run.text, bool(run.bold), bool(run.italic)) for run in formula.runs if run.text.strip()]
    assert runs == [("A", True, False), ("P/M", False, True), (" is", False, False)]
    styles = {each.text: each.style.name for each in word.paragraphs}
    assert (styles["tp / p"], styles["a"], styles["b"]) == ("Code", "List Bullet", "List Bullet 2")
    assert ["h", "c"] in [[row.cells[0].text for row in table.rows] for table in word.tables]


def test_title_from_right_to_left_runs_so():
    word = opened(documents.of_classes().model_copy(update={"title": "דוח על המודל"}))
    [title] = [each for each in word.paragraphs if each.style.name == "Title"]
    assert title._p.pPr.find(qn("w:bidi")) is not None
    assert title.runs[0].font.rtl
    [decision, *_] = [each for each in word.paragraphs if each.style.name == "Heading 1"]
    assert decision._p.pPr.find(qn("w:bidi")) is None
