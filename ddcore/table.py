"""A file of scores of any size, reduced to a tally of positives and negatives per distinct score."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.counts import Counts, weights
from ddcore.errors import InputError


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Distinct scores, ascending, with how many positive and negative cases have each: three arrays of one length."""

    score: NDArray[np.float64]
    positives: NDArray[Any]
    negatives: NDArray[Any]

    @classmethod
    def of(cls, score: ArrayLike, truth: ArrayLike, positive: Any = 1, weight: ArrayLike | None = None) -> Self:
        """The tally of one column of scores, element i of each argument belonging to case i.

        Higher scores speak for the positive class. `weight` is what each case counts (1 if None); without it the
        tallies are int64. Raises `InputError` "score must be a finite number, got nan in row 3" (rows count from 1)
        and "score and truth must have the same length, got 3 and 2".

        >>> ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1]).positives
        array([0, 1, 1])
        """
        try:
            scores, true = np.asarray(score, dtype=np.float64), np.asarray(truth) == positive
        except (TypeError, ValueError):
            raise InputError(f"score must be a number for each case, got {score!r:.40}") from None
        if scores.shape != np.shape(true):
            raise InputError(f"score and truth must have the same length, got {scores.size} and {np.size(truth)}")
        broken = np.flatnonzero(~np.isfinite(scores))
        if broken.size:
            raise InputError(f"score must be a finite number, got {scores[broken[0]]} in row {broken[0] + 1}")
        if weight is None:
            # Each class sorted by itself, then merged, takes half of the time that sorting the places of all takes.
            classes = [np.sort(scores[case]) for case in (true, ~true)]
            both = np.concatenate(classes)
            order = np.argsort(both, kind="stable")
            positive = (order < classes[0].size).astype(np.int64)
            return cls._grouped(both[order], positive, 1 - positive)
        share = weights(weight, scores.shape)
        return cls.summed(scores, true * share, ~true * share)

    @classmethod
    def summed(cls, score: NDArray[np.float64], positives: NDArray[Any], negatives: NDArray[Any]) -> Self:
        """The tally of scores that may repeat and stand in any order; their positives and negatives are added up.

        >>> ScoreTable.summed(np.array([0.4, 0.1, 0.4]), np.array([1, 0, 0]), np.array([0, 2, 1])).negatives
        array([2, 1])
        """
        if (score[1:] > score[:-1]).all():
            return cls(score, positives, negatives)
        order = np.argsort(score)
        return cls._grouped(score[order], positives[order], negatives[order])

    @classmethod
    def _grouped(cls, ascending: NDArray[np.float64], positives: NDArray[Any], negatives: NDArray[Any]) -> Self:
        new = ascending[1:] > ascending[:-1]
        if new.all():
            return cls(ascending, positives, negatives)
        first = np.flatnonzero(np.append(True, new))
        return cls(ascending[first], *(np.add.reduceat(tally, first) for tally in (positives, negatives)))

    def at(self, threshold: ArrayLike) -> Counts:
        """Counts when a case is called positive from `threshold` on (score >= threshold); shaped like threshold.

        Raises `InputError` "threshold must be a number, got nan".

        >>> ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]).at(0.4)
        Counts(tp=2, fp=0, fn=0, tn=1)
        """
        limits = np.asarray(threshold, dtype=np.float64)
        if np.isnan(limits).any():
            raise InputError("threshold must be a number, got nan")
        first = np.searchsorted(self.score, limits, side="left")
        positives, negatives = self._below
        fn, tn = positives[first], negatives[first]
        return Counts(tp=positives[-1] - fn, fp=negatives[-1] - tn, fn=fn, tn=tn)

    @cached_property
    def _below(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Positives and negatives below each score, and in all; kept, because a threshold slider asks often."""
        positives, negatives = (np.concatenate(([0], np.cumsum(tally))) for tally in (self.positives, self.negatives))
        return positives, negatives

    @cached_property
    def auc(self) -> float:
        """Share of pairs of a positive and a negative case in which the positive one scores higher, ties by half.

        The area under the ROC curve (Hanley & McNeil 1982); NaN with one class only.

        >>> ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1]).auc
        0.875
        """
        below = np.cumsum(self.negatives, dtype=np.float64) - self.negatives / 2
        pairs = float(self.positives.sum()) * float(self.negatives.sum())
        return float(self.positives @ below) / pairs if pairs else float("nan")


@dataclass(frozen=True, eq=False)
class Sweep:
    """Every threshold that makes a difference, ascending, the last one +inf, with the counts at each."""

    threshold: NDArray[np.float64]
    counts: Counts


def sweep(table: ScoreTable) -> Sweep:
    """All the counts a table can give: element i belongs to calling positive every score >= threshold[i].

    The first element calls everything positive, the last (threshold +inf) nothing.

    >>> sweep(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])).threshold
    array([0.1, 0.4, 0.8, inf])
    """
    fn, tn = table._below
    return Sweep(np.append(table.score, np.inf), Counts(tp=fn[-1] - fn, fp=tn[-1] - tn, fn=fn, tn=tn))
