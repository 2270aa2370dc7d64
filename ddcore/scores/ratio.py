"""The likelihood ratio of a score by one method, on one scale: how much more frequent it is among positives.

ratio(x) = f1(x) / f0(x), the densities of the positives and of the negatives at a score x (Gong 2022, equation 3.6).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special
from scipy.special import expit, logit

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.scores.density import RATIO_METHODS, RatioEstimate, check_classes, kernel, uninformative
from ddcore.scores.kernel import USUAL
from ddcore.scores.ranks import ranks
from ddcore.table import ScoreTable

BOUNDS = {
    "none": "Leave the scores as they are",
    "reflect": "Reflect at 0 and 1",
    "logit": "On the scale of log odds",
    "rank": "On the scale of ranks",
}
"""The scale on which scores are read, and what becomes of densities near 0 and 1."""
INFINITE = 1e300
"""What stands for an infinite ratio in a table of scores."""


@dataclass(frozen=True)
class Tried:
    """A method on a scale, and what it does on unseen cases.

    `gain` is what it adds to the area of the scores as they are, `fit` the mean logarithm of the chance that it gives a
    case of being what it is, both classes counting alike; log 1/2 is that of a ratio of 1.

    >>> Tried("kde", "none", Interval(0.02, 0.01, 0.03), -0.6).gain.low > 0
    True
    """

    method: str
    bounds: str
    gain: Interval
    fit: float


@dataclass(frozen=True)
class Choice:
    """The method and the scale chosen among those `tried`; `refused` says why none could be tried.

    >>> from ddcore.scores.choice import choose
    >>> chosen = choose(ScoreTable.of([1, 2, 3], [0, 1, 1]))
    >>> chosen.method, chosen.tried, chosen.refused
    ('order', (), 'cross-fitting needs two cases of each class, got 1 of one')
    """

    method: str
    bounds: str | None
    tried: tuple[Tried, ...] = ()
    refused: str = ""


@dataclass(frozen=True, eq=False)
class Likelihood:
    """The likelihood ratio of a score by one method: `.ratio(x)`, `.posterior(x, prevalence)`, `.transform(table)`.

    `method` is a key of `RATIO_METHODS`, `bandwidth` of `BANDWIDTHS`, `bounds` of `BOUNDS`. `estimate` has the ratio on
    the scale that `scale` brings scores to, `slope` being its derivative, None where it has steps. `choice` says how
    the method was chosen, None where it was given.
    """

    method: str
    bandwidth: str
    bounds: str
    estimate: RatioEstimate
    scale: Callable[[Array], Array]
    slope: Callable[[Array], Array] | None
    choice: Choice | None = None

    @property
    def facts(self) -> tuple[str, ...]:
        """Sentences on what was estimated."""
        return self.estimate.facts

    def log_ratio(self, x: ArrayLike) -> Array:
        """Logarithm of the likelihood ratio, shaped like x; infinite where only one class has cases.

        Raises `InputError` "a score must be a number, got 'x'" and "a score must be a finite number".
        """
        try:
            scores = np.asarray(x, dtype=np.float64)
        except (TypeError, ValueError):
            raise InputError(f"a score must be a number, got {x!r:.40}") from None
        if not np.isfinite(scores).all():
            raise InputError("a score must be a finite number")
        return self.estimate.log_ratio(self.scale(np.atleast_1d(scores))).reshape(scores.shape)[()]

    def ratio(self, x: ArrayLike) -> Array:
        """Likelihood ratio f1(x)/f0(x), shaped like x (Gong 2022, equation 3.6): above 1 it favours positive.

        >>> float(fit_method(ScoreTable.of([1, 2, 2, 3], [0, 0, 1, 1]), "histogram").ratio(2.0))
        1.0
        """
        with np.errstate(over="ignore"):
            return np.exp(self.log_ratio(x))

    def smoothed(self, x: Array) -> tuple[Array, Array]:
        """The logarithm of the ratio with one case more of each class everywhere, and its standard error.

        See `RatioEstimate.smoothed`; both shaped like x.
        """
        return self.estimate.smoothed(self.scale(x))

    def posterior(self, x: ArrayLike, prevalence: ArrayLike) -> Array:
        """Probability of being positive where so large a share is: pi s / (1 - pi + pi s) (Gong 2022, equation 3.7).

        x and prevalence are broadcast. Raises `InputError` "prevalence must be between 0 and 1, got 1.2".

        >>> float(fit_method(ScoreTable.of([1, 2, 2, 3], [0, 0, 1, 1]), "histogram").posterior(2.0, 0.3))
        0.3
        """
        share = np.asarray(prevalence, dtype=np.float64)
        if not ((share >= 0) & (share <= 1)).all():
            raise InputError(f"prevalence must be between 0 and 1, got {share.tolist()!s:.40}")
        with np.errstate(invalid="ignore"):
            probability = expit(self.log_ratio(x) + logit(share))
        return np.where((share == 0) | (share == 1), share, probability)[()]

    def densities(self, x: Array) -> tuple[Array, Array] | None:
        """Densities of the positives and of the negatives per unit of score, shaped like x.

        None where the method or the scale has none.
        """
        if self.estimate.densities is None or self.slope is None:
            return None
        positive, negative = self.estimate.densities(self.scale(x))
        return positive * self.slope(x), negative * self.slope(x)

    def transform(self, table: ScoreTable) -> ScoreTable:
        """The cases with their ratio as score; scores of one ratio become one, infinity stands as 10^300.

        >>> fit_method(ScoreTable.of([1, 2, 2, 3], [0, 0, 1, 1]), "histogram").transform(
        ...     ScoreTable.of([3, 2, 1], [1, 0, 0])
        ... ).score.tolist()
        [0.0, 1.0, 1e+300]
        """
        return table.rescored(np.minimum(self.ratio(table.score), INFINITE))

    def again(self, table: ScoreTable) -> "Likelihood":
        """The reading fitted to other cases: its method on its scale, a kernel with its bandwidths.

        Raises `InputError` as `fit_method` does.

        >>> reading = fit_method(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), "kde")
        >>> reading.again(ScoreTable.of([1, 2, 2, 8], [0, 1, 0, 1])).facts == reading.facts
        True
        """
        known = _known(table)
        scaled = known.rescored(self.scale(known.score))
        return replace(self, estimate=_estimate(scaled, self.method, self.bandwidth, self.bounds, self.estimate.widths))


def fit_method(table: ScoreTable, method: str, bandwidth: str = USUAL, bounds: str | None = None) -> Likelihood:
    """The likelihood ratio of a table's scores by one of `RATIO_METHODS`; `likelihood.fit` says what the options are.

    Raises `InputError` as `likelihood.fit` does but for unknown methods and bandwidths, which that function checks.

    >>> fit_method(ScoreTable.of([1, 2, 2, 3], [0, 0, 1, 1]), "histogram").facts
    ('4 bins of width 0.5.',)
    """
    known = _known(table)
    bounds = checked_bounds(known.score, method, bounds)
    scale, slope = _scale(known, bounds)
    estimate = _estimate(known.rescored(scale(known.score)), method, bandwidth, bounds)
    return Likelihood(method, bandwidth, bounds, estimate, scale, slope)


def _known(table: ScoreTable) -> ScoreTable:
    """The scores that have cases, weights as `_effective` has them."""
    held = table.positives + table.negatives > 0
    if held.all():
        if table.squares is None and table.whole:
            return table
        held = slice(None)
    squares = table.squares or (None, None)
    positives, negatives = (
        _effective(tally, square, held)
        for tally, square in zip((table.positives, table.negatives), squares, strict=True)
    )
    return ScoreTable(table.score[held], positives, negatives)


def _estimate(
    scaled: ScoreTable, method: str, bandwidth: str, bounds: str, widths: tuple[float, float] | None = None
) -> RatioEstimate:
    """The ratio on a scale."""
    if scaled.score.size == 1:
        return uninformative(scaled)
    if method != "kde":
        return RATIO_METHODS[method].fit(scaled)
    return kernel(scaled, bandwidth, "reflect" if bounds == "rank" else bounds, widths)


def checked_bounds(score: Array, method: str, bounds: str | None) -> str:
    """The bounds that were asked for, or those that suit the method; raises `InputError` as `likelihood.fit` does.

    >>> checked_bounds(np.array([0.2, 0.9]), "splines", None), checked_bounds(np.array([-1.0, 2.0]), "splines", None)
    ('logit', 'none')
    """
    within = bool(score.size) and score[0] >= 0 and score[-1] <= 1
    if bounds is None:
        return RATIO_METHODS[method].usual if within else "none"
    if bounds not in BOUNDS:
        raise InputError(f"bounds must be one of {', '.join(BOUNDS)}, got {bounds!r:.40}")
    if bounds == "reflect" and method != "kde":
        raise InputError(f"bounds must be none, logit or rank for this method, got reflect for {method}")
    if bounds not in ("none", "rank") and score.size and not within:
        raise InputError(f"scores must be between 0 and 1 to be bounded, got {score[0]:g} to {score[-1]:g}")
    return bounds


def _scale(table: ScoreTable, bounds: str) -> tuple[Callable[[Array], Array], Callable[[Array], Array] | None]:
    """The scale on which a table's scores are read, and its slope; a scale of ranks has steps, and no slope."""
    if bounds == "rank":
        check_classes(table)
        return ranks(table), None
    if bounds == "logit":
        return log_odds(table.score)
    scale, slope = as_they_are(table.score)
    if not table.score.size or table.score[-1] - table.score[0] > NEAR * np.abs(table.score).max():
        return scale, slope
    low = float(table.score[0])
    return lambda x: scale(x) - low, slope


def _effective(tally: NDArray[Any], squares: Array | None, held: NDArray[np.bool_] | slice) -> NDArray[Any]:
    """Weights rescaled to sum to the effective number of cases (Kish 1965); cases that count one each are kept.

    Each class by itself: the ratio does not depend on how frequent the classes are. Where only sums of weights are
    known, each is taken for one case.
    """
    if np.issubdtype(tally.dtype, np.integer) or not tally.any():
        return tally[held]
    return np.asarray(tally[held] * (tally.sum() / (tally @ tally if squares is None else squares.sum())))


NEAR = 1e-6
"""Scores that differ by less, in parts of themselves, are read from the lowest on, where they have their digits."""
SMALLEST_SPAN, LARGEST_SPAN = 1e-100, 1e100
"""Spans of scores that can be read: with others, squares and products leave the range of a double."""


def as_they_are(score: Array) -> tuple[Callable[[Array], Array], Callable[[Array], Array]]:
    """The scale of the scores themselves, and its slope of 1.

    Scores farther out than 10^30 times the span of the known ones are brought back to there. Raises `InputError`
    "scores must span 1e-100 to 1e+100, got 0 to 1e-200".

    >>> scale, slope = as_they_are(np.array([0.0, 2.0]))
    >>> scale(np.array([1.5, 1e99])).tolist(), slope(np.array([1.5])).tolist()
    ([1.5, 2e+30], [1.0])
    """
    if not score.size:
        return np.asarray, np.ones_like
    low, high = float(score[0]), float(score[-1])
    if low < high and not SMALLEST_SPAN < high - low < LARGEST_SPAN:
        raise InputError(f"scores must span {SMALLEST_SPAN:g} to {LARGEST_SPAN:g}, got {low:g} to {high:g}")
    far = 1e30 * (high - low)
    return lambda x: np.clip(x, low - far, high + far), np.ones_like


def log_odds(score: Array) -> tuple[Callable[[Array], Array], Callable[[Array], Array]]:
    """The scale of log odds and its slope; 0 and 1, whose odds are 0 and infinite, move half way to the next score.

    >>> scale, slope = log_odds(np.array([0.0, 0.5, 0.8]))
    >>> scale(np.array([0.0, 0.5])).round(3).tolist(), float(slope(np.array([0.5]))[0])
    ([-1.099, 0.0], 4.0)
    """
    inner = score[(score > 0) & (score < 1)]
    low, high = (inner[0] / 2 or inner[0], (1 + inner[-1]) / 2) if inner.size else (0.25, 0.75)
    if high == 1:
        high = np.nextafter(1.0, 0)

    def moved(x: Array) -> Array:
        return np.clip(x, low, high)

    # As an attribute of its module: to pickle a bare ufunc, `pickle` searches every imported module for it.
    return lambda x: special.logit(moved(x)), lambda x: 1 / (moved(x) * (1 - moved(x)))
