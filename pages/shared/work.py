"""Work in other processes, as a page waits for it: its progress, and its end when nobody wants it any more."""

from collections.abc import Callable, Hashable

import streamlit as st
from streamlit.runtime.scriptrunner import StopException

from ddcore.apart import Job

JOB = "work_job"
"""What this session waits for, and the job that makes it."""

AT_ONCE = 0.3
"""Seconds that work may take before its progress is shown."""


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
