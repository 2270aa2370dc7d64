"""A report in a notebook and in a script: what is shown of it, and where it is saved."""

import html
import re
from pathlib import Path

import pytest

import ddcore
from ddcore.answers.base.answer import plain_text
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.report.report import Report, report


@pytest.fixture(scope="module")
def data() -> Data:
    return ddcore.sample("two_class_example")


@pytest.fixture(scope="module")
def made(data: Data) -> Report:
    return report(data, ask="verdict", title="Ours </iframe><script>")


def test_a_report_is_printed_in_a_few_lines(made: Report) -> None:
    lines = repr(made).splitlines()
    assert lines[0] == "Report: Ours </iframe><script>"
    assert lines[1] == plain_text(made.document().decision[0])
    assert len(lines) < 8


def test_a_notebook_has_it_in_a_frame_that_reaches_nothing(made: Report) -> None:
    frame = r'<iframe title="([^"]*)" srcdoc="([^"]*)" sandbox="allow-scripts" style="[^"]*"></iframe>'
    shown = re.fullmatch(frame, made._repr_html_())
    assert shown is not None
    assert html.unescape(shown[2]).encode() == made.written("html")


def test_it_is_saved_in_the_format_that_the_ending_says(made: Report, tmp_path: Path) -> None:
    content = made.save(tmp_path / "report.XLSX").read_bytes()
    assert content[:2] == b"PK"
    assert content == made.written("xlsx")


def test_data_give_their_report_and_save_it(data: Data, tmp_path: Path) -> None:
    made = data.report(ask="verdict", title="T", out=tmp_path / "report.html")
    again = ddcore.report(data, ask="verdict", title="T")
    assert (tmp_path / "report.html").read_bytes() == made.written("html") == again.written("html")


@pytest.mark.parametrize(("name", "sentence"), [("report.txt", "a report must end in"), ("no/report.html", "written")])
def test_what_cannot_be_saved_is_said(made: Report, tmp_path: Path, name: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        made.save(tmp_path / name)


def test_an_unknown_ending_is_said_before_anything_is_asked(data: Data) -> None:
    with pytest.raises(InputError, match="a report must end in"):
        report(data, out="report.odt")
