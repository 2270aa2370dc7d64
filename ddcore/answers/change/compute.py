"""The analysis of a change: the parts of every measure, the rates that changed, drift, and what scores alone say."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ddcore.answers.change.sides import ThenAndNow
from ddcore.cache import Each
from ddcore.chance.two_classifiers import Comparison
from ddcore.formats import NOISE
from ddcore.interval import Interval
from ddcore.measures import MEASURES, Measure
from ddcore.measures import measure as measure_named
from ddcore.scores import change_draws
from ddcore.scores.before_labels import Expected, expected
from ddcore.scores.change import Parts, all_parts
from ddcore.scores.drift import Drift

SEED = 1
"""The seed of the resamples."""
TESTS = {
    "rates": "Fisher's exact test",
    "robust": "t distribution, linearised",
    "areas": "both intervals combined: DeLong's variance, widened for few cases",
}
"""How the probability of a difference is found, by the method of its interval."""


@dataclass(frozen=True)
class RateChange:
    """A share of cases, or an area, then and now; `key` is its stable name, `compared` has now first."""

    key: str
    name: str
    compared: Comparison

    @property
    def then(self) -> float:
        """The value of then."""
        return self.compared.second

    @property
    def now(self) -> float:
        """The value of now."""
        return self.compared.first

    @property
    def difference(self) -> Interval:
        """The value of now less that of then."""
        return self.compared.interval

    @property
    def p(self) -> float:
        """The probability of so large a difference if nothing changed."""
        return self.compared.p

    @property
    def test(self) -> str:
        """The test that gives this probability, "" if there is none."""
        return "" if np.isnan(self.p) else TESTS.get(self.difference.method, "")

    @property
    def surely(self) -> bool:
        """Whether the difference is more than chance, at the level in force."""
        return self.compared.sign != 0


@dataclass(frozen=True, eq=False)
class ChangeAnalysis:
    """The change of all measures.

    Parameters
    ----------
    sides : ThenAndNow
        The cases.
    parts : mapping from the key of a measure to Parts
        The parts of its change; empty where the change cannot be divided.
    intervals : mapping from the key of a measure to a mapping from part to Interval
        The parts with their intervals, and "change".
    rates : mapping from key to RateChange
        The share of positives, TPR, FPR, and AUC where there are scores.
    drift : Drift
        The drift of the scores.
    expected : Expected or None
        What the scores alone say of now; None where the cases of then have one class only.
    measures : tuple of Measure
        The measures in their order.
    """

    sides: ThenAndNow
    parts: Mapping[str, Parts]
    intervals: Mapping[str, Mapping[str, Interval]]
    rates: Mapping[str, RateChange]
    drift: Drift
    expected: Expected | None
    measures: tuple[Measure, ...]

    @property
    def threshold_moved(self) -> bool:
        """Whether now has another threshold than then."""
        return self.sides.before.threshold != self.sides.after.threshold

    def led_by(self, measure: Measure) -> "ChangeAnalysis":
        """The same analysis with a measure first."""
        first = [row for row in self.measures if row.key == measure.key]
        measures = (*first, *(row for row in self.measures if row.key != measure.key))
        keys = [row.key for row in measures if row.key in self.parts]
        return replace(self, measures=measures, parts={key: self.parts[key] for key in keys})

    def then(self, measure: Measure) -> float:
        """A measure of the cases of then."""
        return float(measure.on(self.sides.before.point.cells))


def analysis_of(sides: ThenAndNow, keys: Iterable[str]) -> ChangeAnalysis:
    """The analysis of then and now on `keys`, such as a formula of one's own, and all measures."""
    every = [key for key, row in MEASURES.items() if row.judges and not row.grows]
    measures = tuple(measure_named(key) for key in dict.fromkeys((*keys, *every)))
    rng = np.random.default_rng(SEED)
    parts: dict[str, Parts] = {}
    drawn = None
    if sides.has_both_classes:
        drawn = change_draws.resampled_states(sides.before, sides.after, rng=rng)
        parts = {divided.measure.key: divided for divided in all_parts(measures, sides.before, sides.after)}

    def intervals(key: str) -> Mapping[str, Interval]:
        whole_change = replace(sides.classifiers.difference(parts[key].measure).interval, value=parts[key].change)
        return _with_change(change_draws.intervals(parts[key], drawn), whole_change)

    expectation = _expected(sides, list(measures), rng)
    return ChangeAnalysis(sides, parts, Each(parts, intervals), _rates(sides), sides.drift, expectation, measures)


def _with_change(parts: Mapping[str, Interval], change: Interval) -> Mapping[str, Interval]:
    """The intervals of the parts and of the change; the classifier has that of the change if it is the only part."""
    share = parts["share"]
    only_classifier = share.value == share.low == share.high == 0
    return {**parts, "change": change, **({"classifier": change} if only_classifier else {})}


def _rates(sides: ThenAndNow) -> Mapping[str, RateChange]:
    """The share of positives, TPR, FPR, and the area under the ROC curve."""
    classifiers = sides.classifiers
    rates = [
        RateChange("share", "Base rate", classifiers.share(lambda cells: (cells.positives, cells.total))),
        RateChange("TPR", "Recall (TPR)", classifiers.difference(measure_named("TPR"))),
        RateChange("FPR", "False positive rate (FPR)", classifiers.difference(measure_named("FPR"))),
    ]
    area = sides.area
    if area is not None:
        rates.append(RateChange("AUC", "AUC", area))
    return {rate.key: rate for rate in rates}


def _expected(sides: ThenAndNow, measures: list[Measure], rng: np.random.Generator) -> Expected | None:
    if not sides.before.has_both:
        return None
    cut = 1.0 if sides.before.table is None else sides.after.cut
    return expected(sides.before.scores, sides.arriving, cut, measures, rng=rng, laws=sides.laws)


def may_be_chance(part: Interval) -> bool:
    """Whether the interval of a part of the change contains 0.

    >>> may_be_chance(Interval(0.1, -0.1, 0.3)), may_be_chance(Interval(0.1, 0.05, 0.2))
    (True, False)
    """
    return not (part.low > NOISE or part.high < -NOISE)
