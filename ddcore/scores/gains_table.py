"""The gains table: cases in tenths by their score, how many of the positives each holds, and the lift of each."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from ddcore.arrays import Array
from ddcore.chance import significance
from ddcore.errors import InputError
from ddcore.interval import confident
from ddcore.table import ScoreTable


@dataclass(frozen=True, eq=False)
class GainsTable:
    """Equal parts of the cases, those with the highest scores first; element i of each array belongs to part i.

    Attributes
    ----------
    highest, lowest : arrays
        The highest and the lowest score of a part.
    cases, positives : arrays
        How many cases, and how many of them positive, or the sums of their weights; fractions where a part ends among
        equal scores.
    rate, low, high : arrays
        The share that is positive, and its interval; NaN ends where of weights only the sums are known.
    gain : array
        The share of all positives that this part and those above it hold.
    lift, cumulative_lift : arrays
        How many times the share of positives of all cases that of the part is, and that of the part and those above it.
    """

    highest: Array
    lowest: Array
    cases: Array
    positives: Array
    rate: Array
    low: Array
    high: Array
    gain: Array
    lift: Array
    cumulative_lift: Array


def gains_table(table: ScoreTable, parts: int = 10, level: float | None = None) -> GainsTable:
    """The cases by score, cut into parts of exactly as many cases each (Berry & Linoff 1997).

    Where a part ends among cases of one score each of them counts in both parts, by the share that falls there: the
    mean over all orders in which equal scores may stand. Weighted cases are cut by weight. The interval of a rate is
    that of `significance.within`, for the effective number of cases (Kish 1965), with the limits of the part as they
    are.

    Raises `InputError` "there is no case to be put into parts", "parts must be 1 or more, got 0" and "level must be
    between 0 and 1, got 1.2".

    >>> halves = gains_table(ScoreTable.of([0.1, 0.4, 0.4, 0.4, 0.8, 0.9], [0, 0, 1, 0, 1, 1]), parts=2)
    >>> halves.positives.round(3).tolist(), halves.gain.round(3).tolist(), halves.lift.round(3).tolist()
    ([2.333, 0.667], [0.778, 1.0], [1.556, 0.444])
    """
    level = confident(level)
    if parts < 1:
        raise InputError(f"parts must be 1 or more, got {parts}")
    table = table.unweighted()
    cases = (table.positives + table.negatives).astype(np.float64)
    held = np.flatnonzero(cases > 0)[::-1]
    if not held.size:
        raise InputError("there is no case to be put into parts")
    above = np.append(0.0, np.cumsum(cases[held]))
    ends = above[-1] * np.arange(parts + 1) / parts

    def in_parts(tally: Array) -> Array:
        return np.diff(np.interp(ends, above, np.append(0.0, np.cumsum(tally[held]))))

    number, positives = in_parts(cases), in_parts(table.positives)
    effective = number
    if table.weighted:
        squares = np.full(cases.size, math.nan) if table.squares is None else table.squares[0] + table.squares[1]
        effective = number**2 / in_parts(squares)
    rate = positives / number
    z = float(ndtri((1 + level) / 2))
    low, high = (significance.within(rate * effective, effective, side) for side in (-z, z))
    # An end that rounding moves beyond a score would take in the next one.
    near = 1e-9 * above[-1]
    first = np.searchsorted(above[1:], ends[:-1] + near, side="right")
    last = np.searchsorted(above[1:], ends[1:] - near)
    with np.errstate(divide="ignore", invalid="ignore"):
        found, drawn = np.cumsum(positives) / positives.sum(), np.cumsum(number) / number.sum()
        return GainsTable(
            table.score[held[np.minimum(first, held.size - 1)]],
            table.score[held[np.minimum(last, held.size - 1)]],
            number,
            positives,
            rate,
            low,
            high,
            found,
            rate / table.prevalence,
            found / drawn,
        )
