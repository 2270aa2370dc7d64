"""How long a piece of work takes."""

import itertools
import time


def seconds(work, repeats=3, clock=time.perf_counter):
    """The best of some runs."""
    times = []
    for _ in range(repeats):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def seconds_of_new(work, repeats=3):
    """The same; run i is given i, so that no two ask for the same and no cache can answer."""
    runs = itertools.count()
    return seconds(lambda: work(next(runs)), repeats)


def beside(took, target):
    """The words on a target, none where there is none."""
    return "" if target is None else f"  target {target * 1000:7.0f} ms  {'ok' if took < target else 'TOO SLOW'}"
