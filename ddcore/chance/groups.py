"""Do groups of cases do better than chance? A verdict for each group and each model, as many as there are at once.

Each table is held against the baseline of its own classes, and its exact p is that of a draw with its own margins.
Where many tables are looked at some look good by luck, so that p is corrected for their number before anything is
called sure: for the share of false claims (Benjamini & Hochberg 1995) or for any false claim at all (Holm 1979).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ddcore.arrays import Array
from ddcore.chance.baselines import baselines
from ddcore.chance.significance import MOST, ROUNDING, Region, unweighted
from ddcore.chance.tails import log10_tail
from ddcore.chance.verdict import WEIGHTED, own_tails
from ddcore.counts import Cells, Counts
from ddcore.interval import confident
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

STATES: Mapping[str, str] = {
    "behind": "no better than chance",
    "unclear": "better, but this may be luck",
    "beats": "clearly better than chance",
    "unbeatable": "cannot be beaten",
    "undefined": "no value",
}
"""What a group can be on a measure, in words; as a model can be, see `verdict.STATES`, whose "worse" is behind here."""

CORRECTIONS: Mapping[str, str] = {"bh": "Benjamini-Hochberg", "holm": "Holm"}
"""How p is corrected: for the share of claims that are false, or for the probability of any that is."""


@dataclass(frozen=True, eq=False)
class GroupVerdicts:
    """One measure of every table; all arrays are shaped like the counts.

    `low` and `high` are the interval of the score with the class sizes as they are, each by itself; `ideal` is what
    perfect answers score, and `poorest` the worst that answers can, NaN where no table of these classes is below its
    baseline. `log10_p` is the decimal logarithm of P(TP of a draw >= tp), for weighted cases that of as
    many whole ones as they are worth; `adjusted` the p corrected for all tables that could be judged, NaN elsewhere.
    `state` has the keys of `STATES`; where all cases are predicted alike, so that the measure has no value, it is
    "behind": a constant answer shows no skill.
    """

    measure: Measure
    counts: Counts
    score: Array
    baseline: Array
    ideal: Array
    poorest: Array
    low: Array
    high: Array
    log10_p: Array
    adjusted: Array
    state: NDArray[np.str_]
    level: float
    correction: str

    @property
    def sign(self) -> float:
        """1 where a higher value is better, -1 where a lower one is."""
        return 1.0 if self.measure.better == "higher" else -1.0

    @property
    def distance(self) -> Array:
        """How much better than the baseline each score is."""
        return np.asarray(self.sign * (self.score - self.baseline))

    @property
    def share(self) -> Array:
        """How far each score is on the way from the baseline to perfect, below 0 to the worst: see `rescale.beyond`."""
        with np.errstate(all="ignore"):
            end = np.where(self.distance < 0, self.poorest, self.ideal)
            share = self.distance / np.abs(end - self.baseline)
        return np.asarray(np.where(self.judged, share, np.nan))

    @property
    def silent(self) -> NDArray[np.bool_]:
        """The tables that are behind without a score, as all their cases are predicted alike."""
        return np.asarray(self.having("behind") & np.isnan(self.score))

    @property
    def rank(self) -> Array:
        """What orders the tables, those that fall shortest first: `share`, before it those that are `silent`."""
        return np.where(self.silent, -math.inf, np.where(np.isnan(self.share), math.inf, self.share))

    @property
    def judged(self) -> NDArray[np.bool_]:
        """The tables on which a model can show skill and has a value."""
        return np.isin(self.state, ("behind", "unclear", "beats"))

    def having(self, state: str) -> NDArray[np.bool_]:
        """The tables in this state.

        >>> verdict = verdicts("F1", Counts(tp=[40, 0], fp=[5, 1], fn=[10, 9], tn=[45, 90]))
        >>> verdict.having("behind").tolist(), verdict.having("beats").tolist()
        ([False, True], [True, False])
        """
        return np.asarray(self.state == state)


def verdicts(
    measure: str | Measure, counts: Counts, *, level: float | None = None, correction: str = "bh"
) -> GroupVerdicts:
    """The verdict of each table on one measure, see `Judge`; raises `InputError` as `Region.of` does.

    >>> verdicts("accuracy", Counts(tp=[40, 0], fp=[5, 1], fn=[10, 9], tn=[45, 90])).state.tolist()
    ['beats', 'behind']
    """
    return Judge(counts, level, correction).of(measure)


class Judge:
    """Verdicts of the same tables on any measure: what does not depend on the measure is computed once.

    A group surely does better where the corrected p is no more than what the level leaves and the interval of its score
    lies beyond the baseline at the level that the same correction asks for: 1 - a R / m for the R of m tables that pass
    (Benjamini & Yekutieli 2005, intervals of selected parameters), 1 - a / m for Holm's.

    >>> [Judge(Counts(tp=[40], fp=[5], fn=[10], tn=[45])).of(key).state.item() for key in ("F1", "recall")]
    ['beats', 'unbeatable']
    """

    def __init__(self, counts: Counts, level: float | None = None, correction: str = "bh") -> None:
        self.counts = unweighted(counts)
        self.level = confident(level)
        self.correction = correction
        self._distinct, self._places = _distinct(self.counts)
        self._reached: dict[float, list[Region]] = {}

    @cached_property
    def log10_p(self) -> Array:
        """The p values, as decimal logarithms, see `log10_p_values`."""
        return log10_p_values(self.counts)

    @cached_property
    def _classes(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.intp]]:
        """The distinct pairs of M and P, and the place of each table's among them."""
        M, P = classes_of_draws(self.counts)
        pairs, places = np.unique(M * (int(P.max(initial=0)) + 1) + P, return_inverse=True)
        M, P = np.divmod(pairs, int(P.max(initial=0)) + 1)
        return M, P, places.reshape(self.counts.shape)

    def of(self, measure: str | Measure) -> GroupVerdicts:
        """The verdicts on one measure, corrected for all tables that could be judged."""
        measure = measure_named(measure)
        M, P, places = self._classes
        baseline, ideal = baselines(measure, M, P)[places], _best(measure, M, P)[places]
        score = np.asarray(measure(self.counts), np.float64)
        below = np.unique(places[_ahead(measure, baseline, score)])
        poorest = np.full(M.shape, np.nan)
        poorest[below] = _worst(measure, M[below], P[below])
        low, high = self._ends(measure, self.level)
        luck = self.log10_p
        if not measure.smooth and not self.counts.weighted:
            luck = np.maximum(luck, own_tails(measure, self.counts))
        state = np.full(self.counts.shape, "behind", dtype="<U10")
        state[_ahead(measure, score, baseline)] = "unclear"
        state[~_ahead(measure, ideal, baseline)] = "unbeatable"
        alike = (self.counts.predicted_positives == 0) | (self.counts.predicted_negatives == 0)
        state[np.isnan(baseline) | (np.isnan(score) & ~(alike & (state == "behind")))] = "undefined"
        tested = np.isin(state, ("behind", "unclear"))
        adjusted = np.full(self.counts.shape, np.nan)
        adjusted[tested] = corrected(np.power(10.0, np.nan_to_num(luck[tested])), self.correction)
        passed = (adjusted <= 1 - self.level) & (state == "unclear")
        state[self._beyond(measure, baseline, low, high, passed, int(tested.sum()))] = "beats"
        return GroupVerdicts(
            measure,
            self.counts,
            score,
            baseline,
            ideal,
            poorest[places],
            low,
            high,
            luck,
            adjusted,
            state,
            self.level,
            self.correction,
        )

    def _beyond(
        self, measure: Measure, baseline: Array, low: Array, high: Array, passed: NDArray[np.bool_], tests: int
    ) -> NDArray[np.bool_]:
        """Which groups pass and have an interval, at the level for that many tests, beyond the baseline.

        An interval holds those of lower levels: most tables are told by the usual one, or by the widest of all.
        """
        near = low if measure.better == "higher" else high
        beyond = passed & _ahead(measure, near, baseline)
        if not beyond.any():
            return beyond
        left = (1 - self.level) / tests
        widest = self._ends(measure, 1 - (1 - self.level) / beyond.size)
        sure = beyond & _ahead(measure, widest[0] if measure.better == "higher" else widest[1], baseline)
        rest = beyond & ~sure
        if rest.any():
            level = 1 - left * (int(passed.sum()) if self.correction == "bh" else 1)
            ends = _ends_of([Region.of(self.counts[rest], level)], measure)
            sure[rest] = _ahead(measure, ends[0] if measure.better == "higher" else ends[1], baseline[rest])
        return sure

    def _ends(self, measure: Measure, level: float) -> tuple[Array, Array]:
        """The interval of the score of each table."""
        if level not in self._reached:
            chunks = range(0, self._distinct.tp.size, TABLES)
            self._reached[level] = [Region.of(self._distinct[start : start + TABLES], level) for start in chunks]
        low, high = (end[self._places] for end in _ends_of(self._reached[level], measure))
        return low, high


TABLES = 400
"""The number of tables computed at once: their rates in reach fit into the processor's cache."""


def _ends_of(regions: Sequence[Region], measure: Measure) -> tuple[Array, Array]:
    """Both ends of the intervals of all tables of some regions."""
    parts = [region.ends(measure)[:2] for region in regions]
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def _distinct(counts: Counts) -> tuple[Counts, NDArray[np.intp]]:
    """The distinct tables, and the place of each table among them, shaped like the counts."""
    flat = Counts(
        **{name: np.ravel(cell) for name, cell in counts.items()},
        squares=None if counts.squares is None else counts.squares.map(np.ravel),
    )
    cells = [*flat.values(), *(() if flat.squares is None else flat.squares.values())]
    _, first, places = np.unique(np.stack(cells), axis=1, return_index=True, return_inverse=True)
    return flat[first], places.reshape(counts.shape)


def corrected(p: Array, correction: str) -> Array:
    """Each p corrected for their number, in their order: by Benjamini & Hochberg (1995), or by Holm (1979).

    >>> corrected(np.array([0.01, 0.04, 0.03]), "holm").tolist(), corrected(np.array([0.01, 0.04]), "bh").tolist()
    ([0.03, 0.06, 0.06], [0.02, 0.04])
    """
    if not p.size:
        return p
    if correction == "bh":
        # Questions import this module for its titles, and scipy.stats takes a second.
        from scipy.stats import false_discovery_control

        return np.asarray(false_discovery_control(p, method="bh"))
    order = np.argsort(p)
    adjusted = np.empty(p.size)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1)), 1.0)
    return adjusted


def classes_of_draws(counts: Counts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """M and P of the draws to compare each table with, as `verdict.classes_of_draw` has them for one.

    >>> [part.tolist() for part in classes_of_draws(Counts(tp=[1, 2], fp=[3, 4], fn=[5, 6], tn=[7, 8]))]
    [[16, 20], [6, 8]]
    """
    if counts.whole:
        return np.maximum(counts.total, 1), counts.positives
    with np.errstate(invalid="ignore"):
        share = np.nan_to_num(counts.positives / counts.total)
    return np.full(counts.shape, WEIGHTED), np.rint(WEIGHTED * share).astype(np.int64)


def log10_p_values(counts: Counts) -> Array:
    """Decimal logarithm of the exact p of each table, P(TP of a draw with its margins >= tp); about that if weighted.

    As `significance.log10_p_value` and `log10_effective_p_value` give one by one, to 12 digits; NaN where nothing is
    known of the weights.

    >>> log10_p_values(Counts(tp=[227, 0], fp=[50, 0], fn=[31, 1], tn=[192, 1])).round(2).tolist()
    [-55.41, 0.0]
    """
    counts = unweighted(counts)
    if not counts.weighted:
        return log10_tail(np.maximum(counts.total, 1), counts.positives, counts.predicted_positives, counts.tp)
    effective = counts.effective
    if effective is None:
        return np.full(counts.shape, np.nan)
    part = np.minimum(1.0, MOST / np.maximum(effective.total, 1.0))
    P, N, tp = (
        np.floor(number * part + ROUNDING) for number in (effective.positives, effective.negatives, effective.tp)
    )
    fp = np.minimum(np.ceil(effective.fp * part - ROUNDING), N)
    whole = P + N > 0
    return np.where(whole, log10_tail(np.where(whole, P + N, 1), P, tp + fp, tp), 0.0)


def best_log10_p(counts: Counts) -> Array:
    """What `log10_p_values` would be if every answer were right: more than the level where there are too few cases.

    >>> best_log10_p(Counts(tp=[1], fp=[0], fn=[1], tn=[3])).round(4).tolist()  # one draw of C(5, 2)
    [-1.0]
    """

    def right(cells: Cells) -> Cells:
        return Cells(tp=cells.positives, fp=0 * cells.negatives, fn=0 * cells.positives, tn=cells.negatives)

    squares = None if counts.squares is None else right(counts.squares)
    return log10_p_values(Counts(**dict(right(counts).items()), squares=squares))


def _best(measure: Measure, M: NDArray[np.int64], P: NDArray[np.int64]) -> Array:
    """What the best classifier scores on each pair of class sizes: a perfect one, where it has a value."""
    return _reached(measure, measure.ideal, Counts(tp=P, fp=0, fn=0, tn=M - P))


def _worst(measure: Measure, M: NDArray[np.int64], P: NDArray[np.int64]) -> Array:
    """What the worst classifier scores: one that is always wrong, where it has a value."""
    return _reached(measure, measure.poorest, Counts(tp=0, fp=M - P, fn=P, tn=0))


def _reached(measure: Measure, end: Callable[[float, float], float], counts: Counts) -> Array:
    """The value of the measure on these tables; where it has none, or need not be the end, that of `end`."""
    values = np.asarray(measure(counts), np.float64)
    unknown = np.isnan(values) if measure.reached is None else np.ones(values.shape, np.bool_)
    for place in np.flatnonzero(unknown):
        values[place] = end(int(counts.total[place]), int(counts.positives[place]))
    return values


def _ahead(measure: Measure, score: Array, chance: Array) -> NDArray[np.bool_]:
    """Better by more than rounding, as `verdict` has it for one table."""
    close = np.isclose(score, chance, rtol=1e-12, atol=1e-12)
    return np.asarray(measure.is_better(score, chance) & ~close)
