"""What is found of a change: the parts of every measure, which rates changed, drift, and what labels would show."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import ndtr, ndtri

from ddcore.answers.change_sides import Sides
from ddcore.chance import two_rates
from ddcore.chance.significance import unweighted
from ddcore.interval import UNKNOWN, Interval
from ddcore.measures import MEASURES, Measure, measure
from ddcore.scores.change import Parts, all_parts
from ddcore.scores.change_draws import intervals, resampled_states
from ddcore.scores.drift import Binned, Drift, Expected, drift, expected
from ddcore.scores.intervals import delong
from ddcore.table import ScoreTable

SEED = 1
"""Of the resamples, so that everybody sees the same intervals."""
LEVEL = 0.95


@dataclass(frozen=True)
class Rate:
    """A share of cases, or an area, then and now; `p` is the probability of such a difference if it is one and the
    same, `test` how that is known, `key` its stable name."""

    key: str
    name: str
    then: float
    now: float
    difference: Interval
    p: float
    test: str

    @property
    def surely(self) -> bool:
        """Whether the difference is more than luck, at 5 %."""
        return self.p <= 1 - LEVEL


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
            ends[found.measure.key] = _exact(found, intervals(found, drawn, LEVEL), sides)
    return Found(
        sides, parts, ends, _rates(sides), drift(sides.scores), _expected(sides, list(measures), rng), measures
    )


def _exact(found: Parts, ends: Mapping[str, Interval], sides: Sides) -> Mapping[str, Interval]:
    """The change of a measure that is a share of whole cases has the interval of such shares."""
    proportion = found.measure.proportion
    both = [unweighted(side.counts) for side in (sides.before, sides.after)]
    if proportion is None or any(counts.weighted for counts in both) or math.isnan(found.change):
        return ends
    (x, m), (y, n) = ((float(number) for number in proportion(counts)) for counts in both)
    score = two_rates.difference((x, y), (m, n), LEVEL)
    return {**ends, "change": replace(score, value=found.change)}


def _rates(sides: Sides) -> Mapping[str, Rate]:
    """The share of positives, TPR, FPR, the share called positive, and the area under the ROC curve."""
    before, after = (unweighted(side.counts) for side in (sides.before, sides.after))
    rows = {}
    for key, name, part, whole in (
        ("share", "Share of positives", "positives", "total"),
        ("TPR", "Recall (TPR)", "tp", "positives"),
        ("FPR", "False alarms (FPR)", "fp", "negatives"),
    ):
        tables = [counts if not counts.weighted else counts.effective for counts in (before, after)]
        told = [counts for counts in tables if counts is not None]
        if len(told) < 2:
            continue
        (x, m), (y, n) = ((float(getattr(counts, part)), float(getattr(counts, whole))) for counts in told)
        (x, m), (y, n) = _of_weight(before, part, whole, (x, m)), _of_weight(after, part, whole, (y, n))
        rows[key] = _rate(key, name, (x, y), (m, n), exact=not (before.weighted or after.weighted))
    area = _area(sides)
    return rows if area is None else {**rows, "AUC": area}


def _of_weight(counts: object, part: str, whole: str, effective: tuple[float, float]) -> tuple[float, float]:
    """The share by weight, among as many cases as say as much."""
    total = float(getattr(counts, whole))
    share = float(getattr(counts, part)) / total if total else math.nan
    return share * effective[1], effective[1]


def _rate(key: str, name: str, hits: tuple[float, float], cases: tuple[float, float], *, exact: bool) -> Rate:
    then, now = (x / m if m else math.nan for x, m in zip(hits, cases, strict=True))
    if math.isnan(then) or math.isnan(now):
        return Rate(key, name, then, now, UNKNOWN, math.nan, "")
    test = "Fisher's exact test" if exact else "Fisher's test on the effective number of cases, about"
    return Rate(key, name, then, now, two_rates.difference(hits, cases, LEVEL), two_rates.p_value(hits, cases), test)


def _area(sides: Sides) -> Rate | None:
    """Both areas by DeLong, whose difference is about normal, as the cases are different ones."""
    if sides.before.table is None or sides.after.table is None:
        return None
    then, now = (delong(table) if table.total else UNKNOWN for table in (sides.before.table, sides.after.table))
    value, error = now.value - then.value, math.hypot(then.error, now.error)
    test = "DeLong, normal approximation"
    if not error > 0:
        return Rate("AUC", "AUC", then.value, now.value, Interval(value), math.nan, test)
    reach = float(ndtri((1 + LEVEL) / 2)) * error
    p = float(2 * ndtr(-abs(value) / error))
    difference = Interval(value, max(value - reach, -1.0), min(value + reach, 1.0), error)
    return Rate("AUC", "AUC", then.value, now.value, difference, p, test)


def _expected(sides: Sides, measures: list[Measure], rng: np.random.Generator) -> Expected | None:
    if not sides.before.has_both:
        return None
    then = sides.before.table
    threshold = sides.after.threshold
    if then is None:
        counts = sides.before.counts
        pairs = np.array([counts.fn, counts.tp]), np.array([counts.tn, counts.fp])
        then, threshold = ScoreTable(np.array([0.0, 1.0]), *pairs), 1.0
    return expected(Binned.of(then, sides.arriving, np.inf if threshold is None else threshold), measures, rng=rng)
