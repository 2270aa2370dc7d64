"""What the curves are drawn from and judged by: areas and leads, bands, calibration, and the laws of the scores."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ddcore.answers.base.known_laws import classes, exact
from ddcore.answers.base.separation import SEED, scores_of, tables, threshold
from ddcore.arrays import Array
from ddcore.cache import Each
from ddcore.data import Data, Joint
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.measures import measure
from ddcore.scores.calibration import Calibration, Consistency, calibration, consistency, recalibration_saving
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.curves import curve, pooled, roc, slope_at
from ddcore.scores.gains_table import GainsTable, gains_table
from ddcore.scores.intervals import Band, roc_band
from ddcore.scores.separation import Separation, paired_auc_differences, separation
from ddcore.scores.smooth_calibration import SmoothCalibration, smooth_calibration
from ddcore.table import ScoreTable
from ddcore.workers.side_by_side import side_by_side


@dataclass(frozen=True)
class Judged:
    """What takes long of the selected model: how well it separates, and whether its scores are right as probabilities.

    `consistent` says where the bins of right scores would be, `saving` what recalibrating saves of the Brier score on
    unseen cases: both None where the scores are no probabilities. `leads` are by how much the area of each other model
    is ahead, on the same cases.
    """

    consistent: Consistency | None
    saving: Interval | None
    separation: Separation
    leads: Mapping[str, Interval]


def judged(data: Data) -> Judged:
    """All of it at once: one process makes it of many cases, on as many cores as there are."""
    table, joint = scores_of(data), data.joint
    if joint is not None:
        joint = replace(joint, score={name: joint.score[name] for name in tables(data) if name in joint.score})
    make = partial(_judged, table, data.name, joint)
    cases = table.score.size if joint is None else joint.positive.size
    return data.cached(("judged", data.name, *tables(data), table), make, cases=cases)


def _judged(table: ScoreTable, name: str, joint: Joint | None) -> Judged:
    return Judged(
        *side_by_side(
            partial(_of_probabilities, consistency, table),
            partial(_of_probabilities, recalibration_saving, table),
            partial(separation, table),
            partial(_leads, name, joint),
        )
    )


def _of_probabilities(judge: Callable[..., Any], table: ScoreTable) -> Any:
    """What `judge` computes from the scores; None where they are no probabilities."""
    try:
        return judge(table, rng=np.random.default_rng(SEED))
    except InputError:
        return None


def _leads(name: str, joint: Joint | None) -> Mapping[str, Interval]:
    """By how much the area of each other model is ahead of that of the selected one; {} without single cases."""
    if joint is None or name not in joint.score:
        return {}
    others = {other: score for other, score in joint.score.items() if other != name}
    leads = paired_auc_differences(
        [*others.values()], joint.score[name], joint.positive, weight=joint.weight, cluster=joint.cluster
    )
    return dict(zip(others, leads, strict=True))


def separations(data: Data) -> Mapping[str, Separation]:
    """How well the scores of each model in the chart separate; that of others than the selected one when it is read."""
    shown = tables(data)

    def make(name: str) -> Separation:
        if name == data.name:
            return judged(data).separation
        return data.cached(("separation", shown[name]), partial(separation, shown[name]))

    return Each(shown, make)


def curves_of(data: Data, kind: str) -> Mapping[str, Curve]:
    """The thinned curve of each model."""

    def thin(table: ScoreTable) -> Curve:
        return data.cached(("curve", table, kind), lambda: curve(table, kind).thin())

    return {name: thin(table) for name, table in tables(data).items()}


def gains_of(data: Data) -> Mapping[str, GainsTable]:
    """Ten tenths of the cases by the scores of each model."""
    return {name: gains_table(table) for name, table in tables(data).items()}


def band_of(data: Data) -> Band | None:
    """The band of the ROC curve of the selected model; None where only the sums of the weights are known."""
    table = scores_of(data)
    if table.weighted and table.squares is None:
        return None
    return data.cached(("ROC band", table), partial(roc_band, table))


def hull_of(data: Data) -> Curve:
    """The convex hull of the ROC curve of the selected model."""
    return data.cached(("ROC hull", scores_of(data)), lambda: roc(_blocks_of(data)).thin())


def slope_of(data: Data) -> float:
    """The slope of that hull at the threshold of the selected model."""
    return slope_at(scores_of(data), threshold(data), _blocks_of(data))


def _blocks_of(data: Data) -> ScoreTable:
    """The cases of the selected model, pooled to the corners of that hull."""
    table = scores_of(data)
    return data.cached(("ROC blocks", table), partial(pooled, table))


def calibrated(data: Data) -> tuple[Calibration, Consistency]:
    """The calibration curve, and that of right scores; raises `InputError` where scores are no probabilities."""
    table = scores_of(data)
    bins, right = data.cached(("calibration", table), partial(calibration, table)), judged(data).consistent
    assert right is not None
    return bins, right


def smooth_of(data: Data) -> SmoothCalibration:
    """The smooth calibration curve of the selected model; raises `InputError` where scores are no probabilities."""
    table = scores_of(data)
    return data.cached(("smooth calibration", table), partial(smooth_calibration, table))


def calibrations(data: Data) -> Mapping[str, Calibration]:
    """The calibration curve of each model whose scores are probabilities, that of the selected one first."""
    return {
        name: data.cached(("calibration", table), partial(calibration, table))
        for name, table in tables(data).items()
        if table.is_probability
    }


def exact_curve(data: Data, used: Data, kind: str) -> Curve | None:
    """The thinned curve of the laws of the scores, at the classes of `used`; None where no law is known."""
    law = exact(data)
    if law is None:
        return None
    return used.cached(("exact curve", kind), lambda: curve(law.table(*classes(used)), kind).thin())


def exact_trace(data: Data, used: Data, key: str) -> tuple[Array, Array] | None:
    """Thresholds, and a measure at each by the laws of the scores; None where no law is known."""
    law = exact(data)
    if law is None:
        return None
    return law.edges, law.over(measure(key), law.edges, used.prevalence, float(used.total))
