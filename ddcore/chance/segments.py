"""The weakest segments of a model: values of columns and pairs of values, searched on one half, judged on the other.

Whoever looks at many segments finds bad ones by luck alone. So the cases are dealt to two halves: the worst segments of
the first are looked up, and only these are tested, on the second half, which had no say in the choice. What is said of
them there, values, intervals and probabilities, is as if nobody had searched (Cox 1975, A note on data-splitting for
the evaluation of significance levels).
"""

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from ddcore.arrays import Array
from ddcore.chance import hypergeometric
from ddcore.chance.dutch_draw import baseline
from ddcore.chance.groups import corrected
from ddcore.chance.significance import interval
from ddcore.chance.verdict import classes_of_draw
from ddcore.counts import CELLS, Cells, Counts
from ddcore.errors import InputError
from ddcore.interval import Interval, alpha
from ddcore.measures import Measure
from ddcore.measures import counted as counted_measure
from ddcore.records.clusters import Design
from ddcore.records.rows import Split
from ddcore.resampling.cross_validation import deal, deal_by_class

PARTS = 5
"""Parts into which a column of many numbers is cut."""
LEAST = 30
"""Cases that a segment has at least."""
MOST = 5
"""Segments that are judged."""
PAIRED = 50
"""A column of more values is looked at by itself only: its pairs would be too many and too small."""
SHARED = 0.5
"""The share of the smaller segment's cases above which only the worse of two overlapping segments is judged."""
LOOKED = 500
"""Candidates looked at for that, from the worst on."""
LARGEST_GRID = 4_000_000
"""Tables summed for an exact probability; with more of them the normal law is taken."""
NEGLIGIBLE = 1e-18
"""Probabilities so far below the largest are left out of a sum."""

Value = tuple[str, str]
"""A column and one of its values."""


@dataclass(frozen=True, eq=False)
class Segment:
    """A segment found on one half, with what it scores on the other.

    `cases` counts those of both halves. `counts`, `score` and the rest are of the half that had no say: `expected` is
    the mean score that cases of these classes would have with the TPR and FPR of the whole half, `chance` the baseline
    of a draw without skill. `p` is the probability of a score as bad where the segment has the rates of all, `adjusted`
    the same for one of all segments judged (Holm 1979). NaN, and 1, where the measure has no value.
    """

    values: tuple[Value, ...]
    cases: int
    score_where_found: float
    counts: Counts
    score: Interval
    expected: float
    chance: float
    p: float
    adjusted: float

    @property
    def shortfall(self) -> float:
        """How far the score is below the expected one, or above it where lower is better."""
        return abs(self.expected - self.score.value)


@dataclass(frozen=True, eq=False)
class SegmentSearch:
    """The segments found weakest, the worst of the first half first, and how they were searched.

    `searched` is the number of segments searched, `halves` are the numbers of cases of both halves, `score_of_all` is
    the score of all cases. `unpaired` names the columns that have too many values for pairs. `exact` says whether each
    p is exact.
    """

    measure: Measure
    segments: tuple[Segment, ...]
    searched: int
    halves: tuple[int, int]
    score_of_all: float
    unpaired: tuple[str, ...]
    exact: bool

    def surely(self, level: float | None = None) -> list[Segment]:
        """The segments that are worse than chance makes them: their adjusted p is at most what the level leaves."""
        return [segment for segment in self.segments if segment.adjusted <= alpha(level)]


@dataclass(frozen=True, eq=False)
class _Key:
    """One column or two of them, whose values or pairs of values are segments."""

    splits: tuple[Split, ...]

    @property
    def size(self) -> int:
        """How many segments there may be."""
        return math.prod(len(split.names) for split in self.splits)

    def codes(self) -> NDArray[np.intp]:
        """The segment of each case, -1 where a column says nothing."""
        codes = self.splits[0].codes.astype(np.intp)
        for split in self.splits[1:]:
            codes = np.where((codes < 0) | (split.codes < 0), -1, codes * len(split.names) + split.codes)
        return codes

    def places(self, segment: int) -> tuple[int, ...]:
        """The place of a segment's value in each column."""
        places = []
        for split in reversed(self.splits):
            segment, place = divmod(segment, len(split.names))
            places.append(place)
        return tuple(reversed(places))

    def inside(self, segment: int) -> NDArray[np.bool_]:
        """Whether each case is of a segment."""
        parts = zip(self.splits, self.places(segment), strict=True)
        return np.asarray(np.logical_and.reduce([split.codes == place for split, place in parts]))

    def values(self, segment: int) -> tuple[Value, ...]:
        """The values of a segment, by column."""
        parts = zip(self.splits, self.places(segment), strict=True)
        return tuple((split.name, split.names[place]) for split, place in parts)

    def sums(self, kind: NDArray[np.int8], weight: Array | None = None) -> Array:
        """Cases, or sums of weights, of each segment: a row each, then the half, then the cells in their order."""
        codes = self.codes()
        known = codes >= 0
        flat = codes * KINDS + kind
        if not known.all():
            flat, weight = flat[known], None if weight is None else weight[known]
        sums = np.bincount(flat, weight, KINDS * self.size).astype(np.float64)
        return sums.reshape(self.size, 2, len(CELLS))


KINDS = 2 * len(CELLS)
"""Cells of both halves."""


def weakest(
    splits: Sequence[Split],
    cell: NDArray[np.int8],
    measure: str | Measure,
    *,
    weight: Array | None = None,
    cluster: NDArray[np.int64] | None = None,
    design: Design | None = None,
    parts: int = PARTS,
    least: int = LEAST,
    most: int = MOST,
    rng: np.random.Generator,
) -> SegmentSearch:
    """The segments in which a measure is worst for the rates of all cases.

    Element i of `cell` is the place in `CELLS` of case i, and of `weight` what it counts; each of the `splits` has a
    code for each case. Cases of one `cluster` come to the same half, and count as many as its `design` effects say, see
    `clusters.design_effects`. On the first half segments of at least `least`
    cases, both halves counted, are ranked by how many standard deviations their score lies below what their classes
    would score with the TPR and FPR of all; where two share most of their cases, the worse one is kept. A baseline that
    depends on the classes alone, as that of the Dutch Draw, is in both, so that it does not move a segment's place. F
    scores are those of `measures.counted`: 0 where no case of a segment is predicted positive.

    Raises `InputError` "there must be a column that divides the cases into groups, got none", "least must be 2
    or more, got 1".

    >>> half = Split("half", np.repeat([0, 1], 100).astype(np.int32), ("good", "bad"))
    >>> cell = np.array(([0, 3] * 50) + ([0, 1, 2, 3] * 25), np.int8)
    >>> found = weakest([half], cell, "ACC", rng=np.random.default_rng(1))
    >>> found.segments[0].values, found.segments[0].adjusted < 0.001
    ((('half', 'bad'),), True)
    """
    if not splits:
        raise InputError("there must be a column that divides the cases into groups, got none")
    if least < 2:
        raise InputError(f"least must be 2 or more, got {least}")
    measure = counted_measure(measure)
    first = _first_half(cell, cluster, rng)
    cut = [split.parts(parts) for split in splits]
    counted = partial(_counted, cell, weight, design)
    whole = counted(first)
    kind = (cell + len(CELLS) * ~first).astype(np.int8)
    ranked: list[tuple[float, _Key, int]] = []
    searched = 0
    for key in _keys(cut):
        cases = key.sums(kind)
        at = np.flatnonzero(cases.sum(axis=(1, 2)) >= least)
        cells = _cells((cases if weight is None else key.sums(kind, weight))[at, 0])
        squares = None if weight is None else _cells(key.sums(kind, weight**2)[at, 0])
        if design is not None:
            squares = Counts(**dict(cells.items()), squares=squares).in_clusters(design).squares
        deviations = below_expected(measure, cells, whole, squares)
        searched += int(np.isfinite(deviations).sum())
        bad = np.flatnonzero(deviations < 0)
        worst = bad[np.argsort(deviations[bad], kind="stable")[:LOOKED]]
        ranked.extend((float(deviations[place]), key, int(at[place])) for place in worst)
    chosen = _apart(sorted(ranked, key=lambda item: item[0])[:LOOKED], first, most)
    segments = _judged(measure, chosen, counted, first, cluster)
    return SegmentSearch(
        measure,
        tuple(segments),
        searched,
        (int(first.sum()), int((~first).sum())),
        float(measure(counted(np.ones(cell.size, bool)))),
        tuple(split.name for split in cut if len(split.names) > PAIRED),
        all(_grid(one.counts, counted(~first)) is not None for one in segments),
    )


def _first_half(
    cell: NDArray[np.int8], cluster: NDArray[np.int64] | None, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Whether each case is of the half that is searched, dealt by class or by cluster."""
    if cluster is None:
        positive = (cell == CELLS.index("tp")) | (cell == CELLS.index("fn"))
        return np.asarray(deal_by_class(positive, 2, rng=rng) == 0)
    own, place = np.unique(cluster, return_inverse=True)
    return np.asarray(deal(own.size, 2, rng=rng)[place] == 0)


def _keys(splits: Sequence[Split]) -> Iterator[_Key]:
    """Each column, then each pair of two that have few enough values."""
    named = [split for split in splits if split.names]
    yield from (_Key((split,)) for split in named)
    yield from map(_Key, itertools.combinations([split for split in named if len(split.names) <= PAIRED], 2))


def _cells(sums: Array) -> Cells:
    """Cells from their sums, the last axis in the order of `CELLS`."""
    return Cells(**{name: sums[..., place] for place, name in enumerate(CELLS)})


def _counted(cell: NDArray[np.int8], weight: Array | None, design: Design | None, chosen: NDArray[np.bool_]) -> Counts:
    """The counts of the chosen cases."""
    cell, weight = cell[chosen], None if weight is None else weight[chosen]
    sums = np.bincount(cell, weight, len(CELLS))
    squares = None if weight is None else _cells(np.bincount(cell, weight**2, len(CELLS)).astype(np.float64))
    counts = Counts(**dict(zip(CELLS, sums, strict=True)), squares=squares)
    return counts if design is None else counts.in_clusters(design)


def below_expected(measure: Measure, segments: Cells, whole: Cells, squares: Cells | None = None) -> Array:
    """By how many standard deviations each segment is better than the rates of all let expect, below 0 where worse.

    With the classes of a segment its TP and FP are those of cases drawn from the whole without replacement: two
    hypergeometric laws. The standard deviation of the measure comes from half its differences one standard deviation
    of either to both sides. `squares` are the sums of squared weights. NaN where the measure has no value.

    >>> segments = Cells(**{name: np.array([10.0, 2.0]) for name in CELLS})
    >>> whole = Cells(tp=40.0, fp=40.0, fn=40.0, tn=40.0)
    >>> below_expected(counted_measure("ACC"), segments, whole).tolist()
    [0.0, 0.0]
    """
    whole = whole.floats()
    P, N = segments.positives, segments.negatives
    with np.errstate(invalid="ignore", divide="ignore"):
        tpr, fpr = whole.tp / whole.positives, whole.fp / whole.negatives
        own = (P, N) if squares is None else (squares.positives, squares.negatives)
        reach = [
            np.sqrt(size * rate * (1 - rate) * np.maximum(1 - part / every, 0))
            for size, rate, part, every in zip(own, (tpr, fpr), (P, N), (whole.positives, whole.negatives), strict=True)
        ]

    def at(up: float, right: float) -> Array:
        tp, fp = np.clip(P * tpr + up * reach[0], 0, P), np.clip(N * fpr + right * reach[1], 0, N)
        return measure.on(Cells(tp=tp, fp=fp, fn=P - tp, tn=N - fp))

    spread = np.hypot(at(1, 0) - at(-1, 0), at(0, 1) - at(0, -1)) / 2
    gain = measure.on(segments.floats()) - at(0, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        deviations = np.where(spread > 0, gain / spread, np.nan)
    return np.asarray(deviations if measure.better == "higher" else -deviations)


def _apart(ranked: Sequence[tuple[float, _Key, int]], first: NDArray[np.bool_], most: int) -> list[tuple[_Key, int]]:
    """The worst segments, none of which shares most of its cases with a worse one."""
    kept: list[tuple[_Key, int, NDArray[np.bool_]]] = []
    for _, key, code in ranked:
        inside = key.inside(code) & first
        size = int(inside.sum())
        if all(int((inside & other).sum()) <= SHARED * min(size, int(other.sum())) for _, _, other in kept):
            kept.append((key, code, inside))
        if len(kept) == most:
            break
    return [(key, code) for key, code, _ in kept]


def _judged(
    measure: Measure,
    chosen: Sequence[tuple[_Key, int]],
    counted: Callable[[NDArray[np.bool_]], Counts],
    first: NDArray[np.bool_],
    cluster: NDArray[np.int64] | None,
) -> list[Segment]:
    """Each segment on the half that had no say."""
    second = ~first
    whole = counted(second)
    rows, tails = [], []
    for key, code in chosen:
        inside = key.inside(code)
        halves = [counted(inside & half) for half in (first, second)]
        clusters = math.inf if cluster is None else np.unique(cluster[inside & second]).size
        tails.append(tail(measure, halves[1], whole, max(clusters - 1.0, 1.0)))
        rows.append((key.values(code), int(inside.sum()), float(measure(halves[0])), halves[1]))
    # Where the measure has no value there is nothing to claim.
    adjusted = corrected(np.nan_to_num([p for _, p in tails], nan=1.0), "holm")
    segments = []
    for (values, cases, found, counts), (expected, p), held in zip(rows, tails, adjusted, strict=True):
        chance = math.nan
        if counts.total > 0:
            chance = baseline(measure, *classes_of_draw(counts)).best(measure.better)
        score = interval(measure, counts)
        segments.append(Segment(values, cases, found, counts, score, expected, chance, p, float(held)))
    return segments


def tail(measure: Measure, segment: Counts, whole: Counts, freedom: float = math.inf) -> tuple[float, float]:
    """The mean score of cases of these classes with the rates of the whole, and P(a score as bad or worse).

    TP is the number of the whole's true positives among as many positives, drawn without replacement, as the segment
    has, and FP likewise among the negatives; both laws are hypergeometric, and all their tables are summed. Tables
    without a value do not count. Weighted cases and those in clusters, and more than four million tables, go by the
    normal law, with that many degrees of `freedom` by Student's. NaN where the segment has no value.

    >>> segment, whole = Counts(tp=1, fp=1, fn=1, tn=1), Counts(tp=3, fp=1, fn=1, tn=3)
    >>> [round(number, 6) for number in tail(counted_measure("ACC"), segment, whole)]  # 1/2 times 1/2
    [0.75, 0.25]
    """
    score = float(measure(segment))
    if math.isnan(score):
        return math.nan, math.nan
    grid = _grid(segment, whole)
    if grid is None:
        return _normal_tail(measure, segment, whole, freedom)
    (tp, tp_law), (fp, fp_law) = grid
    P, N = float(segment.positives), float(segment.negatives)
    up, right = tp[:, None], fp[None, :]
    values = measure.on(Cells(tp=up + 0 * right, fp=right + 0 * up, fn=P - up + 0 * right, tn=N - right + 0 * up))
    probability = tp_law[:, None] * fp_law[None, :]
    defined = ~np.isnan(values)
    mass = float(probability[defined].sum())
    as_bad = defined & (~measure.is_better(values, score) | np.isclose(values, score, rtol=1e-12, atol=1e-12))
    expected = float((probability[defined] * values[defined]).sum()) / mass
    return expected, min(float(probability[as_bad].sum()) / mass, 1.0)


def _grid(segment: Counts, whole: Counts) -> tuple[tuple[Array, Array], tuple[Array, Array]] | None:
    """TP and FP of a draw of these classes, with their laws; None where they are too many or the cases weighted."""
    if segment.weighted or whole.weighted:
        return None
    laws = []
    for every, hits, part in (
        (whole.positives, whole.tp, segment.positives),
        (whole.negatives, whole.fp, segment.negatives),
    ):
        value, probability = (
            hypergeometric.window(int(every), int(hits), int(part)) if every else (np.zeros(1), np.ones(1))
        )
        kept = probability > NEGLIGIBLE * probability.max()
        laws.append((value[kept], probability[kept]))
    return (laws[0], laws[1]) if laws[0][0].size * laws[1][0].size <= LARGEST_GRID else None


def _normal_tail(measure: Measure, segment: Counts, whole: Counts, freedom: float) -> tuple[float, float]:
    deviations = float(below_expected(measure, segment.floats(), whole.floats(), segment.squares))
    with np.errstate(invalid="ignore", divide="ignore"):
        tp, fp = whole.tp / whole.positives * segment.positives, whole.fp / whole.negatives * segment.negatives
    expected = float(measure.on(Cells(tp=tp, fp=fp, fn=segment.positives - tp, tn=segment.negatives - fp)))
    return expected, float(stdtr(freedom, deviations))
