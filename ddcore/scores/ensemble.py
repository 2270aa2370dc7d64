"""Two classifiers together: what their scores say jointly, on unseen cases, beside each of them and simpler mixtures.

The ratio of the joint densities separates at least as well as any reading of either score (a dissertation on likelihood
transformations, Theorem 2; Neyman & Pearson 1933), if the densities are known. Estimated, it may not: hence `together`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit
from scipy.stats import rankdata

from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.scores import curves, likelihood
from ddcore.scores.intervals import Interval, Placed, area, difference
from ddcore.scores.joint import METHODS, Evidence
from ddcore.scores.kernel import BANDWIDTHS
from ddcore.scores.likelihood import FOLDS, INFLATION, as_they_are, log_odds
from ddcore.table import ScoreTable

Array = NDArray[np.float64]

BOUNDS = {"logit": "On the scale of log odds", "none": "Leave the scores as they are"}
"""What becomes of columns of probabilities, which pile up at 0 and 1."""


@dataclass(frozen=True, eq=False)
class Ensemble:
    """What several scores say together, by one method. `facts` say what was estimated, `names` are the columns."""

    method: str
    names: tuple[str, ...]
    evidence: Evidence
    scales: tuple[Callable[[Array], Array], ...]

    @property
    def facts(self) -> tuple[str, ...]:
        """Sentences on what was estimated."""
        return self.evidence.facts

    def log_ratio(self, scores: ArrayLike) -> Array:
        """Logarithm of the likelihood ratio for each row of scores of shape (cases, columns)."""
        return self.evidence.log_ratio(self.scaled(scores))

    def ratio(self, scores: ArrayLike) -> Array:
        """Likelihood ratio f1(x1, x2) / f0(x1, x2) for each row: above 1 speaks for positive (dissertation, 8.1)."""
        with np.errstate(over="ignore"):
            return np.asarray(np.exp(self.log_ratio(scores)))

    def posterior(self, scores: ArrayLike, prevalence: float) -> Array:
        """Probability of being positive at a share of positives; raises `InputError` unless it is within."""
        if not (np.ndim(prevalence) == 0 and 0 < prevalence < 1):
            raise InputError(f"prevalence must be a number above 0 and below 1, got {prevalence!r:.40}")
        return np.asarray(expit(self.log_ratio(scores) + logit(prevalence)))

    def densities(self, scores: ArrayLike) -> tuple[Array, Array] | None:
        """Densities of positives and negatives on the scales of `scales`, None where the method has none."""
        if self.evidence.densities is None:
            return None
        positive, negative = (density(self.scaled(scores)) for density in self.evidence.densities)
        return positive, negative

    def scaled(self, scores: ArrayLike) -> Array:
        """Scores on the scales on which they are read together."""
        columns = checked(scores)
        if columns.shape[1] != len(self.names):
            raise InputError(f"scores must have {len(self.names)} columns, got {columns.shape[1]}")
        return np.stack([scale(column) for scale, column in zip(self.scales, columns.T, strict=True)], axis=1)


def checked(scores: ArrayLike) -> Array:
    """Scores of shape (cases, columns) as numbers.

    Raises `InputError` "scores must have a row a case and two columns or more, got ...", "a score must be a finite
    number, got nan in row 3 of column 2" (both count from 1).
    """
    try:
        columns = np.asarray(scores, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"scores must be numbers, a row a case, got {scores!r:.40}") from None
    if columns.ndim != 2 or columns.shape[1] < 2:
        raise InputError(
            f"scores must have a row a case and two columns or more, got an array of shape {columns.shape}"
        )
    broken = np.argwhere(~np.isfinite(columns))
    if broken.size:
        row, column = broken[0]
        raise InputError(
            f"a score must be a finite number, got {columns[row, column]} in row {row + 1} of column {column + 1}"
        )
    return columns


def fit(
    scores: ArrayLike,
    truth: ArrayLike,
    method: str = "kde",
    *,
    positive: Any = 1,
    bandwidth: str = "normal",
    bounds: str | None = None,
    names: Sequence[str] = (),
) -> Ensemble:
    """The likelihood ratio of scores of shape (cases, columns) by one of `joint.METHODS`; row i belongs to truth i.

    `bandwidth` is a rule of `kernel.BANDWIDTHS`. `bounds` "logit" reads columns within 0 and 1 as log odds, None does
    so where all scores of a column are; `names` stand in messages. Raises `InputError` where a class has no case, a
    column is constant or (but for "logistic") the other one on another scale, and for the kernel with more than two
    columns: its error shrinks with n^(-4 / (4 + columns)) only, so that three need far more cases (Scott 1992, section
    7.2).

    >>> found = fit([[1, 2], [2, 1], [3, 4], [4, 3]], [0, 0, 1, 1], "logistic")
    >>> (found.ratio([[1, 1], [4, 4]]) > 1).tolist()
    [False, True]
    """
    columns = checked(scores)
    true = _truth(truth, positive, len(columns))
    named = tuple(names) or tuple(f"column {number + 1}" for number in range(columns.shape[1]))
    if len(named) != columns.shape[1]:
        raise InputError(f"names must be one for each of {columns.shape[1]} columns, got {len(named)}")
    if method not in METHODS:
        raise InputError(f"method must be one of {', '.join(METHODS)}, got {method!r:.40}")
    if bandwidth not in BANDWIDTHS:
        raise InputError(f"bandwidth must be one of {', '.join(BANDWIDTHS)}, got {bandwidth!r:.40}")
    most = METHODS[method].most
    if most is not None and columns.shape[1] > most:
        others = " or ".join(key for key, row in METHODS.items() if row.most is None)
        raise InputError(
            f"{method} takes two columns, got {columns.shape[1]}: a density of three scores needs far more cases to be "
            f"known as well; choose {others}"
        )
    for cases, name in ((true, "positive"), (~true, "negative")):
        if not cases.any():
            raise InputError(f"a likelihood ratio needs cases of both classes, got no {name} case")
    scales = tuple(_scale(column, bounds) for column in columns.T)
    scaled = np.stack([scale(column) for scale, column in zip(scales, columns.T, strict=True)], axis=1)
    options = {"bandwidth": bandwidth} if method == "kde" else {}
    return Ensemble(method, named, METHODS[method].fit(scaled[true], scaled[~true], named, **options), scales)


def _truth(truth: ArrayLike, positive: Any, cases: int) -> NDArray[np.bool_]:
    try:
        true = np.asarray(np.asarray(truth) == positive)
    except ValueError:
        raise InputError(f"truth must have one value for each case, got {truth!r:.40}") from None
    if true.shape != (cases,):
        raise InputError(f"scores and truth must have the same length, got {cases} and {true.size}")
    return true


def _scale(column: Array, bounds: str | None) -> Callable[[Array], Array]:
    within = bool(column.min(initial=0) >= 0 and column.max(initial=0) <= 1)
    if bounds not in (None, *BOUNDS):
        raise InputError(f"bounds must be one of {', '.join(BOUNDS)}, got {bounds!r:.40}")
    if bounds == "logit" and not within:
        raise InputError(f"scores must be between 0 and 1 to have log odds, got {column.min():g} to {column.max():g}")
    ascending = np.unique(column)
    if within and bounds != "none":
        return log_odds(ascending)[0]
    scale, middle = as_they_are(ascending)[0], float(np.median(ascending))
    return lambda scores: scale(scores) - middle


def _mean(scores: Array) -> Array:
    if scores.min() >= 0 and scores.max() <= 1:
        return np.asarray(scores.mean(axis=1))
    deviation = scores.std(axis=0)
    return np.asarray(((scores - scores.mean(axis=0)) / np.where(deviation > 0, deviation, 1)).mean(axis=1))


@dataclass(frozen=True)
class Mixture:
    """A score of several that learns nothing; `of` takes scores of shape (cases, columns)."""

    title: str
    of: Callable[[Array], Array]
    words: str


MIXTURES: Mapping[str, Mixture] = {
    "mean": Mixture("Mean", _mean, "the mean of the scores; standardised, unless all are between 0 and 1"),
    "and": Mixture(
        "AND",
        lambda scores: np.asarray(rankdata(scores, axis=0).min(axis=1)),
        "positive where all models say so: the lowest of the ranks",
    ),
    "or": Mixture(
        "OR",
        lambda scores: np.asarray(rankdata(scores, axis=0).max(axis=1)),
        "positive where any model says so: the highest of the ranks",
    ),
}
"""Mixtures by key, in display order."""


READ = ", read"
"""What is added to the name of a model whose scores are read as evidence."""


@dataclass(frozen=True, eq=False)
class Way:
    """One way to score the cases: `kind` is "alone", "read" (each by its evidence), "together", "stacked" or "mixed".

    `table` has the cases, those of a way that learns with their place among the negatives of their own fold. `gain` is
    the area of the ensemble less that of this way, on the same cases; `average_precision` is that of this way.
    """

    title: str
    kind: str
    table: ScoreTable
    auc: Interval
    gain: Interval
    average_precision: float


@dataclass(frozen=True, eq=False)
class Together:
    """The ensemble, fitted to all cases, and every way to score them on cases that it did not learn from.

    `score` is the ensemble's logarithm of the ratio of each case, `learned` its area on the cases it was fitted to.
    `alike` says that all models put the cases into the same order, `cases` how many there are, `sizes` those of folds.
    `correlations` are those of two models' scores within the positives and within the negatives, NaN where they do not
    vary or there are more models.
    """

    ensemble: Ensemble
    ways: tuple[Way, ...]
    learned: Interval
    score: Array
    alike: bool
    correlations: tuple[float, float]
    positives: int
    cases: int
    sizes: tuple[int, ...]

    @property
    def whole(self) -> Way:
        """The ensemble."""
        return next(way for way in self.ways if way.kind == "together")

    def of(self, kind: str) -> tuple[Way, ...]:
        """The ways of one kind."""
        return tuple(way for way in self.ways if way.kind == kind)


def together(
    scores: ArrayLike,
    truth: ArrayLike,
    method: str = "kde",
    *,
    positive: Any = 1,
    bandwidth: str = "normal",
    bounds: str | None = None,
    names: Sequence[str] = (),
    folds: int = FOLDS,
    level: float = 0.95,
    rng: np.random.Generator,
    progress: Callable[[float], None] = lambda done: None,
) -> Together:
    """Each model alone, read as evidence, the ensemble, logistic stacking and mixtures, compared on the same cases.

    What learns is cross-fitted, on the same scales as the ensemble: a case is scored by what the other folds teach;
    each model alone is read by a kernel for one score. Intervals are DeLong's (1988), those of the gains paired and,
    like those of all that learns, widened, see `likelihood.INFLATION`. `progress` is told the share of folds that is
    done; the other arguments are those of `fit`. Raises `InputError` "cross-fitting needs two cases of each class, got
    1 of one", and "with one fold left out, ..." where the rest cannot be read.

    >>> found = together([[1, 2], [2, 1], [3, 4], [4, 3]], [0, 1, 0, 1], "logistic", folds=2,
    ...                  rng=np.random.default_rng(1))
    >>> [way.title for way in found.of("mixed")]
    ['Mean', 'AND', 'OR']
    """
    columns = checked(scores)
    whole = fit(columns, truth, method, positive=positive, bandwidth=bandwidth, bounds=bounds, names=names)
    true = _truth(truth, positive, len(columns))
    if folds < 2:
        raise InputError(f"folds must be 2 or more, got {folds}")
    smaller = int(min(true.sum(), (~true).sum()))
    if smaller < 2:
        raise InputError(f"cross-fitting needs two cases of each class, got {smaller} of one")
    fold = _dealt(true, min(folds, smaller), rng)
    keys = ["together", *(["stacked"] if method != "logistic" else []), *range(columns.shape[1])]
    unseen: dict[str | int, Array] = {key: np.empty(len(columns)) for key in keys}
    scaled = whole.scaled(columns)
    for mine in (fold == number for number in range(fold.max() + 1)):
        part, rest, known = scaled[mine], scaled[~mine], true[~mine]
        readings: dict[str | int, Array] = {}
        try:
            for learner, by in (("together", method), ("stacked", "logistic")):
                if learner in unseen:
                    one = fit(rest, known, by, positive=True, bandwidth=bandwidth, bounds="none", names=whole.names)
                    readings[learner] = one.log_ratio(part)
            for number in range(columns.shape[1]):
                table = ScoreTable.of(rest[:, number], known, True)
                readings[number] = likelihood.fit(table, bandwidth=bandwidth, bounds="none").log_ratio(part[:, number])
        except InputError as problem:
            raise InputError(f"with one fold left out, {problem}") from None
        for key, log in readings.items():
            unseen[key][mine] = _among_negatives(log, true[mine])
        progress(float(fold[mine][0] + 1) / float(fold.max() + 1))
    placed = {key: _placed(place, true) for key, place in unseen.items()}
    best = placed["together"]

    def way(title: str, kind: str, score: Array, key: str | int | None = None) -> Way:
        at = _placed(score, true) if key is None else placed[key]
        learns = INFLATION if key is not None else 1.0
        table = ScoreTable.of(score, true, True)
        return Way(
            title,
            kind,
            table,
            area(at, level, inflation=learns),
            difference(best, at, level, inflation=INFLATION),
            curves.area(curves.precision_recall(table)),
        )

    names = whole.names
    ways = [way(name, "alone", columns[:, number]) for number, name in enumerate(names)]
    ways += [way(f"{name}{READ}", "read", unseen[number], number) for number, name in enumerate(names)]
    ways.append(way("Together", "together", unseen["together"], "together"))
    if "stacked" in unseen:
        ways.append(way("Stacking", "stacked", unseen["stacked"], "stacked"))
    ways += [way(mixture.title, "mixed", mixture.of(columns)) for mixture in MIXTURES.values()]
    score = whole.log_ratio(columns)
    ranks = rankdata(columns, axis=0)
    return Together(
        whole,
        tuple(ways),
        area(_placed(score, true), level),
        score,
        bool((ranks == ranks[:, :1]).all()),
        (_correlation(whole, columns[true]), _correlation(whole, columns[~true])),
        int(true.sum()),
        len(true),
        tuple(np.bincount(fold).tolist()),
    )


def _correlation(whole: Ensemble, columns: Array) -> float:
    scaled = whole.scaled(columns)
    if scaled.shape[1] != 2 or not (scaled.min(axis=0) < scaled.max(axis=0)).all():
        return math.nan
    one, other = ((scaled - scaled.mean(axis=0)) / (scaled.max(axis=0) - scaled.min(axis=0))).T
    return float(one @ other) / math.sqrt(float(one @ one) * float(other @ other))


def _dealt(true: NDArray[np.bool_], folds: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """The fold of each case, class by class as evenly as can be."""
    fold = np.empty(true.size, dtype=np.intp)
    for cases in (true, ~true):
        fold[cases] = rng.permutation(int(cases.sum())) % folds
    return fold


def _placed(score: Array, true: NDArray[np.bool_]) -> Placed:
    return Placed.of(score, true.astype(np.int64), (~true).astype(np.int64))


def _among_negatives(score: Array, true: NDArray[np.bool_]) -> Array:
    """Each case's place among the negatives, ties by half."""
    return _placed(score, true).among_negatives


@dataclass(frozen=True, eq=False)
class Called:
    """What a way calls positive when it calls at most a share of the cases: the threshold and the counts."""

    threshold: float
    counts: Counts


def called(table: ScoreTable, share: float) -> Called:
    """The cases with the highest scores, up to a share of all; cases of one score stay together.

    Raises `InputError` "share must be between 0 and 1, got 1.2" and "there is no case to call".

    >>> called(ScoreTable.of([0.1, 0.4, 0.8, 0.9], [0, 1, 0, 1]), 0.5).threshold
    0.8
    """
    if not 0 <= share <= 1:
        raise InputError(f"share must be between 0 and 1, got {share}")
    cases = table.positives + table.negatives
    if not cases.any():
        raise InputError("there is no case to call")
    from_top = np.cumsum(cases[::-1])[::-1]
    place = int(np.argmax(np.append(from_top, 0) <= share * float(from_top[0]) * (1 + 1e-12)))
    threshold = float(np.append(table.score, np.inf)[place])
    return Called(threshold, table.at(threshold))


@dataclass(frozen=True, eq=False)
class Regions:
    """The plane of two scores: `log_ratio` has a row for each y and a column for each x."""

    x: Array
    y: Array
    log_ratio: Array


POINTS = 121


def regions(ensemble: Ensemble, scores: ArrayLike) -> Regions:
    """The evidence of two scores all over their plane, the outermost 0.2 % of each score left out if far away.

    Raises `InputError` "a plane has two scores, got 3".
    """
    if len(ensemble.names) != 2:
        raise InputError(f"a plane has two scores, got {len(ensemble.names)}")
    columns = checked(scores)
    if columns.shape[1] != 2:
        raise InputError(f"a plane has two scores, got {columns.shape[1]}")
    x, y = (_span(column) for column in columns.T)
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return Regions(x, y, ensemble.log_ratio(grid).reshape(POINTS, POINTS))


def _span(column: Array) -> Array:
    low, high = float(column.min()), float(column.max())
    inner = np.quantile(column, [0.002, 0.998])
    if high - low > 1.5 * (inner[1] - inner[0]) > 0:
        low, high = map(float, inner)
    return np.linspace(low, high, POINTS)
