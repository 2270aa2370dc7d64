"""What a server takes, read from /proc: its memory and that of every process it started."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def megabytes() -> float:
    """Resident memory of every process that this one started, and of those that they started."""
    return sum(_resident(process) for process in descendants(os.getpid())) / 1024


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


def _resident(process: int) -> int:
    """Kilobytes; 0 of a process that has ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), 0)


class Peak:
    """The highest memory since it was last asked for, in megabytes, looked at ten times a second."""

    def __init__(self) -> None:
        self.highest = 0.0
        self.done = threading.Event()

    def watch(self) -> None:
        while not self.done.wait(0.1):
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
