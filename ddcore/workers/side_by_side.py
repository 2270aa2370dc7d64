"""Work of several kinds at once, within one process: numpy computes on as many cores as there are threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from ddcore.workers.worker_pool import CORES


def side_by_side(*makes: Callable[[], Any]) -> list[Any]:
    """What several functions return, in their order; the first that raises is the one whose error is raised.

    Each sees the level in force, and whoever listens to progress.

    >>> side_by_side(lambda: 2 + 3, lambda: "b")
    [5, 'b']
    """
    with ThreadPoolExecutor(CORES) as threads:
        made = [threads.submit(copy_context().run, make) for make in makes]
        return [each.result() for each in made]
