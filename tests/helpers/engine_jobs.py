"""What the worker of an engine is made to do, in `test_engine_worker.py`."""

import os
import signal
import socket
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from ddcore.engines import duck
from ddcore.read import Predictions, read
from ddcore.workers import private_folder, progress

BIG = "create temp table big as select md5(range::varchar) || md5((-range)::varchar) as text from range(1500000)"
"""A table of 100 MB."""


def stand_in(source: str, name: str = "", **roles: Any) -> Predictions:
    """A table read by DuckDB, all of it."""
    backend = duck.connection([source], memory=2**28, threads=2)
    with duck.telling(name):
        return read(duck.table_of(backend, source, name=name).to_pyarrow(), name=name or "the table", **roles)


def spills(source: str) -> Predictions:
    """Writes 100 MB of temporary files and then does `source`: "sleep", "abort" or "fail"."""
    backend = duck.connection(memory=2**26, threads=1)
    backend.con.execute(BIG).fetchall()
    folder = Path(backend.con.execute("select current_setting('temp_directory')").fetchall()[0][0])
    assert any(folder.iterdir())
    progress.tell(0.5, str(folder))
    if source == "sleep":
        time.sleep(60)
    if source == "abort":
        os.kill(os.getpid(), signal.SIGSEGV)
    raise KeyError(str(private_folder.private_folder()))


def counts(source: str) -> Predictions:
    """Tells its rows as it sorts."""
    backend = duck.connection(memory=2**28, threads=1)
    progress.tell(0.2, "Sorting", until=0.8, rows=3_000_000)
    with duck.watched(backend):
        backend.con.execute("create temp table t as select hash(range) h from range(3000000) order by h").fetchall()
    return read(b"truth,score\nyes,0.9\nno,0.2\n", name=source)


def reaches(source: str, others: tuple[str, ...], port: int) -> Predictions:
    """Reads its source as ever, and names a model for each thing that it could do besides."""
    done = []
    for name in others:
        for how in (os.O_RDONLY, os.O_WRONLY | os.O_CREAT):
            with suppress(OSError):
                os.close(os.open(name, how))
                done.append(name)
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
        done.append("the network")
    with suppress(OSError):
        os.kill(os.getppid(), 0)
        done.append("a signal")
    read_as_ever = stand_in(source)
    return replace(read_as_ever, notes=tuple(done))
