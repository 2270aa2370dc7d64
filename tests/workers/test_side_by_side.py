"""Work of several kinds at once: in the order asked for, at the level in force, with the first error."""

import threading

import pytest

from ddcore.errors import InputError
from ddcore.interval import at_level, confident
from ddcore.workers.progress import tell, told_to
from ddcore.workers.side_by_side import side_by_side


def test_all_run_at_once():
    met = threading.Barrier(2, timeout=30)
    assert sorted(side_by_side(met.wait, met.wait)) == [0, 1]


def test_each_has_the_level_in_force_and_whoever_listens():
    told = []
    with at_level(0.8), told_to(lambda share, doing: told.append(doing)):
        assert side_by_side(confident, confident, lambda: tell(0.5, "Counting")) == [0.8, 0.8, None]
    assert told == ["Counting"]


def test_the_first_that_raises():
    def fail(words):
        raise InputError(words)

    with pytest.raises(InputError, match="one"):
        side_by_side(lambda: fail("one"), lambda: fail("two"))
