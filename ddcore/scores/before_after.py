"""Every measure at its best threshold, on the scores as they are and on their likelihood ratio.

No function of the scores has a better best value than their likelihood ratio, for any measure that rises with TPR and
falls with FPR (Gong 2022, Proposition 6). Here both are held against each other on cases that had no say.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ddcore.arrays import Array
from ddcore.interval import UNKNOWN, Interval, confident
from ddcore.measures import Measure
from ddcore.resampling.bootstrap import percentile_interval
from ddcore.scores.choice import INFLATION, ORDER
from ddcore.scores.likelihood import FARTHEST, FoldReading, ReadCases
from ddcore.scores.line import stretches
from ddcore.scores.ratio import Likelihood
from ddcore.scores.thresholds import Best, Objective, each, objective, value_of_calls
from ddcore.table import ScoreTable

BETWEEN = (
    "F1", "F2", "F0.5", "NF1", "J", "ACC", "ERR", "BACC", "MCC", "kappa", "FM", "G2", "TS", "CC", "CP",
)  # fmt: skip
"""Measures that are best somewhere between calling all cases positive and none."""
AT_THE_ENDS: Mapping[str, tuple[str, ...]] = {
    "is best where every case is predicted positive, or none": (
        "TP", "TN", "FP", "FN", "TPR", "TNR", "FPR", "FNR",
    ),
    "may be best where almost every case is predicted positive, or almost none": (
        "PPV", "NPV", "FDR", "FOR", "PT", "PLR", "NLR", "MK",
    ),
    "grows without end where almost every case is predicted positive, or almost none": ("DOR",),
}  # fmt: skip
"""Why the others have no best threshold that is worth comparing."""
DRAWS = 2000
"""Draws of the shares of cases from their law given the held out cases."""


@dataclass(frozen=True, eq=False)
class BeforeAfter:
    """The best value of a measure on the scores as they are and on their likelihood ratio.

    `before` and `after` are found on these cases, the thresholds of the latter being logarithms of the ratio, and
    `called` are the stretches (first, last) of scores that each predicts positive. `unseen_before` and `unseen_after`
    are the values on cases that had no say in ratio or threshold, `gain` by how much the latter is better, above 0
    where it is; NaN where unseen cases cannot be tried.

    >>> from ddcore.scores.gain import gain
    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 0, 0, 0, 0, 1, 1])
    >>> gained = gain(table, "histogram", folds=2, rng=np.random.default_rng(1))
    >>> [accuracy] = before_after(table, gained.likelihood, gained.readings, ["ACC"])
    >>> accuracy.before.value, accuracy.after.value, accuracy.gain.value
    (0.75, 0.75, -0.125)
    """

    before: Best
    after: Best
    called: tuple[tuple[tuple[float, float], ...], tuple[tuple[float, float], ...]]
    unseen_before: Interval
    unseen_after: Interval
    gain: Interval

    @property
    def measure(self) -> Measure:
        """The measure that is best there."""
        return self.before.measure

    @property
    def shown(self) -> tuple[float, float]:
        """Before and after on unseen cases, where these cannot be tried on the same cases."""
        if math.isnan(self.gain.value):
            return self.before.value, self.after.value
        return self.unseen_before.value, self.unseen_after.value


def before_after(
    table: ScoreTable,
    likelihood: Likelihood,
    readings: Sequence[FoldReading],
    names: Sequence[Objective] = BETWEEN,
    level: float | None = None,
    *,
    fixed: Sequence[FoldReading] = (),
    seed: int = 1,
) -> list[BeforeAfter]:
    """The best value of each measure before and after; element i belongs to names[i].

    `likelihood` is the reading of all cases, `readings` are the folds of `likelihood.cross_fit`, () where there are
    none. `fixed` are those of the method that all cases chose, as `gain.Gain` has them: values are those of `readings`,
    and the intervals hold those of both. Of each fold the best threshold on the scores and that on the ratio are found
    on the other folds, and both judge its cases; then the folds are counted together, and brought to the class sizes of
    the table. For the intervals the shares of the cases of a class that both, one or neither calls positive are drawn
    from the Dirichlet law with 1/4 more than was counted in each (Perks 1947), as in `resampling.held_out_value`, and
    cases count by 1 / `INFLATION`. Raises `InputError` "level must be between 0 and 1, got 1.2".
    """
    level = confident(level)
    measures = [objective(name) for name in names]
    log = np.clip(likelihood.log_ratio(table.score), -FARTHEST, FARTHEST)
    before = each(table, measures)
    ordered = likelihood.method == ORDER
    after = before if ordered else each(table.rescored(log), measures)
    unseen = _unseen(table, readings, measures, level, seed)
    if fixed:
        held = _unseen(table, fixed, measures, level, seed)
        unseen = [
            [one.holding(other) for one, other in zip(*both, strict=True)] for both in zip(unseen, held, strict=True)
        ]
    called = [
        tuple(
            stretches(table.score, values >= best.threshold)
            for values, best in ((table.score, first), (table.score if ordered else log, second))
        )
        for first, second in zip(before, after, strict=True)
    ]
    return [
        BeforeAfter(first, second, (regions[0], regions[1]), *intervals)
        for first, second, regions, intervals in zip(before, after, called, unseen, strict=True)
    ]


def _unseen(
    table: ScoreTable, readings: Sequence[FoldReading], measures: Sequence[Measure], level: float, seed: int
) -> list[list[Interval]]:
    """Before, after and gain on unseen cases of each measure."""
    if not readings:
        return [[UNKNOWN] * 3 for _ in measures]
    sizes = [float(tally.sum()) for tally in (table.positives, table.negatives)]
    counted = np.sum([_regions(reading, sizes, measures) for reading in readings], axis=0)
    shares = counted / counted.sum(axis=2, keepdims=True)
    found = []
    for at, measure in enumerate(measures):
        # The same for a measure whatever others stand beside it.
        rng = np.random.default_rng(seed)
        mean, drawn = [], []
        for size, share, effective in zip(sizes, shares, table.effective, strict=True):
            gammas = rng.standard_gamma(effective / INFLATION * share[at] + 0.25, (DRAWS, 4))
            mean.append(size * share[at])
            drawn.append(size * (gammas / gammas.sum(axis=1, keepdims=True)).T)
        found.append(_intervals(measure, mean, drawn, level))
    return found


def _regions(reading: FoldReading, sizes: Sequence[float], measures: Sequence[Measure]) -> Array:
    """The cases of a fold by who calls them positive: neither, after only, before only, both.

    Shaped classes by measures by these four; a class as it is among the cases, the positives first.
    """
    others = _sized(reading.others, sizes)
    by_score = each(others, measures)
    held = reading.held
    ordered = reading.method == ORDER
    by_ratio = by_score if ordered else each(others.rescored(reading.others.log_ratio), measures)
    value = held.score if ordered else held.log_ratio
    codes = [
        2 * (held.score >= first.threshold) + (value >= second.threshold)
        for first, second in zip(by_score, by_ratio, strict=True)
    ]
    return np.array(
        [
            [np.bincount(code, weights=tally, minlength=4) for code in codes]
            for tally in (held.positives, held.negatives)
        ]
    )


def _sized(cases: ReadCases, sizes: Sequence[float]) -> ScoreTable:
    """Cases brought to the sizes of both classes, so that neither is rarer by what is held out."""
    tallies = [
        tally * (size / tally.sum()) for tally, size in zip((cases.positives, cases.negatives), sizes, strict=True)
    ]
    return ScoreTable(cases.score, *tallies)


BEFORE_CALLS, AFTER_CALLS = ((2, 3), (0, 1)), ((1, 3), (0, 2))
"""The regions of `_regions` that are predicted positive, and that are not."""


def _intervals(measure: Measure, mean: Sequence[Array], drawn: Sequence[Array], level: float) -> list[Interval]:
    """Before, after, and by how much the latter is better, from the cases of both classes in four regions."""
    turn = 1 if measure.better == "higher" else -1
    ends = []
    for regions in (mean, drawn):
        first, second = (
            value_of_calls(measure, *(np.array([_sum(cases, up), _sum(cases, down)]) for cases in regions))
            for up, down in (BEFORE_CALLS, AFTER_CALLS)
        )
        ends.append((first, second, turn * (second - first)))
    same = all(not _sum(cases, (1, 2)) for cases in mean)
    values, draws = ends
    if same:
        draws = (*draws[:2], np.zeros_like(draws[2]))
    return [_interval(float(value), drawn_values, level) for value, drawn_values in zip(values, draws, strict=True)]


def _sum(cases: Array, regions: Sequence[int]) -> Array:
    return np.asarray(cases[regions[0]] + cases[regions[1]])


def _interval(value: float, draws: Array, level: float) -> Interval:
    if math.isnan(value):
        return Interval(value, value, value)
    low, high = percentile_interval(draws, level)
    return Interval(value, min(low, value), max(high, value))
