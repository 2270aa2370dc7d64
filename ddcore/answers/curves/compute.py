"""What the curves are drawn from and judged by: areas and leads, bands, calibration, and the laws of the scores."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from ddcore.answers.base.known_laws import classes, exact
from ddcore.answers.base.separation import SEED, scores_of, tables
from ddcore.arrays import Array
from ddcore.data import Data
from ddcore.errors import InputError
from ddcore.interval import Interval
from ddcore.measures import measure
from ddcore.scores.calibration import Calibration, Consistency, calibration, consistency, recalibration_saving
from ddcore.scores.curve_kinds import Curve
from ddcore.scores.curves import convex_hull, curve
from ddcore.scores.gains_table import GainsTable, gains_table
from ddcore.scores.intervals import Band, roc_band
from ddcore.scores.separation import Separation, paired_auc_difference, separation
from ddcore.scores.smooth_calibration import SmoothCalibration, smooth_calibration
from ddcore.table import ScoreTable


def separations(data: Data) -> Mapping[str, Separation]:
    """How well the scores of each model in the chart separate."""
    return {
        name: data.cached(("separation", table), partial(separation, table)) for name, table in tables(data).items()
    }


def leads(data: Data) -> Mapping[str, Interval]:
    """By how much the area of each other model is ahead of that of the selected one, on the same cases."""
    joint = data.joint
    if joint is None or data.name not in joint.score:
        return {}
    difference = partial(paired_auc_difference, weight=joint.weight, cluster=joint.cluster)
    return {
        name: data.cached(
            ("ahead", name, data.name),
            partial(difference, joint.score[name], joint.score[data.name], joint.positive),
            cases=joint.positive.size,
        )
        for name in tables(data)
        if name != data.name and name in joint.score
    }


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
    table = scores_of(data)
    return data.cached(("ROC hull", table), lambda: convex_hull(table).thin())


def calibrated(data: Data) -> tuple[Calibration, Consistency]:
    """The calibration curve, and that of right scores; raises `InputError` where scores are no probabilities."""
    table = scores_of(data)
    bins = data.cached(("calibration", table), partial(calibration, table))
    return bins, _of_probabilities(data, consistency)


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


def consistent(data: Data) -> Consistency | None:
    """Where the bins of right scores would be; None where the scores are no probabilities."""
    computed: Consistency | None = _of_probabilities(data, consistency)
    return computed


def saving(data: Data) -> Interval | None:
    """What recalibrating saves of the Brier score on unseen cases; None where the scores are no probabilities."""
    computed: Interval | None = _of_probabilities(data, recalibration_saving)
    return computed


def _of_probabilities(data: Data, judge: Callable[..., Any]) -> Any:
    """What `judge` computes from the scores; None where they are no probabilities."""
    table = scores_of(data)
    return data.cached((judge.__name__, table), partial(_judged, judge, table), cases=table.score.size)


def _judged(judge: Callable[..., Any], table: ScoreTable) -> Any:
    try:
        return judge(table, rng=np.random.default_rng(SEED))
    except InputError:
        return None


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
