"""What scores cost over all costs there may be: decision, cost and Brier curves, and the H-measure."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, betaln

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.interval import UNKNOWN, Interval, normal_quantile
from ddcore.resampling.cross_validation import PARTS
from ddcore.scores.curves import convex_hull
from ddcore.scores.resampling import Resamples
from ddcore.table import ScoreTable

CURVE_LABELS = {
    "best": "best threshold",
    "unseen": "best, unseen cases",
    "read": "scores as probabilities",
    "set": "threshold in use",
    "all": "always positive",
    "none": "never positive",
    "draw": "random guessing",
}
"""The decision rules whose cost is drawn, in words."""


@dataclass(frozen=True, eq=False)
class CostCurveKind:
    """A kind of curve over all costs: `axis` places costs on it, `value` is what rates are worth there.

    `axis` turns the posterior threshold c = S0 / (S0 + S1) and the prevalence into the place, `back` the place into c.
    `value` is a function of TPR, FPR, c and the prevalence, `better` says which way it points. `last` is where the axis
    ends, `words` say how to read the curve, `source` whose it is.

    >>> decision = COST_CURVES["decision"]
    >>> round(decision.value(0.8, 0.1, 0.2, 0.5), 4), decision.better
    (0.3875, 'higher')
    """

    key: str
    title: str
    x_title: str
    y_title: str
    better: str
    axis: Callable[[Any, float], Any]
    back: Callable[[Any, float], Any]
    value: Callable[[Any, Any, Any, float], Any]
    words: str
    source: str
    last: float = 1.0


def _net_benefit(tpr: Any, fpr: Any, c: Any, share: float) -> Any:
    return share * tpr - (1 - share) * fpr * c / (1 - c)


def _loss(tpr: Any, fpr: Any, c: Any, share: float) -> Any:
    return 2 * (c * (1 - share) * fpr + (1 - c) * share * (1 - tpr))


def _normalised(tpr: Any, fpr: Any, c: Any, share: float) -> Any:
    place = _probability_cost(c, share)
    return place * (1 - tpr) + (1 - place) * fpr


def _probability_cost(c: Any, share: float) -> Any:
    return (1 - c) * share / ((1 - c) * share + c * (1 - share))


def _same(c: Any, share: float) -> Any:
    return c


COST_CURVES: Mapping[str, CostCurveKind] = {
    kind.key: kind
    for kind in (
        CostCurveKind(
            "decision",
            "Decision curve",
            "threshold on the probability",
            "net benefit, in true positives per case",
            "higher",
            _same,
            _same,
            _net_benefit,
            "Net benefit counts each true positive as 1 and each false alarm as the odds of the probability threshold. "
            "At a threshold of 20 %, four false alarms weigh the same as one true positive.",
            "Vickers & Elkin (2006)",
            0.99,
        ),
        CostCurveKind(
            "cost",
            "Cost curve",
            "misses' share of the largest possible cost",
            "cost, as a share of the largest possible",
            "lower",
            _probability_cost,
            # This function is its own inverse.
            _probability_cost,
            _normalised,
            "At the left end only false alarms matter, at the right end only misses. Each threshold is a straight "
            "line; the lower edge of all lines is the best that the scores can do on these cases.",
            "Drummond & Holte (2006)",
        ),
        CostCurveKind(
            "brier",
            "Brier curve",
            "share of a false positive in the cost of both errors",
            "cost per case, if both errors together cost 2",
            "lower",
            _same,
            _same,
            _loss,
            "The line of scores as probabilities shows what it costs to use them so, for any costs. The area below it "
            "is the Brier score.",
            "Hernández-Orallo, Flach & Ferri (2011)",
        ),
    )
}
"""Curves over all costs by key, in display order."""

PLACES = 401
"""Even places along the axis at which a curve is computed."""


@dataclass(frozen=True, eq=False)
class CostCurves:
    """One kind of curve: for each of `CURVE_LABELS` that can be drawn, its value at each place of x, rising.

    >>> brier = cost_curves(ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1]), "brier", at=0.4, points=3)
    >>> brier.x.tolist(), {name: line.tolist() for name, line in brier.lines.items() if name in ("best", "set", "all")}
    ([0.0, 0.5, 1.0], {'best': [0.0, 0.25, 0.0], 'set': [0.5, 0.5, 0.5], 'all': [0.0, 0.5, 1.0]})
    """

    kind: CostCurveKind
    x: Array
    lines: Mapping[str, Array]

    def with_threshold(self, table: ScoreTable, at: float) -> "CostCurves":
        """The curves with the line of a threshold that is set."""
        counts = table.at(at)
        share = float(counts.positives / counts.total)
        c = self.kind.back(self.x, share)
        of_threshold = self.kind.value(counts.tp / counts.positives, counts.fp / counts.negatives, c, share)
        lines = {**self.lines, "set": of_threshold}
        return replace(self, lines={key: lines[key] for key in CURVE_LABELS if key in lines})


def cost_curves(
    table: ScoreTable,
    kind: str,
    at: float | None = None,
    points: int = PLACES,
    also: Iterable[float] = (),
    drawn: Resamples | None = None,
) -> CostCurves:
    """A curve over all costs at even places from 0 to the end of the axis, and `also` at some others within it.

    `at` is the threshold in use, or None. "read" needs scores between 0 and 1; "best" takes for each place the best
    threshold of all, which is a corner of the ROC curve's convex hull; "unseen" needs the cases resampled, `drawn`, and
    judges each part of them by the corners of the others, as `held_out_h_measure`; "draw" is the mean of a draw that
    predicts as many positive as "read" does, or as "best" where scores leave [0, 1]. Raises `InputError` for an unknown
    kind, and where a class has no case.

    >>> brier = cost_curves(ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1]), "brier", points=3)
    >>> brier.x.tolist(), brier.lines["read"].tolist()
    ([0.0, 0.5, 1.0], [0.0, 0.25, 0.0])
    """
    if kind not in COST_CURVES:
        raise InputError(f"kind must be one of {', '.join(COST_CURVES)}, got {kind!r:.40}")
    chosen = COST_CURVES[kind]
    P, N = (float(tally.sum()) for tally in (table.positives, table.negatives))
    if not (P > 0 and N > 0):
        raise InputError("costs of both mistakes need cases of both classes")
    share = P / (P + N)
    # Rounded, so that at the place 0.35 a score of 0.35 is predicted positive.
    even = np.linspace(0, chosen.last, points).round(12)
    x = np.union1d(even, [place for place in also if 0 <= place <= chosen.last])
    c = chosen.back(x, share)
    hull = convex_hull(table)
    corners = chosen.value(hull.y, hull.x, c[:, None], share)
    place = corners.argmax(axis=1) if chosen.better == "higher" else corners.argmin(axis=1)
    lines = {"best": np.take_along_axis(corners, place[:, None], axis=1)[:, 0]}
    tpr, fpr = hull.y[place], hull.x[place]
    if drawn is not None and min(drawn.effective) >= 2:
        lines["unseen"] = chosen.value(*_unseen_rates(drawn, c), c, share)
    if table.is_probability:
        counts = table.at(c)
        tpr, fpr = counts.tp / P, counts.fp / N
        lines["read"] = chosen.value(tpr, fpr, c, share)
    lines["all"] = chosen.value(1.0, 1.0, c, share)
    lines["none"] = chosen.value(0.0, 0.0, c, share) + 0 * c
    called = share * tpr + (1 - share) * fpr
    lines["draw"] = chosen.value(called, called, c, share)
    curves = CostCurves(chosen, x, lines)
    return curves if at is None else curves.with_threshold(table, at)


def _unseen_rates(drawn: Resamples, c: Array) -> tuple[Array, Array]:
    """TPR and FPR of the thresholds that are best at each posterior threshold c, on unseen cases."""
    places = [place[np.searchsorted(turns[1:-1], c)] for place, turns in _corners(drawn)]
    rates = []
    for cases, below in zip(drawn.cases, drawn.held_below(np.array(places)), strict=True):
        rates.append(1 - below.sum(axis=0) / (len(below) / PARTS) / cases.sum())
    return rates[0], rates[1]


def h_measure(table: ScoreTable, alpha: float | None = None, beta: float | None = None) -> float:
    """The share of the better constant answer's expected loss that the scores save, over all costs (Hand 2009).

    A false alarm's share c of the cost of both mistakes has the law Beta(alpha, beta), by default with 1 + pi and
    2 - pi, pi being the share of positives (Hand & Anagnostopoulos 2014), and each c has its best threshold. With the
    loss c (1-pi) FPR + (1-c) pi FNR it is 1 - L / L_max, integrated in closed form between the corners of the ROC
    curve's convex hull. NaN without cases of both classes, and for laws so narrow that no loss is left in a double.
    Raises `InputError` "alpha and beta must be finite and above 0, got 0 and 1".

    >>> round(h_measure(ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])), 3)
    0.5
    """
    P, N = (float(tally.sum()) for tally in (table.positives, table.negatives))
    share = P / (P + N) if P + N else math.nan
    a, b = 1 + share if alpha is None else alpha, 2 - share if beta is None else beta
    if not all(parameter > 0 and math.isfinite(parameter) for parameter in (alpha, beta) if parameter is not None):
        raise InputError(f"alpha and beta must be finite and above 0, got {a:g} and {b:g}")
    if not (P > 0 and N > 0):
        return math.nan
    hull = convex_hull(table)
    tpr, fpr = hull.y[::-1], hull.x[::-1]
    up, across = share * np.diff(tpr), (1 - share) * np.diff(fpr)
    # Of two neighbouring corners the one that calls more cases positive is better below this share c.
    turns = np.concatenate(([1.0], up / (up + across), [0.0]))
    least = sum(
        _loss_between(rate[0], rate[1], low, high, share, a, b)
        for rate, high, low in zip(zip(tpr, fpr, strict=True), turns[:-1], turns[1:], strict=True)
    )
    most = _loss_between(1.0, 1.0, 0.0, share, share, a, b) + _loss_between(0.0, 0.0, share, 1.0, share, a, b)
    return float(1 - least / most) if most > 0 else math.nan


def held_out_h_measure(drawn: Resamples, level: float | None = None) -> Interval:
    """The H-measure on unseen cases in the best thresholds, with a normal interval.

    Each part is judged by the corners that the convex hull of the others has, as in
    `thresholds.bootstrap_intervals` by one threshold. The loss is a mean over the cases of each class, so its variance
    is that of their losses, averaged over all thresholds chosen; that the choices vary too widens it to that of a third
    less cases. NaN with one case in a class.

    >>> table = ScoreTable.of(np.arange(40.0), np.arange(40) % 4 + np.arange(40) // 8 > 3)
    >>> held_out = held_out_h_measure(Resamples.of(table, rng=np.random.default_rng(1), deals=2))
    >>> held_out.low < held_out.value < held_out.high
    True
    """
    P, N = (float(cases.sum()) for cases in drawn.cases)
    if min(drawn.effective) < 2:
        return UNKNOWN
    share = P / (P + N)
    a, b = 1 + share, 2 - share
    most = _loss_between(1.0, 1.0, 0.0, share, share, a, b) + _loss_between(0.0, 0.0, share, 1.0, share, a, b)
    scale = np.exp([betaln(a, b + 1) - betaln(a, b), betaln(a + 1, b) - betaln(a, b)]) * (share, 1 - share)
    size, rows = drawn.threshold.size, len(drawn.held[0])
    mean, held = np.zeros((2, size - 1)), np.zeros(2)
    for row, (place, turns) in enumerate(_corners(drawn)):
        misses, alarms = (np.diff(betainc(*law, turns)) for law in ((a, b + 1), (a + 1, b)))
        below = [np.bincount(place, mistakes, size).cumsum()[:-1] for mistakes in (misses, alarms)]
        loss = np.array([misses.sum() - below[0], below[1]])
        mean += loss / rows
        held += [float(part[row] @ losses) for part, losses in zip(drawn.held, loss, strict=True)]
    least = float(scale @ (held / (rows / PARTS) / (P, N)))
    variance = 0.0
    for part, losses, weight, cases in zip(drawn.cases, mean, scale, drawn.effective, strict=True):
        centre = part @ losses / part.sum()
        variance += weight**2 * float(part @ (losses - centre) ** 2 / part.sum()) / (cases - 1) * 1.5
    reach = normal_quantile(level) * math.sqrt(variance)
    return Interval(1 - least / most, 1 - (least + reach) / most, 1 - (least - reach) / most)


def _corners(drawn: Resamples) -> Iterator[tuple[NDArray[np.intp], Array]]:
    """Without each part: the places of the corners of the convex hull, and between which shares c each is best."""
    P, N = (float(cases.sum()) for cases in drawn.cases)
    share = P / (P + N)
    for split in drawn.splits():
        for tp, fp in zip(split.other.tp, split.other.fp, strict=True):
            hull = convex_hull(ScoreTable(drawn.threshold[:-1], -np.diff(tp), -np.diff(fp)))
            up, across = share * -np.diff(hull.y), (1 - share) * -np.diff(hull.x)
            # Of two neighbouring corners the one that calls more positive is better below this c; thresholds rise.
            turns = np.concatenate(([0.0], up / (up + across), [1.0]))
            yield np.searchsorted(drawn.threshold, hull.threshold), turns


def _loss_between(tpr: float, fpr: float, low: float, high: float, share: float, a: float, b: float) -> float:
    """Integral of c (1-share) FPR + (1-c) share FNR over c from low to high, c having the law Beta(a, b)."""
    scale = np.exp([betaln(a + 1, b) - betaln(a, b), betaln(a, b + 1) - betaln(a, b)])
    of_c = scale[0] * (betainc(a + 1, b, high) - betainc(a + 1, b, low))
    of_rest = scale[1] * (betainc(a, b + 1, high) - betainc(a, b + 1, low))
    return float((1 - share) * fpr * of_c + share * (1 - tpr) * of_rest)
