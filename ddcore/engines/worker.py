"""Reading a table with an engine in a process of its own: it has limits, tells its rows, and can be cancelled.

`start` and `result` are as in `ddcore.read.worker`.
"""

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from traceback import walk_tb
from typing import Any

from ddcore.engines import duck, large, sources
from ddcore.errors import InputError
from ddcore.read import Predictions, pack
from ddcore.read.worker import taken_up
from ddcore.workers import private_folder, worker_pool
from ddcore.workers.confined import confine
from ddcore.workers.worker_pool import Limits, Queue

LIMITS = Limits(memory=8 * 2**30, processor=3600, clock=3600, files=True, last=True)
"""8 GB of address space, of which DuckDB reserves more than it fills, and an hour of processor and of the clock.

The processor is left to whoever moves a slider meanwhile.
"""

QUEUE = Queue(places=2)
"""Tables that are read at once: each uses all cores."""

WHY = {
    "memory": "needs more memory to read than there is: keep only the truth and the predictions",
    "time": "needs more than an hour to read: keep a part of its rows",
    "crash": "crashes the program that reads it, perhaps for lack of memory (8 GB): keep only the truth and the "
    "predictions, or a part of its rows",
}
"""What is said of a table whose reader died."""

Reader = Callable[..., Predictions]


class Job(worker_pool.Job):
    """A job whose temporary files go with it, also if it is ended before it is done."""

    def end(self) -> None:
        has_worker = self._data is not None
        super().end()
        if has_worker:
            private_folder.sweep_soon()


def start(source: str | Path | bytes, *, reader: Reader = large.read_source, **roles: Any) -> Job:
    """A job that reads what `large.read_source` takes, or the bytes of an upload; `result` takes it up.

    Bytes, with their `name` among the roles, are put into a file without a name that only the worker has.

    >>> job = start("lake/*.parquet", reader=max, truth="churned")
    >>> job.place, job.share
    (0, 0.0)
    >>> job.end()
    """
    content = pickle.PickleBuffer(source) if isinstance(source, bytes) else os.fspath(source)
    return Job(QUEUE, LIMITS, _read, reader, content, roles)


def result(job: worker_pool.Job, name: str) -> Predictions:
    """What `reader` would have returned or raised, and `InputError` where its reader died."""
    return taken_up(job, name, WHY, InputError)


def files_named(source: str) -> list[Path] | None:
    """The files that a source names, or the folder that has them; None for the address of a server."""
    database = duck.database_of(source)
    if database is not None:
        path, _ = database
        return [path, path.with_name(f"{path.name}.wal")]
    return None if sources.is_address(source) else [duck.top_of(source)]


def _read(reader: Reader, source: str | memoryview, roles: dict[str, Any]) -> tuple[bytes, list[Any]]:
    """In the worker: read, and pack what came of it."""
    # DuckDB has threads, and a process that has threads cannot be forked.
    worker_pool.never_fork()
    own = private_folder.private_folder().parent
    try:
        if isinstance(source, str):
            if (files := files_named(source)) is not None:
                confine(files, [own])
            return pack.packed(reader(source, **roles))
        with large.unnamed(source, own) as path:
            confine([], [own])
            return pack.packed(reader(path, **roles))
    except InputError as problem:
        return pack.packed(problem)
    except MemoryError:
        raise
    except Exception as defect:
        try:
            return pack.packed(duck.told(defect, str(roles.get("name") or "the table")))
        except Exception:
            # A traceback could quote the file: only the kind of the defect and its line are passed on.
            *_, (frame, line) = walk_tb(defect.__traceback__)
            return f"!{type(defect).__name__} in {frame.f_code.co_filename}, line {line}".encode(), []
    finally:
        private_folder.empty_own()
