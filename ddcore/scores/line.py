"""The line of a measure without a solved form: from which probability of being positive on a call improves it."""

import math
from operator import add
from operator import sub as subtract

from ddcore.counts import CELLS, Cells
from ddcore.measures import Measure

STEP = 1e-3
"""Of the differences that stand for derivatives, in parts of the smaller cell; the error is of the fourth power."""


def line_by_differences(measure: Measure, counts: Cells) -> float:
    """The posterior probability from which on a positive call improves a measure, from its slopes at some counts.

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
    # A measure that rewards mistakes has its positive calls on the other side of the line.
    return -alarm / (hit - alarm) if hit >= 0 >= alarm and hit > alarm else math.nan


def _difference(measure: Measure, counts: Cells, up: str, down: str, width: float) -> float:
    more = Cells(**{name: width * ((name == up) - (name == down)) for name in CELLS})
    return float(measure.on(counts.map(add, more)) - measure.on(counts.map(subtract, more))) / (2 * width)
