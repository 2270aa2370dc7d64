"""How long a piece of work takes."""

import time


def seconds(work, repeats=3):
    """The best of some runs."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)
