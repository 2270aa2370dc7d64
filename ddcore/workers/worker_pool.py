"""Work in processes of their own: one may crash, hang or fill its memory, and only its own work is lost.

A process that has imported all it needs stands ready and forks a worker for each `Job`, which takes milliseconds. The
worker has its limits before it sees the first byte of its work, sends back bytes, and ends. Who asked for the work
says what the bytes are: what a worker that read a file sends is never unpickled, see `ddcore.read.pack`. The standard
library's pools unpickle whatever a worker sends, import the main module again in each, and know no limits.
"""

import atexit
import fcntl
import gc
import importlib
import json
import math
import os
import pickle
import resource
import selectors
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as ready
from pathlib import Path
from threading import Lock
from typing import Any

import cloudpickle

from ddcore.workers import progress

MODULES = (
    # Which scipy would import when it is first used: then no file may be opened any more.
    "scipy.stats",
    "ddcore.read",
    "ddcore.read.worker",
    "ddcore.scores.together",
    "ddcore.scores.gain",
    "ddcore.scores.best_thresholds",
    "ddcore.decisions.lending",
    "ddcore.decisions.decision_rules",
    "ddcore.api.work",
    # The engines are an extra.
    *(["ddcore.engines.worker"] if find_spec("duckdb") and find_spec("ibis") else []),
)
"""What the process that stands ready imports, so that no worker needs to."""

CORES = os.cpu_count() or 1

DATA, LIFE = 3, 4
"""The file descriptors at which a worker finds the connection to whoever asked for its work, and that of its life."""

REQUEST = struct.Struct("ddd??")
"""Limits on their way to the process that stands ready."""


@dataclass(frozen=True)
class Limits:
    """What one job may use: bytes of address space, seconds of processor and of the clock, and whether it opens files.

    Without files there is no network either: nothing can be opened that was not open before. One that is `last` leaves
    the processor to whoever else wants it.
    """

    memory: float
    processor: float
    clock: float
    files: bool = False
    last: bool = False


class WorkerDied(Exception):  # noqa: N818 - a worker that died is often no error of the program
    """A worker ended without a result: `cause` is "memory", "time" or "crash"."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


class Queue:
    """Jobs in order of arrival, of which as many run at once as the machine has cores."""

    def __init__(self, places: int = CORES) -> None:
        self.places = places
        self.order: list[object] = []


class Job:
    """`function(*arguments)` in a worker; the function gives a header and buffers, both bytes, and so does `result`.

    The work starts once `wait` finds it at the head of its queue, and ends with `end`, whatever it has come to.

    >>> queue, limits = Queue(places=1), Limits(memory=2**30, processor=60, clock=60)
    >>> first, second = (Job(queue, limits, max, 3, 5) for _ in range(2))
    >>> first.place, second.place
    (0, 1)
    """

    def __init__(self, queue: Queue, limits: Limits, function: Callable[..., Any], *arguments: Any) -> None:
        self.share, self.doing = 0.0, ""
        self._queue, self._limits = queue, limits
        self._work: tuple[Any, ...] = (function, *arguments)
        self._data: Connection | None = None
        self._status: Connection | None = None
        self._result: tuple[bytes, list[bytearray]] | None = None
        self._cause: str | None = None
        self._ticket = object()
        queue.order.append(self._ticket)

    @property
    def place(self) -> int:
        """How many jobs have to end before this one can start."""
        order = self._queue.order
        return max(0, order.index(self._ticket) + 1 - self._queue.places) if self._ticket in order else 0

    def wait(self, seconds: float) -> bool:
        """Whether the job has ended; returns after `seconds` or before. Progress is in `share` and `doing`."""
        if self._result is not None or self._cause is not None:
            return True
        if self._data is None:
            if self.place:
                time.sleep(seconds)
                return False
            try:
                self._start()
            except OSError:
                self._give_up(self._died_of())
                return True
        deadline = time.monotonic() + seconds
        while self._data and ready([self._data], max(0.0, deadline - time.monotonic())):
            try:
                self._take(self._data)
            except (EOFError, OSError, TypeError, ValueError):
                self._give_up(self._died_of())
        return self._data is None

    def result(self) -> tuple[bytes, list[bytearray]]:
        """Header and buffers, once there; raises `WorkerDied`."""
        while not self.wait(1.0):
            pass
        if self._result is None:
            raise WorkerDied(str(self._cause))
        return self._result

    def end(self) -> None:
        """The worker ends now, and its place is free for the next; the result, if there is one, can still be had."""
        for connection in (self._data, self._status):
            if connection is not None:
                connection.close()
        self._data = self._status = None
        self._work = ()
        if self._ticket in self._queue.order:
            self._queue.order.remove(self._ticket)

    def __del__(self) -> None:
        self.end()

    def _start(self) -> None:
        self._data, self._status = fork(self._limits)
        send_work(self._data, *self._work)
        self._work = ()

    def _take(self, data: Connection) -> None:
        message = data.recv_bytes()
        if message[:1] == b"p":
            self.share, self.doing = json.loads(message[1:])
        elif message[:1] == b"m":
            self._give_up("memory")
        else:
            self._result = _received(data, message, self._limits.memory)
            self.end()

    def _died_of(self) -> str:
        return "crash" if self._status is None else died_of(self._status)

    def _give_up(self, cause: str) -> None:
        self._cause = cause
        self.end()


def fork(limits: Limits) -> tuple[Connection, Connection]:
    """A worker with these limits, which waits for its work: its data, and what is told of its death.

    It ends as soon as the second connection is closed.
    """
    ours, theirs = zip(*(socket.socketpair() for _ in range(2)), strict=True)
    try:
        _server.fork(limits, [end.fileno() for end in theirs])
    finally:
        for end in theirs:
            end.close()
    data, status = (Connection(end.detach()) for end in ours)
    return data, status


def send_work(data: Connection, function: Callable[..., Any], *arguments: Any) -> None:
    """What a worker that was forked does."""
    buffers: list[pickle.PickleBuffer] = []
    work = cloudpickle.dumps((function, *arguments), protocol=5, buffer_callback=buffers.append)
    send(data, work, [buffer.raw() for buffer in buffers])


def died_of(status: Connection) -> str:
    """Why a worker ended: "memory", "time" or "crash"."""
    if not ready([status], 5.0):
        return "crash"
    try:
        code = int(status.recv_bytes())
    except (EOFError, OSError, ValueError):
        return "crash"
    return {-signal.SIGXCPU: "time", -signal.SIGALRM: "time", -signal.SIGKILL: "memory"}.get(code, "crash")


def send(data: Connection, header: bytes, buffers: Sequence[Any]) -> None:
    """A header, and buffers of any size without a copy."""
    parts = [memoryview(part).cast("B") for part in (header, *buffers)]
    data.send_bytes(b"r" + json.dumps([len(part) for part in parts]).encode())
    for part in parts:
        data.send_bytes(part)


def received(data: Connection) -> tuple[bytes, list[bytearray]]:
    """What another process of ours has sent."""
    return _received(data, data.recv_bytes(), math.inf)


def _received(data: Connection, message: bytes, most: float) -> tuple[bytes, list[bytearray]]:
    sizes = json.loads(message[1:])
    if sum(sizes) > most:
        raise ValueError("more than a worker can hold")
    parts = [bytearray(size) for size in sizes]
    for part in parts:
        if data.recv_bytes_into(part) != len(part):
            raise ValueError("cut off")
    return bytes(parts[0]), parts[1:]


class _ForkServer:
    """The process that stands ready; started when it is first needed, and again should it have died."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._requests: socket.socket | None = None

    def start(self) -> None:
        """Start it now rather than with the first job."""
        with self._lock:
            self._alive()

    def fork(self, limits: Limits, ends: Sequence[int]) -> None:
        """A worker that has these limits and the two ends: of its data, and of what is told of its death."""
        request = REQUEST.pack(limits.memory, limits.processor, limits.clock, limits.files, limits.last)
        with self._lock:
            socket.send_fds(self._alive(), [request], ends)

    def stop(self) -> None:
        """Stop the server and all its workers."""
        with self._lock:
            if self._requests is not None and self._process is not None:
                self._requests.close()
                self._process.wait()
                self._requests = self._process = None

    def _alive(self) -> socket.socket:
        if self._requests is None or self._process is None or self._process.poll() is not None:
            if self._requests is not None:
                self._requests.close()
            self._requests, theirs = socket.socketpair()
            root = str(Path(__file__).parents[2])
            known = os.environ.get("PYTHONPATH")
            # Arrays of a megabyte or more go back to the system as soon as they are dropped.
            lean = {
                "OPENBLAS_NUM_THREADS": "1",
                "MALLOC_ARENA_MAX": "2",
                "MALLOC_MMAP_THRESHOLD_": str(2**20),
                "ARROW_DEFAULT_MEMORY_POOL": "system",
            }
            with theirs:
                self._process = subprocess.Popen(
                    [
                        sys.executable,
                        "-c",
                        f"from {__name__} import serve; serve()",
                        str(theirs.fileno()),
                        *MODULES,
                    ],
                    env={**os.environ, **lean, "PYTHONPATH": f"{root}{os.pathsep}{known}" if known else root},
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                )
        return self._requests


_server = _ForkServer()
start, stop = _server.start, _server.stop
atexit.register(stop)


_may_fork = False


def may_fork() -> bool:
    """Whether this process is a worker, which has one thread, and may open what it talks to another one by."""
    return _may_fork


def never_fork() -> None:
    """This worker gets threads, and so must not be forked any more."""
    global _may_fork
    _may_fork = False


def leave() -> None:
    """A process that a worker forked has nothing of what is the worker's own."""
    global _may_fork
    _may_fork = False
    for end in (DATA, LIFE):
        os.close(end)


def serve() -> None:
    """What the process that stands ready does: fork a worker for each request, and tell how each ended."""
    requests = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Imports make many objects that stay: looking for garbage among them takes a quarter of the start.
    gc.disable()
    for name in sys.argv[2:]:
        importlib.import_module(name).__dict__.get("warm", lambda: None)()
    # Frozen for the garbage collector: it would write to the memory shared with workers, and so copy it.
    gc.collect()
    gc.freeze()
    gc.enable()
    with selectors.DefaultSelector() as selector:
        selector.register(requests, selectors.EVENT_READ)
        workers: dict[int, tuple[int, int, int]] = {}
        while True:
            for key, _ in selector.select():
                if key.fileobj is requests:
                    request, ends, _, _ = socket.recv_fds(requests, REQUEST.size, 2)
                    if len(request) < REQUEST.size:
                        for pid, _, _ in workers.values():
                            os.kill(pid, signal.SIGKILL)
                        return
                    pid, life = _forked(REQUEST.unpack(request), ends[0])
                    os.close(ends[0])
                    worker = (pid, ends[1], life)
                    for end in (ends[1], life):
                        workers[end] = worker
                        selector.register(end, selectors.EVENT_READ, worker)
                elif key.fd in workers and workers[key.fd] is key.data:
                    # The job was given up, or the worker has died: it ends in both cases. What is told of one that
                    # ended a moment ago is not for the new one that has its file descriptors now.
                    pid, status, life = workers[key.fd]
                    os.kill(pid, signal.SIGKILL) if key.fd == status else None
                    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                    for end in (status, life):
                        del workers[end]
                        selector.unregister(end)
                    os.close(life)
                    with Connection(status) as told, suppress(OSError):
                        told.send_bytes(str(code).encode())


def _forked(limits: tuple[float, float, float, bool, bool], data: int) -> tuple[int, int]:
    """A worker's number, and a pipe that closes as it dies."""
    life, own = os.pipe()
    pid = os.fork()
    if pid:
        os.close(own)
        return pid, life
    try:
        _work(Limits(*limits), data, own)
    finally:
        os._exit(1)


def _work(limits: Limits, data: int, life: int) -> None:
    """The worker: its limits, its work, its result."""
    global _may_fork
    _may_fork = limits.files
    quiet = os.open(os.devnull, os.O_RDWR)
    # Both descriptors are copied above 15 first, as each may stand where the other has to go.
    kept = [fcntl.fcntl(end, fcntl.F_DUPFD, 16) for end in (quiet, quiet, quiet, data, life)]
    for place, end in enumerate(kept):
        os.dup2(end, place)
    os.closerange(len(kept), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    os.setsid()
    os.nice(10)
    if limits.last:
        os.nice(9)
        # Linux may weigh sessions, and processes only within one: then this number counts.
        with suppress(OSError), open("/proc/self/autogroup", "w") as session:
            session.write("10")
    memory, processor = int(limits.memory), int(limits.processor)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not limits.files:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
    signal.setitimer(signal.ITIMER_REAL, limits.clock)
    with Connection(DATA) as connection:
        try:
            work, buffers = _received(connection, connection.recv_bytes(), limits.memory)
            # Safe to unpickle: the process that serves made it.
            function, *arguments = pickle.loads(work, buffers=buffers)
            del work, buffers

            def told(share: float, doing: str) -> None:
                connection.send_bytes(b"p" + json.dumps([share, doing]).encode())

            with progress.told_to(told):
                send(connection, *function(*arguments))
        except MemoryError:
            connection.send_bytes(b"m")
        os._exit(0)
