"""Whose turn it is to run a page; work in other processes, its progress, its end when nobody wants it any more."""

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.runtime.scriptrunner import StopException

from ddcore.apart import Job

JOB = "work_job"
"""What this session waits for, and the job that makes it."""

AT_ONCE = 0.3
"""Seconds that work may take before its progress is shown."""

TURNS = threading.Semaphore(2)
"""Pages that run at once: the interpreter does one thing at a time, and of fifty at once none would be done soon."""

PATIENCE = 0.5
"""Seconds after which a page runs though others have not finished: none of them may hold up all."""

_mine = threading.local()


@contextmanager
def turn() -> Iterator[None]:
    """A page runs within this block; it waits for its turn, while fewer run, for a moment only."""
    _mine.held = TURNS.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        if _mine.held:
            TURNS.release()
            _mine.held = False


@contextmanager
def _others_first() -> Iterator[None]:
    """While a page waits for another process, it is the turn of others."""
    if not getattr(_mine, "held", False):
        yield
        return
    TURNS.release()
    _mine.held = False
    try:
        yield
    finally:
        _mine.held = TURNS.acquire(timeout=PATIENCE)


def done(wanted: Hashable, start: Callable[[], Job], show: Callable[[Job], None]) -> Job:
    """The job that makes what is wanted, once it has ended; until then `show` draws how far it is.

    A click elsewhere runs the page anew and finds the same job again. It ends when something else is wanted, when a
    page is finished without it, and when the visitor leaves.
    """
    held: dict[Hashable, Job] = st.session_state.setdefault(JOB, {})
    for other in [other for other in held if other != wanted]:
        held.pop(other).end()
    if wanted not in held:
        held[wanted] = start()
    job = held[wanted]
    try:
        with _others_first():
            if not job.wait(AT_ONCE):
                show(job)
                while not job.wait(0.2):
                    show(job)
    except StopException:
        # Asked for anything, the session's state would only raise the same again.
        held.clear()
        job.end()
        raise
    held.clear()
    return job


def stop() -> None:
    """Nobody waits for it any more."""
    for job in st.session_state.pop(JOB, {}).values():
        job.end()
