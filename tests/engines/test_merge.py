"""Tallies of partitions, bin by bin, are the tally of the whole: what a cluster does, simulated."""

import numpy as np
import pyarrow as pa

from ddcore.engines import duck
from ddcore.engines.bins import BINS, first_segments
from ddcore.engines.tallies import CASES, CODE, HIGH, LOW, Asked
from tests.helpers.loops import nonempty

PARTITIONS = 6


def partial(rows: pa.Table, segments) -> dict[tuple[int, bool], tuple]:
    """What one partition sends: for each bin and class the cases, the sum of weights in parts, the ends."""
    backend = duck.connection(memory=2**28, threads=1)
    backend.con.register("part", rows)
    asked = Asked(backend.table("part"), "score", ["truth"], {"weight": ("weight", 4.0, 3)})
    frame = asked._in_bins(segments, everything=True)
    numbers = [frame[f"weight {place}"].to_pylist() for place in range(3)]
    keys = zip(frame[CODE].to_pylist(), frame["truth"].to_pylist(), strict=True)
    ends = (frame[name].to_pylist() for name in (CASES, LOW, HIGH))
    return dict(zip(keys, zip(*ends, *numbers, strict=True), strict=True))


def merged(parts) -> dict[tuple[int, bool], tuple]:
    """The sums and ends of what all partitions send, in whatever order they arrive."""
    whole: dict[tuple[int, bool], tuple] = {}
    for part in parts:
        for key, (cases, low, high, *weights) in part.items():
            before = whole.get(key, (0, np.inf, -np.inf, 0, 0, 0))
            sums = (old + new for old, new in zip(before[3:], weights, strict=True))
            whole[key] = (before[0] + cases, min(before[1], low), max(before[2], high), *sums)
    return whole


def test_partitions_merge_exactly_in_any_order():
    rng = np.random.default_rng(11)
    size = 40_000
    rows = pa.table(
        {
            "truth": rng.random(size) < 0.2,
            "score": np.concatenate([rng.beta(0.3, 4, size - 1_000), np.repeat(0.1, 1_000)]),
            "weight": rng.choice([0.1, 1.3, 2.7], size),
        }
    )
    score = rows["score"].to_numpy()
    segments = first_segments(score[:2_000], score.min(), score.max(), [0.5])
    order = rng.permutation(size)
    parts = [partial(rows.take(pa.array(own)), segments) for own in np.array_split(order, PARTITIONS)]
    whole = partial(rows, segments)
    for some in nonempty([parts, parts[::-1]]):
        assert merged(some) == whole
    # So many numbers travel from each partition, however many rows it has.
    assert max(map(len, parts)) <= 2 * sum(part.steps + 2 for part in segments.parts)
    assert sum(part.steps for part in segments.parts) >= BINS
