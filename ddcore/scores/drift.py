"""Do scores come from where they came from? What tells before any label comes, and what a measure would then be."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy
from scipy.stats import chi2, ks_2samp, kstwo

from ddcore.arrays import Array
from ddcore.bootstrap import draw_tally, percentile_interval
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures import Measure
from ddcore.scores.change import Point
from ddcore.scores.intervals import delong
from ddcore.table import ScoreTable

BINS = 10
"""Bins of the population stability index, of as many cases of both sides together as ties allow."""
EXACT = 10_000
"""Cases of a side up to which the probability of the largest distance is exact."""


@dataclass(frozen=True, eq=False)
class Drift:
    """How far the scores of two sets of cases are apart, whatever their truth.

    `distance` is the largest between the two shares of cases below a score, at `place`, and `p` the probability of
    one as large if all scores come from one law, `exact` or by its limit. `psi` is the population stability index in
    `bins` bins, `psi_expected` what it is on average if nothing changed, `psi_p` the probability of one as large then.
    `auc` is how often a case of now scores higher than one of then, ties by half; 1/2 if nothing changed.
    """

    distance: float
    place: float
    p: float
    exact: bool
    psi: float
    psi_expected: float
    psi_p: float
    bins: int
    auc: Interval


def drift(scores: ScoreTable) -> Drift:
    """The drift of scores where the cases of now are the positives of the table and those of then the negatives.

    The probability of the distance is that of Kolmogorov and Smirnov (Hodges 1958; scipy's), which ties make too
    large. The index is sum (q - p) log(q / p) over the bins, half a case being added to each; times 1 / (1/n + 1/m) it
    has about the law of chi-square with bins - 1 degrees of freedom if nothing changed (Yurdakul & Naranjo 2020), so
    that its mean then is about (bins - 1)(1/n + 1/m), and 0 only with very many cases. Weights are left out: the table
    has whole cases.

    >>> found = drift(ScoreTable.of([1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 1]))
    >>> found.distance, found.exact, round(found.p, 3), found.auc.value
    (1.0, True, 0.1, 1.0)
    """
    now, then = scores.positives, scores.negatives
    m, n = int(now.sum()), int(then.sum())
    if not min(m, n):
        return Drift(math.nan, math.nan, math.nan, False, math.nan, math.nan, math.nan, 0, UNKNOWN)
    away = np.abs(np.cumsum(now) / m - np.cumsum(then) / n)
    place = int(np.argmax(away))
    distance = float(away[place])
    exact = max(m, n) <= EXACT
    if exact:
        p = float(ks_2samp(np.repeat(scores.score, now), np.repeat(scores.score, then), method="exact").pvalue)
    else:
        p = float(kstwo.sf(distance, round(m * n / (m + n))))
    shares = [np.bincount(_tenths(now + then, BINS), tally) for tally in (now, then)]
    bins = shares[0].size
    q, r = ((tally + 0.5) / (tally.sum() + bins / 2) for tally in shares)
    psi, unit = float(((q - r) * np.log(q / r)).sum()), 1 / m + 1 / n
    psi_p = float(chi2.sf(psi / unit, bins - 1)) if bins > 1 else 1.0
    return Drift(
        distance, float(scores.score[place]), min(p, 1.0), exact, psi, (bins - 1) * unit, psi_p, bins, delong(scores)
    )


def _tenths(cases: NDArray[Any], bins: int) -> NDArray[np.intp]:
    """The bin of each score, bins of as equal numbers of cases as ties allow, counted from 0 without gaps."""
    middle = np.cumsum(cases) - cases / 2
    _, place = np.unique(np.minimum((middle / cases.sum() * bins).astype(np.intp), bins - 1), return_inverse=True)
    return np.asarray(place)


FINE = 20
"""Bins of scores by which the share of positives is estimated."""
DRAWS = 400


@dataclass(frozen=True, eq=False)
class Binned:
    """Cases in bins of ascending scores: the positives and the negatives of then, and all cases of now.

    Those from bin `cut` on are predicted positive. Each array may have a row a resample.
    """

    positives: Array
    negatives: Array
    now: Array
    cut: int

    @classmethod
    def of(cls, then: ScoreTable, now: ScoreTable, threshold: float) -> "Binned":
        """Bins of as equal numbers of cases as ties allow, one edge being the threshold.

        Of `now` only the scores count, whatever its classes.

        >>> then = ScoreTable.of([0.1, 0.4, 0.6, 0.8], [0, 0, 1, 1])
        >>> found = Binned.of(then, then, 0.5)
        >>> float(found.tpr), float(found.fpr)
        (1.0, 0.0)
        """
        every = np.concatenate([then.score, now.score])
        cases = np.concatenate([then.positives + then.negatives, now.positives + now.negatives])
        order = np.argsort(every, kind="stable")
        ascending, reached = every[order], np.cumsum(cases[order])
        inner = ascending[np.searchsorted(reached, np.arange(1, FINE) / FINE * reached[-1])]
        edges = np.unique(np.append(inner, threshold) if math.isfinite(threshold) else inner)
        size = edges.size + 1
        cut = int(np.searchsorted(edges, threshold)) + 1 if math.isfinite(threshold) else (size if threshold > 0 else 0)

        def counted(table: ScoreTable, tally: NDArray[Any]) -> Array:
            return np.bincount(np.searchsorted(edges, table.score, side="right"), tally, size).astype(np.float64)

        return cls(
            counted(then, then.positives),
            counted(then, then.negatives),
            counted(now, now.positives + now.negatives),
            cut,
        )

    def resampled(self, resamples: int = DRAWS, *, rng: np.random.Generator) -> "Binned":
        """Each set of cases drawn anew, with replacement; sums of weights as so many whole cases."""
        positives, negatives, now = (
            draw_tally(np.rint(own).astype(np.int64), resamples, rng=rng).astype(np.float64)
            for own in (self.positives, self.negatives, self.now)
        )
        return Binned(positives, negatives, now, self.cut)

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

        >>> found = Binned(np.array([1.0, 3.0]), np.array([3.0, 1.0]), np.array([1.0, 1.0]), 1)
        >>> float(found.by_calls)
        0.5
        """
        apart = np.asarray(self.tpr - self.fpr)
        with np.errstate(all="ignore"):
            share = np.clip((self._called(self.now) - self.fpr) / apart, 0, 1)
        return np.where(apart > 0, share, math.nan)[()]

    @property
    def by_scores(self) -> Any:
        """The most likely share of positives now, if each class scores as it did then.

        The scores of now are a mixture of the two laws of then; the share that makes them most likely is what the
        algorithm of Saerens, Latinne & Decaestecker (2002) converges to. Half a case is added to each bin. NaN where
        then lacks a class.

        >>> found = Binned(np.array([10.0, 90.0]), np.array([90.0, 10.0]), np.array([580.0, 420.0]), 1)
        >>> round(float(found.by_scores), 2)
        0.4
        """
        size = self.positives.shape[-1]
        up, down = (
            (tally + 0.5) / (tally.sum(axis=-1, keepdims=True) + size / 2) for tally in (self.positives, self.negatives)
        )
        low, high = np.zeros(up.shape[:-1]), np.ones(up.shape[:-1])
        for _ in range(HALVINGS):
            share = ((low + high) / 2)[..., None]
            slope = (self.now * (up - down) / (share * up + (1 - share) * down)).sum(axis=-1)
            low, high = np.where(slope > 0, share[..., 0], low), np.where(slope > 0, high, share[..., 0])
        both = (self.positives.sum(axis=-1) > 0) & (self.negatives.sum(axis=-1) > 0)
        return np.where(both, (low + high) / 2, math.nan)[()]

    def likelihood(self, share: float) -> float:
        """The logarithm of the likelihood of a share of positives, up to a constant.

        >>> found = Binned(np.array([10.0, 90.0]), np.array([90.0, 10.0]), np.array([580.0, 420.0]), 1)
        >>> found.likelihood(0.4) > found.likelihood(0.3)
        True
        """
        size = self.positives.shape[-1]
        up, down = ((tally + 0.5) / (tally.sum() + size / 2) for tally in (self.positives, self.negatives))
        return float(xlogy(self.now, share * up + (1 - share) * down).sum())

    @property
    def if_share(self) -> Point:
        """Where the classifier stands if only the share of positives changed: that `by_scores`, TPR and FPR of then."""
        return Point(self.by_scores, self.tpr, self.fpr)

    @property
    def if_mix(self) -> Point:
        """Where it stands if each score still means what it meant and only other scores come.

        The share of positives in each bin is that of then, one case with the share of all being added.
        """
        whole = self.positives.sum(axis=-1, keepdims=True) / (self.positives + self.negatives).sum(
            axis=-1, keepdims=True
        )
        rate = (self.positives + whole) / (self.positives + self.negatives + 1)
        up, down = self.now * rate, self.now * (1 - rate)
        with np.errstate(all="ignore"):
            return Point(
                up.sum(axis=-1) / self.now.sum(axis=-1),
                up[..., self.cut :].sum(axis=-1) / up.sum(axis=-1),
                down[..., self.cut :].sum(axis=-1) / down.sum(axis=-1),
            )


HALVINGS = 40
"""Each halves the span in which the most likely share lies; 10^-12 is left."""


@dataclass(frozen=True, eq=False)
class Expected:
    """What is known of now before labels come: the share of positives, by scores and by calls, and the measures.

    `if_share` and `if_mix` map the keys of measures to what they would be, see `Binned`.
    """

    by_scores: Interval
    by_calls: Interval
    share_of_mix: Interval
    if_share: dict[str, Interval]
    if_mix: dict[str, Interval]


def expected(binned: Binned, measures: list[Measure], *, rng: np.random.Generator, level: float = 0.95) -> Expected:
    """The estimates with percentile intervals: the cases of then and of now are drawn anew (Efron 1979).

    >>> from ddcore.measures import measure
    >>> then = ScoreTable.of([0.1, 0.2, 0.3, 0.6, 0.7, 0.8], [0, 0, 1, 0, 1, 1])
    >>> found = expected(Binned.of(then, then, 0.5), [measure("ACC")], rng=np.random.default_rng(1))
    >>> round(found.by_calls.value, 3), round(found.if_share["ACC"].value, 3)
    (0.5, 0.667)
    """
    drawn = binned.resampled(rng=rng)

    def interval(value: Any, values: Any) -> Interval:
        low, high = percentile_interval(np.asarray(values), level)
        return Interval(float(value), min(low, float(value)), max(high, float(value)))

    def measured(where: Point, around: Point) -> dict[str, Interval]:
        return {row.key: interval(row.on(where.cells), row.on(around.cells)) for row in measures}

    return Expected(
        interval(binned.by_scores, drawn.by_scores),
        interval(binned.by_calls, drawn.by_calls),
        interval(binned.if_mix.share, drawn.if_mix.share),
        measured(binned.if_share, drawn.if_share),
        measured(binned.if_mix, drawn.if_mix),
    )
