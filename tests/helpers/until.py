"""Waiting for what happens in other processes."""

import time
from collections.abc import Callable


def soon(done: Callable[[], bool], seconds: float = 20) -> None:
    """Returns once it is done; fails the test where that takes longer."""
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.05)
