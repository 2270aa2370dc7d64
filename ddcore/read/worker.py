"""Reading in a process of its own: a file that crashes its reader, or takes too much, becomes an `InputError` here.

`read_in_worker` waits for it, `start` and `result` are for those who show its progress meanwhile.
"""

import codecs
import gzip
import importlib
import io
import json
import logging
import pickle
from collections.abc import Mapping
from contextlib import suppress
from traceback import walk_tb
from typing import Any

import pandas
import pyarrow as pa
import pyarrow.parquet

from ddcore.errors import InputError
from ddcore.read import Predictions, delimited, pack, read
from ddcore.read.limits import TooLarge
from ddcore.workers import progress
from ddcore.workers.worker_pool import Job, Limits, Queue, WorkerDied

LIMITS = Limits(memory=3 * 2**30, processor=60, clock=180)
"""3 GB of memory and 60 s of processor for one file; the clock ends a reader that hangs."""

QUEUE = Queue()
"""Files that are read at once: as many as the machine has cores."""

WHY = {
    "memory": "needs more than 3 GB to read: keep only the truth and the predictions",
    "time": "needs more than 60 seconds to read: keep only the truth and the predictions, or save it as Parquet",
    "crash": "crashes the program that reads it, perhaps for lack of memory (3 GB): keep only the truth and the "
    "predictions, or save it again as CSV",
}
"""What is said of a file whose reader died."""

ENCODINGS = ("ascii", "idna", *delimited.ENCODINGS)
"""Encodings of text and of the names in archives, which Python imports when they are first used."""


def read_in_worker(content: bytes, name: str, **roles: Any) -> Predictions:
    """What `read` gives for the bytes of a file and its roles, or the sentence of an `InputError`.

    >>> read_in_worker(b"truth,score\\nyes,0.9\\nno,0.2\\nyes,0.4\\n", "three.csv").models["the model"].counts
    Counts(tp=1, fp=0, fn=1, tn=1)
    """
    return result(start(content, name, **roles), name)


def start(content: bytes, name: str, **roles: Any) -> Job:
    """A job that reads the bytes of a file called `name`, with the roles of `read`; `result` takes it up.

    >>> job = start(b"truth,score\\nyes,0.9\\nno,0.2\\n", "two.csv")
    >>> job.place, job.share
    (0, 0.0)
    >>> job.end()
    """
    return Job(QUEUE, LIMITS, _read, pickle.PickleBuffer(content), name, roles)


def result(job: Job, name: str) -> Predictions:
    """What `read` would have returned or raised; `TooLarge` or `InputError` where the reader died."""
    return taken_up(job, name, WHY, TooLarge)


def taken_up(job: Job, name: str, why: Mapping[str, str], of_limits: type[InputError]) -> Predictions:
    """What the reader of a job sent; what is raised where it died of its limits, and for each cause why."""
    try:
        header, buffers = job.result()
        if header.startswith(b"!"):
            logging.getLogger(__name__).error("a file was read: %s", header[1:].decode(errors="replace"))
            raise WorkerDied("crash")
        return pack.unpacked(header, buffers)
    except WorkerDied as death:
        kind = InputError if death.cause == "crash" else of_limits
        raise kind(f"{name} {why[death.cause]}") from None
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, RecursionError):
        # Only a reader that a file has taken over sends such bytes.
        raise InputError(f"{name} {why['crash']}") from None
    finally:
        job.end()


def _read(content: memoryview, name: str, roles: dict[str, Any]) -> tuple[bytes, list[Any]]:
    """In the worker: read, and pack what came of it."""
    data = bytes(content)
    content.release()
    progress.tell(0.1, "Reading the table")
    try:
        return pack.packed(read(data, name=name, **roles))
    except InputError as problem:
        return pack.packed(problem)
    except MemoryError:
        raise
    except Exception as defect:
        # A traceback could quote the file: only the kind of the defect and its line are passed on.
        *_, (frame, line) = walk_tb(defect.__traceback__)
        return f"!{type(defect).__name__} in {frame.f_code.co_filename}, line {line}".encode(), []


def warm() -> None:
    """Reads a few rows of most formats, so that a worker, which may open no file, finds all that it needs imported."""
    for name in ENCODINGS:
        codecs.lookup(name)
    with suppress(ImportError):
        importlib.import_module("pyreadstat")
    rows = [{"truth": "yes", "score": 0.9}, {"truth": "no", "score": 0.2}]
    parquet = io.BytesIO()
    pyarrow.parquet.write_table(pa.Table.from_pylist(rows), parquet)
    text = "truth,score\n" + "".join(f"{row['truth']},{row['score']}\n" for row in rows)
    lines = "".join(f"{json.dumps(row)}\n" for row in rows)
    pandas.DataFrame(rows).to_stata(stata := io.BytesIO(), write_index=False)
    for content in (text.encode(), stata.getvalue(), gzip.compress(text.encode()), lines.encode(), parquet.getvalue()):
        read(content, name="ready")
