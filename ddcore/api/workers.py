"""Workers as the server's event loop sees them: how many at once, how many wait, and what became of each."""

import asyncio
import json
import socket
from dataclasses import dataclass
from typing import Any

from ddcore.api.work import REPLY, REQUEST, serve
from ddcore.workers.worker_pool import CORES, Limits, WorkerDied, died_of, fork, send_work

PLACES = max(1, CORES - 1)
"""Workers at work at once in each lane: the pages keep a core."""
MEMORY = 3 * 2**30
LONGEST_REPLY = 256 * 2**20
GRACE = 30
"""Seconds after which a worker that should have ended itself is ended: it may have stood still."""
SECONDS = 60
"""That an answer may take."""
ENDLESS = 10**8
"""Seconds: each request has its own limit."""


class Busy(Exception):  # noqa: N818 - no error of the program
    """The queue of waiting requests is full."""


@dataclass(frozen=True)
class Reply:
    """The status of an answer, what the log gets, and the bytes of the answer."""

    status: int
    log: str
    content: bytes


class Worker:
    """One process, which runs at low priority and can open nothing unless its limits say so."""

    def __init__(self, limits: Limits, seconds: float) -> None:
        data, self._status = fork(limits)
        send_work(data, serve, seconds)
        self._data = socket.socket(fileno=socket.dup(data.fileno()))
        self._data.setblocking(False)
        data.close()

    @property
    def alive(self) -> bool:
        """Whether nothing was told of its death."""
        return not self._status.poll(0)

    async def ask(self, wanted: dict[str, Any], body: bytes | bytearray) -> Reply:
        """What it replies; raises `WorkerDied`."""
        loop = asyncio.get_running_loop()
        told = json.dumps(wanted).encode()
        try:
            await loop.sock_sendall(self._data, REQUEST.pack(len(told), len(body)) + told)
            if body:
                await loop.sock_sendall(self._data, body)
            status, log, size = REPLY.unpack(await self._read(REPLY.size))
            if log + size > LONGEST_REPLY:
                raise WorkerDied("memory")
            content = await self._read(log + size)
        except (ConnectionError, EOFError):
            raise WorkerDied(await asyncio.to_thread(died_of, self._status)) from None
        return Reply(status, content[:log].decode(errors="replace"), content[log:])

    def end(self) -> None:
        """End the worker now."""
        self._data.close()
        self._status.close()

    async def _read(self, size: int) -> bytes:
        loop = asyncio.get_running_loop()
        content = bytearray(size)
        rest = memoryview(content)
        while rest:
            taken = await loop.sock_recv_into(self._data, rest)
            if not taken:
                raise EOFError
            rest = rest[taken:]
        return bytes(content)


class Lane:
    """So many workers at once, each for one request or, `lasting`, for one after the other; others wait their turn."""

    def __init__(self, limits: Limits, seconds: float, waiting: int, lasting: bool, places: int = PLACES) -> None:
        self.seconds = seconds
        self._limits, self._most_waiting, self._lasting = limits, waiting, lasting
        self._places = asyncio.Semaphore(places)
        self._waiting = 0
        self._idle: list[Worker] = []

    async def ask(self, wanted: dict[str, Any], body: bytes | bytearray = b"") -> Reply:
        """What a worker replies; raises `Busy` where too many wait, and `WorkerDied`."""
        if self._places.locked() and self._waiting >= self._most_waiting:
            raise Busy
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            kept = self._kept()
            if kept is not None:
                try:
                    return await self._asked(kept, wanted, body)
                except WorkerDied as death:
                    # It may have been ended while it waited.
                    if death.cause == "time":
                        raise
            return await self._asked(Worker(self._limits, self.seconds), wanted, body)
        finally:
            self._places.release()

    async def _asked(self, worker: Worker, wanted: dict[str, Any], body: bytes | bytearray) -> Reply:
        reply = None
        try:
            async with asyncio.timeout(self.seconds + GRACE):
                reply = await worker.ask(wanted, body)
        except TimeoutError:
            raise WorkerDied("time") from None
        finally:
            # One that was given up in the middle would answer the next request with the answer to this one.
            if self._lasting and reply is not None:
                self._idle.append(worker)
            else:
                worker.end()
        return reply

    def _kept(self) -> Worker | None:
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
            worker.end()
        return None

    def end(self) -> None:
        """All workers that have nothing to do end."""
        while self._idle:
            self._idle.pop().end()


def numbers() -> Lane:
    """For typed numbers, most of which are answered in milliseconds: the same workers again and again."""
    return Lane(Limits(MEMORY, ENDLESS, ENDLESS, last=True), SECONDS, waiting=64, lasting=True)


def samples() -> Lane:
    """For samples, which are read from files of the program."""
    return Lane(Limits(MEMORY, SECONDS, SECONDS + GRACE, files=True, last=True), SECONDS, waiting=16, lasting=False)


def cases() -> Lane:
    """For what people send: a worker for each, which can open nothing."""
    return Lane(Limits(MEMORY, SECONDS, SECONDS + GRACE, last=True), SECONDS, waiting=16, lasting=False)
