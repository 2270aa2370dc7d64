"""What a score demands: the scores, the best score over the distance of the classes, and the model's own."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ddcore.answers.base.selected_model import auc_of, classes_of_draws
from ddcore.arrays import Array
from ddcore.data import Data
from ddcore.interval import Interval
from ddcore.measures.type import Measure
from ddcore.scores.reach import Needed, Reach, area, information, separation_of

STEPS = 5
"""Steps beyond the wanted score in the table."""
POINTS = 49
"""Distances at which the best score is computed."""
BARS = 20
FARTHEST = 6.0
"""The largest d' of the curve."""


def has_two_ends(measure: Measure) -> bool:
    """Whether a measure judges on a scale with two ends, whatever the number of cases."""
    return measure.judges and not measure.grows and math.isfinite(measure.best) and math.isfinite(measure.worst)


@dataclass(frozen=True, eq=False)
class ReachCurve:
    """The best score of two equal normals over their distance, and what a step demands from chance to perfect.

    Parameters
    ----------
    value : array
        The best score at each distance.
    rulers : mapping from ruler to array
        The same distances as AUC, as d' and as information in bits a case.
    at : array
        Scores from chance to perfect.
    effort : mapping from ruler to array
        What one step more demands at each of these scores; NaN where there is no room for it.
    least : mapping from ruler to array
        What each of these scores demands at least, whatever the distribution of the scores; not known for d'.
    """

    value: Array
    rulers: Mapping[str, Array]
    at: Array
    effort: Mapping[str, Array]
    least: Mapping[str, Array]


@dataclass(frozen=True)
class ModelReach:
    """A model's AUC, the best score that two equal normals with this AUC reach, and the model's own score."""

    name: str
    auc: Interval
    best: Interval
    score: float


def scores_from(wanted: float, step: float, ideal: float, measure: Measure) -> list[float]:
    """The wanted score and a few steps beyond, up to the best possible.

    >>> from ddcore.measures import measure
    >>> scores_from(0.985, 0.01, 1.0, measure("F1"))
    [0.985, 0.995, 1.0]
    """
    sign = 1.0 if measure.better == "higher" else -1.0
    scores = [wanted]
    for k in range(1, STEPS + 1):
        score = round(wanted + sign * k * step, 12)
        if sign * score >= sign * ideal:
            if sign * scores[-1] < sign * ideal:
                scores.append(ideal)
            break
        scores.append(score)
    return scores


def steps_of(data: Data, reach: Reach, scores: Sequence[float]) -> list[Needed]:
    """What each of the scores demands."""
    key = ("needed", reach.measure.key, reach.total, reach.positives, tuple(scores))
    return data.cached(key, lambda: reach.needed(scores))


def curve_of(data: Data, reach: Reach, chance: float, ideal: float, step: float) -> ReachCurve:
    """The best score over each ruler, and what each step demands from chance to perfect."""
    key = ("reached", reach.measure.key, reach.total, reach.positives, step)
    return data.cached(key, lambda: _curve(reach, chance, ideal, step))


def _curve(reach: Reach, chance: float, ideal: float, step: float) -> ReachCurve:
    distances = np.linspace(0.0, FARTHEST, POINTS)
    bits = np.array([information(float(distance), reach.prevalence) for distance in distances])
    at = chance + (ideal - chance) * (np.arange(BARS) + 0.5) / BARS
    sign = 1.0 if ideal >= chance else -1.0
    further = np.where(np.abs(ideal - at) > step, at + sign * step, np.nan)
    before, after = np.split(reach.separation(np.concatenate((at, further))), 2)
    pairs = list(zip(before, after, strict=True))
    effort = {
        "auc": np.array([area(b) - area(a) for a, b in pairs]),
        "separation": after - before,
        "bits": np.array([information(b, reach.prevalence) - information(a, reach.prevalence) for a, b in pairs]),
    }
    concave, _, call = reach.least(at.tolist())
    areas = np.array([area(float(distance)) for distance in distances])
    return ReachCurve(
        reach.best(distances),
        {"auc": areas, "separation": distances, "bits": bits},
        at,
        effort,
        {"auc": concave, "bits": call},
    )


def model_reach(data: Data, measure: Measure) -> ModelReach | None:
    """What the selected model's AUC would reach; None without a model, and unless its AUC is between 1/2 and 1."""
    if data.chosen is None:
        return None
    auc = auc_of(data, data.name)
    if auc is None or not 0.5 < auc.value < 1:
        return None
    ends = [separation_of(max(end, 0.5)) for end in (auc.value, auc.low, auc.high)]
    best, *around = Reach.of(measure, *classes_of_draws(data)).best(ends).tolist()
    return ModelReach(data.name, auc, Interval(best, *sorted(around)), float(measure(data.model.counts)))
