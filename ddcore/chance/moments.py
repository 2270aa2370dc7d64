"""Law and moments of a measure under one draw: M cases, P positive, n predicted positive."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.arrays import Array
from ddcore.chance import hypergeometric
from ddcore.counts import Cells
from ddcore.measures.difference import change
from ddcore.measures.type import Measure


@dataclass(frozen=True, eq=False)
class Distribution:
    """Distinct values of a measure, ascending, their probabilities (sum 1), and the chance of being undefined."""

    value: Array
    probability: Array
    undefined: float

    def quantile(self, level: ArrayLike) -> Array:
        """The smallest value that a draw does not exceed with probability `level` or more; shaped like level.

        NaN where no draw has a value.

        >>> Distribution(np.array([0.0, 1.0]), np.array([0.25, 0.75]), 0.0).quantile([0.25, 0.5]).tolist()
        [0.0, 1.0]
        """
        levels = np.asarray(level, dtype=np.float64)
        if not self.value.size:
            return np.full(levels.shape, np.nan)
        # Rounding may leave a cumulative sum just below a level that it equals.
        reached = np.cumsum(self.probability) * (1 + 1e-13)
        return np.asarray(self.value[np.minimum(np.searchsorted(reached, levels), self.value.size - 1)])


def cells_at(M: int | Array, P: int | Array, n: int | Array, tp: Array) -> Cells:
    """The tables of a draw with the given true positives, shaped like the four broadcast.

    >>> cells_at(10, 4, 2, np.array([0.0, 1.0])).tn.tolist()
    [4.0, 5.0]
    """
    return Cells(tp=tp, fp=n - tp, fn=P - tp, tn=(M - P - n) + tp)


def distribution(measure: Measure, M: int, P: int, n: int) -> Distribution:
    """The law of the measure, equal values taken together.

    >>> from ddcore.measures import measure
    >>> distribution(measure("TP"), 10, 4, 2).probability.round(12).tolist()
    [0.333333333333, 0.533333333333, 0.133333333333]
    """
    tp, probability = hypergeometric.window(M, P, n)
    value = measure.on(cells_at(M, P, n, tp))
    defined = ~np.isnan(value) & (probability > 0)  # a probability below 10^-308 is 0 here
    missing = 1.0 if not defined.any() else float(probability[~defined].sum())
    return gathered(value[defined], probability[defined], missing)


def gathered(value: Array, probability: Array, missing: float) -> Distribution:
    """The law of some values with their probabilities, equal values taken together; `missing` is that of no value.

    >>> gathered(np.array([1.0, 0.0, 1.0]), np.array([0.25, 0.5, 0.25]), 0.0).probability.tolist()
    [0.5, 0.5]
    """
    if np.any(value[1:] < value[:-1]):
        order = np.argsort(value, kind="stable")  # quick where it only falls with TP
        value, probability = value[order], probability[order]
    first = np.flatnonzero(np.concatenate(([True], value[1:] > value[:-1]))[: value.size])
    weight = np.add.reduceat(probability, first) if value.size else probability
    return Distribution(value[first], weight / weight.sum(), missing)


MARGINS = frozenset(("positives", "negatives", "predicted_positives", "predicted_negatives"))
"""What a measure may need that is the same for all draws."""


def is_defined(measure: Measure, M: int, P: int, n: int) -> bool:
    """Whether any draw has a value.

    >>> from ddcore.measures import measure
    >>> is_defined(measure("precision"), 10, 4, 0)
    False
    """
    if MARGINS.issuperset(measure.needs):
        tp = np.array([max(0, n - (M - P))])  # all draws have the same margins: any of them tells
    else:
        tp, _ = hypergeometric.window(M, P, n)
    return bool(measure.defined(cells_at(M, P, n, tp)).any())


def undefined(measure: Measure, M: int, P: int, n: int) -> float:
    """The probability that a draw has no value.

    >>> from ddcore.measures import measure
    >>> round(undefined(measure("DOR"), 4, 2, 2), 12)  # of six draws, one without a false alarm
    0.166666666667
    """
    tp, probability = hypergeometric.window(M, P, n)
    return float(probability[~measure.defined(cells_at(M, P, n, tp))].sum())


def mean(measure: Measure, M: int, P: int, n: int) -> float:
    """The mean of the draws that have a value, NaN where none has.

    >>> from ddcore.measures import measure
    >>> round(mean(measure("TP"), 10, 4, 2), 12)
    0.8
    """
    if measure.expected is not None:
        return float(measure.expected(float(P), float(M - P), float(n))) if is_defined(measure, M, P, n) else math.nan
    tp, probability = hypergeometric.window(M, P, n, thin=measure.smooth)
    value = measure.on(cells_at(M, P, n, tp))
    defined = ~np.isnan(value)
    mass = probability[defined].sum()
    return float(probability[defined] @ value[defined] / mass) if mass else math.nan


def variance(measure: Measure, M: int, P: int, n: int) -> float:
    """The variance of the draws that have a value, NaN where none has, from distances to the most probable value.

    >>> from ddcore.measures import measure
    >>> round(variance(measure("TP"), 10, 4, 2), 12)
    0.426666666667
    """
    if measure.slope is not None:
        if not is_defined(measure, M, P, n):
            return math.nan
        slope = float(measure.slope(float(P), float(M - P), float(n)))
        return slope * slope * float(hypergeometric.variance(M, P, n))
    tp, probability = hypergeometric.window(M, P, n)
    cells = cells_at(M, P, n, tp)
    defined = measure.defined(cells)
    if not defined.any():
        return math.nan
    tp, probability = tp[defined], probability[defined] / probability[defined].sum()
    centre = tp[np.argmax(probability)]
    step = tp - centre
    old, new = cells_at(M, P, n, np.full_like(tp, centre)), cells_at(M, P, n, tp)
    distance = _changed(measure, old, new, Cells(tp=step, fp=-step, fn=-step, tn=step))
    return float(probability @ (distance - probability @ distance) ** 2)


def _changed(measure: Measure, old: Cells, new: Cells, by: Cells) -> Array:
    """What the measure changes by from old to new, to full precision; where only one is defined, plus or minus it."""
    before, after = measure.on(old), measure.on(new)
    with_zeros = np.nan_to_num(after) - np.nan_to_num(before)
    if not measure.smooth:  # such a formula may use operations without a rule of differences
        return with_zeros
    with np.errstate(all="ignore"):
        both = measure.function(change(old, new, by)).by
    return np.where(np.isnan(before) | np.isnan(after), with_zeros, both)


def step(measure: Measure, M: int, P: int, n: int) -> float:
    """A number with the sign of E(n+1) - E(n), accurate even where the two agree in all digits of a double.

    One more case is predicted positive: a positive one with probability (P-TP)/(M-n), a negative one otherwise. With A
    the sum of probability times value and Z the chance of being defined, E = A/Z and the sign is that of dA Z - A dZ.

    >>> from ddcore.measures import measure
    >>> step(measure("TP"), 10, 4, 2) > 0, step(measure("TN"), 10, 4, 2) > 0
    (True, False)
    """
    tp, probability = hypergeometric.window(M, P, n, thin=True)
    old = cells_at(M, P, n, tp)
    before, defined = np.nan_to_num(measure.on(old)), measure.defined(old)
    mean_change = mass_change = 0.0
    for picked, by in ((old.fn, (1.0, 0.0)), (old.tn, (0.0, 1.0))):
        possible = picked > 0
        part, weight = _where(old, possible), (probability * picked)[possible] / (M - n)
        tp_by, fp_by = by
        new = Cells(tp=part.tp + tp_by, fp=part.fp + fp_by, fn=part.fn - tp_by, tn=part.tn - fp_by)
        mean_change += weight @ _changed(measure, part, new, Cells(tp=tp_by, fp=fp_by, fn=-tp_by, tn=-fp_by))
        mass_change += weight @ (measure.defined(new).astype(float) - defined[possible])
    return float(mean_change * probability[defined].sum() - mass_change * (probability @ before))


def _where(cells: Cells, chosen: NDArray[np.bool_]) -> Cells:
    return Cells(tp=cells.tp[chosen], fp=cells.fp[chosen], fn=cells.fn[chosen], tn=cells.tn[chosen])
