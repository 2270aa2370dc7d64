"""Every guessing strategy at once: the mean score over the probability g of predicting a case positive."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.optimize import minimize_scalar

from ddcore.arrays import Array
from ddcore.chance import binomial, dutch_draw, guessing
from ddcore.chance.moments import Distribution, gathered
from ddcore.counts import Cells
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

POINTS = 201
FEW_POINTS = 61
OWN_POINTS = 21
"""Strategies of a curve; those above 10^7 cases; and those for a formula of one's own among more than 10^4."""


@dataclass(frozen=True, eq=False)
class Strategies:
    """One measure over g; element i of each array belongs to g[i], NaN where no guess has a value.

    `mean` is that of a guesser who predicts each case positive with probability g, `draw` that of a draw of the number
    nearest to M g.

    >>> curve = strategies("TPR", 10, 4, points=3)
    >>> curve.g.tolist(), curve.mean.round(12).tolist(), curve.draw.round(12).tolist()
    ([0.0, 0.5, 1.0], [0.0, 0.5, 1.0], [0.0, 0.5, 1.0])
    """

    measure: Measure
    total: int
    positives: int
    g: Array
    mean: Array
    draw: Array

    def at(self, g: float) -> float:
        """The mean of the guesser with this g."""
        return float(guessing.expectation(self.measure, self.total, self.positives, g))

    @cached_property
    def level(self) -> bool:
        """Whether all strategies that have a value expect the same."""
        known = self.mean[np.isfinite(self.mean)]
        return known.size > 0 and float(np.ptp(known)) <= LEVEL * max(1.0, float(np.abs(known).max()))

    @cached_property
    def best(self) -> tuple[float, float] | None:
        """The g whose mean is best, and that mean; None where all are the same or none has a value.

        >>> strategies("F1", 10, 4).best
        (1.0, 0.5714285714285715)
        """
        if self.level or not np.isfinite(self.mean).any():
            return None
        sign = 1.0 if self.measure.better == "higher" else -1.0
        at = int(np.nanargmax(sign * self.mean))
        g, value = float(self.g[at]), float(self.mean[at])
        if 0 < at < self.g.size - 1:
            g, value = _refined(self.at, sign, g, value, (float(self.g[at - 1]), float(self.g[at + 1])))
        return g, value


LEVEL = 1e-12
"""Means that differ by less than this share of the largest are the same."""


def _refined(
    mean: Callable[[float], float], sign: float, g: float, value: float, ends: tuple[float, float]
) -> tuple[float, float]:
    found = minimize_scalar(lambda x: -sign * mean(float(x)), bounds=ends, options={"xatol": 1e-7})
    place, height = float(found.x), -sign * float(found.fun)
    return (place, height) if sign * height > sign * value else (g, value)


def strategies(measure: str | Measure, total: int, positives: int, points: int | None = None) -> Strategies:
    """The mean of the guesser and of the draw at that many values of g, evenly spaced from 0 to 1.

    Raises `InputError` as `guessing.expectation` does.

    >>> strategies("ACC", 10, 4, points=3).mean.round(12).tolist()
    [0.6, 0.5, 0.4]
    """
    measure = measure_named(measure)
    quick = POINTS if measure.smooth and total <= 10**7 else FEW_POINTS
    g = np.linspace(0, 1, points or (quick if measure.smooth or total <= 10**4 else OWN_POINTS))
    return Strategies(
        measure,
        total,
        positives,
        g,
        np.asarray(guessing.expectation(measure, total, positives, g)),
        np.asarray(dutch_draw.expectation(measure, total, positives, g)),
    )


MOST_TABLES = 400_000
"""Tables up to which the law of a guesser is computed: some 5,000 cases."""


def law(measure: str | Measure, total: int, positives: int, g: float) -> Distribution | None:
    """The law of the score of a single guess at this g, exact; None of more cases than can be told one by one.

    >>> law("TPR", 10, 2, 0.5).probability.tolist()
    [0.25, 0.5, 0.25]
    """
    (x, of_x), (y, of_y) = binomial.window(positives, g), binomial.window(total - positives, g)
    if x.size * y.size > MOST_TABLES:
        return None
    tp, fp = (part.ravel() for part in np.meshgrid(x, y, indexing="ij"))
    probability = np.outer(of_x, of_y).ravel()
    value = measure_named(measure).on(Cells(tp=tp, fp=fp, fn=positives - tp, tn=total - positives - fp))
    known = ~np.isnan(value)
    missing = float(probability[~known].sum()) if known.any() else 1.0
    return gathered(value[known], probability[known], missing)


def mean_table(total: int, positives: int, g: float) -> Cells:
    """The mean counts of a guesser who predicts each case positive with probability g (Burger & Meertens, Table 3).

    >>> mean_table(100, 30, 0.25).fp
    17.5
    """
    negatives = total - positives
    return Cells(tp=positives * g, fp=negatives * g, fn=positives * (1 - g), tn=negatives * (1 - g))
