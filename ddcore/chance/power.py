"""How often will a model of given rates beat chance, or a value? Exact sums over the counts of its predictions."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, ndtr, ndtri
from scipy.stats import binom

from ddcore.arrays import Array
from ddcore.chance import binomial
from ddcore.chance.dutch_draw import baseline
from ddcore.chance.significance import within
from ddcore.counts import Cells
from ddcore.errors import InputError
from ddcore.interval import confident, normal_quantile, tails
from ddcore.measures import Measure

Whole = NDArray[np.int64]

NEGLIGIBLE = 1e-10
"""Counts less probable than this are left out of a sum."""
MANY = 400
"""The largest number of false positives that are summed one by one; of more, evenly spaced ones stand for all."""
DRAWN = 9
"""The largest number of positives that are summed one by one; of more, evenly spaced ones stand for all."""
SETTLED = 500
"""With so many cases of each class to be expected, their numbers are as good as fixed."""
ANGLES = np.radians(np.arange(90, 181.5, 1.5))
"""Directions in which the recall falls short and the false alarms exceed: the worst quarter of a `Region`."""


@dataclass(frozen=True, eq=False)
class Claim:
    """What shall be seen: that a model of these rates beats chance on a measure, as `verdict.verdict` has it.

    With a `null` value that its score is better than this: that the interval of `significance.Region` lies wholly
    beyond it. Raises `InputError` "recall must be between 0 and 1, got 2", the same for the share of false alarms, and
    "level must be between 0 and 1, got 95".
    """

    measure: Measure
    tpr: float
    fpr: float
    level: float = field(default_factory=confident)
    null: float | None = None

    def __post_init__(self) -> None:
        for name, rate in (("recall", self.tpr), ("the false positive rate", self.fpr)):
            if not 0 <= rate <= 1:
                raise InputError(f"{name} must be between 0 and 1, got {rate:g}")
        confident(self.level)

    @property
    def deviations(self) -> float:
        """How many of Wilson's deviations an end of the interval lies away."""
        return normal_quantile(self.level)

    def cells(self, positives: float, negatives: float) -> Cells:
        """The four counts to be expected."""
        tp, fp = positives * self.tpr, negatives * self.fpr
        return Cells(tp=tp, fp=fp, fn=positives - tp, tn=negatives - fp)

    def bar(self, positives: int, negatives: int) -> float:
        """What the score shall be better than; NaN where not even a perfect classifier is.

        It is the null value, or the best mean of a classifier without skill.

        >>> from ddcore.measures import measure
        >>> Claim(measure("ACC"), 0.8, 0.3).bar(20, 60), Claim(measure("ACC"), 0.8, 0.3, null=0.7).bar(20, 60)
        (0.75, 0.7)
        """
        total = positives + negatives
        best = baseline(self.measure, total, positives).best(self.measure.better) if self.null is None else self.null
        return best if bool(_ahead(self.measure, self.measure.ideal(total, positives), best)) else math.nan

    @property
    def ordered(self) -> bool:
        """Whether the measure gets better, or stays, with each recall and each fewer false alarms: the sums need it."""
        rate = np.linspace(0.02, 0.98, 25)
        steps = []
        for share in (0.05, 0.5, 0.95):
            tp, fp = share * rate[:, None], (1 - share) * rate
            values = self.measure.on(Cells(tp=tp, fp=fp, fn=share - tp, tn=1 - share - fp))
            values = values if self.measure.better == "higher" else -values
            steps += [np.diff(values, axis=0), -np.diff(values, axis=1)]
        return bool(np.all([(step >= -1e-9).all() for step in steps]))


def power(claim: Claim, positives: int, negatives: int) -> float:
    """The probability that the verdict on that many cases of each class is "beats chance", or better than a null value.

    TP is binomial with P cases and the recall, FP with N cases and the share of false alarms. The verdict asks for
    Fisher's exact test, but not where a null value is given, and for an interval wholly better than the bar; for each
    FP both begin at some TP, and the tail of the binomial law from there on is summed. Of more than 400 likely numbers
    of FP evenly spaced ones stand for all. 0 where nothing is better than the bar.

    >>> from ddcore.measures import measure
    >>> round(power(Claim(measure("J"), 0.8, 0.3), 20, 20), 3)
    0.908
    >>> round(power(Claim(measure("recall"), 0.8, 0.3, null=0.6), 80, 20), 3)
    0.978
    """
    if min(positives, negatives) < 1:
        return 0.0
    bar = claim.bar(positives, negatives)
    if math.isnan(bar):
        return 0.0
    tp, likely = law(positives, claim.tpr)
    fp, weight = thinned(*law(negatives, claim.fpr), MANY)
    first = np.full(fp.size, tp[0])
    if claim.null is None:
        first = fisher_boundary(positives, negatives, fp, (int(tp[0]), int(tp[-1])), 1 - claim.level)
    first = _interval_boundary(claim, (positives, negatives), fp, first, int(tp[-1]), bar)
    return _summed(tp, likely, weight, first)


def drawn_power(claim: Claim, total: int, share: float) -> float:
    """The power where the number of positives is drawn too, binomial with M cases and their share.

    Of more than nine likely numbers evenly spaced ones stand for all. From 500 cases of each class to be expected on
    their numbers are taken for fixed: drawing them changes little there.

    >>> from ddcore.measures import measure
    >>> round(drawn_power(Claim(measure("J"), 0.8, 0.3), 40, 0.5), 2)
    0.91
    """
    if min(share, 1 - share) * total >= SETTLED:
        return power(claim, *classes_of(total, share))
    positives, weight = thinned(*law(total, share), DRAWN)
    return float(weight @ [power(claim, int(P), total - int(P)) for P in positives])


def classes_of(total: int, share: float) -> tuple[int, int]:
    """Positives and negatives among that many cases, the nearest whole numbers to their share, half up.

    >>> classes_of(25, 0.1)
    (3, 22)
    """
    positives = math.floor(total * share + 0.5)
    return positives, total - positives


def two_sample_power(first: int, second: int, better: float, worse: float, alpha: float | None = None) -> float:
    """The probability that Fisher's test, one-sided, tells two shares of separate cases apart, exact.

    `better` of `first` cases is held against `worse` of `second`.

    >>> round(two_sample_power(117, 39, 0.5, 0.2), 7)
    0.9102183
    """
    tp, likely = law(first, better)
    fp, weight = thinned(*law(second, worse), MANY)
    return _summed(
        tp,
        likely,
        weight,
        fisher_boundary(first, second, fp, (int(tp[0]), int(tp[-1])), tails()[0] if alpha is None else alpha),
    )


def paired_power(cases: int, gained: float, lost: float, alpha: float | None = None) -> float:
    """The probability that McNemar's exact test, one-sided, tells that a model is right more often than another.

    `gained` is the share of cases on which only it is right, `lost` that on which only the other is. Of the cases on
    which they differ, whose number is binomial, it is right on half if they are equal (McNemar 1947).

    >>> round(paired_power(200, 0.15, 0.05), 3)
    0.875
    """
    if gained <= 0:
        return 0.0
    differing, weight = binomial.window(cases, min(gained + lost, 1.0), points=8)
    alpha = tails()[0] if alpha is None else alpha
    first = binom.isf(alpha * (1 - 1e-9), differing, 0.5) + 1
    return float(weight @ binom.sf(first - 1, differing, gained / (gained + lost)))


def approximate_power(claim: Claim, total: float | Array, share: float) -> Array:
    """The approximate power for very many cases, by the normal law, where the exact sums would be long.

    The score is normal with the spread of its two rates, and so is the difference of the rates that Fisher's test sees
    where there is no null value; the smaller of the two probabilities is taken. `total` may be an array.
    """
    P, N, t, f = share * total, (1 - share) * total, claim.tpr, claim.fpr
    gap, spread = _normal(claim, share)
    pooled = share * t + (1 - share) * f
    seen = (t - f) - ndtri(claim.level) * np.sqrt(pooled * (1 - pooled) * (1 / P + 1 / N))
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = ndtr(seen / np.sqrt(t * (1 - t) / P + f * (1 - f) / N)) if claim.null is None else np.inf
        score = ndtr(gap * np.sqrt(total) / spread - claim.deviations)
    return np.asarray(np.minimum(rates, score) if gap > 0 else 0.0 * score)


VERY_MANY = 1_000_000
"""Cases at which a baseline is as good as that of any number."""


def _normal(claim: Claim, share: float) -> tuple[float, float]:
    """How far the score lies beyond the bar, and its standard deviation of one case, among very many."""
    gap, slopes, deviations = _linear(claim, share)
    return gap, math.hypot(*(slope * deviation for slope, deviation in zip(slopes, deviations, strict=True)))


def _linear(claim: Claim, share: float) -> tuple[float, tuple[float, float], tuple[float, float]]:
    """How far the score lies beyond the bar, how it moves with either rate, and the deviation of both of one case."""
    P = min(max(round(share * VERY_MANY), 1), VERY_MANY - 1)
    sign = 1 if claim.measure.better == "higher" else -1

    def score(t: float, f: float) -> float:
        return float(claim.measure.on(Claim(claim.measure, t, f).cells(P, VERY_MANY - P)))

    t, f = min(max(claim.tpr, 1e-6), 1 - 1e-6), min(max(claim.fpr, 1e-6), 1 - 1e-6)
    step = [min(rate, 1 - rate) * 1e-3 for rate in (t, f)]
    slopes = (
        (score(t + step[0], f) - score(t - step[0], f)) / (2 * step[0]),
        (score(t, f + step[1]) - score(t, f - step[1])) / (2 * step[1]),
    )
    gap = sign * (score(t, f) - claim.bar(P, VERY_MANY - P))
    return gap, slopes, (math.sqrt(t * (1 - t) / share), math.sqrt(f * (1 - f) / (1 - share)))


def weight_of_a_count(claim: Claim, share: float, total: float) -> float:
    """About the probability of the likeliest number of the counts that move the score most, true or false positives.

    With that much the power may fall from one number of cases to a later one, as counts are whole.

    >>> from ddcore.measures import measure
    >>> round(weight_of_a_count(Claim(measure("recall"), 0.8, 0.3), 0.1, 1000), 3)  # 0.4 / sqrt(100 * 0.8 * 0.2)
    0.1
    """
    _, slopes, deviations = _linear(claim, share)
    step = max(abs(slopes[0]) / share, abs(slopes[1]) / (1 - share))
    spread = math.hypot(*(slope * deviation for slope, deviation in zip(slopes, deviations, strict=True)))
    return min(0.4 * step / spread / math.sqrt(total), 0.5)


def ahead(claim: Claim, share: float) -> float:
    """How far the score lies beyond the bar among very many cases; NaN where nothing lies beyond that.

    >>> from ddcore.measures import measure
    >>> round(ahead(Claim(measure("accuracy"), 0.9, 0.2), 0.1), 3)
    -0.09
    """
    return _normal(claim, share)[0]


def law(cases: int, rate: float) -> tuple[Whole, Array]:
    """How many of some cases are hits, and the probabilities, without those that are negligible.

    >>> law(2, 0.5)[1].tolist()
    [0.25, 0.5, 0.25]
    """
    value, weight = binomial.window(cases, rate)
    kept = weight > NEGLIGIBLE
    return value[kept].astype(np.int64), weight[kept] / weight[kept].sum()


def thinned(value: Whole, weight: Array, most: int) -> tuple[Whole, Array]:
    """Evenly spaced ones of more than `most` values, whose probabilities sum to 1 again.

    >>> thinned(np.arange(5), np.full(5, 0.2), 3)[0].tolist()
    [0, 2, 4]
    """
    stride = -(-value.size // most)
    kept = weight[::stride]
    return value[::stride], kept / kept.sum()


def _summed(tp: Whole, likely: Array, weight: Array, first: Whole) -> float:
    """The sum over FP of the tail of TP from the first one on."""
    tail = np.append(np.cumsum(likely[::-1])[::-1], 0.0)
    return min(float(weight @ tail[np.clip(first - tp[0], 0, tp.size)]), 1.0)


def fisher_boundary(P: int, N: int, fp: Whole, reach: tuple[int, int], alpha: float) -> Whole:
    """For each FP the least TP whose Fisher p, one-sided, is at most alpha; one beyond `reach` where none within is.

    With n predicted positive the test begins at some TP c(n). As n grows by one, c stays or grows by one, so that
    n - c(n), the most false positives that are let pass, never falls: it is searched.
    """
    low, high = reach
    n = np.arange(fp[0] + low, min(int(fp[-1]) + high, P + N) + 1)
    passed = n - _critical(P, N, n, alpha)
    at = np.searchsorted(passed, fp)
    least = np.where(at < n.size, n[np.minimum(at, n.size - 1)] - fp, high + 1)
    first: Whole = np.clip(least, low, high + 1).astype(np.int64)
    return first


def _critical(P: int, N: int, n: Whole, alpha: float) -> Whole:
    """For each n the least k with P(TP >= k) <= alpha, TP hypergeometric; one beyond the largest TP where none has."""
    M = P + N
    most = np.minimum(P, n)
    share = n / M
    spread = np.sqrt(share * (M - n) * (P / M) * N / max(M - 1, 1))
    start = np.maximum(np.floor(share * P).astype(np.int64), np.maximum(0, n - N))
    length = int(9 * spread.max()) + 30
    k = start[:, None] + np.arange(min(length, int((most - start).max()) + 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = ((P - k) * (n[:, None] - k)) / ((k + 1) * (N - n[:, None] + k + 1))
    first = np.exp(_log_choose(P, start) + _log_choose(N, n - start) - _log_choose(M, n))
    mass = np.ones(k.shape)
    # The ratio is 0 at the largest TP, and so is every product after it.
    np.cumprod(np.where(k < most[:, None], ratio, 0.0)[:, :-1], axis=1, out=mass[:, 1:])
    tail = np.cumsum((mass * first[:, None])[:, ::-1], axis=1)[:, ::-1]
    above = tail > alpha * (1 + 1e-9)
    critical: Whole = np.minimum(start + above.sum(axis=1), most + 1)
    return critical


def _log_choose(n: int, k: Whole) -> Array:
    return np.asarray(gammaln(n + 1.0) - gammaln(k + 1.0) - gammaln(n - k + 1.0))


def _interval_boundary(claim: Claim, classes: tuple[int, int], fp: Whole, least: Whole, most: int, bar: float) -> Whole:
    """For each FP the least TP, from `least` on, whose interval is better than the bar; `most` + 1 where none is.

    More false positives never need fewer true ones, so every eighth is searched first and the others between them.
    """

    clear = Clear.of(claim, classes, fp, (int(least.min()), most + 1), bar)
    place = np.arange(fp.size)
    nodes = np.unique(np.append(np.arange(0, fp.size, 8), fp.size - 1))
    coarse = _bisected(clear, nodes, least[nodes], np.full(nodes.size, most + 1))
    low = coarse[np.searchsorted(nodes, place, side="right") - 1]
    high = coarse[np.searchsorted(nodes, place, side="left")]
    return _bisected(clear, place, np.maximum(least, low), np.maximum(np.maximum(least, low), high))


def _bisected(clear: "Clear", place: Whole, low: Whole, high: Whole) -> Whole:
    """For each place of an FP the first TP from `low` on that is clear; `high` is known to be, or is beyond all."""
    low, high = low.copy(), high.copy()
    while True:
        open_ = np.flatnonzero(low < high)
        if not open_.size:
            return low
        middle = (low[open_] + high[open_]) // 2
        yes = clear.at(middle, place[open_])
        high[open_[yes]] = middle[yes]
        low[open_[~yes]] = middle[~yes] + 1


@dataclass(frozen=True, eq=False)
class Clear:
    """Whether the end of an interval that is nearer to the bar is better, as `significance.Region` has it.

    `tpr` and `fpr` are the rates in reach of each TP from `start` on and of each FP, in the worst directions; empty for
    a plain share of cases, whose interval is Wilson's.
    """

    claim: Claim
    classes: tuple[int, int]
    fp: Whole
    start: int
    bar: float
    tpr: Array
    fpr: Array

    @classmethod
    def of(cls, claim: Claim, classes: tuple[int, int], fp: Whole, reach: tuple[int, int], bar: float) -> "Clear":
        """For these FP and each TP of `reach`, the last one left out."""
        tpr, fpr = np.empty(0), np.empty(0)
        if claim.measure.proportion is None:
            tp, z = np.arange(*reach), claim.deviations
            tpr = within(tp[:, None], classes[0], z * np.cos(ANGLES))
            fpr = within(fp[:, None], classes[1], z * np.sin(ANGLES))
        return cls(claim, classes, fp, reach[0], bar, tpr, fpr)

    def at(self, tp: Whole, place: Whole) -> NDArray[np.bool_]:
        """For each TP with the FP at a place."""
        (P, N), measure, better = self.classes, self.claim.measure, self.claim.measure.better == "higher"
        fp = self.fp[place]
        cells = Cells(tp=tp + 0.0, fp=fp + 0.0, fn=P - tp + 0.0, tn=N - fp + 0.0)
        if measure.proportion is not None:
            hits, trials = measure.proportion(cells)
            z = self.claim.deviations
            near = np.where(trials > 0, within(hits, trials, -z if better else z), np.nan)
        else:
            tpr, fpr = self.tpr[tp - self.start], self.fpr[place]
            with np.errstate(all="ignore"):
                values = measure.function(Cells(tp=P * tpr, fp=N * fpr, fn=P * (1 - tpr), tn=N * (1 - fpr)))
            near = (np.fmin if better else np.fmax).reduce(values + 0 * tpr, axis=-1)
        return _ahead(measure, near, self.bar) & _ahead(measure, measure.on(cells), self.bar)


def _ahead(measure: Measure, score: Array | float, bar: float) -> NDArray[np.bool_]:
    """Better by more than rounding, as in `verdict`."""
    return np.asarray(measure.is_better(score, bar) & (np.abs(score - bar) > 1e-12 * (1 + abs(bar))))
