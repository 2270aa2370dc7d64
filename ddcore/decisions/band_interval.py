"""Bootstrap intervals of the band of cases that a person should see, and what it is worth on other cases."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.decisions.costs import checked_stakes
from ddcore.decisions.referral import Referral
from ddcore.decisions.reject import best_cost_places, best_places, best_threshold_place, check_share
from ddcore.decisions.utility import Utility
from ddcore.interval import Interval, confident
from ddcore.measures import Measure, measure
from ddcore.resampling.bootstrap import percentile_interval
from ddcore.scores.resampling import Resamples, held_out_value


@dataclass(frozen=True)
class BandInterval:
    """Bootstrap intervals of both ends of the best band, and its value on unseen cases.

    `value` with its interval is the measure, or the mean payoff, on unseen cases, `lead` by how
    much it is better there than the best threshold that refers nobody: above 0 where it is.

    >>> from ddcore.table import ScoreTable
    >>> drawn = Resamples.of(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), 20, rng=np.random.default_rng(1), deals=2)
    >>> accuracy = band_interval("ACC", 0.5, drawn=drawn)
    >>> round(accuracy.value, 3), round(accuracy.lead.value, 3)
    (0.625, 0.0)
    """

    low: tuple[float, float]
    high: tuple[float, float]
    value: float
    value_low: float
    value_high: float
    lead: Interval


Chooser = Callable[[Cells], NDArray[np.intp]]
"""From the counts of sweeps, a row each, to the places of both ends of a band, a row each; -1 where there is none."""
BandValue = Callable[[Cells, Any, Any], Any]
"""The value of decided cells and of the positives and negatives that are referred."""


def best_lines(name: str | Measure, *, drawn: Resamples) -> NDArray[np.intp]:
    """Places of the best threshold that refers nobody: in each resample, then without each part; -1 without value.

    >>> from ddcore.table import ScoreTable
    >>> drawn = Resamples.of(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), 2, rng=np.random.default_rng(1), deals=1)
    >>> best_lines("ACC", drawn=drawn).tolist()
    [3, 1, 3, 1, 0]
    """
    judged = measure(name)
    return _lines(lambda counts: best_places(judged, counts, 0)[:, 0], drawn)


def _lines(choose: Chooser, drawn: Resamples) -> NDArray[np.intp]:
    return np.concatenate([choose(cells) for cells in (*drawn, *(split.other for split in drawn.splits()))])


def band_interval(
    name: str | Measure,
    share: float,
    *,
    drawn: Resamples,
    level: float | None = None,
    lines: NDArray[np.intp] | None = None,
) -> BandInterval:
    """Bootstrap intervals of the ends of the best band, and its measure on unseen cases.

    As in `thresholds.bootstrap_intervals`, ends are those of the best bands of the resamples, and the value is that of
    `resampling.held_out_value`, among the decided ones. `level` is the share of such intervals that
    hold. `lines` are those of `best_lines`, looked for if None. Raises `InputError` as `best_band` does, and
    "level must be between 0 and 1, got 95".

    >>> from ddcore.table import ScoreTable
    >>> table = ScoreTable.of(np.arange(40.0), np.arange(40) % 4 + np.arange(40) // 8 > 3)
    >>> accuracy = band_interval("accuracy", 0.2, drawn=Resamples.of(table, 40, rng=np.random.default_rng(1), deals=2))
    >>> accuracy.low, accuracy.high
    ((10.0, 25.0), (17.0, 29.0))
    """
    check_share(share)
    level = confident(level)
    judged = measure(name)
    return _band_interval(
        lambda counts: best_places(judged, counts, share),
        best_lines(judged, drawn=drawn) if lines is None else lines,
        lambda decided, positives, negatives: judged.on(decided),
        judged.better == "higher",
        drawn,
        level,
    )


def cost_band_interval(
    utility: Utility, referral: Referral, *, drawn: Resamples, level: float | None = None, most: float = 1.0
) -> BandInterval:
    """The interval for the band of greatest mean payoff, see `cost_band` for `most` and for what is raised.

    >>> from ddcore.table import ScoreTable
    >>> table = ScoreTable.of(np.arange(40.0), np.arange(40) % 4 + np.arange(40) // 8 > 3)
    >>> drawn = Resamples.of(table, 40, rng=np.random.default_rng(1), deals=2)
    >>> costs = cost_band_interval(Utility(tp=0, fp=-1, fn=-1, tn=0), Referral(-0.2, -0.2), drawn=drawn)
    >>> costs.low, costs.high
    ((11.0, 18.0), (18.0, 29.0))
    """
    checked_stakes(utility)
    level = confident(level)
    total = sum(float(cases.sum()) for cases in drawn.cases)

    def worth(decided: Cells, positives: Any, negatives: Any) -> Any:
        return (utility.earned(decided) + referral.positive * positives + referral.negative * negatives) / total

    lines = _lines(lambda counts: _by_row(counts, lambda row: best_threshold_place(row, utility, most)), drawn)
    return _band_interval(
        lambda counts: _by_row(counts, lambda row: best_cost_places(row, utility, referral, most)),
        lines,
        worth,
        True,
        drawn,
        level,
    )


def _by_row(counts: Cells, choose: Callable[[Cells], Any]) -> NDArray[np.intp]:
    """What is chosen from each row of some counts."""
    return np.array([choose(counts.map(itemgetter(row))) for row in range(len(counts.tp))], np.intp)


def _band_interval(
    choose: Chooser, lines: NDArray[np.intp], worth: BandValue, higher: bool, drawn: Resamples, level: float
) -> BandInterval:
    """Both ends by the resamples, and the values on cases held out; each is decided by a band and by a threshold."""
    ends = np.concatenate([choose(cells) for cells in drawn])
    ends = ends[(ends[:, 0] >= 0) & (lines[: len(ends)] >= 0)]
    lows, highs = drawn.threshold[ends].T
    without, done = [], len(drawn)
    for split in drawn.splits():
        bands = choose(split.other)
        chosen = np.column_stack([bands, lines[done : done + len(bands)]])
        chosen[(chosen < 0).any(axis=1)] = -1
        without.append(split.at_cases(chosen))
        done += len(bands)
    places = np.concatenate(without)
    # Held-out cases below the low end, below the high end, below the threshold that refers nobody, and all of them.
    below = drawn.held_below(np.column_stack([places, np.full(len(places), drawn.threshold.size - 1)]))
    regions = [_regions(tallies) for tallies in below]
    for part in regions:
        part[places[:, 0] < 0] = math.nan

    def band(positives: Array, negatives: Array) -> Any:
        tp, p, fn = positives[0] + positives[3], positives[1] + positives[4], positives[2] + positives[5]
        fp, n, tn = negatives[0] + negatives[3], negatives[1] + negatives[4], negatives[2] + negatives[5]
        return worth(Cells(tp=tp, fp=fp, fn=fn, tn=tn), p, n)

    def ahead(positives: Array, negatives: Array) -> Any:
        tp, fp = positives[:3].sum(axis=0), negatives[:3].sum(axis=0)
        fn, tn = positives[3:].sum(axis=0), negatives[3:].sum(axis=0)
        lead = band(positives, negatives) - worth(Cells(tp=tp, fp=fp, fn=fn, tn=tn), 0.0, 0.0)
        return lead if higher else -lead

    both = (regions[0], regions[1])
    value, lead = (held_out_value(drawn, both, judge, level) for judge in (band, ahead))
    return BandInterval(
        percentile_interval(lows, level), percentile_interval(highs, level), value.value, value.low, value.high, lead
    )


def _regions(below: Array) -> Array:
    """Cases predicted positive, referred and predicted negative by a band, first those that a threshold predicts
    positive.

    `below` are those below the low end, the high end and the line, and all: one row a part.
    """
    low, high, line, every = below.T
    under = np.minimum(low, line), np.clip(np.minimum(high, line) - low, 0, None), np.clip(line - high, 0, None)
    over = low - under[0], high - low - under[1], every - high - under[2]
    return np.stack([*over[::-1], *under[::-1]], axis=1)
