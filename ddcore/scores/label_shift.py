"""Label shift: the share of positives among cases without labels if each class scores as it did, and whether it can be.

The scores of such cases are a mixture of the scores of the labelled positives and of the labelled negatives.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.special import xlogy
from scipy.stats import chi2

from ddcore.arrays import Array
from ddcore.resampling.bootstrap import draw_whole
from ddcore.scores.change import Point
from ddcore.table import ScoreTable

MOST_BINS, FEWEST_BINS = 20, 3
TEST_BINS = 5
"""Bins in which a mixture is tested: more of them see less of scores that all lie higher or lower."""
PER_BIN = 8
"""Cases of the smaller class for each bin; with fewer, weak scores draw the estimate towards 1/2."""
HALVINGS = 40
"""Each halves the span in which the most likely share lies; 10^-12 is left."""


@dataclass(frozen=True, eq=False)
class LabelShift:
    """Cases in bins of ascending scores: the positives and the negatives of then, and all cases of now.

    Those from bin `cut` on are predicted positive. Each array may have a row a draw.
    """

    positives: Array
    negatives: Array
    now: Array
    cut: int

    @classmethod
    def of(cls, then: ScoreTable, now: ScoreTable, threshold: float, most: int = MOST_BINS) -> "LabelShift":
        """Bins of as equal numbers of cases as ties allow, the threshold being one edge.

        The positives of then, its negatives and the cases of now count alike for the edges, and there is a bin for each
        8 cases of the smaller class of then, 3 to `most`. Of `now` only the scores count, whatever its classes; then
        has both. Cases with weights or in clusters count as their effective number, class by class.

        >>> then = ScoreTable.of([0.1, 0.4, 0.6, 0.8], [0, 0, 1, 1])
        >>> found = LabelShift.of(then, then, 0.5)
        >>> float(found.tpr), float(found.fpr)
        (1.0, 0.0)
        """
        return ThreeLaws.of(then, now).at(threshold, most)

    def drawn(self, draws: int, *, rng: np.random.Generator) -> "LabelShift":
        """Laws of then from their law of Dirichlet, and cases of now with replacement (Efron 1979): a row a draw.

        The law of Dirichlet has the cases of each bin and one case more (Rubin 1981), so that a bin without a case is
        not taken for impossible.
        """
        positives, negatives = (
            own.sum() * rng.dirichlet(laws, draws)
            for own, laws in zip((self.positives, self.negatives), self._laws, strict=True)
        )
        return LabelShift(positives, negatives, draw_whole(self.now, draws, rng=rng), self.cut)

    @property
    def tpr(self) -> Any:
        """The share of the positives of then that is predicted positive."""
        return self._called(self.positives)

    @property
    def fpr(self) -> Any:
        """The share of the negatives of then that is."""
        return self._called(self.negatives)

    def _called(self, tally: Array) -> Any:
        with np.errstate(invalid="ignore"):
            return tally[..., self.cut :].sum(axis=-1) / tally.sum(axis=-1)

    @property
    def by_calls(self) -> Any:
        """The share of positives now by how many are predicted positive: (called - FPR) / (TPR - FPR), within 0 to 1.

        Rogan & Gladen 1978; of more classes Lipton, Wang & Smola 2018. NaN where TPR is not above FPR.

        >>> found = LabelShift(np.array([1.0, 3.0]), np.array([3.0, 1.0]), np.array([1.0, 1.0]), 1)
        >>> float(found.by_calls)
        0.5
        """
        apart = np.asarray(self.tpr - self.fpr)
        with np.errstate(all="ignore"):
            share = np.clip((self._called(self.now) - self.fpr) / apart, 0, 1)
        return np.where(apart > 0, share, math.nan)[()]

    @cached_property
    def by_scores(self) -> Any:
        """The most likely share of positives now, if each class scores as it did then.

        Share and both laws are estimated together from the cases of then and of now (Hosmer 1973): with the laws of
        then taken for known, as Saerens, Latinne & Decaestecker (2002) do, few cases of then draw the share towards
        1/2. To the positives and to the negatives one case is added, spread over the bins as all cases are. NaN where
        then lacks a class.

        >>> found = LabelShift(np.array([10.0, 90.0]), np.array([90.0, 10.0]), np.array([580.0, 420.0]), 1)
        >>> round(float(found.by_scores), 2)
        0.4
        """
        low, high = np.zeros(self.now.shape[:-1]), np.ones(self.now.shape[:-1])
        for _ in range(HALVINGS):
            share = (low + high) / 2
            more = self._expected_positives(share, share) > share * self.now.sum(axis=-1)
            low, high = np.where(more, share, low), np.where(more, high, share)
        both = (self.positives.sum(axis=-1) > 0) & (self.negatives.sum(axis=-1) > 0) & (self.now.sum(axis=-1) > 0)
        return np.where(both, (low + high) / 2, math.nan)[()]

    @cached_property
    def _laws(self) -> tuple[Array, Array]:
        """The positives and the negatives of then with one case more each."""
        with np.errstate(invalid="ignore"):
            shapes = [own / own.sum(axis=-1, keepdims=True) for own in (self.positives, self.negatives, self.now)]
        spread = sum(shapes) / 3
        return self.positives + spread, self.negatives + spread

    def _certainty(self, share: Any, expected: Any) -> Array:
        """The probability that a case of now in each bin is positive, for a share of positives and for each row.

        Where the laws are most likely for that share, law and probability r depend on each other in each bin: up =
        (u + w r) / (P + n e) and down = (v + w (1 - r)) / (N + n (1 - e)), e the mean of r over the n cases of now. Of
        a given e = `expected`, r is a root of a square equation.
        """
        u, v = self._laws
        w, n = self.now, self.now.sum(axis=-1)
        a = (share / (u.sum(axis=-1) + n * expected))[..., None]
        b = ((1 - share) / (v.sum(axis=-1) + n * (1 - expected)))[..., None]
        second, first = w * (a - b), b * (v + w) + a * (u - w)
        root = np.sqrt(np.maximum(first**2 + 4 * second * a * u, 0))
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.where(first > 0, 2 * a * u / (first + root), (root - first) / (2 * second))
        return np.asarray(np.clip(np.nan_to_num(found, nan=0.5), 0, 1))

    def _expected_positives(self, share: Any, expected: Any) -> Any:
        return (self.now * self._certainty(share, expected)).sum(axis=-1)

    def likelihood(self, share: float) -> float:
        """The logarithm of the likelihood of a share of positives with the laws that suit it best, up to a constant.

        >>> found = LabelShift(np.array([10.0, 90.0]), np.array([90.0, 10.0]), np.array([580.0, 420.0]), 1)
        >>> found.likelihood(0.4) > found.likelihood(0.3)
        True
        """
        n, low, high, at = self.now.sum(), 0.0, 1.0, np.float64(share)
        for _ in range(HALVINGS):
            middle = np.float64((low + high) / 2)
            low, high = (middle, high) if self._expected_positives(at, middle) > middle * n else (low, middle)
        certain = self._certainty(at, np.float64((low + high) / 2))
        u, v = self._laws
        up, down = (own / own.sum() for own in (u + self.now * certain, v + self.now * (1 - certain)))
        mixed = share * up + (1 - share) * down
        return float((xlogy(u, up) + xlogy(v, down) + xlogy(self.now, mixed)).sum())

    @property
    def p(self) -> float:
        """The probability of scores so far from any mixture of both laws of then if they are one.

        Twice the likelihood that the best mixture loses against bins that each set of cases fills by itself, which has
        about the law of chi-square with two degrees of freedom less than bins, one less where the share is 0 or 1
        (Wilks 1938; Self & Liang 1987). NaN where then lacks a class or there are only two bins.

        >>> u, v = np.array([10.0, 30.0, 60.0]), np.array([60.0, 30.0, 10.0])
        >>> round(LabelShift(u, v, u + v, 1).p, 2), LabelShift(u, v, np.array([10.0, 80.0, 10.0]), 1).p < 1e-6
        (1.0, True)
        """
        share, bins = float(self.by_scores), int((self._laws[0] + self._laws[1] + self.now > 0).sum())
        if bins < 3 or math.isnan(share):
            return math.nan
        freedom = bins - 2 if 1e-9 < share < 1 - 1e-9 else bins - 1
        alone = sum(float(xlogy(own, own / own.sum()).sum()) for own in (*self._laws, self.now))
        return float(chi2.sf(max(2 * (alone - self.likelihood(share)), 0.0), freedom))

    @property
    def point(self) -> Point:
        """The rates of the classifier if only the share changed: the share `by_scores`, TPR and FPR of then."""
        return Point(self.by_scores, self.tpr, self.fpr)


@dataclass(frozen=True, eq=False)
class ThreeLaws:
    """The positives and negatives of then and the cases of now by their scores: what `LabelShift.of` bins.

    `ascending` are the scores of all three, the laws counting alike, and `reached` the sum of their shares up to each.
    """

    scores: tuple[Array, Array, Array]
    tallies: tuple[Array, Array, Array]
    ascending: Array
    reached: Array

    @classmethod
    def of(cls, then: ScoreTable, now: ScoreTable) -> "ThreeLaws":
        """Those of cases of then and of now."""
        positives, negatives = (
            tally if math.isnan(worth) else tally * (worth / tally.sum())
            for tally, worth in zip((then.positives, then.negatives), then.effective, strict=True)
        )
        arriving = (now.positives + now.negatives) * effective_scale(now)
        every = np.concatenate([then.score, then.score, now.score])
        shares = np.concatenate([own / own.sum() for own in (positives, negatives, arriving)])
        order = np.argsort(every, kind="stable")
        scores, tallies = (then.score, then.score, now.score), (positives, negatives, arriving)
        return cls(scores, tallies, every[order], np.cumsum(shares[order]))

    def at(self, threshold: float, most: int = MOST_BINS) -> LabelShift:
        """The bins with a threshold among their edges, see `LabelShift.of`."""
        fewer = min(tally.sum() for tally in self.tallies[:2])
        size = int(np.clip(fewer // PER_BIN, FEWEST_BINS, most))
        inner = self.ascending[np.searchsorted(self.reached, np.arange(1, size) / size * self.reached[-1])]
        edges = np.unique(np.append(inner, threshold) if math.isfinite(threshold) else inner)
        bins = edges.size + 1
        cut = int(np.searchsorted(edges, threshold)) + 1 if math.isfinite(threshold) else (bins if threshold > 0 else 0)

        def counted(score: Array, tally: Array) -> Array:
            cases = np.diff(np.searchsorted(score, edges), prepend=0, append=score.size)
            return np.bincount(np.repeat(np.arange(bins), cases), tally, bins).astype(np.float64)

        positives, negatives, now = map(counted, self.scores, self.tallies)
        return LabelShift(positives, negatives, now, cut)


def effective_scale(table: ScoreTable) -> float:
    """By what weights, or cases in clusters, are multiplied to sum to as many cases as say as much (Kish 1965).

    >>> effective_scale(ScoreTable.of([1, 2], [0, 1])), effective_scale(ScoreTable.of([1, 2], [0, 1], weight=[1, 3]))
    (1.0, 0.4)
    """
    if table.squares is None:
        return 1.0
    squares = float(table.squares[0].sum() + table.squares[1].sum())
    return float(table.total) / squares if squares > 0 else 1.0
