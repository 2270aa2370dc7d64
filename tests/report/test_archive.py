"""A report as a ZIP with everything: the same bytes, no name out of a file, numbers that come out again."""

import csv
import io
import json
import math
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ddcore
from ddcore.answers.base import table_files
from ddcore.errors import InputError
from ddcore.report import archive, charts, earlier, recompute
from ddcore.report import recheck as again
from ddcore.report.compose import compose
from ddcore.report.document import Document, Table
from ddcore.report.formats import FORMATS, Format
from ddcore.report.order import Order
from ddcore.report.texts import ENGLISH
from tests.helpers import documents
from tests.helpers.loops import nonempty
from tests.helpers.tiers import some_of

ROOT = Path(__file__).parents[2]
SVG = b"<svg/>"


@pytest.fixture(autouse=True)
def no_browser(monkeypatch):
    """Formats that tell how many rows they got, and pictures of a word."""
    monkeypatch.setattr(Format, "written", lambda self, document: f"{self.ending} {_most_rows(document)}".encode())
    monkeypatch.setattr(charts, "_drawn", lambda figures, kind: dict.fromkeys(figures, SVG))


def _most_rows(document: Document) -> int:
    return max(len(table.rows or ()) for _, table in document.tables())


def files(document: Document) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive.written(document))) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def run(folder: Path, **inside: bytes) -> subprocess.CompletedProcess[str]:
    """recompute.py in a folder with some files."""
    for name, content in inside.items():
        (folder / name.replace("_", ".")).write_bytes(content)
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    return subprocess.run([sys.executable, "recompute.py"], cwd=folder, env=environment, capture_output=True, text=True)


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
    assert all(row in readme for row in nonempty(ENGLISH.archive_files))
    assert document.fingerprint[:12] in readme
    assert ENGLISH.not_in_archive not in readme


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
    monkeypatch.setattr(charts, "_drawn", no_drawing)
    inside = files(documents.short())
    readme = inside["README.txt"].decode()
    assert "report.pdf" not in inside
    assert "report.pdf: no pdf here" in readme
    assert "charts/*.svg: no browser here" in readme
    missing = nonempty(table.key for _, table in documents.short().tables() if table.rows is None)
    assert all(f"tables/{key}.csv: " in readme for key in missing)


def test_charts_are_drawn_once_for_all_formats(monkeypatch):
    drawn = []
    monkeypatch.setattr(charts, "_drawn", lambda figures, kind: drawn.append(kind) or dict.fromkeys(figures, b""))
    monkeypatch.setattr(Format, "written", lambda self, document: b"".join(charts.drawn(document, "png")[0].values()))
    files(documents.example())
    charts.drawn(documents.example(), "png")
    assert sorted(drawn) == ["png", "png", "svg"]


def test_names_that_are_alike_stay_apart():
    taken: set[str] = set()
    names = [archive._own(key, taken) for key in ("../../x", "x", "X", "דוח", "a" * 300, "con.txt")]
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
                told = row[place]
                if told is None or told == "" or told != told:
                    assert cell != cell
                elif isinstance(told, str):
                    assert str(cell).removeprefix("'") == told or float(cell) == float(told)
                else:
                    assert cell == pytest.approx(told)


def test_whole_numbers_stay_whole_beside_missing_ones():
    rows = ((1, -math.inf, "x"), (None, 0.5, None))
    told = {"columns": ("A", "A", "=1"), "floats": (False, True, False), "rows": rows}
    table = Table(key="a", title="", remark="", size=2, bold=0, **told)
    assert table_files.csv(archive.frame(table)) == b"A,A,'=1\n1,-inf,x\n,0.5,\n"


# report.json ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", some_of(documents.EVERY, "hostile"))
def test_what_is_kept_reads_back(kind, tmp_path):
    document = documents.EVERY[kind]()
    content = archive.written(document)
    (tmp_path / "report.zip").write_bytes(content)
    found = archive.read(content)
    assert found == archive.read(archive.kept(document)) == archive.read(tmp_path / "report.zip")
    assert (found.fingerprint, found.order, found.decision) == (document.fingerprint, document.order, document.decision)
    for kept, section in nonempty(zip(found.sections, document.sections, strict=True)):
        assert (kept.values, kept.numbers) == (dict(section.values), section.numbers)


def packed(name: str = "report.json", content: bytes = b"{}") -> bytes:
    with zipfile.ZipFile(made := io.BytesIO(), "w") as opened:
        # With the date of today the bytes, and so the names of tests, would differ from process to process.
        opened.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def locked() -> bytes:
    """An archive that says that its files have a password."""
    content = bytearray(packed())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + place] |= 1
    return bytes(content)


KEPT = json.loads(archive.kept(documents.of_classes()))


def changed(**more: object) -> bytes:
    return json.dumps(KEPT | more).encode()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "and is neither"),
        (b"PK", "whole ZIP"),
        (b"PK\x03\x04" + bytes(200), "whole ZIP"),
        (packed()[:-30], "whole ZIP"),
        (locked(), "without a password"),
        (packed("../report.json"), "with report.json in it"),
        (packed(content=b"{"), "and is neither"),
        (packed(content=b"{}"), "is missing or another thing"),
        (b"[]", "is missing or another thing"),
        (b"[" * 100_000, "and is neither"),
        (b'{"title": NaN}', "and is neither"),
        (b"\xff\xfe", "and is neither"),
        (changed(kind="x"), "“kind”"),
        (changed(title=3), "“title”"),
        (changed(fingerprint="=cmd"), "“fingerprint”"),
        (changed(sections=KEPT["sections"] * 30), "“sections”"),
        (changed(order={"x": 1}), "“order.x”"),
        (changed(title="x" * 3_000_000), "“title”"),
    ],
)
def test_what_is_no_report_is_refused_in_a_sentence(content, sentence):
    with pytest.raises(InputError, match=sentence):
        archive.read(content)


def test_more_than_the_limits_or_what_is_no_file_is_refused(monkeypatch, tmp_path):
    for path in ("missing.zip", "/", "a\0b"):
        with pytest.raises(InputError, match="cannot be read"):
            archive.read(path)
    assert archive.read(json.dumps(KEPT | {"more": 1}).encode()).title == KEPT["title"]
    monkeypatch.setattr(earlier, "LARGEST_JSON", 1000)
    with pytest.raises(InputError, match="at most 0 MB"):
        archive.read(packed(content=b" " * 10_000_000))
    monkeypatch.setattr(earlier, "LARGEST", 10)
    (tmp_path / "a.zip").write_bytes(packed())
    with pytest.raises(InputError, match="at most 0 MB to be compared with"):
        archive.read(tmp_path / "a.zip")


# recompute.py -----------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_numbers_come_out_again(tmp_path):
    inside = files(documents.example())
    done = run(tmp_path, report_json=inside["report.json"], recompute_py=inside["recompute.py"])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("all ")
    assert done.stdout.endswith(" numbers are the same\n")


def test_numbers_that_differ_are_named(tmp_path):
    inside = files(documents.of_classes())
    kept = json.loads(inside["report.json"])
    kept["sections"][0]["values"]["measures"]["F1"]["highest"] += 0.001
    kept["sections"][0]["numbers"][0]["text"] = "=cmd\u001b"
    done = run(tmp_path, report_json=json.dumps(kept).encode(), recompute_py=inside["recompute.py"])
    assert (done.returncode, done.stderr) == (1, "")
    first, second, *_ = done.stdout.splitlines()
    assert first.startswith("2 of ")
    assert "1_baselines measures.F1.highest" in second
    assert "\u001b" not in done.stdout


def test_other_cases_and_other_numbers_are_said_and_those_that_are_not_shown_counted(capsys):
    data, other, report = ddcore.classes(303, 139), ddcore.classes(303, 120), archive.kept(documents.of_classes())
    answers = [ddcore.baselines(other), ddcore.expectation(other)]
    assert again.check(other, answers, report) == 1
    assert other.fingerprint in capsys.readouterr().out
    assert again.check(data, answers, report) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + again.SHOWN
    assert lines[-1].startswith("and ")
    with pytest.raises(InputError, match="as the report has sections, 2"):
        again.check(data, answers[:1], report)


@pytest.mark.full
def test_a_file_is_read_from_the_folder_of_the_command(tmp_path):
    (tmp_path / "cases.csv").write_text("truth,score\n" + "1,0.9\n0,0.2\n1,0.4\n0,0.6\n" * 10)
    document = compose(ddcore.read(tmp_path / "cases.csv"), Order.of(ask="verdict,verdict?measure=F1"))
    inside = files(document)
    assert recompute.needs(document).files == ("cases.csv",)
    assert ENGLISH.to_recompute_file.format(file="cases.csv") in inside["README.txt"].decode()
    done = run(tmp_path, report_json=inside["report.json"], recompute_py=inside["recompute.py"])
    assert (done.returncode, done.stderr) == (0, "")


def test_arrays_are_to_be_set_first(tmp_path):
    inside = files(documents.hostile())
    done = run(tmp_path, report_json=inside["report.json"], recompute_py=inside["recompute.py"])
    assert (done.returncode, done.stderr.strip()) == (1, ENGLISH.recompute_unset.format(names="truth, score"))
    assert ENGLISH.to_recompute_names.format(names="truth, score") in inside["README.txt"].decode()


def test_numbers_of_arrays_beside_the_scores_come_out_again():
    rng = np.random.default_rng(1)
    truth = (rng.random(200) < 0.4).astype(int)
    arrays = {"truth": truth, "score": rng.normal(truth), "weight": rng.random(200), "id": np.arange(200)}
    document = compose(ddcore.predictions(**arrays), Order.of(ask="verdict"))
    needed = recompute.needs(document)
    assert set(needed.names) == set(arrays)
    exec(document.python, arrays)
    assert again.check(arrays["data"], [arrays[name] for name in needed.answers], archive.kept(document)) == 0
