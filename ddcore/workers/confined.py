"""This process can open a few files from now on and reach no network: Landlock, a part of Linux, holds it to that.

Whoever takes over the process by a file that it reads can do no more. It needs Linux 5.13, and 6.7 for the network.
"""

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""Landlock's system calls, by their numbers on every machine."""

PR_SET_NO_NEW_PRIVS = 38
"""Option of Linux's `prctl`: no program that is started gets more rights; Landlock asks for it."""

EXECUTE, READ_FILE, READ_DIR = 1 << 0, 1 << 2, 1 << 3
FIRST, REFER, TRUNCATE, DEVICES = (1 << 13) - 1, 1 << 13, 1 << 14, 1 << 15
"""What Landlock can forbid of files: 13 things at first, then one more with its versions 2, 3 and 5."""

OF_FILES = EXECUTE | 1 << 1 | READ_FILE | TRUNCATE
"""What of it concerns a file rather than a folder."""

TCP = 1 << 0 | 1 << 1
"""To listen and to connect, from version 4 on."""

SCOPES = 1 << 0 | 1 << 1
"""Abstract sockets and signals, from version 6 on."""

PROGRAM = (
    *(sys.prefix, sys.base_prefix, str(Path(__file__).parents[1]), "/usr", "/lib", "/lib64"),
    *(
        "/etc/ld.so.cache",
        "/etc/localtime",
        "/proc/self",
        "/proc/meminfo",
        "/sys/fs/cgroup",
        "/dev/null",
        "/dev/urandom",
    ),
)
"""What the program itself reads: its modules and libraries, the time zone, and how much memory there is."""

_libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """The version of Landlock, 0 if there is none."""
    return max(0, int(_libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))))


def confine(readable: Iterable[Path], writable: Iterable[Path] = ()) -> bool:
    """From now on this thread, and those that it starts, open nothing but these files and folders, and no network.

    What is open stays open. Returns whether the system can do it; nothing changes if not.
    """
    known = version()
    files = FIRST | (REFER if known >= 2 else 0) | (TRUNCATE if known >= 3 else 0) | (DEVICES if known >= 5 else 0)
    attributes = struct.pack("QQQ", files, TCP, SCOPES)[: 8 if known < 4 else 16 if known < 6 else 24]
    if not known:
        return False
    rules = _libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    if rules < 0:
        return False
    try:
        for path in (*map(Path, PROGRAM), *readable):
            _allow(rules, path, EXECUTE | READ_FILE | READ_DIR)
        for path in writable:
            _allow(rules, path, files)
        failed: int = _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        failed = failed or _libc.syscall(RESTRICT_SELF, ctypes.c_int(rules), ctypes.c_uint32(0))
        return not failed
    finally:
        os.close(rules)


def _allow(rules: int, path: Path, access: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rule = struct.pack("=Qi", access if path.is_dir() else access & OF_FILES, place)
        if _libc.syscall(ADD_RULE, ctypes.c_int(rules), ctypes.c_int(1), rule, ctypes.c_uint32(0)):
            raise OSError(ctypes.get_errno(), f"{path} cannot be allowed")
    finally:
        os.close(place)
