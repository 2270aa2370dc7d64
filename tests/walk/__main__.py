"""Runs the walkers for as many moves as wanted: `python -m tests.walk --moves 3000 --browser 300`.

`--walks` also takes all six files of `peoples` through the walk of a person; the suite takes some of them.
"""

import argparse
import sys
import time

import pytest


def run(*given):
    """What pytest says of some tests, with their seconds."""
    began = time.monotonic()
    outcome = pytest.main([*given, "-q", "--tb=short", "--show-capture=stdout"])
    print(f"{' '.join(given)}: {time.monotonic() - began:.0f} s, {'failed' if outcome else 'passed'}")
    return int(outcome)


if __name__ == "__main__":
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--moves", type=int, default=0)
    wanted.add_argument("--browser", type=int, default=0)
    wanted.add_argument("--walks", action="store_true")
    wanted.add_argument("--processes", default="2")
    asked = wanted.parse_args()
    outcomes = []
    if asked.moves:
        outcomes.append(run("tests/pages/test_walker.py", f"--moves={asked.moves}", "-n", asked.processes))
    if asked.browser:
        outcomes.append(run("tests/browser/walker.py", f"--browser-moves={asked.browser}"))
    if asked.walks:
        outcomes.append(run("tests/browser/test_walks.py", "--all-files", "-s"))
    sys.exit(max(outcomes, default=0))
