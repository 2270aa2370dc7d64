"""Times of the Dutch Draw beside their targets, and beside the package dutchdraw in the same run.

Not part of the gate: `python -m tests.bench.bench_chance` (about a minute; `--quick` leaves the peer out).
"""

import contextlib
import io
import sys
import time

import numpy as np

from ddcore.chance import dutch_draw, significance
from ddcore.chance.verdict import verdict
from ddcore.counts import Counts
from ddcore.measures import MEASURES
from tests.bench.timing import beside
from tests.bench.timing import seconds_of_new as seconds


def every_measure(total, positives):
    for key in MEASURES:
        dutch_draw.baseline(key, total, positives)
        for of in (dutch_draw.expectation, dutch_draw.variance):
            of(key, total, positives, 0.31)


def intervals(i, kind):
    region = significance.Region.of(Counts(tp=227 + i, fp=50, fn=31, tn=192), classes=kind)
    for row in MEASURES.values():
        region.interval(row)


THREE = [Counts(tp=227 - i, fp=50, fn=31 + i, tn=192) for i in range(3)]
THETAS = np.linspace(0, 1, 401)
OURS = {
    "G2 baseline, M = 10^6, P = 3*10^5": (0.1, lambda i: dutch_draw.baseline("G2", 10**6, 300_000 + i)),
    "G2 baseline, M = 10^6, P = M/2 and less": (0.1, lambda i: dutch_draw.baseline("G2", 10**6, 500_000 - i)),
    "G2 baseline, M = 10^9, P = 3*10^8": (1.0, lambda i: dutch_draw.baseline("G2", 10**9, 3 * 10**8 + i)),
    "G2 baseline, M = 10^9, P below M/2": (1.0, lambda i: dutch_draw.baseline("G2", 10**9, 5 * 10**8 - 1 - i)),
    "G2 baseline, M = 10^9, P = 1000": (1.0, lambda i: dutch_draw.baseline("G2", 10**9, 1000 + i)),
    "baselines of all measures, (10^6, 3*10^5)": (
        0.5,
        lambda i: [dutch_draw.baseline(key, 10**6, 300_100 + i) for key in MEASURES],
    ),
    "baseline, mean, variance of all measures, (10^6, 3*10^5)": (0.5, lambda i: every_measure(10**6, 300_200 + i)),
    "baseline, mean, variance of all measures, (10^9, 3*10^8)": (None, lambda i: every_measure(10**9, 300_000_100 + i)),
    "G2 curve, 401 thetas, M = 10^6, P = 3*10^5": (
        0.3,
        lambda i: dutch_draw.expectation("G2", 10**6, 300_000 + i, THETAS),
    ),
    "intervals of all measures, class sizes fixed": (0.05, lambda i: intervals(i, "fixed")),
    "intervals of all measures, class sizes drawn": (0.05, lambda i: intervals(i, "drawn")),
    "verdict on all measures, baselines known": (0.05, lambda i: verdict("A", THREE[i % 3], MEASURES)),
    "p value, M = 10^9": (
        None,
        lambda i: significance.p_value(Counts(tp=125_020_000 + i, fp=374_980_000, fn=124_980_000, tn=375_020_000)),
    ),
}


def main():
    for what, (target, work) in OURS.items():
        took = seconds(work)
        print(f"{what:62} {took * 1000:9.1f} ms{beside(took, target)}")
    ours = seconds(lambda i: dutch_draw.baseline("G2", 1000, 460 + i))
    print(f"{'G2 baseline, M = 1000, P = 460':62} {ours * 1000:9.1f} ms")
    if "--quick" in sys.argv:
        return
    import DutchDraw

    truth = [1] * 460 + [0] * 540
    start = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        theirs = DutchDraw.optimized_baseline_statistics(truth, "G2")
    peer = time.perf_counter() - start
    same = abs(theirs["Max Expected Value"] - dutch_draw.baseline("G2", 1000, 460).highest) < 1e-12
    print(
        f"{'  the same by dutchdraw 0.0.2 (it sleeps 2 s of these)':62} {peer * 1000:9.1f} ms"
        f"  ratio {peer / ours:,.0f} (without the sleep {(peer - 2) / ours:,.0f}), target 1,000"
        f"  {'ok' if (peer - 2) / ours >= 1000 else 'TOO SLOW'}; {'same' if same else 'ANOTHER'} value"
    )


if __name__ == "__main__":
    main()
