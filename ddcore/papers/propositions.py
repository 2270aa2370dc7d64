"""The propositions and theorems of document 003, each tried on one setting: does it hold there, and by how much?

A setting is two normal laws of scores, what mistakes cost, and three prices of a loan. `cards` tries all of them, quick
enough for a slider; the items of the document try each on `SOME` settings.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from ddcore.arrays import Array
from ddcore.counts import Cells
from ddcore.decisions.costs import costs, threshold
from ddcore.decisions.cutoffs import LendingLimits, LoanTerms, Policy, break_even_risk, expected_profit
from ddcore.decisions.pricing import Book, best_prices
from ddcore.decisions.referral import Referral
from ddcore.decisions.reject import band_counts, best_band, cost_band
from ddcore.decisions.take_up import quartic, through_points
from ddcore.decisions.take_up_conditions import conditions
from ddcore.errors import InputError
from ddcore.measures import measure
from ddcore.samples.pairs import Law as PairLaw
from ddcore.samples.pairs import Pair
from ddcore.scores.before_after import BETWEEN
from ddcore.scores.curves import area, convex_hull, roc
from ddcore.scores.exact import Exact
from ddcore.scores.law import Law
from ddcore.scores.modes import peaks
from ddcore.scores.own_transform import transformed
from ddcore.scores.thresholds import each, upward
from ddcore.table import ScoreTable, Sweep, sweep

NEAR = 1e-5
"""Values nearer to each other than this are the same: laws are cut into some 3,000 cells."""


TIED = 0.05
"""The share of the cases that may have one ratio where a proposition needs a threshold between any of them."""


@dataclass(frozen=True)
class Slider:
    """A number of a setting: its name, what it is, and between which two numbers it is."""

    name: str
    title: str
    low: float
    high: float


SLIDERS: tuple[Slider, ...] = (
    Slider("separation", "Mean score of the positives; the negatives have mean 0 and standard deviation 1", 0.0, 4.0),
    Slider("spread", "Standard deviation of the positives", 0.5, 2.0),
    Slider("share", "Share of positives", 0.05, 0.95),
    Slider("below", "Part of the positives that score as far below the negatives", 0.0, 0.5),
    Slider("referred", "Share of the cases that a person sees", 0.05, 0.5),
    Slider("miss", "Cost of a miss, in false alarms", 0.2, 20.0),
    Slider("asking", "Cost of asking a person, as a part of the cost of the mistake", 0.05, 0.95),
    Slider("middle", "Share who accept a loan at 30 %, where 90 % do at 20 % and 29 % at 40 %", 0.3, 0.89),
    Slider("lowest", "Lowest of four rates up to 45 %", 0.05, 0.4),
    Slider("second", "Mean score of the positives of a second model", 0.0, 4.0),
    Slider("correlation", "Correlation of the scores of both models within a class", -0.9, 0.9),
)
"""The numbers of a setting."""


@dataclass(frozen=True)
class Setting:
    """What the propositions are tried on; see `SLIDERS`. Costs of right answers are 0, that of a false alarm is 1.

    Raises `InputError` "share of positives must be between 0.05 and 0.95, got 0".

    >>> round(Setting(separation=1.5).exact.auc, 6)
    0.855578
    """

    separation: float = 1.5
    spread: float = 1.0
    share: float = 0.3
    below: float = 0.0
    referred: float = 0.2
    miss: float = 5.0
    asking: float = 0.3
    middle: float = 0.7
    lowest: float = 0.3
    second: float = 1.0
    correlation: float = 0.0

    def __post_init__(self) -> None:
        for slider in SLIDERS:
            value = getattr(self, slider.name)
            if not slider.low <= value <= slider.high:
                what = slider.title.partition(",")[0].partition(";")[0]
                what = what[0].lower() + what[1:]
                raise InputError(f"{what} must be between {slider.low:g} and {slider.high:g}, got {value:g}")

    @cached_property
    def exact(self) -> Exact:
        """The laws of the scores."""
        positives = f"normal({self.separation:.10g},{self.spread:.10g})"
        if self.below:
            other = f"normal({-self.separation:.10g},{self.spread:.10g})"
            positives = f"{1 - self.below:.10g}*{positives};{self.below:.10g}*{other}"
        return Exact(Law.of(positives), Law.of("normal(0,1)"))

    @cached_property
    def by_score(self) -> ScoreTable:
        """The laws as cases by their score; all cases sum to 1."""
        return self.exact.table(self.share, 1 - self.share)

    @cached_property
    def by_ratio(self) -> ScoreTable:
        """The laws as cases by the logarithm of their likelihood ratio."""
        return self.exact.read(self.share, 1 - self.share)

    def swept(self, table: ScoreTable) -> tuple[Sweep, Array, Array]:
        """Every threshold of a table with its counts, and TPR and FPR there, which fall."""
        every = sweep(table)
        cells = every.counts.floats()
        return every, np.asarray(cells.tp / self.share), np.asarray(cells.fp / (1 - self.share))

    @cached_property
    def score_swept(self) -> tuple[Sweep, Array, Array]:
        """`swept` of the scores."""
        return self.swept(self.by_score)

    @cached_property
    def ratio_swept(self) -> tuple[Sweep, Array, Array]:
        """`swept` of the likelihood ratio."""
        return self.swept(self.by_ratio)

    @cached_property
    def ratio_thresholds(self) -> tuple[Array, Array, Array]:
        """The likelihood ratio at its thresholds, as far as it is a number up to 10^9, and TPR and FPR there."""
        every, tpr, fpr = self.ratio_swept
        some = np.abs(every.threshold) < math.log(1e9)
        return np.exp(every.threshold[some]), tpr[some], fpr[some]


SOME: tuple[Setting, ...] = (
    Setting(),
    Setting(separation=0.5, share=0.1, middle=0.42),
    Setting(separation=1.0, spread=1.6, share=0.5, miss=1.0, middle=0.4, lowest=0.35),
    Setting(separation=2.0, spread=0.6, share=0.2, referred=0.1, middle=0.43),
    Setting(separation=1.5, spread=0.8, share=0.4, below=0.3, correlation=-0.5),
    Setting(separation=0.0, spread=2.0, share=0.7, miss=2.0, second=1.5, correlation=0.6),
)
"""Settings on which the items of the document try each proposition: equal and unequal spreads, one and two groups."""


@dataclass(frozen=True, eq=False)
class Picture:
    """Lines to draw, by name: places and values; `x` and `y` are what the axes are."""

    x: str
    y: str
    lines: Mapping[str, tuple[Array, Array]]


@dataclass(frozen=True, eq=False)
class Card:
    """A proposition on one setting: what it says, and two numbers, each with its name, that decide whether it holds.

    `applies` says whether the setting meets its conditions. Where it does not, `holds` is False if what it concludes
    fails too: then the setting shows what the conditions are needed for. `remark` has what else there is to say.

    >>> card = proposition_6(Setting(spread=1.6))
    >>> card.holds, card.margin
    (True, 'best F2 by the likelihood ratio: 0.694 ≥ by the score: 0.69')
    """

    place: str
    statement: str
    holds: bool
    left: tuple[str, float]
    relation: str
    right: tuple[str, float]
    applies: bool = True
    remark: str = ""
    picture: Picture | None = None

    @property
    def margin(self) -> str:
        """Both numbers with their names, and how they are to each other."""
        (left, one), (right, other) = self.left, self.right
        shown, beside = _shown(one, other, equal=self.holds and self.relation == "=")
        met = self.holds or self.slack >= -NEAR * max(1.0, abs(other))
        sign = {"=": "=≠", ">=": "≥<", "<=": "≤>"}[self.relation][not met]
        sides = (": ".join(filter(None, side)) for side in ((left, shown), (right, beside)))
        return f" {sign} ".join(sides)

    @property
    def slack(self) -> float:
        """By how much the numbers are apart in the direction that the statement asks for; below 0 where it fails."""
        apart = self.left[1] - self.right[1]
        return {"=": -abs(apart), ">=": apart, "<=": -apart}[self.relation]


def _shown(one: float, other: float, *, equal: bool) -> tuple[str, str]:
    """Two numbers with three digits, or with as many as tell them apart where they differ."""
    digits = 3
    if not equal and not math.isclose(one, other, rel_tol=NEAR, abs_tol=NEAR):
        while digits < 8 and f"{one:.{digits}g}" == f"{other:.{digits}g}":
            digits += 1
    left, right = (f"{round(number, 9) + 0.0:.{digits}g}" for number in (one, other))
    return left, right


Test = Callable[[Setting], Card]


def _at_least(one: float, other: float, near: float = NEAR) -> bool:
    return one >= other - near * max(1.0, abs(other))


def _best(places: Array, values: Array, at: Array) -> Array:
    """Values at other places, on straight lines between those given, which fall."""
    return np.asarray(np.interp(at, places[::-1], values[::-1]))


# Chapter 3 -----------------------------------------------------------------------------------------------------------


def proposition_1(setting: Setting) -> Card:
    """The positives above each ratio are the negatives there, each times its ratio."""
    table = setting.by_ratio
    times = np.exp(np.minimum(table.score, 600))
    negatives = np.asarray(table.negatives) / (1 - setting.share)
    found, expected = (np.cumsum(each[::-1])[::-1] for each in (table.positives / setting.share, negatives * times))
    apart = np.abs(found - expected)
    place = int(np.argmin(np.abs(table.score)))
    return Card(
        "Proposition 1",
        "Scores that are likelihood ratios are their own likelihood ratio: where the score is s, the positives are s "
        "times as dense as the negatives.",
        bool(apart.max() < 100 * NEAR),
        ("positives with a ratio of at least 1", float(found[place])),
        "=",
        ("negatives there, each times its ratio", float(expected[place])),
        picture=Picture("Likelihood ratio", "Share at or above", {
            "positives": (times[table.score < 3], found[table.score < 3]),
            "negatives times the ratio": (times[table.score < 3], expected[table.score < 3]),
        }),
    )  # fmt: skip


def proposition_2(setting: Setting) -> Card:
    """Among the cases with a probability of at least p, as many are positive as their probabilities sum to."""
    table, share = setting.by_ratio, setting.share
    chance = expit(table.score + math.log(share / (1 - share)))
    cases = np.asarray(table.positives + table.negatives)
    found, expected = (np.cumsum(each[::-1])[::-1] for each in (np.asarray(table.positives), cases * chance))
    apart = np.abs(found - expected)
    place = int(np.argmin(np.abs(table.score)))
    return Card(
        "Proposition 2",
        "The Bayes probability is calibrated: of the cases with probability s, the part s is positive.",
        bool(apart.max() < 100 * NEAR),
        (f"positives with a probability of at least {share:.3g}", float(found[place])),
        "=",
        ("sum of the probabilities there", float(expected[place])),
        picture=_calibration(chance, np.asarray(table.positives), cases),
    )


def _calibration(chance: Array, positives: Array, cases: Array) -> Picture:
    """The part that is positive over the probability, in 50 parts of the cases that are as many each."""
    part = np.minimum((np.cumsum(cases) / cases.sum() * 50).astype(int), 49)
    sums = [np.bincount(part, weights=weight) for weight in (cases * chance, positives, cases)]
    x, y = (each[sums[2] > 0] / sums[2][sums[2] > 0] for each in sums[:2])
    return Picture("Probability", "Part that is positive", {"positive": (x, y), "as said": (x, x)})


def proposition_3(setting: Setting) -> Card:
    """At equal weighted sums of both rates the ratio has the higher TPR and the lower FPR."""
    _, tpr, fpr = setting.ratio_swept
    _, recall, alarms = setting.score_swept
    worst, most = 0.0, (-1.0, 0, recall)
    for a, b in ((1.0, 1.0), (1 - setting.share, setting.share), (1.0, 3.0)):
        ours, theirs = a * fpr + b * tpr, a * alarms + b * recall
        higher, lower = _best(ours, tpr, theirs), _best(ours, fpr, theirs)
        worst = min(worst, float((higher - recall).min()), float((alarms - lower).min()))
        gain = higher - recall
        place = int(np.argmax(gain)) if gain.max() > NEAR else int(np.argmin(np.abs(alarms - 0.2)))
        if gain[place] > most[0]:
            most = (float(gain[place]), place, higher)
    _, place, higher = most
    return Card(
        "Proposition 3",
        "Where a weighted sum of TPR and FPR is the same, the likelihood ratio has the higher TPR and the lower FPR, "
        "whatever the weights.",
        worst >= -NEAR,
        ("TPR by the likelihood ratio", float(higher[place])),
        ">=",
        ("by the score", float(recall[place])),
        picture=_roc_picture(setting),
    )


def _roc_picture(setting: Setting) -> Picture:
    (_, tpr, fpr), (_, recall, alarms) = setting.ratio_swept, setting.score_swept
    return Picture("FPR", "TPR", {"likelihood ratio": (fpr[::-1], tpr[::-1]), "score": (alarms[::-1], recall[::-1])})


# Chapter 4 -----------------------------------------------------------------------------------------------------------

OF_CLASS_M = (
    "TPR", "TNR", "PPV", "NPV", "FOR", "FDR", "FNR", "FPR", "ACC", "ERR", "BACC", "J", "CP", "CC", "TS", "F1", "F2",
    "F0.5", "MK", "MCC",
)  # fmt: skip
"""The measures of Proposition 4; those that are better when lower count with the other sign."""


def proposition_4(setting: Setting) -> Card:
    """No measure gets worse as TPR rises, nor better as FPR does, at this share of positives."""
    steps, tiny = np.linspace(0.05, 0.95, 19), 1e-6
    a, b = (side.ravel() for side in np.meshgrid(steps, steps))
    slopes = []
    for key in OF_CLASS_M:
        named = measure(key)
        here, higher, lower = (
            upward(named, at_rates(setting.share, *rates)) for rates in ((a, b), (a + tiny, b), (a, b - tiny))
        )
        for rate, moved in (("a higher TPR", higher), ("a lower FPR", lower)):
            gained = (moved - here) / tiny
            # A measure of one class does not depend on the rate of the other.
            if np.abs(gained).max() > NEAR:
                slopes.append((float(gained.min()), key, rate))
    worse, name, which = min(slopes)
    return Card(
        "Proposition 4",
        f"All {len(OF_CLASS_M)} measures get no worse as TPR rises and no better as FPR rises.",
        worse >= -NEAR,
        (f"least slope of a measure, that of {name} by {which}", worse),
        ">=",
        ("", 0.0),
        picture=Picture(
            "TPR, at an FPR of 0.2",
            "Measure",
            {key: (steps, measure(key).on(at_rates(setting.share, steps, 0.2))) for key in ("ACC", "F1", "J", "MCC")},
        ),
    )


def at_rates(share: ArrayLike, tpr: ArrayLike, fpr: ArrayLike) -> Cells:
    """The cells, which sum to 1, at a share of positives and two rates; all are broadcast.

    >>> at_rates(0.25, 0.5, 0.2).fp.round(12).tolist()
    0.15
    """
    p, a, b = (np.asarray(part, np.float64) for part in (share, tpr, fpr))
    return Cells(tp=p * a, fn=p * (1 - a), fp=(1 - p) * b, tn=(1 - p) * (1 - b))


def proposition_5(setting: Setting) -> Card:
    """Every measure is the same at a threshold t of the score x and at exp(t / 4) of exp(x / 4)."""
    table = setting.by_score
    moved = table.rescored(transformed("exp(x / 4)", table.score))
    before, after = (setting.swept(each)[0].counts.floats() for each in (table, moved))
    apart = max(float(np.nanmax(np.abs(measure(key).on(before) - measure(key).on(after)))) for key in BETWEEN)
    bests = [each(some, ["F1"])[0].value for some in (moved, table)]
    return Card(
        "Proposition 5",
        "A transformation that rises changes no measure: the threshold moves with the score. Tried with exp(x / 4).",
        apart <= 1e-12,
        ("best F1 of the transformed score", bests[0]),
        "=",
        ("of the score", bests[1]),
        picture=Picture(
            "Share predicted positive",
            "F1",
            {
                name: (np.asarray(cells.predicted_positives), measure("F1").on(cells))
                for name, cells in (("score", before), ("exp(x / 4)", after))
            },
        ),
    )


def proposition_6(setting: Setting) -> Card:
    """The best value of every measure that has its best between the ends, by the ratio and by the score."""
    names = [key for key in BETWEEN if key in OF_CLASS_M]
    by_ratio, by_score = each(setting.by_ratio, names), each(setting.by_score, names)
    gains = [
        (best.value - other.value) * (1 if best.measure.better == "higher" else -1)
        for best, other in zip(by_ratio, by_score, strict=True)
    ]
    least, most = float(np.nanmin(gains)), float(np.nanmax(gains))
    place = int(np.nanargmax(gains)) if most > NEAR else names.index("F1")
    if least < -NEAR:
        place = int(np.nanargmin(gains))
    best, other = by_ratio[place], by_score[place]
    tied = float((setting.by_ratio.positives + setting.by_ratio.negatives).max())
    return Card(
        "Proposition 6",
        "No transformation of the scores has a better best value of any of these measures than the likelihood ratio.",
        least >= -NEAR,
        (f"best {best.measure.key} by the likelihood ratio", best.value),
        ">=" if best.measure.better == "higher" else "<=",
        ("by the score", other.value),
        applies=tied < TIED,
        remark="" if tied < TIED else f"{tied:.0%} of the cases have one ratio, and no threshold comes between them.",
        picture=_over_ratio(setting, best.measure.key),
    )


def _over_ratio(setting: Setting, key: str) -> Picture:
    """A measure over the threshold of the score and of the ratio, as over the share of cases predicted positive."""
    lines = {}
    for name, (every, _, _) in (("likelihood ratio", setting.ratio_swept), ("score", setting.score_swept)):
        cells = every.counts.floats()
        lines[name] = np.asarray(cells.predicted_positives), measure(key).on(cells)
    return Picture("Share predicted positive", key, lines)


def proposition_7(setting: Setting) -> Card:
    """Precision over the threshold of the score: D(t) = TPR - L(t) FPR says where it rises."""
    x = setting.exact.edges
    cells = setting.exact.cells(x, setting.share)
    tpr, fpr = cells.tp / setting.share, cells.fp / (1 - setting.share)
    ratio = np.exp(np.clip(setting.exact.log_ratio(x), -600, 600))
    rise = (tpr - ratio * fpr) / np.maximum(tpr + ratio * fpr, 1e-300)
    precision = measure("PPV").on(cells)
    some = np.asarray(cells.predicted_positives) > 1e-6
    fallen = float((np.maximum.accumulate(precision[some]) - precision[some]).max())
    applies = bool((rise[some] >= -1e-9).all())
    return Card(
        "Proposition 7",
        "A measure whose slope over the threshold is A(t) D(t), with A above 0 and D never below 0, never falls. Tried "
        "with precision on the score, for which D = TPR − L FPR.",
        fallen <= NEAR,
        ("largest fall of precision as the threshold rises", fallen),
        "<=",
        ("", 0.0),
        applies=applies,
        remark="" if applies else "D falls below 0 here, so the proposition says nothing.",
        picture=Picture("Threshold", "Precision", {"precision": (x[some], precision[some])}),
    )


def proposition_8(setting: Setting) -> Card:
    """Accuracy over the threshold of the score: D(t) = pi0 - pi1 L(t)."""
    x, share = setting.exact.edges, setting.share
    slope = (1 - share) - share * np.exp(np.clip(setting.exact.log_ratio(x), -600, 600))
    applies = setting.exact.is_monotone and slope[0] > 0 > slope[-1]
    accuracy = setting.exact.over(measure("ACC"), x, share)
    found = peaks(accuracy, 1e-9)
    return Card(
        "Proposition 8",
        "A measure whose slope over the threshold is A(t) D(t), with A above 0 and D falling from above 0 to below 0, "
        "has one peak. Tried with accuracy on the score, for which D = π0 − π1 L.",
        found == 1,
        ("peaks of accuracy over the threshold", float(found)),
        "=",
        ("", 1.0),
        applies=bool(applies),
        remark="" if applies else "D does not fall from above 0 to below 0 here, so the proposition says nothing.",
        picture=Picture("Threshold", "Accuracy", {"accuracy": (x, accuracy)}),
    )


def proposition_9(setting: Setting) -> Card:
    """The two parts of D(t), equation 4.11, at every threshold of the ratio."""
    ratio, tpr, fpr = setting.ratio_thresholds
    parts = [(tpr - ratio * fpr), (ratio * (1 - fpr) - (1 - tpr))]
    least = min(float((part / (1 + ratio)).min()) for part in parts)
    return Card(
        "Proposition 9",
        "On the likelihood ratio D(t) = Z1 (TPR − t FPR) + Z2 (t TNR − FNR) + Z3 is never below 0 if Z1, Z2 and Z3 are "
        "not: neither bracket is.",
        least >= -NEAR,
        ("least of both brackets, in parts of 1 + t", least),
        ">=",
        ("", 0.0),
        picture=Picture("Likelihood ratio", "Bracket", {
            name: (ratio[ratio < 20], part[ratio < 20])
            for name, part in zip(("TPR − t FPR", "t TNR − FNR"), parts, strict=True)
        }),
    )  # fmt: skip


UNIMODAL = ("ACC", "ERR", "BACC", "J", "F1", "F2", "TS")
"""The measures of Corollary 7."""


def proposition_10(setting: Setting) -> Card:
    """How many peaks the linear-fractional measures have over the ratio."""
    every, *_ = setting.ratio_swept
    cells = every.counts.floats()
    counted = {key: peaks(upward(measure(key), cells), 1e-7) for key in UNIMODAL}
    key = max(counted, key=lambda name: counted[name])
    return Card(
        "Proposition 10",
        "A measure that is one linear function of TPR and FPR over another, with coefficients of the right signs, has "
        "one peak over the threshold of the likelihood ratio: accuracy, J, F and Jaccard's index among others.",
        counted[key] == 1,
        (f"peaks of {key}, which has most", float(counted[key])),
        "=",
        ("", 1.0),
        picture=_over_ratio(setting, "F1"),
    )


# Chapters 5 and 6 ----------------------------------------------------------------------------------------------------


def proposition_11(setting: Setting) -> Card:
    """The area under the ROC curve of the ratio, and under its convex hull."""
    found, hull = (area(curve) for curve in (roc(setting.by_ratio), convex_hull(setting.by_ratio)))
    dent = area(convex_hull(setting.by_score)) - area(roc(setting.by_score))
    own = f"That of the score is not concave: its hull holds {dent:.3g} more." if dent > NEAR else ""
    return Card(
        "Proposition 11",
        "The ROC curve of the likelihood ratio is concave, whatever that of the score is.",
        abs(hull - found) < NEAR,
        ("area under the ROC curve of the likelihood ratio", found),
        "=",
        ("under its convex hull", hull),
        remark=own,
        picture=_roc_picture(setting),
    )


def theorem_1(setting: Setting) -> Card:
    """TPR by the ratio and by the score at each FPR."""
    _, tpr, fpr = setting.ratio_swept
    _, recall, alarms = setting.score_swept
    higher = _best(fpr, tpr, alarms)
    gain = higher - recall
    place = int(np.argmax(gain)) if gain.max() > NEAR else int(np.argmin(np.abs(alarms - 0.2)))
    return Card(
        "Theorem 1",
        "The ROC curve of the likelihood ratio is nowhere below that of any other transformation of the scores.",
        bool(gain.min() >= -NEAR),
        (f"TPR by the likelihood ratio, at an FPR of {alarms[place]:.3g}", float(higher[place])),
        ">=",
        ("by the score", float(recall[place])),
        picture=_roc_picture(setting),
    )


def proposition_12(setting: Setting) -> Card:
    """The cost at the threshold of the proposition, and at the best of all thresholds of the ratio."""
    utility = costs(c10=1, c01=setting.miss)
    line = float(threshold(utility, setting.share).ratio)
    every, *_ = setting.ratio_swept
    paid = -utility(every.counts.floats())
    found = -float(utility(setting.by_ratio.at(math.log(line))))
    ratio, *_ = setting.ratio_thresholds
    some = np.abs(every.threshold) < math.log(1e9)
    return Card(
        "Proposition 12",
        "If mistakes cost, the best threshold of the likelihood ratio is π0 (c10 − c00) / (π1 (c01 − c11)).",
        _at_least(float(paid.min()), found),
        (f"cost of a case with the threshold {line:.3g}", found),
        "<=",
        ("with the best of all thresholds", float(paid.min())),
        picture=Picture("Likelihood ratio", "Cost of a case", {"cost": (ratio[ratio < 20], paid[some][ratio < 20])}),
    )


# Chapter 7 -----------------------------------------------------------------------------------------------------------


def regions(setting: Setting) -> tuple[Array, Array, Array, Cells]:
    """Regions of the share that is referred, one for each place where it may begin: t0, t1, share below, decided cells.

    Cells are taken on straight lines between the thresholds of the ratio.
    """
    every, tpr, fpr = setting.ratio_swept
    below = 1 - np.asarray(every.counts.floats().predicted_positives)
    starts = np.linspace(0, 1 - setting.referred, 4001)
    ends = starts + setting.referred
    # Above the last threshold but one all cases have that ratio.
    finite = np.clip(np.minimum(every.threshold, every.threshold[-2]), -50, 50)
    t0, t1 = (np.exp(np.interp(at, below, finite)) for at in (starts, ends))
    (a0, b0), (a1, b1) = ((np.interp(at, below, tpr), np.interp(at, below, fpr)) for at in (starts, ends))
    share = setting.share
    cells = Cells(tp=share * a1, fp=(1 - share) * b1, fn=share * (1 - a0), tn=(1 - share) * (1 - b0))
    return t0, t1, starts, cells


def _region_card(setting: Setting, place: str, statement: str, key: str, apart: Array, wanted: str) -> Card:
    """Whether the region that meets an equation, where `apart` rises through 0, is the best of all of its size.

    Where `apart` is above 0 throughout, a ratio t0 below all of the cases meets it, and where it is below 0 a ratio t1
    above all of them: the region is then at that end.
    """
    t0, t1, starts, cells = regions(setting)
    values = np.nan_to_num(measure(key).on(cells), nan=-1.0)
    best = best_band(setting.by_ratio, key, setting.referred).value
    roots = np.flatnonzero((apart[:-1] <= 0) & (apart[1:] > 0))
    at = int(roots[np.argmax(values[roots])]) if roots.size else 0 if apart[0] > 0 else values.size - 1
    found = float(values[at : at + 2].max())
    end = "" if roots.size else " All cases below it, or all above it, go to a person."
    return Card(
        place,
        statement,
        _at_least(found, best, 10 * NEAR) and _at_least(found, float(values.max())),
        (f"{key} of the decided cases, {wanted}", found),
        ">=",
        ("with the best region found by trying", best),
        remark=f"The region goes from a ratio of {t0[at]:.3g} to {t1[at]:.3g}.{end}",
        picture=Picture("Share of cases below the region", f"{key} of the decided cases", {key: (starts, values)}),
    )


def proposition_13(setting: Setting) -> Card:
    """Accuracy of the decided cases with t0 t1 = (pi0 / pi1)^2."""
    t0, t1, *_ = regions(setting)
    apart = np.log(t0) + np.log(t1) - 2 * math.log((1 - setting.share) / setting.share)
    statement = (
        "If a fixed share of the cases goes to a person, accuracy among the others is best where the likelihood ratios "
        "at both ends multiply to (π0 / π1)²."
    )
    return _region_card(setting, "Proposition 13", statement, "ACC", apart, "where t0 t1 = (π0 / π1)²")


def proposition_14(setting: Setting) -> Card:
    """F1 of the decided cases where (pi0 pi1 t1 + pi1^2 t0 t1) / (pi0^2 + pi0 pi1 t1) is Jaccard's index."""
    t0, t1, _, cells = regions(setting)
    p, q = setting.share, 1 - setting.share
    jaccard = measure("TS").on(cells)
    apart = (q * p * t1 + p * p * t0 * t1) - jaccard * (q * q + q * p * t1)
    statement = (
        "If a fixed share of the cases goes to a person, F1 among the others is best where Jaccard's index is "
        "(π0 π1 t1 + π1² t0 t1) / (π0² + π0 π1 t1), and π0 / π1 times the index lies between t0 and t1."
    )
    apart = np.nan_to_num(apart, nan=-1.0)
    card = _region_card(setting, "Proposition 14", statement, "F1", apart, "with that equation")
    roots = np.flatnonzero((apart[:-1] <= 0) & (apart[1:] > 0))
    middle = q * jaccard[roots] / p
    between = (t0[roots] <= middle * (1 + 1e-3)) & (middle <= t1[roots] * (1 + 1e-3))
    return replace(card, holds=card.holds and bool(between.all()))


def printed_ends(setting: Setting) -> tuple[float, float]:
    """The ends of the region as Proposition 15 prints them: t0 and t1, or t1 twice where t0 is above t1.

    >>> printed_ends(Setting(asking=0.8)) == (printed_ends(Setting(asking=0.8))[1],) * 2
    True
    """
    odds = (1 - setting.share) / setting.share
    asked = setting.asking
    first = odds * asked / ((1 - asked) * setting.miss)
    last = odds * (1 - asked) / (asked * setting.miss)
    return (first, last) if first <= last else (last, last)


def proposition_15(setting: Setting) -> Card:
    """The cost with the ends as printed, and with the best of all regions of the ratio."""
    utility = costs(c10=1, c01=setting.miss)
    referral = Referral(-setting.asking * setting.miss, -setting.asking)
    low, high = printed_ends(setting)
    paid = -band_counts(setting.by_ratio, math.log(low), math.log(high))(utility, referral)
    least = -cost_band(setting.by_ratio, utility, referral).value
    crossed = low == high
    return Card(
        "Proposition 15",
        "If a person may be asked at a cost, it is best to ask about the cases between two ratios t0 and t1; if t0 is "
        "above t1, as printed, t1 is the one threshold.",
        _at_least(least, paid),
        ("cost of a case by the printed rule", paid),
        "<=",
        ("by the best region", least),
        picture=_three_answers(setting),
        remark="t0 is above t1 here. The best threshold is that of Proposition 12, not t1." if crossed else "",
    )


def _three_answers(setting: Setting) -> Picture:
    """The expected cost of each answer over the probability of being positive."""
    chance = np.linspace(0, 1, 101)
    alarm, miss = 1 - chance, chance * setting.miss
    lines = {"positive": alarm, "negative": miss, "ask a person": setting.asking * (alarm + miss)}
    return Picture("Probability of being positive", "Cost of a case", {name: (chance, y) for name, y in lines.items()})


# Chapter 8 -----------------------------------------------------------------------------------------------------------


def theorem_2(setting: Setting) -> Card:
    """The ROC curve of two scores read together, and of each alone."""
    covariance = setting.correlation
    law = Pair(
        "", "", "",
        PairLaw((setting.separation, setting.second), (1.0, 1.0), covariance),
        PairLaw((0.0, 0.0), (1.0, 1.0), covariance),
    )  # fmt: skip
    together = law.read(60)
    curve = roc(together)
    tpr, fpr = np.asarray(curve.y), np.asarray(curve.x)
    gains = []
    areas = []
    for mean in (setting.separation, setting.second):
        alone = Exact(Law.of(f"normal({mean:.10g},1)"), Law.of("normal(0,1)"))
        at, recall = alone.negatives.above(alone.edges), alone.positives.above(alone.edges)
        gains.append(float((np.interp(at, np.sort(fpr), np.sort(tpr)) - recall).min()))
        areas.append(alone.auc)
    both = together.auc
    return Card(
        "Theorem 2",
        "Two models read together by their joint likelihood ratio have an ROC curve that is nowhere below that of "
        "either.",
        min(gains) >= -1e-3,
        ("area under the ROC curve of both together", both),
        ">=",
        ("of the better one alone", max(areas)),
        picture=Picture("FPR", "TPR", {
            "together": (np.sort(fpr), np.sort(tpr)), "model 1": _normal_roc(setting.separation),
            "model 2": _normal_roc(setting.second),
        }),
    )  # fmt: skip


def _normal_roc(mean: float) -> tuple[Array, Array]:
    alone = Exact(Law.of(f"normal({mean:.10g},1)"), Law.of("normal(0,1)"))
    return alone.negatives.above(alone.edges)[::-1], alone.positives.above(alone.edges)[::-1]


# Chapter 9 -----------------------------------------------------------------------------------------------------------

TERMS = LoanTerms(funds=0.03, loss=0.5)
"""What a loan costs in section 9.4."""
RATES = (0.2, 0.3, 0.4)
"""Three rates, whose takers go through the points of the slider `middle`."""


def proposition_16(setting: Setting) -> Card:
    """Whether the middle of three rates is best for any risk, if s12 is above s13."""
    taken = through_points(RATES, (0.9, setting.middle, 0.29))
    first, second = (break_even_risk(TERMS, taken, RATES[0], high) for high in RATES[1:])
    at_zero = expected_profit(TERMS, taken, RATES, 0.0)
    risk = np.linspace(0, float(TERMS.zero_profit_risk(RATES[0])), 1001)
    profits = expected_profit(TERMS, taken, np.array(RATES)[:, None], risk)
    ahead = profits[1] - np.maximum(profits[0], profits[2])
    place = int(np.argmax(ahead))
    applies = bool(at_zero[0] > at_zero[1] > at_zero[2]) and first > second
    return Card(
        "Proposition 16",
        "If the lowest of three rates earns most at no risk and breaks even with the middle one at a higher risk than "
        "with the highest, the middle rate is best for nobody.",
        bool(ahead[place] <= 1e-9),
        ("profit at 30 % where it compares best", float(profits[1][place])),
        "<=",
        ("at the better of 20 % and 40 %", float(np.maximum(profits[0], profits[2])[place])),
        applies=applies,
        remark=f"s12 is {first:.3g}, s13 is {second:.3g}.",
        picture=_profits(risk, profits),
    )


def _profits(risk: Array, profits: Array) -> Picture:
    names = [f"{100 * rate:g} %" for rate in RATES]
    return Picture(
        "Risk", "Profit of an applicant", {name: (risk, row) for name, row in zip(names, profits, strict=True)}
    )


def proposition_17(setting: Setting) -> Card:
    """The ends of the categories by pairwise break-evens."""
    taken = through_points(RATES, (0.9, setting.middle, 0.29))
    evens = {(i, j): break_even_risk(TERMS, taken, RATES[i], RATES[j]) for i, j in ((0, 1), (0, 2), (1, 2))}
    risk = np.linspace(0, float(TERMS.zero_profit_risk(RATES[0])), 1001)
    first = min(evens[0, 1], evens[0, 2])
    then = evens[1, 2] if evens[0, 1] <= evens[0, 2] else float(TERMS.zero_profit_risk(RATES[2]))
    return Card(
        "Proposition 17",
        "Where each category ends at its first break-even with a higher rate, the ends rise from category to category.",
        first <= then + 1e-12,
        ("end of the first category", first),
        "<=",
        ("end of the next one", then),
        picture=_profits(risk, expected_profit(TERMS, taken, np.array(RATES)[:, None], risk)),
    )


def proposition_18(setting: Setting) -> Card:
    """The break-evens of neighbouring rates, equation 9.4, for T(r) = 1 - 15/4 r^2 - r^4."""
    taken = quartic()
    rates = np.linspace(setting.lowest, 0.45, 4)
    asked = conditions(taken, TERMS, LendingLimits())
    applies = asked.hold(asked.log_concave, rates.tolist()) and asked.hold(asked.falls, rates.tolist())
    evens = [break_even_risk(TERMS, taken, low, high) for low, high in pairwise(rates.tolist())]
    steps = np.diff(evens)
    place = int(np.argmin(steps))
    return Card(
        "Proposition 18",
        "If the share of takers T is log-concave and r T(r) falls, the break-evens of neighbouring rates rise.",
        bool(steps[place] >= -1e-12),
        (f"break-even of {100 * rates[place]:.3g} % with the next rate", evens[place]),
        "<=",
        (f"that of {100 * rates[place + 1]:.3g} %", evens[place + 1]),
        applies=applies,
        remark="" if applies else f"r T(r) falls only from a rate of {100 * asked.falls[0][0]:.3g} % on.",
        picture=Picture("Lower rate of two neighbours", "Break-even", {"break-even": (rates[:-1], np.array(evens))}),
    )


def proposition_19(setting: Setting) -> Card:
    """The best rates of two categories of applicants whose risk is the Bayes probability of the scores."""
    table, taken, limits = setting.by_ratio, quartic(), LendingLimits()
    chance = expit(table.score + math.log(setting.share / (1 - setting.share)))
    book = Book(chance, np.asarray(table.positives + table.negatives))
    priced = best_prices(book, TERMS, taken, Policy((0.3, 0.4), (0.1, 0.4)), limits)
    tried = np.linspace(0.03, 0.5, 471)
    apart, lines = [], {}
    for rate, (low, high) in zip(priced.rates, pairwise((-1.0, *priced.bounds)), strict=True):
        among = (book.risk > low) & (book.risk <= high)
        share, risk = book.share[among], float(book.share[among] @ book.risk[among])
        held = float(share.sum())
        earned = taken(tried) * ((held - risk) * TERMS.repaid(tried) + risk * TERMS.defaulted)
        ours = float(taken(rate) * ((held - risk) * TERMS.repaid(rate) + risk * TERMS.defaulted))
        slope = float(taken.slope(np.array([rate]), np.zeros(1))[0])
        left = (slope * float(TERMS.repaid(rate)) + float(taken(rate))) * held
        right = (float(taken(rate)) + slope * (float(TERMS.repaid(rate)) - TERMS.defaulted)) * risk
        apart.append((ours / held, float(earned.max()) / held, abs(left - right) / held))
        lines[f"mean risk {100 * risk / held:.3g} %"] = tried, earned / held
    rising = all(low <= high + 1e-9 for low, high in pairwise(priced.rates))
    if not apart:
        nobody = "applicants with a risk of 40 % or less"
        return Card("Proposition 19", _NINETEEN, True, (nobody, 0.0), "=", ("", 0.0), applies=False)
    ours, best, _ = min(apart, key=lambda each: each[0] - each[1])
    return Card(
        "Proposition 19",
        _NINETEEN,
        rising and ours >= best - 1e-9 and max(each[2] for each in apart) < 1e-6,
        ("profit of an applicant at the rate that solves it", ours),
        ">=",
        ("at the best of 471 rates", best),
        remark="The rates are " + " and ".join(f"{100 * rate:.3g} %" for rate in priced.rates) + ".",
        picture=Picture("Rate", "Profit of an applicant", lines),
    )


_NINETEEN = (
    "If the share of takers T is concave, the best rate of a category solves equation 9.11, and a riskier category has "
    "the higher rate."
)

TESTS: Mapping[str, Test] = {
    "Proposition 1": proposition_1,
    "Proposition 2": proposition_2,
    "Proposition 3": proposition_3,
    "Proposition 4": proposition_4,
    "Proposition 5": proposition_5,
    "Proposition 6": proposition_6,
    "Proposition 7": proposition_7,
    "Proposition 8": proposition_8,
    "Proposition 9": proposition_9,
    "Proposition 10": proposition_10,
    "Proposition 11": proposition_11,
    "Theorem 1": theorem_1,
    "Proposition 12": proposition_12,
    "Proposition 13": proposition_13,
    "Proposition 14": proposition_14,
    "Proposition 15": proposition_15,
    "Theorem 2": theorem_2,
    "Proposition 16": proposition_16,
    "Proposition 17": proposition_17,
    "Proposition 18": proposition_18,
    "Proposition 19": proposition_19,
}
"""The propositions and theorems by their place, in the order of the document."""


def cards(setting: Setting) -> tuple[Card, ...]:
    """All propositions and theorems on one setting, in the order of the document.

    >>> [card.place for card in cards(Setting(asking=0.8, middle=0.42, lowest=0.1)) if not card.holds]
    ['Proposition 15', 'Proposition 18']
    """
    return tuple(test(setting) for test in TESTS.values())
