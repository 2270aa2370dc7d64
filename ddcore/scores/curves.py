"""Curves of a score: ROC, precision-recall, TOC and their kin, each a thin function of one sweep."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.scores.curve_kinds import CURVE_KINDS, Curve
from ddcore.table import OfTable, ScoreTable, sweep


def curve(table: ScoreTable, kind: str) -> Curve:
    """The curve of a kind, one point for each distinct score and one for predicting no case positive.

    Parameters
    ----------
    table : ScoreTable
        Of n distinct scores.
    kind : str
        A key of `CURVE_KINDS`.

    Returns
    -------
    Curve
        `.x`, `.y` and `.threshold`, arrays of shape (n + 1,); rates are fractions, the TOC curve is in cases.

    Examples
    --------
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
    """The point of a curve where a case is predicted positive from a threshold on, as a curve of that point alone.

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


@OfTable
def roc(table: ScoreTable) -> Curve:
    """The receiver operating characteristic: x is FPR, y is TPR (Green & Swets 1966); NaN with one class only.

    Parameters
    ----------
    table : ScoreTable
        Of n distinct scores.

    Returns
    -------
    Curve
        `.x`, `.y` and `.threshold`, arrays of shape (n + 1,), thresholds ascending, +inf last.

    Examples
    --------
    >>> roc(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])).y.tolist()
    [1.0, 1.0, 0.5, 0.0]
    """
    return curve(table, "roc")


@OfTable
def precision_recall(table: ScoreTable) -> Curve:
    """The precision-recall curve: x is TPR, y is PPV.

    Parameters
    ----------
    table : ScoreTable
        Of n distinct scores.

    Returns
    -------
    Curve
        `.x`, `.y` and `.threshold`, arrays of shape (n + 1,), thresholds ascending, +inf last.

    Notes
    -----
    Where no case is predicted positive, PPV stands at 1 by convention. That end point (as in scikit-learn) has no part
    in the area, which is summed in steps: average precision.

    Examples
    --------
    >>> precision_recall(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])).y.round(3).tolist()
    [0.667, 1.0, 1.0, 1.0]
    """
    return curve(table, "precision_recall")


@OfTable
def toc(table: ScoreTable) -> Curve:
    """The total operating characteristic: x is TP + FP, y is TP, in cases (Pontius & Si 2014).

    Parameters
    ----------
    table : ScoreTable
        Of n distinct scores.

    Returns
    -------
    Curve
        `.x`, `.y` and `.threshold`, arrays of shape (n + 1,), thresholds ascending, +inf last.

    Examples
    --------
    >>> toc(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])).x.tolist()
    [3.0, 2.0, 1.0, 0.0]
    """
    return curve(table, "toc")


def area(curve: Curve) -> float:
    """The area under a curve by the rule of its kind.

    Parameters
    ----------
    curve : Curve

    Returns
    -------
    float
        NaN where there is none. ROC and cumulative gain: trapezoids. Precision-recall: steps, which is average
        precision. TOC: the share of its parallelogram, which is the AUC again (Pontius & Si 2014).
        Precision-recall-gain: trapezoids where recall gain is 0 or more (Flach & Kull 2015).

    Examples
    --------
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
    """Area under a stretch of the ROC curve: `raw`, and `mcclish`, between 0.5 for chance and 1 for perfect.

    >>> part = partial_area(ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 1, 0, 1, 0, 1]), 0, 0.5)
    >>> round(part.raw, 3), round(part.mcclish, 3)
    (0.222, 0.63)
    """

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
    return roc(pooled(table))


def pooled(table: ScoreTable) -> ScoreTable:
    """The cases pooled to the corners of that hull, the first score of each block standing for it.

    Where payoffs reward right answers, the best threshold of all is one of its scores, or +inf.

    >>> pooled(ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1])).negatives
    array([1, 1, 0])
    """
    cases = table.positives + table.negatives
    held = np.flatnonzero(cases > 0)
    blocks = pooled_blocks(table.positives[held], cases[held])
    parts = [table.positives, table.negatives, *(table.squares or ())]
    positives, negatives, *squares = (np.add.reduceat(part[held], blocks) for part in parts)
    return ScoreTable(table.score[held[blocks]], positives, negatives, (squares[0], squares[1]) if squares else None)


def slope_at(table: ScoreTable, threshold: float, blocks: ScoreTable | None = None) -> float:
    """The slope of the hull of the ROC curve at a threshold: the likelihood ratio of the lowest score that reaches it.

    The slope of an ROC curve is the ratio of the densities of both classes (Gong 2022, equation 5.4). That of the hull
    is an estimate of it that rises with the score. Above all scores it is that of the highest; inf where the hull is
    upright, NaN with one class only. `blocks` are those of `pooled`, made before.

    >>> slope_at(ScoreTable.of([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1]), 0.25)
    1.0
    """
    blocks = pooled(table) if blocks is None else blocks
    positives, negatives = _classes(blocks)
    if not min(positives, negatives) > 0:
        return math.nan
    reaching = min(int(np.searchsorted(table.score, threshold)), table.score.size - 1)
    block = max(int(np.searchsorted(blocks.score, table.score[reaching], side="right")) - 1, 0)
    hits, alarms = float(blocks.positives[block]) / positives, float(blocks.negatives[block]) / negatives
    return hits / alarms if alarms else math.inf


def pooled_blocks(positives: NDArray[Any], cases: NDArray[Any]) -> NDArray[np.intp]:
    """Where the blocks begin in which the share of positives rises, once adjacent violators are pooled.

    Ayer et al. (1955); element i belongs to the i-th score, which has cases.

    >>> pooled_blocks(np.array([0, 1, 0, 1]), np.array([1, 1, 1, 1])).tolist()
    [0, 1, 3]
    """
    from scipy.optimize import isotonic_regression

    share = positives / cases
    # Neighbours that do not rise end in one block in any case.
    first = np.flatnonzero(np.append(True, share[1:] > share[:-1])[: share.size])
    hits, number = (np.add.reduceat(tally, first) for tally in (positives, cases))
    return np.asarray(first[isotonic_regression(hits / number, weights=number).blocks[:-1]])
