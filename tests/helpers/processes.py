"""What a server takes, read from /proc: its memory and that of every process it started."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def megabytes() -> float:
    """Memory of every process that this one started, and of those that they started.

    What processes share is counted once (`Pss`): a forked worker shares most with the process it was forked from.
    """
    return sum(_kilobytes(process) for process in descendants(os.getpid())) / 1024


def settled() -> float:
    """The same once it has stayed within a megabyte for three seconds, as after a start."""
    before, now = 0.0, megabytes()
    while abs(now - before) > 1:
        time.sleep(3)
        before, now = now, megabytes()
    return now


def descendants(process: int) -> Iterator[int]:
    """The processes below one; those that end meanwhile are left out."""
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            children = [int(child) for child in task.read_text().split()]
        except (FileNotFoundError, ProcessLookupError):
            continue
        for child in children:
            yield child
            yield from descendants(child)


@contextmanager
def standing_still(process: int) -> Iterator[None]:
    """A process does nothing within this block."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def _kilobytes(process: int) -> int:
    """0 of a process that has ended."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


class Peak:
    """The highest memory since it was last asked for, in megabytes, looked at five times a second."""

    def __init__(self) -> None:
        self.highest = 0.0
        self.done = threading.Event()

    def watch(self) -> None:
        while not self.done.wait(0.2):
            self.highest = max(self.highest, megabytes())

    def taken(self) -> float:
        highest, self.highest = max(self.highest, megabytes()), 0.0
        return highest


@contextmanager
def watched() -> Iterator[Peak]:
    """Watches memory in this block."""
    peak = Peak()
    thread = threading.Thread(target=peak.watch)
    thread.start()
    try:
        yield peak
    finally:
        peak.done.set()
        thread.join()
