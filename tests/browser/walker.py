"""Random moves in a browser: real uploads, lists and fields, refresh, and Back and Forward after each move."""

import random

from tests.walk.tab import Tab
from tests.walk.walker import Walk

EACH = 50
"""Moves of a walk."""


def pytest_generate_tests(metafunc):
    metafunc.parametrize("seed", range(-(-metafunc.config.getoption("browser_moves") // EACH)))


def test_any_way_through_the_pages_loses_nothing(visit, seed, request):
    moves, chance = min(EACH, request.config.getoption("browser_moves")), random.Random(100 + seed)
    assert Walk(Tab(visit("/costs?sample=pair_2&size=60"), chance), chance, returns=True).take(moves)
