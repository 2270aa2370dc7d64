"""Whose turn it is to run a page; work in other processes, its progress, its end when nobody wants it any more."""

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx

from ddcore.cache import MANY, Cache
from ddcore.errors import InputError
from ddcore.read import Predictions
from ddcore.workers.process_results import computed, unpacked
from ddcore.workers.progress import told_to
from ddcore.workers.worker_pool import Job, Limits, Queue, WorkerDied

JOB = "work_job"
"""What this session waits for, and the job that makes it."""

SERVED = threading.Event()
"""Set by a server, which starts processes ahead."""

READ = "data_read"
"""The predictions that this session read, with what was computed from them."""

WIDGETS = "work_widgets"
"""Whether widgets are to be forgotten once the page has run."""

LIMITS = Limits(memory=4 * 2**30, processor=600, clock=1800, files=True)
QUEUE = Queue()
"""What is computed at once in other processes: one computation for each core of the machine."""
WHY = {
    "memory": "computing this needs more than 4 GB of memory: use fewer cases",
    "time": "computing this needs more than ten minutes: use fewer cases",
    "crash": "the computation stopped half way: load the page again; if it stops again, use fewer cases",
}
"""What is said where another process died."""

APART = 60_000
"""Cases from which on another process does long work, and holds up no other visitor; from `MANY` on a part comes first.

More than a part has.
"""

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
def others_first() -> Iterator[None]:
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


class Waiting:
    """A job, and the run of a page that waits for it. The next run begins before the last has noticed that it ends."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._run: object = None
        self._ended = False
        self._one_at_a_time = threading.Lock()

    def taken_over(self, run: object) -> bool:
        """Whether this run waits for the job from now on; not if the job was given up."""
        with self._one_at_a_time:
            self._run = run
            return not self._ended

    def done(self, run: object, seconds: float) -> bool:
        """Whether the job has ended, after `seconds` or before; a run whose job was taken over stops here."""
        with self._one_at_a_time:
            if self._ended or self._run is not run:
                raise StopException
            return self.job.wait(seconds)

    def end(self, run: object = None) -> None:
        """The job ends now, unless another run than this one waits for it; without a run it does in any case."""
        with self._one_at_a_time:
            if run is None or self._run is run:
                self._ended = True
                self.job.end()


def done(wanted: Hashable, start: Callable[[], Job], show: Callable[[Job], None]) -> Job:
    """The job that makes what is wanted, once it has ended; until then `show` draws how far it is.

    A click elsewhere runs the page anew and finds the same job again, unless the run before has noticed already that it
    was to stop. It ends when something else is wanted, when a page is finished without it, and when the visitor leaves.
    """
    held: dict[Hashable, Waiting] = st.session_state.setdefault(JOB, {})
    run = object()
    for other in [other for other in held if other != wanted]:
        held.pop(other).end()
    waiting = held.get(wanted)
    if waiting is None or not waiting.taken_over(run):
        waiting = held[wanted] = Waiting(start())
        waiting.taken_over(run)
    try:
        with others_first():
            if not waiting.done(run, AT_ONCE):
                show(waiting.job)
                while not waiting.done(run, 0.2):
                    show(waiting.job)
    except StopException:
        # Asked for anything, the session's state would only raise the same again.
        waiting.end(run)
        raise
    held.pop(wanted, None)
    return waiting.job


def forget_widgets() -> None:
    """Once the page has run, nothing stays of the widgets that it did not draw.

    Streamlit keeps what they offered and what they call, names out of a file too, as long as the session.
    """
    st.session_state[WIDGETS] = True


def forget_undrawn() -> None:
    """Forget them, where it was asked for."""
    context = get_script_run_ctx()
    if context is None or not st.session_state.pop(WIDGETS, False):
        return
    drawn = context.shared.widget_ids_this_run.snapshot()
    state = context.session_state._state
    known, keys = state._new_widget_state.widget_metadata, state._key_id_mapper
    for widget in known.keys() - drawn:
        for held in (known, state._new_widget_state.states, state._old_state):
            held.pop(widget, None)
    keys.set_key_id_mapping({key: widget for key, widget in keys._key_id_mapping.items() if widget in drawn})


def stop() -> None:
    """Nobody waits for it any more."""
    for waiting in st.session_state.pop(JOB, {}).values():
        waiting.end()


def made(wanted: Hashable, make: Callable[[], Any], cases: int) -> Any:
    """A result, with a sign of life; from `APART` cases on another process makes it."""
    with st.spinner("Counting …", show_time=True):
        if cases < APART:
            return _made_here(make)
        for store in _stores():
            store.drop_large()
        return _made_apart(wanted, make)


def _made_here(make: Callable[[], Any]) -> Any:
    """What is made at once, with its progress where it tells any."""
    place = st.empty()

    def show(share: float, doing: str) -> None:
        place.progress(share, text=doing)

    with told_to(show):
        result = make()
    place.empty()
    return result


class Later(Exception):  # noqa: N818 - nothing went wrong
    """Long work that is not done now."""


def quick(wanted: Hashable, make: Callable[[], Any], cases: int) -> Any:
    """A result that does not take long; raises `Later` for one that does."""
    if cases >= MANY:
        raise Later
    return made(wanted, make, cases)


def _stores() -> list[Cache]:
    """The store of results of this session."""
    read = st.session_state.get(READ, {}).values()
    return [predictions.store for predictions in read if isinstance(predictions, Predictions)]


def _made_apart(wanted: Hashable, make: Callable[[], Any]) -> Any:
    """What another process makes, with its progress."""
    bar = st.empty()

    def show(job: Job) -> None:
        bar.progress(job.share, text=_doing(job))

    job = done(wanted, lambda: Job(QUEUE, LIMITS, computed, make), show)
    bar.empty()
    try:
        return unpacked(*job.result())
    except WorkerDied as death:
        raise InputError(WHY[death.cause]) from None


def _doing(job: Job) -> str:
    if job.place == 1:
        return "One computation of another visitor comes first."
    if job.place:
        return f"{job.place} computations of other visitors come first."
    return job.doing or "Counting …"
