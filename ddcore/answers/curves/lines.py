"""The curves of models, by how much they differ, and what one is quoted by where another share is positive."""

from collections.abc import Mapping
from functools import partial

from ddcore.answers.base.answer import Note
from ddcore.answers.base.separation import scored, tables
from ddcore.data import Data
from ddcore.formats import number, percent
from ddcore.interval import Interval
from ddcore.scores.curve_kinds import CURVE_KINDS, Curve
from ddcore.scores.curves import convex_hull, curve
from ddcore.scores.intervals import Band, roc_band
from ddcore.scores.separation import paired_auc_difference
from ddcore.table import ScoreTable


def leads(data: Data) -> Mapping[str, Interval]:
    """By how much the area of each other model is ahead of that of the selected one, on the same cases."""
    if data.joint is None or data.name not in data.joint.score:
        return {}
    score, ahead = (
        data.joint.score,
        partial(paired_auc_difference, weight=data.joint.weight, cluster=data.joint.cluster),
    )
    positive = data.joint.positive
    return {
        name: data.cached(
            ("ahead", name, data.name),
            partial(ahead, score[name], score[data.name], positive),
            cases=positive.size,
        )
        for name in tables(data)
        if name != data.name and name in score
    }


def in_use(data: Data, used: Data, kind: str) -> list[Note]:
    """What a curve is quoted by where another share is positive, where that changes it."""
    if kind not in CURVE_KINDS:
        return []
    here, there = (curves_of(each, kind)[data.name].summary for each in (data, used))
    if number(here) == number(there):
        return []
    row = CURVE_KINDS[kind]
    text = (
        f"The chart is that of where {percent(used.prevalence)} are positive: the {row.summary_name} is "
        f"**{number(there)}** there, {number(here)} at the share of these cases."
    )
    return [Note("in-use-curve", text)]


def curves_of(data: Data, kind: str) -> Mapping[str, Curve]:
    """The thinned curve of each model."""

    def thin(table: ScoreTable) -> Curve:
        return data.cached(("curve", table, kind), lambda: curve(table, kind).thin())

    return {name: thin(table) for name, table in tables(data).items()}


def band_of(data: Data) -> Band | None:
    """The band of the ROC curve of the selected model; none where of weights only the sums are known."""
    table = scored(data)
    if table.weighted and table.squares is None:
        return None
    return data.cached(("ROC band", table), partial(roc_band, table))


def hull_of(data: Data) -> Curve:
    """The convex hull of its ROC curve."""
    table = scored(data)
    return data.cached(("ROC hull", table), lambda: convex_hull(table).thin())
