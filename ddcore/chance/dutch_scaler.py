"""The Dutch Scaler: a blend of an oracle and a draw, and its mean score (van de Bijl et al. 2025).

In a blend with a share s of oracle each case, by itself and with probability s, is predicted as it truly is, and
otherwise as a draw of n positive predictions has it. The indicator of a score is the s whose blend scores as much.
With K the true positives of the draw, TP = K + Bin(P - K, s) and FP = Bin(n - K, 1 - s), independent given K.

A larger s makes more predictions right and none wrong, case by case, so the mean of a measure that gets better with
each right prediction cannot get worse; where some tables have no value, means are those of the others, and `rising`
looks at the mean itself. A negative s stands for an oracle that is always wrong.

The authors take the measure of the mean table in place of the mean of the measure: `Blend.of_mean_table`. For a measure
that is linear in TP and FP the two are the same.
"""

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.polynomial import chebyshev
from scipy.optimize import brentq
from scipy.special import gammaln

from ddcore.arrays import Array
from ddcore.chance import binomial, hypergeometric, moments
from ddcore.chance.dutch_draw import baseline
from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

DRAWS = {
    "best": "the best random guessing",
    "share": "guessing positives at the base rate",
    "half": "guessing half of the cases positive",
    "none": "never predicting positive",
    "all": "always predicting positive",
}
"""The draws that an oracle can be blended with."""
POINTS = 21
"""Shares of oracle at which a curve is computed, closer together where there is little: some measures jump there."""
BELOW = 8
"""Negative shares at which it is computed where they are drawn."""
SMALL = 100_000
"""Up to so many tables all are summed over; above, those within ten standard deviations."""
PER_DEVIATION = 2
"""Values kept per standard deviation in wide windows: a trapezoidal rule, whose error is about exp(-2 (2 pi)^2) of what
a measure that is smooth on that scale varies by; `ROUGH` for a formula that is not. Of K one is
enough: means of G2 then differ by 10^-11 at 500 and at 6,000 cases."""
ROUGH = 12


@dataclass(frozen=True, eq=False)
class Blend:
    """Oracle and draw blended: `total` M, `positives` P, and `called` n, what the draw predicts positive.

    >>> whole = Blend(measure_named("F1"), 500, 258, 500)
    >>> round(whole.mean(0.0), 3), round(whole.mean(0.5), 3), round(whole.mean(1.0), 3)
    (0.681, 0.81, 1.0)
    """

    measure: Measure
    total: int
    positives: int
    called: int

    def mean(self, share: float) -> float:
        """The mean score of the blends that have one, NaN where none has; raises `InputError` outside -1 to 1.

        >>> round(Blend(measure_named("ACC"), 10, 5, 0).mean(-1.0), 12)
        0.0
        """
        if not -1 <= share <= 1:
            raise InputError(f"share of oracle must be between -1 and 1, got {share:g}")
        if share == 0:
            return moments.mean(self.measure, self.total, self.positives, self.called)
        if abs(share) == 1:
            return self._score(*self._all_right(share > 0))
        if (self.positives + 1) * (self.total - self.positives + 1) <= SMALL:
            return self._over_all_tables(share)
        return self._over_windows(share)

    def of_mean_table(self, share: float) -> float:
        """The measure of the mean table, from 0 to 1 the indicator as it was published.

        >>> round(Blend(measure_named("F1"), 30, 10, 30).of_mean_table(0.5), 12)  # 2 P / (M + P - s N)
        0.666666666667
        """
        start = self.positives * (self.called / self.total), (self.total - self.positives) * (self.called / self.total)
        tp, fp = (at + abs(share) * (end - at) for at, end in zip(start, self._all_right(share >= 0), strict=True))
        return self._score(tp, fp)

    @cached_property
    def curve(self) -> tuple[Array, Array]:
        """Shares of oracle from 0 to 1, and the mean score at each."""
        shares = np.linspace(0.0, 1.0, POINTS) ** 2
        return shares, np.array([self.mean(float(share)) for share in shares])

    def line(self, first: float) -> tuple[Array, Array]:
        """The curve, from a negative share on if `first` is one.

        >>> shares, means = Blend(measure_named("ACC"), 10, 5, 10).line(-0.5)
        >>> float(shares[0]), round(float(means[0]), 12)
        (-0.5, 0.25)
        """
        if not first < 0:
            return self.curve
        below = np.linspace(first, 0.0, BELOW + 1)[:-1]
        means = [self.mean(float(share)) for share in below]
        return np.concatenate((below, self.curve[0])), np.concatenate((means, self.curve[1]))

    @property
    def rising(self) -> bool:
        """Whether the mean gets better with each step of the curve, so that a score belongs to one share only."""
        steps = np.diff(self._sign * self.curve[1])
        return bool(np.all(steps > 1e-12 * np.abs(self.curve[1][1:])))

    def share(self, score: float) -> float:
        """The share of oracle whose blend scores so on average, from -1 to 1; NaN where no share or several do.

        >>> round(Blend(measure_named("ACC"), 10, 5, 10).share(0.8), 9)
        0.6
        """
        if math.isnan(score) or not np.isfinite(self.curve[1]).all() or not self.rising:
            return math.nan
        shares, means = self.curve[0], self._sign * self.curve[1]
        wanted = self._sign * score
        if math.isclose(wanted, means[0], rel_tol=1e-12, abs_tol=1e-12):
            return 0.0
        if wanted < means[0]:
            return self._wrong(wanted)
        at = int(np.searchsorted(means, wanted))
        if at == shares.size or math.isclose(wanted, means[-1], rel_tol=1e-12, abs_tol=1e-12):
            return 1.0
        low, high = shares[at - 1 : at + 1].tolist()
        for _ in range(HALVINGS):
            if (low, high) not in self._pieces:
                self._pieces[low, high] = Piece.of(lambda share: self._sign * self.mean(share), low, high)
            if (piece := self._pieces[low, high]) is not None:
                return piece.root(wanted)
            middle = (math.sqrt(low) + math.sqrt(high)) ** 2 / 4
            low, high = (middle, high) if self._sign * self.mean(middle) < wanted else (low, middle)
        return self._root(wanted, low, high)

    @cached_property
    def _pieces(self) -> "dict[tuple[float, float], Piece | None]":
        """The mean between two shares as a polynomial, None where it is not smooth enough."""
        return {}

    def share_of_mean_table(self, score: float) -> float:
        """The share of oracle by the mean table, as it was published; NaN where it is not from 0 to 1.

        >>> round(Blend(measure_named("F1"), 30, 10, 30).share_of_mean_table(2 / 3), 9)
        0.5
        """

        def lacking(share: float) -> float:
            return self._sign * (self.of_mean_table(share) - score)

        first, last = lacking(0.0), lacking(1.0)
        if not first <= 0 <= last or not last > first:
            return math.nan
        return 0.0 if first == 0 else 1.0 if last == 0 else float(brentq(lacking, 0.0, 1.0, xtol=1e-12))

    @property
    def _sign(self) -> float:
        return 1.0 if self.measure.better == "higher" else -1.0

    def _wrong(self, wanted: float) -> float:
        """The share of an always wrong oracle, as a negative number; -1 where even that scores better."""
        ends = np.linspace(0.0, -1.0, 5).tolist()
        for right, left in pairwise(ends):
            value = self._sign * self.mean(left)
            if math.isnan(value):
                return math.nan
            if value <= wanted:
                return self._root(wanted, left, right)
        return -1.0

    def _root(self, wanted: float, low: float, high: float) -> float:
        return float(brentq(lambda share: self._sign * self.mean(share) - wanted, low, high, xtol=1e-9))

    def _all_right(self, right: bool) -> tuple[float, float]:
        """TP and FP where every prediction is right, or every one wrong."""
        return (float(self.positives), 0.0) if right else (0.0, float(self.total - self.positives))

    def _score(self, tp: float, fp: float) -> float:
        return float(self.measure.on(self._cells(np.array(tp), np.array(fp))))

    def _table(self, tp: Array, fp: Array) -> Array:
        """The measure of each TP, a row each, with each FP; of stacks of them where both are."""
        return self.measure.on(self._cells(*np.broadcast_arrays(tp[..., :, None], fp[..., None, :])))

    def _cells(self, tp: Array, fp: Array) -> Cells:
        return Cells(tp=tp, fp=fp, fn=self.positives - tp, tn=self.total - self.positives - fp)

    def _parts(self, k: Array, share: float) -> tuple[tuple[Array, Array, float], tuple[Array, Array, float]]:
        """TP and FP given K, each as a sure number, and the trials and the probability of a binomial added to it."""
        P, N, n = self.positives, self.total - self.positives, self.called
        if share > 0:
            return (k, P - k, share), (0 * k, n - k, 1 - share)
        return (0 * k, k, 1 + share), (n - k, N - n + k, -share)

    def _over_all_tables(self, share: float) -> float:
        """The sum over every table."""
        k, weight = self._draws()
        tp, fp = self._parts(k, share)
        tp_law, fp_law = _laws(*tp, self.positives), _laws(*fp, self.total - self.positives)
        values, defined = self._values
        top, mass = (1.0 if part is None else _summed(weight, tp_law, part, fp_law) for part in (values, defined))
        return top / mass if mass > 0 else math.nan

    @cached_property
    def _values(self) -> tuple[Array, Array | None]:
        """The measure of every table, 0 where it has no value, and where it has one; None where all have."""
        values = self._table(np.arange(self.positives + 1.0), np.arange(self.total - self.positives + 1.0))
        defined = np.isfinite(values)
        return np.where(defined, values, 0.0), None if defined.all() else defined.astype(np.float64)

    def _over_windows(self, share: float) -> float:
        """The sum over the tables that matter; wide windows are thinned."""
        points = PER_DEVIATION if self.measure.smooth else ROUGH
        k, weight = self._draws()
        tp, fp = (
            [(start, *_window(cases, probability, points)) for start, cases in zip(*ends, strict=True)]
            for sure, trials, probability in self._parts(k, share)
            for ends in [(sure.tolist(), trials.astype(int).tolist())]
        )
        sizes = [[part[1].size for part in parts] for parts in (tp, fp)]
        together = max(1, SMALL // (max(sizes[0]) * max(sizes[1])))
        top = mass = 0.0
        for first in range(0, k.size, together):
            part = slice(first, first + together)
            (hits, hits_law), (alarms, alarms_law) = _rows(tp[part]), _rows(fp[part])
            law = weight[part, None, None] * hits_law[:, :, None] * alarms_law[:, None, :]
            values = self._table(hits, alarms)
            defined = np.isfinite(values)
            top += float((law * np.where(defined, values, 0.0)).sum())
            mass += float((law * defined).sum())
        return top / mass if mass > 0 else math.nan

    def _draws(self) -> tuple[Array, Array]:
        """True positives of the draw and their probabilities: those that matter, thinned where there are many."""
        k, weight = hypergeometric.window(self.total, self.positives, self.called)
        kept = weight > binomial.NEGLIGIBLE * weight.max()
        inside = not kept[0] and not kept[-1]
        k, weight = k[kept], weight[kept]
        deviation = math.sqrt(float(hypergeometric.variance(self.total, self.positives, self.called)))
        points = 1 if self.measure.smooth else ROUGH
        stride = max(1, int(deviation / points)) if inside or k.size > hypergeometric.WHOLE else 1
        return k[::stride], weight[::stride] / weight[::stride].sum()


HALVINGS = 8
"""Parts of the curve of which one may be smooth where a whole piece of it is not."""
NODES = 13
"""Shares at which a piece of the curve is computed."""
SMOOTH = 1e-9
"""What the last terms of a polynomial may be of the rise of a piece."""


@dataclass(frozen=True)
class Piece:
    """A function from `low` to `high` as a polynomial in the place between them, -1 to 1, the highest power first."""

    low: float
    high: float
    powers: tuple[float, ...]

    @classmethod
    def of(cls, function: Callable[[float], float], low: float, high: float) -> "Piece | None":
        """Through the values at Chebyshev's nodes; None where its last two terms are not near 0.

        >>> Piece.of(lambda share: share**2, 1.0, 3.0).root(2.0) ** 2
        2.0000000000000004
        >>> Piece.of(abs, -1.0, 2.0) is None
        True
        """
        nodes = np.cos(np.pi * (np.arange(NODES) + 0.5) / NODES)
        values = np.array([function(share) for share in (low + (high - low) * (nodes + 1) / 2).tolist()])
        terms = chebyshev.chebfit(nodes, values, NODES - 1)
        if not np.abs(terms[-2:]).sum() <= SMOOTH * np.ptp(values):
            return None
        return cls(low, high, tuple(chebyshev.cheb2poly(terms)[::-1].tolist()))

    def root(self, wanted: float) -> float:
        """Where the function, which rises, has a value; one of the ends for a value beyond it."""

        def lacking(place: float) -> float:
            value = 0.0
            for power in self.powers:
                value = value * place + power
            return value - wanted

        place = -1.0 if lacking(-1.0) >= 0 else 1.0 if lacking(1.0) <= 0 else brentq(lacking, -1.0, 1.0, xtol=1e-12)
        return self.low + (self.high - self.low) * (float(place) + 1) / 2


def _summed(weight: Array, tp_law: Array, values: Array, fp_law: Array) -> float:
    """The sum of weight k, tp_law k i, values i j and fp_law k j."""
    # A product of matrices by BLAS waits for threads, which takes twenty times as long on a busy machine.
    return float(weight @ (np.einsum("ki,ij->kj", tp_law, values) * fp_law).sum(axis=1))


@functools.lru_cache(maxsize=4096)  # every measure blended with the same draw needs the same ones
def _window(cases: int, probability: float, points: int) -> tuple[Array, Array]:
    return binomial.window(cases, probability, points=points)


def _rows(windows: Sequence[tuple[float, Array, Array]]) -> tuple[Array, Array]:
    """Sure number plus values, and their probabilities, a row a window; short ones end with their last value, at 0."""
    most = max(value.size for _, value, _ in windows)
    values, laws = np.zeros((2, len(windows), most))
    for row, (start, value, law) in enumerate(windows):
        values[row, : value.size], values[row, value.size :] = start + value, start + value[-1]
        laws[row, : law.size] = law
    return values, laws


def _laws(sure: Array, trials: Array, probability: float, most: int) -> Array:
    """P(sure + Bin(trials, probability) = j), a row each, j from 0 to `most`."""
    j = np.arange(most + 1.0) - sure[:, None]
    rest = trials[:, None] - j
    inside = (j >= 0) & (rest >= 0)
    logs = gammaln(np.arange(most + 2.0) + 1)
    hits, misses = (np.where(inside, part, 0.0) for part in (j, rest))
    chosen = logs[trials.astype(int)][:, None] - logs[hits.astype(int)] - logs[misses.astype(int)]
    log = chosen + hits * math.log(probability) + misses * math.log1p(-probability)
    law = np.exp(np.where(inside, log, -math.inf))
    return np.asarray(law / law.sum(axis=1, keepdims=True))


@functools.lru_cache(maxsize=256)  # its curve does not depend on the threshold
def blend(measure: str | Measure, total: int, positives: int, draw: str = "best") -> Blend | None:
    """The oracle blended with a draw, one of `DRAWS`; None where that draw never has a value.

    Where several draws are equally good, the one at either end of them that needs less oracle for the same score.
    Raises `InputError` 'draw must be one of best, share, half, none, all, got "worst"'.

    >>> blend("F1", 303, 139).called, blend("ACC", 303, 139).called, blend("MCC", 303, 139).called
    (303, 0, 1)
    """
    measure = measure_named(measure)
    if draw not in DRAWS:
        raise InputError(f'draw must be one of {", ".join(DRAWS)}, got "{draw:.40}"')
    if draw != "best":
        called = {"share": positives, "half": (total + 1) // 2, "none": 0, "all": total}[draw]
        defined = moments.is_defined(measure, total, positives, called)
        return Blend(measure, total, positives, called) if defined else None
    reached = baseline(measure, total, positives).reached(measure.better)
    if not reached:
        return None
    ends = [Blend(measure, total, positives, n) for n in dict.fromkeys((reached[0][0], reached[-1][-1]))]
    if len(ends) == 1:
        return ends[0]
    few, many = (each.mean(0.5) for each in ends)
    level = math.isclose(few, many, rel_tol=1e-12, abs_tol=1e-12)
    return ends[1] if measure.is_better(many, few) and not level else ends[0]
