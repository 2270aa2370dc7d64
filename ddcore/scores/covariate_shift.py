"""Covariate shift: the counts to expect among cases without labels if a score means what it meant."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from ddcore.arrays import Array
from ddcore.resampling.bootstrap import draw_whole
from ddcore.scores.change import Point
from ddcore.scores.label_shift import effective_scale
from ddcore.scores.ranks import coarse
from ddcore.scores.ratio import log_odds
from ddcore.scores.spline import Spline
from ddcore.table import ScoreTable

MOST_BINS, PER_BIN = 20, 20
"""Bins of the cases of then, and how many of these each has at least."""
POINTS = 500
"""Scores on either side of the threshold that are told apart, then and now; more are taken with their neighbours."""


@dataclass(frozen=True, eq=False)
class CovariateShift:
    """What share of the cases of now is positive, by their scores and by the cases of then.

    A natural cubic spline on the scale of log odds gives each score a probability of being positive (`Spline`). In each
    bin of neighbouring scores the share of positives of then, to which one case of that probability is added, is moved
    by as much as the mean probability of now is above that of then: the difference estimator of Cassel, Saerndal &
    Wretman (1976). So where the spline is wrong the bins mend it, and where now has other scores of a bin than then it
    mends the bins. `then` are distinct scores with their positives and negatives, `now` scores with their cases,
    `scale` brings them to where the spline is, `edges` part the bins, and those from bin `cut` on are predicted
    positive.
    """

    then: ScoreTable
    now: ScoreTable
    edges: Array
    cut: int
    spline: Spline
    scale: Callable[[Array], Array]

    @classmethod
    def of(cls, then: ScoreTable, now: ScoreTable, threshold: float) -> "CovariateShift":
        """The change estimated from cases of then, of both classes, and from the scores of `now`.

        Bins have as equal numbers of cases of then as ties allow, one for each 20 of them and 20 at most; the threshold
        is one edge. Cases with weights or in clusters count as their effective number.

        >>> then = ScoreTable.of([0.2, 0.2, 0.2, 0.8, 0.8, 0.8], [0, 0, 1, 0, 1, 1])
        >>> found = CovariateShift.of(then, ScoreTable.of([0.2, 0.8, 0.8, 0.8], [0, 0, 0, 0]), 0.5).point
        >>> round(float(found.share), 2), round(float(found.tpr), 2)
        (0.57, 0.85)
        """
        before, after = (_points(table, threshold) for table in (then, now))
        cases = before.positives + before.negatives
        reached, total = np.cumsum(cases), float(cases.sum())
        size = int(np.clip(total // PER_BIN, 1, MOST_BINS))
        inner = before.score[np.searchsorted(reached, np.arange(1, size) / size * total)]
        edges = np.unique(np.append(inner, threshold) if math.isfinite(threshold) else inner)
        cut = np.searchsorted(edges, threshold) + 1 if math.isfinite(threshold) else (edges.size + 1) * (threshold > 0)
        scale = _scale(before, after)
        return cls(before, after, edges, int(cut), Spline.of(before.rescored(scale(before.score))), scale)

    @property
    def point(self) -> Point:
        """The share of positives, TPR and FPR to expect of the classifier."""
        log_ratios = (self.spline(self.scale(table.score)) for table in (self.then, self.now))
        then, now = (expit(log_ratio + self._log_odds) for log_ratio in log_ratios)
        alpha, beta, moved = self._rates(then, now, self._cases)
        with np.errstate(invalid="ignore"):
            rate = np.nan_to_num(alpha / (alpha + beta))
        return self._point(rate + moved, self._cases)

    def drawn(self, draws: int, *, rng: np.random.Generator) -> Point:
        """Draws of the estimate, a row each: the spline from its normal law, the shares in bins and now from theirs.

        The share of a bin has the law of Beta with its positives and negatives, the one case more among them; the cases
        of now are drawn with replacement (Efron 1979).
        """
        scores = self.scale(np.concatenate([self.then.score, self.now.score]))
        chance = expit(self.spline.drawn(scores, draws, rng=rng) + self._log_odds)
        cases = draw_whole(self._cases, draws, rng=rng)
        then, now = chance[:, : self.then.score.size], chance[:, self.then.score.size :]
        alpha, beta, moved = self._rates(then, now, cases)
        rate = rng.beta(np.maximum(alpha, TINY), np.maximum(beta, TINY))
        return self._point(rate + moved, cases)

    @property
    def _cases(self) -> Array:
        return np.asarray(self.now.positives + self.now.negatives, np.float64)

    @property
    def _log_odds(self) -> float:
        return math.log(self.then.positives.sum() / self.then.negatives.sum())

    def _binned(self, score: Array, values: Array) -> Array:
        """Sums of values over the scores of each bin; the last axis of `values` is that of the scores."""
        place = np.searchsorted(self.edges, score, side="right")
        return np.asarray(values @ (place[:, None] == np.arange(self.edges.size + 1)).astype(np.float64))

    def _rates(self, then: Array, now: Array, cases: Array) -> tuple[Array, Array, Array]:
        """Positives and negatives of then in each bin, with one case more, and by how much that moves the share."""
        table = self.then
        positives, negatives = (self._binned(table.score, own) for own in (table.positives, table.negatives))
        known = positives + negatives
        with np.errstate(divide="ignore", invalid="ignore"):
            before = self._binned(table.score, (table.positives + table.negatives) * then) / known
            after = self._binned(self.now.score, cases * now) / self._binned(self.now.score, cases)
        before = np.where(known > 0, before, after)
        return positives + before, negatives + 1 - before, np.nan_to_num(after - before)

    def _point(self, rate: Array, cases: Array) -> Point:
        number, rate = self._binned(self.now.score, cases), np.clip(np.nan_to_num(rate), 0, 1)
        up, down = number * rate, number * (1 - rate)
        with np.errstate(invalid="ignore"):
            return Point(
                up.sum(axis=-1) / number.sum(axis=-1),
                up[..., self.cut :].sum(axis=-1) / up.sum(axis=-1),
                down[..., self.cut :].sum(axis=-1) / down.sum(axis=-1),
            )


TINY = 1e-9
"""The least parameter of a law of Beta."""


def _points(table: ScoreTable, threshold: float) -> ScoreTable:
    """The cases at few scores, none of which stands for scores on both sides of the threshold."""
    scale = effective_scale(table)
    place = int(np.searchsorted(table.score, threshold))
    parts = []
    for own in (slice(place), slice(place, None)):
        score, positives, negatives = table.score[own], table.positives[own] * scale, table.negatives[own] * scale
        held = positives + negatives > 0
        if held.any():
            parts.append(coarse(ScoreTable(score[held], positives[held], negatives[held]), POINTS))
    score, positives, negatives = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("score", "positives", "negatives")
    )
    return ScoreTable(score, positives, negatives)


def _scale(then: ScoreTable, now: ScoreTable) -> Callable[[Array], Array]:
    """Log odds of scores within 0 and 1, others from the middle of then in units of its span."""
    every = np.unique(np.concatenate([then.score, now.score]))
    if every[0] >= 0 and every[-1] <= 1:
        return log_odds(every)[0]
    # By half, as the span of the largest doubles overflows.
    low, high = then.score[0] / 2, then.score[-1] / 2
    return lambda x: (x / 2 - (low + high) / 2) / ((high - low) or 1.0)
