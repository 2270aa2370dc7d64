"""What a worker is made to do, in `test_apart.py`."""

import os
import socket
import time
from multiprocessing.connection import Connection

from ddcore.workers import progress

Parts = tuple[bytes, list[bytes]]


def opened() -> Parts:
    """What of files, network and programs could be opened."""
    found = []
    for what, make in {
        "the ends of others": lambda: os.fstat(5),
        "a file": lambda: os.open(__file__, os.O_RDONLY),
        "a new file": lambda: os.open("written-by-a-worker", os.O_CREAT),
        "a connection": socket.socket,
        "a pipe": os.pipe,
    }.items():
        try:
            make()
            found.append(what)
        except OSError:
            continue
    return ", ".join(found).encode(), []


def many_bytes(size: int) -> Parts:
    return bytes(size), []


def endless() -> Parts:
    while True:
        pass


def asleep() -> Parts:
    progress.tell(0.5, str(os.getpid()))
    time.sleep(60)
    return b"woken", []


def defect() -> Parts:
    raise KeyError("a defect")


def ends(code: int) -> Parts:
    os._exit(code)


def cut_off() -> Parts:
    """A message that promises more than comes."""
    os.write(3, b"\x00\x00\x10\x00half")
    os._exit(0)


def doubled(text: bytes, buffer: bytearray) -> Parts:
    return text * 2, [buffer, buffer]


def says(message: bytes) -> Parts:
    """A message that is not one, or not the one that comes now."""
    Connection(3).send_bytes(message)
    os._exit(0)
