"""What a report can be written as, and what is said where that cannot be."""

import html
import io
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import docx
import openpyxl
import pypdfium2
import pytest

import ddcore
from ddcore.errors import InputError
from ddcore.report import words
from ddcore.report.compose import compose
from ddcore.report.document import Document
from ddcore.report.formats import FORMATS, format_of
from ddcore.report.order import Order
from tests.helpers.tiers import some_of


@pytest.mark.parametrize("name", ["report", "report.txt", "a/b.odt", ""])
def test_an_unknown_ending_is_said(name: str) -> None:
    with pytest.raises(InputError, match=r"a report must end in \.html, \.pdf, \.docx, \.xlsx, \.zip, got"):
        format_of(name)


def test_a_package_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith(("ddcore.report.xlsx", "xlsxwriter."))]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(InputError, match=r"needs the package xlsxwriter; install it with .*'ddcore\[report\]'"):
        FORMATS["xlsx"].written(compose(ddcore.classes(303, 139), Order()))


def _of_html(content: bytes) -> str:
    text = re.sub(r"<(script|style)\b.*?</\1>", "", content.decode(), flags=re.DOTALL)
    return html.unescape(text)


def _of_pdf(content: bytes) -> str:
    return "\n".join(map(_of_page, pypdfium2.PdfDocument(content)))


def _of_page(page: pypdfium2.PdfPage) -> str:
    """The text of a page, whose hyphens some readers take for those of a broken line."""
    return str(page.get_textpage().get_text_bounded()).replace("\x02", "-")


def _of_docx(content: bytes) -> str:
    made = docx.Document(io.BytesIO(content))
    cells = [cell.text for table in made.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(paragraph.text for paragraph in made.paragraphs), *cells])


def _of_xlsx(content: bytes) -> str:
    book = openpyxl.load_workbook(io.BytesIO(content))
    return "\n".join(str(cell.value) for sheet in book.worksheets for row in sheet.iter_rows() for cell in row)


READ: Mapping[str, Callable[[bytes], str]] = {"html": _of_html, "pdf": _of_pdf, "docx": _of_docx, "xlsx": _of_xlsx}


@cache
def _named() -> Document:
    scores = {"score_a*": [0.9, 0.2, 0.4, 0.1], "b": [0.1, 0.2, 0.3, 0.4]}
    data = ddcore.predictions([1, 0, 1, 0], scores, select="score_a*")
    return compose(data, Order.of(ask="verdict,thresholds,utility,curves", charts="interactive"))


@cache
def _guessed() -> Document:
    """Whose positive class is guessed."""
    data = ddcore.read(b"truth,score\nheron,0.9\ncrane,0.2\ncrane,0.4\nheron,0.3\ncrane,0.8\n")
    return compose(data, Order.of(ask="verdict,costs", charts="interactive"))


@cache
def _told() -> Document:
    """Where nothing is guessed."""
    return compose(ddcore.sample("factory"), Order.of(ask="verdict"))


@pytest.mark.parametrize("ending", some_of(READ, "html", "xlsx"))
def test_a_name_is_read_letter_by_letter(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What makes letters of Markdown of a name is seen by nobody."""
    monkeypatch.setattr("ddcore.report.pictures.painter.draw", _none)
    text = READ[ending](FORMATS[ending].written(_named()))
    assert "Predictions of score_a* against truth" in " ".join(text.split())
    assert "\\" not in text


def _none(*given: Any) -> Any:
    raise InputError("no Chromium here")


@pytest.mark.parametrize("ending", some_of(READ, "html", "xlsx"))
def test_what_was_guessed_stands_once_and_before_the_numbers(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ddcore.report.pictures.painter.draw", _none)
    text = " ".join(READ[ending](FORMATS[ending].written(_guessed())).split())
    assert [guess.code for guess in _guessed().guesses] == ["positive-guessed"]
    assert text.count("[positive-guessed]") == 1
    assert text.index("--positive: heron, crane") < text.index(words.NUMBERS)
    assert words.GUESSED not in READ[ending](FORMATS[ending].written(_told()))


def test_the_first_page_on_paper_has_what_was_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ddcore.report.pictures.painter.draw", _none)
    content = FORMATS["pdf"].written(_guessed())
    first = _of_page(pypdfium2.PdfDocument(content)[0])
    assert first.index(words.DECISION) < first.index("[positive-guessed]") < first.index(words.NUMBERS)
