"""The best threshold of any measure: by trying every one, in closed form, and with a bootstrap interval."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.counts import Cells, Counts
from ddcore.errors import InputError
from ddcore.interval import Interval, confident
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named
from ddcore.resampling.bootstrap import percentile_interval
from ddcore.scores.line import line_by_differences
from ddcore.scores.modes import peaks
from ddcore.scores.resampling import Corners, Resamples, held_out_value
from ddcore.table import OfTable, ScoreTable, sweep

ROUNDING = 1e-14
"""Values nearer to each other, in parts of the scale of their measure, differ by rounding only."""


def rounding_error(measure: Measure, value: Any) -> np.float64 | Array:
    """How far two values of a measure near `value` may differ by rounding only, in units of the measure.

    >>> rounding_error(measure_named("ACC"), 0.3), rounding_error(measure_named("TP"), [200.0, math.inf])
    (np.float64(1e-14), array([2.e-12, 0.e+00]))
    """
    ends = (measure.best, measure.worst)
    least = max(map(abs, ends)) if all(map(math.isfinite, ends)) else 0.0
    scale = np.fmax(np.abs(value), least)
    return np.where(np.isfinite(scale), ROUNDING * scale, 0.0)[()]


class _Valued(Protocol):
    """What has payoffs, such as `decisions.utility.Utility`; its yield is a measure."""

    @property
    def measure(self) -> Measure:
        """The yield as a measure."""


Objective: TypeAlias = str | Measure | _Valued


def objective(name: Objective) -> Measure:
    """The measure to maximise, or to minimise where lower is better: one by its name, or the yield of a utility.

    >>> objective("recall").key, objective(measure_named("F1")).key
    ('TPR', 'F1')
    """
    return measure_named(name) if isinstance(name, str | Measure) else name.measure


@dataclass(frozen=True, eq=False)
class Constraint:
    """A condition on a threshold: a measure of at least `bound`, or of at most `bound` where lower is better."""

    measure: Measure
    bound: float

    @classmethod
    def of(cls, name: str | Measure, bound: float) -> "Constraint":
        """The condition of a measure or its name.

        Raises `InputError` "the bound of Precision (PPV) must be a number, got nan".

        >>> Constraint.of("PPV", 0.9).words
        'Precision (PPV) of at least 0.9'
        """
        measure = measure_named(name)
        if math.isnan(bound):
            raise InputError(f"the bound of {measure.title} must be a number, got nan")
        return cls(measure, float(bound))

    @property
    def words(self) -> str:
        """ "Precision (PPV) of at least 0.9"."""
        return f"{self.measure.title} of at {'least' if self.measure.better == 'higher' else 'most'} {self.bound:.12g}"

    def met(self, values: Array) -> NDArray[np.bool_]:
        """Whether the constraint holds, shaped like the values; it never does where the measure has no value."""
        near = rounding_error(self.measure, self.bound)
        with np.errstate(invalid="ignore"):
            return values >= self.bound - near if self.measure.better == "higher" else values <= self.bound + near


@dataclass(frozen=True, eq=False)
class Best:
    """The best threshold of a measure: a case is predicted positive from `threshold` on, +inf calls none so.

    `value` is the measure there and `counts` the table. `optima` are all stretches (above, to) of thresholds that are
    as good: above < threshold <= to, the lowest from -inf on. `peaks` is the number of local maxima over all
    thresholds, whatever the constraints. NaN, () and 0 peaks where the measure has no value at any threshold allowed.

    >>> best(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]), "ACC").counts
    Counts(tp=2, fp=0, fn=0, tn=1)
    """

    measure: Measure
    threshold: float
    value: float
    counts: Counts
    optima: tuple[tuple[float, float], ...]
    peaks: int


@OfTable
def best(table: ScoreTable, name: Objective, *constraints: Constraint) -> Best:
    """The threshold at which a measure, or the mean payoff of a utility, is best, by direct maximisation.

    Parameters
    ----------
    table : ScoreTable
        Or two arrays, scores and truth, see `ddcore.table.OfTable`.
    name : str, Measure or Utility
        What is to be best.
    *constraints : Constraint
        Conditions that the threshold must meet.

    Returns
    -------
    BestThreshold
        `.threshold` and `.value`. Of several that are equally good the one with the fewest mistakes is taken, then the
        lowest; `.optima` has all of them.

    Raises
    ------
    InputError
        Where no threshold meets the constraints, with the best that can be had.

    Examples
    --------
    >>> at = best(ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1]), "F1")
    >>> at.threshold, at.value, at.optima
    (0.3, 0.8, ((0.1, 0.3),))
    """
    return each(table, [name], *constraints)[0]


def each(table: ScoreTable, names: Iterable[Objective], *constraints: Constraint) -> list[Best]:
    """What `best` gives for several measures, in their order; they share one sweep over the thresholds.

    >>> [at.threshold for at in each(ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1]), ["ACC", "PPV", "NPV"])]
    [0.3, 0.8, 0.3]
    """
    swept = sweep(table)
    cells = swept.counts.floats()
    allowed = _allowed(swept.threshold, cells, constraints)
    mistakes = cells.fp + cells.fn
    # Of binned scores a threshold is as good as the next lowest score only above the highest one of the bin before.
    edges = np.concatenate(([-np.inf], swept.threshold[:-1] if table.highest is None else table.highest, [np.inf]))
    bests = []
    for name in names:
        measure = objective(name)
        values = upward(measure, cells)
        count = peaks(values, float(rounding_error(measure, 0.0)))
        if allowed is not None:
            values = np.where(allowed, values, np.nan)
        place, ties = _top(measure, values, mistakes)
        if place is None:
            bests.append(Best(measure, math.nan, math.nan, swept.counts[0], (), 0))
            continue
        breaks = np.flatnonzero(np.diff(ties) > 1)
        first, last = np.append(ties[0], ties[breaks + 1]), np.append(ties[breaks], ties[-1])
        optima = tuple(zip(edges[first].tolist(), swept.threshold[last].tolist(), strict=True))
        counts = swept.counts[place]
        bests.append(Best(measure, float(swept.threshold[place]), float(measure(counts)), counts, optima, count))
    return bests


BLOCK = 1 << 15
"""Thresholds at once: what a measure keeps on the way then stays in the processor's own memory."""


def upward(measure: Measure, cells: Cells) -> Array:
    """A measure at every threshold, one element each, turned so that more is better.

    >>> upward(measure_named("ERR"), sweep(ScoreTable.of([1, 2], [0, 1])).counts.floats()).tolist()
    [-0.5, -0.0, -0.5]
    """
    values = np.empty(cells.tp.size)
    for start in range(0, values.size, BLOCK):
        part = slice(start, start + BLOCK)
        values[part] = measure.on(cells.map(itemgetter(part)))
    return values if measure.better == "higher" else np.negative(values, out=values)


def _allowed(threshold: Array, cells: Cells, constraints: tuple[Constraint, ...]) -> NDArray[np.bool_] | None:
    if not constraints:
        return None
    allowed = np.ones(threshold.size, dtype=bool)
    for constraint in constraints:
        better = upward(constraint.measure, cells)
        values = better if constraint.measure.better == "higher" else -better
        met = constraint.met(values)
        if not met.any():
            place, _ = _top(constraint.measure, better, cells.fp + cells.fn)
            if place is None:
                raise InputError(f"no threshold has {constraint.words}: the measure has no value at any threshold")
            where = (
                f"at {threshold[place]:.6g}"
                if math.isfinite(threshold[place])
                else "where no case is predicted positive"
            )
            raise InputError(
                f"no threshold has {constraint.words}; the best that these scores reach is "
                f"{_told(values[place], constraint.bound)}, {where}"
            )
        allowed &= met
    if not allowed.any():
        raise InputError(f"no threshold has {' and '.join(constraint.words for constraint in constraints)} at once")
    return allowed


def _told(value: float, bound: float) -> str:
    """A value with as many digits as show on which side of a bound it is."""
    texts = (f"{value:.{digits}g}" for digits in range(4, 18))
    return next(text for text in texts if (float(text) < bound, float(text) > bound) == (value < bound, value > bound))


def _top(measure: Measure, values: Array, mistakes: Array) -> tuple[int | None, NDArray[np.intp]]:
    """The place of the largest value, and all places that tie with it; (None, []) where there is none."""
    with np.errstate(invalid="ignore"):
        top = float(np.fmax.reduce(values))
    if math.isnan(top):
        return None, np.empty(0, np.intp)
    ties = np.flatnonzero(values >= top - rounding_error(measure, top))
    return int(ties[np.argmin(mistakes[ties])]), ties


@dataclass(frozen=True)
class Closed:
    """The best threshold where scores are read as evidence, on two scales: a case is predicted positive from there on.

    `posterior` is the probability of being positive, `ratio` the likelihood ratio; NaN where there is none, as at a
    perfect classifier for some measures.

    >>> closed_form(best(ScoreTable.of([0.1, 0.4, 0.8], [0, 1, 1]), "ACC"))
    Closed(ratio=0.5, posterior=0.5)
    """

    ratio: float
    posterior: float


def closed_form(optimum: Best) -> Closed:
    """The closed form of a best threshold (Gong 2022, equation 4.16 and Table 4.4).

    A measure f gains from one more positive prediction where p f_TP + (1-p) f_FP > 0, p being the posterior, its
    derivatives by TP and FP taken at the best counts, P and N fixed. So the line is at p = -f_FP / (f_TP - f_FP),
    which the table solves for the usual measures: 1/2 for accuracy, F*/(1+beta^2) for F_beta, 0 or 1 for what only
    falls or rises. The ratio is p N / ((1-p) P).

    >>> table = ScoreTable.of([0.1, 0.3, 0.4, 0.8], [0, 1, 0, 1])
    >>> closed_form(best(table, "F1")).posterior, closed_form(best(table, "accuracy")).ratio
    (0.4, 1.0)
    """
    if math.isnan(optimum.value):
        return Closed(math.nan, math.nan)
    counts = optimum.counts.floats()
    measure = optimum.measure
    posterior = (
        float(measure.line(optimum.value, counts)) if measure.line is not None else line_by_differences(measure, counts)
    )
    if not 0 <= posterior <= 1:
        return Closed(math.nan, math.nan)
    odds = posterior / (1 - posterior) if posterior < 1 else math.inf
    with np.errstate(invalid="ignore", divide="ignore"):
        return Closed(float(odds * counts.negatives / counts.positives), posterior)


@dataclass(frozen=True)
class BootstrapInterval:
    """The bootstrap interval of a best threshold, from `low` to `high`; +inf calls no case positive.

    `value` is the measure on held out cases, at the class sizes of all, with its interval from `value_low` to
    `value_high`. `places` are those of the best threshold without each part, -1 where there is none, and `undefined`
    the share of these.
    """

    low: float
    high: float
    value: float
    value_low: float
    value_high: float
    undefined: float
    places: tuple[int, ...] = ()


def bootstrap_intervals(
    names: Iterable[Objective],
    *constraints: Constraint,
    drawn: Resamples,
    level: float | None = None,
    hull: bool = False,
) -> list[BootstrapInterval]:
    """The interval of the best threshold of each measure, and the measure on held out cases; in the order of names.

    The interval has the percentiles of the best thresholds of the resamples (Efron 1979; Thiele & Hirschfeld 2021
    report the same), of those at which they are counted. It is a rough guide: the place of a maximum varies more than
    a mean does. The value is that of `resampling.held_out_value`: the threshold is chosen again without a third of
    the cases and judged on these. A part without which no threshold meets the constraints is left out. With `hull`
    only corners of convex hulls are tried, enough for payoffs that reward right answers, without constraints. Raises
    `InputError` "level must be between 0 and 1, got 1.2".

    >>> drawn = Resamples.of(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), 50, rng=np.random.default_rng(1))
    >>> [accuracy] = bootstrap_intervals(["ACC"], drawn=drawn)
    >>> accuracy.low, accuracy.high, round(accuracy.value, 3), accuracy.undefined
    (1.0, 4.0, 0.575, 0.0)
    """
    level = confident(level)
    measures = [objective(name) for name in names]
    if hull:
        bests, parts = (_at_corners(measures, corners) for corners in drawn.hulls)
    else:
        bests = np.concatenate([_each(measures, constraints, cells) for cells in drawn])
        parts = np.concatenate([split.at_cases(_each(measures, constraints, split.other)) for split in drawn.splits()])
    intervals = []
    for measure, best_places, places in zip(measures, bests.T, parts.T, strict=True):
        without = float(np.mean(places < 0))
        unseen = held_out_value(drawn, _held_out_calls(drawn, places), partial(value_of_calls, measure), level)
        where = np.where(best_places < 0, math.nan, drawn.threshold[best_places])
        low, high = percentile_interval(where, level)
        values = (unseen.value, unseen.low, unseen.high)
        intervals.append(BootstrapInterval(low, high, *values, without, tuple(places.tolist())))
    return intervals


def _each(measures: list[Measure], constraints: tuple[Constraint, ...], cells: Cells) -> NDArray[np.intp]:
    """The places of the best threshold in each row of some counts, one column a measure; -1 where there is none."""
    mistakes = cells.fp + cells.fn
    allowed = np.ones(cells.tp.shape, dtype=bool)
    for constraint in constraints:
        allowed &= constraint.met(constraint.measure.on(cells))
    places = np.full((len(mistakes), len(measures)), -1)
    for at, measure in enumerate(measures):
        values = measure.on(cells) if measure.better == "higher" else -measure.on(cells)
        values = np.where(allowed & ~np.isnan(values), values, -np.inf)
        top = values.max(axis=1, keepdims=True)
        near = np.where(np.isfinite(top), rounding_error(measure, 0.0) + ROUNDING * np.abs(top), 0.0)
        place = np.where(values >= top - near, mistakes, np.inf).argmin(axis=1)
        places[:, at] = np.where(top[:, 0] > -np.inf, place, -1)
    return places


def _at_corners(measures: list[Measure], corners: Corners) -> NDArray[np.intp]:
    chosen = _each(measures, (), corners.cells)
    return np.where(chosen < 0, -1, np.take_along_axis(corners.places, np.maximum(chosen, 0), axis=1))


def _held_out_calls(drawn: Resamples, places: NDArray[np.intp]) -> tuple[Array, Array]:
    """Held out cases predicted positive and not, of each class: a row for each part, NaN where it has no threshold."""
    ends = np.stack([places, np.full(places.size, drawn.threshold.size - 1)], axis=1)
    positives, negatives = (
        np.stack([below[:, 1] - below[:, 0], below[:, 0]], axis=1) for below in drawn.held_below(ends)
    )
    positives[places < 0], negatives[places < 0] = math.nan, math.nan
    return positives, negatives


def on_held_out(interval: BootstrapInterval, worth: Callable[[Array, Array], Any], *, drawn: Resamples) -> Interval:
    """What the best threshold comes to on held out cases by another account than the measure it was chosen for.

    `worth` gives it from the positives predicted positive and not, and from the negatives predicted positive and not,
    as `resampling.held_out_value` has them.

    >>> drawn = Resamples.of(ScoreTable.of([1, 2, 3, 4], [0, 0, 1, 1]), 50, rng=np.random.default_rng(1))
    >>> [accuracy] = bootstrap_intervals(["ACC"], drawn=drawn)
    >>> round(on_held_out(accuracy, lambda positives, negatives: positives[0] / 2, drawn=drawn).value, 3)
    0.5
    """
    return held_out_value(drawn, _held_out_calls(drawn, np.array(interval.places, dtype=np.intp)), worth)


def value_of_calls(measure: Measure, positives: Array, negatives: Array) -> Array:
    """A measure from the positives predicted positive and not, and from the negatives predicted positive and not.

    >>> float(value_of_calls(measure_named("ACC"), np.array([3.0, 1.0]), np.array([2.0, 4.0])))
    0.7
    """
    return measure.on(Cells(tp=positives[0], fn=positives[1], fp=negatives[0], tn=negatives[1]))


def lead(
    name: Objective, interval: BootstrapInterval, at: float, *, drawn: Resamples, level: float | None = None
) -> Interval:
    """By how much the best threshold is better than the threshold `at` on held out cases; above 0 where it is better.

    Both are judged on the same cases. Where scores are too many to count at each, `at` is the next that is counted.
    Raises `InputError` "level must be between 0 and 1, got 1.2".

    >>> drawn = Resamples.of(ScoreTable.of([1, 2, 3, 4], [0, 1, 0, 1]), 50, rng=np.random.default_rng(1))
    >>> round(lead("ACC", bootstrap_intervals(["ACC"], drawn=drawn)[0], 1.0, drawn=drawn).value, 3)
    0.075
    """
    measure, places = objective(name), np.array(interval.places, dtype=np.intp)
    turn = 1 if measure.better == "higher" else -1
    last = drawn.threshold.size - 1
    place = int(np.searchsorted(drawn.threshold, at))
    if place in (0, last):
        # `at` is one of the two constant answers, which has one table at all class sizes.
        P, N = (float(cases.sum()) for cases in drawn.cases)
        constant = Cells(tp=P, fp=N, fn=0.0, tn=0.0) if place == 0 else Cells(tp=0.0, fp=0.0, fn=P, tn=N)

        def beyond(positives: Array, negatives: Array) -> Array:
            return turn * (value_of_calls(measure, positives, negatives) - measure.on(constant))

        return held_out_value(drawn, _held_out_calls(drawn, places), beyond, level)
    ends = np.stack([places, np.full(places.size, place), np.full(places.size, last)], axis=1)
    regions = []
    for below in drawn.held_below(ends):
        mine, theirs, every = below.T
        parts = (every - np.maximum(mine, theirs), np.maximum(theirs - mine, 0), np.maximum(mine - theirs, 0))
        regions.append(np.stack([*parts, np.minimum(mine, theirs)], axis=1))
        regions[-1][places < 0] = math.nan

    def ahead(positives: Array, negatives: Array) -> Array:
        values = [
            value_of_calls(
                measure,
                *((np.array([cases[0] + cases[own], cases[3 - own] + cases[3]])) for cases in (positives, negatives)),
            )
            for own in (1, 2)
        ]
        return turn * (values[0] - values[1])

    return held_out_value(drawn, (regions[0], regions[1]), ahead, level)
