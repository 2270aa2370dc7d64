"""Times of random guessers beside their target, and beside the direct double sum in the same run.

Not part of the gate: `python -m tests.bench.bench_guessing` (some seconds; `--quick` leaves the double sum out).
"""

import sys

import numpy as np
from scipy.stats import binom

from ddcore.chance import guessing
from ddcore.chance.balance import balanced
from ddcore.chance.imbalance import Imbalance
from ddcore.counts import Cells
from ddcore.measures import MEASURES, measure
from tests.bench.timing import beside
from tests.bench.timing import seconds_of_new as seconds

TARGET = 0.2
"""Seconds for one mean at a million cases."""
SMALL = 2000
"""The cases of the double sum, whose work grows with their square."""


def direct(row, total, positives, g):
    """The mean over every table, all of them in one array."""
    x, y = np.arange(positives + 1.0)[:, None], np.arange(total - positives + 1.0)
    value = np.broadcast_to(
        row.on(Cells(tp=x, fp=y, fn=positives - x, tn=total - positives - y)), (positives + 1, y.size)
    )
    weight = binom.pmf(x, positives, g) * binom.pmf(y, total - positives, g)
    fine = ~np.isnan(value)
    return float((weight * np.where(fine, value, 0.0)).sum() / weight[fine].sum())


def rows():
    yield from MEASURES.values()
    yield from (balanced(key) for key in MEASURES)


OTHERS = {
    "every measure, (10^6, 3*10^5)": (1.0, lambda i: [means(key, 10**6, 300_200 + i) for key in MEASURES]),
    "every measure, balanced, (10^6, 3*10^5)": (
        2.0,
        lambda i: [means(balanced(key), 10**6, 300_300 + i) for key in MEASURES],
    ),
    "G2, one case in 100,000 called, (10^6, 10)": (
        TARGET,
        lambda i: guessing.expectation("G2", 10**6, 10 + i, 1e-5),
    ),
    "PT, (10^9, 5*10^8)": (None, lambda i: guessing.expectation("PT", 10**9, 5 * 10**8 + i, 0.5)),
    "G2 for 101 guessers, (10^6, 3*10^5)": (
        1.0,
        lambda i: guessing.expectation("G2", 10**6, 300_000 + i, np.linspace(0, 1, 101)),
    ),
    "a formula of one's own, (10^5, 3*10^4)": (
        None,
        lambda i: guessing.expectation("own = sqrt(tp / p)", 10**5, 30_000 + i, 0.31),
    ),
    "F1 beyond a coin over the imbalance, n = 1000": (
        TARGET,
        lambda i: Imbalance(measure("F1"), 0.6, 0.8, 0.5 + i / 1000, 1000).top("normalised"),
    ),
    "the same, balanced": (
        None,
        lambda i: Imbalance(measure("F1"), 0.6, 0.8, 0.5 + i / 1000, 1000).top("balanced_normalised"),
    ),
}


def means(row, total, positives):
    guessing.expectation(row, total, positives, 0.31)
    guessing.undefined(row, total, positives, 0.31)


def main():
    quick = "--quick" in sys.argv
    for row in rows():
        took = seconds(lambda i, row=row: guessing.expectation(row, 10**6, 300_000 + i, 0.31))
        line = f"{row.key:20} 10^6 {took * 1000:9.2f} ms{beside(took, TARGET)}"
        if not quick:
            ours = seconds(lambda i, row=row: guessing.expectation(row, SMALL, 600 + i, 0.31))
            theirs = seconds(lambda i, row=row: direct(row, SMALL, 600 + i, 0.31))
            gap = abs(direct(row, SMALL, 600, 0.31) - guessing.expectation(row, SMALL, 600, 0.31))
            same = "same" if gap < 1e-9 * max(1.0, abs(direct(row, SMALL, 600, 0.31))) else "ANOTHER"
            line += f"   {SMALL:,} {ours * 1000:7.2f} ms, double sum {theirs * 1000:7.1f} ms"
            line += f"  ratio {theirs / ours:7.1f}; {same} value"
        print(line)
    for what, (target, work) in OTHERS.items():
        took = seconds(work)
        print(f"{what:52} {took * 1000:9.1f} ms{beside(took, target)}")


if __name__ == "__main__":
    main()
