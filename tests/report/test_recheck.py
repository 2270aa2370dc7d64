"""The numbers of a report come out again: recompute.py of its archive, run in a process of its own."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import ddcore
from ddcore.errors import InputError
from ddcore.report import archive, earlier, recheck
from ddcore.report.compose import compose
from ddcore.report.document import Document
from ddcore.report.formats import Format
from ddcore.report.order import Order
from ddcore.report.pictures import painter
from tests.helpers import documents

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def no_browser(monkeypatch):
    """Formats and pictures without content."""
    monkeypatch.setattr(Format, "written", lambda self, document: b"")
    monkeypatch.setattr(painter, "draw", lambda figures, kind: dict.fromkeys(figures, b""))


def files(document: Document) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive.written(document))) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def run(folder: Path, **inside: bytes) -> subprocess.CompletedProcess[str]:
    """recompute.py in a folder with some files."""
    for name, content in inside.items():
        (folder / name.replace("_", ".")).write_bytes(content)
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    return subprocess.run([sys.executable, "recompute.py"], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.full
def test_numbers_come_out_again(tmp_path):
    inside = files(documents.example())
    done = run(tmp_path, report_json=inside["report.json"], recompute_py=inside["recompute.py"])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("all ")
    assert done.stdout.endswith(" numbers are the same\n")


@pytest.mark.full
def test_numbers_that_differ_are_named(tmp_path):
    inside = files(documents.of_classes())
    report = json.loads(inside["report.json"])
    report["sections"][0]["values"]["measures"]["F1"]["highest"] += 0.001
    report["sections"][0]["numbers"][0]["text"] = "=cmd\u001b"
    done = run(tmp_path, report_json=json.dumps(report).encode(), recompute_py=inside["recompute.py"])
    assert (done.returncode, done.stderr) == (1, "")
    first, second, *_ = done.stdout.splitlines()
    assert first.startswith("2 of ")
    assert "1_baselines measures.F1.highest" in second
    assert "\u001b" not in done.stdout


def test_other_cases_and_other_numbers_are_said_and_those_that_are_not_shown_counted(capsys):
    data, other, report = ddcore.classes(303, 139), ddcore.classes(303, 120), earlier.written(documents.of_classes())
    answers = [ddcore.baselines(other), ddcore.expectation(other)]
    assert recheck.check(other, answers, report) == 1
    assert other.fingerprint in capsys.readouterr().out
    assert recheck.check(data, answers, report) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + recheck.SHOWN
    assert lines[-1].startswith("and ")
    with pytest.raises(InputError, match="each of the 2 sections"):
        recheck.check(data, answers[:1], report)


@pytest.mark.full
def test_a_file_is_read_from_the_folder_of_the_command(tmp_path):
    (tmp_path / "cases.csv").write_text("truth,score\n" + "1,0.9\n0,0.2\n1,0.4\n0,0.6\n" * 10)
    document = compose(ddcore.read(tmp_path / "cases.csv"), Order.of(ask="verdict,verdict?measure=F1"))
    inside = files(document)
    assert recheck.needs(document).files == ("cases.csv",)
    assert archive.file_needed("cases.csv") in inside["README.txt"].decode()
    done = run(tmp_path, report_json=inside["report.json"], recompute_py=inside["recompute.py"])
    assert (done.returncode, done.stderr) == (0, "")


def test_arrays_are_to_be_set_first(tmp_path):
    inside = files(documents.hostile())
    done = run(tmp_path, report_json=inside["report.json"], recompute_py=inside["recompute.py"])
    assert (done.returncode, done.stderr.strip()) == (1, recheck.set_first(("truth", "score")))
    assert archive.set_before(("truth", "score")) in inside["README.txt"].decode()


def test_numbers_of_arrays_beside_the_scores_come_out_again():
    rng = np.random.default_rng(1)
    truth = (rng.random(200) < 0.4).astype(int)
    arrays = {"truth": truth, "score": rng.normal(truth), "weight": rng.random(200), "id": np.arange(200)}
    document = compose(ddcore.predictions(**arrays), Order.of(ask="verdict"))
    needed = recheck.needs(document)
    assert set(needed.names) == set(arrays)
    exec(document.python, arrays)
    assert recheck.check(arrays["data"], [arrays[name] for name in needed.answers], earlier.written(document)) == 0
