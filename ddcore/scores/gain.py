"""What the likelihood ratio gains on the scores: areas before, after on the same cases, and after on unseen cases."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ddcore.arrays import Array
from ddcore.errors import InputError
from ddcore.interval import Interval, tails
from ddcore.resampling.bootstrap import resample
from ddcore.resampling.cross_validation import EqualCases, folds_of
from ddcore.scores.choice import FOLDS, ORDER
from ddcore.scores.curves import area, convex_hull, precision_recall
from ddcore.scores.intervals import DeLongComponents, auc_difference, delong
from ddcore.scores.kernel import USUAL, Tally
from ddcore.scores.likelihood import BEST, FARTHEST, FoldReading, fit, read_folds
from ddcore.scores.ranks import coarse
from ddcore.scores.ratio import Likelihood
from ddcore.scores.shape import Shape, shape
from ddcore.table import ScoreTable
from ddcore.workers.side_by_side import side_by_side

BEFORE, LEARNED, UNSEEN = "before", "after, same cases", "after, unseen cases"


@dataclass(frozen=True, eq=False)
class Gain:
    """The scores before and after the likelihood transformation.

    `tables` has the cases with their scores before, with their ratio, and with their cross-fitted place (left out
    where `refused` says why). By the same names, `aucs` and `gains` are the areas and what they are above the one
    before, and `precisions` the average precision. `hull_gains` are what the convex hull would add to the area
    before and after: 0 where the ROC curve is concave. `sizes` are the cases of the folds, `areas` their AUCs and
    `readings` the folds themselves, `fixed` folds of the method that all cases chose, () where it
    was given.

    Of unseen cases the value is that of the whole procedure, in which each fold is read as the others choose. Fewer
    cases often choose to keep the order where all do not, so it is below what the reading of all cases reaches. Where
    that reading was chosen, the interval also holds that of a second cross-fit by its method, which had a part in the
    choice and so is above.

    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 0, 0, 0, 0, 1, 1])
    >>> gained = gain(table, "histogram", folds=2, rng=np.random.default_rng(1))
    >>> list(gained.tables), gained.gains["after, same cases"].value, gained.sizes, gained.state
    (['before', 'after, same cases', 'after, unseen cases'], 0.25, (4, 4), 'unclear')
    """

    likelihood: Likelihood
    shape: Shape
    tables: Mapping[str, ScoreTable]
    aucs: Mapping[str, Interval]
    gains: Mapping[str, Interval]
    precisions: Mapping[str, float]
    hull_gains: Mapping[str, float]
    sizes: tuple[int, ...]
    areas: tuple[float, ...]
    refused: str
    readings: tuple[FoldReading, ...] = ()
    fixed: tuple[FoldReading, ...] = ()

    @property
    def state(self) -> str:
        """What these cases show, of `STATES`: the one decision that answer, shape and advice are words of."""
        before, unseen = self.aucs[BEFORE], self.gains.get(UNSEEN)
        if before.value == 1:
            return "perfect"
        if unseen is None:
            return "untried"
        backwards = before.high < 0.5
        if self.likelihood.method == ORDER:
            return "turned" if backwards else "kept"
        if unseen.low > 0 and self.aucs[UNSEEN].low <= 0.5:
            return "levelled"
        if backwards and (self.shape.runs == (-1,) or self.likelihood.method == "isotonic"):
            return "turned"
        if unseen.low > 0:
            return "better" if unseen.value >= CLEAR else "hardly"
        if self.likelihood.choice is not None and unseen.value > 0:
            return "likely"
        return "worse" if unseen.high < 0 else "unclear"

    def at_share(self, share: float) -> "Gain":
        """The gain where another share is positive: each class of `tables` is weighted as it is there.

        Areas under ROC curves stay; `precisions` are those of that share.

        >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 0, 0, 0, 0, 1, 1])
        >>> rare = gain(table, "histogram", folds=2, rng=np.random.default_rng(1)).at_share(0.2)
        >>> rare.tables["before"].prevalence, round(rare.precisions["before"], 3)
        (0.2, 0.589)
        """
        own = self.tables[BEFORE].prevalence
        times = share / own, (1 - share) / (1 - own)
        tables = {name: table.reweighted(*times) for name, table in self.tables.items()}
        return replace(self, tables=tables, precisions=_precisions(tables))


CLEAR = 0.005
"""A gain in area below this changes nothing that anybody would notice."""
STATES = {
    "perfect": "the scores separate perfectly as they are",
    "untried": "no unseen cases can be tried",
    "levelled": "scores that point the wrong way are levelled, no more",
    "turned": "the scores point the wrong way",
    "kept": "the scores as they are are the best reading that was found",
    "better": "the reading separates unseen cases better",
    "hardly": "so too, by next to nothing",
    "likely": "so the choice found, but on new folds the gain is not clearly above 0",
    "worse": "the reading separates unseen cases worse",
    "unclear": "these cases do not show that it separates better",
}
"""What a reading may be found to be."""


def gain(
    table: ScoreTable,
    method: str = BEST,
    *,
    bandwidth: str = USUAL,
    bounds: str | None = None,
    folds: int = FOLDS,
    rng: np.random.Generator,
) -> Gain:
    """Everything that the likelihood transformation by one method changes; the parameters are those of `cross_fit`.

    Where the cases cannot be dealt to folds, what is said of unseen cases is left out and `refused` says why. Raises
    `InputError` as `likelihood.fit` does.

    >>> table = ScoreTable.of([1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 0, 0, 0, 0, 1, 1])
    >>> gain(table, "histogram", folds=2, rng=np.random.default_rng(1)).aucs["before"].value
    0.5
    """
    table = table.unweighted()
    likelihood = fit(table, method, bandwidth=bandwidth, bounds=bounds)
    log = likelihood.log_ratio(table.score)
    before, after = (DeLongComponents.of_table(table, score) for score in (table.score, log))
    tables = {BEFORE: table, LEARNED: likelihood.transform(table)}
    aucs = {BEFORE: delong(table), LEARNED: delong(tables[LEARNED])}
    gains = {LEARNED: auc_difference(after, before)}
    hull_gains = {name: max(area(convex_hull(scored)) - aucs[name].value, 0.0) for name, scored in tables.items()}
    sizes: tuple[int, ...] = ()
    areas: tuple[float, ...] = ()
    readings: tuple[FoldReading, ...] = ()
    fixed: tuple[FoldReading, ...] = ()
    refused = ""
    ways = [(method, bounds)]
    if likelihood.choice is not None:
        ways.append((likelihood.method, likelihood.bounds))
    try:
        dealt = [folds_of(table, folds, rng=rng) for _ in ways]
        unseen, *again = side_by_side(
            *(
                partial(read_folds, table, own, way, bandwidth=bandwidth, bounds=scale)
                for own, (way, scale) in zip(dealt, ways, strict=True)
            )
        )
    except InputError as problem:
        refused = str(problem)
    else:
        tables[UNSEEN], aucs[UNSEEN], gains[UNSEEN], sizes = unseen.drawn, unseen.auc, unseen.gain, unseen.sizes
        areas, readings = unseen.aucs, unseen.readings
        for other in again:
            aucs[UNSEEN], gains[UNSEEN] = aucs[UNSEEN].holding(other.auc), gains[UNSEEN].holding(other.gain)
            fixed = other.readings
    bends = shape(likelihood, table)
    return Gain(
        likelihood, bends, tables, aucs, gains, _precisions(tables), hull_gains, sizes, areas, refused, readings, fixed
    )


def _precisions(tables: Mapping[str, ScoreTable]) -> Mapping[str, float]:
    """The average precision of each."""
    return {name: area(precision_recall(scored)) for name, scored in tables.items()}


@dataclass(frozen=True, eq=False)
class Portrait:
    """What a chart of the ratio shows, point by point over the scores: both densities and the logarithm of the ratio.

    A method without densities has those of the histogram. `low` and `high` are the ends of the band of the logarithm.

    >>> table = ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1])
    >>> drawn = portrait(fit(table, "binormal"), table, rng=np.random.default_rng(1))
    >>> drawn.score.shape, drawn.positives[[0, -1]].round(3).tolist(), bool((drawn.low <= drawn.high).all())
    ((401,), [0.104, 0.22], True)
    """

    score: Array
    positives: Array
    negatives: Array
    log_ratio: Array
    low: Array
    high: Array


PORTRAIT_POINTS = 401


def portrait(likelihood: Likelihood, table: ScoreTable, *, rng: np.random.Generator) -> Portrait:
    """The densities and the ratio over the scores of a table, the outermost 0.2 % on each side left out if far away.

    >>> table = ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1])
    >>> portrait(fit(table, "histogram"), table, rng=np.random.default_rng(1)).score[[0, -1]].tolist()
    [1.0, 4.0]
    """
    both = Tally.of(table.score, table.positives + table.negatives)
    low, high = float(table.score[0]), float(table.score[-1])
    inner = both.quantile(0.002), both.quantile(0.998)
    if high - low > 2 * (inner[1] - inner[0]) > 0:
        low, high = inner
    if low == high:
        low, high = low - 1, high + 1
    x = np.linspace(low, high, PORTRAIT_POINTS)
    densities = likelihood.densities(x)
    if densities is None:
        densities = fit(table, "histogram").densities(x) or (np.zeros_like(x), np.zeros_like(x))
    return Portrait(x, *densities, likelihood.log_ratio(x), *log_ratio_band(likelihood, table, x, rng=rng))


RESAMPLES = 100
FEW = 500
"""Different scores that are resampled; more are taken together with their neighbours."""


def log_ratio_band(
    likelihood: Likelihood, table: ScoreTable, x: Array, level: float | None = None, *, rng: np.random.Generator
) -> tuple[Array, Array]:
    """The interval of the logarithm of the ratio at each score: the middle share of `RESAMPLES` resamples.

    Cases are drawn with replacement within their class (Efron 1979) and read as `Likelihood.again` does.
    Returns the lower and the upper ends, shaped like x; NaN where of weights only the sums are known, and infinite
    where no resample can be read.

    >>> table = ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1])
    >>> low, high = log_ratio_band(fit(table, "logistic"), table, np.array([4.0]), rng=np.random.default_rng(1))
    >>> bool(low[0] < fit(table, "logistic").log_ratio(4.0) < high[0])
    True
    """
    few = coarse(table.unweighted(), FEW)
    try:
        cases = EqualCases.of(few)
    except InputError:
        return np.full_like(x, math.nan), np.full_like(x, math.nan)
    drawn = []
    for _ in range(RESAMPLES):
        try:
            reading = likelihood.again(resample(cases, rng=rng))
        except InputError:
            continue  # such as a binormal law of a class whose scores are all equal
        drawn.append(np.clip(reading.log_ratio(x), -FARTHEST, FARTHEST))
    if not drawn:
        return np.full_like(x, -math.inf), np.full_like(x, math.inf)
    low, high = np.quantile(drawn, tails(level), axis=0)
    return low, high
