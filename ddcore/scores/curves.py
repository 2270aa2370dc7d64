"""Curves of a score: ROC, precision-recall, TOC and their kin, each a thin function of one sweep.

A curve is one row of `CURVE_KINDS`, and then stands everywhere: in the pages, the figures and the tables.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression
from scipy.stats import norm

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.scores.thinning import thinned
from ddcore.table import ScoreTable, sweep

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class CurveKind:
    """What a curve draws against what.

    `of` turns the counts and thresholds of a sweep, P and N into x and y; `area` is the area rule, None where an area
    means nothing; `summary` is the one number that the curve is quoted by (None for the area), `summary_name` what it
    is called. `chance` is where a classifier without skill lies, as a function of P and N; `words` say how to read the
    curve. Between two thresholds it runs straight, or in `steps`. In a chart, `axes` is the scale of both axes, `left`
    where it begins and `height` how high it is at least, None where that depends on the data.
    """

    key: str
    title: str
    x_title: str
    y_title: str
    of: Callable[[Cells, Array, float, float], tuple[Any, Any]]
    area: Callable[["Curve", Cells], float] | None
    summary: Callable[["Curve", Cells], float] | None
    summary_name: str
    chance: Callable[[float, float], Points]
    words: str
    source: str
    height: float | None = 1.0
    left: float | None = None
    steps: bool = False
    axes: Callable[[Array], Array] = np.asarray


@dataclass(frozen=True, eq=False)
class Curve:
    """A curve over all thresholds, ascending, the last one +inf: element i belongs to calling positive from there on.

    `positives` and `negatives` are the cases of each class, `area` is by the rule of the kind, `summary` the
    number that the curve is quoted by, see `CurveKind.summary_name`. NaN where a value is not defined.
    """

    kind: CurveKind
    x: Array
    y: Array
    threshold: Array
    positives: float
    negatives: float
    area: float = math.nan
    summary: float = math.nan

    def thin(self) -> "Curve":
        """What a figure draws: at most 2,000 of the points, see `thinned`, on the scale of the axes; steps as corners.

        Thresholds descend, NaN at corners; area and summary are those of the whole curve.

        >>> curve(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]), "precision_recall").thin().threshold.tolist()
        [nan, 0.4, 0.1]
        """
        x, y, threshold = (values[::-1] for values in (self.x, self.y, self.threshold))
        if self.kind.steps:
            # Up to a recall the precision is the one there; nothing is said of calling nothing positive. A corner is no
            # threshold's point.
            x, y, threshold = np.repeat(x, 2)[1:-1], np.repeat(y[1:], 2), np.repeat(threshold[1:], 2)
            threshold[::2] = math.nan
        if self.kind.left is not None:
            x, y, threshold = _from(self.kind.left, x, y, threshold)
        kept = thinned(self.kind.axes(x), self.kind.axes(y), self.kind.height)
        return replace(self, x=x[kept], y=y[kept], threshold=threshold[kept])


def curve(table: ScoreTable, kind: str) -> Curve:
    """The curve of that key of `CURVE_KINDS`, one point for each distinct score and one for calling nothing positive.

    Arrays have one element more than the table has scores; rates are fractions, the TOC curve is in cases.

    >>> curve(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]), "gain").x.round(3).tolist()
    [1.0, 0.667, 0.333, 0.0]
    """
    swept = sweep(table)
    made, cells = _of(kind, swept.counts, swept.threshold, *_classes(table))
    if not made.positives + made.negatives:
        return made
    size = math.nan if made.kind.area is None else made.kind.area(made, cells)
    return replace(made, area=size, summary=size if made.kind.summary is None else made.kind.summary(made, cells))


def point(table: ScoreTable, kind: str, threshold: float) -> Curve:
    """The point of a curve where a case is called positive from a threshold on, as a curve of that point alone.

    >>> point(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]), "roc", 0.5).y.tolist()
    [0.5]
    """
    return _of(kind, table.at([threshold]), np.array([threshold]), *_classes(table))[0]


def _classes(table: ScoreTable) -> tuple[float, float]:
    return float(table.positives.sum()), float(table.negatives.sum())


def _of(kind: str, counts: Cells, threshold: Array, positives: float, negatives: float) -> tuple[Curve, Cells]:
    with np.errstate(divide="ignore", invalid="ignore"):
        x, y = CURVE_KINDS[kind].of(counts, threshold, np.float64(positives), np.float64(negatives))
    return Curve(CURVE_KINDS[kind], x, y, threshold, positives, negatives), counts


def roc(table: ScoreTable) -> Curve:
    """Receiver operating characteristic: x is FPR, y is TPR (Green & Swets 1966); NaN with one class only.

    >>> roc(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])).y.tolist()
    [1.0, 1.0, 0.5, 0.0]
    """
    return curve(table, "roc")


def precision_recall(table: ScoreTable) -> Curve:
    """Precision-recall: x is TPR, y is PPV; where nothing is called positive, PPV stands at 1 by convention.

    That end point (as in scikit-learn) has no part in the area, which is summed in steps: average precision.

    >>> precision_recall(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])).y.round(3).tolist()
    [0.667, 1.0, 1.0, 1.0]
    """
    return curve(table, "precision_recall")


def toc(table: ScoreTable) -> Curve:
    """Total operating characteristic: x is TP + FP, y is TP, in cases (Pontius & Si 2014).

    >>> toc(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])).x.tolist()
    [3.0, 2.0, 1.0, 0.0]
    """
    return curve(table, "toc")


def area(curve: Curve) -> float:
    """Area under a curve by the rule of its kind, NaN where there is none.

    ROC and cumulative gain: trapezoids. Precision-recall: steps, which is average precision. TOC: the share of its
    parallelogram, which is the AUC again (Pontius & Si 2014). Precision-recall-gain: trapezoids where recall gain is
    0 or more (Flach & Kull 2015).

    >>> area(roc(ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1])))
    0.875
    """
    return curve.area


def gini(table: ScoreTable) -> float:
    """Gini coefficient of the ROC curve, 2 AUC - 1: 0 for chance, 1 for perfect scores (Hand & Till 2001).

    >>> gini(ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1]))
    0.75
    """
    return 2 * table.auc - 1


@dataclass(frozen=True)
class PartialArea:
    """Area under a stretch of the ROC curve: `raw`, and `mcclish`, between 0.5 for chance and 1 for perfect."""

    raw: float
    mcclish: float


def partial_area(table: ScoreTable, low: float = 0.0, high: float = 1.0) -> PartialArea:
    """Area under the ROC curve where low <= FPR <= high, raw and as McClish (1989) rescales it.

    mcclish = (1 + (raw - chance) / (perfect - chance)) / 2, chance and perfect being the raw areas of the diagonal and
    of TPR = 1. Raises `InputError` "the false positive rates must rise within 0 to 1, got 0.3 to 0.2".

    >>> partial_area(ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1]), 0, 0.5)
    PartialArea(raw=0.375, mcclish=0.8333333333333333)
    """
    if not 0 <= low < high <= 1:
        raise InputError(f"the false positive rates must rise within 0 to 1, got {low:g} to {high:g}")
    whole = roc(table)
    fpr, tpr = whole.x[::-1], whole.y[::-1]
    inside = (fpr > low) & (fpr < high)
    # At the edges a vertical stretch gives two heights: the upper one counts at `low`, the lower one at `high`.
    ends = [float(_at(fpr, tpr, low, "right")), float(_at(fpr, tpr, high, "left"))]
    x = np.concatenate(([low], fpr[inside], [high]))
    y = np.concatenate((ends[:1], tpr[inside], ends[1:]))
    raw = float(np.trapezoid(y, x))
    chance, perfect = (high**2 - low**2) / 2, high - low
    return PartialArea(raw, (1 + (raw - chance) / (perfect - chance)) / 2 if chance < perfect else math.nan)


def _at(x: Array, y: Array, place: float, side: Any) -> float:
    """Height of a rising curve at one place; of a vertical stretch there, the end on that side."""
    i = int(np.searchsorted(x, place, side))
    if side == "right" and i > 0 and x[i - 1] == place:
        return float(y[i - 1])
    if side == "left" and i < x.size and x[i] == place:
        return float(y[i])
    return float(np.interp(place, x, y))


def convex_hull(table: ScoreTable) -> Curve:
    """The upper convex hull of the ROC curve: its corners only, at the thresholds where they are.

    It is the ROC curve after pooling adjacent violators, which makes the share of positives rise with the score
    (Fawcett & Niculescu-Mizil 2007).

    >>> convex_hull(ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1])).x.tolist()
    [1.0, 0.5, 0.0, 0.0]
    """
    cases = table.positives + table.negatives
    held = cases > 0
    pooled = isotonic_regression(table.positives[held] / cases[held], weights=cases[held])
    return roc(ScoreTable.summed(table.score[held][pooled.blocks[:-1]], *_blocks(table, held, pooled.blocks)))


def _blocks(table: ScoreTable, held: NDArray[np.bool_], blocks: NDArray[Any]) -> tuple[Any, Any]:
    positives, negatives = (np.add.reduceat(tally[held], blocks[:-1]) for tally in (table.positives, table.negatives))
    return positives, negatives


def _from(left: float, x: Array, y: Array, threshold: Array) -> tuple[Array, Array, Array]:
    """The rising stretch from the edge of the chart on, with the point where the curve crosses it."""
    known = np.isfinite(x) & np.isfinite(y)
    x, y, threshold = (values[known] for values in (x, y, threshold))
    inside = int(np.searchsorted(x, left, side="right"))
    if not 0 < inside < x.size:
        return x, y, threshold
    # The crossing takes the place of the last point outside, so of its threshold too.
    return (
        np.append(left, x[inside:]),
        np.append(np.interp(left, x, y), y[inside:]),
        threshold[inside - 1 :],
    )


def _trapezoids(curve: Curve, cells: Cells) -> float:
    return float(np.trapezoid(curve.y[::-1], curve.x[::-1]))


def _steps(curve: Curve, cells: Cells) -> float:
    return float(np.sum(curve.y[:-1] * -np.diff(curve.x)))


def _in_parallelogram(curve: Curve, cells: Cells) -> float:
    """Share of the parallelogram from (0, 0) over (P, P) to (M, P) and (N, 0) that lies below the curve."""
    if not curve.positives * curve.negatives:
        return math.nan
    return (_trapezoids(curve, cells) - curve.positives**2 / 2) / (curve.positives * curve.negatives)


def _gains(curve: Curve, cells: Cells) -> float:
    """Recall gain is 0 at TP = P^2/M, where FP lies on the straight line of the ROC curve between two thresholds."""
    inside = np.flatnonzero(np.isfinite(curve.x) & (curve.x > 0))[::-1]
    if not inside.size:
        return math.nan
    crossing = curve.positives**2 / (curve.positives + curve.negatives)
    first, before = inside[0], min(inside[0] + 1, curve.x.size - 1)
    fp = np.interp(crossing, cells.tp[[before, first]], cells.fp[[before, first]])
    start = 1 - curve.positives * fp / (curve.negatives * crossing)
    return float(np.trapezoid(np.append(start, curve.y[inside]), np.append(0.0, curve.x[inside])))


def _equal_error(curve: Curve, cells: Cells) -> float:
    """Where the two kinds of error are equally frequent, on the straight line between neighbouring thresholds."""
    gap = curve.y - curve.x
    place = int(np.searchsorted(gap, 0.0))
    if not np.isfinite(gap).all():
        return math.nan
    if gap[place] == 0:
        return float(curve.x[place])
    share = gap[place] / (gap[place] - gap[place - 1])
    return float(curve.x[place] + share * (curve.x[place - 1] - curve.x[place]))


def _largest(curve: Curve, cells: Cells) -> float:
    return float(np.max(np.abs(curve.y)))


def _top_lift(curve: Curve, cells: Cells) -> float:
    """Lift of the tenth that scores highest, on the straight line of the gain curve between thresholds."""
    gain = np.where(curve.x > 0, curve.x * curve.y, 0.0)
    return float(np.interp(0.1, curve.x[::-1], gain[::-1]) / 0.1)


def _gain_ratio(cells: Cells, wrong: Any, P: float, N: float) -> Any:
    return np.where((cells.tp > 0) & (N > 0), 1 - P * wrong / (N * cells.tp), np.nan)


def _deviates(rate: Array) -> Array:
    """Normal deviates, cut where the chart ends."""
    return np.asarray(np.clip(norm.ppf(rate), *norm.ppf(DEVIATES)))


DEVIATES = (0.0005, 0.9995)
"""The rates between which a chart of normal deviates lies."""


CURVE_KINDS: Mapping[str, CurveKind] = {
    kind.key: kind
    for kind in (
        CurveKind(
            "roc",
            "ROC",
            "negatives called positive (FPR)",
            "positives called positive (TPR)",
            lambda c, t, P, N: (c.fp / N, c.tp / P),
            _trapezoids,
            None,
            "area under the ROC curve (AUC)",
            lambda P, N: ((0, 0), (1, 1)),
            "Each point is a threshold: how many of the positives it catches, how many of the negatives by mistake. "
            "The area is the chance that a positive case scores higher than a negative one.",
            "Green & Swets (1966); Hanley & McNeil (1982)",
        ),
        CurveKind(
            "precision_recall",
            "Precision-recall",
            "recall: positives called positive (TPR)",
            "precision: positive calls that are right (PPV)",
            lambda c, t, P, N: (c.tp / P, np.where(c.tp + c.fp > 0, c.tp / (c.tp + c.fp), 1.0)),
            _steps,
            None,
            "average precision",
            lambda P, N: ((0, P / (P + N)), (1, P / (P + N))),
            "How many of the positive calls are right, as more of the positives are caught. Chance is the share of "
            "positives, so these curves cannot be compared across data with other shares.",
            "Davis & Goadrich (2006)",
            steps=True,
        ),
        CurveKind(
            "precision_recall_gain",
            "Precision-recall-gain",
            "recall gain",
            "precision gain",
            lambda c, t, P, N: (_gain_ratio(c, c.fn, P, N), _gain_ratio(c, c.fp, P, N)),
            _gains,
            None,
            "area under the gain curve",
            lambda P, N: ((0, 0), (1, 0)),
            "Precision and recall on a scale where always calling positive is 0 and perfect is 1, so that areas can be "
            "compared and averaged.",
            "Flach & Kull (2015)",
            left=0.0,
        ),
        CurveKind(
            "toc",
            "TOC",
            "cases called positive (TP + FP)",
            "positives among them (TP)",
            lambda c, t, P, N: (c.tp + c.fp + 0.0, c.tp + 0.0),
            _in_parallelogram,
            None,
            "share of the parallelogram (AUC)",
            lambda P, N: ((0, 0), (P + N, P)),
            "The ROC curve in cases: all four counts of a threshold can be read off its point.",
            "Pontius & Si (2014)",
            height=None,
        ),
        CurveKind(
            "gain",
            "Cumulative gain",
            "share of cases called positive",
            "positives called positive (TPR)",
            lambda c, t, P, N: ((c.tp + c.fp) / (P + N), c.tp / P),
            _trapezoids,
            None,
            "area under the gain curve",
            lambda P, N: ((0, 0), (1, 1)),
            "If only so many cases can be handled, those with the highest scores: how many of the positives are among "
            "them.",
            "Berry & Linoff (1997)",
        ),
        CurveKind(
            "lift",
            "Lift",
            "share of cases called positive",
            "times as many positives as by chance",
            lambda c, t, P, N: ((c.tp + c.fp) / (P + N), c.tp / (c.tp + c.fp) / (P / (P + N))),
            None,
            _top_lift,
            "lift of the highest-scoring tenth",
            lambda P, N: ((0, 1), (1, 1)),
            "How many times more positives there are among the highest scores than among all cases.",
            "Berry & Linoff (1997)",
            height=None,
        ),
        CurveKind(
            "det",
            "DET",
            "negatives called positive (FPR)",
            "positives called negative (FNR)",
            lambda c, t, P, N: (c.fp / N, c.fn / P),
            None,
            _equal_error,
            "equal error rate",
            lambda P, N: tuple((q, 1 - q) for q in (0.001, 0.5, 0.999)),
            "The two kinds of error against each other, on axes that make a straight line of normal scores. Lower is "
            "better.",
            "Martin et al. (1997)",
            height=None,
            axes=_deviates,
        ),
        CurveKind(
            "ks",
            "KS",
            "threshold",
            "positives less negatives called positive (TPR − FPR)",
            lambda c, t, P, N: (t, c.tp / P - c.fp / N),
            None,
            _largest,
            "largest gap (KS)",
            lambda P, N: (),
            "How far apart the two classes are at each threshold: the share of positives above it less the share of "
            "negatives.",
            "Smirnov (1948)",
        ),
    )
}
"""Every kind of curve by key, in the order in which the pages offer them."""
