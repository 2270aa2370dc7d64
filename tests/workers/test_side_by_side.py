"""Work of several kinds at once: in the order asked for, at the level in force, by two processes within a worker."""

import os
import time

import numpy as np
import psutil
import pytest

from ddcore.errors import InputError
from ddcore.interval import at_level, called_at, confident
from ddcore.workers.process_results import computed, unpacked
from ddcore.workers.progress import tell, told_to
from ddcore.workers.side_by_side import side_by_side
from ddcore.workers.worker_pool import Job, Limits, Queue, WorkerDied


def fail(words):
    raise InputError(words)


def in_worker(*makes, files=True, processor=60):
    """What is made side by side within a worker."""
    limits = Limits(memory=2**32, processor=processor, clock=60, files=files)
    return unpacked(*Job(Queue(), limits, computed, lambda: side_by_side(*makes)).result())


def test_elsewhere_one_comes_after_the_other_and_all_are_heard():
    told = []
    with at_level(0.8), told_to(lambda share, doing: told.append(doing)):
        made = side_by_side(confident, lambda: tell(0.5, "Counting"), os.getpid, lambda: tell(1.0, "Drawing"))
    assert made == [0.8, None, os.getpid(), None]
    assert told == ["Counting", "Drawing"]


def test_a_worker_has_another_process_for_each_second_one():
    made = in_worker(os.getpid, os.getpid, lambda: np.arange(10**6).sum(), lambda: np.arange(10**6))
    assert made[0] != made[1]
    assert made[2] == made[3].sum()
    levels = in_worker(lambda: called_at(0.8, side_by_side, confident, confident))
    assert levels == [[0.8, 0.8]]
    first, second = in_worker(os.getpid, os.getpid, files=False)
    assert first == second


@pytest.mark.parametrize("run", [side_by_side, in_worker])
def test_what_one_raises_is_raised(run):
    with pytest.raises(InputError, match="one"):
        run(lambda: fail("one"), lambda: 2)
    with pytest.raises(InputError, match="two"):
        run(lambda: 1, lambda: fail("two"))


def test_a_worker_dies_of_what_its_other_process_dies_of():
    def spin():
        while True:
            pass

    for make, cause in ((lambda: bytearray(2**33), "memory"), (spin, "time"), (os.abort, "crash")):
        with pytest.raises(WorkerDied) as death:
            in_worker(lambda: 1, make, processor=1)
        assert death.value.cause == cause


def test_the_other_process_ends_with_its_worker(tmp_path):
    def waits():
        (tmp_path / "pid").write_text(str(os.getpid()))
        time.sleep(60)

    job = Job(Queue(), Limits(2**32, 60, 60, files=True), computed, lambda: side_by_side(lambda: time.sleep(60), waits))
    while not ((tmp_path / "pid").exists() and (tmp_path / "pid").read_text()):
        job.wait(0.05)
    twin = int((tmp_path / "pid").read_text())
    assert psutil.pid_exists(twin)
    job.end()
    deadline = time.monotonic() + 10
    while psutil.pid_exists(twin) and psutil.Process(twin).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline
        time.sleep(0.02)
