"""How far long work is, on one line of a terminal, which is empty again before the answer is printed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ddcore.command.safe import line
from ddcore.workers.progress import told_to

CLEARED = "\r\x1b[K"


@contextmanager
def progress() -> Iterator[None]:
    """What this block tells goes to stderr where that is a terminal, and nowhere else."""
    if not sys.stderr.isatty():
        yield
        return

    def told(share: float, doing: str) -> None:
        print(f"{CLEARED}{share:4.0%} {line(doing)}", end="", file=sys.stderr, flush=True)

    with told_to(told):
        try:
            yield
        finally:
            print(CLEARED, end="", file=sys.stderr, flush=True)
