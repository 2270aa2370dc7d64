"""Scores read as evidence: how much more frequent a score is among positives than among negatives.

The likelihood ratio separates at least as well as any other reading of the same scores (the dissertation, Theorem 1;
Neyman & Pearson 1933). On the cases it was estimated from it flatters; `cross_fit` transforms each case by the others.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special
from scipy.special import expit, log_expit, logit

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.scores.density import RATIO_METHODS, RatioEstimate, class_tallies, coarse, ranks, uninformative
from ddcore.scores.intervals import DeLongComponents, auc_difference, auc_interval
from ddcore.scores.kernel import BANDWIDTHS
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
FOLDS = 5
BEST = "best"
"""The method that `choose` finds."""
ORDER = "order"
"""What is best unless something else is better: the scores as they are."""
FEW = 2000
"""Different scores among which the best method is looked for; more are taken together with their neighbours."""
LEAST = 0.0005
"""A gain in area below this, which three digits do not show, is none."""
SEED = 1
"""Of the folds on which methods are tried, so that the same scores always have the same best method."""


@dataclass(frozen=True, eq=False)
class Likelihood:
    """What a score says, by one method. `facts` say what was estimated, `bounds` on which scale.

    `choice` says how the method was chosen, None where it was given.
    """

    method: str
    bandwidth: str
    bounds: str
    estimate: RatioEstimate
    scale: Callable[[Array], Array]
    slope: Callable[[Array], Array] | None
    choice: "Choice | None" = None

    @property
    def facts(self) -> tuple[str, ...]:
        """Sentences on what was estimated."""
        return self.estimate.facts

    def log_ratio(self, x: ArrayLike) -> Array:
        """Logarithm of the likelihood ratio, shaped like x; infinite where only one class has cases."""
        try:
            scores = np.asarray(x, dtype=np.float64)
        except (TypeError, ValueError):
            raise InputError(f"a score must be a number, got {x!r:.40}") from None
        if not np.isfinite(scores).all():
            raise InputError("a score must be a finite number")
        return self.estimate.log_ratio(self.scale(np.atleast_1d(scores))).reshape(scores.shape)[()]

    def ratio(self, x: ArrayLike) -> Array:
        """Likelihood ratio f1(x)/f0(x), shaped like x (dissertation, equation 3.6). 1 says nothing, above 1 positive.

        >>> float(fit(ScoreTable.of([1, 2, 2, 3], [0, 0, 1, 1]), method="histogram").ratio(2.0))
        1.0
        """
        with np.errstate(over="ignore"):
            return np.exp(self.log_ratio(x))

    def cautious(self, x: Array) -> tuple[Array, Array]:
        """The logarithm of the ratio as a careful reader takes it, and its standard error, see `RatioEstimate`."""
        return self.estimate.cautious(self.scale(x))

    def posterior(self, x: ArrayLike, prevalence: ArrayLike) -> Array:
        """Probability of being positive where so large a share is: pi s / (1 - pi + pi s) (dissertation, equation 3.7).

        x and prevalence are broadcast. Raises `InputError` "prevalence must be between 0 and 1, got 1.2".

        >>> float(fit(ScoreTable.of([1, 2, 2, 3], [0, 0, 1, 1]), method="histogram").posterior(2.0, 0.3))
        0.3
        """
        share = np.asarray(prevalence, dtype=np.float64)
        if not ((share >= 0) & (share <= 1)).all():
            raise InputError(f"prevalence must be between 0 and 1, got {share.tolist()!s:.40}")
        with np.errstate(invalid="ignore"):
            found = expit(self.log_ratio(x) + logit(share))
        return np.where((share == 0) | (share == 1), share, found)[()]

    def densities(self, x: Array) -> tuple[Array, Array] | None:
        """Densities of the positives and of the negatives, None where the method or the scale has none."""
        if self.estimate.densities is None or self.slope is None:
            return None
        positive, negative = self.estimate.densities(self.scale(x))
        return positive * self.slope(x), negative * self.slope(x)

    def transform(self, table: ScoreTable) -> ScoreTable:
        """The same cases with their ratio for a score; scores of one ratio become one, infinity stands as 10^300.

        >>> fit(ScoreTable.of([1, 2, 2, 3], [0, 0, 1, 1]), method="histogram").transform(
        ...     ScoreTable.of([3, 2, 1], [1, 0, 0])
        ... ).score.tolist()
        [0.0, 1.0, 1e+300]
        """
        return table.rescored(np.minimum(self.ratio(table.score), INFINITE))


def fit(table: ScoreTable, method: str = "kde", *, bandwidth: str = "normal", bounds: str | None = None) -> Likelihood:
    """The likelihood ratio of a table's scores by one of `RATIO_METHODS`, or by the "best" of them on unseen cases.

    `bandwidth` is a rule of `BANDWIDTHS` for the kernel. `bounds` is "reflect" (kernel only), "logit" (log odds),
    "rank" or "none"; None takes what suits the method for scores within 0 and 1, and "none" otherwise. "best" chooses
    the scale as well, see `choose`. Raises `InputError` where the method is unknown, a class has no case, or bounds are
    asked of scores outside [0, 1]. All scores being equal, the ratio is 1: they say nothing.
    """
    if method not in (BEST, *RATIO_METHODS):
        raise InputError(f"method must be one of {', '.join((BEST, *RATIO_METHODS))}, got {method!r:.40}")
    if bandwidth not in BANDWIDTHS:
        raise InputError(f"bandwidth must be one of {', '.join(BANDWIDTHS)}, got {bandwidth!r:.40}")
    if method == BEST:
        if bounds is not None:
            raise InputError(f"bounds must be left to the best method, got {bounds!r:.40}")
        choice = choose(table, bandwidth)
        return replace(fit(table, choice.method, bandwidth=bandwidth, bounds=choice.bounds), choice=choice)
    held = table.positives + table.negatives > 0
    score = table.score[held]
    bounds = _bounds(score, method, bounds)
    squares = table.squares or (None, None)
    tallies = [
        _effective(tally, square, held)
        for tally, square in zip((table.positives, table.negatives), squares, strict=True)
    ]
    known = ScoreTable(score, tallies[0], tallies[1])
    scale, slope = _scale(known, bounds)
    scaled = known.rescored(scale(score))
    options = {"bandwidth": bandwidth, "bounds": "reflect" if bounds == "rank" else bounds} if method == "kde" else {}
    estimate = RATIO_METHODS[method].fit(scaled, **options) if scaled.score.size != 1 else uninformative(scaled)
    return Likelihood(method, bandwidth, bounds, estimate, scale, slope)


def _bounds(score: Array, method: str, bounds: str | None) -> str:
    """The bounds asked for, checked, or those that suit."""
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
        class_tallies(table)
        return ranks(table), None
    if bounds == "logit":
        return log_odds(table.score)
    scale, slope = as_they_are(table.score)
    if not table.score.size or table.score[-1] - table.score[0] > NEAR * np.abs(table.score).max():
        return scale, slope
    low = float(table.score[0])
    return lambda x: scale(x) - low, slope


def _effective(tally: NDArray[Any], squares: Array | None, held: NDArray[np.bool_]) -> NDArray[Any]:
    """Weights rescaled to sum to the number of equally weighted cases that say as much (Kish 1965); whole cases kept.

    Each class by itself: the ratio does not depend on how frequent the classes are. Where only sums of weights are
    known, each is taken for one case.
    """
    if np.issubdtype(tally.dtype, np.integer) or not tally.any():
        return tally[held]
    return np.asarray(tally[held] * (tally.sum() / (tally @ tally if squares is None else squares.sum())))


NEAR = 1e-6
"""Scores that differ by less, in parts of themselves, are read from the lowest on, where they have their digits."""
SMALLEST_SPAN, LARGEST_SPAN = 1e-100, 1e100
"""Beyond, squares of scores are no numbers any more."""


def as_they_are(score: Array) -> tuple[Callable[[Array], Array], Callable[[Array], Array]]:
    """No other scale; scores farther out than 10^30 times the span of the known ones are brought back to there."""
    if not score.size:
        return np.asarray, np.ones_like
    low, high = float(score[0]), float(score[-1])
    if low < high and not SMALLEST_SPAN < high - low < LARGEST_SPAN:
        raise InputError(f"scores must span {SMALLEST_SPAN:g} to {LARGEST_SPAN:g}, got {low:g} to {high:g}")
    far = 1e30 * (high - low)
    return lambda x: np.clip(x, low - far, high + far), np.ones_like


def log_odds(score: Array) -> tuple[Callable[[Array], Array], Callable[[Array], Array]]:
    """Log odds and their slope; 0 and 1 are moved half way to the scores next to them, as they have none."""
    inner = score[(score > 0) & (score < 1)]
    low, high = (inner[0] / 2 or inner[0], (1 + inner[-1]) / 2) if inner.size else (0.25, 0.75)
    if high == 1:
        high = np.nextafter(1.0, 0)

    def moved(x: Array) -> Array:
        return np.clip(x, low, high)

    # By its module: for a bare ufunc `pickle` searches all that were ever imported.
    return lambda x: special.logit(moved(x)), lambda x: 1 / (moved(x) * (1 - moved(x)))


@dataclass(frozen=True, eq=False)
class CrossFit:
    """Scores read as evidence on cases that the reading was not estimated from.

    The score of `table` is a case's place among the negatives of its own fold, the share of them that its ratio
    exceeds: folds are then comparable, although each has a ratio of its own. `auc` is the area of that table with its
    interval, which is the mean over the folds (LeDell, Petersen & van der Laan 2015) but for ties and for sizes that
    differ by one case; `gain` is what it is above the scores as they were. `sizes` are the cases of each fold, `aucs`
    their areas.
    """

    table: ScoreTable
    auc: Interval
    gain: Interval
    sizes: tuple[int, ...]
    aucs: tuple[float, ...]


INFLATION = 2.0
"""What the variance of a cross-fitted area is multiplied by.

DeLong's variance takes the ratio as given. But fold j teaches the ratio that fold k is judged by, and the reverse: the
products of their chance fluctuations enter twice, and with scores that say nothing they are all there is. The variance
is then up to twice DeLong's, whatever the number of folds; where the ratio is well determined, it is DeLong's.
"""


def cross_fit(
    table: ScoreTable,
    method: str = "kde",
    *,
    bandwidth: str = "normal",
    bounds: str | None = None,
    folds: int = FOLDS,
    level: float = 0.95,
    rng: np.random.Generator,
) -> CrossFit:
    """Each case transformed by the ratio of the other folds; cases are dealt to folds at random, class by class.

    "best" is chosen by the other folds too, so that what a choice flatters does not count. Where the order is kept, a
    fold's cases are placed among all, as before: then nothing is gained or lost.

    Fewer folds are taken where a class has fewer cases; weighted cases are dealt as `alike` counts them. Raises
    `InputError` "cross-fitting needs two cases of each class, ...", where of weights only the sums are known, and for
    less than two folds. The interval of the gain pairs each case with itself and is widened, see `INFLATION`.

    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [1, 0, 0, 1, 1, 0, 0, 1])
    >>> cross_fit(table, "isotonic", folds=2, rng=np.random.default_rng(1)).sizes
    (4, 4)
    """
    table = table.unweighted()
    bounds = bounds if method == BEST else _bounds(table.score, method, bounds)
    whole = DeLongComponents.of(table.score, table.positives, table.negatives, squares=table.squares)
    parts, units, places, sizes = _parts(table, folds, rng), [], [], []
    for part in parts:
        reading = fit(part.training, method, bandwidth=bandwidth, bounds=bounds)
        own = part.held_out
        units.append(_placed(reading.log_ratio(own.score), own))
        kept = whole.at(part.units, own.positives, own.negatives, own.squares)
        places.append(kept if reading.method == ORDER else units[-1])
        sizes.append(part.cases)
    after = _joined(places)
    score = after.among_negatives
    before = whole.at(
        np.concatenate([part.units for part in parts]), after.positives, after.negatives, squares=after.squares
    )
    after = DeLongComponents.of(score, after.positives, after.negatives, squares=after.squares)
    return CrossFit(
        ScoreTable.summed(score, after.positives, after.negatives, squares=after.squares),
        auc_interval(after, level, inflation=INFLATION),
        auc_difference(after, before, level, inflation=INFLATION),
        tuple(sizes),
        tuple(placed.auc for placed in units),
    )


def probabilities(table: ScoreTable, method: str = BEST, *, folds: int = FOLDS, rng: np.random.Generator) -> ScoreTable:
    """The same cases with the probability of being positive for a score, each by the ratio of the other folds.

    The share of positives is that of the table. Raises `InputError` as `cross_fit` does.

    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 0, 1, 1])
    >>> found = probabilities(table, "logistic", folds=2, rng=np.random.default_rng(1))
    >>> bool(0 < found.score[0] < 0.5 < found.score[-1] < 1)
    True
    """
    table = table.unweighted()
    bounds = None if method == BEST else _bounds(table.score, method, None)
    prevalence = table.prevalence
    parts = _parts(table, folds, rng)
    scores = [fit(one.training, method, bounds=bounds).posterior(one.held_out.score, prevalence) for one in parts]
    dealt = _joined([_placed(one.held_out.score, one.held_out) for one in parts])
    return ScoreTable.summed(np.concatenate(scores), dealt.positives, dealt.negatives, squares=dealt.squares)


@dataclass(frozen=True, eq=False)
class Fold:
    """One fold: its own cases, the places of their scores in the whole table, how many they are, and all the others."""

    held_out: ScoreTable
    units: NDArray[np.intp]
    cases: int
    training: ScoreTable


def _parts(table: ScoreTable, folds: int, rng: np.random.Generator) -> list[Fold]:
    """The cases dealt to folds at random, class by class; raises `InputError` where that cannot be."""
    if folds < 2:
        raise InputError(f"folds must be 2 or more, got {folds}")
    cases_by_class = alike(table)
    smaller = min(int(times.sum()) for times, _ in cases_by_class)
    if smaller < 2:
        raise InputError(f"cross-fitting needs two cases of each class, got {smaller} of one")
    dealt = [_dealt(times, min(folds, smaller), rng) for times, _ in cases_by_class]
    parts = []
    for positives, negatives in zip(*dealt, strict=True):
        mine = np.flatnonzero(positives + negatives)
        times = positives, negatives
        rest = [whole - own for (whole, _), own in zip(cases_by_class, times, strict=True)]
        others = np.flatnonzero(rest[0] + rest[1])
        cases = int(positives.sum() + negatives.sum())
        parts.append(
            Fold(counted(table, times, mine, cases_by_class), mine, cases, counted(table, rest, others, cases_by_class))
        )
    return parts


def alike(table: ScoreTable) -> list[tuple[NDArray[np.int64], Array | None]]:
    """How many cases of each class have each score, and the weight of each of them, None where each counts one.

    Weighted cases of one class and score become their effective number (sum of w)^2 / (sum of w^2), as in
    `ScoreTable.cases`. Raises `InputError` where nothing is known of the weights.
    """
    if not table.weighted:
        return [(table.positives, None), (table.negatives, None)]
    if table.squares is None:
        raise InputError("the cases are weighted, and of their weights only the sums are known")
    found: list[tuple[NDArray[np.int64], Array | None]] = []
    for tally, squares in zip((table.positives, table.negatives), table.squares, strict=True):
        effective = np.divide(tally, squares, out=np.zeros(tally.size), where=squares > 0) * tally
        times = np.where(tally > 0, np.maximum(np.rint(effective), 1), 0).astype(np.int64)
        found.append((times, tally / np.maximum(times, 1)))
    return found


def counted(
    table: ScoreTable,
    times: Sequence[NDArray[np.int64]],
    units: NDArray[np.intp],
    cases_by_class: list[tuple[NDArray[np.int64], Array | None]],
) -> ScoreTable:
    """So many cases of both classes at some scores of a table, with their weights."""
    (_, up), (_, down) = cases_by_class
    positives, negatives = (one[units] for one in times)
    if up is None or down is None:
        return ScoreTable(table.score[units], positives, negatives)
    weights = up[units], down[units]
    squares = positives * weights[0] ** 2, negatives * weights[1] ** 2
    return ScoreTable(table.score[units], positives * weights[0], negatives * weights[1], squares)


def _dealt(tally: NDArray[np.int64], folds: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """The cases of a class dealt to folds as evenly as can be: a row a fold, a column a distinct score."""
    place = np.repeat(np.arange(tally.size), tally)
    fold = rng.permutation(place.size) % folds
    return np.bincount(fold * tally.size + place, minlength=folds * tally.size).reshape(folds, tally.size)


@dataclass(frozen=True)
class Tried:
    """A method on a scale, and what it does on cases that it has not seen.

    `gain` is what it adds to the area of the scores as they are, `fit` the mean logarithm of the chance that it gives a
    case of being what it is, both classes counting alike; log 1/2 is that of a ratio of 1.
    """

    method: str
    bounds: str
    gain: Interval
    fit: float


@dataclass(frozen=True)
class Choice:
    """The method and the scale chosen among those `tried`; `refused` says why none could be tried."""

    method: str
    bounds: str | None
    tried: tuple[Tried, ...] = ()
    refused: str = ""


def choose(table: ScoreTable, bandwidth: str = "normal", folds: int = FOLDS) -> Choice:
    """The best way to read a table's scores, found by cross-fitting every one of `TRIED` on every scale that suits.

    The scores as they are stay unless the area of another grows by more than chance makes it: by `LEAST` or more, and
    the 95 % interval of the gain, widened as in `cross_fit`, is above 0. Of several such the one with the best fit is
    taken. Every fold places its cases among its own, before and after, so that keeping the order gains nothing.

    >>> choose(ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 0, 1, 1])).method
    'order'
    """
    few = coarse(table.unweighted(), FEW)
    try:
        parts = _parts(few, folds, np.random.default_rng(SEED))
    except InputError as problem:
        return Choice(ORDER, None, refused=str(problem))
    before = _joined([_placed(part.held_out.score, part.held_out) for part in parts])
    tried = []
    for method, bounds in _candidates(table):
        try:
            readings = [fit(part.training, method, bandwidth=bandwidth, bounds=bounds) for part in parts]
        except InputError:
            continue  # as a binormal law of a class whose scores are all one
        logs = [reading.log_ratio(part.held_out.score) for reading, part in zip(readings, parts, strict=True)]
        after = _joined([_placed(log, part.held_out) for log, part in zip(logs, parts, strict=True)])
        chances = _log_chance(np.concatenate(logs), after)
        tried.append(Tried(method, bounds, auc_difference(after, before, inflation=INFLATION), chances))
    better = [one for one in tried if one.gain.low > 0 and one.gain.value >= LEAST]
    if not better:
        return Choice(ORDER, None, tuple(tried))
    best = max(better, key=lambda one: one.fit)
    return Choice(best.method, best.bounds, tuple(tried))


def _candidates(table: ScoreTable) -> list[tuple[str, str]]:
    """Every method but `ORDER`, each on the scales that may make a difference to it."""
    within = table.is_probability
    scales = ("none", "logit", "rank") if within else ("none", "rank")
    kernels = [("kde", "reflect" if within and bounds == "none" else bounds) for bounds in scales]
    return [
        *kernels,
        *(("binormal", bounds) for bounds in scales if bounds != "rank"),
        ("isotonic", "none"),
        *(("splines", bounds) for bounds in scales),
    ]


def _log_chance(log_ratio: Array, placed: DeLongComponents) -> float:
    """Mean logarithm of the chance of what each case is, both classes counting alike, an infinite ratio as 10^300."""
    log = np.clip(log_ratio, -math.log(INFINITE), math.log(INFINITE))
    shares = [cases / cases.sum() for cases in (placed.positives, placed.negatives)]
    return float(shares[0] @ log_expit(log) + shares[1] @ log_expit(-log)) / 2


def _placed(score: Array, table: ScoreTable) -> DeLongComponents:
    """The cases of a table by other scores, placed among themselves."""
    return DeLongComponents.of(score, table.positives, table.negatives, squares=table.squares)


def _joined(placed: Sequence[DeLongComponents]) -> DeLongComponents:
    """The units of all folds in one."""
    names = ("among_negatives", "among_positives", "positives", "negatives")
    above, below, positives, negatives = (np.concatenate([getattr(one, name) for one in placed]) for name in names)
    known = [one.squares for one in placed if one.squares is not None]
    squares = (np.concatenate([up for up, _ in known]), np.concatenate([down for _, down in known])) if known else None
    return DeLongComponents(above, below, positives, negatives, squares)
