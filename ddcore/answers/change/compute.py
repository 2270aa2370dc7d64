"""What is found of a change: the parts of every measure, which rates changed, drift, and what labels would show."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ddcore.answers.change.sides import Sides
from ddcore.chance.two_classifiers import Comparison
from ddcore.interval import Interval
from ddcore.measures import MEASURES, Measure, measure
from ddcore.scores.before_labels import Expected, expected
from ddcore.scores.change import Parts, all_parts
from ddcore.scores.change_draws import intervals, resampled_states
from ddcore.scores.drift import Drift, drift

SEED = 1
"""Of the resamples, so that everybody sees the same intervals."""
LEVEL = 0.95
TESTS = {
    "rates": "Fisher's exact test",
    "robust": "Student's law, linearised",
    "areas": "intervals of both areas: DeLong's variance, widened for few cases",
}
"""How the probability of a difference is found, by the method of its interval."""


@dataclass(frozen=True)
class Rate:
    """A share of cases, or an area, then and now, by its stable name; `compared` has what is now first."""

    key: str
    name: str
    compared: Comparison

    @property
    def then(self) -> float:
        """What it was."""
        return self.compared.second

    @property
    def now(self) -> float:
        """What it is."""
        return self.compared.first

    @property
    def difference(self) -> Interval:
        """By how much it is higher now."""
        return self.compared.interval

    @property
    def p(self) -> float:
        """The probability of such a difference if it is one and the same."""
        return self.compared.p

    @property
    def test(self) -> str:
        """How that is known."""
        return "" if self.p != self.p else TESTS.get(self.difference.method, "")

    @property
    def surely(self) -> bool:
        """Whether the difference is more than luck, at 5 %."""
        return self.compared.sign != 0


@dataclass(frozen=True, eq=False)
class Found:
    """All of it; `parts` and `ends` by the keys of measures, empty where the change cannot be divided; `expected` is
    None where the cases of then have one class only."""

    sides: Sides
    parts: Mapping[str, Parts]
    ends: Mapping[str, Mapping[str, Interval]]
    rates: Mapping[str, Rate]
    drift: Drift
    expected: Expected | None
    measures: tuple[Measure, ...]


def found_of(sides: Sides, keys: Iterable[str]) -> Found:
    """What is found of then and now on all measures, those asked for first."""
    every = [key for key, row in MEASURES.items() if row.judges and not row.grows]
    measures = tuple(measure(key) for key in dict.fromkeys((*keys, *every)))
    rng = np.random.default_rng(SEED)
    parts, ends = {}, {}
    if sides.known:
        drawn = resampled_states(sides.before, sides.after, rng=rng)
        for found in all_parts(measures, sides.before, sides.after):
            parts[found.measure.key] = found
            change = replace(sides.compared.classifiers.difference(found.measure).interval, value=found.change)
            ends[found.measure.key] = _with_change(intervals(found, drawn, LEVEL), change)
    return Found(
        sides, parts, ends, _rates(sides), drift(sides.scores), _expected(sides, list(measures), rng), measures
    )


def _with_change(ends: Mapping[str, Interval], change: Interval) -> Mapping[str, Interval]:
    """The intervals of the parts and that of the change, which is also that of the only part there is."""
    share = ends["share"]
    only_classifier = share.value == share.low == share.high == 0
    return {**ends, "change": change, **({"classifier": change} if only_classifier else {})}


def _rates(sides: Sides) -> Mapping[str, Rate]:
    """The share of positives, TPR, FPR, and the area under the ROC curve."""
    both = sides.compared.classifiers
    rows = [
        Rate("share", "Share of positives", both.share(lambda cells: (cells.positives, cells.total))),
        Rate("TPR", "Recall (TPR)", both.difference(measure("TPR"))),
        Rate("FPR", "False alarms (FPR)", both.difference(measure("FPR"))),
    ]
    area = sides.area
    if area is not None:
        rows.append(Rate("AUC", "AUC", area))
    return {row.key: row for row in rows}


def _expected(sides: Sides, measures: list[Measure], rng: np.random.Generator) -> Expected | None:
    if not sides.before.has_both:
        return None
    cut = 1.0 if sides.before.table is None else sides.after.cut
    return expected(sides.before.scores, sides.arriving, cut, measures, rng=rng)
