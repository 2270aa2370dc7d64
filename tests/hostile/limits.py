"""Work in a child process under limits: what came of it, how long it took and how much memory."""

import multiprocessing
import os
import re
import resource
import sys
import time
from dataclasses import dataclass
from types import ModuleType

import pytest

from ddcore.errors import InputError

ADDRESSES = 3 * 2**30
"""Bytes of addresses that a child may have."""
LONGEST = 20.0
"""Seconds after which a child is ended."""
SLOW = 2.0
"""Seconds that no answer may take."""
LARGE = 1024
"""Megabytes that no answer may take."""


@dataclass(frozen=True)
class Outcome:
    """What came of one piece of work.

    `kind` is "answer" (`value` is what was returned), "sentence" (the text of an `InputError`), "defect" (any other
    exception), "killed" or "late". `megabytes` is the most that the process held meanwhile, NaN where it died.
    """

    kind: str
    value: object
    seconds: float
    megabytes: float = float("nan")

    @property
    def fault(self) -> str:
        """What is wrong with it whatever was expected; empty if nothing."""
        if self.kind == "killed":
            return "killed"
        if self.seconds > SLOW or self.kind == "late":
            return "slow"
        if self.megabytes > LARGE:
            return "large"
        if self.kind == "defect" or (self.kind == "sentence" and not presentable(str(self.value))):
            return "wrong"
        return ""


def presentable(sentence: str) -> bool:
    """Whether a sentence may stand on a page: one line, not long, and nothing of the program in it."""
    return len(sentence) <= 700 and not re.search(
        r"[\n\r]|Traceback|site-packages|\.py\W+line|0x[0-9a-f]{6}|std::", sentence
    )


def _peak() -> float:
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def _serve(pipe, function) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what a library says as it dies
    pipe.send("ready")
    while True:
        given = pipe.recv()
        with open("/proc/self/clear_refs", "w") as peak:
            peak.write("5")  # the highest memory is counted anew
        start = time.perf_counter()
        try:
            kind, value = "answer", function(*given)
        except InputError as error:
            kind, value = "sentence", str(error)
        except MemoryError:
            kind, value = "killed", "memory"
        except Exception as error:
            kind, value = "defect", f"{type(error).__name__}: {error}"[:300]
        pipe.send(Outcome(kind, value, time.perf_counter() - start, _peak()))


class Child:
    """A process that does one piece of work after the other, and is started anew if it dies."""

    def __init__(self, function, longest: float = LONGEST) -> None:
        self.function, self.longest = function, longest
        self.process = None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, self.function), daemon=True)
        with pytest.MonkeyPatch.context() as patch:
            # A child imports the main module, and after a test of pages that is a page.
            patch.setitem(sys.modules, "__main__", ModuleType("__main__"))
            self.process.start()
        other.close()
        self.pipe.recv()  # it has imported what it needs

    def __call__(self, *given) -> Outcome:
        if self.process is None:
            self._start()
        start = time.perf_counter()
        try:
            self.pipe.send(given)
            if not self.pipe.poll(self.longest):
                self.end()
                return Outcome("late", "", self.longest)
            outcome = self.pipe.recv()
            if outcome.megabytes > LARGE / 2:
                self.end()  # what it keeps must not be counted for the next
            return outcome
        except (EOFError, OSError):
            seconds = time.perf_counter() - start
            self.process.join()
            code = self.process.exitcode
            self.end()
            return Outcome("killed", f"exit {code}", seconds)

    def end(self) -> None:
        """End the process, whatever it does."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.pipe.close()
            self.process = None
