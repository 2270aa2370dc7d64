"""Every way to score the cases of several models, on unseen cases: alone, by likelihood ratio, together and mixed."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from ddcore.arrays import Array
from ddcore.counts import Counts, all_equal
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.records.clusters import design_effects
from ddcore.records.labels import squared
from ddcore.resampling.cross_validation import deal_by_class
from ddcore.scores import curves, likelihood
from ddcore.scores.best_joint import BEST, SIMPLEST, best_method
from ddcore.scores.choice import FOLDS, INFLATION, ORDER
from ddcore.scores.ensemble import Ensemble, checked_scores, checked_weights, fit, positives
from ddcore.scores.intervals import DeLongComponents, auc_difference, auc_interval
from ddcore.scores.roc_bands import TogetherShares, together_shares
from ddcore.table import Packed, ScoreTable
from ddcore.workers import progress
from ddcore.workers.side_by_side import side_by_side


def _mean(scores: Array) -> Array:
    if scores.min() >= 0 and scores.max() <= 1:
        return np.asarray(scores.mean(axis=1))
    deviation = scores.std(axis=0)
    return np.asarray(((scores - scores.mean(axis=0)) / np.where(deviation > 0, deviation, 1)).mean(axis=1))


@dataclass(frozen=True)
class Mixture:
    """A score made of several without learning; `of` takes scores of shape (cases, columns).

    >>> MIXTURES["and"].of(np.array([[0.1, 0.9], [0.2, 0.3], [0.3, 0.1]])).tolist()
    [1.0, 2.0, 1.0]
    """

    title: str
    of: Callable[[Array], Array]
    words: str


MIXTURES: Mapping[str, Mixture] = {
    "mean": Mixture("Mean", _mean, "the mean of the scores; standardised, unless all are between 0 and 1"),
    "and": Mixture(
        "AND",
        lambda scores: np.asarray(scipy.stats.rankdata(scores, axis=0).min(axis=1)),
        "positive where all models say so: the lowest of the ranks",
    ),
    "or": Mixture(
        "OR",
        lambda scores: np.asarray(scipy.stats.rankdata(scores, axis=0).max(axis=1)),
        "positive where any model says so: the highest of the ranks",
    ),
}
"""Mixtures by key, in display order."""


LEARNED = {"together": "Together", "stacked": "Stacking"}
"""What learns from all models at once, in display order."""

READ = ", read"
"""What is added to the name of a model whose scores are read as evidence."""


@dataclass(frozen=True, eq=False)
class Way:
    """One way to score the cases: `kind` is "alone", "read" (each by its evidence), "together", "stacked" or "mixed".

    `table` has the cases, those of a way that learns with their place among the negatives of their own fold. `gain` is
    the area of the ensemble less that of this way, on the same cases; `average_precision` is that of this way; `shares`
    says where the ensemble's ROC curve is above that of a model, alone or read, None for other ways.

    >>> scores = [[1, 2], [2, 1], [3, 4], [4, 3]]
    >>> first, *_ = together(scores, [0, 1, 0, 1], "logistic", folds=2, rng=np.random.default_rng(1)).ways
    >>> first.title, first.kind, first.auc.value, first.table.score.tolist()
    ('column 1', 'alone', 0.75, [1.0, 2.0, 3.0, 4.0])
    """

    title: str
    kind: str
    packed: Packed
    auc: Interval
    gain: Interval
    average_precision: float
    shares: TogetherShares | None = None

    @property
    def table(self) -> ScoreTable:
        """Made anew each time: at 10^6 cases the tables of nine ways would take 370 MB."""
        return self.packed.table


@dataclass(frozen=True, eq=False)
class Together:
    """The ensemble, fitted to all cases, and every way to score them on cases that it did not learn from.

    `score` is the ensemble's logarithm of the ratio of each case, `learned` its area on the cases it was fitted to.
    `alike` says that all models put the cases into the same order, `cases` how many there are, `sizes` those of folds,
    one where cases were held out, `methods` what read the cases of each, and `searched` whether that was
    chosen by unseen cases.
    `correlations` are those of two models' scores within the positives and within the negatives, NaN where they do not
    vary or there are more models.

    >>> scores = [[1, 2], [2, 1], [3, 4], [4, 3]]
    >>> both = together(scores, [0, 0, 1, 1], "logistic", folds=2, rng=np.random.default_rng(1))
    >>> both.joint_way.title, both.learned.value, both.alike, both.cases, both.sizes, both.score.shape
    ('Together', 1.0, False, 4, (2, 2), (4,))
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
    methods: tuple[str, ...] = ()
    searched: bool = False

    @property
    def joint_way(self) -> Way:
        """The ensemble."""
        return next(way for way in self.ways if way.kind == "together")

    @property
    def enough(self) -> Way | None:
        """A model that, read as evidence by itself, all together are not shown to be better than.

        Its `gain.high` is what they may still gain on it. And no worse than the best model as it is, so that a reading
        which is merely uncertain is not meant.
        """
        best_read = max(self.of("read"), key=lambda way: way.auc.value, default=None)
        alone = max(way.auc.value for way in self.of("alone"))
        return None if best_read is None or best_read.gain.low > 0 or best_read.auc.value < alone else best_read

    def of(self, kind: str) -> tuple[Way, ...]:
        """The ways of one kind."""
        return tuple(way for way in self.ways if way.kind == kind)


def together(
    scores: ArrayLike,
    truth: ArrayLike,
    method: str = "kde",
    *,
    positive: Any = None,
    bandwidth: str = "normal",
    bounds: str | None = None,
    names: Sequence[str] = (),
    weight: ArrayLike | None = None,
    cluster: NDArray[np.int64] | None = None,
    folds: int = FOLDS,
    held: float | None = None,
    level: float | None = None,
    rng: np.random.Generator,
) -> Together:
    """Each model alone, read as evidence, the ensemble, logistic stacking and mixtures, compared on the same cases.

    What learns is cross-fitted, on the same scales as the ensemble: a case is scored by what is learned from the other
    folds; each model alone is read by the method that is best on them, see `choice.choose`. Intervals have DeLong's
    variance (1988), widened for few cases, see `intervals.delong`; those of the gains are paired by case, and these and
    those of all that learns have their variance times `INFLATION`. Weighted cases are dealt one by one, and count their
    weights in what is learned and in every area. The cases of a `cluster` are dealt together, and every area and gain
    has design effects of its own, see `clusters.component_effects`.

    Parameters: those of `ensemble.fit`, the number of folds, and the level of the intervals. `method` "best" takes for
    each fold the one that `best_method` finds on the others. With a share `held` out there are no folds: that share of
    each class is judged by what the rest teaches, and no variance is inflated, as nothing that is judged was learned
    from. The share of folds that are done goes to `progress`.

    Raises `InputError` as `ensemble.fit` does, "folds must be 2 or more, got 1", "held must be above 0 and below 1, got
    1", "cross-fitting needs two cases of each class, got 1 of one", and "too few cases differ: with one fold left out,
    the rest cannot be read".

    >>> scores = [[1, 2], [2, 1], [3, 4], [4, 3]]
    >>> comparison = together(scores, [0, 1, 0, 1], "logistic", folds=2, rng=np.random.default_rng(1))
    >>> [way.title for way in comparison.of("mixed")]
    ['Mean', 'AND', 'OR']
    """
    columns = checked_scores(scores)
    true = positives(truth, positive, len(columns))
    if folds < 2:
        raise InputError(f"folds must be 2 or more, got {folds}")
    if held is not None and not 0 < held < 1:
        raise InputError(f"held must be above 0 and below 1, got {held:g}")
    smaller = int(min(true.sum(), (~true).sum()))
    if smaller == 1:
        raise InputError(f"cross-fitting needs two cases of each class, got {smaller} of one")
    share = checked_weights(weight, len(columns))
    share = None if share is None or all_equal(share) else share
    fitted = partial(fit, columns, truth, positive=positive, bounds=bounds, names=names, weight=share)
    chosen = method
    if method == BEST:
        chosen = best_method(fitted(SIMPLEST).scaled(columns), true, share, bandwidth)
    whole = fitted(chosen, bandwidth=bandwidth)
    if held is not None:
        fold = _held_out(true, held, rng, cluster)
    else:
        fold = deal_by_class(true, min(folds, smaller), rng=rng, cluster=cluster)
    unseen, methods = _unseen(columns, whole.scaled(columns), true, share, fold, method, bandwidth)
    ranks = scipy.stats.rankdata(columns, axis=0)
    same_order = bool((ranks == ranks[:, :1]).all())
    del ranks
    score = whole.log_ratio(columns)
    learned = auc_interval(_placing(true, share)(score).in_clusters(cluster), level)
    correlations = _correlation(whole, columns, true, share), _correlation(whole, columns, ~true, share)
    inflation = INFLATION if held is None else 1.0
    if held is not None:
        judged = fold >= 0
        columns, true, fold = columns[judged], true[judged], fold[judged]
        share = None if share is None else share[judged]
        cluster = None if cluster is None else cluster[judged]
        unseen = {key: each[judged] for key, each in unseen.items()}
    placed = _placing(true, share)
    best, ours = placed(unseen["together"]), unseen["together"]

    def way(title: str, kind: str, scored: Callable[[], Array], more: float = 1.0) -> Way:
        score = scored()
        at = placed(score)
        table = ScoreTable.of(score, true, True, share)
        design = None if cluster is None else design_effects(score, true, cluster, share)
        if design is not None:
            table = table.in_clusters(design)
        return Way(
            title,
            kind,
            Packed.of(table),
            auc_interval(at.in_clusters(cluster), level, inflation=more),
            auc_difference(best.in_clusters(cluster, beside=at), at, level, inflation=inflation),
            curves.area(curves.precision_recall(table)),
            together_shares(ours, score, true, share, inflation, 2 * len(names), cluster)
            if kind in ("alone", "read")
            else None,
        )

    names = whole.names
    taken: list[str] = []
    ways: list[Callable[[], Way]] = []

    def add(title: str, kind: str, scored: Callable[[], Array], more: float = 1.0) -> None:
        taken.append(unique(title, taken))
        ways.append(partial(way, taken[-1], kind, scored, more))

    for number, name in enumerate(names):
        add(name, "alone", partial(columns.__getitem__, (slice(None), number)))
    for number, name in enumerate(names):
        add(f"{name}{READ}", "read", partial(unseen.pop, number), inflation)
    for key, title in LEARNED.items():
        if key in unseen:
            add(title, key, partial(unseen.pop, key), inflation)
    for mixture in MIXTURES.values():
        add(mixture.title, "mixed", partial(mixture.of, columns))
    return Together(
        whole,
        tuple(side_by_side(*ways)),
        learned,
        score,
        same_order,
        correlations,
        int(true.sum()),
        len(true),
        tuple(np.bincount(fold).tolist()),
        methods,
        method == BEST,
    )


def _held_out(
    true: NDArray[np.bool_], held: float, rng: np.random.Generator, cluster: NDArray[np.int64] | None = None
) -> NDArray[np.intp]:
    """0 for a share of each class, -1 for the rest, of each at least one case; clusters stay together."""
    if cluster is not None:
        _, code = np.unique(cluster, return_inverse=True)
        return _held_out(np.bincount(code, true) > 0, held, rng)[code]
    fold = np.full(true.size, -1, np.intp)
    for own in (true, ~true):
        cases = np.flatnonzero(own)
        number = min(max(round(held * cases.size), 1), cases.size - 1)
        fold[rng.choice(cases, number, replace=False)] = 0
    return fold


def _unseen(
    columns: Array,
    scaled: Array,
    true: NDArray[np.bool_],
    weight: Array | None,
    fold: NDArray[np.intp],
    method: str,
    bandwidth: str,
) -> tuple[dict[str | int, Array], tuple[str, ...]]:
    """Each case's place in its own fold by what the other folds give, and the method by which each fold was read.

    The keys are "together", "stacked", or a model's number; cases of fold -1 are learned from alone.
    """
    learners = {"together": method} | ({"stacked": "logistic"} if method != "logistic" else {})
    keys: list[str | int] = [*learners, *range(scaled.shape[1])]
    # Where the order of a model is kept, its cases are placed among all cases, so that its area is that of the scores.
    alone = np.stack([_among_negatives(column, true, weight) for column in columns.T], axis=1)
    folds = int(fold.max()) + 1

    def read(number: int) -> tuple[dict[str | int, Array], str]:
        """The places of the cases of a fold, and what read them all together."""
        mine = fold == number
        part, rest, known = scaled[mine], scaled[~mine], true[~mine]
        own, others = (None if weight is None else weight[cases] for cases in (mine, ~mine))
        places: dict[str | int, Array] = {}
        readings: dict[str | int, Array] = {}
        try:
            chosen = best_method(rest, known, others, bandwidth) if method == BEST else method
            for learner, by in {**learners, "together": chosen}.items():
                ensemble = fit(rest, known, by, positive=True, bandwidth=bandwidth, bounds="none", weight=others)
                readings[learner] = ensemble.log_ratio(part)
            for column in range(scaled.shape[1]):
                table = ScoreTable.of(columns[~mine, column], known, True, others)
                reading = likelihood.fit(table, likelihood.BEST)
                if reading.method == ORDER:
                    places[column] = alone[mine, column]
                else:
                    readings[column] = reading.log_ratio(columns[mine, column])
        except InputError:
            raise InputError("too few different scores: with one fold left out, the rest cannot be fitted") from None
        places |= {key: _among_negatives(log, true[mine], own) for key, log in readings.items()}
        progress.tell((number + 1) / folds, "Combining the scores")
        return places, chosen

    unseen = {key: np.empty(len(scaled)) for key in keys}
    by_fold = side_by_side(*(partial(read, number) for number in range(folds)))
    for number, (places, _) in enumerate(by_fold):
        for key, of_fold in places.items():
            unseen[key][fold == number] = of_fold
    return unseen, tuple(chosen for _, chosen in by_fold)


def unique(title: str, taken: Sequence[str]) -> str:
    """A title that is not taken.

    >>> unique("Together", ["Together", "trees"])
    'Together (2)'
    """
    candidates = (title, *(f"{title} ({n})" for n in range(2, len(taken) + 3)))
    return next(candidate for candidate in candidates if candidate not in taken)


def _correlation(whole: Ensemble, columns: Array, mine: NDArray[np.bool_], weight: Array | None) -> float:
    scaled = whole.scaled(columns[mine])
    if scaled.shape[1] != 2 or not (scaled.min(axis=0) < scaled.max(axis=0)).all():
        return math.nan
    counts = np.ones(len(scaled)) if weight is None else weight[mine] / weight.max()
    away = (scaled - np.average(scaled, axis=0, weights=counts)) / (scaled.max(axis=0) - scaled.min(axis=0))
    first, second = away.T
    return float(counts * first @ second) / math.sqrt(float(counts @ first**2) * float(counts @ second**2))


def _placing(true: NDArray[np.bool_], weight: Array | None) -> Callable[[Array], DeLongComponents]:
    """What places the cases by a score; how many they are is counted once for all scores."""
    if weight is None:
        return partial(DeLongComponents.of, positives=true.astype(np.int64), negatives=(~true).astype(np.int64))
    positives, negatives = true * weight, ~true * weight
    return partial(
        DeLongComponents.of, positives=positives, negatives=negatives, squares=(squared(positives), squared(negatives))
    )


def _among_negatives(score: Array, true: NDArray[np.bool_], weight: Array | None) -> Array:
    """Each case's place among the negatives, ties by half; of those in one gap the higher score stands higher."""
    least = 1 / int((~true).sum()) if weight is None else float(weight[~true].min() / weight[~true].sum())
    return np.asarray(
        _placing(true, weight)(score).among_negatives + scipy.stats.rankdata(score) / (score.size + 1) * least / 2
    )


@dataclass(frozen=True, eq=False)
class Called:
    """What a way predicts positive when it calls at most a share of the cases: the threshold and the counts.

    >>> called(ScoreTable.of([0.1, 0.4, 0.8, 0.9], [0, 1, 0, 1]), 0.25).counts
    Counts(tp=1, fp=0, fn=1, tn=2)
    """

    threshold: float
    counts: Counts


def called(table: ScoreTable, share: float) -> Called:
    """The cases with the highest scores, up to a share of all; cases of one score stay together.

    Raises `InputError` "share must be between 0 and 1, got 1.2" and "there is no case to predict".

    >>> called(ScoreTable.of([0.1, 0.4, 0.8, 0.9], [0, 1, 0, 1]), 0.5).threshold
    0.8
    """
    return called_at(table, [share])[0]


def called_at(table: ScoreTable, shares: Sequence[float]) -> list[Called]:
    """The results for each of several shares, for which the table is summed once.

    >>> [at.threshold for at in called_at(ScoreTable.of([0.1, 0.4, 0.8, 0.9], [0, 1, 0, 1]), [0.1, 0.5])]
    [inf, 0.8]
    """
    for share in shares:
        if not 0 <= share <= 1:
            raise InputError(f"share must be between 0 and 1, got {share}")
    cases = table.positives + table.negatives
    if not cases.any():
        raise InputError("there is no case to predict")
    from_top = np.cumsum(cases[::-1])
    most = np.array(shares) * float(from_top[-1]) * (1 + 1e-12)
    places = cases.size - np.searchsorted(from_top, most, side="right")
    thresholds = [float(table.score[place]) if place < cases.size else math.inf for place in places.tolist()]
    counts = table.at(thresholds)
    return [Called(threshold, counts[place]) for place, threshold in enumerate(thresholds)]
