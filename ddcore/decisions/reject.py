"""Which cases a person should see: the band of scores between called negative and called positive.

A case is called negative if score < low, referred if low <= score < high, and called positive if score >= high.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ddcore.counts import Cells, Counts
from ddcore.decisions.costs import Threshold, staked, threshold
from ddcore.decisions.utility import LARGEST, OUTCOMES, Utility
from ddcore.errors import InputError
from ddcore.measures import Measure, measure
from ddcore.scores.intervals import confident, is_whole
from ddcore.scores.resampling import POINTS, Resamples, middle
from ddcore.scores.thresholds import ROUNDING, slight
from ddcore.table import ScoreTable, sweep

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Referred:
    """The six cells: the four of the decided cases, and the referred ones that are truly positive and negative.

    Rows called positive, referred and called negative (a dissertation on likelihood transformations, Table 7.2).
    """

    decided: Counts
    positives: Any
    negatives: Any

    @property
    def referred(self) -> Any:
        """Cases that a person sees."""
        return self.positives + self.negatives

    @property
    def total(self) -> Any:
        """All cases."""
        return self.decided.total + self.referred

    @property
    def share(self) -> float:
        """Part of all cases that a person sees; NaN without cases."""
        return float(self.referred / self.total) if self.total else math.nan

    @property
    def as_mistakes(self) -> Counts:
        """The four counts when each referred case counts as a mistake."""
        ours = self.decided
        return Counts(tp=ours.tp, fp=ours.fp + self.negatives, fn=ours.fn + self.positives, tn=ours.tn)

    def __call__(self, utility: Utility, referral: "Referral") -> float:
        """Mean payoff per case, referred ones included; NaN without cases."""
        if not self.total:
            return math.nan
        earned = utility(self.decided) * float(self.decided.total) if self.decided.total else 0.0
        return float((earned + referral.positive * self.positives + referral.negative * self.negatives) / self.total)


OVERALL = {
    "OTPR": ("TP", "positives", "truly positive cases called positive by the model"),
    "OTNR": ("TN", "negatives", "truly negative cases called negative by the model"),
    "OFNR": ("FN", "positives", "truly positive cases called negative by the model"),
    "OFPR": ("FP", "negatives", "truly negative cases called positive by the model"),
    "OACC": ("TP + TN", "total", "cases called right by the model"),
}
"""Shares in which referred cases count in the denominator only (the dissertation, Table 7.3).

By key: the cells counted, the cases that they are a share of, and that in words.
"""

DECIDED = ("TPR", "TNR", "PPV", "NPV", "FNR", "FPR", "FDR", "FOR", "ACC")
"""Measures of the decided cases alone (the same table); any other measure may stand there too."""


def overall(cells: Referred) -> dict[str, float]:
    """The shares of `OVERALL` by their keys, NaN where there is no such case."""
    ours = cells.decided
    of = {
        "positives": ours.positives + cells.positives,
        "negatives": ours.negatives + cells.negatives,
        "total": cells.total,
    }
    part = {"TP": ours.tp, "TN": ours.tn, "FN": ours.fn, "FP": ours.fp, "TP + TN": ours.tp + ours.tn}
    return {key: float(part[cell] / of[whose]) if of[whose] else math.nan for key, (cell, whose, _) in OVERALL.items()}


def refer(table: ScoreTable, low: float, high: float) -> Referred:
    """The six cells of a band; raises `InputError` "low must be at most high, got 0.7 and 0.3".

    >>> refer(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]), 0.4, 0.9).referred
    np.int64(2)
    """
    if not low <= high:
        raise InputError(f"low must be at most high, got {low:g} and {high:g}")
    under, over = table.at(low), table.at(high)
    decided = Counts(tp=over.tp, fp=over.fp, fn=under.fn, tn=under.tn)
    return Referred(decided, under.tp - over.tp, under.fp - over.fp)


@dataclass(frozen=True, eq=False)
class Band:
    """A band with its six cells and its `value`: that of a measure among decided cases, or the mean payoff."""

    low: float
    high: float
    value: float
    cells: Referred

    @property
    def closed(self) -> bool:
        """Whether nobody is referred."""
        return not self.cells.referred


def best_band(table: ScoreTable, name: str | Measure, share: float) -> Band:
    """The band that refers `share` of the cases and leaves a measure best among those still decided.

    A band competes if it holds no more than the share and would hold more if it began lower or ended higher; cases of
    one score stay together, and nobody is referred only if no band fits. M = 303 and share 0.2 refer 60. Of equally
    good bands the one with the fewest mistakes is taken, then the lowest. For accuracy and scores read as evidence, the
    ratios at both ends multiply to ((1-pi)/pi)^2, and the posteriors sum to 1 (a dissertation on likelihood
    transformations, Proposition 13, Corollary 11).

    NaN where the measure has no value in any band. Raises `InputError` "share must be 0 or more and below 1, got 1.2:
    a band that holds every case leaves nothing to decide", and without cases.

    >>> found = best_band(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]), "accuracy", 0.5)
    >>> found.low, found.high, found.value
    (0.4, 0.9, 1.0)
    """
    row = measure(name)
    check_share(share)
    found = sweep(table)
    if not float(found.counts.total[0]) > 0:
        raise InputError("a band needs cases, got none")
    first, last = _widest(_below(found.counts), share)
    cells = _decided(found.counts, first, last)
    place = _best(row, cells)
    if place is None:
        return Band(math.nan, math.nan, math.nan, refer(table, math.inf, math.inf))
    low, high = (float(found.threshold[ends[place]]) for ends in (first, last))
    band = refer(table, low, high)
    return Band(low, high, float(row(band.decided)), band)


def check_share(share: float) -> None:
    """Raises `InputError` unless a band of that share leaves something to decide."""
    if not 0 <= share < 1:
        raise InputError(
            f"share must be 0 or more and below 1, got {share:g}: a band that holds every case leaves nothing to decide"
        )


def _below(counts: Cells) -> Array:
    """Cases below each threshold."""
    return np.asarray(counts.predicted_negatives, np.float64)


def _widest(below: Array, share: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Places of the thresholds at both ends of every band that holds at most that share and cannot grow at an end."""
    room = share * below[-1] * (1 + 1e-12)
    if np.all(below == np.floor(below)):
        room = min(math.floor(room + 1e-9), below[-1] - 1)
    first = np.arange(below.size)
    last = np.searchsorted(below, below + room, side="right") - 1
    # Of thresholds with the same cases below the lowest, so that no score without cases is referred.
    last = np.maximum(np.searchsorted(below, below[last], side="left"), first)
    # A band that could start lower is not the widest.
    widest = np.append(True, below[last[1:]] - below[first[:-1]] > room)
    # Only where cases of one score leave no room for any band nobody is referred.
    open_ = widest & (below[last] > below[first])
    kept = open_ if open_.any() else widest
    return first[kept], last[kept]


def _decided(counts: Cells, first: Any, last: Any) -> Cells:
    return Cells(
        tp=np.asarray(counts.tp, np.float64)[..., last],
        fp=np.asarray(counts.fp, np.float64)[..., last],
        fn=np.asarray(counts.fn, np.float64)[..., first],
        tn=np.asarray(counts.tn, np.float64)[..., first],
    )


def _best(row: Measure, cells: Cells) -> int | None:
    """The place of the best value, the fewest mistakes and the lowest band deciding among ties."""
    values = row.on(cells) if row.better == "higher" else -row.on(cells)
    known = ~np.isnan(values)
    if not known.any():
        return None
    top = values[known].max()
    ties = known & (np.where(known, values, -np.inf) >= top - slight(row, float(top)))
    return int(np.where(ties, cells.fp + cells.fn, np.inf).argmin())


@dataclass(frozen=True)
class SureBand:
    """Middle shares over the resamples: of both ends of a band, and of the measure on the cases left out."""

    low: tuple[float, float]
    high: tuple[float, float]
    value: float
    value_low: float
    value_high: float


def sure_band(name: str | Measure, share: float, *, drawn: Resamples, level: float = 0.95) -> SureBand:
    """How sure the ends of the best band are, and what it is worth on cases that did not choose it, by the bootstrap.

    As for thresholds: ends are those of the best bands of the resamples, `value` is the mean of the measure among the
    decided ones of the cases left out. Raises `InputError` as `best_band` does.
    """
    check_share(share)
    row = measure(name)

    def found(bag: Cells, rest: Cells) -> tuple[int, int, float] | None:
        first, last = _widest(_below(bag), share)
        place = _best(row, _decided(bag, first, last))
        if place is None:
            return None
        return int(first[place]), int(last[place]), float(row.on(_decided(rest, first[place], last[place])))

    return _sure(found, drawn, level)


def sure_cost_band(utility: Utility, referral: "Referral", *, drawn: Resamples, level: float = 0.95) -> SureBand:
    """The same for the band of greatest mean payoff; `value` is the mean payoff of the cases left out."""
    staked(utility)

    def found(bag: Cells, rest: Cells) -> tuple[int, int, float]:
        first, last = _cost_ends(bag, utility, referral)
        return first, last, _six(rest, first, last)(utility, referral)

    return _sure(found, drawn, level)


def _sure(found: Callable[[Cells, Cells], tuple[int, int, float] | None], drawn: Resamples, level: float) -> SureBand:
    """The middle shares of what `found` gives for each resample: places of both ends, and the value."""
    confident(level)
    lows, highs, values = [], [], []
    for bags in drawn:
        for at in range(len(bags.bag.tp)):
            band = found(_row(bags.bag, at), _row(bags.rest, at))
            if band is not None:
                lows.append(drawn.threshold[band[0]])
                highs.append(drawn.threshold[band[1]])
                values.append(band[2])
    known = np.array([value for value in values if math.isfinite(value)])
    mean = float(known.mean()) if known.size else math.nan
    return SureBand(middle(np.array(lows), level), middle(np.array(highs), level), mean, *middle(known, level))


def _row(cells: Cells, at: int) -> Cells:
    return Cells(**{name: getattr(cells, name)[at] for name in OUTCOMES})


# Bands by what outcomes are worth -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Referral:
    """What a referred case is worth, truly positive and truly negative, in the unit of the other payoffs.

    Raises `InputError` "the payoff of a referred positive case must be between -10^15 and 10^15, got nan".
    """

    positive: float
    negative: float

    def __post_init__(self) -> None:
        for name in ("positive", "negative"):
            payoff = getattr(self, name)
            if not abs(payoff) <= LARGEST:
                raise InputError(
                    f"the payoff of a referred {name} case must be between -10^15 and 10^15, got {payoff:g}"
                )

    @classmethod
    def costing(cls, utility: Utility, cost: float) -> "Referral":
        """A person who is always right and costs so much: the payoff of a right answer less the cost.

        >>> Referral.costing(Utility(tp=0, fp=-1, fn=-5, tn=0), 0.25)
        Referral(positive=-0.25, negative=-0.25)
        """
        return cls(float(utility.tp) - cost, float(utility.tn) - cost)


@dataclass(frozen=True, eq=False)
class Ends:
    """Where the best band begins and ends on the scales of evidence, `closed` if it is better to refer nobody.

    A closed band has both ends where the line between positive and negative is.
    """

    low: Threshold
    high: Threshold
    closed: bool


def ends(utility: Utility, referral: Referral, prevalence: ArrayLike) -> Ends:
    """The band of greatest expected worth for scores read as evidence, from six payoffs (one matrix).

    A case of posterior p is best referred where p R1 + (1-p) R0, its worth to a person, is above both other answers':
    from p0 = (U11 - R0) / (U11 - R0 + R1 - U10) to p1 = (R0 - U01) / (R0 - U01 + U00 - R1) (a dissertation on
    likelihood transformations, Proposition 15, Corollary 13); from 0, or to 1, where referring is worth more than a
    right answer. Where p0 > p1 no case is, and the band closes at the line of its Proposition 12, S0 / (S0 + S1); both
    ends at p1, as printed there, cost 11.6 % more on average over random costs (three even draws in order for each
    class, 30 % positive). Raises `InputError` as `costs.threshold` does, and where no band fits: a referral worth more
    than a right answer on one class and less than a wrong one on the other.

    >>> utility = Utility(tp=0, fp=-1, fn=-5, tn=0)
    >>> found = ends(utility, Referral(-0.5, -0.5), 0.3)
    >>> float(found.low.posterior), float(found.high.posterior), found.closed
    (0.1, 0.5, False)
    """
    line = threshold(utility, prevalence)
    share = np.asarray(prevalence, dtype=np.float64)
    # Referring beats an answer where p positive + (1-p) negative > 0.
    against = {
        "negative": (referral.positive - utility.fn, referral.negative - utility.tn),
        "positive": (referral.positive - utility.tp, referral.negative - utility.fp),
    }
    low, high = 0.0, 1.0
    for gain, loss in ((float(a), float(b)) for a, b in against.values()):
        if gain <= 0 and loss <= 0:
            return Ends(line, line, True)
        if gain > 0 > loss:
            low = max(low, -loss / (gain - loss))
        elif loss > 0 > gain:
            high = min(high, loss / (loss - gain))
    if not low < high:
        return Ends(line, line, True)
    positive, negative = (float(stake) for stake in utility.stakes)
    if not low <= negative / (negative + positive) <= high:
        raise InputError(
            f"no band fits a referral worth {referral.positive:g} on a positive and {referral.negative:g} on a "
            f"negative case: that is more than a right answer on one class and less than a wrong one on the other"
        )
    return Ends(_at(low, share), _at(high, share), False)


def _at(posterior: float, prevalence: Array) -> Threshold:
    odds = posterior / (1 - posterior) if posterior < 1 else math.inf
    with np.errstate(divide="ignore", invalid="ignore"):
        return Threshold((odds * (1 - prevalence) / prevalence)[()], posterior)


def dearest(utility: Utility) -> float:
    """What a person who is always right may cost per case before referring pays nothing: S0 S1 / (S0 + S1).

    At that cost both ends of the band meet, whatever the scores and the share of positives. For one matrix; raises
    `InputError` as `costs.threshold` does.

    >>> round(dearest(Utility(tp=0, fp=-1, fn=-5, tn=0)), 4)
    0.8333
    """
    positive, negative = (float(stake) for stake in staked(utility))
    return positive * negative / (positive + negative)


def cost_band(table: ScoreTable, utility: Utility, referral: Referral) -> Band:
    """The band of greatest mean payoff on these cases, by looking at every one; it may be closed.

    The payoff is a sum of one part for each end, so the best pair is found in one pass. Of equally good bands that with
    the fewest referred is taken, then the lowest. Raises `InputError` as `costs.threshold` does, and without cases.

    >>> table = ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1])
    >>> found = cost_band(table, Utility(tp=0, fp=-1, fn=-5, tn=0), Referral(-0.1, -0.1))
    >>> found.low, found.high, found.value
    (0.4, 0.9, -0.05)
    """
    staked(utility)
    found = sweep(table)
    counts, total = found.counts, float(found.counts.total[0])
    if not total > 0:
        raise InputError("a band needs cases, got none")
    first, last = _cost_ends(counts, utility, referral)
    low, high = float(found.threshold[first]), float(found.threshold[last])
    cells = refer(table, low, high)
    return Band(low, high, cells(utility, referral), cells)


def _cost_ends(counts: Cells, utility: Utility, referral: Referral) -> tuple[int, int]:
    """Places of the thresholds at both ends of the best band, the counts being those of a sweep."""
    # What is gained over referring all, by calling negative what lies below, and positive what does not.
    below = (utility.fn - referral.positive) * counts.fn + (utility.tn - referral.negative) * counts.tn
    above = (utility.tp - referral.positive) * counts.tp + (utility.fp - referral.negative) * counts.fp
    near = 1e-13 * float(np.abs(below).max() + np.abs(above).max())
    so_far = np.maximum.accumulate(below)
    values = so_far + above
    starts = np.maximum.accumulate(np.where(below >= so_far - near, np.arange(below.size), 0))
    held = _below(counts) - _below(counts)[starts]
    last = int(np.where(values >= values.max() - near, held, np.inf).argmin())
    first = int(starts[last])
    # A referral that is very dear drowns the other payoffs, so the line that refers nobody is found without it.
    alone = utility(counts)
    near = ROUNDING * float(utility.highest - utility.lowest)
    line = int((alone >= alone.max() - near).argmax())
    return (first, last) if _six(counts, first, last)(utility, referral) > alone[line] + near else (line, line)


def _six(counts: Cells, first: int, last: int) -> Referred:
    """The six cells of a band, the counts being those of a sweep."""
    ours = _decided(counts, first, last)
    positives, negatives = (getattr(counts, name)[last] - getattr(counts, name)[first] for name in ("fn", "tn"))
    return Referred(Counts(tp=ours.tp, fp=ours.fp, fn=ours.fn, tn=ours.tn), positives, negatives)


# What referring gains -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class RiskCoverage:
    """What referring more buys: element i of `value` is a measure among the decided ones when `coverage[i]` are.

    `coverage` rises to 1, where nobody is referred; `low` and `high` are the ends of the bands.
    """

    measure: Measure
    coverage: Array
    value: Array
    low: Array
    high: Array

    @cached_property
    def area(self) -> float:
        """The mean over all coverages with a value (Geifman, Uziel & El-Yaniv 2019, for the error rate)."""
        known = self.value[np.isfinite(self.value)]
        return float(known.mean()) if known.size else math.nan

    @property
    def blind(self) -> float:
        """The value when nobody is referred; cases referred blindly leave it so on average."""
        return float(self.value[-1])


COVERAGES = 100


def risk_coverage(table: ScoreTable, name: str | Measure = "ERR", points: int = COVERAGES) -> RiskCoverage:
    """The best band's measure at each of `points` coverages 1/points to 1, or at every one where there are fewer cases.

    With more than 2,000 distinct scores bands begin and end at even ranks, also the one that refers nobody. Raises
    `InputError` without cases, and "points must be at least 1, got 0".

    >>> found = risk_coverage(ScoreTable.of([0.1, 0.4, 0.5, 0.9], [0, 1, 0, 1]))
    >>> found.coverage.tolist(), found.value.round(3).tolist()
    ([0.25, 0.5, 0.75, 1.0], [0.0, 0.0, 0.333, 0.25])
    """
    if points < 1:
        raise InputError(f"points must be at least 1, got {points}")
    row, found = measure(name), sweep(table)
    total = float(found.counts.total[0])
    if not total > 0:
        raise InputError("a band needs cases, got none")
    kept = np.unique(np.append(np.linspace(0, found.threshold.size - 2, POINTS).round(), found.threshold.size - 1))
    kept = kept.astype(np.intp)
    counts, at = found.counts[kept], found.threshold[kept]
    below = _below(counts)
    steps = min(points, int(total)) if is_whole(table) else points
    coverage = np.arange(1, steps + 1) / steps
    value, low, high = (np.full(steps, math.nan) for _ in range(3))
    for i, covered in enumerate(coverage.tolist()):
        first, last = _widest(below, 1 - covered)
        cells = _decided(counts, first, last)
        place = _best(row, cells)
        if place is not None:
            value[i] = row.on(_row(cells, place))
            low[i], high[i] = at[first[place]], at[last[place]]
    return RiskCoverage(row, coverage, value, low, high)
