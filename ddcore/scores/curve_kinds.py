"""The kinds of curves, one row each of `CURVE_KINDS`: what is drawn against what, its area and its one number."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.special import ndtri

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.scores.thinning import thinned

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class CurveKind:
    """What a curve draws against what.

    `of` turns the counts and thresholds of a sweep, P and N into x and y; `area` is the area rule, None where an area
    means nothing; `summary` is the one number that the curve is quoted by (None for the area), `summary_name` what it
    is called. `chance` is where a classifier without skill lies, as a function of P and N; `words` say how to read the
    curve. Between two thresholds it runs straight, or in `steps`. In a chart, `axes` is the scale of both axes, `left`
    where it begins and `height` how high it is at least, None where that depends on the data.

    >>> roc = CURVE_KINDS["roc"]
    >>> roc.x_title, roc.chance(10, 20)
    ('negatives predicted positive (FPR)', ((0, 0), (1, 1)))
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
    """A curve over all thresholds, ascending, the last one +inf: element i belongs to predicting positive from there
    on.

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

        >>> from ddcore.scores.curves import curve
        >>> from ddcore.table import ScoreTable
        >>> curve(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]), "precision_recall").thin().threshold.tolist()
        [nan, 0.4, 0.1]
        """
        x, y, threshold = (values[::-1] for values in (self.x, self.y, self.threshold))
        if self.kind.steps:
            # A step has the precision of the recall at its right end; where no case is predicted positive there is
            # none.
            # A corner belongs to no threshold.
            x, y, threshold = np.repeat(x, 2)[1:-1], np.repeat(y[1:], 2), np.repeat(threshold[1:], 2)
            threshold[::2] = math.nan
        if self.kind.left is not None:
            x, y, threshold = _from(self.kind.left, x, y, threshold)
        kept = thinned(self.kind.axes(x), self.kind.axes(y), self.kind.height)
        return replace(self, x=x[kept], y=y[kept], threshold=threshold[kept])


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
    """The point where the two kinds of error are equally frequent, on the line between neighbouring thresholds."""
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
    return np.asarray(np.clip(ndtri(rate), *ndtri(DEVIATES)))


DEVIATES = (0.0005, 0.9995)
"""The rates between which a chart of normal deviates lies."""


CURVE_KINDS: Mapping[str, CurveKind] = {
    kind.key: kind
    for kind in (
        CurveKind(
            "roc",
            "ROC",
            "negatives predicted positive (FPR)",
            "positives predicted positive (TPR)",
            lambda c, t, P, N: (c.fp / N, c.tp / P),
            _trapezoids,
            None,
            "area under the ROC curve (AUC)",
            lambda P, N: ((0, 0), (1, 1)),
            "Each point is a threshold: the share of the positives that it finds, and the share of the negatives that "
            "it wrongly predicts positive. The area is the probability that a positive case outscores a negative one.",
            "Green & Swets (1966); Hanley & McNeil (1982)",
        ),
        CurveKind(
            "precision_recall",
            "Precision-recall",
            "recall: positives predicted positive (TPR)",
            "precision: positive predictions that are right (PPV)",
            lambda c, t, P, N: (c.tp / P, np.where(c.tp + c.fp > 0, c.tp / (c.tp + c.fp), 1.0)),
            _steps,
            None,
            "average precision",
            lambda P, N: ((0, P / (P + N)), (1, P / (P + N))),
            "Each point is a threshold: the share of the positives that it finds (recall), and the share of its "
            "positive predictions that are right (precision). Chance is the base rate, so curves of data with "
            "different base rates cannot be compared.",
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
            "Precision and recall are rescaled so that always predicting positive is 0 and perfect is 1. So areas can "
            "be compared and averaged.",
            "Flach & Kull (2015)",
            left=0.0,
        ),
        CurveKind(
            "toc",
            "TOC",
            "cases predicted positive (TP + FP)",
            "positives among them (TP)",
            lambda c, t, P, N: (c.tp + c.fp + 0.0, c.tp + 0.0),
            _in_parallelogram,
            None,
            "share of the parallelogram (AUC)",
            lambda P, N: ((0, 0), (P + N, P)),
            "This is the ROC curve in numbers of cases: all four counts of a threshold can be read off its point.",
            "Pontius & Si (2014)",
            height=None,
        ),
        CurveKind(
            "gain",
            "Cumulative gain",
            "share of cases predicted positive",
            "positives predicted positive (TPR)",
            lambda c, t, P, N: ((c.tp + c.fp) / (P + N), c.tp / P),
            _trapezoids,
            None,
            "area under the gain curve",
            lambda P, N: ((0, 0), (1, 1)),
            "If only some of the cases can be handled, the ones with the highest scores come first. The curve shows "
            "the share of all positives among them.",
            "Berry & Linoff (1997)",
        ),
        CurveKind(
            "lift",
            "Lift",
            "share of cases predicted positive",
            "lift (1 = chance)",
            lambda c, t, P, N: ((c.tp + c.fp) / (P + N), c.tp / (c.tp + c.fp) / (P / (P + N))),
            None,
            _top_lift,
            "lift of the highest-scoring tenth",
            lambda P, N: ((0, 1), (1, 1)),
            "The curve shows how much more common positives are among the highest scores than among all cases.",
            "Berry & Linoff (1997)",
            height=None,
        ),
        CurveKind(
            "det",
            "DET",
            "negatives predicted positive (FPR)",
            "positives predicted negative (FNR)",
            lambda c, t, P, N: (c.fp / N, c.fn / P),
            None,
            _equal_error,
            "equal error rate",
            lambda P, N: tuple((q, 1 - q) for q in (0.001, 0.5, 0.999)),
            "Each point is a threshold with its two error rates. On these axes normally distributed scores give a "
            "straight line. Lower is better.",
            "Martin et al. (1997)",
            height=None,
            axes=_deviates,
        ),
        CurveKind(
            "ks",
            "KS",
            "threshold",
            "TPR − FPR",
            lambda c, t, P, N: (t, c.tp / P - c.fp / N),
            None,
            _largest,
            "largest gap (KS)",
            lambda P, N: (),
            "At each threshold the curve shows the share of positives above it minus the share of negatives above it.",
            "Smirnov (1948)",
        ),
    )
}
"""Every kind of curve by key, in the order in which the pages offer them."""
