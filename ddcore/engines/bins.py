"""Bins of about equal numbers of cases, counted by any engine: a code that rises with the score, finer where needed.

An engine computes for each score the number of a bin from a few lines, one for each part of the scores; where more
cases come together than a bin should have, a second query divides that part again. A bin is told by the lowest and the
highest score that it holds, so that counts at its lowest score are exact whatever the lines were.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import ibis
import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array

BINS = 65_536
"""Bins of equal numbers of cases that would tell as much as those that are made."""

FULLEST = 8
"""How many times as many cases as one of these a bin may have."""

SEGMENTS = 32
"""Lines that make the code of a score; the expression of twice as many is too long for Spark to compile."""

CODES = 2 * BINS
"""Bins of the first query, together: where scores crowd within a segment, some hold several times as many as others."""

RUNS = 128
"""Runs of crowded bins that one query divides again."""

ROUNDS = 6
"""Queries after which what is still together stays together."""

DEPTH = 64
"""Halvings down to which steps of equal ratios go from the highest score of a part that begins at 0."""


@dataclass(frozen=True)
class Segment:
    """A part of the scores, from `low` to `high`, divided into steps: equal ones, or equal ratios if `by_ratio`."""

    low: float
    high: float
    steps: int
    by_ratio: bool = False

    @property
    def base(self) -> float:
        """Where steps of equal ratios begin; what is below is in the first."""
        return self.low if self.low > 0 else self.high * 2.0**-DEPTH

    def place(self, score: Any) -> Any:
        """How many steps a score is above the low end, from 0 to the number of steps."""
        if not self.high > self.low:
            return score * 0.0
        if self.by_ratio:
            return (ibis.greatest(score, self.base) / self.base).ln() * (self.steps / math.log(self.high / self.base))
        scale = self.steps / (self.high - self.low)
        return (score - self.low) * (scale if math.isfinite(scale) else 0.0)


@dataclass(frozen=True)
class Segments:
    """Parts of the scores, ascending and apart."""

    parts: tuple[Segment, ...]

    def code(self, score: Any, *, everything: bool) -> Any:
        """The number of the bin of each score, which rises with it; NULL outside of all parts, unless all are inside.

        At the edges of a bin what rounding does may put a score on the other side.
        """
        # The last step of a part has the high end to itself, which rounding may put one further.
        first = np.cumsum([0, *(part.steps + 2 for part in self.parts)]).tolist()

        def place(begin: int, end: int) -> Any:
            if end - begin == 1:
                part = self.parts[begin]
                own = part.place(score) + float(first[begin])
                return own if everything else score.between(part.low, part.high).ifelse(own, ibis.null("float64"))
            half = (begin + end) // 2
            return ibis.ifelse(score < self.parts[half].low, place(begin, half), place(half, end))

        return place(0, len(self.parts)).floor().cast("int32")


def first_segments(sample: Array, low: float, high: float, cuts: Sequence[float] = ()) -> Segments:
    """Parts between quantiles of a sample, from the lowest to the highest of all scores; at each of the cuts one ends.

    >>> [part.low for part in first_segments(np.array([0.1, 0.2, 0.3]), 0.0, 1.0, [0.5]).parts]
    [0.0, 0.1, 0.2, 0.5]
    """
    inside = np.quantile(sample, np.arange(1, SEGMENTS) / SEGMENTS, method="lower") if sample.size else np.empty(0)
    inside = np.append(inside, cuts)
    edges = np.unique(np.concatenate(([low], inside[(inside > low) & (inside < high)], [high]))).tolist()
    if len(edges) == 1:
        edges *= 2
    steps = CODES // (len(edges) - 1)
    return Segments(tuple(_divided(sample, *ends, steps) for ends in pairwise(edges)))


def _divided(sample: Array, low: float, high: float, steps: int) -> Segment:
    """A part, by equal steps or equal ratios: by what keeps the scores of a sample further apart."""
    equal, by_ratio = Segment(low, high, steps), Segment(low, high, steps, by_ratio=True)
    own = sample[(sample >= low) & (sample < high)]
    if low < 0 or not own.size or high <= 4 * low:
        return equal
    of_equal = (own - low) / (high - low)
    of_ratio = np.log(np.maximum(own, by_ratio.base) / by_ratio.base) / math.log(high / by_ratio.base)
    most = [np.bincount((64 * places).astype(int), minlength=64).max() for places in (of_equal, of_ratio)]
    return equal if most[0] <= most[1] else by_ratio


def fine(cases: Array) -> bool:
    """Whether bins of several scores, with so many of all cases each, tell as much as `BINS` equal ones of all cases.

    `cases` are shares that add up to 1 at most. Two cases then share a bin, though their scores differ, as seldom as
    in these, which bounds what an area can lack.

    >>> fine(np.full(BINS, 1 / BINS)), fine(np.append(np.full(BINS, 0.5 / BINS), 0.5))
    (True, False)
    """
    return bool((cases**2).sum() <= 1 / BINS and cases.max(initial=0) <= FULLEST / BINS)


@dataclass(frozen=True)
class Crowded:
    """Bins that hold more cases than one should: `places` are their rows, `segments` what divides them again."""

    places: NDArray[np.bool_]
    segments: Segments


def crowded(
    low: Array,
    high: Array,
    cases: NDArray[np.int64],
    most: float,
    cuts: Sequence[float] = (),
    *,
    by_ratio: bool = False,
) -> Crowded:
    """The bins of several scores with more than so many cases, at least one; the largest runs are divided first.

    A run ends at each of the cuts, and is divided by equal steps, or by equal ratios.

    Element i of each array belongs to bin i, ascending.

    >>> found = crowded(np.array([0.0, 0.5]), np.array([0.4, 0.9]), np.array([2, 90]), 10)
    >>> found.places.tolist(), found.segments
    ([False, True], Segments(parts=(Segment(low=0.5, high=0.9, steps=36, by_ratio=False),)))
    """
    many = (cases > most) & (high > low)
    side = np.searchsorted(np.sort(cuts), low, side="right")
    other = np.append(True, (side[1:] > side[:-1]) | ~many[:-1])
    begins = np.flatnonzero(many & other)
    ends = np.flatnonzero(many & np.append(other[1:] | ~many[1:], True))
    sums = np.add.reduceat(np.where(many, cases, 0), begins)
    kept = np.sort(np.argsort(-sums)[:RUNS])
    places = np.zeros(many.size, bool)
    for begin, end in zip(begins[kept], ends[kept], strict=True):
        places[begin : end + 1] = True
    steps = np.clip(np.ceil(4 * sums[kept] / most), 2, CODES).astype(int)
    lows, highs = low[begins[kept]].tolist(), high[ends[kept]].tolist()
    parts = zip(lows, highs, steps.tolist(), strict=True)
    return Crowded(places, Segments(tuple(Segment(*each, by_ratio and each[0] >= 0) for each in parts)))
