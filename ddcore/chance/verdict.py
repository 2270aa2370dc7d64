"""Does a model beat chance? Its score on each measure beside the best that a classifier without skill can expect."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ddcore.arrays import Array
from ddcore.chance import hypergeometric, moments
from ddcore.chance.dutch_draw import LARGEST_TOTAL, Baseline, baseline
from ddcore.chance.rescale import beyond_chance
from ddcore.chance.significance import Region, log10_effective_p_value, log10_p_value, unweighted
from ddcore.counts import Counts
from ddcore.errors import InputError
from ddcore.interval import Interval, alpha, confident
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

STATES = {
    "beats": "beats chance",
    "unclear": "not clearly better than chance",
    "behind": "no better than chance",
    "worse": "clearly worse than chance",
    "unbeatable": "cannot be beaten",
    "undefined": "has no value here",
    "describes": "describes, does not judge",
}
"""Every verdict on a measure, with its words."""
MARKS = {"beats": "●", "unclear": "○", "behind": "○", "worse": "×"}
"""The mark of a verdict that a model can have where chance can be beaten; what is no clear lead is hollow."""


@dataclass(frozen=True)
class Tally:
    """On how many of the measures that can be beaten a model beats chance, and on how many it is clearly worse."""

    beats: int
    worse: int
    of: int

    def __str__(self) -> str:
        """The count as every door has it: "11 of 12"."""
        return f"{self.beats} of {self.of}"


@dataclass(frozen=True, eq=False)
class MeasureVerdict:
    """One measure of one model: score, baseline, interval, and the verdict, a key of `STATES`.

    `interval` is that with the class sizes as they are, `drawn` that of other cases, whose class sizes are drawn too.
    `follows` says that the measure gets better with each true positive, so that the model's exact p is also its own.
    """

    measure: Measure
    score: float
    baseline: Baseline
    ideal: float
    interval: Interval
    drawn: Interval
    state: str
    follows: bool = True

    @property
    def chance(self) -> float:
        """The best mean that a classifier without skill reaches, a value of the measure."""
        return self.baseline.best(self.measure.better)

    @property
    def distance(self) -> float:
        """How much better than chance the score is, positive where better, whichever way the measure points.

        >>> [line] = verdict("A", Counts(tp=27, fp=15, fn=23, tn=35), ["error rate"]).lines
        >>> round(line.score, 2), round(line.chance, 2), round(line.distance, 2)
        (0.38, 0.5, 0.12)
        """
        return self._from_chance(self.score)

    @property
    def distance_interval(self) -> tuple[float, float]:
        """Interval of the distance; the class sizes are fixed, and with them the baseline."""
        low, high = sorted((self._from_chance(self.interval.low), self._from_chance(self.interval.high)))
        return low, high

    def _from_chance(self, score: float) -> float:
        return score - self.chance if self.measure.better == "higher" else self.chance - score


@dataclass(frozen=True, eq=False)
class Verdict:
    """A model's lines, in the order asked for, and the exact chance of a draw that does as well.

    `log10_p` is the decimal logarithm of P(TP of a draw with as many positive predictions >= tp), NaN where the counts
    are weighted: a draw calls whole cases. `log10_luck` is what the lines go by: the same, or for weighted cases that
    of as many whole ones as they are worth, NaN where nothing is known of the weights.
    """

    name: str
    counts: Counts
    lines: tuple[MeasureVerdict, ...]
    log10_p: float
    log10_luck: float
    level: float

    def only(self, keys: Iterable[str]) -> "Verdict":
        """The verdict on some of its measures, in the order of their keys; keys that it does not have are left out.

        >>> model = verdict("A", Counts(tp=227, fp=50, fn=31, tn=192), ["accuracy", "recall"])
        >>> [line.measure.key for line in model.only(["TPR", "F1"]).lines]
        ['TPR']
        """
        by_key = {line.measure.key: line for line in self.lines}
        return replace(self, lines=tuple(by_key[key] for key in dict.fromkeys(keys) if key in by_key))

    def having(self, state: str) -> list[MeasureVerdict]:
        """The lines whose state is this key of `STATES`.

        >>> model = verdict("A", Counts(tp=227, fp=50, fn=31, tn=192), ["accuracy", "recall"])
        >>> [line.measure.key for line in model.having("unbeatable")]
        ['TPR']
        """
        return [line for line in self.lines if line.state == state]

    @property
    def beatable(self) -> list[MeasureVerdict]:
        """The lines on which a model can show skill."""
        return [line for line in self.lines if line.state in MARKS]

    @property
    def tally(self) -> Tally:
        """On how many of them it does: the one count of headline, table, leaderboard, JSON and report.

        >>> model = verdict("A", Counts(tp=9, fp=60, fn=1, tn=930), ["accuracy", "MCC", "recall"])
        >>> str(model.tally), model.tally
        ('1 of 2', Tally(beats=1, worse=1, of=2))
        """
        return Tally(len(self.having("beats")), len(self.having("worse")), len(self.beatable))

    @property
    def beyond_chance(self) -> Interval:
        """How far from the best draw to perfect, the mean over the measures that can be beaten, and its interval.

        Measures without a value, or of which no finite value is perfect, are left out; NaN where that leaves none.

        >>> model = verdict("A", Counts(tp=45, fp=10, fn=5, tn=40), ["accuracy", "recall", "J"])
        >>> round(model.beyond_chance.value, 12)
        0.7
        """
        return beyond_chance(self.counts, self.placed, *classes_of_draw(self.counts), self.level)

    @property
    def placed(self) -> list[Measure]:
        """The measures that can be beaten and of which a finite value is perfect."""
        return [line.measure for line in self.beatable if math.isfinite(line.ideal)]

    def clear_of(self, models: int, level: float | None = None) -> bool:
        """Whether the best of that many models without skill does as well with no more than the probability left.

        One of k draws does as well with no more than k times the probability that a given one does (Bonferroni),
        however alike the models are.

        >>> model = verdict("A", Counts(tp=14, fp=8, fn=6, tn=12), ["J"])
        >>> model.clear_of(1, 0.9), model.clear_of(2, 0.9)
        (True, False)
        """
        return self.log10_luck + math.log10(models) <= math.log10(alpha(level))


def ranks(beaten: Sequence[int], beyond: Sequence[float]) -> list[int]:
    """The rank of each model, 1 the best: by how many measures beat chance, then by `Verdict.beyond_chance`.

    Models that are equal in both, but for rounding, have the same rank; one that is nowhere on the way to perfect (NaN)
    comes after those that are.

    >>> ranks([12, 12, 3, 12], [0.4, 0.6, 0.7, 0.4])
    [2, 1, 4, 2]
    """
    places = [
        (won, -math.inf if math.isnan(share) else round(share, 12)) for won, share in zip(beaten, beyond, strict=True)
    ]
    return [1 + sum(other > place for other in places) for place in places]


WEIGHTED = 1_000_000
"""Cases that stand in for weighted ones, of which a draw cannot call a whole number."""


def whole_classes(total: float, positives: float) -> tuple[int, int]:
    """M and P of the draws to compare with: the numbers themselves, or for weighted cases a million with their share.

    The same million stands for more than 10^9 cases, the most that a draw is computed for.

    >>> whole_classes(303, 139), whole_classes(15.3, 4.8)
    ((303, 139), (1000000, 313725))
    """
    if total % 1 == 0 and positives % 1 == 0 and total <= LARGEST_TOTAL:
        return round(total), round(positives)
    return WEIGHTED, round(WEIGHTED * positives / total)


def classes_of_draw(counts: Counts) -> tuple[int, int]:
    """M and P of the draws to compare one table with: its own, or those that stand in for truly weighted cases.

    >>> classes_of_draw(Counts(tp=227, fp=50, fn=31, tn=192))
    (500, 258)
    """
    total, positives = float(counts.total), float(counts.positives)
    return whole_classes(total, positives) if counts.whole else (WEIGHTED, round(WEIGHTED * positives / total))


def verdict(name: str, counts: Counts, measures: Iterable[str | Measure], level: float | None = None) -> Verdict:
    """The verdict on one model from its counts at the threshold in force.

    Parameters
    ----------
    name : str
        The name of the model.
    counts : Counts of shape ()
        Its four counts; they may be weighted.
    measures : iterable of str or Measure
        The measures to judge by, in the order of the lines; bare counts are left out for weighted cases.
    level : float
        Between 0 and 1; intervals hold with this probability.

    Returns
    -------
    Verdict
        One line for each measure, whose `state` is a key of `STATES`. A score "beats" chance when a draw with as many
        positive predictions does as well with probability 1 - `level` or less (Fisher's exact test), and the whole
        interval lies on the better side of the baseline. So a classifier without skill beats chance on any of the
        measures with no more than that probability, however many they are. A formula that does not follow the true
        positives is held against its own exact law, too. A score is "worse" when the whole interval lies on the other
        side, and such a draw does as badly, or reaches the baseline at all, with no more than that probability. A
        measure is "unbeatable" when the baseline is the best value that these classes allow.

    Raises
    ------
    InputError
        "there must be at least one case, got none", and for a measure that is not known or a level outside 0 to 1.

    Notes
    -----
    Weighted cases and those in clusters have no exact p: that of as many whole cases as they are worth stands for it
    (`log10_effective_p_value`); where nothing is known of the weights no lead is clear.

    Examples
    --------
    >>> model = verdict("A", Counts(tp=227, fp=50, fn=31, tn=192), ["accuracy", "recall"])
    >>> [(line.measure.key, line.state) for line in model.lines]
    [('ACC', 'beats'), ('TPR', 'unbeatable')]
    """
    if counts.total == 0:
        raise InputError("there must be at least one case, got none")
    level = confident(level)
    counts = unweighted(counts)
    M, P = classes_of_draw(counts)
    whole = not counts.weighted and counts.total == M
    exact = float(log10_p_value(counts)) if whole else math.nan
    luck = exact if whole else log10_effective_p_value(counts)
    fixed, drawn = (Region.of(counts, level, kind) for kind in ("fixed", "drawn"))
    lines = []
    for measure in map(measure_named, measures):
        if measure.grows and not (counts.whole and counts.total == M):
            continue
        score, chance, ideal = float(measure(counts)), baseline(measure, M, P), measure.ideal(M, P)
        follows = measure.smooth or (whole and _follows(measure, counts))
        unlikely = luck <= math.log10(1 - level) and (
            follows or not whole or _tail(measure, counts, score) <= 1 - level
        )
        interval = fixed.interval(measure)
        state = _state(measure, score, chance.best(measure.better), ideal, interval, unlikely)
        comparable = whole or not measure.grows
        if state == "behind" and comparable and _below(measure, interval, chance.best(measure.better)):
            seldom = _as_bad(measure, counts if whole else _whole(counts), chance.best(measure.better)) <= 1 - level
            state = "worse" if seldom else state
        lines.append(MeasureVerdict(measure, score, chance, ideal, interval, drawn.interval(measure), state, follows))
    return Verdict(name, counts, tuple(lines), exact, luck, level)


def _law(measure: Measure, counts: Counts) -> tuple[Array, Array]:
    """The measure at each TP that a draw with the model's margins can have, and the probabilities."""
    M, P, n = (int(number) for number in (counts.total, counts.positives, counts.predicted_positives))
    tp, probability = hypergeometric.window(M, P, n)
    return measure.on(moments.cells_at(M, P, n, tp)), probability


def _follows(measure: Measure, counts: Counts) -> bool:
    """Whether a formula gets better, and never worse, with TP where the margins are those of the model."""
    values = _law(measure, counts)[0]
    steps = np.diff(values if measure.better == "higher" else -values)
    return bool((steps >= 0).all() and (steps > 0).any())


def _tail(measure: Measure, counts: Counts, score: float) -> float:
    """P(a draw with as many positive predictions scores as well), of the draws that have a value."""
    values, probability = _law(measure, counts)
    defined = ~np.isnan(values)
    as_good = measure.is_better(values, score) | np.isclose(values, score, rtol=1e-12, atol=1e-12)
    return float(probability[as_good & defined].sum() / probability[defined].sum()) if defined.any() else math.nan


def _below(measure: Measure, interval: Interval, chance: float) -> bool:
    """Whether the whole interval lies on the worse side of chance."""
    far = interval.high if measure.better == "higher" else interval.low
    return not math.isnan(far) and _ahead(measure, chance, far)


def _as_bad(measure: Measure, counts: Counts, chance: float) -> float:
    """P(a draw with as many positive predictions scores as badly), or P(it reaches chance) where that is less."""
    values, probability = _law(measure, counts)
    score = float(measure(counts))
    if math.isnan(score):
        return 1.0
    tails = [
        float(probability[so | np.isclose(values, end, rtol=1e-12, atol=1e-12)].sum())
        for so, end in ((measure.is_better(score, values), score), (measure.is_better(values, chance), chance))
    ]
    return min(tails) / float(probability[~np.isnan(values)].sum())


def _whole(counts: Counts) -> Counts:
    """The effective number of whole cases of weighted ones, at most 10^9, rounded in favour of the model."""
    effective = counts.effective or counts
    part = min(1.0, LARGEST_TOTAL / float(effective.total))
    P, N, fp = (math.floor(float(number) * part) for number in (effective.positives, effective.negatives, effective.fp))
    tp = min(math.ceil(float(effective.tp) * part), P)
    return Counts(tp=tp, fp=fp, fn=P - tp, tn=N - fp)


def own_tails(measure: Measure, counts: Counts) -> Array:
    """Decimal logarithm of the probability that a draw scores as well on a formula, for each table of whole cases.

    For a formula that does not follow the true positives, which the exact p goes by; minus infinity for one that does.
    """
    tails = []
    for place in np.ndindex(counts.shape):
        table = counts[place]
        score = float(measure(table))
        tail = 0.0 if math.isnan(score) or _follows(measure, table) else _tail(measure, table, score)
        tails.append(tail)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log10(np.reshape(tails, counts.shape)))


def _state(measure: Measure, score: float, chance: float, ideal: float, interval: Interval, unlikely: bool) -> str:
    if not measure.judges:
        return "describes"
    if math.isnan(score) or math.isnan(chance):
        return "undefined"
    if not _ahead(measure, ideal, chance):
        return "unbeatable"
    if not _ahead(measure, score, chance):
        return "behind"
    near = interval.low if measure.better == "higher" else interval.high
    return "beats" if unlikely and _ahead(measure, near, chance) else "unclear"


def _ahead(measure: Measure, score: float, chance: float) -> bool:
    """Better by more than rounding: a constant classifier is a draw, yet its score may differ in the last digit."""
    return bool(measure.is_better(score, chance)) and not math.isclose(score, chance, rel_tol=1e-12, abs_tol=1e-12)
