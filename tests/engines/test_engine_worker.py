"""A table read in a process of its own gives what reading it here gives; whatever its end, no file is left."""

import gzip
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ddcore.engines import worker
from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, read
from ddcore.workers import confined, private_folder
from ddcore.workers.private_folder import PREFIX, sweep
from tests.helpers import engine_jobs
from tests.helpers.engine_jobs import stand_in
from tests.helpers.loops import nonempty
from tests.helpers.until import soon

RNG = np.random.default_rng(1)
FRAME = pd.DataFrame({"truth": RNG.integers(0, 2, 200), "score": RNG.random(200), "fold": RNG.integers(1, 4, 200)})
ROOT = Path(__file__).parents[2]


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for the temporary files of this process and of those that it starts."""
    path = tmp_path / "temporary"
    path.mkdir()
    monkeypatch.setenv("TMPDIR", str(path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(private_folder, "_own", None)
    yield path
    private_folder.remove_own()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers do not wait here until nobody else wants the processor."""
    monkeypatch.setattr(worker, "LIMITS", replace(worker.LIMITS, last=False))


def folders(temporary: Path) -> list[Path]:
    return list(temporary.glob(f"{PREFIX}*"))


def test_a_file_and_an_upload_are_read_as_they_are_here(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress(FRAME.to_csv(index=False).encode()))
    expected = read(path, fold="fold").models["the model"]
    for source, name in nonempty([(path, ""), (path.read_bytes(), "a.csv.gz")]):
        found = worker.result(worker.start(source, reader=stand_in, name=name, fold="fold"), name).models["the model"]
        np.testing.assert_array_equal(vars(found.table)["score"], vars(expected.table)["score"])
        np.testing.assert_array_equal(vars(found.table)["positives"], vars(expected.table)["positives"])
    assert worker.QUEUE.order == []


def test_errors_and_questions_come_back() -> None:
    content = b"truth,score\n" + b"1,0.5\n" * 30_000 + b"1,high\n"
    with pytest.raises(InputError, match=r"row 30,002 has “high” in the column “score”, which is no number"):
        worker.result(worker.start(content, reader=stand_in, name="a.csv"), "a.csv")
    with pytest.raises(ChoiceNeeded, match="has 3 values") as question:
        worker.result(worker.start(b"truth,score\na,.1\nb,.2\nc,.3\n", reader=stand_in, name="a.csv"), "a.csv")
    assert question.value.choice == "positive"


def test_a_death_is_a_sentence_and_leaves_no_file(caplog: pytest.LogCaptureFixture) -> None:
    for source in nonempty(["abort", "fail"]):
        job = worker.start(source, reader=engine_jobs.spills)
        with pytest.raises(InputError, match=r"^it crashes the program"):
            worker.result(job, "it")
        folder = Path(job.doing)
        soon(lambda folder=folder: not folder.parent.exists())
    assert "KeyError in " in caplog.text
    assert PREFIX not in caplog.text
    for function, argument, sentence in nonempty(
        [(bytearray, 2**34, "needs more memory"), (signal.raise_signal, signal.SIGXCPU, "needs more than an hour")]
    ):
        with pytest.raises(InputError, match=sentence):
            worker.result(worker.Job(worker.QUEUE, worker.LIMITS, function, argument), "it")


def test_a_cancelled_job_leaves_no_file() -> None:
    job = worker.start("sleep", reader=engine_jobs.spills)
    while not (job.wait(0.05) or job.doing):
        pass
    folder = Path(job.doing)
    assert folder.parent.name.startswith(PREFIX)
    assert any(path.stat().st_size > 2**20 for path in folder.iterdir())
    job.end()
    soon(lambda: not folder.parent.exists())


@pytest.mark.skipif(confined.version() < 6, reason="this Linux cannot hold a process to its files and its signals")
def test_a_reader_of_files_reaches_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    (tmp_path / "lake" / "a.csv").write_text(FRAME.to_csv(index=False))
    (tmp_path / "secret.csv").write_text("truth,score\n")
    others = (
        "/etc/passwd",
        str(tmp_path / "secret.csv"),
        str(tmp_path / "new.csv"),
        str(ROOT / "pyproject.toml"),
        "/tmp/x",
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        lake = tmp_path / "lake"
        for source in nonempty([lake, lake / "a.csv", str(lake / "*.csv"), (lake / "a.csv").read_bytes()]):
            job = worker.start(source, reader=engine_jobs.reaches, others=others, port=port)
            found = worker.result(job, "it")
            assert (found.notes, found.total) == ((), 200)
    assert not (tmp_path / "new.csv").exists()


def test_rows_are_told() -> None:
    job = worker.start("rows", reader=engine_jobs.counts)
    told = set()
    while not job.wait(0.05):
        told.add((job.share, job.doing))
    assert worker.result(job, "rows").total == 2
    rows = {share: match for share, doing in told if (match := re.fullmatch(r"([\d,]+) of 3,000,000 rows", doing))}
    for share, match in nonempty(rows.items()):
        assert share == pytest.approx(0.2 + 0.6 * int(match[1].replace(",", "")) / 3_000_000, abs=0.001)


def test_only_folders_of_ended_processes_are_swept(temporary: Path) -> None:
    own = private_folder.private_folder()
    assert own.is_relative_to(temporary)
    (own / "file").write_text("ours")
    kept = {"other": "no folder of ours", f"{PREFIX}abc-x": "no number"}
    for name in kept:
        (temporary / name).mkdir()
    (temporary / f"{PREFIX}1-link").symlink_to(temporary / "other")
    (temporary / f"{PREFIX}2-new").mkdir()
    (temporary / f"{PREFIX}3-old").mkdir()
    os.utime(temporary / f"{PREFIX}3-old", (0, 0))
    (temporary / f"{PREFIX}4-dead").mkdir()
    (temporary / f"{PREFIX}4-dead" / private_folder.LOCK).touch()
    assert sweep() == 2
    left = {path.name for path in temporary.iterdir()}
    assert left == {*kept, f"{PREFIX}1-link", f"{PREFIX}2-new", own.parent.name}
    assert (own / "file").read_text() == "ours"
    private_folder.remove_own()
    assert not own.parent.exists()


KILLED = """
import time
from ddcore.engines import large, worker
from tests.helpers import engine_jobs
from ddcore.engines import duck
opened = duck.connection(memory=2**26, threads=1)
opened.con.execute(engine_jobs.BIG).fetchall()
jobs = [worker.start("sleep", reader=engine_jobs.spills) for _ in range(2)]
while not all([job.wait(0.05) or job.doing for job in jobs]):
    pass
with large.unnamed(bytes(10**7)):
    print("ready", flush=True)
    time.sleep(60)
"""


@pytest.mark.full
def test_a_server_that_is_killed_leaves_nothing_to_the_next_one(temporary: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", KILLED], env=environment, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"ready\n"
        assert len(folders(temporary)) == 3
        assert all(path.name.startswith(PREFIX) for path in temporary.iterdir())
        server.kill()
    # Its workers are killed by the process that stands ready, as soon as it sees its end.
    soon(lambda: sweep() == 0 and folders(temporary) == [])
    assert list(temporary.iterdir()) == []
