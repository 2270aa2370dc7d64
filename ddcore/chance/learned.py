"""How much has a model learned? The share of oracle in a blend of oracle and draw that scores as much as it does."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from ddcore.chance.dutch_scaler import Blend, blend
from ddcore.chance.significance import Region, unweighted
from ddcore.chance.verdict import classes_of_draw
from ddcore.counts import Counts
from ddcore.interval import Interval
from ddcore.measures import Measure
from ddcore.measures import measure as measure_named

STATES = {
    "learned": "has a share of oracle",
    "unbeatable": "cannot be beaten",
    "undefined": "is undefined here",
    "endless": "has no perfect value",
    "several": "several mixes score the same",
    "describes": "describes and does not judge",
}
"""Why a score has a share of oracle, or has none."""


@dataclass(frozen=True, eq=False)
class Learned:
    """One measure of one model: `share` is the share of oracle with its interval, `published` that by the mean
    table, `score` the score with its interval, `chance` and `ideal` what the draw and the oracle score, `state` a key
    of `STATES`, `blend` the blend, None where the draw has no value.

    A negative share is that of an oracle which is always wrong. The class sizes are kept; NaN stands for what is not
    there.
    """

    model: str
    measure: Measure
    score: Interval
    share: Interval
    published: float
    chance: float
    ideal: float
    state: str
    blend: Blend | None

    @property
    def straight(self) -> float:
        """How far the score is on the straight way from the draw to perfect."""
        return (self.score.value - self.chance) / (self.ideal - self.chance)

    @property
    def lifted(self) -> bool:
        """Whether the score takes less than half as much oracle as on a straight line."""
        return 0 < self.share.value < 0.5 * self.straight

    @property
    def surely(self) -> bool:
        """Whether the whole interval lies above nothing learned."""
        return self.share.low > 0


def learned(models: Mapping[str, Counts], measures: Iterable[str | Measure], draw: str = "best") -> list[list[Learned]]:
    """For each measure the list of the models, in the order given; raises `InputError` as `blend` does.

    The blend of weighted cases is one of as many cases as they are worth, see `classes_of_blend`, and so is the
    interval.

    >>> [[f1], [accuracy]] = learned({"A": Counts(tp=227, fp=50, fn=31, tn=192)}, ["F1", "ACC"])
    >>> round(f1.share.value, 3), round(f1.published, 3), round(accuracy.share.value, 3)
    (0.619, 0.62, 0.665)
    """
    tables = {name: unweighted(counts) for name, counts in models.items()}
    regions = {name: Region.of(counts) for name, counts in tables.items()}
    return [
        [_one(name, measure, counts, regions[name], draw) for name, counts in tables.items()]
        for measure in map(measure_named, measures)
    ]


def classes_of_blend(counts: Counts) -> tuple[int, int]:
    """M and P of the blend to compare one table with: its own, or the effective number of weighted cases.

    M is (sum of w)^2 / (sum of w^2) over all cases (Kish 1965), P as large a share of it as the positives have of the
    weights, of either class one case at least. Where of the weights only sums are known, those of
    `verdict.classes_of_draw`.

    >>> classes_of_blend(Counts.of_labels([1, 1, 0, 0, 0], [1, 0, 1, 0, 0], weight=[3, 1, 1, 2, 1]))
    (4, 2)
    """
    counts = unweighted(counts)
    if counts.squares is None or not math.isfinite(float(counts.squares.total)):
        return classes_of_draw(counts)
    total, share = float(counts.total), float(counts.positives / counts.total)
    M = max(round(total**2 / float(counts.squares.total)), 1)
    return M, min(max(round(M * share), math.ceil(share)), M - math.ceil(1 - share))


def _one(name: str, measure: Measure, counts: Counts, region: Region, draw: str) -> Learned:
    M, P = classes_of_blend(counts)
    around = region.interval(measure)
    score = Interval(float(measure(counts)), float(around.low), float(around.high))
    mixed = blend(measure, M, P, draw) if measure.judges and not (measure.grows and not counts.whole) else None
    chance, ideal = (math.nan, math.nan) if mixed is None else (mixed.mean(0.0), measure.ideal(M, P))
    state = _state(measure, score.value, mixed, chance, ideal)
    if mixed is None or state != "learned":
        return Learned(name, measure, score, Interval(math.nan), math.nan, chance, ideal, state, mixed)
    low, high = sorted((mixed.share(score.low), mixed.share(score.high)))
    share = Interval(mixed.share(score.value), low, high)
    return Learned(name, measure, score, share, mixed.share_of_mean_table(score.value), chance, ideal, state, mixed)


def _state(measure: Measure, score: float, mixed: Blend | None, chance: float, ideal: float) -> str:
    if not measure.judges:
        return "describes"
    if mixed is None or math.isnan(score) or math.isnan(chance):
        return "undefined"
    if math.isclose(chance, ideal, rel_tol=1e-12, abs_tol=1e-12) or not measure.is_better(ideal, chance):
        return "unbeatable"
    if not math.isfinite(ideal) or not np.isfinite(mixed.curve[1]).all():
        return "endless"
    return "learned" if mixed.rising else "several"
