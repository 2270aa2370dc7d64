"""Random moves through all pages: nothing fails, nothing entered is lost, control, sentence and link say the same."""

import random

import pytest

from tests.walk.session import Session, keep_views
from tests.walk.walker import Walk

EACH = 100
"""Moves of a walk."""
PAGES = 4
"""Pages that a walk sees at least."""
DRAWN = 5
"""Of so many walks one draws its charts and writes its tables; the others look at sentences and controls alone."""


def pytest_generate_tests(metafunc):
    moves = metafunc.config.getoption("moves")
    metafunc.parametrize("seed", range(-(-moves // EACH)))


@pytest.mark.full
def test_any_way_through_the_pages_loses_nothing(seed, request, monkeypatch):
    if seed % DRAWN == 0:
        request.getfixturevalue("drawn")
    keep_views(monkeypatch)
    moves = min(EACH, request.config.getoption("moves"))
    seen = Walk(Session("costs", "sample=pair_2&size=60"), random.Random(seed)).take(moves)
    assert len(seen) >= min(moves, PAGES)
