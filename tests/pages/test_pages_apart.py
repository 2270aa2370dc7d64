"""Long work on many cases is done by another process: the pages say the same, and what happened where it died."""

import threading
from dataclasses import replace

import pandas as pd
import pytest
from streamlit.runtime.scriptrunner import StopException

from ddcore.workers.process_results import unpacked
from ddcore.workers.worker_pool import Job
from pages.session import work
from tests.helpers.visiting import CHARTS, WHOLE, figure, said, seen, visit

pytestmark = pytest.mark.usefixtures("samples_anew")

LONG = ("curves", "thresholds", "ensemble", "costs", "lending")


@pytest.mark.full
@pytest.mark.parametrize("page", ["likelihood", *LONG])
@pytest.mark.usefixtures("drawn")
def test_pages_are_the_same_whichever_process_computes(page, monkeypatch):
    here = visit(page, WHOLE[page])
    done = []
    monkeypatch.setattr(work, "APART", 1)
    monkeypatch.setattr(work, "unpacked", lambda *sent: (done.append(sent), unpacked(*sent))[1])
    there = visit(page, WHOLE[page])
    assert done
    assert seen(there) == seen(here)
    for table, same in zip(there.main.dataframe, here.main.dataframe, strict=True):
        pd.testing.assert_frame_equal(table.value, same.value, rtol=1e-12)
    assert figure(there, CHARTS[page]) == figure(here, CHARTS[page])


def test_a_computation_that_takes_too_long_is_a_sentence(monkeypatch):
    monkeypatch.setattr(work, "APART", 1)
    monkeypatch.setattr(work, "LIMITS", replace(work.LIMITS, clock=1e-6))
    assert work.WHY["time"] in said(visit("likelihood", WHOLE["likelihood"])).lower()


@pytest.mark.full
def test_pages_take_turns_and_none_waits_for_long(monkeypatch):
    """With nobody's turn over, a page still comes; while a page waits for another process, it is the turn of others."""
    monkeypatch.setattr(work, "TURNS", threading.Semaphore(0))
    monkeypatch.setattr(work, "PATIENCE", 0.05)
    assert visit("verdict", WHOLE["verdict"]).main.header
    turns = threading.Semaphore(1)
    monkeypatch.setattr(work, "TURNS", turns)
    free = []
    monkeypatch.setattr(work, "APART", 1)
    waited = Job.wait
    monkeypatch.setattr(Job, "wait", lambda job, seconds: (free.append(turns._value), waited(job, seconds))[1])
    visit("likelihood", WHOLE["likelihood"])
    assert free[0] == 1
    assert turns._value == 1


def test_a_job_goes_on_for_the_run_that_takes_it_over():
    """The run before, which has not noticed yet that it is to stop, neither waits for it any more nor ends it."""

    class Slow:
        ended = False

        def wait(self, seconds: float) -> bool:
            return False

        def end(self) -> None:
            self.ended = True

    job, before, after = Slow(), object(), object()
    waiting = work.Waiting(job)
    assert waiting.taken_over(before)
    assert not waiting.done(before, 0)
    assert waiting.taken_over(after)
    with pytest.raises(StopException):
        waiting.done(before, 0)
    waiting.end(before)
    assert not job.ended
    assert not waiting.done(after, 0)
    waiting.end(after)
    assert job.ended
    with pytest.raises(StopException):
        waiting.done(after, 0)
    assert not waiting.taken_over(object())
