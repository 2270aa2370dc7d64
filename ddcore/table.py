"""A file of scores of any size, reduced to a tally of positives and negatives per distinct score."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.arrays import Array, added
from ddcore.cache import computed_once
from ddcore.counts import Cells, Counts, equal_weight
from ddcore.errors import InputError
from ddcore.records.clusters import Design
from ddcore.records.labels import are_positive, scores, squared, weights

P = ParamSpec("P")
Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Distinct scores with how many positive and negative cases have each.

    Attributes
    ----------
    score : array of shape (n,)
        The distinct scores, ascending.
    positives, negatives : arrays of shape (n,)
        How many positive and negative cases have each score, or the sums of their weights, each rounded once: they do
        not depend on the order of the cases.
    squares : tuple of two arrays of shape (n,), or None
        The sums of the squared weights of the positives and of the negatives at each score; None where each case counts
        one and is independent of the others. In clusters they are multiplied by the design effect of the class. Tallies
        of floats without squares are weighted cases of which nothing else is known.
    highest : array of shape (n,), or None
        Where scores are binned, the highest score that is counted in each row, whose `score` is then the lowest: counts
        at the thresholds in `score` are exact, and what happens within a row is not known. None where each row is one
        score. It says how the cases were counted and is no part of a fingerprint.
    """

    score: Array
    positives: NDArray[Any]
    negatives: NDArray[Any]
    squares: tuple[Array, Array] | None = None
    highest: Array | None = field(default=None, compare=False)

    @classmethod
    def of(
        cls,
        score: ArrayLike,
        truth: ArrayLike,
        positive: Any = None,
        weight: ArrayLike | None = None,
        design: Design | None = None,
    ) -> Self:
        """The tally of one column of scores.

        Parameters
        ----------
        score, truth : array_like of shape (cases,)
            Element i of each belongs to case i. Higher scores speak for the positive class.
        positive : optional
            The label of the positive class; without it 1 of labels that are 0 and 1, -1 and 1 or False and True, which
            may be of one class alone.
        weight : array_like of shape (cases,), optional
            What each case counts; without it the tallies are int64.
        design : optional
            The effects of clusters, see `clusters.design_effects`.

        Returns
        -------
        ScoreTable

        Raises
        ------
        InputError
            "score must be a finite number, got nan in row 3" (rows count from 1), "score and truth must have the same
            length, got 3 and 2", and for what cannot be labels, see `labels.are_positive`.

        Examples
        --------
        >>> ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1]).positives
        array([0, 1, 1])
        """
        column = scores(score)
        (true,) = are_positive({"truth": truth}, positive)
        if column.shape != true.shape:
            raise InputError(f"score and truth must have the same length, got {column.size} and {true.size}")
        broken = np.flatnonzero(~np.isfinite(column))
        if broken.size:
            raise InputError(f"score must be a finite number, got {column[broken[0]]} in row {broken[0] + 1}")
        if weight is None:
            # Sorting each class and merging both takes half the time of an argsort of all scores.
            both, ups = np.empty(column.size), int(np.count_nonzero(true))
            for case, own in ((true, both[:ups]), (~true, both[ups:])):
                own[:] = column[case]
                own.sort()
            order = np.argsort(both, kind="stable")
            ascending, above = both[order], order < ups
            del both, order
            table = cls._grouped(ascending, above.astype(np.int64), (~above).astype(np.int64))
        else:
            table = cls._of_weighted(column, true, weights(weight, column.shape))
        return table if design is None else table.in_clusters(design)

    @classmethod
    def _of_weighted(cls, score: Array, true: NDArray[np.bool_], share: Array) -> Self:
        order = np.argsort(score)
        ascending, true, share = score[order], true[order], share[order]
        new = _new(ascending)
        distinct = int(np.count_nonzero(new))
        if distinct == score.size:
            squares = squared(share)
            return cls(ascending, true * share, ~true * share, (true * squares, ~true * squares))
        # Both classes are added up at once: the place of a negative is that of its score among the later ones.
        place = np.cumsum(new) - 1 + distinct * ~true
        tallies, both = (added(each, place, 2 * distinct).reshape(2, -1) for each in (share, squared(share)))
        return cls(ascending[new], tallies[0], tallies[1], (both[0], both[1]))

    @classmethod
    def summed(
        cls,
        score: Array,
        positives: NDArray[Any],
        negatives: NDArray[Any],
        *,
        squares: tuple[Array, Array] | None = None,
        highest: Array | None = None,
    ) -> Self:
        """The tally of scores that may repeat and stand in any order; positives, negatives and squares are added up.

        Of `highest`, the highest score of each element where these are bins, the largest is kept.

        >>> ScoreTable.summed(np.array([0.4, 0.1, 0.4]), np.array([1, 0, 0]), np.array([0, 2, 1])).negatives
        array([2, 1])
        """
        if (score[1:] > score[:-1]).all():
            return cls(score, positives, negatives, squares, highest)
        order = np.argsort(score)
        tallies = (tally[order] for tally in (positives, negatives, *(squares or ())))
        return cls._grouped(score[order], *tallies, highest=None if highest is None else highest[order])

    @classmethod
    def _grouped(cls, ascending: Array, *tallies: NDArray[Any], highest: Array | None = None) -> Self:
        """Positives, negatives and, for weighted cases, the squares of both."""
        new = _new(ascending)
        if not new.all():
            first = np.flatnonzero(new)
            place = np.cumsum(new) - 1
            ascending = ascending[first]
            tallies = tuple(
                added(tally, place, first.size) if tally.dtype.kind == "f" else np.add.reduceat(tally, first)
                for tally in tallies
            )
            highest = None if highest is None else np.maximum.reduceat(highest, first)
        positives, negatives, *squares = tallies
        return cls(ascending, positives, negatives, (squares[0], squares[1]) if squares else None, highest)

    def in_bins(self, bins: int) -> Self:
        """The table with neighbouring scores binned, each bin with at most 1/`bins` of the cases or of one score.

        Counts at the scores that are left stay as they were; the table itself where no bin has two scores. There are
        fewer than 2 `bins` + 1 bins.

        >>> table = ScoreTable.of([0.1, 0.2, 0.4, 0.4, 0.7, 0.8], [0, 0, 1, 0, 1, 1]).in_bins(3)
        >>> table.score.tolist(), table.highest.tolist(), table.positives.tolist()
        ([0.1, 0.4, 0.7], [0.2, 0.4, 0.8], [0, 1, 2])
        """
        cases = self.positives + self.negatives
        reached = np.cumsum(cases)
        most = reached[-1:] / bins
        after = np.searchsorted(reached, reached - cases + most, side="right")
        after = np.maximum(after, np.arange(1, cases.size + 1)).tolist()
        first = [0] if after else []
        while first and after[first[-1]] < len(after):
            first.append(after[first[-1]])
        if len(first) == cases.size:
            return self
        sizes = np.diff(np.append(first, cases.size))
        tallies = self.positives, self.negatives, *(self.squares or ())
        highest = self.score if self.highest is None else self.highest
        return self._grouped(np.repeat(self.score[first], sizes), *tallies, highest=highest)

    def in_clusters(self, design: Design) -> Self:
        """The table with design effects: that many cases of a class tell as much as one independent case.

        >>> ScoreTable.of([0.1, 0.4, 0.8, 0.9], [0, 0, 1, 1]).in_clusters((2.0, 1.0)).effective
        (1.0, 2.0)
        """
        squares = self.squares or (self.positives.astype(np.float64), self.negatives.astype(np.float64))
        up, down = (effect * square for effect, square in zip(design, squares, strict=True))
        return replace(self, squares=(up, down))

    def rescored(self, score: Array) -> Self:
        """The table with other scores, element i in place of score i; they may repeat and stand in any order.

        Of a binned table each bin is then one score, because what a transformation does within a bin is not known: it
        is a table of its own, and stays binned only where all scores are the same as before.

        >>> ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]).rescored(np.array([3.0, 1.0, 3.0])).positives
        array([1, 1])
        """
        highest = self.highest if np.array_equal(score, self.score) else None
        table = self.summed(score, self.positives, self.negatives, squares=self.squares, highest=highest)
        if table.positives is self.positives and "places" in vars(self):
            vars(table)["places"] = self.places
        return table

    def reweighted(self, positive: float, negative: float) -> Self:
        """The table with the weight of each class multiplied by a factor.

        >>> table = ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]).reweighted(0.5, 2.0)
        >>> table.positives.tolist(), table.negatives.tolist(), table.effective
        ([0.0, 0.5, 0.5], [2.0, 0.0, 0.0], (2.0, 1.0))
        """
        squares = self.squares
        if not self.weighted:
            squares = self.positives.astype(np.float64), self.negatives.astype(np.float64)
        return replace(
            self,
            positives=positive * self.positives,
            negatives=negative * self.negatives,
            squares=None if squares is None else (positive**2 * squares[0], negative**2 * squares[1]),
        )

    @property
    def total(self) -> Any:
        """All cases, or the sum of their weights.

        >>> ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1], weight=[2, 1, 3]).total
        np.float64(6.0)
        """
        return self.positives.sum() + self.negatives.sum()

    @property
    def prevalence(self) -> float:
        """The share of the cases that are truly positive; NaN without cases.

        >>> ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 0]).prevalence
        0.25
        """
        return float(self.positives.sum() / self.total) if self.total else math.nan

    @property
    def is_probability(self) -> bool:
        """Whether all scores are between 0 and 1, so that they may be meant as probabilities; there is at least one.

        >>> ScoreTable.of([0.1, 1], [0, 1]).is_probability, ScoreTable.of([-3, 0.5], [0, 1]).is_probability
        (True, False)
        """
        last = self.score if self.highest is None else self.highest
        return bool(self.score.size and self.score[0] >= 0 and last[-1] <= 1)

    @property
    def binned(self) -> bool:
        """Whether a row may hold cases of several scores.

        >>> table = ScoreTable.of([0.1, 0.2, 0.4, 0.8], [0, 1, 0, 1])
        >>> table.binned, table.in_bins(2).binned
        (False, True)
        """
        return self.highest is not None

    @property
    def weighted(self) -> bool:
        """Whether cases say other than one independent case each: by weights, or because they stand in clusters.

        >>> ScoreTable.of([0.1, 0.8], [0, 1], weight=[1, 3]).weighted
        True
        """
        return self.squares is not None or not self.whole

    @property
    def whole(self) -> bool:
        """Whether each case counts one, independent or not.

        >>> ScoreTable.of([0.1, 0.8], [0, 1]).in_clusters((2.0, 1.0)).whole
        True
        """
        return "f" not in (self.positives.dtype.kind, self.negatives.dtype.kind)

    @property
    def design(self) -> Design:
        """How many of the whole cases of each class say as much as one independent case; 1 for weighted ones.

        >>> ScoreTable.of([0.1, 0.8], [0, 1]).in_clusters((2.0, 1.0)).design
        (2.0, 1.0)
        """
        if self.squares is None or not self.whole:
            return 1.0, 1.0
        sums = [
            (float(tally.sum()), float(square.sum()))
            for tally, square in zip((self.positives, self.negatives), self.squares, strict=True)
        ]
        up, down = (square / cases if cases else 1.0 for cases, square in sums)
        return up, down

    def __getstate__(self) -> dict[str, Any]:
        """What goes to another process: not what was computed from it and is kept."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @computed_once
    def effective(self) -> tuple[float, float]:
        """Positives and negatives that count one each and say as much; NaN where nothing is known of the weights.

        (sum of w)^2 / (sum of w^2) in each class (Kish 1965, Survey Sampling, section 8.2); of whole cases in clusters
        their number over the design effect (section 5.4).

        >>> ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1], weight=[2, 1, 3]).effective
        (1.6, 1.0)
        """
        whole = [float(tally.sum()) for tally in (self.positives, self.negatives)]
        if not self.weighted:
            return whole[0], whole[1]
        squares = [float(tally.sum()) for tally in self.squares] if self.squares else [math.nan, math.nan]
        positives, negatives = (w / ww * w if ww != 0 else 0.0 for w, ww in zip(whole, squares, strict=True))
        return positives, negatives

    def unweighted(self) -> Self:
        """The table of whole cases where all have the same weight, the table itself where they have not.

        >>> ScoreTable.of([0.1, 0.4, 0.4], [0, 1, 1], weight=[50, 50, 50]).unweighted().positives
        array([0, 2])
        """
        if self.squares is None or self.whole:
            return self
        sums = np.array([self.positives, self.negatives])
        weight = equal_weight(sums, np.array(self.squares))
        if math.isnan(weight):
            return self
        held = sums.any(axis=0)
        positives, negatives = np.rint(sums[:, held] / weight).astype(np.int64)
        highest = None if self.highest is None else self.highest[held]
        return type(self)(self.score[held], positives, negatives, highest=highest)

    def cases(self) -> tuple[Array, NDArray[np.bool_], Array]:
        """Case by case: score, whether truly positive, and weight, positives first; what resampling draws from.

        The weighted cases of one class at one score become their effective number (sum of w)^2 / (sum of w^2), rounded
        and at least 1, and share their weight equally; those in clusters stay as many as they are. Raises `InputError`
        "the cases are weighted, and only the sums of their weights are known".

        >>> [column.tolist() for column in ScoreTable.of([0.4, 0.4, 0.8], [1, 1, 0], weight=[2, 2, 3]).cases()]
        [[0.4, 0.4, 0.8], [True, True, False], [2.0, 2.0, 3.0]]
        """
        if self.weighted and self.squares is None:
            raise InputError("the cases are weighted, and only the sums of their weights are known")
        parts = []
        for positive, tally in ((True, self.positives), (False, self.negatives)):
            held = tally > 0
            sums = tally[held].astype(np.float64)
            if self.squares is None or self.whole:
                times = tally[held]
            else:
                squares = self.squares[0 if positive else 1][held]
                ratio = np.divide(sums, squares, out=np.zeros(sums.size), where=squares > 0)
                times = np.maximum(np.rint(sums * ratio), 1).astype(np.int64)
            score = np.repeat(self.score[held], times)
            parts.append((score, np.full(score.size, positive), np.repeat(sums / times, times)))
        score, true, weight = (np.concatenate(both) for both in zip(*parts, strict=True))
        return score, true, weight

    def at(self, threshold: ArrayLike) -> Counts:
        """Counts when a case is predicted positive from `threshold` on (score >= threshold); shaped like threshold.

        Raises `InputError` "threshold must be a number, got nan".

        >>> ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]).at(0.4)
        Counts(tp=2, fp=0, fn=0, tn=1)
        """
        limits = np.asarray(threshold, dtype=np.float64)
        if np.isnan(limits).any():
            raise InputError("threshold must be a number, got nan")
        first = np.searchsorted(self.score, limits, side="left")
        if limits.ndim == 0 and not self.weighted and "_below" not in vars(self):
            # One threshold does not need the sums at all of them, which take twice the memory of the tallies.
            below = [np.array([0, tally[:first].sum(), tally.sum()]) for tally in (self.positives, self.negatives)]
            return Counts(**_cut(below, 1), squares=None)
        return self._counts(first)

    def _counts(self, first: Any) -> Counts:
        """Counts when the scores from places `first` on are predicted positive."""
        squares = Cells(**_cut(self._squares_below, first)) if self.weighted else None
        return Counts(**_cut(self._below, first), squares=squares)

    @computed_once
    def _below(self) -> list[NDArray[Any]]:
        """Positives and negatives below each score, and in all; kept, because a threshold slider asks often."""
        return [_summed(tally) for tally in (self.positives, self.negatives)]

    @computed_once
    def _squares_below(self) -> list[Array]:
        """The sums of squared weights, NaN where nothing is known of them."""
        return [_summed(tally) for tally in self.squares or 2 * (np.full(self.score.size, math.nan),)]

    @computed_once
    def places(self) -> Array:
        """The share of the cases below each score, ties by half, both classes counting alike if both have cases.

        >>> ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1]).places.tolist()
        [0.125, 0.5, 0.875]
        """
        classes = [tally / whole for tally in (self.positives, self.negatives) if (whole := tally.sum())]
        shares = classes[0]
        for other in classes[1:]:
            shares += other
        shares /= len(classes)
        places = np.cumsum(shares)
        shares /= 2
        places -= shares
        return places

    @computed_once
    def auc(self) -> float:
        """Share of pairs of a positive and a negative case in which the positive one scores higher, ties by half.

        The area under the ROC curve (Hanley & McNeil 1982); NaN with one class only.

        >>> ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1]).auc
        0.875
        """
        pairs = float(self.positives.sum()) * float(self.negatives.sum())
        if not pairs:
            return math.nan
        # Whole numbers add up to the same in parts, without arrays as long as the table; others in one.
        size = 2**16 if self.whole else max(self.score.size, 1)
        area, before = 0.0, 0.0
        for start in range(0, self.score.size, size):
            positives, negatives = (tally[start : start + size] for tally in (self.positives, self.negatives))
            below = np.cumsum(negatives, dtype=np.float64)
            area += float(positives @ (below - negatives / 2 + before))
            before += float(below[-1])
        return area / pairs


@dataclass(frozen=True, eq=False)
class Packed:
    """A table in less memory: whole tallies, mostly 0 and 1, in as few bytes as hold them. `table` has it again.

    >>> Packed.of(ScoreTable.of([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1])).table.positives
    array([0, 1, 1])
    """

    score: Array
    tallies: tuple[NDArray[Any], NDArray[Any]]
    squares: tuple[Array, Array] | None
    highest: Array | None = None

    @classmethod
    def of(cls, table: ScoreTable) -> Self:
        """The table without what was computed from it."""
        positives, negatives = (
            tally if tally.dtype.kind == "f" else tally.astype(np.min_scalar_type(int(tally.max())))
            for tally in (table.positives, table.negatives)
        )
        return cls(table.score, (positives, negatives), table.squares, table.highest)

    @property
    def table(self) -> ScoreTable:
        """The table as it was."""
        positives, negatives = (tally if tally.dtype.kind == "f" else tally.astype(np.int64) for tally in self.tallies)
        return ScoreTable(self.score, positives, negatives, self.squares, self.highest)


@dataclass(frozen=True, eq=False)
class Sweep:
    """Every threshold that makes a difference, ascending, the last one +inf, with the counts at each.

    >>> swept = sweep(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]))
    >>> swept.counts.tp.tolist(), swept.counts[1]
    ([2, 2, 1, 0], Counts(tp=2, fp=0, fn=0, tn=1))
    """

    threshold: Array
    counts: Counts


def sweep(table: ScoreTable) -> Sweep:
    """All the counts that a table can give, one for each threshold that makes a difference.

    Parameters
    ----------
    table : ScoreTable
        Of n distinct scores.

    Returns
    -------
    Sweep
        `.threshold` of shape (n + 1,), ascending and +inf last, and `.counts` of the same shape: element i belongs to
        predicting positive every score >= threshold[i]. The first element predicts everything positive, the last
        nothing.

    Examples
    --------
    >>> sweep(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1])).threshold
    array([0.1, 0.4, 0.8, inf])
    """
    whole = slice(None)
    # Checking four million sums takes as long as making them.
    counts = table._counts(whole) if table.weighted else Counts.unchecked(Cells(**_cut(table._below, whole)))
    return Sweep(np.append(table.score, np.inf), counts)


def _new(ascending: Array) -> NDArray[np.bool_]:
    """Whether each score is the first of its kind."""
    return np.append(np.ones(min(ascending.size, 1), np.bool_), ascending[1:] > ascending[:-1])


def _summed(tally: NDArray[Any]) -> NDArray[Any]:
    """Sums up to each element and, last, of all."""
    return np.concatenate(([0], np.cumsum(tally)))


def _cut(below: Sequence[NDArray[Any]], first: Any) -> dict[str, NDArray[Any]]:
    """The four cells when all from places `first` on is predicted positive."""
    positives, negatives = below
    fn, tn = positives[first], negatives[first]
    return {"tp": positives[-1] - fn, "fp": negatives[-1] - tn, "fn": fn, "tn": tn}


class OfTable(Generic[P, Result]):
    """A function of a table that takes two arrays, too: `best(table, "F1")`, or `best(score, truth, "F1")`.

    `positive` and `weight` are given by keyword.

    What is taken in place of a table, and when it raises, is that of `ScoreTable.of`.

    >>> from ddcore.scores.thresholds import best
    >>> best([0.1, 0.3, 0.4, 0.8], ["no", "yes", "no", "yes"], "F1", positive="yes").threshold
    0.3
    """

    def __init__(self, function: Callable[Concatenate[ScoreTable, P], Result]) -> None:
        self.function = function
        update_wrapper(self, function)

    @overload
    def __call__(self, table: ScoreTable, /, *given: P.args, **named: P.kwargs) -> Result: ...
    @overload
    def __call__(self, score: ArrayLike, truth: ArrayLike, /, *given: Any, **named: Any) -> Result: ...
    def __call__(self, table: Any, /, *given: Any, **named: Any) -> Result:
        if isinstance(table, ScoreTable):
            return self.function(table, *given, **named)
        if not given:
            raise InputError("truth must be given after the scores, or a ScoreTable in place of both, got neither")
        truth, *others = given
        made = ScoreTable.of(table, truth, named.pop("positive", None), named.pop("weight", None))
        return self.function(made, *others, **named)

    def __reduce__(self) -> str:
        """Pickled by its name, as a function is."""
        return self.function.__name__
