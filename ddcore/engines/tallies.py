"""One query a model: how many cases have each score, class and group, with the exact sums of weights and amounts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ddcore.arrays import BITS, Array
from ddcore.engines.bins import BINS, ROUNDS, Segments, crowded, fine, first_segments
from ddcore.engines.sources import fetched

LOW, HIGH, CASES, CODE = "lowest score", "highest score", "cases", "code"
"""Columns of a query's answer, besides the keys."""

Summed = Mapping[str, tuple[str, float, int]]
"""What is added up besides the cases, by name: a column of numbers of 0 or more, a power of two above them, and parts.

In n parts of 26 bits each number is exact from 2^-26(n - 2) of the largest one on.
"""


@dataclass(frozen=True, eq=False)
class Tally:
    """Rows of many cases: `keys` has what they share, `cases` their number, `sums` what was added up.

    `low` and `high` are the lowest and the highest score of the bin that a row is of, NaN without a score; both are the
    same where a bin is one score.
    """

    keys: Mapping[str, pa.ChunkedArray]
    cases: NDArray[np.int64]
    sums: Mapping[str, Array]
    low: Array
    high: Array

    @property
    def binned(self) -> bool:
        """Whether any row has several scores."""
        return bool((self.high > self.low).any())


@dataclass(frozen=True, eq=False)
class Asked:
    """What is asked of an engine: a table with the columns `score`, `keys` and, by name, what is added up.

    `times` is the column that says how many cases a row has, None where it has one.
    """

    table: Any
    score: str | None
    keys: Sequence[str]
    summed: Summed = field(default_factory=dict)
    times: str | None = None

    def counted(self) -> Tally:
        """A row for each combination of the keys, where nothing has a score."""
        found = fetched(self.table.group_by([*self.keys]).agg(**self._measures(self.table)))
        nothing = np.full(found.num_rows, np.nan)
        return self._tally(found, nothing, nothing)

    def exact(self) -> Tally:
        """A row for each score by itself with each value of the keys, those without a score among them."""
        found = fetched(self.table.group_by([self.score, *self.keys]).agg(**self._measures(self.table)))
        score = np.array(found[self.score].cast(pa.float64()).fill_null(np.nan))
        return self._tally(found, score, score)

    def binned(self, bounds: tuple[float, float], sample: Array, cuts: Sequence[float]) -> Tally:
        """A row for each bin of scores with each value of the keys, those without a score among them.

        `bounds` are the lowest and the highest score, `sample` are some of the scores. No bin has scores on both sides
        of one of the `cuts`.
        """
        frames: list[pa.Table] = []
        bins: list[NDArray[np.int64]] = []
        segments = first_segments(sample, *bounds, cuts)
        for left in reversed(range(ROUNDS)):
            frame = self._in_bins(segments, everything=not frames)
            frames.append(frame)
            after = max((int(each.max(initial=-1)) + 1 for each in bins), default=0)
            code = np.array(frame[CODE].cast(pa.int64()).fill_null(-1))
            bins.append(np.where(code < 0, -1, after + code))
            low, high, cases, place = _of_bins(frames, np.concatenate(bins))
            if not left or fine(cases[high > low] / cases.sum()):
                break
            # What equal steps did not divide, equal ratios may.
            found = crowded(low, high, cases, cases.sum() / BINS, cuts, by_ratio=left % 2 == 1)
            segments = found.segments
            stays = np.append(~found.places, True)[place]
            cut = np.cumsum([0, *(frame.num_rows for frame in frames)])
            for each in range(len(frames)):
                own = stays[cut[each] : cut[each + 1]]
                frames[each], bins[each] = frames[each].filter(pa.array(own)), bins[each][own]
        every = pa.concat_tables(frames)
        return self._tally(every, np.append(low, np.nan)[place], np.append(high, np.nan)[place])

    def _in_bins(self, segments: Segments, *, everything: bool) -> pa.Table:
        """The answer for all rows, or for those within the segments."""
        coded = self.table.mutate(**{CODE: segments.code(self.table[self.score], everything=everything)})
        if not everything:
            coded = coded.filter(coded[CODE].notnull())
        measures = {**self._measures(coded), LOW: coded[self.score].min(), HIGH: coded[self.score].max()}
        return fetched(coded.group_by([CODE, *self.keys]).agg(**measures))

    def _measures(self, table: Any) -> dict[str, Any]:
        """The number of cases, and the sums of the parts of what is added up: whole numbers, exact in any order."""
        measures = {CASES: table.count() if self.times is None else table[self.times].sum()}
        for name, (column, scale, parts) in self.summed.items():
            rest = table[column] / scale
            for place in range(parts):
                shifted = rest * 2.0**BITS
                part = shifted.floor()
                rest = shifted - part
                measures[f"{name} {place}"] = part.cast("int64").sum()
        return measures

    def _tally(self, found: pa.Table, low: Array, high: Array) -> Tally:
        """The rows of an answer; one whose sums have more bits than a double comes again, without cases, with the rest.

        What is added up from them is then rounded once, as it is where cases are read one by one.
        """
        places = [np.arange(found.num_rows)]
        parts = {
            name: [_integers(found[f"{name} {place}"]) for place in range(number)]
            for name, (_, _, number) in self.summed.items()
        }
        for rest in list(zip_longest(*parts.values()))[1:]:
            places.append(np.flatnonzero(np.any([each for each in rest if each is not None], axis=0)))
        rows = np.concatenate(places)
        cases = _integers(found[CASES])[rows]
        cases[found.num_rows :] = 0
        sums = {
            name: np.concatenate(
                [
                    parts[name][place][own] * (2.0 ** (-BITS * (place + 1)) * scale)
                    if place < number
                    else np.zeros(own.size)
                    for place, own in enumerate(places)
                ]
            )
            for name, (_, scale, number) in self.summed.items()
        }
        again = rows.size > found.num_rows
        keys = {key: found[key].take(pa.array(rows)) if again else found[key] for key in self.keys}
        return Tally(keys, cases, sums, low[rows], high[rows])


def _of_bins(
    frames: Sequence[pa.Table], bins: NDArray[np.int64]
) -> tuple[Array, Array, NDArray[np.int64], NDArray[np.intp]]:
    """Of each bin, ascending, the lowest and the highest score and the cases; and the place of the bin of each row.

    A row without a score has the place behind all bins.
    """
    every = pa.concat_tables([frame.select([LOW, HIGH, CASES]) for frame in frames])
    known = bins >= 0
    low, high = (np.array(every[name].cast(pa.float64()).fill_null(np.nan))[known] for name in (LOW, HIGH))
    _, of_row = np.unique(bins[known], return_inverse=True)
    size = int(of_row.max(initial=-1)) + 1
    lowest, highest = np.full(size, np.inf), np.full(size, -np.inf)
    np.minimum.at(lowest, of_row, low)
    np.maximum.at(highest, of_row, high)
    cases = np.zeros(size, np.int64)
    np.add.at(cases, of_row, _integers(every[CASES])[known])
    order = np.argsort(lowest, kind="stable")
    lowest, highest, cases = lowest[order], highest[order], cases[order]
    # Bins of which rounding put one score into the other are one.
    first = np.flatnonzero(np.append(True, lowest[1:] > np.maximum.accumulate(highest)[:-1])) if size else order
    rank = np.empty(size, np.intp)
    rank[order] = np.searchsorted(first, np.arange(size), side="right") - 1
    place = np.full(bins.size, first.size, np.intp)
    place[known] = rank[of_row]
    if first.size < size:
        lowest, highest, cases = lowest[first], np.maximum.reduceat(highest, first), np.add.reduceat(cases, first)
    return lowest, highest, cases, place


def _integers(column: pa.ChunkedArray) -> NDArray[np.int64]:
    """Whole numbers, whatever type an engine's sum has."""
    return np.array(column.cast(pa.int64()).fill_null(0))
