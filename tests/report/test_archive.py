"""A report as a ZIP with everything: the same bytes, and no name out of a file."""

import csv
import io
import math
import zipfile

import pandas as pd
import pytest

from ddcore.answers.base import table_files
from ddcore.errors import InputError
from ddcore.report import archive
from ddcore.report.document import Document, Table
from ddcore.report.formats import FORMATS, Format
from ddcore.report.pictures import drawn, painter
from tests.helpers import documents
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

SVG = b"<svg/>"


@pytest.fixture(autouse=True)
def no_browser(monkeypatch):
    """Formats that tell how many rows they got, and pictures of a word."""
    monkeypatch.setattr(Format, "written", lambda self, document: f"{self.ending} {_most_rows(document)}".encode())
    monkeypatch.setattr(painter, "draw", lambda figures, kind: dict.fromkeys(figures, SVG))


def _most_rows(document: Document) -> int:
    return max(len(table.rows or ()) for _, table in document.tables())


def files(document: Document) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive.written(document))) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


@pytest.mark.parametrize("kind", some_of(documents.EVERY, "hostile"))
def test_same_bytes_whose_names_are_ours(kind):
    document = documents.EVERY[kind]()
    content = archive.written(document)
    assert content == archive.written(document)
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        assert {info.date_time for info in opened.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        names = opened.namelist()
    assert len(set(names)) == len(names)
    folders = {"", "tables/", "charts/"}
    for name in nonempty(names):
        assert name[: name.rfind("/") + 1] in folders
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789_/.README")
        assert ".." not in name


def test_all_that_belongs_in_it():
    document = documents.example()
    inside = files(document)
    expected = {"README.txt", "report.json", "recompute.py", *(f"report.{ending}" for ending in archive.INSIDE)}
    expected |= {f"tables/{table.key}.csv" for _, table in document.tables()}
    expected |= {f"charts/{chart.key}.{kind}" for _, chart in document.charts() for kind in ("svg", "png")}
    assert set(inside) == expected
    readme = inside["README.txt"].decode()
    assert all(start in readme for start in nonempty(archive.CONTENTS))
    assert document.fingerprint[:12] in readme
    assert archive.NOT_IN_IT not in readme


def test_formats_get_as_many_rows_as_they_take():
    rows = tuple((float(place),) for place in range(FORMATS["html"].rows + 1))
    table = Table(key="1_a", title="A", remark="", size=len(rows), bold=0, columns=("A",), floats=(True,), rows=rows)
    section = documents.of_classes().sections[0].model_copy(update={"tables": (table,)})
    inside = files(documents.of_classes().model_copy(update={"sections": (section,)}))
    assert inside["report.html"] == b"html 0"
    assert inside["report.xlsx"] == f"xlsx {len(rows)}".encode()
    assert len(inside["tables/1_a.csv"].splitlines()) == len(rows) + 1


def test_what_cannot_be_made_is_said(monkeypatch):
    def refused(self: Format, document: Document) -> bytes:
        if self.ending == "pdf":
            raise InputError("no pdf here")
        return b""

    def no_drawing(figures: object, kind: str) -> dict[str, bytes]:
        raise InputError("no browser here")

    monkeypatch.setattr(Format, "written", refused)
    monkeypatch.setattr(painter, "draw", no_drawing)
    inside = files(documents.short())
    readme = inside["README.txt"].decode()
    assert "report.pdf" not in inside
    assert "report.pdf: no pdf here" in readme
    assert "charts/*.svg: no browser here" in readme
    missing = nonempty(table.key for _, table in documents.short().tables() if table.rows is None)
    assert all(f"tables/{key}.csv: " in readme for key in missing)


def test_charts_are_drawn_once_for_all_formats(monkeypatch):
    kinds = []
    monkeypatch.setattr(painter, "draw", lambda figures, kind: kinds.append(kind) or dict.fromkeys(figures, b""))
    monkeypatch.setattr(Format, "written", lambda self, document: b"".join(drawn(document, "png")[0].values()))
    files(documents.example())
    drawn(documents.example(), "png")
    assert sorted(kinds) == ["png", "png", "svg"]


def test_names_that_are_alike_stay_apart():
    taken: set[str] = set()
    names = [archive._file_name(key, taken) for key in ("../../x", "x", "X", "דוח", "a" * 300, "con.txt")]
    assert names == ["x", "x_2", "x_3", "part", "a" * 80, "con_txt"]


@pytest.mark.parametrize("kind", some_of(["hostile", "forty"], "hostile"))
def test_tables_start_no_formula(kind):
    tables = [text for name, text in files(documents.EVERY[kind]()).items() if name.startswith("tables/")]
    for cell in nonempty(cell for text in tables for row in csv.reader(io.StringIO(text.decode())) for cell in row):
        assert not cell.startswith(("=", "+", "@")) or cell[1:].replace(".", "").isdigit()
        assert "\0" not in cell
        assert not cell.startswith("-") or float(cell) < 0


def test_tables_have_the_values_of_the_report():
    document = documents.example()
    inside = files(document)
    for _, table in nonempty(document.tables()):
        read = pd.read_csv(io.BytesIO(inside[f"tables/{table.key}.csv"]), keep_default_na=False, na_values=[""])
        assert read.shape == (len(table.rows or ()), len(table.columns))
        for place in nonempty(range(len(table.columns))):
            for cell, row in nonempty(zip(read.iloc[:, place], table.rows or (), strict=True)):
                value = row[place]
                if value is None or value == "" or value != value:
                    assert cell != cell
                elif isinstance(value, str):
                    assert str(cell).removeprefix("'") == value or float(cell) == float(value)
                else:
                    assert cell == pytest.approx(value)


def test_whole_numbers_stay_whole_beside_missing_ones():
    rows = ((1, -math.inf, "x"), (None, 0.5, None))
    parts = {"columns": ("A", "A", "=1"), "floats": (False, True, False), "rows": rows}
    table = Table(key="a", title="", remark="", size=2, bold=0, **parts)
    assert table_files.csv(archive.frame(table)) == b"A,A,'=1\n1,-inf,x\n,0.5,\n"
