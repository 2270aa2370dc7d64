"""A folder of this process for temporary files that nobody else can read: gone with it, or swept once it was killed.

Its name says whose it is, and a lock file in it is locked as long as that process lives: the system frees the lock of a
process that ends in any way, so that a folder whose lock is free is left over.
"""

import atexit
import fcntl
import os
import shutil
import stat
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

PREFIX = "ddcore-"
"""How the names of these folders start; the number of the process follows."""

LOCK = "lock"
"""The file that is locked as long as the process lives."""

NEW = 60.0
"""Seconds after which a folder without a lock file is taken for left over: its process was killed as it made it."""

_lock = threading.Lock()
_own: tuple[int, Path, BinaryIO] | None = None


def private_folder() -> Path:
    """A new empty folder within this process's own, which is made when it is first needed.

    >>> folder = private_folder()
    >>> oct(folder.stat().st_mode), oct(folder.parent.stat().st_mode)
    ('0o40700', '0o40700')
    """
    global _own
    with _lock:
        if _own is None or _own[0] != os.getpid():
            sweep()
            path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
            # Locked under another name first: whoever sweeps never finds it free.
            file = open(path / "new", "xb")  # noqa: SIM115 - it is open as long as the process lives
            fcntl.flock(file, fcntl.LOCK_EX)
            os.rename(path / "new", path / LOCK)
            _own = os.getpid(), path, file
        return Path(tempfile.mkdtemp(dir=_own[1]))


def remove_own() -> None:
    """Remove the folder of this process with all that is in it, as is done at its end."""
    global _own
    with _lock:
        if _own is not None and _own[0] == os.getpid():
            _, path, file = _own
            shutil.rmtree(path, ignore_errors=True)
            file.close()
            _own = None


atexit.register(remove_own)


def empty_own() -> None:
    """Remove what is in the folder of this process, before `os._exit`; the folder is left over, for `sweep`."""
    with _lock:
        if _own is not None and _own[0] == os.getpid():
            for path in _own[1].iterdir():
                if path.name != LOCK:
                    shutil.rmtree(path, ignore_errors=True)


def sweep() -> int:
    """Remove what killed processes of this program left; returns the number of their folders.

    >>> sweep() >= 0
    True
    """
    swept = 0
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}[0-9]*-*"):
        with suppress(OSError):
            state = path.lstat()
            if stat.S_ISDIR(state.st_mode) and state.st_uid == os.geteuid() and _is_left(path, state.st_mtime):
                shutil.rmtree(path, ignore_errors=True)
                swept += not path.exists()
    return swept


def sweep_soon(seconds: float = 0.5) -> None:
    """Sweep when a process that was just killed has ended; nobody waits for it."""
    timer = threading.Timer(seconds, sweep)
    timer.daemon = True
    # As the program ends no thread can be started: its own end removes what it has.
    with suppress(RuntimeError):
        timer.start()


def _is_left(path: Path, made: float) -> bool:
    """Whether the process of a folder has ended."""
    try:
        file = os.open(path / LOCK, os.O_RDWR | os.O_NOFOLLOW)
    except FileNotFoundError:
        return time.time() - made > NEW
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(file)
    return True
