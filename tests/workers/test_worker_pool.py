"""Workers: each ends as it should, and none leaves anything behind."""

import os
import pickle
import signal
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ddcore.errors import InputError
from ddcore.workers import process_results, worker_pool
from ddcore.workers.worker_pool import Job, Limits, Queue, WorkerDied
from tests.helpers import worker_jobs as work

LIMITS = Limits(memory=3 * 2**30, processor=1, clock=20)


@pytest.fixture(scope="module", autouse=True)
def server():
    """One that has imported what the workers here do, as it has what they do elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        worker_pool.stop()
        patch.setattr(worker_pool, "MODULES", ("tests.helpers.worker_jobs",))
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
        yield
        worker_pool.stop()


def job(function, *arguments, queue=None, limits=LIMITS):
    return Job(queue or Queue(), limits, function, *arguments)


def cause(one):
    with pytest.raises(WorkerDied) as death:
        one.result()
    return death.value.cause


def alive(pid):
    """A worker that ended is taken away by its parent within moments."""
    deadline = time.monotonic() + 10
    while Path(f"/proc/{pid}").exists():
        if time.monotonic() > deadline:
            return True
        time.sleep(0.02)
    return False


def stat(pid):
    """State and parent of a process, and more."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def sleeper(queue=None, limits=LIMITS):
    """A job at work, and the number of its worker."""
    one = job(work.asleep, queue=queue, limits=limits)
    while not one.doing:
        one.wait(0.1)
    return one, int(one.doing)


def test_header_and_buffers_come_back():
    header, buffers = job(work.doubled, b"ab", pickle.PickleBuffer(b"c" * 10**6)).result()
    assert header == b"abab"
    assert buffers == [b"c" * 10**6] * 2


def test_one_that_comes_last_leaves_the_processor_to_others_in_whichever_session():
    one, pid = sleeper(limits=replace(LIMITS, last=True))
    assert os.getpriority(os.PRIO_PROCESS, pid) == 19
    session = Path(f"/proc/{pid}/autogroup")
    assert not session.exists() or session.read_text().endswith("nice 10\n")
    one.end()


def test_nothing_can_be_opened_but_where_a_job_is_allowed_to():
    assert job(work.opened).result() == (b"", [])
    assert b"a file" in job(work.opened, limits=replace(LIMITS, files=True)).result()[0]
    Path("written-by-a-worker").unlink()


def test_how_a_worker_died_is_told():
    messages = [b"", b"p5", b"p[]", b"r5", b'r["a"]', b"r[-1]", b"r[1e30]"]
    for expected, function, *arguments in (
        ("memory", work.many_bytes, 2**32),
        ("crash", work.ends, 0),
        ("crash", work.ends, 3),
        *(("crash", work.says, message) for message in messages),
        ("crash", signal.raise_signal, signal.SIGSEGV),
        ("memory", signal.raise_signal, signal.SIGKILL),
        ("time", work.endless),
        ("crash", work.defect),
        ("crash", work.cut_off),
        ("crash", os.abort),
    ):
        assert cause(job(function, *arguments)) == expected, (function, arguments)
    # Who waits for ever is ended by the clock.
    assert cause(job(work.asleep, limits=replace(LIMITS, clock=0.3))) == "time"


def test_who_has_no_place_waits_for_one():
    queue = Queue(places=1)
    first, _ = sleeper(queue)
    second, third = job(work.doubled, b"b", b"", queue=queue), job(work.doubled, b"c", b"", queue=queue)
    assert (first.place, second.place, third.place) == (0, 1, 2)
    assert not second.wait(0.05)
    second.end()
    assert third.place == 1
    first.end()
    assert third.result()[0] == b"cc"


def test_a_job_that_ends_takes_its_worker_along():
    """One that is forgotten, too."""
    one, pid = sleeper()
    one.end()
    assert not alive(pid)
    queue = Queue()
    one, pid = sleeper(queue)
    del one
    assert not alive(pid)
    assert queue.order == []


def test_a_death_that_is_told_late_is_not_taken_for_that_of_the_next_worker():
    one, pid = sleeper()
    server = int(stat(pid)[1])
    os.kill(server, signal.SIGSTOP)
    # All that follows waits for the server, in this order; the next worker gets the file descriptors of the old one.
    one.end()
    other = job(work.asleep)
    other.wait(0)
    os.kill(pid, signal.SIGKILL)
    while stat(pid)[0] != "Z":
        time.sleep(0.01)
    os.kill(server, signal.SIGCONT)
    while not other.doing:
        other.wait(0.1)
    assert not alive(pid)
    other.end()
    assert not alive(int(other.doing))


@pytest.mark.full
def test_workers_end_with_the_server():
    one, pid = sleeper()
    worker_pool.stop()
    assert not alive(pid)
    assert cause(one) == "crash"


def test_the_server_is_started_again_when_it_has_died():
    _, pid = sleeper()
    parent = int(stat(pid)[1])
    os.kill(parent, signal.SIGKILL)
    while stat(parent)[0] != "Z":
        time.sleep(0.01)
    assert job(work.doubled, b"a", b"").result()[0] == b"aa"
    os.kill(pid, signal.SIGKILL)


def test_what_a_function_of_ours_returns_or_raises():
    limits = Limits(memory=3 * 2**30, processor=5, clock=20, files=True)
    numbers = np.arange(10.0)[::-1]
    made = process_results.unpacked(*job(process_results.computed, np.sort, numbers, limits=limits).result())
    np.testing.assert_array_equal(made, np.arange(10))
    with pytest.raises(InputError, match="of one shape"):
        process_results.unpacked(*job(process_results.computed, refused, limits=limits).result())
    with pytest.raises(KeyError) as defect:
        process_results.unpacked(*job(process_results.computed, work.defect, limits=limits).result())
    assert "helpers/worker_jobs.py" in "".join(defect.value.__notes__)


def refused():
    raise InputError("tp and fp must be of one shape, got 2 and 3")
