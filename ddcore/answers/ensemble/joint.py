"""The scores of several models on the same cases, and the plane of two of them."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ddcore.answers.base.answer import Figure, Table
from ddcore.answers.base.separation import SEED
from ddcore.answers.base.words import listing
from ddcore.answers.ensemble.draw import Dots, Lines, plane_alt, plane_figure
from ddcore.arrays import Array
from ddcore.data import Data, Joint
from ddcore.errors import InputError
from ddcore.resampling.cross_validation import some_of_each
from ddcore.samples.pairs import COVARIANCES, NAMES, correlated
from ddcore.scores.ensemble import Regions, regions
from ddcore.scores.together import Called, Together, Way, called, called_at, unique
from ddcore.table import ScoreTable

SHOWN = 400
"""Cases of each class that are drawn."""

SHARES = tuple(percent / 100 for percent in range(1, 100))
"""The places of the slider: shares of cases predicted positive."""


def models_of(data: Data) -> tuple[str, ...]:
    """The models that can be read together, the selected one first."""
    scored = {} if data.joint is None else data.joint.score
    return (data.name, *(name for name in scored if name != data.name))


@dataclass(frozen=True, eq=False)
class Cases:
    """The cases that all models scored: scores of shape (cases, models), truth, weights and clusters; the others."""

    names: tuple[str, ...]
    scores: Array
    positive: NDArray[np.bool_]
    weight: Array | None
    left_out: int
    cluster: NDArray[np.int64] | None = None


def cases_of(data: Data, names: Sequence[str]) -> Cases:
    """The cases that all the models scored; raises `InputError` for models that cannot be read together."""
    if len(names) < 2:
        raise InputError(f"choose two models or more to be read together, got {len(names)}")
    joint, offered = data.joint, models_of(data)
    if joint is None or not set(names) <= set(offered):
        unknown = next(name for name in names if name not in offered)
        raise InputError(f'models must be of {listing(offered)}, got "{unknown}"')
    return data.cached(("cases", tuple(names)), partial(_cases, joint, names))


def _cases(joint: Joint, names: Sequence[str]) -> Cases:
    scores = np.stack([joint.score[name] for name in names], axis=1)
    known, weight = np.isfinite(scores).all(axis=1), joint.weight
    left_out = int((~known).sum())
    if weight is not None:
        known &= weight > 0
    cluster = None if joint.cluster is None else joint.cluster[known]
    return Cases(
        tuple(names), scores[known], joint.positive[known], None if weight is None else weight[known], left_out, cluster
    )


def _regions(data: Data, cases: Cases, whole: Together) -> Regions:
    """The plane of two scores."""
    return data.cached(("regions", whole), partial(regions, whole.ensemble, cases.scores))


def plane(data: Data, cases: Cases, whole: Together, share: float) -> Figure:
    """Where both together say positive at a share of calls, and where each alone draws its line."""
    evidence, lines, dots = _regions(data, cases, whole), _lines(data, cases, whole, share), _dots(data, cases)
    remark = ""
    if len(cases.positive) > dots.positive.size:
        remark = f"Up to {SHOWN} cases of each class are drawn, so their dots do not show how frequent each class is."
    return Figure(
        "Where both together predict positive",
        plane_alt(evidence, lines, cases.names),
        partial(plane_figure, evidence, lines, dots, cases.names, (data.positive, data.negative)),
        remark,
    )


def called_by(data: Data, whole: Together, way: Way, share: float) -> Called:
    """What a way predicts positive at a share of calls."""
    return _called(data, ("called", whole, way), lambda: way.table, share)


def _called(data: Data, key: tuple[object, ...], table: Callable[[], ScoreTable], share: float) -> Called:
    """What is called at all places of the slider is kept: far less than the sums of a table, which all need."""
    place = round(100 * share) - 1
    if not math.isclose(SHARES[place], share, rel_tol=1e-12):
        return called(table(), share)
    return data.cached(key, lambda: called_at(table(), SHARES))[place]


def _lines(data: Data, cases: Cases, whole: Together, share: float) -> Lines:
    """Where the line is at a share of cases predicted positive, on the cases at hand."""
    table = partial(ScoreTable.of, whole.score, cases.positive, True, cases.weight)
    first, second = (called_by(data, whole, way, share).threshold for way in whole.of("alone"))
    return Lines(_called(data, ("called", whole), table, share).threshold, (first, second))


def _dots(data: Data, cases: Cases) -> Dots:
    """Some cases of each class, the same ones at every look."""
    return data.cached(("dots", cases.names), partial(_drawn, cases.scores, cases.positive))


def _drawn(scores: Array, positive: NDArray[np.bool_]) -> Dots:
    chosen = some_of_each(positive, SHOWN, rng=np.random.default_rng(SEED))
    return Dots(scores[chosen], positive[chosen])


def plane_table(data: Data, cases: Cases, whole: Together) -> Table:
    """The evidence at every point of the plane."""
    evidence = _regions(data, cases, whole)
    return Table("The plane", evidence.log_ratio.size, partial(plane_rows, evidence, cases.names))


def plane_rows(regions: Regions, names: tuple[str, ...]) -> pd.DataFrame:
    """The evidence at every point of the plane."""
    size = regions.x.size
    return pd.DataFrame(
        {
            names[0]: regions.x.tolist() * regions.y.size,
            names[1]: [value for value in regions.y.tolist() for _ in range(size)],
            unique("Log likelihood ratio", names): regions.log_ratio.ravel(),
        }
    )


def correlations() -> Table:
    """What the simulated case is worth at other correlations."""
    return Table("The same case at other correlations", len(COVARIANCES), correlation_rows)


def correlation_rows() -> pd.DataFrame:
    """The exact areas at other correlations: the document quotes 0.81 alone and 0.94 together."""
    pairs = [(covariances, correlated(*covariances)) for covariances in COVARIANCES]
    return pd.DataFrame(
        {
            "Covariance within the negatives": negatives,
            "within the positives": positives,
            "AUC alone": pair.alone(NAMES[0]).auc,
            "AUC together": pair.best_auc,
        }
        for (negatives, positives), pair in pairs
    )
