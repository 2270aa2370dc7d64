"""Tables by Python, by a command, and in the lines that compute an answer again."""

import io
import json
import sys

import pytest

import ddcore
from ddcore.command import main
from ddcore.engines import PART
from ddcore.engines.sources import opened
from ddcore.front import PART as OF_FRONT
from ddcore.read import limits
from ddcore.report.order import Wanted
from ddcore.report.recipe import command, python
from tests.engines import cases
from tests.helpers.servers import PASSWORD

ASKED = {"truth": "sick", "positive": "yes", "score": ["old", "new"], "missing": "leave out"}
OPTIONS = ["--truth", "sick", "--positive", "yes", "--score", "old", "--score", "new", "--missing", "leave out"]


@pytest.fixture(scope="module")
def rows():
    return cases.table(3000)


@pytest.fixture(scope="module")
def address(rows, postgres):
    return cases.in_postgresql(rows, postgres, "of_doors")


@pytest.fixture(scope="module")
def expected(rows):
    return ddcore.read(rows, **ASKED)


def test_parts_that_are_read_are_the_same_size_at_every_door():
    assert OF_FRONT == PART


@pytest.mark.parametrize("read", [ddcore.read, ddcore.read_table])
def test_table_is_read_by_its_address(read, address, expected):
    data = read(address, **ASKED, select="old", threshold={"old": 0.3})
    assert (data.fingerprint, data.name, data.model.threshold) == (expected.fingerprint, "old", 0.3)
    assert data.source == "of_doors"
    assert PASSWORD not in str(data.origin)


def test_folder_and_pattern_are_read_as_one_table(rows, expected, tmp_path):
    cases.as_parquet(rows.slice(0, 1000), tmp_path).rename(tmp_path / "first.parquet")
    cases.as_parquet(rows.slice(1000), tmp_path).rename(tmp_path / "second.parquet")
    read = [ddcore.read(source, **ASKED) for source in (tmp_path, str(tmp_path), tmp_path / "*.parquet")]
    assert {data.fingerprint for data in read} == {expected.fingerprint}
    assert [data.origin.function for data in read] == ["read_table"] * 3


def test_file_too_large_for_memory_is_read_all_the_same(rows, expected, tmp_path, monkeypatch):
    path = cases.as_parquet(rows, tmp_path)
    monkeypatch.setattr(limits, "BYTES", 1000)
    for source in (path, path.read_bytes(), io.BytesIO(path.read_bytes())):
        data = ddcore.read(source, **ASKED, name="large.parquet")
        assert (data.fingerprint, data.source) == (expected.fingerprint, "large.parquet")


def test_table_of_ibis_is_read(address, expected):
    _, table = opened(address)
    data = ddcore.read_table(table, **ASKED)
    assert data.fingerprint == expected.fingerprint
    assert "ddcore.read_table(table, " in python(data, [])


def test_lines_compute_it_again_without_its_password(address, postgres):
    data = ddcore.read_table(address, **ASKED, part=500, exact=True)
    shown = f"postgres://postgres@127.0.0.1:{postgres.port}/postgres?table=of_doors"
    lines = python(data, [Wanted(question="verdict")])
    assert f"ddcore.read_table('{shown}', " in lines
    assert "exact=True, part=500" in lines
    asked = command(data, Wanted(question="verdict"))
    assert asked.startswith(f"ddcore verdict '{shown}' ")
    assert "--exact --part 500" in asked
    assert PASSWORD not in lines + asked


def test_command_takes_an_address(address, capsys):
    assert main(["verdict", address, *OPTIONS, "--json", "--exact", "--part", "500"]) == 0
    said, problems = capsys.readouterr()
    assert json.loads(said)["values"]["models"]
    assert problems == ""


@pytest.mark.full
def test_gate_and_report_take_an_address(address, capsys, tmp_path):
    assert main(["gate", address, *OPTIONS, "--at-least", "ACC=0.1"]) == 0
    assert main(["report", address, *OPTIONS, "--out", str(tmp_path / "report.html"), "--ask", "verdict"]) == 0
    written = (tmp_path / "report.html").read_text()
    assert "of_doors" in written
    assert not any(PASSWORD in text for text in (written, *capsys.readouterr()))


def test_several_files_are_named_without_a_password(address, capsys):
    assert main(["verdict", address, address, *OPTIONS, "--json"]) == 0
    said, _ = capsys.readouterr()
    assert [answer["file"].endswith("?table=of_doors") for answer in json.loads(said)] == [True, True]
    assert PASSWORD not in said
    assert "a%20secret" not in said


def test_what_is_wrong_is_one_sentence(postgres, capsys):
    assert main(["verdict", postgres.address("nowhere"), "--json"]) == 2
    said, problems = capsys.readouterr()
    assert said == ""
    assert problems.count("\n") == 1
    assert "no table “nowhere”" in problems
    assert "a%20secret" not in problems


def test_without_the_extra_the_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ddcore.engines.large", None)
    with pytest.raises(ddcore.InputError, match=r"ddcore\[engines\]"):
        ddcore.read_table("duckdb://file.db?table=t")
