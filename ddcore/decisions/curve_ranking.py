"""Whole ROC curves ranked by their area: how often the one with the larger area is worth less at its best threshold."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri

from ddcore.arrays import Array
from ddcore.decisions.ranking import BLOCK, UTILITY, Progress, true_values, with_error
from ddcore.decisions.utility import ROUNDING, Utility
from ddcore.errors import InputError

SPREAD = 2.0
"""How many times as widely the scores of positives may spread as those of negatives, or these as those."""
RANKERS = {
    "AUC": "Area under the ROC curve",
    "KS": "Largest recall less false positive rate (KS)",
    "ACC": "Accuracy at its best threshold",
}
"""What ranks whole curves, by key, with its words."""
_LARGEST_AREA = 1 - 1e-12


@dataclass(frozen=True, eq=False)
class Binormal:
    """ROC curves of normal scores: negatives N(0, 1), positives N(shift, spread); arrays of one axis, or numbers.

    >>> curve = Binormal(1.5, 1.0)
    >>> round(float(curve.area), 4), [round(float(rate), 4) for rate in curve.rates(0.75)]
    (0.8556, [0.7734, 0.7734])
    """

    shift: Any
    spread: Any

    @property
    def area(self) -> Array:
        """The area under each, Phi(shift / sqrt(1 + spread^2))."""
        return np.asarray(ndtr(self.shift / np.sqrt(1 + np.square(self.spread))))

    def rates(self, threshold: ArrayLike) -> tuple[Array, Array]:
        """TPR and TNR at a threshold."""
        cut = np.asarray(threshold, dtype=float)
        return np.asarray(ndtr((self.shift - cut) / self.spread)), np.asarray(ndtr(cut))

    def best(self, positive: ArrayLike, negative: ArrayLike) -> tuple[Array, Array]:
        """The most that positive TPR + negative TNR comes to over all thresholds, and the threshold, maybe infinite.

        The sum is best where the likelihood ratio is negative / positive, at one of two roots, or at an end.

        >>> value, threshold = Binormal(2.0, 1.0).best(0.5, 0.5)
        >>> round(float(value), 4), float(threshold)
        (0.8413, 1.0)
        """
        gain, loss = (np.asarray(weight, dtype=float) for weight in (positive, negative))
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            inverse = 1 / np.square(self.spread)
            square, linear = (1 - inverse) / 2, self.shift * inverse
            rest = -np.square(self.shift) * inverse / 2 - np.log(self.spread) - np.log(loss / gain)
            half = -(linear + np.sqrt(linear**2 - 4 * square * rest)) / 2
            roots = (half / square, rest / half)
        ends = (np.full_like(half, -math.inf), np.full_like(half, math.inf))
        cuts = np.array([*ends, *(np.where(np.isnan(root), math.inf, root) for root in roots)])
        recall, kept = self.rates(cuts)
        values = gain * recall + loss * kept
        place = np.argmax(values, axis=0)[None]
        return np.take_along_axis(values, place, 0)[0], np.take_along_axis(cuts, place, 0)[0]


def random_curves(size: int, spread: float = SPREAD, *, rng: np.random.Generator) -> Binormal:
    """Curves of good classifiers: areas from 1/2 to 1 with linearly rising density, as rates have in `random_tables`.

    How widely positives spread is log-uniform from 1 / `spread` to `spread`. Raises `InputError` "spread must be 1 or
    more, got 0.5".

    >>> bool((random_curves(5, rng=np.random.default_rng(1)).area > 0.5).all())
    True
    """
    if not spread >= 1:
        raise InputError(f"spread must be 1 or more, got {spread:g}")
    area = np.minimum(0.5 + 0.5 * np.sqrt(rng.random(size)), _LARGEST_AREA)
    wide = np.exp(rng.uniform(-math.log(spread), math.log(spread), size))
    return Binormal(np.sqrt(1 + wide**2) * ndtri(area), wide)


@dataclass(frozen=True, eq=False)
class CurvePairs:
    """Pairs of curves on one test set each, its share of positives, and what right answers are worth.

    `truth` are the true payoffs, `assessed` those with an error; arrays of one axis.
    """

    truth: Utility
    assessed: Utility
    prevalence: Array
    first: Binormal
    second: Binormal

    @property
    def gain(self) -> Array:
        """By how much the first is worth more, each at its own best threshold; 0 where both answer always the same."""
        return self._apart(*self._weights(self.truth))

    def lead(self, ranker: str) -> Array:
        """By how much a ranker prefers the first."""
        if ranker == "AUC":
            return self.first.area - self.second.area
        even = np.ones_like(self.prevalence)
        weights = {"KS": (even, even), "ACC": (self.prevalence, 1 - self.prevalence)}
        return self._apart(*(weights.get(ranker) or self._weights(self.assessed)))

    def _weights(self, utility: Utility) -> tuple[Array, Array]:
        positive, negative = utility.stakes
        return self.prevalence * positive, (1 - self.prevalence) * negative

    def _apart(self, positive: Array, negative: Array) -> Array:
        values = [curve.best(positive, negative)[0] for curve in (self.first, self.second)]
        apart = values[0] - values[1]
        return np.where(np.abs(apart) <= ROUNDING * values[0], 0.0, apart)


def draw_curve_pairs(
    truth: str, error: float, size: int, *, rng: np.random.Generator, spread: float = SPREAD, doubt: str = "normal"
) -> CurvePairs:
    """Pairs of curves, true payoffs and those with an error as `ranking.draw_pairs` draws them.

    >>> draw_curve_pairs("uniform", 0.1, 4, rng=np.random.default_rng(1)).gain.shape
    (4,)
    """
    values = true_values(truth, size, rng=rng)
    assessed = with_error(values, error, rng=rng, doubt=doubt)
    curves = [random_curves(size, spread, rng=rng) for _ in range(2)]
    return CurvePairs(values, assessed, rng.random(size), *curves)


@dataclass(frozen=True, eq=False)
class MisrankedCurves:
    """The share of pairs of curves that each of `RANKERS`, and payoffs with an error ("utility"), rank wrongly.

    `equal` is the share of pairs that are worth the same, as the best is to answer always the same: nobody can be wrong
    there.
    """

    pairs: int
    share: Mapping[str, float]
    equal: float

    def standard_error(self, key: str) -> float:
        """The standard error of the share of a ranker."""
        return math.sqrt(self.share[key] * (1 - self.share[key]) / self.pairs)


def misranked_curves(
    truth: str,
    error: float,
    pairs: int,
    *,
    rng: np.random.Generator,
    spread: float = SPREAD,
    doubt: str = "normal",
    progress: Progress | None = None,
) -> MisrankedCurves:
    """How often rankers of whole curves prefer the one that is worth less at its best threshold.

    >>> wrong = misranked_curves("uniform", 0.1, 2000, rng=np.random.default_rng(1), spread=1)
    >>> wrong.share["AUC"]
    0.0
    """
    keys, done, equal = (*RANKERS, UTILITY), 0, 0
    wrong = dict.fromkeys(keys, 0)
    while done < pairs:
        size = min(BLOCK, pairs - done)
        drawn = draw_curve_pairs(truth, error, size, rng=rng, spread=spread, doubt=doubt)
        gain = drawn.gain
        equal += int((gain == 0).sum())
        for key in keys:
            wrong[key] += int((gain * drawn.lead(key) < 0).sum())
        done += size
        if progress is not None:
            progress(done / pairs)
    return MisrankedCurves(pairs, {key: number / pairs for key, number in wrong.items()}, equal / pairs)


def most_wrong(pairs: CurvePairs, ranker: str = "AUC") -> int | None:
    """The place of the pair that a ranker ranks most wrongly: the larger, the more both rankings differ; None if none.

    >>> most_wrong(draw_curve_pairs("uniform", 0.1, 50, rng=np.random.default_rng(1), spread=1)) is None
    True
    """
    gain, ahead = pairs.gain, pairs.lead(ranker)
    apart = np.where(gain * ahead < 0, np.minimum(np.abs(gain) / np.ptp(gain), np.abs(ahead) / np.ptp(ahead)), 0.0)
    place = int(np.argmax(apart))
    return place if apart[place] > 0 else None
