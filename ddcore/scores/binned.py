"""What binned scores leave open: the ends between which every number of the cases without bins must lie.

Counts at the lowest score of each bin are exact. Within a bin the cases may stand in any order, so that each number has
a lowest and a highest value over all orders. Where a number is not written down here, nothing is proved of it.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import Cells, Counts
from ddcore.measures import Measure
from ddcore.measures.in_rates import in_rates
from ddcore.scores.curves import convex_hull, curve
from ddcore.scores.thresholds import Constraint, Objective, objective, rounding_error, upward
from ddcore.table import ScoreTable, sweep

Ends = tuple[float, float]
"""The lowest and the highest value that a number can have; NaN where nothing is proved of it."""

NOT_PROVED: Ends = (math.nan, math.nan)


def is_open(table: ScoreTable) -> NDArray[np.bool_]:
    """Whether each row holds cases of more than one score.

    >>> is_open(ScoreTable.of([0.1, 0.2, 0.4, 0.4], [0, 1, 0, 1]).in_bins(2)).tolist()
    [True, False]
    """
    return np.zeros(table.score.size, np.bool_) if table.highest is None else table.highest > table.score


def area(table: ScoreTable) -> Ends:
    """The AUC: within a bin each pair of a positive and a negative counts at least 0 and at most 1.

    >>> area(ScoreTable.of([0.1, 0.2, 0.4, 0.4], [0, 1, 0, 1]).in_bins(2))
    (0.375, 0.625)
    """
    pairs = float(table.positives.sum()) * float(table.negatives.sum())
    if not pairs:
        return NOT_PROVED
    within = float(np.where(is_open(table), table.positives, 0) @ table.negatives.astype(np.float64))
    half = within / pairs / 2
    return max(table.auc - half, 0.0), min(table.auc + half, 1.0)


def extremes(table: ScoreTable) -> tuple[ScoreTable, ScoreTable]:
    """The worst and the best table that there can be: in each bin all negatives score higher, or all positives.

    No ROC curve of the cases is anywhere below that of the first or above that of the second.

    >>> worst, best = extremes(ScoreTable.of([0.1, 0.2, 0.4, 0.4], [0, 1, 0, 1]).in_bins(2))
    >>> worst.positives.tolist(), best.score.tolist(), best.positives.tolist()
    ([1, 0, 1], [0.1, 0.2, 0.4], [0, 1, 1])
    """
    within = is_open(table)
    kept = np.column_stack([np.ones_like(within), within]).ravel()

    def made(lower: tuple[Any, Any], upper: tuple[Any, Any]) -> ScoreTable:
        highest = table.score if table.highest is None else table.highest
        columns = ((table.score, highest), *zip(lower, upper, strict=True))
        score, positives, negatives = (np.column_stack(pair).ravel()[kept] for pair in columns)
        return ScoreTable(score, positives, negatives)

    p, n, none = table.positives, table.negatives, np.zeros_like(table.positives)
    # Bins of one score stand in the lower row alone.
    worst = made((p, np.where(within, 0, n)), (none, n))
    return worst, made((np.where(within, 0, p), n), (p, none))


def hull_area(table: ScoreTable) -> Ends:
    """The area under the convex hull of the ROC curve, with the cases of each bin in the worst and the best order.

    >>> hull_area(ScoreTable.of([0.1, 0.2, 0.4, 0.4], [0, 1, 0, 1]).in_bins(2))
    (0.5, 0.75)
    """
    worst, best = extremes(table)
    return convex_hull(worst).area, convex_hull(best).area


def kolmogorov_smirnov(table: ScoreTable) -> Ends:
    """The largest distance between TPR and FPR, whichever is above.

    >>> kolmogorov_smirnov(ScoreTable.of([0.1, 0.2, 0.4, 0.4], [0, 1, 0, 1]).in_bins(2))
    (0.0, 0.5)
    """
    return curve(table, "ks").summary, max(curve(each, "ks").summary for each in extremes(table))


def top_lift(table: ScoreTable) -> Ends:
    """The lift of the tenth of the cases that scores highest: its gain curve lies between those of both orders.

    Between thresholds it is straight, and the curve of the best order bends down in each bin, that of the worst up.

    >>> top_lift(ScoreTable.of([0.1, 0.2, 0.3, 0.4], [1, 0, 1, 0]).in_bins(2))
    (0.0, 2.0)
    """
    worst, best = extremes(table)
    return curve(worst, "lift").summary, curve(best, "lift").summary


def equal_error(table: ScoreTable) -> Ends:
    """The rate at which FPR and FNR are equal: a higher ROC curve has it at a lower FPR.

    >>> equal_error(ScoreTable.of([0.1, 0.2, 0.4, 0.4], [0, 1, 0, 1]).in_bins(2))
    (0.5, 0.5)
    """
    worst, best = extremes(table)
    return curve(best, "det").summary, curve(worst, "det").summary


def average_precision(table: ScoreTable) -> Ends:
    """Average precision, the area under the precision-recall curve in steps: positives of a bin last, and first.

    With T true and F false positives above a bin of p positives and n negatives, precision at a positive of the bin is
    at most (T + p) / (T + p + F). If x positives of the bin, itself among them, score as high, it is at least
    (T + x) / (T + x + F + n), which rises with x, so that its sum over the bin is at least the integral over x.

    >>> average_precision(ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1]))
    (0.8333333333333333, 0.8333333333333333)
    """
    P = float(table.positives.sum())
    if not P:
        return NOT_PROVED
    p, n = table.positives[::-1].astype(np.float64), table.negatives[::-1].astype(np.float64)
    above, alarms = np.cumsum(p) - p, np.cumsum(n) - n
    reached = above + p
    some, within = p > 0, is_open(table)[::-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        exact = p * reached / (reached + alarms + n)
        most = np.where(within, p * reached / (reached + alarms), exact)
        integral = p - (alarms + n) * np.log1p(p / (above + alarms + n))
        least = np.where(within, np.where(alarms + n > 0, integral, p), exact)
    return float(least[some].sum()) / P, min(float(most[some].sum()) / P, 1.0)


def brier_score(table: ScoreTable) -> Ends:
    """The Brier score, each case having the lowest or the highest score of its bin.

    >>> brier_score(ScoreTable.of([0.0, 0.5], [0, 1]).in_bins(1))
    (0.125, 0.625)
    """
    return _loss(table, lambda score: (1 - score) ** 2, lambda score: score**2)


def log_loss(table: ScoreTable) -> Ends:
    """The mean log loss, each case having the lowest or the highest score of its bin.

    >>> log_loss(ScoreTable.of([0.5, 1.0], [0, 1]))[0] == math.log(2) / 2
    True
    """
    return _loss(table, lambda score: -np.log(score), lambda score: -np.log1p(-score))


def _loss(table: ScoreTable, of_positive: Callable[[Array], Array], of_negative: Callable[[Array], Array]) -> Ends:
    """The mean of a loss that falls with the score of a positive and rises with that of a negative."""
    if not table.is_probability or not table.total:
        return NOT_PROVED
    highest = table.score if table.highest is None else table.highest
    ends = []
    for up, down in ((highest, table.score), (table.score, highest)):
        with np.errstate(divide="ignore", invalid="ignore"):
            losses = table.positives * of_positive(up), table.negatives * of_negative(down)
        held = table.positives > 0, table.negatives > 0
        ends.append(sum(float(loss[own].sum()) for loss, own in zip(losses, held, strict=True)) / float(table.total))
    return ends[0], ends[1]


def is_inside(table: ScoreTable, threshold: float) -> bool:
    """Whether a threshold is above the lowest score of a bin and not above its highest, so that counts are not known.

    >>> table = ScoreTable.of([0.1, 0.2, 0.4, 0.4], [0, 1, 0, 1]).in_bins(2)
    >>> [is_inside(table, threshold) for threshold in (0.1, 0.15, 0.2, 0.3)]
    [False, True, True, False]
    """
    first = int(np.searchsorted(table.score, threshold, side="left"))
    return first > 0 and table.highest is not None and bool(threshold <= table.highest[first - 1])


def around(table: ScoreTable, threshold: float) -> tuple[Counts, Counts]:
    """The counts when nothing, and when all of the bin that a threshold lies in is predicted positive.

    Each cell lies between the two. They are equal where the threshold lies in no bin, or is its lowest score.

    >>> table = ScoreTable.of([0.1, 0.2, 0.4, 0.4], [0, 1, 0, 1]).in_bins(2)
    >>> [counts.tp.item() for counts in around(table, 0.15)], [counts.tp.item() for counts in around(table, 0.1)]
    ([1, 2], [2, 2])
    """
    fewest = table.at(threshold)
    if not is_inside(table, threshold):
        return fewest, fewest
    return fewest, table.at(table.score[int(np.searchsorted(table.score, threshold)) - 1])


@dataclass(frozen=True)
class Bounds:
    """What the best value and the best threshold of a measure over all scores can be.

    The value is from `low` to `high`. A threshold of the table reaches `low`, or `high` where lower is better; the
    other end is NaN where nothing is proved of it. The threshold is from `first` to `last`, +inf predicting no case
    positive. All are NaN where the measure has no value at any threshold of the table.
    """

    low: float
    high: float
    first: float
    last: float


def best(table: ScoreTable, name: Objective, *constraints: Constraint) -> Bounds:
    """The ends of the best value of a measure or a utility over all thresholds, and of the threshold that has it.

    Between two thresholds of the table TP and FP lie in a box, whose ends are their counts. A measure that is better
    with each right answer has its best in the corner with most TP and fewest FP. Any other whose form in TPR and FPR is
    a ratio of polynomials without squares, the lower one without a zero in the box, is monotone along both sides, and
    has its best in one of the four corners: utilities are such, and most formulas of one's own. Nothing is proved of
    the others. A corner without a value may be as good as the measure can be.

    >>> table = ScoreTable.of([0.1, 0.2, 0.4, 0.4], [0, 1, 0, 1])
    >>> best(table.in_bins(2), "ACC"), best(table, "ACC")
    (Bounds(low=0.5, high=0.75, first=0.1, last=inf), Bounds(low=0.75, high=0.75, first=0.2, last=0.2))
    """
    measure = objective(name)
    swept = sweep(table)
    cells = swept.counts.floats()
    values = upward(measure, cells)
    within = is_open(table)
    possible = _most(measure, cells)
    allowed = np.ones(values.size, np.bool_)
    for constraint in constraints:
        sign = 1.0 if constraint.measure.better == "higher" else -1.0
        allowed &= constraint.met(sign * upward(constraint.measure, cells))
        reached = _most(constraint.measure, cells)
        within &= constraint.met(sign * np.where(np.isnan(reached), math.inf, reached))
    values = np.where(allowed, values, math.nan)
    possible = np.where(within, possible, -math.inf)
    known = values[~np.isnan(values)]
    if not known.size:
        return Bounds(math.nan, math.nan, math.nan, math.nan)
    low = float(known.max())
    # NaN, where nothing is proved, stays NaN.
    high = float(np.maximum(low, possible.max(initial=-math.inf)))
    near = float(rounding_error(measure, low))
    with np.errstate(invalid="ignore"):
        edges, bins = values >= low - near, within & ~(possible < low - near)
    first = min(swept.threshold[edges].min(), table.score[bins].min(initial=math.inf))
    highest = table.score if table.highest is None else table.highest
    last = max(swept.threshold[edges].max(), highest[bins].max(initial=-math.inf))
    ends = (low, high) if measure.better == "higher" else (-high, -low)
    return Bounds(*ends, float(first), float(last))


def _most(measure: Measure, cells: Cells) -> Array:
    """At most so good, more being better, is a measure between each threshold and the next; NaN where not proved."""
    corners = ((0, 1),) if measure.monotone else ((0, 0), (0, 1), (1, 0), (1, 1))
    if not measure.monotone and not _has_best_in_a_corner(measure, Fraction(float(cells.total[0]))):
        return np.full(cells.tp.size - 1, math.nan)
    P, N = cells.positives[0], cells.negatives[0]
    sides = (slice(None, -1), slice(1, None))
    found = []
    for more, fewer in corners:
        tp, fp = cells.tp[sides[more]], cells.fp[sides[fewer]]
        found.append(upward(measure, Cells(tp=tp, fp=fp, fn=P - tp, tn=N - fp)))
    ideal = measure.best if measure.better == "higher" else -measure.best
    most = np.max(found, axis=0)
    # Where it is below 0 a measure such as MCC may fall with a right answer, but it does not rise above 0.
    most = np.maximum(most, 0.0) if measure.monotone and measure.better == "higher" else most
    return np.where(np.isnan(most), ideal, most)


def _has_best_in_a_corner(measure: Measure, total: Fraction) -> bool:
    """Whether a measure is a ratio of polynomials in TPR and FPR without squares, the lower one of one sign."""
    ratio = in_rates(measure, total)
    if ratio is None or ratio.root:
        return False
    parts = (ratio.top, ratio.below)
    if any(max(exponents[:2]) > 1 for part in parts for exponents in part.terms):
        return False
    return ratio.below.never_negative or (-ratio.below).never_negative
