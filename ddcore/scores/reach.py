"""How hard is a score: the least separation, AUC or information with which the best threshold reaches it.

Two kinds of bound. Under a law, two normals of equal spread with means d' apart: the best threshold's value of a
measure, taken of the expected table, grows with d', and so does AUC = Phi(d' / sqrt 2). Under no law: any table that
reaches the value has a TPR and an FPR; a concave ROC curve through them has at least the area (1 + TPR - FPR) / 2, any
ROC curve at least TPR (1 - FPR), and the scores tell of the truth at least what the two answers tell. Tables need not
be whole: both kinds are of what is expected.

Information is that of Shannon between truth and scores, or answers, in bits a case at the share of positives.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import entr, expit, ndtr, ndtri

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

FARTHEST = 16.0
"""The largest d' that is looked at: there each class has less than one in 10^15 beyond the threshold between them."""
GRID, ZOOM, ZOOMS = 129, 17, 5
RATES, FINER = 97, 33
"""Numbers of false positives that are looked at for the bounds of any law, and again around the best of them."""
HALVINGS = 36
DIGITS = 10
"""Digits of a bound that are told: bisection leaves no more."""
TIE = 1e-12


@dataclass(frozen=True)
class Needed:
    """What a score takes: `separation` d', `auc` and `bits` under two equal normals, and the least of any law.

    `concave` is the least AUC of a concave ROC curve, `any_order` that of any order of the cases, `call` the least
    information of the answers. Infinite d' where only perfect scores reach it, NaN where none do.
    """

    value: float
    separation: float
    auc: float
    bits: float
    concave: float
    any_order: float
    call: float


@dataclass(frozen=True, eq=False)
class Reach:
    """A measure on M cases, P of them positive, both classes present.

    Thresholds are those that call at least one case positive and one negative on average, and the two constant answers.

    >>> reach = Reach.of("J", 1000, 300)
    >>> round(float(reach.best(1.5)), 9)  # 2 Phi(d' / 2) - 1
    0.546745295
    """

    measure: Measure
    total: int
    positives: int

    @classmethod
    def of(cls, measure: str | Measure, total: int, positives: int) -> "Reach":
        """Raises `InputError` "there must be cases of both classes, got 0 positive of 10"."""
        if not 0 < positives < total:
            raise InputError(f"there must be cases of both classes, got {positives:g} positive of {total:g}")
        return cls(measure_named(measure), int(total), int(positives))

    @property
    def prevalence(self) -> float:
        """The share of positives."""
        return self.positives / self.total

    def best(self, separation: ArrayLike) -> Array:
        """The value at the best threshold between two normals so far apart, shaped like it; NaN where none has one.

        Beyond `FARTHEST` it is that of `FARTHEST`.

        >>> round(float(Reach.of("ACC", 1000, 300).best(1.5)), 9)
        0.80603718
        """
        apart = np.minimum(np.asarray(separation, dtype=np.float64), FARTHEST).ravel()[:, None]
        rows = np.arange(apart.size)
        constant = np.broadcast_to([-math.inf, math.inf], (apart.size, 2))
        low, high = self._ends(apart)
        top = self._at(constant, apart).max(axis=1)
        for points in (GRID, *[ZOOM] * ZOOMS):
            thresholds = low + (high - low) * np.linspace(0.0, 1.0, points)
            values = self._at(thresholds, apart)
            best = values.argmax(axis=1)
            top = np.maximum(top, values[rows, best])
            low, high = (thresholds[rows, np.clip(best + step, 0, points - 1)][:, None] for step in (-1, 1))
        top = np.where(np.isneginf(top), math.nan, self._sign * top)
        return np.asarray(top.reshape(np.shape(separation)))[()]

    def separation(self, value: ArrayLike) -> Array:
        """The least d' whose best threshold reaches each value, by bisection: 0 where none is needed.

        Infinite where only perfect scores do, NaN where none do.

        >>> round(float(Reach.of("J", 1000, 300).separation(0.5467452952462633)), 8)
        1.5
        """
        wanted = self._sign * np.asarray(value, dtype=np.float64).ravel()
        ideal = self._sign * self.measure.ideal(self.total, self.positives)
        low, high = np.zeros(wanted.shape), np.full(wanted.shape, FARTHEST)
        free, perfect = (self._sign * self.best(end) for end in (low, high))
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            fine = self._sign * self.best(middle) >= wanted
            low, high = np.where(fine, low, middle), np.where(fine, middle, high)
        out_of_reach = (wanted >= ideal - TIE) | (perfect < wanted)
        apart = np.where(free >= wanted - TIE, 0.0, np.where(out_of_reach, math.inf, high))
        apart = np.where((wanted > ideal + TIE) | np.isnan(wanted) | np.isnan(free), math.nan, apart)
        return np.asarray(apart.reshape(np.shape(value)))[()]

    def needed(self, values: Sequence[float]) -> list[Needed]:
        """What each of some values takes.

        >>> [perfect] = Reach.of("F1", 10, 5).needed([1.0])
        >>> perfect.separation, perfect.auc, perfect.bits, perfect.concave, perfect.call
        (inf, 1.0, 1.0, 1.0, 1.0)
        """
        return [
            Needed(value, apart, area(apart), information(apart, self.prevalence), *map(float, least))
            for value, apart, *least in zip(values, self.separation(values).tolist(), *self.least(values), strict=True)
        ]

    @property
    def _sign(self) -> float:
        return 1.0 if self.measure.better == "higher" else -1.0

    def _ends(self, apart: Array) -> tuple[Array, Array]:
        """The thresholds that call all but one case positive, and one, on average: two columns."""
        wide = -float(ndtri(0.25 / self.total))
        wanted = np.array([self.total - 1.0, 1.0])
        low, high = np.full((apart.size, 2), -wide), np.broadcast_to(apart + wide, (apart.size, 2))
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            called = self.positives * ndtr(apart - middle) + (self.total - self.positives) * ndtr(-middle)
            low, high = np.where(called >= wanted, middle, low), np.where(called >= wanted, high, middle)
        return low[:, :1], np.maximum(low[:, :1], low[:, 1:])

    def _at(self, thresholds: Array, apart: Array) -> Array:
        """The measure of the expected tables, turned so that high is good; -infinite without a value."""
        values = self._of_rates(ndtr(apart - thresholds), ndtr(-thresholds))
        return np.where(np.isnan(values), -math.inf, values)

    def _of_rates(self, tpr: Array, fpr: Array) -> Array:
        P, N = self.positives, self.total - self.positives
        cells = Cells(tp=P * tpr, fp=N * fpr, fn=P * (1 - tpr), tn=N * (1 - fpr))
        return self._sign * np.broadcast_to(self.measure.on(cells), np.shape(tpr))

    def least(self, values: Sequence[float]) -> tuple[Array, Array, Array]:
        """The least area of a concave curve, of any curve, and the least information of the answers, a value each.

        Sought over the numbers of false positives, each with the fewest true positives that reach the value, on a grid
        that is refined once around each least one; it takes a measure that gets better with each true positive and
        worse with each false one.

        >>> concave, any_order, call = Reach.of("J", 1000, 300).least([0.5])  # the least of each is v
        >>> float(concave[0]), float(any_order[0])
        (0.75, 0.5)
        """
        wanted = self._sign * np.asarray(values, dtype=np.float64)[:, None]
        most = self._most_false(wanted)
        # Dense at both ends, where areas change fast.
        share = np.broadcast_to((1 - np.cos(np.linspace(0, math.pi, RATES))) / 2, (wanted.size, RATES))
        coarse = self._bounds(share * most, wanted)
        least = []
        for at, part in enumerate(coarse):
            best = np.argmin(part, axis=1)
            ends = (share[0, np.clip(best + step, 0, RATES - 1)][:, None] for step in (-1, 1))
            low, high = ends
            fine = self._bounds((low + (high - low) * np.linspace(0, 1, FINER)) * most, wanted)[at]
            least.append(np.minimum(part.min(axis=1), fine.min(axis=1)).round(DIGITS))
        blind = (self._constant >= wanted - TIE).any(axis=1)
        concave, any_order, call = (
            np.where(blind, free, np.where(np.isinf(part), math.nan, part))
            for part, free in zip(least, (0.5, 0.0, 0.0), strict=True)
        )
        return concave, any_order, call

    @property
    def _constant(self) -> Array:
        """What the two constant answers score, turned so that high is good; -infinite without a value."""
        values = self._of_rates(np.array([0.0, 1.0]), np.array([0.0, 1.0]))
        return np.where(np.isnan(values), -math.inf, values)

    def _bounds(self, fp: Array, wanted: Array) -> tuple[Array, Array, Array]:
        """The three bounds at each number of false positives, infinite where no table reaches what is wanted."""
        P, N = self.positives, self.total - self.positives
        tp = np.maximum(self._fewest(fp, wanted), 1 - fp)
        reached = (tp <= P) & (tp + fp <= self.total - 1 + TIE)
        tpr, fpr = np.clip(tp / P, 0.0, 1.0), np.clip(fp / N, 0.0, 1.0)
        # A table at or below the diagonal has no more than blind answers have, which need nothing.
        skill = tpr > fpr
        bounds = (
            np.where(skill, (1 + tpr - fpr) / 2, 0.5),
            tpr * (1 - fpr),
            np.where(skill, told_by(tpr, fpr, self.prevalence), 0.0),
        )
        concave, any_order, call = (np.where(reached, bound, math.inf) for bound in bounds)
        return concave, any_order, call

    def _most_false(self, wanted: Array) -> Array:
        """The most false positives with which all true ones still reach what is wanted, by bisection; 0 where none."""
        low, high = np.zeros(wanted.shape), np.full(wanted.shape, float(self.total - self.positives))
        whole = np.full(wanted.shape, float(self.positives))
        reached = self._reaches(whole, high, wanted)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            fine = self._reaches(whole, middle, wanted)
            low, high = np.where(fine, middle, low), np.where(fine, high, middle)
        return np.where(reached, self.total - self.positives, low)

    def _fewest(self, fp: Array, wanted: Array) -> Array:
        """The fewest true positives that reach what is wanted, by bisection; infinite where none do."""
        low, high = np.zeros(fp.shape), np.full(fp.shape, float(self.positives))
        none, every = self._reaches(low, fp, wanted), self._reaches(high, fp, wanted)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            fine = self._reaches(middle, fp, wanted)
            low, high = np.where(fine, low, middle), np.where(fine, middle, high)
        return np.where(none, 0.0, np.where(every, high, math.inf))

    def _reaches(self, tp: Array, fp: Array, wanted: Array) -> NDArray[np.bool_]:
        P, N = self.positives, self.total - self.positives
        values = self._sign * np.broadcast_to(self.measure.on(Cells(tp=tp, fp=fp, fn=P - tp, tn=N - fp)), fp.shape)
        return np.asarray(values >= wanted - TIE)


def area(separation: ArrayLike) -> float:
    """The AUC of two equal normals so far apart.

    >>> round(area(1.5), 9)
    0.855577817
    """
    return float(ndtr(np.asarray(separation) / math.sqrt(2)))


def separation_of(auc: float) -> float:
    """The d' of two equal normals with that AUC.

    >>> round(separation_of(0.8555778168267576), 9)
    1.5
    """
    return float(math.sqrt(2) * ndtri(auc))


def entropy(share: ArrayLike) -> Array:
    """The bits of one answer that is yes with that probability.

    >>> float(entropy(0.5))
    1.0
    """
    share = np.asarray(share, dtype=np.float64)
    return np.asarray((entr(share) + entr(1 - share)) / math.log(2))


STEP = 0.02


def information(separation: float, prevalence: float) -> float:
    """What the scores of two equal normals tell of the truth, in bits a case.

    H(truth) less the mean entropy of the truth given the score, by the trapezoidal rule on a grid of 0.02.

    >>> information(0.0, 0.3), round(information(20.0, 0.3), 9) == round(float(entropy(0.3)), 9)
    (0.0, True)
    """
    if math.isnan(separation):
        return math.nan
    whole = float(entropy(prevalence))
    if math.isinf(separation):
        return whole
    if separation == 0:
        return 0.0
    x = np.arange(-10.0, separation + 10.0, STEP)
    posterior = expit(math.log(prevalence / (1 - prevalence)) + separation * (x - separation / 2))
    normal = np.exp(-0.5 * x**2), np.exp(-0.5 * (x - separation) ** 2)
    density = ((1 - prevalence) * normal[0] + prevalence * normal[1]) / math.sqrt(2 * math.pi)
    return max(0.0, whole - STEP * float(density @ entropy(posterior)))


def told_by(tpr: ArrayLike, fpr: ArrayLike, prevalence: float) -> Array:
    """What answers with these rates tell of the truth, in bits a case.

    >>> float(told_by(1.0, 0.0, 0.5)), float(told_by(0.4, 0.4, 0.5))
    (1.0, 0.0)
    """
    yes, false = np.asarray(tpr, dtype=np.float64), np.asarray(fpr, dtype=np.float64)
    called = prevalence * yes + (1 - prevalence) * false
    told = entropy(called) - prevalence * entropy(yes) - (1 - prevalence) * entropy(false)
    return np.asarray(np.maximum(told, 0.0))
