"""Which cases a person should see: the band of scores between predicted negative and predicted positive.

A case is predicted negative if score < low, referred if low <= score < high, and predicted positive if score >= high:
the region of doubt of M. Gong, *Studies on classification problems and application in consumer lending optimization
system*, University of Delaware, 2022, chapter 7.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import Cells, Counts
from ddcore.decisions.costs import checked_stakes
from ddcore.decisions.referral import Referral
from ddcore.decisions.utility import Utility
from ddcore.errors import InputError
from ddcore.measures import Measure, measure
from ddcore.scores.thresholds import BLOCK, ROUNDING, rounding_error
from ddcore.table import OfTable, ScoreTable, sweep


@dataclass(frozen=True, eq=False)
class BandCounts:
    """The six cells of a band: the four of the decided cases, and the referred ones, truly positive and negative.

    Single numbers. Rows predicted positive, referred and predicted negative (Gong 2022, Table 7.2).
    """

    decided: Counts
    positives: Any
    negatives: Any

    @property
    def referred(self) -> Any:
        """Cases that a person sees."""
        return self.positives + self.negatives

    @property
    def total(self) -> Any:
        """All cases."""
        return self.decided.total + self.referred

    @property
    def share(self) -> float:
        """Part of all cases that a person sees; NaN without cases."""
        return float(self.referred / self.total) if self.total else math.nan

    @property
    def as_mistakes(self) -> Counts:
        """The four counts when each referred case counts as a mistake.

        >>> band_counts(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]), 0.4, 0.9).as_mistakes
        Counts(tp=1, fp=1, fn=1, tn=1)
        """
        ours = self.decided
        return Counts(tp=ours.tp, fp=ours.fp + self.negatives, fn=ours.fn + self.positives, tn=ours.tn)

    def __call__(self, utility: Utility, referral: Referral) -> float:
        """Mean payoff per case, referred ones included, in the unit of the payoffs; NaN without cases."""
        if not self.total:
            return math.nan
        earned = utility(self.decided) * float(self.decided.total) if self.decided.total else 0.0
        return float((earned + referral.positive * self.positives + referral.negative * self.negatives) / self.total)


OVERALL = {
    "OTPR": ("TP", "positives", "truly positive cases predicted positive by the model"),
    "OTNR": ("TN", "negatives", "truly negative cases predicted negative by the model"),
    "OFNR": ("FN", "positives", "truly positive cases predicted negative by the model"),
    "OFPR": ("FP", "negatives", "truly negative cases predicted positive by the model"),
    "OACC": ("TP + TN", "total", "cases predicted correctly by the model"),
}
"""Shares in which referred cases count in the denominator only (Gong 2022, Table 7.3).

By key: the cells counted, the cases that they are a share of, and that in words.
"""

DECIDED = ("TPR", "TNR", "PPV", "NPV", "FNR", "FPR", "FDR", "FOR", "ACC")
"""Measures of the decided cases alone (the same table); any other measure may stand there too."""


def overall(cells: BandCounts) -> dict[str, float]:
    """The shares of `OVERALL` by their keys, NaN where there is no such case.

    >>> overall(band_counts(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]), 0.4, 0.9))["OACC"]
    0.5
    """
    ours = cells.decided
    of = {
        "positives": ours.positives + cells.positives,
        "negatives": ours.negatives + cells.negatives,
        "total": cells.total,
    }
    part = {"TP": ours.tp, "TN": ours.tn, "FN": ours.fn, "FP": ours.fp, "TP + TN": ours.tp + ours.tn}
    return {key: float(part[cell] / of[whose]) if of[whose] else math.nan for key, (cell, whose, _) in OVERALL.items()}


def band_counts(table: ScoreTable, low: float, high: float) -> BandCounts:
    """The six cells when the cases with low <= score < high are referred, both on the scale of the scores.

    Raises `InputError` "low must be at most high, got 0.7 and 0.3".

    >>> band_counts(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]), 0.4, 0.9).referred
    np.int64(2)
    """
    if not low <= high:
        raise InputError(f"low must be at most high, got {low:g} and {high:g}")
    under, over = table.at(low), table.at(high)
    squares = None
    if over.squares is not None and under.squares is not None:
        squares = Cells(tp=over.squares.tp, fp=over.squares.fp, fn=under.squares.fn, tn=under.squares.tn)
    decided = Counts(tp=over.tp, fp=over.fp, fn=under.fn, tn=under.tn, squares=squares)
    return BandCounts(decided, under.tp - over.tp, under.fp - over.fp)


@dataclass(frozen=True, eq=False)
class RejectBand:
    """A band of scores, low <= score < high, with its six `cells` and its `value`.

    The value is that of a measure among the decided cases, or the mean payoff of all.

    >>> band = best_band(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]), "accuracy", 0.5)
    >>> band.low, band.high, band.value, band.closed, band.cells.share
    (0.4, 0.9, 1.0, False, 0.5)
    """

    low: float
    high: float
    value: float
    cells: BandCounts

    @property
    def closed(self) -> bool:
        """Whether nobody is referred."""
        return not self.cells.referred


@OfTable
def best_band(table: ScoreTable, name: str | Measure, share: float) -> RejectBand:
    """The band that refers at most a share of the cases and leaves a measure best among those still decided.

    Parameters
    ----------
    table : ScoreTable
        Or two arrays, scores and truth, see `ddcore.table.OfTable`.
    name : str or Measure
    share : float
        The largest share of the cases that is referred, from 0 on and below 1; M = 303 and share 0.2 refer 60 at most.

    Returns
    -------
    RejectBand
        `.low` and `.high`: cases with low <= score < high are referred; cases of one score stay together. Of equally
        good bands the one with the fewest cases is taken, then the one with the fewest mistakes, then the lowest. NaN
        where the measure has no value in any band.

    Raises
    ------
    InputError
        "share must be 0 or more and below 1, got 1.2: a band with every case leaves nothing to decide", and
        without cases.

    Notes
    -----
    Up to some 400 scores every band is tried, of more those of some widths from each threshold on, the widest among
    them. For accuracy and scores read as evidence, the ratios at both ends multiply to ((1-pi)/pi)^2, and the
    posteriors sum to 1 (Gong 2022, Proposition 13, Corollary 11).

    Examples
    --------
    >>> band = best_band(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]), "accuracy", 0.5)
    >>> band.low, band.high, band.value
    (0.4, 0.9, 1.0)
    """
    judged = measure(name)
    check_share(share)
    every = sweep(table)
    if not float(every.counts[0].total) > 0:
        raise InputError("a band needs cases, got none")
    first, last = best_places(judged, every.counts, share).tolist()
    if first < 0:
        return RejectBand(math.nan, math.nan, math.nan, band_counts(table, math.inf, math.inf))
    low, high = float(every.threshold[first]), float(every.threshold[last])
    band = band_counts(table, low, high)
    return RejectBand(low, high, float(judged(band.decided)), band)


def best_places(judged: Measure, counts: Cells, share: float) -> NDArray[np.intp]:
    """Places of the thresholds at both ends of the best band, the counts being those of a sweep; -1 without value.

    Counts of several sweeps have a row for each, and so have the places, two columns. Ties are resolved as by
    `best_band`.

    >>> swept = sweep(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]))
    >>> best_places(measure("accuracy"), swept.counts, 0.5).tolist()
    [1, 3]
    """
    if judged.monotone and counts.tp.shape[-1] >= BY_BLOCKS:
        found = _places_by_blocks(judged, counts, share)
        if found is not None:
            return found
    return _places_of_all(judged, counts, share)


def _places_of_all(judged: Measure, counts: Cells, share: float) -> NDArray[np.intp]:
    """`best_places` by the values of all the bands that are tried."""
    counts, below = counts.floats(), _below(counts)
    places = np.arange(below.shape[-1])
    wide = _reached(below, room_of(below, share)) - places
    steps = min(int(wide.max(initial=0)), max(FEWEST_WIDTHS, BANDS // below.size))
    # (steps + 1) bands from each threshold on: every one where there are as many steps as the widest has scores.
    best = _best_of_many if below.ndim == 1 and below.size > MANY else _best_of
    found = [best(judged, counts, below, partial(_last, places, wide, step, steps)) for step in range(steps + 1)]
    value, referred, mistakes, first, last = (np.stack(each, axis=-1) for each in zip(*found, strict=True))
    place = best_place(judged, value, referred, mistakes, first, last)
    ends = np.stack([_taken(each, place[..., None])[..., 0] for each in (first, last)], axis=-1)
    return np.where(place[..., None] < 0, -1, ends)


MOST_PER_THRESHOLD = 16
"""Cases for each threshold up to which whole numbers of cases are looked up instead of searched."""

BANDS, FEWEST_WIDTHS = 200_000, 4
"""Bands that are tried, and how many from each threshold on are tried at least beside the one that refers nobody."""


MANY = 1 << 14
"""Of more thresholds some are looked at at once: their counts then stay in the processor's own memory."""

BY_BLOCKS, SPLIT, AT_ONCE = 1 << 10, 8, 1 << 18
"""Thresholds from which on those that cannot begin the best band are left out together, the parts of a block of them,
and the most blocks that are looked at at once."""


def _places_by_blocks(judged: Measure, counts: Cells, share: float) -> NDArray[np.intp] | None:
    """`best_places` of a monotone measure; None where all the bands have to be looked at.

    No band that begins in a block of thresholds is better than the right answers at its start and the mistakes at its
    end. Blocks where that is not as good as a known band are left out, and the others are split.
    """
    below = np.atleast_2d(counts.predicted_negatives)
    rows, size = below.shape
    room = np.asarray(room_of(below, share)).astype(below.dtype)
    steps = max(FEWEST_WIDTHS, BANDS // below.size) if room.any() else 0
    length = SPLIT ** int(math.log(size / 32, SPLIT))
    edges = np.tile(np.append(np.arange(0, size, length), size), (rows, 1))
    reached = _reached_from(below, room, np.repeat(np.arange(rows), edges.shape[1]), edges.ravel()).reshape(edges.shape)
    if (reached - edges).max() < steps:
        return None
    row, step, block = (each.ravel() for each in np.indices((rows, steps + 1, edges.shape[1] - 1)))
    (start, end), (wide, wide_end) = ((each[row, block], each[row, block + 1]) for each in (edges, reached - edges))
    cells = counts.map(np.ravel)
    sign = 1.0 if judged.better == "higher" else -1.0
    top = np.full(rows, -math.inf)

    def last_of(first: NDArray[np.intp], wide: NDArray[np.intp]) -> NDArray[np.intp]:
        return np.asarray(np.minimum(first + (wide * step + steps // 2) // max(steps, 1), size - 1))

    def at(tp: Any, fp: Any, fn: Any, tn: Any) -> Cells:
        places = Cells(tp=tp, fp=fp, fn=fn, tn=np.minimum(tn, size - 1))
        return cells.map(lambda cell, place: cell[row * size + place].astype(np.float64), places)

    while True:
        last = last_of(start, wide)
        decided = at(last, last, start, start)
        value = sign * judged.on(decided)
        np.fmax.at(top, row, value)
        near = rounding_error(judged, top)
        if length == 1:
            break
        bound = sign * judged.on(at(last, last_of(end, wide_end), start, end))
        # A margin that is 0 with the most cases of each cell is 0 throughout the block.
        known = judged.defined(at(last, last, np.minimum(end, size - 1), end))
        kept = known & ~((bound < (top - 3 * near)[row]) & ((sign < 0) | (top > 0))[row])
        if kept.sum() * SPLIT > AT_ONCE:
            return None
        length //= SPLIT
        row, step, start, end, wide, wide_end = (each[kept] for each in (row, step, start, end, wide, wide_end))
        inner = np.minimum(start[:, None] + length * np.arange(1, SPLIT), end[:, None])
        apart = _reached_from(below, room, np.repeat(row, SPLIT - 1), inner.ravel()).reshape(inner.shape) - inner
        edges, widths = np.column_stack([start, inner, end]), np.column_stack([wide, apart, wide_end])
        inside = edges[:, :-1] < edges[:, 1:]
        row, step = (np.repeat(each, SPLIT)[inside.ravel()] for each in (row, step))
        (start, end), (wide, wide_end) = ((each[:, :-1][inside], each[:, 1:][inside]) for each in (edges, widths))
    held, mistakes = below[row, last] - below[row, start], decided.fp + decided.fn
    some = np.flatnonzero(value >= (top - 2 * near)[row])
    best = some[
        _best_of_each(judged, *(each[some] for each in (row * (steps + 1) + step, value, held, mistakes, start)))
    ]
    best = best[_best_of_each(judged, *(each[best] for each in (row, value, held, mistakes, start, last)))]
    ends = np.full((rows, 2), -1, np.intp)
    ends[row[best]] = np.column_stack([start, last])[best]
    return ends.reshape((*counts.tp.shape[:-1], 2))


def _reached_from(
    below: NDArray[Any], room: NDArray[Any], row: NDArray[np.intp], place: NDArray[np.intp]
) -> NDArray[np.intp]:
    """`_reached` from some places, whose rows ascend; a place after the last reaches itself."""
    if not room.any():
        return place
    reached = place.copy()
    bounds = np.searchsorted(row, np.arange(len(below) + 1)).tolist()
    for line, own, first, end in zip(below, room, bounds, bounds[1:], strict=False):
        at = np.minimum(place[first:end], line.size - 1)
        last = line.searchsorted(line[at] + own, side="right") - 1
        np.maximum(reached[first:end], line.searchsorted(line[last]), out=reached[first:end])
    return reached


def _best_of_each(judged: Measure, group: Any, value: Any, *ties: Any) -> NDArray[np.intp]:
    """The place of the best value of each group, as by `best_place`; higher values are better."""
    of, group = np.unique(group, return_inverse=True)
    top = np.full(of.size, -math.inf)
    np.maximum.at(top, group, value)
    among = np.flatnonzero(value >= (top - rounding_error(judged, top))[group])
    order = among[np.lexsort((*(tie[among] for tie in reversed(ties)), group[among]))]
    return order[np.unique(group[order], return_index=True)[1]]


Last = Callable[[Any], NDArray[np.intp]]
"""From some places to the places where bands that begin there end."""


def _last(places: NDArray[np.intp], wide: NDArray[np.intp], step: int, steps: int, part: Any) -> NDArray[np.intp]:
    """Where bands end that begin at a part of the places and are so many steps wide."""
    return np.asarray(places[part] + (wide[part] * step + steps // 2) // max(steps, 1))


def _best_of_many(judged: Measure, counts: Cells, below: Array, last_of: Last) -> tuple[Any, ...]:
    """`_best_of` of one row of many thresholds: ties are resolved among the few bands that are as good as the best."""

    def cells(first: Any) -> Cells:
        last = last_of(first)
        return Cells(tp=counts.tp[last], fp=counts.fp[last], fn=counts.fn[first], tn=counts.tn[first])

    values = np.empty(below.size)
    for start in range(0, below.size, MANY):
        part = slice(start, start + MANY)
        values[part] = judged.on(cells(part))
    some = _near_best(judged, values)
    decided, held = cells(some), below[last_of(some)] - below[some]
    mistakes = decided.fp + decided.fn
    place = max(int(best_place(judged, values[some], held, mistakes)), 0)
    return tuple(np.asarray(each)[place] for each in (values[some], held, mistakes, some, last_of(some)))


def _best_of(judged: Measure, counts: Cells, below: Array, last_of: Last) -> tuple[Any, ...]:
    """The best of the bands from each threshold on: value, cases referred, mistakes and both ends, along rows."""
    last = last_of(...)
    tp, fp = (_taken(cell, last) for cell in (counts.tp, counts.fp))
    cells = Cells(tp=tp, fp=fp, fn=counts.fn, tn=counts.tn)
    values = judged.on(cells)
    referred, mistakes = _taken(below, last) - below, cells.fp + cells.fn
    place = np.maximum(best_place(judged, values, referred, mistakes), 0)
    value, held, wrong, end = (_taken(each, place[..., None])[..., 0] for each in (values, referred, mistakes, last))
    return value, held, wrong, place, end


def _near_best(judged: Measure, values: Array) -> NDArray[np.intp]:
    """The places of the best of some values, but for rounding; the first place where none has a value."""
    top = float(np.fmax.reduce(values) if judged.better == "higher" else np.fmin.reduce(values))
    near = rounding_error(judged, top)
    places = np.flatnonzero(values >= top - near if judged.better == "higher" else values <= top + near)
    return places if places.size else np.zeros(1, np.intp)


def check_share(share: float) -> None:
    """Raises `InputError` unless a band of that share leaves something to decide, see `best_band`.

    >>> check_share(1.2)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ddcore.errors.InputError: share must be 0 or more and below 1, got 1.2: ...
    """
    if not 0 <= share < 1:
        raise InputError(
            f"share must be 0 or more and below 1, got {share:g}: a band with every case leaves nothing to decide"
        )


def _below(counts: Cells) -> Array:
    """Cases below each threshold."""
    return np.asarray(counts.predicted_negatives, np.float64)


def room_of(below: Array, share: float) -> Array:
    """How many cases a band may hold: of whole cases a whole number, and not all; one for each sweep.

    `below` are the cases below each threshold, the last time all.

    >>> room_of(np.array([0.0, 1, 2, 3]), 0.7)
    array(2.)
    """
    total = below[..., -1]
    room = share * total * (1 + 1e-12)
    whole = below.dtype.kind == "i" or (below == np.floor(below)).all(axis=-1)
    return np.where(whole, np.minimum(np.floor(room + 1e-9), total - 1), room)


def _reached(below: Array, room: Any) -> Any:
    """The highest threshold below which there are no more cases than below each and in the room; shaped like below.

    Of several with the same cases below the lowest is taken: no score without cases is referred.
    """
    room, places = np.asarray(room)[..., None], np.arange(below.shape[-1])
    if below.ndim > 1:
        reached = np.stack([row.searchsorted(row + own, side="right") for row, own in zip(below, room, strict=True)])
        reached -= 1
    elif below[-1] == places[-1] and (below == places).all():
        return np.minimum(places + int(room[0]), places[-1])
    elif below[-1] <= MOST_PER_THRESHOLD * below.size and (below == np.floor(below)).all():
        cases = below.astype(np.intp)
        # The highest threshold below which there are no more than each number of cases.
        held = np.cumsum(np.bincount(cases)) - 1
        reached = held[np.minimum(cases + int(room[0]), cases[-1])]
    else:
        reached = np.concatenate(
            [
                np.searchsorted(below, below[start : start + BLOCK] + room, side="right") - 1
                for start in range(0, below.size, BLOCK)
            ]
        )
    again = below[..., 1:] == below[..., :-1]
    if again.any():
        new = np.insert(~again, 0, True, axis=-1)
        reached = _taken(np.maximum.accumulate(np.where(new, places, 0), axis=-1), reached)
    return np.maximum(reached, places)


def _taken(values: Any, places: NDArray[np.intp]) -> Any:
    """The values at these places along the last axis."""
    if values.ndim == 1:
        return values[places]
    return values.ravel().take(places + values.shape[1] * np.arange(len(values))[:, None])


def decided_cells(counts: Cells, first: Any, last: Any) -> Cells:
    """The cells of the decided cases of bands from `first` to `last`, places of thresholds of a sweep.

    Shaped like the places, after other axes that the counts may have.

    >>> swept = sweep(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]))
    >>> [float(cell) for cell in decided_cells(swept.counts, 1, 3).values()]
    [1.0, 0.0, 0.0, 1.0]
    """
    return Cells(
        tp=np.asarray(counts.tp, np.float64)[..., last],
        fp=np.asarray(counts.fp, np.float64)[..., last],
        fn=np.asarray(counts.fn, np.float64)[..., first],
        tn=np.asarray(counts.tn, np.float64)[..., first],
    )


def best_place(judged: Measure, values: Array, *ties: Array) -> NDArray[np.intp]:
    """The place of the best value along the last axis, -1 without one; the least of each of `ties` decides in turn.

    >>> int(best_place(measure("accuracy"), np.array([0.5, 0.75, 0.75]), np.array([0, 2, 1])))
    2
    """
    better = values if judged.better == "higher" else -values
    top = np.fmax.reduce(better, axis=-1, keepdims=True)
    among = better >= top - rounding_error(judged, top)
    for tie in ties:
        left = np.where(among, tie, math.inf)
        among &= left == left.min(axis=-1, keepdims=True)
    return np.where(np.isnan(top[..., 0]), -1, among.argmax(axis=-1))


@OfTable
def cost_band(table: ScoreTable, utility: Utility, referral: Referral, most: float = 1.0) -> RejectBand:
    """The band of greatest mean payoff on these cases, all bands being tried; it may be empty.

    Parameters
    ----------
    table : ScoreTable
        Or two arrays, scores and truth, see `ddcore.table.OfTable`.
    utility : Utility
    referral : Referral
        What a referred case is worth.
    most : float
        The largest share of the cases that may be predicted positive by the upper end; referred cases are not counted.

    Returns
    -------
    RejectBand
        `.low` and `.high`: cases with low <= score < high are referred. Of equally good bands that with the fewest
        referred is taken, then the lowest.

    Raises
    ------
    InputError
        As `costs.checked_stakes`, and "a band needs cases, got none".

    Notes
    -----
    The payoff is a sum of one part for each end, so the best pair is found in one pass.

    Examples
    --------
    >>> table = ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1])
    >>> band = cost_band(table, Utility(tp=0, fp=-1, fn=-5, tn=0), Referral(-0.1, -0.1))
    >>> band.low, band.high, band.value
    (0.4, 0.9, -0.05)
    """
    checked_stakes(utility)
    every = sweep(table)
    counts, total = every.counts, float(every.counts[0].total)
    if not total > 0:
        raise InputError("a band needs cases, got none")
    first, last = best_cost_places(counts, utility, referral, most)
    low, high = float(every.threshold[first]), float(every.threshold[last])
    cells = band_counts(table, low, high)
    return RejectBand(low, high, cells(utility, referral), cells)


def best_cost_places(counts: Cells, utility: Utility, referral: Referral, most: float = 1.0) -> tuple[int, int]:
    """Places of the thresholds at both ends of the best band, the counts being those of a sweep.

    >>> swept = sweep(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]))
    >>> best_cost_places(swept.counts, Utility(tp=0, fp=-1, fn=-5, tn=0), Referral(-0.1, -0.1))
    (1, 3)
    """
    # Payoff above that of referring all: of predicting negative what lies below, and of predicting positive what does
    # not.
    below = (utility.fn - referral.positive) * counts.fn + (utility.tn - referral.negative) * counts.tn
    above = (utility.tp - referral.positive) * counts.tp + (utility.fp - referral.negative) * counts.fp
    near = 1e-13 * float(np.abs(below).max() + np.abs(above).max())
    so_far = np.maximum.accumulate(below)
    values = np.where(_within(counts, most), so_far + above, -np.inf)
    starts = np.maximum.accumulate(np.where(below >= so_far - near, np.arange(below.size), 0))
    held = _below(counts) - _below(counts)[starts]
    last = int(np.where(values >= values.max() - near, held, np.inf).argmin())
    first = int(starts[last])
    # Beside a referral that costs very much the other payoffs are lost to rounding, so the best threshold that refers
    # nobody is found without it.
    alone, line = utility(counts), best_threshold_place(counts, utility, most)
    near = ROUNDING * float(utility.highest - utility.lowest)
    return (first, last) if _six(counts, first, last)(utility, referral) > alone[line] + near else (line, line)


def best_threshold_place(counts: Cells, utility: Utility, most: float = 1.0) -> int:
    """The place of the best threshold that refers nobody, and calls no larger share of the cases positive than `most`.

    >>> swept = sweep(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]))
    >>> best_threshold_place(swept.counts, Utility(tp=0, fp=-1, fn=-5, tn=0))
    1
    """
    alone = np.where(_within(counts, most), utility(counts), -np.inf)
    return int((alone >= alone.max() - ROUNDING * float(utility.highest - utility.lowest)).argmax())


def _within(counts: Cells, most: float) -> Any:
    """Whether a threshold calls no larger share of the cases positive."""
    return counts.predicted_positives <= most * counts.total * (1 + 1e-12)


def _six(counts: Cells, first: int, last: int) -> BandCounts:
    """The six cells of a band, the counts being those of a sweep."""
    ours = decided_cells(counts, first, last)
    positives, negatives = (below[last] - below[first] for below in (counts.fn, counts.tn))
    return BandCounts(Counts(tp=ours.tp, fp=ours.fp, fn=ours.fn, tn=ours.tn), positives, negatives)
