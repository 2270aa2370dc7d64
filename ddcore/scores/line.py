"""The line that a case must reach to be predicted positive: where it is for a measure, and which scores reach it."""

import math
from collections.abc import Mapping
from operator import add
from operator import sub as subtract

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import CELLS, Cells
from ddcore.measures import Measure

STEP = 1e-3
"""The step of the differences that stand for derivatives, as a part of the smaller cell; their error is of order 4."""


def line_by_differences(measure: Measure, counts: Cells) -> float:
    """The posterior probability from which on a positive prediction improves a measure, from its slopes at some counts.

    p = -f_FP / (f_TP - f_FP) as in `thresholds.closed_form`, with P and N fixed; the derivatives are central
    differences of two widths (Richardson 1911). `counts` are single numbers. NaN where a cell is 0, and where no such
    probability exists.

    >>> from ddcore.measures import measure
    >>> round(line_by_differences(measure("F1"), Cells(tp=6.0, fp=2.0, fn=4.0, tn=8.0)), 9)  # F1 / 2
    0.333333333
    """
    slopes = []
    for up, down in (("tp", "fn"), ("fp", "tn")):
        width = STEP * float(min(getattr(counts, up), getattr(counts, down)))
        if not width > 0:
            return math.nan
        rough, fine = (_difference(measure, counts, up, down, width / part) for part in (1, 2))
        slopes.append((4 * fine - rough) / 3)
    hit, alarm = (slope if measure.better == "higher" else -slope for slope in slopes)
    # Where a measure rewards mistakes, calls would pay below the line instead of above it: there is no line then.
    return -alarm / (hit - alarm) if hit >= 0 >= alarm and hit > alarm else math.nan


def _difference(measure: Measure, counts: Cells, up: str, down: str, width: float) -> float:
    more = Cells(**{name: width * ((name == up) - (name == down)) for name in CELLS})
    return float(measure.on(counts.map(add, more)) - measure.on(counts.map(subtract, more))) / (2 * width)


RATIOS: Mapping[str, str] = {
    "0": "0",
    "1": "∞",
    "1 / 2": "N / P",
    "P / M": "1",
    "F1* / 2": "N TS* / P",
    "F2* / 5": "N F2* / (P (5 − F2*))",
    "F0.5* / 1.25": "N F0.5* / (P (1.25 − F0.5*))",
    "1 − NF1* / 2": "N (2 − NF1*) / (P NF1*)",
    "TS* / (1 + TS*)": "N TS* / P",
    "TP* / (TP* + TN*)": "TPR* / TNR*",
    "P FPR* / (P FPR* + N FNR*)": "FPR* / FNR*",
}
"""The closed form on the likelihood ratio, by that on the probability; a star is what is at the best threshold."""


def ratio_words(measure: Measure) -> str:
    """The closed form of a measure's best threshold on the likelihood ratio, in words.

    >>> from ddcore.measures import measure
    >>> ratio_words(measure("F1")), ratio_words(measure("J")), ratio_words(measure("MCC"))
    ('N TS* / P', '1', 'by its derivatives')
    """
    if not measure.line_words:
        return "by its derivatives"
    return RATIOS.get(measure.line_words, "p N / ((1 − p) P), p the probability")


def scores_above(score: Array, log_ratio: Array, ratio: float) -> tuple[tuple[float, float], ...]:
    """The stretches (first, last) of scores whose likelihood ratio is at least `ratio`; () if that is NaN.

    `score` ascends, and element i of `log_ratio` is the logarithm of the ratio at score[i]. An end at the lowest or
    highest score is open.

    >>> scores_above(np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.5, -1.0, 0.0, 2.0]), 1.0)
    ((-inf, 1.0), (3.0, inf))
    """
    if math.isnan(ratio):
        return ()
    with np.errstate(divide="ignore"):
        return stretches(score, log_ratio >= np.log(ratio))


def stretches(score: Array, inside: NDArray[np.bool_]) -> tuple[tuple[float, float], ...]:
    """The stretches (first, last) of ascending scores that are inside; an end at the lowest or highest score is open.

    >>> stretches(np.array([1.0, 2.0, 3.0]), np.array([False, True, True]))
    ((2.0, inf),)
    """
    ends = np.concatenate(([False], inside, [False]))
    edges = np.flatnonzero(ends[1:] != ends[:-1]).reshape(-1, 2)
    return tuple(
        (float(score[first]) if first else -math.inf, float(score[last - 1]) if last < score.size else math.inf)
        for first, last in edges.tolist()
    )
