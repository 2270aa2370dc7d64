"""A process that writes reports with pictures for a server: it leaves the processor to visitors, and may crash or hang.

`python -m ddcore.report.press` reads documents from its standard input and writes files to its standard output, each
behind its length, until the input is closed. It stores nothing of them, and unpickles nothing.
"""

import atexit
import json
import os
import struct
import subprocess
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from threading import Lock, Timer
from typing import IO

from ddcore.errors import InputError
from ddcore.report.document import Document
from ddcore.report.formats import FORMATS

SECONDS = 120
"""Seconds that a report may take."""
NICE = 10

_LENGTH = struct.Struct(">Q")
_WRITTEN, _REFUSED = b"w", b"r"


class Press:
    """Such a process, started when it is first needed; it writes one report after the other."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = ""

    def start(self) -> None:
        """Start it now, and the Chromium that draws its charts, without waiting for them."""
        with self._lock:
            self._running()

    def written(self, document: Document, ending: str) -> bytes:
        """The bytes of a report in the format of this ending.

        Raises `InputError` with the sentence of the format, or with one that says that it crashed or took too long.
        """
        request = json.dumps({"ending": ending, "document": document.model_dump_json()}).encode()
        with self._lock:
            kind, content = self._answer(self._running(), request)
        if kind == _REFUSED:
            raise InputError(content.decode())
        return content

    def close(self) -> None:
        """End it; the next report starts another one."""
        with self._lock:
            self._end()

    def _answer(self, process: subprocess.Popen[bytes], request: bytes) -> tuple[bytes, bytes]:
        late = []

        def stop() -> None:
            late.append(True)
            process.kill()

        clock = Timer(self._seconds, stop)
        clock.start()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            _send(process.stdin, request)
            answer = _received(process.stdout)
        except (OSError, EOFError):
            self._end(at_once=True)
            raise InputError(
                f"it took more than {self._seconds:g} seconds; ask for fewer sections"
                if late
                else "the process that writes it ended; try again"
            ) from None
        finally:
            clock.cancel()
        return answer[:1], answer[1:]

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            root, path = str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")
            self._folder = mkdtemp(prefix="press-")
            self._process = subprocess.Popen(
                [sys.executable, "-m", "ddcore.report.press"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={
                    **os.environ,
                    "PYTHONPATH": f"{root}{os.pathsep}{path}" if path else root,
                    "TMPDIR": self._folder,
                },
                start_new_session=True,
            )
        return self._process

    def _end(self, at_once: bool = False) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                assert pipe is not None
                pipe.close()
        if at_once:
            process.kill()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        rmtree(self._folder, ignore_errors=True)


_press = Press()
start, written, close = _press.start, _press.written, _press.close
atexit.register(close)


def _send(pipe: IO[bytes], content: bytes) -> None:
    pipe.write(_LENGTH.pack(len(content)))
    pipe.write(content)
    pipe.flush()


def _received(pipe: IO[bytes]) -> bytes:
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    content = pipe.read(length)
    if len(content) < length:
        raise EOFError
    return content


def serve() -> None:
    """Write a report for each request, until the input is closed: what the process does."""
    os.nice(NICE)
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a library prints must not come between answers.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    _warm()
    with suppress(EOFError, BrokenPipeError), requests, answers:
        while True:
            request = json.loads(_received(requests))
            try:
                document = Document.model_validate_json(request["document"])
                answer = _WRITTEN + FORMATS[request["ending"]].written(document)
            except InputError as refusal:
                answer = _REFUSED + str(refusal).encode()
            except Exception as error:
                # What it says may hold what a document says, which no log is to have.
                print(type(error).__name__, *traceback.format_tb(error.__traceback__), sep="\n", file=sys.stderr)
                answer = _REFUSED + b"the program has an error"
            _send(answers, answer)


def _warm() -> None:
    from ddcore.report.pictures import painter

    with suppress(InputError):
        painter.start()


if __name__ == "__main__":
    serve()
