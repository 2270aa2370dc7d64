"""Work of several kinds at once, on two cores: a worker forks another process for half of it.

Threads share an interpreter: they took a third more of the processor, and no less time for work of many small steps.
But a process that has threads cannot be forked, so that elsewhere than in a worker one comes after the other.
"""

import ctypes
import os
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from ddcore.workers import worker_pool
from ddcore.workers.process_results import computed, unpacked
from ddcore.workers.progress import told_to

PR_SET_PDEATHSIG = 1
"""Option of Linux's `prctl`: the signal that a process gets when the one that forked it ends."""
NO_MEMORY = 12
"""How a process ends that had too little memory."""


def side_by_side(*makes: Callable[[], Any]) -> list[Any]:
    """What several functions return, in their order; of a worker's each second one is made by another process.

    What that one tells of its progress is not heard. What one raises is raised.

    >>> side_by_side(lambda: 2 + 3, lambda: "b")
    [5, 'b']
    """
    return _forked(makes) if worker_pool.may_fork() else _all(makes)


def _all(makes: Sequence[Callable[[], Any]]) -> list[Any]:
    return [make() for make in makes]


def _unheard(makes: Sequence[Callable[[], Any]]) -> list[Any]:
    with told_to(lambda share, doing: None):
        return _all(makes)


def _forked(makes: Sequence[Callable[[], Any]]) -> list[Any]:
    """The first function here and each second one from there, the others in a process that ends with this one."""
    ours, theirs = (Connection(end.detach()) for end in socket.socketpair())
    worker = os.getpid()
    twin = os.fork()
    if not twin:
        _work(worker, theirs, makes[1::2])
    theirs.close()
    results: list[Any] = [None] * len(makes)
    try:
        with ours:
            results[::2] = _all(makes[::2])
            with suppress(EOFError, OSError):
                results[1::2] = unpacked(*worker_pool.received(ours))
                return results
    finally:
        os.kill(twin, signal.SIGKILL)
        ended = os.waitstatus_to_exitcode(os.waitpid(twin, 0)[1])
    if ended == NO_MEMORY:
        raise MemoryError
    # Of what ended the other, such as its share of the processor, this one ends too.
    os.kill(worker, -ended if ended < 0 else signal.SIGABRT)
    raise AssertionError


def _work(worker: int, data: Connection, makes: Sequence[Callable[[], Any]]) -> None:
    """The other process: its work, its results, its end."""
    code = 1
    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == worker:
            worker_pool.leave()
            worker_pool.send(data, *computed(_unheard, makes))
            code = 0
    except MemoryError:
        code = NO_MEMORY
    finally:
        os._exit(code)
